//! 12.0 Attachment, 13.0 leaders, 19.3 the Supply Levels of headquarters.

use super::check::{Asking, unless};
use super::{Order, Slot};
use crate::data::{Kind, Nation, SupplyLevel, Variant};
use crate::fix::holds;
use crate::state::{NONE, State};
use crate::theater::Stage;
use kessel_kernel::{Case, Refusal};

impl Asking<'_> {
    /// Is it an own headquarters on the map? Any will do, whatever its history (12.13).
    pub(super) fn headquarters(&self, hq: u16) -> Result<(), Refusal> {
        self.own(hq)?;
        if self.stage.info(hq).hq.is_none() {
            return Err(Refusal::new(Case("12.0"), format!("{} is no headquarters", self.name(hq))));
        }
        Ok(())
    }

    /// 12.1: span, rank, and the time of day.
    pub(super) fn attach(&self, unit: u16, hq: u16) -> Result<(), Refusal> {
        self.own(unit)?;
        self.headquarters(hq)?;
        let (info, chief) = (self.stage.info(unit), self.stage.info(hq));
        let now = &self.state.units[unit as usize];
        let command = chief.hq.ok_or_else(|| Refusal::new(Case("12.0"), "no headquarters"))?;
        if now.hq == hq || unit == hq {
            return Err(Refusal::new(Case("12.0"), format!("{} is attached there", info.name)));
        }
        if let Some(own) = info.hq {
            unless(command.level >= own.level, "12.11.c", || {
                format!("{} ranks too low for {}", chief.name, info.name)
            })?;
        }
        self.in_time(unit, hq)?;
        let counts = |u: u16| self.stage.info(u).spans || self.stage.info(u).hq.is_some();
        if counts(unit) || !holds(Case("12.11.b"), true) {
            let there = |u: &u16| self.state.units[*u as usize].here() && self.state.units[*u as usize].hq == hq;
            let have = (0..self.state.units.len() as u16).filter(there).filter(|u| counts(*u)).count();
            let more = self.others().filter(|(slot, order)| {
                matches!((slot, order), (Slot::Attach(u), Order::Attach(to)) if *to == hq && counts(*u) && self.state.units[*u as usize].hq != hq)
            });
            let span = usize::from(command.span);
            unless(have + more.count() >= span, "12.11.a", || {
                format!("{} commands {span} units and no more", chief.name)
            })?;
        }
        let sixth = self.state.setup.has(Variant::SixthArmyRestricted) && self.stage.of_sixth_army(unit);
        unless(sixth && !self.stage.of_sixth_army(hq), "30.2.a", || format!("{} stays with Sixth Army", info.name))
    }

    /// 12.12: the time of day.
    fn in_time(&self, unit: u16, hq: u16) -> Result<(), Refusal> {
        let hour = self.stage.hour(self.state);
        let below = self.stage.is_step_down(self.state, unit, hq);
        // What costs time is asked last.
        if hour.night || below && !hour.morning || self.is_unsupplied(unit) {
            return Ok(());
        }
        unless(hour.morning, "12.12.b", || "in the morning only units without supply are reattached".into())?;
        unless(!below, "12.12.c", || {
            format!("by day {} may only go a step down, to a headquarters below its own", self.name(unit))
        })
    }

    /// 12.12.a: out of supply, as far as its side knows.
    fn is_unsupplied(&self, unit: u16) -> bool {
        let none = self.state.units[unit as usize].level == SupplyLevel::None;
        let unfed = none || self.stage.line_of(self.state, &self.known_field(), unit).is_cut();
        unfed && holds(Case("12.12.a"), true)
    }

    /// 12.12.a, 12.12.d: may the unit go to any headquarters now, and not only a step down?
    pub(super) fn goes_anywhere(&self, unit: u16) -> bool {
        self.own(unit).is_ok() && (self.stage.hour(self.state).night || self.is_unsupplied(unit))
    }

    /// 13.1, 13.2: to whom a leader may be given.
    pub(super) fn assign(&self, n: u8, unit: u16) -> Result<(), Refusal> {
        let presence = self.leader(n)?;
        self.own(unit)?;
        let (info, leader) = (self.stage.info(unit), self.stage.data.leader(presence.leader));
        unless(info.kind == Kind::Artillery, "13.1.d", || format!("{} is artillery", info.name))?;
        unless(info.kind == Kind::Hq, "13.1.f", || format!("{} is a headquarters", info.name))?;
        let case = leader_case(&leader.id);
        match presence.under {
            Some(hq) => unless(!self.stage.is_under(self.state, unit, hq.0), case, || {
                format!("{} leads only units of {}", leader.name, self.stage.info(hq.0).name)
            }),
            None => {
                let led = matches!(info.nation, Nation::German | Nation::Romanian);
                unless(!led, case, || format!("{} leads German and Romanian units", leader.name))
            }
        }
    }

    pub(super) fn free(&self, n: u8) -> Result<(), Refusal> {
        self.leader(n)?;
        if self.state.leaders[n as usize] == NONE {
            return Err(Refusal::new(Case("13.1.b"), "he is with nobody"));
        }
        Ok(())
    }

    fn leader(&self, n: u8) -> Result<crate::data::Presence, Refusal> {
        let presence = self.stage.scenario.leaders.get(n as usize);
        let present = |p: &&crate::data::Presence| {
            self.stage.data.leader(p.leader).side == self.side && p.from <= self.state.turn
        };
        presence.filter(present).copied().ok_or_else(|| Refusal::new(Case("13.2"), "that leader is not here"))
    }

    /// 5.1.b, 19.3: only in the morning, never No Supply, and only what the stock covers.
    pub(super) fn level(&self, hq: u16, level: SupplyLevel) -> Result<(), Refusal> {
        self.headquarters(hq)?;
        let name = self.name(hq).to_owned();
        unless(!self.stage.hour(self.state).morning, "5.1.b", || "Supply Levels are set in the morning".into())?;
        unless(level == SupplyLevel::None, "19.3.d", || "nobody can be ordered to have no supply".into())?;
        let price = self.stage.level_price(self.state, hq, level);
        let stock = self.state.units[hq as usize].tons;
        unless(price > stock, "19.3.a", || {
            format!("{name} would need {} tons and has {}", price / crate::fix::TON, stock / crate::fix::TON)
        })
    }
}

/// The rule of each leader.
fn leader_case(id: &str) -> &'static str {
    match id {
        "chuikov" => "13.2.a",
        "eremenko" => "13.2.b",
        "rodin" => "13.2.c",
        "lelyoushenko" => "13.2.d",
        "pliev" => "13.2.e",
        "rokossovskii" => "13.2.f",
        "manstein" => "13.2.g",
        "hoth" => "13.2.h",
        "paulus" => "13.2.i",
        "raus" => "13.2.j",
        "senger" => "13.2.k",
        _ => "13.2.l",
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
