//! All tables and numbers that are neither map, counter nor combat table.

use super::reading::{Reading, optional_text};
use kessel_kit::{Word, part};
use kessel_table::data::{Item, Table};
use kessel_table::numbers;
use serde::{Deserialize, Serialize};

/// What Hitler wants (6.1), and what Axis points are scored for (10.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Soviet armies destroyed in the ALZ, Voronezh and Rostov.
    Don,
    /// Boxes of the Caucasus.
    Caucasus,
    /// The city.
    Stalingrad,
}

/// A fraction of whole numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Fraction {
    /// Above the line.
    pub num: u16,
    /// Below the line; never 0.
    pub den: u16,
}

numbers! {
    /// What replacements cost, and how strong things come (9.1, 9.2).
    Costs in "charts.toml", "replacements" {
        /// Points for one basic strength.
        strength: u8 = 1..=20,
        /// Points for a unit from the dead pile.
        unit: u8 = 1..=20,
        /// The basic strength it returns with.
        unit_returns_at: u8 = 1..=20,
        /// Points for one step of an asset.
        asset_step: u8 = 1..=20,
        /// Steps up to which an asset may be rebuilt.
        asset_limit: u8 = 1..=3,
        /// Basic strength of a Soviet reinforcement.
        soviet_arrives_at: u8 = 1..=20,
    }
}

/// The dice numbers on the objective counters (6.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Objectives {
    primary: [Objective; 6],
    secondary: [[Objective; 6]; 3],
}

/// How many units Operation Uranus may move from a turn on (8.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UranusMoves {
    /// From this turn on.
    pub turn: u8,
    /// So many units.
    pub units: u8,
}

/// Points and thresholds (10.2 to 10.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Victory {
    /// Raw Don points for a Soviet unit destroyed in the ALZ.
    pub don_unit: u8,
    /// Raw Stalingrad points for a turn with an Axis unit there.
    pub stalingrad_turn: u8,
    /// Raw Don points for each of Voronezh and Rostov at the end.
    pub city: u8,
    /// Raw Caucasus points by the Edelweiss die, 1 to 6.
    pub edelweiss: [u8; 6],
    /// What raw points are multiplied by, by [`Objective::index`]; fractions are dropped.
    pub base: [Fraction; 3],
    /// What the points of the primary, secondary and tertiary objective are multiplied by.
    pub directive: [u8; 3],
    /// Off for each Axis unit in the dead pile.
    pub dead_unit: u8,
    /// Off for each unsupplied Axis unit.
    pub unsupplied_unit: u8,
    /// From so many points a victory is material.
    pub material: i32,
    /// From so many it is decisive.
    pub decisive: i32,
}

/// One kind of counter in the box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CounterKind {
    /// What they are.
    pub what: String,
    /// How many.
    pub count: u16,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The counter mix (2.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// All of them.
    pub total: u16,
    /// By kind.
    pub mix: Vec<CounterKind>,
}

/// A line of the terrain effects chart, for display: the rules know the effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainRow {
    /// The terrain.
    pub terrain: String,
    /// Tactical movement.
    pub tactical: String,
    /// Strategic movement.
    pub strategic: String,
    /// Combat.
    pub combat: String,
    /// Zones of interdiction.
    pub zoi: String,
    /// Supply lines.
    pub supply: String,
}

numbers! {
    /// What a hex and a turn stand for (1.0.1).
    Scale in "charts.toml", "scale" {
        /// Kilometres across a hex from east to west.
        hex_km: u16 = 1..=999,
        /// Turns in a month.
        turns_per_month: u8 = 1..=31,
    }
}

/// All tables but the CRT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Charts {
    /// The scale of the game.
    pub scale: Scale,
    /// What a river assault leaves of the attacker's tank sum (8.1).
    #[serde(skip)]
    pub river_assault: Fraction,
    /// What a major city leaves of either side's tank sum (8.1).
    #[serde(skip)]
    pub major_city: Fraction,
    /// Replacements.
    #[serde(rename = "replacements")]
    pub costs: Costs,
    /// Hitler's directives.
    #[serde(skip)]
    pub objectives: Objectives,
    /// Operation Uranus, by turn.
    pub uranus: Vec<UranusMoves>,
    /// Points and thresholds.
    pub victory: Victory,
    /// The counter mix.
    pub counters: Counters,
    /// The terrain effects chart.
    pub terrain: Vec<TerrainRow>,
}

impl Word for Objective {}

