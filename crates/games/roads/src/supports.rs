//! 5.1 to 5.4 Supports: pools and boxes, what returns, what is received, what is paid and chosen.

#[cfg(test)]
mod tests;

use crate::Roads;
use crate::action::Action;
use crate::data::{SupportId, UnitId, UnitKind};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, named, not_now};
use crate::describe::supports::{bill_words, box_name};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Frame, Manstein, Offensive, Om, Spot, State, Supply, SupportBox, SupportSet};
use kessel_kernel::{Case, Dice, Event, Log, No, Prompt, Side, must};
use kessel_kit::no;

/// The rule behind a bill.
const fn bill_case(bill: Bill) -> Case {
    Case(match bill {
        Bill::Artillery => "4.5.2.a",
        Bill::Launch => "11.4.2.e",
        Bill::Armor => "17.3.7",
        Bill::Swap => "11.4.2.d",
        Bill::Wintergewitter => "16.3.1.d",
    })
}

/// The one box that pays a bill, if not any will do.
const fn bill_box(bill: Bill) -> Option<SupportBox> {
    match bill {
        Bill::Launch | Bill::Swap => Some(SupportBox::Stavka),
        Bill::Artillery | Bill::Armor | Bill::Wintergewitter => None,
    }
}

/// 5.1.2: it lies in no box.
fn not_available(marker: SupportId) -> Why {
    no!("{marker} is not among the available supports", marker)
}

/// 1.5.2.b: supports are paid for something.
pub(crate) const PAY: Decision = Decision {
    case: Case("1.5.2.b"),
    asks: named,
    check: Roads::check_pay,
    offers: Roads::offer_pay,
    apply: Roads::do_pay,
    settle: Roads::settle_pay,
    prompt: |_, seen, _| {
        let Frame::Pay { left, bill, .. } = *seen.frames.top() else { return Prompt::default() };
        format!("{}; supports left to pay: {left}.", bill_words(bill)).into()
    },
};

/// 11.4.2.d, 16.3.1.d: supports are chosen from the pool.
pub(crate) const CHOOSE: Decision = Decision {
    case: Case("11.4.2.d"),
    asks: named,
    check: Roads::check_choose,
    offers: Roads::offer_choose,
    apply: Roads::do_choose,
    settle: Roads::settle_choose,
    prompt: |_, seen, _| {
        let Frame::Choose { side, left, to } = *seen.frames.top() else { return Prompt::default() };
        let case = if side == Side::Soviet { "11.4.2.d" } else { "16.3.1.d" };
        Prompt::new(Case(case), format!("Choose supports from the pool into {}; left: {left}.", box_name(to)))
    },
};

impl Roads {
    /// Is it the asker's own marker? What follows a 'no' would tell of the enemy's boxes: ask it through `gate`.
    pub(crate) fn own_marker(&self, side: Side, marker: SupportId) -> Result<(), Why> {
        must(self.support(marker).side == side, no!("{marker} belongs to the other side", marker))
    }

    /// The box of available supports that an own marker lies in; `None` after a 'no'.
    pub(crate) fn held(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        case: Case,
        c: &mut Consult,
    ) -> Result<Option<SupportBox>, No<Why>> {
        if !c.gate(case, self.own_marker(side, marker))? {
            return Ok(None);
        }
        if let Spot::Box(from) = state.spot(marker) {
            return Ok(Some(from));
        }
        c.ask(case, Err(not_available(marker)))?;
        Ok(None)
    }

