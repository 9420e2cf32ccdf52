//! Where counters of the toy can go, to the number.
#![cfg(feature = "toy")]

use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Dice, Erased, Intent, Log, Options, Reach, Seed, Session, Side, Wish};
use serde_json::json;

/// Axis A1 and A2 in the west, A3 in the mill; hill and east are Soviet; the ford lies between.
fn session() -> Box<dyn Session> {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let game = Erased::new(Toy::new());
    let scenario = game.info().scenarios[0].id.clone();
    game.start(&scenario, &Options::default(), &mut dice, &mut Log::silent()).expect("starts")
}

fn act(session: &mut dyn Session, action: serde_json::Value) {
    session.act(Side::Axis, &action, &mut Dice::scripted([]), &mut Log::silent()).expect("allowed");
}

fn told(reach: &Reach) -> Vec<(&str, Option<usize>, u16, bool)> {
    reach.goals.iter().map(|g| (g.space.as_str(), g.via, g.left, g.last)).collect()
}

fn wish(counters: &[&str], via: &[&str]) -> Wish {
    let all = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect();
    Wish { counters: all(counters), verb: None, via: all(via) }
}

#[test]
fn every_place_in_reach_comes_with_its_way_and_what_is_left() {
    let found = session().reach(Side::Axis, &wish(&["A1"], &[]));
    let [reach] = &found[..] else { panic!("{found:?}") };
    assert_eq!((reach.from.as_str(), reach.left, reach.label.as_str()), ("west", 2, "take up A1"));
    assert_eq!(told(reach), [("mill", None, 1, false), ("ford", Some(0), 0, true)]);
}

#[test]
fn nobody_goes_who_is_not_asked_or_has_moved() {
    let mut session = session();
    assert_eq!(session.reach(Side::Soviet, &wish(&["S1"], &[])), []);
    assert_eq!(session.reach(Side::Axis, &wish(&["S1", "nobody"], &[])), []);
    act(&mut *session, json!({ "select": "A1" }));
    act(&mut *session, json!("done"));
    assert_eq!(session.reach(Side::Axis, &wish(&["A1"], &[])), [], "4.1: it has been taken up");
}

#[test]
fn a_march_under_way_goes_on_and_is_ended_for_somebody_else() {
    let mut session = session();
    act(&mut *session, json!({ "select": "A1" }));
    act(&mut *session, json!({ "step": "mill" }));
    let found = session.reach(Side::Axis, &wish(&["A1"], &[]));
    assert_eq!(told(&found[0]), [("west", None, 0, true), ("ford", None, 0, true)]);
    let way = session.way(Side::Axis, &wish(&["A3"], &["ford"]));
    assert_eq!(way.actions, [json!("done"), json!({ "select": "A3" }), json!({ "step": "ford" })]);
}

#[test]
fn a_stack_goes_one_after_the_other_and_finds_what_the_first_has_left() {
    let session = session();
    let way = session.way(Side::Axis, &wish(&["A1", "A2", "A3"], &["ford"]));
    assert_eq!((way.come.join(" "), way.stay.join(" ")), ("A1 A2".into(), "A3".into()), "4.4: the ford is full then");
    let mut fork = session.fork();
    let done = fork.act_all(Side::Axis, &way.actions, &mut Dice::scripted([]), &mut Log::silent());
    assert_eq!(done.map(|done| done.stopped), Ok(None));
}

#[test]
fn waypoints_are_kept_and_places_out_of_reach_have_no_way() {
    let session = session();
    let actions = |via: &[&str]| session.way(Side::Axis, &wish(&["A1"], via)).actions;
    assert_eq!(actions(&["mill", "west"]).last(), Some(&json!({ "step": "west" })), "there and back");
    let on = session.reach(Side::Axis, &wish(&["A1"], &["mill"]));
    assert_eq!((on[0].from.as_str(), told(&on[0])), ("mill", vec![("west", None, 0, true), ("ford", None, 0, true)]));
    assert!(actions(&["mill", "hill"]).is_empty(), "4.3: the enemy holds it");
    assert!(actions(&[]).is_empty());
    let why = |counter: &str, goal: &str| {
        let way = session.way(Side::Axis, &wish(&[counter], &[goal]));
        way.why.map(|no| no.case.0).filter(|_| !way.far)
    };
    assert_eq!(why("A3", "hill"), Some("4.3"), "the enemy is in the way");
    assert_eq!(why("A1", "hill"), None, "it comes to the ford with nothing left");
    assert_eq!(why("A3", "east"), None, "too far");
}

#[test]
fn whoever_stands_next_to_the_goal_is_never_told_that_he_does_not() {
    let mut session = session();
    let given = json!({ "empty": true, "phase": "axis-move", "put": { "A1": "mill", "S1": "ford" } });
    session.arrange(&serde_json::from_value(given).expect("a position")).expect("understood");
    // Two places are in reach: from one the ford is closed, from the other it is not the next one.
    let why = session.way(Side::Axis, &wish(&["A1"], &["ford"])).why.expect("it is refused");
    assert_eq!(why.case.0, "4.3", "{why}");
}

#[test]
fn an_attack_is_planned_before_it_is_made() {
    let mut session = session();
    assert_eq!(session.muster(Side::Axis, &Intent { space: "hill".into(), ..Intent::default() }), None, "not now");
    act(&mut *session, json!({ "select": "A3" }));
    act(&mut *session, json!({ "step": "ford" }));
    act(&mut *session, json!("done"));
    act(&mut *session, json!("done"));
    let muster = session.muster(Side::Axis, &Intent { space: "hill".into(), ..Intent::default() });
    let muster = muster.expect("the hill can be attacked");
    assert_eq!(muster.actions.len(), 1);
    assert_eq!(muster.preview.expect("its sums").forces[1].most, 4, "5.3: face down, 2 to 4");
}
