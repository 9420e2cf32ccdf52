//! The Soviet answer to who has crossed the river, each part alone.

use super::Mind;
use super::field::Ground;
use crate::Winter;
use crate::action::Action;
use crate::data::Data;
use crate::orders::{Order as Told, Slot};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Given, Log, Options, Seed, Side, Temperament};
use kessel_kit::staff::Orders;

/// A position of Last Gasp: an empty map, these units by hex, the Soviets moving their mechanized units.
fn position(turn: u8, put: &[(&str, &str)]) -> (Winter, State) {
    position_of("last-gasp", turn, put)
}

/// The same in a scenario.
fn position_of(scenario: &str, turn: u8, put: &[(&str, &str)]) -> (Winter, State) {
    let game = Winter::load(&Data::embedded()).expect("the built-in data is sound");
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
    let given = Given {
        empty: true,
        turn: Some(turn.into()),
        phase: Some("first-mech-movement".into()),
        put: put.iter().map(|(unit, hex)| ((*unit).to_owned(), (*hex).into())).collect(),
        set: [("first", "soviet".into()), ("reserves", serde_json::json!([]))]
            .map(|(key, value)| (key.to_owned(), value))
            .into_iter()
            .collect(),
        ..Given::default()
    };
    game.arrange(&mut state, &given).expect("a sound position");
    (game, state)
}

fn mind<'a>(game: &'a Winter, state: &'a State) -> Mind<'a> {
    Mind { game, state, side: Side::Soviet, offers: &[], temperament: Temperament::Balanced, ground: Ground::default() }
}

fn hex(game: &Winter, name: &str) -> SpaceId {
    game.data.map.board.space(name).expect("a hex of the map")
}

/// Where a unit is sent.
fn sent(game: &Winter, state: &State, unit: &str) -> Option<SpaceId> {
    let chart = mind(game, state).draw_chart();
    let unit = game.data.unit_ids().find(|id| game.data.info(*id).id == unit).expect("a unit");
    chart.post_of[unit.index()].map(|post| chart.posts[usize::from(post)].at)
}

const CORPS: [&str; 4] = ["24GT", "25GT", "22GT", "1/4G"];

#[test]
fn whoever_can_be_there_goes_beside_the_intruder() {
    let put: Vec<_> = CORPS.map(|unit| (unit, "3118")).into_iter().chain([("I/40", "3321")]).collect();
    let (game, state) = position(13, &put);
    let intruder = hex(&game, "3321");
    for unit in CORPS {
        let at = sent(&game, &state, unit).expect("he is sent somewhere");
        assert_eq!(game.distance(at, intruder), 1, "{unit}");
    }
}

#[test]
fn nobody_strikes_at_germans_who_have_not_crossed() {
    let put: Vec<_> = CORPS.map(|unit| (unit, "3124")).into_iter().chain([("I/40", "3327")]).collect();
    let (game, state) = position(13, &put);
    let mind = mind(&game, &state);
    let mut chart = mind.draw_chart();
    let posts = chart.posts.len();
    chart.post_of.iter_mut().for_each(|post| *post = None);
    mind.strikes(&mut chart);
    assert_eq!(chart.posts.len(), posts);
    assert!(chart.post_of.iter().all(Option::is_none));
}

#[test]
fn a_stray_that_nears_the_pocket_is_struck_until_one_has_come() {
    let put: Vec<_> = CORPS.map(|unit| (unit, "4128")).into_iter().chain([("I/40", "4330")]).collect();
    let (game, state) = position_of("winter-storm", 13, &put);
    let stray = hex(&game, "4330");
    let strike = |state: &State| {
        let mind = mind(&game, state);
        let mut chart = mind.draw_chart();
        chart.post_of.iter_mut().for_each(|post| *post = None);
        mind.strikes(&mut chart);
        chart
            .post_of
            .iter()
            .flatten()
            .filter(|post| game.distance(chart.posts[usize::from(**post)].at, stray) == 1)
            .count()
    };
    assert_eq!(strike(&state), CORPS.len());
    let mut scored = state;
    scored.score.eighteen = true;
    assert_eq!(strike(&scored), 0);
}

