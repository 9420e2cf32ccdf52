//! 8.4 Operation Uranus.

use crate::Battle;
use crate::action::Action;
use crate::decision::{Decides, Decision, Then, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Phase, State};
use kessel_kernel::{Case, Dice, Event, Log, Prompt, unless, unless_found};
use kessel_kit::no;

/// 8.4.a, 8.4.b: is the operation launched this turn?
pub(crate) const DECISION: Decision = Decision {
    case: Case("8.4.b"),
    asks: phasing,
    check: |game, state, _, action, c| match action {
        Action::Launch => game.check_launch(state, c),
        // 8.4.f.
        Action::Done => Ok(()),
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Launch, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Launch => game.apply_launch(state, log),
        _ => game.end_phase(state, dice, log),
    },
    settle: |game, state, dice, log| {
        if game.uranus_open(state) {
            return Then::Ask;
        }
        game.end_phase(state, dice, log);
        Then::Again
    },
    prompt: |game, seen, _| {
        let units = game.data.charts.uranus_moves(seen.turn);
        let text = format!("Launch Operation Uranus? Units that may move again this turn: {units}.");
        Prompt::new(Case("8.4.b"), text)
    },
};

/// 4.1.6: after the Soviet attacks the operation may be decided on; otherwise the Axis turn begins.
pub(crate) fn after_attacks(game: &Battle, state: &mut State, _: &mut Dice, log: &mut Log) {
    if game.uranus_open(state) {
        game.enter_phase(state, Phase::Uranus, log);
    } else {
        game.begin_axis_turn(state, log);
    }
}

impl Battle {
    /// 8.4.a, 8.4.b: on turn 9 or later, once.
    pub(crate) fn check_launch(&self, state: &State, c: &mut Consult) -> Verdict {
        // 9.1.1.h: from turn 9 on.
        let early = self.data.charts.uranus_moves(state.turn) == 0;
        let why = no!("Operation Uranus cannot be launched on turn {turn}", turn = state.turn);
        c.ask(Case("8.4.a"), unless(early, why))?;
        let launched = |turn| no!("Operation Uranus was launched on turn {turn}", turn);
        c.ask(Case("8.4.b"), unless_found(state.uranus, launched))
    }

    /// 8.4.a, 8.4.b: is there an operation to decide on?
    fn uranus_open(&self, state: &State) -> bool {
        state.uranus.is_none() && self.data.charts.uranus_moves(state.turn) > 0
    }

    pub(crate) fn apply_launch(&self, state: &mut State, log: &mut Log) {
        state.uranus = Some(state.turn);
        log.reveal();
        log.add(|| {
            let units = self.data.charts.uranus_moves(state.turn);
            let text = if units == 1 {
                "Operation Uranus: one unit moves again".into()
            } else {
                format!("Operation Uranus: {units} units move again")
            };
            Event::note(Case("8.4.b"), text)
        });
        // 8.4.c: a movement phase like any other.
        self.enter_phase(state, Phase::UranusMovement, log);
    }
}
