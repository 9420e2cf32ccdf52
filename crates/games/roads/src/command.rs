//! 1.2 Command radius, and the ground that every trace runs on: enemies, rivers, roads.

use crate::Roads;
use crate::data::{Ice, River, RiverEffect, SideInfo, SourceOwner, UnitId, Weather};
use crate::grid::{Bits, Grid, Stops};
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
    enemy: Bits,
    /// Hexes next to the enemy without a friend in them: a trace may end there at a unit (R80), but it does not go on.
    watched: Bits,
    /// The rivers that stop traces (1.2.4).
    stops: Stops,
    crossings: Crossings,
    /// The side's supply sources.
    sources: Bits,
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

    /// The pontoons and Bridging Units of a side, without those of a unit that has left its bridge.
    pub(crate) fn crossings(&self, state: &State, side: Side, gone: Option<UnitId>) -> Crossings {
        let mut found = Crossings::default();
        for (hq, at) in self.hqs(state, side) {
            if let Some(to) = state.field.get(hq).pontoon {
                let _ = found.0.try_push(Crossing { at, to: Some(to) });
            }
        }
        for marker in &self.bridging {
            let Spot::Unit(unit) = state.spot(*marker) else { continue };
            if self.info(unit).side == side
                && gone != Some(unit)
                && let Some(at) = state.field.at(unit)
            {
                let _ = found.0.try_push(Crossing { at, to: None });
            }
        }
        found
    }

    /// 7.4: is the river between two hexes bridged for a side, on the map or by its own means?
    pub(crate) fn bridged(&self, state: &State, side: Side, a: SpaceId, b: SpaceId, info: SideInfo) -> bool {
        info.bridge || self.crossings(state, side, None).join(a, b)
    }

    /// The map of the scenario, as traces see it.
    #[inline]
    fn grid(&self, state: &State) -> &Grid {
        &self.grids[usize::from(state.scenario)]
    }

    /// The ground of a side's traces, with a unit taken away that is about to leave its hex.
    pub(crate) fn ground(&self, state: &State, side: Side, leaving: Option<UnitId>) -> Ground {
        let (enemy, mut own) = (Bits::from(state.field.occupied(side.other())), Bits::from(state.field.occupied(side)));
        if let Some(at) = leaving.and_then(|unit| state.field.at(unit))
            && state.field.stack(at).nth(1).is_none()
        {
            own.remove(at);
        }
        let stops = match (state.forecast.weather, state.forecast.ice) {
            (_, Ice::MajorFrozen) => Stops::None,
            (Weather::Mud, _) => Stops::All,
            (Weather::Snow, _) => Stops::Major,
        };
        let watched = self.grid(state).around(enemy).minus(own);
        Ground {
            side,
            enemy,
            watched,
            stops,
            crossings: self.crossings(state, side, None),
            sources: self.source_bits(state, side),
        }
    }

    /// The hexes that a trace from `starts` reaches within a radius: a unit in them would be commanded. With `halves`, steps along
    /// roads and rails are half hexes (1.2.2, R71).
    fn spread(&self, state: &State, ground: &Ground, starts: Bits, radius: u8, halves: bool) -> Bits {
        let grid = self.grid(state);
        let whole = if halves { 2 } else { 1 };
        let last = usize::from(radius) * whole;
        // The hexes to go on from, by what it takes to reach them.
        let mut rings = [starts, Bits::EMPTY, Bits::EMPTY];
        let mut area = Bits::EMPTY;
        for spent in 0..=last {
            let ring = std::mem::take(&mut rings[spent % 3]).minus(area);
            area = area.or(ring);
            // R80: the hex that the trace starts from is always usable.
            let from = if spent > 0 { ring.minus(ground.watched) } else { ring };
            if from.is_empty() {
                continue;
            }
            if halves && spent < last {
                let joined = grid.beyond(from, ground.stops, true).minus(ground.enemy);
                rings[(spent + 1) % 3] = rings[(spent + 1) % 3].or(joined);
            }
            if spent + whole <= last {
                let mut next = grid.beyond(from, ground.stops, false);
                self.cross(state, ground, from, &mut next);
                rings[(spent + whole) % 3] = rings[(spent + whole) % 3].or(next.minus(ground.enemy));
            }
        }
        area
    }

    /// Adds the hexes beyond pontoons and Bridging Units (7.4).
    fn cross(&self, state: &State, ground: &Ground, from: Bits, next: &mut Bits) {
        for crossing in &ground.crossings.0 {
            for n in self.map(state).board.neighbors(crossing.at) {
                if crossing.to.is_some_and(|only| only != n.space) || !self.grid(state).is_land(n.space) {
                    continue;
                }
                if from.contains(crossing.at) {
                    next.insert(n.space);
                }
                if from.contains(n.space) {
                    next.insert(crossing.at);
                }
            }
        }
    }

    /// The supply sources that work for a side (4.2, R79).
    fn source_bits(&self, state: &State, side: Side) -> Bits {
        let enemy = state.field.occupied(side.other());
        let mut found = Bits::EMPTY;
        for source in &self.map(state).sources {
            let held = state.controller(source.hex) == side;
            let works = match source.owner {
                // 4.2.1.b: a dated one lies behind the enemy's front when it wakes; he must stand on it to close it.
                SourceOwner::Side(whose) if source.dated() => whose == side && !enemy.contains(source.hex),
                SourceOwner::Side(whose) => whose == side && held,
                SourceOwner::Holder => held,
            };
            if works && source.from.0 <= state.turn {
                found.insert(source.hex);
            }
        }
        found
    }

    /// The hexes that lie on a free line to a supply source: along roads and railroads, or along railroads only (4.1.1, R70).
    pub(crate) fn free_lines(&self, state: &State, ground: &Ground, rail_only: bool) -> Bits {
        let grid = self.grid(state);
        let shut = ground.enemy.or(ground.watched);
        let mut reached = ground.sources.minus(shut);
        let mut front = reached;
        while !front.is_empty() {
            let mut next = Bits::EMPTY;
            for hex in front.iter() {
                for (to, rail) in grid.lines_from(hex) {
                    if (*rail || !rail_only) && !reached.contains(*to) && !shut.contains(*to) {
                        reached.insert(*to);
                        next.insert(*to);
                    }
                }
            }
            front = next;
        }
        reached
    }

    /// 4.1.1: does a unit in this hex stand on a source, or on a road or railroad that leads to one? `lines` are those that are free.
    pub(crate) fn on_free_line(
        &self,
        state: &State,
        ground: &Ground,
        lines: &Bits,
        hex: SpaceId,
        rail_only: bool,
    ) -> bool {
        let mut ways = self.grid(state).lines_from(hex).iter().filter(|(_, rail)| *rail || !rail_only).peekable();
        let source = ground.sources.contains(hex) && (!rail_only || ways.peek().is_some());
        source || ways.any(|(to, _)| lines.contains(*to))
    }

    /// 1.2.2: half hexes count for an HQ in a city on a railroad that leads to a source.
    fn half_hexes(&self, state: &State, ground: &Ground, at: SpaceId) -> bool {
        let space = self.space(state, at);
        space.is_city()
            && space.rail
            && self.on_free_line(state, ground, &self.free_lines(state, ground, true), at, true)
    }

    /// The hexes that an HQ commands from where it stands, on this ground.
    pub(crate) fn command_reach(&self, state: &State, ground: &Ground, hq: UnitId, at: SpaceId) -> Bits {
        self.spread(state, ground, Bits::one(at), self.info(hq).radius, self.half_hexes(state, ground, at))
    }

    /// 1.2: the hexes in which a unit is in the command radius of an HQ; none if the HQ is not on the map.
    pub(crate) fn command_area(&self, state: &State, hq: UnitId) -> Spaces {
        match state.field.at(hq) {
            Some(at) => self.command_reach(state, &self.ground(state, self.info(hq).side, None), hq, at).to_spaces(),
            None => Spaces::EMPTY,
        }
    }

    /// 4.2.3: the hexes in the radius of a side's supply sources, on this ground.
    pub(crate) fn source_reach(&self, state: &State, ground: &Ground) -> Bits {
        self.spread(state, ground, ground.sources, self.data.charts.supply.source_radius, false)
    }

    /// 4.2.3: the hexes in the radius of a side's supply sources.
    pub(crate) fn source_area(&self, state: &State, side: Side) -> Spaces {
        self.source_reach(state, &self.ground(state, side, None)).to_spaces()
    }

    /// The supply sources that work for a side (4.2, R79).
    pub(crate) fn sources(&self, state: &State, side: Side) -> Spaces {
        self.source_bits(state, side).to_spaces()
    }

    /// 4.1.1: has this HQ a line of supply?
    pub(crate) fn has_line(&self, state: &State, hq: UnitId) -> bool {
        state.field.at(hq).is_some_and(|at| self.line_at(state, self.info(hq).side, at))
    }

    /// 4.1.1: would an HQ of a side have a line of supply in this hex?
    pub(crate) fn line_at(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let ground = self.ground(state, side, None);
        self.on_free_line(state, &ground, &self.free_lines(state, &ground, false), hex, false)
    }
}

/// The same as sets that are compared with others of the position.
impl Roads {
    /// See [`Roads::free_lines`].
    pub(crate) fn lines(&self, state: &State, ground: &Ground, rail_only: bool) -> Spaces {
        self.free_lines(state, ground, rail_only).to_spaces()
    }

    /// See [`Roads::on_free_line`].
    pub(crate) fn on_line(&self, state: &State, side: Side, lines: &Spaces, hex: SpaceId, rail_only: bool) -> bool {
        let mut ways = self.grid(state).lines_from(hex).iter().filter(|(_, rail)| *rail || !rail_only);
        ways.any(|(to, _)| lines.contains(*to)) || !rail_only && self.sources(state, side).contains(hex)
    }

    /// See [`Roads::command_reach`].
    pub(crate) fn area_on(&self, state: &State, ground: &Ground, hq: UnitId, at: SpaceId) -> Spaces {
        self.command_reach(state, ground, hq, at).to_spaces()
    }

    /// See [`Roads::source_reach`].
    pub(crate) fn source_area_on(&self, state: &State, ground: &Ground) -> Spaces {
        self.source_reach(state, ground).to_spaces()
    }
}

#[cfg(test)]
mod tests;
