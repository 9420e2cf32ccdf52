//! Combat assets (2.2.3).

use super::charts::Fraction;
use super::reading::{Printed, Reading, optional_text, small_id, turn_of};
use super::units::{Roster, UnitId};
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Item, Nation, Table};
use serde::{Deserialize, Serialize};

small_id! {
    /// An asset, counted from 0: an index into [`Data::assets`](super::Data::assets).
    AssetId, u8
}

/// How large an asset is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AssetSize {
    /// XXX.
    Corps,
    /// XX.
    Division,
    /// X.
    Brigade,
    /// II.
    Battalion,
}

impl Word for AssetSize {}

/// What 8.1 does with an asset's factors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AssetClass {
    /// It carries the tank symbol: its factors are modified.
    Tank,
    /// Never modified.
    Plain,
    /// No factors; it takes this fraction of the attacker's tank sum.
    AntiTank {
        /// Above the line.
        num: u8,
        /// Below the line.
        den: u8,
    },
}

/// When an asset comes into the game (9.0).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is there at the start, at full steps.
    Start,
    /// It arrives in this turn, with so many steps.
    Turn {
        /// The turn.
        turn: u8,
        /// Its steps then.
        steps: u8,
    },
    /// It arrives in this turn if a die shows at least so much, at full steps.
    Roll {
        /// The turn.
        turn: u8,
        /// The lowest die that brings it.
        at_least: u8,
    },
}

/// What is printed on an asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AssetInfo {
    /// The id that files and actions use.
    #[serde(skip)]
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its nation.
    pub nation: Nation,
    /// Its size.
    pub size: AssetSize,
    /// Its class.
    #[serde(skip)]
    pub class: AssetClass,
    /// Combat strength by steps: `factors[2]` with two. `factors[0]` is 0.
    #[serde(skip)]
    pub factors: [u8; 4],
    /// Steps at full strength.
    pub max_steps: u8,
    /// Steps up to which it may be rebuilt (9.1.3, 9.2.3).
    pub rebuild_steps: u8,
    /// When it comes.
    #[serde(skip)]
    pub arrival: Arrival,
    /// The only unit it may be attached to.
    #[serde(skip)]
    pub only_unit: Option<UnitId>,
    /// The only group whose units it may be attached to.
    pub only_group: Option<String>,
    /// The turn in which it leaves the game (9.2.2).
    #[serde(rename = "withdraw")]
    pub withdraw_turn: Option<u8>,
    /// A remark.
    #[serde(skip)]
    pub note: Option<String>,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

impl AssetInfo {
    /// Does it go into the anti-tank slot?
    pub const fn is_anti_tank(&self) -> bool {
        matches!(self.class, AssetClass::AntiTank { .. })
    }

    /// Does it carry the tank symbol?
    pub const fn is_tank(&self) -> bool {
        matches!(self.class, AssetClass::Tank)
    }
}

/// The assets, while the scenario is still to be read.
pub(super) struct Stock {
    pub(super) assets: Vec<AssetInfo>,
}

/// As many assets as the rules can handle.
const MOST: usize = 64;

/// The class as files write it.
#[derive(Copy, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ClassWord {
    Tank,
    None,
    AntiTank,
}

impl Word for ClassWord {}

/// Reads `assets.toml`: the Soviets, then the Axis.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster, last_turn: u8, limit: u8) -> Stock {
    let mut assets: Vec<AssetInfo> = Vec::new();
    for side in [Side::Soviet, Side::Axis] {
        let Some(table) = root.table(side.word()) else {
            continue;
        };
        let table = table.called(side.word());
        reading.source(&table, format!("assets.toml {}", side.word()));
        if side == Side::Soviet {
            table.word("nation", &[("soviet", ())]);
        }
        for line in table.tables("assets") {
            let id = line.text("id");
            let line = line.called(format!("asset {id}"));
            if assets.iter().any(|asset| asset.id == id) {
                line.fault("there are two assets of this id");
            }
            if roster.units.iter().any(|unit| unit.id == id) {
                line.fault("a unit has this id");
            }
            let asset = read_asset(&line, id, side, roster, last_turn, limit);
            assets.push(AssetInfo { printed: reading.printed(&line), ..asset });
            line.finish();
        }
        table.finish();
    }
    if assets.len() > MOST {
        root.fault(format!("there are {} assets; {MOST} are the limit", assets.len()));
        assets.truncate(MOST);
    }
    root.finish();
    Stock { assets }
}

