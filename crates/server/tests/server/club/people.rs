//! What people settle between themselves: dice that none of them chose, seats, draws, clocks, names.

use crate::common::{Client, Host, Luck, http, play_out};
use kessel_kernel::journal::{self, Share};
use serde_json::{Value, json};
use std::time::Duration;

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

/// A part of the seed and what binds to it, as a browser makes them.
fn part(nth: u8) -> (String, String) {
    let value = blake3::hash(&[nth]).to_hex().to_string();
    (Share::commitment_to(&value).expect("a part"), value)
}

async fn shared(host: &Host) -> (Value, Client, Client) {
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "dice": "shared", "seats": { "axis": "me", "soviet": "friend" } });
    let made = host.table_with(wanted).await;
    let axis = host.sit(&made["owner"]).await;
    let soviet = host.sit(&made["seats"]["soviet"]).await;
    (made, axis, soviet)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_and_the_server_make_dice_that_each_can_check() {
    let host = Host::start().await;
    let (made, mut axis, mut soviet) = shared(&host).await;
    let server = text(&axis.hello["dice"]["server"]).to_owned();
    assert_eq!(axis.hello["dice"]["stage"], "commit");
    let offer = axis.offers()[0].clone();
    assert_eq!(axis.act(&offer).await["kind"], "dice", "nobody plays before the dice are agreed on");
    let (ours, theirs) = (part(1), part(2));
    let early = axis.ask(json!({ "type": "dice", "value": ours.1 })).await;
    assert_eq!(early["kind"], "bad-request", "nobody tells his part before all are bound");
    assert_eq!(axis.ask(json!({ "type": "dice", "commitment": ours.0 })).await["type"], "accepted");
    assert_eq!(soviet.ask(json!({ "type": "dice", "commitment": theirs.0 })).await["type"], "accepted");
    let bound = axis.until(|m| m["type"] == "dice" && m["dice"]["stage"] == "reveal").await;
    assert_eq!((text(&bound["dice"]["soviet"]), text(&bound["dice"]["server"])), (theirs.0.as_str(), server.as_str()));
    assert_eq!(axis.ask(json!({ "type": "dice", "value": theirs.1 })).await["type"], "error", "not his part");
    assert_eq!(axis.ask(json!({ "type": "dice", "value": ours.1 })).await["type"], "accepted");
    let late = soviet.ask(json!({ "type": "dice", "commitment": part(3).0 })).await;
    assert_eq!(late["type"], "error", "whoever knows the other's part cannot change his");
    assert_eq!(soviet.ask(json!({ "type": "dice", "value": theirs.1 })).await["type"], "accepted");
    axis.until(|m| m["type"] == "dice" && m["dice"]["stage"] == "agreed").await;
    axis.quiet().await;
    soviet.quiet().await;
    play_out(&mut axis, &mut soviet, &mut Luck(7)).await;
    let owner = text(&made["owner"]);
    let text = host.get(&format!("/api/seats/{owner}/journal")).await.body;
    let (header, entries) = journal::parse(&text).expect("a journal");
    let seed = header.committed_seed().expect("everybody is held to his part").expect("after the end it is told");
    journal::audit(&seed, &header, &entries).expect("every roll is the seed's");
    let told = header.shared.as_ref().expect("shared");
    assert_eq!((&told.server, &told.axis.value, &told.soviet.value), (&server, &ours.1, &theirs.1));
    // A server that rolls again, or comes with another part of its own, is caught by what the browsers know.
    let reroll = crate::common::forged(&text, |header| {
        let root = kessel_kernel::Seed::from_bytes([9; 32]);
        let shared = header.shared.as_ref().expect("shared");
        let seed = shared.seed(&root).expect("parts");
        (header.commitment, header.seed) = (seed.commitment(), Some(seed.word().into()));
        header.root = Some(root.word().into());
    });
    let (header, _) = journal::parse(&reroll).expect("the chain was made anew");
    let caught = header.committed_seed().expect_err("it was bound to another part").to_string();
    assert!(caught.contains("server committed to"), "{caught}");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_dice_survive_a_restart_in_the_middle() {
    let host = Host::start().await;
    let (made, mut axis, soviet) = shared(&host).await;
    let server = axis.hello["dice"]["server"].clone();
    axis.ask(json!({ "type": "dice", "commitment": part(1).0 })).await;
    let seat = soviet.hello["kind"].clone();
    assert_eq!(seat, "seat");
    drop((axis, soviet));
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.hello["dice"], json!({ "stage": "commit", "server": server, "axis": part(1).0, "soviet": null }));
    axis.quiet().await;
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_journal_is_no_game_against_a_person_unless_both_accept_it() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let journal = host.get(&format!("/api/seats/{}/journal", text(&made["owner"]))).await.body;
    let mut wanted = json!({ "journal": journal, "seats": { "axis": "me", "soviet": "friend" } });
    let no = host.post("/api/tables/import", &wanted).await;
    assert_eq!((no.status, no.kind().as_str()), (409, "known-dice"));
    wanted["known_dice"] = json!(true);
    let made = host.post("/api/tables/import", &wanted).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let invite = made.json()["seats"]["soviet"].clone();
    let path = format!("/api/seats/{}/open", text(&invite));
    let no = host.post(&path, &json!({})).await;
    assert_eq!((no.status, no.kind().as_str()), (409, "imported"));
    let yes = host.post(&path, &json!({ "accept": true })).await;
    assert_eq!(yes.status, 200, "{}", yes.body);
    let client = host.sit(&yes.json()["key"]).await;
    assert_eq!(client.hello["imported"], true, "the table says what it is");
    assert!(!text(&client.hello["commitment"]).is_empty());
    // Each side as the importer chooses: the computer goes on with one of them.
    let wanted = json!({ "journal": journal, "seats": { "axis": "recruit", "soviet": "me" } });
    assert_eq!(host.post("/api/tables/import", &wanted).await.status, 201);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_away_only_when_its_holder_is_gone_and_leaves_a_mark() {
    let host = Host::start_with(|config| config.gone = Duration::from_millis(1)).await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    for _ in 0..6 {
        axis.quiet().await;
        soviet.quiet().await;
        let player = if axis.offers().is_empty() { &mut soviet } else { &mut axis };
        let offer = player.offers()[0].clone();
        assert_eq!(player.act(&offer).await["type"], "accepted");
    }
    soviet.quiet().await;
    let before = soviet.n();
    drop(soviet);
    let invite = format!("/api/seats/{}/invite", text(&made["owner"]));
    // As soon as the server has noticed that he left.
    let mut tries = 0;
    let no = loop {
        let no = host.post(&invite, &json!({ "side": "soviet" })).await;
        tries += 1;
        if no.status != 409 || no.kind() == "gone" || tries > 200 {
            break no;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((no.status, no.kind().as_str()), (409, "gone"), "it is asked for knowingly");
    let fresh = host.post(&invite, &json!({ "side": "soviet", "give": true })).await;
    assert_eq!(fresh.status, 200, "{}", fresh.body);
    let mut heir = host.sit(&fresh.json()["invite"]).await;
    let affairs = heir.until(|m| m["type"] == "affairs").await;
    assert_eq!(affairs["marks"][0]["kind"], "seat", "{affairs}");
    // What the holder before him saw is not told to him.
    let past = heir.ask(json!({ "type": "replay", "from": 0 })).await;
    let frames = past["frames"].as_array().expect("frames");
    assert!(frames.iter().all(|f| f["n"].as_u64() >= Some(before)), "{past}");
    heir.ask(json!({ "type": "resign" })).await;
    let journal = host.get(&format!("/api/seats/{}/journal", text(&made["owner"]))).await.body;
    let (header, _) = journal::parse(&journal).expect("a journal");
    let kinds: Vec<&str> = header.marks.iter().map(|m| m.kind.as_str()).collect();
    assert_eq!(kinds, ["seat", "resigned"], "the journal keeps them");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_request_for_a_take_back_does_not_tell_when_the_enemy_acts_in_secret() {
    let host = Host::start().await;
    let mut met = 0;
    for seed in 0..40 {
        let made = host.table("me", "friend").await;
        let mut axis = host.sit(&made["owner"]).await;
        let mut soviet = host.sit(&made["seats"]["soviet"]).await;
        let mut luck = Luck(seed * 7 + 1);
        for _ in 0..120 {
            axis.quiet().await;
            soviet.quiet().await;
            let both = !axis.offers().is_empty() && !soviet.offers().is_empty();
            if both && axis.n() > 0 {
                let asked = json!({ "type": "takeback", "n": axis.n(), "to": axis.n() - 1 });
                assert_eq!(axis.ask(asked).await["type"], "accepted");
                axis.quiet().await;
                soviet.quiet().await;
                let offer = soviet.offers()[0].clone();
                assert_eq!(soviet.act(&offer).await["type"], "accepted");
                // The choice is secret: the Axis hears nothing at all, and the request stands.
                let heard = axis.quiet().await;
                assert!(heard.is_empty(), "{heard:?}");
                assert_eq!(soviet.ask(json!({ "type": "refuse" })).await["type"], "accepted");
                axis.until(|m| m["type"] == "takeback" && m["status"] == "refused").await;
                met += 1;
                break;
            }
            let player = if axis.offers().is_empty() { &mut soviet } else { &mut axis };
            let offers = player.offers();
            if offers.is_empty() {
                break;
            }
            let attack = offers.iter().find(|o| o.get("attack").is_some());
            let action = attack.unwrap_or_else(|| luck.pick(&offers)).clone();
            player.act(&action).await;
        }
        if met >= 2 {
            break;
        }
    }
    assert!(met >= 2, "losses are named blindly");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_talk_agree_on_draws_and_give_up() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    assert_eq!(axis.ask(json!({ "type": "say", "text": " Good evening! " })).await["type"], "accepted");
    let said = soviet.until(|m| m["type"] == "chat").await;
    assert_eq!((text(&said["list"][0]["text"]), text(&said["list"][0]["side"])), ("Good evening!", "axis"));
    assert_eq!(watcher.ask(json!({ "type": "say", "text": "Psst!" })).await["kind"], "forbidden");
    assert_eq!(axis.ask(json!({ "type": "draw", "on": true })).await["type"], "accepted");
    soviet.until(|m| m["type"] == "affairs" && m["asks"][0]["by"] == "axis").await;
    assert_eq!(soviet.ask(json!({ "type": "draw", "on": false })).await["type"], "accepted", "declined");
    axis.until(|m| m["type"] == "affairs" && m["asks"] == json!([])).await;
    soviet.ask(json!({ "type": "draw", "on": true })).await;
    assert_eq!(axis.ask(json!({ "type": "draw", "on": true })).await["type"], "accepted");
    let over = soviet.until(|m| m["type"] == "over").await;
    assert_eq!((&over["outcome"]["winner"], text(&over["outcome"]["level"])), (&Value::Null, "draw agreed"));
    let offer = axis.offers()[0].clone();
    assert_eq!(axis.act(&offer).await["kind"], "over");
    let line = host.open(&made["owner"]).await;
    assert_eq!((line["finished"].clone(), line["your_move"].clone()), (json!(true), json!(false)));
    // It stays so after a restart, with all that was said.
    let host = host.restart().await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.hello["finished"], true);
    assert_eq!(axis.until(|m| m["type"] == "chat").await["list"][0]["n"], 1);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_out_of_time_can_be_beaten_on_time_and_nobody_else() {
    use sqlx::Connection;
    let host = Host::start().await;
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "clock_days": 3, "seats": { "axis": "me", "soviet": "friend" } });
    let made = host.table_with(wanted).await;
    let seat = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&seat).await;
    let own = axis.heard.iter().find(|m| m["type"] == "affairs").cloned();
    let own = match own {
        Some(own) => own,
        None => axis.until(|m| m["type"] == "affairs").await,
    };
    assert!(own["deadline"].is_u64(), "{own}");
    assert_eq!(soviet.ask(json!({ "type": "claim" })).await["kind"], "bad-request", "he has three days");
    assert_eq!(axis.ask(json!({ "type": "claim" })).await["kind"], "bad-request", "the other is not asked");
    drop((axis, soviet));
    // Four days later.
    let folder = &host.folder;
    let file = folder.path().join("kessel.db");
    let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
    let back = "UPDATE tables SET asked_axis = asked_axis - 4 * 24 * 3600 * 1000";
    sqlx::raw_sql(back).execute(&mut db).await.expect("time passes");
    db.close().await.expect("closes");
    let host = host.restart().await;
    let line = host.open(&made["owner"]).await;
    assert_eq!(line["clock_days"], 3);
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.ask(json!({ "type": "claim" })).await["kind"], "bad-request", "he is late himself");
    let mut soviet = host.sit(&seat).await;
    assert_eq!(soviet.ask(json!({ "type": "claim" })).await["type"], "accepted");
    let over = axis.until(|m| m["type"] == "over").await;
    assert_eq!((text(&over["outcome"]["winner"]), text(&over["outcome"]["level"])), ("soviet", "on time"));
    host.server.stop().await.expect("stops");
}

