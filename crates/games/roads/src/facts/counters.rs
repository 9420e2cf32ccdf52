//! Facts of counters: units, supports, Ju 52.

use crate::Roads;
use crate::action::PlaneId;
use crate::data::{SupportId, UnitId};
use crate::state::{Place, Plane, Spot, State, Supply};
use kessel_kernel::{Asked, Side, Viewer};
use kessel_kit::told::{Told, UNKNOWN};
use kessel_kit::tree;
use serde_json::{Map, Value, json};

impl Supply {
    /// All of them.
    pub(crate) const ALL: [Supply; 3] = [Supply::In, Supply::Out, Supply::Fortress];

    /// Its word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Supply::In => "in",
            Supply::Out => "oos",
            Supply::Fortress => "oos-fs",
        }
    }
}

impl Roads {
    pub(super) fn counter_facts(&self, seen: &State, viewer: Viewer, asked: &Asked<'_>) -> Map<String, Value> {
        let units = self.data.unit_ids().filter(|unit| asked.has_counter(&self.info(*unit).id));
        let units = units.map(|unit| (self.info(unit).id.clone(), self.unit_facts(seen, unit)));
        let markers = self.supports().filter(|m| asked.has_counter(self.marker_id(*m)));
        let markers = markers.map(|m| (self.marker_id(m).to_owned(), self.marker_facts(seen, viewer, m)));
        let planes = self.planes().filter(|plane| asked.has_counter(&self.plane_word(*plane)));
        let planes = planes.map(|plane| (self.plane_word(plane), self.plane_facts(seen, viewer, plane)));
        units.chain(markers).chain(planes).collect()
    }

    /// The id of a support marker.
    pub(crate) fn marker_id(&self, marker: SupportId) -> &str {
        self.data.supports.markers.get(marker.index()).map_or("?", |marker| marker.id.as_str())
    }

    /// Where a unit is, in the words of case files.
    pub(crate) fn place_word(&self, state: &State, place: Place) -> String {
        match place {
            Place::Hex(hex) => self.space_id(state, hex).to_owned(),
            Place::Reserve => "STAVKA".into(),
            Place::Eliminated => "eliminated".into(),
            Place::Withdrawn => "withdrawn".into(),
            Place::Removed => "removed".into(),
            Place::Due(_) => "turn-track".into(),
            Place::Aside => "aside".into(),
        }
    }

    fn unit_facts(&self, seen: &State, unit: UnitId) -> Value {
        let (piece, info) = (seen.field.get(unit), self.info(unit));
        let names = self.naming(seen);
        let mut facts = json!({ "at": self.place_word(seen, piece.place), "steps": piece.steps, "max": info.steps() });
        if let Place::Due(turn) = piece.place {
            facts["due"] = json!(turn);
        }
        if !matches!(piece.place, Place::Hex(_)) {
            return facts;
        }
        let factors = info.factors(piece.steps);
        let extra = json!({
            "attack": factors.attack,
            "defence": factors.defence,
            "movement": if piece.pontoon.is_some() { info.pontoon_movement } else { factors.movement },
            "supply": piece.supply.word(),
            "exploiting": piece.exploiting,
            "pontoon": piece.pontoon.tell(&names),
            "moved": seen.moved.contains(unit),
            "attacked": seen.attacked.contains(unit),
            "retreated": seen.retreated.contains(unit),
            "surprised": seen.surprised.contains(unit),
            "supports": self.attached(seen, unit).tell(&names),
        });
        tree::with(&facts, extra)
    }

    fn marker_facts(&self, seen: &State, viewer: Viewer, marker: SupportId) -> Value {
        if !viewer.knows(self.support(marker).side) && self.is_secret(seen, marker) {
            return json!({ "at": UNKNOWN });
        }
        let alike_unknown = !viewer.knows(self.support(marker).side)
            && self.support(marker).class == crate::data::SupportClass::Shortage
            && !self.support(marker).compulsory;
        if alike_unknown && seen.spot(marker) == Spot::Outside {
            return json!({ "at": UNKNOWN });
        }
        let at = match seen.spot(marker) {
            Spot::Outside => "outside",
            Spot::Pool => "pool",
            Spot::Box(at) => at.word(),
            Spot::Unit(unit) => &self.info(unit).id,
            Spot::Hex(hex) => self.space_id(seen, hex),
            Spot::Spent => "spent",
        };
        json!({
            "at": at,
            "served": { "attack": seen.served[0].contains(marker), "defence": seen.served[1].contains(marker) },
            "pressed": seen.pressed.contains(marker),
        })
    }

    fn plane_facts(&self, seen: &State, viewer: Viewer, plane: PlaneId) -> Value {
        match self.plane_at(seen, plane) {
            Plane::Gone => json!({ "at": "gone" }),
            _ if !viewer.knows(Side::Axis) => json!({ "at": UNKNOWN }),
            Plane::Pool => json!({ "at": "pool" }),
            Plane::Held => json!({ "at": "held" }),
            Plane::Hex(hex) => json!({ "at": self.space_id(seen, hex) }),
        }
    }
}
