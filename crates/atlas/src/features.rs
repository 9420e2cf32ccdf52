//! Reading the features of the earth: `RIVER Don : 49.80,41.15 49.74,41.30 ...`.

use crate::grid::{Frame, Geo, Hex, Point};
use anyhow::{Context, Result, bail};

/// What a line is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The Volga, along hexsides of the 3 km map.
    Volga,
    /// Along hexsides.
    River,
    /// Along hexsides.
    Balka,
    /// From hex to hex.
    Rail,
    /// From hex to hex.
    Road,
}

impl Kind {
    /// The word in data files.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Volga => "volga",
            Kind::River => "river",
            Kind::Balka => "balka",
            Kind::Rail => "rail",
            Kind::Road => "road",
        }
    }

    /// Does it run along hexsides?
    pub const fn is_on_sides(self) -> bool {
        matches!(self, Kind::Volga | Kind::River | Kind::Balka)
    }
}

/// A line on the earth.
#[derive(Clone, Debug)]
pub struct Feature {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// Its course.
    pub line: Vec<Geo>,
}

impl Feature {
    /// Its course on a map.
    pub fn on(&self, frame: Frame) -> Vec<Point> {
        self.line.iter().map(|&geo| frame.point(geo)).collect()
    }
}

/// Reads `lat,lon`.
pub fn geo(text: &str) -> Result<Geo> {
    let (lat, lon) = text.split_once(',').with_context(|| format!("\"{text}\" is no latitude,longitude"))?;
    Ok(Geo { lat: lat.trim().parse()?, lon: lon.trim().parse()? })
}

/// Lines that are neither empty nor remarks.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Reads features up to the line `GROUND`, and the rows of ground after it.
pub fn read(text: &str) -> Result<(Vec<Feature>, Vec<String>)> {
    let mut features = Vec::new();
    let mut all = lines(text);
    for line in all.by_ref() {
        if line == "GROUND" {
            break;
        }
        features.push(feature(line).with_context(|| line.to_owned())?);
    }
    Ok((features, all.map(str::to_owned).collect()))
}

fn feature(line: &str) -> Result<Feature> {
    let (head, points) = line.split_once(" : ").context("there is no \" : \"")?;
    let (kind, name) = head.split_once(' ').context("there is no name")?;
    let kind = match kind {
        "VOLGA" => Kind::Volga,
        "RIVER" => Kind::River,
        "BALKA" => Kind::Balka,
        "RAIL" => Kind::Rail,
        "ROAD" => Kind::Road,
        other => bail!("{other} is no kind of feature"),
    };
    let line = points.split_whitespace().map(geo).collect::<Result<Vec<_>>>()?;
    Ok(Feature { kind, name: name.to_owned(), line })
}

/// A place with its hex.
#[derive(Clone, Debug)]
pub struct Place {
    /// The letter of the base map.
    pub map: String,
    /// Its hex.
    pub hex: Hex,
    /// Where it lies on the earth.
    pub geo: Geo,
    /// Its name.
    pub name: String,
}

/// Reads places: `U 089039 48.820,44.590 Stalingrad North`.
pub fn places(text: &str) -> Result<Vec<Place>> {
    lines(text)
        .map(|line| {
            let mut parts = line.splitn(4, ' ');
            let mut part = || parts.next().with_context(|| line.to_owned());
            let (map, hex, at, name) = (part()?, part()?, part()?, part()?);
            let hex = Hex::parse(hex).with_context(|| line.to_owned())?;
            Ok(Place { map: map.to_owned(), hex, geo: geo(at)?, name: name.to_owned() })
        })
        .collect()
}

/// Reads villages: `48.01,43.68 Klykov`.
pub fn villages(text: &str) -> Result<Vec<(String, Geo)>> {
    let village = |line: &str| {
        let (at, name) = line.split_once(' ').with_context(|| line.to_owned())?;
        Ok((name.to_owned(), geo(at)?))
    };
    lines(text).map(village).collect()
}
