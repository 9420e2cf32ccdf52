//! 13 The STAVKA Reserve: units are released, then others enter (`entry.rs`).

mod entry;

pub(crate) use entry::ENTER;

use crate::Roads;
use crate::action::Action;
use crate::data::{HqLocation, LocationRow, Nation, SupportClass, SupportId, Terrain, UnitId};
use crate::decision::{Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Om, Spaces, State, Stavka};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, must};
use kessel_kit::no;

const RESERVES: Case = Case("PA.SUP.reserves");

/// 13.1.1: HQs ask for units of the reserve, and they come.
pub(crate) const RELEASE: Decision = Decision {
    case: Case("13.1.1.a"),
    asks: phasing,
    check: Roads::check_release,
    offers: Roads::offer_release,
    apply: Roads::do_release,
    settle: Roads::settle_step,
    prompt: |game, seen, _| game.release_text(seen).into(),
};

impl Roads {
    /// Is there a STAVKA phase in this turn (S2.u, S3.l)?
    fn stavka_phase(&self, state: &State) -> bool {
        let from = self.scenario(state).rules.stavka_from;
        self.uses(state, "13") && from.is_none_or(|turn| turn.0 <= state.turn)
    }

    /// 13.1.1.d, 13.1.3.b, R108: what the place of an HQ means. A city without a railroad is but a place on a road.
    pub(crate) fn hq_row(&self, state: &State, hex: SpaceId) -> LocationRow {
        let space = self.space(state, hex);
        let location = match space.terrain {
            Terrain::MajorCity if space.rail => HqLocation::MajorCity,
            Terrain::City if space.rail => HqLocation::City,
            _ if space.rail => HqLocation::Rail,
            _ => HqLocation::Road,
        };
        self.data.charts.hq_location[location as usize]
    }

    /// 13.1.1.f: an armored corps counts two.
    fn release_points(&self, unit: UnitId) -> u8 {
        if self.info(unit).armored { self.data.charts.offensives.armored_points } else { 1 }
    }

    /// 13.1.2.a: in a launch turn eight units come without a roll.
    pub(crate) fn enter_release(&self, state: &mut State, _: &mut Dice, _: &mut Log) {
        state.stavka = Stavka::default();
        if !self.stavka_phase(state) {
            return;
        }
        let soviet = state.field.occupied(Side::Soviet);
        state.stavka.present = soviet.iter().flat_map(|hex| state.field.stack(hex)).collect();
        if state.launched {
            state.stavka.left = self.data.charts.offensives.release_points;
            state.stavka.rolled = true;
        }
    }

    /// Is there anybody to release?
    fn someone_waits(&self, state: &State) -> Result<(), Why> {
        must(self.reserve_units(state).next().is_some(), no!("the STAVKA Reserve is empty"))
    }

    /// The HQ that the next roll is for, and whether it is the second one's turn.
    fn next_roll(&self, state: &State) -> Option<(UnitId, u8)> {
        let stavka = &state.stavka;
        let serving = if stavka.rolled { stavka.serving + 1 } else { stavka.serving };
        let hq = (*stavka.hqs.get(usize::from(serving))?)?;
        Some((hq, serving))
    }

    /// HQs that may still be chosen: two, the first with priority (13.1.1.a).
    fn may_solicit(&self, state: &State, unit: UnitId) -> Result<(), Why> {
        self.own_on_map(state, Side::Soviet, unit)?;
        must(self.info(unit).is_hq(), no!("{unit} is no headquarters", unit))?;
        let stavka = &state.stavka;
        let full = stavka.hqs.iter().all(Option::is_some) || stavka.rolled || stavka.bonus > 0;
        must(!full, no!("the HQs have been chosen"))?;
        must(!stavka.hqs.contains(&Some(unit)), no!("{unit} has been chosen already", unit))
    }

    fn may_roll(&self, state: &State) -> Result<(), Why> {
        let named = state.stavka.hqs[0].is_some();
        must(named, no!("no HQ waits for a roll: name those that ask for units first"))?;
        must(self.next_roll(state).is_some(), no!("no HQ waits for a roll: all that asked have had theirs"))?;
        let open = self.hqs(state, Side::Soviet).any(|(hq, _)| self.may_solicit(state, hq).is_ok());
        must(!open, no!("the second HQ must be chosen before the dice are rolled"))
    }

