//! 14.1 What a step costs, where a unit may go at all, and the ways that the Executive Officer finds (14.4).

use crate::data::{Ground, HexSide, MoveClass, PROHIBITED, Terrain};
use crate::fix::{MP, factor, holds, shift};
use crate::state::{Mode, NONE, State};
use crate::theater::Stage;
use kessel_kernel::{Case, Side};

/// Why a step is closed, whoever stands there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// They are no neighbours.
    Apart,
    /// 14.12.f: the ground is closed to this class.
    Terrain,
    /// 7.k: off the road in a marsh.
    Marsh,
    /// 7.o.
    Water,
    /// 7.p.
    Ferry,
    /// 7.u, 14.13.b.
    River,
    /// 7.s, 14.13.a.
    Volga,
}

impl Closed {
    /// The rule.
    pub const fn case(self) -> Case {
        match self {
            Closed::Apart => Case("14.11.a"),
            Closed::Terrain => Case("14.12.f"),
            Closed::Marsh => Case("7.k"),
            Closed::Water => Case("7.o"),
            Closed::Ferry => Case("7.p"),
            Closed::River => Case("14.13.b"),
            Closed::Volga => Case("14.13.a"),
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Closed::Apart => "the hexes of a path must touch",
            Closed::Terrain => "that ground is closed to it",
            Closed::Marsh => "vehicles cross a marsh on roads and railways only",
            Closed::Water => "the water is open",
            Closed::Ferry => "the ferries are the Soviets'",
            Closed::River => "vehicles need a bridge or ice to cross the river",
            Closed::Volga => "the Volga is not frozen",
        }
    }
}

