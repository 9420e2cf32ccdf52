//! Doing what `check` allows.

use crate::Roads;
use crate::action::Action;
use crate::state::{Frame, State, Step};
use kessel_table::{Dice, Log, Side};

impl Roads {
    /// Does an action that `check` allows, then lets the game go on to the next decision.
    pub(crate) fn perform(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match *state.frames.top() {
            Frame::Step(step) if action == Action::Done => self.end_step(state, step, side, dice, log),
            Frame::Step(step) => self.do_step(state, step, side, action, dice, log),
            Frame::Shifting { .. } => self.do_shifting(state, side, action, dice, log),
            Frame::Pay { .. } => self.do_pay(state, side, action, dice, log),
            Frame::Choose { .. } => self.do_choose(state, side, action, dice, log),
            Frame::ReturnReal { .. } => self.do_return_real(state, side, action, dice, log),
            Frame::MarkOos { .. } => self.do_mark_oos(state, side, action, dice, log),
            Frame::Surprise(_) => self.do_surprise(state, side, action, dice, log),
            Frame::March(_) => self.do_march(state, side, action, dice, log),
            Frame::Muster => self.do_muster(state, side, action, dice, log),
            Frame::Fight => self.do_fight(state, side, action, dice, log),
            Frame::Losses(losses) => self.do_losses(state, losses, action, log),
            Frame::Kampfgruppe { .. } => self.do_kampfgruppe(state, action, dice, log),
            Frame::Retreat(retreat) => self.do_retreat(state, retreat, action, log),
            Frame::React { .. } => self.do_react(state, action),
            Frame::Advance { .. } => self.do_advance(state, action, log),
            Frame::Exploit { left } => self.do_exploit(state, left, action, log),
            Frame::Superiority { .. } => self.do_superiority(state, side, action, dice, log),
            Frame::Overstack { .. } => self.do_overstack(state, action, log),
            Frame::Capitulate { .. } => self.do_capitulate(state, side, action, dice, log),
            Frame::Evacuate => self.do_evacuate(state, side, action, dice, log),
            Frame::Sortie { .. } => self.do_sortie(state, side, action, dice, log),
            Frame::Airlift { .. } => self.do_airlift(state, side, action, dice, log),
            Frame::MarkerMoves { .. } => self.do_marker_moves(state, side, action, dice, log),
        }
        self.settle(state, dice, log);
    }

    /// An action in a step of the sequence. `Done` does what the end of the step brings.
    pub(crate) fn do_step(
        &self,
        state: &mut State,
        step: Step,
        side: Side,
        action: Action,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        match step {
            Step::ChooseEffects => self.do_choose_effects(state, side, action, dice, log),
            Step::Opening(_) => self.do_opening(state, side, action, dice, log),
            Step::Weather => self.do_weather(state, side, action, dice, log),
            Step::Backhand => self.do_backhand(state, side, action, dice, log),
            Step::Dismantle => self.do_dismantle(state, side, action, dice, log),
            Step::Pontoons => self.do_pontoons(state, side, action, dice, log),
            Step::Declare => self.do_declare(state, side, action, dice, log),
            Step::AirBridge => self.do_air_bridge(state, side, action, dice, log),
            Step::Landing => self.do_landing(state, side, action, dice, log),
            Step::Maskirovka => self.do_maskirovka(state, side, action, dice, log),
            Step::Lift => self.do_lift(state, side, action, dice, log),
            Step::Launch => self.do_launch(state, side, action, dice, log),
            Step::Spend => self.do_spend(state, side, action, dice, log),
            Step::PlaceMinor => self.do_place_minor(state, side, action, dice, log),
            Step::Wintergewitter => self.do_wintergewitter(state, side, action, dice, log),
            Step::Transfer => self.do_transfer(state, side, action, dice, log),
            Step::Strike => self.do_strike(state, side, action, dice, log),
            Step::Deploy => self.do_deploy(state, side, action, dice, log),
            Step::Shortages => self.do_shortages(state, side, action, dice, log),
            Step::Mars => self.do_mars(state, side, action, dice, log),
            Step::Release => self.do_release(state, side, action, dice, log),
            Step::Enter => self.do_enter(state, side, action, dice, log),
            Step::Movement => self.do_movement(state, side, action, dice, log),
            Step::Combat | Step::ExploitCombat => self.do_combat(state, side, action, log),
            Step::ExploitMovement => self.do_exploit_movement(state, side, action, dice, log),
            Step::Arrivals => self.do_arrivals(state, side, action, dice, log),
            Step::Upgrades => self.do_upgrades(state, side, action, dice, log),
            Step::Withdrawals => self.do_withdrawals(state, side, action, dice, log),
            Step::FreeDivision => self.do_free_division(state, side, action, dice, log),
            Step::Replacements => self.do_replacements(state, side, action, dice, log),
            Step::Return => self.do_return(state, side, action, dice, log),
            Step::Over => {}
        }
    }
}
