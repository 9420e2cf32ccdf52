//! What `set` in a case file can say.
//!
//! | key | value |
//! |---|---|
//! | a unit | `{ strength, assets = ["SA-140"], moved, refugee }` |
//! | an asset | `{ steps }` |
//! | `directives` | `["don", "caucasus", "stalingrad"]`: primary, secondary, tertiary |
//! | `points` | `{ caucasus, don, stalingrad }`, raw |
//! | `uranus` | the turn of the launch; 0 for not yet |
//! | `edelweiss`, `tcf_used` | true or false |
//! | `duty` | `not-yet`, `owed` or `paid` |
//! | `purse` | `{ soviet }` or `{ german, minor }` |
//! | `last_control` | `{ Kalmykia = "axis" }` |
//! | `marker` | `{ "0408" = { from = "0508", river = true } }`; without `river` the hexside decides |
//! | `fought` | spaces where an attack was made in this player turn |
//! | `fresh` | units and assets that came to the reserve in this player turn |
//! | `withdrawn` | assets that were withdrawn to it in this player turn |
//! | `ready` | sides that have finished the set-up |

use super::Hand;
use crate::data::{AssetId, Objective, UnitId};
use crate::state::{AssetState, Directives, Duty, Marker, Post, UnitSet};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::{Arranging, Side};
use serde_json::{Map, Value};

/// What can be set of a unit.
pub(crate) const UNIT: &str = "strength, assets, moved, refugee";
/// What can be set of an asset.
pub(crate) const ASSET: &str = "steps";
pub(crate) const WORDS: &str = "directives, points, uranus, edelweiss, duty, purse, tcf_used, last_control, marker, \
                     fought, fresh, withdrawn, ready";

