//! Where a slot can be sent, as sets over the map: what the menu lists by name, with what a march costs and when it arrives.

use super::menu::verbs_of;
use super::{Plan, Slot};
use crate::Waw;
use crate::execution::PULSES;
use crate::fix::MP;
use crate::state::State;
use kessel_kernel::plan::scope::{bytes, runs};
use kessel_kernel::plan::{ScopeLine, Stroke};
use kessel_kernel::{Case, Side};

/// A quarter of a movement point.
const QUARTER: i32 = MP / 4;

impl Waw {
    pub(super) fn scope_of(&self, seen: &State, side: Side, plan: &Plan, slot: Slot) -> Vec<ScopeLine> {
        let aimed = verbs_of(slot).iter().filter(|(_, _, _, aimed, _)| *aimed);
        let lines = aimed.filter_map(|(verb, label, case, ..)| {
            let line = ScopeLine {
                verb,
                label: (*label).to_owned(),
                case: Case(case),
                stroke: stroke(slot, verb),
                hexes: String::new(),
                costs: String::new(),
                pulses: String::new(),
            };
            match (slot, *verb) {
                (Slot::Unit(unit), "auto") => self.marches(seen, side, plan, unit, line),
                _ => self.aims(seen, side, plan, slot, line),
            }
        });
        lines.collect()
    }

    /// Hexes that the line is aimed at; nothing of a line that is aimed at units or levels.
    fn aims(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, line: ScopeLine) -> Option<ScopeLine> {
        let stage = self.stage(seen);
        let targets = self.targets(seen, side, plan, slot, line.verb);
        let mut hexes: Vec<u16> = targets.iter().filter_map(|target| stage.hex(target)).collect();
        hexes.sort_unstable();
        let hexes = hexes.into_iter().map(usize::from);
        (!targets.is_empty() && hexes.len() > 0).then(|| ScopeLine { hexes: runs(hexes), ..line })
    }

    /// 14.4: where the staff would bring the unit, what it pays for the way around known enemies, and when it is there: what it may have spent
    /// by a pulse is its part of the allowance (5.2). A pulse beyond the last is another turn.
    fn marches(&self, seen: &State, side: Side, plan: &Plan, unit: u16, line: ScopeLine) -> Option<ScopeLine> {
        let allowance = self.stage(seen).allowance(seen, unit, false);
        let able = self.staff_reach(seen, side, plan, unit);
        let quarters = |cost: i32| u8::try_from((cost + QUARTER - 1) / QUARTER).unwrap_or(u8::MAX);
        let pulse = |cost: i32| {
            let there = |pulse: &u8| cost <= allowance * i32::from(*pulse) / i32::from(PULSES);
            (1..=PULSES).find(there).unwrap_or(PULSES + 1)
        };
        (!able.is_empty()).then(|| ScopeLine {
            hexes: runs(able.iter().map(|(hex, _)| usize::from(*hex))),
            costs: bytes(able.iter().map(|(_, cost)| quarters(*cost))),
            pulses: bytes(able.iter().map(|(_, cost)| pulse(*cost))),
            ..line
        })
    }
}

/// How an order of a verb is drawn.
fn stroke(slot: Slot, verb: &str) -> Option<Stroke> {
    match (slot, verb) {
        (Slot::Squadron(_), _) => Some(Stroke::Air),
        (Slot::Unit(_), "strategic") => Some(Stroke::Strategic),
        (Slot::Unit(_), "tactical" | "on" | "auto") => Some(Stroke::Tactical),
        (Slot::Unit(_), "probe" | "no-advance" | "assault" | "all-out") => Some(Stroke::Attack),
        (Slot::Unit(_), "fire" | "scoot") => Some(Stroke::Support),
        _ => None,
    }
}
