//! Faults of units and assets.

use super::DATA;

#[test]
fn a_case_that_the_ledger_does_not_have() {
    DATA.expect(
        "units.toml",
        "printed = { start = \"6.2.b\" }",
        "printed = { start = \"6.9.b\" }",
        "unit S-37: `printed` names the case 6.9.b, which the ledger does not have",
    );
}

#[test]
fn a_unit_given_twice() {
    DATA.expect_among("units.toml", "id = \"S-21\"", "id = \"S-40\"", "unit S-40: there are two units of this id");
}

#[test]
fn a_set_up_hex_off_the_map_or_on_the_wrong_side_of_the_front() {
    DATA.expect_among(
        "units.toml",
        "start = \"0117\"",
        "start = \"1301\"",
        "unit G-55: there is no space \"1301\" on the map",
    );
    DATA.expect(
        "units.toml",
        "start = \"0117\"",
        "start = \"0116\"",
        "unit G-55: starts in 0116, which the other side controls by map.toml",
    );
    DATA.expect(
        "units.toml",
        "start = \"0117\"",
        "start = \"SVF\"",
        "unit G-55: an Axis unit cannot start in a Front box",
    );
}

#[test]
fn an_arrival_after_the_last_turn() {
    DATA.expect(
        "units.toml",
        "start = \"turn 10\"",
        "start = \"turn 15\"",
        "unit S-3G: there is no turn 15: the game has 14",
    );
    DATA.expect(
        "assets.toml",
        "arrival = \"turn 10\"",
        "arrival = \"turn x\"",
        "asset SA-1GM: there is no turn x: the game has 14",
    );
}

#[test]
fn more_units_in_a_box_than_it_holds() {
    DATA.expect_among("units.toml", "start = \"DSF\"", "start = \"TCF\"", "2 Soviet units start in TCF, which holds 1");
}

#[test]
fn factors_of_the_wrong_number() {
    DATA.expect(
        "units.toml",
        "strategic = [3],",
        "strategic = [3, 2],",
        "unit S-40: a Soviet unit has one strategic factor",
    );
    DATA.expect(
        "units.toml",
        "strategic = [4, 3]",
        "strategic = [4]",
        "unit G-55: an Axis unit has two strategic factors: inside the ALZ, and outside",
    );
    DATA.expect("units.toml", "max = 5", "max = 10", "unit S-40: `max` is 10, not 1 to 9");
    DATA.expect(
        "assets.toml",
        "factors = [8, 6, 3]",
        "factors = [8, 6, 3, 1]",
        "asset GA-3: `factors` needs a number for each of one to three steps",
    );
    DATA.expect(
        "assets.toml",
        "factors = [8, 6, 3]",
        "factors = [6, 8, 3]",
        "asset GA-3: `factors` must fall from full strength down",
    );
}

#[test]
fn an_unknown_group_or_unit_in_a_restriction() {
    DATA.expect_among(
        "units.toml",
        "group = \"2. Armee\"",
        "group = \"3. Armee\"",
        "unit G-55: there is no group \"3. Armee\"",
    );
    DATA.expect_among(
        "assets.toml",
        "only_group = \"1. PzArmee\"",
        "only_group = \"1. Panzer\"",
        "asset GA-Wik: there is no group \"1. Panzer\"",
    );
    DATA.expect("assets.toml", "only_unit = \"S-5S\"", "only_unit = \"S-5X\"", "asset SA-ART: there is no unit S-5X");
    DATA.expect(
        "assets.toml",
        "only_unit = \"S-5S\"",
        "only_unit = \"G-4\"",
        "asset SA-ART: `only_unit` names a unit of the other side",
    );
}

#[test]
fn an_asset_given_twice_or_with_the_id_of_a_unit() {
    DATA.expect_among(
        "assets.toml",
        "id = \"SA-18\"",
        "id = \"SA-17\"",
        "asset SA-17: there are two assets of this id",
    );
    DATA.expect("assets.toml", "id = \"SA-18\"", "id = \"S-40\"", "asset S-40: a unit has this id");
}

#[test]
fn arrivals_that_contradict_themselves() {
    DATA.expect(
        "assets.toml",
        "arrival = \"turn 2\",  steps = 1",
        "arrival = \"turn 2\",  steps = 3",
        "asset SA-4: `steps` is 3, not 1 to 2",
    );
    DATA.expect_among(
        "assets.toml",
        "arrival = \"turn 2\",  steps = 1",
        "arrival = \"start\",  steps = 1",
        "asset SA-4: what is there at the start needs neither `steps` nor `roll`",
    );
    DATA.expect(
        "assets.toml",
        "fraction = \"1/3\"",
        "fraction = \"3/2\"",
        "asset GA-88: `fraction` must lie between 0 and 1",
    );
}
