// Two fingers: the map follows both, and what lies between them stays between them.
import type { Point } from '../geometry';
import { apart, type Bench, type Press, type Tool, type Toolbox } from './tool';

export class Pinch implements Tool {
  readonly id = 'pinch';
  private readonly fingers = new Map<number, Point>();
  private grip: { wide: number; middle: Point } | undefined;
  /** The chain it stands in: the second finger takes the first from whoever holds it. */
  box: Toolbox | undefined;

  constructor(private readonly bench: Bench) {}

  down(p: Press): boolean {
    if (!p.touch) return false;
    this.fingers.set(p.id, p.at);
    if (this.fingers.size < 2) return false;
    this.box?.seize(this, this.fingers.keys());
    this.grip = undefined;
    this.turn();
    return true;
  }

  move(p: Press): boolean {
    if (!this.fingers.has(p.id)) return false;
    this.fingers.set(p.id, p.at);
    if (!this.grip) return false;
    this.turn();
    return true;
  }

  private turn(): void {
    const [a, b] = [...this.fingers.values()];
    if (!a || !b) return;
    const wide = Math.max(10, apart(a, b));
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const { grip } = this;
    this.grip = { wide, middle };
    if (!grip) return;
    this.bench.state.pan(middle.x - grip.middle.x, middle.y - grip.middle.y);
    this.bench.state.zoomAt(wide / grip.wide, middle);
  }

  up(p: Press): boolean {
    const held = this.grip !== undefined;
    this.fingers.delete(p.id);
    if (this.fingers.size === 0) this.grip = undefined;
    return held;
  }

  cancel(): boolean {
    const any = this.grip !== undefined;
    this.fingers.clear();
    this.grip = undefined;
    return any;
  }
}
