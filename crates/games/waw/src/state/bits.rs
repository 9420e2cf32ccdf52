//! A set of hexes, as positions are written: by its words, as many as the map needs. The board's `SpaceSet` has no written form, and another one
//! would give every kept position another fingerprint.

use serde::{Deserialize, Serialize};

/// A bit for each hex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// None of so many hexes.
    pub fn none(hexes: usize) -> Bits {
        Bits(vec![0; hexes.div_ceil(64)])
    }

    /// Is the hex in it?
    #[inline]
    pub fn has(&self, hex: u16) -> bool {
        self.0.get(hex as usize / 64).is_some_and(|word| word >> (hex % 64) & 1 == 1)
    }

    /// Puts it in or takes it out.
    #[inline]
    pub fn set(&mut self, hex: u16, is: bool) {
        if let Some(word) = self.0.get_mut(hex as usize / 64) {
            *word = *word & !(1 << (hex % 64)) | u64::from(is) << (hex % 64);
        }
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The hexes in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.0.len() as u16 * 64).filter(|hex| self.has(*hex))
    }
}
