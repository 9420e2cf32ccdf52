//! 19.0 Supply: lines, the pipeline down the tree of headquarters, the morning draw, consumption and the fall of levels.
//!
//! All in grams. Requests and every kind of consumption are multiplied by the Supply Level (19.9.e).

use crate::data::{Hq, HqRank, Kind, MoveClass, Scale, SupplyLevel, Terrain, Variant};
use crate::field::Field;
use crate::fix::{factor, holds, rounded, times};
use crate::state::{NONE, State};
use crate::theater::Stage;
use kessel_kernel::{Case, Side};

/// 19.41: what of a request comes through, in percent, by colour: green, blue, yellow, red, black.
pub const BANDS: [i64; 5] = [100, 90, 75, 50, 0];

/// Grams for each point of defence, a turn of the six-turn day.
const SUBSISTENCE: i64 = 50_000;
const AMMUNITION: i64 = 75_000;
const SHELLS: i64 = 300_000;

/// A supply line: how long, and its colour (0 green to 4 none).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SupplyLine {
    /// Hexes.
    pub length: u16,
    /// 0 green, 1 blue, 2 yellow, 3 red, 4 black: none.
    pub band: u8,
    /// It leads to this airfield, by its place in the data, and not to a source or a superior (19.5).
    pub airfield: Option<u8>,
}

impl SupplyLine {
    /// No line at all.
    pub const NONE: SupplyLine = SupplyLine { length: u16::MAX, band: 4, airfield: None };

    /// Is there none?
    pub const fn is_cut(self) -> bool {
        self.band >= 4
    }
}

/// The lines of both sides, each by unit number.
pub type Lines = [Vec<SupplyLine>; 2];

/// Hexes over which a side's lines may run (18.4, 19.4.b), worked out once for a side.
pub struct Network {
    open: Vec<bool>,
}

impl Network {
    /// 19.4.b: owned hexes without enemy zone, or with a friend in them, or with zones of both.
    pub fn of(stage: &Stage<'_>, state: &State, field: &Field, side: Side, owner: impl Fn(u16) -> Side) -> Network {
        let ice = stage.volga_frozen(state);
        let open = (0..stage.theater.hexes as u16).map(|hex| {
            let ground = stage.terrain(state, hex);
            if ground == Terrain::Water && !ice || ground == Terrain::Ferry && side != Side::Soviet {
                return false;
            }
            if owner(hex) != side {
                return false;
            }
            if field.zone_in(stage, side.other(), hex) == 0 || !holds(Case("18.4.a"), true) {
                return true;
            }
            let friend = field.held_by(stage, hex, side);
            let contested = field.zone_in(stage, side, hex) > 0 && holds(Case("18.4.b"), true);
            friend || contested
        });
        Network { open: open.collect() }
    }

    /// Hexes to everywhere from some places; those places and the places asked about need no test.
    pub fn flood(&self, stage: &Stage<'_>, from: &[u16], most: u16) -> Vec<u16> {
        self.flood_to(stage, from, most, &[])
    }

    /// The same, done as soon as every hex of `wanted` is reached (if there are any).
    fn flood_to(&self, stage: &Stage<'_>, from: &[u16], most: u16, wanted: &[u16]) -> Vec<u16> {
        let mut left: Vec<u16> = wanted.to_vec();
        left.sort_unstable();
        left.dedup();
        left.retain(|hex| !from.contains(hex));
        if !wanted.is_empty() && left.is_empty() {
            let mut far = vec![u16::MAX; self.open.len()];
            from.iter().filter(|hex| **hex != NONE).for_each(|hex| far[*hex as usize] = 0);
            return far;
        }
        let mut far = vec![u16::MAX; self.open.len()];
        let mut queue: std::collections::VecDeque<u16> = from.iter().copied().filter(|hex| *hex != NONE).collect();
        for hex in &queue {
            far[*hex as usize] = 0;
        }
        while let Some(hex) = queue.pop_front() {
            let next = far[hex as usize] + 1;
            if next > most {
                break;
            }
            for near in stage.theater.near[hex as usize] {
                if near == NONE || far[near as usize] <= next {
                    continue;
                }
                if !wanted.is_empty() && far[near as usize] == u16::MAX && left.binary_search(&near).is_ok() {
                    left.retain(|hex| *hex != near);
                }
                far[near as usize] = next;
                if !wanted.is_empty() && left.is_empty() {
                    return far;
                }
                // A closed hex may be the end of a line, never a part of it.
                if self.open[near as usize] {
                    queue.push_back(near);
                }
            }
        }
        far
    }
}

