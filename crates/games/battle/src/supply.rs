//! 3.2 Zones of interdiction, 3.4 battle spaces, 5.0 supply.
//!
//! All three follow from where the units stand, so they are worked out together, once per position: the [`Picture`].

use crate::Battle;
use crate::data::{AssetId, City, Data, Link, River, SpaceKind, UnitId};
use crate::sets::{AssetSet, Spaces, UnitSet};
use crate::state::{Place, State};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;
use std::sync::OnceLock;

/// What follows from where the units stand. Pairs are indexed by [`Side::index`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Spaces with at least one unit of the side.
    pub held: [Spaces; 2],
    /// Spaces with units of both (3.4.a).
    pub battle: Spaces,
    /// Hexes into which the side's units project a zone of interdiction (3.2).
    pub zone: [Spaces; 2],
    /// Spaces through which the side's supply runs from its sources (5.2).
    pub line: [Spaces; 2],
    /// Spaces in which a unit of the side is, or would be, supplied.
    pub fed: [Spaces; 2],
}

/// What follows from the map alone, so that a picture is a few word operations.
pub(crate) struct Ground {
    /// Hexes into which a unit in this space projects its zone: never over rivers (3.2.e), into
    /// major cities (3.2.b), or into and out of boxes (3.2.c, 3.2.d).
    zone_from: SpaceMap<Spaces>,
    /// Spaces to which a supply line can go on: over hexsides, box borders and connectors (5.2.a, R-4).
    line_from: SpaceMap<Spaces>,
    /// Spaces beside a supply source of the side (5.3).
    rim: [Spaces; 2],
    /// Holding boxes, where units are always supplied (5.2.g).
    off_map: Spaces,
    /// The units of each side.
    pub(crate) own: [UnitSet; 2],
    /// Its assets.
    pub(crate) assets: [AssetSet; 2],
    /// Assets that one group alone may have, with its units (6.4.g).
    pub(crate) bound: Vec<(AssetId, UnitSet)>,
}

impl Ground {
    pub(crate) fn new(data: &Data) -> Ground {
        let board = &data.board;
        let neighbours = |space: SpaceId, wanted: &dyn Fn(SpaceId, kessel_board::EdgeId) -> bool| {
            board.neighbors(space).iter().filter(|n| wanted(n.space, n.edge)).map(|n| n.space).collect()
        };
        let zone_from = SpaceMap::from_fn(board.len(), |space| {
            neighbours(space, &|to, edge| {
                // 3.2.c, 3.2.d: from hex to hex only; 3.2.e: over no river; 3.2.b: not into a major city.
                data.links[edge] == Link::Hexside
                    // 3.2.g: a city on a river crossing has both banks beside it.
                    && data.rivers[edge] == River::None
                    && data.spaces[to].city != City::Major
            })
        });
        // 5.2.a.
        let line_from = SpaceMap::from_fn(board.len(), |space| {
            neighbours(space, &|_, edge| matches!(data.links[edge], Link::Hexside | Link::Border | Link::Connector))
        });
        let spaces = |wanted: &dyn Fn(SpaceId) -> bool| board.spaces().filter(|s| wanted(*s)).collect();
        Ground {
            zone_from,
            line_from,
            // 5.3.a: the Axis Supply Edge; 5.3.b: the edges of the three Fronts.
            rim: [spaces(&|s| data.spaces[s].axis_source), spaces(&|s| data.spaces[s].soviet_source)],
            // 5.2.g.
            off_map: spaces(&|s| matches!(data.spaces[s].kind, SpaceKind::Front | SpaceKind::Reserve(_))),
            own: Side::BOTH.map(|side| data.unit_ids().filter(|u| data.units[u.index()].side == side).collect()),
            assets: Side::BOTH.map(|side| data.asset_ids().filter(|a| data.assets[a.index()].side == side).collect()),
            bound: data.asset_ids().filter_map(|asset| Some((asset, group_of(data, asset)?))).collect(),
        }
    }
}

/// The picture of a position, painted when somebody looks; and the one before it, of which most still holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    now: OnceLock<Picture>,
    before: Option<Picture>,
}

