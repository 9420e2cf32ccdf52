//! What changed between two views of one viewer, so that a page which has the first need not be sent the second.
//!
//! Counters, spaces, tracks and layers are named by their ids; of a counter only the fields that changed are told. A patch is exact:
//! [`Patch::apply`] to the first view gives the second, order and all, for any two views of one viewer at one table.

use crate::event::BattleReport;
use crate::view::{CalendarView, CounterView, FaceView, LayerView, Outcome, SpaceView, TrackView, TurnView, View};
use crate::{Offer, OfferSet, Prompt, Side, ToAct};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// What changed. Whatever is absent stayed as it was.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Patch {
    /// The turn and phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub turn: Option<TurnView>,
    /// Who is asked to decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub to_act: Option<ToAct>,
    /// Spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub spaces: Option<ListPatch<SpaceView, SpaceView>>,
    /// Counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub counters: Option<ListPatch<CounterView, CounterPatch>>,
    /// Tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub tracks: Option<ListPatch<TrackView, TrackView>>,
    /// The battle being fought; null if none is any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub battle: Option<Option<BattleReport>>,
    /// The calendar, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub calendar: Option<Vec<CalendarView>>,
    /// Layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub layers: Option<ListPatch<LayerView, LayerView>>,
    /// What is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub prompt: Option<Prompt>,
    /// The offers that come with their words, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub list: Option<Vec<Offer>>,
    /// The other offers, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub sets: Option<Vec<OfferSet>>,
    /// The result; null if there is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub outcome: Option<Option<Outcome>>,
}

/// What changed in a list of things that have ids. To be applied in the order of its fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ListPatch<T, C> {
    /// The whole list, where its ids do not tell its items apart; then there is nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub all: Option<Vec<T>>,
    /// Ids of those that are gone, or come back in another place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub gone: Vec<String>,
    /// Those that changed where they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub put: Vec<C>,
    /// Those that are new, each with its index in the list when it is its turn to be put in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub new: Vec<(usize, T)>,
}

/// The fields of a counter that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CounterPatch {
    /// Which counter.
    pub id: String,
    /// Whose it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub side: Option<Option<Side>>,
    /// Where it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub at: Option<String>,
    /// What it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kind: Option<String>,
    /// Its visible face.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub face: Option<FaceView>,
    /// Only its back is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub hidden: Option<bool>,
    /// Its states, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub flags: Option<Vec<String>>,
}

impl Patch {
    /// What leads from one view to another of the same viewer at the same table.
    pub fn between(old: &View, new: &View) -> Patch {
        debug_assert_eq!((&old.game, &old.scenario, old.viewer), (&new.game, &new.scenario, new.viewer));
        Patch {
            turn: changed(&old.turn, &new.turn),
            to_act: changed(&old.to_act, &new.to_act),
            spaces: between(&old.spaces, &new.spaces),
            counters: between(&old.counters, &new.counters),
            tracks: between(&old.tracks, &new.tracks),
            battle: changed(&old.battle, &new.battle),
            calendar: changed(&old.calendar, &new.calendar),
            layers: between(&old.layers, &new.layers),
            prompt: changed(&old.offers.prompt, &new.offers.prompt),
            list: changed(&old.offers.list, &new.offers.list),
            sets: changed(&old.offers.sets, &new.offers.sets),
            outcome: changed(&old.outcome, &new.outcome),
        }
    }

    /// Makes the first view of [`Patch::between`] the second. Applied to any other view the result is unspecified.
    pub fn apply(&self, view: &mut View) {
        put(&mut view.turn, &self.turn);
        put(&mut view.to_act, &self.to_act);
        apply_to(&mut view.spaces, &self.spaces);
        apply_to(&mut view.counters, &self.counters);
        apply_to(&mut view.tracks, &self.tracks);
        put(&mut view.battle, &self.battle);
        put(&mut view.calendar, &self.calendar);
        apply_to(&mut view.layers, &self.layers);
        put(&mut view.offers.prompt, &self.prompt);
        put(&mut view.offers.list, &self.list);
        put(&mut view.offers.sets, &self.sets);
        put(&mut view.outcome, &self.outcome);
    }
}

