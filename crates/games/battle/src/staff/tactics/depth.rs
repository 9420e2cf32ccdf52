//! The ring in depth: how much the Axis must do to open a way to the Volga again. A ring that one corps opens by stepping into a zone is none.

use crate::data::Link;
use crate::staff::Mind;
use crate::state::{Spaces, State};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kit::staff::costs;
use kessel_table::Side;

/// More moves than this open nothing in one turn.
const MOST: u16 = 4;
/// So many holes of the same depth are as bad as a ring that is one move shallower.
const HOLES: i32 = 8;

impl Mind<'_> {
    /// What it is worth that the Axis needs several moves for a line of supply to the Volga, and that few hexes offer themselves for them.
    pub(in crate::staff) fn depth(&self, state: &State, coming: &SpaceMap<u16>) -> i32 {
        let weight = self.weights.depth;
        if weight == 0 {
            return 0;
        }
        let (moves, holes) = self.moves_to_open(state, coming);
        weight * (HOLES * moves - holes) / HOLES
    }

    /// The fewest moves by which the Axis comes to a supplied hex of the Volga, and how many hexes lie on ways of so few.
    pub(in crate::staff) fn moves_to_open(&self, state: &State, coming: &SpaceMap<u16>) -> (i32, i32) {
        let board = &self.game.data.board;
        let prices = SpaceMap::from_fn(board.len(), |at| self.price_of(state, coming, at));
        let there =
            costs(board, self.axis_sources(state).iter(), |_, to, edge| self.carries(edge).then_some(prices[to]));
        let goals = self.volga_hexes();
        let least = goals.iter().map(|at| there[at]).min().unwrap_or(MOST).min(MOST);
        if least == 0 || least == MOST {
            return (least.into(), 0);
        }
        let ends = goals.iter().filter(|at| there[*at] == least);
        let back = costs(board, ends, |from, _, edge| self.carries(edge).then_some(prices[from]));
        let on_way = |at: &SpaceId| prices[*at] > 0 && there[*at].saturating_add(back[*at]) == least;
        let holes = board.hexes().filter(on_way).count() as i32;
        (least.into(), holes.min(HOLES - 1))
    }

    /// What the Axis must do to lead its line through a space: nothing, one move into a zone or to the Volga, or a battle won.
    fn price_of(&self, state: &State, coming: &SpaceMap<u16>, at: SpaceId) -> u32 {
        let picture = self.game.picture(state);
        let [axis, soviet] = [Side::Axis.index(), Side::Soviet.index()];
        if picture.held[soviet].contains(at) {
            let theirs = coming[at] + self.reckon_all(self.game.units_in(state, at, Side::Axis)).factors();
            if theirs == 0 {
                return MOST.into();
            }
            let ours = self.reckon_all(self.game.units_in(state, at, Side::Soviet)).factors();
            return match () {
                () if theirs >= 3 * ours => 2,
                () if theirs >= ours => 3,
                () => MOST.into(),
            };
        }
        let wanted = picture.zone[soviet].contains(at) || self.game.data.spaces[at].volga;
        match (wanted && !picture.held[axis].contains(at), coming[at] > 0) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    /// Where supply of the Axis comes from.
    fn axis_sources(&self, state: &State) -> Spaces {
        let data = &self.game.data;
        let rim: Spaces = data.board.hexes().filter(|s| data.spaces[*s].axis_source).collect();
        rim - self.game.picture(state).held[Side::Soviet.index()]
    }

    /// Does a line of supply lead over it (5.2.a)?
    fn carries(&self, edge: kessel_board::EdgeId) -> bool {
        matches!(self.game.data.links[edge], Link::Hexside | Link::Border | Link::Connector)
    }
}
