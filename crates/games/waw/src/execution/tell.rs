//! What each side is told of an Execution (5.2, 5.3): its own units exactly, the enemy as far as it may know.

use super::Run;
use super::air::Sortie;
use crate::fix::plain;
use crate::state::NONE;
use kessel_kernel::{Case, Event, Side, What};

/// What the page calls a hex in which fire held somebody up (5.2.e).
const INTERDICTION: &str = "interdiction";

impl Run<'_> {
    /// Notes an event about a unit of `side`: for everybody without Limited Intelligence, else for its own side.
    fn note(&mut self, side: Side, event: impl FnOnce() -> Event) {
        let open = !self.state.setup.limited;
        self.log.add(|| if open { event() } else { event().only_for(side) });
    }

    pub(super) fn tell_move(&mut self, unit: u16, from: u16, to: u16) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        self.note(side, || {
            let (counter, from, to) =
                (stage.info(unit).id.clone(), stage.hex_name(from).to_owned(), stage.hex_name(to).to_owned());
            let text = format!("{} moves to {}", stage.info(unit).name, to);
            Event::new(Case("14.0"), What::Move { counter, from, to }, text)
        });
    }

    pub(super) fn tell_dead(&mut self, unit: u16, at: u16, case: Case) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        self.note(side, || {
            let (counter, from) = (stage.info(unit).id.clone(), stage.hex_name(at).to_owned());
            let text = format!("{} is eliminated in {}", stage.info(unit).name, from);
            Event::new(case, What::Remove { counter, from }, text)
        });
    }

    pub(super) fn tell_loss(&mut self, unit: u16, lost: i64, case: Case) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        let at = self.state.units[unit as usize].at;
        self.note(side, || {
            let (counter, at) =
                (stage.info(unit).id.clone(), if at == NONE { String::new() } else { stage.hex_name(at).to_owned() });
            let text = format!("{} loses {} points", stage.info(unit).name, plain(lost));
            Event::new(case, What::Loss { counter, at, steps: 0, gone: false }, text)
        });
    }

    pub(super) fn tell_ground(&mut self, hex: u16, side: Side) {
        if self.stage.theater.objective[hex as usize] == NONE {
            return;
        }
        let stage = self.stage;
        self.note(side, || {
            let what = What::Control { at: stage.hex_name(hex).to_owned(), side: Some(side) };
            Event::new(Case("18.6.a"), what, format!("{} is in {side} hands", stage.place_name(hex)))
        });
    }

    pub(super) fn tell_interdicted(&mut self, unit: u16) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        let at = stage.hex_name(self.state.units[unit as usize].at).to_owned();
        self.note(side, || {
            let text = format!("{} is held up by enemy fire", stage.info(unit).name);
            Event::new(Case("16.32.a"), What::Marker { marker: INTERDICTION.into(), at, placed: true }, text)
        });
    }

    pub(super) fn tell_flight(&mut self, sortie: &Sortie, reached: bool) {
        let (stage, sortie) = (self.stage, *sortie);
        let squadron = &stage.squadrons[sortie.squadron as usize];
        self.log.add(|| {
            let how = if reached { "reaches" } else { "does not reach" };
            let text = format!("{} {how} {}", squadron.name, stage.hex_name(sortie.hex));
            let what = What::Marker { marker: "aircraft".into(), at: stage.hex_name(sortie.hex).into(), placed: true };
            Event::new(Case("17.41.f"), if reached { what } else { What::Note }, text).only_for(squadron.side)
        });
    }
}
