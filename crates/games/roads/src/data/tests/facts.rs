//! Tables and numbers that the rulebook prints.

use super::{data, value};
use crate::data::{
    AttackerResult, Cloud, DefenderResult, Effect, HqLocation, Ice, Odds, StrategicHex, Terrain, Weather,
};
use serde_json::json;

/// The combat results table as printed: losses, attacker, defender; a line for each sum of two dice.
const CRT: [&str; 11] = [
    "A3 AR R|A2 AR R|A2D1 AR F|A1 - R|A1 - R|- - R|A1D1 E DR2",
    "A2 AR R|A2D1 AR F|A1 AR -|A1 - R|- - S|A1D1 - S|A1D1 D1 DR2",
    "A2D1 AR Eng|A1 AR R|A1 AR R|- Eng -|A1D1 Eng F|A1D1 D1 Eng|D1 E DR2",
    "A1 - Eng|A1 Eng -|- Eng F|A1D1 - R|A1D1 D1 S|D1 E DR|D1 E DR2",
    "A1 AR R|A1 AR R|A1D1 - R|A1D1 D1 F|D1 E DR|D1 E DR|A1D2 E DR2",
    "A1 - -|- Eng -|A1D1 - S|D1 E DR|D1 E DR|D2 E DR2|D2 E2 DR3",
    "A1 - -|A1D1 - F|D1 E S|D1 E DR|A1D2 E DR2|A1D2 E2 DR2|D2 E2 Eng",
    "A1D1 - F|A1D1 - -|D1 D1 DR|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR3",
    "A1D1 E Eng|D1 E DR|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR2|A1D3 E3 DR3",
    "D1 E DR|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR3|A1D3 Eng DR3|D3 Eng DR3",
    "A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR3|A1D3 E3 DR3|D3 E3 DR3|D4 E3 DR3",
];

#[test]
fn the_combat_results_table_is_the_printed_one() {
    let crt = &data().charts.crt;
    for (roll, line) in (2..).zip(CRT) {
        for (odds, cell) in Odds::ALL.into_iter().zip(line.split('|')) {
            let found = crt.cell(odds, roll);
            let text = format!("{} {} {}", found.losses(), found.attacker.word(), found.defender.word());
            assert_eq!(text, cell, "{} {roll}", odds.word());
        }
    }
}

#[test]
fn the_colour_blocks_give_the_choices_of_the_examples() {
    let crt = &data().charts.crt;
    use AttackerResult::{Exploit, Exploit2, Loss};
    assert_eq!(crt.attacker_choices(Odds::SixToOne, 3), [Loss, Exploit]);
    assert_eq!(crt.attacker_choices(Odds::SixToOne, 6), [Exploit, Exploit2]);
    assert_eq!(crt.attacker_choices(Odds::FourToOne, 8), [Exploit]);
}

/// The weather table as printed, a line for each sum of two dice.
const WEATHER: [&str; 11] = [
    "S CS|S CS|S CS|S/rf CS|S/RF CS|S/rf CS|S CS|S CS|S CS",
    "S CS|S/rf CS|S/RF CS|S/RF CS|S/RF CS|S/RF CS|S/RF CS|S/rf CS|S CS",
    "S CS|S/rf CS|S/RF CS|S/RF CS|S/RF CS|S/RF CS|S/RF CS|S/rf CS|S CS",
    "S CS|S OS|S OS|S/rf OS|S/RF OS|S/rf OS|S OS|S OS|S CS",
    "S OS|S CS|S CS|S/rf CS|S/RF CS|S/rf CS|S CS|S CS|M CS",
    "S OS|S OS|S/rf OS|S/RF OS|S/RF OS|S/RF OS|S/rf OS|M OS|M OS",
    "S OS|S OS|S OS|S/rf OS|S/RF OS|S/rf OS|S OS|M OS|M OS",
    "S OS|S OS|S OS|S/rf OS|S/RF OS|S/rf OS|M OS|M OS|M OS",
    "S Bz|S Bz|S Bz|S/rf Bz|S/RF Bz|S/rf Bz|M Bz|M Bz|M Bz",
    "S OS|S OS|S OS|S/rf OS|S/RF OS|M OS|M OS|M OS|M OS",
    "S Bz|S Bz|S Bz|S/rf Bz|S/RF Bz|M Bz|M Bz|M Bz|M Bz",
];

