//! What `check` allows, as a list: candidates of each step and frame, filtered by `check`.

use crate::Roads;
use crate::action::Action;
use crate::state::{Frame, State, Step};
use kessel_table::Side;
use std::ops::ControlFlow;

impl Roads {
    /// Calls `visit` with every legal action of `side`, in a fixed order, until it breaks.
    pub(crate) fn each_offer<F: FnMut(Action) -> ControlFlow<()>>(
        &self,
        state: &State,
        side: Side,
        visit: &mut F,
    ) -> ControlFlow<()> {
        if !self.asked(state).includes(side) {
            return ControlFlow::Continue(());
        }
        match *state.frames.top() {
            Frame::Step(step) => self.step_offers(state, step, side, visit)?,
            Frame::Shifting { .. } => self.offer_shifting(state, side, visit)?,
            Frame::Pay { .. } => self.offer_pay(state, side, visit)?,
            Frame::Choose { .. } => self.offer_choose(state, side, visit)?,
            Frame::ReturnReal { .. } => self.offer_return_real(state, side, visit)?,
            Frame::MarkOos { .. } => self.offer_mark_oos(state, side, visit)?,
            Frame::Surprise(_) => self.offer_surprise(state, side, visit)?,
            Frame::March(_) => self.offer_march(state, side, visit)?,
            Frame::Muster => self.offer_muster(state, side, visit)?,
            Frame::Fight => self.offer_fight(state, side, visit)?,
            Frame::Losses(losses) => self.offer_losses(state, losses, visit)?,
            Frame::Kampfgruppe { .. } => visit(Action::Kampfgruppe)?,
            Frame::Retreat(retreat) => self.offer_retreat(state, retreat, visit)?,
            Frame::React { .. } => self.offer_react(state, side, visit)?,
            Frame::Advance { .. } => self.offer_advance(state, side, visit)?,
            Frame::Exploit { .. } => self.offer_exploit(state, side, visit)?,
            Frame::Superiority { .. } => self.offer_superiority(state, side, visit)?,
            Frame::Overstack { .. } => self.offer_overstack(state, side, visit)?,
            Frame::Capitulate { .. } => self.offer_capitulate(state, side, visit)?,
            Frame::Evacuate => self.offer_evacuate(state, side, visit)?,
            Frame::Sortie { .. } => self.offer_sortie(state, side, visit)?,
            Frame::Airlift { .. } => self.offer_airlift(state, side, visit)?,
            Frame::MarkerMoves { .. } => self.offer_marker_moves(state, side, visit)?,
        }
        if self.allows(state, side, Action::Done) { visit(Action::Done) } else { ControlFlow::Continue(()) }
    }

    /// The offers of a step, without `done`.
    pub(crate) fn step_offers<F: FnMut(Action) -> ControlFlow<()>>(
        &self,
        state: &State,
        step: Step,
        side: Side,
        visit: &mut F,
    ) -> ControlFlow<()> {
        match step {
            Step::ChooseEffects => self.offer_choose_effects(state, side, visit),
            Step::Opening(_) => self.offer_opening(state, side, visit),
            Step::Weather => self.offer_weather(state, side, visit),
            Step::Backhand => self.offer_backhand(state, side, visit),
            Step::Dismantle => self.offer_dismantle(state, side, visit),
            Step::Pontoons => self.offer_pontoons(state, side, visit),
            Step::Declare => self.offer_declare(state, side, visit),
            Step::AirBridge => self.offer_air_bridge(state, side, visit),
            Step::Landing => self.offer_landing(state, side, visit),
            Step::Maskirovka => self.offer_maskirovka(state, side, visit),
            Step::Lift => self.offer_lift(state, side, visit),
            Step::Launch => self.offer_launch(state, side, visit),
            Step::Spend => self.offer_spend(state, side, visit),
            Step::PlaceMinor => self.offer_place_minor(state, side, visit),
            Step::Wintergewitter => self.offer_wintergewitter(state, side, visit),
            Step::Transfer => self.offer_transfer(state, side, visit),
            Step::Strike => self.offer_strike(state, side, visit),
            Step::Deploy => self.offer_deploy(state, side, visit),
            Step::Shortages => self.offer_shortages(state, side, visit),
            Step::Mars => self.offer_mars(state, side, visit),
            Step::Release => self.offer_release(state, side, visit),
            Step::Enter => self.offer_enter(state, side, visit),
            Step::Movement => self.offer_movement(state, side, visit),
            Step::Combat | Step::ExploitCombat => self.offer_combat(state, side, visit),
            Step::ExploitMovement => self.offer_exploit_movement(state, side, visit),
            Step::Arrivals => self.offer_arrivals(state, side, visit),
            Step::Upgrades => self.offer_upgrades(state, side, visit),
            Step::Withdrawals => self.offer_withdrawals(state, side, visit),
            Step::FreeDivision => self.offer_free_division(state, side, visit),
            Step::Replacements => self.offer_replacements(state, side, visit),
            Step::Return => self.offer_return(state, side, visit),
            Step::Over => ControlFlow::Continue(()),
        }
    }
}
