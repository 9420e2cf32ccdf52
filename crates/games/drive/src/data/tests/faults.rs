//! Each test spoils one thing and expects to be told file, line and reason.

use crate::data::Data;
use kessel_trial::Spoil;

const DATA: Spoil = Spoil { files: Data::embedded, load: |dir| Data::load(dir).map(drop) };

#[test]
fn a_misspelt_or_missing_key() {
    DATA.expect(
        "units.toml",
        "{ id = \"3PD\",",
        "{ id = \"3PD\", strat = 1,",
        "unit 3PD: there is no key `strat` here",
    );
    DATA.expect("blue.toml", "points           = 6", "point = 6\npoints = 6", "victory: there is no key `point` here");
    let faults = DATA.faults("charts.toml", "\nunits     = 8\n", "\n");
    assert_eq!(
        faults,
        format!("charts.toml:{}: stacking: `units` is missing", DATA.line_of("charts.toml", "[stacking]"))
    );
}

#[test]
fn a_file_that_is_missing_or_no_toml() {
    let faults = DATA.faults("units.toml", "[axis]", "[axis");
    assert!(faults.starts_with(&format!("units.toml:{}: ", DATA.line_of("units.toml", "[axis]"))), "{faults}");
    let embedded = Data::embedded();
    let mut bare = kessel_kernel::data::DataDir::embedded("bare", &[]);
    for name in embedded.names().filter(|name| !["uranus.toml", "rules.toml"].contains(name)) {
        bare = bare.with(name, embedded.text(name).unwrap());
    }
    let faults = Data::load(&bare).unwrap_err().to_string();
    assert_eq!(faults, "rules.toml: there is no such file\nuranus.toml: there is no such file");
}

#[test]
fn counters() {
    DATA.expect(
        "units.toml",
        "full = \"13-13-10\"",
        "full = \"13-13\"",
        "unit GD: `full` is \"13-13\": write attack, defence and movement like \"0-6-2\" or \"1-?-4\"",
    );
    DATA.expect(
        "units.toml",
        "full = \"10-10-10\",  reduced = \"5-5-10\"",
        "full = \"10-10-10\",  reduced = \"5-5-9\"",
        "unit Wkng: both sides of a counter have the same movement",
    );
    DATA.expect(
        "units.toml",
        "reduced = \"2-2-9\"",
        "reduced = \"6-2-9\"",
        "unit Slvk: the reduced side is better than the full one",
    );
    DATA.expect("units.toml", "corner = \"St\"", "corner = \"Sta\"", "unit 13PD: there is no corner \"Sta\"");
    DATA.expect_among(
        "units.toml",
        "corner = \"11\"",
        "corner = \"12\"",
        "unit 1RPD: there is no turn 12: Blue has 11",
    );
    DATA.expect("units.toml", "kind = \"FD\"", "kind = \"RD\"", &kinds("unit 9FD: `kind` is \"RD\", not "));
    DATA.expect_among("units.toml", "{ id = \"9PD\"", "{ id = \"3PD\"", "unit 3PD: there are two units of this id");
    DATA.expect_among("units.toml", "\"14G\"", "\"13G\"", "RD face: there are two faces 13G RD");
    DATA.expect_among("units.toml", "\"346\"", "\"346\", \"347\"", "the units and markers add up to 421, not to 420");
    DATA.expect_among(
        "units.toml",
        ", gross_deutschland = true",
        "",
        "0 units are marked `gross_deutschland`, not one",
    );
    DATA.expect(
        "units.toml",
        "corner = \"2.13.d\"",
        "corner = \"2.13.z\"",
        "unit 3PD: `printed` names the case 2.13.z, which the ledger does not have",
    );
}

fn kinds(before: &str) -> String {
    let words = ["PD", "MID", "FD", "ID", "J", "Mtn", "S", "Lw", "CD"].map(|word| format!("\"{word}\""));
    format!("{before}{}", words.join(" or "))
}

#[test]
fn a_satellite_with_two_steps() {
    let faults = DATA.faults("units.toml", "full = \"?-?-8\",", "full = \"?-?-8\", reduced = \"1-1-8\",");
    assert!(faults.contains("unit 1HPD: units of satellites have one step"), "{faults}");
}

