//! 5.0, 10.4, 12.11, 13.2, 17.12, 19.7, 19.8, 27, 29, 30 as data.

use super::{data, hex, scenario};
use crate::data::{AirLevel, Colour, Date, Kind, Scale, ScenarioId, Start, SupplyLevel, Terrain, UnitInfo, Variant};
use kessel_kernel::Side;
use std::collections::BTreeMap;

#[test]
fn scenarios_have_the_sizes_dates_and_lengths_that_the_manual_prints() {
    use ScenarioId as S;
    // Columns, rows, scale, units and divisions of both sides, turns (29).
    let printed = [
        (S::ToTheVolga, 19, 24, Scale::City, [71, 61], [4, 5], 29),
        (S::RiverTooFar, 25, 40, Scale::Field, [81, 76], [4, 5], 23),
        (S::MansteinsSolution, 45, 34, Scale::Front, [123, 98], [11, 14], 20),
        (S::Rattenkrieg, 42, 62, Scale::City, [228, 231], [11, 16], 189),
        (S::Wintergewitter, 138, 98, Scale::Field, [257, 273], [16, 18], 101),
        (S::QuietFlows, 61, 65, Scale::Front, [169, 203], [24, 32], 17),
        (S::Uranus, 99, 99, Scale::Front, [572, 534], [65, 97], 188),
    ];
    for (id, columns, rows, scale, units, divisions, turns) in printed {
        let scenario = scenario(id);
        assert_eq!((scenario.map.columns, scenario.map.rows, scenario.map.scale), (columns, rows, scale), "{id:?}");
        for side in Side::BOTH {
            let own = |unit: &&UnitInfo| unit.side == side && unit.place != Start::Variant;
            assert_eq!(scenario.units.iter().filter(own).count(), units[side.index()], "{id:?} {side}");
            let there = |formation: &&crate::data::Formation| {
                formation.side == side
                    && formation.division
                    && scenario.unit(formation.units[0]).place != Start::Variant
            };
            assert_eq!(scenario.formations.iter().filter(there).count(), divisions[side.index()], "{id:?} {side}");
        }
        assert_eq!(scenario.turns, turns, "{id:?}");
    }
}

#[test]
fn games_end_on_the_day_and_hour_of_the_manual() {
    use ScenarioId as S;
    let date = |year, month, day| Date { year, month, day };
    let ends = [
        (S::ToTheVolga, date(1942, 10, 17), date(1942, 10, 21), "10 PM"),
        (S::RiverTooFar, date(1942, 12, 14), date(1942, 12, 17), "10 PM"),
        (S::MansteinsSolution, date(1942, 11, 22), date(1942, 11, 28), "12 PM"),
        (S::Rattenkrieg, date(1942, 9, 14), date(1942, 10, 15), "2 PM"),
        (S::Wintergewitter, date(1942, 12, 12), date(1942, 12, 28), "10 PM"),
        (S::QuietFlows, date(1942, 11, 19), date(1942, 11, 24), "12 PM"),
        (S::Uranus, date(1942, 11, 19), date(1943, 1, 20), "12 PM"),
    ];
    for (id, first, last, clock) in ends {
        let scenario = scenario(id);
        assert_eq!((scenario.date, scenario.date(scenario.turns)), (first, last), "{id:?}");
        assert_eq!(scenario.clock(scenario.turns), clock, "{id:?}");
    }
    // 5.0: three of six turns are night, one of three.
    assert_eq!(
        (1..=6).map(|turn| scenario(S::RiverTooFar).is_night(turn)).collect::<Vec<_>>(),
        [false, false, false, true, true, true]
    );
    assert_eq!((1..=3).map(|turn| scenario(S::Uranus).is_night(turn)).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(scenario(S::Uranus).turn_name(2), "19 Nov 1942, 12 PM");
    assert!(scenario(S::Uranus).is_morning(4));
}

#[test]
fn every_day_of_every_scenario_has_its_weather() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        for turn in 1..=scenario.turns {
            let part = scenario.part_of_day(turn);
            let weather = data().weather.turn(scenario.date(turn), part, scenario.turns_per_day() == 6);
            assert!(weather.is_some(), "{id:?}, {}", scenario.turn_name(turn));
        }
    }
    let weather = &data().weather;
    assert!(weather.full_moon(Date { year: 1942, month: 11, day: 21 }));
    assert!(!weather.full_moon(Date { year: 1942, month: 11, day: 25 }));
}

