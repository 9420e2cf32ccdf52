//! The combat results table, the terrain effects chart and the numbers.

use super::data;
use crate::data::{CombatResult, Odds, Terrain};

#[test]
fn odds_are_rounded_for_the_defender() {
    for (attack, defence, odds) in [
        (26, 7, "3:1"), // 11.8
        (5, 11, "1:3"), // 11.9
        (7, 7, "1:1"),
        (13, 7, "1:1"),
        (14, 7, "2:1"),
        (6, 7, "1:2"),
        (1, 60, "1:60"),
        (40, 2, "20:1"),
    ] {
        let found = Odds::of(attack, defence);
        assert_eq!(found.to_string(), odds, "{attack} against {defence}");
        assert_eq!(Odds::parse(odds), Some(found));
    }
    assert_eq!(["2:2", "0:1", "3", "a:1", "-2:1"].map(Odds::parse), [None; 5]);
}

#[test]
fn the_ladder_has_no_end() {
    let odds = |text| Odds::parse(text).unwrap();
    assert_eq!(odds("3:1").shifted(-1), odds("2:1")); // 11.15
    assert_eq!(odds("3:1").shifted(-2), odds("1:1")); // 11.16
    assert_eq!(odds("1:1").shifted(-1), odds("1:2"));
    let twenty = odds("20:1").shifted(-2);
    assert_eq!(twenty, odds("18:1")); // 11.29
    let crt = &data().charts.crt;
    assert_eq!(crt.automatic(twenty), Some(CombatResult::DefenderEliminated));
    assert_eq!(crt.automatic(odds("7:1")), Some(CombatResult::DefenderEliminated));
    assert_eq!(crt.automatic(odds("1:4")), Some(CombatResult::AttackerLosesOne));
    assert_eq!((crt.automatic(odds("6:1")), crt.automatic(odds("1:3"))), (None, None));
    assert_eq!(crt.result(odds("6:1"), 5), CombatResult::DefenderEliminated); // 11.29
    assert_eq!((crt.lowest(), crt.highest(), crt.odds().len()), (odds("1:3"), odds("6:1"), 8));
}

#[test]
fn better_dice_and_better_odds_never_hurt_the_attacker() {
    let crt = &data().charts.crt;
    for odds in crt.odds() {
        for die in 1..=6 {
            let here = crt.result(odds, die);
            assert!(die == 6 || here <= crt.result(odds, die + 1), "{odds} {die}");
            assert!(here <= crt.result(odds.shifted(1), die), "{odds} {die}");
        }
    }
}

#[test]
fn terrain_costs_and_shifts() {
    let charts = &data().charts;
    let rows = [
        (Terrain::Clear, [Some(1), Some(1), Some(1)], 0, 0, Some(0)),
        (Terrain::Forest, [Some(2), Some(1), Some(1)], 0, -1, None),
        (Terrain::Hills, [Some(4), Some(2), Some(1)], -1, 0, None),
        (Terrain::Mountain, [None, Some(4), Some(2)], -2, 0, None),
        (Terrain::Marsh, [None, Some(2), Some(2)], 1, 0, None),
        (Terrain::Desert, [Some(1), Some(1), Some(1)], 1, 0, Some(1)),
        (Terrain::Sea, [None, None, None], 0, 0, None),
    ];
    for (terrain, costs, prepared, move_first, mobile) in rows {
        let effect = charts.terrain(terrain, false);
        assert_eq!([effect.mechanised, effect.foot, effect.mountain], costs, "{terrain:?}");
        assert_eq!((effect.prepared, effect.move_first, effect.mobile), (prepared, move_first, mobile), "{terrain:?}");
        let frozen = if terrain == Terrain::Marsh { Terrain::Clear } else { terrain };
        assert_eq!(charts.terrain(terrain, true), charts.terrain(frozen, false), "{terrain:?}");
        assert_eq!(effect.mechanised_attack, !matches!(terrain, Terrain::Marsh | Terrain::Sea), "{terrain:?}");
    }
    // 9.21: a mechanised unit over a river into hills pays six.
    let hills = charts.terrain(Terrain::Hills, false).mechanised.unwrap();
    assert_eq!(hills + charts.movement.river_mechanised, 6);
}

#[test]
fn numbers_of_the_text() {
    let charts = &data().charts;
    assert_eq!((charts.scale.kilometres, charts.scale.days), (26, 7));
    assert_eq!((charts.stacking.units, charts.stacking.artillery), (8, 3));
    assert_eq!((charts.supply.link, charts.supply.additions, charts.supply.aerial), (7, 1, 1));
    let release = &charts.release;
    assert_eq!((release.reserve_radius, release.front_radius), (8, 8));
    assert_eq!((release.petition_turn, release.petition_die), (2, 1));
    let extras = &charts.extras;
    assert_eq!((extras.south_rifles, extras.south_rifles_per_turn, extras.stalingrad_rifles), (10, 2, 5));
    let leave = &charts.withdrawal;
    assert_eq!((leave.turn, leave.panzers, leave.infantry, leave.infantry_factor, leave.substitutes), (6, 2, 1, 7, 2));
    let shifts = &charts.shifts;
    assert_eq!((shifts.german_assault_first, shifts.soviet_move_first), (1, -1));
    assert_eq!((shifts.concentric_german, shifts.concentric_other, shifts.manstein, shifts.aircraft), (2, 1, 2, 1));
    assert_eq!((shifts.mobile, shifts.city, shifts.fortification, shifts.ring), (-2, -2, -2, -1));
    assert_eq!((charts.movement.river_foot, charts.movement.mobile_factor), (1, 2));
    assert_eq!((charts.defence.garrison, charts.defence.lone_flak), (1, 1));
}
