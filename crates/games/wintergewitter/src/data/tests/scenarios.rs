//! The track and the scenarios: what the rulebook states of them.

use super::{data, hex};
use crate::data::{Area, Scenario, ScenarioId, SkyStart, UnitId, Weather, Zone};
use kessel_kernel::Side;
use std::collections::BTreeSet;

fn scenario(id: ScenarioId) -> &'static Scenario {
    data().scenario(id)
}

/// The hexes that a case opens.
fn open(id: ScenarioId, case: &str) -> Vec<&'static str> {
    let setups = scenario(id).setups.iter().filter(|setup| setup.case == case);
    let mut names = Vec::new();
    for setup in setups {
        if let Zone::Hexes(hexes) = &setup.zone {
            names.extend(hexes.iter().map(|hex| data().map.board.name(hex)));
        }
    }
    names.sort_unstable();
    names
}

fn units(id: ScenarioId, case: &str) -> Vec<UnitId> {
    let setups = scenario(id).setups.iter().filter(|setup| setup.case == case);
    setups.flat_map(|setup| setup.units.clone()).collect()
}

#[test]
fn turns_of_the_scenarios() {
    let spans = ScenarioId::ALL.map(|id| {
        let (first, last) = (scenario(id).first, scenario(id).last);
        (data().turn(first).name.as_str(), data().turn(last).name.as_str())
    });
    assert_eq!(
        spans,
        [
            ("AM 12 December", "PM 14 December"),
            ("AM 16 December", "PM 19 December"),
            ("AM 12 December", "PM 23 December"),
            ("AM 12 December", "PM 23 December"),
        ]
    );
    assert_eq!(data().track.len(), 24);
}

#[test]
fn the_track_keeps_to_what_the_text_needs() {
    for (place, turn) in data().track.iter().enumerate() {
        assert_eq!(turn.weather == Weather::Night, place % 2 == 1, "{}", turn.name);
    }
    assert!(data().track.iter().any(|turn| turn.weather == Weather::Overcast));
    assert!(data().track.iter().filter(|turn| turn.icy).count() >= 3);
    let arrives = |id: &str| {
        let unit = data().unit(id).unwrap();
        let place =
            data().track.iter().position(|turn| turn.arrivals.iter().any(|arrival| arrival.units.contains(&unit)));
        place.map(|place| place + 1)
    };
    // 17th Panzer is on the track of scenario 2; what that sets up must have come before.
    assert!(arrives("17P-HQ").is_some_and(|turn| (9..=16).contains(&turn)));
    for id in ["228", "Bischof", "I/201"] {
        assert!(arrives(id).is_some_and(|turn| turn < 9), "{id}");
    }
    let released =
        |id: &str| data().track.iter().position(|turn| turn.releases.iter().any(|known| known == id)).unwrap() + 1;
    for id in ["4M", "13T", "235T", "234T", "87RD", "300RD"] {
        assert!(released(id) < 9, "{id}");
    }
    for id in ["4GRD", "315RD", "7T", "38RD"] {
        assert!(released(id) > 9, "{id}");
    }
}

#[test]
fn set_up_areas_of_12_december() {
    let id = ScenarioId::WeAreComing;
    assert_eq!(open(id, "19.1.1.c"), ["3930", "3931", "4029", "4030", "4031", "4130", "4131"]);
    assert_eq!(open(id, "19.1.1.j"), ["4514"]);
    assert_eq!(open(id, "19.1.1.r").len(), 19);
    assert_eq!(open(id, "19.1.2.c"), ["2641"]);
    assert_eq!(open(id, "19.1.2.k"), ["4053"]);
    assert_eq!(open(id, "19.1.2.o"), ["4246", "4443"]);
    assert_eq!(open(id, "19.1.2.f").len(), 7);
    // Around 2841 only the own side of the line is open.
    assert_eq!(
        open(id, "19.1.2.d"),
        ["2641", "2642", "2741", "2742", "2743", "2841", "2842", "2843", "2941", "2942", "2943"]
    );
    assert!(open(id, "19.1.1.e").contains(&"1045") && open(id, "19.1.1.e").contains(&"1041"));
    assert!(!open(id, "19.1.1.e").contains(&"1040") && !open(id, "19.1.1.e").contains(&"1046"));
    assert!(open(id, "19.1.2.b").contains(&"1048") && !open(id, "19.1.2.b").contains(&"1049"));
    let near = scenario(id).setups.iter().find(|setup| setup.case == "19.1.1.k").unwrap();
    assert!(matches!(&near.zone, Zone::Near(formations) if formations.len() == 7));
    assert_eq!(near.units.len(), 27);
}

