//! What follows from the data alone, worked out once; and what happens to single units, whatever the cause.

use crate::Winter;
use crate::data::{
    Area, Data, HqRole, LossClass, Nation, ScenarioId, SetUp, Size, Terrain, UnitId, UnitType, Water, Zone,
};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Place, State};
use kessel_board::{EdgeId, SpaceId};
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

/// What follows from the data alone.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Hexes that units of a side may ever stand in.
    pub(crate) in_play: [Spaces; 2],
    /// The units of each side.
    pub(crate) own: [UnitSet; 2],
    /// Army headquarters.
    pub(crate) armies: Vec<UnitId>,
    /// The Pocket.
    pub(crate) pocket: Spaces,
    /// The Axis edge.
    pub(crate) axis_edge: Spaces,
    /// Distance to the nearest hex of a side's supply edge.
    pub(crate) to_edge: [Vec<u8>; 2],
    /// Ring units.
    pub(crate) ring: UnitSet,
    /// Sixth Army (5.2).
    pub(crate) sixth: UnitSet,
    /// Convoys.
    pub(crate) convoys: UnitSet,
    /// Rim hexes of the Pocket outside it.
    pub(crate) rim: Spaces,
    /// Those at which no army stands that is not in the game (R76).
    pub(crate) gates: Spaces,
    /// Units that act in mechanized segments (7.1).
    pub(crate) mechanized: UnitSet,
    /// Units with a range (12.1.a), by side.
    pub(crate) guns: [UnitSet; 2],
    /// Engineers (16.2).
    pub(crate) engineers: UnitSet,
    /// Headquarters, by side.
    pub(crate) headquarters: [UnitSet; 2],
    /// Headquarters, companies and convoys: they neither entrench (15.0.a) nor have a zone of control (10.1.b, 10.1.c).
    pub(crate) small: UnitSet,
    /// The reserves to which each unit belongs, as bits, by scenario (19.1.1.m).
    pub(crate) reserves: [Vec<u16>; 4],
    /// Hexes that are the only one in which some unit of a scenario can begin.
    pub(crate) only_hexes: [Spaces; 4],
    /// The hexes to which a line of supply goes on from each hex (8.2.b, R67); the hex itself where it does not.
    pub(crate) traces: Vec<[SpaceId; 6]>,
    /// The units under each headquarters (17.2.1.j).
    pub(crate) subordinates: Vec<Vec<UnitId>>,
}

impl Ground {
    pub(crate) fn new(data: &Data) -> Ground {
        let bits = |area: Area| data.map.area(area).iter().collect::<Spaces>();
        let all: Spaces = data.map.board.hexes().collect();
        let axis = all - bits(Area::Beyond);
        let soviet = axis - bits(Area::Pocket);
        let units = |keep: &dyn Fn(UnitId) -> bool| data.unit_ids().filter(|u| keep(*u)).collect::<UnitSet>();
        let edge = |area: Area| {
            let hexes: Vec<SpaceId> = data.map.area(area).iter().collect();
            let near = |hex: SpaceId| hexes.iter().filter_map(|e| data.map.board.distance(hex, *e)).min();
            data.map.board.hexes().map(|hex| near(hex).map_or(99, |d| d.min(99) as u8)).collect::<Vec<u8>>()
        };
        let sixth: UnitSet = data.scenarios[2].sixth_army.iter().copied().collect();
        let by_side =
            |keep: &dyn Fn(UnitId) -> bool| Side::BOTH.map(|side| units(&|u| data.info(u).side == side && keep(u)));
        let outside = data.map.board.hexes().filter(|hex| data.map.to_pocket[*hex] == 1).collect::<Spaces>();
        Ground {
            in_play: [axis, soviet],
            own: by_side(&|_| true),
            armies: data.unit_ids().filter(|u| data.info(*u).hq == Some(HqRole::Army)).collect(),
            pocket: bits(Area::Pocket),
            axis_edge: bits(Area::AxisEdge),
            to_edge: [edge(Area::AxisEdge), edge(Area::SovietEdge)],
            ring: units(&|u| data.group(data.info(u).formation).ring.is_some()),
            sixth,
            convoys: units(&|u| data.info(u).kind == UnitType::Convoy),
            rim: outside - bits(Area::Beyond),
            gates: outside - bits(Area::Beyond) - bits(Area::ClosedRim),
            mechanized: units(&|u| data.info(u).mechanized),
            guns: by_side(&|u| data.info(u).range.is_some()),
            engineers: units(&|u| data.info(u).kind.is_engineer()),
            headquarters: by_side(&|u| data.info(u).kind.is_hq()),
            small: units(&|u| matches!(data.info(u).size, Size::Headquarters | Size::Company | Size::Marker)),
            reserves: ScenarioId::ALL.map(|id| reserves(data, id)),
            only_hexes: ScenarioId::ALL.map(|id| only_hexes(data, id)),
            traces: data.map.board.spaces().map(|hex| traces(data, hex)).collect(),
            subordinates: data.unit_ids().map(|hq| subordinates(data, &sixth, hq)).collect(),
        }
    }
}

