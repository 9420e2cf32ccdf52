//! The plan of a movement phase: attacks that pay, then positions.

use super::Mind;
use super::fields::Fields;
use super::reach::Way;
use crate::action::Action;
use crate::data::{Nation, SpaceKind, UnitId, UnitKind};
use crate::evaluate::Reckoned;
use crate::state::{Phase, State, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Log, Side};
use std::collections::VecDeque;

/// An attack that could be made.
struct Assault {
    at: SpaceId,
    units: Vec<(UnitId, Way)>,
    worth: i32,
}

impl Mind<'_> {
    pub(super) fn plan_movement(&self) -> VecDeque<Action> {
        let fields = self.fields();
        let mut work = self.seen.clone();
        let mut plan = VecDeque::new();
        let mut free = self.game.own(self.side) - self.seen.moved;
        let most = match self.seen.phase() {
            Phase::UranusMovement => self.game.data.charts.uranus_moves(self.seen.turn),
            _ => u8::MAX,
        };
        // 7.1.1: those in battle decide first whether to leave it.
        for unit in (free & self.seen.engaged).iter() {
            self.settle_unit(&mut work, &fields, unit, &mut plan, most);
            free.remove(unit);
        }
        if self.seen.phase() != Phase::UranusMovement {
            let keep = self.garrisons(&fields) & free;
            let mut strikers = free - keep;
            self.plan_assaults(&mut work, &fields, &mut strikers, &mut plan);
            free = strikers | keep;
        }
        // At the end the Soviets spread out along the Volga instead.
        let spread = self.side == Side::Soviet && self.seen.turn >= 14;
        if self.seen.phase() != Phase::UranusMovement && !spread {
            self.settle_stacks(&mut work, &fields, &mut free, &mut plan);
        }
        for unit in self.in_order(&fields, free) {
            self.settle_unit(&mut work, &fields, unit, &mut plan, most);
        }
        self.transfers(&work, &mut plan);
        plan
    }

    /// Nearest to the enemy first: they decide what the others must cover.
    fn in_order(&self, fields: &Fields, units: UnitSet) -> Vec<UnitId> {
        let mut order: Vec<UnitId> = units.iter().filter(|u| self.seen.at(*u).is_some()).collect();
        order.sort_by_key(|u| (self.seen.at(*u).map_or(u8::MAX, |at| fields.enemy[at]), u.index()));
        order
    }

    /// Picks the best attack again and again until none pays.
    fn plan_assaults(&self, work: &mut State, fields: &Fields, free: &mut UnitSet, plan: &mut VecDeque<Action>) {
        let ways: Vec<(UnitId, Vec<Way>)> = free
            .iter()
            .filter(|u| fields.guard != Some(*u) || self.side != Side::Axis)
            .map(|u| (u, self.ways(work, u)))
            .collect();
        let mut done = crate::state::Spaces::EMPTY;
        loop {
            let enemy = self.game.picture(work).held[self.side.other().index()];
            let best = enemy
                .iter()
                .filter(|at| self.game.on_map(*at) && !done.contains(*at))
                .filter_map(|at| self.assault(work, &ways, *free, at))
                .max_by_key(|a| (a.worth, std::cmp::Reverse(a.at)));
            let Some(assault) = best else { return };
            done.insert(assault.at);
            for (unit, way) in &assault.units {
                free.remove(*unit);
                self.commit(work, *unit, way, plan);
            }
        }
    }

    /// The best attack into one space with the units still free.
    fn assault(&self, work: &State, ways: &[(UnitId, Vec<Way>)], free: UnitSet, at: SpaceId) -> Option<Assault> {
        let defence = self.reckon_all(self.game.units_in(work, at, self.side.other()));
        let there = self.game.units_in(work, at, self.side);
        let base = self.reckon_all(there);
        let old = self.game.picture(work).battle.contains(at);
        let mut can: Vec<(Reckoned, UnitId, &Way)> = ways
            .iter()
            .filter(|(unit, _)| free.contains(*unit))
            .filter_map(|(unit, ways)| ways.iter().find(|w| w.end() == at).map(|w| (self.reckon(*unit), *unit, w)))
            .collect();
        // Dry ways first: the first unit in decides whether it is a River Assault (7.9.1.f).
        can.sort_by_key(|(force, unit, way)| (way.wet, std::cmp::Reverse(force.firm + force.tank), unit.index()));
        let river = !old && can.first().is_none_or(|(_, _, way)| way.wet);
        let (mut sum, mut best) = (base, None);
        for (n, (force, _, _)) in can.iter().enumerate() {
            sum = sum.plus(*force);
            let forecast = self.forecast(sum, defence, at, river);
            let worth = self.attack_worth(self.side, forecast, defence, at) + self.entry_worth(work, at)
                - n as i32
                - self.restraint();
            if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, n + 1));
            }
        }
        let (worth, count) = best?;
        let units = can.into_iter().take(count).map(|(_, unit, way)| (unit, way.clone())).collect();
        Some(Assault { at, units, worth })
    }

    /// What it is worth merely to be in a space, whatever the battle there brings.
    ///
    /// 10.1: a city that would end the game must be disputed before the enemy's next turn begins.
    /// 10.2.3: an Axis unit in Stalingrad scores every turn, whoever else is there.
    fn entry_worth(&self, work: &State, at: SpaceId) -> i32 {
        if !self.game.units_in(work, at, self.side).is_empty() {
            return 0;
        }
        let places = &self.game.data.places;
        let fatal = match self.side {
            Side::Soviet => [places.stalingrad, places.astrakhan].contains(&at),
            Side::Axis => at == places.kharkov,
        };
        if fatal {
            return 2000;
        }
        if self.side == Side::Soviet || at != places.stalingrad {
            return 0;
        }
        let turns = (self.game.data.turns.len() as i32 - i32::from(self.seen.turn) + 1).min(6);
        20 * turns * self.weight(crate::data::Objective::Stalingrad)
    }

    /// What an attack must bring beyond nothing: the Soviets wait for their time, the Axis for good odds late in the year.
    fn restraint(&self) -> i32 {
        match (self.side, self.seen.turn) {
            (Side::Soviet, 1..=4) => 80,
            (Side::Soviet, 5..=7) => 12,
            (Side::Soviet, _) => -8,
            (Side::Axis, _) => 4,
        }
    }

    /// Stacks move together: one army alone would not dare what five dare.
    fn settle_stacks(&self, work: &mut State, fields: &Fields, free: &mut UnitSet, plan: &mut VecDeque<Action>) {
        let mut spaces: Vec<SpaceId> =
            free.iter().filter_map(|u| work.at(u)).filter(|s| self.game.on_map(*s)).collect();
        spaces.sort_unstable();
        spaces.dedup();
        for space in spaces {
            let stack = self.game.units_in(work, space, self.side) & *free;
            if stack.len() < 3 || self.is_garrison(space) {
                continue;
            }
            let ways: Vec<(UnitId, Vec<Way>)> = stack.iter().map(|u| (u, self.ways(work, u))).collect();
            let stay = self.stack_worth(work, fields, stack, space);
            let mut best: Option<(i32, SpaceId)> = None;
            for end in ways[0].1.iter().map(Way::end) {
                let together = ways.iter().all(|(_, w)| w.iter().any(|way| way.end() == end));
                if !together || self.game.picture(work).held[self.side.other().index()].contains(end) {
                    continue;
                }
                let mut after = work.clone();
                stack.iter().for_each(|u| self.game.put_unit(&mut after, u, end, &mut Log::silent()));
                let worth = self.stack_worth(&after, fields, stack, end);
                if worth > best.map_or(stay, |(most, _)| most) {
                    best = Some((worth, end));
                }
            }
            let Some((_, end)) = best else { continue };
            for (unit, ways) in &ways {
                if let Some(way) = ways.iter().find(|w| w.end() == end) {
                    free.remove(*unit);
                    self.commit(work, *unit, way, plan);
                }
            }
        }
    }

    /// Cities that are held by as many as they need, not by everybody who is there.
    fn is_garrison(&self, space: SpaceId) -> bool {
        let places = &self.game.data.places;
        [places.stalingrad, places.astrakhan, places.kharkov].contains(&space)
    }

    fn stack_worth(&self, state: &State, fields: &Fields, stack: UnitSet, at: SpaceId) -> i32 {
        let callings: i32 = stack.iter().map(|u| self.calling(state, fields, u, at)).sum();
        self.cutting(state) + callings - self.risk(state, fields, at)
    }

    /// Finds the best place for a unit and goes there, or leaves it where it stands.
    fn settle_unit(&self, work: &mut State, fields: &Fields, unit: UnitId, plan: &mut VecDeque<Action>, most: u8) {
        if marched(plan) >= usize::from(most) || work.at(unit).is_none() {
            return;
        }
        let stay = self.place_worth(work, fields, unit, work.at(unit));
        let mut best: Option<(i32, Way)> = None;
        for way in self.ways(work, unit) {
            let worth = self.worth_of(work, fields, unit, &way);
            if worth > best.as_ref().map_or(stay, |(most, _)| *most) {
                best = Some((worth, way));
            }
        }
        if let Some((_, way)) = best {
            self.commit(work, unit, &way, plan);
        }
    }

    /// The worth of a way's end for a unit; into the enemy only in Operation Uranus, where no battle follows.
    fn worth_of(&self, work: &State, fields: &Fields, unit: UnitId, way: &Way) -> i32 {
        let enemy = self.game.picture(work).held[self.side.other().index()].contains(way.end());
        if enemy && self.seen.phase() != Phase::UranusMovement {
            return i32::MIN;
        }
        let mut after = work.clone();
        self.game.put_unit(&mut after, unit, way.end(), &mut Log::silent());
        self.place_worth(&after, fields, unit, Some(way.end()))
    }

    /// What it is worth that a unit stands where it stands in this position.
    fn place_worth(&self, state: &State, fields: &Fields, unit: UnitId, at: Option<SpaceId>) -> i32 {
        let Some(at) = at else { return 0 };
        self.cutting(state) + self.calling(state, fields, unit, at) - self.risk(state, fields, at)
    }

    fn calling(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> i32 {
        match self.side {
            Side::Axis => self.axis_calling(state, fields, unit, at),
            Side::Soviet => self.soviet_calling(state, fields, at),
        }
    }

    /// Units cut off, theirs and ours.
    fn cutting(&self, state: &State) -> i32 {
        self.unsupplied(state, self.side.other()) * self.cut_worth() - self.unsupplied(state, self.side) * 45
    }

    fn cut_worth(&self) -> i32 {
        match (self.side, self.seen.turn) {
            (Side::Axis, _) | (_, 1..=7) => 14,
            (Side::Soviet, 8..=12) => 30,
            (Side::Soviet, _) => 60,
        }
    }

    /// What the enemy could do to the stack in his next turn.
    fn risk(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        if !self.game.on_map(at) {
            return 0;
        }
        let stack = self.reckon_all(self.game.units_in(state, at, self.side));
        // He has more to do than to attack here.
        let could = fields.threat[at] * 3 / 5;
        if could == 0 {
            return 0;
        }
        let attack = Reckoned { firm: could / 2, tank: could - could / 2, steps: could, units: 3 };
        let forecast = self.forecast(attack, stack, at, false);
        let worth = self.attack_worth(self.side.other(), forecast, stack, at).clamp(0, 120);
        // In their counter-offensive the Soviets dare more.
        if self.side == Side::Soviet && self.seen.turn >= 8 { worth / 2 } else { worth }
    }

    /// Where the Axis wants a unit.
    fn axis_calling(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> i32 {
        let data = &self.game.data;
        let info = &data.units[unit.index()];
        if fields.guard == Some(unit) {
            return -40 * i32::from(fields.kharkov[at]);
        }
        let mut worth = self.volga_call(state, at);
        if fields.caucasus_group.contains(unit) {
            let mountain = info.kind == UnitKind::Mountain && !state.edelweiss && self.seen.assets_of(unit).is_empty();
            let field = if mountain { &fields.elbrus } else { &fields.caucasus };
            worth -= 9 * i32::from(field[at]);
            if let Some(caucasus) = &data.spaces[at].caucasus {
                let alone = self.game.units_in(state, at, Side::Axis).len() <= 1;
                worth += if alone { 4 * i32::from(caucasus.points) } else { 0 };
            }
        } else if info.nation != Nation::German || info.group == "2. Armee" {
            worth -= 7 * i32::from(fields.flank[at]);
            let crowd = self.game.units_in(state, at, Side::Axis).len();
            worth -= 6 * i32::from(crowd.saturating_sub(1));
        } else {
            worth -= 8 * i32::from(fields.stalingrad[at].saturating_sub(1));
        }
        worth
    }

    /// 10.4: in the last turns a supplied unit must stand alone on the Volga.
    fn volga_call(&self, state: &State, at: SpaceId) -> i32 {
        if self.seen.turn < 13 {
            return 0;
        }
        let held = if self.game.principal(state) { 300 } else { 0 };
        held + if self.game.data.spaces[at].volga { 20 } else { 0 }
    }

    /// Where the Soviets want a unit.
    fn soviet_calling(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        let places = &self.game.data.places;
        let late = self.seen.turn >= 8;
        let mut worth = if late { -7 * i32::from(fields.enemy[at].saturating_sub(1)) } else { 0 };
        worth -= if late { 1 } else { 4 } * i32::from(fields.stalingrad[at].min(12));
        worth += self.garrison(state, fields, places.stalingrad, at, 30);
        worth += self.garrison(state, fields, places.astrakhan, at, 6);
        worth += self.cover_volga(state, fields);
        if !late {
            // Alone an army dies in one attack; five together do not.
            let crowd = i32::from(self.game.units_in(state, at, Side::Soviet).len());
            worth += if fields.threat[at] > 0 { 6 * (crowd - 1).min(6) } else { 0 };
            worth -= if self.game.data.spaces[at].alz { 30 } else { 0 };
        }
        if self.game.data.spaces[at].kind != SpaceKind::Hex && !self.game.on_map(at) {
            worth -= if fields.enemy[at] > 6 { 0 } else { 15 };
        }
        worth + self.caucasus_watch(state, fields, at)
    }

    /// 10.2.1: two armies in each of the far boxes make them dear; TCF itself is only the way there.
    fn caucasus_watch(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        if at == self.game.data.places.tcf {
            return -20;
        }
        let Some(caucasus) = &self.game.data.spaces[at].caucasus else { return 0 };
        let crowd = i32::from(self.game.units_in(state, at, Side::Soviet).len());
        let prize = if caucasus.points >= 2 { 35 + 3 * i32::from(caucasus.points) } else { 0 };
        let near = if fields.enemy[at] <= 2 { 15 } else { 0 };
        prize + near - 10 * (crowd - 1)
    }

    /// A city whose loss ends the game must hold what can come at it; `least` factors at any time when the enemy is near.
    fn garrison(&self, state: &State, fields: &Fields, city: SpaceId, at: SpaceId, least: u16) -> i32 {
        let here = self.reckon_all(self.game.units_in(state, city, Side::Soviet));
        let near = fields.enemy[city] <= 5;
        let need = (fields.threat[city] * 3 / 5).max(if near { least } else { 1 });
        let have = here.firm + here.tank / 2;
        let missing = -i32::from(need.saturating_sub(have).min(60)) * 3;
        // More than enough stands better elsewhere.
        let surplus = if at == city { i32::from(have.saturating_sub(need + need / 4).min(40)) } else { 0 };
        missing - surplus
    }

    /// The units that hold the cities whose loss ends the game: as many as the threat asks for, the weakest armour first.
    fn garrisons(&self, fields: &Fields) -> UnitSet {
        let places = &self.game.data.places;
        let mut keep = UnitSet::default();
        if self.side == Side::Axis {
            return keep;
        }
        for city in [places.stalingrad, places.astrakhan] {
            let mut units: Vec<UnitId> = self.game.units_in(self.seen, city, self.side).iter().collect();
            units.sort_by_key(|u| (self.reckon(*u).tank, u.index()));
            let need = (fields.threat[city] * 3 / 5).max(1);
            let mut have = 0;
            for unit in units {
                if have < need {
                    have += self.reckon(unit).firm;
                    keep.insert(unit);
                }
            }
        }
        keep
    }

    /// 10.4: at the end every Volga hex that the Axis can reach needs a Soviet unit in it.
    fn cover_volga(&self, state: &State, fields: &Fields) -> i32 {
        if self.seen.turn < 13 {
            return 0;
        }
        let picture = self.game.picture(state);
        let open = self.game.data.board.hexes().filter(|s| {
            self.game.data.spaces[*s].volga && fields.threat[*s] > 0 && !picture.held[Side::Soviet.index()].contains(*s)
        });
        let each = if self.seen.turn >= 14 { 70 } else { 35 };
        -each * open.count() as i32
    }

    /// Moves a unit in the working position and writes the march down.
    fn commit(&self, work: &mut State, unit: UnitId, way: &Way, plan: &mut VecDeque<Action>) {
        plan.push_back(Action::March { unit, kind: way.kind });
        plan.extend(way.path.iter().map(|to| Action::Step { to: *to }));
        plan.push_back(Action::Halt);
        self.game.put_unit(work, unit, way.end(), &mut Log::silent());
        work.moved.insert(unit);
    }

    /// 7.6: units that found no way onto the map go where the front is, one box at a time.
    fn transfers(&self, work: &State, plan: &mut VecDeque<Action>) {
        if self.side != Side::Soviet || self.seen.phase() != Phase::SovietMovement {
            return;
        }
        let places = &self.game.data.places;
        let caucasus_lost = self.game.data.board.boxes().any(|b| {
            self.game.data.spaces[b].caucasus.as_ref().is_some_and(|c| c.points > 1)
                && !self.game.units_in(work, b, Side::Axis).is_empty()
        });
        if caucasus_lost
            && let Some(unit) = (self.game.units_in(work, places.dsf, Side::Soviet) - work.moved).iter().next()
        {
            plan.push_back(Action::Transfer { unit, to: places.tcf });
        }
    }

    /// A step for a march whose plan has failed: towards the enemy's side of things, whatever is open.
    pub(super) fn best_step(&self) -> Action {
        let fields = self.fields();
        let near = |a: Action| match a {
            Action::Step { to } => Some(200 - i32::from(fields.stalingrad[to])),
            _ => None,
        };
        self.best(near).unwrap_or(self.offers[0])
    }

    /// 8.4: launched when the extra moves cut off enough, or when time runs short.
    pub(super) fn uranus(&self) -> Action {
        let mut state = self.seen.clone();
        state.uranus = Some(state.turn);
        *state.frames.top_mut() = crate::state::Frame::Phase(Phase::UranusMovement);
        self.game.prepare_movement(&mut state, Phase::UranusMovement);
        let mind = Mind { seen: &state, ..*self };
        let plan = mind.plan_movement();
        let before = self.unsupplied(self.seen, Side::Axis);
        let after = mind.unsupplied_after(&plan);
        if after - before >= 4 || self.seen.turn >= 12 { Action::Launch } else { Action::Done }
    }

    fn unsupplied_after(&self, plan: &VecDeque<Action>) -> i32 {
        let mut state = self.seen.clone();
        let mut unit = None;
        for action in plan {
            match action {
                Action::March { unit: u, .. } => unit = Some(*u),
                Action::Step { to } => {
                    if let Some(unit) = unit {
                        self.game.put_unit(&mut state, unit, *to, &mut Log::silent());
                    }
                }
                _ => {}
            }
        }
        self.unsupplied(&state, Side::Axis)
    }
}

/// How many marches a plan holds.
fn marched(plan: &VecDeque<Action>) -> usize {
    plan.iter().filter(|a| matches!(a, Action::March { .. })).count()
}
