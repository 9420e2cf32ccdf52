//! Where a network of spaces is narrowest: how many ways lead through it, and what it takes to close them all.

use kessel_board::SpaceId;
use std::collections::VecDeque;

/// No price: this space is never closed.
pub const NEVER: i32 = 10_000;

/// A network of spaces with prices, cut where that is cheapest (a greatest flow, Menger's theorem).
///
/// Every way runs from the starts to the goals over the links. To close a space costs its price, and nothing can be closed but spaces; with a price
/// of one each, [`Cut::least`] counts the ways that share no space.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Each space is a way in (even) and a way out (odd) with its price between them; then come the source and the sink of the flow.
    first: Vec<u32>,
    pipes: Vec<Pipe>,
    spaces: Vec<SpaceId>,
}

/// A pipe of the network; its counterpart is the one beside it.
#[derive(Clone, Debug)]
struct Pipe {
    to: u32,
    room: i32,
    /// The next pipe from the same place.
    next: u32,
}

const NONE: u32 = u32::MAX;

fn inward(space: SpaceId) -> usize {
    2 * space.index()
}

fn outward(space: SpaceId) -> usize {
    2 * space.index() + 1
}

impl Cut {
    /// A network on a board of so many spaces; as yet it has none.
    pub fn new(spaces: usize) -> Cut {
        Cut { first: vec![NONE; 2 * spaces + 2], pipes: Vec::with_capacity(8 * spaces), spaces: Vec::new() }
    }

    fn source(&self) -> usize {
        self.first.len() - 2
    }

    fn sink(&self) -> usize {
        self.first.len() - 1
    }

    fn lay(&mut self, from: usize, to: usize, room: i32) {
        for (from, to, room) in [(from, to, room), (to, from, 0)] {
            self.pipes.push(Pipe { to: to as u32, room, next: self.first[from] });
            self.first[from] = self.pipes.len() as u32 - 1;
        }
    }

    /// A space of the network, which can be closed for a price.
    pub fn add(&mut self, space: SpaceId, price: i32) {
        self.spaces.push(space);
        self.lay(inward(space), outward(space), price);
    }

    /// One can step from a space to another.
    pub fn link(&mut self, from: SpaceId, to: SpaceId) {
        self.lay(outward(from), inward(to), NEVER);
    }

    /// Ways begin here, and to close this space closes them.
    pub fn starts_at(&mut self, space: SpaceId) {
        self.lay(self.source(), inward(space), NEVER);
    }

    /// Ways begin here; the space itself cannot be closed.
    pub fn starts_within(&mut self, space: SpaceId) {
        self.lay(self.source(), outward(space), NEVER);
    }

    /// Ways end here, and to close this space closes them.
    pub fn ends_at(&mut self, space: SpaceId) {
        self.lay(outward(space), self.sink(), NEVER);
    }

    /// What it costs to close all ways; no more than `most` is looked for.
    pub fn least(&mut self, most: i32) -> i32 {
        let mut sum = 0;
        while sum < most
            && let Some(room) = self.push()
        {
            sum += room;
        }
        sum
    }

