//! The position in words: what the `[then]` part of case files and `kessel show` read.

mod table;

pub(crate) use table::{UNIT, WORDS, off_map, things};

use crate::Drive;
use crate::data::{Factor, UnitId};
use crate::state::{Fight, Frame, Place, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::facets::{Acts, Facts, Rules};
use kessel_kernel::{Asked, Seen, Side};
use kessel_kit::show::track_facts;
use kessel_kit::told::{Told, tell};
use kessel_kit::{Word, tree};
use serde_json::{Map, Value, json};

impl Facts for Drive {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_asked(seen, &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        let phase = seen.phase();
        let head = json!({
            "scenario": seen.scenario,
            "turn": seen.turn,
            "phase": phase.word(),
            "side": phase.side().map(Side::word),
            "to_act": self.to_act(seen),
        });
        let (counters, spaces) = (self.counter_facts(seen, asked), self.space_facts(seen, asked));
        asked.collect(head, counters, spaces, || track_facts(self.track_views(seen)), || self.other_facts(seen))
    }
}

impl Drive {
    /// What has no key of its own in case files.
    fn other_facts(&self, seen: &State) -> Value {
        let open = json!({
            "frame": self.frame_facts(seen),
            "fight": seen.fight().map(|fight| self.fight_facts(seen, fight)),
            "outcome": self.outcome(seen),
        });
        tree::with(&tell(&things(), seen, self), open)
    }

    fn counter_facts(&self, seen: &State, asked: &Asked<'_>) -> Map<String, Value> {
        let known = self.data.unit_ids().filter(|u| !seen.veiled.contains(*u));
        known
            .filter(|u| asked.has_counter(self.unit_id(*u)) && seen.units[u.index()].place != Place::Out)
            .map(|unit| (self.unit_id(unit).to_owned(), self.unit_facts(seen, unit)))
            .collect()
    }

    fn unit_facts(&self, seen: &State, unit: UnitId) -> Value {
        let u = &seen.units[unit.index()];
        let known = json!({ "at": u.place.tell(self), "steps": u.steps, "face": self.face_id(seen, unit) });
        if seen.at(unit).is_none() {
            return known;
        }
        let there = json!({
            "attack": factor(self.attack_factor(seen, unit)),
            "defence": factor(self.defence_factor(seen, unit)),
            "supply": self.supply_of(seen, unit).word(),
            "top": seen.tops.contains(unit),
            "army": self.army_word(u.army),
            "frozen": self.is_frozen(seen, unit),
            "held_back": self.held_army(seen, unit).is_some(),
            "allowance": self.allowance(seen, unit),
            "spent": u.spent,
            "stopped": seen.stopped.contains(unit),
            "rooted": seen.rooted.contains(unit),
            "tired": seen.tired.contains(unit),
            "assaulted": seen.assaulted.contains(unit),
        });
        tree::with(&known, there)
    }

    fn face_id(&self, seen: &State, unit: UnitId) -> Option<&str> {
        seen.units[unit.index()].face.map(|face| self.data.faces[face.index()].id.as_str())
    }

    fn space_facts(&self, seen: &State, asked: &Asked<'_>) -> Map<String, Value> {
        let hexes = self.ground.playable[seen.scenario as usize];
        let hexes = hexes.iter().filter(|hex| asked.has_space(self.hex_id(*hex)));
        hexes.map(|hex| (self.hex_id(hex).to_owned(), self.space_fact(seen, hex))).collect()
    }

    fn space_fact(&self, seen: &State, hex: SpaceId) -> Value {
        let mut fact = Map::new();
        fact.insert("control".into(), json!(seen.control(hex).word()));
        let height = seen.units_at(hex).count();
        fact.insert("height".into(), json!(height));
        for side in Side::BOTH {
            fact.insert(format!("{}_supply", side.word()), json!(self.supply_in(seen, side, hex).word()));
            if seen.network[side.index()].contains(hex) {
                let works = self.fed(seen, side).sources.contains(hex);
                fact.insert(format!("{}_network", side.word()), json!(if works { "works" } else { "cut" }));
            }
        }
        if self.has_garrison(seen, hex) {
            fact.insert("garrison".into(), json!(true));
        }
        if self.ground.forts.contains(hex) {
            fact.insert("fortified".into(), json!(self.is_fortified(seen, hex)));
        }
        Value::Object(fact)
    }

    fn fight_facts(&self, seen: &State, fight: &Fight) -> Value {
        let resolved = fight.stage > Stage::Resolve;
        json!({
            "at": self.hex_id(fight.target),
            "launch": fight.launch.map(|hex| self.hex_id(hex)),
            "attacker": fight.attacker.word(),
            "units": self.ids(seen, fight.units),
            "defenders": self.ids(seen, fight.defenders),
            "sums": resolved.then_some(fight.sums),
            "shift": resolved.then_some(fight.shift),
            "column": resolved.then(|| self.report(seen, fight).column),
            "die": resolved.then_some(fight.die),
            "result": fight.result,
        })
    }

    /// The decision that is open.
    fn frame_facts(&self, seen: &State) -> Value {
        match seen.frames.top() {
            Frame::Phase(phase) => json!({ "kind": "phase", "phase": phase.word() }),
            Frame::March(march) => json!({
                "kind": "march", "at": self.hex_id(march.hex), "moved": march.moved,
                "units": march.units.iter().map(|u| self.unit_id(*u)).collect::<Vec<_>>(),
                "left": self.points_left(seen, &march.units),
            }),
            Frame::Muster(muster) => json!({
                "kind": "muster", "at": self.hex_id(muster.target), "units": self.ids(seen, muster.units),
                "aircraft": muster.aircraft, "manstein": muster.manstein,
            }),
            Frame::Fight(_) => json!({ "kind": "fight" }),
            Frame::Reply => json!({ "kind": "reply" }),
            Frame::Retreat(units) => json!({ "kind": "retreat", "units": self.ids(seen, *units) }),
            Frame::Losses(left) => json!({ "kind": "losses", "left": left }),
            Frame::Advance => json!({ "kind": "advance" }),
            Frame::Excess { owner, hex } => {
                json!({ "kind": "excess", "owner": owner.word(), "at": self.hex_id(*hex) })
            }
            Frame::Taman => json!({ "kind": "taman" }),
        }
    }
}

/// A factor as it is printed.
pub(crate) fn factor(factor: Factor) -> Value {
    match factor {
        Factor::Number(n) => json!(n),
        Factor::Die => json!("die"),
        Factor::Untried => json!("untried"),
    }
}
