//! `staff`: a computer player that plans its turn from what its side may know.
//!
//! It sees the redacted state only: enemy strengths are guessed (`estimate.rs`). Movement is planned phase by phase (`moves.rs`): attacks that
//! pay first, then positions. What pays is said by tactics, each with a name and a file of its own (`tactics`), and by the weights of a side
//! (`weights.rs`); battles and displays are decided as they come (`battle.rs`, `displays.rs`). Beside each march is kept from
//! what it can be told what it is for (`purpose.rs`). Goals come from the data: the cities of 10.1, the hexes of the Volga, the boxes that score,
//! the sources of supply, the turns of Operation Uranus.
//! Worth is counted in tenths of a step loss, in whole numbers, so that the same position gives the same move everywhere.

mod displays;
mod estimate;
mod fields;
mod fights;
mod moves;
mod net;
mod purpose;
mod reach;
mod roads;
mod setup;
mod tactics;
mod weights;

#[cfg(test)]
mod tests;

use crate::Battle;
use crate::action::Action;
use crate::data::UnitId;
use crate::state::{Frame, Phase, State};
use kessel_kernel::facets::Thinks;
use kessel_kernel::{Answer, Budget, Officer, Seen, Side, Temperament};
use kessel_kit::staff::{Choosing, Orders};
use purpose::{Errand, Purpose};
use rand_pcg::Pcg32;
use tactics::uranus::Operation;
pub(crate) use weights::Weights;

/// The planner. It keeps the rest of the movement plan between its choices.
#[derive(Default)]
pub(crate) struct Staff {
    plan: Orders<Action>,
    /// What he saw when he made it.
    planned: Option<Box<State>>,
    /// From what it can be told what its marches are for.
    why: Vec<(UnitId, Errand)>,
    /// Operation Uranus as it was planned when it was decided on.
    operation: Option<Operation>,
    /// What he dares.
    temperament: Temperament,
}

impl Officer<Battle> for Staff {
    fn choose(
        &mut self,
        game: &Battle,
        seen: &Seen<State>,
        side: Side,
        offers: &[Action],
        _: Budget,
        _: &mut Pcg32,
    ) -> Answer<Action> {
        let mind = Mind { temperament: self.temperament, ..Mind::new(game, seen, side, offers) };
        mind.answer(self.decide(&mind))
    }

    fn reason(&self, game: &Battle, seen: &Seen<State>, side: Side, action: Action) -> Option<String> {
        let mind = Mind { temperament: self.temperament, ..Mind::new(game, seen, side, &[]) };
        match action {
            Action::March { unit, .. } | Action::Attempt { unit, .. } | Action::Transfer { unit, .. } => {
                Some(mind.words_of(self.purpose_of(game, side, unit)?))
            }
            Action::Attack { at } => Some(mind.words_of_attack(at)),
            Action::Launch => Some(mind.words_of_uranus()),
            _ => None,
        }
    }
}

/// What a decision is made from.
pub(crate) struct Mind<'a> {
    pub game: &'a Battle,
    pub seen: &'a State,
    pub side: Side,
    pub offers: &'a [Action],
    pub temperament: Temperament,
    weights: &'a Weights,
    /// 1 on the offensive, 0 on the defensive: an index into pairs of weights.
    stance: usize,
}

impl<'a> Mind<'a> {
    /// A balanced mind.
    pub(crate) fn new(game: &'a Battle, seen: &'a State, side: Side, offers: &'a [Action]) -> Mind<'a> {
        let (weights, temperament) = (&game.data.weights[side.index()], Temperament::Balanced);
        let mut mind = Mind { game, seen, side, offers, temperament, weights, stance: 0 };
        mind.stance = usize::from(mind.offensive());
        mind
    }
}

impl Choosing for Mind<'_> {
    type Action = Action;

    fn offers(&self) -> &[Action] {
        self.offers
    }

    fn ends(action: Action) -> bool {
        action == Action::Done
    }
}

impl Thinks for Battle {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Battle>>> {
        Some(Box::new(Staff::of(temperament)))
    }
}

impl Staff {
    pub(crate) fn of(temperament: Temperament) -> Staff {
        Staff { temperament, ..Staff::default() }
    }

    fn decide(&mut self, mind: &Mind<'_>) -> Action {
        match mind.seen.frames.top() {
            Frame::Phase(Phase::Setup) => mind.set_up(),
            Frame::Phase(Phase::SovietAssignment | Phase::AxisAssignment) => mind.assign(),
            Frame::Phase(Phase::SovietReplacement | Phase::AxisReplacement) => mind.replace(),
            Frame::Phase(Phase::SovietWithdrawal | Phase::AxisWithdrawal) => mind.withdraw(),
            Frame::Phase(Phase::AxisDetachments) => mind.deploy(),
            Frame::Phase(Phase::Uranus) => {
                self.operation = mind.operation();
                mind.uranus(self.operation.as_ref())
            }
            Frame::Phase(phase) if phase.is_movement() => self.march(mind, *phase),
            Frame::March(_) => self.march(mind, mind.seen.phase()),
            Frame::Phase(_) => mind.attack(),
            Frame::Losses(_) => mind.lose(),
            Frame::Standing { .. } => mind.leave_city(),
            Frame::Retreat { .. } => mind.drive_back(),
            Frame::Overstack { .. } | Frame::Naming { .. } => mind.weakest(),
            Frame::Fight(_) => Action::Done,
        }
    }

    /// What the march of a unit is for, told from what the planner saw: the table may have changed since.
    fn purpose_of(&self, game: &Battle, side: Side, unit: UnitId) -> Option<Purpose> {
        let (_, errand) = self.why.iter().find(|(planned, _)| *planned == unit)?;
        Mind::new(game, self.planned.as_ref()?, side, &[]).purpose_of(unit, errand)
    }

    /// Follows the plan of this movement phase; makes one when there is none, and a new one when the table has changed under it.
    fn march(&mut self, mind: &Mind<'_>, phase: Phase) -> Action {
        if self.planned.as_ref().is_none_or(|then| (then.turn, then.phase()) != (mind.seen.turn, phase)) {
            // What was planned to be launched is not planned twice.
            let ready = self.operation.take().filter(|operation| operation.holds(mind));
            let marches = ready.map_or_else(|| mind.plan_movement(), |operation| operation.marches);
            (self.plan, self.why) = (marches.orders, marches.why);
            self.planned = Some(Box::new(mind.seen.clone()));
        }
        let marching = matches!(mind.seen.frames.top(), Frame::March(_));
        if let Some(action) = self.plan.follow(mind.offers, marching) {
            return action;
        }
        if mind.offered(Action::Halt) {
            return Action::Halt;
        }
        if mind.offered(Action::Done) {
            return Action::Done;
        }
        mind.best_step()
    }
}
