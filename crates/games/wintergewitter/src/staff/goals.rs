//! What the scenario is about: the hexes that the Axis wants and the Soviets hold.

use super::Mind;
use super::field::Field;
use crate::data::{Area, MoveClass, Nation, ScenarioId, UnitId};
use kessel_board::SpaceId;
use kessel_table::Side;

/// Half points that a zone of control costs on the way through (10.2): two points to enter, one to leave.
pub(super) const ZONE: u16 = 6;

impl Mind<'_> {
    /// The hexes that decide: the town, the far bank, the rim of the Pocket.
    pub(super) fn goal_hexes(&self) -> Vec<SpaceId> {
        let map = &self.game.data.map;
        match self.state.scenario {
            ScenarioId::WeAreComing => vec![map.kumsky],
            ScenarioId::LastGasp => map.area(Area::AcrossMyshkova).iter().collect(),
            ScenarioId::WinterStorm | ScenarioId::MaximumEffort => {
                let shut = map.area(Area::ClosedRim);
                self.game.ground.rim.iter().filter(|hex| !shut.contains(*hex)).collect()
            }
        }
    }

    /// The Axis way to the goal: enemies on it cost what it takes to fight through them.
    pub(super) fn goal_field(&self, soviet: &[i32]) -> Field {
        let zone = self.state.layout.zone[Side::Soviet.index()];
        let toll = |hex: SpaceId| {
            let strength = soviet[hex.index()];
            Some(if strength > 0 { 6 + (strength as u16).min(40) } else { ZONE * u16::from(zone.contains(hex)) })
        };
        self.field_to(self.goal_hexes().into_iter(), MoveClass::Mechanized, toll)
    }

    /// Turns that are left, this one counted.
    pub(super) fn turns_left(&self) -> i32 {
        i32::from(self.game.data.scenario(self.state.scenario).last) - i32::from(self.state.turn) + 1
    }

    /// What it is worth to hold a hex, in hundredths of a point.
    pub(super) fn hex_worth(&self, hex: SpaceId) -> i32 {
        let map = &self.game.data.map;
        let hurry = 10 - self.turns_left().min(8);
        match self.state.scenario {
            ScenarioId::WeAreComing if hex == map.kumsky => 500 * hurry,
            ScenarioId::LastGasp if map.is_in(hex, Area::AcrossMyshkova) => 40 * hurry,
            _ => 0,
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

    /// How far the Axis pushes on: the campaign pays for two distances and for losses, so it halts where more would cost more than it brings.
    pub(super) fn wants_more(&self) -> bool {
        let score = &self.state.score;
        match self.state.scenario {
            ScenarioId::WeAreComing | ScenarioId::LastGasp => true,
            ScenarioId::WinterStorm | ScenarioId::MaximumEffort => {
                !score.eighteen || !score.five || self.turns_left() > 2
            }
        }
    }
}
