//! Numbers that do not count as printed, and why: for whoever looks at the hex.

use crate::Drive;
use crate::data::UnitId;
use crate::state::{Order, State};
use crate::supply::Supplied;
use kessel_kernel::{FactorNote, OfferNote};
use kessel_kit::show::{because, note};

impl Drive {
    pub(super) fn unit_notes(&self, seen: &State, unit: UnitId) -> Vec<FactorNote> {
        let card = self.card(unit);
        let supply = self.supply_of(seen, unit);
        let id = self.unit_id(unit);
        let mut notes = Vec::new();
        let (printed, now) = (card.movement, self.allowance(seen, unit));
        let reasons = self.movement_reasons(seen, unit, supply);
        if now != printed && !reasons.is_empty() {
            notes.push(note(id, "movement", printed, now, reasons));
        }
        if let Some(reason) = supply_reason(supply) {
            notes.push(note(id, "attack", "as printed", "half", vec![reason.clone()]));
            if supply == Supplied::Out {
                notes.push(note(id, "defence", "as printed", "half", vec![reason]));
            }
        }
        notes
    }

    /// 3.3.h, 7.5, 7.6, 7.15, 11.26: the halvings of the allowance, as [`Drive::allowance_in`] makes them.
    fn movement_reasons(&self, seen: &State, unit: UnitId, supply: Supplied) -> Vec<OfferNote> {
        let mut reasons = Vec::new();
        if !seen.is_blue() && seen.turn == 1 {
            reasons.push(because("3.3.h", "first turn of Uranus"));
        }
        reasons.extend(supply_reason(supply));
        if self.card(unit).artillery && seen.attacked.contains(unit) && seen.order == Order::AssaultMove {
            reasons.push(because("11.26.e", "these guns have fired"));
        }
        reasons
    }
}

fn supply_reason(supply: Supplied) -> Option<OfferNote> {
    let (case, text) = match supply {
        Supplied::Regular => return None,
        Supplied::Coastal => ("7.5.b", "supplied over the sea"),
        Supplied::Aerial => ("7.6.b", "supplied by air"),
        Supplied::Out => ("7.15.b", "out of supply"),
    };
    Some(because(case, text))
}
