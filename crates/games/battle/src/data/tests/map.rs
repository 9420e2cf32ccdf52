//! What the rulebook states of the map, and what the reconstruction promises.

use super::data;
use crate::data::{City, Data, Link, River, SpaceKind};
use kessel_board::{Search, SpaceId};
use kessel_kernel::Side;

fn at(data: &Data, name: &str) -> SpaceId {
    data.board.space(name).unwrap_or_else(|| panic!("{name} is not on the map"))
}

#[test]
fn hexes_touch_as_the_reconstructed_grid_says() {
    let data = data();
    let around = |name: &str| -> Vec<&str> {
        let next = data.board.neighbors(at(&data, name)).iter();
        next.map(|next| data.board.name(next.space)).collect()
    };
    // East, south-east, south-west, west, north-west, north-east; then boxes.
    assert_eq!(around("0814"), ["0813", "0914", "0915", "0815", "0715", "0714"]);
    assert_eq!(around("0606"), ["0605", "0706", "0707", "0607", "0507", "0506"]);
    assert_eq!(around("0115"), ["0114", "0214", "0215", "0116"]);
    assert_eq!(around("1112"), ["1111", "1113", "1012", "1011", "Krasnodarsky"]);
    assert_eq!(around("1102"), ["1103", "1002", "1001", "Kalmykia"]);
    let apart =
        [("0115", "1112", 10), ("0617", "0606", 11), ("0716", "0606", 10), ("1112", "1001", 11), ("0217", "0115", 3)];
    for (one, other, distance) in apart {
        assert_eq!(data.board.distance(at(&data, one), at(&data, other)), Some(distance), "{one} {other}");
    }
}

#[test]
fn rivers_keep_off_the_sides_of_the_cities_they_run_through() {
    let data = data();
    let crossings: Vec<_> = data.spaces.iter().filter(|(_, info)| info.crossing).collect();
    let names: Vec<_> = crossings.iter().filter_map(|(_, info)| info.name.as_deref()).collect();
    assert_eq!(names, ["Voronezh", "Stalingrad", "Astrakhan", "Rostov"]); // 7.9.1
    for (city, info) in crossings {
        assert_eq!(info.city, City::Major);
        let around = data.board.neighbors(city);
        assert!(around.iter().all(|next| data.rivers[next.edge] == River::None), "{info:?}");
    }
}

#[test]
fn exactly_the_hexes_on_the_volga_and_its_two_cities_count_as_volga() {
    let data = data();
    let volga = data.courses.iter().find(|course| course.name == "Volga").unwrap();
    let mut touching: Vec<_> =
        volga.stretches.iter().flatten().map(|&side| data.board.edge_ends(side)).flat_map(|(a, b)| [a, b]).collect();
    touching.extend(&volga.through);
    touching.sort();
    touching.dedup();
    let marked: Vec<_> = data.board.hexes().filter(|&hex| data.spaces[hex].volga).collect();
    assert_eq!(marked, touching);
    assert_eq!(marked.len(), 25);
}

#[test]
fn supply_comes_over_the_coloured_edges_only() {
    let data = data();
    let sources = |side: Side| -> Vec<&str> {
        let spaces = data.spaces.iter().filter(|(_, info)| info.is_source(side));
        spaces.map(|(space, _)| data.board.name(space)).collect()
    };
    assert_eq!(sources(Side::Axis).len(), 12);
    assert!(sources(Side::Axis).iter().all(|hex| hex.ends_with("20")));
    let soviet = sources(Side::Soviet);
    assert!(["0112", "0101", "1001", "Batumi", "Dagestan", "Baku"].iter().all(|name| soviet.contains(name)));
    assert!(!soviet.contains(&"0113") && !soviet.contains(&"Maikop"));
    assert_eq!(soviet.len(), 4 + 8 + 9 + 3);
}

