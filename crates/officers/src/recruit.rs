//! The officer who picks at random.

use kessel_table::{Game, Officer, Seen, Side};
use rand_core::RngCore;
use rand_pcg::Pcg32;

/// Picks uniformly among the offers. Knows no rule, breaks none.
#[derive(Copy, Clone, Debug, Default)]
pub struct Recruit;

impl Recruit {
    /// One of `0..len`, each with the same chance.
    ///
    /// # Panics
    /// If `len` is zero: an officer is never asked to pick among nothing.
    #[inline]
    pub fn pick(len: usize, thoughts: &mut Pcg32) -> usize {
        assert!(len > 0, "an officer is never asked to pick among nothing");
        let len = u32::try_from(len).expect("no position has four thousand million offers");
        // Multiply and shift; draws whose low half falls in the short last stretch are drawn again (Lemire 2019).
        loop {
            let wide = u64::from(thoughts.next_u32()) * u64::from(len);
            let low = wide as u32;
            if low >= len || low >= len.wrapping_neg() % len {
                return (wide >> 32) as usize;
            }
        }
    }
}

impl<G: Game> Officer<G> for Recruit {
    fn choose(
        &mut self,
        _game: &G,
        _seen: &Seen<G::State>,
        _side: Side,
        offers: &[G::Action],
        thoughts: &mut Pcg32,
    ) -> usize {
        Recruit::pick(offers.len(), thoughts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offer_is_picked_about_equally_often() {
        let mut thoughts = Pcg32::new(7, 0);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[Recruit::pick(7, &mut thoughts)] += 1;
        }
        assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
    }

    #[test]
    fn a_single_offer_is_taken() {
        assert_eq!(Recruit::pick(1, &mut Pcg32::new(1, 0)), 0);
    }
}
