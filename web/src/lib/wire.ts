// The words of the wire. Those of the table are written from the Rust types (generated/table.ts); what stands here is how the page holds
// them: offers may be without words until these are asked for.
import type { Example, Offer as WireOffer, Offers as WireOffers, Side, View as WireView, What } from './generated/table';

export type {
  Advice,
  Approach,
  Badge,
  BattleReport,
  BattleResult,
  Beside,
  Briefing,
  CalendarView,
  Case,
  Chance,
  Chart,
  Consulted,
  CounterPatch,
  CounterView,
  Event,
  FaceView,
  FactorNote,
  FactorView,
  Force,
  ForceLine,
  Goal,
  LayerView,
  LegendLine,
  LineView,
  ListPatch,
  Lit,
  MarkerView,
  Muster,
  OfferKind,
  OfferNote,
  OfferSet,
  Outcome,
  Patch,
  Prompt,
  Reach,
  Refusal,
  Reminder,
  Sheet,
  SheetBox,
  SheetHex,
  SheetSide,
  Side,
  SpaceView,
  ToAct,
  TrackRole,
  TrackView,
  TurnView,
  Viewer,
  Way,
  What,
} from './generated/table';

export const SIDES: readonly Side[] = ['axis', 'soviet'];

export type EventKind = What['kind'];

/** An action as the game writes it: a bare verb, or an object with the verb as first key. */
export type Action = WireOffer['action'];

/** An offer: without `action` and `label` until its words are asked for. */
export interface Offer extends Omit<WireOffer, 'action' | 'label'> {
  action?: Action;
  label?: string;
  /** How an action like this is written, where its own is not known yet. */
  example?: Example;
  /** The spaces of its counter are asked for first. */
  many?: boolean;
  /** So many that nothing on the map can be pointed at for. */
  times?: number;
}

export interface Offers extends Omit<WireOffers, 'list'> {
  list: Offer[];
}

export interface View extends Omit<WireView, 'offers'> {
  offers: Offers;
}

// crates/kernel/src/game.rs (with crates/kessel/src/commands/games.rs: `playable`)
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