impl Stage<'_> {
    /// 19.43: the basic length of a unit's line; 128 is all or nothing.
    pub fn basic_line(&self, unit: u16) -> u16 {
        let hq = self.info(unit).hq;
        match (self.scenario.map.scale, hq) {
            (Scale::City, _) | (Scale::Field, Some(_)) => 128,
            (Scale::Field, None) | (Scale::Front, None) => 12,
            (Scale::Front, Some(Hq { rank, level, .. })) => match rank {
                HqRank::Front => 128,
                HqRank::Army if level == 1 => 128,
                HqRank::Army | HqRank::Corps => 48,
                HqRank::Division | HqRank::Brigade => 12,
            },
        }
    }

    /// The colour of a line of this length.
    pub fn band(&self, unit: u16, length: u16) -> SupplyLine {
        let basic = self.basic_line(unit);
        let case = match self.scenario.map.scale {
            Scale::City => Case("19.43.b"),
            Scale::Field => Case("19.43.c"),
            Scale::Front => Case("19.43.d"),
        };
        let band = if length == u16::MAX {
            4
        } else if length <= basic || !holds(case, true) {
            0
        } else if basic == 128 {
            4
        } else {
            (length / basic).min(4) as u8
        };
        SupplyLine { length, band, airfield: None }
    }

    /// 17.12.b, 19.5: the airfields in Axis hands that supplies have been landed on, each with the hexes from it to everywhere.
    fn stocked(
        &self,
        state: &State,
        network: &Network,
        side: Side,
        owner: &impl Fn(u16) -> Side,
    ) -> Vec<(u8, Vec<u16>)> {
        // 19.5.b.
        let stocked = self.fields_of(side, owner).filter(|(n, _)| state.airfields[*n] > 0);
        stocked.map(|(n, hex)| (n as u8, network.flood(self, &[hex], 192))).collect()
    }

    /// 17.12.b, 17.12.e: the airfields that a side can land supplies on, by their places in the data.
    fn fields_of(&self, side: Side, owner: impl Fn(u16) -> Side) -> impl Iterator<Item = (usize, u16)> {
        let mine = side == Side::Axis && self.scenario.landing;
        let fields = self.scenario.map.airfields.iter().enumerate().filter(move |_| mine);
        fields.map(|(n, field)| (n, field.hex.0)).filter(move |(_, hex)| owner(*hex) == side)
    }

    /// The airfield nearest to a headquarters on which supplies for it could be landed, stocked or not.
    pub fn field_for(&self, state: &State, field: &Field, hq: u16) -> Option<u16> {
        let (side, at) = (self.side(hq), state.units[hq as usize].at);
        let network = Network::of(self, state, field, side, |hex| state.owner(hex));
        let far = self.fields_of(side, |hex| state.owner(hex)).map(|(_, hex)| {
            let far = network.flood(self, &[hex], 192)[at as usize];
            (far, hex)
        });
        far.filter(|(far, _)| !self.band(hq, *far).is_cut()).min().map(|(_, hex)| hex)
    }

    /// 19.5.a, 19.5.c: a headquarters that has no line to its source or its superior has one to the nearest stocked airfield.
    fn or_airfield(&self, state: &State, unit: u16, line: SupplyLine, stocked: &[(u8, Vec<u16>)]) -> SupplyLine {
        if stocked.is_empty() || !line.is_cut() || self.info(unit).hq.is_none() {
            return line;
        }
        let at = state.units[unit as usize].at as usize;
        let nearest = stocked.iter().min_by_key(|(n, far)| (far[at], *n));
        let found = nearest.map(|(n, far)| SupplyLine { airfield: Some(*n), ..self.band(unit, far[at]) });
        found.filter(|to| !to.is_cut() && holds(Case("19.5.a"), true)).unwrap_or(line)
    }

    /// 19.4: the line of every unit of a side: to its headquarters, or of a headquarters without superior to a source.
    pub fn lines(&self, state: &State, field: &Field, side: Side, owner: impl Fn(u16) -> Side) -> Vec<SupplyLine> {
        let network = Network::of(self, state, field, side, &owner);
        let sources: Vec<u16> =
            self.theater.sources[side.index()].iter().copied().filter(|s| owner(*s) == side).collect();
        let from_sources = network.flood(self, &sources, 192);
        let mut lines = vec![SupplyLine::NONE; state.units.len()];
        let mut drawers: Vec<(u16, u16)> = Vec::new();
        for unit in 0..state.units.len() as u16 {
            let now = &state.units[unit as usize];
            if !now.here() || self.side(unit) != side {
                continue;
            }
            match self.superior(state, unit) {
                NONE => lines[unit as usize] = self.band(unit, from_sources[now.at as usize]),
                hq => drawers.push((hq, unit)),
            }
        }
        drawers.sort_unstable();
        for group in drawers.chunk_by(|a, b| a.0 == b.0) {
            let at = |unit: u16| state.units[unit as usize].at;
            let wanted: Vec<u16> = group.iter().map(|(_, unit)| at(*unit)).collect();
            let far = network.flood_to(self, &[at(group[0].0)], 192, &wanted);
            for (_, unit) in group {
                lines[*unit as usize] = self.band(*unit, far[at(*unit) as usize]);
            }
        }
        let stocked = self.stocked(state, &network, side, &owner);
        for unit in 0..state.units.len() as u16 {
            if state.units[unit as usize].here() && self.side(unit) == side {
                lines[unit as usize] = self.or_airfield(state, unit, lines[unit as usize], &stocked);
            }
        }
        lines
    }

    /// The line of one unit.
    pub fn line_of(&self, state: &State, field: &Field, unit: u16) -> SupplyLine {
        let side = self.side(unit);
        let owner = |hex: u16| state.owner(hex);
        let network = Network::of(self, state, field, side, owner);
        let from = match self.superior(state, unit) {
            NONE => self.theater.sources[side.index()].iter().copied().filter(|s| owner(*s) == side).collect(),
            hq => vec![state.units[hq as usize].at],
        };
        let far = network.flood(self, &from, 192);
        let line = self.band(unit, far[state.units[unit as usize].at as usize]);
        self.or_airfield(state, unit, line, &self.stocked(state, &network, side, &owner))
    }

    /// The headquarters that a unit draws from: the one it is attached to while that is on the map.
    pub fn superior(&self, state: &State, unit: u16) -> u16 {
        let hq = state.units[unit as usize].hq;
        if state.units.get(hq as usize).is_some_and(|hq| hq.here()) { hq } else { NONE }
    }

    /// Turns of ammunition and shells in a day's draw, and of subsistence and fuel (19.3.b); rates double at 3 km.
    fn draw_turns(&self) -> (i64, i64, i64) {
        if self.scenario.turns_per_day() == 6 { (6, 4, 1) } else { (3, 2, 2) }
    }

    /// Fuel for a turn of moving, for each point of defence (19.9.a).
    pub fn fuel(&self, unit: u16) -> i64 {
        let (_, _, twice) = self.draw_turns();
        twice
            * match self.info(unit).movement {
                MoveClass::Motorcycle | MoveClass::Truck | MoveClass::MotHq => 125_000,
                MoveClass::ArmoredCar | MoveClass::Tracked => 300_000,
                _ => 0,
            }
    }

    /// Grams of a rate for each point of something.
    fn grams(&self, points: i64, rate: i64) -> i64 {
        rounded(i128::from(points) * i128::from(rate), i128::from(crate::fix::ONE))
    }

    /// Half of what a turn may ask for beside subsistence: how a unit judges the rest of the day (19.2.e).
    pub fn turn_need(&self, state: &State, unit: u16) -> i64 {
        let now = &state.units[unit as usize];
        let (_, _, twice) = self.draw_turns();
        let barrage = self.left(state, unit, self.info(unit).full.barrage);
        let active =
            self.grams(now.defence, AMMUNITION * twice + self.fuel(unit)) + self.grams(barrage, SHELLS * twice);
        self.grams(now.defence, SUBSISTENCE * twice) + times(active, 1, 2)
    }

    /// 19.3.b: what a unit draws for a day at General.
    pub fn daily(&self, state: &State, unit: u16) -> i64 {
        let now = &state.units[unit as usize];
        if self.info(unit).kind == Kind::Hq {
            return 0;
        }
        let (live, shoot, twice) = self.draw_turns();
        let barrage = self.left(state, unit, self.info(unit).full.barrage);
        self.grams(now.defence, SUBSISTENCE * twice * live)
            + self.grams(now.defence, AMMUNITION * twice * shoot)
            + self.grams(now.defence, self.fuel(unit) * live)
            + self.grams(barrage, SHELLS * twice * shoot)
    }

    /// The same at a level.
    pub fn at_level(&self, grams: i64, level: SupplyLevel) -> i64 {
        let ratio = self.data.charts.supply(level).tonnage;
        factor(Case("19.9.e"), grams, ratio.p.into(), ratio.q.into())
    }

    /// The level that a unit is kept at by default (19.8).
    pub fn default_level(&self, state: &State, unit: u16) -> SupplyLevel {
        let hq = if self.info(unit).hq.is_some() { unit } else { state.units[unit as usize].hq };
        let own = if hq == NONE { None } else { self.info(hq).hq };
        own.map_or(self.scenario.default_supply[self.side(unit).index()], |hq| hq.default)
    }

    /// What the units of a headquarters, and all below it, need in a day at their default levels; by unit number.
    pub fn subtree_need(&self, state: &State) -> Vec<i64> {
        let mut need = vec![0; state.units.len()];
        for unit in 0..state.units.len() as u16 {
            if !state.units[unit as usize].here() || self.info(unit).hq.is_some() {
                continue;
            }
            let daily = self.at_level(self.daily(state, unit), self.default_level(state, unit));
            let mut hq = self.superior(state, unit);
            for _ in 0..8 {
                if hq == NONE {
                    break;
                }
                need[hq as usize] += daily;
                hq = self.superior(state, hq);
            }
        }
        need
    }

    /// 19.2.a: a turn of the pipeline, before it is planned: sources to the top, the top downward out of what was there before.
    pub fn pipeline(&self, state: &mut State, lines: &Lines) {
        let need = self.subtree_need(state);
        let per_day = i64::from(self.scenario.turns_per_day());
        let before: Vec<i64> = state.units.iter().map(|u| u.tons).collect();
        for side in Side::BOTH {
            let lines = &lines[side.index()];
            let hqs: Vec<u16> = (0..state.units.len() as u16)
                .filter(|u| state.units[*u as usize].here() && self.side(*u) == side && self.info(*u).hq.is_some())
                .collect();
            for hq in &hqs {
                let line = lines[*hq as usize];
                let percent = BANDS[line.band as usize];
                match (line.airfield, self.superior(state, *hq)) {
                    (Some(n), _) => self.draw_from_airfield(state, *hq, n, percent, need[*hq as usize]),
                    // 19.2.g: headquarters without a superior.
                    (None, NONE) if percent > 0 => {
                        let mut flow = times(need[*hq as usize], 110, 100 * per_day);
                        if side == Side::Soviet && state.setup.has(Variant::BetterSupply) {
                            flow = factor(Case("30.1.c"), flow, 3, 2);
                        }
                        let most = 5 * need[*hq as usize];
                        let now = &mut state.units[*hq as usize];
                        now.tons = (now.tons + times(flow, percent, 100)).min(most.max(now.tons));
                    }
                    _ => {}
                }
            }
            for hq in &hqs {
                self.pass_down(state, *hq, &hqs, &need, &before, lines);
            }
        }
    }

    /// One headquarters gives its subordinate headquarters their fair share out of what it held before (19.2.c).
    fn pass_down(&self, state: &mut State, hq: u16, hqs: &[u16], need: &[i64], before: &[i64], lines: &[SupplyLine]) {
        let below = hqs.iter().filter(|sub| self.superior(state, **sub) == hq);
        let asks: Vec<(u16, i64)> = below
            // 34.b.D: whoever has given more to his units asks for more, and the others get less.
            .map(|sub| (*sub, (need[*sub as usize] - before[*sub as usize]).max(0)))
            .filter(|(sub, ask)| *ask > 0 && !lines[*sub as usize].is_cut() && lines[*sub as usize].airfield.is_none())
            .collect();
        let all: i64 = asks.iter().map(|(_, ask)| ask).sum();
        let stock = before[hq as usize].min(state.units[hq as usize].tons);
        if all == 0 || stock <= 0 {
            return;
        }
        let mut rest = if all > stock { stock } else { all };
        let whole = rest;
        let mut shares: Vec<(u16, i64)> = asks
            .iter()
            .map(|(sub, ask)| (*sub, (i128::from(whole) * i128::from(*ask) / i128::from(all)) as i64))
            .collect();
        rest -= shares.iter().map(|(_, share)| share).sum::<i64>();
        for (_, share) in shares.iter_mut().take(rest as usize) {
            *share += 1;
        }
        for (sub, share) in shares {
            state.units[hq as usize].tons -= share;
            let percent = BANDS[lines[sub as usize].band as usize];
            state.units[sub as usize].tons += times(share, percent, 100);
        }
    }

    /// 19.5.c: a headquarters draws from an airfield what it and everybody below it lack for a day, as long as there is anything.
    fn draw_from_airfield(&self, state: &mut State, hq: u16, airfield: u8, percent: i64, need: i64) {
        let stock = &mut state.airfields[usize::from(airfield)];
        let ask = (need - state.units[hq as usize].tons).max(0).min(*stock);
        *stock -= ask;
        state.units[hq as usize].tons += times(ask, percent, 100);
    }

    /// 19.2.d, 19.2.f: in the morning combat units draw a day's worth and take their headquarters' level; who has no line keeps what it has.
    pub fn morning_draw(&self, state: &mut State, lines: &Lines) {
        for side in Side::BOTH {
            let lines = &lines[side.index()];
            let mut asks: Vec<(u16, u16, i64)> = Vec::new();
            for unit in 0..state.units.len() as u16 {
                let now = &state.units[unit as usize];
                let mine = now.here() && self.side(unit) == side && self.info(unit).hq.is_none();
                if !mine {
                    continue;
                }
                let unfed = &mut state.units[unit as usize];
                (unfed.drew, unfed.morning) = (false, unfed.level);
                let hq = self.superior(state, unit);
                // 19.43.a: without a line nothing; 34.b.B: but what it has.
                if hq == NONE || lines[unit as usize].is_cut() {
                    continue;
                }
                let level = state.units[hq as usize].level;
                let want = self.at_level(self.daily(state, unit), level) - state.units[unit as usize].tons;
                asks.push((hq, unit, want.max(0)));
            }
            asks.sort_unstable();
            for group in asks.chunk_by(|a, b| a.0 == b.0) {
                let hq = group[0].0;
                let all: i64 = group.iter().map(|(_, _, ask)| ask).sum();
                let stock = state.units[hq as usize].tons.max(0);
                let level = state.units[hq as usize].level;
                for (_, unit, ask) in group {
                    let share = if all > stock {
                        (i128::from(stock) * i128::from(*ask) / i128::from(all)) as i64
                    } else {
                        *ask
                    };
                    let percent = BANDS[lines[*unit as usize].band as usize];
                    state.units[hq as usize].tons -= share;
                    let now = &mut state.units[*unit as usize];
                    now.tons += times(share, percent, 100);
                    (now.drew, now.level, now.morning) = (true, level, level);
                }
            }
        }
    }

    /// 3.3.d, 3.3.e, 34.b.C: a headquarters keeps its level while the stock lasts for a day of its units, else the best it can pay. With the duty
    /// of the Executive Officer it goes back to its default, and one up when it has three days of that.
    pub fn settle_levels(&self, state: &mut State, allocate: [bool; 2]) {
        for hq in 0..state.units.len() as u16 {
            let Some(kind) = self.info(hq).hq.filter(|_| state.units[hq as usize].here()) else { continue };
            let mine: i64 = (0..state.units.len() as u16)
                .filter(|u| {
                    self.info(*u).hq.is_none() && state.units[*u as usize].here() && self.superior(state, *u) == hq
                })
                .map(|u| (self.daily(state, u), state.units[u as usize].tons))
                .map(|(daily, has)| daily - has.min(daily) / 2)
                .sum();
            let stock = state.units[hq as usize].tons;
            let affords = |level: SupplyLevel, days: i64| stock >= days * self.at_level(mine, level);
            let want = if allocate[self.side(hq).index()] {
                let up = SupplyLevel::ALL[(kind.default as usize).saturating_sub(1)];
                if up != kind.default && affords(up, 3) { up } else { kind.default }
            } else {
                state.units[hq as usize].level.min(SupplyLevel::Minimal)
            };
            let level = SupplyLevel::ALL[want as usize..4].iter().copied().find(|level| affords(*level, 1));
            state.units[hq as usize].level = level.unwrap_or(SupplyLevel::Minimal);
        }
    }
}
