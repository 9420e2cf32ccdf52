//! What a plan is for: what advice says of it in the planner's own words.

use super::weights::BEFORE;
use crate::orders::{Order, Slot};
use crate::planner::Planner;
use crate::state::{Secondary, Stance};
use std::collections::BTreeMap;

/// So many goals are told.
const TOLD: usize = 6;

/// What the order of a unit is for; in the order in which it is told.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    /// An attack on an objective.
    Take(u16),
    /// An attack before an objective.
    Open(u16),
    /// An attack elsewhere.
    Beat,
    /// A march to an objective that is to be taken.
    March(u16),
    /// An objective of one's own is held, or somebody comes to hold it.
    Guard(u16),
    /// Losses are made good.
    Refit,
    /// Whoever has nothing else to do digs in.
    Dig,
}

impl Planner<'_> {
    /// What an order is for, if it is one of those that are told.
    pub(super) fn purpose_of(&self, slot: Slot, order: &Order) -> Option<Purpose> {
        let Slot::Unit(unit) = slot else { return None };
        let at = self.seen.units[unit as usize].at;
        match order {
            Order::Attack(_, hex) => Some(self.purpose_of_attack(*hex)),
            Order::Go(_, to, _) => self.purpose_of_march(at, *to),
            Order::Move(_, way) => self.purpose_of_march(at, *way.last()?),
            Order::Defend(Stance::Hold, _) if self.objective(at).is_some() => Some(Purpose::Guard(at)),
            Order::Defend(_, Secondary::Replace) => Some(Purpose::Refit),
            Order::Defend(_, Secondary::Dig) => Some(Purpose::Dig),
            _ => None,
        }
    }

    fn purpose_of_attack(&self, hex: u16) -> Purpose {
        let stage = self.game.stage(self.seen);
        let wanted = stage.scenario.objectives.iter().map(|o| o.hex.0).filter(|o| self.seen.owner(*o) != self.side);
        let nearest = wanted.min_by_key(|place| (stage.theater.distance(*place, hex), *place));
        match nearest.map(|place| (stage.theater.distance(place, hex), place)) {
            Some((0, place)) => Purpose::Take(place),
            Some((1..=BEFORE, place)) => Purpose::Open(place),
            _ => Purpose::Beat,
        }
    }

    /// A march that ends before its goal, because the enemy stands there, is meant for it all the same.
    fn purpose_of_march(&self, at: u16, end: u16) -> Option<Purpose> {
        let goal = self.objective(end).or_else(|| self.goal(at))?;
        let ours = self.seen.owner(goal) == self.side;
        Some(if ours { Purpose::Guard(goal) } else { Purpose::March(goal) })
    }

    /// The hex, if it is an objective.
    fn objective(&self, hex: u16) -> Option<u16> {
        let stage = self.game.stage(self.seen);
        stage.scenario.objectives.iter().map(|o| o.hex.0).find(|place| *place == hex)
    }

    /// The sentence: what the side is after, and who does what for it.
    pub(super) fn words_of_plan(&self) -> String {
        let mut counts: BTreeMap<Purpose, usize> = BTreeMap::new();
        for (slot, order) in &self.plan {
            if let Some(purpose) = self.purpose_of(*slot, order) {
                *counts.entry(purpose).or_default() += 1;
            }
        }
        let told: Vec<String> =
            counts.iter().take(TOLD).map(|(purpose, units)| self.words_of(*purpose, *units)).collect();
        let aim = if self.attacking() { "To take objectives" } else { "To hold the objectives" };
        if told.is_empty() {
            format!("{aim}: there is nothing to order now.")
        } else {
            format!("{aim}: {}.", told.join("; "))
        }
    }

    /// What each order is for, in a few words.
    pub(super) fn reasons(&self) -> BTreeMap<Slot, String> {
        let told = self.plan.iter().filter_map(|(slot, order)| Some((*slot, self.purpose_of(*slot, order)?)));
        told.map(|(slot, purpose)| (slot, self.reason(purpose))).collect()
    }

    fn reason(&self, purpose: Purpose) -> String {
        match purpose {
            Purpose::Take(hex) => format!("to take {}", self.place(hex)),
            Purpose::Open(hex) => format!("to open the way to {}", self.place(hex)),
            Purpose::Beat => "the odds are good".into(),
            Purpose::March(hex) => format!("on the way to {}", self.place(hex)),
            Purpose::Guard(hex) => format!("to hold {}", self.place(hex)),
            Purpose::Refit => "to make its losses good".into(),
            Purpose::Dig => "nothing else is to be done".into(),
        }
    }

    /// What a hex is called, by its objective if it is one.
    fn place(&self, hex: u16) -> String {
        let stage = self.game.stage(self.seen);
        let known = stage.scenario.objectives.iter().find(|o| o.hex.0 == hex).map(|o| o.name.clone());
        known.unwrap_or_else(|| stage.place_name(hex).to_owned())
    }

    fn words_of(&self, purpose: Purpose, units: usize) -> String {
        let name = |hex: u16| self.place(hex);
        match purpose {
            Purpose::Take(hex) => format!("{units} attack {} to take it", name(hex)),
            Purpose::Open(hex) => format!("{units} attack to open the way to {}", name(hex)),
            Purpose::Beat => format!("{units} attack where the odds are good"),
            Purpose::March(hex) => format!("{units} march on {}", name(hex)),
            Purpose::Guard(hex) => format!("{units} hold {}", name(hex)),
            Purpose::Refit => format!("{units} take replacements"),
            Purpose::Dig => format!("{units} dig in"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Waw;
    use crate::data::Data;
    use crate::state::{Assault, Mode};
    use kessel_kernel::facets::*;
    use kessel_kernel::plan::PlanOf;
    use kessel_kernel::{Dice, Log, Options, Seed, Side};

    #[test]
    fn orders_name_the_objective_that_they_are_for() {
        let game = Waw::load(&Data::embedded()).expect("the built-in data is sound");
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let state = game.setup("to-the-volga", &Options::default(), &mut dice, &mut Log::silent());
        let seen = game.see(&state, Side::Axis.into());
        let stage = game.stage(&seen);
        let work = |plan: PlanOf<Waw>| Planner::new(&game, &seen, Side::Axis, plan);
        let place = |side: Side| {
            let places = stage.scenario.objectives.iter();
            places.filter(|o| (seen.owner(o.hex.0) == Side::Axis) == (side == Side::Axis)).map(|o| o.hex.0).next()
        };
        let wanted = place(Side::Soviet).expect("something is to be taken");
        let unit = work(PlanOf::<Waw>::new()).idle()[0];
        let purpose = |order: &Order| work(PlanOf::<Waw>::new()).purpose_of(Slot::Unit(unit), order);
        assert_eq!(purpose(&Order::Attack(Assault::Assault, wanted)), Some(Purpose::Take(wanted)));
        assert_eq!(purpose(&Order::Move(Mode::Tactical, vec![wanted])), Some(Purpose::March(wanted)));
        assert_eq!(purpose(&Order::Gather), None);
        let plan = [(Slot::Unit(unit), Order::Attack(Assault::Assault, wanted))].into_iter().collect();
        let name = stage.scenario.objectives.iter().find(|o| o.hex.0 == wanted).map(|o| o.name.clone());
        let words = format!("1 attack {} to take it.", name.expect("it has a name"));
        assert!(work(plan).words_of_plan().ends_with(&words), "{words}");
    }
}
