//! What the tool needs of a scenario file.

use crate::expand::Scale;
use crate::grid::Hex;
use anyhow::{Context, Result};
use serde::Deserialize;

/// A supply source.
pub struct Source {
    /// Where.
    pub hex: Hex,
    /// 0 for the Axis, 1 for the Soviets.
    pub side: usize,
}

/// A scenario.
pub struct Scenario {
    /// `to-the-volga`.
    pub word: String,
    /// Its title.
    pub title: String,
    /// Its scale.
    pub scale: Scale,
    /// First column and row, from 0.
    pub first: Hex,
    /// Columns and rows.
    pub size: (i32, i32),
    /// Objectives with their owners.
    pub objectives: Vec<(Hex, usize)>,
    /// Supply sources.
    pub sources: Vec<Source>,
}

#[derive(Deserialize)]
struct File {
    scenario: Head,
    objectives: List,
    sources: List,
}

#[derive(Deserialize)]
struct Head {
    title: String,
    scale: String,
    window: Window,
}

#[derive(Deserialize)]
struct Window {
    columns: [i32; 2],
    rows: [i32; 2],
}

#[derive(Deserialize)]
struct List {
    list: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    hex: String,
    #[serde(alias = "owner")]
    side: String,
}

impl Row {
    fn read(&self) -> Result<(Hex, usize)> {
        let hex = Hex::parse(&self.hex).with_context(|| format!("\"{}\" is no hex", self.hex))?;
        Ok((hex, usize::from(self.side == "soviet")))
    }
}

/// Reads a scenario file.
pub fn read(word: &str, text: &str) -> Result<Scenario> {
    let file: File = toml::from_str(text).with_context(|| format!("{word}.toml"))?;
    let window = file.scenario.window;
    let objectives = file.objectives.list.iter().map(Row::read).collect::<Result<_>>()?;
    let sources = file
        .sources
        .list
        .iter()
        .map(|row| row.read().map(|(hex, side)| Source { hex, side }))
        .collect::<Result<_>>()?;
    Ok(Scenario {
        word: word.to_owned(),
        title: file.scenario.title,
        scale: match file.scenario.scale.as_str() {
            "city" => Scale::City,
            "field" => Scale::Field,
            _ => Scale::Front,
        },
        first: Hex { c: window.columns[0] - 1, r: window.rows[0] - 1 },
        size: (window.columns[1] - window.columns[0] + 1, window.rows[1] - window.rows[0] + 1),
        objectives,
        sources,
    })
}
