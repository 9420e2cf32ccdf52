//! What a side may not know changes nothing that it is shown.

use crate::state::{Directives, Ended, Frame, Kind, March, Phase, Place, Post, State};
use crate::testing::{game, start};
use crate::{Action, Battle};
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Frames, Log, Options, Seed, Side, Viewer};

fn in_play(game: &Battle) -> State {
    let mut state = start(game);
    let mut dice = Dice::seeded(&Seed::from_number(2), 0);
    for side in Side::BOTH {
        for action in [Action::Historical, Action::Done] {
            game.apply(&mut state, side, action, &mut dice, &mut Log::silent()).expect("the set-up is legal");
        }
    }
    state
}

fn assert_same_for(game: &Battle, a: &State, b: &State, viewer: Viewer) {
    assert_eq!(game.redact(a, viewer), game.redact(b, viewer));
    let text =
        |state: &State| serde_json::to_string(&game.view(&game.see(state, viewer))).expect("a view is plain data");
    assert_eq!(text(a), text(b));
    assert_eq!(game.facts(&game.see(a, viewer)), game.facts(&game.see(b, viewer)));
}

#[test]
fn strengths_assets_and_front_boxes_are_hidden_from_the_enemy() {
    let game = game();
    let one = in_play(&game);
    let mut two = one.clone();
    let unit = |id: &str| game.data.unit(id).expect("a unit").index();
    let asset = |id: &str| game.data.asset(id).expect("an asset").index();
    two.units[unit("S-37")].strength = 1;
    two.units[unit("S-63")].place = Place::At(game.data.places.dsf);
    two.units[unit("S-62")].place = Place::At(game.data.places.soviet_reserve);
    two.assets[asset("SA-140")].post = Post::Reserve;
    two.assets[asset("SA-23")].steps = 1;
    two.tcf_used = true;
    two.purse = [3, 0];
    assert_same_for(&game, &one, &two, Viewer::Axis);
    assert_same_for(&game, &one, &two, Viewer::Spectator);
    assert_ne!(game.redact(&one, Viewer::Soviet), game.redact(&two, Viewer::Soviet));
    assert_eq!(game.redact(&two, Viewer::Umpire), two);
}

#[test]
fn a_march_shows_only_when_it_reaches_the_map() {
    let game = game();
    let mut waiting = in_play(&game);
    waiting.frames = Frames::new(Frame::Phase(Phase::SovietMovement));
    let mut marching = waiting.clone();
    let unit = game.data.unit("S-63").expect("63 Army");
    marching.frames.push(Frame::March(March { unit, kind: Kind::Tactical, spent: 0, outside: false }));
    assert_same_for(&game, &waiting, &marching, Viewer::Axis);
    marching.units[unit.index()].place = Place::At(game.data.board.space("0111").expect("a hex"));
    assert!(matches!(game.redact(&marching, Viewer::Axis).frames.top(), Frame::March(_)));
}

#[test]
fn directives_are_sealed_until_the_end() {
    let game = game();
    let one = in_play(&game);
    let mut two = one.clone();
    let [a, b, c] = one.directives.0;
    two.directives = Directives([c, a, b]);
    assert_same_for(&game, &one, &two, Viewer::Soviet);
    assert_eq!(game.redact(&two, Viewer::Axis).directives, two.directives);
    two.ended = Some(Ended::Counted { principal: false, score: 0 });
    assert_eq!(game.redact(&two, Viewer::Soviet).directives, two.directives);
}

#[test]
fn the_set_up_of_one_side_does_not_show_to_the_other() {
    let game = game();
    let one = start(&game);
    let mut two = one.clone();
    let mut dice = Dice::seeded(&Seed::from_number(2), 0);
    for action in [Action::Historical, Action::Done] {
        game.apply(&mut two, Side::Soviet, action, &mut dice, &mut Log::silent()).expect("legal");
    }
    assert_same_for(&game, &one, &two, Viewer::Axis);
}

/// Plays at random and holds every position against what the sides may know of it.
#[test]
fn on_random_positions_offers_prompts_and_views_follow_from_what_a_side_knows() {
    let game = game();
    let mut offers = Vec::new();
    for n in 0..3 {
        let seed = Seed::from_number(100 + n);
        let mut dice = Dice::seeded(&seed, 0);
        let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
        let mut choice = seed.for_thoughts();
        for step in 0..6000 {
            let Some(side) = game.to_act(&state).first() else { break };
            offers.clear();
            game.offers(&state, side, &mut offers);
            let fogged = matches!(state.frames.top(), Frame::Retreat { .. } | Frame::Losses(_));
            if step % 61 == 0 || (fogged && step % 3 == 0) {
                check_position(&game, &state, side, &offers);
            }
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = offers[(choice >> 33) as usize % offers.len()];
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        }
    }
}

fn check_position(game: &Battle, state: &State, side: Side, offers: &[Action]) {
    let viewer = Viewer::from(side);
    let seen = game.redact(state, viewer);
    let mut from_seen = Vec::new();
    game.offers(&seen, side, &mut from_seen);
    assert_eq!(offers, from_seen, "{:?}", state.frames.top());
    let prompt = game.prompt(&game.see(state, side.into()), side);
    assert_eq!(prompt, game.prompt(&game.see(&seen, side.into()), side));
    let mut cases = prompt.reminders.iter().map(|reminder| reminder.case.id()).chain([prompt.case.as_str()]);
    assert!(cases.all(|case| game.data.book.ledger.get(case).is_some()), "{prompt:?}");
    for action in offers {
        assert_eq!(
            game.describe(&game.see(state, side.into()), side, *action),
            game.describe(&game.see(&seen, side.into()), side, *action)
        );
    }
    for viewer in [Viewer::Axis, Viewer::Soviet, Viewer::Spectator] {
        let seen = game.redact(state, viewer);
        assert_eq!(seen, game.redact(&seen, viewer), "to hide twice hides no more");
        assert_eq!(game.view(&game.see(state, viewer)), game.view(&game.see(&seen, viewer)));
        assert_eq!(game.facts(&game.see(state, viewer)), game.facts(&game.see(&seen, viewer)));
    }
}
