//! What each legal action is called, and how the table shows it.

mod aim;
mod approach;
mod order;
mod preview;
mod prompt;
mod reminders;

pub(crate) use prompt::then_words;

use crate::data::UnitId;
use crate::state::{Frame, Phase, State};
use crate::{Action, Drive};
use kessel_board::SpaceId;
use kessel_table::{Offer, OfferKind, Seen, Side};

impl Drive {
    /// Label, group, place and cost of a legal action.
    pub(crate) fn describe_action(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        let name = |u: UnitId| self.unit_name(u).to_owned();
        let hex = |h: SpaceId| self.hex_name(h);
        let about = |u: UnitId, kind: OfferKind, label: String, group: &str| Offer {
            counter: Some(self.unit_id(u).to_owned()),
            ..offer(kind, label, group)
        };
        let at = |h: SpaceId, o: Offer| Offer { space: Some(self.hex_id(h).to_owned()), ..o };
        let here = |u: UnitId, o: Offer| Offer { space: seen.at(u).map(|h| self.hex_id(h).to_owned()), ..o };
        match action {
            Action::Place { unit, at: h } => {
                at(h, about(unit, OfferKind::Place, format!("{} in {}", name(unit), hex(h)), "Set-up"))
            }
            Action::Suggested => offer(OfferKind::Place, "Let the rest be set up".into(), "Set-up"),
            Action::Top { unit } => {
                here(unit, about(unit, OfferKind::Other, format!("{} on top", name(unit)), "Order of stacks"))
            }
            Action::Flood => offer(OfferKind::Spend, "Flood the Manych for this turn".into(), "Announcements"),
            Action::BlockSea => offer(OfferKind::Spend, "Both aircraft bar the Black Sea".into(), "Announcements"),
            Action::SixtySecond { at: h } => {
                at(h, offer(OfferKind::Place, format!("Five rifle divisions rise in {}", hex(h)), "62nd Army"))
            }
            Action::Withdraw { unit } => {
                here(unit, about(unit, OfferKind::Loss, format!("{} leaves the game", name(unit)), "Withdrawals"))
            }
            Action::Supply { at: h } => {
                let gain = self.network_gain(seen, side, h);
                let cost = Some(format!("hexes newly in supply: {gain}"));
                let label = format!("{} joins the supply network", hex(h));
                at(h, Offer { cost, ..offer(OfferKind::Place, label, "Supply network") })
            }
            Action::Schwerpunkt => Offer {
                cost: Some("mobile assaults lose their 2L, the aircraft do nothing else this turn".into()),
                ..offer(OfferKind::Spend, "Both aircraft fly with the panzers".into(), "Aircraft")
            },
            Action::Order { order } => self.describe_order(seen, side, order),
            Action::Move { unit } => here(
                unit,
                Offer {
                    cost: Some(format!("{} points", self.points_left(seen, &[unit]))),
                    ..about(unit, OfferKind::Select, format!("Move {}", name(unit)), "Movement")
                },
            ),
            Action::With { unit } => {
                let o = about(unit, OfferKind::Select, format!("{} goes along", name(unit)), "Goes along");
                here(unit, Offer { cost: Some(self.factor_words(seen, unit)), all: true, ..o })
            }
            Action::Step { to } => self.describe_step(seen, to),
            Action::Drop { unit } => {
                here(unit, about(unit, OfferKind::Other, format!("{} stays here", name(unit)), "Stays behind"))
            }
            Action::Halt => offer(OfferKind::Done, "Stop here".into(), "Movement"),
            Action::Enter { unit, at: h } => {
                at(h, about(unit, OfferKind::Place, format!("{} comes in at {}", name(unit), hex(h)), "Reinforcements"))
            }
            Action::Sail { unit, to } => {
                at(to, about(unit, OfferKind::Move, format!("{} by sea to {}", name(unit), hex(to)), "By sea"))
            }
            Action::Assault { at: h, manstein } => self.describe_assault(seen, h, manstein),
            Action::Airlift { at: h } => {
                at(h, offer(OfferKind::Spend, format!("Aerial supply around {}", hex(h)), "Aerial supply"))
            }
            Action::Attack { at: h } => {
                let cost = Some(self.attack_forecast(seen, side, h));
                at(h, Offer { cost, ..offer(OfferKind::Attack, format!("Attack {}", hex(h)), "Prepared assault") })
            }
            Action::Join { unit } => {
                let o = about(unit, OfferKind::Select, format!("{} takes part", name(unit)), "Attackers");
                here(unit, Offer { cost: Some(self.factor_words(seen, unit)), all: true, ..o })
            }
            Action::Support => offer(OfferKind::Spend, "Commit an aircraft: one column".into(), "Aircraft"),
            Action::Manstein => offer(OfferKind::Spend, "Manstein leads: two columns".into(), "Manstein"),
            Action::Fight => Offer {
                preview: seen
                    .muster()
                    .map(|muster| Box::new(self.preview_of(seen, &self.mustered(seen, side, muster)))),
                ..offer(OfferKind::Attack, "Fight: there is no way back".into(), "Prepared assault")
            },
            Action::RetreatAll { to } => {
                at(to, offer(OfferKind::Retreat, format!("All back to {}", hex(to)), "Retreat"))
            }
            Action::Retreat { unit, to } => {
                at(to, about(unit, OfferKind::Retreat, format!("{} back to {}", name(unit), hex(to)), "Retreat"))
            }
            Action::Lose { unit } => {
                let gone = seen.units[unit.index()].steps <= 1;
                let label = format!("{} {}", name(unit), if gone { "is destroyed" } else { "is reduced" });
                here(unit, about(unit, OfferKind::Loss, label, "Losses"))
            }
            Action::Advance { unit } => {
                here(unit, about(unit, OfferKind::Move, format!("{} advances", name(unit)), "Advance"))
            }
            Action::Remove { unit } => {
                here(unit, about(unit, OfferKind::Loss, format!("Remove {}", name(unit)), "Unlawful stack"))
            }
            Action::Taman { unit } => about(unit, OfferKind::Place, format!("{} comes to Taman", name(unit)), "Taman"),
            Action::Done => offer(OfferKind::Done, self.done_label(seen, side), ""),
        }
    }

