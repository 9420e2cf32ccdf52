//! Positions that were kept and read back.

use crate::{Chance, Trial};
use kessel_kernel::journal::Snapshots;
use kessel_kernel::{AnyGame, Game, Journal};

impl<G: Game> Trial<G> {
    /// In games of these seeds, so many actions long, every snapshot made on the way leads to the same end: what a game keeps beside a
    /// position is worked out anew, and play goes on from it as if nothing had happened. Bytes that are no position of the game are an error, and a
    /// snapshot of another one is not believed.
    pub fn a_snapshot_plays_on_the_same(&self, seeds: impl IntoIterator<Item = u64>, most: u64) {
        let game = self.erased();
        for seed in seeds {
            let (whole, mut chance) = (self.journal(seed, most), Chance(seed));
            let (text, kept) = (whole.to_text(), whole.snapshots().all());
            assert!(!kept.is_empty(), "seed {seed}: no position is kept in {} actions", whole.len());
            for _ in 0..3 {
                let (n, bytes) = &kept[chance.below(kept.len())];
                let one = Snapshots::new();
                one.put(*n, bytes.clone());
                let opened = Journal::open(&game, &text, one).unwrap_or_else(|e| panic!("after snapshot {n}: {e}"));
                assert_eq!(opened.session().hash(), whole.session().hash(), "after snapshot {n}: another position");
                self.takes_no_nonsense(&whole, bytes, &mut chance);
            }
        }
    }

    fn takes_no_nonsense(&self, whole: &Journal, bytes: &[u8], chance: &mut Chance) {
        let (game, scenario) = (self.erased(), &whole.header().scenario);
        for _ in 0..40 {
            let mut changed = bytes.to_vec();
            for _ in 0..=chance.below(3) {
                let at = chance.below(changed.len());
                changed[at] ^= 1 << chance.below(8);
            }
            changed.truncate(changed.len() - chance.below(2) * chance.below(changed.len()));
            if let Ok(other) = game.restore(scenario, &changed) {
                assert!(other.save() == changed, "a position is written in one way only");
            }
        }
    }
}
