//! The traces and costs of the rulebook's examples.

use crate::Action;
use crate::Roads;
use crate::data::{Ice, UnitId, Weather};
use crate::decision::Decides;
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, Mode, Place, State, Step, Supply};
use crate::testing::game;
use kessel_board::SpaceId;
use kessel_kernel::facets::*;
use kessel_kernel::{Case, Dice, Log, Options, Side};

/// The campaign map with these units on it and nobody else, NOV III, rivers open.
fn scene(game: &Roads, units: &[(&str, &str)], side: Side, step: Step) -> State {
    let (mut dice, mut log) = (Dice::scripted([]), Log::default());
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut log);
    for unit in game.data.unit_ids() {
        if state.field.at(unit).is_some() {
            state.field.put(unit, Place::Aside);
        }
    }
    for (id, hex) in units {
        let unit = unit(game, id);
        state.field.put(unit, Place::Hex(at(game, &state, hex)));
        let steps = game.info(unit).steps();
        state.field.get_mut(unit).steps = steps;
    }
    // The first turn freezes the west (S3.k).
    state.turn = 4;
    state.phasing = side;
    state.frames = kessel_kernel::Frames::new(Frame::Step(step));
    state
}

fn unit(game: &Roads, id: &str) -> UnitId {
    game.data.unit(id).expect("a unit of the game")
}

fn at(game: &Roads, state: &State, hex: &str) -> SpaceId {
    game.map(state).board.space(hex).expect("a hex of the map")
}

/// Walks a unit; the refusal of the first step that is not allowed.
fn walk(game: &Roads, state: &mut State, id: &str, mode: Mode, path: &[&str]) -> Verdict {
    let (mut dice, mut log) = (Dice::scripted([]), Log::default());
    let unit = unit(game, id);
    let side = game.info(unit).side;
    let mut act = |state: &mut State, action| {
        game.examine(state, side, action, &mut Consult::strict())?;
        game.apply_unchecked(state, side, action, &mut dice, &mut log);
        Ok(())
    };
    act(state, Action::Move { unit, mode })?;
    path.iter().try_for_each(|hex| act(state, Action::Step { to: at(game, state, hex) }))
}

/// Example 1: HQ Lanz and the 298th Division.
fn lanz(game: &Roads, hq: &str) -> State {
    let units = [("Lanz", hq), ("298ID", "1614"), ("23SD", "1611"), ("24SD", "1713")];
    scene(game, &units, Side::Axis, Step::Movement)
}

#[test]
fn a_trace_goes_round_the_enemy_and_the_open_river() {
    let game = game();
    let mut state = lanz(&game, "1510");
    let division = at(&game, &state, "1614");
    assert!(!game.command_area(&state, unit(&game, "Lanz")).contains(division), "seven hexes are too far");
    state.forecast.ice = Ice::MajorFrozen;
    assert!(game.command_area(&state, unit(&game, "Lanz")).contains(division), "six over the ice");
}

#[test]
fn from_a_city_on_a_railroad_roads_are_half_as_long() {
    let game = game();
    let mut state = lanz(&game, "1409");
    let division = at(&game, &state, "1614");
    let lanz = unit(&game, "Lanz");
    assert!(game.command_area(&state, lanz).contains(division));
    // 1.2.2: the railroad must lead to a source.
    state.axis_control.clear();
    assert!(!game.command_area(&state, lanz).contains(division));
}

/// Example 2.
#[test]
fn the_security_division_keeps_the_line_open() {
    let game = game();
    let units = [
        ("Lanz", "1702"),
        ("156Vi", "1701"),
        ("454Si", "1803"),
        ("298ID", "2102"),
        ("172SD", "1801"),
        ("23SD", "1903"),
        ("24SD", "1804"),
        ("29SD", "1704"),
    ];
    let mut state = scene(&game, &units, Side::Axis, Step::Pontoons);
    assert!(game.has_line(&state, unit(&game, "Lanz")));
    game.supply_units(&mut state, Side::Axis, &mut Log::default());
    let supply = |id| state.field.get(unit(&game, id)).supply;
    assert_eq!(supply("156Vi"), Supply::In);
    assert_eq!(supply("454Si"), Supply::Out);
    assert_eq!(supply("298ID"), Supply::In, "by the source in 1901");
    let mut bare = state.clone();
    bare.field.put(unit(&game, "156Vi"), Place::Aside);
    assert!(!game.has_line(&bare, unit(&game, "Lanz")));
    game.remove_hqs(&mut bare, Side::Axis, &mut Log::default());
    assert_eq!(bare.field.get(unit(&game, "Lanz")).place, Place::Removed);
}

