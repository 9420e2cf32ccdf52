//! `staff`: a computer player that plans its turn from what its side may know.
//!
//! | what | where |
//! |---|---|
//! | what units are worth, and what hidden ones may be | `estimate.rs` |
//! | what an assault is likely to bring | `forecast.rs` |
//! | supply lines, what cutting them would do, and who does it | `lines.rs`, `ring.rs` |
//! | the fewest hexes that close a pocket, and who holds them | `cordon.rs` |
//! | the way out of a pocket, and what it is worth to open it | `corridor.rs` |
//! | the numbers that it goes by | `weights.rs` |
//! | what is to be taken and held, and by whom | `goals.rs`, `guards.rs`, `duties.rs` |
//! | threats, roads to the goals, worth of hexes | `chart.rs`, `roads.rs`, `places.rs` |
//! | where a unit can go | `reach.rs` |
//! | movement: mobile assaults, marches to assaults, positions | `moves.rs`, `mobile.rs`, `march.rs` |
//! | prepared assaults, and the questions of a battle | `assaults.rs`, `fights.rs` |
//! | what a march or an assault is for, in words | `purpose.rs` |
//! | set-up, openings, reinforcements, withdrawals | `command.rs`, `setup.rs`, `sea.rs` |
//!
//! Worth is counted in whole numbers, about ten for a rifle division, so that the same position gives the same move everywhere.

mod assaults;
mod chart;
mod command;
mod cordon;
mod corridor;
mod duties;
mod estimate;
mod fights;
mod forecast;
mod goals;
mod guards;
mod lines;
mod march;
mod mobile;
mod moves;
mod places;
mod purpose;
mod reach;
mod ring;
mod roads;
mod sea;
mod setup;
mod weights;

use crate::Drive;
use crate::action::Action;
use crate::data::UnitId;
use crate::state::{Frame, Phase, State};
use chart::Chart;
use kessel_kernel::facets::Thinks;
use kessel_kernel::{Answer, Budget, Officer, Seen, Side, Temperament};
use kessel_kit::staff::{Choosing, Orders};
use purpose::Purpose;
use rand_pcg::Pcg32;
pub(crate) use weights::Weights;

/// The planner. It keeps the rest of its plan between its choices.
#[derive(Default)]
pub(crate) struct Staff {
    /// Moves still to be made, or the units of the assault being put together.
    plan: Orders<Action>,
    /// What its marches are for.
    why: Vec<(UnitId, Purpose)>,
    /// The phase that is being planned.
    now: Option<(u8, Phase, bool)>,
    /// The picture of this phase; worked out anew when a battle has changed it.
    chart: Option<Chart>,
    /// A reinforcement that has just come in and moves at once or not at all (9.6).
    newcomer: Option<UnitId>,
    /// The moves that follow the mobile assaults have been planned.
    settled: bool,
    /// What he dares.
    temperament: Temperament,
}

impl Officer<Drive> for Staff {
    fn choose(
        &mut self,
        game: &Drive,
        seen: &Seen<State>,
        side: Side,
        offers: &[Action],
        _: Budget,
        _: &mut Pcg32,
    ) -> Answer<Action> {
        if offers.len() == 1 {
            return Answer::Offer(0);
        }
        let mind = Mind { temperament: self.temperament, ..Mind::new(game, seen, side, offers) };
        mind.answer(self.decide(&mind))
    }

    fn reason(&self, game: &Drive, seen: &Seen<State>, side: Side, action: Action) -> Option<String> {
        let mind = Mind { temperament: self.temperament, ..Mind::new(game, seen, side, &[]) };
        match action {
            Action::Move { unit } => {
                let (_, purpose) = self.why.iter().find(|(planned, _)| *planned == unit)?;
                Some(mind.words_of(*purpose))
            }
            Action::Attack { at } => mind.words_of_assault(self.chart.as_ref()?, at),
            _ => None,
        }
    }
}

/// What a decision is made from.
#[derive(Copy, Clone)]
pub(crate) struct Mind<'a> {
    pub game: &'a Drive,
    pub seen: &'a State,
    pub side: Side,
    pub offers: &'a [Action],
    pub weights: &'a Weights,
    pub temperament: Temperament,
}

impl<'a> Mind<'a> {
    /// A balanced mind.
    pub(crate) fn new(game: &'a Drive, seen: &'a State, side: Side, offers: &'a [Action]) -> Mind<'a> {
        let (weights, temperament) = (&game.data.weights[side.index()], Temperament::Balanced);
        Mind { game, seen, side, offers, weights, temperament }
    }
}

impl Choosing for Mind<'_> {
    type Action = Action;

    fn offers(&self) -> &[Action] {
        self.offers
    }

    fn ends(action: Action) -> bool {
        matches!(action, Action::Done | Action::Halt | Action::Fight)
    }
}

impl Thinks for Drive {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Drive>>> {
        Some(Box::new(Staff::of(temperament)))
    }
}

impl Staff {
    pub(crate) fn of(temperament: Temperament) -> Staff {
        Staff { temperament, ..Staff::default() }
    }

