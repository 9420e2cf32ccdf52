//! Positions, offers and events as a person reads them in a terminal.

use kessel_kernel::event::{BattleReport, ForceLine};
use kessel_kernel::plan::{Draft, commitment};
use kessel_kernel::view::{CounterView, View};
use kessel_kernel::{Event, Offers, Outcome, Prompt, Side, ToAct, What};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A position.
pub fn view(view: &View, title: &str) -> String {
    let mut out = String::new();
    let t = &view.turn;
    let _ = writeln!(out, "{title}, seen by {}", word(&view.viewer));
    let label = if t.label.is_empty() { String::new() } else { format!(" ({})", t.label) };
    let phase = if t.phase_name.is_empty() { &t.phase } else { &t.phase_name };
    let _ = writeln!(out, "Turn {} of {}{label}: {phase}{}", t.number, t.of, case(&t.case));
    match &view.outcome {
        Some(o) => out.push_str(&outcome(o)),
        None => {
            let _ = writeln!(out, "{}", to_act(view.to_act));
            out.push_str(&prompt(&view.offers.prompt));
        }
    }
    spaces(&mut out, view);
    if !view.tracks.is_empty() {
        out.push_str("\nTracks\n");
        for t in &view.tracks {
            let value = t.value.map_or("?".into(), |v| v.to_string());
            let note = if t.note.is_empty() { String::new() } else { format!("  ({})", t.note) };
            let _ = writeln!(out, "  {:>4}  {} [{}]{note}", value, t.name, t.id);
        }
    }
    let coming: Vec<_> = view.calendar.iter().filter(|c| c.turn > t.number).take(8).collect();
    if !coming.is_empty() {
        out.push_str("\nTo come\n");
        for c in coming {
            let side = c.side.map_or(String::new(), |s| format!(" {s}:"));
            let _ = writeln!(out, "  turn {}:{side} {}", c.turn, c.text);
        }
    }
    out
}

/// Counters by space, and what lies on counters under them.
fn spaces(out: &mut String, view: &View) {
    let mut at: BTreeMap<&str, Vec<&CounterView>> = BTreeMap::new();
    for c in &view.counters {
        at.entry(&c.at).or_default().push(c);
    }
    let ids: BTreeSet<&str> = view.counters.iter().map(|c| c.id.as_str()).collect();
    let shown = |id: &str| view.spaces.iter().find(|s| s.id == id);
    let mut names: BTreeSet<&str> = at.keys().copied().filter(|a| !a.is_empty() && !ids.contains(a)).collect();
    names.extend(view.spaces.iter().filter(|s| !s.markers.is_empty()).map(|s| s.id.as_str()));
    if !names.is_empty() {
        out.push_str("\nSpaces\n");
    }
    for name in names {
        let space = shown(name);
        let control = space.and_then(|s| s.control).map_or(String::new(), |c| format!(" ({c})"));
        let marks: Vec<_> = space.iter().flat_map(|s| &s.markers).map(|m| m.text.as_str()).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(": {}", marks.join(", ")) };
        let _ = writeln!(out, "  {name}{control}{marks}");
        for c in at.get(name).into_iter().flatten() {
            counter(out, c, &at, 2);
        }
    }
    if let Some(unplaced) = at.get("") {
        out.push_str("\nNot on the map, or not known where\n");
        for c in unplaced {
            counter(out, c, &at, 1);
        }
    }
}

fn counter(out: &mut String, c: &CounterView, at: &BTreeMap<&str, Vec<&CounterView>>, depth: usize) {
    let factors: Vec<_> = c.face.factors.iter().map(|f| format!("{} {}", f.name, f.value)).collect();
    let steps = match (c.face.steps, c.face.max_steps) {
        (Some(now), Some(full)) => format!("{now}/{full} steps"),
        (Some(now), None) => format!("{now} steps"),
        _ => String::new(),
    };
    let side = c.side.map_or(String::new(), |s| s.to_string());
    let parts = [side, c.face.nation.clone(), c.face.symbol.clone(), c.face.size.clone(), steps];
    let facts: Vec<_> = parts.into_iter().chain(factors).filter(|p| !p.is_empty()).collect();
    let name =
        if c.face.name.is_empty() || c.face.name == c.id { c.id.clone() } else { format!("{} {}", c.id, c.face.name) };
    let hidden = if c.hidden { ", face down" } else { "" };
    let flags = if c.flags.is_empty() { String::new() } else { format!(" [{}]", c.flags.join(", ")) };
    let _ = writeln!(out, "{}{name}: {}{hidden}{flags}", "  ".repeat(depth), facts.join(", "));
    // A counter cannot lie on itself, but a view is data from a game: never go round in circles.
    if depth < 6 {
        for on in at.get(c.id.as_str()).into_iter().flatten() {
            counter(out, on, at, depth + 1);
        }
    }
}

