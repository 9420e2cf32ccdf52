//! Where a group can go with the points that it has left.

use super::Mind;
use crate::refusal::Consult;
use crate::sets::MOST_HEXES;
use crate::state::{March, Mover};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NOWHERE: u16 = u16::MAX;

/// Different kinds of movers in one group: as many as matter.
const KINDS: usize = 6;

/// A hex within reach.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stop {
    pub(super) hex: SpaceId,
    /// The stop before, as an index; itself for the first.
    from: u16,
    /// Half points left, by kind of mover.
    left: [i16; KINDS],
    zones: u16,
}

/// Everything that a group can reach.
pub(super) struct Reach {
    pub(super) stops: Vec<Stop>,
    index: Box<[u16; MOST_HEXES]>,
    /// One mover of each kind.
    kinds: ArrayVec<Mover, KINDS>,
}

impl Reach {
    /// The steps to a stop.
    pub(super) fn path(&self, stop: usize) -> Vec<SpaceId> {
        let mut path = Vec::new();
        let mut at = stop;
        while usize::from(self.stops[at].from) != at {
            path.push(self.stops[at].hex);
            at = usize::from(self.stops[at].from);
        }
        path.reverse();
        path
    }

    /// A group as it would stand at a stop.
    pub(super) fn at(&self, march: &March, stop: &Stop) -> March {
        let mut there = march.clone();
        there.hex = stop.hex;
        let zones = stop.zones;
        there.movers = self.kinds.iter().zip(stop.left).map(|(mover, left)| Mover { left, zones, ..*mover }).collect();
        there
    }
}

impl Mind<'_> {
    /// Where the group can go.
    pub(super) fn reach(&self, march: &March) -> Reach {
        let mut kinds: ArrayVec<Mover, KINDS> = ArrayVec::new();
        for mover in &march.movers {
            let alike = |other: &Mover| {
                let (a, b) = (self.game.data.info(mover.unit).kind, self.game.data.info(other.unit).kind);
                a.movement() == b.movement() && a.is_gun() == b.is_gun()
            };
            match kinds.iter_mut().find(|other| alike(other)) {
                Some(other) if mover.left < other.left => *other = *mover,
                Some(_) => {}
                None => drop(kinds.try_push(*mover)),
            }
        }
        let mut reach = Reach { stops: Vec::new(), index: Box::new([NOWHERE; MOST_HEXES]), kinds };
        let mut left = [0; KINDS];
        reach.kinds.iter().zip(&mut left).for_each(|(mover, left)| *left = mover.left);
        let zones = march.movers.first().map_or(0, |mover| mover.zones);
        reach.stops.push(Stop { hex: march.hex, from: 0, left, zones });
        reach.index[march.hex.index()] = 0;
        let mut queue = BinaryHeap::from([(self.least(&reach, &left), Reverse(0u16))]);
        let mut group = reach.at(march, &reach.stops[0]);
        while let Some((points, Reverse(at))) = queue.pop() {
            let stop = reach.stops[usize::from(at)];
            if points != self.least(&reach, &stop.left) {
                continue;
            }
            group.hex = stop.hex;
            let points = group.movers.iter_mut().zip(stop.left);
            points.for_each(|(mover, left)| (mover.left, mover.zones) = (left, stop.zones));
            for near in self.game.data.map.board.neighbors(stop.hex) {
                let to = near.space;
                if self.game.check_step(self.state, &group, self.side, to, &mut Consult::strict()).is_err() {
                    continue;
                }
                let mut left = stop.left;
                for (mover, left) in group.movers.iter().zip(&mut left) {
                    *left -= self.game.step_cost(self.state, &group, mover, to);
                }
                let zones = stop.zones | self.game.zones_around(self.state, to);
                let new = Stop { hex: to, from: at, left, zones };
                let least = self.least(&reach, &left);
                let known = reach.index[to.index()];
                if known == NOWHERE {
                    reach.index[to.index()] = reach.stops.len() as u16;
                    queue.push((least, Reverse(reach.stops.len() as u16)));
                    reach.stops.push(new);
                } else if known != at && least > self.least(&reach, &reach.stops[usize::from(known)].left) {
                    reach.stops[usize::from(known)] = new;
                    queue.push((least, Reverse(known)));
                }
            }
        }
        reach
    }

    fn least(&self, reach: &Reach, left: &[i16; KINDS]) -> i16 {
        left.iter().take(reach.kinds.len()).copied().min().unwrap_or(0)
    }
}
