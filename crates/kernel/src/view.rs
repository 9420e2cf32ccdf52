//! What a viewer sees: one vocabulary for all tables.
//!
//! A [`Sheet`] is what is printed and never changes: the map, the boxes, the tracks. A [`View`] is what lies on it now, as one
//! viewer may know it. Pages, bots and the command line need nothing else.

use crate::{Case, OfferNote, Offers, Side, ToAct, Viewer};
use serde::Serialize;

/// The printed sheet of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sheet {
    /// Hexes with their drawing positions (hex width = 1000, x grows east, y grows south).
    pub hexes: Vec<SheetHex>,
    /// Boxes.
    pub boxes: Vec<SheetBox>,
    /// Features on hexsides.
    pub sides: Vec<SheetSide>,
    /// Pointy-top hexes (rows) or flat-top ones (columns).
    pub pointy: bool,
    /// What is printed beside the map for the reader.
    pub legend: Vec<LegendLine>,
    /// The player aids: charts that the rules name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub charts: Vec<Chart>,
    /// The states that a counter can show, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub badges: Vec<Badge>,
    /// Where counters are that are not on the sheet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub beside: Vec<Beside>,
    /// What the calendar calls the turns, the first one first.
    pub turns: Vec<String>,
    /// What the players should know before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub briefing: Option<Briefing>,
}

/// A chart of the player aids, as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chart {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// The rules that it belongs to; those within them show it, too.
    pub cases: Vec<String>,
    /// The heads of the columns; the first stands over the heads of the rows.
    pub heads: Vec<String>,
    /// The rows; the first cell is the head of the row.
    pub rows: Vec<Vec<String>>,
    /// What the signs in it mean.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub note: String,
    /// What tells which part of it holds now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub lit: Option<Lit>,
    /// Where several charts of one kind stand side by side: what this one is for, as `lit` compares it.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub key: String,
}

/// What tells which row of a [`Chart`] (or column, or which of several charts) holds now: the one whose head is the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Lit {
    /// The number of the turn, or its label.
    Turn,
    /// The column of the battle.
    Battle,
    /// The ground of the hex that is looked at.
    Terrain,
}

/// A state that a counter can show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Badge {
    /// As [`CounterView::flags`] names it.
    pub flag: String,
    /// In words.
    pub text: String,
    /// The rule.
    pub case: String,
    /// It is trouble with supply.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub supply: bool,
}

/// A place that is not on the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Beside {
    /// As [`CounterView::at`] names it.
    pub id: String,
    /// What has become of a counter there, in a word or two.
    pub name: String,
    /// Counters there have left the game, or will come; neither fights now.
    pub gone: bool,
}

/// What is to be known before the first turn, in our own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Briefing {
    /// The situation, a paragraph each.
    pub situation: Vec<String>,
    /// What each side must do, a line each.
    pub axis: Vec<String>,
    /// The same for the other side.
    pub soviet: Vec<String>,
    /// How it is won, a line each.
    pub victory: Vec<String>,
    /// What is special in this scenario, a line each.
    pub special: Vec<String>,
}

/// A hex of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SheetHex {
    /// Its printed number.
    pub id: String,
    /// Centre.
    pub x: i32,
    /// Centre.
    pub y: i32,
    /// Terrain, by the words of the page: clear, forest, hills, mountain, marsh, steppe, urban, sea, lake.
    pub terrain: String,
    /// Its name, if a place is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub name: Option<String>,
    /// How large the name is written: 1 (largest) to 4; 0 for none.
    pub rank: u8,
    /// Regions it belongs to (shading), by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub regions: Vec<String>,
    /// Other things drawn in it: crossing, port, airfield, victory, …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub marks: Vec<String>,
}

/// A box of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SheetBox {
    /// Its id.
    pub id: String,
    /// Its title.
    pub name: String,
    /// Top left corner and size, in the units of the hexes.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
    /// One line under the title (slots, limits).
    pub note: String,
    /// Spaces it is connected with, for the lines drawn.
    pub links: Vec<String>,
}

