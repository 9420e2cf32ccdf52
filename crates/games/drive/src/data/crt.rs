//! The odds ladder and the combat results table (11.8 to 11.10, 11.29, 12.7).

use kessel_kernel::data::Item;
use kessel_kit::record::lines;
use kessel_kit::{Fact, Names, Read, Reader, Word, records, tree, words};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;

words! {
    /// What comes of a battle (11.31 to 11.37).
    pub enum CombatResult {
        /// AL1: the attacker loses a step.
        AttackerLosesOne = "AL1",
        /// AS: the attack is stalled.
        AttackStalled = "AS",
        /// DR: the defender retreats.
        DefenderRetreats = "DR",
        /// EX: the defender loses a step of each unit, the attacker as many steps.
        Exchange = "EX",
        /// DE: the defender loses a step of each unit.
        DefenderEliminated = "DE",
    }
}

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

    /// The odds as far as they make a difference: beyond the ends of the table all are alike (11.10).
    pub fn within(&self, odds: Odds) -> Odds {
        Odds(odds.0.clamp(self.lowest.0.saturating_sub(1), self.highest().0.saturating_add(1)))
    }

    /// The result of a die, or the automatic one.
    pub fn result(&self, odds: Odds, die: u8) -> CombatResult {
        self.automatic(odds).unwrap_or_else(|| {
            let column = usize::try_from(odds.0 - self.lowest.0).unwrap_or(0);
            self.columns[column][usize::from(die.clamp(1, 6)) - 1]
        })
    }
}

records! {
    /// A row of the file is a column of the table.
    struct Column as "crt" by odds parts("1", "2", "3", "4", "5", "6") {
        odds: Option<Odds>,
        results: Vec<CombatResult>,
    }
}

/// A row of results for each column from low to high, one for each die.
impl Read for Crt {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Crt> {
        let table = reader.table(item)?;
        let mut columns: Vec<(Odds, [CombatResult; 6])> = Vec::new();
        let mut before: Option<Odds> = None;
        for (row, column) in lines::<Column>(&table.need("columns")?, reader) {
            // After a column that cannot be read nothing can be said of the next.
            let follows = before.zip(column.odds).is_none_or(|(before, odds)| odds == before.shifted(1));
            before = column.odds;
            if !follows {
                row.fault("does not follow the column before it");
            }
            match <[CombatResult; 6]>::try_from(column.results) {
                Ok(cells) => columns.extend(column.odds.map(|odds| (odds, cells))),
                Err(cells) => row.fault(format!("has {} results, not one for each die", cells.len())),
            }
        }
        let (below, above) = (CombatResult::need(&table, "below"), CombatResult::need(&table, "above"));
        reader.printed(&table);
        table.finish();
        if columns.is_empty() {
            table.fault("has no column");
        }
        let lowest = columns.first()?.0;
        Some(Crt { lowest, columns: columns.into_iter().map(|(_, cells)| cells).collect(), below, above })
    }
}

impl Read for Odds {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<Odds> {
        let text = item.text()?;
        let odds = Odds::parse(text);
        if odds.is_none() {
            item.fault(format!("\"{text}\" are no odds: write \"3:1\" or \"1:3\""));
        }
        odds
    }
}

impl Fact for Odds {
    fn fact(&self, _: &Names<'_>) -> Value {
        self.to_string().into()
    }
}

impl Fact for Crt {
    fn fact(&self, names: &Names<'_>) -> Value {
        let columns: Vec<Odds> = self.odds().collect();
        let further = json!({ "columns": columns.fact(names), "below": self.below, "above": self.above });
        let column = |odds| tree::by_name(1..=6, |die: u8| (die.to_string(), self.result(odds, die).fact(names)));
        tree::with(&tree::by_name(self.odds(), |odds| (odds.to_string(), column(odds))), further)
    }
}
