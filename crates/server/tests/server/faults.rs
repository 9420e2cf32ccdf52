//! Files and journals that are not what they should be.

use crate::common::{Host, Luck, config, forged, games, http, play_out};
use kessel_kernel::journal::{Header, parse};
use kessel_kernel::night::Night;
use kessel_kernel::{Erased, Seed};
use kessel_officers::Listed;
use kessel_server::Server;
use serde_json::{Value, json};
use std::sync::Arc;

/// A finished game of the toy, with dice.
async fn journal(host: &Host) -> String {
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    play_out(&mut axis, &mut soviet, &mut Luck(7)).await;
    axis.quiet().await;
    let text = host.get(&format!("/api/seats/{}/journal", made["owner"].as_str().expect("a key"))).await.body;
    let (_, entries) = parse(&text).expect("a journal");
    assert!(entries.iter().map(|e| e.rolls.len()).sum::<usize>() > 3, "somebody has rolled");
    text
}

/// Another seed, properly committed to; the dice stay those of the first.
fn other_seed(header: &mut Header) {
    let seed = Seed::from_number(99);
    header.commitment = seed.commitment();
    header.seed = Some(seed.word().into());
}

fn other_commitment(header: &mut Header) {
    header.commitment = Seed::from_number(99).commitment();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_is_audited_before_it_comes_in() {
    let host = Host::start().await;
    let text = journal(&host).await;
    let import = async |journal: String| host.post("/api/tables/import", &json!({ "journal": journal })).await;
    assert_eq!(import(text.clone()).await.status, 201);
    assert_eq!(import(forged(&text, |h| h.rules -= 1)).await.status, 201, "older rules, the same game");
    let cases: [(&str, &str, String); 8] = [
        ("the dice of another seed", "rolls", forged(&text, other_seed)),
        ("another commitment", "seed", forged(&text, other_commitment)),
        ("a seed that is none", "seed", forged(&text, |h| h.seed = Some("seven".into()))),
        ("another first position", "state", forged(&text, |h| h.state = "0".into())),
        // The same by way of older rules, whose positions are not compared.
        (
            "older rules and the dice of another seed",
            "rolls",
            forged(&text, |h| {
                h.rules -= 1;
                other_seed(h);
            }),
        ),
        (
            "older rules and another commitment",
            "seed",
            forged(&text, |h| {
                h.rules -= 1;
                other_commitment(h);
            }),
        ),
        ("rules that never were", "rules", forged(&text, |h| h.rules = 0)),
        ("rules that are not yet", "rules", forged(&text, |h| h.rules += 1)),
    ];
    for (what, field, journal) in cases {
        let answer = import(journal).await;
        assert_eq!((answer.status, answer.kind().as_str()), (422, "bad-journal"), "{what}: {}", answer.body);
        assert!(answer.body.contains(&format!("{field}:")), "{what}: {}", answer.body);
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_without_its_database_is_not_thrown_away() {
    let host = Host::start().await;
    host.table("me", "me").await;
    let log = std::fs::read(host.folder.path().join("kessel.db-wal")).expect("the log of a server that runs");
    assert!(!log.is_empty());
    host.server.stop().await.expect("stops");
    for (what, content) in [("is missing", None), ("is empty", Some(b""))] {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, wal) = (folder.path().join("kessel.db"), folder.path().join("kessel.db-wal"));
        std::fs::write(&wal, &log).expect("writes");
        if let Some(content) = content {
            std::fs::write(&file, content).expect("writes");
        }
        let Err(refused) = Server::start(config(&folder), games()).await.map(|_| ()) else {
            panic!("{what}: it starts")
        };
        let said = refused.to_string();
        for part in [what, "kessel.db-wal", &format!("{} bytes", log.len())] {
            assert!(said.contains(part), "{said}");
        }
        assert_eq!(std::fs::read(&wal).expect("is there"), log, "the log is as it was");
        assert_eq!(file.exists(), content.is_some(), "no file was made");
        // Whoever moves the log away may begin afresh.
        std::fs::remove_file(&wal).expect("moves it away");
        let server = Server::start(config(&folder), games()).await.expect("starts");
        server.stop().await.expect("stops");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_rules_fail_only_whoever_asked_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wanted = config(&folder);
    wanted.metrics = "127.0.0.1:0".parse().ok();
    let mut all = games();
    all.add(Listed::built(Arc::new(Erased::new(Night::faulty())), Vec::new()));
    let server = Server::start(wanted, all).await.expect("starts");
    let host = Host { address: server.address(), server, folder };
    let seats = json!({ "axis": "me", "soviet": "friend" });
    let made = host.table_with(json!({ "game": "faulty", "scenario": "march", "seats": seats })).await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    assert_eq!(axis.ask(json!({ "type": "order", "orders": { "A1": "hold" } })).await["type"], "draft");
    for client in [&mut axis, &mut soviet, &mut watcher] {
        client.quiet().await;
    }
    for _ in 0..3 {
        let from = axis.heard.len();
        let answer = axis.ask(json!({ "type": "menu", "slot": "fault" })).await;
        assert_eq!((&answer["type"], &answer["kind"]), (&json!("error"), &json!("fault")), "{answer}");
        axis.quiet().await;
        assert_eq!(axis.heard.len() - from, 2, "the answer and the pong: {:?}", &axis.heard[from..]);
        for other in [&mut soviet, &mut watcher] {
            assert_eq!(other.quiet().await, Vec::<Value>::new(), "nobody else hears of it");
        }
    }
    // The game goes on as if nothing had been asked.
    let draft = axis.ask(json!({ "type": "draft" })).await;
    assert!(draft["draft"].to_string().contains("\"order\":\"hold\""), "{draft}");
    assert_eq!(axis.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
    assert_eq!(soviet.ask(json!({ "type": "commit", "n": 0 })).await["type"], "accepted");
    axis.state_at(2).await;
    let at = host.server.metrics_address().expect("an address of its own");
    let figures = http(at, "GET", "/metrics", &[], b"").await.body;
    let counted = figures.lines().find_map(|line| line.strip_prefix("kessel_panics_total ")?.parse::<u64>().ok());
    assert!(counted.is_some_and(|n| n >= 3), "{counted:?}");
    host.server.stop().await.expect("stops");
}
