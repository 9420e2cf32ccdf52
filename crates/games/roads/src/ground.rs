//! The ground that every trace runs on: enemies, rivers, bridges, sources; and what has been traced on it.
//!
//! A trace is asked for hundreds of times between two moves, and a move seldom changes what it finds. So a position keeps the ground of
//! each side with everything that was traced on it ([`Kept`]), and a new ground takes over what the change does not touch. Nothing
//! has to be told that something has moved: the ground is compared with the position whenever it is asked for.

use crate::Roads;
use crate::data::{Ice, SourceOwner, SupportId, UnitId, Weather};
use crate::grid::{Grid, Stops};
use crate::state::{Spaces, Spot, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A bridge that is not on the map: from a hex to one neighbour (a pontoon) or to all of them (a Bridging Unit).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    pub(crate) at: SpaceId,
    pub(crate) to: Option<SpaceId>,
}

/// The pontoons and Bridging Units of a side (7.4, R83).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Crossings(pub(crate) ArrayVec<Crossing, 16>);

impl Crossings {
    /// Does one of them bridge the river between two hexes?
    #[cfg(test)]
    pub(crate) fn join(&self, a: SpaceId, b: SpaceId) -> bool {
        let one_way = |from, to| self.0.iter().any(|c| c.at == from && c.to.is_none_or(|only| only == to));
        one_way(a, b) || one_way(b, a)
    }
}

/// More HQs than this are traced without being kept.
const HQS: usize = 32;

/// Where the traces of a side may lead, and those that have been made.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) side: Side,
    scenario: u8,
    own: Spaces,
    /// Hexes of the enemy: no trace enters them (1.2.3.a, 4.1.1.b).
    pub(crate) enemy: Spaces,
    /// Hexes next to the enemy without a friend in them: a trace may end there at a unit (R80), but it does not go on.
    pub(crate) watched: Spaces,
    /// The rivers that stop traces (1.2.4).
    pub(crate) stops: Stops,
    pub(crate) crossings: Crossings,
    /// The side's supply sources.
    pub(crate) sources: Spaces,
    /// Free lines along roads and railroads, and along railroads only (4.1.1).
    lines: [OnceLock<Arc<Traced>>; 2],
    /// The radius of the sources (4.2.3).
    fed: OnceLock<Arc<Traced>>,
    /// The radius of each HQ (1.2). What was traced is shared with the grounds that take it over: a ground is made with every move.
    reaches: [OnceLock<Arc<Reach>>; HQS],
}

/// What a trace has found.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Traced {
    pub(crate) area: Spaces,
    /// The hexes that it looked at: as long as they are as open or as shut, the trace finds the same.
    halo: Spaces,
    /// The hexes that it went on from, or would have if nobody watched them. Whether other hexes are watched is all one to it.
    through: Spaces,
}

/// The radius of an HQ that stands in a hex.
#[derive(Copy, Clone, Debug)]
struct Reach {
    at: SpaceId,
    halves: bool,
    found: Traced,
}

impl Traced {
    /// What a trace from `starts` has found that went on from `through`.
    pub(crate) fn new(grid: &Grid, area: Spaces, starts: Spaces, through: Spaces) -> Traced {
        Traced { area, halo: area | grid.around(&(starts | through)), through }
    }

    /// What a trace along lines has found that looked at these hexes.
    pub(crate) fn along(area: Spaces, looked_at: Spaces) -> Traced {
        Traced { area, halo: looked_at, through: Spaces::EMPTY }
    }

    /// Would it be found as well when these hexes are the enemy's or no longer, and those are watched or no longer?
    fn holds(&self, enemy: &Spaces, watched: &Spaces) -> bool {
        self.halo.is_disjoint(enemy) && self.through.is_disjoint(watched)
    }
}

impl Ground {
    /// Hexes that no line of supply enters: the enemy's (4.1.1.b), and those next to him without a friend (4.1.1.c).
    pub(crate) fn shut(&self) -> Spaces {
        self.enemy | self.watched
    }

