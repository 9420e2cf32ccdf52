//! Movement, pontoons, reinforcements and replacements (4.1, 7, 9.2, 17, 18).

use super::{halves, offer};
use crate::data::UnitId;
use crate::state::{Frame, March, Mode, Place, State};
use crate::{Action, Roads};
use kessel_board::SpaceId;
use kessel_kernel::{Offer, OfferKind, Side};

impl Roads {
    pub(super) fn describe_counter(&self, seen: &State, action: Action) -> Offer {
        let name = |unit: UnitId| self.unit_name(unit).to_owned();
        match action {
            Action::Move { unit, mode } => self.describe_move(seen, unit, mode),
            Action::Step { to } => self.describe_step(seen, to),
            Action::Halt => offer(OfferKind::Done, "Stop here".into(), "March"),
            Action::Pontoon { unit, to } => {
                let label = format!("{}: pontoon to {}", name(unit), self.hex_name(seen, to));
                let cost = Some("it cannot move while the bridge stands".into());
                Offer { cost, ..self.at(seen, self.about(seen, unit, OfferKind::Place, label, "Pontoons"), to) }
            }
            Action::Dismantle { unit } => {
                let label = format!("{}: take the pontoon up", name(unit));
                self.about(seen, unit, OfferKind::Other, label, "Pontoons")
            }
            Action::Yield { unit } => {
                let label = format!("{} goes without supply", name(unit));
                let cost = Some("another unit has its place at an allied HQ".into());
                Offer { cost, ..self.about(seen, unit, OfferKind::Loss, label, "Allied HQs") }
            }
            Action::Eliminate { unit } => {
                let label = format!("Remove {}", name(unit));
                let cost = Some("eliminated".into());
                Offer { cost, ..self.about(seen, unit, OfferKind::Loss, label, "Overstacked") }
            }
            _ => self.describe_refit(seen, action),
        }
    }

    fn describe_refit(&self, seen: &State, action: Action) -> Offer {
        let name = |unit: UnitId| self.unit_name(unit).to_owned();
        match action {
            Action::Arrive { unit, at } => {
                let label = format!("{} arrives at {}", name(unit), self.hex_name(seen, at));
                self.at(seen, self.about(seen, unit, OfferKind::Place, label, &name(unit)), at)
            }
            Action::Upgrade { unit, into } => {
                let label = format!("{} becomes {}", name(unit), name(into));
                self.about(seen, unit, OfferKind::Other, label, &format!("New: {}", name(into)))
            }
            Action::Withdraw { unit } => {
                let label = format!("{} leaves the game", name(unit));
                self.about(seen, unit, OfferKind::Loss, label, "Withdrawals")
            }
            Action::Restore { unit } => {
                let now = seen.field.get(unit).steps;
                let label = format!("{}: steps {now} to {}", name(unit), now + 1);
                let cost = Some(self.price_words(seen, unit));
                Offer { cost, ..self.about(seen, unit, OfferKind::Spend, label, "Restore steps") }
            }
            Action::Rebuild { unit, at } => {
                let label = format!("{} comes back at {}", name(unit), self.hex_name(seen, at));
                let free = seen.step() == crate::state::Step::FreeDivision;
                let cost = Some(if free { "free, reduced".into() } else { self.price_words(seen, unit) });
                let group = format!("Rebuild {}", name(unit));
                Offer { cost, ..self.at(seen, self.about(seen, unit, OfferKind::Spend, label, &group), at) }
            }
            Action::Return { unit, at } => {
                let label = format!("{} returns at {}", name(unit), self.hex_name(seen, at));
                self.at(seen, self.about(seen, unit, OfferKind::Place, label, &name(unit)), at)
            }
            Action::Consume { unit } => {
                let label = format!("Give up {} instead of a support", name(unit));
                let cost = Some("out of the game".into());
                Offer { cost, ..self.about(seen, unit, OfferKind::Spend, label, "Pay for an armored step") }
            }
            _ => Offer::default(),
        }
    }

    /// What a unit costs (17.3).
    fn price_words(&self, seen: &State, unit: UnitId) -> String {
        let (costs, info) = (&self.data.charts.replacements, self.info(unit));
        let points = self.price(seen, unit);
        let points = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
        if info.armored { format!("{points} and {} support", costs.armored_supports) } else { points }
    }

