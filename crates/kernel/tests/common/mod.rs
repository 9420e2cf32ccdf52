//! What the tests of the kernel share.

use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Erased, Journal, Log, Options, Seed};
use std::sync::{Arc, LazyLock};

/// The toy without its types.
pub fn toy() -> Erased<Toy> {
    static TOY: LazyLock<Arc<Toy>> = LazyLock::new(|| Arc::new(Toy::new()));
    Erased(TOY.clone())
}

/// A game begun.
pub fn begin(game: &dyn AnyGame, seed: u64) -> Journal {
    Journal::start(game, "skirmish", &Options::default(), Seed::from_number(seed), &mut Log::new()).expect("starts")
}

/// A game played to its end, or for `most` actions: the offers are picked by a small fixed generator.
pub fn played(game: &dyn AnyGame, seed: u64, most: u64) -> Journal {
    let mut journal = begin(game, seed);
    let mut thought = seed;
    while journal.len() < most {
        let Some(side) = journal.session().to_act().first() else { break };
        let offers = journal.session().offers(side);
        thought = thought.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = (thought >> 33) as usize % offers.list.len();
        journal.act(side, &offers.list[pick].action).expect("an offer is allowed");
    }
    journal
}
