//! The tactics, each alone.

use super::Mind;
use super::goals::Goal;
use super::moves::Draft;
use super::purpose::Purpose;
use crate::Drive;
use crate::action::Action;
use crate::data::{Region, UnitId};
use crate::refusal::Consult;
use crate::sets::{Spaces, UnitSet};
use crate::state::{Place, State};
use crate::testing::opened;
use kessel_board::SpaceId;
use kessel_kernel::{Side, Temperament};

fn mind<'a>(game: &'a Drive, seen: &'a State, side: Side) -> Mind<'a> {
    Mind::new(game, seen, side, &[])
}

fn own(game: &Drive, state: &State, side: Side) -> Vec<UnitId> {
    game.ground.own[side.index()].iter().filter(|unit| state.at(*unit).is_some()).collect()
}

fn city(game: &Drive) -> SpaceId {
    game.data.map.region(Region::Stalingrad).iter().next().expect("a city")
}

/// Only the units of a hex are left to the Axis, and nobody to the Soviets.
fn alone_in(game: &Drive, state: &mut State, hex: SpaceId) {
    for side in Side::BOTH {
        for unit in own(game, state, side) {
            if state.at(unit) != Some(hex) {
                game.lift(state, unit, Place::Dead);
            }
        }
    }
}

#[test]
fn a_cordon_that_is_manned_cuts_the_pocket_off() {
    let (game, mut state) = opened("uranus");
    let rifles: Vec<UnitId> =
        own(&game, &state, Side::Soviet).into_iter().filter(|u| !game.card(*u).artillery).collect();
    let city = city(&game);
    alone_in(&game, &mut state, city);
    let planner = mind(&game, &state, Side::Soviet);
    let cordon = planner.find_cordon(&planner.draw_chart(&state), &state);
    assert_eq!(cordon.lines.len(), planner.weights.cordon_lines as usize);
    assert!(cordon.lines.iter().all(|line| !line.is_empty()));
    assert!(cordon.lines[0].is_disjoint(&cordon.lines[1]));
    assert!(!cordon.hexes.contains(city));
    // Each line closes the pocket by itself.
    for line in &cordon.lines {
        let mut manned = state.clone();
        for (hex, unit) in line.iter().zip(&rifles) {
            game.put(&mut manned, *unit, hex);
        }
        assert!(game.fed(&state, Side::Axis).hexes.contains(city));
        assert!(!game.fed(&manned, Side::Axis).hexes.contains(city), "{line:?}");
    }
}

#[test]
fn there_is_no_cordon_where_losses_do_not_decide() {
    let (game, state) = opened("blue");
    let planner = mind(&game, &state, Side::Soviet);
    assert!(planner.find_cordon(&planner.draw_chart(&state), &state).hexes.is_empty());
}

#[test]
fn lines_opened_and_closed_are_reckoned_as_the_rule_does() {
    let (game, state) = opened("uranus");
    let planner = mind(&game, &state, Side::Soviet);
    let flow = planner.flow_of(planner.net(&state, Side::Axis));
    let fed = game.fed(&state, Side::Axis).hexes;
    for unit in own(&game, &state, Side::Axis) {
        let hex = state.at(unit).expect("on the map");
        assert_eq!(flow.feeds(hex), fed.contains(hex), "{hex:?}");
    }
    // What is closed and opened again is as it was.
    for hex in (flow.net.nodes & fed).iter().filter(|hex| flow.closed(&planner, *hex) > 0).take(8) {
        let mut net = flow.net.clone();
        let node = net.nodes.contains(hex);
        net.block(hex);
        let cut = planner.flow_of(net);
        if !game.ground.axis_sources.contains(hex) {
            assert_eq!(cut.opened(&planner, hex, node), flow.closed(&planner, hex), "{hex:?}");
        }
    }
}

#[test]
fn towns_that_feed_many_are_guarded() {
    let (game, state) = opened("uranus");
    let planner = mind(&game, &state, Side::Axis);
    let chart = planner.draw_chart(&state);
    let mut goals = Vec::new();
    planner.guard_sources(&chart, &state, &mut goals);
    let towns: Spaces = goals.iter().map(|goal| goal.at).collect();
    assert!(!towns.is_empty() && towns.is_subset(&game.ground.towns));
    assert!(goals.iter().all(|goal| goal.hold && goal.need > 0));
}

#[test]
fn what_loses_the_game_at_once_is_held_by_germans() {
    let (game, state) = opened("uranus");
    let planner = mind(&game, &state, Side::Axis);
    let chart = planner.draw_chart(&state);
    for hex in game.data.map.region(Region::SuddenDeathUranus).iter() {
        let goal = planner.goals(&chart).iter().position(|goal| goal.at == hex).expect("it is a goal");
        assert!(planner.goals(&chart)[goal].is_deadly());
        let posted = own(&game, &state, Side::Axis).into_iter().filter(|u| planner.task(&chart, *u) == Some(goal));
        assert!(posted.filter(|u| game.card(*u).is_german()).count() > 0, "{hex:?}");
    }
}

