//! 14 Supply: from the unit to its headquarters, from there to an army or corps, from there to the edge of the map.

#[cfg(test)]
mod tests;

use crate::Winter;
use crate::data::{Area, HqRole, MoveClass, Nation, Terrain, UnitId};
use crate::sets::{MOST_HEXES, Spaces, UnitSet};
use crate::state::{State, Supply};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, What};

/// Where the supply of a side can be traced, and which of these hexes are joined to its edge of the map.
pub(crate) struct Net {
    side: Side,
    /// Hexes that a line may pass.
    open: Spaces,
    /// The part of the map that a hex belongs to; 0 if it is not joined to the edge.
    part: Box<[u8; MOST_HEXES]>,
}

impl Net {
    /// Hexes from which a line reaches the edge.
    pub(crate) fn joined(&self) -> Spaces {
        self.open.iter().filter(|hex| self.part[hex.index()] != 0).collect()
    }
}

impl Winter {
    /// 10.2.e, 10.2.f: a line passes no enemy unit, and no enemy zone unless a friendly unit stands there; nor the land beyond the Don, nor,
    /// for the Soviets, the Pocket.
    pub(crate) fn passable(&self, state: &State, side: Side) -> Spaces {
        let enemy = side.other();
        let mut open = self.ground.in_play[side.index()];
        open -= state.layout.held[enemy.index()];
        // 5.2.i: a friend in the hex cancels it.
        open -= state.layout.zone[enemy.index()] - state.layout.held[side.index()];
        open
    }

    /// Works out where a side can trace.
    pub(crate) fn net(&self, state: &State, side: Side) -> Net {
        let open = self.passable(state, side);
        let mut net = Net { side, open, part: Box::new([0; MOST_HEXES]) };
        let edge = self.data.map.area(if side == Side::Axis { Area::AxisEdge } else { Area::SovietEdge });
        let mut label = 0;
        let mut queue = Vec::new();
        for start in edge.iter().filter(|hex| open.contains(*hex)) {
            if net.part[start.index()] != 0 {
                continue;
            }
            label += 1;
            net.part[start.index()] = label;
            queue.push(start);
            while let Some(hex) = queue.pop() {
                for next in self.ground.traces[hex.index()] {
                    if open.contains(next) && net.part[next.index()] == 0 {
                        net.part[next.index()] = label;
                        queue.push(next);
                    }
                }
            }
        }
        net
    }

    /// R120: which of these hexes lie within `most` of any of the sources along open hexes; others may be told too.
    fn legs(&self, net: &Net, sources: impl Iterator<Item = SpaceId>, most: u8, asked: Spaces) -> Spaces {
        let mut reached = Spaces::EMPTY;
        let mut hexes: Vec<SpaceId> = sources.filter(|hex| net.open.contains(*hex)).collect();
        hexes.iter().for_each(|hex| {
            reached.insert(*hex);
        });
        let asked = asked & net.open;
        let mut front = 0;
        for _ in 0..most {
            if (asked - reached).is_empty() {
                break;
            }
            let end = hexes.len();
            for at in front..end {
                for to in self.ground.traces[hexes[at].index()] {
                    if net.open.contains(to) && reached.insert(to) {
                        hexes.push(to);
                    }
                }
            }
            front = end;
        }
        reached
    }

    /// R64, 14.2.1.d, 14.2.1.g, 14.2.2.c, 14.2.3.b: is a headquarters itself supplied?
    pub(crate) fn hq_fed(&self, state: &State, net: &Net, hq: UnitId) -> bool {
        let Some(hex) = state.at(hq) else { return false };
        let part = net.part[hex.index()];
        let info = self.data.info(hq);
        if part == 0 {
            return false;
        }
        match (info.hq, info.nation) {
            (Some(HqRole::Corps | HqRole::Army), _) | (_, Nation::German) => true,
            (_, Nation::Romanian) => self.above(state, net, hq, part),
            _ => self.above(state, net, hq, part) || self.army_in(state, net, part),
        }
    }

    /// 14.2.1.f, 14.2.2.b: the corps headquarters of the formation lies in the same part.
    fn above(&self, state: &State, net: &Net, hq: UnitId, part: u8) -> bool {
        let corps = self.data.group(self.data.info(hq).formation).corps;
        corps.and_then(|corps| state.at(corps)).is_some_and(|hex| net.part[hex.index()] == part)
    }

