//! 4.0 The sequence of play, and 8.4 Operation Uranus.
//!
//! [`Battle::settle`] goes on by itself until somebody must decide: see `kessel_table::Frames`.

use crate::Battle;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{AssetSet, Duty, Ended, Frame, Phase, Spaces, State, UnitSet};
use kessel_table::{Case, Dice, Event, Log, Side, What};

/// The phase in words.
pub(crate) const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "Set-up",
        Phase::SovietAssignment => "Soviet reinforcement: assignment",
        Phase::SovietWithdrawal => "Soviet reinforcement: withdrawal",
        Phase::SovietReplacement => "Soviet replacement",
        Phase::SovietMovement => "Soviet movement",
        Phase::SovietAttack => "Soviet attack",
        Phase::Uranus => "Operation Uranus: the decision",
        Phase::UranusMovement => "Operation Uranus: movement",
        Phase::AxisMovement => "Axis movement",
        Phase::AxisAttack => "Axis attack",
        Phase::AxisDetachments => "Axis reinforcement: army detachments",
        Phase::AxisAssignment => "Axis reinforcement: assignment",
        Phase::AxisWithdrawal => "Axis reinforcement: withdrawal",
        Phase::AxisReplacement => "Axis replacement",
        Phase::Over => "The game is over",
    }
}

/// The rule of the phase.
pub(crate) const fn phase_case(phase: Phase) -> Case {
    Case(match phase {
        Phase::Setup => "6.0.c",
        Phase::SovietAssignment | Phase::SovietWithdrawal => "4.1.2",
        Phase::SovietReplacement => "4.1.3",
        Phase::SovietMovement => "4.1.4",
        Phase::SovietAttack => "4.1.5",
        Phase::Uranus | Phase::UranusMovement => "4.1.6",
        Phase::AxisMovement => "4.2.2",
        Phase::AxisAttack => "4.2.3",
        Phase::AxisDetachments | Phase::AxisAssignment | Phase::AxisWithdrawal => "4.2.4",
        Phase::AxisReplacement => "4.2.5",
        Phase::Over => "4.2.b",
    })
}

