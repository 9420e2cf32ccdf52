//! Snapshots in the database: a cache that is checked, bounded and deleted with its table.

use crate::common::{Host, Luck, play_out};
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use std::time::Duration;

/// What is stored, asked until it is as wanted: snapshots are written while nobody waits.
async fn stored(host: &Host, wanted: impl Fn(&[(i64, Vec<u8>)]) -> bool) -> Vec<(i64, Vec<u8>)> {
    let url = format!("sqlite:{}", host.folder.path().join("kessel.db").display());
    let mut db = SqliteConnection::connect(&url).await.expect("opens");
    for _ in 0..600 {
        let rows: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("SELECT n, bytes FROM snapshots ORDER BY n").fetch_all(&mut db).await.expect("reads");
        if wanted(&rows) {
            return rows;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the snapshots never are as they should be");
}

async fn spoil(host: &Host, change: &str) {
    let url = format!("sqlite:{}", host.folder.path().join("kessel.db").display());
    let mut db = SqliteConnection::connect(&url).await.expect("opens");
    sqlx::query(change).execute(&mut db).await.expect("writes");
}

async fn played(host: &Host) -> Value {
    let mut made = host.table_with(json!({ "seats": { "axis": "me", "soviet": "friend" } })).await;
    let mut axis = host.sit(&made["owner"]).await;
    // Whoever takes the seat gets a key of his own for the invitation.
    made["friend"] = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut soviet = host.sit(&made["friend"]).await;
    play_out(&mut axis, &mut soviet, &mut Luck(3)).await;
    made
}

#[tokio::test(flavor = "multi_thread")]
async fn snapshots_are_kept_and_wrong_ones_are_thrown_away_and_made_anew() {
    let host = Host::start().await;
    let made = played(&host).await;
    let shown = host.sit(&made["owner"]).await.state["view"].clone();
    let kept = stored(&host, |rows| rows.len() >= 2).await;
    // Another position under the number of one, and nonsense under the others.
    spoil(&host, "UPDATE snapshots SET bytes = CASE WHEN n % 2 = 0 THEN x'00' ELSE (SELECT bytes FROM snapshots ORDER BY n LIMIT 1) END").await;
    spoil(&host, "INSERT INTO snapshots SELECT id, 1000000, x'' FROM tables").await;
    let host = host.restart().await;
    let client = host.sit(&made["owner"]).await;
    assert_eq!(client.state["view"], shown);
    let anew = stored(&host, |rows| rows == kept).await;
    assert_eq!(anew, kept);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_snapshots_makes_them_and_a_deleted_table_takes_its_own_along() {
    let host = Host::start().await;
    let made = played(&host).await;
    stored(&host, |rows| rows.len() >= 2).await;
    spoil(&host, "DROP TABLE snapshots").await;
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    stored(&host, |rows| rows.len() >= 2).await;
    // A game of two people is deleted by both.
    let mut soviet = host.sit(&made["friend"]).await;
    assert_eq!(axis.ask(json!({ "type": "close", "on": true })).await["type"], "accepted");
    soviet.until(|m| m["type"] == "affairs").await;
    soviet.send(json!({ "type": "close", "id": 77, "on": true })).await;
    stored(&host, <[_]>::is_empty).await;
    host.server.stop().await.expect("stops");
}
