//! The position in words: what the `[then]` part of case files and `kessel show` read.

mod counters;
mod frames;

use crate::Roads;
use crate::data::Effect;
use crate::phase::{phase_word, turn_of};
use crate::state::{Manstein, Offensive, Om, Plane, Restraint, Spaces, State, SupportBox, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Asked, Game, Seen, Side, Viewer};
use serde_json::{Map, Value, json};

/// What stands for a fact that the viewer may not know.
pub(crate) const UNKNOWN: &str = "?";

impl Roads {
    /// The position as its viewer may know it; what he may not know is `"?"`.
    pub(crate) fn facts_of(&self, seen: &Seen<State>) -> Value {
        self.some_facts(seen, &Asked::everything())
    }

    /// Those of them that are asked for.
    pub(crate) fn some_facts(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        let viewer = seen.viewer();
        let head = json!({
            "scenario": self.scenario(seen).id,
            "turn": seen.turn,
            "turn_name": self.data.turn_name(crate::data::Turn(seen.turn)),
            "phase": phase_word(seen.step(), seen.phasing),
            "side": turn_of(seen).map(Side::word),
            "to_act": self.to_act(seen),
        });
        let (counters, spaces) = (self.counter_facts(seen, viewer, asked), self.space_facts(seen, viewer, asked));
        asked.collect(head, counters, spaces, || self.track_facts(seen, viewer), || self.other_facts(seen))
    }

    /// What has no key of its own in case files.
    fn other_facts(&self, seen: &State) -> Value {
        json!({
            "weather": json!(seen.forecast.weather),
            "ice": json!(seen.forecast.ice),
            "cloud": json!(seen.forecast.cloud),
            "february_mud": seen.february_mud,
            "offensives": self.offensive_facts(seen),
            "superiority": active(seen),
            "mars": { "at": seen.mars.at, "over": seen.mars.over, "paid": seen.mars.paid, "stalin": seen.mars.stalin },
            "okh": self.okh_facts(seen),
            "fortress": self.fortress_facts(seen),
            "stavka": self.stavka_facts(seen),
            "memory": self.memory_facts(seen),
            "points": seen.points,
            "rail": seen.rail,
            "score": seen.score,
            "lost_hexes": self.hex_ids(seen, seen.lost_hexes),
            "successes": self.city_names(seen, seen.successes),
            "recaptures": self.city_names(seen, seen.recaptures),
            "conditions": self.condition_ids(seen),
            "frame": self.frame_facts(seen),
            "fight": seen.fight.as_ref().map(|fight| self.fight_facts(seen, fight)),
            "outcome": self.outcome_of(seen),
        })
    }

