//! The player aids: tables, tracks and printed numbers.

mod crt;
mod fortress;
mod offensives;
mod politics;
mod terrain;
mod weather;

pub use crt::{AttackerResult, Crt, CrtCell, DefenderResult, Odds};
pub use fortress::{
    AirBridgeModifiers, AirBridgeRow, Fortress, FortressAttack, FortressDefence, FortressMovement, FortressRow,
    Ju52Event, Ju52Kind,
};
pub use offensives::{AcquisitionModifiers, AcquisitionRow, HqLocation, LocationRow, Offensives, Reserve};
pub use politics::{
    ApprovalBox, ApprovalChanges, Backhand, BackhandRow, CrisisEffect, CrisisRow, Mars, MarsBox, Strategic,
    StrategicHex, Wintergewitter,
};
pub use terrain::{Ice, RiverEffect, TerrainEffect};
pub use weather::{Cloud, Forecast, Weather};

pub(super) use weather::{CLOUDS, ICES, WEATHERS};

use super::bands::Bands;
use super::reading::{Reading, numbers};
use super::units::Roster;
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::Table;
use serde::{Deserialize, Serialize};

numbers! {
    /// How much a hex holds (1.11).
    Stacking in "charts.toml", "stacking" {
        /// Divisions and Kampfgruppen.
        units: u8 = 1..=9,
        /// Headquarters.
        hqs: u8 = 0..=9,
    }
}
numbers! {
    /// Movement (7).
    Movement in "charts.toml", "movement" {
        /// What a hex costs along a road or railroad, in half points.
        road_half_points: u8 = 1..=9,
        /// What a ferry costs on top.
        ferry_points: u8 = 0..=9,
        /// The most that a unit may spend in mud.
        mud_points: u8 = 0..=9,
        /// How many times its movement a unit has in strategic movement.
        strategic_factor: u8 = 1..=9,
        /// Hexes that a unit may always move.
        always_hexes: u8 = 0..=9,
        /// Points of an unsupplied unit in exploitation and reaction (4.4.3).
        oos_exploitation_points: u8 = 0..=9,
        /// The row that Axis units must not stop on (7.1.11).
        forbidden_axis_row: u8 = 0..=99,
    }
}
numbers! {
    /// Supply (4).
    Supply in "charts.toml", "supply" {
        /// The radius of a supply source.
        source_radius: u8 = 1..=20,
        /// Units of other nations that an allied HQ may supply.
        allied_hq_foreign_units: u8 = 0..=20,
        /// Supports that artillery costs on top, east of the Don (4.5.2).
        artillery_surcharge: u8 = 0..=9,
        /// The northernmost row where it does.
        artillery_surcharge_top_row: u8 = 0..=99,
    }
}
numbers! {
    /// Combat (8).
    Combat in "charts.toml", "combat" {
        /// What attacks over a bridge are divided by in mud.
        mud_bridge_divisor: u8 = 1..=9,
        /// Losses instead of an attacker's retreat.
        ar_losses: u8 = 0..=9,
        /// Hexes of an attacker's retreat.
        ar_hexes: u8 = 0..=9,
        /// How far from the attacked hex a reacting unit may start.
        react_range: u8 = 0..=9,
        /// An allied stack of fewer steps gives an exploitation (8.11).
        weak_stack_steps: u8 = 0..=9,
        /// Defence of a unit that has retreated in this phase (8.12.9).
        retreated_defence: u8 = 0..=9,
    }
}
numbers! {
    /// Replacements (17.3).
    Replacements in "charts.toml", "replacements" {
        /// Points for an HQ.
        hq: u8 = 0..=9,
        /// Points for a step.
        step: u8 = 0..=9,
        /// Supports for a step of an armored unit.
        armored_supports: u8 = 0..=9,
        /// Points for a whole eliminated Soviet unit.
        soviet_division: u8 = 0..=9,
        /// Allied units may get one part in so many.
        allied_divisor: u8 = 1..=9,
    }
}

/// The four effects of German Superiority (14.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Effect {
    PanzersToTheRescue,
    HumanWaves,
    OverwhelmingAttack,
    SovietRout,
}

impl Word for Effect {}

impl Effect {
    /// All four, in the order of their indexes.
    pub const ALL: [Effect; 4] =
        [Effect::PanzersToTheRescue, Effect::HumanWaves, Effect::OverwhelmingAttack, Effect::SovietRout];

    /// The word used in files and actions.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

/// An effect as the player aid shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectInfo {
    /// Which.
    pub effect: Effect,
    /// Its name.
    pub name: String,
    /// Whose attacks it bears on.
    pub attacker: Side,
}

