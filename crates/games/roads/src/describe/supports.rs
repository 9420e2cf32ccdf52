//! Supports: choosing, moving, spending and deploying them (5, 11.4, 12).

use super::offer;
use crate::data::{KindId, SupportId};
use crate::state::{Bill, Frame, State, SupportBox};
use crate::{Action, Roads};
use kessel_kernel::{Offer, OfferKind};

impl Roads {
    pub(super) fn describe_marker(&self, seen: &State, action: Action) -> Offer {
        let name = |marker: SupportId| self.marker_name(marker).to_owned();
        match action {
            Action::Choose { marker } => {
                let label = format!("Take {}", name(marker));
                let cost = self.effect_words(self.kind_id(marker));
                Offer { cost, ..self.with_marker(marker, OfferKind::Place, label, "Choose from the pool") }
            }
            Action::Maskirovka { marker } => {
                let label = format!("Play {}: move supports between boxes", name(marker));
                self.with_marker(marker, OfferKind::Spend, label, "Maskirovka")
            }
            Action::Shift { marker, to } => {
                let label = format!("{} to {}", name(marker), box_name(to));
                self.to_box(self.with_marker(marker, OfferKind::Place, label, "Maskirovka"), to)
            }
            Action::Keep { marker } => {
                let label = format!("{} to the Major Offensive", name(marker));
                let to = SupportBox::Major;
                self.to_box(self.with_marker(marker, OfferKind::Place, label, "Keep for the offensive"), to)
            }
            Action::Trade { marker } => {
                let price = self.data.charts.offensives.swap_price;
                let label = format!("Give {}, the first of {price}, for one of your choice", name(marker));
                self.with_marker(marker, OfferKind::Spend, label, "Trade for a chosen support")
            }
            Action::Transfer { marker, to } => {
                let label = format!("{} to {}", name(marker), box_name(to));
                self.to_box(self.with_marker(marker, OfferKind::Place, label, "Transfer one support"), to)
            }
            Action::GiveBack { marker } => {
                let label = format!("{} back to the pool", name(marker));
                self.with_marker(marker, OfferKind::Spend, label, "Give back")
            }
            Action::Strategic { marker } => {
                let label = format!("Spend {}: strategic movement off the roads in this phase", name(marker));
                self.with_marker(marker, OfferKind::Spend, label, "Strategic movement off roads")
            }
            Action::Pay { marker } => {
                let what = match seen.frames.top() {
                    Frame::Pay { bill, .. } => bill_words(*bill),
                    _ => "Pay",
                };
                let label = format!("Spend {}", name(marker));
                self.with_marker(marker, OfferKind::Spend, label, what)
            }
            _ => Offer::default(),
        }
    }

    pub(super) fn describe_deployment(&self, seen: &State, action: Action) -> Offer {
        let name = |marker: SupportId| self.marker_name(marker).to_owned();
        match action {
            Action::Surprise { marker, at } => {
                let label = format!("{} by the stack in {}", name(marker), self.hex_name(seen, at));
                self.at(seen, self.with_marker(marker, OfferKind::Attack, label, "Surprise Attack"), at)
            }
            Action::Attach { marker, unit } => {
                let label = format!("{} to {}", name(marker), self.unit_name(unit));
                let space = seen.field.at(unit).map(|hex| self.space_id(seen, hex).to_owned());
                let cost = self.effect_words(self.kind_id(marker));
                Offer { space, cost, ..self.with_marker(marker, OfferKind::Place, label, &name(marker)) }
            }
            Action::Fly { marker, to } => {
                let label = format!("{} over {}", name(marker), self.hex_name(seen, to));
                let cost = self.effect_words(self.kind_id(marker));
                Offer { cost, ..self.at(seen, self.with_marker(marker, OfferKind::Place, label, &name(marker)), to) }
            }
            Action::Raid { marker, on } => {
                let least = self.data.supports.events.raid_success;
                let label = format!("{} raids {}", name(marker), self.hex_name(seen, on));
                let cost = Some(format!("succeeds on {least} or more"));
                let offer = self.with_marker(marker, OfferKind::Attack, label, "Airfield raid");
                Offer { cost, ..self.at(seen, offer, on) }
            }
            Action::Demand { marker, at } => {
                let label = format!("{}: the stack in {} loses steps", name(marker), self.hex_name(seen, at));
                self.at(seen, self.with_marker(marker, OfferKind::Attack, label, "Surrender"), at)
            }
            Action::Alarm { marker, at } => {
                let label = format!("{} appears in {}", name(marker), self.hex_name(seen, at));
                self.at(seen, self.with_marker(marker, OfferKind::Place, label, "Alarm units"), at)
            }
            Action::Reserves { marker, hq } => {
                let label = format!("{} for {}", name(marker), self.unit_name(hq));
                let events = &self.data.supports.events;
                let cost = format!("releases {} units, or {} armored", events.reserves_units, events.reserves_armored);
                let space = seen.field.at(hq).map(|hex| self.space_id(seen, hex).to_owned());
                Offer { space, cost: Some(cost), ..self.with_marker(marker, OfferKind::Spend, label, "Reserves") }
            }
            _ => offer(OfferKind::Other, String::new(), ""),
        }
    }

    fn to_box(&self, offer: Offer, to: SupportBox) -> Offer {
        Offer { space: Some(to.word().into()), ..offer }
    }

    /// What a kind of support does, in short.
    pub(super) fn effect_words(&self, kind: KindId) -> Option<String> {
        let kind = &self.data.supports.kinds[kind.index()];
        let mut words = Vec::new();
        if kind.shift > 0 {
            words.push(format!("attack: {} to the right", columns(kind.shift)));
        }
        if kind.attack > 0 {
            words.push(format!("attack +{}", kind.attack));
        }
        if kind.defence > 0 {
            words.push(format!("defence +{}", kind.defence));
        }
        if kind.levels > 0 {
            words.push(format!("exploitation +{}", kind.levels));
        }
        if kind.offensive {
            words.push("needs an Offensive Marker".into());
        }
        (!words.is_empty()).then(|| words.join("; "))
    }
}

fn columns(n: u8) -> String {
    if n == 1 { "one column".into() } else { format!("{n} columns") }
}

/// A box of supports in words.
pub(crate) const fn box_name(at: SupportBox) -> &'static str {
    match at {
        SupportBox::Stavka => "the STAVKA box",
        SupportBox::Major => "the Major box",
        SupportBox::MinorA => "the Minor A box",
        SupportBox::MinorB => "the Minor B box",
        SupportBox::Axis => "the Axis box",
    }
}

/// What supports are paid for.
pub(crate) const fn bill_words(bill: Bill) -> &'static str {
    match bill {
        Bill::Artillery => "Pay for artillery east of the Don",
        Bill::Launch => "Pay for units of the reserve",
        Bill::Armor => "Pay for an armored step",
        Bill::Swap => "Give the second support",
        Bill::Wintergewitter => "Give supports for Wintergewitter",
    }
}
