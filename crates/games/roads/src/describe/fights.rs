//! Combat: attacks, declarations, losses, retreats, advances (8, 9.3).

use super::preview::{attacker_words, defender_words};
use super::{halves, offer};
use crate::action::ResultWord;
use crate::data::{AttackerResult, DefenderResult, UnitId, Weather};
use crate::state::{Fight, FightKind, Frame, Stage, State};
use crate::{Action, Roads};
use kessel_kernel::{Offer, OfferKind, Side};

impl Roads {
    pub(super) fn describe_fighting(&self, seen: &State, side: Side, action: Action) -> Offer {
        let name = |unit: UnitId| self.unit_name(unit).to_owned();
        match action {
            Action::Attack { at } => {
                let fight = self.full_attack(seen, side, at);
                let report = self.preview_of(seen, &fight);
                let label = format!("Attack {}", self.hex_name(seen, at));
                let allies = self.weak_words(seen, &fight);
                let offer = self.at(seen, offer(OfferKind::Attack, label, "Attacks"), at);
                // EX4.b: a Surprise Attack is fought at once; for any other the attackers are named first.
                if matches!(seen.frames.top(), Frame::Surprise(_)) {
                    return Offer { preview: Some(Box::new(report)), cost: allies, ..offer };
                }
                let all = format!("with all {} that can: {}", fight.attackers.len(), report.column);
                let cost = allies.map_or_else(|| all.clone(), |allies| format!("{all}; {allies}"));
                Offer { cost: Some(cost), ..offer }
            }
            Action::Join { .. } | Action::Fight => self.describe_muster(seen, action),
            Action::Use { marker } => {
                let label = format!("{} serves", self.marker_name(marker));
                let cost = self.effect_words(self.kind_id(marker));
                Offer { cost, ..self.with_marker(marker, OfferKind::Spend, label, "Supports") }
            }
            Action::Elite { unit } => {
                let label = format!("{} uses its elite bonus", name(unit));
                let cost = Some("takes the first loss".into());
                Offer { cost, ..self.about(seen, unit, OfferKind::Other, label, "Elite bonus") }
            }
            Action::Armored => {
                let cost = Some("the first loss is a unit with a black factor".into());
                Offer { cost, ..offer(OfferKind::Other, "Declare an armored attack".into(), "Armored attack") }
            }
            Action::Take { result } => describe_result(result),
            Action::River => {
                offer(OfferKind::Other, "The river weakens the attacker's result".into(), "River or terrain")
            }
            Action::Terrain => {
                offer(OfferKind::Other, "The hex weakens the attacker's result".into(), "River or terrain")
            }
            Action::Stay | Action::GoBack => self.describe_stand(seen, action == Action::Stay),
            _ => self.describe_aftermath(seen, action),
        }
    }

    fn describe_muster(&self, seen: &State, action: Action) -> Offer {
        let Some(fight) = &seen.fight else { return Offer::default() };
        let mut fight = fight.clone();
        match action {
            Action::Join { unit } => {
                fight.attackers.insert(unit);
                let column = self.preview_of(seen, &fight).column;
                let label = format!("{} joins", self.unit_name(unit));
                let joins = self.about(seen, unit, OfferKind::Select, label, "Attackers");
                Offer { cost: Some(column), all: true, ..joins }
            }
            _ => {
                let preview = Some(Box::new(self.preview_of(seen, &fight)));
                let units = match fight.attackers.len() {
                    1 => "one unit".to_owned(),
                    n => format!("{n} units"),
                };
                let label = format!("Attack {} with {units}", self.hex_name(seen, fight.hex));
                let place = self.at(seen, offer(OfferKind::Attack, label, "Attack"), fight.hex);
                Offer { preview, ..place }
            }
        }
    }

    /// 8.11.1: what a weak allied stack gives its attacker: a level more; in mud an engagement (R22), in exploitation nothing (9.3.2).
    fn weak_words(&self, seen: &State, fight: &Fight) -> Option<String> {
        let steps = self.weak_allies(seen, fight.attacker, fight.defenders)?;
        let gain = match (fight.kind, seen.forecast.weather) {
            (FightKind::Exploitation, _) => return None,
            (_, Weather::Mud) => "its E is an engagement in mud, which costs you only",
            (_, Weather::Snow) => "one exploitation level more",
        };
        Some(format!("allied stack of {steps} steps: {gain}"))
    }

