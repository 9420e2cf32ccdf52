//! Faces, layers, the calendar and the sheet.

use crate::testing::{game, start};
use kessel_kernel::facets::*;
use kessel_kernel::view::{CounterView, View};
use kessel_kernel::{Given, Viewer};
use serde_json::json;

fn counter<'a>(view: &'a View, id: &str) -> &'a CounterView {
    view.counters.iter().find(|counter| counter.id == id).expect("the counter is shown")
}

fn factors(view: &View, id: &str) -> Vec<String> {
    counter(view, id).face.factors.iter().map(|factor| factor.value.clone()).collect()
}

#[test]
fn faces_show_the_printed_factors_and_the_reverse_of_the_unsupplied() {
    let game = game();
    let view = game.view(&game.see(&start(&game), Viewer::Axis));
    assert_eq!(factors(&view, "G-24Pz"), ["6", "3", "6", "4"]);
    assert_eq!(factors(&view, "S-37"), ["?", "2", "3"]);
    assert_eq!(factors(&view, "G-42"), ["5", "[1]"]);
    assert_eq!(counter(&view, "G-42").flags, ["unsupplied"]);
    assert_eq!(counter(&view, "S-51").at, "soviet-reserve");
    assert_eq!(counter(&view, "GA-9").at, "axis-reserve");
    assert_eq!(counter(&view, "GA-Wik").face.nation, "ss");
    assert_eq!(counter(&view, "S-1G").face.nation, "guards");
    assert!(view.counters.iter().all(|counter| counter.id != "SA-140"), "an asset of the enemy in play");
}

#[test]
fn the_score_is_for_the_axis_and_a_range_for_the_soviets() {
    let game = game();
    let state = start(&game);
    let score = |viewer| {
        let view = game.view(&game.see(&state, viewer));
        view.tracks.into_iter().find(|track| track.id == "score").expect("the track").value
    };
    assert!(score(Viewer::Axis).is_some());
    assert_eq!(score(Viewer::Soviet), None);
    assert_eq!(score(Viewer::Spectator), None);
}

#[test]
fn every_space_of_a_view_is_on_the_sheet() {
    let game = game();
    let sheet = game.sheet("campaign");
    assert_eq!((sheet.hexes.len(), sheet.boxes.len()), (226, 14));
    let known = |id: &str| sheet.hexes.iter().any(|h| h.id == id) || sheet.boxes.iter().any(|b| b.id == id);
    let view = game.view(&game.see(&start(&game), Viewer::Umpire));
    assert!(view.spaces.iter().all(|space| known(&space.id)));
    assert!(view.layers.iter().flat_map(|layer| layer.spaces.iter().chain(&layer.half)).all(|id| known(id)));
    let off_map = ["turn-track", "dead", "withdrawn"];
    let units = view.counters.iter().filter(|counter| counter.kind == "unit");
    assert!(units.clone().all(|counter| known(&counter.at) || off_map.contains(&counter.at.as_str())));
    assert_eq!(units.count(), 56);
}

#[test]
fn cases_named_on_the_sheet_and_in_views_are_in_the_ledger() {
    let game = game();
    let listed = |id: &str| game.data.book.ledger.cases().iter().any(|case| case.id == id);
    for line in game.sheet("campaign").legend {
        assert!(listed(line.case.expect("every line has one").id()), "{line:?}");
    }
    let view = game.view(&game.see(&start(&game), Viewer::Umpire));
    assert!(view.layers.iter().all(|layer| listed(&layer.case)));
}

#[test]
fn markers_lie_towards_the_space_the_attacker_came_from() {
    let game = game();
    let mut state = start(&game);
    let given: Given = serde_json::from_value(json!({
        "empty": true, "turn": 5, "phase": "axis-attack",
        "put": { "G-24Pz": "0408", "S-65": "0408" },
        "set": { "marker": { "0408": { "from": "0508" } } },
    }))
    .expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    let view = game.view(&game.see(&state, Viewer::Soviet));
    let space = view.spaces.iter().find(|space| space.id == "0408").expect("shown");
    let kinds: Vec<&str> = space.markers.iter().map(|marker| marker.kind.as_str()).collect();
    assert_eq!(kinds, ["battle", "river-assault"]);
    assert_eq!(space.markers[1].toward.as_deref(), Some("0508"));
    assert_eq!(space.control, None);
}

#[test]
fn the_note_on_uranus_is_true_in_both_player_turns() {
    let game = game();
    let note = |turn: u32, phase: &str| {
        let mut state = start(&game);
        let given = json!({ "empty": true, "turn": turn, "phase": phase, "put": { "S-62": "0606", "G-7": "0517" } });
        let given: Given = serde_json::from_value(given).expect("a given part");
        game.arrange(&mut state, &given).expect("understood");
        let view = game.view(&game.see(&state, Viewer::Axis));
        view.tracks.into_iter().find(|track| track.id == "uranus").expect("the track").note
    };
    assert_eq!(note(8, "axis-movement"), "From turn 9 on (8.4)");
    assert_eq!(note(9, "soviet-movement"), "Can be launched this turn; units that may move: 1 (8.4)");
    assert_eq!(note(9, "axis-movement"), "Not launched this turn; units that may move on the next: 2 (8.4)");
    assert_eq!(note(14, "axis-movement"), "Never launched (8.4)");
}
