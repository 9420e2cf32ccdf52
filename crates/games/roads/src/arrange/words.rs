//! What `set` in a case file can say. docs/case-files.md lists the words with their values.
//!
//! A key is a unit, a support, a Ju 52, or a word of the position; parts with words of their own are in [`super::parts`], frames that can
//! be opened in [`super::frames`].

use super::Hand;
use crate::data::{Effect, SupportId, UnitId};
use crate::state::{Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_table::Arranging;
use serde_json::{Map, Value};

/// What can be set of a unit.
pub(crate) const UNIT: &str =
    "steps, supply, exploiting, pontoon, supports, moved, attacked, retreated, surprised, arrived, leaving";
/// What can be set of a support.
pub(crate) const SUPPORT: &str = "at, served, pressed";
pub(crate) const WORDS: &str = "weather, ice, cloud, february_mud, offensives, superiority, mars, okh, approval, manstein, fortress, stavka, \
                     launched, swapped, major_west, banned, transferred, moved, attacked, struck, retreated, surprised, arrived, \
                     leaving, strategic_paid, rail, points, no_points, stalingrad_withdrawn, owed, city_reinforced, free_taken, \
                     upgrades, lost_hexes, successes, recaptures, score, conditions, pressed, served, frame, fight, enter";

impl Hand<'_> {
    pub(super) fn set(&mut self, set: &Map<String, Value>) {
        for (key, value) in set {
            if let Some(unit) = self.game.data.unit(key) {
                self.set_unit(unit, key, value);
            } else if let Some(marker) = self.game.data.supports.marker(key) {
                self.set_marker(marker, key, value);
            } else if let Some(plane) = self.plane(key) {
                self.put_plane(plane, key, value.get("at").unwrap_or(value));
            } else {
                self.set_word(key, value);
            }
        }
    }

    fn set_word(&mut self, key: &str, value: &Value) {
        match key {
            "weather" | "ice" | "cloud" | "february_mud" => self.set_sky(key, value),
            "offensives" => self.set_offensives(value),
            "superiority" => self.set_superiority(value),
            "mars" => self.set_mars(value),
            "okh" => self.set_okh(value),
            "approval" => self.state.okh.approval = self.number(key, value),
            "manstein" => self.set_manstein(value),
            "fortress" => self.set_fortress(value),
            "stavka" => self.set_stavka(value),
            "launched" | "swapped" | "major_west" | "banned" | "transferred" | "pressed" | "served" => {
                self.set_supports(key, value);
            }
            "moved" | "attacked" | "struck" | "retreated" | "surprised" | "arrived" | "leaving" | "strategic_paid" => {
                self.set_memory(key, value);
            }
            "rail"
            | "points"
            | "no_points"
            | "owed"
            | "city_reinforced"
            | "free_taken"
            | "upgrades"
            | "stalingrad_withdrawn" => self.set_refit(key, value),
            "lost_hexes" => self.state.lost_hexes = self.hexes(key, value),
            "successes" => self.state.successes = self.cities(key, value),
            "recaptures" => self.state.recaptures = self.cities(key, value),
            "score" => self.state.score = self.number(key, value),
            "conditions" => self.set_conditions(value),
            "frame" | "fight" if !self.open => {}
            "frame" => self.open_frame(value),
            "fight" => self.open_fight(value),
            "enter" => {
                self.truth(key, value);
            }
            _ => self.fault(format!("set: {key:?} is no unit, support, Ju 52 or word; the words are {WORDS}")),
        }
    }

    fn set_sky(&mut self, key: &str, value: &Value) {
        match key {
            "weather" => {
                if let Some(weather) = self.word(key, value) {
                    self.state.forecast.weather = weather;
                }
            }
            "ice" => {
                if let Some(ice) = self.word(key, value) {
                    self.state.forecast.ice = ice;
                }
            }
            "cloud" => {
                if let Some(cloud) = self.word(key, value) {
                    self.state.forecast.cloud = cloud;
                }
            }
            _ => self.state.february_mud = self.truth(key, value),
        }
    }

    fn set_supports(&mut self, key: &str, value: &Value) {
        match key {
            "launched" => self.state.launched = self.truth(key, value),
            "swapped" => self.state.swapped = self.number(key, value),
            "major_west" => self.state.major_west = self.truth(key, value),
            "banned" => self.state.banned = self.pair(key, value, Hand::truth),
            "transferred" => self.state.transferred = self.truth(key, value),
            "pressed" => self.state.pressed = self.markers(key, value),
            _ => {
                for (word, value) in self.table(key, value) {
                    let path = format!("{key}.{word}");
                    match word.as_str() {
                        "attack" => self.state.served[0] = self.markers(&path, &value),
                        "defence" => self.state.served[1] = self.markers(&path, &value),
                        _ => self.fault(format!("set served: {word:?} is not attack or defence")),
                    }
                }
            }
        }
    }

    fn set_memory(&mut self, key: &str, value: &Value) {
        match key {
            "struck" => self.state.struck = self.hexes(key, value),
            "strategic_paid" => self.state.strategic_paid = self.truth(key, value),
            _ => {
                let units = self.units(key, value);
                *self.memory(key) = units;
            }
        }
    }

    fn memory(&mut self, key: &str) -> &mut UnitSet {
        match key {
            "attacked" => &mut self.state.attacked,
            "retreated" => &mut self.state.retreated,
            "surprised" => &mut self.state.surprised,
            "arrived" => &mut self.state.arrived,
            "leaving" => &mut self.state.leaving,
            _ => &mut self.state.moved,
        }
    }

    fn set_refit(&mut self, key: &str, value: &Value) {
        match key {
            "rail" => self.state.rail = self.number(key, value),
            "points" => self.state.points = self.pair(key, value, Hand::number),
            "no_points" => {
                self.state.no_points = [false; 2];
                for side in self.list(key, value) {
                    let side = self.side(key, &side);
                    self.state.no_points[side.index()] = true;
                }
            }
            "owed" => self.state.owed = self.pair(key, value, Hand::number),
            "city_reinforced" => self.state.city_reinforced = self.truth(key, value),
            "free_taken" => self.state.free_taken = self.truth(key, value),
            "stalingrad_withdrawn" => self.state.withdrawn = self.truth(key, value),
            _ => self.set_upgrades(value),
        }
    }

    /// Guards upgrades still to be made, by the counters that come (18.2.1.c).
    fn set_upgrades(&mut self, value: &Value) {
        self.state.upgrades = 0;
        for name in self.list("upgrades", value) {
            let Some(unit) = self.unit("upgrades", &name) else { continue };
            let place = self.game.scenario(self.state).upgrades.iter().position(|upgrade| upgrade.to == unit);
            match place.filter(|place| *place < 16) {
                Some(place) => self.state.upgrades |= 1 << place,
                None => self.fault(format!("set upgrades: nothing is upgraded into {name} in this scenario")),
            }
        }
    }

    /// Conditions of reinforcements that have been met, by their ids (S0.f).
    fn set_conditions(&mut self, value: &Value) {
        self.state.conditions = 0;
        for name in self.list("conditions", value) {
            let lines = &self.game.scenario(self.state).conditions;
            match lines.iter().position(|line| Some(line.condition.id.as_str()) == name.as_str()) {
                Some(place) if place < 8 => self.state.conditions |= 1 << place,
                _ => self.fault(format!("set conditions: this scenario has no condition {name}")),
            }
        }
    }

    /// The active effects; the others are not.
    fn set_superiority(&mut self, value: &Value) {
        self.state.superiority = [false; 4];
        for word in self.list("superiority", value) {
            if let Some(effect) = self.word::<Effect>("superiority", &word) {
                self.state.superiority[effect as usize] = true;
            }
        }
    }

    fn set_offensives(&mut self, value: &Value) {
        for (name, value) in self.table("offensives", value) {
            match crate::state::Om::ALL.into_iter().find(|om| om.word() == name) {
                Some(om) => self.put_offensive(om, &value),
                None => self.fault(format!("set offensives: {name:?} is not major, minor-a or minor-b")),
            }
        }
    }

    pub(super) fn set_unit(&mut self, unit: UnitId, key: &str, value: &Value) {
        for (word, value) in self.table(key, value) {
            let path = format!("{key}.{word}");
            match word.as_str() {
                "steps" => {
                    let (steps, most) = (self.number::<u8>(&path, &value), self.game.info(unit).steps());
                    if steps > most {
                        self.fault(format!("set {path}: it has {most} at most"));
                    }
                    self.state.field.get_mut(unit).steps = steps.min(most);
                }
                "supply" => match value.as_str().and_then(supply) {
                    Some(supply) => self.state.field.get_mut(unit).supply = supply,
                    None => self.fault(format!("set {path}: in, oos or oos-fs, not {value}")),
                },
                "exploiting" => {
                    let truth = self.truth(&path, &value);
                    self.state.field.get_mut(unit).exploiting = truth;
                }
                "pontoon" => self.set_pontoon(unit, &path, &value),
                "supports" => {
                    for name in self.list(&path, &value) {
                        if let Some(marker) = self.marker(&path, &name) {
                            self.state.markers[marker.index()] = crate::state::Spot::Unit(unit);
                        }
                    }
                }
                "moved" | "attacked" | "retreated" | "surprised" | "arrived" | "leaving" => {
                    let truth = self.truth(&path, &value);
                    let set = self.memory(&word);
                    if truth {
                        set.insert(unit);
                    } else {
                        set.remove(unit);
                    }
                }
                _ => self.fault(format!("set {key}: {word:?} is not one of {UNIT}")),
            }
        }
    }

    /// The hex across the river that the arrow points to, or `"none"`.
    fn set_pontoon(&mut self, unit: UnitId, path: &str, value: &Value) {
        let to: Option<SpaceId> = if value.as_str() == Some("none") { None } else { self.hex(path, value) };
        if to.is_some() && !self.game.info(unit).is_hq() {
            self.fault(format!("set {path}: only an HQ has a pontoon"));
        }
        self.state.field.get_mut(unit).pontoon = to;
    }

    /// `"major"`, or `{ at = "26TK", served = ["attack"], pressed = true }`.
    fn set_marker(&mut self, marker: SupportId, key: &str, value: &Value) {
        if value.is_string() {
            return self.put_marker(marker, key, value);
        }
        for (word, value) in self.table(key, value) {
            let path = format!("{key}.{word}");
            match word.as_str() {
                "at" => self.put_marker(marker, key, &value),
                "pressed" => {
                    if self.truth(&path, &value) {
                        self.state.pressed.insert(marker);
                    } else {
                        self.state.pressed.remove(marker);
                    }
                }
                "served" => {
                    for use_ in self.list(&path, &value) {
                        match use_.as_str() {
                            Some("attack") => self.state.served[0].insert(marker),
                            Some("defence") => self.state.served[1].insert(marker),
                            _ => {
                                self.fault(format!("set {path}: attack or defence, not {use_}"));
                                false
                            }
                        };
                    }
                }
                _ => self.fault(format!("set {key}: {word:?} is not one of {SUPPORT}")),
            }
        }
    }
}

/// Reads the word for a supply marker.
pub(super) fn supply(word: &str) -> Option<Supply> {
    match word {
        "in" => Some(Supply::In),
        "oos" => Some(Supply::Out),
        "oos-fs" => Some(Supply::Fortress),
        _ => None,
    }
}
