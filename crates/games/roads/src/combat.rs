//! 8 Combat: who attacks what (8.1, 8.3). The questions of a combat are in `combat/questions.rs`, its seven steps in
//! `combat/steps.rs`.

mod questions;
mod steps;
mod supports;

pub(crate) use questions::FIGHT;

use crate::Roads;
use crate::action::Action;
use crate::data::{Nation, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing, wait};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Fight, FightKind, Frame, State, Step, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, must};
use kessel_kit::no;

/// 8.1: hexes are attacked one after the other.
pub(crate) const COMBAT: Decision = Decision {
    case: Case("8.1.1"),
    asks: phasing,
    check: Roads::check_combat,
    offers: Roads::offer_combat,
    apply: Roads::do_combat,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Choose a hex to attack.".into(),
};

/// 9.3: units that still have their markers attack, as in any combat (9.3.2.a).
pub(crate) const EXPLOIT_COMBAT: Decision = Decision {
    case: Case("9.3.1"),
    asks: phasing,
    check: Roads::check_combat,
    offers: Roads::offer_combat,
    apply: Roads::do_combat,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Attack with units that still have Exploitation markers.".into(),
};

/// 8.3: attackers are named.
pub(crate) const MUSTER: Decision = Decision {
    case: Case("8.3.1"),
    asks: phasing,
    check: Roads::check_muster,
    offers: Roads::offer_muster,
    apply: Roads::do_muster,
    settle: wait,
    prompt: |game, seen, _| game.muster_question(seen),
};

impl Roads {
    /// The kind of combat that the step allows.
    fn step_kind(state: &State) -> FightKind {
        if state.step() == Step::ExploitCombat { FightKind::Exploitation } else { FightKind::Combat }
    }

