//! What a position is worth.

use crate::Waw;
use crate::fix::ONE;
use crate::state::{Score, State};
use kessel_kernel::facets::Evaluates;
use kessel_kernel::{Seen, Side};

impl Evaluates for Waw {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        let soviet = self.soviet_value(seen);
        if side == Side::Soviet { soviet } else { -soviet }
    }
}

impl Waw {
    /// What the position is worth to the Soviets: the margin of 27.5 at the end if every objective stays with whom it is believed to be with,
    /// in thousandths of what all objectives pay.
    fn soviet_value(&self, state: &State) -> i32 {
        let stage = self.stage(state);
        let mut last = state.clone_score();
        while last.turn <= stage.scenario.turns && !state.over {
            for place in &stage.scenario.objectives {
                let points = stage.pays(place.value, last.turn);
                last.score.places[state.owner(place.hex.0).index()] += points;
                last.score.paid += points;
            }
            last.score.graph.push(0);
            last.turn += 1;
        }
        let totals = [0, 1]
            .map(|n: usize| last.score.places[n] + last.score.losses[n] / 1000 + i64::from(state.setup.handicap[n]));
        let margin = stage.margin_of(&last.score, totals);
        let value = (margin / (ONE / 1000)) as i32;
        if state.over {
            let sign = if stage.level(state).0 == Side::Soviet { 1 } else { -1 };
            return if value.signum() == sign { value } else { sign };
        }
        value
    }
}

/// The part of a position that counts points.
struct Tally {
    turn: u16,
    score: Score,
}

impl State {
    fn clone_score(&self) -> Tally {
        Tally { turn: self.turn, score: self.score.clone() }
    }
}