#[test]
fn charts() {
    DATA.expect(
        "charts.toml",
        "{ odds = \"2:1\"",
        "{ odds = \"2:3\"",
        "crt 2:3: \"2:3\" are no odds: write \"3:1\" or \"1:3\"",
    );
    DATA.expect_among(
        "charts.toml",
        "{ odds = \"5:1\"",
        "{ odds = \"7:1\"",
        "crt 7:1: does not follow the column before it",
    );
    DATA.expect_among(
        "charts.toml",
        "\"AL1\", \"AS\",  \"AS\",  \"DR\",  \"DR\",  \"EX\"",
        "\"AL1\"",
        "crt 2:1: has 1 results, not one for each die",
    );
    DATA.expect(
        "charts.toml",
        "hills    = { mechanised = 4",
        "hills    = { mechanised = 40",
        "terrain hills: `mechanised` is 40, not 1 to 20",
    );
    DATA.expect(
        "charts.toml",
        "frozen = \"clear\"",
        "frozen = \"ice\"",
        "terrain marsh: `frozen` is \"ice\", not \"clear\" or \"forest\" or \"hills\" or \"mountain\" or \"marsh\" or \"desert\" or \"sea\"",
    );
}

#[test]
fn groups() {
    DATA.expect_among(
        "blue.toml",
        "hexes = [\"N1938\"]",
        "hexes = [\"N1945\"]",
        "group valuyki-tanks: there is no hex N1945",
    );
    DATA.expect(
        "blue.toml",
        "hexes = [\"N1938\"], ",
        "",
        "group valuyki-tanks: names its hexes in 0 ways, not in one of `hexes`, `front`, `area`, `region`, `towns`, `axis_side`, `soviet_side`",
    );
    DATA.expect_among(
        "blue.toml",
        "hexes = [\"N3635\"]",
        "hexes = [\"N2044\"]",
        "group rostov: N2044 lies on the other side of the start line",
    );
    DATA.expect_among("blue.toml", "draws = { RD = 5 }", "draws = { RX = 5 }", "group 13A: there is no Soviet kind RX");
    DATA.expect_among(
        "blue.toml",
        "draws = { RD = 4 }",
        "draws = { RD = 1 }",
        "group 12A: has 1 units, but its hexes need 2",
    );
    DATA.expect_among(
        "blue.toml",
        "draws = { RD = 8 } },\n    { id = \"46A\"",
        "draws = { RD = 9 } },\n    { id = \"46A\"",
        "group 44A: has 9 units, but its hexes hold 8",
    );
    DATA.expect_among(
        "blue.toml",
        "RD = 5 }, printed = { dates = \"1.1.b\" }",
        "RD = 55 }",
        "230 RD are drawn, but there are 190",
    );
    DATA.expect_among("uranus.toml", "\"79ID\", ", "\"79ID\", \"44ID\", ", "44ID takes part 2 times");
    DATA.expect_among("uranus.toml", "\"14PD-Ur\", ", "", "14PD-Ur has no place in the set-up or on the track");
    DATA.expect_among("uranus.toml", "\"14PD-Ur\", ", "\"14PD-Uz\", ", "there is no unit 14PD-Uz");
    DATA.expect_among(
        "uranus.toml",
        "{ N3021 = 3,",
        "{ N3023 = 3,",
        "group stalingrad: `least_in` names N3023, where the group may not stand",
    );
    DATA.expect_among(
        "uranus.toml",
        "sets_up_first = \"axis\"",
        "sets_up_first = \"soviet\"",
        "the groups of the side that sets up first come first",
    );
    DATA.expect_among(
        "uranus.toml",
        "edge_unit = \"23PD-Ur\"",
        "edge_unit = \"22PD-Ur\"",
        "arrives in a turn of Uranus",
    );
    DATA.expect_among("uranus.toml", "id = \"uranus\"", "id = \"mars\"", "scenario: `id` is \"mars\", not \"uranus\"");
}

#[test]
fn faults_of_several_files_come_together() {
    let embedded = Data::embedded();
    let spoilt = |file: &str, old: &str, new: &str| embedded.text(file).unwrap().replacen(old, new, 1);
    let dir = embedded
        .clone()
        .with("units.toml", spoilt("units.toml", "corner = \"St\"", "corner = \"Sta\""))
        .with("blue.toml", spoilt("blue.toml", "hex              = 1", "hex = 11"))
        .with("uranus.toml", spoilt("uranus.toml", "towns  = 2", "towns = 0"));
    let faults = Data::load(&dir).unwrap_err();
    let files: Vec<_> = faults.iter().map(|fault| fault.file.as_str()).collect();
    assert!(["units.toml", "blue.toml", "uranus.toml"].iter().all(|file| files.contains(file)), "{faults}");
}

#[test]
fn suggested_posts() {
    DATA.expect(
        "uranus.toml",
        "{ hex = \"N3620\", rifles = 3 }",
        "{ hex = \"N3699\", rifles = 3 }",
        "there is no hex N3699",
    );
    DATA.expect(
        "uranus.toml",
        "rifles = 5, with = [\"TC\"]",
        "rifles = 5, with = [\"PD\"]",
        "there is no such Soviet kind",
    );
    DATA.expect(
        "uranus.toml",
        "{ hex = \"N3620\", rifles = 3 }",
        "{ hex = \"N3021\", rifles = 3 }",
        "a suggested post lies on the other side of the start line",
    );
}