    /// A box by its name.
    pub(crate) fn box_name(&self, at: SupportBox) -> &'static str {
        match at {
            SupportBox::Stavka => "STAVKA box",
            SupportBox::Major => "Major Offensive box",
            SupportBox::MinorA => "Minor Offensive A box",
            SupportBox::MinorB => "Minor Offensive B box",
            SupportBox::Axis => "Axis box",
        }
    }

    /// Markers by their names.
    pub(crate) fn marker_list(&self, markers: SupportSet) -> String {
        if markers.is_empty() {
            return "nothing".into();
        }
        markers.iter().map(|m| self.support(m).name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Puts a marker somewhere: the one place where this happens, but for units that die under theirs.
    pub(crate) fn set_spot(&self, state: &mut State, marker: SupportId, spot: Spot) {
        if !matches!(spot, Spot::Box(_)) {
            state.pressed.remove(marker);
        }
        // 5.2.1: what is played in this turn does not return in it.
        if matches!(spot, Spot::Spent | Spot::Hex(_) | Spot::Unit(_)) {
            state.played.insert(marker);
        } else {
            state.played.remove(marker);
        }
        // It has served nobody from there.
        for served in &mut state.served {
            served.remove(marker);
        }
        state.markers[marker.index()] = spot;
    }

    /// Back to the pool.
    pub(crate) fn to_pool(&self, state: &mut State, marker: SupportId) {
        self.set_spot(state, marker, Spot::Pool);
    }

    /// 1.5.2.b: a marker is spent, or used up by its event; everybody sees which it was.
    pub(crate) fn spend(&self, state: &mut State, marker: SupportId, case: Case, log: &mut Log) {
        self.set_spot(state, marker, Spot::Spent);
        log.reveal();
        log.add(|| Event::note(case, format!("{} is spent", self.support(marker).name)));
    }

    /// 5.2.1: what was played in a previous turn returns to the pool, but for what stays on the map. What was spent earlier in this
    /// turn (Maskirovka, the supports of a launch, Goering) lies beside the map until the next Support phase.
    pub(crate) fn return_played(&self, state: &mut State, side: Side, log: &mut Log) {
        // 5.2.1.b: what lies in a box was not played, and stays there.
        let played = |spot: Spot| matches!(spot, Spot::Spent | Spot::Hex(_) | Spot::Unit(_));
        let back: SupportSet = self
            .supports()
            .filter(|m| self.support(*m).side == side && played(state.spot(*m)) && !state.played.contains(*m))
            // 5.2.1.c.
            .filter(|m| state.spot(*m) == Spot::Spent || !self.support(*m).stays)
            .collect();
        back.iter().for_each(|marker| self.to_pool(state, marker));
        if !back.is_empty() {
            log.add(|| Event::note(Case("5.2.1.a"), format!("To the pool return {}", self.marker_list(back))));
        }
    }

    /// R111: supports chosen for one of Manstein's offensives that were not used in the turn return to the pool.
    pub(crate) fn return_pressed(&self, state: &mut State, side: Side, log: &mut Log) {
        let left: SupportSet = state.pressed.iter().filter(|m| self.support(*m).side == side).collect();
        for marker in left.iter() {
            self.to_pool(state, marker);
        }
        if !left.is_empty() {
            let text = || format!("{} chosen supports that were not used return to the pool", left.len());
            let case = if side == Side::Axis { Case("16.3.1.g") } else { self.special(state, "S2.m") };
            log.add(|| Event::note(case, text()));
        }
    }

    /// 5.1.2: markers are drawn into a box. Only their owner sees them, but for those with a white circle (1.5.3).
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn draw_supports(
        &self,
        state: &mut State,
        side: Side,
        to: SupportBox,
        n: u8,
        case: Case,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let mut drawn = SupportSet::EMPTY;
        for _ in 0..n {
            // R119: draw what is there.
            let Some(marker) = self.draw(case, self.pool(state, side), dice) else { break };
            self.set_spot(state, marker, Spot::Box(to));
            drawn.insert(marker);
        }
        log.reveal();
        log.add(|| Event::note(case, format!("{} supports are drawn into the {}", drawn.len(), self.box_name(to))));
        log.add(|| Event::note(case, format!("Drawn: {}", self.marker_list(drawn))).only_for(side));
        for marker in drawn.iter().filter(|m| self.support(*m).compulsory) {
            log.add(|| Event::note(Case("1.5.3"), format!("{} is drawn and shown", self.support(marker).name)));
        }
    }

    /// The Support phase begins: what was played returns, then supports are received. Also for the Axis, after Wintergewitter.
    pub(crate) fn enter_transfer(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let side = state.phasing;
        self.return_played(state, side, log);
        state.transferred = false;
        self.fixed_supports(state, side);
        if !self.uses(state, "5") {
            return;
        }
        match side {
            Side::Soviet => {
                state.surprised.clear();
                // 10.2.6.d: nothing is received after a shortfall of the garrison.
                if !state.banned[0] {
                    self.soviet_acquisition(state, dice, log);
                }
                self.test_shortage(state, log);
            }
            Side::Axis => self.axis_acquisition(state, dice, log),
        }
    }

    /// The introductory scenario: the same supports every turn, without a pool.
    fn fixed_supports(&self, state: &mut State, side: Side) {
        let to = if side == Side::Axis { SupportBox::Axis } else { SupportBox::Major };
        for kind in &self.scenario(state).supports.fixed {
            let marker = self.supports().find(|m| self.kind_id(*m) == *kind && self.support(*m).side == side);
            if let Some(marker) = marker {
                self.set_spot(state, marker, Spot::Box(to));
            }
        }
    }

    /// 5.3: two dice for STAVKA and for each Minor marker on the map; none on the opening turn (S2.k).
    fn soviet_acquisition(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        if self.opening_turn(state) {
            return;
        }
        let modifier = self.acquisition_modifier(state);
        let case = Case("5.3.2.a");
        // 5.3.3.b: not in a turn in which a Major Offensive begins.
        if !state.launched {
            let roll = self.roll_two(case, Side::Soviet, "STAVKA supports", dice, log);
            let modified = i16::from(roll) + modifier + self.mars_modifier(state);
            // 5.3.2.b.
            let n = self.data.charts.acquisition.get(modified).stavka;
            self.draw_supports(state, Side::Soviet, SupportBox::Stavka, n, case, dice, log);
        }
        // 5.3.4: the Major marker draws nothing.
        for om in [Om::MinorA, Om::MinorB] {
            // 5.3.3.a.
            if !matches!(state.offensives[om as usize], Offensive::Hex(_)) {
                continue;
            }
            let roll = self.roll_two(case, Side::Soviet, "Minor Offensive supports", dice, log);
            let n = self.data.charts.acquisition.get(i16::from(roll) + modifier).minor;
            self.draw_supports(state, Side::Soviet, om.supports(), n, case, dice, log);
        }
    }

    /// 5.3.5: what the reach of the offensives costs on every roll.
    pub(crate) fn acquisition_modifier(&self, state: &State) -> i16 {
        let modifiers = &self.data.charts.acquisition_modifiers;
        let major = if state.major_west { i16::from(modifiers.major_west) } else { 0 };
        // 5.3.5.b: for each of them that lies there now.
        let west = [Om::MinorA, Om::MinorB].into_iter().filter(|om| match state.offensives[*om as usize] {
            Offensive::Hex(hex) => self.west_of_donets(state, hex),
            _ => false,
        });
        // 5.3.5.d: together, and from every roll.
        major + west.map(|_| i16::from(modifiers.minor_west)).sum::<i16>()
    }

    /// 5.4.1, 16.2.2: by the higher of the two boxes; S2.o: two each turn.
    fn axis_acquisition(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        // 16.3.1.f, 16.3.2.j: nothing more where supports were chosen; PA.OKH: nor after some crises.
        if state.okh.chosen || state.okh.now.no_supports {
            return;
        }
        let each_turn = self.scenario(state).supports.axis_each_turn;
        let case = Case(if each_turn.is_some() { "S2.o" } else { "5.4.1" });
        let n = match each_turn {
            Some(n) => n,
            None if state.okh.used => {
                let manstein = if state.okh.manstein == Manstein::Track { state.okh.prestige } else { 0 };
                let place = usize::from(state.okh.approval.max(manstein));
                self.data.charts.approval.get(place).map_or(0, |row| row.supports)
            }
            None => 0,
        };
        let n = n + u8::from(state.okh.now.extra_support);
        self.draw_supports(state, Side::Axis, SupportBox::Axis, n, case, dice, log);
    }

    /// May a marker be given for something else (1.5.2.b)? With `only`, out of that box alone.
    pub(crate) fn may_spend(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        only: Option<SupportBox>,
    ) -> Result<(), Why> {
        let kind = self.support(marker);
        let Spot::Box(from) = state.spot(marker) else { return Err(not_available(marker)) };
        must(from.side() == side, no!("{marker} belongs to the other side", marker))?;
        // 10.2.6.d.
        must(side == Side::Axis || !state.banned[0], no!("no supports may be used in this turn"))?;
        // 12.2.a, 1.5.3.
        must(kind.generic, no!("{marker} can be spent for nothing", marker))?;
        must(!kind.compulsory, no!("{marker} must be played as its event and is not spent", marker))?;
        let there = only.is_none_or(|only| only == from);
        must(there, no!("{marker} is not in the STAVKA box, and only supports in that box pay for this", marker))
    }

    /// What may be given for a bill. 4.5.2.c, R43: from any box, but for a launch.
    pub(crate) fn payable(&self, state: &State, side: Side, bill: Bill) -> SupportSet {
        self.supports().filter(|m| self.may_spend(state, side, *m, bill_box(bill)).is_ok()).collect()
    }

    /// How many times a side could pay: supports, and for armor the Kampfgruppen of 17.3.11.
    pub(crate) fn purse(&self, state: &State, side: Side, bill: Bill) -> usize {
        self.payable(state, side, bill).len() + self.consumable(state, side, bill).count()
    }

    /// 17.3.11: a supplied armored Kampfgruppe away from the enemy may stand for a support.
    fn consumable<'a>(&'a self, state: &'a State, side: Side, bill: Bill) -> impl Iterator<Item = UnitId> + 'a {
        let units = if side == Side::Axis && bill == Bill::Armor { self.data.units.len() } else { 0 };
        (0..units).map(UnitId::at).filter(|unit| self.may_consume(state, *unit).is_ok())
    }

    fn may_consume(&self, state: &State, unit: UnitId) -> Result<(), Why> {
        let armored = self.info(unit).kind == UnitKind::ArmoredKampfgruppe;
        must(armored, no!("{unit} is no armored Kampfgruppe", unit))?;
        self.own_on_map(state, Side::Axis, unit)?;
        let hex = state.field.at(unit).ok_or(no!("{unit} is not on the map", unit))?;
        must(!self.near_enemy(state, Side::Axis, hex), no!("{unit} is next to an enemy", unit))?;
        let fed = state.field.get(unit).supply == Supply::In && self.in_supply(state, unit);
        must(fed, no!("{unit} is out of supply", unit))
    }

    pub(crate) fn check_pay(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Frame::Pay { bill, .. } = *state.frames.top() else { return not_now(c, Case("5.5.1")) };
        let case = bill_case(bill);
        match action {
            Action::Pay { marker } => {
                if self.held(state, side, marker, case, c)?.is_none() {
                    return Ok(());
                }
                c.ask(case, self.may_spend(state, side, marker, bill_box(bill)))
            }
            Action::Consume { unit } => {
                let armor = side == Side::Axis && bill == Bill::Armor;
                c.ask(Case("17.3.11"), must(armor, no!("{unit} cannot be given for this", unit)))?;
                c.ask(Case("17.3.11"), self.may_consume(state, unit))
            }
            _ => c.ask(case, Err(no!("a support must be spent for this first"))),
        }
    }

    pub(crate) fn offer_pay(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::Pay { bill, .. } = *state.frames.top() else { return Flow::Continue(()) };
        self.payable(state, side, bill).iter().try_for_each(|marker| visit(Action::Pay { marker }))?;
        self.consumable(state, side, bill).try_for_each(|unit| visit(Action::Consume { unit }))
    }

    pub(crate) fn do_pay(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Frame::Pay { left, bill, .. } = state.frames.top_mut() else { return };
        *left = left.saturating_sub(1);
        // 17.3.11.b: whatever it is paid with, one is paid.
        let (bill, case) = (*bill, bill_case(*bill));
        match action {
            Action::Pay { marker } => {
                self.spend(state, marker, case, log);
                // 4.5.2.a, 11.4.2.d, 16.3.1.d: these are put back into the pool at once; others may be chosen from it.
                if matches!(bill, Bill::Artillery | Bill::Swap | Bill::Wintergewitter) {
                    self.to_pool(state, marker);
                }
            }
            Action::Consume { unit } => self.kill_unit(state, unit, Case("17.3.11"), log),
            _ => {}
        }
    }

    pub(crate) fn settle_pay(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let Frame::Pay { side, left, bill } = *state.frames.top() else { return Then::Ask };
        ask_while(left > 0 && self.purse(state, side, bill) > 0, state)
    }

    /// What may be chosen from the pool: R111 no white circle, and nobody wants a Supply Shortage.
    pub(crate) fn choosable(&self, state: &State, side: Side) -> SupportSet {
        self.pool(state, side).iter().filter(|m| self.is_real(*m) && !self.support(*m).compulsory).collect()
    }

    pub(crate) fn check_choose(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case(if side == Side::Soviet { "11.4.2.d" } else { "16.3" });
        let Action::Choose { marker } = action else {
            return c.ask(case, Err(no!("a support must be chosen from the pool")));
        };
        if !c.gate(case, self.own_marker(side, marker))? {
            return Ok(());
        }
        let there = state.spot(marker) == Spot::Pool;
        c.ask(case, must(there, no!("{marker} cannot be chosen: it is not in the pool", marker)))?;
        let good = self.choosable(state, side).contains(marker);
        c.ask(case, must(good, no!("{marker} cannot be chosen: it comes only by the draw", marker)))
    }

    pub(crate) fn offer_choose(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        self.choosable(state, side).iter().try_for_each(|marker| visit(Action::Choose { marker }))
    }

    /// The chosen marker stays hidden; the Axis must use its own this turn (16.3.1.g, 16.3.2.k).
    pub(crate) fn do_choose(&self, state: &mut State, side: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Frame::Choose { left, to, .. } = state.frames.top_mut() else { return };
        let Action::Choose { marker } = action else { return };
        *left = left.saturating_sub(1);
        let to = *to;
        self.set_spot(state, marker, Spot::Box(to));
        if to == SupportBox::Axis {
            state.pressed.insert(marker);
        }
        let case = Case(if side == Side::Soviet { "11.4.2.j" } else { "16.3" });
        log.add(|| Event::note(case, format!("A chosen support goes into the {}", self.box_name(to))));
        log.add(|| Event::note(case, format!("It is {}", self.support(marker).name)).only_for(side));
    }

    pub(crate) fn settle_choose(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let Frame::Choose { side, left, .. } = *state.frames.top() else { return Then::Ask };
        ask_while(left > 0 && !self.choosable(state, side).is_empty(), state)
    }
}
