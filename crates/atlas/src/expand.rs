//! From an order of battle to single units.

use crate::names;
use crate::order::{Formation, HqLine, Order, Place, Spot, Templates};
use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// A scale, as the scenario files call it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 400 m.
    City,
    /// 1 km.
    Field,
    /// 3 km.
    Front,
}

/// A headquarters' place in the tree.
#[derive(Clone, Debug)]
pub struct Command {
    /// `front`, `army`, `corps`, `division`, `brigade`.
    pub rank: &'static str,
    /// 1 to 5.
    pub level: u8,
    /// How many it commands.
    pub span: u8,
}

/// A unit, before it has a hex.
#[derive(Clone, Debug)]
pub struct Unit {
    /// `A.305.inf4`.
    pub id: String,
    /// The kind.
    pub class: String,
    /// `A.305`.
    pub formation: String,
    /// The headquarters above.
    pub superior: Option<String>,
    /// For people.
    pub name: String,
    /// On the counter.
    pub number: String,
    /// The battalion of its regiment.
    pub dots: u8,
    /// For unit integrity.
    pub org: Option<String>,
    /// Troop quality.
    pub quality: u8,
    /// In percent.
    pub strength: u8,
    /// Drawn by trucks.
    pub motor: bool,
    /// Guns that differ from their kind.
    pub guns: Option<&'static str>,
    /// A colour of its own.
    pub colour: Option<&'static str>,
    /// A headquarters.
    pub command: Option<Command>,
    /// A formation's unit in a line may be dug in.
    pub in_line: bool,
}

/// Units that are placed together.
#[derive(Clone, Debug)]
pub struct Group {
    /// 0 for the Axis, 1 for the Soviets.
    pub side: usize,
    /// `A.305`.
    pub id: String,
    /// For people.
    pub name: String,
    /// Nation and colour.
    pub nation: (&'static str, &'static str),
    /// Counts as a division.
    pub division: bool,
    /// A formation, not a headquarters with its troops.
    pub is_formation: bool,
    /// Only a variant brings it.
    pub variant: bool,
    /// Where it begins.
    pub place: Place,
    /// The units, with a place of their own if they have one.
    pub units: Vec<(Unit, Option<Spot>)>,
}

/// What units are made with.
pub struct Making<'a> {
    /// What formations are made of.
    pub templates: &'a Templates,
    /// Regiments by formation (`A.305`).
    pub regiments: &'a BTreeMap<String, Vec<String>>,
    /// The scale.
    pub scale: Scale,
}

const LETTERS: [&str; 2] = ["A", "S"];

