// Written by crates/kernel/tests/wire.rs from the Rust types, where every field is explained. Not to be changed by hand.

export type Side = "axis" | "soviet";

export type Viewer = "axis" | "soviet" | "spectator" | "umpire";

export type ToAct = "nobody" | "axis" | "soviet" | "both";

export type Case = string;

export type Refusal = { 
/**
 * The rule that forbids it.
 */
case: Case, 
/**
 * The reason, for a person.
 */
why: string, };

export type Consulted = { 
/**
 * The rule.
 */
case: Case, 
/**
 * Does it allow the action?
 */
allows: boolean, 
/**
 * What it says about this action; empty where it simply allows it.
 */
why: string, };

export type Sheet = { 
/**
 * Hexes with their drawing positions (hex width = 1000, x grows east, y grows south).
 */
hexes: Array<SheetHex>, 
/**
 * Boxes.
 */
boxes: Array<SheetBox>, 
/**
 * Features on hexsides.
 */
sides: Array<SheetSide>, 
/**
 * Pointy-top hexes (rows) or flat-top ones (columns).
 */
pointy: boolean, 
/**
 * What is printed beside the map for the reader.
 */
legend: Array<LegendLine>, 
/**
 * The player aids: charts that the rules name.
 */
charts?: Array<Chart>, 
/**
 * The states that a counter can show, in words.
 */
badges?: Array<Badge>, 
/**
 * Where counters are that are not on the sheet.
 */
beside?: Array<Beside>, 
/**
 * What the calendar calls the turns, the first one first.
 */
turns: Array<string>, 
/**
 * What the players should know before the first turn.
 */
briefing?: Briefing, };

export type SheetHex = { 
/**
 * Its printed number.
 */
id: string, 
/**
 * Centre.
 */
x: number, 
/**
 * Centre.
 */
y: number, 
/**
 * Terrain, by the words of the page: clear, forest, hills, mountain, marsh, steppe, urban, sea, lake.
 */
terrain: string, 
/**
 * Its name, if a place is there.
 */
name?: string, 
/**
 * How large the name is written: 1 (largest) to 4; 0 for none.
 */
rank: number, 
/**
 * Regions it belongs to (shading), by id.
 */
regions?: Array<string>, 
/**
 * Other things drawn in it: crossing, port, airfield, victory, …
 */
marks?: Array<string>, };

export type SheetBox = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its title.
 */
name: string, 
/**
 * Top left corner and size, in the units of the hexes.
 */
x: number, 
/**
 * Top.
 */
y: number, 
/**
 * Width.
 */
w: number, 
/**
 * Height.
 */
h: number, 
/**
 * One line under the title (slots, limits).
 */
note: string, 
/**
 * Spaces it is connected with, for the lines drawn.
 */
links: Array<string>, };

export type SheetSide = { 
/**
 * One hex.
 */
a: string, 
/**
 * The other.
 */
b: string, 
/**
 * river-minor, river-major, bridge, ferry, blocked, road, rail, …
 */
kind: string, 
/**
 * Its name, if it has one.
 */
name?: string, };

export type LegendLine = { 
/**
 * The kind of terrain, side or region it explains.
 */
kind: string, 
/**
 * In words.
 */
text: string, 
/**
 * The rule.
 */
case?: Case, };

export type Chart = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its heading.
 */
title: string, 
/**
 * The rules that it belongs to; those within them show it, too.
 */
cases: Array<string>, 
/**
 * The heads of the columns; the first stands over the heads of the rows.
 */
heads: Array<string>, 
/**
 * The rows; the first cell is the head of the row.
 */
rows: Array<Array<string>>, 
/**
 * What the signs in it mean.
 */
note?: string, 
/**
 * What tells which part of it holds now.
 */
lit?: Lit, 
/**
 * Where several charts of one kind stand side by side: what this one is for, as `lit` compares it.
 */
key?: string, };

export type Lit = "turn" | "battle" | "terrain";

