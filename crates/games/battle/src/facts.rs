//! The position in words: what the `[then]` part of case files and `kessel show` read.

mod table;

pub(crate) use table::{ASSET, UNIT, WORDS, things};

use crate::Battle;
use crate::data::{AssetClass, AssetId, UnitId};
use crate::redact::knows_directives;
use crate::state::{Fight, Frame, Losses, Piece, Place, Post, Stage, State};
use crate::view::last_control;
use kessel_board::SpaceId;
use kessel_kernel::facets::{Acts, Facts, Rules};
use kessel_kernel::{Asked, Seen, Side, Viewer};
use kessel_kit::show::track_facts;
use kessel_kit::told::{Told, UNKNOWN, known, tell};
use kessel_kit::{Word, tree};
use serde_json::{Map, Value, json};

impl Facts for Battle {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_asked(seen, &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        let viewer = seen.viewer();
        let phase = seen.phase();
        let head = json!({
            "turn": seen.turn,
            "phase": phase.word(),
            "side": phase.side().map(Side::word),
            "to_act": self.to_act(seen),
        });
        let counters = self.counter_facts(seen, viewer, asked);
        let spaces = self.space_facts(seen, asked);
        asked.collect(
            head,
            counters,
            spaces,
            || track_facts(self.track_views(seen, viewer)),
            || self.other_facts(seen, viewer),
        )
    }
}

impl Battle {
    /// What has no key of its own in case files.
    fn other_facts(&self, seen: &State, viewer: Viewer) -> Value {
        let further = json!({
            "purse": purse_facts(seen, viewer),
            "directives": known(knows_directives(seen, viewer), seen.directives),
            "tcf_used": known(viewer.knows(Side::Soviet), seen.tcf_used),
            "ready": ready_facts(seen, viewer),
            "frame": self.frame_facts(seen, viewer),
            "fight": self.fight(seen).map(|fight| self.fight_facts(&fight)),
            "outcome": self.outcome(seen),
        });
        tree::with(&tell(&things(), seen, self), further)
    }

    fn counter_facts(&self, seen: &State, viewer: Viewer, asked: &Asked<'_>) -> Map<String, Value> {
        let units = self
            .data
            .unit_ids()
            .filter(|unit| asked.has_counter(&self.data.units[unit.index()].id))
            .map(|unit| (self.data.units[unit.index()].id.clone(), self.unit_facts(seen, viewer, unit)));
        let assets = self
            .data
            .asset_ids()
            .filter(|asset| asked.has_counter(&self.data.assets[asset.index()].id))
            .map(|asset| (self.data.assets[asset.index()].id.clone(), self.asset_facts(seen, viewer, asset)));
        units.chain(assets).collect()
    }

    fn unit_facts(&self, seen: &State, viewer: Viewer, unit: UnitId) -> Value {
        let info = &self.data.units[unit.index()];
        let now = seen.units[unit.index()];
        let knows = viewer.knows(info.side);
        let Place::At(space) = now.place else {
            return json!({ "at": now.place.tell(self), "strength": 0, "max": info.max });
        };
        if !knows && !self.on_map(space) {
            return json!({ "at": UNKNOWN, "strength": UNKNOWN, "max": info.max, "supplied": true });
        }
        let assets: Value = seen.assets_of(unit).iter().map(|asset| asset.tell(self)).collect();
        json!({
            "at": self.space_id(space),
            "strength": known(knows, now.strength),
            "max": info.max,
            "supplied": self.supplied(seen, unit),
            "assets": known(knows, assets),
            "moved": seen.moved.contains(unit),
            "engaged": seen.engaged.contains(unit),
            "refugee": seen.refugees.contains(unit),
            "overstacked": seen.named.contains(unit),
        })
    }

    fn asset_facts(&self, seen: &State, viewer: Viewer, asset: AssetId) -> Value {
        let info = &self.data.assets[asset.index()];
        let now = seen.assets[asset.index()];
        if matches!(now.post, Post::With(_) | Post::Reserve) && !viewer.knows(info.side) {
            return json!({ "at": UNKNOWN, "steps": UNKNOWN, "factor": UNKNOWN });
        }
        let factor = match info.class {
            AssetClass::AntiTank { num, den } => json!(format!("{num}/{den}")),
            AssetClass::Tank | AssetClass::Plain => json!(info.factors[usize::from(now.steps)]),
        };
        json!({ "at": self.post_word(info.side, now.post), "steps": now.steps, "factor": factor })
    }

