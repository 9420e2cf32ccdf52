//! Makes the maps and the set-ups of World at War: Stalingrad.
//!
//! `make maps` runs it: from the tables in `atlas/` (lines on the earth, places, orders of battle) and the hand-made files of `data/waw` (kinds of
//! units, scenarios) it writes `map-*.toml` and `order-*.toml` there. It fails when a statement of the manual on the maps does not hold. With
//! `--check` it writes nothing and fails if a file would change.

mod check;
mod deploy;
mod emit;
mod expand;
mod features;
mod grid;
mod names;
mod order;
mod raster;
mod roster;
mod scenario;

use anyhow::{Context, Result, bail};
use grid::Frame;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const SCENARIOS: [&str; 7] =
    ["to-the-volga", "river-too-far", "mansteins-solution", "rattenkrieg", "wintergewitter", "quiet-flows", "uranus"];

fn main() -> Result<()> {
    let check_only = std::env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut stale = Vec::new();
    for (path, text) in products(&root)? {
        let old = fs::read_to_string(&path).unwrap_or_default();
        if old == text {
            continue;
        }
        if check_only {
            stale.push(path.display().to_string());
        } else {
            fs::write(&path, text).with_context(|| path.display().to_string())?;
            println!("{}", path.file_name().unwrap_or_default().to_string_lossy());
        }
    }
    if !stale.is_empty() {
        bail!("run `make maps`: {} would change", stale.join(", "));
    }
    Ok(())
}

/// Every file that the tool makes, with its text.
fn products(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let (steppe, _) = features::read(&read("atlas/steppe.txt")?)?;
    let (city, ground) = features::read(&read("atlas/city.txt")?)?;
    let places = features::places(&read("atlas/places.txt")?)?;
    let villages = features::villages(&read("atlas/villages.txt")?)?;
    let bases = [
        raster::city(&city, &ground, &places)?,
        raster::field(&steppe, &places, &villages)?,
        raster::front(&steppe, &places, &villages)?,
    ];
    let mut files = Vec::new();
    let titles = [("city", "the 400 m map"), ("field", "the 1 km map"), ("front", "the 3 km map")];
    for (base, (word, title)) in bases.iter().zip(titles) {
        check::base(base, &places)?;
        files.push((root.join(format!("data/waw/map-{word}.toml")), emit::map(base, title)));
    }
    let classes = roster::classes(&read("data/waw/units.toml")?)?;
    let templates = order::Templates::read(&read("atlas/templates.txt")?)?;
    let regiments = roster::regiments(&read("atlas/regiments.txt")?)?;
    let campaign = order::read(&read("atlas/orders/uranus.txt")?, None)?;
    for word in SCENARIOS {
        let scenario = scenario::read(word, &read(&format!("data/waw/{word}.toml"))?)?;
        let order = order::read(&read(&format!("atlas/orders/{word}.txt"))?, Some(&campaign)).context(word)?;
        let making = expand::Making { templates: &templates, regiments: &regiments, scale: scenario.scale };
        let base = bases.iter().find(|base| base.frame == frame(scenario.scale)).context("a base map")?;
        let text = roster::make(&scenario, base, &order, &making, &classes).context(word)?;
        files.push((root.join(format!("data/waw/order-{word}.toml")), text));
    }
    Ok(files)
}

const fn frame(scale: expand::Scale) -> Frame {
    match scale {
        expand::Scale::City => Frame::City,
        expand::Scale::Field => Frame::Field,
        expand::Scale::Front => Frame::Front,
    }
}

/// Lists by name.
type ByName<T> = BTreeMap<String, T>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_files_are_what_the_tables_give() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (path, text) in products(&root).unwrap_or_else(|error| panic!("{error:#}")) {
            let committed = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            assert!(committed == text, "run `make maps`: {} would change", path.display());
        }
    }
}
