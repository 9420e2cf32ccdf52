//! Reading `[victory]`.

use super::super::bands::{Band, follow_each_other};
use super::super::map::{Map, Region, hex_of};
use super::super::reading::{Reading, SIDES, Turn, Turns, optional_text, small_id};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Table};
use kessel_kit::Word;
use serde::{Deserialize, Serialize};

small_id! {
    /// A victory level, counted from 0: an index into [`Victory::levels`].
    LevelId, u8
}

/// A victory level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who wins; `None` for a draw.
    pub winner: Option<Side>,
    /// The points that make it, if points do.
    pub points: Option<Band>,
}

/// Something that decides the game before points are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VictoryEvent {
    /// Its id.
    pub id: String,
    /// The level it makes.
    pub level: LevelId,
    /// It ends the game the moment it happens.
    pub at_once: bool,
    /// It is looked for at the end of this turn; otherwise at the end of the game.
    pub turn: Option<Turn>,
    /// A row that it speaks of.
    pub row: Option<u8>,
    /// Its case.
    pub case: Option<String>,
}

/// Something that is worth points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Its id.
    pub id: String,
    /// Points for each.
    pub points: i8,
    /// Points for a unit that is out of supply, if it scores.
    pub oos: Option<i8>,
    /// Points in all at most, in absolute value.
    pub most: Option<u8>,
    /// The hexes that count.
    pub hexes: Vec<SpaceId>,
    /// The region that counts.
    pub region: Option<Region>,
    /// Only after this turn.
    pub after: Option<Turn>,
    /// Its case.
    pub case: Option<String>,
}

/// A level by cities that the Axis has retaken (S4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityLevel {
    /// Major cities.
    pub majors: Band,
    /// Other cities.
    pub cities: Band,
    /// The level.
    pub level: LevelId,
    /// Its case.
    pub case: Option<String>,
}

/// How a scenario is won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Victory {
    /// All levels, from the best for the Axis to the best for the Soviets.
    pub levels: Vec<Level>,
    /// What decides before points do; the first that holds.
    pub events: Vec<VictoryEvent>,
    /// What is worth points.
    pub scores: Vec<Score>,
    /// Levels by cities.
    pub cities: Vec<CityLevel>,
}

impl Victory {
    /// The level of this id.
    pub fn find(&self, id: &str) -> Option<LevelId> {
        self.levels.iter().position(|level| level.id == id).map(LevelId::at)
    }

    /// The score of this id.
    pub fn score(&self, id: &str) -> Option<&Score> {
        self.scores.iter().find(|score| score.id == id)
    }

    fn level_of(&self, line: &Table<'_>) -> Option<LevelId> {
        let item = line.need("level")?;
        let level = self.find(item.text()?);
        if level.is_none() {
            item.fault(format!("there is no level \"{}\"", item.text()?));
        }
        level
    }
}

pub(super) fn read(root: &Table<'_>, file: &str, reading: &Reading<'_>, map: &Map) -> Victory {
    let mut victory = Victory::default();
    let Some(table) = root.table("victory").map(|table| table.called("victory")) else {
        return victory;
    };
    reading.source(&table, format!("{file} victory"));
    read_levels(&table, &mut victory);
    for line in tables(&table, "events") {
        let id = line.text("id").to_owned();
        let line = line.called(format!("event {id}"));
        let Some(level) = victory.level_of(&line) else { continue };
        let event = VictoryEvent {
            id,
            level,
            at_once: line.flag("at_once"),
            turn: reading.get_turn(&line, "turn"),
            row: line.get("row").and_then(|item| item.int(0..=99)),
            case: reading.case(&line),
        };
        line.finish();
        victory.events.push(event);
    }
    for line in tables(&table, "scores") {
        let id = line.text("id").to_owned();
        let line = line.called(format!("score {id}"));
        if victory.score(&id).is_some() {
            line.fault("there are two scores of this id");
        }
        victory.scores.push(read_score(&line, id, reading, map));
    }
    for line in tables(&table, "cities") {
        let line = line.called("cities");
        let band = |key: &str| line.need(key).and_then(|item| Band::read(&item)).unwrap_or(Band::ALL);
        let (majors, cities) = (band("majors"), band("cities"));
        let (level, case) = (victory.level_of(&line), reading.case(&line));
        line.finish();
        victory.cities.extend(level.map(|level| CityLevel { majors, cities, level, case }));
    }
    check_cities(&table, &victory.cities);
    if victory.levels.is_empty() {
        table.fault("there are no levels");
    }
    table.finish();
    victory
}

fn tables<'d>(table: &Table<'d>, key: &str) -> Vec<Table<'d>> {
    table.items(key).iter().filter_map(Item::table).collect()
}

/// Those levels that points make cover all points.
fn read_levels(table: &Table<'_>, victory: &mut Victory) {
    let mut bands = Vec::new();
    for line in table.tables("levels") {
        let id = line.text("id").to_owned();
        let line = line.called(format!("level {id}"));
        if victory.find(&id).is_some() {
            line.fault("there are two levels of this id");
        }
        let points = line.get("points");
        let band = points.as_ref().and_then(Band::read);
        bands.extend(band.zip(points));
        let winner = line.get("winner").and_then(|item| item.word(&SIDES));
        victory.levels.push(Level { id, name: line.text("name").to_owned(), winner, points: band });
        line.finish();
    }
    if !bands.is_empty() {
        follow_each_other(table, &bands, Band::ALL);
    }
}

fn read_score(line: &Table<'_>, id: String, reading: &Reading<'_>, map: &Map) -> Score {
    let region = line.get("region").and_then(|item| {
        let region = Region::of(&item)?;
        if map.region(region).is_empty() {
            item.fault(format!("no hex of {} is on this map", region.word()));
        }
        Some(region)
    });
    let score = Score {
        id,
        points: line.int("points", -20..=20),
        oos: line.get("oos").and_then(|item| item.int(-20..=20)),
        most: line.get("most").and_then(|item| item.int(0..=99)),
        hexes: line.items("hexes").iter().filter_map(|item| hex_of(&map.board, item)).collect(),
        region,
        after: reading.get_turn(line, "after"),
        case: reading.case(line),
    };
    optional_text(line, "note");
    line.finish();
    score
}

/// Every pair of counts makes one level.
fn check_cities(table: &Table<'_>, rows: &[CityLevel]) {
    if rows.is_empty() {
        return;
    }
    for majors in -3..=4 {
        for cities in -20..=20 {
            let fits = rows.iter().filter(|row| row.majors.contains(majors) && row.cities.contains(cities)).count();
            if fits != 1 {
                table.fault(format!("{majors} major cities and {cities} cities make {fits} levels, not one"));
                return;
            }
        }
    }
}
