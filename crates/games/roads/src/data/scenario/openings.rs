//! Reading what lies ready before play: weather, tracks, special rules, points, Offensive Markers, supports.

use super::super::charts::{Charts, Cloud, Effect, Ice, Weather};
use super::super::map::{Holds, Map, SpaceKind, hex_of};
use super::super::reading::{Reading, SIDES, Turn, Turns};
use super::super::supports::{SupportClass, Supports};
use super::super::units::Roster;
use super::{
    FortressStart, MansteinSide, OffensiveStart, OpeningSupports, OpeningWeather, Points, SpecialRules, SupportOpening,
    Tracks,
};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::data::{Item, Table};

/// A table of a scenario file, its source noted.
pub(super) fn open<'d>(root: &Table<'d>, name: &str, file: &str, reading: &Reading<'_>) -> Option<Table<'d>> {
    let table = root.table(name)?.called(name);
    reading.source(&table, format!("{file} {name}"));
    reading.printed(&table);
    Some(table)
}

pub(super) fn read_weather(table: &Table<'_>) -> OpeningWeather {
    let clouds = Cloud::ALL.map(|cloud| (cloud.word(), Some(cloud)));
    let words: Vec<_> = clouds.into_iter().chain([("rolled", None)]).collect();
    let weather = OpeningWeather {
        weather: Weather::need(table, "weather"),
        cloud: table.word("cloud", &words),
        ice: Ice::need(table, "rivers"),
        constant: table.flag("constant"),
    };
    if weather.constant && weather.cloud.is_none() {
        table.fault("a constant sky is not rolled");
    }
    table.finish();
    weather
}

pub(super) fn read_tracks(table: &Table<'_>, charts: &Charts) -> Tracks {
    let top = u8::try_from(charts.approval.len().saturating_sub(1)).unwrap_or(u8::MAX);
    let sides = [("wintergewitter", MansteinSide::Wintergewitter), ("backhand-blow", MansteinSide::BackhandBlow)];
    let manstein = table.get("manstein").and_then(|item| item.int(0..=top));
    let words = Effect::ALL.map(|effect| (effect.word(), effect));
    let tracks = Tracks {
        manstein: manstein.map(|place| (place, table.word("manstein_side", &sides))),
        approval: table.get("approval").and_then(|item| item.int(0..=top)),
        mars: table.get("mars").and_then(|item| read_mars(&item, charts)),
        superiority: table.int("superiority", 0..=4),
        effects: table.items("effects").iter().filter_map(|item| item.word(&words)).collect(),
    };
    if !tracks.effects.is_empty() && tracks.effects.len() != usize::from(tracks.superiority) {
        table.fault(format!("{} effects are named, not {}", tracks.effects.len(), tracks.superiority));
    }
    table.finish();
    tracks
}

fn read_mars(item: &Item<'_>, charts: &Charts) -> Option<i8> {
    let place = item.int(-9..=9)?;
    if !charts.mars.boxes.iter().any(|mars| mars.place == place) {
        item.fault(format!("Operation Mars has no box {place}"));
    }
    Some(place)
}

pub(super) fn read_rules(table: &Table<'_>, reading: &Reading<'_>, roster: &Roster, map: &Map) -> SpecialRules {
    let number = |key: &str| table.get(key).and_then(|item| item.int(0..=99_u8));
    let hqs = table.items("hqs_fixed");
    let hqs_fixed: Vec<_> = hqs.iter().filter_map(|item| Some((roster.find(item)?, item))).collect();
    for (hq, item) in &hqs_fixed {
        if !roster.info(*hq).is_hq() {
            item.fault(format!("{} is no HQ", roster.info(*hq).id));
        }
    }
    let fortress = table.get("fortress").and_then(|item| {
        let table = item.table()?.called("fortress");
        let hex = table.need("hex").and_then(|item| hex_of(&map.board, &item));
        let (level, fixed) = (table.int("level", 1..=20), table.flag("fixed"));
        table.finish();
        Some(FortressStart { hex: hex?, level, fixed })
    });
    let rules = SpecialRules {
        off: table.items("off").iter().filter_map(|item| reading.section(item)).collect(),
        opening: table.flag("opening"),
        opening_split_row: number("opening_split_row"),
        frozen_below: number("frozen_below"),
        army_28: table.flag("army_28"),
        footholds: table.flag("footholds"),
        stavka_from: reading.get_turn(table, "stavka_from"),
        hqs_fixed: hqs_fixed.iter().map(|&(hq, _)| hq).collect(),
        backhand: table.flag("backhand"),
        major_west: table.flag("major_west"),
        major_must_west: table.flag("major_must_west"),
        fortress,
    };
    if rules.opening != rules.opening_split_row.is_some() {
        table.fault("`opening` and `opening_split_row` belong together");
    }
    table.finish();
    rules
}

