// What page and server say to each other: mirrors docs/web-protocol.md (crates/server).
import type { Frame as WireFrame, Message, TakebackView } from './generated/server';
import type { Action, Case, GameLine, Outcome, Side, View, Viewer } from './wire';

export type KeyKind = 'owner' | 'invite' | 'seat' | 'watch';
/** Who sits on a seat: a person, or an officer by id. */
export type Sitter = 'person' | string;
/** Who shall sit on a seat of a new table. */
export type SeatWish = 'me' | 'friend' | string;

export interface Officer {
  id: string;
  title: string;
  blurb: string;
  /** By scenario: the share in percent that it took of another officer, and of how many games. */
  measured?: Record<string, { against: string; games: number; percent: number }>;
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
  /** The rules that one should know with it. */
  see?: Case[];
}

export interface NewTable {
  game: string;
  scenario: string;
  options: Record<string, string>;
  seats: Record<Side, SeatWish>;
  seed?: number | string;
  dice?: 'server' | 'shared';
  open?: boolean;
  clock_days?: number;
  clock_minutes?: number;
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
  open?: boolean;
  clock_days?: number;
  clock_minutes?: number;
  /** When the table is deleted if nobody comes, if that is soon. */
  expires?: number | null;
}

/** A seat that anybody may take. */
export interface OpenSeat {
  table: string;
  game: string;
  game_title: string;
  scenario: string;
  title: string;
  side: Side;
  by: string | null;
  here: boolean;
  clock_days: number;
  clock_minutes: number;
  created: number;
}

export interface AccountView {
  name: string;
  mail: string | null;
  holidays: [number, number][];
  games: Omit<StatusLine, 'key'>[];
  can_mail: boolean;
}

export interface GoneLine {
  key: string;
  gone: true;
}

export type { CounterPatch, ListPatch, Patch } from './generated/table';

type Of<K extends Message['type']> = Extract<Message, { type: K }>;

export type { DraftView, LayerAnswer, MenuLine, Pace, SlotView } from './generated/server';
export type Takeback = TakebackView;
export type Hello = Of<'hello'>;
export type StateMsg = Omit<Of<'state'>, 'view'> & { view: View };
export type PatchMsg = Of<'patch'>;
export type EventsMsg = Of<'events'>;
export type UndoneMsg = Of<'undone'>;
export type Frame = Omit<WireFrame, 'view'> & { view?: View };
export type RefusedMsg = Of<'refused'> & {
  /** Which action of a list. */
  at?: number;
};
export type ErrorMsg = Of<'error'>;
type AcceptedMsg = Of<'accepted'> & { done?: number; rest?: Action[]; stopped?: 'dice' | 'revealed' };
type ReplayMsg = Omit<Of<'replay'>, 'frames'> & { frames: Frame[] };

export type ServerMsg =
  | Exclude<Message, { type: 'hello' | 'state' | 'refused' | 'accepted' | 'replay' }>
  | Hello
  | StateMsg
  | RefusedMsg
  | AcceptedMsg
  | ReplayMsg;

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

export type ClientMsg =
  | { type: 'act'; n: number; as: Viewer; action: Action }
  | { type: 'act'; n: number; as: Viewer; actions: Action[] }
  | { type: 'undo'; n: number; to: number }
  | { type: 'why'; action: Action }
  | { type: 'sit'; side: Side }
  | { type: 'replay'; from: number; to?: number; views: 'none' | 'last' | 'all'; brief?: boolean; as?: Viewer }
  | { type: 'show' }
  | { type: 'targets'; counter: string }
  | { type: 'draft' }
  | { type: 'advice' }
  | { type: 'order'; orders: Record<string, unknown> }
  | { type: 'menu'; slot: string }
  | { type: 'pick'; slot: string; verb: string; target?: string }
  | { type: 'commit'; n: number }
  | { type: 'reach'; counters: string[]; verb?: string; via?: string[] }
  | { type: 'way'; counters: string[]; verb?: string; via: string[] }
  | { type: 'muster'; space: string; join?: string[]; spend?: Action[] }
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
  | { type: 'dice'; commitment: string }
  | { type: 'dice'; value: string }
  | { type: 'say'; text: string }
  | { type: 'chat'; before?: number }
  | { type: 'mute'; on: boolean }
  | { type: 'name'; name: string }
  | { type: 'resign' }
  | { type: 'draw'; on: boolean }
  | { type: 'close'; on: boolean }
  | { type: 'claim' }
  | { type: 'ping' };