impl Objective {
    /// The three, in the order of [`Objective::index`].
    pub const ALL: [Objective; 3] = [Objective::Don, Objective::Caucasus, Objective::Stalingrad];

    /// 0 to 2: for arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The objective that is neither of two different ones.
    pub fn third(one: Objective, other: Objective) -> Objective {
        let rest = Objective::ALL.into_iter().find(|&rest| rest != one && rest != other);
        rest.expect("two do not make three")
    }
}

impl Fraction {
    /// `1/2`.
    pub fn text(self) -> String {
        format!("{}/{}", self.num, self.den)
    }

    /// Reads `1/2`.
    pub(super) fn read(item: &Item<'_>) -> Option<Fraction> {
        let text = item.text()?;
        let parts = text.split_once('/').and_then(|(num, den)| num.parse().ok().zip(den.parse().ok()));
        let fraction = parts.map(|(num, den)| Fraction { num, den }).filter(|fraction| fraction.den > 0);
        if fraction.is_none() {
            item.fault(format!("`{}` is \"{text}\", not a fraction such as \"1/2\"", item.key()));
        }
        fraction
    }

    fn of(table: &Table<'_>, key: &str) -> Fraction {
        table.need(key).and_then(|item| Fraction::read(&item)).unwrap_or(Fraction { num: 1, den: 1 })
    }
}

impl From<Fraction> for String {
    fn from(fraction: Fraction) -> String {
        fraction.text()
    }
}

impl Objectives {
    /// The primary objective for a die of 1 to 6.
    ///
    /// # Panics
    /// On any other die.
    pub fn primary(&self, die: u8) -> Objective {
        self.primary[usize::from(die) - 1]
    }

    /// The secondary objective for a die of 1 to 6, once the primary one is known.
    ///
    /// # Panics
    /// On any other die.
    pub fn secondary(&self, primary: Objective, die: u8) -> Objective {
        self.secondary[primary.index()][usize::from(die) - 1]
    }
}

impl Charts {
    /// How many units Operation Uranus may move if launched in this turn; 0 if it may not be (8.4).
    pub fn uranus_moves(&self, turn: u8) -> u8 {
        self.uranus.iter().rev().find(|step| step.turn <= turn).map_or(0, |step| step.units)
    }
}

/// Reads everything of `charts.toml` but the CRT.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, last_turn: u8) -> Charts {
    let part = |name| part(root, reading, "charts.toml", name);
    let half = Fraction { num: 1, den: 2 };
    let combat = part("combat").map(|table| {
        let fractions = (Fraction::of(&table, "river_assault"), Fraction::of(&table, "major_city"));
        table.finish();
        fractions
    });
    let charts = Charts {
        scale: Scale::read(root, reading).unwrap_or(NO_SCALE),
        river_assault: combat.map_or(half, |combat| combat.0),
        major_city: combat.map_or(half, |combat| combat.1),
        costs: Costs::read(root, reading).unwrap_or(NO_COSTS),
        objectives: part("objectives").map_or(NO_OBJECTIVES, |table| read_objectives(&table)),
        uranus: part("uranus").map(|table| read_uranus(&table, last_turn)).unwrap_or_default(),
        victory: part("victory").map_or(NO_VICTORY, |table| read_victory(&table)),
        counters: part("counters").map(|table| read_counters(&table, reading)).unwrap_or_default(),
        terrain: part("terrain").map(|table| read_terrain(&table)).unwrap_or_default(),
    };
    root.finish();
    charts
}

/// Stand-ins while faults are collected; they never leave the loader.
const NO_SCALE: Scale = Scale { hex_km: 1, turns_per_month: 1 };
const NO_COSTS: Costs =
    Costs { strength: 1, unit: 1, unit_returns_at: 1, asset_step: 1, asset_limit: 1, soviet_arrives_at: 1 };
const NO_OBJECTIVES: Objectives = Objectives { primary: [Objective::Don; 6], secondary: [[Objective::Don; 6]; 3] };
const NO_VICTORY: Victory = Victory {
    don_unit: 0,
    stalingrad_turn: 0,
    city: 0,
    edelweiss: [0; 6],
    base: [Fraction { num: 1, den: 1 }; 3],
    directive: [0; 3],
    dead_unit: 0,
    unsupplied_unit: 0,
    material: 0,
    decisive: 0,
};

