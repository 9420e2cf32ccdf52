//! Set-up, tracks and victory against the text.

use super::{count_of, data, group, hex, names, written};
use crate::data::{AxisArmy, Corner, FrontArmy, Nation, Region, Scenario, ScenarioId, UnitKind};
use kessel_kernel::Side;

const BLUE: ScenarioId = ScenarioId::Blue;
const URANUS: ScenarioId = ScenarioId::Uranus;

fn drawn(scenario: &Scenario) -> impl Iterator<Item = &(UnitKind, u8)> + Clone {
    scenario.groups.iter().flat_map(|group| &group.draws)
}

#[test]
fn lengths_sides_and_maps() {
    let (blue, uranus) = (data().scenario(BLUE), data().scenario(URANUS));
    assert_eq!((blue.last_turn(), uranus.last_turn()), (11, 6));
    assert_eq!((blue.first, uranus.first), (Side::Axis, Side::Soviet));
    assert_eq!((blue.sets_up_first, uranus.sets_up_first), (Side::Soviet, Side::Axis));
    assert_eq!((blue.south_map, uranus.south_map), (true, false));
    assert_eq!((blue.ring, uranus.ring), (true, false));
    assert_eq!((blue.manstein, uranus.manstein), (false, true));
    assert_eq!((*blue.aircraft, *uranus.aircraft), ([2, 0], [0, 1]));
    let victory = &data().blue.victory;
    assert_eq!((victory.points, victory.start, victory.hex, victory.losses_per_point), (6, 0, 1, 20));
    assert_eq!((data().uranus.victory.losses, data().uranus.victory.towns), (20, 2));
}

#[test]
fn front_armies_of_blue() {
    let armies = [
        ("13A", "RD5"),
        ("40A", "RD7"),
        ("21A", "RD6"),
        ("28A", "RD7"),
        ("38A", "CC1 RD9"),
        ("9A", "RD8"),
        ("12A", "RD4"),
        ("37A", "RD6"),
        ("18A", "RD4"),
        ("56A", "RD6"),
    ];
    for ((id, draws), front) in armies.into_iter().zip(FrontArmy::ALL) {
        let group = group(BLUE, id);
        assert_eq!((written(&group.draws).as_str(), group.front, group.least), (draws, Some(front), 1), "{id}");
    }
    assert_eq!(names(&group(BLUE, "40A").hexes), ["N1141", "N1242", "N1342", "N1442", "N1542"]);
    let line: usize = armies.iter().map(|(id, _)| group(BLUE, id).hexes.len()).sum();
    assert_eq!(line, data().map.blue_line.len());
}

#[test]
fn rear_and_south_of_blue() {
    let places = [
        ("valuyki-tanks", "N1938", "TC1"),
        ("oskol-tanks", "N1639", "TC1"),
        ("voronezh-tanks", "N1334", "TC1"),
        ("rostov", "N3635", "RD1"),
        ("8RA", "N1516", "RD7"),
        ("6RA", "N1827", "CC1 RD6"),
        ("5RA", "N2125", "RD6"),
        ("7RA", "N3022", "RD7"),
        ("24A", "N2832", "RD2"),
        ("51A", "N4135", "CC1 RD5 TC1"),
        ("novorossisk", "S1643", "NG1"),
        ("tuapse", "S2039", "NG1"),
        ("sochi", "S2336", "NG1"),
        ("44A", "S1343", "RD8"),
        ("46A", "S2535", "RD3"),
        ("47A", "S1938", "RD3"),
    ];
    for (id, place, draws) in places {
        let group = group(BLUE, id);
        assert_eq!((names(&group.hexes), written(&group.draws)), (vec![place], draws.to_owned()), "{id}");
        assert!(group.is_fixed() && group.front.is_none(), "{id}");
        assert_eq!(group.reserve.is_some(), id.ends_with("RA"), "{id}");
    }
    let reserves: Vec<_> = data().blue.reserves.iter().map(|army| (army.id.as_str(), army.hex)).collect();
    let wanted = [("8RA", "N1516"), ("6RA", "N1827"), ("5RA", "N2125"), ("7RA", "N3022")];
    assert_eq!(reserves, wanted.map(|(id, place)| (id, hex(place))));
    let destroyers = group(BLUE, "destroyers");
    assert_eq!((written(&destroyers.draws).as_str(), destroyers.most), ("DD2", Some(1)));
    assert!(destroyers.hexes.contains(&hex("N3021")) && destroyers.hexes.contains(&hex("N1334")));
    for place in ["N2044", "N3140", "N1938", "S1643", "N2738"] {
        assert!(!destroyers.hexes.contains(&hex(place)), "{place}");
    }
}

