//! Doing what `check` allows.

use crate::Battle;
use crate::action::Action;
use crate::state::{Frame, March, Phase, Piece, Post, State};
use kessel_table::{Case, Dice, Event, Log, Side, What};

impl Battle {
    /// Does an action that `check` allows, then lets the game go on to the next decision.
    pub(crate) fn perform(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Strength { unit, points } => {
                state.units[unit.index()].strength = points;
                state.moved.insert(unit);
            }
            Action::Historical => self.apply_historical(state, side),
            Action::Assign { asset, unit } => {
                state.assets[asset.index()].post = Post::With(unit);
                log.add(|| {
                    let info = &self.data.assets[asset.index()];
                    let what = What::Place { counter: info.id.clone(), at: self.data.units[unit.index()].id.clone() };
                    let text = format!("{} joins {}", info.name, self.unit_name(unit));
                    Event::new(Case("6.4.a"), what, text).only_for(side)
                });
            }
            Action::Place { unit, at } => {
                log.add(|| self.moved_event(unit, self.reserve(side), at, Case("9.1.1.d")).only_for(side));
                self.put_unit(state, unit, at, log);
            }
            Action::Withdraw { asset } => {
                state.assets[asset.index()].post = Post::Reserve;
                state.withdrawn.insert(asset);
                log.add(|| {
                    let at = self.data.board.name(self.reserve(side)).to_string();
                    let info = &self.data.assets[asset.index()];
                    let case = if side == Side::Soviet { Case("9.1.2.d") } else { Case("9.2.2.h") };
                    let what = What::Place { counter: info.id.clone(), at };
                    Event::new(case, what, format!("{} is withdrawn to the reserve", info.name)).only_for(side)
                });
            }
            Action::Surrender { asset } => self.apply_surrender(state, asset, log),
            Action::Buy { unit, minor } => self.apply_buy(state, unit, minor, log),
            Action::RebuildUnit { unit, minor } => self.apply_rebuild_unit(state, unit, minor, log),
            Action::RebuildStep { asset, minor } => self.apply_rebuild_step(state, asset, minor, log),
            Action::March { unit, kind } => self.apply_march(state, unit, kind),
            Action::Step { to } => {
                if let Some(march) = marching(state) {
                    self.apply_step(state, march, to, log);
                }
            }
            Action::Halt => state.frames.pop(),
            Action::Transfer { unit, to } => self.apply_transfer(state, unit, to, log),
            Action::Attempt { unit, to } => self.apply_attempt(state, unit, to, dice, log),
            Action::Remove { unit } => self.apply_remove(state, unit, log),
            Action::Attack { at } => self.apply_attack(state, side, at, log),
            Action::Exclude { unit } => self.apply_exclude(state, unit, log),
            Action::LoseStrength { unit } => self.apply_loss(state, side, Piece::Unit(unit)),
            Action::LoseStep { asset } => self.apply_loss(state, side, Piece::Asset(asset)),
            Action::Leave { unit } => {
                if let Frame::Standing { leaving, .. } = state.frames.top_mut() {
                    leaving.insert(unit);
                }
            }
            Action::Retreat { unit, to } => self.apply_retreat(state, unit, to, log),
            Action::Launch => self.apply_launch(state, log),
            Action::Deploy { unit, at } => self.apply_deploy(state, unit, at, log),
            Action::Done => self.apply_done(state, side, dice, log),
        }
        self.settle(state, dice, log);
    }

    fn apply_done(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        match state.frames.top() {
            Frame::Standing { side, leaving } => {
                let frame = Frame::Retreat { side: *side, units: *leaving };
                *state.frames.top_mut() = frame;
            }
            Frame::Phase(Phase::Setup) => {
                state.ready[side.index()] = true;
                log.add(|| Event::note(Case("6.0.c"), "Your set-up is complete").only_for(side));
            }
            Frame::Phase(phase) => {
                let phase = *phase;
                // What the player did not use of his display is closed now: the other side acts next on what it sees.
                self.end_phase(state, phase, dice, log);
            }
            _ => {}
        }
    }

    /// 3.1.2.e: the owner removes a unit; R-81: no Don point, a box is no hex.
    fn apply_remove(&self, state: &mut State, unit: crate::data::UnitId, log: &mut Log) {
        let space = state.at(unit);
        self.kill(state, unit, Case("3.1.2.e"), log);
        if let Some(space) = space {
            self.settle_control(state, space, log);
        }
        self.repaint(state);
        // Another box may be overstacked as well.
        let side = self.side(unit);
        if space.is_some_and(|s| self.overstack(state, s, side) == 0)
            && let Some(next) = self.data.board.boxes().find(|s| self.overstack(state, *s, side) > 0)
        {
            *state.frames.top_mut() = Frame::Overstack { side, space: next };
        }
    }

    /// 3.1.2.f: the unit takes no part in the battle.
    fn apply_exclude(&self, state: &mut State, unit: crate::data::UnitId, log: &mut Log) {
        state.named.insert(unit);
        if let Frame::Naming { left, .. } = state.frames.top_mut() {
            *left -= 1;
        }
        log.reveal();
        log.add(|| Event::note(Case("3.1.2.f"), format!("{} takes no part in the battle", self.unit_name(unit))));
    }
}

fn marching(state: &State) -> Option<March> {
    match state.frames.top() {
        Frame::March(march) => Some(*march),
        _ => None,
    }
}
