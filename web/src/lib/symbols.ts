// Kinds of units and their marks: one table for the counters of the map and those in lists. The marks are NATO's, as wargames print them,
// composed of a few strokes in a frame of 30 by 20 units around 0, 0. The words are those that the games send (symbols.test.ts reads them all).
import type { UnitSymbol } from './generated/table';

/** A mark inside the frame: lines that are drawn, shapes that are filled, letters in the middle. */
export interface Mark {
  lines: string;
  solid: string;
  letters: string;
}

export const FRAME = { w: 30, h: 20 };

const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const CROSS = 'M-15-10L15 10M15-10L-15 10';
const SLASH = 'M-15 10L15-10';
const UPRIGHT = 'M0-10V10';
const TRACKS = 'M-6-5.2h12a5.2 5.2 0 0 1 0 10.4h-12a5.2 5.2 0 0 1 0-10.4z';
const PEAK = 'M-15 10L0-10L15 10';
const DOME = 'M-15 10C-15-2 15-2 15 10';
const BRIDGE = 'M-7.5 4.5V-4H7.5V4.5M0-4V4.5';
const STAFF = 'M-15-5.5H15';
const BARREL = 'M0 6.5V-6.5M-3.4-3L0-6.5L3.4-3';
const WHEELS = circle(-6.5, 7.4, 2) + circle(6.5, 7.4, 2);
const BALL = circle(0, 0, 2.8);
const WINGS = 'M0 0C-4-5-10-4-10 0S-4 5 0 0C4-5 10-4 10 0S4 5 0 0z';
const ROCKETS = 'M-3.6-3.4L0-6.6L3.6-3.4M-3.6-.2L0-3.4';
const CASTLE = 'M-9 6.5V-5.5H-5V-2H-2V-5.5H2V-2H5V-5.5H9V6.5z';
const ANCHOR = `M0-4.5V7M-4.5-2H4.5M-7.5 2C-6.5 5.5-3.5 7 0 7S6.5 5.5 7.5 2${circle(0, -6, 1.6)}`;
const WHEEL = `${circle(0, 0, 6.5)}M-6.5 0H6.5M0-6.5V6.5M-4.6-4.6L4.6 4.6M4.6-4.6L-4.6 4.6`;

const mark = (lines: string, solid = '', letters = ''): Mark => ({ lines, solid, letters });

const KINDS = {
  infantry: mark(CROSS),
  motorised: mark(CROSS + UPRIGHT),
  'mot-infantry': mark(CROSS + UPRIGHT),
  mechanised: mark(CROSS + TRACKS),
  'mech-infantry': mark(CROSS + TRACKS),
  'armoured-infantry': mark(CROSS + TRACKS),
  motorcycle: mark(CROSS + WHEELS),
  cyclist: mark(CROSS + circle(0, 7, 2.4)),
  mountain: mark(CROSS, 'M-4.6 10L0 3.2L4.6 10z'),
  security: mark('', '', 'SEC'),
  worker: mark('', '', 'W'),
  'machine-gun': mark(`${BARREL}M-4.5 6.5H4.5`),
  mortar: mark(`M0 2V-7M-3.4-3.5L0-7L3.4-3.5${circle(0, 4.6, 2.6)}`),
  armour: mark(TRACKS),
  tank: mark(TRACKS),
  'heavy-tank': mark(TRACKS, '', 'H'),
  'assault-gun': mark(TRACKS, BALL),
  cavalry: mark(SLASH),
  'mot-cavalry': mark(SLASH + WHEELS),
  recon: mark(SLASH + TRACKS),
  artillery: mark('', BALL),
  'mot-artillery': mark(WHEELS, BALL),
  rocket: mark(`${ROCKETS}L3.6-.2`, circle(0, 3.6, 2.4)),
  antitank: mark(PEAK),
  'anti-tank': mark(PEAK),
  'sp-anti-tank': mark(PEAK + TRACKS),
  'anti-aircraft': mark(DOME),
  'anti-air': mark(DOME),
  'mot-anti-air': mark(DOME + WHEELS),
  'light-aa': mark(`${DOME}M0 1V-7M-3-4L0-7L3-4`),
  'heavy-aa': mark(`${DOME}M-2 1V-7M2 1V-7M-5-4L0-8.5L5-4`),
  engineer: mark(BRIDGE),
  'mot-engineer': mark(BRIDGE + WHEELS),
  construction: mark(`${BRIDGE}M-10 7.4H10`),
  hq: mark('', '', 'HQ'),
  'mot-hq': mark(WHEELS, '', 'HQ'),
  'army-hq': mark(STAFF, '', 'HQ'),
  convoy: mark(WHEEL),
  air: mark('', WINGS),
  naval: mark(ANCHOR),
  fortress: mark(CASTLE),
  offensive: mark('M-9-3H1V-7L10 0L1 7V3H-9z'),
  event: mark('', '', '!'),
  unknown: mark('', '', '?'),
} satisfies Record<UnitSymbol, Mark>;

export type Kind = UnitSymbol;

export const ALL_KINDS = Object.keys(KINDS) as Kind[];

export const isKind = (word: string): word is Kind => Object.hasOwn(KINDS, word);

/** The mark of a kind. What is hidden sends no word: then, as for a word that no game has yet, a question mark. */
export const markOf = (word: string): Mark => KINDS[isKind(word) ? word : 'unknown'];

const SIZES: Record<string, string> = {
  company: 'I',
  battalion: 'II',
  regiment: 'III',
  brigade: 'X',
  division: 'XX',
  // The symbol of a staff says it, and a marker has none.
  headquarters: '',
  marker: '',
};

/** What stands above the symbol: a size as the map writes it. Other marks are printed as they come. */
export const sizeMark = (size: string): string => SIZES[size] ?? size;
