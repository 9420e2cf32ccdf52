//! 17.2 Replacements: from the track and from the turn's losses; rebuilt units and headquarters that return.

use crate::Winter;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Decision, not_now, step_asks};
use crate::ground::{class_index, nation_index};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Place, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, No, Side, ToAct, What, must, unless};
use kessel_kit::{no, wait};

/// The initiative player assigns first (R116).
pub(crate) const FIRST: Decision = Decision { asks: |_, state| who(state, true), ..REPLACEMENT };
/// Then the other.
pub(crate) const SECOND: Decision = Decision { asks: |_, state| who(state, false), ..REPLACEMENT };

const REPLACEMENT: Decision = Decision {
    case: Case("17.2.1.a"),
    asks: |_, _| ToAct::Nobody,
    check: |game, state, side, action, c| match action {
        Action::Refill { unit } => game.check_refill(state, side, unit, c),
        Action::Rebuild { unit, at } => game.check_rebuild(state, side, unit, at, c),
        Action::Return { unit, at } => game.check_return(state, side, unit, at, c),
        Action::Done => {
            let waits = game.waiting_hq(state, side);
            c.ask(Case("17.2.1.j"), waits.map_or(Ok(()), |hq| Err(no!("{hq} returns first", hq))))
        }
        _ => not_now(c, "17.2.1.a"),
    },
    offers: |game, state, side, visit| {
        for unit in game.own(side) {
            match state.unit(unit).place {
                Place::At(_) => game.offer(state, side, Action::Refill { unit }, visit)?,
                Place::Dead if game.check_returner(state, side, unit, &mut Consult::strict()).is_ok() => {
                    game.return_hexes(state, unit).into_iter().try_for_each(|at| visit(Action::Return { unit, at }))?;
                }
                Place::Dead if game.check_rebuilt(state, side, unit, &mut Consult::strict()).is_ok() => {
                    game.rebuild_hexes(state, unit)
                        .into_iter()
                        .try_for_each(|at| visit(Action::Rebuild { unit, at }))?;
                }
                _ => {}
            }
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Refill { unit } => game.refill(state, unit, log),
        Action::Rebuild { unit, at } | Action::Return { unit, at } => game.rebuild(state, unit, at, log),
        _ => game.next_step(state, dice, log),
    },
    settle: wait,
    prompt: |_, state, _| {
        step_asks(state, "Assign your replacement points and bring headquarters back; what is left over is lost.")
    },
};

fn who(state: &State, first: bool) -> ToAct {
    let side = state.initiative.first.unwrap_or(Side::Axis);
    if first { side.into() } else { side.other().into() }
}

/// 17.2.a, 17.2.c, 17.2.d: points by nation and class: a share of the turn's losses, rounded, and the track's infantry.
pub(crate) fn count(game: &Winter, state: &mut State, _: &mut Dice, log: &mut Log) {
    let scheduled = game.data.turn(state.turn).replacements;
    for (nation, track) in scheduled.into_iter().enumerate() {
        for class in 0..3 {
            let lost = u32::from(state.tally[nation][class]);
            let share = u32::from(game.data.charts.returns[nation]);
            let from_losses = (lost * share + 50) / 100;
            let track = if class == 1 { track } else { 0 };
            // 17.2.1.b: in the place of what was left.
            state.points[nation][class] = from_losses.min(200) as u8 + track;
        }
    }
    log.add(|| Event::note(Case("17.2.c"), "replacement points are counted"));
}

/// Nothing changes between the two players.
pub(crate) fn turn_over(_: &Winter, _: &mut State, _: &mut Dice, _: &mut Log) {}

impl Winter {
    /// The points that a unit could use.
    fn points_for(&self, state: &State, unit: UnitId) -> u8 {
        let info = self.data.info(unit);
        // 17.2.1.l: Soviet points are those of the nation, whoever of the Ring or not.
        class_index(info.kind.losses()).map_or(0, |class| state.points[nation_index(info.nation)][class])
    }

    /// 17.2.1.a, 17.2.1.m: of the right class and nation, and never Sixth Army.
    fn check_points(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(
            // 5.2.f.
            Case("17.2.1.m"),
            unless(
                self.ground.sixth.contains(unit),
                no!("{unit} belongs to Sixth Army and gets no replacements", unit),
            ),
        )?;
        c.ask(
            Case("17.2.1.a"),
            unless(self.points_for(state, unit) == 0, no!("there is no point of the class and nation of {unit}", unit)),
        )
    }

    fn check_refill(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        if self.own_unit(state, side, unit, Case("17.2.1.a"), c)?.is_none() {
            return Ok(());
        }
        self.check_points(state, unit, c)?;
        let own = state.unit(unit);
        c.ask(Case("17.2.1.c"), unless(own.supply != Supply::Regular, no!("{unit} is not in regular supply", unit)))?;
        c.ask(
            Case("17.2.1.d"),
            unless(own.points >= self.data.info(unit).full.strength, no!("{unit} has its full strength", unit)),
        )
    }

    /// 17.2.1.e: may the unit be rebuilt at all? True if it makes sense to ask where.
    fn check_rebuilt(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Result<bool, No<Why>> {
        let dead = self.side(unit) == side && state.unit(unit).place == Place::Dead;
        if !c.gate(Case("17.2.1.e"), must(dead, no!("{unit} was not destroyed this turn", unit)))? {
            return Ok(false);
        }
        c.ask(Case("17.2.1.e"), unless(self.data.info(unit).kind.is_hq(), no!("{unit} returns without points", unit)))?;
        self.check_points(state, unit, c)?;
        Ok(true)
    }

    fn check_rebuild(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        if !self.check_rebuilt(state, side, unit, c)? {
            return Ok(());
        }
        let lawful = self.rebuild_hexes(state, unit).contains(&at);
        c.ask(Case("17.2.1.f"), must(lawful, no!("{unit} cannot come back in {at}", unit, at)))
    }

    /// 17.2.1.f to 17.2.1.h: on or beside its headquarters outside enemy zones; beside a sister unit if the headquarters is in one.
    pub(crate) fn rebuild_hexes(&self, state: &State, unit: UnitId) -> Vec<SpaceId> {
        let side = self.side(unit);
        let group = self.data.group(self.data.info(unit).formation);
        let supplied = |hq: &UnitId| state.at(*hq).is_some() && state.unit(*hq).supply == Supply::Regular;
        let hqs: Vec<UnitId> = match group.hq {
            Some(hq) => vec![hq],
            // 17.2.1.h.
            None => self.own(side).filter(|u| self.data.info(*u).kind.is_hq()).collect(),
        };
        let mut hexes = Vec::new();
        for hq in hqs.iter().filter(|hq| supplied(hq)) {
            let Some(hex) = state.at(*hq) else { continue };
            if state.in_zone(side.other(), hex) {
                let sisters =
                    group.units.iter().filter(|u| **u != *hq && group.hq.is_some()).filter_map(|u| state.at(*u));
                hexes.extend(sisters.flat_map(|at| self.data.map.board.ring(at, 1).collect::<Vec<_>>())); // 17.2.1.g
            } else {
                hexes.extend(self.data.map.board.within(hex, 1));
            }
        }
        hexes.retain(|hex| self.may_appear(state, unit, *hex) && !state.in_zone(side.other(), *hex));
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Land of its side, free of enemies, with room (9.1.a).
    fn may_appear(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        let side = self.side(unit);
        self.is_land(side, hex)
            && !state.holds(side.other(), hex)
            && !self.would_overfill(state, hex, std::iter::once(unit))
    }

    fn refill(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        self.spend(state, unit);
        // 17.2.1.o: with so many that its front is due, its front counts.
        state.unit_mut(unit).points += 1;
        log.add(|| {
            let what = What::Flip { counter: self.unit_id(unit).into(), to: state.unit(unit).points.to_string() };
            Event::new(Case("17.2.1.d"), what, format!("{} gets a replacement point", self.unit_name(unit)))
                .only_for(self.side(unit))
        });
    }

    fn spend(&self, state: &mut State, unit: UnitId) {
        let info = self.data.info(unit);
        if let Some(class) = class_index(info.kind.losses()) {
            let left = &mut state.points[nation_index(info.nation)][class];
            *left = left.saturating_sub(1);
        }
    }

    fn rebuild(&self, state: &mut State, unit: UnitId, at: SpaceId, log: &mut Log) {
        self.spend(state, unit);
        let own = state.unit_mut(unit);
        own.points = 1;
        own.supply = Supply::Regular;
        let case = if self.data.info(unit).kind.is_hq() { Case("17.2.1.j") } else { Case("17.2.1.e") };
        self.shift(state, unit, at, case, log);
    }

    /// 17.2.1.k: somebody under the headquarters is still in the game.
    pub(crate) fn has_subordinates(&self, state: &State, hq: UnitId) -> bool {
        let units = &self.ground.subordinates[hq.index()];
        units.iter().any(|u| !matches!(state.unit(*u).place, Place::Lost | Place::Out))
    }

    /// 17.2.1.j: beside any of its units.
    pub(crate) fn return_hexes(&self, state: &State, hq: UnitId) -> Vec<SpaceId> {
        let mut hexes = Vec::new();
        for hex in self.ground.subordinates[hq.index()].iter().filter_map(|unit| state.at(*unit)) {
            hexes.extend(self.data.map.board.ring(hex, 1));
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|hex| self.may_appear(state, hq, *hex));
        hexes
    }

    /// 17.2.1.j, 17.2.1.k: may the headquarters return at all? True if it makes sense to ask where.
    fn check_returner(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Result<bool, No<Why>> {
        let lost =
            self.side(unit) == side && state.unit(unit).place == Place::Dead && self.data.info(unit).kind.is_hq();
        if !c.gate(Case("17.2.1.j"), must(lost, no!("{unit} is no headquarters that was lost", unit)))? {
            return Ok(false);
        }
        c.ask(Case("17.2.1.k"), must(self.has_subordinates(state, unit), no!("{unit} has no units left", unit)))?;
        Ok(true)
    }

    fn check_return(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        if !self.check_returner(state, side, unit, c)? {
            return Ok(());
        }
        let lawful = self.return_hexes(state, unit).contains(&at);
        c.ask(Case("17.2.1.j"), must(lawful, no!("it returns next to one of its units")))
    }

    /// A headquarters that can return now.
    fn waiting_hq(&self, state: &State, side: Side) -> Option<UnitId> {
        let waits = |unit: &UnitId| {
            state.unit(*unit).place == Place::Dead
                && self.data.info(*unit).kind.is_hq()
                && !self.return_hexes(state, *unit).is_empty()
        };
        self.own(side).find(waits)
    }
}
