//! Opening a decision by hand: `set = { frame = { kind = "losses", side = "axis", left = 2 } }`.
//!
//! A list of frames opens them one above the other, the last on top.

use super::Hand;
use crate::state::{Bill, Frame, Losses, March, Mode, Retreat, State, Step, Supply, SupportBox, Surprise, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Arranging, Side};
use serde_json::{Map, Value};

const KINDS: &str = "shifting, pay, choose, return-real, mark-oos, surprise, march, muster, fight, losses, kampfgruppe, retreat, \
                     react, advance, exploit, superiority, overstack, capitulate, evacuate, sortie, airlift, marker-moves";

/// A frame as a file writes it: the keys that it may have.
struct Draft {
    kind: String,
    table: Map<String, Value>,
}

impl Hand<'_> {
    pub(super) fn open_frame(&mut self, value: &Value) {
        let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        for value in list {
            let mut table = self.table("frame", &value);
            let kind = table.remove("kind").and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default();
            let mut draft = Draft { kind, table };
            let Some(frame) = self.frame(&mut draft) else { continue };
            for key in draft.table.keys() {
                self.faults.push(format!("set frame: a {} has no {key:?}", draft.kind));
            }
            self.push(frame);
        }
    }

    /// Puts a frame on top; a position has room for a few only.
    pub(super) fn push(&mut self, frame: Frame) {
        if self.state.frames.depth() < 10 {
            self.state.frames.push(frame);
        } else {
            self.fault("set frame: there are too many frames".into());
        }
    }

    fn frame(&mut self, draft: &mut Draft) -> Option<Frame> {
        Some(match draft.kind.as_str() {
            "shifting" => Frame::Shifting { from: self.take_box(draft, "from")? },
            "pay" => Frame::Pay {
                side: self.take_side(draft),
                left: self.take_number(draft, "left", 1),
                bill: self.take_bill(draft)?,
            },
            "choose" => Frame::Choose {
                side: self.take_side(draft),
                left: self.take_number(draft, "left", 1),
                to: self.take_box(draft, "to")?,
            },
            "return-real" => Frame::ReturnReal {
                from: self.take_box(draft, "from")?,
                left: self.take_number(draft, "left", 1),
                unmatched: self.take_number(draft, "unmatched", 0),
            },
            "mark-oos" => Frame::MarkOos { left: self.take_number(draft, "left", 1) },
            "surprise" => Frame::Surprise(self.take_surprise(draft)?),
            "march" => Frame::March(self.take_march(draft)?),
            "muster" => Frame::Muster,
            "fight" => Frame::Fight,
            "losses" => Frame::Losses(Losses {
                side: self.take_side(draft),
                left: self.take_number(draft, "left", 1),
                in_order: self.take_truth(draft, "in_order"),
                first: self.take_truth(draft, "first"),
            }),
            "kampfgruppe" => Frame::Kampfgruppe {
                unit: self.take_unit(draft, "unit")?,
                hex: self.take_hex(draft, "at")?,
                supply: self.take_supply(draft),
            },
            "retreat" => Frame::Retreat(self.take_retreat(draft)),
            "react" => Frame::React { side: self.take_side(draft), rescue: self.take_truth(draft, "rescue") },
            "advance" => Frame::Advance { side: self.take_side(draft), into: self.take_hex_if_any(draft, "into") },
            "exploit" => Frame::Exploit { left: self.take_number(draft, "left", 1) },
            "superiority" => Frame::Superiority { on: self.take_truth(draft, "on") },
            "overstack" => Frame::Overstack { side: self.take_side(draft), hex: self.take_hex(draft, "at")? },
            "capitulate" => Frame::Capitulate { left: self.take_number(draft, "left", 1) },
            "evacuate" => Frame::Evacuate,
            "sortie" => Frame::Sortie { left: self.take_number(draft, "left", 1) },
            "airlift" => Frame::Airlift { hex: self.take_hex(draft, "at")? },
            "marker-moves" => Frame::MarkerMoves { from: self.take_hex(draft, "from")? },
            kind => {
                self.fault(format!("set frame: there is no kind {kind:?}; there are {KINDS}"));
                return None;
            }
        })
    }

    fn take_surprise(&mut self, draft: &mut Draft) -> Option<Surprise> {
        let marker = draft.table.remove("marker").unwrap_or_default();
        let marker = self.marker("frame.marker", &marker)?;
        let start = self.take_hex(draft, "start")?;
        let at = self.take_hex_if_any(draft, "at").unwrap_or(start);
        let units = match draft.table.remove("units") {
            Some(units) => self.units("frame.units", &units),
            None => self.game.stack_of(self.state, at),
        };
        Some(Surprise { marker, start, at, units, fought: self.take_truth(draft, "fought") })
    }

    /// A unit on the move; without `left` it has its printed factor.
    fn take_march(&mut self, draft: &mut Draft) -> Option<March> {
        let unit = self.take_unit(draft, "unit")?;
        let word = draft.table.remove("by").unwrap_or_else(|| Value::from(Mode::Normal.word()));
        let mode = self.word::<Mode>("frame.by", &word)?;
        let Some(at) = self.state.field.at(unit) else {
            self.fault("set frame: a unit that marches is on the map".into());
            return None;
        };
        let printed = self.game.info(unit).factors(self.state.field.get(unit).steps).movement * 2;
        let hexes = draft.table.contains_key("hexes").then(|| self.take_number(draft, "hexes", 0));
        Some(March {
            unit,
            mode,
            start: self.take_hex_if_any(draft, "start").unwrap_or(at),
            left: self.take_number(draft, "left", printed),
            hexes,
            entered: self.take_number(draft, "entered", 0),
        })
    }

    fn take_retreat(&mut self, draft: &mut Draft) -> Retreat {
        let side = self.take_side(draft);
        let units = draft.table.remove("units").unwrap_or_else(|| Value::Array(Vec::new()));
        let units = self.units("frame.units", &units);
        let origin = self.take_hex_if_any(draft, "origin");
        let start = origin.or_else(|| self.state.field.at(units.first()?)).unwrap_or(SpaceId(0));
        Retreat {
            side,
            units,
            hexes: self.take_number(draft, "hexes", 1),
            origin,
            going: UnitSet::EMPTY,
            gone: 0,
            start,
        }
    }

    /// The supply marker that the dead unit had.
    fn take_supply(&mut self, draft: &mut Draft) -> Supply {
        let Some(word) = draft.table.remove("supply") else { return Supply::In };
        let found = word.as_str().and_then(super::words::supply);
        if found.is_none() {
            self.fault(format!("set frame.supply: in, oos or oos-fs, not {word}"));
        }
        found.unwrap_or_default()
    }

    fn take_side(&mut self, draft: &mut Draft) -> Side {
        match draft.table.remove("side") {
            Some(side) => self.side("frame.side", &side),
            None => self.state.phasing,
        }
    }

    fn take_number(&mut self, draft: &mut Draft, key: &str, otherwise: u8) -> u8 {
        draft.table.remove(key).map_or(otherwise, |value| self.number(&format!("frame.{key}"), &value))
    }

    fn take_truth(&mut self, draft: &mut Draft, key: &str) -> bool {
        draft.table.remove(key).is_some_and(|value| self.truth(&format!("frame.{key}"), &value))
    }

    fn take_hex_if_any(&mut self, draft: &mut Draft, key: &str) -> Option<SpaceId> {
        draft.table.remove(key).and_then(|value| self.hex(&format!("frame.{key}"), &value))
    }

    fn take_hex(&mut self, draft: &mut Draft, key: &str) -> Option<SpaceId> {
        let value = draft.table.remove(key).unwrap_or_default();
        self.hex(&format!("frame.{key}"), &value)
    }

    fn take_unit(&mut self, draft: &mut Draft, key: &str) -> Option<crate::data::UnitId> {
        let value = draft.table.remove(key).unwrap_or_default();
        self.unit(&format!("frame.{key}"), &value)
    }

    fn take_box(&mut self, draft: &mut Draft, key: &str) -> Option<SupportBox> {
        let word = draft.table.remove(key).unwrap_or_default();
        let found = SupportBox::ALL.into_iter().find(|at| Some(at.word()) == word.as_str());
        if found.is_none() {
            let known = SupportBox::ALL.map(SupportBox::word).join(", ");
            self.fault(format!("set frame.{key}: one of {known}, not {word}"));
        }
        found
    }

    fn take_bill(&mut self, draft: &mut Draft) -> Option<Bill> {
        let word = draft.table.remove("bill").unwrap_or_default();
        let found = Bill::ALL.into_iter().find(|bill| Some(bill.word()) == word.as_str());
        if found.is_none() {
            self.fault(format!("set frame.bill: one of {}, not {word}", Bill::ALL.map(Bill::word).join(", ")));
        }
        found
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
