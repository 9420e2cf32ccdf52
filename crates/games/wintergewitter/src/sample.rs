//! What a side may think: a whole position that agrees with everything it knows.
//!
//! Hidden hexes are filled from the enemy units whose place is not known: first what the shadow of the hex demands (a zone of control, more
//! than one unit, nobody stronger than the unit on top), drawn fairly. Whoever is left over is out of the game.

use crate::Winter;
use crate::data::{Size, UnitId};
use crate::sequence::Step;
use crate::state::{Place, Shadow, State};
use kessel_kernel::facets::Samples;
use kessel_kernel::{Lots, Seen, Side};
use rand_pcg::Pcg32;

impl Samples for Winter {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let mut state = seen.state().clone();
        let enemy = side.other();
        let mut pool: Vec<UnitId> = self.own(enemy).filter(|u| state.unit(*u).place == Place::Unknown).collect();
        for unit in &pool {
            state.unit_mut(*unit).place = self.waiting_place(&state, *unit);
            state.unit_mut(*unit).points = self.data.info(*unit).full.strength;
        }
        let shadows = std::mem::take(&mut state.shadows);
        self.lay_out(&mut state);
        // Hexes without a zone first: few units have none.
        let of_zone = |zone: bool| shadows.iter().filter(move |s| s.side == enemy && s.zone == zone);
        for shadow in of_zone(false).chain(of_zone(true)) {
            self.fill(&mut state, shadow, &mut pool, rng);
        }
        self.lay_out(&mut state);
        for unit in pool.into_iter().filter(|unit| self.ground.convoys.contains(*unit)) {
            self.hide_convoy(&mut state, unit, &shadows, rng);
        }
        self.lay_out(&mut state);
        self.finish_sample(&mut state, side);
        state
    }
}

impl Winter {
    /// Puts units under a shadow: one, or two if it is a stack, so that the hex shows the same top, the same markers and the same zone.
    fn fill(&self, state: &mut State, shadow: &Shadow, pool: &mut Vec<UnitId>, rng: &mut Pcg32) {
        let visible: Vec<UnitId> = state.units_at(shadow.hex).collect();
        let mut zoned = visible.iter().any(|u| self.exerts(state, *u));
        let mut steady = visible.iter().any(|u| self.is_steady(state, *u));
        let mut ceiling = visible.iter().map(|u| state.unit(*u).points).max();
        // A gun that has given itself away (18.1.h) may lie under somebody else: the marks that are seen are then not its own.
        let under = visible.is_empty()
            || self.top_unit(state, shadow.hex).map(|u| self.marks_on(state, u)) != Some((shadow.marks, shadow.supply));
        let want = if visible.is_empty() && shadow.stack { 2 } else { 1 };
        for placed in 0..want {
            let top = placed == 0 && under;
            let least = if top { ceiling.unwrap_or(0) } else { 0 };
            let disrupted = top && shadow.marks[0];
            // The last unit that can still give the hex its zone must have one; without a zone nobody may.
            let must = shadow.zone && !zoned && !disrupted;
            // 13.1.h: one steady unit of any kind keeps the zone of the disrupted ones of its stack.
            let without = !shadow.zone && (steady || (top && !disrupted));
            let Some(unit) = self.draw(state, pool, must || disrupted, without, least, rng) else { return };
            let own = state.unit_mut(unit);
            own.place = Place::At(shadow.hex);
            if top {
                (own.disrupted, own.fired, own.moved) = (shadow.marks[0], shadow.marks[1], shadow.marks[2]);
                own.supply = shadow.supply;
                if shadow.marks[3] {
                    state.digging.insert(unit);
                    let entrenched = state.entrenched[shadow.side.index()].contains(shadow.hex);
                    state.works = state.works.saturating_sub(u8::from(!entrenched)); // it is no longer hidden
                }
                state.tops.insert(unit);
            } else {
                own.points = own.points.min(ceiling.map_or(u8::MAX, |most| most.saturating_sub(1).max(1)));
                own.disrupted = !shadow.zone;
            }
            ceiling = ceiling.max(Some(state.unit(unit).points));
            zoned |= self.exerts(state, unit);
            steady |= self.is_steady(state, unit);
        }
    }

    /// Where a unit is that nobody sees: before the game it waits to be set up or to be called, later it is out of the game.
    fn waiting_place(&self, state: &State, unit: UnitId) -> Place {
        if state.step() > Step::AxisReady {
            return Place::Lost;
        }
        let pool = self.data.scenario(state.scenario).pool.as_ref();
        if pool.is_some_and(|pool| pool.units.contains(&unit)) {
            return Place::Later;
        }
        let placed = self.setups(state).any(|group| group.units.contains(&unit));
        if placed { Place::Setup } else { Place::Lost }
    }

    /// A convoy that is off the map is known to be (16.3): one that is not known lies hidden, under a stack or, covered, alone in a hex
    /// without a zone.
    fn hide_convoy(&self, state: &mut State, convoy: UnitId, shadows: &[Shadow], rng: &mut Pcg32) {
        let enemy = self.side(convoy);
        let bare = |s: &&Shadow| s.side == enemy && !state.units_at(s.hex).any(|u| self.ground.convoys.contains(u));
        let stacks: Vec<&Shadow> = shadows.iter().filter(bare).filter(|s| s.stack).collect();
        let alone: Vec<&Shadow> = shadows.iter().filter(bare).filter(|s| !s.stack && !s.zone).collect();
        if let Some(shadow) = one_of(&stacks, rng) {
            state.unit_mut(convoy).place = Place::At(shadow.hex);
        } else if let Some(shadow) = one_of(&alone, rng) {
            for stand_in in state.units_at(shadow.hex).collect::<Vec<_>>() {
                *state.unit_mut(convoy) = *state.unit(stand_in);
                state.unit_mut(convoy).points = self.data.info(convoy).full.strength;
                state.unit_mut(stand_in).place = Place::Lost;
                state.tops.remove(stand_in);
                state.tops.insert(convoy);
            }
        }
        self.lay_out(state);
    }

    /// One of the pool: with a zone of its own, without one, or either, and of so many points at least.
    fn draw(
        &self,
        state: &State,
        pool: &mut Vec<UnitId>,
        with: bool,
        without: bool,
        least: u8,
        rng: &mut Pcg32,
    ) -> Option<UnitId> {
        let exerts = |u: &UnitId| !matches!(self.data.info(*u).size, Size::Headquarters | Size::Company | Size::Marker);
        let fits = |n: &usize| {
            let unit = &pool[*n];
            (!with || exerts(unit)) && (!without || !exerts(unit)) && state.unit(*unit).points >= least.max(1)
        };
        let able: Vec<usize> = (0..pool.len()).filter(fits).collect();
        if able.is_empty() {
            return None;
        }
        Some(pool.swap_remove(able[rng.below(able.len())]))
    }

    /// The tables kept by unit have their full length again.
    fn finish_sample(&self, state: &mut State, side: Side) {
        // Where the enemy began his phase is not known; his own groups are taken to have begun where they stand.
        if state.phasing != side && state.memory.start.len() != state.units.len() {
            let start = state
                .units
                .iter()
                .map(|u| if let Place::At(hex) = u.place { hex } else { kessel_board::SpaceId(u16::MAX) });
            state.memory.start = start.collect();
        }
        state.layout.changed = false;
    }
}

fn one_of<'a>(shadows: &[&'a Shadow], rng: &mut Pcg32) -> Option<&'a Shadow> {
    (!shadows.is_empty()).then(|| shadows[rng.below(shadows.len())])
}
