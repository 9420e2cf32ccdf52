//! The combat results table (8.7).

use super::super::bands::{Band, Bands};
use super::super::reading::Reading;
use kessel_kernel::data::{Item, Table};
use kessel_kit::{Fact, Names, Word, tree, words};
use serde::Serialize;
use serde_json::{Value, json};

words! {
    /// The column of the table.
    #[allow(missing_docs)]
    pub enum Odds {
        OneToTwo = "1/2",
        OneToOne = "1/1",
        TwoToOne = "2/1",
        ThreeToOne = "3/1",
        FourToOne = "4/1",
        FiveToOne = "5/1",
        SixToOne = "6/1",
    }
}

impl Odds {
    /// The title of the column.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

words! {
    /// The attacker's tactical result as the table prints it.
    pub enum AttackerResult {
        /// Nothing.
        None = "-",
        /// The attackers retreat one hex or lose two steps.
        Retreat = "AR",
        /// The defender loses one step more.
        Loss = "D1",
        /// The dice are rolled again for losses.
        Engagement = "Eng",
        /// One unit may exploit.
        Exploit = "E",
        /// Two.
        Exploit2 = "E2",
        /// Three.
        Exploit3 = "E3",
    }

    /// The defender's tactical result as the table prints it.
    pub enum DefenderResult {
        /// Nothing.
        None = "-",
        /// React.
        React = "R",
        /// Fall back.
        FallBack = "F",
        /// Stand fast.
        StandFast = "S",
        /// The dice are rolled again for losses.
        Engagement = "Eng",
        /// Retreat one hex.
        Retreat = "DR",
        /// Two.
        Retreat2 = "DR2",
        /// Three.
        Retreat3 = "DR3",
    }
}

impl AttackerResult {
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
    let columns: Option<[Option<_>; 7]> = super::all_of(root, root.tables("crt"), "odds", |table, odds: Odds| {
        reading.source(table, format!("charts.toml crt {}", odds.word()));
        let items = table.need("results").map(|list| list.items()).unwrap_or_default();
        if items.len() != 11 {
            table.fault(format!("the column has {} results, not one for each of 2 to 12", items.len()));
        }
        let cells: Vec<_> = items.iter().filter_map(read_cell).collect();
        Some(cells.try_into().ok())
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

impl Fact for Crt {
    fn fact(&self, _: &Names<'_>) -> Value {
        let column = |odds| {
            tree::by_name(2..=12, |roll: u8| {
                let cell = self.cell(odds, roll);
                let value = json!({ "losses": cell.losses(), "attacker": cell.attacker, "defender": cell.defender });
                (roll.to_string(), value)
            })
        };
        let blocks: Vec<String> = self.blocks().map(|band| band.to_string()).collect();
        tree::with(
            &tree::by_name(Odds::ALL, |odds| (odds.word().to_owned(), column(odds))),
            json!({ "blocks": blocks }),
        )
    }
}