export type Badge = { 
/**
 * As [`CounterView::flags`] names it.
 */
flag: string, 
/**
 * In words.
 */
text: string, 
/**
 * The rule.
 */
case: string, 
/**
 * It is trouble with supply.
 */
supply?: boolean, };

export type Beside = { 
/**
 * As [`CounterView::at`] names it.
 */
id: string, 
/**
 * What has become of a counter there, in a word or two.
 */
name: string, 
/**
 * Counters there have left the game, or will come; neither fights now.
 */
gone: boolean, };

export type Briefing = { 
/**
 * The situation, a paragraph each.
 */
situation: Array<string>, 
/**
 * What each side must do, a line each.
 */
axis: Array<string>, 
/**
 * The same for the other side.
 */
soviet: Array<string>, 
/**
 * How it is won, a line each.
 */
victory: Array<string>, 
/**
 * What is special in this scenario, a line each.
 */
special: Array<string>, };

export type View = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * Whose view it is.
 */
viewer: Viewer, 
/**
 * The turn and phase.
 */
turn: TurnView, 
/**
 * Who is asked to decide.
 */
to_act: ToAct, 
/**
 * Spaces that have something to show.
 */
spaces: Array<SpaceView>, 
/**
 * Counters, in a fixed order.
 */
counters: Array<CounterView>, 
/**
 * Numbers on tracks.
 */
tracks: Array<TrackView>, 
/**
 * The battle being fought, if one is.
 */
battle?: BattleReport, 
/**
 * Reinforcements and other things to come.
 */
calendar: Array<CalendarView>, 
/**
 * Layers that the page can switch on: supply, zones, control, …
 */
layers: Array<LayerView>, 
/**
 * What the viewer is asked, and what he may do; empty unless it is his to act.
 */
offers: Offers, 
/**
 * The result, when the game is over.
 */
outcome?: Outcome, };

export type TurnView = { 
/**
 * The number of the turn, from 1.
 */
number: number, 
/**
 * How many turns the scenario has.
 */
of: number, 
/**
 * The date, as the track prints it.
 */
label: string, 
/**
 * Whose player turn it is.
 */
side: Side | null, 
/**
 * The phase's id, as case files write it.
 */
phase: string, 
/**
 * The phase in words.
 */
phase_name: string, 
/**
 * The rule of the phase.
 */
case: string, };

export type SpaceView = { 
/**
 * The space.
 */
id: string, 
/**
 * Who controls it.
 */
control: Side | null, 
/**
 * Markers lying in it.
 */
markers?: Array<MarkerView>, };

export type MarkerView = { 
/**
 * Its kind: battle, compulsory, river-assault, …
 */
kind: string, 
/**
 * In words, for the tooltip.
 */
text: string, 
/**
 * On the side towards this space, if it lies on a hexside.
 */
toward?: string, };

export type CounterView = { 
/**
 * Its id. Ids tell nothing that the counter's visible face does not.
 */
id: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * Where it is: a space, or a counter's id for something assigned to it; empty if the viewer may not know.
 */
at: string, 
/**
 * What it is: unit, asset, marker, hq, air, …
 */
kind: string, 
/**
 * Its visible face.
 */
face: FaceView, 
/**
 * True when the viewer sees only a back.
 */
hidden: boolean, 
/**
 * States: unsupplied, moved, engaged, …, each with a letter or shape on the page.
 */
flags?: Array<string>, };

export type FaceView = { 
/**
 * The designation printed on it.
 */
name: string, 
/**
 * Nationality: german, ss, luftwaffe, romanian, hungarian, italian, soviet, guards.
 */
nation: string, 
/**
 * What it is, for its mark: the word of a [`UnitSymbol`](crate::UnitSymbol); nothing where the viewer sees only a back.
 */
symbol: string, 
/**
 * Size mark: II, III, X, XX, XXX, XXXX.
 */
size: string, 
/**
 * Factors in the order the game prints them, with what each means; `?` where the viewer may not know.
 */
factors: Array<FactorView>, 
/**
 * Steps now.
 */
steps: number | null, 
/**
 * Steps at full strength.
 */
max_steps: number | null, 
/**
 * Higher formation, for the coloured band and the order of battle.
 */
formation: string, };

