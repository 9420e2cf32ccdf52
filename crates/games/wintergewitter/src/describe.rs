//! What each legal action is called, and how the table shows it.

mod aim;
mod preview;
mod prompt;
mod reminders;

use crate::Winter;
use crate::action::{Action, Order};
use crate::data::{AirId, UnitId};
use crate::sequence::capital;
use crate::state::{Aim as Target, Fight, Frame, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::event::BattleReport;
use kessel_kernel::facets::Says;
use kessel_kernel::{Aim, Case, Offer, OfferNote, Seen, Side};
use kessel_kit::Decides;
use kessel_kit::offer::{about, said};

impl Says for Winter {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        let state = &*self.ready(seen);
        let label = capital(&self.label(state, action));
        let words = Offer {
            preview: self.preview(state, side, action).map(Box::new),
            notes: self.consequences(state, action),
            cost: self.cost_words(state, action),
            ..said(label, self.group_word(action))
        };
        about(self.aim_of(state, side, action), words)
    }

    fn aim(&self, seen: &Seen<State>, side: Side, action: Action) -> Aim {
        self.aim_of(&self.ready(seen), side, action)
    }
}

impl Winter {
    /// The numbers of the fight or the bombardment that an action begins.
    fn preview(&self, state: &State, side: Side, action: Action) -> Option<BattleReport> {
        match (action, &state.fight) {
            (Action::Shoot, _) => self.opportunity_preview(state, side),
            (Action::Hasty { at }, _) => Some(self.hasty_preview(state, side, at)),
            (Action::Done, Some(fight)) if *state.frames.top() == Frame::Muster => {
                Some(self.attack_preview(state, fight))
            }
            (Action::Aim { at, aim }, _) => Some(self.bombardment_preview(state, side, at, aim)),
            _ => None,
        }
    }

    /// 11.5.b: what each of the two answers to a result costs.
    fn consequences(&self, state: &State, action: Action) -> Vec<OfferNote> {
        let Some(fight) = state.fight.as_ref().filter(|_| *state.frames.top() == Frame::Choice) else {
            return Vec::new();
        };
        match action {
            Action::Retreat => self.retreat_notes(state, fight),
            Action::Check => self.stand_notes(state, fight),
            _ => Vec::new(),
        }
    }

    fn retreat_notes(&self, state: &State, fight: &Fight) -> Vec<OfferNote> {
        let (side, hex) = self.answering(fight);
        let hexes = if fight.optional == 1 { "hex" } else { "hexes" };
        let what = if side == fight.attacker { "the attack from there is over" } else { "the enemy may advance" };
        let mut notes = vec![
            note("11.5.2.a", format!("No point is lost and nobody checks; {} {hexes} back.", fight.optional)),
            note("11.7.a", format!("{} is left, and {what}.", self.hex_name(hex))),
        ];
        let zoned = self
            .data
            .map
            .board
            .neighbors(hex)
            .iter()
            .all(|near| state.in_zone(side.other(), near.space) || state.holds(side.other(), near.space));
        if zoned {
            notes.push(note("11.7.1.a", "Every way leads through enemy zones: they may fire as you pass.".to_owned()));
        }
        notes
    }

    /// 11.5.f, 11.5.1: the points are lost whatever the check says, which decides on disruption alone.
    fn stand_notes(&self, state: &State, fight: &Fight) -> Vec<OfferNote> {
        let (side, hex) = self.answering(fight);
        let all = if side == fight.attacker { self.attackers(state, fight) } else { self.defenders(state, fight) };
        let units = self.answering_units(state, fight);
        let strength: u16 = all.iter().map(|unit| u16::from(state.unit(unit).points)).sum();
        let last = u16::from(fight.optional) >= strength;
        let points = if fight.optional == 1 { "point is" } else { "points are" };
        let mut notes = vec![note("11.5.f", format!("{} strength {points} lost of {strength}.", fight.optional))];
        if last {
            notes.push(note("11.5.f", "That is everybody: the last unit dies with it.".to_owned()));
            return notes;
        }
        let stuck = !self.can_flee_from(state, fight, units, hex, fight.optional)
            && !self.is_surrounded(state, fight, units, hex, fight.optional);
        let at = self.hex_name(hex);
        notes.push(match fight.leads[usize::from(side != fight.attacker)].filter(|lead| state.at(*lead).is_some()) {
            _ if stuck => {
                note("11.7.d", format!("{at} is held, but the whole stack is disrupted: terrain bars every way."))
            }
            Some(lead) => {
                let (rating, name) = (self.proficiency(state, lead), self.unit_name(lead));
                let chance = u32::from(10 - rating.min(10)) * 10;
                note("11.5.d", format!("{at} is held. {name} rolls for all: {chance}% that the stack is disrupted."))
            }
            None => {
                note("11.5.e", format!("{at} is held. The lead is gone: every unit rolls whether it is disrupted."))
            }
        });
        notes
    }

    /// What ending or declining is called where it is offered.
    fn done_label(&self, state: &State) -> String {
        match (state.frames.top(), &state.fight) {
            (Frame::Muster, Some(fight)) => format!("attack {}", self.hex_name(fight.hex)),
            (Frame::Defence, Some(fight)) if fight.defence.is_empty() => "no gun bombards".into(),
            (Frame::Defence, _) => "no more guns".into(),
            (Frame::Battery(_), _) if state.volley.answers.is_empty() => "no gun answers".into(),
            (Frame::Battery(_), _) => "the guns answer".into(),
            (Frame::Barrage(_), Some(fight)) if fight.stage == Stage::Stukas => "no more dive bombers".into(),
            (Frame::Barrage(_), _) => "no more bombardments".into(),
            (Frame::Engaging, _) => "begin the air combat".into(),
            (Frame::Advance, _) => "end the advance".into(),
            _ => format!("end {}", state.phase_words()),
        }
    }

