//! The one truth of legality: who may do what now, rule by rule. Each chapter has the rules of its own steps and frames.

use crate::Roads;
use crate::action::Action;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Fight, Frame, Stage, State, Step};
use kessel_table::{Case, Side, ToAct};

impl Roads {
    /// Who is asked: the top frame knows.
    pub(crate) fn asked(&self, state: &State) -> ToAct {
        if state.ended.is_some() {
            return ToAct::Nobody;
        }
        let side = match *state.frames.top() {
            Frame::Step(Step::Over) => return ToAct::Nobody,
            Frame::Step(step) => self.step_side(state, step),
            Frame::Pay { side, .. }
            | Frame::Choose { side, .. }
            | Frame::React { side, .. }
            | Frame::Advance { side, .. }
            | Frame::Overstack { side, .. } => side,
            Frame::Retreat(retreat) => retreat.side,
            Frame::Losses(losses) => self.loss_chooser(state, losses),
            Frame::March(march) => self.info(march.unit).side,
            Frame::Shifting { .. } | Frame::ReturnReal { .. } | Frame::Surprise(_) => Side::Soviet,
            Frame::MarkOos { .. }
            | Frame::Kampfgruppe { .. }
            | Frame::Capitulate { .. }
            | Frame::Evacuate
            | Frame::Sortie { .. }
            | Frame::Airlift { .. }
            | Frame::MarkerMoves { .. } => Side::Axis,
            Frame::Superiority { on } => {
                if on {
                    Side::Axis
                } else {
                    Side::Soviet
                }
            }
            Frame::Muster | Frame::Exploit { .. } => state.phasing,
            Frame::Fight => state.fight.as_ref().map_or(state.phasing, Fight::asked),
        };
        side.into()
    }

    /// Is the action allowed? Builds no text.
    #[inline]
    pub(crate) fn allows(&self, state: &State, side: Side, action: Action) -> bool {
        self.examine(state, side, action, &mut Consult::strict()).is_ok()
    }

    /// Asks every rule about an action.
    pub(crate) fn examine(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        if state.ended.is_some() {
            return c.ask(Case("2.b"), Err(Why::Over));
        }
        if !self.asked(state).includes(side) {
            return c.ask(Case("2.b"), Err(Why::NotYourDecision));
        }
        match *state.frames.top() {
            Frame::Step(step) => self.check_step_action(state, step, side, action, c),
            Frame::Shifting { .. } => self.check_shifting(state, side, action, c),
            Frame::Pay { .. } => self.check_pay(state, side, action, c),
            Frame::Choose { .. } => self.check_choose(state, side, action, c),
            Frame::ReturnReal { .. } => self.check_return_real(state, side, action, c),
            Frame::MarkOos { .. } => self.check_mark_oos(state, side, action, c),
            Frame::Surprise(_) => self.check_surprise(state, side, action, c),
            Frame::March(_) => self.check_march(state, side, action, c),
            Frame::Muster => self.check_muster(state, side, action, c),
            Frame::Fight => self.check_fight(state, side, action, c),
            Frame::Losses(losses) => self.check_losses(state, losses, action, c),
            Frame::Kampfgruppe { .. } => self.check_kampfgruppe(action, c),
            Frame::Retreat(retreat) => self.check_retreat(state, retreat, action, c),
            Frame::React { .. } => self.check_react(state, side, action, c),
            Frame::Advance { .. } => self.check_advance(state, side, action, c),
            Frame::Exploit { left } => self.check_exploit(state, left, action, c),
            Frame::Superiority { .. } => self.check_superiority(state, side, action, c),
            Frame::Overstack { .. } => self.check_overstack(state, side, action, c),
            Frame::Capitulate { .. } => self.check_capitulate(state, side, action, c),
            Frame::Evacuate => self.check_evacuate(state, side, action, c),
            Frame::Sortie { .. } => self.check_sortie(state, side, action, c),
            Frame::Airlift { .. } => self.check_airlift(state, side, action, c),
            Frame::MarkerMoves { .. } => self.check_marker_moves(state, side, action, c),
        }
    }

    fn check_step_action(&self, state: &State, step: Step, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match step {
            Step::ChooseEffects => self.check_choose_effects(state, side, action, c),
            Step::Opening(_) => self.check_opening(state, side, action, c),
            Step::Weather => self.check_weather(state, side, action, c),
            Step::Backhand => self.check_backhand(state, side, action, c),
            Step::Dismantle => self.check_dismantle(state, side, action, c),
            Step::Pontoons => self.check_pontoons(state, side, action, c),
            Step::Declare => self.check_declare(state, side, action, c),
            Step::AirBridge => self.check_air_bridge(state, side, action, c),
            Step::Landing => self.check_landing(state, side, action, c),
            Step::Maskirovka => self.check_maskirovka(state, side, action, c),
            Step::Lift => self.check_lift(state, side, action, c),
            Step::Launch => self.check_launch(state, side, action, c),
            Step::Spend => self.check_spend(state, side, action, c),
            Step::PlaceMinor => self.check_place_minor(state, side, action, c),
            Step::Wintergewitter => self.check_wintergewitter(state, side, action, c),
            Step::Transfer => self.check_transfer(state, side, action, c),
            Step::Strike => self.check_strike(state, side, action, c),
            Step::Deploy => self.check_deploy(state, side, action, c),
            Step::Shortages => self.check_shortages(state, side, action, c),
            Step::Mars => self.check_mars(state, side, action, c),
            Step::Release => self.check_release(state, side, action, c),
            Step::Enter => self.check_enter(state, side, action, c),
            Step::Movement => self.check_movement(state, side, action, c),
            Step::Combat | Step::ExploitCombat => self.check_combat(state, side, action, c),
            Step::ExploitMovement => self.check_exploit_movement(state, side, action, c),
            Step::Arrivals => self.check_arrivals(state, side, action, c),
            Step::Upgrades => self.check_upgrades(state, side, action, c),
            Step::Withdrawals => self.check_withdrawals(state, side, action, c),
            Step::FreeDivision => self.check_free_division(state, side, action, c),
            Step::Replacements => self.check_replacements(state, side, action, c),
            Step::Return => self.check_return(state, side, action, c),
            Step::Over => c.ask(Case("2.b"), Err(Why::Over)),
        }
    }
}

impl Fight {
    /// The defending side.
    pub fn defender(&self) -> Side {
        self.attacker.other()
    }

    /// Who is asked at this stage.
    pub(crate) fn asked(&self) -> Side {
        match self.stage {
            Stage::Ju52
            | Stage::DefenderSupports
            | Stage::DefenderElite
            | Stage::DefenderChoice
            | Stage::RiverOrTerrain
            | Stage::FallBack
            | Stage::StandFast => self.defender(),
            _ => self.attacker,
        }
    }
}
