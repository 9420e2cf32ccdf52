//! 11.0 Stacks and 18.0 zones of control, worked out from a position and kept up to date while it is executed.

use crate::clock::Hour;
use crate::data::{Kind, Sky};
use crate::fix::{ONE, holds, shift};
use crate::state::{Contact, NONE, State};
use crate::theater::Stage;
use kessel_kernel::{Case, Side};

/// 11.1.a.
pub const LIMIT: u8 = 9;
/// 18.11.
pub const STRONG: u8 = 3;

/// Who stands where, and what they exert into the hexes around them.
#[derive(Clone, Debug)]
pub struct Field {
    first: Vec<u16>,
    next: Vec<u16>,
    /// Stacking points by hex.
    points: Vec<u8>,
    /// Exerted from a hex in a direction, by side.
    zone: [Vec<[u8; 6]>; 2],
    /// The same against movement: attacked stacks hinder less (18.5).
    hold: [Vec<[u8; 6]>; 2],
    /// How often each unit was attacked this turn, a lost battle counting twice.
    pub relief: Vec<u8>,
    /// Hexes whose stacks or zones have changed since [`Field::take_touched`].
    touched: Vec<u16>,
    is_touched: Vec<bool>,
    hour: Hour,
}

impl Field {
    /// Of a position: all units that are on the map. In what a side is shown only its own are; its enemy is put in by
    /// [`Field::with_contacts`].
    pub fn of(stage: &Stage<'_>, state: &State) -> Field {
        let (hexes, units) = (stage.theater.hexes, state.units.len());
        let mut field = Field {
            first: vec![NONE; hexes],
            next: vec![NONE; units],
            points: vec![0; hexes],
            zone: [vec![[0; 6]; hexes], vec![[0; 6]; hexes]],
            hold: [vec![[0; 6]; hexes], vec![[0; 6]; hexes]],
            relief: vec![0; units],
            touched: Vec::new(),
            is_touched: vec![false; hexes],
            hour: stage.hour(state),
        };
        for unit in (0..units as u16).rev() {
            if state.units[unit as usize].here() {
                field.link(stage, state, unit);
            }
        }
        for hex in 0..hexes as u16 {
            if field.first[hex as usize] != NONE {
                field.exert(stage, state, hex);
            }
        }
        field
    }

    /// The same with what a side knows of its enemy: a contact exerts what its type would.
    pub fn with_contacts(stage: &Stage<'_>, state: &State, side: Side) -> Field {
        let mut field = Field::of(stage, state);
        let enemy = side.other();
        for stack in state.contacts.chunk_by(|a, b| a.at == b.at) {
            let value: i64 = stack.iter().map(|contact| i64::from(seeming_zone(stage, contact))).sum();
            let at = stack[0].at;
            let positions = stack[0].works.map_or(0, |(fortified, _)| if fortified { 2 } else { 1 });
            field.points[at as usize] = field.points[at as usize].saturating_add(stack.len() as u8);
            for (d, near) in stage.theater.near[at as usize].iter().enumerate().filter(|(_, near)| **near != NONE) {
                let by = positions - field.night() - field.less_into(stage, state, enemy, *near);
                let zone = (value + by).clamp(1, 8) as u8;
                field.zone[enemy.index()][at as usize][d] = zone;
                field.hold[enemy.index()][at as usize][d] = zone;
            }
        }
        field
    }

    /// What a side's known enemies exert into a hex in which it stands itself: [`Field::with_contacts`] for one hex.
    pub fn known_zone(stage: &Stage<'_>, state: &State, side: Side, hex: u16) -> u8 {
        let (enemy, hour) = (side.other(), stage.hour(state));
        let works = state.works_at(hex).map_or(0, |w| if w.fortified { 2 } else { 1 });
        let native = stage.city() && enemy == Side::Soviet && holds(Case("18.2.e"), true);
        let city = stage.terrain(state, hex).is_city() && state.owner(hex) != enemy && !native;
        let less = shift(Case("18.2.c"), works + if city { 2 } else { 0 });
        let mut sum: u8 = 0;
        for near in stage.theater.near[hex as usize].into_iter().filter(|near| *near != NONE) {
            let stack = contacts_at(stage, state, near);
            if stack.is_empty() {
                continue;
            }
            let value: i64 = stack.iter().map(|contact| i64::from(seeming_zone(stage, contact))).sum();
            let positions = stack[0].works.map_or(0, |(fortified, _)| if fortified { 2 } else { 1 });
            sum += (value + positions - night(&hour) - less).clamp(1, 8) as u8;
        }
        sum.min(8)
    }

    fn link(&mut self, stage: &Stage<'_>, state: &State, unit: u16) {
        let at = state.units[unit as usize].at as usize;
        self.points[at] += stage.info(unit).points;
        let mut slot = self.first[at];
        if slot == NONE || slot > unit {
            self.next[unit as usize] = slot;
            self.first[at] = unit;
            return;
        }
        while self.next[slot as usize] != NONE && self.next[slot as usize] < unit {
            slot = self.next[slot as usize];
        }
        self.next[unit as usize] = self.next[slot as usize];
        self.next[slot as usize] = unit;
    }