#[test]
fn an_allied_hq_supplies_three_foreign_units_and_never_the_wrong_ally() {
    let game = game();
    let units =
        [("It8A", "1919"), ("62ID", "1820"), ("294ID", "1820"), ("298ID", "1820"), ("168ID", "1820"), ("3Rav", "1820")];
    let mut state = scene(&game, &units, Side::Axis, Step::Pontoons);
    game.supply_units(&mut state, Side::Axis, &mut Log::default());
    let supplied = units[1..].iter().filter(|(id, _)| state.field.get(unit(&game, id)).supply == Supply::In).count();
    assert_eq!(supplied, 4, "its own and three Germans");
    let units = [("Hu2A", "2516"), ("R5", "2515"), ("3Rav", "2515"), ("H7", "2515")];
    let state = scene(&game, &units, Side::Axis, Step::Pontoons);
    assert!(!game.in_supply(&state, unit(&game, "R5")));
    assert!(game.in_supply(&state, unit(&game, "3Rav")) && game.in_supply(&state, unit(&game, "H7")));
}

/// Example 8.
#[test]
fn half_of_three_points_is_four_hexes_of_road() {
    let game = game();
    let mut state = scene(&game, &[("4TK", "1628"), ("SouthWest", "1931")], Side::Soviet, Step::ExploitMovement);
    state.field.get_mut(unit(&game, "4TK")).exploiting = true;
    let mut marsh = state.clone();
    let path = ["1529", "1429", "1330", "1331"];
    assert_eq!(walk(&game, &mut state, "4TK", Mode::Exploitation, &path), Ok(()));
    assert_eq!(state.field.at(unit(&game, "4TK")), Some(at(&game, &state, "1331")));
    let no = walk(&game, &mut marsh, "4TK", Mode::Exploitation, &["1529", "1429", "1330", "1230"]);
    assert_eq!(no.map_err(|no| no.case), Err(Case("9.2.2")));
}

/// 7.1.4, 7.1.8.
#[test]
fn forest_costs_two_and_one_hex_is_always_possible() {
    let game = game();
    let units = [("4TK", "2120"), ("23SD", "2120"), ("Voronezh", "2618")];
    let mut state = scene(&game, &units, Side::Soviet, Step::Movement);
    let mut armor = state.clone();
    assert_eq!(walk(&game, &mut armor, "4TK", Mode::Normal, &["2019"]), Ok(()));
    assert!(matches!(armor.frames.top(), Frame::March(march) if march.left == 2), "forest takes two of three points");
    // An elite unit without supply has one point, and may go where it likes.
    let division = unit(&game, "24G");
    state.field.put(division, Place::Hex(at(&game, &state, "2120")));
    state.field.get_mut(division).steps = 2;
    state.field.get_mut(division).supply = Supply::Out;
    assert_eq!(walk(&game, &mut state, "24G", Mode::Normal, &["2019"]), Ok(()), "one hex is always possible");
    assert_eq!(*state.frames.top(), Frame::Step(Step::Movement), "and no more");
}

/// 4.4.4.
#[test]
fn an_unsupplied_unit_does_not_leave_its_hq() {
    let game = game();
    let mut state =
        scene(&game, &[("23SD", "2216"), ("24G", "2216"), ("Voronezh", "2618")], Side::Soviet, Step::Movement);
    for id in ["23SD", "24G"] {
        state.field.get_mut(unit(&game, id)).supply = Supply::Out;
    }
    let away = walk(&game, &mut state.clone(), "23SD", Mode::Normal, &["2116"]);
    assert_eq!(away.map_err(|no| no.case), Err(Case("4.4.4.a")));
    assert_eq!(walk(&game, &mut state, "24G", Mode::Normal, &["2116"]), Ok(()), "elite");
}

/// 7.1.10, 12.1.
#[test]
fn an_hq_ends_its_move_on_a_line_of_supply() {
    let game = game();
    let mut state = scene(&game, &[("Voronezh", "2618"), ("23SD", "2619")], Side::Soviet, Step::Movement);
    let lost = |state: &State| {
        game.supports().filter(|m| !game.is_real(*m) && state.spot(*m) != crate::state::Spot::Outside).count()
    };
    assert_eq!(lost(&state), 0);
    walk(&game, &mut state, "Voronezh", Mode::Normal, &["2518"]).expect("a road");
    let (mut dice, mut log) = (Dice::scripted([]), Log::default());
    let unit = unit(&game, "Voronezh");
    let off_road = Action::Step { to: at(&game, &state, "2417") };
    assert!(game.allows(&state, Side::Soviet, off_road), "it can come back to the railroad");
    game.apply_unchecked(&mut state, Side::Soviet, off_road, &mut dice, &mut log);
    assert!(!game.allows(&state, Side::Soviet, Action::Halt));
    let back = Action::Step { to: at(&game, &state, "2518") };
    game.apply_unchecked(&mut state, Side::Soviet, back, &mut dice, &mut log);
    game.apply_unchecked(&mut state, Side::Soviet, Action::Halt, &mut dice, &mut log);
    assert!(state.moved.contains(unit));
    assert_eq!(lost(&state), 1, "one Supply Shortage for the whole move");
}

