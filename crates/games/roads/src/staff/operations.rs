//! Prepare and launch an operation: Major Offensives (11.4), Wintergewitter (16.3.1), Backhand Blow (16.3.2), the storm of the fortress (10.3).

use super::Mind;
use crate::action::Action;
use crate::data::{SupportId, UnitId};
use crate::state::{Manstein, Offensive, Om, Spot, State, Supply, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

/// How far from a city strength counts for a counterstroke.
const NEAR_CITY: u32 = 7;

/// How far from an HQ panzer divisions are counted that could gather there.
const NEAR_HQ: u32 = 5;

/// How many supports in STAVKA's box are no longer spent on tanks.
const SAVED_ENOUGH: usize = 4;

/// Turns that an offensive needs to bring anything.
const WORTH_SAVING: u8 = 2;

impl Mind<'_> {
    /// STAVKA saves for a Major Offensive while its marker waits in the box and there is time to use it.
    pub(super) fn saves(&self) -> bool {
        let scenario = self.game.scenario(self.seen);
        let waits = self.seen.offensives[Om::Major as usize] == Offensive::InBox;
        self.side == Side::Soviet
            && waits
            && !self.game.opening_turn(self.seen)
            && self.seen.turn + WORTH_SAVING <= scenario.last_turn.0
            && scenario.last_turn.0 > scenario.first_turn.0 + 3
    }

    /// A marker that is kept for an operation: one in STAVKA's box, or one of the two that Wintergewitter asks for.
    pub(super) fn is_saved(&self, marker: SupportId) -> bool {
        let spot = self.seen.spot(marker);
        let price = usize::from(self.game.data.charts.wintergewitter.returned);
        let relief = || self.prepares_relief(self.seen) && self.game.box_of(self.seen, SupportBox::Axis).len() <= price;
        self.saves() && spot == Spot::Box(SupportBox::Stavka) || spot == Spot::Box(SupportBox::Axis) && relief()
    }

    /// The Major marker is taken up when its supports are spent: only then can STAVKA save for the next offensive.
    pub(super) fn is_spent(&self, om: Om) -> bool {
        om == Om::Major && self.game.box_of(self.seen, SupportBox::Major).is_empty()
    }

    /// How much of the worth of a hex of the fortress counts: nobody storms it before hunger has done its work.
    pub(super) fn storm_part(&self, state: &State, at: SpaceId) -> i32 {
        let pocket = state.field.stack(at).any(|unit| state.field.get(unit).supply == Supply::Fortress);
        let hungry = i32::from(state.fortress.level) <= self.weights().storm_level;
        let long = self.game.scenario(state).last_turn.0 > self.game.scenario(state).first_turn.0 + 3;
        if self.side == Side::Soviet && pocket && long && !hungry { self.weights().storm_part } else { 100 }
    }

    /// Is Wintergewitter being prepared: a pocket, Manstein in command, and turns left (16.3.1)?
    fn prepares_relief(&self, state: &State) -> bool {
        let okh = &state.okh;
        self.side == Side::Axis
            && okh.used
            && !okh.wintergewitter
            && okh.manstein == Manstein::Track
            && state.fortress.marker.is_some()
            && state.turn < self.game.data.charts.wintergewitter.last_turn.0
    }

    /// What it is worth that a full panzer division waits next to a German HQ.
    pub(super) fn muster_worth(&self, work: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let info = self.game.info(unit);
        let full = info.armored && work.field.get(unit).steps == info.steps() && self.game.is_german(unit);
        if !full || !self.prepares_relief(work) || work.field.get(unit).supply != Supply::In {
            return 0;
        }
        let ready = self.muster_place(work).is_some_and(|at| self.game.distance(work, at, hex) <= 1);
        if ready { self.weights().muster } else { 0 }
    }

    /// The German HQ that most full panzer divisions are near: Wintergewitter starts from one place (R110).
    fn muster_place(&self, state: &State) -> Option<SpaceId> {
        let map = self.game.map(state);
        let full = |unit: &UnitId| {
            let info = self.game.info(*unit);
            info.side == Side::Axis && info.armored && state.field.get(*unit).steps == info.steps()
        };
        let near = |at: SpaceId| {
            let units = map.board.within(at, NEAR_HQ).flat_map(|hex| state.field.stack(hex));
            units.filter(full).filter(|unit| state.field.get(*unit).supply == Supply::In).count()
        };
        let hqs = self.game.hqs(state, Side::Axis).filter(|(hq, _)| self.game.is_german(*hq));
        hqs.map(|(_, at)| at).max_by_key(|at| (near(*at), at.index()))
    }

    /// Supports are too few to pay for tanks with: an operation needs them first.
    pub(super) fn cannot_pay(&self) -> bool {
        let price = usize::from(self.game.data.charts.wintergewitter.returned);
        let box_of = |at: SupportBox| self.game.box_of(self.seen, at).len();
        match self.side {
            Side::Soviet => self.saves() && box_of(SupportBox::Stavka) >= SAVED_ENOUGH,
            Side::Axis => self.prepares_relief(self.seen) && box_of(SupportBox::Axis) <= price,
        }
    }

    /// Does the unit stand ready for Wintergewitter? Then it fights nobody before that is declared.
    pub(super) fn waits(&self, unit: UnitId) -> bool {
        self.seen.field.at(unit).is_some_and(|at| self.muster_worth(self.seen, unit, at) > 0)
    }

    /// 16.3.1: when there is a pocket to relieve.
    pub(super) fn wintergewitter(&self) -> Action {
        let due = self.seen.fortress.marker.is_some() && self.offered(Action::Wintergewitter);
        if due { Action::Wintergewitter } else { self.or_done(None) }
    }

    /// 16.3.2: when a major city is lost that the panzers near it can take back, before the mud.
    pub(super) fn backhand(&self) -> Action {
        let must = !self.offered(Action::Done);
        let last = self.game.scenario(self.seen).last_turn.0;
        let time = self.seen.turn + 2 <= last;
        // Who is on the turn track cannot be dismissed (16.2.4).
        let last_chance = self.seen.okh.prestige <= 1;
        if (must || time && (last_chance || self.can_strike_back())) && self.offered(Action::Backhand) {
            return Action::Backhand;
        }
        self.or_done(None)
    }

    /// Does the Axis outweigh the Soviets near the city that it would retake?
    fn can_strike_back(&self) -> bool {
        let map = self.game.map(self.seen);
        let stalingrad = |hex: SpaceId| map.stalingrad_hexes().contains(&hex);
        let Some(city) = self.prize(self.seen).filter(|hex| !stalingrad(*hex)) else { return false };
        let near = |side: Side| -> i32 {
            let units = map.board.within(city, NEAR_CITY).flat_map(|hex| self.seen.field.stack(hex));
            units.filter(|unit| self.game.info(*unit).side == side).map(|unit| self.attack_of(self.seen, unit)).sum()
        };
        near(Side::Axis) * 100 >= near(Side::Soviet) * self.weights().strike_back
    }
}
