//! Faces, layers, the calendar and the sheet.

use crate::state::{Plane, Spot, SupportBox};
use crate::testing::{game, start};
use kessel_kernel::facets::*;
use kessel_kernel::view::{CounterView, View};
use kessel_kernel::{Side, Viewer};

fn counter<'a>(view: &'a View, id: &str) -> &'a CounterView {
    view.counters.iter().find(|counter| counter.id == id).expect("the counter is shown")
}

fn factors(view: &View, id: &str) -> Vec<String> {
    counter(view, id).face.factors.iter().map(|factor| factor.value.clone()).collect()
}

#[test]
fn faces_show_the_printed_factors() {
    let game = game();
    let view = game.view(&game.see(&start(&game, "campaign"), Viewer::Axis));
    assert_eq!(factors(&view, "26TK"), ["■7", "6", "3"]);
    assert_eq!(factors(&view, "8KK"), ["◪5", "3", "3"]);
    assert_eq!(factors(&view, "R15GL"), ["1", "1", "2"]);
    assert_eq!((counter(&view, "R15GL").face.steps, counter(&view, "R15GL").face.max_steps), (Some(1), Some(2)));
    assert_eq!(factors(&view, "6A"), ["9", "1", "3"]);
    assert_eq!(counter(&view, "51G").face.size, "XX★");
    assert_eq!(counter(&view, "51G").face.nation, "guards");
    assert_eq!(counter(&view, "6Pz-a").at, "turn-track");
    assert!(view.counters.iter().all(|counter| !counter.id.starts_with("KG")), "a pool");
}

#[test]
fn hidden_markers_are_backs_with_ids_that_tell_nothing() {
    let game = game();
    let mut state = start(&game, "campaign");
    let marker = game.data.supports.marker("katyusha-3").expect("a marker");
    let before = game.box_of(&state, SupportBox::Major).len();
    state.markers[marker.index()] = Spot::Box(SupportBox::Major);
    let hex = game.map(&state).board.space("1333").expect("a hex");
    state.ju52[2] = Plane::Hex(hex);
    let view = game.view(&game.see(&state, Viewer::Axis));
    let backs: Vec<_> = view.counters.iter().filter(|c| c.at == "major" && c.hidden).collect();
    assert_eq!(backs.len(), before + 1);
    assert!(backs.iter().all(|back| back.id.starts_with("soviet-back-") && back.face.name.is_empty()));
    assert_eq!(counter(&game.view(&game.see(&state, Viewer::Soviet)), "katyusha-3").at, "major");
    assert_eq!(counter(&game.view(&game.see(&state, Viewer::Soviet)), "ju52-1").at, "1333");
    assert!(counter(&game.view(&game.see(&state, Viewer::Soviet)), "ju52-1").hidden);
}

#[test]
fn every_space_of_a_view_is_on_the_sheet() {
    let game = game();
    for scenario in &game.data.scenarios {
        let sheet = game.sheet(&scenario.id);
        let known = |id: &str| sheet.hexes.iter().any(|h| h.id == id) || sheet.boxes.iter().any(|b| b.id == id);
        let view = game.view(&game.see(&start(&game, &scenario.id), Viewer::Umpire));
        assert!(view.spaces.iter().all(|space| known(&space.id)));
        assert!(view.layers.iter().flat_map(|layer| layer.spaces.iter().chain(&layer.half)).all(|id| known(id)));
        let off_map = ["turn-track", "dead", "withdrawn"];
        let placed = |c: &CounterView| known(&c.at) || off_map.contains(&c.at.as_str());
        assert!(view.counters.iter().all(|c| placed(c) || view.counters.iter().any(|host| host.id == c.at)));
        let ids: std::collections::BTreeSet<_> = view.counters.iter().map(|counter| &counter.id).collect();
        assert_eq!(ids.len(), view.counters.len(), "ids are unique");
        assert!(!ids.iter().any(|id| known(id)), "a counter is not named like a space");
        let turns = 1..=u32::from(scenario.turns());
        assert!(view.calendar.iter().all(|entry| turns.contains(&entry.turn)), "{}", scenario.id);
        assert_eq!(view.turn.number, 1);
    }
}

#[test]
fn cases_named_on_the_sheet_and_in_views_are_in_the_ledger() {
    let game = game();
    let listed = |id: &str| game.data.book.ledger.cases().iter().any(|case| case.id == id);
    for scenario in &game.data.scenarios {
        for line in game.sheet(&scenario.id).legend {
            assert!(listed(line.case.expect("every line has one").id()), "{line:?}");
        }
        let view = game.view(&game.see(&start(&game, &scenario.id), Viewer::Umpire));
        assert!(view.layers.iter().all(|layer| listed(&layer.case)));
        assert!(listed(&view.turn.case));
    }
}

#[test]
fn each_hq_on_the_map_has_its_layer() {
    let game = game();
    let state = start(&game, "uranus");
    let view = game.view(&game.see(&state, Viewer::Spectator));
    for side in Side::BOTH {
        for (hq, _) in game.hqs(&state, side) {
            let id = format!("command-{}", game.info(hq).id);
            let layer = view.layers.iter().find(|layer| layer.id == id).expect("its layer");
            assert!(!layer.spaces.is_empty());
        }
    }
    let leak = view.layers.iter().find(|layer| layer.id == "leak").expect("Stalingrad is on this map");
    assert!(!leak.spaces.is_empty(), "nobody has sealed the pocket before the first move");
}
