//! Why a unit goes where it goes: what advice says of a march in the planner's own words.

use super::Mind;
use super::chart::Chart;
use crate::data::UnitId;
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;

/// What a march of the plan is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A post of the relief, or of the wall across its way.
    Relief,
    /// Company for a stack that keeps the ring closed.
    Ring,
    /// A gap of the ring.
    Gap,
    /// An attack on a hex.
    Attack(SpaceId),
    /// A place on the way to a hex that the enemy holds.
    Take(SpaceId),
    /// A place near a hex that is to be held.
    Hold(SpaceId),
    /// An HQ follows the front.
    Command,
}

impl Mind<'_> {
    /// What a place draws a unit by: the goal at the end of the slope that it stands on.
    pub(super) fn purpose_of(&self, chart: &Chart, unit: UnitId, hex: SpaceId) -> Purpose {
        let (pull, hold) = self.drawn(chart, unit, hex);
        if pull > hold {
            Purpose::Take(self.summit(&chart.pull, hex))
        } else {
            Purpose::Hold(self.summit(&chart.hold, hex))
        }
    }

    /// The hex that the pull around a hex comes from.
    fn summit(&self, field: &SpaceMap<i32>, from: SpaceId) -> SpaceId {
        let mut at = from;
        loop {
            let higher = self.game.around(self.seen, at).filter(|near| field[*near] > field[at]);
            let Some(next) = higher.max_by_key(|near| (field[*near], near.index())) else { return at };
            at = next;
        }
    }

    /// The sentence.
    pub(super) fn words_of(&self, purpose: Purpose) -> String {
        let name = |hex: SpaceId| self.game.hex_name(self.seen, hex);
        match (purpose, self.side) {
            (Purpose::Relief, Side::Axis) => "To open the way to the pocket and to keep it open.".to_owned(),
            (Purpose::Relief, Side::Soviet) => "To bar the way of the relief.".to_owned(),
            (Purpose::Ring, _) => "To keep the ring around Stalingrad closed.".to_owned(),
            (Purpose::Gap, _) => "To close the ring around Stalingrad.".to_owned(),
            (Purpose::Attack(at), _) => format!("To attack {} from there.", name(at)),
            (Purpose::Take(at), _) => format!("On the way to {}, which is to be taken.", name(at)),
            (Purpose::Hold(at), _) => format!("To hold {}.", name(at)),
            (Purpose::Command, _) => "So that more of the units near the fighting are in supply.".to_owned(),
        }
    }
}
