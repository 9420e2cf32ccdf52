//! 18 Withdrawals and upgrades.

use crate::Roads;
use crate::action::Action;
use crate::data::{NationLeaves, UnitId, Upgrade, WithdrawalGroup};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Place, Spot, State, Supply, UnitSet};
use arrayvec::ArrayVec;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// 18.2.1: divisions become Guards.
pub(crate) const UPGRADES: Decision = Decision {
    case: Case("18.2.1.a"),
    asks: phasing,
    check: Roads::check_upgrades,
    offers: Roads::offer_upgrades,
    apply: Roads::do_upgrades,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Name the division that becomes Guards.".into(),
};

/// 18.1.1: divisions leave.
pub(crate) const WITHDRAWALS: Decision = Decision {
    case: Case("18.1.1.a"),
    asks: phasing,
    check: Roads::check_withdrawals,
    offers: Roads::offer_withdrawals,
    apply: Roads::do_withdrawals,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Name the divisions that leave.".into(),
};

impl Roads {
    // ------------------------------------------------------------- Step Upgrades (18.2)

    /// The upgrades of this turn for the phasing side, with the bit of each in [`State::upgrades`].
    fn upgrades_now<'a>(&'a self, state: &State) -> impl Iterator<Item = (u16, &'a Upgrade)> + use<'a> {
        let (turn, side) = (state.turn, state.phasing);
        let all = self.scenario(state).upgrades.iter().enumerate();
        all.filter(move |(_, upgrade)| upgrade.turn.0 == turn && self.info(upgrade.from).side == side)
            .filter_map(|(number, upgrade)| Some((1_u16.checked_shl(number as u32)?, upgrade)))
    }

    /// Counters that keep their name change by themselves; 18.2.1.c: for Guards the player names a division.
    pub(crate) fn enter_upgrades(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        state.upgrades = 0;
        for (bit, upgrade) in self.upgrades_now(state) {
            if upgrade.any {
                state.upgrades |= bit;
            } else {
                self.upgrade(state, upgrade.from, upgrade.to, log);
            }
        }
    }

    /// 18.2.1.a, b: the new counter takes the place and the state of the old one, wherever that is.
    fn upgrade(&self, state: &mut State, from: UnitId, to: UnitId, log: &mut Log) {
        let old = *state.field.get(from);
        let new = state.field.get(to);
        // Not in play: nothing to replace, or replaced already.
        if matches!(old.place, Place::Aside | Place::Withdrawn) || new.place != Place::Aside {
            return;
        }
        for spot in state.markers.iter_mut().filter(|spot| **spot == Spot::Unit(from)) {
            *spot = Spot::Unit(to);
        }
        self.remove_unit(state, from, Place::Withdrawn, Case("1.3.4.a"), log);
        let piece = state.field.get_mut(to);
        // 18.2.1.b.
        piece.steps = old.steps.min(self.info(to).steps());
        piece.supply = old.supply;
        piece.exploiting = old.exploiting;
        piece.pontoon = old.pontoon;
        state.field.put(to, old.place);
        log.add(|| {
            let (before, after) = (self.info(from), self.info(to));
            let text = format!("{} becomes {}", before.name, after.name);
            let at = match old.place {
                Place::Hex(hex) => self.map(state).board.name(hex).to_owned(),
                Place::Reserve => "STAVKA".into(),
                _ => return Event::note(Case("18.2.1.a"), text),
            };
            Event::new(Case("18.2.1.a"), What::Place { counter: after.id.clone(), at }, text)
        });
    }

    /// 18.2.1.c: a Soviet rifle division in play, like the one that history names; eliminated or not.
    fn may_become_guards(&self, state: &State, unit: UnitId, upgrade: &Upgrade) -> bool {
        let (info, model) = (self.info(unit), self.info(upgrade.from));
        let place = state.field.get(unit).place;
        let in_play = matches!(place, Place::Hex(_) | Place::Reserve | Place::Eliminated);
        in_play && info.side == model.side && info.is_division() && !info.elite && info.symbol == model.symbol
    }

    /// The open upgrade into this counter.
    fn open_upgrade<'a>(&'a self, state: &State, into: UnitId) -> Option<(u16, &'a Upgrade)> {
        let open = state.upgrades;
        self.upgrades_now(state).find(|(bit, upgrade)| open & bit != 0 && upgrade.to == into)
    }

    pub(crate) fn check_upgrades(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Upgrade { unit, into } => {
                let open = self.open_upgrade(state, into);
                let why = no!("{into} does not come by an upgrade now", into);
                c.ask(Case("18.2.1.a"), must(open.is_some(), why))?;
                let Some((_, upgrade)) = open else { return Ok(()) };
                let rifle = self.may_become_guards(state, unit, upgrade);
                c.ask(Case("18.2.1.c"), must(rifle, no!("{unit} is no Soviet rifle division in play", unit)))
            }
            Action::Done => {
                let bound = self.upgrades_now(state).find(|(bit, upgrade)| {
                    let able = |unit| self.may_become_guards(state, unit, upgrade);
                    state.upgrades & bit != 0 && self.data.unit_ids().any(able)
                });
                let owed =
                    bound.map_or(Ok(()), |(_, up)| Err(no!("{unit} has still to replace a division", unit = up.to)));
                c.ask(Case("18.2.1.c"), owed)
            }
            _ => not_now(c, Case("18.2.1.a")),
        }
    }

    pub(crate) fn offer_upgrades(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        for (bit, upgrade) in self.upgrades_now(state) {
            if state.upgrades & bit == 0 {
                continue;
            }
            for unit in self.data.unit_ids().filter(|unit| self.may_become_guards(state, *unit, upgrade)) {
                visit(Action::Upgrade { unit, into: upgrade.to })?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_upgrades(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Upgrade { unit, into } => {
                if let Some((bit, _)) = self.open_upgrade(state, into) {
                    state.upgrades &= !bit;
                    self.upgrade(state, unit, into, log);
                }
            }
            _ => self.end_step(state, dice, log),
        }
    }

    // ------------------------------------------------------------- Step Withdrawals (18.1)

    /// Who leaves in this phase: whole nations of the Axis, the Soviet divisions that have taken Stalingrad. Where there is nothing
    /// to choose they go by themselves.
    pub(crate) fn enter_withdrawals(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        state.owed = [0; 2];
        state.leaving.clear();
        if !self.uses(state, "18.1") {
            return;
        }
        match state.phasing {
            Side::Axis => self.nations_leave(state, log),
            Side::Soviet => self.stalingrad_army_leaves(state, log),
        }
    }

    /// Leaves the game (18.1.1.b).
    fn withdraw(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        let reserve = state.field.get(unit).place == Place::Reserve;
        self.remove_unit(state, unit, Place::Withdrawn, case, log);
        if reserve {
            log.add(|| {
                let info = self.info(unit);
                let what = What::Remove { counter: info.id.clone(), from: "STAVKA".into() };
                Event::new(case, what, format!("{} is withdrawn from the game", info.name))
            });
        }
        state.leaving.remove(unit);
    }

    /// The allied nations whose time has come, with the number that [`State::owed`] knows them by: those of which some stay are
    /// counted there.
    fn nations_gone<'a>(&'a self, state: &State) -> impl Iterator<Item = &'a NationLeaves> + use<'a> {
        let turn = state.turn;
        self.scenario(state).leaving.iter().filter(move |line| line.turn.0 <= turn)
    }

    /// Supplied divisions of a nation go, but for those that stay; so do its HQs. Who is out of supply follows when he can.
    fn nations_leave(&self, state: &mut State, log: &mut Log) {
        let mut group = 0;
        for line in self.nations_gone(state) {
            let own = self.data.unit_ids().filter(|unit| self.info(*unit).nation == line.nation);
            let divisions: UnitSet = own
                .filter(|unit| self.info(*unit).is_division() && state.field.at(*unit).is_some())
                .filter(|unit| self.is_supplied(state, *unit))
                .collect();
            let owed = divisions.len().saturating_sub(usize::from(line.keep));
            if owed == divisions.len() {
                divisions.iter().for_each(|unit| self.withdraw(state, unit, Case("18.1.1.a"), log));
            } else if owed > 0 && group < state.owed.len() {
                // Some stay, of the owner's choice.
                state.owed[group] = owed as u8;
                state.leaving |= divisions;
            }
            group += usize::from(line.keep > 0);
            for hq in &line.hqs {
                let gone = match state.field.get(*hq).place {
                    Place::Removed => true,
                    Place::Hex(_) => self.in_supply(state, *hq),
                    _ => false,
                };
                // No loss of approval: it is not eliminated.
                if gone {
                    self.withdraw(state, *hq, Case("18.1.1.a"), log);
                }
            }
        }
    }

    /// S3.s, S3.t, R67: once both hexes of Stalingrad are Soviet.
    fn stalingrad_army_leaves(&self, state: &mut State, log: &mut Log) {
        let Some((turn, groups)) = &self.scenario(state).stalingrad_withdrawal else { return };
        if state.withdrawn || state.turn < turn.0 || !self.stalingrad_is_soviet(state) {
            return;
        }
        state.withdrawn = true;
        let fed = self.supplied_soviets(state);
        let able = |group: &WithdrawalGroup| {
            let leaves = |unit: &UnitId| {
                // 18.1.2.a: supplied on the map; 18.1.2.b: or in the reserve.
                let place = state.field.get(*unit).place;
                self.serves_for(*unit, group) && (place == Place::Reserve || fed.contains(*unit))
            };
            self.data.unit_ids().filter(leaves).collect::<UnitSet>()
        };
        let sets: ArrayVec<UnitSet, 2> = groups.iter().take(state.owed.len()).map(able).collect();
        // The lists ask for less and less: whoever serves for one and is not needed there serves for those that follow.
        let (mut seen, mut spare) = (UnitSet::EMPTY, 0);
        for (number, (group, set)) in groups.iter().zip(&sets).enumerate() {
            let (own, count) = (*set - seen, usize::from(group.count));
            seen |= *set;
            if own.len() + spare >= count {
                spare = own.len() + spare - count;
                state.owed[number] = group.count;
                state.leaving |= *set;
            } else {
                self.list_not_met(state, number, group, own, log);
            }
        }
        self.leave_without_choice(state, &sets, log);
    }

    /// 18.1.2.c, R67: the list cannot be met. All of its own strength go; stronger ones are not dragged along.
    fn list_not_met(&self, state: &mut State, number: usize, group: &WithdrawalGroup, own: UnitSet, log: &mut Log) {
        state.no_points[Side::Soviet.index()] = true;
        log.add(|| {
            let text =
                format!("Only {} of {} divisions can be withdrawn: no more replacements", own.len(), group.count);
            Event::note(Case("18.1.2.c"), text)
        });
        own.iter().for_each(|unit| self.withdraw(state, unit, group_case(number), log));
    }

    /// Where all that serve for a list must go, they go by themselves.
    fn leave_without_choice(&self, state: &mut State, sets: &[UnitSet], log: &mut Log) {
        for (number, set) in sets.iter().enumerate() {
            let left = *set & state.leaving;
            let open: usize = state.owed.iter().take(number + 1).map(|owed| usize::from(*owed)).sum();
            if open > 0 && left.len() <= open {
                left.iter().for_each(|unit| self.leave(state, unit, log));
            }
        }
        if state.owed == [0; 2] {
            state.leaving.clear();
        }
    }

    /// A unit leaves, for the first list that still asks for one like it.
    fn leave(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(group) = self.withdrawal_group(state, unit) else { return };
        let case = if state.phasing == Side::Soviet { group_case(group) } else { Case("18.1.1.a") };
        state.owed[group] = state.owed[group].saturating_sub(1);
        self.withdraw(state, unit, case, log);
    }

    /// Soviet units on the map in supply: what the HQs feed is found once for all.
    fn supplied_soviets(&self, state: &State) -> UnitSet {
        let fed = self.fed_by_own(state, Side::Soviet);
        let supplied = |unit: &UnitId| {
            let piece = state.field.get(*unit);
            piece.side == Side::Soviet
                && piece.supply == Supply::In
                && matches!(piece.place, Place::Hex(hex) if fed.contains(hex))
        };
        self.data.unit_ids().filter(supplied).collect()
    }

    /// 18.1.1, S0.e: of the type of those that history withdrew, with at least the attack factor of the list; whatever its name, and
    /// reduced or not (18.1.2).
    fn serves_for(&self, unit: UnitId, group: &WithdrawalGroup) -> bool {
        let info = self.info(unit);
        let model = group.historical.first().map(|model| self.info(*model));
        let typed = model.is_none_or(|model| model.symbol == info.symbol && model.armored == info.armored);
        info.side == Side::Soviet && info.is_division() && typed && info.full.attack >= group.full.attack
    }

    /// The place in [`State::owed`] that a unit's withdrawal is counted in: the first list that still asks for one like it.
    fn withdrawal_group(&self, state: &State, unit: UnitId) -> Option<usize> {
        let asks = |number: usize| state.owed.get(number).is_some_and(|owed| *owed > 0);
        match self.info(unit).side {
            Side::Soviet => {
                let (_, groups) = self.scenario(state).stalingrad_withdrawal.as_ref()?;
                let mut lists = groups.iter().enumerate();
                lists.find(|(number, group)| asks(*number) && self.serves_for(unit, group)).map(|(number, _)| number)
            }
            Side::Axis => {
                let nation = self.info(unit).nation;
                let place =
                    self.nations_gone(state).filter(|line| line.keep > 0).position(|line| line.nation == nation);
                place.filter(|number| asks(*number))
            }
        }
    }

    pub(crate) fn check_withdrawals(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("18.1.1.a");
        match action {
            Action::Withdraw { unit } => {
                c.ask(case, self.own_unit(side, unit))?;
                let owed = self.withdrawal_group(state, unit).is_some();
                c.ask(case, must(owed, no!("no unit like {unit} has to leave, or enough of them have left", unit)))?;
                let able = state.leaving.contains(unit);
                let why = match state.field.at(unit) {
                    Some(_) => no!("{unit} is not in supply", unit),
                    None => no!("{unit} is neither on the map nor in the reserve", unit),
                };
                c.ask(Case("18.1.2.a"), must(able, why))
            }
            Action::Done => {
                let owed: u8 = state.owed.iter().sum();
                c.ask(case, must(owed == 0, no!("{owed} more divisions must be withdrawn", owed)))
            }
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_withdrawals(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for unit in state.leaving.iter() {
            self.offer(state, side, Action::Withdraw { unit }, visit)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn end_withdrawals(&self, state: &mut State, _: &mut Dice, _: &mut Log) {
        state.owed = [0; 2];
        state.leaving.clear();
    }

    pub(crate) fn do_withdrawals(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Withdraw { unit } => self.leave(state, unit, log),
            _ => self.end_step(state, dice, log),
        }
    }
}

/// The case of a group of the Stalingrad withdrawal: Guards, then rifle divisions.
const fn group_case(group: usize) -> Case {
    Case(if group == 0 { "S3.s" } else { "S3.t" })
}

#[cfg(test)]
mod tests;