    fn decide(&mut self, mind: &Mind<'_>) -> Action {
        let phase = mind.seen.phase();
        let now = (mind.seen.turn, phase, mind.seen.second);
        if self.now != Some(now) {
            *self = Staff { now: Some(now), ..Staff::of(self.temperament) };
        }
        match mind.seen.frames.top() {
            Frame::Phase(Phase::SovietSetup | Phase::AxisSetup) => mind.set_up(),
            Frame::Phase(Phase::SovietAnnouncements | Phase::AxisAnnouncements) => mind.announce(),
            Frame::Phase(Phase::AxisWithdrawal) => mind.withdraw(),
            Frame::Phase(Phase::AxisOpening | Phase::SovietOpening) => mind.open(),
            Frame::Phase(Phase::AxisMovement | Phase::SovietMovement) | Frame::March(_) => self.march(mind),
            Frame::Phase(_) => self.attack(mind),
            Frame::Muster(_) => self.muster(mind),
            Frame::Reply => mind.reply(),
            Frame::Retreat(_) => mind.retreat(),
            Frame::Losses(_) => mind.lose(),
            Frame::Advance => mind.advance(self.chart(mind)),
            Frame::Excess { .. } => mind.remove(),
            Frame::Taman => mind.offers[0],
            Frame::Fight(_) => mind.offers[0],
        }
    }

    /// The picture of this phase.
    fn chart(&mut self, mind: &Mind<'_>) -> &Chart {
        self.chart.get_or_insert_with(|| mind.draw_chart(mind.seen))
    }

    /// Follows the plan of this movement phase; makes the next part of it when there is none.
    fn march(&mut self, mind: &Mind<'_>) -> Action {
        let marching = matches!(mind.seen.frames.top(), Frame::March(_));
        loop {
            if let Some(action) = self.plan.follow(mind.offers, marching) {
                return self.note(action);
            }
            if marching {
                if self.plan.is_empty() {
                    self.plan = mind.go_on(self.chart(mind));
                }
                return match self.plan.next_if_offered(mind.offers) {
                    Some(action) => self.note(action),
                    None => self.break_off(mind),
                };
            }
            if !self.next_part(mind) {
                return Action::Done;
            }
        }
    }

    /// The march cannot go on as planned: it ends here, or where it may.
    fn break_off(&mut self, mind: &Mind<'_>) -> Action {
        self.plan.skip_to(|action| matches!(action, Action::Move { .. } | Action::Enter { .. }));
        if mind.offered(Action::Halt) {
            return Action::Halt;
        }
        let step = mind.offers.iter().find(|action| matches!(action, Action::Step { .. }));
        step.copied().unwrap_or(mind.offers[0])
    }

    /// What an action of the plan changes for the rest of it.
    fn note(&mut self, action: Action) -> Action {
        match action {
            Action::Assault { .. } => {
                self.chart = None;
                self.plan.clear();
            }
            Action::Enter { unit, .. } => self.newcomer = Some(unit),
            _ => {}
        }
        action
    }

    /// Plans on: reinforcements, mobile assaults, then everybody else. False when all is done.
    fn next_part(&mut self, mind: &Mind<'_>) -> bool {
        if let Some(unit) = self.newcomer.take() {
            let chart = self.chart.get_or_insert_with(|| mind.draw_chart(mind.seen));
            let draft = mind.settle_one(chart, unit);
            (self.plan, self.why) = (draft.plan, draft.why);
            if !self.plan.is_empty() {
                return true;
            }
        }
        if let Some(enter) = mind.enter(self.chart(mind)) {
            self.plan.push(enter);
            return true;
        }
        if self.settled {
            return false;
        }
        if let Some(sail) = mind.sail(self.chart(mind)) {
            self.chart = None;
            self.plan.push(sail);
            return true;
        }
        if mind.side == Side::Axis
            && let Some((plan, why)) = mind.mobile_assault(self.chart(mind))
        {
            (self.plan, self.why) = (plan, vec![why]);
            return true;
        }
        self.settled = true;
        let chart = self.chart.get_or_insert_with(|| mind.draw_chart(mind.seen));
        let draft = mind.plan_moves(chart);
        (self.plan, self.why) = (draft.plan, draft.why);
        true
    }

    /// Declares the prepared assault that pays best, if any does.
    fn attack(&mut self, mind: &Mind<'_>) -> Action {
        self.chart = None;
        self.plan.clear();
        let Some(assault) = mind.best_assault(self.chart(mind)) else { return Action::Done };
        // Artillery joins those of its hex (11.26).
        let (guns, others): (Vec<_>, Vec<_>) = assault.units.iter().partition(|u| mind.game.card(*u).artillery);
        self.plan.extend(others.into_iter().chain(guns).map(|unit| Action::Join { unit }));
        self.plan.extend((0..assault.aircraft).map(|_| Action::Support));
        if assault.manstein {
            self.plan.push(Action::Manstein);
        }
        self.plan.push(Action::Fight);
        Action::Attack { at: assault.at }
    }

    /// Names the units of the assault.
    fn muster(&mut self, mind: &Mind<'_>) -> Action {
        let next = self.plan.next_offered(mind.offers);
        mind.or_done(next)
    }
}

#[cfg(test)]
mod tests;
