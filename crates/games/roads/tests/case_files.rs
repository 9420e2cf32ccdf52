//! The case files of this game pass, and what they leave unproven is told: `cargo test --test case_files -- --nocapture`.

use kessel_roads::Roads;
use kessel_roads::data::Data;

#[test]
fn every_case_file_passes() {
    kessel_trial::every_case_file_passes(Roads::load(&Data::embedded()).expect("the built-in data is sound"));
}
