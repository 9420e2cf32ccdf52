//! What the manual says of the maps must hold: supply sources (19.7), the Weather Line (24.2), sizes (29), named places.

use crate::deploy::Window;
use crate::features::{Kind, Place};
use crate::grid::{Frame, Hex};
use crate::raster::{Base, Line};
use crate::scenario::{Scenario, Source};
use anyhow::{Result, bail, ensure};
use std::collections::BTreeSet;

/// Checks a base map.
pub fn base(base: &Base, places: &[Place]) -> Result<()> {
    for (line, one, other) in base.links() {
        ensure!(
            !base.has_side(Kind::Volga, one, other),
            "{} crosses the Volga between {} and {}",
            line.name,
            one.number(),
            other.number()
        );
    }
    for place in places.iter().filter(|place| place.map == base.frame.letter()) {
        let true_hex = base.frame.hex(base.frame.point(place.geo));
        let off = true_hex.distance(place.hex);
        ensure!(off <= 1, "{} is {off} hexes from where it lies on the earth", place.name);
    }
    match base.frame {
        Frame::Front => front(base),
        Frame::City => city(base),
        Frame::Field => Ok(()),
    }
}

fn named(base: &Base, name: &str) -> Result<Hex> {
    let found = base.places.iter().find(|(_, known)| known == name);
    found.map(|&(hex, _)| hex).ok_or_else(|| anyhow::anyhow!("there is no {name} on the map"))
}

/// 7.t, 17.12.b, 24.2.b on the 3 km map.
fn front(base: &Base) -> Result<()> {
    for name in ["Nizhne Chirskaya", "Tinguta Station"] {
        let hex = named(base, name)?;
        let south = base.south[hex.c as usize];
        ensure!((hex.r + 1..=hex.r + 2).contains(&south), "the Weather Line does not run just south of {name}");
    }
    for name in ["Stalingradskii", "Gumrak", "Pitomnik"] {
        ensure!(base.airfields.iter().any(|(_, known)| known == name), "there is no airfield {name}");
    }
    let city = ["Stalingrad North (Tractor)", "Stalingrad Centre", "Stalingrad South"];
    for name in city {
        let hex = named(base, name)?;
        ensure!(matches!(base.sign(hex), 'c' | 'F'), "{name} is no city hex");
        ensure!(hex.c < base.east[hex.r as usize], "{name} lies east of the Volga");
    }
    // Exactly two sides beside the city are river where the Volga is: the ferries.
    let mut crossings = 0;
    for hex in base.frame.hexes() {
        for other in &hex.neighbors()[1..4] {
            if !base.frame.has(*other) {
                continue;
            }
            let east = |hex: Hex| hex.c >= base.east[hex.r as usize];
            if east(hex) != east(*other) && !base.has_side(Kind::Volga, hex, *other) {
                crossings += 1;
                ensure!(
                    base.has_side(Kind::River, hex, *other),
                    "nothing parts {} and {} on the Volga",
                    hex.number(),
                    other.number()
                );
            }
        }
    }
    ensure!(crossings == 2, "the Volga can be crossed at {crossings} sides, not 2");
    Ok(())
}

/// 16.34.d, 29.a, and ferries that lead from bank to bank.
fn city(base: &Base) -> Result<()> {
    for name in
        ["Red Barricades Factory", "Red October Factory", "Tractor Factory", "Lazur Chemical Works", "Grain Elevator"]
    {
        ensure!(base.sign(named(base, name)?) == 'F', "{name} is no factory hex");
    }
    let kurgan = named(base, "Mamayev Kurgan (east)")?;
    let Some((_, hill)) = base.hills.iter().find(|(name, _)| name == "Mamayev Kurgan") else {
        bail!("no Mamayev Kurgan")
    };
    ensure!(hill.contains(&kurgan), "the victory hex of Mamayev Kurgan is not on the hill");
    ensure!(hill.iter().all(|hex| hex.c <= kurgan.c), "the victory hex of Mamayev Kurgan is not its easternmost");
    for hex in base.frame.hexes().filter(|&hex| base.sign(hex) == '=') {
        let land = |hex: &Hex| base.frame.has(*hex) && base.sign(*hex) != '~';
        let ways = hex.neighbors().iter().filter(|hex| land(hex)).count();
        ensure!(ways >= 2, "the ferry of {} leads nowhere", hex.number());
    }
    Ok(())
}

/// An edge of a window.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    North,
    East,
    South,
    West,
}

/// A way that leads off the map.
struct Exit<'a> {
    line: &'a Line,
    hex: Hex,
    edges: Vec<Edge>,
}

