//! What is worked out once a phase: distances, threats, arteries, and who has which task.

use super::Mind;
use super::net::Net;
use super::tactics::ring::{Arteries, best_cuts};
use crate::data::{Link, River, Start, UnitId, UnitKind};
use crate::evaluate::Reckoned;
use crate::sets::{Spaces, UnitSet};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;
use kessel_kit::staff::steps;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Steps to the nearest goal, by any passage that units use.
pub(super) type Field = SpaceMap<u8>;

/// How many corps beside the allies watch the flank.
const WATCH: usize = 4;

/// What the planner works out once a phase.
pub(super) struct Fields {
    pub stalingrad: Field,
    pub caucasus: Field,
    pub elbrus: Field,
    pub flank: Field,
    pub enemy: Field,
    /// To where one unit would cut off most of the enemy.
    pub cutline: Field,
    /// What the enemy could bring into a space in his next turn.
    pub threat: SpaceMap<Reckoned>,
    pub own_arteries: Arteries,
    pub volga: Spaces,
    /// Hexes of the Volga that Axis units hold or could come to in their next turn.
    pub volga_goals: Spaces,
    pub beyond: Spaces,
    pub caucasus_group: UnitSet,
    pub flank_group: UnitSet,
    /// The cities whose loss ends the game, and who guards them.
    pub guards: Vec<(SpaceId, UnitSet)>,
    pub known: Known,
    /// The map in sets.
    pub net: Net,
    around: Vec<(SpaceId, Field)>,
}

/// What has been found out of positions of this phase, in which only one's own units move. Many moves lead to the same again.
#[derive(Default)]
pub(super) struct Known {
    /// Roads of the Axis to the Volga, by where its lines run and which goals they feed.
    pub roads: RefCell<BTreeMap<[Spaces; 2], i32>>,
    /// Enemies who stay cut off, by where the units of both sides stand.
    pub lasting: RefCell<BTreeMap<[Spaces; 2], i32>>,
}

impl Fields {
    /// Steps between a city of [`Mind::fatal_cities`] and a space.
    pub(super) fn around(&self, city: SpaceId, at: SpaceId) -> u8 {
        self.around.iter().find(|(c, _)| *c == city).map_or(u8::MAX, |(_, field)| field[at])
    }

    pub(super) fn guarding(&self) -> UnitSet {
        self.guards.iter().fold(UnitSet::EMPTY, |all, (_, units)| all | *units)
    }

    /// Guards who stand at their post: they do not leave it.
    pub(super) fn at_post(&self, mind: &Mind<'_>) -> UnitSet {
        let mut there = UnitSet::EMPTY;
        for (city, units) in &self.guards {
            there.extend(units.iter().filter(|u| mind.seen.at(*u) == Some(*city)));
        }
        there
    }
}

