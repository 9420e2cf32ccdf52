//! What follows from map and counters alone, laid out for fast reading.

use crate::data::{
    Data, Group, Nation, Region, ScenarioId, Sheet, SideInfo, Terrain, Ultimate, UnitId, UnitInfo, UnitKind, Water,
};
use crate::reinforcement::turn_of_arrival;
use crate::sets::{Spaces, UnitSet};
use crate::setup::group_case;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Side};

/// What the rules ask of a unit most often.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Card {
    pub(crate) side: Side,
    pub(crate) nation: Nation,
    pub(crate) kind: UnitKind,
    pub(crate) mechanised: bool,
    pub(crate) artillery: bool,
    pub(crate) movement: u8,
    /// Foot, mountain or mechanised: an index into [`Ground::costs`].
    gait: u8,
    /// What it adds to a stack.
    pub(crate) load: Load,
}

/// Units as stacking counts them (6.0): one, or a stack.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) units: u8,
    pub(crate) artillery: u8,
    /// One bit for each Axis nation, by [`Nation`], and the two below.
    pub(crate) mix: u8,
}

impl Load {
    /// German units that are not mechanised.
    pub(crate) const GERMAN_FOOT: u8 = 1 << 6;
    /// Satellite units that are not tanks.
    pub(crate) const SATELLITE_FOOT: u8 = 1 << 7;

    fn of(unit: &UnitInfo) -> Load {
        let artillery = unit.kind.is_artillery();
        let foot = match unit.nation {
            Nation::German if !unit.kind.is_mechanised() => Load::GERMAN_FOOT,
            Nation::Romanian | Nation::Hungarian | Nation::Italian if unit.kind != UnitKind::Panzer => {
                Load::SATELLITE_FOOT
            }
            _ => 0,
        };
        // 1.5.a: Germans, Hungarians, Italians and Romanians.
        let nation = if unit.side == Side::Axis { 1 << unit.nation as u8 } else { 0 };
        // 6.1.b: each unit is one; 6.4.a: but artillery is counted apart.
        Load { units: u8::from(!artillery), artillery: u8::from(artillery), mix: nation | foot }
    }

    /// Puts it on top.
    #[inline]
    pub(crate) fn add(&mut self, other: Load) {
        self.units += other.units;
        self.artillery += other.artillery;
        self.mix |= other.mix;
    }

    /// The bits of the Axis nations in it.
    #[inline]
    pub(crate) fn nations(self) -> u8 {
        self.mix & !(Load::GERMAN_FOOT | Load::SATELLITE_FOOT)
    }
}

impl Card {
    /// 1.5.c: German, the Slovaks among them.
    pub(crate) fn is_german(&self) -> bool {
        self.nation == Nation::German
    }

    /// 1.5.b: Hungarian, Italian or Romanian.
    pub(crate) fn is_satellite(&self) -> bool {
        self.side == Side::Axis && !self.is_german()
    }
}

/// A hex beside another, and what lies between.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Near {
    pub(crate) to: SpaceId,
    /// Clockwise from 0: opposite sides differ by three.
    pub(crate) direction: u8,
    pub(crate) between: SideInfo,
}

/// Which supply lines are meant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Soviet,
    Axis,
    /// Over frozen lakes too (7.12.c).
    AxisFrozen,
}

