//! Where a unit can go this phase, and by which way.

use super::Mind;
use crate::data::{SpaceKind, UnitId};
use crate::refusal::Consult;
use crate::state::{Kind, Spaces, State};
use crate::steps::Step;
use kessel_board::SpaceId;

/// A space that a unit can reach.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub kind: Kind,
    pub path: Vec<SpaceId>,
    /// The last step crosses a river.
    pub wet: bool,
}

impl Way {
    pub(super) fn end(&self) -> SpaceId {
        self.path[self.path.len() - 1]
    }
}

impl Mind<'_> {
    /// Every space in reach, each by a shortest way, tactical before strategic; where the enemy stands, a dry way before a wet one.
    pub(super) fn ways(&self, state: &State, unit: UnitId) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for kind in [Kind::Tactical, Kind::Strategic] {
            if self.game.check_march(state, self.side, unit, kind, &mut Consult::strict()).is_ok() {
                self.spread(state, unit, kind, &mut ways);
            }
        }
        ways
    }

    fn spread(&self, state: &State, unit: UnitId, kind: Kind, ways: &mut Vec<Way>) {
        let Some(from) = state.at(unit) else { return };
        let view = self.game.outlook(state, unit);
        let enemy = view.picture.held[self.side.other().index()];
        let assets = state.assets_of(unit);
        let mut front: Vec<(SpaceId, Vec<SpaceId>, bool)> = vec![(from, Vec::new(), self.game.outside_alz(from))];
        // What a tactical move has reached a strategic one passes through all the same.
        let mut reached: Spaces = std::iter::once(from).collect();
        let mut spent = 0;
        while !front.is_empty() {
            let mut next = Vec::new();
            for (at, path, outside) in &front {
                for near in self.game.data.board.neighbors(*at) {
                    let to = near.space;
                    let step = Step { unit, kind, spent, outside: *outside, from: *at, to, assets, points: None };
                    if to == from || self.game.step_rules(state, &view, step, &mut Consult::strict()).is_err() {
                        continue;
                    }
                    let wet = self.game.over_river(*at, to);
                    let mut path = path.clone();
                    path.push(to);
                    let meets = enemy.contains(to);
                    match ways.iter_mut().find(|w| w.end() == to) {
                        Some(way) if meets && way.wet && !wet => *way = Way { kind, path: path.clone(), wet },
                        Some(_) => {}
                        None => ways.push(Way { kind, path: path.clone(), wet }),
                    }
                    if !meets && self.game.data.spaces[to].kind == SpaceKind::Hex && !reached.contains(to) {
                        reached.insert(to);
                        next.push((to, path, *outside || self.game.outside_alz(to)));
                    }
                }
            }
            front = next;
            spent += 1;
        }
    }
}