#[test]
fn the_whole_river_is_a_line_to_be_held() {
    let (game, state) = position(10, &[("24GT", "3118"), ("I/40", "3131")]);
    let mind = mind(&game, &state);
    let chart = mind.draw_chart();
    for (name, held) in [("2524", true), ("3723", true), ("1722", true), ("2525", false), ("3121", false)] {
        assert_eq!(mind.is_goal_bank(&chart, hex(&game, name)), held, "{name}");
    }
}

/// Two attacks that pay.
const PAIRS: [(&str, &str); 6] =
    [("24GT", "3322"), ("25GT", "3322"), ("I/40", "3321"), ("22GT", "2922"), ("21GT", "2922"), ("II/40", "2921")];

#[test]
fn in_the_last_turn_of_a_short_scenario_nobody_bids() {
    let (game, state) = position(15, &PAIRS);
    assert!(mind(&game, &state).bid(&mind(&game, &state).draw_chart()) > 0);
    let (game, state) = position(16, &PAIRS);
    assert_eq!(mind(&game, &state).bid(&mind(&game, &state).draw_chart()), 0);
}

/// What the march of a unit is for, in words.
fn words(game: &Winter, state: &State, unit: &str) -> String {
    let mind = mind(game, state);
    let unit = game.data.unit_ids().find(|id| game.data.info(*id).id == unit).expect("a unit");
    mind.words_of(mind.purpose_of(&mind.draw_chart(), unit, &Orders::default()))
}

#[test]
fn a_march_has_a_purpose_that_names_its_goal() {
    let put: Vec<_> = CORPS.map(|unit| (unit, "3118")).into_iter().chain([("I/40", "3321")]).collect();
    let (game, state) = position(13, &put);
    assert_eq!(words(&game, &state, "24GT"), "To strike with others at the Germans who have come to 3321.");
    let put: Vec<_> = CORPS.map(|unit| (unit, "3118")).into_iter().chain([("I/40", "3131")]).collect();
    let (game, state) = position(13, &put);
    let hex = sent(&game, &state, "24GT").expect("he has a post");
    let held = words(&game, &state, "24GT");
    assert!(held.contains(&game.hex_name(hex)) && held.contains("river"), "{held}");
    let axis = Mind { side: Side::Axis, ..mind(&game, &state) };
    let panzers = game.data.unit_ids().find(|id| game.data.info(*id).id == "I/40").expect("a unit");
    let purpose = axis.purpose_of(&axis.draw_chart(), panzers, &Orders::default());
    assert_eq!(axis.words_of(purpose), "To come nearer to the far bank, where troops are counted at the end.");
}

#[test]
fn a_march_away_from_the_goal_is_not_said_to_come_nearer() {
    let (game, state) = position(13, &[("I/40", "3131"), ("24GT", "3118")]);
    let axis = Mind { side: Side::Axis, ..mind(&game, &state) };
    let chart = axis.draw_chart();
    let panzers = game.data.unit_ids().find(|id| game.data.info(*id).id == "I/40").expect("a unit");
    let from = state.at(panzers).expect("on the map");
    let near = game.data.map.board.neighbors(from).iter().map(|near| near.space);
    let (mut nearer, mut away) = (0, 0);
    for to in near {
        let plan: Orders<Action> = [Action::Move { unit: panzers }, Action::Step { to }].into_iter().collect();
        let gains = chart.goal[to.index()] < chart.goal[from.index()];
        let words = axis.words_of(axis.purpose_of(&chart, panzers, &plan));
        assert_eq!(words.contains("nearer to"), gains, "to {}: {words}", game.hex_name(to));
        if gains { nearer += 1 } else { away += 1 }
    }
    assert!(nearer > 0 && away > 0, "both ways are open");
}

#[test]
fn a_bid_says_what_it_is_for() {
    for (turn, word) in [(15, "fair price"), (16, "last word")] {
        let (game, state) = position(turn, &PAIRS);
        let mind = mind(&game, &state);
        let bid = mind.bid(&mind.draw_chart());
        let plan = [(Slot::Bid, Told::Attacks(bid))].into_iter().collect();
        assert!(mind.words_of_plan(&plan).contains(word), "turn {turn}: {bid}, {}", mind.words_of_plan(&plan));
    }
}
