//! The narrowest cut of a supply network: how many roads that share no space lead from the sources to the goals.
//!
//! To close them all takes as many blocks as there are roads, so every unit that takes one away brings the ring nearer, long before anybody loses
//! supply.

use super::Mind;
use crate::data::Link;
use crate::sets::Spaces;
use crate::state::State;
use kessel_kernel::Side;
use kessel_kit::staff::Cut;

/// More roads than this are not counted.
const MANY: i32 = 8;

impl Mind<'_> {
    /// How many separate roads of a side lead to these goals.
    pub(super) fn roads(&self, state: &State, side: Side, goals: Spaces) -> i32 {
        let picture = self.game.picture(state);
        let goals = goals & picture.fed[side.index()];
        if goals.is_empty() {
            return 0;
        }
        let (data, open) = (&self.game.data, picture.line[side.index()]);
        let mut network = Cut::new(data.board.len());
        for space in open.iter() {
            let near = data.board.neighbors(space);
            network.add(space, 1);
            if data.spaces[space].is_source(side) {
                network.starts_at(space);
            }
            if goals.contains(space) || near.iter().any(|n| goals.contains(n.space)) {
                network.ends_at(space);
            }
            for next in near.iter().filter(|n| open.contains(n.space)) {
                if matches!(data.links[next.edge], Link::Hexside | Link::Border | Link::Connector) {
                    network.link(space, next.space);
                }
            }
        }
        network.least(MANY)
    }
}
