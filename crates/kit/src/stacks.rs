//! Who lies in which space: one list a space through two flat arrays, in the order of the ids.

use crate::DenseId;
use kessel_board::SpaceId;
use std::marker::PhantomData;

const NONE: u16 = u16::MAX;

/// The counters of every space. Ids and spaces are below `COUNTERS` and `SPACES`; nothing is allocated by any question or change.
#[derive(Clone)]
pub struct Stacks<I, const SPACES: usize, const COUNTERS: usize> {
    head: [u16; SPACES],
    next: [u16; COUNTERS],
    ids: PhantomData<I>,
}

impl<I, const SPACES: usize, const COUNTERS: usize> Default for Stacks<I, SPACES, COUNTERS> {
    fn default() -> Self {
        Stacks { head: [NONE; SPACES], next: [NONE; COUNTERS], ids: PhantomData }
    }
}

impl<I: DenseId, const SPACES: usize, const COUNTERS: usize> Stacks<I, SPACES, COUNTERS> {
    /// Puts a counter, which lies nowhere, into a space.
    pub fn link(&mut self, id: I, space: SpaceId) {
        let unit = id.index() as u16;
        let mut at = self.head[space.index()];
        if at == NONE || at > unit {
            self.next[id.index()] = at;
            self.head[space.index()] = unit;
            return;
        }
        loop {
            let after = self.next[usize::from(at)];
            if after == NONE || after > unit {
                self.next[id.index()] = after;
                self.next[usize::from(at)] = unit;
                return;
            }
            at = after;
        }
    }

    /// Takes a counter out of the space in which it lies.
    pub fn unlink(&mut self, id: I, space: SpaceId) {
        let unit = id.index() as u16;
        let after = self.next[id.index()];
        let mut at = self.head[space.index()];
        if at == unit {
            self.head[space.index()] = after;
            return;
        }
        while at != NONE {
            let next = self.next[usize::from(at)];
            if next == unit {
                self.next[usize::from(at)] = after;
                return;
            }
            at = next;
        }
    }

    /// The counters in a space, in the order of their ids.
    #[inline]
    pub fn at(&self, space: SpaceId) -> impl Iterator<Item = I> + '_ {
        let mut at = self.head.get(space.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            (at != NONE).then(|| {
                let id = I::at(at.into());
                at = self.next[usize::from(at)];
                id
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Id(u16);
    impl DenseId for Id {
        fn index(self) -> usize {
            self.0.into()
        }
        fn at(index: usize) -> Id {
            Id(index as u16)
        }
    }

    #[test]
    fn a_stack_is_in_the_order_of_the_ids_whatever_came_first() {
        let mut stacks = Stacks::<Id, 4, 9>::default();
        [5, 2, 8].into_iter().for_each(|n| stacks.link(Id(n), SpaceId(1)));
        stacks.link(Id(3), SpaceId(2));
        let there = |s: &Stacks<Id, 4, 9>| s.at(SpaceId(1)).map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(there(&stacks), [2, 5, 8]);
        stacks.unlink(Id(5), SpaceId(1));
        assert_eq!(there(&stacks), [2, 8]);
        stacks.unlink(Id(2), SpaceId(1));
        assert_eq!(there(&stacks), [8]);
        assert_eq!(stacks.at(SpaceId(99)).next(), None);
    }
}