/// A feature on the side between two hexes, or a line from hex to hex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SheetSide {
    /// One hex.
    pub a: String,
    /// The other.
    pub b: String,
    /// river-minor, river-major, bridge, ferry, blocked, road, rail, …
    pub kind: String,
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub name: Option<String>,
}

/// A line of the legend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LegendLine {
    /// The kind of terrain, side or region it explains.
    pub kind: String,
    /// In words.
    pub text: String,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub case: Option<Case>,
}

/// What lies on the table, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Whose view it is.
    pub viewer: Viewer,
    /// The turn and phase.
    pub turn: TurnView,
    /// Who is asked to decide.
    pub to_act: ToAct,
    /// Spaces that have something to show.
    pub spaces: Vec<SpaceView>,
    /// Counters, in a fixed order.
    pub counters: Vec<CounterView>,
    /// Numbers on tracks.
    pub tracks: Vec<TrackView>,
    /// The battle being fought, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub battle: Option<crate::event::BattleReport>,
    /// Reinforcements and other things to come.
    pub calendar: Vec<CalendarView>,
    /// Layers that the page can switch on: supply, zones, control, …
    pub layers: Vec<LayerView>,
    /// What the viewer is asked, and what he may do; empty unless it is his to act.
    pub offers: Offers,
    /// The result, when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub outcome: Option<Outcome>,
}

impl View {
    /// An empty table of a scenario, to lay things on.
    pub fn new(game: impl Into<String>, scenario: impl Into<String>, viewer: Viewer) -> View {
        View {
            game: game.into(),
            scenario: scenario.into(),
            viewer,
            turn: TurnView::default(),
            to_act: ToAct::Nobody,
            spaces: Vec::new(),
            counters: Vec::new(),
            tracks: Vec::new(),
            battle: None,
            calendar: Vec::new(),
            layers: Vec::new(),
            offers: Offers::default(),
            outcome: None,
        }
    }

    /// The view without what a page asks for when somebody wants to see it: what the layers cover (their names stay), and the calendar.
    pub fn without_extras(mut self) -> View {
        for layer in &mut self.layers {
            (layer.spaces, layer.half, layer.lines) = (Vec::new(), Vec::new(), Vec::new());
        }
        self.calendar.clear();
        self
    }
}

/// How much of the table a view shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What is shown after every action: of the layers only their names, no calendar.
    Glance,
    /// Everything.
    Whole,
}

impl Detail {
    /// What belongs to the whole only.
    pub fn whole<T: Default>(self, make: impl FnOnce() -> T) -> T {
        match self {
            Detail::Glance => T::default(),
            Detail::Whole => make(),
        }
    }
}

/// The turn and phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TurnView {
    /// The number of the turn, from 1.
    pub number: u32,
    /// How many turns the scenario has.
    pub of: u32,
    /// The date, as the track prints it.
    pub label: String,
    /// Whose player turn it is.
    pub side: Option<Side>,
    /// The phase's id, as case files write it.
    pub phase: String,
    /// The phase in words.
    pub phase_name: String,
    /// The rule of the phase.
    pub case: String,
}

/// A space with something to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpaceView {
    /// The space.
    pub id: String,
    /// Who controls it.
    pub control: Option<Side>,
    /// Markers lying in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub markers: Vec<MarkerView>,
}

/// A marker in a space.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MarkerView {
    /// Its kind: battle, compulsory, river-assault, …
    pub kind: String,
    /// In words, for the tooltip.
    pub text: String,
    /// On the side towards this space, if it lies on a hexside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub toward: Option<String>,
}

