//! What a viewer sees. First the state is redacted, then everything is made from the redacted state, so that what
//! is hidden cannot leak.

use super::{Action, Frame, SpaceId, State, Toy};
use crate::event::{BattleReport, Force};
use crate::view::{CounterView, FaceView, FactorView, SheetBox, SpaceView, TurnView};
use crate::{Case, Offer, OfferKind, Prompt, Reminder, Seen, Sheet, Side, UnitSymbol, View, Viewer};
use serde_json::{Map, Value, json};

impl Toy {
    /// The state as `viewer` may know it: strengths face down and picks pending become fixed neutral values.
    pub(super) fn redacted(&self, s: &State, viewer: Viewer) -> State {
        let mut seen = s.clone();
        for c in self.ids().filter(|c| !viewer.knows(self.side(*c))) {
            let unit = &mut seen.units[c.0 as usize];
            if !unit.known {
                unit.strength = 0;
            }
        }
        for frame in seen.frames.iter_mut() {
            if let Frame::Losses { picks, .. } = frame {
                // Not even that the enemy has picked is known.
                Side::BOTH.into_iter().filter(|x| !viewer.knows(*x)).for_each(|x| picks[x.index()] = None);
            }
        }
        seen
    }

    fn strength(&self, seen: &Seen<State>, n: usize) -> Option<u8> {
        let unit = &seen.units[n];
        (unit.known || seen.viewer().knows(self.counters[n].side)).then_some(unit.strength)
    }

    pub(super) fn picture(&self, seen: &Seen<State>) -> View {
        let counters = self.counters.iter().enumerate().filter(|(n, _)| seen.units[*n].at.is_some());
        let counters = counters.map(|(n, c)| {
            let strength = self.strength(seen, n);
            let value = strength.map_or("?".into(), |n| n.to_string());
            CounterView {
                id: c.id.clone(),
                side: Some(c.side),
                at: seen.units[n].at.map_or(String::new(), |at| self.space_word(at).into()),
                kind: "unit".into(),
                face: FaceView {
                    name: format!("{} {}", c.side, c.id.chars().skip(1).collect::<String>()),
                    symbol: UnitSymbol::Infantry.word().into(),
                    factors: vec![FactorView { name: "strength".into(), value }],
                    ..FaceView::default()
                },
                hidden: strength.is_none(),
                flags: if seen.units[n].spent { vec!["spent".into()] } else { Vec::new() },
            }
        });
        let spaces = self.spaces.iter().zip(&seen.held);
        let spaces = spaces.map(|(s, held)| SpaceView { id: s.id.clone(), control: *held, markers: Vec::new() });
        View {
            game: self.info.id.clone(),
            scenario: self.info.scenarios[0].id.clone(),
            viewer: seen.viewer(),
            turn: TurnView {
                number: seen.turn.into(),
                of: self.turns.into(),
                label: format!("Turn {}", seen.turn),
                side: None,
                phase: self.phase(seen.frames.top()).into(),
                phase_name: self.phase(seen.frames.top()).replace('-', " "),
                case: self.question(seen).case,
            },
            to_act: seen.to_act(),
            spaces: spaces.collect(),
            counters: counters.collect(),
            tracks: Vec::new(),
            battle: None,
            calendar: Vec::new(),
            layers: Vec::new(),
            offers: crate::Offers::default(),
            outcome: self.result(seen),
        }
    }

    pub(super) fn words(&self, seen: &Seen<State>) -> Value {
        let mut counters = Map::new();
        for (n, c) in self.counters.iter().enumerate() {
            let Some(at) = seen.units[n].at else { continue };
            let strength = self.strength(seen, n).map_or(json!("?"), |n| json!(n));
            let known = seen.units[n].known;
            counters.insert(c.id.clone(), json!({ "at": self.space_word(at), "strength": strength, "known": known }));
        }
        let spaces = self.spaces.iter().zip(&seen.held);
        let spaces: Map<String, Value> = spaces.map(|(s, h)| (s.id.clone(), json!({ "control": h }))).collect();
        let phase = self.phase(seen.frames.top());
        let left = i32::from(self.turns) - i32::from(seen.turn);
        json!({ "turn": seen.turn, "phase": phase, "counters": counters, "spaces": spaces,
            "tracks": { "turns-left": left }, "outcome": self.result(seen) })
    }

