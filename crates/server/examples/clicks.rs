//! What a click costs: bytes and milliseconds over a real room and a real WebSocket, for each game; and what a long game costs to open, to take
//! back and to go on with from the command line.
//!
//! `make figures`, or `cargo run -p kessel-server --example clicks -- [GAME/SCENARIO]... [--clicks N] [--long N] [--kessel PROGRAM]`.
//!
//! What is measured is a program: the one built beside this example, or any other (`--kessel`), an older or a released one. Recruits play. Which action
//! comes next is worked out here, so the figures of one program can be held against those of another as long as the rules are the same.
#![allow(clippy::float_arithmetic, reason = "timings for people to read")]

use futures_util::{SinkExt, StreamExt};
use kessel_officers::{AnyOfficer, Listed, Playable, Rank, Registry};
use kessel_table::{Dice, Erased, Journal, Log, Options, Seed, Side, Viewer, What};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdout, Command};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// What is measured unless said otherwise.
const SCENARIOS: [&str; 3] = ["battle/campaign", "drive/blue", "roads/uranus"];
/// How many actions are done before clicks are measured, how many are, and how long a long game is.
const BEFORE: u64 = 300;
const CLICKS: u64 = 400;
const LONG: u64 = 5000;
/// How often a single thing is measured: the middle one counts.
const TIMES: usize = 5;

/// What a client needs of a message.
#[derive(Deserialize)]
struct Light {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    n: u64,
    #[serde(default)]
    why: Option<Value>,
}

impl Light {
    /// Does this message show the table after what was done?
    fn shows(&self) -> bool {
        matches!(self.kind.as_str(), "state" | "patch")
    }
}

/// A game that recruits play, on this side of the wire.
struct Game {
    rules: Arc<dyn Playable>,
    journal: Journal,
    officers: [Box<dyn AnyOfficer>; 2],
}

/// What was clicked.
struct Click {
    side: Side,
    action: Value,
    kind: &'static str,
}

impl Game {
    fn start(registry: &Registry, name: &str, seed: u64) -> Game {
        let (rules, scenario) = registry.find(name).expect("a scenario");
        let seed = Seed::from_number(seed);
        let officer = |side| rules.enlist(Rank::Recruit, &seed, side).expect("every game has recruits");
        let journal = Journal::start(&**rules, scenario, &Options::default(), seed.clone(), &mut Log::silent());
        let officers = [officer(Side::Axis), officer(Side::Soviet)];
        Game { rules: rules.clone(), journal: journal.expect("starts"), officers }
    }

    /// Plays on until the journal is so long, or the game is over.
    fn play_to(&mut self, length: u64) {
        while self.journal.len() < length && self.click().is_some() {}
    }

    /// The next action, done here already.
    fn click(&mut self) -> Option<Click> {
        let side = self.journal.session().to_act().first()?;
        let action = self.officers[side.index()].choose(self.journal.session(), side).expect("has an offer");
        let events = self.journal.act(side, &action).expect("an offer is allowed");
        let rolled = !self.journal.entries().last().expect("just done").rolls.is_empty();
        let moved = events.iter().any(|e| matches!(e.what, What::Move { .. }));
        let fought = events.iter().any(|e| matches!(e.what, What::Battle { .. }));
        let kind = match (fought, rolled, moved) {
            (true, ..) => "battle",
            (_, true, _) => "roll",
            (_, _, true) => "move",
            _ => "other",
        };
        Some(Click { side, action, kind })
    }

    /// Something to do that can be taken back, if there is such a thing.
    fn harmless(&self) -> Option<(Side, Value)> {
        let session = self.journal.session();
        let side = session.to_act().first()?;
        let is_harmless = |action: &Value| {
            let (mut copy, mut log) = (session.fork(), Log::new());
            let mut dice = Dice::seeded(&Seed::from_number(0), 0);
            let done = copy.act(side, action, &mut dice, &mut log).is_ok();
            done && dice.rolled() == 0 && !log.revealed() && copy.to_act().includes(side)
        };
        let offers = session.offers(side).list.into_iter();
        offers.map(|offer| offer.action).find(is_harmless).map(|action| (side, action))
    }
}

/// A seat at a table.
struct Client {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n: u64,
    /// The server's process.
    server: Option<u32>,
}

/// What one thing cost.
#[derive(Copy, Clone, Default)]
struct Cost {
    bytes: usize,
    time: Duration,
    /// What the server's processor did for it, where the system tells; a busy machine does not spoil it.
    work: Option<Duration>,
}