#[test]
fn totals_of_the_soviet_set_up() {
    let blue = data().scenario(BLUE);
    let kinds = [UnitKind::Rifle, UnitKind::CavalryCorps, UnitKind::TankCorps, UnitKind::TankDestroyer];
    assert_eq!(kinds.map(|kind| count_of(drawn(blue), kind)), [110, 3, 4, 2]);
    assert_eq!(count_of(drawn(blue), UnitKind::NavalGarrison), 3);
    let track: Vec<_> = blue.turns.iter().flat_map(|turn| turn.soviet.0.clone()).collect();
    assert_eq!(kinds.map(|kind| count_of(&track, kind)), [60, 2, 18, 0]);
    // 11.26: artillery in Uranus only.
    assert!(drawn(blue).chain(&track).all(|draw| !draw.0.is_artillery()));
    let uranus = data().scenario(URANUS);
    let counts = UnitKind::SOVIET.map(|kind| (kind.code(), count_of(drawn(uranus), kind)));
    let wanted = [("RD", 92), ("TC", 5), ("MC", 2), ("CC", 3), ("DD", 0), ("NG", 0), ("FA", 7), ("AD", 3), ("HCD", 1)];
    assert_eq!(counts, wanted);
}

#[test]
fn axis_armies_of_blue() {
    let counts =
        [("2A", 7), ("4PA", 9), ("2H", 4), ("6A", 18), ("1PA", 16), ("17A", 10), ("St", 3), ("K", 2), ("A", 4)];
    for (id, count) in counts {
        assert_eq!(group(BLUE, id).count(), count, "{id}");
    }
    for army in AxisArmy::ALL {
        let group = group(BLUE, army.code());
        assert_eq!(group.army, Some(army));
        assert!(group.hexes.iter().all(|&hex| data().map.spaces[hex].army == Some(army)), "{}", group.id);
    }
    // The units of Stalino and Kharkhov belong to the armies around them; those coded A to none until they stand.
    assert_eq!(group(BLUE, "St").army, Some(AxisArmy::Seventeenth));
    assert_eq!(group(BLUE, "K").army, Some(AxisArmy::Sixth));
    assert_eq!((names(&group(BLUE, "St").hexes), names(&group(BLUE, "K").hexes)), (vec!["N3140"], vec!["N2044"]));
    let anywhere = group(BLUE, "A");
    assert_eq!((anywhere.army, anywhere.most, anywhere.hexes.len()), (None, Some(1), 106));
    let taman: Vec<_> = data().blue.taman.iter().map(|&unit| data().info(unit).id.as_str()).collect();
    assert_eq!(taman, ["46ID", "3RMtn"]);
}

#[test]
fn releases_of_blue() {
    let blue = &data().blue;
    assert_eq!(AxisArmy::ALL.map(|army| blue.released(army)), [1, 1, 2, 2, 3, 4]);
    assert_eq!(FrontArmy::ALL.map(|front| blue.wakes(front)), [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]);
}

#[test]
fn armies_opposite_are_those_whose_areas_touch() {
    let map = &data().map;
    for front in FrontArmy::ALL {
        let line = map.blue_line.iter().filter(|&&hex| map.spaces[hex].front == Some(front));
        let around = line.flat_map(|&hex| map.board.neighbors(hex)).filter_map(|next| map.spaces[next.space].army);
        let mut touching: Vec<_> = around.collect();
        touching.sort_unstable();
        touching.dedup();
        assert_eq!(data().blue.opposite[front as usize], touching, "{}", front.code());
    }
}

#[test]
fn every_counter_has_its_place_in_blue() {
    let blue = data().scenario(BLUE);
    let arrivals: Vec<_> = blue.turns.iter().map(|turn| turn.axis.len()).collect();
    assert_eq!(arrivals, [0, 3, 5, 9, 2, 3, 1, 4, 3, 4, 1]);
    let set_up: usize = blue.groups(Side::Axis).map(|group| group.units.len()).sum();
    let late: usize = arrivals.iter().sum();
    let uranus = data().units.iter().filter(|unit| matches!(unit.corner, Some(Corner::Uranus | Corner::UranusTurn(_))));
    assert_eq!(set_up + late + data().blue.taman.len() + uranus.count(), 128);
}