    fn unlink(&mut self, stage: &Stage<'_>, unit: u16, at: u16) {
        self.points[at as usize] -= stage.info(unit).points;
        let mut slot = self.first[at as usize];
        if slot == unit {
            self.first[at as usize] = self.next[unit as usize];
        }
        while slot != NONE {
            if self.next[slot as usize] == unit {
                self.next[slot as usize] = self.next[unit as usize];
                break;
            }
            slot = self.next[slot as usize];
        }
        self.next[unit as usize] = NONE;
    }

    /// The units in a hex, by number.
    pub fn stack(&self, hex: u16) -> Stack<'_> {
        Stack { field: self, unit: self.first.get(hex as usize).copied().unwrap_or(NONE) }
    }

    /// Stacking points in a hex (11.1).
    #[inline]
    pub fn points(&self, hex: u16) -> u8 {
        self.points[hex as usize]
    }

    /// Whose units stand in a hex (11.0: never both).
    #[inline]
    pub fn holder(&self, stage: &Stage<'_>, hex: u16) -> Option<Side> {
        let first = self.first[hex as usize];
        (first != NONE).then(|| stage.side(first))
    }

    /// Does this side stand in the hex?
    #[inline]
    pub fn held_by(&self, stage: &Stage<'_>, hex: u16, side: Side) -> bool {
        self.holder(stage, hex) == Some(side)
    }

    /// Moves a unit from where it stands.
    pub fn relocate(&mut self, stage: &Stage<'_>, state: &mut State, unit: u16, to: u16) {
        let from = state.units[unit as usize].at;
        self.unlink(stage, unit, from);
        state.units[unit as usize].at = to;
        self.link(stage, state, unit);
        self.refresh(stage, state, from);
        self.refresh(stage, state, to);
    }

    /// Works a hex out anew, and what is exerted into it where that depends on who holds it (18.2.c).
    pub fn refresh(&mut self, stage: &Stage<'_>, state: &State, hex: u16) {
        self.exert(stage, state, hex);
        if state.works_at(hex).is_some() || stage.terrain(state, hex).is_city() {
            for near in stage.theater.near[hex as usize] {
                if near != NONE && self.first[near as usize] != NONE {
                    self.exert(stage, state, near);
                }
            }
        }
    }

    /// Takes a unit off the map; the caller has noted why.
    pub fn remove(&mut self, stage: &Stage<'_>, state: &mut State, unit: u16) {
        let from = std::mem::replace(&mut state.units[unit as usize].at, NONE);
        self.unlink(stage, unit, from);
        self.refresh(stage, state, from);
    }

    /// Puts a unit on the map; the caller has set its hex.
    pub fn place(&mut self, stage: &Stage<'_>, state: &State, unit: u16) {
        self.link(stage, state, unit);
        self.refresh(stage, state, state.units[unit as usize].at);
    }

    /// 18.13: what a side exerts into a hex from all around, at most 8.
    pub fn zone_in(&self, stage: &Stage<'_>, side: Side, hex: u16) -> u8 {
        self.sum(&self.zone, stage, side, hex)
    }

    /// The same against movement (18.5).
    pub fn hinders(&self, stage: &Stage<'_>, side: Side, hex: u16) -> u8 {
        self.sum(&self.hold, stage, side, hex)
    }

    fn sum(&self, zone: &[Vec<[u8; 6]>; 2], stage: &Stage<'_>, side: Side, hex: u16) -> u8 {
        let zone = &zone[side.index()];
        let mut sum = 0;
        for (d, near) in stage.theater.near[hex as usize].iter().enumerate() {
            if *near != NONE {
                sum += zone[*near as usize][(d + 3) % 6];
            }
        }
        sum.min(8)
    }

    /// What one hex exerts into its neighbour, against movement.
    #[inline]
    pub fn exerted(&self, side: Side, hex: u16, direction: usize) -> u8 {
        self.hold[side.index()][hex as usize][direction]
    }

    /// 18.3.e: does one enemy stack exert a strong zone into both hexes?
    pub fn strong_to_strong(&self, stage: &Stage<'_>, enemy: Side, from: u16, to: u16) -> bool {
        let strong = |stack: u16, hex: u16| {
            stage.theater.toward(stack, hex).is_some_and(|d| self.exerted(enemy, stack, d) >= STRONG)
        };
        stage.theater.near[from as usize].iter().any(|near| *near != NONE && strong(*near, from) && strong(*near, to))
    }

    /// Does an enemy of `side` stand beside the hex?
    pub fn beside_enemy(&self, stage: &Stage<'_>, side: Side, hex: u16) -> bool {
        let near = &stage.theater.near[hex as usize];
        near.iter().any(|n| *n != NONE && self.held_by(stage, *n, side.other()))
    }

    /// The hexes that something has changed in, in their order; from now on they count as seen.
    pub fn take_touched(&mut self) -> Vec<u16> {
        let mut hexes = std::mem::take(&mut self.touched);
        hexes.sort_unstable();
        for hex in &hexes {
            self.is_touched[*hex as usize] = false;
        }
        hexes
    }

    /// 18.1, 18.2: works out what a hex exerts.
    pub fn exert(&mut self, stage: &Stage<'_>, state: &State, hex: u16) {
        let at = hex as usize;
        for near in stage.theater.near[at].into_iter().chain([hex]) {
            if near != NONE && !std::mem::replace(&mut self.is_touched[near as usize], true) {
                self.touched.push(near);
            }
        }
        for side in 0..2 {
            (self.zone[side][at], self.hold[side][at]) = ([0; 6], [0; 6]);
        }
        let Some(side) = self.holder(stage, hex) else { return };
        let (mut value, mut held) = (0, 0);
        let mut unit = self.first[at];
        while unit != NONE {
            let own = unit_zone(stage, state, unit);
            value += own;
            held += (own - shift(Case("18.5.b"), i64::from(self.relief[unit as usize]))).max(1);
            unit = self.next[unit as usize];
        }
        let works = state.works_at(hex);
        let positions = works.map_or(0, |w| if w.fortified { 2 } else { 1 });
        let positions = shift(Case("18.2.a"), positions) - self.night();
        for (d, near) in stage.theater.near[at].iter().enumerate() {
            if *near == NONE {
                continue;
            }
            let stack = positions - self.less_into(stage, state, side, *near);
            // 18.0: into each of the six hexes, the whole stack.
            self.zone[side.index()][at][d] = (value + stack).clamp(1, 8) as u8;
            self.hold[side.index()][at][d] = (held + stack).clamp(1, 8) as u8;
        }
    }

    /// 18.2.b: exactly one night modifier for a stack.
    fn night(&self) -> i64 {
        night(&self.hour)
    }

    /// 18.2.c, 18.2.e: into enemy positions and into a city hex that the enemy owns.
    fn less_into(&self, stage: &Stage<'_>, state: &State, side: Side, hex: u16) -> i64 {
        let works = if self.held_by(stage, hex, side.other()) { state.works_at(hex) } else { None };
        let works = works.map_or(0, |w| if w.fortified { 2 } else { 1 });
        let native = stage.city() && side == Side::Soviet && holds(Case("18.2.e"), true);
        let city = stage.terrain(state, hex).is_city() && state.owner(hex) != side && !native;
        shift(Case("18.2.c"), works + if city { 2 } else { 0 })
    }
}

