//! 8.5, 2.3 What each side knows of the other, what it learns, and what it forgets.

use crate::data::{Kind, Scale, Sky, SupplyLevel, Terrain};
use crate::execution::Run;
use crate::fix::{error_within, factor, holds, shift, times};
use crate::state::{Contact, NONE, State};
use crate::theater::Stage;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Side};

/// 8.5: scores, in tenths, at which more is shown.
pub const SEEN: u16 = 100;
/// The type.
pub const TYPE: u16 = 350;
/// The designation.
pub const NAME: u16 = 650;
/// Exact numbers.
pub const EXACT: u16 = 900;

/// What a score shows: 0 nothing, 1 the side, 2 the type, 3 the designation, 4 exact numbers.
pub const fn level(score: u16) -> u8 {
    match score {
        EXACT.. => 4,
        NAME.. => 3,
        TYPE.. => 2,
        SEEN.. => 1,
        _ => 0,
    }
}

impl Stage<'_> {
    /// How far units see (3.9).
    pub(crate) fn sight(&self) -> u16 {
        match self.scenario.map.scale {
            Scale::City => 5,
            Scale::Field => 2,
            Scale::Front => 1,
        }
    }
}

impl Stage<'_> {
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

    /// 33.3.a: two at one screen, and whoever looks on, see what both know: each side's units as far as its enemy has made them out, no
    /// false markers; ground that the two believe differently is shown as it was at the start.
    pub(crate) fn known_to_both(&self, state: &State, seen: &mut State) {
        let real = State { dummies: [Vec::new(), Vec::new()], ..state.clone() };
        seen.contacts = Side::BOTH.iter().flat_map(|side| self.contacts(&real, *side)).collect();
        for hex in 0..self.theater.hexes as u16 {
            let [axis, soviet] = [0, 1].map(|n: usize| state.belief[n].has(hex));
            let start = self.scenario.owner[SpaceId(hex)] == Side::Soviet;
            seen.soviet.set(hex, if axis == soviet { axis } else { start });
        }
    }

    /// 8.52.b: of a unit that is worn out and without supply nothing is told any more.
    pub(crate) fn unreadable(&self, seen: &State, unit: u16) -> bool {
        let now = &seen.units[unit as usize];
        let lost = seen.setup.fog && now.fatigue >= 12 && now.level == SupplyLevel::None;
        holds(Case("8.52.b"), lost)
    }

    /// 2.3.c, 8.52.b: tired or unsupplied own units report themselves wrongly.
    pub(crate) fn fog_own(&self, seen: &mut State, side: Side) {
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
                SupplyLevel::Minimal => 10,
                SupplyLevel::None => 15,
                _ => 0,
            };
            let limit = shift(Case("2.3.c"), limit.min(25));
            let error = error_within(key, 0xF06_0000 + u64::from(unit), limit);
            now.attack = times(now.attack, 100 + error, 100);
            now.defence = times(now.defence, 100 + error, 100).max(1);
        }
    }
}

