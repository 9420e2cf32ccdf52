//! Starting, looking, acting, taking back.

use crate::failure::{Code, Failure};
use crate::files::{Opened, create};
use crate::output::{say, say_json};
use crate::text;
use kessel_kernel::journal::{Done, JournalError, PlayError, Replay};
use kessel_kernel::plan::{Draft, PlanError, commitment};
use kessel_kernel::{Journal, ListError, Log, Options, Seed, Session, Side, ToAct, Viewer};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// `kessel new`.
pub fn new(
    data: Option<&Path>,
    path: &str,
    options: &Options,
    seed: Option<Seed>,
    output: Option<PathBuf>,
    as_json: bool,
) -> Result<(), Failure> {
    let registry = kessel_registry::load(data, path.split('/').next())?;
    let (game, scenario) = registry.find(path)?;
    let seed = match seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let mut log = Log::new();
    let journal = Journal::start(&**game, scenario, options, seed, &mut log)?;
    let file = output.unwrap_or_else(|| format!("{}-{scenario}.kessel", game.info().id).into());
    if file.as_os_str() == "-" {
        return say(&journal.to_text());
    }
    create(&file, &journal.to_text())?;
    if as_json {
        let mut answer = status(&journal);
        answer["file"] = json!(file.display().to_string());
        return say_json(&answer);
    }
    let to_act = text::to_act(journal.session().to_act());
    say(&format!("{} written: {}, {}. {to_act}.", file.display(), game.info().title, scenario))
}

/// A seed that nobody knows.
pub fn random_seed() -> Result<Seed, Failure> {
    let mut key = [0; 32];
    getrandom::fill(&mut key)
        .map_err(|e| Failure::new(Code::Fault, format!("the system gives no random numbers: {e}")))?;
    Ok(Seed::from_bytes(key))
}

/// Where a game stands, in a few fields that most answers carry.
pub fn status(journal: &Journal) -> Value {
    let session = journal.session();
    json!({
        "game": journal.header().game,
        "scenario": journal.header().scenario,
        "n": journal.len(),
        "undo_floor": journal.undo_floor(),
        "turn": session.turn(),
        "to_act": session.to_act(),
        "outcome": session.outcome(),
        "hash": session.hash(),
    })
}

/// Whose eyes, unless said: the side that has to act; when the game is over, everybody's.
pub fn viewer_of(session: &dyn Session) -> Viewer {
    match session.to_act() {
        ToAct::Nobody => Viewer::Umpire,
        ToAct::Both => Viewer::Spectator,
        ToAct::Axis => Viewer::Axis,
        ToAct::Soviet => Viewer::Soviet,
    }
}

/// `kessel show`.
pub fn show(data: Option<&Path>, file: &Path, viewer: Option<Viewer>, as_json: bool) -> Result<(), Failure> {
    let opened = Opened::to_read(file, data)?;
    let session = opened.journal.session();
    let viewer = viewer.unwrap_or_else(|| viewer_of(session));
    let view = session.view(viewer);
    if !as_json {
        return say(&text::view(&view, &format!("{}, {}", opened.game.info().title, session.scenario())));
    }
    let mut answer = serde_json::to_value(&view).map_err(|e| Failure::new(Code::Fault, e.to_string()))?;
    answer["n"] = json!(opened.journal.len());
    answer["undo_floor"] = json!(opened.journal.undo_floor());
    answer["seen_hash"] = json!(session.seen_hash(viewer));
    say_json(&answer)
}

/// `kessel legal`.
pub fn legal(data: Option<&Path>, file: &Path, side: Option<Side>, as_json: bool) -> Result<(), Failure> {
    let opened = Opened::to_read(file, data)?;
    let session = opened.journal.session();
    let asked = side.or(session.to_act().first());
    let Some(side) = asked else {
        if as_json {
            return say_json(&json!({ "side": null, "prompt": null, "list": [], "outcome": session.outcome() }));
        }
        return say(&session.outcome().map_or(String::new(), |o| text::outcome(&o)));
    };
    let offers = session.offers(side);
    let plan = plan_of(session, side)?;
    if as_json {
        let mut answer = json!({ "side": side, "prompt": offers.prompt, "list": offers.list });
        if let Some(slots) = plan {
            let slots = slots.into_iter().map(|s| json!({ "slot": s.slot, "label": s.label, "orders": s.orders }));
            answer["plan"] = json!({ "action": commitment(&Draft::default()), "slots": slots.collect::<Vec<_>>() });
        }
        return say_json(&answer);
    }
    match plan {
        Some(slots) => say(&text::plan(side, &offers, &slots)),
        None => say(&text::offers(side, &offers)),
    }
}

/// What can be planned: every slot with what it may be ordered. Nothing if the side is asked for no plan, or has committed its own.
fn plan_of(session: &dyn Session, side: Side) -> Result<Option<Vec<text::Slot>>, Failure> {
    if !session.planners().includes(side) {
        return Ok(None);
    }
    let (draft, fault) = (Draft::default(), |e: PlanError| Failure::new(Code::Fault, e.to_string()));
    let mut slots = Vec::new();
    for slot in session.draft(side, &draft).map_err(fault)?.slots {
        let mut orders = Vec::new();
        for line in session.menu(side, &draft, &slot.slot).map_err(fault)? {
            let targets = line.targets.map_or(vec![None], |targets| targets.into_iter().map(Some).collect());
            for target in targets {
                let order = session.pick(side, &draft, &slot.slot, line.verb, target.as_deref()).map_err(fault)?;
                orders.extend(order);
            }
        }
        slots.push(text::Slot { slot: slot.slot, label: slot.label, orders });
    }
    Ok(Some(slots))
}

