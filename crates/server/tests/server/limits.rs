//! What the server does not put up with.

use crate::common::{Client, Ended, Host, http};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_strict_headers() {
    let host = Host::start().await;
    for path in ["/", "/api/games", "/no/such/file", "/api/nothing"] {
        let answer = host.get(path).await;
        for wanted in ["content-security-policy: default-src 'none'", "nosniff", "referrer-policy: no-referrer"] {
            assert!(answer.head.contains(wanted), "{path}: {}", answer.head);
        }
        assert!(!answer.head.contains("unsafe"), "{}", answer.head);
    }
    assert!(host.get("/").await.body.contains("<html"));
    assert_eq!(host.get("/api/nothing").await.kind(), "not-found");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_sheets_and_rules_are_there_and_sheets_are_cached() {
    let host = Host::start().await;
    let games = host.get("/api/games").await.json();
    let toy = &games["games"][0];
    assert_eq!((toy["id"].clone(), games["local"].clone()), (json!("toy"), json!(true)));
    assert_eq!(toy["officers"][0]["id"], "recruit");
    assert_eq!(toy["scenarios"][0]["playable"], true);
    let sheet = host.get("/api/games/toy/skirmish/sheet").await;
    assert!(sheet.json()["boxes"].is_array());
    let tag = sheet.head.lines().find_map(|l| l.strip_prefix("etag: ")).expect("a tag").to_owned();
    let again = http(host.address, "GET", "/api/games/toy/skirmish/sheet", &[("if-none-match", &tag)], b"").await;
    assert_eq!(again.status, 304);
    let rules = host.get("/api/games/toy/rules").await.json();
    assert!(rules.as_array().is_some_and(|list| list.iter().all(|r| r["id"].is_string() && r["kind"].is_string())));
    assert_eq!(host.get("/api/games/chess/rules").await.kind(), "no-such-game");
    assert_eq!(host.get("/api/games/toy/moon/sheet").await.kind(), "no-such-scenario");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_get_plain_answers() {
    let host = Host::start_with(|config| config.limits.journal = 100_000).await;
    let seats = json!({ "axis": "me", "soviet": "me" });
    for (body, status, kind) in [
        (json!({ "game": "toy" }), 400, "bad-request"),
        (json!({ "game": "chess", "scenario": "x", "seats": seats }), 404, "no-such-game"),
        (json!({ "game": "toy", "scenario": "x", "seats": seats }), 404, "no-such-scenario"),
        (json!({ "game": "toy", "scenario": "skirmish", "seats": seats, "options": { "a": "b" } }), 422, "bad-option"),
        (
            json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "general" } }),
            422,
            "no-such-officer",
        ),
        (
            json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "staff" } }),
            422,
            "no-such-officer",
        ),
        (
            json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "friend" }, "seed": 7 }),
            422,
            "bad-option",
        ),
    ] {
        let answer = host.post("/api/tables", &body).await;
        assert_eq!((answer.status, answer.kind().as_str()), (status, kind), "{body}: {}", answer.body);
    }
    let form = http(host.address, "POST", "/api/tables", &[("content-type", "text/plain")], b"{}").await;
    assert_eq!(form.kind(), "bad-request", "a form of another site could send this");
    let large = json!({ "keys": ["x".repeat(100_000)] });
    assert_eq!(host.post("/api/status", &large).await.status, 413);
    let large = json!({ "journal": "x".repeat(200_000) });
    assert_eq!(host.post("/api/tables/import", &large).await.kind(), "too-large");
    let many: Vec<Value> = (0..101).map(|n| json!(n.to_string())).collect();
    assert_eq!(host.post("/api/status", &json!({ "keys": many })).await.kind(), "bad-request");
    for key in ["short", "********************************", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        assert_eq!(host.get(&format!("/api/seats/{key}/journal")).await.kind(), "no-such-key");
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_other_names_are_refused() {
    let host = Host::start().await;
    let json = ("content-type", "application/json");
    let foreign = [json, ("origin", "http://example.org")];
    assert_eq!(http(host.address, "POST", "/api/status", &foreign, b"{\"keys\":[]}").await.status, 403);
    let own = format!("http://{}", host.address);
    assert_eq!(
        http(host.address, "POST", "/api/status", &[json, ("origin", &own)], b"{\"keys\":[]}").await.status,
        200
    );
    assert_eq!(http(host.address, "GET", "/api/games", &[("host", "example.org")], b"").await.status, 403);
    let url = format!("ws://{}/ws", host.address);
    for (origin, welcome) in [("http://example.org", false), (own.as_str(), true)] {
        let mut request = url.as_str().into_client_request().expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        assert_eq!(connect_async(request).await.is_ok(), welcome, "{origin}");
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_answered_and_oversized_ones_end_the_connection() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    let state = client.state.clone();
    for text in [
        "",
        "nonsense",
        "{",
        "[]",
        "null",
        "{\"type\":\"fly\"}",
        "{\"type\":\"act\",\"id\":1}",
        "{\"type\":\"act\",\"id\":-1,\"n\":0}",
        "{\"type\":\"act\",\"id\":1,\"n\":1e99,\"action\":0}",
        &"[".repeat(50_000),
    ] {
        client.ws.send(Message::text(text)).await.expect("sends");
        let answer = client.until(|m| m["type"] == "error").await;
        assert_eq!(answer["kind"], "bad-request", "{text:.40}");
    }
    let odd = client.ask(json!({ "type": "act", "n": 0, "action": { "deep": [[[{}]]] } })).await;
    assert_eq!(odd["kind"], "unreadable");
    client.ws.send(Message::text("x".repeat(70_000))).await.expect("sends");
    assert_eq!(client.until(|m| m["type"] == "error").await["kind"], "too-large");
    client.ask(json!({ "type": "sit", "side": "axis" })).await;
    client.until(|m| m["type"] == "state").await;
    assert_eq!(client.state, state, "nothing has changed");
    // Far beyond the limit the server does not even read to the end.
    let _ = client.ws.send(Message::text("x".repeat(2_000_000))).await;
    while client.try_next().await.is_ok() {}
    let mut client = host.sit(&made["owner"]).await;
    client.ws.send(Message::binary(vec![0; 10])).await.expect("sends");
    let ended = loop {
        if let Err(ended) = client.try_next().await {
            break ended;
        }
    };
    assert_eq!(ended.0, Some(1003));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_talks_too_fast_is_slowed_and_then_closed() {
    let host = Host::start_with(|config| {
        config.limits.rate = 1;
        config.limits.burst = 5;
    })
    .await;
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    // One message at a time, each with its answer: what a closed line has not delivered yet would be lost to whoever still sends.
    let mut kinds = Vec::new();
    let ended = 'talk: {
        for id in 0..400 {
            if client.try_send(json!({ "type": "ping", "id": id })).await.is_err() {
                break 'talk Ended(None);
            }
            match client.try_next().await {
                Ok(message) => kinds.push(message),
                Err(ended) => break 'talk ended,
            }
        }
        panic!("the server lets him talk on");
    };
    let pongs = kinds.iter().filter(|m| m["type"] == "pong").count();
    assert!((5..20).contains(&pongs), "{pongs}");
    assert!(kinds.iter().any(|m| m["kind"] == "too-fast"));
    assert!(matches!(ended.0, Some(1008) | None), "{ended:?}");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_connections_and_rooms_are_bounded() {
    let host = Host::start_with(|config| {
        config.limits.tables = 3;
        config.limits.connections = 2;
        config.limits.rooms = 1;
    })
    .await;
    let made = host.table("me", "me").await;
    let other = host.table("me", "me").await;
    host.table("me", "me").await;
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "me" } });
    let full = host.post("/api/tables", &wanted).await;
    assert_eq!((full.status, full.kind().as_str()), (503, "full"));
    let mut first = host.sit(&made["owner"]).await;
    let second = host.sit(&made["owner"]).await;
    // One more of the same player: he has his place, and his oldest connection goes.
    let third = host.sit(&made["owner"]).await;
    let ended = loop {
        if let Err(ended) = first.try_next().await {
            break ended;
        }
    };
    assert_eq!(ended.0, Some(4408));
    let elsewhere = other["owner"].as_str().expect("a key");
    assert_eq!(Client::try_connect(host.address, elsewhere).await.err().expect("full").0, Some(4429));
    // When the first table is left, the second finds room.
    drop((first, second, third));
    let mut tries = 0;
    while Client::try_connect(host.address, elsewhere).await.is_err() {
        tries += 1;
        assert!(tries < 1000, "the room never empties");
        tokio::task::yield_now().await;
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_many_others_make_holds_up_nobody() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.limits.new_tables_each = 2;
    })
    .await;
    let wanted =
        json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "me" } }).to_string();
    // More in a moment than any limit for everybody together would have let through.
    for hundred in 0..5 {
        let one = async |nth: usize| {
            let from = format!("10.0.{hundred}.{}", nth + 1);
            let head = [("x-forwarded-for", from.as_str()), ("content-type", "application/json")];
            http(host.address, "POST", "/api/tables", &head, wanted.as_bytes()).await
        };
        for made in futures_util::future::join_all((0..100).map(one)).await {
            assert_eq!(made.status, 201, "{hundred}: {}", made.body);
        }
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_fast_or_too_large_is_answered_by_its_id() {
    let host = Host::start_with(|config| {
        config.limits.burst = 20;
        config.limits.rate = 1;
        config.limits.message = 2000;
    })
    .await;
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    client.send(json!({ "type": "say", "id": 4711, "text": "x".repeat(3000) })).await;
    let large = client.until(|m| m["kind"] == "too-large").await;
    assert_eq!(large["id"], 4711, "{large}");
    for id in 100..130 {
        client.send(json!({ "type": "ping", "id": id })).await;
    }
    let (mut answered, mut refused) = (Vec::new(), 0);
    while answered.len() < 30 {
        let m = client.next().await;
        if m["type"] == "pong" || m["kind"] == "too-fast" {
            refused += usize::from(m["kind"] == "too-fast");
            answered.push(m["id"].as_u64().unwrap_or_else(|| panic!("an id: {m}")));
        }
    }
    answered.sort_unstable();
    assert_eq!(answered, (100..130).collect::<Vec<_>>());
    assert!(refused > 0);
    host.server.stop().await.expect("stops");
}
