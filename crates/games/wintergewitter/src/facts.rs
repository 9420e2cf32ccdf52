//! The position in words, for case files and `kessel show`.

mod table;

pub(crate) use table::{LATE, SET, UNIT, things};

use crate::Winter;
use crate::data::UnitId;
use crate::state::{Frame, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::facets::{Acts, Facts, Rules};
use kessel_kernel::{Asked, Seen, Side};
use kessel_kit::Decides;
use kessel_kit::told::{Told, tell};
use kessel_kit::tree;
use serde_json::{Map, Value, json};

impl Facts for Winter {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_asked(seen, &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        let state = &*self.ready(seen);
        let mut counters = Map::new();
        for unit in self.data.unit_ids().filter(|u| asked.has_counter(self.unit_id(*u))) {
            counters.insert(self.unit_id(unit).to_owned(), self.unit_facts(state, unit));
        }
        for air in self.data.air_ids().filter(|a| asked.has_counter(self.air_id(*a))) {
            counters.insert(self.air_id(air).to_owned(), json!({ "at": state.air[air.index()].word() }));
        }
        let mut spaces = Map::new();
        for hex in self.data.map.board.hexes().filter(|hex| asked.has_space(self.hex_id(*hex))) {
            spaces.insert(self.hex_id(hex).to_owned(), self.hex_facts(state, hex));
        }
        let head = json!({
            "turn": self.turn(state),
            "phase": state.phase_id(),
            "side": state.phasing.word(),
            "to_act": self.to_act(state),
        });
        asked.collect(head, counters, spaces, || self.track_facts(state), || self.other_facts(state))
    }
}

impl Winter {
    fn unit_facts(&self, state: &State, unit: UnitId) -> Value {
        let own = state.unit(unit);
        let mut facts = Map::new();
        facts.insert("at".into(), own.place.tell(self));
        if own.place == Place::Unknown {
            return Value::Object(facts);
        }
        let face = self.data.info(unit).face(own.points);
        facts.insert("points".into(), json!(own.points));
        if let Place::At(_) = own.place {
            facts.insert("stacking".into(), json!(face.stacking));
            facts.insert("proficiency".into(), json!(face.proficiency));
            facts.insert("supply".into(), json!(own.supply.word()));
            facts.insert("allowance".into(), json!(i32::from(self.allowance(state, unit, false)) / 2));
            facts.insert("march".into(), json!(i32::from(self.allowance(state, unit, true)) / 2));
        }
        let reserve = self.in_reserve(state, unit);
        let flags = [
            ("disrupted", own.disrupted),
            ("fired", own.fired),
            ("moved", own.moved),
            ("digging", state.digging.contains(unit)),
            ("freed", state.pocket.freed.contains(unit)),
            ("reserve", reserve),
            ("ring", self.ground.ring.contains(unit) && !state.pocket.freed.contains(unit)),
            ("done", state.memory.moved.contains(unit)),
        ];
        for (word, yes) in flags {
            facts.insert(word.into(), json!(yes));
        }
        if let Some(mover) = state.march.as_ref().and_then(|m| m.movers.iter().find(|m| m.unit == unit)) {
            facts.insert("left".into(), json!(crate::refusal::halves_text(mover.left.into())));
        }
        Value::Object(facts)
    }

    fn hex_facts(&self, state: &State, hex: SpaceId) -> Value {
        let units: Vec<&str> = state.units_at(hex).map(|u| self.unit_id(u)).collect();
        let neighbors = self.data.map.board.neighbors(hex).iter();
        let bridges: Vec<&str> =
            neighbors.filter(|n| self.bridged(state, n.edge)).map(|n| self.hex_id(n.space)).collect();
        let interdiction = self.interdicted(state, hex);
        json!({
            "held": self.holder(state, hex).map_or("none", Side::word),
            "stacking": (!units.is_empty()).then(|| self.stacked(state, hex)),
            "units": (!units.is_empty()).then_some(units),
            "entrenched": Side::BOTH.into_iter().rfind(|side| state.entrenched[side.index()].contains(hex)).map(Side::word),
            "axis_zone": state.in_zone(Side::Axis, hex).then_some(true),
            "soviet_zone": state.in_zone(Side::Soviet, hex).then_some(true),
            "interdiction": (interdiction > 0).then_some(interdiction),
            "bridges": (!bridges.is_empty()).then_some(bridges),
        })
    }

    fn track_facts(&self, state: &State) -> Map<String, Value> {
        let [german, soviet] = self.victory_points(state, false);
        let mut tracks = Map::new();
        let mut track = |key: &str, value: i32| tracks.insert(key.to_owned(), json!(value));
        track("mandate", state.initiative.owed.into());
        track("streak", state.initiative.streak.into());
        track("vp-german", german);
        track("vp-soviet", soviet);
        track("across-aksai", self.across(state, crate::data::Area::AcrossAksai, |_| true).0 as i32);
        let only = |u: UnitId| self.data.info(u).nation == crate::data::Nation::German;
        track("across-myshkova", self.across(state, crate::data::Area::AcrossMyshkova, only).0 as i32);
        track("convoys", state.score.convoys.into());
        track("entrenchments", (state.entrenched[0].len() + state.entrenched[1].len()) as i32);
        tracks
    }

    fn other_facts(&self, state: &State) -> Value {
        let further = json!({
            "scenario": state.scenario.word(),
            "turn_name": self.data.turn(state.turn).name,
            "bids": state.initiative.bids,
            "control": { "2428": state.control[0].word(), "4831": state.control[1].word() },
            "german_losses": self.german_losses(state),
            "fight": self.fight_facts(state),
            "losses": state.losses.last().map(|l| json!({ "side": l.side.word(), "left": l.left })),
            "flight": state.flight.as_ref().map(|f| json!({
                "hex": self.hex_id(f.hex), "gone": f.gone, "length": f.length, "units": f.group.tell(self),
            })),
            "advance": state.runners.iter().map(|r| json!({ "unit": self.unit_id(r.unit), "left": r.left })).collect::<Vec<_>>(),
        });
        tree::with(&tell(&things(), state, self), further)
    }

    fn fight_facts(&self, state: &State) -> Value {
        let Some(fight) = &state.fight else { return Value::Null };
        let sums = |fire: crate::odds::Fire| {
            json!({
                "strength": fire.strength, "left": fire.left(), "modifier": fire.net(),
                "column": self.data.charts.crt.column(fire.strength, fire.left()),
                "modifiers": fire.modifiers.iter().map(|(case, _, value)| json!([case.0, value])).collect::<Vec<_>>(),
                "shifts": fire.shifts.iter().map(|(case, _, value)| json!([case.0, value])).collect::<Vec<_>>(),
            })
        };
        json!({
            "hex": self.hex_id(fight.hex), "stage": fight.stage, "kind": fight.kind, "attacker": fight.attacker.word(),
            "attackers": fight.attackers.tell(self), "guns": fight.guns.tell(self), "defence": fight.defence.tell(self),
            "leads": fight.leads.map(|lead| lead.map(|u| self.unit_id(u))), "optional": fight.optional, "unmet": fight.unmet,
            "retreat": fight.retreat, "holds": fight.holds, "late": fight.late, "owed": fight.owed,
            "attack": sums(self.attacker_fire(state, fight)), "defend": sums(self.defender_fire(state, fight)),
            "mustering": state.frames.iter().any(|f| *f == Frame::Muster),
        })
    }
}
