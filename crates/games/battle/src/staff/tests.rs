//! Each tactic alone, on small positions.

use super::Mind;
use super::moves::Settled;
use super::purpose::{Marches, Purpose};
use crate::Battle;
use crate::action::Action;
use crate::data::{UnitId, UnitKind};
use crate::evaluate::Reckoned;
use crate::sets::Spaces;
use crate::state::{Place, State};
use crate::testing::{arranged, game};
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Log, Options, Seed, Side};
use serde_json::json;

fn unit(game: &Battle, id: &str) -> UnitId {
    game.data.unit(id).expect("a unit")
}

fn put(game: &Battle, state: &mut State, id: &str, hex: &str) {
    let space = game.data.board.space(hex).expect("a space");
    state.units[unit(game, id).index()].place = Place::At(space);
    game.repaint(state);
}

fn clear(game: &Battle, state: &mut State) {
    for unit in game.data.unit_ids() {
        state.units[unit.index()].place = Place::ToCome;
    }
    game.repaint(state);
}

fn force(firm: u16) -> Reckoned {
    Reckoned { firm, tank: 0, steps: firm, units: 1 }
}

#[test]
fn more_enemies_near_a_fatal_city_call_more_guards() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 3, "phase": "axis-movement" }));
    clear(&game, &mut state);
    for id in ["G-17", "G-51", "G-8", "G-29", "G-11"] {
        put(&game, &mut state, id, "0617");
    }
    put(&game, &mut state, "S-21", "0616");
    let few = Mind::new(&game, &state, Side::Axis, &[]).fields().guarding().len();
    for id in ["S-28", "S-38", "S-9", "S-37", "S-24", "S-57"] {
        put(&game, &mut state, id, "0616");
    }
    let many = Mind::new(&game, &state, Side::Axis, &[]).fields().guarding().len();
    assert!(few >= 1 && many > few, "{few} then {many}");
}

#[test]
fn an_attack_below_even_odds_is_a_pinprick_and_one_in_mass_is_not() {
    let game = game();
    let state = arranged(&game, json!({ "turn": 6, "phase": "axis-movement" }));
    let mind = Mind::new(&game, &state, Side::Axis, &[]);
    let city = game.data.places.stalingrad;
    for (attack, defence, pinprick) in [(6, 30, true), (29, 30, true), (40, 20, false), (3, 1, true)] {
        let (attack, defence) = (force(attack), force(defence));
        let forecast = mind.forecast(attack, defence, city, false);
        assert_eq!(mind.is_pinprick(forecast, attack, defence, city, false), pinprick, "{attack:?} on {defence:?}");
    }
}

#[test]
fn every_block_takes_roads_away_and_a_wall_takes_all() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 9, "phase": "soviet-movement" }));
    clear(&game, &mut state);
    put(&game, &mut state, "G-8", "0707");
    let roads = |state: &State| {
        let goal: Spaces = game.data.board.space("0707").into_iter().collect();
        Mind::new(&game, state, Side::Soviet, &[]).roads(state, Side::Axis, goal)
    };
    let open = roads(&state);
    put(&game, &mut state, "S-62", "0607");
    let narrow = roads(&state);
    for (id, hex) in [("S-64", "0708"), ("S-57", "0808"), ("S-51", "0807"), ("S-66", "0806"), ("S-24", "0606")] {
        put(&game, &mut state, id, hex);
    }
    assert!(open > narrow && narrow > 0, "{open} roads, then {narrow}");
    assert_eq!(roads(&state), 0);
}

#[test]
fn the_space_behind_a_spearhead_is_its_artery() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 9, "phase": "soviet-movement" }));
    clear(&game, &mut state);
    put(&game, &mut state, "G-14Pz", "Maikop");
    put(&game, &mut state, "G-3Pz", "Krasnodarsky");
    let cut = |state: &State| {
        let mind = Mind::new(&game, state, Side::Soviet, &[]);
        mind.arteries(Side::Axis, Spaces::EMPTY).cut[game.data.places.rostov]
    };
    assert_eq!(cut(&state), 0, "other ways lead into the box");
    for (id, at) in [("S-62", "1109"), ("S-64", "1110"), ("S-57", "1111"), ("S-51", "Stavropolsky"), ("S-47", "Batumi")]
    {
        put(&game, &mut state, id, at);
    }
    assert_eq!(cut(&state), 2);
}

