//! 4 Supply: HQs, units, pontoons; 8.4 the supply of defenders.

mod guests;

use crate::Roads;
use crate::action::Action;
use crate::data::{Nation, River, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing};
use crate::ground::Ground;
use crate::refusal::{Consult, Verdict};
use crate::state::{Place, Spaces, State, Supply, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// More HQs than this no side has.
const HQS: usize = 16;

/// A unit that wants supply.
#[derive(Copy, Clone, Debug)]
struct Guest {
    nation: Nation,
    at: SpaceId,
}

/// An HQ that supplies units.
struct Depot {
    nation: Nation,
    area: Spaces,
    /// The units of other nations that an allied HQ supplies (4.3.1).
    guests: ArrayVec<Guest, 20>,
}

/// How an HQ may supply a unit (4.3.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Terms {
    /// As one of its own.
    Own,
    /// As one of the few foreign ones.
    Foreign,
    /// Not at all.
    Never,
}

fn terms(hq: Nation, unit: Nation) -> Terms {
    match (hq, unit) {
        _ if hq == unit => Terms::Own,
        (Nation::Soviet, _) | (_, Nation::Soviet) => Terms::Never,
        // 4.3.1.c.
        (Nation::German, _) => Terms::Own,
        // 4.3.1.e.
        (Nation::Hungarian, Nation::Romanian) | (Nation::Romanian, Nation::Hungarian) => Terms::Never,
        // 4.3.1.d.
        _ => Terms::Foreign,
    }
}

/// 4.1.4: pontoons are taken up before supply is tested.
pub(crate) const DISMANTLE: Decision = Decision {
    case: Case("4.1.4"),
    asks: phasing,
    check: Roads::check_dismantle,
    offers: Roads::offer_dismantle,
    apply: Roads::do_dismantle,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Take pontoons up before supply is tested, or leave them.".into(),
};

/// 4.1.3: supplied HQs bridge rivers; 4.3.1.d: the Axis names the units that go without.
pub(crate) const PONTOONS: Decision = Decision {
    case: Case("4.1.3.a"),
    asks: phasing,
    check: Roads::check_pontoons,
    offers: Roads::offer_pontoons,
    apply: Roads::do_pontoons,
    settle: Roads::settle_step,
    prompt: |game, seen, side| {
        if game.contenders(seen, side).is_empty() {
            return "Supplied HQs next to a river may build a pontoon.".into();
        }
        "Allied HQs cannot supply every foreign unit: name who goes without, or leave it open.".into()
    },
};

impl Roads {
    /// The HQs that supply units: those with a line of supply, or all of them (8.4.1). With `near`, only those that could reach it.
    fn depots(&self, state: &State, ground: &Ground, lined: bool, near: Option<SpaceId>) -> ArrayVec<Depot, HQS> {
        let mut found = ArrayVec::new();
        for (hq, at) in self.hqs(state, ground.side) {
            if let Some(near) = near {
                // A city HQ may reach twice as far (1.2.2).
                let reach = u32::from(self.info(hq).radius) * if self.space(state, at).is_city() { 2 } else { 1 };
                if self.distance(state, at, near) > reach {
                    continue;
                }
            }
            if lined && !self.on_free_line(state, ground, at, false) {
                continue;
            }
            let area = self.command_reach(state, ground, hq, at);
            let _ = found.try_push(Depot { nation: self.info(hq).nation, area, guests: ArrayVec::new() });
        }
        found
    }

    /// Finds room for a foreign unit with an allied HQ, moving others to other HQs if that helps (R78: most units).
    fn seat(&self, guest: Guest, depots: &mut ArrayVec<Depot, HQS>, tried: &mut u32) -> bool {
        let most = usize::from(self.data.charts.supply.allied_hq_foreign_units);
        for n in 0..depots.len() {
            let depot = &mut depots[n];
            let serves = terms(depot.nation, guest.nation) == Terms::Foreign && depot.area.contains(guest.at);
            if !serves || *tried & (1 << n) != 0 {
                continue;
            }
            *tried |= 1 << n;
            if depot.guests.len() < most && depot.guests.try_push(guest).is_ok() {
                return true;
            }
            for place in 0..depots[n].guests.len() {
                let other = depots[n].guests[place];
                if self.seat(other, depots, tried) {
                    depots[n].guests[place] = guest;
                    return true;
                }
            }
        }
        false
    }

