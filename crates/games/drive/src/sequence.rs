//! 5.0 The turn sequence: one table of the phases with the home of each, and what begins and ends with phases, player turns and game turns.

use crate::action::Action;
use crate::data::ScenarioId;
use crate::decision::{Decides, Then};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Ended, Frame, State, Uses};
use crate::{Drive, combat, movement, opening, sea, setup, victory, withdrawal};
use kessel_kernel::facets::Rules;
use kessel_kernel::plan::NoPlans;
use kessel_kernel::{Case, Dice, Event, Log, Options, Outcome, Side, What};
use kessel_kit::{Word, sequence};
use serde::{Deserialize, Serialize};

/// The phases and steps, in the order of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// The Soviet sets up (12.1, 12.3).
    SovietSetup,
    /// The Axis sets up.
    AxisSetup,
    /// Start of the game turn: the flood (9.32), the divisions of Stalingrad (8.10).
    SovietAnnouncements,
    /// Start of the game turn: barring the sea (9.18).
    AxisAnnouncements,
    /// Turn 6 of Blue (8.7).
    AxisWithdrawal,
    /// Start of the Axis player turn: network, aircraft, order (7.14, 9.27, 5.4).
    AxisOpening,
    /// 9.0.
    AxisMovement,
    /// 11.0.
    AxisAssault,
    /// Start of the Soviet player turn.
    SovietOpening,
    /// 9.0.
    SovietMovement,
    /// 11.0.
    SovietAssault,
    /// Nobody acts any more.
    Over,
}

impl Phase {
    /// Are units set up in it?
    pub const fn is_setup(self) -> bool {
        matches!(self, Phase::SovietSetup | Phase::AxisSetup)
    }

    /// Are units moved in it?
    pub const fn is_movement(self) -> bool {
        matches!(self, Phase::AxisMovement | Phase::SovietMovement)
    }

    /// Are prepared assaults made in it?
    pub const fn is_assault(self) -> bool {
        matches!(self, Phase::AxisAssault | Phase::SovietAssault)
    }

    /// The movement phase of a side.
    pub const fn movement(side: Side) -> Phase {
        match side {
            Side::Axis => Phase::AxisMovement,
            Side::Soviet => Phase::SovietMovement,
        }
    }

    /// The assault phase of a side.
    pub const fn assault(side: Side) -> Phase {
        match side {
            Side::Axis => Phase::AxisAssault,
            Side::Soviet => Phase::SovietAssault,
        }
    }

    /// The opening of a side's player turn.
    pub const fn opening(side: Side) -> Phase {
        match side {
            Side::Axis => Phase::AxisOpening,
            Side::Soviet => Phase::SovietOpening,
        }
    }
}

const AXIS: Option<Side> = Some(Side::Axis);
const SOVIET: Option<Side> = Some(Side::Soviet);

sequence! {
    /// The sequence of play (5.2, 5.3), in the book's order. The order of a player turn's two phases is declared (5.4).
    Drive, Phase {
        SovietSetup, SOVIET, "soviet-setup", "3.1", "Soviet set-up", setup::SETUP, setup::end;
        AxisSetup, AXIS, "axis-setup", "3.1", "Axis set-up", setup::SETUP, setup::end;
        SovietAnnouncements, SOVIET, "soviet-announcements", "9.32.d", "Start of the turn: Soviet announcements", sea::SOVIET_ANNOUNCEMENTS, then_axis_announces;
        AxisAnnouncements, AXIS, "axis-announcements", "9.18.f", "Start of the turn: German announcements", sea::AXIS_ANNOUNCEMENTS, then_first_player;
        AxisWithdrawal, AXIS, "axis-withdrawal", "8.7.a", "German withdrawals", withdrawal::WITHDRAWAL, then_axis_opens;
        AxisOpening, AXIS, "axis-opening", "5.4.a", "Opening of the German player turn", opening::OPENING, nothing_follows;
        AxisMovement, AXIS, "axis-movement", "5.2.b", "German movement and mobile assaults", movement::MOVEMENT, then_next_phase;
        AxisAssault, AXIS, "axis-assault", "5.2.b", "German prepared assaults", combat::ASSAULT, then_next_phase;
        SovietOpening, SOVIET, "soviet-opening", "5.4.a", "Opening of the Soviet player turn", opening::OPENING, nothing_follows;
        SovietMovement, SOVIET, "soviet-movement", "5.2.c", "Soviet movement", movement::MOVEMENT, then_next_phase;
        SovietAssault, SOVIET, "soviet-assault", "5.2.c", "Soviet prepared assaults", combat::ASSAULT, then_next_phase;
        Over, None, "over", "4.10.b", "The game is over", victory::OVER, nothing_follows;
    }
}