#[test]
fn uranus_is_not_launched_for_nothing() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 12, "phase": "uranus" }));
    clear(&game, &mut state);
    put(&game, &mut state, "G-17", "0617");
    put(&game, &mut state, "S-62", "0101");
    let offers = [Action::Launch, Action::Done];
    let mind = Mind::new(&game, &state, Side::Soviet, &offers);
    assert_eq!(mind.uranus(mind.operation().as_ref()), Action::Done);
}

#[test]
fn the_last_defender_of_a_fatal_city_does_not_leave_it() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 6, "phase": "axis-attack" }));
    clear(&game, &mut state);
    let city = game.data.board.name(game.data.places.stalingrad).to_owned();
    for id in ["G-8", "G-51", "G-11", "G-17", "G-29"] {
        put(&game, &mut state, id, &city);
    }
    put(&game, &mut state, "S-62", &city);
    let leave = |id: &str| Action::Leave { unit: unit(&game, id) };
    let alone = [leave("S-62"), Action::Done];
    assert_eq!(Mind::new(&game, &state, Side::Soviet, &alone).leave_city(), Action::Done);
    state.units[unit(&game, "S-62").index()].strength = 1;
    put(&game, &mut state, "S-64", &city);
    state.units[unit(&game, "S-64").index()].strength = 1;
    let two = [leave("S-62"), Action::Done];
    assert_eq!(Mind::new(&game, &state, Side::Soviet, &two).leave_city(), leave("S-62"));
}

#[test]
fn nothing_is_won_beyond_the_volga() {
    let game = game();
    let state = arranged(&game, json!({ "turn": 6, "phase": "axis-movement" }));
    let beyond = Mind::new(&game, &state, Side::Axis, &[]).beyond_volga();
    for (hex, far) in
        [("0605", true), ("0506", true), ("0603", true), ("0607", false), ("0507", false), ("1102", false)]
    {
        assert_eq!(beyond.contains(game.data.board.space(hex).expect("a hex")), far, "{hex}");
    }
}

#[test]
fn the_doomed_armies_get_the_least() {
    let game = game();
    let dice = &mut Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup("campaign", &Options::default(), dice, &mut Log::silent());
    let mut offers = Vec::new();
    while !state.ready[Side::Soviet.index()] {
        offers.clear();
        game.offers(&state, Side::Soviet, &mut offers);
        let action = Mind::new(&game, &state, Side::Soviet, &offers).set_up();
        game.check(&state, Side::Soviet, action).expect("allowed");
        game.apply_unchecked(&mut state, Side::Soviet, action, dice, &mut Log::silent());
    }
    let strength = |id: &str| state.units[unit(&game, id).index()].strength;
    assert_eq!([strength("S-28"), strength("S-38"), strength("S-9")], [1, 1, 1]);
    assert_eq!([strength("S-62"), strength("S-63"), strength("S-5T")], [6, 5, 5]);
}

#[test]
fn a_second_look_moves_who_stands_badly_and_leaves_the_others() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 13, "phase": "soviet-movement" }));
    clear(&game, &mut state);
    for (id, hex) in [("G-8", "0507"), ("G-14Pz", "0608"), ("G-51", "0708")] {
        put(&game, &mut state, id, hex);
    }
    put(&game, &mut state, "S-62", "0405");
    let mind = Mind::new(&game, &state, Side::Soviet, &[]);
    let (fields, mut work) = (mind.fields(), state.clone());
    let mut army = Settled { unit: unit(&game, "S-62"), marches: Marches::default() };
    let place = |work: &State| work.at(unit(&game, "S-62"));
    mind.look_again(&state, &mut work, &fields, &mut army, u8::MAX);
    assert!(!army.marches.orders.is_empty() && place(&work) != place(&state), "it was left behind");
    let (marches, there) = (army.marches.clone(), place(&work));
    mind.look_again(&state, &mut work, &fields, &mut army, u8::MAX);
    assert_eq!((army.marches, place(&work)), (marches, there));
}

