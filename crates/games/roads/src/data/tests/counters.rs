//! What the rulebook and its pictures say of counters and supports.

use super::{data, scenario};
use crate::data::{Background, Factors, Nation, SupportClass, UnitInfo, UnitKind};
use kessel_kernel::Side;

fn unit(id: &str) -> &'static UnitInfo {
    &data().units[data().unit(id).unwrap_or_else(|| panic!("there is no unit {id}")).index()]
}

fn factors([attack, defence, movement]: [u8; 3]) -> Factors {
    Factors { attack, defence, movement }
}

#[test]
fn values_of_the_pictures() {
    assert_eq!(unit("26TK").full, factors([7, 6, 3]));
    assert_eq!(unit("R15GL").reduced, Some(factors([1, 1, 2])));
    assert_eq!((unit("294ID").full, unit("294ID").reduced), (factors([5, 6, 2]), Some(factors([3, 3, 2]))));
    assert!(unit("294ID").elite);
    assert_eq!((unit("4GMK").full, unit("4GMK").background), (factors([9, 9, 3]), Background::Black));
    assert_eq!((unit("4KK").full, unit("4KK").background), (factors([4, 2, 3]), Background::BlackWhite));
    for hq in ["Voronezh", "4PzA"] {
        assert_eq!((unit(hq).radius, unit(hq).full, unit(hq).pontoon_movement), (9, factors([0, 1, 3]), 0));
    }
    assert_eq!(unit("Lanz").radius, 6);
}

#[test]
fn the_divisions_of_the_stalingrad_withdrawal_have_their_printed_factors() {
    let (turn, groups) = data().schedule.stalingrad.as_ref().unwrap();
    assert_eq!(data().turn_name(*turn), "FEB II");
    let shape: Vec<_> = groups.iter().map(|group| (group.count, group.full, group.reduced)).collect();
    assert_eq!(shape, [(9, factors([3, 4, 2]), factors([2, 2, 2])), (28, factors([2, 3, 2]), factors([1, 1, 2])),]);
    assert!(groups.iter().all(|group| group.historical.len() == usize::from(group.count)));
}

#[test]
fn example_5_the_attackers_add_up_to_34_and_three_and_a_half_points() {
    let attackers = ["26TK", "4TK", "1TK", "3GKK", "8KK", "51G"].map(unit);
    assert_eq!(attackers.iter().map(|unit| unit.full.attack).sum::<u8>(), 34);
    let halves = attackers.iter().map(|unit| if unit.background == Background::Plain { 2 } else { 1 });
    assert_eq!(halves.sum::<u8>(), 7);
    assert!(unit("51G").elite);
    assert_eq!(unit("R6").full.defence + unit("R15GL").reduced.unwrap().defence, 4);
}

#[test]
fn example_4_the_surprise_attack_is_six_to_one() {
    let attack: u8 = ["1TK", "26TK", "8KK"].map(|id| unit(id).full.attack).iter().sum();
    assert_eq!(attack / unit("R14").full.defence, 6);
}

#[test]
fn example_7_the_attackers_add_up_to_40_and_the_defenders_to_9() {
    let components = ["7Pz-a", "7Pz-b", "2SS-a", "2SS-b", "2SS-c", "GD-b", "GD-c"].map(unit);
    let infantry = ["76ID", "79ID"].map(unit);
    assert_eq!(components.iter().chain(&infantry).map(|unit| unit.full.attack).sum::<u8>(), 40);
    assert!(components.iter().all(|unit| unit.background == Background::Black && unit.elite && unit.armored));
    assert_eq!(3 * unit("23SD").full.defence, 9);
}

#[test]
fn divisions_of_several_counters_have_two_or_three_1_1_5() {
    let tree = data().as_json();
    let count = |name: &str| tree["divisions"][name].as_array().unwrap().len();
    assert_eq!(["6Pz", "7Pz", "1SS", "2SS", "3SS", "GD"].map(count), [2, 2, 3, 3, 3, 3]);
    assert_eq!(data().divisions.len(), 6);
}

