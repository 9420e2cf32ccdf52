//! 11.7 The ways of a retreat: every hex farther from the one left behind, whole or not at all.

use crate::Winter;
use crate::data::{Area, UnitId, Water};
use crate::refusal::{Consult, Verdict};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Fight, Flight, State};
use arrayvec::ArrayVec;
use kessel_board::{Neighbor, SpaceId};
use kessel_kernel::{Case, Side, must, unless};
use kessel_kit::no;

/// What is open to a group that retreats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// The hexes that it may enter next.
    pub(crate) next: ArrayVec<SpaceId, 6>,
    /// It may leave the map.
    pub(crate) exit: bool,
}

/// What a way must be, from the best to the last resort.
#[derive(Copy, Clone)]
struct Wish {
    /// Free of enemy zones (11.7.f).
    clear: bool,
    /// Its end lies the full number of hexes from every enemy that fired (11.7.b).
    far: bool,
    /// Its end lies no farther from supply than its beginning (11.7.e).
    homeward: bool,
    /// It may end over the edge of the map (11.7.m).
    off: bool,
    /// Enemy units bar nothing: to find out whether it is terrain that bars the way.
    ghost: bool,
}

const fn wish(clear: bool, far: bool, homeward: bool) -> Wish {
    Wish { clear, far, homeward, off: false, ghost: false }
}

/// 11.7.m: units are forced off the map when no way on it is free of zones; 11.7.f: and through a zone when that is no way either.
const WISHES: [Wish; 10] = [
    wish(true, true, true),
    wish(true, true, false),
    wish(true, false, true),
    wish(true, false, false),
    Wish { off: true, ..wish(true, false, false) },
    wish(false, true, true),
    wish(false, true, false),
    wish(false, false, true),
    wish(false, false, false),
    Wish { off: true, ..wish(false, false, false) },
];

const GHOST: Wish = Wish { off: true, ghost: true, ..wish(false, false, false) };

/// How far beyond its length a retreat may be driven (11.7.o).
const BEYOND: u8 = 8;

/// One search for ways.
struct Search<'a> {
    game: &'a Winter,
    state: &'a State,
    flight: &'a Flight,
    wish: Wish,
    known: Spaces,
    good: Spaces,
}

impl Search<'_> {
    /// Can the retreat be completed from this hex? How far it has gone is how far the hex lies from the origin.
    fn leads_on(&mut self, hex: SpaceId, gone: u8) -> bool {
        if self.known.contains(hex) {
            return self.good.contains(hex);
        }
        self.known.insert(hex);
        let good = self.ends(hex, gone) || (gone < self.flight.length + BEYOND && !self.next(hex, gone).is_empty());
        if good {
            self.good.insert(hex);
        }
        good
    }

    /// The hexes to which it can go on from here.
    fn next(&mut self, hex: SpaceId, gone: u8) -> ArrayVec<SpaceId, 6> {
        let near = self.game.data.map.board.neighbors(hex);
        near.iter()
            .filter(|n| self.may_enter(hex, n, gone) && self.leads_on(n.space, gone + 1))
            .map(|n| n.space)
            .collect()
    }

    fn may_enter(&self, from: SpaceId, near: &Neighbor, gone: u8) -> bool {
        let (game, side, to) = (self.game, self.flight.side, near.space);
        game.is_land(side, to)
            && game.distance(self.flight.origin, to) == gone + 1
            // 8.2.d: the bridges of the Don neither.
            && game.data.map.sides[near.edge].water != Water::Major
            && !game.leaves_shut(from, to)
            && (!self.state.holds(side.other(), to) || (self.wish.ghost && !self.flight.firing.contains(&to)))
            && !(self.wish.clear && self.state.in_zone(side.other(), to))
    }

    /// May it leave the map here?
    fn leaves(&self, hex: SpaceId) -> bool {
        self.wish.off && self.game.data.map.is_in(hex, Area::Rim)
    }

    /// 11.7.b, 11.7.o, 9.1.d and the wishes: may the retreat end here?
    fn ends(&self, hex: SpaceId, gone: u8) -> bool {
        let (game, flight) = (self.game, self.flight);
        if self.leaves(hex) {
            return true;
        }
        gone >= flight.length
            && (self.wish.ghost || game.is_haven(self.state, flight.side, hex, flight.group))
            && (!self.wish.far || flight.firing.iter().all(|from| game.distance(*from, hex) >= flight.length))
            && (!self.wish.homeward
                || self.game.to_source(self.state, flight, hex)
                    <= self.game.to_source(self.state, flight, flight.origin))
    }
}

impl Winter {
    /// The best ways that there are.
    pub(crate) fn ways(&self, state: &State, flight: &Flight) -> Ways {
        for wish in WISHES {
            let mut search = Search { game: self, state, flight, wish, known: Spaces::EMPTY, good: Spaces::EMPTY };
            let (next, exit) = (search.next(flight.hex, flight.gone), search.leaves(flight.hex));
            if !next.is_empty() || exit {
                return Ways { next, exit };
            }
        }
        Ways::default()
    }

