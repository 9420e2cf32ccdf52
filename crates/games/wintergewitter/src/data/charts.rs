//! The tables: fire, bombardment, counter-battery, air combat, terrain, readiness of aircraft (2.3).

mod read;
mod table;

pub(super) use read::{read, read_pocket};

use super::{AirClass, MoveClass, Terrain};
use kessel_kernel::{Side, numbers};
use serde::Serialize;

/// A cell of the Combat Results Table: mandatory and optional losses (11.5).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The first number.
    pub mandatory: u8,
    /// The second.
    pub optional: u8,
}

/// The Combat Results Table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crt {
    /// Column heads, rising.
    pub columns: Vec<u16>,
    /// The modified die of the first row; rolls below it read it.
    pub first_row: i8,
    /// Rows of cells, one for each column.
    pub rows: Vec<Vec<Loss>>,
}

/// A cell of the Bombardment Table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Blow {
    /// Strength points lost.
    pub hits: u8,
    /// The target is disrupted.
    pub disrupts: bool,
}

/// The Bombardment Table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BombTable {
    /// Column heads, rising.
    pub columns: Vec<u16>,
    /// The modified die of the first row; rolls below it read it.
    pub first_row: i8,
    /// Rows of cells.
    pub rows: Vec<Vec<Blow>>,
}

/// A cell of the Counter-battery Table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BatteryResult {
    /// Nothing.
    #[default]
    None,
    /// S: suppressed.
    Suppressed,
    /// Suppressed with losses.
    Hits(u8),
}

/// The Counter-battery Table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Battery {
    /// Column heads, rising.
    pub columns: Vec<u16>,
    /// The modified die of the first row; rolls below it read it.
    pub first_row: i8,
    /// Rows of cells.
    pub rows: Vec<Vec<BatteryResult>>,
}

/// What air fire does.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AirResult {
    /// Nothing.
    #[default]
    None,
    /// To the flown box.
    Abort,
    /// To the disrupted box.
    Disrupted,
}

/// The Air Combat Table: for each column the least modified die that aborts, and the least that disrupts too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AirTable {
    /// The differential of the first column; below it reads it, likewise above the last.
    pub first_column: i8,
    /// `(abort, disrupt)` of each column.
    pub columns: Vec<(i8, i8)>,
}

/// Movement costs in half points, by class (the three columns of the chart).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// Mechanized.
    pub mechanized: u8,
    /// Motorized.
    pub motorized: u8,
    /// Non-motorized.
    pub non_motorized: u8,
}

impl Costs {
    /// The cost for a class, in half points.
    #[inline]
    pub const fn of(self, class: MoveClass) -> u8 {
        match class {
            MoveClass::Mechanized => self.mechanized,
            MoveClass::Motorized => self.motorized,
            MoveClass::NonMotorized => self.non_motorized,
        }
    }
}

/// A line of the Terrain Effects Chart.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TerrainEffect {
    /// To enter it, in half points.
    pub enter: Costs,
    /// Columns left for who attacks it.
    pub shift: u8,
}

/// The player aids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Charts {
    /// Fire combat.
    pub crt: Crt,
    /// Bombardment and interdiction.
    pub bombardment: BombTable,
    /// Counter-battery.
    pub battery: Battery,
    /// Air combat.
    pub air: AirTable,
    /// Clear, Elevated, Balka, Town, Pocket: by [`Terrain`], without Beyond.
    pub terrain: [TerrainEffect; 5],
    /// A step along a road, in half points.
    pub road: Costs,
    /// A minor river without a bridge: added, in half points.
    pub river: Costs,
    /// Columns left if every attacker stands across a river.
    pub river_shift: u8,
    /// Columns left against entrenched units, in fire and bombardment (15.2).
    pub entrenched_shift: u8,
    /// Columns left in bombarding an armored unit (4.5.1).
    pub armored_shift: u8,
    /// Stacking points in a hex (9.1).
    pub stacking: u8,
    /// Points to enter and to leave a zone of control (10.2), whole points.
    pub zone: (u8, u8),
    /// The cost of a hasty attack: German, Rumanian, Soviet, whole points (8.4.1).
    pub hasty: [u8; 3],
    /// Demolition of a bridge: motorized, on foot, whole points (16.2.2).
    pub demolition: (u8, u8),
    /// The length of the first leg of supply: German, Rumanian, Soviet on foot, Soviet motorized (14.2).
    pub supply: [u8; 4],
    /// Ready from flown and from disrupted at or below this: by side, then class (4.6). Classes that a side lacks have 0.
    pub ready: [[(u8, u8); 5]; 2],
    /// Share of losses that return, in hundredths: German, Rumanian, Soviet (17.2).
    pub returns: [u8; 3],
    /// Points forfeited that cost a level in the short scenarios; 0 is off.
    pub short_forfeit: u8,
    /// Victory points (19.3.3).
    pub points: Points,
    /// The levels of victory (19.3.3).
    pub margin: Margin,
    /// Thunderclap, the Ring and the reserves (5, 19.1.1).
    pub pocket: Pocket,
    /// Distances in hexes (4.4, 4.5, 12.3.1).
    pub reach: Reach,
    /// What is added to dice (11.4, 12.3.1, 14.5, 16.1).
    pub bonus: Bonus,
    /// The scale of map and turns (2.4).
    pub scale: Scale,
}

