//! Reading the values of `set`.

use super::Hand;
use crate::data::{SupportId, UnitId};
use crate::state::{Spaces, SupportSet, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Arranging, Side};
use serde::de::DeserializeOwned;
use serde_json::Value;

impl Hand<'_> {
    /// One of the words that a type has in files.
    pub(super) fn word<T: DeserializeOwned>(&mut self, key: &str, value: &Value) -> Option<T> {
        match serde_json::from_value(value.clone()) {
            Ok(word) => Some(word),
            Err(fault) => {
                self.fault(format!("set {key}: {fault}"));
                None
            }
        }
    }

    pub(super) fn side(&mut self, key: &str, value: &Value) -> Side {
        let side = value.as_str().and_then(Side::from_word);
        if side.is_none() {
            self.fault(format!("set {key}: axis or soviet, not {value}"));
        }
        side.unwrap_or(Side::Axis)
    }

    pub(super) fn unit(&mut self, key: &str, value: &Value) -> Option<UnitId> {
        let unit = value.as_str().and_then(|name| self.game.data.unit(name));
        if unit.is_none() {
            self.fault(format!("set {key}: there is no unit {value}"));
        }
        unit
    }

    pub(super) fn units(&mut self, key: &str, value: &Value) -> UnitSet {
        self.list(key, value).iter().filter_map(|name| self.unit(key, name)).collect()
    }

    pub(super) fn hex(&mut self, key: &str, value: &Value) -> Option<SpaceId> {
        let hex = value.as_str().and_then(|name| self.land(name));
        if hex.is_none() {
            self.fault(format!("set {key}: there is no land hex {value}"));
        }
        hex
    }

    pub(super) fn hexes(&mut self, key: &str, value: &Value) -> Spaces {
        self.list(key, value).iter().filter_map(|name| self.hex(key, name)).collect()
    }

    pub(super) fn marker(&mut self, key: &str, value: &Value) -> Option<SupportId> {
        let marker = value.as_str().and_then(|name| self.game.data.supports.marker(name));
        if marker.is_none() {
            self.fault(format!("set {key}: there is no support {value}"));
        }
        marker
    }

    pub(super) fn markers(&mut self, key: &str, value: &Value) -> SupportSet {
        self.list(key, value).iter().filter_map(|name| self.marker(key, name)).collect()
    }

    /// Two values of a kind.
    pub(super) fn pair<T: Copy + Default>(
        &mut self,
        key: &str,
        value: &Value,
        mut read: impl FnMut(&mut Self, &str, &Value) -> T,
    ) -> [T; 2] {
        let list = self.list(key, value);
        if list.len() != 2 {
            self.fault(format!("set {key}: two values are wanted, not {value}"));
        }
        let mut pair = [T::default(); 2];
        for (place, value) in pair.iter_mut().zip(&list) {
            *place = read(self, key, value);
        }
        pair
    }

    /// Major cities by name, as bits.
    pub(super) fn cities(&mut self, key: &str, value: &Value) -> u8 {
        let mut bits = 0;
        for name in self.list(key, value) {
            let cities = &self.game.map(self.state).cities;
            match cities.iter().position(|city| Some(city.name.as_str()) == name.as_str()).filter(|place| *place < 8) {
                Some(place) => bits |= 1 << place,
                None => self.fault(format!("set {key}: there is no major city {name} on this map")),
            }
        }
        bits
    }
}
