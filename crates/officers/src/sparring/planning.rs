//! How sparring partners plan where a game is planned in secret: orders of the kinds that the habit leaves, and no duty for a staff.

use super::{Habit, Sparring};
use kessel_kernel::plan::{MenuLine, PlanOf, Plans, SlotOf};
use kessel_kernel::{Game, Lots, OFTEN, OfferKind, Seen, Side};
use rand_pcg::Pcg32;

/// A line of a menu with one of its targets.
type Choice<'m> = (&'m MenuLine, Option<&'m str>);

impl Sparring {
    /// A plan of the habit; where nothing else is to be done the plan that says nothing.
    pub(super) fn plan_by_habit<G: Game>(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        thoughts: &mut Pcg32,
    ) -> PlanOf<G> {
        let mut plan = PlanOf::<G>::new();
        for slot in G::Plans::slots(game, seen, side) {
            let menu = G::Plans::menu(game, seen, side, &plan, slot);
            let kept = self.choices(game, seen, side, slot, &menu);
            // Whoever rushes leaves nobody behind; the others forget some, as recruits do.
            let forgets = self.habit != Habit::Rush && thoughts.below(10) >= OFTEN;
            if kept.is_empty() || forgets && kept[0].0.kind != OfferKind::Spend {
                continue;
            }
            let (line, target) = kept[thoughts.below(kept.len())];
            let order = G::Plans::pick(game, seen, &plan, slot, line.verb, target);
            if let Some(order) = order.filter(|o| G::Plans::check_order(game, seen, side, &plan, slot, o).is_ok()) {
                plan.insert(slot, order);
            }
        }
        G::Plans::complete(game, seen, side, &plan)
            .or_else(|_| G::Plans::complete(game, seen, side, &PlanOf::<G>::new()))
            .expect("the plan that says nothing can be completed")
    }

    /// What the habit leaves of a menu. Lines of other kinds (who commands, who does the work) are nobody's habit.
    fn choices<'m, G: Game>(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        slot: SlotOf<G>,
        menu: &'m [MenuLine],
    ) -> Vec<Choice<'m>> {
        let of = |kind: OfferKind| -> Vec<Choice<'m>> {
            menu.iter().filter(|line| line.kind == kind).flat_map(choices_of).collect()
        };
        // A number that is bid: who rushes the most, the others the least.
        let bid = of(OfferKind::Spend);
        if let (Some(least), Some(most)) = (bid.first(), bid.last()) {
            return vec![if self.habit == Habit::Rush { *most } else { *least }];
        }
        let (attacks, moves, places) = (of(OfferKind::Attack), of(OfferKind::Move), of(OfferKind::Place));
        match self.habit {
            Habit::Meek => Vec::new(),
            Habit::Passive => [moves, places].concat(),
            Habit::Still => [attacks, places].concat(),
            Habit::Rush if !attacks.is_empty() => attacks,
            Habit::Rush if !moves.is_empty() => self.nearest(game, seen, side, &moves, |(_, target)| *target),
            Habit::Rush => places,
            Habit::Turtle => self.home_orders(game, seen, side, slot, &moves),
        }
    }

    /// Of these marches those that end nearest to a town of the own side, if that is nearer than where the slot stands.
    fn home_orders<'m, G: Game>(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        slot: SlotOf<G>,
        moves: &[Choice<'m>],
    ) -> Vec<Choice<'m>> {
        if moves.is_empty() {
            return Vec::new();
        }
        let view = game.glance(seen);
        self.learn(game, &view.scenario);
        let homes = self.homes(&view, side);
        let who = G::Plans::describe(game, seen, &PlanOf::<G>::new(), slot).counter;
        let counter = who.and_then(|id| view.counters.iter().find(|counter| counter.id == id));
        let Some(now) = counter.and_then(|counter| self.away(&homes, &counter.at)) else { return Vec::new() };
        let then = |choice: &Choice<'m>| choice.1.and_then(|target| self.away(&homes, target));
        let nearest = moves.iter().filter_map(then).min().filter(|nearest| *nearest < now);
        moves.iter().filter(|choice| nearest.is_some() && then(choice) == nearest).copied().collect()
    }
}

/// A line with each of its targets.
fn choices_of(line: &MenuLine) -> Vec<Choice<'_>> {
    match &line.targets {
        Some(targets) => targets.iter().map(|target| (line, Some(target.as_str()))).collect(),
        None => vec![(line, None)],
    }
}