    pub(crate) fn check_combat(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Attack { at } => {
                let enemy = state.field.occupied(side.other()).contains(at);
                c.ask(Case("8.1.1"), must(enemy, no!("no enemy unit stands in {at}", at)))?;
                let struck = state.struck.contains(at);
                c.ask(Case("8.1.8"), must(!struck, no!("{at} has been attacked in this phase", at)))?;
                let able = self.around(state, at).any(|hex| {
                    state.field.stack(hex).any(|unit| self.may_attack(state, side, Self::step_kind(state), at, unit))
                });
                let answer = if able { Ok(()) } else { Err(self.nobody_attacks(state, side, at)) };
                c.ask(Case("8.1.1"), answer)
            }
            // 8.1.3, 8.1.4: nobody has to attack, whoever stands beside him.
            Action::Done => Ok(()),
            _ => not_now(c, Case("8.1.1")),
        }
    }

    pub(crate) fn offer_combat(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let targets = *state.field.occupied(side.other()) - state.struck;
        for at in targets.iter().filter(|at| self.near_enemy(state, side.other(), *at)) {
            let attack = Action::Attack { at };
            self.offer(state, side, attack, visit)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn do_combat(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Attack { at } => {
                state.fight = Some(Fight::new(Self::step_kind(state), side, at));
                // 8.1.7: this attack is fought to its end before the next is chosen.
                state.frames.push(Frame::Muster);
            }
            _ => self.end_step(state, dice, log),
        }
    }

    /// 9.3.3: the markers come off.
    pub(crate) fn end_exploitation(&self, state: &mut State, _: &mut Dice, _: &mut Log) {
        for unit in self.data.unit_ids() {
            state.field.get_mut(unit).exploiting = false;
        }
    }

    /// Why no unit of a side can attack a hex.
    fn nobody_attacks(&self, state: &State, side: Side, at: SpaceId) -> Why {
        if !self.near_enemy(state, side.other(), at) {
            no!("no unit of yours is next to {at}", at)
        } else if state.step() == Step::ExploitCombat {
            no!(
                "no unit of yours next to {at} can attack it: only units with an Exploitation marker attack now, each once",
                at
            )
        } else {
            no!(
                "no unit of yours next to {at} can attack it: each attacks once in a phase, headquarters never, and a river may be in the way",
                at
            )
        }
    }

    /// May this unit take part in an attack on a hex?
    fn may_attack(&self, state: &State, side: Side, kind: FightKind, at: SpaceId, unit: UnitId) -> bool {
        self.check_attacker(state, side, kind, at, unit, &mut Consult::strict()).is_ok()
    }

    fn check_attacker(
        &self,
        state: &State,
        side: Side,
        kind: FightKind,
        at: SpaceId,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        c.ask(Case("8.1.1"), self.own_on_map(state, side, unit))?;
        c.ask(Case("8.3.3.b"), self.no_hq(unit))?;
        let Some(from) = state.field.at(unit) else { return Ok(()) };
        let adjacent = self.map(state).board.are_adjacent(from, at);
        c.ask(Case("8.1.1"), must(adjacent, no!("{unit} is not next to {at}", unit, at)))?;
        // 8.1.10: each unit for itself, wherever others of its hex go.
        let attacked = state.attacked.contains(unit);
        c.ask(Case("8.1.9"), must(!attacked, no!("{unit} has attacked in this phase", unit)))?;
        if kind == FightKind::Exploitation {
            let marked = state.field.get(unit).exploiting;
            c.ask(Case("8.14.4"), must(marked, no!("{unit} has no Exploitation marker", unit)))?;
        }
        c.ask(Case("3.2.2.j"), self.dry_attack(state, side, from, at))?;
        let may = self.may_act(state, unit);
        c.ask(
            Case("10.4.3.q"),
            must(may, no!("only the stacks of the Sortie may attack from the pocket: {unit} stays", unit)),
        )
    }

    pub(crate) fn check_muster(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Some(fight) = &state.fight else { return not_now(c, Case("8.3.1")) };
        match action {
            Action::Join { unit } => {
                self.check_attacker(state, side, fight.kind, fight.hex, unit, c)?;
                let joined = fight.attackers.contains(unit);
                c.ask(Case("8.3.1"), must(!joined, no!("{unit} takes part already", unit)))?;
                c.ask(Case("8.1.12"), self.nations_agree(fight.attackers, unit))
            }
            Action::Fight => {
                let some = !fight.attackers.is_empty();
                c.ask(Case("8.3.1"), must(some, no!("name at least one attacking unit first")))
            }
            Action::Play { .. } => self.check_play(state, side, action, c),
            _ => not_now(c, Case("8.3.3.a")),
        }
    }

    /// 8.1.12, 8.1.13: allies of two nations never attack together; any of them may with Germans.
    fn nations_agree(&self, attackers: UnitSet, unit: UnitId) -> Result<(), Why> {
        let nation = self.info(unit).nation;
        let foreign = |other: UnitId| {
            let other = self.info(other).nation;
            other != nation && other != Nation::German
        };
        let clash = self.is_allied(unit) && attackers.iter().any(foreign);
        must(!clash, no!("{unit} cannot join: Italians, Romanians and Hungarians never attack together", unit))
    }

    pub(crate) fn offer_muster(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        // 8.1.11: from all the hexes beside it.
        for hex in self.around(state, fight.hex) {
            for unit in state.field.stack(hex) {
                let join = Action::Join { unit };
                self.offer(state, side, join, visit)?;
            }
        }
        if !fight.attackers.is_empty() {
            visit(Action::Fight)?;
        }
        if side == Side::Axis { self.offer_play(state, side, visit) } else { Flow::Continue(()) }
    }

    pub(crate) fn do_muster(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Join { unit } => {
                if let Some(fight) = &mut state.fight {
                    fight.attackers.insert(unit);
                }
            }
            Action::Fight => {
                let Some(fight) = state.fight.take() else { return };
                state.frames.pop();
                self.begin_fight(state, fight.kind, fight.hex, fight.attackers, log);
            }
            Action::Play { .. } => self.do_play(state, side, action, dice, log),
            _ => {}
        }
    }

    /// The attack is declared: irrevocable (8.3.3).
    pub(crate) fn begin_fight(
        &self,
        state: &mut State,
        kind: FightKind,
        hex: SpaceId,
        attackers: UnitSet,
        log: &mut Log,
    ) {
        let side = state.phasing;
        let mut fight = Fight::new(kind, side, hex);
        // 8.3.4: whoever was not named has no part in it.
        fight.attackers = attackers;
        // 8.1.5, 8.1.6, 8.3.2: all of them, and nobody is asked.
        fight.defenders = self.stack_of(state, hex);
        for from in attackers.iter().filter_map(|unit| state.field.at(unit)) {
            if !fight.from.contains(&from) && !fight.from.is_full() {
                fight.from.push(from);
            }
        }
        if kind != FightKind::Surprise {
            state.attacked |= attackers;
            state.struck.insert(hex);
        }
        log.add(|| {
            let names: Vec<_> = attackers.iter().map(|unit| self.info(unit).name.as_str()).collect();
            let text = format!("{} attack {}", names.join(", "), self.hex_name(state, hex));
            Event::note(Case("8.3.1"), text)
        });
        state.fight = Some(fight);
        state.frames.push(Frame::Fight);
    }

    /// 8.3: who attacks so far, and on which column.
    fn muster_question(&self, seen: &State) -> Prompt {
        let Some(fight) = &seen.fight else { return Prompt::default() };
        let hex = self.hex_name(seen, fight.hex);
        let text = match fight.attackers.len() {
            0 => format!("Name the units that attack {hex}."),
            n => {
                let who = if n == 1 { "One unit attacks".to_owned() } else { format!("{n} units attack") };
                let column = self.preview_of(seen, fight).column;
                format!("{who} {hex} on column {column}. Once the attack begins the choice stands.")
            }
        };
        Prompt::new(Case("8.3.1"), text)
    }
}