/// What a side may do, with the words to send.
pub fn offers(side: Side, offers: &Offers) -> String {
    let mut out = format!("{side}\n{}", prompt(&offers.prompt));
    let mut groups: Vec<&str> = Vec::new();
    for offer in &offers.list {
        if !groups.contains(&offer.group.as_str()) {
            groups.push(&offer.group);
        }
    }
    let labels = || offers.list.iter().map(|o| o.label.chars().count());
    let wide = labels().max().unwrap_or(0).min(48);
    for group in groups {
        if !group.is_empty() {
            let _ = writeln!(out, "\n{group}");
        }
        for offer in offers.list.iter().filter(|o| o.group == group) {
            let cost = offer.cost.as_ref().map_or(String::new(), |c| format!("  ({c})"));
            let _ = writeln!(out, "  {:wide$}  {}{cost}", offer.label, offer.action);
        }
    }
    if offers.list.is_empty() {
        out.push_str("  nothing to do now\n");
    }
    out
}

/// A slot of a plan, with the orders that it may be given.
pub struct Slot {
    /// The slot, as the game writes it.
    pub slot: String,
    /// Its name.
    pub label: String,
    /// What it may be ordered, as the game writes it.
    pub orders: Vec<Value>,
}

/// Most orders of a slot that are listed for people.
const LISTED: usize = 8;

/// What a side may plan: the action that commits, and the orders of every slot.
pub fn plan(side: Side, offers: &Offers, slots: &[Slot]) -> String {
    let mut out = format!("{side}\n{}", prompt(&offers.prompt));
    let empty = commitment(&Draft::default());
    let _ = writeln!(out, "\nplan\n  {empty}  commits as it stands: whoever has no order does what he does by himself");
    if let Some(slot) = slots.iter().find(|slot| !slot.orders.is_empty()) {
        let order = Draft([(slot.slot.clone(), slot.orders[0].clone())].into());
        let _ = writeln!(out, "  {}  commits with an order, or with several", commitment(&order));
    }
    out.push_str("\norders\n");
    let wide = slots.iter().map(|slot| slot.slot.chars().count()).max().unwrap_or(0).min(24);
    for slot in slots {
        let mut orders: Vec<String> = slot.orders.iter().take(LISTED).map(Value::to_string).collect();
        if slot.orders.len() > LISTED {
            orders.push(format!("and {} more (--json)", slot.orders.len() - LISTED));
        }
        let _ = writeln!(out, "  {:wide$}  {}: {}", slot.slot, slot.label, orders.join(" "));
    }
    out
}

fn prompt(prompt: &Prompt) -> String {
    let mut out = String::new();
    if !prompt.text.is_empty() {
        let _ = writeln!(out, "{}{}", prompt.text, case(&prompt.case));
    }
    for r in &prompt.reminders {
        let must = match (r.mandatory, r.stake) {
            (true, _) => "must",
            (_, true) => "at stake",
            _ => "may",
        };
        let at = r.at.as_ref().map_or(String::new(), |at| format!(" ({at})"));
        let _ = writeln!(out, "  {must}: {}{at} [{}]", r.text, r.case);
    }
    out
}

/// What happened, a line an event.
pub fn events(events: &[Event]) -> String {
    let mut out = String::new();
    for e in events {
        let _ = writeln!(out, "  {} [{}]", e.text, e.case);
        if let What::Battle(report) = &e.what {
            out.push_str(&report_of(report));
        }
    }
    out
}

/// Both pages of a report that has two: what happened, then the sums and the shifts.
fn report_of(report: &BattleReport) -> String {
    if report.brief.is_empty() {
        return String::new();
    }
    let sums = report.forces.iter().flat_map(|force| &force.lines).chain(&report.shifts);
    let line = |l: &ForceLine, colon: &str| format!("      {}{colon} {} [{}]\n", l.text, l.value, l.case);
    report.brief.iter().map(|l| line(l, ":")).chain(sums.map(|l| line(l, " ="))).collect()
}

/// How a game ended.
pub fn outcome(o: &Outcome) -> String {
    let winner = o.winner.map_or("Nobody wins".into(), |w| format!("{w} wins"));
    let score = o.score.map_or(String::new(), |s| format!(", score {s}"));
    format!("Over: {winner}, {}{score}. {} [{}]\n", o.level, o.text, o.case)
}

/// Who has to act.
pub fn to_act(to_act: ToAct) -> &'static str {
    match to_act {
        ToAct::Nobody => "Nobody has to act",
        ToAct::Axis => "Axis to act",
        ToAct::Soviet => "Soviet to act",
        ToAct::Both => "Both sides to act",
    }
}

fn case(case: &str) -> String {
    if case.is_empty() { String::new() } else { format!(" [{case}]") }
}

/// A value that serialises to a word, as that word.
fn word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}
