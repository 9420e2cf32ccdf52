//! `staff`: a computer player that plans its turn from what its side may know.
//!
//! | what | where |
//! |---|---|
//! | what the scenario is about, and the posts that stand before it | `goals.rs`, `posts.rs` |
//! | the picture of a segment: strength, threat, ways to the goal | `chart.rs`, `field.rs` |
//! | what an attack is likely to bring | `forecast.rs` |
//! | how many attacks are planned | `bids.rs` |
//! | where a group can go, and where it goes | `reach.rs`, `marches.rs`, `places.rs` |
//! | prepared attacks, bombardments | `attacks.rs` |
//! | the questions of a fight | `fights.rs` |
//! | aircraft | `air.rs` |
//! | massed attacks on intruders | `strikes.rs` |
//! | bridges that are blown | `sappers.rs` |
//! | what a march, an attack, a bid is for, in words | `purpose.rs` |
//! | the numbers that it goes by | `weights.rs` |
//! | digging, bridges, replacements, the Pocket | `rear.rs` |
//!
//! Worth is counted in hundredths of a strength point, in whole numbers, so that the same position gives the same answer everywhere.

mod air;
mod attacks;
mod bids;
mod chart;
mod field;
mod fights;
mod forecast;
mod goals;
mod marches;
mod places;
mod posts;
mod purpose;
mod reach;
mod rear;
mod sappers;
mod strikes;
#[cfg(test)]
mod tests;
mod weights;

use crate::Winter;
use crate::action::{Action, Order};
use crate::orders::{Order as Told, Slot, WinterPlans};
use crate::sequence::{Segment, Step};
use crate::sets::UnitSet;
use crate::state::{Frame, State};
use chart::Chart;
use field::Ground;
use kessel_kernel::facets::Thinks;
use kessel_kernel::plan::{PlanOf, Plans};
use kessel_kernel::{Answer, Budget, Officer, Seen, Side, Temperament};
use kessel_kit::Decides;
use kessel_kit::staff::{Choosing, Orders};
use rand_pcg::Pcg32;
pub(crate) use weights::Weights;

/// The planner. It keeps the rest of its plan between its choices.
#[derive(Default)]
pub(crate) struct Staff {
    /// The segment that is being planned.
    now: Option<(u8, Step)>,
    /// The picture of it; drawn anew after a fight.
    chart: Option<Chart>,
    /// What is still to be done with the group or the attack at hand.
    plan: Orders<Action>,
    /// Units that have been looked at and stay where they are.
    stayed: UnitSet,
    /// What he dares.
    temperament: Temperament,
}

impl Officer<Winter> for Staff {
    fn choose(
        &mut self,
        game: &Winter,
        seen: &Seen<State>,
        side: Side,
        offers: &[Action],
        _: Budget,
        _: &mut Pcg32,
    ) -> Answer<Action> {
        if offers.len() == 1 {
            return Answer::Offer(0);
        }
        let state = &*game.ready(seen);
        let mind = Mind { game, state, side, offers, temperament: self.temperament, ground: Ground::default() };
        mind.answer(self.decide(&mind))
    }

    fn plan(&mut self, game: &Winter, seen: &Seen<State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<Winter> {
        let state = &*game.ready(seen);
        let mind = Mind { game, state, side, offers: &[], temperament: self.temperament, ground: Ground::default() };
        let mut plan = PlanOf::<Winter>::new();
        for slot in WinterPlans::slots(game, seen, side) {
            let told = match slot {
                Slot::Bid => Told::Attacks(mind.bid(&mind.draw_chart())),
                Slot::Air(air) => mind.mission(air).map_or(Told::Stay, Told::Fly),
            };
            plan.insert(slot, told);
        }
        WinterPlans::complete(game, seen, side, &plan).unwrap_or(plan)
    }

    fn reason(&self, game: &Winter, seen: &Seen<State>, side: Side, action: Action) -> Option<String> {
        let state = &*game.ready(seen);
        let mind = Mind { game, state, side, offers: &[], temperament: self.temperament, ground: Ground::default() };
        // A picture of another segment says nothing of this one.
        let chart = self.chart.as_ref().filter(|_| self.now == Some((state.turn, state.step())))?;
        mind.words_of_action(chart, &self.plan, action)
    }

    fn reason_of_plan(&self, game: &Winter, seen: &Seen<State>, side: Side, plan: &PlanOf<Winter>) -> Option<String> {
        let state = &*game.ready(seen);
        let mind = Mind { game, state, side, offers: &[], temperament: self.temperament, ground: Ground::default() };
        Some(mind.words_of_plan(plan))
    }
}

impl Thinks for Winter {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Winter>>> {
        Some(Box::new(Staff::of(temperament)))
    }
}

/// What a decision is made from.
pub(super) struct Mind<'a> {
    game: &'a Winter,
    state: &'a State,
    side: Side,
    offers: &'a [Action],
    temperament: Temperament,
    /// What the ground costs, once it is known.
    ground: Ground,
}

