//! What the rulebook states, and what the reconstruction promises.

use super::data;
use crate::data::{Arrival, AssetClass, Crt, CrtCell, Objective, Start, UnitSize};
use kessel_kernel::Side;
use serde_json::{Value, json};

/// The value at a path such as `units.S-65.max`, as case files look it up.
fn look(tree: &Value, path: &str) -> Value {
    let step = |tree: Value, key: &str| match &tree {
        Value::Array(list) => list[key.parse::<usize>().unwrap()].clone(),
        _ => tree.get(key).unwrap_or_else(|| panic!("{path}: no {key}")).clone(),
    };
    path.split('.').fold(tree.clone(), step)
}

#[test]
fn printed_values_stand_in_the_tree() {
    let tree = data().as_json();
    let facts = [
        ("map.0115.name", json!("Voronezh")),                           // 2.1.1
        ("map.0115.alz", json!(true)),                                  // 2.1.1
        ("map.1112.name", json!("Rostov")),                             // 2.1.1
        ("map.1112.alz", json!(true)),                                  // 2.1.1
        ("map.0606.city", json!("major")),                              // 7.9.1
        ("map.0607.volga", json!(false)),                               // 10.4
        ("map.1102.volga", json!(false)),                               // 10.4
        ("rims.svf.hexes", json!(["0109", "0110", "0111", "0112"])),    // 2.1.3: no further than 0112
        ("caucasus.Kalmykia.slots.axis", json!(1)),                     // 2.1.2
        ("caucasus.Kalmykia.slots.soviet", json!(2)),                   // 2.1.2
        ("caucasus.Kalmykia.borders", json!(["1102", "1103", "1104"])), // 7.4
        ("caucasus.Baku.slots", json!({ "axis": 1, "soviet": 2 })),     // 3.1.2
        ("caucasus.Maikop.points", json!(1)),                           // 10.2.1
        ("caucasus.Batumi.points", json!(2)),
        ("caucasus.Dagestan.points", json!(3)),
        ("caucasus.Baku.points", json!(5)),
        ("caucasus.Elbrus.only_unit", json!("G-49")),                // 3.1.2
        ("caucasus.Elbrus.axis_assets", json!(0)),                   // 3.1.2
        ("caucasus.Kerch.only_unit", json!("G-42")),                 // 3.1.2
        ("fronts.TCF.gates", json!(["Batumi", "Dagestan", "Baku"])), // 2.1.3
        ("fronts.TCF.capacity", json!(1)),                           // 3.1.1
        ("fronts.TCF.transfers", json!(1)),                          // 7.6
        ("fronts.DSF.arrows", json!(["SVF", "TCF"])),                // 7.6
        ("units.S-37.start", json!("0814")),                         // 6.2
        ("units.S-51.start", json!("TCF")),                          // 6.2
        ("units.G-42.start", json!("Kerch")),                        // 6.2
        ("units.I-8.start", json!("turn 3")),                        // 6.2
        ("units.G-Hol.start", json!("uranus")),                      // 6.2
        ("units.G-FP.start", json!("uranus")),                       // 6.2
        ("units.S-65.max", json!(5)),                                // 8.0
        ("assets.GA-14.factors", json!([8, 6, 3])),                  // 2.2.2
        ("assets.GA-14.rebuild_steps", json!(2)),                    // 2.2.2
        ("assets.SA-140.factors", json!([2])),                       // 8.0
        ("assets.SA-140.class", json!("tank")),                      // 8.0
        ("assets.SA-4.arrival", json!("turn 2")),                    // 9.1.1
        ("assets.SA-4.steps", json!(1)),                             // 9.1.1
        ("assets.SA-ART.only_unit", json!("S-5S")),                  // 6.4
        ("assets.GA-Wik.only_group", json!("1. PzArmee")),           // 6.4
        ("assets.GA-GD.withdraw", json!(2)),                         // 9.2.2
        ("assets.GA-88.fraction", json!("1/3")),                     // 8.1
        ("assets.GA-88.arrival", json!("start")),                    // 6.4
        ("assets.GA-250.arrival", json!("turn 12")),                 // 9.2.1
        ("assets.GA-250.roll", json!(5)),                            // 9.2.1
        ("turns.1.date", json!("July I")),                           // 4.1
        ("turns.14.date", json!("January II")),                      // 4.2
        ("turns.6.soviet", json!(17)),                               // 9.1.3
        ("turns.6.german", json!(5)),                                // 9.2.3
        ("turns.6.minor", json!(1)),                                 // 9.2.3
        ("turns.8.uranus", json!(0)),                                // 8.4
        ("turns.9.uranus", json!(1)),
        ("turns.10.uranus", json!(2)),
        ("turns.11.uranus", json!(3)),
        ("turns.14.uranus", json!(3)),
        ("crt.3.13-26.5", json!("5-R")),      // 8.0
        ("crt.3.6-12.5", json!("3")),         // 8.0
        ("rivers.0617|0616", json!("minor")), // 8.1: the Donets at Kharkov
        ("river_names.0616|0617", json!("Donets")),
        ("rivers.0508|0607", json!("major")),
        ("charts.replacements.strength", json!(1)), // 9.1.3
        ("charts.replacements.unit", json!(2)),
        ("charts.replacements.asset_step", json!(3)),
        ("charts.victory.base.caucasus", json!("9/5")), // 10.3.3: 1.8
        ("charts.victory.base.don", json!("5/1")),
        ("charts.victory.directive.primary", json!(3)),          // 10.3.4
        ("charts.victory.edelweiss", json!([1, 2, 3, 4, 5, 0])), // 10.3.2
        ("charts.victory.material", json!(150)),                 // 10.4
        ("charts.victory.decisive", json!(180)),
        ("charts.counters.total", json!(216)),       // 2.0
        ("scenario.points", json!(49)),              // 6.3
        ("counts.units_at_start.soviet", json!(15)), // 6.3
        ("counts.hexes", json!(226)),
        ("counts.units", json!({ "axis": 26, "soviet": 30 })),
        ("counts.assets", json!({ "axis": 30, "soviet": 30 })),
        ("counts.turns", json!(14)), // 4.2
    ];
    for (path, value) in facts {
        assert_eq!(look(&tree, path), value, "{path}");
    }
}