fn reserves(data: &Data, id: ScenarioId) -> Vec<u16> {
    let reserves = &data.scenario(id).reserves;
    let bits = |unit: UnitId| {
        let own = reserves.iter().enumerate().filter(|(_, reserve)| reserve.units.contains(&unit));
        own.fold(0, |bits, (n, _)| bits | (1 << n))
    };
    data.unit_ids().map(bits).collect()
}

fn only_hexes(data: &Data, id: ScenarioId) -> Spaces {
    let scenario = data.scenario(id);
    let setups = scenario.setups.iter().chain(scenario.groups.iter().map(|group| &group.setup));
    let only = |setup: &SetUp| match &setup.zone {
        Zone::Hexes(hexes) if hexes.len() == 1 => hexes.first(),
        _ => None,
    };
    setups.filter_map(only).collect()
}

/// 8.2.b, R67: lines cross minor rivers freely and the Don never.
fn traces(data: &Data, hex: SpaceId) -> [SpaceId; 6] {
    let mut to = [hex; 6];
    let near = data.map.board.neighbors(hex).iter().filter(|n| data.map.sides[n.edge].water != Water::Major);
    to.iter_mut().zip(near).for_each(|(to, n)| *to = n.space);
    to
}

/// 17.2.1.j: the units under a headquarters, wherever they are; nobody for other units.
fn subordinates(data: &Data, sixth: &UnitSet, hq: UnitId) -> Vec<UnitId> {
    let info = data.info(hq);
    let own = data.group(info.formation);
    let serves = |unit: &UnitId| {
        let other = data.info(*unit);
        let group = data.group(other.formation);
        let relief = other.nation == Nation::German && !sixth.contains(*unit);
        *unit != hq
            && other.side == info.side
            && match info.hq {
                Some(HqRole::Division) => group.hq == Some(hq),
                Some(HqRole::Corps) if info.nation == Nation::German => relief,
                Some(HqRole::Corps) => group.corps == Some(hq) || other.formation == info.formation,
                _ => group.ring == own.ring,
            }
    };
    if info.kind.is_hq() { data.unit_ids().filter(serves).collect() } else { Vec::new() }
}

/// The three nations of the loss ledger (17.2): German, Rumanian, Soviet.
pub(crate) const fn nation_index(nation: Nation) -> usize {
    match nation {
        Nation::German => 0,
        Nation::Soviet => 2,
        _ => 1,
    }
}

/// Armor, infantry, artillery; headquarters and convoys have no class of their own.
pub(crate) const fn class_index(class: LossClass) -> Option<usize> {
    match class {
        LossClass::Armor => Some(0),
        LossClass::Infantry => Some(1),
        LossClass::Artillery => Some(2),
        LossClass::Headquarters | LossClass::Convoy => None,
    }
}

impl Winter {
    /// How many hexes lie between two hexes.
    pub(crate) fn distance(&self, a: SpaceId, b: SpaceId) -> u8 {
        self.data.map.board.distance(a, b).map_or(u8::MAX, |d| d.min(255) as u8)
    }

    /// Rolls a ten-sided die (2.5.a) and tells it.
    pub(crate) fn d10(
        &self,
        side: Side,
        case: Case,
        dice: &mut Dice,
        log: &mut Log,
        what: impl FnOnce() -> String,
    ) -> u8 {
        let value = dice.roll(case, 10);
        log.add(|| Event::new(case, What::Roll { side, die: 10, value }, format!("{}: {value}", what())));
        value
    }