fn read_asset(line: &Table<'_>, id: &str, side: Side, roster: &Roster, last_turn: u8, limit: u8) -> AssetInfo {
    let class = read_class(line);
    let (factors, max_steps) = match class {
        AssetClass::AntiTank { .. } => ([0; 4], 1),
        AssetClass::Tank | AssetClass::Plain => read_factors(line),
    };
    AssetInfo {
        id: id.to_owned(),
        name: line.text("name").to_owned(),
        side,
        nation: Nation::of(line, side),
        size: AssetSize::need(line, "size"),
        class,
        factors,
        max_steps,
        rebuild_steps: max_steps.min(limit),
        arrival: read_arrival(line, max_steps, last_turn),
        only_unit: line.get("only_unit").and_then(|item| read_only_unit(&item, side, roster)),
        only_group: line.get("only_group").and_then(|item| read_only_group(&item, roster)),
        withdraw_turn: line.get("withdraw").and_then(|item| item.int(1..=last_turn)),
        note: optional_text(line, "note"),
        printed: Printed::new(),
    }
}

fn read_class(line: &Table<'_>) -> AssetClass {
    match ClassWord::need(line, "class") {
        ClassWord::Tank => AssetClass::Tank,
        ClassWord::None => AssetClass::Plain,
        ClassWord::AntiTank => {
            let item = line.need("fraction");
            let fraction = item.as_ref().and_then(Fraction::read);
            let small = fraction.and_then(|f| Some((u8::try_from(f.num).ok()?, u8::try_from(f.den).ok()?)));
            let small = small.filter(|&(num, den)| 0 < num && num < den);
            if let (None, Some(_), Some(item)) = (small, fraction, item) {
                item.fault("`fraction` must lie between 0 and 1");
            }
            let (num, den) = small.unwrap_or((1, 2));
            AssetClass::AntiTank { num, den }
        }
    }
}

/// From full strength down in the file, by steps up in the array.
fn read_factors(line: &Table<'_>) -> ([u8; 4], u8) {
    let mut by_steps = [0; 4];
    let Some(item) = line.need("factors") else {
        return (by_steps, 1);
    };
    let factors: Vec<u8> = item.items().iter().filter_map(|item| item.int(1..=20)).collect();
    if !(1..=3).contains(&factors.len()) {
        item.fault("`factors` needs a number for each of one to three steps");
        return (by_steps, 1);
    }
    if !factors.is_sorted_by(|more, less| more > less) {
        item.fault("`factors` must fall from full strength down");
    }
    for (step, &factor) in factors.iter().rev().enumerate() {
        by_steps[step + 1] = factor;
    }
    (by_steps, u8::try_from(factors.len()).expect("at most three"))
}

fn read_arrival(line: &Table<'_>, max_steps: u8, last_turn: u8) -> Arrival {
    let steps = line.get("steps").and_then(|item| item.int(1..=max_steps));
    let roll = line.get("roll").and_then(|item| item.int(1..=6));
    let Some(item) = line.need("arrival") else {
        return Arrival::Start;
    };
    let text = item.text().unwrap_or("start");
    let turn = match (text, turn_of(text, last_turn)) {
        ("start", _) => None,
        (_, Some(Ok(turn))) => Some(turn),
        (_, Some(Err(why))) => return fault(&item, &why),
        (_, None) => return fault(&item, "`arrival` must be \"start\" or \"turn N\""),
    };
    match (turn, steps, roll) {
        (None, None, None) => Arrival::Start,
        (None, _, _) => fault(&item, "what is there at the start needs neither `steps` nor `roll`"),
        (Some(turn), None, Some(at_least)) => Arrival::Roll { turn, at_least },
        (Some(_), Some(_), Some(_)) => fault(&item, "an arrival by `roll` is at full steps"),
        (Some(turn), steps, None) => Arrival::Turn { turn, steps: steps.unwrap_or(max_steps) },
    }
}

fn fault(item: &Item<'_>, why: &str) -> Arrival {
    item.fault(why);
    Arrival::Start
}

fn read_only_unit(item: &Item<'_>, side: Side, roster: &Roster) -> Option<UnitId> {
    let unit = roster.find(item)?;
    if roster.units[unit.index()].side != side {
        item.fault("`only_unit` names a unit of the other side");
    }
    Some(unit)
}

fn read_only_group(item: &Item<'_>, roster: &Roster) -> Option<String> {
    let group = item.text()?;
    if !roster.groups.iter().any(|known| known == group) {
        item.fault(format!("there is no group \"{group}\""));
    }
    Some(group.to_owned())
}
