//! Prints the sheet of a scenario as the page receives it: `cargo run -p kessel-waw --example sheet -- uranus > sheet.json`.

use kessel_kit::Word;
use kessel_waw::data::{Data, ScenarioId};

fn main() {
    let word = std::env::args().nth(1).unwrap_or_else(|| "uranus".to_owned());
    let id = ScenarioId::from_word(&word).unwrap_or_else(|| panic!("there is no scenario {word}"));
    let data = Data::load(&Data::embedded()).unwrap_or_else(|faults| panic!("{faults}"));
    println!("{}", serde_json::to_string(&data.scenario(id).sheet()).expect("a sheet is text"));
}
