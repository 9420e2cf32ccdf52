//! Writing an order of battle with its set-up.

use crate::check;
use crate::deploy::{Class, Deployment, Start, Window};
use crate::expand::{Group, Making, Scale, Unit, hq_id};
use crate::order::Order;
use crate::raster::Base;
use crate::scenario::Scenario;
use crate::{ByName, features};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::fmt::Write;

/// Reads the kinds of units.
pub fn classes(text: &str) -> Result<ByName<Class>> {
    #[derive(Deserialize)]
    struct File {
        classes: List,
    }
    #[derive(Deserialize)]
    struct List {
        list: Vec<Class>,
    }
    let file: File = toml::from_str(text).context("units.toml")?;
    Ok(file.classes.list.into_iter().map(|class| (class.code.clone(), class)).collect())
}

/// Reads the regiments of divisions: `A.305 576,577,578`.
pub fn regiments(text: &str) -> Result<ByName<Vec<String>>> {
    let line = |line: &str| {
        let (name, numbers) = line.split_once(' ').with_context(|| line.to_owned())?;
        Ok((name.to_owned(), numbers.split(',').map(str::to_owned).collect()))
    };
    features::lines(text).map(line).collect()
}

/// The text of an order of battle.
pub fn make(
    scenario: &Scenario,
    base: &Base,
    order: &Order,
    making: &Making<'_>,
    classes: &ByName<Class>,
) -> Result<String> {
    let window = Window { base, first: scenario.first, size: scenario.size };
    let groups = making.groups(order)?;
    for (unit, _) in groups.iter().flat_map(|group| &group.units) {
        ensure!(classes.contains_key(&unit.class), "{} is of no known kind", unit.id);
    }
    check_spans(&groups, classes)?;
    let mut deployment = Deployment::new(&window, scenario.scale, classes);
    deployment.run(&groups)?;
    let (away, who) = &deployment.displaced;
    ensure!(*away <= 3, "{who} stands {away} hexes from its place");
    let owners = deployment.owners(&scenario.objectives);
    check::sources(&window, scenario, &owners)?;
    let mut text = head(scenario);
    formations(&groups, &mut text);
    text.push_str("units = [\n");
    for group in &groups {
        for (unit, _) in &group.units {
            let start = deployment.starts.get(&unit.id).copied();
            ensure!(start.is_some() || group.variant, "{} has no place", unit.id);
            let _ = writeln!(text, "    {{ {} }},", fields(unit, group, start, scenario).join(", "));
        }
    }
    text.push_str("]\n");
    variants(order, &groups, &mut deployment, &mut text)?;
    text.push_str("\n# Who owns each hex at the start, row by row: a the Axis, s the Soviets.\nowner = [\n");
    for row in owners {
        let signs: String = row.into_iter().map(|owner| if owner == 0 { 'a' } else { 's' }).collect();
        let _ = writeln!(text, "    \"{signs}\",");
    }
    text.push_str("]\n");
    Ok(text)
}

fn head(scenario: &Scenario) -> String {
    format!(
        "# World at War: Stalingrad: {}: order of battle and set-up.\n\
         # This file is made by `make maps` from the tables in atlas/: change those, not this.\n\
         # The manual prints neither: a reconstruction from history, in the numbers that it does print (docs/reconstructions-waw.md).\n\n\
         [order]\nsource = \"reconstructed\"\n",
        scenario.title
    )
}

fn formations(groups: &[Group], text: &mut String) {
    text.push_str("formations = [\n");
    for group in groups {
        let side = ["axis", "soviet"][group.side];
        let nation = if group.side == 0 { format!(", nation = \"{}\"", group.nation.0) } else { String::new() };
        let division = if group.division { ", division = true" } else { "" };
        let _ = writeln!(
            text,
            "    {{ id = \"{}\", name = \"{}\", side = \"{side}\"{nation}, colour = \"{}\"{division} }},",
            group.id, group.name, group.nation.1
        );
    }
    text.push_str("]\n");
}

