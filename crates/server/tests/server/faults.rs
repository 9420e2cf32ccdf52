//! Files and journals that are not what they should be.

use crate::common::{Host, Luck, config, forged, games, play_out};
use kessel_server::Server;
use kessel_table::Seed;
use kessel_table::journal::{Header, parse};
use serde_json::json;

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