export type UnitSymbol = "infantry" | "motorised" | "mot-infantry" | "mechanised" | "mech-infantry" | "armoured-infantry" | "motorcycle" | "cyclist" | "mountain" | "security" | "worker" | "machine-gun" | "mortar" | "armour" | "tank" | "heavy-tank" | "assault-gun" | "cavalry" | "mot-cavalry" | "recon" | "artillery" | "mot-artillery" | "rocket" | "antitank" | "anti-tank" | "sp-anti-tank" | "anti-aircraft" | "anti-air" | "mot-anti-air" | "light-aa" | "heavy-aa" | "engineer" | "mot-engineer" | "construction" | "hq" | "mot-hq" | "army-hq" | "convoy" | "air" | "naval" | "fortress" | "offensive" | "event" | "unknown";

export type FactorView = { 
/**
 * What it is called.
 */
name: string, 
/**
 * As printed, or `?`.
 */
value: string, };

export type FactorNote = { 
/**
 * The counter.
 */
counter: string, 
/**
 * What the number is called.
 */
factor: string, 
/**
 * As printed.
 */
printed: string, 
/**
 * What it comes to.
 */
now: string, 
/**
 * The reasons, each under its rule.
 */
because: Array<OfferNote>, };

export type TrackView = { 
/**
 * Its id, as case files write it.
 */
id: string, 
/**
 * In words.
 */
name: string, 
/**
 * Where it stands; `None` if the viewer may not know.
 */
value: number | null, 
/**
 * What would change it, or how it counts.
 */
note: string, 
/**
 * Where it ends, if it is a track of few boxes that ends somewhere.
 */
most?: number, 
/**
 * What it is for victory in this scenario.
 */
role?: TrackRole, 
/**
 * The least and the most that it can be, where the viewer may not know it exactly.
 */
range?: [number, number], };

export type TrackRole = "other" | "goal" | "score";

export type CalendarView = { 
/**
 * The turn.
 */
turn: number, 
/**
 * Whose.
 */
side: Side | null, 
/**
 * In words.
 */
text: string, 
/**
 * The counter, if it is one.
 */
counter?: string, };

export type LayerView = { 
/**
 * Its id: supply-axis, zones-soviet, control, …
 */
id: string, 
/**
 * In words.
 */
name: string, 
/**
 * The rule.
 */
case: string, 
/**
 * The spaces it covers.
 */
spaces: Array<string>, 
/**
 * The spaces it covers in a second shade (reached but not passable, for instance).
 */
half: Array<string>, 
/**
 * Lines from space to space: links of a network, ways of supply.
 */
lines?: Array<LineView>, };

export type LineView = { 
/**
 * `link` is drawn while the layer is on; `chain` and `broken` (a way that does not work) when their first space is looked at.
 */
kind: string, 
/**
 * The spaces it runs through, the one it belongs to first.
 */
path: Array<string>, 
/**
 * The spaces of the path where it is tied to the network, or where it breaks.
 */
stops: Array<string>, 
/**
 * In words.
 */
text: string, };

export type Outcome = { 
/**
 * The winner; nobody in a draw.
 */
winner: Side | null, 
/**
 * The level of victory, in the words of the rulebook (`decisive`, `sudden death`, …), lower case.
 */
level: string, 
/**
 * The score, if the game has one.
 */
score: number | null, 
/**
 * The rule that decided it.
 */
case: Case, 
/**
 * A sentence.
 */
text: string, };

export type Offers = { 
/**
 * What is asked.
 */
prompt: Prompt, 
/**
 * Legal actions with their words, in the game's fixed order: all of them, or, at a table that shows offers in two levels, those that are
 * not in `sets`.
 */
list: Array<Offer>, 
/**
 * The other legal actions, of which only what a hand can point at is said.
 */
sets?: Array<OfferSet>, };

