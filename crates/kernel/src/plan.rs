//! Plans: decisions that both sides make secretly and freely, and that are carried out at once.
//!
//! Orders for hundreds of units, a secret bid, the allocation of aircraft: a side gives them, changes them and takes them back in any
//! sequence, and nobody else learns of it. So editing a plan is no action and leaves no trace in the journal. A *draft* is what a side has
//! planned so far. Each order of it is checked against what the side knows and against the rest of the draft. The **commit** is the one
//! entry of the journal: it holds the *completed* plan, so that an old game replays even when standing orders and staff duties have become
//! wiser. When everybody who was asked has committed, the plans are executed: one revelation.
//!
//! | concept | here |
//! |---|---|
//! | who is told what to do: a unit, a headquarters, a bid | [`Plans::Slot`] |
//! | what it is told | [`Plans::Order`] |
//! | the orders of a side | [`PlanOf`], and as JSON [`Draft`] |
//! | what may be ordered next, and where to | [`Plans::menu`], [`MenuLine`]; [`Plans::scope`], [`ScopeLine`] |
//! | may it be ordered, and why not? | [`Plans::check_order`], [`Plans::why_order`] |
//! | sums over the whole plan, standing orders for whoever got none | [`Plans::complete`] |
//! | both plans carried out | [`Plans::execute`] |
//!
//! Why it is so:
//! - *Edits are no actions.* As entries they would never end, and their number would betray how hard a side thinks.
//! - *Orders are no [`Rules::Action`]s.* An action is small and `Copy`; an order may hold a path.
//! - *Checks take [`Seen`].* A refusal that knew the real position would find hidden enemies.
//! - *The rest of the draft is a set, not a history.* [`Plans::check_order`] is given the other orders, and what it allows beside many it
//!   allows beside fewer. So a plan that is allowed can be given in any sequence, and no sequence gives another one. What needs *other
//!   orders to be there* (a sum that must be reached) is asked by [`Plans::complete`].
//! - *Committed plans are kept beside the position, not in it.* `redact` cannot forget them, and the hash of the position does not tell a
//!   guesser whether he guessed right. Until the revelation the enemy is not even told that a side has committed.
//!
//! `crate::night` is a whole game of this kind, as small as can be.

pub mod scope;
mod session;
mod view;

pub use scope::{ScopeLine, SharedLine};
pub(crate) use session::Committed;
pub use session::{Drafting, PlanError};
pub use view::COMMIT;
pub use view::{Draft, DraftView, MenuLine, SlotView, Stroke, commitment};

use crate::facets::Rules;
use crate::{Consulted, Dice, Log, Refusal, Seen, Side, ToAct};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The orders of one side.
pub type PlanOf<G> = BTreeMap<SlotOf<G>, OrderOf<G>>;
/// What an order is given to, in the game `G`.
pub type SlotOf<G> = <<G as Rules>::Plans as Plans<G>>::Slot;
/// What can be ordered, in the game `G`.
pub type OrderOf<G> = <<G as Rules>::Plans as Plans<G>>::Order;

