//! 12.0 Attachment, 13.0 leaders, 19.3 the Supply Levels of headquarters.

use super::check::Asking;
use super::{Order, Slot};
use crate::data::{Hq, Kind, Nation, Presence, SupplyLevel, UnitId, Variant};
use crate::fix::holds;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{NONE, State};
use crate::theater::Stage;
use kessel_kernel::{Case, No, must, unless};
use kessel_kit::no;

impl Asking<'_> {
    /// Is it an own headquarters on the map, and what is it as one? Any will do, whatever its history (12.13).
    pub(super) fn headquarters(&self, c: &mut Consult, id: u16) -> Result<Option<Hq>, No<Why>> {
        if !self.own(c, id)? {
            return Ok(None);
        }
        let (command, hq) = (self.stage.info(id).hq, UnitId(id));
        c.ask(Case("12.0"), must(command.is_some(), no!("{hq} is no headquarters", hq)))?;
        Ok(command)
    }

    /// 12.1: span, rank, and the time of day.
    pub(super) fn attach(&self, c: &mut Consult, id: u16, to: u16) -> Verdict {
        if !self.own(c, id)? {
            return Ok(());
        }
        let Some(command) = self.headquarters(c, to)? else { return Ok(()) };
        let (unit, hq) = (UnitId(id), UnitId(to));
        let there = self.state.units[id as usize].hq == to || id == to;
        c.ask(Case("12.0"), unless(there, no!("{unit} is attached there", unit)))?;
        if let Some(own) = self.stage.info(id).hq {
            let ranks = command.level < own.level;
            c.ask(Case("12.11.c"), must(ranks, no!("{hq} ranks too low for {unit}", hq, unit)))?;
        }
        self.in_time(c, id, to)?;
        if self.spans(id) || !holds(Case("12.11.b"), true) {
            let (span, has) = (command.span, self.commanded(to));
            let span_of = Noun::Number(span.into());
            let why = no!("{hq} commands {span} units and no more", hq, span = span_of);
            c.ask(Case("12.11.a"), must(has < usize::from(span), why))?;
        }
        let sixth = self.state.setup.has(Variant::SixthArmyRestricted) && self.stage.of_sixth_army(id);
        let leaves = sixth && !self.stage.of_sixth_army(to);
        c.ask(Case("30.2.a"), unless(leaves, no!("{unit} stays with Sixth Army", unit)))
    }

    /// 12.11.b: does the unit count against the span of its headquarters?
    fn spans(&self, unit: u16) -> bool {
        self.stage.info(unit).spans || self.stage.info(unit).hq.is_some()
    }

    /// How many units a headquarters has that count, with those that the plan gives it.
    fn commanded(&self, hq: u16) -> usize {
        let under = |u: u16| self.state.units[u as usize].hq == hq;
        let there = |u: &u16| self.state.units[*u as usize].here() && under(*u) && self.spans(*u);
        let comes = |(slot, order): &(Slot, &Order)| matches!((slot, order), (Slot::Attach(u), Order::Attach(to)) if *to == hq && self.spans(*u) && !under(*u));
        (0..self.state.units.len() as u16).filter(there).count() + self.others().filter(comes).count()
    }

    /// 12.12: the time of day.
    fn in_time(&self, c: &mut Consult, id: u16, hq: u16) -> Verdict {
        let hour = self.stage.hour(self.state);
        let below = self.stage.is_step_down(self.state, id, hq);
        // What costs time is asked last.
        let free = hour.night || below && !hour.morning || self.is_unsupplied(id);
        let why = no!("in the morning only units without supply are reattached");
        c.ask(Case("12.12.b"), must(free || !hour.morning, why))?;
        let unit = UnitId(id);
        let why = no!("by day {unit} may only go a step down, to a headquarters below its own", unit);
        c.ask(Case("12.12.c"), must(free || below, why))
    }

    /// 12.12.a: out of supply, as far as its side knows.
    fn is_unsupplied(&self, unit: u16) -> bool {
        let none = self.state.units[unit as usize].level == SupplyLevel::None;
        let unfed = none || self.stage.line_of(self.state, &self.known_field(), unit).is_cut();
        unfed && holds(Case("12.12.a"), true)
    }

    /// 12.12.a, 12.12.d: may the unit go to any headquarters now, and not only a step down?
    pub(super) fn goes_anywhere(&self, unit: u16) -> bool {
        self.own(&mut Consult::strict(), unit).is_ok()
            && (self.stage.hour(self.state).night || self.is_unsupplied(unit))
    }

    /// 13.1, 13.2: to whom a leader may be given.
    pub(super) fn assign(&self, c: &mut Consult, n: u8, id: u16) -> Verdict {
        let Some(presence) = self.leader(c, n)? else { return Ok(()) };
        if !self.own(c, id)? {
            return Ok(());
        }
        let (info, unit, leader) = (self.stage.info(id), UnitId(id), presence.leader);
        c.ask(Case("13.1.d"), unless(info.kind == Kind::Artillery, no!("{unit} is artillery", unit)))?;
        c.ask(Case("13.1.f"), unless(info.kind == Kind::Hq, no!("{unit} is a headquarters", unit)))?;
        let case = leader_case(&self.stage.data.leader(leader).id);
        match presence.under {
            Some(hq) => {
                let led = self.stage.is_under(self.state, id, hq.0);
                c.ask(case, must(led, no!("{leader} leads only units of {hq}", leader, hq)))
            }
            None => {
                let led = matches!(info.nation, Nation::German | Nation::Romanian);
                c.ask(case, must(led, no!("{leader} leads German and Romanian units", leader)))
            }
        }
    }

    pub(super) fn free(&self, c: &mut Consult, n: u8) -> Verdict {
        if self.leader(c, n)?.is_none() {
            return Ok(());
        }
        c.ask(Case("13.1.b"), must(self.state.leaders[n as usize] != NONE, no!("he is with nobody")))
    }

    /// A leader of this side who is there.
    fn leader(&self, c: &mut Consult, n: u8) -> Result<Option<Presence>, No<Why>> {
        let present = |p: &&Presence| self.stage.data.leader(p.leader).side == self.side && p.from <= self.state.turn;
        let presence = self.stage.scenario.leaders.get(n as usize).filter(present).copied();
        c.ask(Case("13.2"), must(presence.is_some(), no!("that leader is not here")))?;
        Ok(presence)
    }

    /// 5.1.b, 19.3: only in the morning, never No Supply, and only what the stock covers.
    pub(super) fn level(&self, c: &mut Consult, id: u16, level: SupplyLevel) -> Verdict {
        if self.headquarters(c, id)?.is_none() {
            return Ok(());
        }
        let morning = self.stage.hour(self.state).morning;
        c.ask(Case("5.1.b"), must(morning, no!("Supply Levels are set in the morning")))?;
        let none = level == SupplyLevel::None;
        c.ask(Case("19.3.d"), unless(none, no!("nobody can be ordered to have no supply")))?;
        let (price, stock) = (self.stage.level_price(self.state, id, level), self.state.units[id as usize].tons);
        let (hq, need, has) = (UnitId(id), Noun::Tons(price), Noun::Tons(stock));
        c.ask(Case("19.3.a"), must(price <= stock, no!("{hq} would need {need} tons and has {has}", hq, need, has)))
    }
}

