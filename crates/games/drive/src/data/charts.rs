//! The terrain effects chart and the numbers of the rules (12.6).

use super::crt::{self, Crt};
use super::map::Terrain;
use super::reading::{Printed, Reading, numbers};
use kessel_kit::Word;
use kessel_table::data::Table;
use serde::Serialize;

/// What a kind of terrain does (9.10 to 9.15, 11.13 to 11.18). Shifts count in the attacker's favour: 1R is 1, 2L is -2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainEffect {
    /// Points that a mechanised unit pays to enter; `None` if it may not.
    pub mechanised: Option<u8>,
    /// Points that a unit on foot or horse pays.
    pub foot: Option<u8>,
    /// Points that mountain infantry pays.
    pub mountain: Option<u8>,
    /// The shift of every prepared assault.
    pub prepared: i8,
    /// The further shift of a prepared assault after the movement phase (forest).
    pub move_first: i8,
    /// The shift of a mobile assault; `None` if there is none into it.
    pub mobile: Option<i8>,
    /// Mechanised units may attack into it.
    pub mechanised_attack: bool,
    /// What it is when frozen (10.2).
    pub frozen: Terrain,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

numbers! {
    /// What the map and a turn stand for (1.2).
    Scale in "charts.toml", "scale" {
        /// Kilometres across a hex.
        kilometres: u8 = 1..=99,
        /// Days in a turn.
        days: u8 = 1..=99,
    }
}

numbers! {
    /// How many units a hex holds.
    Stacking in "charts.toml", "stacking" {
        /// Units of a side (6.1).
        units: u8 = 1..=20,
        /// Soviet artillery on top of these (6.4).
        artillery: u8 = 0..=20,
    }
}

numbers! {
    /// Supply lines.
    Supply in "charts.toml", "supply" {
        /// The longest link, in hexes, the first not counted (7.3, 7.12).
        link: u8 = 1..=50,
        /// Towns that a player adds to his network in a player turn (7.14).
        additions: u8 = 0..=9,
        /// How far the aerial supply marker reaches (7.6).
        aerial: u8 = 0..=9,
    }
}

numbers! {
    /// What the sides of hexes and mobile assaults cost.
    Movement in "charts.toml", "movement" {
        /// Further points of a mechanised unit that crosses a river (9.16).
        river_mechanised: u8 = 0..=20,
        /// Those of any other unit.
        river_foot: u8 = 0..=20,
        /// A mobile assault costs so many times the entry of the hex (9.24).
        mobile_factor: u8 = 1..=9,
    }
}

numbers! {
    /// Column shifts in the attacker's favour: 1R is 1, 2L is -2 (11.11).
    Shifts in "charts.toml", "shifts" {
        /// German prepared assaults before movement (5.6).
        german_assault_first: i8 = -9..=9,
        /// All Soviet attacks in Uranus after movement (5.6).
        soviet_move_first: i8 = -9..=9,
        /// A concentric assault by Germans only (11.28).
        concentric_german: i8 = -9..=9,
        /// One by Soviets, satellites or both kinds of Axis units (11.28).
        concentric_other: i8 = -9..=9,
        /// Manstein (8.9).
        manstein: i8 = -9..=9,
        /// Each aircraft, for its owner (11.25).
        aircraft: i8 = -9..=9,
        /// A mobile assault (9.27).
        mobile: i8 = -9..=9,
        /// Against a city (11.22).
        city: i8 = -9..=9,
        /// Against Soviets in an intact hex of the Don-Volga line (11.23).
        fortification: i8 = -9..=9,
        /// Wholly over intact sides of the O-Ring (11.24).
        ring: i8 = -9..=9,
    }
}

numbers! {
    /// What sets frozen Soviet armies free in Blue.
    Release in "charts.toml", "release" {
        /// How near the Axis must come to a reserve army (8.4).
        reserve_radius: u8 = 0..=50,
        /// How near to a unit of a front army, on the Soviet side of the line (3.2).
        front_radius: u8 = 0..=50,
        /// The first turn with petitions (8.4).
        petition_turn: u8 = 1..=99,
        /// A petition is granted up to this die.
        petition_die: u8 = 0..=6,
    }
}

