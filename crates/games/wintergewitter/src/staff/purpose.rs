//! Why a group goes where it goes, why it attacks, and why so many attacks are bid: what advice says in the planner's own words.

use super::Mind;
use super::chart::Chart;
use super::forecast::Force;
use super::places::Role;
use crate::Winter;
use crate::action::{Action, Order};
use crate::data::{Nation, UnitId};
use crate::orders::{Order as Told, Slot};
use crate::state::AirBox;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::plan::PlanOf;
use kessel_kit::staff::Orders;

/// What a post is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// The town that decides, or a hex beside it.
    Town,
    /// A hex beside Germans who have broken in.
    Contain,
    /// The line that is to be held: the river, or the ring before the Pocket.
    Line,
    /// The enemy's shortest way that is still open.
    Bar,
}

/// What a march is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// An attack out of the march.
    Hasty(SpaceId),
    /// A massed attack on who has broken in.
    Strike(SpaceId),
    /// A bridge that is to be blown.
    Bridge([SpaceId; 2]),
    /// A post.
    Post(Duty, SpaceId),
    /// What the scenario is about, for who wants it.
    Goal,
    /// The relief has halted, or allies hold what they have.
    Hold,
    /// Nobody waits for it: it closes up to the spearheads.
    CloseUp,
    /// It stands better elsewhere, though no nearer to the goal.
    Regroup,
    /// Guns within range, behind others.
    Guns,
    /// Headquarters near their units.
    Command,
    /// Columns for the Pocket.
    Column,
}

