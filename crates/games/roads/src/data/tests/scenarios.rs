//! What the rulebook prints of the scenarios, and how their set-ups and schedules come out.

use super::{data, hex, scenario, value};
use crate::data::{Cloud, EntrySpaces, Ice, MansteinSide, OffensiveStart, Scenario, UnitInfo};
use kessel_kernel::Side;

fn info(unit: crate::data::UnitId) -> &'static UnitInfo {
    &data().units[unit.index()]
}

fn where_is(scenario: &Scenario, id: &str) -> Option<String> {
    let unit = data().unit(id)?;
    let placement = scenario.setup.iter().find(|placement| placement.unit == unit)?;
    Some(scenario.map.board.name(placement.hex).to_owned())
}

#[test]
fn turns_maps_and_first_sides() {
    for (id, turns, first, last, side) in [
        ("wintergewitter", 3, "DEC II", "DEC IV", Side::Axis),
        ("uranus", 3, "NOV III", "DEC I", Side::Soviet),
        ("campaign", 17, "NOV III", "MAR III", Side::Soviet),
        ("backhand-blow", 5, "FEB III", "MAR III", Side::Axis),
        ("star-and-gallop", 7, "FEB I", "MAR III", Side::Soviet),
    ] {
        let scenario = scenario(id);
        assert_eq!(scenario.turns(), turns, "{id}");
        let names = (data().turn_name(scenario.first_turn), data().turn_name(scenario.last_turn));
        assert_eq!((names, scenario.first_side), ((first, last), side), "{id}");
    }
    let order: Vec<_> = data().scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(order, ["wintergewitter", "uranus", "campaign", "backhand-blow", "star-and-gallop"]);
}

#[test]
fn markers_at_the_start() {
    let campaign = scenario("campaign");
    assert_eq!(campaign.tracks.manstein, Some((5, MansteinSide::Wintergewitter)));
    assert_eq!((campaign.tracks.approval, campaign.tracks.mars, campaign.tracks.superiority), (Some(7), Some(0), 4));
    assert_eq!((campaign.points.rail_first, campaign.points.rail, campaign.points.soviet_rps), (2, 4, 2));
    let uranus = scenario("uranus");
    assert_eq!((uranus.tracks.manstein, uranus.tracks.approval, uranus.points.rail), (None, None, 0));
    assert_eq!(uranus.points.axis_rps_from, None);
    for scenario in [campaign, uranus] {
        assert_eq!((scenario.weather.cloud, scenario.weather.ice), (Some(Cloud::Blizzard), Ice::Open));
        assert_eq!(scenario.offensives[1], OffensiveStart::Turn(data().turn("NOV IV").unwrap()));
    }
    let blow = scenario("backhand-blow");
    assert_eq!(blow.tracks.manstein, Some((1, MansteinSide::BackhandBlow)));
    assert_eq!((blow.tracks.approval, blow.tracks.superiority, blow.points.rail), (Some(2), 1, 4));
    let star = scenario("star-and-gallop");
    assert_eq!(star.tracks.manstein, Some((3, MansteinSide::BackhandBlow)));
    assert_eq!((star.tracks.approval, star.tracks.superiority, star.points.rail), (Some(5), 2, 4));
    for scenario in [blow, star] {
        assert_eq!((scenario.weather.cloud, scenario.weather.ice), (None, Ice::MajorFrozen));
    }
}

#[test]
fn supports_before_play() {
    let steps = |id: &str| -> Vec<(Side, u8, bool, String)> {
        let scenario = scenario(id);
        let name = |space| scenario.map.board.name(space).to_owned();
        scenario.supports.steps.iter().map(|step| (step.side, step.count, step.chosen, name(step.to))).collect()
    };
    let both = [(Side::Soviet, 10, true, "major".to_owned()), (Side::Axis, 4, true, "axis-supports".to_owned())];
    assert_eq!(steps("campaign"), both);
    assert_eq!(steps("uranus"), both);
    assert_eq!(scenario("uranus").supports.axis_each_turn, Some(2));
    let star: Vec<_> = steps("star-and-gallop").iter().map(|step| (step.1, step.2)).collect();
    assert_eq!(star, [(4, true), (6, false), (3, false), (2, false)]);
    let blow: Vec<_> = steps("backhand-blow").iter().map(|step| step.3.clone()).collect();
    assert_eq!(blow, ["major", "stavka-supports"]);
    let least = scenario("campaign").supports.steps[0].least.as_ref().unwrap();
    assert_eq!((least.0, least.1.len()), (4, 2));
}

