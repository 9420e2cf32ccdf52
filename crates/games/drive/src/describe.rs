//! What each legal action is called, and how the table shows it.

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
use kessel_kernel::facets::Says;
use kessel_kernel::{Aim, Offer, Seen, Side};
use kessel_kit::offer::{about, at_cost, said};

impl Says for Drive {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        about(self.aim(seen, side, action), self.said_of(seen, side, action))
    }

    fn aim(&self, seen: &Seen<State>, _: Side, action: Action) -> Aim {
        let aim = action.aim(self);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.at(unit).map(|hex| self.hex_id(hex)));
        match action {
            Action::Top { unit }
            | Action::Withdraw { unit }
            | Action::Move { unit }
            | Action::Drop { unit }
            | Action::Lose { unit }
            | Action::Advance { unit }
            | Action::Remove { unit } => here(aim, unit),
            Action::With { unit } | Action::Join { unit } => here(aim, unit).one_of_all(),
            Action::Assault { manstein, .. } => {
                let aim = if manstein { Aim { verb: "assault manstein".into(), ..aim } } else { aim };
                if seen.march().is_some() { aim.battle() } else { aim }
            }
            Action::Fight if seen.muster().is_some() => aim.battle(),
            Action::RetreatAll { .. } => Aim { verb: "retreat-all".into(), ..aim },
            _ => aim,
        }
    }
}

impl Drive {
    /// What is said of an action.
    fn said_of(&self, seen: &State, side: Side, action: Action) -> Offer {
        let (u, h) = (|unit| self.unit_name(unit), |hex| self.hex_name(hex));
        match action {
            Action::Place { unit, at } => said(format!("{} in {}", u(unit), h(at)), "Set-up"),
            Action::Suggested => said("Let the rest be set up", "Set-up"),
            Action::Top { unit } => said(format!("{} on top", u(unit)), "Order of stacks"),
            Action::Flood => said("Flood the Manych for this turn", "Announcements"),
            Action::BlockSea => said("Both aircraft bar the Black Sea", "Announcements"),
            Action::SixtySecond { at } => said(format!("Five rifle divisions rise in {}", h(at)), "62nd Army"),
            Action::Withdraw { unit } => said(format!("{} leaves the game", u(unit)), "Withdrawals"),
            Action::Supply { at } => {
                let gain = self.network_gain(seen, side, at);
                let label = format!("{} joins the supply network", h(at));
                at_cost(said(label, "Supply network"), format!("hexes newly in supply: {gain}"))
            }
            Action::Schwerpunkt => at_cost(
                said("Both aircraft fly with the panzers", "Aircraft"),
                "mobile assaults lose their 2L, the aircraft do nothing else this turn",
            ),
            Action::Order { order } => self.describe_order(seen, side, order),
            Action::Move { unit } => {
                let points = self.points_left(seen, &[unit]);
                at_cost(said(format!("Move {}", u(unit)), "Movement"), format!("{points} points"))
            }
            Action::With { unit } => {
                at_cost(said(format!("{} goes along", u(unit)), "Goes along"), self.factor_words(seen, unit))
            }
            Action::Step { to } => self.describe_step(seen, to),
            Action::Drop { unit } => said(format!("{} stays here", u(unit)), "Stays behind"),
            Action::Halt => said("Stop here", "Movement"),
            Action::Enter { unit, at } => said(format!("{} comes in at {}", u(unit), h(at)), "Reinforcements"),
            Action::Sail { unit, to } => said(format!("{} by sea to {}", u(unit), h(to)), "By sea"),
            Action::Assault { at, manstein } => self.describe_assault(seen, at, manstein),
            Action::Airlift { at } => said(format!("Aerial supply around {}", h(at)), "Aerial supply"),
            Action::Attack { at } => {
                let cost = self.attack_forecast(seen, side, at);
                at_cost(said(format!("Attack {}", h(at)), "Prepared assault"), cost)
            }
            Action::Join { unit } => {
                at_cost(said(format!("{} takes part", u(unit)), "Attackers"), self.factor_words(seen, unit))
            }
            Action::Support => said("Commit an aircraft: one column", "Aircraft"),
            Action::Manstein => said("Manstein leads: two columns", "Manstein"),
            Action::Fight => {
                let report = |muster| Box::new(self.preview_of(seen, &self.mustered(seen, side, muster)));
                let preview = seen.muster().map(report);
                Offer { preview, ..said("Fight: there is no way back", "Prepared assault") }
            }
            Action::RetreatAll { to } => said(format!("All back to {}", h(to)), "Retreat"),
            Action::Retreat { unit, to } => said(format!("{} back to {}", u(unit), h(to)), "Retreat"),
            Action::Lose { unit } => {
                let gone = seen.units[unit.index()].steps <= 1;
                said(format!("{} {}", u(unit), if gone { "is destroyed" } else { "is reduced" }), "Losses")
            }
            Action::Advance { unit } => said(format!("{} advances", u(unit)), "Advance"),
            Action::Remove { unit } => said(format!("Remove {}", u(unit)), "Unlawful stack"),
            Action::Taman { unit } => said(format!("{} comes to Taman", u(unit)), "Taman"),
            Action::Done => said(self.done_label(seen), ""),
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
        Offer { cost, ..said(format!("To {}", self.hex_name(to)), "Movement") }
    }

    fn done_label(&self, seen: &State) -> String {
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
