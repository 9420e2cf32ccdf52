//! 5.5 Supports in play: where each may go, what deploying one does, and which serve a combat (5.5.4).

use crate::Roads;
use crate::action::Action;
use crate::data::{Cloud, KindId, SupportClass, SupportId, UnitId};
use crate::decision::Visit;
use crate::deployment::kind_case;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Fight, Frame, Place, Spaces, Spot, State, Step, Supply, SupportBox, SupportSet, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;
use std::ops::ControlFlow;

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

    fn offer_targets(&self, marker: SupportId, found: &Targets, visit: &mut Visit<'_>) -> ControlFlow<()> {
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
    fn offer_deployment(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> ControlFlow<()> {
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
        ControlFlow::Continue(())
    }

    pub(crate) fn offer_strike(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> ControlFlow<()> {
        self.offer_deployment(state, side, visit)?;
        self.offer_transfer(state, side, visit)
    }

    pub(crate) fn offer_deploy(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> ControlFlow<()> {
        self.offer_deployment(state, side, visit)?;
        self.offer_transfer(state, side, visit)?;
        // 10.4.3.m: a Ju 52 lets a support into the pocket.
        if side == Side::Axis { self.offer_play(state, side, visit) } else { ControlFlow::Continue(()) }
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
            _ => {}
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

    // ------------------------------------------------------------ 5.5.4 in combat

    /// The markers that may serve the present combat for a side and do not yet, in exploitation too (5.5.5).
    pub(crate) fn combat_supports(&self, state: &State, side: Side) -> SupportSet {
        let Some(fight) = &state.fight else { return SupportSet::EMPTY };
        // Most markers lie in their pools and boxes.
        let on_map = self.supports().filter(|m| matches!(state.spot(*m), Spot::Unit(_) | Spot::Hex(_)));
        on_map.filter(|m| self.may_serve(state, fight, side, *m).is_ok()).collect()
    }

    /// May a marker serve the combat for a side?
    pub(crate) fn may_serve(&self, state: &State, fight: &Fight, side: Side, marker: SupportId) -> Result<(), Why> {
        let (spot, kind) = (state.spot(marker), self.support(marker));
        self.own_marker(side, marker)?;
        let played = matches!(spot, Spot::Unit(_) | Spot::Hex(_));
        must(played, no!("{marker} is not on the map and cannot serve this combat", marker))?;
        let attacks = side == fight.attacker;
        let helps = if attacks { kind.shift > 0 || kind.attack > 0 || kind.levels > 0 } else { kind.defence > 0 };
        let why = if attacks {
            no!("{marker} does not help an attack", marker)
        } else {
            no!("{marker} does not help a defence", marker)
        };
        must(helps, why)?;
        self.alone_of_class(fight, side, marker)?;
        let spent = self.has_served(state, marker, attacks);
        must(!spent, no!("{marker} has served its combat in this turn", marker))?;
        match spot {
            Spot::Unit(unit) => self.serves_with(state, fight, attacks, marker, unit),
            Spot::Hex(hex) => self.air_serves(state, fight, side, marker, hex),
            _ => Ok(()),
        }
    }

    /// Artillery (PA.SUP.art2, PA.SUP.art3) serves one attack and one defence, a Breakthrough (PA.SUP.breakthrough) one attack, aircraft one combat.
    fn has_served(&self, state: &State, marker: SupportId, attacks: bool) -> bool {
        let [attack, defence] = [0, 1].map(|role: usize| state.served[role].contains(marker));
        match self.support(marker).class {
            SupportClass::Artillery | SupportClass::Breakthrough => {
                if attacks {
                    attack
                } else {
                    defence
                }
            }
            SupportClass::Air => attack || defence,
            _ => false,
        }
    }

    /// 5.5.4.b, 5.5.4.c: two of one class, leaders included, never serve together.
    pub(crate) fn alone_of_class(&self, fight: &Fight, side: Side, marker: SupportId) -> Result<(), Why> {
        let class = self.support(marker).class;
        let same = |other: SupportId| self.support(other).side == side && self.support(other).class == class;
        let twice = fight.supports.iter().any(same);
        must(!twice, no!("{marker} cannot serve together with another of its class", marker))
    }

    /// R120: with a unit that attacks or stands in the attacked hex. 10.2.3.b: in the pocket only what was flown in.
    fn serves_with(
        &self,
        state: &State,
        fight: &Fight,
        attacks: bool,
        marker: SupportId,
        unit: UnitId,
    ) -> Result<(), Why> {
        let part = if attacks { fight.attackers } else { fight.defenders };
        must(part.contains(unit), no!("{marker} is with a unit that takes no part in this combat", marker))?;
        let pocket = state.field.get(unit).supply == Supply::Fortress;
        let flown_in = self.support(marker).class == SupportClass::Pak;
        must(!pocket || flown_in, no!("{marker} does not help units of the pocket", marker))
    }

    /// Aircraft reach the neighbouring hexes under a clear sky, their own under clouds, nothing in a blizzard.
    fn air_serves(&self, state: &State, fight: &Fight, side: Side, marker: SupportId, hex: SpaceId) -> Result<(), Why> {
        let part = if side == fight.attacker { fight.attackers } else { fight.defenders };
        let (reach, why) = match state.forecast.cloud {
            Cloud::Blizzard => return Err(no!("no aircraft fly in a blizzard")),
            // 3.3.b.
            Cloud::Overcast => {
                (0, no!("{marker} is over another hex: under clouds it serves only where it is", marker))
            }
            // 3.3.a: nothing lessens their radius.
            Cloud::Clear => {
                let reach = self.support(marker).radius.max(self.air_extension(state, fight, side, part));
                (reach, no!("{marker} is too far away from the hex that is attacked", marker))
            }
        };
        // 10.2.3.b: the pocket has no help from the air.
        let helped = part.iter().any(|unit| state.field.get(unit).supply != Supply::Fortress);
        must(helped, no!("{marker} does not help units of the pocket", marker))?;
        must(self.distance(state, hex, fight.hex) <= u32::from(reach), why)?;
        must(!self.flak(state, fight, side), no!("anti-aircraft guns keep {marker} away", marker))
    }

    /// PA.SUP.novikov: with him one air support reaches farther; no other may serve beside it (5.5.4.b).
    fn air_extension(&self, state: &State, fight: &Fight, side: Side, part: UnitSet) -> u8 {
        let with = |m: &SupportId| matches!(state.spot(*m), Spot::Unit(unit) if part.contains(unit));
        let leaders = self.supports().filter(|m| self.support(*m).extends_air > 0 && self.support(*m).side == side);
        // 5.5.4.c: not where another leader serves.
        let other = |m: &SupportId| {
            let rival =
                |s: SupportId| s != *m && self.support(s).class == SupportClass::Leader && self.support(s).side == side;
            !fight.supports.iter().any(rival)
        };
        leaders.filter(with).filter(other).map(|m| self.support(m).extends_air).max().unwrap_or(0)
    }

    /// PA.SUP.aa: anti-aircraft guns with the enemy's units in the combat keep aircraft away.
    fn flak(&self, state: &State, fight: &Fight, side: Side) -> bool {
        let enemies = if side == fight.attacker { fight.defenders } else { fight.attackers };
        self.supports().any(|m| {
            let kind = self.support(m);
            kind.class == SupportClass::Aa
                && kind.side != side
                && matches!(state.spot(m), Spot::Unit(unit) if enemies.contains(unit))
        })
    }
}
