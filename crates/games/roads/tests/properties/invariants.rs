//! What holds after every action of a game.

use super::{game, kind_of, trial};
use kessel_kernel::Side;
use kessel_roads::state::{Frame, Place, Spot, State, Supply};

/// Units on the map have steps and stand on land that their side controls; the others have neither steps nor markers.
fn units_are_sound(state: &State) {
    let data = &game().data;
    let map = &data.scenarios[usize::from(state.scenario)].map;
    for unit in data.unit_ids() {
        let (info, now) = (&data.units[unit.index()], state.field.get(unit));
        assert_eq!(now.side, info.side);
        match now.place {
            Place::Hex(hex) => {
                assert!((1..=info.steps()).contains(&now.steps), "{} has {} steps", info.id, now.steps);
                assert!(map.board.is_hex(hex) && !map.spaces[hex].is_water(), "{} in {}", info.id, map.board.name(hex));
                assert_eq!(state.controller(hex), info.side, "{} in {}", info.id, map.board.name(hex));
                assert_eq!(state.field.holder(hex), Some(info.side), "{}", map.board.name(hex));
            }
            Place::Reserve => assert_eq!((info.side, now.steps), (Side::Soviet, info.steps()), "{}", info.id),
            _ => assert_eq!(
                (now.steps, now.supply, now.exploiting),
                (0, Supply::In, false),
                "{} is off the map",
                info.id
            ),
        }
        assert!(now.supply != Supply::Fortress || info.side == Side::Axis, "{}", info.id);
    }
}

/// Supports lie with units of their own side that are there.
fn supports_are_sound(state: &State) {
    let data = &game().data;
    for (marker, spot) in data.supports.markers.iter().zip(&state.markers) {
        let side = data.supports.kinds[marker.kind.index()].side;
        match *spot {
            Spot::Unit(unit) => {
                assert!(state.field.at(unit).is_some(), "{} is with nobody", marker.id);
                assert_eq!(data.units[unit.index()].side, side, "{}", marker.id);
            }
            Spot::Box(at) => assert_eq!(at.side(), side, "{}", marker.id),
            _ => {}
        }
    }
}

/// Between combats nothing of one is left.
fn the_frames_are_sound(state: &State) {
    let fighting = state.frames.iter().any(|frame| matches!(frame, Frame::Fight | Frame::Muster));
    assert_eq!(fighting, state.fight.is_some(), "{}", kind_of(state));
    assert!(!state.closing || state.frames.depth() > 1, "{}", kind_of(state));
}

#[test]
fn every_position_of_a_game_is_sound() {
    for seed in 60..80 {
        let look = |state: &State| {
            units_are_sound(state);
            supports_are_sound(state);
            the_frames_are_sound(state);
        };
        let last = trial().play(seed, look);
        look(&last);
    }
}