impl Stage<'_> {
    /// 14.11 to 14.13, 14.17: what a step costs in 120ths of a point, without zones of control.
    pub fn step_cost(
        &self,
        state: &State,
        side: Side,
        class: MoveClass,
        mode: Mode,
        from: u16,
        to: u16,
    ) -> Result<i32, Closed> {
        let d = self.theater.toward(from, to).ok_or(Closed::Apart)?;
        let between = self.theater.side[from as usize][d];
        let way = between.has(HexSide::WAY);
        let sides = &self.data.charts.sides;
        // 14.11.d: added up, with what the hexsides take.
        let mut cost = self.end_cost(state, side, class, from, way)? + self.end_cost(state, side, class, to, way)?;
        let ground = self.condition(state, to);
        let motor = class.is_motorised();
        let mut road = false;
        if mode == Mode::Strategic && between.has(HexSide::RAIL) && holds(Case("7.y"), true) {
            (cost, road) = (sides.rail.into(), true);
        } else if mode == Mode::Strategic
            && between.has(HexSide::ROAD)
            && !holds(Case("7.x"), ground == Ground::LightMud)
            && holds(Case("14.3.b"), true)
        {
            // 9.31.b; 14.17.e: whatever the weather.
            (cost, road) = (2 * i32::from(sides.road), true);
        }
        // 7.s.
        if between.has(HexSide::VOLGA) && !self.volga_frozen(state) && !way && holds(Case("14.13.a"), true) {
            return Err(Closed::Volga);
        }
        if between.has(HexSide::RIVER) && !self.frozen(state, to) {
            if way {
                cost += if mode == Mode::Tactical { shift(Case("14.13.c"), sides.bridge.into()) as i32 } else { 0 };
            } else if motor && holds(Case("14.13.b"), true) {
                return Err(Closed::River);
            } else {
                cost += shift(Case("14.13.b"), sides.river.into()) as i32;
            }
        }
        let g = ground as usize;
        if between.has(HexSide::UP) || between.has(HexSide::DOWN) {
            let light = matches!(
                class,
                MoveClass::Foot | MoveClass::Mounted | MoveClass::Ski | MoveClass::Tracked | MoveClass::ArmoredCar
            );
            cost += shift(Case("14.13.d"), if light { sides.hill_light[g] } else { sides.hill_heavy[g] }.into()) as i32;
        }
        if between.has(HexSide::BALKA) {
            cost +=
                // 7.v.
                shift(Case("14.13.e"), if motor { sides.balka_motor[g] } else { sides.balka_foot[g] }.into()) as i32;
        }
        Ok(self.by_night(state, cost, road))
    }

    /// 14.17.c, 14.17.d.
    fn by_night(&self, state: &State, cost: i32, road: bool) -> i32 {
        let hour = self.hour(state);
        let (case, p, q) = match (hour.night, hour.moonlit, road) {
            (false, _, _) => return cost,
            (true, true, true) => (Case("14.17.d"), 1, 1),
            (true, true, false) => (Case("14.17.d"), 3, 2),
            (true, false, true) => (Case("14.17.c"), 3, 2),
            (true, false, false) => (Case("14.17.c"), 2, 1),
        };
        factor(case, cost.into(), p, q) as i32
    }

    /// What entering or leaving one hex costs, or why it is closed.
    fn end_cost(&self, state: &State, side: Side, class: MoveClass, hex: u16, way: bool) -> Result<i32, Closed> {
        let (ground, terrain) = (self.condition(state, hex), self.terrain(state, hex));
        // 14.11.b: by class; 9.7.d, 14.11.e: cavalry's row is that of foot, horse-drawn guns have one of their own.
        let cost = self.data.charts.cost(ground, class, terrain);
        let clear = || i32::from(self.data.charts.cost(ground, class, Terrain::Clear));
        match terrain {
            Terrain::Ferry if side != Side::Soviet && holds(Case("7.p"), true) => Err(Closed::Ferry),
            Terrain::Water if self.volga_frozen(state) => {
                Ok(if cost == PROHIBITED || ground != Ground::DeepSnow { clear() } else { cost.into() })
            }
            Terrain::Water if class == MoveClass::Ski && cost != PROHIBITED => Ok(cost.into()),
            Terrain::Water => Err(Closed::Water),
            Terrain::Marsh if cost == PROHIBITED && way => Ok(clear()),
            Terrain::Marsh if cost == PROHIBITED && class.is_motorised() && holds(Case("7.k"), true) => {
                Err(Closed::Marsh)
            }
            _ if cost == PROHIBITED => {
                if holds(Case("14.12.f"), true) {
                    Err(Closed::Terrain)
                } else {
                    Ok(clear())
                }
            }
            _ => Ok(cost.into()),
        }
    }

    /// 18.3.d: what leaving an enemy zone costs: its value, at most half the allowance; never multiplied by night.
    pub fn exit_cost(&self, zone: u8, allowance: i32) -> i32 {
        let value = i32::from(zone) * MP;
        let most = if holds(Case("18.3.d"), value > allowance / 2) { allowance / 2 } else { value };
        shift(Case("18.3.a"), most.into()) as i32
    }

    /// The way a unit goes to a hex, cheapest first; nothing if there is none. `avoid` says which hexes are to be gone around.
    pub fn find_way(
        &self,
        state: &State,
        unit: u16,
        mode: Mode,
        to: u16,
        mut avoid: impl FnMut(u16) -> bool,
    ) -> Option<Vec<u16>> {
        let info = self.info(unit);
        let from = state.units[unit as usize].at;
        if from == to || from == NONE {
            return None;
        }
        let search = Search::run(self, from, Some(to), i32::MAX, |a, b| {
            let cost = self.step_cost(state, info.side, info.movement, mode, a, b).ok()?;
            (b == to || !avoid(b)).then_some(cost)
        });
        search.way(to)
    }
}

/// The cheapest ways over the map from one hex, or to one.
pub struct Search {
    cost: Vec<i32>,
    from: Vec<u16>,
}

impl Search {
    /// From a hex, until `goal` is settled or everything within `most` is.
    pub fn run(
        stage: &Stage<'_>,
        start: u16,
        goal: Option<u16>,
        most: i32,
        step: impl FnMut(u16, u16) -> Option<i32>,
    ) -> Search {
        Search::settle(stage, start, most, |hex| Some(hex) == goal, step)
    }

