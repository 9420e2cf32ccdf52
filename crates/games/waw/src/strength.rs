//! Strengths, quality and allowances as they are now (dossier 3.2): 15.41, 15.43, 16.5, 19.1, 20.2, 21.11, 21.21, 23.
//!
//! A value is what is left of the unmodified one, times ground and hexsides, times movement, times supply, times improved position, times
//! fatigue, times disorganization: one factor after the other, each rounded.

use crate::data::{Kind, MoveClass, Ratio, SupplyLevel, Terrain};
use crate::fix::{ONE, factor, holds, shift, times};
use crate::state::{NONE, State, Unit};
use crate::theater::Stage;
use kessel_kernel::Case;

/// The lines of a report: which rule changed a value, and by what.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Nobody reads them: nothing is noted.
    pub off: bool,
    /// Rule, what it is about, and how much.
    pub list: Vec<(Case, &'static str, i64, i64)>,
}

impl Lines {
    /// Lines that nobody reads.
    pub fn off() -> Lines {
        Lines { off: true, list: Vec::new() }
    }

    /// A factor, noted.
    #[track_caller]
    pub fn factor(&mut self, case: Case, what: &'static str, v: i64, p: i64, q: i64) -> i64 {
        let after = factor(case, v, p, q);
        if after != v && !self.off {
            self.list.push((case, what, p, q));
        }
        after
    }

    /// A ratio of a chart, noted.
    #[track_caller]
    pub fn ratio(&mut self, case: Case, what: &'static str, v: i64, ratio: Ratio) -> i64 {
        self.factor(case, what, v, ratio.p.into(), ratio.q.into())
    }
}

/// How much of a position covers a stack (23.2, 23.3): size against stacking points, both at most the stack.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// A fortification, not only dug in.
    pub fortified: bool,
    /// Stacking points covered.
    pub size: i64,
    /// Stacking points there are.
    pub of: i64,
}

impl Cover {
    /// All of the stack?
    pub fn whole(&self) -> bool {
        self.size >= self.of
    }
}

