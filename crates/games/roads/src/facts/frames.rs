//! The decision that is open, and the combat being fought.

use crate::Roads;
use crate::data::Odds;
use crate::phase::phase_word;
use crate::state::{Bill, Fight, Frame, State};
use kessel_board::SpaceId;
use kessel_table::Side;
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
            Frame::Step(step) => json!({ "kind": "step", "phase": phase_word(*step, seen.phasing) }),
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

    pub(super) fn fight_facts(&self, seen: &State, fight: &Fight) -> Value {
        let id = |unit: Option<crate::data::UnitId>| unit.map(|unit| self.info(unit).id.as_str());
        let column = usize::try_from(fight.column).ok().and_then(|column| Odds::ALL.get(column));
        let defender = fight.attacker.other();
        json!({
            "kind": json!(fight.kind), "attacker": fight.attacker.word(), "defender": defender.word(),
            "hex": self.space_id(seen, fight.hex), "stage": json!(fight.stage),
            "attackers": self.unit_ids(fight.attackers), "defenders": self.unit_ids(fight.defenders),
            "from": fight.from.iter().map(|hex| self.space_id(seen, *hex)).collect::<Vec<_>>(),
            "supports": fight.supports.iter().map(|marker| self.marker_id(marker)).collect::<Vec<_>>(),
            "attack": fight.attack, "defence": fight.defence,
            "column": column.map(|odds| odds.word()),
            "elite": by_role(fight, id(fight.elite[0]), id(fight.elite[1])),
            "armored": fight.armored, "roll": fight.roll,
            "losses": by_role(fight, fight.losses[0], fight.losses[1]),
            "attacker_result": json!(fight.attacker_result), "level": fight.level,
            "defender_result": fight.defender_result.result().word(),
            "by_river": fight.by_river, "weak_allies": fight.weak_allies, "all_german": fight.all_german,
            "rescue": fight.rescue, "engagement": fight.engagement, "engaged": fight.engaged, "one_sided": fight.one_sided,
            "retreat": fight.retreat, "went_back": by_role(fight, fight.went_back[0], fight.went_back[1]),
            "soviet_losses": fight.soviet_losses, "spare": fight.spare, "vacated": fight.vacated,
            "nullified": fight.nullified, "taken": fight.taken,
            "resisting": id(fight.resisting), "stack_resists": fight.stack_resists,
            "hit": self.unit_ids(fight.hit),
        })
    }
}

/// The attacker's and the defender's value under the words of the sides.
fn by_role(fight: &Fight, attacker: impl serde::Serialize, defender: impl serde::Serialize) -> Value {
    let mut pair = serde_json::Map::new();
    pair.insert(fight.attacker.word().into(), json!(attacker));
    pair.insert(fight.attacker.other().word().into(), json!(defender));
    debug_assert_eq!(pair.len(), Side::BOTH.len());
    Value::Object(pair)
}
