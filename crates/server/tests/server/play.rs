//! Whole games over real sockets.

use crate::common::{self, Client, Host, Luck, play_out};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn two_friends_play_a_game_to_its_end_and_then_see_everything() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    assert!(made["seats"]["axis"].is_null() && made["seats"]["watch"].is_string());
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    assert_eq!((axis.hello["as"].clone(), soviet.hello["as"].clone()), (json!("axis"), json!("soviet")));
    let watch = made["seats"]["watch"].as_str().expect("a key");
    let journal = format!("/api/seats/{watch}/journal");
    assert_eq!(host.get(&journal).await.status, 403);
    play_out(&mut axis, &mut soviet, &mut Luck(7)).await;
    axis.quiet().await;
    assert!(axis.heard.iter().any(|m| m["type"] == "over"));
    // After the end the journal is for everybody, and replays.
    let text = host.get(&journal).await;
    assert_eq!(text.status, 200);
    let (header, entries) = kessel_kernel::journal::parse(&text.body).expect("a journal");
    assert!(header.seed.is_some() && !entries.is_empty());
    let refused = axis.ask(json!({ "type": "act", "n": axis.n(), "action": "done" })).await;
    assert_eq!(refused["kind"], "over");
    // The umpire's replay has every action, a side's only what it was told of.
    let all = soviet.ask(json!({ "type": "replay", "as": "umpire", "views": "last" })).await;
    assert_eq!(all["n"], json!(entries.len()));
    let own = soviet.ask(json!({ "type": "replay" })).await;
    assert!(own["n"].as_u64() <= all["n"].as_u64());
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reconnection_and_a_new_server_resume_exactly() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    let mut luck = Luck(3);
    for _ in 0..12 {
        let offers = client.offers();
        if offers.is_empty() {
            let side = client.state["view"]["to_act"].clone();
            client.ask(json!({ "type": "sit", "side": side })).await;
            client.until(|m| m["type"] == "state").await;
            continue;
        }
        let n = client.n();
        assert_eq!(client.act(luck.pick(&offers)).await["type"], "accepted");
        client.state_at(n + 1).await;
    }
    let state = client.state.clone();
    let seat = json!({ "type": "sit", "side": state["as"] });
    let mut second = host.sit(&made["owner"]).await;
    second.ask(seat.clone()).await;
    second.until(|m| m["type"] == "state").await;
    assert_eq!(second.state, state, "a second connection sees the same");
    let host = host.restart().await;
    let mut third = host.sit(&made["owner"]).await;
    third.ask(seat).await;
    third.until(|m| m["type"] == "state").await;
    assert_eq!(third.state, state, "so does one to a new server");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_doubled_and_illegal_actions_are_refused_and_change_nothing() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let first = axis.offers()[0].clone();
    // The same request twice, without waiting: one is done, the other stale.
    axis.send(json!({ "type": "act", "id": 100, "n": 0, "action": first })).await;
    axis.send(json!({ "type": "act", "id": 101, "n": 0, "action": first })).await;
    let done = axis.until(|m| m["id"] == 100).await;
    assert_eq!((done["type"].clone(), done["n"].clone()), (json!("accepted"), json!(1)));
    let stale = axis.until(|m| m["id"] == 101).await;
    assert_eq!((stale["type"].clone(), stale["kind"].clone()), (json!("refused"), json!("stale")));
    assert_eq!(stale["n"], 1);
    axis.quiet().await;
    let wrong = axis.act(&json!({ "fly": "moon" })).await;
    assert_eq!((wrong["type"].clone(), wrong["kind"].clone()), (json!("refused"), json!("unreadable")));
    let n = soviet.n();
    let early = soviet.ask(json!({ "type": "act", "n": n, "action": "done" })).await;
    assert_eq!(early["kind"], "stale", "the Soviets were told of the first action meanwhile: {early}");
    soviet.quiet().await;
    let early = soviet.act(&json!("done")).await;
    assert_eq!(early["kind"], "rule", "{early}");
    assert!(early["case"].is_string() && early["why"].is_string());
    let why = soviet.ask(json!({ "type": "why", "action": "done" })).await;
    assert_eq!((why["type"].clone(), why["allowed"].clone()), (json!("why"), json!(false)));
    assert!(why["consulted"].as_array().is_some_and(|list| !list.is_empty()));
    assert_eq!(axis.quiet().await.len(), 0, "nobody else heard of it");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_goes_back_over_own_actions_only_and_a_take_back_needs_the_other_side() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let before = axis.state["view"].clone();
    let offers = axis.offers();
    let select = offers.iter().find(|o| o.get("select").is_some()).expect("a counter to take up");
    axis.act(select).await;
    assert_eq!(axis.state_at(1).await["undo"], 0);
    soviet.state_at(1).await;
    let undone = axis.ask(json!({ "type": "undo", "n": 1, "to": 0 })).await;
    assert_eq!((undone["type"].clone(), undone["n"].clone()), (json!("accepted"), json!(0)));
    axis.quiet().await;
    assert_eq!(axis.state["view"], before);
    let told = soviet.quiet().await;
    assert_eq!(told[0]["type"], "undone");
    assert_eq!((told[0]["n"].clone(), soviet.n()), (json!(0), 0));
    // The Soviets cannot undo what is not theirs, nor act as if they had seen nothing.
    axis.act(&offers[0]).await;
    soviet.state_at(1).await;
    assert_eq!(soviet.ask(json!({ "type": "undo", "n": 1, "to": 0 })).await["kind"], "undo");
    // A take-back: asked, refused, asked again, granted.
    axis.quiet().await;
    assert_eq!(axis.ask(json!({ "type": "takeback", "n": 1, "to": 0 })).await["type"], "accepted");
    soviet.until(|m| m["type"] == "takeback" && m["status"] == "asked").await;
    assert_eq!(axis.ask(json!({ "type": "grant" })).await["type"], "error", "nobody grants his own request");
    soviet.ask(json!({ "type": "refuse" })).await;
    axis.until(|m| m["type"] == "takeback" && m["status"] == "refused").await;
    axis.ask(json!({ "type": "takeback", "n": 1, "to": 0 })).await;
    soviet.until(|m| m["type"] == "takeback" && m["status"] == "asked").await;
    soviet.ask(json!({ "type": "grant" })).await;
    axis.until(|m| m["type"] == "undone").await;
    axis.quiet().await;
    assert_eq!(axis.state["view"], before);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_its_side_and_both_sides_to_the_end() {
    let host = Host::start().await;
    let made = host.table("recruit", "recruit").await;
    let mut watcher = host.sit(&made["owner"]).await;
    assert_eq!(watcher.hello["as"], "spectator");
    watcher.until(|m| m["type"] == "over").await;
    watcher.quiet().await;
    assert!(watcher.over(), "the last state shows the end");
    // Numbers rise by one, without a gap.
    let numbers: Vec<u64> =
        watcher.heard.iter().filter(|m| m["type"] == "events").filter_map(|m| m["n"].as_u64()).collect();
    assert!(numbers.windows(2).all(|w| w[1] == w[0] + 1), "{numbers:?}");
    let made = host.table("me", "recruit").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut luck = Luck(5);
    while !axis.over() {
        let offers = axis.offers();
        if offers.is_empty() {
            axis.next().await;
            continue;
        }
        axis.act(luck.pick(&offers)).await;
        axis.quiet().await;
    }
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn officers_of_a_real_game_play_and_their_speed_can_be_set() {
    let host = Host::start_with(|config| config.pace = std::time::Duration::from_secs(10)).await;
    let games = host.get("/api/games").await.json();
    let battle = games["games"].as_array().and_then(|list| list.iter().find(|g| g["id"] == "battle"));
    let officers = battle.expect("battle is built")["officers"].as_array().expect("a list").clone();
    let best = officers.last().expect("an officer")["id"].clone();
    let wanted = json!({ "game": "battle", "scenario": "campaign", "seats": { "axis": best, "soviet": "recruit" } });
    let made = host.table_with(wanted).await;
    let mut watcher = host.sit(&made["owner"]).await;
    assert_eq!(watcher.hello["seats"]["axis"], best);
    // At ten seconds an action this would take an hour; skipped, it goes on to the next turn, and at full speed beyond.
    assert_eq!(watcher.ask(json!({ "type": "skip" })).await["type"], "accepted");
    watcher.until(|m| m["type"] == "error" || (m["type"] == "events" && m["turn"] == json!(2))).await;
    watcher.ask(json!({ "type": "speed", "ms": 0 })).await;
    let n = watcher.n();
    watcher.state_at(n + 5).await;
    assert!(watcher.heard.iter().all(|m| m["type"] != "error"), "nobody stopped");
    assert!(watcher.heard.iter().any(|m| m["type"] == "pace" && m["ms"] == json!(0)));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_computer_waits_and_a_take_back_against_it_is_granted() {
    let host = Host::start().await;
    let made = host.table("me", "recruit").await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.ask(json!({ "type": "pause", "on": true })).await["type"], "accepted");
    axis.act(&json!("done")).await;
    axis.quiet().await;
    while axis.state["view"]["to_act"] == "axis" {
        axis.act(&json!("done")).await;
        axis.quiet().await;
    }
    let n = axis.n();
    assert_eq!(axis.state["view"]["to_act"], "soviet");
    assert!(axis.quiet().await.iter().all(|m| m["type"] != "events"), "it waits");
    axis.ask(json!({ "type": "takeback", "n": n, "to": 0 })).await;
    axis.quiet().await;
    assert_eq!((axis.n(), axis.state["view"]["to_act"].clone()), (0, json!("axis")));
    while axis.state["view"]["to_act"] == "axis" {
        axis.act(&json!("done")).await;
        axis.quiet().await;
    }
    axis.ask(json!({ "type": "pause", "on": false })).await;
    axis.until(|m| m["type"] == "events" && m["side"] == "soviet").await;
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn journals_go_out_and_come_in() {
    let host = Host::start().await;
    let made = host.table("me", "recruit").await;
    let owner = made["owner"].as_str().expect("a key").to_owned();
    let mut axis = host.sit(&made["owner"]).await;
    let offers = axis.offers();
    axis.act(&offers[0]).await;
    let text = host.get(&format!("/api/seats/{owner}/journal")).await;
    assert_eq!(text.status, 200, "{}", text.body);
    let again = host.post("/api/tables/import", &json!({ "journal": text.body })).await;
    assert_eq!(again.status, 201, "{}", again.body);
    let again = again.json();
    let mut twin = host.sit(&again["owner"]).await;
    axis.quiet().await;
    assert_eq!(twin.state["view"], axis.state["view"]);
    assert_eq!((twin.hello["imported"].clone(), twin.hello["hot_seat"].clone()), (json!(true), json!(true)));
    twin.act(&twin.offers()[0].clone()).await;
    // Without its seed it can be looked at, not played on.
    let (mut header, _) = kessel_kernel::journal::parse(&text.body).expect("a journal");
    header.seed = None;
    let lines: Vec<&str> = text.body.lines().skip(1).collect();
    let bare = format!("{}\n{}\n", serde_json::to_string(&header).expect("json"), lines.join("\n"));
    let bare = host.post("/api/tables/import", &json!({ "journal": bare })).await.json();
    let mut reader = host.sit(&bare["owner"]).await;
    assert_eq!(reader.hello["playable"], false);
    assert_eq!(reader.act(&reader.offers()[0].clone()).await["kind"], "no-seed");
    // One of older rules is taken over.
    let old = host.post("/api/tables/import", &json!({ "journal": common::aged(&text.body) })).await;
    assert_eq!(old.status, 201, "{}", old.body);
    assert_eq!(host.sit(&old.json()["owner"]).await.state["view"], axis.state["view"]);
    // A changed line is found and named.
    let changed = text.body.replacen("\"n\":1", "\"n\":2", 1);
    let bad = host.post("/api/tables/import", &json!({ "journal": changed })).await;
    assert_eq!((bad.status, bad.kind().as_str()), (422, "bad-journal"));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_older_rules_goes_on_under_the_present_ones() {
    use sqlx::Connection;
    let mut host = Host::start().await;
    let made = host.table("me", "me").await;
    let journal = format!("/api/seats/{}/journal", made["owner"].as_str().expect("a key"));
    let mut client = host.sit(&made["owner"]).await;
    for _ in 0..3 {
        let offer = client.offers()[0].clone();
        client.act(&offer).await;
    }
    client.quiet().await;
    let view = client.state["view"].clone();
    drop(client);
    let text = host.get(&journal).await.body;
    // As if an older program had written the database.
    host.server.stop().await.expect("stops");
    let old = common::aged(&text);
    let (_, entries) = kessel_kernel::journal::parse(&old).expect("a journal");
    let file = host.folder.path().join("kessel.db");
    let mut db = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("opens");
    let head = &entries.last().expect("actions").link;
    let header = old.lines().next();
    sqlx::query("UPDATE tables SET header = ?, head = ?").bind(header).bind(head).execute(&mut db).await.expect("set");
    for (n, line) in old.lines().enumerate().skip(1) {
        let set = sqlx::query("UPDATE entries SET line = ? WHERE n = ?").bind(line).bind(n as i64);
        set.execute(&mut db).await.expect("set");
    }
    db.close().await.expect("closes");
    let server = kessel_server::Server::start(common::config(&host.folder), common::games()).await.expect("starts");
    host = Host { address: server.address(), server, folder: host.folder };
    assert_eq!(host.get(&journal).await.body, old);
    let mut client = host.sit(&made["owner"]).await;
    assert_eq!(client.state["view"], view);
    assert_eq!(host.get(&journal).await.body, text, "as the present rules would have written it");
    let offer = client.offers()[0].clone();
    client.act(&offer).await;
    assert!(host.get(&journal).await.body.starts_with(&text));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_work_once_and_seats_can_be_given_anew() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let owner = made["owner"].as_str().expect("a key").to_owned();
    let invite = made["seats"]["soviet"].as_str().expect("a key").to_owned();
    let ended = Client::try_connect(host.address, &invite).await.err().expect("an invitation is not a seat");
    assert_eq!(ended.0, Some(4403));
    let line = host.open(&made["owner"]).await;
    assert_eq!(line["joined"], json!({ "axis": true, "soviet": false }));
    let opened = host.open(&made["seats"]["soviet"]).await;
    assert_eq!((opened["kind"].clone(), opened["sides"].clone()), (json!("seat"), json!(["soviet"])));
    assert_ne!(opened["key"], made["seats"]["soviet"], "the maker of the table does not know the seat's key");
    let again = host.post(&format!("/api/seats/{invite}/open"), &json!({})).await;
    assert_eq!((again.status, again.kind().as_str()), (410, "claimed"));
    let mut friend = host.sit(&opened["key"]).await;
    let wanted = json!({ "side": "soviet" });
    let path = format!("/api/seats/{}/invite", opened["key"].as_str().expect("a key"));
    assert_eq!(host.post(&path, &wanted).await.status, 403, "only the owner invites");
    let fresh = host.post(&format!("/api/seats/{owner}/invite"), &wanted).await;
    assert_eq!((fresh.status, fresh.kind().as_str()), (409, "taken"), "the seat is his who took it");
    let own = opened["key"].as_str().expect("a key");
    assert_eq!(host.delete(&format!("/api/seats/{own}")).await.status, 204, "he gives it up");
    friend.until(|m| m["type"] == "error" && m["kind"] == "replaced").await;
    assert_eq!(friend.try_next().await.expect_err("closed").0, Some(4409));
    let fresh = host.post(&format!("/api/seats/{owner}/invite"), &wanted).await;
    assert_eq!(fresh.status, 200, "{}", fresh.body);
    host.sit(&fresh.json()["invite"]).await;
    let status = host.post("/api/status", &json!({ "keys": [owner, opened["key"], invite, "nonsense"] })).await.json();
    let gone: Vec<bool> = status["list"].as_array().expect("a list").iter().map(|l| l["gone"] == json!(true)).collect();
    assert_eq!(gone, [false, true, true, true]);
    assert_eq!(status["list"][0]["your_move"], true);
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_is_gone_for_everybody() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut friend = host.sit(&made["seats"]["soviet"]).await;
    let watch = made["seats"]["watch"].as_str().expect("a key");
    assert_eq!(host.delete(&format!("/api/seats/{watch}")).await.status, 403);
    let owner = made["owner"].as_str().expect("a key");
    let alone = host.delete(&format!("/api/seats/{owner}")).await;
    assert_eq!((alone.status, alone.kind().as_str()), (409, "both"), "nobody deletes a game of two people alone");
    let mut maker = host.sit(&made["owner"]).await;
    assert_eq!(maker.ask(json!({ "type": "close", "on": true })).await["type"], "accepted");
    friend.until(|m| m["type"] == "affairs" && m["asks"][0]["kind"] == "close").await;
    friend.send(json!({ "type": "close", "id": 77, "on": true })).await;
    friend.until(|m| m["type"] == "error" && m["kind"] == "deleted").await;
    assert_eq!(friend.try_next().await.expect_err("closed").0, Some(4410));
    let ended = Client::try_connect(host.address, owner).await.err().expect("no such key");
    assert_eq!(ended.0, Some(4404));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_shows_every_position_as_it_was() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let forbidden = axis.ask(json!({ "type": "replay", "as": "soviet" })).await;
    assert_eq!(forbidden["kind"], "forbidden");
    play_out(&mut axis, &mut soviet, &mut Luck(11)).await;
    let states: Vec<Value> = axis.heard.iter().filter(|m| m["type"] == "state").cloned().collect();
    let told: Vec<Value> = axis.heard.iter().filter(|m| m["type"] == "events").cloned().collect();
    let count = axis.n();
    let mut frames = Vec::new();
    for from in (0..=count).step_by(7) {
        let start = axis.heard.len();
        axis.ask(json!({ "type": "replay", "from": from, "to": (from + 6).min(count), "views": "all" })).await;
        let parts = axis.heard[start..].iter().filter(|m| m["type"] == "replay");
        frames.extend(parts.flat_map(|m| m["frames"].as_array().cloned().unwrap_or_default()));
    }
    assert_eq!(frames.len() as u64, count + 1);
    let mut view = Value::Null;
    for (n, frame) in frames.iter().enumerate() {
        match frame.get("patch") {
            Some(patch) => common::apply(&mut view, patch),
            None => view = frame["view"].clone(),
        }
        assert_eq!(frame.get("patch").is_none(), n % 7 == 0, "the first of a stretch is whole");
        assert_eq!(frame["n"], json!(n));
        if n > 0 {
            assert_eq!(frame["events"], told[n - 1]["events"]);
        }
        let state = states.iter().rev().find(|s| s["n"] == json!(n)).expect("every position was shown");
        for part in ["counters", "spaces", "turn", "to_act"] {
            assert_eq!(view[part], state["view"][part], "frame {n}");
        }
    }
    host.server.stop().await.expect("stops");
}
