//! Where a unit can go in this phase, and by which way.

use super::Mind;
use crate::data::UnitId;
use crate::march::Outlook;
use crate::refusal::Consult;
use crate::state::{March, Mode, State};
use kessel_board::SpaceId;

/// A hex that a unit can reach.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub mode: Mode,
    pub path: Vec<SpaceId>,
}

impl Way {
    pub(super) fn end(&self) -> SpaceId {
        self.path[self.path.len() - 1]
    }
}

/// All ways of a unit.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub unit: UnitId,
    pub ways: Vec<Way>,
}

impl Reach {
    pub(super) fn to(&self, hex: SpaceId) -> Option<&Way> {
        self.ways.iter().find(|way| way.end() == hex)
    }
}

impl Mind<'_> {
    /// The ways of a unit in these modes; the first mode that reaches a hex is kept.
    pub(super) fn reach(&self, state: &State, view: &Outlook, unit: UnitId, modes: &[Mode]) -> Reach {
        let mut reach = Reach { unit, ways: Vec::new() };
        for mode in modes {
            if self.game.mover_rules(state, self.side, unit, *mode, view, &mut Consult::strict()).is_ok() {
                self.spread(state, view, *mode, &mut reach);
            }
        }
        reach
    }

    fn spread(&self, state: &State, view: &Outlook, mode: Mode, reach: &mut Reach) {
        let Some(start) = state.field.at(reach.unit) else { return };
        let map = self.game.map(state);
        let mut found: Vec<Option<(March, SpaceId)>> = vec![None; map.board.len()];
        let mut open = vec![(start, self.game.march_of(state, reach.unit, start, mode))];
        let mut next = 0;
        let mut order = Vec::new();
        while next < open.len() {
            let (at, march) = open[next];
            next += 1;
            // A better way to this hex has been found since.
            if at != start && found[at.index()].is_some_and(|(best, _)| best != march) {
                continue;
            }
            for near in map.board.neighbors(at) {
                let to = near.space;
                if to == start || self.game.step_rules(state, view, march, at, to, &mut Consult::strict()).is_err() {
                    continue;
                }
                let after = self.game.marched(state, march, at, to);
                match found[to.index()] {
                    Some((known, _)) if known.left >= after.left => continue,
                    Some(_) => {}
                    None => order.push(to),
                }
                found[to.index()] = Some((after, at));
                open.push((to, after));
            }
        }
        for to in order {
            let Some((march, _)) = found[to.index()] else { continue };
            if reach.to(to).is_some() || self.game.may_end(state, view, march, to).is_err() {
                continue;
            }
            let mut path = vec![to];
            let mut at = to;
            while let Some((_, from)) = found[at.index()]
                && from != start
                && path.len() < 64
            {
                path.push(from);
                at = from;
            }
            path.reverse();
            reach.ways.push(Way { mode, path });
        }
    }
}
