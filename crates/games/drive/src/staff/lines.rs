//! Supply lines as the planner sees them: how far they still reach, and what a unit on them would do.

use super::Mind;
use crate::data::UnitId;
use crate::ground::Lines;
use crate::sets::{MOST_HEXES, Spaces};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_table::Side;

/// A side's network, and where its lines may not go.
#[derive(Clone)]
pub(super) struct Net {
    lines: Lines,
    /// Hexes open to lines.
    pub open: Spaces,
    /// Towns of the network.
    pub nodes: Spaces,
    sources: Spaces,
    /// Supplied without a line (7.9).
    always: Spaces,
    /// Whose units count how much.
    weights: Vec<(SpaceId, i32)>,
    link: u8,
}

impl Mind<'_> {
    /// The network of a side in this position. The rule on Rostov is left out: lines of both maps are one.
    pub(super) fn net(&self, state: &State, side: Side) -> Net {
        let (game, i) = (self.game, state.scenario as usize);
        let ground = &game.ground;
        let enemy = state.layout.held[side.other().index()];
        let (lines, closed, nodes, sources, always) = match side {
            Side::Axis => {
                let taman: Spaces = std::iter::once(game.data.map.places.taman).collect();
                let lines = if state.frozen { Lines::AxisFrozen } else { Lines::Axis };
                let nodes = state.network[0] & state.axis_control;
                (
                    lines,
                    enemy | (ground.forts - state.ruins),
                    nodes,
                    (ground.axis_sources | taman) & nodes,
                    Spaces::EMPTY,
                )
            }
            Side::Soviet => {
                let nodes = state.network[1] - state.axis_control;
                let sources = (ground.soviet_north[i] | ground.soviet_south) & nodes;
                (Lines::Soviet, enemy, nodes, sources, ground.east_of_volga)
            }
        };
        let weight = |hex: SpaceId| state.units_at(hex).map(|u| self.line_weight(state, u)).sum();
        let weights = state.layout.held[side.index()].iter().map(|hex| (hex, weight(hex))).collect();
        let open = ground.playable[i] - closed;
        Net { lines, open, nodes, sources, always, weights, link: game.data.charts.supply.link }
    }

    /// How much it matters that a unit is supplied.
    fn line_weight(&self, state: &State, unit: UnitId) -> i32 {
        if state.is_blue() || self.game.side(unit) == Side::Soviet {
            return 2;
        }
        if state.veiled.contains(unit) || self.game.card(unit).is_german() { 4 } else { 1 }
    }

    /// How far lines still reach beyond each hex, plus one; 0 where they do not come.
    pub(super) fn ranges(&self, net: &Net) -> Box<[u8; MOST_HEXES]> {
        let full = net.link + 1;
        let links = self.game.ground.links(net.lines);
        let mut range = Box::new([0u8; MOST_HEXES]);
        let mut queue: Vec<SpaceId> = Vec::with_capacity(512);
        for hex in (net.sources & net.open).iter() {
            range[hex.index()] = full;
            queue.push(hex);
        }
        let mut next = 0;
        while next < queue.len() {
            let hex = queue[next];
            next += 1;
            let reach = range[hex.index()] - 1;
            if reach == 0 {
                continue;
            }
            for &to in links[hex.index()].iter().take_while(|to| **to != u16::MAX) {
                let to = SpaceId(to);
                if range[to.index()] >= reach || !net.open.contains(to) {
                    continue;
                }
                let reached = if net.nodes.contains(to) { full } else { reach };
                if range[to.index()] < reached {
                    range[to.index()] = reached;
                    queue.push(to);
                }
            }
        }
        range
    }

    /// How well a side's units are supplied, all counted: a unit whose line is long counts a little less than one near its source.
    pub(super) fn strength_of(&self, net: &Net) -> i32 {
        let range = self.ranges(net);
        net.weights.iter().map(|(hex, weight)| weight * supply_points(net, range[hex.index()], *hex)).sum()
    }

    /// The same if an enemy unit stood in this hex.
    pub(super) fn strength_with(&self, net: &Net, hex: SpaceId) -> i32 {
        let mut cut = net.clone();
        cut.open.remove(hex);
        cut.nodes.remove(hex);
        cut.sources.remove(hex);
        self.strength_of(&cut)
    }
}

impl Net {
    /// An enemy unit stands in this hex from now on.
    pub(super) fn block(&mut self, hex: SpaceId) {
        self.open.remove(hex);
        self.nodes.remove(hex);
        self.sources.remove(hex);
    }
}

/// Points for a unit whose hex has so much range left: being cut off is what counts, a longer line is a beginning.
fn supply_points(net: &Net, range: u8, hex: SpaceId) -> i32 {
    if net.always.contains(hex) {
        return 38;
    }
    if range == 0 { 0 } else { 30 + i32::from(range) }
}
