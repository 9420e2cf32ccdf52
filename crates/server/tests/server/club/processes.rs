//! Several processes on one PostgreSQL. (Here several servers in one process: what they share is the database alone.)

use crate::common::postgres::Postgres;
use crate::common::{Client, Luck, games, http, play_out};
use kessel_server::{Config, Database, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;

async fn serve(postgres: &Postgres) -> Server {
    let mut config = Config::with(Database::Postgres(postgres.url()));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    config.pace = std::time::Duration::ZERO;
    (config.limits.rate, config.limits.burst) = (100_000, 100_000);
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
    kessel_table::Journal::from_text(&*game, &text).expect("the journal is whole");
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
    let (_, entries) = kessel_table::journal::parse(&text).expect("whole");
    assert!(entries.len() >= done, "no acknowledged action is missing: {} of {done}", entries.len());
    server.stop().await.expect("stops");
}
