//! How fast random play of this game is: `cargo bench -p kessel-drive` prints the figures.

use kessel_drive::Drive;
use kessel_drive::data::Data;
use kessel_kernel::Erased;

fn main() {
    let game = Erased::new(Drive::load(&Data::embedded()).expect("the built-in data is sound"));
    for scenario in ["blue", "uranus"] {
        kessel_trial::bench(&game, scenario, 5, 4);
    }
}