/// How a game plans. [`NoPlans`] for a game that has no such decisions.
///
/// The promises, tested by the kit for every game:
/// 1. an order is on the [`menu`](Plans::menu) if and only if [`check_order`](Plans::check_order) allows it;
/// 2. what is allowed beside a plan is allowed beside any part of that plan;
/// 3. the empty plan can always be completed, and a completed plan is allowed order by order;
/// 4. nothing here depends on what the side may not know (it is given [`Seen`] only);
/// 5. execution depends on nothing but the position, the two plans and the dice.
pub trait Plans<G: Rules>: Sized + 'static {
    /// What an order is given to: a unit, a headquarters, a squadron, a bid.
    type Slot: Copy + Ord + Debug + Send + Sync;
    /// What it is told to do.
    type Order: Clone + Eq + Debug + Send + Sync;

    /// Who is asked for a plan now. While it names a side, [`Acts::to_act`](crate::facets::Acts::to_act) names it too and [`offers`](crate::facets::Acts::offers) has nothing for it.
    fn planners(game: &G, state: &G::State) -> ToAct;

    /// Everything that `side` can give an order to now, in a fixed order.
    fn slots(game: &G, seen: &Seen<G::State>, side: Side) -> Vec<Self::Slot>;

    /// What `slot` may be ordered next, beside the other orders of `plan`; if `plan` has an order for the slot, also how that one may go on
    /// (the next hexes of a path).
    fn menu(game: &G, seen: &Seen<G::State>, side: Side, plan: &PlanOf<G>, slot: Self::Slot) -> Vec<MenuLine>;

    /// The lines of the [`menu`](Plans::menu) that are aimed at the map, with everything at which they can be aimed. A game without such lines
    /// has none.
    fn scope(_game: &G, _seen: &Seen<G::State>, _side: Side, _plan: &PlanOf<G>, _slot: Self::Slot) -> Vec<ScopeLine> {
        Vec::new()
    }

    /// The order that a line of the menu means: its verb and one of its targets.
    fn pick(
        game: &G,
        seen: &Seen<G::State>,
        plan: &PlanOf<G>,
        slot: Self::Slot,
        verb: &str,
        target: Option<&str>,
    ) -> Option<Self::Order>;

    /// May `slot` be ordered this beside the *other* orders of `plan`? What `plan` has for the slot itself is not looked at: the order
    /// takes its place.
    fn check_order(
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        plan: &PlanOf<G>,
        slot: Self::Slot,
        order: &Self::Order,
    ) -> Result<(), Refusal>;

    /// Every rule that [`Plans::check_order`] asks about it, with its answer: 'why (not)?' of an order. A game whose check knows no more than its
    /// first 'no' says that one.
    fn why_order(
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        plan: &PlanOf<G>,
        slot: Self::Slot,
        order: &Self::Order,
    ) -> Vec<Consulted> {
        let refused = Self::check_order(game, seen, side, plan, slot, order).err();
        refused.into_iter().map(|Refusal { case, why }| Consulted { case, allows: false, why }).collect()
    }

    /// The plan with everything that follows by itself: standing orders, staff duties. Refuses what only the whole plan can show.
    fn complete(game: &G, seen: &Seen<G::State>, side: Side, plan: &PlanOf<G>) -> Result<PlanOf<G>, Refusal>;

    /// Carries both plans out, by [`Side::index`]. The plan of a side that was not asked is empty.
    fn execute(game: &G, state: &mut G::State, plans: [PlanOf<G>; 2], dice: &mut Dice, log: &mut Log);

    /// Reads a slot as files and the network write it. The error is a sentence for a person.
    fn read_slot(game: &G, state: &G::State, word: &str) -> Result<Self::Slot, String>;

    /// Writes a slot as [`Plans::read_slot`] reads it.
    fn write_slot(game: &G, state: &G::State, slot: Self::Slot) -> String;

    /// Reads an order as files and the network write it. The error is a sentence for a person.
    fn read_order(game: &G, state: &G::State, slot: Self::Slot, value: &Value) -> Result<Self::Order, String>;

    /// Writes an order as [`Plans::read_order`] reads it.
    fn write_order(game: &G, state: &G::State, order: &Self::Order) -> Value;

    /// The slot for display: its counter, its name, and the order that `plan` has for it in words.
    fn describe(game: &G, seen: &Seen<G::State>, plan: &PlanOf<G>, slot: Self::Slot) -> SlotView;

    /// The same of many slots: a game with a thousand of them works out once what they have in common.
    fn describe_all(game: &G, seen: &Seen<G::State>, plan: &PlanOf<G>, slots: &[Self::Slot]) -> Vec<SlotView> {
        slots.iter().map(|slot| Self::describe(game, seen, plan, *slot)).collect()
    }

    /// An order of the [`menu`](Plans::menu) drawn at random, `below(n)` being a number less than `n`. A game whose menus are long draws a line and
    /// its target without listing the others; it may then find nothing where there is something.
    fn draw(
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        plan: &PlanOf<G>,
        slot: Self::Slot,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Self::Order> {
        let menu = Self::menu(game, seen, side, plan, slot);
        if menu.is_empty() {
            return None;
        }
        let line = &menu[below(menu.len())];
        let target = line.targets.as_ref().filter(|t| !t.is_empty()).map(|t| t[below(t.len())].as_str());
        Self::pick(game, seen, plan, slot, line.verb, target)
    }
}