    /// The spaces to be closed, as near to the starts as they can be; once [`Cut::least`] has found all.
    pub fn near_starts(&self) -> impl Iterator<Item = SpaceId> + '_ {
        let found = self.flood(self.source(), |pipe| self.pipes[pipe].room > 0);
        self.spaces.iter().copied().filter(move |space| found[inward(*space)] && !found[outward(*space)])
    }

    /// The spaces to be closed, as near to the goals as they can be; once [`Cut::least`] has found all.
    pub fn near_ends(&self) -> impl Iterator<Item = SpaceId> + '_ {
        // The counterpart leads hither.
        let found = self.flood(self.sink(), |pipe| self.pipes[pipe ^ 1].room > 0);
        self.spaces.iter().copied().filter(move |space| found[outward(*space)] && !found[inward(*space)])
    }

    /// What the flow could still come to from a place.
    fn flood(&self, from: usize, open: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut found = vec![false; self.first.len()];
        found[from] = true;
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for pipe in self.from(at) {
                let to = self.pipes[pipe].to as usize;
                if open(pipe) && !found[to] {
                    found[to] = true;
                    waiting.push(to);
                }
            }
        }
        found
    }

    fn from(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let some = |pipe: u32| (pipe != NONE).then_some(pipe as usize);
        std::iter::successors(some(self.first[place]), move |pipe| some(self.pipes[*pipe].next))
    }

    /// Sends as much as one way takes; nothing when all ways are full.
    fn push(&mut self) -> Option<i32> {
        let (source, sink) = (self.source(), self.sink());
        let mut came = vec![NONE; self.first.len()];
        let mut queue = VecDeque::from([source]);
        while came[sink] == NONE {
            let at = queue.pop_front()?;
            for pipe in self.from(at) {
                let Pipe { to, room, .. } = self.pipes[pipe];
                if room > 0 && came[to as usize] == NONE && to as usize != source {
                    came[to as usize] = pipe as u32;
                    queue.push_back(to as usize);
                }
            }
        }
        let back = |place: usize| self.pipes[came[place] as usize ^ 1].to as usize;
        let places = std::iter::successors(Some(sink), |place| Some(back(*place)).filter(|place| *place != source));
        let way: Vec<usize> = places.map(|place| came[place] as usize).collect();
        let room = way.iter().map(|pipe| self.pipes[*pipe].room).min()?;
        for pipe in way {
            self.pipes[pipe].room -= room;
            self.pipes[pipe ^ 1].room += room;
        }
        Some(room)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, hex};
    use super::*;

    /// The whole board from its first row to its last, each hex at a price.
    fn network(price: impl Fn(&str) -> i32) -> (Cut, kessel_board::Board) {
        let board = board();
        let mut cut = Cut::new(board.len());
        for space in board.hexes() {
            let name = board.name(space);
            cut.add(space, price(name));
            board.neighbors(space).iter().for_each(|near| cut.link(space, near.space));
            if name.starts_with("01") {
                cut.starts_at(space);
            }
            if name.starts_with("04") {
                cut.ends_at(space);
            }
        }
        (cut, board)
    }

    #[test]
    fn as_many_ways_as_the_narrowest_row_has_hexes() {
        assert_eq!(network(|_| 1).0.least(99), 4);
        assert_eq!(network(|_| 1).0.least(3), 3);
        assert_eq!(network(|name| if name == "0202" { 0 } else { 1 }).0.least(99), 3);
    }

    #[test]
    fn the_cheapest_hexes_are_closed_as_near_to_the_goals_or_the_starts_as_can_be() {
        let cheap = |name: &str| if name.starts_with("02") || name.starts_with("03") { 1 } else { 5 };
        let (mut cut, board) = network(cheap);
        assert_eq!(cut.least(NEVER), 4);
        let names =
            |spaces: Vec<SpaceId>| -> Vec<String> { spaces.iter().map(|s| board.name(*s).to_owned()).collect() };
        assert_eq!(names(cut.near_ends().collect()), ["0301", "0302", "0303", "0304"]);
        assert_eq!(names(cut.near_starts().collect()), ["0201", "0202", "0203", "0204"]);
    }

    #[test]
    fn a_space_in_which_ways_begin_may_stay_open() {
        let board = board();
        let ways = |begin: fn(&mut Cut, SpaceId)| {
            let mut cut = Cut::new(board.len());
            for space in board.hexes() {
                cut.add(space, 1);
                board.neighbors(space).iter().for_each(|near| cut.link(space, near.space));
            }
            begin(&mut cut, hex(&board, "0202"));
            cut.ends_at(hex(&board, "0401"));
            cut.ends_at(hex(&board, "0402"));
            (cut.least(99), cut.near_starts().map(|space| board.name(space).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(ways(Cut::starts_at), (1, vec!["0202".to_owned()]));
        assert_eq!(ways(Cut::starts_within), (2, vec!["0401".to_owned(), "0402".to_owned()]));
    }

    #[test]
    fn what_is_never_closed_costs_more_than_anything_else() {
        assert!(network(|_| NEVER).0.least(NEVER) >= NEVER);
    }
}
