//! 4.2, 6.1 What both sides decide in secret and at once: where the aircraft go, and how many attacks are planned.

use crate::Winter;
use crate::data::{AirClass, AirId};
use crate::refusal::{Consult, Verdict};
use crate::sequence::Step;
use crate::state::{AirBox, State};
use kessel_kernel::facets::Refuses;
use kessel_kernel::plan::{MenuLine, PlanOf, Plans, SlotView};
use kessel_kernel::{Case, Dice, Log, OfferKind, Refusal, Seen, Side, ToAct, must, unless};
use kessel_kit::{Decides, no};
use serde_json::{Value, json};

/// The most attacks that can be written down.
const MOST_ATTACKS: u8 = 99;

/// What can be told something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// An air unit (4.2).
    Air(AirId),
    /// The number of attacks (6.1).
    Bid,
}

/// What it is told.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Goes into this box.
    Fly(AirBox),
    /// Stays ready.
    Stay,
    /// So many attacks are planned.
    Attacks(u8),
}

/// How Wintergewitter is planned.
pub struct WinterPlans;

impl Winter {
    /// 4.1, 4.2: may the air unit go into this box?
    pub(crate) fn check_box(&self, state: &State, side: Side, air: AirId, to: AirBox, c: &mut Consult) -> Verdict {
        let plane = self.data.plane(air);
        c.ask(Case("4.2.a"), unless(plane.side != side, no!("{air} is not yours", air)))?;
        let ready = state.air.get(air.index()) == Some(&AirBox::Ready);
        c.ask(Case("4.2.d"), must(ready, no!("{air} is not ready", air)))?;
        let fighter = plane.class == AirClass::Fighter;
        match to {
            AirBox::Interdiction | AirBox::InterdictionEscort => {
                c.ask(Case("4.1.c"), unless(side != Side::Axis, no!("only German aircraft interdict")))?;
            }
            AirBox::AgainstInterdiction => {
                c.ask(Case("4.1.c"), unless(side == Side::Axis, no!("the Soviets never interdict")))?;
            }
            AirBox::Attack | AirBox::AttackEscort | AirBox::AgainstAttack => {}
            _ => return c.ask(Case("4.2.a"), Err(no!("that is no mission"))),
        }
        match to {
            AirBox::AgainstAttack | AirBox::AgainstInterdiction => {
                c.ask(Case("4.1.e"), must(fighter, no!("{air} is no fighter", air)))
            }
            // 4.2.b.
            AirBox::AttackEscort | AirBox::InterdictionEscort => {
                c.ask(Case("4.1.f"), must(fighter, no!("{air} is no fighter", air)))
            }
            _ => c.ask(Case("4.1.d"), unless(plane.bombs == 0, no!("{air} carries no bombs", air))),
        }
    }

    /// 4.2.g: German fighters are placed in the third step, in the open.
    fn check_secret(&self, state: &State, side: Side, air: AirId, to: AirBox, c: &mut Consult) -> Verdict {
        let late = side == Side::Axis && self.data.plane(air).class == AirClass::Fighter;
        c.ask(Case("4.2.g"), unless(late, no!("{air} is placed when both charts are open", air)))?;
        self.check_box(state, side, air, to, c)
    }
}

/// The missions, in the order of the charts.
pub(crate) const MISSIONS: [AirBox; 6] = [
    AirBox::Interdiction,
    AirBox::InterdictionEscort,
    AirBox::Attack,
    AirBox::AttackEscort,
    AirBox::AgainstAttack,
    AirBox::AgainstInterdiction,
];

impl Plans<Winter> for WinterPlans {
    type Slot = Slot;
    type Order = Order;

    fn planners(_: &Winter, state: &State) -> ToAct {
        let planned = matches!(state.step(), Step::AirAllocation | Step::Initiative);
        if planned && state.ended.is_none() && state.frames.depth() == 1 { ToAct::Both } else { ToAct::Nobody }
    }

    fn slots(game: &Winter, seen: &Seen<State>, side: Side) -> Vec<Slot> {
        if seen.step() == Step::Initiative {
            return vec![Slot::Bid];
        }
        let able = |air: &AirId| {
            let plane = game.data.plane(*air);
            let late = side == Side::Axis && plane.class == AirClass::Fighter;
            plane.side == side && !late && seen.air[air.index()] == AirBox::Ready
        };
        game.data.air_ids().filter(able).map(Slot::Air).collect()
    }

    fn menu(game: &Winter, seen: &Seen<State>, side: Side, plan: &PlanOf<Winter>, slot: Slot) -> Vec<MenuLine> {
        match slot {
            Slot::Bid => {
                let numbers = (0..=MOST_ATTACKS).map(|n| n.to_string()).collect();
                vec![MenuLine::new("attacks", "attacks planned", "6.1.a", OfferKind::Spend, Some(numbers))]
            }
            Slot::Air(_) => {
                let able = |to: &AirBox| Self::check_order(game, seen, side, plan, slot, &Order::Fly(*to)).is_ok();
                let boxes: Vec<String> = MISSIONS.iter().filter(|to| able(to)).map(|to| to.word().to_owned()).collect();
                let mut menu = Vec::new();
                if !boxes.is_empty() {
                    menu.push(MenuLine::new("fly", "fly", "4.2.a", OfferKind::Place, Some(boxes)));
                }
                if Self::check_order(game, seen, side, plan, slot, &Order::Stay).is_ok() {
                    menu.push(MenuLine::new("stay", "stay ready", "4.2.j", OfferKind::Done, None));
                }
                menu
            }
        }
    }

