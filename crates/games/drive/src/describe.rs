//! What each legal action is called, and what a side is asked.

use crate::data::UnitId;
use crate::sequence::phase_case;
use crate::state::{Frame, Order, Phase, Place, State};
use crate::{Action, Drive};
use kessel_board::SpaceId;
use kessel_table::{Case, Offer, OfferKind, Prompt, Reminder, Side};

impl Drive {
    /// Label, group, place and cost of a legal action.
    pub(crate) fn describe_action(&self, seen: &State, side: Side, action: Action) -> Offer {
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
                at(h, offer(OfferKind::Place, format!("{} joins the supply network", hex(h)), "Supply network"))
            }
            Action::Schwerpunkt => offer(OfferKind::Spend, "Both aircraft fly with the panzers".into(), "Aircraft"),
            Action::Order { order } => offer(OfferKind::Done, order_label(order).into(), "Order of phases"),
            Action::Move { unit } => here(
                unit,
                Offer {
                    cost: Some(format!("{} points", self.points_left(seen, &[unit]))),
                    ..about(unit, OfferKind::Select, format!("Move {}", name(unit)), "Movement")
                },
            ),
            Action::With { unit } => {
                here(unit, about(unit, OfferKind::Select, format!("{} goes along", name(unit)), "Movement"))
            }
            Action::Step { to } => self.describe_step(seen, to),
            Action::Drop { unit } => {
                here(unit, about(unit, OfferKind::Done, format!("{} stays here", name(unit)), "Movement"))
            }
            Action::Halt => offer(OfferKind::Done, "Stop here".into(), "Movement"),
            Action::Enter { unit, at: h } => {
                at(h, about(unit, OfferKind::Place, format!("{} comes in at {}", name(unit), hex(h)), "Reinforcements"))
            }
            Action::Sail { unit, to } => {
                at(to, about(unit, OfferKind::Move, format!("{} by sea to {}", name(unit), hex(to)), "By sea"))
            }
            Action::Assault { at: h, manstein } => {
                let label = format!("Assault {}{}", hex(h), if manstein { " under Manstein" } else { "" });
                at(h, offer(OfferKind::Attack, label, "Mobile assault"))
            }
            Action::Airlift { at: h } => {
                at(h, offer(OfferKind::Spend, format!("Aerial supply around {}", hex(h)), "Aerial supply"))
            }
            Action::Attack { at: h } => {
                at(h, offer(OfferKind::Attack, format!("Attack {}", hex(h)), "Prepared assault"))
            }
            Action::Join { unit } => {
                here(unit, about(unit, OfferKind::Select, format!("{} takes part", name(unit)), "Attackers"))
            }
            Action::Support => offer(OfferKind::Spend, "Commit an aircraft: one column".into(), "Aircraft"),
            Action::Manstein => offer(OfferKind::Spend, "Manstein leads: two columns".into(), "Manstein"),
            Action::Fight => offer(OfferKind::Attack, "Fight: there is no way back".into(), "Prepared assault"),
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