async fn as_member(host: &Host, session: &Value, method: &str, path: &str, body: &Value) -> crate::common::Answer {
    let bearer = format!("Bearer {}", text(session));
    let head = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    http(host.address, method, path, &head, body.as_bytes()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_finds_its_games_on_another_device() {
    let host = Host::start().await;
    let entrance = json!({ "name": "Vasily", "passphrase": "four words are enough" });
    let made = host.post("/api/account", &entrance).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let session = made.json()["session"].clone();
    assert_eq!(
        host.post("/api/account", &json!({ "name": "VASILY", "passphrase": "something else" })).await.kind(),
        "taken"
    );
    assert_eq!(
        host.post("/api/account", &json!({ "name": "Ivan", "passphrase": "short" })).await.kind(),
        "bad-account"
    );
    for wrong in [
        json!({ "name": "Vasily", "passphrase": "five words are not it" }),
        json!({ "name": "Nobody", "passphrase": "four words are enough" }),
    ] {
        assert_eq!(host.post("/api/session", &wrong).await.kind(), "forbidden");
    }
    let table = host.table("me", "friend").await;
    let kept = as_member(&host, &session, "POST", "/api/account/keep", &json!({ "keys": [table["owner"]] })).await;
    assert_eq!(kept.status, 204, "{}", kept.body);
    // Another device knows only the passphrase.
    let other = host.post("/api/session", &entrance).await.json()["session"].clone();
    let seen = as_member(&host, &other, "GET", "/api/account", &Value::Null).await.json();
    assert_eq!((seen["name"].clone(), seen["games"][0]["table"].clone()), (json!("Vasily"), table["table"].clone()));
    assert!(seen["games"][0].get("key").is_none(), "keys are kept as hashes and cannot be told");
    let fresh = as_member(&host, &other, "POST", "/api/account/key", &json!({ "table": table["table"] })).await.json();
    let client = host.sit(&fresh["key"]).await;
    assert_eq!(client.hello["kind"], "owner");
    // Holidays are bounded; the session ends when it is ended.
    let day = 24 * 3600 * 1000u64;
    let long = json!({ "holidays": [[0, 61 * day]] });
    assert_eq!(as_member(&host, &other, "PUT", "/api/account", &long).await.kind(), "bad-account");
    let short = json!({ "holidays": [[0, 7 * day]], "mail": "vasily@example.org" });
    assert_eq!(as_member(&host, &other, "PUT", "/api/account", &short).await.status, 204);
    assert_eq!(as_member(&host, &other, "DELETE", "/api/session", &Value::Null).await.status, 204);
    assert_eq!(as_member(&host, &other, "GET", "/api/account", &Value::Null).await.status, 401);
    host.server.stop().await.expect("stops");
}

/// A mail server that takes one letter and gives it back.
async fn post_office() -> (std::net::SocketAddr, tokio::task::JoinHandle<String>) {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    let office = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("listens");
    let address = office.local_addr().expect("an address");
    let letter = tokio::spawn(async move {
        let (mut line, _) = office.accept().await.expect("somebody comes");
        let (read, mut write) = line.split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 here\r\n").await.expect("greets");
        let (mut letter, mut within) = (String::new(), false);
        while let Ok(Some(said)) = lines.next_line().await {
            let answer: &[u8] = match said.split(' ').next().unwrap_or("") {
                "." => {
                    write.write_all(b"250 taken\r\n").await.expect("answers");
                    return letter;
                }
                _ if within => {
                    letter += &(said + "\n");
                    continue;
                }
                "DATA" => {
                    within = true;
                    b"354 go on\r\n"
                }
                _ => b"250 well\r\n",
            };
            write.write_all(answer).await.expect("answers");
        }
        letter
    });
    (address, letter)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_away_is_told_by_mail_that_it_is_his_turn() {
    let (office, letter) = post_office().await;
    let host = Host::start_with(|config| {
        let (server, from) = (format!("smtp://{office}"), "kessel@club.example".to_owned());
        config.mail = Some(kessel_server::MailConfig { server, from });
        config.public_url = Some("https://kessel.club.example".into());
    })
    .await;
    let made = host.table("me", "friend").await;
    let seat = host.open(&made["seats"]["soviet"]).await["key"].clone();
    let entrance = json!({ "name": "Vasily", "passphrase": "four words are enough" });
    let session = host.post("/api/account", &entrance).await.json()["session"].clone();
    let mail = json!({ "holidays": [], "mail": "vasily@example.org" });
    assert_eq!(as_member(&host, &session, "PUT", "/api/account", &mail).await.status, 204);
    let kept = as_member(&host, &session, "POST", "/api/account/keep", &json!({ "keys": [seat] })).await;
    assert_eq!(kept.status, 204, "{}", kept.body);
    // The Axis plays until the Soviets are asked, who are not at the table.
    let mut axis = host.sit(&made["owner"]).await;
    for _ in 0..200 {
        axis.quiet().await;
        let Some(offer) = axis.offers().last().cloned() else { break };
        axis.act(&offer).await;
    }
    assert!(axis.offers().is_empty(), "it is the Soviets' turn");
    let letter = tokio::time::timeout(Duration::from_secs(30), letter).await.expect("in time").expect("a letter");
    for part in
        ["To: vasily@example.org", "From: kessel@club.example", "Kessel: your turn", "https://kessel.club.example"]
    {
        assert!(letter.contains(part), "{part}: {letter}");
    }
    assert!(!letter.contains(text(&seat)), "no key is sent by mail");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_seat_is_listed_until_one_takes_it() {
    let host = Host::start().await;
    let wanted =
        json!({ "game": "toy", "scenario": "skirmish", "open": true, "seats": { "axis": "me", "soviet": "friend" } });
    let made = host.table_with(wanted).await;
    let list = host.get("/api/open").await.json();
    assert_eq!(
        (list["list"][0]["table"].clone(), list["list"][0]["side"].clone()),
        (made["table"].clone(), json!("soviet"))
    );
    let take = json!({ "table": made["table"] });
    let (one, two) = tokio::join!(host.post("/api/open", &take), host.post("/api/open", &take));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410], "one of two gets it");
    assert_eq!(host.get("/api/open").await.json()["list"], json!([]));
    let taken = if one.status == 200 { one } else { two };
    assert_eq!(host.sit(&taken.json()["key"]).await.hello["sides"], json!(["soviet"]));
    host.server.stop().await.expect("stops");
}