/// Everything that the rules look up.
pub(crate) struct Ground {
    near: Vec<Near>,
    starts: Vec<u32>,
    /// By [`Lines`] and hex: the neighbours that a supply line goes on to.
    links: [Vec<[u16; 6]>; 3],
    /// By hex, before and after the freeze, and gait: what entering costs; nothing where it may not.
    costs: Vec<[[Option<u8>; 3]; 2]>,
    pub(crate) cards: Vec<Card>,
    /// The units of each side.
    pub(crate) own: [UnitSet; 2],
    /// Axis units that come during the game, by scenario (2.13, 8.2).
    pub(crate) later: [UnitSet; 2],
    pub(crate) north: Spaces,
    pub(crate) south: Spaces,
    /// The hexes in play, by scenario; no sea.
    pub(crate) playable: [Spaces; 2],
    pub(crate) coast: Spaces,
    pub(crate) marsh: Spaces,
    pub(crate) east_of_volga: Spaces,
    pub(crate) east_of_don: Spaces,
    pub(crate) forts: Spaces,
    pub(crate) inside_ring: Spaces,
    /// The Axis side of the start line, by scenario (3.4.a).
    pub(crate) axis_side: [Spaces; 2],
    /// Towns and cities.
    pub(crate) towns: Spaces,
    /// Towns that have a garrison in Uranus: not Chir Station, nor Stalingrad (11.40.b).
    pub(crate) garrisons: Spaces,
    pub(crate) ports: Spaces,
    pub(crate) victory: Spaces,
    /// Ultimate sources of the Axis but Taman.
    pub(crate) axis_sources: Spaces,
    /// Ultimate sources of the Soviets on the north map, by scenario.
    pub(crate) soviet_north: [Spaces; 2],
    /// Those of the south map; Astrakhan is one (7.11.a).
    pub(crate) soviet_south: Spaces,
    /// The set-up group of each unit, by scenario: an index into `Scenario::groups`.
    pub(crate) groups: [Vec<Option<u8>>; 2],
    /// The hexes of each group.
    pub(crate) group_hexes: [Vec<Spaces>; 2],
    /// The units of each group.
    pub(crate) group_units: [Vec<UnitSet>; 2],
    /// The rule that says where each group stands.
    pub(crate) group_cases: [Vec<Case>; 2],
    /// By hex: the groups that may lose something when somebody is set up there. Soviets without a least number always find room.
    pub(crate) claims: [Vec<Vec<u8>>; 2],
    /// By hex: those that are the same to whoever is set up there first, because the same groups want them, have one number.
    pub(crate) alike: [Vec<u8>; 2],
    /// By hex: how far the start line is.
    pub(crate) far_from_front: [Vec<u32>; 2],
}

