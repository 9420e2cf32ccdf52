import { describe, expect, it } from 'vitest';
import { type Press, type Tool, Toolbox } from './tool';

describe('the chain of tools', () => {
  const log: string[] = [];
  const tool = (id: string, takes: Partial<Tool> = {}): Tool => ({
    id,
    enter: () => void log.push(`${id} enters`),
    exit: () => void log.push(`${id} exits`),
    cancel: () => (log.push(`${id} cancels`), true),
    ...takes,
  });
  const p: Press = { id: 1, at: { x: 0, y: 0 }, touch: false, button: 0, more: false, drawn: false, time: 0 };

  it('gives a pointer to the first that takes it, and to the next when that one lets go', () => {
    log.length = 0;
    const box = new Toolbox([
      tool('deaf'),
      tool('short', { down: () => true, move: () => false }),
      tool('long', { down: () => true, move: () => true, up: () => (log.push('long ends'), true) }),
    ]);
    box.down(p);
    box.move(p);
    box.move(p);
    box.up(p);
    expect(log).toEqual(['short enters', 'short exits', 'long enters', 'long ends', 'long exits']);
  });

  it('lets one that stands before the holder take the pointer away', () => {
    log.length = 0;
    let now = false;
    const box = new Toolbox([tool('thief', { move: () => now }), tool('holder', { down: () => true, move: () => true })]);
    box.down(p);
    now = true;
    box.move(p);
    expect(log).toEqual(['holder enters', 'holder cancels', 'holder exits', 'thief enters']);
  });

  it('asks keys in turn', () => {
    const asked: string[] = [];
    const box = new Toolbox([
      tool('a', { key: () => (asked.push('a'), false) }),
      tool('b', { key: () => (asked.push('b'), true) }),
      tool('c'),
    ]);
    expect(box.key({} as KeyboardEvent)).toBe(true);
    expect(asked).toEqual(['a', 'b']);
  });

  it('goes on ticking as long as anybody wants to', () => {
    expect(new Toolbox([tool('a', { tick: () => true }), tool('b', { tick: () => false })]).tick(0)).toBe(true);
    expect(new Toolbox([tool('a'), tool('b', { tick: () => false })]).tick(0)).toBe(false);
  });
});