    fn describe_move(&self, seen: &State, unit: UnitId, mode: Mode) -> Offer {
        let (points, hexes) = self.allowance(seen, unit, mode);
        let group = match mode {
            Mode::Normal => "Movement",
            Mode::Strategic => "Strategic movement",
            Mode::Rail => "Rail movement",
            Mode::Exploitation => "Exploitation",
            Mode::React => "Reaction",
        };
        let reach = match (mode, hexes) {
            (Mode::Rail, _) => format!("any distance by rail; points left: {}", seen.rail),
            (_, Some(1)) => "one hex".into(),
            (_, Some(hexes)) => format!("{hexes} hexes"),
            (_, None) => super::points(points),
        };
        let label = format!("{}: {}, {reach}", self.unit_name(unit), mode_word(mode));
        let cost = self.move_warning(seen, unit, mode);
        Offer { cost, ..self.about(seen, unit, OfferKind::Select, label, group) }
    }

    /// What taking a unit up would bring about, whatever way it goes.
    fn move_warning(&self, seen: &State, unit: UnitId, mode: Mode) -> Option<String> {
        let info = self.info(unit);
        if mode == Mode::Rail {
            return Some("1 rail point".into());
        }
        // 12.1: each HQ move poisons the pool.
        if info.is_hq() && info.side == Side::Soviet && self.uses(seen, "12") {
            return Some("adds a Supply Shortage to the pool".into());
        }
        let plain = info.background == crate::data::Background::Plain;
        if mode == Mode::Exploitation && plain {
            return Some("loses its Exploitation marker".into());
        }
        let bridge =
            |marker: &crate::data::SupportId| self.support(*marker).class == crate::data::SupportClass::Bridging;
        self.attached(seen, unit)
            .iter()
            .any(|marker| bridge(&marker))
            .then(|| "its bridge goes back to the pool".into())
    }

    /// A step with its cost, the hex it takes, and what that is worth.
    fn describe_step(&self, seen: &State, to: SpaceId) -> Offer {
        match seen.frames.top() {
            Frame::March(march) => self.describe_march_step(seen, *march, to),
            Frame::Surprise(surprise) => {
                let label = format!("The stack steps to {}", self.hex_name(seen, to));
                let marker = self.with_marker(surprise.marker, OfferKind::Move, label, "Surprise Attack");
                self.at(seen, marker, to)
            }
            _ => Offer::default(),
        }
    }

    fn describe_march_step(&self, seen: &State, march: March, to: SpaceId) -> Offer {
        let side = self.info(march.unit).side;
        let Some(from) = seen.field.at(march.unit) else { return Offer::default() };
        let after = self.marched(seen, march, from, to);
        let mut notes = Vec::new();
        if march.mode == Mode::Rail {
            notes.push("by rail".to_owned());
        } else {
            let spent = march.left.saturating_sub(after.left);
            notes.push(format!("{}, {} left", super::points(spent), halves(after.left)));
        }
        if let Some(hexes) = after.hexes {
            notes.push(format!("hexes left: {hexes}"));
        }
        if seen.controller(to) != side {
            notes.push(self.capture_words(seen, to, side));
        }
        if self.near_enemy(seen, side, to) {
            notes.push("next to the enemy".into());
        }
        if self.info(march.unit).is_hq() && !self.line_at(seen, side, to) {
            notes.push("no line of supply there: an HQ may not stop".into());
        }
        let label = format!("To {}", self.hex_name(seen, to));
        let offer = Offer { counter: Some(self.info(march.unit).id.clone()), ..offer(OfferKind::Move, label, "March") };
        Offer { cost: Some(notes.join("; ")), ..self.at(seen, offer, to) }
    }

    /// Taking a hex, with what it does to the Führer's approval (15.2.2).
    fn capture_words(&self, seen: &State, hex: SpaceId, by: Side) -> String {
        let Some(kind) = self.strategic(seen, hex).filter(|_| seen.okh.used) else { return "takes the hex".into() };
        let row = self.data.charts.strategic[kind as usize];
        let change = match by {
            Side::Soviet => row.capture,
            Side::Axis if seen.lost_hexes.contains(hex) => row.recapture,
            Side::Axis => 0,
        };
        if change == 0 { "takes the hex".into() } else { format!("takes the hex: Führer Approval {change:+}") }
    }

    /// Where a unit is, for a sentence.
    pub(crate) fn whereabouts(&self, seen: &State, unit: UnitId) -> String {
        match seen.field.get(unit).place {
            Place::Hex(hex) => self.hex_name(seen, hex),
            _ => "off the map".into(),
        }
    }
}

pub(crate) const fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Normal => "normal movement",
        Mode::Strategic => "strategic movement",
        Mode::Rail => "by rail",
        Mode::Exploitation => "exploitation",
        Mode::React => "reaction",
    }
}
