//! How long it takes until the other seat is shown an action, with many tables at once.
//!
//! `cargo run --release -p kessel-server --example load [GAMES] [SECONDS] [toy|battle]`
//!
//! Two WebSocket clients a game, on loopback; in each game one action a second. Bounded: at most 500 games and 120 seconds.

use futures_util::{SinkExt, StreamExt};
use kessel_officers::{Listed, Registry};
use kessel_server::{Config, Server};
use kessel_table::{Erased, Journal, Log, Options, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// What a client needs of a message; the rest is skipped without being built.
#[derive(Deserialize)]
struct Light {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    n: u64,
    view: Option<LightView>,
}

#[derive(Deserialize)]
struct LightView {
    offers: LightOffers,
    outcome: Option<Value>,
}

#[derive(Deserialize)]
struct LightOffers {
    list: Vec<LightOffer>,
}

#[derive(Deserialize)]
struct LightOffer {
    action: Value,
}

/// What one seat saw, and when.
struct Shown {
    seat: usize,
    at: Instant,
    message: Light,
}

/// So many open actions in a row: the game has left its secret phases.
const OPEN_ACTIONS: u32 = 6;

static BYTES: AtomicU64 = AtomicU64::new(0);

fn main() {
    let word = |nth| std::env::args().nth(nth);
    let number = |nth, usual: u64| word(nth).and_then(|w| w.parse().ok()).unwrap_or(usual);
    let (games, seconds) = (number(1, 100).min(500), number(2, 20).min(120));
    let scenario = match word(3).as_deref() {
        Some("toy") => ("toy", "skirmish"),
        _ => ("battle", "campaign"),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = Config::new(folder.path().join("kessel.db"));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    config.limits.new_tables = 1_000_000;
    let servers = runtime();
    let server = servers.block_on(Server::start(config, registry())).expect("starts");
    let address = server.address();
    // The clients have threads of their own, as other machines would.
    let mut times = runtime().block_on(run(address, games, seconds, under_way(scenario).into()));
    servers.block_on(server.stop()).expect("stops");
    times.sort_unstable();
    let at = |permille: usize| times.get(times.len() * permille / 1000).copied().unwrap_or_default();
    println!("{games} games of {}, {} clients, {seconds} s", scenario.0, games * 2);
    println!(
        "{} actions seen by the other seat, {} MB received",
        times.len(),
        BYTES.load(Ordering::Relaxed) / 1_000_000
    );
    println!(
        "p50 {:?}  p90 {:?}  p99 {:?}  most {:?}",
        at(500),
        at(900),
        at(990),
        times.last().copied().unwrap_or_default()
    );
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

fn registry() -> Registry {
    let battle = kessel_battle::Battle::load(&kessel_battle::data::Data::embedded()).expect("the built-in data");
    let mut games = Registry::new();
    games.add(Listed::built(Arc::new(Erased::new(kessel_table::toy::Toy::new())), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(battle)), Vec::new()));
    games
}

async fn run(to: SocketAddr, games: u64, seconds: u64, journal: Arc<str>) -> Vec<Duration> {
    let mut seats = Vec::new();
    for nth in 0..games {
        seats.push((nth, table(to, &journal).await));
    }
    let start = Instant::now() + Duration::from_secs(2);
    let end = start + Duration::from_secs(seconds);
    let tasks = seats.into_iter().map(|(nth, keys)| {
        // Spread over the second.
        let first = start + Duration::from_micros(nth * 1_000_000 / games);
        tokio::spawn(game(to, journal.clone(), keys, nth, (first, end)))
    });
    let tasks: Vec<_> = tasks.collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.expect("a game"));
    }
    times
}

/// One game: each second somebody who can acts at random; measured until the other is shown the table after it.
async fn game(
    to: SocketAddr,
    journal: Arc<str>,
    mut keys: [String; 2],
    nth: u64,
    (mut next, end): (Instant, Instant),
) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut luck = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    while next < end {
        let (shown, mut heard) = unbounded_channel();
        let mut says = Vec::new();
        for (seat, key) in keys.iter().enumerate() {
            says.push(sit(to, key, seat, shown.clone()).await);
        }
        times.extend(play(&says, &mut heard, &mut luck, (&mut next, end)).await);
        if next < end {
            keys = table(to, &journal).await;
        }
    }
    times
}

