//! Reading orders of battle: headquarters, formations, troops, and what they are made of.

use crate::features::{geo, lines};
use crate::grid::{Geo, Hex};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;

/// A point of the earth, or a hex of the scenario.
#[derive(Copy, Clone, Debug)]
pub enum Spot {
    /// On the earth.
    Geo(Geo),
    /// On the map.
    Hex(Hex),
}

/// Where something begins.
#[derive(Copy, Clone, Debug)]
pub enum Place {
    /// A line from its left end, looking at the enemy, to its right end.
    Line(Spot, Spot),
    /// Round a point.
    Round(Spot),
    /// It comes at the end of a turn.
    Turn(u16, Spot),
}

/// A formation of an order of battle.
#[derive(Clone, Debug)]
pub struct Formation {
    /// `305`, `14Pz`.
    pub name: String,
    /// `GID.A`.
    pub template: String,
    /// Troop quality.
    pub quality: u8,
    /// Strength in percent.
    pub strength: u8,
    /// Where.
    pub place: Place,
}

/// Troops of a headquarters.
#[derive(Clone, Debug)]
pub struct Troops {
    /// The kind of unit.
    pub code: String,
    /// How many.
    pub count: u8,
    /// Where, if not at the headquarters.
    pub at: Option<Spot>,
}

/// A line of an order of battle.
#[derive(Clone, Debug)]
pub struct HqLine {
    /// `LI AK`.
    pub name: String,
    /// FR, AR, CO or CC.
    pub kind: String,
    /// Its superior.
    pub superior: Option<String>,
    /// Where it begins.
    pub place: Place,
    /// What it commands.
    pub formations: Vec<Formation>,
    /// Its own troops.
    pub troops: Vec<Troops>,
}

/// A formation that a variant brings, or brings elsewhere.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Which variant.
    pub variant: String,
    /// Under which headquarters.
    pub superior: String,
    /// The formation; one that the order of battle has already is told by a missing template.
    pub name: String,
    /// A formation of its own.
    pub formation: Option<Formation>,
    /// Where then.
    pub place: Place,
}

/// An order of battle: the Axis, then the Soviets.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// By side.
    pub sides: [Vec<HqLine>; 2],
    /// Of the Axis; the Soviet variants bring nobody.
    pub variants: Vec<Variant>,
}

/// Reads an order of battle. `campaign` is the one of Operation Uranus, which others copy from.
pub fn read(text: &str, campaign: Option<&Order>) -> Result<Order> {
    let mut order = Order::default();
    let mut side = 0;
    for line in lines(text) {
        match line.split_once(' ') {
            Some(("SIDE", "axis")) => side = 0,
            Some(("SIDE", "soviet")) => side = 1,
            Some(("VARIANT", rest)) => order.variants.extend(variants(rest).with_context(|| line.to_owned())?),
            _ => {
                let line = hq_line(line, side, campaign).with_context(|| line.to_owned())?;
                order.sides[side].push(line);
            }
        }
    }
    Ok(order)
}

fn hq_line(line: &str, side: usize, campaign: Option<&Order>) -> Result<HqLine> {
    let parts: Vec<_> = line.splitn(5, '|').collect();
    let [name, kind, superior, at, items] = parts[..] else { bail!("five parts, split by |") };
    let mut hq = HqLine {
        name: name.to_owned(),
        kind: kind.to_owned(),
        superior: (superior != "-").then(|| superior.to_owned()),
        place: if at.starts_with('T') { place(at)? } else { Place::Round(spot(at)?) },
        formations: Vec::new(),
        troops: Vec::new(),
    };
    for item in items.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        if let Some(names) = item.strip_prefix("=U ") {
            for name in names.split_whitespace() {
                hq.formations.push(copy(name, side, campaign)?);
            }
        } else if item.starts_with('+') {
            for troops_item in item.split_whitespace() {
                hq.troops.push(troops(troops_item)?);
            }
        } else {
            hq.formations.push(formation(item)?);
        }
    }
    Ok(hq)
}

