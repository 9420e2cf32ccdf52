//! 17.3 Replacement points; 4.1.2 the return of HQs.

use crate::Roads;
use crate::action::Action;
use crate::data::{Nation, SourceOwner, UnitId, UnitKind};
use crate::decision::{Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Frame, Place, Spaces, State, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// The nations of the Axis, in the order in which offers go through them.
const AXIS_NATIONS: [Nation; 4] = [Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Italian];

/// 17.3: replacement points are spent.
pub(crate) const REPLACEMENTS: Decision = Decision {
    case: Case("17.3.a"),
    asks: phasing,
    check: Roads::check_replacements,
    offers: Roads::offer_replacements,
    apply: Roads::do_replacements,
    settle: Roads::settle_step,
    prompt: |_, seen, side| {
        let [points, allied] = seen.points;
        match side {
            Side::Soviet => format!("Spend your replacement points; left: {points}.").into(),
            Side::Axis => {
                format!("Spend your replacement points; left: {points}, of them for allies: {allied}.").into()
            }
        }
    },
};

/// 4.1.2.b: HQs come back.
pub(crate) const RETURN: Decision = Decision {
    case: Case("4.1.2.b"),
    asks: phasing,
    check: Roads::check_return,
    offers: Roads::offer_return,
    apply: Roads::do_return,
    settle: Roads::settle_step,
    prompt: |_, _, _| "HQs that lost their line of supply come back.".into(),
};

impl Roads {
    // ------------------------------------------------------------- where rebuilt units appear (17.3.13)

    /// 17.3.13.a: hexes on or next to a supplied HQ of the nation, not next to an enemy.
    pub(crate) fn beside_hqs(&self, state: &State, nation: Nation) -> Spaces {
        let mut hexes = Spaces::EMPTY;
        for (hq, at) in self.hqs(state, Side::Axis) {
            if self.info(hq).nation == nation && self.has_line(state, hq) {
                hexes.insert(at);
                for hex in self.around(state, at) {
                    hexes.insert(hex);
                }
            }
        }
        let enemies = *state.field.occupied(Side::Soviet);
        (hexes - enemies).iter().filter(|hex| !self.near_enemy(state, Side::Axis, *hex)).collect()
    }

    /// May a unit that comes back appear in this hex?
    pub(crate) fn check_beside_hq(&self, state: &State, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let beside = self.beside_hqs(state, self.info(unit).nation).contains(at);
        let why = if self.near_enemy(state, Side::Axis, at) {
            no!("{at} is next to an enemy", at)
        } else {
            no!("{at} is neither on nor next to a supplied HQ of the nation of {unit}", at, unit)
        };
        c.ask(Case("17.3.13.a"), must(beside, why))?;
        let room = !beside || self.fits(state, at, unit);
        c.ask(Case("1.11.3"), must(room, no!("{unit} finds no room in {at}", unit, at)))
    }

    /// Every hex for each of the units, by the same rules.
    pub(crate) fn offer_beside_hqs(&self, state: &State, units: UnitSet, visit: &mut Visit<'_>) -> Flow {
        for nation in AXIS_NATIONS {
            let own = units.iter().filter(|unit| self.info(*unit).nation == nation);
            let own: UnitSet = own.collect();
            if own.is_empty() {
                continue;
            }
            let hexes = self.beside_hqs(state, nation);
            for unit in own.iter() {
                for at in hexes.iter().filter(|hex| self.fits(state, *hex, unit)) {
                    visit(Action::Rebuild { unit, at })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// R109: has the nation of an HQ no other on the map, so that 17.3.13 gives it no place?
    fn is_last_hq(&self, state: &State, hq: UnitId) -> bool {
        let info = self.info(hq);
        !self.hqs(state, info.side).any(|(other, _)| self.info(other).nation == info.nation)
    }

    /// Would an HQ in this hex be in supply (4.1.1)?
    pub(crate) fn hq_line_at(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        self.is_source(state, side, hex) || self.space(state, hex).line && self.line_at(state, side, hex)
    }

    /// R39, R109: may an HQ come onto the map here? On a source, or on a line to one at a supplied friendly unit; no enemy next to it.
    fn hq_may_enter(&self, state: &State, hq: UnitId, hex: SpaceId) -> Result<(), Why> {
        let (map, side) = (self.map(state), self.info(hq).side);
        if !map.board.is_hex(hex) || map.spaces[hex].is_water() || state.field.holder(hex) == Some(side.other()) {
            return Err(no!("no HQ can stand in {hex}", hex));
        }
        if self.near_enemy(state, side, hex) {
            return Err(no!("{hex} is next to an enemy", hex));
        }
        if !self.fits(state, hex, hq) {
            return Err(no!("{hq} finds no room in {hex}", hq, hex));
        }
        let source = self.is_source(state, side, hex);
        if !self.hq_line_at(state, side, hex) {
            return Err(no!("an HQ in {hex} has no line of supply", hex));
        }
        let supplied = |hex: SpaceId| {
            let own = state.field.holder(hex) == Some(side);
            own && state.field.stack(hex).any(|unit| self.is_supplied(state, unit))
        };
        let near = source || supplied(hex) || self.around(state, hex).any(supplied);
        must(near, no!("{hex} is neither a supply source nor at a supplied unit", hex))
    }

    /// R132: in supply now, and without a marker that says otherwise.
    pub(crate) fn is_supplied(&self, state: &State, unit: UnitId) -> bool {
        state.field.get(unit).supply == Supply::In && self.in_supply(state, unit)
    }

    /// Is the hex a supply source that works for the side (4.2, R79)?
    fn is_source(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let works = |owner| match owner {
            SourceOwner::Side(whose) => whose == side,
            SourceOwner::Holder => true,
        };
        let mut sources = self.map(state).sources.iter();
        state.controller(hex) == side
            && sources.any(|source| source.hex == hex && source.from.0 <= state.turn && works(source.owner))
    }

    /// The first hex, or each, in which an HQ may come onto the map: at its side's units, or on a source.
    fn each_hq_entry<F: FnMut(SpaceId) -> Flow>(&self, state: &State, hq: UnitId, visit: &mut F) -> Flow {
        let own = *state.field.occupied(self.info(hq).side);
        let mut hexes: Spaces = self.map(state).sources.iter().map(|source| source.hex).collect();
        for hex in own.iter() {
            hexes.insert(hex);
            for near in self.around(state, hex) {
                hexes.insert(near);
            }
        }
        for hex in hexes.iter() {
            if self.hq_may_enter(state, hq, hex).is_ok() {
                visit(hex)?;
            }
        }
        Flow::Continue(())
    }

    // ------------------------------------------------------------- Step Replacements

    /// 17.3.1, 17.3.2: the points that a side receives in its Reinforcements phase of this turn, as things stand.
    pub(crate) fn points_of_turn(&self, state: &State, side: Side) -> u8 {
        let points = &self.scenario(state).points;
        match side {
            // 18.1.2.c
            _ if state.no_points[side.index()] || !self.uses(state, "17.3") => 0,
            Side::Soviet if state.turn >= points.soviet_rps_from.0 => points.soviet_rps,
            // 17.3.2: none in the first turn of a scenario, whatever turn that is.
            Side::Axis if state.turn == self.scenario(state).first_turn.0 => 0,
            Side::Axis if points.axis_rps_from.is_some_and(|from| state.turn >= from.0) => {
                // 15.1.3, 16.2.2
                self.data.charts.approval.get(usize::from(self.okh_box(state))).map_or(0, |line| line.rps)
            }
            _ => 0,
        }
    }

    /// 17.3.3, 17.3.4: the points of this phase, and the share that allied units may have.
    pub(crate) fn enter_replacements(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        let side = state.phasing;
        let received = self.points_of_turn(state, side);
        state.points = match side {
            Side::Soviet => [received, 0],
            Side::Axis => [received, received / self.data.charts.replacements.allied_divisor],
        };
        if received > 0 {
            let case = Case(if side == Side::Soviet { "17.3.1" } else { "17.3.2" });
            log.add(|| Event::note(case, format!("Replacement points: {received}")));
        }
    }

    /// What a unit costs: an HQ, a whole Soviet unit, or a step.
    pub(crate) fn price(&self, state: &State, unit: UnitId) -> u8 {
        let (costs, info) = (&self.data.charts.replacements, self.info(unit));
        if info.is_hq() {
            costs.hq
        } else if info.side == Side::Soviet && state.field.get(unit).place == Place::Eliminated {
            costs.soviet_division
        } else {
            costs.step
        }
    }

    /// Are there points for it? 17.3.3: allied units have their own share.
    fn check_points(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let price = self.price(state, unit);
        c.ask(Case("17.3.a"), must(state.points[0] >= price, no!("there are not enough replacement points")))?;
        let share = !self.is_allied(unit) || state.points[1] >= price;
        c.ask(Case("17.3.3"), must(share, no!("the allies have had their half of the replacement points")))
    }

    /// 17.3.7, 17.3.10, 17.3.12: is there a support, or a Kampfgruppe, for the step of an armored unit?
    fn check_armor(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let info = self.info(unit);
        if !info.armored {
            return Ok(());
        }
        let case = match (state.field.at(unit), info.side) {
            (Some(_), _) => Case("17.3.7"),
            (None, Side::Axis) => Case("17.3.10"),
            (None, Side::Soviet) => Case("17.3.12"),
        };
        let needed = usize::from(self.data.charts.replacements.armored_supports);
        // 17.3.11: a Kampfgruppe may stand for a support, but not for itself.
        let group = usize::from(info.kind == UnitKind::ArmoredKampfgruppe);
        let enough = self.payable(state, info.side, Bill::Armor).len() >= needed
            || self.purse(state, info.side, Bill::Armor) >= needed + group;
        c.ask(
            case,
            must(enough, no!("{unit} is armored: its step costs a support, too, and there is none to pay with", unit)),
        )
    }

    pub(crate) fn check_replacements(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Restore { unit } => {
                let led = || self.command_areas(state, side);
                self.check_restore(state, side, unit, || self.in_supply(state, unit), led, c)
            }
            Action::Rebuild { unit, at } => {
                // What the other side could pay is its secret.
                let own = self.own_unit(side, unit);
                if !c.gate(self.rebuild_case(unit), own)? {
                    return Ok(());
                }
                self.check_rebuild(state, unit, c)?;
                self.check_rebuilt_at(state, side, unit, at, c)
            }
            Action::Done => c.ask(Case("17.3.4"), Ok(())),
            _ => not_now(c, Case("17.3.a")),
        }
    }

    /// 17.3.6, 17.3.7, 17.3.14: a step for a reduced unit on the map. `fed` tells whether it is in supply, `led` which hexes lie
    /// within the radius of an HQ.
    fn check_restore(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        fed: impl FnOnce() -> bool,
        led: impl FnOnce() -> Spaces,
        c: &mut Consult,
    ) -> Verdict {
        let info = self.info(unit);
        let case = Case(if info.armored { "17.3.7" } else { "17.3.6" });
        let own = self.own_on_map(state, side, unit);
        c.ask(case, own)?;
        let (Ok(()), Some(hex)) = (own, state.field.at(unit)) else { return Ok(()) };
        let piece = state.field.get(unit);
        c.ask(case, must(piece.steps < info.steps(), no!("{unit} is at full strength", unit)))?;
        self.check_points(state, unit, c)?;
        let case = Case("17.3.14");
        c.ask(case, must(!self.near_enemy(state, side, hex), no!("{unit} is next to an enemy", unit)))?;
        c.ask(case, must(piece.supply == Supply::In && fed(), no!("{unit} is out of supply", unit)))?;
        // A source feeds without an HQ (4.2.3), but brings no replacements.
        let why = no!("{unit} is outside the command radius of every HQ", unit);
        c.ask(case, must(led().contains(hex), why))?;
        self.check_armor(state, unit, c)
    }

    /// 1.2.2: the hexes within the command radius of an HQ of the side, any of them.
    fn command_areas(&self, state: &State, side: Side) -> Spaces {
        self.hqs(state, side).fold(Spaces::EMPTY, |area, (hq, _)| area | self.command_area(state, hq))
    }

    /// 17.3.5, 17.3.8 to 17.3.12: an eliminated unit is rebuilt.
    fn check_rebuild(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let info = self.info(unit);
        let case = self.rebuild_case(unit);
        let dead = state.field.get(unit).place == Place::Eliminated;
        c.ask(case, must(dead, no!("{unit} is not among the eliminated units", unit)))?;
        let kind = info.is_division() || info.is_hq();
        c.ask(case, must(kind, no!("{unit} is never rebuilt", unit)))?;
        self.check_points(state, unit, c)?;
        self.check_armor(state, unit, c)
    }

    fn rebuild_case(&self, unit: UnitId) -> Case {
        let info = self.info(unit);
        Case(match (info.is_hq(), info.side, info.armored) {
            (true, ..) => "17.3.5",
            (_, Side::Axis, false) => "17.3.8",
            (_, Side::Axis, true) => "17.3.10",
            (_, Side::Soviet, false) => "17.3.9",
            (_, Side::Soviet, true) => "17.3.12",
        })
    }

    /// 17.3.13: where it appears.
    fn check_rebuilt_at(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        if self.info(unit).is_hq() && self.is_last_hq(state, unit) {
            return c.ask(Case("17.3.5"), self.hq_may_enter(state, unit, at));
        }
        if side == Side::Soviet {
            let reserve = self.map(state).board.name(at) == "STAVKA";
            let why = no!("rebuilt Soviet units go into the STAVKA Reserve");
            return c.ask(Case("17.3.13.b"), must(reserve, why));
        }
        self.check_beside_hq(state, unit, at, c)
    }

    pub(crate) fn offer_replacements(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if state.points[0] == 0 {
            return Flow::Continue(());
        }
        self.offer_restore(state, side, visit)?;
        let dead = self.data.unit_ids().filter(|unit| {
            let piece = state.field.get(*unit);
            piece.side == side && piece.place == Place::Eliminated
        });
        let dead: UnitSet =
            dead.filter(|unit| self.check_rebuild(state, *unit, &mut Consult::strict()).is_ok()).collect();
        let last = |unit: &UnitId| self.info(*unit).is_hq() && self.is_last_hq(state, *unit);
        let alone: UnitSet = dead.iter().filter(last).collect();
        for unit in alone.iter() {
            self.each_hq_entry(state, unit, &mut |at| visit(Action::Rebuild { unit, at }))?;
        }
        let others = dead - alone;
        match (side, self.map(state).board.space("STAVKA")) {
            (Side::Axis, _) => self.offer_beside_hqs(state, others, visit),
            (Side::Soviet, Some(at)) => others.iter().try_for_each(|unit| visit(Action::Rebuild { unit, at })),
            (Side::Soviet, None) => Flow::Continue(()),
        }
    }

    /// Steps for units on the map. What the HQs of the nation feed is flooded once, not for each unit; who lies outside it may
    /// still be fed by an ally (4.3.1.d), which is asked for him alone.
    fn offer_restore(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let own = self.data.unit_ids().filter(|unit| {
            let piece = state.field.get(*unit);
            piece.side == side && matches!(piece.place, Place::Hex(_)) && piece.steps < self.info(*unit).steps()
        });
        let (mut fed, mut led) = (None, None);
        for unit in own {
            let fed_now = || {
                let fed = fed.get_or_insert_with(|| self.fed_by_own(state, side));
                state.field.at(unit).is_some_and(|hex| fed.contains(hex)) || self.in_supply(state, unit)
            };
            let led_now = || *led.get_or_insert_with(|| self.command_areas(state, side));
            if self.check_restore(state, side, unit, fed_now, led_now, &mut Consult::strict()).is_ok() {
                visit(Action::Restore { unit })?;
            }
        }
        Flow::Continue(())
    }

    /// Hexes in which every unit of a side is in supply: by its sources, or by German or Soviet HQs (4.2.3, 4.3.1.c).
    pub(crate) fn fed_by_own(&self, state: &State, side: Side) -> Spaces {
        let mut fed = self.source_area(state, side);
        for (hq, _) in self.hqs(state, side) {
            let leads = matches!(self.info(hq).nation, Nation::German | Nation::Soviet);
            if leads && self.has_line(state, hq) {
                fed |= self.command_area(state, hq);
            }
        }
        fed
    }

    pub(crate) fn do_replacements(
        &self,
        state: &mut State,
        side: Side,
        action: Action,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let unit = match action {
            Action::Restore { unit } | Action::Rebuild { unit, .. } => unit,
            _ => return self.end_step(state, dice, log),
        };
        let info = self.info(unit);
        let price = self.price(state, unit);
        state.points[0] = state.points[0].saturating_sub(price);
        if self.is_allied(unit) {
            state.points[1] = state.points[1].saturating_sub(price);
        }
        match action {
            Action::Rebuild { at, .. } if !self.map(state).board.is_hex(at) => {
                self.join_reserve(state, unit, Case("17.3.13.b"), log);
            }
            // 17.3.8.b: one step; the second is restored.
            Action::Rebuild { at, .. } => {
                state.field.get_mut(unit).steps = 1;
                self.enter_hex(state, unit, at, self.rebuild_case(unit), log);
            }
            _ => {
                state.field.get_mut(unit).steps += 1;
                log.add(|| {
                    let what = What::Flip { counter: info.id.clone(), to: "full".into() };
                    let case = Case(if info.armored { "17.3.7" } else { "17.3.6" });
                    Event::new(case, what, format!("{} is at full strength again", info.name))
                });
            }
        }
        if info.armored {
            let left = self.data.charts.replacements.armored_supports;
            state.frames.push(Frame::Pay { side, left, bill: Bill::Armor });
        }
    }

    // ------------------------------------------------------------- Step Return (4.1.2)

    /// The HQs of a side that have been taken from the map.
    fn removed_hqs<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let own = self.headquarters().iter().copied().filter(move |hq| self.info(*hq).side == side);
        own.filter(|hq| state.field.get(*hq).place == Place::Removed)
    }

    pub(crate) fn check_return(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("4.1.2.b");
        match action {
            Action::Return { unit, at } => {
                c.ask(case, self.own_unit(side, unit))?;
                let waits = state.field.get(unit).place == Place::Removed;
                c.ask(case, must(waits, no!("{unit} has not been removed from the map", unit)))?;
                c.ask(case, self.hq_may_enter(state, unit, at))
            }
            Action::Done => {
                let bound = self
                    .removed_hqs(state, side)
                    .find(|hq| self.each_hq_entry(state, *hq, &mut |_| Flow::Break(())).is_break());
                c.ask(case, bound.map_or(Ok(()), |hq| Err(no!("{hq} must return to the map", hq))))
            }
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_return(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for unit in self.removed_hqs(state, side) {
            self.each_hq_entry(state, unit, &mut |at| visit(Action::Return { unit, at }))?;
        }
        Flow::Continue(())
    }

    pub(crate) fn do_return(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Return { unit, at } = action else { return self.end_step(state, dice, log) };
        {
            state.field.get_mut(unit).steps = self.info(unit).steps();
            self.enter_hex(state, unit, at, Case("4.1.2.b"), log);
            // R41: an HQ that had to go counts as moved.
            if side == Side::Soviet {
                self.add_shortage(state, Case("12.1.a"), log);
            }
        }
    }
}

#[cfg(test)]
mod tests;
