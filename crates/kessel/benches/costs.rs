//! What the parts of the contract cost in every game: `cargo bench -p kessel --bench costs` prints one table.

use kessel_battle::Battle;
use kessel_drive::Drive;
use kessel_kernel::Erased;
use kessel_roads::Roads;
use kessel_trial::{costs, costs_head};
use kessel_wintergewitter::Winter;

fn main() {
    costs_head();
    let sound = "the built-in data is sound";
    let battle = Erased::new(Battle::load(&kessel_battle::data::Data::embedded()).expect(sound));
    costs(&battle, "campaign");
    let drive = Erased::new(Drive::load(&kessel_drive::data::Data::embedded()).expect(sound));
    ["blue", "uranus"].iter().for_each(|scenario| costs(&drive, scenario));
    let roads = Erased::new(Roads::load(&kessel_roads::data::Data::embedded()).expect(sound));
    ["uranus", "campaign"].iter().for_each(|scenario| costs(&roads, scenario));
    let winter = Erased::new(Winter::load(&kessel_wintergewitter::data::Data::embedded()).expect(sound));
    ["we-are-coming", "maximum-effort"].iter().for_each(|scenario| costs(&winter, scenario));
}
