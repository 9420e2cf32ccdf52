//! 25.0 Reinforcements and recreated headquarters; 26.0 replacements.

use crate::data::{Kind, ReplacementKind, SupplyLevel, Terrain};
use crate::field::{Field, LIMIT};
use crate::fix::{ONE, holds, times};
use crate::state::{Life, NONE, Secondary, Standing, State, Unit};
use crate::theater::Stage;
use kessel_kernel::{Case, Event, Log, Side, What};

/// How far from its entry hex a unit may come in (3.13).
const NEAREST: u16 = 10;

impl Stage<'_> {
    /// 25.0: whoever is due comes in at the end of the Execution, or waits a turn.
    pub(crate) fn arrive(&self, state: &mut State, log: &mut Log) {
        let due: Vec<u16> = (0..state.units.len() as u16)
            .filter(|u| {
                state.units[*u as usize].life == Life::Later && (1..=state.turn).contains(&state.units[*u as usize].due)
            })
            .collect();
        if due.is_empty() {
            return;
        }
        let mut field = Field::of(self, state);
        for unit in due {
            let entry = self.entry(state, unit);
            if entry == NONE {
                continue;
            }
            let Some(hex) = self.entry_near(state, &field, unit, entry) else {
                self.tell_late(unit, log);
                continue;
            };
            let level = self.default_level(state, unit);
            let now = &mut state.units[unit as usize];
            // 25.1.c.
            (now.life, now.at, now.level, now.morning, now.drew) = (Life::Map, hex, level, level, true);
            (now.order, now.still) = (Standing::default(), 0);
            field.place(self, state, unit);
            state.own(hex, self.side(unit));
            let (stage, side) = (*self, self.side(unit));
            log.add(|| {
                let (counter, at) = (stage.info(unit).id.clone(), stage.hex_name(hex).to_owned());
                let text = format!("{} arrives in {at}", stage.info(unit).name);
                Event::new(Case("25.0"), What::Place { counter, at }, text).only_for(side)
            });
        }
    }

    fn tell_late(&self, unit: u16, log: &mut Log) {
        let (stage, side) = (*self, self.side(unit));
        log.add(|| Event::note(Case("25.1.b"), format!("{} is delayed", stage.info(unit).name)).only_for(side));
    }

    /// 25.2: the entry hex, or the nearest that holds no enemy, is beside none, and has room.
    fn entry_near(&self, state: &State, field: &Field, unit: u16, entry: u16) -> Option<u16> {
        let (side, info) = (self.side(unit), self.info(unit));
        let free = |hex: &u16| {
            let terrain = self.terrain(state, *hex);
            let class = info.movement;
            let dry = !matches!(terrain, Terrain::Water | Terrain::Ferry)
                && self.data.charts.cost(self.condition(state, *hex), class, terrain) != crate::data::PROHIBITED;
            dry && !field.held_by(self, *hex, side.other())
                && !holds(Case("25.2"), field.beside_enemy(self, side, *hex))
                && field.points(*hex) + info.points <= LIMIT
        };
        let blocked = holds(Case("25.1.b"), self.edge_lost(state, side, entry));
        if blocked {
            return None;
        }
        self.theater
            .within(entry, NEAREST)
            .filter(free)
            .min_by_key(|hex| (self.theater.distance(entry, *hex), self.theater.rank[*hex as usize]))
    }

    /// The source edge is wholly the enemy's.
    fn edge_lost(&self, state: &State, side: Side, entry: u16) -> bool {
        let (c, r) = self.theater.grid[entry as usize];
        let (columns, rows) = self.theater.size;
        let on_edge = |hex: u16| {
            let (c2, r2) = self.theater.grid[hex as usize];
            (c == 0 && c2 == 0) || (r == 0 && r2 == 0) || (c == columns - 1 && c2 == c) || (r == rows - 1 && r2 == r)
        };
        let mut edge = (0..self.theater.hexes as u16).filter(|hex| on_edge(*hex)).peekable();
        edge.peek().is_some() && edge.all(|hex| state.owner(hex) != side)
    }

    /// 25.3: headquarters that fell last turn come back near a unit of theirs, weaker and almost empty.
    pub(crate) fn recreate_hqs(&self, state: &mut State, log: &mut Log) {
        if state.lost.is_empty() {
            return;
        }
        let mut field = Field::of(self, state);
        for lost in std::mem::take(&mut state.lost) {
            let (hq, side) = (lost.hq, self.side(lost.hq));
            let full = self.info(hq).full.defence;
            // 25.3.b.
            let defence = full - ONE * i64::from(state.units[hq as usize].recreated + 1);
            let attached: Vec<u16> = (0..state.units.len() as u16)
                .filter(|u| state.units[*u as usize].here() && state.units[*u as usize].hq == hq)
                .collect();
            if defence <= 0 || holds(Case("25.3.c"), attached.is_empty()) {
                continue;
            }
            let far = |unit: &u16| {
                let at = state.units[*unit as usize].at;
                let enemies =
                    (0..state.units.len() as u16).filter(|e| state.units[*e as usize].here() && self.side(*e) != side);
                enemies.map(|e| self.theater.distance(at, state.units[e as usize].at)).min().unwrap_or(u16::MAX)
            };
            let home = attached.iter().copied().max_by_key(|u| (far(u), std::cmp::Reverse(*u)));
            let entry = home.map_or(lost.at, |unit| state.units[unit as usize].at);
            let room = |hex: &u16| {
                let ground = self.terrain(state, *hex);
                !matches!(ground, Terrain::Water | Terrain::Ferry)
                    && !field.held_by(self, *hex, side.other())
                    && field.points(*hex) + self.info(hq).points <= LIMIT
            };
            let place = self
                .theater
                .within(entry, NEAREST)
                .filter(room)
                .min_by_key(|hex| (self.theater.distance(entry, *hex), self.theater.rank[*hex as usize]));
            let Some(hex) = place else { continue };
            let level = self.default_level(state, hq);
            let before = state.units[hq as usize].clone();
            state.units[hq as usize] = Unit {
                life: Life::Map,
                at: hex,
                defence,
                quality: before.quality,
                hq: before.hq,
                tons: times(lost.tons, 1, 10),
                level,
                morning: level,
                recreated: before.recreated + 1,
                ..Unit::default()
            };
            field.place(self, state, hq);
            let stage = *self;
            log.add(|| {
                let (counter, at) = (stage.info(hq).id.clone(), stage.hex_name(hex).to_owned());
                let text = format!("{} is set up again in {at}", stage.info(hq).name);
                Event::new(Case("25.3.a"), What::Place { counter, at }, text).only_for(side)
            });
        }
    }

    /// Which points a unit takes (26.1).
    pub(crate) fn replacement_kind(&self, unit: u16) -> Option<ReplacementKind> {
        self.info(unit).kind.replaced_by()
    }

    /// 26.2.a, 26.3: what one point gives back: one, or a quarter for guns.
    pub(crate) fn replacement_gain(&self, unit: u16) -> i64 {
        match self.info(unit).kind {
            Kind::Artillery | Kind::AntiTank | Kind::AntiAir => ONE / 4,
            _ => ONE,
        }
    }

    /// 26.3: whoever took replacements and was left in peace is stronger now. Points were taken from the pool when they were ordered.
    pub(crate) fn replace_losses(&self, state: &mut State) {
        if state.units.iter().all(|unit| unit.work != REPLACING) {
            return;
        }
        let field = Field::of(self, state);
        for unit in 0..state.units.len() as u16 {
            let now = &state.units[unit as usize];
            if now.work != REPLACING || !now.here() {
                continue;
            }
            let (gain, full) = (self.replacement_gain(unit), self.info(unit).full);
            let now = &mut state.units[unit as usize];
            now.work = (0, 0);
            // 26.2.e: whom an enemy nobody knew of disturbs gets nothing; the point is not lost.
            let zone = field.zone_in(self, self.side(unit).other(), now.at);
            if holds(Case("26.2.e"), now.level == SupplyLevel::None || zone > 0) {
                if let Some(kind) = self.replacement_kind(unit) {
                    state.pools[self.side(unit).index()][kind as usize] += 1;
                }
                continue;
            }
            // 26.2.d.
            now.defence = (now.defence + gain).min(full.defence);
            now.attack = (now.attack + gain).min(full.attack);
        }
    }
}

/// A unit that takes replacements this turn, until it is disturbed: kept where its work would be counted.
pub(crate) const REPLACING: (u8, u8) = (255, 255);

/// Is this the order of one?
pub(crate) fn replaces(order: Standing) -> bool {
    matches!(order, Standing::Defend(_, Secondary::Replace))
}