    pub(super) fn question(&self, s: &State) -> Prompt {
        match s.frames.top() {
            Frame::Moving(_, None) => Prompt::new(Case("4.1"), "Take up a counter, or end your movement."),
            Frame::Moving(_, Some((c, _))) => {
                Prompt::new(Case("4.2"), format!("Move {}, or put it down.", self.counter_word(*c)))
            }
            Frame::Attacking(_) => Prompt::new(Case("5.1"), "Attack, or end your turn."),
            Frame::Losses { .. } => {
                let text = "each side loses a counter's strength before the attacks go on".into();
                let loss = Reminder { case: Case("6.1"), text, mandatory: true, stake: false, at: None };
                Prompt { reminders: vec![loss], ..Prompt::new(Case("6.1"), "Pick the counter that takes the loss.") }
            }
            Frame::Over { .. } => Prompt::default(),
        }
    }

    pub(super) fn button(&self, action: Action) -> Offer {
        let (kind, label) = match action {
            Action::Select(c) => (OfferKind::Select, format!("take up {}", self.counter_word(c))),
            Action::Step(s) => (OfferKind::Move, format!("step to {}", self.space_word(s))),
            Action::Attack { to, from } => {
                (OfferKind::Attack, format!("attack {} from {}", self.space_word(to), self.space_word(from)))
            }
            Action::Lose(c) => (OfferKind::Loss, format!("take the loss from {}", self.counter_word(c))),
            Action::Done => (OfferKind::Done, "done".into()),
        };
        let counter = match action {
            Action::Select(c) | Action::Lose(c) => Some(self.counter_word(c).to_owned()),
            Action::Step(_) | Action::Attack { .. } | Action::Done => None,
        };
        let space = match action {
            Action::Step(to) | Action::Attack { to, .. } => Some(self.space_word(to).to_owned()),
            Action::Select(_) | Action::Lose(_) | Action::Done => None,
        };
        Offer { kind, label, counter, space, ..Offer::default() }
    }

    /// 5.3: the strengths that would meet, as far as the side knows them; a strength face down is 2 to 4 (3.2).
    pub(super) fn preview(&self, seen: &Seen<State>, side: Side, from: SpaceId, to: SpaceId) -> BattleReport {
        let force = |side: Side, at: SpaceId| {
            let there = |n: &usize| self.counters[*n].side == side && seen.units[*n].at == Some(at);
            let each = (0..self.counters.len()).filter(there).map(|n| self.strength(seen, n).map(i32::from));
            let (total, most) = each.fold((0, 0), |(total, most), n| (total + n.unwrap_or(2), most + n.unwrap_or(4)));
            Force { side: Some(side), lines: Vec::new(), total, most, sum: None }
        };
        BattleReport {
            at: self.space_word(to).into(),
            attacker: Some(side),
            forces: vec![force(side, from), force(side.other(), to)],
            column: "higher sum".into(),
            ..BattleReport::default()
        }
    }

    pub(super) fn tree(&self) -> Value {
        let spaces = self.spaces.iter().map(|s| {
            let next: Vec<_> = s.next.iter().map(|n| self.space_word(*n)).collect();
            json!({ "id": s.id, "next": next })
        });
        let counters = self.counters.iter();
        let counters = counters.map(|c| (c.id.clone(), json!({ "side": c.side, "start": self.space_word(c.start) })));
        json!({ "turns": self.turns, "steps": self.steps, "stack": self.stack, "goal": self.space_word(self.goal),
            "spaces": spaces.collect::<Vec<_>>(), "counters": counters.collect::<Map<_, _>>() })
    }

    pub(super) fn print(&self) -> Sheet {
        let boxes = self.spaces.iter().enumerate().map(|(n, s)| SheetBox {
            id: s.id.clone(),
            name: s.id.clone(),
            x: n as i32 * 1500,
            w: 1200,
            h: 1200,
            links: s.next.iter().map(|n| self.space_word(*n).into()).collect(),
            ..SheetBox::default()
        });
        Sheet { boxes: boxes.collect(), ..Sheet::default() }
    }
}
