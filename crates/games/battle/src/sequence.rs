//! 4.0 The sequence of play: one table of the phases with the home of each, and what begins and ends with phases and player turns.

use crate::action::Action;
use crate::decision::Then;
use crate::sets::{AssetSet, Spaces, UnitSet};
use crate::state::{Duty, Ended, Frame, State};
use crate::{Battle, combat, movement, reinforcement, replacement, setup, uranus, victory, withdrawal};
use kessel_kernel::facets::Rules;
use kessel_kernel::plan::NoPlans;
use kessel_kernel::{Case, Dice, Event, Log, Options, Outcome, Side, What};
use kessel_kit::sequence;
use serde::{Deserialize, Serialize};

/// The phases and steps, in the order of the sequence of play (4.1, 4.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Both sides arrange their displays in secret (6.0).
    Setup,
    /// Soviet step 2, assignment.
    SovietAssignment,
    /// Soviet step 2, withdrawal.
    SovietWithdrawal,
    /// Soviet step 3.
    SovietReplacement,
    /// Soviet step 4.
    SovietMovement,
    /// Soviet step 5.
    SovietAttack,
    /// Soviet step 6: to launch or not.
    Uranus,
    /// Soviet step 6: the extra moves.
    UranusMovement,
    /// Axis step 2.
    AxisMovement,
    /// Axis step 3.
    AxisAttack,
    /// Axis step 4: Hollidt and Fretter-Pico.
    AxisDetachments,
    /// Axis step 4, assignment.
    AxisAssignment,
    /// Axis step 4, withdrawal.
    AxisWithdrawal,
    /// Axis step 5.
    AxisReplacement,
    /// Nobody acts any more.
    Over,
}

impl Phase {
    /// The phase as the other side sees it. The steps in which a side works on its display look like one to the enemy (3.5): a
    /// step without a choice passes by itself, and which one did would tell what lies on the display.
    pub const fn in_public(self) -> Phase {
        match self {
            Phase::SovietAssignment | Phase::SovietWithdrawal | Phase::SovietReplacement => Phase::SovietAssignment,
            Phase::AxisAssignment | Phase::AxisWithdrawal | Phase::AxisReplacement => Phase::AxisAssignment,
            Phase::Setup
            | Phase::SovietMovement
            | Phase::SovietAttack
            | Phase::Uranus
            | Phase::UranusMovement
            | Phase::AxisMovement
            | Phase::AxisAttack
            | Phase::AxisDetachments
            | Phase::Over => self,
        }
    }

    /// Are units moved in it?
    pub const fn is_movement(self) -> bool {
        matches!(self, Phase::SovietMovement | Phase::UranusMovement | Phase::AxisMovement)
    }
}

const AXIS: Option<Side> = Some(Side::Axis);
const SOVIET: Option<Side> = Some(Side::Soviet);