impl Mind<'_> {
    /// What the planner goes by.
    fn weights(&self) -> &Weights {
        &self.game.data.weights[self.side.index()]
    }

    /// Attacks that the side still owes (6.2).
    fn owed(&self) -> i32 {
        let initiative = &self.state.initiative;
        if initiative.first == Some(self.side) { i32::from(initiative.owed) } else { 0 }
    }
}

impl Choosing for Mind<'_> {
    type Action = Action;

    fn offers(&self) -> &[Action] {
        self.offers
    }

    fn ends(action: Action) -> bool {
        matches!(action, Action::Done | Action::Halt | Action::Hold | Action::Check)
    }
}

impl Staff {
    fn of(temperament: Temperament) -> Staff {
        Staff { temperament, ..Staff::default() }
    }

    fn decide(&mut self, mind: &Mind<'_>) -> Action {
        let now = (mind.state.turn, mind.state.step());
        if self.now != Some(now) {
            *self = Staff { now: Some(now), ..Staff::of(self.temperament) };
        }
        if let Some(action) = mind.offers.iter().find(|action| **action == Action::Suggested) {
            return *action;
        }
        match mind.state.frames.top() {
            Frame::Step(step) => self.step(mind, *step),
            Frame::March => self.march(mind),
            Frame::Muster => self.muster(mind),
            Frame::Volley => self.volley(mind),
            Frame::Pairing | Frame::Engaging => mind.air_combat(),
            Frame::Lead | Frame::CallOff => mind.name_lead(),
            Frame::Defence => mind.defend(),
            Frame::Battery(_) => mind.answer_guns(),
            Frame::Barrage(_) => mind.barrage(),
            Frame::FireAt => mind.fire_at(),
            Frame::Losses | Frame::Excess => mind.lose(),
            Frame::Choice => {
                // The picture of one's own phase is drawn here and serves until the next fight; who defends needs none.
                if mind.state.phasing == mind.side {
                    self.chart(mind);
                }
                mind.stand_or_go()
            }
            Frame::Flight => mind.flee(),
            Frame::Opportunity => Action::Shoot,
            Frame::Advance => {
                let chart = self.chart(mind);
                mind.advance(chart)
            }
            Frame::Fight => mind.or_done(None),
        }
    }

    /// The picture of this segment.
    fn chart(&mut self, mind: &Mind<'_>) -> &Chart {
        self.chart.get_or_insert_with(|| mind.draw_chart())
    }

    fn step(&mut self, mind: &Mind<'_>, step: Step) -> Action {
        match step {
            Step::Player(_, Segment::Declarations) => {
                let chart = self.chart(mind);
                mind.declare(chart)
            }
            Step::Player(_, Segment::Order) => {
                let chart = self.chart(mind);
                let fight = mind.attacks_at_hand(chart);
                Action::Order { order: if fight { Order::CombatFirst } else { Order::MoveFirst } }
            }
            Step::Player(..) => match mind.state.activity() {
                Some(activity) if activity.moves => self.next_group(mind),
                _ => self.next_attack(mind),
            },
            Step::FirstReplacement | Step::SecondReplacement => mind.replace(),
            Step::Thunderclap => mind.thunderclap(),
            Step::SixthPlacement => mind.place_sixth(),
            Step::RingRelease => mind.free_ring(),
            _ => mind.other_step(),
        }
    }

    /// Follows what was planned for the group on the move; plans on when there is nothing left.
    fn march(&mut self, mind: &Mind<'_>) -> Action {
        let mut next = self.plan.next_if_offered(mind.offers);
        if next.is_none() {
            self.plan = mind.go_on(self.chart(mind)).into_iter().collect();
            next = self.plan.next_if_offered(mind.offers);
        }
        next.map_or(Action::Halt, |action| self.note(action))
    }

    /// After a fight the picture is another.
    fn note(&mut self, action: Action) -> Action {
        if matches!(action, Action::Hasty { .. } | Action::Attack { .. }) {
            self.chart = None;
            self.plan.clear();
        }
        action
    }

    /// Takes up the next group that has somewhere to go.
    fn next_group(&mut self, mind: &Mind<'_>) -> Action {
        self.plan.clear();
        let chart = self.chart.get_or_insert_with(|| mind.draw_chart());
        self.plan = mind.plan_group(chart, &mut self.stayed).into_iter().collect();
        self.plan.next_if_offered(mind.offers).unwrap_or(Action::Done)
    }

    /// Declares the attack that pays best, then the bombardments.
    fn next_attack(&mut self, mind: &Mind<'_>) -> Action {
        self.chart = None;
        let chart = self.chart.get_or_insert_with(|| mind.draw_chart());
        self.plan = mind.plan_attack(chart).into_iter().collect();
        self.plan.next_if_offered(mind.offers).unwrap_or(Action::Done)
    }

    /// Names the attackers and their support.
    fn muster(&mut self, mind: &Mind<'_>) -> Action {
        self.plan.next_offered(mind.offers).unwrap_or_else(|| mind.support())
    }

    /// Lays guns on a hex, then fires.
    fn volley(&mut self, mind: &Mind<'_>) -> Action {
        self.plan.next_offered(mind.offers).unwrap_or_else(|| mind.aim())
    }
}
