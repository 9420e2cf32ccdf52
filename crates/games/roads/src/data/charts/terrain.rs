//! The terrain effects chart (1.8, 7.1, 8.10).

use super::super::map::{River, Terrain};
use super::super::reading::{Printed, Reading};
use super::crt::{AttackerResult, DefenderResult};
use kessel_kernel::data::{Item, Table};
use kessel_kit::{Fact, Names, Word, tree, words};
use serde::Serialize;
use serde_json::{Value, json};

words! {
    /// Which rivers are frozen (3.4).
    #[derive(Default)]
    pub enum Ice {
        /// None.
        #[default]
        Open,
        /// Minor rivers.
        MinorFrozen,
        /// All rivers.
        MajorFrozen,
    }
}

/// What a terrain does to attackers' results: each exploitation level becomes another one.
pub type LevelChange = [u8; 4];

/// What a kind of terrain does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainEffect {
    /// Its name.
    pub name: String,
    /// Movement points to enter; `None` if nobody can.
    pub points: Option<u8>,
    /// Half points to enter along a road or railroad.
    pub road_half_points: u8,
    /// Added to the defence of the hex.
    pub defence: u8,
    /// What becomes of the exploitation levels 0 to 3.
    pub levels: LevelChange,
    /// What becomes of each defender's result, in the order of [`DefenderResult::ALL`].
    pub defender: [DefenderResult; 8],
    /// What the terrain counts as while major rivers are frozen.
    pub frozen: Option<Terrain>,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

/// What a class of rivers does in one state.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RiverEffect {
    /// Movement points for crossing without bridge or ferry.
    pub points: u8,
    /// Added to a stack that is attacked only across rivers.
    pub defence: u8,
    /// Attackers across it count half.
    pub halved: bool,
    /// What becomes of the exploitation levels 0 to 3 if all attackers cross it and the defender so chooses (8.10.4).
    pub levels: LevelChange,
}

impl TerrainEffect {
    /// What the terrain makes of a defender's result.
    pub fn defender(&self, result: DefenderResult) -> DefenderResult {
        self.defender[result as usize]
    }
}

/// Reads the `[[terrain]]` tables, in the order of [`Terrain`].
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<[TerrainEffect; 8]> {
    super::all_of(root, root.tables("terrain"), "id", |table, terrain: Terrain| {
        reading.source(table, format!("charts.toml terrain {}", table.text("id")));
        let water = matches!(terrain, Terrain::Sea | Terrain::Lake);
        let number = |key: &str| table.get(key).and_then(|item| item.int(0..=9_u8));
        let effect = TerrainEffect {
            name: table.text("name").to_owned(),
            points: number("points"),
            road_half_points: number("road").unwrap_or(0),
            defence: number("defence").unwrap_or(0),
            levels: read_levels(table),
            defender: read_defender(table),
            frozen: Terrain::get(table, "frozen"),
            printed: reading.printed(table),
        };
        if effect.points.is_none() != water {
            table.fault("every terrain but sea and lake has `points`");
        }
        let whole = table.has("road") && table.has("defence");
        if !water && !whole {
            table.fault("`road` or `defence` is missing");
        }
        Some(effect)
    })
}

/// Reads the `[[river]]` tables: minor, then major, each by the state of the ice.
pub(super) fn read_rivers(root: &Table<'_>, reading: &Reading<'_>) -> Option<[[RiverEffect; 3]; 2]> {
    let ices = [("open", Ice::Open), ("minor", Ice::MinorFrozen), ("major", Ice::MajorFrozen)];
    let mut found: [[Option<RiverEffect>; 3]; 2] = Default::default();
    for table in root.tables("river") {
        let table = table.called("river");
        let (class, ice) = (River::class(&table), table.word("ice", &ices));
        let (class_word, ice_word) = (table.text("class"), table.text("ice"));
        let table = table.called(format!("{class_word} river, ice {ice_word}"));
        reading.source(&table, format!("charts.toml river {class_word} {ice_word}"));
        let effect = RiverEffect {
            points: table.int("points", 0..=9),
            defence: table.int("defence", 0..=9),
            halved: table.flag("halved"),
            levels: read_levels(&table),
        };
        table.finish();
        let place = &mut found[usize::from(class == River::Major)][ice as usize];
        if place.replace(effect).is_some() {
            table.fault("is listed twice");
        }
    }
    let whole: Vec<RiverEffect> = found.into_iter().flatten().flatten().collect();
    let [a, b, c, d, e, f] = whole[..] else {
        root.fault("each class of rivers needs a line for each state of the ice: open, minor, major");
        return None;
    };
    Some([[a, b, c], [d, e, f]])
}

/// Reads `attacker = { E = "-", E2 = "E" }`: what is left out stays as it is.
fn read_levels(table: &Table<'_>) -> LevelChange {
    let mut levels = [0, 1, 2, 3];
    for item in changes(table, "attacker") {
        let from = AttackerResult::from_word(item.key()).filter(|result| result.level() > 0);
        let to = item.text().and_then(AttackerResult::from_word);
        let to = to.filter(|to| to.level() > 0 || *to == AttackerResult::None);
        match (from, to) {
            (Some(from), Some(to)) if to.level() <= from.level() => levels[usize::from(from.level())] = to.level(),
            _ => item.fault("terrain makes a lower exploitation of E, E2, E3, or \"-\""),
        }
    }
    levels
}

/// Reads `defender = { S = "-", DR = "S" }`: what is left out stays as it is.
fn read_defender(table: &Table<'_>) -> [DefenderResult; 8] {
    let mut results = DefenderResult::ALL;
    for item in changes(table, "defender") {
        let from = DefenderResult::from_word(item.key());
        match (from, item.text().and_then(DefenderResult::from_word)) {
            (Some(from), Some(to)) => results[from as usize] = to,
            _ => item.fault(format!("`{}` is no change of a defender's result", item.key())),
        }
    }
    results
}

fn changes<'d>(table: &Table<'d>, key: &str) -> Vec<Item<'d>> {
    let changes = table.get(key).and_then(|item| item.table());
    changes.map(|changes| changes.entries()).unwrap_or_default()
}

impl Fact for TerrainEffect {
    fn fact(&self, names: &Names<'_>) -> Value {
        let attacker = (1..=3).map(|level| (level_word(level), level_word(self.levels[usize::from(level)])));
        let defender = DefenderResult::ALL.map(|from| (from.word().to_owned(), self.defender(from).word()));
        json!({
            "name": self.name,
            "points": self.points,
            "road_half_points": self.road_half_points,
            "defence": self.defence,
            "attacker": tree::by_name(attacker, |change| change),
            "defender": tree::by_name(defender, |change| change),
            "frozen": self.frozen.fact(names),
            "printed": self.printed,
        })
    }
}

fn level_word(level: u8) -> String {
    match level {
        0 => "-".to_owned(),
        1 => "E".to_owned(),
        more => format!("E{more}"),
    }
}

impl Fact for RiverEffect {
    fn fact(&self, _: &Names<'_>) -> Value {
        json!(self)
    }
}