#[test]
fn kinds_of_counters_1_1() {
    let count = |kind| data().units.iter().filter(|unit| unit.kind == kind).count();
    assert_eq!(count(UnitKind::Division) + count(UnitKind::Corps), 258);
    assert_eq!(count(UnitKind::Hq), 16);
    assert_eq!((count(UnitKind::ArmoredKampfgruppe), count(UnitKind::InfantryKampfgruppe)), (8, 8));
    assert_eq!(count(UnitKind::Alarm), 5);
    for unit in &data().units {
        assert_eq!(unit.side, unit.nation.side(), "{}", unit.id);
        assert_eq!(
            unit.is_division(),
            unit.is_division() && unit.steps() == 2,
            "{}: divisions have two steps",
            unit.id
        );
        assert_eq!(unit.is_hq(), unit.radius > 0, "{}", unit.id);
        assert!(!unit.is_hq() || unit.steps() == 1, "{}", unit.id);
    }
    let one_step = data().units.iter().filter(|unit| unit.kind == UnitKind::ArmoredKampfgruppe && unit.steps() == 1);
    assert_eq!(one_step.count(), 4, "some armored Kampfgruppen have one step, others two (8.15.4)");
    assert!(Nation::Italian.is_ally() && !Nation::German.is_ally());
}

#[test]
fn the_text_s_supports_are_there_in_the_numbers_it_needs() {
    let supports = &data().supports;
    let count = |class| -> u8 {
        let kinds = supports.kinds.iter().filter(|kind| kind.class == class && kind.side == Side::Soviet);
        kinds.map(|kind| kind.count).sum()
    };
    for (class, least) in [
        (SupportClass::Surprise, 3),
        (SupportClass::Artillery, 3),
        (SupportClass::TankBrigade, 3),
        (SupportClass::Katyusha, 2),
        (SupportClass::Air, 1),
        (SupportClass::Reserves, 1),
        (SupportClass::Maskirovka, 1),
        (SupportClass::Breakthrough, 1),
    ] {
        assert!(count(class) >= least, "{class:?}");
    }
    let in_pool = |side| -> u8 {
        let kinds = supports.kinds.iter().filter(|kind| kind.side == side && !kind.outside);
        kinds.map(|kind| kind.count).sum()
    };
    assert_eq!((in_pool(Side::Soviet), in_pool(Side::Axis)), (38, 18));
    assert_eq!(supports.markers.len(), 68);
}

#[test]
fn leaders_white_circles_and_the_two_artilleries_5_5() {
    let supports = &data().supports;
    let named = |wanted: &dyn Fn(&crate::data::SupportKind) -> bool| -> Vec<_> {
        supports.kinds.iter().filter(|kind| wanted(kind)).map(|kind| kind.id.as_str()).collect()
    };
    assert_eq!(named(&|kind| kind.class == SupportClass::Leader), ["lelyushenko", "novikov", "hoth", "hollidt"]);
    assert_eq!(named(&|kind| kind.compulsory), ["stalin", "test-shortage", "okh-discord"]);
    let artillery = ["artillery-2", "artillery-3"].map(|id| &supports.kinds[supports.kind(id).unwrap().index()]);
    assert_eq!(artillery.map(|kind| (kind.shift, kind.defence)), [(1, 2), (1, 3)]);
    assert!(artillery.iter().all(|kind| kind.offensive && kind.class == SupportClass::Artillery));
    let alarm = data().units.iter().filter(|unit| unit.support.as_deref() == Some("alarm-0"));
    let alarm: Vec<_> = alarm.map(|unit| unit.full).collect();
    assert_eq!(alarm, [factors([0, 1, 1]); 3]);
}

#[test]
fn every_counter_of_the_catalogue_is_used_somewhere() {
    let mars = data().charts.mars.boxes.iter().flat_map(|mars| mars.units.iter().copied());
    let mut used: Vec<_> = mars.collect();
    used.extend(data().schedule.upgrades.iter().map(|upgrade| upgrade.to));
    used.extend(data().schedule.arrivals.iter().flat_map(|arrival| arrival.units.iter().copied()));
    for scenario in &data().scenarios {
        used.extend(scenario.setup.iter().map(|placement| placement.unit));
    }
    for unit in data().unit_ids() {
        let info = &data().units[unit.index()];
        let unused = (info.is_division() || info.is_hq()) && !used.contains(&unit);
        assert!(!unused, "{}", info.id);
    }
    assert_eq!(scenario("campaign").setup.len(), 67 + 80 + 6 + 4);
}
