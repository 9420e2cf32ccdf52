// Colours and branch symbols of counters in lists. Inks have a contrast of at least 4.5:1 on their ground.
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

// The frame is 26 wide and 17 high, from (11, 13.5) to (37, 30.5).
const CROSS = 'M11 13.5L37 30.5M37 13.5L11 30.5';
const OVAL = 'M18 17.5h12a4.5 4.5 0 0 1 0 9h-12a4.5 4.5 0 0 1 0-9z';
const BRANCHES: Record<string, string> = {
  infantry: CROSS,
  motorised: `${CROSS}M24 13.5V30.5`,
  mechanised: `${CROSS}${OVAL}`,
  armour: OVAL,
  cavalry: 'M11 30.5L37 13.5',
  mountain: `${CROSS}M20 30.5L24 24L28 30.5z`,
  artillery: 'M22 22a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM23 22h2',
  'anti-tank': 'M11 30.5L24 13.5L37 30.5',
  engineer: 'M17 27v-8h14v8M24 19v8',
  hq: 'M11 18H37',
  air: 'M24 22c-4-5-9-4-9 0s5 5 9 0c4-5 9-4 9 0s-5 5-9 0',
};

export const branchPaths = (symbol: string): string => BRANCHES[symbol] ?? '';
