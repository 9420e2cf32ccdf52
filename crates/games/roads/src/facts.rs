//! The position in words: what the `[then]` part of case files and `kessel show` read. What the viewer may not know is `"?"`.

mod counters;
mod fights;
mod frames;
mod table;

pub(crate) use table::{Names, SUPPORT, UNIT, WORDS, by_word, things};

use crate::Roads;
use crate::state::{Offensive, Om, Plane, Spaces, State, SupportBox, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::facets::{Acts, Facts, Rules};
use kessel_kernel::{Asked, Seen, Side, Viewer};
use kessel_kit::show::track_facts;
use kessel_kit::told::{Told, known, tell};
use serde_json::{Map, Value, json};

impl Facts for Roads {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_asked(seen, &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        let viewer = seen.viewer();
        let head = json!({
            "scenario": self.scenario(seen).id,
            "turn": seen.turn,
            "turn_name": self.data.turn_name(crate::data::Turn(seen.turn)),
            "phase": seen.step().word(seen.phasing),
            "side": seen.turn_of().map(Side::word),
            "to_act": self.to_act(seen),
        });
        let (counters, spaces) = (self.counter_facts(seen, viewer, asked), self.space_facts(seen, viewer, asked));
        asked.collect(head, counters, spaces, || track_facts(self.track_views(seen, viewer)), || self.other_facts(seen))
    }
}

impl Roads {
    /// What has no key of its own in case files.
    fn other_facts(&self, seen: &State) -> Value {
        let names = self.naming(seen);
        let mut facts = tell(&things(), seen, &names);
        let mut under = |keys: &[&str]| -> Map<String, Value> {
            keys.iter().filter_map(|key| facts.shift_remove_entry(*key)).collect()
        };
        let (memory, mut offensives) = (under(&table::MEMORY), under(&table::OFFENSIVES));
        offensives.extend(Om::ALL.map(|om| (om.word().to_owned(), seen.offensives[om as usize].tell(&names))));
        facts.insert("memory".into(), memory.into());
        facts.insert("offensives".into(), offensives.into());
        facts.insert("frame".into(), self.frame_facts(seen));
        facts.insert("fight".into(), seen.fight.as_ref().map(|fight| self.fight_facts(seen, fight)).into());
        facts.insert("outcome".into(), json!(self.outcome(seen)));
        facts.into()
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
        let knows = viewer.knows(at.side()) || self.box_is_open(seen, at);
        let ids: Vec<&str> = inside.iter().map(|marker| self.marker_id(marker)).collect();
        json!({ "supports": inside.len(), "markers": known(knows, ids) })
    }
}