/// The plans of a game that has none.
pub struct NoPlans;

/// A slot or an order that does not exist.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Never {}

const NOT_PLANNED: &str = "this game is played by actions; nothing is planned in it";

impl<G: Rules<Plans = NoPlans>> Plans<G> for NoPlans {
    type Slot = Never;
    type Order = Never;

    fn planners(_: &G, _: &G::State) -> ToAct {
        ToAct::Nobody
    }

    fn slots(_: &G, _: &Seen<G::State>, _: Side) -> Vec<Never> {
        Vec::new()
    }

    fn menu(_: &G, _: &Seen<G::State>, _: Side, _: &PlanOf<G>, slot: Never) -> Vec<MenuLine> {
        match slot {}
    }

    fn pick(_: &G, _: &Seen<G::State>, _: &PlanOf<G>, slot: Never, _: &str, _: Option<&str>) -> Option<Never> {
        match slot {}
    }

    fn check_order(_: &G, _: &Seen<G::State>, _: Side, _: &PlanOf<G>, slot: Never, _: &Never) -> Result<(), Refusal> {
        match slot {}
    }

    fn complete(_: &G, _: &Seen<G::State>, _: Side, plan: &PlanOf<G>) -> Result<PlanOf<G>, Refusal> {
        Ok(plan.clone())
    }

    fn execute(_: &G, _: &mut G::State, _: [PlanOf<G>; 2], _: &mut Dice, _: &mut Log) {}

    fn read_slot(_: &G, _: &G::State, _: &str) -> Result<Never, String> {
        Err(NOT_PLANNED.into())
    }

    fn write_slot(_: &G, _: &G::State, slot: Never) -> String {
        match slot {}
    }

    fn read_order(_: &G, _: &G::State, slot: Never, _: &Value) -> Result<Never, String> {
        match slot {}
    }

    fn write_order(_: &G, _: &G::State, order: &Never) -> Value {
        match *order {}
    }

    fn describe(_: &G, _: &Seen<G::State>, _: &PlanOf<G>, slot: Never) -> SlotView {
        match slot {}
    }
}

/// Is every order of the plan allowed beside the others? Otherwise the first that is not.
pub fn judge<G: Rules>(
    game: &G,
    seen: &Seen<G::State>,
    side: Side,
    plan: &PlanOf<G>,
) -> Result<(), (SlotOf<G>, Refusal)> {
    for (slot, order) in plan {
        G::Plans::check_order(game, seen, side, plan, *slot, order).map_err(|refusal| (*slot, refusal))?;
    }
    Ok(())
}

/// A plan drawn at random from the menus: each slot gets an order `often` times in ten, and a path a few steps. If the whole cannot be
/// completed, the plan that says nothing can.
pub fn random_plan<G: Rules>(
    game: &G,
    seen: &Seen<G::State>,
    side: Side,
    often: usize,
    mut below: impl FnMut(usize) -> usize,
) -> PlanOf<G> {
    let mut plan = PlanOf::<G>::new();
    for slot in G::Plans::slots(game, seen, side) {
        let mut steps = if below(10) < often { 1 + below(4) } else { 0 };
        while steps > 0 {
            steps -= 1;
            let Some(order) = G::Plans::draw(game, seen, side, &plan, slot, &mut below) else { break };
            plan.insert(slot, order);
        }
    }
    G::Plans::complete(game, seen, side, &plan)
        .or_else(|_| G::Plans::complete(game, seen, side, &PlanOf::<G>::new()))
        .expect("the plan that says nothing can be completed")
}