fn changed<T: Clone + PartialEq>(old: &T, new: &T) -> Option<T> {
    (old != new).then(|| new.clone())
}

fn put<T: Clone>(field: &mut T, new: &Option<T>) {
    if let Some(new) = new {
        field.clone_from(new);
    }
}

/// Something of a list that has an id, and what can change in it.
trait Keyed<C>: Clone + PartialEq {
    fn key(&self) -> &str;
    /// What leads from `self` to another with the same id.
    fn change(&self, new: &Self) -> C;
    fn key_of(change: &C) -> &str;
    fn apply(&mut self, change: &C);
}

/// `None` if nothing changed. What has only changed its place in the list is taken out and put in again.
fn between<T: Keyed<C>, C>(old: &[T], new: &[T]) -> Option<ListPatch<T, C>> {
    if old == new {
        return None;
    }
    // Mostly the same things in the same order: nobody has to be looked for.
    if old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.key() == new.key()) {
        let put = old.iter().zip(new).filter(|(old, new)| old != new).map(|(old, new)| old.change(new)).collect();
        return Some(ListPatch { all: None, gone: Vec::new(), put, new: Vec::new() });
    }
    let known: HashMap<&str, usize> = old.iter().enumerate().map(|(at, t)| (t.key(), at)).collect();
    let now: HashSet<&str> = new.iter().map(Keyed::key).collect();
    if known.len() != old.len() || now.len() != new.len() {
        return Some(ListPatch { all: Some(new.to_vec()), gone: Vec::new(), put: Vec::new(), new: Vec::new() });
    }
    let common: Vec<usize> = new.iter().filter_map(|item| known.get(item.key()).copied()).collect();
    let stays: HashSet<usize> = longest_rise(&common).into_iter().collect();
    let gone = old.iter().enumerate().filter(|(at, _)| !stays.contains(at)).map(|(_, item)| item.key().to_owned());
    let mut patch = ListPatch { all: None, gone: gone.collect(), put: Vec::new(), new: Vec::new() };
    for (at, item) in new.iter().enumerate() {
        match known.get(item.key()).filter(|old| stays.contains(old)) {
            Some(was) if old[*was] == *item => {}
            Some(was) => patch.put.push(old[*was].change(item)),
            None => patch.new.push((at, item.clone())),
        }
    }
    Some(patch)
}

/// The most numbers of a list that rise from left to right.
fn longest_rise(numbers: &[usize]) -> Vec<usize> {
    // ends[k]: where the best rise of k + 1 numbers ends; before[i]: where the rise that ends at i comes from.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before.push(length.checked_sub(1).map(|k| ends[k]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut rise = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(here) = at {
        rise.push(numbers[here]);
        at = before[here];
    }
    rise.reverse();
    rise
}

fn apply_to<T: Keyed<C>, C>(list: &mut Vec<T>, patch: &Option<ListPatch<T, C>>) {
    let Some(patch) = patch else { return };
    if let Some(all) = &patch.all {
        list.clone_from(all);
        return;
    }
    list.retain(|item| !patch.gone.iter().any(|key| key == item.key()));
    let changes: HashMap<&str, &C> = patch.put.iter().map(|c| (T::key_of(c), c)).collect();
    for item in list.iter_mut() {
        if let Some(change) = changes.get(item.key()) {
            item.apply(change);
        }
    }
    for (at, item) in &patch.new {
        list.insert((*at).min(list.len()), item.clone());
    }
}

