//! The built-in data holds what the rulebook prints, and every way to spoil it is noticed.

mod counters;
mod facts;
mod faults;
mod map;
mod scenarios;
mod traces;

use super::{Data, Map, Scenario};
use kessel_board::SpaceId;
use kessel_kit::ASIDE;
use std::sync::LazyLock;

/// The built-in data, checked.
fn data() -> &'static Data {
    static DATA: LazyLock<Data> =
        LazyLock::new(|| Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}")));
    &DATA
}

/// A scenario of the built-in data.
fn scenario(id: &str) -> &'static Scenario {
    data().scenario(id).unwrap_or_else(|| panic!("there is no scenario {id}"))
}

/// A hex of a map.
fn hex(map: &Map, name: &str) -> SpaceId {
    map.board.space(name).unwrap_or_else(|| panic!("there is no hex {name}"))
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
fn ids_find_their_units_scenarios_and_supports() {
    let data = data();
    assert!(data.unit_ids().all(|unit| data.unit(&data.units[unit.index()].id) == Some(unit)));
    assert_eq!(data.unit("27TK"), None);
    assert!(data.scenario("barbarossa").is_none());
    assert_eq!(data.supports.of(data.supports.marker("vvs-3").unwrap()).id, "vvs");
    assert_eq!(data.supports.of(data.supports.marker("hoth").unwrap()).id, "hoth");
    assert_eq!(data.turn_name(data.turn("JAN I").unwrap()), "JAN I");
}

#[test]
fn every_table_says_where_its_values_come_from() {
    let tree = data().as_json();
    let tables = tree["tables"].as_object().unwrap();
    for table in ["map.toml hexes", "units.toml soviet", "supports.toml axis", "schedule.toml soviet"] {
        assert_eq!(tables[table], "reconstructed", "{table}");
    }
    assert_eq!(tables["charts.toml crt 6/1"], "printed CRT.6/1");
    assert_eq!(tables["charts.toml weather NOV IV"], "printed 3.5.a");
    assert!(tables.len() > 150, "{}", tables.len());
}
