//! Whatever is sent to the engine gets a reply, and none of it brings the rules down.

use kessel::Engine;
use kessel_trial::several;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;

/// Requests that make sense, in an order that makes sense, to be damaged and shuffled.
fn conversation() -> Vec<String> {
    let page = include_str!("../../../docs/engine-protocol.md");
    let mut lines: Vec<String> = page.lines().filter_map(|l| l.strip_prefix("> ")).map(str::to_owned).collect();
    lines.retain(|line| !line.contains("quit"));
    for (side, action) in [("axis", "historical"), ("axis", "done"), ("soviet", "historical"), ("soviet", "done")] {
        lines.push(json!({ "do": "act", "as": side, "action": action }).to_string());
    }
    for action in [
        json!({ "place": "S-60", "in": "DSF" }),
        json!({ "assign": "SA-140", "to": "S-37" }),
        json!({ "buy": "S-37", "minor": 255 }),
        json!({ "move": "S-37", "by": "tactical" }),
        json!({ "step": "0714" }),
        json!({ "retreat": "G-7", "to": "DSF" }),
    ] {
        lines.push(json!({ "do": "why", "as": "soviet", "action": action }).to_string());
        lines.push(json!({ "do": "act", "as": "soviet", "action": action }).to_string());
    }
    lines.push(json!({ "do": "auto", "soviet": "recruit", "axis": "staff", "actions": 40 }).to_string());
    lines.push(json!({ "do": "choose", "as": "soviet", "officer": "staff" }).to_string());
    lines
}

/// What is done to a line before it is sent.
#[derive(Clone, Debug)]
enum Damage {
    None,
    Set(usize, u8),
    Cut(usize, usize),
    Insert(usize, String),
    Value(usize, Value),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>();
    let value = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(json!([])),
        Just(json!({ "do": { "do": [] } })),
        Just(json!({ "lose": "G-7" })),
    ];
    prop_oneof![
        3 => Just(Damage::None),
        1 => (at, any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => (at, 0..30_usize).prop_map(|(at, n)| Damage::Cut(at, n)),
        1 => (at, "[\\[\\]{}\"0-9a-z.,:-]{1,8}").prop_map(|(at, text)| Damage::Insert(at, text)),
        2 => (at, value).prop_map(|(at, value)| Damage::Value(at, value)),
    ]
}

fn damaged(line: &str, damage: &Damage) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    let len = bytes.len();
    match damage {
        Damage::None => {}
        Damage::Set(at, byte) => bytes[at % len] = *byte,
        Damage::Cut(at, n) => drop(bytes.drain(at % len..(at % len + n).min(len))),
        Damage::Insert(at, text) => drop(bytes.splice(at % len..at % len, text.bytes())),
        Damage::Value(at, value) => {
            if let Ok(Value::Object(mut fields)) = serde_json::from_str(line) {
                let key = fields.keys().nth(at % fields.len().max(1)).cloned();
                if let Some(slot) = key.and_then(|key| fields.get_mut(&key)) {
                    *slot = value.clone();
                }
                bytes = Value::Object(fields).to_string().into_bytes();
            }
        }
    }
    bytes
}

/// A reply as the protocol promises it, and no fault of the rules behind it.
fn send(engine: &mut Engine, line: &[u8]) -> Result<(), TestCaseError> {
    let blank = line.iter().all(u8::is_ascii_whitespace);
    let Some(reply) = engine.answer(line) else {
        prop_assert!(blank);
        return Ok(());
    };
    let text = reply.value.to_string();
    let fields = reply.value.as_object().expect("a reply is an object");
    prop_assert!(fields.contains_key("id"), "{}", text);
    prop_assert!(fields.contains_key("ok") != fields.contains_key("error"), "{}", text);
    if let Some(error) = fields.get("error") {
        prop_assert!(error["kind"] != "fault", "{}", text);
        prop_assert!(error["text"].as_str().is_some_and(|t| !t.is_empty()), "{}", text);
    }
    prop_assert!(!text.contains('\n'), "one line a reply");
    Ok(())
}

thread_local! {
    /// Five games take longer to read than all that is asked of them.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(None).expect("the built-in data is sound"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(several(24, 96)))]

    #[test]
    fn every_line_gets_a_reply(picks in proptest::collection::vec((any::<usize>(), damage()), 1..40)) {
        let lines = conversation();
        ENGINE.with_borrow_mut(|engine| {
            send(engine, br#"{"do":"new","game":"battle/campaign","seed":7}"#)?;
            picks.iter().try_for_each(|(n, damage)| send(engine, &damaged(&lines[n % lines.len()], damage)))
        })?;
    }

    #[test]
    fn random_bytes_get_a_reply(lines in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..60), 1..20)) {
        ENGINE.with_borrow_mut(|engine| lines.iter().try_for_each(|line| send(engine, line)))?;
    }
}

#[test]
fn deeply_nested_lines_are_refused_without_harm() {
    let mut engine = Engine::new(None).expect("the built-in data is sound");
    for open in ["[", "{\"do\":", "{\"do\":\"act\",\"as\":\"axis\",\"action\":["] {
        send(&mut engine, open.repeat(50_000).as_bytes()).expect("a reply");
    }
}
