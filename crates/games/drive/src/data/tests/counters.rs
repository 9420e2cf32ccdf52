//! The counters against the text and against the reconstruction's own account.

use super::data;
use crate::data::{Corner, Factor, Nation, UnitInfo, UnitKind};
use kessel_kernel::Side;

fn count(wanted: impl Fn(&UnitInfo) -> bool) -> usize {
    data().units.iter().filter(|unit| wanted(unit)).count()
}

fn uranus_only(unit: &UnitInfo) -> bool {
    matches!(unit.corner, Some(Corner::Uranus | Corner::UranusTurn(_)))
}

#[test]
fn there_are_420_counters() {
    let nation = |nation| count(|unit| unit.nation == nation);
    assert_eq!(nation(Nation::German), 84);
    assert_eq!(nation(Nation::Hungarian), 11);
    assert_eq!(nation(Nation::Italian), 11);
    assert_eq!(nation(Nation::Romanian), 22);
    assert_eq!(nation(Nation::Soviet), 253);
    let markers: u32 = data().markers.iter().map(|marker| u32::from(marker.count)).sum();
    assert_eq!(markers, 39);
    assert_eq!(data().units.len() + 39, 420);
    let blue = |unit: &UnitInfo| unit.nation == Nation::German && !uranus_only(unit);
    assert_eq!((count(|unit| blue(unit) && unit.is_mechanised()), count(blue)), (17, 66));
}

#[test]
fn steps_and_factors_follow_the_text() {
    for unit in &data().units {
        let id = &unit.id;
        // 2.16: Soviets and satellites have one step, Germans two but for the Luftwaffe.
        let luftwaffe = unit.kind == UnitKind::Luftwaffe;
        assert_eq!(unit.steps() == 2, unit.nation == Nation::German && !luftwaffe, "{id}");
        // 2.15: question marks.
        let question = unit.nation.is_ally() || luftwaffe;
        assert_eq!(unit.full.defence == Factor::Die, question, "{id}");
        let tanks = unit.nation.is_ally() && unit.kind == UnitKind::Panzer;
        assert_eq!(unit.full.attack == Factor::Die, tanks, "{id}");
        assert!(!question || tanks || unit.full.attack == Factor::Number(1), "{id}");
        // 2.10: one combat factor on German units.
        assert!(unit.nation != Nation::German || luftwaffe || unit.full.attack == unit.full.defence, "{id}");
        // 2.14: regulars are untried.
        assert_eq!(unit.full.defence == Factor::Untried, unit.kind.is_regular(), "{id}");
        assert_eq!(unit.corner.is_some(), unit.side == Side::Axis, "{id}");
        assert_eq!(unit.kind.is_soviet(), unit.side == Side::Soviet, "{id}");
        assert_eq!(unit.front(2), unit.full, "{id}");
        assert_eq!(unit.front(1), unit.reduced.unwrap_or(unit.full), "{id}");
    }
}

#[test]
fn printed_counters() {
    let data = data();
    let info = |id| data.info(data.unit(id).unwrap_or_else(|| panic!("there is no {id}")));
    // 12.3: fortified areas are 0-6-2.
    let area = info("FA-159");
    assert_eq!((area.full.attack, area.full.defence, area.movement), (Factor::Number(0), Factor::Number(6), 2));
    assert_eq!(info("3PD").corner, Some(Corner::Army(crate::data::AxisArmy::Sixth)));
    assert_eq!(info("46ID").corner, Some(Corner::Taman));
    assert_eq!(info("3RMtn").corner, Some(Corner::Taman));
    assert_eq!(info("23PD-Ur").corner, Some(Corner::UranusTurn(3)));
    // 1.5: the Slovaks are German; 11.27: one flak division.
    assert_eq!(info("Slvk").nation, Nation::German);
    assert_eq!(count(|unit| unit.kind == UnitKind::Flak), 1);
    assert!(info("GD").gross_deutschland && info("GD").kind == UnitKind::Motorised);
    // 8.7: infantry of seven and more exist beside weaker.
    let strong = |unit: &UnitInfo| unit.full.attack >= Factor::Number(7);
    assert!(count(|unit| unit.kind == UnitKind::Infantry && unit.steps() == 2 && strong(unit)) > 0);
    assert!(count(|unit| unit.kind == UnitKind::Infantry && unit.steps() == 2 && !strong(unit)) > 0);
}

#[test]
fn mobility_follows_the_list() {
    for kind in UnitKind::SOVIET {
        let mechanised = ["TC", "MC", "DD", "AD", "HCD"].contains(&kind.code());
        assert_eq!(kind.is_mechanised(), mechanised, "{}", kind.code());
    }
    assert!(UnitKind::Panzer.is_mechanised() && UnitKind::Motorised.is_mechanised() && UnitKind::Flak.is_mechanised());
    for kind in [UnitKind::Infantry, UnitKind::Jaeger, UnitKind::Mountain, UnitKind::Security, UnitKind::Cavalry] {
        assert!(!kind.is_mechanised(), "{}", kind.code());
    }
}

#[test]
fn pools_are_stretches_with_as_many_faces_as_units() {
    let data = data();
    let mut next = u16::try_from(count(|unit| unit.side == Side::Axis)).unwrap();
    let mut face = 0;
    for (pool, kind) in data.pools.iter().zip(UnitKind::SOVIET) {
        assert_eq!((pool.kind, pool.units.start), (kind, next));
        assert!(pool.unit_ids().all(|unit| data.info(unit).kind == kind));
        assert!(pool.face_ids().all(|face| data.faces[face.index()].kind == kind));
        assert_eq!(pool.faces.start, face);
        assert_eq!(pool.faces.len(), if kind.is_regular() { pool.units.len() } else { 0 });
        (next, face) = (pool.units.end, pool.faces.end);
        assert_eq!(data.pool(kind), pool);
    }
    assert_eq!((usize::from(next), usize::from(face)), (data.units.len(), data.faces.len()));
    let counts: Vec<_> = data.pools.iter().map(|pool| pool.units.len()).collect();
    assert_eq!(counts, [190, 24, 8, 9, 2, 3, 7, 8, 2]);
    // Only fortified areas have no attack.
    assert!(data.faces.iter().all(|face| face.attack > 0 && face.defence > 0));
}

#[test]
fn rifle_divisions_by_strength() {
    let data = data();
    let faces = data.pool(UnitKind::Rifle).face_ids().map(|face| &data.faces[face.index()]);
    let (attack, defence) = faces.fold((0_u32, 0_u32), |(attack, defence), face| {
        (attack + u32::from(face.attack), defence + u32::from(face.defence))
    });
    // Means of 2.1 and 2.6.
    assert_eq!((attack, defence), (395, 490));
    let tree = data.as_json();
    let distribution = &tree["pools"]["RD"]["faces"];
    for (factors, count) in
        [("1-1", 20), ("1-2", 35), ("2-2", 40), ("2-3", 40), ("3-3", 25), ("3-4", 15), ("4-4", 10), ("4-5", 5)]
    {
        assert_eq!(distribution[factors], count, "{factors}");
    }
}
