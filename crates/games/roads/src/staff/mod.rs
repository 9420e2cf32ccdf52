//! `staff`: a computer player that plans its turn from what its side may know.
//!
//! | what | where |
//! |---|---|
//! | worth of hexes, threats, roads that feed the enemy | `chart.rs` |
//! | where a unit can go | `reach.rs` |
//! | what an attack is likely to bring | `forecast.rs` |
//! | which attacks pay, in movement and in combat | `assault.rs` |
//! | the plan of a movement phase | `moves.rs`, `places.rs`, `supply.rs`, `ring.rs`, `relief.rs` |
//! | the questions of a combat | `fights.rs` |
//! | supports: chosen, attached, flown, paid | `supports.rs`, `strikes.rs` |
//! | offensives, reserves, reinforcements, the fortress | `command.rs`, `pocket.rs` |
//! | what a march is for, in words | `purpose.rs` |
//! | operations: prepared, declared, saved for | `operations.rs` |
//! | what all of it weighs | `weights.rs` |
//!
//! Worth is counted in whole numbers, about ten for a step of infantry, so that the same position gives the same move everywhere.

mod assault;
mod chart;
mod command;
mod fights;
mod forecast;
mod moves;
mod operations;
mod places;
mod pocket;
mod purpose;
mod reach;
mod relief;
mod ring;
mod strikes;
mod supply;
mod supports;
mod wall;
mod weights;

use crate::Roads;
use crate::action::Action;
use crate::data::UnitId;
use crate::state::{Frame, State, Step};
use kessel_kernel::facets::Thinks;
use kessel_kernel::{Answer, Budget, Officer, Seen, Side, Temperament};
use kessel_kit::staff::{Choosing, Orders};
use purpose::Purpose;
use rand_pcg::Pcg32;
pub(crate) use weights::Weights;

impl Thinks for Roads {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Roads>>> {
        Some(Box::new(Staff::of(temperament)))
    }
}

/// The planner. It keeps the rest of its plan between its choices.
#[derive(Default)]
pub(crate) struct Staff {
    /// Moves of this phase, or the units of the attack being declared.
    plan: Orders<Action>,
    /// The phase that the plan was made for.
    planned: Option<(u8, Side, Step)>,
    /// What its marches are for.
    why: Vec<(UnitId, Purpose)>,
    /// The attacks that supports are deployed for.
    assaults: Vec<assault::Assault>,
    /// What he dares.
    temperament: Temperament,
}

impl Officer<Roads> for Staff {
    fn choose(
        &mut self,
        game: &Roads,
        seen: &Seen<State>,
        side: Side,
        offers: &[Action],
        _: Budget,
        _: &mut Pcg32,
    ) -> Answer<Action> {
        if offers.len() == 1 {
            return Answer::Offer(0);
        }
        let mind = Mind { game, seen, side, offers, temperament: self.temperament };
        mind.answer(self.decide(&mind))
    }

    fn reason(&self, game: &Roads, seen: &Seen<State>, side: Side, action: Action) -> Option<String> {
        let Action::Move { unit, .. } = action else { return None };
        let (_, purpose) = self.why.iter().find(|(planned, _)| *planned == unit)?;
        let mind = Mind { game, seen, side, offers: &[], temperament: self.temperament };
        Some(mind.words_of(*purpose))
    }
}

/// What a decision is made from.
#[derive(Copy, Clone)]
pub(crate) struct Mind<'a> {
    pub game: &'a Roads,
    pub seen: &'a State,
    pub side: Side,
    pub offers: &'a [Action],
    pub temperament: Temperament,
}

impl Mind<'_> {
    /// What the planner weighs.
    fn weights(&self) -> &Weights {
        &self.game.data.weights[usize::from(self.seen.scenario)][self.side.index()]
    }
}

impl Choosing for Mind<'_> {
    type Action = Action;

    fn offers(&self) -> &[Action] {
        self.offers
    }

    fn ends(action: Action) -> bool {
        matches!(action, Action::Done | Action::Halt | Action::Fight | Action::Roll)
    }
}

impl Staff {
    pub(crate) fn of(temperament: Temperament) -> Staff {
        Staff { temperament, ..Staff::default() }
    }

