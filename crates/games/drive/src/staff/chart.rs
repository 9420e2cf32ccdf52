//! The picture of a phase: threats, distances, goals with the roads to them, towns that feed the enemy.

use super::Mind;
use super::cordon::Cordon;
use super::corridor::Corridor;
use super::estimate::Averages;
use super::goals::Goal;
use super::lines::Flow;
use crate::data::UnitId;
use crate::sets::Spaces;
use crate::state::State;
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;
use kessel_kit::staff::steps;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

/// What is worked out once for a phase: some at once, the rest when it is asked for.
pub(super) struct Chart {
    pub averages: Averages,
    /// Factors, in quarters, that the enemy could bring against each hex in his next turn.
    pub threat: SpaceMap<i32>,
    /// Hexes to the nearest enemy unit.
    pub enemy: SpaceMap<u8>,
    /// Where this side is supplied overland.
    pub fed: Spaces,
    /// What it does to the enemy's supply to take a town.
    cut: OnceCell<SpaceMap<i32>>,
    /// What each hex that this side holds does to the enemy's supply.
    ring: OnceCell<SpaceMap<i32>>,
    /// Both sides' lines, with how far they reach: own, the enemy's.
    lines: [OnceCell<Flow>; 2],
    /// What it brings to own supply to win a hex.
    feed: RefCell<BTreeMap<SpaceId, i32>>,
    /// The hexes that close a pocket.
    cordon: OnceCell<Cordon>,
    /// The way out of a pocket of one's own.
    corridor: OnceCell<Corridor>,
    goals: OnceCell<Vec<Goal>>,
    /// Points to each goal: on foot, then mechanised.
    roads: OnceCell<[Vec<SpaceMap<u16>>; 2]>,
    /// The goal of each own unit.
    task: OnceCell<Vec<Option<usize>>>,
    /// Factors that each goal still lacks.
    lacks: OnceCell<Vec<i32>>,
}

impl Chart {
    /// The ring has changed with the plan.
    pub(super) fn set_ring(&mut self, ring: SpaceMap<i32>) {
        self.ring = OnceCell::from(ring);
    }

    /// A unit gets a goal.
    pub(super) fn set_task(&mut self, unit: UnitId, goal: Option<usize>) {
        if let Some(tasks) = self.task.get_mut() {
            tasks[unit.index()] = goal;
        }
        self.lacks.take();
    }
}