fn then_axis_announces(game: &Drive, state: &mut State, _: &mut Dice, log: &mut Log) {
    game.enter_phase(state, Phase::AxisAnnouncements, log);
}

fn then_first_player(game: &Drive, state: &mut State, dice: &mut Dice, log: &mut Log) {
    // 3.2.b: in Blue the German, in Uranus the Soviet.
    let first = game.data.scenario(state.scenario).first;
    game.begin_player_turn(state, first, dice, log);
}

fn then_axis_opens(game: &Drive, state: &mut State, _: &mut Dice, log: &mut Log) {
    game.enter_phase(state, Phase::AxisOpening, log);
}

fn then_next_phase(game: &Drive, state: &mut State, dice: &mut Dice, log: &mut Log) {
    if let Some(side) = state.phase().side() {
        game.end_action_phase(state, side, dice, log);
    }
}

/// The declaration of the order leads on (5.4); after the end nothing does.
fn nothing_follows(_: &Drive, _: &mut State, _: &mut Dice, _: &mut Log) {}

/// A phase without a choice passes by itself.
pub(crate) fn pass_if_idle(game: &Drive, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
    let phase = state.phase();
    if game.housekeeping(state, dice, log) {
        return Then::Again;
    }
    if state.frames.is_held() || phase.side().is_none_or(|side| game.has_choice(state, side)) {
        return Then::Ask;
    }
    game.end_phase(state, phase, dice, log);
    Then::Again
}

/// 'Done' ends the phase.
pub(crate) fn end(game: &Drive, state: &mut State, dice: &mut Dice, log: &mut Log) {
    game.end_phase(state, state.phase(), dice, log);
}

impl Rules for Drive {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

    fn setup(&self, scenario: &str, _: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::Blue);
        let mut state = self.first_position(id, log);
        self.go_on(&mut state, dice, log);
        state
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ended.map(|ended| self.outcome_of_end(state.is_blue(), ended))
    }
}

impl Drive {
    pub(crate) fn enter_action_phase(&self, state: &mut State, side: Side, log: &mut Log) {
        let moves = state.order.moves(state.second);
        self.enter_phase(state, if moves { Phase::movement(side) } else { Phase::assault(side) }, log);
        // 7.6.d, R92: before the Soviets attack from where they have moved.
        if side == Side::Soviet && state.second && !moves {
            state.frames.push(Frame::Reply);
        }
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
        (phase.step().then)(self, state, dice, log);
    }

    /// What comes before everything else while a phase is on top: its end, if it is being closed; and 6.2.c, unlawful stacks are dealt with at
    /// the start of a phase too.
    pub(crate) fn housekeeping(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        if state.closing {
            self.end_phase(state, state.phase(), dice, log);
            return true;
        }
        state.layout.suspect && self.open_excess(state, log)
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
        // 5.2.a, 5.3.a: then the other, then the weather.
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
            Event::new(phase.step().case, what, phase.step().name)
        });
    }

    /// What begins anew with a phase.
    pub(crate) fn prepare(&self, state: &mut State, phase: Phase) {
        // 11.35.d: refugees are refugees until the phase is over.
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
                // 9.2.a: afresh, whatever was left.
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
        // 10.1.b: for the turn that comes.
        self.roll_freeze(state, dice, log);
        self.begin_game_turn(state, state.turn + 1, log);
    }

    /// 10.2: the freeze comes with the next turn on a low die.
    fn roll_freeze(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let most = self.data.scenario(state.scenario).turn(state.turn + 1).freeze;
        // 10.1.a: Blue knows no freeze; 10.2.b: it stays; 10.2.f: until it has come, from the end of turn 1 on.
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
