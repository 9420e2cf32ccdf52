//! Every message to a seat is searched for facts that it may not know.

use crate::common::{self, Client, Host, Luck, play_out};
use kessel_kernel::journal::Replay;
use kessel_kernel::{AnyGame, Erased, Side, Viewer};
use kessel_trial::several;
use serde_json::{Value, json};
use sqlx::Row;
use std::collections::BTreeSet;

/// Everything that the protocol sends, by type: a new field must be thought about here.
const KNOWN: [(&str, &[&str]); 11] = [
    (
        "hello",
        &[
            "protocol",
            "version",
            "table",
            "kind",
            "sides",
            "as",
            "game",
            "game_title",
            "scenario",
            "title",
            "options",
            "seats",
            "hot_seat",
            "imported",
            "playable",
            "advice",
            "n",
            "finished",
            "pace",
            "commitment",
            "dice",
            "clock_days",
            "clock_minutes",
            "expires",
        ],
    ),
    ("state", &["as", "n", "undo", "view", "takeback"]),
    ("events", &["as", "n", "side", "turn", "events"]),
    ("accepted", &["id", "n"]),
    ("refused", &["id", "kind", "case", "why", "n"]),
    ("presence", &["axis", "soviet", "watchers"]),
    ("affairs", &["asks", "marks", "names", "deadline", "chat"]),
    ("pong", &["id"]),
    ("over", &["outcome"]),
    ("why", &["id", "allowed", "consulted"]),
    ("undone", &["as", "n", "by"]),
];

fn fields_are_known(message: &Value) {
    let kind = message["type"].as_str().expect("a type");
    let (_, known) = KNOWN.iter().find(|(k, _)| *k == kind).unwrap_or_else(|| panic!("unknown: {message}"));
    for field in message.as_object().expect("an object").keys().filter(|f| *f != "type") {
        assert!(known.contains(&field.as_str()), "{kind} has {field}");
    }
}

/// Every string and number of a message, with the way to it.
fn leaves<'a>(value: &'a Value, way: String, out: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| leaves(v, format!("{way}.{k}"), out)),
        Value::Array(list) => list.iter().enumerate().for_each(|(n, v)| leaves(v, format!("{way}[{n}]"), out)),
        _ => out.push((way, value)),
    }
}

/// Counters of the other side that lie face down show nothing but their backs.
fn backs_are_blank(message: &Value, enemy: &str) {
    for counter in message["view"]["counters"].as_array().into_iter().flatten() {
        if counter["side"] == enemy && counter["hidden"] == json!(true) {
            for factor in counter["face"]["factors"].as_array().into_iter().flatten() {
                assert_eq!(factor["value"], "?", "{counter}");
            }
        }
    }
}

/// Plays the journal again, and checks every state and event that somebody was sent against the view that the rules give him at that place.
fn nothing_but_the_views(game: &dyn AnyGame, journal: &str, clients: [(&Client, Viewer); 3]) {
    let (header, entries) = kessel_kernel::journal::parse(journal).expect("a journal");
    let mut replay = Replay::new(game, &header, &entries).expect("replays");
    let glance = |replay: &Replay<'_>, viewer: Viewer| {
        serde_json::to_value(replay.session().glance(viewer)).expect("plain data")
    };
    let mut shown = clients.map(|(_, viewer)| vec![glance(&replay, viewer)]);
    let mut told: [Vec<Value>; 3] = Default::default();
    let mut known = clients.map(|(_, viewer)| replay.session().seen_hash(viewer));
    while let Some((entry, events)) = replay.next().expect("replays") {
        for (nth, (_, viewer)) in clients.into_iter().enumerate() {
            let visible = Replay::visible(events.clone(), viewer);
            let last = std::mem::replace(&mut known[nth], replay.session().seen_hash(viewer));
            if viewer.side() != Some(entry.side) && visible.is_empty() && last == known[nth] {
                continue;
            }
            told[nth].push(serde_json::to_value(&visible).expect("json"));
            shown[nth].push(glance(&replay, viewer));
        }
    }
    for ((client, viewer), (shown, told)) in clients.into_iter().zip(shown.iter().zip(&told)) {
        for message in &client.heard {
            let n = message["n"].as_u64().unwrap_or(0) as usize;
            match message["type"].as_str() {
                Some("state") => assert_eq!(message["view"], shown[n], "state {n} for {viewer:?}"),
                Some("events") => assert_eq!(message["events"], told[n - 1], "events {n} for {viewer:?}"),
                _ => {}
            }
        }
        assert_eq!(client.n() as usize, told.len(), "the count betrays no secret action");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_of_the_toy_is_sent_its_own_view_and_nothing_else() {
    let host = Host::start().await;
    seats_of_the_toy(&host, 8).await;
    host.server.stop().await.expect("stops");
}

/// The same at tables that fall asleep after every action: what was shown before is the same when it is made anew.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_sleeps_all_the_time_shows_the_same() {
    let host = Host::start_with(|config| config.limits.doze = std::time::Duration::ZERO).await;
    seats_of_the_toy(&host, 2).await;
    seats_of_battle(&host, 60).await;
    host.server.stop().await.expect("stops");
}

