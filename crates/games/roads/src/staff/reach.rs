//! Where a unit can go in this phase, and by which way.

use super::Mind;
use crate::data::UnitId;
use crate::march::Outlook;
use crate::refusal::Consult;
use crate::state::{March, Mode, State};
use kessel_board::SpaceId;
use kessel_kit::staff::Reach as Spread;

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
        let (game, board) = (self.game, &self.game.map(state).board);
        let march = game.march_of(state, reach.unit, start, mode);
        // More left over is better; who came first goes first.
        let better = |new: &March, known: &March| new.left > known.left;
        let found = Spread::spread(
            board,
            start,
            march,
            |_| Some(0),
            better,
            |stop, go| {
                for to in board.neighbors(stop.space).iter().map(|near| near.space).filter(|to| *to != start) {
                    if game.step_rules(state, view, stop.on, stop.space, to, &mut Consult::strict()).is_ok() {
                        go(to, game.marched(state, stop.on, stop.space, to));
                    }
                }
            },
        );
        for stop in &found.stops()[1..] {
            if reach.to(stop.space).is_none() && game.may_end(state, view, stop.on, stop.space).is_ok() {
                reach.ways.push(Way { mode, path: found.path(stop.space) });
            }
        }
    }
}