export type Prompt = { 
/**
 * The question, in a sentence.
 */
text: string, 
/**
 * The rule under which it is asked.
 */
case: string, 
/**
 * Things still undone that the player should know of before he goes on: mandatory ones and valuable ones.
 */
reminders: Array<Reminder>, 
/**
 * What can be done in one go: actions that are offered one after the other, as one list. The kernel adds it to what a game asks.
 */
together?: Array<Together>, };

export type Together = { 
/**
 * What it does, in a few words for a button.
 */
label: string, 
/**
 * The actions, in order: they are sent as one list.
 */
actions: (string | Record<string, unknown>)[], };

export type Reminder = { 
/**
 * The rule.
 */
case: Case, 
/**
 * In words.
 */
text: string, 
/**
 * The phase cannot end before it is done.
 */
mandatory: boolean, 
/**
 * Ending the step now loses something or leaves it in danger: whoever ends it is asked first. The rest is only good to know.
 */
stake: boolean, 
/**
 * Where, if it is a place.
 */
at: string | null, };

export type Offer = { 
/**
 * The action itself, as it is sent back.
 */
action: string | Record<string, unknown>, 
/**
 * What it does, in a few words for a button.
 */
label: string, 
/**
 * What kind it is: decides colour and shape of the highlight.
 */
kind: OfferKind, 
/**
 * The heading under which it is listed.
 */
group: string, 
/**
 * The counter it is about (clicking the counter takes it).
 */
counter?: string, 
/**
 * The space it is about (clicking the space takes it).
 */
space?: string, 
/**
 * What it costs, if it costs something.
 */
cost?: string, 
/**
 * The sums and chances of the battle it would start, as this side may know them.
 */
preview?: BattleReport, 
/**
 * What would follow from it, line by line: offers that have such lines are laid side by side and chosen with care.
 */
notes?: Array<OfferNote>, 
/**
 * Whoever takes one of its group may want them all.
 */
all?: boolean, 
/**
 * What is done, as [`crate::Aim::verb`] says it; only where offers come in two levels.
 */
verb?: string, 
/**
 * There is a preview; it is asked for apart.
 */
battle?: boolean, 
/**
 * The column of the preview that is asked for apart.
 */
odds?: string, };

export type OfferNote = { 
/**
 * The rule.
 */
case: Case, 
/**
 * In words.
 */
text: string, };

export type OfferKind = "select" | "move" | "attack" | "place" | "retreat" | "loss" | "spend" | "done" | "other";

export type OfferSet = { 
/**
 * What is done.
 */
verb: string, 
/**
 * What kind of offers they are.
 */
kind: OfferKind, 
/**
 * The heading under which they are listed.
 */
group: string, 
/**
 * How many there are.
 */
count: number, 
/**
 * One of them, as an example of how such an action is written.
 */
example: Example, 
/**
 * The counters they are about; none if they are about spaces alone, or about nothing that one can point at.
 */
counters?: Array<string>, 
/**
 * Each counter has one action, and `spaces` (if not empty) names the space of each in the same order. Otherwise the spaces of a
 * counter are asked for.
 */
single?: boolean, 
/**
 * The spaces they are about.
 */
spaces?: Array<string>, 
/**
 * Whoever takes one of them may want them all.
 */
all?: boolean, 
/**
 * They start battles, whose sums can be looked at first.
 */
battle?: boolean, };

export type Example = { 
/**
 * The action.
 */
action: string | Record<string, unknown>, 
/**
 * Its counter.
 */
counter?: string, 
/**
 * Its space.
 */
space?: string, };

export type Worded = { 
/**
 * How many fit.
 */
count: number, 
/**
 * Those that were asked for.
 */
list: Array<Offer>, };