impl Battle {
    /// The picture of a position.
    #[inline]
    pub fn picture<'a>(&self, state: &'a State) -> &'a Picture {
        let kept = &state.picture;
        kept.now.get_or_init(|| self.paint(self.held(state), kept.before.as_ref()))
    }

    /// The picture with one unit taken off the table: what decides whether the space it goes to is supplied.
    pub fn picture_without(&self, state: &State, unit: UnitId) -> Picture {
        let now = self.picture(state);
        let Some(at) = state.at(unit).filter(|at| (state.all_in(*at) & self.own(self.side(unit))).len() == 1) else {
            return *now;
        };
        let mut held = now.held;
        held[self.side(unit).index()].remove(at);
        self.paint(held, Some(now))
    }

    /// Units have moved: whoever looks next sees it.
    pub(crate) fn repaint(&self, state: &mut State) {
        if let Some(picture) = state.picture.now.take() {
            state.picture.before = Some(picture);
        }
    }

    /// Where the units of each side stand.
    fn held(&self, state: &State) -> [Spaces; 2] {
        let (mut held, soviet) = ([Spaces::EMPTY; 2], self.own(Side::Soviet));
        for (i, unit) in state.units.iter().enumerate() {
            if let Place::At(space) = unit.place {
                held[usize::from(soviet.contains(UnitId(i as u8)))].insert(space);
            }
        }
        held
    }

    fn paint(&self, held: [Spaces; 2], before: Option<&Picture>) -> Picture {
        if let Some(same) = before.filter(|before| before.held == held) {
            return *same;
        }
        // 3.4.a.
        let battle = held[0] & held[1];
        // 3.2.h: supply and strategic movement ask for them, nothing else.
        let zone = [self.zone(held[0] - battle), self.zone(held[1] - battle)];
        let mut picture = Picture { held, battle, zone, line: [Spaces::EMPTY; 2], fed: [Spaces::EMPTY; 2] };
        for side in Side::BOTH {
            self.flood(&mut picture, side, before);
        }
        picture
    }

    /// 3.2.a: every unit projects a zone into the hexes around it; 3.2.f: not from a battle space.
    fn zone(&self, from: Spaces) -> Spaces {
        from.iter().fold(Spaces::EMPTY, |zone, space| zone | self.ground.zone_from[space])
    }

    /// 5.2: the supply lines of a side, flooded from its sources.
    ///
    /// A space carries a line if it holds no enemy unit (5.2.b; battle spaces hold one, 5.2.e) and either lies outside enemy
    /// zones or holds a friendly unit (5.2.c), which the flood supplies by reaching it. A unit's own space
    /// is not tested: it is fed if a line runs beside it, or if it stands on its own source's rim.
    ///
    /// Where no line of the picture before has been closed, the flood goes on from there: into what has been opened beside it.
    fn flood(&self, picture: &mut Picture, side: Side, before: Option<&Picture>) {
        let own = side.index();
        let closed = closed_to(picture, side);
        let known = before.map(|before| (before, closed_to(before, side) - closed)).filter(|(before, opened)| {
            before.line[own].is_disjoint(&closed) && opened.is_disjoint(&self.ground.off_map)
        });
        let (mut line, mut fed, mut front) = match known {
            Some((before, opened)) => (before.line[own], before.fed[own], opened & before.fed[own]),
            None => {
                let open = self.ground.rim[own] - closed;
                (Spaces::EMPTY, self.ground.rim[own] | self.ground.off_map, open)
            }
        };
        while !front.is_empty() {
            line |= front;
            let mut beside = Spaces::EMPTY;
            for space in front.iter() {
                beside |= self.ground.line_from[space];
            }
            // 5.2.d: what lies beside a line is fed, and if the enemy is there too no line goes on from it.
            fed |= beside;
            front = beside - closed - line;
        }
        picture.line[own] = line;
        picture.fed[own] = fed;
    }

    /// Is the unit supplied at this instant (5.0)?
    pub fn supplied(&self, state: &State, unit: UnitId) -> bool {
        let side = self.data.units[unit.index()].side;
        // 5.2.f: however many others are.
        state.at(unit).is_some_and(|space| self.picture(state).fed[side.index()].contains(space))
    }

    /// Who controls a space: nobody while units of both sides are in it (3.3.g).
    pub fn control(&self, state: &State, space: SpaceId) -> Option<Side> {
        if self.picture(state).battle.contains(space) {
            return None;
        }
        // 3.3.b: also when he has gone on; 3.3.c: boxes as well as hexes.
        Some(if state.axis_control.contains(space) { Side::Axis } else { Side::Soviet })
    }
}

/// The units of the one group that may have an asset.
fn group_of(data: &Data, asset: AssetId) -> Option<UnitSet> {
    let group = data.assets[asset.index()].only_group.as_ref()?;
    Some(data.unit_ids().filter(|unit| data.units[unit.index()].group == *group).collect())
}

/// Spaces that carry no line of the side (5.2.b, 5.2.c).
fn closed_to(picture: &Picture, side: Side) -> Spaces {
    let (own, enemy) = (side.index(), side.other().index());
    picture.held[enemy] | (picture.zone[enemy] - picture.held[own])
}
