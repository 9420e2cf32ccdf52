//! What the rules do.

use super::{Action, CounterId, Frame, SpaceId, State, Toy};
use crate::event::{BattleReport, BattleResult};
use crate::{Case, Consult, Dice, Event, Given, Log, No, Outcome, Refusal, Side, ToAct, What, must};

use arrayvec::ArrayVec;
use serde_json::Value;

/// 3.2.
pub(super) const DEAL: Case = Case("3.2");
const BATTLE: Case = Case("5.3");

/// Why not. Small and `Copy`: no text is built until a person asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    NotAsked(Side),
    NotNow(Action),
    NotYours(CounterId),
    OffMap(CounterId),
    Spent(CounterId),
    NotNextTo(SpaceId, SpaceId),
    Enemy(SpaceId),
    Full(SpaceId),
    NobodyThere(SpaceId),
    NoEnemy(SpaceId),
    HasAttacked(SpaceId),
    NotInBattle(CounterId),
}

/// Puts one rule to the check.
#[track_caller]
fn rule(consult: &mut Consult<Why>, case: &'static str, holds: bool, why: Why) -> Result<(), No<Why>> {
    consult.ask(Case(case), must(holds, why))
}

impl State {
    pub(super) fn to_act(&self) -> ToAct {
        match *self.frames.top() {
            Frame::Moving(side, _) | Frame::Attacking(side) => side.into(),
            Frame::Losses { picks: [None, None], .. } => ToAct::Both,
            Frame::Losses { picks: [Some(_), _], .. } => ToAct::Soviet,
            Frame::Losses { .. } => ToAct::Axis,
            Frame::Over { .. } => ToAct::Nobody,
        }
    }
}

impl Toy {
    /// The check, asked rule by rule. It looks at the top frame only.
    pub(super) fn ask(&self, s: &State, side: Side, action: Action, consult: &mut Consult<Why>) -> Result<(), No<Why>> {
        rule(consult, "1.2", s.to_act().includes(side), Why::NotAsked(side))?;
        match (action, *s.frames.top()) {
            (Action::Select(c), Frame::Moving(_, None)) => {
                rule(consult, "4.1", self.side(c) == side, Why::NotYours(c))?;
                rule(consult, "4.1", s.units[c.0 as usize].at.is_some(), Why::OffMap(c))?;
                rule(consult, "4.1", !s.units[c.0 as usize].spent, Why::Spent(c))
            }
            (Action::Step(to), Frame::Moving(mover, Some((c, _)))) => {
                let from = s.units[c.0 as usize].at.unwrap_or(to);
                rule(consult, "4.2", self.linked(from, to), Why::NotNextTo(from, to))?;
                rule(consult, "4.3", self.there(s, mover.other(), to).next().is_none(), Why::Enemy(to))?;
                rule(consult, "4.4", self.there(s, mover, to).count() < self.stack, Why::Full(to))
            }
            (Action::Attack { to, from }, Frame::Attacking(side)) => {
                rule(consult, "5.1", self.linked(from, to), Why::NotNextTo(from, to))?;
                rule(consult, "5.1", self.there(s, side, from).next().is_some(), Why::NobodyThere(from))?;
                rule(consult, "5.1", self.there(s, side.other(), to).next().is_some(), Why::NoEnemy(to))?;
                let fresh = self.there(s, side, from).all(|c| !s.units[c.0 as usize].spent);
                rule(consult, "5.2", fresh, Why::HasAttacked(from))
            }
            (Action::Lose(c), Frame::Losses { at, .. }) => {
                let there = self.there(s, side, at[side.index()]).any(|x| x == c);
                rule(consult, "6.1", there, Why::NotInBattle(c))
            }
            (Action::Done, Frame::Moving(..) | Frame::Attacking(_)) => Ok(()),
            _ => rule(consult, "1.3", false, Why::NotNow(action)),
        }
    }