export type Event = { 
/**
 * The rule it follows from.
 */
case: Case, 
/**
 * The sentence for the log. Where the sides may know different things, two events are written, one for each.
 */
text: string, 
/**
 * Players forget it when its turn is over: the rules let nobody keep a book about the enemy. It comes back when the game is over.
 */
fades?: boolean, } & ({ "kind": "phase", 
/**
 * The game turn.
 */
turn: number, 
/**
 * Whose it is, if it is one side's.
 */
side: Side | null, 
/**
 * The phase's id, as case files write it. Steps in which nobody decides anything are numbered (`pulse-3`): the page shows them
 * as a film, one after the other.
 */
phase: string, } | { "kind": "roll", 
/**
 * Who rolled.
 */
side: Side, 
/**
 * The faces of the die.
 */
die: number, 
/**
 * What it showed.
 */
value: number, } | { "kind": "move", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stood.
 */
from: string, 
/**
 * Where it stands.
 */
to: string, } | { "kind": "place", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where.
 */
at: string, } | { "kind": "loss", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stood; empty where that is told otherwise (a battle before it, a removal after it) or stood nowhere.
 */
at: string, 
/**
 * How many.
 */
steps: number, 
/**
 * It is gone.
 */
gone: boolean, } | { "kind": "remove", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stood.
 */
from: string, } | { "kind": "flip", 
/**
 * The counter.
 */
counter: string, 
/**
 * Its new state.
 */
to: string, } | { "kind": "marker", 
/**
 * The marker.
 */
marker: string, 
/**
 * The space.
 */
at: string, 
/**
 * Placed (true) or removed.
 */
placed: boolean, } | { "kind": "track", 
/**
 * The track.
 */
track: string, 
/**
 * Before.
 */
from: number, 
/**
 * After.
 */
to: number, } | { "kind": "control", 
/**
 * The space.
 */
at: string, 
/**
 * Who controls it now.
 */
side: Side | null, } | { "kind": "battle" } & BattleReport | { "kind": "end", 
/**
 * Who won; nobody in a draw.
 */
winner: Side | null, 
/**
 * The level of victory.
 */
level: string, } | { "kind": "note" });

export type What = { "kind": "phase", 
/**
 * The game turn.
 */
turn: number, 
/**
 * Whose it is, if it is one side's.
 */
side: Side | null, 
/**
 * The phase's id, as case files write it. Steps in which nobody decides anything are numbered (`pulse-3`): the page shows them
 * as a film, one after the other.
 */
phase: string, } | { "kind": "roll", 
/**
 * Who rolled.
 */
side: Side, 
/**
 * The faces of the die.
 */
die: number, 
/**
 * What it showed.
 */
value: number, } | { "kind": "move", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stood.
 */
from: string, 
/**
 * Where it stands.
 */
to: string, } | { "kind": "place", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where.
 */
at: string, } | { "kind": "loss", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stood; empty where that is told otherwise (a battle before it, a removal after it) or stood nowhere.
 */
at: string, 
/**
 * How many.
 */
steps: number, 
/**
 * It is gone.
 */
gone: boolean, } | { "kind": "remove", 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stood.
 */
from: string, } | { "kind": "flip", 
/**
 * The counter.
 */
counter: string, 
/**
 * Its new state.
 */
to: string, } | { "kind": "marker", 
/**
 * The marker.
 */
marker: string, 
/**
 * The space.
 */
at: string, 
/**
 * Placed (true) or removed.
 */
placed: boolean, } | { "kind": "track", 
/**
 * The track.
 */
track: string, 
/**
 * Before.
 */
from: number, 
/**
 * After.
 */
to: number, } | { "kind": "control", 
/**
 * The space.
 */
at: string, 
/**
 * Who controls it now.
 */
side: Side | null, } | { "kind": "battle" } & BattleReport | { "kind": "end", 
/**
 * Who won; nobody in a draw.
 */
winner: Side | null, 
/**
 * The level of victory.
 */
level: string, } | { "kind": "note" };

