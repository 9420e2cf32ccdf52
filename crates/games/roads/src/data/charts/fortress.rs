//! Fortress Stalingrad and the air bridge (10).

use crate::data::bands::{Band, Bands, Rows};
use kessel_kernel::data::Table;
use kessel_kit::{Each, Limit, Reader, Record, records, words};

words! {
    /// The attack of a unit in the pocket (10.3.2).
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

    /// The defence of a unit in the pocket (10.3.2).
    pub enum FortressDefence {
        /// Unchanged.
        Full,
        /// Half.
        Half,
        /// 1 for each unit.
        One,
    }

    /// The movement of a unit in the pocket (10.3.2).
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
}

records! {
    /// What a supply level means (10.3.2).
    #[derive(Copy)]
    #[allow(missing_docs)]
    pub struct FortressRow {
        pub attack: FortressAttack,
        pub defence: FortressDefence,
        pub movement: FortressMovement,
    }

    /// What a modified die of the air bridge brings (10.4.2).
    #[derive(Copy)]
    pub struct AirBridgeRow {
        /// Change of the supply level.
        pub change: i8 = -9..=9,
        /// Ju 52 markers drawn.
        pub ju52: u8 = 0..=15,
    }

    /// Numbers of the fortress (10.1 to 10.4).
    #[derive(Copy)]
    pub struct Fortress {
        /// The first supply level.
        pub start: u8 = 1..=20,
        /// The same if the pocket is not sealed; also the highest level.
        pub start_unsealed: u8 = 1..=20,
        /// How far from Stalingrad the marker may lie.
        pub marker_distance: u8 = 0..=9,
        /// How far it reaches.
        pub influence: u8 = 0..=9,
        /// How far it reaches on an airfield.
        pub influence_airfield: u8 = 0..=9,
        /// Soviet garrison while the Axis controls both city hexes.
        pub garrison_both: u8 = 0..=99,
        /// While it controls one.
        pub garrison_one: u8 = 0..=99,
        /// Within so many hexes of the marker.
        pub garrison_radius: u8 = 0..=9,
        /// Attacked stacks that cost a level in a Soviet turn.
        pub attacked_stacks: u8 = 0..=9,
        /// Levels gained when Stalingrad is back in supply.
        pub resupply: u8 = 0..=20,
        /// Levels gained when the pocket is not sealed.
        pub unsealed: u8 = 0..=20,
        /// Change of the level when both airfields are lost.
        pub no_airfield_change: i8 = -9..=9,
        /// The level of the surrender test.
        pub surrender_level: u8 = 0..=20,
    }

    /// Modifiers of the air bridge die (10.4).
    #[derive(Copy)]
    pub struct AirBridgeModifiers {
        /// For each VVS on the map.
        pub vvs: i8 = -9..=9,
        /// The pocket is not sealed.
        pub unsealed: i8 = -9..=9,
        /// Goering is played.
        pub goering: i8 = -9..=9,
        /// An Axis armored attack east of the Don near the pocket, last turn.
        pub armored_attack: i8 = -9..=9,
        /// How near.
        pub armored_attack_radius: u8 = 0..=9,
        /// Clear sky.
        pub clear: i8 = -9..=9,
        /// Soviet AA is deployed.
        pub aa: i8 = -9..=9,
        /// For each Luftwaffe on the map.
        pub luftwaffe: i8 = -9..=9,
        /// Blizzard.
        pub blizzard: i8 = -9..=9,
        /// Pitomnik is not Axis.
        pub pitomnik: i8 = -9..=9,
        /// For each of Morozovsk, Tatsinskaya and Gumrak that is Soviet.
        pub airfield: i8 = -9..=9,
        /// A successful raid.
        pub raid: i8 = -9..=9,
        /// The lowest sum.
        pub least: i8 = -20..=20,
        /// The highest sum.
        pub most: i8 = -20..=20,
    }
}

words! {
    /// The events on the Ju 52 markers (10.4.3).
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
        Sortie1 = "sortie-1",
        Sortie2 = "sortie-2",
    }
}

records! {
    /// A kind of Ju 52 marker.
    pub struct Ju52Kind {
        /// Its event.
        pub event: Ju52Event as "id",
        /// Its name.
        pub name: String,
        /// How many there are.
        pub count: u8 = 1..=15,
        /// The case that describes it.
        pub case: String => |line, reader: &Reader<'_>| Some(reader.case(line).unwrap_or_default()),
        /// Leaves the game when used.
        pub once: bool,
    }
}

/// What each level means, from 1 to the highest.
pub(super) fn levels(root: &Table<'_>, reader: &Reader<'_>) -> Option<Bands<FortressRow>> {
    let numbers = ["fortress.start", "fortress.start_unsealed"].map(|path| root.find(path)?.int(1..=20_i16));
    let high = numbers.into_iter().flatten().max().unwrap_or(11);
    Rows("level", Band { low: 1, high }).under(root, "fortress_levels", reader)
}

/// The kinds of Ju 52 markers, as many as there are in all.
pub(super) fn ju52(root: &Table<'_>, reader: &Reader<'_>) -> Option<Each<Ju52Event, Ju52Kind, 10>> {
    let table = reader.table(&root.need("ju52")?)?;
    reader.printed(&table);
    let read = |line: &Table<'_>, _: Ju52Event| Ju52Kind::values(line, reader);
    let kinds: Option<[Ju52Kind; 10]> = super::all_of(&table, table.tables("events"), "id", read);
    let total: u8 = table.int("total", 1..=99);
    table.finish();
    let kinds = kinds?;
    let sum: u32 = kinds.iter().map(|kind| u32::from(kind.count)).sum();
    if sum != u32::from(total) {
        table.fault(format!("the markers add up to {sum}, not to {total}"));
    }
    Some(Each::new(kinds))
}
