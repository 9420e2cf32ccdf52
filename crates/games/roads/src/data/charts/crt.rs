//! The combat results table (8.7).

use super::super::bands::{Band, Bands};
use super::super::reading::Reading;
use kessel_kit::Word;
use kessel_table::data::{Item, Table};
use serde::{Deserialize, Serialize};

/// The column of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Odds {
    #[serde(rename = "1/2")]
    OneToTwo,
    #[serde(rename = "1/1")]
    OneToOne,
    #[serde(rename = "2/1")]
    TwoToOne,
    #[serde(rename = "3/1")]
    ThreeToOne,
    #[serde(rename = "4/1")]
    FourToOne,
    #[serde(rename = "5/1")]
    FiveToOne,
    #[serde(rename = "6/1")]
    SixToOne,
}

impl Word for Odds {}

impl Odds {
    /// All columns, from left to right.
    pub const ALL: [Odds; 7] = [
        Odds::OneToTwo,
        Odds::OneToOne,
        Odds::TwoToOne,
        Odds::ThreeToOne,
        Odds::FourToOne,
        Odds::FiveToOne,
        Odds::SixToOne,
    ];

    /// The title of the column.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

/// The attacker's tactical result as the table prints it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AttackerResult {
    /// Nothing.
    #[serde(rename = "-")]
    None,
    /// The attackers retreat one hex or lose two steps.
    #[serde(rename = "AR")]
    Retreat,
    /// The defender loses one step more.
    #[serde(rename = "D1")]
    Loss,
    /// The dice are rolled again for losses.
    #[serde(rename = "Eng")]
    Engagement,
    /// One unit may exploit.
    #[serde(rename = "E")]
    Exploit,
    /// Two.
    #[serde(rename = "E2")]
    Exploit2,
    /// Three.
    #[serde(rename = "E3")]
    Exploit3,
}

impl Word for AttackerResult {}

/// The defender's tactical result as the table prints it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DefenderResult {
    /// Nothing.
    #[serde(rename = "-")]
    None,
    /// React.
    #[serde(rename = "R")]
    React,
    /// Fall back.
    #[serde(rename = "F")]
    FallBack,
    /// Stand fast.
    #[serde(rename = "S")]
    StandFast,
    /// The dice are rolled again for losses.
    #[serde(rename = "Eng")]
    Engagement,
    /// Retreat one hex.
    #[serde(rename = "DR")]
    Retreat,
    /// Two.
    #[serde(rename = "DR2")]
    Retreat2,
    /// Three.
    #[serde(rename = "DR3")]
    Retreat3,
}

impl Word for DefenderResult {}

impl AttackerResult {
    /// All results.
    pub const ALL: [AttackerResult; 7] = [
        AttackerResult::None,
        AttackerResult::Retreat,
        AttackerResult::Loss,
        AttackerResult::Engagement,
        AttackerResult::Exploit,
        AttackerResult::Exploit2,
        AttackerResult::Exploit3,
    ];

    /// As the table prints it.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// How many units may exploit by it.
    pub const fn level(self) -> u8 {
        match self {
            AttackerResult::Exploit => 1,
            AttackerResult::Exploit2 => 2,
            AttackerResult::Exploit3 => 3,
            AttackerResult::None | AttackerResult::Retreat | AttackerResult::Loss | AttackerResult::Engagement => 0,
        }
    }
}

impl DefenderResult {
    /// All results.
    pub const ALL: [DefenderResult; 8] = [
        DefenderResult::None,
        DefenderResult::React,
        DefenderResult::FallBack,
        DefenderResult::StandFast,
        DefenderResult::Engagement,
        DefenderResult::Retreat,
        DefenderResult::Retreat2,
        DefenderResult::Retreat3,
    ];

    /// As the table prints it.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// How many hexes the defenders must retreat by it.
    pub const fn hexes(self) -> u8 {
        match self {
            DefenderResult::Retreat => 1,
            DefenderResult::Retreat2 => 2,
            DefenderResult::Retreat3 => 3,
            DefenderResult::None
            | DefenderResult::React
            | DefenderResult::FallBack
            | DefenderResult::StandFast
            | DefenderResult::Engagement => 0,
        }
    }
}

/// A cell of the table: losses of both sides, and their tactical results.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct CrtCell {
    /// Steps the attacker loses.
    pub attacker_losses: u8,
    /// Steps the defender loses.
    pub defender_losses: u8,
    /// Column A.
    pub attacker: AttackerResult,
    /// Column D.
    pub defender: DefenderResult,
}

