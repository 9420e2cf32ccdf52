//! A whole position that agrees with everything one side knows: what `redact.rs` hides is drawn.
//!
//! | hidden | drawn |
//! |---|---|
//! | which supports lie in the boxes and in the pool (5.1.2) | as from a cup: the secret markers of the enemy are dealt to the places at random, as many to each box as lie there |
//! | which of the like Supply Shortages are in play (12.1) | as many as are known to be, at random |
//! | which Ju 52 lies where (10.4.3.s) | at random; an Evacuation, which is played when it is drawn, lies in the pool |
//! | the step of a phase that the enemy has come to | one of those that look alike in which he has something to do |
//! | supports that must be played this turn or have served | none of the hidden ones |

use crate::action::PlaneId;
use crate::data::{Ju52Event, SupportClass, SupportId};
use crate::decision::{Decides, Flow};
use crate::state::{Frame, Plane, Spot, State, Step};
use crate::{Action, Roads};
use kessel_kernel::facets::Samples;
use kessel_kernel::{Lots, Seen, Side, ToAct};
use rand_pcg::Pcg32;

/// How often the markers are dealt anew when somebody is left without anything to do.
const TRIES: usize = 12;

impl Samples for Roads {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let enemy = side.other();
        let mut state = seen.state().clone();
        for _ in 0..TRIES {
            state = seen.state().clone();
            self.deal_supports(&mut state, enemy, rng);
            if enemy == Side::Axis {
                self.deal_planes(&mut state, rng);
            }
            if self.draw_step(&mut state, enemy, rng) {
                break;
            }
        }
        state
    }
}

impl Roads {
    fn deal_supports(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) {
        let own = |marker: &SupportId| self.support(*marker).side == enemy;
        let alike = |marker: &SupportId| {
            let kind = self.support(*marker);
            kind.class == SupportClass::Shortage && !kind.compulsory
        };
        // 12.1: those outside are as unknown as those inside, so they change among themselves first.
        let hidden = |marker: &SupportId| self.is_secret(state, *marker) || state.spot(*marker) == Spot::Outside;
        let shortages: Vec<SupportId> = self.supports().filter(own).filter(alike).filter(hidden).collect();
        self.deal(state, &shortages, rng);
        let secret: Vec<SupportId> =
            self.supports().filter(own).filter(|marker| self.is_secret(state, *marker)).collect();
        self.deal(state, &secret, rng);
    }

    fn deal(&self, state: &mut State, markers: &[SupportId], rng: &mut Pcg32) {
        let mut spots: Vec<Spot> = markers.iter().map(|marker| state.spot(*marker)).collect();
        rng.shuffle(&mut spots);
        for (marker, spot) in markers.iter().zip(spots) {
            state.markers[marker.index()] = spot;
        }
    }

    fn deal_planes(&self, state: &mut State, rng: &mut Pcg32) {
        let stays = |n: usize| self.plane_kind(PlaneId(n as u8)).0.event == Ju52Event::Evacuation;
        let mut flying: Vec<usize> = (0..state.ju52.len()).filter(|n| state.ju52[*n] != Plane::Gone).collect();
        let mut places: Vec<Plane> = flying.iter().map(|n| state.ju52[*n]).collect();
        rng.shuffle(&mut flying);
        // Whoever can only lie in the pool is dealt the places that are left.
        flying.sort_by_key(|n| stays(*n));
        places.sort_by_key(|place| *place == Plane::Pool);
        for (n, place) in flying.into_iter().zip(places) {
            state.ju52[n] = place;
        }
    }

    /// One of the steps that look alike to the other side. False if the enemy is asked and has nothing to do.
    fn draw_step(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) -> bool {
        let shown = state.step();
        let mut steps: Vec<Step> = match shown {
            Step::Lift => vec![Step::Maskirovka, Step::Lift, Step::Launch, Step::PlaceMinor],
            Step::Deploy => {
                vec![Step::Wintergewitter, Step::Transfer, Step::Strike, Step::Deploy, Step::Shortages]
            }
            Step::Declare => vec![Step::Declare, Step::AirBridge, Step::Landing],
            known => vec![known],
        };
        if state.phasing != enemy {
            steps = vec![shown];
        }
        rng.shuffle(&mut steps);
        for step in steps {
            if let Some(Frame::Step(now)) = state.frames.iter_mut().next() {
                *now = step;
            }
            if self.can_act(state, enemy) {
                return true;
            }
        }
        if let Some(Frame::Step(now)) = state.frames.iter_mut().next() {
            *now = shown;
        }
        false
    }

    /// Is the enemy not asked, or has he something to do? A step with nothing but its end passes by itself.
    fn can_act(&self, state: &State, enemy: Side) -> bool {
        if self.asked(state) != ToAct::from(enemy) {
            return true;
        }
        let ends = |action: Action| action == Action::Done && state.frames.depth() == 1;
        let mut visit = |action| if ends(action) { Flow::Continue(()) } else { Flow::Break(()) };
        self.each_offer(state, enemy, &mut visit).is_break()
    }
}
