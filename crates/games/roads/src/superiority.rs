//! 14 German Superiority and major Soviet successes. What the effects do in combat is in `results.rs`.

use crate::Roads;
use crate::action::Action;
use crate::approval::ONE_BOX;
use crate::data::{CityId, Effect};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, not_now};
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, Manstein, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, ToAct, What, must};
use kessel_kit::no;

/// 14.2: an effect of German Superiority is switched.
pub(crate) const SUPERIORITY: Decision = Decision {
    case: Case("14.2.2.b"),
    asks: |_, state| match state.frames.top() {
        Frame::Superiority { on: true } => ToAct::Axis,
        _ => ToAct::Soviet,
    },
    check: Roads::check_superiority,
    offers: Roads::offer_superiority,
    apply: Roads::do_superiority,
    settle: Roads::settle_superiority,
    prompt: |_, seen, _| match seen.frames.top() {
        Frame::Superiority { on: true } => {
            Prompt::new(Case("14.2.3.b"), "Choose the effect of German Superiority that becomes active again.")
        }
        _ => "A major success: choose the effect that is switched off.".into(),
    },
};

impl Roads {
    /// A hex has changed hands: what this does to Superiority, Approval and Manstein (14.2, 15.2, 16.2). Control is set already.
    pub(crate) fn captured(&self, state: &mut State, hex: SpaceId, by: Side, log: &mut Log) {
        self.strategic_taken(state, hex, by, log);
        let Some(city) = self.space(state, hex).city else { return };
        let whole = self.holds_city(state, city, by);
        // 16.3.2.f, R53: hexes for the Axis, cities for the Soviets.
        if matches!(state.okh.manstein, Manstein::Away(_)) && (by == Side::Axis || whole) {
            let count = &mut state.okh.backhand[usize::from(by == Side::Soviet)];
            *count = count.saturating_add(1);
        }
        if whole {
            self.city_taken(state, city, by, log);
        }
    }

    /// All hexes of the city are this side's (14.2.1.b).
    fn holds_city(&self, state: &State, city: CityId, side: Side) -> bool {
        self.map(state).cities[city.index()].hexes.iter().all(|hex| state.controller(*hex) == side)
    }

    /// A whole major city is taken: the first time counts (14.2.1, 14.2.3, R104).
    fn city_taken(&self, state: &mut State, city: CityId, by: Side, log: &mut Log) {
        if !self.uses(state, "14.2") {
            return;
        }
        let bit = 1_u8 << (city.index() & 7);
        // A city that was Soviet before the first turn has been its success then.
        let scenario = self.scenario(state);
        let before =
            scenario.map.cities[city.index()].hexes.iter().all(|hex| scenario.control(*hex) == Some(Side::Soviet));
        let fallen = before || state.successes & bit != 0;
        match by {
            Side::Soviet if !fallen => {
                state.successes |= bit;
                self.major_success(state, Case("14.2.1.a"), log);
            }
            Side::Axis if fallen && state.recaptures & bit == 0 => {
                state.recaptures |= bit;
                log.add(|| {
                    let name = &self.map(state).cities[city.index()].name;
                    Event::note(Case("14.2.3"), format!("{name} is retaken"))
                });
                self.change_manstein(state, ONE_BOX, Case("16.2.3.c"), log);
                state.frames.push(Frame::Superiority { on: true });
            }
            _ => {}
        }
    }

    /// 14.2.2, 14.2.4: a major Soviet success.
    pub(crate) fn major_success(&self, state: &mut State, case: Case, log: &mut Log) {
        log.add(|| Event::note(case, "A major Soviet success"));
        // 16.2.3.b.
        self.change_manstein(state, -ONE_BOX, Case("14.2.4"), log);
        state.frames.push(Frame::Superiority { on: false });
    }

    /// 14.2.2, 14.2.3: an effect is switched, or left as it is.
    pub(crate) fn check_superiority(&self, state: &State, _side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Frame::Superiority { on } = *state.frames.top() else { return not_now(c, Case("14.2.2")) };
        match action {
            Action::Deactivate { effect } if !on => {
                c.ask(Case("14.2.2"), must(state.superior(effect), no!("this effect is inactive already")))
            }
            Action::Activate { effect } if on => {
                c.ask(Case("14.2.3"), must(!state.superior(effect), no!("this effect is active already")))
            }
            // Both rules say 'may'.
            Action::Done => Ok(()),
            _ => not_now(c, Case(if on { "14.2.3.b" } else { "14.2.2.b" })),
        }
    }

    /// The effects that may be switched.
    pub(crate) fn offer_superiority(&self, state: &State, _side: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::Superiority { on } = *state.frames.top() else { return Flow::Continue(()) };
        for effect in Effect::ALL.into_iter().filter(|effect| state.superior(*effect) != on) {
            visit(if on { Action::Activate { effect } } else { Action::Deactivate { effect } })?;
        }
        Flow::Continue(())
    }

    /// Switches the effect.
    pub(crate) fn do_superiority(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        state.frames.pop();
        let (effect, on) = match action {
            Action::Activate { effect } => (effect, true),
            Action::Deactivate { effect } => (effect, false),
            _ => return,
        };
        state.superiority[effect as usize] = on;
        log.add(|| {
            let name = &self.data.charts.superiority[effect as usize].name;
            let (case, word) = if on { ("14.2.3.b", "active") } else { ("14.2.2.b", "inactive") };
            let what = What::Flip { counter: effect.word().into(), to: word.into() };
            Event::new(Case(case), what, format!("{name} becomes {word}"))
        });
    }

    /// Passes when no effect is left to switch.
    pub(crate) fn settle_superiority(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let Frame::Superiority { on } = *state.frames.top() else { return Then::Ask };
        ask_while(state.superiority.iter().any(|active| *active != on), state)
    }
}
