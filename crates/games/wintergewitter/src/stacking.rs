//! 9 Stacking: eighteen points in a hex, looked at when a segment ends, before a hasty attack and after a retreat.

use crate::Winter;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Decision, Then, not_now};
use crate::state::{Frame, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Prompt, Side, ToAct, unless};
use kessel_kit::no;

/// 9.1.f: the owner removes or reduces units of a hex that holds too much.
pub(crate) const EXCESS: Decision = Decision {
    case: Case("9.1.f"),
    asks: |game, state| state.excess.and_then(|hex| game.holder(state, hex)).map_or(ToAct::Nobody, ToAct::from),
    check: |game, state, side, action, c| match action {
        Action::Lose { unit } => {
            let at = game.own_unit(state, side, unit, Case("9.1.f"), c)?;
            if !c.gate(Case("9.1.f"), unless(at != state.excess, no!("{unit} does not stand in that hex", unit)))? {
                return Ok(());
            }
            c.ask(Case("9.1.f"), unless(game.stacking_value(state, unit) == 0, no!("{unit} takes no room", unit)))
        }
        _ => not_now(c, "9.1.f"),
    },
    offers: |game, state, side, visit| {
        let hex = state.excess.unwrap_or(SpaceId(u16::MAX));
        state
            .units_at(hex)
            .collect::<Vec<_>>()
            .into_iter()
            .try_for_each(|unit| game.offer(state, side, Action::Lose { unit }, visit))
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Lose { unit } = action {
            game.hurt(state, unit, 1, Case("9.1.f"), log);
        }
    },
    settle: |game, state, _, _| {
        if state.excess.is_some_and(|hex| game.is_overfull(state, hex)) {
            return Then::Ask;
        }
        state.excess = None;
        state.frames.pop();
        Then::Again
    },
    prompt: |game, state, _| {
        let hex = state.excess.map_or(String::new(), |hex| game.hex_name(hex));
        Prompt::new(
            Case("9.1.f"),
            format!("{hex} holds more than {} stacking points: take points off.", game.data.charts.stacking),
        )
    },
};

impl Winter {
    /// The stacking points in a hex: those of the Ring and of others together (9.1.1.a).
    pub(crate) fn stacked(&self, state: &State, hex: SpaceId) -> u16 {
        state.units_at(hex).map(|unit| u16::from(self.stacking_value(state, unit))).sum()
    }

    /// 9.1.a: more than eighteen.
    pub(crate) fn is_overfull(&self, state: &State, hex: SpaceId) -> bool {
        self.stacked(state, hex) > u16::from(self.data.charts.stacking)
    }

    /// Would the hex be too full with these units added (those already there not counted twice)?
    pub(crate) fn would_overfill(&self, state: &State, hex: SpaceId, units: impl Iterator<Item = UnitId>) -> bool {
        let added: u16 = units
            .filter(|unit| state.at(*unit) != Some(hex))
            .map(|unit| u16::from(self.stacking_value(state, unit)))
            .sum();
        self.stacked(state, hex) + added > u16::from(self.data.charts.stacking)
    }

    /// Who stands in a hex.
    pub(crate) fn holder(&self, state: &State, hex: SpaceId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| state.holds(*side, hex))
    }

    /// 9.1.b, 9.1.g: the first hex that holds too much when a segment is over (9.1.e: not before), opened as a decision of its owner.
    pub(crate) fn find_excess(&self, state: &mut State) -> bool {
        let held = state.layout.held[0] | state.layout.held[1];
        let found = held.iter().find(|hex| self.is_overfull(state, *hex));
        if let Some(hex) = found {
            state.excess = Some(hex);
            state.frames.push(Frame::Excess);
        }
        found.is_some()
    }
}
