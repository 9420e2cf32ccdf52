//! A position: flat arrays by unit, bits by hex, paths in one arena. Reports and everything that follows from these (stacks, zones) stand
//! outside it.

mod bits;
mod order;
mod setup;

pub use bits::Bits;
pub use order::{Assault, Mission, Mode, Secondary, Stance, Standing};
pub use setup::Setup;

use crate::data::{Ground, SupplyLevel};
use kessel_kernel::Side;
use serde::{Deserialize, Serialize};

/// No hex, no unit.
pub const NONE: u16 = u16::MAX;

/// Where a unit is in its life.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Life {
    /// Still to come (25.0), or not in this game.
    #[default]
    Later,
    /// On the map.
    Map,
    /// Eliminated; the headquarters among them may be recreated (25.3).
    Dead,
    /// Never comes: it belongs to a variant that is not played, or was replaced by one.
    Out,
}

/// A ground unit now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Where it is in its life.
    pub life: Life,
    /// Its hex, or [`NONE`].
    pub at: u16,
    /// Unmodified attack strength now.
    pub attack: i64,
    /// Unmodified defence strength now; every other strength stands to its full value as this does (15.61.a).
    pub defence: i64,
    /// 21.1.
    pub fatigue: u8,
    /// 21.2.
    pub disorder: u8,
    /// Base troop quality (20.0).
    pub quality: u8,
    /// Its Supply Level now (19.1).
    pub level: SupplyLevel,
    /// The level it took this morning: it never rises above it during the day.
    pub morning: SupplyLevel,
    /// Tonnage on hand, in grams. Of a headquarters: its stock.
    pub tons: i64,
    /// It drew this morning, or began the game today: subsistence for the day is put aside (19.2).
    pub drew: bool,
    /// The headquarters it is attached to, or [`NONE`] (12.0).
    pub hq: u16,
    /// What it is doing and goes on doing (14.18).
    pub order: Standing,
    /// Its path in the arena: from, length.
    pub path: (u32, u16),
    /// It moves strategically, or did in the last Execution and has not been told otherwise (14.31).
    pub strategic: bool,
    /// Who carries it, or [`NONE`] (14.6).
    pub carrier: u16,
    /// Full turns that the guns have stood still since they moved (16.21); 9 is enough for all.
    pub still: u8,
    /// Turns worked on an improved position, and turns needed (23.1).
    pub work: (u8, u8),
    /// What the enemy knows of it, in tenths, 0 to 1000 (8.5).
    pub known: u16,
    /// Turns in contact without a break.
    pub contact: u8,
    /// The turn after which it arrives, if it is still to come.
    pub due: u16,
    /// How many times a headquarters was recreated (25.3): each takes a point of its defence.
    pub recreated: u8,
}

impl Default for Unit {
    fn default() -> Unit {
        Unit {
            life: Life::Later,
            at: NONE,
            attack: 0,
            defence: 0,
            fatigue: 0,
            disorder: 0,
            quality: 0,
            level: SupplyLevel::General,
            morning: SupplyLevel::General,
            tons: 0,
            drew: false,
            hq: NONE,
            order: Standing::default(),
            path: (0, 0),
            strategic: false,
            carrier: NONE,
            still: 0,
            work: (0, 0),
            known: 0,
            contact: 0,
            due: 0,
            recreated: 0,
        }
    }
}

impl Unit {
    /// Is it on the map?
    #[inline]
    pub fn here(&self) -> bool {
        self.life == Life::Map
    }
}

/// 23.0: an improved position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
    /// Where.
    pub at: u16,
    /// Fortified, or only dug in.
    pub fortified: bool,
    /// For how many stacking points.
    pub size: u8,
}

/// 17.0: a squadron now.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squadron {
    /// The first turn in which it can fly again.
    pub ready: u16,
}

/// 27.0: the points so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// From objectives, by side.
    pub places: [i64; 2],
    /// From enemy losses, in thousandths, by side.
    pub losses: [i64; 2],
    /// What all objectives have paid together.
    pub paid: i64,
    /// Allied minus Axis total after each turn: the graph of 27.5.
    pub graph: Vec<i32>,
    /// What each objective has paid to each side.
    pub by_place: Vec<[i32; 2]>,
}

/// 24.0: what lies on the ground, in ten-thousandths of an inch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Water.
    pub water: i64,
    /// Snow.
    pub snow: i64,
    /// Ice.
    pub ice: i64,
}

/// What is known of an enemy unit (8.5), or a dummy: only in what a side is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Where.
    pub at: u16,
    /// Whose it is.
    pub side: Side,
    /// 1 side, 2 type, 3 designation, 4 exact numbers.
    pub level: u8,
    /// The unit's kind, from level 2: an index into the classes; otherwise [`NONE`].
    pub kind: u16,
    /// The unit, from level 3; otherwise [`NONE`].
    pub unit: u16,
    /// Attack, defence, antitank, armour as they seem to be; from level 2.
    pub seems: [i64; 4],
    /// Its troop quality as it seems to be; from level 3.
    pub quality: u8,
    /// It stands in an improved position: fortified or not, and how large.
    pub works: Option<(bool, u8)>,
}

