//! What the rulebook says holds in the files, and what is wrong in them is told.

mod charts;
mod counters;
mod faults;
mod map;
mod scenarios;
mod traces;

use super::{Data, Map, UnitInfo};
use kessel_board::SpaceId;
use kessel_kit::ASIDE;
use std::sync::LazyLock;

fn data() -> &'static Data {
    static DATA: LazyLock<Data> =
        LazyLock::new(|| Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}")));
    &DATA
}

fn hex(map: &Map, name: &str) -> SpaceId {
    map.board.space(name).unwrap_or_else(|| panic!("there is no hex {name}"))
}

fn unit(id: &str) -> &'static UnitInfo {
    data().info(data().unit(id).unwrap_or_else(|| panic!("there is no unit {id}")))
}

#[test]
fn the_built_in_data_has_no_fault() {
    assert_eq!(data().hash.len(), 64);
}

#[test]
fn what_says_nothing_of_play_does_not_count_for_the_hash_but_every_other_file_does() {
    let embedded = Data::embedded();
    for name in embedded.names() {
        let text = format!("# mine\n{}", embedded.text(name).unwrap());
        let other = embedded.clone().with(name, text).hash_without(&ASIDE);
        assert_eq!(other == data().hash, ASIDE.contains(&name), "{name}");
    }
}

#[test]
fn the_ledger_has_every_case_to_prove() {
    use kessel_kernel::data::CaseKind;
    let cases = data().ledger.cases();
    let proven = cases.iter().filter(|case| !matches!(case.kind, CaseKind::Note | CaseKind::Component));
    assert_eq!((cases.len(), proven.count()), (692, 678));
}

#[test]
fn ids_find_their_units() {
    let data = data();
    assert!(data.unit_ids().all(|unit| data.unit(&data.info(unit).id) == Some(unit)));
    assert!(data.air_ids().all(|air| data.air_unit(&data.plane(air).id) == Some(air)));
    assert_eq!(data.unit("III/11"), None);
    assert_eq!(data.air_unit("I/11"), None);
    assert!(data.formation("302RD").is_some());
    assert_eq!(data.turn(24).name, "PM 23 December");
}

#[test]
fn every_table_says_where_its_values_come_from() {
    let tree = data().as_json();
    let tables = tree["tables"].as_object().unwrap();
    for table in ["map.toml hexes", "units.toml formation 6P", "charts.toml crt", "track.toml turn 1"] {
        assert_eq!(tables[table], "reconstructed", "{table}");
    }
    assert_eq!(tables["charts.toml hasty"], "printed 8.4.1.b");
    assert_eq!(tables["setup-ring.toml setup 57A"], "printed 19.3.1.d");
    assert!(tables.len() > 200, "{}", tables.len());
}