numbers! {
    /// What is added to dice.
    Bonus in "charts.toml", "bonus" {
        /// A lead better by 1 or 2 (11.4).
        better_lead: i8 = -9..=9,
        /// By 3 or 4.
        much_better_lead: i8 = -9..=9,
        /// By 5 or more.
        far_better_lead: i8 = -9..=9,
        /// A prepared attack from four hexes.
        four_hexes: i8 = -9..=9,
        /// From five.
        five_hexes: i8 = -9..=9,
        /// From six.
        six_hexes: i8 = -9..=9,
        /// The third or fourth turn of initiative in a row (6.3).
        three_turns: i8 = -9..=9,
        /// The fifth and later.
        five_turns: i8 = -9..=9,
        /// Armor superiority.
        armor: i8 = -9..=9,
        /// Combined arms.
        combined_arms: i8 = -9..=9,
        /// An engineer leads against entrenchments (16.2.1).
        engineer: i8 = -9..=9,
        /// Organic supply (14.5).
        organic: i8 = -9..=9,
        /// Out of supply.
        out_of_supply: i8 = -9..=9,
        /// No unit beside the bombarded hex (12.3.1).
        unobserved: i8 = -9..=9,
        /// Antiaircraft in the bombed hex, and each in an interdiction zone (16.1).
        anti_air: i8 = -9..=9,
    }
}

numbers! {
    /// The scale of map and turns.
    Scale in "charts.toml", "scale" {
        /// Miles across a hex.
        miles: u8 = 1..=99,
        /// Hours of a turn.
        hours: u8 = 1..=99,
    }
}

numbers! {
    /// Victory points (19.3.3).
    Points in "charts.toml", "points" {
        /// A German unit came so near to the Pocket:
        far_distance: u8 = 1..=99,
        /// the points for it,
        far: u8 = 0..=9,
        /// and nearer,
        near_distance: u8 = 1..=99,
        /// with its points.
        near: u8 = 0..=9,
        /// A corridor was opened, and is closed at the end.
        corridor_opened: u8 = 0..=9,
        /// A corridor is open at the end.
        corridor_at_end: u8 = 0..=9,
        /// A convoy in the Pocket.
        convoy: u8 = 0..=9,
        /// A mandated attack not made, for the other side.
        unmade_attack: u8 = 0..=9,
        /// German strength points lost for one Soviet point.
        lost_strength: u8 = 1..=250,
        /// Thunderclap begun and no corridor opened, for the Soviets.
        thunderclap: u8 = 0..=9,
    }
}

numbers! {
    /// The least net total of each level; below the last the Soviets win decisively (19.3.3).
    Margin in "charts.toml", "margin" {
        /// German decisive.
        german_decisive: i8 = -99..=99,
        /// German significant.
        german_significant: i8 = -99..=99,
        /// German marginal.
        german_marginal: i8 = -99..=99,
        /// Draw.
        draw: i8 = -99..=99,
        /// Soviet marginal.
        soviet_marginal: i8 = -99..=99,
        /// Soviet significant.
        soviet_significant: i8 = -99..=99,
    }
}