fn fields(unit: &Unit, group: &Group, start: Option<Start>, scenario: &Scenario) -> Vec<String> {
    let text = |key: &str, value: &str| format!("{key} = \"{value}\"");
    let mut fields = vec![text("id", &unit.id), text("class", &unit.class), text("formation", &unit.formation)];
    fields.extend(unit.superior.as_ref().map(|superior| text("superior", superior)));
    fields.push(text("name", &unit.name));
    fields.push(text("number", &unit.number));
    if unit.dots > 0 {
        fields.push(format!("dots = {}", unit.dots));
    }
    fields.extend(unit.org.as_ref().map(|org| text("org", org)));
    fields.push(format!("quality = {}", unit.quality));
    if unit.strength != 100 {
        fields.push(format!("strength = {}", unit.strength));
    }
    if unit.motor {
        fields.push("motor = true".to_owned());
    }
    fields.extend(unit.guns.map(|guns| text("guns", guns)));
    fields.extend(unit.colour.map(|colour| text("colour", colour)));
    if let Some(command) = &unit.command {
        fields.push(text("rank", command.rank));
        fields.push(format!("level = {}", command.level));
        fields.push(format!("span = {}", command.span));
        // Most Romanians of Quiet Flows the Don live on defensive supply; their armoured division does not (19.8).
        if scenario.word == "quiet-flows-the-don" && group.nation.0 == "romanian" && group.id != "A.R1Arm" {
            fields.push(text("supply", "defensive"));
        }
    }
    if is_dug_in(unit, group, scenario) {
        fields.push("dug_in = true".to_owned());
    }
    fields.extend(place(start));
    fields
}

fn place(start: Option<Start>) -> Vec<String> {
    match start {
        None => vec!["variant = true".to_owned()],
        Some(Start::Hex(hex)) => vec![format!("hex = \"{}\"", hex.number())],
        Some(Start::Turn(turn, hex)) => vec![format!("turn = {turn}"), format!("hex = \"{}\"", hex.number())],
    }
}

/// The fronts of the November scenarios and the defenders of the city have dug in.
fn is_dug_in(unit: &Unit, group: &Group, scenario: &Scenario) -> bool {
    let dug = match scenario.word.as_str() {
        "uranus" | "quiet-flows-the-don" => true,
        _ => scenario.scale == Scale::City && group.side == 1,
    };
    dug && unit.in_line
}

/// What variants bring, or bring elsewhere.
fn variants(order: &Order, groups: &[Group], deployment: &mut Deployment<'_>, text: &mut String) -> Result<()> {
    if order.variants.is_empty() {
        return Ok(());
    }
    text.push_str(
        "\n# What a variant puts where. A formation named by two comes once, at the earlier date.\nvariants = [\n",
    );
    for variant in &order.variants {
        let id = format!("A.{}", variant.name);
        let group = groups.iter().find(|group| group.id == id).with_context(|| format!("there is no {id}"))?;
        let starts = deployment.variant(group, variant.place)?;
        for (unit, _) in &group.units {
            let above = if unit.command.is_some() { Some(hq_id(0, &variant.superior)) } else { unit.superior.clone() };
            let superior = above.map_or_else(String::new, |above| format!(", superior = \"{above}\""));
            let place = place(starts.get(&unit.id).copied()).join(", ");
            let _ = writeln!(
                text,
                "    {{ variant = \"{}\", unit = \"{}\"{superior}, {place} }},",
                variant.variant, unit.id
            );
        }
    }
    text.push_str("]\n");
    Ok(())
}

/// Every attachment at the start is within the span of its headquarters (12.11).
fn check_spans(groups: &[Group], classes: &ByName<Class>) -> Result<()> {
    let mut counts: ByName<u8> = ByName::new();
    let units = || groups.iter().filter(|group| !group.variant).flat_map(|group| &group.units).map(|(unit, _)| unit);
    for unit in units() {
        let counted = matches!(classes[&unit.class].kind.as_str(), "infantry" | "armour" | "hq");
        if let Some(superior) = unit.superior.as_ref().filter(|_| counted) {
            *counts.entry(superior.clone()).or_default() += 1;
        }
    }
    for unit in units() {
        let Some(command) = &unit.command else { continue };
        let count = counts.get(&unit.id).copied().unwrap_or(0);
        ensure!(
            count <= command.span,
            "{} has {count} units and headquarters, more than its span of {}",
            unit.id,
            command.span
        );
    }
    Ok(())
}