/// All tables.
#[derive(Clone, Debug, Serialize)]
pub struct Charts {
    /// The combat results table with its colour blocks.
    #[serde(skip)]
    pub crt: Crt,
    /// What terrain does, by [`Terrain`](super::Terrain).
    #[serde(skip)]
    pub terrain: [TerrainEffect; 8],
    /// What rivers do: minor ones, then major ones, by [`Ice`].
    #[serde(skip)]
    pub rivers: [[RiverEffect; 3]; 2],
    /// The weather by turn (index 0 is turn 1) and sum of two dice; `None` for a turn that is not rolled.
    #[serde(skip)]
    pub weather: Vec<Option<[Forecast; 11]>>,
    /// Stacking.
    pub stacking: Stacking,
    /// Movement.
    pub movement: Movement,
    /// Supply.
    pub supply: Supply,
    /// Combat.
    pub combat: Combat,
    /// Replacements.
    pub replacements: Replacements,
    /// German Superiority, in the order of [`Effect::ALL`].
    #[serde(skip)]
    pub superiority: [EffectInfo; 4],
    /// Supports drawn for each modified roll.
    pub acquisition: Bands<AcquisitionRow>,
    /// Modifiers of that roll.
    pub acquisition_modifiers: AcquisitionModifiers,
    /// Offensive Markers and the launch.
    pub offensives: Offensives,
    /// Units released for each modified die.
    pub release: Bands<u8>,
    /// What the place of an HQ means to the reserve, in the order of [`HqLocation::ALL`].
    #[serde(skip)]
    pub hq_location: [LocationRow; 4],
    /// The reserve.
    pub reserve: Reserve,
    /// Operation Mars.
    #[serde(skip)]
    pub mars: Mars,
    /// What each supply level of the fortress means.
    pub fortress_levels: Bands<FortressRow>,
    /// Numbers of the fortress.
    pub fortress: Fortress,
    /// The air bridge for each modified die.
    pub air_bridge: Bands<AirBridgeRow>,
    /// Modifiers of that die.
    pub air_bridge_modifiers: AirBridgeModifiers,
    /// The kinds of Ju 52 markers.
    #[serde(skip)]
    pub ju52: Vec<Ju52Kind>,
    /// The Fuehrer Approval track from box 0 on.
    #[serde(skip)]
    pub approval: Vec<ApprovalBox>,
    /// What taking a hex is worth, in the order of [`StrategicHex::ALL`].
    #[serde(skip)]
    pub strategic: [Strategic; 4],
    /// Other changes of the track.
    pub approval_changes: ApprovalChanges,
    /// The OKH crisis, by the sum of two dice.
    pub okh_crisis: Bands<CrisisRow>,
    /// Manstein's first offensive.
    pub wintergewitter: Wintergewitter,
    /// Manstein's second offensive.
    pub backhand: Backhand,
    /// What its score brings.
    pub backhand_score: Bands<BackhandRow>,
}

/// Reads `charts.toml` but for turns and boxes. `None` only after a fault.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster) -> Option<Charts> {
    let crt = crt::read(root, reading);
    let (terrain, rivers) = (terrain::read(root, reading), terrain::read_rivers(root, reading));
    let weather = weather::read(root, reading);
    let (stacking, movement) = (Stacking::read(root, reading), Movement::read(root, reading));
    let (supply, combat) = (Supply::read(root, reading), Combat::read(root, reading));
    let (replacements, superiority) = (Replacements::read(root, reading), read_superiority(root, reading));
    let command = offensives::read(root, reading);
    let fortress = fortress::read(root, reading);
    let politics = politics::read(root, reading, roster);
    root.finish();
    let (command, fortress, politics) = (command?, fortress?, politics?);
    Some(Charts {
        crt: crt?,
        terrain: terrain?,
        rivers: rivers?,
        weather,
        stacking: stacking?,
        movement: movement?,
        supply: supply?,
        combat: combat?,
        replacements: replacements?,
        superiority: superiority?,
        acquisition: command.acquisition,
        acquisition_modifiers: command.modifiers,
        offensives: command.offensives,
        release: command.release,
        hq_location: command.locations,
        reserve: command.reserve,
        mars: politics.mars,
        fortress_levels: fortress.levels,
        fortress: fortress.numbers,
        air_bridge: fortress.air_bridge,
        air_bridge_modifiers: fortress.modifiers,
        ju52: fortress.ju52,
        approval: politics.approval,
        strategic: politics.strategic,
        approval_changes: politics.changes,
        okh_crisis: politics.crisis,
        wintergewitter: politics.wintergewitter,
        backhand: politics.backhand,
        backhand_score: politics.backhand_score,
    })
}

fn read_superiority(root: &Table<'_>, reading: &Reading<'_>) -> Option<[EffectInfo; 4]> {
    let table = root.table("superiority")?.called("superiority");
    reading.source(&table, "charts.toml superiority");
    let words = Effect::ALL.map(|effect| (effect.word(), effect));
    let infos = all_of(&table, table.tables("effects"), "id", &words, |line, effect| EffectInfo {
        effect,
        name: line.text("name").to_owned(),
        attacker: line.word("attacker", &super::reading::SIDES),
    });
    table.finish();
    infos
}

/// Reads lines that stand for each of a fixed set of words, once each; they come out in the order of the words.
fn all_of<T, W: Copy, const N: usize>(
    table: &Table<'_>,
    lines: Vec<Table<'_>>,
    key: &str,
    words: &[(&str, W); N],
    mut read: impl FnMut(&Table<'_>, W) -> T,
) -> Option<[T; N]> {
    let mut found: [Option<T>; N] = std::array::from_fn(|_| None);
    for line in lines {
        let word = line.text(key);
        let line = line.called(word);
        let Some(item) = line.get(key) else { continue };
        let Some(place) = words.iter().position(|(known, _)| *known == word) else {
            item.word(words);
            continue;
        };
        let value = read(&line, words[place].1);
        line.finish();
        if found[place].replace(value).is_some() {
            item.fault("is listed twice");
        }
    }
    for ((word, _), found) in words.iter().zip(&found) {
        if found.is_none() {
            table.fault(format!("there is no line for \"{word}\""));
        }
    }
    let whole: Vec<T> = found.into_iter().flatten().collect();
    whole.try_into().ok()
}