impl Making<'_> {
    /// All groups: for each line its headquarters with troops, then its formations; those of variants last of their side.
    pub fn groups(&self, order: &Order) -> Result<Vec<Group>> {
        let mut groups = Vec::new();
        for (side, hqs) in order.sides.iter().enumerate() {
            for line in hqs {
                groups.push(self.headquarters(side, line));
                let above = hq_id(side, &line.name);
                for formation in &line.formations {
                    groups.push(self.formation(side, formation, &above, false)?);
                }
            }
        }
        // Behind everybody, so that the ids of the others stay.
        for variant in &order.variants {
            if let Some(formation) = &variant.formation {
                groups.push(self.formation(0, formation, &hq_id(0, &variant.superior), true)?);
            }
        }
        Ok(groups)
    }

    fn headquarters(&self, side: usize, line: &HqLine) -> Group {
        let axis = side == 0;
        let id = format!("{}.{}", LETTERS[side], line.name.replace(' ', ""));
        let nation = names::nation(axis, &line.name, None);
        let quality = if nation.0 == "german" { 6 } else { 5 };
        let name = names::hq(axis, &line.name);
        let (class, command) = command(axis, nation.0, &line.kind, self.scale);
        let hq = Unit {
            id: format!("{id}.HQ"),
            class: class.to_owned(),
            formation: id.clone(),
            superior: line.superior.as_ref().map(|superior| hq_id(side, superior)),
            name: name.clone(),
            number: line.name.replace(' ', ""),
            dots: 0,
            org: None,
            quality,
            strength: 100,
            motor: false,
            guns: None,
            colour: None,
            command: Some(command),
            in_line: false,
        };
        let mut units = vec![(hq, None)];
        let mut numbers: BTreeMap<&str, u8> = BTreeMap::new();
        for troops in &line.troops {
            for _ in 0..troops.count {
                let number = numbers.entry(&troops.code).or_default();
                *number += 1;
                let unit = Unit {
                    id: format!("{id}.{}{number}", troops.code),
                    class: troops.code.clone(),
                    formation: id.clone(),
                    superior: Some(format!("{id}.HQ")),
                    name: format!("{number}/{} {}", line.name, troops.code),
                    number: number.to_string(),
                    dots: 0,
                    org: None,
                    quality,
                    strength: 100,
                    motor: matches!(troops.code.as_str(), "art" | "arh"),
                    guns: matches!(troops.code.as_str(), "sar" | "saR").then_some("heavy"),
                    colour: own_colour(&troops.code),
                    command: None,
                    in_line: false,
                };
                units.push((unit, troops.at));
            }
        }
        Group {
            side,
            id,
            name: format!("{name} troops"),
            nation,
            division: false,
            is_formation: false,
            variant: false,
            place: line.place,
            units,
        }
    }

    fn formation(&self, side: usize, formation: &Formation, above: &str, variant: bool) -> Result<Group> {
        let id = format!("{}.{}", LETTERS[side], formation.name);
        let template = formation.template.as_str();
        let parts = self.templates.get(template).with_context(|| id.clone())?;
        let nation = names::nation(side == 0, &formation.name, Some(template));
        let mut regiments = Regiments::new(&id, &formation.name, self.regiments.get(&id), self.scale);
        let with_hq = parts[0].0.starts_with("HQ");
        let superior = if with_hq { format!("{id}.HQ") } else { above.to_owned() };
        let in_line = matches!(formation.place, Place::Line(..));
        let mut units = Vec::new();
        for (code, count) in parts {
            for index in 1..=*count {
                let is_hq = code.starts_with("HQ");
                let named = regiments.name(code, index, *count, template);
                let unit = Unit {
                    id: if is_hq { format!("{id}.HQ") } else { format!("{id}.{code}{index}") },
                    class: code.clone(),
                    formation: id.clone(),
                    superior: Some(if is_hq { above.to_owned() } else { superior.clone() }),
                    name: if is_hq { names::formation(&formation.name, template) } else { named.name },
                    number: named.number,
                    dots: if is_hq { 0 } else { named.dots },
                    org: (!is_hq).then_some(named.org),
                    quality: if !is_hq {
                        formation.quality
                    } else if nation.0 == "german" {
                        6
                    } else {
                        5
                    },
                    strength: if is_hq { 100 } else { formation.strength },
                    motor: is_motor(code, template),
                    guns: is_horse_artillery(code, template).then_some("light"),
                    colour: own_colour(code),
                    command: is_hq.then(|| formation_command(nation.0, template, self.scale)),
                    in_line: in_line && formation.quality >= 5,
                };
                units.push((unit, None));
            }
        }
        Ok(Group {
            side,
            id,
            name: names::formation(&formation.name, template),
            nation,
            division: names::is_division(template),
            is_formation: true,
            variant,
            place: formation.place,
            units,
        })
    }
}

/// The id of a headquarters that has a line of its own.
pub fn hq_id(side: usize, name: &str) -> String {
    format!("{}.{}.HQ", LETTERS[side], name.replace(' ', ""))
}

/// Engineers and guns of panzer and motorised divisions go by truck.
fn is_motor(code: &str, template: &str) -> bool {
    let motorised = template.starts_with("GPZ") || template.starts_with("GMO");
    motorised && matches!(code, "pik" | "art" | "arh")
}

/// The horse artillery of cavalry divisions: light guns, which may shoot and scoot.
fn is_horse_artillery(code: &str, template: &str) -> bool {
    let cavalry = template.starts_with("SCD") || template.starts_with("RCD");
    cavalry && matches!(code, "sar" | "rar" | "raR")
}

fn own_colour(code: &str) -> Option<&'static str> {
    match code {
        "cro" => Some("croatian"),
        "mil" => Some("militia"),
        "cos" => Some("cossack"),
        "tur" => Some("turkistani"),
        "abw" => Some("abwehr"),
        "bsh" => Some("blackshirt"),
        "flk" | "flb" | "hfl" | "hfR" => Some("luftwaffe"),
        "gmb" => Some("soviet-guard"),
        _ => None,
    }
}

/// Kind, level and span of a headquarters with a line of its own.
fn command(axis: bool, nation: &str, kind: &str, scale: Scale) -> (&'static str, Command) {
    let of = |rank, level, span| Command { rank, level, span };
    match (axis, kind) {
        (false, "FR") => ("HQa", of("front", 1, 10)),
        (false, "AR") => ("HQn", of("army", 2, if scale == Scale::City { 48 } else { 24 })),
        (false, _) => ("HQx", of("corps", 3, 18)),
        (true, "AR") => (
            "HQa",
            of(
                "army",
                1,
                match nation {
                    "german" => 12,
                    "romanian" => 10,
                    _ => 6,
                },
            ),
        ),
        (true, _) if nation == "german" => ("HQc", of("corps", 3, 12)),
        (true, _) => ("HQn", of("corps", 3, 6)),
    }
}

