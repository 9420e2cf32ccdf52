//! What the manual says holds in the files, and what is wrong in them is told.

use super::Data;
use std::sync::LazyLock;

fn data() -> &'static Data {
    static DATA: LazyLock<Data> =
        LazyLock::new(|| Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}")));
    &DATA
}

#[test]
fn the_built_in_data_has_no_fault() {
    assert_eq!(data().hash.len(), 64);
}
