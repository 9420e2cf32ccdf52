//! Names, passphrases, sessions, holidays, and seats that somebody takes in this moment.

use crate::common::{Answer, Host, http};
use serde_json::{Value, json};
use sqlx::Connection;

const WORDS: &str = "four words are enough";
const DAY: u64 = 24 * 3600 * 1000;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("text, not {value}"))
}

async fn asked(host: &Host, from: &str, session: &Value, (method, path): (&str, &str), body: &Value) -> Answer {
    let bearer = format!("Bearer {}", session.as_str().unwrap_or(""));
    let mut head =
        vec![("content-type", "application/json"), ("x-forwarded-for", from), ("user-agent", "a browser of this test")];
    if session.is_string() {
        head.push(("authorization", bearer.as_str()));
    }
    let body = if body.is_null() { String::new() } else { body.to_string() };
    http(host.address, method, path, &head, body.as_bytes()).await
}

async fn register(host: &Host, name: &str) -> Value {
    let made = host.post("/api/account", &json!({ "name": name, "passphrase": WORDS })).await;
    assert_eq!(made.status, 201, "{name}: {}", made.body);
    made.json()["session"].clone()
}

async fn login(host: &Host, name: &str, words: &str) -> Answer {
    let entrance = json!({ "name": name, "passphrase": words });
    asked(host, "", &Value::Null, ("POST", "/api/session"), &entrance).await
}

