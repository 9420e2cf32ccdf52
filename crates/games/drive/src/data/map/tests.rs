//! The map against every hex, side, line and area that the book names, and against itself.

mod faults;
mod lines;
mod printed;
mod supply;
mod water;

use super::{Map, Region};
use kessel_board::{Search, SpaceId, SpaceSet};
use kessel_kernel::data::{DataDir, Doc, Inspection, LEDGER_FILE, Ledger, Reading};
use std::sync::OnceLock;

const FILE: &str = "map.toml";
const RULES: &str = include_str!("../../../../../../data/drive/rules.toml");
const TEXT: &str = include_str!("../../../../../../data/drive/map.toml");

/// The map of this text, or what is wrong with it.
fn load(text: &str) -> Result<Map, String> {
    let dir = DataDir::embedded("drive", &[(LEDGER_FILE, RULES)]).with(FILE, text);
    let ledger = Ledger::load(&dir).expect("the ledger is sound");
    let inspection = Inspection::new();
    let map = Doc::open(&dir, FILE, &inspection).and_then(|doc| super::read(&doc.root(), &Reading::new(&ledger)));
    let map = inspection.finish(map).map_err(|faults| faults.to_string())?;
    Ok(map.expect("without a fault there is a map"))
}

fn map() -> &'static Map {
    static MAP: OnceLock<Map> = OnceLock::new();
    MAP.get_or_init(|| load(TEXT).unwrap_or_else(|faults| panic!("{faults}")))
}

#[track_caller]
fn hex(name: &str) -> SpaceId {
    map().board.space(name).unwrap_or_else(|| panic!("there is no hex {name}"))
}

/// The hexes of a line of numbers.
#[track_caller]
fn hexes(names: &str) -> Vec<SpaceId> {
    names.split_whitespace().map(hex).collect()
}

fn region_is(region: Region, names: &str) -> bool {
    *map().region(region) == hexes(names).into_iter().collect::<SpaceSet>()
}

#[test]
fn the_extent() {
    let map = map();
    let land = map.board.hexes().filter(|&hex| !map.spaces[hex].is_sea()).count();
    assert_eq!((map.board.len(), land), (1647, 1551));
    // The common row has two numbers and counts as north (2.3).
    assert_eq!(hex("S1011"), hex("N4211"));
    assert_eq!(map.board.name(hex("S1011")), "N4211");
    // 1.4: the corners, each part of two sides.
    for (corner, one, other) in [
        ("N1044", Region::NorthSide, Region::WestSide),
        ("N1311", Region::NorthSide, Region::EastSide),
        ("S2811", Region::EastSide, Region::SouthSide),
        ("S2143", Region::SouthSide, Region::WestSide),
    ] {
        assert!(map.is_in(hex(corner), one) && map.is_in(hex(corner), other), "{corner}");
    }
    assert!(map.region(Region::NorthMap).iter().all(|hex| !map.spaces[hex].is_sea()));
}

/// Foot soldiers get from every land hex to every other without the sea; the crest of the Caucasus has its passes.
#[test]
fn no_land_is_cut_off() {
    let map = map();
    let mut search = Search::new();
    let reach = search.reach(&map.board, [hex("N1044")], u32::MAX, |_, to, edge| {
        (!map.spaces[to].is_sea() && !map.sides[edge].is_closed()).then_some(1)
    });
    for land in map.board.hexes().filter(|&hex| !map.spaces[hex].is_sea()) {
        assert!(reach.contains(land), "{} is cut off", map.board.name(land));
    }
}
