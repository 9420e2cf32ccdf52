//! 1.2 Command radius, and the lines of supply that it hangs on (4.1).

use crate::Roads;
use crate::data::{Ice, River, RiverEffect, SideInfo, UnitId, Weather};
use crate::ground::{Ground, Traced};
use crate::state::{Spaces, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;

impl Roads {
    /// The river on a hexside as it counts today: in mud a minor one is a major one (3.2.2.g).
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
            // 3.4.b, 3.4.e: its line of the chart is that of the ice, and frozen it costs nothing.
            River::Minor => 0,
            // 3.4.d: the line of the frozen one is that of an open minor river.
            River::Major => 1,
        };
        Some(&self.data.charts.rivers[class][state.forecast.ice as usize])
    }

    /// A major river that is not frozen?
    #[inline]
    pub(crate) fn open_major(&self, state: &State, info: SideInfo) -> bool {
        // 3.4.d: a frozen one counts as a minor one.
        state.forecast.ice != Ice::MajorFrozen && self.river(state, info) == River::Major
    }

    /// 1.1.7.b, 7.4: is the river between two hexes bridged for a side, on the map or by its own means?
    pub(crate) fn bridged(&self, state: &State, side: Side, a: SpaceId, b: SpaceId, info: SideInfo) -> bool {
        info.bridge || self.spanned(state, side, None, a, b)
    }

    /// The hexes that a trace from `starts` reaches within a radius: a unit in them would be commanded. With `halves`, steps along
    /// roads and rails are half hexes (1.2.2, R71).
    fn spread(&self, state: &State, ground: &Ground, starts: Spaces, radius: u8, halves: bool) -> Traced {
        let grid = self.grid(state);
        let whole = if halves { 2 } else { 1 };
        // 1.2.1: hexes are counted, whatever it costs to march into them.
        let last = usize::from(radius) * whole;
        // The hexes to go on from, by what it takes to reach them.
        let mut rings = [starts, Spaces::EMPTY, Spaces::EMPTY];
        let (mut area, mut through) = (Spaces::EMPTY, Spaces::EMPTY);
        for spent in 0..=last {
            let ring = std::mem::take(&mut rings[spent % 3]) - area;
            area |= ring;
            if (1..last).contains(&spent) {
                through |= ring;
            }
            // R80: the hex that the trace starts from is always usable.
            // 1.2.3.b: next to the enemy it ends, unless a friend stands there.
            let from = if spent > 0 { ring - ground.watched } else { ring };
            if from.is_empty() {
                continue;
            }
            if halves && spent < last {
                rings[(spent + 1) % 3] |= grid.beyond(&from, ground.stops, true) - ground.enemy;
            }
            if spent + whole <= last {
                let mut next = grid.beyond(&from, ground.stops, false);
                self.cross(state, ground, &from, &mut next);
                // 1.2.3.a: never into the enemy's hexes.
                rings[(spent + whole) % 3] |= next - ground.enemy;
            }
        }
        Traced::new(grid, area, starts, through)
    }

    /// Adds the hexes beyond pontoons and Bridging Units (7.4).
    fn cross(&self, state: &State, ground: &Ground, from: &Spaces, next: &mut Spaces) {
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

    /// The hexes that lie on a free line to a supply source: along roads and railroads, or along railroads only (4.1.1, R70). Along the lines
    /// that the grid keeps, not by a search of the board: what was looked at is kept with what was found, so that the next ground can take it over.
    pub(crate) fn free_lines<'a>(&self, state: &State, ground: &'a Ground, rail_only: bool) -> &'a Spaces {
        ground.lines(rail_only, || {
            let grid = self.grid(state);
            let shut = ground.shut();
            // 4.1.1.b, 4.1.1.c: as long as one likes, but never through a hex that is shut, the source's own neither.
            let mut reached = ground.sources - shut;
            // A source beside the lines opens one when nobody shuts it any more.
            let mut looked_at = ground.sources;
            let mut front = reached;
            while !front.is_empty() {
                let mut next = Spaces::EMPTY;
                for hex in front.iter() {
                    for (to, rail) in grid.lines_from(hex) {
                        if !*rail && rail_only {
                            continue;
                        }
                        looked_at.insert(*to);
                        if !shut.contains(*to) && reached.insert(*to) {
                            next.insert(*to);
                        }
                    }
                }
                front = next;
            }
            Traced::along(reached, looked_at)
        })
    }

    /// 4.1.1: does a unit in this hex stand on a source, or on a road or railroad that leads to one?
    pub(crate) fn on_free_line(&self, state: &State, ground: &Ground, hex: SpaceId, rail_only: bool) -> bool {
        let lines = self.free_lines(state, ground, rail_only);
        let mut ways = self.grid(state).lines_from(hex).iter().filter(|(_, rail)| *rail || !rail_only).peekable();
        // 4.1.1.a.
        let source = ground.sources.contains(hex) && (!rail_only || ways.peek().is_some());
        source || ways.any(|(to, _)| lines.contains(*to))
    }

    /// 1.2.2.b, 4.5.1: half hexes count for an HQ in a city on a railroad that leads to a source.
    fn half_hexes(&self, state: &State, ground: &Ground, at: SpaceId) -> bool {
        let space = self.space(state, at);
        space.is_city() && space.rail && self.on_free_line(state, ground, at, true)
    }

    /// 1.2.2.a: the hexes that an HQ commands from where it stands, on this ground; its own hex is not counted.
    pub(crate) fn command_reach(&self, state: &State, ground: &Ground, hq: UnitId, at: SpaceId) -> Spaces {
        let number = self.headquarters().iter().position(|known| *known == hq).unwrap_or(usize::MAX);
        let halves = self.half_hexes(state, ground, at);
        ground.reach(number, at, halves, || self.spread(state, ground, Spaces::of(at), self.info(hq).radius, halves))
    }

    /// 1.2: the hexes in which a unit is in the command radius of an HQ; none if the HQ is not on the map.
    pub(crate) fn command_area(&self, state: &State, hq: UnitId) -> Spaces {
        match state.field.at(hq) {
            Some(at) => self.command_reach(state, &self.ground(state, self.info(hq).side), hq, at),
            None => Spaces::EMPTY,
        }
    }

    /// 4.2.3: the hexes in the radius of a side's supply sources, on this ground.
    pub(crate) fn source_reach<'a>(&self, state: &State, ground: &'a Ground) -> &'a Spaces {
        ground.fed(|| self.spread(state, ground, ground.sources, self.data.charts.supply.source_radius, false))
    }

    /// 4.2.3: the hexes in the radius of a side's supply sources.
    pub(crate) fn source_area(&self, state: &State, side: Side) -> Spaces {
        *self.source_reach(state, &self.ground(state, side))
    }

    /// 4.1.1: has this HQ a line of supply?
    pub(crate) fn has_line(&self, state: &State, hq: UnitId) -> bool {
        state.field.at(hq).is_some_and(|at| self.line_at(state, self.info(hq).side, at))
    }

    /// 4.1.1: would an HQ of a side have a line of supply in this hex?
    pub(crate) fn line_at(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        self.on_free_line(state, &self.ground(state, side), hex, false)
    }
}

#[cfg(test)]
mod tests;