    /// 14.2.1.c, R65: any army headquarters lies in the same part.
    fn army_in(&self, state: &State, net: &Net, part: u8) -> bool {
        let mut armies = self.ground.armies.iter().filter(|hq| self.side(**hq) == net.side);
        armies.any(|hq| state.at(*hq).is_some_and(|hex| net.part[hex.index()] == part))
    }

    /// The length of the first leg.
    pub(crate) fn leg(&self, unit: UnitId) -> u8 {
        let info = self.data.info(unit);
        let [german, rumanian, foot, motor] = self.data.charts.supply;
        match info.nation {
            // 14.2.3.a.
            Nation::German => german,
            // 14.2.2.a.
            Nation::Romanian => rumanian,
            _ if info.kind.movement() == MoveClass::NonMotorized => foot,
            _ => motor,
        }
    }

    /// 14.0.a, 14.2.a: those of these units that trace a line now, by way of headquarters; headquarters of the side are told too.
    pub(crate) fn supplied(&self, state: &State, side: Side, units: UnitSet) -> UnitSet {
        let net = self.net(state, side);
        let mut fed = UnitSet::EMPTY;
        let mut hqs: Vec<UnitId> = Vec::new();
        for unit in self.ground.headquarters[side.index()].iter().filter(|u| state.at(*u).is_some()) {
            if self.hq_fed(state, &net, unit) {
                fed.insert(unit);
                if self.lends(state, &net, unit) {
                    hqs.push(unit);
                }
            }
        }
        for group in self.data.formations.iter().filter(|group| group.side == side) {
            let asked = group.units.iter().any(|unit| units.contains(*unit));
            // 14.2.1.a, 14.2.1.h: its own division's, or its mobile corps'; 14.3.b: one that is cut off feeds nobody.
            if let Some(hq) = group.hq.filter(|hq| asked && fed.contains(*hq)) {
                self.feed_formation(state, &net, hq, &group.units, &mut fed);
            }
        }
        self.feed_independents(state, &net, &hqs, units, &mut fed);
        fed
    }

    /// 14.2.1.e, 14.2.2.d, 14.2.3.c: do independent units trace to this headquarters, itself supplied? To any division's; the Soviet ones to a
    /// corps' too, and from either to an army: the corps that serve as armies do so for their own units only (14.2.1.f).
    fn lends(&self, state: &State, net: &Net, hq: UnitId) -> bool {
        let role = self.data.info(hq).hq;
        match net.side {
            Side::Axis => role == Some(HqRole::Division),
            Side::Soviet => {
                let army = || state.at(hq).is_some_and(|hex| self.army_in(state, net, net.part[hex.index()]));
                matches!(role, Some(HqRole::Division | HqRole::Corps)) && army()
            }
        }
    }

    fn feed_formation(&self, state: &State, net: &Net, hq: UnitId, units: &[UnitId], fed: &mut UnitSet) {
        let mut reach: ArrayVec<(u8, Spaces), 4> = ArrayVec::new();
        for unit in units {
            let Some(hex) = state.at(*unit) else { continue };
            let leg = self.leg(*unit);
            if !reach.iter().any(|(length, _)| *length == leg) {
                let asked = units.iter().filter(|u| self.leg(**u) == leg).filter_map(|u| state.at(*u)).collect();
                reach.push((leg, self.legs(net, state.at(hq).into_iter(), leg, asked)));
            }
            if reach.iter().any(|(length, hexes)| *length == leg && hexes.contains(hex)) {
                fed.insert(*unit);
            }
        }
    }

