//! The officer who picks at random.

use kessel_kernel::{Answer, Budget, Game, Lots, Officer, Seen, Side};
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
        thoughts.below(len)
    }
}

impl<G: Game> Officer<G> for Recruit {
    fn choose(
        &mut self,
        _game: &G,
        _seen: &Seen<G::State>,
        _side: Side,
        offers: &[G::Action],
        _budget: Budget,
        thoughts: &mut Pcg32,
    ) -> Answer<G::Action> {
        Answer::Offer(Recruit::pick(offers.len(), thoughts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_offer_is_taken() {
        assert_eq!(Recruit::pick(1, &mut Pcg32::new(1, 0)), 0);
    }
}