    pub(crate) fn check_release(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        // 13.1.1.h: releasing is voluntary.
        if action == Action::Done {
            return Ok(());
        }
        let phase = self.stavka_phase(state);
        if !c.gate(self.special(state, "S2.u"), must(phase, no!("there is no STAVKA phase in this turn")))? {
            return Ok(());
        }
        c.ask(Case("13.1.1.a"), self.someone_waits(state))?;
        match action {
            Action::Solicit { unit } => {
                let why = no!("a Major Offensive draws on the reserve without HQs");
                c.ask(Case("11.4.3"), must(!state.launched, why))?;
                c.ask(Case("13.1.1.a"), self.may_solicit(state, unit))
            }
            Action::Pay { marker } => {
                if self.held(state, side, marker, Case("13.1.1.b"), c)?.is_none() {
                    return Ok(());
                }
                let good = self.stavka_money(state).contains(marker) && !state.banned[0];
                c.ask(
                    Case("13.1.1.b"),
                    must(
                        good,
                        no!(
                            "{marker} cannot be returned for the roll: only real supports of the STAVKA box can",
                            marker
                        ),
                    ),
                )?;
                c.ask(Case("13.1.1.b"), self.may_roll(state))
            }
            Action::Roll => c.ask(Case("13.1.1.a"), self.may_roll(state)),
            Action::Release { unit, to } => self.check_reserve_release(state, side, unit, to, c),
            Action::Reserves { marker, hq } => self.check_reserves(state, side, marker, hq, c),
            _ => not_now(c, Case("13.1.a")),
        }
    }

    /// The Reserves support: two units more at an HQ, or one armored unit.
    fn check_reserves(&self, state: &State, side: Side, marker: SupportId, hq: UnitId, c: &mut Consult) -> Verdict {
        if self.held(state, side, marker, RESERVES, c)?.is_none() {
            return Ok(());
        }
        let kind = self.support(marker).class == SupportClass::Reserves;
        c.ask(RESERVES, must(kind, no!("{marker} brings no reserves", marker)))?;
        c.ask(Case("10.2.6.d"), must(!state.banned[0], no!("no supports may be used in this turn")))?;
        c.ask(RESERVES, self.own_on_map(state, side, hq))?;
        c.ask(RESERVES, must(self.info(hq).is_hq(), no!("{hq} is no headquarters", hq)))
    }

    /// 13.1.1.g, 13.1.2.b: where a unit may appear, whoever it is. The allowance is asked separately.
    fn release_hex(&self, state: &State, to: SpaceId, c: &mut Consult) -> Verdict {
        let case = Case(if state.launched { "13.1.2.b" } else { "13.1.1.g" });
        if !c.gate(case, self.open_hex(state, to))? {
            return Ok(());
        }
        c.ask(case, must(!self.near_enemy(state, Side::Soviet, to), no!("{to} is next to the enemy", to)))?;
        let fed = self.supplied_hex(state, Side::Soviet, Nation::Soviet, to);
        c.ask(case, must(fed, no!("{to} is out of supply", to)))
    }

    /// 13.1.1.g, 13.1.2.b: a rebuilt HQ (17.3.13.b) is in supply by 4.1.1, not by a radius.
    fn released_line(&self, state: &State, unit: UnitId, to: SpaceId) -> bool {
        !self.info(unit).is_hq() || self.map(state).board.is_hex(to) && self.hq_line_at(state, Side::Soviet, to)
    }

    /// At an HQ: on it or next to it.
    fn at_hq(&self, state: &State, hq: Option<UnitId>, to: SpaceId) -> bool {
        let at = hq.and_then(|hq| state.field.at(hq));
        at.is_some_and(|at| at == to || self.map(state).board.are_adjacent(at, to))
    }

    /// 13.1.2.b: next to a unit that was there when the phase began.
    fn beside_friend(&self, state: &State, to: SpaceId) -> bool {
        self.around(state, to).any(|at| state.field.stack(at).any(|unit| state.stavka.present.contains(unit)))
    }

