//! 5.1, 9.3 Orders: what can be told something, what it can be told, and how a plan is made whole.

mod carry;
mod check;
mod command;
mod draw;
mod menu;
mod scope;
#[cfg(test)]
mod tests;
mod ways;
mod words;

use crate::Waw;
use crate::data::SupplyLevel;
use crate::execution::AirMission;
use crate::state::{Assault, Mission, Mode, Secondary, Stance, State};
use kessel_kernel::plan::{MenuLine, PlanOf, Plans, ScopeLine, SlotView};
use kessel_kernel::{Consulted, Dice, Log, Refusal, Seen, Side, ToAct};
use serde_json::Value;

/// What can be told something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// A unit's primary action of the turn (9.31).
    Unit(u16),
    /// The headquarters that a unit is attached to (12.0).
    Attach(u16),
    /// The Supply Level of a headquarters (19.3).
    Level(u16),
    /// HQ movement: all units of a headquarters gather (14.5).
    Gather(u16),
    /// A squadron (17.0).
    Squadron(u8),
    /// A leader (13.0).
    Leader(u8),
    /// A duty of the Executive Officer (3.3), by its place in [`DUTIES`].
    Duty(u8),
    /// The Executive Officer has done his work on this plan.
    Worked,
}

/// 3.3: the duties that the Executive Officer can be given, the guns (16.4) among them.
pub const DUTIES: [&str; 5] = ["supply", "fire", "air", "ground", "all"];

/// What it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// 14.14: moves along these hexes, in the mode that was chosen (14.14.d).
    Move(Mode, Vec<u16>),
    /// 14.14, 14.4: moves there; the Executive Officer finds the way, and the mode if none is given (9.31.c). The last says that known enemies are
    /// not gone around (14.22).
    Go(Option<Mode>, u16, bool),
    /// 15.2.
    Attack(Assault, u16),
    /// 15.3.f: calls off everything that is aimed at a hex.
    Scrub(u16),
    /// 15.51; beside it something else (15.51.e).
    Defend(Stance, Secondary),
    /// 16.3.
    Fire(Mission),
    /// 14.6: mounts a carrier in its hex.
    Ride(u16),
    /// 14.5.
    Gather,
    /// 17.1.
    Fly(AirMission, u16),
    /// 13.1: goes to a unit.
    Assign(u16),
    /// 13.1: leaves his unit.
    Free,
    /// 19.3.
    Level(SupplyLevel),
    /// 12.0.
    Attach(u16),
    /// 3.3: a duty is given or taken back.
    Duty(bool),
    /// 3.3.j, 3.3.k: it is done in this plan only.
    Once,
    /// See [`Slot::Worked`].
    Worked,
}

impl Order {
    /// Is this an attack, fire or a flight against that hex?
    fn strikes(&self, hex: u16) -> bool {
        match self {
            Order::Attack(_, at)
            | Order::Go(_, at, false)
            | Order::Fire(Mission::Target(at) | Mission::Scoot(at))
            | Order::Fly(AirMission::Support, at) => *at == hex,
            _ => false,
        }
    }
}

/// How the game is planned.
pub struct WawPlans;

pub(crate) type Plan = PlanOf<Waw>;

impl Plans<Waw> for WawPlans {
    type Slot = Slot;
    type Order = Order;

    fn planners(_: &Waw, state: &State) -> ToAct {
        if state.over { ToAct::Nobody } else { ToAct::Both }
    }

    fn slots(game: &Waw, seen: &Seen<State>, side: Side) -> Vec<Slot> {
        game.slots_of(seen, side)
    }

    fn menu(game: &Waw, seen: &Seen<State>, side: Side, plan: &Plan, slot: Slot) -> Vec<MenuLine> {
        game.menu_of(seen, side, plan, slot)
    }

    fn scope(game: &Waw, seen: &Seen<State>, side: Side, plan: &Plan, slot: Slot) -> Vec<ScopeLine> {
        game.scope_of(seen, side, plan, slot)
    }

