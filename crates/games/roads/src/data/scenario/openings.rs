//! Reading what lies ready before play: weather, tracks, special rules, points, Offensive Markers, supports.

use super::super::charts::{Charts, Cloud, Effect};
use super::super::map::{Holds, Map, SpaceKind, hex_of};
use super::super::reading::{Reading, SIDES, Turn, Turns};
use super::super::supports::{SupportClass, Supports};
use super::super::units::Roster;
use super::{MansteinSide, OffensiveStart, OpeningSupports, OpeningWeather, SpecialRules, SupportOpening, Tracks};
use kessel_board::SpaceId;
use kessel_kernel::data::{Item, Table};
use kessel_kit::Word;

/// A table of a scenario file, its source noted.
pub(super) fn open<'d>(root: &Table<'d>, name: &str, file: &str, reading: &Reading<'_>) -> Option<Table<'d>> {
    let table = root.table(name)?.called(name);
    reading.source(&table, format!("{file} {name}"));
    reading.printed(&table);
    Some(table)
}

/// The sky, or that it is rolled.
pub(super) fn cloud(table: &Table<'_>, _: &Reading<'_>) -> Option<Option<Cloud>> {
    let clouds = Cloud::ALL.map(|cloud| (cloud.word(), Some(cloud)));
    let words: Vec<_> = clouds.into_iter().chain([("rolled", None)]).collect();
    Some(table.word("cloud", &words))
}

pub(super) fn sky_is_known(weather: &OpeningWeather, table: &Table<'_>, _: &Reading<'_>) {
    if weather.constant && weather.cloud.is_none() {
        table.fault("a constant sky is not rolled");
    }
}

pub(super) fn read_tracks(table: &Table<'_>, charts: &Charts) -> Tracks {
    let top = u8::try_from(charts.approval.len().saturating_sub(1)).unwrap_or(u8::MAX);
    let manstein = table.get("manstein").and_then(|item| item.int(0..=top));
    let tracks = Tracks {
        manstein: manstein.map(|place| (place, MansteinSide::need(table, "manstein_side"))),
        approval: table.get("approval").and_then(|item| item.int(0..=top)),
        mars: table.get("mars").and_then(|item| read_mars(&item, charts)),
        superiority: table.int("superiority", 0..=4),
        effects: table.items("effects").iter().filter_map(Effect::of).collect(),
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

pub(super) fn sections(table: &Table<'_>, reading: &Reading<'_>) -> Option<Vec<String>> {
    Some(table.items("off").iter().filter_map(|item| reading.section(item)).collect())
}

pub(super) fn opening_is_split(rules: &SpecialRules, table: &Table<'_>, _: &Reading<'_>) {
    if rules.opening != rules.opening_split_row.is_some() {
        table.fault("`opening` and `opening_split_row` belong together");
    }
}

/// Only HQs are fixed as HQs.
pub(super) fn check_fixed(root: &Table<'_>, roster: &Roster) {
    for item in root.find("rules.hqs_fixed").map(|list| list.items()).unwrap_or_default() {
        let unit = roster.units.iter().find(|unit| Some(unit.id.as_str()) == item.text());
        if let Some(unit) = unit.filter(|unit| !unit.is_hq()) {
            item.fault(format!("rules: {} is no HQ", unit.id));
        }
    }
}

pub(super) fn axis_rps_from(table: &Table<'_>, reading: &Reading<'_>) -> Option<Option<Turn>> {
    let by_track = table.word("axis_rps", &[("track", true), ("none", false)]);
    Some(by_track.then(|| reading.need_turn(table, "axis_rps_from")))
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