    /// Could the allowance of the roll, or of the launch, bring a unit to this hex?
    fn by_allowance(&self, state: &State, points: u8, to: SpaceId) -> bool {
        let stavka = &state.stavka;
        let enough = stavka.rolled && stavka.left >= points;
        if state.launched {
            return enough && self.om_covers(state, Om::Major, to) && self.beside_friend(state, to);
        }
        enough && self.at_hq(state, stavka.hqs[usize::from(stavka.serving.min(1))], to)
    }

    /// Could the Reserves support? An armored unit takes all of it.
    fn by_reserves(&self, state: &State, unit: UnitId, to: SpaceId) -> bool {
        state.stavka.reserves_left >= self.reserves_cost(unit) && self.at_hq(state, state.stavka.reserves, to)
    }

    fn reserves_cost(&self, unit: UnitId) -> u8 {
        let events = &self.data.supports.events;
        if self.info(unit).armored { events.reserves_units.div_ceil(events.reserves_armored.max(1)) } else { 1 }
    }

    fn check_reserve_release(&self, state: &State, side: Side, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        let case = Case(if state.launched { "13.1.2.a" } else { "13.1.1.g" });
        c.ask(case, self.in_reserve(state, side, unit))?;
        let allowed = self.by_allowance(state, self.release_points(unit), to) || self.by_reserves(state, unit, to);
        c.ask(case, must(allowed, self.why_not_released(state, unit, to)))?;
        self.release_hex(state, to, c)?;
        let line = self.released_line(state, unit, to);
        c.ask(case, must(line, no!("an HQ in {to} has no line of supply", to)))?;
        c.ask(Case("1.11.3"), must(self.fits(state, to, unit), no!("{to} has no room for {unit}", to, unit)))
    }

    /// What keeps a unit in the reserve that neither a roll nor the Reserves support lets out.
    fn why_not_released(&self, state: &State, unit: UnitId, to: SpaceId) -> Why {
        let stavka = &state.stavka;
        let points = self.release_points(unit);
        if !stavka.rolled && stavka.reserves_left == 0 {
            no!("nothing allows {unit} to leave the reserve yet: roll for an HQ first", unit)
        } else if stavka.left < points && stavka.reserves_left < self.reserves_cost(unit) {
            no!(
                "nothing allows {unit} to leave the reserve: too few units are left to come (armored ones count two)",
                unit
            )
        } else if !state.launched {
            no!("units come on or next to the HQ that they are for, and {to} is not there", to)
        } else if !self.om_covers(state, Om::Major, to) {
            no!("{to} is not within the radius of the Major Offensive", to)
        } else {
            no!("no unit that was on the map before this phase is next to {to}", to)
        }
    }

