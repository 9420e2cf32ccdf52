//! Fair draws for whoever guesses or thinks. Chance in the rules is [`Dice`](crate::Dice) and nothing else.

use rand_core::RngCore;
use rand_pcg::Pcg32;

/// Draws from a generator: the same ones on every machine.
pub trait Lots {
    /// One of `0..n`, each with the same chance.
    ///
    /// # Panics
    /// If `n` is zero: there is nothing to draw.
    fn below(&mut self, n: usize) -> usize;

    /// One of a list, if there is any.
    fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }

    /// Puts a list into an order at random, each with the same chance.
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for n in (1..list.len()).rev() {
            list.swap(n, self.below(n + 1));
        }
    }
}

impl Lots for Pcg32 {
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is nothing to draw");
        let n = u32::try_from(n).expect("nobody draws among four thousand million");
        // Multiply and shift; draws whose low half falls in the short last stretch are drawn again (Lemire 2019).
        loop {
            let wide = u64::from(self.next_u32()) * u64::from(n);
            let low = wide as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 32) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lot_is_drawn_about_equally_often() {
        let mut rng = Pcg32::new(7, 0);
        let mut drawn = [0u32; 7];
        for _ in 0..70_000 {
            drawn[rng.below(7)] += 1;
        }
        assert!(drawn.iter().all(|n| (9_500..10_500).contains(n)), "{drawn:?}");
    }

    #[test]
    fn a_shuffled_list_holds_what_it_held() {
        let mut rng = Pcg32::new(3, 0);
        let mut list: Vec<u8> = (0..50).collect();
        rng.shuffle(&mut list);
        assert!(list != (0..50).collect::<Vec<u8>>());
        list.sort_unstable();
        assert_eq!(list, (0..50).collect::<Vec<u8>>());
    }
}