/// 18.2.b: the one modifier of a night.
fn night(hour: &Hour) -> i64 {
    match (hour.night, hour.sky) {
        (false, _) => 0,
        (true, Sky::Heavy | Sky::Storm) => shift(Case("18.2.b"), 2),
        (true, _) => shift(Case("18.2.b"), 1),
    }
}

/// The contacts in a hex: they lie by row and column.
pub fn contacts_at<'a>(stage: &Stage<'_>, state: &'a State, hex: u16) -> &'a [Contact] {
    let rank = stage.theater.rank[hex as usize];
    let from = state.contacts.partition_point(|c| stage.theater.rank[c.at as usize] < rank);
    let len = state.contacts[from..].iter().take_while(|c| c.at == hex).count();
    &state.contacts[from..from + len]
}

/// 18.12, 18.2.a: what a unit exerts before the modifiers of its stack; at least 1.
fn unit_zone(stage: &Stage<'_>, state: &State, unit: u16) -> i64 {
    let (now, info) = (&state.units[unit as usize], stage.info(unit));
    // 14.31.e, 14.64.b: on the march and riding.
    let value = if holds(Case("18.12.c"), now.strategic || now.carrier != NONE) {
        1
    } else if holds(Case("18.12.b"), info.kind == Kind::Hq) {
        2
    } else if holds(Case("18.12.d"), info.kind == Kind::Artillery) || holds(Case("18.12.a"), info.striped) {
        1
    } else if holds(Case("18.12.e"), now.defence < 3 * ONE) {
        (now.defence / ONE).max(1)
    } else {
        3
    };
    let quality = stage.quality(state, unit);
    // 20.1.e.
    let quality = if quality >= 7 {
        1
    } else if quality <= 3 {
        -1
    } else {
        0
    };
    let tired = if now.fatigue >= 12 { -1 } else { 0 };
    // 18.2.d.
    (value + shift(Case("18.2.a"), quality + tired)).max(1)
}

/// What a contact of its type would exert.
fn seeming_zone(stage: &Stage<'_>, contact: &Contact) -> u8 {
    if contact.level < 2 {
        return 1;
    }
    let class = &stage.data.classes[contact.kind as usize];
    match class.kind {
        Kind::Hq => 2,
        Kind::Artillery => 1,
        _ if class.striped[stage.scenario.map.scale as usize] => 1,
        _ => 3,
    }
}

/// The units of a hex.
pub struct Stack<'a> {
    field: &'a Field,
    unit: u16,
}

impl Iterator for Stack<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let unit = self.unit;
        if unit == NONE {
            return None;
        }
        self.unit = self.field.next[unit as usize];
        Some(unit)
    }
}
