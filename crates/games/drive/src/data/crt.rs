//! The odds ladder and the combat results table (11.8 to 11.10, 11.29, 12.7).

use super::reading::{Reading, part};
use kessel_kit::Word;
use kessel_table::data::Table;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What comes of a battle (11.31 to 11.37).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CombatResult {
    /// AL1: the attacker loses a step.
    #[serde(rename = "AL1")]
    AttackerLosesOne,
    /// AS: the attack is stalled.
    #[serde(rename = "AS")]
    AttackStalled,
    /// DR: the defender retreats.
    #[serde(rename = "DR")]
    DefenderRetreats,
    /// EX: the defender loses a step of each unit, the attacker as many steps.
    #[serde(rename = "EX")]
    Exchange,
    /// DE: the defender loses a step of each unit.
    #[serde(rename = "DE")]
    DefenderEliminated,
}

impl Word for CombatResult {}

/// Odds as a rung of the ladder ... 1:3, 1:2, 1:1, 2:1, 3:1 ...: 1:1 is 0, 3:1 is 2, 1:3 is -2. It has no end on either side, because shifts
/// are made before the table is looked at (11.29).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Odds(pub i16);

impl Odds {
    /// The odds of so many factors against so many, in the defender's favour (11.8, 11.9). Both are at least 1.
    pub fn of(attack: u16, defence: u16) -> Odds {
        let (attack, defence) = (attack.clamp(1, 9_999).cast_signed(), defence.clamp(1, 9_999).cast_signed());
        if attack >= defence { Odds(attack / defence - 1) } else { Odds(1 - (defence + attack - 1) / attack) }
    }

    /// So many columns to the right; to the left if negative.
    #[must_use]
    pub const fn shifted(self, columns: i16) -> Odds {
        Odds(self.0.saturating_add(columns))
    }

    /// Reads what [`Odds`] writes.
    pub fn parse(text: &str) -> Option<Odds> {
        let (left, right) = text.split_once(':')?;
        let (left, right) = (left.parse::<i16>().ok()?, right.parse::<i16>().ok()?);
        match (left, right) {
            (more @ 1.., 1) => Some(Odds(more - 1)),
            (1, more @ 1..) => Some(Odds(1 - more)),
            _ => None,
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 0 { write!(f, "{}:1", self.0 + 1) } else { write!(f, "1:{}", 1 - self.0) }
    }
}

/// The combat results table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    pub(super) lowest: Odds,
    pub(super) columns: Vec<[CombatResult; 6]>,
    pub(super) below: CombatResult,
    pub(super) above: CombatResult,
}

impl Crt {
    /// The lowest column.
    pub const fn lowest(&self) -> Odds {
        self.lowest
    }

    /// The highest column.
    pub fn highest(&self) -> Odds {
        Odds(self.lowest.0 + i16::try_from(self.columns.len()).unwrap_or(1) - 1)
    }

    /// The columns, from low to high.
    pub fn odds(&self) -> impl ExactSizeIterator<Item = Odds> + use<> {
        (self.lowest.0..=self.highest().0).map(Odds).collect::<Vec<_>>().into_iter()
    }

    /// The result beyond the ends of the table, where no die is rolled (11.10); `None` within it.
    pub fn automatic(&self, odds: Odds) -> Option<CombatResult> {
        if odds < self.lowest {
            Some(self.below)
        } else if odds > self.highest() {
            Some(self.above)
        } else {
            None
        }
    }

    /// The result of a die, or the automatic one.
    pub fn result(&self, odds: Odds, die: u8) -> CombatResult {
        self.automatic(odds).unwrap_or_else(|| {
            let column = usize::try_from(odds.0 - self.lowest.0).unwrap_or(0);
            self.columns[column][usize::from(die.clamp(1, 6)) - 1]
        })
    }
}

/// Reads the table: a row of results for each column from low to high, one for each die.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Crt> {
    let table = part(root, reading, "charts.toml", "crt")?;
    let mut columns: Vec<(Odds, [CombatResult; 6])> = Vec::new();
    let mut before: Option<Odds> = None;
    for row in table.tables("columns") {
        let text = row.text("odds");
        let row = row.called(format!("crt {text}"));
        let cells: Vec<_> = row.items("results").iter().filter_map(CombatResult::of).collect();
        reading.printed_parts(&row, &["1", "2", "3", "4", "5", "6"]);
        let odds = Odds::parse(text);
        match (odds, <[CombatResult; 6]>::try_from(cells)) {
            (Some(odds), Ok(cells)) => {
                if before.is_some_and(|before| odds != before.shifted(1)) {
                    row.fault("does not follow the column before it");
                }
                columns.push((odds, cells));
            }
            (None, _) => row.fault(format!("\"{text}\" are no odds: write \"3:1\" or \"1:3\"")),
            (_, Err(cells)) => row.fault(format!("has {} results, not one for each die", cells.len())),
        }
        // After a column that cannot be read nothing can be said of the next.
        before = odds;
        row.finish();
    }
    let (below, above) = (CombatResult::need(&table, "below"), CombatResult::need(&table, "above"));
    reading.printed(&table);
    table.finish();
    if columns.is_empty() {
        table.fault("has no column");
    }
    let lowest = columns.first()?.0;
    Some(Crt { lowest, columns: columns.into_iter().map(|(_, cells)| cells).collect(), below, above })
}
