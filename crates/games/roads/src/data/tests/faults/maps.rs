//! Faults of the maps.

use super::DATA;

const MAP: &str = "map.toml";

#[test]
fn a_hex_that_is_no_number_or_is_there_twice() {
    DATA.expect_first(
        MAP,
        "hex = \"0015\"",
        "hex = \"015\"",
        "hex 015: \"015\" is no hex number of this map: it does not have 4 digits",
    );
    DATA.expect_first(MAP, "hex = \"0016\"", "hex = \"0015\"", "hex 0015: is on the map already");
}

#[test]
fn a_terrain_that_is_none() {
    let faults = DATA.faults(MAP, "hex = \"0015\" }", "hex = \"0015\", terrain = \"hills\" }");
    assert!(faults.contains("hex 0015: `terrain` is \"hills\", not \"clear\" or \"village\""), "{faults}");
}

#[test]
fn towns_need_names_and_major_cities_their_city() {
    DATA.expect(MAP, "terrain = \"city\", name = \"Salsk\"", "terrain = \"city\"", "hex 0023: a town needs a `name`");
    DATA.expect_first(
        MAP,
        "name = \"Rostov\", city = \"Rostov\"",
        "name = \"Rostov\"",
        "hex 0518: a hex of a major city names its `city`, and no other hex does",
    );
    DATA.expect(MAP, "hex = \"0015\" }", "hex = \"0015\", foothold = true }", "hex 0015: a foothold is a city hex");
}

#[test]
fn a_numbering_that_cannot_be() {
    DATA.expect_among(MAP, "shifted-to   = \"east\"", "shifted-to   = \"north\"", "shifted east or west");
}

#[test]
fn river_sides_that_are_none() {
    DATA.expect_first(MAP, "\"2717|2718\"", "\"2717|2719\"", "the Don: 2717 and 2719 are not neighbours");
    DATA.expect_first(
        MAP,
        "\"2717|2718\"",
        "\"2717-2718\"",
        "the Don: \"2717-2718\" is no hexside: write \"0001|0002\"",
    );
    DATA.expect_first(MAP, "\"2717|2718\"", "\"2717|2899\"", "the Don: there is no hex 2899 on the map");
    DATA.expect_first(MAP, "\"2518|2519\"", "\"2518|2618\"", "the Don: there is a river on 2518|2618 already");
    DATA.expect_among(MAP, "\"2518|2519\", ", "", "the Don: the course breaks before 2418|2519");
}

#[test]
fn two_rivers_of_one_name() {
    DATA.expect_among(MAP, "name = \"Volga\"", "name = \"Don\"", "the Don: there are two rivers of this name");
}

#[test]
fn lines_that_break_or_run_into_the_water() {
    DATA.expect_first(
        MAP,
        "[\"0418\", \"0319\", \"0320\"",
        "[\"0418\", \"0320\"",
        "rail Bataisk-Salsk: 0418 and 0320 are not neighbours",
    );
    DATA.expect_first(
        MAP,
        "[\"0418\", \"0319\"",
        "[\"0418\", \"3319\"",
        "rail Bataisk-Salsk: there is no hex 3319 on the map",
    );
    DATA.expect_among(
        MAP,
        "path = [\"1337\", \"1336\"]",
        "path = [\"1337\"]",
        "rail Leninsk: a line leads through two hexes at least",
    );
    DATA.expect_among(
        MAP,
        "hex = \"1129\", terrain = \"village\"",
        "hex = \"1129\", terrain = \"lake\"",
        "1129 is water",
    );
}

#[test]
fn ferries_cross_rivers_once() {
    let ferries = "sides = [\"1234|1235\"";
    DATA.expect(MAP, ferries, "sides = [\"1334|1434\", \"1234|1235\"", "ferries: there is no river on 1334|1434");
    DATA.expect(
        MAP,
        ferries,
        "sides = [\"1234|1235\", \"1235|1234\"",
        "ferries: there is a ferry on 1235|1234 already",
    );
}

#[test]
fn sources_on_land_once() {
    let source = "{ hex = \"2727\", side = \"soviet\" }";
    DATA.expect_first(MAP, source, "{ hex = \"0414\", side = \"soviet\" }", "source 0414: is water");
    DATA.expect_first(MAP, source, "{ hex = \"2718\", side = \"soviet\" }", "source 2718: is listed twice");
    DATA.expect_first(
        MAP,
        source,
        "{ hex = \"2727\", side = \"soviet\", from = \"APR I\" }",
        "source 2727: there is no turn \"APR I\"",
    );
    DATA.expect_among(
        "uranus.toml",
        "{ hex = \"0022\", side = \"holder\" }",
        "{ hex = \"2727\", side = \"soviet\" }",
        "source 2727: is a source of the map anyway",
    );
}

#[test]
fn regions_are_all_there_and_made_of_hexes() {
    DATA.expect_among(MAP, "id = \"dnieper-bend\"", "id = \"dnieper\"", "region dnieper: `id` is \"dnieper\"");
    DATA.expect_among(MAP, "id = \"dnieper-bend\"", "id = \"dnieper\"", "there is no region \"dnieper-bend\"");
    DATA.expect_among(
        MAP,
        "\"1401\", \"1301-1302\"",
        "\"1401\", \"1302-1301\"",
        "region dnieper-bend: \"1302-1301\" is no stretch of a row",
    );
    DATA.expect_among(
        MAP,
        "\"1401\", \"1301-1302\"",
        "\"1401\", \"1301-1402\"",
        "region dnieper-bend: \"1301-1402\" is no stretch of a row",
    );
    DATA.expect_among(
        MAP,
        "\"1401\", \"1301-1302\"",
        "\"1400\", \"1301-1302\"",
        "region dnieper-bend: there is no hex 1400 on the map",
    );
}

#[test]
fn places_on_the_map() {
    DATA.expect_among(
        MAP,
        "pitomnik    = \"1333\"",
        "pitomnik    = \"1399\"",
        "places: there is no hex 1399 on the map",
    );
    DATA.expect_among(MAP, "rostov      = \"0518\"", "rostow      = \"0518\"", "places: there is no key `rostow` here");
}
