use super::Mind;
use super::chart::Posture;
use crate::setup::tests::Table;
use crate::state::{Place, Supply};
use kessel_table::{Side, Temperament};

#[test]
fn infantry_holds_while_the_panzers_strike() {
    let table = Table::new("backhand-blow");
    let mind = mind(&table, Side::Axis);
    let chart = mind.chart(&table.state);
    assert_eq!(mind.stance(&chart, table.unit("335ID")), Posture::Defend);
    assert_eq!(mind.stance(&chart, table.unit("3SS-a")), Posture::Attack);
    // Kharkov is the prize: without a major city the rest counts for nothing.
    assert!(chart.goal[table.hex("2108")] > chart.goal[table.hex("0518")]);
}

fn mind(table: &Table, side: Side) -> Mind<'_> {
    Mind { game: &table.game, seen: &table.state, side, offers: &[], temperament: Temperament::Balanced }
}

#[test]
fn every_front_has_its_goal() {
    let table = Table::new("star-and-gallop");
    let chart = mind(&table, Side::Soviet).chart(&table.state);
    for near in ["2108", "0518"] {
        assert!(chart.goal[table.hex(near)] > chart.goal[table.hex("1203")], "{near} before Dnepropetrovsk");
    }
}

#[test]
fn an_hq_near_the_enemy_is_guarded() {
    let table = Table::new("backhand-blow");
    let chart = mind(&table, Side::Axis).chart(&table.state);
    let at = table.state.field.at(table.unit("Fr-Pico")).expect("it is on the map");
    assert!(chart.goal[at] > 0);
}

#[test]
fn a_line_across_the_relief_leaves_it_less_room() {
    let mut table = Table::new("wintergewitter");
    let held = mind(&table, Side::Soviet).relief_room(&table.state);
    for unit in ["4MK", "13MK", "126SD", "302SD", "91SD", "4KK"] {
        let unit = table.unit(unit);
        table.state.field.put(unit, Place::Eliminated);
    }
    assert!(held < mind(&table, Side::Soviet).relief_room(&table.state));
    // The relief does not deny itself anything.
    assert_eq!(mind(&table, Side::Axis).relief_room(&table.state), 0);
}

#[test]
fn the_fortress_is_stormed_when_it_is_hungry() {
    let mut table = Table::new("campaign");
    let (unit, at) = (table.unit("71ID"), table.hex("1334"));
    table.state.field.get_mut(unit).supply = Supply::Fortress;
    table.state.fortress.level = 10;
    assert!(mind(&table, Side::Soviet).storm_part(&table.state, at) < 100);
    table.state.fortress.level = 3;
    assert_eq!(mind(&table, Side::Soviet).storm_part(&table.state, at), 100);
}

#[test]
fn an_hq_that_falls_behind_costs_more_the_farther_it_is() {
    let table = Table::new("campaign");
    let (hq, mind) = (table.unit("Voronezh"), mind(&table, Side::Soviet));
    let near = table.state.field.at(hq).expect("it is on the map");
    assert_eq!(mind.hq_behind(&table.state, hq, near), 0);
    assert!(mind.hq_behind(&table.state, hq, table.hex("2634")) > 0);
}
