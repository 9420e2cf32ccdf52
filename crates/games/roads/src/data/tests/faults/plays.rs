//! Faults of the scenarios.

use super::DATA;

#[test]
fn set_up_off_the_map_or_in_the_water() {
    DATA.expect_among("campaign.toml", "hex = \"2717\"", "hex = \"2817\"", "there is no hex 2817 on the map");
    DATA.expect_among("campaign.toml", "hex = \"2717\"", "hex = \"0414\"", "0414 is water");
    DATA.expect_among(
        "star-and-gallop.toml",
        "hex = \"0725\"",
        "hex = \"0726\"",
        "0726 is not on the map of this scenario",
    );
    DATA.expect_among("wintergewitter.toml", "hex = \"1434\"", "hex = \"1634\"", "there is no hex 1634 on the map");
}

#[test]
fn set_up_of_the_wrong_units() {
    let file = "campaign.toml";
    DATA.expect_among(file, "units = [\"H19\"]", "units = [\"H99\"]", "there is no unit H99");
    DATA.expect_among(file, "units = [\"H19\"]", "units = [\"H7\"]", "H7 stands in two hexes");
    DATA.expect_among(file, "units = [\"H19\"]", "units = [\"100SD\"]", "100SD is not of this side");
    DATA.expect_among(file, "units = [\"H19\"]", "units = [\"KG-1\"]", "KG-1 is never there at the start");
    DATA.expect_among(file, "hq = \"6A\"", "hq = \"52ID\"", "52ID is no HQ");
    DATA.expect_among(file, "units = [\"H19\"]", "units = [\"Lanz\"]", "Lanz is an HQ");
    DATA.expect_among(file, "reduced = [\"R15GL\"]", "reduced = [\"R13\"]", "R13 is not in this stack");
}

#[test]
fn set_up_against_stacking_and_control() {
    let file = "campaign.toml";
    DATA.expect_among(
        file,
        "units = [\"H19\"]",
        "units = [\"H19\", \"52ID\", \"39ID\", \"106ID\"]",
        "4 divisions in one hex, which holds 3",
    );
    DATA.expect_among(
        file,
        "units = [\"H19\"]",
        "units = [\"H19\", \"R4\"]",
        "Hungarians and Romanians do not share a hex",
    );
    DATA.expect_among(file, "hex = \"2716\"", "hex = \"2721\"", "2721 is under the other side's control");
}

#[test]
fn borrowed_set_ups() {
    DATA.expect_among(
        "uranus.toml",
        "from = \"campaign.toml\"",
        "from = \"uranus.toml\"",
        "setup: there is no set-up in \"uranus.toml\"",
    );
    DATA.expect_among(
        "uranus.toml",
        "hex = \"1522\" }]",
        "hex = \"1521\" }]",
        "setup: there is no hex 1521 on the map",
    );
}

#[test]
fn heads() {
    DATA.expect_among(
        "uranus.toml",
        "map = \"map.toml\"",
        "map = \"atlas.toml\"",
        "scenario: `map` is \"atlas.toml\", not \"map.toml\" or \"map-wintergewitter.toml\"",
    );
    DATA.expect_among(
        "uranus.toml",
        "columns = [22, 37]",
        "columns = [37, 22]",
        "scenario: `columns` are the first and the last one",
    );
    DATA.expect_among(
        "uranus.toml",
        "last_turn = \"DEC I\"",
        "last_turn = \"DEC V\"",
        "scenario: there is no turn \"DEC V\"",
    );
    DATA.expect_among(
        "star-and-gallop.toml",
        "last_turn = \"MAR III\"",
        "last_turn = \"JAN I\"",
        "scenario: the last turn comes before the first",
    );
}

