//! Ring and hold the ring: the cheapest line of hexes that closes the enemy's greatest pocket, and the units that stand in it.
//!
//! There are no zones of control: a supply line runs through any hex where no enemy stands (7.12). So a pocket is closed by a line of
//! occupied hexes, and the cheapest one is the least cut of the hexes between the pocket and the country outside.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use super::moves::Draft;
use super::purpose::Purpose;
use super::reach::Reach;
use crate::data::{UnitId, UnitKind};
use crate::ground::Lines;
use crate::sets::{Spaces, UnitSet};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::{Cut, NEVER};

/// Hexes from one another that belong to the same pocket.
const CLOSE: u32 = 3;

/// A line around a pocket, and others behind it: whoever breaks one hex has not broken out.
#[derive(Clone, Debug, Default)]
pub(super) struct Cordon {
    /// The hexes to be closed, the innermost line first; some may be held by the enemy still.
    pub lines: Vec<Spaces>,
    /// All of them.
    pub hexes: Spaces,
    /// Enemy units within that count for victory.
    pub within: i32,
}

impl Mind<'_> {
    /// The line to close now; empty where losses without supply do not decide the game.
    pub(super) fn find_cordon(&self, chart: &Chart, state: &State) -> Cordon {
        if state.is_blue() || self.side == Side::Axis {
            return Cordon::default();
        }
        let Some((middle, pocket, within)) = self.pocket(chart, state) else { return Cordon::default() };
        let reachable = self.within_reach(state);
        let mut cordon = Cordon { within, ..Cordon::default() };
        for further in 0..self.weights.cordon_lines {
            let radius = (self.weights.cordon_radius + further) as u32;
            let line = self.line_around(chart, state, &reachable, (middle, radius), &(pocket | cordon.hexes));
            cordon.hexes |= line;
            cordon.lines.push(line);
        }
        cordon
    }

    /// The cheapest line around these hexes.
    fn line_around(
        &self,
        chart: &Chart,
        state: &State,
        reachable: &Spaces,
        (middle, radius): (SpaceId, u32),
        pocket: &Spaces,
    ) -> Spaces {
        let board = &self.game.data.map.board;
        let lines = if state.frozen { Lines::AxisFrozen } else { Lines::Axis };
        let links = self.game.ground.links(lines);
        let around: Spaces =
            board.within(middle, radius).filter(|hex| self.game.ground.playable[1].contains(*hex)).collect();
        let mut net = Cut::new(board.len());
        for hex in around.iter() {
            let inner = pocket.contains(hex);
            net.add(hex, if inner { NEVER } else { self.closing_price(chart, state, reachable, hex) });
            if inner {
                net.ends_at(hex);
            }
            if board.distance(middle, hex) == Some(radius) || self.game.ground.axis_sources.contains(hex) {
                net.starts_at(hex);
            }
            let near = links[hex.index()].iter().take_while(|to| **to != u16::MAX).map(|to| SpaceId(*to));
            near.filter(|to| around.contains(*to)).for_each(|to| net.link(hex, to));
        }
        // As near to the pocket as it can be; none if there is no closing it.
        if net.least(NEVER) < NEVER { net.near_ends().collect() } else { Spaces::EMPTY }
    }

    /// The middle of the enemy's densest group, the hexes that he holds there, and how many units that count.
    fn pocket(&self, chart: &Chart, state: &State) -> Option<(SpaceId, Spaces, i32)> {
        let board = &self.game.data.map.board;
        let held = state.layout.held[self.side.other().index()];
        let flow = self.flow(chart, self.side.other());
        let counts = |hex: SpaceId| state.units_at(hex).filter(|u| self.counts(state, *u)).count() as i32;
        // Those who are cut off already count twice: one ring is finished before the next is begun.
        let weight = |hex: SpaceId| counts(hex) * if flow.feeds(hex) { 1 } else { 2 };
        let near = |hex: SpaceId| held.iter().filter(move |at| board.distance(*at, hex).is_some_and(|d| d <= CLOSE));
        let middle = held.iter().max_by_key(|hex| (near(*hex).map(weight).sum::<i32>(), std::cmp::Reverse(*hex)))?;
        let pocket: Spaces = near(middle).filter(|hex| counts(*hex) > 0).collect();
        let within = pocket.iter().map(counts).sum();
        (within > 0).then_some((middle, pocket, within))
    }

    fn is_last_turn(&self, state: &State) -> bool {
        state.turn >= self.game.data.scenario(state.scenario).last_turn()
    }

    /// Would this enemy unit count for victory if it were lost cut off (4.8)?
    fn counts(&self, state: &State, unit: UnitId) -> bool {
        state.veiled.contains(unit) || self.game.card(unit).is_german()
    }

    /// Hexes that somebody could go to now.
    fn within_reach(&self, state: &State) -> Spaces {
        let own = self.game.ground.own[self.side.index()];
        let mut hexes = Spaces::EMPTY;
        for unit in own.iter().filter(|u| state.at(*u).is_some() && self.may_cut(*u)) {
            hexes.extend(self.reach(state, &[unit]).spaces());
        }
        hexes
    }

    /// What it takes to close a hex.
    fn closing_price(&self, chart: &Chart, state: &State, reachable: &Spaces, hex: SpaceId) -> i32 {
        let weights = self.weights;
        if (self.game.ground.forts - state.ruins).contains(hex) {
            return 0;
        }
        if state.holds(self.side.other(), hex) {
            let defence: i32 = state.units_at(hex).map(|u| self.factors(&chart.averages, state, u)[1]).sum();
            return weights.cordon_enemy + defence / 16;
        }
        if state.holds(self.side, hex) {
            return weights.cordon_held;
        }
        if reachable.contains(hex) { weights.cordon_near } else { weights.cordon_far }
    }

    /// Sends units into the lines: every hex gets one, then the weakest of them more, until it stands what threatens it.
    pub(super) fn hold_cordon(&self, chart: &Chart, draft: &mut Draft) {
        let cordon = self.cordon(chart);
        let enemy = draft.work.layout.held[self.side.other().index()];
        if cordon.hexes.is_empty() {
            return;
        }
        let reaches: Vec<(UnitId, Reach)> =
            draft.free.iter().filter(|u| self.may_cut(*u)).map(|u| (u, self.reach(&draft.work, &[u]))).collect();
        for line in cordon.lines.iter().map(|line| *line - enemy) {
            line.iter().for_each(|hex| self.keep_firm(chart, draft, hex));
            // Those hexes first that fewest can reach.
            let mut open: Vec<(usize, SpaceId)> = (line - draft.work.layout.held[self.side.index()])
                .iter()
                .map(|hex| (reaches.iter().filter(|(_, reach)| reach.contains(hex)).count(), hex))
                .collect();
            open.sort_unstable();
            for (_, hex) in open {
                self.send_into(chart, draft, &reaches, hex, Purpose::Ring);
            }
        }
        self.deepen(chart, draft, &reaches);
        self.firm_up(chart, draft, &reaches, cordon.hexes);
    }

    /// Units into the way by which the pocket is nearest to its supply, again and again: depth where the ring is thinnest.
    pub(super) fn deepen(&self, chart: &Chart, draft: &mut Draft, reaches: &[(UnitId, Reach)]) {
        let Some((_, pocket, _)) = self.pocket(chart, &draft.work) else { return };
        for _ in 0..self.weights.cordon_depth {
            let flow = self.flow_of(self.net(&draft.work, self.side.other()));
            let way = self.way_out(chart, &draft.work, &flow, &pocket);
            let defence = |hex: SpaceId| -> i32 {
                draft.work.units_at(hex).map(|u| self.factors(&chart.averages, &draft.work, u)[1]).sum()
            };
            // Open hexes first, then those that are held least.
            let mut hexes: Vec<(i32, usize, SpaceId)> = Vec::new();
            for (far, hex) in way.into_iter().enumerate().filter(|(_, hex)| !draft.work.holds(Side::Axis, *hex)) {
                hexes.push((defence(hex), far, hex));
            }
            hexes.sort_unstable();
            let sent = |(_, _, hex): (i32, usize, SpaceId)| self.send_into(chart, draft, reaches, hex, Purpose::Depth);
            if !hexes.into_iter().any(sent) {
                return;
            }
        }
    }

    /// Strengthens the hex that stands worst, again and again.
    fn firm_up(&self, chart: &Chart, draft: &mut Draft, reaches: &[(UnitId, Reach)], line: Spaces) {
        let mut weak: Vec<SpaceId> = (line & draft.work.layout.held[self.side.index()]).iter().collect();
        while let Some((lack, i)) =
            weak.iter().enumerate().map(|(i, hex)| (self.lack(chart, &draft.work, *hex), i)).max()
        {
            if lack <= 0 {
                return;
            }
            if !self.send_into(chart, draft, reaches, weak[i], Purpose::Ring) {
                weak.swap_remove(i);
            }
        }
    }

    /// Defence that a hex of the line lacks against what threatens it.
    pub(super) fn lack(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        let defence: i32 = state.units_at(hex).map(|u| self.factors(&chart.averages, state, u)[1]).sum();
        self.firmness(chart, state, hex) - defence
    }

    /// Defence that a hex of the line should have.
    fn firmness(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        let wanted = self.eased(state, hex, chart.threat[hex]) * self.weights.cordon_firm / 100;
        let most = if self.is_last_turn(state) { self.weights.cordon_last } else { self.weights.cordon_most };
        wanted.min(most * SCALE)
    }

    /// As many of those who stand in the line stay as it needs; foot before tanks.
    fn keep_firm(&self, chart: &Chart, draft: &mut Draft, hex: SpaceId) {
        let wanted = self.firmness(chart, &draft.work, hex);
        let mut stack: Vec<UnitId> = (draft.work.stack_at(hex) & draft.free).iter().collect();
        let defence = |u: UnitId| self.factors(&chart.averages, &draft.work, u)[1];
        stack.sort_by_key(|u| (self.game.card(*u).mechanised, -defence(*u), *u));
        let mut have = 0;
        let mut kept = UnitSet::EMPTY;
        for unit in stack {
            if kept.is_empty() || have < wanted {
                kept.insert(unit);
                have += defence(unit);
            }
        }
        draft.free -= kept;
    }

    /// The unit that is missed least of those who defend well there.
    fn send_into(
        &self,
        chart: &Chart,
        draft: &mut Draft,
        reaches: &[(UnitId, Reach)],
        hex: SpaceId,
        why: Purpose,
    ) -> bool {
        let best = reaches
            .iter()
            .filter(|(u, reach)| draft.free.contains(*u) && reach.contains(hex))
            .filter(|(u, _)| self.game.fits(&draft.work, self.side, &[*u], hex))
            .map(|(u, reach)| {
                let [attack, defence] = self.factors(&chart.averages, &draft.work, *u);
                let tanks = if self.game.card(*u).kind == UnitKind::Rifle { 0 } else { 8 };
                (defence * 2 - attack - tanks, std::cmp::Reverse(*u), reach)
            })
            .max_by_key(|(worth, u, _)| (*worth, *u));
        let Some((_, std::cmp::Reverse(unit), reach)) = best else { return false };
        self.commit(draft, unit, reach, hex, Some(why));
        true
    }
}
