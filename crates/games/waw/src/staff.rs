//! The game's own computer player: plans a whole side from what it knows.

use crate::Waw;
use crate::executive::Staffwork;
use crate::orders::Orders;
use crate::state::State;
use kessel_table::plan::{Never, PlanOf, Plans};
use kessel_table::{Answer, Budget, Officer, Seen, Side};
use rand_pcg::Pcg32;

/// The staff.
pub(crate) struct Staff;

impl Officer<Waw> for Staff {
    fn choose(&mut self, _: &Waw, _: &Seen<State>, _: Side, _: &[Never], _: Budget, _: &mut Pcg32) -> Answer<Never> {
        Answer::Offer(0)
    }

    fn plan(&mut self, game: &Waw, seen: &Seen<State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<Waw> {
        let mut work = Staffwork::new(game, seen, side, PlanOf::<Waw>::new());
        work.whole();
        let plan = work.plan;
        Orders::complete(game, seen, side, &plan).unwrap_or_default()
    }
}
