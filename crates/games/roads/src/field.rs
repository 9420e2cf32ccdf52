//! The units and where they stand: who is in a hex is known without looking through all of them.

use crate::data::UnitId;
use crate::sets::Spaces;
use kessel_board::SpaceId;
use kessel_kernel::{Derived, Side};
use serde::{Deserialize, Serialize};

/// A counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// Where.
    pub place: Place,
    /// Its steps; 0 unless it is on the map or in the reserve.
    pub steps: u8,
    /// Its supply marker (4.4.1, 10.2.3).
    pub supply: Supply,
    /// It carries an Exploitation marker (8.14).
    pub exploiting: bool,
    /// An HQ on its pontoon side: the hex across the river that its arrow points to (4.1.3).
    pub pontoon: Option<SpaceId>,
}

/// Where a counter is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In a hex.
    Hex(SpaceId),
    /// In the STAVKA Reserve box (13).
    Reserve,
    /// In the Eliminated Units box (1.3.3).
    Eliminated,
    /// In the Withdrawn Units box (1.3.4).
    Withdrawn,
    /// An HQ that had no line of supply; it returns in this player turn's Reinforcements phase (4.1.2).
    Removed,
    /// On the turn track: it comes in this turn or later.
    Due(u8),
    /// Not in play: in its pool, or never to come.
    Aside,
}

/// The supply marker on a unit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Supply {
    /// None: in supply.
    #[default]
    In,
    /// OOS (4.4).
    Out,
    /// OOS-FS (10.2.3).
    Fortress,
}

/// No unit.
const NONE: u16 = u16::MAX;

/// Every counter, and a chain of those in each hex in the order of their ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Counters")]
pub struct Field {
    pieces: Vec<Piece>,
    next: Derived<Vec<u16>>,
    first: Derived<Vec<u16>>,
    occupied: Derived<[Spaces; 2]>,
}

/// A field as it is written down.
#[derive(Deserialize)]
struct Counters {
    pieces: Vec<Piece>,
}

impl TryFrom<Counters> for Field {
    type Error = &'static str;

    fn try_from(Counters { pieces }: Counters) -> Result<Field, &'static str> {
        let fits = |piece: &Piece| !matches!(piece.place, Place::Hex(hex) if hex.index() >= Spaces::CAPACITY);
        if pieces.len() >= usize::from(NONE) || !pieces.iter().all(fits) {
            return Err("a counter stands outside every map");
        }
        Ok(Field::new(pieces))
    }
}

impl Field {
    /// The field with these counters.
    pub fn new(pieces: Vec<Piece>) -> Field {
        let mut field = Field {
            next: Derived(vec![NONE; pieces.len()]),
            first: Derived(vec![NONE; Spaces::CAPACITY]),
            occupied: Derived([Spaces::EMPTY; 2]),
            pieces,
        };
        for n in (0..field.pieces.len()).rev() {
            if let Place::Hex(hex) = field.pieces[n].place {
                field.link(UnitId::at(n), hex);
            }
        }
        field
    }

    /// A counter.
    #[inline]
    pub fn get(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// A counter, to be changed; its place is changed by [`Field::put`] only.
    #[inline]
    pub fn get_mut(&mut self, unit: UnitId) -> &mut Piece {
        &mut self.pieces[unit.index()]
    }

    /// All counters.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The hex of a counter that is on the map.
    #[inline]
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.pieces[unit.index()].place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Hexes with counters of a side.
    #[inline]
    pub fn occupied(&self, side: Side) -> &Spaces {
        &self.occupied[side.index()]
    }

    /// The counters in a hex, in the order of their ids.
    #[inline]
    pub fn stack(&self, hex: SpaceId) -> impl Iterator<Item = UnitId> + '_ {
        let mut at = self.first.get(hex.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let unit = UnitId::at(usize::from(at));
            at = self.next[usize::from(at)];
            Some(unit)
        })
    }

    /// Whose counters stand in a hex.
    #[inline]
    pub fn holder(&self, hex: SpaceId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.occupied[side.index()].contains(hex))
    }

    /// Puts a counter somewhere.
    pub fn put(&mut self, unit: UnitId, place: Place) {
        if let Place::Hex(from) = self.pieces[unit.index()].place {
            self.unlink(unit, from);
        }
        self.pieces[unit.index()].place = place;
        if let Place::Hex(to) = place {
            self.link(unit, to);
        }
    }

    fn link(&mut self, unit: UnitId, hex: SpaceId) {
        let id = unit.index() as u16;
        let mut before = NONE;
        let mut at = self.first[hex.index()];
        while at != NONE && at < id {
            before = at;
            at = self.next[usize::from(at)];
        }
        self.next[usize::from(id)] = at;
        match before {
            NONE => self.first[hex.index()] = id,
            _ => self.next[usize::from(before)] = id,
        }
        self.occupied[self.pieces[unit.index()].side.index()].insert(hex);
    }

    fn unlink(&mut self, unit: UnitId, hex: SpaceId) {
        let id = unit.index() as u16;
        let after = self.next[usize::from(id)];
        if self.first[hex.index()] == id {
            self.first[hex.index()] = after;
        } else {
            let mut at = self.first[hex.index()];
            while self.next[usize::from(at)] != id {
                at = self.next[usize::from(at)];
            }
            self.next[usize::from(at)] = after;
        }
        self.next[usize::from(id)] = NONE;
        if self.first[hex.index()] == NONE {
            self.occupied[self.pieces[unit.index()].side.index()].remove(hex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(place: Place) -> Piece {
        Piece { side: Side::Axis, place, steps: 2, supply: Supply::In, exploiting: false, pontoon: None }
    }

    #[test]
    fn stacks_are_in_the_order_of_ids_however_they_came() {
        let (a, b) = (SpaceId(5), SpaceId(9));
        let mut field = Field::new(vec![piece(Place::Aside), piece(Place::Hex(a)), piece(Place::Hex(a))]);
        let ids = |field: &Field, hex| field.stack(hex).map(UnitId::index).collect::<Vec<_>>();
        assert_eq!(ids(&field, a), [1, 2]);
        field.put(UnitId::at(0), Place::Hex(a));
        field.put(UnitId::at(1), Place::Hex(b));
        assert_eq!((ids(&field, a), ids(&field, b)), (vec![0, 2], vec![1]));
        field.put(UnitId::at(1), Place::Eliminated);
        assert!(field.occupied(Side::Axis).contains(a) && !field.occupied(Side::Axis).contains(b));
        assert_eq!(field.holder(b), None);
        let again = Field::new(field.pieces().to_vec());
        assert_eq!(ids(&again, a), [0, 2]);
    }
}