/// Every hex of the window at which a way leads off it, and over which edges.
fn exits<'a>(window: &Window<'a>) -> Vec<Exit<'a>> {
    let mut exits: Vec<Exit<'a>> = Vec::new();
    let (columns, rows) = window.size;
    let beyond = |hex: Hex| {
        let sides = [
            (hex.r < 0, Edge::North),
            (hex.c >= columns, Edge::East),
            (hex.r >= rows, Edge::South),
            (hex.c < 0, Edge::West),
        ];
        sides.into_iter().filter(|(is, _)| *is).map(|(_, edge)| edge).collect::<Vec<_>>()
    };
    for line in &window.base.lines {
        for run in &line.runs {
            let local: Vec<_> = run.iter().map(|&hex| window.local(hex)).collect();
            for (place, &hex) in local.iter().enumerate().filter(|(_, hex)| window.has(**hex)) {
                let mut edges = Vec::new();
                for next in [place.checked_sub(1), Some(place + 1)].into_iter().flatten() {
                    match local.get(next) {
                        Some(&next) => edges.extend(beyond(next)),
                        // The run ends: on the rim of the base map the way goes on beyond it.
                        None => edges.extend(
                            hex.neighbors()
                                .into_iter()
                                .filter(|&hex| !window.base.frame.has(window.global(hex)))
                                .flat_map(beyond),
                        ),
                    }
                }
                if place == 0 {
                    edges.extend(
                        hex.neighbors()
                            .into_iter()
                            .filter(|&hex| !window.base.frame.has(window.global(hex)))
                            .flat_map(beyond),
                    );
                }
                edges.sort_unstable();
                edges.dedup();
                if !edges.is_empty() {
                    exits.push(Exit { line, hex, edges });
                }
            }
        }
    }
    exits
}

/// The column at which the Don leaves the map over its north edge.
fn don(window: &Window<'_>) -> Option<i32> {
    (0..window.size.0).find(|&c| {
        let (one, other) = (window.global(Hex { c, r: 0 }), window.global(Hex { c: c + 1, r: 0 }));
        let don = window.base.lines.iter().find(|line| line.name == "Don");
        don.is_some_and(|don| don.sides.iter().any(|&side| side == (one, other) || side == (other, one)))
    })
}

/// The supply sources of a scenario are those that 19.7 describes.
pub fn sources(window: &Window<'_>, scenario: &Scenario, owners: &[Vec<usize>]) -> Result<()> {
    let exits = exits(window);
    let over = |exit: &Exit<'_>, edges: &[Edge]| exit.edges.iter().any(|edge| edges.contains(edge));
    let owner = |hex: Hex| owners[hex.r as usize][hex.c as usize];
    let (columns, rows) = window.size;
    let (west, south) =
        (Hex { c: 0, r: rows - 1 }, [Hex { c: columns - 2, r: rows - 1 }, Hex { c: columns - 1, r: rows - 1 }]);
    let (north_west, north_east) = (Hex { c: 0, r: 0 }, Hex { c: columns - 1, r: 0 });
    let mut wanted: BTreeSet<(Hex, usize)> = BTreeSet::new();
    let mut want = |keep: &dyn Fn(&Exit<'_>) -> Option<usize>| {
        wanted.extend(exits.iter().filter_map(|exit| Some((exit.hex, keep(exit)?))));
    };
    let don = don(window);
    use Edge::{East, North, South, West};
    match scenario.word.as_str() {
        "to-the-volga" | "rattenkrieg" => {
            let off = if scenario.word == "to-the-volga" { South } else { East };
            want(&|exit| {
                let east = window.is_east(exit.hex);
                (east && exit.line.kind == Kind::Road && over(exit, &[off]))
                    .then_some(1)
                    .or((!east && over(exit, &[South, West, North])).then_some(0))
            });
        }
        "river-too-far" => {
            want(&|exit| (exit.line.kind == Kind::Rail && over(exit, &[East])).then_some(1));
            for (hex, side) in [(north_west, 1), (north_east, 1), (west, 0)] {
                ensure!(window.sign(hex) == '.', "the corner {} is not open", hex.number());
                wanted.insert((hex, side));
            }
        }
        "mansteins-solution" => {
            want(&|exit| over(exit, &[West, South, East]).then_some(0));
            // One road over the north edge: that from Kletskaya to Kalach.
            want(&|exit| (exit.line.name == "Kletskaya-Kalach" && over(exit, &[North])).then_some(1));
            wanted.extend(south.map(|hex| (hex, 1)));
        }
        "wintergewitter" => want(&|exit| {
            let own = owner(exit.hex);
            let axis = over(exit, &[West]) || (over(exit, &[North]) && own == 0 && exit.line.kind == Kind::Road);
            axis.then_some(0).or((over(exit, &[North, East, South]) && own == 1).then_some(1))
        }),
        "quiet-flows-the-don" | "uranus" => {
            let Some(don) = don else { bail!("the Don does not leave over the north edge") };
            let campaign = scenario.word == "uranus";
            want(&|exit| {
                let west_of_don = exit.hex.c <= don;
                let axis = over(exit, &[West, South]) || (over(exit, &[North]) && west_of_don);
                let soviet = (over(exit, &[North]) && !west_of_don) || (campaign && over(exit, &[East]));
                axis.then_some(0).or(soviet.then_some(1))
            });
        }
        other => bail!("19.7 does not know {other}"),
    }
    let listed: BTreeSet<_> = scenario.sources.iter().map(|source: &Source| (source.hex, source.side)).collect();
    let show = |set: Vec<&(Hex, usize)>| {
        set.iter()
            .map(|(hex, side)| format!("{} {}", hex.number(), ["axis", "soviet"][*side]))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (missing, surplus): (Vec<_>, Vec<_>) =
        (wanted.difference(&listed).collect(), listed.difference(&wanted).collect());
    ensure!(
        missing.is_empty() && surplus.is_empty(),
        "{}: 19.7 also wants {}; it does not want {}",
        scenario.word,
        show(missing),
        show(surplus)
    );
    Ok(())
}
