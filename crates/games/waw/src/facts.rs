//! The position in words, for case files and `kessel show`.
//!
//! This is no table with two directions as in the other games: most of what is told here (strengths left, lines, odds) follows from what is set, and
//! what is set is written otherwise (hexes under `dug_in`, numbers in parts), so `arrange.rs` reads it by words of its own.

use crate::Waw;
use crate::clock::hour_word;
use crate::data::Sky;
use crate::field::Field;
use crate::fix::{TON, thousandths};
use crate::state::{Life, NONE, State};
use kessel_kernel::facets::Facts;
use kessel_kernel::{Asked, Seen, Side, ToAct, Viewer};
use kessel_kit::Word;
use serde_json::{Map, Value, json};

impl Facts for Waw {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_asked(seen, &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        let viewer = seen.viewer();
        let stage = self.stage(seen);
        let field = match viewer.side() {
            Some(side) if !seen.over => Field::with_contacts(&stage, seen, side),
            _ => Field::of(&stage, seen),
        };
        let lines = Side::BOTH.map(|side| stage.lines(seen, &field, side, |hex| seen.owner(hex)));
        let mut counters = Map::new();
        for unit in 0..seen.units.len() as u16 {
            let info = stage.info(unit);
            if asked.has_counter(&info.id) && (viewer.knows(info.side) || seen.over) {
                let line = lines[info.side.index()][unit as usize];
                counters.insert(info.id.clone(), self.unit_facts(seen, unit, line, viewer));
            }
        }
        for counter in self.view_contacts(seen) {
            if asked.has_counter(&counter.0) {
                counters.insert(counter.0, counter.1);
            }
        }
        let mut spaces = Map::new();
        for hex in 0..stage.theater.hexes as u16 {
            let name = stage.hex_name(hex);
            if asked.has_space(name) {
                spaces.insert(name.to_owned(), self.hex_facts(seen, &field, hex));
            }
        }
        let hour = stage.hour(seen);
        let head = json!({
            "turn": seen.turn,
            "phase": if seen.over { "over" } else { "planning" },
            "to_act": if seen.over { ToAct::Nobody } else { ToAct::Both },
            "side": null,
        });
        let tracks = || {
            let all = self.track_views(seen, viewer);
            all.into_iter().map(|t| (t.id, json!(t.value))).collect::<Map<_, _>>()
        };
        let rest = || {
            json!({
                "scenario": stage.scenario.id.word(),
                "hour": hour_word(stage.scenario, seen.turn.max(1)),
                "night": hour.night,
                "sky": Sky::at(seen.sky()).word(),
                "ground": seen.ground.map(Word::word),
                "lying": { "water": seen.lying.water, "snow": seen.lying.snow, "ice": seen.lying.ice },
                "level": { "side": stage.level(seen).0.word(), "level": stage.level(seen).1, "margin": stage.margin(seen) },
                "pools": { "axis": seen.pools[0], "soviet": seen.pools[1] },
                "battles": { "axis": seen.battles[0], "soviet": seen.battles[1] },
                "losses": { "axis": thousandths(seen.lost_strength[0]), "soviet": thousandths(seen.lost_strength[1]) },
                "loss_points": { "axis": seen.score.losses[0], "soviet": seen.score.losses[1] },
                "leaders": self.leader_facts(seen),
                "contacts": seen.contacts.len(),
                "variants": crate::data::Variant::ALL.iter().filter(|v| seen.setup.has(**v)).map(|v| v.word()).collect::<Vec<_>>(),
                "squadrons": stage.squadrons.iter().filter(|s| viewer.knows(s.side)).map(|s| s.name.as_str()).collect::<Vec<_>>(),
                "airfields": seen.airfields,
                "odds": self.odds_facts(seen, viewer),
                "forecast": self.forecast_facts(seen),
                "outcome": stage.ending(seen),
            })
        };
        asked.collect(head, counters, spaces, tracks, rest)
    }
}