numbers! {
    /// Thunderclap, the Ring and the reserves (5, 19.1.1).
    Pocket in "charts.toml", "pocket" {
        /// Stacking points of 57th Panzer Corps that must have come near.
        thunderclap_points: u8 = 0..=99,
        /// How near to the Pocket.
        thunderclap_reach: u8 = 1..=99,
        /// The least roll that begins it.
        thunderclap_roll: u8 = 1..=10,
        /// A German unit within so many hexes of the Pocket adds one.
        thunderclap_near: u8 = 1..=99,
        /// How far from the Pocket the Ring is set up.
        ring_reach: u8 = 1..=9,
        /// The least roll that releases a unit of an attacked army.
        ring_roll: u8 = 1..=10,
        /// An enemy that ends a phase within so many hexes releases a reserve.
        reserve_reach: u8 = 1..=99,
        /// A German unit within so many hexes lets some reserves roll.
        reserve_roll_reach: u8 = 1..=99,
    }
}

numbers! {
    /// Distances in hexes.
    Reach in "charts.toml", "reach" {
        /// The radius of an interdiction zone (4.4).
        interdiction: u8 = 1..=99,
        /// From a Soviet ground unit to a target of Soviet aircraft (4.5).
        soviet_air: u8 = 1..=99,
        /// From a friendly unit to a bombarded hex (12.3.1).
        observed: u8 = 1..=99,
    }
}

/// The column whose head is the largest not above `factors`, moved `left`; nothing if there is none.
fn column(heads: &[u16], factors: u16, left: u8) -> Option<usize> {
    let at = heads.iter().rposition(|&head| head <= factors)?;
    at.checked_sub(usize::from(left))
}

/// The row of a modified die: rolls beyond the table read its first or last row.
fn row<T>(rows: &[Vec<T>], first: i8, roll: i8) -> &[T] {
    let at = i16::from(roll) - i16::from(first);
    &rows[usize::try_from(at.max(0)).unwrap_or(0).min(rows.len() - 1)]
}

impl Crt {
    /// The head of the column used, after `left` shifts.
    pub fn column(&self, strength: u16, left: u8) -> Option<u16> {
        column(&self.columns, strength, left).map(|at| self.columns[at])
    }

    /// The place of that column in the table.
    pub fn place(&self, strength: u16, left: u8) -> Option<usize> {
        column(&self.columns, strength, left)
    }

    /// The result of fire with so much strength.
    pub fn read(&self, strength: u16, left: u8, roll: i8) -> Loss {
        column(&self.columns, strength, left).map_or(Loss::default(), |at| row(&self.rows, self.first_row, roll)[at])
    }
}

impl BombTable {
    /// The head of the column used, after `left` shifts.
    pub fn column(&self, factors: u16, left: u8) -> Option<u16> {
        column(&self.columns, factors, left).map(|at| self.columns[at])
    }

    /// The result of a bombardment.
    pub fn read(&self, factors: u16, left: u8, roll: i8) -> Blow {
        column(&self.columns, factors, left).map_or(Blow::default(), |at| row(&self.rows, self.first_row, roll)[at])
    }
}

impl Battery {
    /// The head of the column used.
    pub fn column(&self, factors: u16) -> Option<u16> {
        column(&self.columns, factors, 0).map(|at| self.columns[at])
    }

    /// The result of counter-battery fire.
    pub fn read(&self, factors: u16, roll: i8) -> BatteryResult {
        column(&self.columns, factors, 0).map_or(BatteryResult::None, |at| row(&self.rows, self.first_row, roll)[at])
    }
}

impl AirTable {
    /// The result of air fire at a differential.
    pub fn read(&self, differential: i8, roll: i8) -> AirResult {
        let last = self.columns.len() - 1;
        let at = usize::try_from((differential - self.first_column).max(0)).unwrap_or(0).min(last);
        let (abort, disrupt) = self.columns[at];
        if roll >= disrupt {
            AirResult::Disrupted
        } else if roll >= abort {
            AirResult::Abort
        } else {
            AirResult::None
        }
    }
}

impl Charts {
    /// The line of a terrain; what lies beyond the Don is never asked for and reads like clear.
    #[inline]
    pub fn effect(&self, terrain: Terrain) -> &TerrainEffect {
        &self.terrain[(terrain as usize).min(4) % 5]
    }

    /// The number at or below which an air unit becomes ready, from flown or from disrupted.
    pub fn ready(&self, side: Side, class: AirClass, disrupted: bool) -> u8 {
        let (flown, from_disrupted) = self.ready[side.index()][class as usize];
        if disrupted { from_disrupted } else { flown }
    }
}
