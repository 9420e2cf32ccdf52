//! An order drawn at random, as a recruit gives it: a verb of the menu and one target, without listing all that there are.

use super::menu::verbs_of;
use super::{Order, Plan, Slot};
use crate::Waw;
use crate::state::State;
use kessel_kernel::Side;

/// So many verbs and targets are tried: most verbs are not for a unit as it stands.
const TRIES: usize = 16;

impl Waw {
    /// The first of some draws that is allowed beside the plan.
    pub(super) fn draw_of(
        &self,
        seen: &State,
        side: Side,
        plan: &Plan,
        slot: Slot,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Order> {
        let verbs = verbs_of(slot);
        if verbs.is_empty() {
            return None;
        }
        for _ in 0..TRIES {
            let (verb, _, _, aimed, _) = verbs[below(verbs.len())];
            let target = if aimed {
                let all = self.some_targets(seen, side, plan, slot, verb);
                if all.is_empty() && verbs.len() == 1 {
                    return None;
                } else if all.is_empty() {
                    continue;
                }
                Some(all[below(all.len())].clone())
            } else {
                None
            };
            let order = self.pick_of(seen, plan, slot, verb, target.as_deref());
            if let Some(order) = order.filter(|order| self.allows(seen, side, plan, slot, order)) {
                return Some(order);
            }
        }
        None
    }

    /// Targets that a recruit thinks of: of flights those that are worth one, of marches those within reach, of headquarters those that can be
    /// had without a look at the supply lines.
    fn some_targets(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, verb: &str) -> Vec<String> {
        let stage = self.stage(seen);
        let names = |hexes: Vec<u16>| hexes.into_iter().map(|h| stage.hex_name(h).to_owned()).collect::<Vec<_>>();
        match slot {
            Slot::Squadron(_) => names(self.air_targets(seen, side)),
            Slot::Unit(unit) if verb == "auto" => names(self.reach(seen, unit)),
            // In the morning only who is out of supply may go elsewhere: nothing that a recruit looks into.
            Slot::Attach(_) if stage.hour(seen).morning => Vec::new(),
            Slot::Attach(unit) if !stage.hour(seen).night => {
                let below = |hq: &u16| {
                    seen.units[*hq as usize].here()
                        && stage.info(*hq).hq.is_some()
                        && stage.is_step_down(seen, unit, *hq)
                };
                let hqs = (0..seen.units.len() as u16).filter(below);
                hqs.map(|hq| stage.info(hq).id.clone()).collect()
            }
            _ => self.candidates(seen, side, plan, slot, verb),
        }
    }
}
