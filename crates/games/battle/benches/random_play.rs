//! How fast random play of this game is: `cargo bench -p kessel-battle` prints the figures.

use kessel_battle::Battle;
use kessel_battle::data::Data;
use kessel_kernel::Erased;

fn main() {
    let game = Erased::new(Battle::load(&Data::embedded()).expect("the built-in data is sound"));
    kessel_trial::bench(&game, "campaign", 10, 20);
}