#[test]
fn the_combat_table_is_sane() {
    let data = data();
    let cell = |quotient, sum, die| data.charts.crt.cell(quotient, sum, die);
    assert_eq!(cell(3, 20, 5), CrtCell { losses: 5, retreat: true }); // the worked example of 8.0
    assert_eq!(cell(3, 6, 5), CrtCell { losses: 3, retreat: false });
    for quotient in [3, 4] {
        let labels: Vec<_> = data.charts.crt.rows(quotient).iter().map(|row| row.label()).collect();
        assert_eq!(labels, ["0-5", "6-12", "13-26", "27+"]); // 8.0
    }
    for quotient in 0..=Crt::TOP {
        for sum in 0..=120 {
            for die in 1..6 {
                assert!(
                    cell(quotient, sum, die).losses <= cell(quotient, sum, die + 1).losses,
                    "{quotient} {sum} {die}"
                );
            }
            if sum >= 13 && quotient < Crt::TOP {
                for die in 1..=6 {
                    let (now, better) = (cell(quotient, sum, die), cell(quotient + 1, sum, die));
                    assert!(now.losses <= better.losses && now.retreat <= better.retreat, "{quotient} {sum} {die}");
                }
            }
        }
    }
}

#[test]
fn directives_come_from_two_dice_and_are_three_different_things() {
    let objectives = data().charts.objectives;
    for first in 1..=6 {
        for second in 1..=6 {
            let primary = objectives.primary(first);
            let secondary = objectives.secondary(primary, second);
            assert_ne!(primary, secondary);
            assert!(![primary, secondary].contains(&Objective::third(primary, secondary)));
        }
    }
    assert_eq!(objectives.primary(1), Objective::Don);
    assert_eq!(objectives.secondary(Objective::Caucasus, 4), Objective::Stalingrad);
}

