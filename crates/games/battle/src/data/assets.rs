//! Combat assets (2.2.3).

use super::charts::Fraction;
use super::units::{UnitId, UnitInfo, side, turn_of};
use kessel_kernel::data::{Item, Nation, Printed, Table};
use kessel_kernel::{Side, small_id};
use kessel_kit::record::{both_sides, field};
use kessel_kit::{Fact, Names, Reader, Word, dense_ids, named_ids, records, tree, words};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

small_id! {
    /// An asset, counted from 0: an index into [`Data::assets`](super::Data::assets).
    AssetId, u8
}

dense_ids!(AssetId);
named_ids!(AssetId: "asset");

words! {
    /// How large an asset is.
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
}

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

records! {
    /// What is printed on an asset.
    pub struct AssetInfo as "asset" by id {
        /// The id that files and actions use.
        pub id: String,
        /// The name for people.
        pub name: String,
        /// Whose it is.
        pub side: Side => side,
        /// Its nation.
        pub nation: Nation,
        /// Its size.
        pub size: AssetSize,
        /// Its class.
        pub class: AssetClass => class,
        /// Combat strength by steps: `factors[2]` with two. `factors[0]` is 0.
        pub factors: [u8; 4] => |line, reader| Some(factors(line, reader)?.0),
        /// Steps at full strength.
        pub max_steps: u8 => max_steps,
        /// Steps up to which it may be rebuilt (9.1.3, 9.2.3).
        pub rebuild_steps: u8 => max_steps,
        /// When it comes.
        pub arrival: Arrival => arrival,
        /// The only unit it may be attached to.
        pub only_unit: Option<UnitId>,
        /// The only group whose units it may be attached to.
        pub only_group: Option<String>,
        /// The turn in which it leaves the game (9.2.2).
        pub withdraw_turn: Option<u8> as "withdraw" = 1..=99,
        /// A remark.
        pub note: Option<String>,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }
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

/// As many assets as the rules can handle.
const MOST: usize = 64;

/// Reads `assets.toml`: the Soviets, then the Axis. None is rebuilt beyond the limit.
pub(super) fn read(root: &Table<'_>, reader: &Reader<'_>, units: &[UnitInfo], limit: u8) -> Vec<AssetInfo> {
    let lines = both_sides(root, "assets", reader, |asset: &AssetInfo| asset.side);
    root.finish();
    for (line, asset) in &lines {
        check(line, asset, units, reader.names.count("turn"));
    }
    let rebuilt = |asset: AssetInfo| AssetInfo { rebuild_steps: asset.max_steps.min(limit), ..asset };
    let mut assets: Vec<AssetInfo> = lines.into_iter().map(|(_, asset)| rebuilt(asset)).collect();
    if assets.len() > MOST {
        root.fault(format!("there are {} assets; {MOST} are the limit", assets.len()));
        assets.truncate(MOST);
    }
    assets
}

/// What an asset says of units and turns.
fn check(line: &Table<'_>, asset: &AssetInfo, units: &[UnitInfo], last_turn: usize) {
    if units.iter().any(|unit| unit.id == asset.id) {
        line.fault("a unit has this id");
    }
    if asset.only_unit.is_some_and(|unit| units[unit.index()].side != asset.side) {
        line.fault("`only_unit` names a unit of the other side");
    }
    if let Some(group) = asset.only_group.as_ref().filter(|only| !units.iter().any(|unit| unit.group == **only)) {
        line.fault(format!("there is no group \"{group}\""));
    }
    if asset.withdraw_turn.is_some_and(|turn| usize::from(turn) > last_turn) {
        line.fault(format!("`withdraw` is after the last turn, {last_turn}"));
    }
}

words! {
    /// The class as files write it.
    enum ClassWord {
        Tank,
        None,
        AntiTank,
    }
}

fn class(line: &Table<'_>, reader: &Reader<'_>) -> Option<AssetClass> {
    Some(match ClassWord::need(line, "class") {
        ClassWord::Tank => AssetClass::Tank,
        ClassWord::None => AssetClass::Plain,
        ClassWord::AntiTank => {
            let fraction: Fraction = field(line, "fraction", reader)?;
            let small = u8::try_from(fraction.num).ok().zip(u8::try_from(fraction.den).ok());
            let small = small.filter(|&(num, den)| 0 < num && num < den);
            if small.is_none() {
                line.fault("`fraction` must lie between 0 and 1");
            }
            let (num, den) = small.unwrap_or((1, 2));
            AssetClass::AntiTank { num, den }
        }
    })
}

/// From full strength down in the file, by steps up in the array; and how many steps there are.
fn factors(line: &Table<'_>, _: &Reader<'_>) -> Option<([u8; 4], u8)> {
    let mut by_steps = [0; 4];
    if ClassWord::need(line, "class") == ClassWord::AntiTank {
        return Some((by_steps, 1));
    }
    let item = line.need("factors")?;
    let factors: Vec<u8> = item.items().iter().filter_map(|item| item.int(1..=20)).collect();
    if !(1..=3).contains(&factors.len()) {
        item.fault("`factors` needs a number for each of one to three steps");
        return Some((by_steps, 1));
    }
    if !factors.is_sorted_by(|more, less| more > less) {
        item.fault("`factors` must fall from full strength down");
    }
    for (step, &factor) in factors.iter().rev().enumerate() {
        by_steps[step + 1] = factor;
    }
    Some((by_steps, u8::try_from(factors.len()).expect("at most three")))
}

fn max_steps(line: &Table<'_>, reader: &Reader<'_>) -> Option<u8> {
    Some(factors(line, reader)?.1)
}

fn arrival(line: &Table<'_>, reader: &Reader<'_>) -> Option<Arrival> {
    let full = max_steps(line, reader)?;
    let steps = line.get("steps").and_then(|item| item.int(1..=full));
    let roll = line.get("roll").and_then(|item| item.int(1..=6));
    let Some(item) = line.need("arrival") else { return Some(Arrival::Start) };
    let turn = match item.text() {
        Some("start") => None,
        Some(text) if text.starts_with("turn ") => turn_of(&item, reader),
        _ => return fault(&item, "`arrival` must be \"start\" or \"turn N\""),
    };
    match (turn, steps, roll) {
        (None, None, None) => Some(Arrival::Start),
        (None, _, _) => fault(&item, "what is there at the start needs neither `steps` nor `roll`"),
        (Some(turn), None, Some(at_least)) => Some(Arrival::Roll { turn, at_least }),
        (Some(_), Some(_), Some(_)) => fault(&item, "an arrival by `roll` is at full steps"),
        (Some(turn), steps, None) => Some(Arrival::Turn { turn, steps: steps.unwrap_or(full) }),
    }
}

fn fault(item: &Item<'_>, why: &str) -> Option<Arrival> {
    item.fault(why);
    Some(Arrival::Start)
}

impl Fact for AssetClass {
    fn fact(&self, _: &Names<'_>) -> Value {
        match self {
            AssetClass::Tank => "tank",
            AssetClass::Plain => "none",
            AssetClass::AntiTank { .. } => "anti-tank",
        }
        .into()
    }
}

impl Fact for Arrival {
    fn fact(&self, _: &Names<'_>) -> Value {
        match self {
            Arrival::Start => "start".into(),
            Arrival::Turn { turn, .. } | Arrival::Roll { turn, .. } => format!("turn {turn}").into(),
        }
    }
}

/// Everything known of an asset.
pub(super) fn facts(asset: &AssetInfo, names: &Names<'_>) -> Value {
    let fraction = match asset.class {
        AssetClass::AntiTank { num, den } => Some(format!("{num}/{den}")),
        AssetClass::Tank | AssetClass::Plain => None,
    };
    let (steps, roll) = match asset.arrival {
        Arrival::Start => (asset.max_steps, None),
        Arrival::Turn { steps, .. } => (steps, None),
        Arrival::Roll { at_least, .. } => (asset.max_steps, Some(at_least)),
    };
    let factors: Vec<u8> = (1..=asset.max_steps).rev().map(|step| asset.factors[usize::from(step)]).collect();
    let further = json!({ "fraction": fraction, "factors": factors, "steps": steps, "roll": roll });
    tree::with(&asset.fact(names), further)
}
