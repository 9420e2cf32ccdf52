//! The ring around Stalingrad: whether it is closed (10.2.5), who closes it, and which hexes would.

use super::Mind;
use crate::action::Action;
use crate::data::UnitId;
use crate::state::{Frame, Place, Spaces, State, Supply, UnitSet};
use kessel_board::{Board, SpaceId};
use kessel_kernel::Side;
use kessel_kit::staff::{Cut, NEVER};

/// As many gaps as anybody could think of closing at once.
const MOST_GAPS: i32 = 40;

/// The defence of a stack that can be relied on to hold its hex of the ring.
const FIRM: i32 = 6;

impl Mind<'_> {
    /// Do Axis units hold Stalingrad, or could they come back to the marker where that counts, with Soviets to cut them off?
    pub(super) fn besieges(&self, state: &State) -> bool {
        self.game.axis_in_stalingrad(state) || state.fortress.fixed && !self.pocket(state).is_empty()
    }

    /// Where a way out of the pocket begins (10.2.5). Where the marker counts everybody in the pocket can come to it before the count.
    fn pocket(&self, state: &State) -> Vec<SpaceId> {
        let axis = state.field.occupied(Side::Axis);
        let city = self.game.map(state).stalingrad_hexes();
        let begins = |hex: &SpaceId| {
            let inside = || state.field.stack(*hex).any(|unit| state.field.get(unit).supply == Supply::Fortress);
            city.contains(hex) || state.fortress.marker == Some(*hex) || state.fortress.fixed && inside()
        };
        axis.iter().filter(begins).collect()
    }

    /// The shortest way out of Stalingrad to an Axis source (10.2.5); `None` if there is none. As the lines of the chart: who is
    /// come to first counts.
    pub(super) fn leak(&self, state: &State) -> Option<Vec<SpaceId>> {
        let map = self.game.map(state);
        let soviet = state.field.occupied(Side::Soviet);
        let sources = self.game.sources(state, Side::Axis);
        let mut from: Vec<Option<SpaceId>> = vec![None; map.board.len()];
        let mut open: Vec<SpaceId> = self.pocket(state);
        let starts = open.len();
        let mut next = 0;
        while next < open.len() {
            let hex = open[next];
            next += 1;
            if sources.contains(hex) {
                let mut way = vec![hex];
                let mut back = hex;
                while let Some(before) = from[back.index()] {
                    way.push(before);
                    back = before;
                }
                return Some(way);
            }
            for near in self.game.around(state, hex) {
                if from[near.index()].is_none() && !open[..starts].contains(&near) && !soviet.contains(near) {
                    from[near.index()] = Some(hex);
                    open.push(near);
                }
            }
        }
        None
    }

    /// Does an open pocket cost the besieger points at the end of his turn (S2.v5)?
    pub(super) fn must_seal(&self, state: &State) -> bool {
        let counts = self.game.scenario(state).victory.score("unsealed-soviet").is_some();
        self.side == Side::Soviet && counts && self.besieges(state)
    }

    /// Would the pocket be open if these besiegers left their hexes?
    pub(super) fn opens_ring(&self, state: &State, leaving: UnitSet) -> bool {
        if self.side != Side::Soviet || !self.besieges(state) || self.leak(state).is_some() {
            return false;
        }
        let mut after = state.clone();
        leaving.iter().for_each(|unit| after.field.put(unit, Place::Aside));
        self.leak(&after).is_some()
    }

    /// Is this unit alone in a hex that closes the ring?
    pub(super) fn closes_ring(&self, state: &State, unit: UnitId) -> bool {
        let Some(at) = state.field.at(unit) else { return false };
        let near = self
            .game
            .map(state)
            .stalingrad_hexes()
            .first()
            .is_some_and(|city| self.game.distance(state, *city, at) <= 8);
        if !near || state.field.stack(at).nth(1).is_some() {
            return false;
        }
        let mut alone = UnitSet::EMPTY;
        alone.insert(unit);
        self.opens_ring(state, alone)
    }

    /// Where those who retreat from the ring close it again, if they can: all of them are on their last hex.
    pub(super) fn closing_retreats(&self) -> Vec<SpaceId> {
        let Frame::Retreat(retreat) = *self.seen.frames.top() else { return Vec::new() };
        if self.side != Side::Soviet || !self.besieges(self.seen) || retreat.gone + 1 < retreat.hexes {
            return Vec::new();
        }
        let mut after = self.seen.clone();
        let leaving = retreat.units | retreat.going;
        leaving.iter().for_each(|unit| after.field.put(unit, Place::Aside));
        if self.leak(&after).is_none() {
            return Vec::new();
        }
        let to = |action: &Action| if let Action::Retreat { to, .. } = *action { Some(to) } else { None };
        let able: Spaces = self.offers.iter().filter_map(to).collect();
        self.gaps(&after, &able).filter(|gaps| gaps.len() <= leaving.len()).unwrap_or_default()
    }

    /// The hexes whose units alone keep the ring closed; where an open one is paid for, as many as do so together.
    pub(super) fn ring(&self, state: &State) -> Spaces {
        let mut ring = Spaces::EMPTY;
        let Some(city) = self.game.map(state).stalingrad_hexes().first().copied() else { return ring };
        if self.side != Side::Soviet || !self.besieges(state) || self.leak(state).is_some() {
            return ring;
        }
        if self.must_seal(state)
            && let Some(closed) = self.narrowest_ring(state)
        {
            return closed.into_iter().collect();
        }
        let state = &self.without_outposts(state);
        for hex in state.field.occupied(Side::Soviet).iter() {
            if self.game.distance(state, city, hex) > 8 {
                continue;
            }
            let mut after = state.clone();
            self.game.stack_of(state, hex).iter().for_each(|unit| after.field.put(unit, Place::Aside));
            if self.leak(&after).is_some() {
                ring.insert(hex);
            }
        }
        ring
    }

    /// The fewest of the besiegers' hexes that keep the ring closed, whatever the others do.
    fn narrowest_ring(&self, state: &State) -> Option<Vec<SpaceId>> {
        let held = *state.field.occupied(Side::Soviet);
        let mut gone = state.clone();
        for hex in held.iter() {
            self.game.stack_of(state, hex).iter().for_each(|unit| gone.field.put(unit, Place::Aside));
        }
        self.gaps(&gone, &held)
    }

    /// Where the ring decides the game a weak stack that has gone into the pocket does not close it: those behind it stay, if they close it without it.
    fn without_outposts(&self, state: &State) -> State {
        let mut firm = state.clone();
        if !self.ring_decides(state) {
            return firm;
        }
        let weak = |hex: &SpaceId| state.field.stack(*hex).map(|unit| self.defence_of(state, unit)).sum::<i32>() < FIRM;
        for hex in state.field.occupied(Side::Soviet).iter().filter(weak) {
            self.game.stack_of(state, hex).iter().for_each(|unit| firm.field.put(unit, Place::Aside));
        }
        if self.leak(&firm).is_some() { state.clone() } else { firm }
    }

    /// The fewest of the `able` hexes that would close the ring if Soviet units stood in them; `None` if too many are needed.
    pub(super) fn gaps(&self, state: &State, able: &Spaces) -> Option<Vec<SpaceId>> {
        let map = self.game.map(state);
        let starts = self.pocket(state);
        let sources = self.game.sources(state, Side::Axis);
        let soviet = state.field.occupied(Side::Soviet);
        let near = |hex| {
            map.board
                .neighbors(hex)
                .iter()
                .map(|near| near.space)
                .filter(|near| map.board.is_hex(*near) && !map.spaces[*near].is_water() && !soviet.contains(*near))
        };
        narrowest(&map.board, &starts, &sources, |hex| if able.contains(hex) { 1 } else { NEVER }, near)
    }
}

/// The cheapest hexes that part the starts from the ends, as near to the starts as can be, by what it costs to block each; `None` if they cost too
/// much.
pub(super) fn narrowest<N: Iterator<Item = SpaceId>>(
    board: &Board,
    starts: &[SpaceId],
    ends: &Spaces,
    cost: impl Fn(SpaceId) -> i32,
    near: impl Fn(SpaceId) -> N,
) -> Option<Vec<SpaceId>> {
    let mut cut = Cut::new(board.len());
    for hex in board.hexes() {
        cut.add(hex, cost(hex));
        near(hex).for_each(|to| cut.link(hex, to));
    }
    starts.iter().for_each(|hex| cut.starts_within(*hex));
    ends.iter().for_each(|hex| cut.ends_at(hex));
    (cut.least(MOST_GAPS + 1) <= MOST_GAPS).then(|| cut.near_starts().collect())
}
