//! 27.0 Victory: objectives that pay more every turn, losses, the levels.

use crate::fix::{ONE, shift};
use crate::state::State;
use crate::theater::Stage;
use kessel_kernel::{Case, Outcome, Side};

/// How clear a victory is (27.5).
const SUBSTANTIAL: i64 = 150_000;
const DECISIVE: i64 = 400_000;

impl Stage<'_> {
    /// 27.3.a: what an objective pays in a turn, rounded up.
    pub fn pays(&self, value: u16, turn: u16) -> i64 {
        let turns = i64::from(self.scenario.turns);
        (2 * i64::from(value) * i64::from(turn) + turns - 1) / turns
    }

    /// Every objective pays its owner; the graph gets its point (27.5.a).
    pub fn pay_objectives(&self, state: &mut State) {
        state.score.by_place.resize(self.scenario.objectives.len(), [0; 2]);
        for (n, place) in self.scenario.objectives.iter().enumerate() {
            let points = shift(Case("27.3.a"), self.pays(place.value, state.turn));
            let owner = state.owner(place.hex.0).index();
            state.score.places[owner] += points;
            state.score.by_place[n][owner] += points as i32;
            state.score.paid += points;
        }
        let [axis, soviet] = self.totals(state);
        state.score.graph.push((soviet - axis) as i32);
    }

    /// 27.1, 27.11.a: points of both sides, losses rounded up, with the handicap.
    pub fn totals(&self, state: &State) -> [i64; 2] {
        [0, 1].map(|side: usize| {
            let losses = (state.score.losses[side] + 999).div_euclid(1000);
            let handicap = shift(Case("27.11.a"), state.setup.handicap[side].into());
            state.score.places[side] + losses + handicap
        })
    }

    /// 27.5.a: how far the Soviets are ahead of history, in millionths: the level follows.
    pub fn margin(&self, state: &State) -> i64 {
        self.margin_of(&state.score, self.totals(state))
    }

    /// The same of other points: one objective's turn each in the graph.
    pub(crate) fn margin_of(&self, score: &crate::state::Score, [axis, soviet]: [i64; 2]) -> i64 {
        let value = |side: Side| -> i64 {
            self.scenario.objectives.iter().filter(|o| o.owner == side).map(|o| i64::from(o.value)).sum()
        };
        let (a, s) = (value(Side::Axis), value(Side::Soviet));
        let x0 = (ONE * (s - a)).div_euclid((s + a).max(1));
        let turns = i64::from(self.scenario.turns);
        let turn = (score.graph.len() as i64).min(turns);
        let expected = x0 + ((self.scenario.balance - x0) * turn).div_euclid(turns);
        (ONE * (soviet - axis)).div_euclid(score.paid.max(1)) - expected
    }

    /// Who is winning, and how clearly (27.5.b).
    pub fn level(&self, state: &State) -> (Side, &'static str) {
        let margin = self.margin(state);
        let side = match margin {
            1.. => Side::Soviet,
            0 => self.scenario.defender,
            _ => Side::Axis,
        };
        let level = match margin.abs() {
            DECISIVE.. => "decisive",
            SUBSTANTIAL.. => "substantial",
            _ => "marginal",
        };
        (side, level)
    }

    /// The end, after the last turn.
    pub fn ending(&self, state: &State) -> Option<Outcome> {
        if !state.over {
            return None;
        }
        let (side, level) = self.level(state);
        let [axis, soviet] = self.totals(state);
        Some(Outcome {
            winner: Some(side),
            level: level.into(),
            score: Some((soviet - axis) as i32),
            case: Case("27.5.a"),
            text: format!("A {level} {side} victory: {soviet} points to {axis}."),
        })
    }
}
