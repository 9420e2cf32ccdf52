//! Fuehrer Approval, the OKH crisis, Manstein's offensives, Operation Mars (6, 15, 16).

use super::super::bands::{Band, Bands};
use super::super::reading::{Reading, Turn, numbers};
use super::super::units::{Roster, UnitId};
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::Table;
use serde::{Deserialize, Serialize};

/// A box of the Fuehrer Approval track (15.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApprovalBox {
    /// Supports drawn.
    pub supports: u8,
    /// Replacement points.
    pub rps: u8,
}

/// What kind of strategic hex it is (15.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum StrategicHex {
    RedStar,
    City,
    MajorCity,
    Stalingrad,
}

impl Word for StrategicHex {}

impl StrategicHex {
    /// All of them, in the order of their indexes.
    pub const ALL: [StrategicHex; 4] =
        [StrategicHex::RedStar, StrategicHex::City, StrategicHex::MajorCity, StrategicHex::Stalingrad];

    /// The word used in files.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

/// What a strategic hex is worth on the track.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strategic {
    /// When the Soviets take it.
    pub capture: i8,
    /// When the Axis takes it back.
    pub recapture: i8,
}

numbers! {
    /// Other changes of the track (15.2).
    ApprovalChanges in "charts.toml", "approval_changes" {
        /// Both city hexes hold unsupplied Axis units and the pocket is sealed, to DEC IV.
        stalingrad_oos: i8 = -9..=9,
        /// One city hex is Soviet, to DEC IV.
        stalingrad_one_hex: i8 = -9..=9,
        /// Both are, to DEC IV.
        stalingrad_both_hexes: i8 = -9..=9,
        /// Both are, from JAN I to FEB I.
        stalingrad_later: i8 = -9..=9,
        /// An Axis HQ is eliminated.
        hq_eliminated: i8 = -9..=9,
        /// An Axis HQ leaves the fortress behind.
        hq_moves_away: i8 = -9..=9,
        /// A successful armored attack.
        armored_attack: i8 = -9..=9,
        /// Steps that it must cost the Soviets.
        armored_attack_steps: u8 = 0..=9,
        /// Or how near to the pocket it must be.
        armored_attack_radius: u8 = 0..=9,
        /// Where the marker stays when Manstein is dismissed.
        dismissed_box: u8 = 0..=9,
    }
}

/// What a crisis brings beside the markers (15.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrisisEffect {
    /// No Axis HQ moves in the next Axis turn.
    HqsFrozen,
    /// No supports in the next Axis Support phase.
    NoSupports,
    /// No Axis unit in a city moves in the next Axis turn.
    CitiesFrozen,
    /// One support more in the next Axis Support phase.
    ExtraSupport,
}

impl Word for CrisisEffect {}

/// A row of the OKH crisis table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrisisRow {
    /// Boxes that Manstein goes up or down.
    pub manstein: i8,
    /// The box that the Approval marker goes to.
    pub approval: u8,
    /// What else happens.
    pub also: Option<CrisisEffect>,
    /// Armored attacks asked for before the next Reinforcements phase.
    pub attacks: u8,
    /// Manstein's boxes if they are made.
    pub reward: i8,
    /// Manstein's boxes if they are not.
    pub penalty: i8,
}

/// Manstein's first offensive (16.3.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wintergewitter {
    /// The last turn in which it may be launched.
    pub last_turn: Turn,
    /// Armored divisions that it needs.
    pub divisions: u8,
    /// Supports returned.
    pub returned: u8,
    /// Supports chosen.
    pub chosen: u8,
}

/// Manstein's second offensive (16.3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Backhand {
    /// The first turn in which it may be declared.
    pub first_turn: Turn,
    /// Where the Manstein marker goes on the turn track.
    pub turns_ahead: u8,
    /// Where the Approval marker goes.
    pub approval: u8,
    /// Supports chosen.
    pub chosen: u8,
}

/// What the second offensive brings in the end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackhandRow {
    /// Where the Approval marker goes.
    pub approval: u8,
    /// Where the Manstein marker goes; `None` if it leaves the game.
    pub manstein: Option<u8>,
}

