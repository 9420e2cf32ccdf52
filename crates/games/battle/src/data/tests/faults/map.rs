//! Faults of the map.

use super::DATA;

#[test]
fn a_hex_that_is_no_number_of_the_map() {
    DATA.expect_among(
        "map.toml",
        "hex = \"0115\"",
        "hex = \"115\"",
        "hex 115: \"115\" is no hex number of this map: it does not have 4 digits",
    );
}

#[test]
fn a_hex_given_twice() {
    DATA.expect("map.toml", "hex = \"0303\"", "hex = \"0302\"", "hex 0302: is on the map already");
}

#[test]
fn a_numbering_that_cannot_be() {
    DATA.expect_among("map.toml", "shifted-to   = \"west\"", "shifted-to   = \"north\"", "shifted east or west");
}

#[test]
fn a_city_without_a_name_and_a_crossing_without_a_city() {
    DATA.expect("map.toml", "name = \"Kursk\", ", "", "hex 0218: a city needs a `name`");
    let crossing = "hex = \"0103\", crossing = true";
    DATA.expect_among(
        "map.toml",
        "hex = \"0103\"",
        crossing,
        "hex 0103: has a river crossing, but no river runs through it",
    );
    DATA.expect_among("map.toml", "hex = \"0103\"", crossing, "hex 0103: only a major city has a river crossing");
}

#[test]
fn a_side_that_is_none() {
    DATA.expect(
        "map.toml",
        "hex = \"0104\", control = \"soviet\"",
        "hex = \"0104\", control = \"russian\"",
        "hex 0104: `control` is \"russian\", not \"axis\" or \"soviet\"",
    );
}

#[test]
fn a_rim_of_no_edge() {
    DATA.expect(
        "map.toml",
        "hex = \"0112\", control = \"soviet\", rim = [\"svf\"]",
        "hex = \"0112\", control = \"soviet\", rim = [\"stf\"]",
        "hex 0112: there is no edge \"stf\"",
    );
}

#[test]
fn an_edge_to_no_box() {
    DATA.expect_among(
        "map.toml",
        "box    = \"SVF\"",
        "box    = \"SWF\"",
        "edge svf: there is no space \"SWF\" on the map",
    );
}

#[test]
fn a_river_side_between_hexes_that_do_not_touch() {
    DATA.expect("map.toml", "\"0314|0313\"", "\"0314|0312\"", "the Don: 0314 and 0312 are not neighbours");
}

#[test]
fn a_river_with_a_gap_in_a_stretch() {
    let why = "the Don: the course breaks before 0313|0413: it shares no corner with the side before it";
    DATA.expect("map.toml", "\"0314|0313\", ", "", why);
}

#[test]
fn a_river_side_of_an_unknown_hex() {
    DATA.expect_among("map.toml", "\"0610|0609\"", "\"0610|0699\"", "the Chir: there is no hex 0699 on the map");
    DATA.expect_among(
        "map.toml",
        "\"0610|0609\"",
        "\"0610-0609\"",
        "the Chir: \"0610-0609\" is no hexside: write \"0101|0201\"",
    );
}

#[test]
fn two_rivers_on_one_side() {
    DATA.expect_among(
        "map.toml",
        "\"0610|0609\", ",
        "\"0709|0708\", \"0610|0609\", ",
        "the Chir: there is a river on 0709|0708 already",
    );
}

#[test]
fn a_hex_marked_volga_that_is_not() {
    DATA.expect(
        "map.toml",
        "hex = \"0310\", ",
        "hex = \"0310\", volga = true, ",
        "hex 0310: is marked `volga`, but the Volga does not touch it",
    );
}

#[test]
fn a_box_given_twice_or_named_like_a_hex() {
    DATA.expect_among(
        "map.toml",
        "id         = \"Kerch\"",
        "id         = \"Elbrus\"",
        "box Elbrus: is on the map already",
    );
    DATA.expect_among(
        "map.toml",
        "id         = \"Kerch\"",
        "id         = \"0101\"",
        "box 0101: a box cannot have the number of a hex",
    );
}

#[test]
fn a_box_neighbour_that_is_not_mutual() {
    let (old, new) = ("neighbours = [\"Stavropolsky\", \"Maikop\"]", "neighbours = [\"Stavropolsky\"]");
    let why = "box Maikop: names Elbrus as its neighbour, but Elbrus does not name Maikop";
    DATA.expect_at("map.toml", old, new, "neighbours = [\"Krasnodarsky\", \"Stavropolsky\", \"Elbrus\"", why);
}

#[test]
fn a_box_neighbour_that_is_none() {
    DATA.expect_among(
        "map.toml",
        "neighbours = [\"Krasnodarsky\"]",
        "neighbours = [\"Crimea\"]",
        "box Kerch: there is no box \"Crimea\"",
    );
    DATA.expect_among(
        "map.toml",
        "neighbours = [\"DSF\"]",
        "neighbours = [\"DSF\", \"axis-reserve\"]",
        "box SVF: axis-reserve is neither a Caucasus box nor a Front",
    );
}

#[test]
fn a_border_hex_off_the_map() {
    DATA.expect(
        "map.toml",
        "borders    = [\"1102\"",
        "borders    = [\"1101\"",
        "box Kalmykia: there is no hex 1101 on the map",
    );
}

#[test]
fn a_box_for_a_unit_that_does_not_exist() {
    DATA.expect("map.toml", "only_unit  = \"G-49\"", "only_unit  = \"G-94\"", "box Elbrus: there is no unit G-94");
}

#[test]
fn a_place_of_the_wrong_kind() {
    DATA.expect(
        "map.toml",
        "stalingrad     = \"0606\"",
        "stalingrad     = \"Kerch\"",
        "places: `stalingrad` is the wrong kind of space",
    );
}