    fn describe_step(&self, seen: &State, to: SpaceId) -> Offer {
        let cost = seen.march().and_then(|march| {
            let near = self.ground.between(march.hex, to)?;
            let cost = self.group_cost(seen, &march.units, &near)?;
            Some(format!("{cost} of {} points", self.points_left(seen, &march.units)))
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
            Frame::Phase(_) => "End the phase",
            Frame::Reply => "Go on",
            Frame::Advance => "No further advance",
            Frame::Taman => "The others wait",
            _ => "Done",
        }
        .into()
    }

    /// The question, its rule, and what is still undone. Made from what the side may know.
    pub(crate) fn prompt_for(&self, seen: &State, side: Side) -> Prompt {
        let mut prompt = match seen.frames.top() {
            Frame::Phase(phase) => Prompt::new(phase_case(*phase), phase_question(*phase)),
            Frame::March(march) => {
                let left = self.points_left(seen, &march.units);
                let text = format!("{} units in {}; points left: {left}.", march.units.len(), self.hex_name(march.hex));
                Prompt::new(Case("9.2.c"), text)
            }
            Frame::Muster(muster) => {
                let text = format!("Who attacks {}? So far: {}.", self.hex_name(muster.target), muster.units.len());
                Prompt::new(Case("11.3.a"), text)
            }
            Frame::Reply => {
                Prompt::new(Case("11.25.b"), "You are attacked. Commit aircraft or aerial supply, or go on.")
            }
            Frame::Retreat(_) => Prompt::new(Case("11.33.a"), "Retreat your units."),
            Frame::Losses(left) => Prompt::new(Case("11.32.a"), format!("Take losses: {left} steps left.")),
            Frame::Advance => Prompt::new(Case("11.38.a"), "The hex is empty. Who advances?"),
            Frame::Excess { hex, .. } => Prompt::new(
                Case("6.2.c"),
                format!("The enemy stack in {} is unlawful. Remove a unit.", self.hex_name(*hex)),
            ),
            Frame::Taman => Prompt::new(Case("8.2.c"), "Taman is yours. Its divisions may come at once."),
            Frame::Fight(_) => Prompt::default(),
        };
        prompt.reminders = self.reminders(seen, side);
        prompt
    }

    fn reminders(&self, seen: &State, side: Side) -> Vec<Reminder> {
        let mut reminders = Vec::new();
        let mut add = |case: &'static str, text: String, mandatory: bool| {
            reminders.push(Reminder { case: Case(case), text, mandatory, at: None });
        };
        let Frame::Phase(phase) = seen.frames.top() else { return reminders };
        if phase.is_setup() {
            let left = self.to_place(seen, side).count();
            if left > 0 {
                add("3.1", format!("Units still to be set up: {left}"), true);
            }
        }
        if *phase == Phase::AxisWithdrawal {
            let d = seen.duty;
            let left = d.panzers + d.infantry + d.motorised + u8::from(d.gross_deutschland);
            add("8.7.a", format!("Divisions still to be withdrawn: {left}"), true);
        }
        if phase.is_movement() {
            let waiting = self.ground.own[side.index()].iter().filter(|u| {
                let place = seen.units[u.index()].place;
                let due = self.arrival(seen.scenario, *u).is_some_and(|turn| turn <= seen.turn);
                place == Place::Waiting || (place == Place::ToCome && side == Side::Axis && due)
            });
            let waiting = waiting.count();
            if waiting > 0 {
                add("8.1.b", format!("Reinforcements waiting: {waiting}"), false);
            }
        }
        if phase.is_assault() && self.aircraft_left(seen, side) > 0 {
            add("11.25.d", format!("Aircraft unused: {}", self.aircraft_left(seen, side)), false);
        }
        reminders
    }
}

fn offer(kind: OfferKind, label: String, group: &str) -> Offer {
    Offer { kind, label, group: group.into(), ..Offer::default() }
}

const fn order_label(order: Order) -> &'static str {
    match order {
        Order::AssaultMove => "Prepared assaults, then movement",
        Order::MoveAssault => "Movement, then prepared assaults",
        Order::AssaultAssault => "Two phases of prepared assaults (once a game)",
        Order::MoveMove => "Two phases of movement (once a game)",
    }
}

const fn phase_question(phase: Phase) -> &'static str {
    match phase {
        Phase::SovietSetup | Phase::AxisSetup => "Set up your units, or let the rest be set up.",
        Phase::SovietAnnouncements | Phase::AxisAnnouncements => "The turn begins. Anything to announce?",
        Phase::AxisWithdrawal => "Choose the divisions that leave.",
        Phase::AxisOpening | Phase::SovietOpening => {
            "Your player turn begins: add a town to your network, then declare the order of phases."
        }
        Phase::AxisMovement => "Move your units and make mobile assaults.",
        Phase::SovietMovement => "Move your units.",
        Phase::AxisAssault | Phase::SovietAssault => "Make prepared assaults.",
        Phase::Over => "The game is over.",
    }
}
