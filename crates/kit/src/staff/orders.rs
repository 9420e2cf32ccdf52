//! A plan and how it is followed.

use std::collections::VecDeque;
use std::collections::vec_deque;

/// What is still to be done, one action after the other.
///
/// The table may have changed under a plan. In the middle of a march an order that is not offered stops it: the rest waits, and the planner says
/// how the march ends ([`Orders::next_if_offered`]). Between marches whatever is not offered any more is dropped ([`Orders::next_offered`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders<A>(VecDeque<A>);

impl<A> Default for Orders<A> {
    fn default() -> Orders<A> {
        Orders(VecDeque::new())
    }
}

impl<A: Copy + PartialEq> Orders<A> {
    /// The next order that is offered; those before it are dropped.
    pub fn next_offered(&mut self, offers: &[A]) -> Option<A> {
        std::iter::from_fn(|| self.0.pop_front()).find(|order| offers.contains(order))
    }

    /// The next order, if it is offered; otherwise it waits.
    pub fn next_if_offered(&mut self, offers: &[A]) -> Option<A> {
        self.0.pop_front_if(|order| offers.contains(order))
    }

    /// The next order: on a march only if it is offered, otherwise the first that is.
    pub fn follow(&mut self, offers: &[A], marching: bool) -> Option<A> {
        if marching { self.next_if_offered(offers) } else { self.next_offered(offers) }
    }

    /// Drops what comes before the next order of a kind.
    pub fn skip_to(&mut self, kind: impl Fn(&A) -> bool) {
        let rest = self.0.iter().position(kind).unwrap_or(self.0.len());
        self.0.drain(..rest);
    }

    /// One order more.
    pub fn push(&mut self, order: A) {
        self.0.push_back(order);
    }

    /// Nothing more.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Is nothing left to do?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> vec_deque::Iter<'_, A> {
        self.0.iter()
    }
}

impl<A> Extend<A> for Orders<A> {
    fn extend<I: IntoIterator<Item = A>>(&mut self, orders: I) {
        self.0.extend(orders);
    }
}

impl<A> FromIterator<A> for Orders<A> {
    fn from_iter<I: IntoIterator<Item = A>>(orders: I) -> Orders<A> {
        Orders(orders.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders() -> Orders<u8> {
        [1, 2, 3, 4].into_iter().collect()
    }

    #[test]
    fn a_march_waits_for_what_is_not_offered() {
        let mut orders = orders();
        assert_eq!(orders.follow(&[1, 9], true), Some(1));
        assert_eq!(orders.follow(&[3, 4], true), None);
        assert_eq!(orders.iter().copied().collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn between_marches_what_is_not_offered_is_dropped() {
        let mut orders = orders();
        assert_eq!(orders.follow(&[3, 4], false), Some(3));
        assert_eq!(orders.follow(&[1, 2, 3], false), None);
        assert!(orders.is_empty());
    }

    #[test]
    fn the_rest_of_a_march_is_dropped() {
        let mut orders = orders();
        orders.skip_to(|order| order % 3 == 0);
        assert_eq!(orders.iter().copied().collect::<Vec<_>>(), [3, 4]);
        orders.skip_to(|order| *order == 9);
        assert!(orders.is_empty());
    }
}
