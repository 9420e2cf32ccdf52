//! A changed map for a case file: cities, and rivers on hexsides.

use crate::Battle;
use crate::data::{City, Link, River, SpaceKind};
use crate::supply::Ground;
use kessel_kernel::{Given, Relief};
use kessel_kit::Word;

/// The words of `terrain`.
pub(crate) const TERRAIN: &str = "clear, minor-city, major-city";
/// The words of `hexsides`.
pub(crate) const HEXSIDES: &str = "none, minor, major";

impl Battle {
    /// The game on the map that a case file gives.
    pub(crate) fn relieved(&self, given: &Given) -> Result<Battle, Vec<String>> {
        let relief = Relief::read(given, &self.data.board)?;
        let mut data = self.data.clone();
        let mut faults = Vec::new();
        for (space, words) in &relief.terrain {
            let info = &mut data.spaces[*space];
            if info.kind != SpaceKind::Hex {
                faults.push(format!("terrain: {} is no hex", self.data.board.name(*space)));
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
            if self.data.links[*side] != Link::Hexside {
                faults.push("hexsides: only the sides between two hexes have rivers".into());
            }
            for word in words {
                match River::from_word(word) {
                    Some(river) => data.rivers[*side] = river,
                    None => faults.push(Relief::unknown("hexsides", word, HEXSIDES)),
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        data.book.hash = relief.mark(&data.book.hash);
        Ok(Battle { ground: Ground::new(&data), info: self.info.clone(), data })
    }
}