    /// 2.2.c, 9.0.a, 11.3.2.b: the stacking value of the side that lies up; 9.0.b: headquarters and convoys have none.
    pub(crate) fn stacking_value(&self, state: &State, unit: UnitId) -> u8 {
        self.data.info(unit).face(state.unit(unit).points).stacking
    }

    /// The proficiency of the side that lies up (2.2.c, 17.2.1.o).
    pub(crate) fn proficiency(&self, state: &State, unit: UnitId) -> u8 {
        self.data.info(unit).face(state.unit(unit).points).proficiency
    }

    /// A proficiency check: a die at or below the rating (11.5.d).
    pub(crate) fn passes(
        &self,
        rating: u8,
        side: Side,
        case: Case,
        what: &str,
        dice: &mut Dice,
        log: &mut Log,
    ) -> bool {
        let roll = self.d10(side, case, dice, log, || format!("{what}, {rating} or less passes"));
        roll <= rating
    }

    /// A bridge stands on a hexside now.
    pub(crate) fn bridged(&self, state: &State, edge: EdgeId) -> bool {
        let changed = state.bridges.iter().find(|(at, _)| *at == edge);
        changed.map_or(self.data.map.sides[edge].bridge, |(_, stands)| *stands)
    }

    /// What a hexside is for who crosses it: the Don, a minor river without a bridge, or nothing.
    pub(crate) fn water(&self, state: &State, edge: EdgeId) -> Water {
        match self.data.map.sides[edge].water {
            Water::Minor if self.bridged(state, edge) => Water::None,
            water => water,
        }
    }

    /// Takes points from a unit (2.2.b): it dies when none are left (2.2.d). Losses are noted by nation and class (17.2.b).
    pub(crate) fn hurt(&self, state: &mut State, unit: UnitId, points: u8, case: Case, log: &mut Log) -> u8 {
        let info = self.data.info(unit);
        let had = state.unit(unit).points;
        let lost = points.min(had);
        if lost == 0 {
            return 0;
        }
        state.unit_mut(unit).points = had - lost;
        if let Some(class) = class_index(info.kind.losses()) {
            state.tally[nation_index(info.nation)][class] += u16::from(lost);
        }
        let gone = had == lost;
        let open = state.open.contains(unit);
        log.add(|| {
            let at = state.at(unit).map_or_else(String::new, |hex| self.hex_id(hex).to_owned());
            let what = What::Loss { counter: self.unit_id(unit).into(), at, steps: lost, gone };
            let end = if gone { " and is destroyed" } else { "" };
            let event = Event::new(case, what, format!("{} loses {lost}{end}", self.unit_name(unit)));
            if open { self.passing(state, event) } else { event.only_for(info.side) }
        });
        if gone {
            self.kill(state, unit, log);
        }
        lost
    }

    /// 18.1.f: what combat shows of units is forgotten when the turn ends; without fog there is nothing to forget.
    pub(crate) fn passing(&self, state: &State, event: Event) -> Event {
        if state.switches.fog { event.fading() } else { event }
    }

    /// Takes a destroyed unit off the map. It may come back in this turn's Replacement Segment (17.2.1.e).
    pub(crate) fn kill(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let at = state.at(unit);
        let place = if self.ground.convoys.contains(unit) { Place::Lost } else { Place::Dead };
        let u = state.unit_mut(unit);
        u.points = 0;
        (u.disrupted, u.fired, u.moved) = (false, false, false);
        state.digging.remove(unit);
        self.put(state, unit, place);
        if let Some(hex) = at {
            self.left(state, unit, hex, log);
        }
    }

    /// 13: disrupts a unit; a construction marker on it is lost (15.1.b).
    pub(crate) fn disrupt(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        // 11.5.2.c: nobody is disrupted twice.
        if state.unit(unit).disrupted || state.at(unit).is_none() {
            return;
        }
        // 13.1.i: until it recovers.
        state.unit_mut(unit).disrupted = true;
        state.digging.remove(unit);
        if let Some(hex) = state.at(unit) {
            self.refresh(state, self.side(unit), hex);
        }
        log.add(|| {
            let what = What::Flip { counter: self.unit_id(unit).into(), to: "disrupted".into() };
            let event = Event::new(case, what, format!("{} is disrupted", self.unit_name(unit)));
            if state.open.contains(unit) { self.passing(state, event) } else { event.only_for(self.side(unit)) }
        });
    }

