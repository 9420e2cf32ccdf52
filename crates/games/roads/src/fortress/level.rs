//! 10.2.6 The garrison, 10.3 the supply level and the surrender of Fortress Stalingrad.

use crate::Roads;
use crate::action::Action;
use crate::approval::ONE_BOX;
use crate::data::{FortressRow, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, axis};
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, Manstein, Spot, State, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, must};
use kessel_kit::no;

/// 10.3.5: the fortress gives up reduced units.
pub(crate) const CAPITULATE: Decision = Decision {
    case: Case("10.3.5.b"),
    asks: axis,
    check: Roads::check_capitulate,
    offers: Roads::offer_capitulate,
    apply: Roads::do_capitulate,
    settle: Roads::settle_capitulate,
    prompt: |_, seen, _| {
        let Frame::Capitulate { left } = *seen.frames.top() else { return Prompt::default() };
        format!("The fortress gives up: name reduced units that surrender, left: {left}.").into()
    },
};

impl Roads {
    /// What the supply level means (10.3.2).
    pub(crate) fn fortress_row(&self, state: &State) -> &FortressRow {
        let top = self.data.charts.fortress.start_unsealed;
        self.data.charts.fortress_levels.get(state.fortress.level.clamp(1, top).into())
    }

    /// 10.3: changes the supply level, between 1 and the highest; it counts at once (10.3.3.c).
    pub(crate) fn change_level(&self, state: &mut State, by: i8, case: Case, log: &mut Log) {
        if state.fortress.marker.is_none() || state.fortress.fixed {
            return;
        }
        let from = state.fortress.level;
        // 10.3.4.a.
        let to = from.saturating_add_signed(by).clamp(1, self.data.charts.fortress.start_unsealed);
        if from != to {
            state.fortress.level = to;
            log.add(|| {
                let text = format!("The supply level of the fortress goes from {from} to {to}");
                self.track_event(case, "fs-supply", from.into(), to.into(), text)
            });
        }
    }

    /// Is an Axis unit in Stalingrad supplied now (R132)?
    pub(crate) fn stalingrad_fed(&self, state: &State) -> bool {
        let fed = |unit: UnitId| match self.info(unit).is_hq() {
            true => self.has_line(state, unit),
            false => self.in_supply(state, unit),
        };
        let stacks = self.map(state).stalingrad_hexes().iter().flat_map(|hex| state.field.stack(*hex));
        stacks.filter(|unit| self.info(*unit).side == Side::Axis).any(fed)
    }

    /// The end of the Soviet turn: level, garrison, Manstein (10.3.3, 10.3.6, 10.3.7, 10.2.6, 16.2.3).
    pub(crate) fn soviet_turn_fortress(&self, state: &mut State, log: &mut Log) {
        let numbers = &self.data.charts.fortress;
        if state.fortress.assaulted.len() >= numbers.attacked_stacks.into() {
            self.change_level(state, -1, Case("10.3.3.a"), log);
        }
        state.fortress.assaulted.clear();
        state.fortress.hube = false;
        if state.fortress.marker.is_none() || state.fortress.fixed {
            return;
        }
        let open = !self.sealed(state);
        if self.stalingrad_fed(state) {
            let top = i8::try_from(numbers.start_unsealed).unwrap_or(i8::MAX);
            self.change_level(state, top, Case("10.3.7"), log);
        } else if open {
            let by = i8::try_from(numbers.unsealed).unwrap_or(0);
            self.change_level(state, by, Case("10.3.6.b"), log);
        }
        self.check_garrison(state, log);
        // R51: while he is away he gains nothing, and has not had his gain.
        let here = state.okh.manstein == Manstein::Track;
        if open && here && !std::mem::replace(&mut state.okh.unsealed_gains[0], true) {
            self.change_manstein(state, ONE_BOX, Case("16.2.3.e"), log);
        }
    }

    /// 10.2.6: how many Soviet divisions there must be near the marker, and how many there are; nothing is asked before the turn after the
    /// declaration, nor once the city is Soviet.
    pub(crate) fn garrison(&self, state: &State) -> Option<(u8, usize)> {
        let marker = state.fortress.marker?;
        let numbers = &self.data.charts.fortress;
        let held =
            self.map(state).stalingrad_hexes().iter().filter(|hex| state.controller(**hex) == Side::Axis).count();
        let asked = match held {
            // 10.2.6.f.
            0 => return None,
            // 10.2.6.b.
            1 => numbers.garrison_one,
            // 10.2.6.a.
            _ => numbers.garrison_both,
        };
        // 10.2.6.e.
        if state.fortress.fixed || state.turn <= state.fortress.declared {
            return None;
        }
        let near = |hex: &SpaceId| self.distance(state, marker, *hex) <= numbers.garrison_radius.into();
        let stacks = state.field.occupied(Side::Soviet).iter().filter(near).flat_map(|hex| state.field.stack(hex));
        Some((asked, stacks.filter(|unit| self.info(*unit).is_division()).count()))
    }

