//! The built-in data holds what the rulebook prints, and every way to spoil it is noticed.

mod charts;
mod counters;
mod faults;
mod scenarios;

use super::{Data, Group, ScenarioId, UnitKind};
use kessel_board::SpaceId;
use kessel_kit::ASIDE;
use std::sync::LazyLock;

/// The built-in data, checked.
fn data() -> &'static Data {
    static DATA: LazyLock<Data> =
        LazyLock::new(|| Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}")));
    &DATA
}

fn hex(name: &str) -> SpaceId {
    data().map.board.space(name).unwrap_or_else(|| panic!("there is no hex {name}"))
}

/// The numbers of hexes.
fn names(hexes: &[SpaceId]) -> Vec<&'static str> {
    hexes.iter().map(|&hex| data().map.board.name(hex)).collect()
}

/// A group of a scenario.
fn group(scenario: ScenarioId, id: &str) -> &'static Group {
    let groups = &data().scenario(scenario).groups;
    groups.iter().find(|group| group.id == id).unwrap_or_else(|| panic!("there is no group {id}"))
}

/// Draws as the book writes them: `CC1 RD9`.
fn written(draws: &[(UnitKind, u8)]) -> String {
    let draws: Vec<_> = draws.iter().map(|(kind, count)| format!("{}{count}", kind.code())).collect();
    draws.join(" ")
}

/// How many units of a kind draws hold.
fn count_of<'d>(draws: impl IntoIterator<Item = &'d (UnitKind, u8)>, kind: UnitKind) -> u32 {
    draws.into_iter().filter(|draw| draw.0 == kind).map(|draw| u32::from(draw.1)).sum()
}

/// The value at a path of the tree, its parts separated by dots.
fn value<'t>(tree: &'t serde_json::Value, path: &str) -> &'t serde_json::Value {
    path.split('.').fold(tree, |tree, part| tree.get(part).unwrap_or_else(|| panic!("{path}: there is no {part}")))
}

#[test]
fn the_built_in_data_has_no_fault() {
    assert_eq!(data().book.hash.len(), 64);
}

#[test]
fn what_says_nothing_of_play_does_not_count_for_the_hash_but_every_other_file_does() {
    let embedded = Data::embedded();
    for name in embedded.names() {
        let text = format!("# mine\n{}", embedded.text(name).unwrap());
        let other = embedded.clone().with(name, text).hash_without(&ASIDE);
        assert_eq!(other == data().book.hash, ASIDE.contains(&name), "{name}");
    }
}

#[test]
fn ids_find_their_units_and_faces() {
    let data = data();
    assert!(data.unit_ids().all(|unit| data.unit(&data.info(unit).id) == Some(unit)));
    assert_eq!(data.unit("RD-191"), None);
    let face = data.face("13G RD").unwrap();
    assert_eq!((data.faces[face.index()].attack, data.faces[face.index()].defence), (4, 5));
    assert_eq!(data.face("13G TC"), None);
    assert_eq!(ScenarioId::ALL.map(|id| data.scenario(id).id), ScenarioId::ALL);
}

#[test]
fn every_table_says_where_its_values_come_from() {
    let tree = data().as_json();
    let tables = tree["tables"].as_object().unwrap();
    for table in ["units.toml axis", "units.toml soviet", "charts.toml crt", "blue.toml turns", "uranus.toml turns"] {
        assert_eq!(tables[table], "reconstructed", "{table}");
    }
    assert_eq!(tables["blue.toml setup"], "printed 12.1");
    assert_eq!(tables["uranus.toml setup"], "printed 12.3");
    assert_eq!(tables["charts.toml withdrawal"], "printed 8.7");
}

#[test]
fn the_tree_answers_the_ledger() {
    let tree = data().as_json();
    for (path, wanted) in [
        ("map.N1334.settlement", "\"town\""),       // MC.1
        ("map.N3635.settlement", "\"town\""),       // MC.1
        ("map.N3021.terrain", "\"clear\""),         // 9.10
        ("map.S2812.name", "\"Makhach-Kala\""),     // 2.2
        ("sides.N1311|N1312.water", "\"volga\""),   // 9.17
        ("units.3PD.corner", "\"6A\""),             // 2.13
        ("units.1RPD.full.attack", "\"?\""),        // 2.15
        ("units.7Lw.full.attack", "1"),             // 2.15
        ("units.RD-001.full.defence", "\"U\""),     // 2.14
        ("units.GD.colour", "\"white on black\""),  // 2.6
        ("units.FA-51.colour", "\"black on red\""), // 2.6
        ("pools.RD.count", "190"),
        ("crt.6:1.5", "\"DE\""),                                    // 11.29
        ("crt.below", "\"AL1\""),                                   // 11.10
        ("charts.terrain.marsh.mechanised", "null"),                // 9.14
        ("scenarios.blue.last_turn", "11"),                         // 1.1
        ("scenarios.uranus.turns.3.freeze", "2"),                   // 10.2
        ("scenarios.uranus.aircraft.soviet", "1"),                  // 11.25
        ("scenarios.blue.groups.38A.draws.RD", "9"),                // 12.1
        ("scenarios.uranus.groups.stalingrad.least_in.N3021", "3"), // 12.3
        ("blue.reserves.7RA.hex", "\"N3022\""),                     // 8.4
        ("blue.fronts.56A.wakes", "4"),                             // 3.2
        ("counts.counters", "420"),                                 // 2.1
        ("counts.two_steps_not_german", "0"),                       // 2.16
        ("counts.set_up.blue.RD", "110"),
        ("counts.set_up.uranus.RD", "92"), // 12.3
    ] {
        assert_eq!(value(&tree, path).to_string(), wanted, "{path}");
    }
}
