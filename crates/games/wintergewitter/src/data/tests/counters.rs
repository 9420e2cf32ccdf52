//! Counters: what the rulebook counts and what its examples show.

use super::{data, unit};
use crate::data::{AirClass, HqRole, LossClass, MoveClass, Nation, Size, UnitInfo, UnitType};
use kessel_kernel::Side;

fn formation(id: &str) -> Vec<&'static UnitInfo> {
    let data = data();
    let formation = data.formation(id).unwrap_or_else(|| panic!("there is no formation {id}"));
    data.group(formation).units.iter().map(|&unit| data.info(unit)).collect()
}

#[test]
fn five_hundred_and_sixty_counters() {
    let data = data();
    let count = |nation| data.units.iter().filter(|unit| unit.nation == nation).count();
    assert_eq!([Nation::German, Nation::Romanian, Nation::Soviet].map(count), [96, 40, 263]);
    let air = |side| data.air.iter().filter(|air| air.side == side).count();
    assert_eq!([Side::Axis, Side::Soviet].map(air), [16, 10]);
    assert_eq!(data.units.len() + data.air.len() + usize::from(data.markers), 560);
    assert_eq!(data.entrenchments, 24);
}

#[test]
fn formations_have_as_many_units_as_the_text_counts() {
    for (id, count) in [
        ("6P", 16),
        ("23P", 15),
        ("14P", 9),
        ("16M", 17),
        ("15L", 5),
        ("57AA", 4),
        ("57-sup", 5),
        ("8C", 5),
        ("18I", 8),
        ("5C", 6),
        ("4I", 10),
        ("Christea", 4),
        ("4M", 16),
        ("13T", 14),
        ("7T", 12),
        ("51A-ind", 27),
        ("85Tk", 2),
        ("254Tk", 2),
        ("235Tk", 2),
        ("234Tk", 1),
        ("87RD", 5),
        ("300RD", 5),
        ("4GRD", 5),
        ("315RD", 5),
        ("38RD", 5),
        ("Convoy", 3),
    ] {
        assert_eq!(formation(id).len(), count, "{id}");
    }
    let ring = |army| {
        let formations = data().formations.iter().filter(|formation| formation.ring == Some(army));
        formations.map(|formation| formation.units.len()).sum::<usize>()
    };
    assert_eq!(crate::data::RingArmy::ALL.map(ring), [13, 25, 41]);
}

#[test]
fn the_independent_units_of_51st_army_are_those_listed() {
    let units = formation("51A-ind");
    for (kind, size, count) in [
        (UnitType::AntiAir, Size::Regiment, 5),
        (UnitType::Engineer, Size::Battalion, 4),
        (UnitType::AntiTank, Size::Regiment, 4),
        (UnitType::Mortar, Size::Regiment, 1),
        (UnitType::AntiTank, Size::Brigade, 3),
        (UnitType::Artillery, Size::Regiment, 1),
        (UnitType::Artillery, Size::Brigade, 2),
        (UnitType::Rocket, Size::Brigade, 2),
        (UnitType::Rocket, Size::Battalion, 1),
        (UnitType::MotInfantry, Size::Battalion, 2),
        (UnitType::Infantry, Size::Brigade, 2),
    ] {
        let found = units.iter().filter(|unit| unit.kind == kind && unit.size == size).count();
        assert_eq!(found, count, "{kind:?} {size:?}");
    }
}

#[test]
fn units_of_the_examples() {
    let values = |id: &str| {
        let unit = unit(id);
        (unit.full.strength, unit.full.movement, unit.full.proficiency)
    };
    assert_eq!(values("I/11"), (12, 10, 8));
    assert_eq!(values("II/114"), (7, 10, 8));
    assert_eq!(values("I/4"), (6, 12, 8));
    assert_eq!(values("I/114"), (5, 12, 8));
    assert_eq!(unit("I/76").full.strength + unit("III/76").full.strength, 7);
    assert_eq!(values("302/823"), (5, 5, 5));
    assert_eq!(values("492AT"), (4, 8, 4));
    assert_eq!((values("302/865A").0, unit("302/865A").range, values("302/865A").1), (4, Some(3), 4));
    assert_eq!((values("ARB1").0, values("ART1").0, values("ARB1").2, values("ART1").2), (6, 4, 4, 4));
    let air = |id: &str| data().plane(data().air_unit(id).unwrap());
    assert_eq!((air("II/JG52").attack, air("II/JG52").proficiency), (6, 8));
    assert_eq!((air("235IAD").defence, air("235IAD").proficiency), (5, 6));
    assert_eq!((air("202SHAD").bombs, air("202SHAD").proficiency), (5, 5));
    assert_eq!(air("II/STG77").bombs, 7);
}

