//! Dossier 6: what a viewer may know. Everything shown is made from what is left here.

use crate::Waw;
use crate::fix::{error_within, shift, times};
use crate::intelligence::level;
use crate::state::{Contact, NONE, Squadron, State, Unit};
use crate::theater::Stage;
use kessel_kernel::{Case, Side, Viewer};

impl Waw {
    /// The position as a viewer may know it. What is hidden has a fixed neutral value; enemy units become contacts, which name nothing that
    /// the side does not know.
    pub(crate) fn redacted(&self, state: &State, viewer: Viewer) -> State {
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
    /// 33.3.a: two at one screen, and whoever looks on, see what both know: each side's units as far as its enemy has made them out, no
    /// false markers; ground that the two believe differently is shown as it was at the start.
    fn known_to_both(&self, state: &State, seen: &mut State) {
        let real = State { dummies: [Vec::new(), Vec::new()], ..state.clone() };
        seen.contacts = Side::BOTH.iter().flat_map(|side| self.contacts(&real, *side)).collect();
        for hex in 0..self.theater.hexes as u16 {
            let [axis, soviet] = [0, 1].map(|n: usize| state.belief[n].has(hex));
            let start = self.scenario.owner[kessel_board::SpaceId(hex)] == Side::Soviet;
            seen.soviet.set(hex, if axis == soviet { axis } else { start });
        }
    }

    /// 8.52.b: of a unit that is worn out and without supply nothing is told any more.
    pub(crate) fn unreadable(&self, seen: &State, unit: u16) -> bool {
        let now = &seen.units[unit as usize];
        let lost = seen.setup.fog && now.fatigue >= 12 && now.level == crate::data::SupplyLevel::None;
        crate::fix::holds(Case("8.52.b"), lost)
    }

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

    /// 8.5: what a side knows of its enemy, dummies among it, in an order that tells nothing.
    pub(crate) fn contacts(&self, state: &State, side: Side) -> Vec<Contact> {
        let mut contacts: Vec<Contact> = Vec::new();
        for unit in 0..state.units.len() as u16 {
            let now = &state.units[unit as usize];
            if !now.here() || self.side(unit) == side {
                continue;
            }
            // 2.3.b: of the enemy what is known, of one's own everything.
            let level = if state.setup.limited { level(now.known) } else { 4 };
            if level == 0 {
                continue;
            }
            let info = self.info(unit);
            let full = info.full;
            let real =
                [now.attack, now.defence, self.left(state, unit, full.antitank), self.left(state, unit, full.armour)];
            let limit = shift(Case("2.3.a"), 50 * (1000 - i64::from(now.known.min(1000))) / 1000);
            let error = if level == 4 { 0 } else { error_within(state.key, 0x1E1_0000 + u64::from(unit), limit) };
            contacts.push(Contact {
                at: now.at,
                side: side.other(),
                level,
                kind: if level >= 2 { info.class.0.into() } else { NONE },
                unit: if level >= 3 { unit } else { NONE },
                seems: if level >= 2 { real.map(|v| times(v, 100 + error, 100)) } else { [0; 4] },
                quality: if level >= 3 { self.quality_of(now) as u8 } else { 0 },
                works: None,
            });
        }
        for hex in &state.dummies[side.index()] {
            contacts.push(Contact {
                at: *hex,
                side: side.other(),
                level: 1,
                kind: NONE,
                unit: NONE,
                seems: [0; 4],
                quality: 0,
                works: None,
            });
        }
        let shown: Vec<u16> = contacts.iter().filter(|c| c.level >= 2).map(|c| c.at).collect();
        for contact in &mut contacts {
            if shown.contains(&contact.at) {
                contact.works = state.works_at(contact.at).map(|w| (w.fortified, w.size));
            }
        }
        contacts
            .sort_by_key(|c| (self.theater.rank[c.at as usize], std::cmp::Reverse(c.level), c.kind, c.unit, c.seems));
        contacts
    }

    /// 2.3.c, 8.52.b: tired or unsupplied own units report themselves wrongly.
    fn fog_own(&self, seen: &mut State, side: Side) {
        if !seen.setup.fog {
            return;
        }
        for unit in 0..seen.units.len() as u16 {
            if self.side(unit) != side || !seen.units[unit as usize].here() {
                continue;
            }
            let key = seen.key;
            let now = &mut seen.units[unit as usize];
            let mut limit = 25 * (i64::from(now.fatigue) - 4).max(0) / 11;
            limit += match now.level {
                crate::data::SupplyLevel::Minimal => 10,
                crate::data::SupplyLevel::None => 15,
                _ => 0,
            };
            let limit = shift(Case("2.3.c"), limit.min(25));
            let error = error_within(key, 0xF06_0000 + u64::from(unit), limit);
            now.attack = times(now.attack, 100 + error, 100);
            now.defence = times(now.defence, 100 + error, 100).max(1);
        }
    }
}