/// A box of the Operation Mars track (6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarsBox {
    /// Its place: 0 is the status quo, Soviet success is positive.
    #[serde(skip)]
    pub place: i8,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Reaching it ends the operation and brings its units at once.
    pub ends: bool,
    /// Whose units it brings.
    pub side: Option<Side>,
    /// The units.
    #[serde(skip)]
    pub units: Vec<UnitId>,
    /// When they arrive if the marker ends here; `None` for at once.
    #[serde(skip)]
    pub arrive: Option<Turn>,
    /// Modifier of STAVKA acquisition rolls, and its last turn.
    #[serde(skip)]
    pub acquisition: Option<(i8, Turn)>,
    /// The division whose arrival is delayed, an index into [`Data::divisions`](super::super::Data::divisions), and by how many turns.
    #[serde(skip)]
    pub delays: Option<(u8, u8)>,
}

/// Operation Mars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mars {
    /// The first roll.
    pub first_turn: Turn,
    /// The last roll.
    pub last_turn: Turn,
    /// Modifier in a launch turn.
    pub launch_modifier: i8,
    /// Added for each support returned.
    pub support_bonus: i8,
    /// Supports that may be returned.
    pub support_limit: u8,
    /// Boxes that the marker moves, by modified roll.
    pub shift: Bands<i8>,
    /// The boxes, from the Soviet collapse to the breakthrough.
    #[serde(skip)]
    pub boxes: Vec<MarsBox>,
}

/// What the file says of all this.
pub(super) struct Politics {
    pub(super) mars: Mars,
    pub(super) approval: Vec<ApprovalBox>,
    pub(super) strategic: [Strategic; 4],
    pub(super) changes: ApprovalChanges,
    pub(super) crisis: Bands<CrisisRow>,
    pub(super) wintergewitter: Wintergewitter,
    pub(super) backhand: Backhand,
    pub(super) backhand_score: Bands<BackhandRow>,
}

pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster) -> Option<Politics> {
    let approval = read_approval(root, reading);
    let top = approval.as_ref().map_or(9, |boxes| u8::try_from(boxes.len().saturating_sub(1)).unwrap_or(9));
    let changes = ApprovalChanges::read(root, reading);
    let strategic = root.table("strategic").and_then(|table| {
        let table = table.called("strategic");
        reading.source(&table, "charts.toml strategic");
        let words = StrategicHex::ALL.map(|hex| (hex.word(), hex));
        let rows = super::all_of(&table, table.tables("rows"), "hex", &words, |line, _| Strategic {
            capture: line.int("capture", -9..=9),
            recapture: line.int("recapture", -9..=9),
        });
        table.finish();
        rows
    });
    let crisis = read_crisis(root, reading, top);
    let offensives = read_offensives(root, reading, top);
    let mars = read_mars(root, reading, roster);
    let (wintergewitter, backhand, backhand_score) = offensives?;
    Some(Politics {
        mars: mars?,
        approval: approval?,
        strategic: strategic?,
        changes: changes?,
        crisis: crisis?,
        wintergewitter,
        backhand,
        backhand_score,
    })
}

fn read_approval(root: &Table<'_>, reading: &Reading<'_>) -> Option<Vec<ApprovalBox>> {
    let table = root.table("approval")?.called("approval");
    reading.source(&table, "charts.toml approval");
    let mut boxes = Vec::new();
    for line in table.tables("boxes") {
        let place: usize = line.int("box", 0..=99);
        let line = line.called(format!("approval box {place}"));
        if place != boxes.len() {
            line.fault(format!("this must be box {}: boxes follow each other from 0", boxes.len()));
        }
        reading.printed(&line);
        boxes.push(ApprovalBox { supports: line.int("supports", 0..=20), rps: line.int("rps", 0..=20) });
        line.finish();
    }
    if !(8..=20).contains(&boxes.len()) {
        table.fault(format!("the track has {} boxes, not 8 to 20", boxes.len()));
    }
    table.finish();
    Some(boxes)
}

fn read_crisis(root: &Table<'_>, reading: &Reading<'_>, top: u8) -> Option<Bands<CrisisRow>> {
    let table = root.table("okh_crisis")?.called("okh_crisis");
    reading.source(&table, "charts.toml okh_crisis");
    let rows = Bands::read(&table, table.tables("rows"), "roll", Band::TWO_DICE, |line| {
        reading.printed(line);
        let number = |key| line.get(key).and_then(|item| item.int(-9..=9_i8)).unwrap_or(0);
        let row = CrisisRow {
            manstein: line.int("manstein", -9..=9),
            approval: line.int("approval", 0..=top),
            also: CrisisEffect::get(line, "also"),
            attacks: line.get("attacks").and_then(|item| item.int(0..=9)).unwrap_or(0),
            reward: number("reward"),
            penalty: number("penalty"),
        };
        if (row.attacks > 0) != (row.reward != 0 || row.penalty != 0) {
            line.fault("`attacks` comes with a `reward` or a `penalty`");
        }
        row
    });
    table.finish();
    Some(rows)
}