sequence! {
    /// The sequence of play, in the order of the outline in 4.1 and 4.2.
    Battle, Phase {
        Setup, None, "setup", "6.0.c", "Set-up", setup::SETUP, |_, _, _, _| {};
        SovietAssignment, SOVIET, "soviet-assignment", "4.1.2", "Soviet reinforcement: assignment", reinforcement::SOVIET_ASSIGNMENT,
            |game, state, _, log| game.enter_phase(state, Phase::SovietWithdrawal, log);
        SovietWithdrawal, SOVIET, "soviet-withdrawal", "4.1.2", "Soviet reinforcement: withdrawal", withdrawal::WITHDRAWAL,
            |game, state, _, log| game.enter_phase(state, Phase::SovietReplacement, log);
        SovietReplacement, SOVIET, "soviet-replacement", "4.1.3", "Soviet replacement", replacement::SOVIET_REPLACEMENT,
            |game, state, _, log| game.enter_phase(state, Phase::SovietMovement, log);
        SovietMovement, SOVIET, "soviet-movement", "4.1.4", "Soviet movement", movement::MOVEMENT,
            |game, state, _, log| game.end_movement(state, Side::Soviet, Phase::SovietAttack, log);
        SovietAttack, SOVIET, "soviet-attack", "4.1.5", "Soviet attack", combat::ATTACK, uranus::after_attacks;
        Uranus, SOVIET, "uranus", "4.1.6", "Operation Uranus: the decision", uranus::DECISION,
            |game, state, _, log| game.begin_axis_turn(state, log);
        UranusMovement, SOVIET, "uranus-movement", "4.1.6", "Operation Uranus: movement", movement::MOVEMENT,
            |game, state, _, log| game.begin_axis_turn(state, log);
        AxisMovement, AXIS, "axis-movement", "4.2.2", "Axis movement", movement::MOVEMENT,
            |game, state, _, log| game.end_movement(state, Side::Axis, Phase::AxisAttack, log);
        AxisAttack, AXIS, "axis-attack", "4.2.3", "Axis attack", combat::ATTACK, reinforcement::axis_arrivals;
        AxisDetachments, AXIS, "axis-detachments", "4.2.4", "Axis reinforcement: army detachments", reinforcement::DETACHMENTS,
            |game, state, _, log| game.enter_phase(state, Phase::AxisAssignment, log);
        AxisAssignment, AXIS, "axis-assignment", "4.2.4", "Axis reinforcement: assignment", reinforcement::AXIS_ASSIGNMENT,
            |game, state, _, log| game.enter_phase(state, Phase::AxisWithdrawal, log);
        AxisWithdrawal, AXIS, "axis-withdrawal", "4.2.4", "Axis reinforcement: withdrawal", withdrawal::WITHDRAWAL,
            |game, state, _, log| game.enter_phase(state, Phase::AxisReplacement, log);
        AxisReplacement, AXIS, "axis-replacement", "4.2.5", "Axis replacement", replacement::AXIS_REPLACEMENT, Battle::end_axis_turn;
        Over, None, "over", "4.2.b", "The game is over", victory::OVER, |_, _, _, _| {};
    }
}

/// A phase without a choice passes by itself.
pub(crate) fn pass_if_idle(game: &Battle, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
    if state.frames.is_held() || state.phase().side().is_some_and(|side| game.has_choice(state, side)) {
        return Then::Ask;
    }
    game.end_phase(state, dice, log);
    Then::Again
}

impl Rules for Battle {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

    fn setup(&self, _: &str, _: &Options, dice: &mut Dice, log: &mut Log) -> State {
        self.first_position(dice, log)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ended.map(|ended| self.outcome_of_end(ended))
    }
}

impl Battle {
    /// Goes to the next phase of the outline in 4.1 and 4.2.
    pub(crate) fn end_phase(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        state.frames.release();
        (state.phase().step().then)(self, state, dice, log);
    }

    /// Enters a phase and prepares what it needs.
    pub(crate) fn enter_phase(&self, state: &mut State, phase: Phase, log: &mut Log) {
        *state.frames.top_mut() = Frame::Phase(phase);
        match phase {
            Phase::SovietMovement | Phase::AxisMovement | Phase::UranusMovement => self.prepare_movement(state, phase),
            Phase::SovietReplacement | Phase::AxisReplacement => {
                let side = phase.side().unwrap_or(Side::Soviet);
                // 9.1.3.c, 9.2.3.c: what was left of the last turn's is gone.
                state.purse = self.printed_purse(state.turn, side);
            }
            // From the assignment on, so that the enemy, who sees that it is owed, does not see the steps change.
            Phase::AxisAssignment | Phase::AxisWithdrawal => {
                state.purse = [0; 2];
                // 6.4.h: Grossdeutschland, from turn 2 on.
                let due = self.data.assets.iter().filter_map(|a| a.withdraw_turn).any(|turn| turn <= state.turn);
                if due && state.duty == Duty::NotYet {
                    state.duty = Duty::Owed;
                }
            }
            _ => state.purse = [0; 2],
        }
        let turn = u32::from(state.turn);
        log.add(|| {
            let what = What::Phase { turn, side: phase.side(), phase: phase.word().into() };
            let event = Event::new(phase.step().case, what, phase.step().name);
            match phase.side() {
                Some(side) if phase.in_public() != phase => event.only_for(side),
                _ => event,
            }
        });
    }

