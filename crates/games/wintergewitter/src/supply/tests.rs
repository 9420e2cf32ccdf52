//! Asked for a few, supply gives what it gives for all, and a leg is as long as its shortest way.

use super::Net;
use crate::Winter;
use crate::data::{Data, UnitId, Water};
use crate::sets::{Spaces, UnitSet};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::Decides;
use kessel_trial::Trial;
use std::collections::VecDeque;

/// Every hex within `most` of a hex, hex by hex over the map itself.
fn walked(game: &Winter, net: &Net, from: SpaceId, most: u8) -> Spaces {
    let mut reached = Spaces::EMPTY;
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((hex, gone)) = queue.pop_front() {
        if !net.open.contains(hex) || !reached.insert(hex) || gone == most {
            continue;
        }
        let near = game.data.map.board.neighbors(hex).iter();
        let dry = near.filter(|n| game.data.map.sides[n.edge].water != Water::Major);
        queue.extend(dry.map(|n| (n.space, gone + 1)));
    }
    reached
}

fn compare(game: &Winter, state: &State, side: Side) {
    let units: UnitSet = game.own(side).filter(|unit| state.at(*unit).is_some()).collect();
    let fed = game.supplied(state, side, units);
    for unit in units.iter() {
        let alone = game.supplied(state, side, UnitSet::of(unit));
        assert_eq!(alone.contains(unit), fed.contains(unit), "{} asked for alone", game.unit_name(unit));
    }
    let net = game.net(state, side);
    let hexes: Spaces = units.iter().filter_map(|unit| state.at(unit)).collect();
    for hex in game.ground.headquarters[side.index()].iter().filter_map(|hq: UnitId| state.at(hq)) {
        for most in [3, 7] {
            let legs = game.legs(&net, std::iter::once(hex), most, hexes) & hexes;
            assert_eq!(legs, walked(game, &net, hex, most) & hexes, "{most} hexes from {}", game.hex_name(hex));
        }
    }
}

#[test]
fn supply_of_a_few_is_supply_of_all() {
    let game = Winter::load(&Data::embedded()).expect("the built-in data is sound");
    let kind_of = |state: &State| format!("{:?}", state.step());
    let trial = Trial::of(game, &["we-are-coming", "last-gasp"], kind_of);
    for state in trial.positions(0..4, 1) {
        let state = trial.game.ready(&state);
        Side::BOTH.into_iter().for_each(|side| compare(&trial.game, &state, side));
    }
}
