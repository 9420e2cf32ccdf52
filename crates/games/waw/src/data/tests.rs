//! What the manual says holds in the files, and what is wrong in them is told.

mod charts;
mod faults;
mod maps;
mod scenarios;
mod supply;

use super::{Data, Scenario, ScenarioId};
use kessel_board::SpaceId;
use kessel_kit::Word;
use std::sync::LazyLock;

fn data() -> &'static Data {
    static DATA: LazyLock<Data> =
        LazyLock::new(|| Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}")));
    &DATA
}

fn scenario(id: ScenarioId) -> &'static Scenario {
    data().scenario(id)
}

fn hex(scenario: &Scenario, name: &str) -> SpaceId {
    scenario.map.board.space(name).unwrap_or_else(|| panic!("there is no hex {name}"))
}

#[test]
fn the_built_in_data_has_no_fault() {
    assert_eq!(data().hash.len(), 64);
}

#[test]
fn what_says_nothing_of_play_does_not_count_for_the_hash_but_every_other_file_does() {
    let aside = ["rules.toml", "aids.toml", "briefings.toml"];
    let embedded = Data::embedded();
    for name in embedded.names() {
        let text = format!("# mine\n{}", embedded.text(name).unwrap());
        let other = embedded.clone().with(name, text).hash_without(&aside);
        assert_eq!(other == data().hash, aside.contains(&name), "{name}");
    }
}

#[test]
fn the_ledger_has_every_case_to_prove() {
    use kessel_kernel::data::CaseKind;
    let cases = data().ledger.cases();
    let proven = cases.iter().filter(|case| !matches!(case.kind, CaseKind::Note | CaseKind::Component));
    assert_eq!(proven.count(), 732);
}

#[test]
fn every_table_says_where_its_values_come_from() {
    let tree = data().as_json();
    let tables = tree["tables"].as_object().unwrap();
    for table in ["map-front.toml terrain", "map-front.toml river Don", "units.toml classes", "order-uranus.toml order"]
    {
        assert_eq!(tables[table], "reconstructed", "{table}");
    }
    assert_eq!(tables["charts.toml costs normal"], "printed 14.12");
    assert_eq!(tables["river-too-far.toml scenario"], "printed 29.b, 5.0, 19.8");
    assert!(tables.len() > 200, "{}", tables.len());
}

#[test]
fn every_scenario_has_its_charts_and_its_briefing() {
    for id in ScenarioId::ALL {
        let charts = data().aids.charts(id.word());
        let costs = charts.iter().find(|chart| chart.id == "costs-normal").unwrap();
        assert_eq!(costs.rows[0][..4], ["Foot, mounted", "1/2", "1", "2"]);
        assert!(data().briefings.of(id.word()).is_some(), "{id:?}");
    }
}

#[test]
fn every_rule_to_prove_is_explained() {
    use kessel_kernel::data::CaseKind;
    let cases = data().ledger.cases();
    let silent: Vec<_> = cases
        .iter()
        .filter(|case| !matches!(case.kind, CaseKind::Note | CaseKind::Component) && case.help.is_none())
        .map(|case| case.id.as_str())
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
