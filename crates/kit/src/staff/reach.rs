//! Where a unit or a group can go, with what it has left there and by which way.

use kessel_board::{Board, SpaceId, SpaceMap};

const NOWHERE: u16 = u16::MAX;

/// A space within reach.
#[derive(Copy, Clone, Debug)]
pub struct Stop<T> {
    /// The space.
    pub space: SpaceId,
    /// What is left, or what was met, on arrival.
    pub on: T,
    /// The stop before, as an index; itself for the first.
    from: u16,
}

/// Everything that can be reached from one space.
#[derive(Clone, Debug)]
pub struct Reach<T> {
    stops: Vec<Stop<T>>,
    index: SpaceMap<u16>,
}

impl<T: Copy + PartialEq> Reach<T> {
    /// Nothing at all.
    pub fn none(board: &Board) -> Reach<T> {
        Reach { stops: Vec::new(), index: board.space_map(NOWHERE) }
    }

    /// Everything from a start, where there is `on` at first.
    ///
    /// * `rank`: the list in which an arrival waits. Lists are gone through from the lowest, and within a list who came first goes first, so it must
    ///   not fall on the way; nothing if the way ends there.
    /// * `better`: is the first a better way to a space than the second, which is known?
    /// * `onward`: gives every step from a stop, with what there is on arrival.
    pub fn spread(
        board: &Board,
        start: SpaceId,
        on: T,
        rank: impl Fn(&Stop<T>) -> Option<usize>,
        better: impl Fn(&T, &T) -> bool,
        mut onward: impl FnMut(&Stop<T>, &mut dyn FnMut(SpaceId, T)),
    ) -> Reach<T> {
        let mut reach = Reach::none(board);
        reach.index[start] = 0;
        reach.stops.push(Stop { space: start, on, from: 0 });
        let mut waiting: Vec<Vec<(u16, T)>> = Vec::new();
        push(&mut waiting, rank(&reach.stops[0]), (0, on));
        let mut now = 0;
        while now < waiting.len() {
            let mut next = 0;
            while let Some(&(at, on)) = waiting[now].get(next) {
                next += 1;
                let stop = reach.stops[usize::from(at)];
                // A better way to it has been found since.
                if stop.on != on {
                    continue;
                }
                onward(&stop, &mut |to, on| {
                    if let Some(stop) = reach.note(to, on, at, &better) {
                        push(&mut waiting, rank(&reach.stops[usize::from(stop)]), (stop, on));
                    }
                });
            }
            now += 1;
        }
        reach
    }

    /// Notes a way to a space; its stop if it is new or better. Nothing is better than to be there already.
    fn note(&mut self, space: SpaceId, on: T, from: u16, better: impl Fn(&T, &T) -> bool) -> Option<u16> {
        let known = self.index[space];
        if known == NOWHERE {
            self.index[space] = self.stops.len() as u16;
            self.stops.push(Stop { space, on, from });
            return Some(self.stops.len() as u16 - 1);
        }
        let stop = &mut self.stops[usize::from(known)];
        let found = known != 0 && better(&on, &stop.on);
        if found {
            *stop = Stop { space, on, from };
        }
        found.then_some(known)
    }

    /// The stops in the order in which they were found, the start first.
    pub fn stops(&self) -> &[Stop<T>] {
        &self.stops
    }

    /// Their spaces.
    pub fn spaces(&self) -> impl Iterator<Item = SpaceId> + '_ {
        self.stops.iter().map(|stop| stop.space)
    }

    /// The stop in a space, if it is within reach.
    pub fn at(&self, space: SpaceId) -> Option<&Stop<T>> {
        self.stops.get(usize::from(self.index[space]))
    }

    /// Is a space within reach?
    pub fn contains(&self, space: SpaceId) -> bool {
        self.index[space] != NOWHERE
    }

    /// The steps to a space; none to the start, or to one out of reach.
    pub fn path(&self, space: SpaceId) -> Vec<SpaceId> {
        let before = |stop: &&Stop<T>| self.stops.get(usize::from(stop.from)).filter(|s| s.space != stop.space);
        let back = std::iter::successors(self.at(space), before);
        let mut path: Vec<SpaceId> = back.map(|stop| stop.space).collect();
        // The start is no step.
        path.pop();
        path.reverse();
        path
    }
}

fn push<T>(waiting: &mut Vec<Vec<T>>, rank: Option<usize>, arrival: T) {
    let Some(rank) = rank else { return };
    if waiting.len() <= rank {
        waiting.resize_with(rank + 1, Vec::new);
    }
    waiting[rank].push(arrival);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, hex};
    use super::*;

    /// Points left everywhere for a unit with so many; the hexes of `dear` cost three.
    fn reach(board: &Board, points: i16, dear: &[&str]) -> Reach<i16> {
        // All in one list: better ways are found later.
        Reach::spread(
            board,
            hex(board, "0101"),
            points,
            |_| Some(0),
            |new, known| new > known,
            |stop, go| {
                for near in board.neighbors(stop.space) {
                    let cost = if dear.contains(&board.name(near.space)) { 3 } else { 1 };
                    if stop.on >= cost {
                        go(near.space, stop.on - cost);
                    }
                }
            },
        )
    }

    fn names(board: &Board, path: &[SpaceId]) -> Vec<String> {
        path.iter().map(|space| board.name(*space).to_owned()).collect()
    }

    #[test]
    fn points_are_left_on_arrival_and_the_way_is_known() {
        let board = board();
        let all = reach(&board, 3, &[]);
        assert_eq!(all.at(hex(&board, "0103")).map(|stop| stop.on), Some(1));
        assert_eq!(names(&board, &all.path(hex(&board, "0103"))), ["0102", "0103"]);
        assert!(all.path(hex(&board, "0101")).is_empty());
        assert_eq!(all.spaces().next(), Some(hex(&board, "0101")));
    }

    #[test]
    fn a_better_way_found_later_takes_the_place_of_the_first() {
        let board = board();
        let around = reach(&board, 9, &["0102"]);
        let to = hex(&board, "0103");
        assert_eq!(names(&board, &around.path(to)), ["0201", "0202", "0103"]);
        assert_eq!(around.at(to).map(|stop| stop.on), Some(6));
        assert_eq!(around.at(hex(&board, "0102")).map(|stop| stop.on), Some(6));
    }

    #[test]
    fn what_costs_too_much_is_out_of_reach() {
        let board = board();
        let short = reach(&board, 2, &["0102"]);
        assert!(!short.contains(hex(&board, "0102")) && !short.contains(hex(&board, "0104")));
        assert!(short.path(hex(&board, "0104")).is_empty());
        assert!(!Reach::<i16>::none(&board).contains(hex(&board, "0101")));
        assert!(short.stops().iter().all(|stop| stop.on >= 0));
    }

    #[test]
    fn who_has_no_rank_is_reached_and_goes_no_further() {
        let board = board();
        let wall = hex(&board, "0102");
        let rank = |stop: &Stop<u8>| (stop.space != wall).then_some(usize::from(stop.on));
        let stopped = Reach::spread(
            &board,
            hex(&board, "0101"),
            0,
            rank,
            |_, _| false,
            |stop, go| {
                board.neighbors(stop.space).iter().for_each(|near| go(near.space, stop.on + 1));
            },
        );
        assert!(stopped.contains(wall));
        assert_eq!(names(&board, &stopped.path(hex(&board, "0103"))), ["0201", "0202", "0103"]);
    }
}
