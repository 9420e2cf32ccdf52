//! Fortress Stalingrad and the air bridge (10).

use super::super::bands::{Band, Bands};
use super::super::reading::{Reading, numbers};
use kessel_kit::Word;
use kessel_table::data::Table;
use serde::{Deserialize, Serialize};

/// The attack of a unit in the pocket (10.3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FortressAttack {
    /// Half.
    Half,
    /// 1 for each unit.
    One,
    /// 1 for each attacking stack.
    OnePerStack,
    /// 0.
    None,
}

impl Word for FortressAttack {}

/// The defence of a unit in the pocket (10.3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FortressDefence {
    /// Unchanged.
    Full,
    /// Half.
    Half,
    /// 1 for each unit.
    One,
}

impl Word for FortressDefence {}

/// The movement of a unit in the pocket (10.3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FortressMovement {
    /// Half.
    Half,
    /// One movement point.
    OnePoint,
    /// One hex.
    OneHex,
    /// One hex, for three units in all.
    ThreeUnits,
}

impl Word for FortressMovement {}

/// What a supply level means (10.3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct FortressRow {
    pub attack: FortressAttack,
    pub defence: FortressDefence,
    pub movement: FortressMovement,
}

/// What a modified die of the air bridge brings (10.4.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AirBridgeRow {
    /// Change of the supply level.
    pub change: i8,
    /// Ju 52 markers drawn.
    pub ju52: u8,
}

numbers! {
    /// Numbers of the fortress (10.1 to 10.4).
    Fortress in "charts.toml", "fortress" {
        /// The first supply level.
        start: u8 = 1..=20,
        /// The same if the pocket is not sealed; also the highest level.
        start_unsealed: u8 = 1..=20,
        /// How far from Stalingrad the marker may lie.
        marker_distance: u8 = 0..=9,
        /// How far it reaches.
        influence: u8 = 0..=9,
        /// How far it reaches on an airfield.
        influence_airfield: u8 = 0..=9,
        /// Soviet garrison while the Axis controls both city hexes.
        garrison_both: u8 = 0..=99,
        /// While it controls one.
        garrison_one: u8 = 0..=99,
        /// Within so many hexes of the marker.
        garrison_radius: u8 = 0..=9,
        /// Attacked stacks that cost a level in a Soviet turn.
        attacked_stacks: u8 = 0..=9,
        /// Levels gained when Stalingrad is back in supply.
        resupply: u8 = 0..=20,
        /// Levels gained when the pocket is not sealed.
        unsealed: u8 = 0..=20,
        /// Change of the level when both airfields are lost.
        no_airfield_change: i8 = -9..=9,
        /// The level of the surrender test.
        surrender_level: u8 = 0..=20,
    }
}
numbers! {
    /// Modifiers of the air bridge die (10.4).
    AirBridgeModifiers in "charts.toml", "air_bridge_modifiers" {
        /// For each VVS on the map.
        vvs: i8 = -9..=9,
        /// The pocket is not sealed.
        unsealed: i8 = -9..=9,
        /// Goering is played.
        goering: i8 = -9..=9,
        /// An Axis armored attack east of the Don near the pocket, last turn.
        armored_attack: i8 = -9..=9,
        /// How near.
        armored_attack_radius: u8 = 0..=9,
        /// Clear sky.
        clear: i8 = -9..=9,
        /// Soviet AA is deployed.
        aa: i8 = -9..=9,
        /// For each Luftwaffe on the map.
        luftwaffe: i8 = -9..=9,
        /// Blizzard.
        blizzard: i8 = -9..=9,
        /// Pitomnik is not Axis.
        pitomnik: i8 = -9..=9,
        /// For each of Morozovsk, Tatsinskaya and Gumrak that is Soviet.
        airfield: i8 = -9..=9,
        /// A successful raid.
        raid: i8 = -9..=9,
        /// The lowest sum.
        least: i8 = -20..=20,
        /// The highest sum.
        most: i8 = -20..=20,
    }
}