#[test]
fn nobody_is_set_up_across_the_line_of_12_december() {
    for id in [ScenarioId::WeAreComing, ScenarioId::WinterStorm, ScenarioId::MaximumEffort] {
        let groups = scenario(id).groups.iter().map(|group| &group.setup);
        for setup in scenario(id).setups.iter().chain(groups) {
            let own = if setup.side == Side::Axis { Area::AxisSide } else { Area::SovietSide };
            if let Zone::Hexes(hexes) = &setup.zone {
                assert!(hexes.is_subset(data().map.area(own)), "{}", setup.case);
            }
        }
    }
}

#[test]
fn set_up_areas_of_16_december() {
    let id = ScenarioId::LastGasp;
    assert_eq!(open(id, "19.2.1.d"), ["1436"]);
    assert_eq!(open(id, "19.2.1.i").len(), 7);
    assert!(open(id, "19.2.1.c").iter().all(|name| name[2..] < *"24"));
    assert!(open(id, "19.2.1.c").contains(&"2823"));
    let south = open(id, "19.2.2.k");
    assert!(south.contains(&"3542") && !south.contains(&"3541"), "{south:?}");
    assert!(open(id, "19.2.1.g").iter().all(|name| data().map.is_in(hex(&data().map, name), Area::SovietSide)));
    assert_eq!(open(id, "19.2.1.k").len(), 21);
    let losses: Vec<_> = scenario(id).bills.iter().map(|bill| (bill.case.as_str(), bill.points)).collect();
    assert_eq!(
        losses,
        [
            ("19.2.1.e", [0, 4, 1]),
            ("19.2.1.f", [0, 2, 0]),
            ("19.2.1.g", [0, 1, 0]),
            ("19.2.1.h", [0, 4, 0]),
            ("19.2.1.i", [0, 8, 2]),
            ("19.2.1.j", [5, 9, 0]),
            ("19.2.1.k", [10, 12, 3]),
            ("19.2.1.p", [2, 1, 10]),
            ("19.2.2.b", [2, 4, 1]),
            ("19.2.2.c", [1, 2, 1]),
            ("19.2.2.h", [0, 1, 0]),
            ("19.2.2.i", [0, 1, 0]),
            ("19.2.2.k", [0, 1, 0]),
        ]
    );
    assert_eq!(scenario(id).leave_out.as_ref().map(|(count, units)| (*count, units.len())), Some((1, 7)));
}

#[test]
fn the_losses_of_16_december_find_points_of_their_class() {
    for bill in &scenario(ScenarioId::LastGasp).bills {
        let mut points = [0_u32; 3];
        for &unit in &bill.units {
            let info = data().info(unit);
            let class = info.kind.losses() as usize;
            if let Some(sum) = points.get_mut(class) {
                *sum += u32::from(info.full.strength);
            }
        }
        for (class, lost) in bill.points.iter().enumerate() {
            assert!(u32::from(*lost) <= points[class], "{} class {class}", bill.case);
        }
    }
}

#[test]
fn reserves() {
    let ids = |id| scenario(id).reserves.iter().map(|reserve| reserve.id.as_str()).collect::<Vec<_>>();
    let all = ["4M", "13T", "235T", "234T", "87RD", "300RD", "4GRD", "315RD", "7T", "38RD"];
    for id in [ScenarioId::WeAreComing, ScenarioId::WinterStorm, ScenarioId::MaximumEffort] {
        assert_eq!(ids(id), all);
    }
    assert_eq!(ids(ScenarioId::LastGasp), ["4GRD", "315RD", "7T", "38RD"]);
    for id in ScenarioId::ALL {
        let rolls: Vec<_> =
            scenario(id).reserves.iter().filter(|reserve| reserve.rolls).map(|reserve| &reserve.id).collect();
        assert_eq!(rolls, ["7T", "38RD"]);
    }
}

#[test]
fn twenty_third_panzer_comes_in_parts() {
    let pool = scenario(ScenarioId::WinterStorm).pool.as_ref().unwrap();
    assert_eq!((pool.units.len(), pool.most), (15, 23));
    let begin = &scenario(ScenarioId::WinterStorm).historical_pool;
    let points: u8 = begin.iter().map(|&unit| data().info(unit).full.stacking).sum();
    assert!(points <= 23 && begin.iter().all(|unit| pool.units.contains(unit)));
    assert!(scenario(ScenarioId::LastGasp).pool.is_none());
    let parts: Vec<_> = data()
        .track
        .iter()
        .flat_map(|turn| &turn.arrivals)
        .filter(|arrival| arrival.units == pool.units)
        .map(|arrival| arrival.most)
        .collect();
    assert_eq!(parts, [Some(8), None]);
}

