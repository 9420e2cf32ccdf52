//! Exploration: where counters can go, found by following a game's own small actions on copies of the position until dice or a revelation.
//!
//! It is [`offers`](crate::facets::Acts::offers) and [`apply_unchecked`](crate::facets::Acts::apply_unchecked) and nothing else, so it shows nothing that `check` refuses, and no game writes it twice: a
//! game only says who is on the march ([`marching`](crate::facets::Plays::marching)). Copies are cheap; what is found is a tree of cheapest ways.

mod approach;

pub use approach::Dearer;
use approach::Rival;

use crate::{Aim, Dice, Game, Log, Offer, OfferKind, Refusal, Seen, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// No tree has more goals: a rail journey over a large map ends somewhere.
const MOST_GOALS: usize = 1200;
/// So many counters go together at most.
const MOST_COUNTERS: usize = 24;

/// Counters in the middle of a march.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marching {
    /// Who marches.
    pub counters: Vec<String>,
    /// Where they are.
    pub at: String,
    /// What they have left to spend, in parts of a point.
    pub left: u16,
    /// So many parts are a point.
    pub parts: u8,
}

/// Where a party can go, in one way of moving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reach {
    /// Who goes together.
    pub counters: Vec<String>,
    /// What taking them up is called ([`Aim::verb`]); empty for those who are on the march already.
    pub verb: String,
    /// The same in words.
    pub label: String,
    /// Where they start.
    pub from: String,
    /// What they have to spend, in parts of a point.
    pub left: u16,
    /// So many parts are a point.
    pub parts: u8,
    /// Where they can go, each after the one that leads to it.
    pub goals: Vec<Goal>,
}

/// A place that can be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Goal {
    /// Where.
    pub space: String,
    /// The goal before it on the way, by its place in the list; absent: the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub via: Option<usize>,
    /// What is left to spend there.
    pub left: u16,
    /// The enemy is there: going there is a fight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub fight: bool,
    /// The fight begins at once, and its sums can be looked at first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub battle: bool,
    /// Dice decide, or something is revealed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub chance: bool,
    /// There is no way on from there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub last: bool,
    /// They would be out of supply there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub unsupplied: bool,
}

/// Where somebody wants to go.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wish {
    /// Who.
    pub counters: Vec<String>,
    /// In which way of moving; any if none is named.
    pub verb: Option<String>,
    /// By which places, in this order; the last one is the goal.
    pub via: Vec<String>,
}

impl Wish {
    /// Is this the way of moving that is wished? Who marches already goes on as he goes.
    fn goes_by<G: Game>(&self, start: &Start<G>) -> bool {
        start.taken.is_none() || self.verb.as_ref().is_none_or(|verb| *verb == start.verb)
    }
}

/// How a wish is carried out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Way {
    /// The actions, to be done as one list.
    #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
    pub actions: Vec<Value>,
    /// Who gets there.
    pub come: Vec<String>,
    /// Who cannot.
    pub stay: Vec<String>,
    /// If nobody can: the rule that is in the way next to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub why: Option<Refusal>,
    /// If they run into a fight: the step that begins it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub fight: Option<Box<Offer>>,
    /// Another way into the same fight that costs more, by which it stands better.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub dearer: Option<Box<Dearer>>,
    /// It is only too far.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub far: bool,
}

/// A party about to go: taken up, in a position of its own.
struct Start<G: Game> {
    state: G::State,
    marching: Marching,
    verb: String,
    /// The action that took them up, for its words.
    taken: Option<G::Action>,
    actions: Vec<G::Action>,
}

/// A goal with what leads to it.
struct Node<G: Game> {
    goal: Goal,
    action: G::Action,
    /// The position there; nothing where the way ends.
    state: Option<G::State>,
}

