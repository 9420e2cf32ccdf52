//! How far every space lies from the nearest goal.

use kessel_board::{Board, EdgeId, Search, SpaceId, SpaceMap};
use std::cell::Cell;

/// Where no way leads, in a field of steps.
pub const FAR: u8 = u8::MAX;

/// Where no way leads, in a field of costs.
pub const NO_WAY: u16 = u16::MAX;

/// Steps from every space to the nearest goal; [`FAR`] where no way leads. `passes` is asked of a space, its neighbour farther off and what lies
/// between.
pub fn steps(
    board: &Board,
    goals: impl IntoIterator<Item = SpaceId>,
    passes: impl Fn(SpaceId, SpaceId, EdgeId) -> bool,
) -> SpaceMap<u8> {
    let mut field = board.space_map(FAR);
    let mut open: Vec<SpaceId> = goals.into_iter().collect();
    open.iter().for_each(|goal| field[*goal] = 0);
    let mut next = 0;
    while let Some(&at) = open.get(next) {
        next += 1;
        for near in board.neighbors(at) {
            if field[near.space] == FAR && passes(at, near.space, near.edge) {
                field[near.space] = field[at].saturating_add(1).min(FAR - 1);
                open.push(near.space);
            }
        }
    }
    field
}

/// What the way from every space to the nearest goal costs; [`NO_WAY`] where none leads. `cost` is asked of a space, its neighbour farther off,
/// from which the step is made, and what lies between; nothing forbids the step.
pub fn costs(
    board: &Board,
    goals: impl IntoIterator<Item = SpaceId>,
    cost: impl FnMut(SpaceId, SpaceId, EdgeId) -> Option<u32>,
) -> SpaceMap<u16> {
    let mut field = board.space_map(NO_WAY);
    let mut search = SEARCH.take();
    for reached in search.reach(board, goals, u32::from(NO_WAY) - 1, cost).iter() {
        field[reached.space] = reached.cost as u16;
    }
    SEARCH.set(search);
    field
}

thread_local! {
    /// A planner asks for a field for each of its goals: the buffers of the search are kept.
    static SEARCH: Cell<Search> = Cell::default();
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, hex};
    use super::*;

    #[test]
    fn steps_go_around_what_does_not_let_pass() {
        let board = board();
        let to = |walls: &[&str]| {
            let closed: Vec<SpaceId> = walls.iter().map(|name| hex(&board, name)).collect();
            steps(&board, [hex(&board, "0101")], |_, to, _| !closed.contains(&to))[hex(&board, "0104")]
        };
        assert_eq!(to(&[]), 3);
        assert_eq!(to(&["0102", "0103"]), 4);
        assert_eq!(to(&["0102", "0201"]), FAR);
    }

    #[test]
    fn costs_take_the_cheapest_way() {
        let board = board();
        let dear = hex(&board, "0102");
        // Whoever stands on the second enters the first, which is nearer to the goal.
        let field = costs(&board, [hex(&board, "0101")], |to, _, _| Some(if to == dear { 9 } else { 2 }));
        assert_eq!((field[dear], field[hex(&board, "0103")]), (2, 6));
        assert_eq!(costs(&board, [dear], |_, _, _| None)[hex(&board, "0103")], NO_WAY);
    }
}
