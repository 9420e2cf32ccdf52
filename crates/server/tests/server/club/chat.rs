//! What people say to each other: what can be said, who hears it, and what was said long ago.

use crate::common::{Client, Host};
use serde_json::{Value, json};

async fn say(client: &mut Client, text: &str) -> Value {
    client.ask(json!({ "type": "say", "text": text })).await
}

fn said(messages: &[Value]) -> Vec<String> {
    let lists = messages.iter().filter(|m| m["type"] == "chat").filter_map(|m| m["list"].as_array());
    lists.flatten().map(|line| line["text"].as_str().expect("text").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_long_ago_comes_page_by_page() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    for n in 1..=120 {
        assert_eq!(say(&mut axis, &format!("line {n}")).await["type"], "accepted");
    }
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let first = soviet.until(|m| m["type"] == "chat").await;
    assert_eq!((first["list"].as_array().map(Vec::len), &first["more"]), (Some(50), &json!(true)), "the last page");
    assert_eq!(first["list"][49]["text"], "line 120");
    let mut told = first["list"].as_array().expect("a list").clone();
    loop {
        let page = soviet.ask(json!({ "type": "chat", "before": told[0]["n"] })).await;
        assert_eq!(page["type"], "chat", "{page}");
        told.splice(0..0, page["list"].as_array().expect("a list").iter().cloned());
        if page["more"] != true {
            break;
        }
    }
    let texts: Vec<&str> = told.iter().map(|line| line["text"].as_str().expect("text")).collect();
    let all: Vec<String> = (1..=120).map(|n| format!("line {n}")).collect();
    assert_eq!(texts, all);
    // What is new comes once, and alone, to those who were here before a third came in.
    soviet.quiet().await;
    let _watcher = host.sit(&made["seats"]["watch"]).await;
    say(&mut axis, "line 121").await;
    assert_eq!(said(&soviet.quiet().await), ["line 121"]);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_want_to_hear_hears_nothing_and_the_other_is_not_told() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let seat = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&seat).await;
    say(&mut axis, "before").await;
    soviet.until(|m| m["type"] == "chat").await;
    axis.quiet().await;
    soviet.quiet().await;
    assert_eq!(soviet.ask(json!({ "type": "mute", "on": true })).await["type"], "accepted");
    soviet.until(|m| m["type"] == "affairs" && m["chat"] == "muted").await;
    assert_eq!(axis.quiet().await, Vec::<Value>::new(), "the other is not told");
    assert_eq!(say(&mut axis, "insult").await["type"], "accepted");
    assert_eq!(soviet.quiet().await, Vec::<Value>::new());
    assert_eq!(say(&mut soviet, "what?").await["kind"], "forbidden");
    // It lasts, whatever happens to browser and server.
    drop((axis, soviet));
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&seat).await;
    soviet.quiet().await;
    assert_eq!(said(&soviet.heard), Vec::<String>::new());
    assert!(soviet.heard.iter().any(|m| m["type"] == "affairs" && m["chat"] == "muted"));
    axis.quiet().await;
    assert!(axis.heard.iter().any(|m| m["type"] == "affairs" && m["chat"] == "open"));
    // Who listens again is told what he has missed.
    assert_eq!(soviet.ask(json!({ "type": "mute", "on": false })).await["type"], "accepted");
    assert_eq!(said(&soviet.quiet().await), ["before", "insult"]);
    assert_eq!(say(&mut soviet, "well").await["type"], "accepted");
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    assert_eq!(watcher.ask(json!({ "type": "mute", "on": true })).await["kind"], "forbidden");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_seen_or_reads_otherwise_is_not_said() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    for bad in ["\u{200b}\u{2060}", "\u{3164}", "\u{2800} \u{2800}", "draw\u{202e}!on", "\u{2067}x"] {
        assert_eq!(say(&mut axis, bad).await["kind"], "bad-request", "{bad:?}");
    }
    assert_eq!(say(&mut axis, "Guten Abend 🙂").await["type"], "accepted");
    host.server.stop().await.expect("stops");
}
