//! Cutting the enemy's supply: towns taken, hexes occupied until his lines are too long.

use super::Mind;
use super::chart::Chart;
use super::moves::Draft;
use super::purpose::Purpose;
use super::reach::Reach;
use crate::data::{UnitId, UnitKind};
use crate::sets::{Spaces, UnitSet};
use crate::state::State;
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;

/// A hex must bring so much to be worth a unit.
const WORTH_A_UNIT: i32 = 40;

/// At most so many units are spent on it in a turn.
const MOST_CUTTERS: usize = 24;

impl Mind<'_> {
    /// Sends units onto the enemy's lines, the hex that hurts most first.
    pub(super) fn cut_lines(&self, chart: &Chart, draft: &mut Draft) {
        self.keep_cutters(chart, draft);
        let mut flow = self.flow_of(self.net(&draft.work, self.side.other()));
        let reaches: Vec<(UnitId, Reach)> =
            draft.free.iter().filter(|u| self.may_cut(*u)).map(|u| (u, self.reach(&draft.work, &[u]))).collect();
        let mut hexes = Spaces::EMPTY;
        for (_, reach) in &reaches {
            hexes.extend(reach.spaces());
        }
        let mut open = hexes & flow.net.open;
        if self.side == Side::Axis && !self.seen.is_blue() {
            // In Uranus the German has too few to go raiding beyond the Don.
            open -= self.game.ground.east_of_don;
        }
        let mut gains: Vec<(i32, SpaceId)> = open.iter().map(|hex| (flow.closed(self, hex), hex)).collect();
        for _ in 0..MOST_CUTTERS {
            // What a hex brings only falls or rises a little as others are taken: look again at the best few.
            gains.sort_by_key(|(gain, hex)| (-gain, *hex));
            for (gain, hex) in gains.iter_mut().take(12) {
                *gain = flow.closed(self, *hex);
            }
            gains.sort_by_key(|(gain, hex)| (-gain, *hex));
            let Some(&(gain, hex)) = gains.first() else { return };
            if gain < WORTH_A_UNIT {
                return;
            }
            gains.remove(0);
            if let Some((unit, reach)) = self.cutter(chart, draft, &reaches, hex, gain) {
                self.commit(draft, unit, reach, hex, Some(Purpose::Cut));
                let mut net = flow.net.clone();
                net.block(hex);
                flow = self.flow_of(net);
            }
        }
    }

    /// Those whose leaving would open a line again stay.
    pub(super) fn keep_cutters(&self, chart: &Chart, draft: &mut Draft) {
        let flow = self.flow_of(self.net(&draft.work, self.side.other()));
        let held = draft.work.layout.held[self.side.index()];
        for hex in held.iter() {
            let stack = draft.work.stack_at(hex);
            if !stack.is_subset(&draft.free) {
                continue;
            }
            if flow.opened(self, hex, false) >= WORTH_A_UNIT {
                self.keep_enough(chart, draft, hex);
            }
        }
    }

    /// What it would bring the enemy if nobody stood in this hex any more, as the worth of a place is counted.
    pub(super) fn opened_by_leaving(&self, state: &State, hex: SpaceId) -> i32 {
        self.flow_of(self.net(state, self.side.other())).opened(self, hex, false) / 8
    }

    /// The same for every hex that this side holds.
    pub(super) fn ring(&self, state: &State) -> SpaceMap<i32> {
        let mut ring = self.game.data.map.board.space_map(0);
        let flow = self.flow_of(self.net(state, self.side.other()));
        for hex in state.layout.held[self.side.index()].iter() {
            ring[hex] = flow.opened(self, hex, false) / 8;
        }
        ring
    }

    /// As many of a stack stay as can stand their share of what threatens it; foot before tanks.
    fn keep_enough(&self, chart: &Chart, draft: &mut Draft, hex: SpaceId) {
        let mut stack: Vec<UnitId> = draft.work.units_at(hex).collect();
        let defence = |u: UnitId| self.factors(&chart.averages, &draft.work, u)[1];
        stack.sort_by_key(|u| (self.game.card(*u).mechanised, -defence(*u), *u));
        // A German who breaks the ring of Uranus has all of his supply back: there the whole threat counts.
        let share = if draft.work.is_blue() { 3 } else { 1 };
        let mut have = 0;
        let mut kept = UnitSet::EMPTY;
        for unit in stack {
            if kept.is_empty() || have * share < chart.threat[hex] {
                kept.insert(unit);
                have += defence(unit);
            }
        }
        draft.free -= kept;
    }

    pub(super) fn may_cut(&self, unit: UnitId) -> bool {
        let card = self.game.card(unit);
        !card.artillery && card.kind != UnitKind::FortifiedArea
    }

    /// Who goes: the one that stands safest there for what he is worth.
    fn cutter<'r>(
        &self,
        chart: &Chart,
        draft: &Draft,
        reaches: &'r [(UnitId, Reach)],
        hex: SpaceId,
        gain: i32,
    ) -> Option<(UnitId, &'r Reach)> {
        let worth = |unit: UnitId| {
            let risk = self.risk(chart, &draft.work, hex, Some(unit));
            let hungry = if chart.fed.contains(hex) || self.side == Side::Soviet { 0 } else { 6 };
            gain / 8 - risk - hungry - self.unit_worth(&chart.averages, &draft.work, unit) / 8
        };
        reaches
            .iter()
            .filter(|(u, reach)| draft.free.contains(*u) && reach.contains(hex))
            .filter(|(u, _)| draft.work.at(*u) == Some(hex) || self.game.fits(&draft.work, self.side, &[*u], hex))
            .map(|(u, reach)| (worth(*u), *u, reach))
            .filter(|(worth, _, _)| *worth > 0)
            .max_by_key(|(worth, u, _)| (*worth, std::cmp::Reverse(*u)))
            .map(|(_, u, reach)| (u, reach))
    }
}