    /// To a goal from everywhere, until all of `wanted` are settled: `step` says what a step from the first hex to the second costs.
    pub fn back(stage: &Stage<'_>, goal: u16, wanted: &[u16], mut step: impl FnMut(u16, u16) -> Option<i32>) -> Search {
        let mut left: Vec<u16> = wanted.to_vec();
        let settled = |hex| {
            left.retain(|other| *other != hex);
            left.is_empty()
        };
        Search::settle(stage, goal, i32::MAX, settled, |hex, near| step(near, hex))
    }

    /// Hex after hex in the order of their cost, up to `most` or until `done` says so of a hex that is settled. Of hexes at the same cost the one
    /// of the lower rank comes first, so that a way is the same on every machine.
    fn settle(
        stage: &Stage<'_>,
        start: u16,
        most: i32,
        mut done: impl FnMut(u16) -> bool,
        mut step: impl FnMut(u16, u16) -> Option<i32>,
    ) -> Search {
        use std::cmp::Reverse;
        let hexes = stage.theater.hexes;
        let mut search = Search { cost: vec![i32::MAX; hexes], from: vec![NONE; hexes] };
        let mut heap = std::collections::BinaryHeap::new();
        search.cost[start as usize] = 0;
        heap.push(Reverse((0, stage.theater.rank[start as usize], start)));
        while let Some(Reverse((cost, _, hex))) = heap.pop() {
            if cost > search.cost[hex as usize] {
                continue;
            }
            if done(hex) {
                break;
            }
            for near in stage.theater.near[hex as usize] {
                if near == NONE {
                    continue;
                }
                let Some(next) = step(hex, near).map(|c| cost + c) else { continue };
                if next <= most && next < search.cost[near as usize] {
                    search.cost[near as usize] = next;
                    search.from[near as usize] = hex;
                    heap.push(Reverse((next, stage.theater.rank[near as usize], near)));
                }
            }
        }
        search
    }

    /// The way on from a hex to the goal of [`Search::back`], without the hex itself.
    pub fn way_on(&self, from: u16) -> Option<Vec<u16>> {
        self.cost(from)?;
        let mut way = Vec::new();
        let mut hex = self.from[from as usize];
        while hex != NONE {
            way.push(hex);
            hex = self.from[hex as usize];
        }
        Some(way)
    }

    /// What it costs to get there.
    pub fn cost(&self, hex: u16) -> Option<i32> {
        Some(self.cost[hex as usize]).filter(|cost| *cost < i32::MAX)
    }

    /// The way, without the hex it starts from.
    pub fn way(&self, to: u16) -> Option<Vec<u16>> {
        self.cost(to)?;
        let mut way = Vec::new();
        let mut hex = to;
        while self.from[hex as usize] != NONE {
            way.push(hex);
            hex = self.from[hex as usize];
        }
        way.reverse();
        Some(way)
    }
}

/// Known enemies and their zones, for the Executive Officer's ways (14.42.a): hexes to go around.
pub struct Danger {
    bad: Vec<bool>,
    near: Vec<bool>,
}

impl Danger {
    /// From what a side knows. Whoever is known exerts something into each hex around him, whatever lessens it (18.2.d).
    pub fn of(stage: &Stage<'_>, seen: &State) -> Danger {
        let mut danger = Danger { bad: vec![false; stage.theater.hexes], near: vec![false; stage.theater.hexes] };
        for contact in &seen.contacts {
            danger.bad[contact.at as usize] = true;
            for near in stage.theater.near[contact.at as usize] {
                if near != NONE {
                    danger.bad[near as usize] = true;
                }
            }
            for hex in stage.theater.within(contact.at, 3) {
                danger.near[hex as usize] = true;
            }
        }
        danger
    }

    /// Is an enemy, or a zone of one, known there?
    pub fn at(&self, hex: u16) -> bool {
        self.bad[hex as usize]
    }

    /// Is an enemy known within three hexes?
    pub fn near(&self, hex: u16) -> bool {
        self.near[hex as usize]
    }
}