numbers! {
    /// Reinforcements that no track lists.
    Extras in "charts.toml", "extras" {
        /// Rifle divisions for the south map, in all (8.5).
        south_rifles: u8 = 0..=99,
        /// Those in one game turn.
        south_rifles_per_turn: u8 = 0..=99,
        /// Rifle divisions in each empty hex of Stalingrad in Uranus (8.10).
        stalingrad_rifles: u8 = 0..=8,
    }
}

numbers! {
    /// What Germany must withdraw in Blue (8.7).
    Withdrawal in "charts.toml", "withdrawal" {
        /// When.
        turn: u8 = 1..=99,
        /// Panzer divisions.
        panzers: u8 = 0..=9,
        /// Infantry divisions.
        infantry: u8 = 0..=9,
        /// The least factor printed on one of these.
        infantry_factor: u8 = 0..=20,
        /// Motorised divisions in place of Gross Deutschland.
        substitutes: u8 = 0..=9,
    }
}

numbers! {
    /// Defence without units, and of units that stand alone.
    Defence in "charts.toml", "defence" {
        /// A garrison in Uranus (11.40).
        garrison: u8 = 1..=9,
        /// The flak division without company, in attack and defence (11.27).
        lone_flak: u8 = 0..=9,
    }
}

/// The player aids.
#[derive(Clone, Debug, Serialize)]
pub struct Charts {
    /// What the map and a turn stand for.
    pub scale: Scale,
    /// The combat results table.
    #[serde(skip)]
    pub crt: Crt,
    /// The terrain effects chart, by [`Terrain`].
    #[serde(skip)]
    pub terrain: [TerrainEffect; 7],
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

impl Charts {
    /// What a kind of terrain does, frozen or not.
    #[inline]
    pub fn terrain(&self, terrain: Terrain, frozen: bool) -> &TerrainEffect {
        let effect = &self.terrain[terrain as usize];
        if frozen { &self.terrain[effect.frozen as usize] } else { effect }
    }
}

/// Reads `charts.toml`. `None` only after a fault.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Charts> {
    let (scale, crt) = (Scale::read(root, reading), crt::read(root, reading));
    let terrain = read_terrain(root, reading);
    let (stacking, supply) = (Stacking::read(root, reading), Supply::read(root, reading));
    let (movement, shifts) = (Movement::read(root, reading), Shifts::read(root, reading));
    let (release, extras) = (Release::read(root, reading), Extras::read(root, reading));
    let (withdrawal, defence) = (Withdrawal::read(root, reading), Defence::read(root, reading));
    root.finish();
    Some(Charts {
        scale: scale?,
        crt: crt?,
        terrain: terrain?,
        stacking: stacking?,
        supply: supply?,
        movement: movement?,
        shifts: shifts?,
        release: release?,
        extras: extras?,
        withdrawal: withdrawal?,
        defence: defence?,
    })
}

/// One row for each kind of terrain, in the order of [`Terrain`].
fn read_terrain(root: &Table<'_>, reading: &Reading<'_>) -> Option<[TerrainEffect; 7]> {
    let table = root.table("terrain")?;
    reading.source(&table, "charts.toml terrain");
    let mut rows = Vec::new();
    for terrain in Terrain::every() {
        let word = terrain.word();
        let Some(row) = table.table(word).map(|row| row.called(format!("terrain {word}"))) else { continue };
        // A cost or shift that is left out means that there is no entry or no mobile assault.
        let cost = |key| row.get(key).and_then(|item| item.int(1..=20));
        let shift = |key| row.get(key).and_then(|item| item.int(-9..=9));
        rows.push(TerrainEffect {
            mechanised: cost("mechanised"),
            foot: cost("foot"),
            mountain: cost("mountain"),
            prepared: shift("prepared").unwrap_or(0),
            move_first: shift("move_first").unwrap_or(0),
            mobile: shift("mobile"),
            mechanised_attack: !row.flag("no_mechanised_attack"),
            frozen: Terrain::get(&row, "frozen").unwrap_or(terrain),
            printed: reading.printed(&row),
        });
        row.finish();
    }
    table.finish();
    rows.try_into().ok()
}
