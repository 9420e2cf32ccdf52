//! The question, its rule, and what is still undone. Made from what the side may know.

use crate::Drive;
use crate::action::Action;
use crate::data::{CombatResult, UnitId};
use crate::sequence::phase_case;
use crate::state::{Fight, Frame, March, Muster, Order, Phase, State};
use kessel_table::{Case, Prompt, Seen, Side};
use std::ops::ControlFlow;

impl Drive {
    pub(crate) fn prompt_for(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let mut prompt = match seen.frames.top() {
            Frame::Phase(phase) => Prompt::new(phase_case(*phase), self.phase_question(seen, *phase)),
            Frame::March(march) => self.march_question(seen, march),
            Frame::Muster(muster) => self.muster_question(seen, muster),
            Frame::Reply if seen.fight().is_none() => {
                Prompt::new(Case("7.6.d"), "The Soviets have moved and will attack. Drop aerial supply now, or go on.")
            }
            Frame::Reply => {
                let at = seen.fight().map(|fight| self.hex_name(fight.target)).unwrap_or_default();
                Prompt::new(Case("11.25.b"), format!("{at} is attacked. Commit aircraft or aerial supply, or go on."))
            }
            Frame::Retreat(units) => {
                let who = self.names(seen, units.iter());
                let goes = if units.len() == 1 { "retreats" } else { "retreat" };
                let text = format!("{who} {goes} from {}. Choose where to.", self.battlefield(seen));
                Prompt::new(Case("11.33.a"), text)
            }
            Frame::Losses(left) => self.loss_question(seen, *left),
            Frame::Advance => {
                let text =
                    format!("{} is empty. Who advances? As many as you like, or nobody.", self.battlefield(seen));
                Prompt::new(Case("11.38.a"), text)
            }
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

    fn battlefield(&self, seen: &State) -> String {
        seen.fight().map(|fight| self.hex_name(fight.target)).unwrap_or_default()
    }

    fn phase_question(&self, seen: &State, phase: Phase) -> String {
        match phase {
            Phase::SovietSetup | Phase::AxisSetup => "Set up your units, or let the rest be set up.".into(),
            Phase::SovietAnnouncements | Phase::AxisAnnouncements => "The turn begins. Anything to announce?".into(),
            Phase::AxisWithdrawal => "Choose the divisions that leave.".into(),
            Phase::AxisOpening | Phase::SovietOpening if seen.added => {
                "The network has grown for this turn. Declare the order of your phases.".into()
            }
            Phase::AxisOpening | Phase::SovietOpening if self.town_is_offered(seen, phase) => {
                "Your player turn begins. Add a town to the supply network, then declare the order of your phases."
                    .into()
            }
            Phase::AxisOpening | Phase::SovietOpening => {
                "Your player turn begins. No town can join the supply network; declare the order of your phases.".into()
            }
            Phase::AxisMovement => format!("Move your units and make mobile assaults.{}", then_words(seen)),
            Phase::SovietMovement => format!("Move your units.{}", then_words(seen)),
            Phase::AxisAssault | Phase::SovietAssault => {
                format!("Make prepared assaults: choose a hex to attack.{}", then_words(seen))
            }
            Phase::Over => "The game is over.".into(),
        }
    }

    /// 7.14: is there a town that can join the network now?
    fn town_is_offered(&self, seen: &State, phase: Phase) -> bool {
        let Some(side) = phase.side() else { return false };
        let mut found = false;
        let _ = self.each_offer(seen, side, &mut |action| {
            found |= matches!(action, Action::Supply { .. });
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    fn march_question(&self, seen: &State, march: &March) -> Prompt {
        let left = self.points_left(seen, &march.units);
        let who = self.names(seen, march.units.iter().copied());
        let place = self.hex_name(march.hex);
        let assaulted = march.units.iter().any(|unit| seen.assaulted.contains(*unit));
        let assaults = self.open_assaults(seen, march).count();
        let (case, next) = if assaulted && march.moved {
            ("9.30.a", "The hex is cleared: go on, leave units behind, or stop. There is no second mobile assault.")
        } else if assaults > 0 {
            ("9.24.a", "Go on, or make a mobile assault on a hex marked red.")
        } else if march.moved {
            ("9.2.c", "Go on, or stop.")
        } else {
            ("9.2.c", "Choose where to go.")
        };
        Prompt::new(Case(case), format!("{who} in {place}, points left: {left}. {next}"))
    }

    fn muster_question(&self, seen: &State, muster: &Muster) -> Prompt {
        let at = self.hex_name(muster.target);
        let text = if muster.units.is_empty() {
            format!("Prepared assault on {at}. Who takes part?")
        } else {
            let who = self.names(seen, muster.units.iter());
            format!("Prepared assault on {at} with {who}. Add others, or fight.")
        };
        Prompt::new(Case("11.3.a"), text)
    }

    fn loss_question(&self, seen: &State, left: u8) -> Prompt {
        let steps = if left == 1 { "one step".to_owned() } else { format!("{left} steps") };
        let panzer = |fight: &Fight| fight.launch.is_some() && fight.result == Some(CombatResult::AttackerLosesOne);
        if seen.fight().is_some_and(panzer) {
            let text = format!("The mobile assault has cost {steps}: a panzer division takes it.");
            return Prompt::new(Case("11.32.b"), text);
        }
        Prompt::new(Case("11.32.a"), format!("Your attackers lose {steps}. Who takes the loss?"))
    }

    /// `3 Panzer Division and 23 Panzer Division`; more than three are counted.
    pub(super) fn names(&self, seen: &State, units: impl Iterator<Item = UnitId>) -> String {
        let names: Vec<&str> = units.map(|unit| self.shown_name(seen, unit)).collect();
        match names.as_slice() {
            [] => "Nobody".into(),
            [one] => (*one).into(),
            [one, two] => format!("{one} and {two}"),
            [one, two, three] => format!("{one}, {two} and {three}"),
            [one, two, rest @ ..] => format!("{one}, {two} and {} others", rest.len()),
        }
    }
}

/// What follows this phase of the player turn.
fn then_words(seen: &State) -> &'static str {
    match (seen.order, seen.second) {
        (_, true) => "",
        (Order::AssaultMove, false) => " Movement follows.",
        (Order::MoveAssault, false) => " Prepared assaults follow.",
        (Order::AssaultAssault, false) => " A second such phase follows.",
        (Order::MoveMove, false) => " A second movement phase follows.",
    }
}
