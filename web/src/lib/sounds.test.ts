import { describe, expect, it } from 'vitest';
import { diceFell, justFell } from './rolls';
import { soundFor } from './sounds';
import type { Event } from './wire';

const event = (kind: string) => ({ kind, case: '1', text: '' }) as unknown as Event;

describe('sounds and dice', () => {
  it('tell the weightiest of what happened', () => {
    expect(soundFor([event('move'), event('battle'), event('roll')])).toBe('battle');
    expect(soundFor([event('move'), event('roll')])).toBe('dice');
    expect(soundFor([event('note')])).toBe(null);
  });

  it('let only dice roll that have just fallen', () => {
    expect(justFell(0)).toBe(false);
    diceFell(10_000);
    expect(justFell(10_500)).toBe(true);
    expect(justFell(20_000)).toBe(false);
  });
});
