//! All tables and numbers that are neither map, counter nor combat table.

use super::crt::Crt;
use kessel_kernel::data::{Item, Table};
use kessel_kit::record::lines;
use kessel_kit::{Each, Faces, Fact, In, Names, Read, Reader, Word, records, tree, words};
use serde_json::Value;

words! {
    /// What Hitler wants (6.1), and what Axis points are scored for (10.2).
    pub enum Objective {
        /// Soviet armies destroyed in the ALZ, Voronezh and Rostov.
        Don,
        /// Boxes of the Caucasus.
        Caucasus,
        /// The city.
        Stalingrad,
    }
}

/// A fraction of whole numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub num: u16,
    /// Below the line; never 0.
    pub den: u16,
}

records! {
    /// What a hex and a turn stand for (1.0.1).
    #[derive(Copy)]
    pub struct Scale {
        /// Kilometres across a hex from east to west.
        pub hex_km: u16 = 1..=999,
        /// Turns in a month.
        pub turns_per_month: u8 = 1..=31,
    }

    /// What terrain leaves of tank sums (8.1).
    #[derive(Copy)]
    pub struct Combat {
        /// What a river assault leaves of the attacker's.
        pub river_assault: Fraction,
        /// What a major city leaves of either side's.
        pub major_city: Fraction,
    }

    /// What replacements cost, and how strong things come (9.1, 9.2).
    #[derive(Copy)]
    pub struct Costs {
        /// Points for one basic strength.
        pub strength: u8 = 1..=20,
        /// Points for a unit from the dead pile.
        pub unit: u8 = 1..=20,
        /// The basic strength it returns with.
        pub unit_returns_at: u8 = 1..=20,
        /// Points for one step of an asset.
        pub asset_step: u8 = 1..=20,
        /// Steps up to which an asset may be rebuilt.
        pub asset_limit: u8 = 1..=3,
        /// Basic strength of a Soviet reinforcement.
        pub soviet_arrives_at: u8 = 1..=20,
    }
}

/// The objective for each face of the die.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Dice([Objective; 6]);

records! {
    /// The dice numbers on the objective counters (6.1).
    #[derive(Copy)]
    pub struct Objectives {
        primary: Dice => primary_dice,
        secondary: Each<Objective, Dice, 3> => secondary_dice,
    }

    /// How many units Operation Uranus may move from a turn on (8.4).
    #[derive(Copy)]
    pub struct UranusMoves {
        /// From this turn on.
        pub turn: u8 = 1..=99,
        /// So many units.
        pub units: u8 = 1..=20,
    }
}

words! {
    /// The rank of an objective in Hitler's directives (6.1).
    #[allow(missing_docs)]
    pub enum Rank {
        Primary,
        Secondary,
        Tertiary,
    }
}

records! {
    /// Points and thresholds (10.2 to 10.4).
    #[derive(Copy)]
    pub struct Victory checked by levels_rise {
        /// Raw Don points for a Soviet unit destroyed in the ALZ.
        pub don_unit: u8 = 0..=99,
        /// Raw Stalingrad points for a turn with an Axis unit there.
        pub stalingrad_turn: u8 = 0..=99,
        /// Raw Don points for each of Voronezh and Rostov at the end.
        pub city: u8 = 0..=99,
        /// Raw Caucasus points by the Edelweiss die, 1 to 6.
        pub edelweiss: [u8; 6] = Faces(0..=99),
        /// What raw points are multiplied by, by [`Objective::index`]; fractions are dropped.
        pub base: Each<Objective, Fraction, 3>,
        /// What the points of the primary, secondary and tertiary objective are multiplied by.
        pub directive: Each<Rank, u8, 3> = 0..=99,
        /// Off for each Axis unit in the dead pile.
        pub dead_unit: u8 = 0..=99,
        /// Off for each unsupplied Axis unit.
        pub unsupplied_unit: u8 = 0..=99,
        /// From so many points a victory is material.
        pub material: i32 = 0..=9999,
        /// From so many it is decisive.
        pub decisive: i32 = 0..=9999,
    }

    /// One kind of counter in the box.
    pub struct CounterKind {
        /// What they are.
        pub what: String,
        /// How many.
        pub count: u16 = 1..=999,
        /// A remark.
        pub note: Option<String>,
    }

    /// The counter mix (2.0).
    pub struct Counters checked by mix_adds_up {
        /// All of them.
        pub total: u16 = 0..=9999,
        /// By kind.
        pub mix: Vec<CounterKind>,
    }

    /// A line of the terrain effects chart, for display: the rules know the effects.
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

    /// The tables of `charts.toml`.
    pub struct Charts {
        /// The scale of the game.
        pub scale: Scale,
        /// The combat results table.
        pub crt: Crt,
        /// What terrain does in combat.
        pub combat: Combat,
        /// Replacements.
        pub costs: Costs as "replacements",
        /// Hitler's directives.
        pub objectives: Objectives,
        /// Operation Uranus, by turn.
        pub uranus: Vec<UranusMoves> => uranus_moves,
        /// Points and thresholds.
        pub victory: Victory,
        /// The counter mix.
        pub counters: Counters,
        /// The terrain effects chart.
        pub terrain: Vec<TerrainRow> = In("rows"),
    }
}