impl CrtCell {
    /// The losses as the table prints them: `A1D2`, or `-`.
    pub fn losses(&self) -> String {
        let side = |letter, losses| if losses > 0 { format!("{letter}{losses}") } else { String::new() };
        let text = side('A', self.attacker_losses) + &side('D', self.defender_losses);
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Reads `A1D2 E DR2`.
    fn parse(text: &str) -> Option<CrtCell> {
        let parts: Vec<_> = text.split_whitespace().collect();
        let &[losses, attacker, defender] = &parts[..] else {
            return None;
        };
        let (attacker_losses, defender_losses) = parse_losses(losses)?;
        let (attacker, defender) = (AttackerResult::from_word(attacker)?, DefenderResult::from_word(defender)?);
        Some(CrtCell { attacker_losses, defender_losses, attacker, defender })
    }
}

/// Reads `A1D2`, `A1`, `D2` or `-`.
fn parse_losses(text: &str) -> Option<(u8, u8)> {
    if text == "-" {
        return Some((0, 0));
    }
    let number = |text: &str| text.parse().ok().filter(|losses| (1..=9).contains(losses));
    match (text.strip_prefix('A'), text.split_once('D')) {
        (Some(_), Some((before, after))) => Some((number(before.strip_prefix('A')?)?, number(after)?)),
        (Some(attacker), None) => Some((number(attacker)?, 0)),
        (None, Some(("", after))) => Some((0, number(after)?)),
        (None, _) => None,
    }
}

/// The combat results table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    columns: [[CrtCell; 11]; 7],
    blocks: Bands<()>,
}

impl Crt {
    /// The cell of a column and a sum of two dice, 2 to 12.
    #[inline]
    pub fn cell(&self, odds: Odds, roll: u8) -> CrtCell {
        self.columns[odds as usize][usize::from(roll) - 2]
    }

    /// The rolls of the colour block that a roll lies in (8.10.3): the same in every column.
    pub fn block(&self, roll: u8) -> Band {
        let rows = self.blocks.rows().iter().map(|&(band, ())| band);
        rows.into_iter().find(|band| band.contains(roll.into())).expect("the blocks cover 2 to 12")
    }

    /// All colour blocks.
    pub fn blocks(&self) -> impl Iterator<Item = Band> {
        self.blocks.rows().iter().map(|&(band, ())| band)
    }

    /// The attacker's results to choose from, each once, in the order of their rolls.
    pub fn attacker_choices(&self, odds: Odds, roll: u8) -> Vec<AttackerResult> {
        self.choices(odds, roll, |cell| cell.attacker)
    }

    /// The defender's results to choose from.
    pub fn defender_choices(&self, odds: Odds, roll: u8) -> Vec<DefenderResult> {
        self.choices(odds, roll, |cell| cell.defender)
    }

    fn choices<T: PartialEq>(&self, odds: Odds, roll: u8, of: impl Fn(&CrtCell) -> T) -> Vec<T> {
        let block = self.block(roll);
        let mut choices = Vec::new();
        for (number, cell) in (2_i16..).zip(&self.columns[odds as usize]) {
            if block.contains(number) && !choices.contains(&of(cell)) {
                choices.push(of(cell));
            }
        }
        choices
    }
}

/// Reads the `[[crt]]` columns and `[crt_blocks]`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Crt> {
    let words = Odds::ALL.map(|odds| (odds.word(), odds));
    let columns = super::all_of(root, root.tables("crt"), "odds", &words, |table, odds| {
        reading.source(table, format!("charts.toml crt {}", odds.word()));
        let items = table.need("results").map(|list| list.items()).unwrap_or_default();
        if items.len() != 11 {
            table.fault(format!("the column has {} results, not one for each of 2 to 12", items.len()));
        }
        let cells: Vec<_> = items.iter().filter_map(read_cell).collect();
        cells.try_into().ok()
    });
    let blocks = read_blocks(root, reading);
    let columns: Vec<_> = columns?.into_iter().flatten().collect();
    Some(Crt { columns: columns.try_into().ok()?, blocks: blocks? })
}

fn read_cell(item: &Item<'_>) -> Option<CrtCell> {
    let text = item.text()?;
    let cell = CrtCell::parse(text);
    if cell.is_none() {
        item.fault(format!("\"{text}\" is no result: write losses, attacker, defender, like \"A1D2 E DR2\""));
    }
    cell
}

fn read_blocks(root: &Table<'_>, reading: &Reading<'_>) -> Option<Bands<()>> {
    let table = root.table("crt_blocks")?.called("crt_blocks");
    reading.source(&table, "charts.toml crt_blocks");
    let items = table.need("rolls").map(|list| list.items()).unwrap_or_default();
    let blocks = Bands::of_list(&table, items, Band::TWO_DICE);
    table.finish();
    Some(blocks)
}
