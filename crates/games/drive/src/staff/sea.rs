//! Ships: from a port that needs nobody to one that does (9.18).

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::UnitId;
use kessel_board::SpaceId;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// A unit that is shipped to a port whose guard is too weak.
    pub(super) fn sail(&self, chart: &Chart) -> Option<Action> {
        let worth = |action| match action {
            Action::Sail { unit, to } => self.voyage_worth(chart, unit, to),
            _ => None,
        };
        self.best(worth)
    }

    /// What the port gains less what the one that the unit leaves loses.
    fn voyage_worth(&self, chart: &Chart, unit: UnitId, to: SpaceId) -> Option<i32> {
        let from = self.seen.at(unit)?;
        let defence = self.factors(&chart.averages, self.seen, unit)[1];
        let short = |at: SpaceId, fewer: i32| {
            let goal = self.goals(chart).iter().find(|goal| goal.hold && goal.at == at)?;
            let have: i32 = self.seen.units_at(at).map(|u| self.factors(&chart.averages, self.seen, u)[1]).sum();
            Some((goal.need - (have - fewer)).max(0))
        };
        let gained = short(to, 0)?.min(defence);
        let lost = short(from, defence).unwrap_or(0).min(defence);
        Some(gained - lost)
    }
}
