//! A changed map for a case file: terrain, towns, and what lies on hexsides.

use crate::Drive;
use crate::data::{Settlement, SideInfo, Terrain, Water};
use crate::ground::Ground;
use kessel_table::{Given, Relief};

/// The words of `terrain`. `open` takes a town or city away.
pub(crate) const TERRAIN: &str = "clear, forest, hills, mountain, marsh, desert, open, town, city";
/// The words of `hexsides`.
pub(crate) const HEXSIDES: &str = "none, river, manych, volga, lake, sea, blocked, ring";

impl Drive {
    /// The game on the map that a case file gives.
    pub(crate) fn relieved(&self, given: &Given) -> Result<Drive, Vec<String>> {
        let relief = Relief::read(given, &self.data.map.board)?;
        let mut data = self.data.clone();
        let mut faults = Vec::new();
        for (hex, words) in &relief.terrain {
            let space = &mut data.map.spaces[*hex];
            if space.is_sea() {
                faults.push(format!("terrain: {} is all sea and stays so", self.data.map.board.name(*hex)));
            }
            for word in words {
                match word.as_str() {
                    "clear" => space.terrain = Terrain::Clear,
                    "forest" => space.terrain = Terrain::Forest,
                    "hills" => space.terrain = Terrain::Hills,
                    "mountain" => space.terrain = Terrain::Mountain,
                    "marsh" => space.terrain = Terrain::Marsh,
                    "desert" => space.terrain = Terrain::Desert,
                    "open" => space.settlement = Settlement::None,
                    "town" => space.settlement = Settlement::Town,
                    "city" => space.settlement = Settlement::City,
                    _ => faults.push(Relief::unknown("terrain", word, TERRAIN)),
                }
            }
        }
        for (side, words) in &relief.hexsides {
            let mut info = SideInfo::default();
            for word in words {
                match word.as_str() {
                    "none" => info = SideInfo::default(),
                    "river" => info.water = Water::River,
                    "manych" => info.water = Water::Manych,
                    "volga" => info.water = Water::Volga,
                    "lake" => info.water = Water::Lake,
                    "sea" => info.water = Water::Sea,
                    "blocked" => info.blocked = true,
                    "ring" => info.ring = true,
                    _ => faults.push(Relief::unknown("hexsides", word, HEXSIDES)),
                }
            }
            data.map.sides[*side] = info;
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        data.hash = relief.mark(&data.hash);
        Ok(Drive { ground: Ground::new(&data), info: self.info.clone(), data })
    }
}