/// The rule of each leader.
fn leader_case(id: &str) -> Case {
    match id {
        "chuikov" => Case("13.2.a"),
        "eremenko" => Case("13.2.b"),
        "rodin" => Case("13.2.c"),
        "lelyoushenko" => Case("13.2.d"),
        "pliev" => Case("13.2.e"),
        "rokossovskii" => Case("13.2.f"),
        "manstein" => Case("13.2.g"),
        "hoth" => Case("13.2.h"),
        "paulus" => Case("13.2.i"),
        "raus" => Case("13.2.j"),
        "senger" => Case("13.2.k"),
        _ => Case("13.2.l"),
    }
}

impl Stage<'_> {
    /// 12.12.c: is this a headquarters below the unit's own?
    pub(super) fn is_step_down(&self, state: &State, unit: u16, hq: u16) -> bool {
        let own = state.units[unit as usize].hq;
        own != NONE && state.units[hq as usize].hq == own
    }

    /// Is the unit attached to this headquarters, or to one below it?
    pub(crate) fn is_under(&self, state: &State, unit: u16, hq: u16) -> bool {
        let mut at = state.units[unit as usize].hq;
        for _ in 0..8 {
            if at == hq {
                return true;
            }
            if at == NONE {
                return false;
            }
            at = state.units[at as usize].hq;
        }
        false
    }

    /// Units that draw from this headquarters.
    pub(crate) fn drawers<'a>(&'a self, state: &'a State, hq: u16) -> impl Iterator<Item = u16> + 'a {
        (0..state.units.len() as u16).filter(move |u| {
            state.units[*u as usize].here() && state.units[*u as usize].hq == hq && self.info(*u).hq.is_none()
        })
    }

    /// 19.3.c: what a new level takes from the stock of a headquarters; less than nothing when it is lowered.
    pub(crate) fn level_price(&self, state: &State, hq: u16, level: SupplyLevel) -> i64 {
        let old = state.units[hq as usize].level;
        let each = |u: u16| {
            let daily = self.daily(state, u);
            self.at_level(daily, level) - self.at_level(daily, old)
        };
        self.drawers(state, hq).map(each).sum()
    }
}
