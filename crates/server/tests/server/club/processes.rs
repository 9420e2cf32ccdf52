//! Several processes on one PostgreSQL. (Here several servers in one process: what they share is the database alone.)

use crate::common::postgres::Postgres;
use crate::common::{Client, Luck, games, http, play_out};
use kessel_server::{Config, Database, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

async fn serve(postgres: &Postgres) -> Server {
    serve_with(postgres, |_| {}).await
}

async fn serve_with(postgres: &Postgres, change: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config::with(Database::Postgres(postgres.url()));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    config.pace = Duration::ZERO;
    (config.limits.rate, config.limits.burst) = (100_000, 100_000);
    change(&mut config);
    Server::start(config, games()).await.expect("starts")
}

async fn post(to: SocketAddr, path: &str, body: &Value) -> Value {
    let answer = http(to, "POST", path, &[("content-type", "application/json")], body.to_string().as_bytes()).await;
    assert!(answer.status < 300, "{}", answer.body);
    answer.json()
}

fn key(value: &Value) -> &str {
    value.as_str().expect("a key")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_tables_and_one_of_two_appends_is_refused() {
    let Some(postgres) = Postgres::start() else { return };
    let (one, two) = tokio::join!(serve(&postgres), serve(&postgres));
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "friend" } });
    let made = post(one.address(), "/api/tables", &wanted).await;
    // The friend comes in at the other server.
    let opened = post(two.address(), &format!("/api/seats/{}/open", key(&made["seats"]["soviet"])), &json!({})).await;
    let mut axis = Client::connect(one.address(), key(&made["owner"])).await;
    let mut same = Client::connect(two.address(), key(&made["owner"])).await;
    let mut soviet = Client::connect(two.address(), key(&opened["key"])).await;
    let offers = axis.offers();
    // The same seat at both servers acts at the same moment: one is done, the other is refused and shown why.
    let (a, b) = tokio::join!(axis.act(&offers[0]), same.act(&offers[1]));
    let mut kinds = [a["type"].clone(), b["type"].clone()];
    kinds.sort_by_key(|k| k.to_string());
    assert_eq!(kinds, [json!("accepted"), json!("refused")], "{a} {b}");
    axis.state_at(1).await;
    same.state_at(1).await;
    // What is said and done at one server is seen at the other.
    assert_eq!(axis.ask(json!({ "type": "say", "text": "Hello" })).await["type"], "accepted");
    soviet.until(|m| m["type"] == "chat" && m["list"][0]["text"] == "Hello").await;
    drop(same);
    for _ in 0..6 {
        // Who has to act, acts; the other is shown it by his own server.
        let (player, other) =
            if axis.offers().is_empty() { (&mut soviet, &mut axis) } else { (&mut axis, &mut soviet) };
        let offer = player.offers()[0].clone();
        let before = other.n();
        let answer = player.act(&offer).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        player.state_at(answer["n"].as_u64().expect("a number")).await;
        if other.n() == before {
            other.state_at(before + 1).await;
        }
    }
    // One server goes; its guest finds the table at the other as it was.
    let n = axis.n();
    one.stop().await.expect("stops");
    let mut axis = Client::connect(two.address(), key(&made["owner"])).await;
    assert_eq!(axis.n(), n);
    play_out(&mut axis, &mut soviet, &mut Luck(3)).await;
    let text = http(two.address(), "GET", &format!("/api/seats/{}/journal", key(&made["owner"])), &[], b"").await.body;
    let game = games().get("toy").expect("the toy").clone();
    kessel_kernel::Journal::from_text(&*game, &text).expect("the journal is whole");
    two.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_line_to_the_database_is_cut_nothing_is_lost_and_play_goes_on() {
    let Some(postgres) = Postgres::start() else { return };
    let server = serve(&postgres).await;
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "me" } });
    let made = post(server.address(), "/api/tables", &wanted).await;
    let mut client = Client::connect(server.address(), key(&made["owner"])).await;
    let mut done = 0;
    for round in 0..5 {
        postgres.cut_lines();
        for _ in 0..20 {
            client.quiet().await;
            if client.offers().is_empty() {
                let side = if client.state["as"] == "axis" { "soviet" } else { "axis" };
                client.ask(json!({ "type": "sit", "side": side })).await;
                client.quiet().await;
            }
            let offer = client.offers()[0].clone();
            let answer = client.act(&offer).await;
            if answer["type"] == "accepted" {
                done += 1;
                break;
            }
            assert!(answer["type"] == "error" || answer["kind"] == "stale", "round {round}: {answer}");
        }
    }
    assert_eq!(done, 5, "it goes on by itself");
    let text =
        http(server.address(), "GET", &format!("/api/seats/{}/journal", key(&made["owner"])), &[], b"").await.body;
    let (_, entries) = kessel_kernel::journal::parse(&text).expect("whole");
    assert!(entries.len() >= done, "no acknowledged action is missing: {} of {done}", entries.len());
    server.stop().await.expect("stops");
}