    fn pick(
        _: &Winter,
        _: &Seen<State>,
        _: &PlanOf<Winter>,
        slot: Slot,
        verb: &str,
        target: Option<&str>,
    ) -> Option<Order> {
        match (slot, verb) {
            (Slot::Bid, "attacks") => target?.parse().ok().filter(|n| *n <= MOST_ATTACKS).map(Order::Attacks),
            (Slot::Air(_), "fly") => {
                AirBox::WORDS.iter().find(|(word, _)| Some(*word) == target).map(|(_, at)| Order::Fly(*at))
            }
            (Slot::Air(_), "stay") => Some(Order::Stay),
            _ => None,
        }
    }

    fn check_order(
        game: &Winter,
        seen: &Seen<State>,
        side: Side,
        _: &PlanOf<Winter>,
        slot: Slot,
        order: &Order,
    ) -> Result<(), Refusal> {
        let mut c = Consult::strict();
        let verdict = match (seen.step(), slot, order) {
            (Step::Initiative, Slot::Bid, Order::Attacks(n)) => {
                c.ask(Case("6.1.a"), unless(*n > MOST_ATTACKS, no!("nobody can plan so many attacks")))
            }
            (Step::AirAllocation, Slot::Air(air), Order::Fly(to)) => game.check_secret(seen, side, air, *to, &mut c),
            (Step::AirAllocation, Slot::Air(air), Order::Stay) => {
                let own = game.data.air.get(air.index()).is_some_and(|plane| plane.side == side);
                c.ask(Case("4.2.j"), must(own, no!("{air} is not yours", air)))
            }
            _ => c.ask(Case("3.0.a"), Err(no!("that is not planned now"))),
        };
        verdict.map_err(|no| game.refusal(seen, no))
    }

    /// Whoever got no order stays ready; no number is none.
    fn complete(
        game: &Winter,
        seen: &Seen<State>,
        side: Side,
        plan: &PlanOf<Winter>,
    ) -> Result<PlanOf<Winter>, Refusal> {
        let mut whole = plan.clone();
        for slot in Self::slots(game, seen, side) {
            whole.entry(slot).or_insert(if slot == Slot::Bid { Order::Attacks(0) } else { Order::Stay });
        }
        Ok(whole)
    }

    fn execute(game: &Winter, state: &mut State, plans: [PlanOf<Winter>; 2], dice: &mut Dice, log: &mut Log) {
        if !game.is_ready(state) {
            game.make_ready(state);
        }
        if state.step() == Step::Initiative {
            let bid = |plan: &PlanOf<Winter>| match plan.get(&Slot::Bid) {
                Some(Order::Attacks(n)) => *n,
                _ => 0,
            };
            game.decide_initiative(state, [bid(&plans[0]), bid(&plans[1])], dice, log);
        } else {
            game.reveal_allocation(state, &plans, log);
        }
        game.next_step(state, dice, log);
        game.go_on(state, dice, log);
    }

    fn read_slot(game: &Winter, _: &State, word: &str) -> Result<Slot, String> {
        if word == "bid" {
            return Ok(Slot::Bid);
        }
        game.data.air_unit(word).map(Slot::Air).ok_or_else(|| format!("there is no air unit called {word:?}"))
    }

    fn write_slot(game: &Winter, _: &State, slot: Slot) -> String {
        match slot {
            Slot::Bid => "bid".into(),
            Slot::Air(air) => game.air_id(air).into(),
        }
    }

    fn read_order(_: &Winter, _: &State, _: Slot, value: &Value) -> Result<Order, String> {
        let wrong = || "an order is \"stay\", {\"fly\": box} or {\"attacks\": number}".to_owned();
        if value == "stay" {
            return Ok(Order::Stay);
        }
        match value.as_object().filter(|o| o.len() == 1).and_then(|o| o.iter().next()) {
            Some((verb, number)) if verb == "attacks" => {
                number.as_u64().and_then(|n| u8::try_from(n).ok()).map(Order::Attacks).ok_or_else(wrong)
            }
            Some((verb, Value::String(word))) if verb == "fly" => {
                let found = AirBox::WORDS.iter().find(|(known, _)| known == word);
                found.map(|(_, at)| Order::Fly(*at)).ok_or_else(|| format!("there is no air box {word:?}"))
            }
            _ => Err(wrong()),
        }
    }

    fn write_order(_: &Winter, _: &State, order: &Order) -> Value {
        match order {
            Order::Fly(to) => json!({ "fly": to.word() }),
            Order::Stay => json!("stay"),
            Order::Attacks(n) => json!({ "attacks": n }),
        }
    }

    fn describe(game: &Winter, _: &Seen<State>, plan: &PlanOf<Winter>, slot: Slot) -> SlotView {
        let text = match plan.get(&slot) {
            Some(Order::Fly(to)) => to.word().replace('-', " "),
            Some(Order::Attacks(n)) => format!("{n} attacks"),
            Some(Order::Stay) => "stays ready".into(),
            None => String::new(),
        };
        let (label, counter) = match slot {
            Slot::Bid => ("attacks planned".to_owned(), None),
            Slot::Air(air) => (game.data.plane(air).name.clone(), Some(game.air_id(air).to_owned())),
        };
        SlotView { label, counter, text, ..SlotView::default() }
    }
}
