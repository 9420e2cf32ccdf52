//! The chart that a plan is made on: what hexes are worth, where the enemy can strike, which roads feed him.

use super::Mind;
use crate::data::{Nation, Terrain, Turn, UnitId};
use crate::march::Outlook;
use crate::state::{Spaces, State, Supply};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;
use kessel_kit::staff::steps;

/// How far from it strength counts.
const NEAR_PRIZE: u32 = 8;

/// Turns before the ring decides in which it is kept as if it did.
const RING_TURNS: u8 = 2;

/// What a side is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Posture {
    /// It must take something.
    Attack,
    /// It must keep something.
    Defend,
}

/// The chart.
pub(super) struct Chart {
    pub posture: Posture,
    /// What each hex is worth to whoever holds it.
    pub goal: SpaceMap<i32>,
    /// The pull of hexes that the enemy holds.
    pub pull: SpaceMap<i32>,
    /// The pull of own hexes that the enemy can come near.
    pub hold: SpaceMap<i32>,
    /// The pull of the roads that feed the enemy's HQs.
    pub artery: SpaceMap<i32>,
    /// Attack factors that the enemy could bring against a hex in his turn.
    pub threat: SpaceMap<i32>,
    /// A German counterstroke where the cities decide.
    pub counterstroke: bool,
    /// Hexes to the nearest enemy.
    pub enemy: SpaceMap<u8>,
    /// Hexes in which a unit of the side would be supplied, by nation.
    pub fed: [Spaces; 5],
    /// 10.2.2: the influence of the fortress.
    pub influence: Spaces,
    /// Hexes that keep the ring around Stalingrad closed, for the besieger.
    pub ring: Spaces,
    /// The points that a supplied unit in each hex of a region will score, in the last turn.
    pub points: SpaceMap<u8>,
}

