//! PA.SUP.surprise: a stack moves a hex and attacks in the Support phase (5.5.7.b, Example 4).

use crate::Roads;
use crate::action::Action;
use crate::bars::Way;
use crate::data::{SupportClass, SupportId, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, not_now, soviet};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Fight, FightKind, Frame, State, Surprise, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

const CASE: Case = Case("PA.SUP.surprise");

/// PA.SUP.surprise: a stack steps and attacks before the others.
pub(crate) const SURPRISE: Decision = Decision {
    case: Case("PA.SUP.surprise"),
    asks: soviet,
    check: Roads::check_surprise,
    offers: Roads::offer_surprise,
    apply: Roads::do_surprise,
    settle: Roads::settle_surprise,
    prompt: |game, seen, _| match seen.frames.top() {
        Frame::Surprise(surprise) if !surprise.fought => {
            format!("Surprise Attack from {}: step one hex, or attack.", game.hex_name(seen, surprise.at)).into()
        }
        _ => "The Surprise Attack is over: advance, or stay.".into(),
    },
};

impl Roads {
    /// The units that a marker on a hex would be for: no HQ (8.3.3.b), nobody a second time (5.5.7.d).
    fn surprise_stack(&self, state: &State, at: SpaceId) -> UnitSet {
        let free = |unit: &UnitId| {
            let info = self.info(*unit);
            info.side == Side::Soviet && !info.is_hq() && !state.surprised.contains(*unit)
        };
        state.field.stack(at).filter(free).collect()
    }

    /// May a Surprise Attack be put on the stack in a hex?
    pub(crate) fn check_surprise_on(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        at: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(from) = self.ready(state, side, marker, c)? else { return Ok(()) };
        let kind = self.support(marker).class == SupportClass::Surprise;
        c.ask(CASE, must(kind, no!("{marker} is no Surprise Attack", marker)))?;
        let units = self.surprise_stack(state, at);
        let some = must(!units.is_empty(), no!("no unit in {at} can make a Surprise Attack", at));
        if !c.gate(Case("5.5.7.d"), some)? {
            return Ok(());
        }
        c.ask(self.special(state, "S2.aa"), self.foothold_rule(state, at))?;
        self.offensive_rules(state, marker, from, at, c)?;
        let plan = Surprise { marker, start: at, at, units, fought: false };
        let reaches = self.surprise_reaches(state, &plan);
        c.ask(CASE, must(reaches, no!("there is nothing to attack from {at}, nor from a hex next to it", at)))
    }

    /// Is there an enemy to attack, from where the stack is or after a step?
    fn surprise_reaches(&self, state: &State, plan: &Surprise) -> bool {
        let strikes = |from: SpaceId| self.around(state, from).any(|to| self.surprise_target(state, from, to).is_ok());
        strikes(plan.at) || self.around(state, plan.at).any(|to| self.steps_to(state, plan, to) && strikes(to))
    }

    fn steps_to(&self, state: &State, plan: &Surprise, to: SpaceId) -> bool {
        self.check_surprise_step(state, plan, to, &mut Consult::strict()).is_ok()
    }

    /// 8.1.1, 3.2.2.j: can the stack in a hex attack another?
    fn surprise_target(&self, state: &State, from: SpaceId, to: SpaceId) -> Result<(), (Case, Why)> {
        let enemy = state.field.occupied(Side::Axis).contains(to);
        must(enemy, no!("no enemy unit stands in {to}", to)).map_err(|why| (Case("8.1.1"), why))?;
        let adjacent = self.map(state).board.are_adjacent(from, to);
        let why = no!("{from} is not next to {to}", from, to);
        must(adjacent, why).map_err(|why| (Case("8.1.1"), why))?;
        self.dry_attack(state, Side::Soviet, from, to).map_err(|why| (Case("3.2.2.j"), why))
    }

