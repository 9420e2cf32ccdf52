//! Faults of the charts.

use super::DATA;

const CHARTS: &str = "charts.toml";

#[test]
fn a_result_that_is_none() {
    for wrong in ["A3 AR", "A3 AX R", "B3 AR R", "A3 AR E", "A0 AR R", "A3D AR R"] {
        DATA.expect_first(
            CHARTS,
            "\"A3 AR R\"",
            &format!("\"{wrong}\""),
            &format!("1/2: \"{wrong}\" is no result: write losses, attacker, defender, like \"A1D2 E DR2\""),
        );
    }
}

#[test]
fn a_missing_cell_and_a_missing_column() {
    DATA.expect_among(
        CHARTS,
        "    \"A3 AR R\",          # 2\n",
        "",
        "1/2: the column has 10 results, not one for each of 2 to 12",
    );
    DATA.expect_among(CHARTS, "odds = \"5/1\"", "odds = \"4/1\"", "4/1: is listed twice");
    DATA.expect_among(CHARTS, "odds = \"5/1\"", "odds = \"4/1\"", "there is no line for \"5/1\"");
    DATA.expect_among(CHARTS, "odds = \"5/1\"", "odds = \"7/1\"", "`odds` is \"7/1\", not \"1/2\" or");
}

#[test]
fn overlapping_and_missing_rows() {
    DATA.expect(
        CHARTS,
        "rolls = [\"2\", \"3 to 5\", \"6 to 8\"",
        "rolls = [\"2\", \"3 to 5\", \"5 to 8\"",
        "crt_blocks: the row 5 to 8 overlaps the row 3 to 5",
    );
    DATA.expect(
        CHARTS,
        "{ roll = \"3 to 4\",    stavka = 2",
        "{ roll = \"4\",         stavka = 2",
        "acquisition: no row covers the numbers between 1 to 2 and 4",
    );
    DATA.expect(
        CHARTS,
        "{ roll = \"2 to 4\",   change = -1, ju52 = 2 }",
        "{ roll = \"4 to 2\",   change = -1, ju52 = 2 }",
        "air_bridge: `roll` is \"4 to 2\": write \"7\", \"2 to 4\", \"up to 0\" or \"11 and up\"",
    );
    DATA.expect(
        CHARTS,
        "{ roll = \"6 and up\", units = 3 }",
        "{ roll = \"6\",        units = 3 }",
        "release: the rows end with 6; they must cover any",
    );
    DATA.expect(
        CHARTS,
        "{ level = \"11\", ",
        "{ level = \"11 to 12\", ",
        "fortress_levels: the rows end with 11 to 12; they must cover 1 to 11",
    );
    DATA.expect(
        CHARTS,
        "    { roll = \"2\",  manstein = -2, approval = 4, also = \"hqs-frozen\" },\n",
        "",
        "okh_crisis: the rows begin with 3; they must cover 2 to 12",
    );
}

#[test]
fn weather_that_is_none_and_turns_without_a_column() {
    DATA.expect_first(
        CHARTS,
        "\"S Bz\",",
        "\"S Rain\",",
        "weather NOV IV: \"S Rain\" is no weather: write \"S CS\", \"S/rf OS\", \"S/RF Bz\" or \"M OS\"",
    );
    DATA.expect_among(CHARTS, "turns = [\"DEC I\"]", "turns = [\"NOV IV\"]", "weather NOV IV: has a column already");
    DATA.expect_among(
        CHARTS,
        "turns = [\"DEC I\"]",
        "turns = [\"NOV IV\"]",
        "the weather table has no column for DEC I",
    );
}

#[test]
fn terrain_that_is_missing_or_makes_no_sense() {
    DATA.expect_among(CHARTS, "id = \"lake\"", "id = \"sea\"", "there is no line for \"lake\"");
    DATA.expect_first(
        CHARTS,
        "attacker = { E = \"-\", E2 = \"-\", E3 = \"E\" }",
        "attacker = { E = \"E2\" }",
        "major-city: terrain makes a lower exploitation of E, E2, E3, or \"-\"",
    );
    DATA.expect_first(
        CHARTS,
        "defender = { S = \"-\", DR = \"S\", DR2 = \"S\", DR3 = \"DR\" }",
        "defender = { S = \"AR\" }",
        "major-city: `S` is no change of a defender's result",
    );
    DATA.expect_among(
        CHARTS,
        "class = \"major\"\nice = \"minor\"",
        "class = \"major\"\nice = \"open\"",
        "major river, ice open: is listed twice",
    );
}

#[test]
fn numbers_out_of_range() {
    DATA.expect(CHARTS, "garrison_both = 24", "garrison_both = 240", "fortress: `garrison_both` is 240, not 0 to 99");
    DATA.expect(CHARTS, "source_radius = 4", "source_radius = \"4\"", "supply: `source_radius` is not a whole number");
}

#[test]
fn tracks_in_order_and_markers_that_add_up() {
    DATA.expect_among(
        CHARTS,
        "{ box = 3, supports = 1",
        "{ box = 4, supports = 1",
        "approval box 4: this must be box 3: boxes follow each other from 0",
    );
    DATA.expect_among(
        CHARTS,
        "count = 3, case = \"10.4.3.d\"",
        "count = 4, case = \"10.4.3.d\"",
        "ju52: the markers add up to 16, not to 15",
    );
    DATA.expect_among(
        CHARTS,
        "attacks = 1, penalty = -1 }",
        "attacks = 1 }",
        "okh_crisis: `attacks` comes with a `reward` or a `penalty`",
    );
}

#[test]
fn operation_mars() {
    DATA.expect_among(
        CHARTS,
        "units = [\"12Pz\"], arrive",
        "units = [\"13Pz\"], arrive",
        "mars box -1: there is no unit 13Pz",
    );
    DATA.expect_among(
        CHARTS,
        "units = [\"12Pz\"], arrive",
        "units = [\"5TK\"], arrive",
        "mars box -1: 5TK is not of this side",
    );
    DATA.expect_among(
        CHARTS,
        "delays = \"GD\"",
        "delays = \"11Pz\"",
        "mars box 3: there is no division 11Pz of several counters",
    );
    DATA.expect_among(CHARTS, "arrive = \"JAN II\"", "arrive = \"JUN II\"", "mars box -1: there is no turn \"JUN II\"");
}

#[test]
fn boxes_and_turns_once() {
    DATA.expect_among(CHARTS, "id = \"minor-b\"", "id = \"minor-a\"", "box minor-a: there are two boxes of this id");
    DATA.expect_among(
        CHARTS,
        "\"NOV III\", \"NOV IV\", \"DEC I\"",
        "\"NOV III\", \"NOV IV\", \"NOV IV\"",
        "turns: there are two turns NOV IV",
    );
}
