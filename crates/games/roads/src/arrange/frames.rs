//! Opening a decision by hand: `set = { frame = { kind = "losses", side = "axis", left = 2 } }`.
//!
//! A list of frames opens them one above the other, the last on top.

use super::Hand;
use crate::facts::Names;
use crate::state::{Frame, Losses, March, Mode, Retreat, State, Step, Supply, Surprise, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::Arranging;
use kessel_kit::told::{Spelled, Wish};
use serde_json::{Map, Value};

const KINDS: &str = "shifting, pay, choose, return-real, mark-oos, surprise, march, muster, fight, losses, kampfgruppe, retreat, \
                     react, advance, exploit, superiority, overstack, capitulate, evacuate, sortie, airlift, marker-moves";

/// A decision as a file writes it: the keys that it may have.
pub(super) struct Draft {
    what: &'static str,
    pub table: Map<String, Value>,
}

impl Draft {
    pub(super) fn new(what: &'static str, value: &Value) -> Draft {
        Draft { what, table: value.as_object().cloned().unwrap_or_default() }
    }
}

impl Hand<'_> {
    pub(super) fn open_frame(&mut self, value: &Value) {
        for value in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
            let mut draft = Draft::new("frame", value);
            let kind = draft.table.remove("kind").unwrap_or_default();
            let Some(frame) = self.frame(kind.as_str().unwrap_or_default(), &mut draft) else { continue };
            for key in draft.table.keys() {
                self.faults.fault(format!("set frame: a {kind} has no {key:?}"));
            }
            self.push(frame);
        }
    }

    /// What the draft says under a key that must be there.
    pub(super) fn need<T: for<'n> Spelled<Names<'n>>>(&mut self, draft: &mut Draft, key: &str) -> Option<T> {
        let value = draft.table.remove(key).unwrap_or_default();
        let path = format!("set {}.{key}", draft.what);
        Wish { path: &path, value: &value, faults: &mut self.faults }.read(&self.game.naming(self.state))
    }

    /// What it says under a key that may be left out.
    pub(super) fn take<T: for<'n> Spelled<Names<'n>>>(&mut self, draft: &mut Draft, key: &str, otherwise: T) -> T {
        if draft.table.contains_key(key) { self.need(draft, key).unwrap_or(otherwise) } else { otherwise }
    }

    /// Puts a frame on top; a position has room for a few only.
    pub(super) fn push(&mut self, frame: Frame) {
        if self.state.frames.depth() < 10 {
            self.state.frames.push(frame);
        } else {
            self.faults.fault("set frame: there are too many frames".into());
        }
    }

    fn frame(&mut self, kind: &str, draft: &mut Draft) -> Option<Frame> {
        let phasing = self.state.phasing;
        Some(match kind {
            "shifting" => Frame::Shifting { from: self.need(draft, "from")? },
            "pay" => Frame::Pay {
                side: self.take(draft, "side", phasing),
                left: self.take(draft, "left", 1),
                bill: self.need(draft, "bill")?,
            },
            "choose" => Frame::Choose {
                side: self.take(draft, "side", phasing),
                left: self.take(draft, "left", 1),
                to: self.need(draft, "to")?,
            },
            "return-real" => Frame::ReturnReal {
                from: self.need(draft, "from")?,
                left: self.take(draft, "left", 1),
                unmatched: self.take(draft, "unmatched", 0),
            },
            "mark-oos" => Frame::MarkOos { left: self.take(draft, "left", 1) },
            "surprise" => Frame::Surprise(self.surprise(draft)?),
            "march" => Frame::March(self.march(draft)?),
            "muster" => Frame::Muster,
            "fight" => Frame::Fight,
            "losses" => Frame::Losses(Losses {
                side: self.take(draft, "side", phasing),
                left: self.take(draft, "left", 1),
                in_order: self.take(draft, "in_order", false),
                first: self.take(draft, "first", false),
            }),
            "kampfgruppe" => Frame::Kampfgruppe {
                unit: self.need(draft, "unit")?,
                hex: self.need(draft, "at")?,
                supply: self.take(draft, "supply", Supply::In),
            },
            "retreat" => Frame::Retreat(self.retreat(draft)),
            "react" => {
                Frame::React { side: self.take(draft, "side", phasing), rescue: self.take(draft, "rescue", false) }
            }
            "advance" => {
                Frame::Advance { side: self.take(draft, "side", phasing), into: self.take(draft, "into", None) }
            }
            "exploit" => Frame::Exploit { left: self.take(draft, "left", 1) },
            "superiority" => Frame::Superiority { on: self.take(draft, "on", false) },
            "overstack" => Frame::Overstack { side: self.take(draft, "side", phasing), hex: self.need(draft, "at")? },
            "capitulate" => Frame::Capitulate { left: self.take(draft, "left", 1) },
            "evacuate" => Frame::Evacuate,
            "sortie" => Frame::Sortie { left: self.take(draft, "left", 1) },
            "airlift" => Frame::Airlift { hex: self.need(draft, "at")? },
            "marker-moves" => Frame::MarkerMoves { from: self.need(draft, "from")? },
            kind => {
                self.faults.fault(format!("set frame: there is no kind {kind:?}; there are {KINDS}"));
                return None;
            }
        })
    }

    fn surprise(&mut self, draft: &mut Draft) -> Option<Surprise> {
        let (marker, start) = (self.need(draft, "marker")?, self.need(draft, "start")?);
        let at = self.take(draft, "at", start);
        let units = self.take(draft, "units", self.game.stack_of(self.state, at));
        Some(Surprise { marker, start, at, units, fought: self.take(draft, "fought", false) })
    }

    /// A unit on the move; without `left` it has its printed factor.
    fn march(&mut self, draft: &mut Draft) -> Option<March> {
        let unit = self.need(draft, "unit")?;
        let mode = self.take(draft, "by", Mode::Normal);
        let Some(at) = self.state.field.at(unit) else {
            self.faults.fault("set frame: a unit that marches is on the map".into());
            return None;
        };
        let printed = self.game.info(unit).factors(self.state.field.get(unit).steps).movement * 2;
        Some(March {
            unit,
            mode,
            start: self.take(draft, "start", at),
            left: self.take(draft, "left", printed),
            hexes: self.take(draft, "hexes", None),
            entered: self.take(draft, "entered", 0),
        })
    }

    fn retreat(&mut self, draft: &mut Draft) -> Retreat {
        let side = self.take(draft, "side", self.state.phasing);
        let units = self.take(draft, "units", UnitSet::EMPTY);
        let origin = self.take(draft, "origin", None);
        let start = origin.or_else(|| self.state.field.at(units.first()?)).unwrap_or(SpaceId(0));
        let hexes = self.take(draft, "hexes", 1);
        Retreat { side, units, hexes, origin, going: UnitSet::EMPTY, gone: 0, start }
    }
}

/// The kind of combat that the phase being played has.
pub(super) fn fight_kind(state: &State) -> crate::state::FightKind {
    use crate::state::FightKind;
    match state.step() {
        Step::ExploitCombat => FightKind::Exploitation,
        Step::Strike => FightKind::Surprise,
        _ => FightKind::Combat,
    }
}