pub(super) fn read_points(table: &Table<'_>, reading: &Reading<'_>) -> Points {
    let by_track = table.word("axis_rps", &[("track", true), ("none", false)]);
    let points = Points {
        rail_first: table.int("rail_first", 0..=20),
        rail: table.int("rail", 0..=20),
        soviet_rps: table.int("soviet_rps", 0..=20),
        soviet_rps_from: reading.need_turn(table, "soviet_rps_from"),
        axis_rps_from: by_track.then(|| reading.need_turn(table, "axis_rps_from")),
    };
    table.finish();
    points
}

pub(super) fn read_offensives(
    table: &Table<'_>,
    reading: &Reading<'_>,
    map: &Map,
    turns: (Turn, Turn),
) -> [OffensiveStart; 3] {
    let starts = ["major", "minor_a", "minor_b"].map(|key| {
        let Some(item) = table.need(key) else { return OffensiveStart::None };
        match item.text() {
            Some("box") => OffensiveStart::InBox,
            Some("none") | None => OffensiveStart::None,
            Some(text) => match reading.turn_named(text) {
                Some(turn) => {
                    if turn < turns.0 || turn > turns.1 {
                        item.fault(format!("{text} is no turn of this scenario"));
                    }
                    OffensiveStart::Turn(turn)
                }
                None => hex_of(&map.board, &item).map_or(OffensiveStart::None, OffensiveStart::Hex),
            },
        }
    });
    table.finish();
    starts
}

pub(super) fn read_supports(table: &Table<'_>, supports: &Supports, map: &Map) -> OpeningSupports {
    let pool = |class| supports.kinds.iter().filter(move |kind| kind.class == class && kind.outside);
    let shortages: u8 = pool(SupportClass::Shortage).filter(|kind| !kind.compulsory).map(|kind| kind.count).sum();
    let mut opening = OpeningSupports {
        test: table.flag("test"),
        shortages: table.int("shortages", 0..=shortages),
        axis_each_turn: table.get("axis_each_turn").and_then(|item| item.int(0..=20)),
        fixed: table.items("fixed").iter().filter_map(|item| supports.find(item)).collect(),
        steps: Vec::new(),
    };
    for line in table.tables("opening") {
        opening.steps.extend(read_step(line, supports, map));
    }
    table.finish();
    opening
}

fn read_step(line: Table<'_>, supports: &Supports, map: &Map) -> Option<SupportOpening> {
    let line = line.called("opening");
    let side = line.word("side", &SIDES);
    let (choose, draw) = (line.get("choose"), line.get("draw"));
    if choose.is_some() == draw.is_some() {
        line.fault("supports are either chosen or drawn");
    }
    let chosen = choose.is_some();
    let except: Vec<_> = line.items("except").iter().filter_map(|item| supports.find(item)).collect();
    let there = supports.kinds.iter().enumerate().filter(|(place, kind)| {
        kind.side == side && !kind.outside && !except.iter().any(|except| except.index() == *place)
    });
    let there: u8 = there.map(|(_, kind)| kind.count).sum();
    let count = choose.or(draw).and_then(|item| item.int(1..=there)).unwrap_or(0);
    let least = line.get("least").and_then(|item| item.int(1..=count.max(1)));
    let of: Vec<_> = line.items("of").iter().filter_map(SupportClass::of).collect();
    if least.is_some() == of.is_empty() {
        line.fault("`least` and `of` belong together");
    }
    let to = line.need("to").and_then(|item| support_box(&item, map));
    line.finish();
    Some(SupportOpening { side, count, chosen, to: to?, except, least: least.map(|least| (least, of)) })
}

/// The box of supports that a value names.
fn support_box(item: &Item<'_>, map: &Map) -> Option<SpaceId> {
    let name = item.text()?;
    let space = map
        .board
        .space(name)
        .filter(|&space| matches!(map.spaces[space].kind, SpaceKind::Box { holds: Holds::Supports, .. }));
    if space.is_none() {
        item.fault(format!("there is no box \"{name}\" of supports"));
    }
    space
}
