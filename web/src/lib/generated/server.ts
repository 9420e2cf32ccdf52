// Written by crates/server/src/wire.rs from the Rust types. Not to be changed by hand.
import type {
  CalendarView, Case, Consulted, Dearer, Event, FactorNote, LayerView, LineView, Muster, Offer, OfferKind, OfferSet, Offers, Outcome, Patch, Reach, Refusal, Side, View, Viewer,
} from './table';

export type Pace = { ms: number, paused: boolean, };

export type Seats = { axis: string, soviet: string, };

export type TakebackView = { status: 'asked' | 'granted' | 'refused' | 'lapsed', by: Side, to: number, };

export type RefusedBody = { kind: 'rule' | 'stale' | 'unreadable' | 'undo' | 'not-yours' | 'over' | 'no-seed' | 'dice' | 'advice' | 'fault', case?: string, why: string, n: number, 
/**
 * The action of a list that cannot be done, from 0.
 */
at?: number, };

export type LayerAnswer = { id: string, 
/**
 * Tells one content of the layer from another.
 */
tag: string, 
/**
 * Absent if the client has it already.
 */
layer?: LayerView, };

export type Stopped = "dice" | "revealed";

export type MenuLine = { 
/**
 * The verb, as [`Plans::pick`](super::Plans::pick) reads it.
 */
verb: string, 
/**
 * In words, for a button.
 */
label: string, 
/**
 * The rule.
 */
case: Case, 
/**
 * The spaces it can be aimed at; nothing for a verb without target.
 */
targets?: Array<string>, };

export type SharedLine = { 
/**
 * The verb.
 */
verb: string, 
/**
 * In words, for a button.
 */
label: string, 
/**
 * The rule.
 */
case: Case, 
/**
 * What kind of order it is.
 */
kind: OfferKind, 
/**
 * Who has it.
 */
slots: Array<string>, 
/**
 * The targets at which each of these can aim it; nothing for a verb without target.
 */
targets?: Array<string>, };

export type ScopeLine = { 
/**
 * The verb, as [`Plans::pick`](super::Plans::pick) reads it.
 */
verb: string, 
/**
 * In words.
 */
label: string, 
/**
 * The rule.
 */
case: Case, 
/**
 * How the order would be drawn.
 */
stroke?: Stroke, 
/**
 * The hexes, in runs over the hexes of the sheet in its order: how many are not in the set, how many are, how many are not again, and so on.
 * Base64 of these lengths, each in bytes of seven bits, the lowest first; the eighth bit says that there are more.
 */
hexes: string, 
/**
 * For each hex of the set in the same order a byte, base64: what it costs to get there, in quarters of a movement point, rounded up; empty
 * where nothing is paid.
 */
costs?: string, 
/**
 * The same: the pulse of the Execution in which it is reached, if nothing holds it up.
 */
pulses?: string, };

export type SlotView = { 
/**
 * The slot, as the game writes it.
 */
slot: string, 
/**
 * Its name.
 */
label: string, 
/**
 * Its counter, if it is one.
 */
counter?: string, 
/**
 * The order that the draft has for it.
 */
order?: unknown, 
/**
 * The order in words; for a slot without one, what it will do by itself.
 */
text: string, 
/**
 * The spaces that the order runs through, from where the slot stands.
 */
path?: Array<string>, 
/**
 * How its way is drawn.
 */
stroke?: Stroke, 
/**
 * The counter that commands it.
 */
superior?: string, 
/**
 * What the order is for, where an officer proposes it.
 */
why?: string, 
/**
 * Why the order is not allowed any more, if it is not: a rule and a sentence.
 */
fault?: Refusal, };

export type Stroke = "tactical" | "strategic" | "attack" | "support" | "air";

export type DraftView = { 
/**
 * Every slot, with its order.
 */
slots: Array<SlotView>, 
/**
 * Why the whole cannot be committed, if it cannot.
 */
fault?: Refusal, };

export type Frame = { n: number, side: Side | null, turn: number, events: Array<Event>, 
/**
 * The table after it: of the first frame that carries one.
 */
view?: View, 
/**
 * What changed since the frame before, if that one told how the table looked.
 */
patch?: Patch, };

export type DiceView = { stage: 'server' | 'commit' | 'reveal' | 'agreed', 
/**
 * What binds the server to its part; of dice that it made alone, to the whole.
 */
server: string, 
/**
 * What binds the people to theirs.
 */
axis: string | null, soviet: string | null, };

export type ChatLine = { n: number, at: number, side: Side, text: string, };

export type AskView = { kind: 'draw' | 'close', by: Side, };

export type MarkView = { at: number, side: Side | null, kind: string, text: string, };

export type Names = { axis: string | null, soviet: string | null, };

