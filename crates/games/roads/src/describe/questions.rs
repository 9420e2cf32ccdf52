//! Offensives, the STAVKA phase, the fortress and Manstein (10, 11, 13 to 16).

use super::offer;
use crate::action::PlaneId;
use crate::data::Effect;
use crate::state::{Frame, Plane, State};
use crate::view::{om_counter, om_name};
use crate::{Action, Roads};
use kessel_kernel::{Offer, OfferKind};

impl Roads {
    pub(super) fn describe_plan(&self, seen: &State, action: Action) -> Offer {
        match action {
            Action::Activate { effect } => {
                let label = format!("{} is active", self.effect_name(effect));
                offer(OfferKind::Other, label, "German Superiority")
            }
            Action::Deactivate { effect } => {
                let label = format!("Switch off {}", self.effect_name(effect));
                offer(OfferKind::Other, label, "German Superiority")
            }
            Action::Lift { om } => {
                let label = format!("Take up {}", om_name(om));
                let supports = self.box_of(seen, om.supports()).len();
                let cost = (supports > 0).then(|| format!("{supports} supports of its box go to the pool"));
                Offer { counter: Some(om_counter(om)), cost, ..offer(OfferKind::Other, label, "Take markers up") }
            }
            Action::Launch { at } => {
                let label = format!("Launch a Major Offensive at {}", self.hex_name(seen, at));
                let cost = Some("the STAVKA box is shown and emptied".into());
                Offer { cost, ..self.at(seen, offer(OfferKind::Attack, label, "Launch"), at) }
            }
            Action::Place { om, at } => {
                let label = format!("{} on {}", om_name(om), self.hex_name(seen, at));
                let offer = Offer { counter: Some(om_counter(om)), ..offer(OfferKind::Place, label, om_name(om)) };
                self.at(seen, offer, at)
            }
            Action::Mark { at } => {
                let label = format!("The stack in {} is out of supply", self.hex_name(seen, at));
                self.at(seen, offer(OfferKind::Attack, label, "Supply Shortage"), at)
            }
            Action::Roll => offer(OfferKind::Other, "Roll".into(), "Roll"),
            Action::Solicit { .. } | Action::Release { .. } | Action::Enter { .. } => {
                self.describe_stavka(seen, action)
            }
            Action::Backhand => {
                let plan = &self.data.charts.backhand;
                let cost =
                    format!("Approval to box {}; choose {} supports, no others come", plan.approval, plan.chosen);
                Offer {
                    cost: Some(cost),
                    ..offer(OfferKind::Other, "Declare the Backhand Blow".into(), "Backhand Blow")
                }
            }
            Action::Wintergewitter => {
                let numbers = &self.data.charts.wintergewitter;
                let cost = format!("give {} supports, choose {}", numbers.returned, numbers.chosen);
                Offer { cost: Some(cost), ..offer(OfferKind::Other, "Launch Wintergewitter".into(), "Wintergewitter") }
            }
            _ => self.describe_pocket(seen, action),
        }
    }

    fn describe_stavka(&self, seen: &State, action: Action) -> Offer {
        match action {
            Action::Solicit { unit } => {
                let first = seen.stavka.hqs[0].is_none();
                let rank = if first { "asks for units, as the priority front" } else { "asks for units, too" };
                let label = format!("{} {rank}", self.unit_name(unit));
                let cost = self.location_words(seen, unit);
                Offer { cost, ..self.about(seen, unit, OfferKind::Select, label, "Release from the reserve") }
            }
            Action::Release { unit, to } => {
                let label = format!("{} to {}", self.unit_name(unit), self.hex_name(seen, to));
                let numbers = &self.data.charts.offensives;
                let cost = self.info(unit).armored.then(|| format!("counts {}", numbers.armored_points));
                let offer = self.about(seen, unit, OfferKind::Place, label, "Release from the reserve");
                Offer { cost, ..self.at(seen, offer, to) }
            }
            Action::Enter { unit, hq } => {
                let label = format!("{} into the reserve by {}", self.unit_name(unit), self.unit_name(hq));
                let full = seen.field.get(unit).steps >= self.info(unit).steps();
                let cost = (!full).then(|| "comes back to full strength".to_owned());
                Offer { cost, ..self.about(seen, unit, OfferKind::Move, label, "Into the reserve") }
            }
            _ => Offer::default(),
        }
    }

    /// What the place of an HQ means to its die.
    fn location_words(&self, seen: &State, hq: crate::data::UnitId) -> Option<String> {
        let row = self.hq_row(seen, seen.field.at(hq)?);
        Some(format!("die {:+}", row.release))
    }

    fn describe_pocket(&self, seen: &State, action: Action) -> Offer {
        match action {
            Action::Fortress { at } => {
                let moves = matches!(seen.frames.top(), Frame::MarkerMoves { .. });
                let verb = if moves { "The marker goes to" } else { "Declare the fortress in" };
                let label = format!("{verb} {}", self.hex_name(seen, at));
                let info = self.space(seen, at);
                let numbers = &self.data.charts.fortress;
                let reach = if info.airfield { numbers.influence_airfield } else { numbers.influence };
                let offer = self.at(seen, offer(OfferKind::Place, label, "Fortress Stalingrad"), at);
                Offer { cost: Some(format!("reaches {reach} hexes")), ..offer }
            }
            Action::Goering => {
                let bonus = self.data.charts.air_bridge_modifiers.goering;
                offer(OfferKind::Spend, format!("Play Goering: die {bonus:+}"), "Air bridge")
            }
            Action::Land { plane, at } => {
                let label = format!("{} in {}", self.plane_name(plane), self.hex_name(seen, at));
                self.at(seen, self.about_plane(plane, OfferKind::Place, label, &self.plane_name(plane)), at)
            }
            Action::Play { plane } => {
                let label = format!("Play {}", self.plane_name(plane));
                let offer = self.about_plane(plane, OfferKind::Spend, label, "Ju 52");
                match self.plane_at(seen, plane) {
                    Plane::Hex(hex) => self.at(seen, offer, hex),
                    _ => offer,
                }
            }
            Action::Resist { plane, unit } => {
                let label = format!("{}: {} counts twice", self.plane_name(plane), self.unit_name(unit));
                let offer = self.about(seen, unit, OfferKind::Spend, label, "Ju 52");
                Offer { counter: Some(self.info(unit).id.clone()), ..offer }
            }
            Action::Sortie { at } => {
                let label = format!("The stack in {} sallies", self.hex_name(seen, at));
                self.at(seen, offer(OfferKind::Select, label, "Sortie"), at)
            }
            Action::Evacuate { unit } => {
                let label = format!("Fly {} out", self.unit_name(unit));
                self.about(seen, unit, OfferKind::Other, label, "Evacuation")
            }
            Action::Capitulate { unit } => {
                let label = format!("{} surrenders", self.unit_name(unit));
                self.about(seen, unit, OfferKind::Loss, label, "Surrender")
            }
            _ => Offer::default(),
        }
    }

    fn about_plane(&self, plane: PlaneId, kind: OfferKind, label: String, group: &str) -> Offer {
        Offer { counter: Some(self.plane_word(plane)), ..offer(kind, label, group) }
    }

    fn plane_name(&self, plane: PlaneId) -> String {
        self.plane_kind(plane).0.name.clone()
    }

    fn effect_name(&self, effect: Effect) -> &str {
        &self.data.charts.superiority[effect as usize].name
    }
}
