//! Each test spoils one thing and expects to be told file, line and reason.

use crate::data::Data;
use kessel_trial::Spoil;

const DATA: Spoil = Spoil { files: Data::embedded, load: |dir| Data::load(dir).map(drop) };

/// Spoils a file and expects this among what is told of it; the line must be one of the spoilt place.
#[track_caller]
fn tells(file: &str, old: &str, new: &str, fault: &str) {
    let faults = DATA.faults(file, old, new);
    let first = DATA.line_of(file, old);
    // What is missing is told on the line of its table, or on the first of the file.
    let lines = [1].into_iter().chain(first.saturating_sub(6)..=first + new.matches('\n').count()).collect::<Vec<_>>();
    let told = faults.lines().any(|line| {
        let rest = line.strip_prefix(file).and_then(|line| line.strip_prefix(':'));
        let parts = rest.and_then(|line| line.split_once(": "));
        parts.is_some_and(|(number, why)| why == fault && number.parse().is_ok_and(|number| lines.contains(&number)))
    });
    assert!(told, "{file}:{first}: {fault}\nnot in\n{faults}");
}

#[test]
fn misspelt_and_missing_keys() {
    tells("units.toml", "id = \"I/11\",", "id = \"I/11\", strenght = 1,", "unit I/11: there is no key `strenght` here");
    tells(
        "map.toml",
        "first_row    = 1\n",
        "first_row    = 1\nlast_row = 9\n",
        "hexes: there is no key `last_row` here",
    );
    tells("track.toml", "weather      = \"clear\"\nreplacements", "replacements", "turn 1: `weather` is missing");
    tells("charts.toml", "enter  = 2\n", "", "zone: `enter` is missing");
}

#[test]
fn a_file_that_is_no_toml_or_not_there() {
    let faults = DATA.faults("units.toml", "[markers]", "[markers");
    assert!(faults.starts_with(&format!("units.toml:{}: ", DATA.line_of("units.toml", "[markers]"))), "{faults}");
    let embedded = Data::embedded();
    let mut bare = kessel_kernel::data::DataDir::embedded("bare", &[]);
    for name in embedded.names().filter(|name| *name != "setup-ring.toml") {
        bare = bare.with(name, embedded.text(name).unwrap());
    }
    assert_eq!(Data::load(&bare).unwrap_err().to_string(), "setup-ring.toml: there is no such file");
}

#[test]
fn maps() {
    tells("map.toml", "\"2531|2532\"", "\"2531|2533\"", "the Aksai: 2531 and 2533 are not neighbours");
    tells(
        "map.toml",
        "    \"1646|1647\", \"2344",
        "    \"1646|1648\", \"2344",
        "bridges: 1646 and 1648 are not neighbours",
    );
    tells("map.toml", "{ hex = \"2428\", name", "{ hex = \"2429\", name", "town Verkhne-Kumsky: 2429 is no town hex");
    tells(
        "map.toml",
        "columns = [12, 15], row = 44",
        "columns = [11, 15], row = 44",
        "start_line: column 11 is given twice",
    );
    tells("map.toml", "hexes  = [\"4831\"]", "hexes  = [\"4931\"]", "entry C: there is no hex 4931 on the map");
    tells(
        "map.toml",
        "hexes  = [\"1038-1053\"]",
        "hexes  = [\"1037-1053\"]",
        "edge axis-west: 1037 lies beyond the Don",
    );
    tells(
        "map.toml",
        "areas  = [\"23-34:01-31\"]",
        "areas  = [\"23-34\"]",
        "region across-aksai: \"23-34\" is no area: write columns and rows, like \"23-34:01-31\"",
    );
    tells("map.toml", "\"3203\", \"3204\"", "\"3103\", \"3204\"", "sector 21: 3103 does not touch the Pocket");
}

#[test]
fn a_river_without_its_bridge_and_a_don_with_a_gap() {
    let faults = DATA.faults("map.toml", "\"2531|2532\", \"2815", "\"2815");
    assert!(faults.contains("the road crosses a river before 2531, where no bridge is"), "{faults}");
    let faults = DATA.faults(
        "map.toml",
        "\"##############.........PPPPPPPPPPPPPPPP\", # 01",
        "\"#############..........PPPPPPPPPPPPPPPP\", # 01",
    );
    assert!(faults.contains("parts what lies beyond the Don, but no major river is there"), "{faults}");
    let faults = DATA.faults("map.toml", "rows = [\n", "rows = [\n \"x\",\n");
    assert!(faults.contains("hexes: row 01, column 10: 'x' is no terrain"), "{faults}");
}

