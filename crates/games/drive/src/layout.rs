//! Who stands where, and where each side is supplied: what follows from a position, kept beside it.

use crate::Drive;
use crate::data::UnitId;
use crate::sets::{MOST_HEXES, MOST_UNITS, Spaces, UnitSet};
use crate::state::{Place, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::Stacks;
use std::fmt;

/// The units of every hex, in the order of their ids.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) ready: bool,
    stacks: Stacks<UnitId, MOST_HEXES, MOST_UNITS>,
    /// Hexes with units of each side.
    pub(crate) held: [Spaces; 2],
    /// The position was put on the table by hand: stacks may be too high (6.2).
    pub(crate) suspect: bool,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { ready: false, stacks: Default::default(), held: [Spaces::EMPTY; 2], suspect: false }
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout").field("held", &self.held).finish_non_exhaustive()
    }
}

/// Where a side is supplied overland.
#[derive(Clone, Debug)]
pub(crate) struct Fed {
    /// Hexes where a unit is, or would be, supplied.
    pub(crate) hexes: Spaces,
    /// Sources that work: linked to an ultimate one, or ultimate (7.12).
    pub(crate) sources: Spaces,
}

impl State {
    /// The units in a hex, in the order of their ids.
    #[inline]
    pub(crate) fn units_at(&self, hex: SpaceId) -> impl Iterator<Item = UnitId> + '_ {
        self.layout.stacks.at(hex)
    }

    /// The same as a set.
    pub(crate) fn stack_at(&self, hex: SpaceId) -> UnitSet {
        self.units_at(hex).collect()
    }

    /// The unit on top of a stack.
    pub(crate) fn top_at(&self, hex: SpaceId) -> Option<UnitId> {
        self.units_at(hex).find(|unit| self.tops.contains(*unit))
    }

    /// Does a side have units there?
    #[inline]
    pub(crate) fn holds(&self, side: Side, hex: SpaceId) -> bool {
        self.layout.held[side.index()].contains(hex)
    }

    /// What was worked out about supply no longer holds for a side.
    pub(crate) fn forget_supply(&mut self, side: Side) {
        self.fed[side.index()].take();
    }
}

impl Drive {
    /// Works the layout out anew; every stack gets a top.
    pub(crate) fn lay_out(&self, state: &mut State) {
        *state.layout = Layout::default();
        for unit in self.data.unit_ids() {
            if let Some(Place::At(hex)) = state.units.get(unit.index()).map(|u| u.place) {
                state.layout.stacks.link(unit, hex);
                state.layout.held[self.side(unit).index()].insert(hex);
            }
        }
        let mut tops = UnitSet::EMPTY;
        for side in Side::BOTH {
            for hex in state.layout.held[side.index()].iter() {
                let top = state.top_at(hex).or_else(|| state.units_at(hex).next());
                tops.extend(top);
            }
        }
        state.tops = tops;
        let limit = usize::from(self.data.charts.stacking.units);
        let held = state.layout.held[0] | state.layout.held[1];
        state.layout.suspect = held.iter().any(|hex| state.units_at(hex).nth(limit).is_some());
        Side::BOTH.into_iter().for_each(|side| state.forget_supply(side));
        state.layout.ready = true;
    }

    /// Puts a unit into a hex, under what lies there.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, hex: SpaceId) {
        let side = self.side(unit);
        state.units[unit.index()].place = Place::At(hex);
        state.layout.stacks.link(unit, hex);
        if state.layout.held[side.index()].insert(hex) {
            state.tops.insert(unit);
            state.forget_supply(side.other());
        }
    }

    /// Takes a unit from its hex; the next one of the stack lies on top then.
    pub(crate) fn lift(&self, state: &mut State, unit: UnitId, place: Place) {
        let Some(hex) = state.at(unit) else {
            state.units[unit.index()].place = place;
            return;
        };
        state.layout.stacks.unlink(unit, hex);
        state.units[unit.index()].place = place;
        let next = state.units_at(hex).next();
        match next {
            None => {
                let side = self.side(unit);
                state.layout.held[side.index()].remove(hex);
                state.forget_supply(side.other());
            }
            Some(next) => {
                if state.tops.contains(unit) {
                    state.tops.insert(next);
                }
            }
        }
        state.tops.remove(unit);
    }

    /// Moves units together, the one that lies highest first, so that it stays on top.
    pub(crate) fn shift(&self, state: &mut State, units: &[UnitId], to: SpaceId) {
        let lead = units.iter().position(|unit| state.tops.contains(*unit)).unwrap_or(0);
        let order = std::iter::once(lead).chain((0..units.len()).filter(move |i| *i != lead));
        for unit in order.filter_map(|i| units.get(i)) {
            self.lift(state, *unit, Place::At(to));
            self.put(state, *unit, to);
        }
    }
}
