//! Patches applied by somebody who has only docs/web-protocol.md.

use serde_json::Value;

/// Brings a view up to date.
pub fn apply(view: &mut Value, patch: &Value) {
    for (field, change) in patch.as_object().expect("a patch is an object") {
        match field.as_str() {
            "spaces" | "counters" | "tracks" | "layers" => list(&mut view[field], change),
            "prompt" | "list" => view["offers"][field] = change.clone(),
            "sets" => put(&mut view["offers"], field, change),
            _ => put(view, field, change),
        }
    }
}

/// What is empty or gone is left out of a view.
fn put(object: &mut Value, field: &str, value: &Value) {
    let object = object.as_object_mut().expect("an object");
    let left_out = match field {
        "flags" | "sets" => value.as_array().is_some_and(Vec::is_empty),
        "battle" | "outcome" => value.is_null(),
        _ => false,
    };
    if left_out {
        object.remove(field);
    } else {
        object.insert(field.into(), value.clone());
    }
}

fn list(items: &mut Value, patch: &Value) {
    if !patch["all"].is_null() {
        *items = patch["all"].clone();
        return;
    }
    let items = items.as_array_mut().expect("a list");
    let part = |name: &str| patch[name].as_array().cloned().unwrap_or_default();
    items.retain(|item| !part("gone").contains(&item["id"]));
    for change in part("put") {
        let item =
            items.iter_mut().find(|item| item["id"] == change["id"]).expect("a change of something that is there");
        if change.get("control").is_some() || change.get("name").is_some() {
            *item = change;
        } else {
            change.as_object().expect("an object").iter().for_each(|(field, value)| put(item, field, value));
        }
    }
    for new in part("new") {
        items.insert(new[0].as_u64().expect("an index") as usize, new[1].clone());
    }
}
