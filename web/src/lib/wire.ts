// The words of the wire, kept by hand in step with the Rust types. Each block names the file it mirrors.
// Optional properties are those that Rust leaves out (`skip_serializing_if`); `| null` are those it writes as null.

// crates/table/src/side.rs
export type Side = 'axis' | 'soviet';
export type Viewer = Side | 'spectator' | 'umpire';
export type ToAct = 'nobody' | Side | 'both';
export const SIDES: readonly Side[] = ['axis', 'soviet'];

// crates/table/src/case.rs
export type Case = string;

export interface Refusal {
  case: Case;
  why: string;
}

export interface Consulted {
  case: Case;
  allows: boolean;
  why: string;
}

// crates/table/src/view.rs
export interface Sheet {
  hexes: SheetHex[];
  boxes: SheetBox[];
  sides: SheetSide[];
  pointy: boolean;
  legend: LegendLine[];
}

export interface SheetHex {
  id: string;
  x: number;
  y: number;
  terrain: string;
  name?: string;
  rank: number;
  regions?: string[];
  marks?: string[];
}

export interface SheetBox {
  id: string;
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  note: string;
  links: string[];
}

export interface SheetSide {
  a: string;
  b: string;
  kind: string;
  name?: string;
}

export interface LegendLine {
  kind: string;
  text: string;
  case?: Case;
}

export interface View {
  game: string;
  scenario: string;
  viewer: Viewer;
  turn: TurnView;
  to_act: ToAct;
  spaces: SpaceView[];
  counters: CounterView[];
  tracks: TrackView[];
  battle?: BattleReport;
  calendar: CalendarView[];
  layers: LayerView[];
  offers: Offers;
  outcome?: Outcome;
}

export interface TurnView {
  number: number;
  of: number;
  label: string;
  side: Side | null;
  phase: string;
  phase_name: string;
  case: Case;
}

export interface SpaceView {
  id: string;
  control: Side | null;
  markers?: MarkerView[];
}

export interface MarkerView {
  kind: string;
  text: string;
  toward?: string;
}

export interface CounterView {
  id: string;
  side: Side | null;
  at: string;
  kind: string;
  face: FaceView;
  hidden: boolean;
  flags?: string[];
}

export interface FaceView {
  name: string;
  nation: string;
  symbol: string;
  size: string;
  factors: FactorView[];
  steps: number | null;
  max_steps: number | null;
  formation: string;
}

export interface FactorView {
  name: string;
  value: string;
}

export interface TrackView {
  id: string;
  name: string;
  value: number | null;
  note: string;
  most?: number;
}

export interface CalendarView {
  turn: number;
  side: Side | null;
  text: string;
  counter?: string;
}

export interface LayerView {
  id: string;
  name: string;
  case: Case;
  spaces: string[];
  half: string[];
  lines?: LineView[];
}

export interface LineView {
  kind: 'link' | 'chain' | 'broken';
  path: string[];
  stops: string[];
  text: string;
}

export interface Outcome {
  winner: Side | null;
  level: string;
  score: number | null;
  case: Case;
  text: string;
}

// crates/table/src/offers.rs
export interface Offers {
  prompt: Prompt;
  list: Offer[];
  sets?: OfferSet[];
}

/** Legal actions of one verb and kind, named by what a hand points at. */
export interface OfferSet {
  verb: string;
  kind: OfferKind;
  group: string;
  count: number;
  example: { action: Action; counter?: string; space?: string };
  counters?: string[];
  spaces?: string[];
  single?: boolean;
  all?: boolean;
  battle?: boolean;
}

export interface Prompt {
  text: string;
  case: Case;
  reminders: Reminder[];
}

export interface Reminder {
  case: Case;
  text: string;
  mandatory: boolean;
  at: string | null;
}

/** An action as the game writes it: a bare verb, or an object with the verb as first key. */
export type Action = string | Record<string, unknown>;

export interface Offer {
  /** Absent until its words are asked for. */
  action?: Action;
  label?: string;
  kind: OfferKind;
  group: string;
  counter?: string;
  space?: string;
  cost?: string;
  preview?: BattleReport;
  notes?: OfferNote[];
  all?: boolean;
  /** What is done: offers of one verb differ in counter and space. */
  verb?: string;
  /** It has a preview that is asked for. */
  battle?: boolean;
  odds?: string;
  /** How an action like this is written, where its own is not known yet. */
  example?: OfferSet['example'];
  /** The spaces of its counter are asked for first. */
  many?: boolean;
  /** So many that nothing on the map can be pointed at for. */
  times?: number;
}

export interface OfferNote {
  case: Case;
  text: string;
}

export type OfferKind = 'select' | 'move' | 'attack' | 'place' | 'retreat' | 'loss' | 'spend' | 'done' | 'other';

// crates/table/src/event.rs
interface EventBase {
  case: Case;
  text: string;
}

export type Event = EventBase & What;

export type What =
  | { kind: 'phase'; turn: number; side: Side | null; phase: string }
  | { kind: 'roll'; side: Side; die: number; value: number }
  | { kind: 'move'; counter: string; from: string; to: string }
  | { kind: 'place'; counter: string; at: string }
  | { kind: 'loss'; counter: string; steps: number; gone: boolean }
  | { kind: 'remove'; counter: string; from: string }
  | { kind: 'flip'; counter: string; to: string }
  | { kind: 'marker'; marker: string; at: string; placed: boolean }
  | { kind: 'track'; track: string; from: number; to: number }
  | { kind: 'control'; at: string; side: Side | null }
  | ({ kind: 'battle' } & BattleReport)
  | { kind: 'end'; winner: Side | null; level: string }
  | { kind: 'note' };

export type EventKind = What['kind'];

export interface BattleReport {
  at: string;
  attacker: Side | null;
  forces: Force[];
  column: string;
  results: BattleResult[];
  chances: Chance[];
  shifts?: ForceLine[];
  approach?: Approach;
}

export interface Approach {
  from: string[];
  counts: string[];
  case: Case;
  text: string;
}

export interface Force {
  side: Side | null;
  lines: ForceLine[];
  total: number;
  most: number;
}

export interface ForceLine {
  case: Case;
  text: string;
  value: string;
}

export interface BattleResult {
  side: Side;
  line: string;
  die: number;
  cell: string;
  cells: string[];
}

export interface Chance {
  text: string;
  permille: number;
}

// crates/table/src/game.rs (with crates/kessel/src/commands/games.rs: `playable`)
export interface OptionInfo {
  key: string;
  text: string;
  /** The first is the default. */
  values: string[];
}

export interface ScenarioLine {
  id: string;
  title: string;
  turns: number;
  playable: boolean;
  blurb?: string;
  /** About how long two people take, in minutes. */
  minutes?: number;
  /** How hard to learn: 1 to 5. */
  difficulty?: number;
  options?: OptionInfo[];
}

export interface GameLine {
  id: string;
  title: string;
  scenarios: ScenarioLine[];
  blurb?: string;
  rules?: number;
  staff?: boolean;
  officers?: string[];
}