impl Client {
    /// Comes in; what it costs until the table is shown.
    async fn sit(server: &Server, key: &str) -> (Client, Cost) {
        let (since, to, server) = (Instant::now(), server.address, server.child.id());
        let before = worked(server);
        let (stream, _) = connect_async(format!("ws://{to}/ws/{key}")).await.expect("connects");
        let mut client = Client { stream, n: 0, server };
        let mut cost = Cost::default();
        loop {
            let (bytes, message) = client.hear().await;
            cost.bytes += bytes;
            if message.shows() {
                cost.time = since.elapsed();
                cost.work = client.work_since(before);
                client.n = message.n;
                return (client, cost);
            }
        }
    }

    /// What the server did since.
    fn work_since(&self, before: Option<Duration>) -> Option<Duration> {
        Some(worked(self.server)? - before?)
    }

    async fn hear(&mut self) -> (usize, Light) {
        loop {
            let frame = self.stream.next().await.expect("a message").expect("a whole one");
            if let Message::Text(text) = frame {
                return (text.len(), serde_json::from_str(&text).expect("a message is JSON"));
            }
        }
    }

    /// Asks for something, and waits until the table is shown after it.
    async fn ask(&mut self, mut message: Value) -> Cost {
        message["n"] = json!(self.n);
        message["id"] = json!(1);
        let before = worked(self.server);
        let (since, mut cost, mut accepted) = (Instant::now(), Cost::default(), None);
        self.stream.send(Message::text(message.to_string())).await.expect("sends");
        loop {
            let (bytes, said) = self.hear().await;
            cost.time = since.elapsed();
            cost.bytes += bytes;
            assert!(said.kind != "refused" && said.kind != "error", "{message}: {:?}", said.why);
            if said.kind == "accepted" {
                accepted = Some(said.n);
            }
            if accepted == Some(said.n) && said.shows() {
                self.n = said.n;
                cost.work = self.work_since(before);
                return cost;
            }
        }
    }

    /// Hears what the other seat has done, without waiting for more.
    async fn catch_up(&mut self) {
        while let Ok((_, said)) = tokio::time::timeout(Duration::from_millis(1), self.hear()).await {
            if said.shows() {
                self.n = said.n;
            }
        }
    }
}

/// A server of the program that is measured.
struct Server {
    child: Child,
    address: SocketAddr,
    /// Kept open: a program whose output nobody reads may end.
    _says: Lines<BufReader<ChildStdout>>,
}

impl Server {
    async fn start(kessel: &Path, database: &Path) -> Server {
        let url = format!("sqlite:{}", database.display());
        let mut child = Command::new(kessel)
            .args(["serve", "--listen", "127.0.0.1:0", "--db", &url])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        loop {
            let line = lines.next_line().await.expect("its output").expect("the server says where it listens");
            if let Some(url) = line.strip_prefix("Kessel is at http://") {
                let address = url.trim_end_matches('/').replace("localhost", "127.0.0.1");
                return Server { child, address: address.parse().expect("an address"), _says: lines };
            }
        }
    }

    async fn stop(mut self) {
        self.child.kill().await.expect("stops");
    }
}

/// How long the threads of a process have worked so far.
fn worked(process: Option<u32>) -> Option<Duration> {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", process?)).ok()?;
    let read = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("schedstat")).ok();
    let work = tasks.flatten().filter_map(read).filter_map(|text| text.split(' ').next()?.parse::<u64>().ok());
    Some(Duration::from_nanos(work.sum()))
}

/// Nobody may say more than twenty things a second.
async fn pause() {
    tokio::time::sleep(Duration::from_millis(60)).await;
}

fn main() {
    let mut scenarios = Vec::new();
    let (mut clicks, mut long, mut program) = (CLICKS, LONG, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().expect("one more word");
        match word.as_str() {
            "--clicks" => clicks = next().parse().expect("a number"),
            "--long" => long = next().parse().expect("a number"),
            "--kessel" => program = Some(PathBuf::from(next())),
            _ => scenarios.push(word),
        }
    }
    if scenarios.is_empty() {
        scenarios = SCENARIOS.map(str::to_owned).into();
    }
    let kessel = program.or_else(kessel).expect("build the program first, or name one with --kessel");
    println!(
        "each in the middle and at worst: from the question to the table shown after it; work of the server; bytes"
    );
    for name in scenarios {
        println!("\n{name}");
        measure_parts(&name, clicks);
        measure_clicks(&kessel, &name, clicks);
        measure_long(&kessel, &name, long);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

fn registry() -> Registry {
    let battle = kessel_battle::Battle::load(&kessel_battle::data::Data::embedded()).expect("the built-in data");
    let drive = kessel_drive::Drive::load(&kessel_drive::data::Data::embedded()).expect("the built-in data");
    let roads = kessel_roads::Roads::load(&kessel_roads::data::Data::embedded()).expect("the built-in data");
    let mut games = Registry::new();
    games.add(Listed::built(Arc::new(Erased::new(battle)), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(drive)), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(roads)), Vec::new()));
    games
}