/// An action as typed: JSON, or a bare verb without quotes.
fn action_of(typed: &str) -> Result<Value, Failure> {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match serde_json::from_str(typed) {
        Ok(value) => Ok(value),
        Err(_) if typed.starts_with(|c: char| c.is_ascii_alphabetic()) && typed.chars().all(bare) => {
            Ok(Value::String(typed.into()))
        }
        Err(e) => Err(Failure::new(Code::BadAction, format!("{typed} is not JSON: {e}"))),
    }
}

/// `kessel act`: all actions or none, as one entry. Dice or a revelation end it: what comes after them is given back.
pub fn act(data: Option<&Path>, file: &Path, side: Side, actions: &[String], as_json: bool) -> Result<(), Failure> {
    let actions: Vec<Value> = actions.iter().map(|a| action_of(a)).collect::<Result<_, _>>()?;
    let mut opened = Opened::to_change(file, data)?;
    let mut done = opened.journal.act_all(side, &actions).map_err(|e| match e {
        PlayError::List(ListError { at, why }) => at_place(why.into(), at, actions.len()),
        other => other.into(),
    })?;
    opened.save()?;
    let events = Replay::visible(std::mem::take(&mut done.events), side.into());
    // As the side sees it: whether the other has finished a choice that both make blindly is not for it to know.
    let session = opened.journal.session();
    let to_act = session.view(side.into()).to_act;
    if as_json {
        let mut answer = status(&opened.journal);
        answer["to_act"] = json!(to_act);
        if actions.len() > 1 {
            tell_list(&mut answer, &done);
        }
        answer["events"] = json!(events);
        return say_json(&answer);
    }
    let end = session.outcome().map_or(format!("{}\n", text::to_act(to_act)), |o| text::outcome(&o));
    say(&format!("{}{}{end}", text::events(&events), rest_of(&done)))
}

/// How far a list came, for an answer in JSON.
pub fn tell_list(answer: &mut Value, done: &Done) {
    answer["done"] = json!(done.count);
    answer["rest"] = json!(done.rest);
    answer["stopped"] = json!(done.stopped);
}

/// What was not done of a list, in words.
fn rest_of(done: &Done) -> String {
    let Some(stopped) = done.stopped else { return String::new() };
    let rest: Vec<String> = done.rest.iter().map(Value::to_string).collect();
    format!("After action {} {}; not done: {}\n", done.count, stopped.why(), rest.join(" "))
}

/// Says which of several actions failed.
fn at_place(mut failure: Failure, i: usize, of: usize) -> Failure {
    if of > 1 {
        failure.text = format!("action {} of {of}: {}; none was done", i + 1, failure.text);
        if let Some(answer) = &mut failure.answer {
            answer["action"] = json!(i + 1);
        }
    }
    failure
}

/// `kessel undo`.
pub fn undo(data: Option<&Path>, file: &Path, to: Option<u64>, as_json: bool) -> Result<(), Failure> {
    let mut opened = Opened::to_change(file, data)?;
    let have = opened.journal.len();
    let to = match to {
        Some(to) => to,
        None => have.checked_sub(1).ok_or_else(|| Failure::new(Code::Undo, "there is nothing to take back"))?,
    };
    opened.journal.undo(&*opened.game, to).map_err(|e| match e {
        JournalError::CannotUndo { .. } => {
            let floor = opened.journal.undo_floor();
            Failure::new(Code::Undo, format!("{e}; undo goes back to action {floor} at most"))
        }
        other => other.into(),
    })?;
    opened.save()?;
    if as_json {
        return say_json(&status(&opened.journal));
    }
    let taken = have - to;
    let s = if taken == 1 { "" } else { "s" };
    say(&format!("{taken} action{s} taken back, {to} left. {}", text::to_act(opened.journal.session().to_act())))
}

/// `kessel why`.
pub fn why(data: Option<&Path>, file: &Path, side: Side, action: &str, as_json: bool) -> Result<(), Failure> {
    let action = action_of(action)?;
    let opened = Opened::to_read(file, data)?;
    let session = opened.journal.session();
    let consulted = session.why(side, &action)?;
    let allowed = session.check(side, &action).is_ok();
    if as_json {
        return say_json(&json!({ "allowed": allowed, "consulted": consulted }));
    }
    let mut out = String::from(if allowed { "allowed\n" } else { "refused\n" });
    for c in consulted {
        let word = if c.allows { "yes" } else { "no" };
        let why = if c.why.is_empty() { String::new() } else { format!("  {}", c.why) };
        out.push_str(&format!("  {word:3}  {}{why}\n", c.case));
    }
    say(&out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_verb_needs_no_quotes_but_broken_json_is_refused() {
        assert_eq!(action_of("done").expect("reads"), json!("done"));
        assert_eq!(action_of("{\"step\":\"0508\"}").expect("reads"), json!({ "step": "0508" }));
        assert_eq!(action_of("{\"step\":").expect_err("broken").code, Code::BadAction);
        assert_eq!(action_of("").expect_err("empty").code, Code::BadAction);
    }
}
