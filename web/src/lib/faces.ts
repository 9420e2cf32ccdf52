// Colours of counters. Inks have a contrast of at least 4.5:1 on their ground.
import type { Side } from './wire';

export interface Colours {
  ground: string;
  ink: string;
  paper: string;
}

const NATIONS: Record<string, Colours> = {
  german: { ground: '#8d938b', ink: '#14140f', paper: '#d9dcd3' },
  ss: { ground: '#26262a', ink: '#f4f1e8', paper: '#d0d0d0' },
  luftwaffe: { ground: '#8fa6ba', ink: '#10171d', paper: '#dbe5ec' },
  romanian: { ground: '#9aa883', ink: '#141a0d', paper: '#dde4ce' },
  italian: { ground: '#cda257', ink: '#1f1604', paper: '#f0e0bd' },
  hungarian: { ground: '#b9b065', ink: '#1a1905', paper: '#ebe7c0' },
  soviet: { ground: '#a4523f', ink: '#fffaf2', paper: '#f0d4c8' },
  guards: { ground: '#7b1620', ink: '#fff5ee', paper: '#f0cfc8' },
};

/** For eyes that do not tell red from green: warm against cool, and light against dark. */
const CLEAR: Record<string, Colours> = {
  german: { ground: '#9aa7b8', ink: '#0d1420', paper: '#dfe5ee' },
  ss: { ground: '#1f2530', ink: '#f4f6fa', paper: '#d0d6e0' },
  luftwaffe: { ground: '#7fb2dd', ink: '#06182a', paper: '#d9e9f6' },
  romanian: { ground: '#a9cbe8', ink: '#08192a', paper: '#e2eef8' },
  italian: { ground: '#d5dde8', ink: '#141a24', paper: '#f2f5f9' },
  hungarian: { ground: '#86a6c8', ink: '#0a1626', paper: '#dbe6f1' },
  soviet: { ground: '#b04a00', ink: '#fffaf2', paper: '#f6d9bf' },
  guards: { ground: '#6e2c00', ink: '#fff5ea', paper: '#efcdb0' },
};

let clear = false;

/** Counters in the colours for colour-blind eyes, or in the usual ones. */
export const useClearColours = (on: boolean): void => {
  clear = on;
};

const PLAIN: Colours = { ground: '#b5ab94', ink: '#1d180f', paper: '#efe8d8' };

export function nationColours(nation: string, side: Side | null): Colours {
  const table = clear ? CLEAR : NATIONS;
  return table[nation] ?? (side === 'axis' ? table['german'] : side === 'soviet' ? table['soviet'] : undefined) ?? PLAIN;
}
