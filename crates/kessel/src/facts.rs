//! A position in the words of case files, laid flat: what an action changed, and where two positions differ.

use serde_json::Value;
use std::collections::BTreeMap;

/// What is so in a position, by its words with dots between: `counters.16Pz.at`.
pub type Facts = BTreeMap<String, Value>;

/// The facts of a session, laid flat. What is not so has no word.
pub fn flat(facts: &Value) -> Facts {
    let mut all = Facts::new();
    lay(String::new(), facts, &mut all);
    all
}

fn lay(word: String, fact: &Value, all: &mut Facts) {
    match fact {
        Value::Null => {}
        Value::Object(parts) if !parts.is_empty() => {
            for (name, part) in parts {
                lay(if word.is_empty() { name.clone() } else { format!("{word}.{name}") }, part, all);
            }
        }
        _ => drop(all.insert(word, fact.clone())),
    }
}

/// What is so afterwards and was not before; `null` for what is so no more.
pub fn changes(before: &Facts, after: &Facts) -> Facts {
    let gone = before.keys().filter(|word| !after.contains_key(*word)).map(|word| (word.clone(), Value::Null));
    let new = after.iter().filter(|(word, fact)| before.get(*word) != Some(fact));
    new.map(|(word, fact)| (word.clone(), fact.clone())).chain(gone).collect()
}

/// Makes what was so into what is so after these changes.
pub fn change(facts: &mut Facts, changes: Facts) {
    for (word, fact) in changes {
        match fact {
            Value::Null => drop(facts.remove(&word)),
            fact => drop(facts.insert(word, fact)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_lead_from_one_position_to_the_next() {
        let before = flat(
            &json!({ "turn": 1, "counters": { "A": { "at": "1215", "steps": 2 }, "B": { "at": "1316" } }, "x": {} }),
        );
        let after = flat(&json!({ "turn": 1, "counters": { "A": { "at": "1216", "steps": 2 }, "B": null }, "x": [] }));
        let told = changes(&before, &after);
        assert_eq!(json!(told), json!({ "counters.A.at": "1216", "counters.B.at": null, "x": [] }));
        let mut facts = before;
        change(&mut facts, told);
        assert_eq!(facts, after);
    }
}