impl Ground {
    pub(crate) fn new(data: &Data) -> Ground {
        let map = &data.map;
        let cards: Vec<Card> = data
            .units
            .iter()
            .map(|u| Card {
                side: u.side,
                nation: u.nation,
                kind: u.kind,
                mechanised: u.kind.is_mechanised(),
                artillery: u.kind.is_artillery(),
                movement: u.movement,
                gait: match (u.kind.is_mechanised(), u.kind) {
                    (true, _) => 2,
                    (false, UnitKind::Mountain) => 1,
                    (false, _) => 0,
                },
                load: Load::of(u),
            })
            .collect();
        let mut near = Vec::new();
        let mut starts = vec![0];
        for hex in map.board.spaces() {
            near.extend(map.board.neighbors(hex).iter().map(|n| Near {
                to: n.space,
                direction: n.direction.map_or(0, |d| d.index() as u8),
                between: map.sides[n.edge],
            }));
            starts.push(near.len() as u32);
        }
        let spaces =
            |wanted: &dyn Fn(SpaceId) -> bool| -> Spaces { map.board.spaces().filter(|hex| wanted(*hex)).collect() };
        let region = |region: Region| spaces(&|hex| map.is_in(hex, region));
        let land = spaces(&|hex| !map.spaces[hex].is_sea());
        let north = spaces(&|hex| map.spaces[hex].sheet == Sheet::North);
        let feeds = |sheet| spaces(&|hex| map.spaces[hex].ultimate.feeds_soviets(sheet));
        let towns = spaces(&|hex| map.spaces[hex].is_settled());
        let links = [Lines::Soviet, Lines::Axis, Lines::AxisFrozen].map(|lines| {
            let open = |n: &&Near| land.contains(n.to) && line_crosses(lines, n.between);
            map.board
                .spaces()
                .map(|hex| {
                    let mut row = [u16::MAX; 6];
                    let around = &near[starts[hex.index()] as usize..starts[hex.index() + 1] as usize];
                    for (slot, n) in row.iter_mut().zip(around.iter().filter(open)) {
                        *slot = n.to.0;
                    }
                    row
                })
                .collect()
        });
        let costs = |hex: SpaceId| {
            [false, true].map(|frozen| {
                // 10.2.e: after the freeze marsh has the line of clear terrain.
                let effect = data.charts.terrain(map.spaces[hex].terrain, frozen);
                [effect.foot, effect.mountain, effect.mechanised]
            })
        };
        Ground {
            links,
            costs: map.board.spaces().map(costs).collect(),
            own: Side::BOTH.map(|side| data.unit_ids().filter(|u| cards[u.index()].side == side).collect()),
            later: ScenarioId::ALL.map(|id| {
                let taman = |u: &UnitId| id == ScenarioId::Blue && data.blue.taman.contains(u);
                data.unit_ids().filter(|u| taman(u) || turn_of_arrival(data.info(*u), id).is_some()).collect()
            }),
            north,
            south: land - north,
            playable: [land, land & region(Region::NorthMap)],
            coast: region(Region::Coast),
            marsh: map.board.spaces().filter(|hex| map.spaces[*hex].terrain == Terrain::Marsh).collect(),
            east_of_volga: region(Region::EastOfVolga),
            east_of_don: region(Region::EastOfDon),
            forts: region(Region::DonVolgaLine),
            inside_ring: region(Region::InsideRing),
            axis_side: [region(Region::AxisInBlue), region(Region::AxisInUranus)],
            towns,
            garrisons: towns - region(Region::NoGarrison),
            ports: region(Region::Ports),
            victory: spaces(&|hex| map.spaces[hex].victory),
            axis_sources: spaces(&|hex| map.spaces[hex].ultimate == Ultimate::Axis),
            // 8.10.g: in Uranus the northern edge too.
            soviet_north: [feeds(Sheet::North), feeds(Sheet::North) | region(Region::UranusSourceEdge)],
            soviet_south: feeds(Sheet::South),
            group_units: ScenarioId::ALL.map(|id| {
                let of = groups(data, id);
                let members =
                    |index: usize| data.unit_ids().filter(|u| of[u.index()].map(usize::from) == Some(index)).collect();
                (0..data.scenario(id).groups.len()).map(members).collect()
            }),
            groups: ScenarioId::ALL.map(|id| groups(data, id)),
            group_hexes: ScenarioId::ALL
                .map(|id| data.scenario(id).groups.iter().map(|group| group.hexes.iter().copied().collect()).collect()),
            group_cases: ScenarioId::ALL
                .map(|id| data.scenario(id).groups.iter().map(|group| group_case(id, group)).collect()),
            claims: ScenarioId::ALL.map(|id| claims(data, id)),
            alike: ScenarioId::ALL.map(|id| alike(data, id)),
            far_from_front: [&map.blue_line, &map.uranus_line].map(|line| {
                let far = |hex| line.iter().filter_map(|front| map.board.distance(*front, hex)).min();
                map.board.spaces().map(|hex| far(hex).unwrap_or(0)).collect()
            }),
            near,
            starts,
            cards,
        }
    }

    /// 9.10.a, 9.11, 9.12, 9.13.a, 9.14.a, 9.15: what the chart says that entering a hex costs a unit; nothing if it may not.
    #[inline]
    pub(crate) fn cost(&self, unit: UnitId, hex: SpaceId, frozen: bool) -> Option<u8> {
        self.costs[hex.index()][usize::from(frozen)][usize::from(self.cards[unit.index()].gait)]
    }

    /// The hexes around a hex, clockwise.
    #[inline]
    pub(crate) fn around(&self, hex: SpaceId) -> &[Near] {
        match self.starts.get(hex.index()..=hex.index() + 1) {
            Some(&[start, end]) => &self.near[start as usize..end as usize],
            _ => &[],
        }
    }

    /// What lies between two hexes, if they touch.
    #[inline]
    pub(crate) fn between(&self, from: SpaceId, to: SpaceId) -> Option<Near> {
        self.around(from).iter().find(|n| n.to == to).copied()
    }

