//! A table is told what changes, and the rest when it asks.

use crate::common::{Client, Host, Luck};
use serde_json::{Value, json};

async fn battle(host: &Host) -> Client {
    let seats = json!({ "axis": "me", "soviet": "me" });
    let made = host.table_with(json!({ "game": "battle", "scenario": "campaign", "seats": seats, "seed": 5 })).await;
    host.sit(&made["owner"]).await
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// Acts for whoever is asked.
async fn act(client: &mut Client, luck: &mut Luck) {
    let offers = client.legal().await;
    if offers.is_empty() {
        let side = client.state["view"]["to_act"].clone();
        client.ask(json!({ "type": "sit", "side": side })).await;
        client.until(|m| m["type"] == "state").await;
        return;
    }
    let n = client.n();
    let action = luck.pick(&offers)["action"].clone();
    assert_eq!(client.act(&action).await["type"], "accepted");
    client.state_at(n + 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_levels_of_offers_are_the_flat_list() {
    let host = Host::start().await;
    let (mut client, mut luck) = (battle(&host).await, Luck(3));
    let mut met = 0;
    for _ in 0..40 {
        let offers = client.state["view"]["offers"].clone();
        let mut found: Vec<String> = list(&offers["list"]).iter().map(|o| o["action"].to_string()).collect();
        for set in list(&offers["sets"]) {
            met += 1;
            let (mut from, mut count) = (0, 1);
            while from < count {
                let answer = client.ask(json!({ "type": "offer", "verb": set["verb"], "from": from })).await;
                count = answer["count"].as_u64().expect("a number");
                from += list(&answer["list"]).len() as u64;
                let alike = list(&answer["list"]).into_iter().filter(|o| o["kind"] == set["kind"]);
                found.extend(alike.map(|o| o["action"].to_string()));
            }
        }
        let mut all: Vec<String> = client.legal().await.iter().map(|o| o["action"].to_string()).collect();
        found.sort();
        all.sort();
        found.dedup();
        assert_eq!(found, all);
        act(&mut client, &mut luck).await;
    }
    assert!(met > 0, "some decisions are large");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_spaces_of_a_counter_and_the_preview_of_a_battle_are_asked_for() {
    let host = Host::start().await;
    let (mut client, mut luck) = (battle(&host).await, Luck(4));
    let (mut aimed, mut previewed) = (false, false);
    for _ in 0..400 {
        let offers = client.state["view"]["offers"].clone();
        for set in list(&offers["sets"]) {
            if set["single"] != json!(true)
                && let Some(counter) = set["counters"].get(0)
            {
                let answer = client.ask(json!({ "type": "targets", "counter": counter })).await;
                aimed |= list(&answer["sets"]).iter().any(|set| !list(&set["spaces"]).is_empty());
            }
        }
        let attack = list(&offers["list"]).into_iter().find(|o| o["battle"] == json!(true));
        if let Some(attack) = attack {
            assert!(attack["preview"].is_null(), "a preview is not sent unasked");
            let ask = json!({ "type": "offer", "verb": attack["verb"], "space": attack["space"], "whole": true });
            let answer = client.ask(ask).await;
            assert_eq!(answer["list"][0]["preview"]["column"], attack["odds"]);
            previewed = true;
        }
        if aimed && previewed {
            break;
        }
        act(&mut client, &mut luck).await;
    }
    assert!(aimed && previewed, "both were met: {aimed} {previewed}");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn layers_and_the_calendar_are_asked_for_and_sent_again_only_if_they_changed() {
    let host = Host::start().await;
    let (mut client, mut luck) = (battle(&host).await, Luck(5));
    for _ in 0..12 {
        act(&mut client, &mut luck).await;
    }
    let view = client.state["view"].clone();
    assert!(list(&view["calendar"]).is_empty());
    let layer = list(&view["layers"]).into_iter().next().expect("a layer");
    assert!(list(&layer["spaces"]).is_empty(), "a view names its layers only");
    let wanted = json!({ layer["id"].as_str().expect("an id"): null });
    let answer = client.ask(json!({ "type": "layers", "layers": wanted })).await;
    let first = answer["layers"][0].clone();
    assert_eq!(first["layer"]["name"], layer["name"]);
    let known = json!({ layer["id"].as_str().expect("an id"): first["tag"] });
    let again = client.ask(json!({ "type": "layers", "layers": known })).await;
    assert_eq!((&again["layers"][0]["tag"], &again["layers"][0]["layer"]), (&first["tag"], &Value::Null));
    assert!(!list(&client.ask(json!({ "type": "calendar" })).await["calendar"]).is_empty());
    let then = client.ask(json!({ "type": "layers", "layers": wanted, "n": 0 })).await;
    assert_eq!(then["layers"][0]["id"], layer["id"], "a layer of another moment");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_the_whole_table_sees_what_the_patches_led_to() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let (mut one, mut luck) = (host.sit(&made["owner"]).await, Luck(6));
    let mut sent = 0;
    for _ in 0..30 {
        let before = one.heard.len();
        act(&mut one, &mut luck).await;
        sent += one.heard[before..].iter().filter(|m| m["type"] == "state").count();
        let patched = one.state["view"].clone();
        one.ask(json!({ "type": "show" })).await;
        one.until(|m| m["type"] == "state").await;
        assert_eq!(one.state["view"], patched);
        if one.over() {
            break;
        }
    }
    // Somebody who comes later, through the same eyes, is sent the whole table, and then the same patches.
    let mut two = host.sit(&made["owner"]).await;
    let side = json!({ "type": "sit", "side": one.state["as"] });
    two.ask(side).await;
    two.until(|m| m["type"] == "state").await;
    act(&mut one, &mut luck).await;
    two.quiet().await;
    if one.state["as"] == two.state["as"] {
        assert_eq!(two.state["view"], one.state["view"]);
    }
    assert!(sent > 0);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_of_the_offers_of_the_other_side() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    for ask in [
        json!({ "type": "legal", "as": "soviet" }),
        json!({ "type": "layers", "layers": {}, "as": "soviet" }),
        json!({ "type": "calendar", "as": "umpire", "n": 0 }),
    ] {
        let answer = axis.ask(ask).await;
        assert!(answer["kind"] == "not-yours" || answer["kind"] == "forbidden", "{answer}");
    }
    for ask in [json!({ "type": "legal" }), json!({ "type": "offer" }), json!({ "type": "targets", "counter": "A1" })] {
        assert_eq!(watcher.ask(ask).await["kind"], "not-yours");
    }
    host.server.stop().await.expect("stops");
}
