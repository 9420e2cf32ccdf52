//! 12.3.1, 4.5.1 What a bombardment hits: the top unit or a hidden one by lot, and what it does to it.

use crate::Winter;
use crate::data::{AirId, LossClass, UnitId, UnitType};
use crate::refusal::{Consult, Verdict};
use crate::sets::UnitSet;
use crate::state::{Aim, AirBox, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, must, unless};
use kessel_kit::no;

/// The weight of a bombardment.
struct Weight {
    factors: u16,
    modifier: i8,
    case: Case,
}

impl Winter {
    /// 18.1.c: the unit on top: the strongest; among equals the owner's choice, otherwise the first.
    pub(crate) fn top_unit(&self, state: &State, hex: SpaceId) -> Option<UnitId> {
        let rank = |unit: &UnitId| (state.unit(*unit).points, state.tops.contains(*unit), std::cmp::Reverse(*unit));
        state.units_at(hex).max_by_key(rank)
    }

    /// 12.3.1.i, 16.3.e: who can be bombarded in a hex: no headquarters and no convoys.
    fn bombardable(&self, state: &State, hex: SpaceId) -> UnitSet {
        let able =
            |unit: &UnitId| !matches!(self.data.info(*unit).kind.losses(), LossClass::Headquarters | LossClass::Convoy);
        state.units_at(hex).filter(able).collect()
    }

    /// Everything that is seen in the hex is a headquarters or a convoy: there is nothing to bombard, and the enemy sees it.
    pub(crate) fn shows_no_target(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        self.bombardable(state, hex).is_empty() && !self.hides(state, side, hex)
    }

    /// 18.1.g: something in the hex is hidden from the side; in a fight whatever lies under the top unit (18.1.d).
    fn hides(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let shadow = state.shadows.iter().any(|s| s.hex == hex && s.side != side);
        let several = self.is_revealed(state, side, hex) && state.units_at(hex).nth(1).is_some();
        shadow || several || state.units_at(hex).any(|unit| !self.is_seen(state, unit, side))
    }

    /// 18.1.h: enemies in the hex are engaged, and known for as long as they fight.
    fn is_revealed(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        state.switches.fog && state.units_at(hex).any(|unit| self.side(unit) != side && state.open.contains(unit))
    }

    /// 18.1.e: entrenched units are hidden, even the one on top; not those that fight (18.1.h).
    fn is_buried(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let dug_in = state.entrenched[side.other().index()].contains(hex);
        state.switches.fog && dug_in && !self.is_revealed(state, side, hex)
    }

    /// The unit on top that the side can aim at: in an entrenchment the strongest of those that fight.
    pub(crate) fn top_target(&self, state: &State, side: Side, hex: SpaceId) -> Option<UnitId> {
        let top = self.top_unit(state, hex);
        let dug_in = state.entrenched[side.other().index()].contains(hex);
        if !(state.switches.fog && dug_in) || top.is_some_and(|unit| state.open.contains(unit)) {
            return top;
        }
        let known = state.units_at(hex).filter(|unit| state.open.contains(*unit));
        known.max_by_key(|unit| (state.unit(*unit).points, std::cmp::Reverse(*unit)))
    }

    /// 4.5.1.b, 18.1: may a bombardment be aimed like this?
    pub(crate) fn check_aim(&self, state: &State, side: Side, at: SpaceId, aim: Aim, c: &mut Consult) -> Verdict {
        let fog = state.switches.fog;
        match aim {
            Aim::Top => {
                let buried = self.is_buried(state, side, at);
                // 18.1.i: otherwise the one on top can always be aimed at.
                c.ask(Case("18.1.e"), unless(buried, no!("the units in {at} are entrenched and hidden", at)))
            }
            Aim::Hidden => {
                c.ask(Case("18.1.g"), must(fog, no!("nothing is hidden in this game")))?;
                c.ask(Case("18.1.g"), must(self.hides(state, side, at), no!("nothing is hidden in {at}", at)))
            }
            Aim::Unit(unit) => {
                c.ask(Case("4.5.1.b"), unless(fog, no!("only the top unit or a hidden one can be named")))?;
                let there = self.bombardable(state, at).contains(unit) && self.side(unit) != side;
                c.ask(Case("12.3.1.i"), must(there, no!("{unit} cannot be bombarded there", unit)))
            }
        }
    }

