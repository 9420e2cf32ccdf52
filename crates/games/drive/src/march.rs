//! 9.5 to 9.7 A group on the move: who goes along, where to, who stays behind.

use crate::Drive;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Decision, ask_while, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, March, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Log, Prompt, Side, must, unless};
use kessel_kit::no;

/// 9.2.c: a group that has been taken up goes on hex by hex, until it stops or cannot go on.
pub(crate) const MARCH: Decision = Decision {
    case: Case("9.2.c"),
    asks: phasing,
    check: |game, state, side, action, c| {
        let Some(march) = state.march() else { return not_now(c, "9.2.c") };
        match action {
            Action::With { unit } => game.check_with(state, march, side, unit, c),
            Action::Step { to } => game.check_step(state, march, side, to, c),
            Action::Drop { unit } => game.check_drop(state, march, side, unit, c),
            Action::Assault { at, manstein } if side == Side::Axis => game.check_assault(state, march, at, manstein, c),
            Action::Assault { .. } => c.ask(Case("5.3.c"), Err(no!("Soviet units never make mobile assaults"))),
            Action::Halt => game.check_halt(state, march, side, c),
            // 11.25.e: single aircraft never fly with a group on the move.
            Action::Support => c.ask(
                Case("11.25.e"),
                Err(no!("single aircraft are committed to prepared assaults, never to mobile ones")),
            ),
            _ => not_now(c, "9.2.c"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(march) = state.march() else { return kessel_kit::Flow::Continue(()) };
        if !march.moved {
            game.for_units(state, side, state.units_at(march.hex), |unit| Action::With { unit }, visit)?;
        }
        for to in game.open_steps(state, &march.units, side, march.hex) {
            visit(Action::Step { to })?;
        }
        if side == Side::Axis {
            for at in game.open_assaults(state, march) {
                visit(Action::Assault { at, manstein: false })?;
                game.offer(state, side, Action::Assault { at, manstein: true }, visit)?;
            }
        }
        game.for_units(state, side, march.units.iter().copied(), |unit| Action::Drop { unit }, visit)?;
        game.offer(state, side, Action::Halt, visit)
    },
    apply: |game, state, _, action, _, log| match action {
        Action::With { unit } => game.apply_with(state, unit),
        Action::Step { to } => game.apply_step(state, to, log),
        Action::Drop { unit } => game.apply_drop(state, unit),
        Action::Assault { at, manstein } => game.apply_assault(state, at, manstein, log),
        Action::Halt => state.frames.pop(),
        _ => {}
    },
    settle: |game, state, _, _| {
        let open = state.march().is_some_and(|march| !march.moved || game.march_goes_on(state, march));
        ask_while(open, state)
    },
    prompt: |game, seen, _| seen.march().map(|march| game.march_question(seen, march)).unwrap_or_default(),
};

impl Drive {
    /// 9.5, 9.28: may this unit go along?
    pub(crate) fn check_with(
        &self,
        state: &State,
        march: &March,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(from) = self.mover_rules(state, side, unit, c)? else { return Ok(()) };
        c.ask(Case("9.5.a"), unless(march.moved, no!("the group is on its way")))?;
        let known = march.units.contains(&unit);
        if !c.gate(Case("9.5.a"), unless(known || march.units.is_full(), no!("{unit} takes part already", unit)))? {
            return Ok(());
        }
        let origin = |u: UnitId| state.units[u.index()].origin;
        let together = from == march.hex
            && march.units.iter().all(|u| origin(*u) == origin(unit) && !state.arrived.contains(*u))
            && !state.arrived.contains(unit);
        if !c.gate(Case("9.5.a"), must(together, no!("{unit} did not begin the phase with the others", unit)))? {
            return Ok(());
        }
        let mut group = march.units.clone();
        group.push(unit);
        let open = self.any_step(state, &group, side, from);
        c.ask(Case("9.7"), must(open, no!("{unit} has nowhere to go", unit)))
    }

    pub(crate) fn check_step(&self, state: &State, march: &March, side: Side, to: SpaceId, c: &mut Consult) -> Verdict {
        let near = self.ground.between(march.hex, to);
        let Some(near) = near else {
            return c.ask(Case("9.1.a"), Err(no!("{to} is not next to {from}", to, from = march.hex)));
        };
        self.step_rules(state, &march.units, side, march.hex, &near, c)
    }

    /// 9.6: may one of the group stay here?
    pub(crate) fn check_drop(
        &self,
        state: &State,
        march: &March,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let member = self.side(unit) == side && march.units.contains(&unit);
        if !c.gate(Case("9.6"), must(member, no!("{unit} is not in the moving group", unit)))? {
            return Ok(());
        }
        c.ask(Case("9.6"), must(march.moved, no!("the group has not moved yet")))?;
        c.ask(Case("9.6"), unless(march.units.len() < 2, no!("{unit} is the last of the group", unit)))?;
        self.stop_rules(state, unit, c)
    }

    pub(crate) fn check_halt(&self, state: &State, march: &March, _side: Side, c: &mut Consult) -> Verdict {
        c.ask(Case("9.2.b"), must(march.moved, no!("the group has not moved yet")))?;
        march.units.iter().try_for_each(|unit| self.stop_rules(state, *unit, c))
    }

    /// After a step: is there anything left to decide?
    pub(crate) fn march_goes_on(&self, state: &State, march: &March) -> bool {
        let Some(side) = march.units.first().map(|unit| self.side(*unit)) else { return false };
        let held = march
            .units
            .iter()
            .any(|u| state.stopped.contains(*u) || self.is_frozen(state, *u) || state.at(*u) != Some(march.hex));
        if held {
            return false;
        }
        if self.any_step(state, &march.units, side, march.hex) {
            return true;
        }
        // 9.7: faster ones may go on if the slow stay behind.
        march.units.len() > 1
            && march.units.iter().any(|u| self.any_step(state, std::slice::from_ref(u), side, march.hex))
    }

    pub(crate) fn apply_with(&self, state: &mut State, unit: UnitId) {
        if let Frame::March(march) = state.frames.top_mut() {
            march.units.push(unit);
        }
    }

    pub(crate) fn apply_drop(&self, state: &mut State, unit: UnitId) {
        if let Frame::March(march) = state.frames.top_mut() {
            march.units.retain(|u| *u != unit);
        }
    }

    pub(crate) fn apply_step(&self, state: &mut State, to: SpaceId, log: &mut Log) {
        let Frame::March(march) = state.frames.top() else { return };
        let march = march.clone();
        let Some(side) = march.units.first().map(|unit| self.side(*unit)) else { return };
        let Some(near) = self.ground.between(march.hex, to) else { return };
        let cost = self.group_cost(state, &march.units, &near).unwrap_or(0);
        self.spend(state, &march.units, cost);
        if let Frame::March(march) = state.frames.top_mut() {
            march.hex = to;
            march.moved = true;
        }
        self.carry(state, &march.units, march.hex, to, Case("9.1.a"), log);
        self.occupied(state, side, to, log);
    }

    fn march_question(&self, seen: &State, march: &March) -> Prompt {
        let left = self.points_left(seen, &march.units);
        let who = self.names(seen, march.units.iter().copied());
        let place = self.hex_name(march.hex);
        let assaulted = march.units.iter().any(|unit| seen.assaulted.contains(*unit));
        let assaults = self.open_assaults(seen, march).count();
        let (case, next) = if assaulted && march.moved {
            ("9.30.a", "The hex is cleared: go on, leave units behind, or stop. There is no second mobile assault.")
        } else if assaults > 0 {
            ("9.24.a", "Go on, or make a mobile assault on a hex marked red.")
        } else if march.moved {
            ("9.2.c", "Go on, or stop.")
        } else {
            ("9.2.c", "Choose where to go.")
        };
        Prompt::new(Case(case), format!("{who} in {place}, points left: {left}. {next}"))
    }
}