#[test]
fn pinpricks_are_refused() {
    let (game, state) = opened("uranus");
    let planner = mind(&game, &state, Side::Soviet);
    let chart = planner.draw_chart(&state);
    let target = city(&game);
    let one = own(&game, &state, Side::Soviet).into_iter().find(|u| game.card(*u).kind == crate::data::UnitKind::Rifle);
    let weak = super::forecast::Blow {
        target,
        launch: None,
        units: UnitSet::of(one.expect("a rifle division")),
        aircraft: 0,
        manstein: false,
    };
    assert_eq!(planner.least_worth(&chart, &state, &weak), planner.weights.pinprick);
    assert!(planner.least_worth(&chart, &state, &weak) > planner.assault_threshold());
}

#[test]
fn roads_lead_to_their_goal() {
    let (game, state) = opened("blue");
    let planner = mind(&game, &state, Side::Axis);
    let tolls = planner.tolls(&state);
    let goal = city(&game);
    for mechanised in [false, true] {
        let road = planner.road(&tolls, false, goal, mechanised);
        assert_eq!(road[goal], 0);
        for unit in own(&game, &state, Side::Axis) {
            let at = state.at(unit).expect("on the map");
            // A step never costs less than a point.
            let far = game.data.map.board.distance(at, goal).expect("hexes") as u16;
            assert!(road[at] >= far && road[at] < 512, "{at:?}: {}", road[at]);
        }
    }
}

#[test]
fn divisions_rise_in_a_city_that_the_german_has_left() {
    let (game, mut state) = opened("uranus");
    let city = city(&game);
    let rise = Action::SixtySecond { at: city };
    assert!(game.check_sixty_second(&state, city, &mut Consult::strict()).is_err());
    for unit in own(&game, &state, Side::Axis) {
        if state.at(unit) == Some(city) {
            game.lift(&mut state, unit, Place::Dead);
        }
    }
    assert!(game.check_sixty_second(&state, city, &mut Consult::strict()).is_ok());
    let planner = Mind { offers: &[Action::Done, rise], ..mind(&game, &state, Side::Soviet) };
    assert_eq!(planner.announce(), rise);
}

#[test]
fn soviets_stand_thin_where_the_enemy_may_strike() {
    let (game, state) = opened("blue");
    let planner = mind(&game, &state, Side::Soviet);
    let chart = planner.draw_chart(&state);
    let price = |count: usize| {
        let front = state.layout.held[Side::Soviet.index()];
        let crowds = front.iter().filter(|hex| state.units_at(*hex).count() == count && chart.threat[*hex] > 0);
        let posts: Spaces = planner.goals(&chart).iter().filter(|goal| goal.hold).map(|goal| goal.at).collect();
        crowds.filter(|hex| !posts.contains(*hex)).map(|hex| planner.crowd_price(&chart, &state, hex)).next()
    };
    // Where one stands a second may come; where three stand a fourth costs twice what a third does.
    let found: Vec<(usize, i32)> = (1..=8).filter_map(|count| price(count).map(|price| (count, price))).collect();
    assert!(found.len() >= 2, "{found:?}");
    for (count, price) in found {
        let further = (count as i32 - planner.weights.company + 1).max(0);
        assert_eq!(price, further * planner.weights.crowd, "{count}");
    }
}

#[test]
fn the_cautious_ask_more_of_an_assault_than_the_bold() {
    let (game, state) = opened("uranus");
    let least = |temperament| {
        let planner = Mind { temperament, ..mind(&game, &state, Side::Soviet) };
        planner.nerve() + planner.assault_threshold()
    };
    let [cautious, balanced, bold] = Temperament::ALL.map(least);
    assert!(cautious > balanced && balanced > bold, "{cautious}, {balanced}, {bold}");
    assert_eq!(balanced, mind(&game, &state, Side::Soviet).weights.assault_uranus);
}

#[test]
fn satellites_make_room_for_the_germans_who_hold_what_loses_the_game() {
    let (game, mut state) = opened("uranus");
    let deadly = game.data.map.region(Region::SuddenDeathUranus);
    let satellites = |state: &State, hex: SpaceId| state.units_at(hex).any(|u| game.card(u).is_satellite());
    let post = deadly.iter().find(|hex| satellites(&state, *hex)).expect("a satellite guards one of them");
    let near = game.ground.around(post).iter().map(|n| n.to).find(|hex| game.ground.playable[1].contains(*hex));
    let near = near.expect("there is land around it");
    let divisions: Vec<UnitId> = state.units_at(city(&game)).take(3).collect();
    divisions.iter().for_each(|unit| game.shift(&mut state, &[*unit], near));
    let planner = mind(&game, &state, Side::Axis);
    let chart = planner.draw_chart(&state);
    let mut draft = Draft::new(&state, own(&game, &state, Side::Axis).into_iter().collect());
    planner.relieve_satellites(&chart, &mut draft);
    assert!(!satellites(&draft.work, post), "they have left");
    assert!(draft.work.units_at(post).next().is_some(), "somebody holds it instead");
    let (_, why) = *draft.why.last().expect("a march");
    assert_eq!(why, Purpose::Shield(post));
}