#[test]
fn default_supply_levels_are_those_of_19_8() {
    use ScenarioId as S;
    use SupplyLevel as L;
    let printed = [
        (S::ToTheVolga, L::General, L::Defensive),
        (S::RiverTooFar, L::Attack, L::Attack),
        (S::MansteinsSolution, L::Attack, L::General),
        (S::Rattenkrieg, L::Attack, L::General),
        (S::Wintergewitter, L::Attack, L::General),
        (S::QuietFlows, L::General, L::Attack),
        (S::Uranus, L::General, L::Attack),
    ];
    for (id, axis, soviet) in printed {
        assert_eq!(scenario(id).default_supply, [axis, soviet], "{id:?}");
    }
    // Most Romanians of Quiet Flows the Don are on defensive supply, their armoured division is not.
    let quiet = scenario(S::QuietFlows);
    let level = |id: &str| quiet.unit(quiet.find(id).unwrap()).hq.unwrap().default;
    assert_eq!([level("A.R7.HQ"), level("A.R3A.HQ"), level("A.RIV.HQ")], [L::Defensive; 3]);
    assert_eq!([level("A.R1Arm.HQ"), level("A.22Pz.HQ"), level("A.XIAK.HQ")], [L::General; 3]);
}

#[test]
fn every_unit_has_a_legal_hex() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        let mut stacks: BTreeMap<_, (Side, u8)> = BTreeMap::new();
        for unit in &scenario.units {
            let (Start::Hex(at) | Start::Turn(_, at)) = unit.place else { continue };
            assert!(!matches!(scenario.map.terrain[at], Terrain::Water | Terrain::Ferry), "{}", unit.id);
            let Start::Hex(at) = unit.place else { continue };
            let stack = stacks.entry(at).or_insert((unit.side, 0));
            assert_eq!(stack.0, unit.side, "{id:?}: both sides at {}", scenario.map.board.name(at));
            stack.1 += unit.points;
            assert!(stack.1 <= 9, "{id:?}: {} holds {}", scenario.map.board.name(at), stack.1);
            assert_eq!(scenario.owner[at], unit.side, "{id:?}: {} on enemy ground", unit.id);
        }
    }
}

#[test]
fn attachments_go_upward_and_stay_within_spans() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        let mut spans = vec![0_u8; scenario.units.len()];
        for unit in scenario.units.iter().filter(|unit| unit.place != Start::Variant) {
            let Some(superior) = unit.superior else { continue };
            let above = scenario.unit(superior);
            assert_eq!(above.side, unit.side);
            if let (Some(own), Some(higher)) = (unit.hq, above.hq) {
                assert!(own.level > higher.level, "{id:?}: {} under {}", unit.id, above.id);
            }
            spans[superior.index()] += u8::from(unit.spans);
        }
        for unit in scenario.unit_ids() {
            if let Some(hq) = scenario.unit(unit).hq {
                assert!(spans[unit.index()] <= hq.span, "{id:?}: {}", scenario.unit(unit).id);
            }
        }
    }
}

#[test]
fn stacking_points_follow_stripe_and_scale() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        for unit in &scenario.units {
            let points = match (unit.striped, scenario.map.scale) {
                (true, _) => 1,
                (false, Scale::City) => 4,
                (false, _) => 3,
            };
            assert_eq!(unit.points, points, "{}", unit.id);
            assert!(unit.kind != Kind::Hq || !unit.striped, "{}", unit.id);
            assert!((4..=8).contains(&unit.quality), "{}", unit.id);
        }
    }
}

