//! 11.4.2 What the STAVKA supports are given for when a Major Offensive is launched, and Maskirovka before it.

use crate::Roads;
use crate::action::Action;
use crate::data::{SupportClass, SupportId, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, not_now, phasing, soviet};
use crate::describe::supports::box_name;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Frame, Om, Place, Spaces, Spot, State, Step, Supply, SupportBox, SupportSet, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, must};
use kessel_kit::no;

const SHIFT_CASE: Case = Case("PA.SUP.maskirovka");

/// PA.SUP.maskirovka: supports may go from box to box.
pub(crate) const MASKIROVKA: Decision = Decision {
    case: Case("PA.SUP.maskirovka"),
    asks: phasing,
    check: Roads::check_maskirovka,
    offers: Roads::offer_maskirovka,
    apply: Roads::do_maskirovka,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Play Maskirovka, to move supports between boxes?".into(),
};

/// 11.4.2.h: the STAVKA box is emptied at a launch.
pub(crate) const SPEND: Decision = Decision {
    case: Case("11.4.2.h"),
    asks: phasing,
    check: Roads::check_spend,
    offers: Roads::offer_spend,
    apply: Roads::do_spend,
    settle: Roads::settle_step,
    prompt: |game, seen, _| {
        let left = game.box_of(seen, SupportBox::Stavka).len();
        format!("Empty the STAVKA box: keep, trade, or pay for units of the reserve. Left: {left}.").into()
    },
};

/// PA.SUP.maskirovka: supports are moved.
pub(crate) const SHIFTING: Decision = Decision {
    case: Case("PA.SUP.maskirovka"),
    asks: soviet,
    check: Roads::check_shifting,
    offers: Roads::offer_shifting,
    apply: Roads::do_shifting,
    settle: Roads::settle_shifting,
    prompt: |game, seen, _| {
        let Frame::Shifting { from } = *seen.frames.top() else { return Prompt::default() };
        let goal = box_name(game.shift_goal(seen));
        match game.shift_goal(seen) {
            SupportBox::Major => format!("Maskirovka: move supports from the Minor boxes to {goal}.").into(),
            _ => format!("Maskirovka: move supports from {} to {goal}.", box_name(from)).into(),
        }
    },
};

impl Roads {
    // ------------------------------------------------------------ Maskirovka

    /// Where Maskirovka moves supports to: before a launch to the STAVKA box (EX11.a), at a launch to the Major box (5.5.6.e).
    pub(crate) fn shift_goal(&self, state: &State) -> SupportBox {
        if state.step() == Step::Spend { SupportBox::Major } else { SupportBox::Stavka }
    }

    /// The supports that it can move: from its own box, or at a launch from the Minor boxes.
    fn shiftable(&self, state: &State, from: SupportBox) -> SupportSet {
        let source = |at: SupportBox| match self.shift_goal(state) {
            SupportBox::Major => matches!(at, SupportBox::MinorA | SupportBox::MinorB),
            _ => at == from && at != SupportBox::Stavka,
        };
        let good = |m: &SupportId| matches!(state.spot(*m), Spot::Box(at) if source(at)) && self.is_real(*m);
        self.supports().filter(good).collect()
    }

    fn check_play_maskirovka(&self, state: &State, side: Side, marker: SupportId, c: &mut Consult) -> Verdict {
        let Some(from) = self.held(state, side, marker, SHIFT_CASE, c)? else { return Ok(()) };
        let kind = self.support(marker).class == SupportClass::Maskirovka;
        c.ask(SHIFT_CASE, must(kind, no!("{marker} is no Maskirovka", marker)))?;
        // The opening turn has no Offensives phase (S2.j).
        let open = !self.opening_turn(state) && !state.banned[0];
        c.ask(Case("11.1.2.a"), must(open, no!("Maskirovka cannot be played in this turn")))?;
        let mut others = self.shiftable(state, from);
        others.remove(marker);
        c.ask(SHIFT_CASE, must(!others.is_empty(), no!("there is no support for Maskirovka to move")))
    }

    fn offer_play_maskirovka(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for marker in self.supports().filter(|m| self.support(*m).class == SupportClass::Maskirovka) {
            if self.check_play_maskirovka(state, side, marker, &mut Consult::strict()).is_ok() {
                visit(Action::Maskirovka { marker })?;
            }
        }
        Flow::Continue(())
    }

    fn play_maskirovka(&self, state: &mut State, marker: SupportId, log: &mut Log) {
        let Spot::Box(from) = state.spot(marker) else { return };
        self.spend(state, marker, SHIFT_CASE, log);
        state.frames.push(Frame::Shifting { from });
    }