    /// The free lines, traced once.
    pub(crate) fn lines(&self, rail_only: bool, trace: impl FnOnce() -> Traced) -> &Spaces {
        &self.lines[usize::from(rail_only)].get_or_init(|| Arc::new(trace())).area
    }

    /// The radius of the sources, traced once.
    pub(crate) fn fed(&self, trace: impl FnOnce() -> Traced) -> &Spaces {
        &self.fed.get_or_init(|| Arc::new(trace())).area
    }

    /// The radius of the HQ with this number in this hex, traced once for the hex that it stands in.
    pub(crate) fn reach(&self, hq: usize, at: SpaceId, halves: bool, trace: impl Fn() -> Traced) -> Spaces {
        let Some(kept) = self.reaches.get(hq) else { return trace().area };
        let known = kept.get_or_init(|| Arc::new(Reach { at, halves, found: trace() }));
        if (known.at, known.halves) == (at, halves) { known.found.area } else { trace().area }
    }

    /// Takes over what was traced on an earlier ground and would be found on this one as well. `stands` tells where the HQ with this number is:
    /// of one that has moved nothing is kept, or its new radius would find no place here.
    fn inherit(&mut self, old: &Ground, stands: impl Fn(usize) -> Option<SpaceId>) {
        if self.scenario != old.scenario {
            return;
        }
        let shut = differ(&self.shut(), &old.shut());
        let roads = self.sources == old.sources;
        let keep = |known: &OnceLock<Arc<Traced>>, enemy: &Spaces, watched: &Spaces| match known.get() {
            Some(found) if found.holds(enemy, watched) => OnceLock::from(found.clone()),
            _ => OnceLock::new(),
        };
        if roads {
            self.lines = [0, 1].map(|n: usize| keep(&old.lines[n], &shut, &Spaces::EMPTY));
        }
        if self.stops != old.stops || self.crossings != old.crossings {
            return;
        }
        let (enemy, watched) = (differ(&self.enemy, &old.enemy), differ(&self.watched, &old.watched));
        if roads {
            self.fed = keep(&old.fed, &enemy, &watched);
        }
        for (number, (new, old)) in self.reaches.iter_mut().zip(&old.reaches).enumerate() {
            if let Some(known) = old.get()
                && stands(number) == Some(known.at)
                && known.found.holds(&enemy, &watched)
            {
                *new = OnceLock::from(known.clone());
            }
        }
    }
}

/// Hexes in one of two sets only.
fn differ(a: &Spaces, b: &Spaces) -> Spaces {
    (*a - *b) | (*b - *a)
}

/// The grounds of both sides as they were when somebody last asked.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<[Option<Arc<Ground>>; 2]>);

