//! 3.5 The fog of war: the position as one viewer may know it.
//!
//! Hidden are the displays: basic strengths, who has which asset, what stands in the Front boxes and the Soviet
//! reserve, the purse, and Hitler's directives. Open are the map, the calendar, the dead piles, the dice and the markers.
//! Each hidden fact is replaced by one fixed value, so that positions which differ only in hidden facts become equal.

use crate::Battle;
use crate::data::{AssetId, Objective, UnitId};
use crate::sets::UnitSet;
use crate::state::{Directives, Frame, Phase, Place, Post, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::facets::Redacts;
use kessel_kernel::{Side, Viewer};

/// What stands for directives that a viewer may not know (6.1.e).
const SEALED: Directives = Directives([Objective::Don, Objective::Caucasus, Objective::Stalingrad]);

impl Redacts for Battle {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for side in Side::BOTH {
            if !viewer.knows(side) {
                self.hide_side(&mut seen, side);
                self.show_retreats(state, &mut seen, side);
            }
        }
        if !knows_directives(state, viewer) {
            seen.directives = SEALED;
        }
        self.repaint(&mut seen);
        seen
    }
}

impl Battle {
    /// Hides the displays of one side.
    fn hide_side(&self, seen: &mut State, side: Side) {
        self.hide_frames(seen, side);
        self.hide_units(seen, side);
        self.hide_assets(seen, side);
        if seen.phase().side().is_none_or(|phasing| phasing == side) {
            seen.purse = [0, 0];
        }
        if seen.phase() == Phase::Setup {
            seen.ready[side.index()] = false;
        }
        if side == Side::Soviet {
            seen.tcf_used = false;
        }
    }

    /// Basic strengths become the top of the track, and whoever is off the map stands in the reserve.
    fn hide_units(&self, seen: &mut State, side: Side) {
        let setup = seen.phase() == Phase::Setup;
        for unit in self.own(side).iter() {
            if let Place::At(space) = seen.units[unit.index()].place {
                seen.units[unit.index()].strength = self.data.units[unit.index()].max;
                if !self.on_map(space) {
                    seen.units[unit.index()].place = Place::At(self.reserve(side));
                }
                if setup || !self.on_map(space) {
                    seen.moved.remove(unit);
                }
            }
            seen.fresh_units.remove(unit);
        }
    }

    /// Assets in play lie in the reserve at full strength; the dead, the withdrawn and those to come are open.
    fn hide_assets(&self, seen: &mut State, side: Side) {
        for asset in self.assets_of_side(side) {
            let there = &mut seen.assets[asset.index()];
            match there.post {
                Post::With(_) | Post::Reserve => {
                    there.post = Post::Reserve;
                    there.steps = self.data.assets[asset.index()].max_steps;
                }
                Post::ToCome | Post::Dead | Post::Withdrawn => {}
            }
            seen.fresh_assets.remove(asset);
            seen.withdrawn.remove(asset);
        }
    }

    /// What a side does in secret: which step of its display it has come to, losses named and not yet revealed, and
    /// a march that has not reached the map.
    fn hide_frames(&self, seen: &mut State, side: Side) {
        if let Some(Frame::Phase(phase)) = seen.frames.iter_mut().next()
            && phase.side() == Some(side)
        {
            *phase = phase.in_public();
        }
        let rolled = self.fight(seen).map(|fight| fight.losses);
        for frame in seen.frames.iter_mut() {
            if let Frame::Losses(losses) = frame {
                let i = side.index();
                losses.taken[i] = ArrayVec::new();
                losses.destroyed[i] = false;
                losses.due[i] = rolled.map_or(losses.due[i], |due| due[i]);
            }
        }
        let hidden_march = match seen.frames.top() {
            Frame::March(march) => {
                self.side(march.unit) == side && seen.at(march.unit).is_some_and(|space| !self.on_map(space))
            }
            _ => false,
        };
        if hidden_march {
            seen.frames.pop();
        }
    }

    /// Who retreats an enemy unit is shown the spaces open to it, so he learns what closes or ranks them: whether a
    /// Front box beside it is empty, and whether 49 Korps has assets (8.3.j). He does not learn which.
    fn show_retreats(&self, state: &State, seen: &mut State, side: Side) {
        let retreating = match state.frames.top() {
            Frame::Retreat { side: owner, units } if *owner == side => *units,
            _ => return,
        };
        for space in self.holding_boxes_beside(state, retreating) {
            let stand_in = self.own(side).iter().find(|unit| seen.at(*unit) == Some(self.reserve(side)));
            if let Some(unit) = stand_in.filter(|_| !state.all_in(space).is_empty()) {
                seen.units[unit.index()].place = Place::At(space);
            }
        }
        let only = self.data.spaces[self.data.places.elbrus].caucasus.and_then(|info| info.only_unit);
        let laden = |unit: UnitId| state.assets_of(unit).iter().any(|asset| !self.is_anti_tank(asset));
        if let Some(unit) = only.filter(|unit| retreating.contains(*unit) && laden(*unit)) {
            let in_reserve = |asset: &AssetId| seen.assets[asset.index()].post == Post::Reserve;
            let mut others = self.assets_of_side(side).filter(|asset| !self.is_anti_tank(*asset));
            if let Some(asset) = others.find(in_reserve) {
                seen.assets[asset.index()].post = Post::With(unit);
            }
        }
    }

    /// The Front boxes beside retreating units, in order.
    pub(crate) fn holding_boxes_beside(&self, state: &State, units: UnitSet) -> Vec<SpaceId> {
        let beside = |unit| state.at(unit).map_or(&[][..], |space| self.data.board.neighbors(space));
        let places = &self.data.places;
        let boxes = [places.svf, places.dsf, places.tcf].into_iter();
        boxes.filter(|space| units.iter().any(|u| beside(u).iter().any(|n| n.space == *space))).collect()
    }

    /// The assets of a side, in play or not.
    pub(crate) fn assets_of_side(&self, side: Side) -> impl Iterator<Item = AssetId> {
        self.data.asset_ids().filter(move |asset| self.data.assets[asset.index()].side == side)
    }
}

/// 6.1.a: the Axis player knows his directives; everybody does when the game is over.
pub(crate) fn knows_directives(state: &State, viewer: Viewer) -> bool {
    viewer.knows(Side::Axis) || state.ended.is_some()
}

#[cfg(test)]
mod tests;
