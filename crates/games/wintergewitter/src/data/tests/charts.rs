//! The cells and numbers that the rulebook fixes.

use super::data;
use crate::data::{AirResult, BatteryResult, Blow, Loss, MoveClass, Terrain};
use serde_json::json;

fn fire(strength: u16, left: u8, die: i8) -> (u8, u8) {
    let Loss { mandatory, optional } = data().charts.crt.read(strength, left, die);
    (mandatory, optional)
}

fn bombs(factors: u16, left: u8, die: i8) -> (u8, bool) {
    let Blow { hits, disrupts } = data().charts.bombardment.read(factors, left, die);
    (hits, disrupts)
}

#[test]
fn fire_combat() {
    assert_eq!(fire(8, 0, 10), (1, 3));
    assert_eq!(fire(27, 1, 10), (2, 4));
    assert_eq!(fire(11, 0, 5), (0, 1));
    let crt = &data().charts.crt;
    assert_eq!((crt.column(27, 0), crt.column(11, 0), crt.column(27, 1)), (Some(25), Some(10), Some(20)));
    assert_eq!((crt.column(0, 0), crt.column(1, 1), crt.column(99, 0)), (None, None, Some(60)));
    assert_eq!(fire(1, 1, 10), (0, 0));
    assert_eq!((fire(60, 0, -9), fire(60, 0, 99)), ((0, 0), (6, 8)));
}

#[test]
fn more_strength_and_a_higher_die_never_do_less() {
    let crt = &data().charts.crt;
    let sum = |loss: Loss| loss.mandatory + loss.optional;
    for rows in crt.rows.windows(2) {
        assert!(rows[0].iter().zip(&rows[1]).all(|(low, high)| sum(*low) <= sum(*high)));
    }
    for row in &crt.rows {
        assert!(row.is_sorted_by_key(|loss| sum(*loss)));
    }
    for row in &data().charts.bombardment.rows {
        assert!(row[1..].is_sorted_by_key(|blow| blow.hits));
    }
}

#[test]
fn bombardment_and_counter_battery() {
    assert_eq!(bombs(4, 0, 6), (0, false));
    assert_eq!(bombs(7, 0, 6), (1, false));
    assert_eq!(bombs(7, 0, 7), (1, false));
    assert_eq!(bombs(5, 1, 8), (1, false));
    assert_eq!(data().charts.bombardment.column(5, data().charts.armored_shift), Some(3));
    let battery = &data().charts.battery;
    assert_eq!(battery.read(6, 7), BatteryResult::Suppressed);
    assert_eq!((battery.read(6, 3), battery.read(20, 10)), (BatteryResult::None, BatteryResult::Hits(3)));
    assert_eq!(battery.column(9), Some(6));
}

#[test]
fn air_combat() {
    let air = &data().charts.air;
    assert_eq!((air.read(1, 5), air.read(1, 4)), (AirResult::Abort, AirResult::None));
    assert_eq!(air.read(-1, 5), AirResult::None);
    assert_eq!(air.read(1, 8), AirResult::Disrupted);
    assert_eq!(air.read(-4, 6), AirResult::None);
    assert_eq!((air.read(-9, 9), air.read(9, 3)), (AirResult::Abort, AirResult::Abort));
}

#[test]
fn terrain() {
    let charts = &data().charts;
    assert_eq!(charts.effect(Terrain::Elevated).shift, 1);
    assert_eq!(charts.effect(Terrain::Clear).enter.of(MoveClass::NonMotorized), 2);
    assert_eq!(charts.effect(Terrain::Balka).enter.of(MoveClass::Motorized), 8);
    assert_eq!(charts.effect(Terrain::Elevated).enter.of(MoveClass::Mechanized), 4);
    assert_eq!((charts.road.of(MoveClass::Motorized), charts.road.of(MoveClass::NonMotorized)), (1, 2));
    assert_eq!((charts.river.of(MoveClass::Motorized), charts.river.of(MoveClass::NonMotorized)), (40, 2));
    assert_eq!((charts.river_shift, charts.entrenched_shift, charts.armored_shift), (1, 1, 1));
}

#[test]
fn numbers_of_the_text() {
    let charts = &data().charts;
    assert_eq!((charts.stacking, charts.zone, charts.hasty), (18, (2, 1), [2, 4, 3]));
    assert_eq!((charts.demolition, charts.supply, charts.returns), ((6, 3), [10, 8, 8, 15], [50, 25, 25]));
    let pocket = charts.pocket;
    assert_eq!((pocket.thunderclap_points, pocket.thunderclap_reach, pocket.thunderclap_roll), (12, 10, 6));
    assert_eq!((pocket.ring_reach, pocket.ring_roll), (3, 8));
    assert_eq!((pocket.reserve_reach, pocket.reserve_roll_reach), (5, 10));
    assert_eq!((charts.points.far_distance, charts.points.near_distance, charts.points.lost_strength), (18, 5, 50));
    assert_eq!((charts.points.corridor_opened, charts.points.corridor_at_end), (1, 5));
    let margin = charts.margin;
    assert_eq!((margin.german_decisive, margin.german_significant, margin.german_marginal), (8, 5, 2));
    assert_eq!((margin.draw, margin.soviet_marginal, margin.soviet_significant), (1, 0, -1));
    let bonus = charts.bonus;
    assert_eq!((bonus.better_lead, bonus.much_better_lead, bonus.far_better_lead), (1, 2, 3));
    assert_eq!((bonus.four_hexes, bonus.five_hexes, bonus.six_hexes), (1, 2, 3));
    assert_eq!((bonus.three_turns, bonus.five_turns), (1, 2));
    assert_eq!((bonus.armor, bonus.combined_arms, bonus.engineer), (2, 1, 1));
    assert_eq!((bonus.organic, bonus.out_of_supply, bonus.unobserved, bonus.anti_air), (-1, -2, -1, -1));
    assert_eq!((charts.scale.miles, charts.scale.hours), (2, 12));
    assert_eq!((charts.reach.interdiction, charts.reach.soviet_air, charts.reach.observed), (5, 5, 2));
}

#[test]
fn the_tree_shows_the_tables() {
    let tree = data().as_json();
    assert_eq!(tree["crt"]["8"]["10"], "1/3");
    assert_eq!(tree["crt"]["10"]["5"], "-/1");
    assert_eq!(tree["crt"]["1"]["1"], "-");
    assert_eq!(tree["bombardment"]["1"]["10"], "D");
    assert_eq!(tree["bombardment"]["7"]["8"], "1D");
    assert_eq!(tree["counter_battery"]["6"]["7"], "S");
    assert_eq!(tree["air_combat"]["1"]["5"], "A");
    assert_eq!(tree["charts"]["zone"], json!([2, 1]));
    assert_eq!(tree["sides"]["3425|3424"], json!({ "water": "minor", "road": true, "bridge": true }));
}
