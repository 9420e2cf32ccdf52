//! What a side may think: a whole position that agrees with everything it knows.
//!
//! Hidden hexes are filled from the enemy units whose place is not known: first what the shadow of the hex demands (a zone of control, more
//! than one unit, nobody stronger than the unit on top), drawn fairly. Whoever is left over is out of the game.

use crate::Winter;
use crate::data::{Size, UnitId};
use crate::state::{Place, Shadow, State};
use kessel_table::{Lots, Seen, Side};
use rand_pcg::Pcg32;

impl Winter {
    pub(crate) fn sampled(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let mut state = seen.state().clone();
        let enemy = side.other();
        let mut pool: Vec<UnitId> = self.own(enemy).filter(|u| state.unit(*u).place == Place::Unknown).collect();
        for unit in &pool {
            state.unit_mut(*unit).place = Place::Lost;
            state.unit_mut(*unit).points = self.data.info(*unit).full.strength;
        }
        let shadows = std::mem::take(&mut state.shadows);
        self.lay_out(&mut state);
        for shadow in shadows.iter().filter(|shadow| shadow.side == enemy) {
            self.fill(&mut state, shadow, &mut pool, rng);
        }
        self.lay_out(&mut state);
        self.finish_sample(&mut state);
        state
    }

    /// Puts units under a shadow.
    fn fill(&self, state: &mut State, shadow: &Shadow, pool: &mut Vec<UnitId>, rng: &mut Pcg32) {
        let visible: Vec<UnitId> = state.units_at(shadow.hex).collect();
        let top = visible.first().map(|u| state.unit(*u).points);
        let zoned = visible.iter().any(|u| self.exerts(state, *u));
        let dug_in = state.entrenched[shadow.side.index()].contains(shadow.hex);
        let want = if visible.is_empty() && !shadow.stack { 1 } else { 2 - visible.len().min(1) };
        let disrupted = shadow.marks[0];
        let mut placed = 0;
        while placed < want {
            let needs_zone = shadow.zone && !zoned && placed == 0 && !disrupted;
            let fits = |u: &UnitId| {
                let info = self.data.info(*u);
                let exerts = !matches!(info.size, Size::Headquarters | Size::Company | Size::Marker);
                let points = state.unit(*u).points;
                let under = top.is_none_or(|top| points < top);
                exerts == (needs_zone || (shadow.zone && placed == 0))
                    && under
                    && points > 0
                    && !(dug_in && points == 0)
            };
            let able: Vec<usize> = (0..pool.len()).filter(|n| fits(&pool[*n])).collect();
            let anyone: Vec<usize> =
                (0..pool.len()).filter(|n| top.is_none_or(|t| state.unit(pool[*n]).points < t)).collect();
            let from = if able.is_empty() { anyone } else { able };
            if from.is_empty() {
                return;
            }
            let unit = pool.swap_remove(from[rng.below(from.len())]);
            let own = state.unit_mut(unit);
            own.place = Place::At(shadow.hex);
            if placed == 0 && visible.is_empty() {
                (own.disrupted, own.fired, own.moved) = (shadow.marks[0], shadow.marks[1], shadow.marks[2]);
                own.supply = shadow.supply;
                if shadow.marks[3] {
                    state.digging.insert(unit);
                }
            }
            placed += 1;
        }
    }

    /// The tables kept by unit have their full length again.
    fn finish_sample(&self, state: &mut State) {
        if state.memory.start.len() != state.units.len() {
            let start = state
                .units
                .iter()
                .map(|u| if let Place::At(hex) = u.place { hex } else { kessel_board::SpaceId(u16::MAX) });
            state.memory.start = start.collect();
        }
        state.layout.changed = false;
    }
}