    /// A unit has left a hex: an empty entrenchment goes (15.3.c).
    pub(crate) fn left(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        let side = self.side(unit);
        // 15.3.a: not as long as somebody of the side is there.
        if !state.holds(side, hex) && state.entrenched[side.index()].remove(hex) {
            let at = self.hex_id(hex).to_owned();
            log.add(|| {
                let text = format!("the entrenchment in {} is given up", self.hex_name(hex));
                Event::new(Case("15.3.c"), What::Marker { marker: "entrenchment".into(), at, placed: false }, text)
            });
        }
    }

    /// Moves a unit from hex to hex, with everything that follows from where it stands now.
    pub(crate) fn shift(&self, state: &mut State, unit: UnitId, to: SpaceId, case: Case, log: &mut Log) {
        let from = state.at(unit);
        state.digging.remove(unit);
        self.put(state, unit, Place::At(to));
        self.tell_move(state, unit, from, to, case, log);
        if let Some(from) = from {
            self.left(state, unit, from, log);
        }
        self.arrived(state, unit, to, log);
    }

    /// A move is seen by the enemy only as far as he may know the unit; without fog by everybody.
    fn tell_move(&self, state: &State, unit: UnitId, from: Option<SpaceId>, to: SpaceId, case: Case, log: &mut Log) {
        log.add(|| {
            let counter = self.unit_id(unit).to_owned();
            let at = self.hex_id(to).to_owned();
            let text = format!("{} goes to {}", self.unit_name(unit), self.hex_name(to));
            let what = match from {
                Some(from) => What::Move { counter, from: self.hex_id(from).into(), to: at },
                None => What::Place { counter, at },
            };
            let event = Event::new(case, what, text);
            let open = !state.switches.fog || state.open.contains(unit);
            if open { self.passing(state, event) } else { event.only_for(self.side(unit)) }
        });
    }

    /// Everything that is noted at once when a unit stands in a hex (R30, R75, R98, R105).
    pub(crate) fn arrived(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        self.overrun_convoy(state, unit, hex, log);
        self.note_control(state, unit, hex, log);
        self.note_approach(state, unit, hex, log);
        self.note_sixth(state, unit, hex, log);
        self.note_convoy(state, unit, hex, log);
    }

    /// 16.3.f: a convoy alone in a hex that a Soviet unit enters is destroyed for good.
    fn overrun_convoy(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        if self.side(unit) != Side::Soviet {
            return;
        }
        let convoys: Vec<UnitId> = state.units_at(hex).filter(|u| self.ground.convoys.contains(*u)).collect();
        for convoy in convoys {
            self.put(state, convoy, Place::Lost);
            log.add(|| {
                let what = What::Remove { counter: self.unit_id(convoy).into(), from: self.hex_id(hex).into() };
                Event::new(Case("16.3.f"), what, format!("the convoy in {} is destroyed", self.hex_name(hex)))
            });
        }
    }

    /// Is the hex one that units of the side may stand in at all?
    pub(crate) fn is_land(&self, side: Side, hex: SpaceId) -> bool {
        self.ground.in_play[side.index()].contains(hex)
    }

    /// The hex lies in an interdiction zone; the points of all zones around it together (4.4.e).
    pub(crate) fn interdicted(&self, state: &State, hex: SpaceId) -> u8 {
        let near =
            state.zones.iter().filter(|zone| self.distance(zone.hex, hex) <= self.data.charts.reach.interdiction);
        near.map(|zone| zone.points).sum()
    }

    /// Is it German, and of the relief force (R31, R98)?
    pub(crate) fn is_relief(&self, unit: UnitId) -> bool {
        self.data.info(unit).nation == Nation::German && !self.ground.sixth.contains(unit)
    }

    /// The terrain of a hex.
    pub(crate) fn terrain(&self, hex: SpaceId) -> Terrain {
        self.data.map.spaces[hex].terrain
    }
}
