//! A whole position that agrees with everything one side knows: what `redact.rs` hides is drawn.
//!
//! | hidden | drawn |
//! |---|---|
//! | which unit stands where (11.7) | the hidden units are dealt to the hidden places at random, each where it can be: on ground it can enter, in a stack it fits, frozen armies and whoever is being set up in the hexes of their group |
//! | who has not come yet (8.1) | Soviets beyond what the track has drawn, in the order of the pile; Axis units that are due |
//! | what an untried unit is (2.14) | nothing now: it is drawn from the faces left when it fights |
//! | steps | the better of two draws: most are full |
//! | what has been done with hidden units in this phase | they have not moved; those of a march that nobody sees are one unit that can go on |

mod deal;

use crate::Drive;
use crate::data::{UnitId, UnitKind};
use crate::decision::Decides;
use crate::sets::UnitSet;
use crate::state::{Army, Frame, Mover, Place, State, UnitState};
use deal::Deal;
use kessel_board::SpaceId;
use kessel_kernel::facets::{Acts, Samples};
use kessel_kernel::{Lots, Seen, Side};
use rand_pcg::Pcg32;
use std::ops::ControlFlow;

/// How often the units are dealt anew when somebody is left without anything to do or a stack is too high.
const TRIES: usize = 6;

impl Samples for Drive {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let enemy = side.other();
        let mut best: Option<(u32, State)> = None;
        for _ in 0..TRIES {
            let state = self.dealt(seen, enemy, rng);
            let faults = self.faults(&state, enemy);
            if faults == 0 {
                return state;
            }
            if best.as_ref().is_none_or(|(least, _)| faults < *least) {
                best = Some((faults, state));
            }
        }
        best.map_or_else(|| seen.state().clone(), |(_, state)| state)
    }
}

impl Drive {
    /// What would not be met in play: most of all an enemy who is asked and cannot act.
    fn faults(&self, state: &State, enemy: Side) -> u32 {
        let mut faults = 0;
        if self.to_act(state).includes(enemy)
            && self.each_offer(state, enemy, &mut |_| ControlFlow::Break(())).is_continue()
        {
            faults += 1000;
        }
        if state.phase().is_setup() && state.phase().side() == Some(enemy) {
            let mut later = state.clone();
            self.apply_suggested(&mut later, enemy, &mut kessel_kernel::Log::silent());
            faults += 100 * self.to_place(&later, enemy).count() as u32;
        }
        let held = state.layout.held[enemy.index()];
        faults + held.iter().map(|hex| u32::from(self.excess(state, hex, false))).sum::<u32>()
    }

    fn dealt(&self, seen: &Seen<State>, enemy: Side, rng: &mut Pcg32) -> State {
        let mut state = seen.state().clone();
        let hidden: Vec<UnitId> = state.veiled.iter().filter(|unit| self.side(*unit) == enemy).collect();
        let slots: Vec<Place> = hidden.iter().map(|unit| state.units[unit.index()].place).collect();
        for unit in &hidden {
            state.units[unit.index()].place = Place::Out;
        }
        self.lay_out(&mut state);
        let units = Deal::new(self, &state, enemy, &hidden, &slots).run(rng);
        for (unit, place) in units.iter().zip(&slots) {
            state.units[unit.index()] = self.some_unit(&state, *unit, *place, rng);
        }
        let becomes = |set: UnitSet| exchanged(set, &hidden, &units);
        state.defended = becomes(state.defended);
        state.refugees = becomes(state.refugees);
        for frame in state.frames.iter_mut() {
            match frame {
                Frame::Fight(fight) => {
                    fight.units = becomes(fight.units);
                    fight.defenders = becomes(fight.defenders);
                    fight.guests = becomes(fight.guests);
                }
                Frame::Retreat(units) => *units = becomes(*units),
                _ => {}
            }
        }
        state.veiled = UnitSet::EMPTY;
        self.lay_out(&mut state);
        self.note_unsupplied(&mut state, units.iter().copied().collect());
        self.fill_march(&mut state, enemy, rng);
        state
    }

