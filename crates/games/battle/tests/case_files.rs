//! The case files of this game pass, and what they leave unproven is told: `cargo nextest run -p kessel-battle case_files --no-capture`.

use kessel_battle::Battle;
use kessel_battle::data::Data;

#[test]
fn every_case_file_passes() {
    kessel_trial::every_case_file_passes(Battle::load(&Data::embedded()).expect("the built-in data is sound"));
}
