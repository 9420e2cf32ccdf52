//! The order of phases with what follows from it (5.4 to 5.6).

use crate::Drive;
use crate::state::{Order, State};
use kessel_kernel::{Case, Offer, OfferNote, Side};
use kessel_kit::offer::said;

impl Drive {
    /// A declaration is laid beside the others with its shifts.
    pub(super) fn describe_order(&self, seen: &State, side: Side, order: Order) -> Offer {
        let shifts = &self.data.charts.shifts;
        let mut notes = Vec::new();
        let mut add = |case: &'static str, text: String| notes.push(OfferNote { case: Case(case), text });
        match (order, side) {
            (Order::AssaultMove, Side::Axis) => {
                add("5.6.a", format!("All prepared assaults: {}", columns(shifts.german_assault_first)));
                add("11.14.a", "Forest does not help the defender against them".into());
                add("9.31", "Then movement with mobile assaults: breaches are exploited at once".into());
            }
            (Order::AssaultMove, Side::Soviet) => {
                if !seen.is_blue() {
                    add("5.6.b", "No column is lost for attacking first".into());
                    add("11.14.a", "Forest does not help the defender".into());
                }
                add("5.4.e", "Whoever has attacked may still move".into());
            }
            (Order::MoveAssault, Side::Axis) => {
                add("5.6.a", "Prepared assaults get no column for coming first".into());
                add("11.14.a", format!("Prepared assaults on forest: {}", columns(self.forest_shift(seen))));
                add("11.28.a", "Units can first move to where an assault is concentric".into());
                add("9.30.d", "Whoever has made a mobile assault may still make a prepared one".into());
            }
            (Order::MoveAssault, Side::Soviet) => {
                add("5.6.b", format!("All attacks: {}", columns(shifts.soviet_move_first)));
                add("11.14.a", format!("Attacks on forest, besides: {}", columns(self.forest_shift(seen))));
                add("11.28.a", "Units can first move to where an assault is concentric".into());
            }
            (Order::AssaultAssault, _) => {
                add("5.5.d", "No column for attacking first".into());
                add("5.5.b", "No movement and no mobile assaults; every unit may attack in both phases".into());
                add("5.5.c", "No reinforcements come, but the Taman pair if the peninsula is taken".into());
                add("5.5.b", "Once in the game".into());
            }
            (Order::MoveMove, _) => {
                add("5.5.e", "No attacks; every unit moves twice, each time with its whole allowance".into());
                add("8.1.c", "Reinforcements may come in either phase".into());
                add("5.5.e", "Once in the game".into());
            }
        }
        if side == Side::Axis && order != Order::AssaultAssault && seen.is_blue() && !seen.uses.schwerpunkt {
            add(
                "9.27.a",
                format!("Mobile assaults: {} unless the aircraft fly with the panzers", columns(shifts.mobile)),
            );
        }
        Offer { notes, ..said(order_label(order), "Order of phases") }
    }

    fn forest_shift(&self, seen: &State) -> i8 {
        self.data.charts.terrain(crate::data::Terrain::Forest, seen.frozen).move_first
    }
}

/// `1R`, `2L`: columns for and against the attacker.
pub(super) fn columns(n: i8) -> String {
    match n {
        0 => "none".into(),
        n if n > 0 => format!("{n}R"),
        n => format!("{}L", -n),
    }
}

const fn order_label(order: Order) -> &'static str {
    match order {
        Order::AssaultMove => "Prepared assaults, then movement",
        Order::MoveAssault => "Movement, then prepared assaults",
        Order::AssaultAssault => "Two phases of prepared assaults",
        Order::MoveMove => "Two phases of movement",
    }
}
