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

pub(super) use politics::check_mars;

use super::bands::{Band, Bands, Rows};
use kessel_kernel::Side;
use kessel_kernel::data::Table;
use kessel_kit::{Each, Limit, Reader, Record, Word, records, words};

records! {
    /// How much a hex holds (1.11).
    #[derive(Copy)]
    pub struct Stacking {
        /// Divisions and Kampfgruppen.
        pub units: u8 = 1..=9,
        /// Headquarters.
        pub hqs: u8 = 0..=9,
    }

    /// Movement (7).
    #[derive(Copy)]
    pub struct Movement {
        /// What a hex costs along a road or railroad, in half points.
        pub road_half_points: u8 = 1..=9,
        /// What a ferry costs on top.
        pub ferry_points: u8 = 0..=9,
        /// The most that a unit may spend in mud.
        pub mud_points: u8 = 0..=9,
        /// How many times its movement a unit has in strategic movement.
        pub strategic_factor: u8 = 1..=9,
        /// Hexes that a unit may always move.
        pub always_hexes: u8 = 0..=9,
        /// Points of an unsupplied unit in exploitation and reaction (4.4.3).
        pub oos_exploitation_points: u8 = 0..=9,
        /// The row that Axis units must not stop on (7.1.11).
        pub forbidden_axis_row: u8 = 0..=99,
    }

    /// Supply (4).
    #[derive(Copy)]
    pub struct Supply {
        /// The radius of a supply source.
        pub source_radius: u8 = 1..=20,
        /// Units of other nations that an allied HQ may supply.
        pub allied_hq_foreign_units: u8 = 0..=20,
        /// Supports that artillery costs on top, east of the Don (4.5.2).
        pub artillery_surcharge: u8 = 0..=9,
        /// The northernmost row where it does.
        pub artillery_surcharge_top_row: u8 = 0..=99,
    }

    /// Combat (8).
    #[derive(Copy)]
    pub struct Combat {
        /// What attacks over a bridge are divided by in mud.
        pub mud_bridge_divisor: u8 = 1..=9,
        /// Losses instead of an attacker's retreat.
        pub ar_losses: u8 = 0..=9,
        /// Hexes of an attacker's retreat.
        pub ar_hexes: u8 = 0..=9,
        /// How far from the attacked hex a reacting unit may start.
        pub react_range: u8 = 0..=9,
        /// An allied stack of fewer steps gives an exploitation (8.11).
        pub weak_stack_steps: u8 = 0..=9,
        /// Defence of a unit that has retreated in this phase (8.12.9).
        pub retreated_defence: u8 = 0..=9,
    }

    /// Replacements (17.3).
    #[derive(Copy)]
    pub struct Replacements {
        /// Points for an HQ.
        pub hq: u8 = 0..=9,
        /// Points for a step.
        pub step: u8 = 0..=9,
        /// Supports for a step of an armored unit.
        pub armored_supports: u8 = 0..=9,
        /// Points for a whole eliminated Soviet unit.
        pub soviet_division: u8 = 0..=9,
        /// Allied units may get one part in so many.
        pub allied_divisor: u8 = 1..=9,
    }
}

words! {
    /// The four effects of German Superiority (14.1).
    #[allow(missing_docs)]
    pub enum Effect {
        PanzersToTheRescue,
        HumanWaves,
        OverwhelmingAttack,
        SovietRout,
    }
}