impl Run<'_> {
    /// The turn's gains and losses for every unit, then the false markers and what each side believes it owns.
    pub(crate) fn learn(&mut self) {
        if !self.state.setup.limited {
            for unit in &mut self.state.units {
                unit.known = 1000;
            }
            let truth = self.state.soviet.clone();
            self.state.belief = [truth.clone(), truth];
            return;
        }
        for unit in 0..self.state.units.len() as u16 {
            if self.state.units[unit as usize].here() {
                self.learn_of(unit);
            }
        }
        for side in Side::BOTH {
            self.believe(side);
            self.dummies(side);
        }
    }

    fn learn_of(&mut self, unit: u16) {
        let (stage, at) = (self.stage, self.state.units[unit as usize].at);
        let enemy = stage.side(unit).other();
        let near = stage.theater.near[at as usize];
        let beside: Vec<u16> = near
            .iter()
            .filter(|n| **n != NONE && self.field.held_by(&stage, **n, enemy))
            .flat_map(|n| self.field.stack(*n))
            .collect();
        let contact = !beside.is_empty();
        let mut gain = shift(Case("8.53.b"), (150 * beside.len() as i64).min(450));
        let streak = if contact { self.state.units[unit as usize].contact.saturating_add(1) } else { 0 };
        gain += shift(Case("8.53.b"), (100 * (i64::from(streak) - 1)).clamp(0, 200));
        let act = &self.acts[unit as usize];
        gain += shift(Case("8.53.b"), if act.probed { 250 } else { 0 } + if act.assaulted { 150 } else { 0 });
        gain += shift(Case("8.53.c"), if act.fired { 200 } else { 0 });
        for (n, (_, _, _, well)) in self.recon.iter().enumerate().take(64) {
            if act.scouted & 1 << n != 0 {
                gain += shift(Case("8.53.a"), 300 * well / crate::fix::ONE);
            }
        }
        let watchers: Vec<u16> = stage
            .theater
            .within(at, stage.sight())
            .filter(|hex| self.field.held_by(&stage, *hex, enemy))
            .flat_map(|hex| self.field.stack(hex))
            .collect();
        if !watchers.is_empty() {
            gain += shift(Case("8.51"), 80);
        }
        let gain = self.multiplied(unit, gain, &watchers);
        let night = self.hour.night;
        // 8.52: contact is lost with whoever did nothing that was seen, and whom nobody saw from the ground or from the air.
        let act = &self.acts[unit as usize];
        let betrayed = act.fired || act.probed || act.assaulted || act.scouted != 0;
        let loss = match (contact || !watchers.is_empty() || betrayed, night) {
            (true, false) => 0,
            (true, true) => 50,
            (false, false) => 150,
            (false, true) => 250,
        };
        let now = &mut self.state.units[unit as usize];
        now.contact = streak;
        let hidden = now.known < SEEN;
        let mut score = i64::from(now.known) + gain - shift(Case("8.52.a"), loss);
        if hidden && holds(Case("8.5.a"), score >= 350) {
            score = 349;
        }
        now.known = score.clamp(0, 1000) as u16;
    }

    /// The multipliers of a gain: who looks, who is looked at, where, under which sky.
    fn multiplied(&self, unit: u16, gain: i64, watchers: &[u16]) -> i64 {
        let (stage, now, info) = (&self.stage, &self.state.units[unit as usize], self.stage.info(unit));
        let mut v = gain;
        if watchers.iter().any(|w| stage.info(*w).kind == Kind::Recon) {
            v = factor(Case("8.53.h"), v, 3, 2);
        }
        if watchers.iter().any(|w| stage.quality(self.state, *w) >= 7) {
            v = factor(Case("20.1.g"), v, 6, 5);
        }
        if info.striped {
            v = factor(Case("8.53.g"), v, 7, 10);
        }
        v = match info.kind {
            Kind::Recon => factor(Case("8.53.h"), v, 4, 5),
            Kind::Armour | Kind::Artillery | Kind::Hq => factor(Case("8.53.g"), v, 13, 10),
            _ => v,
        };
        v = match stage.quality(self.state, unit) {
            7.. => factor(Case("20.1.g"), v, 4, 5),
            ..=4 => factor(Case("8.53.g"), v, 6, 5),
            _ => v,
        };
        if self.field.points(now.at) >= 6 {
            v = factor(Case("8.53.g"), v, 6, 5);
        }
        if now.fatigue >= 9 || now.disorder >= 9 {
            v = factor(Case("8.53.d"), v, 13, 10);
        }
        let terrain = stage.terrain(self.state, now.at);
        if terrain.is_urban() {
            v = factor(Case("8.53.e"), v, 3, 5);
        } else if terrain == Terrain::Forest {
            v = factor(Case("8.53.e"), v, 4, 5);
        }
        match self.state.works_at(now.at) {
            Some(w) if w.fortified => v = factor(Case("8.53.e"), v, 2, 5),
            Some(_) => v = factor(Case("8.53.e"), v, 1, 2),
            None => {}
        }
        if self.hour.night {
            v = if self.hour.moonlit { factor(Case("8.53.f"), v, 7, 10) } else { factor(Case("8.53.f"), v, 2, 5) };
        }
        match self.hour.sky {
            Sky::Heavy => factor(Case("8.53.f"), v, 7, 10),
            Sky::Storm => factor(Case("8.53.f"), v, 2, 5),
            _ => v,
        }
    }

    /// 18.6.c: a change of ownership is believed when its cause is one's own or known, or when the hex comes into sight.
    fn believe(&mut self, side: Side) {
        let stage = self.stage;
        let mut visible = vec![false; stage.theater.hexes];
        for unit in 0..self.state.units.len() as u16 {
            let now = &self.state.units[unit as usize];
            if !now.here() {
                continue;
            }
            let reach = match stage.side(unit) == side {
                true => stage.sight(),
                false if now.known >= SEEN => 1,
                false => continue,
            };
            for hex in stage.theater.within(now.at, reach) {
                visible[hex as usize] = true;
            }
        }
        for hex in 0..stage.theater.hexes as u16 {
            let owner = self.state.owner(hex);
            if owner == side || visible[hex as usize] || !holds(Case("18.6.c"), true) {
                self.state.belief[side.index()].set(hex, owner == Side::Soviet);
            }
        }
    }

    /// 8.5.b: false markers die when somebody looks; new ones come every morning.
    fn dummies(&mut self, side: Side) {
        let stage = self.stage;
        let own = |run: &Self, hex: u16, reach: u16| {
            stage.theater.within(hex, reach).any(|near| run.field.held_by(&stage, near, side))
        };
        let mut kept = std::mem::take(&mut self.state.dummies[side.index()]);
        kept.retain(|hex| {
            let looked = !self.hour.night && own(self, *hex, 2);
            let flown = self.recon.iter().any(|(s, at, r, _)| *s == side && stage.theater.distance(*at, *hex) <= *r);
            !looked && !flown && self.field.holder(&stage, *hex).is_none()
        });
        // The next turn is a morning: the list is drawn anew.
        if self.hour.left == 1 && holds(Case("8.5.b"), true) {
            let shown = |u: &u16| {
                let now = &self.state.units[*u as usize];
                now.here() && stage.side(*u) != side && now.known >= SEEN
            };
            let wanted = (0..self.state.units.len() as u16).filter(shown).count() / 12;
            let places: Vec<u16> = stage
                .theater
                .by_rank
                .iter()
                .copied()
                .filter(|hex| {
                    self.state.owner(*hex) != side
                        && self.field.holder(&stage, *hex).is_none()
                        && !matches!(stage.terrain(self.state, *hex), Terrain::Water | Terrain::Ferry)
                        && !own(self, *hex, 1)
                        && own(self, *hex, 6)
                })
                .collect();
            kept.clear();
            for n in 0..wanted.min(places.len()) {
                let place = places[(crate::fix::mix(self.state.key, 0xD0_0000 + n as u64 * 2 + side.index() as u64)
                    % places.len() as u64) as usize];
                if !kept.contains(&place) {
                    kept.push(place);
                }
            }
            kept.sort_unstable();
        }
        self.state.dummies[side.index()] = kept;
    }
}
