//! 11.30 to 11.37 Combat results: losses and exchange.

use crate::Drive;
use crate::action::Action;
use crate::data::{CombatResult, UnitId, UnitKind};
use crate::decision::{Decision, Then, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::sets::UnitSet;
use crate::state::{Fight, Frame, Place, State};
use kessel_kernel::{Case, Event, Log, Prompt, Side, What, must, unless};
use kessel_kit::no;

/// 11.32: the attacker names who takes the losses.
pub(crate) const LOSSES: Decision = Decision {
    case: Case("11.32.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Lose { unit } => game.check_lose(state, side, unit, c),
        _ => not_now(c, "11.32.a"),
    },
    offers: |game, state, side, visit| {
        let losers = state.fight().map_or(UnitSet::EMPTY, |fight| game.losers(state, fight));
        game.for_units(state, side, losers.iter(), |unit| Action::Lose { unit }, visit)
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Lose { unit } = action {
            game.apply_lose(state, unit, log);
        }
    },
    settle: |game, state, _, log| {
        let Frame::Losses(left) = *state.frames.top() else { return Then::Ask };
        if game.settle_losses(state, left, log) { Then::Again } else { Then::Ask }
    },
    prompt: |_, seen, _| {
        let Frame::Losses(left) = *seen.frames.top() else { return Prompt::default() };
        let steps = if left == 1 { "one step".to_owned() } else { format!("{left} steps") };
        let panzer = |fight: &Fight| fight.launch.is_some() && fight.result == Some(CombatResult::AttackerLosesOne);
        if seen.fight().is_some_and(panzer) {
            let text = format!("The mobile assault has cost {steps}: a panzer division takes it.");
            return Prompt::new(Case("11.32.b"), text);
        }
        Prompt::new(Case("11.32.a"), format!("Your attackers lose {steps}. Who takes the loss?"))
    },
};

impl Drive {
    /// 11.30.a: the defender suffers first.
    pub(crate) fn defender_suffers(&self, state: &mut State, fight: Fight, log: &mut Log) {
        match fight.result {
            // 11.31.a: a stalled prepared assault changes nothing; 11.31.b: a mobile one ends in `end_assault`.
            // 11.32.c: nor does AL1 touch him.
            None | Some(CombatResult::AttackStalled | CombatResult::AttackerLosesOne) => {}
            Some(CombatResult::DefenderRetreats) => {
                self.guests_die(state, &fight, log);
                if fight.defenders.is_empty() {
                    self.garrison_falls(state, &fight, log);
                } else {
                    state.frames.push(Frame::Retreat(fight.defenders));
                }
            }
            Some(CombatResult::DefenderEliminated | CombatResult::Exchange) => {
                self.guests_die(state, &fight, log);
                self.eliminate(state, &fight, fight.defenders, log);
            }
        }
    }

    /// 11.35.b: units that had retreated into the hex die with its defenders.
    fn guests_die(&self, state: &mut State, fight: &Fight, log: &mut Log) {
        for unit in fight.guests.iter() {
            // 11.35.c: it pays for nothing that the result demands.
            self.kill(state, unit, fight.unsupplied.contains(unit), Case("11.35.b"), log);
        }
    }

    /// R49: a garrison never retreats; without a unit of the victor it is there again.
    fn garrison_falls(&self, state: &mut State, fight: &Fight, log: &mut Log) {
        if let Frame::Fight(fight) = state.frames.top_mut() {
            fight.steps_lost = 1;
        }
        log.add(|| Event::note(Case("11.40.a"), format!("The garrison of {} is beaten", self.hex_name(fight.target))));
    }

    /// 11.36: one step from every unit.
    pub(crate) fn eliminate(&self, state: &mut State, fight: &Fight, units: UnitSet, log: &mut Log) {
        if fight.defenders.is_empty() {
            self.garrison_falls(state, fight, log);
            return;
        }
        let mut lost = 0;
        for unit in units.iter() {
            lost += 1;
            self.lose_step(state, unit, fight.unsupplied.contains(unit), Case("11.36.a"), log);
        }
        for frame in state.frames.iter_mut() {
            if let Frame::Fight(fight) = frame {
                fight.steps_lost += lost;
            }
        }
    }

    /// 2.12.b: a full two-step unit is turned over; 2.12.c: any other dies.
    pub(crate) fn lose_step(&self, state: &mut State, unit: UnitId, cut_off: bool, case: Case, log: &mut Log) {
        if state.units[unit.index()].steps > 1 {
            state.units[unit.index()].steps -= 1;
            log.add(|| {
                let (counter, at) = (self.unit_id(unit).into(), self.loss_place(state, unit));
                let what = What::Loss { counter, at, steps: 1, gone: false };
                Event::new(case, what, format!("{} is reduced", self.unit_name(unit)))
            });
        } else {
            self.kill(state, unit, cut_off, case, log);
        }
    }

    /// The hex in which a unit suffers a loss.
    fn loss_place(&self, state: &State, unit: UnitId) -> String {
        state.at(unit).map_or_else(String::new, |hex| self.hex_id(hex).to_owned())
    }

    /// A unit dies; 4.3, 4.8: in the pile that counts if it was cut off.
    pub(crate) fn kill(&self, state: &mut State, unit: UnitId, cut_off: bool, case: Case, log: &mut Log) {
        let counts =
            cut_off && if state.is_blue() { self.side(unit) == Side::Soviet } else { self.card(unit).is_german() };
        log.add(|| {
            let (counter, at) = (self.unit_id(unit).into(), self.loss_place(state, unit));
            let what = What::Loss { counter, at, steps: 1, gone: true };
            Event::new(case, what, format!("{} is destroyed", self.unit_name(unit)))
        });
        self.lift(state, unit, if counts { Place::Piled } else { Place::Dead });
        state.units[unit.index()].steps = 0;
        if counts {
            state.pile += 1;
            let pile = i32::from(state.pile);
            log.add(|| {
                let case = if state.is_blue() { Case("4.3.a") } else { Case("4.8.a") };
                let what = What::Track { track: "pile".into(), from: pile - 1, to: pile };
                Event::new(case, what, format!("Units lost without supply: {pile}"))
            });
            self.check_pile(state, log);
        }
    }

    /// 11.32, 11.37: the attacker suffers.
    pub(crate) fn attacker_suffers(&self, state: &mut State, fight: Fight) {
        let steps = match fight.result {
            Some(CombatResult::AttackerLosesOne) => 1,
            Some(CombatResult::Exchange) => fight.steps_lost,
            // 11.36.b: DE costs him nothing.
            _ => 0,
        };
        if steps > 0 {
            state.frames.push(Frame::Losses(steps));
        }
    }

    /// Those from whom the next step can be taken.
    pub(crate) fn losers(&self, state: &State, fight: &Fight) -> UnitSet {
        let alive: UnitSet = fight.units.iter().filter(|u| state.at(*u).is_some()).collect();
        // 11.32.b: in a mobile assault AL1 falls on a panzer division.
        if fight.launch.is_some() && fight.result == Some(CombatResult::AttackerLosesOne) {
            return alive.iter().filter(|u| self.card(*u).kind == UnitKind::Panzer).collect();
        }
        alive
    }

    pub(crate) fn check_lose(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        if self.own_unit(state, side, unit, Case("11.32.a"), c)?.is_none() {
            return Ok(());
        }
        let Some(fight) = state.fight() else { return not_now(c, "11.32.a") };
        let case = if fight.result == Some(CombatResult::Exchange) { Case("11.37.a") } else { Case("11.32.a") };
        if !c.gate(case, must(fight.units.contains(unit), no!("{unit} took no part", unit)))? {
            return Ok(());
        }
        let spared = !self.losers(state, fight).contains(unit);
        c.ask(Case("11.32.b"), unless(spared, no!("a panzer division takes the loss, not {unit}", unit)))
    }

    pub(crate) fn apply_lose(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(fight) = state.fight().copied() else { return };
        if let Frame::Losses(left) = state.frames.top_mut() {
            *left -= 1;
        }
        let case = if fight.result == Some(CombatResult::Exchange) { Case("11.37.a") } else { Case("11.32.a") };
        self.lose_step(state, unit, fight.unsupplied.contains(unit), case, log);
    }

    /// Losses without a choice are taken: true if something was done.
    pub(crate) fn settle_losses(&self, state: &mut State, left: u8, log: &mut Log) -> bool {
        let Some(fight) = state.fight().copied() else {
            state.frames.pop();
            return true;
        };
        let losers = self.losers(state, &fight);
        // 11.30.b: what nobody is left to pay is paid by nobody.
        if left == 0 || losers.is_empty() {
            state.frames.pop();
            return true;
        }
        let steps: u32 = losers.iter().map(|u| u32::from(state.units[u.index()].steps)).sum();
        if losers.len() == 1 || steps <= u32::from(left) {
            if let Some(unit) = losers.first() {
                self.apply_lose(state, unit, log);
            }
            return true;
        }
        false
    }
}