/// A table of the night march: the key of the owner, who is the Axis, and of the Soviet seat; and the key of who looks on.
async fn night(to: SocketAddr) -> [String; 3] {
    let seats = json!({ "axis": "me", "soviet": "friend" });
    let made = post(to, "/api/tables", &json!({ "game": "night", "scenario": "march", "seats": seats })).await;
    let seat = post(to, &format!("/api/seats/{}/open", key(&made["seats"]["soviet"])), &json!({})).await;
    [&made["owner"], &seat["key"], &made["seats"]["watch"]].map(|k| key(k).to_owned())
}

/// What has been sent but for who is there.
async fn heard(client: &mut Client) -> Vec<Value> {
    let mut heard = client.quiet().await;
    heard.retain(|m| m["type"] != "presence");
    heard
}

/// The orders of a draft by slot.
fn given(answer: &Value) -> Vec<(String, Value)> {
    let slots = answer["draft"]["slots"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let given = slots.iter().filter(|s| s.get("order").is_some());
    given.map(|s| (s["slot"].as_str().expect("a word").to_owned(), s["order"].clone())).collect()
}

async fn order(client: &mut Client, orders: Value) {
    let answer = client.ask(json!({ "type": "order", "orders": orders })).await;
    assert_eq!(answer["type"], "draft", "{answer}");
}

/// The draft, once it has so many orders here.
async fn drafted(client: &mut Client, many: usize) -> Vec<(String, Value)> {
    for _ in 0..200 {
        let given = given(&client.ask(json!({ "type": "draft" })).await);
        if given.len() == many {
            return given;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("there never are {many} orders");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_committed_and_taken_back_at_one_server_is_nobodys_business_at_the_other() {
    let Some(postgres) = Postgres::start() else { return };
    // The second puts its tables to sleep at once, so that they are also woken by what happens at the first.
    for doze in [60_000, 50] {
        let doze = Duration::from_millis(doze);
        let (one, two) = tokio::join!(serve(&postgres), serve_with(&postgres, |c| c.limits.doze = doze));
        let [axis_key, soviet_key, watch] = night(one.address()).await;
        let mut axis = Client::connect(one.address(), &axis_key).await;
        let mut same = Client::connect(two.address(), &axis_key).await;
        let mut soviet = Client::connect(two.address(), &soviet_key).await;
        let mut watcher = Client::connect(two.address(), &watch).await;
        for client in [&mut axis, &mut same, &mut soviet, &mut watcher] {
            client.quiet().await;
        }
        for _ in 0..3 {
            order(&mut axis, json!({ "A1": { "march": ["2"] } })).await;
            assert_eq!(axis.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
            same.state_at(1).await;
            assert_eq!(axis.ask(json!({ "type": "undo", "n": 1, "to": 0 })).await["type"], "accepted");
            same.until(|m| m["type"] == "undone").await;
            same.until(|m| m["type"] == "state" && m["n"] == 0).await;
            assert_eq!(axis.ask(json!({ "type": "order", "orders": { "A1": null } })).await["type"], "draft");
            if doze < Duration::from_secs(1) {
                tokio::time::sleep(doze * 3).await;
            }
        }
        for other in [&mut soviet, &mut watcher] {
            assert_eq!(heard(other).await, Vec::<Value>::new(), "nothing was sent");
        }
        // And what everybody may know comes as a change of what he was shown.
        assert_eq!(axis.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
        let before = soviet.heard.len();
        assert_eq!(soviet.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
        // He counts his own commit alone.
        soviet.state_at(1).await;
        let kinds: Vec<&Value> = soviet.heard[before..].iter().map(|m| &m["type"]).collect();
        assert!(kinds.iter().any(|kind| **kind == "events"), "{kinds:?}");
        for client in [&mut axis, &mut same, &mut watcher] {
            client.until(|m| m["type"] == "events").await;
        }
        one.stop().await.expect("stops");
        two.stop().await.expect("stops");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_commit_at_the_same_moment_at_two_servers() {
    let Some(postgres) = Postgres::start() else { return };
    let (one, two) = tokio::join!(serve(&postgres), serve(&postgres));
    for _ in 0..4 {
        let [axis_key, soviet_key, _] = night(one.address()).await;
        let mut axis = Client::connect(one.address(), &axis_key).await;
        let mut soviet = Client::connect(two.address(), &soviet_key).await;
        for turn in 1..=4 {
            let (n, m) = (axis.n(), soviet.n());
            let (a, b) = tokio::join!(
                axis.ask(json!({ "type": "commit", "n": n })),
                soviet.ask(json!({ "type": "commit", "n": m }))
            );
            assert_eq!((&a["type"], &b["type"]), (&json!("accepted"), &json!("accepted")), "{a} {b}");
            for client in [&mut axis, &mut soviet] {
                while client.state["view"]["turn"]["number"] == turn && !client.over() {
                    client.next().await;
                }
            }
        }
        assert!(axis.over() && soviet.over());
    }
    one.stop().await.expect("stops");
    two.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_side_plans_at_one_server_stands_at_the_other_and_when_one_is_gone() {
    let Some(postgres) = Postgres::start() else { return };
    let (one, two) = tokio::join!(serve(&postgres), serve(&postgres));
    let [axis_key, soviet_key, watch] = night(one.address()).await;
    let mut first = Client::connect(one.address(), &axis_key).await;
    let mut second = Client::connect(two.address(), &axis_key).await;
    let mut near = Client::connect(one.address(), &soviet_key).await;
    let mut far = Client::connect(two.address(), &soviet_key).await;
    let mut watcher = Client::connect(two.address(), &watch).await;
    for client in [&mut first, &mut second, &mut near, &mut far, &mut watcher] {
        client.quiet().await;
    }
    // Both at once: neither overwrites the other.
    for round in 0..5 {
        let on = round % 2 == 0;
        let orders = |slot: &str| json!({ slot: if on { json!("hold") } else { Value::Null } });
        tokio::join!(order(&mut first, orders("A1")), order(&mut second, orders("A2")));
        let many = if on { 2 } else { 0 };
        assert_eq!(drafted(&mut first, many).await, drafted(&mut second, many).await, "round {round}");
    }
    second.quiet().await;
    order(&mut first, json!({ "A3": { "march": ["2"] } })).await;
    let told = second.until(|m| m["type"] == "draft" && m.get("id").is_none()).await;
    assert_eq!(given(&told), [("A3".to_owned(), json!({ "march": ["2"] }))], "what has changed");
    for other in [&mut near, &mut far, &mut watcher] {
        assert_eq!(heard(other).await, Vec::<Value>::new(), "the enemy does not hear that anything was planned");
    }
    // The first is gone while the opponent keeps the table awake at the second.
    one.stop().await.expect("stops");
    far.ask(json!({ "type": "show" })).await;
    order(&mut second, json!({ "bid": { "bid": 1 } })).await;
    assert_eq!(drafted(&mut second, 4).await.len(), 4, "nothing that was acknowledged is lost");
    assert_eq!(second.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
    assert_eq!(far.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
    let marched = second.until(|m| m["type"] == "events" && m["n"] == 2).await;
    assert!(marched["events"].to_string().contains("A3 marches to 2"), "{marched}");
    two.stop().await.expect("stops");
}
