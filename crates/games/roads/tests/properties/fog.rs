//! What a side may not know changes nothing that it sees, is offered, is refused or is told.

use super::{game, trial};
use kessel_kernel::facets::*;
use kessel_kernel::{Side, Viewer};
use kessel_roads::state::{Frame, Plane, Spot, State, Step, SupportBox};
use kessel_trial::Chance;

/// The same position with other secrets of `side`, which whoever is asked about his own supports has shown to have some: which supports lie in its boxes, which Ju 52 lies where.
pub(super) fn other_secrets(state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let kinds = &game().data.supports;
    let hidden = |n: usize| {
        let kind = &kinds.kinds[kinds.markers[n].kind.index()];
        let boxed = matches!(state.markers[n], Spot::Pool | Spot::Box(_));
        // 11.4.2: a launch lays the STAVKA supports open; 12.3: so does the Test Supply Shortage with its box.
        let shown = |at| matches!(state.frames.top(), Frame::ReturnReal { from, .. } if Spot::Box(*from) == at);
        let launched = state.step() == Step::Spend && state.markers[n] == Spot::Box(SupportBox::Stavka);
        let open = launched || shown(state.markers[n]);
        // White circles are shown when drawn; Supply Shortages are counted in public as long as they are outside.
        kind.side == side && boxed && !open && !kind.compulsory
    };
    let places: Vec<usize> = (0..state.markers.len()).filter(|n| hidden(*n)).collect();
    let owed = state.pressed;
    for n in (1..places.len()).rev() {
        let (a, b) = (places[n], places[chance.below(n + 1)]);
        let id = |n: usize| kessel_roads::data::SupportId(n as u8);
        if owed.contains(id(a)) == owed.contains(id(b)) {
            other.markers.swap(a, b);
        }
    }
    if side == Side::Axis {
        let flying: Vec<usize> = (0..other.ju52.len()).filter(|n| other.ju52[*n] != Plane::Gone).collect();
        for n in (1..flying.len()).rev() {
            other.ju52.swap(flying[n], flying[chance.below(n + 1)]);
        }
    }
    other
}

#[test]
fn the_boxes_of_the_enemy_show_numbers_only() {
    for state in trial().positions(140..145, 1) {
        let seen = game().redact(&state, Viewer::from(Side::Axis));
        for at in SupportBox::ALL {
            let count = |state: &State| state.markers.iter().filter(|spot| **spot == Spot::Box(at)).count();
            assert_eq!(count(&seen), count(&state), "{at:?}");
        }
    }
}
