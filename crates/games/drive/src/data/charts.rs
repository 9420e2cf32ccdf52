//! The terrain effects chart and the numbers of the rules (12.6).

use super::crt::Crt;
use super::map::Terrain;
use kessel_kernel::data::{Printed, Table};
use kessel_kit::{Each, Or, Reader, Record, Word, records};

records! {
    /// What a kind of terrain does (9.10 to 9.15, 11.13 to 11.18). Shifts count in the attacker's favour: 1R is 1, 2L is -2. A cost or shift that is
    /// left out means that there is no entry or no mobile assault.
    pub struct TerrainEffect {
        /// Points that a mechanised unit pays to enter; `None` if it may not.
        pub mechanised: Option<u8> = 1..=20,
        /// Points that a unit on foot or horse pays.
        pub foot: Option<u8> = 1..=20,
        /// Points that mountain infantry pays.
        pub mountain: Option<u8> = 1..=20,
        /// The shift of every prepared assault.
        pub prepared: i8 = Or(0, -9..=9),
        /// The further shift of a prepared assault after the movement phase (forest).
        pub move_first: i8 = Or(0, -9..=9),
        /// The shift of a mobile assault; `None` if there is none into it.
        pub mobile: Option<i8> = -9..=9,
        /// Mechanised units may attack into it.
        pub mechanised_attack: bool => |row, _| Some(attackable(row)),
        /// What it is when frozen (10.2): itself, unless the chart says otherwise.
        pub frozen: Option<Terrain>,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }

    /// What the map and a turn stand for (1.2).
    #[derive(Copy)]
    pub struct Scale {
        /// Kilometres across a hex.
        pub kilometres: u8 = 1..=99,
        /// Days in a turn.
        pub days: u8 = 1..=99,
    }

    /// How many units a hex holds.
    #[derive(Copy)]
    pub struct Stacking {
        /// Units of a side (6.1).
        pub units: u8 = 1..=20,
        /// Soviet artillery on top of these (6.4).
        pub artillery: u8 = 0..=20,
    }

    /// Supply lines.
    #[derive(Copy)]
    pub struct Supply {
        /// The longest link, in hexes, the first not counted (7.3, 7.12).
        pub link: u8 = 1..=50,
        /// Towns that a player adds to his network in a player turn (7.14).
        pub additions: u8 = 0..=9,
        /// How far the aerial supply marker reaches (7.6).
        pub aerial: u8 = 0..=9,
    }

    /// What the sides of hexes and mobile assaults cost.
    #[derive(Copy)]
    pub struct Movement {
        /// Further points of a mechanised unit that crosses a river (9.16).
        pub river_mechanised: u8 = 0..=20,
        /// Those of any other unit.
        pub river_foot: u8 = 0..=20,
        /// A mobile assault costs so many times the entry of the hex (9.24).
        pub mobile_factor: u8 = 1..=9,
    }

    /// Column shifts in the attacker's favour: 1R is 1, 2L is -2 (11.11).
    #[derive(Copy)]
    pub struct Shifts {
        /// German prepared assaults before movement (5.6).
        pub german_assault_first: i8 = -9..=9,
        /// All Soviet attacks in Uranus after movement (5.6).
        pub soviet_move_first: i8 = -9..=9,
        /// A concentric assault by Germans only (11.28).
        pub concentric_german: i8 = -9..=9,
        /// One by Soviets, satellites or both kinds of Axis units (11.28).
        pub concentric_other: i8 = -9..=9,
        /// Manstein (8.9).
        pub manstein: i8 = -9..=9,
        /// Each aircraft, for its owner (11.25).
        pub aircraft: i8 = -9..=9,
        /// A mobile assault (9.27).
        pub mobile: i8 = -9..=9,
        /// Against a city (11.22).
        pub city: i8 = -9..=9,
        /// Against Soviets in an intact hex of the Don-Volga line (11.23).
        pub fortification: i8 = -9..=9,
        /// Wholly over intact sides of the O-Ring (11.24).
        pub ring: i8 = -9..=9,
    }

    /// What sets frozen Soviet armies free in Blue.
    #[derive(Copy)]
    pub struct Release {
        /// How near the Axis must come to a reserve army (8.4).
        pub reserve_radius: u8 = 0..=50,
        /// How near to a unit of a front army, on the Soviet side of the line (3.2).
        pub front_radius: u8 = 0..=50,
        /// The first turn with petitions (8.4).
        pub petition_turn: u8 = 1..=99,
        /// A petition is granted up to this die.
        pub petition_die: u8 = 0..=6,
    }

    /// Reinforcements that no track lists.
    #[derive(Copy)]
    pub struct Extras {
        /// Rifle divisions for the south map, in all (8.5).
        pub south_rifles: u8 = 0..=99,
        /// Those in one game turn.
        pub south_rifles_per_turn: u8 = 0..=99,
        /// Rifle divisions in each empty hex of Stalingrad in Uranus (8.10).
        pub stalingrad_rifles: u8 = 0..=8,
    }

    /// What Germany must withdraw in Blue (8.7).
    #[derive(Copy)]
    pub struct Withdrawal {
        /// When.
        pub turn: u8 = 1..=99,
        /// Panzer divisions.
        pub panzers: u8 = 0..=9,
        /// Infantry divisions.
        pub infantry: u8 = 0..=9,
        /// The least factor printed on one of these.
        pub infantry_factor: u8 = 0..=20,
        /// Motorised divisions in place of Gross Deutschland.
        pub substitutes: u8 = 0..=9,
    }

    /// Defence without units, and of units that stand alone.
    #[derive(Copy)]
    pub struct Defence {
        /// A garrison in Uranus (11.40).
        pub garrison: u8 = 1..=9,
        /// The flak division without company, in attack and defence (11.27).
        pub lone_flak: u8 = 0..=9,
    }

    /// The player aids.
    pub struct Charts {
        /// What the map and a turn stand for.
        pub scale: Scale,
        /// The combat results table.
        pub crt: Crt,
        /// The terrain effects chart, by [`Terrain`].
        pub terrain: Each<Terrain, TerrainEffect, 7> => terrain,
        /// Stacking limits.
        pub stacking: Stacking,
        /// Supply lines.
        pub supply: Supply,
        /// Costs of sides.
        pub movement: Movement,
        /// Column shifts.
        pub shifts: Shifts,
        /// Freeing armies.
        pub release: Release,
        /// Reinforcements outside the tracks.
        pub extras: Extras,
        /// The withdrawal.
        pub withdrawal: Withdrawal,
        /// Fixed defence factors.
        pub defence: Defence,
    }
}

impl Charts {
    /// What a kind of terrain does, frozen or not.
    #[inline]
    pub fn terrain(&self, terrain: Terrain, frozen: bool) -> &TerrainEffect {
        let effect = &self.terrain[terrain as usize];
        match effect.frozen {
            Some(other) if frozen => &self.terrain[other as usize],
            _ => effect,
        }
    }
}

fn attackable(row: &Table<'_>) -> bool {
    !row.flag("no_mechanised_attack")
}

/// One row for each kind of terrain.
fn terrain(root: &Table<'_>, reader: &Reader<'_>) -> Option<Each<Terrain, TerrainEffect, 7>> {
    let table = reader.table(&root.need("terrain")?)?;
    Each::take(&table, |word| {
        let row = table.table(word)?.called(format!("terrain {word}"));
        let effect = TerrainEffect::record(&row, reader)?;
        Some(TerrainEffect { frozen: effect.frozen.or(Terrain::from_word(word)), ..effect })
    })
}
