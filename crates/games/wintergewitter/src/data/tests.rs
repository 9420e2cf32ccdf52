//! What the rulebook says holds in the files, and what is wrong in them is told.

use super::{Data, Map, UnitInfo};
use kessel_board::SpaceId;
use std::sync::LazyLock;

fn data() -> &'static Data {
    static DATA: LazyLock<Data> =
        LazyLock::new(|| Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}")));
    &DATA
}

fn hex(map: &Map, name: &str) -> SpaceId {
    map.board.space(name).unwrap_or_else(|| panic!("there is no hex {name}"))
}

fn unit(id: &str) -> &'static UnitInfo {
    data().info(data().unit(id).unwrap_or_else(|| panic!("there is no unit {id}")))
}

#[test]
fn the_built_in_data_has_no_fault() {
    assert_eq!(data().hash.len(), 64);
}