    /// Results S, F and AR.
    fn describe_stand(&self, seen: &State, stay: bool) -> Offer {
        let stage = seen.fight.as_ref().map(|fight| fight.stage);
        let losses = self.data.charts.combat.ar_losses;
        let (label, cost) = match (stage, stay) {
            (Some(Stage::FallBack), true) => ("Stay".to_owned(), "all losses".to_owned()),
            (Some(Stage::FallBack), false) => ("Go back one hex".to_owned(), "one loss less".to_owned()),
            (Some(Stage::StandFast), true) => ("Stay".to_owned(), "one more loss".to_owned()),
            (Some(Stage::StandFast), false) => ("Go back one hex".to_owned(), "no loss by it".to_owned()),
            (_, true) => ("Stay".to_owned(), format!("{losses} steps")),
            (_, false) => ("All attackers go back one hex".to_owned(), "no loss by it".to_owned()),
        };
        let kind = if stay { OfferKind::Loss } else { OfferKind::Retreat };
        Offer { cost: Some(cost), ..offer(kind, label, "Stay or go back") }
    }

    fn describe_aftermath(&self, seen: &State, action: Action) -> Offer {
        let name = |unit: UnitId| self.unit_name(unit).to_owned();
        match action {
            Action::Lose { unit } => {
                let now = seen.field.get(unit).steps;
                let label =
                    if now <= 1 { format!("{} is lost", name(unit)) } else { format!("{} loses a step", name(unit)) };
                let cost = (now <= 1).then(|| "eliminated".to_owned());
                Offer { cost, ..self.about(seen, unit, OfferKind::Loss, label, "Losses") }
            }
            Action::Absorb { marker } => {
                let label = format!("{} takes the loss", self.marker_name(marker));
                self.with_marker(marker, OfferKind::Loss, label, "Losses")
            }
            Action::Kampfgruppe => {
                let what = match seen.frames.top() {
                    Frame::Kampfgruppe { unit, .. } => format!("A Kampfgruppe takes the place of {}", name(*unit)),
                    _ => "A Kampfgruppe".into(),
                };
                offer(OfferKind::Place, what, "Kampfgruppe")
            }
            Action::Retreat { unit, to } => {
                let label = format!("{} back to {}", name(unit), self.hex_name(seen, to));
                self.at(seen, self.about(seen, unit, OfferKind::Retreat, label, "Retreat"), to)
            }
            Action::RetreatStack { from, to } => {
                let units = match seen.frames.top() {
                    Frame::Retreat(retreat) => self.retreat_stack(seen, *retreat, from).len(),
                    _ => 0,
                };
                let label = format!("All {units} back to {} together", self.hex_name(seen, to));
                self.at(seen, offer(OfferKind::Retreat, label, "Retreat"), to)
            }
            Action::Advance { unit, to } => {
                let label = format!("{} advances to {}", name(unit), self.hex_name(seen, to));
                self.at(seen, self.about(seen, unit, OfferKind::Move, label, "Advance"), to)
            }
            Action::Exploit { unit } => {
                let label = format!("{} exploits", name(unit));
                let fight = seen.fight.as_ref();
                let cost = fight.map(|fight| format!("counts {}", halves(self.exploit_cost(seen, fight, unit))));
                Offer { cost, ..self.about(seen, unit, OfferKind::Select, label, "Exploitation markers") }
            }
            _ => Offer::default(),
        }
    }
}

fn describe_result(result: ResultWord) -> Offer {
    let (word, words) = match result {
        ResultWord::Attacker(n) => {
            let result = AttackerResult::ALL[usize::from(n) % AttackerResult::ALL.len()];
            (result.word(), attacker_words(result))
        }
        ResultWord::Defender(n) => {
            let result = DefenderResult::ALL[usize::from(n) % DefenderResult::ALL.len()];
            (result.word(), defender_words(result))
        }
    };
    offer(OfferKind::Other, format!("{word}: {words}"), "Results of the same block")
}
