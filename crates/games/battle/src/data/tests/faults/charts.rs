//! Faults of the charts.

use super::DATA;

#[test]
fn a_combat_table_with_a_missing_cell() {
    DATA.expect(
        "charts.toml",
        "\"0\",    \"0\",    \"0\",    \"0\",    \"1\",    \"1\"]",
        "\"0\",    \"0\",    \"0\",    \"0\",    \"1\"]",
        "CRT 0-5: 5 cells: a row has one for each face of the die",
    );
    DATA.expect("charts.toml", "\"12-R\"", "\"R-12\"", "CRT 25+: \"R-12\" is no result: write \"3\" or \"3-R\"");
}

#[test]
fn a_combat_table_with_a_gap_or_an_overlap() {
    DATA.expect("charts.toml", "sum = \"15-30\"", "sum = \"16-30\"", "CRT <1: no row covers the sums 15 to 15");
    DATA.expect(
        "charts.toml",
        "sum = \"15-30\"",
        "sum = \"14-30\"",
        "CRT <1: this row begins at 14, but the one before ends at 14",
    );
    DATA.expect_among("charts.toml", "sum = \"45+\"", "sum = \"45-90\"", "CRT <1: the last row must be open (\"27+\")");
    DATA.expect_among("charts.toml", "sum = \"15-30\"", "sum = \"15+\"", "a row follows the open one");
    DATA.expect_among(
        "charts.toml",
        "sum = \"15-30\"",
        "sum = \"15 to 30\"",
        "\"15 to 30\" is no range: write \"6-12\" or \"27+\"",
    );
}

#[test]
fn a_combat_table_without_one_of_its_six_parts() {
    DATA.expect_among("charts.toml", "quotient = \"4\"", "quotient = \"5\"", "there are two tables for this quotient");
    DATA.expect_among(
        "charts.toml",
        "quotient = \"4\"",
        "quotient = \"5\"",
        "CRT: the table for the quotient 4 is missing or has no rows",
    );
}

#[test]
fn objective_counters_with_a_die_twice_or_never() {
    DATA.expect_among("charts.toml", "don = [1, 2]", "don = [1, 3]", "primary objective: the die 3 is given twice");
    DATA.expect_among("charts.toml", "don = [1, 2]", "don = [1, 3]", "primary objective: the die 2 is not given");
}

#[test]
fn a_counter_mix_that_does_not_add_up() {
    DATA.expect_among(
        "charts.toml",
        "count = 12",
        "count = 11",
        "counters: the mix adds up to 215 counters, not to 216",
    );
}

#[test]
fn victory_levels_in_the_wrong_order() {
    DATA.expect_among(
        "charts.toml",
        "material        = 150",
        "material        = 190",
        "victory: `material` must be less than `decisive`",
    );
    DATA.expect(
        "charts.toml",
        "[1, 2, 3, 4, 5, 0]",
        "[1, 2, 3, 4, 5]",
        "victory: `edelweiss` needs a number for each face of the die",
    );
}

#[test]
fn uranus_moves_out_of_order() {
    DATA.expect(
        "charts.toml",
        "{ turn = 10, units = 2 }",
        "{ turn = 9, units = 2 }",
        "uranus: the turns must rise from line to line",
    );
}