impl Stage<'_> {
    /// 20.2: current troop quality.
    pub fn quality(&self, state: &State, unit: u16) -> i64 {
        self.quality_of(&state.units[unit as usize])
    }

    /// The same of a unit at hand.
    pub fn quality_of(&self, now: &Unit) -> i64 {
        let supply = i64::from(self.data.charts.supply(now.level).quality);
        let worn = |points: u8| match points {
            0..=5 => 0,
            6..=11 => -1,
            _ => -2,
        };
        let mut quality = i64::from(now.quality) + shift(Case("20.2.a"), supply);
        quality += shift(if now.fatigue >= 12 { Case("21.11.c") } else { Case("21.11.b") }, worn(now.fatigue));
        quality += shift(Case("21.21.b"), worn(now.disorder));
        quality += shift(Case("21.11.d"), if now.fatigue >= 15 { -2 } else { 0 });
        // 20.2.b; 20.2.c: worked out anew from what is the case now.
        quality.clamp(0, 9)
    }

    /// What is left of a full value: everything shrinks as defence does (15.61.a).
    pub fn left(&self, state: &State, unit: u16, full: i64) -> i64 {
        let whole = self.info(unit).full.defence;
        if whole == 0 { full } else { times(full, state.units[unit as usize].defence, whole) }
    }

    /// 21.11.a, 21.21.a: the last two factors of every strength: of defence (15.41.g), of armour and antitank (15.43.h).
    #[track_caller]
    pub fn worn(&self, now: &Unit, v: i64, lines: &mut Lines) -> i64 {
        let tired = if now.fatigue >= 15 { 67 } else { 100 - 2 * i64::from(now.fatigue) };
        let case = if now.fatigue >= 15 { Case("21.11.d") } else { Case("21.11.a") };
        let v = lines.factor(case, "fatigue", v, tired, 100);
        lines.factor(Case("21.21.a"), "disorganization", v, 100 - 2 * i64::from(now.disorder), 100)
    }

    /// 15.41, 19.1: attack strength from where the unit stands into a neighbouring hex.
    pub fn attack(&self, state: &State, unit: u16, target: u16, lines: &mut Lines) -> i64 {
        let (now, info) = (&state.units[unit as usize], self.info(unit));
        let between = self.theater.between(now.at, target);
        let (frozen, snow) = (self.frozen(state, target), self.condition(state, target));
        use crate::data::HexSide as S;
        let mut v = now.attack;
        if between.has(S::UP) {
            v = lines.factor(Case("7.w"), "uphill", v, 3, 4);
        }
        if between.has(S::DOWN) {
            v = lines.factor(Case("7.w"), "downhill", v, 5, 4);
        }
        if between.has(S::BALKA) {
            v = lines.factor(Case("15.41.b"), "balka", v, 3, 4);
        }
        if between.has(S::RIVER) && !frozen {
            v = lines.factor(Case("15.41.b"), "river", v, 1, 2);
        }
        if between.has(S::VOLGA) && !self.volga_frozen(state) {
            v = lines.factor(Case("15.41.b"), "Volga", v, 1, 20);
        }
        if self.soft_marsh(state, now.at) {
            v = lines.factor(Case("7.n"), "out of marsh", v, 1, 2);
        }
        if self.terrain(state, now.at) == Terrain::Ferry {
            // 7.r.
            v = lines.factor(Case("15.41.c"), "on a ferry", v, 1, 20);
        }
        let heavy = info.movement.is_motorised() || info.kind == Kind::Armour;
        if self.soft_marsh(state, target) && heavy {
            v = lines.factor(Case("7.m"), "vehicles into marsh", v, 1, 2);
        }
        let glides = matches!(info.movement, MoveClass::Tracked | MoveClass::Ski);
        if snow == crate::data::Ground::DeepSnow && self.terrain(state, target) == Terrain::Clear && !glides {
            v = lines.factor(Case("15.41.d"), "deep snow", v, 1, 2);
        }
        v = self.passenger(now, v, lines);
        v = lines.ratio(level_case(now.level), "supply", v, self.data.charts.supply(now.level).attack);
        self.worn(now, v, lines)
    }

    /// 14.64.c: a passenger fights at half strength.
    fn passenger(&self, now: &Unit, v: i64, lines: &mut Lines) -> i64 {
        if now.carrier == NONE { v } else { lines.factor(Case("14.64.c"), "riding", v, 1, 2) }
    }

    /// 15.41: defence strength where the unit stands, `cover` being what is left of its position against this attack.
    pub fn defence(&self, state: &State, unit: u16, cover: Option<Cover>, lines: &mut Lines) -> i64 {
        let now = &state.units[unit as usize];
        let mut v = now.defence;
        if self.terrain(state, now.at) == Terrain::Ferry {
            v = lines.factor(Case("15.41.a"), "on a ferry", v, 1, 2);
        }
        v = self.halved(now, v, Case("15.41.e"), lines);
        v = lines.ratio(Case("15.41.f"), "supply", v, self.data.charts.supply(now.level).defence);
        if let Some(cover) = cover.filter(|_| !now.strategic) {
            v = if cover.fortified {
                lines.factor(Case("23.3.c"), "fortified", v, cover.of + cover.size, cover.of)
            } else {
                lines.factor(Case("23.2.d"), "dug in", v, 2 * cover.of + cover.size, 2 * cover.of)
            };
        }
        self.worn(now, v, lines)
    }

    /// 14.31.b, 14.64.c: strategic movers and passengers: one halving, never both.
    fn halved(&self, now: &Unit, v: i64, strategic: Case, lines: &mut Lines) -> i64 {
        if now.carrier != NONE {
            self.passenger(now, v, lines)
        } else if now.strategic {
            lines.factor(strategic, "moving strategically", v, 1, 2)
        } else {
            v
        }
    }

    /// 15.43: antitank strength. Terrain and position count for defenders only.
    pub fn antitank(&self, state: &State, unit: u16, defending: bool, cover: Option<Cover>, lines: &mut Lines) -> i64 {
        let now = &state.units[unit as usize];
        // 15.43.b: everybody has some.
        let mut v = self.left(state, unit, self.info(unit).full.antitank);
        if defending {
            let effect = self.data.charts.terrain(self.terrain(state, now.at));
            // 7.j.
            v = lines.ratio(Case("15.43.i"), "antitank by terrain", v, effect.antitank);
        }
        v = self.halved(now, v, Case("15.43.g"), lines);
        v = lines.ratio(Case("15.43.f"), "supply", v, self.data.charts.supply(now.level).antitank);
        if let Some(cover) = cover.filter(|_| defending && !now.strategic) {
            v = match (cover.fortified, cover.whole()) {
                (true, _) => lines.factor(Case("23.3.c"), "fortified", v, 2 * cover.of + cover.size, 2 * cover.of),
                (false, true) => lines.factor(Case("23.2.d"), "dug in", v, 5, 4),
                (false, false) => v,
            };
        }
        self.worn(now, v, lines)
    }

    /// 15.43: armour strength, attacking into a hex or defending where it stands.
    pub fn armour(&self, state: &State, unit: u16, target: Option<u16>, lines: &mut Lines) -> i64 {
        let now = &state.units[unit as usize];
        let mut v = self.left(state, unit, self.info(unit).full.armour);
        if let Some(target) = target {
            use crate::data::HexSide as S;
            let between = self.theater.between(now.at, target);
            if self.soft_marsh(state, target) || self.soft_marsh(state, now.at) {
                v = lines.factor(Case("15.43.j"), "marsh", v, 1, 2);
            }
            let river = between.has(S::RIVER).then(|| self.frozen(state, target));
            let volga = between.has(S::VOLGA).then(|| self.volga_frozen(state));
            match river.or(volga) {
                Some(true) => v = lines.factor(Case("7.u"), "over the ice", v, 1, 2),
                Some(false) => v = lines.factor(Case("15.43.j"), "over water", v, 1, 4),
                None => {}
            }
            if between.has(S::BALKA) {
                v = lines.factor(Case("15.43.j"), "balka", v, 1, 2);
            }
            if between.has(S::DOWN) {
                v = lines.factor(Case("15.43.k"), "downhill", v, 5, 4);
            }
            if between.has(S::UP) {
                v = lines.factor(Case("15.43.k"), "uphill", v, 3, 4);
            }
        }
        v = self.passenger(now, v, lines);
        v = lines.ratio(Case("15.43.f"), "supply", v, self.data.charts.supply(now.level).armour);
        self.worn(now, v, lines)
    }

    /// 16.5: barrage strength on a hex, whatever the guns' quality (20.1.c), before its improved position ([`Stage::shelter`]) is taken off.
    pub fn barrage(&self, state: &State, unit: u16, target: u16, lines: &mut Lines) -> i64 {
        let now = &state.units[unit as usize];
        let mut v = self.left(state, unit, self.info(unit).full.barrage);
        v = self.fire_terrain(state, target, v, lines);
        v = self.fire_night(state, v, lines);
        v = lines.ratio(Case("16.53"), "supply", v, self.data.charts.supply(now.level).barrage);
        self.worn_guns(now, v, lines)
    }

    fn worn_guns(&self, now: &Unit, v: i64, lines: &mut Lines) -> i64 {
        let tired = if now.fatigue >= 15 { 67 } else { 100 - 2 * i64::from(now.fatigue) };
        let v = lines.factor(Case("16.55"), "fatigue", v, tired, 100);
        lines.factor(Case("16.55"), "disorganization", v, 100 - 2 * i64::from(now.disorder), 100)
    }

    /// 16.51: what the ground of the target does to guns and aircraft.
    pub fn fire_terrain(&self, state: &State, target: u16, v: i64, lines: &mut Lines) -> i64 {
        let ground = self.terrain(state, target);
        let effect = if ground == Terrain::Marsh && self.frozen(state, target) {
            &self.data.charts.frozen_marsh
        } else {
            self.data.charts.terrain(ground)
        };
        // 7.l: half into a marsh; 7.h: half as much again into the open.
        lines.ratio(Case("16.51"), "ground of the target", v, effect.fire)
    }

    fn fire_night(&self, state: &State, v: i64, lines: &mut Lines) -> i64 {
        if self.hour(state).night { lines.factor(Case("16.52"), "night", v, 1, 2) } else { v }
    }

    /// 16.54: what an improved position takes off incoming fire.
    pub fn shelter(&self, cover: Option<Cover>, v: i64, lines: &mut Lines) -> i64 {
        match cover {
            Some(c) if c.fortified => lines.factor(Case("16.54"), "fortified", v, 2 * c.of - c.size, 2 * c.of),
            Some(c) => lines.factor(Case("16.54"), "dug in", v, 4 * c.of - c.size, 4 * c.of),
            None => v,
        }
    }

    /// 16.5: support strength.
    pub fn support(&self, state: &State, unit: u16, lines: &mut Lines) -> i64 {
        let now = &state.units[unit as usize];
        let mut v = self.left(state, unit, self.info(unit).full.support);
        v = self.fire_night(state, v, lines);
        v = lines.ratio(Case("16.53"), "supply", v, self.data.charts.supply(now.level).support);
        self.worn_guns(now, v, lines)
    }

    /// 23: what a position of a hex covers of a stack of so many points.
    pub fn cover(&self, state: &State, hex: u16, points: u8) -> Option<Cover> {
        // 23.14.a: whoever of the side stands there, guns too (16.22.f).
        let works = state.works_at(hex)?;
        let of = i64::from(points.max(1));
        Some(Cover { fortified: works.fortified, size: i64::from(works.size).min(of), of })
    }

    /// 14.17: the allowance in 120ths of a point, rounded once to tenths of one.
    pub fn allowance(&self, state: &State, unit: u16, strategic: bool) -> i32 {
        let (now, info) = (&state.units[unit as usize], self.info(unit));
        // 9.31.a, 9.31.b: the slower way, and the faster one.
        let mut base = i64::from(if strategic { info.strategic } else { info.tactical });
        let slow = info.side == kessel_kernel::Side::Soviet && info.is_artillery();
        if slow && state.setup.has(crate::data::Variant::BetterLogistics) {
            let least = if strategic { 12 } else { 8 } * i64::from(crate::fix::MP);
            base += shift(Case("30.1.b"), (least - base).max(0));
        }
        // Millionths on the way, so that only the end is rounded.
        let mut v = base * ONE;
        if info.movement.is_motorised() {
            let ratio = self.data.charts.supply(now.level).movement;
            v = factor(Case("14.17.b"), v, ratio.p.into(), ratio.q.into());
        }
        let tired = if now.fatigue >= 15 { 67 } else { 100 - 2 * i64::from(now.fatigue) };
        v = factor(Case("14.17.a"), v, tired, 100);
        v = factor(Case("14.17.a"), v, 100 - 2 * i64::from(now.disorder), 100);
        (crate::fix::rounded(v.into(), 12 * i128::from(ONE)) * 12) as i32
    }

    /// 14.19.b: a motorised unit without supply has no free hex.
    pub fn has_free_hex(&self, state: &State, unit: u16) -> bool {
        let motorised = self.info(unit).movement.is_motorised();
        !holds(Case("14.19.b"), motorised && state.units[unit as usize].level == SupplyLevel::None)
    }
}

/// The rule of a Supply Level.
pub const fn level_case(level: SupplyLevel) -> Case {
    match level {
        SupplyLevel::Attack => Case("19.1.a"),
        SupplyLevel::General => Case("19.1.b"),
        SupplyLevel::Defensive => Case("19.1.c"),
        SupplyLevel::Minimal => Case("19.1.d"),
        SupplyLevel::None => Case("19.1.e"),
    }
}