async fn seats_of_the_toy(host: &Host, rounds: u64) {
    let toy = Erased::new(kessel_kernel::toy::Toy::new());
    for round in 0..rounds {
        let made = host.table("me", "friend").await;
        let mut axis = host.sit(&made["owner"]).await;
        let mut soviet = host.sit(&made["seats"]["soviet"]).await;
        let mut watcher = host.sit(&made["seats"]["watch"]).await;
        play_out(&mut axis, &mut soviet, &mut Luck(round)).await;
        watcher.quiet().await;
        let watch = made["seats"]["watch"].as_str().expect("a key");
        let journal = host.get(&format!("/api/seats/{watch}/journal")).await.body;
        let (header, _) = kessel_kernel::journal::parse(&journal).expect("a journal");
        let seed = header.seed.expect("after the end the seed is public");
        let clients = [(&axis, Viewer::Axis), (&soviet, Viewer::Soviet), (&watcher, Viewer::Spectator)];
        nothing_but_the_views(&toy, &journal, clients);
        for ((client, viewer), enemies) in clients.into_iter().zip([&["soviet"][..], &["axis"], &["axis", "soviet"]]) {
            for message in &client.heard {
                fields_are_known(message);
                enemies.iter().for_each(|enemy| backs_are_blank(message, enemy));
                let mut all = Vec::new();
                leaves(message, String::new(), &mut all);
                for (way, leaf) in all {
                    let text = leaf.as_str().unwrap_or("");
                    assert!(!text.contains(&seed), "the seed at {way}");
                    // 3.2: strengths are dealt in secret, and the log says so to their owner only.
                    if text.contains(" has strength ") {
                        let own = viewer.side().map_or("none", |side| if side == Side::Axis { "A" } else { "S" });
                        assert!(text.starts_with(own), "{way}: {text}");
                    }
                }
            }
        }
        let names: BTreeSet<&str> = watcher.heard.iter().filter_map(|m| m["type"].as_str()).collect();
        assert!(names.contains("state") && names.contains("events") && names.contains("over"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_choice_sends_the_other_side_nothing_at_all() {
    let host = Host::start().await;
    let mut met = 0;
    for round in 0..40 {
        let made = host.table("me", "friend").await;
        let mut axis = host.sit(&made["owner"]).await;
        let mut soviet = host.sit(&made["seats"]["soviet"]).await;
        let mut luck = Luck(round);
        while !axis.over() && met < 3 {
            axis.quiet().await;
            soviet.quiet().await;
            if axis.state["view"]["to_act"] == "both" {
                met += 1;
                let picked = axis.offers()[0].clone();
                assert_eq!(axis.act(&picked).await["type"], "accepted");
                assert!(soviet.quiet().await.is_empty(), "not even a number");
                let line = host.post("/api/status", &json!({ "keys": [made["seats"]["watch"]] })).await.json();
                assert_eq!(line["list"][0]["your_move"], false);
            }
            axis.quiet().await;
            soviet.quiet().await;
            let player = if soviet.offers().is_empty() { &mut axis } else { &mut soviet };
            let offers = player.offers();
            if offers.is_empty() {
                break;
            }
            let attack = offers.iter().find(|o| o.get("attack").is_some());
            let action = attack.unwrap_or_else(|| luck.pick(&offers)).clone();
            assert_eq!(player.act(&action).await["type"], "accepted");
        }
        if met >= 3 {
            break;
        }
    }
    assert!(met >= 3, "simultaneous losses happen");
    host.server.stop().await.expect("stops");
}

/// The journal as the database has it: nobody at the table could ask for it before the end.
async fn journal_of(host: &Host, table: &str) -> String {
    let file = host.folder.path().join("kessel.db");
    let pool = sqlx::SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true));
    let pool = pool.await.expect("opens");
    let row =
        sqlx::query("SELECT header FROM tables WHERE id = ?").bind(table).fetch_one(&pool).await.expect("a table");
    let mut text: String = row.get("header");
    text.push('\n');
    let lines = sqlx::query("SELECT line FROM entries WHERE table_id = ? ORDER BY n").bind(table).fetch_all(&pool);
    for line in lines.await.expect("lines") {
        text.push_str(line.get("line"));
        text.push('\n');
    }
    text
}

/// 3.5: of the other side's display nothing is known: no strength, no asset in play, no directive.
fn the_display_is_closed(message: &Value, viewer: Viewer) {
    let known = |side: &Value| viewer.side().is_some_and(|own| *side == own.word());
    for counter in message["view"]["counters"].as_array().into_iter().flatten().filter(|c| !known(&c["side"])) {
        let at = counter["at"].as_str().expect("a place");
        let open = ["turn-track", "dead", "withdrawn"].contains(&at);
        if counter["kind"] == "asset" {
            assert!(open, "{counter}");
        } else if !open {
            assert!(counter["face"]["steps"].is_null(), "{counter}");
            let strength = &counter["face"]["factors"][0];
            assert_eq!((strength["name"].as_str(), strength["value"].as_str()), (Some("basic strength"), Some("?")));
        }
    }
    let mut all = Vec::new();
    leaves(message, String::new(), &mut all);
    for (way, leaf) in all.into_iter().filter(|_| viewer != Viewer::Axis) {
        let text = leaf.as_str().unwrap_or("");
        assert!(!text.contains("directives: first"), "{way}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_of_battle_is_sent_its_own_view_and_nothing_else() {
    let host = Host::start().await;
    seats_of_battle(&host, 200).await;
    host.server.stop().await.expect("stops");
}

async fn seats_of_battle(host: &Host, actions: usize) {
    let battle = common::game("battle");
    let wanted = json!({ "game": "battle", "scenario": "campaign", "seats": { "axis": "me", "soviet": "friend" } });
    let made = host.table_with(wanted).await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    let mut luck = Luck(42);
    for _ in 0..actions {
        axis.quiet().await;
        soviet.quiet().await;
        let (a, s) = (axis.offers(), soviet.offers());
        let (player, offers) =
            if a.is_empty() || (!s.is_empty() && luck.below(2) == 0) { (&mut soviet, s) } else { (&mut axis, a) };
        if offers.is_empty() {
            break;
        }
        let answer = player.act(luck.pick(&offers)).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
    }
    for client in [&mut axis, &mut soviet, &mut watcher] {
        client.ask(json!({ "type": "replay", "views": "last" })).await;
    }
    let journal = journal_of(host, made["table"].as_str().expect("an id")).await;
    let clients = [(&axis, Viewer::Axis), (&soviet, Viewer::Soviet), (&watcher, Viewer::Spectator)];
    nothing_but_the_views(&*battle, &journal, clients);
    for (client, viewer) in clients {
        for message in &client.heard {
            the_display_is_closed(message, viewer);
            for frame in message["frames"].as_array().into_iter().flatten() {
                the_display_is_closed(frame, viewer);
            }
        }
    }
    assert!(axis.n() > 0 && watcher.n() < axis.n() + soviet.n(), "some actions were secret");
}

/// 18.1: of a stack the enemy sees the top unit, of hidden units nothing but that they are there.
fn stacks_are_closed(message: &Value, viewer: Viewer) {
    let known = |side: &Value| viewer.side().is_some_and(|own| *side == own.word());
    for counter in message["view"]["counters"].as_array().into_iter().flatten() {
        if known(&counter["side"]) || counter["hidden"] != json!(true) {
            continue;
        }
        assert!(counter["id"].as_str().is_some_and(|id| id.starts_with('?')), "{counter}");
        assert!(counter["face"]["steps"].is_null() && counter["face"]["factors"] == json!([]), "{counter}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_of_wintergewitter_is_sent_its_own_view_and_no_plan_before_its_time() {
    let host = Host::start().await;
    let winter = common::game("wintergewitter");
    let wanted = json!({
        "game": "wintergewitter", "scenario": "we-are-coming", "options": { "setup": "historical" },
        "seats": { "axis": "me", "soviet": "friend" },
    });
    let made = host.table_with(wanted).await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    let mut luck = Luck(7);
    let mut plans = 0;
    for _ in 0..several(160, 400) {
        axis.quiet().await;
        soviet.quiet().await;
        let (a, s) = (axis.offers(), soviet.offers());
        if a.is_empty() && s.is_empty() {
            // Both plan. The first to commit tells the other nothing: neither his aircraft nor his number, not even that he has.
            plans += 1;
            let order = if axis.state["view"]["turn"]["phase"] == "initiative" {
                json!({ "bid": { "attacks": 37 } })
            } else {
                json!({ "I/KG51": { "fly": "interdiction" } })
            };
            axis.ask(json!({ "type": "order", "orders": order })).await;
            let done = axis.ask(json!({ "type": "commit", "n": axis.n() })).await;
            assert_eq!(done["type"], "accepted", "{done}");
            assert!(soviet.quiet().await.is_empty(), "not even a number");
            let done = soviet.ask(json!({ "type": "commit", "n": soviet.n() })).await;
            assert_eq!(done["type"], "accepted", "{done}");
            continue;
        }
        let (player, offers) = if a.is_empty() { (&mut soviet, s) } else { (&mut axis, a) };
        let answer = player.act(luck.pick(&offers)).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
    }
    assert!(plans >= 2, "aircraft and attacks were planned");
    for client in [&mut axis, &mut soviet, &mut watcher] {
        client.ask(json!({ "type": "replay", "views": "last" })).await;
    }
    let journal = journal_of(&host, made["table"].as_str().expect("an id")).await;
    let clients = [(&axis, Viewer::Axis), (&soviet, Viewer::Soviet), (&watcher, Viewer::Spectator)];
    nothing_but_the_views(&*winter, &journal, clients);
    for (client, viewer) in clients {
        for message in &client.heard {
            stacks_are_closed(message, viewer);
            for frame in message["frames"].as_array().into_iter().flatten() {
                stacks_are_closed(frame, viewer);
            }
        }
    }
    host.server.stop().await.expect("stops");
}
