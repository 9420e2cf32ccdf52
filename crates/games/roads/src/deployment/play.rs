//! 5.5 Supports in play: where each may go, and what deploying one does.

use crate::Roads;
use crate::action::Action;
use crate::data::{KindId, SupportClass, SupportId, UnitId};
use crate::decision::{Flow, Visit};
use crate::deployment::kind_case;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Frame, Place, Spaces, Spot, State, Step, Supply, SupportBox, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// Where a marker may go.
#[derive(Copy, Clone, Default)]
struct Targets {
    units: UnitSet,
    hexes: Spaces,
    raids: Spaces,
}

impl Roads {
    /// Where a marker may go in this step.
    fn targets(&self, state: &State, side: Side, marker: SupportId) -> Targets {
        let kind = self.support(marker);
        let mut found = Targets::default();
        let Ok(Some(from)) = self.ready(state, side, marker, &mut Consult::strict()) else { return found };
        let own = state.field.occupied(side);
        if kind.attach.is_some() {
            found.units = self.hosts(state, marker, from);
            return found;
        }
        let legal = |answer: Verdict| answer.is_ok();
        match kind.class {
            SupportClass::Surprise => {
                let fits =
                    |at: &SpaceId| legal(self.check_surprise_on(state, side, marker, *at, &mut Consult::strict()));
                found.hexes = own.iter().filter(fits).collect();
            }
            SupportClass::Air if legal(self.check_air(state, marker, &mut Consult::strict())) => {
                let hexes = || self.map(state).board.hexes();
                found.hexes = hexes().filter(|to| self.air_hex(state, *to)).collect();
                if side == Side::Soviet && state.step() == Step::Deploy && state.fortress.marker.is_some() {
                    let fits = |on: &SpaceId| legal(self.check_raid(state, side, marker, *on, &mut Consult::strict()));
                    found.raids = hexes().filter(|on| self.space(state, *on).airfield).filter(fits).collect();
                }
            }
            SupportClass::Surrender => {
                let fits = |at: &SpaceId| legal(self.check_demand(state, side, marker, *at, &mut Consult::strict()));
                found.hexes = state.field.occupied(side.other()).iter().filter(fits).collect();
            }
            SupportClass::Alarm if self.alarm_counter(state, marker).is_some() => {
                let mut near = *own;
                for hex in own.iter() {
                    self.around(state, hex).for_each(|hex| {
                        near.insert(hex);
                    });
                }
                found.hexes = near.iter().filter(|at| self.alarm_hex(state, *at).is_ok()).collect();
            }
            _ => {}
        }
        found
    }

    /// The units that a marker may be put on (5.5.3). Of a stack, those that the rules cannot tell apart are asked about once.
    fn hosts(&self, state: &State, marker: SupportId, from: SupportBox) -> UnitSet {
        let mut found = UnitSet::EMPTY;
        for hex in state.field.occupied(self.support(marker).side).iter() {
            let mut last = None;
            for unit in state.field.stack(hex) {
                let (info, pocket) = (self.info(unit), state.field.get(unit).supply == Supply::Fortress);
                let alike = (info.nation, info.armored, pocket, state.surprised.contains(unit));
                let fits = match last {
                    Some((known, fits)) if known == alike => fits,
                    _ => self.attach_rules(state, marker, from, unit, &mut Consult::strict()).is_ok(),
                };
                last = Some((alike, fits));
                found.set(unit, fits);
            }
        }
        found
    }

    /// Can the marker be played in this step?
    pub(crate) fn has_target(&self, state: &State, side: Side, marker: SupportId) -> bool {
        let found = self.targets(state, side, marker);
        !found.units.is_empty() || !found.hexes.is_empty()
    }

    fn offer_targets(&self, marker: SupportId, found: &Targets, visit: &mut Visit<'_>) -> Flow {
        found.units.iter().try_for_each(|unit| visit(Action::Attach { marker, unit }))?;
        let class = self.support(marker).class;
        for at in found.hexes.iter() {
            visit(match class {
                SupportClass::Surprise => Action::Surprise { marker, at },
                SupportClass::Surrender => Action::Demand { marker, at },
                SupportClass::Alarm => Action::Alarm { marker, at },
                _ => Action::Fly { marker, to: at },
            })?;
        }
        found.raids.iter().try_for_each(|on| visit(Action::Raid { marker, on }))
    }