#[test]
fn leaders_are_bound_as_13_2_says() {
    assert_eq!(data().leaders.len(), 12);
    let bound = |id: ScenarioId, leader: &str| {
        let scenario = scenario(id);
        let leader = data().find_leader(leader).unwrap();
        let presence = scenario.leaders.iter().find(|presence| presence.leader == leader);
        presence.map(|presence| presence.under.map(|unit| scenario.unit(unit).id.as_str()))
    };
    use ScenarioId as S;
    assert_eq!(bound(S::ToTheVolga, "chuikov"), Some(Some("S.62A.HQ")));
    assert_eq!(bound(S::ToTheVolga, "janecke"), Some(Some("A.389.HQ")));
    assert_eq!(bound(S::RiverTooFar, "manstein"), Some(None));
    assert_eq!(bound(S::RiverTooFar, "hoth"), Some(Some("A.LVIIPzK.HQ")));
    assert_eq!(bound(S::RiverTooFar, "raus"), Some(Some("A.6Pz.HQ")));
    assert_eq!(bound(S::RiverTooFar, "senger"), Some(Some("A.17Pz.HQ")));
    assert_eq!(bound(S::Uranus, "eremenko"), Some(Some("S.SWF.HQ")));
    assert_eq!(bound(S::Uranus, "rodin"), Some(Some("S.26TC.HQ")));
    assert_eq!(bound(S::Uranus, "lelyoushenko"), Some(Some("S.3GA.HQ")));
    assert_eq!(bound(S::Uranus, "pliev"), Some(Some("S.3GCC.HQ")));
    assert_eq!(bound(S::Uranus, "rokossovskii"), Some(Some("S.DF.HQ")));
    assert_eq!(bound(S::Uranus, "paulus"), Some(Some("A.6A.HQ")));
    assert_eq!(bound(S::QuietFlows, "paulus"), None);
    assert_eq!(scenario(S::Uranus).leaders.len(), 12);
}

#[test]
fn a_leader_comes_when_his_headquarters_is_there() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        for presence in &scenario.leaders {
            let Some(under) = presence.under else { continue };
            let there = match scenario.unit(under).place {
                Start::Turn(turn, _) => turn + 1,
                _ => 1,
            };
            // Fronts without a hex of their own yet command armies that fight already.
            let subordinates =
                scenario.units.iter().any(|unit| unit.superior == Some(under) && matches!(unit.place, Start::Hex(_)));
            assert!(presence.from >= there || subordinates, "{id:?}: {:?}", data().leader(presence.leader).id);
        }
    }
}

#[test]
fn variants_are_offered_where_they_mean_something() {
    use ScenarioId as S;
    let soviet = |id: ScenarioId| scenario(id).variants.iter().filter(|variant| variant.side() == Side::Soviet).count();
    let axis = |id: ScenarioId| scenario(id).variants.iter().filter(|variant| variant.side() == Side::Axis).count();
    let offered: Vec<_> = ScenarioId::ALL.into_iter().map(|id| (soviet(id), axis(id))).collect();
    assert_eq!(offered, [(5, 0), (4, 0), (5, 1), (5, 0), (4, 2), (5, 0), (5, 5)]);
    // 30.2.a: the circle is drawn round Paulus' headquarters.
    for id in [S::Uranus, S::MansteinsSolution] {
        let scenario = scenario(id);
        let paulus = scenario.unit(scenario.find("A.6A.HQ").unwrap());
        assert_eq!(paulus.place, Start::Hex(scenario.restriction.unwrap()), "{id:?}");
    }
    // 30.2.b: three divisions, on the map, under the XXXXVIII Panzer Corps.
    let uranus = scenario(S::Uranus);
    let early = uranus.variant_places.iter().filter(|place| place.variant == Variant::NovemberReinforcement);
    let mut formations: Vec<_> =
        early.clone().map(|place| uranus.formations[uranus.unit(place.unit).formation.index()].id.as_str()).collect();
    formations.dedup();
    assert_eq!(formations, ["A.6Pz", "A.304", "A.336"]);
    for place in early {
        assert!(matches!(place.place, Start::Hex(_)));
        if uranus.unit(place.unit).hq.is_some() {
            assert_eq!(uranus.unit(place.superior.unwrap()).id, "A.XXXXVIIIPzK.HQ");
        }
    }
    // 30.2.e: 16th Motorised, 7th and 3rd Panzer, and Wiking, who wear black.
    let wiking = uranus.units.iter().filter(|unit| unit.id.starts_with("A.Wiking")).collect::<Vec<_>>();
    assert!(
        !wiking.is_empty() && wiking.iter().all(|unit| unit.colour == Colour::WaffenSs && unit.place == Start::Variant)
    );
}

