//! The clock of an evening: minutes for a move.

use crate::common::{Client, Host};
use serde_json::{Value, json};

const MINUTE: u64 = 60 * 1000;

fn evening(days: u32, minutes: u32, soviet: &str) -> Value {
    let seats = json!({ "axis": "me", "soviet": soviet });
    json!({ "game": "toy", "scenario": "skirmish", "clock_days": days, "clock_minutes": minutes, "seats": seats })
}

/// When the receiver is out of time, as he was told first.
async fn deadline(client: &mut Client) -> Option<u64> {
    let own = match client.heard.iter().find(|m| m["type"] == "affairs").cloned() {
        Some(own) => own,
        None => client.until(|m| m["type"] == "affairs").await,
    };
    own["deadline"].as_u64()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn now() -> u64 {
    std::time::UNIX_EPOCH.elapsed().expect("after 1970").as_millis() as u64
}

/// So many minutes later, of a server that stands still meanwhile.
async fn later(host: Host, minutes: u64) -> Host {
    use sqlx::Connection;
    let file = host.folder.path().join("kessel.db");
    let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
    let back = minutes * MINUTE;
    let back = format!(
        "UPDATE tables SET asked_axis = asked_axis - {back}, begun = CASE WHEN begun > 0 THEN begun - {back} ELSE 0 END"
    );
    sqlx::raw_sql(&back).execute(&mut db).await.expect("time passes");
    db.close().await.expect("closes");
    host.restart().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_counts_minutes_from_when_both_are_here() {
    let host = Host::start().await;
    let made = host.table_with(evening(0, 15, "friend")).await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!((&axis.hello["clock_days"], &axis.hello["clock_minutes"]), (&json!(0), &json!(15)));
    assert_eq!(deadline(&mut axis).await, None, "nobody plays against him yet");
    drop(axis);
    // The friend comes an hour late, and has not won by that.
    let host = later(host, 60).await;
    let seat = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut soviet = host.sit(&seat).await;
    assert_eq!(soviet.ask(json!({ "type": "claim" })).await["kind"], "bad-request", "it has just begun");
    let mut axis = host.sit(&made["owner"]).await;
    let until = deadline(&mut axis).await.expect("his clock runs");
    assert!((14 * MINUTE..=15 * MINUTE).contains(&(until - now())), "{until}");
    drop((axis, soviet));
    let host = later(host, 14).await;
    let mut soviet = host.sit(&seat).await;
    assert_eq!(soviet.ask(json!({ "type": "claim" })).await["kind"], "bad-request", "he has a minute");
    drop(soviet);
    let host = later(host, 2).await;
    assert_eq!(host.open(&made["owner"]).await["clock_minutes"], 15);
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&seat).await;
    assert_eq!(soviet.ask(json!({ "type": "claim" })).await["type"], "accepted");
    let over = axis.until(|m| m["type"] == "over").await;
    assert_eq!((text(&over["outcome"]["winner"]), text(&over["outcome"]["level"])), ("soviet", "on time"));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_is_of_days_or_of_minutes_between_people() {
    let host = Host::start().await;
    for wrong in [
        evening(0, 4, "friend"),
        evening(0, 181, "friend"),
        evening(3, 15, "friend"),
        evening(61, 0, "friend"),
        evening(0, 15, "me"),
    ] {
        let refused = host.post("/api/tables", &wrong).await;
        assert_eq!((refused.status, refused.kind().as_str()), (422, "bad-option"), "{wrong}");
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_of_an_evening_waits_for_the_dice() {
    let host = Host::start().await;
    let mut wanted = evening(0, 15, "friend");
    wanted["dice"] = json!("shared");
    let made = host.table_with(wanted).await;
    host.open(&made["seats"]["soviet"]).await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(deadline(&mut axis).await, None, "nothing can be done before the dice are agreed on");
    host.server.stop().await.expect("stops");
}
