//! 5.0 The turn sequence: openings, declarations, phases, and the ends of player turns and game turns.
//!
//! [`Drive::settle`] goes on by itself until somebody must decide: see `kessel_table::Frames`.

use crate::Drive;
use crate::action::Action;
use crate::refusal::{Consult, Verdict, Why};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Ended, Frame, Order, Phase, State, Uses};
use kessel_table::{Case, Dice, Event, Log, Side, What, unless};
use std::ops::ControlFlow;

/// The phase in words.
pub(crate) const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::SovietSetup => "Soviet set-up",
        Phase::AxisSetup => "Axis set-up",
        Phase::SovietAnnouncements => "Start of the turn: Soviet announcements",
        Phase::AxisAnnouncements => "Start of the turn: German announcements",
        Phase::AxisWithdrawal => "German withdrawals",
        Phase::AxisOpening => "Opening of the German player turn",
        Phase::AxisMovement => "German movement and mobile assaults",
        Phase::AxisAssault => "German prepared assaults",
        Phase::SovietOpening => "Opening of the Soviet player turn",
        Phase::SovietMovement => "Soviet movement",
        Phase::SovietAssault => "Soviet prepared assaults",
        Phase::Over => "The game is over",
    }
}

/// The rule of the phase.
pub(crate) const fn phase_case(phase: Phase) -> Case {
    Case(match phase {
        Phase::SovietSetup | Phase::AxisSetup => "3.1",
        Phase::SovietAnnouncements => "9.32.d",
        Phase::AxisAnnouncements => "9.18.f",
        Phase::AxisWithdrawal => "8.7.a",
        Phase::AxisOpening | Phase::SovietOpening => "5.4.a",
        Phase::AxisMovement | Phase::AxisAssault => "5.2.b",
        Phase::SovietMovement | Phase::SovietAssault => "5.2.c",
        Phase::Over => "4.10.b",
    })
}