    /// Is a unit supplied by a source (4.3.1.b) or by an HQ that counts it as its own (4.3.1.a)?
    fn at_home(&self, guest: Guest, depots: &[Depot], sources: &Spaces) -> bool {
        let own = |depot: &Depot| terms(depot.nation, guest.nation) == Terms::Own && depot.area.contains(guest.at);
        sources.contains(guest.at) || depots.iter().any(own)
    }

    /// 4.3: which of these units are supplied. Foreign units are taken in the order of their ids, those of `last` after all others (R78).
    fn fed(
        &self,
        state: &State,
        units: UnitSet,
        last: UnitSet,
        depots: &mut ArrayVec<Depot, HQS>,
        sources: &Spaces,
    ) -> UnitSet {
        let mut fed = UnitSet::EMPTY;
        for unit in (units - last).iter().chain((units & last).iter()) {
            let Some(at) = state.field.at(unit) else { continue };
            let guest = Guest { nation: self.info(unit).nation, at };
            if self.at_home(guest, depots, sources) || self.seat(guest, depots, &mut 0) {
                fed.insert(unit);
            }
        }
        fed
    }

    /// The units of a side on the map, without its HQs.
    fn troops(&self, state: &State, side: Side) -> UnitSet {
        let mut troops = UnitSet::EMPTY;
        for hex in state.field.occupied(side).iter() {
            for unit in state.field.stack(hex).filter(|unit| !self.info(*unit).is_hq()) {
                troops.insert(unit);
            }
        }
        troops
    }

    /// Those that carry a marker: between Supply phases the places at allied HQs are not theirs.
    fn marked(&self, state: &State, units: UnitSet) -> UnitSet {
        units.iter().filter(|unit| state.field.get(*unit).supply != Supply::In).collect()
    }

    /// 4.1, 4.3: is a unit on the map in supply just now (R132)? Markers say only who has a place at an allied HQ.
    pub(crate) fn in_supply(&self, state: &State, unit: UnitId) -> bool {
        let Some(at) = state.field.at(unit) else { return false };
        let info = self.info(unit);
        let ground = self.ground(state, info.side);
        if info.is_hq() {
            return self.on_free_line(state, &ground, at, false);
        }
        let guest = Guest { nation: info.nation, at };
        match self.home_test(state, &ground, guest) {
            Some(supplied) => supplied,
            None => {
                let mut depots = self.depots(state, &ground, true, None);
                let sources = self.source_reach(state, &ground);
                let troops = self.troops(state, info.side);
                let last = self.marked(state, troops);
                self.fed(state, troops, last, &mut depots, sources).contains(unit)
            }
        }
    }

    /// The same for a unit of a nation that would stand in a hex.
    pub(crate) fn supplied_hex(&self, state: &State, side: Side, nation: Nation, hex: SpaceId) -> bool {
        let ground = self.ground(state, side);
        let guest = Guest { nation, at: hex };
        match self.home_test(state, &ground, guest) {
            Some(supplied) => supplied,
            None => {
                let mut depots = self.depots(state, &ground, true, None);
                let sources = self.source_reach(state, &ground);
                let troops = self.troops(state, side);
                self.fed(state, troops, self.marked(state, troops), &mut depots, sources);
                self.seat(guest, &mut depots, &mut 0)
            }
        }
    }

    /// Supplied or not, if that does not hang on whom an allied HQ supplies.
    fn home_test(&self, state: &State, ground: &Ground, guest: Guest) -> Option<bool> {
        let depots = self.depots(state, ground, true, Some(guest.at));
        if self.at_home(guest, &depots, &Spaces::EMPTY) || self.source_reach(state, ground).contains(guest.at) {
            return Some(true);
        }
        let foreign = |d: &Depot| terms(d.nation, guest.nation) == Terms::Foreign && d.area.contains(guest.at);
        if depots.iter().any(foreign) { None } else { Some(false) }
    }