    /// 14.2.1.e, 14.2.2.d, 14.2.3.c: independent units use any headquarters that [`lends`](Self::lends).
    fn feed_independents(&self, state: &State, net: &Net, hqs: &[UnitId], units: UnitSet, fed: &mut UnitSet) {
        let independent = |unit: &UnitId| {
            let info = self.data.info(*unit);
            !info.kind.is_hq() && self.data.group(info.formation).hq.is_none()
        };
        let needs = |unit: UnitId| (self.leg(unit), self.data.info(unit).nation == Nation::Romanian);
        let mut reach: Vec<((u8, bool), Spaces)> = Vec::new();
        for unit in units.iter().filter(independent) {
            let Some(hex) = state.at(unit) else { continue };
            if self.ground.convoys.contains(unit) {
                fed.insert(unit); // a column that carries supplies needs none
                continue;
            }
            let (leg, rumanian) = needs(unit);
            if !reach.iter().any(|(of, _)| *of == (leg, rumanian)) {
                let lends = |hq: &&UnitId| !rumanian || self.data.info(**hq).nation == Nation::Romanian;
                let sources = hqs.iter().filter(lends).filter_map(|hq| state.at(*hq));
                let others = units.iter().filter(|u| independent(u) && needs(*u) == (leg, rumanian));
                let asked = others.filter_map(|u| state.at(u)).collect();
                reach.push(((leg, rumanian), self.legs(net, sources, leg, asked)));
            }
            if reach.iter().any(|(of, hexes)| *of == (leg, rumanian) && hexes.contains(hex)) {
                fed.insert(unit);
            }
        }
    }

    /// 14.1.a, 14.1.b: sets the status of these units: regular, organic the first time without a line, then out of supply (14.3, 14.4).
    pub(crate) fn determine(&self, state: &mut State, side: Side, units: UnitSet, log: &mut Log) {
        let fed = self.supplied(state, side, units);
        for unit in units.iter() {
            let old = state.unit(unit).supply;
            let new = match (fed.contains(unit), old) {
                (true, _) => Supply::Regular,
                (false, Supply::Regular) => Supply::Organic,
                (false, _) => Supply::Out,
            };
            self.set_supply(state, unit, new, log);
        }
    }

    /// Notes a unit's supply status.
    pub(crate) fn set_supply(&self, state: &mut State, unit: UnitId, new: Supply, log: &mut Log) {
        if state.unit(unit).supply == new {
            return;
        }
        state.unit_mut(unit).supply = new;
        let case = match new {
            Supply::Regular => Case("14.4.b"),
            Supply::Organic => Case("14.3.a"),
            Supply::Out => Case("14.4.a"),
        };
        log.add(|| {
            let to = new.word().to_owned();
            let what = What::Flip { counter: self.unit_id(unit).into(), to: to.clone() };
            Event::new(case, what, format!("{} is now in {to} supply", self.unit_name(unit))).only_for(self.side(unit))
        });
    }

    /// The units of a side, wherever they are.
    pub(crate) fn own(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ground.own[side.index()].iter()
    }

    /// 5.2.h, 19.3.3: hexes joined to `from` for the Axis without Soviet units or zones that no Axis unit cancels.
    pub(crate) fn axis_way(&self, state: &State, from: &Spaces, goal: &Spaces) -> bool {
        let open = self.passable(state, Side::Axis);
        let mut seen = *from & open;
        let mut queue: Vec<SpaceId> = seen.iter().collect();
        while let Some(hex) = queue.pop() {
            if goal.contains(hex) {
                return true;
            }
            for next in self.ground.traces[hex.index()] {
                let shut = self.data.map.spaces[next].terrain == Terrain::Beyond || self.leaves_shut(hex, next);
                if !shut && open.contains(next) && seen.insert(next) {
                    queue.push(next);
                }
            }
        }
        false
    }

    /// The rim of the Pocket that faces armies not in the game is closed.
    pub(crate) fn leaves_shut(&self, from: SpaceId, to: SpaceId) -> bool {
        let map = &self.data.map;
        (map.is_in(from, Area::Pocket) && map.is_in(to, Area::ClosedRim))
            || (map.is_in(to, Area::Pocket) && map.is_in(from, Area::ClosedRim))
    }
}

impl Supply {
    /// Its word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Supply::Regular => "regular",
            Supply::Organic => "organic",
            Supply::Out => "out",
        }
    }
}

impl Winter {
    /// 14.5.c, 14.5.d: the modifier of every fire.
    pub(crate) const fn supply_modifier(&self, supply: Supply) -> i8 {
        match supply {
            Supply::Regular => 0,
            Supply::Organic => self.data.charts.bonus.organic,
            Supply::Out => self.data.charts.bonus.out_of_supply,
        }
    }
}