impl Hand<'_> {
    pub(super) fn set(&mut self, set: &Map<String, Value>) {
        for (key, value) in set {
            if let Some(unit) = self.game.data.unit(key) {
                self.set_unit(unit, key, value);
            } else if let Some(asset) = self.game.data.asset(key) {
                self.set_asset(asset, key, value);
            } else {
                self.set_word(key, value);
            }
        }
    }

    fn set_word(&mut self, key: &str, value: &Value) {
        match key {
            "directives" => self.set_directives(value),
            "points" => self.set_points(value),
            "uranus" => {
                let turn = self.up_to(u64::from(u8::MAX), key, value).unwrap_or(0) as u8;
                self.state.uranus = Some(turn).filter(|turn| *turn > 0);
            }
            "edelweiss" => self.state.edelweiss = self.truth(key, value),
            "tcf_used" => self.state.tcf_used = self.truth(key, value),
            "duty" => self.set_duty(value),
            "purse" => self.set_purse(value),
            "last_control" => self.set_last_control(value),
            "marker" => self.set_markers(value),
            "fought" => self.state.fought = self.spaces(key, value).into_iter().collect(),
            "fresh" | "withdrawn" => self.set_arrivals(key, value),
            "ready" => self.set_ready(value),
            _ => self.fault(format!("set: {key:?} is no unit, asset or word; the words are {WORDS}")),
        }
    }

    fn set_unit(&mut self, unit: UnitId, key: &str, value: &Value) {
        for (word, value) in self.table(key, value) {
            let path = format!("{key}.{word}");
            match word.as_str() {
                "strength" => {
                    let most = self.game.data.units[unit.index()].max;
                    if let Some(n) = self.up_to(u64::from(most), &path, &value) {
                        self.state.units[unit.index()].strength = n as u8;
                    }
                }
                "assets" => self.give_assets(unit, &path, &value),
                "moved" => {
                    let truth = self.truth(&path, &value);
                    mark(&mut self.state.moved, unit, truth);
                }
                "refugee" => {
                    let truth = self.truth(&path, &value);
                    mark(&mut self.state.refugees, unit, truth);
                }
                _ => self.fault(format!("set {key}: {word:?} is not one of {UNIT}")),
            }
        }
    }

    /// Exactly these assets are with the unit, at the steps they have, or all of them if they were not in play.
    fn give_assets(&mut self, unit: UnitId, path: &str, value: &Value) {
        for asset in self.state.assets_of(unit).iter() {
            self.state.assets[asset.index()].post = Post::Reserve;
        }
        for name in self.list(path, value) {
            let found = name.as_str().and_then(|name| self.game.data.asset(name));
            let side = self.game.data.units[unit.index()].side;
            match found.filter(|asset| self.game.data.assets[asset.index()].side == side) {
                Some(asset) => {
                    let now = self.state.assets[asset.index()].steps;
                    let steps = if now > 0 { now } else { self.game.data.assets[asset.index()].max_steps };
                    self.state.assets[asset.index()] = AssetState { post: Post::With(unit), steps };
                }
                None => self.fault(format!("set {path}: {name} is no asset of that side")),
            }
        }
    }

    fn set_asset(&mut self, asset: AssetId, key: &str, value: &Value) {
        for (word, value) in self.table(key, value) {
            match word.as_str() {
                "steps" => {
                    let most = self.game.data.assets[asset.index()].max_steps;
                    if let Some(n) = self.up_to(u64::from(most), &format!("{key}.steps"), &value) {
                        self.state.assets[asset.index()].steps = n as u8;
                    }
                }
                _ => self.fault(format!("set {key}: an asset has steps, not {word:?}")),
            }
        }
    }

    fn set_directives(&mut self, value: &Value) {
        let words = self.list("directives", value);
        let found: Vec<Objective> = words.iter().filter_map(objective).collect();
        let all = Objective::ALL.iter().all(|o| found.contains(o));
        match <[Objective; 3]>::try_from(found) {
            Ok(three) if all => self.state.directives = Directives(three),
            _ => self.fault(format!("set directives: don, caucasus and stalingrad in an order, not {value}")),
        }
    }

    fn set_points(&mut self, value: &Value) {
        for (word, value) in self.table("points", value) {
            let Some(n) = self.up_to(u64::from(u16::MAX), &format!("points.{word}"), &value) else { continue };
            match word.as_str() {
                "caucasus" => self.state.points.caucasus = n as u16,
                "don" => self.state.points.don = n as u16,
                "stalingrad" => self.state.points.stalingrad = n as u16,
                _ => self.fault(format!("set points: {word:?} is not caucasus, don or stalingrad")),
            }
        }
    }

    fn set_duty(&mut self, value: &Value) {
        match value.as_str().and_then(Duty::from_word) {
            Some(duty) => self.state.duty = duty,
            None => self.fault(format!("set duty: not-yet, owed or paid, not {value}")),
        }
    }

    fn set_purse(&mut self, value: &Value) {
        for (word, value) in self.table("purse", value) {
            let Some(n) = self.up_to(u64::from(u8::MAX), &format!("purse.{word}"), &value) else { continue };
            match word.as_str() {
                "soviet" | "german" => self.state.purse[0] = n as u8,
                "minor" => self.state.purse[1] = n as u8,
                _ => self.fault(format!("set purse: {word:?} is not soviet, german or minor")),
            }
        }
    }

    fn set_last_control(&mut self, value: &Value) {
        for (name, value) in self.table("last_control", value) {
            let space = self
                .game
                .data
                .board
                .space(&name)
                .filter(|&space| self.game.data.spaces[space].caucasus.is_some_and(|info| info.last_control));
            match (space, value.as_str().and_then(Side::from_word)) {
                (Some(space), Some(Side::Axis)) => {
                    self.state.axis_last.insert(space);
                }
                (Some(space), Some(Side::Soviet)) => {
                    self.state.axis_last.remove(space);
                }
                (None, _) => self.fault(format!("set last_control: {name:?} has no such marker")),
                (_, None) => self.fault(format!("set last_control {name}: axis or soviet, not {value}")),
            }
        }
    }

    fn set_markers(&mut self, value: &Value) {
        for (name, value) in self.table("marker", value) {
            let path = format!("marker.{name}");
            let from = value.get("from").and_then(Value::as_str).map(str::to_owned);
            let from = from.as_deref().and_then(|from| self.game.data.board.space(from));
            let (Some(space), Some(from)) = (self.game.data.board.space(&name), from) else {
                self.fault(format!("set {path}: a space with `from`, the space the first unit came from"));
                continue;
            };
            let river = match value.get("river") {
                Some(river) => self.truth(&path, &river.clone()),
                None => self.game.over_river(from, space),
            };
            self.state.markers.retain(|m| m.space != space);
            if self.state.markers.try_push(Marker { space, from, river }).is_err() {
                self.fault("set marker: there are not so many markers".into());
            }
        }
    }

    fn set_arrivals(&mut self, key: &str, value: &Value) {
        for name in self.list(key, value) {
            let word = name.as_str().unwrap_or_default();
            match (self.game.data.unit(word), self.game.data.asset(word)) {
                (Some(unit), _) if key == "fresh" => self.state.fresh_units.insert(unit),
                (_, Some(asset)) if key == "fresh" => self.state.fresh_assets.insert(asset),
                (_, Some(asset)) => self.state.withdrawn.insert(asset),
                _ => self.fault(format!("set {key}: {name} is no counter that can be so")),
            }
        }
    }

    fn set_ready(&mut self, value: &Value) {
        self.state.ready = [false; 2];
        for word in self.list("ready", value) {
            match word.as_str().and_then(Side::from_word) {
                Some(side) => self.state.ready[side.index()] = true,
                None => self.fault(format!("set ready: {word} is no side; there are axis and soviet")),
            }
        }
    }

    fn spaces(&mut self, key: &str, value: &Value) -> Vec<SpaceId> {
        let mut spaces = Vec::new();
        for name in self.list(key, value) {
            match name.as_str().and_then(|name| self.game.data.board.space(name)) {
                Some(space) => spaces.push(space),
                None => self.fault(format!("set {key}: there is no space {name}")),
            }
        }
        spaces
    }
}

fn mark(set: &mut UnitSet, unit: UnitId, truth: bool) {
    if truth {
        set.insert(unit);
    } else {
        set.remove(unit);
    }
}

fn objective(word: &Value) -> Option<Objective> {
    word.as_str().and_then(Objective::from_word)
}