/// A party that goes to a goal.
struct Trip<G: Game> {
    /// What it has left there.
    left: u16,
    actions: Vec<G::Action>,
    /// The position after it; nothing if dice decide.
    after: Option<G::State>,
    /// Who went.
    gone: Vec<String>,
    /// The step into a fight, in words.
    fight: Option<Box<Offer>>,
    /// The whole of another way into it.
    dearer: Option<(Vec<G::Action>, Offer, String)>,
}

/// The ways of one party.
struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
    /// Other ways into the fights among them.
    rivals: Vec<Rival<G>>,
}

/// Explores one position for one side.
pub(crate) struct Explorer<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) side: Side,
}

impl<'a, G: Game> Explorer<'a, G> {
    pub fn new(game: &'a G, state: &'a G::State, side: Side) -> Explorer<'a, G> {
        Explorer { game, state, side }
    }

    /// Everywhere that these counters can go: those who march together as one party, the others each by themselves.
    ///
    /// With places to go by, from the last of them on.
    pub fn reach(&self, wish: &Wish) -> Vec<Reach> {
        let mut left = wish.counters[..wish.counters.len().min(MOST_COUNTERS)].to_vec();
        let mut found = Vec::new();
        while !left.is_empty() {
            let starts = self.starts(self.state, &left);
            let gone: Vec<String> = starts.iter().flat_map(|start| start.marching.counters.clone()).collect();
            for start in starts.into_iter().filter(|start| wish.goes_by(start)) {
                let Some(start) = self.led(start, &wish.via) else { continue };
                let tree = self.explore(&start);
                found.push(self.reach_of(start, tree));
            }
            let lead = left.remove(0);
            if wish.via.is_empty() {
                found.extend(self.leaps(&lead));
            }
            left.retain(|counter| !gone.contains(counter));
        }
        found.retain(|reach| !reach.goals.is_empty());
        found
    }

    /// How the counters get where they are wished, one party after the other; each finds the map as the one before has left it.
    pub fn way(&self, wish: &Wish) -> Way {
        let mut way = Way::default();
        let mut state = self.state.clone();
        let mut left = wish.counters[..wish.counters.len().min(MOST_COUNTERS)].to_vec();
        while !left.is_empty() {
            let explorer = Explorer { game: self.game, state: &state, side: self.side };
            let Some(trip) = explorer.way_of_party(&left, wish) else {
                way.stay.push(left.remove(0));
                continue;
            };
            way.actions.extend(trip.actions.iter().map(|action| self.game.write_action(self.state, *action)));
            left.retain(|counter| !trip.gone.contains(counter));
            way.come.extend(trip.gone);
            // The last to come finds the others there.
            way.fight = trip.fight.or(way.fight);
            // One party chooses its way; several take theirs one after the other.
            way.dearer =
                trip.dearer.filter(|_| way.actions.len() == trip.actions.len()).map(|(actions, fight, from)| {
                    let actions =
                        actions.into_iter().map(|action| self.game.write_action(self.state, action)).collect();
                    Box::new(Dearer { actions, fight: Box::new(fight), from })
                });
            match trip.after {
                Some(after) => state = after,
                // Dice or a revelation: whoever is left is asked again after it.
                None => break,
            }
        }
        way.stay.extend(left);
        if way.come.is_empty() {
            (way.why, way.far) = self.why_not(wish).map_or((None, false), |(why, far)| (Some(why), far));
        }
        way
    }

    /// Why nobody gets there. The step to the goal is tried from every place in reach; from most of them it fails because they are not next to it,
    /// so the reason that is met least often is the one that is in the way. Where few places are in reach that alone would not do: what also
    /// refuses a step to where one stands already is no reason as long as there is another.
    fn why_not(&self, wish: &Wish) -> Option<(Refusal, bool)> {
        let wanted =
            |start: &Start<G>| wish.verb.as_ref().is_none_or(|verb| start.taken.is_none() || start.verb == *verb);
        let start = self.starts(self.state, &wish.counters).into_iter().find(wanted)?;
        let (step, aim) = self
            .aimed(&start.state)
            .into_iter()
            .find(|(_, aim)| matches!(aim.kind, OfferKind::Move | OfferKind::Attack) && aim.space.is_some())?;
        let (own, goal) = (aim.space?, wish.via.last()?);
        let step = self.game.write_action(&start.state, step);
        let step_to = |goal: &str| {
            let renamed = step.as_object()?.iter().map(|(key, value)| {
                let value = if value.as_str() == Some(&own) { Value::from(goal) } else { value.clone() };
                (key.clone(), value)
            });
            self.game.read_action(&start.state, &Value::Object(renamed.collect())).ok()
        };
        let action = step_to(goal)?;
        let in_place =
            step_to(&start.marching.at).and_then(|stay| self.game.check(&start.state, self.side, stay).err());
        let tree = self.explore(&start);
        let on_march = |state: &&G::State| self.game.marching(state).is_some();
        let places = tree.nodes.iter().filter_map(|node| node.state.as_ref()).filter(on_march).chain([&start.state]);
        let mut met: Vec<(Refusal, usize)> = Vec::new();
        for refusal in places.filter_map(|state| self.game.check(state, self.side, action).err()) {
            match met.iter_mut().find(|(known, _)| known.case == refusal.case) {
                Some((_, times)) => *times += 1,
                None => met.push((refusal, 1)),
            }
        }
        // One reason from everywhere: it is simply too far.
        let far = met.len() == 1 && met[0].1 > 1;
        if met.len() > 1 {
            met.retain(|(refusal, _)| in_place.as_ref().is_none_or(|apart| refusal.case != apart.case));
        }
        met.into_iter().min_by_key(|(_, times)| *times).map(|(refusal, _)| (refusal, far))
    }

    /// The way of the first of these counters and of those who go with it.
    fn way_of_party(&self, counters: &[String], wish: &Wish) -> Option<Trip<G>> {
        let mut best: Option<Trip<G>> = None;
        for start in self.starts(self.state, counters).into_iter().filter(|start| wish.goes_by(start)) {
            if let Some(trip) = self.follow(start, &wish.via)
                && best.as_ref().is_none_or(|best| trip.left > best.left)
            {
                best = Some(trip);
            }
        }
        best.or_else(|| self.leap(counters.first()?, wish))
    }

    /// A move of one action to the goal.
    fn leap(&self, lead: &str, wish: &Wish) -> Option<Trip<G>> {
        let (prefix, state) = self.at_rest(self.state)?;
        let fits = |aim: &Aim| {
            aim.space.as_ref() == wish.via.last() && wish.verb.as_deref().is_none_or(|verb| verb == aim.verb)
        };
        let (action, aim) = self.leaping(&state, lead).into_iter().find(|(_, aim)| fits(aim))?;
        let fight = (aim.kind == OfferKind::Attack).then(|| Box::new(self.in_words(&state, action)));
        let actions = prefix.into_iter().chain([action]).collect();
        Some(Trip {
            left: 0,
            actions,
            after: self.tried(&state, action),
            gone: vec![lead.to_owned()],
            fight,
            dearer: None,
        })
    }

    /// Along the way to its end.
    fn follow(&self, start: Start<G>, via: &[String]) -> Option<Trip<G>> {
        let (goal, before) = via.split_last()?;
        let here = self.led(start, before)?;
        let mut tree = self.explore(&here);
        let end = tree.nodes.iter().position(|node| node.goal.space == *goal)?;
        let fight = tree.nodes[end].goal.fight.then(|| Box::new(self.step_in_words(&tree, end, &here.state)));
        let led = |path: Vec<G::Action>| here.actions.iter().copied().chain(path).collect();
        let dearer = self.dearer(&tree, end, &here).map(|(path, words, from)| (led(path), words, from));
        let actions = led(tree.path(end));
        let node = &mut tree.nodes[end];
        Some(Trip {
            left: node.goal.left,
            actions,
            after: node.state.take(),
            gone: here.marching.counters,
            fight,
            dearer,
        })
    }

    /// The last step to a goal, as the place before it offers it.
    fn step_in_words(&self, tree: &Tree<G>, end: usize, start: &G::State) -> Offer {
        let Node { goal, action, .. } = &tree.nodes[end];
        let before = goal.via.and_then(|via| tree.nodes[via].state.as_ref()).unwrap_or(start);
        self.in_words(before, *action)
    }

    fn in_words(&self, state: &G::State, action: G::Action) -> Offer {
        self.game.describe(&self.game.see(state, self.side.into()), self.side, action)
    }

    /// A party that has come to the last of these places, one after the other.
    fn led(&self, mut here: Start<G>, via: &[String]) -> Option<Start<G>> {
        for goal in via {
            let mut tree = self.explore(&here);
            let end = tree.nodes.iter().position(|node| node.goal.space == *goal)?;
            here.actions.extend(tree.path(end));
            here.state = tree.nodes[end].state.take()?;
            here.marching = self.game.marching(&here.state)?;
        }
        Some(here)
    }

    /// The ways in which the first of these counters can be taken up, with those of the others who go along.
    fn starts(&self, state: &G::State, counters: &[String]) -> Vec<Start<G>> {
        let Some(lead) = counters.first() else { return Vec::new() };
        if let Some(marching) = self.game.marching(state)
            && marching.counters.contains(lead)
        {
            let (verb, state) = (String::new(), state.clone());
            return vec![Start { state, marching, verb, taken: None, actions: Vec::new() }];
        }
        let Some((prefix, rested)) = self.at_rest(state) else { return Vec::new() };
        let takes_up = |aim: &Aim| aim.kind == OfferKind::Select && aim.counter.as_ref() == Some(lead);
        let mut starts = Vec::new();
        for (action, aim) in self.aimed(&rested).into_iter().filter(|(_, aim)| takes_up(aim)) {
            let Some(state) = self.tried(&rested, action) else { continue };
            let Some(marching) = self.game.marching(&state).filter(|m| m.counters.contains(lead)) else { continue };
            let actions = prefix.iter().copied().chain([action]).collect();
            let mut start = Start { state, marching, verb: aim.verb.into_owned(), taken: Some(action), actions };
            self.take_along(&mut start, &counters[1..]);
            starts.push(start);
        }
        starts
    }

    /// Others who may go with a party that has been taken up.
    fn take_along(&self, start: &mut Start<G>, others: &[String]) {
        for other in others {
            let joins = |aim: &Aim| aim.kind == OfferKind::Select && aim.counter.as_ref() == Some(other);
            let Some((action, _)) = self.aimed(&start.state).into_iter().find(|(_, aim)| joins(aim)) else { continue };
            let Some(state) = self.tried(&start.state, action) else { continue };
            let Some(marching) = self.game.marching(&state).filter(|m| m.counters.contains(other)) else { continue };
            start.actions.push(action);
            (start.state, start.marching) = (state, marching);
        }
    }

    /// The position with nobody on the march: a march that is under way is ended first, if it may end.
    pub(crate) fn at_rest(&self, state: &G::State) -> Option<(Vec<G::Action>, G::State)> {
        if self.game.marching(state).is_none() {
            return Some((Vec::new(), state.clone()));
        }
        let ends = |aim: &Aim| aim.kind == OfferKind::Done && aim.counter.is_none() && aim.space.is_none();
        let aimed = self.aimed(state).into_iter().filter(|(_, aim)| ends(aim));
        aimed.filter_map(|(action, _)| Some((action, self.tried(state, action)?))).find_map(|(action, rested)| {
            let asked = self.game.to_act(&rested).includes(self.side);
            (asked && self.game.marching(&rested).is_none()).then(|| (vec![action], rested))
        })
    }

    /// What can be done, and what it is about.
    pub(crate) fn aimed(&self, state: &G::State) -> Vec<(G::Action, Aim)> {
        let mut actions = Vec::new();
        self.game.offers(state, self.side, &mut actions);
        if actions.is_empty() {
            return Vec::new();
        }
        self.aimed_in(&self.game.see(state, self.side.into()), actions)
    }

    fn aimed_in(&self, seen: &Seen<G::State>, actions: Vec<G::Action>) -> Vec<(G::Action, Aim)> {
        actions.into_iter().map(|action| (action, self.game.aim(seen, self.side, action))).collect()
    }

    /// The position after an action; nothing if dice decide or something is revealed.
    pub(crate) fn tried(&self, state: &G::State, action: G::Action) -> Option<G::State> {
        let mut next = state.clone();
        let (mut dice, mut log) = (Dice::scripted([]), Log::silent());
        self.game.apply_unchecked(&mut next, self.side, action, &mut dice, &mut log);
        (dice.rolled() == 0 && !log.revealed()).then_some(next)
    }

    /// The tree of cheapest ways: places are settled in the order of what is left to spend there.
    fn explore(&self, start: &Start<G>) -> Tree<G> {
        let mut tree = Tree { nodes: Vec::new(), rivals: Vec::new() };
        let nodes = &mut tree.nodes;
        let mut settled: HashMap<String, usize> = HashMap::new();
        let mut waiting: Vec<Option<Node<G>>> = Vec::new();
        let mut queue: BinaryHeap<(u16, Reverse<usize>)> = BinaryHeap::new();
        let push = |node: Node<G>, waiting: &mut Vec<Option<Node<G>>>, queue: &mut BinaryHeap<_>| {
            queue.push((node.goal.left, Reverse(waiting.len())));
            waiting.push(Some(node));
        };
        let seen = self.game.see(&start.state, self.side.into());
        for node in self.steps((&start.state, &seen), &start.marching, None, |space| *space == start.marching.at) {
            push(node, &mut waiting, &mut queue);
        }
        while let Some((_, Reverse(next))) = queue.pop() {
            let Some(mut node) = waiting[next].take() else { continue };
            if let Some(&end) = settled.get(&node.goal.space) {
                if node.goal.fight && nodes[end].goal.fight {
                    tree.rivals.push(Rival { end, node });
                }
                continue;
            }
            if nodes.len() >= MOST_GOALS {
                continue;
            }
            settled.insert(node.goal.space.clone(), nodes.len());
            let at = nodes.len();
            let marching = node.state.as_ref().and_then(|state| self.game.marching(state));
            // What the side may know is worked out once for each place: it is the dearest part of it.
            let seen = node.state.as_ref().map(|state| self.game.see(state, self.side.into()));
            let mut further = Vec::new();
            if let (Some(state), Some(seen), Some(marching), false) = (&node.state, &seen, marching, node.goal.fight) {
                let known = |space: &String| settled.contains_key(space) || *space == start.marching.at;
                further = self.steps((state, seen), &marching, Some(at), known);
            }
            let ends = further.iter().all(|node: &Node<G>| settled.contains_key(&node.goal.space));
            node.goal.last = !node.goal.fight && !node.goal.chance && ends && node.goal.left == 0;
            node.goal.unsupplied = seen.as_ref().is_some_and(|seen| self.is_unsupplied(seen, start));
            nodes.push(node);
            for node in further {
                push(node, &mut waiting, &mut queue);
            }
        }
        self.best_approaches(&mut tree, start);
        tree
    }

    fn is_unsupplied(&self, seen: &Seen<G::State>, start: &Start<G>) -> bool {
        start.marching.counters.iter().any(|counter| self.game.is_unsupplied(seen, counter))
    }

    /// The next places of a party, without those that are known; fights again, from every side.
    fn steps(
        &self,
        (state, seen): (&G::State, &Seen<G::State>),
        marching: &Marching,
        via: Option<usize>,
        known: impl Fn(&String) -> bool,
    ) -> Vec<Node<G>> {
        let mut nodes = Vec::new();
        let mut actions = Vec::new();
        self.game.offers(state, self.side, &mut actions);
        for (action, aim) in self.aimed_in(seen, actions) {
            let goes = matches!(aim.kind, OfferKind::Move | OfferKind::Attack);
            let own = aim.counter.as_ref().is_none_or(|counter| marching.counters.contains(counter));
            // From where a fight is entered may be better than from where it was found first.
            let new = |space: &String| aim.kind == OfferKind::Attack || !known(space);
            let Some(space) = aim.space.clone().filter(|space| goes && own && new(space)) else { continue };
            let next = self.tried(state, action);
            let left = match &next {
                Some(next) => self.game.marching(next).map_or(0, |m| m.left),
                None => 0,
            };
            let fight = aim.kind == OfferKind::Attack;
            let goal = Goal {
                space,
                via,
                left,
                fight,
                battle: aim.battle,
                chance: next.is_none() && !fight,
                ..Goal::default()
            };
            nodes.push(Node { goal, action, state: next });
        }
        nodes
    }

    /// Moves of one action, without taking up: a transfer, a voyage, an attempt, which may be one to where the enemy is.
    fn leaping(&self, state: &G::State, counter: &str) -> Vec<(G::Action, Aim)> {
        let leaps = |aim: &Aim| {
            let goes = aim.kind == OfferKind::Move || aim.enters;
            goes && aim.counter.as_deref() == Some(counter) && aim.space.is_some()
        };
        self.aimed(state).into_iter().filter(|(_, aim)| leaps(aim)).collect()
    }

    /// The same as reaches, one for each verb.
    fn leaps(&self, counter: &str) -> Vec<Reach> {
        if self.game.marching(self.state).is_some_and(|m| m.counters.iter().any(|c| c == counter)) {
            return Vec::new();
        }
        let Some((_, state)) = self.at_rest(self.state) else { return Vec::new() };
        let mut found: Vec<Reach> = Vec::new();
        for (action, aim) in self.leaping(&state, counter) {
            let Some(space) = aim.space else { continue };
            let (fight, chance) = (aim.kind == OfferKind::Attack, self.tried(&state, action).is_none());
            let goal = Goal { space, last: true, fight, chance, ..Goal::default() };
            match found.iter_mut().find(|reach| reach.verb == aim.verb) {
                Some(reach) => reach.goals.push(goal),
                None => found.push(Reach {
                    counters: vec![counter.into()],
                    label: self.group_of(&state, action),
                    verb: aim.verb.into_owned(),
                    from: String::new(),
                    left: 0,
                    parts: 1,
                    goals: vec![goal],
                }),
            }
        }
        found
    }

    fn group_of(&self, state: &G::State, action: G::Action) -> String {
        self.in_words(state, action).group
    }

    fn reach_of(&self, start: Start<G>, tree: Tree<G>) -> Reach {
        let label = start.taken.map_or_else(String::new, |action| {
            let rested = self.at_rest(self.state).map_or_else(|| self.state.clone(), |(_, state)| state);
            self.game.describe(&self.game.see(&rested, self.side.into()), self.side, action).label
        });
        let Marching { counters, at, left, parts } = start.marching;
        let goals = tree.nodes.into_iter().map(|node| node.goal).collect();
        Reach { counters, verb: start.verb, label, from: at, left, parts, goals }
    }
}

impl<G: Game> Tree<G> {
    /// The actions that lead to a goal.
    fn path(&self, end: usize) -> Vec<G::Action> {
        let mut back = Vec::new();
        let mut at = Some(end);
        while let Some(node) = at {
            back.push(self.nodes[node].action);
            at = self.nodes[node].goal.via;
        }
        back.reverse();
        back
    }
}