/// What the parts of an action cost by themselves, in this build: microseconds, the middle one of many positions.
fn measure_parts(name: &str, clicks: u64) {
    const SEEN: [Viewer; 3] = [Viewer::Axis, Viewer::Soviet, Viewer::Spectator];
    let mut game = Game::start(&registry(), name, 1);
    game.play_to(BEFORE);
    let mut parts: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for _ in 0..clicks {
        let before = game.journal.session().fork();
        let Some(click) = game.click() else { break };
        let session = game.journal.session();
        let mut time = |what, work: &mut dyn FnMut()| {
            let since = Instant::now();
            work();
            parts.entry(what).or_default().push(since.elapsed());
        };
        time("a copy", &mut || drop(session.fork()));
        time("hash", &mut || drop(session.hash()));
        time("three hashes of what is seen", &mut || SEEN.iter().for_each(|v| drop(session.seen_hash(*v))));
        time("three comparisons of it", &mut || {
            black_box(SEEN.map(|v| session.looks_like(&*before, v)));
        });
        let mut view = None;
        time("a view", &mut || view = Some(session.view(click.side.into())));
        time("its JSON", &mut || drop(black_box(serde_json::to_string(&view))));
    }
    for (what, mut times) in parts {
        times.sort_unstable();
        println!("  {what:<30}{:>9.1} us", times[times.len() / 2].as_secs_f64() * 1e6);
    }
}

/// First view, moves, battles: one line each.
fn measure_clicks(kessel: &Path, name: &str, clicks: u64) {
    let mut game = Game::start(&registry(), name, 1);
    game.play_to(BEFORE);
    let folder = tempfile::tempdir().expect("a folder");
    runtime().block_on(async {
        let server = Server::start(kessel, &folder.path().join("kessel.db")).await;
        let keys = table(server.address, &game.journal.to_text()).await;
        let mut firsts = Vec::new();
        for _ in 0..TIMES {
            firsts.push(Client::sit(&server, &keys[0]).await.1);
        }
        print("first view", &mut firsts);
        let mut seats = [Client::sit(&server, &keys[0]).await.0, Client::sit(&server, &keys[1]).await.0];
        let mut costs: BTreeMap<&str, Vec<Cost>> = BTreeMap::new();
        for _ in 0..clicks {
            let Some(click) = game.click() else { break };
            let [axis, soviet] = &mut seats;
            let (seat, other) = if click.side == Side::Axis { (axis, soviet) } else { (soviet, axis) };
            let cost = seat.ask(json!({ "type": "act", "action": click.action })).await;
            costs.entry(click.kind).or_default().push(cost);
            other.catch_up().await;
            pause().await;
        }
        for (kind, mut list) in costs {
            print(kind, &mut list);
        }
        server.stop().await;
    });
}

/// Opening, undo and the command line on a long game.
fn measure_long(kessel: &Path, name: &str, long: u64) {
    let games = registry();
    let mut game = (1..20).map(|seed| {
        let mut game = Game::start(&games, name, seed);
        game.play_to(long);
        game
    });
    let longest = |best: Option<Game>, next: Game| match best {
        Some(best) if best.journal.len() >= next.journal.len() => Some(best),
        _ => Some(next),
    };
    let mut best = None;
    for _ in 0..8 {
        best = longest(best, game.next().expect("another seed"));
        if best.as_ref().is_some_and(|b| b.journal.len() >= long) {
            break;
        }
    }
    let mut game = best.expect("a game");
    // A game that is over is no game to go on with: go back to where something can be done and taken back.
    let harmless = loop {
        if let Some(found) = game.harmless() {
            break found;
        }
        let text = game.journal.to_text();
        let lines: Vec<&str> = text.lines().collect();
        let shorter = lines[..lines.len() - 1].join("\n") + "\n";
        game.journal = Journal::from_text(&*game.rules, &shorter).expect("replays");
    };
    println!("  a long game: {} entries, {} bytes", game.journal.len(), game.journal.to_text().len());
    measure_room(kessel, &game, &harmless);
    measure_file(kessel, &game, &harmless);
}