#[test]
fn units_that_variants_bring_stand_after_all_others() {
    for id in ScenarioId::ALL {
        let units = &scenario(id).units;
        assert!(units.is_sorted_by_key(|unit| unit.place == Start::Variant), "{id:?}");
        let placed = |unit: &UnitInfo| {
            scenario(id).variant_places.iter().any(|place| scenario(id).unit(place.unit).id == unit.id)
        };
        assert!(units.iter().filter(|unit| unit.place == Start::Variant).all(placed), "{id:?}");
    }
}

#[test]
fn squadrons_follow_the_air_level() {
    let count = |level: AirLevel, side: Side| {
        scenario(ScenarioId::Uranus).squadrons.at(level).iter().filter(|squadron| squadron.side == side).count()
    };
    assert_eq!(count(AirLevel::Historical, Side::Axis), 16);
    assert_eq!(count(AirLevel::Historical, Side::Soviet), 17);
    // Five, seven (6.25 and 2.5 half up), three, six.
    assert_eq!(count(AirLevel::AxisSuperiority, Side::Axis), 5 + 6 + 3 + 6);
    assert_eq!(count(AirLevel::SovietSupremacy, Side::Axis), 2 + 3 + 1 + 3);
    let squadrons = scenario(ScenarioId::Uranus).squadrons.at(AirLevel::Historical);
    let he111 = squadrons.iter().filter(|squadron| squadron.tons == 20).count();
    assert_eq!(he111, 3);
    assert_eq!(squadrons[0].name, "1/StG2");
    // Somebody always looks.
    let few = scenario(ScenarioId::ToTheVolga).squadrons.at(AirLevel::AxisSupremacy);
    assert!(few.iter().any(|squadron| squadron.side == Side::Soviet && !squadron.bombs() && squadron.scouts()));
}

#[test]
fn the_first_formations_bear_the_numbers_of_history() {
    let volga = scenario(ScenarioId::ToTheVolga);
    let unit = |id: &str| volga.unit(volga.find(id).unwrap_or_else(|| panic!("{id}")));
    let fourth = unit("A.305.inf4");
    assert_eq!((fourth.name.as_str(), fourth.number.as_str(), fourth.dots), ("I/577 inf", "577", 1));
    assert_eq!(fourth.org, unit("A.305.inf6").org);
    assert_ne!(fourth.org, unit("A.305.inf3").org);
    assert_eq!(unit("A.305.inf1").start.attack, 2_400_000);
    assert_eq!(unit("S.62A.mil1").colour, Colour::Militia);
    assert_eq!(unit("S.37G.gds1").colour, Colour::SovietGuard);
    assert_eq!(unit("A.24Pz.pik1").movement, crate::data::MoveClass::Truck);
    assert_eq!(unit("A.305.pik1").movement, crate::data::MoveClass::Foot);
    let river = scenario(ScenarioId::RiverTooFar);
    assert_eq!(river.map.place_name(hex(river, "004016")), "Verkhne-Kumsky");
}