/// The events on the Ju 52 markers (10.4.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Ju52Event {
    UnitResistance,
    StackResistance,
    Rattenkrieg,
    Support,
    Hube,
    Evacuation,
    LastReserves,
    Mobility,
    #[serde(rename = "sortie-1")]
    Sortie1,
    #[serde(rename = "sortie-2")]
    Sortie2,
}

const EVENTS: [(&str, Ju52Event); 10] = [
    ("unit-resistance", Ju52Event::UnitResistance),
    ("stack-resistance", Ju52Event::StackResistance),
    ("rattenkrieg", Ju52Event::Rattenkrieg),
    ("support", Ju52Event::Support),
    ("hube", Ju52Event::Hube),
    ("evacuation", Ju52Event::Evacuation),
    ("last-reserves", Ju52Event::LastReserves),
    ("mobility", Ju52Event::Mobility),
    ("sortie-1", Ju52Event::Sortie1),
    ("sortie-2", Ju52Event::Sortie2),
];

/// A kind of Ju 52 marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ju52Kind {
    /// Its event.
    pub event: Ju52Event,
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// The case that describes it.
    pub case: String,
    /// Leaves the game when used.
    pub once: bool,
}

/// What the file says of all this.
pub(super) struct Pocket {
    pub(super) levels: Bands<FortressRow>,
    pub(super) numbers: Fortress,
    pub(super) air_bridge: Bands<AirBridgeRow>,
    pub(super) modifiers: AirBridgeModifiers,
    pub(super) ju52: Vec<Ju52Kind>,
}

pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Pocket> {
    let (numbers, modifiers) = (Fortress::read(root, reading), AirBridgeModifiers::read(root, reading));
    let highest = numbers.map_or(11, |numbers| i16::from(numbers.start_unsealed.max(numbers.start)));
    let levels = root.table("fortress_levels").map(|table| {
        let table = table.called("fortress_levels");
        reading.source(&table, "charts.toml fortress_levels");
        let span = Band { low: 1, high: highest };
        let rows = Bands::read(&table, table.tables("rows"), "level", span, |line| FortressRow {
            attack: FortressAttack::need(line, "attack"),
            defence: FortressDefence::need(line, "defence"),
            movement: FortressMovement::need(line, "movement"),
        });
        table.finish();
        rows
    });
    let air_bridge = root.table("air_bridge").map(|table| {
        let table = table.called("air_bridge");
        reading.source(&table, "charts.toml air_bridge");
        let rows = Bands::read(&table, table.tables("rows"), "roll", Band::ALL, |line| AirBridgeRow {
            change: line.int("change", -9..=9),
            ju52: line.int("ju52", 0..=15),
        });
        table.finish();
        rows
    });
    let ju52 = read_ju52(root, reading);
    Some(Pocket { levels: levels?, numbers: numbers?, air_bridge: air_bridge?, modifiers: modifiers?, ju52: ju52? })
}

fn read_ju52(root: &Table<'_>, reading: &Reading<'_>) -> Option<Vec<Ju52Kind>> {
    let table = root.table("ju52")?.called("ju52");
    reading.source(&table, "charts.toml ju52");
    reading.printed(&table);
    let kinds = super::all_of(&table, table.tables("events"), "id", &EVENTS, |line, event| Ju52Kind {
        event,
        name: line.text("name").to_owned(),
        count: line.int("count", 1..=15),
        case: reading.case(line).unwrap_or_default(),
        once: line.flag("once"),
    });
    let total: u8 = table.int("total", 1..=99);
    if let Some(kinds) = &kinds {
        let sum: u32 = kinds.iter().map(|kind| u32::from(kind.count)).sum();
        if sum != u32::from(total) {
            table.fault(format!("the markers add up to {sum}, not to {total}"));
        }
    }
    table.finish();
    kinds.map(Vec::from)
}
