//! 11.7, 2.14 The fog of war: the position as one viewer may know it.
//!
//! Of an enemy stack only the top unit and the height are seen; what lies under it, and what the enemy still holds off the map, is
//! unknown until it fights. Untried units hide nothing more: what they turn up is drawn when they first fight. The hidden
//! units of a side are replaced by the same stand-ins in the same order, so that positions which differ only in what is hidden
//! become equal; [`State::veiled`] names the stand-ins.

use crate::Drive;
use crate::data::UnitId;
use crate::decision::Decides;
use crate::sets::UnitSet;
use crate::state::{Army, Frame, Mover, Place, Stage, State, UnitState};
use kessel_board::SpaceId;
use kessel_kernel::facets::Redacts;
use kessel_kernel::{Side, Viewer};

impl Redacts for Drive {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let state: &State = &self.ready(state);
        let mut seen = state.clone();
        if state.ended.is_some() {
            return seen;
        }
        for side in Side::BOTH {
            if !viewer.knows(side) {
                self.hide_side(state, &mut seen, side);
            }
        }
        seen
    }
}

impl Drive {
    /// May the enemy see this unit now?
    fn is_open(&self, state: &State, unit: UnitId) -> bool {
        match state.units[unit.index()].place {
            Place::At(hex) => state.tops.contains(unit) || self.in_the_open(state, unit, hex),
            Place::Dead | Place::Piled | Place::Withdrawn | Place::Out => true,
            // 11.7.c: what has not come yet is known to be away; what is due may be held back or lie in a stack.
            Place::ToCome => self.side(unit) == Side::Axis && !self.may_have_come(state, unit),
            Place::Setup | Place::Waiting => false,
        }
    }

    /// R17, R18: a battle opens those who fight in it; a removal opens the stack.
    fn in_the_open(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        let fighting = state.fight().is_some_and(|fight| {
            fight.stage > Stage::Resolve && (fight.units.contains(unit) || fight.defenders.contains(unit))
        });
        let picked = matches!(state.frames.top(), Frame::Excess { hex: at, .. } if *at == hex);
        fighting || picked
    }

    pub(crate) fn may_have_come(&self, state: &State, unit: UnitId) -> bool {
        let due = self.arrival(state.scenario, unit).is_some_and(|turn| turn <= state.turn);
        due || (self.is_taman_unit(state.scenario, unit) && self.taman_active(state))
    }

    fn hide_side(&self, state: &State, seen: &mut State, side: Side) {
        let hidden: UnitSet = self.ground.own[side.index()].iter().filter(|u| !self.is_open(state, *u)).collect();
        self.hide_sets(state, seen, hidden);
        self.hide_units(state, seen, hidden);
        self.hide_frames(state, seen, hidden);
        seen.veiled |= hidden;
        if matches!(seen.mover, Some(Mover::Unit(unit)) if hidden.contains(unit)) {
            seen.mover = None;
        }
        self.lay_out(seen);
    }

    /// Stand-ins in the order of hexes, then those off the map.
    fn hide_units(&self, state: &State, seen: &mut State, hidden: UnitSet) {
        let mut stand_ins = hidden.iter();
        let mut places: Vec<Place> = hidden.iter().map(|u| state.units[u.index()].place).collect();
        places.sort_by_key(|place| match place {
            Place::At(hex) => (0, hex.0),
            Place::Setup => (1, 0),
            Place::Waiting => (2, 0),
            _ => (3, 0),
        });
        for place in places {
            let Some(unit) = stand_ins.next() else { return };
            seen.units[unit.index()] = UnitState {
                place,
                steps: self.data.info(unit).steps(),
                face: None,
                army: Army::None,
                origin: SpaceId(0),
                allowance: 0,
                spent: 0,
            };
        }
    }

    /// Marks of hidden units are forgotten; of those that count for the enemy's attacks he knows how many are in each hex.
    fn hide_sets(&self, state: &State, seen: &mut State, hidden: UnitSet) {
        for set in [
            &mut seen.arrived,
            &mut seen.stopped,
            &mut seen.settled,
            &mut seen.assaulted,
            &mut seen.attacked,
            &mut seen.tired,
            &mut seen.rooted,
            &mut seen.shown,
        ] {
            *set -= hidden;
        }
        seen.defended = self.stand_ins(state, state.defended, hidden);
        seen.refugees = self.stand_ins(state, state.refugees, hidden);
    }

    /// The same set with stand-ins for its hidden members: as many in each hex, the first ones there.
    fn stand_ins(&self, state: &State, set: UnitSet, hidden: UnitSet) -> UnitSet {
        let mut result = set - hidden;
        let members = set & hidden;
        if members.is_empty() {
            return result;
        }
        let mut on_map: Vec<SpaceId> = hidden.iter().filter_map(|u| state.at(u)).collect();
        on_map.sort_unstable();
        let mut left: Vec<(SpaceId, usize)> = Vec::new();
        for unit in members.iter() {
            if let Some(hex) = state.at(unit) {
                match left.iter_mut().find(|(h, _)| *h == hex) {
                    Some((_, n)) => *n += 1,
                    None => left.push((hex, 1)),
                }
            }
        }
        for (unit, hex) in hidden.iter().zip(on_map) {
            if let Some((_, n)) = left.iter_mut().find(|(h, n)| *h == hex && *n > 0) {
                *n -= 1;
                result.insert(unit);
            }
        }
        result
    }

    fn hide_frames(&self, state: &State, seen: &mut State, hidden: UnitSet) {
        for frame in seen.frames.iter_mut() {
            match frame {
                Frame::March(march) => march.units.retain(|u| !hidden.contains(*u)),
                Frame::Muster(muster) => muster.units -= hidden,
                Frame::Fight(fight) => {
                    fight.units = self.stand_ins(state, fight.units, hidden);
                    fight.defenders = self.stand_ins(state, fight.defenders, hidden);
                    fight.guests = self.stand_ins(state, fight.guests, hidden);
                    fight.unsupplied -= hidden;
                }
                Frame::Retreat(units) => *units = self.stand_ins(state, *units, hidden),
                _ => {}
            }
        }
    }
}
