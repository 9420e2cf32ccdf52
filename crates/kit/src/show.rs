//! Small things that every game shows: the turn, tracks, layers, markers, the legend, notes, reminders.

use crate::told::UNKNOWN;
use crate::{Decides, Step};
use kessel_kernel::event::ForceLine;
use kessel_kernel::view::{
    CalendarView, FactorView, LayerView, LegendLine, MarkerView, TrackRole, TrackView, TurnView,
};
use kessel_kernel::{Case, FactorNote, OfferNote, Reminder, Side};
use serde_json::{Map, Value};

/// Where the game stands: the turn so called, of so many, and the step being played.
pub fn turn<G: Decides, P>(step: &Step<G, P>, number: u8, of: usize, label: String) -> TurnView {
    TurnView {
        number: number.into(),
        of: u32::try_from(of).unwrap_or(u32::MAX),
        label,
        side: step.side,
        phase: step.id.into(),
        phase_name: step.name.into(),
        case: step.case.id().into(),
    }
}

/// A number on a track; none where the viewer may not know it.
pub fn track(id: &str, name: &str, value: Option<i32>, note: impl Into<String>) -> TrackView {
    TrackView { id: id.into(), name: name.into(), value, note: note.into(), ..TrackView::default() }
}

/// The same, where it counts towards victory.
pub fn counted(role: TrackRole, track: TrackView) -> TrackView {
    TrackView { role, ..track }
}

/// A layer over the map, with the case that explains it.
pub fn layer(id: impl Into<String>, name: impl Into<String>, case: &str, spaces: Vec<String>) -> LayerView {
    LayerView { id: id.into(), name: name.into(), case: case.into(), spaces, ..LayerView::default() }
}

/// A marker in a space.
pub fn marker(kind: impl Into<String>, text: impl Into<String>) -> MarkerView {
    MarkerView { kind: kind.into(), text: text.into(), toward: None }
}

/// A marker that lies towards another space.
pub fn toward(space: &str, marker: MarkerView) -> MarkerView {
    MarkerView { toward: Some(space.to_owned()), ..marker }
}

/// A number on the face of a counter.
pub fn factor(name: &str, value: impl ToString) -> FactorView {
    FactorView { name: name.into(), value: value.to_string() }
}

/// A line of the calendar.
pub fn entry(turn: u8, side: Option<Side>, text: impl Into<String>, counter: Option<&str>) -> CalendarView {
    CalendarView { turn: turn.into(), side, text: text.into(), counter: counter.map(str::to_owned) }
}

/// A number that does not count as printed, and why.
pub fn note(
    counter: &str,
    factor: &str,
    printed: impl ToString,
    now: impl ToString,
    because: Vec<OfferNote>,
) -> FactorNote {
    FactorNote {
        counter: counter.into(),
        factor: factor.into(),
        printed: printed.to_string(),
        now: now.to_string(),
        because,
    }
}

/// A reason by its case.
pub fn because(case: &'static str, text: impl Into<String>) -> OfferNote {
    OfferNote { case: Case(case), text: text.into() }
}

/// A line of what a force is made of.
pub fn line(case: &'static str, text: impl Into<String>, value: impl Into<String>) -> ForceLine {
    ForceLine { case: Case(case), text: text.into(), value: value.into() }
}

/// Tracks as facts: the number of each, a question mark where the viewer may not know it.
pub fn track_facts(tracks: Vec<TrackView>) -> Map<String, Value> {
    tracks.into_iter().map(|track| (track.id, track.value.map_or(UNKNOWN.into(), Value::from))).collect()
}

/// Lines of the legend: what is drawn, the case that explains it, and what it means.
pub fn legend(lines: &[(&str, &'static str, &str)]) -> Vec<LegendLine> {
    lines.iter().map(|(kind, case, text)| legend_line(*kind, case, *text)).collect()
}

/// One line of the legend.
pub fn legend_line(kind: impl Into<String>, case: &'static str, text: impl Into<String>) -> LegendLine {
    LegendLine { kind: kind.into(), text: text.into(), case: Some(Case(case)) }
}

/// The words for what holds.
pub fn chosen(words: &[(&str, bool)]) -> Vec<String> {
    words.iter().filter(|(_, holds)| *holds).map(|(word, _)| (*word).to_owned()).collect()
}

/// Something that a player should not forget.
pub fn remind(case: &'static str, text: impl Into<String>) -> Reminder {
    Reminder { case: Case(case), text: text.into(), mandatory: false, stake: false, at: None }
}

/// Something that is lost or in danger if the step ends now.
pub fn warn(case: &'static str, text: impl Into<String>) -> Reminder {
    Reminder { stake: true, ..remind(case, text) }
}

/// Something that must be done before the step can end.
pub fn insist(case: &'static str, text: impl Into<String>) -> Reminder {
    Reminder { mandatory: true, ..remind(case, text) }
}

/// A reminder of something in a space.
pub fn there(space: &str, reminder: Reminder) -> Reminder {
    Reminder { at: Some(space.to_owned()), ..reminder }
}