impl Mind<'_> {
    /// Is the game lost if the ring around Stalingrad is open: at once, or in a turn that is still to come (S3.v2)?
    pub(super) fn ring_decides(&self, state: &State) -> bool {
        let mut events = self.game.scenario(state).victory.events.iter();
        let coming = |turn: Turn| state.turn <= turn.0 && turn.0 <= state.turn + RING_TURNS;
        state.fortress.fixed || events.any(|event| event.id == "stalingrad-supplied" && event.turn.is_some_and(coming))
    }

    /// Who must act in this scenario. The Soviets attack but where the Germans strike back.
    pub(super) fn posture(&self, state: &State) -> Posture {
        let scenario = self.game.scenario(state);
        let counterblow = scenario.first_side == Side::Axis;
        let manstein = state.okh.backhand_used;
        match (self.side, counterblow || manstein) {
            (Side::Soviet, false) | (Side::Axis, true) => Posture::Attack,
            _ => Posture::Defend,
        }
    }

    /// Does the Axis play for cities here?
    pub(super) fn for_cities(&self, state: &State) -> bool {
        let victory = &self.game.scenario(state).victory;
        self.side == Side::Axis && (!victory.cities.is_empty() || victory.score("major-city").is_some())
    }

    /// Do the Germans strike back to retake them?
    fn counterstroke(&self, state: &State) -> bool {
        self.for_cities(state) && self.posture(state) == Posture::Attack
    }

    /// What a unit is about. In a counterstroke the infantry holds the line that the panzers leave.
    pub(super) fn stance(&self, chart: &Chart, unit: UnitId) -> Posture {
        if chart.counterstroke && !self.mobile(unit) { Posture::Defend } else { chart.posture }
    }

    /// The chart of a position.
    pub(super) fn chart(&self, state: &State) -> Chart {
        let mut goal = self.goals(state);
        let enemy = self.enemy_distance(state);
        // Whoever closes the ring holds something that must not be lost, least of all where nothing else counts.
        let ring = self.ring(state);
        let keep = if self.ring_decides(state) { 90 } else { 30 };
        ring.iter().for_each(|hex| goal[hex] += keep);
        self.guard_hqs(state, &enemy, &mut goal);
        self.clear_rear(state, &mut goal);
        let threat = self.threats(state, self.side.other());
        let board = &self.game.map(state).board;
        let mut pull = board.space_map(0);
        let mut hold = board.space_map(0);
        for hex in board.hexes().filter(|hex| goal[*hex] > 0) {
            if state.controller(hex) == self.side {
                let near = i32::from(12_u8.saturating_sub(enemy[hex]));
                hold[hex] = goal[hex] * near / 12;
            } else {
                pull[hex] = goal[hex];
            }
        }
        let mut artery = self.arteries(state, self.side.other());
        let lifeline = self.arteries(state, self.side);
        for hex in board.hexes().filter(|hex| lifeline[*hex] > 0 && (2..=5).contains(&enemy[*hex])) {
            hold[hex] = hold[hex].max(self.weights().lifeline + lifeline[hex] / 5);
        }
        for field in [&mut pull, &mut hold, &mut artery] {
            self.fade(state, field);
        }
        let influence = self.game.influence(state);
        Chart {
            posture: self.posture(state),
            ring,
            goal,
            pull,
            hold,
            artery,
            threat,
            counterstroke: self.counterstroke(state),
            enemy,
            fed: self.fed_areas(state, self.side),
            influence,
            points: self.points(state),
        }
    }

    /// Every hex of these regions that a supplied unit holds at the end scores (S2.v8 for the Soviets, S2.v9 for the Axis); hexes that are
    /// named are goals already.
    fn points(&self, state: &State) -> SpaceMap<u8> {
        let scenario = self.game.scenario(state);
        let mut points = scenario.map.board.space_map(0);
        if !self.is_last_turn(state) {
            return points;
        }
        let sign = if self.side == Side::Soviet { 1 } else { -1 };
        for score in
            scenario.victory.scores.iter().filter(|score| score.points.signum() == sign && score.most.is_none())
        {
            for hex in score.region.iter().flat_map(|region| scenario.map.region(*region).iter()) {
                points[hex] += score.points.unsigned_abs();
            }
        }
        scenario.victory.scores.iter().flat_map(|score| &score.hexes).for_each(|hex| points[*hex] = 0);
        points
    }

    fn is_last_turn(&self, state: &State) -> bool {
        state.turn == self.game.scenario(state).last_turn.0
    }

    /// What each hex is worth, by the victory conditions and the Führer's map.
    fn goals(&self, state: &State) -> SpaceMap<i32> {
        let map = self.game.map(state);
        let victory = &self.game.scenario(state).victory;
        let mut goal = map.board.space_map(0);
        let by_cities = !victory.cities.is_empty();
        let majors = victory.score("major-city").is_some();
        let weights = self.weights();
        // Whoever holds the crossings behind Stalingrad holds the pocket.
        let besieged = self.side == Side::Soviet && self.besieges(state);
        for hex in map.board.hexes() {
            let space = &map.spaces[hex];
            goal[hex] = match space.terrain {
                Terrain::MajorCity if by_cities || majors => weights.major,
                Terrain::MajorCity => 30,
                Terrain::City if by_cities => weights.city,
                Terrain::City => weights.town,
                _ => 0,
            };
            if space.airfield || space.red_star {
                goal[hex] += weights.sign;
            }
            if space.airfield && self.side == Side::Axis && state.fortress.marker.is_some() {
                goal[hex] += weights.airfield;
            }
            if space.red_star && besieged {
                goal[hex] += weights.star;
            }
        }
        if self.counterstroke(state) && !(by_cities && self.game.city_count(state).0 > 0) {
            self.prize(state).into_iter().for_each(|hex| goal[hex] += weights.prize);
        }
        if majors && self.posture(state) == Posture::Attack {
            let nobody = |hex: &SpaceId| state.field.stack(*hex).next().is_none();
            self.lost_cities(state).into_iter().filter(nobody).for_each(|hex| goal[hex] += weights.open_city);
        }
        if majors && self.side == Side::Soviet {
            for hex in self.front_goals(state) {
                let enough = self.strength_near(state, self.side, hex) >= weights.enough;
                goal[hex] += weights.main_goal - if enough { weights.enough_off } else { 0 };
            }
        }
        let point = if self.is_last_turn(state) { weights.point_last } else { weights.point_early };
        for score in &victory.scores {
            for hex in &score.hexes {
                goal[*hex] += i32::from(score.points) * point;
            }
        }
        for event in &victory.events {
            let worth = if event.at_once { weights.fatal } else { weights.decisive };
            self.game.decisive_hexes(state, event).iter().for_each(|hex| goal[*hex] += worth);
        }
        if let Some(row) = self.relief_row() {
            self.relief_goals(state, row, &mut goal);
            self.breach_goals(state, row, &mut goal);
        }
        for hex in map.stalingrad_hexes() {
            goal[*hex] += 50;
        }
        goal
    }

    /// Guard what loses the game slowly: an HQ that the enemy can come near gets company.
    fn guard_hqs(&self, state: &State, enemy: &SpaceMap<u8>, goal: &mut SpaceMap<i32>) {
        for (_, at) in self.game.hqs(state, self.side).filter(|(_, at)| enemy[*at] <= 6) {
            goal[at] += self.weights().hq_guard;
        }
    }

    /// Clear the rear: an enemy who stands on or next to the roads behind the own HQs cuts them all (4.1.1).
    fn clear_rear(&self, state: &State, goal: &mut SpaceMap<i32>) {
        let enemies = state.field.occupied(self.side.other());
        let sources = self.game.sources(state, self.side);
        let mut cutters: Vec<SpaceId> = Vec::new();
        for (_, at) in self.game.hqs(state, self.side) {
            for hex in self.line_to_source(state, at, &sources, &Spaces::EMPTY) {
                cutters.extend(self.game.around(state, hex).chain([hex]).filter(|near| enemies.contains(*near)));
            }
        }
        cutters.sort_unstable();
        cutters.dedup();
        cutters.into_iter().for_each(|hex| goal[hex] += self.weights().rear);
    }

    /// S4.v1: without a major city the rest is worth nothing. The one in the enemy's hands where the own strength outweighs his most, and
    /// fresh troops come soonest.
    pub(super) fn prize(&self, state: &State) -> Option<SpaceId> {
        let sources = self.game.sources(state, self.side);
        let far = |hex: SpaceId| sources.iter().map(|source| self.game.distance(state, source, hex)).min().unwrap_or(0);
        let promise = |hex: SpaceId| {
            let [own, enemy] = [self.side, self.side.other()].map(|side| self.strength_near(state, side, hex));
            own * 100 / (own + enemy).max(1) - self.weights().prize_far * far(hex) as i32
        };
        self.lost_cities(state).into_iter().max_by_key(|hex| promise(*hex))
    }

    /// The major cities in the enemy's hands, but for Stalingrad.
    pub(super) fn lost_cities(&self, state: &State) -> Vec<SpaceId> {
        let map = self.game.map(state);
        let lost = |hex: &SpaceId| {
            map.spaces[*hex].terrain == Terrain::MajorCity
                && !map.stalingrad_hexes().contains(hex)
                && state.controller(*hex) == self.side.other()
        };
        map.board.hexes().filter(lost).collect()
    }

    /// The attack factors of a side near a city.
    fn strength_near(&self, state: &State, side: Side, hex: SpaceId) -> i32 {
        let near = self.game.map(state).board.within(hex, NEAR_PRIZE).flat_map(|near| state.field.stack(near));
        near.filter(|unit| self.game.info(*unit).side == side).map(|unit| self.attack_of(state, unit)).sum()
    }

    /// Every front has its goal: the major city in the enemy's hands that is nearest to its HQ.
    fn front_goals(&self, state: &State) -> Vec<SpaceId> {
        let cities = self.lost_cities(state);
        let nearest = |at: SpaceId| cities.iter().copied().min_by_key(|hex| self.game.distance(state, at, *hex));
        let mut goals: Vec<SpaceId> = self.game.hqs(state, self.side).filter_map(|(_, at)| nearest(at)).collect();
        goals.sort_unstable();
        goals.dedup();
        goals
    }

    /// Spreads the pull of each hex over the land around it. No search of the kit's: what is spread fades by itself and starts from many strengths.
    fn fade(&self, state: &State, field: &mut SpaceMap<i32>) {
        let map = self.game.map(state);
        let mut open: Vec<SpaceId> = map.board.hexes().filter(|hex| field[*hex] > 0).collect();
        // The strongest first, so that few hexes are looked at twice.
        open.sort_by_key(|hex| (-field[*hex], hex.index()));
        let mut next = 0;
        while next < open.len() {
            let at = open[next];
            next += 1;
            let pull = self.faded(field[at]);
            if pull <= 0 {
                continue;
            }
            for near in map.board.neighbors(at) {
                if field[near.space] < pull && map.board.is_hex(near.space) && !map.spaces[near.space].is_water() {
                    field[near.space] = pull;
                    open.push(near.space);
                }
            }
        }
    }

    /// What is left of a pull one hex farther off. Beyond what draws from afar it fades faster: the greatest prize is a matter for those near it.
    fn faded(&self, pull: i32) -> i32 {
        let weights = self.weights();
        (pull - weights.fade_near).max(pull.min(weights.far_most) - weights.fade)
    }

    /// Hexes to the nearest unit of the enemy.
    fn enemy_distance(&self, state: &State) -> SpaceMap<u8> {
        let board = &self.game.map(state).board;
        steps(board, state.field.occupied(self.side.other()).iter(), |_, to, _| board.is_hex(to))
    }

    /// Attack factors of a side that could stand next to a hex after a move.
    pub(super) fn threats(&self, state: &State, side: Side) -> SpaceMap<i32> {
        let map = self.game.map(state);
        let mut threat = map.board.space_map(0);
        for from in state.field.occupied(side).iter() {
            for unit in state.field.stack(from) {
                let piece = state.field.get(unit);
                let factors = self.game.info(unit).factors(piece.steps);
                let (attack, range) = match piece.supply {
                    Supply::In => (i32::from(factors.attack), u32::from(factors.movement)),
                    Supply::Out => (i32::from(factors.attack).div_euclid(2), 1),
                    Supply::Fortress => (1, 0),
                };
                if attack == 0 {
                    continue;
                }
                for hex in map.board.within(from, range + 1) {
                    threat[hex] += attack;
                }
            }
        }
        threat
    }

    /// The roads from the HQs of a side to its sources, each worth what it feeds.
    fn arteries(&self, state: &State, side: Side) -> SpaceMap<i32> {
        let map = self.game.map(state);
        let mut artery = map.board.space_map(0);
        let sources = self.game.sources(state, side);
        for (hq, at) in self.game.hqs(state, side) {
            let radius = u32::from(self.game.info(hq).radius);
            let fed: i32 = map
                .board
                .within(at, radius)
                .flat_map(|hex| state.field.stack(hex))
                .filter(|unit| self.game.info(*unit).side == side)
                .count() as i32;
            let weight = (10 + 2 * fed).min(50);
            for hex in self.line_to_source(state, at, &sources, state.field.occupied(side.other())) {
                artery[hex] = artery[hex].max(weight);
            }
        }
        artery
    }

    /// A shortest way along roads and rails from an HQ to a source, around the hexes that are shut. Not by the board's trace: of sources as near
    /// that finds the lowest number, this one the first that is come to, and plans hang on it.
    fn line_to_source(&self, state: &State, at: SpaceId, sources: &Spaces, shut: &Spaces) -> Vec<SpaceId> {
        let map = self.game.map(state);
        let mut from: Vec<Option<SpaceId>> = vec![None; map.board.len()];
        let mut open = vec![at];
        let mut next = 0;
        while next < open.len() {
            let hex = open[next];
            next += 1;
            if sources.contains(hex) {
                let mut line = vec![hex];
                let mut back = hex;
                while let Some(before) = from[back.index()]
                    && back != at
                {
                    line.push(before);
                    back = before;
                }
                return line;
            }
            for near in map.board.neighbors(hex) {
                let to = near.space;
                if map.sides[near.edge].line() && to != at && from[to.index()].is_none() && !shut.contains(to) {
                    from[to.index()] = Some(hex);
                    open.push(to);
                }
            }
        }
        Vec::new()
    }

    /// Hexes in which a unit of this side would be in supply, by nation.
    pub(super) fn fed_areas(&self, state: &State, side: Side) -> [Spaces; 5] {
        let game = self.game;
        let ground = game.ground(state, side);
        let mut fed = [*game.source_reach(state, &ground); 5];
        for (hq, at) in game.hqs(state, side) {
            if !game.on_free_line(state, &ground, at, false) {
                continue;
            }
            let area = game.command_reach(state, &ground, hq, at);
            let nation = game.info(hq).nation;
            for (n, fed) in fed.iter_mut().enumerate() {
                // 4.3.1: German HQs feed all; allied ones their own, and a few guests.
                if nation == Nation::German || nation as usize == n {
                    *fed |= area;
                }
            }
        }
        fed
    }

    /// The modes in which units move in this phase.
    pub(super) fn modes(&self, state: &State) -> &'static [crate::state::Mode] {
        use crate::state::{Mode, Step};
        match (state.step(), self.side) {
            (Step::ExploitMovement, _) => &[Mode::Exploitation],
            (_, Side::Axis) if state.rail > 0 => &[Mode::Normal, Mode::Strategic, Mode::Rail],
            _ => &[Mode::Normal, Mode::Strategic],
        }
    }

    /// Everything in reach of these units.
    pub(super) fn reaches(&self, state: &State, units: &[UnitId]) -> Vec<super::reach::Reach> {
        let view = Outlook::default();
        let modes = self.modes(state);
        units.iter().map(|unit| self.reach(state, &view, *unit, modes)).filter(|reach| !reach.ways.is_empty()).collect()
    }
}
