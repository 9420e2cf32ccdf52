//! Worth goes up with what is obviously good.

use crate::Drive;
use crate::data::{ScenarioId, UnitId};
use crate::state::{Place, State};
use crate::testing::opened;
use kessel_kernel::facets::*;
use kessel_kernel::{Side, Viewer};

fn worth(game: &Drive, state: &State, side: Side, viewer: Viewer) -> i32 {
    game.evaluate(&game.see(state, viewer), side)
}

/// A unit of two steps on top of its stack.
fn big(game: &Drive, state: &State, side: Side) -> UnitId {
    let found = state.tops.iter().find(|unit| game.side(*unit) == side && state.units[unit.index()].steps > 1);
    found.expect("somebody has two steps")
}

#[test]
fn more_own_steps_are_worth_more() {
    let (game, full) = opened("uranus");
    let unit = big(&game, &full, Side::Axis);
    let mut reduced = full.clone();
    reduced.units[unit.index()].steps = 1;
    for viewer in [Viewer::Axis, Viewer::Umpire] {
        assert!(worth(&game, &full, Side::Axis, viewer) > worth(&game, &reduced, Side::Axis, viewer));
    }
}

#[test]
fn fewer_enemy_units_are_worth_more() {
    for scenario in ScenarioId::ALL {
        let (game, all) = opened(scenario.word());
        for side in Side::BOTH {
            let unit = all.tops.iter().find(|unit| game.side(*unit) != side).expect("there are enemies");
            let mut fewer = all.clone();
            game.lift(&mut fewer, unit, Place::Dead);
            for viewer in [Viewer::from(side), Viewer::Umpire] {
                assert!(worth(&game, &fewer, side, viewer) > worth(&game, &all, side, viewer), "{side} {viewer:?}");
            }
        }
    }
}

#[test]
fn a_victory_hex_is_worth_having() {
    let (game, without) = opened("blue");
    let open = game.ground.victory & game.ground.playable[0];
    for hex in (open - without.axis_control).iter() {
        let mut with = without.clone();
        with.axis_control.insert(hex);
        for viewer in [Viewer::Axis, Viewer::Soviet] {
            assert!(worth(&game, &with, Side::Axis, viewer) > worth(&game, &without, Side::Axis, viewer), "{hex:?}");
        }
    }
}

#[test]
fn germans_in_the_pile_are_worth_something_to_the_soviets() {
    let (game, before) = opened("uranus");
    let mut after = before.clone();
    after.pile += 1;
    assert!(worth(&game, &after, Side::Soviet, Viewer::Soviet) > worth(&game, &before, Side::Soviet, Viewer::Soviet));
}