    fn search(&self, state: &State, flight: &Flight, wish: Wish) -> ArrayVec<SpaceId, 6> {
        let mut search = Search { game: self, state, flight, wish, known: Spaces::EMPTY, good: Spaces::EMPTY };
        search.next(flight.hex, flight.gone)
    }

    /// A hex in which a retreat may end: outside enemy zones and with room.
    pub(crate) fn is_haven(&self, state: &State, side: Side, hex: SpaceId, group: UnitSet) -> bool {
        !state.in_zone(side.other(), hex) && !self.would_overfill(state, hex, group.iter())
    }

    /// 11.7.e, R54: how far a hex lies from the supply of a group that retreats.
    fn to_source(&self, state: &State, flight: &Flight, hex: SpaceId) -> u8 {
        let unit = flight.group.first().unwrap_or(UnitId(0));
        let hq = self.data.group(self.data.info(unit).formation).hq;
        let gone = hq.is_some_and(|hq| flight.group.contains(hq));
        if gone {
            return self.ground.to_edge[flight.side.index()][hex.index()];
        }
        self.supply_distance(state, unit, Some(flight.origin), hex)
    }

    /// 11.7.e, 11.7.n, R54: how far a hex lies from a unit's supply: its formation's headquarters, if that stands anywhere but in `left`,
    /// otherwise the edge of the map.
    pub(crate) fn supply_distance(&self, state: &State, unit: UnitId, left: Option<SpaceId>, hex: SpaceId) -> u8 {
        let hq = self.data.group(self.data.info(unit).formation).hq.filter(|hq| *hq != unit);
        match hq.and_then(|hq| state.at(hq)).filter(|at| Some(*at) != left) {
            Some(at) => self.distance(at, hex),
            None => self.ground.to_edge[self.side(unit).index()][hex.index()],
        }
    }

    /// Why a hex is not open to a retreat, by the rule that bars it.
    pub(crate) fn check_flee(&self, state: &State, flight: &Flight, to: SpaceId, c: &mut Consult) -> Verdict {
        let map = &self.data.map;
        let don = map.board.edge(flight.hex, to).is_some_and(|edge| map.sides[edge].water == Water::Major);
        c.ask(
            Case("11.7.g"),
            unless(don || map.is_in(to, Area::Beyond), no!("nobody retreats over the Don to {to}", to)),
        )?;
        let pocket = flight.side == Side::Soviet && map.is_in(to, Area::Pocket);
        c.ask(Case("8.2.a"), unless(pocket, no!("{to} lies in the Pocket", to)))?;
        let back = self.distance(flight.origin, to) <= flight.gone;
        c.ask(Case("11.7.b"), unless(back, no!("{to} does not lead away from the hex that was left", to)))?;
        let ways = self.ways(state, flight);
        let open = ways.next.contains(&to);
        let zone = state.in_zone(flight.side.other(), to);
        c.ask(Case("11.7.f"), unless(!open && zone, no!("{to} lies in an enemy zone, and another way is open", to)))?;
        c.ask(Case("11.7.e"), must(open, no!("{to} is not on a way that the rules prefer", to)))
    }

    /// Could the unit and the others go each their own way?
    pub(crate) fn can_flee_apart(&self, state: &State, flight: &Flight, unit: UnitId) -> bool {
        let mut one = flight.clone();
        one.group = UnitSet::of(unit);
        let mut others = flight.clone();
        others.group.remove(unit);
        let open = |ways: Ways| !ways.next.is_empty() || ways.exit;
        open(self.ways(state, &one)) && open(self.ways(state, &others))
    }

    /// Is there a whole way for these units from a hex?
    pub(crate) fn can_flee_from(&self, state: &State, fight: &Fight, units: UnitSet, hex: SpaceId, length: u8) -> bool {
        let Some(flight) = self.would_flee(state, fight, units, hex, length) else { return false };
        let ways = self.ways(state, &flight);
        !ways.next.is_empty() || ways.exit
    }

    fn would_flee(&self, state: &State, fight: &Fight, units: UnitSet, hex: SpaceId, length: u8) -> Option<Flight> {
        let side = self.side(units.first()?);
        Some(Flight {
            side,
            origin: hex,
            firing: self.firing_hexes(state, fight),
            length,
            group: units,
            rest: UnitSet::EMPTY,
            hex,
            gone: 0,
            defender: side != fight.attacker,
            fire_due: false,
            toll: 0,
        })
    }

    /// 11.7.p, 11.7.d: enemies, not terrain, bar the way: with those out of the way that did not fire there would be one, or they stand in
    /// every hex around.
    pub(crate) fn is_surrounded(&self, state: &State, fight: &Fight, units: UnitSet, hex: SpaceId, length: u8) -> bool {
        let Some(flight) = self.would_flee(state, fight, units, hex, length) else { return false };
        let enemy = flight.side.other();
        self.data.map.board.neighbors(hex).iter().all(|near| state.holds(enemy, near.space))
            || !self.search(state, &flight, GHOST).is_empty()
    }
}
