use crate::setup::tests::Table;
use crate::state::Place;
use kessel_kernel::Side;
use kessel_kernel::facets::*;

/// The level that the game has ended with.
fn level(table: &Table) -> Option<&str> {
    let ended = table.state.ended?;
    let levels = &table.game.scenario(&table.state).victory.levels;
    Some(levels[ended.level.index()].id.as_str())
}

#[test]
fn cities_taken_and_lost_in_the_backhand_blow() {
    // G36: Kharkov, Lozovaya, Barvenkovo, Oboyan and Belgorod taken, Voroshilovsk lost.
    let mut table = Table::new("backhand-blow");
    assert_eq!(table.game.city_count(&table.state), (0, 0));
    table.give(Side::Axis, &["2108", "1407", "1409", "2708", "2409"]);
    table.give(Side::Soviet, &["1215"]);
    assert_eq!(table.game.city_count(&table.state), (1, 3));
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
    assert_eq!(level(&table), Some("axis-marginal"));
    let outcome = table.game.outcome(&table.state).expect("it is over");
    assert_eq!((outcome.winner, outcome.level.as_str(), outcome.case.0), (Some(Side::Axis), "marginal", "S4.v4"));
}

#[test]
fn a_new_major_city_decides_the_backhand_blow_at_once() {
    let mut table = Table::new("backhand-blow");
    table.give(Side::Soviet, &["1203"]);
    table.game.victory_now(&mut table.state, &mut table.log);
    assert_eq!(level(&table), Some("soviet-decisive"));
    assert_eq!(table.game.outcome(&table.state).map(|outcome| outcome.case.0), Some("S4.v2"));
    // S4.v2: not after a major city has been lost.
    let mut table = Table::new("backhand-blow");
    table.give(Side::Axis, &["2108"]);
    table.give(Side::Soviet, &["1203"]);
    table.game.victory_now(&mut table.state, &mut table.log);
    assert_eq!(level(&table), None);
}

#[test]
fn rostov_and_stalingrad_are_the_historical_score() {
    // G37, with HQs that supply the cities of the west.
    let mut table = Table::new("campaign");
    table.give(Side::Soviet, &["0518", "1334", "1434"]);
    // S3.v4: as long as nobody could be supplied in Kharkov and Stalino, they are worth three each.
    assert_eq!(table.game.victory_points(&table.state, None), 16);
    table.put("Lanz", "2108");
    table.put("1PzA", "0912");
    assert_eq!(table.game.victory_points(&table.state, None), 10);
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
    assert_eq!(level(&table), Some("soviet-minor"));
    assert_eq!(table.game.outcome(&table.state).and_then(|outcome| outcome.score), Some(10));
}

#[test]
fn the_end_of_december_can_decide_the_campaign() {
    let mut table = Table::new("campaign");
    table.state.turn = table.game.data.turn("DEC IV").expect("a turn").0;
    table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
    // S3.v2: as at the start, a supplied unit in Stalingrad and no city lost.
    assert_eq!(level(&table), Some("axis-decisive"));
    let mut table = Table::new("campaign");
    table.state.turn = table.game.data.turn("DEC IV").expect("a turn").0;
    table.give(Side::Soviet, &["0518", "1334", "1434"]);
    table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
    assert_eq!(level(&table), Some("soviet-decisive"));
}

#[test]
fn a_late_stalingrad_costs_five_points_a_turn() {
    let mut table = Table::new("campaign");
    for (turn, score) in [("FEB II", 0), ("FEB III", -5), ("FEB IV", -10)] {
        table.state.turn = table.game.data.turn(turn).expect("a turn").0;
        table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
        assert_eq!(table.state.score, score, "{turn}");
    }
}

#[test]
fn one_hex_of_stalingrad_decides_uranus() {
    let mut table = Table::new("uranus");
    table.game.victory_now(&mut table.state, &mut table.log);
    assert_eq!(level(&table), None);
    table.give(Side::Soviet, &["1434"]);
    table.game.victory_now(&mut table.state, &mut table.log);
    assert_eq!(level(&table), Some("soviet-decisive"));
}

#[test]
fn uranus_counts_hexes_by_supply() {
    let mut table = Table::new("uranus");
    let before = table.game.victory_points(&table.state, None);
    // Out of supply deep in the Axis rear: three points (S2.v7), and no more for the land beyond the Chir.
    table.put("23SD", "1125");
    assert_eq!(table.game.victory_points(&table.state, None), before + 3);
    // The fortress costs its level (S2.v10).
    table.state.fortress.marker = Some(table.hex("1333"));
    table.state.fortress.level = 8;
    assert_eq!(table.game.victory_points(&table.state, None), before + 3 - 8);
}

#[test]
fn star_and_gallop_counts_major_cities() {
    let mut table = Table::new("star-and-gallop");
    assert_eq!(table.game.victory_points(&table.state, None), 0);
    table.give(Side::Soviet, &["2108", "0518"]);
    assert_eq!(table.game.victory_points(&table.state, None), 2);
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
    assert_eq!(level(&table), Some("soviet-minor"));
}

#[test]
fn the_introduction_is_decided_by_kotelnikovo_and_the_relief() {
    for (kotelnikovo, relief, expected) in
        [(true, false, "soviet-major"), (false, true, "axis-minor"), (false, false, "soviet-minor")]
    {
        let mut table = Table::new("wintergewitter");
        assert!(table.game.sealed(&table.state), "the pocket is closed at the start");
        table.state.turn = table.game.scenario(&table.state).last_turn.0;
        if kotelnikovo {
            table.give(Side::Soviet, &["0729"]);
        }
        if relief {
            for id in ["4MK", "13MK", "126SD", "302SD", "91SD", "4KK"] {
                table.remove(id, Place::Eliminated);
            }
            table.put("6Pz-a", "1029");
        }
        table.game.end_game_turn(&mut table.state, &mut table.dice, &mut table.log);
        assert_eq!(level(&table), Some(expected));
    }
}

#[test]
fn an_open_pocket_decides_the_introduction_at_the_end_of_an_axis_turn() {
    let mut table = Table::new("wintergewitter");
    for id in
        ["422SD", "38SD", "15G", "36G", "157SD", "29SD", "Stalingrad", "126SD", "302SD", "91SD", "13MK", "4MK", "4KK"]
    {
        table.remove(id, Place::Eliminated);
    }
    table.game.victory_now(&mut table.state, &mut table.log);
    assert_eq!(level(&table), None);
    table.game.end_axis_turn(&mut table.state, &mut table.dice, &mut table.log);
    assert_eq!(level(&table), Some("axis-decisive"));
}
