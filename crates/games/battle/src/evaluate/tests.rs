//! Worth goes up with what is obviously good.

use crate::Battle;
use crate::state::{Ended, State};
use crate::testing::{arranged, game};
use kessel_kernel::facets::*;
use kessel_kernel::{Side, Viewer};
use serde_json::json;

fn middle(game: &Battle) -> State {
    arranged(game, json!({ "turn": 6, "phase": "axis-movement" }))
}

fn worth(game: &Battle, state: &State, side: Side, viewer: Viewer) -> i32 {
    game.evaluate(&game.see(state, viewer), side)
}

#[test]
fn more_own_steps_are_worth_more() {
    let game = game();
    for (side, unit) in [(Side::Axis, "G-24Pz"), (Side::Soviet, "S-62")] {
        let (mut weak, mut strong) = (middle(&game), middle(&game));
        let unit = game.data.unit(unit).expect("a unit").index();
        (weak.units[unit].strength, strong.units[unit].strength) = (1, 2);
        for viewer in [Viewer::from(side), Viewer::Umpire] {
            assert!(worth(&game, &strong, side, viewer) > worth(&game, &weak, side, viewer), "{side}");
        }
    }
}

#[test]
fn fewer_enemy_units_are_worth_more() {
    let game = game();
    for (side, unit) in [(Side::Soviet, "G-24Pz"), (Side::Axis, "S-62")] {
        let (all, mut fewer) = (middle(&game), middle(&game));
        fewer.units[game.data.unit(unit).expect("a unit").index()].place = crate::state::Place::Dead;
        game.repaint(&mut fewer);
        for viewer in [Viewer::from(side), Viewer::Umpire] {
            assert!(worth(&game, &fewer, side, viewer) > worth(&game, &all, side, viewer), "{side} {viewer:?}");
        }
    }
}

#[test]
fn a_city_that_counts_is_worth_having() {
    let game = game();
    let (mut without, mut with) = (middle(&game), middle(&game));
    let city = game.data.places.voronezh;
    without.axis_control.remove(city);
    with.axis_control.insert(city);
    for state in [&mut without, &mut with] {
        for unit in game.data.unit_ids().filter(|unit| state.at(*unit) == Some(city)).collect::<Vec<_>>() {
            state.units[unit.index()].place = crate::state::Place::ToCome;
        }
        game.repaint(state);
    }
    assert!(
        worth(&game, &with, Side::Axis, Viewer::Axis) > worth(&game, &without, Side::Axis, Viewer::Axis),
        "Voronezh"
    );
}

#[test]
fn a_verdict_has_the_sign_of_its_winner() {
    let game = game();
    let mut state = middle(&game);
    let victory = &game.data.charts.victory;
    for (principal, score) in [(true, -40), (true, 0), (true, 90), (false, 0), (false, 500), (false, -10)] {
        state.ended = Some(Ended::Counted { principal, score });
        let winner = game.outcome(&state).expect("it is over").winner;
        let value = worth(&game, &state, Side::Axis, Viewer::Umpire);
        assert_eq!(value.signum(), winner.map_or(0, |side| if side == Side::Axis { 1 } else { -1 }), "{score}");
    }
    assert!(victory.decisive > 0);
}