    fn pick(
        game: &Waw,
        seen: &Seen<State>,
        plan: &Plan,
        slot: Slot,
        verb: &str,
        target: Option<&str>,
    ) -> Option<Order> {
        game.pick_of(seen, plan, slot, verb, target)
    }

    fn check_order(
        game: &Waw,
        seen: &Seen<State>,
        side: Side,
        plan: &Plan,
        slot: Slot,
        order: &Order,
    ) -> Result<(), Refusal> {
        game.refused(seen, side, plan, slot, order)
    }

    fn why_order(game: &Waw, seen: &Seen<State>, side: Side, plan: &Plan, slot: Slot, order: &Order) -> Vec<Consulted> {
        game.consulted(seen, side, plan, slot, order)
    }

    fn complete(game: &Waw, seen: &Seen<State>, side: Side, plan: &Plan) -> Result<Plan, Refusal> {
        game.complete_of(seen, side, plan)
    }

    fn execute(game: &Waw, state: &mut State, plans: [Plan; 2], dice: &mut Dice, log: &mut Log) {
        game.carry_out(state, &plans, dice, log);
    }

    fn read_slot(game: &Waw, state: &State, word: &str) -> Result<Slot, String> {
        game.slot_from(state, word)
    }

    fn write_slot(game: &Waw, state: &State, slot: Slot) -> String {
        game.slot_word(state, slot)
    }

    fn read_order(game: &Waw, state: &State, slot: Slot, value: &Value) -> Result<Order, String> {
        game.order_from(state, slot, value)
    }

    fn write_order(game: &Waw, state: &State, order: &Order) -> Value {
        game.order_word(state, order)
    }

    fn describe(game: &Waw, seen: &Seen<State>, plan: &Plan, slot: Slot) -> SlotView {
        game.describe_slots(seen, plan, &[slot]).pop().unwrap_or_default()
    }

    fn describe_all(game: &Waw, seen: &Seen<State>, plan: &Plan, slots: &[Slot]) -> Vec<SlotView> {
        game.describe_slots(seen, plan, slots)
    }

    fn draw(
        game: &Waw,
        seen: &Seen<State>,
        side: Side,
        plan: &Plan,
        slot: Slot,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Order> {
        game.draw_of(seen, side, plan, slot, below)
    }
}

impl Waw {
    /// Everything a side can give an order to.
    fn slots_of(&self, state: &State, side: Side) -> Vec<Slot> {
        let stage = self.stage(state);
        let mine = |u: &u16| state.units[*u as usize].here() && stage.side(*u) == side;
        let units: Vec<u16> = (0..state.units.len() as u16).filter(mine).collect();
        let hqs: Vec<u16> = units.iter().copied().filter(|u| stage.info(*u).hq.is_some()).collect();
        let morning = stage.hour(state).morning;
        let mut slots: Vec<Slot> = units.iter().map(|u| Slot::Unit(*u)).collect();
        slots.extend(units.iter().map(|u| Slot::Attach(*u)));
        if morning {
            slots.extend(hqs.iter().map(|u| Slot::Level(*u)));
        }
        slots.extend(hqs.iter().map(|u| Slot::Gather(*u)));
        let ready = |n: &usize| stage.squadrons[*n].side == side && state.squadrons[*n].ready <= state.turn;
        if stage.may_fly(state, side) {
            slots.extend((0..stage.squadrons.len()).filter(ready).map(|n| Slot::Squadron(n as u8)));
        }
        let leads = |n: &usize| {
            let presence = &stage.scenario.leaders[*n];
            stage.data.leader(presence.leader).side == side && presence.from <= state.turn
        };
        slots.extend((0..stage.scenario.leaders.len()).filter(leads).map(|n| Slot::Leader(n as u8)));
        slots.extend((0..DUTIES.len()).map(|n| Slot::Duty(n as u8)));
        slots
    }
}