#[test]
fn units_come_as_the_rules_describe_them() {
    let data = data();
    assert!(data.units.iter().take(30).all(|unit| unit.side == Side::Soviet));
    assert!(data.units.iter().skip(30).all(|unit| unit.side == Side::Axis));
    for unit in &data.units {
        assert!(unit.slots >= 1, "6.4: {}", unit.id);
        assert!(unit.side == Side::Axis || unit.strategic[0] == unit.strategic[1], "{}", unit.id);
        assert!(unit.strategic[0] >= unit.strategic[1], "7.3, the first is the faster: {}", unit.id);
        assert_eq!(unit.start == Start::Uranus, unit.size == UnitSize::Detachment, "6.2: {}", unit.id);
    }
    let usual = |side: Side, strength: u8| {
        let units = data.units.iter().filter(|unit| unit.side == side && !unit.nation.is_ally());
        let (with, all) = units.fold((0, 0), |(with, all), unit| (with + u32::from(unit.max == strength), all + 1));
        assert!(2 * with > all, "6.3: {side}");
    };
    usual(Side::Axis, 6);
    usual(Side::Soviet, 5);
}

#[test]
fn assets_come_as_the_rules_describe_them() {
    let data = data();
    let first_guns: Vec<_> =
        data.assets.iter().filter(|asset| asset.is_anti_tank() && asset.arrival == Arrival::Start).collect();
    assert_eq!(first_guns.len(), 1); // 6.4
    assert_eq!(first_guns[0].class, AssetClass::AntiTank { num: 1, den: 3 });
    for asset in &data.assets {
        assert!(asset.rebuild_steps <= 2, "9.1.3: {}", asset.id);
        assert!(asset.max_steps < 3 || asset.factors == [0, 3, 6, 8], "2.2.2: {}", asset.id);
        assert!(asset.max_steps < 3 || asset.side == Side::Axis, "2.2.2: {}", asset.id);
        if let (Side::Axis, Arrival::Turn { steps, .. }) = (asset.side, asset.arrival) {
            assert_eq!(steps, asset.max_steps, "6.4: {}", asset.id);
        }
    }
}

#[test]
fn the_counter_mix_agrees_with_the_pieces() {
    let data = data();
    let count = |what: &str| data.charts.counters.mix.iter().find(|kind| kind.what == what).unwrap().count as usize;
    let pieces = |side: Side| data.assets.iter().filter(move |asset| asset.side == side);
    let counters = |side: Side| pieces(side).map(|asset| if asset.max_steps == 3 { 2 } else { 1 }).sum::<usize>();
    assert_eq!(count("Soviet units") + count("Axis units"), data.units.len());
    assert_eq!(count("basic strength markers"), data.units.len());
    assert_eq!(count("Soviet assets"), counters(Side::Soviet));
    assert_eq!(count("Axis assets"), counters(Side::Axis));
}

#[test]
fn defaults_are_complete() {
    let scenario = data().scenario;
    assert_eq!(scenario.default_strength.len(), 15);
    assert_eq!(scenario.default_strength.iter().map(|&(_, points)| u32::from(points)).sum::<u32>(), 49);
    assert_eq!(scenario.default_assets[Side::Soviet.index()].len(), 5);
    assert_eq!(scenario.default_assets[Side::Axis.index()].len(), 17);
}

#[test]
fn the_ledger_of_the_game_is_whole() {
    let ledger = data().book.ledger;
    assert_eq!(ledger.len(), 369);
    assert!(ledger.get("8.3.e").is_some());
    let moot = ledger.cases().iter().filter(|case| case.moot.is_some()).count();
    assert!(moot < 10, "{moot} moot cases are too many");
}