    /// How a bombardment of a hex could be aimed.
    pub(crate) fn aims(&self, state: &State, at: SpaceId) -> impl Iterator<Item = Aim> + use<> {
        let named = if state.switches.fog { UnitSet::EMPTY } else { self.bombardable(state, at) };
        [Aim::Top, Aim::Hidden].into_iter().chain(named.iter().map(Aim::Unit))
    }

    /// Guns fire: their factors (half if moved, 12.2.b), no spotter -1 (12.3.1.m), supply (14.5); all are marked fired (12.1.l).
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn bombard(
        &self,
        state: &mut State,
        side: Side,
        hex: SpaceId,
        aim: Aim,
        guns: UnitSet,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let (factors, modifier) = self.gun_weight(state, side, hex, guns);
        for unit in guns.iter() {
            self.mark_fired(state, unit);
            state.memory.bombarded.insert(unit);
        }
        if factors == 0 {
            return;
        }
        self.strike(state, side, hex, aim, &Weight { factors, modifier, case: Case("12.3.1.k") }, dice, log);
        self.wake(state, side, state.stack_at(hex), log);
    }

    /// What guns weigh in a bombardment of a hex: their factors, and the modifier of the die.
    pub(crate) fn gun_weight(&self, state: &State, side: Side, hex: SpaceId, guns: UnitSet) -> (u16, i8) {
        let (mut whole, mut half, mut modifier) = (0, 0, 0);
        for unit in guns.iter() {
            let points = u16::from(state.unit(unit).points);
            if self.fires_half(state, unit) {
                half += points
            } else {
                whole += points
            }
            modifier = modifier.min(self.supply_modifier(state.unit(unit).supply));
        }
        if !self.is_spotted(state, side, hex) {
            modifier += self.data.charts.bonus.unobserved;
        }
        (whole + half.div_ceil(2), modifier)
    }

    /// What aircraft weigh: their bombs, and the flak of the hex as far as it is known (16.1.a, R27).
    pub(crate) fn air_weight(&self, state: &State, side: Side, hex: SpaceId, planes: &[AirId]) -> (u16, i8) {
        let factors = planes.iter().map(|air| u16::from(self.data.plane(*air).bombs)).sum();
        let flak = state.units_at(hex).any(|unit| self.side(unit) != side && self.data.info(unit).kind.is_anti_air());
        (factors, if flak { self.data.charts.bonus.anti_air } else { 0 })
    }

    /// 12.3.1.q, 4.5.1.g: columns to the left, for guns and aircraft: armor, and an entrenchment.
    pub(crate) fn bombardment_shift(&self, state: &State, side: Side, hex: SpaceId, target: Option<UnitId>) -> u8 {
        let charts = &self.data.charts;
        let armored = target.is_some_and(|unit| self.data.info(unit).kind.losses() == LossClass::Armor);
        let dug_in = state.entrenched[side.other().index()].contains(hex);
        (if armored { charts.armored_shift } else { 0 }) + if dug_in { charts.entrenched_shift } else { 0 }
    }

    /// 12.2.b: a gun that has moved up to half fires with half; rockets do not mind (12.2.e).
    fn fires_half(&self, state: &State, unit: UnitId) -> bool {
        let mover = state.march.as_ref().and_then(|march| march.movers.iter().find(|m| m.unit == unit));
        let moved =
            state.unit(unit).moved || mover.is_some_and(|m| m.left + self.hasty_paid(state, unit) < m.allowance);
        moved && self.data.info(unit).kind != UnitType::Rocket
    }

    /// The points of the hasty attack that is being made do not count as movement of the gun.
    pub(super) fn hasty_paid(&self, state: &State, unit: UnitId) -> i16 {
        let Some((fight, march)) = state.fight.as_ref().zip(state.march.as_ref()) else { return 0 };
        self.hasty_cost(state, march, unit, fight.hex)
    }

    /// 12.3.1.m, 13.1.f: an undisrupted friendly unit stands next to the target.
    fn is_spotted(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        self.near_units(state, hex, side).any(|unit| !state.unit(unit).disrupted)
    }