impl Mind<'_> {
    pub(super) fn draw_chart(&self, state: &State) -> Chart {
        let averages = self.averages();
        Chart {
            averages,
            threat: self.threats(&averages, state),
            enemy: self.distances(state.layout.held[self.side.other().index()].iter()),
            fed: self.game.fed(state, self.side).hexes,
            cut: OnceCell::new(),
            ring: OnceCell::new(),
            lines: Default::default(),
            feed: RefCell::default(),
            cordon: OnceCell::new(),
            corridor: OnceCell::new(),
            goals: OnceCell::new(),
            roads: OnceCell::new(),
            task: OnceCell::new(),
            lacks: OnceCell::new(),
        }
    }

    pub(super) fn cut(&self, chart: &Chart, hex: SpaceId) -> i32 {
        chart.cut.get_or_init(|| self.cuts(self.seen))[hex]
    }

    pub(super) fn ring_at(&self, chart: &Chart, hex: SpaceId) -> i32 {
        chart.ring.get_or_init(|| self.ring(self.seen))[hex]
    }

    /// A side's lines as they are now.
    pub(super) fn flow<'c>(&self, chart: &'c Chart, side: Side) -> &'c Flow {
        let which = usize::from(side != self.side);
        chart.lines[which].get_or_init(|| self.flow_of(self.net(self.seen, side)))
    }

    /// What it brings to own supply to stand in a hex that the enemy has.
    pub(super) fn feed(&self, chart: &Chart, hex: SpaceId) -> i32 {
        if let Some(known) = chart.feed.borrow().get(&hex) {
            return *known;
        }
        let node = self.game.rejoins(self.seen, self.side, hex);
        let worth = self.flow(chart, self.side).opened(self, hex, node) / 8;
        chart.feed.borrow_mut().insert(hex, worth);
        worth
    }

    pub(super) fn cordon<'c>(&self, chart: &'c Chart) -> &'c Cordon {
        chart.cordon.get_or_init(|| self.find_cordon(chart, self.seen))
    }

    pub(super) fn corridor<'c>(&self, chart: &'c Chart) -> &'c Corridor {
        chart.corridor.get_or_init(|| self.find_corridor(chart, self.seen))
    }

    pub(super) fn goals<'c>(&self, chart: &'c Chart) -> &'c [Goal] {
        chart.goals.get_or_init(|| self.find_goals(chart, self.seen))
    }

    pub(super) fn roads<'c>(&self, chart: &'c Chart, mechanised: bool) -> &'c [SpaceMap<u16>] {
        let roads = chart.roads.get_or_init(|| {
            let tolls = self.tolls(self.seen);
            [false, true].map(|class| {
                let to = |goal: &Goal| self.road(&tolls, self.seen.frozen, goal.at, class);
                self.goals(chart).iter().map(to).collect()
            })
        });
        &roads[usize::from(mechanised)]
    }

    /// Factors that a goal lacks: those of whoever works for it are too few.
    pub(super) fn lacks(&self, chart: &Chart, goal: usize) -> i32 {
        let lacks = chart.lacks.get_or_init(|| {
            let mut lacks: Vec<i32> = self.goals(chart).iter().map(|goal| goal.need).collect();
            for unit in self.game.ground.own[self.side.index()].iter().filter(|u| self.seen.at(*u).is_some()) {
                if let Some(goal) = self.task(chart, unit) {
                    let which = usize::from(self.goals(chart)[goal].hold);
                    lacks[goal] -= self.factors(&chart.averages, self.seen, unit)[which];
                }
            }
            lacks
        });
        lacks[goal]
    }

    /// The goal that a unit works for, as an index into the goals.
    pub(super) fn task(&self, chart: &Chart, unit: UnitId) -> Option<usize> {
        chart.task.get_or_init(|| self.assign(chart, self.seen))[unit.index()]
    }

    /// Plain distances from a set of hexes.
    pub(super) fn distances(&self, from: impl Iterator<Item = SpaceId>) -> SpaceMap<u8> {
        steps(&self.game.data.map.board, from, |_, _, _| true)
    }

    /// What the enemy could bring against each hex.
    fn threats(&self, averages: &Averages, state: &State) -> SpaceMap<i32> {
        let board = &self.game.data.map.board;
        let mut threat = board.space_map(0);
        let fed = self.game.fed(state, self.side.other()).hexes;
        for hex in state.layout.held[self.side.other().index()].iter() {
            let (mut foot, mut mobile) = (0, 0);
            for unit in state.units_at(hex).filter(|u| self.may_strike(state, *u, hex)) {
                let attack = self.factors(averages, state, unit)[0];
                if self.game.card(unit).mechanised && !state.veiled.contains(unit) {
                    mobile += attack;
                } else {
                    foot += attack;
                }
            }
            if foot + mobile == 0 {
                continue;
            }
            // 7.15: whoever is cut off strikes with half, and not far.
            let cut_off = !fed.contains(hex);
            if cut_off {
                (foot, mobile) = ((foot + mobile) / 2, 0);
            }
            for (near, distance) in self.around(hex, if cut_off { 1 } else { self.far_strike(state) }) {
                let (on_foot, driven) = self.strike_shares(state, distance);
                threat[near] += (foot * on_foot + mobile * driven) / 4;
            }
        }
        threat
    }

    fn around(&self, hex: SpaceId, radius: u32) -> impl Iterator<Item = (SpaceId, u32)> + '_ {
        let board = &self.game.data.map.board;
        board.within(hex, radius).map(move |to| (to, board.distance(hex, to).unwrap_or(0)))
    }

    /// Does the enemy always assault before he moves? Then only neighbours threaten (5.4).
    fn enemy_assaults_first(&self, state: &State) -> bool {
        state.is_blue() && self.side == Side::Axis
    }

    fn far_strike(&self, state: &State) -> u32 {
        if self.enemy_assaults_first(state) { 1 } else { 6 }
    }

    /// How much of a stack's factors, in fourths, is feared so far away: on foot, mechanised.
    fn strike_shares(&self, state: &State, distance: u32) -> (i32, i32) {
        match (self.enemy_assaults_first(state), distance) {
            (true, 0..=1) => (4, 4),
            (true, _) => (0, 0),
            (false, 0..=1) => (4, 4),
            (false, 2) => (3, 3),
            (false, 3..=4) => (1, 2),
            (false, _) => (0, 1),
        }
    }

    /// Enemy units that are frozen or held back do not strike.
    fn may_strike(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        match self.side {
            Side::Axis => !self.game.is_frozen(state, unit),
            Side::Soviet => {
                let army = self.game.data.map.spaces[hex].army;
                army.is_none_or(|army| !self.held_next_turn(state, army))
            }
        }
    }

    fn held_next_turn(&self, state: &State, army: crate::data::AxisArmy) -> bool {
        state.is_blue() && !state.limits_lifted && state.turn + 1 < self.game.data.blue.released(army)
    }

    /// What taking each enemy town would do to his supply.
    fn cuts(&self, state: &State) -> SpaceMap<i32> {
        let flow = self.flow_of(self.net(state, self.side.other()));
        let mut cut = self.game.data.map.board.space_map(0);
        for town in flow.net.nodes.iter() {
            cut[town] = flow.closed(self, town).max(0);
        }
        cut
    }
}
