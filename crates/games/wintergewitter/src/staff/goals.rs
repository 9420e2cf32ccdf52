//! What the scenario is about: the hexes that the Axis wants and the Soviets hold.

use super::Mind;
use super::chart::Chart;
use super::field::Field;
use crate::data::{Area, Crossing, MoveClass, Nation, UnitId};
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// Half points that a zone of control costs on the way through (10.2): two points to enter, one to leave.
const ZONE: u16 = 6;

impl Mind<'_> {
    /// The hexes that decide: the town, the far bank, the rim of the Pocket.
    pub(super) fn goal_hexes(&self) -> Vec<SpaceId> {
        let map = &self.game.data.map;
        match (self.town(), self.counted_ground()) {
            (Some(town), _) => vec![town],
            (None, Some(ground)) => map.area(ground).iter().collect(),
            (None, None) => {
                let shut = map.area(Area::ClosedRim);
                self.game.ground.rim.iter().filter(|hex| !shut.contains(*hex)).collect()
            }
        }
    }

    /// The Axis way to the goal: enemies on it cost what it takes to fight through them.
    pub(super) fn goal_field(&self, soviet: &[i32]) -> Field {
        self.field_to(self.goal_hexes().into_iter(), MoveClass::Mechanized, self.tolls(soviet))
    }

    /// What a Soviet hex or zone costs on the way.
    fn tolls<'a>(&'a self, soviet: &'a [i32]) -> impl Fn(SpaceId) -> Option<u16> + 'a {
        let zone = self.state.layout.zone[Side::Soviet.index()];
        move |hex: SpaceId| {
            let strength = soviet[hex.index()];
            Some(if strength > 0 { 6 + (strength as u16).min(40) } else { ZONE * u16::from(zone.contains(hex)) })
        }
    }

    /// What decides a short scenario on the ground.
    pub(super) fn crossing(&self) -> Option<Crossing> {
        self.game.data.scenario(self.state.scenario).crossing
    }

    /// The town that decides, if one does.
    pub(super) fn town(&self) -> Option<SpaceId> {
        self.crossing().filter(|mark| mark.town).map(|_| self.game.data.map.kumsky)
    }

    /// The ground on which troops are counted at the end and nothing else is.
    pub(super) fn counted_ground(&self) -> Option<Area> {
        self.crossing().filter(|mark| !mark.town).map(|mark| mark.area)
    }

    /// Victory points decide, not the ground.
    pub(super) fn is_campaign(&self) -> bool {
        self.crossing().is_none()
    }

    /// Turns that are left, this one counted.
    pub(super) fn turns_left(&self) -> i32 {
        i32::from(self.game.data.scenario(self.state.scenario).last) - i32::from(self.state.turn) + 1
    }

    /// What it is worth to hold a hex, in hundredths of a point.
    pub(super) fn hex_worth(&self, hex: SpaceId) -> i32 {
        let map = &self.game.data.map;
        let hurry = 10 - self.turns_left().min(8);
        let counted = || self.counted_ground().is_some_and(|ground| map.is_in(hex, ground));
        if self.town() == Some(hex) {
            500 * hurry
        } else if counted() {
            40 * hurry
        } else {
            0
        }
    }

    /// The hex is not given up without need.
    pub(super) fn is_key(&self, hex: SpaceId) -> bool {
        self.hex_worth(hex) > 0
    }

    /// A unit whose loss the scenario counts: German ones in the campaign.
    pub(super) fn is_dear(&self, unit: UnitId) -> bool {
        self.game.data.info(unit).nation == Nation::German
    }

    /// How far the Axis pushes on. The campaign pays a point for each of two distances and takes one for fifty points lost: once the first is
    /// reached, a line that is held across the way to the second is not worth its price.
    pub(super) fn wants_more(&self, chart: &Chart) -> bool {
        !self.is_campaign() || !self.state.score.eighteen || chart.barred < self.weights().held
    }

    /// What it costs to go on where the campaign should halt, for every hex beyond.
    pub(super) fn too_far(&self, chart: &Chart, hex: SpaceId) -> i32 {
        let far = i32::from(self.weights().halt) - i32::from(self.game.data.map.to_pocket[hex]);
        if self.wants_more(chart) { 0 } else { far.max(0) * 150 }
    }

    /// How much of the ring around the Pocket at which the relief halts lies in Soviet zones, in percent.
    pub(super) fn barred(&self) -> usize {
        let map = &self.game.data.map;
        let zone = self.state.layout.zone[Side::Soviet.index()] | self.state.layout.held[Side::Soviet.index()];
        let on_ring =
            |hex: &SpaceId| map.to_pocket[*hex] == self.weights().ring && self.game.is_land(Side::Soviet, *hex);
        let (mut all, mut held) = (0, 0);
        for hex in map.board.hexes().filter(on_ring) {
            all += 1;
            held += usize::from(zone.contains(hex));
        }
        held * 100 / all.max(1)
    }
}
