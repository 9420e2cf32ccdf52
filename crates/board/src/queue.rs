//! The queue of a search: what waits at which cost.

use crate::id::SpaceId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs below this have a bucket each; what costs more waits in a heap. Movement points and hex
/// counts stay far below; fixed-point costs and whole-map searches may not.
const BUCKETS: u32 = 1024;

/// Spaces by cost. Costs may only be pushed that are not below the last one taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    buckets: Vec<Vec<SpaceId>>,
    /// No bucket below this one holds anything.
    lowest: usize,
    far: BinaryHeap<Reverse<(u32, SpaceId)>>,
}

impl Queue {
    /// Forgets what a search that ended early left behind. Keeps the memory.
    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets[self.lowest..] {
            bucket.clear();
        }
        self.lowest = 0;
        self.far.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, cost: u32, space: SpaceId) {
        match self.buckets.get_mut(cost as usize) {
            Some(bucket) => bucket.push(space),
            None => self.push_far(cost, space),
        }
    }

    /// Where there is no bucket, or none yet.
    #[cold]
    fn push_far(&mut self, cost: u32, space: SpaceId) {
        if cost < BUCKETS {
            self.buckets.resize_with(cost as usize + 1, Vec::new);
            self.buckets[cost as usize].push(space);
        } else {
            self.far.push(Reverse((cost, space)));
        }
    }

    /// Moves everything that waits at the lowest cost into `round` (which it empties first) and
    /// says the cost. The order within the round is not sorted.
    pub(crate) fn take_lowest(&mut self, round: &mut Vec<SpaceId>) -> Option<u32> {
        round.clear();
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if !bucket.is_empty() {
                std::mem::swap(bucket, round);
                return u32::try_from(self.lowest).ok();
            }
            self.lowest += 1;
        }
        let &Reverse((lowest, _)) = self.far.peek()?;
        while let Some(&Reverse((cost, space))) = self.far.peek() {
            if cost > lowest {
                break;
            }
            round.push(space);
            self.far.pop();
        }
        Some(lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_come_in_the_order_of_cost_from_buckets_and_heap() {
        let mut queue = Queue::default();
        let mut round = Vec::new();
        for cost in [3, 5000, 0, 3, 1023, 1024, 5000] {
            queue.push(cost, SpaceId(cost as u16));
        }
        let mut taken = Vec::new();
        while let Some(cost) = queue.take_lowest(&mut round) {
            assert!(round.iter().all(|space| u32::from(space.0) == cost));
            taken.push((cost, round.len()));
        }
        assert_eq!(taken, [(0, 1), (3, 2), (1023, 1), (1024, 1), (5000, 2)]);
    }

    #[test]
    fn a_cleared_queue_is_empty_and_starts_again_at_zero() {
        let mut queue = Queue::default();
        let mut round = Vec::new();
        for cost in [2, 7, 4000] {
            queue.push(cost, SpaceId(1));
        }
        assert_eq!(queue.take_lowest(&mut round), Some(2));
        queue.clear();
        assert_eq!(queue.take_lowest(&mut round), None);
        queue.clear();
        queue.push(0, SpaceId(2));
        assert_eq!(queue.take_lowest(&mut round), Some(0));
    }
}