/// A headquarters that was eliminated and comes back (25.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// Which.
    pub hq: u16,
    /// What it had in stock.
    pub tons: i64,
    /// Where it was lost.
    pub at: u16,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Which scenario, by its place in the data.
    pub scenario: u8,
    /// What was chosen before the game (2.0).
    pub setup: Setup,
    /// The turn being planned, from 1.
    pub turn: u16,
    /// The last turn has been played.
    pub over: bool,
    /// The key of this turn: hidden from both sides.
    pub key: u64,
    /// A case file gave this position: its key stays.
    pub key_fixed: bool,
    /// What the key decides of the odds that a side is shown, by side.
    pub odds_key: [u64; 2],
    /// Every ground unit, by its number.
    pub units: Vec<Unit>,
    /// The hexes of all plotted paths.
    pub paths: Vec<u16>,
    /// 18.6: the hexes that the Soviets own; all others are the Axis'.
    pub soviet: Bits,
    /// The same as each side believes it.
    pub belief: [Bits; 2],
    /// City hexes turned into rubble (7.e).
    pub rubble: Bits,
    /// Improved positions, by hex.
    pub works: Vec<Works>,
    /// Squadrons, by number.
    pub squadrons: Vec<Squadron>,
    /// Leaders: the unit each is with, or [`NONE`].
    pub leaders: Vec<u16>,
    /// Replacement points by side and type (26.0).
    pub pools: [[u16; 6]; 2],
    /// Executive Officer's standing duties, by side (3.3).
    pub duties: [u8; 2],
    /// The sky of every turn of the scenario; 0 clear to 4 storm.
    pub sky: Vec<u8>,
    /// The temperature of every turn, in quarter degrees.
    pub temperature: Vec<i16>,
    /// The sky after this turn is a forecast (24.4): only in what a side is shown.
    pub forecast: bool,
    /// What lies on the ground.
    pub lying: Lying,
    /// The ground condition, and the one south of the Weather Line.
    pub ground: [Ground; 2],
    /// Points.
    pub score: Score,
    /// Headquarters to be recreated.
    pub lost: Vec<Lost>,
    /// Tonnage at airfields, by their number in the data (19.5).
    pub airfields: Vec<i64>,
    /// Tonnage used by the units of each headquarters today, by unit number (19.3).
    pub used: Vec<i64>,
    /// False markers that a side sees, by the side that is deceived (8.5.b).
    pub dummies: [Vec<u16>; 2],
    /// What a side knows of its enemy: only in what a side is shown.
    pub contacts: Vec<Contact>,
    /// Whose contacts these are: in what a side is shown, and in a position that it guessed from them.
    pub contacts_of: Option<Side>,
    /// The last pulse of the next Execution: all twelve, unless a case file looks into the middle of one.
    pub stop_after: u8,
    /// Battles, and battles won by the attacker, in the last Execution, by attacking side (5.2).
    pub battles: [[u16; 2]; 2],
    /// Strength that each side lost so far, in millionths (27.4 and reports).
    pub lost_strength: [i64; 2],
}

impl State {
    /// Who owns a hex.
    #[inline]
    pub fn owner(&self, hex: u16) -> Side {
        if self.soviet.has(hex) { Side::Soviet } else { Side::Axis }
    }

    /// Gives a hex to a side.
    #[inline]
    pub fn own(&mut self, hex: u16, side: Side) {
        self.soviet.set(hex, side == Side::Soviet);
    }

    /// The improved position in a hex.
    pub fn works_at(&self, hex: u16) -> Option<Works> {
        self.works.binary_search_by_key(&hex, |w| w.at).ok().map(|n| self.works[n])
    }

    /// Puts an improved position there, or takes it away.
    pub fn set_works(&mut self, hex: u16, works: Option<(bool, u8)>) {
        let place = self.works.binary_search_by_key(&hex, |w| w.at);
        match (place, works) {
            (Ok(n), None) => drop(self.works.remove(n)),
            (Ok(n), Some((fortified, size))) => self.works[n] = Works { at: hex, fortified, size },
            (Err(n), Some((fortified, size))) => self.works.insert(n, Works { at: hex, fortified, size }),
            (Err(_), None) => {}
        }
    }

    /// The plotted path of a unit, from the hex after its own.
    pub fn path(&self, unit: u16) -> &[u16] {
        let (from, len) = self.units[unit as usize].path;
        self.paths.get(from as usize..from as usize + len as usize).unwrap_or(&[])
    }

    /// Gives a unit a path. Old ones stay in the arena until [`State::tidy_paths`].
    pub fn set_path(&mut self, unit: u16, path: &[u16]) {
        self.units[unit as usize].path = (self.paths.len() as u32, path.len() as u16);
        self.paths.extend_from_slice(path);
        if path.is_empty() {
            self.units[unit as usize].path = (0, 0);
        }
    }

    /// Throws away what no unit follows any more.
    pub fn tidy_paths(&mut self) {
        let mut kept = Vec::with_capacity(self.paths.len());
        for unit in &mut self.units {
            let (from, len) = unit.path;
            if len == 0 || !unit.here() {
                unit.path = (0, 0);
                continue;
            }
            unit.path.0 = kept.len() as u32;
            kept.extend_from_slice(&self.paths[from as usize..from as usize + len as usize]);
        }
        self.paths = kept;
    }

    /// The sky of this turn.
    pub fn sky(&self) -> u8 {
        self.sky.get(self.turn as usize - 1).copied().unwrap_or(0)
    }

    /// The temperature of this turn, in quarter degrees.
    pub fn temperature(&self) -> i16 {
        self.temperature.get(self.turn as usize - 1).copied().unwrap_or(200)
    }
}
