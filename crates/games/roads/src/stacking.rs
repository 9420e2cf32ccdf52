//! 1.11 Stacking.

use crate::Roads;
use crate::action::Action;
use crate::data::{Nation, UnitId, UnitKind};
use crate::decision::{Decides, Decision, Flow, Then, Visit, ask_while, named, not_now};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Frame, State, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Log, Prompt, Side, must};
use kessel_kit::no;

/// What stands in a hex, as stacking counts it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Load {
    units: u8,
    hqs: u8,
    hungarian: bool,
    romanian: bool,
    /// Divisions of several counters that have been counted, one bit each (1.1.5.b, 1.11.5).
    divisions: u64,
}

/// 1.11.2: a hex holds too much at the end of a phase.
pub(crate) const OVERSTACK: Decision = Decision {
    case: Case("1.11.2.b"),
    asks: named,
    check: Roads::check_overstack,
    offers: Roads::offer_overstack,
    apply: |game, state, _, action, _, log| game.do_overstack(state, action, log),
    settle: |game, state, _, _| game.settle_overstack(state),
    prompt: |game, seen, _| {
        let Frame::Overstack { hex, .. } = *seen.frames.top() else { return Prompt::default() };
        format!("{} holds too many units. Remove one.", game.hex_name(seen, hex)).into()
    },
};

impl Roads {
    fn add_load(&self, load: &mut Load, unit: UnitId) {
        let info = self.info(unit);
        load.hungarian |= info.nation == Nation::Hungarian;
        load.romanian |= info.nation == Nation::Romanian;
        match info.kind {
            // 1.11.4.a: they take no room of the others.
            UnitKind::Hq => load.hqs += 1,
            // Alarm units are markers: they take no room (PA.SUP.alarm).
            UnitKind::Alarm => {}
            _ => {
                let bit = info.division.map_or(0, |division| 1_u64 << (division & 63));
                // 1.11.5: the counters of one division are one unit.
                if bit == 0 || load.divisions & bit == 0 {
                    load.units += 1;
                }
                load.divisions |= bit;
            }
        }
    }

    fn load_of(&self, state: &State, hex: SpaceId, except: Option<UnitId>) -> Load {
        let mut load = Load::default();
        for unit in state.field.stack(hex).filter(|unit| Some(*unit) != except) {
            self.add_load(&mut load, unit);
        }
        load
    }

    fn within_limits(&self, load: Load) -> bool {
        let limits = &self.data.charts.stacking;
        // 1.11.4.b: one HQ; 1.11.6.a: no Hungarians with Romanians; 1.11.6.b: anybody else with anybody.
        load.units <= limits.units && load.hqs <= limits.hqs && !(load.hungarian && load.romanian)
    }

    /// Is the hex beyond the limits (1.11.3 to 1.11.6)?
    pub(crate) fn overfull(&self, state: &State, hex: SpaceId, _side: Side) -> bool {
        !self.within_limits(self.load_of(state, hex, None))
    }

    /// Would the hex be within the limits with this unit in it?
    pub(crate) fn fits(&self, state: &State, hex: SpaceId, unit: UnitId) -> bool {
        let mut load = self.load_of(state, hex, Some(unit));
        self.add_load(&mut load, unit);
        self.within_limits(load)
    }

    /// The same for several units that come together.
    pub(crate) fn all_fit(&self, state: &State, hex: SpaceId, units: UnitSet) -> bool {
        let mut load = Load::default();
        let there = state.field.stack(hex).filter(|unit| !units.contains(*unit));
        there.chain(units.iter()).for_each(|unit| self.add_load(&mut load, unit));
        self.within_limits(load)
    }

    /// 1.11.2: at the end of a phase; true if somebody must eliminate units now.
    pub(crate) fn push_overstack(&self, state: &mut State) -> bool {
        for side in [state.phasing, state.phasing.other()] {
            // Few hexes hold more than three counters: only those can be too full.
            let crowded = state
                .field
                .occupied(side)
                .iter()
                .find(|hex| state.field.stack(*hex).nth(1).is_some() && self.overfull(state, *hex, side));
            if let Some(hex) = crowded {
                state.frames.push(Frame::Overstack { side, hex });
                return true;
            }
        }
        false
    }

    /// Does it help to take this unit away: is it of the sort that there is too much of?
    fn relieves(&self, state: &State, hex: SpaceId, unit: UnitId) -> Result<(), Why> {
        let (load, limits) = (self.load_of(state, hex, None), &self.data.charts.stacking);
        let info = self.info(unit);
        let clash = load.hungarian && load.romanian;
        if clash && matches!(info.nation, Nation::Hungarian | Nation::Romanian) {
            return Ok(());
        }
        let crowd = match info.kind {
            UnitKind::Hq => load.hqs > limits.hqs,
            UnitKind::Alarm => false,
            _ => load.units > limits.units,
        };
        let why = if load.units > limits.units {
            no!("{unit} takes no room: a division or Kampfgruppe must go", unit)
        } else if load.hqs > limits.hqs {
            no!("{unit} is no headquarters, and there is more than one headquarters in the hex", unit)
        } else {
            no!("{unit} is neither Hungarian nor Romanian, and it is these that may not share a hex", unit)
        };
        must(crowd, why)
    }

    pub(crate) fn check_overstack(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("1.11.2.b");
        let (Frame::Overstack { hex, .. }, Action::Eliminate { unit }) = (*state.frames.top(), action) else {
            return not_now(c, case);
        };
        c.ask(case, self.own_on_map(state, side, unit))?;
        c.ask(case, must(state.field.at(unit) == Some(hex), no!("{unit} is not in {hex}", unit, hex)))?;
        c.ask(case, self.relieves(state, hex, unit))
    }

    pub(crate) fn offer_overstack(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::Overstack { hex, .. } = *state.frames.top() else { return Flow::Continue(()) };
        for unit in state.field.stack(hex) {
            self.offer(state, side, Action::Eliminate { unit }, visit)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn do_overstack(&self, state: &mut State, action: Action, log: &mut Log) {
        if let Action::Eliminate { unit } = action {
            self.kill_unit(state, unit, Case("1.11.2.b"), log);
        }
    }

    pub(crate) fn settle_overstack(&self, state: &mut State) -> Then {
        let Frame::Overstack { side, hex } = *state.frames.top() else { return Then::Ask };
        ask_while(self.overfull(state, hex, side), state)
    }
}