    /// Hexes that are in supply only with this town in the network (7.14).
    fn network_gain(&self, seen: &State, side: Side, hex: SpaceId) -> usize {
        let mut with = seen.clone();
        with.network[side.index()].insert(hex);
        with.forget_supply(side);
        (self.fed(&with, side).hexes - self.fed(seen, side).hexes).len()
    }

    fn describe_step(&self, seen: &State, to: SpaceId) -> Offer {
        let cost = seen.march().and_then(|march| {
            let near = self.ground.between(march.hex, to)?;
            let cost = self.group_cost(seen, &march.units, &near)?;
            // 9.3: whoever cannot pay goes one hex for all that he has.
            let left = self.points_left(seen, &march.units);
            Some(if cost > left { format!("all {left} points") } else { format!("{cost} of {left} points") })
        });
        Offer {
            cost,
            space: Some(self.hex_id(to).to_owned()),
            ..offer(OfferKind::Move, format!("To {}", self.hex_name(to)), "Movement")
        }
    }

    fn done_label(&self, seen: &State, _side: Side) -> String {
        match seen.frames.top() {
            Frame::Phase(phase) if phase.is_setup() => "Finish the set-up",
            Frame::Phase(Phase::SovietAnnouncements | Phase::AxisAnnouncements) => "Nothing to announce",
            Frame::Phase(phase) if phase.is_movement() => "End the movement phase",
            Frame::Phase(phase) if phase.is_assault() => "End the assault phase",
            Frame::Phase(_) => "End the phase",
            Frame::Reply => "Go on",
            Frame::Advance => "No further advance",
            Frame::Taman => "The others wait",
            _ => "Done",
        }
        .into()
    }
}

fn offer(kind: OfferKind, label: String, group: &str) -> Offer {
    Offer { kind, label, group: group.into(), ..Offer::default() }
}
