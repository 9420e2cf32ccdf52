//! What a viewer sees: made from the redacted state alone.

use super::{Counter, Night, SPACES, State, TURNS};
use crate::facets::{Acts, Rules};
use crate::view::{CounterView, FaceView, FactorView, SheetBox, TrackView, TurnView};
use crate::{Offers, Seen, Sheet, Side, UnitSymbol, View, Viewer};
use serde_json::{Map, Value, json};

/// A space as it is written.
pub(super) fn space(n: u8) -> String {
    (n + 1).to_string()
}

/// The space of a word.
pub(super) fn number(word: &str) -> Option<u8> {
    word.parse::<u8>().ok()?.checked_sub(1).filter(|n| *n < SPACES)
}

pub(super) fn sheet() -> Sheet {
    let boxes = (0..SPACES).map(|n| SheetBox {
        id: space(n),
        name: space(n),
        x: i32::from(n) * 1500,
        w: 1200,
        h: 1200,
        ..SheetBox::default()
    });
    Sheet { boxes: boxes.collect(), ..Sheet::default() }
}

impl Night {
    fn strength(&self, seen: &State, counter: Counter, viewer: Viewer) -> Option<u8> {
        let unit = seen.unit(counter);
        (unit.known || viewer.knows(counter.side())).then_some(unit.strength)
    }

    pub(super) fn picture(&self, seen: &Seen<State>, viewer: Viewer) -> View {
        let counters = Counter::all().filter_map(|c| {
            let (at, strength) = (seen.unit(c).at?, self.strength(seen, c, viewer));
            let value = strength.map_or("?".into(), |n| n.to_string());
            let factors = vec![FactorView { name: "strength".into(), value }];
            Some(CounterView {
                id: c.word(),
                side: Some(c.side()),
                at: space(at),
                kind: "unit".into(),
                face: FaceView {
                    name: c.word(),
                    symbol: UnitSymbol::Infantry.word().into(),
                    factors,
                    ..FaceView::default()
                },
                hidden: strength.is_none(),
                flags: Vec::new(),
            })
        });
        let tracks = Side::BOTH.map(|side| TrackView {
            id: format!("points-{side}"),
            name: format!("points of the {side} side"),
            value: Some(seen.points[side.index()].into()),
            ..TrackView::default()
        });
        View {
            game: self.info.id.clone(),
            scenario: self.info.scenarios[0].id.clone(),
            viewer,
            turn: TurnView {
                number: self.turn(seen),
                of: TURNS.into(),
                label: format!("Turn {}", self.turn(seen)),
                side: None,
                phase: "plan".into(),
                phase_name: "plan".into(),
                case: "1.1".into(),
            },
            to_act: self.to_act(seen),
            spaces: Vec::new(),
            counters: counters.collect(),
            tracks: tracks.into(),
            battle: None,
            calendar: Vec::new(),
            layers: Vec::new(),
            offers: Offers::default(),
            outcome: self.outcome(seen),
        }
    }

    pub(super) fn words(&self, seen: &Seen<State>, viewer: Viewer) -> Value {
        let mut counters = Map::new();
        for c in Counter::all() {
            let Some(at) = seen.unit(c).at else { continue };
            let strength = self.strength(seen, c, viewer).map_or(json!("?"), |n| json!(n));
            counters.insert(c.word(), json!({ "at": space(at), "strength": strength }));
        }
        json!({ "turn": self.turn(seen), "phase": "plan", "counters": counters, "spaces": {},
            "tracks": { "points-axis": seen.points[0], "points-soviet": seen.points[1] }, "outcome": self.outcome(seen) })
    }
}
