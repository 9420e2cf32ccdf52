//! 2.0 The orders, and 3.0 what comes of them.

use super::{COUNTERS, Counter, Night, SPACES, STACK, State, TURNS, show};
use crate::plan::{MenuLine, PlanOf, Plans, SlotView};
use crate::{Case, Dice, Event, Log, OfferKind, Refusal, Seen, Side, ToAct, What};
use serde_json::{Value, json};

/// What can be told something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// A counter.
    Unit(Counter),
    /// 3.1: the bid for the first move.
    Bid,
}

/// What it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// 2.1: the spaces of the march.
    March(Vec<u8>),
    /// 2.2.
    Hold,
    /// 2.4.
    Bid(u8),
}

/// How the Night March is planned.
pub struct Orders;

/// 2.1.
const LONGEST: usize = 2;

impl Order {
    /// 2.4.
    fn cost(&self) -> u8 {
        match self {
            Order::March(path) => path.len().saturating_sub(1) as u8,
            Order::Hold => 0,
            Order::Bid(points) => *points,
        }
    }

    fn end(&self) -> Option<u8> {
        if let Order::March(path) = self { path.last().copied() } else { None }
    }
}

/// 2.1: does the path run from space to neighbouring space?
fn joined(from: u8, path: &[u8]) -> bool {
    let mut at = from;
    let next = |to: &u8| *to < SPACES && std::mem::replace(&mut at, *to).abs_diff(*to) == 1;
    (1..=LONGEST).contains(&path.len()) && path.iter().all(next)
}

fn refuse(case: &'static str, why: String) -> Result<(), Refusal> {
    Err(Refusal::new(Case(case), why))
}

/// The other orders of the plan.
fn others(plan: &PlanOf<Night>, slot: Slot) -> impl Iterator<Item = &Order> {
    plan.iter().filter(move |(other, _)| **other != slot).map(|(_, order)| order)
}

impl Plans<Night> for Orders {
    type Slot = Slot;
    type Order = Order;

    fn planners(_: &Night, state: &State) -> ToAct {
        if state.turn > TURNS { ToAct::Nobody } else { ToAct::Both }
    }

    fn slots(_: &Night, seen: &Seen<State>, side: Side) -> Vec<Slot> {
        let counters = Counter::all().filter(|c| c.side() == side && seen.unit(*c).at.is_some());
        counters.map(Slot::Unit).chain([Slot::Bid]).collect()
    }

    fn menu(game: &Night, seen: &Seen<State>, side: Side, plan: &PlanOf<Night>, slot: Slot) -> Vec<MenuLine> {
        let allowed = |verb: &str, target: Option<&str>| {
            let order = Orders::pick(game, seen, plan, slot, verb, target);
            order.is_some_and(|order| Orders::check_order(game, seen, side, plan, slot, &order).is_ok())
        };
        let spaces = |verb: &str| -> Vec<String> {
            (0..SPACES).map(show::space).filter(|space| allowed(verb, Some(space))).collect()
        };
        let mut menu = Vec::new();
        for (verb, label) in [("march", "march to"), ("on", "march on to")] {
            let targets = spaces(verb);
            if !targets.is_empty() {
                menu.push(MenuLine::new(verb, label, "2.1", OfferKind::Move, Some(targets)));
            }
        }
        for (verb, label, case, kind) in [
            ("hold", "hold", "2.2", OfferKind::Done),
            ("raise", "bid a point more", "2.4", OfferKind::Spend),
            ("pass", "bid nothing", "2.4", OfferKind::Done),
        ] {
            if allowed(verb, None) {
                menu.push(MenuLine::new(verb, label, case, kind, None));
            }
        }
        menu
    }

    fn pick(
        _: &Night,
        _: &Seen<State>,
        plan: &PlanOf<Night>,
        slot: Slot,
        verb: &str,
        target: Option<&str>,
    ) -> Option<Order> {
        let to = target.and_then(show::number);
        match (slot, verb, plan.get(&slot)) {
            (Slot::Unit(_), "march", _) => Some(Order::March(vec![to?])),
            (Slot::Unit(_), "on", Some(Order::March(path))) => Some(Order::March([path.as_slice(), &[to?]].concat())),
            (Slot::Unit(_), "hold", _) => Some(Order::Hold),
            (Slot::Bid, "raise", Some(Order::Bid(points))) => Some(Order::Bid(points + 1)),
            (Slot::Bid, "raise", _) => Some(Order::Bid(1)),
            (Slot::Bid, "pass", _) => Some(Order::Bid(0)),
            _ => None,
        }
    }

    fn check_order(
        _: &Night,
        seen: &Seen<State>,
        side: Side,
        plan: &PlanOf<Night>,
        slot: Slot,
        order: &Order,
    ) -> Result<(), Refusal> {
        match (slot, order) {
            (Slot::Unit(c), Order::March(_) | Order::Hold) if c.side() != side => {
                return refuse("2.5", format!("{} is not yours", c.word()));
            }
            (Slot::Unit(c), Order::March(path)) => match seen.unit(c).at {
                Some(from) if joined(from, path) => {}
                Some(_) => return refuse("2.1", format!("{} cannot march that way", c.word())),
                None => return refuse("2.5", format!("{} is gone", c.word())),
            },
            (Slot::Unit(c), Order::Hold) if seen.unit(c).at.is_none() => {
                return refuse("2.5", format!("{} is gone", c.word()));
            }
            (Slot::Unit(_), Order::Hold) | (Slot::Bid, Order::Bid(_)) => {}
            (Slot::Unit(_), Order::Bid(_)) | (Slot::Bid, Order::March(_) | Order::Hold) => {
                return refuse("1.1", "a counter marches or holds, and a bid is of points".into());
            }
        }
        let end = order.end();
        if end.is_some() && others(plan, slot).filter(|other| other.end() == end).count() >= STACK {
            return refuse("2.3", format!("{STACK} counters are ordered there already"));
        }
        let spent = others(plan, slot).map(|other| u32::from(other.cost())).sum::<u32>() + u32::from(order.cost());
        let points = seen.points[side.index()];
        if spent > u32::from(points) && order.cost() > 0 {
            return refuse("2.4", format!("that would cost {spent} points, and you have {points}"));
        }
        Ok(())
    }