    /// 7.1.1: who stands in battle now may leave it before the others move.
    pub(crate) fn prepare_movement(&self, state: &mut State, phase: Phase) {
        let battle = self.picture(state).battle;
        let side = phase.side().unwrap_or(Side::Soviet);
        state.purse = [0; 2];
        state.moved = UnitSet::EMPTY;
        state.engaged = self.own(side).iter().filter(|u| state.at(*u).is_some_and(|at| battle.contains(at))).collect();
    }

    /// 3.1.2.e: after the movement phase overstacked boxes are cleared, then the attacks begin; Uranus does not come here (3.1.2.d).
    fn end_movement(&self, state: &mut State, side: Side, next: Phase, log: &mut Log) {
        self.enter_phase(state, next, log);
        let space = self.data.board.boxes().find(|s| self.overstack(state, *s, side) > 0);
        if let Some(space) = space {
            state.frames.push(Frame::Overstack { side, space });
        }
    }

    /// What begins anew with every player turn; 4.1.7, 4.2.7: the markers of the last one are gone.
    fn begin_player_turn(&self, state: &mut State, log: &mut Log) {
        for marker in state.markers.take() {
            log.add(|| {
                let at = self.data.board.name(marker.space).to_string();
                let kind = if marker.river { "river-assault" } else { "compulsory" };
                let what = What::Marker { marker: kind.into(), at, placed: false };
                Event::new(Case("4.2.a"), what, format!("The marker in {} is removed", self.space_name(marker.space)))
            });
        }
        state.fought = Spaces::EMPTY;
        state.moved = UnitSet::EMPTY;
        state.engaged = UnitSet::EMPTY;
        state.refugees = UnitSet::EMPTY;
        state.fresh_units = UnitSet::EMPTY;
        state.fresh_assets = AssetSet::EMPTY;
        state.withdrawn = AssetSet::EMPTY;
        state.tcf_used = false;
    }

    /// 4.1.0 to 4.1.2: marker, sudden death, arrivals.
    pub(crate) fn begin_soviet_turn(&self, state: &mut State, turn: u8, dice: &mut Dice, log: &mut Log) {
        // 4.1.0.
        state.turn = turn;
        self.begin_player_turn(state, log);
        self.enter_phase(state, Phase::SovietAssignment, log);
        // 4.1.1: before anything else.
        if !self.sudden_death(state, Side::Soviet, log) {
            self.arrive(state, Side::Soviet, dice, log);
        }
    }

    /// 4.2.0, 4.2.1.
    pub(crate) fn begin_axis_turn(&self, state: &mut State, log: &mut Log) {
        self.begin_player_turn(state, log);
        self.enter_phase(state, Phase::AxisMovement, log);
        self.sudden_death(state, Side::Axis, log);
    }

    /// 4.2.6, 4.2.7, 4.2.b; then a new game turn, which begins with the Soviet player turn (4.0.a).
    fn end_axis_turn(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.score(state, log);
        if usize::from(state.turn) >= self.data.turns.len() {
            self.begin_player_turn(state, log);
            self.count(state, dice, log);
        } else {
            self.begin_soviet_turn(state, state.turn + 1, dice, log);
        }
    }

    /// The game ends here.
    pub(crate) fn end_game(&self, state: &mut State, ended: Ended, log: &mut Log) {
        state.ended = Some(ended);
        state.purse = [0; 2];
        while state.frames.depth() > 1 {
            state.frames.pop();
        }
        *state.frames.top_mut() = Frame::Phase(Phase::Over);
        log.reveal();
        log.add(|| {
            let outcome = self.outcome_of_end(ended);
            let what = What::End { winner: outcome.winner, level: outcome.level.clone() };
            Event::new(outcome.case, what, outcome.text)
        });
    }
}

#[cfg(test)]
mod tests;