fn copy(name: &str, side: usize, campaign: Option<&Order>) -> Result<Formation> {
    let campaign = campaign.context("there is no campaign to copy from")?;
    let all = campaign.sides[side].iter().flat_map(|hq| &hq.formations);
    let found = all.into_iter().find(|formation| formation.name == name);
    found.cloned().with_context(|| format!("the campaign has no {name}"))
}

fn formation(item: &str) -> Result<Formation> {
    let (name, rest) = item.split_once('=').context("name=template")?;
    let parts: Vec<_> = rest.split_whitespace().collect();
    let [template, quality, strength, at] = parts[..] else { bail!("template q s place: {item}") };
    Ok(Formation {
        name: name.trim().to_owned(),
        template: template.to_owned(),
        quality: quality.strip_prefix('q').context("q")?.parse()?,
        strength: strength.strip_prefix('s').context("s")?.parse()?,
        place: place(at)?,
    })
}

fn troops(item: &str) -> Result<Troops> {
    let item = item.strip_prefix('+').context("+kind*number")?;
    let (item, at) = match item.split_once('@') {
        Some((item, at)) => (item, Some(spot(at)?)),
        None => (item, None),
    };
    let (code, count) = item.split_once('*').context("kind*number")?;
    Ok(Troops { code: code.to_owned(), count: count.parse()?, at })
}

fn variants(rest: &str) -> Result<Vec<Variant>> {
    let parts: Vec<_> = rest.splitn(3, '|').collect();
    let [variant, superior, items] = parts[..] else { bail!("variant|headquarters|formations") };
    let one = |item: &str| {
        let own = if item.contains('=') { Some(formation(item)?) } else { None };
        let (name, at) = match &own {
            Some(own) => (own.name.clone(), own.place),
            None => {
                let (name, at) = item.split_once(' ').context("name place")?;
                (name.to_owned(), place(at.trim())?)
            }
        };
        Ok(Variant { variant: variant.to_owned(), superior: superior.to_owned(), name, formation: own, place: at })
    };
    items.split(';').map(str::trim).map(one).collect()
}

fn spot(text: &str) -> Result<Spot> {
    match text.strip_prefix('#') {
        Some(hex) => Ok(Spot::Hex(Hex::parse(hex).with_context(|| format!("\"{text}\" is no hex"))?)),
        None => Ok(Spot::Geo(geo(text)?)),
    }
}

fn place(text: &str) -> Result<Place> {
    if let Some(at) = text.strip_prefix('@') {
        return Ok(Place::Round(spot(at)?));
    }
    if let Some((turn, at)) = text.strip_prefix('T').and_then(|text| text.split_once('@')) {
        return Ok(Place::Turn(turn.parse()?, spot(at)?));
    }
    let (left, right) = text.split_once('>').with_context(|| format!("\"{text}\" is no place"))?;
    Ok(Place::Line(spot(left)?, spot(right)?))
}

/// What formations are made of.
pub struct Templates(BTreeMap<String, Vec<(String, u8)>>);

impl Templates {
    /// Reads `GID.A = HQd infx9 pikx2 (12)`.
    pub fn read(text: &str) -> Result<Templates> {
        let mut templates = BTreeMap::new();
        for line in lines(text) {
            let (name, parts) = line.split_once(" = ").with_context(|| line.to_owned())?;
            let mut units = Vec::new();
            let mut total = None;
            for part in parts.split_whitespace() {
                if let Some(number) = part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
                    total = Some(number.parse::<u8>()?);
                    continue;
                }
                let (code, count) =
                    part.rsplit_once('x').filter(|(_, count)| count.parse::<u8>().is_ok()).unwrap_or((part, "1"));
                units.push((code.to_owned(), count.parse()?));
            }
            let sum: u8 = units.iter().map(|(_, count)| count).sum();
            ensure!(total == Some(sum), "{name} has {sum} units");
            templates.insert(name.to_owned(), units);
        }
        Ok(Templates(templates))
    }

    /// The units of a template.
    pub fn get(&self, name: &str) -> Result<&[(String, u8)]> {
        Ok(self.0.get(name).with_context(|| format!("there is no template {name}"))?)
    }
}