    /// 2.2: whoever got no order holds; no bid is a bid of nothing.
    fn complete(game: &Night, seen: &Seen<State>, side: Side, plan: &PlanOf<Night>) -> Result<PlanOf<Night>, Refusal> {
        let mut whole = plan.clone();
        for slot in Orders::slots(game, seen, side) {
            whole.entry(slot).or_insert(if slot == Slot::Bid { Order::Bid(0) } else { Order::Hold });
        }
        Ok(whole)
    }

    fn execute(game: &Night, state: &mut State, plans: [PlanOf<Night>; 2], dice: &mut Dice, log: &mut Log) {
        let bid = |plan: &PlanOf<Night>| plan.get(&Slot::Bid).map_or(0, Order::cost);
        let [axis, soviet] = [bid(&plans[0]), bid(&plans[1])];
        log.add(|| Event::note(Case("3.1"), format!("the bids are {axis} and {soviet}")));
        let first = match axis.cmp(&soviet) {
            std::cmp::Ordering::Greater => Side::Axis,
            std::cmp::Ordering::Less => Side::Soviet,
            std::cmp::Ordering::Equal if dice.d6(Case("3.1")) <= 3 => Side::Axis,
            std::cmp::Ordering::Equal => Side::Soviet,
        };
        for side in [first, first.other()] {
            let plan = &plans[side.index()];
            let spent = plan.values().map(Order::cost).sum::<u8>();
            state.points[side.index()] = state.points[side.index()].saturating_sub(spent);
            for (slot, order) in plan {
                if let (Slot::Unit(counter), Order::March(path)) = (slot, order) {
                    game.march(state, *counter, path, dice, log);
                }
            }
        }
        state.turn += 1;
        let (turn, phase) = (state.turn.into(), "plan".to_owned());
        log.add(|| Event::new(Case("1.1"), What::Phase { turn, side: None, phase }, format!("turn {turn}")));
    }

    fn read_slot(game: &Night, _: &State, word: &str) -> Result<Slot, String> {
        assert!(!game.faulty || word != "fault", "the fault that was asked for");
        let counter = Counter::all().find(|c| c.word() == word).map(Slot::Unit);
        counter.or((word == "bid").then_some(Slot::Bid)).ok_or_else(|| format!("there is no counter {word}"))
    }

    fn write_slot(_: &Night, _: &State, slot: Slot) -> String {
        match slot {
            Slot::Unit(counter) => counter.word(),
            Slot::Bid => "bid".into(),
        }
    }

    fn read_order(_: &Night, _: &State, _: Slot, value: &Value) -> Result<Order, String> {
        let wrong = || "an order is \"hold\", {\"march\": [spaces]} or {\"bid\": points}".to_owned();
        if value == "hold" {
            return Ok(Order::Hold);
        }
        match value.as_object().and_then(|o| o.iter().next()) {
            Some((verb, Value::Array(path))) if verb == "march" && path.len() <= SPACES as usize => {
                let space = |word: &Value| word.as_str().and_then(show::number).ok_or_else(wrong);
                Ok(Order::March(path.iter().map(space).collect::<Result<_, _>>()?))
            }
            Some((verb, points)) if verb == "bid" => {
                points.as_u64().and_then(|n| u8::try_from(n).ok()).map(Order::Bid).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }

    fn write_order(_: &Night, _: &State, order: &Order) -> Value {
        match order {
            Order::March(path) => json!({ "march": path.iter().map(|s| show::space(*s)).collect::<Vec<_>>() }),
            Order::Hold => json!("hold"),
            Order::Bid(points) => json!({ "bid": points }),
        }
    }

    fn describe(_: &Night, seen: &Seen<State>, plan: &PlanOf<Night>, slot: Slot) -> SlotView {
        let text = match plan.get(&slot) {
            Some(Order::March(path)) => format!("marches to {}", path.last().copied().map_or("?".into(), show::space)),
            Some(Order::Bid(points)) => format!("{points} points"),
            Some(Order::Hold) | None if slot != Slot::Bid => "holds".into(),
            Some(Order::Hold) | None => "no points".into(),
        };
        let Slot::Unit(counter) = slot else { return SlotView { label: "bid".into(), text, ..SlotView::default() } };
        let path = plan.get(&slot).and_then(|order| if let Order::March(path) = order { Some(path) } else { None });
        let path = seen.unit(counter).at.into_iter().chain(path.into_iter().flatten().copied());
        let path = path.map(show::space).collect();
        SlotView { label: counter.word(), counter: Some(counter.word()), text, path, ..SlotView::default() }
    }
}

const _: () = assert!(COUNTERS as usize > STACK, "the stacking limit can be met");