export type Reach = { 
/**
 * Who goes together.
 */
counters: Array<string>, 
/**
 * What taking them up is called ([`Aim::verb`]); empty for those who are on the march already.
 */
verb: string, 
/**
 * The same in words.
 */
label: string, 
/**
 * Where they start.
 */
from: string, 
/**
 * What they have to spend, in parts of a point.
 */
left: number, 
/**
 * So many parts are a point.
 */
parts: number, 
/**
 * Where they can go, each after the one that leads to it.
 */
goals: Array<Goal>, };

export type Goal = { 
/**
 * Where.
 */
space: string, 
/**
 * The goal before it on the way, by its place in the list; absent: the start.
 */
via?: number, 
/**
 * What is left to spend there.
 */
left: number, 
/**
 * The enemy is there: going there is a fight.
 */
fight?: boolean, 
/**
 * The fight begins at once, and its sums can be looked at first.
 */
battle?: boolean, 
/**
 * Dice decide, or something is revealed.
 */
chance?: boolean, 
/**
 * There is no way on from there.
 */
last?: boolean, 
/**
 * They would be out of supply there.
 */
unsupplied?: boolean, };

export type Dearer = { 
/**
 * The actions, to be done as one list.
 */
actions: unknown[], 
/**
 * The step that begins the fight, in words.
 */
fight: Offer, 
/**
 * The space from which it is taken.
 */
from: string, };

export type Way = { 
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
far?: boolean, };

export type Muster = { 
/**
 * The place.
 */
space: string, 
/**
 * Those who can take part, stack by stack.
 */
parties: Array<Party>, 
/**
 * What can be spent on it or changed about it.
 */
choices: Array<Choice>, 
/**
 * The actions that do it, the fight itself last; empty if there is nothing to fight with.
 */
actions: unknown[], 
/**
 * In which ways the place can be attacked, if in several: an assault, a bombardment.
 */
ways?: Array<AttackWay>, 
/**
 * With what the battle can be begun, if with several actions; the one that is planned is taken.
 */
ends?: Array<Choice>, 
/**
 * Fewer than everybody take part, for they are enough: in words.
 */
enough?: string, 
/**
 * The battle that would be fought.
 */
preview?: BattleReport, };

export type AttackWay = { 
/**
 * Its verb ([`Aim::verb`]).
 */
verb: string, 
/**
 * In words.
 */
label: string, 
/**
 * It is the one that is planned.
 */
taken: boolean, };

export type Party = { 
/**
 * The counter.
 */
counter: string, 
/**
 * Where it stands.
 */
space?: string, 
/**
 * What it would do, in words.
 */
label: string, 
/**
 * It takes part.
 */
joined: boolean, };

export type Choice = { 
/**
 * The action.
 */
action: string | Record<string, unknown>, 
/**
 * In words.
 */
label: string, 
/**
 * The counter it is about.
 */
counter?: string, 
/**
 * It is taken.
 */
taken: boolean, 
/**
 * The column of the battle with it.
 */
odds?: string, };

export type BattleReport = { 
/**
 * Where.
 */
at: string, 
/**
 * Who attacks.
 */
attacker: Side | null, 
/**
 * The two forces: attacker, defender.
 */
forces: Array<Force>, 
/**
 * The odds or the column, in the words of the game's chart.
 */
column: string, 
/**
 * The cells read, attacker's roll first; empty in a preview.
 */
results: Array<BattleResult>, 
/**
 * The chances of each outcome, in a preview.
 */
chances: Array<Chance>, 
/**
 * What may be expected of it, in a preview.
 */
forecast?: Forecast, 
/**
 * Shifts of the column, one by one, in a game that has them.
 */
shifts?: Array<ForceLine>, 
/**
 * From where the attack comes, in a game in which that counts.
 */
approach?: Approach, 
/**
 * The first page of a report that has two: what happened, each line under its heading. The second page is the sums.
 */
brief?: Array<ForceLine>, };

