//! Searches over a board: reach, trace, flood.

use crate::board::Board;
use crate::id::{EdgeId, SpaceId};
use crate::queue::Queue;
use crate::reach::{Reach, Reached, Trace};
use crate::set::SpaceSet;
use crate::words::pack;

/// Searches a [`Board`] and keeps its buffers for the next search.
///
/// Make one and use it for every query: once its buffers have grown to what the board and the
/// budgets ask for, a query allocates nothing. It may serve several boards in turn.
///
/// # Ties
///
/// All searches settle spaces in the order of **lower cost, then lower [`SpaceId`]**. The
/// predecessor of a space is the neighbour that was settled first among those that lead to it at
/// its least cost. So the answer depends on nothing but the board and the closures: not on the
/// order of the starts, nor on earlier searches. (A step that costs 0 leads to a space of the same
/// cost, which is settled after the spaces of that cost that were known before it.)
///
/// # Closures
///
/// A cost closure gets `(from, to, edge)` and says what the step costs, or `None` if it is not
/// allowed. It must give the same answer each time. Keep it cheap: `reach` and `trace` ask it for
/// every step out of every space they settle, `flood` for every step to a space not yet found. A
/// unit that must stop on entering a space is a closure that answers `None` when `from` is such a
/// space.
///
/// ```
/// # use kessel_board::{Board, BoardBuilder, Numbering, Search};
/// # fn roads(numbering: Numbering) -> Board {
/// #     let mut map = BoardBuilder::new(numbering);
/// #     for hex in ["1410", "1411", "1412", "1511"] { map.add_hex(hex); }
/// #     map.build().unwrap()
/// # }
/// # let numbering = serde_json::from_str(r#"{"orientation":"pointy-top","order":"row-column",
/// #   "digits":2,"rows-grow":"north","columns-grow":"east","shifted":"even","shifted-to":"east"}"#);
/// let board = roads(numbering.unwrap());
/// let start = board.space("1410").unwrap();
/// let mut search = Search::new();
/// let reach = search.reach(&board, [start], 2, |_, _, _| Some(1));
/// let names: Vec<_> = reach.iter().map(|hex| (board.name(hex.space), hex.cost)).collect();
/// assert_eq!(names, [("1410", 0), ("1411", 1), ("1511", 1), ("1412", 2)]);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    visits: Vec<Visit>,
    /// The mark of cost 0 in the present search.
    base: u32,
    pub(crate) settled: Vec<Reached>,
    queue: Queue,
    round: Vec<SpaceId>,
    path: Vec<SpaceId>,
    flooded: SpaceSet,
    /// Of every space, whether the present flood has found it.
    seen: Vec<bool>,
    /// Found, but not yet left.
    waiting: Vec<SpaceId>,
}

/// What is known of a space.
///
/// `mark` is `base + cost`. Each search takes a base so far below the last one that all its marks
/// are lower than every older mark: old marks then look like 'not seen yet', nothing has to be
/// cleared between searches, and one comparison tells both 'new' and 'cheaper'.
#[derive(Clone, Copy, Debug)]
struct Visit {
    mark: u32,
    previous: SpaceId,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// A search without buffers; they grow with use.
    #[must_use]
    pub fn new() -> Self {
        Self {
            visits: Vec::new(),
            base: u32::MAX,
            settled: Vec::new(),
            queue: Queue::default(),
            round: Vec::new(),
            path: Vec::new(),
            flooded: SpaceSet::new(),
            seen: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Everything that can be reached from the starts for at most `budget`, with the least cost
    /// and the way there.
    ///
    /// The starts cost 0 and are part of the answer. A budget of `u32::MAX` is as good as none.
    pub fn reach(
        &mut self,
        board: &Board,
        starts: impl IntoIterator<Item = SpaceId>,
        budget: u32,
        cost: impl FnMut(SpaceId, SpaceId, EdgeId) -> Option<u32>,
    ) -> Reach<'_> {
        self.run(board, starts, budget, cost, |_| false);
        Reach { search: self }
    }

    /// The shortest way from a space to the nearest goal, or `None` if there is none of at most
    /// `max_length`.
    ///
    /// The closure gives the length of each step, so that a road may count half or nothing;
    /// `Some(1)` counts spaces. Among goals equally near, the one with the lowest id is found. If
    /// the start is itself a goal, the answer is the start alone, of length 0.
    pub fn trace(
        &mut self,
        board: &Board,
        start: SpaceId,
        goal: impl FnMut(SpaceId) -> bool,
        max_length: u32,
        step: impl FnMut(SpaceId, SpaceId, EdgeId) -> Option<u32>,
    ) -> Option<Trace<'_>> {
        let found = self.run(board, [start], max_length, step, goal)?;
        self.path.clear();
        let mut at = found.space;
        self.path.push(at);
        while let Some(previous) = self.previous(at) {
            at = previous;
            self.path.push(at);
        }
        self.path.reverse();
        Some(Trace { path: &self.path, length: found.cost })
    }

