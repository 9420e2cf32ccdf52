//! Ring and hold the ring: where a unit would cut the enemy's supply, and what it is worth that he is cut.

use crate::data::{SpaceKind, UnitId};
use crate::sets::Spaces;
use crate::staff::Mind;
use crate::staff::fields::Fields;
use crate::state::{Place, State};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;

/// So many units without supply are worth asking how long the ring will last.
const RING: i32 = 3;

/// What an enemy unit in each space would do to a side's supply.
pub(in crate::staff) struct Arteries {
    /// How many units of the side lose their supply if an enemy comes into the space.
    pub cut: SpaceMap<u8>,
    /// How many single moves of the enemy would leave a space without supply.
    pub danger: SpaceMap<u8>,
}

impl Mind<'_> {
    /// Puts an enemy of `side` into every space and looks at who loses supply. Only spaces of `reach` count as danger.
    pub(in crate::staff) fn arteries(&self, side: Side, reach: Spaces) -> Arteries {
        let (game, board) = (self.game, &self.game.data.board);
        let mut found = Arteries { cut: board.space_map(0), danger: board.space_map(0) };
        let Some(intruder) = self.intruder(side.other()) else { return found };
        let mut work = self.seen.clone();
        let fed = game.picture(self.seen).fed[side.index()];
        let before = self.unsupplied(self.seen, side);
        let there = game.picture(self.seen).held[side.other().index()];
        for space in board.spaces().filter(|s| game.data.spaces[*s].kind == SpaceKind::Hex && !there.contains(*s)) {
            work.units[intruder.index()].place = Place::At(space);
            game.repaint(&mut work);
            found.cut[space] = (self.unsupplied(&work, side) - before).clamp(0, 60) as u8;
            if reach.contains(space) {
                for lost in (fed - game.picture(&work).fed[side.index()]).iter() {
                    found.danger[lost] = found.danger[lost].saturating_add(1);
                }
            }
        }
        found
    }

    /// A unit that can be imagined elsewhere without leaving a gap.
    fn intruder(&self, side: Side) -> Option<UnitId> {
        let own = self.game.own(side);
        let off = |u: &UnitId| self.seen.at(*u).is_none_or(|at| !self.game.on_map(at));
        let stacked = |u: &UnitId| self.seen.at(*u).is_some_and(|at| self.game.units_in(self.seen, at, side).len() > 1);
        own.iter().find(off).or_else(|| own.iter().find(stacked))
    }

    /// Units cut off, theirs and ours. Of the enemy's, those count most that stay cut off when he breaks the ring in one place.
    pub(in crate::staff) fn cutting(&self, state: &State, fields: &Fields) -> i32 {
        let late = i32::from(self.seen.turn) * 4 >= self.game.data.turns.len() as i32 * 3;
        // 10.3.5: near the end every unsupplied unit costs points.
        let dear = if late { 2 } else { 1 };
        let now = self.unsupplied(state, self.side.other());
        let lasting = if now >= RING {
            let mut known = fields.known.lasting.borrow_mut();
            *known.entry(self.game.picture(state).held).or_insert_with(|| self.lasting(state, now))
        } else {
            now
        };
        (now + 2 * lasting) * self.weights.enemy_cut[self.stance] * dear / 3
            - self.unsupplied(state, self.side) * self.weights.own_cut
    }

    /// How many stay cut off whichever stack of ours is driven away.
    fn lasting(&self, state: &State, now: i32) -> i32 {
        let picture = self.game.picture(state);
        let fed = picture.fed[self.side.other().index()];
        let beside = |s: &SpaceId| self.game.data.board.neighbors(*s).iter().any(|n| fed.contains(n.space));
        let ours = picture.held[self.side.index()];
        let mut least = now;
        for space in ours.iter().filter(|s| self.game.data.spaces[*s].kind == SpaceKind::Hex).filter(beside) {
            let mut without = state.clone();
            for unit in self.game.units_in(state, space, self.side).iter() {
                without.units[unit.index()].place = Place::Dead;
            }
            self.game.repaint(&mut without);
            least = least.min(self.unsupplied(&without, self.side.other()));
            if least == 0 {
                break;
            }
        }
        least
    }

    /// A post on one's own supply line, where an enemy could come and cut off others.
    pub(in crate::staff) fn post(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        let alone = self.game.units_in(state, at, self.side).len() <= 1;
        if !alone || fields.threat[at].factors() == 0 {
            return 0;
        }
        i32::from(fields.own_arteries.cut[at].min(10)) * self.weights.post
    }

    /// How many of a side's units on the map are unsupplied.
    pub(in crate::staff) fn unsupplied(&self, state: &State, side: Side) -> i32 {
        let fed = self.game.picture(state).fed[side.index()];
        let kerch = self.game.data.places.kerch;
        let cut = |u: &UnitId| state.at(*u).is_some_and(|at| self.game.on_map(at) && !fed.contains(at) && at != kerch);
        self.game.own(side).iter().filter(cut).count() as i32
    }
}

/// The spaces from which most would be cut: at least two thirds of the best, and three units.
pub(in crate::staff) fn best_cuts(arteries: &Arteries, spaces: &[SpaceId]) -> Vec<SpaceId> {
    let most = spaces.iter().map(|s| arteries.cut[*s]).max().unwrap_or(0);
    spaces
        .iter()
        .copied()
        .filter(|s| arteries.cut[*s] >= 3 && u16::from(arteries.cut[*s]) * 3 >= u16::from(most) * 2)
        .collect()
}
