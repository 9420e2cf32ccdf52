//! A changed map for a case file: terrain, towns, and what lies on hexsides.

use crate::data::{Data, Settlement, SideInfo, Terrain, Water};
use kessel_kernel::Relief;
use kessel_kit::Word;

/// The words of `terrain`. `open` takes a town or city away.
pub(super) const TERRAIN: &str = "clear, forest, hills, mountain, marsh, desert, open, town, city";
/// The words of `hexsides`.
pub(super) const HEXSIDES: &str = "none, river, manych, volga, lake, sea, blocked, ring";

/// Shapes the map as a case file gives it. Gives back what it did not understand.
pub(super) fn lay(relief: &Relief, data: &mut Data) -> Vec<String> {
    let mut faults = Vec::new();
    for (hex, words) in &relief.terrain {
        let space = &mut data.map.spaces[*hex];
        if space.is_sea() {
            faults.push(format!("terrain: {} is all sea and stays so", data.map.board.name(*hex)));
        }
        for word in words {
            let terrain = Terrain::from_word(word).filter(|terrain| *terrain != Terrain::Sea);
            let settlement = Settlement::from_word(word).filter(|town| *town != Settlement::None);
            match (terrain, settlement) {
                (Some(terrain), _) => space.terrain = terrain,
                (_, Some(settlement)) => space.settlement = settlement,
                _ if word == "open" => space.settlement = Settlement::None,
                _ => faults.push(Relief::unknown("terrain", word, TERRAIN)),
            }
        }
    }
    for (side, words) in &relief.hexsides {
        let mut info = SideInfo::default();
        for word in words {
            match (word.as_str(), Water::from_word(word)) {
                (_, Some(Water::None)) => info = SideInfo::default(),
                (_, Some(water)) => info.water = water,
                ("blocked", _) => info.blocked = true,
                ("ring", _) => info.ring = true,
                _ => faults.push(Relief::unknown("hexsides", word, HEXSIDES)),
            }
        }
        data.map.sides[*side] = info;
    }
    faults
}
