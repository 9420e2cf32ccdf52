//! Words for people: what is asked, and what an action does.

use crate::Winter;
use crate::action::{Action, Order};
use crate::data::{AirId, UnitId};
use crate::sequence::{Step, Who};
use crate::state::{Frame, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::{Aim, Case, Offer, OfferKind, Prompt, Reminder, Side};
use kessel_kit::Word;

/// Counter and space of an action.
struct Nouns {
    unit: Option<UnitId>,
    air: Option<AirId>,
    hex: Option<SpaceId>,
}

const fn nouns(unit: Option<UnitId>, air: Option<AirId>, hex: Option<SpaceId>) -> Nouns {
    Nouns { unit, air, hex }
}

fn nouns_of(action: Action) -> Nouns {
    use Action as A;
    match action {
        A::Place { unit, at } | A::Enter { unit, at } | A::Rebuild { unit, at } | A::Return { unit, at } => {
            nouns(Some(unit), None, Some(at))
        }
        A::Bridge { unit, to } | A::Blow { unit, to } | A::Advance { unit, to } => nouns(Some(unit), None, Some(to)),
        A::LeaveOut { unit }
        | A::Call { unit }
        | A::Free { unit }
        | A::Dig { unit }
        | A::Move { unit }
        | A::March { unit }
        | A::With { unit }
        | A::Drop { unit }
        | A::Join { unit }
        | A::Lead { unit }
        | A::Gun { unit }
        | A::Lose { unit }
        | A::Split { unit }
        | A::Refill { unit }
        | A::Top { unit }
        | A::Battery { unit, .. } => nouns(Some(unit), None, None),
        A::Ready { air }
        | A::Assign { air, .. }
        | A::Pair { air, .. }
        | A::Engage { air, .. }
        | A::Fly { air }
        | A::Withhold { air }
        | A::Stuka { air } => nouns(None, Some(air), None),
        A::Bomb { at, .. } | A::Aim { at, .. } | A::Interdict { at } | A::Hasty { at } | A::Attack { at } => {
            nouns(None, None, Some(at))
        }
        A::Bombard { at } | A::FireAt { at } | A::Step { to: at } | A::Flee { to: at } => nouns(None, None, Some(at)),
        A::Suggested
        | A::Thunderclap
        | A::Order { .. }
        | A::Halt
        | A::Retreat
        | A::Check
        | A::Exit
        | A::Shoot
        | A::Hold
        | A::CallOff
        | A::Done => nouns(None, None, None),
    }
}

const fn kind_of(action: Action) -> OfferKind {
    use Action as A;
    match action {
        A::Move { .. }
        | A::March { .. }
        | A::With { .. }
        | A::Join { .. }
        | A::Gun { .. }
        | A::Lead { .. }
        | A::Fly { .. }
        | A::Stuka { .. }
        | A::Top { .. } => OfferKind::Select,
        A::Step { .. } | A::Enter { .. } | A::Advance { .. } | A::Drop { .. } => OfferKind::Move,
        A::Hasty { .. }
        | A::Attack { .. }
        | A::Bombard { .. }
        | A::Aim { .. }
        | A::Bomb { .. }
        | A::FireAt { .. }
        | A::Shoot
        | A::Battery { .. }
        | A::Engage { .. } => OfferKind::Attack,
        A::Place { .. }
        | A::Rebuild { .. }
        | A::Return { .. }
        | A::Assign { .. }
        | A::Interdict { .. }
        | A::Pair { .. } => OfferKind::Place,
        A::Flee { .. } | A::Exit | A::Retreat | A::Split { .. } => OfferKind::Retreat,
        A::Lose { .. } => OfferKind::Loss,
        A::Refill { .. } => OfferKind::Spend,
        A::Done | A::Halt | A::Hold | A::CallOff => OfferKind::Done,
        _ => OfferKind::Other,
    }
}

impl Winter {
    /// What a side is asked.
    pub(crate) fn prompt_for(&self, state: &State, side: Side) -> Prompt {
        if state.ended.is_some() || !self.asked(state).includes(side) {
            return Prompt::default();
        }
        let decision = self.decision(state);
        let case = if state.frames.depth() == 1 { state.step().line().case } else { decision.case };
        let mut prompt = Prompt::new(case, (decision.prompt)(self, state, side));
        prompt.reminders = self.reminders(state, side);
        prompt
    }

    /// Things easily forgotten: attacks still owed, replacements, held back dive bombers.
    fn reminders(&self, state: &State, side: Side) -> Vec<Reminder> {
        let mut reminders = Vec::new();
        let mut remind =
            |case, text: String, stake| reminders.push(Reminder { case, text, mandatory: false, stake, at: None });
        let own_phase = matches!(state.step(), Step::Player(Who::First, _));
        if own_phase && state.initiative.first == Some(side) && state.initiative.owed > 0 {
            remind(Case("6.2.a"), format!("{} mandated attacks are still to be made", state.initiative.owed), true);
        }
        let held = state.air.iter().filter(|at| **at == crate::state::AirBox::Withheld).count();
        if side == Side::Axis && held > 0 && matches!(state.step(), Step::Player(..)) {
            remind(Case("4.5.1.f"), format!("{held} dive bombers are held back"), false);
        }
        if let Some((case, text)) = self.unused(state) {
            remind(case, text, true);
        }
        reminders
    }

    /// Who has been taken up or named to bombard, and would not if the side were done now.
    fn unused(&self, state: &State) -> Option<(Case, String)> {
        let planes = |planes: &[AirId]| {
            let names: Vec<&str> = planes.iter().map(|air| self.data.plane(*air).name.as_str()).collect();
            format!("taken up, and would fly home without a mission: {}", names.join(", "))
        };
        let taken = &state.volley.planes;
        match (state.frames.top(), &state.fight) {
            (Frame::Step(Step::SovietBombing | Step::AxisBombing), _) if !taken.is_empty() => {
                Some((Case("4.5.1.d"), planes(taken)))
            }
            (Frame::Step(Step::Interdiction), _) if !taken.is_empty() => Some((Case("4.4.1.b"), planes(taken))),
            (Frame::Barrage(_), Some(fight)) if fight.stage == Stage::Stukas => {
                Some((Case("4.5.1.d"), planes(&fight.stukas)))
            }
            (Frame::Barrage(_), Some(fight)) => {
                let guns = self.barrage_guns(fight);
                let names: Vec<&str> = guns.iter().map(|unit| self.unit_name(unit)).collect();
                Some((Case("12.3.1.f"), format!("named, and would not fire: {}", names.join(", "))))
            }
            _ => None,
        }
    }

    /// Label, group and place of a legal action.
    pub(crate) fn describe_action(&self, state: &State, side: Side, action: Action) -> Offer {
        let about = nouns_of(action);
        let preview = (action == Action::Shoot).then(|| self.opportunity_preview(state, side)).flatten();
        Offer {
            preview: preview.map(Box::new),
            label: crate::sequence::capital(&self.label(state, action)),
            kind: kind_of(action),
            group: self.group_word(action).into(),
            counter: about.unit.map(|u| self.unit_id(u).to_owned()).or(about.air.map(|a| self.air_id(a).to_owned())),
            space: about.hex.map(|hex| self.hex_id(hex).to_owned()),
            ..Offer::default()
        }
    }

    /// What an action is about, without words.
    pub(crate) fn aim_of(&self, state: &State, side: Side, action: Action) -> Aim {
        let about = nouns_of(action);
        Aim {
            battle: action == Action::Shoot && self.opportunity_preview(state, side).is_some(),
            verb: self.verb_words(action),
            kind: kind_of(action),
            counter: about.unit.map(|u| self.unit_id(u).to_owned()).or(about.air.map(|a| self.air_id(a).to_owned())),
            space: about.hex.map(|hex| self.hex_id(hex).to_owned()),
            ..Aim::default()
        }
    }

    /// The verb with whatever else tells actions of one counter and space apart.
    fn verb_words(&self, action: Action) -> std::borrow::Cow<'static, str> {
        let verb = action.verb();
        let more = match action {
            Action::Assign { to, .. } => to.word().to_owned(),
            Action::Pair { target, .. } | Action::Engage { target, .. } => self.air_id(target).to_owned(),
            Action::Battery { target, .. } => self.unit_id(target).to_owned(),
            Action::Bomb { aim, .. } | Action::Aim { aim, .. } => self.aim_word(aim).to_owned(),
            Action::Order { order } => order.word().to_owned(),
            _ => return verb.into(),
        };
        format!("{verb} {more}").into()
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
        let aim = |aim: crate::state::Aim| match aim {
            crate::state::Aim::Top => "the top unit".to_owned(),
            crate::state::Aim::Hidden => "a hidden unit".to_owned(),
            crate::state::Aim::Unit(u) => unit(u),
        };
        match action {
            A::Place { unit: u, at } => format!("{} in {}", unit(u), hex(at)),
            A::LeaveOut { unit: u } => format!("{} stays out", unit(u)),
            A::Call { unit: u } => format!("{} begins on the map", unit(u)),
            A::Ready { air: a } => format!("{} is ready", air(a)),
            A::Suggested => "let the rest be set up".into(),
            A::Assign { air: a, to } => format!("{}: {}", air(a), to.word().replace('-', " ")),
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
            A::Step { to } => format!("to {}{}", hex(to), self.cost_words(state, to)),
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
            A::Retreat => "retreat".into(),
            A::Check => "stand and check".into(),
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
            A::Done => format!("end {}", state.phase_title()),
        }
    }

    fn cost_words(&self, state: &State, to: SpaceId) -> String {
        let Some(march) = &state.march else { return String::new() };
        let cost = march.movers.iter().map(|mover| self.step_cost(state, march, mover, to)).max().unwrap_or(0);
        format!(" ({})", crate::why::halves_text(cost.into()))
    }
}
