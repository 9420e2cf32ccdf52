//! The plan of a movement phase, once the mobile assaults are over.

use super::Mind;
use super::chart::Chart;
use super::purpose::Purpose;
use super::reach::Reach;
use crate::action::Action;
use crate::data::UnitId;
use crate::sets::UnitSet;
use crate::state::{Frame, Order, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::{Choosing, Orders};

/// What a place must be worth to be entered before all else.
const PRIZE: i32 = 60;

/// A plan in the making.
pub(super) struct Draft {
    /// The position as it will be.
    pub work: State,
    pub plan: Orders<Action>,
    /// What its marches are for.
    pub why: Vec<(UnitId, Purpose)>,
    /// Units that have no orders yet.
    pub free: UnitSet,
}

impl Draft {
    pub(super) fn new(state: &State, free: UnitSet) -> Draft {
        Draft { work: state.clone(), plan: Orders::default(), why: Vec::new(), free }
    }
}

impl Mind<'_> {
    /// The units that can be moved now.
    pub(super) fn movers(&self) -> UnitSet {
        let unit = |action: &Action| if let Action::Move { unit } = action { Some(*unit) } else { None };
        self.offers.iter().filter_map(unit).collect()
    }

    /// All moves: to assaults that follow, across the enemy's lines, then to good places.
    pub(super) fn plan_moves(&self, chart: &mut Chart) -> Draft {
        let mut draft = Draft::new(self.seen, self.movers());
        self.grab(chart, &mut draft);
        self.relieve_satellites(chart, &mut draft);
        self.keep_sentries(chart, &mut draft);
        self.man_shields(chart, &mut draft);
        self.hold_cordon(chart, &mut draft);
        if self.seen.order == Order::MoveAssault {
            self.march_to_assaults(chart, &mut draft);
        }
        self.cut_lines(chart, &mut draft);
        // The others reinforce what closes the enemy's lines now.
        chart.set_ring(self.ring(&draft.work));
        for unit in self.in_order(chart, draft.free) {
            self.settle(chart, &mut draft, unit);
        }
        draft
    }

    /// A unit that has just come in.
    pub(super) fn settle_one(&self, chart: &mut Chart, unit: UnitId) -> Draft {
        let mut draft = Draft::new(self.seen, UnitSet::of(unit));
        if self.offered(Action::Move { unit }) {
            if self.task(chart, unit).is_none() {
                // It was not on the map when tasks were given.
                let task = self.assign_one(chart, self.seen, unit);
                chart.set_task(unit, task);
            }
            self.settle(chart, &mut draft, unit);
        }
        draft
    }

    /// A group that has won a mobile assault goes on (9.30).
    pub(super) fn go_on(&self, chart: &Chart) -> Orders<Action> {
        let Frame::March(march) = self.seen.frames.top() else { return Orders::default() };
        let reach = self.reach(self.seen, &march.units);
        let mut lifted = self.seen.clone();
        for unit in &march.units {
            self.game.lift(&mut lifted, *unit, Place::Waiting);
        }
        let worth = |hex: SpaceId| -> i32 {
            let sum: i32 = march.units.iter().map(|u| self.place_worth(chart, &lifted, *u, hex)).sum();
            sum + self.path_worth(chart, &lifted, &reach, hex)
        };
        let best = reach.spaces().max_by_key(|hex| (worth(*hex), std::cmp::Reverse(*hex)));
        let path = best.map(|hex| reach.path(hex)).unwrap_or_default();
        path.into_iter().map(|to| Action::Step { to }).chain([Action::Halt]).collect()
    }

    /// Those farthest from the enemy wait: the others decide what is left for them.
    pub(super) fn in_order(&self, chart: &Chart, units: UnitSet) -> Vec<UnitId> {
        let mut order: Vec<UnitId> = units.iter().filter(|u| self.seen.at(*u).is_some()).collect();
        let posted = |u: UnitId| self.task(chart, u).is_some_and(|goal| self.goals(chart)[goal].hold);
        order.sort_by_key(|u| {
            let near = self.seen.at(*u).map_or(u8::MAX, |at| chart.enemy[at]);
            let guns = self.game.card(*u).artillery;
            (guns, !posted(*u), near, *u)
        });
        order
    }

    /// Places that decide the game and lie open are entered before anything else is thought of.
    fn grab(&self, chart: &Chart, draft: &mut Draft) {
        let open = self.game.ground.towns | self.game.ground.victory;
        let mut prizes: Vec<(i32, SpaceId)> = open
            .iter()
            .filter(|hex| !draft.work.holds(self.side.other(), *hex))
            .map(|hex| (self.ground_worth(chart, &draft.work, hex), hex))
            .filter(|(worth, _)| *worth >= PRIZE)
            .collect();
        prizes.sort_by_key(|(worth, hex)| (-worth, *hex));
        for (_, hex) in prizes {
            let mut best: Option<(i32, UnitId, Reach)> = None;
            for unit in draft.free.iter() {
                let Some(start) = draft.work.at(unit) else { continue };
                let far = self.game.data.map.board.distance(start, hex).unwrap_or(u32::MAX);
                if far > u32::from(self.game.card(unit).movement) || self.game.card(unit).artillery {
                    continue;
                }
                let reach = self.reach(&draft.work, &[unit]);
                if !reach.contains(hex) {
                    continue;
                }
                self.game.lift(&mut draft.work, unit, Place::Waiting);
                let gain =
                    self.place_worth(chart, &draft.work, unit, hex) - self.place_worth(chart, &draft.work, unit, start);
                self.game.put(&mut draft.work, unit, start);
                if gain > best.as_ref().map_or(0, |(most, _, _)| *most) {
                    best = Some((gain, unit, reach));
                }
            }
            if let Some((_, unit, reach)) = best {
                self.commit(draft, unit, &reach, hex, Some(Purpose::Enter(hex)));
            }
        }
    }

    /// Units that a place cannot do without keep it, whatever else there is to do.
    fn keep_sentries(&self, chart: &Chart, draft: &mut Draft) {
        for (index, goal) in self.goals(chart).iter().enumerate().filter(|(_, goal)| goal.hold) {
            let here = draft.work.stack_at(goal.at) & draft.free;
            let posted: UnitSet = here.iter().filter(|u| self.task(chart, *u) == Some(index)).collect();
            draft.free -= posted;
        }
    }

    /// Finds the best place for a unit and writes the way there, or leaves it where it stands.
    pub(super) fn settle(&self, chart: &Chart, draft: &mut Draft, unit: UnitId) {
        self.settle_apart(chart, draft, unit, None);
    }

    /// The same, but not in a certain hex.
    pub(super) fn settle_apart(&self, chart: &Chart, draft: &mut Draft, unit: UnitId, apart: Option<SpaceId>) {
        let Some(start) = draft.work.at(unit) else { return };
        let reach = self.reach(&draft.work, &[unit]);
        let alone = draft.work.units_at(start).nth(1).is_none();
        let ring = if alone { self.opened_by_leaving(&draft.work, start) } else { 0 };
        self.game.lift(&mut draft.work, unit, Place::Waiting);
        let mut best = (i32::MIN, start);
        for hex in reach.spaces().filter(|hex| Some(*hex) != apart) {
            let stay = if hex == start { 1 + ring } else { 0 };
            let worth = self.place_worth(chart, &draft.work, unit, hex)
                + self.path_worth(chart, &draft.work, &reach, hex)
                + stay;
            if worth > best.0 {
                best = (worth, hex);
            }
        }
        self.game.put(&mut draft.work, unit, start);
        let why = self.purpose_of(chart, unit, start, best.1);
        self.commit(draft, unit, &reach, best.1, why);
    }

    /// Towns taken on the way.
    fn path_worth(&self, chart: &Chart, state: &State, reach: &Reach, hex: SpaceId) -> i32 {
        let path = reach.path(hex);
        let passed = path.len().saturating_sub(1);
        // They may be lost again at once: half of what they are worth.
        path.iter().take(passed).map(|at| self.ground_worth(chart, state, *at)).sum::<i32>() / 2
    }

    /// Writes a march and makes it in the planner's position.
    pub(super) fn commit(&self, draft: &mut Draft, unit: UnitId, reach: &Reach, to: SpaceId, why: Option<Purpose>) {
        draft.free.remove(unit);
        let path = reach.path(to);
        if path.is_empty() {
            return;
        }
        draft.why.extend(why.map(|why| (unit, why)));
        draft.plan.push(Action::Move { unit });
        for step in path {
            draft.plan.push(Action::Step { to: step });
            match self.side {
                Side::Axis => draft.work.axis_control.insert(step),
                Side::Soviet => draft.work.axis_control.remove(step),
            };
        }
        draft.plan.push(Action::Halt);
        self.game.shift(&mut draft.work, &[unit], to);
    }
}