    /// 10.2.6.c, d: too few, and every Soviet support goes; none next turn.
    fn check_garrison(&self, state: &mut State, log: &mut Log) {
        let Some((asked, there)) = self.garrison(state) else { return };
        if there >= asked.into() {
            return;
        }
        for marker in self.supports().filter(|marker| self.support(*marker).side == Side::Soviet) {
            if !matches!(state.spot(marker), Spot::Pool | Spot::Outside) {
                self.to_pool(state, marker);
            }
        }
        state.banned[1] = true;
        log.add(|| {
            let text = format!(
                "{there} Soviet divisions of {asked} guard Stalingrad: all Soviet supports return to the pool, none next turn"
            );
            Event::note(Case("10.2.6.c"), text)
        });
    }

    /// The end of the Axis turn, and so of the game turn: Backhand Blow's return, level, Manstein, dismissal (16.3.2, 10.3.3, 10.3.6,
    /// 16.3.1, 16.2.4).
    pub(crate) fn axis_turn_fortress(&self, state: &mut State, log: &mut Log) {
        self.backhand_return(state, log);
        if state.fortress.attacked {
            self.change_level(state, -1, Case("10.3.3.b"), log);
        }
        // R95: what Sortie and Last Reserves cost comes now, attack or not.
        let extra = i8::try_from(state.fortress.extra).unwrap_or(0);
        let case = if state.fortress.sortie { Case("10.4.3.r") } else { Case("10.4.3.k") };
        self.change_level(state, -extra, case, log);
        if state.fortress.marker.is_some() && !state.fortress.fixed && self.stalingrad_fed(state) {
            let by = i8::try_from(self.data.charts.fortress.resupply).unwrap_or(0);
            self.change_level(state, by, Case("10.3.6.a"), log);
        }
        self.wintergewitter_gain(state, log);
        state.okh.now = Default::default();
        self.dismiss_manstein(state, log);
        let fortress = &mut state.fortress;
        (fortress.attacked, fortress.extra, fortress.sortie, fortress.movers) = (false, 0, false, 0);
        fortress.sallying.clear();
        fortress.mobile.clear();
        fortress.last_reserves.clear();
    }

    // ------------------------------------------------------------ surrender

    /// The end of the Stalingrad Supply phase: the surrender test (10.3.5), then what the city costs (R10).
    pub(crate) fn end_stalingrad_supply(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        let places = &self.map(state).places;
        let taken = |hex: Option<SpaceId>| hex.is_some_and(|hex| state.controller(hex) == Side::Soviet);
        let surrenders = state.fortress.marker.is_some()
            && !state.fortress.fixed
            && state.fortress.level <= self.data.charts.fortress.surrender_level
            && taken(places.pitomnik)
            && taken(places.gumrak);
        if !surrenders {
            self.stalingrad_drop(state, log);
            return;
        }
        log.add(|| Event::note(Case("10.3.5.a"), "The fortress gives up"));
        let left = u8::try_from(self.worn_out(state).len().div_ceil(2)).unwrap_or(u8::MAX);
        state.frames.push(Frame::Capitulate { left });
    }

    /// OOS-FS units with a single step left (10.3.5.b).
    fn worn_out(&self, state: &State) -> UnitSet {
        let worn = |unit: &UnitId| {
            let piece = state.field.get(*unit);
            piece.supply == Supply::Fortress && piece.steps == 1 && state.field.at(*unit).is_some()
        };
        self.data.unit_ids().filter(worn).collect()
    }

    /// 10.3.5.b: the Axis names the units that give up.
    pub(crate) fn check_capitulate(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Action::Capitulate { unit } = action else {
            return c.ask(Case("10.3.5.b"), Err(no!("half of the worn out units of the fortress must be given up")));
        };
        c.ask(Case("10.3.5.b"), self.own_on_map(state, side, unit))?;
        let worn = self.worn_out(state).contains(unit);
        c.ask(Case("10.3.5.b"), must(worn, no!("{unit} is no OOS-FS unit with its last step", unit)))
    }

    /// Units that may be given up.
    pub(crate) fn offer_capitulate(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        self.worn_out(state).iter().try_for_each(|unit| visit(Action::Capitulate { unit }))
    }

    /// One unit gives up. No Kampfgruppe comes of it (10.3.5.d): those are asked for where units lose steps in combat.
    pub(crate) fn do_capitulate(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let (Frame::Capitulate { left }, Action::Capitulate { unit }) = (*state.frames.top(), action) else { return };
        self.kill_unit(state, unit, Case("10.3.5.b"), log);
        *state.frames.top_mut() = Frame::Capitulate { left: left.saturating_sub(1) };
    }

    /// When half of them are gone, the full-strength units are reduced (10.3.5.c), and the phase ends.
    pub(crate) fn settle_capitulate(&self, state: &mut State, _: &mut Dice, log: &mut Log) -> Then {
        let Frame::Capitulate { left } = *state.frames.top() else { return Then::Ask };
        let worn = self.worn_out(state);
        if usize::from(left) < worn.len() && left > 0 {
            return Then::Ask;
        }
        // Nothing is left to choose.
        for unit in worn.iter().take(left.into()) {
            self.kill_unit(state, unit, Case("10.3.5.b"), log);
        }
        let whole = |unit: &UnitId| {
            let piece = state.field.get(*unit);
            piece.supply == Supply::Fortress && piece.steps > 1
        };
        let whole: UnitSet = self.data.unit_ids().filter(whole).collect();
        for unit in whole.iter() {
            self.lose_step(state, unit, Case("10.3.5.c"), log);
        }
        state.frames.pop();
        self.stalingrad_drop(state, log);
        Then::Again
    }
}