    /// Puts a supply marker on a unit, or takes it away.
    pub(crate) fn set_supply(&self, state: &mut State, unit: UnitId, supply: Supply, case: Case, log: &mut Log) {
        let piece = state.field.get_mut(unit);
        if piece.supply == supply {
            return;
        }
        piece.supply = supply;
        log.add(|| {
            let (to, text) = match supply {
                Supply::In => ("in-supply", "is back in supply"),
                Supply::Out => ("oos", "is out of supply"),
                Supply::Fortress => ("oos-fs", "is out of supply in Fortress Stalingrad"),
            };
            let info = self.info(unit);
            let what = What::Flip { counter: info.id.clone(), to: to.into() };
            Event::new(case, what, format!("{} {text}", info.name))
        });
    }

    /// A unit without supply: OOS, inside the influence of the fortress OOS-FS (4.3.2, 10.2.3.a).
    fn cut_off(&self, state: &mut State, unit: UnitId, at: SpaceId, case: Case, log: &mut Log) {
        // 10.2.1: only those of the Axis who are out of supply.
        let pocket = self.info(unit).side == Side::Axis && self.in_influence(state, at);
        let (supply, case) = if pocket { (Supply::Fortress, Case("10.2.3.a")) } else { (Supply::Out, case) };
        self.set_supply(state, unit, supply, case, log);
    }

    /// 4.3, 4.4.1: the supply of all units of a side in its Supply phase.
    pub(crate) fn supply_units(&self, state: &mut State, side: Side, log: &mut Log) {
        let ground = self.ground(state, side);
        let mut depots = self.depots(state, &ground, true, None);
        let sources = self.source_reach(state, &ground);
        let troops = self.troops(state, side);
        let fed = self.fed(state, troops, state.yielding, &mut depots, sources);
        state.yielding.clear();
        for unit in troops.iter() {
            let Some(at) = state.field.at(unit) else { continue };
            if fed.contains(unit) {
                self.set_supply(state, unit, Supply::In, Case("4.4.1"), log);
            } else {
                self.cut_off(state, unit, at, Case("4.3.2"), log);
            }
        }
        // A marker that lies on an HQ (12.3) goes too.
        let hqs: ArrayVec<UnitId, HQS> = self.hqs(state, side).map(|(hq, _)| hq).take(HQS).collect();
        for hq in hqs {
            self.set_supply(state, hq, Supply::In, Case("4.4.1"), log);
        }
    }

    /// 4.1.2: HQs without a line of supply leave the map; all are tested before any goes.
    pub(crate) fn remove_hqs(&self, state: &mut State, side: Side, log: &mut Log) {
        let ground = self.ground(state, side);
        let cut = self.hqs(state, side).filter(|(_, at)| !self.on_free_line(state, &ground, *at, false));
        let cut: ArrayVec<UnitId, HQS> = cut.map(|(hq, _)| hq).take(HQS).collect();
        for hq in cut {
            self.remove_unit(state, hq, Place::Removed, Case("4.1.2.a"), log);
        }
    }

    /// 8.4: defenders in a hex that nobody supplies are marked; HQs serve without a line of supply, and are never marked themselves.
    pub(crate) fn check_defenders(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        let Some(side) = state.field.holder(hex) else { return };
        // 8.4.2: who has a marker keeps it.
        let unmarked = |unit: &UnitId| !self.info(*unit).is_hq() && state.field.get(*unit).supply == Supply::In;
        let units: UnitSet = state.field.stack(hex).filter(unmarked).collect();
        if units.is_empty() {
            return;
        }
        let ground = self.ground(state, side);
        // 8.4.1.b, 8.4.4: with or without a line of its own an HQ supplies.
        let mut depots = self.depots(state, &ground, false, Some(hex));
        let mut fed = self.fed(state, units, UnitSet::EMPTY, &mut depots, &Spaces::EMPTY);
        if fed != units {
            let sources = self.source_reach(state, &ground);
            // 8.4.1.a.
            if sources.contains(hex) {
                fed = units;
            }
        }
        for unit in (units - fed).iter() {
            self.cut_off(state, unit, hex, Case("8.4.3"), log);
        }
    }

