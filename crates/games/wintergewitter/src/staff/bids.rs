//! 6.1: how many attacks are planned: no more than can be made.

use super::Mind;
use super::chart::Chart;
use super::forecast::Force;
use crate::data::UnitId;
use kessel_board::SpaceId;
use kessel_kernel::Side;

impl Mind<'_> {
    /// The number that is written down.
    pub(super) fn bid(&self, chart: &Chart) -> u8 {
        if self.is_last_word() {
            return 0;
        }
        let sure = self.attacks_beyond(chart, 0);
        match self.side {
            // Half of what can be made: enemies go, units are disrupted, and a run of the initiative is worth it (6.3).
            Side::Axis if self.wants_more(chart) => (sure * 2 / 3).min(8) as u8,
            Side::Axis => (sure / 4).min(2) as u8,
            // Nobody counts Soviet points in a short scenario: what can be made at a fair price is planned, so that the Germans get no run.
            Side::Soviet if !self.is_campaign() => {
                (self.attacks_beyond(chart, -self.weights().price) * 3 / 4).min(8) as u8
            }
            // A run of the Germans has to be broken before it helps them; then as much as can be made.
            Side::Soviet if self.state.initiative.streak >= 2 && self.state.initiative.first == Some(Side::Axis) => {
                (sure * 3 / 4).min(9) as u8
            }
            Side::Soviet => (sure / 2).min(6) as u8,
        }
    }

    /// Who moves last in the last turn of a short scenario has the last word on the ground that decides it.
    pub(super) fn is_last_word(&self) -> bool {
        !self.is_campaign() && self.turns_left() == 1
    }

    /// Enemy hexes that can be attacked this turn for more than this, each by a group of its own.
    fn attacks_beyond(&self, chart: &Chart, least: i32) -> usize {
        let own = self.state.layout.held[self.side.index()];
        let mut taken: Vec<SpaceId> = Vec::new();
        for from in own.iter() {
            let force = self.strikers_in(from);
            if force.is_empty() || chart.near[from.index()] > self.strides() {
                continue;
            }
            let near = self.game.data.map.board.within(from, u32::from(chart.near[from.index()]));
            let able = |hex: &SpaceId| self.state.holds(self.side.other(), *hex) && !taken.contains(hex);
            let worth = |hex: SpaceId| {
                let units = force.iter().map(|unit| (*unit, from)).collect();
                let odds = self.odds(chart, hex, &Force { units, ..Force::default() });
                odds.inflict * 2 - self.temperament.price(odds.suffer)
            };
            let best = near.filter(able).map(|hex| (worth(hex), hex)).max();
            if let Some((_, hex)) = best.filter(|(worth, _)| *worth > least) {
                taken.push(hex);
            }
        }
        taken.len()
    }

    /// How far off an enemy may stand to be counted: the panzers close up and attack, Soviet troops keep to their posts and attack who comes to them.
    fn strides(&self) -> u8 {
        match self.side {
            Side::Axis => 3,
            Side::Soviet => 1,
        }
    }

    /// Units in a hex that can attack this turn.
    fn strikers_in(&self, hex: SpaceId) -> Vec<UnitId> {
        let able = |unit: &UnitId| {
            let own = self.state.unit(*unit);
            self.game.side(*unit) == self.side
                && self.is_striker(*unit)
                && !own.disrupted
                && own.points > 2
                && !self.game.in_reserve(self.state, *unit)
                && !self.game.ground.ring.contains(*unit)
                && !self.game.ground.sixth.contains(*unit)
        };
        self.state.units_at(hex).filter(able).collect()
    }
}
