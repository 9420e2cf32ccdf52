//! Fuehrer Approval, the OKH crisis, Manstein's offensives, Operation Mars (6, 15, 16).

use super::Charts;
use crate::data::bands::{Band, Bands};
use crate::data::reading::Turn;
use crate::data::units::{Roster, UnitId};
use kessel_kernel::Side;
use kessel_kernel::data::Table;
use kessel_kit::record::field;
use kessel_kit::{Limit, Optional, Or, Reader, Record, Word, records, words};
use std::ops::RangeInclusive;

records! {
    /// A box of the Fuehrer Approval track (15.1).
    #[derive(Copy)]
    pub struct ApprovalBox {
        /// Supports drawn.
        pub supports: u8 = 0..=20,
        /// Replacement points.
        pub rps: u8 = 0..=20,
    }
}

words! {
    /// What kind of strategic hex it is (15.2).
    #[allow(missing_docs)]
    pub enum StrategicHex {
        RedStar,
        City,
        MajorCity,
        Stalingrad,
    }
}

impl StrategicHex {
    /// The word used in files.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

records! {
    /// What a strategic hex is worth on the track.
    #[derive(Copy)]
    pub struct Strategic {
        /// When the Soviets take it.
        pub capture: i8 = -9..=9,
        /// When the Axis takes it back.
        pub recapture: i8 = -9..=9,
    }

    /// Other changes of the track (15.2).
    #[derive(Copy)]
    pub struct ApprovalChanges {
        /// Both city hexes hold unsupplied Axis units and the pocket is sealed, to DEC IV.
        pub stalingrad_oos: i8 = -9..=9,
        /// One city hex is Soviet, to DEC IV.
        pub stalingrad_one_hex: i8 = -9..=9,
        /// Both are, to DEC IV.
        pub stalingrad_both_hexes: i8 = -9..=9,
        /// Both are, from JAN I to FEB I.
        pub stalingrad_later: i8 = -9..=9,
        /// An Axis HQ is eliminated.
        pub hq_eliminated: i8 = -9..=9,
        /// An Axis HQ leaves the fortress behind.
        pub hq_moves_away: i8 = -9..=9,
        /// A successful armored attack.
        pub armored_attack: i8 = -9..=9,
        /// Steps that it must cost the Soviets.
        pub armored_attack_steps: u8 = 0..=9,
        /// Or how near to the pocket it must be.
        pub armored_attack_radius: u8 = 0..=9,
        /// Where the marker stays when Manstein is dismissed.
        pub dismissed_box: u8 = 0..=9,
    }
}

words! {
    /// What a crisis brings beside the markers (15.3).
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
}

records! {
    /// A row of the OKH crisis table.
    #[derive(Copy)]
    pub struct CrisisRow checked by attacks_are_judged {
        /// Boxes that Manstein goes up or down.
        pub manstein: i8 = -9..=9,
        /// The box that the Approval marker goes to.
        pub approval: u8 = ApprovalTrack,
        /// What else happens.
        pub also: Option<CrisisEffect>,
        /// Armored attacks asked for before the next Reinforcements phase.
        pub attacks: u8 = Or(0, 0..=9),
        /// Manstein's boxes if they are made.
        pub reward: i8 = Or(0, -9..=9),
        /// Manstein's boxes if they are not.
        pub penalty: i8 = Or(0, -9..=9),
    }

    /// Manstein's first offensive (16.3.1).
    #[derive(Copy)]
    pub struct Wintergewitter {
        /// The last turn in which it may be launched.
        pub last_turn: Turn,
        /// Armored divisions that it needs.
        pub divisions: u8 = 0..=9,
        /// Supports returned.
        pub returned: u8 = 0..=9,
        /// Supports chosen.
        pub chosen: u8 = 0..=9,
    }

    /// Manstein's second offensive (16.3.2).
    #[derive(Copy)]
    pub struct Backhand {
        /// The first turn in which it may be declared.
        pub first_turn: Turn,
        /// Where the Manstein marker goes on the turn track.
        pub turns_ahead: u8 = 0..=9,
        /// Where the Approval marker goes.
        pub approval: u8 = ApprovalTrack,
        /// Supports chosen.
        pub chosen: u8 = 0..=9,
    }

    /// What the second offensive brings in the end.
    #[derive(Copy)]
    pub struct BackhandRow {
        /// Where the Approval marker goes.
        pub approval: u8 = ApprovalTrack,
        /// Where the Manstein marker goes; `None` if it leaves the game.
        pub manstein: Option<u8> = ApprovalTrack,
    }

    /// A box of the Operation Mars track (6).
    pub struct MarsBox checked by units_fit {
        /// Its place: 0 is the status quo, Soviet success is positive.
        pub place: i8 as "box" = -9..=9,
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Reaching it ends the operation and brings its units at once.
        pub ends: bool,
        /// Whose units it brings.
        pub side: Option<Side>,
        /// The units.
        pub units: Vec<UnitId> = Optional,
        /// When they arrive if the marker ends here; `None` for at once.
        pub arrive: Option<Turn>,
        /// Modifier of STAVKA acquisition rolls, and its last turn.
        pub acquisition: Option<(i8, Turn)> => acquisition,
        /// The division whose arrival is delayed, an index into [`Data::divisions`](super::super::Data::divisions), and by how many turns.
        pub delays: Option<(u8, u8)> => delays,
    }

    /// Operation Mars.
    pub struct Mars {
        /// The first roll.
        pub first_turn: Turn,
        /// The last roll.
        pub last_turn: Turn,
        /// Modifier in a launch turn.
        pub launch_modifier: i8 = -9..=9,
        /// Added for each support returned.
        pub support_bonus: i8 = -9..=9,
        /// Supports that may be returned.
        pub support_limit: u8 = 0..=9,
        /// Boxes that the marker moves, by modified roll.
        pub shift: Bands<i8> => shift,
        /// The boxes, from the Soviet collapse to the breakthrough.
        pub boxes: Vec<MarsBox> => mars_boxes,
    }
}

/// A box of the Fuehrer Approval track.
struct ApprovalTrack;

impl Limit<u8> for ApprovalTrack {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<u8> {
        top(reader).under(table, key, reader)
    }
}

impl Limit<Option<u8>> for ApprovalTrack {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<Option<u8>> {
        top(reader).under(table, key, reader)
    }
}

fn top(reader: &Reader<'_>) -> RangeInclusive<u8> {
    0..=u8::try_from(reader.names.count("approval box").saturating_sub(1)).unwrap_or(9)
}

fn attacks_are_judged(row: &CrisisRow, line: &Table<'_>, _: &Reader<'_>) {
    if (row.attacks > 0) != (row.reward != 0 || row.penalty != 0) {
        line.fault("`attacks` comes with a `reward` or a `penalty`");
    }
}

/// The boxes follow each other from 0.
pub(super) fn approval(root: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<ApprovalBox>> {
    let table = reader.table(&root.need("approval")?)?;
    let mut boxes = Vec::new();
    for line in table.tables("boxes") {
        let place: usize = line.int("box", 0..=99);
        let line = line.called(format!("approval box {place}"));
        if place != boxes.len() {
            line.fault(format!("this must be box {}: boxes follow each other from 0", boxes.len()));
        }
        boxes.extend(ApprovalBox::record(&line, reader));
    }
    if !(8..=20).contains(&boxes.len()) {
        table.fault(format!("the track has {} boxes, not 8 to 20", boxes.len()));
    }
    table.finish();
    Some(boxes)
}

fn shift(table: &Table<'_>, _: &Reader<'_>) -> Option<Bands<i8>> {
    let shift = |line: &Table<'_>| Some(line.int("shift", -9..=9));
    Some(Bands::read(table, table.tables("rows"), "roll", Band::ALL, shift))
}

/// The boxes follow each other, and one is the status quo.
fn mars_boxes(table: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<MarsBox>> {
    let mut boxes: Vec<MarsBox> = Vec::new();
    for line in table.tables("boxes") {
        let place: i8 = line.int("box", -9..=9);
        let line = line.called(format!("mars box {place}"));
        if boxes.last().is_some_and(|before| place != before.place + 1) {
            line.fault("boxes follow each other");
        }
        boxes.extend(MarsBox::record(&line, reader));
    }
    if !boxes.iter().any(|mars| mars.place == 0) {
        table.fault("there is no box 0, the status quo");
    }
    Some(boxes)
}

fn acquisition(line: &Table<'_>, reader: &Reader<'_>) -> Option<Option<(i8, Turn)>> {
    let modifier: Option<i8> = (-9..=9).under(line, "acquisition", reader)?;
    Some(modifier.zip(modifier.and_then(|_| field(line, "acquisition_until", reader))))
}

fn delays(line: &Table<'_>, reader: &Reader<'_>) -> Option<Option<(u8, u8)>> {
    let Some(item) = line.get("delays") else { return Some(None) };
    let name = item.text().unwrap_or("");
    let place = reader.names.listed("division").iter().position(|known| known == name);
    if place.is_none() {
        item.fault(format!("there is no division {name} of several counters"));
    }
    let place = place.and_then(|place| u8::try_from(place).ok());
    Some(place.map(|division| (division, line.int("delay_turns", 1..=9))))
}

fn units_fit(mars: &MarsBox, line: &Table<'_>, _: &Reader<'_>) {
    if mars.ends == mars.arrive.is_some() && !mars.units.is_empty() {
        line.fault("units `arrive` in a turn, unless the box `ends` the operation");
    }
}

/// Every box brings units of its side.
pub(in super::super) fn check_mars(root: &Table<'_>, charts: &Charts, roster: &Roster) {
    let boxes = root.find("mars.boxes").map(|list| list.items()).unwrap_or_default();
    for (mars, line) in charts.mars.boxes.iter().zip(boxes) {
        for unit in mars.units.iter().map(|unit| roster.info(*unit)).filter(|unit| Some(unit.side) != mars.side) {
            line.fault(format!("mars box {}: {} is not of this side", mars.place, unit.id));
        }
    }
}
