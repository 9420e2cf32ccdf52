//! Out of the trap: the way by which an army that is cut off is fed again, and what it is worth to open it.
//!
//! A ring of several lines is not opened by one blow: no single hex of it brings any supply. So the relief and the pocket look for the same
//! way, the cheapest chain of hexes between the town that still feeds and the army, and storm it from both ends.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use super::lines::Flow;
use crate::ground::Lines;
use crate::sets::Spaces;
use crate::state::State;
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::{NO_WAY, costs};

/// Hexes from one another that belong to the same pocket.
const CLOSE: u32 = 3;

/// What a hex of the way costs: one that is free, one that the enemy holds, and so many quarters of defence there for one more.
const FREE: i32 = 2;
const BARRED: i32 = 8;
const DEFENCE: i32 = 2 * SCALE;

/// The way between an army that is cut off and its supply.
#[derive(Clone, Debug, Default)]
pub(super) struct Corridor {
    /// The hexes that the enemy holds on it.
    pub bars: Spaces,
    /// The one that the army meets first, and the one that the relief does.
    pub ends: Option<(SpaceId, SpaceId)>,
    /// Units within that count for victory.
    pub within: i32,
}

impl Mind<'_> {
    /// The way to open now; none where losses without supply do not decide the game (4.8), or nobody is cut off.
    pub(super) fn find_corridor(&self, chart: &Chart, state: &State) -> Corridor {
        if state.is_blue() || self.side == Side::Soviet {
            return Corridor::default();
        }
        let Some((pocket, within)) = self.trapped(state) else { return Corridor::default() };
        let way = self.way_out(chart, state, self.flow(chart, Side::Axis), &pocket);
        let barred: Vec<SpaceId> = way.into_iter().filter(|hex| state.holds(Side::Soviet, *hex)).collect();
        let ends = barred.first().zip(barred.last()).map(|(inner, outer)| (*inner, *outer));
        Corridor { bars: barred.into_iter().collect(), ends, within }
    }

    /// The hexes of the greatest group of Germans without supply, and how many they are.
    fn trapped(&self, state: &State) -> Option<(Spaces, i32)> {
        let board = &self.game.data.map.board;
        let germans = |hex: SpaceId| state.units_at(hex).filter(|u| self.game.card(*u).is_german()).count() as i32;
        let hungry = |hex: &SpaceId| {
            let supply = self.game.supply_in(state, Side::Axis, *hex);
            matches!(supply, Supplied::Out | Supplied::Aerial) && germans(*hex) > 0
        };
        let cut: Vec<SpaceId> = state.layout.held[Side::Axis.index()].iter().filter(hungry).collect();
        let near = |hex: SpaceId| {
            cut.iter().copied().filter(move |at| board.distance(*at, hex).is_some_and(|far| far <= CLOSE))
        };
        let group = |hex: SpaceId| near(hex).map(germans).sum::<i32>();
        let middle = cut.iter().copied().max_by_key(|hex| (group(*hex), std::cmp::Reverse(*hex)))?;
        Some((near(middle).collect(), group(middle)))
    }

    /// The cheapest chain of hexes from a pocket to a town that feeds, the pocket's end first.
    pub(super) fn way_out(&self, chart: &Chart, state: &State, flow: &Flow, pocket: &Spaces) -> Vec<SpaceId> {
        let board = &self.game.data.map.board;
        let towns = flow.net.nodes.iter().filter(|town| flow.feeds(*town));
        let lines = if state.frozen { Lines::AxisFrozen } else { Lines::Axis };
        let links = self.game.ground.links(lines);
        let price = |hex: SpaceId| self.passing_price(chart, state, hex);
        let linked = |from: SpaceId, to: SpaceId| links[from.index()].contains(&to.0);
        let playable = self.game.ground.playable[state.scenario as usize];
        let opens = |from: SpaceId, to: SpaceId| playable.contains(from) && linked(from, to);
        let field = costs(board, towns, |to, from, _| opens(from, to).then(|| price(to) as u32));
        let cost = |hex: SpaceId| i32::from(field[hex]) + price(hex);
        let Some(mut at) = pocket.iter().filter(|hex| field[*hex] < NO_WAY).min_by_key(|hex| (field[*hex], *hex))
        else {
            return Vec::new();
        };
        let mut way = Vec::new();
        while field[at] > 0 {
            let next =
                board.neighbors(at).iter().map(|near| near.space).filter(|to| linked(at, *to) && field[*to] < NO_WAY);
            let Some(next) = next.filter(|to| field[*to] < field[at]).min_by_key(|to| (cost(*to), *to)) else { break };
            way.push(next);
            at = next;
        }
        way
    }

    /// What it takes to bring a line of supply through a hex.
    fn passing_price(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        if !state.holds(Side::Soviet, hex) {
            return FREE;
        }
        let defence: i32 = state.units_at(hex).map(|u| self.factors(&chart.averages, state, u)[1]).sum();
        BARRED + defence / DEFENCE
    }

    /// What it is worth to win a hex of the way.
    pub(super) fn breach_worth(&self, chart: &Chart, hex: SpaceId) -> i32 {
        let corridor = self.corridor(chart);
        if !corridor.bars.contains(hex) {
            return 0;
        }
        corridor.within * self.weights.breach / (10 * corridor.bars.len() as i32)
    }
}