#[test]
fn a_reduced_side_has_half_the_strength_and_no_more_of_anything() {
    for unit in &data().units {
        let single = matches!(unit.kind.losses(), LossClass::Headquarters | LossClass::Convoy);
        assert_eq!(unit.reduced.is_none(), single, "{}", unit.id);
        let Some(reduced) = unit.reduced else { continue };
        assert_eq!(reduced.strength, unit.full.strength.div_ceil(2), "{}", unit.id);
        assert_eq!(reduced.proficiency, unit.full.proficiency - 1, "{}", unit.id);
        assert!(reduced.stacking <= unit.full.stacking && reduced.movement == unit.full.movement, "{}", unit.id);
        assert_eq!(unit.face(reduced.strength), reduced);
        assert_eq!(unit.face(reduced.strength + 1), unit.full);
    }
}

#[test]
fn a_rifle_division_fills_a_hex() {
    let divisions: Vec<_> = data().formations.iter().filter(|formation| formation.id.ends_with("RD")).collect();
    assert_eq!(divisions.len(), 23);
    for division in divisions {
        let points: u8 = division.units.iter().map(|&unit| data().info(unit).full.stacking).sum();
        assert_eq!(points, data().charts.stacking, "{}", division.id);
    }
}

#[test]
fn icons_move_as_the_chart_says() {
    use UnitType as T;
    for (class, kinds) in [
        (MoveClass::Mechanized, &[T::Tank, T::AssaultGun, T::HeavyTank, T::Recon, T::MechInfantry][..]),
        (
            MoveClass::Motorized,
            &[T::MotHq, T::MotInfantry, T::MotCavalry, T::MotEngineer, T::MotArtillery, T::Rocket, T::MotAntiAir],
        ),
        (MoveClass::NonMotorized, &[T::Infantry, T::Cavalry, T::Engineer, T::AntiAir, T::AntiTank, T::Hq, T::ArmyHq]),
    ] {
        assert!(kinds.iter().all(|kind| kind.movement() == class), "{class:?}");
    }
}

#[test]
fn who_acts_with_the_mechanized_units() {
    for unit in &data().units {
        let formation = data().group(unit.formation).id.as_str();
        let expected = match unit.nation {
            Nation::German => !matches!(formation, "15L" | "Bischof" | "Convoy"),
            Nation::Soviet => matches!(formation, "2M" | "4M" | "7T" | "13T") || unit.kind == UnitType::MotInfantry,
            _ => false,
        };
        assert_eq!(unit.mechanized, expected, "{}", unit.id);
    }
}

#[test]
fn every_headquarters_has_its_place_in_the_chain() {
    let data = data();
    for unit in &data.units {
        assert_eq!(unit.hq.is_some(), unit.kind.is_hq(), "{}", unit.id);
    }
    for formation in &data.formations {
        if let Some(hq) = formation.hq {
            assert!(formation.units.contains(&hq), "{}", formation.id);
            assert_eq!(data.info(hq).hq, Some(HqRole::Division), "{}", formation.id);
        }
        if let Some(corps) = formation.corps {
            assert_eq!(data.info(corps).hq, Some(HqRole::Corps), "{}", formation.id);
        }
    }
    let corps = |id: &str| data.group(data.formation(id).unwrap()).corps.map(|unit| data.info(unit).id.as_str());
    assert_eq!(
        ["61C", "81C", "24GRD", "387RD", "8C", "18I", "5C", "4I"].map(corps).map(Option::unwrap),
        ["4CC-HQ", "4CC-HQ", "1GRC-HQ", "13GRC-HQ", "6C-HQ", "6C-HQ", "7C-HQ", "7C-HQ"]
    );
    // Rumanian divisions have a corps above them; German ones trace to the edge.
    assert!(["6P", "23P", "17P", "302RD", "4M"].iter().all(|id| corps(id).is_none()));
    for id in ["51A-HQ", "2GA-HQ", "21A-HQ", "57A-HQ", "64A-HQ"] {
        assert_eq!(unit(id).hq, Some(HqRole::Army), "{id}");
    }
}

#[test]
fn headquarters_companies_and_convoys() {
    for unit in &data().units {
        match unit.size {
            Size::Headquarters => assert_eq!((unit.full.strength, unit.full.stacking), (1, 0), "{}", unit.id),
            Size::Marker => assert_eq!((unit.full.strength, unit.full.stacking), (0, 0), "{}", unit.id),
            Size::Company => assert_eq!(unit.full.stacking, 1, "{}", unit.id),
            Size::Battalion | Size::Regiment | Size::Brigade => assert!(unit.full.stacking >= 3, "{}", unit.id),
        }
    }
    assert_eq!(unit("C1").kind.movement(), MoveClass::Motorized);
}

#[test]
fn air_units_of_every_class() {
    let count = |class| data().air.iter().filter(|air| air.class == class).count();
    let classes =
        [AirClass::Fighter, AirClass::GroundAttack, AirClass::DiveBomber, AirClass::Bomber, AirClass::HeavyBomber];
    assert_eq!(classes.map(count), [9, 6, 6, 3, 2]);
    for air in &data().air {
        let known = data().charts.ready(air.side, air.class, false);
        assert!(known > data().charts.ready(air.side, air.class, true), "{}", air.id);
    }
}
