//! Comparing what a case file expects with what is found.

use serde_json::Value;
use std::borrow::Cow;

/// One place where the two differ, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Where: `48PzK: strength`.
    pub(crate) at: String,
    /// What the file says.
    pub(crate) expected: String,
    /// What the game says.
    pub(crate) found: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: expected {}, found {}", self.at, self.expected, self.found)
    }
}

/// Where `expected` is not found. A table expects only what it names; a list expects exactly its elements, in order; all else
/// must be the same value of the same type. Two words are special: `"none"` is also found where there is nothing, `"?"` where
/// there is nothing or a `"?"`.
pub(crate) fn differences(at: &str, expected: &Value, found: Option<&Value>, out: &mut Vec<Difference>) {
    let found = found.filter(|value| !value.is_null());
    match (expected, found) {
        (Value::String(word), None) if word == "?" || word == "none" => {}
        (Value::Object(wanted), Some(Value::Object(there))) => {
            for (key, value) in wanted {
                differences(&join(at, key), value, there.get(key), out);
            }
        }
        (Value::Array(wanted), Some(Value::Array(there))) if wanted.len() == there.len() => {
            for (n, (value, other)) in wanted.iter().zip(there).enumerate() {
                differences(&join(at, &format!("number {}", n + 1)), value, Some(other), out);
            }
        }
        (wanted, Some(there)) if wanted == there => {}
        _ => {
            out.push(Difference { at: at.into(), expected: say(expected), found: found.map_or("nothing".into(), say) })
        }
    }
}

pub(crate) fn join(at: &str, key: &str) -> String {
    if at.is_empty() { key.into() } else { format!("{at}: {key}") }
}

/// A value in words.
pub(crate) fn say(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::String(word) if word == "?" => "? (hidden)".into(),
        Value::String(word) => format!("\"{word}\""),
        Value::Number(n) => n.to_string(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(list) if list.is_empty() => "an empty list".into(),
        Value::Array(list) => list.iter().map(say).collect::<Vec<_>>().join(", "),
        Value::Object(map) if map.is_empty() => "an empty table".into(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key} {}", say(value))).collect::<Vec<_>>().join(", ")
        }
    }
}

/// An action in words: `attack hill, from ford`.
pub(crate) fn say_action(action: &Value) -> String {
    match action {
        Value::String(verb) => verb.clone(),
        other => say(other).replace('"', ""),
    }
}

/// The paths of `expected` that say `"?"`: they prove something only if there is something to hide.
pub(crate) fn hidden_paths(expected: &Value) -> Vec<Vec<String>> {
    match expected {
        Value::String(word) if word == "?" => vec![Vec::new()],
        Value::Object(map) => {
            let inner = |(key, value): (&String, &Value)| {
                let key = key.clone();
                hidden_paths(value).into_iter().map(move |rest| [vec![key.clone()], rest].concat())
            };
            map.iter().flat_map(inner).collect()
        }
        _ => Vec::new(),
    }
}

/// Splits a path at its dots; a part that holds dots itself stands between single quotes.
pub(crate) fn split_path(path: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in path.chars() {
        match c {
            '\'' => quoted = !quoted,
            '.' if !quoted => parts.push(String::new()),
            c => parts.last_mut().expect("there is always a part").push(c),
        }
    }
    parts
}

/// What one part of a path picks: a key of a table; in a list the element whose `id` it is, or the element of that number,
/// counting from 0; `#` is the number of elements.
pub(crate) fn pick<'v>(value: &'v Value, part: &str) -> Option<Cow<'v, Value>> {
    match value {
        Value::Object(map) if part == "#" => Some(Cow::Owned(map.len().into())),
        Value::Array(list) if part == "#" => Some(Cow::Owned(list.len().into())),
        Value::Object(map) => map.get(part).map(Cow::Borrowed),
        Value::Array(list) => {
            let named = list.iter().find(|element| element.get("id").is_some_and(|id| id == part));
            named.or_else(|| part.parse::<usize>().ok().and_then(|n| list.get(n))).map(Cow::Borrowed)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// What a whole path picks.
pub(crate) fn follow<'v>(value: &'v Value, path: &[String]) -> Option<Cow<'v, Value>> {
    path.iter().try_fold(Cow::Borrowed(value), |value, part| match value {
        Cow::Borrowed(value) => pick(value, part),
        // Only a count is owned, and there is nothing inside a number.
        Cow::Owned(_) => None,
    })
}

/// Does `word` occur in `text`, not as a part of a longer word?
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric();
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn compare(expected: Value, found: Value) -> Vec<String> {
        let mut out = Vec::new();
        differences("", &expected, Some(&found), &mut out);
        out.iter().map(Difference::to_string).collect()
    }

    #[test]
    fn a_table_expects_only_what_it_names() {
        assert!(compare(json!({"a": {"at": "0508"}}), json!({"a": {"at": "0508", "strength": 3}, "b": 1})).is_empty());
        let found = compare(json!({"a": {"at": "0508"}}), json!({"a": {"at": "0507"}}));
        assert_eq!(found, ["a: at: expected \"0508\", found \"0507\""]);
    }

    #[test]
    fn numbers_and_texts_are_never_taken_for_each_other() {
        assert_eq!(compare(json!({"a": "5"}), json!({"a": 5})), ["a: expected \"5\", found 5"]);
        assert_eq!(compare(json!({"a": true}), json!({"a": 1})), ["a: expected yes, found 1"]);
    }

    #[test]
    fn lists_are_compared_whole_and_in_order() {
        assert!(compare(json!([1, 2]), json!([1, 2])).is_empty());
        assert_eq!(compare(json!({"a": [1]}), json!({"a": [1, 2]})), ["a: expected 1, found 1, 2"]);
        assert_eq!(compare(json!({"a": [2, 1]}), json!({"a": [1, 2]})).len(), 2);
    }

    #[test]
    fn none_and_hidden_are_found_where_nothing_is() {
        assert!(compare(json!({"a": "none", "b": "?"}), json!({"a": null})).is_empty());
        assert!(compare(json!({"a": "none", "b": "?"}), json!({"a": "none", "b": "?"})).is_empty());
        assert_eq!(compare(json!({"b": "?"}), json!({"b": 4})), ["b: expected ? (hidden), found 4"]);
    }

    #[test]
    fn paths_split_at_dots_outside_quotes() {
        assert_eq!(split_path("units.S-65.max"), ["units", "S-65", "max"]);
        assert_eq!(split_path("rules.'8.3.e'.kind"), ["rules", "8.3.e", "kind"]);
    }

    #[test]
    fn a_list_is_picked_from_by_id_by_number_or_counted() {
        let list = json!([{"id": "a", "n": 1}, {"id": "b", "n": 2}]);
        let pick = |part: &str| follow(&list, &split_path(part)).map(Cow::into_owned);
        assert_eq!(pick("b"), Some(json!({"id": "b", "n": 2})));
        assert_eq!(pick("0"), Some(json!({"id": "a", "n": 1})));
        assert_eq!(pick("#"), Some(json!(2)));
        assert_eq!(pick("b.n"), Some(json!(2)));
        assert_eq!(pick("c"), None);
        assert_eq!(pick("#.#"), None);
    }

    #[test]
    fn a_word_is_not_found_inside_a_longer_one() {
        assert!(has_word("at \"14Pz\" now", "14Pz"));
        assert!(!has_word("114Pz and 14PzD", "14Pz"));
    }
}
