//! Worth goes up with what is obviously good.

use crate::Roads;
use crate::data::{LevelId, UnitId};
use crate::state::{Ended, Place, State};
use crate::testing::{game, start};
use kessel_kernel::facets::*;
use kessel_kernel::{Side, Viewer};

fn worth(game: &Roads, state: &State, side: Side, viewer: Viewer) -> i32 {
    game.evaluate(&game.see(state, viewer), side)
}

/// A unit of two steps on the map that is no HQ and has factors worth counting.
fn strong(game: &Roads, state: &State, side: Side) -> UnitId {
    let fits = |unit: &UnitId| {
        let info = game.info(*unit);
        info.side == side && !info.is_hq() && state.field.at(*unit).is_some() && state.field.get(*unit).steps > 1
    };
    let best =
        game.data.unit_ids().filter(fits).max_by_key(|unit| game.unit_worth(*unit, 2) - game.unit_worth(*unit, 1));
    best.expect("there are such units")
}

#[test]
fn more_own_steps_are_worth_more_and_fewer_enemy_units_too() {
    let game = game();
    for scenario in ["uranus", "campaign", "backhand-blow"] {
        let full = start(&game, scenario);
        for side in Side::BOTH {
            let (mut reduced, mut gone) = (full.clone(), full.clone());
            reduced.field.get_mut(strong(&game, &full, side)).steps = 1;
            gone.field.put(strong(&game, &full, side.other()), Place::Eliminated);
            for viewer in [Viewer::from(side), Viewer::Umpire] {
                let worth = |state| worth(&game, state, side, viewer);
                assert!(worth(&full) > worth(&reduced), "{scenario} {side}");
                assert!(worth(&gone) > worth(&full), "{scenario} {side}");
            }
        }
    }
}

#[test]
fn a_major_city_is_worth_having() {
    let game = game();
    for scenario in ["campaign", "star-and-gallop", "backhand-blow"] {
        let before = start(&game, scenario);
        for city in &game.map(&before).cities {
            let mut taken = before.clone();
            city.hexes.iter().for_each(|hex| {
                taken.axis_control.remove(*hex);
            });
            if taken.axis_control == before.axis_control {
                continue;
            }
            let worth = |state| worth(&game, state, Side::Soviet, Viewer::Soviet);
            assert!(worth(&taken) > worth(&before), "{scenario}: {}", city.name);
        }
    }
}

#[test]
fn levels_are_worth_what_they_are_called() {
    let game = game();
    for scenario in &game.data.scenarios {
        let mut state = start(&game, &scenario.id);
        let mut values = Vec::new();
        for (n, level) in scenario.victory.levels.iter().enumerate() {
            state.ended = Some(Ended { level: LevelId::at(n), points: None });
            let value = worth(&game, &state, Side::Axis, Viewer::Umpire);
            assert_eq!(value.signum(), level.winner.map_or(0, |side| if side == Side::Axis { 1 } else { -1 }));
            values.push(value);
        }
        assert!(values.is_sorted_by(|a, b| a > b), "{}: {values:?}", scenario.id);
    }
}
