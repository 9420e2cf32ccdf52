//! Plans over the server: drafts on the disk, unseen by the enemy, committed as one entry and carried out at once.

use crate::common::{Client, Host};
use serde_json::{Value, json};
use std::time::Duration;

async fn table(host: &Host, axis: &str, soviet: &str) -> Value {
    let seats = json!({ "axis": axis, "soviet": soviet });
    host.table_with(json!({ "game": "night", "scenario": "march", "seats": seats })).await
}

fn orders(of: Value) -> Value {
    json!({ "type": "order", "orders": of })
}

/// The orders of a draft by slot.
fn given(answer: &Value) -> Vec<(&str, &Value)> {
    assert_eq!(answer["type"], "draft", "{answer}");
    let slots = answer["draft"]["slots"].as_array().expect("slots");
    let slot = |s: &'_ Value| Some((s["slot"].as_str()?, s.get("order")?)).map(|_| ());
    slots.iter().filter(|s| slot(s).is_some()).map(|s| (s["slot"].as_str().expect("a word"), &s["order"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_survives_a_restart_and_is_seen_by_every_browser_of_its_side_only() {
    let host = Host::start().await;
    let made = table(&host, "me", "friend").await;
    let soviet_key = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut axis = host.sit(&made["owner"]).await;
    let mut second = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&soviet_key).await;
    second.quiet().await;
    soviet.quiet().await;
    let done = axis.ask(orders(json!({ "A1": { "march": ["2"] }, "A2": "hold" }))).await;
    assert_eq!(given(&done), [("A1", &json!({ "march": ["2"] })), ("A2", &json!("hold"))]);
    let shown = second.quiet().await;
    assert!(shown.iter().any(|m| m["type"] == "draft" && given(m).len() == 2), "{shown:?}");
    assert_eq!(soviet.quiet().await, Vec::<Value>::new(), "the enemy is told nothing");
    // Taken back, and refused whole.
    let back = axis.ask(orders(json!({ "A2": null, "A3": { "march": ["2", "3"] } }))).await;
    let changed =
        |m: &Value| m["draft"]["slots"].as_array().map(|s| s.iter().map(|s| s["slot"].clone()).collect::<Vec<_>>());
    assert_eq!((&back["part"], changed(&back)), (&json!(true), Some(vec![json!("A2"), json!("A3")])), "{back}");
    let whole = axis.ask(json!({ "type": "draft" })).await;
    assert_eq!(given(&whole).len(), 2);
    assert!(whole.get("part").is_none(), "{whole}");
    let no = axis.ask(orders(json!({ "A2": { "march": ["2"] }, "S1": "hold" }))).await;
    assert_eq!((&no["type"], &no["case"]), (&json!("refused"), &json!("2.5")), "{no}");
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    let kept = axis.ask(json!({ "type": "draft" })).await;
    assert_eq!(given(&kept), given(&whole), "what was given before the restart");
    let mut soviet = host.sit(&soviet_key).await;
    assert_eq!(given(&soviet.ask(json!({ "type": "draft" })).await), []);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_are_carried_out_when_both_have_committed() {
    let host = Host::start().await;
    let made = table(&host, "me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let soviet_key = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut soviet = host.sit(&soviet_key).await;
    let menu = axis.ask(json!({ "type": "menu", "slot": "A1" })).await;
    assert_eq!(menu["menu"][0]["targets"], json!(["2"]), "{menu}");
    let picked = axis.ask(json!({ "type": "pick", "slot": "A1", "verb": "march", "target": "2" })).await;
    assert_eq!(given(&picked), [("A1", &json!({ "march": ["2"] }))]);
    let also = json!({ "type": "pick", "slot": "A1", "also": ["A2"], "verb": "march", "target": "2" });
    let picked = axis.ask(also).await;
    assert_eq!(given(&picked), [("A2", &json!({ "march": ["2"] }))], "the one that has changed");
    axis.ask(orders(json!({ "A2": null }))).await;
    let odd = axis.ask(json!({ "type": "pick", "slot": "A1", "verb": "fly", "target": "2" })).await;
    assert_eq!(odd["type"], "refused", "{odd}");
    let far = axis.ask(json!({ "type": "why", "slot": "A1", "order": { "march": ["5"] } })).await;
    assert_eq!((&far["type"], &far["allowed"]), (&json!("why"), &json!(false)), "{far}");
    assert_eq!(far["consulted"][0]["case"], "2.1", "{far}");
    let near = axis.ask(json!({ "type": "why", "slot": "A1", "verb": "march", "target": "2" })).await;
    assert_eq!((&near["type"], &near["allowed"]), (&json!("why"), &json!(true)), "{near}");
    let theirs = axis.ask(json!({ "type": "why", "slot": "S1", "order": "hold" })).await;
    assert_eq!(theirs["kind"], "unreadable", "of the enemy's nothing is said: {theirs}");
    let neither = axis.ask(json!({ "type": "why", "slot": "A1" })).await;
    assert_eq!(neither["kind"], "bad-request", "{neither}");
    let both = axis.ask(json!({ "type": "shared", "slots": ["A1", "A2"] })).await;
    let march = &both["menu"][0];
    assert_eq!((&march["verb"], &march["targets"]), (&json!("march"), &json!(["2"])), "{both}");
    assert_eq!(march["slots"], json!(["A1", "A2"]), "{both}");
    let scope = axis.ask(json!({ "type": "scope", "slot": "A1" })).await;
    assert_eq!(scope["lines"], json!([]), "nothing in this game is aimed at a map: {scope}");
    axis.quiet().await;
    soviet.quiet().await;
    let before = soviet.state["view"].clone();
    let done = axis.ask(json!({ "type": "commit", "n": 0 })).await;
    assert_eq!((&done["type"], &done["n"]), (&json!("accepted"), &json!(1)), "{done}");
    assert_eq!(soviet.quiet().await, Vec::<Value>::new(), "nobody is told that the enemy has committed");
    let late = axis.ask(orders(json!({ "A2": "hold" }))).await;
    assert_eq!(late["type"], "refused", "what is committed is not edited: {late}");
    // Taken back, the draft is as it was; committed again.
    let undone = axis.ask(json!({ "type": "undo", "n": 1, "to": 0 })).await;
    assert_eq!(undone["type"], "accepted", "{undone}");
    assert_eq!(given(&axis.ask(json!({ "type": "draft" })).await).len(), 1);
    assert_eq!(axis.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
    assert_eq!(soviet.quiet().await, Vec::<Value>::new());
    let key = host.open(&made["owner"]).await["key"].clone();
    let host = host.restart().await;
    let (mut axis, mut soviet) = (host.sit(&key).await, host.sit(&soviet_key).await);
    assert_eq!(axis.hello["n"], 1, "the commit is on the disk");
    assert_eq!(soviet.state["view"], before);
    assert_eq!(soviet.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
    let told = axis.quiet().await;
    assert!(
        told.iter().any(|m| m["type"] == "events" && m["events"].to_string().contains("A1 marches to 2")),
        "{told:?}"
    );
    soviet.quiet().await;
    assert_ne!(soviet.state["view"], before, "one revelation");
    assert_eq!(given(&axis.ask(json!({ "type": "draft" })).await), [], "a new turn, a new draft");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plans_too_and_the_game_ends() {
    let host = Host::start().await;
    let made = table(&host, "me", "recruit").await;
    let mut axis = host.sit(&made["owner"]).await;
    for _ in 0..4 {
        let (n, turn) = (axis.n(), axis.state["view"]["turn"]["number"].clone());
        let done = axis.ask(json!({ "type": "commit", "n": n })).await;
        assert_eq!(done["type"], "accepted", "{done}");
        while axis.state["view"]["turn"]["number"] == turn && !axis.state["view"]["outcome"].is_object() {
            axis.next().await;
        }
    }
    assert!(axis.state["view"]["outcome"].is_object(), "{}", axis.state);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_plan_that_does_not_fit_is_set_aside_and_never_in_the_way() {
    use sqlx::Connection;
    let cases = [
        ("not JSON", "{\"A1\": hold", 0),
        ("no plan", "[1, 2]", 0),
        ("an unknown unit", r#"{"Z9":"hold","A1":"hold"}"#, 1),
        ("an unknown order", r#"{"A1":{"fly":["2"]},"A2":"hold"}"#, 1),
    ];
    let mut host = Host::start().await;
    for (what, kept, left) in cases {
        let made = table(&host, "me", "friend").await;
        let seat = host.open(&made["seats"]["soviet"]).await["key"].clone();
        let mut axis = host.sit(&made["owner"]).await;
        assert_eq!(axis.ask(orders(json!({ "A1": "hold" }))).await["type"], "draft");
        drop(axis);
        let file = host.folder.path().join("kessel.db");
        let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
        let spoil = sqlx::query("UPDATE drafts SET text = $1 WHERE table_id = $2").bind(kept);
        spoil.bind(made["table"].as_str()).execute(&mut db).await.expect("spoils it");
        db.close().await.expect("closes");
        host = host.restart().await;
        // The table opens for both, and only whose plan it was is told.
        let (mut axis, mut soviet) = (host.sit(&made["owner"]).await, host.sit(&seat).await);
        let draft = axis.ask(json!({ "type": "draft" })).await;
        assert_eq!(given(&draft).len(), left, "{what}: {draft}");
        let word = axis.heard.iter().find(|m| m["type"] == "error" && m["kind"] == "draft");
        assert!(word.is_some_and(|m| m["text"].to_string().contains("set aside")), "{what}: {:?}", axis.heard);
        assert!(soviet.quiet().await.iter().all(|m| m["type"] != "error"), "{what}");
        assert_eq!(axis.ask(json!({ "type": "menu", "slot": "A3" })).await["type"], "menu", "{what}");
        assert_eq!(axis.ask(orders(json!({ "A3": "hold" }))).await["type"], "draft", "{what}");
        assert_eq!(given(&axis.ask(json!({ "type": "draft" })).await).len(), left + 1, "{what}");
        for client in [&mut axis, &mut soviet] {
            assert_eq!(client.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted", "{what}");
        }
    }
    host.server.stop().await.expect("stops");
}

/// There is one door: an act that brings its orders along commits them as the draft, in the place of what was kept.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_act_commits_is_the_draft_from_then_on() {
    let host = Host::start().await;
    let made = table(&host, "me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let n = axis.n();
    axis.ask(orders(json!({ "A1": { "march": ["2"] } }))).await;
    soviet.quiet().await;
    // Refused: nothing has changed.
    for (bad, kind) in
        [(json!({ "S1": "hold" }), "rule"), (json!({ "A1": { "fly": 3 } }), "unreadable"), (json!(7), "unreadable")]
    {
        let no = axis.act(&json!({ "commit": bad })).await;
        assert_eq!((&no["type"], &no["kind"]), (&json!("refused"), &json!(kind)), "{no}");
    }
    assert_eq!(given(&axis.ask(json!({ "type": "draft" })).await), [("A1", &json!({ "march": ["2"] }))]);
    let done = axis.act(&json!({ "commit": { "A2": "hold" } })).await;
    assert_eq!(done["type"], "accepted", "{done}");
    assert_eq!(soviet.quiet().await, Vec::<Value>::new(), "the enemy is told nothing");
    // Too late, by either way.
    for again in [json!({ "type": "commit", "n": n }), json!({ "type": "act", "n": n, "action": { "commit": {} } })] {
        assert_eq!(axis.ask(again).await["kind"], "stale");
    }
    // Whoever takes it back goes on with what he committed, also after a restart.
    axis.quiet().await;
    let back = axis.ask(json!({ "type": "undo", "n": axis.n(), "to": n })).await;
    assert_eq!(back["type"], "accepted", "{back}");
    assert_eq!(given(&axis.ask(json!({ "type": "draft" })).await), [("A2", &json!("hold"))]);
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(given(&axis.ask(json!({ "type": "draft" })).await), [("A2", &json!("hold"))]);
    let done = axis.ask(json!({ "type": "commit", "n": axis.n() })).await;
    assert_eq!(done["type"], "accepted", "{done}");
    host.server.stop().await.expect("stops");
}

/// Not even by the day on which a table is deleted if nobody comes.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_in_secret_does_not_move_the_day_on_which_a_table_expires() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let host = Host::start_with(|config| (config.expire, config.unplayed) = (Some(20 * DAY), 2 * DAY)).await;
    let made = table(&host, "me", "friend").await;
    let soviet_key = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut axis = host.sit(&made["owner"]).await;
    let expires = async || {
        let lines = host.post("/api/status", &json!({ "keys": [soviet_key] })).await.json();
        lines["list"][0]["expires"].as_u64().expect("soon")
    };
    // Before anything was done that he knows of, and after a turn.
    for turn in 0..2 {
        // Whoever comes and goes is noted later than he is told; a word is written after that.
        axis.ask(json!({ "type": "say", "text": "Ready." })).await;
        axis.quiet().await;
        let before = expires().await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        let done = axis.ask(json!({ "type": "commit", "n": axis.n() })).await;
        assert_eq!(done["type"], "accepted", "{done}");
        assert_eq!(expires().await, before, "turn {turn}");
        let mut soviet = Client::connect(host.address, soviet_key.as_str().expect("a key")).await;
        let done = soviet.ask(json!({ "type": "commit", "n": soviet.n() })).await;
        assert_eq!(done["type"], "accepted", "{done}");
        axis.state_at(axis.n() + 1).await;
        assert!(expires().await > before, "what everybody sees counts");
        soviet.ws.close(None).await.expect("goes");
        axis.until(|m| m["type"] == "presence" && m["soviet"] == false).await;
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_does_not_tell_when_the_enemy_plans() {
    let host = Host::start().await;
    let seats = json!({ "axis": "me", "soviet": "friend" });
    let wanted = json!({ "game": "night", "scenario": "march", "seats": seats, "clock_days": 3 });
    let made = host.table_with(wanted).await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    axis.quiet().await;
    soviet.quiet().await;
    for _ in 0..3 {
        assert_eq!(axis.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
        assert_eq!(axis.ask(json!({ "type": "undo", "n": 1, "to": 0 })).await["type"], "accepted");
    }
    assert_eq!(soviet.quiet().await, Vec::<Value>::new(), "not even that one's own clock still runs");
    host.server.stop().await.expect("stops");
}
