//! What a side may not know changes nothing that it sees or is offered.

use super::{game, trial};
use kessel_kernel::facets::*;
use kessel_kernel::{Side, Viewer};
use kessel_trial::Chance;
use kessel_wintergewitter::state::{Place, State};

/// The same position with other secrets of `side`: the strength and markers of hidden enemy units changed: they lie under another unit, so nobody sees it.
pub(super) fn other_secrets(state: &State, side: Side, chance: &mut Chance) -> State {
    with_other_secrets(state, side.other(), chance)
}

/// The same for whoever may not know them.
pub(super) fn with_other_secrets(state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let seen = game().redact(state, side.into());
    for unit in game().data.unit_ids() {
        let info = game().data.info(unit);
        let hidden = info.side != side && seen.unit(unit).place == Place::Unknown;
        let points = state.unit(unit).points;
        let under = |hex| {
            let stack: Vec<_> = game().data.unit_ids().filter(|u| state.at(*u) == Some(hex)).collect();
            stack.iter().any(|u| state.unit(*u).points > points)
        };
        if hidden && points > 1 && state.at(unit).is_some_and(under) && chance.once_in(2) {
            other.unit_mut(unit).points = 1 + chance.below(usize::from(points) - 1) as u8;
        }
    }
    other
}

/// 18.1.f: who looks back at an earlier turn sees its map, but not what its fights showed.
#[test]
fn an_earlier_turn_is_looked_at_without_its_fights() {
    let mut shown = 0;
    for state in trial().positions(90..96, 2).iter().filter(|state| state.switches.fog && state.ended.is_none()) {
        let mut faded = state.clone();
        game().fade(&mut faded);
        for side in Side::BOTH {
            let (now, then) = (game().redact(state, side.into()), game().redact(&faded, side.into()));
            assert!(
                game().view(&game().see(&faded, side.into())).battle.is_none(),
                "a fight of an earlier turn is shown"
            );
            for unit in state.open.iter().filter(|unit| game().data.info(*unit).side != side) {
                let info = game().data.info(unit);
                let known = then.unit(unit);
                let printed = info.face(state.unit(unit).points).strength;
                assert!(known.place == Place::Unknown || known.points == printed, "{} is remembered", info.id);
                shown += usize::from(now.unit(unit) != known);
            }
        }
    }
    assert!(shown > 20, "few fights show anything: {shown}");
}

#[test]
fn a_spectator_sees_no_more_than_both_sides() {
    for state in trial().positions(78..80, 1).iter().filter(|state| state.switches.fog && state.ended.is_none()) {
        let spectator = game().redact(state, Viewer::Spectator);
        for side in Side::BOTH {
            let seen = game().redact(state, side.into());
            for unit in game().data.unit_ids().filter(|u| game().data.info(*u).side != side) {
                if seen.unit(unit).place == Place::Unknown {
                    assert_eq!(spectator.unit(unit).place, Place::Unknown, "{}", game().data.info(unit).id);
                }
            }
        }
    }
}