export type Forecast = { 
/**
 * Steps lost on average, in hundredths: attacker, defender.
 */
losses: [number, number], 
/**
 * How likely it is that the defenders must leave their place or all die, in thousandths.
 */
clears: number, 
/**
 * What failing costs: the attacker's mean losses where the defenders stay, in hundredths.
 */
failure: number, 
/**
 * The result that is most likely, in words; nothing if two are as likely.
 */
likely: string, 
/**
 * The best that can come of it, in words.
 */
best: string, 
/**
 * Nothing about it is guessed.
 */
sure: boolean, };

export type Approach = { 
/**
 * The spaces of the attackers around the one attacked.
 */
from: Array<string>, 
/**
 * Those of them that make it an attack from several sides; empty if it is none.
 */
counts: Array<string>, 
/**
 * The rule.
 */
case: string, 
/**
 * What follows, in words.
 */
text: string, };

export type Force = { 
/**
 * Whose.
 */
side: Side | null, 
/**
 * The lines of the sum, in order.
 */
lines: Array<ForceLine>, 
/**
 * The total; where the viewer may not know it, the least it can be.
 */
total: number, 
/**
 * The most it can be; equal to `total` where it is known.
 */
most: number, 
/**
 * The total as the game writes it, where strengths are no whole numbers.
 */
sum?: string, };

export type ForceLine = { 
/**
 * The rule.
 */
case: Case, 
/**
 * In words: the counter, or the modifier.
 */
text: string, 
/**
 * What it adds, as the game writes it (`+6`, `x1/2`, `2-5`).
 */
value: string, };

export type BattleResult = { 
/**
 * Whose roll.
 */
side: Side, 
/**
 * The row or column read, in words.
 */
line: string, 
/**
 * The die.
 */
die: number, 
/**
 * The cell.
 */
cell: string, 
/**
 * The whole row or column it stands in, one cell a face of the die, so that the chart can be shown with the cell lit.
 */
cells: Array<string>, };

export type Chance = { 
/**
 * The outcome in words.
 */
text: string, 
/**
 * Thousandths.
 */
permille: number, };

export type Patch = { 
/**
 * The turn and phase.
 */
turn?: TurnView, 
/**
 * Who is asked to decide.
 */
to_act?: ToAct, 
/**
 * Spaces.
 */
spaces?: ListPatch<SpaceView, SpaceView>, 
/**
 * Counters.
 */
counters?: ListPatch<CounterView, CounterPatch>, 
/**
 * Tracks.
 */
tracks?: ListPatch<TrackView, TrackView>, 
/**
 * The battle being fought; null if none is any more.
 */
battle?: BattleReport | null, 
/**
 * The calendar, whole.
 */
calendar?: Array<CalendarView>, 
/**
 * Layers.
 */
layers?: ListPatch<LayerView, LayerView>, 
/**
 * What is asked.
 */
prompt?: Prompt, 
/**
 * The offers that come with their words, whole.
 */
list?: Array<Offer>, 
/**
 * The other offers, whole.
 */
sets?: Array<OfferSet>, 
/**
 * The result; null if there is none any more.
 */
outcome?: Outcome | null, };

export type ListPatch<T, C> = { 
/**
 * The whole list, where its ids do not tell its items apart; then there is nothing else.
 */
all?: Array<T>, 
/**
 * Ids of those that are gone, or come back in another place.
 */
gone?: Array<string>, 
/**
 * Those that changed where they are.
 */
put?: Array<C>, 
/**
 * Those that are new, each with its index in the list when it is its turn to be put in.
 */
new?: Array<[number, T]>, };

export type CounterPatch = { 
/**
 * Which counter.
 */
id: string, 
/**
 * Whose it is now.
 */
side?: Side | null, 
/**
 * Where it is now.
 */
at?: string, 
/**
 * What it is now.
 */
kind?: string, 
/**
 * Its visible face.
 */
face?: FaceView, 
/**
 * Only its back is seen.
 */
hidden?: boolean, 
/**
 * Its states, whole.
 */
flags?: Array<string>, };

export type Advice = { 
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
path: Array<string>, };