#[test]
fn counters() {
    tells("units.toml", "id = \"II/11\",", "id = \"I/11\",", "unit I/11: there are two counters of this id");
    tells("units.toml", "hq         = \"6P-HQ\"", "hq         = \"I/11\"", "formation 6P: I/11 is no headquarters");
    tells("units.toml", "hq         = \"6P-HQ\"", "hq         = \"7P-HQ\"", "formation 6P: there is no unit 7P-HQ");
    tells(
        "units.toml",
        "strength = [12, 6]",
        "strength = [12, 12]",
        "unit I/11: the reverse has less strength than the front, and some",
    );
    tells(
        "units.toml",
        "strength = [12, 6]",
        "strength = [12]",
        "unit I/11: write `strength`, `proficiency` and `stacking` for both sides, like [12, 6]",
    );
    tells(
        "units.toml",
        "movement = 10, range = 3, ",
        "movement = 10, ",
        "unit I/76: artillery has a `range`, and no other unit has",
    );
}

#[test]
fn charts() {
    tells(
        "charts.toml",
        "  2/3  2/4  2/4  3/4",
        "  2:3  2/4  2/4  3/4",
        "crt: \"2:3\" is no result: write \"1/3\", \"-/1\" or \"-\"",
    );
    tells(
        "charts.toml",
        "columns   = [1, 3, 6, 10, 15, 20]",
        "columns   = [1, 3, 6, 15, 10, 20]",
        "counter_battery: the heads of the columns must grow from left to right",
    );
    tells(
        "charts.toml",
        "\"8:10\" = \"11.4.q\"",
        "\"8:40\" = \"11.4.q\"",
        "crt: `printed` marks `8:40`, which is not there",
    );
    tells(
        "charts.toml",
        "abort = 9, disrupt = 12",
        "abort = 12, disrupt = 9",
        "air_combat: it takes a higher die to disrupt than to abort",
    );
    tells(
        "charts.toml",
        "half_points = [1, 1, 2]",
        "half_points = [1, 2]",
        "road: `half_points` are three numbers: mechanized, motorized, non-motorized",
    );
}

#[test]
fn set_ups_and_scenarios() {
    tells(
        "setup-12-december.toml",
        "hexes  = [\"4514\"]",
        "hexes  = [\"4514\"]\nnorth_of = 3",
        "set-up 254Tk: it says in 2 ways where, not in one: hexes, around, line, ring, north_of, own_side, areas, near",
    );
    tells(
        "setup-12-december.toml",
        "line   = [\"1045\", \"2042\"]",
        "line   = [\"1044\", \"2042\"]",
        "set-up 61C: 1044 does not touch the 12 December line on this side",
    );
    tells(
        "setup-12-december.toml",
        "areas  = [\"6P\", ",
        "areas  = [\"7P\", ",
        "set-up 57PzK-ind: there is no set-up 7P before this one",
    );
    tells("track.toml", "releases     = [\"13T\"", "releases     = [\"14T\"", "turn 2: there is no reserve 14T");
    tells(
        "track.toml",
        "number       = 3\n",
        "number       = 4\n",
        "turn 4: it comes as turn 3: the turns follow each other",
    );
    tells(
        "we-are-coming.toml",
        "setups = [\"12-december\", \"ring\"]",
        "setups = [\"12-december\", \"rings\"]",
        "scenario: there is no file setup-rings.toml",
    );
    tells("last-gasp.toml", "[crossing]", "[crossings]", "`crossing` is missing");
    tells(
        "winter-storm.toml",
        "most       = 23",
        "most       = 22",
        "pool: `historical` has 23 stacking points, more than 22",
    );
}

#[test]
fn historical_set_ups_obey_the_rules_of_setting_up() {
    let faults = DATA.faults(
        "setup-12-december.toml",
        "{ hex = \"1652\", units = [\"57-HQ\"] }",
        "{ hex = \"1650\", units = [\"57-HQ\"] }",
    );
    assert!(faults.contains("we-are-coming.toml:1: historical: 57-HQ may not stand in 1650"), "{faults}");
    let faults = DATA.faults("setup-12-december.toml", "{ hex = \"1652\", units = [\"57-HQ\"] },", "");
    assert!(faults.contains("historical: 57-HQ has no hex"), "{faults}");
    let faults = DATA.faults("setup-12-december.toml", "\"6Rec\"] },", "\"6Rec\", \"I/39\"] },");
    assert!(faults.contains("winter-storm.toml:1: historical: I/39 is not set up in this scenario"), "{faults}");
}

#[test]
fn marks_and_sources_that_lead_nowhere() {
    tells(
        "units.toml",
        "strength = \"17.2.1.n\"",
        "strength = \"17.9\"",
        "unit 302/825: `printed` names the case 17.9, which the ledger does not have",
    );
    tells(
        "charts.toml",
        "source = \"printed 9.1.a\"",
        "source = \"guessed\"",
        "stacking: `source` is \"guessed\", not \"reconstructed\" or \"printed\" with its cases",
    );
}

#[test]
fn no_lost_or_doubled_line_makes_the_loader_panic() {
    let embedded = Data::embedded();
    for name in embedded.names().filter(|name| *name != "rules.toml") {
        let lines: Vec<_> = embedded.text(name).unwrap().lines().collect();
        let step = if lines.len() > 300 { 89 } else { 29 };
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
