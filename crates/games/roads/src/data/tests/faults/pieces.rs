//! Faults of counters, supports and the schedule.

use super::DATA;

#[test]
fn ids_and_factors_of_units() {
    DATA.expect_among("units.toml", "id = \"24SD\"", "id = \"23SD\"", "unit 23SD: there are two units of this id");
    DATA.expect_first(
        "units.toml",
        "full = [7, 6, 3]",
        "full = [7, 6]",
        "unit 26TK: `full` has 2 factors, not attack, defence and movement",
    );
    DATA.expect_first(
        "units.toml",
        "full = [7, 6, 3], reduced = [4, 3, 3]",
        "full = [7, 6, 3], reduced = [8, 3, 3]",
        "unit 26TK: the reduced side is better than the full one",
    );
    DATA.expect_among(
        "units.toml",
        "symbol = \"armor\"",
        "symbol = \"tank\"",
        "`symbol` is \"tank\", not \"infantry\" or",
    );
    DATA.expect_among(
        "units.toml",
        "nation = \"german\", symbol",
        "nation = \"soviet\", symbol",
        "is listed under the other side",
    );
}

#[test]
fn components_and_kampfgruppen() {
    DATA.expect_among(
        "units.toml",
        "division = \"6Pz\"",
        "division = \"5Pz\"",
        "division 5Pz has 1 counters, not two or three",
    );
    DATA.expect_among(
        "units.toml",
        "{ id = \"KG-i3\", full = [1, 2, 2] }",
        "{ id = \"KG-i3\", full = [2, 2, 2] }",
        "unit KG-i3: all infantry Kampfgruppen are alike and have one step",
    );
    DATA.expect_among(
        "units.toml",
        "{ id = \"Alarm-5\", support = \"alarm-1\"",
        "{ id = \"Alarm-5\", support = \"alarm-2\"",
        "unit Alarm-5 is the support alarm-2, which is no Alarm here",
    );
    DATA.expect_among(
        "units.toml",
        "{ id = \"Alarm-5\", support = \"alarm-1\"",
        "{ id = \"Alarm-5\", support = \"alarm-2\"",
        "support alarm-1: there are 2 of them, but 1 units in units.toml",
    );
}

#[test]
fn supports() {
    DATA.expect_among("supports.toml", "id = \"aa\"", "id = \"vvs\"", "support vvs: there are two supports of this id");
    DATA.expect_among("supports.toml", "class = \"aa\"", "class = \"flak\"", "support aa: `class` is \"flak\"");
    DATA.expect(
        "supports.toml",
        "levels = 1, needs = \"always\"",
        "levels = 1",
        "support breakthrough: `levels` and `needs` belong together",
    );
    DATA.expect(
        "supports.toml",
        "{ die = \"3 to 4\", shortage = 1 }",
        "{ die = \"4\", shortage = 1 }",
        "support stalin: no row covers the numbers between 1 to 2 and 4",
    );
}

#[test]
fn arrivals() {
    let file = "schedule.toml";
    DATA.expect_among(file, "units = [\"7Lw\"]", "units = [\"9Lw\"]", "arrival NOV III: there is no unit 9Lw");
    DATA.expect_among(file, "units = [\"7Lw\"]", "units = [\"23SD\"]", "arrival NOV III: 23SD is not of this side");
    DATA.expect_among(file, "units = [\"7Lw\"]", "units = [\"7Lw\", \"15Lw\"]", "arrival NOV IV: 15Lw arrives twice");
    DATA.expect_among(
        file,
        "at = [\"1023\"] }",
        "at = [\"9923\"] }",
        "arrival NOV III: there is no hex 9923 on the map",
    );
    DATA.expect_among(
        file,
        "prefer = \"1901\"",
        "prefer = \"1902\"",
        "arrival DEC III: 1902 is no Axis source of the west edge",
    );
    DATA.expect_among(file, "turn = \"NOV III\"", "turn = \"NOV II\"", "arrival NOV II: there is no turn \"NOV II\"");
    DATA.expect_among(
        file,
        "units = [\"320ID\"], at = [\"west-edge\"]",
        "units = [\"320ID\"], at = [\"STAVKA\"]",
        "arrival DEC IV: is the other side's entry",
    );
}

#[test]
fn upgrades_and_withdrawals() {
    let file = "schedule.toml";
    DATA.expect_among(file, "to = \"1GTK\"", "to = \"1GMK\"", "upgrade: 1GMK arrives by itself, too");
    DATA.expect_among(file, "from = \"4MK\"", "from = \"26TK\"", "upgrade: 26TK or 3GMK is upgraded already");
    DATA.expect_among(
        file,
        "to = \"Kempf\"",
        "to = \"167ID\"",
        "upgrade: Lanz and 167ID are not both HQs or both units",
    );
    DATA.expect_among(file, "hqs = [\"It8A\"]", "hqs = [\"Hu2A\"]", "Hu2A is no HQ of this nation");
    DATA.expect_among(
        file,
        "historical = [\"13G\"",
        "historical = [\"23SD\"",
        "stalingrad_withdrawal: 23SD has other factors",
    );
    DATA.expect_among(file, "count = 9,", "count = 8,", "stalingrad_withdrawal: 9 divisions are named, not 8");
}
