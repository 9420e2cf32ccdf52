//! What is true of every position.

use super::{game, trial};
use kessel_kernel::Side;
use kessel_trial::seeds;
use kessel_wintergewitter::data::{Area, UnitType};
use kessel_wintergewitter::state::{Frame, Place, State};
use kessel_wintergewitter::{Segment, Step, Who};

fn check(state: &State) {
    let data = &game().data;
    let mut held: [Vec<_>; 2] = Default::default();
    for unit in data.unit_ids() {
        let (own, info) = (state.unit(unit), data.info(unit));
        assert!(own.points <= info.full.strength, "{} has {} points", info.id, own.points);
        if let Place::At(hex) = own.place {
            assert!(own.points > 0 || info.kind == UnitType::Convoy, "{} is dead and on the map", info.id);
            assert!(!data.map.is_in(hex, Area::Beyond), "{} is beyond the Don", info.id);
            assert!(info.side == Side::Axis || !data.map.is_in(hex, Area::Pocket), "{} is in the Pocket", info.id);
            held[info.side.index()].push(hex);
        }
    }
    assert!(held[0].iter().all(|hex| !held[1].contains(hex)), "both sides in one hex");
    let convoys: Vec<_> =
        data.unit_ids().filter(|u| data.info(*u).kind == UnitType::Convoy).filter_map(|u| state.at(u)).collect();
    let mut apart = convoys.clone();
    apart.sort_unstable();
    apart.dedup();
    assert_eq!(apart.len(), convoys.len(), "two convoys in one hex");
    let used = state.entrenched[0].len() + state.entrenched[1].len();
    assert!(used <= usize::from(data.entrenchments), "{used} entrenchments");
}

#[test]
fn positions_are_sound() {
    for seed in seeds(200, 4, 16) {
        check(&trial().play(seed, check));
    }
}

/// 9.1.b, 9.1.g: right after the non-mechanized movement segment no hex holds too much.
#[test]
fn stacks_are_lawful_when_a_segment_has_ended() {
    for seed in 210..213 {
        trial().play(seed, |state| {
            if *state.frames.top() == Frame::Step(Step::Player(Who::First, Segment::Order)) {
                for hex in game().data.map.board.hexes() {
                    let stack = game().data.unit_ids().filter(|u| state.at(*u) == Some(hex));
                    let sum: u16 =
                        stack.map(|u| u16::from(game().data.info(u).face(state.unit(u).points).stacking)).sum();
                    assert!(sum <= u16::from(game().data.charts.stacking), "{sum} stacking points in one hex");
                }
            }
        });
    }
}