impl Clone for Kept {
    fn clone(&self) -> Kept {
        Kept(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl Roads {
    /// The map of the scenario, as traces see it.
    #[inline]
    pub(crate) fn grid(&self, state: &State) -> &Grid {
        &self.grids[usize::from(state.scenario)]
    }

    /// The ground of a side's traces.
    pub(crate) fn ground(&self, state: &State, side: Side) -> Arc<Ground> {
        let (stops, crossings) = (stops(state), self.crossings(state, side, None));
        let sources = self.sources(state, side);
        let mut kept = state.kept.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = &mut kept[side.index()];
        if let Some(known) = last {
            let (own, enemy) = (state.field.occupied(side), state.field.occupied(side.other()));
            let same = known.own == *own && known.enemy == *enemy && known.sources == sources;
            if same && known.stops == stops && known.crossings == crossings && known.scenario == state.scenario {
                return known.clone();
            }
        }
        let mut fresh = self.survey(state, side, *state.field.occupied(side), stops, crossings, sources);
        if let Some(old) = last {
            fresh.inherit(old, |number| self.hq_at(state, number));
        }
        let fresh = Arc::new(fresh);
        *last = Some(fresh.clone());
        fresh
    }

    /// The ground of a side's traces when a unit has left its hex.
    pub(crate) fn ground_without(&self, state: &State, unit: UnitId) -> Arc<Ground> {
        let now = self.ground(state, self.info(unit).side);
        let Some(at) = state.field.at(unit).filter(|at| state.field.stack(*at).nth(1).is_none()) else { return now };
        let mut own = now.own;
        own.remove(at);
        let mut then = self.survey(state, now.side, own, now.stops, now.crossings.clone(), now.sources);
        then.inherit(&now, |number| self.hq_at(state, number));
        Arc::new(then)
    }

    /// Where the HQ with this number is.
    fn hq_at(&self, state: &State, number: usize) -> Option<SpaceId> {
        self.headquarters().get(number).and_then(|hq| state.field.at(*hq))
    }

    fn survey(
        &self,
        state: &State,
        side: Side,
        own: Spaces,
        stops: Stops,
        crossings: Crossings,
        sources: Spaces,
    ) -> Ground {
        let enemy = *state.field.occupied(side.other());
        Ground {
            side,
            scenario: state.scenario,
            own,
            enemy,
            watched: self.grid(state).around(&enemy) - own,
            stops,
            crossings,
            sources,
            lines: [const { OnceLock::new() }; 2],
            fed: OnceLock::new(),
            reaches: [const { OnceLock::new() }; HQS],
        }
    }

    /// The pontoons and Bridging Units of a side, without those of a unit that has left its bridge.
    pub(crate) fn crossings(&self, state: &State, side: Side, gone: Option<UnitId>) -> Crossings {
        let mut found = Crossings::default();
        for (hq, at) in self.hqs(state, side) {
            if let Some(to) = state.field.get(hq).pontoon {
                let _ = found.0.try_push(Crossing { at, to: Some(to) });
            }
        }
        for marker in &self.bridging {
            let Spot::Unit(unit) = state.spot(*marker) else { continue };
            if self.info(unit).side == side
                && gone != Some(unit)
                && let Some(at) = state.field.at(unit)
            {
                // 7.4.c: to all sides.
                let _ = found.0.try_push(Crossing { at, to: None });
            }
        }
        found
    }

    /// Does one of them bridge the river between two hexes? It is asked of the two hexes alone: most rivers have none.
    pub(crate) fn spanned(&self, state: &State, side: Side, gone: Option<UnitId>, a: SpaceId, b: SpaceId) -> bool {
        let pontoon = |from: SpaceId, to: SpaceId| {
            let mut hqs =
                state.field.stack(from).filter(|unit| self.info(*unit).is_hq() && self.info(*unit).side == side);
            hqs.any(|hq| state.field.get(hq).pontoon == Some(to))
        };
        let bridging = |marker: &SupportId| match state.spot(*marker) {
            Spot::Unit(unit) if gone != Some(unit) && self.info(unit).side == side => {
                state.field.at(unit).is_some_and(|at| at == a || at == b)
            }
            _ => false,
        };
        pontoon(a, b) || pontoon(b, a) || self.bridging.iter().any(bridging)
    }

    /// The supply sources that work for a side (4.2, R79).
    pub(crate) fn sources(&self, state: &State, side: Side) -> Spaces {
        let enemy = state.field.occupied(side.other());
        let mut found = Spaces::EMPTY;
        for source in &self.map(state).sources {
            let held = state.controller(source.hex) == side;
            let works = match source.owner {
                // 4.2.1.b: a dated one lies behind the enemy's front when it wakes; he must stand on it to close it.
                SourceOwner::Side(whose) if source.dated() => whose == side && !enemy.contains(source.hex),
                SourceOwner::Side(whose) => whose == side && held,
                SourceOwner::Holder => held,
            };
            if works && source.from.0 <= state.turn {
                found.insert(source.hex);
            }
        }
        found
    }
}

/// The rivers that stop traces today (1.2.4).
fn stops(state: &State) -> Stops {
    match (state.forecast.weather, state.forecast.ice) {
        (_, Ice::MajorFrozen) => Stops::None,
        (Weather::Mud, _) => Stops::All,
        (Weather::Snow, _) => Stops::Major,
    }
}

#[cfg(test)]
mod tests;
