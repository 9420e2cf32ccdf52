//! Where units can go in this phase, and by which way.

use super::Mind;
use crate::data::UnitId;
use crate::refusal::Consult;
use crate::sets::{MOST_HEXES, Spaces};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_table::Side;

const NOWHERE: u16 = u16::MAX;

/// A hex within reach.
#[derive(Copy, Clone, Debug)]
struct Stop {
    hex: SpaceId,
    /// The stop before, as an index; itself for the first.
    from: u16,
    spent: u8,
}

/// Everything that a group can reach.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    stops: Vec<Stop>,
    /// The stop of each hex.
    index: Box<[u16; MOST_HEXES]>,
    points: u8,
}

impl Reach {
    fn new(points: u8) -> Reach {
        Reach { stops: Vec::new(), index: Box::new([NOWHERE; MOST_HEXES]), points }
    }

    /// The hexes, the one where the group stands first.
    pub(super) fn hexes(&self) -> impl Iterator<Item = SpaceId> + '_ {
        self.stops.iter().map(|stop| stop.hex)
    }

    fn stop(&self, hex: SpaceId) -> Option<&Stop> {
        self.stops.get(usize::from(self.index[hex.index()]))
    }

    pub(super) fn contains(&self, hex: SpaceId) -> bool {
        self.index[hex.index()] != NOWHERE
    }

    /// Points left on arrival.
    pub(super) fn left(&self, hex: SpaceId) -> u8 {
        self.stop(hex).map_or(0, |stop| self.points.saturating_sub(stop.spent))
    }

    /// The steps to a hex.
    pub(super) fn path(&self, hex: SpaceId) -> Vec<SpaceId> {
        let mut path = Vec::new();
        let mut at = self.index[hex.index()];
        while let Some(stop) = self.stops.get(usize::from(at))
            && stop.from != at
        {
            path.push(stop.hex);
            at = stop.from;
        }
        path.reverse();
        path
    }

    /// Notes a way to a hex; true if it is new or cheaper.
    fn note(&mut self, hex: SpaceId, from: u16, spent: u8) -> bool {
        match self.index[hex.index()] {
            NOWHERE => {
                self.index[hex.index()] = self.stops.len() as u16;
                self.stops.push(Stop { hex, from, spent });
                true
            }
            known => {
                let stop = &mut self.stops[usize::from(known)];
                let cheaper = spent < stop.spent && known != from && stop.from != known;
                if cheaper {
                    *stop = Stop { hex, from, spent };
                }
                cheaper
            }
        }
    }
}

impl Mind<'_> {
    /// Where a group that stands together can go.
    pub(super) fn reach(&self, state: &State, units: &[UnitId]) -> Reach {
        let game = self.game;
        let points = game.points_left(state, units);
        let mut reach = Reach::new(points);
        let Some(start) = units.first().and_then(|u| state.at(*u)) else { return reach };
        let fresh = units.iter().all(|u| state.units[u.index()].spent == 0 && !state.arrived.contains(*u));
        let area = units.iter().find_map(|u| game.held_army(state, *u));
        let leash = self.leash(state, start);
        let may = |from: SpaceId, near: &crate::ground::Near| {
            area.is_none_or(|army| game.data.map.spaces[near.to].army == Some(army))
                && leash.is_none_or(|fed| fed.contains(near.to))
                && game.hex_rules(state, self.side, units, near.to, &mut Consult::strict()).is_ok()
                && game.side_rules(state, self.side, from, near, &mut Consult::strict()).is_ok()
                && game.fits(state, self.side, units, near.to)
        };
        reach.note(start, 0, 0);
        // Stops wait by the points spent on them; costs are small, so a list for each sum will do.
        let mut waiting: Vec<Vec<u16>> = vec![Vec::new(); usize::from(points) + 1];
        waiting[0].push(0);
        for spent in 0..=points {
            let mut done = 0;
            while done < waiting[usize::from(spent)].len() {
                let at = waiting[usize::from(spent)][done];
                done += 1;
                let stop = reach.stops[usize::from(at)];
                if stop.spent != spent {
                    continue;
                }
                for near in game.ground.around(stop.hex) {
                    let Some(cost) = game.group_cost(state, units, near) else { continue };
                    let total = spent.saturating_add(cost);
                    // 9.3: the first hex of the phase can always be entered.
                    let first = stop.hex == start && fresh;
                    if (total > points && !first) || !may(stop.hex, near) {
                        continue;
                    }
                    if reach.note(near.to, at, total) && total <= points {
                        let found = reach.index[near.to.index()];
                        waiting[usize::from(total)].push(found);
                    }
                }
            }
        }
        reach
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