    /// All markers of the boxes; those of one kind in one box may go to the same places.
    fn offer_deployment(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let mut last: Option<(KindId, SupportBox, Targets)> = None;
        for marker in self.supports().filter(|m| self.support(*m).side == side) {
            let Spot::Box(from) = state.spot(marker) else { continue };
            let kind = self.kind_id(marker);
            let found = match last {
                Some((known, place, found)) if known == kind && place == from => found,
                _ => self.targets(state, side, marker),
            };
            last = Some((kind, from, found));
            self.offer_targets(marker, &found, visit)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn offer_strike(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        self.offer_deployment(state, side, visit)?;
        self.offer_transfer(state, side, visit)
    }

    pub(crate) fn offer_deploy(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        self.offer_deployment(state, side, visit)?;
        self.offer_transfer(state, side, visit)?;
        // 10.4.3.m: a Ju 52 lets a support into the pocket.
        if side == Side::Axis { self.offer_play(state, side, visit) } else { Flow::Continue(()) }
    }

    pub(crate) fn play_support(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Surprise { marker, at } => self.do_surprise_on(state, marker, at, log),
            Action::Attach { marker, unit } => self.do_attach(state, side, marker, unit, log),
            Action::Fly { marker, to } => self.deployed(state, marker, Spot::Hex(to), to, log),
            Action::Raid { marker, .. } => self.do_raid(state, marker, dice, log),
            Action::Demand { marker, at } => self.do_demand(state, marker, at, log),
            Action::Alarm { marker, at } => self.do_alarm(state, marker, at, log),
            Action::Play { .. } => self.do_play(state, side, action, dice, log),
            Action::Transfer { .. } => self.do_transfer(state, side, action, dice, log),
            _ => self.end_step(state, dice, log),
        }
    }

    /// A marker goes onto the map, event side up.
    fn deployed(&self, state: &mut State, marker: SupportId, spot: Spot, hex: SpaceId, log: &mut Log) {
        self.set_spot(state, marker, spot);
        log.reveal();
        log.add(|| {
            let kind = self.support(marker);
            let id = self.data.supports.markers[marker.index()].id.clone();
            let what = What::Marker { marker: id, at: self.map(state).board.name(hex).into(), placed: true };
            let text = match spot {
                Spot::Unit(unit) => format!("{} joins {}", kind.name, self.info(unit).name),
                _ => format!("{} goes to {}", kind.name, self.hex_name(state, hex)),
            };
            Event::new(kind_case(kind), what, text)
        });
    }

    fn do_attach(&self, state: &mut State, side: Side, marker: SupportId, unit: UnitId, log: &mut Log) {
        let Some(hex) = state.field.at(unit) else { return };
        self.deployed(state, marker, Spot::Unit(unit), hex, log);
        let class = self.support(marker).class;
        // 10.4.h: the air bridge of this turn remembers it.
        state.fortress.aa |= class == SupportClass::Aa;
        let price = self.surcharge(state, hex);
        if price > 0 && matches!(class, SupportClass::Artillery | SupportClass::Katyusha) {
            state.frames.push(Frame::Pay { side, left: price, bill: Bill::Artillery });
        }
    }

    fn do_raid(&self, state: &mut State, marker: SupportId, dice: &mut Dice, log: &mut Log) {
        let case = Case("PA.SUP.vvs");
        self.spend(state, marker, case, log);
        let die = self.roll_one(case, Side::Soviet, "Airfield raid", dice, log);
        state.fortress.raided |= die >= self.data.supports.events.raid_success;
        let word = if state.fortress.raided { "succeeds" } else { "fails" };
        log.add(|| Event::note(Case("10.4.m"), format!("The raid {word}")));
    }

    /// The steps that a cut-off stack loses; no Kampfgruppe comes of it (R100).
    fn do_demand(&self, state: &mut State, marker: SupportId, at: SpaceId, log: &mut Log) {
        let case = Case("PA.SUP.surrender");
        self.spend(state, marker, case, log);
        let events = self.data.supports.events;
        for unit in self.surrendering(state, at).iter() {
            let steps =
                if self.is_allied(unit) { events.surrender_allied_steps } else { events.surrender_german_steps };
            for _ in 0..steps {
                if self.lose_step(state, unit, case, log) {
                    break;
                }
            }
        }
    }

    fn do_alarm(&self, state: &mut State, marker: SupportId, at: SpaceId, log: &mut Log) {
        let Some(unit) = self.alarm_counter(state, marker) else { return };
        self.set_spot(state, marker, Spot::Unit(unit));
        log.reveal();
        let steps = self.info(unit).steps();
        let piece = state.field.get_mut(unit);
        piece.steps = steps;
        piece.supply = Supply::In;
        self.enter_hex(state, unit, at, Case("PA.SUP.alarm"), log);
    }

    // ------------------------------------------------------------ Surrender and Alarm

    /// Units of an Axis stack that Surrender concerns: out of supply, but not in the pocket (10.2.3.e).
    pub(crate) fn surrendering(&self, state: &State, hex: SpaceId) -> UnitSet {
        let out = |unit: &UnitId| state.field.get(*unit).supply == Supply::Out && self.info(*unit).side == Side::Axis;
        state.field.stack(hex).filter(out).collect()
    }

    pub(crate) fn check_demand(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        at: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let case = Case("PA.SUP.surrender");
        if self.ready(state, side, marker, c)?.is_none() {
            return Ok(());
        }
        let kind = self.support(marker).class == SupportClass::Surrender;
        c.ask(case, must(kind, no!("{marker} demands no surrender", marker)))?;
        let pocket = state.field.stack(at).any(|unit| state.field.get(unit).supply == Supply::Fortress);
        c.ask(Case("10.2.3.e"), must(!pocket, no!("the stack in {at} belongs to the fortress", at)))?;
        let some = !self.surrendering(state, at).is_empty();
        c.ask(case, must(some, no!("no Axis unit in {at} is out of supply", at)))?;
        c.ask(case, must(self.near_enemy(state, Side::Axis, at), no!("no Soviet unit is next to {at}", at)))
    }

    /// The counter that an Alarm marker becomes.
    pub(crate) fn alarm_counter(&self, state: &State, marker: SupportId) -> Option<UnitId> {
        let kind = &self.support(marker).id;
        let mut counters = self.data.unit_ids().filter(|unit| self.info(*unit).support.as_ref() == Some(kind));
        counters.find(|unit| state.field.get(*unit).place == Place::Aside)
    }

    /// An Alarm unit comes on or next to a supplied German unit, never into the pocket.
    pub(crate) fn check_alarm(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        at: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let case = Case("PA.SUP.alarm");
        if self.ready(state, side, marker, c)?.is_none() {
            return Ok(());
        }
        let kind = self.support(marker).class == SupportClass::Alarm;
        let counter = kind && self.alarm_counter(state, marker).is_some();
        c.ask(case, must(counter, no!("{marker} is no Alarm unit", marker)))?;
        c.ask(case, self.alarm_hex(state, at))
    }

    pub(crate) fn alarm_hex(&self, state: &State, at: SpaceId) -> Result<(), Why> {
        let land = self.map(state).board.is_hex(at) && !self.space(state, at).is_water();
        must(land, no!("{at} is no land hex", at))?;
        let enemy = state.field.occupied(Side::Soviet).contains(at);
        must(!enemy, no!("the enemy stands in {at}", at))?;
        let supply = |unit: UnitId| state.field.get(unit).supply;
        let pocket = state.field.stack(at).any(|unit| supply(unit) == Supply::Fortress);
        must(!pocket, no!("{at} is in the pocket", at))?;
        let mut near = std::iter::once(at).chain(self.around(state, at));
        let fed = near.any(|hex| state.field.stack(hex).any(|u| self.is_german(u) && supply(u) == Supply::In));
        must(fed, no!("no supplied German unit is in or next to {at}", at))
    }
}