    pub(crate) fn offer_release(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if !self.stavka_phase(state) || self.someone_waits(state).is_err() {
            return Flow::Continue(());
        }
        if !state.launched {
            let hqs = self.hqs(state, side).filter(|(hq, _)| self.may_solicit(state, *hq).is_ok());
            hqs.map(|(unit, _)| Action::Solicit { unit }).try_for_each(&mut *visit)?;
            if self.may_roll(state).is_ok() {
                if !state.banned[0] {
                    self.stavka_money(state).iter().try_for_each(|marker| visit(Action::Pay { marker }))?;
                }
                visit(Action::Roll)?;
            }
        }
        for marker in self.supports().filter(|m| self.support(*m).class == SupportClass::Reserves) {
            for (hq, _) in self.hqs(state, side) {
                if self.check_reserves(state, side, marker, hq, &mut Consult::strict()).is_ok() {
                    visit(Action::Reserves { marker, hq })?;
                }
            }
        }
        let hexes = self.release_hexes(state);
        for unit in self.reserve_units(state).filter(|_| !hexes.is_empty()) {
            let points = self.release_points(unit);
            for to in hexes.iter() {
                let allowed = self.by_allowance(state, points, to) || self.by_reserves(state, unit, to);
                if allowed && self.fits(state, to, unit) && self.released_line(state, unit, to) {
                    visit(Action::Release { unit, to })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The hexes in which units may appear now.
    fn release_hexes(&self, state: &State) -> Spaces {
        let stavka = &state.stavka;
        let mut hexes = Spaces::EMPTY;
        let mut add_hq = |hq: Option<UnitId>| {
            if let Some(at) = hq.and_then(|hq| state.field.at(hq)) {
                hexes.insert(at);
                self.around(state, at).for_each(|hex| {
                    hexes.insert(hex);
                });
            }
        };
        if stavka.reserves_left > 0 {
            add_hq(stavka.reserves);
        }
        if stavka.rolled && stavka.left > 0 {
            if state.launched {
                hexes |= self.launch_hexes(state);
            } else {
                add_hq(stavka.hqs[usize::from(stavka.serving.min(1))]);
            }
        }
        hexes.iter().filter(|to| self.release_hex(state, *to, &mut Consult::strict()).is_ok()).collect()
    }

    pub(crate) fn do_release(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Solicit { unit } => {
                let priority = state.stavka.hqs[0].is_none();
                state.stavka.hqs[usize::from(!priority)] = Some(unit);
                log.add(|| {
                    let word = if priority { " with priority" } else { "" };
                    Event::note(Case("13.1.1.a"), format!("{} asks for reserves{word}", self.info(unit).name))
                });
            }
            Action::Pay { marker } => {
                self.serve_next(state);
                state.stavka.bonus += 1;
                self.spend(state, marker, Case("13.1.1.b"), log);
                // R152: it is returned to the pool, not laid aside.
                self.to_pool(state, marker);
            }
            Action::Roll => self.roll_release(state, dice, log),
            Action::Reserves { marker, hq } => {
                // A second marker for the same HQ comes on top of what the first has left.
                let before = if state.stavka.reserves == Some(hq) { state.stavka.reserves_left } else { 0 };
                state.stavka.reserves = Some(hq);
                state.stavka.reserves_left = before + self.data.supports.events.reserves_units;
                self.spend(state, marker, RESERVES, log);
            }
            Action::Release { unit, to } => {
                let points = self.release_points(unit);
                if self.by_allowance(state, points, to) {
                    state.stavka.left -= points;
                } else {
                    let cost = self.reserves_cost(unit);
                    state.stavka.reserves_left = state.stavka.reserves_left.saturating_sub(cost);
                }
                let case = Case(if state.launched { "13.1.2.b" } else { "13.1.1.g" });
                self.release_unit(state, unit, to, case, log);
            }
            _ => self.end_step(state, dice, log),
        }
    }

    /// The first HQ has been served: 13.1.1.h, what it left is lost.
    fn serve_next(&self, state: &mut State) {
        let stavka = &mut state.stavka;
        if stavka.rolled {
            stavka.serving += 1;
            stavka.rolled = false;
            stavka.bonus = 0;
            stavka.left = 0;
        }
    }

    /// 13.1.1: the die, by the place of the HQ and the supports returned; 13.1.1.e: one more for the priority front.
    fn roll_release(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.serve_next(state);
        let Some(hq) = state.stavka.hqs[usize::from(state.stavka.serving.min(1))] else { return };
        let Some(at) = state.field.at(hq) else { return };
        let reserve = &self.data.charts.reserve;
        let die = self.roll_one(Case("13.1.1.a"), Side::Soviet, &self.info(hq).name, dice, log);
        let bonus = i16::from(state.stavka.bonus) * i16::from(reserve.support_bonus);
        let modified = i16::from(die) + i16::from(self.hq_row(state, at).release) + bonus;
        let priority = if state.stavka.serving == 0 { reserve.priority_bonus } else { 0 };
        state.stavka.left = *self.data.charts.release.get(modified) + priority;
        state.stavka.rolled = true;
        let left = state.stavka.left;
        log.add(|| {
            Event::note(
                Case("13.1.1.c"),
                format!("Units that may leave the reserve for {}: {left}", self.info(hq).name),
            )
        });
    }

    /// 13.1.1: what the HQ being served is asked.
    fn release_text(&self, seen: &State) -> String {
        let stavka = &seen.stavka;
        if seen.launched {
            return format!("The offensive draws on the reserve: units that may still come: {}.", stavka.left);
        }
        match stavka.hqs[usize::from(stavka.serving.min(1))] {
            Some(hq) if stavka.rolled => {
                format!("Place units of the reserve on or next to {}; left: {}.", self.info(hq).name, stavka.left)
            }
            Some(hq) => format!("Spend supports for the die of {}, then roll.", self.info(hq).name),
            None => "Name the HQs that ask for units of the reserve; the first has priority.".into(),
        }
    }
}
