//! The tables: fire, bombardment, counter-battery, air combat, terrain, readiness of aircraft (2.3).

use super::{AirClass, MoveClass, Terrain};
use kessel_table::Side;
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
        column(&self.columns, factors, 0)
            .map_or(BatteryResult::None, |at| row(&self.rows, self.first_row, roll)[at])
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
