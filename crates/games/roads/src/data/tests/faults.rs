//! Each test spoils one thing and expects to be told file, line and reason.

mod charts;
mod maps;
mod pieces;
mod plays;

use crate::data::Data;
use kessel_trial::{Spoil, several};

const DATA: Spoil = Spoil { files: Data::embedded, load: |dir| Data::load(dir).map(drop) };

#[test]
fn a_misspelt_key() {
    DATA.expect(
        "map.toml",
        "{ hex = \"0015\" }",
        "{ hex = \"0015\", terain = \"forest\" }",
        "hex 0015: there is no key `terain` here",
    );
    DATA.expect("units.toml", "id = \"23SD\",", "id = \"23SD\", strat = 1,", "unit 23SD: there is no key `strat` here");
    DATA.expect("uranus.toml", "rail = 0", "rails = 0\nrail = 0", "points: there is no key `rails` here")
}

#[test]
fn a_missing_key() {
    let faults = DATA.faults("charts.toml", "\nunits = 3\n", "\n");
    assert_eq!(
        faults,
        format!("charts.toml:{}: stacking: `units` is missing", DATA.line_of("charts.toml", "[stacking]"))
    );
}

#[test]
fn a_file_that_is_no_toml() {
    let faults = DATA.faults("units.toml", "[axis]", "[axis");
    assert!(faults.starts_with(&format!("units.toml:{}: ", DATA.line_of("units.toml", "[axis]"))), "{faults}");
}

#[test]
fn a_missing_file() {
    let embedded = Data::embedded();
    let mut bare = kessel_kernel::data::DataDir::embedded("bare", &[]);
    for name in embedded.names().filter(|name| *name != "uranus.toml") {
        bare = bare.with(name, embedded.text(name).unwrap());
    }
    assert_eq!(Data::load(&bare).unwrap_err().to_string(), "uranus.toml: there is no such file");
}

#[test]
fn faults_of_several_files_are_listed_together() {
    let embedded = Data::embedded();
    let change = |name: &str, old: &str, new: &str| embedded.text(name).unwrap().replacen(old, new, 1);
    let spoilt = embedded
        .clone()
        .with("map.toml", change("map.toml", "\"2717|2718\"", "\"2717|2719\""))
        .with("units.toml", change("units.toml", "radius = 9", "radius = 99"))
        .with("campaign.toml", change("campaign.toml", "approval = 7", "approval = 70"));
    let faults = Data::load(&spoilt).unwrap_err();
    let files: Vec<_> = faults.iter().map(|fault| fault.file.as_str()).collect();
    assert_eq!(files, ["campaign.toml", "map.toml", "units.toml"]);
}

#[test]
fn marks_and_sources_that_lead_nowhere() {
    DATA.expect(
        "map.toml",
        "terrain = \"1.8.1.a\"",
        "terrain = \"1.8.9\"",
        "hex 2109: `printed` names the case 1.8.9, which the ledger does not have",
    );
    DATA.expect(
        "map.toml",
        "printed = { terrain = \"1.8.1.a\" }",
        "printed = { name = \"1.8.1.a\" }",
        "hex 2109: `printed` marks `name`, which is not there",
    );
    DATA.expect(
        "charts.toml",
        "source = \"printed CRT.1/2\"",
        "source = \"guessed\"",
        "1/2: `source` is \"guessed\", not \"reconstructed\" or \"printed\" with its cases",
    );
    DATA.expect(
        "supports.toml",
        "case = \"PA.SUP.vvs\"",
        "case = \"PA.SUP.none\"",
        "support vvs: `case` names the case PA.SUP.none, which the ledger does not have",
    );
}

#[test]
fn no_lost_or_doubled_line_makes_the_loader_panic() {
    let embedded = Data::embedded();
    for name in embedded.names().filter(|name| *name != "rules.toml") {
        let lines: Vec<_> = embedded.text(name).unwrap().lines().collect();
        let step = if name == "map.toml" { several(811, 211) } else { several(131, 37) };
        for place in (0..lines.len()).step_by(step) {
            let without = [&lines[..place], &lines[place + 1..]].concat().join("\n");
            let twice = [&lines[..place + 1], &lines[place..]].concat().join("\n");
            for text in [without, twice] {
                // Comments may go and come; anything else is for the loader to judge.
                let _ = Data::load(&embedded.clone().with(name, text));
            }
        }
    }
}
