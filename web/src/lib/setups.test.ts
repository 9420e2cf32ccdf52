import { describe, expect, it } from 'vitest';
import { keptSetup, SetupNotes, type Where } from './setups';

const where: Where = { game: 'g', scenario: 's', side: 'axis' };
function shelf(): Storage {
  const map = new Map<string, string>();
  return { getItem: (k: string) => map.get(k) ?? null, setItem: (k: string, v: string) => void map.set(k, v) } as unknown as Storage;
}

describe('set-ups', () => {
  it('are kept when the first step ends, without what was taken back', () => {
    const [store, notes] = [shelf(), new SetupNotes()];
    notes.note(0, { place: 'a', in: '1' }, 'place', true, where, store);
    notes.note(1, { place: 'b', in: '2' }, 'place', false, where, store);
    notes.cut(1);
    notes.note(1, { place: 'b', in: '3' }, 'place', false, where, store);
    expect(keptSetup(where, store)).toEqual([]);
    notes.note(2, 'done', 'done', false, where, store);
    expect(keptSetup(where, store)).toEqual([
      { place: 'a', in: '1' },
      { place: 'b', in: '3' },
    ]);
    // What comes later is play.
    notes.note(3, { place: 'c', in: '9' }, 'place', false, where, store);
    notes.note(4, 'done', 'done', false, where, store);
    expect(keptSetup(where, store).length).toBe(2);
  });

  it('are none where the game begins with a march, or was joined later', () => {
    const [store, notes] = [shelf(), new SetupNotes()];
    notes.note(0, { move: 'a' }, 'move', true, where, store);
    notes.note(1, 'done', 'done', false, where, store);
    expect(keptSetup(where, store)).toEqual([]);
    const later = new SetupNotes();
    later.note(7, { place: 'a', in: '1' }, 'place', false, where, store);
    later.note(8, 'done', 'done', false, where, store);
    expect(keptSetup(where, store)).toEqual([]);
  });
});
