//! The weather table (3.5).

use super::super::reading::{Reading, Turns};
use super::terrain::Ice;
use kessel_kernel::data::{Item, Table};
use kessel_kit::{Fact, Names, words};
use serde::{Deserialize, Serialize};
use serde_json::Value;

words! {
    /// Snow or mud (3.2).
    #[derive(Default)]
    #[allow(missing_docs)]
    pub enum Weather {
        #[default]
        Snow,
        Mud,
    }

    /// The sky (3.3).
    #[derive(Default)]
    #[allow(missing_docs)]
    pub enum Cloud {
        #[default]
        Clear,
        Overcast,
        Blizzard,
    }
}

/// A cell of the weather table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Forecast {
    /// Snow or mud.
    pub weather: Weather,
    /// The ice on the rivers.
    pub ice: Ice,
    /// The sky.
    pub cloud: Cloud,
}

impl Forecast {
    /// Reads `S/rf CS`.
    fn parse(text: &str) -> Option<Forecast> {
        let (ground, sky) = text.split_once(' ')?;
        let (weather, ice) = match ground {
            "S" => (Weather::Snow, Ice::Open),
            "S/rf" => (Weather::Snow, Ice::MinorFrozen),
            "S/RF" => (Weather::Snow, Ice::MajorFrozen),
            "M" => (Weather::Mud, Ice::Open),
            _ => return None,
        };
        let cloud = match sky {
            "CS" => Cloud::Clear,
            "OS" => Cloud::Overcast,
            "Bz" => Cloud::Blizzard,
            _ => return None,
        };
        Some(Forecast { weather, ice, cloud })
    }

    /// As the table prints it: `S/rf CS`.
    pub fn text(self) -> String {
        let weather = match self.weather {
            Weather::Snow => "S",
            Weather::Mud => "M",
        };
        let ice = match self.ice {
            Ice::Open => "",
            Ice::MinorFrozen => "/rf",
            Ice::MajorFrozen => "/RF",
        };
        let cloud = match self.cloud {
            Cloud::Clear => "CS",
            Cloud::Overcast => "OS",
            Cloud::Blizzard => "Bz",
        };
        format!("{weather}{ice} {cloud}")
    }
}

/// Reads the `[[weather]]` columns. Every turn but the first has one.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Vec<Option<[Forecast; 11]>>> {
    let names = reading.names.listed("turn");
    let mut columns: Vec<Option<[Forecast; 11]>> = vec![None; names.len()];
    for table in root.tables("weather") {
        let first = table.need("turns").and_then(|list| list.items().first()?.text()).unwrap_or("");
        let table = table.called(format!("weather {first}"));
        let turns = table.items("turns");
        reading.source(&table, format!("charts.toml weather {first}"));
        let items = table.need("results").map(|list| list.items()).unwrap_or_default();
        if items.len() != 11 {
            table.fault(format!("the column has {} results, not one for each of 2 to 12", items.len()));
        }
        let cells: Vec<_> = items.iter().filter_map(read_cell).collect();
        let cells: Option<[Forecast; 11]> = cells.try_into().ok();
        for item in &turns {
            let Some(turn) = reading.turn(item) else { continue };
            let column = &mut columns[usize::from(turn.0) - 1];
            if column.is_some() {
                item.fault("has a column already");
            }
            *column = cells.or(Some([Forecast::default(); 11]));
        }
        table.finish();
    }
    for (turn, column) in names.iter().zip(&columns).skip(1) {
        if column.is_none() {
            root.fault(format!("the weather table has no column for {turn}"));
        }
    }
    Some(columns)
}

impl Fact for Forecast {
    fn fact(&self, _: &Names<'_>) -> Value {
        self.text().into()
    }
}

fn read_cell(item: &Item<'_>) -> Option<Forecast> {
    let text = item.text()?;
    let cell = Forecast::parse(text);
    if cell.is_none() {
        item.fault(format!("\"{text}\" is no weather: write \"S CS\", \"S/rf OS\", \"S/RF Bz\" or \"M OS\""));
    }
    cell
}
