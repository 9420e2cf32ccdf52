//! Each test spoils one thing and expects to be told file, line and reason.

use crate::data::Data;
use kessel_trial::Spoil;

const DATA: Spoil = Spoil { files: Data::embedded, load: |dir| Data::load(dir).map(drop) };

/// Spoils a file and expects this among what is told of it, on the spoilt line or at the head of its table.
#[track_caller]
fn tells(file: &str, old: &str, new: &str, fault: &str) {
    let faults = DATA.faults(file, old, new);
    let told = faults.lines().any(|line| {
        let rest = line.strip_prefix(file).and_then(|line| line.strip_prefix(':'));
        let parts = rest.and_then(|line| line.split_once(": "));
        parts.is_some_and(|(number, why)| {
            let first = DATA.line_of(file, old);
            why == fault && number.parse().is_ok_and(|number: usize| number >= 1 && number <= first + 1)
        })
    });
    assert!(told, "{fault}\nnot in\n{faults}");
}

#[test]
fn misspelt_and_missing_keys() {
    tells(
        "units.toml",
        "code = \"inf\",",
        "code = \"inf\", strenght = 1,",
        "kind inf: there is no key `strenght` here",
    );
    tells("river-too-far.toml", "turns  = 23\n", "", "scenario: `turns` is missing");
    tells("charts.toml", "rail        = \"1/3\"\n", "", "sides: `rail` is missing");
    tells("leaders.toml", "id = \"raus\",", "id = \"raus\", rank = 1,", "leader raus: there is no key `rank` here");
}

#[test]
fn kinds_of_units() {
    tells("units.toml", "code = \"jag\"", "code = \"inf\"", "kind inf: there are two kinds of this code");
    tells(
        "units.toml",
        "barrage = 6, support = 2, range = 12, ready = \"medium\", striped = \"front\" },\n    { code = \"arh\"",
        "barrage = 6, support = 2, ready = \"medium\", striped = \"front\" },\n    { code = \"arh\"",
        "kind art: artillery has `barrage`, `support`, `range` and `ready`, and no other unit has",
    );
    tells(
        "units.toml",
        "movement = \"bicycle\"",
        "movement = \"boat\"",
        "kind rad: `movement` is \"boat\", not \"foot\" or \"non-mot-hq\" or \"ski\" or \"horse\" or \"bicycle\" or \"motorcycle\" or \"truck\" or \"mot-hq\" or \"armored-car\" or \"tracked\" or \"mounted\"",
    );
}

#[test]
fn charts() {
    tells(
        "charts.toml",
        "foot        = { clear = \"1/2\", forest = \"1\", marsh = \"2\"",
        "foot        = { clear = \"1/2\", forest = \"1\", marsh = \"two\"",
        "costs normal foot: `marsh`: \"two\" is no cost: write \"1/2\", \"2 1/2\" or \"-\"",
    );
    tells(
        "charts.toml",
        "clear    = [88, 3, 4, 4, 1]",
        "clear    = [88, 3, 4, 4, 2]",
        "air: `clear` needs five widths that make 100",
    );
    tells(
        "charts.toml",
        "{ result = -4,",
        "{ result = -7,",
        "losses: `points` needs at least two rows of rising results",
    );
}

#[test]
fn maps() {
    tells("map-city.toml", "metres  = 400", "metres  = 500", "map: `metres` is 500, not 400: the scale of this map");
    tells(
        "map-city.toml",
        "\"........................................~~\", # 001",
        "\".......................................~~\", # 001",
        "terrain: row 1 has 41 hexes, not 42",
    );
    tells(
        "map-city.toml",
        "\"........................................~~\", # 001",
        "\"........................................~?\", # 001",
        "terrain: row 1, column 42: '?' is no terrain",
    );
    tells(
        "map-city.toml",
        "hex = \"022026\", name",
        "hex = \"099026\", name",
        "places: there is no hex 099026 on the map",
    );
}

