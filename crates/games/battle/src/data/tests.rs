//! The built-in data holds what the rulebook prints, and every way to spoil it is noticed.

mod facts;
mod faults;
mod map;

use super::Data;

/// The built-in data, checked.
fn data() -> Data {
    Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_built_in_data_has_no_fault() {
    let data = data();
    assert_eq!(data.book.hash.len(), 64);
    assert_eq!(data.book.hash, self::data().book.hash);
}

#[test]
fn what_says_nothing_of_play_does_not_count_for_the_hash_but_every_other_file_does() {
    let embedded = Data::embedded();
    let hash = data().book.hash;
    for name in embedded.names() {
        let text = format!("# mine\n{}", embedded.text(name).unwrap());
        let other = Data::load(&embedded.clone().with(name, text)).unwrap();
        assert_eq!(other.book.hash == hash, kessel_kit::ASIDE.contains(&name), "{name}");
    }
}

#[test]
fn ids_find_their_units_and_assets() {
    let data = data();
    assert!(data.unit_ids().all(|unit| data.unit(&data.units[unit.index()].id) == Some(unit)));
    assert!(data.asset_ids().all(|asset| data.asset(&data.assets[asset.index()].id) == Some(asset)));
    assert_eq!(data.unit("S-99"), None);
    assert_eq!(data.asset("S-40"), None);
}
