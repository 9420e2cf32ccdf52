//! What whoever runs the server relies on.

use crate::common::{Client, Host, Luck, config, games, http, play_out, try_http};
use kessel_server::{Admin, Database, Server};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn health_readiness_and_figures_are_there_and_hold_no_key() {
    let host = Host::start_with(|config| config.metrics = "127.0.0.1:0".parse().ok()).await;
    assert_eq!(host.get("/healthz").await.status, 200);
    assert_eq!(host.get("/readyz").await.status, 200);
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    let offer = client.offers()[0].clone();
    client.act(&offer).await;
    let at = host.server.metrics_address().expect("an address of its own");
    let figures = http(at, "GET", "/metrics", &[], b"").await;
    assert_eq!(figures.status, 200);
    for name in
        ["kessel_actions_total", "kessel_sockets", "kessel_rooms", "kessel_requests_total", "kessel_commit_seconds"]
    {
        assert!(figures.body.contains(name), "{name}: {}", figures.body);
    }
    assert!(!figures.body.contains(made["owner"].as_str().expect("a key")));
    assert_eq!(host.get("/metrics").await.status, 404, "not for guests");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_server_stops_everybody_is_told_and_what_was_asked_is_done() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    let offer = client.offers()[0].clone();
    client.send(json!({ "type": "act", "id": 1, "n": 0, "action": offer })).await;
    // The click is on its way; its answer comes before the line closes.
    client.until(|m| m["type"] == "accepted").await;
    let (folder, server) = (host.folder, host.server);
    let stopping = tokio::spawn(server.stop());
    client.until(|m| m["type"] == "error" && m["kind"] == "restart").await;
    assert_eq!(client.try_next().await.expect_err("closed").0, Some(1012));
    stopping.await.expect("stops").expect("in good order");
    let server = Server::start(config(&folder), games()).await.expect("starts again");
    let client = Client::connect(server.address(), made["owner"].as_str().expect("a key")).await;
    assert_eq!(client.n(), 1, "the click is there");
    server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_heads_and_silent_guests_do_not_hold_a_place() {
    let host = Host::start_with(|config| {
        config.limits.header_time = Duration::from_millis(200);
        config.limits.body_time = Duration::from_millis(200);
    })
    .await;
    let mut slow = TcpStream::connect(host.address).await.expect("connects");
    slow.write_all(b"GET / HTTP/1.1\r\nhost: ").await.expect("sends a little");
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(10), slow.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the connection is closed");
    // A body that does not come.
    let mut slow = TcpStream::connect(host.address).await.expect("connects");
    let head = format!(
        "POST /api/status HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{{",
        host.address
    );
    slow.write_all(head.as_bytes()).await.expect("sends a little");
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(10), slow.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the connection is closed");
    // A socket that says nothing at all.
    let (mut mute, _) = tokio_tungstenite::connect_async(format!("ws://{}/ws", host.address)).await.expect("connects");
    let ended = async { while let Some(Ok(_)) = futures_util::StreamExt::next(&mut mute).await {} };
    assert!(tokio::time::timeout(Duration::from_secs(10), ended).await.is_ok(), "the socket is closed");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_behind_a_proxy_takes_nobody_elses_place() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.limits.requests_each = 5;
        config.limits.new_tables_each = 2;
    })
    .await;
    let from = |ip: &'static str| [("x-forwarded-for", ip), ("content-type", "application/json")];
    let wanted =
        json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "me" } }).to_string();
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(http(host.address, "POST", "/api/tables", &from("10.0.0.1"), wanted.as_bytes()).await.status);
    }
    assert_eq!(statuses, [201, 201, 429]);
    assert_eq!(http(host.address, "POST", "/api/tables", &from("10.0.0.2"), wanted.as_bytes()).await.status, 201);
    for _ in 0..5 {
        http(host.address, "GET", "/api/games", &from("10.0.0.1"), b"").await;
    }
    assert_eq!(http(host.address, "GET", "/api/games", &from("10.0.0.1"), b"").await.status, 429);
    assert_eq!(http(host.address, "GET", "/api/games", &from("10.0.0.3"), b"").await.status, 200);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_have_their_places_whatever_watchers_do() {
    let host = Host::start_with(|config| {
        config.limits.watchers = 2;
        config.limits.sockets = 6;
    })
    .await;
    let made = host.table("me", "friend").await;
    let other = host.table("me", "me").await;
    let key = |v: &serde_json::Value| v.as_str().expect("a key").to_owned();
    let watch = key(&made["seats"]["watch"]);
    let first = Client::connect(host.address, &watch).await;
    let second = Client::connect(host.address, &watch).await;
    assert_eq!(Client::try_connect(host.address, &watch).await.err().expect("full").0, Some(4429));
    // Half of all places is for those who play.
    let third = Client::connect(host.address, &key(&other["seats"]["watch"])).await;
    assert_eq!(
        Client::try_connect(host.address, &key(&other["seats"]["watch"])).await.err().expect("full").0,
        Some(4429)
    );
    // Those who were refused have hung up by now.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let _owner = host.sit(&made["owner"]).await;
    let _friend = host.sit(&made["seats"]["soviet"]).await;
    drop((first, second, third));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_does_not_read_costs_little_and_is_dropped() {
    use futures_util::SinkExt;
    let host = Host::start_with(|config| config.limits.backlog_bytes = 200_000).await;
    let wanted = json!({ "game": "battle", "scenario": "campaign", "seats": { "axis": "me", "soviet": "me" } });
    let made = host.table_with(wanted).await;
    let owner = made["owner"].as_str().expect("a key");
    let mut deaf = Client::connect(host.address, owner).await;
    // He asks for the whole table again and again, and reads nothing.
    let mut sent = 0;
    for id in 0..2000u64 {
        let ask = json!({ "type": "show", "id": id }).to_string();
        let text = tokio_tungstenite::tungstenite::Message::text(ask);
        match tokio::time::timeout(Duration::from_secs(5), deaf.ws.send(text)).await {
            Ok(Ok(())) => sent += 1,
            _ => break,
        }
    }
    // Somebody else at the same table is served meanwhile.
    let mut other = Client::connect(host.address, owner).await;
    other.quiet().await;
    let mut read = 0;
    while deaf.try_next().await.is_ok() {
        read += 1;
        assert!(read < 5000, "he is dropped");
    }
    assert!(sent > 0);
    host.server.stop().await.expect("stops");
}

#[test]
fn a_copy_is_made_while_the_server_runs_and_put_back_after_a_disaster() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let (database, copy) = (folder.path().join("kessel.db"), folder.path().join("copy.db"));
    let admin = Admin::new(Database::File(database.clone())).expect("an admin");
    let (key, journal) = runtime.block_on(async {
        let server = Server::start(config(&folder), games()).await.expect("starts");
        let host = Host { address: server.address(), server, folder };
        let made = host.table("me", "friend").await;
        let mut axis = host.sit(&made["owner"]).await;
        let mut soviet = host.sit(&made["seats"]["soviet"]).await;
        play_out(&mut axis, &mut soviet, &mut Luck(5)).await;
        let key = made["owner"].as_str().expect("a key").to_owned();
        let journal = host.get(&format!("/api/seats/{key}/journal")).await.body;
        let (copy, database) = (copy.clone(), database.clone());
        let made =
            tokio::task::spawn_blocking(move || Admin::new(Database::File(database)).expect("an admin").backup(&copy));
        assert!(made.await.expect("runs").expect("a copy") > 0);
        host.server.stop().await.expect("stops");
        std::mem::forget(host.folder);
        (key, journal)
    });
    let checked = admin.check(&games()).expect("checks");
    assert_eq!((checked.tables, checked.faults.len()), (1, 0), "{:?}", checked.faults);
    assert_eq!(admin.tables(None).expect("lists").len(), 1);
    assert!(admin.backup(&copy).is_err(), "a copy is never overwritten");
    // The disaster: a page in the middle is gone. It is called by its name.
    let mut bytes = std::fs::read(&database).expect("reads");
    let length = bytes.len();
    bytes[4096..length].fill(0x5a);
    std::fs::write(&database, &bytes).expect("writes");
    let broken = admin.check(&games()).map(|found| found.faults.join("; ")).unwrap_or_else(|e| e.to_string());
    assert!(broken.contains("corrupt") || broken.contains("damaged") || broken.contains("malformed"), "{broken}");
    let aside = admin.restore(&copy).expect("puts it back").expect("the broken one is kept");
    assert!(aside.exists());
    let checked = admin.check(&games()).expect("checks");
    assert_eq!((checked.tables, checked.faults.len()), (1, 0), "{:?}", checked.faults);
    runtime.block_on(async {
        let mut config = kessel_server::Config::new(&database);
        config.listen = "127.0.0.1:0".parse().expect("an address");
        let server = Server::start(config, games()).await.expect("starts");
        let path = format!("/api/seats/{key}/journal");
        assert_eq!(try_http(server.address(), "GET", &path, &[], b"").await.expect("an answer").body, journal);
        server.stop().await.expect("stops");
    });
    // Nobody has touched it for no time at all: it goes, after its journal was written.
    let archive = database.with_file_name("archive");
    std::thread::sleep(Duration::from_millis(5));
    assert_eq!(admin.expire(Duration::ZERO, Some(&archive), true).expect("looks").len(), 1);
    assert_eq!(admin.expire(Duration::ZERO, Some(&archive), false).expect("deletes").len(), 1);
    assert_eq!(std::fs::read_dir(&archive).expect("lists").count(), 1);
    assert!(admin.tables(None).expect("lists").is_empty());
    let _ = std::fs::remove_dir_all(database.parent().expect("a folder"));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_games_were_none_are_begun_in_silence() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(config(&folder), games()).await.expect("a new one is begun where nothing was");
    server.stop().await.expect("stops");
    std::fs::remove_file(folder.path().join("kessel.db")).expect("lost");
    let why = Server::start(config(&folder), games()).await.err().expect("refuses").to_string();
    assert!(why.contains("--new") && why.contains("missing"), "{why}");
    let mut told = config(&folder);
    told.begin_afresh = true;
    Server::start(told, games()).await.expect("begins afresh when told to").stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_nobody_touches_are_announced_and_deleted() {
    use sqlx::Connection;
    const DAY: u64 = 24 * 3600 * 1000;
    let expiring = |config: &mut kessel_server::Config| config.expire = Some(Duration::from_millis(20 * DAY));
    let host = Host::start_with(expiring).await;
    let (old, young) = (host.table("me", "me").await, host.table("me", "me").await);
    for made in [&old, &young] {
        let mut client = host.sit(&made["owner"]).await;
        let offer = client.offers()[0].clone();
        assert_eq!(client.act(&offer).await["type"], "accepted");
    }
    let line = host.open(&old["owner"]).await;
    assert!(line["expires"].as_u64() > line["created"].as_u64(), "{line}");
    host.server.stop().await.expect("stops");
    // Twenty-one days later nobody has come to one of them, and nineteen days later to the other.
    let file = host.folder.path().join("kessel.db");
    let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
    for (made, days) in [(&old, 21), (&young, 19)] {
        let back = format!("UPDATE tables SET touched = touched - {} WHERE id = {}", days * DAY, made["table"]);
        let back = back.replace('"', "'");
        assert_eq!(sqlx::raw_sql(&back).execute(&mut db).await.expect("time passes").rows_affected(), 1);
    }
    let mut config = config(&host.folder);
    expiring(&mut config);
    let server = Server::start(config, games()).await.expect("starts");
    // (Whoever asked at the door would have touched them.)
    let mut tries = 0;
    while sqlx::query_scalar::<_, i64>("SELECT count(*) FROM tables").fetch_one(&mut db).await.expect("counts") == 2 {
        tries += 1;
        assert!(tries < 200, "it is never deleted");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    db.close().await.expect("closes");
    let sit = async |made: &serde_json::Value| {
        Client::try_connect(server.address(), made["owner"].as_str().expect("a key")).await.map(|_| ())
    };
    assert_eq!(sit(&old).await.expect_err("gone").0, Some(4404));
    assert!(sit(&young).await.is_ok(), "the other has a day left");
    server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_at_which_nothing_happens_sleeps_and_wakes_for_whoever_asks() {
    let host = Host::start_with(|config| {
        config.metrics = "127.0.0.1:0".parse().ok();
        config.limits.doze = Duration::from_millis(30);
    })
    .await;
    let figures = host.server.metrics_address().expect("an address of its own");
    let asleep = async || {
        let text = http(figures, "GET", "/metrics", &[], b"").await.body;
        let line = text.lines().find(|l| l.starts_with("kessel_rooms_put_to_sleep_total"));
        line.and_then(|l| l.rsplit(' ').next()).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0)
    };
    // More often than it had when it was last awake: it may be asleep before anybody asks.
    let sleeps = async |before: f64| {
        let mut tries = 0;
        while asleep().await <= before {
            tries += 1;
            assert!(tries < 400, "it never sleeps");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let mut slept = asleep().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    for nth in 0..6 {
        axis.quiet().await;
        soviet.quiet().await;
        let (player, other) =
            if axis.offers().is_empty() { (&mut soviet, &mut axis) } else { (&mut axis, &mut soviet) };
        let offer = player.offers()[0].clone();
        let before = player.n();
        sleeps(slept).await;
        // The connection stands. A ping does not wake it; what is asked next is answered as if it had been awake all the time: the next view is a patch of
        // the last (the client would find a number missing), not the whole table again.
        other.quiet().await;
        let heard = (player.heard.len(), other.heard.len());
        slept = asleep().await;
        match nth {
            // First it is undone, which needs the journal.
            3 if player.state["undo"].as_u64() < Some(before) => {
                let undo = json!({ "type": "undo", "n": before, "to": before - 1 });
                assert_eq!(player.ask(undo).await["type"], "accepted");
            }
            _ => assert_eq!(player.act(&offer).await["type"], "accepted"),
        }
        for (client, from) in [(player, heard.0), (other, heard.1)] {
            client.quiet().await;
            let kinds: Vec<&str> = client.heard[from..].iter().filter_map(|m| m["type"].as_str()).collect();
            assert!(kinds.contains(&"state"), "shown: {kinds:?}");
            assert!(client.bytes < 4000, "a patch, not the whole table: {} bytes", client.bytes);
        }
    }
    // Who comes in while it sleeps finds it as the others see it.
    sleeps(slept).await;
    let watcher = host.sit(&made["seats"]["watch"]).await;
    assert_eq!(watcher.state["view"]["turn"], axis.state["view"]["turn"]);
    let again = host.sit(&made["owner"]).await;
    assert_eq!(again.state["view"], axis.state["view"]);
    host.server.stop().await.expect("stops");
}
