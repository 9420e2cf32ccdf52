// A canvas that writes down what is drawn on it, so that layers are tested by what they draw and what they cost is a count.
import { vi } from 'vitest';

export interface Call {
  name: string;
  args: unknown[];
}

/** A path that writes down its pieces. */
export class RecordedPath {
  readonly calls: Call[] = [];

  constructor(readonly text = '') {}

  private note(name: string, args: unknown[]): void {
    this.calls.push({ name, args });
  }

  moveTo = (...args: number[]): void => this.note('moveTo', args);
  lineTo = (...args: number[]): void => this.note('lineTo', args);
  quadraticCurveTo = (...args: number[]): void => this.note('quadraticCurveTo', args);
  arc = (...args: number[]): void => this.note('arc', args);
  rect = (...args: number[]): void => this.note('rect', args);
  roundRect = (...args: number[]): void => this.note('roundRect', args);
  closePath = (): void => this.note('closePath', []);
  addPath = (path: RecordedPath): void => void this.calls.push(...path.calls);
}

export interface Recording {
  ctx: CanvasRenderingContext2D;
  calls: Call[];
  /** How often one of these was called. */
  count(...names: string[]): number;
  /** The values that a property was given, in order. */
  set(name: string): unknown[];
}

/** A context of which every call and every property is kept. */
export function record(width = 800, height = 600): Recording {
  const calls: Call[] = [];
  const given: Record<string, unknown> = { canvas: { width, height, style: {} } };
  const ctx = new Proxy(given, {
    get: (kept, name: string) => {
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      if (name in kept) return kept[name];
      return (...args: unknown[]) => {
        calls.push({ name, args });
        return name.endsWith('Gradient') ? { addColorStop: () => undefined } : null;
      };
    },
    set: (kept, name: string, value: unknown) => {
      kept[name] = value;
      calls.push({ name: `=${name}`, args: [value] });
      return true;
    },
  });
  return {
    ctx: ctx as unknown as CanvasRenderingContext2D,
    calls,
    count: (...names) => calls.filter((c) => names.includes(c.name)).length,
    set: (name) => calls.filter((c) => c.name === `=${name}`).map((c) => c.args[0]),
  };
}

/** Paths and canvases for tests without a browser. */
export function withoutBrowser(): void {
  vi.stubGlobal('Path2D', RecordedPath);
  vi.stubGlobal('document', {
    createElement: () => {
      const { ctx } = record();
      return { width: 0, height: 0, getContext: () => ctx };
    },
  });
}
