//! Whatever a seat asks about, its own, the enemy's or unknown: it is answered, the rules do not fail, and nobody else hears of it.

use crate::common::{self, Client, Luck, all_games, config, http};
use kessel_kernel::{AnyGame, Journal, Log, Options, Seed, Side, Viewer};
use kessel_server::Server;
use kessel_trial::several;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// Counters, slots and spaces that are asked about, of each kind.
fn asked() -> usize {
    several(4, 10)
}

/// Every verb of every game's menus, and one of none.
const VERBS: &str = "auto tactical strategic on back retreat defend hold dig hold-dig fortify replace fire on-call counter-battery scoot \
    ride probe no-advance assault all-out scrub attach level gather support recon resupply assign free give now take-back march raise pass fly \
    stay attacks nothing";

/// A position, and everything in it that has a name.
struct Named {
    journal: String,
    counters: Vec<String>,
    slots: Vec<String>,
    spaces: Vec<String>,
    /// Of both sides.
    offers: Vec<Value>,
}

/// Some of a list, spread over it.
fn some(list: BTreeSet<String>) -> Vec<String> {
    let step = list.len().div_ceil(asked()).max(1);
    list.into_iter().step_by(step).collect()
}

/// Plays so many entries at random and looks who is there. The umpire sees everybody.
fn named(game: &dyn AnyGame, scenario: &str, entries: u64) -> Named {
    let seed = Seed::from_bytes([3; 32]);
    let started = Journal::start(game, scenario, &Options::default(), seed, &mut Log::silent());
    let (mut journal, mut luck) = (started.expect("starts"), Luck(entries + 11));
    while journal.len() < entries {
        let Some(side) = journal.session().to_act().first() else { break };
        let offers: Vec<Value> = journal.session().offers(side).list.into_iter().map(|o| o.action).collect();
        let next = if offers.is_empty() { json!({ "commit": {} }) } else { luck.pick(&offers).clone() };
        journal.act(side, &next).expect("offered");
    }
    let view = serde_json::to_value(journal.session().view(Viewer::Umpire)).expect("plain data");
    let words = |field: &str| -> BTreeSet<String> {
        let all = view["counters"].as_array().into_iter().flatten();
        all.filter_map(|one| one[field].as_str()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let counters = some(words("id"));
    let drafts = Side::BOTH.into_iter().filter_map(|side| journal.session().draft(side, &Default::default()).ok());
    let mut slots: BTreeSet<String> = drafts.flat_map(|draft| draft.slots).map(|slot| slot.slot).collect();
    slots = some(slots).into_iter().collect();
    slots.extend(counters.iter().cloned());
    for counter in counters.iter().step_by(3).map(String::as_str).chain(["nobody", ""]) {
        slots.insert(counter.into());
        slots.extend(["attach", "level", "gather", "air", "leader", "duty"].map(|kind| format!("{kind} {counter}")));
    }
    slots.extend(["worked", "bid"].map(str::to_owned));
    let offers = Side::BOTH.into_iter().flat_map(|side| journal.session().offers(side).list.into_iter().take(asked()));
    Named {
        journal: journal.to_text(),
        slots: slots.into_iter().collect(),
        spaces: some(words("space")).into_iter().chain(["nowhere".into(), String::new()]).collect(),
        offers: offers.map(|offer| offer.action).collect(),
        counters,
    }
}

/// Everything that can be asked and names something.
fn questions(named: &Named) -> Vec<Value> {
    let (space, counter) = (&named.spaces[0], named.counters.first().map_or("nobody", String::as_str));
    let orders = [
        json!("hold"),
        json!("gather"),
        json!("free"),
        json!("on"),
        json!("off"),
        json!("now"),
        json!("worked"),
        json!("on-call"),
        json!({ "move": "tactical", "path": [space] }),
        json!({ "move": [space] }),
        json!({ "attack": "probe", "at": space }),
        json!({ "scrub": space }),
        json!({ "defend": "hold", "also": "dig" }),
        json!({ "fire": space }),
        json!({ "scoot": space }),
        json!({ "ride": counter }),
        json!({ "fly": "support", "at": space }),
        json!({ "fly": "interdiction" }),
        json!("stay"),
        json!({ "assign": counter }),
        json!({ "level": "full" }),
        json!({ "attach": counter }),
        json!({ "go": space }),
        json!({ "march": ["2"] }),
        json!({ "bid": 255 }),
        json!({ "attacks": 3 }),
        json!(7),
        json!([]),
        json!({}),
        Value::Null,
    ];
    let mut all = Vec::new();
    for slot in &named.slots {
        all.push(json!({ "type": "menu", "slot": slot }));
        for (nth, verb) in VERBS.split_whitespace().enumerate() {
            all.push(json!({ "type": "pick", "slot": slot, "verb": verb, "target": space }));
            let target = match nth % 3 {
                0 => continue,
                1 => json!(counter),
                _ => Value::Null,
            };
            all.push(json!({ "type": "pick", "slot": slot, "verb": verb, "target": target }));
        }
        for order in &orders {
            all.push(json!({ "type": "order", "orders": { slot: order } }));
        }
    }
    for id in named.counters.iter().map(String::as_str).chain(["nobody", ""]) {
        all.push(json!({ "type": "targets", "counter": id }));
        all.push(json!({ "type": "reach", "counters": [id] }));
        all.push(json!({ "type": "reach", "counters": [id, id, "nobody"], "verb": "move", "via": [space] }));
        all.push(json!({ "type": "way", "counters": [id], "via": [space] }));
        all.push(json!({ "type": "offer", "counter": id, "most": 3, "whole": true }));
        all.push(json!({ "type": "muster", "space": space, "join": [id] }));
    }
    for space in &named.spaces {
        all.push(json!({ "type": "muster", "space": space }));
        all.push(json!({ "type": "lines", "space": space }));
        all.push(json!({ "type": "offer", "space": space, "most": 3 }));
    }
    all.extend(named.offers.iter().map(|action| json!({ "type": "why", "action": action })));
    all
}

async fn sit(to: SocketAddr, named: &Named, mine: Side) -> [Client; 3] {
    let mut seats = json!({ "axis": "friend", "soviet": "friend" });
    seats[mine.word()] = json!("me");
    let wanted = json!({ "journal": named.journal, "seats": seats, "known_dice": true }).to_string();
    let head = [("content-type", "application/json")];
    let made = http(to, "POST", "/api/tables/import", &head, wanted.as_bytes()).await.json();
    let key = |value: &Value| value.as_str().expect("a key").to_owned();
    let path = format!("/api/seats/{}/open", key(&made["seats"][mine.other().word()]));
    let seat = http(to, "POST", &path, &head, br#"{"accept":true}"#).await.json();
    let asker = Client::connect(to, &key(&made["owner"])).await;
    let other = Client::connect(to, &key(&seat["key"])).await;
    [asker, other, Client::connect(to, &key(&made["seats"]["watch"])).await]
}

/// Asks everything for both sides; says how much that was.
async fn ask_everything(game: &'static str, scenario: &'static str, entries: u64) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(config(&folder), all_games()).await.expect("starts");
    let look = move || named(&*common::game(game), scenario, entries);
    let named = tokio::task::spawn_blocking(look).await.expect("plays");
    let mut asked = 0;
    for side in Side::BOTH {
        let [mut asker, mut other, mut watcher] = sit(server.address(), &named, side).await;
        asker.quiet().await;
        other.quiet().await;
        watcher.quiet().await;
        for questions in questions(&named).chunks(500) {
            for (question, answer) in questions.iter().zip(asker.ask_all(questions).await) {
                assert_ne!(answer["kind"], "fault", "{game}: {side} asks {question}: {answer}");
            }
            asked += questions.len();
            asker.heard.clear();
        }
        assert_eq!(other.quiet().await, Vec::<Value>::new(), "{game}: the other seat hears nothing");
        assert_eq!(watcher.quiet().await, Vec::<Value>::new(), "{game}: who looks on hears nothing");
    }
    server.stop().await.expect("stops");
    asked
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_is_answered_for_every_slot_in_the_games_of_actions() {
    for (game, scenario) in [("toy", "skirmish"), ("battle", "campaign"), ("drive", "blue"), ("roads", "campaign")] {
        for entries in [0, 60] {
            assert!(ask_everything(game, scenario, entries).await > 100, "{game}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_is_answered_for_every_slot_in_the_games_of_plans() {
    for (game, scenario, entries) in [
        ("night", "march", 0),
        ("night", "march", 4),
        ("wintergewitter", "we-are-coming", 0),
        ("wintergewitter", "we-are-coming", 90),
        ("waw", "to-the-volga", 0),
        ("waw", "to-the-volga", 4),
    ] {
        assert!(ask_everything(game, scenario, entries).await > 1000, "{game}");
    }
}
