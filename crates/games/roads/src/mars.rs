//! 6 Operation Mars.

use crate::Roads;
use crate::action::Action;
use crate::data::{Mars, MarsBox, SupportId, UnitId};
use crate::decision::{Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Place, State, SupportBox, SupportSet};
use kessel_kernel::{Case, Dice, Event, Log, Side, must};
use kessel_kit::no;

/// 6.1.1: supports are returned for a better roll, then Mars is rolled.
pub(crate) const MARS: Decision = Decision {
    case: Case("6.1.1.a"),
    asks: phasing,
    check: Roads::check_mars,
    offers: Roads::offer_mars,
    apply: Roads::do_mars,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Operation Mars: return supports for a better roll, then roll.".into(),
};

impl Roads {
    /// Is it rolled for in this turn (6.1.1.a, 6.1.2, 6.1.3)?
    pub(crate) fn mars_runs(&self, state: &State) -> bool {
        let mars = &self.data.charts.mars;
        let during = (mars.first_turn.0..=mars.last_turn.0).contains(&state.turn);
        during && !state.mars.over && self.uses(state, "6")
    }

    /// The box of the marker.
    fn mars_box(&self, state: &State) -> Option<&MarsBox> {
        self.data.charts.mars.boxes.iter().find(|line| line.place == state.mars.at)
    }

    /// What the operation does to the STAVKA acquisition roll (PA.MARS).
    pub(crate) fn mars_modifier(&self, state: &State) -> i16 {
        if !self.uses(state, "6") {
            return 0;
        }
        let change = self.mars_box(state).and_then(|line| line.acquisition);
        change.filter(|(_, until)| state.turn <= until.0).map_or(0, |(by, _)| i16::from(by))
    }

    /// Supports of the STAVKA box that may be returned for the roll.
    fn mars_supports(&self, state: &State) -> SupportSet {
        let limit = self.data.charts.mars.support_limit;
        if !self.mars_runs(state) || state.mars.paid >= limit || state.banned[0] {
            return SupportSet::EMPTY;
        }
        self.stavka_money(state)
    }

    /// Supports of the STAVKA box that can be spent at all.
    pub(crate) fn stavka_money(&self, state: &State) -> SupportSet {
        let good = |m: &SupportId| self.support(*m).generic && !self.support(*m).compulsory;
        self.box_of(state, SupportBox::Stavka).iter().filter(good).collect()
    }

    pub(crate) fn check_mars(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("PA.MARS");
        match action {
            Action::Pay { marker } => {
                if self.held(state, side, marker, case, c)?.is_none() {
                    return Ok(());
                }
                c.ask(
                    Case("6.1.1.a"),
                    must(self.mars_runs(state), no!("there is no roll for Operation Mars in this turn")),
                )?;
                let limit = self.data.charts.mars.support_limit;
                let why = no!("no more than {number} supports are returned for the roll", number = limit);
                c.ask(case, must(state.mars.paid < limit, why))?;
                c.ask(case, self.may_spend(state, side, marker, Some(SupportBox::Stavka)))
            }
            // The end of the step is the roll.
            Action::Done => Ok(()),
            _ => not_now(c, Case("6.1.1.a")),
        }
    }

    pub(crate) fn offer_mars(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        self.mars_supports(state).iter().try_for_each(|marker| visit(Action::Pay { marker }))
    }

    pub(crate) fn end_mars(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        if self.mars_runs(state) {
            self.roll_mars(state, dice, log);
        }
    }

    pub(crate) fn do_mars(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Pay { marker } => {
                state.mars.paid += 1;
                self.spend(state, marker, Case("PA.MARS"), log);
            }
            _ => self.end_step(state, dice, log),
        }
    }

    /// 6.1.1.b: the modified roll moves the marker, and its box takes effect.
    fn roll_mars(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let mars: &Mars = &self.data.charts.mars;
        let roll = self.roll_two(Case("6.1.1.a"), Side::Soviet, "Operation Mars", dice, log);
        let launch = if state.launched { i16::from(mars.launch_modifier) } else { 0 };
        let paid = i16::from(state.mars.paid) * i16::from(mars.support_bonus);
        let shift = *mars.shift.get(i16::from(roll) + launch + paid + i16::from(state.mars.stalin));
        let lowest = mars.boxes.iter().map(|line| line.place).min().unwrap_or(0);
        let highest = mars.boxes.iter().map(|line| line.place).max().unwrap_or(0);
        let from = state.mars.at;
        state.mars.at = (from + shift).clamp(lowest, highest);
        let to = state.mars.at;
        // 6.1.1.c: what the box says holds.
        let Some(line) = self.mars_box(state) else { return };
        log.add(|| {
            self.track_event(Case("6.1.1.b"), "mars", from.into(), to.into(), format!("Operation Mars: {}", line.name))
        });
        // 6.1.2: collapse and breakthrough end it; 6.1.1.d: so does the last roll.
        if line.ends || state.turn >= mars.last_turn.0 {
            state.mars.over = true;
            self.mars_effects(state, line, log);
        }
    }

    /// Units of the box are put on the turn track; a division may be late.
    fn mars_effects(&self, state: &mut State, line: &MarsBox, log: &mut Log) {
        let turn = line.arrive.map_or(state.turn, |turn| turn.0);
        for &unit in &line.units {
            if state.field.get(unit).place != Place::Aside {
                continue;
            }
            state.field.put(unit, Place::Due(turn));
            log.add(|| {
                let when = self.data.turn_name(crate::data::Turn(turn));
                Event::note(Case("6.1.1.d"), format!("{} will come in {when}", self.info(unit).name))
            });
        }
        let Some((division, turns)) = line.delays else { return };
        for unit in (0..self.data.units.len()).map(UnitId::at) {
            if self.info(unit).division != Some(division) {
                continue;
            }
            if let Place::Due(due) = state.field.get(unit).place {
                state.field.put(unit, Place::Due(due + turns));
                log.add(|| Event::note(Case("PA.MARS"), format!("{} will come later", self.info(unit).name)));
            }
        }
    }
}