    /// The Supply phase begins: what has left the pocket dies first (10.2.3.h, R90).
    pub(crate) fn enter_dismantle(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        if state.phasing == Side::Axis {
            self.fortress_deaths(state, log);
        }
    }

    /// 4.1.4: pontoons may be taken up.
    pub(crate) fn check_dismantle(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("4.1.4");
        match action {
            Action::Done => c.ask(case, Ok(())),
            Action::Dismantle { unit } => {
                c.ask(case, self.own_on_map(state, side, unit))?;
                let flipped = state.field.get(unit).pontoon.is_some();
                c.ask(case, must(flipped, no!("{unit} is not on its pontoon side", unit)))
            }
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_dismantle(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for (unit, _) in self.hqs(state, side) {
            if state.field.get(unit).pontoon.is_some() {
                visit(Action::Dismantle { unit })?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_dismantle(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Dismantle { unit } = action else { return self.end_step(state, dice, log) };
        state.field.get_mut(unit).pontoon = None;
        log.add(|| {
            let info = self.info(unit);
            let what = What::Flip { counter: info.id.clone(), to: "hq".into() };
            Event::new(Case("4.1.4"), what, format!("{} takes up its pontoon bridge", info.name))
        });
    }

    /// 4.a: HQs are checked before anything else.
    pub(crate) fn enter_pontoons(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        state.yielding.clear();
        self.remove_hqs(state, state.phasing, log);
    }

    /// 4.1.3: a supplied HQ may bridge a river.
    pub(crate) fn check_pontoons(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("4.1.3.a");
        let (unit, to) = match action {
            Action::Done => return c.ask(case, Ok(())),
            Action::Pontoon { unit, to } => (unit, to),
            Action::Yield { unit } => return self.check_yield(state, side, unit, c),
            _ => return not_now(c, case),
        };
        if !c.gate(case, self.own_on_map(state, side, unit))? {
            return Ok(());
        }
        c.ask(case, must(self.info(unit).is_hq(), no!("{unit} is no headquarters", unit)))?;
        let flipped = state.field.get(unit).pontoon.is_some();
        c.ask(case, must(!flipped, no!("{unit} is on its pontoon side already", unit)))?;
        let river = state.field.at(unit).is_some_and(|at| self.map(state).between(at, to).river != River::None);
        c.ask(Case("4.1.3.b"), must(river, no!("{unit} has no river between itself and {to}", unit, to)))?;
        c.ask(case, must(self.has_line(state, unit), no!("{unit} has no line of supply", unit)))
    }

    pub(crate) fn offer_pontoons(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let map = self.map(state);
        for (unit, at) in self.hqs(state, side) {
            for n in map.board.neighbors(at) {
                let action = Action::Pontoon { unit, to: n.space };
                if map.sides[n.edge].river != River::None && self.allows(state, side, action) {
                    visit(action)?;
                }
            }
        }
        self.offer_yield(state, side, visit)
    }

    /// When the pontoons stand, the units are checked (4.a); then the fortress may be relieved (10.1.4, R90).
    pub(crate) fn end_pontoons(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        self.supply_units(state, state.phasing, log);
        if state.phasing == Side::Axis {
            self.fortress_relieved(state, log);
        }
    }

    pub(crate) fn do_pontoons(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Pontoon { unit, to } => {
                state.field.get_mut(unit).pontoon = Some(to);
                log.add(|| {
                    let info = self.info(unit);
                    let what = What::Flip { counter: info.id.clone(), to: "pontoon".into() };
                    let text = format!("{} builds a pontoon bridge to {}", info.name, self.hex_name(state, to));
                    Event::new(Case("4.1.3.b"), what, text)
                });
            }
            Action::Yield { unit } => self.do_yield(state, unit, log),
            _ => self.end_step(state, dice, log),
        }
    }
}
