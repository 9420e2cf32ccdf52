//! Each test spoils one thing and expects to be told file, line and reason.

mod charts;
mod maps;
mod pieces;
mod plays;

use crate::data::Data;

/// Replaces the first `old` in a file and gives the faults that follow, one a line.
fn spoil(file: &str, old: &str, new: &str) -> String {
    let embedded = Data::embedded();
    let text = embedded.text(file).unwrap();
    assert!(text.contains(old), "{file} does not contain {old:?}");
    let text = text.replacen(old, new, 1);
    Data::load(&embedded.with(file, text)).expect_err("a fault").to_string()
}

/// The line on which `place` first stands.
fn line_of(file: &str, place: &str) -> usize {
    let embedded = Data::embedded();
    let (before, _) = embedded.text(file).unwrap().split_once(place).expect("the place is in the file");
    before.matches('\n').count() + 1
}

/// Spoiling `old` must give exactly this fault, on the line of `old`.
#[track_caller]
fn expect(file: &str, old: &str, new: &str, why: &str) {
    assert_eq!(spoil(file, old, new), format!("{file}:{}: {why}", line_of(file, old)));
}

/// Spoiling `old` must give this fault on the line of `old`; others may follow from it.
#[track_caller]
fn expect_first(file: &str, old: &str, new: &str, why: &str) {
    let faults = spoil(file, old, new);
    let wanted = format!("{file}:{}: {why}", line_of(file, old));
    assert!(faults.lines().any(|fault| fault == wanted), "{wanted}\nnot in\n{faults}");
}

/// Spoiling `old` must give at least this fault.
#[track_caller]
fn expect_among(file: &str, old: &str, new: &str, why: &str) {
    let faults = spoil(file, old, new);
    assert!(faults.lines().any(|fault| fault.contains(why)), "{faults}");
}

#[test]
fn a_misspelt_key() {
    expect(
        "map.toml",
        "{ hex = \"0015\" }",
        "{ hex = \"0015\", terain = \"forest\" }",
        "hex 0015: there is no key `terain` here",
    );
    expect("units.toml", "id = \"23SD\",", "id = \"23SD\", strat = 1,", "unit 23SD: there is no key `strat` here");
    expect("uranus.toml", "rail = 0", "rails = 0\nrail = 0", "points: there is no key `rails` here")
}

#[test]
fn a_missing_key() {
    let faults = spoil("charts.toml", "\nunits = 3\n", "\n");
    assert_eq!(faults, format!("charts.toml:{}: stacking: `units` is missing", line_of("charts.toml", "[stacking]")));
}

#[test]
fn a_file_that_is_no_toml() {
    let faults = spoil("units.toml", "[axis]", "[axis");
    assert!(faults.starts_with(&format!("units.toml:{}: ", line_of("units.toml", "[axis]"))), "{faults}");
}

#[test]
fn a_missing_file() {
    let embedded = Data::embedded();
    let mut bare = kessel_table::data::DataDir::embedded("bare", &[]);
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
    expect(
        "map.toml",
        "terrain = \"1.8.1.a\"",
        "terrain = \"1.8.9\"",
        "hex 2109: `printed` names the case 1.8.9, which the ledger does not have",
    );
    expect(
        "map.toml",
        "printed = { terrain = \"1.8.1.a\" }",
        "printed = { name = \"1.8.1.a\" }",
        "hex 2109: `printed` marks `name`, which is not there",
    );
    expect(
        "charts.toml",
        "source = \"printed CRT.1/2\"",
        "source = \"guessed\"",
        "1/2: `source` is \"guessed\", not \"reconstructed\" or \"printed\" with its cases",
    );
    expect(
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
        let step = if name == "map.toml" { 211 } else { 37 };
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
