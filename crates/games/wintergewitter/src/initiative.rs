//! 6 Initiative: secret plans, open dice, mandated attacks, and what a run of it brings.

use crate::Winter;
use crate::decision::{Decision, step_asks};
use crate::state::State;
use kessel_kernel::{Case, Dice, Event, Log, Side, ToAct, What};
use kessel_kit::{idle, no, nothing, wait};

/// 6.1.a: both players write down how many attacks they plan; see `orders.rs`.
pub(crate) const BIDS: Decision = Decision {
    case: Case("6.1.a"),
    asks: |_, _| ToAct::Both,
    check: |_, _, _, _, c| c.ask(Case("6.1.a"), Err(no!("write down how many attacks you plan"))),
    offers: nothing,
    apply: idle,
    settle: wait,
    prompt: |_, state, _| {
        step_asks(state, {
            "How many attacks do you plan this turn? Your die is added; the higher total moves first and owes its attacks."
        })
    },
};

impl Winter {
    /// 6.1.c to 6.1.f: dice in the open, totals, ties again; the winner owes what he planned.
    pub(crate) fn decide_initiative(&self, state: &mut State, bids: [u8; 2], dice: &mut Dice, log: &mut Log) {
        // 6.1.f: when both have decided.
        log.reveal();
        let (first, totals) = loop {
            let rolls = Side::BOTH.map(|side| {
                let words = || format!("{} rolls for the initiative", Winter::side_name(side));
                self.d10(side, Case("6.1.c"), dice, log, words)
            });
            let totals = [0, 1].map(|n| u16::from(rolls[n]) + u16::from(bids[n]));
            match totals[0].cmp(&totals[1]) {
                std::cmp::Ordering::Greater => break (Side::Axis, totals),
                std::cmp::Ordering::Less => break (Side::Soviet, totals),
                std::cmp::Ordering::Equal if dice.fault().is_some() => break (Side::Axis, totals),
                std::cmp::Ordering::Equal => {} // 6.1.d
            }
        };
        let initiative = &mut state.initiative;
        initiative.streak = if initiative.first == Some(first) { initiative.streak.saturating_add(1) } else { 1 }; // 6.3.g
        // 6.0.a.
        initiative.first = Some(first);
        initiative.bids = bids;
        initiative.owed = bids[first.index()]; // 6.1.e, 6.2.d
        let streak = initiative.streak;
        log.add(|| {
            let text = format!(
                "{} has the initiative, {} against {}, and owes {} attacks; turn {streak} in a row",
                Winter::side_name(first),
                totals[first.index()],
                totals[first.other().index()],
                bids[first.index()]
            );
            let (from, to) = (0, i32::from(bids[first.index()]));
            Event::new(Case("6.1.e"), What::Track { track: "mandate".into(), from, to }, text)
        });
    }
}
