//! Who of the hidden units is in which of the places that are known to hold one.

use crate::Drive;
use crate::data::UnitId;
use crate::state::{Army, Frame, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::{Lots, Side};
use rand_pcg::Pcg32;

/// Units to be dealt to places; the position holds none of them.
pub(super) struct Deal<'a> {
    game: &'a Drive,
    state: &'a State,
    enemy: Side,
    units: Vec<Candidate>,
    places: &'a [Place],
    /// The unit of each place, as an index.
    of_place: Vec<Option<usize>>,
    /// The place of each unit.
    of_unit: Vec<Option<usize>>,
}

/// A unit and what is known of where it can be.
struct Candidate {
    unit: UnitId,
    /// The group that it is set up with.
    group: Option<usize>,
    /// It stands where it was set up: it is set up now, or its army still waits (3.2, 8.4).
    bound: bool,
    /// 8.1: a Soviet counter further down its pile than anybody has drawn.
    late: bool,
}

/// How closely a unit must fit a place.
#[derive(Copy, Clone, PartialEq)]
enum Fit {
    /// As play would have it.
    Likely,
    /// As it must be, because the enemy would know it otherwise.
    Needed,
}

impl<'a> Deal<'a> {
    pub(super) fn new(
        game: &'a Drive,
        state: &'a State,
        enemy: Side,
        units: &[UnitId],
        places: &'a [Place],
    ) -> Deal<'a> {
        let groups = &game.ground.groups[state.scenario as usize];
        let candidate = |unit: &UnitId| Candidate {
            unit: *unit,
            group: groups[unit.index()].map(usize::from),
            bound: state.phase().is_setup() || game.waits(state, *unit),
            late: groups[unit.index()].is_none() && game.is_late(state, *unit),
        };
        let (of_place, of_unit) = (vec![None; places.len()], vec![None; units.len()]);
        Deal { game, state, enemy, units: units.iter().map(candidate).collect(), places, of_place, of_unit }
    }

    /// The unit for each place: whoever is bound is dealt first, and makes way for another if both can stand then.
    pub(super) fn run(mut self, rng: &mut Pcg32) -> Vec<UnitId> {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        rng.shuffle(&mut order);
        order.sort_by_key(|place| matches!(self.places[*place], Place::At(_)));
        let mut candidates: Vec<usize> = (0..self.units.len()).collect();
        rng.shuffle(&mut candidates);
        for fit in [Fit::Likely, Fit::Needed] {
            if self.of_place.iter().all(Option::is_some) {
                break;
            }
            let can = self.table(fit);
            for place in &order {
                if self.of_place[*place].is_none() {
                    let mut tried = vec![false; self.units.len()];
                    rng.shuffle(&mut candidates);
                    self.seat(*place, &can, &candidates, &mut tried);
                }
            }
        }
        let mut left = candidates.into_iter().filter(|unit| self.of_unit[*unit].is_none()).collect::<Vec<_>>();
        let mut dealt = Vec::with_capacity(self.places.len());
        for unit in &self.of_place {
            let unit = unit.or_else(|| left.pop());
            dealt.extend(unit.map(|unit| self.units[unit].unit));
        }
        dealt
    }

    /// Finds a unit for a place, moving others to other places where that helps.
    fn seat(&mut self, place: usize, can: &[Vec<bool>], candidates: &[usize], tried: &mut [bool]) -> bool {
        for unit in candidates {
            if !can[place][*unit] || std::mem::replace(&mut tried[*unit], true) {
                continue;
            }
            let free = match self.of_unit[*unit] {
                None => true,
                Some(other) => self.seat(other, can, candidates, tried),
            };
            if free {
                self.of_place[place] = Some(*unit);
                self.of_unit[*unit] = Some(place);
                return true;
            }
        }
        false
    }

    /// Who can be where; places that are alike follow each other.
    fn table(&self, fit: Fit) -> Vec<Vec<bool>> {
        let mut rows: Vec<Vec<bool>> = Vec::with_capacity(self.places.len());
        for (n, place) in self.places.iter().enumerate() {
            let row = match n.checked_sub(1).filter(|before| self.places[*before] == *place) {
                Some(before) => rows[before].clone(),
                None => self.units.iter().map(|unit| self.can_be(unit, *place, fit)).collect(),
            };
            rows.push(row);
        }
        rows
    }

    fn can_be(&self, candidate: &Candidate, place: Place, fit: Fit) -> bool {
        let (game, state, unit) = (self.game, self.state, candidate.unit);
        let likely = fit == Fit::Likely;
        match place {
            Place::At(hex) => !likely || self.can_stand(candidate, hex),
            Place::Setup => !likely || candidate.group.is_some(),
            Place::ToCome if self.enemy == Side::Axis => {
                let waiting = matches!(state.frames.top(), Frame::Taman) && likely;
                // 11.7.c: an Axis unit that is not due is known to be away.
                game.may_have_come(state, unit) && (!waiting || game.is_taman_unit(state.scenario, unit))
            }
            Place::ToCome => !likely || candidate.late,
            _ => !likely || (candidate.group.is_none() && !candidate.late),
        }
    }

    fn can_stand(&self, candidate: &Candidate, hex: SpaceId) -> bool {
        let (game, state, unit) = (self.game, self.state, candidate.unit);
        let home = |group: usize| game.ground.group_hexes[state.scenario as usize][group].contains(hex);
        !candidate.late
            && (!candidate.bound || candidate.group.is_some_and(home))
            && game.terrain_cost(state, unit, hex).is_some()
            && game.fits(state, self.enemy, &[unit], hex)
    }
}

impl Drive {
    /// 3.2, 8.4: does the army that it was set up with still wait?
    fn waits(&self, state: &State, unit: UnitId) -> bool {
        match self.group_army(state, unit) {
            Army::Front(army) => self.is_asleep(state, army),
            Army::Reserve(reserve) => state.reserved >> reserve.0 & 1 == 1,
            Army::Axis(_) | Army::None => false,
        }
    }

    /// Is a Soviet counter of no group further down its pile than anybody has drawn?
    fn is_late(&self, state: &State, unit: UnitId) -> bool {
        let Some(pool) = self.data.pools.iter().find(|pool| pool.units.contains(&unit.0)) else { return false };
        let groups = &self.ground.groups[state.scenario as usize];
        let before = pool.unit_ids().filter(|other| other.0 < unit.0 && groups[other.index()].is_none()).count();
        before >= self.drawn_of(state, pool.kind)
    }
}
