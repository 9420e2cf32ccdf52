//! What was set is told, and what was not understood is told too.

use super::*;

pub(crate) struct Names;

#[derive(Default)]
pub(crate) struct Duty {
    panzers: u8,
    paid: bool,
}

#[derive(Default)]
pub(crate) struct State {
    first: Option<Side>,
    duty: Duty,
    gone: bool,
    sums: [u16; 2],
}

crate::told! { Names: Duty { panzers, paid } }

crate::things! {
    /// The position.
    things, WORDS: State as Names {
        first; duty;
        set sums;
        panzers = duty.panzers;
        ring => |s, _| json!(!s.gone), |s, names, wish| s.gone = !wish.read::<bool, _>(names).unwrap_or(true);
    }
}

fn set(state: &mut State, key: &str, value: Value) -> Vec<String> {
    let mut faults = Faults::default();
    let mut wish = Wish { path: &format!("set {key}"), value: &value, faults: &mut faults };
    assert!(grant(&things(), state, &Names, key, &mut wish), "{key} is in the table");
    faults.0
}

#[test]
fn what_was_set_is_told() {
    let mut state = State::default();
    assert!(set(&mut state, "first", json!("axis")).is_empty());
    assert!(set(&mut state, "duty", json!({ "paid": true })).is_empty());
    assert!(set(&mut state, "panzers", json!(3)).is_empty());
    assert!(set(&mut state, "ring", json!(false)).is_empty());
    assert!(set(&mut state, "sums", json!([4, 5])).is_empty());
    assert_eq!(state.sums, [4, 5]);
    let told = tell(&things(), &state, &Names);
    let duty = json!({ "panzers": 3, "paid": true });
    assert_eq!(Value::Object(told), json!({ "first": "axis", "duty": duty, "panzers": 3, "ring": false }));
    assert_eq!(WORDS, "first, duty, sums, panzers, ring");
}

#[test]
fn what_is_not_understood_is_told_and_changes_nothing() {
    let mut state = State { first: Some(Side::Axis), ..State::default() };
    let of = |state: &mut State, key: &str, value: Value| set(state, key, value).join("; ");
    assert_eq!(of(&mut state, "first", json!("x")), "set first: axis or soviet or \"none\" is wanted, not \"x\"");
    assert_eq!(of(&mut state, "panzers", json!(256)), "set panzers: a whole number up to 255 is wanted, not 256");
    assert_eq!(of(&mut state, "duty", json!({ "x": 1 })), "set duty.x: one of panzers paid is wanted, not 1");
    assert_eq!(of(&mut state, "duty", json!(1)), "set duty: a table is wanted, not 1");
    assert_eq!(state.first, Some(Side::Axis));
    assert!(of(&mut state, "first", json!("none")).is_empty() && state.first.is_none());
    let mut faults = Faults::default();
    let mut wish = Wish { path: "x", value: &Value::Null, faults: &mut faults };
    assert!(!grant(&things(), &mut state, &Names, "x", &mut wish));
}
