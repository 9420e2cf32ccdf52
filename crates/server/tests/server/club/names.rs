//! How people without an account call themselves.

use crate::common::{Client, Host, http};
use serde_json::{Value, json};

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn named(name: &str) -> Value {
    json!({ "type": "name", "name": name })
}

async fn names(client: &mut Client) -> Value {
    client.quiet().await;
    client.heard.iter().rfind(|m| m["type"] == "affairs").expect("is told")["names"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_says_his_name_once_and_the_others_are_told() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let seat = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&seat).await;
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    assert_eq!(soviet.ask(named(" Ivan   Ivanov ")).await["type"], "accepted");
    let told = axis.until(|m| m["type"] == "affairs" && m["names"]["soviet"] != Value::Null).await;
    assert_eq!(told["names"], json!({ "axis": null, "soviet": "Ivan Ivanov" }));
    assert_eq!(soviet.ask(named("Pjotr")).await["kind"], "bad-request", "he has said it");
    assert_eq!(watcher.ask(named("Pjotr")).await["kind"], "forbidden", "he plays nothing");
    assert_eq!(axis.ask(named("lvan lvanov")).await["kind"], "taken", "it looks like the other's");
    assert_eq!(axis.ask(named("Heinz")).await["type"], "accepted");
    // It belongs to the seat: whoever comes to it next has his own.
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(names(&mut axis).await, json!({ "axis": "Heinz", "soviet": "Ivan Ivanov" }));
    assert_eq!(host.delete(&format!("/api/seats/{}", text(&seat))).await.status, 204);
    let path = format!("/api/seats/{}/invite", text(&made["owner"]));
    let invite = host.post(&path, &json!({ "side": "soviet" })).await.json()["invite"].clone();
    let next = host.open(&invite).await["key"].clone();
    let mut next = host.sit(&next).await;
    assert_eq!(names(&mut next).await, json!({ "axis": "Heinz", "soviet": null }));
    assert_eq!(next.ask(named("Pjotr")).await["type"], "accepted");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_not_called_like_an_account_or_what_is_no_name() {
    let host = Host::start().await;
    let entrance = json!({ "name": "Vasily", "passphrase": "four words are enough" });
    assert_eq!(host.post("/api/account", &entrance).await.status, 201);
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    for bad in ["V\u{430}sily", "ab\u{202e}cd", "\u{3164}\u{3164}", "a", ""] {
        assert_eq!(axis.ask(named(bad)).await["kind"], "bad-request", "{bad:?}");
    }
    assert_eq!(axis.ask(named("Vasi1y")).await["kind"], "taken");
    assert_eq!(names(&mut axis).await["axis"], Value::Null);
    // Whoever plays both sides at one screen has no name there.
    let alone = host.table("me", "me").await;
    assert_eq!(host.sit(&alone["owner"]).await.ask(named("Heinz")).await["kind"], "forbidden");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_of_an_account_goes_before_that_of_a_guest() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.ask(named("Heinz")).await["type"], "accepted");
    let entrance = json!({ "name": "Vasily", "passphrase": "four words are enough" });
    let session = host.post("/api/account", &entrance).await.json()["session"].clone();
    let bearer = format!("Bearer {}", text(&session));
    let head = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let keys = json!({ "keys": [made["owner"]] }).to_string();
    assert_eq!(http(host.address, "POST", "/api/account/keep", &head, keys.as_bytes()).await.status, 204);
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(names(&mut axis).await["axis"], "Vasily");
    assert_eq!(axis.ask(named("Otto")).await["kind"], "bad-request");
    host.server.stop().await.expect("stops");
}