    /// The neighbours that a supply line goes on to.
    #[inline]
    pub(crate) fn links(&self, lines: Lines) -> &[[u16; 6]] {
        &self.links[lines as usize]
    }
}

/// 7.12.a, 7.12.d: does a supply line cross this side?
fn line_crosses(lines: Lines, between: SideInfo) -> bool {
    if between.blocked {
        return false;
    }
    match between.water {
        // 7.12.f.
        Water::Sea => false,
        // 7.12.b: the Soviets' in any weather.
        Water::Lake => lines != Lines::Axis,
        // 7.12.h.
        Water::Volga => lines == Lines::Soviet,
        Water::None | Water::River | Water::Manych => true,
    }
}

/// Which group each unit sets up with: the Axis by name, the Soviets by drawing the lowest numbers of each kind, group by group.
fn groups(data: &Data, id: ScenarioId) -> Vec<Option<u8>> {
    let mut of = vec![None; data.units.len()];
    let mut drawn: Vec<u16> = data.pools.iter().map(|pool| pool.units.start).collect();
    for (index, group) in data.scenario(id).groups.iter().enumerate() {
        let index = u8::try_from(index).ok();
        for unit in &group.units {
            of[unit.index()] = index;
        }
        for &(kind, count) in &group.draws {
            let Some(pool) = data.pools.iter().position(|pool| pool.kind == kind) else { continue };
            let last = (drawn[pool] + u16::from(count)).min(data.pools[pool].units.end);
            for unit in drawn[pool]..last {
                of[usize::from(unit)] = index;
            }
            drawn[pool] = last;
        }
    }
    of
}

/// Which groups must be asked before somebody is set up in a hex.
fn claims(data: &Data, id: ScenarioId) -> Vec<Vec<u8>> {
    let mut claims = vec![Vec::new(); data.map.board.len()];
    for (index, group) in (0..).zip(&data.scenario(id).groups) {
        if group.least > 0 || group.side == Side::Axis {
            group.hexes.iter().for_each(|hex| claims[hex.index()].push(index));
        }
    }
    claims
}

/// Numbers the hexes that the set-up does not tell apart while they are empty.
fn alike(data: &Data, id: ScenarioId) -> Vec<u8> {
    let claims = claims(data, id);
    let mut kinds = Vec::new();
    let number = |hex: SpaceId| {
        let least = |index: &u8| (*index, least_of(&data.scenario(id).groups[usize::from(*index)], hex));
        let kind =
            (data.map.is_in(hex, Region::SouthOfVolga), claims[hex.index()].iter().map(least).collect::<Vec<_>>());
        let known = kinds.iter().position(|k| *k == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        });
        u8::try_from(known).unwrap_or(u8::MAX)
    };
    data.map.board.spaces().map(number).collect()
}

/// How many units of a group must stand in a hex.
pub(crate) fn least_of(group: &Group, hex: SpaceId) -> u8 {
    group.least_in.iter().find(|(h, _)| *h == hex).map_or(group.least, |(_, n)| *n)
}

impl crate::Drive {
    /// Whose unit it is.
    #[inline]
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.ground.cards[unit.index()].side
    }

    /// What the rules ask of a unit most often.
    #[inline]
    pub(crate) fn card(&self, unit: UnitId) -> &Card {
        &self.ground.cards[unit.index()]
    }

    /// The name of a hex: its place or number.
    pub(crate) fn hex_name(&self, hex: SpaceId) -> String {
        let number = self.data.map.board.name(hex);
        match &self.data.map.names[hex] {
            Some(name) => format!("{name} ({number})"),
            None => number.to_owned(),
        }
    }

    /// The id of a hex: its number.
    pub(crate) fn hex_id(&self, hex: SpaceId) -> &str {
        self.data.map.board.name(hex)
    }

    /// The id of a unit.
    pub(crate) fn unit_id(&self, unit: UnitId) -> &str {
        &self.data.units[unit.index()].id
    }

    /// The name of a unit.
    pub(crate) fn unit_name(&self, unit: UnitId) -> &str {
        &self.data.units[unit.index()].name
    }
}