/// Stalingrad and nobody else, with a line of rifle divisions around it.
fn ringed() -> (Drive, State, Spaces) {
    let (game, mut state) = opened("uranus");
    let rifles: Vec<UnitId> =
        own(&game, &state, Side::Soviet).into_iter().filter(|u| !game.card(*u).artillery).collect();
    alone_in(&game, &mut state, city(&game));
    let planner = mind(&game, &state, Side::Soviet);
    let line = planner.find_cordon(&planner.draw_chart(&state), &state).lines[0];
    for (hex, unit) in line.iter().zip(&rifles) {
        game.put(&mut state, *unit, hex);
    }
    (game, state, line)
}

#[test]
fn the_way_out_leads_through_the_ring() {
    let (game, state, line) = ringed();
    let planner = mind(&game, &state, Side::Axis);
    let chart = planner.draw_chart(&state);
    let corridor = planner.find_corridor(&chart, &state);
    assert_eq!(corridor.bars.len(), 1, "one line is broken by one blow");
    assert!(corridor.bars.is_subset(&line));
    assert_eq!(corridor.within, state.units_at(city(&game)).count() as i32);
    let bar = corridor.bars.iter().next().expect("one");
    let (share, others) = (planner.weights.breach * corridor.within / 10, planner.breach_worth(&chart, city(&game)));
    assert_eq!((planner.breach_worth(&chart, bar), others), (share, 0));
    let mut open = state.clone();
    let units: Vec<UnitId> = open.units_at(bar).collect();
    units.iter().for_each(|unit| game.lift(&mut open, *unit, Place::Dead));
    assert!(game.fed(&open, Side::Axis).hexes.contains(city(&game)), "it is the way of supply");
    // Whoever is fed needs none.
    let planner = mind(&game, &open, Side::Axis);
    assert!(planner.find_corridor(&planner.draw_chart(&open), &open).bars.is_empty());
}

#[test]
fn depth_goes_into_the_way_out() {
    let (game, mut state, line) = ringed();
    let pocket: Spaces = std::iter::once(city(&game)).collect();
    // The towns around have fallen: no garrison of theirs is in the way.
    let near = |at: &SpaceId| game.data.map.board.distance(*at, city(&game)).is_some_and(|far| far <= 5);
    let fallen: Spaces = (game.ground.towns - pocket).iter().filter(near).collect();
    state.axis_control -= fallen;
    state.forget_supply(Side::Axis);
    let dead = |u: &UnitId| state.units[u.index()].place == Place::Dead && !game.card(*u).artillery;
    let spare = game.ground.own[Side::Soviet.index()].iter().find(dead).expect("not all are needed for the line");
    let open_way = |state: &State| -> Spaces {
        let planner = mind(&game, state, Side::Soviet);
        let chart = planner.draw_chart(state);
        let way = planner.way_out(&chart, state, planner.flow(&chart, Side::Axis), &pocket);
        way.into_iter().filter(|hex| state.units_at(*hex).next().is_none()).collect()
    };
    // Somebody more stands in the line, beside the way.
    let open = open_way(&state);
    let beside = |hex: &SpaceId| open.iter().any(|at| game.data.map.board.distance(at, *hex) == Some(1));
    let post = line.iter().find(beside).expect("the way passes the line");
    game.put(&mut state, spare, post);
    let planner = mind(&game, &state, Side::Soviet);
    let chart = planner.draw_chart(&state);
    let mut draft = Draft::new(&state, UnitSet::of(spare));
    let reaches = vec![(spare, planner.reach(&state, &[spare]))];
    let open = open_way(&state);
    planner.deepen(&chart, &mut draft, &reaches);
    let at = draft.work.at(spare).expect("on the map");
    assert!(at != post && open.contains(at), "{at:?} is not in the way {open:?} from {post:?}");
    assert_eq!(draft.why, [(spare, Purpose::Depth)]);
}

#[test]
fn a_march_has_a_purpose_that_names_its_goal() {
    let (game, state, line) = ringed();
    let planner = mind(&game, &state, Side::Axis);
    let chart = planner.draw_chart(&state);
    let goals = planner.goals(&chart);
    let of = |goal: &Goal| planner.words_of(planner.purpose_of_goal(&chart, goal));
    let rostov = goals.iter().find(|goal| goal.is_deadly()).expect("a place that loses the game");
    assert!(of(rostov).ends_with(": its loss is the end of the game."), "{}", of(rostov));
    let bar = planner.find_corridor(&chart, &state).bars.iter().next().expect("the ring is closed");
    let gate = goals.iter().find(|goal| goal.at == bar && !goal.hold).expect("the way out is a goal");
    assert_eq!(of(gate), format!("To {}, where the pocket breaks out.", game.hex_name(bar)));
    let other = line.iter().find(|hex| *hex != bar).expect("more than one hex");
    assert_eq!(planner.purpose_of_goal(&chart, &Goal { at: other, ..*gate }), Purpose::Take(other));
    let breach = planner.words_of_assault(&chart, bar).expect("it opens the way");
    assert_eq!(breach, format!("To open the way between the pocket and its supply at {}.", game.hex_name(bar)));
}
