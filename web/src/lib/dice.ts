// Dice that nobody made alone: this browser's part of the seed, and the check of every roll when the game is over.
// The same sums as crates/kernel/src/journal/shared.rs and dice.rs do, so that nobody has to take the server's word for it.
import { chacha8 } from '@noble/ciphers/chacha.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DiceView } from './generated/server';
import type { Side } from './wire';

/** What this browser has noted of the dice of a table. */
export interface Noted {
  /** Its own part. */
  value?: string;
  side?: Side;
  /** What everybody was bound to before this browser told its part. */
  server?: string;
  axis?: string;
  soviet?: string;
}

const STORE = 'kessel.dice.';

export function noted(table: string, store: Storage = localStorage): Noted {
  try {
    return JSON.parse(store.getItem(STORE + table) ?? '{}') as Noted;
  } catch {
    return {};
  }
}

export function note(table: string, what: Noted, store: Storage = localStorage): void {
  store.setItem(STORE + table, JSON.stringify({ ...noted(table, store), ...what }));
}

const digest = (...parts: Uint8Array[]): string => bytesToHex(blake3(concatBytes(...parts)));

/** A part of one's own, from the browser's generator. */
export const newPart = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** What binds to a part without telling it. */
export const bindingOf = (value: string): string => digest(utf8ToBytes('kessel share '), hexToBytes(value));

/** What binds the server to its part, and to a seed. */
export const commitmentOf = (seed: string): string => digest(utf8ToBytes('kessel commitment '), hexToBytes(seed));

/** The seed that the three parts make. */
export const seedOf = (root: string, axis: string, soviet: string): string =>
  digest(utf8ToBytes('kessel seed of three '), hexToBytes(root), hexToBytes(axis), hexToBytes(soviet));

/** What roll number `nth` (from 0) of a seed shows on a die. */
export function rollOf(seed: string, nth: number, die: number): number {
  const [key, none] = [hexToBytes(seed), new Uint8Array(12)];
  const limit = 0xffffffff - (0xffffffff % die);
  for (let block = nth; ; block++) {
    const bytes = chacha8(key, none, new Uint8Array(64), undefined, block);
    const words = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 0; at < 64; at += 4) {
      const word = words.getUint32(at, true);
      if (word < limit) return (word % die) + 1;
    }
  }
}

interface Roll {
  case: string;
  die: number;
  value: number;
}

interface Header {
  seed?: string;
  root?: string;
  salt?: string;
  commitment: string;
  shared?: { server: string; axis: { commitment: string; value: string }; soviet: { commitment: string; value: string } };
  rolls: Roll[];
}

/** One roll of the game, and what the seed gives. */
export interface CheckedRoll extends Roll {
  nth: number;
  /** The entry in which it was made; 0 for the set-up. */
  n: number;
  given: number;
}

export interface Report {
  /** What is wrong, in sentences. Nothing: the dice were fair. */
  faults: string[];
  /** Did this browser have a part in the seed, so that it knows for itself? */
  own: boolean;
  shared: boolean;
  rolls: CheckedRoll[];
}

/** What may come next to this browser's attention: its part, or what binds it. Nothing if it has to wait. */
export function answer(
  table: string,
  side: Side,
  dice: DiceView,
  store: Storage = localStorage,
): { commitment: string } | { value: string } | null {
  if (dice.stage === 'commit') {
    const known = noted(table, store);
    const value = known.side === side && known.value !== undefined ? known.value : newPart();
    note(table, { value, side, server: known.server ?? dice.server }, store);
    const commitment = bindingOf(value);
    return dice[side] === commitment ? null : { commitment };
  }
  if (dice.stage !== 'reveal') return null;
  const known = noted(table, store);
  if (known.value === undefined || known.side !== side || !dice.axis || !dice.soviet) return null;
  // The server must not have thought again, and one's own part must be what one is bound to.
  if (known.server !== dice.server || dice[side] !== bindingOf(known.value)) return null;
  note(table, { axis: dice.axis, soviet: dice.soviet }, store);
  return { value: known.value };
}

/** Checks the dice of a whole journal against the seed, and the seed against what this browser has noted. */
export function audit(journal: string, known: Noted): Report {
  const [first = '', ...lines] = journal.split('\n').filter((l) => l !== '');
  const header = JSON.parse(first) as Header;
  const entries = lines.map((l) => JSON.parse(l) as { n: number; rolls?: Roll[] });
  const { shared, root } = header;
  const faults = bindings(header, known);
  let seed = header.seed ?? '';
  if (!/^[0-9a-f]{64}$/.test(seed)) {
    faults.push('The seed is not told, or it is a number that somebody chose.');
    seed = '';
  } else if (header.salt === undefined && commitmentOf(seed) !== header.commitment) {
    faults.push('The seed is not the one that was committed to.');
  }
  if (shared && seed !== '' && seedOf(root ?? '', shared.axis.value, shared.soviet.value) !== seed)
    faults.push('The seed is not made of the parts of the server and of both players.');
  const all = [...header.rolls.map((r) => ({ ...r, n: 0 })), ...entries.flatMap((e) => (e.rolls ?? []).map((r) => ({ ...r, n: e.n })))];
  const rolls = all.map((r, nth) => ({ ...r, nth, given: seed === '' ? 0 : rollOf(seed, nth, r.die) }));
  const wrong = rolls.filter((r) => r.given !== r.value);
  if (seed !== '' && wrong.length > 0) faults.push(`${wrong.length} of ${rolls.length} rolls are not those of the seed.`);
  return { faults, own: shared !== undefined && known.value !== undefined, shared: shared !== undefined, rolls };
}

/** Was everybody held to what he was bound to when this browser looked? */
function bindings({ shared, root }: Header, known: Noted): string[] {
  if (!shared) return known.value === undefined ? [] : ['The players had agreed on dice of their own, and the journal has others.'];
  const faults: string[] = [];
  if (known.server !== undefined && known.server !== shared.server) faults.push('The server was bound to another part.');
  if (!root || commitmentOf(root) !== shared.server) faults.push('The server does not tell the part that it was bound to.');
  for (const side of ['axis', 'soviet'] as const) {
    const { commitment, value } = shared[side];
    if (bindingOf(value) !== commitment) faults.push(`The ${side} part is not the one that was promised.`);
    if (known[side] !== undefined && known[side] !== commitment) faults.push(`The ${side} player was bound to another part.`);
    if (known.side === side && known.value !== undefined && known.value !== value) faults.push('This browser told another part.');
  }
  return faults;
}