impl Battle {
    /// Goes on until somebody must decide, or the game is over.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        while self.settle_top(state, dice, log) {}
        if state.picture.is_none() {
            self.repaint(state);
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
                let march = *march;
                if self.any_step(state, &self.outlook(state, march.unit), march) {
                    return false;
                }
                state.frames.pop();
                true
            }
            Frame::Overstack { side, space } => {
                if self.overstack(state, *space, *side) > 0 {
                    return false;
                }
                state.frames.pop();
                true
            }
            Frame::Fight(fight) => {
                let fight = *fight;
                self.advance_fight(state, fight, dice, log);
                true
            }
            Frame::Naming { left, .. } => {
                if *left > 0 {
                    return false;
                }
                state.frames.pop();
                true
            }
            Frame::Losses(losses) => {
                if Side::BOTH.iter().any(|side| losses.left(*side) > 0) {
                    return false;
                }
                let losses = losses.clone();
                state.frames.pop();
                self.inflict(state, &losses, log);
                true
            }
            Frame::Standing { side, leaving } => {
                let (side, leaving) = (*side, *leaving);
                let all = self.fight(state).map_or_else(UnitSet::default, |f| self.sufferers(state, f.space, side));
                if leaving != all {
                    return false;
                }
                *state.frames.top_mut() = Frame::Retreat { side, units: leaving };
                true
            }
            Frame::Retreat { units, .. } => {
                let units = *units;
                if units.is_empty() {
                    state.frames.pop();
                    return true;
                }
                self.trapped_die(state, units, log)
            }
        }
    }

    /// Phases without a choice pass by themselves.
    fn settle_phase(&self, state: &mut State, phase: Phase, dice: &mut Dice, log: &mut Log) -> bool {
        match phase {
            Phase::Setup => {
                if state.ready != [true, true] {
                    return false;
                }
                self.begin_soviet_turn(state, 1, dice, log);
                true
            }
            Phase::Over => false,
            Phase::Uranus => {
                if self.uranus_open(state) {
                    return false;
                }
                self.end_phase(state, phase, dice, log);
                true
            }
            Phase::AxisDetachments => self.settle_detachments(state, dice, log),
            Phase::AxisWithdrawal => {
                let owed = self.surrenders(state);
                if owed.len() == 1 {
                    owed.iter().for_each(|asset| self.apply_surrender(state, asset, log));
                    return true;
                }
                self.pass_if_idle(state, phase, dice, log)
            }
            _ => self.pass_if_idle(state, phase, dice, log),
        }
    }

    fn pass_if_idle(&self, state: &mut State, phase: Phase, dice: &mut Dice, log: &mut Log) -> bool {
        if state.frames.is_held() || phase.side().is_some_and(|side| self.has_choice(state, side)) {
            return false;
        }
        self.end_phase(state, phase, dice, log);
        true
    }

    /// 9.2.1.d: a detachment with one city takes it, one with none waits in the reserve.
    fn settle_detachments(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        let Some(unit) = self.detachment_due(state) else {
            self.end_phase(state, Phase::AxisDetachments, dice, log);
            return true;
        };
        let cities = self.landing_cities(state, unit);
        match (cities.len(), cities.first()) {
            (0, _) | (_, None) => {
                self.to_reserve(state, unit, self.data.units[unit.index()].max);
                true
            }
            (1, Some(city)) => {
                self.apply_deploy(state, unit, city, log);
                true
            }
            _ => false,
        }
    }

    /// What must be done before `done` is said.
    pub(crate) fn check_done(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        match state.phase() {
            Phase::Setup => self.check_ready(state, side, c),
            Phase::SovietAttack | Phase::AxisAttack => {
                let due = self.attacks_due(state).first();
                c.ask(Case("8.0.b"), due.map_or(Ok(()), |space| Err(Why::AttackDue(space))))
            }
            // SS-Wiking does not wait while a unit of its army could take it.
            Phase::AxisAssignment => {
                let bound = self.bound_asset(state, side);
                c.ask(Case("9.2.1.j"), bound.map_or(Ok(()), |asset| Err(Why::MustBeAssigned(asset))))
            }
            Phase::AxisWithdrawal => {
                let owed = !self.surrenders(state).is_empty();
                c.ask(Case("9.2.2.c"), if owed { Err(Why::DutyFirst) } else { Ok(()) })
            }
            Phase::AxisDetachments | Phase::Over => c.ask(Case("4.0.b"), Err(Why::NotNow)),
            Phase::SovietAssignment
            | Phase::SovietWithdrawal
            | Phase::SovietReplacement
            | Phase::SovietMovement
            | Phase::Uranus
            | Phase::UranusMovement
            | Phase::AxisMovement
            | Phase::AxisReplacement => Ok(()),
        }
    }

    /// 8.4.a, 8.4.b: on turn 9 or later, once.
    pub(crate) fn check_launch(&self, state: &State, c: &mut Consult) -> Verdict {
        let early = self.data.charts.uranus_moves(state.turn) == 0;
        c.ask(Case("8.4.a"), if early { Err(Why::TooEarly(state.turn)) } else { Ok(()) })?;
        c.ask(Case("8.4.b"), state.uranus.map_or(Ok(()), |turn| Err(Why::UranusPlayed(turn))))
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
        self.enter_phase(state, Phase::UranusMovement, log);
    }

    /// Goes to the next phase of the outline in 4.1 and 4.2.
    pub(crate) fn end_phase(&self, state: &mut State, phase: Phase, dice: &mut Dice, log: &mut Log) {
        state.frames.release();
        match phase {
            Phase::Setup | Phase::Over => {}
            Phase::SovietAssignment => self.enter_phase(state, Phase::SovietWithdrawal, log),
            Phase::SovietWithdrawal => self.enter_phase(state, Phase::SovietReplacement, log),
            Phase::SovietReplacement => self.enter_phase(state, Phase::SovietMovement, log),
            Phase::SovietMovement => self.end_movement(state, Side::Soviet, Phase::SovietAttack, log),
            Phase::SovietAttack if self.uranus_open(state) => self.enter_phase(state, Phase::Uranus, log),
            Phase::SovietAttack | Phase::Uranus | Phase::UranusMovement => self.begin_axis_turn(state, log),
            Phase::AxisMovement => self.end_movement(state, Side::Axis, Phase::AxisAttack, log),
            Phase::AxisAttack => {
                // 9.2.1.d: nothing is said of detachments in a turn that brings none.
                let detachments = self.detachment_due(state).is_some();
                let next = if detachments { Phase::AxisDetachments } else { Phase::AxisAssignment };
                self.enter_phase(state, next, log);
                self.arrive(state, Side::Axis, dice, log);
            }
            Phase::AxisDetachments => self.enter_phase(state, Phase::AxisAssignment, log),
            Phase::AxisAssignment => self.enter_phase(state, Phase::AxisWithdrawal, log),
            Phase::AxisWithdrawal => self.enter_phase(state, Phase::AxisReplacement, log),
            Phase::AxisReplacement => self.end_axis_turn(state, dice, log),
        }
    }

    /// Enters a phase and prepares what it needs.
    fn enter_phase(&self, state: &mut State, phase: Phase, log: &mut Log) {
        *state.frames.top_mut() = Frame::Phase(phase);
        match phase {
            Phase::SovietMovement | Phase::AxisMovement | Phase::UranusMovement => self.prepare_movement(state, phase),
            Phase::SovietReplacement | Phase::AxisReplacement => {
                let side = phase.side().unwrap_or(Side::Soviet);
                state.purse = self.printed_purse(state.turn, side);
            }
            // From the assignment on, so that the enemy, who sees that it is owed, does not see the steps change.
            Phase::AxisAssignment | Phase::AxisWithdrawal => {
                state.purse = [0; 2];
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
            let event = Event::new(phase_case(phase), what, phase_name(phase));
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
        state.moved = UnitSet::default();
        state.engaged = self.own(side).iter().filter(|u| state.at(*u).is_some_and(|at| battle.contains(at))).collect();
    }

    /// 3.1.2.e: after the movement phase overstacked boxes are cleared, then the attacks begin.
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
        state.moved = UnitSet::default();
        state.engaged = UnitSet::default();
        state.refugees = UnitSet::default();
        state.fresh_units = UnitSet::default();
        state.fresh_assets = AssetSet::default();
        state.withdrawn = AssetSet::default();
        state.tcf_used = false;
    }

    /// 4.1.0 to 4.1.2: marker, sudden death, arrivals.
    fn begin_soviet_turn(&self, state: &mut State, turn: u8, dice: &mut Dice, log: &mut Log) {
        state.turn = turn;
        self.begin_player_turn(state, log);
        self.enter_phase(state, Phase::SovietAssignment, log);
        if !self.sudden_death(state, Side::Soviet, log) {
            self.arrive(state, Side::Soviet, dice, log);
        }
    }

    /// 4.2.0, 4.2.1.
    fn begin_axis_turn(&self, state: &mut State, log: &mut Log) {
        self.begin_player_turn(state, log);
        self.enter_phase(state, Phase::AxisMovement, log);
        self.sudden_death(state, Side::Axis, log);
    }

    /// 4.2.6, 4.2.7, 4.2.b.
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
            let outcome = self.outcome_of(state).expect("the game has ended");
            let what = What::End { winner: outcome.winner, level: outcome.level.clone() };
            Event::new(outcome.case, what, outcome.text)
        });
    }
}

#[cfg(test)]
mod tests;