/// The same for the headquarters of a formation.
fn formation_command(nation: &str, template: &str, scale: Scale) -> Command {
    let division = |span| Command { rank: "division", level: 4, span };
    match nation {
        "german" => division(match scale {
            Scale::City => 12,
            Scale::Field => 10,
            Scale::Front => 6,
        }),
        "romanian" => division(if scale == Scale::Front { 4 } else { 8 }),
        "italian" => division(4),
        _ if template.starts_with("SRB") || template.starts_with("SBD") => {
            Command { rank: "brigade", level: 5, span: 4 }
        }
        _ if template.starts_with("STC") || template.starts_with("SMC") => {
            division(if scale == Scale::Front { 5 } else { 12 })
        }
        _ => division(if scale == Scale::Front { 4 } else { 10 }),
    }
}

/// Hands out regiments to the battalions of a formation.
struct Regiments {
    id: String,
    division: String,
    /// Three of them, tanks first in panzer and motorised divisions.
    numbers: Vec<String>,
    scale: Scale,
}

struct Named {
    name: String,
    number: String,
    dots: u8,
    org: String,
}

/// Kinds that fill a division's regiments.
const RIFLES: [&str; 11] = ["inf", "pgr", "mot", "rif", "gds", "nkv", "rin", "rca", "mec", "tkk", "lwj"];
/// Kinds that are regiments or brigades themselves.
const WHOLE: [&str; 13] = ["inR", "moR", "pgR", "lwR", "seR", "riR", "rcR", "rmR", "itR", "rfR", "gdR", "caR", "cav"];

impl Regiments {
    fn new(id: &str, name: &str, known: Option<&Vec<String>>, scale: Scale) -> Regiments {
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let division = if digits.is_empty() { name.to_owned() } else { digits };
        let numbers = known.cloned().unwrap_or_else(|| (1..=3).map(|i| format!("{division}/{i}")).collect());
        Regiments { id: id.to_owned(), division, numbers, scale }
    }

    fn name(&mut self, code: &str, index: u8, count: u8, template: &str) -> Named {
        let has_tanks = template.starts_with("GPZ") || template.starts_with("GMO");
        let foot: &[String] = if has_tanks && self.numbers.len() > 1 { &self.numbers[1..] } else { &self.numbers };
        let (regiment, battalion) = if has_tanks && matches!(code, "pza" | "pzk") {
            (Some(self.numbers[0].clone()), index)
        } else if matches!(code, "jag" | "cro") {
            // Two Jaeger regiments of three battalions, then the Croats.
            let place = if code == "cro" { 2 } else { usize::from(index - 1) / 3 };
            (foot.get(place).cloned(), (index - 1) % 3 + 1)
        } else if RIFLES.contains(&code) && count > 1 {
            let share = usize::from(count).div_ceil(foot.len()).max(1);
            let place = usize::from(index - 1) / share;
            (foot.get(place).cloned(), (usize::from(index - 1) % share) as u8 + 1)
        } else if WHOLE.contains(&code) {
            (foot.get(usize::from(index - 1) % foot.len()).cloned(), 0)
        } else if code == "tkr" && template.starts_with("SMC") {
            // Each mechanised brigade has a tank regiment.
            (foot.get(usize::from(index - 1)).cloned(), 0)
        } else {
            (None, if count > 1 { index } else { 0 })
        };
        let number = regiment.clone().unwrap_or_else(|| self.division.clone());
        let name = match (battalion, regiment.is_some()) {
            (0, true) => format!("{number} {code}"),
            (0, false) => format!("{} {code}", self.division),
            (_, true) => format!("{}/{number} {code}", names::roman(battalion)),
            (_, false) => format!("{battalion}/{} {code}", self.division),
        };
        let org = match (self.scale, &regiment) {
            (Scale::Front, _) => self.id.clone(),
            (_, Some(regiment)) => format!("{}/{regiment}", self.id),
            (_, None) if template.starts_with("ST") || template.starts_with("SRB") || template.starts_with("SBD") => {
                self.id.clone()
            }
            (_, None) => format!("{}/{code}", self.id),
        };
        Named { name, number, dots: battalion.min(4), org }
    }
}
