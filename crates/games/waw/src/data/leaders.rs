//! The twelve leaders (13).

use super::units::HqRank;
use kessel_kernel::data::{Reading, SIDES, Table};
use kessel_kernel::{Side, small_id};
use serde::{Deserialize, Serialize};

small_id! {
    /// A leader.
    LeaderId, u8
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leader {
    /// `manstein`.
    pub id: String,
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// Added to the odds of an attack in which his unit takes part.
    pub attack: u8,
    /// Taken from the odds of an attack on his unit.
    pub defence: u8,
    /// The headquarters whose units he may be given to, in our words; without it any German or Romanian unit.
    pub under: Option<String>,
}

/// Reads `[[leader]]`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Vec<Leader> {
    let mut leaders = Vec::new();
    let Some(table) = root.table("leaders").map(|table| table.called("leaders")) else { return leaders };
    reading.source(&table, "leaders.toml leaders");
    for row in table.tables("list") {
        let id = row.text("id").to_owned();
        let row = row.called(format!("leader {id}"));
        reading.printed(&row);
        leaders.push(Leader {
            id,
            name: row.text("name").to_owned(),
            side: row.word("side", &SIDES),
            attack: row.int("attack", 0..=3),
            defence: row.int("defence", 0..=3),
            under: kessel_kernel::data::optional_text(&row, "under"),
        });
        row.finish();
    }
    table.finish();
    leaders
}

/// Words for ranks in files.
pub(super) const RANKS: [(&str, HqRank); 5] = [
    ("front", HqRank::Front),
    ("army", HqRank::Army),
    ("corps", HqRank::Corps),
    ("division", HqRank::Division),
    ("brigade", HqRank::Brigade),
];