fn measure_room(kessel: &Path, game: &Game, (side, action): &(Side, Value)) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("kessel.db");
    runtime().block_on(async {
        let server = Server::start(kessel, &database).await;
        let since = Instant::now();
        let keys = table(server.address, &game.journal.to_text()).await;
        print("import", &mut [Cost { bytes: 0, time: since.elapsed(), work: None }]);
        let key = &keys[side.index()];
        let first = Client::sit(&server, key).await.1;
        print("open, first time", &mut [first]);
        // What a server does when nobody waits for it should be done by now.
        tokio::time::sleep(Duration::from_secs(1)).await;
        server.stop().await;
        let mut opened = Vec::new();
        for _ in 0..TIMES {
            let server = Server::start(kessel, &database).await;
            opened.push(Client::sit(&server, key).await.1);
            server.stop().await;
        }
        print("open", &mut opened);
        let server = Server::start(kessel, &database).await;
        let mut client = Client::sit(&server, key).await.0;
        let (mut acts, mut undos, mut seeks) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..TIMES {
            let n = client.n;
            acts.push(client.ask(json!({ "type": "act", "action": action })).await);
            undos.push(client.ask(json!({ "type": "undo", "to": n })).await);
            pause().await;
        }
        print("act", &mut acts);
        print("undo", &mut undos);
        for part in 1..=TIMES as u64 {
            seeks.push(seek(&mut client, game.journal.len() / 8 * part).await);
        }
        print("seek, none twice", &mut seeks);
        server.stop().await;
    });
}

/// Looks back at one action.
async fn seek(client: &mut Client, n: u64) -> Cost {
    let n = n.min(client.n);
    let message = json!({ "type": "replay", "id": 1, "from": n, "to": n, "views": "last" });
    let (since, before) = (Instant::now(), worked(client.server));
    client.stream.send(Message::text(message.to_string())).await.expect("sends");
    loop {
        let (bytes, said) = client.hear().await;
        if said.kind == "replay" {
            return Cost { bytes, time: since.elapsed(), work: client.work_since(before) };
        }
    }
}

fn measure_file(kessel: &Path, game: &Game, (side, action): &(Side, Value)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.kessel");
    std::fs::write(&file, game.journal.to_text()).expect("writes");
    let run = |arguments: &[&str]| {
        let since = Instant::now();
        let done = std::process::Command::new(kessel).args(arguments).current_dir(folder.path()).output();
        let done = done.expect("runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Cost { bytes: done.stdout.len(), time: since.elapsed(), work: None }
    };
    let (side, action) = (side.word(), action.to_string());
    let act = ["act", "game.kessel", "--as", side, action.as_str()];
    print("kessel act, first", &mut [run(&act)]);
    run(&["undo", "game.kessel"]);
    let (mut acts, mut undos, mut shows) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        acts.push(run(&act));
        shows.push(run(&["show", "game.kessel"]));
        undos.push(run(&["undo", "game.kessel"]));
    }
    print("kessel act", &mut acts);
    print("kessel undo", &mut undos);
    print("kessel show", &mut shows);
    let fresh = folder.path().join("fresh.kessel");
    let new = ["new", &*format!("{}/{}", game.rules.info().id, game.journal.header().scenario), "-o", "fresh.kessel"];
    run(&new);
    assert!(fresh.exists());
    print("kessel show, a new game", &mut [run(&["show", "fresh.kessel"])]);
}

/// The program, built like this one.
fn kessel() -> Option<PathBuf> {
    let me = std::env::current_exe().ok()?;
    let path = me.parent()?.parent()?.join("kessel");
    path.exists().then_some(path)
}

fn print(what: &str, costs: &mut [Cost]) {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (middle, last) = (costs.len() / 2, costs.len() - 1);
    costs.sort_unstable_by_key(|c| c.bytes);
    let bytes = [costs[middle].bytes, costs[last].bytes];
    costs.sort_unstable_by_key(|c| c.work);
    let work = [costs[middle].work, costs[last].work].map(|w| w.map_or("-".into(), |w| format!("{:.1}", ms(w))));
    costs.sort_unstable_by_key(|c| c.time);
    let time = [costs[middle].time, costs[last].time].map(ms);
    println!(
        "  {what:<24}{:>4} times {:>9.1} {:>9.1} ms {:>8} {:>8} ms work {:>8} {:>8} B",
        costs.len(),
        time[0],
        time[1],
        work[0],
        work[1],
        bytes[0],
        bytes[1]
    );
}

/// A new table for two people: the keys of Axis and Soviet.
async fn table(to: SocketAddr, journal: &str) -> [String; 2] {
    let wanted = json!({ "journal": journal, "seats": { "axis": "me", "soviet": "friend" } });
    let made = post(to, "/api/tables/import", &wanted).await;
    let invite = made["seats"]["soviet"].as_str().unwrap_or_else(|| panic!("an invitation: {made}"));
    let seat = post(to, &format!("/api/seats/{invite}/open"), &json!({})).await;
    [made["owner"].as_str().expect("a key").into(), seat["key"].as_str().expect("a key").into()]
}

async fn post(to: SocketAddr, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(to).await.expect("connects");
    let text = format!(
        "POST {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.expect("sends");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("answers");
    let (_, body) = answer.split_once("\r\n\r\n").expect("an answer");
    serde_json::from_str(body).expect("JSON")
}
