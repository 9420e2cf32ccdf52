//! The ring in depth: how much the Axis must do to open a way to the Volga again. A ring that one corps opens by stepping into a zone is none.

use crate::sets::Spaces;
use crate::staff::Mind;
use crate::staff::net::{Arrivals, Net};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// So many moves, or more, open nothing in one turn.
const MOST: usize = 4;
/// So many holes of the same depth are as bad as a ring that is one move shallower.
const HOLES: i32 = 8;

/// Spaces by moves, fewer than [`MOST`]: the first set for none. What takes more stands in no set.
type ByMoves = [Spaces; MOST];

impl Mind<'_> {
    /// What it is worth that the Axis needs several moves for a line of supply to the Volga, and that few hexes offer themselves for them.
    pub(in crate::staff) fn depth(&self, state: &State, net: &Net, coming: &Arrivals) -> i32 {
        let weight = self.weights.depth;
        if weight == 0 {
            return 0;
        }
        let (moves, holes) = self.moves_to_open(state, net, coming);
        weight * (HOLES * moves - holes) / HOLES
    }

    /// The fewest moves by which the Axis comes to a supplied hex of the Volga, and how many hexes lie on ways of so few.
    pub(in crate::staff) fn moves_to_open(&self, state: &State, net: &Net, coming: &Arrivals) -> (i32, i32) {
        let prices = self.prices(state, net, coming);
        let sources = net.axis_rim - self.game.picture(state).held[Side::Soviet.index()];
        let goals = net.volga & net.hexes;
        let there = moves_from(net, sources, &prices, goals);
        let least = there.iter().position(|spaces| !spaces.is_disjoint(&goals)).unwrap_or(MOST);
        if least == 0 || least == MOST {
            return (least as i32, 0);
        }
        let back = moves_to(net, there[least] & goals, &prices, least);
        let mut ways = Spaces::EMPTY;
        for moves in 0..=least {
            ways |= there[moves] & back[least - moves];
        }
        let holes = ((ways & net.hexes) - prices[0]).len() as i32;
        (least as i32, holes.min(HOLES - 1))
    }

    /// What the Axis must do to lead its line through a space: nothing, one move into a zone or to the Volga, or a battle won.
    fn prices(&self, state: &State, net: &Net, coming: &Arrivals) -> ByMoves {
        let picture = self.game.picture(state);
        let (axis, soviet) = (Side::Axis.index(), Side::Soviet.index());
        let wanted = (picture.zone[soviet] | net.volga) - picture.held[axis] - picture.held[soviet];
        let free = net.all - wanted - picture.held[soviet];
        let mut prices = [free, wanted & coming.all, wanted - coming.all, Spaces::EMPTY];
        for at in picture.held[soviet].iter() {
            if let Some(moves) = self.moves_to_win(state, coming, at) {
                prices[moves].insert(at);
            }
        }
        prices
    }

    /// What the Axis must do to lead its line through Soviet units; nothing if it is too weak.
    fn moves_to_win(&self, state: &State, coming: &Arrivals, at: SpaceId) -> Option<usize> {
        let factors = |side: Side| self.reckon_all(self.game.units_in(state, at, side)).factors();
        let theirs = coming.force_in(at) + factors(Side::Axis);
        if theirs == 0 {
            return None;
        }
        let ours = factors(Side::Soviet);
        match () {
            () if theirs >= 3 * ours => Some(2),
            () if theirs >= ours => Some(3),
            () => None,
        }
    }
}

/// Spaces by the moves that a line needs to come from the sources into them. Beyond the first goals nobody asks.
fn moves_from(net: &Net, sources: Spaces, prices: &ByMoves, goals: Spaces) -> ByMoves {
    let (mut there, mut beside, mut known) = ([Spaces::EMPTY; MOST], [Spaces::EMPTY; MOST], Spaces::EMPTY);
    for moves in 0..MOST {
        let mut front = if moves == 0 { sources } else { Spaces::EMPTY };
        for price in 1..=moves {
            front |= beside[moves - price] & prices[price];
        }
        front -= known;
        while !front.is_empty() {
            there[moves] |= front;
            known |= front;
            let near = net.supply.of(front);
            beside[moves] |= near;
            front = (near & prices[0]) - known;
        }
        if !there[moves].is_disjoint(&goals) {
            break;
        }
    }
    there
}

/// Spaces by the moves that a line needs from there to the ends, what must be done in the space itself left out; no more than `most`.
fn moves_to(net: &Net, ends: Spaces, prices: &ByMoves, most: usize) -> ByMoves {
    let (mut back, mut known) = ([Spaces::EMPTY; MOST], Spaces::EMPTY);
    for moves in 0..=most {
        let mut front = if moves == 0 { ends } else { Spaces::EMPTY };
        for price in 1..=moves {
            front |= net.supply.of(back[moves - price] & prices[price]);
        }
        front -= known;
        while !front.is_empty() {
            back[moves] |= front;
            known |= front;
            front = net.supply.of(front & prices[0]) - known;
        }
    }
    back
}