    /// The id of a space in views and facts.
    pub(crate) fn space_id<'a>(&'a self, state: &State, space: SpaceId) -> &'a str {
        self.map(state).board.name(space)
    }

    /// The ids of hexes, in order.
    pub(crate) fn hex_ids(&self, state: &State, hexes: Spaces) -> Vec<String> {
        hexes.iter().map(|hex| self.space_id(state, hex).to_owned()).collect()
    }

    /// The ids of units, in order.
    pub(crate) fn unit_ids(&self, units: UnitSet) -> Vec<&str> {
        units.iter().map(|unit| self.info(unit).id.as_str()).collect()
    }

    /// The names of major cities whose bits are set.
    fn city_names<'a>(&'a self, state: &State, bits: u8) -> Vec<&'a str> {
        let cities = self.map(state).cities.iter().enumerate();
        cities.filter(|(place, _)| *place < 8 && bits & (1 << place) != 0).map(|(_, city)| city.name.as_str()).collect()
    }

    /// Every land hex, and the boxes of supports.
    fn space_facts(&self, seen: &State, viewer: Viewer, asked: &Asked<'_>) -> Map<String, Value> {
        let map = self.map(seen);
        let wanted = map.board.hexes().filter(|hex| asked.has_space(map.board.name(*hex)));
        let land = wanted.filter(|hex| !map.spaces[*hex].is_water());
        let hexes = land.map(|hex| (map.board.name(hex).to_owned(), self.hex_facts(seen, hex)));
        let boxes = SupportBox::ALL.into_iter().filter(|at| asked.has_space(at.word()));
        let boxes = boxes.map(|at| (at.word().to_owned(), self.box_facts(seen, viewer, at)));
        hexes.chain(boxes).collect()
    }

    fn hex_facts(&self, seen: &State, hex: SpaceId) -> Value {
        let planes = seen.ju52.iter().filter(|plane| **plane == Plane::Hex(hex)).count();
        let om = Om::ALL.into_iter().find(|om| seen.offensives[*om as usize] == Offensive::Hex(hex));
        json!({
            "control": seen.controller(hex).word(),
            "units": self.unit_ids(self.stack_of(seen, hex)),
            "offensive": om.map(Om::word),
            "fortress": seen.fortress.marker == Some(hex),
            "ju52": planes,
            "struck": seen.struck.contains(hex),
        })
    }

    fn box_facts(&self, seen: &State, viewer: Viewer, at: SupportBox) -> Value {
        let inside = self.box_of(seen, at);
        let known = viewer.knows(at.side()) || self.box_is_open(seen, at);
        let ids: Vec<&str> = inside.iter().map(|marker| self.marker_id(marker)).collect();
        json!({ "supports": inside.len(), "markers": if known { json!(ids) } else { json!(UNKNOWN) } })
    }

    fn track_facts(&self, seen: &State, viewer: Viewer) -> Map<String, Value> {
        let value = |value: Option<i32>| value.map_or(json!(UNKNOWN), |n| json!(n));
        self.track_views(seen, viewer).into_iter().map(|track| (track.id, value(track.value))).collect()
    }

    fn offensive_facts(&self, seen: &State) -> Value {
        let of = |om: Om| match seen.offensives[om as usize] {
            Offensive::None => json!("none"),
            Offensive::Due(turn) => json!({ "due": turn }),
            Offensive::InBox => json!("box"),
            Offensive::Lifted => json!("lifted"),
            Offensive::Hex(hex) => json!(self.space_id(seen, hex)),
        };
        json!({
            "major": of(Om::Major), "minor-a": of(Om::MinorA), "minor-b": of(Om::MinorB),
            "launched": seen.launched, "swapped": seen.swapped, "major_west": seen.major_west,
            "banned": seen.banned, "transferred": seen.transferred,
        })
    }

    fn okh_facts(&self, seen: &State) -> Value {
        let okh = &seen.okh;
        let (manstein, until) = match okh.manstein {
            Manstein::Unused => ("unused", None),
            Manstein::Track => ("track", None),
            Manstein::Away(turn) => ("away", Some(turn)),
            Manstein::Dismissed => ("dismissed", None),
            Manstein::Withdrawn => ("withdrawn", None),
        };
        json!({
            "used": okh.used, "approval": okh.approval, "crisis": okh.crisis, "rolled": okh.rolled, "due": okh.due,
            "attacks": okh.attacks, "duty": okh.duty, "next": restraint(okh.next), "now": restraint(okh.now),
            "locked": okh.locked, "gained": okh.gained, "manstein": manstein, "until": until, "prestige": okh.prestige,
            "side": json!(okh.side), "wintergewitter": okh.wintergewitter, "unsealed_gains": okh.unsealed_gains,
            "backhand": okh.backhand, "backhand_used": okh.backhand_used, "chosen": okh.chosen,
        })
    }

    fn fortress_facts(&self, seen: &State) -> Value {
        let fortress = &seen.fortress;
        json!({
            "marker": fortress.marker.map(|hex| self.space_id(seen, hex)),
            "level": fortress.level, "fixed": fortress.fixed, "declared": fortress.declared, "ever": fortress.ever,
            "sealed": self.sealed(seen), "assaulted": self.hex_ids(seen, fortress.assaulted),
            "attacked": fortress.attacked, "extra": fortress.extra, "guard_attacked": fortress.guard_attacked,
            "relief": fortress.relief, "raided": fortress.raided, "aa": fortress.aa, "goering": fortress.goering, "hube": fortress.hube,
            "sortie": fortress.sortie, "sallying": self.unit_ids(fortress.sallying),
            "mobile": self.unit_ids(fortress.mobile), "last_reserves": self.unit_ids(fortress.last_reserves),
            "movers": fortress.movers, "guards": self.unit_ids(fortress.guards),
            "guarded": self.hex_ids(seen, fortress.guarded),
        })
    }

    fn stavka_facts(&self, seen: &State) -> Value {
        let stavka = &seen.stavka;
        let id = |unit: &Option<crate::data::UnitId>| unit.map(|unit| self.info(unit).id.clone());
        json!({
            "hqs": stavka.hqs.iter().filter_map(id).collect::<Vec<_>>(), "serving": stavka.serving,
            "bonus": stavka.bonus, "left": stavka.left, "rolled": stavka.rolled,
            "reserves": id(&stavka.reserves), "reserves_left": stavka.reserves_left,
            "entering": stavka.entering.iter().filter_map(id).collect::<Vec<_>>(),
            "entering_left": stavka.entering_left, "present": self.unit_ids(stavka.present),
        })
    }

    /// What is remembered for a phase or a turn.
    fn memory_facts(&self, seen: &State) -> Value {
        json!({
            "moved": self.unit_ids(seen.moved), "attacked": self.unit_ids(seen.attacked),
            "struck": self.hex_ids(seen, seen.struck), "retreated": self.unit_ids(seen.retreated),
            "surprised": self.unit_ids(seen.surprised), "strategic_paid": seen.strategic_paid,
            "no_points": { "axis": seen.no_points[0], "soviet": seen.no_points[1] },
            "stalingrad_withdrawn": seen.withdrawn, "owed": seen.owed, "city_reinforced": seen.city_reinforced,
            "free_taken": seen.free_taken, "upgrades": self.upgrade_ids(seen),
            "arrived": self.unit_ids(seen.arrived), "leaving": self.unit_ids(seen.leaving),
        })
    }

    /// The Guards that have still to be chosen (18.2.1.c).
    fn upgrade_ids(&self, seen: &State) -> Vec<&str> {
        let all = self.scenario(seen).upgrades.iter().enumerate();
        let open = all.filter(|(place, _)| *place < 16 && seen.upgrades & (1 << place) != 0);
        open.map(|(_, upgrade)| self.info(upgrade.to).id.as_str()).collect()
    }

    /// Conditions of reinforcements that have been met (S0.f).
    fn condition_ids(&self, seen: &State) -> Vec<&str> {
        let all = self.scenario(seen).conditions.iter().enumerate();
        let met = all.filter(|(place, _)| *place < 8 && seen.conditions & (1 << place) != 0);
        met.map(|(_, line)| line.condition.id.as_str()).collect()
    }
}

fn restraint(restraint: Restraint) -> Value {
    json!({
        "hqs": restraint.hqs, "cities": restraint.cities,
        "no_supports": restraint.no_supports, "extra_support": restraint.extra_support,
    })
}

/// The active effects of German Superiority.
fn active(seen: &State) -> Vec<&'static str> {
    Effect::ALL.into_iter().filter(|effect| seen.superior(*effect)).map(Effect::word).collect()
}
