//! Steps that no rule can be against. Most units of a front can go somewhere, and a look at the map shows it: then nobody has to ask rule
//! after rule. What is plain is allowed (`tests.rs` holds it against the rules after random play); of what is not plain this says nothing.

use super::Outlook;
use crate::Roads;
use crate::data::{Data, Nation, Region, River, Scenario};
use crate::grid::Stops;
use crate::state::{March, Mode, Spaces, Spot, State, Supply, UnitSet};
use kessel_board::{Neighbor, SpaceId};
use kessel_kernel::Side;

/// What follows from the data alone.
pub(crate) struct Plain {
    /// The land that no rule bars to a side wherever the enemy is, by scenario and side.
    land: Vec<[Spaces; 2]>,
    /// What a step along a road costs at most, in half points.
    road: u8,
}

impl Plain {
    pub(crate) fn new(data: &Data) -> Plain {
        let roads = data.charts.terrain.iter().map(|terrain| terrain.road_half_points);
        let land = data.scenarios.iter().map(|scenario| plain_land(data, scenario)).collect();
        Plain { land, road: roads.max().unwrap_or(0) }
    }
}

/// Without water (1.8.4.a), the southern row of the Axis (7.1.11), the last positions of the Soviets (S2.z, S2.aa) and the zone of the 28th
/// Army (S2.w).
fn plain_land(data: &Data, scenario: &Scenario) -> [Spaces; 2] {
    let map = &scenario.map;
    Side::BOTH.map(|side| {
        let plain = |hex: &SpaceId| {
            let space = &map.spaces[*hex];
            let barred = match side {
                Side::Axis => space.row == data.charts.movement.forbidden_axis_row,
                Side::Soviet => space.foothold,
            };
            !space.is_water() && !barred && !map.region(Region::Army28).contains(*hex)
        };
        map.board.hexes().filter(plain).collect()
    })
}

impl Roads {
    /// Is there a step that no rule can be against?
    pub(super) fn any_plain_step(&self, state: &State, view: &Outlook, march: March, at: SpaceId) -> bool {
        if !self.is_carefree(state, view, march, at) {
            return false;
        }
        let info = self.info(march.unit);
        if view.many && self.goes_free(march) {
            return self.exits(state, view, info.side).contains(at);
        }
        if view.many && march.mode == Mode::Strategic && march.left >= self.plain.road {
            return self.road_exits(state, view, info.side, info.nation).contains(at);
        }
        let around = self.map(state).board.neighbors(at);
        around.iter().any(|n| self.is_plain(state, view, march, *n))
    }

    /// The hexes with open land beside them, over no river or one with a bridge or ferry: whoever goes free may leave them (7.1.8).
    fn exits<'a>(&self, state: &State, view: &'a Outlook, side: Side) -> &'a Spaces {
        view.exits[side.index()]
            .get_or_init(|| self.grid(state).beyond(self.open_land(state, view, side), Stops::All, false))
    }

    /// The hexes from which a road leads onto open land, away from the enemy and in command of a nation (7.2.2).
    fn road_exits<'a>(&self, state: &State, view: &'a Outlook, side: Side, nation: Nation) -> &'a Spaces {
        view.road_exits[nation as usize].get_or_init(|| {
            let (grid, enemy) = (self.grid(state), state.field.occupied(side.other()));
            let commanded = *self.commanded(state, view, side, nation);
            let quiet = (*self.open_land(state, view, side) & commanded) - grid.around(enemy);
            grid.beyond(&quiet, Stops::None, true)
        })
    }

    /// A unit that no rule binds which looks at the unit itself.
    pub(crate) fn is_carefree(&self, state: &State, view: &Outlook, march: March, at: SpaceId) -> bool {
        let (unit, info) = (march.unit, self.info(march.unit));
        // 7.1.10, 15.2.1.h: HQs think of their lines and of the fortress. 7.3: trains keep to the rails. CRT.R.c: whoever reacts minds the fight.
        let marches = matches!(march.mode, Mode::Normal | Mode::Strategic | Mode::Exploitation);
        // 10.3.2: hexes may be counted. 4.4.4.a: without supply it keeps to its HQ. 5.5.3.c: a leader keeps away from others.
        let free = marches && !info.is_hq() && march.hexes != Some(0);
        free && (state.field.get(unit).supply != Supply::Out || info.elite)
            && !self.bearers(state, view).contains(unit)
            // S2.w.
            && !self.map(state).region(Region::Army28).contains(at)
    }

    /// A step of such a unit onto open land, over no river, that it can pay for; in strategic movement along a road, away from the enemy and in
    /// command (7.2.2).
    pub(crate) fn is_plain(&self, state: &State, view: &Outlook, march: March, n: Neighbor) -> bool {
        let (unit, to, info) = (self.info(march.unit), n.space, self.map(state).sides[n.edge]);
        info.river == River::None
            && self.open_land(state, view, unit.side).contains(to)
            && (march.mode != Mode::Strategic
                || info.line()
                    && !self.near_enemy(state, unit.side, to)
                    && self.commanded(state, view, unit.side, unit.nation).contains(to))
            && (self.goes_free(march) || self.step_cost(state, to, info, false) <= march.left)
    }

    /// The plain land without the enemy's hexes (7.1.7).
    fn open_land<'a>(&self, state: &State, view: &'a Outlook, side: Side) -> &'a Spaces {
        view.open[side.index()].get_or_init(|| {
            self.plain.land[usize::from(state.scenario)][side.index()] - *state.field.occupied(side.other())
        })
    }

    /// The units with leaders.
    fn bearers<'a>(&self, state: &State, view: &'a Outlook) -> &'a UnitSet {
        view.bearers.get_or_init(|| {
            let bearer = |marker| match state.spot(marker) {
                Spot::Unit(unit) => Some(unit),
                _ => None,
            };
            self.leaders.iter().copied().filter_map(bearer).collect()
        })
    }
}