/// A counter as the viewer may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CounterView {
    /// Its id. Ids tell nothing that the counter's visible face does not.
    pub id: String,
    /// Whose it is.
    pub side: Option<Side>,
    /// Where it is: a space, or a counter's id for something assigned to it; empty if the viewer may not know.
    pub at: String,
    /// What it is: unit, asset, marker, hq, air, …
    pub kind: String,
    /// Its visible face.
    pub face: FaceView,
    /// True when the viewer sees only a back.
    pub hidden: bool,
    /// States: unsupplied, moved, engaged, …, each with a letter or shape on the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub flags: Vec<String>,
}

/// The face of a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FaceView {
    /// The designation printed on it.
    pub name: String,
    /// Nationality: german, ss, luftwaffe, romanian, hungarian, italian, soviet, guards.
    pub nation: String,
    /// What it is, for its mark: the word of a [`UnitSymbol`](crate::UnitSymbol); nothing where the viewer sees only a back.
    pub symbol: String,
    /// Size mark: II, III, X, XX, XXX, XXXX.
    pub size: String,
    /// Factors in the order the game prints them, with what each means; `?` where the viewer may not know.
    pub factors: Vec<FactorView>,
    /// Steps now.
    pub steps: Option<u8>,
    /// Steps at full strength.
    pub max_steps: Option<u8>,
    /// Higher formation, for the coloured band and the order of battle.
    pub formation: String,
}

/// One factor of a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FactorView {
    /// What it is called.
    pub name: String,
    /// As printed, or `?`.
    pub value: String,
}

/// A number of a counter that does not count as it is printed now, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FactorNote {
    /// The counter.
    pub counter: String,
    /// What the number is called.
    pub factor: String,
    /// As printed.
    pub printed: String,
    /// What it comes to.
    pub now: String,
    /// The reasons, each under its rule.
    pub because: Vec<OfferNote>,
}

/// A number on a track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TrackView {
    /// Its id, as case files write it.
    pub id: String,
    /// In words.
    pub name: String,
    /// Where it stands; `None` if the viewer may not know.
    pub value: Option<i32>,
    /// What would change it, or how it counts.
    pub note: String,
    /// Where it ends, if it is a track of few boxes that ends somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub most: Option<i32>,
    /// What it is for victory in this scenario.
    #[serde(skip_serializing_if = "TrackRole::is_other")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub role: TrackRole,
    /// The least and the most that it can be, where the viewer may not know it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub range: Option<[i32; 2]>,
}

/// What a track is for victory in the scenario that is played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TrackRole {
    /// Nothing directly.
    #[default]
    Other,
    /// It goes into the count.
    Goal,
    /// It is the count that decides: the one that is always in sight.
    Score,
}

impl TrackRole {
    fn is_other(&self) -> bool {
        *self == TrackRole::Other
    }
}

/// Something to come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CalendarView {
    /// The turn.
    pub turn: u32,
    /// Whose.
    pub side: Option<Side>,
    /// In words.
    pub text: String,
    /// The counter, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub counter: Option<String>,
}

/// A layer over the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LayerView {
    /// Its id: supply-axis, zones-soviet, control, …
    pub id: String,
    /// In words.
    pub name: String,
    /// The rule.
    pub case: String,
    /// The spaces it covers.
    pub spaces: Vec<String>,
    /// The spaces it covers in a second shade (reached but not passable, for instance).
    pub half: Vec<String>,
    /// Lines from space to space: links of a network, ways of supply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub lines: Vec<LineView>,
}

/// A line of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LineView {
    /// `link` is drawn while the layer is on; `chain` and `broken` (a way that does not work) when their first space is looked at.
    pub kind: String,
    /// The spaces it runs through, the one it belongs to first.
    pub path: Vec<String>,
    /// The spaces of the path where it is tied to the network, or where it breaks.
    pub stops: Vec<String>,
    /// In words.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// The level of victory, in the words of the rulebook (`decisive`, `sudden death`, …), lower case.
    pub level: String,
    /// The score, if the game has one.
    pub score: Option<i32>,
    /// The rule that decided it.
    pub case: Case,
    /// A sentence.
    pub text: String,
}