    /// Every hex and Caucasus box.
    fn space_facts(&self, seen: &State, asked: &Asked<'_>) -> Map<String, Value> {
        let wanted = self.data.board.spaces().filter(|space| asked.has_space(self.space_id(*space)));
        let on_map = wanted.filter(|space| self.on_map(*space));
        on_map.map(|space| (self.space_id(space).to_owned(), self.space_fact(seen, space))).collect()
    }

    fn space_fact(&self, seen: &State, space: SpaceId) -> Value {
        let marker = seen.marker(space);
        let mut fact = json!({
            "control": self.control(seen, space).map(Side::word),
            "battle": self.picture(seen).battle.contains(space),
            "marker": marker.map(|m| if m.river { "river-assault" } else { "compulsory" }),
            "from": marker.map(|m| self.space_id(m.from)),
        });
        if self.data.spaces[space].caucasus.is_some_and(|info| info.last_control) {
            fact["last_control"] = json!(last_control(seen, space).word());
        }
        fact
    }

    fn fight_facts(&self, fight: &Fight) -> Value {
        let rolled = fight.stage > Stage::Roll;
        let pair = |values: [u16; 2]| rolled.then(|| tree::by_side(|side| values[side.index()]));
        json!({
            "space": self.space_id(fight.space),
            "attacker": fight.attacker.word(),
            "sums": pair(fight.sums),
            "dice": pair(fight.dice.map(u16::from)),
            "losses": pair(fight.losses.map(u16::from)),
            "retreat": tree::by_side(|side| fight.retreat[side.index()]),
        })
    }

    /// The decision that is open.
    fn frame_facts(&self, seen: &State, viewer: Viewer) -> Value {
        let id = |unit: UnitId| self.data.units[unit.index()].id.as_str();
        match seen.frames.top() {
            Frame::Phase(phase) => json!({ "kind": "phase", "phase": phase.word() }),
            Frame::March(march) => json!({
                "kind": "march", "unit": id(march.unit), "by": march.kind.word(),
                "spent": march.spent, "outside": march.outside,
            }),
            Frame::Overstack { side, space } => {
                json!({ "kind": "overstack", "side": side.word(), "space": self.space_id(*space) })
            }
            Frame::Fight(fight) => json!({ "kind": "fight", "space": self.space_id(fight.space) }),
            Frame::Naming { side, left } => json!({ "kind": "naming", "side": side.word(), "left": left }),
            Frame::Losses(losses) => self.losses_facts(losses, viewer),
            Frame::Standing { side, leaving } => json!({
                "kind": "standing", "side": side.word(), "leaving": leaving.iter().map(id).collect::<Vec<_>>(),
            }),
            Frame::Retreat { side, units } => json!({
                "kind": "retreat", "side": side.word(), "units": units.iter().map(id).collect::<Vec<_>>(),
            }),
        }
    }

    fn losses_facts(&self, losses: &Losses, viewer: Viewer) -> Value {
        let name = |piece: &Piece| match piece {
            Piece::Unit(unit) => self.data.units[unit.index()].id.as_str(),
            Piece::Asset(asset) => self.data.assets[asset.index()].id.as_str(),
        };
        let of = |side: Side| {
            if !viewer.knows(side) {
                return json!({ "due": losses.due[side.index()], "left": UNKNOWN, "taken": UNKNOWN });
            }
            json!({
                "due": losses.due[side.index()],
                "left": losses.left(side),
                "taken": losses.taken[side.index()].iter().map(name).collect::<Vec<_>>(),
                "destroyed": losses.destroyed[side.index()],
            })
        };
        json!({
            "kind": "losses", "space": self.space_id(losses.space),
            "axis": of(Side::Axis), "soviet": of(Side::Soviet),
        })
    }
}

/// The purses: only the phasing side has points.
fn purse_facts(seen: &State, viewer: Viewer) -> Value {
    let side = seen.phase().side();
    let of =
        |owner: Side, purse: usize| known(viewer.knows(owner), if side == Some(owner) { seen.purse[purse] } else { 0 });
    json!({ "soviet": of(Side::Soviet, 0), "german": of(Side::Axis, 0), "minor": of(Side::Axis, 1) })
}

fn ready_facts(seen: &State, viewer: Viewer) -> Value {
    let of = |side: Side| {
        let hidden = !viewer.knows(side) && seen.phase().side().is_none() && seen.ended.is_none();
        known(!hidden, seen.ready[side.index()])
    };
    tree::by_side(of)
}

#[cfg(test)]
mod tests;
