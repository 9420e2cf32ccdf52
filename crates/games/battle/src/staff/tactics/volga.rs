//! The end: who stands on the Volga (10.4).

use crate::data::{River, SpaceKind};
use crate::sets::Spaces;
use crate::staff::Mind;
use crate::staff::fields::Fields;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// What the principal condition is worth in the last two turns.
const PRINCIPAL: i32 = 300;
/// What a Volga hex is worth that is open to the Axis at the end.
const OPEN: i32 = 70;

impl Mind<'_> {
    /// Turns that are still to come after this one.
    pub(in crate::staff) fn turns_left(&self) -> i32 {
        self.game.data.turns.len() as i32 - i32::from(self.seen.turn)
    }

    /// 10.4: in the last turns a supplied Axis unit must stand alone on the Volga, and Soviet units in its way.
    pub(in crate::staff) fn volga(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        let last = self.turns_left() <= 1;
        let held = if last && self.game.principal(state) { PRINCIPAL } else { 0 };
        match self.side {
            Side::Axis if last => held + if self.game.data.spaces[at].volga { 20 } else { 0 },
            Side::Axis => 0,
            Side::Soviet => self.cover_volga(state, fields) - held,
        }
    }

    /// Towards the end Volga hexes that the Axis can reach need a Soviet unit near them; in the last turns none may be open to it at all.
    fn cover_volga(&self, state: &State, fields: &Fields) -> i32 {
        match self.turns_left() {
            0 => self.open_volga(state, fields),
            1 => self.open_volga(state, fields) / 2,
            2..=4 => {
                let held = self.game.picture(state).held[Side::Soviet.index()];
                let near = |s: SpaceId| self.game.data.board.neighbors(s).iter().any(|n| held.contains(n.space));
                let open = |s: &SpaceId| fields.threat[*s].factors() > 0 && !held.contains(*s) && !near(*s);
                -10 * fields.volga.iter().filter(open).count() as i32
            }
            _ => 0,
        }
    }

    /// Volga hexes where an Axis unit could stand in supply after its next move; one held by a force that it could crush counts half.
    fn open_volga(&self, state: &State, fields: &Fields) -> i32 {
        let picture = self.game.picture(state);
        let (fed, held) = (picture.fed[Side::Axis.index()], picture.held[Side::Soviet.index()]);
        let coming = self.arrivals(state, &fields.net, Side::Axis);
        let mut open = 0;
        for space in (fields.volga & fed & coming.all).iter() {
            if !held.contains(space) {
                open += 2;
            } else {
                let ours = self.reckon_all(self.game.units_in(state, space, Side::Soviet)).factors();
                open += i32::from(coming.force_in(space) >= 3 * ours);
            }
        }
        self.depth(state, &fields.net, &coming) - OPEN * open / 2 - if open > 0 { 2 * OPEN } else { 0 }
    }

    /// Roads of the Axis to where it stands, or could stand next turn, on the Volga; none at all is the ring closed.
    pub(in crate::staff) fn volga_roads(&self, state: &State, fields: &Fields) -> i32 {
        let weight = self.weights.road[self.stance];
        if weight == 0 {
            return 0;
        }
        let (picture, axis) = (self.game.picture(state), Side::Axis.index());
        let network = [picture.line[axis], picture.fed[axis] & fields.volga_goals];
        let mut known = fields.known.roads.borrow_mut();
        let roads = *known.entry(network).or_insert_with(|| self.roads(state, Side::Axis, fields.volga_goals));
        let dear = if self.turns_left() <= 2 { 2 } else { 1 };
        let sign = if self.side == Side::Axis { 1 } else { -1 };
        sign * weight * dear * (roads + if roads > 0 { 3 } else { 0 })
    }

    /// The hexes of the Volga.
    pub(in crate::staff) fn volga_hexes(&self) -> Spaces {
        self.game.data.board.hexes().filter(|s| self.game.data.spaces[*s].volga).collect()
    }

    /// Hexes that the Axis reaches only over the Volga: nothing is won there.
    pub(in crate::staff) fn beyond_volga(&self) -> Spaces {
        let data = &self.game.data;
        let volga = |s: SpaceId| data.spaces[s].volga;
        let mut near: Spaces = data.board.hexes().filter(|s| data.spaces[*s].axis_source).collect();
        let mut front: Vec<SpaceId> = near.iter().collect();
        while let Some(at) = front.pop() {
            // A city in the river is a bridge.
            if volga(at) && data.spaces[at].crossing {
                continue;
            }
            for next in data.board.neighbors(at) {
                let river = data.rivers[next.edge] == River::Major && volga(at) && volga(next.space);
                if !river && !near.contains(next.space) && !data.spaces[next.space].is_holding() {
                    near.insert(next.space);
                    front.push(next.space);
                }
            }
        }
        data.board.hexes().filter(|s| data.spaces[*s].kind == SpaceKind::Hex && !near.contains(*s)).collect()
    }
}