export type Hello = { protocol: number, version: string, table: string, kind: 'owner' | 'invite' | 'seat' | 'watch', sides: Array<Side>, as: Viewer, game: string, game_title: string, scenario: string, title: string, options: Record<string, string>, seats: Seats, hot_seat: boolean, imported: boolean, playable: boolean, 
/**
 * May staff be asked for advice here?
 */
advice: boolean, n: number, finished: boolean, pace: Pace, commitment: string, dice: DiceView, 
/**
 * Days for a move; 0 without a clock by days.
 */
clock_days: number, 
/**
 * Minutes for a move; 0 without a clock for an evening.
 */
clock_minutes: number, 
/**
 * When the table will be deleted if nobody comes, if that is soon.
 */
expires: number | null, };

export type Message = { "type": "hello" } & Hello | { "type": "state", as: Viewer, v: number, n: number, undo: number, view: View, takeback: TakebackView | null, } | { "type": "patch", as: Viewer, v: number, n: number, undo: number, patch: Patch, takeback: TakebackView | null, } | { "type": "events", as: Viewer, n: number, side: Side, turn: number, events: Array<Event>, } | { "type": "undone", as: Viewer, n: number, by: Side, } | { "type": "accepted", id: number, n: number, 
/**
 * Of a list: how many actions were done, those that were not, and why they were not.
 */
done?: number, rest?: unknown[], stopped?: Stopped, } | { "type": "refused", id: number, kind: 'rule' | 'stale' | 'unreadable' | 'undo' | 'not-yours' | 'over' | 'no-seed' | 'dice' | 'advice' | 'fault', case?: string, why: string, n: number, 
/**
 * The action of a list that cannot be done, from 0.
 */
at?: number, } | { "type": "why", id: number, allowed: boolean, consulted: Array<Consulted>, } | { "type": "draft", id?: number, 
/**
 * Only the slots that an order has changed.
 */
part?: boolean, draft: DraftView, } | { "type": "menu", id: number, menu: Array<MenuLine>, } | { "type": "shared", id: number, menu: Array<SharedLine>, } | { "type": "scope", id: number, lines: Array<ScopeLine>, } | { "type": "advice", id: number, n: number, 
/**
 * The actions in their order, up to the first die or revelation; none where a plan is asked for.
 */
actions: (string | Record<string, unknown>)[], 
/**
 * The orders of a whole plan, where one is asked for.
 */
orders?: Record<string, unknown>, 
/**
 * These orders for display: in words, with their ways, and each with what it is for.
 */
slots?: import('./server').SlotView[], 
/**
 * What they do, in words; the steps of a march are one line.
 */
lines: Array<string>, 
/**
 * Why, in a sentence.
 */
why: string, 
/**
 * What it comes to.
 */
kind: OfferKind, 
/**
 * The counters that act.
 */
counters: Array<string>, 
/**
 * The spaces it leads through, from where the first counter stands.
 */
path: Array<string>, } | { "type": "thinking", side: Side, done: boolean, ms: number, } | { "type": "pace" } & Pace | { "type": "presence", axis: boolean, soviet: boolean, watchers: number, } | { "type": "takeback" } & TakebackView | { "type": "dice", dice: DiceView, } | { "type": "chat", id?: number, list: Array<ChatLine>, 
/**
 * More was said before the first of these.
 */
more?: boolean, } | { "type": "affairs", asks: Array<AskView>, marks: Array<MarkView>, names: Names, 
/**
 * When the receiver's own side is out of time.
 */
deadline: number | null, 
/**
 * May one speak; or does one's side not listen, or may nobody speak here?
 */
chat: 'open' | 'muted' | 'silenced', } | { "type": "replay", id: number, as: Viewer, n: number, frames: Array<Frame>, last: boolean, } | { "type": "layers", id: number, layers: Array<LayerAnswer>, } | { "type": "lines", id: number, space: string, lines: Array<LineView>, 
/**
 * Numbers of counters there that do not count as printed; only of now.
 */
notes: Array<FactorNote>, } | { "type": "calendar", id: number, calendar: Array<CalendarView>, } | { "type": "targets", id: number, n: number, counter: string, sets: Array<OfferSet>, } | { "type": "reach", id: number, n: number, reach: Array<Reach>, } | { "type": "way", id: number, n: number, 
/**
 * The actions, to be done as one list.
 */
actions: unknown[], 
/**
 * Who gets there.
 */
come: Array<string>, 
/**
 * Who cannot.
 */
stay: Array<string>, 
/**
 * If nobody can: the rule that is in the way next to the goal.
 */
why?: Refusal, 
/**
 * If they run into a fight: the step that begins it, in words.
 */
fight?: Offer, 
/**
 * Another way into the same fight that costs more, by which it stands better.
 */
dearer?: Dearer, 
/**
 * It is only too far.
 */
far?: boolean, } | { "type": "muster", id: number, n: number, muster: Muster | null, } | { "type": "offer", id: number, n: number, 
/**
 * How many fit.
 */
count: number, 
/**
 * Those that were asked for.
 */
list: Array<Offer>, } | { "type": "legal", id: number, n: number, offers: Offers, } | { "type": "over", outcome: Outcome, } | { "type": "error", id?: number, kind: string, text: string, } | { "type": "pong", id?: number, };