impl Effect {
    /// The word used in files and actions.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

records! {
    /// An effect as the player aid shows it.
    pub struct EffectInfo {
        /// Which.
        pub effect: Effect as "id",
        /// Its name.
        pub name: String,
        /// Whose attacks it bears on.
        pub attacker: Side,
    }

    /// All tables.
    pub struct Charts {
        /// The combat results table with its colour blocks.
        pub crt: Crt => crt::read,
        /// What terrain does, by [`Terrain`](super::Terrain).
        pub terrain: [TerrainEffect; 8] => terrain::read,
        /// What rivers do: minor ones, then major ones, by [`Ice`].
        pub rivers: [[RiverEffect; 3]; 2] as "river" => terrain::read_rivers,
        /// The weather by turn (index 0 is turn 1) and sum of two dice; `None` for a turn that is not rolled.
        pub weather: Vec<Option<[Forecast; 11]>> => weather::read,
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
        pub superiority: Each<Effect, EffectInfo, 4> = AllOf("effects", "id"),
        /// Supports drawn for each modified roll.
        pub acquisition: Bands<AcquisitionRow> = Rows("roll", Band::ALL),
        /// Modifiers of that roll.
        pub acquisition_modifiers: AcquisitionModifiers,
        /// Offensive Markers and the launch.
        pub offensives: Offensives,
        /// Units released for each modified die.
        pub release: Bands<u8> => offensives::release,
        /// What the place of an HQ means to the reserve, in the order of [`HqLocation::ALL`].
        pub hq_location: Each<HqLocation, LocationRow, 4> = AllOf("rows", "at"),
        /// The reserve.
        pub reserve: Reserve,
        /// Operation Mars.
        pub mars: Mars,
        /// What each supply level of the fortress means.
        pub fortress_levels: Bands<FortressRow> => fortress::levels,
        /// Numbers of the fortress.
        pub fortress: Fortress,
        /// The air bridge for each modified die.
        pub air_bridge: Bands<AirBridgeRow> = Rows("roll", Band::ALL),
        /// Modifiers of that die.
        pub air_bridge_modifiers: AirBridgeModifiers,
        /// The kinds of Ju 52 markers.
        pub ju52: Each<Ju52Event, Ju52Kind, 10> => fortress::ju52,
        /// The Fuehrer Approval track from box 0 on.
        pub approval: Vec<ApprovalBox> => politics::approval,
        /// What taking a hex is worth, in the order of [`StrategicHex::ALL`].
        pub strategic: Each<StrategicHex, Strategic, 4> = AllOf("rows", "hex"),
        /// Other changes of the track.
        pub approval_changes: ApprovalChanges,
        /// The OKH crisis, by the sum of two dice.
        pub okh_crisis: Bands<CrisisRow> = Rows("roll", Band::TWO_DICE),
        /// Manstein's first offensive.
        pub wintergewitter: Wintergewitter,
        /// Manstein's second offensive.
        pub backhand: Backhand,
        /// What its score brings.
        pub backhand_score: Bands<BackhandRow> = Rows("score", Band::ALL),
    }
}

/// Lines of a list that stand for each of a set of words, once each; the list and the word are under these keys.
struct AllOf(&'static str, &'static str);

impl<E: Word, T: Record, const N: usize> Limit<Each<E, T, N>> for AllOf {
    fn under(self, root: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<Each<E, T, N>> {
        let table = reader.table(&root.need(key)?)?;
        let rows = all_of(&table, table.tables(self.0), self.1, |line, _: E| T::values(line, reader));
        reader.printed(&table);
        table.finish();
        rows.map(Each::new)
    }
}

/// Reads lines that stand for each of a fixed set of words, once each; they come out in the order of the words.
fn all_of<T, W: Word, const N: usize>(
    table: &Table<'_>,
    lines: Vec<Table<'_>>,
    key: &str,
    mut read: impl FnMut(&Table<'_>, W) -> Option<T>,
) -> Option<[T; N]> {
    let mut found: [Option<T>; N] = std::array::from_fn(|_| None);
    for line in lines {
        let word = line.text(key);
        let line = line.called(word);
        let Some(item) = line.get(key) else { continue };
        let Some(which) = W::of(&item) else { continue };
        let Some(value) = read(&line, which) else { continue };
        line.finish();
        let place = W::words().iter().position(|known| *known == word).unwrap_or(0);
        if found[place].replace(value).is_some() {
            item.fault("is listed twice");
        }
    }
    for (word, found) in W::words().iter().zip(&found) {
        if found.is_none() {
            table.fault(format!("there is no line for \"{word}\""));
        }
    }
    let whole: Vec<T> = found.into_iter().flatten().collect();
    whole.try_into().ok()
}