#[test]
fn a_river_whose_hexes_do_not_touch() {
    let text = Data::embedded();
    let text = text.text("map-city.toml").unwrap();
    let river = text.find("name   = \"Mechetka\"").unwrap();
    let first = text[river..].find('"').map(|_| text[river..].find("sides = [\n    \"").unwrap() + river + 15).unwrap();
    let side = &text[first..first + 13];
    let spoilt = format!("{}|042062", &side[..6]);
    let faults =
        DATA.faults("map-city.toml", &format!("sides = [\n    \"{side}"), &format!("sides = [\n    \"{spoilt}"));
    assert!(faults.contains(&format!("{} and 042062 are not neighbours", &side[..6])), "{faults}");
}

#[test]
fn scenarios() {
    tells(
        "river-too-far.toml",
        "rows = [21, 60]",
        "rows = [22, 60]",
        "scenario: a window begins on a row with an odd number, so that the same rows stand half a hex to the east",
    );
    tells("to-the-volga.toml", "units = 71,", "units = 72,", "size axis: the order of battle has 71 units, not 72");
    tells(
        "to-the-volga.toml",
        "{ id = \"janecke\", under = \"A.389.HQ\" }",
        "{ id = \"janecke\", under = \"A.390.HQ\" }",
        "leader janecke: there is no headquarters A.390.HQ",
    );
    tells(
        "to-the-volga.toml",
        "name = \"Oil Tanks\", hex = \"009017\"",
        "name = \"Oil Tanks\", hex = \"012009\"",
        "objective Oil Tanks: another objective lies in this hex",
    );
    tells(
        "to-the-volga.toml",
        "hex = \"013024\", side",
        "hex = \"013023\", side",
        "source east bank north (road): 013023 is not on that edge of the map",
    );
    tells(
        "uranus.toml",
        "restriction = \"064036\"\n",
        "",
        "variants: `restriction` is the hex round which Sixth Army is held, where that variant is offered",
    );
}

#[test]
fn orders_of_battle() {
    tells(
        "order-to-the-volga.toml",
        "id = \"A.305.inf2\"",
        "id = \"A.305.inf1\"",
        "unit A.305.inf1: there are two units of this id",
    );
    tells(
        "order-to-the-volga.toml",
        "id = \"A.305.inf2\", class = \"inf\"",
        "id = \"A.305.inf2\", class = \"sub\"",
        "unit A.305.inf2: there is no class sub",
    );
    tells(
        "order-to-the-volga.toml",
        "id = \"A.305.inf2\", class = \"inf\", formation = \"A.305\", superior = \"A.305.HQ\"",
        "id = \"A.305.inf2\", class = \"inf\", formation = \"A.305\", superior = \"A.306.HQ\"",
        "unit A.305.inf2: its side has no headquarters A.306.HQ",
    );
    tells(
        "order-to-the-volga.toml",
        "rank = \"corps\", level = 3",
        "rank = \"corps\", level = 6",
        "unit A.LIAK.HQ: `level` is 6, not 1 to 5",
    );
}

#[test]
fn weather() {
    tells(
        "weather.toml",
        "sky = \"LLC\", high = 74",
        "sky = \"LXC\", high = 74",
        "days: `sky` is \"LXC\", not three of C, L, M, H, S",
    );
    tells("weather.toml", "date = \"1942-09-15\"", "date = \"1942-09-12\"", "days: the days are not in order");
}

#[test]
fn a_file_that_is_not_there() {
    let embedded = Data::embedded();
    let mut bare = kessel_kernel::data::DataDir::embedded("bare", &[]);
    for name in embedded.names().filter(|name| *name != "weather.toml") {
        bare = bare.with(name, embedded.text(name).unwrap());
    }
    assert_eq!(Data::load(&bare).unwrap_err().to_string(), "weather.toml: there is no such file");
}

/// 17.12.b: supplies are landed on airfields.
#[test]
fn landing_needs_an_airfield() {
    tells(
        "river-too-far.toml",
        "soviet = [2, 1, 1, 0]\n",
        "soviet = [2, 1, 1, 0]\nlanding = true\n",
        "air: `landing` on a map without an airfield",
    );
}
