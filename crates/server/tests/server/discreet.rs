//! What the log tells, asked for everything: no key, no session, no passphrase, and nothing that people say to each other.

use crate::common::{Client, games, http};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;

/// Set in the process that serves and writes a log; the folder of its database.
const CHILD: &str = "KESSEL_TEST_LOG";

/// Not a test by itself: the process whose log the other one reads.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_that_writes_a_log() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    kessel_server::log(false);
    let mut config = kessel_server::Config::new(Path::new(&folder).join("kessel.db"));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    let said = |address| println!("\nlistening {address}");
    tokio::task::spawn_blocking(move || kessel_server::run(&config, games(), &said))
        .await
        .expect("runs")
        .expect("ends");
}

async fn asked(to: SocketAddr, method: &str, path: &str, bearer: &str, body: &Value) -> Value {
    let bearer = format!("Bearer {bearer}");
    let head = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let answer = http(to, method, path, &head, body.to_string().as_bytes()).await;
    assert!(answer.status < 300, "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap_or(Value::Null)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_talkative_log_holds_no_key_and_no_word_of_anybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["discreet::the_server_that_writes_a_log", "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, folder.path())
        .env("KESSEL_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut log = child.stderr.take().expect("its log");
    let log = tokio::spawn(async move {
        let mut text = Vec::new();
        log.read_to_end(&mut text).await.expect("reads");
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let to: SocketAddr = loop {
        let line = lines.next_line().await.expect("its output").expect("the server says where it listens");
        if let Some(address) = line.strip_prefix("listening ") {
            break address.parse().expect("an address");
        }
    };
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let seats = json!({ "axis": "me", "soviet": "friend" });
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "seats": seats });
    let made = asked(to, "POST", "/api/tables", "", &wanted).await;
    let (owner, invite) = (text(&made["owner"]), text(&made["seats"]["soviet"]));
    let seat = text(&asked(to, "POST", "/api/seat/open", &invite, &json!({})).await["key"]);
    let entrance = json!({ "name": "Vasily", "passphrase": "weasels-eat-cold-soup" });
    let session = text(&asked(to, "POST", "/api/account", "", &entrance).await["session"]);
    asked(to, "POST", "/api/account/keep", &session, &json!({ "keys": [owner] })).await;
    let mut axis = Client::connect(to, &owner).await;
    let mut soviet = Client::connect(to, &seat).await;
    assert_eq!(axis.ask(json!({ "type": "say", "text": "the password is swordfish" })).await["type"], "accepted");
    soviet.until(|m| m["type"] == "chat").await;
    let offer = axis.offers()[0].clone();
    assert_eq!(axis.act(&offer).await["type"], "accepted");
    tokio::time::sleep(Duration::from_millis(200)).await;
    child.kill().await.expect("ended");
    let log = log.await.expect("its log");
    assert!(log.contains("kessel::access") && log.lines().count() > 5, "it does write: {log}");
    for secret in [owner.as_str(), &invite, &seat, &session, "weasels-eat", "swordfish"] {
        let at = log.lines().find(|line| line.contains(secret));
        assert!(at.is_none(), "{}", at.unwrap_or_default());
    }
}
