//! Setting up: every unit gets a hex.

use crate::expand::{Group, Scale, Unit};
use crate::grid::{Frame, Hex, Point};
use crate::order::{Place, Spot};
use crate::raster::Base;
use anyhow::{Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A kind of unit, as far as setting up needs it.
#[derive(Clone, Debug, Deserialize)]
pub struct Class {
    /// Its code.
    pub code: String,
    /// What it is.
    pub kind: String,
    /// How it moves.
    pub movement: String,
    /// When it has a stripe.
    pub striped: String,
}

impl Class {
    /// Does it have a stripe at this scale?
    pub fn is_striped(&self, scale: Scale) -> bool {
        match self.striped.as_str() {
            "always" => true,
            "front" => scale == Scale::Front,
            _ => false,
        }
    }

    /// Stacking points.
    pub fn points(&self, scale: Scale) -> u8 {
        match (self.is_striped(scale), scale) {
            (true, _) => 1,
            (false, Scale::City) => 4,
            (false, _) => 3,
        }
    }

    /// May it stand in unfrozen marsh?
    fn in_marsh(&self) -> bool {
        matches!(self.movement.as_str(), "foot" | "ski" | "bicycle" | "mounted")
    }
}

/// A window of a base map.
pub struct Window<'a> {
    /// The base map.
    pub base: &'a Base,
    /// First column and row, from 0.
    pub first: Hex,
    /// Columns and rows.
    pub size: (i32, i32),
}

impl Window<'_> {
    /// The hex of the window that is this hex of the base map.
    pub fn local(&self, hex: Hex) -> Hex {
        Hex { c: hex.c - self.first.c, r: hex.r - self.first.r }
    }

    /// The hex of the base map that is this hex of the window.
    pub fn global(&self, hex: Hex) -> Hex {
        Hex { c: hex.c + self.first.c, r: hex.r + self.first.r }
    }

    /// Is it inside?
    pub fn has(&self, hex: Hex) -> bool {
        (0..self.size.0).contains(&hex.c) && (0..self.size.1).contains(&hex.r)
    }

    /// The sign of a hex.
    pub fn sign(&self, hex: Hex) -> char {
        self.base.sign(self.global(hex))
    }

    /// Does a hex lie east of the Volga?
    pub fn is_east(&self, hex: Hex) -> bool {
        let hex = self.global(hex);
        hex.c >= self.base.east[hex.r as usize]
    }

    fn frame(&self) -> Frame {
        self.base.frame
    }

    fn point(&self, spot: Spot) -> Point {
        match spot {
            Spot::Geo(geo) => self.frame().point(geo),
            Spot::Hex(hex) => self.frame().centre(self.global(hex)),
        }
    }

    /// The hex of a spot.
    pub fn hex(&self, spot: Spot) -> Hex {
        self.local(self.frame().hex(self.point(spot)))
    }
}

/// Where a unit begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In a hex.
    Hex(Hex),
    /// At the end of a turn.
    Turn(u16, Hex),
}

/// A set-up being made.
pub struct Deployment<'a> {
    window: &'a Window<'a>,
    scale: Scale,
    classes: &'a BTreeMap<String, Class>,
    /// By hex: whose units, and how many points.
    stacks: BTreeMap<Hex, (usize, u8)>,
    /// Where every unit begins, by id.
    pub starts: BTreeMap<String, Start>,
    /// The largest displacement from where a unit was wanted.
    pub displaced: (i32, String),
}

/// A wanted hex and the way to the rear.
struct Wish {
    hex: Hex,
    rear: Option<Point>,
}

