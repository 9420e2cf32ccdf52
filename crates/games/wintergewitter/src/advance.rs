//! 11.8 Advance after combat.

use crate::Winter;
use crate::action::Action;
use crate::data::{LossClass, MoveClass, UnitId, UnitType, Water};
use crate::decision::{Decides, Decision, Then, not_now};
use crate::refusal::{Consult, Verdict};
use crate::state::{AttackKind, Fight, Frame, Runner, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Log, Prompt, Side, ToAct, unless};
use kessel_kit::no;

/// 11.8.a, 11.8.b: attackers advance, one hex at a time, before anything else happens.
pub(crate) const ADVANCE: Decision = Decision {
    case: Case("11.8.a"),
    asks: |_, state| state.fight.as_ref().map_or(ToAct::Nobody, |fight| fight.attacker.into()),
    check: |game, state, _, action, c| match action {
        Action::Advance { unit, to } => game.check_advance(state, unit, to, c),
        Action::Done => Ok(()),
        _ => not_now(c, "11.8.b"),
    },
    offers: |game, state, side, visit| {
        for runner in state.runners.iter().filter(|runner| runner.left > 0) {
            let Some(hex) = state.at(runner.unit) else { continue };
            for near in game.data.map.board.neighbors(hex) {
                game.offer(state, side, Action::Advance { unit: runner.unit, to: near.space }, visit)?;
            }
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, _, log| match action {
        Action::Advance { unit, to } => game.advance(state, unit, to, log),
        _ => game.end_advance(state),
    },
    settle: |game, state, _, _| {
        if state.runners.iter().all(|runner| runner.left == 0) {
            game.end_advance(state);
            return Then::Again;
        }
        Then::Ask
    },
    prompt: |_, _, _| {
        Prompt::new(Case("11.8.a"), "Your units may advance. The first hex is the one that the enemy left.")
    },
};

impl Winter {
    /// Step 8. If the defender holds the hex nobody advances (8.4.1.k).
    pub(crate) fn begin_advance(&self, state: &mut State, log: &mut Log) {
        self.check_attackers(state);
        let Some(fight) = &state.fight else { return };
        let (hex, kind) = (fight.hex, fight.kind);
        // 11.2.8.a: if all of them are gone; 11.2.8.b: for attackers only.
        if !self.defenders(state, fight).is_empty() || self.attackers(state, fight).is_empty() {
            return self.set_stage(state, Stage::End);
        }
        let length = self.advance_length(fight);
        state.runners = self.runners(state, fight, length).into_iter().collect();
        self.set_stage(state, Stage::End);
        // 11.8.u.
        if kind == AttackKind::Hasty {
            self.enter_vacated(state, hex, log);
        }
        if state.runners.iter().any(|runner| runner.left > 0) {
            state.frames.push(Frame::Advance);
        }
    }

    /// 11.8.c, 11.8.d, R108: hexes, the vacated one counted.
    fn advance_length(&self, fight: &Fight) -> u8 {
        if let Some(granted) = fight.granted {
            return granted;
        }
        let fled = if fight.fled { fight.retreat } else { 0 };
        fled.max(1 + fight.unmet)
    }

    fn runners(&self, state: &State, fight: &Fight, length: u8) -> Vec<Runner> {
        let builds = |unit: UnitId| state.memory.bridging.iter().any(|(builder, _)| *builder == unit);
        let able =
            |unit: &UnitId| !self.data.info(*unit).kind.is_gun() && !fight.barred.contains(*unit) && !builds(*unit);
        let mut runners = Vec::new();
        for unit in self.attackers(state, fight).iter().filter(able) {
            let left = self.reach_of(unit, length);
            runners.push(Runner { unit, left, started: false, on_path: Some(0) });
        }
        runners
    }

    /// 11.8.j, 11.8.m, 11.8.n, 11.8.o: how far a unit goes.
    fn reach_of(&self, unit: UnitId, length: u8) -> u8 {
        let info = self.data.info(unit);
        match (info.kind, info.kind.movement()) {
            (UnitType::Cavalry, _) => length.min(2),
            (_, MoveClass::NonMotorized) => length.min(1),
            _ => length,
        }
    }

    /// 8.4.1.i: hasty attackers must enter, if no river without a bridge lies between (R56).
    fn enter_vacated(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        for index in 0..state.runners.len() {
            let unit = state.runners[index].unit;
            state.runners[index].left = state.runners[index].left.max(1);
            if self.check_advance(state, unit, hex, &mut Consult::strict()).is_ok() {
                self.advance(state, unit, hex, log);
            } else {
                state.runners[index].left = 0;
            }
        }
    }

    fn check_advance(&self, state: &State, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        let Some(fight) = &state.fight else { return not_now(c, "11.8.a") };
        let runner = state.runners.iter().find(|runner| runner.unit == unit);
        let gun = self.data.info(unit).kind.is_gun() && fight.attackers.contains(unit);
        c.ask(Case("11.8.a"), unless(gun, no!("{unit} is artillery and does not advance", unit)))?;
        if !c.gate(Case("11.8.a"), unless(runner.is_none(), no!("{unit} may not advance", unit)))? {
            return Ok(());
        }
        let Some(runner) = runner else { return Ok(()) };
        c.ask(self.length_case(unit), unless(runner.left == 0, no!("{unit} has advanced as far as it may", unit)))?;
        let Some(hex) = state.at(unit) else { return Ok(()) };
        // 11.8.g: beyond it anywhere.
        let first = !runner.started && to != fight.hex;
        if !c.gate(Case("11.8.f"), unless(first, no!("{unit} enters the vacated hex first", unit)))? {
            return Ok(());
        }
        let edge = self.data.map.board.edge(hex, to);
        if !c.gate(Case("11.8.e"), unless(edge.is_none(), no!("{to} is not next to the unit", to)))? {
            return Ok(());
        }
        // 11.8.q: with a bridge there is none.
        let water = edge.map(|edge| self.water(state, edge));
        c.ask(
            Case("11.8.p"),
            unless(water != Some(Water::None), no!("a river without a bridge lies before {to}", to)),
        )?;
        self.check_ground(state, self.side(unit), hex, to, c)?;
        let held = self.is_defended(state, self.side(unit), to);
        c.ask(Case("11.8.a"), unless(held, no!("{to} is held by the enemy", to)))
    }

    fn length_case(&self, unit: UnitId) -> Case {
        match (self.data.info(unit).kind, self.data.info(unit).kind.movement()) {
            (UnitType::Cavalry, _) => Case("11.8.o"),
            (_, MoveClass::NonMotorized) => Case("11.8.n"),
            _ => Case("11.8.c"),
        }
    }

    /// One hex; who leaves the path of retreat may have to stop (11.8.h, 11.8.i).
    fn advance(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        let path = state.fight.as_ref().map(|fight| fight.path.clone()).unwrap_or_default();
        self.pay_advance(state, unit, to);
        self.shift(state, unit, to, Case("11.8.a"), log);
        let stops = self.must_stop(state, unit, to);
        let Some(runner) = state.runners.iter_mut().find(|runner| runner.unit == unit) else { return };
        runner.left = runner.left.saturating_sub(1);
        if !runner.started {
            runner.started = true;
            return;
        }
        let follows = runner.on_path.filter(|at| path.get(usize::from(*at)) == Some(&to));
        runner.on_path = follows.map(|at| at + 1);
        if follows.is_none() && stops {
            runner.left = 0;
            log.reveal();
        }
    }

    /// 11.8.c: an advance counts hexes and no points; but who attacked out of his movement has left an entrenchment (15.2.a) or come into an
    /// interdiction zone (4.4.d) while he moves.
    fn pay_advance(&self, state: &mut State, unit: UnitId, to: SpaceId) {
        let Some(from) = state.at(unit) else { return };
        let mover = state.march.as_ref().and_then(|march| march.movers.iter().find(|m| m.unit == unit));
        let Some(toll) = mover.map(|mover| self.toll(state, from, mover, to)) else { return };
        let zones = self.zones_around(state, to);
        let movers = state.march.iter_mut().flat_map(|march| &mut march.movers);
        for mover in movers.filter(|m| m.unit == unit) {
            mover.left = (mover.left - toll).max(0);
            mover.zones |= zones;
        }
    }

    /// 11.8.k, 11.8.l, 11.8.m, 11.8.w: whose zones stop a unit off the path.
    fn must_stop(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        let side = self.side(unit);
        let makers = self.zone_makers(state, side.other(), hex);
        if self.data.info(unit).kind.movement() != MoveClass::Mechanized {
            return !makers.is_empty();
        }
        makers.iter().any(|enemy| {
            let kind = self.data.info(enemy).kind;
            match side {
                Side::Axis => kind.is_tank(),
                Side::Soviet => matches!(kind.losses(), LossClass::Armor | LossClass::Artillery),
            }
        })
    }

    fn end_advance(&self, state: &mut State) {
        state.runners.clear();
        state.frames.pop();
    }
}
