//! Attack planning: what an attack on a place would be, with whom and with what, before anything is done.
//!
//! The kernel follows a game's own actions on a copy, as in [`explore`](crate::Reach): the attack is declared, those who are wanted join, what is
//! wanted is spent, and the battle that could now be fought is described. Nobody has done anything yet; the list of actions that would do
//! it is part of the answer.
//!
//! What begins the battle is the offer with a battle behind it ([`Aim::battle`]): an attack, or the end of the drawing up where a game has those who
//! take part named one by one and then closed. Where it can be begun in several ways (guns that can be laid on one thing or another) the first is
//! taken unless another is wished.

use crate::event::BattleReport;
use crate::explore::Explorer;
use crate::{Aim, Game, Offer, OfferKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// More choices than these are not tried one by one.
const MOST_TRIED: usize = 24;

/// An attack that somebody thinks about.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Intent {
    /// The place to be attacked.
    pub space: String,
    /// Who takes part. If nothing is said, as few as give the column that everybody together gives, or everybody where a game tells no
    /// column beforehand.
    pub join: Option<Vec<String>>,
    /// What is spent on it: actions out of [`Muster::choices`].
    pub spend: Vec<Value>,
    /// How the place is attacked, where there are several ways: a verb out of [`Muster::ways`]; the first if none is named.
    pub verb: Option<String>,
    /// The action that begins the battle: one of [`Muster::ends`]; the first if none is named.
    pub end: Option<Value>,
}

/// The attack as it would be.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Muster {
    /// The place.
    pub space: String,
    /// Those who can take part, stack by stack.
    pub parties: Vec<Party>,
    /// What can be spent on it or changed about it.
    pub choices: Vec<Choice>,
    /// The actions that do it, the fight itself last; empty if there is nothing to fight with.
    #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
    pub actions: Vec<Value>,
    /// In which ways the place can be attacked, if in several: an assault, a bombardment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub ways: Vec<AttackWay>,
    /// With what the battle can be begun, if with several actions; the one that is planned is taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub ends: Vec<Choice>,
    /// Fewer than everybody take part, for they are enough: in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub enough: Option<String>,
    /// The battle that would be fought.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub preview: Option<Box<BattleReport>>,
}

/// A way in which a place can be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AttackWay {
    /// Its verb ([`Aim::verb`]).
    pub verb: String,
    /// In words.
    pub label: String,
    /// It is the one that is planned.
    pub taken: bool,
}

/// Somebody who can take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Party {
    /// The counter.
    pub counter: String,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub space: Option<String>,
    /// What it would do, in words.
    pub label: String,
    /// It takes part.
    pub joined: bool,
}

/// Something that can be spent on an attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Choice {
    /// The action.
    #[cfg_attr(feature = "types", ts(type = "string | Record<string, unknown>"))]
    pub action: Value,
    /// In words.
    pub label: String,
    /// The counter it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub counter: Option<String>,
    /// It is taken.
    pub taken: bool,
    /// The column of the battle with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub odds: Option<String>,
}

/// A position in which the attack has been declared.
struct Declared<G: Game> {
    state: G::State,
    actions: Vec<G::Action>,
}