    pub(crate) fn check_maskirovka(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Maskirovka { marker } => self.check_play_maskirovka(state, side, marker, c),
            Action::Done => Ok(()),
            _ => not_now(c, SHIFT_CASE),
        }
    }

    pub(crate) fn offer_maskirovka(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        self.offer_play_maskirovka(state, side, visit)
    }

    pub(crate) fn do_maskirovka(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Maskirovka { marker } => self.play_maskirovka(state, marker, log),
            _ => self.end_step(state, dice, log),
        }
    }

    pub(crate) fn check_shifting(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Frame::Shifting { from } = *state.frames.top() else { return not_now(c, SHIFT_CASE) };
        match action {
            Action::Shift { marker, to } => {
                if self.held(state, side, marker, SHIFT_CASE, c)?.is_none() {
                    return Ok(());
                }
                let goal = to == self.shift_goal(state);
                c.ask(SHIFT_CASE, must(goal, no!("Maskirovka does not move supports into that box now")))?;
                let good = self.shiftable(state, from).contains(marker);
                c.ask(SHIFT_CASE, must(good, no!("{marker} is not in a box that Maskirovka empties", marker)))
            }
            Action::Done => Ok(()),
            _ => not_now(c, SHIFT_CASE),
        }
    }

    pub(crate) fn offer_shifting(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::Shifting { from } = *state.frames.top() else { return Flow::Continue(()) };
        let to = self.shift_goal(state);
        self.shiftable(state, from).iter().try_for_each(|marker| visit(Action::Shift { marker, to }))
    }

    /// The enemy sees that a marker moves, not which.
    pub(crate) fn do_shifting(&self, state: &mut State, side: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Action::Shift { marker, to } = action else {
            state.frames.pop();
            return;
        };
        self.set_spot(state, marker, Spot::Box(to));
        log.add(|| Event::note(SHIFT_CASE, format!("A support is moved into the {}", self.box_name(to))));
        log.add(|| Event::note(SHIFT_CASE, format!("It is {}", self.support(marker).name)).only_for(side));
    }

    pub(crate) fn settle_shifting(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let Frame::Shifting { from } = *state.frames.top() else { return Then::Ask };
        ask_while(!self.shiftable(state, from).is_empty(), state)
    }

    // ------------------------------------------------------------ 11.4.2 the supports of the launch

    pub(crate) fn check_spend(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let inside = self.box_of(state, SupportBox::Stavka);
        if action == Action::Done {
            let empty = !state.launched || inside.is_empty();
            return c.ask(Case("11.4.2.h"), must(empty, no!("no support may stay in the STAVKA box")));
        }
        let why = no!("no Major Offensive was launched in this turn");
        c.ask(Case("11.4.2.b"), must(state.launched, why))?;
        match action {
            Action::Maskirovka { marker } => self.check_play_maskirovka(state, side, marker, c),
            Action::Keep { marker } => {
                let from = self.held(state, side, marker, Case("11.4.2.c"), c)?;
                let Some(from) = from else { return Ok(()) };
                let there = from == SupportBox::Stavka;
                c.ask(Case("11.4.2.c"), must(there, no!("{marker} is not in the STAVKA box", marker)))
            }
            Action::Trade { marker } => self.check_trade(state, side, marker, c),
            Action::Release { unit, to } => self.check_launch_release(state, side, unit, to, c),
            _ => not_now(c, Case("11.4.2.h")),
        }
    }

    /// 11.4.2.d: two for one, at most three times (R65).
    fn check_trade(&self, state: &State, side: Side, marker: SupportId, c: &mut Consult) -> Verdict {
        let case = Case("11.4.2.d");
        if self.held(state, side, marker, case, c)?.is_none() {
            return Ok(());
        }
        let numbers = &self.data.charts.offensives;
        let why = no!("no more than {number} supports are chosen at a launch", number = numbers.swap_limit);
        c.ask(case, must(state.swapped < numbers.swap_limit, why))?;
        let money = self.payable(state, side, Bill::Swap);
        c.ask(case, must(money.contains(marker), no!("{marker} is not in the STAVKA box", marker)))?;
        let enough = money.len() >= usize::from(numbers.swap_price);
        c.ask(case, must(enough, no!("{number} supports are given for one", number = numbers.swap_price)))
    }

    /// What a unit of the reserve costs at a launch.
    fn launch_price(&self, unit: UnitId) -> u8 {
        let numbers = &self.data.charts.offensives;
        if self.info(unit).armored { numbers.armored_price } else { numbers.unit_price }
    }

    /// 11.4.2.e to 11.4.2.g: a unit of the reserve, for one support or two.
    fn check_launch_release(&self, state: &State, side: Side, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(Case("11.4.2.e"), self.in_reserve(state, side, unit))?;
        let price = self.launch_price(unit);
        let enough = self.payable(state, side, Bill::Launch).len() >= usize::from(price);
        c.ask(Case("11.4.2.e"), must(enough, no!("{number} supports are needed in the STAVKA box", number = price)))?;
        self.launch_spot(state, to, c)?;
        c.ask(Case("1.11.3"), must(self.fits(state, to, unit), no!("{to} has no room for {unit}", to, unit)))
    }

    /// 11.4.2.f: in the radius of the offensive, on or next to a supplied friend; next to the enemy too (11.4.2.g).
    fn launch_spot(&self, state: &State, to: SpaceId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("11.4.2.f"), self.open_hex(state, to))? {
            return Ok(());
        }
        let covered = self.om_covers(state, Om::Major, to);
        let why = no!("{to} is not within the radius of the Major Offensive", to);
        c.ask(Case("11.4.2.f"), must(covered, why))?;
        let friend = self.supplied_friend(state, to);
        c.ask(Case("11.4.2.f"), must(friend, no!("no supplied Soviet unit is in or next to {to}", to)))
    }

    /// Is the unit waiting in the reserve?
    pub(crate) fn in_reserve(&self, state: &State, side: Side, unit: UnitId) -> Result<(), Why> {
        self.own_unit(side, unit)?;
        let waits = state.field.get(unit).place == Place::Reserve;
        must(waits, no!("{unit} is not in the STAVKA Reserve", unit))
    }

    /// A land hex without Axis units?
    pub(crate) fn open_hex(&self, state: &State, hex: SpaceId) -> Result<(), Why> {
        let land = self.map(state).board.is_hex(hex) && !self.space(state, hex).is_water();
        must(land, no!("{hex} is no land hex", hex))?;
        let free = !state.field.occupied(Side::Axis).contains(hex);
        must(free, no!("the enemy stands in {hex}", hex))
    }

    /// Supplied now (R132): a unit that the launch itself has just brought proves nothing by coming without a marker.
    fn supplied_friend(&self, state: &State, hex: SpaceId) -> bool {
        let fed = |unit: UnitId| self.info(unit).side == Side::Soviet && self.is_supplied(state, unit);
        let mut near = std::iter::once(hex).chain(self.around(state, hex));
        near.any(|at| state.field.stack(at).any(fed))
    }

    pub(crate) fn offer_spend(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let inside = self.box_of(state, SupportBox::Stavka);
        if !state.launched {
            return Flow::Continue(());
        }
        self.offer_play_maskirovka(state, side, visit)?;
        inside.iter().try_for_each(|marker| visit(Action::Keep { marker }))?;
        for marker in inside.iter() {
            if self.check_trade(state, side, marker, &mut Consult::strict()).is_ok() {
                visit(Action::Trade { marker })?;
            }
        }
        let payable = self.payable(state, side, Bill::Launch).len();
        let cheap = |unit: &UnitId| payable >= usize::from(self.launch_price(*unit));
        let able: UnitSet = self.reserve_units(state).filter(cheap).collect();
        let hexes = if able.is_empty() { Spaces::EMPTY } else { self.launch_hexes(state) };
        // A hex is asked about once, not for each unit.
        for to in hexes.iter().filter(|to| self.launch_spot(state, *to, &mut Consult::strict()).is_ok()) {
            for unit in able.iter().filter(|unit| self.fits(state, to, *unit)) {
                visit(Action::Release { unit, to })?;
            }
        }
        Flow::Continue(())
    }

    /// Hexes in the radius of the Major marker.
    pub(crate) fn launch_hexes(&self, state: &State) -> Spaces {
        let Some(at) = self.om_hex(state, Om::Major) else { return Spaces::EMPTY };
        self.map(state).board.within(at, self.om_reach(state, Om::Major)).collect()
    }

    /// The units of the reserve.
    pub(crate) fn reserve_units<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        self.data.unit_ids().filter(|unit| state.field.get(*unit).place == Place::Reserve)
    }

    pub(crate) fn do_spend(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let numbers = &self.data.charts.offensives;
        match action {
            Action::Maskirovka { marker } => self.play_maskirovka(state, marker, log),
            Action::Keep { marker } => {
                self.set_spot(state, marker, Spot::Box(SupportBox::Major));
                let text = || format!("{} goes into the Major Offensive box", self.support(marker).name);
                log.add(|| Event::note(Case("11.4.2.c"), text()));
            }
            // The first of two; the second is paid, then one is chosen.
            Action::Trade { marker } => {
                state.swapped += 1;
                self.spend(state, marker, Case("11.4.2.d"), log);
                self.to_pool(state, marker);
                state.frames.push(Frame::Choose { side, left: 1, to: SupportBox::Major });
                state.frames.push(Frame::Pay { side, left: numbers.swap_price - 1, bill: Bill::Swap });
            }
            Action::Release { unit, to } => {
                state.frames.push(Frame::Pay { side, left: self.launch_price(unit), bill: Bill::Launch });
                self.release_unit(state, unit, to, Case("11.4.2.f"), log);
            }
            _ => self.end_step(state, dice, log),
        }
    }

    /// A unit leaves the reserve for a hex, at full strength (13.2.2).
    pub(crate) fn release_unit(&self, state: &mut State, unit: UnitId, to: SpaceId, case: Case, log: &mut Log) {
        let steps = self.info(unit).steps();
        let piece = state.field.get_mut(unit);
        piece.steps = steps;
        piece.supply = Supply::In;
        self.enter_hex(state, unit, to, case, log);
    }
}