#[test]
fn the_set_up_of_examples_4_to_6() {
    let campaign = scenario("campaign");
    for (unit, hex) in [
        ("26TK", "1927"),
        ("1TK", "1927"),
        ("8KK", "1927"),
        ("R14", "1727"),
        ("R6", "1628"),
        ("R15GL", "1628"),
        ("R13", "1629"),
        ("Ro3A", "1324"),
        ("6A", "1333"),
    ] {
        assert_eq!(where_is(campaign, unit).as_deref(), Some(hex), "{unit}");
    }
    let reduced: Vec<_> = campaign.setup.iter().filter(|placement| placement.reduced).collect();
    assert_eq!(reduced.len(), 1);
    assert_eq!(info(reduced[0].unit).id, "R15GL");
    let occupied = |name| campaign.setup.iter().any(|placement| placement.hex == hex(&campaign.map, name));
    assert!(!occupied("1528"));
    // 1827 is full, so that the stack of example 4 overstacks there.
    assert_eq!(campaign.setup.iter().filter(|placement| placement.hex == hex(&campaign.map, "1827")).count(), 3);
}

#[test]
fn uranus_takes_the_campaign_s_set_up_from_column_22_on_with_the_italians_moved() {
    let (campaign, uranus) = (scenario("campaign"), scenario("uranus"));
    assert_eq!(where_is(campaign, "It8A").as_deref(), Some("1919"));
    assert_eq!(where_is(uranus, "It8A").as_deref(), Some("1522"));
    let black = campaign.setup.iter().filter(|placement| campaign.map.spaces[placement.hex].column >= 22);
    for placement in black.clone() {
        let name = campaign.map.board.name(placement.hex);
        assert_eq!(where_is(uranus, &info(placement.unit).id).as_deref(), Some(name));
    }
    assert_eq!(uranus.setup.len(), black.count() + 1);
    let fixed: Vec<_> = uranus.rules.hqs_fixed.iter().map(|&hq| info(hq).id.as_str()).collect();
    assert_eq!(fixed, ["SouthWest", "Don", "Stalingrad", "It8A"]);
    assert!(!uranus.uses("15.2.1.a") && !uranus.uses("6.1.1") && uranus.uses("10.3.1") && uranus.uses("1.6.1"));
}

#[test]
fn control_follows_the_front() {
    let campaign = scenario("campaign");
    let control = |scenario: &Scenario, name| scenario.control(hex(&scenario.map, name));
    for name in ["1334", "1434", "1628", "0729", "1331", "2108", "0130"] {
        assert_eq!(control(campaign, name), Some(Side::Axis), "{name}");
    }
    for name in ["1335", "1435", "1827", "1828", "1729", "1730", "2618", "0031"] {
        assert_eq!(control(campaign, name), Some(Side::Soviet), "{name}");
    }
    assert_eq!(control(campaign, "0414"), None, "the sea is nobody's");
    let blow = scenario("backhand-blow");
    for name in ["2108", "0518", "1407", "1409", "2708", "2409", "1912", "1610", "1306"] {
        assert_eq!(control(blow, name), Some(Side::Soviet), "{name}");
    }
    for name in ["1215", "1411", "1313", "1113", "1110", "0912", "1203"] {
        assert_eq!(control(blow, name), Some(Side::Axis), "{name}");
    }
    let star = scenario("star-and-gallop");
    for name in ["0518", "2108", "1912", "1317"] {
        assert_eq!(control(star, name), Some(Side::Axis), "{name}");
    }
    for name in ["2213", "1716", "1521", "1120"] {
        assert_eq!(control(star, name), Some(Side::Soviet), "{name}");
    }
}

#[test]
fn schedules_are_cut_to_the_turns_and_skip_who_is_there() {
    let uranus = scenario("uranus");
    let units = |scenario: &Scenario, side| -> Vec<&str> {
        let arrivals = scenario.arrivals.iter().filter(|arrival| arrival.side == side);
        arrivals.flat_map(|arrival| arrival.units.iter().map(|&unit| info(unit).id.as_str())).collect()
    };
    assert_eq!(units(uranus, Side::Axis), ["7Lw", "6Pz-a", "6Pz-b", "Hollidt", "15Lw", "23Pz", "336ID", "11Pz"]);
    assert_eq!(units(uranus, Side::Soviet).len(), 8);
    assert_eq!(uranus.upgrades.len(), 1);
    let star = scenario("star-and-gallop");
    assert_eq!(units(star, Side::Soviet), ["1GKK"], "100SD is on the map already");
    let blow = scenario("backhand-blow");
    assert_eq!(units(blow, Side::Axis), ["167ID"], "106ID and 39ID are on the map already");
    assert_eq!(blow.upgrades.len(), 1);
    assert_eq!(info(blow.upgrades[0].to).id, "Kempf");
    let campaign = scenario("campaign");
    assert_eq!(campaign.upgrades.len(), 14);
    assert!(campaign.stalingrad_withdrawal.is_some() && star.stalingrad_withdrawal.is_none());
    let gd = data().unit("GD-a").unwrap();
    let arrival = campaign.arrivals.iter().find(|arrival| arrival.units.contains(&gd)).unwrap();
    let EntrySpaces::WestEdge { hexes, prefer } = &arrival.at else { panic!("{:?}", arrival.at) };
    assert_eq!((hexes.len(), *prefer), (14, Some(hex(&campaign.map, "2601"))));
    assert_eq!(campaign.conditions.len(), 2);
    let optional: Vec<_> = campaign.arrivals.iter().filter(|arrival| arrival.optional).collect();
    assert_eq!(optional.len(), 1);
    assert_eq!(info(optional[0].units[0]).id, "Transcauc");
}

