//! Finds the hex at a coordinate.

use crate::coord::Coord;
use crate::id::SpaceId;

/// Hexes by coordinate: one dense run per line, from its first hex to its last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    first_line: i32,
    runs: Vec<Run>,
}

#[derive(Clone, Debug, Default)]
struct Run {
    first: i32,
    hexes: Vec<Option<SpaceId>>,
}

impl Grid {
    /// Arranges hexes at distinct coordinates.
    pub(crate) fn new(hexes: impl IntoIterator<Item = (Coord, SpaceId)>) -> Self {
        let mut hexes: Vec<_> = hexes.into_iter().collect();
        hexes.sort_unstable();
        let mut grid = Self { first_line: hexes.first().map_or(0, |(coord, _)| coord.line), runs: Vec::new() };
        for (Coord { line, along }, space) in hexes {
            let line = usize::try_from(line - grid.first_line).expect("sorted by line");
            if line >= grid.runs.len() {
                grid.runs.resize_with(line + 1, Run::default);
            }
            let run = &mut grid.runs[line];
            if run.hexes.is_empty() {
                run.first = along;
            }
            let place = usize::try_from(along - run.first).expect("sorted along the line");
            run.hexes.resize(place + 1, None);
            run.hexes[place] = Some(space);
        }
        grid
    }

    pub(crate) fn get(&self, coord: Coord) -> Option<SpaceId> {
        let line = usize::try_from(coord.line.checked_sub(self.first_line)?).ok()?;
        let run = self.runs.get(line)?;
        let place = usize::try_from(coord.along.checked_sub(run.first)?).ok()?;
        run.hexes.get(place).copied().flatten()
    }
}
