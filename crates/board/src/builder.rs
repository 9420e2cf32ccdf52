//! From a list of hexes, boxes and links to a [`Board`], or to a list of everything wrong with it.

use crate::board::{Board, Neighbor, Step};
use crate::coord::Coord;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::id::{EdgeId, SpaceId};
use crate::numbering::{NumberError, Numbering};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

/// Collects the spaces of a map. Nothing is checked before [`build`](Self::build), which then
/// lists every fault at once.
///
/// Hexes are joined to their neighbours by themselves; only boxes (and hexes that are not next to
/// each other: ferries, off-map tracks) need links.
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    numbering: Numbering,
    hexes: Vec<String>,
    boxes: Vec<String>,
    links: Vec<(String, String)>,
}

impl BoardBuilder {
    /// A map without any spaces yet.
    #[must_use]
    pub fn new(numbering: Numbering) -> Self {
        Self { numbering, hexes: Vec::new(), boxes: Vec::new(), links: Vec::new() }
    }

    /// Adds the hex with this printed number.
    pub fn add_hex(&mut self, printed: impl Into<String>) -> &mut Self {
        self.hexes.push(printed.into());
        self
    }

    /// Adds a box. Its name must not read like a hex number.
    pub fn add_box(&mut self, name: impl Into<String>) -> &mut Self {
        self.boxes.push(name.into());
        self
    }

    /// Makes two spaces neighbours that the grid does not join already. The order of adding spaces
    /// and links does not matter.
    pub fn link(&mut self, a: impl Into<String>, b: impl Into<String>) -> &mut Self {
        self.links.push((a.into(), b.into()));
        self
    }

    /// Checks everything and joins it up.
    ///
    /// # Errors
    /// Every fault of the map, in the order of adding: hexes, boxes, links, then too many edges.
    /// With too many spaces to number, links are not looked at. The list is never empty.
    pub fn build(&self) -> Result<Board, Vec<BoardError>> {
        let mut faults = Vec::new();
        let spaces = self.spaces(&mut faults);
        if let Some(BoardError::TooManySpaces(_)) = faults.last() {
            return Err(faults);
        }
        let sides = spaces.hexsides();
        let links = self.links(&spaces, &mut faults);
        let edges = sides.len() + links.len();
        if EdgeId::from_index(edges.saturating_sub(1)).is_none() {
            faults.push(BoardError::TooManyEdges(edges));
        }
        if faults.is_empty() { Ok(self.join(spaces, &sides, &links)) } else { Err(faults) }
    }

    /// Names and ids of all sound hexes and boxes.
    fn spaces(&self, faults: &mut Vec<BoardError>) -> Spaces {
        let mut spaces = Spaces::default();
        let mut seen = HashSet::new();
        let mut hexes: Vec<(String, Coord)> = Vec::new();
        for printed in &self.hexes {
            match self.numbering.parse(printed) {
                Err(error) => faults.push(BoardError::Number(error)),
                Ok(coord) if !seen.insert(coord) => {
                    faults.push(BoardError::DuplicateHex(printed.clone()));
                }
                Ok(coord) => {
                    let name = self.numbering.print(coord).expect("what was parsed can be printed");
                    hexes.push((name, coord));
                }
            }
        }
        hexes.sort_unstable();
        let mut boxes: Vec<&String> = Vec::new();
        for name in &self.boxes {
            if self.numbering.parse(name).is_ok() {
                faults.push(BoardError::BoxLikeHex(name.clone()));
            } else if boxes.contains(&name) {
                faults.push(BoardError::DuplicateBox(name.clone()));
            } else {
                boxes.push(name);
            }
        }
        let count = hexes.len() + boxes.len();
        if SpaceId::from_index(count.saturating_sub(1)).is_none() {
            faults.push(BoardError::TooManySpaces(count));
            return spaces;
        }
        spaces.coords = hexes.iter().map(|&(_, coord)| coord).collect();
        let hexes = hexes.into_iter().map(|(name, _)| name);
        let boxes = boxes.into_iter().cloned();
        spaces.names = hexes.chain(boxes).map(String::into_boxed_str).collect();
        for (index, name) in spaces.names.iter().enumerate() {
            let id = SpaceId::from_index(index).expect("just counted");
            spaces.ids.insert(name.clone(), id);
        }
        let places = spaces
            .coords
            .iter()
            .enumerate()
            .map(|(index, &coord)| (coord, SpaceId::from_index(index).expect("just counted")));
        spaces.grid = Grid::new(places);
        spaces
    }

    /// The sound links, as ids.
    fn links(&self, spaces: &Spaces, faults: &mut Vec<BoardError>) -> Vec<(SpaceId, SpaceId)> {
        let mut links = Vec::new();
        let mut seen = HashSet::new();
        for (a, b) in &self.links {
            let mut find = |name: &String| {
                let known = spaces.ids.get(name.as_str()).copied();
                let id = known.or_else(|| spaces.grid.get(self.numbering.parse(name).ok()?));
                if id.is_none() {
                    let link = (a.clone(), b.clone());
                    faults.push(BoardError::UnknownSpace { link, name: name.clone() });
                }
                id
            };
            let (Some(one), Some(other)) = (find(a), find(b)) else {
                continue;
            };
            let ends = (one.min(other), one.max(other));
            if one == other {
                faults.push(BoardError::LinkToSelf(a.clone()));
            } else if spaces.joined_by_grid(one, other) || !seen.insert(ends) {
                faults.push(BoardError::DuplicateLink(a.clone(), b.clone()));
            } else {
                links.push(ends);
            }
        }
        links
    }

