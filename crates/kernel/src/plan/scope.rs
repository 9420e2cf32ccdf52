//! Where a slot can be sent and what many slots can be told at once, as the page is sent it: sets over the map, never lists cut at a number.

use super::{MenuLine, Stroke};
use crate::{Case, OfferKind};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use std::collections::BTreeSet;

/// A line of a slot's menu that is aimed at the map, with all hexes at which it can be aimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScopeLine {
    /// The verb, as [`Plans::pick`](super::Plans::pick) reads it.
    pub verb: &'static str,
    /// In words.
    pub label: String,
    /// The rule.
    pub case: Case,
    /// How the order would be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub stroke: Option<Stroke>,
    /// The hexes, in runs over the hexes of the sheet in its order: how many are not in the set, how many are, how many are not again, and so on.
    /// Base64 of these lengths, each in bytes of seven bits, the lowest first; the eighth bit says that there are more.
    pub hexes: String,
    /// For each hex of the set in the same order a byte, base64: what it costs to get there, in quarters of a movement point, rounded up; empty
    /// where nothing is paid.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub costs: String,
    /// The same: the pulse of the Execution in which it is reached, if nothing holds it up.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub pulses: String,
}

/// Hexes by their places on the sheet, in order, as a line has them.
pub fn runs(places: impl IntoIterator<Item = usize>) -> String {
    let (mut bytes, mut at) = (Vec::new(), 0);
    let mut places = places.into_iter().peekable();
    while let Some(first) = places.next() {
        let mut end = first + 1;
        while places.next_if_eq(&end).is_some() {
            end += 1;
        }
        push(&mut bytes, first - at);
        push(&mut bytes, end - first);
        at = end;
    }
    STANDARD.encode(bytes)
}

/// A length in bytes of seven bits, the lowest first; the eighth bit says that there are more.
fn push(bytes: &mut Vec<u8>, mut length: usize) {
    while length >= 128 {
        bytes.push((length & 127) as u8 | 128);
        length >>= 7;
    }
    bytes.push(length as u8);
}

/// The places of [`runs`] again; nothing if it is none.
pub fn places(runs: &str) -> Option<Vec<usize>> {
    let (mut places, mut at, mut length, mut shift, mut inside) = (Vec::new(), 0, 0, 0, false);
    for byte in STANDARD.decode(runs).ok()? {
        length |= usize::from(byte & 127).checked_shl(shift)?;
        shift += 7;
        if byte & 128 == 0 {
            if inside {
                places.extend(at..at + length);
            }
            (at, length, shift, inside) = (at + length, 0, 0, !inside);
        }
    }
    Some(places)
}

/// A byte for each hex of a set.
pub fn bytes(values: impl IntoIterator<Item = u8>) -> String {
    STANDARD.encode(values.into_iter().collect::<Vec<u8>>())
}

/// A line that several slots have on their menus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SharedLine {
    /// The verb.
    pub verb: &'static str,
    /// In words, for a button.
    pub label: String,
    /// The rule.
    pub case: Case,
    /// What kind of order it is.
    pub kind: OfferKind,
    /// Who has it.
    pub slots: Vec<String>,
    /// The targets at which each of these can aim it; nothing for a verb without target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub targets: Option<Vec<String>>,
}

impl SharedLine {
    /// The line of one slot.
    pub(super) fn new(slot: &str, line: MenuLine) -> SharedLine {
        let MenuLine { verb, label, case, kind, targets } = line;
        SharedLine { verb, label, case, kind, slots: vec![slot.to_owned()], targets }
    }

    /// Another slot has it, too.
    pub(super) fn join(&mut self, slot: &str, line: MenuLine) {
        self.slots.push(slot.to_owned());
        if let (Some(both), Some(its)) = (self.targets.as_mut(), line.targets) {
            let its: BTreeSet<String> = its.into_iter().collect();
            both.retain(|target| its.contains(target));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_hexes_is_sent_in_runs() {
        assert_eq!(runs([0, 9]), "AAEIAQ==");
        assert_eq!(runs([]), "");
        assert_eq!(places("AAEIAQ=="), Some(vec![0, 9]));
        assert_eq!(places("no set"), None);
        let some = [3, 4, 5, 64, 500];
        assert_eq!(places(&runs(some)), Some(some.to_vec()));
        // A map of twenty thousand hexes with a lake in it.
        let all: Vec<usize> = (0..20_000).filter(|place| !(300..310).contains(place)).collect();
        assert!(runs(all.clone()).len() < 16 && places(&runs(all.clone())) == Some(all));
    }
}