#[test]
fn the_air_forces() {
    for id in ScenarioId::ALL {
        let [axis, soviet] = [Side::Axis, Side::Soviet].map(|side| scenario(id).air[side.index()].len());
        assert_eq!((axis, soviet), (15, 7));
    }
    let sky = |id| [Side::Axis, Side::Soviet].map(|side| scenario(id).sky[side.index()].clone());
    assert_eq!(sky(ScenarioId::WeAreComing), [SkyStart::Ready, SkyStart::Ready]);
    assert_eq!(sky(ScenarioId::LastGasp), [SkyStart::Choose(10), SkyStart::Roll(1)]);
}

#[test]
fn the_options_of_the_fourth_scenario() {
    let groups: Vec<_> = scenario(ScenarioId::MaximumEffort).groups.iter().collect();
    let summary: Vec<_> = groups
        .iter()
        .map(|group| (group.key.as_str(), group.setup.units.len(), group.points, group.answered))
        .collect();
    assert_eq!(
        summary,
        [("support", 5, 1, true), ("luftwaffe", 9, 1, true), ("motorized", 17, 2, true), ("17pz", 14, 0, false)]
    );
    assert_eq!(scenario(ScenarioId::MaximumEffort).answer.len(), 3);
    assert!(scenario(ScenarioId::WinterStorm).groups.is_empty());
    let Zone::Hexes(motorized) = &groups[2].setup.zone else { panic!("16th Motorized has hexes") };
    assert_eq!(motorized, data().map.area(Area::AxisSide));
}

#[test]
fn every_unit_has_its_place_in_every_scenario() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        let mut known: BTreeSet<UnitId> = scenario.setups.iter().flat_map(|setup| setup.units.clone()).collect();
        known.extend(scenario.groups.iter().flat_map(|group| group.setup.units.clone()));
        known.extend(scenario.sixth_army.iter().chain(&scenario.christea));
        let turns = &data().track[usize::from(scenario.first) - 1..];
        known.extend(turns.iter().flat_map(|turn| &turn.arrivals).flat_map(|arrival| arrival.units.clone()));
        let missing: Vec<_> =
            data().unit_ids().filter(|unit| !known.contains(unit)).map(|unit| &data().info(unit).id).collect();
        let optional =
            ["57-sup", "15L", "57AA", "16M"].map(|id| data().group(data().formation(id).unwrap()).units.len());
        let expected = if id == ScenarioId::MaximumEffort { 0 } else { optional.iter().sum() };
        assert_eq!(missing.len(), expected, "{}: {missing:?}", id.word());
        let placed: BTreeSet<UnitId> = scenario.historical.iter().map(|(unit, _)| *unit).collect();
        let set_up = scenario.setups.iter().map(|setup| setup.units.len()).sum::<usize>();
        let optional = scenario.groups.iter().map(|group| group.setup.units.len()).sum::<usize>();
        let left_out = usize::from(scenario.leave_out.as_ref().map_or(0, |(count, _)| *count));
        assert_eq!(placed.len(), set_up + optional - left_out, "{}", id.word());
    }
}

#[test]
fn the_ring_stands_in_its_sectors_and_mans_every_front_hex() {
    for id in ScenarioId::ALL {
        assert_eq!(["19.3.1.c", "19.3.1.d", "19.3.1.e"].map(|case| units(id, case).len()), [13, 25, 41]);
        for army in crate::data::RingArmy::ALL {
            for hex in data().map.front(army) {
                let manned = scenario(id)
                    .historical
                    .iter()
                    .any(|&(unit, at)| at == hex && data().group(data().info(unit).formation).ring == Some(army));
                assert!(manned, "{} {}", id.word(), data().map.board.name(hex));
            }
        }
    }
}

#[test]
fn crossings_that_decide_the_short_scenarios() {
    let ground = |id| scenario(id).crossing.map(|crossing| (crossing.area, crossing.town, crossing.german));
    assert_eq!(ground(ScenarioId::WeAreComing), Some((Area::AcrossAksai, true, false)));
    assert_eq!(ground(ScenarioId::LastGasp), Some((Area::AcrossMyshkova, false, true)));
    let crossing = |id| scenario(id).crossing.map(|crossing| (crossing.decisive, crossing.marginal, crossing.few));
    assert_eq!(crossing(ScenarioId::WeAreComing), Some((None, 75, Some(50))));
    assert_eq!(crossing(ScenarioId::LastGasp), Some((Some(100), 50, None)));
    assert_eq!((crossing(ScenarioId::WinterStorm), crossing(ScenarioId::MaximumEffort)), (None, None));
}
