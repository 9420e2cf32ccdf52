//! Dossier 6: what a viewer may know. Everything shown is made from what is left here; what is known of enemies is told in `intelligence.rs`.

use crate::Waw;
use crate::state::{NONE, Squadron, State, Unit};
use crate::theater::Stage;
use kessel_kernel::facets::Redacts;
use kessel_kernel::{Side, Viewer};

impl Redacts for Waw {
    /// The position as a viewer may know it. What is hidden has a fixed neutral value; enemy units become contacts, which name nothing that
    /// the side does not know.
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        if viewer == Viewer::Umpire || state.over {
            return state.clone();
        }
        let stage = self.stage(state);
        let mut seen = state.clone();
        let side = viewer.side();
        match side {
            Some(side) if state.contacts_of == Some(side) => {}
            Some(side) => {
                stage.foretell(&mut seen);
                seen.contacts = stage.contacts(state, side);
                stage.fog_own(&mut seen, side);
            }
            None if state.forecast => {}
            None => {
                stage.foretell(&mut seen);
                stage.known_to_both(state, &mut seen);
            }
        }
        seen.contacts_of = side;
        for hidden in Side::BOTH.into_iter().filter(|s| !viewer.knows(*s)) {
            stage.hide(&mut seen, hidden);
        }
        // What the enemy has made out of a side's units is the enemy's: it would tell that somebody unseen is looking.
        for unit in &mut seen.units {
            (unit.known, unit.contact) = (0, 0);
        }
        let known = |hex: u16| seen.units.iter().any(|u| u.at == hex);
        let works: Vec<_> = seen.works.iter().copied().filter(|w| known(w.at)).collect();
        seen.works = works;
        seen.tidy_paths();
        (seen.key, seen.key_fixed) = (0, false);
        seen.setup = seen.setup.open();
        seen.dummies = [Vec::new(), Vec::new()];
        if let Some(side) = side {
            seen.soviet = seen.belief[side.index()].clone();
        }
        seen
    }
}

impl Stage<'_> {
    /// Blots a side's secrets out.
    fn hide(&self, seen: &mut State, side: Side) {
        let n = side.index();
        for unit in 0..seen.units.len() as u16 {
            if self.side(unit) == side {
                seen.units[unit as usize] = Unit::default();
                seen.used[unit as usize] = 0;
            }
        }
        for (squadron, info) in seen.squadrons.iter_mut().zip(self.squadrons) {
            if info.side == side {
                *squadron = Squadron::default();
            }
        }
        for (leader, presence) in seen.leaders.iter_mut().zip(&self.scenario.leaders) {
            if self.data.leader(presence.leader).side == side {
                *leader = NONE;
            }
        }
        (seen.odds_key[n], seen.pools[n], seen.duties[n], seen.lost_strength[n]) = (0, [0; 6], 0, 0);
        seen.lost.retain(|lost| self.side(lost.hq) != side);
        seen.belief[n].clear();
        if side == Side::Axis {
            seen.airfields.fill(0);
        }
    }
}
