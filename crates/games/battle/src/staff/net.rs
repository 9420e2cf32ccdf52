//! The map in sets, and who could come where in one move. What lies beside a space is worked out once a phase, so that a spread over the map,
//! asked for every place of every unit in the last turns, is a few word operations.

use super::Mind;
use crate::data::{Link, River, SpaceKind, UnitId};
use crate::sets::Spaces;
use crate::state::State;
use kessel_board::{EdgeId, SpaceId, SpaceMap};
use kessel_kernel::Side;

/// What lies beside every space.
pub(super) struct Net {
    /// On the map, for tactical movement.
    tactical: Beside,
    /// For strategic movement: no great rivers.
    strategic: Beside,
    /// For a line of supply (5.2.a).
    pub supply: Beside,
    /// Where tactical movement does not end by itself: all but the boxes.
    passable: Spaces,
    pub all: Spaces,
    pub hexes: Spaces,
    pub volga: Spaces,
    pub axis_rim: Spaces,
}

/// The spaces beside every space.
pub(super) struct Beside(SpaceMap<Spaces>);

impl Beside {
    /// Everything that lies beside one of these spaces.
    pub(super) fn of(&self, spaces: Spaces) -> Spaces {
        let mut beside = Spaces::EMPTY;
        for space in spaces.iter() {
            beside |= self.0[space];
        }
        beside
    }
}

/// Who could come in one move: spaces in reach, each set with the factors of those who reach it.
pub(super) struct Arrivals {
    marches: Vec<(Spaces, u16)>,
    /// Wherever anybody could come.
    pub all: Spaces,
}

impl Arrivals {
    /// The factors that could come into a space.
    pub(super) fn force_in(&self, space: SpaceId) -> u16 {
        self.marches.iter().filter(|(reach, _)| reach.contains(space)).map(|(_, force)| *force).sum()
    }
}

impl Mind<'_> {
    /// The map in sets.
    pub(super) fn net(&self) -> Net {
        let data = &self.game.data;
        let beside = |leads: &dyn Fn(EdgeId, SpaceId) -> bool| {
            let near =
                |at| data.board.neighbors(at).iter().filter(|n| leads(n.edge, n.space)).map(|n| n.space).collect();
            Beside(SpaceMap::from_fn(data.board.len(), near))
        };
        Net {
            tactical: beside(&|_, to| self.game.on_map(to)),
            strategic: beside(&|edge, _| data.links[edge] == Link::Hexside && data.rivers[edge] != River::Major),
            supply: beside(&|edge, _| matches!(data.links[edge], Link::Hexside | Link::Border | Link::Connector)),
            passable: data.board.spaces().filter(|s| data.spaces[*s].kind == SpaceKind::Hex).collect(),
            all: data.board.spaces().collect(),
            hexes: data.board.hexes().collect(),
            volga: data.board.spaces().filter(|s| data.spaces[*s].volga).collect(),
            axis_rim: data.board.hexes().filter(|s| data.spaces[*s].axis_source).collect(),
        }
    }

    /// The factors of a side that could come into each space in one move, from a position. Those who stand together and march alike reach the same.
    pub(super) fn arrivals(&self, state: &State, net: &Net, side: Side) -> Arrivals {
        let fed = self.game.picture(state).fed[side.index()];
        let mut groups: Vec<((SpaceId, u8, u8), UnitId, u16)> = Vec::new();
        for unit in self.game.own(side).iter() {
            let Some(at) = state.at(unit).filter(|at| fed.contains(*at)) else { continue };
            let info = &self.game.data.units[unit.index()];
            let (alike, force) = ((at, info.tactical, info.strategic[1]), self.reckon(unit).factors());
            match groups.iter_mut().find(|(known, ..)| *known == alike) {
                Some((_, _, sum)) => *sum += force,
                None => groups.push((alike, unit, force)),
            }
        }
        // Who has no factors left opens nothing.
        groups.retain(|(_, _, force)| *force > 0);
        let reach = |unit| self.tactical_reach(state, net, unit) | self.strategic_reach(state, net, unit);
        let marches: Vec<(Spaces, u16)> = groups.into_iter().map(|(_, unit, force)| (reach(unit), force)).collect();
        let all = marches.iter().fold(Spaces::EMPTY, |all, (reach, _)| all | *reach);
        Arrivals { marches, all }
    }

    /// Where a unit could come by strategic movement outside the zone of 7.3.g: no enemy zones, no great rivers but at their crossings.
    fn strategic_reach(&self, state: &State, net: &Net, unit: UnitId) -> Spaces {
        let info = &self.game.data.units[unit.index()];
        let (picture, enemy) = (self.game.picture(state), info.side.other().index());
        let closed = picture.zone[enemy] | picture.held[enemy];
        let mut front: Spaces = state.at(unit).into_iter().filter(|at| !closed.contains(*at)).collect();
        let mut reach = front;
        for _ in 0..info.strategic[1] {
            if front.is_empty() {
                break;
            }
            front = net.strategic.of(front) - reach - closed;
            reach |= front;
        }
        reach
    }

    /// Where a unit could come by tactical movement: boxes and the other side's units stop it.
    pub(super) fn tactical_reach(&self, state: &State, net: &Net, unit: UnitId) -> Spaces {
        let info = &self.game.data.units[unit.index()];
        let passable = net.passable - self.game.picture(state).held[info.side.other().index()];
        let mut reach: Spaces = state.at(unit).into_iter().collect();
        let mut front = reach;
        for _ in 0..info.tactical {
            let next = net.tactical.of(front) - reach;
            reach |= next;
            front = next & passable;
        }
        reach
    }
}