    /// Aircraft bomb: flak in the hex -1, however many (16.1.a, R27); then they have flown (4.5.1.d).
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn air_strike(
        &self,
        state: &mut State,
        side: Side,
        hex: SpaceId,
        aim: Aim,
        planes: &[AirId],
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let (factors, modifier) = self.air_weight(state, side, hex, planes);
        for air in planes {
            state.air[air.index()] = AirBox::Flown;
        }
        let weight = Weight { factors, modifier, case: Case("4.5.1.a") };
        self.strike(state, side, hex, aim, &weight, dice, log);
        self.note_ring_attack(state, state.stack_at(hex));
    }

    /// Draws the target, rolls, and applies the result at once; hits that the target cannot take pass to another (12.3.1.l).
    #[allow(clippy::too_many_arguments)]
    fn strike(
        &self,
        state: &mut State,
        side: Side,
        hex: SpaceId,
        aim: Aim,
        weight: &Weight,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let Some(target) = self.draw_target(state, hex, aim, side, dice, log) else {
            return log.add(|| {
                Event::note(Case("12.3.1.i"), format!("the bombardment of {} finds no target", self.hex_name(hex)))
            });
        };
        let charts = &self.data.charts;
        let left = self.bombardment_shift(state, side, hex, Some(target));
        let words = || {
            format!(
                "bombardment of {} with {} factors, {left} columns left, {:+}",
                self.hex_name(hex),
                weight.factors,
                weight.modifier
            )
        };
        let roll = self.d10(side, weight.case, dice, log, words);
        let blow = charts.bombardment.read(weight.factors, left, roll as i8 + weight.modifier);
        if state.fight.is_none() && self.ground.ring.contains(target) && !state.pocket.freed.contains(target) {
            let rating = self.proficiency(state, target);
            self.passes(rating, Side::Soviet, Case("5.3.o"), "the Ring holds under bombardment", dice, log);
        }
        state.open.insert(target);
        log.reveal();
        let mut hits = blow.hits - self.hurt(state, target, blow.hits, Case("12.3.1.n"), log);
        // 13.0.a.
        if blow.disrupts {
            self.disrupt(state, target, Case("12.3.1.n"), log);
        }
        while hits > 0 {
            let Some(next) = self.lot(state, self.bombardable(state, hex), side, Case("12.3.1.l"), dice, log) else {
                break;
            };
            state.open.insert(next);
            hits -= self.hurt(state, next, hits, Case("12.3.1.l"), log);
        }
        if state.fight.is_none() {
            state.open = UnitSet::EMPTY;
        }
    }

    /// 12.3.1.h, 12.3.1.i: the top unit, or one of the hidden by lot; another if it is a headquarters.
    fn draw_target(
        &self,
        state: &State,
        hex: SpaceId,
        aim: Aim,
        side: Side,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Option<UnitId> {
        let able = self.bombardable(state, hex);
        let top = self.top_target(state, side, hex);
        let revealed = self.is_revealed(state, side, hex);
        let target = top.filter(|unit| able.contains(*unit));
        match aim {
            Aim::Unit(unit) if able.contains(unit) => Some(unit),
            Aim::Top | Aim::Unit(_) => target.or_else(|| self.lot(state, able, side, Case("12.3.1.i"), dice, log)),
            Aim::Hidden => {
                let lies_hidden =
                    |unit: &UnitId| if revealed { Some(*unit) != top } else { !self.is_seen(state, *unit, side) };
                let hidden: UnitSet = able.iter().filter(lies_hidden).collect();
                self.lot(state, hidden, side, Case("12.3.1.h"), dice, log).or(target)
            }
        }
    }

    /// One of several by lot; no die for one.
    fn lot(&self, _: &State, units: UnitSet, side: Side, case: Case, dice: &mut Dice, log: &mut Log) -> Option<UnitId> {
        let count = units.len();
        if count < 2 {
            return units.first();
        }
        let drawn = dice.roll(case, count.min(255) as u8);
        log.add(|| {
            let what = kessel_kernel::What::Roll { side, die: count.min(255) as u8, value: drawn };
            Event::new(case, what, format!("the target is drawn by lot: {drawn} of {count}"))
        });
        units.iter().nth(usize::from(drawn) - 1)
    }
}