    /// EX4.a: one hex, whatever it costs (7.1.8) and however full it is; what bars every movement bars this one too.
    fn check_surprise_step(&self, state: &State, plan: &Surprise, to: SpaceId, c: &mut Consult) -> Verdict {
        let first = plan.at == plan.start && !plan.fought;
        c.ask(Case("EX4.a"), must(first, no!("the stack has moved its hex")))?;
        if !c.gate(Case("7.1.7"), self.open_hex(state, to))? {
            return Ok(());
        }
        let map = self.map(state);
        let adjacent = map.board.are_adjacent(plan.at, to);
        c.ask(Case("EX4.a"), must(adjacent, no!("{hex} is not next to {to}", hex = plan.at, to)))?;
        if self.scenario(state).rules.footholds && self.space(state, to).foothold {
            // They carry a support: they may not end there.
            c.ask(self.special(state, "S2.aa"), Err(no!("units in {to} may have no supports", to)))?;
        }
        let side = map.between(plan.at, to);
        for unit in plan.units.iter() {
            self.bound(state, unit, plan.at, c)?;
            let bridged = self.bridged(state, Side::Soviet, plan.at, to, side);
            self.barred(state, unit, plan.at, to, Way::Move, side, bridged, c)?;
            if let Err(no) = self.no_place(state, unit, to) {
                c.ask(no.case, Err(no.why))?;
            }
        }
        Ok(())
    }

    /// The marker is put on the stack; it is used up by it.
    pub(crate) fn do_surprise_on(&self, state: &mut State, marker: SupportId, at: SpaceId, log: &mut Log) {
        let units = self.surprise_stack(state, at);
        self.spend(state, marker, CASE, log);
        log.add(|| {
            let id = self.data.supports.markers[marker.index()].id.clone();
            let what = What::Marker { marker: id, at: self.map(state).board.name(at).into(), placed: true };
            Event::new(CASE, what, format!("A Surprise Attack from {}", self.hex_name(state, at)))
        });
        state.frames.push(Frame::Surprise(Surprise { marker, start: at, at, units, fought: false }));
    }

    pub(crate) fn check_surprise(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let Frame::Surprise(plan) = *state.frames.top() else { return not_now(c, CASE) };
        match action {
            Action::Step { to } => self.check_surprise_step(state, &plan, to, c),
            Action::Attack { at } => match self.surprise_target(state, plan.at, at) {
                Ok(()) => c.ask(Case("8.1.1"), Ok(())),
                Err((case, why)) => c.ask(case, Err(why)),
            },
            // 8.1.3: nobody has to attack.
            Action::Done => Ok(()),
            _ => not_now(c, CASE),
        }
    }

    pub(crate) fn offer_surprise(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::Surprise(plan) = *state.frames.top() else { return Flow::Continue(()) };
        for at in self.around(state, plan.at) {
            if self.surprise_target(state, plan.at, at).is_ok() {
                visit(Action::Attack { at })?;
            }
        }
        for to in self.around(state, plan.at) {
            if self.steps_to(state, &plan, to) {
                visit(Action::Step { to })?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_surprise(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Frame::Surprise(plan) = *state.frames.top() else { return };
        match action {
            Action::Step { to } => {
                *state.frames.top_mut() = Frame::Surprise(Surprise { at: to, ..plan });
                for unit in plan.units.iter() {
                    self.enter_hex(state, unit, to, Case("EX4.a"), log);
                }
            }
            // EX4.b: these units alone.
            Action::Attack { at } => {
                state.surprised |= plan.units;
                self.begin_fight(state, FightKind::Surprise, at, plan.units, log);
            }
            _ => self.end_surprise(state, plan, log),
        }
    }

    /// The combat is over; who was to advance has done so (EX4.c).
    pub(crate) fn surprise_over(&self, state: &mut State, _: &Fight, _: &mut Log) {
        for frame in state.frames.iter_mut() {
            if let Frame::Surprise(plan) = frame {
                plan.fought = true;
            }
        }
    }

    /// Whoever neither advanced nor retreated goes back to where the stack came from.
    fn end_surprise(&self, state: &mut State, plan: Surprise, log: &mut Log) {
        state.frames.pop();
        if plan.at == plan.start {
            return;
        }
        for unit in plan.units.iter() {
            if state.field.at(unit) == Some(plan.at) {
                self.enter_hex(state, unit, plan.start, CASE, log);
            }
        }
    }

    pub(crate) fn settle_surprise(&self, state: &mut State, _: &mut Dice, log: &mut Log) -> Then {
        let Frame::Surprise(plan) = *state.frames.top() else { return Then::Ask };
        if !plan.fought && self.surprise_reaches(state, &plan) {
            return Then::Ask;
        }
        self.end_surprise(state, plan, log);
        Then::Again
    }
}
