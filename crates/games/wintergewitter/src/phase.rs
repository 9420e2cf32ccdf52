//! 7 The player phases: supply, declarations, the order of the mechanized segments, the segments themselves, and how a turn begins.

mod works;

use crate::Winter;
use crate::action::{Action, Order};
use crate::data::{UnitId, UnitType};
use crate::decision::{Decides, Decision, Then, not_now, phasing, step_asks};
use crate::refusal::{Consult, Verdict, Why};
use crate::sequence::{Segment, Step, Who};
use crate::sets::UnitSet;
use crate::state::{Memory, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Log, No, Prompt, Side, must, unless};
use kessel_kit::{idle, never, no, nobody, nothing, wait};

/// A step that passes by itself.
pub(crate) const PASSING: Decision = Decision {
    case: Case("3.0.a"),
    asks: nobody,
    check: never,
    offers: nothing,
    apply: idle,
    settle: |game, state, dice, log| {
        game.next_step(state, dice, log);
        Then::Again
    },
    prompt: |_, _, _| Prompt::default(),
};

/// 15.1, 16.2.2: who entrenches and who builds a bridge this phase.
pub(crate) const DECLARATIONS: Decision = Decision {
    case: Case("15.1.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Dig { unit } => game.check_dig(state, side, unit, c),
        Action::Bridge { unit, to } => game.check_bridge(state, side, unit, to, c),
        Action::Top { unit } => game.check_top(state, side, unit, c),
        Action::Done => Ok(()),
        _ => not_now(c, "3.0.a"),
    },
    offers: |game, state, side, visit| {
        game.offer_works(state, side, visit)?;
        game.offer_tops(state, side, visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Dig { unit } => {
            state.memory.digging.insert(unit);
        }
        Action::Bridge { unit, to } => game.begin_bridge(state, unit, to),
        Action::Top { unit } => game.apply_top(state, unit, log),
        _ => game.next_step(state, dice, log),
    },
    settle: wait,
    prompt: |_, state, _| {
        step_asks(state, "Say who entrenches and which engineers build a bridge; they stay where they are this phase.")
    },
};

/// 7.2: movement or combat of the mechanized units first.
pub(crate) const ORDER: Decision = Decision {
    case: Case("7.2.a"),
    asks: phasing,
    check: |_, _, _, action, c| match action {
        Action::Order { .. } => Ok(()),
        _ => not_now(c, "7.2.a"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Order { order: Order::MoveFirst }, visit)?;
        game.offer(state, side, Action::Order { order: Order::CombatFirst }, visit)
    },
    apply: |game, state, _, action, dice, log| {
        if let Action::Order { order } = action {
            state.combat_first = order == Order::CombatFirst;
        }
        game.next_step(state, dice, log);
    },
    settle: wait,
    prompt: |_, state, _| step_asks(state, "Which comes first for your mechanized units: movement or combat?"),
};

/// 7.1: a segment in which units move or fight.
pub(crate) const SEGMENT: Decision = Decision {
    case: Case("7.1.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Done => Ok(()),
        Action::Top { unit } => game.check_top(state, side, unit, c),
        _ if state.activity().is_some_and(|a| a.moves) => game.check_movement(state, side, action, c),
        _ => game.check_combat(state, side, action, c),
    },
    offers: |game, state, side, visit| {
        if state.activity().is_some_and(|a| a.moves) {
            game.offer_movement(state, side, visit)?;
        } else {
            game.offer_combat(state, side, visit)?;
        }
        game.offer_tops(state, side, visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, _, log| match action {
        // 11.0.a: nobody has to fight.
        Action::Done => state.closing = true,
        Action::Top { unit } => game.apply_top(state, unit, log),
        Action::Move { .. } | Action::March { .. } | Action::Enter { .. } => {
            game.begin_march(state, side, action, log);
        }
        _ => game.begin_combat(state, side, action),
    },
    settle: |game, state, dice, log| {
        if !state.closing {
            return Then::Ask;
        }
        if game.find_excess(state) {
            return Then::Again;
        }
        state.closing = false;
        game.next_step(state, dice, log);
        Then::Again
    },
    prompt: |game, state, side| step_asks(state, game.segment_prompt(state, side)),
};

impl Winter {
    fn segment_prompt(&self, state: &State, side: Side) -> String {
        let Some(activity) = state.activity() else { return String::new() };
        let kind = if activity.mechanized { "mechanized" } else { "non-mechanized" };
        let owed = if state.initiative.first == Some(side) && matches!(activity.who, Who::First) {
            format!(" {} mandated attacks are still owed.", state.initiative.owed)
        } else {
            String::new()
        };
        if activity.moves {
            format!("Move your {kind} units.{owed}")
        } else {
            format!("Attack and bombard with your {kind} units.{owed}")
        }
    }

    /// Own unit on the map? After a 'no' nothing more is said.
    pub(crate) fn own_unit(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        case: Case,
        c: &mut Consult,
    ) -> Result<Option<SpaceId>, No<Why>> {
        if !c.gate(case, unless(self.side(unit) != side, no!("{unit} is not yours", unit)))? {
            return Ok(None);
        }
        let at = state.at(unit);
        if !c.gate(case, unless(at.is_none(), no!("{unit} is not on the map", unit)))? {
            return Ok(None);
        }
        Ok(at)
    }

    /// 7.1: may the unit act in this segment at all: category, reserve, Ring, Sixth Army?
    pub(crate) fn check_active(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(activity) = state.activity() else { return not_now(c, "3.0.a") };
        let info = self.data.info(unit);
        let category = match (side, info.mechanized) {
            (Side::Axis, false) => Case("7.1.b"),
            (Side::Axis, true) => Case("7.1.c"),
            (Side::Soviet, true) if info.kind == UnitType::MotInfantry => Case("7.1.f"),
            (Side::Soviet, true) => Case("7.1.d"),
            (Side::Soviet, false) => Case("7.1.e"),
        };
        let apart = if info.mechanized {
            no!("{unit} acts with the mechanized units", unit)
        } else {
            no!("{unit} acts with the non-mechanized units", unit)
        };
        c.ask(category, unless(info.mechanized != activity.mechanized, apart))?;
        self.check_free(state, unit, activity.who, c)
    }

    /// Reserves, Ring and Sixth Army act only when they are free to (5.2.t, 5.3.b, 5.3.l, 19.1.1.m).
    fn check_free(&self, state: &State, unit: UnitId, who: Who, c: &mut Consult) -> Verdict {
        let sixth = self.ground.sixth.contains(unit);
        let joined = state.pocket.linked.is_some_and(|turn| turn < state.turn);
        let case = if joined { Case("5.2.j") } else { Case("5.2.t") };
        c.ask(
            case,
            unless(sixth != (who == Who::Sixth) && !(sixth && joined), no!("{unit} does not act in this phase", unit)),
        )?;
        if self.ground.ring.contains(unit) {
            let free = state.pocket.freed.contains(unit);
            c.ask(Case("5.3.b"), must(free, no!("{unit} holds the ring and has not been freed", unit)))?;
            return c
                .ask(Case("5.3.l"), unless(who != Who::Ring && !joined, no!("{unit} acts in the Ring segment", unit)));
        }
        c.ask(Case("5.3.l"), unless(who == Who::Ring, no!("{unit} is no Ring unit", unit)))?;
        c.ask(
            Case("19.1.1.m"),
            unless(self.in_reserve(state, unit), no!("{unit} is in reserve and not released", unit)),
        )
    }

    /// The unit belongs to a reserve that has not been released.
    pub(crate) fn in_reserve(&self, state: &State, unit: UnitId) -> bool {
        self.ground.reserves[state.scenario as usize][unit.index()] & state.reserves != 0
    }

    /// 7.1, 5.2.t, 5.3.l: the units of a side to which this segment belongs: nobody else passes [`check_active`](Self::check_active).
    pub(crate) fn acting(&self, state: &State, side: Side) -> UnitSet {
        let Some(activity) = state.activity() else { return UnitSet::EMPTY };
        let own = self.ground.own[side.index()];
        let own = if activity.mechanized { own & self.ground.mechanized } else { own - self.ground.mechanized };
        match activity.who {
            Who::Sixth => own & self.ground.sixth,
            Who::Ring => own & self.ground.ring,
            Who::First | Who::Second if self.is_joined(state) => own,
            Who::First | Who::Second => own - self.ground.sixth - self.ground.ring,
        }
    }

    /// After the link of an earlier turn Sixth Army acts with the others.
    pub(crate) fn is_joined(&self, state: &State) -> bool {
        state.pocket.linked.is_some_and(|turn| turn < state.turn)
    }
}

/// The start of a turn: the track's reinforcements and releases, zones of the last turn gone.
pub(crate) fn begin_turn(game: &Winter, state: &mut State, _: &mut Dice, log: &mut Log) {
    let track = game.data.turn(state.turn);
    state.zones.clear();
    state.closest.swap(0, 1);
    state.closest[1] = vec![u8::MAX; state.closest[0].len()];
    state.pocket.due = state.pocket.near;
    state.tally = Default::default();
    for id in &track.releases {
        game.release_named(state, id, log);
    }
    for arrival in &track.arrivals {
        for unit in &arrival.units {
            if state.unit(*unit).place == Place::Later {
                state.unit_mut(*unit).place = Place::Entering(arrival.entry);
            }
        }
        if let Some(most) = arrival.most {
            state.pool = most;
        } else if game.data.scenario(state.scenario).pool.as_ref().is_some_and(|p| arrival.units.contains(&p.units[0]))
        {
            state.pool = u8::MAX;
        }
    }
    if state.christea.is_some_and(|turn| turn <= state.turn) {
        for unit in &game.data.scenario(state.scenario).christea {
            if state.unit(*unit).place == Place::Later {
                state.unit_mut(*unit).place = Place::Entering(crate::data::Area::EntryChristea);
            }
        }
    }
    for air in &track.air {
        state.air[air.index()] = crate::state::AirBox::Ready;
    }
    game.measure_all(state);
}

/// 3.1.4.a, 14.1.b: a player phase begins.
pub(crate) fn begin_phase(game: &Winter, state: &mut State, _: &mut Dice, log: &mut Log) {
    let first = state.initiative.first.unwrap_or(Side::Axis);
    state.phasing = if state.step() == Step::Player(Who::First, Segment::Supply) { first } else { first.other() };
    let side = state.phasing;
    game.fresh_memory(state);
    game.return_away(state, side, log);
    let units = game.own(side).filter(|u| state.at(*u).is_some()).collect::<UnitSet>();
    let apart = match side {
        Side::Axis if !game.is_joined(state) => game.ground.sixth,
        Side::Soviet if pocket_phase(game, state) => game.ground.ring,
        _ => UnitSet::EMPTY,
    };
    game.finish_digging(state, units - if side == Side::Axis { apart } else { UnitSet::EMPTY }, log);
    game.determine(state, side, units - apart, log);
}

fn pocket_phase(game: &Winter, state: &State) -> bool {
    crate::pocket::phase_exists(game, state)
}

/// 5.2.d, 5.2.p: Sixth Army's own phase begins.
pub(crate) fn begin_sixth(game: &Winter, state: &mut State, _: &mut Dice, log: &mut Log) {
    state.phasing = Side::Axis;
    game.fresh_memory(state);
    game.return_some(state, game.ground.sixth, log);
    let units = game.ground.sixth.iter().filter(|u| state.at(*u).is_some()).collect::<UnitSet>();
    game.finish_digging(state, units, log);
    game.supply_sixth(state, units, log);
}

/// 5.3.l, R111: the Ring segment begins.
pub(crate) fn begin_ring(game: &Winter, state: &mut State, _: &mut Dice, log: &mut Log) {
    state.phasing = Side::Soviet;
    game.fresh_memory(state);
    let units = game.ground.ring.iter().filter(|u| state.at(*u).is_some()).collect::<UnitSet>();
    game.determine(state, Side::Soviet, units, log);
}

/// 4z: bridges are finished, construction markers laid, reserves that the enemy came near released.
pub(crate) fn end_phase(game: &Winter, state: &mut State, dice: &mut Dice, log: &mut Log) {
    for (unit, edge) in std::mem::take(&mut state.memory.bridging) {
        let (a, b) = game.data.map.board.edge_ends(edge);
        if state.at(unit).is_some_and(|hex| hex == a || hex == b) {
            game.finish_bridge(state, unit, edge, dice, log);
        }
    }
    for unit in state.memory.digging.iter() {
        if state.at(unit).is_some() && !state.unit(unit).disrupted {
            state.digging.insert(unit);
        }
    }
    game.release_near(state, log);
    if matches!(state.step(), Step::Player(Who::Sixth, _)) || state.phasing == Side::Axis {
        game.end_thunderclap(state, log);
    }
    game.fresh_memory(state);
}

impl Winter {
    /// A phase begins: nobody has moved or fought, and everybody stands where he stands (8.4.c).
    pub(crate) fn fresh_memory(&self, state: &mut State) {
        let start = state.units.iter().map(|u| if let Place::At(hex) = u.place { hex } else { SpaceId(u16::MAX) });
        let start = start.collect();
        state.memory = Memory { start, ..Memory::default() };
    }

    /// 11.7.m, 11.7.n: units that retreated off the map come back where they left it, or at the nearest hex of the map outside enemy zones.
    fn return_away(&self, state: &mut State, side: Side, log: &mut Log) {
        let own = self.ground.own[side.index()];
        let apart = if side == Side::Axis && !self.is_joined(state) { self.ground.sixth } else { UnitSet::EMPTY };
        self.return_some(state, own - apart, log);
    }

    fn return_some(&self, state: &mut State, units: UnitSet, log: &mut Log) {
        for unit in units.iter() {
            let Place::Away(exit) = state.unit(unit).place else { continue };
            let Some(hex) = self.return_hex(state, unit, exit) else { continue };
            self.shift(state, unit, hex, Case("11.7.m"), log);
            if let Some(start) = state.memory.start.get_mut(unit.index()) {
                *start = hex;
            }
        }
    }

    fn return_hex(&self, state: &State, unit: UnitId, exit: SpaceId) -> Option<SpaceId> {
        let side = self.side(unit);
        let enemy = side.other();
        if !state.holds(enemy, exit) {
            return Some(exit);
        }
        let free = |hex: &SpaceId| self.is_land(side, *hex) && !state.holds(enemy, *hex) && !state.in_zone(enemy, *hex);
        let far = |hex: &SpaceId| (self.distance(exit, *hex), self.supply_distance(state, unit, None, *hex), *hex);
        self.data.map.board.hexes().filter(free).min_by_key(far)
    }
}