#[test]
fn victory_levels() {
    let level = |id: &str, points: i16| {
        let scenario = scenario(id);
        scenario.victory.levels[scenario.level(points).unwrap().index()].id.as_str()
    };
    let uranus =
        [(6, "soviet-major"), (2, "soviet-minor"), (1, "draw"), (-1, "draw"), (-2, "axis-minor"), (-5, "axis-minor")];
    for (points, wanted) in uranus {
        assert_eq!(level("uranus", points), wanted, "{points}");
    }
    assert_eq!(level("uranus", -6), "axis-major");
    let campaign = [
        (21, "soviet-strategic"),
        (20, "soviet-operational"),
        (15, "soviet-operational"),
        (14, "soviet-minor"),
        (10, "soviet-minor"),
        (9, "draw"),
        (8, "draw"),
        (7, "axis-minor"),
        (6, "axis-operational"),
        (5, "axis-strategic"),
        (-20, "axis-strategic"),
    ];
    for (points, wanted) in campaign {
        assert_eq!(level("campaign", points), wanted, "{points}");
    }
    for (cities, wanted) in [(0, "axis-major"), (1, "axis-minor"), (2, "soviet-minor"), (3, "soviet-major")] {
        assert_eq!(level("star-and-gallop", cities), wanted, "{cities}");
    }
    let blow = scenario("backhand-blow");
    for (majors, cities, wanted) in [
        (2, 0, "axis-decisive"),
        (1, 4, "axis-decisive"),
        (1, 3, "axis-marginal"),
        (1, 2, "draw"),
        (1, 1, "soviet-marginal"),
        (1, -1, "soviet-marginal"),
        (0, 9, "soviet-decisive"),
    ] {
        let mut rows = blow.victory.cities.iter();
        let row = rows.find(|row| row.majors.contains(majors) && row.cities.contains(cities)).unwrap();
        assert_eq!(blow.victory.levels[row.level.index()].id, wanted, "{majors} {cities}");
    }
}

#[test]
fn victory_points_of_hexes() {
    let tree = data().as_json();
    let scores = value(&tree, "scenarios.uranus.victory.scores");
    assert_eq!(scores["hexes-2"]["hexes"], serde_json::json!(["1333", "1433", "1129", "1624"]));
    assert_eq!((&scores["hexes-2"]["points"], &scores["hexes-2"]["oos"]), (&2.into(), &1.into()));
    assert_eq!(scores["hexes-5"]["hexes"], serde_json::json!(["1125", "1023", "0729"]));
    assert_eq!((&scores["hexes-5"]["points"], &scores["hexes-5"]["oos"]), (&5.into(), &3.into()));
    let scores = value(&tree, "scenarios.campaign.victory.scores");
    assert_eq!(scores["hexes-2"]["hexes"].as_array().unwrap().len(), 9);
    assert_eq!(scores["hexes-4"]["hexes"].as_array().unwrap().len(), 5);
    assert_eq!(scores["major-city"]["points"], 5);
    // The historical score: Rostov and Stalingrad.
    let campaign = scenario("campaign");
    assert_eq!(campaign.level(10), campaign.victory.find("soviet-minor"));
}

#[test]
fn the_tree_answers_for_case_files() {
    let tree = data().as_json();
    for (path, wanted) in [
        ("units.26TK.full.attack", serde_json::json!(7)),
        ("crt.6/1.7.attacker", serde_json::json!("E2")),
        ("crt.4/1.8.losses", serde_json::json!("A1D2")),
        ("weather.DEC I.3", serde_json::json!("S/rf CS")),
        ("map.1434.city", serde_json::json!("Stalingrad")),
        ("sides.1413|1514.bridge", serde_json::json!(false)),
        ("sides.1515|1414.bridge", serde_json::json!(true)),
        ("sources.0031.from", serde_json::json!("JAN I")),
        ("charts.approval.4.supports", serde_json::json!(2)),
        ("charts.okh_crisis.7.approval", serde_json::json!(6)),
        ("charts.terrain.forest.defender.DR", serde_json::json!("S")),
        ("supports.stalin.compulsory", serde_json::json!(true)),
        ("schedule.upgrades.1GTK.from", serde_json::json!("26TK")),
        ("schedule.arrivals.GD-a.turn", serde_json::json!("JAN IV")),
        ("scenarios.campaign.setup.6A.hex", serde_json::json!("1333")),
        ("scenarios.campaign.control.1827", serde_json::json!("soviet")),
        ("scenarios.uranus.tracks.superiority", serde_json::json!(4)),
        ("counts.supports.soviet", serde_json::json!(50)),
        ("counts.hexes", serde_json::json!(1036)),
        ("boxes.STAVKA.side", serde_json::json!("soviet")),
    ] {
        assert_eq!(value(&tree, path), &wanted, "{path}");
    }
}
