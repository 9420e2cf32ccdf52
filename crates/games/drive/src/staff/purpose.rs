//! Why a unit goes where it goes: what advice says of a march or an assault in the planner's own words.

use super::Mind;
use super::chart::Chart;
use super::goals::Goal;
use crate::data::UnitId;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// What a march of the plan is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A hex of the line around a pocket.
    Ring,
    /// A hex behind it, on the way by which the pocket is nearest to its supply.
    Depth,
    /// A hex on the enemy's lines of supply.
    Cut,
    /// An open town or victory hex.
    Enter(SpaceId),
    /// A prepared assault that follows.
    Assault(SpaceId),
    /// A mobile assault.
    Strike(SpaceId),
    /// A place whose loss is the end of the game.
    Shield(SpaceId),
    /// A place that is to be held.
    Hold(SpaceId),
    /// A place that is to be taken.
    Take(SpaceId),
    /// A hex that bars the way out of a pocket: from within, from without.
    Escape(SpaceId),
    Relief(SpaceId),
    /// Out of hunger.
    Supply,
    /// Out of danger.
    Safety,
}

impl Mind<'_> {
    /// What draws a unit from one hex to another that it has chosen for itself; nothing if the place is only a little better.
    pub(super) fn purpose_of(&self, chart: &Chart, unit: UnitId, from: SpaceId, to: SpaceId) -> Option<Purpose> {
        if !chart.fed.contains(from) && chart.fed.contains(to) {
            return Some(Purpose::Supply);
        }
        if let Some(goal) = self.task(chart, unit) {
            let road = &self.roads(chart, self.game.card(unit).mechanised)[goal];
            if road[to] < road[from] {
                return Some(self.purpose_of_goal(chart, &self.goals(chart)[goal]));
            }
        }
        (chart.threat[to] < chart.threat[from]).then_some(Purpose::Safety)
    }

    /// What whoever works for a goal marches for.
    pub(super) fn purpose_of_goal(&self, chart: &Chart, goal: &Goal) -> Purpose {
        let ends = self.corridor(chart).ends.filter(|_| !goal.hold);
        match ends {
            _ if goal.is_deadly() => Purpose::Shield(goal.at),
            _ if goal.hold => Purpose::Hold(goal.at),
            Some((inner, _)) if inner == goal.at => Purpose::Escape(goal.at),
            Some((_, outer)) if outer == goal.at => Purpose::Relief(goal.at),
            _ => Purpose::Take(goal.at),
        }
    }

    /// What an assault on a hex is for beyond the hex and its defenders; nothing if that is all.
    pub(super) fn words_of_assault(&self, chart: &Chart, at: SpaceId) -> Option<String> {
        let name = self.game.hex_name(at);
        let ring = self.cordon(chart).lines.first().is_some_and(|line| line.contains(at));
        if self.corridor(chart).bars.contains(at) {
            Some(format!("To open the way between the pocket and its supply at {name}."))
        } else if ring {
            Some(format!("To close the ring at {name}."))
        } else if self.feed(chart, at) > 0 {
            Some(format!("To open the line of supply that {name} bars."))
        } else {
            None
        }
    }

    /// The sentence.
    pub(super) fn words_of(&self, purpose: Purpose) -> String {
        let name = |hex: SpaceId| self.game.hex_name(hex);
        match (purpose, self.side) {
            (Purpose::Ring, _) => "To close the ring around the pocket and to keep it closed.".to_owned(),
            (Purpose::Depth, _) => "To stand in the way by which the pocket is nearest to its supply.".to_owned(),
            (Purpose::Cut, _) => "To cut the enemy's lines of supply.".to_owned(),
            (Purpose::Enter(at), _) => format!("To enter {}, which lies open.", name(at)),
            (Purpose::Assault(at), _) => format!("To assault {} from there.", name(at)),
            (Purpose::Strike(at), _) => format!("To assault {} on the march.", name(at)),
            (Purpose::Shield(at), Side::Axis) => format!("To hold {}: its loss is the end of the game.", name(at)),
            (Purpose::Shield(at) | Purpose::Hold(at), _) => format!("To hold {}.", name(at)),
            (Purpose::Take(at), _) => format!("On the way to {}, which is to be taken.", name(at)),
            (Purpose::Escape(at), _) => format!("To {}, where the pocket breaks out.", name(at)),
            (Purpose::Relief(at), _) => format!("To {}, where the ring is to be opened from without.", name(at)),
            (Purpose::Supply, _) => "Back to where there is supply.".to_owned(),
            (Purpose::Safety, _) => "To where the enemy can bring less against it.".to_owned(),
        }
    }
}