impl Waw {
    fn unit_facts(&self, seen: &State, unit: u16, line: crate::supply::SupplyLine, viewer: Viewer) -> Value {
        let stage = self.stage(seen);
        let (now, info) = (&seen.units[unit as usize], stage.info(unit));
        let at = match now.life {
            Life::Map => stage.hex_name(now.at),
            Life::Later => "later",
            Life::Dead => "dead",
            Life::Out => "out",
        };
        let mut facts = json!({ "at": at });
        if !now.here() {
            facts["due"] = json!(now.due);
            return facts;
        }
        let path: Vec<_> = seen.path(unit).iter().map(|h| stage.hex_name(*h)).collect();
        let colours = ["green", "blue", "yellow", "red", "none"];
        let all = json!({
            "attack": thousandths(now.attack),
            "defence": thousandths(now.defence),
            "antitank": thousandths(stage.left(seen, unit, info.full.antitank)),
            "armour": thousandths(stage.left(seen, unit, info.full.armour)),
            "barrage": thousandths(stage.left(seen, unit, info.full.barrage)),
            "support": thousandths(stage.left(seen, unit, info.full.support)),
            "fatigue": now.fatigue,
            "disorganization": now.disorder,
            "quality": stage.quality_of(now),
            "base_quality": now.quality,
            "supply": now.level.word(),
            "grams": now.tons,
            "tons": now.tons / TON,
            "line": colours[usize::from(line.band)],
            "line_length": if line.length == u16::MAX { Value::Null } else { json!(line.length) },
            "hq": if now.hq == NONE { Value::Null } else { json!(stage.info(now.hq).id) },
            "order": self.standing_words(seen, unit),
            "path": path,
            "strategic": now.strategic,
            "rides": if now.carrier == NONE { Value::Null } else { json!(stage.info(now.carrier).id) },
            "ready": info.is_artillery() && stage.can_fire(seen, unit),
            "work": now.work.0,
            "work_needed": now.work.1,
            "known": now.known,
            "moves": stage.allowance(seen, unit, false),
            "moves_strategic": stage.allowance(seen, unit, true),
        });
        if let (Some(facts), Some(all)) = (facts.as_object_mut(), all.as_object()) {
            facts.extend(all.clone());
            if viewer != Viewer::Umpire && stage.unreadable(seen, unit) {
                for key in ["attack", "defence", "antitank", "armour", "barrage", "support"] {
                    facts.insert(key.into(), json!("?"));
                }
            }
        }
        facts
    }

    /// Enemy markers as the viewer knows them, by the ids of the view.
    fn view_contacts(&self, seen: &State) -> Vec<(String, Value)> {
        let stage = self.stage(seen);
        let (mut at, mut n) = (NONE, 0);
        let mut all = Vec::new();
        for contact in &seen.contacts {
            n = if contact.at == at { n + 1 } else { 1 };
            at = contact.at;
            let letter = if contact.side == Side::Axis { 'A' } else { 'S' };
            let id = if contact.unit == NONE {
                format!("{letter}?{}-{n}", stage.hex_name(at))
            } else {
                stage.info(contact.unit).id.clone()
            };
            let mut facts = json!({ "at": stage.hex_name(at), "level": contact.level });
            if contact.level >= 2 {
                facts["defence"] = json!(thousandths(contact.seems[1]));
                facts["attack"] = json!(thousandths(contact.seems[0]));
            }
            all.push((id, facts));
        }
        all
    }

    /// 15.3.d: the odds that a side is told, hex by hex, if everybody who stands beside an enemy and can attacks him.
    fn odds_facts(&self, seen: &State, viewer: Viewer) -> Value {
        let Some(side) = viewer.side().filter(|side| seen.contacts_of == Some(*side)) else { return Value::Null };
        let stage = self.stage(seen);
        let work = crate::planner::Planner::new(self, seen, side, Default::default());
        let mut all = Map::new();
        for hex in work.enemy_hexes() {
            let able: Vec<u16> = work.idle().into_iter().filter(|u| work.can_strike(*u, hex)).collect();
            if !able.is_empty() {
                all.insert(stage.hex_name(hex).into(), json!(thousandths(work.estimate(&able, hex, 0))));
            }
        }
        Value::Object(all)
    }

    /// The sky of the next turns as it is told (24.4).
    fn forecast_facts(&self, seen: &State) -> Value {
        let next = seen.sky.iter().skip(usize::from(seen.turn)).take(18);
        json!(next.map(|sky| Sky::at(*sky).word()).collect::<Vec<_>>())
    }

    fn hex_facts(&self, seen: &State, field: &Field, hex: u16) -> Value {
        let stage = self.stage(seen);
        let works = seen.works_at(hex);
        json!({
            "control": seen.owner(hex),
            "terrain": stage.terrain(seen, hex).word(),
            "points": field.points(hex),
            "zone_axis": field.zone_in(&stage, Side::Axis, hex),
            "zone_soviet": field.zone_in(&stage, Side::Soviet, hex),
            "dug_in": works.filter(|w| !w.fortified).map_or(0, |w| w.size),
            "fortified": works.filter(|w| w.fortified).map_or(0, |w| w.size),
            "frozen": stage.frozen(seen, hex),
            "rubble": seen.rubble.has(hex),
        })
    }

    fn leader_facts(&self, seen: &State) -> Value {
        let stage = self.stage(seen);
        let of = |(n, unit): (usize, &u16)| {
            let leader = stage.data.leader(stage.scenario.leaders[n].leader);
            (leader.id.clone(), if *unit == NONE { Value::Null } else { json!(stage.info(*unit).id) })
        };
        Value::Object(seen.leaders.iter().enumerate().map(of).collect())
    }
}