impl Mind<'_> {
    /// What the march of a unit is for; `plan` is what it is going to do.
    pub(super) fn purpose_of(&self, chart: &Chart, unit: UnitId, plan: &Orders<Action>) -> Purpose {
        let hasty = plan.iter().find_map(|action| match action {
            Action::Hasty { at } => Some(Purpose::Hasty(*at)),
            _ => None,
        });
        let mine = chart.mines.iter().find(|mine| mine.unit == unit).map(|mine| Purpose::Bridge(mine.ends));
        hasty.or(mine).unwrap_or_else(|| match self.role(unit) {
            Role::Gun => Purpose::Guns,
            Role::Command => Purpose::Command,
            Role::Column => Purpose::Column,
            Role::Strike => self.task_of(chart, unit, plan),
        })
    }

    /// Does what it is going to do bring it nearer to what the scenario is about? Nobody is told so of a march that leads away from it.
    fn gains_ground(&self, chart: &Chart, unit: UnitId, plan: &Orders<Action>) -> bool {
        let mut steps = plan.iter().filter_map(|action| match action {
            Action::Step { to } => Some(*to),
            _ => None,
        });
        let far = |hex: SpaceId| chart.goal[hex.index()];
        steps.next_back().zip(self.state.at(unit)).is_none_or(|(to, from)| far(to) < far(from))
    }

    /// What a unit of the front is meant for.
    fn task_of(&self, chart: &Chart, unit: UnitId, plan: &Orders<Action>) -> Purpose {
        if self.side == Side::Axis {
            let german = self.game.data.info(unit).nation == Nation::German;
            return match self.gains_ground(chart, unit, plan) {
                _ if !german || !self.wants_more(chart) => Purpose::Hold,
                true => Purpose::Goal,
                false => Purpose::Regroup,
            };
        }
        if let Some((_, target)) = chart.struck.iter().find(|(striker, _)| *striker == unit) {
            return Purpose::Strike(*target);
        }
        chart.post_of[unit.index()].map_or(Purpose::CloseUp, |index| {
            let post = &chart.posts[usize::from(index)];
            Purpose::Post(post.duty, post.at)
        })
    }

    /// The sentence.
    pub(super) fn words_of(&self, purpose: Purpose) -> String {
        let name = |hex: SpaceId| self.game.hex_name(hex);
        let fixed = match purpose {
            Purpose::Hasty(at) => {
                return format!("To attack {} out of the march, on the way to {}.", name(at), self.goal());
            }
            Purpose::Strike(at) => {
                return format!("To strike with others at the Germans who have come to {}.", name(at));
            }
            Purpose::Bridge([here, there]) => {
                return format!("To blow the bridge between {} and {} in time.", name(here), name(there));
            }
            Purpose::Post(Duty::Town, at) => {
                return format!("To hold {}: {} decides the scenario.", name(at), self.goal());
            }
            Purpose::Post(Duty::Contain, at) => {
                return format!("To {}, beside the Germans who have broken in, so that they get no farther.", name(at));
            }
            Purpose::Post(Duty::Line, at) if self.is_campaign() => {
                return format!("To {}, a post of the line before the Pocket.", name(at));
            }
            Purpose::Post(Duty::Line, at) => {
                return format!("To {}, a post of the river that is to be held.", name(at));
            }
            Purpose::Post(Duty::Bar, at) => {
                return format!("To {}, which bars the way of the panzers to {}.", name(at), self.goal());
            }
            Purpose::Goal => return format!("To come nearer to {}.", self.goal()),
            Purpose::Hold => "To hold what has been reached.",
            Purpose::Regroup => {
                "To stand better where it can be fed, joined and attack from; the goal comes no nearer by it."
            }
            Purpose::CloseUp => "To close up to the German spearheads.",
            Purpose::Guns => "To have its guns in range, behind others.",
            Purpose::Command => "To keep its units commanded and fed, away from the enemy.",
            Purpose::Column => "To bring the supplies into the Pocket as soon as the way is open.",
        };
        fixed.to_owned()
    }

    /// What the scenario is about, in words.
    fn goal(&self) -> String {
        match (self.town(), self.counted_ground()) {
            (Some(town), _) => self.game.hex_name(town),
            (None, Some(_)) => "the far bank, where troops are counted at the end".to_owned(),
            (None, None) => "the Pocket".to_owned(),
        }
    }

    /// Why an action is the right one, if the planner has more to say of it than every game has.
    pub(super) fn words_of_action(&self, chart: &Chart, plan: &Orders<Action>, action: Action) -> Option<String> {
        let at = |unit: UnitId| self.state.at(unit).map(|hex| self.game.hex_name(hex));
        match action {
            Action::Move { unit } | Action::March { unit } => Some(self.words_of(self.purpose_of(chart, unit, plan))),
            Action::Attack { at } => Some(self.words_of_attack(chart, at)),
            Action::Dig { unit } => Some(format!("To dig in at {}, which is to be held.", at(unit)?)),
            Action::Bridge { .. } => Some(format!("For a bridge on the way to {}.", self.goal())),
            Action::Order { order: Order::CombatFirst } => {
                Some("The attacks that are at hand pay before anybody moves.".to_owned())
            }
            Action::Order { order: Order::MoveFirst } => {
                Some("To close up first: the attacks that are at hand bring too little.".to_owned())
            }
            Action::Thunderclap => {
                Some("The relief stands near enough to meet who breaks out of the Pocket.".to_owned())
            }
            _ => None,
        }
    }

    /// What an attack is made for, and what it is expected to bring.
    fn words_of_attack(&self, chart: &Chart, at: SpaceId) -> String {
        let force: Force = self.prepared_force(at);
        let odds = self.odds(chart, at, &force);
        let tenths = |n: i32| format!("{}.{}", n / 100, n % 100 / 10);
        format!(
            "{} On average it costs them {} points and us {}; about {} times in 100 the hex is left to us.",
            self.goal_of_attack(chart, at),
            tenths(odds.inflict),
            tenths(odds.suffer),
            // Who lies under the top is a guess, which is never certain.
            odds.clear.clamp(1, 99)
        )
    }

    fn goal_of_attack(&self, chart: &Chart, at: SpaceId) -> String {
        let name = self.game.hex_name(at);
        match () {
            () if self.town() == Some(at) => format!("To win {name}, which decides the scenario."),
            () if self.side == Side::Soviet && self.intrudes(at) => {
                format!("To throw the Germans back out of {name}, where they count at the end.")
            }
            () if self.side == Side::Axis && chart.goal[at.index()] < chart.spearhead => {
                format!("To open the way over {name} to {}.", self.goal())
            }
            () => format!("To wear the enemy in {name} down."),
        }
    }

    /// What a secret plan is for.
    pub(super) fn words_of_plan(&self, plan: &PlanOf<Winter>) -> String {
        let bid = plan.iter().find_map(|(slot, told)| match (slot, told) {
            (Slot::Bid, Told::Attacks(attacks)) => Some(*attacks),
            _ => None,
        });
        if let Some(attacks) = bid {
            return self.words_of_bid(attacks);
        }
        let flown = |to: AirBox| plan.values().any(|told| *told == Told::Fly(to));
        let missions = [
            (AirBox::Attack, "bombers strike before our own troops"),
            (AirBox::Interdiction, "one slows the enemy's reserves down"),
            (AirBox::AgainstAttack, "fighters meet the enemy's bombers"),
        ];
        let told: Vec<&str> = missions.iter().filter(|(to, _)| flown(*to)).map(|(_, words)| *words).collect();
        if told.is_empty() { "Nothing can fly.".to_owned() } else { format!("In the air {}.", told.join(", ")) }
    }

    /// Why so many attacks are bid.
    fn words_of_bid(&self, attacks: u8) -> String {
        match attacks {
            0 if self.is_last_word() => {
                "No attack: who moves last in the last turn has the last word on the ground that decides.".to_owned()
            }
            0 => "No attack: too few would pay.".to_owned(),
            _ if self.side == Side::Axis => {
                format!(
                    "For a run of the initiative on the way to {}: so many attacks can be made and pay.",
                    self.goal()
                )
            }
            _ => "So that the Germans get no run of the initiative: so many attacks can be made at a fair price."
                .to_owned(),
        }
    }
}
