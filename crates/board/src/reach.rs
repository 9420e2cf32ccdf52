//! What the searches find.

use crate::id::SpaceId;
use crate::search::Search;

/// A space that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The space.
    pub space: SpaceId,
    /// The least that it costs to get there.
    pub cost: u32,
}

/// The answer of [`Search::reach`]: every space within the budget.
///
/// It borrows the search, so read it before the next query.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    pub(crate) search: &'a Search,
}

impl<'a> Reach<'a> {
    /// The spaces reached, by cost and then by id; the starts come first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Reached> + 'a {
        self.search.settled.iter().copied()
    }

    /// How many spaces were reached, the starts included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.search.settled.len()
    }

    /// Whether nothing was reached: there was no start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.search.settled.is_empty()
    }

    /// Whether a space was reached.
    #[must_use]
    pub fn contains(&self, space: SpaceId) -> bool {
        self.cost(space).is_some()
    }

    /// The least cost of a space, or `None` if it is out of reach.
    #[must_use]
    pub fn cost(&self, space: SpaceId) -> Option<u32> {
        self.search.cost(space)
    }

    /// The space before this one on the way there, or `None` for a start or a space out of reach.
    #[must_use]
    pub fn previous(&self, space: SpaceId) -> Option<SpaceId> {
        self.search.previous(space)
    }

    /// The way back from a space to a start, both included; nothing if it is out of reach.
    pub fn way_back(&self, space: SpaceId) -> impl Iterator<Item = SpaceId> + 'a {
        let search = self.search;
        let end = search.cost(space).map(|_| space);
        std::iter::successors(end, |&space| search.previous(space))
    }

    /// The way from a start to a space, both included, or `None` if it is out of reach.
    #[must_use]
    pub fn path(&self, space: SpaceId) -> Option<Vec<SpaceId>> {
        let mut path: Vec<_> = self.way_back(space).collect();
        path.reverse();
        (!path.is_empty()).then_some(path)
    }
}

/// The answer of [`Search::trace`]: a shortest way to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace<'a> {
    /// The way, from the start to the goal, both included.
    pub path: &'a [SpaceId],
    /// The sum of its steps.
    pub length: u32,
}

impl Trace<'_> {
    /// The goal that was found.
    #[must_use]
    pub fn goal(&self) -> SpaceId {
        *self.path.last().expect("a path holds at least its start")
    }
}