impl Mind<'_> {
    pub(super) fn fields(&self) -> Fields {
        let places = &self.game.data.places;
        let net = self.net();
        let (threat, reach) = self.threats(&net);
        let enemy_arteries = self.arteries(self.side.other(), Spaces::EMPTY);
        let hexes: Vec<SpaceId> = self.game.data.board.hexes().collect();
        let stalingrad = self.field([places.stalingrad].into_iter());
        let caucasus = self.field(self.prizes());
        let caucasus_group = self.caucasus_group(&caucasus);
        let mut fields = Fields {
            flank_group: self.flank_group(&stalingrad, caucasus_group),
            stalingrad,
            caucasus,
            elbrus: self.field([places.elbrus].into_iter()),
            flank: self.field(self.river_line().iter()),
            enemy: self.enemy_field(),
            cutline: self.field(best_cuts(&enemy_arteries, &hexes).into_iter()),
            threat,
            own_arteries: self.arteries(self.side, reach),
            volga: self.volga_hexes(),
            volga_goals: self.volga_goals(reach),
            beyond: self.beyond_volga(),
            caucasus_group,
            guards: Vec::new(),
            known: Known::default(),
            net,
            around: self.fatal_cities(self.side).into_iter().map(|c| (c, self.field([c].into_iter()))).collect(),
        };
        fields.guards = self.guards(&fields);
        fields
    }

    pub(super) fn enemy_field(&self) -> Field {
        self.field(self.game.picture(self.seen).held[self.side.other().index()].iter())
    }

    /// The units of the enemy on the map.
    pub(super) fn enemies(&self) -> impl Iterator<Item = UnitId> + '_ {
        let on_map = |u: &UnitId| self.seen.at(*u).is_some_and(|at| self.game.on_map(at));
        self.game.own(self.side.other()).iter().filter(on_map)
    }

    pub(super) fn field(&self, goals: impl Iterator<Item = SpaceId>) -> Field {
        let data = &self.game.data;
        steps(&data.board, goals, |_, _, edge| data.links[edge] != Link::Arrow)
    }

    /// Which side should attack: the Axis until Operation Uranus is possible, the Soviets from then on or as soon as they are strong.
    pub(super) fn offensive(&self) -> bool {
        let autumn = self.game.data.charts.uranus_moves(self.seen.turn) > 0;
        if self.side == Side::Axis {
            return !autumn;
        }
        let sum = |side: Side| {
            let units = self.game.own(side).iter().filter(|u| self.seen.at(*u).is_some());
            units.map(|u| u32::from(self.reckon(u).factors())).sum::<u32>()
        };
        autumn || sum(self.side) * 100 >= sum(self.side.other()) * self.weights.tide
    }

    /// The near bank of the great rivers, the Volga left out: where the flank is guarded.
    fn river_line(&self) -> Spaces {
        let data = &self.game.data;
        let west = self.field(data.board.hexes().filter(|s| data.spaces[*s].axis_source));
        let mut line = Spaces::EMPTY;
        for at in data.board.hexes().filter(|s| !data.spaces[*s].volga) {
            let far = |n: &&kessel_board::Neighbor| data.rivers[n.edge] == River::Major && west[n.space] > west[at];
            if data.board.neighbors(at).iter().any(|n| far(&n)) {
                line.insert(at);
            }
        }
        line
    }

    /// What the enemy could bring into each space, and every space that he could come to.
    fn threats(&self, net: &Net) -> (SpaceMap<Reckoned>, Spaces) {
        let mut threat = self.game.data.board.space_map(Reckoned::default());
        let mut all = Spaces::EMPTY;
        for unit in self.enemies().filter(|u| self.game.supplied(self.seen, *u)) {
            let (force, reach) = (self.reckon(unit), self.tactical_reach(self.seen, net, unit));
            all |= reach;
            reach.iter().for_each(|space| threat[space] = threat[space].plus(force));
        }
        (threat, all)
    }

    fn volga_goals(&self, reach: Spaces) -> Spaces {
        let axis = self.game.picture(self.seen).held[Side::Axis.index()];
        self.volga_hexes() & if self.side == Side::Axis { axis } else { axis | reach }
    }

    /// Beside the allies the corps on foot that begin farthest from Stalingrad watch the flank.
    fn flank_group(&self, stalingrad: &Field, others: UnitSet) -> UnitSet {
        let data = &self.game.data;
        let mut far: Vec<(std::cmp::Reverse<u8>, UnitId)> = (self.game.own(Side::Axis) - others)
            .iter()
            .filter(|u| data.units[u.index()].kind == UnitKind::Infantry)
            .filter_map(|u| match data.units[u.index()].start {
                Start::At(space) => Some((std::cmp::Reverse(stalingrad[space]), u)),
                Start::Turn(_) | Start::Uranus => None,
            })
            .collect();
        far.sort_unstable();
        far.into_iter().take(WATCH).map(|(_, unit)| unit).collect()
    }

    /// What holding a space is worth to a side, in tenths of a step.
    pub(super) fn ground_worth(&self, side: Side, space: SpaceId) -> i32 {
        let places = &self.game.data.places;
        if space == places.stalingrad {
            return 120;
        }
        if space == places.astrakhan || space == places.kharkov {
            return 150;
        }
        let info = &self.game.data.spaces[space];
        let mut worth = 6;
        if space == places.voronezh || space == places.rostov {
            worth += 15;
        }
        if info.volga {
            // 10.4: who stands there at the end wins or does not.
            worth += match self.turns_left() {
                6.. => 10,
                3..=5 => 40,
                _ => 120,
            };
        }
        if side == Side::Axis
            && let Some(caucasus) = &info.caucasus
        {
            worth += i32::from(caucasus.points) * 5;
        }
        worth
    }
}