fn read_objectives(table: &Table<'_>) -> Objectives {
    let mut objectives = NO_OBJECTIVES;
    if let Some(primary) = table.table("primary") {
        objectives.primary = read_dice(&primary.called("primary objective"), &Objective::ALL);
    }
    if let Some(secondary) = table.table("secondary") {
        for primary in Objective::ALL {
            let others: Vec<_> = Objective::ALL.into_iter().filter(|&other| other != primary).collect();
            if let Some(dice) = secondary.table(primary.word()) {
                let dice = dice.called(format!("secondary objective after {}", primary.word()));
                objectives.secondary[primary.index()] = read_dice(&dice, &others);
            }
        }
        secondary.finish();
    }
    table.finish();
    objectives
}

/// Reads `{ don = [1, 2], ... }`: every face of the die once.
fn read_dice(table: &Table<'_>, among: &[Objective]) -> [Objective; 6] {
    let mut faces = [None; 6];
    for &objective in among {
        for item in table.need(objective.word()).map(|item| item.items()).unwrap_or_default() {
            let Some(die) = item.int(1..=6_usize) else {
                continue;
            };
            if faces[die - 1].replace(objective).is_some() {
                item.fault(format!("the die {die} is given twice"));
            }
        }
    }
    for die in (1..=6).filter(|die| faces[die - 1].is_none()) {
        table.fault(format!("the die {die} is not given"));
    }
    table.finish();
    faces.map(|face| face.unwrap_or(Objective::Don))
}

fn read_uranus(table: &Table<'_>, last_turn: u8) -> Vec<UranusMoves> {
    let mut steps: Vec<UranusMoves> = Vec::new();
    for line in table.tables("moves") {
        let step = UranusMoves { turn: line.int("turn", 1..=last_turn), units: line.int("units", 1..=20) };
        if steps.last().is_some_and(|before| before.turn >= step.turn) {
            line.fault("the turns must rise from line to line");
        }
        line.finish();
        steps.push(step);
    }
    table.finish();
    steps
}

fn read_victory(table: &Table<'_>) -> Victory {
    let mut victory = Victory {
        don_unit: table.int("don_unit", 0..=99),
        stalingrad_turn: table.int("stalingrad_turn", 0..=99),
        city: table.int("city", 0..=99),
        dead_unit: table.int("dead_unit", 0..=99),
        unsupplied_unit: table.int("unsupplied_unit", 0..=99),
        material: table.int("material", 0..=9999),
        decisive: table.int("decisive", 0..=9999),
        ..NO_VICTORY
    };
    if victory.material >= victory.decisive {
        table.fault("`material` must be less than `decisive`");
    }
    if let Some(item) = table.need("edelweiss") {
        let dice: Vec<u8> = item.items().iter().filter_map(|item| item.int(0..=99)).collect();
        match dice.try_into() {
            Ok(dice) => victory.edelweiss = dice,
            Err(_) => item.fault("`edelweiss` needs a number for each face of the die"),
        }
    }
    if let Some(base) = table.table("base") {
        victory.base = Objective::ALL.map(|objective| Fraction::of(&base, objective.word()));
        base.finish();
    }
    if let Some(directive) = table.table("directive") {
        victory.directive = ["primary", "secondary", "tertiary"].map(|rank| directive.int(rank, 0..=99));
        directive.finish();
    }
    table.finish();
    victory
}

fn read_counters(table: &Table<'_>, reading: &Reading<'_>) -> Counters {
    let total = table.int("total", 0..=9999);
    let mut mix = Vec::new();
    for line in table.tables("mix") {
        let what = line.text("what").to_owned();
        mix.push(CounterKind { what, count: line.int("count", 1..=999), note: optional_text(&line, "note") });
        line.finish();
    }
    let sum: u32 = mix.iter().map(|kind| u32::from(kind.count)).sum();
    if sum != u32::from(total) {
        table.fault(format!("the mix adds up to {sum} counters, not to {total}"));
    }
    reading.printed(table);
    table.finish();
    Counters { total, mix }
}

fn read_terrain(table: &Table<'_>) -> Vec<TerrainRow> {
    let mut rows = Vec::new();
    for line in table.tables("rows") {
        let text = |key| line.text(key).to_owned();
        rows.push(TerrainRow {
            terrain: text("terrain"),
            tactical: text("tactical"),
            strategic: text("strategic"),
            combat: text("combat"),
            zoi: text("zoi"),
            supply: text("supply"),
        });
        line.finish();
    }
    table.finish();
    rows
}
