//! The engine protocol, as docs/engine-protocol.md shows it.

use crate::common::{SCENARIO, SET_UP, kessel};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

/// Sends lines, gives back the replies.
fn talk(lines: &[String]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = kessel(folder.path(), &["engine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("a pipe");
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = engine.wait_with_output().expect("the engine ends");
    // The engine may have quit before the last lines were written.
    let _ = writer.join().expect("the writer ends");
    assert!(output.status.success());
    let out = String::from_utf8(output.stdout).expect("text");
    out.lines().map(|l| serde_json::from_str(l).expect("every reply is JSON")).collect()
}

fn ask(requests: &[Value]) -> Vec<Value> {
    talk(&requests.iter().map(Value::to_string).collect::<Vec<_>>())
}

/// Is everything that `told` says in `found`? `"…"` stands for anything; an object may have more fields, and a list that ends
/// with `"…"` more entries.
fn fits(told: &Value, found: &Value) -> bool {
    match (told, found) {
        (Value::String(dots), _) if dots == "…" => true,
        (Value::Object(told), Value::Object(found)) => {
            told.iter().all(|(k, v)| found.get(k).is_some_and(|f| fits(v, f)))
        }
        (Value::Array(told), Value::Array(found)) => match told.split_last() {
            Some((Value::String(dots), start)) if dots == "…" => {
                found.len() >= start.len() && start.iter().zip(found).all(|(t, f)| fits(t, f))
            }
            _ => told.len() == found.len() && told.iter().zip(found).all(|(t, f)| fits(t, f)),
        },
        _ => told == found,
    }
}

#[test]
fn the_conversation_in_the_documentation_is_true() {
    let page = include_str!("../../../docs/engine-protocol.md");
    let requests: Vec<String> = page.lines().filter_map(|l| l.strip_prefix("> ")).map(str::to_owned).collect();
    let told: Vec<Value> = page
        .lines()
        .filter_map(|l| l.strip_prefix("< "))
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}")))
        .collect();
    assert!(requests.len() > 12 && requests.len() == told.len());
    let found = talk(&requests);
    for ((request, told), found) in requests.iter().zip(&told).zip(&found) {
        assert!(fits(told, found), "\nasked {request}\ntold  {told}\nfound {found}");
    }
    assert_eq!(told.len(), found.len());
}

#[test]
fn every_malformed_line_gets_a_reply_and_none_ends_the_engine() {
    let lines = [
        "hello",
        "",
        "   ",
        "[]",
        "17",
        "{\"id\":1}",
        "{\"id\":2,\"do\":\"march\"}",
        "{\"id\":3,\"do\":\"view\"}",
        "{\"id\":4,\"do\":\"view\",\"as\":\"neutral\"}",
        "{\"id\":5,\"do\":\"view\",\"as\":\"axis\"}",
        "{\"id\":6,\"do\":\"new\",\"game\":\"chess/campaign\"}",
        "{\"id\":7,\"do\":\"hello\",\"extra\":1}",
        "{\"id\":8,\"do\":\"load\",\"text\":\"nonsense\"}",
        "{\"id\":9,\"do\":\"choose\",\"as\":\"axis\",\"officer\":\"general\"}",
        "{\"id\":10,\"do\":\"hello\"}",
    ];
    let replies = talk(&lines.map(str::to_owned));
    let kinds: Vec<_> = replies.iter().map(|r| r["error"]["kind"].as_str()).collect();
    let malformed = Some("malformed");
    assert_eq!(
        kinds,
        [
            malformed,
            malformed,
            malformed,
            malformed,
            malformed,
            malformed,
            malformed,
            Some("no-table"),
            Some("unknown"),
            malformed,
            Some("journal"),
            malformed,
            None
        ]
    );
    assert_eq!(replies.iter().map(|r| r["id"].as_u64()).collect::<Vec<_>>()[3..6], [Some(1), Some(2), Some(3)]);
    assert!(replies[12]["ok"]["protocol"].is_u64());
}

#[test]
fn a_bot_plays_a_game_and_hands_its_journal_over() {
    let new = json!({ "id": 1, "do": "new", "game": SCENARIO, "seed": 7 });
    let auto = json!({ "id": 2, "do": "auto", "axis": "recruit", "soviet": "recruit", "turns": 1 });
    let journal = json!({ "id": 3, "do": "journal" });
    let public = json!({ "id": 4, "do": "journal", "public": true });
    let replies = ask(&[new.clone(), auto.clone(), journal, public]);
    assert_eq!(replies[1]["ok"]["stopped"], "turns");
    let text = replies[2]["ok"]["text"].clone();
    let shown = replies[3]["ok"]["text"].clone();
    assert!(!shown.as_str().expect("text").contains("\"seed\""));
    let again = ask(&[
        json!({ "id": 1, "do": "load", "text": text }),
        json!({ "id": 2, "do": "load", "text": shown }),
        json!({ "id": 3, "do": "auto", "table": 2, "axis": "recruit", "soviet": "recruit" }),
        json!({ "id": 4, "do": "close" }),
        json!({ "id": 5, "do": "view", "as": "axis" }),
        json!({ "id": 6, "do": "view", "table": 1, "as": "axis" }),
    ]);
    assert_eq!(again[0]["ok"]["hash"], replies[1]["ok"]["hash"]);
    assert_eq!(again[1]["ok"]["hash"], replies[1]["ok"]["hash"]);
    assert_eq!(again[2]["error"]["kind"], "journal", "without a seed nobody can roll");
    assert_eq!(again[4]["error"]["kind"], "no-table");
    assert_eq!(again[5]["ok"]["viewer"], "axis");
}

#[test]
fn what_an_officer_chooses_is_allowed_and_the_other_side_is_refused() {
    let mut start = vec![json!({ "do": "new", "game": SCENARIO, "seed": 7 })];
    start.extend(SET_UP.map(|(side, action)| json!({ "do": "act", "as": side, "action": action })));
    let first = ask(&[&start[..], &[json!({ "do": "legal" })]].concat());
    let legal = first.last().expect("replies");
    let side = legal["ok"]["side"].as_str().expect("a side");
    let other = crate::common::other(side);
    let action = legal["ok"]["list"][0]["action"].clone();
    let play = [
        json!({ "id": 2, "do": "choose", "as": side, "officer": "recruit" }),
        json!({ "id": 3, "do": "choose", "as": other, "officer": "recruit" }),
        json!({ "id": 4, "do": "check", "as": side, "action": action }),
        json!({ "id": 5, "do": "check", "as": other, "action": action }),
        json!({ "id": 6, "do": "act", "as": other, "action": action }),
        json!({ "id": 7, "do": "act", "as": side, "action": { "no-such-verb": 1 } }),
        json!({ "id": 8, "do": "undo", "to": 99 }),
        json!({ "id": 9, "do": "act", "as": side, "action": action }),
        json!({ "id": 10, "do": "quit" }),
        json!({ "id": 11, "do": "hello" }),
    ];
    let replies = ask(&[&start[..], &play].concat()).split_off(start.len());
    assert!(!replies[0]["ok"]["action"].is_null());
    assert_eq!(replies[1]["error"]["kind"], "not-asked");
    assert_eq!(replies[2]["ok"]["allowed"], true);
    assert_eq!(replies[3]["ok"]["allowed"], false);
    assert_eq!(replies[4]["error"]["kind"], "refused");
    assert!(replies[4]["error"]["case"].is_string());
    assert_eq!(replies[5]["error"]["kind"], "bad-action");
    assert_eq!(replies[6]["error"]["kind"], "undo");
    assert_eq!(replies[7]["ok"]["n"], 5);
    assert_eq!(replies.len(), 9, "nothing is answered after quit");
}