    /// Lays the checked parts out as flat arrays.
    fn join(&self, spaces: Spaces, sides: &[Side], links: &[(SpaceId, SpaceId)]) -> Board {
        let no_links = links.is_empty();
        let mut around: Vec<Vec<Neighbor>> = vec![Vec::new(); spaces.names.len()];
        let mut ends = Vec::with_capacity(sides.len() + links.len());
        let sides = sides.iter().map(|&(a, b, direction)| (a, b, Some(direction)));
        let links = links.iter().map(|&(a, b)| (a, b, None));
        for (a, b, direction) in sides.chain(links) {
            let edge = EdgeId::from_index(ends.len()).expect("edges were counted");
            let back = direction.map(Direction::opposite);
            around[a.index()].push(Neighbor { space: b, edge, direction });
            around[b.index()].push(Neighbor { space: a, edge, direction: back });
            ends.push((a, b));
        }
        let count = |length: usize| u32::try_from(length).expect("two per edge");
        let mut starts = vec![0];
        let mut links_start = Vec::new();
        let mut neighbors = Vec::with_capacity(2 * ends.len());
        let mut sides = Vec::with_capacity(around.len());
        for (index, mut list) in around.into_iter().enumerate() {
            // Stable: links stay as made, after the six directions.
            list.sort_by_key(|neighbor| neighbor.direction.map_or(6, Direction::index));
            let itself = SpaceId::from_index(index).expect("spaces were counted");
            let mut steps = [Step { space: itself, edge: EdgeId(0) }; 6];
            for neighbor in &list {
                if let Some(direction) = neighbor.direction {
                    steps[direction.index()] = Step { space: neighbor.space, edge: neighbor.edge };
                }
            }
            sides.push(steps);
            let hexes = list.iter().filter(|neighbor| neighbor.direction.is_some()).count();
            links_start.push(count(neighbors.len() + hexes));
            neighbors.extend(list);
            starts.push(count(neighbors.len()));
        }
        if no_links {
            links_start.clear();
        }
        Board {
            numbering: self.numbering.clone(),
            names: spaces.names,
            ids: spaces.ids,
            coords: spaces.coords,
            grid: spaces.grid,
            starts,
            neighbors,
            sides,
            links: links_start,
            ends,
        }
    }
}

/// A hexside: the hex with the lower id, the other one, and the way from the first to the second.
type Side = (SpaceId, SpaceId, Direction);

/// Spaces that have their ids but are not joined yet.
#[derive(Default)]
struct Spaces {
    names: Vec<Box<str>>,
    ids: HashMap<Box<str>, SpaceId>,
    coords: Vec<Coord>,
    grid: Grid,
}

impl Spaces {
    /// Every hexside between two hexes of the map, once.
    fn hexsides(&self) -> Vec<Side> {
        let mut sides = Vec::new();
        for &coord in &self.coords {
            let hex = self.grid.get(coord).expect("every hex is in the grid");
            for direction in Direction::ALL {
                match self.grid.get(coord.step(direction)) {
                    Some(other) if hex < other => sides.push((hex, other, direction)),
                    _ => {}
                }
            }
        }
        sides
    }

    fn joined_by_grid(&self, a: SpaceId, b: SpaceId) -> bool {
        let place = |space: SpaceId| self.coords.get(space.index());
        matches!((place(a), place(b)), (Some(a), Some(b)) if a.distance(*b) == 1)
    }
}

/// One thing wrong with the data of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A hex whose number cannot be read.
    Number(NumberError),
    /// The hex is there already, perhaps under its other number.
    DuplicateHex(String),
    /// The box is there already.
    DuplicateBox(String),
    /// A box with the number of a hex for a name.
    BoxLikeHex(String),
    /// A link to something that is not on the map.
    UnknownSpace {
        /// The two names of the link.
        link: (String, String),
        /// The one that is unknown.
        name: String,
    },
    /// A link from a space to itself.
    LinkToSelf(String),
    /// The two spaces are neighbours already.
    DuplicateLink(String, String),
    /// More spaces than a [`SpaceId`] can count.
    TooManySpaces(usize),
    /// More edges than an [`EdgeId`] can count.
    TooManyEdges(usize),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(error) => error.fmt(f),
            Self::DuplicateHex(hex) => write!(f, "the hex {hex} is on the map already"),
            Self::DuplicateBox(name) => write!(f, "the box {name:?} is on the map already"),
            Self::BoxLikeHex(name) => {
                write!(f, "a box cannot be called {name:?}: that is a hex number")
            }
            Self::UnknownSpace { link: (a, b), name } => {
                write!(f, "the link from {a:?} to {b:?}: {name:?} is not on the map")
            }
            Self::LinkToSelf(name) => write!(f, "{name:?} is linked to itself"),
            Self::DuplicateLink(a, b) => {
                write!(f, "the link from {a:?} to {b:?}: they are neighbours already")
            }
            Self::TooManySpaces(count) => {
                write!(f, "{count} hexes and boxes are too many: 65536 is the limit")
            }
            Self::TooManyEdges(count) => {
                write!(f, "{count} hexsides and links are too many: 65536 is the limit")
            }
        }
    }
}

impl Error for BoardError {}