impl Objective {
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
}

impl Read for Fraction {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<Fraction> {
        let text = item.text()?;
        let parts = text.split_once('/').and_then(|(num, den)| num.parse().ok().zip(den.parse().ok()));
        let fraction = parts.map(|(num, den)| Fraction { num, den }).filter(|fraction| fraction.den > 0);
        if fraction.is_none() {
            item.fault(format!("`{}` is \"{text}\", not a fraction such as \"1/2\"", item.key()));
        }
        fraction
    }

    fn harmless() -> Option<Fraction> {
        Some(Fraction { num: 1, den: 2 })
    }
}

impl Fact for Fraction {
    fn fact(&self, _: &Names<'_>) -> Value {
        self.text().into()
    }
}

impl Objectives {
    /// The primary objective for a die of 1 to 6.
    ///
    /// # Panics
    /// On any other die.
    pub fn primary(&self, die: u8) -> Objective {
        self.primary.0[usize::from(die) - 1]
    }

    /// The secondary objective for a die of 1 to 6, once the primary one is known.
    ///
    /// # Panics
    /// On any other die.
    pub fn secondary(&self, primary: Objective, die: u8) -> Objective {
        self.secondary[primary.index()].0[usize::from(die) - 1]
    }
}

impl Charts {
    /// How many units Operation Uranus may move if launched in this turn; 0 if it may not be (8.4).
    pub fn uranus_moves(&self, turn: u8) -> u8 {
        self.uranus.iter().rev().find(|step| step.turn <= turn).map_or(0, |step| step.units)
    }
}

fn levels_rise(victory: &Victory, table: &Table<'_>, _: &Reader<'_>) {
    if victory.material >= victory.decisive {
        table.fault("`material` must be less than `decisive`");
    }
}

fn mix_adds_up(counters: &Counters, table: &Table<'_>, _: &Reader<'_>) {
    let (sum, total) = (counters.mix.iter().map(|kind| u32::from(kind.count)).sum::<u32>(), counters.total);
    if sum != u32::from(total) {
        table.fault(format!("the mix adds up to {sum} counters, not to {total}"));
    }
}

/// Operation Uranus grows from turn to turn of the track.
fn uranus_moves(root: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<UranusMoves>> {
    let table = reader.table(&root.need("uranus")?)?;
    let moves: Vec<(Table<'_>, UranusMoves)> = lines(&table.need("moves")?, reader);
    table.finish();
    for (place, (line, step)) in moves.iter().enumerate() {
        if moves[..place].last().is_some_and(|(_, before)| before.turn >= step.turn) {
            line.fault("the turns must rise from line to line");
        }
        if usize::from(step.turn) > reader.names.count("turn") {
            line.fault(format!("there is no turn {}", step.turn));
        }
    }
    Some(moves.into_iter().map(|(_, step)| step).collect())
}

fn primary_dice(table: &Table<'_>, _: &Reader<'_>) -> Option<Dice> {
    Some(dice(&table.table("primary")?.called("primary objective"), &Objective::ALL))
}

/// After each primary objective, one of the two others.
fn secondary_dice(table: &Table<'_>, _: &Reader<'_>) -> Option<Each<Objective, Dice, 3>> {
    let secondary = table.table("secondary")?;
    Each::take(&secondary, |primary| {
        let others: Vec<_> = Objective::ALL.into_iter().filter(|other| other.word() != primary).collect();
        let table = secondary.table(primary)?.called(format!("secondary objective after {primary}"));
        Some(dice(&table, &others))
    })
}

/// Reads `{ don = [1, 2], ... }`: every face of the die once.
fn dice(table: &Table<'_>, among: &[Objective]) -> Dice {
    let mut faces = [None; 6];
    for &objective in among {
        for item in table.need(objective.word()).map(|item| item.items()).unwrap_or_default() {
            let Some(die) = item.int(1..=6_usize) else { continue };
            if faces[die - 1].replace(objective).is_some() {
                item.fault(format!("the die {die} is given twice"));
            }
        }
    }
    for die in (1..=6).filter(|die| faces[die - 1].is_none()) {
        table.fault(format!("the die {die} is not given"));
    }
    table.finish();
    Dice(faces.map(|face| face.unwrap_or(Objective::Don)))
}

impl Fact for Dice {
    fn fact(&self, _: &Names<'_>) -> Value {
        tree::by_name((1..).zip(self.0), |(die, objective): (u8, _)| (die.to_string(), objective.word()))
    }
}