#[test]
fn every_edge_knows_what_passage_it_is() {
    let data = data();
    for (edge, &link) in data.links.iter() {
        let (a, b) = data.board.edge_ends(edge);
        let kinds = (data.spaces[a].kind, data.spaces[b].kind);
        let fits = match link {
            Link::Hexside => kinds == (SpaceKind::Hex, SpaceKind::Hex),
            Link::Border => kinds == (SpaceKind::Hex, SpaceKind::Caucasus),
            Link::Rim => matches!(kinds, (SpaceKind::Hex, SpaceKind::Front | SpaceKind::Reserve(Side::Axis))),
            Link::Connector => kinds == (SpaceKind::Caucasus, SpaceKind::Caucasus),
            Link::Arrow => kinds == (SpaceKind::Front, SpaceKind::Front),
            Link::Gate => kinds == (SpaceKind::Caucasus, SpaceKind::Front),
        };
        assert!(fits, "{link:?} between {} and {}", data.board.name(a), data.board.name(b));
        assert!(data.rivers[edge] == River::None || link == Link::Hexside);
    }
    assert!(data.board.neighbors(data.places.soviet_reserve).is_empty());
    assert_eq!(data.board.neighbors(data.places.kerch).len(), 1);
}

#[test]
fn the_three_marked_boxes_are_those_that_border_the_grid() {
    let data = data();
    for (space, info) in data.spaces.iter().filter(|(_, info)| info.kind == SpaceKind::Caucasus) {
        let borders = data.board.neighbors(space).iter().any(|next| data.links[next.edge] == Link::Border);
        assert_eq!(info.caucasus.unwrap().last_control, borders, "{}", data.board.name(space));
        assert_eq!(info.start_control, Side::Soviet); // 3.3
    }
}

#[test]
fn the_whole_map_hangs_together() {
    let data = data();
    let mut search = Search::new();
    let reach = search.reach(&data.board, [data.places.kharkov], 1000, |_, _, _| Some(1));
    let cut_off: Vec<_> = data.board.spaces().filter(|&space| reach.cost(space).is_none()).collect();
    assert_eq!(cut_off, [data.places.soviet_reserve]);
}

#[test]
fn names_in_the_places_table_belong_to_their_hexes() {
    let data = data();
    let name = |space: SpaceId| data.spaces[space].name.as_deref();
    let places = &data.places;
    assert_eq!(name(places.stalingrad), Some("Stalingrad"));
    assert_eq!(name(places.astrakhan), Some("Astrakhan"));
    assert_eq!(name(places.kharkov), Some("Kharkov"));
    assert_eq!(name(places.voronezh), Some("Voronezh"));
    assert_eq!(name(places.rostov), Some("Rostov"));
    assert_eq!(data.spaces[places.kharkov].city, City::Major);
    assert_eq!(data.spaces[places.kharkov].start_control, Side::Axis);
    assert!(!data.spaces[places.kharkov].crossing);
}

#[test]
fn seventeen_hexes_of_the_alz_hold_a_city() {
    let data = data();
    let cities = data.spaces.iter().filter(|(_, info)| info.alz && info.city != City::None);
    assert_eq!(cities.count(), 17);
}

#[test]
fn boxes_are_drawn_beside_each_other_and_off_the_hexes() {
    let data = data();
    let areas: Vec<_> = data.spaces.iter().filter_map(|(space, info)| Some((space, info.area?))).collect();
    assert_eq!(areas.len(), 14);
    for (place, (space, area)) in areas.iter().enumerate() {
        for (other, next) in &areas[place + 1..] {
            let apart = area.x + area.width <= next.x || next.x + next.width <= area.x;
            let apart = apart || area.y + area.height <= next.y || next.y + next.height <= area.y;
            assert!(apart, "{} covers {}", data.board.name(*space), data.board.name(*other));
        }
        for hex in data.board.hexes() {
            let (x, y) = data.board.position(hex).unwrap();
            let beside = x + 500 <= area.x || area.x + area.width <= x - 500;
            let beside = beside || y + 577 <= area.y || area.y + area.height <= y - 577;
            assert!(beside, "{} covers {}", data.board.name(*space), data.board.name(hex));
        }
    }
}