    /// Everything connected to the sources by passable steps, however far; the sources are part
    /// of it. The closure gets `(from, to, edge)`, like a cost closure.
    ///
    /// The set lives in the search until the next flood; clone it to keep it.
    pub fn flood(
        &mut self,
        board: &Board,
        sources: impl IntoIterator<Item = SpaceId>,
        mut passable: impl FnMut(SpaceId, SpaceId, EdgeId) -> bool,
    ) -> &SpaceSet {
        let Self { seen, waiting, flooded, .. } = self;
        seen.clear();
        seen.resize(board.len().next_multiple_of(64), false);
        // A stack in a plain array: every space waits at most once.
        waiting.resize(board.len(), SpaceId(0));
        let mut count = 0;
        for source in sources {
            if !seen[source.index()] {
                seen[source.index()] = true;
                waiting[count] = source;
                count += 1;
            }
        }
        while count > 0 {
            count -= 1;
            let from = waiting[count];
            let mut enter = |to: SpaceId, edge| {
                if !seen[to.index()] && passable(from, to, edge) {
                    seen[to.index()] = true;
                    waiting[count] = to;
                    count += 1;
                }
            };
            for side in board.sides(from) {
                enter(side.space, side.edge);
            }
            for link in board.links(from) {
                enter(link.space, link.edge);
            }
        }
        flooded.words.clear();
        flooded.words.extend(seen.chunks_exact(64).map(pack));
        &self.flooded
    }

    /// Settles spaces in order until nothing is left within the limit or one of them is a goal.
    fn run(
        &mut self,
        board: &Board,
        starts: impl IntoIterator<Item = SpaceId>,
        limit: u32,
        mut cost: impl FnMut(SpaceId, SpaceId, EdgeId) -> Option<u32>,
        mut goal: impl FnMut(SpaceId) -> bool,
    ) -> Option<Reached> {
        let limit = limit.min(u32::MAX - 1);
        self.begin(board.len(), limit);
        for start in starts {
            self.visit(start, start, 0);
        }
        let Self { visits, base, settled, queue, round, .. } = self;
        let (visits, base) = (visits.as_mut_slice(), *base);
        let beyond = base + limit + 1;
        while let Some(spent) = queue.take_lowest(round) {
            let mark = base + spent;
            sort_ids(round);
            for &space in round.iter() {
                // It may have been reached more cheaply since it was put here.
                if visits[space.index()].mark != mark {
                    continue;
                }
                let reached = Reached { space, cost: spent };
                settled.push(reached);
                if goal(space) {
                    return Some(reached);
                }
                // Settled neighbours are not passed over before asking their price: that guess
                // costs more than the price, and the one comparison below settles it all.
                let mut enter = |to: SpaceId, edge| {
                    let Some(step) = cost(space, to, edge) else { return };
                    let visit = &mut visits[to.index()];
                    let next = mark.saturating_add(step);
                    if next < visit.mark.min(beyond) {
                        *visit = Visit { mark: next, previous: space };
                        queue.push(spent + step, to);
                    }
                };
                for side in board.sides(space) {
                    if side.space != space {
                        enter(side.space, side.edge);
                    }
                }
                for link in board.links(space) {
                    enter(link.space, link.edge);
                }
            }
        }
        None
    }

    /// Makes ready for a search over `spaces` spaces with costs up to `limit`.
    fn begin(&mut self, spaces: usize, limit: u32) {
        const UNSEEN: Visit = Visit { mark: u32::MAX, previous: SpaceId(0) };
        if self.base <= limit {
            self.visits.fill(UNSEEN);
            self.base = u32::MAX;
        }
        if self.visits.len() < spaces {
            self.visits.resize(spaces, UNSEEN);
        }
        self.base -= limit + 1;
        self.settled.clear();
        self.queue.clear();
    }

    /// Notes a way to a space, if it is the first or cheaper than those before.
    #[inline]
    fn visit(&mut self, space: SpaceId, previous: SpaceId, cost: u32) {
        let visit = &mut self.visits[space.index()];
        let mark = self.base + cost;
        if mark < visit.mark {
            *visit = Visit { mark, previous };
            self.queue.push(cost, space);
        }
    }

    /// What a space cost in the last search, if it was reached. Meant for finished searches: in
    /// one that stopped at a goal, spaces as dear as the goal may be seen but not settled.
    pub(crate) fn cost(&self, space: SpaceId) -> Option<u32> {
        let dearest = self.settled.last()?.cost;
        // Marks of earlier searches lie beyond the limit of this one, so beyond its dearest space.
        let cost = self.visits.get(space.index())?.mark - self.base;
        (cost <= dearest).then_some(cost)
    }

    /// From where a space was reached in the last search; `None` for a start or a space not reached.
    pub(crate) fn previous(&self, space: SpaceId) -> Option<SpaceId> {
        self.cost(space)?;
        let previous = self.visits[space.index()].previous;
        (previous != space).then_some(previous)
    }
}

/// Sorts distinct ids. A round of a search holds a dozen or two; for so few it is faster to count
/// for each how many are lower, which needs no branches, than to compare and swap.
fn sort_ids(ids: &mut [SpaceId]) {
    const FEW: usize = 32;
    let count = ids.len();
    if count > FEW {
        ids.sort_unstable();
    } else if count > 1 {
        let mut old = [u16::MAX; FEW];
        for (old, id) in old.iter_mut().zip(&*ids) {
            *old = id.0;
        }
        for &id in &old[..count] {
            let lower: u16 = old.iter().map(|&other| u16::from(other < id)).sum();
            ids[usize::from(lower)] = SpaceId(id);
        }
    }
}
