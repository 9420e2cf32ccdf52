//! Counters found by what is printed on them.

use kessel_kernel::{Given, Session, Viewer};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The id of the counter whose face shows `name`, where no counter has that id; nothing if no face shows it.
///
/// # Errors
/// Several show it.
pub(crate) fn counter(session: &dyn Session, name: &str) -> Result<Option<String>, String> {
    let shown = session.view(Viewer::Umpire).counters.into_iter().filter(|c| c.face.name == name).map(|c| c.id);
    let mut ids: BTreeSet<String> = shown.collect();
    if ids.is_empty() {
        let facts = session.facts(Viewer::Umpire);
        let counters = facts["counters"].as_object().into_iter().flatten();
        let faced = counters.filter(|(_, fact)| ["face", "name"].iter().any(|key| fact[key] == name));
        ids = faced.map(|(id, _)| id.clone()).collect();
    }
    match ids.len() {
        0 | 1 => Ok(ids.pop_first()),
        _ => {
            let list: Vec<String> = ids.into_iter().collect();
            Err(format!("several counters show {name}: {}; name one by its id", list.join(", ")))
        }
    }
}

/// The same action with names of faces replaced by ids, where the game cannot read it otherwise. What stays unreadable is told by the game.
pub(super) fn action<'a>(session: &dyn Session, action: &'a Value) -> Cow<'a, Value> {
    let Some(verbs) = action.as_object().filter(|_| session.tidy(action).is_err()) else {
        return Cow::Borrowed(action);
    };
    let id = |value: &Value| value.as_str().and_then(|name| counter(session, name).ok().flatten());
    let named = verbs.iter().map(|(key, value)| (key.clone(), id(value).map_or_else(|| value.clone(), Value::from)));
    Cow::Owned(Value::Object(named.collect()))
}

/// The same position with names of faces replaced by ids; nothing if there is none to replace.
///
/// # Errors
/// A name that several counters show.
pub(crate) fn by_id(session: &dyn Session, given: &Given) -> Result<Option<Given>, String> {
    let facts = session.facts(Viewer::Umpire);
    let known = |id: &str| facts["counters"].get(id).is_some();
    let mut changed = false;
    let mut translate = |map: &Map<String, Value>| -> Result<Map<String, Value>, String> {
        let mut out = Map::new();
        for (key, value) in map {
            let id = if known(key) { None } else { counter(session, key)? };
            changed |= id.is_some();
            out.insert(id.unwrap_or_else(|| key.clone()), value.clone());
        }
        Ok(out)
    };
    let (put, set) = (translate(&given.put)?, translate(&given.set)?);
    Ok(changed.then(|| Given { put, set, ..given.clone() }))
}
