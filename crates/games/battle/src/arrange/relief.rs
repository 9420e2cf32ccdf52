//! A changed map for a case file: cities, and rivers on hexsides.

use crate::data::{City, Data, Link, River, SpaceKind};
use kessel_kernel::Relief;
use kessel_kit::Word;

/// The words of `terrain`.
pub(super) const TERRAIN: &str = "clear, minor-city, major-city";
/// The words of `hexsides`.
pub(super) const HEXSIDES: &str = "none, minor, major";

/// Shapes the map as a case file gives it. Gives back what it did not understand.
pub(super) fn lay(relief: &Relief, data: &mut Data) -> Vec<String> {
    let mut faults = Vec::new();
    for (space, words) in &relief.terrain {
        let info = &mut data.spaces[*space];
        if info.kind != SpaceKind::Hex {
            faults.push(format!("terrain: {} is no hex", data.board.name(*space)));
            continue;
        }
        for word in words {
            info.city = match word.as_str() {
                "clear" => City::None,
                "minor-city" => City::Minor,
                "major-city" => City::Major,
                _ => {
                    faults.push(Relief::unknown("terrain", word, TERRAIN));
                    continue;
                }
            };
            info.crossing &= info.city == City::Major;
        }
    }
    for (side, words) in &relief.hexsides {
        if data.links[*side] != Link::Hexside {
            faults.push("hexsides: only the sides between two hexes have rivers".into());
        }
        for word in words {
            match River::from_word(word) {
                Some(river) => data.rivers[*side] = river,
                None => faults.push(Relief::unknown("hexsides", word, HEXSIDES)),
            }
        }
    }
    faults
}
