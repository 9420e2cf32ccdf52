//! 1.2 Command radius, and the ground that every trace runs on: enemies, rivers, roads.

use crate::Roads;
use crate::data::{Ice, River, RiverEffect, SideInfo, SourceOwner, SupportClass, UnitId, Weather};
use crate::state::{Spaces, Spot, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_table::Side;

/// A bridge that is not on the map: from a hex to one neighbour (a pontoon) or to all of them (a Bridging Unit).
#[derive(Copy, Clone, Debug)]
struct Crossing {
    at: SpaceId,
    to: Option<SpaceId>,
}

/// The pontoons and Bridging Units of a side (7.4, R83).
#[derive(Clone, Debug, Default)]
pub(crate) struct Crossings(ArrayVec<Crossing, 16>);

impl Crossings {
    /// Does one of them bridge the river between two hexes?
    #[inline]
    pub(crate) fn join(&self, a: SpaceId, b: SpaceId) -> bool {
        let one_way = |from, to| self.0.iter().any(|c| c.at == from && c.to.is_none_or(|only| only == to));
        one_way(a, b) || one_way(b, a)
    }
}

/// Where the traces of a side may lead.
pub(crate) struct Ground {
    pub(crate) side: Side,
    /// Hexes of the enemy: no trace enters them (1.2.3, 4.1.1).
    enemy: Spaces,
    /// Hexes next to the enemy without a friend in them: a trace may end there at a unit (R80), but it does not go on.
    watched: Spaces,
    crossings: Crossings,
}

impl Roads {
    /// The river on a hexside as it counts today: in mud a minor one is a major one (3.2.2).
    #[inline]
    pub(crate) fn river(&self, state: &State, info: SideInfo) -> River {
        match info.river {
            River::Minor if state.forecast.weather == Weather::Mud => River::Major,
            river => river,
        }
    }

    /// What the river on a hexside does today; nothing without a river (3.4).
    pub(crate) fn river_effect(&self, state: &State, info: SideInfo) -> Option<&RiverEffect> {
        let class = match self.river(state, info) {
            River::None => return None,
            River::Minor => 0,
            River::Major => 1,
        };
        Some(&self.data.charts.rivers[class][state.forecast.ice as usize])
    }

    /// A major river that is not frozen?
    #[inline]
    pub(crate) fn open_major(&self, state: &State, info: SideInfo) -> bool {
        state.forecast.ice != Ice::MajorFrozen && self.river(state, info) == River::Major
    }

    /// The pontoons and Bridging Units of a side.
    pub(crate) fn crossings(&self, state: &State, side: Side) -> Crossings {
        let mut found = Crossings::default();
        for (hq, at) in self.hqs(state, side) {
            if let Some(to) = state.field.get(hq).pontoon {
                let _ = found.0.try_push(Crossing { at, to: Some(to) });
            }
        }
        for marker in self.supports() {
            let Spot::Unit(unit) = state.spot(marker) else { continue };
            if self.support(marker).class == SupportClass::Bridging
                && self.info(unit).side == side
                && let Some(at) = state.field.at(unit)
            {
                let _ = found.0.try_push(Crossing { at, to: None });
            }
        }
        found
    }

    /// 7.4: is the river between two hexes bridged for a side, on the map or by its own means?
    pub(crate) fn bridged(&self, state: &State, side: Side, a: SpaceId, b: SpaceId, info: SideInfo) -> bool {
        info.bridge || self.crossings(state, side).join(a, b)
    }

    /// The ground of a side's traces, with a unit taken away that is about to leave its hex.
    pub(crate) fn ground(&self, state: &State, side: Side, leaving: Option<UnitId>) -> Ground {
        let board = &self.map(state).board;
        let enemy = *state.field.occupied(side.other());
        let mut own = *state.field.occupied(side);
        if let Some(at) = leaving.and_then(|unit| state.field.at(unit))
            && state.field.stack(at).nth(1).is_none()
        {
            own.remove(at);
        }
        let mut watched = Spaces::EMPTY;
        for hex in enemy.iter() {
            for n in board.neighbors(hex) {
                watched.insert(n.space);
            }
        }
        Ground { side, enemy, watched: watched - own, crossings: self.crossings(state, side) }
    }

    /// 1.2.4: does the river stop a trace over this side?
    #[inline]
    fn river_stops(&self, state: &State, ground: &Ground, from: SpaceId, to: SpaceId, info: SideInfo) -> bool {
        info.river != River::None
            && !info.bridge
            && !info.ferry
            && self.open_major(state, info)
            && !ground.crossings.join(from, to)
    }

    /// The hexes that a trace from `starts` reaches within a radius: a unit in them would be commanded. With `halves`, steps along
    /// roads and rails are half hexes (1.2.2, R71).
    fn spread(&self, state: &State, ground: &Ground, starts: Spaces, radius: u8, halves: bool) -> Spaces {
        let map = self.map(state);
        let whole = if halves { 2 } else { 1 };
        let last = usize::from(radius) * whole;
        // The hexes to go on from, by what it takes to reach them.
        let mut rings = [starts, Spaces::EMPTY, Spaces::EMPTY];
        let mut area = Spaces::EMPTY;
        for spent in 0..=last {
            let ring = std::mem::take(&mut rings[spent % 3]) - area;
            area |= ring;
            for hex in ring.iter() {
                // R80: the hex that the trace starts from is always usable.
                if spent > 0 && ground.watched.contains(hex) {
                    continue;
                }
                for n in map.board.neighbors(hex) {
                    if area.contains(n.space) || ground.enemy.contains(n.space) {
                        continue;
                    }
                    let info = map.sides[n.edge];
                    let step = if halves && info.line() && !info.ferry { 1 } else { whole };
                    let reached = spent + step;
                    if reached <= last
                        && !self.river_stops(state, ground, hex, n.space, info)
                        && !map.spaces[n.space].is_water()
                    {
                        rings[reached % 3].insert(n.space);
                    }
                }
            }
        }
        area
    }

    /// The supply sources that work for a side (4.2, R79).
    pub(crate) fn sources(&self, state: &State, side: Side) -> Spaces {
        let works = |owner| match owner {
            SourceOwner::Side(whose) => whose == side,
            SourceOwner::Holder => true,
        };
        let mut found = Spaces::EMPTY;
        for source in &self.map(state).sources {
            if works(source.owner) && source.from.0 <= state.turn && state.controller(source.hex) == side {
                found.insert(source.hex);
            }
        }
        found
    }

    /// The hexes that lie on a free line to a supply source: along roads and railroads, or along railroads only (4.1.1, R70).
    pub(crate) fn lines(&self, state: &State, ground: &Ground, rail_only: bool) -> Spaces {
        let map = self.map(state);
        let mut front = self.sources(state, ground.side) - ground.enemy - ground.watched;
        let mut reached = front;
        while !front.is_empty() {
            let mut next = Spaces::EMPTY;
            for hex in front.iter() {
                for n in map.board.neighbors(hex) {
                    let info = map.sides[n.edge];
                    let leads = info.rail || info.road && !rail_only;
                    if leads
                        && !reached.contains(n.space)
                        && !ground.enemy.contains(n.space)
                        && !ground.watched.contains(n.space)
                    {
                        next.insert(n.space);
                    }
                }
            }
            reached |= next;
            front = next;
        }
        reached
    }

    /// 4.1.1: does a unit in this hex stand on a source, or on a road or railroad that leads to one? `lines` are those that are free.
    pub(crate) fn on_line(&self, state: &State, side: Side, lines: &Spaces, hex: SpaceId, rail_only: bool) -> bool {
        let map = self.map(state);
        let space = &map.spaces[hex];
        if !space.line && !rail_only {
            return self.sources(state, side).contains(hex);
        }
        if rail_only && !space.rail {
            return false;
        }
        let leads = |n: &kessel_board::Neighbor| {
            let info = map.sides[n.edge];
            (info.rail || info.road && !rail_only) && lines.contains(n.space)
        };
        map.board.neighbors(hex).iter().any(leads) || self.sources(state, side).contains(hex)
    }

    /// 1.2.2: half hexes count for an HQ in a city on a railroad that leads to a source.
    fn half_hexes(&self, state: &State, ground: &Ground, at: SpaceId) -> bool {
        let space = self.space(state, at);
        space.is_city() && space.rail && self.on_line(state, ground.side, &self.lines(state, ground, true), at, true)
    }

    /// The hexes that an HQ commands from where it stands, on this ground.
    pub(crate) fn area_on(&self, state: &State, ground: &Ground, hq: UnitId, at: SpaceId) -> Spaces {
        let mut start = Spaces::EMPTY;
        start.insert(at);
        self.spread(state, ground, start, self.info(hq).radius, self.half_hexes(state, ground, at))
    }

    /// 1.2: the hexes in which a unit is in the command radius of an HQ; none if the HQ is not on the map.
    pub(crate) fn command_area(&self, state: &State, hq: UnitId) -> Spaces {
        match state.field.at(hq) {
            Some(at) => self.area_on(state, &self.ground(state, self.info(hq).side, None), hq, at),
            None => Spaces::EMPTY,
        }
    }

    /// 4.2.3: the hexes in the radius of a side's supply sources, on this ground.
    pub(crate) fn source_area_on(&self, state: &State, ground: &Ground) -> Spaces {
        let sources = self.sources(state, ground.side);
        self.spread(state, ground, sources, self.data.charts.supply.source_radius, false)
    }

    /// 4.2.3: the hexes in the radius of a side's supply sources.
    pub(crate) fn source_area(&self, state: &State, side: Side) -> Spaces {
        self.source_area_on(state, &self.ground(state, side, None))
    }

    /// 4.1.1: has this HQ a line of supply?
    pub(crate) fn has_line(&self, state: &State, hq: UnitId) -> bool {
        state.field.at(hq).is_some_and(|at| self.line_at(state, self.info(hq).side, at))
    }

    /// 4.1.1: would an HQ of a side have a line of supply in this hex?
    pub(crate) fn line_at(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let lines = self.lines(state, &self.ground(state, side, None), false);
        self.on_line(state, side, &lines, hex, false)
    }
}

#[cfg(test)]
mod tests;