#[test]
fn the_weather_table_is_the_printed_one() {
    let turns = ["NOV IV", "DEC I", "DEC II", "DEC III", "JAN III", "FEB IV", "MAR I", "MAR II", "MAR III"];
    for (roll, line) in WEATHER.iter().enumerate() {
        for (turn, cell) in turns.into_iter().zip(line.split('|')) {
            let place = usize::from(data().turn(turn).unwrap().0) - 1;
            let column = data().charts.weather[place].as_ref().unwrap();
            assert_eq!(column[roll].text(), cell, "{turn} {}", roll + 2);
        }
    }
    assert!(data().charts.weather[0].is_none(), "NOV III is not rolled");
    let middle = ["DEC IV", "JAN I", "JAN II", "JAN III", "JAN IV", "FEB I", "FEB II", "FEB III"];
    let columns = middle.map(|turn| data().charts.weather[usize::from(data().turn(turn).unwrap().0) - 1]);
    assert!(columns.iter().all(|column| *column == columns[0]));
}

#[test]
fn seventeen_turns_from_nov_iii_to_mar_iii() {
    assert_eq!(data().turns.len(), 17);
    assert_eq!((data().turns[0].as_str(), data().turns[16].as_str()), ("NOV III", "MAR III"));
    assert_eq!(data().turn("MAR IV"), None);
}

#[test]
fn the_fortress_and_its_air_bridge() {
    let tree = data().as_json();
    let levels = value(&tree, "charts.fortress_levels");
    assert_eq!(levels["11"], json!({ "attack": "half", "defence": "full", "movement": "half" }));
    assert_eq!(levels["7 to 10"], json!({ "attack": "one", "defence": "full", "movement": "one-point" }));
    assert_eq!(levels["2 to 6"], json!({ "attack": "one-per-stack", "defence": "half", "movement": "one-hex" }));
    assert_eq!(levels["1"], json!({ "attack": "none", "defence": "one", "movement": "three-units" }));
    let charts = &data().charts;
    let bridge: Vec<_> = (-3..=8).map(|roll| charts.air_bridge.get(roll)).map(|row| (row.change, row.ju52)).collect();
    let expected =
        [(-2, 0), (-2, 0), (-2, 0), (-2, 0), (-1, 1), (-1, 2), (-1, 2), (-1, 2), (-1, 3), (0, 3), (0, 4), (1, 6)];
    assert_eq!(bridge, expected);
    let modifiers = &charts.air_bridge_modifiers;
    assert_eq!((modifiers.least, modifiers.most, modifiers.pitomnik, modifiers.clear), (-4, 2, -3, 2));
    // Example 9: VVS, AA and a clear sky.
    assert_eq!(modifiers.vvs + modifiers.aa + modifiers.clear, 2);
    assert_eq!(charts.ju52.iter().map(|kind| kind.count).sum::<u8>(), 15);
    assert_eq!(charts.ju52.len(), 10);
    assert_eq!((charts.fortress.garrison_both, charts.fortress.garrison_one), (24, 15));
}

#[test]
fn example_3_supports_acquired() {
    let charts = &data().charts;
    let modifiers = &charts.acquisition_modifiers;
    let total = i16::from(modifiers.major_west + modifiers.minor_west);
    assert_eq!(total, -3);
    assert_eq!(charts.acquisition.get(8 + total).stavka, 3);
    assert_eq!(charts.acquisition.get(5 + total).minor, 0);
    assert_eq!(charts.acquisition.get(7 + total).minor, 1);
}

