//! Supply lines as the planner sees them: how far they still reach, and what a unit on them would do.

use super::Mind;
use crate::data::UnitId;
use crate::ground::Lines;
use crate::sets::{MOST_HEXES, Spaces};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

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

    /// The lines of a network, followed from its sources.
    pub(super) fn flow_of(&self, net: Net) -> Flow {
        let range = self.ranges(&net);
        let whole =
            net.weights.iter().map(|(hex, weight)| weight * supply_points(&net, range[hex.index()], *hex)).sum();
        let mut weight = Box::new([0; MOST_HEXES]);
        for (hex, units) in &net.weights {
            weight[hex.index()] = *units;
        }
        Flow { net, range, weight, whole }
    }

    /// How far lines still reach beyond each hex, plus one; 0 where they do not come.
    fn ranges(&self, net: &Net) -> Box<[u8; MOST_HEXES]> {
        let mut range = Box::new([0u8; MOST_HEXES]);
        let mut queue: Vec<SpaceId> = Vec::with_capacity(512);
        for hex in (net.sources & net.open).iter() {
            range[hex.index()] = net.link + 1;
            queue.push(hex);
        }
        self.spread(net, &mut range, &mut queue);
        range
    }

    /// Follows lines on from the hexes of the queue, as long as they reach farther than before.
    fn spread(&self, net: &Net, range: &mut [u8; MOST_HEXES], queue: &mut Vec<SpaceId>) {
        let full = net.link + 1;
        let links = self.game.ground.links(net.lines);
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
    }
}

/// A network with how far its lines reach.
#[derive(Clone)]
pub(super) struct Flow {
    pub net: Net,
    range: Box<[u8; MOST_HEXES]>,
    /// What counts in each hex.
    weight: Box<[i32; MOST_HEXES]>,
    /// How well the side's units are supplied, all counted: a long line counts a little less than a short one.
    pub whole: i32,
}

impl Flow {
    /// Is a hex supplied?
    pub(super) fn feeds(&self, hex: SpaceId) -> bool {
        self.range[hex.index()] > 0 || self.net.always.contains(hex)
    }

    /// What the side loses if an enemy unit stands in this hex.
    pub(super) fn closed(&self, mind: &Mind<'_>, hex: SpaceId) -> i32 {
        if self.range[hex.index()] == 0 {
            return 0;
        }
        let mut cut = self.net.clone();
        cut.block(hex);
        self.whole - mind.flow_of(cut).whole
    }

    /// What the side gains if the enemy leaves this hex; `node` if it joins the network at once (7.18).
    pub(super) fn opened(&self, mind: &Mind<'_>, hex: SpaceId, node: bool) -> i32 {
        let links = mind.game.ground.links(self.net.lines);
        let near = links[hex.index()].iter().take_while(|to| **to != u16::MAX);
        let best = near.map(|to| self.range[usize::from(*to)]).max().unwrap_or(0).saturating_sub(1);
        if best == 0 || (self.net.open.contains(hex) && !node) {
            return 0;
        }
        let mut range = self.range.clone();
        range[hex.index()] = if node || self.net.nodes.contains(hex) { self.net.link + 1 } else { best };
        let mut queue = vec![hex];
        mind.spread(&self.net, &mut range, &mut queue);
        queue.sort_unstable();
        queue.dedup();
        let gain = |hex: &SpaceId| {
            let points = |range: &[u8; MOST_HEXES]| supply_points(&self.net, range[hex.index()], *hex);
            self.weight[hex.index()] * (points(&range) - points(&self.range))
        };
        queue.iter().map(gain).sum()
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
