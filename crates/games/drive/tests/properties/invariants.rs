//! What holds after every action of a game.

use super::{game, kind_of, trial};
use kessel_drive::data::Factor;
use kessel_drive::state::{Frame, Place, State, UnitSet};
use kessel_kernel::Side;
use std::collections::BTreeMap;

/// Units on the map have steps, the dead have none; no face is shown twice, and only by regular units.
fn units_are_sound(state: &State) {
    let data = &game().data;
    let mut faces = BTreeMap::new();
    for unit in data.unit_ids() {
        let (info, now) = (data.info(unit), state.units[unit.index()]);
        match now.place {
            Place::At(hex) => {
                assert!((1..=info.steps()).contains(&now.steps), "{} has {} steps", info.id, now.steps);
                assert!(!data.map.spaces[hex].is_sea(), "{} is at sea", info.id);
            }
            Place::Dead | Place::Piled => assert_eq!(now.steps, 0, "{}", info.id),
            _ => {}
        }
        if let Some(face) = now.face {
            assert!(info.full.attack == Factor::Untried && data.faces[face.index()].kind == info.kind, "{}", info.id);
            assert_eq!(faces.insert(face, unit), None, "two units show one face");
        }
    }
}

/// A hex holds units of one side, no more than it can, under one top unit; its holder controls it.
fn stacks_are_sound(state: &State) {
    let data = &game().data;
    let mut hexes: BTreeMap<u16, Vec<_>> = BTreeMap::new();
    for unit in data.unit_ids() {
        if let Some(hex) = state.at(unit) {
            hexes.entry(hex.0).or_default().push(unit);
        }
    }
    let limits = &data.charts.stacking;
    for (hex, units) in hexes {
        let hex = kessel_board::SpaceId(hex);
        let name = data.map.board.name(hex);
        let side = data.info(units[0]).side;
        assert!(units.iter().all(|u| data.info(*u).side == side), "both sides in {name}");
        assert_eq!(units.iter().filter(|u| state.tops.contains(**u)).count(), 1, "the top of {name}");
        assert_eq!(state.control(hex), side, "control of {name}");
        let guns = units.iter().filter(|u| data.info(**u).kind.is_artillery()).count();
        let crowded = matches!(state.frames.top(), Frame::Excess { .. });
        let lawful = units.len() - guns <= usize::from(limits.units) && guns <= usize::from(limits.artillery);
        assert!(crowded || lawful, "{name} holds {}", units.len());
    }
    let standing: UnitSet = data.unit_ids().filter(|u| state.at(*u).is_some()).collect();
    assert!(state.tops.is_subset(&standing), "nobody off the map lies on top");
}

/// Each side's network holds only what it controls.
fn networks_are_sound(state: &State) {
    for (side, network) in Side::BOTH.into_iter().zip(state.network) {
        for hex in network.iter() {
            assert_eq!(state.control(hex), side, "{}", game().data.map.board.name(hex));
        }
    }
}

#[test]
fn every_position_of_a_game_is_sound() {
    for seed in 60..72 {
        let mut n = 0u32;
        let look = |state: &State| {
            units_are_sound(state);
            stacks_are_sound(state);
            networks_are_sound(state);
        };
        let last = trial().play(seed, |state| {
            n += 1;
            // Positions put on the table by hand may begin with unlawful stacks.
            if n > 60 && n.is_multiple_of(7) {
                look(state);
            }
        });
        look(&last);
        assert!(kind_of(&last).starts_with("over"));
    }
}
