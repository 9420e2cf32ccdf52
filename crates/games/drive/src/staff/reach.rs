//! Where units can go in this phase, and by which way.

use super::Mind;
use crate::data::UnitId;
use crate::ground::Near;
use crate::refusal::Consult;
use crate::sets::Spaces;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::{self, Stop};

/// Everything that a group can reach, with the points left there: less than none after a first hex that cost too much.
pub(super) type Reach = staff::Reach<i16>;

/// Points left on arrival.
pub(super) fn left_in(reach: &Reach, hex: SpaceId) -> u8 {
    reach.at(hex).map_or(0, |stop| stop.on.max(0) as u8)
}

impl Mind<'_> {
    /// Where a group that stands together can go.
    pub(super) fn reach(&self, state: &State, units: &[UnitId]) -> Reach {
        let (game, board) = (self.game, &self.game.data.map.board);
        let Some(start) = units.first().and_then(|u| state.at(*u)) else { return Reach::none(board) };
        let points = i16::from(game.points_left(state, units));
        let fresh = units.iter().all(|u| state.units[u.index()].spent == 0 && !state.arrived.contains(*u));
        let area = units.iter().find_map(|u| game.held_army(state, *u));
        let leash = self.leash(state, start);
        let may = |from: SpaceId, near: &Near| {
            area.is_none_or(|army| game.data.map.spaces[near.to].army == Some(army))
                && leash.is_none_or(|fed| fed.contains(near.to))
                && game.hex_rules(state, self.side, units, near.to, &mut Consult::strict()).is_ok()
                && game.side_rules(state, self.side, from, near, &mut Consult::strict()).is_ok()
                && game.fits(state, self.side, units, near.to)
        };
        let rank = |stop: &Stop<i16>| (stop.on >= 0).then_some((points - stop.on) as usize);
        Reach::spread(
            board,
            start,
            points,
            rank,
            |new, known| new > known,
            |stop, go| {
                for near in game.ground.around(stop.space) {
                    let Some(cost) = game.group_cost(state, units, near) else { continue };
                    let left = stop.on - i16::from(cost);
                    // 9.3: the first hex of the phase can always be entered.
                    let first = stop.space == start && fresh;
                    if (left >= 0 || first) && may(stop.space, near) {
                        go(near.to, left);
                    }
                }
            },
        )
    }

    /// 7.17: in Uranus supplied Soviets stay where they are supplied.
    fn leash<'s>(&self, state: &'s State, start: SpaceId) -> Option<&'s Spaces> {
        if state.is_blue() || self.side == Side::Axis {
            return None;
        }
        let fed = &self.game.fed(state, Side::Soviet).hexes;
        fed.contains(start).then_some(fed)
    }
}
