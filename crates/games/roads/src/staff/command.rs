//! Offensives, the STAVKA reserve, reinforcements and replacements.

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::{UnitId, Weather};
use crate::state::{Om, Place, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

/// Supports of so little worth are given for better ones.
const POOR: i32 = 12;

/// How far the units of a front are from its HQ, and how many are enough.
const FRONT: u32 = 8;
const ENOUGH: i32 = 20;

/// The most that the hex in which a unit comes back adds to the worth of rebuilding it.
const BEST_ENTRY: i32 = 20;

impl Mind<'_> {
    /// Maskirovka fills STAVKA's box when a launch lacks little.
    pub(super) fn maskirovka(&self) -> Action {
        let needed = usize::from(self.game.data.charts.offensives.launch_supports);
        let saved = self.game.box_of(self.seen, SupportBox::Stavka).len();
        let elsewhere: usize =
            SupportBox::OFFENSIVE.iter().map(|at| self.game.box_of(self.seen, *at).len()).sum::<usize>();
        let helps = saved < needed && saved + elsewhere > needed && saved + 3 >= needed;
        let play = self.offers.iter().copied().find(|action| matches!(action, Action::Maskirovka { .. }));
        if helps { self.or_done(play) } else { self.or_done(None) }
    }

    pub(super) fn shift(&self) -> Action {
        let shift = self.offers.iter().copied().find(|action| matches!(action, Action::Shift { .. }));
        self.or_done(shift)
    }

    /// 11.2: markers that have been left behind by the front are taken up.
    pub(super) fn lift(&self) -> Action {
        let saved = self.game.box_of(self.seen, SupportBox::Stavka).len();
        let worth = |action| {
            let Action::Lift { om } = action else { return None };
            let at = self.game.om_hex(self.seen, om)?;
            let duty = self.game.axis_holds_stalingrad(self.seen) && self.game.at_stalingrad(self.seen, at);
            let busy = self.om_worth(om, at) >= 12 && !self.is_spent(om);
            let again = om == Om::Major && saved >= 8 && !self.seen.field.occupied(Side::Axis).contains(at);
            Some(if !duty && (!busy || again) { 10 } else { 0 })
        };
        self.or_done(self.best(worth))
    }

    /// What an Offensive Marker would do in a hex: own strength and enemies in its radius.
    fn om_worth(&self, om: Om, at: SpaceId) -> i32 {
        let numbers = &self.game.data.charts.offensives;
        let radius = u32::from(if om == Om::Major { numbers.major_radius } else { numbers.minor_radius });
        let board = &self.game.map(self.seen).board;
        let (mut own, mut enemy) = (0, 0);
        for unit in board.within(at, radius).flat_map(|hex| self.seen.field.stack(hex)) {
            let info = self.game.info(unit);
            if info.is_hq() {
                continue;
            }
            if info.side == Side::Soviet {
                own += self.attack_of(self.seen, unit);
            } else {
                enemy += 3;
            }
        }
        // 5.3.5: west of the Donets every roll is worse.
        let west = self.game.west_of_donets(self.seen, at) && om == Om::Major && !self.seen.major_west;
        own.min(40) + enemy.min(18) - if own == 0 || enemy == 0 { 30 } else { 0 } - if west { 10 } else { 0 }
    }

    pub(super) fn launch(&self) -> Action {
        let goal = self.chart(self.seen);
        let forced = !self.offered(Action::Done);
        let worth = |action| match action {
            Action::Launch { at } => Some(self.om_worth(Om::Major, at) + goal.goal[at] / 2 + goal.pull[at] / 2),
            _ => None,
        };
        if self.counts_at_end() && !forced {
            return self.or_done(None);
        }
        match self.best_of(worth) {
            Some((worth, action)) if forced || worth > 20 && self.seen.forecast.weather != Weather::Mud => action,
            _ => self.or_done(None),
        }
    }

    /// 11.4.2: two poor supports are traded for one that breaks a line, the rest is kept for the offensive.
    pub(super) fn spend(&self) -> Action {
        let mut poor = 0;
        for action in self.offers {
            if let Action::Keep { marker } = *action
                && self.marker_worth(marker) <= POOR
            {
                poor += 1;
            }
        }
        let worth = |action| match action {
            Action::Trade { marker } if poor >= 2 && self.marker_worth(marker) <= POOR => {
                Some(40 - self.marker_worth(marker))
            }
            Action::Keep { .. } => Some(1),
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    pub(super) fn place_minor(&self) -> Action {
        let forced = !self.offered(Action::Done);
        let worth = |action| match action {
            Action::Place { om, at } => Some(self.om_worth(om, at)),
            _ => None,
        };
        match self.best_of(worth) {
            Some((worth, action)) if forced || worth > 0 => action,
            _ => self.or_done(None),
        }
    }

    /// 13.1: two HQs ask, the nearest to the fighting first; units come where they are nearest to it.
    pub(super) fn release(&self) -> Action {
        let chart = self.chart(self.seen);
        let worth = |action| match action {
            Action::Solicit { unit } => {
                let at = self.seen.field.at(unit)?;
                let space = self.game.space(self.seen, at);
                let place = if space.is_city() && space.rail { 8 } else { i32::from(space.rail) * 4 };
                Some(100 + place + self.front_pull(&chart, at) + self.bare_front(&chart, at))
            }
            Action::Release { unit, to } => Some(60 + self.worth_at(unit, 2) + self.front_pull(&chart, to)),
            Action::Reserves { hq, .. } => {
                let at = self.seen.field.at(hq)?;
                Some(50 + self.front_pull(&chart, at))
            }
            Action::Roll => Some(40),
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    /// A front with few units of its own and a goal before it asks for reserves first.
    fn bare_front(&self, chart: &Chart, at: SpaceId) -> i32 {
        let map = self.game.map(self.seen);
        let near = map.board.within(at, FRONT).flat_map(|hex| self.seen.field.stack(hex));
        let own = near.filter(|unit| self.game.info(*unit).side == self.side).count() as i32;
        let near_city = |hex: &SpaceId| self.game.distance(self.seen, at, *hex) as i32 <= self.weights().front_city;
        let fights = u32::from(chart.enemy[at]) <= FRONT || self.lost_cities(self.seen).iter().any(near_city);
        if fights { (ENOUGH - own).max(0) * self.weights().bare_front / 10 } else { 0 }
    }

    fn front_pull(&self, chart: &Chart, at: SpaceId) -> i32 {
        chart.pull[at] / 4 + chart.hold[at] / 6 - i32::from(chart.enemy[at].min(20))
    }

    /// 13.1.3: spent tank corps are made good in the reserve.
    pub(super) fn enter_reserve(&self) -> Action {
        let worth = |action| match action {
            Action::Enter { unit, .. } => {
                let info = self.game.info(unit);
                let at = self.seen.field.at(unit)?;
                let spent = self.seen.field.get(unit).steps < info.steps();
                let quiet = !self.game.near_enemy(self.seen, self.side, at);
                Some(if spent && quiet && self.mobile(unit) { self.worth(self.seen, unit) } else { 0 })
            }
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    /// Reinforcements come where they stand best.
    pub(super) fn arrive(&self) -> Action {
        let chart = self.chart(self.seen);
        let gaps =
            if self.shuts_out() { self.wall(self.seen, &self.arrivals()).unwrap_or_default() } else { Vec::new() };
        let worth = |action| match action {
            Action::Arrive { at, .. } if gaps.contains(&at) => Some(600),
            Action::Arrive { unit, at } if self.shuts_out() && self.game.fits(self.seen, at, unit) => {
                let held: i32 = self.seen.field.stack(at).map(|unit| self.defence_of(self.seen, unit)).sum();
                Some(560 - held + chart.threat[at] / 4)
            }
            Action::Arrive { unit, at } => Some(400 + self.entry_worth(&chart, unit, at)),
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    /// Where reinforcements are offered a place.
    fn arrivals(&self) -> crate::state::Spaces {
        let place = |action: &Action| match *action {
            Action::Arrive { at, .. } if self.game.map(self.seen).board.is_hex(at) => Some(at),
            _ => None,
        };
        self.offers.iter().filter_map(place).collect()
    }

    /// What a hex is worth to a unit that comes onto the map there.
    fn entry_worth(&self, chart: &Chart, unit: UnitId, at: SpaceId) -> i32 {
        if !self.game.map(self.seen).board.is_hex(at) {
            return 0;
        }
        if self.game.info(unit).is_hq() {
            return self.hq_promise(self.seen, chart, at) * 3;
        }
        let room = if self.game.fits(self.seen, at, unit) { 0 } else { -300 };
        // Panzers that strike back come where they do.
        let strikes = chart.counterstroke && self.mobile(unit);
        let (pull, hold) = if strikes { self.drawn(chart, unit, at) } else { (chart.pull[at] / 2, chart.hold[at]) };
        room + pull + hold - i32::from(chart.enemy[at].min(30))
    }

    /// 17.3: the most worth for the points; elites and tanks first.
    pub(super) fn replace(&self) -> Action {
        let chart = self.chart(self.seen);
        let rebuilt = |action: Action| if let Action::Rebuild { unit, at } = action { Some((unit, at)) } else { None };
        let posts = self.hq_posts(&chart, rebuilt);
        let worth = |action| match action {
            Action::Restore { unit } | Action::Rebuild { unit, .. }
                if self.cannot_pay() && self.game.info(unit).armored =>
            {
                None
            }
            Action::Restore { unit } => {
                let full = self.game.info(unit).steps();
                Some(100 + self.worth_at(unit, full) - self.worth(self.seen, unit))
            }
            Action::Rebuild { unit, at } if self.game.info(unit).is_hq() => {
                posts.contains(&(unit, at)).then(|| 90 + self.worth_at(unit, 1) + BEST_ENTRY)
            }
            Action::Rebuild { unit, at } => {
                let steps = if self.side == Side::Soviet { 2 } else { 1 };
                Some(90 + self.worth_at(unit, steps) + self.entry_worth(&chart, unit, at).clamp(-80, BEST_ENTRY))
            }
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    /// 4.1.2: HQs return.
    pub(super) fn return_hq(&self) -> Action {
        let chart = self.chart(self.seen);
        let returned = |action: Action| if let Action::Return { unit, at } = action { Some((unit, at)) } else { None };
        let first = self.hq_posts(&chart, returned).first().map(|(unit, at)| Action::Return { unit: *unit, at: *at });
        self.or_done(first)
    }

    /// The best of the hexes in which each HQ may come onto the map: where it feeds most units that nobody else feeds, or will when they
    /// strike back.
    fn hq_posts(&self, chart: &Chart, entry: impl Fn(Action) -> Option<(UnitId, SpaceId)>) -> Vec<(UnitId, SpaceId)> {
        let city = self.city_without_hq(chart);
        let mut best: Vec<(i32, UnitId, SpaceId)> = Vec::new();
        for (hq, at) in self.offers.iter().filter_map(|action| entry(*action)) {
            if !self.game.info(hq).is_hq() {
                continue;
            }
            let mut after = self.seen.clone();
            after.field.put(hq, Place::Hex(at));
            let promise = self.hq_promise(self.seen, chart, at) - self.hq_behind(self.seen, hq, None, at);
            let radius = u32::from(self.game.info(hq).radius);
            let lead = city.map_or(0, |city| self.game.distance(self.seen, at, city).saturating_sub(radius) as i32);
            let worth =
                4 * self.fed_worth(&after) + promise - self.hq_risk(&after, chart, at) - lead * self.weights().hq_lead;
            match best.iter_mut().find(|(_, known, _)| *known == hq) {
                Some(known) if worth > known.0 => *known = (worth, hq, at),
                Some(_) => {}
                None => best.push((worth, hq, at)),
            }
        }
        best.sort_by_key(|(worth, hq, _)| (-worth, hq.index()));
        best.into_iter().map(|(_, hq, at)| (hq, at)).collect()
    }
}
