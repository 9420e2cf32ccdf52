//! Nobody learns what the other side holds.

use crate::Roads;
use crate::state::{Plane, Spot, State, Step, SupportBox};
use crate::testing::{game, start};
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Frames, Log, Options, Seed, Side, Viewer};
use kessel_trial::several;

fn put(game: &Roads, state: &mut State, marker: &str, spot: Spot) {
    let marker = game.data.supports.marker(marker).expect("a marker");
    state.markers[marker.index()] = spot;
}

#[test]
fn boxes_show_their_number_and_nothing_else() {
    let game = game();
    let (mut one, mut two) = (start(&game, "uranus"), start(&game, "uranus"));
    for marker in ["vvs-1", "katyusha-2", "surprise-3"] {
        put(&game, &mut one, marker, Spot::Box(SupportBox::Stavka));
    }
    for marker in ["artillery-2-1", "aa-1", "vvs-4"] {
        put(&game, &mut two, marker, Spot::Box(SupportBox::Stavka));
    }
    assert_eq!(game.redact(&one, Viewer::Axis), game.redact(&two, Viewer::Axis));
    assert_ne!(game.redact(&one, Viewer::Soviet), game.redact(&two, Viewer::Soviet));
    let seen = game.redact(&one, Viewer::Axis);
    assert_eq!(game.box_of(&seen, SupportBox::Stavka).len(), 3);
    assert_eq!(game.redact(&seen, Viewer::Axis), seen, "once is enough");
    put(&game, &mut two, "goering", Spot::Box(SupportBox::Axis));
    assert_ne!(game.redact(&one, Viewer::Spectator), game.redact(&two, Viewer::Spectator), "the number is open");
}

#[test]
fn what_is_deployed_or_shown_is_open() {
    let game = game();
    let mut state = start(&game, "uranus");
    let hex = game.map(&state).board.space("1628").expect("a hex");
    put(&game, &mut state, "vvs-3", Spot::Hex(hex));
    put(&game, &mut state, "stalin", Spot::Box(SupportBox::Stavka));
    put(&game, &mut state, "reserves-2", Spot::Box(SupportBox::Stavka));
    let at = |seen: &State, marker: &str| seen.spot(game.data.supports.marker(marker).expect("a marker"));
    let seen = game.redact(&state, Viewer::Axis);
    assert_eq!(at(&seen, "vvs-3"), Spot::Hex(hex));
    assert_eq!(at(&seen, "stalin"), Spot::Box(SupportBox::Stavka));
    // 11.4.2: the STAVKA supports are shown at a launch.
    state.phasing = Side::Soviet;
    state.frames = Frames::new(crate::state::Frame::Step(Step::Spend));
    let seen = game.redact(&state, Viewer::Axis);
    assert_eq!(at(&seen, "reserves-2"), Spot::Box(SupportBox::Stavka));
}

#[test]
fn like_shortages_are_told_apart_by_nobody() {
    let game = game();
    let (mut one, mut two) = (start(&game, "uranus"), start(&game, "uranus"));
    put(&game, &mut one, "shortage-1", Spot::Pool);
    put(&game, &mut two, "shortage-7", Spot::Pool);
    assert_eq!(game.redact(&one, Viewer::Axis), game.redact(&two, Viewer::Axis));
}

#[test]
fn ju_52_lie_icon_up() {
    let game = game();
    let (mut one, mut two) = (start(&game, "uranus"), start(&game, "uranus"));
    let hex = game.map(&one).board.space("1333").expect("a hex");
    let last = one.ju52.len() - 1;
    (one.ju52[0], one.ju52[1]) = (Plane::Hex(hex), Plane::Held);
    (two.ju52[last], two.ju52[3]) = (Plane::Hex(hex), Plane::Held);
    assert_eq!(game.redact(&one, Viewer::Soviet), game.redact(&two, Viewer::Soviet));
    assert_ne!(game.redact(&one, Viewer::Axis), game.redact(&two, Viewer::Axis));
}

#[test]
fn the_step_that_a_player_has_come_to_is_his_own_business() {
    let game = game();
    let (mut one, mut two) = (start(&game, "uranus"), start(&game, "uranus"));
    one.phasing = Side::Soviet;
    two.phasing = Side::Soviet;
    one.frames = Frames::new(crate::state::Frame::Step(Step::Maskirovka));
    two.frames = Frames::new(crate::state::Frame::Step(Step::Launch));
    assert_eq!(game.redact(&one, Viewer::Axis), game.redact(&two, Viewer::Axis));
    assert_ne!(game.redact(&one, Viewer::Soviet), game.redact(&two, Viewer::Soviet));
}

/// Every so many actions of a random game: what is shown is made from what may be known.
#[test]
fn a_redacted_position_shows_and_offers_the_same() {
    let game = game();
    let listed = |id: &str| game.data.book.ledger.cases().iter().any(|case| case.id == id);
    for (number, scenario) in game.data.scenarios.iter().enumerate() {
        let mut dice = Dice::seeded(&Seed::from_number(7 + number as u64), 0);
        let mut state = game.setup(&scenario.id, &Options::default(), &mut dice, &mut Log::silent());
        let mut pick = 17_usize;
        for step in 0..several(1000, 3000) {
            let Some(side) = Side::BOTH.into_iter().find(|side| game.to_act(&state).includes(*side)) else { break };
            let mut offers = Vec::new();
            game.offers(&state, side, &mut offers);
            if step % several(90, 60) == 0 {
                for viewer in [Viewer::Axis, Viewer::Soviet, Viewer::Spectator, Viewer::Umpire] {
                    let seen = game.redact(&state, viewer);
                    assert_eq!(game.redact(&seen, viewer), seen, "{} {step}", scenario.id);
                    assert_eq!(game.to_act(&seen), game.to_act(&state));
                    assert_eq!(game.view(&game.see(&seen, viewer)), game.view(&game.see(&state, viewer)));
                    assert_eq!(game.facts(&game.see(&seen, viewer)), game.facts(&game.see(&state, viewer)));
                }
                let seen = game.redact(&state, side.into());
                let mut same = Vec::new();
                game.offers(&seen, side, &mut same);
                assert_eq!(same, offers, "{} {step} {:?}", scenario.id, state.frames.top());
                let words = kessel_kernel::Offers::of(&game, &state, side);
                assert!(listed(&words.prompt.case), "{}", words.prompt.case);
                assert!(words.prompt.reminders.iter().all(|reminder| listed(reminder.case.id())));
                assert!(words.list.iter().all(|offer| !offer.label.is_empty()), "{:?}", words.list);
                for line in words.list.iter().filter_map(|offer| offer.preview.as_ref()).flat_map(|p| &p.forces) {
                    assert!(line.lines.iter().all(|line| listed(line.case.id())), "{line:?}");
                }
            }
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = offers[(pick >> 33) % offers.len()];
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        }
    }
}
