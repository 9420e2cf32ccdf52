//! 3.2 and 8.4: armies that wait, what wakes them, and what the Axis sets off by crossing the Don (8.6).

use crate::Drive;
use crate::data::{AxisArmy, FrontArmy, Reserve, UnitId};
use crate::refusal::{Consult, Noun, Verdict};
use crate::sets::UnitSet;
use crate::state::{Army, Crossing, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, unless};
use kessel_kit::no;

impl Drive {
    /// 3.2: is this front army still frozen?
    pub(crate) fn is_asleep(&self, state: &State, army: FrontArmy) -> bool {
        state.asleep >> army as u16 & 1 == 1
    }

    /// 8.4: the reserve armies that are still frozen.
    pub(crate) fn reserves_asleep(&self, state: &State) -> impl Iterator<Item = &Reserve> {
        let asleep = state.reserved;
        self.data.blue.reserves.iter().enumerate().filter(move |(i, _)| asleep >> i & 1 == 1).map(|(_, army)| army)
    }

    /// May this Axis army neither attack nor leave its area?
    #[inline]
    pub(crate) fn is_held_back(&self, state: &State, army: AxisArmy) -> bool {
        // 3.2.g: 2A and 4PA are free from the start; 3.2.h: 2H and 6A from turn 2; 3.2.i: 1PA from turn 3; 3.2.j, 3.2.n: from turn 4 all are.
        state.is_blue() && !state.limits_lifted && state.turn < self.data.blue.released(army)
    }

    /// The Axis army that limits a unit now.
    #[inline]
    pub(crate) fn held_army(&self, state: &State, unit: UnitId) -> Option<AxisArmy> {
        match state.units[unit.index()].army {
            // 3.2.u: whenever it joined.
            Army::Axis(army) if self.is_held_back(state, army) => Some(army),
            _ => None,
        }
    }

    /// 3.2: the first of these units whose army may not go into the hex yet.
    #[inline]
    pub(crate) fn kept_out(&self, state: &State, side: Side, units: &[UnitId], to: SpaceId) -> Option<UnitId> {
        if side == Side::Soviet || !state.is_blue() || state.limits_lifted {
            return None;
        }
        let outside = |unit: &UnitId| {
            self.held_army(state, *unit).is_some_and(|army| self.data.map.spaces[to].army != Some(army))
        };
        units.iter().copied().find(outside)
    }

    /// Is the unit frozen in place?
    #[inline]
    pub(crate) fn is_frozen(&self, state: &State, unit: UnitId) -> bool {
        match state.units[unit.index()].army {
            Army::Front(army) => self.is_asleep(state, army),
            Army::Reserve(reserve) => state.reserved >> reserve.0 & 1 == 1,
            // 3.2.s: who belongs to no front army is free.
            Army::Axis(_) | Army::None => false,
        }
    }

    /// Frozen and just arrived units neither move nor attack.
    #[inline(always)]
    pub(crate) fn readiness(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let frozen = self.is_frozen(state, unit);
        let case = match state.units[unit.index()].army {
            Army::Reserve(_) => Case("8.4.b"),
            _ => Case("3.2.o"),
        };
        let why = no!("{unit} belongs to an army that is still frozen{when}", unit, when = Noun::Wakes(unit));
        c.ask(case, unless(frozen, why))?;
        let case = if state.is_blue() { Case("8.2.d") } else { Case("8.10.f") };
        let why = no!("{unit} came in this turn and does nothing but defend", unit);
        c.ask(case, unless(state.rooted.contains(unit), why))
    }

    /// 3.2.k, 3.3.i: may the unit attack at all now?
    pub(crate) fn attack_readiness(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let quiet = !state.is_blue() && state.turn == 1 && self.side(unit) == Side::Axis;
        c.ask(Case("3.3.i"), unless(quiet, no!("the German does not attack in the first turn of Uranus")))?;
        self.readiness(state, unit, c)?;
        let why = no!("{unit} belongs to an army that is not yet released{when}", unit, when = Noun::Released(unit));
        c.ask(Case("3.2.k"), unless(self.held_army(state, unit).is_some(), why))
    }

    /// 3.2: armies wake with those opposite.
    pub(crate) fn wake_by_schedule(&self, state: &mut State, log: &mut Log) {
        if !state.is_blue() {
            return;
        }
        for army in FrontArmy::ALL {
            // 3.2.p: with the first of those opposite.
            if self.data.blue.wakes(army) <= state.turn {
                self.wake(state, army, Case("3.2.o"), log);
            }
        }
    }

    fn wake(&self, state: &mut State, army: FrontArmy, case: Case, log: &mut Log) {
        if !self.is_asleep(state, army) {
            return;
        }
        // 3.2.v: from now on, and for good.
        state.asleep &= !(1 << army as u16);
        log.add(|| Event::note(case, format!("{} is free to move and fight", army.code())));
    }

    /// 3.2.q: the Axis is on the Soviet side of the line; frozen armies within eight hexes wake.
    pub(crate) fn wake_near(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        if state.asleep == 0 || self.ground.axis_side[0].contains(hex) {
            return;
        }
        let radius = u32::from(self.data.charts.release.front_radius);
        for unit in self.ground.own[1].iter() {
            let u = &state.units[unit.index()];
            if let (Army::Front(army), Place::At(at)) = (u.army, u.place)
                && self.is_asleep(state, army)
                && self.data.map.board.distance(at, hex).is_some_and(|d| d <= radius)
            {
                self.wake(state, army, Case("3.2.q"), log);
            }
        }
    }