    fn decide(&mut self, mind: &Mind<'_>) -> Action {
        match *mind.seen.frames.top() {
            Frame::Step(step) => self.decide_step(mind, step),
            Frame::March(_) => self.march(mind),
            Frame::Muster => self.muster(mind),
            Frame::Fight => mind.fight_question(),
            Frame::Losses(losses) => mind.lose(losses),
            Frame::Kampfgruppe { .. } => Action::Kampfgruppe,
            Frame::Retreat(_) => mind.go_back(),
            Frame::React { .. } => self.react(mind),
            Frame::Advance { .. } => mind.advance(),
            Frame::Exploit { .. } => mind.mark_exploiters(),
            Frame::Surprise(surprise) => mind.surprise(surprise),
            Frame::Shifting { .. } => mind.shift(),
            Frame::Pay { .. } => mind.pay(),
            Frame::Choose { .. } => mind.choose_support(),
            Frame::ReturnReal { .. } => mind.give_back(),
            Frame::MarkOos { .. } => mind.mark_oos(),
            Frame::Superiority { .. } => mind.switch_effect(),
            Frame::Overstack { .. } | Frame::Capitulate { .. } => mind.weakest(),
            Frame::Evacuate => mind.evacuate(),
            Frame::Sortie { .. } => mind.or_done(None),
            Frame::Airlift { .. } => mind.airlift(),
            Frame::MarkerMoves { .. } => mind.move_marker(),
        }
    }

    fn decide_step(&mut self, mind: &Mind<'_>, step: Step) -> Action {
        match step {
            Step::ChooseEffects => mind.switch_effect(),
            Step::Opening(_) => mind.choose_support(),
            Step::Backhand => mind.backhand(),
            Step::Declare => mind.declare(),
            Step::AirBridge => mind.air_bridge(),
            Step::Landing => mind.land(),
            Step::Maskirovka => mind.maskirovka(),
            Step::Lift => mind.lift(),
            Step::Launch => mind.launch(),
            Step::Spend => mind.spend(),
            Step::PlaceMinor => mind.place_minor(),
            Step::Wintergewitter => mind.wintergewitter(),
            Step::Transfer => mind.transfer(),
            Step::Strike => mind.strike(),
            Step::Deploy => self.deploy(mind),
            Step::Shortages => mind.return_shortage(),
            Step::Release => mind.release(),
            Step::Enter => mind.enter_reserve(),
            Step::Movement | Step::ExploitMovement => self.march(mind),
            Step::Combat | Step::ExploitCombat => self.attack(mind),
            Step::Arrivals => mind.arrive(),
            Step::Upgrades => mind.or_done(mind.offers.first().copied()),
            Step::Withdrawals => mind.weakest(),
            Step::FreeDivision | Step::Replacements => mind.replace(),
            Step::Return => mind.return_hq(),
            // Pontoons stay as they are; dice are rolled without help.
            Step::Weather | Step::Dismantle | Step::Pontoons | Step::Mars | Step::Over => mind.or_done(None),
        }
    }

    /// Follows the plan of this movement phase; makes one when there is none.
    fn march(&mut self, mind: &Mind<'_>) -> Action {
        let now = (mind.seen.turn, mind.seen.phasing, mind.seen.step());
        let reacting =
            matches!(*mind.seen.frames.top(), Frame::March(march) if march.mode == crate::state::Mode::React);
        if self.planned != Some(now) && !reacting && !matches!(mind.seen.frames.top(), Frame::March(_)) {
            (self.plan, self.why) = mind.plan_movement();
            self.planned = Some(now);
        }
        if let Some(action) = self.plan.follow(mind.offers, matches!(mind.seen.frames.top(), Frame::March(_))) {
            return action;
        }
        if mind.offered(Action::Halt) {
            return Action::Halt;
        }
        if mind.offered(Action::Done) {
            return Action::Done;
        }
        mind.any_step()
    }

    /// Declares the attack that pays best, if any does.
    fn attack(&mut self, mind: &Mind<'_>) -> Action {
        self.planned = None;
        self.plan.clear();
        let Some(assault) = mind.best_attack() else { return mind.or_done(None) };
        self.plan.extend(assault.units.iter().map(|unit| Action::Join { unit }));
        self.plan.push(Action::Fight);
        Action::Attack { at: assault.at }
    }

    /// Names the units of the attack.
    fn muster(&mut self, mind: &Mind<'_>) -> Action {
        let fight = || if mind.offered(Action::Fight) { Action::Fight } else { mind.offers[0] };
        self.plan.next_offered(mind.offers).unwrap_or_else(fight)
    }

    /// Result R: a unit that stands better elsewhere goes there.
    fn react(&mut self, mind: &Mind<'_>) -> Action {
        self.plan = mind.plan_reaction();
        mind.or_done(self.plan.next_if_offered(mind.offers))
    }
}

#[cfg(test)]
mod tests;
