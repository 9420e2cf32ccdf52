//! The decision that is open.

use crate::Roads;
use crate::state::{Bill, Frame, State};
use kessel_board::SpaceId;
use serde_json::{Value, json};

impl Bill {
    /// Its word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Bill::Artillery => "artillery",
            Bill::Launch => "launch",
            Bill::Armor => "armor",
            Bill::Swap => "swap",
            Bill::Wintergewitter => "wintergewitter",
        }
    }

    /// All of them.
    pub(crate) const ALL: [Bill; 5] = [Bill::Artillery, Bill::Launch, Bill::Armor, Bill::Swap, Bill::Wintergewitter];
}

impl Roads {
    pub(super) fn frame_facts(&self, seen: &State) -> Value {
        let hex = |hex: SpaceId| self.space_id(seen, hex);
        match seen.frames.top() {
            Frame::Step(step) => json!({ "kind": "step", "phase": step.word(seen.phasing) }),
            Frame::Shifting { from } => json!({ "kind": "shifting", "from": from.word() }),
            Frame::Pay { side, left, bill } => {
                json!({ "kind": "pay", "side": side.word(), "left": left, "bill": bill.word() })
            }
            Frame::Choose { side, left, to } => {
                json!({ "kind": "choose", "side": side.word(), "left": left, "to": to.word() })
            }
            Frame::ReturnReal { from, left, unmatched } => {
                json!({ "kind": "return-real", "from": from.word(), "left": left, "unmatched": unmatched })
            }
            Frame::MarkOos { left } => json!({ "kind": "mark-oos", "left": left }),
            Frame::Surprise(surprise) => json!({
                "kind": "surprise", "marker": self.marker_id(surprise.marker), "start": hex(surprise.start),
                "at": hex(surprise.at), "units": self.unit_ids(surprise.units), "fought": surprise.fought,
            }),
            Frame::March(march) => json!({
                "kind": "march", "unit": self.info(march.unit).id, "by": march.mode.word(), "start": hex(march.start),
                "left": march.left, "hexes": march.hexes, "entered": march.entered,
            }),
            Frame::Muster => json!({ "kind": "muster" }),
            Frame::Fight => json!({ "kind": "fight" }),
            Frame::Losses(losses) => json!({
                "kind": "losses", "side": losses.side.word(), "left": losses.left,
                "in_order": losses.in_order, "first": losses.first,
            }),
            Frame::Kampfgruppe { unit, hex: at, .. } => {
                json!({ "kind": "kampfgruppe", "unit": self.info(*unit).id, "at": hex(*at) })
            }
            Frame::Retreat(retreat) => json!({
                "kind": "retreat", "side": retreat.side.word(), "units": self.unit_ids(retreat.units),
                "hexes": retreat.hexes, "going": self.unit_ids(retreat.going),
                "gone": retreat.gone,
            }),
            Frame::React { side, rescue } => json!({ "kind": "react", "side": side.word(), "rescue": rescue }),
            Frame::Advance { side, into } => {
                json!({ "kind": "advance", "side": side.word(), "into": into.map(hex) })
            }
            Frame::Exploit { left } => json!({ "kind": "exploit", "left": left }),
            Frame::Superiority { on } => json!({ "kind": "superiority", "on": on }),
            Frame::Overstack { side, hex: at } => {
                json!({ "kind": "overstack", "side": side.word(), "at": hex(*at) })
            }
            Frame::Capitulate { left } => json!({ "kind": "capitulate", "left": left }),
            Frame::Evacuate => json!({ "kind": "evacuate" }),
            Frame::Sortie { left } => json!({ "kind": "sortie", "left": left }),
            Frame::Airlift { hex: at } => json!({ "kind": "airlift", "at": hex(*at) }),
            Frame::MarkerMoves { from } => json!({ "kind": "marker-moves", "from": hex(*from) }),
        }
    }
}
