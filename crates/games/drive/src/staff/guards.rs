//! Guard what loses the game at once, and the towns that feed the army.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use super::goals::{Goal, hold};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_table::Side;

impl Mind<'_> {
    /// Towns whose loss would cut off many of one's own are not left empty, those that would cost most first.
    pub(super) fn guard_sources(&self, chart: &Chart, state: &State, goals: &mut Vec<Goal>) {
        let flow = self.flow(chart, self.side);
        let near = self.raid_reach(state);
        let mut losses: Vec<(i32, SpaceId)> = flow
            .net
            .nodes
            .iter()
            .filter(|at| chart.enemy[*at] <= near && !goals.iter().any(|goal| goal.at == *at))
            .map(|at| (flow.closed(self, at) / 8, at))
            .filter(|(loss, _)| *loss >= self.weights.guard_loss)
            .collect();
        losses.sort_by_key(|(loss, at)| (-loss, *at));
        for (loss, at) in losses.into_iter().take(self.weights.guards as usize) {
            let factors = (chart.threat[at] / (4 * SCALE)).clamp(3, 9);
            goals.push(hold(at, 350 + loss.min(100), factors));
        }
    }

    /// How far a raider may come in a turn or two.
    fn raid_reach(&self, state: &State) -> u8 {
        match (state.is_blue(), self.side) {
            (true, Side::Axis) => 8,
            _ => 6,
        }
    }
}