    fn group_word(&self, action: Action) -> &'static str {
        use Action as A;
        match action {
            A::Place { .. } | A::Suggested => "Set-up",
            A::Move { .. } => "Move",
            A::March { .. } => "March",
            A::Enter { .. } => "Reinforcements",
            A::Attack { .. } | A::Hasty { .. } => "Attack",
            A::Bombard { .. } | A::Aim { .. } | A::Bomb { .. } => "Bombardment",
            A::Top { .. } => "Stacks",
            A::Halt => "March",
            _ => "",
        }
    }

    /// A few words for a button.
    fn label(&self, state: &State, action: Action) -> String {
        use Action as A;
        let unit = |u: UnitId| self.unit_name(u).to_owned();
        let hex = |h: SpaceId| self.hex_name(h);
        let air = |a: AirId| self.data.air.get(a.index()).map_or(String::new(), |plane| plane.name.clone());
        let aim = |aim: Target| match aim {
            Target::Top => "the top unit".to_owned(),
            Target::Hidden => "a hidden unit".to_owned(),
            Target::Unit(u) => unit(u),
        };
        match action {
            A::Place { unit: u, at } => format!("{} in {}", unit(u), hex(at)),
            A::LeaveOut { unit: u } => format!("{} stays out", unit(u)),
            A::Call { unit: u } => format!("{} begins on the map", unit(u)),
            A::Ready { air: a } => format!("{} is ready", air(a)),
            A::Suggested => "let the rest be set up".into(),
            A::Assign { air: a, to } => format!("{}: {}", air(a), to.name()),
            A::Pair { air: a, target } => format!("{} against {}", air(a), air(target)),
            A::Engage { air: a, target } => format!("{} engages {}", air(a), air(target)),
            A::Fly { air: a } => format!("take up {}", air(a)),
            A::Bomb { at, aim: what } => format!("bomb {} in {}", aim(what), hex(at)),
            A::Interdict { at } => format!("interdict around {}", hex(at)),
            A::Withhold { air: a } => format!("hold {} back", air(a)),
            A::Thunderclap => "ask for Thunderclap".into(),
            A::Free { unit: u } => format!("free {}", unit(u)),
            A::Dig { unit: u } => format!("{} entrenches", unit(u)),
            A::Bridge { unit: u, to } => format!("{} bridges the river to {}", unit(u), hex(to)),
            A::Order { order: Order::MoveFirst } => "movement first".into(),
            A::Order { order: Order::CombatFirst } => "combat first".into(),
            A::Move { unit: u } => format!("move {}", unit(u)),
            A::March { unit: u } => format!("march {} administratively", unit(u)),
            A::Enter { unit: u, at } => format!("{} enters at {}", unit(u), hex(at)),
            A::With { unit: u } => format!("with {}", unit(u)),
            A::Step { to } => format!("to {}", hex(to)),
            A::Drop { unit: u } => format!("leave {} here", unit(u)),
            A::Hasty { at } => format!("hasty attack on {}", hex(at)),
            A::Blow { unit: u, to } => format!("{} blows the bridge to {}", unit(u), hex(to)),
            A::Halt => "halt".into(),
            A::Attack { at } => format!("attack {}", hex(at)),
            A::Join { unit: u } => format!("{} joins", unit(u)),
            A::Lead { unit: u } => format!("{} leads", unit(u)),
            A::Gun { unit: u } => format!("{} bombards", unit(u)),
            A::Stuka { air: a } => format!("{} supports", air(a)),
            A::Bombard { at } => format!("bombard {}", hex(at)),
            A::Aim { at, aim: what } => format!("fire at {} in {}", aim(what), hex(at)),
            A::Battery { unit: u, target } => format!("{} answers {}", unit(u), unit(target)),
            A::FireAt { at } => format!("fire at {}", hex(at)),
            A::Lose { unit: u } => format!("{} loses a point", unit(u)),
            A::Retreat => "go back".into(),
            A::Check => "stand".into(),
            A::Split { unit: u } => format!("{} goes its own way", unit(u)),
            A::Flee { to } => format!("retreat to {}", hex(to)),
            A::Exit => "retreat off the map".into(),
            A::Shoot => "fire at them".into(),
            A::Hold => "hold fire".into(),
            A::Advance { unit: u, to } => format!("{} advances to {}", unit(u), hex(to)),
            A::CallOff => "call the attack off".into(),
            A::Refill { unit: u } => format!("a point for {}", unit(u)),
            A::Rebuild { unit: u, at } => format!("rebuild {} in {}", unit(u), hex(at)),
            A::Return { unit: u, at } => format!("{} returns in {}", unit(u), hex(at)),
            A::Top { unit: u } => format!("{} on top", unit(u)),
            A::Done => self.done_label(state),
        }
    }

    /// What a step takes from the slowest of the group; what a hasty attack takes beside its dice.
    fn cost_words(&self, state: &State, action: Action) -> Option<String> {
        let march = state.march.as_ref()?;
        let most = |cost: &dyn Fn(&crate::state::Mover) -> i16| march.movers.iter().map(cost).max().unwrap_or(0);
        let cost = match action {
            Action::Step { to } => most(&|mover| self.step_cost(state, march, mover, to)),
            Action::Hasty { at } => most(&|mover| self.hasty_cost(state, march, mover.unit, at)),
            _ => return None,
        };
        let left = march.movers.iter().map(|mover| mover.left).min().unwrap_or(0);
        let halves = crate::refusal::halves_text;
        Some(format!("{} of {} points", halves(cost.into()), halves(left.into())))
    }
}

fn note(case: &'static str, text: String) -> OfferNote {
    OfferNote { case: Case(case), text }
}
