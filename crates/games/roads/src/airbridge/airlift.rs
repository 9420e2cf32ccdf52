//! 10.4.3.m The Ju 52 Support event: a PaK 88 or an Alarm unit is flown into the pocket.

use crate::Roads;
use crate::action::Action;
use crate::data::{SupportClass, SupportId, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, axis, not_now};
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, Place, Spot, State, Supply, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, must};
use kessel_kit::no;

/// 10.4.3.m: a support is flown into the pocket.
pub(crate) const AIRLIFT: Decision = Decision {
    case: Case("10.4.3.m"),
    asks: axis,
    check: Roads::check_airlift,
    offers: Roads::offer_airlift,
    apply: Roads::do_airlift,
    settle: Roads::settle_airlift,
    prompt: |game, seen, _| {
        let Frame::Airlift { hex } = *seen.frames.top() else { return Prompt::default() };
        format!("Choose the support that is flown into {}.", game.hex_name(seen, hex)).into()
    },
};

impl Roads {
    /// 10.4.3.m: PaK 88 and Alarm markers of the Axis box.
    fn freight<'a>(&'a self, state: &'a State) -> impl Iterator<Item = SupportId> + 'a {
        let held = self.supports().filter(|m| state.spot(*m) == Spot::Box(SupportBox::Axis));
        held.filter(|m| matches!(self.support(*m).class, SupportClass::Pak | SupportClass::Alarm))
    }

    /// The counter that an Alarm marker is.
    fn alarm_unit(&self, state: &State, marker: SupportId) -> Option<UnitId> {
        let kind = &self.support(marker).id;
        let mut counters = self.data.unit_ids().filter(|unit| self.info(*unit).support.as_ref() == Some(kind));
        counters.find(|unit| state.field.get(*unit).place == Place::Aside)
    }

    /// Is there anything that can be brought into the hex?
    pub(super) fn check_freight(&self, state: &State, hex: SpaceId, c: &mut Consult) -> Verdict {
        let german = self.pocket_stack(state, hex).iter().any(|unit| self.is_german(unit));
        let some = self.freight(state).any(|m| match self.support(m).class {
            SupportClass::Pak => german,
            _ => self.alarm_unit(state, m).is_some(),
        });
        c.ask(Case("10.4.3.m"), must(some, no!("there is no PaK 88 or Alarm in the Axis box that could be brought in")))
    }

    /// 10.4.3.m, R98: one PaK 88 or Alarm marker comes into the hex of the Ju 52.
    pub(crate) fn check_airlift(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Frame::Airlift { hex } = *state.frames.top() else { return not_now(c, Case("10.4.3.m")) };
        let (Action::Attach { marker, .. } | Action::Alarm { marker, .. }) = action else {
            return c.ask(Case("10.4.3.m"), Err(no!("a PaK 88 or an Alarm support must be brought in")));
        };
        if !c.gate(Case("10.4.3.m"), self.own_marker(side, marker))? {
            return Ok(());
        }
        let held = self.freight(state).any(|m| m == marker);
        c.ask(Case("10.4.3.m"), must(held, no!("{marker} is no PaK 88 or Alarm support in your box", marker)))?;
        let class = self.support(marker).class;
        match action {
            Action::Attach { unit, .. } => {
                c.ask(
                    Case("10.4.3.m"),
                    must(class == SupportClass::Pak, no!("{marker} is not attached to a unit", marker)),
                )?;
                let inside = self.pocket_stack(state, hex).contains(unit);
                c.ask(Case("10.4.3.m"), must(inside, no!("{unit} is no OOS-FS unit in {hex}", unit, hex)))?;
                c.ask(Case("5.5.3.e"), must(self.is_german(unit), no!("{unit} is not German", unit)))
            }
            Action::Alarm { at, .. } => {
                let alarm = class == SupportClass::Alarm && self.alarm_unit(state, marker).is_some();
                c.ask(Case("10.4.3.m"), must(alarm, no!("{marker} is no Alarm unit", marker)))?;
                c.ask(Case("10.4.3.m"), must(at == hex, no!("the Ju 52 lies in {hex}, not in {at}", hex, at)))
            }
            _ => Ok(()),
        }
    }

    /// The markers, with the units that a PaK 88 can serve.
    pub(crate) fn offer_airlift(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::Airlift { hex } = *state.frames.top() else { return Flow::Continue(()) };
        let mut offer = |action: Action| match self.check_airlift(state, side, action, &mut Consult::strict()) {
            Ok(()) => visit(action),
            Err(_) => Flow::Continue(()),
        };
        for marker in self.freight(state) {
            match self.support(marker).class {
                SupportClass::Alarm => offer(Action::Alarm { marker, at: hex })?,
                _ => state.field.stack(hex).try_for_each(|unit| offer(Action::Attach { marker, unit }))?,
            }
        }
        Flow::Continue(())
    }

    /// Brings it in. An Alarm unit joins the defence if the hex is under attack.
    pub(crate) fn do_airlift(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Frame::Airlift { hex } = *state.frames.top() else { return };
        state.frames.pop();
        match action {
            Action::Attach { marker, unit } => {
                self.set_spot(state, marker, Spot::Unit(unit));
                log.reveal();
                log.add(|| {
                    let text = format!("{} joins {}", self.support(marker).name, self.info(unit).name);
                    Event::note(Case("10.4.3.m"), text)
                });
            }
            Action::Alarm { marker, .. } => {
                let Some(unit) = self.alarm_unit(state, marker) else { return };
                self.set_spot(state, marker, Spot::Unit(unit));
                let piece = state.field.get_mut(unit);
                piece.steps = self.info(unit).steps();
                piece.supply = Supply::Fortress;
                log.reveal();
                self.enter_hex(state, unit, hex, Case("10.4.3.m"), log);
                if let Some(fight) = state.fight.as_mut().filter(|fight| fight.hex == hex) {
                    fight.defenders.insert(unit);
                    // 8.11: it is German.
                    fight.weak_allies = false;
                }
            }
            _ => {}
        }
    }

    /// Passes when nothing can be brought in.
    pub(crate) fn settle_airlift(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let open = self.offer_airlift(state, Side::Axis, &mut |_| Flow::Break(())).is_break();
        ask_while(open, state)
    }
}
