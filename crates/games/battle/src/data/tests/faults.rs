//! Each test spoils one thing and expects to be told file, line and reason.

mod campaign;
mod charts;
mod map;
mod pieces;

use crate::data::Data;
use kessel_trial::{Spoil, several};

const DATA: Spoil = Spoil { files: Data::embedded, load: |dir| Data::load(dir).map(drop) };

#[test]
fn a_misspelt_key() {
    DATA.expect("map.toml", "hex = \"0104\", ", "hex = \"0104\", als = true, ", "hex 0104: there is no key `als` here");
    DATA.expect(
        "units.toml",
        "slots = 1, start = \"0116\"",
        "slots = 1, strat = 1, start = \"0116\"",
        "unit S-40: there is no key `strat` here",
    );
}

#[test]
fn a_file_that_is_no_toml() {
    let faults = DATA.faults("units.toml", "[axis]", "[axis");
    let line = DATA.line_of("units.toml", "[axis]");
    assert!(faults.starts_with(&format!("units.toml:{line}: ")), "{faults}");
}

#[test]
fn faults_of_several_files_are_listed_together() {
    let embedded = Data::embedded();
    let change = |name: &str, old: &str, new: &str| embedded.text(name).unwrap().replacen(old, new, 1);
    let map = change("map.toml", "\"0610|0609\"", "\"0610|0809\"");
    let units = change("units.toml", "max = 5", "max = 10");
    let charts = change("charts.toml", "\"5-R\"", "\"R\"");
    let spoilt = embedded.clone().with("map.toml", map).with("units.toml", units).with("charts.toml", charts);
    let faults = Data::load(&spoilt).unwrap_err();
    let files: Vec<_> = faults.iter().map(|fault| fault.file.as_str()).collect();
    assert_eq!(files, ["charts.toml", "map.toml", "units.toml"]);
}

#[test]
fn a_missing_file() {
    let embedded = Data::embedded();
    let mut bare = kessel_kernel::data::DataDir::embedded("bare", &[]);
    for name in embedded.names().filter(|name| *name != "assets.toml") {
        bare = bare.with(name, embedded.text(name).unwrap());
    }
    assert_eq!(Data::load(&bare).unwrap_err().to_string(), "assets.toml: there is no such file");
}

#[test]
fn a_spoilt_ledger() {
    let faults = DATA.faults("rules.toml", "kind = \"note\"", "kind = \"notice\"");
    let line = DATA.line_of("rules.toml", "kind = \"note\"");
    assert!(faults.starts_with(&format!("rules.toml:{line}: case 0.1: `kind` is \"notice\"")), "{faults}");
}

#[test]
fn no_lost_or_doubled_line_makes_the_loader_panic() {
    let embedded = Data::embedded();
    for name in embedded.names().filter(|name| *name != "rules.toml") {
        let lines: Vec<_> = embedded.text(name).unwrap().lines().collect();
        for place in (0..lines.len()).step_by(several(41, 11)) {
            let without = [&lines[..place], &lines[place + 1..]].concat().join("\n");
            let twice = [&lines[..place + 1], &lines[place..]].concat().join("\n");
            for text in [without, twice] {
                // Comments may go and come; anything else is for the loader to judge.
                let _ = Data::load(&embedded.clone().with(name, text));
            }
        }
    }
}
