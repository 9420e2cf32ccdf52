//! 13.1.3 Units enter the STAVKA Reserve.

use crate::Roads;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Place, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// 13.1.3: units enter the reserve.
pub(crate) const ENTER: Decision = Decision {
    case: Case("13.1.3.a"),
    asks: phasing,
    check: Roads::check_enter,
    offers: Roads::offer_enter,
    apply: Roads::do_enter,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Units on or next to two HQs may enter the reserve, where they are refitted.".into(),
};

impl Roads {
    pub(crate) fn enter_enter(&self, state: &mut State, _: &mut Dice, _: &mut Log) {
        // 13.1.3.c: chosen anew, whoever asked for a release.
        state.stavka.entering = [None; 2];
        state.stavka.entering_left = [0; 2];
    }

    /// How many units an HQ may still send; a third HQ none (13.1.3.a).
    fn entry_left(&self, state: &State, hq: UnitId, at: SpaceId) -> u8 {
        let stavka = &state.stavka;
        if let Some(slot) = stavka.entering.iter().position(|known| *known == Some(hq)) {
            return stavka.entering_left[slot];
        }
        if stavka.entering.contains(&None) { self.hq_row(state, at).enter } else { 0 }
    }

    pub(crate) fn check_enter(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let (unit, hq) = match action {
            Action::Done => return Ok(()),
            Action::Enter { unit, hq } => (unit, hq),
            _ => return not_now(c, Case("13.1.3.a")),
        };
        let phase = self.stavka_phase(state);
        c.ask(self.special(state, "S2.u"), must(phase, no!("there is no STAVKA phase in this turn")))?;
        let case = Case("13.1.3.a");
        c.ask(case, self.own_on_map(state, side, unit))?;
        c.ask(case, self.no_hq(unit))?;
        c.ask(case, self.own_on_map(state, side, hq))?;
        c.ask(case, must(self.info(hq).is_hq(), no!("{hq} is no headquarters", hq)))?;
        let (Some(from), Some(at)) = (state.field.at(unit), state.field.at(hq)) else { return Ok(()) };
        let near = self.at_hq(state, Some(hq), from);
        c.ask(case, must(near, no!("{unit} is not with or next to the HQ in {at}", unit, at)))?;
        let left = self.entry_left(state, hq, at) > 0;
        c.ask(
            Case("13.1.3.b"),
            must(
                left,
                no!("{hq} may send no more units into the reserve: two HQs do, each as many as its place allows", hq),
            ),
        )?;
        // R103: the last positions in Stalingrad are held.
        let held =
            self.scenario(state).rules.footholds && self.space(state, from).foothold && self.axis_in_stalingrad(state);
        c.ask(
            self.special(state, "S2.y"),
            must(!held, no!("{unit} does not leave {from} while the Axis is in Stalingrad", unit, from)),
        )
    }

    pub(crate) fn offer_enter(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if !self.stavka_phase(state) {
            return Flow::Continue(());
        }
        for (hq, at) in self.hqs(state, side).filter(|(hq, at)| self.entry_left(state, *hq, *at) > 0) {
            for hex in std::iter::once(at).chain(self.around(state, at)) {
                for unit in state.field.stack(hex) {
                    self.offer(state, side, Action::Enter { unit, hq }, visit)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// 13.2.2: it is at full strength there.
    pub(crate) fn do_enter(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Enter { unit, hq } = action else { return self.end_step(state, dice, log) };
        let Some(at) = state.field.at(hq) else { return };
        let known = state.stavka.entering.iter().position(|known| *known == Some(hq));
        let slot = known.or_else(|| state.stavka.entering.iter().position(Option::is_none)).unwrap_or(0);
        let left = self.entry_left(state, hq, at);
        state.stavka.entering[slot] = Some(hq);
        state.stavka.entering_left[slot] = left.saturating_sub(1);
        self.remove_unit(state, unit, Place::Reserve, Case("13.1.3.a"), log);
        state.field.get_mut(unit).steps = self.info(unit).steps();
        log.add(|| {
            let info = self.info(unit);
            let what = What::Place { counter: info.id.clone(), at: "STAVKA".into() };
            Event::new(Case("13.2.2"), what, format!("{} enters the STAVKA Reserve", info.name))
        });
    }
}
