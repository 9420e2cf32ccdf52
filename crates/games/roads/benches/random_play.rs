//! How fast random play of this game is: `cargo bench -p kessel-roads` prints the figures.

use kessel_kernel::Erased;
use kessel_roads::Roads;
use kessel_roads::data::Data;

fn main() {
    let game = Erased::new(Roads::load(&Data::embedded()).expect("the built-in data is sound"));
    kessel_trial::bench(&game, "uranus", 10, 20);
}
