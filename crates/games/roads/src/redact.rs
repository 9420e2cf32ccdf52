//! What is hidden, and from whom: the position as one viewer may know it.
//!
//! Hidden are the supports in boxes and pools (their number is open, 5.1.2) and the events of the Ju 52 (10.4.3.s). Units, steps,
//! control, tracks, Offensive Markers and whatever lies deployed on the map are open. Each hidden fact is replaced by one
//! fixed value, so that positions which differ only in hidden facts become equal: the hidden markers of a side are dealt to
//! the boxes in the order of their ids, as many as lie in each.

use crate::Roads;
use crate::data::{SupportClass, SupportId};
use crate::state::{Frame, Plane, Spot, State, Step, SupportBox};
use kessel_kernel::facets::Redacts;
use kessel_kernel::{Side, Viewer};

impl Redacts for Roads {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for side in Side::BOTH {
            // 5.1.4: whoever knows the side looks into its boxes.
            if !viewer.knows(side) {
                hide_step(&mut seen, side);
                self.hide_supports(&mut seen, side);
            }
        }
        if !viewer.knows(Side::Axis) {
            hide_planes(&mut seen);
        }
        seen
    }
}

impl Roads {
    /// May everybody look into the box? The STAVKA supports are shown at a launch (11.4.2), a box with the Test Supply Shortage while
    /// it is settled (12.3).
    pub(crate) fn box_is_open(&self, state: &State, at: SupportBox) -> bool {
        let launching = state.step() == Step::Spend && at == SupportBox::Stavka;
        launching || state.frames.iter().any(|frame| matches!(frame, Frame::ReturnReal { from, .. } if *from == at))
    }

    /// Is the place of this marker a secret of its owner? White circles are shown when they are drawn (1.5.3), so it is known of
    /// them where they are not, too.
    pub(crate) fn is_secret(&self, state: &State, marker: SupportId) -> bool {
        if self.support(marker).compulsory {
            return false;
        }
        match state.spot(marker) {
            Spot::Pool => true,
            Spot::Box(at) => !self.box_is_open(state, at),
            Spot::Outside | Spot::Unit(_) | Spot::Hex(_) | Spot::Spent => false,
        }
    }

    /// Deals the secret markers of a side to its boxes and its pool by their numbers.
    fn hide_supports(&self, seen: &mut State, side: Side) {
        let own = |marker: &SupportId| self.support(*marker).side == side;
        let mut secret: Vec<SupportId> =
            self.supports().filter(own).filter(|marker| self.is_secret(seen, *marker)).collect();
        let open_boxes: Vec<SupportBox> =
            SupportBox::ALL.into_iter().filter(|at| at.side() == side && !self.box_is_open(seen, *at)).collect();
        let inside = |at: SupportBox| secret.iter().filter(|marker| seen.spot(**marker) == Spot::Box(at)).count();
        let counts: Vec<(SupportBox, usize)> = open_boxes.into_iter().map(|at| (at, inside(at))).collect();
        for marker in &secret {
            seen.pressed.remove(*marker);
            seen.played.remove(*marker);
            seen.served.iter_mut().for_each(|served| {
                served.remove(*marker);
            });
        }
        self.hide_shortages(seen, side, &mut secret);
        let mut left = secret.into_iter();
        for (at, count) in counts {
            for marker in left.by_ref().take(count) {
                seen.markers[marker.index()] = Spot::Box(at);
            }
        }
        for marker in left {
            seen.markers[marker.index()] = Spot::Pool;
        }
    }

    /// How many Supply Shortages are in play is open, which of the like markers are is not (12.1): the last ones stay outside.
    fn hide_shortages(&self, seen: &mut State, side: Side, secret: &mut Vec<SupportId>) {
        let alike = |marker: &SupportId| {
            let kind = self.support(*marker);
            kind.side == side && kind.class == SupportClass::Shortage && !kind.compulsory
        };
        let outside: Vec<SupportId> =
            self.supports().filter(alike).filter(|marker| seen.spot(*marker) == Spot::Outside).collect();
        let mut both: Vec<SupportId> = secret.iter().copied().filter(alike).chain(outside.iter().copied()).collect();
        both.sort_unstable_by_key(|marker| marker.index());
        let inside = both.len() - outside.len();
        secret.retain(|marker| !alike(marker));
        secret.extend(&both[..inside]);
        secret.sort_unstable_by_key(|marker| marker.index());
        for marker in &both[inside..] {
            seen.markers[marker.index()] = Spot::Outside;
        }
    }
}

/// Steps pass by themselves where there is nothing to decide, so which step a player has come to can tell what he holds. The others see
/// the phase: the launch is open again (11.4.2).
fn hide_step(seen: &mut State, side: Side) {
    if seen.phasing != side {
        return;
    }
    if let Some(Frame::Step(step)) = seen.frames.iter_mut().next() {
        *step = match *step {
            Step::Maskirovka | Step::Lift | Step::Launch | Step::PlaceMinor => Step::Lift,
            Step::Wintergewitter | Step::Transfer | Step::Strike | Step::Deploy | Step::Shortages => Step::Deploy,
            Step::Declare | Step::AirBridge | Step::Landing => Step::Declare,
            known => known,
        };
    }
}

/// Ju 52 markers lie on the map with the icon up, and those held back face down (10.4.3.s): the first markers lie in the hexes, the
/// next ones are held. Those out of the game have been seen.
fn hide_planes(seen: &mut State) {
    let mut places: Vec<Plane> = seen.ju52.iter().copied().filter(|plane| *plane != Plane::Gone).collect();
    places.sort_unstable_by_key(|plane| match plane {
        Plane::Hex(hex) => (0, hex.index()),
        Plane::Held => (1, 0),
        Plane::Pool => (2, 0),
        Plane::Gone => (3, 0),
    });
    let hidden = seen.ju52.iter_mut().filter(|plane| **plane != Plane::Gone);
    for (plane, place) in hidden.zip(places) {
        *plane = place;
    }
}

#[cfg(test)]
mod tests;