#[test]
fn a_ring_is_as_deep_as_what_it_takes_to_open_it() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 14, "phase": "soviet-movement" }));
    clear(&game, &mut state);
    let depth = |state: &State| {
        let mind = Mind::new(&game, state, Side::Soviet, &[]);
        let net = mind.net();
        mind.moves_to_open(state, &net, &mind.arrivals(state, &net, Side::Axis)).0
    };
    put(&game, &mut state, "G-8", "0707");
    assert_eq!(depth(&state), 0, "he stands on the Volga and no one is in the way");
    for (id, hex) in [("S-62", "0607"), ("S-64", "0708"), ("S-57", "0808"), ("S-51", "0807"), ("S-66", "0806")] {
        put(&game, &mut state, id, hex);
    }
    put(&game, &mut state, "S-24", "0606");
    let ring = depth(&state);
    for id in ["G-14Pz", "G-3Pz", "G-51", "G-11", "G-17", "G-29"] {
        put(&game, &mut state, id, "0609");
    }
    let relieved = depth(&state);
    assert!(0 < relieved && relieved < ring, "{ring} moves, with the relief before it {relieved}");
}

#[test]
fn what_a_march_is_for_adds_up_to_what_its_end_is_worth() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 13, "phase": "soviet-movement" }));
    clear(&game, &mut state);
    for (id, hex) in [("G-8", "0507"), ("G-14Pz", "0608"), ("G-51", "0708"), ("S-62", "0405"), ("S-64", "0606")] {
        put(&game, &mut state, id, hex);
    }
    for (id, side) in [("S-62", Side::Soviet), ("S-64", Side::Soviet), ("G-8", Side::Axis), ("G-14Pz", Side::Axis)] {
        let mind = Mind::new(&game, &state, side, &[]);
        let (fields, unit) = (mind.fields(), unit(&game, id));
        let at = state.at(unit).expect("on the map");
        let sum: i32 = mind.aims(&state, &fields, unit, at).iter().map(|(_, worth)| worth).sum();
        assert_eq!(sum, mind.place_worth(&state, &fields, unit, at), "{id}");
    }
}

#[test]
fn a_march_has_a_purpose_that_names_its_goal() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 6, "phase": "soviet-movement" }));
    clear(&game, &mut state);
    put(&game, &mut state, "G-14Pz", "0608");
    put(&game, &mut state, "S-62", "0405");
    let mind = Mind::new(&game, &state, Side::Soviet, &[]);
    let marches = mind.plan_movement();
    let why: Vec<_> = marches.why.iter().map(|(unit, errand)| (*unit, mind.purpose_of(*unit, errand))).collect();
    let guard = Purpose::Guard(game.data.places.stalingrad);
    assert_eq!(why, [(unit(&game, "S-62"), Some(guard))]);
    assert_eq!(mind.words_of(guard), "To guard Stalingrad (0606): if it falls the game is lost.");
}

#[test]
fn panzers_march_for_stalingrad_or_for_the_oil() {
    let game = game();
    let mut state = arranged(&game, json!({ "turn": 3, "phase": "axis-movement" }));
    clear(&game, &mut state);
    put(&game, &mut state, "G-17", "0617");
    put(&game, &mut state, "S-62", "0606");
    let fields = Mind::new(&game, &state, Side::Axis, &[]).fields();
    let panzers = game.own(Side::Axis).iter().filter(|u| game.data.units[u.index()].kind == UnitKind::Panzer);
    let (oil, city): (Vec<UnitId>, Vec<UnitId>) = panzers.partition(|u| fields.caucasus_group.contains(*u));
    for (unit, wanted) in [(oil[0], "To the Caucasus"), (city[0], "To come into Stalingrad")] {
        let mut state = state.clone();
        state.units[unit.index()].place = Place::At(game.data.board.space("0912").expect("a hex"));
        game.repaint(&mut state);
        let mind = Mind::new(&game, &state, Side::Axis, &[]);
        let marches = mind.plan_movement();
        let (_, errand) = marches.why.iter().find(|(u, _)| *u == unit).expect("it marches");
        let why = mind.purpose_of(unit, errand).expect("it is for something");
        assert!(mind.words_of(why).starts_with(wanted), "{why:?}");
    }
}
