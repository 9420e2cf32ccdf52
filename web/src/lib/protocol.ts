// What page and server say to each other: mirrors docs/web-protocol.md (crates/server).
import type { Patch } from './generated/table';
import type { Action, CalendarView, Case, Consulted, Event, GameLine, LayerView, LineView, Offer, OfferSet, Offers, Outcome, Side, View, Viewer } from './wire';

export type KeyKind = 'owner' | 'invite' | 'seat' | 'watch';
/** Who sits on a seat: a person, or an officer by id. */
export type Sitter = 'person' | string;
/** Who shall sit on a seat of a new table. */
export type SeatWish = 'me' | 'friend' | string;

export interface Officer {
  id: string;
  title: string;
  blurb: string;
}

export interface LobbyGame extends Omit<GameLine, 'officers'> {
  playable: boolean;
  officers: Officer[];
}

export interface Games {
  version: string;
  local: boolean;
  games: LobbyGame[];
}

export interface Rule {
  id: Case;
  title: string;
  kind: string;
  help?: string;
  printed?: string;
  moot?: string;
}

export interface NewTable {
  game: string;
  scenario: string;
  options: Record<string, string>;
  seats: Record<Side, SeatWish>;
  seed?: number | string;
}

export interface MadeTable {
  table: string;
  owner: string;
  seats: { axis: string | null; soviet: string | null; watch: string };
}

export interface StatusLine {
  key: string;
  kind: KeyKind;
  table: string;
  game: string;
  game_title: string;
  scenario: string;
  title: string;
  sides: Side[];
  seats: Record<Side, Sitter>;
  hot_seat: boolean;
  joined: Record<Side, boolean>;
  turn: number;
  turns: number;
  your_move: boolean;
  finished: boolean;
  outcome: Outcome | null;
  imported: boolean;
  playable: boolean;
  created: number;
  updated: number;
}

export interface GoneLine {
  key: string;
  gone: true;
}

export interface Pace {
  ms: number;
  paused: boolean;
}

export interface Hello {
  type: 'hello';
  protocol: number;
  version: string;
  table: string;
  kind: KeyKind;
  sides: Side[];
  as: Viewer;
  game: string;
  game_title: string;
  scenario: string;
  title: string;
  options: Record<string, string>;
  seats: Record<Side, Sitter>;
  hot_seat: boolean;
  imported: boolean;
  playable: boolean;
  n: number;
  finished: boolean;
  pace: Pace;
  commitment: string;
  /** The server takes a list of actions as one request. */
  lists?: boolean;
}

export type { CounterPatch, ListPatch, Patch } from './generated/table';

export interface PatchMsg {
  type: 'patch';
  as: Viewer;
  /** How many views this viewer was shown: one more than the view that the patch is for. */
  v: number;
  n: number;
  undo: number;
  patch: Patch;
  takeback: Takeback | null;
}

/** A moment of the game, as somebody saw it; left out: now, through one's own eyes. */
export interface When {
  n?: number;
  as?: Viewer;
}

/** Which offers are to be put into words. */
export interface Wanted {
  verb?: string;
  counter?: string;
  space?: string;
  find?: string;
  from?: number;
  most?: number;
  whole?: boolean;
}

export interface LayerAnswer {
  id: string;
  tag: string;
  /** Absent if the client has it already. */
  layer?: LayerView;
}

export interface StateMsg {
  type: 'state';
  as: Viewer;
  v: number;
  n: number;
  undo: number;
  view: View;
  takeback: Takeback | null;
}

export interface EventsMsg {
  type: 'events';
  as: Viewer;
  n: number;
  side: Side | null;
  turn: number;
  events: Event[];
}

export interface UndoneMsg {
  type: 'undone';
  as: Viewer;
  n: number;
  by: Side;
}

export interface Takeback {
  status: 'asked' | 'granted' | 'refused' | 'lapsed';
  by: Side;
  to: number;
}

export interface Frame {
  n: number;
  side: Side | null;
  turn: number;
  events: Event[];
  view?: View;
  /** What changed since the frame before. */
  patch?: Patch;
}

export interface RefusedMsg {
  type: 'refused';
  id: number;
  kind: 'rule' | 'stale' | 'unreadable' | 'undo' | 'not-yours' | 'over' | 'no-seed';
  case?: Case;
  why: string;
  n: number;
  /** Which action of a list. */
  at?: number;
}

export type ErrorMsg = { type: 'error'; id?: number; kind: string; text: string };

export type ServerMsg =
  | Hello
  | StateMsg
  | PatchMsg
  | EventsMsg
  | UndoneMsg
  | RefusedMsg
  | ErrorMsg
  | { type: 'accepted'; id: number; n: number; done?: number; rest?: Action[]; stopped?: 'dice' | 'revealed' }
  | { type: 'why'; id: number; allowed: boolean; consulted: Consulted[] }
  | { type: 'thinking'; side: Side; done: boolean; ms: number }
  | ({ type: 'pace' } & Pace)
  | { type: 'presence'; axis: boolean; soviet: boolean; watchers: number }
  | ({ type: 'takeback' } & Takeback)
  | { type: 'replay'; id: number; as: Viewer; n: number; frames: Frame[]; last: boolean }
  | { type: 'layers'; id: number; layers: LayerAnswer[] }
  | { type: 'lines'; id: number; space: string; lines: LineView[] }
  | { type: 'calendar'; id: number; calendar: CalendarView[] }
  | { type: 'targets'; id: number; n: number; counter: string; sets: OfferSet[] }
  | { type: 'offer'; id: number; n: number; count: number; list: Offer[] }
  | { type: 'legal'; id: number; n: number; offers: Offers }
  | { type: 'over'; outcome: Outcome }
  | { type: 'pong'; id: number };

export type ClientMsg =
  | { type: 'act'; n: number; as: Viewer; action: Action }
  | { type: 'act'; n: number; as: Viewer; actions: Action[] }
  | { type: 'undo'; n: number; to: number }
  | { type: 'why'; action: Action }
  | { type: 'sit'; side: Side }
  | { type: 'replay'; from: number; to?: number; views: 'none' | 'last' | 'all'; brief?: boolean; as?: Viewer }
  | { type: 'show' }
  | { type: 'targets'; counter: string }
  | ({ type: 'offer' } & Wanted)
  | { type: 'legal'; as?: Viewer }
  | ({ type: 'layers'; layers: Record<string, string | null> } & When)
  | ({ type: 'lines'; space: string } & When)
  | ({ type: 'calendar' } & When)
  | { type: 'speed'; ms: number }
  | { type: 'pause'; on: boolean }
  | { type: 'skip' }
  | { type: 'takeback'; n: number; to: number }
  | { type: 'grant' }
  | { type: 'refuse' }
  | { type: 'ping' };
