//! The case files of this game pass, and what they leave unproven is told: `cargo nextest run -p kessel-drive case_files --no-capture`.

use kessel_drive::Drive;
use kessel_drive::data::Data;

#[test]
fn every_case_file_passes() {
    kessel_trial::every_case_file_passes(Drive::load(&Data::embedded()).expect("the built-in data is sound"));
}