#[test]
fn fixed_units_of_uranus() {
    let places: [(&str, &[&str]); 7] = [
        ("N2927", &["1RPD", "22PD-Ur"]),
        ("N2044", &["105H"]),
        ("N1143", &["213S"]),
        ("N3140", &["294ID"]),
        ("N3635", &["403S"]),
        ("N2935", &["It-V"]),
        ("N2923", &["44ID", "376ID", "384ID"]),
    ];
    for (place, units) in places {
        let mut groups = data().scenario(URANUS).groups(Side::Axis).filter(|group| group.hexes == [hex(place)]);
        let group = groups.next().unwrap_or_else(|| panic!("nobody starts in {place}"));
        let found: Vec<_> = group.units.iter().map(|&unit| data().info(unit).id.as_str()).collect();
        assert_eq!(found, units);
    }
    assert_eq!(names(&group(URANUS, "heavy-cannon").hexes), ["N3120"]);
}

#[test]
fn armies_of_uranus() {
    let counts = [
        ("4-romanian", 7, 10, 0, Some(1)),
        ("stalingrad", 18, 8, 0, None),
        ("3-romanian", 10, 6, 1, None),
        ("italian", 12, 6, 1, None),
        ("hungarian", 12, 8, 1, None),
        ("german-2", 14, 8, 1, None),
    ];
    for (id, units, hexes, least, most) in counts {
        let group = group(URANUS, id);
        assert_eq!(
            (group.units.len(), group.hexes.len(), group.least, group.most),
            (units, hexes, least, most),
            "{id}"
        );
    }
    // 12.3: whole nations but for one division each.
    for (id, nation) in [("italian", Nation::Italian), ("hungarian", Nation::Hungarian)] {
        let own = data().units.iter().filter(|unit| unit.nation == nation).count();
        let there = group(URANUS, id).units.iter().filter(|&&unit| data().info(unit).nation == nation).count();
        assert_eq!(there, own - 1, "{id}");
    }
    assert_eq!(group(URANUS, "stalingrad").least_in.0, [(hex("N3021"), 3), (hex("N3121"), 3)]);
    // The front from the north edge to the 3rd Romanian Army is one chain of hexes.
    let front = ["german-2", "hungarian", "italian", "3-romanian"].map(|id| &group(URANUS, id).hexes);
    let mut all: Vec<_> = front.into_iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 28);
    let mut reached = vec![hex("N1039")];
    let mut next = 0;
    while next < reached.len() {
        let around = data().map.board.neighbors(reached[next]).iter().map(|neighbor| neighbor.space);
        let fresh: Vec<_> = around.filter(|hex| all.contains(hex) && !reached.contains(hex)).collect();
        reached.extend(fresh);
        next += 1;
    }
    assert_eq!(reached.len(), all.len());
}

#[test]
fn soviets_of_uranus_stand_anywhere_on_their_side() {
    let (map, soviet) = (&data().map, group(URANUS, "soviet"));
    for place in ["N1038", "N3120", "N3221", "N4211", "N2820"] {
        assert!(soviet.hexes.contains(&hex(place)), "{place}");
    }
    assert!(soviet.hexes.iter().all(|&hex| map.is_in(hex, Region::NorthMap) && !map.is_in(hex, Region::AxisInUranus)));
    assert_eq!(data().uranus.mechanised_south, 2);
    for place in ["N3221", "N3220", "N3219", "N3320"] {
        assert!(map.is_in(hex(place), Region::SouthOfVolga), "{place}");
    }
}

#[test]
fn track_of_uranus() {
    let uranus = data().scenario(URANUS);
    let freezes: Vec<_> = uranus.turns.iter().map(|turn| turn.freeze).collect();
    assert_eq!(freezes, [0, 1, 2, 3, 4, 5]);
    let ids = |turn| uranus.turn(turn).axis.iter().map(|&unit| data().info(unit).id.as_str()).collect::<Vec<_>>();
    assert_eq!(ids(3), ["11PD-Ur", "23PD-Ur", "15Lw"]);
    assert_eq!(data().info(data().uranus.edge_unit).id, "23PD-Ur");
    assert!(uranus.turn(1).soviet.is_empty() && uranus.turn(1).axis.is_empty());
}
