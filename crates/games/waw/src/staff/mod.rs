//! `staff`: the computer player. It plans a whole side from what that knows.
//!
//! Its principles are the dossier's: points grow, so objectives are garrisoned (`goals.rs`) and taken (`attack.rs`); worn units rest (`needs.rs`);
//! nobody attacks by night; guns and aircraft go where infantry attacks; whoever is not in contact closes up to the next objective (`march.rs`).
//! The side that has to attack takes more risks for objectives than the one that has only to hold them. What a plan is for is told by `purpose.rs`.

mod attack;
mod goals;
mod march;
mod needs;
mod purpose;
mod weights;

use crate::Waw;
use crate::orders::{Slot, WawPlans};
use crate::planner::Planner;
use crate::state::State;
use kessel_kernel::facets::Thinks;
use kessel_kernel::plan::{Never, PlanOf, Plans};
use kessel_kernel::{Answer, Budget, Officer, Seen, Side, Temperament};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;

/// The staff.
struct Staff {
    /// What he dares.
    temperament: Temperament,
}

impl Thinks for Waw {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Waw>>> {
        Some(Box::new(Staff { temperament }))
    }
}

impl Officer<Waw> for Staff {
    fn choose(&mut self, _: &Waw, _: &Seen<State>, _: Side, _: &[Never], _: Budget, _: &mut Pcg32) -> Answer<Never> {
        Answer::Offer(0)
    }

    fn plan(&mut self, game: &Waw, seen: &Seen<State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<Waw> {
        let mut work = Planner::new(game, seen, side, PlanOf::<Waw>::new());
        work.afresh = true;
        work.temperament = self.temperament;
        work.whole();
        let plan = work.plan;
        WawPlans::complete(game, seen, side, &plan).unwrap_or_default()
    }

    fn reason_of_plan(&self, game: &Waw, seen: &Seen<State>, side: Side, plan: &PlanOf<Waw>) -> Option<String> {
        Some(Planner::new(game, seen, side, plan.clone()).words_of_plan())
    }

    fn reasons_of_orders(
        &self,
        game: &Waw,
        seen: &Seen<State>,
        side: Side,
        plan: &PlanOf<Waw>,
    ) -> BTreeMap<Slot, String> {
        Planner::new(game, seen, side, plan.clone()).reasons()
    }
}

impl Planner<'_> {
    /// A whole side.
    pub(crate) fn whole(&mut self) {
        let hour = self.game.stage(self.seen).hour(self.seen);
        if hour.night {
            return self.by_night();
        }
        self.garrisons();
        if hour.morning {
            self.levels();
        }
        self.assaults();
        self.leaders();
        self.fire_support();
        self.air();
        self.close_up();
        self.replacements();
        self.dig();
    }

    /// Has this side to attack in the scenario?
    pub(crate) fn attacking(&self) -> bool {
        self.game.stage(self.seen).scenario.defender != self.side
    }
}