    /// The unit in a place that is known to hold one.
    fn some_unit(&self, state: &State, unit: UnitId, place: Place, rng: &mut Pcg32) -> UnitState {
        let full = usize::from(self.data.info(unit).steps()).max(1);
        let on_map = matches!(place, Place::At(_));
        let steps = if on_map { rng.below(full).max(rng.below(full)) as u8 + 1 } else { full as u8 };
        let army = match (self.group_army(state, unit), place) {
            (Army::None, Place::At(hex)) if state.is_blue() && self.side(unit) == Side::Axis => {
                self.data.map.spaces[hex].army.map_or(Army::None, Army::Axis)
            }
            (army, _) => army,
        };
        let origin = if let Place::At(hex) = place { hex } else { SpaceId(0) };
        UnitState { place, steps, face: None, army, origin, allowance: 0, spent: 0 }
    }

    /// 4.3, 4.8: those of a battle who would count if they were lost.
    fn note_unsupplied(&self, state: &mut State, drawn: UnitSet) {
        let Some(fight) = state.fight().copied() else { return };
        if fight.stage <= crate::state::Stage::Resolve {
            return;
        }
        let cut_off = self.cut_off_among(state, (fight.units | fight.defenders | fight.guests) & drawn);
        for frame in state.frames.iter_mut() {
            if let Frame::Fight(fight) = frame {
                fight.unsupplied |= cut_off;
            }
        }
    }

    /// 9.5: a march of units that nobody sees has somebody in it.
    fn fill_march(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) {
        let Some(march) = state.march().filter(|march| march.units.is_empty()).cloned() else { return };
        let mut there: Vec<UnitId> = state.units_at(march.hex).filter(|unit| !state.tops.contains(*unit)).collect();
        rng.shuffle(&mut there);
        let can_go =
            |unit: &&UnitId| !self.is_frozen(state, **unit) && self.any_step(state, &[**unit], enemy, march.hex);
        let Some(unit) = there.iter().find(can_go).or(there.first()).copied() else { return };
        for frame in state.frames.iter_mut() {
            if let Frame::March(march) = frame {
                march.units.push(unit);
            }
        }
        if !march.moved {
            return;
        }
        let allowance = self.printed_allowance(state, unit).max(2);
        let now = &mut state.units[unit.index()];
        (now.allowance, now.spent) = (allowance, 1);
        match state.mover {
            Some(Mover::Stack(origin)) => now.origin = origin,
            Some(Mover::Unit(_)) => {}
            None => {
                state.arrived.insert(unit);
                state.mover = Some(Mover::Unit(unit));
            }
        }
    }

    /// How many Soviets of a kind the track, the south map and Stalingrad have had so far (8.1, 8.5, 8.10).
    pub(crate) fn drawn_of(&self, state: &State, kind: UnitKind) -> usize {
        let scenario = self.data.scenario(state.scenario);
        let track: usize = (1..=state.boxes)
            .flat_map(|turn| scenario.turn(turn).soviet.iter())
            .filter(|(drawn, _)| *drawn == kind)
            .map(|(_, count)| usize::from(*count))
            .sum();
        let risen = state.uses.risen.count_ones() as usize * usize::from(self.data.charts.extras.stalingrad_rifles);
        track + if kind == UnitKind::Rifle { usize::from(state.south.came) + risen } else { 0 }
    }
}

/// The set with the units that were dealt in the place of stand-ins.
fn exchanged(set: UnitSet, stand_ins: &[UnitId], units: &[UnitId]) -> UnitSet {
    let kept = set.iter().filter(|unit| !stand_ins.contains(unit));
    let dealt = stand_ins.iter().zip(units).filter(|(stand_in, _)| set.contains(**stand_in)).map(|(_, unit)| *unit);
    kept.chain(dealt).collect()
}
