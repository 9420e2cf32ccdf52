//! What whoever runs the server can do about tables and people, while the server runs.

use crate::common::postgres::Postgres;
use crate::common::{Host, config, games, http};
use kessel_server::{Admin, Config, Database, Server};
use serde_json::{Value, json};

/// On a thread of its own: the tools are a program of their own.
async fn with<R: Send + 'static>(database: &Database, work: impl FnOnce(&Admin) -> R + Send + 'static) -> R {
    let database = database.clone();
    tokio::task::spawn_blocking(move || work(&Admin::new(database).expect("an admin"))).await.expect("runs")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("text, not {value}")).to_owned()
}

async fn manage(host: &Host, database: Database, shared: bool) {
    let made = host.table("me", "friend").await;
    let other = host.table("me", "friend").await;
    let (table, gone) = (text(&made["table"]), text(&other["table"]));
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    // By address.
    let listed = with(&database, |admin| admin.tables(Some("127.0.0.1"))).await.expect("lists");
    assert_eq!(listed.len(), 2);
    assert!(with(&database, |admin| admin.tables(Some("10.9.9.9"))).await.expect("lists").is_empty());
    // Silence.
    let name = table.clone();
    with(&database, move |admin| admin.mute(&name, true)).await.expect("mutes");
    if shared {
        soviet.until(|m| m["type"] == "affairs" && m["chat"] == "silenced").await;
    }
    assert_eq!(axis.ask(json!({ "type": "say", "text": "psst" })).await["kind"], "forbidden");
    let name = table.clone();
    with(&database, move |admin| admin.mute(&name, false)).await.expect("lets them");
    assert_eq!(axis.ask(json!({ "type": "say", "text": "at last" })).await["type"], "accepted");
    // A game is closed: nobody acts any more, and both can have the journal.
    let name = table.clone();
    with(&database, move |admin| admin.close(&name)).await.expect("closes");
    let player = if axis.offers().is_empty() { &mut soviet } else { &mut axis };
    let offer = player.offers()[0].clone();
    assert_eq!(player.act(&offer).await["kind"], "over");
    axis.quiet().await;
    let over = axis.heard.iter().find(|m| m["type"] == "over").expect("everybody is told").clone();
    assert_eq!((&over["outcome"]["winner"], &over["outcome"]["level"]), (&Value::Null, &json!("closed")));
    assert_eq!(host.get(&format!("/api/seats/{}/journal", text(&made["owner"]))).await.status, 200);
    let name = table.clone();
    assert!(with(&database, move |admin| admin.close(&name)).await.is_err(), "it is over");
    // Another is deleted.
    let name = gone.clone();
    with(&database, move |admin| admin.delete(&name, None)).await.expect("deletes");
    assert_eq!(host.post(&format!("/api/seats/{}/open", text(&other["owner"])), &json!({})).await.status, 404);
    let missing = with(&database, move |admin| admin.delete(&gone, None)).await.expect_err("gone").to_string();
    assert!(missing.contains("there is no table"), "{missing}");
    // Somebody has forgotten his passphrase.
    let entrance = json!({ "name": "Vasily", "passphrase": "four words are enough" });
    let session = text(&host.post("/api/account", &entrance).await.json()["session"]);
    let people = with(&database, |admin| admin.people(Some("127.0.0.1"))).await.expect("lists");
    assert_eq!((people.len(), people[0].name.as_str(), people[0].sessions.len()), (1, "Vasily", 1));
    let words = with(&database, |admin| admin.reset("Vasily")).await.expect("resets");
    let bearer = format!("Bearer {session}");
    let look = http(host.address, "GET", "/api/account", &[("authorization", &bearer)], b"").await;
    assert_eq!(look.status, 401, "he is logged out");
    assert_eq!(host.post("/api/session", &entrance).await.status, 403);
    let entrance = json!({ "name": "Vasily", "passphrase": words });
    assert_eq!(host.post("/api/session", &entrance).await.status, 200);
    assert_eq!(with(&database, |admin| admin.end_sessions("Vasily", None)).await.expect("ends"), 1);
    assert!(with(&database, |admin| admin.reset("Nobody")).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_a_file_closes_deletes_silences_and_helps() {
    let host = Host::start().await;
    let database = Database::File(host.folder.path().join("kessel.db"));
    manage(&host, database, false).await;
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_a_postgres_does_the_same() {
    let Some(postgres) = Postgres::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let database = Database::Postgres(postgres.url());
    let server =
        Server::start(Config { database: database.clone(), ..config(&folder) }, games()).await.expect("starts");
    let host = Host { address: server.address(), server, folder };
    manage(&host, database, true).await;
    host.server.stop().await.expect("stops");
}
