//! 5.4, 5.5 The opening of a player turn: a town for the network (7.14), the aircraft (9.27), the order of the two phases.

use crate::Drive;
use crate::action::Action;
use crate::decision::{Decides, Decision, Flow, Then, Visit, not_now, phasing, question};
use crate::refusal::{Consult, Noun, Verdict};
use crate::state::{Order, State};
use kessel_kernel::{Case, Dice, Event, Log, Side, must, unless};
use kessel_kit::no;

/// 5.4.a: what is declared at the start of a player turn. The declaration of the order ends it.
pub(crate) const OPENING: Decision = Decision {
    case: Case("5.4.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Supply { at } => game.check_supply(state, side, at, c),
        Action::Schwerpunkt if side == Side::Axis => game.check_schwerpunkt(state, c),
        Action::Order { order } => game.check_order(state, side, order, c),
        _ => not_now(c, "5.1.a"),
    },
    offers: |game, state, side, visit| {
        if !state.added {
            let towns = game.ground.towns;
            let mine = if side == Side::Axis { towns & state.axis_control } else { towns - state.axis_control };
            let new = mine - state.network[side.index()];
            new.iter().try_for_each(|at| game.offer(state, side, Action::Supply { at }, visit))?;
        }
        game.offer(state, side, Action::Schwerpunkt, visit)?;
        Order::ALL.into_iter().try_for_each(|order| game.offer(state, side, Action::Order { order }, visit))
    },
    apply: |game, state, side, action, _, log| match action {
        Action::Supply { at } => game.apply_supply(state, side, at, log),
        Action::Schwerpunkt => game.apply_schwerpunkt(state, log),
        Action::Order { order } => game.apply_order(state, side, order, log),
        _ => {}
    },
    settle: declare_the_only,
    prompt: |game, seen, side| {
        let text = if seen.added {
            "The network has grown for this turn. Declare the order of your phases."
        } else if game.town_is_offered(seen, side) {
            "Your player turn begins. Add a town to the supply network, then declare the order of your phases."
        } else {
            "Your player turn begins. No town can join the supply network; declare the order of your phases."
        };
        question(seen, text)
    },
};

/// Where only one order is left, it is declared.
fn declare_the_only(game: &Drive, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
    if game.housekeeping(state, dice, log) {
        return Then::Again;
    }
    let Some(side) = state.phase().side() else { return Then::Ask };
    let mut only = None;
    let more = game.each_offer(state, side, &mut |action| match only.replace(action) {
        Some(_) => Flow::Break(()),
        None => Flow::Continue(()),
    });
    match (more.is_break(), only) {
        (false, Some(Action::Order { order })) => {
            game.apply_order(state, side, order, log);
            Then::Again
        }
        _ => Then::Ask,
    }
}

impl Drive {
    /// 5.4, 5.5: may the side declare this order now?
    pub(crate) fn check_order(&self, state: &State, side: Side, order: Order, c: &mut Consult) -> Verdict {
        let no = Err(no!("the order {order} is not open to you now{hint}", order, hint = Noun::OrderHint));
        match (state.is_blue(), side, order) {
            (_, _, Order::AssaultMove) => Ok(()),
            (true, Side::Axis, Order::MoveAssault | Order::AssaultAssault) => {
                // 3.2.f.
                c.ask(Case("5.4.c"), if state.turn == 1 { no } else { Ok(()) })?;
                // 5.5.f: once, if at all.
                let twice = order == Order::AssaultAssault && state.uses.double_assault;
                c.ask(Case("5.5.b"), unless(twice, no!("the order {order} has been used in this game", order)))
            }
            (true, Side::Axis, Order::MoveMove) => c.ask(Case("5.5.b"), no),
            (true, Side::Soviet, Order::MoveMove) => c.ask(
                Case("5.5.e"),
                unless(state.uses.double_move, no!("the order {order} has been used in this game", order)),
            ),
            (true, Side::Soviet, _) => c.ask(Case("5.4.b"), no),
            (false, _, Order::AssaultAssault | Order::MoveMove) => c.ask(Case("5.5.g"), no),
            // 5.3.b.
            (false, Side::Soviet, Order::MoveAssault) => {
                c.ask(Case("5.4.d"), if state.turn == 1 { no } else { Ok(()) })
            }
            // 5.4.f.
            (false, Side::Axis, Order::MoveAssault) => Ok(()),
        }
    }

    pub(crate) fn apply_order(&self, state: &mut State, side: Side, order: Order, log: &mut Log) {
        // 5.5.a: for all units of the side.
        state.order = order;
        state.second = false;
        state.uses.double_assault |= order == Order::AssaultAssault;
        state.uses.double_move |= order == Order::MoveMove;
        log.add(|| {
            let words = match order {
                Order::AssaultMove => "prepared assaults, then movement",
                Order::MoveAssault => "movement, then prepared assaults",
                Order::AssaultAssault => "two phases of prepared assaults",
                Order::MoveMove => "two phases of movement",
            };
            Event::note(Case("5.4.a"), format!("{side}: {words}"))
        });
        self.enter_action_phase(state, side, log);
    }

    /// 9.27: may the aircraft fly with the panzers?
    pub(crate) fn check_schwerpunkt(&self, state: &State, c: &mut Consult) -> Verdict {
        c.ask(Case("9.27.b"), must(state.is_blue(), no!("only Operation Blue has that")))?;
        let why = no!("the aircraft have been used in this turn");
        c.ask(Case("9.27.c"), unless(self.aircraft_left(state, Side::Axis) < self.both(state), why))
    }

    /// Both aircraft: what a declaration for the whole turn takes.
    pub(crate) fn both(&self, state: &State) -> u8 {
        self.data.scenario(state.scenario).aircraft[Side::Axis.index()].max(1)
    }

    /// 11.25: aircraft that a side may still use in this game turn.
    pub(crate) fn aircraft_left(&self, state: &State, side: Side) -> u8 {
        self.data.scenario(state.scenario).aircraft[side.index()].saturating_sub(state.uses.aircraft)
    }

    /// 7.14: is there a town that can join the network now?
    fn town_is_offered(&self, seen: &State, side: Side) -> bool {
        let look: &mut Visit<'_> = &mut |action| match action {
            Action::Supply { .. } => Flow::Break(()),
            _ => Flow::Continue(()),
        };
        self.each_offer(seen, side, look).is_break()
    }
}