fn read_offensives(
    root: &Table<'_>,
    reading: &Reading<'_>,
    top: u8,
) -> Option<(Wintergewitter, Backhand, Bands<BackhandRow>)> {
    let open = |name: &str| {
        let table = root.table(name)?.called(name);
        reading.source(&table, format!("charts.toml {name}"));
        Some(table)
    };
    let wintergewitter = open("wintergewitter").map(|table| {
        let offensive = Wintergewitter {
            last_turn: reading.need_turn(&table, "last_turn"),
            divisions: table.int("divisions", 0..=9),
            returned: table.int("returned", 0..=9),
            chosen: table.int("chosen", 0..=9),
        };
        table.finish();
        offensive
    });
    let backhand = open("backhand").map(|table| {
        let offensive = Backhand {
            first_turn: reading.need_turn(&table, "first_turn"),
            turns_ahead: table.int("turns_ahead", 0..=9),
            approval: table.int("approval", 0..=top),
            chosen: table.int("chosen", 0..=9),
        };
        table.finish();
        offensive
    });
    let score = open("backhand_score").map(|table| {
        let rows = Bands::read(&table, table.tables("rows"), "score", Band::ALL, |line| BackhandRow {
            approval: line.int("approval", 0..=top),
            manstein: line.get("manstein").and_then(|item| item.int(0..=top)),
        });
        table.finish();
        rows
    });
    Some((wintergewitter?, backhand?, score?))
}

fn read_mars(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster) -> Option<Mars> {
    let table = root.table("mars")?.called("mars");
    reading.source(&table, "charts.toml mars");
    reading.printed(&table);
    let shift = Bands::read(&table, table.tables("rows"), "roll", Band::ALL, |line| line.int("shift", -9..=9));
    let mut boxes: Vec<MarsBox> = Vec::new();
    for line in table.tables("boxes") {
        let mars = read_mars_box(line, reading, roster, boxes.last().map(|before| before.place));
        boxes.push(mars);
    }
    if !boxes.iter().any(|mars| mars.place == 0) {
        table.fault("there is no box 0, the status quo");
    }
    let mars = Mars {
        first_turn: reading.need_turn(&table, "first_turn"),
        last_turn: reading.need_turn(&table, "last_turn"),
        launch_modifier: table.int("launch_modifier", -9..=9),
        support_bonus: table.int("support_bonus", -9..=9),
        support_limit: table.int("support_limit", 0..=9),
        shift,
        boxes,
    };
    table.finish();
    Some(mars)
}

fn read_mars_box(line: Table<'_>, reading: &Reading<'_>, roster: &Roster, before: Option<i8>) -> MarsBox {
    let place: i8 = line.int("box", -9..=9);
    let line = line.called(format!("mars box {place}"));
    reading.printed(&line);
    if before.is_some_and(|before| place != before + 1) {
        line.fault("boxes follow each other");
    }
    let delayed = line.get("delays").and_then(|item| {
        let name = item.text()?;
        let place = roster.divisions.iter().position(|known| known == name);
        if place.is_none() {
            item.fault(format!("there is no division {name} of several counters"));
        }
        u8::try_from(place?).ok()
    });
    let side = line.get("side").and_then(|item| item.word(&super::super::reading::SIDES));
    let units = line.items("units");
    let units: Vec<_> = units.iter().filter_map(|item| Some((roster.find(item)?, item))).collect();
    for (unit, item) in &units {
        if Some(roster.info(*unit).side) != side {
            item.fault(format!("{} is not of this side", roster.info(*unit).id));
        }
    }
    let acquisition = line.get("acquisition").and_then(|item| item.int(-9..=9_i8));
    let mars = MarsBox {
        place,
        id: line.text("id").to_owned(),
        name: line.text("name").to_owned(),
        ends: line.flag("ends"),
        side,
        units: units.iter().map(|&(unit, _)| unit).collect(),
        arrive: reading.get_turn(&line, "arrive"),
        acquisition: acquisition.map(|modifier| (modifier, reading.need_turn(&line, "acquisition_until"))),
        delays: delayed.map(|division| (division, line.int("delay_turns", 1..=9))),
    };
    if mars.ends == mars.arrive.is_some() && !mars.units.is_empty() {
        line.fault("units `arrive` in a turn, unless the box `ends` the operation");
    }
    line.finish();
    mars
}