impl<G: Game> Explorer<'_, G> {
    /// What an attack on a place would be; nothing if none can be made there now.
    pub fn muster(&self, intent: &Intent) -> Option<Muster> {
        let (prefix, rested) = self.at_rest(self.state)?;
        let at = |aim: &Aim| aim.kind == OfferKind::Attack && aim.space.as_ref() == Some(&intent.space);
        let mut attacks = self.aimed(&rested);
        attacks.retain(|(_, aim)| at(aim) && aim.counter.is_none());
        let wished = |(_, aim): &&(G::Action, Aim)| intent.verb.as_deref() == Some(&*aim.verb);
        let mut muster = Muster { space: intent.space.clone(), ..Muster::default() };
        let mut declared = Declared { state: rested, actions: prefix };
        let Some((attack, aim)) = attacks.iter().find(wished).or_else(|| attacks.first()).cloned() else {
            return self.drawn_up(declared, intent);
        };
        if attacks.len() > 1 {
            let way = |(action, other): &(G::Action, Aim)| self.way_of(&declared.state, *action, other, &aim);
            muster.ways = attacks.iter().map(way).collect();
        }
        if aim.battle {
            self.fight(&mut muster, &declared, attack);
            return Some(muster);
        }
        let empty = self.then(&declared, attack)?;
        declared = Declared { state: empty.state.clone(), actions: empty.actions.clone() };
        self.join(&mut muster, &mut declared, intent);
        if intent.join.is_none()
            && let Some((few, odds)) = self.enough(&muster, &declared, &empty)
        {
            muster.parties.clear();
            declared = empty;
            self.join(&mut muster, &mut declared, &Intent { join: Some(few), ..Intent::default() });
            muster.enough = Some(format!("Enough for {odds}"));
        }
        Some(self.closed(muster, declared, intent))
    }

    /// An attack on the place that is being drawn up already: nobody joins it but who is wished.
    fn drawn_up(&self, mut declared: Declared<G>, intent: &Intent) -> Option<Muster> {
        self.report_of(&declared.state).filter(|report| report.at == intent.space)?;
        let mut muster = Muster { space: intent.space.clone(), ..Muster::default() };
        let join = Some(intent.join.clone().unwrap_or_default());
        self.join(&mut muster, &mut declared, &Intent { join, ..Intent::default() });
        Some(self.closed(muster, declared, intent))
    }

    /// What is spent on it, and what begins it.
    fn closed(&self, mut muster: Muster, mut declared: Declared<G>, intent: &Intent) -> Muster {
        self.spend(&mut muster, &mut declared, intent);
        if let Some(fight) = self.ends(&mut muster, &declared, intent) {
            self.fight(&mut muster, &declared, fight);
        }
        // Stack by stack.
        muster.parties.sort_by(|one, other| one.space.cmp(&other.space));
        muster
    }

    fn way_of(&self, state: &G::State, action: G::Action, aim: &Aim, planned: &Aim) -> AttackWay {
        let label = self.offer(state, action).label;
        AttackWay { verb: aim.verb.to_string(), label, taken: aim.verb == planned.verb }
    }

    /// The action that begins the battle: the one that is wished, or the first; what else could is told.
    fn ends(&self, muster: &mut Muster, declared: &Declared<G>, intent: &Intent) -> Option<G::Action> {
        let ends = self.fights(&declared.state);
        let written = |action: G::Action| self.game.write_action(&declared.state, action);
        let wished = ends.iter().find(|(action, _)| intent.end.as_ref() == Some(&written(*action)));
        let fight = wished.or_else(|| ends.first()).map(|(action, _)| *action)?;
        if ends.len() > 1 {
            muster.ends = ends
                .into_iter()
                .take(MOST_TRIED)
                .map(|(action, aim)| {
                    let offer = self.offer(&declared.state, action);
                    let odds = offer.preview.map(|preview| preview.column);
                    let taken = action == fight;
                    Choice { action: written(action), label: offer.label, counter: aim.counter, taken, odds }
                })
                .collect();
        }
        Some(fight)
    }

    fn then(&self, before: &Declared<G>, action: G::Action) -> Option<Declared<G>> {
        let state = self.tried(&before.state, action)?;
        Some(Declared { state, actions: before.actions.iter().copied().chain([action]).collect() })
    }

    fn offer(&self, state: &G::State, action: G::Action) -> Offer {
        self.game.describe(&self.game.see(state, self.side.into()), self.side, action)
    }

    /// Those who can take part, in the order in which they are offered: each is asked in the position that those before have left.
    fn join(&self, muster: &mut Muster, declared: &mut Declared<G>, intent: &Intent) {
        let joins = |aim: &Aim| aim.kind == OfferKind::Select && aim.counter.is_some();
        let mut known: Vec<String> = Vec::new();
        loop {
            let next = self
                .aimed(&declared.state)
                .into_iter()
                .find(|(_, aim)| joins(aim) && aim.counter.as_ref().is_some_and(|counter| !known.contains(counter)));
            let Some((action, aim)) = next else { break };
            let Some(counter) = aim.counter else { break };
            let wanted = intent.join.as_ref().is_none_or(|list| list.contains(&counter));
            let label = self.offer(&declared.state, action).label;
            let after = if wanted { self.then(declared, action) } else { None };
            let joined = after.is_some();
            if let Some(after) = after {
                *declared = after;
            }
            known.push(counter.clone());
            muster.parties.push(Party { counter, space: aim.space, label, joined });
        }
    }

    /// As few of those who have joined as give the same column, with that column; nothing if it takes them all. Whoever adds least is left out
    /// first, so that the most can be.
    fn enough(&self, muster: &Muster, all: &Declared<G>, empty: &Declared<G>) -> Option<(Vec<String>, String)> {
        let (rung, odds) = self.report_of(&all.state)?.rung?;
        let joins = self.joining(all, empty);
        let mut kept = self.counting(&joins, empty)?;
        let worth = |without: usize| {
            let rest = joins.iter().enumerate().filter(|(n, _)| *n != without && kept[*n]).map(|(_, action)| *action);
            let report = self.joined(empty, rest).and_then(|state| self.report_of(&state));
            let least = report.and_then(|report| report.forces.first().map(|force| force.total + force.most));
            std::cmp::Reverse(least.unwrap_or(0))
        };
        let mut weakest: Vec<usize> = (0..joins.len()).filter(|n| kept[*n]).collect();
        weakest.sort_by_cached_key(|without| worth(*without));
        for out in weakest {
            kept[out] = false;
            let rest = joins.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(action, _)| *action);
            let same = self.joined(empty, rest).and_then(|state| self.report_of(&state)?.rung);
            kept[out] = same.is_none_or(|(other, _)| other < rung);
        }
        let joined = muster.parties.iter().filter(|party| party.joined).map(|party| party.counter.clone());
        let few: Vec<String> = joined.zip(&kept).filter(|(_, kept)| **kept).map(|(counter, _)| counter).collect();
        (few.len() < kept.len()).then_some((few, odds))
    }

    /// Of those who join, one after the other, who changes the sums: guns that fire apart and aircraft do not, and are left to whoever wants them.
    fn counting(&self, joins: &[G::Action], empty: &Declared<G>) -> Option<Vec<bool>> {
        let sums = |state: &G::State| {
            let report = self.report_of(state)?;
            Some((report.rung, report.forces.first().map(|force| (force.total, force.most))))
        };
        let (mut state, mut before) = (empty.state.clone(), None);
        let counts = joins.iter().map(|action| {
            state = self.tried(&state, *action)?;
            let now = sums(&state);
            Some(std::mem::replace(&mut before, now.clone()) != now)
        });
        counts.collect()
    }

    /// The actions by which those joined who did.
    fn joining(&self, all: &Declared<G>, empty: &Declared<G>) -> Vec<G::Action> {
        all.actions.iter().skip(empty.actions.len()).copied().collect()
    }

    /// The attack with these; nothing if somebody cannot join without those who are left out.
    fn joined(&self, empty: &Declared<G>, joins: impl Iterator<Item = G::Action>) -> Option<G::State> {
        let mut state = empty.state.clone();
        for action in joins {
            self.game.check(&state, self.side, action).ok()?;
            state = self.tried(&state, action)?;
        }
        Some(state)
    }

    fn report_of(&self, state: &G::State) -> Option<Box<BattleReport>> {
        let fight = self.fight_of(state)?;
        self.offer(state, fight).preview
    }

    /// What is spent, and what could be.
    fn spend(&self, muster: &mut Muster, declared: &mut Declared<G>, intent: &Intent) {
        for wanted in &intent.spend {
            let Some((action, aim)) = self
                .choices(&declared.state)
                .into_iter()
                .find(|(action, _)| self.game.write_action(&declared.state, *action) == *wanted)
            else {
                continue;
            };
            let offer = self.offer(&declared.state, action);
            let Some(after) = self.then(declared, action) else { continue };
            *declared = after;
            let odds = self.odds_of(&declared.state);
            muster.choices.push(Choice {
                action: wanted.clone(),
                label: offer.label,
                counter: aim.counter,
                taken: true,
                odds,
            });
        }
        for (action, aim) in self.choices(&declared.state).into_iter().take(MOST_TRIED) {
            let label = self.offer(&declared.state, action).label;
            let Some(after) = self.tried(&declared.state, action) else { continue };
            let odds = self.odds_of(&after);
            let action = self.game.write_action(&declared.state, action);
            muster.choices.push(Choice { action, label, counter: aim.counter, taken: false, odds });
        }
    }

    fn choices(&self, state: &G::State) -> Vec<(G::Action, Aim)> {
        let chosen = |aim: &Aim| matches!(aim.kind, OfferKind::Spend | OfferKind::Place);
        self.aimed(state).into_iter().filter(|(_, aim)| chosen(aim)).collect()
    }

    fn fight_of(&self, state: &G::State) -> Option<G::Action> {
        self.fights(state).first().map(|(action, _)| *action)
    }

    /// What begins a battle: an attack, or the end of the drawing up.
    fn fights(&self, state: &G::State) -> Vec<(G::Action, Aim)> {
        let begins = |aim: &Aim| aim.battle && matches!(aim.kind, OfferKind::Attack | OfferKind::Done);
        self.aimed(state).into_iter().filter(|(_, aim)| begins(aim)).collect()
    }

    fn odds_of(&self, state: &G::State) -> Option<String> {
        let fight = self.fight_of(state)?;
        self.offer(state, fight).preview.map(|preview| preview.column)
    }

    fn fight(&self, muster: &mut Muster, declared: &Declared<G>, fight: G::Action) {
        let actions = declared.actions.iter().copied().chain([fight]);
        muster.actions = actions.map(|action| self.game.write_action(&declared.state, action)).collect();
        muster.preview = self.offer(&declared.state, fight).preview;
    }
}