impl Drive {
    /// Goes on until somebody must decide, or the game is over.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        while state.ended.is_none() && self.settle_top(state, dice, log) {}
        if state.ended.is_some() {
            while state.frames.depth() > 1 {
                state.frames.pop();
            }
            *state.frames.top_mut() = Frame::Phase(Phase::Over);
        }
    }

    /// Lets the top frame do what it does by itself; false when it asks.
    fn settle_top(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        match state.frames.top() {
            Frame::Phase(phase) => {
                let phase = *phase;
                self.settle_phase(state, phase, dice, log)
            }
            Frame::March(march) => {
                if march.moved {
                    let march = march.clone();
                    if !self.march_goes_on(state, &march) {
                        state.frames.pop();
                        return true;
                    }
                }
                false
            }
            Frame::Muster(_) => false,
            Frame::Fight(_) => {
                self.advance_fight(state, dice, log);
                true
            }
            Frame::Reply => {
                if self.has_reply(state) {
                    return false;
                }
                state.frames.pop();
                true
            }
            Frame::Retreat(units) => {
                let units = *units;
                self.settle_retreat(state, units, log)
            }
            Frame::Losses(left) => {
                let left = *left;
                self.settle_losses(state, left, log)
            }
            Frame::Advance => {
                if self.can_advance(state) {
                    return false;
                }
                state.frames.pop();
                true
            }
            Frame::Excess { owner, hex } => {
                let (owner, hex) = (*owner, *hex);
                if self.excess(state, hex, self.nations_judged(state, owner)) > 0 {
                    return false;
                }
                state.frames.pop();
                true
            }
            Frame::Taman => {
                if self.taman_waits(state) {
                    return false;
                }
                state.frames.pop();
                true
            }
        }
    }

    /// Phases without a choice pass by themselves.
    fn settle_phase(&self, state: &mut State, phase: Phase, dice: &mut Dice, log: &mut Log) -> bool {
        let Some(side) = phase.side() else { return false };
        if state.closing {
            self.end_phase(state, phase, dice, log);
            return true;
        }
        // 6.2.c: unlawful stacks are dealt with at the start of a phase too.
        if !phase.is_setup() && state.layout.suspect && self.open_excess(state, log) {
            return true;
        }
        match phase {
            Phase::AxisOpening | Phase::SovietOpening => {
                let mut only = None;
                let more = self.each_offer(state, side, &mut |action| match only {
                    Some(_) => ControlFlow::Break(()),
                    None => {
                        only = Some(action);
                        ControlFlow::Continue(())
                    }
                });
                match (more.is_break(), only) {
                    (false, Some(Action::Order { order })) => {
                        self.apply_order(state, side, order, log);
                        true
                    }
                    _ => false,
                }
            }
            Phase::AxisWithdrawal => self.settle_withdrawal(state, dice, log),
            // Whoever sets up says himself that he has finished.
            Phase::SovietSetup | Phase::AxisSetup => false,
            _ => {
                if state.frames.is_held() || self.has_choice(state, side) {
                    return false;
                }
                self.end_phase(state, phase, dice, log);
                true
            }
        }
    }

    /// 5.4, 5.5: may the side declare this order now?
    pub(crate) fn check_order(&self, state: &State, side: Side, order: Order, c: &mut Consult) -> Verdict {
        let no = Err(Why::OrderClosed(order));
        match (state.is_blue(), side, order) {
            (_, _, Order::AssaultMove) => Ok(()),
            (true, Side::Axis, Order::MoveAssault | Order::AssaultAssault) => {
                c.ask(Case("5.4.c"), if state.turn == 1 { no } else { Ok(()) })?;
                let twice = order == Order::AssaultAssault && state.uses.double_assault;
                c.ask(Case("5.5.b"), unless(twice, Why::OrderUsed(order)))
            }
            (true, Side::Axis, Order::MoveMove) => c.ask(Case("5.5.b"), no),
            (true, Side::Soviet, Order::MoveMove) => {
                c.ask(Case("5.5.e"), unless(state.uses.double_move, Why::OrderUsed(order)))
            }
            (true, Side::Soviet, _) => c.ask(Case("5.4.b"), no),
            (false, _, Order::AssaultAssault | Order::MoveMove) => c.ask(Case("5.5.g"), no),
            (false, Side::Soviet, Order::MoveAssault) => {
                c.ask(Case("5.4.d"), if state.turn == 1 { no } else { Ok(()) })
            }
            (false, Side::Axis, Order::MoveAssault) => Ok(()),
        }
    }

    pub(crate) fn apply_order(&self, state: &mut State, side: Side, order: Order, log: &mut Log) {
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

    fn enter_action_phase(&self, state: &mut State, side: Side, log: &mut Log) {
        let moves = state.order.moves(state.second);
        self.enter_phase(state, if moves { Phase::movement(side) } else { Phase::assault(side) }, log);
        // 7.6.d, R92: before the Soviets attack from where they have moved.
        if side == Side::Soviet && state.second && !moves {
            state.frames.push(Frame::Reply);
        }
    }

    /// 9.27: may the aircraft fly with the panzers?
    pub(crate) fn check_schwerpunkt(&self, state: &State, c: &mut Consult) -> Verdict {
        c.ask(Case("9.27.b"), unless(!state.is_blue(), Why::OnlyInBlue))?;
        c.ask(Case("9.27.c"), unless(self.aircraft_left(state, Side::Axis) < self.both(state), Why::AircraftUsed))
    }

    /// Both aircraft: what a declaration for the whole turn takes.
    pub(crate) fn both(&self, state: &State) -> u8 {
        self.data.scenario(state.scenario).aircraft[Side::Axis.index()].max(1)
    }

    /// 11.25: aircraft that a side may still use in this game turn.
    pub(crate) fn aircraft_left(&self, state: &State, side: Side) -> u8 {
        self.data.scenario(state.scenario).aircraft[side.index()].saturating_sub(state.uses.aircraft)
    }

    /// Goes on to what follows a phase.
    pub(crate) fn end_phase(&self, state: &mut State, phase: Phase, dice: &mut Dice, log: &mut Log) {
        state.frames.release();
        // 6.3.f: the phase is not over before the enemy has picked.
        state.closing = phase.is_movement();
        if state.closing && self.open_excess(state, log) {
            return;
        }
        state.closing = false;
        match phase {
            Phase::SovietSetup | Phase::AxisSetup => self.end_setup(state, phase, log),
            Phase::SovietAnnouncements => self.enter_phase(state, Phase::AxisAnnouncements, log),
            Phase::AxisAnnouncements => {
                let first = self.data.scenario(state.scenario).first;
                self.begin_player_turn(state, first, dice, log);
            }
            Phase::AxisWithdrawal => self.enter_phase(state, Phase::AxisOpening, log),
            Phase::AxisMovement | Phase::AxisAssault => self.end_action_phase(state, Side::Axis, dice, log),
            Phase::SovietMovement | Phase::SovietAssault => self.end_action_phase(state, Side::Soviet, dice, log),
            Phase::AxisOpening | Phase::SovietOpening | Phase::Over => {}
        }
    }

    fn end_action_phase(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        if !state.second {
            state.second = true;
            self.enter_action_phase(state, side, log);
            return;
        }
        if side == Side::Soviet && self.german_towns_win(state, log) {
            return;
        }
        if side == self.data.scenario(state.scenario).first {
            self.begin_player_turn(state, side.other(), dice, log);
        } else {
            self.end_game_turn(state, dice, log);
        }
    }

    /// Enters a phase and prepares what it needs.
    pub(crate) fn enter_phase(&self, state: &mut State, phase: Phase, log: &mut Log) {
        *state.frames.top_mut() = Frame::Phase(phase);
        self.prepare(state, phase);
        let turn = u32::from(state.turn);
        log.add(|| {
            let what = What::Phase { turn, side: phase.side(), phase: phase.word().into() };
            Event::new(phase_case(phase), what, phase_name(phase))
        });
    }

    /// What begins anew with a phase.
    pub(crate) fn prepare(&self, state: &mut State, phase: Phase) {
        state.defended = UnitSet::EMPTY;
        state.stormed = Spaces::EMPTY;
        state.refugees = UnitSet::EMPTY;
        if phase.is_movement() {
            state.mover = None;
            state.arrived = UnitSet::EMPTY;
            state.sailed = 0;
            state.stopped = UnitSet::EMPTY;
            state.settled = UnitSet::EMPTY;
            state.assaulted = UnitSet::EMPTY;
            state.tired = UnitSet::EMPTY;
            let side = phase.side().unwrap_or(Side::Axis);
            for unit in self.ground.own[side.index()].iter() {
                let u = &mut state.units[unit.index()];
                u.spent = 0;
                u.allowance = 0;
                if let crate::state::Place::At(hex) = u.place {
                    u.origin = hex;
                }
            }
        }
        if phase.is_assault() {
            state.attacked = UnitSet::EMPTY;
        }
    }

    /// 5.2, 5.3: a game turn begins.
    pub(crate) fn begin_game_turn(&self, state: &mut State, turn: u8, log: &mut Log) {
        state.turn = turn;
        state.uses =
            Uses { aircraft: 0, sea_blocked: false, schwerpunkt: false, airlift: false, manstein: false, ..state.uses };
        state.airlift = None;
        state.rooted = UnitSet::EMPTY;
        state.south.this_turn = 0;
        self.wake_by_schedule(state, log);
        self.enter_phase(state, Phase::SovietAnnouncements, log);
    }

    /// A player turn begins.
    pub(crate) fn begin_player_turn(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        state.added = false;
        state.second = false;
        state.uses.manstein = false;
        state.shown = UnitSet::EMPTY;
        state.attacked = UnitSet::EMPTY;
        state.tired = UnitSet::EMPTY;
        if side == Side::Soviet {
            self.enter_phase(state, Phase::SovietOpening, log);
            self.begin_soviet_turn(state, dice, log);
        } else if self.withdrawal_due(state) {
            self.enter_phase(state, Phase::AxisWithdrawal, log);
            self.open_withdrawal(state);
        } else {
            self.enter_phase(state, Phase::AxisOpening, log);
        }
    }

    /// 5.2, 10.1: weather, the end of the game, or the next turn.
    fn end_game_turn(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        if state.turn >= self.data.scenario(state.scenario).last_turn() {
            self.final_verdict(state, log);
            return;
        }
        self.roll_freeze(state, dice, log);
        self.begin_game_turn(state, state.turn + 1, log);
    }

    /// 10.2: the freeze comes with the next turn on a low die.
    fn roll_freeze(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let most = self.data.scenario(state.scenario).turn(state.turn + 1).freeze;
        if state.is_blue() || state.frozen || most == 0 {
            return;
        }
        let die = dice.d6(Case("10.2.a"));
        state.frozen = die <= most;
        if state.frozen {
            Side::BOTH.into_iter().for_each(|side| state.forget_supply(side));
        }
        let frozen = state.frozen;
        log.add(|| {
            let text = if frozen {
                format!("The Soviet rolls {die}: rivers and marshes freeze for the rest of the game")
            } else {
                format!("The Soviet rolls {die}: no freeze yet (needed: {most} or less)")
            };
            Event::new(Case("10.2.a"), What::Roll { side: Side::Soviet, die: 6, value: die }, text)
        });
    }

    /// The game ends here.
    pub(crate) fn end_game(&self, state: &mut State, ended: Ended, log: &mut Log) {
        if state.ended.is_some() {
            return;
        }
        state.ended = Some(ended);
        log.reveal();
        log.add(|| {
            let outcome = self.outcome_of_end(state.is_blue(), ended);
            let what = What::End { winner: outcome.winner, level: outcome.level.clone() };
            Event::new(outcome.case, what, outcome.text)
        });
    }
}
