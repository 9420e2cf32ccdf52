//! How fast random play of this game is: `cargo bench -p kessel-wintergewitter` prints the figures.

use kessel_kernel::Erased;
use kessel_wintergewitter::Winter;
use kessel_wintergewitter::data::Data;

fn main() {
    let game = Erased::new(Winter::load(&Data::embedded()).expect("the built-in data is sound"));
    for scenario in ["we-are-coming", "winter-storm"] {
        kessel_trial::bench(&game, scenario, 5, 4);
    }
}