#[tokio::test(flavor = "multi_thread")]
async fn another_passphrase_ends_the_other_sessions_and_each_can_be_ended() {
    let host = Host::start().await;
    let one = register(&host, "Vasily").await;
    let two = login(&host, "Vasily", WORDS).await.json()["session"].clone();
    let three = login(&host, "Vasily", WORDS).await.json()["session"].clone();
    let status = async |session: &Value| asked(&host, "", session, ("GET", "/api/account"), &Value::Null).await.status;
    let list = asked(&host, "", &two, ("GET", "/api/sessions"), &Value::Null).await.json()["list"].clone();
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), 3, "{list:?}");
    let own: Vec<&Value> = list.iter().filter(|s| s["this"] == true).collect();
    assert_eq!((own.len(), text(&own[0]["device"])), (1, "a browser of this test"));
    // One of the others is ended by its name in the list.
    let id = text(&list.iter().find(|s| s["this"] == false).expect("another")["id"]).to_owned();
    assert_eq!(asked(&host, "", &two, ("DELETE", &format!("/api/sessions/{id}")), &Value::Null).await.status, 204);
    let left = [status(&one).await, status(&two).await, status(&three).await];
    assert_eq!(left.iter().filter(|s| **s == 200).count(), 2, "{left:?}");
    assert_eq!(left[1], 200);
    // Another passphrase: whoever knew the old one does not stay.
    let again = login(&host, "Vasily", WORDS).await.json()["session"].clone();
    let change = json!({ "passphrase": "quite another few words", "old": WORDS });
    assert_eq!(asked(&host, "", &two, ("PUT", "/api/account"), &change).await.status, 204);
    assert_eq!(
        (status(&two).await, status(&again).await, status(&one).await, status(&three).await),
        (200, 401, 401, 401)
    );
    assert_eq!(login(&host, "Vasily", WORDS).await.status, 403);
    let other = login(&host, "Vasily", "quite another few words").await.json()["session"].clone();
    // Everywhere.
    assert_eq!(asked(&host, "", &other, ("DELETE", "/api/sessions"), &Value::Null).await.status, 204);
    assert_eq!((status(&two).await, status(&other).await), (401, 401));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_are_limited_for_each_name_and_nobody_spends_what_is_anothers() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.limits.guesses_each = 4;
        config.limits.new_tables_each = 3;
    })
    .await;
    let from = |n: usize| format!("10.1.{n}.1");
    let mut sessions = Vec::new();
    for (nth, name) in ["Vasily", "Ivan", "Georgi"].into_iter().enumerate() {
        let (entrance, from) = (json!({ "name": name, "passphrase": WORDS }), from(nth));
        let made = asked(&host, &from, &Value::Null, ("POST", "/api/account"), &entrance).await;
        sessions.push(made.json()["session"].clone());
    }
    // Each guess from another address: the name has had enough all the same, and so has one that nobody has.
    for name in ["Vasily", "Nobody"] {
        let mut statuses = Vec::new();
        for nth in 10..16 {
            let guess = json!({ "name": name, "passphrase": format!("guess number {nth}") });
            statuses.push(asked(&host, &from(nth), &Value::Null, ("POST", "/api/session"), &guess).await.status);
        }
        assert_eq!(statuses, [403, 403, 403, 403, 429, 429], "{name}");
    }
    let right = json!({ "name": "Ivan", "passphrase": WORDS });
    assert_eq!(
        asked(&host, &from(20), &Value::Null, ("POST", "/api/session"), &right).await.status,
        200,
        "another name"
    );
    // Passphrases are changed from each one's own allowance.
    for (nth, session) in sessions.iter().enumerate().skip(1) {
        for _ in 0..2 {
            let change = json!({ "passphrase": WORDS, "old": WORDS });
            let done = asked(&host, &from(30 + nth), session, ("PUT", "/api/account"), &change).await;
            assert_eq!(done.status, 204, "{}", done.body);
        }
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_two_names_look_alike_and_each_can_be_seen() {
    let host = Host::start().await;
    register(&host, "Vasily").await;
    let kind = async |name: &str| {
        let answer = host.post("/api/account", &json!({ "name": name, "passphrase": WORDS })).await;
        if answer.status == 201 { "made".to_owned() } else { answer.kind() }
    };
    for alike in ["VASILY", "Vasi1y", "V asily", "Vasi-ly", "Vásily", "Vasiiy"] {
        assert_eq!(kind(alike).await, "taken", "{alike}");
    }
    for bad in ["V\u{430}sily", "\u{3164}\u{3164}\u{3164}", "Iv\u{200b}an", "nav\u{202e}I", "ｉｖａｎ", "..", " "] {
        assert_eq!(kind(bad).await, "bad-account", "{bad:?}");
    }
    assert_eq!(kind("Жуков").await, "made");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_lost_stays_lost_whatever_is_entered_afterwards() {
    let host = Host::start().await;
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "clock_days": 3, "seats": { "axis": "me", "soviet": "friend" } });
    let (late, fair) = (host.table_with(wanted.clone()).await, host.table_with(wanted).await);
    let mut seats = Vec::new();
    for made in [&late, &fair] {
        seats.push(host.open(&made["seats"]["soviet"]).await["key"].clone());
    }
    let session = register(&host, "Vasily").await;
    let keys = json!({ "keys": [late["owner"], fair["owner"]] });
    assert_eq!(asked(&host, "", &session, ("POST", "/api/account/keep"), &keys).await.status, 204);
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_millis() as u64;
    // Four days later at one table; at the other the time is nearly up.
    let file = host.folder.path().join("kessel.db");
    let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
    for (made, ago) in [(&late, 4 * DAY), (&fair, 3 * DAY - 5000)] {
        let back = format!("UPDATE tables SET asked_axis = {} WHERE id = '{}'", now - ago, text(&made["table"]));
        sqlx::raw_sql(&back).execute(&mut db).await.expect("time passes");
    }
    sqlx::raw_sql(&format!("UPDATE holdings SET since = {}", now - 9 * DAY)).execute(&mut db).await.expect("for long");
    // He was away the whole time, he says now; and another account of his, which was, takes the seat too.
    let away = json!({ "holidays": [[now - 5 * DAY, now + 2 * DAY]] });
    assert_eq!(asked(&host, "", &session, ("PUT", "/api/account"), &away).await.status, 204);
    let other = register(&host, "Grigori").await;
    let earlier =
        format!("UPDATE accounts SET holidays = '[[{},{}]]' WHERE name = 'Grigori'", now - 5 * DAY, now + DAY);
    sqlx::raw_sql(&earlier).execute(&mut db).await.expect("entered in time, for other games");
    let keys = json!({ "keys": [late["owner"]] });
    assert_eq!(asked(&host, "", &other, ("POST", "/api/account/keep"), &keys).await.status, 204);
    db.close().await.expect("closes");
    let host = host.restart().await;
    let mut soviet = host.sit(&seats[0]).await;
    let claimed = soviet.ask(json!({ "type": "claim" })).await;
    assert_eq!(claimed["type"], "accepted", "{claimed}");
    // Where the time was not yet up, the holidays count from now on.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    let mut soviet = host.sit(&seats[1]).await;
    assert_eq!(soviet.ask(json!({ "type": "claim" })).await["kind"], "bad-request");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_being_taken_is_not_voided_by_a_new_invitation() {
    let host = Host::start().await;
    let mut taken = 0;
    for nth in 0..40 {
        let made = host.table("me", "friend").await;
        let invite = format!("/api/seats/{}/invite", text(&made["owner"]));
        let open = format!("/api/seats/{}/open", text(&made["seats"]["soviet"]));
        let (side, nothing) = (json!({ "side": "soviet" }), json!({}));
        let (opened, invited, removed) = tokio::join!(host.post(&open, &nothing), host.post(&invite, &side), async {
            // The same with the whole table.
            let path = format!("/api/seats/{}", text(&made["owner"]));
            if nth % 4 == 0 { Some(host.delete(&path).await.status) } else { None }
        });
        if opened.status != 200 {
            continue;
        }
        taken += 1;
        let status = host.post("/api/status", &json!({ "keys": [opened.json()["key"]] })).await.json();
        assert!(status["list"][0].get("gone").is_none(), "{nth}: {} {:?}: {status}", invited.status, removed);
    }
    assert!(taken > 5, "some come first: {taken}");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_at_which_nothing_was_done_go_early() {
    let host = Host::start().await;
    let (unplayed, played, young) =
        (host.table("me", "me").await, host.table("me", "me").await, host.table("me", "me").await);
    let mut client = host.sit(&played["owner"]).await;
    let offer = client.offers()[0].clone();
    assert_eq!(client.act(&offer).await["type"], "accepted");
    drop(client);
    assert_eq!(host.open(&young["owner"]).await["expires"], Value::Null, "nobody is told on the first day");
    let (folder, server) = (host.folder, host.server);
    server.stop().await.expect("stops");
    let file = folder.path().join("kessel.db");
    let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
    for (made, days) in [(&unplayed, 15), (&played, 15), (&young, 13)] {
        let back =
            format!("UPDATE tables SET touched = touched - {} WHERE id = '{}'", days * DAY, text(&made["table"]));
        sqlx::raw_sql(&back).execute(&mut db).await.expect("time passes");
    }
    let server =
        kessel_server::Server::start(crate::common::config(&folder), crate::common::games()).await.expect("starts");
    let host = Host { address: server.address(), server, folder };
    let mut tries = 0;
    while sqlx::query_scalar::<_, i64>("SELECT count(*) FROM tables").fetch_one(&mut db).await.expect("counts") == 3 {
        tries += 1;
        assert!(tries < 200, "it is never deleted");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let keys = json!({ "keys": [unplayed["owner"], played["owner"], young["owner"]] });
    let list = host.post("/api/status", &keys).await.json()["list"].clone();
    let gone: Vec<bool> = list.as_array().expect("a list").iter().map(|line| line["gone"] == true).collect();
    assert_eq!(gone, [true, false, false], "{list}");
    assert!(list[2]["expires"].is_u64(), "now it is told: {list}");
    host.server.stop().await.expect("stops");
}
