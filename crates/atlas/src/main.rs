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

const SCENARIOS: [&str; 7] = [
    "to-the-volga",
    "river-too-far",
    "mansteins-solution",
    "rattenkrieg",
    "wintergewitter",
    "quiet-flows-the-don",
    "uranus",
];

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
    use features::Kind;
    use grid::{Geo, Hex};

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    fn read(path: &str) -> String {
        fs::read_to_string(root().join(path)).unwrap()
    }

    fn front() -> (raster::Base, Vec<features::Place>) {
        let (steppe, _) = features::read(&read("atlas/steppe.txt")).unwrap();
        let places = features::places(&read("atlas/places.txt")).unwrap();
        (raster::front(&steppe, &places, &[]).unwrap(), places)
    }

    #[test]
    fn the_committed_files_are_what_the_tables_give() {
        for (path, text) in products(&root()).unwrap_or_else(|error| panic!("{error:#}")) {
            let committed = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            assert!(committed == text, "run `make maps`: {} would change", path.display());
        }
    }

    #[test]
    fn hexes_have_six_neighbours_and_rings() {
        let hex = Hex::parse("010010").unwrap();
        assert_eq!(hex.neighbors().map(Hex::number), ["011009", "011010", "011011", "010011", "009010", "010009"]);
        for radius in 1..5 {
            let ring = hex.ring(radius);
            assert_eq!(ring.len(), 6 * radius as usize);
            assert!(ring.iter().all(|other| other.distance(hex) == radius));
        }
        assert_eq!(hex.ring(1)[0], hex.neighbors()[0], "from the north-east");
    }

    #[test]
    fn points_of_the_earth_come_back_from_every_map() {
        for frame in [Frame::Front, Frame::Field, Frame::City] {
            let geo = Geo { lat: 48.1, lon: 43.5 };
            let back = frame.geo(frame.point(geo));
            assert!((back.lat - geo.lat).abs() < 1e-4 && (back.lon - geo.lon).abs() < 1e-4, "{frame:?} {back:?}");
            let hex = Hex { c: 7, r: 9 };
            assert_eq!(frame.hex(frame.centre(hex)), hex);
        }
    }

    #[test]
    fn a_third_crossing_of_the_volga_is_refused() {
        let (mut base, places) = front();
        check::base(&base, &places).unwrap();
        for line in base.lines.iter_mut().filter(|line| line.kind == Kind::Volga) {
            line.sides.pop();
        }
        let told = check::base(&base, &places).unwrap_err().to_string();
        assert!(told.contains("on the Volga"), "{told}");
    }

    #[test]
    fn a_weather_line_in_the_wrong_place_is_refused() {
        let (mut base, places) = front();
        base.south.fill(40);
        let told = check::base(&base, &places).unwrap_err().to_string();
        assert_eq!(told, "the Weather Line does not run just south of Nizhne Chirskaya");
    }

    #[test]
    fn a_place_that_is_elsewhere_on_the_earth_is_refused() {
        let (base, mut places) = front();
        let kalach = places.iter_mut().find(|place| place.name == "Kalach").unwrap();
        kalach.geo.lon += 0.2;
        let told = check::base(&base, &places).unwrap_err().to_string();
        assert_eq!(told, "Kalach is 5 hexes from where it lies on the earth");
    }

    #[test]
    fn sources_other_than_those_of_the_manual_are_refused() {
        let (base, _) = front();
        let text = read("data/waw/uranus.toml");
        let mut scenario = scenario::read("uranus", &text).unwrap();
        let window = deploy::Window { base: &base, first: scenario.first, size: scenario.size };
        let owners = vec![vec![0; 99]; 99];
        check::sources(&window, &scenario, &owners).unwrap();
        let rail = scenario.sources.pop().unwrap();
        let told = check::sources(&window, &scenario, &owners).unwrap_err().to_string();
        assert_eq!(told, "uranus: 19.7 also wants 099044 soviet; it does not want ");
        scenario.sources.push(rail);
        scenario.sources[0].side = 1;
        assert!(check::sources(&window, &scenario, &owners).is_err());
    }

    #[test]
    fn ordinals() {
        let all: Vec<_> = ["1", "2", "3", "4", "11", "12", "13", "21", "62", "113"].map(names::ordinal).into();
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "62nd", "113th"]);
    }
}
