//! Doing what `check` allows.

use crate::Drive;
use crate::action::Action;
use crate::data::UnitId;
use crate::state::{Frame, State};
use kessel_table::{Case, Dice, Event, Log, Side};

impl Drive {
    /// Does an action that `check` allows, then lets the game go on to the next decision.
    pub(crate) fn perform(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        self.make_ready(state);
        match action {
            Action::Place { unit, at } => self.apply_place(state, unit, at, log),
            Action::Suggested => self.apply_suggested(state, side, log),
            Action::Top { unit } => self.apply_top(state, unit, log),
            Action::Flood => self.apply_flood(state, log),
            Action::BlockSea => self.apply_block_sea(state, log),
            Action::SixtySecond { at } => self.apply_sixty_second(state, at, log),
            Action::Withdraw { unit } => self.apply_withdraw(state, unit, log),
            Action::Supply { at } => self.apply_supply(state, side, at, log),
            Action::Schwerpunkt => self.apply_schwerpunkt(state, log),
            Action::Order { order } => self.apply_order(state, side, order, log),
            Action::Move { unit } => self.apply_move(state, unit),
            Action::With { unit } => self.apply_with(state, unit),
            Action::Step { to } => self.apply_step(state, to, log),
            Action::Drop { unit } => self.apply_drop(state, unit),
            Action::Halt => state.frames.pop(),
            Action::Enter { unit, at } => self.apply_enter(state, unit, at, log),
            Action::Sail { unit, to } => self.apply_sail(state, unit, to, log),
            Action::Assault { at, manstein } => self.apply_assault(state, at, manstein, log),
            Action::Airlift { at } => self.apply_airlift(state, at, log),
            Action::Attack { at } => self.apply_attack(state, at, log),
            Action::Join { unit } => self.apply_join(state, unit),
            Action::Support => self.apply_support(state, side, log),
            Action::Manstein => self.apply_manstein(state, log),
            Action::Fight => self.apply_fight(state, side, log),
            Action::RetreatAll { to } => self.apply_retreat_all(state, to, log),
            Action::Retreat { unit, to } => self.apply_retreat(state, unit, to, log),
            Action::Lose { unit } => self.apply_lose(state, unit, log),
            Action::Advance { unit } => self.apply_advance(state, unit, log),
            Action::Remove { unit } => self.apply_remove(state, unit, log),
            Action::Taman { unit } => self.apply_taman(state, unit, log),
            Action::Done => self.apply_done(state, dice, log),
        }
        self.settle(state, dice, log);
    }

    fn apply_done(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        match state.frames.top() {
            Frame::Phase(phase) => {
                let phase = *phase;
                self.end_phase(state, phase, dice, log);
            }
            _ => state.frames.pop(),
        }
    }

    /// 11.7: the enemy sees another unit of the stack now.
    fn apply_top(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(hex) = state.at(unit) else { return };
        let old: Vec<UnitId> = state.units_at(hex).filter(|u| state.tops.contains(*u)).collect();
        old.into_iter().for_each(|u| state.tops.remove(u));
        state.tops.insert(unit);
        state.shown.insert(unit);
        log.reveal();
        log.add(|| {
            Event::note(Case("11.7.a"), format!("{} lies on top in {}", self.unit_name(unit), self.hex_name(hex)))
        });
    }
}