#[test]
fn tracks_rules_and_points() {
    DATA.expect("campaign.toml", "approval = 7", "approval = 12", "tracks: `approval` is 12, not 0 to 9");
    DATA.expect("campaign.toml", "mars = 0", "mars = 5", "tracks: Operation Mars has no box 5");
    DATA.expect("uranus.toml", "off = [\"6\"", "off = [\"66\"", "rules: the ledger has no section 66");
    DATA.expect("uranus.toml", "hqs_fixed = [\"SouthWest\"", "hqs_fixed = [\"26TK\"", "rules: 26TK is no HQ");
    DATA.expect_among(
        "wintergewitter.toml",
        "effects = [\"overwhelming-attack\", ",
        "effects = [",
        "tracks: 1 effects are named, not 2",
    );
    DATA.expect(
        "campaign.toml",
        "minor_b = \"DEC II\"",
        "minor_b = \"DEC V\"",
        "offensives: there is no hex DEC V on the map",
    );
}

#[test]
fn supports_before_play() {
    let file = "campaign.toml";
    DATA.expect(
        file,
        "choose = 10, to = \"major\"",
        "choose = 10, to = \"STAVKA\"",
        "opening: there is no box \"STAVKA\" of supports",
    );
    DATA.expect_among(file, "choose = 10,", "choose = 100,", "opening: `choose` is 100, not 1 to 38");
    DATA.expect_among(file, "choose = 10,", "choose = 10, draw = 2,", "opening: supports are either chosen or drawn");
    DATA.expect_among(
        "backhand-blow.toml",
        "except = [\"stalin\"",
        "except = [\"lenin\"",
        "opening: there is no support lenin",
    );
    DATA.expect("backhand-blow.toml", "shortages = 6", "shortages = 12", "supports: `shortages` is 12, not 0 to 11");
}

#[test]
fn control_off_the_map() {
    DATA.expect_among("campaign.toml", "\"2701-2717\"", "\"2700-2717\"", "control: there is no hex 2700 on the map");
    DATA.expect_among(
        "campaign.toml",
        "\"2701-2717\"",
        "\"2717-2701\"",
        "control: \"2717-2701\" is no stretch of a row",
    );
}

#[test]
fn schedules() {
    DATA.expect_among(
        "uranus.toml",
        "to = \"DEC I\"\n",
        "to = \"DEC II\"\n",
        "schedule: these are not turns of this scenario",
    );
    DATA.expect_among(
        "wintergewitter.toml",
        "units = [\"17Pz\"]",
        "units = [\"23Pz\"]",
        "schedule: 23Pz is on the map already",
    );
    DATA.expect_among(
        "wintergewitter.toml",
        "{ turn = \"DEC IV\"",
        "{ turn = \"JAN I\"",
        "schedule: JAN I is no turn of this scenario",
    );
    DATA.expect_among(
        "schedule.toml",
        "units = [\"7Lw\"], at = [\"1023\"]",
        "units = [\"7Lw\"], at = [\"1019\"]",
        "schedule: 7Lw arrives at 1019, which is not on the map of this scenario",
    );
}

#[test]
fn victory() {
    DATA.expect_among(
        "campaign.toml",
        "points = \"8 to 9\"",
        "points = \"7 to 9\"",
        "level draw: the row 7 to 9 overlaps the row 7",
    );
    DATA.expect_among(
        "campaign.toml",
        "level = \"soviet-decisive\", turn",
        "level = \"soviet-total\", turn",
        "there is no level \"soviet-total\"",
    );
    DATA.expect_among(
        "uranus.toml",
        "hexes = [\"1333\"",
        "hexes = [\"1321\"",
        "score hexes-2: there is no hex 1321 on the map",
    );
    DATA.expect_among(
        "uranus.toml",
        "region = \"chir-don\"",
        "region = \"dnieper-bend\"",
        "score between-chir-don: no hex of dnieper-bend is on this map",
    );
    DATA.expect_among(
        "backhand-blow.toml",
        "cities = \"2\",",
        "cities = \"1 to 2\",",
        "victory: 1 major cities and 1 cities make 2 levels, not one",
    );
    DATA.expect_among(
        "uranus.toml",
        "id = \"hexes-5\"",
        "id = \"hexes-2\"",
        "score hexes-2: there are two scores of this id",
    );
}