    /// What an attack sets off as soon as it is declared: 3.2.r, 3.2.l, 8.6 (R69).
    pub(crate) fn attack_alarms(&self, state: &mut State, attacker: Side, target: SpaceId, log: &mut Log) {
        if !state.is_blue() {
            return;
        }
        match attacker {
            Side::Axis => {
                let attacked: UnitSet = state.stack_at(target);
                for unit in attacked.iter() {
                    if let Army::Front(army) = state.units[unit.index()].army {
                        self.wake(state, army, Case("3.2.r"), log);
                    }
                }
                self.note_crossing(state, target, log);
            }
            Side::Soviet if self.ground.axis_side[0].contains(target) => self.lift_limits(state, log),
            Side::Soviet => {}
        }
    }

    /// 3.2.l: the Soviets are across the start line: every limit is lifted, and every frozen army wakes (R36).
    pub(crate) fn lift_limits(&self, state: &mut State, log: &mut Log) {
        if !state.is_blue() || (state.limits_lifted && state.asleep == 0) {
            return;
        }
        let last = self.data.blue.release.iter().copied().max().unwrap_or(1);
        if !state.limits_lifted && state.turn < last {
            log.add(|| Event::note(Case("3.2.l"), "The Soviets are across the start line: all Axis armies are free"));
        }
        state.limits_lifted = true;
        for army in FrontArmy::ALL {
            self.wake(state, army, Case("3.2.l"), log);
        }
    }

    /// 8.6: an Axis unit is, or attacks, beyond the Voronezh, the Don and the fortifications.
    pub(crate) fn note_crossing(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        if state.is_blue() && state.crossing == Crossing::NotYet && self.ground.east_of_don.contains(hex) {
            state.crossing = Crossing::Made;
            log.add(|| {
                let text =
                    format!("The Axis is across the Don at {}: the Soviet track will move up", self.hex_name(hex));
                Event::note(Case("8.6.a"), text)
            });
            // 8.6.d: at that moment, not with the track.
            // 8.6.e: those of the south come as before.
            self.free_reserves(state, u8::MAX, Case("8.6.d"), log);
        }
    }

    /// 3.2.t, R35: a Soviet unit that was never frozen with a front army freezes with the one whose hex it enters.
    pub(crate) fn freeze_newcomers(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        if state.asleep == 0 {
            return;
        }
        let host = state.units_at(hex).find_map(|u| match state.units[u.index()].army {
            Army::Front(army) if self.is_asleep(state, army) => Some(army),
            _ => None,
        });
        let Some(host) = host else { return };
        for unit in state.stack_at(hex).iter() {
            let own = self.group_of(state, unit).and_then(|group| group.front).map_or(Army::None, Army::Front);
            let began_frozen = own != Army::None && state.units[unit.index()].army == own;
            if !began_frozen && !self.is_frozen(state, unit) {
                state.units[unit.index()].army = Army::Front(host);
                log.add(|| {
                    let text = format!("{} is held with {}", self.unit_name(unit), host.code());
                    Event::note(Case("3.2.t"), text).only_for(Side::Soviet)
                });
            }
        }
    }

    /// The start of the Soviet player turn: 8.6, 8.4, 8.5 and the track.
    pub(crate) fn begin_soviet_turn(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        if state.is_blue() {
            if state.crossing == Crossing::Made {
                state.crossing = Crossing::Answered;
                log.add(|| {
                    Event::note(Case("8.6.c"), "All Soviet reinforcements still on the track come a turn earlier")
                });
            }
            self.free_near_reserves(state, log);
            self.petition(state, dice, log);
            if !state.south.open && state.axis_control.contains(self.data.map.places.rostov) {
                state.south.open = true;
                log.add(|| Event::note(Case("8.5.d"), "Rostov is German: rifle divisions may come in the south"));
            }
        }
        self.draw_boxes(state, log);
    }

    fn free_reserves(&self, state: &mut State, which: u8, case: Case, log: &mut Log) {
        for (i, reserve) in self.data.blue.reserves.iter().enumerate() {
            let bit = 1 << i;
            if state.reserved & which & bit != 0 {
                state.reserved &= !bit;
                log.add(|| {
                    let what =
                        What::Marker { marker: "reserve".into(), at: self.hex_id(reserve.hex).into(), placed: false };
                    Event::new(case, what, format!("{} is freed", reserve.name))
                });
            }
        }
    }

    /// 8.4.c: counted from the Axis unit to the army's hex (8.4.e).
    fn free_near_reserves(&self, state: &mut State, log: &mut Log) {
        let radius = u32::from(self.data.charts.release.reserve_radius);
        let board = &self.data.map.board;
        let mut near = 0;
        for (i, reserve) in self.data.blue.reserves.iter().enumerate() {
            let close = |hex: SpaceId| board.distance(hex, reserve.hex).is_some_and(|d| d <= radius);
            // 8.4.d: each by itself.
            if state.reserved >> i & 1 == 1 && state.layout.held[0].iter().any(close) {
                near |= 1 << i;
            }
        }
        self.free_reserves(state, near, Case("8.4.c"), log);
    }

    /// 8.4.f: a die for each army that is still frozen.
    fn petition(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let release = &self.data.charts.release;
        if state.turn < release.petition_turn {
            return;
        }
        for (i, reserve) in self.data.blue.reserves.iter().enumerate() {
            if state.reserved >> i & 1 == 0 {
                continue;
            }
            let die = dice.d6(Case("8.4.f"));
            log.add(|| {
                let text = format!("Moscow is asked for {}: {die}", reserve.name);
                Event::new(Case("8.4.f"), What::Roll { side: Side::Soviet, die: 6, value: die }, text)
            });
            if die <= release.petition_die {
                self.free_reserves(state, 1 << i, Case("8.4.g"), log);
            }
        }
    }
}
