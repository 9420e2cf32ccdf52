//! What never changes of a scenario, laid out flat: neighbours, hexsides and units by number.

use crate::data::{Data, HexSide, Kind, Scenario, Terrain, UnitId, UnitInfo};
use crate::state::NONE;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use std::collections::BTreeMap;

/// Clockwise from the north-east, as ties are broken (dossier 3.5).
pub const DIRECTIONS: [kessel_board::Direction; 6] = {
    use kessel_board::Direction as D;
    [D::D5, D::D0, D::D1, D::D2, D::D3, D::D4]
};

/// A scenario's map and units, flat.
pub struct Theater {
    /// How many hexes.
    pub hexes: usize,
    /// The six neighbours, clockwise from the north-east, or [`NONE`].
    pub near: Vec<[u16; 6]>,
    /// What lies on the six sides.
    pub side: Vec<[HexSide; 6]>,
    /// The ground, without rubble.
    pub terrain: Vec<Terrain>,
    /// South of the Weather Line (24.2.b).
    pub south: Vec<bool>,
    /// The number of a hex by row, then column: the order in which hexes are taken.
    pub rank: Vec<u16>,
    /// Column and row of each hex, from 0.
    pub grid: Vec<(i16, i16)>,
    /// Columns and rows.
    pub size: (i16, i16),
    /// Every hex, by row, then column.
    pub by_rank: Vec<u16>,
    /// Units by their ids.
    pub by_id: BTreeMap<String, u16>,
    /// The objective in each hex, or [`NONE`].
    pub objective: Vec<u16>,
    /// Source hexes of each side.
    pub sources: [Vec<u16>; 2],
    /// Units by organisation (15.42), headquarters and guns left out.
    pub orgs: Vec<Vec<u16>>,
    /// The first Soviet unit's number is here or above; units of variants come after all others and may be of either side.
    pub sides: Vec<Side>,
    /// The hex that doubles losses on ferries (16.34.d).
    pub mamayev: u16,
}

impl Theater {
    /// Lays a scenario out.
    pub fn new(scenario: &Scenario) -> Theater {
        let map = &scenario.map;
        let hexes = map.board.len();
        let ids = || (0..hexes as u16).map(SpaceId);
        let near = ids().map(|hex| DIRECTIONS.map(|d| map.board.neighbor(hex, d).map_or(NONE, |n| n.0))).collect();
        let side = ids().map(|hex| DIRECTIONS.map(|d| map.side(hex, d))).collect();
        let rank: Vec<u16> = ids().map(|hex| map.rank(hex)).collect();
        let mut by_rank: Vec<u16> = (0..hexes as u16).collect();
        by_rank.sort_unstable_by_key(|hex| rank[*hex as usize]);
        let mut objective = vec![NONE; hexes];
        for (n, place) in scenario.objectives.iter().enumerate() {
            objective[place.hex.0 as usize] = n as u16;
        }
        let sources =
            Side::BOTH.map(|side| scenario.sources.iter().filter(|s| s.side == side).map(|s| s.hex.0).collect());
        let mut orgs = vec![Vec::new(); usize::from(scenario.orgs)];
        for (n, unit) in scenario.units.iter().enumerate() {
            if let Some(org) = unit.org.filter(|_| !matches!(unit.kind, Kind::Hq | Kind::Artillery)) {
                orgs[org.index()].push(n as u16);
            }
        }
        let mamayev =
            scenario.objectives.iter().find(|o| o.name.starts_with("Mamayev")).map_or(NONE, |place| place.hex.0);
        Theater {
            hexes,
            near,
            side,
            terrain: ids().map(|hex| map.terrain[hex]).collect(),
            south: ids().map(|hex| map.south.contains(hex)).collect(),
            rank,
            grid: ids().map(|hex| (map.column(hex) as i16, map.row(hex) as i16)).collect(),
            size: (i16::from(map.columns), i16::from(map.rows)),
            by_rank,
            by_id: scenario.units.iter().enumerate().map(|(n, u)| (u.id.clone(), n as u16)).collect(),
            objective,
            sources,
            orgs,
            sides: scenario.units.iter().map(|unit| unit.side).collect(),
            mamayev,
        }
    }

    /// The direction of a neighbour, from 0 (north-east) clockwise.
    #[inline]
    pub fn toward(&self, from: u16, to: u16) -> Option<usize> {
        self.near[from as usize].iter().position(|n| *n == to)
    }

    /// 1.1: hexes from one to the other.
    pub fn distance(&self, a: u16, b: u16) -> u16 {
        let cube = |hex: u16| {
            let (c, r) = self.grid[hex as usize];
            (c - (r - (r & 1)) / 2, r)
        };
        let ((qa, ra), (qb, rb)) = (cube(a), cube(b));
        let (dq, dr) = (qa - qb, ra - rb);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u16
    }

    /// Every hex within so many of one, itself included, by row, then column.
    pub fn within(&self, hex: u16, radius: u16) -> impl Iterator<Item = u16> + '_ {
        let ((c, r), reach) = (self.grid[hex as usize], radius as i16);
        let (columns, rows) = self.size;
        let row = move |row: i16| {
            let width = (c - reach - 1).max(0)..=(c + reach + 1).min(columns - 1);
            width.map(move |column| (column * rows + row) as u16)
        };
        let all = ((r - reach).max(0)..=(r + reach).min(rows - 1)).flat_map(row);
        all.filter(move |other| self.distance(hex, *other) <= radius)
    }

    /// What lies between two neighbours, seen from the first.
    #[inline]
    pub fn between(&self, from: u16, to: u16) -> HexSide {
        self.toward(from, to).map_or(HexSide::default(), |d| self.side[from as usize][d])
    }
}

/// The scenario of a position, with its flat form.
#[derive(Copy, Clone)]
pub struct Stage<'a> {
    /// All data.
    pub data: &'a Data,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its flat form.
    pub theater: &'a Theater,
    /// The squadrons at the air level that is played.
    pub squadrons: &'a [crate::data::Squadron],
}

impl<'a> Stage<'a> {
    /// What is printed on a unit.
    #[inline]
    pub fn info(&self, unit: u16) -> &'a UnitInfo {
        self.scenario.unit(UnitId::at(unit as usize))
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self, unit: u16) -> Side {
        self.theater.sides[unit as usize]
    }

    /// A hex's number.
    pub fn hex_name(&self, hex: u16) -> &'a str {
        if hex == NONE { "" } else { self.scenario.map.board.name(SpaceId(hex)) }
    }

    /// The place's name, or the hex's number.
    pub fn place_name(&self, hex: u16) -> &'a str {
        self.scenario.map.place_name(SpaceId(hex))
    }

    /// The hex of a number.
    pub fn hex(&self, name: &str) -> Option<u16> {
        self.scenario.map.board.space(name).map(|space| space.0)
    }

    /// The unit of an id.
    pub fn unit(&self, id: &str) -> Option<u16> {
        self.theater.by_id.get(id).copied()
    }

    /// Is this the 3 km scale?
    pub fn coarse(&self) -> bool {
        self.scenario.map.scale == crate::data::Scale::Front
    }

    /// Is this the 400 m scale?
    pub fn city(&self) -> bool {
        self.scenario.map.scale == crate::data::Scale::City
    }
}
