//! Where a unit can go this phase, and by which way.

use super::Mind;
use crate::data::{SpaceKind, UnitId};
use crate::march::Step;
use crate::refusal::Consult;
use crate::state::{Kind, State};
use kessel_board::SpaceId;
use kessel_kit::staff::{Reach, Stop};

/// A space that a unit can reach.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub kind: Kind,
    pub path: Vec<SpaceId>,
    /// The last step crosses a river, and the enemy stands there.
    pub wet: bool,
}

impl Way {
    pub(super) fn end(&self) -> SpaceId {
        self.path[self.path.len() - 1]
    }
}

/// How a unit comes into a space.
#[derive(Copy, Clone, PartialEq)]
struct Arrival {
    spent: u8,
    /// It has been outside the Axis Logistical Zone.
    outside: bool,
    /// It meets the enemy over a river.
    wet: bool,
}

impl Mind<'_> {
    /// Every space in reach, each by a shortest way, tactical before strategic; where the enemy stands, a dry way before a wet one.
    pub(super) fn ways(&self, state: &State, unit: UnitId) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for kind in [Kind::Tactical, Kind::Strategic] {
            if self.game.check_march(state, self.side, unit, kind, &mut Consult::strict()).is_err() {
                continue;
            }
            let Some(reach) = self.reach(state, unit, kind) else { continue };
            for stop in reach.stops().iter().skip(1) {
                let way = || Way { kind, path: reach.path(stop.space), wet: stop.on.wet };
                match ways.iter_mut().find(|w| w.end() == stop.space) {
                    Some(known) if known.wet && !stop.on.wet => *known = way(),
                    Some(_) => {}
                    None => ways.push(way()),
                }
            }
        }
        ways
    }

    /// What one kind of march reaches; it ends in a box and where the enemy stands.
    fn reach(&self, state: &State, unit: UnitId, kind: Kind) -> Option<Reach<Arrival>> {
        let (game, from) = (self.game, state.at(unit)?);
        let view = game.outlook(state, unit);
        let enemy = view.picture.held[self.side.other().index()];
        let assets = state.assets_of(unit);
        let start = Arrival { spent: 0, outside: game.outside_alz(from), wet: false };
        let rank = |stop: &Stop<Arrival>| {
            let passes = !enemy.contains(stop.space) && game.data.spaces[stop.space].kind == SpaceKind::Hex;
            (passes || stop.space == from).then_some(usize::from(stop.on.spent))
        };
        let drier = |new: &Arrival, known: &Arrival| known.wet && !new.wet;
        Some(Reach::spread(&game.data.board, from, start, rank, drier, |stop, go| {
            let Arrival { spent, outside, .. } = stop.on;
            for to in game.data.board.neighbors(stop.space).iter().map(|near| near.space).filter(|to| *to != from) {
                let step = Step { unit, kind, spent, outside, from: stop.space, to, assets, points: None };
                if game.step_rules(state, &view, step, &mut Consult::strict()).is_ok() {
                    let wet = enemy.contains(to) && game.over_river(stop.space, to);
                    go(to, Arrival { spent: spent + 1, outside: outside || game.outside_alz(to), wet });
                }
            }
        }))
    }
}