impl<'a> Deployment<'a> {
    /// Nothing stands yet.
    pub fn new(window: &'a Window<'a>, scale: Scale, classes: &'a BTreeMap<String, Class>) -> Deployment<'a> {
        let displaced = (0, String::new());
        Deployment { window, scale, classes, stacks: BTreeMap::new(), starts: BTreeMap::new(), displaced }
    }

    /// Sets up everybody: the Axis first; formations in order, then headquarters with their troops.
    pub fn run(&mut self, groups: &[Group]) -> Result<()> {
        for side in 0..2 {
            let of = |formations: bool| {
                groups
                    .iter()
                    .filter(move |group| group.side == side && group.is_formation == formations && !group.variant)
            };
            for group in of(true) {
                self.formation(group, group.place)?;
            }
            for group in of(false) {
                self.headquarters(group)?;
            }
        }
        Ok(())
    }

    fn formation(&mut self, group: &Group, place: Place) -> Result<()> {
        let units = group.units.iter().map(|(unit, _)| unit);
        match place {
            Place::Line(left, right) => self.line(group.side, &units.collect::<Vec<_>>(), left, right),
            Place::Round(spot) => {
                let hex = self.window.hex(spot);
                units.into_iter().try_for_each(|unit| self.put(group.side, unit, Wish { hex, rear: None }))
            }
            Place::Turn(turn, spot) => units.into_iter().try_for_each(|unit| self.arrive(unit, turn, spot)),
        }
    }

    fn headquarters(&mut self, group: &Group) -> Result<()> {
        for (unit, at) in &group.units {
            match (group.place, at) {
                (Place::Turn(turn, spot), _) => self.arrive(unit, turn, at.unwrap_or(spot))?,
                (_, Some(spot)) => {
                    let hex = self.window.hex(*spot);
                    self.put(group.side, unit, Wish { hex, rear: None })?;
                }
                (Place::Round(spot) | Place::Line(spot, _), None) => {
                    let hex = self.window.hex(spot);
                    self.put(group.side, unit, Wish { hex, rear: None })?;
                }
            }
        }
        Ok(())
    }

    fn arrive(&mut self, unit: &Unit, turn: u16, spot: Spot) -> Result<()> {
        let hex = self.window.hex(spot);
        ensure!(self.window.has(hex), "{} would arrive off the map, at {:?}", unit.id, hex);
        let sign = self.window.sign(hex);
        ensure!(!matches!(sign, '~' | '='), "{} would arrive in water, {}", unit.id, hex.number());
        self.starts.insert(unit.id.clone(), Start::Turn(turn, hex));
        Ok(())
    }

    /// Battalions along the line, then companies, guns behind them, the headquarters behind the middle.
    fn line(&mut self, side: usize, units: &[&Unit], left: Spot, right: Spot) -> Result<()> {
        let (a, b) = (self.window.point(left), self.window.point(right));
        let length = a.distance(b);
        let rear = Point { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
        let pitch = self.window.frame().pitch();
        let (guns_behind, hq_behind) = match self.scale {
            Scale::Front => (2.0, 3.0),
            Scale::Field => (4.0, 6.0),
            Scale::City => (5.0, 7.0),
        };
        let (classes, scale) = (self.classes, self.scale);
        let kind = |unit: &Unit| {
            let class = &classes[&unit.class];
            match class.kind.as_str() {
                "hq" => 3,
                "artillery" => 2,
                _ => u8::from(class.is_striped(scale)),
            }
        };
        for (wanted, behind) in [(0, 0.0), (1, 0.0), (2, guns_behind), (3, hq_behind)] {
            let these: Vec<_> = units.iter().filter(|unit| kind(unit) == wanted).copied().collect();
            for (place, unit) in these.iter().enumerate() {
                let along = (place as f64 + 0.5) / these.len() as f64;
                let on_line = a.toward(b, along);
                let back = pitch * behind;
                let point = Point { x: on_line.x + rear.x * back, y: on_line.y + rear.y * back };
                let hex = self.window.local(self.window.frame().hex(point));
                self.put(side, unit, Wish { hex, rear: Some(rear) })?;
            }
        }
        Ok(())
    }

    fn is_legal(&self, side: usize, class: &Class, hex: Hex) -> bool {
        if !self.window.has(hex) {
            return false;
        }
        let ground = match self.window.sign(hex) {
            '~' | '=' => false,
            'm' => class.in_marsh(),
            _ => true,
        };
        let room = self
            .stacks
            .get(&hex)
            .is_none_or(|&(owner, points)| owner == side && points + class.points(self.scale) <= 9);
        ground && room
    }

    /// The nearest legal hex, rather to the rear.
    fn put(&mut self, side: usize, unit: &Unit, wish: Wish) -> Result<()> {
        let class = &self.classes[&unit.class];
        let frame = self.window.frame();
        let middle = frame.centre(self.window.global(wish.hex));
        let mut best: Option<(f64, Hex)> = None;
        for radius in 0..12 {
            if best.is_some_and(|(score, _)| score < f64::from(radius) - 0.4 - 1e-9) {
                break;
            }
            for hex in wish.hex.ring(radius).into_iter().filter(|&hex| self.is_legal(side, class, hex)) {
                let point = frame.centre(self.window.global(hex));
                let length = point.distance(middle);
                let back = wish
                    .rear
                    .filter(|_| length > 0.0)
                    .map_or(0.0, |rear| ((point.x - middle.x) * rear.x + (point.y - middle.y) * rear.y) / length);
                let score = f64::from(radius) - 0.4 * back;
                if best.is_none_or(|(known, _)| score < known - 1e-9) {
                    best = Some((score, hex));
                }
            }
        }
        let Some((_, hex)) = best else { anyhow::bail!("there is no room for {} near {}", unit.id, wish.hex.number()) };
        let away = wish.hex.distance(hex);
        if away > self.displaced.0 {
            self.displaced = (away, unit.id.clone());
        }
        let points = class.points(self.scale);
        self.stacks.entry(hex).or_insert((side, 0)).1 += points;
        self.starts.insert(unit.id.clone(), Start::Hex(hex));
        Ok(())
    }

    /// Who owns each hex at the start: the side whose unit is nearest; between both the Axis west of the Volga. Then what the
    /// scenario says of its objectives.
    pub fn owners(&self, objectives: &[(Hex, usize)]) -> Vec<Vec<usize>> {
        let (columns, rows) = self.window.size;
        let mut owners = vec![vec![0; columns as usize]; rows as usize];
        for r in 0..rows {
            for c in 0..columns {
                let hex = Hex { c, r };
                let nearest = |side: usize| {
                    let own = self.stacks.iter().filter(|(_, stack)| stack.0 == side);
                    own.map(|(&place, _)| place.distance(hex)).min().unwrap_or(i32::MAX)
                };
                let (axis, soviet) = (nearest(0), nearest(1));
                let east = self.window.is_east(hex);
                owners[r as usize][c as usize] = usize::from(soviet < axis || (soviet == axis && east));
            }
        }
        for &(hex, owner) in objectives {
            owners[hex.r as usize][hex.c as usize] = owner;
        }
        owners
    }

    /// Where a variant would put the units of a formation: those on the map fill up round its place.
    pub fn variant(&mut self, group: &Group, place: Place) -> Result<BTreeMap<String, Start>> {
        let (stacks, starts) = (self.stacks.clone(), self.starts.clone());
        self.formation(group, place)?;
        let there = group.units.iter().map(|(unit, _)| (unit.id.clone(), self.starts[&unit.id])).collect();
        if !matches!(place, Place::Round(_)) {
            self.stacks = stacks;
        }
        self.starts = starts;
        Ok(there)
    }
}
