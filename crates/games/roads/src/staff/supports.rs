//! Supports: which are chosen, where they are deployed, which are given away.

use super::assault::Assault;
use super::chart::{Chart, Posture};
use super::{Mind, Staff};
use crate::action::Action;
use crate::data::{SupportClass, SupportId, UnitId};
use crate::state::{Spot, Step, Supply, SupportBox, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Staff {
    /// Supports go to the attacks that the movement will lead to.
    pub(super) fn deploy(&mut self, mind: &Mind<'_>) -> Action {
        let now = (mind.seen.turn, mind.side, Step::Deploy);
        if self.planned != Some(now) {
            self.planned = Some(now);
            self.assaults = mind.intended_assaults();
        }
        mind.deploy(&self.assaults)
    }
}

impl Mind<'_> {
    /// The attacks that the units could make after their movement, as it looks now.
    pub(super) fn intended_assaults(&self) -> Vec<Assault> {
        let chart = self.chart(self.seen);
        let mut work = self.seen.clone();
        let mut units: Vec<UnitId> = Vec::new();
        for hex in work.field.occupied(self.side).iter() {
            units.extend(work.field.stack(hex).filter(|unit| !self.game.info(*unit).is_hq()));
        }
        let reaches = self.reaches(self.seen, &units);
        let mut free: UnitSet = units.iter().copied().collect();
        self.plan_assaults(&mut work, &chart, &reaches, &mut free)
    }

    /// What a marker is worth to hold or to have.
    pub(super) fn marker_worth(&self, marker: SupportId) -> i32 {
        let kind = self.game.support(marker);
        match kind.class {
            SupportClass::Surprise => 30,
            SupportClass::Artillery => 18 + i32::from(kind.defence),
            SupportClass::Katyusha | SupportClass::Breakthrough => 18,
            SupportClass::TankBrigade => 16,
            SupportClass::Leader => 15,
            SupportClass::Air => 14,
            SupportClass::Pak => 12,
            SupportClass::Surrender | SupportClass::Alarm => 10,
            SupportClass::Reserves => 8,
            SupportClass::Maskirovka | SupportClass::Goering => 6,
            SupportClass::Aa => 5,
            SupportClass::Bridging => 3,
            SupportClass::Stalin | SupportClass::OkhDiscord | SupportClass::Shortage => 0,
        }
    }

    /// In the last two turns the supports left in STAVKA's box are spared: at the very end they are points (S2.v11).
    pub(super) fn counts_at_end(&self) -> bool {
        let scenario = self.game.scenario(self.seen);
        scenario.victory.score("stavka-supports").is_some() && self.seen.turn + 1 >= scenario.last_turn.0
    }

    /// A marker that is a point where it lies.
    pub(super) fn is_point(&self, marker: SupportId) -> bool {
        let most = self.game.scenario(self.seen).victory.score("stavka-supports").and_then(|score| score.most);
        self.seen.spot(marker) == Spot::Box(SupportBox::Stavka)
            && self.counts_at_end()
            && self.game.box_of(self.seen, SupportBox::Stavka).len() <= usize::from(most.unwrap_or(u8::MAX))
    }

    /// How many of a class are wanted, and how much.
    fn wish(&self, marker: SupportId) -> (usize, i32) {
        let kind = self.game.support(marker);
        let attack = self.posture(self.seen) == Posture::Attack;
        match (kind.class, self.side) {
            (SupportClass::Surprise, _) => (2, 60),
            (SupportClass::Artillery, _) => (2, 50 + i32::from(kind.defence)),
            (SupportClass::Katyusha, _) => (2, 48),
            (SupportClass::TankBrigade, _) => (2, 46),
            (SupportClass::Leader, Side::Axis) if (kind.shift > 0) == attack => (1, 44),
            (SupportClass::Leader, Side::Soviet) => (1, 44),
            (SupportClass::Breakthrough, _) => (1, 42),
            (SupportClass::Pak, _) if !attack => (2, 45),
            (SupportClass::Air, Side::Axis) if attack => (3, 43),
            (SupportClass::Alarm, _) if !attack => (1, 38),
            (SupportClass::Air, _) => (1, 36),
            _ => (0, self.marker_worth(marker)),
        }
    }

    /// Chosen from the pool: what is wanted most and not held yet.
    pub(super) fn choose_support(&self) -> Action {
        let held = |class: SupportClass| {
            let own = |m: &SupportId| matches!(self.seen.spot(*m), Spot::Box(at) if at.side() == self.side);
            self.game.supports().filter(own).filter(|m| self.game.support(*m).class == class).count()
        };
        let worth = |action| match action {
            Action::Choose { marker } => {
                let (quota, base) = self.wish(marker);
                let enough = held(self.game.support(marker).class) >= quota;
                Some(if enough { base - 45 } else { base })
            }
            _ => None,
        };
        self.best_of(worth).map_or_else(|| self.or_done(None), |(_, action)| action)
    }

    /// The support that is missed least.
    pub(super) fn pay(&self) -> Action {
        let price = |action| match action {
            Action::Pay { marker } => Some(-self.marker_worth(marker)),
            Action::Consume { unit } => Some(-8 - self.worth(self.seen, unit) / 2),
            _ => None,
        };
        self.best_of(price).map_or_else(|| self.or_done(None), |(_, action)| action)
    }

    pub(super) fn give_back(&self) -> Action {
        let price = |action| match action {
            Action::GiveBack { marker } => Some(-self.marker_worth(marker)),
            _ => None,
        };
        self.best_of(price).map_or_else(|| self.or_done(None), |(_, action)| action)
    }

    /// 12.2: a shortage in the box is one that is not drawn.
    pub(super) fn return_shortage(&self) -> Action {
        self.or_done(None)
    }

    /// 5.5.6.d: one O support out of STAVKA's box, unless a launch is near.
    pub(super) fn transfer(&self) -> Action {
        if self.saves() {
            return self.or_done(None);
        }
        let worth = |action| match action {
            Action::Transfer { marker, .. } if !self.is_kept(marker) => Some(self.marker_worth(marker)),
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    /// The next support of the Deploy step.
    fn deploy(&self, assaults: &[Assault]) -> Action {
        let chart = self.chart(self.seen);
        let attach = self.best(|action| match action {
            Action::Attach { marker, .. } | Action::Demand { marker, .. } | Action::Alarm { marker, .. }
                if self.is_kept(marker) =>
            {
                None
            }
            Action::Raid { .. } => Some(self.marker_worth_of_raid()),
            Action::Attach { marker, unit } => Some(self.attach_worth(&chart, assaults, marker, unit)),
            Action::Demand { at, .. } => {
                let out = self.game.surrendering(self.seen, at);
                Some(out.iter().map(|unit| self.step_price(self.seen, unit)).sum())
            }
            Action::Alarm { at, .. } => Some(self.alarm_worth(&chart, at)),
            _ => None,
        });
        if let Some(action) = attach.or_else(|| self.fly(&chart, assaults)) {
            return action;
        }
        if self.offered(Action::Done) { Action::Done } else { self.offers[0] }
    }

    /// What a marker does with a unit: for an attack that is intended, or for a place that is threatened.
    fn attach_worth(&self, chart: &Chart, assaults: &[Assault], marker: SupportId, unit: UnitId) -> i32 {
        let kind = self.game.support(marker);
        let Some(at) = self.seen.field.at(unit) else { return 0 };
        let forced = if self.offered(Action::Done) { 0 } else { 1 };
        let same = |units: UnitSet| {
            let mut markers =
                units.iter().flat_map(|unit| self.game.attached(self.seen, unit).iter().collect::<Vec<_>>());
            markers.any(|m| self.game.support(m).class == kind.class)
        };
        if self.serves_attack(kind.class) && (kind.shift > 0 || kind.attack > 0 || kind.levels > 0) {
            let assault = assaults.iter().find(|assault| assault.units.contains(unit));
            return match assault {
                Some(assault) if !same(assault.units) => 20 + (assault.worth / 36).min(80),
                _ if kind.side == Side::Soviet && chart.enemy[at] <= 1 => forced,
                _ => 0,
            };
        }
        match kind.class {
            SupportClass::Pak | SupportClass::Leader => {
                let stack: UnitSet = self.seen.field.stack(at).collect();
                let needed = chart.enemy[at] <= 2 && !same(stack);
                if needed { 1 + chart.threat[at] / 4 + chart.goal[at] / 2 } else { 0 }
            }
            _ => forced,
        }
    }

    /// Alarm units stand with allies at the front, or in empty places behind it.
    fn alarm_worth(&self, chart: &Chart, at: SpaceId) -> i32 {
        let stack: Vec<UnitId> = self.seen.field.stack(at).collect();
        let german = stack.iter().any(|unit| self.game.is_german(*unit));
        let allied = stack.iter().any(|unit| self.game.is_allied(*unit));
        let threatened = chart.threat[at] > 6;
        match (stack.is_empty(), allied && !german) {
            (false, true) if threatened => 20 + chart.threat[at] / 4,
            (true, _) if chart.goal[at] > 0 && threatened => 10 + chart.goal[at],
            _ => 0,
        }
    }

    /// Aircraft go where the next attack is short of a column, or over a threatened place.
    pub(super) fn fly(&self, chart: &Chart, assaults: &[Assault]) -> Option<Action> {
        let flown = |hex: SpaceId| self.seen.markers.contains(&Spot::Hex(hex));
        self.best(|action| {
            let Action::Fly { marker, to } = action else { return None };
            if flown(to) || self.is_kept(marker) || self.starves(to) {
                return Some(0);
            }
            if let Some(assault) = assaults.iter().find(|assault| assault.at == to) {
                return Some(30 + (assault.worth / 36).min(60));
            }
            let enemy = self.seen.field.occupied(self.side.other()).contains(to);
            let own = self.seen.field.occupied(self.side).contains(to);
            let stands = |side: Side, hex: SpaceId| self.game.near_enemy(self.seen, side, hex);
            match (self.side, enemy, own) {
                // The Luftwaffe is placed before anything else is planned.
                (Side::Axis, true, _) if chart.posture == Posture::Attack && stands(self.side.other(), to) => {
                    Some(1 + chart.pull[to] / 4)
                }
                (Side::Axis, _, true) if chart.enemy[to] <= 1 => Some(1 + self.tips(chart, to)),
                _ => Some(0),
            }
        })
    }

    /// 10.2.3.b: supports do nothing for those whom only the fortress feeds.
    fn starves(&self, hex: SpaceId) -> bool {
        self.seen.field.stack(hex).any(|unit| self.seen.field.get(unit).supply == Supply::Fortress)
    }

    /// What a column more or less decides over an own hex: much where it would be lost by a little.
    fn tips(&self, chart: &Chart, hex: SpaceId) -> i32 {
        let defence: i32 = self.seen.field.stack(hex).map(|unit| self.defence_of(self.seen, unit)).sum();
        let odds = chart.threat[hex] / (2 * defence.max(1));
        let close = if (1..=4).contains(&odds) { 20 } else { 4 };
        close + chart.goal[hex] / 4
    }

    /// 10.4.n: an airfield that is raided brings less into the pocket.
    fn marker_worth_of_raid(&self) -> i32 {
        if self.seen.fortress.marker.is_some() { 12 } else { 0 }
    }

    /// A marker that stays where it is: a point at the end, or saved for a launch.
    pub(super) fn is_kept(&self, marker: SupportId) -> bool {
        self.is_point(marker) || self.is_saved(marker)
    }

    /// 14.2: the effect that hurts most goes first, or comes back first.
    pub(super) fn switch_effect(&self) -> Action {
        use crate::data::Effect;
        let rank = |effect: Effect| match effect {
            Effect::HumanWaves => 4,
            Effect::OverwhelmingAttack => 3,
            Effect::PanzersToTheRescue => 2,
            Effect::SovietRout => 1,
        };
        let worth = |action| match (action, self.side) {
            (Action::Deactivate { effect }, _) | (Action::Activate { effect }, Side::Axis) => Some(rank(effect)),
            // S4, S5: the Soviet player names those that stay.
            (Action::Activate { effect }, Side::Soviet) => Some(5 - rank(effect)),
            _ => None,
        };
        self.or_done(self.best(worth))
    }
}