async fn play(
    says: &[UnboundedSender<String>],
    heard: &mut UnboundedReceiver<Shown>,
    luck: &mut u64,
    (next, end): (&mut Instant, Instant),
) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut numbers = [0, 0];
    let mut offers = [Vec::new(), Vec::new()];
    let mut sent: Option<(usize, Instant)> = None;
    loop {
        tokio::select! {
            shown = heard.recv() => {
                let Some(Shown { seat, at, message }) = shown else { return times };
                assert!(message.kind != "refused" && message.kind != "error", "{}", message.kind);
                let Some(view) = message.view else { continue };
                if let Some((actor, since)) = sent && seat != actor {
                    times.push(at - since);
                    sent = None;
                }
                if view.outcome.is_some() {
                    return times;
                }
                numbers[seat] = message.n;
                offers[seat] = view.offers.list;
            }
            () = sleep_until(*next) => {
                *next += Duration::from_secs(1);
                if *next > end {
                    return times;
                }
                let first = pick(luck, 2);
                let Some(seat) = [first, 1 - first].into_iter().find(|s| !offers[*s].is_empty()) else { continue };
                let list = &offers[seat];
                let action = &list[pick(luck, list.len())].action;
                let message = json!({ "type": "act", "id": 1, "n": numbers[seat], "action": action }).to_string();
                sent = Some((seat, Instant::now()));
                let _ = says[seat].send(message);
            }
        }
    }
}

/// A client: what it is told to say, it says; what it hears, it passes on with the time.
async fn sit(to: SocketAddr, key: &str, seat: usize, shown: UnboundedSender<Shown>) -> UnboundedSender<String> {
    let (mut ws, _) = connect_async(format!("ws://{to}/ws")).await.expect("connects");
    ws.send(Message::text(json!({ "type": "enter", "key": key }).to_string())).await.expect("comes in");
    let (mut sink, mut stream) = ws.split();
    let (says, mut said) = unbounded_channel::<String>();
    tokio::spawn(async move {
        while let Some(text) = said.recv().await {
            if sink.send(Message::text(text)).await.is_err() {
                break;
            }
        }
    });
    tokio::spawn(async move {
        while let Some(Ok(frame)) = stream.next().await {
            let at = Instant::now();
            let Message::Text(text) = frame else { continue };
            BYTES.fetch_add(text.len() as u64, Ordering::Relaxed);
            let message = serde_json::from_str(&text).expect("a message");
            if shown.send(Shown { seat, at, message }).is_err() {
                break;
            }
        }
    });
    says
}

/// A game under way, played at random until the last actions were all shown to the other side: secret ones would measure nothing.
fn under_way((game, scenario): (&str, &str)) -> String {
    let games = registry();
    let game = games.get(game).expect("a game");
    let seed = Seed::from_number(1);
    let mut journal = Journal::start(&**game, scenario, &Options::default(), seed, &mut Log::silent()).expect("starts");
    let (mut luck, mut shown) = (88_172_645_463_325_252, 0);
    while shown < OPEN_ACTIONS && journal.session().turn() < 3 {
        let Some(side) = journal.session().to_act().first() else { break };
        let list = journal.session().offers(side).list;
        let action = list[pick(&mut luck, list.len())].action.clone();
        let before = journal.session().seen_hash(side.other().into());
        journal.act(side, &action).expect("offered");
        shown = if journal.session().seen_hash(side.other().into()) == before { 0 } else { shown + 1 };
    }
    println!("each game begins with {} actions done", journal.len());
    journal.to_text()
}

/// Numbers that look random.
fn pick(luck: &mut u64, n: usize) -> usize {
    *luck ^= *luck << 13;
    *luck ^= *luck >> 7;
    *luck ^= *luck << 17;
    (*luck >> 8) as usize % n
}

/// A new table for two people: the keys of Axis and Soviet.
async fn table(to: SocketAddr, journal: &str) -> [String; 2] {
    let wanted = json!({ "journal": journal, "seats": { "axis": "me", "soviet": "friend" }, "known_dice": true });
    let made = post(to, "/api/tables/import", &wanted).await;
    let invite = made["seats"]["soviet"].as_str().expect("an invitation");
    let seat = post_as(to, "/api/seat/open", invite, &json!({ "accept": true })).await;
    [made["owner"].as_str().expect("a key").into(), seat["key"].as_str().expect("a key").into()]
}

async fn post(to: SocketAddr, path: &str, body: &Value) -> Value {
    post_as(to, path, "", body).await
}

async fn post_as(to: SocketAddr, path: &str, key: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(to).await.expect("connects");
    let text = format!(
        "POST {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\ncontent-type: application/json\r\nauthorization: Bearer {key}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.expect("sends");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("answers");
    let (_, body) = answer.split_once("\r\n\r\n").expect("an answer");
    serde_json::from_str(body).expect("JSON")
}