#[test]
fn the_reserve_tables() {
    let charts = &data().charts;
    let release: Vec<_> = (-1..=9).map(|roll| *charts.release.get(roll)).collect();
    assert_eq!(release, [1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3]);
    let rows = HqLocation::ALL.map(|at| charts.hq_location[at as usize]).map(|row| (row.release, row.enter));
    assert_eq!(rows, [(2, 3), (1, 2), (0, 2), (-1, 1)]);
    let offensives = &charts.offensives;
    assert_eq!((offensives.major_radius, offensives.minor_radius, offensives.stalingrad_bonus), (3, 2, 1));
    assert_eq!((offensives.launch_supports, offensives.swap_limit, offensives.release_points), (10, 3, 8));
}

#[test]
fn approval_crisis_and_manstein() {
    let charts = &data().charts;
    let strategic = StrategicHex::ALL.map(|hex| charts.strategic[hex as usize]).map(|row| (row.capture, row.recapture));
    assert_eq!(strategic, [(-1, 1), (-1, 1), (-2, 2), (0, 1)]);
    assert_eq!((charts.approval[4].supports, charts.approval[4].rps), (2, 1));
    assert!(charts.approval.len() >= 8, "boxes 0 to 7 are named");
    let seven = charts.okh_crisis.get(7);
    assert_eq!((seven.manstein, seven.approval, seven.attacks, seven.reward), (-1, 6, 2, 1));
    assert_eq!(seven.also, Some(crate::data::CrisisEffect::CitiesFrozen));
    assert_eq!(charts.backhand.approval, 7);
    let score = [-2, 0, 1, 2, 5].map(|score| charts.backhand_score.get(score)).map(|row| (row.approval, row.manstein));
    assert_eq!(score, [(2, None), (2, None), (5, Some(5)), (7, Some(7)), (7, Some(7))]);
    assert_eq!(data().turn_name(charts.wintergewitter.last_turn), "DEC IV");
    assert_eq!(data().turn_name(charts.backhand.first_turn), "JAN I");
}

#[test]
fn terrain_and_rivers_that_the_text_describes() {
    let charts = &data().charts;
    let terrain = |terrain: Terrain| &charts.terrain[terrain as usize];
    assert_eq!((terrain(Terrain::Clear).points, terrain(Terrain::Forest).points), (Some(1), Some(2)));
    assert_eq!((terrain(Terrain::Clear).road_half_points, terrain(Terrain::Marsh).road_half_points), (1, 2));
    assert_eq!(terrain(Terrain::Village).defence, 1);
    assert_eq!(terrain(Terrain::Forest).defender(DefenderResult::StandFast), DefenderResult::None);
    assert_eq!(terrain(Terrain::Forest).defender(DefenderResult::Retreat), DefenderResult::StandFast);
    assert_eq!(terrain(Terrain::Marsh).levels, [0, 0, 0, 0]);
    assert_eq!(terrain(Terrain::Clear).levels, [0, 1, 2, 3]);
    assert_eq!(terrain(Terrain::Marsh).frozen, Some(Terrain::Forest));
    assert!(terrain(Terrain::Sea).points.is_none() && terrain(Terrain::Lake).points.is_none());
    let [minor, major] = &charts.rivers;
    assert_eq!((minor[Ice::MinorFrozen as usize].points, minor[Ice::MinorFrozen as usize].defence), (0, 1));
    assert_eq!(minor[Ice::MajorFrozen as usize], minor[Ice::MinorFrozen as usize]);
    assert_eq!(major[Ice::MajorFrozen as usize], minor[Ice::Open as usize], "frozen major rivers are open minor ones");
}

#[test]
fn small_numbers() {
    let charts = &data().charts;
    assert_eq!((charts.stacking.units, charts.stacking.hqs), (3, 1));
    assert_eq!(charts.supply.source_radius, 4);
    assert_eq!((charts.movement.mud_points, charts.movement.ferry_points), (2, 1));
    assert_eq!(charts.combat.mud_bridge_divisor, 3);
    assert_eq!(charts.combat.weak_stack_steps, 4);
    assert_eq!(Effect::ALL.map(|effect| charts.superiority[effect as usize].effect), Effect::ALL);
    assert_eq!(Weather::default(), Weather::Snow);
    assert_eq!(Cloud::default(), Cloud::Clear);
}