/// Small things are sent whole.
macro_rules! whole {
    ($($t:ty),*) => {$(
        impl Keyed<$t> for $t {
            fn key(&self) -> &str {
                &self.id
            }
            fn change(&self, new: &Self) -> $t {
                new.clone()
            }
            fn key_of(change: &$t) -> &str {
                &change.id
            }
            fn apply(&mut self, change: &$t) {
                self.clone_from(change);
            }
        }
    )*};
}
whole!(SpaceView, TrackView, LayerView);

impl Keyed<CounterPatch> for CounterView {
    fn key(&self) -> &str {
        &self.id
    }

    fn change(&self, new: &Self) -> CounterPatch {
        CounterPatch {
            id: new.id.clone(),
            side: changed(&self.side, &new.side),
            at: changed(&self.at, &new.at),
            kind: changed(&self.kind, &new.kind),
            face: changed(&self.face, &new.face),
            hidden: changed(&self.hidden, &new.hidden),
            flags: changed(&self.flags, &new.flags),
        }
    }

    fn key_of(change: &CounterPatch) -> &str {
        &change.id
    }

    fn apply(&mut self, change: &CounterPatch) {
        put(&mut self.side, &change.side);
        put(&mut self.at, &change.at);
        put(&mut self.kind, &change.kind);
        put(&mut self.face, &change.face);
        put(&mut self.hidden, &change.hidden);
        put(&mut self.flags, &change.flags);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(id: &str, value: i32) -> TrackView {
        TrackView { id: id.into(), value: Some(value), ..TrackView::default() }
    }

    fn tracks(ids: &str) -> Vec<TrackView> {
        ids.chars().map(|c| track(&c.to_string(), 1)).collect()
    }

    fn there(old: &[TrackView], new: &[TrackView]) -> ListPatch<TrackView, TrackView> {
        let patch = between(old, new).expect("they differ");
        let mut list = old.to_vec();
        apply_to(&mut list, &Some(patch.clone()));
        assert_eq!(list, new);
        patch
    }

    #[test]
    fn a_list_changes_by_ids_and_keeps_its_order() {
        for (old, new) in [("abc", "xabyc"), ("abc", "b"), ("", "ab"), ("abcd", "axyd"), ("ab", "")] {
            let patch = there(&tracks(old), &tracks(new));
            assert_eq!(patch.all, None, "{old} to {new}");
        }
        let mut new = tracks("abc");
        new[1].value = Some(7);
        let patch = there(&tracks("abc"), &new);
        assert_eq!((patch.put.len(), patch.gone.len(), patch.new.len()), (1, 0, 0));
        assert_eq!(between::<TrackView, TrackView>(&new, &new), None);
    }

    #[test]
    fn what_has_another_place_is_put_in_again() {
        for (old, new) in [("abc", "cab"), ("abcdef", "fabdce"), ("abcd", "dcba"), ("abcd", "xdbya")] {
            assert_eq!(there(&tracks(old), &tracks(new)).all, None, "{old} to {new}");
        }
        let patch = there(&tracks("abcdef"), &tracks("fabcde"));
        assert_eq!((patch.gone.len(), patch.new.len()), (1, 1), "only one has moved");
        assert_eq!(longest_rise(&[5, 0, 1, 4, 2, 3]), [0, 1, 2, 3]);
    }

    #[test]
    fn ids_that_are_not_unique_send_the_whole_list() {
        assert!(there(&tracks("aab"), &tracks("ab")).all.is_some());
        assert!(there(&tracks("ab"), &tracks("aba")).all.is_some());
    }

    #[test]
    fn of_a_counter_only_what_changed_is_told() {
        let old = CounterView { id: "S-65".into(), at: "0508".into(), ..CounterView::default() };
        let new = CounterView { at: "0509".into(), ..old.clone() };
        let patch = between(std::slice::from_ref(&old), std::slice::from_ref(&new)).expect("moved");
        let text = serde_json::to_string(&patch).expect("json");
        assert_eq!(text, r#"{"put":[{"id":"S-65","at":"0509"}]}"#);
        let mut list = vec![old];
        apply_to(&mut list, &Some(patch));
        assert_eq!(list, [new]);
    }
}
