//! The narrowest cut of a supply network: how many roads that share no space lead from the sources to the goals.
//!
//! To close them all takes as many blocks as there are roads (Menger), so every unit that takes one away brings the ring nearer, long before
//! anybody loses supply.

use super::Mind;
use crate::data::Link;
use crate::state::{Spaces, State};
use kessel_board::SpaceId;
use kessel_table::Side;

/// More roads than this are not counted.
const MANY: i32 = 8;

/// Coming into a space or going out of it: a space carries one road.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Gate {
    In,
    Out,
}

/// A place in the search for another road.
type Node = (SpaceId, Gate);

/// Roads found so far.
struct Roads {
    used: Vec<bool>,
    next: Vec<Option<SpaceId>>,
    last: Vec<Option<SpaceId>>,
}

impl Mind<'_> {
    /// How many separate roads of a side lead to these goals.
    pub(super) fn roads(&self, state: &State, side: Side, goals: Spaces) -> i32 {
        let picture = self.game.picture(state);
        let goals = goals & picture.fed[side.index()];
        if goals.is_empty() {
            return 0;
        }
        let open = picture.line[side.index()];
        let board = &self.game.data.board;
        let starts: Spaces = open.iter().filter(|s| self.game.data.spaces[*s].is_source(side)).collect();
        let ends: Spaces = open
            .iter()
            .filter(|s| goals.contains(*s) || board.neighbors(*s).iter().any(|n| goals.contains(n.space)))
            .collect();
        let len = board.len();
        let mut roads = Roads { used: vec![false; len], next: vec![None; len], last: vec![None; len] };
        let mut count = 0;
        while count < MANY && self.another_road(&mut roads, open, starts, ends) {
            count += 1;
        }
        count
    }

    /// Looks for one road more, by giving roads already found another course where that helps.
    fn another_road(&self, roads: &mut Roads, open: Spaces, starts: Spaces, ends: Spaces) -> bool {
        let len = self.game.data.board.len();
        let index = |(space, gate): Node| space.index() * 2 + usize::from(gate == Gate::Out);
        let mut parent: Vec<Option<Node>> = vec![None; len * 2];
        let mut known = vec![false; len * 2];
        let mut queue: Vec<Node> = starts.iter().filter(|s| !roads.used[s.index()]).map(|s| (s, Gate::In)).collect();
        queue.iter().for_each(|node| known[index(*node)] = true);
        let mut at = 0;
        while at < queue.len() {
            let node = queue[at];
            at += 1;
            if node.1 == Gate::Out && ends.contains(node.0) {
                roads.build(node, |n| parent[index(n)]);
                return true;
            }
            self.onward(roads, open, node, &mut |next| {
                if !known[index(next)] {
                    known[index(next)] = true;
                    parent[index(next)] = Some(node);
                    queue.push(next);
                }
            });
        }
        false
    }

    /// Where the search goes from a place.
    fn onward(&self, roads: &Roads, open: Spaces, (space, gate): Node, visit: &mut dyn FnMut(Node)) {
        let used = roads.used[space.index()];
        match gate {
            Gate::In if !used => visit((space, Gate::Out)),
            Gate::In => {
                if let Some(last) = roads.last[space.index()] {
                    visit((last, Gate::Out));
                }
            }
            Gate::Out => {
                for near in self.game.data.board.neighbors(space) {
                    let passes =
                        matches!(self.game.data.links[near.edge], Link::Hexside | Link::Border | Link::Connector);
                    if passes && open.contains(near.space) && roads.next[space.index()] != Some(near.space) {
                        visit((near.space, Gate::In));
                    }
                }
                if used {
                    visit((space, Gate::In));
                }
            }
        }
    }
}

impl Roads {
    /// Writes down the road that ends here; stretches that it takes back are freed first.
    fn build(&mut self, end: Node, parent: impl Fn(Node) -> Option<Node>) {
        let mut path = vec![end];
        while let Some(node) = parent(path[path.len() - 1]) {
            path.push(node);
        }
        path.reverse();
        for pair in path.windows(2) {
            match (pair[0], pair[1]) {
                ((a, Gate::In), (b, Gate::Out)) if a != b => {
                    self.next[b.index()] = None;
                    self.last[a.index()] = None;
                }
                ((a, Gate::Out), (b, Gate::In)) if a == b => self.used[a.index()] = false,
                _ => {}
            }
        }
        for pair in path.windows(2) {
            match (pair[0], pair[1]) {
                ((a, Gate::In), (b, Gate::Out)) if a == b => self.used[a.index()] = true,
                ((a, Gate::Out), (b, Gate::In)) if a != b => {
                    self.next[a.index()] = Some(b);
                    self.last[b.index()] = Some(a);
                }
                _ => {}
            }
        }
    }
}