/// 7.2.2, 7.3.3.
#[test]
fn strategic_and_rail_movement_stay_away_from_the_enemy() {
    let game = game();
    let units = [("4PzA", "1019"), ("336ID", "1019"), ("23SD", "1024")];
    let mut state = scene(&game, &units, Side::Axis, Step::Movement);
    state.rail = 1;
    let mut road = state.clone();
    let off = walk(&game, &mut road, "336ID", Mode::Strategic, &["1120", "1119"]);
    assert_eq!(off.map_err(|no| no.case), Err(Case("7.2.2.d")));
    let mut rail = state.clone();
    let path = ["1020", "1021", "1022", "1023"];
    assert_eq!(walk(&game, &mut rail, "336ID", Mode::Rail, &path).map_err(|no| no.case), Err(Case("7.3.3.b")));
    assert_eq!(rail.rail, 0);
    state.lost_hexes.insert(at(&game, &state, "1120"));
    let no = walk(&game, &mut state, "336ID", Mode::Rail, &["1120"]);
    assert_eq!(no.map_err(|no| no.case), Err(Case("7.3.3.c")));
}

/// 10.2.4.
#[test]
fn guards_of_the_pocket_stay_but_for_one_of_three() {
    let game = game();
    let units = [
        ("71ID", "1334"),
        ("23SD", "1233"),
        ("24SD", "1233"),
        ("29SD", "1333"),
        ("38SD", "1333"),
        ("45SD", "1333"),
        ("Stalingrad", "1235"),
    ];
    let mut state = scene(&game, &units, Side::Soviet, Step::Movement);
    state.field.get_mut(unit(&game, "71ID")).supply = Supply::Fortress;
    game.enter_movement(&mut state, &mut Dice::scripted([]), &mut Log::default());
    let case = |state: &State, id: &str| {
        let action = Action::Move { unit: unit(&game, id), mode: Mode::Normal };
        game.examine(state, Side::Soviet, action, &mut Consult::strict()).map_err(|no| no.case)
    };
    assert_eq!(case(&state, "23SD"), Err(Case("10.2.4.a")));
    walk(&game, &mut state, "29SD", Mode::Normal, &["1332", "1331"]).expect("one may go");
    while matches!(state.frames.top(), Frame::March(_)) {
        game.apply_unchecked(&mut state, Side::Soviet, Action::Halt, &mut Dice::scripted([]), &mut Log::default());
    }
    assert_eq!(case(&state, "38SD"), Err(Case("10.2.4.a")));
}

/// The same trace, hex by hex.
fn plain_trace(game: &Roads, state: &State, side: Side, start: SpaceId, radius: u32, halves: bool) -> Vec<SpaceId> {
    let map = game.map(state);
    let mut best = vec![u32::MAX; map.board.len()];
    let mut open = vec![start];
    best[start.index()] = 0;
    while let Some(hex) = open.pop() {
        let friend = state.field.occupied(side).contains(hex);
        if hex != start && game.near_enemy(state, side, hex) && !friend {
            continue;
        }
        for n in map.board.neighbors(hex) {
            let (to, info) = (n.space, map.sides[n.edge]);
            let river = game.open_major(state, info) && !info.ferry && !game.bridged(state, side, hex, to, info);
            if river || map.spaces[to].is_water() || state.field.occupied(side.other()).contains(to) {
                continue;
            }
            let cost = best[hex.index()] + if halves && info.line() && !info.ferry { 1 } else { 2 };
            if cost <= 2 * radius && cost < best[to.index()] {
                best[to.index()] = cost;
                open.push(to);
            }
        }
    }
    map.board.hexes().filter(|hex| best[hex.index()] < u32::MAX).collect()
}

#[test]
fn every_hq_commands_what_a_plain_search_finds() {
    let game = game();
    for scenario in ["wintergewitter", "uranus", "campaign", "backhand-blow", "star-and-gallop"] {
        let mut state = game.setup(scenario, &Options::default(), &mut Dice::scripted([6; 40]), &mut Log::default());
        for (ice, weather) in [(Ice::Open, Weather::Snow), (Ice::Open, Weather::Mud), (Ice::MajorFrozen, Weather::Snow)]
        {
            (state.forecast.ice, state.forecast.weather) = (ice, weather);
            for side in Side::BOTH {
                let hqs: Vec<_> = game.hqs(&state, side).collect();
                for (hq, at) in hqs {
                    let river = game
                        .map(&state)
                        .board
                        .neighbors(at)
                        .iter()
                        .find(|n| game.map(&state).sides[n.edge].river != crate::data::River::None);
                    state.field.get_mut(hq).pontoon = river.map(|n| n.space);
                    let info = game.info(hq);
                    let whole = plain_trace(&game, &state, side, at, info.radius.into(), false);
                    let half = plain_trace(&game, &state, side, at, info.radius.into(), true);
                    let found: Vec<_> = game.command_area(&state, hq).iter().collect();
                    let city = game.space(&state, at).is_city();
                    assert!(found == whole || city && found == half, "{} in {scenario}", info.id);
                }
            }
        }
    }
}
