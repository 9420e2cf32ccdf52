//! Who stands where, and zones of control (10): what follows from a position, kept beside it.

use crate::Winter;
use crate::data::{UnitId, Water};
use crate::sets::{MOST_HEXES, MOST_UNITS, Spaces, UnitSet};
use crate::state::{Place, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::Stacks;
use std::fmt;

/// The units of every hex in the order of their ids, and the zones of both sides.
#[derive(Clone)]
pub struct Layout {
    ready: bool,
    stacks: Box<Stacks<UnitId, MOST_HEXES, MOST_UNITS>>,
    /// Hexes with units of each side.
    pub(crate) held: [Spaces; 2],
    /// Hexes whose units have a zone of control, by side.
    pub(crate) active: [Spaces; 2],
    /// Hexes in the zone of control of each side.
    pub(crate) zone: [Spaces; 2],
    /// Somebody has moved, or a zone has changed, since lines were last looked at (R105).
    pub(crate) changed: bool,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            ready: false,
            stacks: Default::default(),
            held: [Spaces::EMPTY; 2],
            active: [Spaces::EMPTY; 2],
            zone: [Spaces::EMPTY; 2],
            changed: true,
        }
    }
}

impl Layout {
    /// Is it worked out?
    pub(crate) fn is_ready(&self) -> bool {
        self.ready
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout").field("held", &self.held).finish_non_exhaustive()
    }
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

    /// Does a side have units there?
    #[inline]
    pub(crate) fn holds(&self, side: Side, hex: SpaceId) -> bool {
        self.layout.held[side.index()].contains(hex)
    }

    /// Does the hex lie in a zone of control of `side`?
    #[inline]
    pub(crate) fn in_zone(&self, side: Side, hex: SpaceId) -> bool {
        self.layout.zone[side.index()].contains(hex)
    }
}

impl Winter {
    /// Works the layout out anew.
    pub(crate) fn lay_out(&self, state: &mut State) {
        *state.layout = Layout::default();
        for unit in self.data.unit_ids() {
            if let Some(hex) = state.at(unit) {
                state.layout.stacks.link(unit, hex);
                state.layout.held[self.side(unit).index()].insert(hex);
            }
        }
        for shadow in state.shadows.clone() {
            state.layout.held[shadow.side.index()].insert(shadow.hex);
        }
        state.layout.ready = true;
        for side in Side::BOTH {
            let held = state.layout.held[side.index()];
            for hex in held.iter() {
                let active = self.has_zone(state, side, hex);
                if active {
                    state.layout.active[side.index()].insert(hex);
                }
            }
            self.spread_zone(state, side);
        }
    }

    /// 10.0.a, 10.1.a: six hexes around, but not over the Don or its bridges.
    fn spread_zone(&self, state: &mut State, side: Side) {
        let board = &self.data.map.board;
        let mut zone = Spaces::EMPTY;
        for hex in state.layout.active[side.index()].iter() {
            for near in board.neighbors(hex) {
                if self.data.map.sides[near.edge].water != Water::Major {
                    zone.insert(near.space);
                }
            }
        }
        state.layout.zone[side.index()] = zone;
    }

    /// 10.1: has the stack a zone of control? Somebody in it can have one (10.1.b, 10.1.c), and somebody, whoever he is, is not disrupted: a
    /// mixed stack counts as undisrupted and keeps its zone (13.1.g, 13.1.h).
    pub(crate) fn has_zone(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let shadow = state.shadows.iter().find(|s| s.hex == hex && s.side == side);
        shadow.is_some_and(|s| s.zone)
            || (state.units_at(hex).any(|unit| self.can_exert(state, unit))
                && state.units_at(hex).any(|unit| self.is_steady(state, unit)))
    }

    /// 10.1.b to 10.1.d: may the unit have a zone of control at all?
    fn can_exert(&self, state: &State, unit: UnitId) -> bool {
        let ignored = state.fight.as_ref().is_some_and(|fight| fight.ignored.contains(unit));
        !ignored && !self.ground.small.contains(unit)
    }

    /// 13.1.g: not disrupted, and a unit that fights: a column of lorries steadies nobody (16.3.e).
    pub(crate) fn is_steady(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).disrupted && !self.ground.convoys.contains(unit)
    }

    /// 10.1, 13.1.b, 13.1.e: has the unit a zone of its own into which it fires?
    pub(crate) fn exerts(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).disrupted && self.can_exert(state, unit)
    }

    /// 10.0.a: the units of a side whose zone reaches a hex.
    pub(crate) fn zone_makers(&self, state: &State, side: Side, hex: SpaceId) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        for near in self.data.map.board.neighbors(hex) {
            // 10.1.a.
            let reaches = self.data.map.sides[near.edge].water != Water::Major;
            if reaches && state.layout.active[side.index()].contains(near.space) {
                units |= state.units_at(near.space).filter(|unit| self.can_exert(state, *unit)).collect();
            }
        }
        units
    }

    /// Puts a unit somewhere and keeps the layout true.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, place: Place) {
        let side = self.side(unit);
        let old = state.at(unit);
        if let Some(hex) = old {
            state.layout.stacks.unlink(unit, hex);
        }
        state.unit_mut(unit).place = place;
        if let Place::At(hex) = place {
            state.layout.stacks.link(unit, hex);
        }
        for hex in [old, state.at(unit)].into_iter().flatten() {
            self.refresh(state, side, hex);
        }
    }

    /// Something in the hex has changed: who holds it, and what zone it has.
    pub(crate) fn refresh(&self, state: &mut State, side: Side, hex: SpaceId) {
        state.layout.changed = true;
        let held = state.units_at(hex).next().is_some_and(|unit| self.side(unit) == side);
        set(&mut state.layout.held[side.index()], hex, held);
        let active = held && self.has_zone(state, side, hex);
        if active != state.layout.active[side.index()].contains(hex) {
            set(&mut state.layout.active[side.index()], hex, active);
            self.refresh_zone(state, side, hex);
        }
    }

    /// The zone around a hex whose stack has gained or lost it.
    fn refresh_zone(&self, state: &mut State, side: Side, hex: SpaceId) {
        let board = &self.data.map.board;
        let sides = &self.data.map.sides;
        for near in board.neighbors(hex) {
            let held = |n: &kessel_board::Neighbor| {
                sides[n.edge].water != Water::Major && state.layout.active[side.index()].contains(n.space)
            };
            let zoned = board.neighbors(near.space).iter().any(held);
            set(&mut state.layout.zone[side.index()], near.space, zoned);
        }
    }

    /// Whose unit it is.
    #[inline]
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.data.units[unit.index()].side
    }
}

fn set(spaces: &mut Spaces, hex: SpaceId, member: bool) {
    if member {
        spaces.insert(hex);
    } else {
        spaces.remove(hex);
    }
}