    /// The refusal in a player's words.
    pub(super) fn refusal(&self, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.reason(no.why))
    }

    /// The reason in a player's words.
    pub(super) fn reason(&self, why: Why) -> String {
        match why {
            Why::NotAsked(side) => format!("the {side} player is not asked now"),
            Why::NotNow(action) => format!("'{}' belongs to another phase", self.button(action).label),
            Why::NotYours(c) => format!("{} is not yours", self.counter_word(c)),
            Why::OffMap(c) => format!("{} is not on the map", self.counter_word(c)),
            Why::Spent(c) => format!("{} has been taken up in this phase", self.counter_word(c)),
            Why::NotNextTo(a, b) => format!("{} is not next to {}", self.space_word(b), self.space_word(a)),
            Why::Enemy(s) => format!("{} holds the enemy", self.space_word(s)),
            Why::Full(s) => format!("{} holds {} counters already", self.space_word(s), self.stack),
            Why::NobodyThere(s) => format!("you have nobody in {}", self.space_word(s)),
            Why::NoEnemy(s) => format!("there is no enemy in {}", self.space_word(s)),
            Why::HasAttacked(s) => format!("the counters in {} have attacked", self.space_word(s)),
            Why::NotInBattle(c) => format!("{} is not yours in this battle", self.counter_word(c)),
        }
    }

    /// Puts the player's answer into the top frame.
    pub(super) fn answer(&self, s: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match (action, *s.frames.top()) {
            (Action::Select(c), _) => {
                s.units[c.0 as usize].spent = true;
                *s.frames.top_mut() = Frame::Moving(side, Some((c, self.steps)));
            }
            (Action::Step(to), Frame::Moving(_, Some((c, left)))) => {
                let from = s.units[c.0 as usize].at.replace(to).unwrap_or(to);
                s.held[to.0 as usize] = Some(side);
                *s.frames.top_mut() = Frame::Moving(side, (left > 1).then_some((c, left - 1)));
                log.add(|| {
                    let [counter, from, to] = [self.counter_word(c), self.space_word(from), self.space_word(to)];
                    let what = What::Move { counter: counter.into(), from: from.into(), to: to.into() };
                    Event::new(Case("4.2"), what, format!("{counter} steps from {from} to {to}"))
                });
            }
            (Action::Attack { to, from }, _) => self.battle(s, side, [from, to], dice, log),
            (Action::Lose(c), _) => {
                if let Frame::Losses { picks, .. } = s.frames.top_mut() {
                    picks[side.index()] = Some(c);
                }
                let text = || format!("you pick {} for the loss", self.counter_word(c));
                log.add(|| Event::note(Case("6.1"), text()).only_for(side));
            }
            (Action::Done, Frame::Moving(_, Some(_))) => *s.frames.top_mut() = Frame::Moving(side, None),
            (Action::Done, Frame::Moving(_, None)) => self.next_phase(s, Frame::Attacking(side), log),
            (Action::Done, _) => self.end_of_attacks(s, side, log),
            (Action::Step(_), _) => {}
        }
    }

    /// Goes on by itself until somebody must decide.
    pub(super) fn settle(&self, s: &mut State, log: &mut Log) {
        loop {
            match *s.frames.top() {
                Frame::Losses { picks: [Some(a), Some(b)], toll, .. } => {
                    log.reveal();
                    self.take_loss(s, a, toll[0], log);
                    self.take_loss(s, b, toll[1], log);
                    s.frames.pop();
                }
                // 7.2.
                Frame::Attacking(_) if self.destroyed(s).is_some() => {
                    let winner = self.destroyed(s).map(Side::other);
                    self.end(s, winner, true, log);
                }
                // A phase in which nothing can be done is passed over.
                Frame::Attacking(side) if !self.can_attack(s, side) => self.end_of_attacks(s, side, log),
                Frame::Moving(..) | Frame::Attacking(_) | Frame::Losses { .. } | Frame::Over { .. } => return,
            }
        }
    }

    /// 5.3: rolls, and asks both sides for their losses.
    fn battle(&self, s: &mut State, side: Side, [from, to]: [SpaceId; 2], dice: &mut Dice, log: &mut Log) {
        let at = if side == Side::Axis { [from, to] } else { [to, from] };
        let mut rolled = [0; 2];
        let sums = Side::BOTH.map(|who| {
            let die = dice.d6(BATTLE);
            rolled[who.index()] = die;
            let what = What::Roll { side: who, die: 6, value: die };
            log.add(|| Event::new(BATTLE, what, format!("{who} rolls {die}")));
            die + self.there(s, who, at[who.index()]).map(|c| s.units[c.0 as usize].strength).sum::<u8>()
        });
        let attackers: ArrayVec<CounterId, 8> = self.there(s, side, from).collect();
        attackers.iter().for_each(|c| s.units[c.0 as usize].spent = true);
        let toll = [0, 1].map(|i| if sums[i] < sums[1 - i] { self.loser } else { self.winner });
        log.add(|| self.report(side, to, rolled, toll));
        s.frames.push(Frame::Losses { at, toll, picks: [None, None] });
    }

    /// 5.3: what everybody sees of a battle; the sums are known to nobody, for the strengths lie face down.
    fn report(&self, side: Side, at: SpaceId, rolled: [u8; 2], toll: [u8; 2]) -> Event {
        let result = |who: Side| BattleResult {
            side: who,
            line: "loss".into(),
            die: rolled[who.index()],
            cell: toll[who.index()].to_string(),
            cells: Vec::new(),
        };
        let report = BattleReport {
            at: self.space_word(at).into(),
            attacker: Some(side),
            column: "higher sum".into(),
            results: vec![result(side), result(side.other())],
            ..BattleReport::default()
        };
        Event::new(BATTLE, What::Battle(Box::new(report)), format!("battle at {}", self.space_word(at)))
    }

    /// 6.1 to 6.3.
    fn take_loss(&self, s: &mut State, c: CounterId, steps: u8, log: &mut Log) {
        let unit = &mut s.units[c.0 as usize];
        unit.known = true;
        unit.strength = unit.strength.saturating_sub(steps);
        let gone = unit.strength == 0;
        if gone {
            unit.at = None;
        }
        let case = Case(if gone { "6.3" } else { "6.2" });
        let name = self.counter_word(c);
        let text = || if gone { format!("{name} is removed") } else { format!("{name} loses {steps}, face up") };
        log.add(|| Event::new(case, What::Loss { counter: name.into(), at: String::new(), steps, gone }, text()));
    }

    fn next_phase(&self, s: &mut State, frame: Frame, log: &mut Log) {
        s.units.iter_mut().for_each(|u| u.spent = false);
        *s.frames.top_mut() = frame;
        let phase = self.phase(&frame);
        let what = What::Phase { turn: s.turn.into(), side: None, phase: phase.into() };
        log.add(|| Event::new(Case("1.3"), what, format!("turn {}: {phase}", s.turn)));
    }

    fn end_of_attacks(&self, s: &mut State, side: Side, log: &mut Log) {
        if side == Side::Soviet && s.turn == self.turns {
            return self.end(s, s.held[self.goal.0 as usize], false, log);
        }
        s.turn += u8::from(side == Side::Soviet);
        self.next_phase(s, Frame::Moving(side.other(), None), log);
    }

    fn end(&self, s: &mut State, winner: Option<Side>, sudden: bool, log: &mut Log) {
        *s.frames.top_mut() = Frame::Over { winner, sudden };
        if let Some(o) = self.result(s) {
            log.add(|| Event::new(o.case, What::End { winner, level: o.level }, o.text));
        }
    }

    /// 7.0.
    pub(super) fn result(&self, s: &State) -> Option<Outcome> {
        let Frame::Over { winner, sudden } = *s.frames.top() else { return None };
        let text = winner.map_or("nobody wins".into(), |side| format!("the {side} player wins"));
        let (case, level) = if sudden { ("7.2", "sudden") } else { ("7.1", "ford") };
        Some(Outcome { winner, level: level.into(), score: None, case: Case(case), text })
    }

    /// Changes a position as a case file says.
    pub(super) fn arrange_all(&self, s: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        for word in
            [("quiet", given.quiet), ("hold", given.hold)].into_iter().filter(|(_, asked)| *asked).map(|(w, _)| w)
        {
            wrong.push(format!("this game does not know `{word}`"));
        }
        if given.empty {
            s.units.iter_mut().for_each(|u| u.at = None);
        }
        s.turn = given.turn.and_then(|t| u8::try_from(t).ok()).filter(|t| *t <= self.turns).unwrap_or(s.turn);
        if let Some(word) = &given.phase {
            let phases = Side::BOTH.into_iter().flat_map(|x| [Frame::Moving(x, None), Frame::Attacking(x)]);
            match phases.into_iter().find(|f| self.phase(f) == word) {
                Some(frame) => s.frames = crate::Frames::new(frame),
                None => wrong.push(format!("there is no phase {word}")),
            }
        }
        let put = |s: &mut State, counter: &str, at: &Value| {
            let c = self.counter(&counter.into())?;
            let at = self.space(at)?;
            s.units[c.0 as usize].at = Some(at);
            s.held[at.0 as usize] = Some(self.side(c));
            Ok::<(), String>(())
        };
        wrong.extend(given.put.iter().filter_map(|(c, at)| put(s, c, at).err()));
        for (word, facts) in &given.set {
            let set = self.counter(&word.as_str().into()).map(|c| &mut s.units[c.0 as usize]);
            let strength = facts["strength"].as_u64().filter(|n| (1..=9).contains(n));
            match (set, strength) {
                (Ok(unit), Some(n)) => unit.strength = n as u8,
                (Err(why), _) => wrong.push(why),
                (_, None) => wrong.push(format!("of {word} one can set a strength of 1 to 9")),
            }
        }
        for (word, spaces) in &given.control {
            let side = Side::from_word(word);
            for space in spaces.as_array().into_iter().flatten() {
                match self.space(space) {
                    Ok(id) => s.held[id.0 as usize] = side,
                    Err(why) => wrong.push(why),
                }
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    pub(super) fn phase(&self, frame: &Frame) -> &'static str {
        match frame {
            Frame::Moving(Side::Axis, _) => "axis-move",
            Frame::Moving(Side::Soviet, _) => "soviet-move",
            Frame::Attacking(Side::Axis) => "axis-attack",
            Frame::Attacking(Side::Soviet) => "soviet-attack",
            Frame::Losses { .. } => "losses",
            Frame::Over { .. } => "over",
        }
    }

    pub(super) fn side(&self, c: CounterId) -> Side {
        self.counters[c.0 as usize].side
    }

    fn linked(&self, a: SpaceId, b: SpaceId) -> bool {
        self.spaces[a.0 as usize].next.contains(&b)
    }

    /// The counters of a side in a space.
    fn there(&self, s: &State, side: Side, at: SpaceId) -> impl Iterator<Item = CounterId> {
        self.ids().filter(move |c| self.side(*c) == side && s.units[c.0 as usize].at == Some(at))
    }

    fn destroyed(&self, s: &State) -> Option<Side> {
        let alive = |side| self.ids().any(|c| self.side(c) == side && s.units[c.0 as usize].at.is_some());
        Side::BOTH.into_iter().find(|side| !alive(*side))
    }

    fn can_attack(&self, s: &State, side: Side) -> bool {
        let mut out = Vec::new();
        crate::facets::Acts::offers(self, s, side, &mut out);
        out.iter().any(|a| matches!(a, Action::Attack { .. }))
    }
}
