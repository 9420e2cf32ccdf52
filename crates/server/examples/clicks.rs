//! What a click costs: bytes and milliseconds over a real room and a real WebSocket, for each game; and what a long game costs to open, to take
//! back and to go on with from the command line.
//!
//! `make figures`, or `cargo run -p kessel-server --example clicks -- [GAME/SCENARIO]... [--clicks N] [--long N] [--kessel PROGRAM]`.
//!
//! What is measured is a program: the one built beside this example, or any other (`--kessel`), an older or a released one. Its own recruits play the
//! games, whose journals are then clicked through, so the figures of two programs can be held against each other though their rules differ.
#![allow(clippy::float_arithmetic, reason = "timings for people to read")]

use futures_util::{SinkExt, StreamExt};
use kessel_kernel::Side;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdout, Command};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// What is measured unless said otherwise.
const SCENARIOS: [&str; 4] = ["battle/campaign", "drive/blue", "roads/uranus", "wintergewitter/we-are-coming"];
/// How many actions are done before clicks are measured, how many are, and how long a long game is.
const BEFORE: usize = 300;
const CLICKS: usize = 400;
const LONG: usize = 5000;
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
    #[serde(default)]
    events: Vec<Kind>,
}

/// What kind of event something is.
#[derive(Deserialize)]
struct Kind {
    kind: String,
}

impl Light {
    /// Does this message show the table after what was done?
    fn shows(&self) -> bool {
        matches!(self.kind.as_str(), "state" | "patch")
    }
}

/// A whole game that recruits of the measured program played: its journal, line by line.
struct Course {
    name: String,
    lines: Vec<String>,
}

/// What was clicked.
#[derive(Clone, Deserialize)]
struct Click {
    side: Side,
    action: Value,
    #[serde(default)]
    rolls: Vec<Value>,
    #[serde(default)]
    revealed: bool,
    /// What was committed, where the action is the seal of a plan.
    plan: Option<Planned>,
}

/// A plan, as far as it is clicked.
#[derive(Clone, Deserialize)]
struct Planned {
    orders: Value,
}

impl Click {
    /// The action as somebody would send it: a plan as its orders.
    fn sent(&self) -> Value {
        self.plan.as_ref().map_or_else(|| self.action.clone(), |plan| json!({ "commit": plan.orders }))
    }
}

impl Course {
    fn play(kessel: &Path, name: &str, seed: u64) -> Course {
        let folder = tempfile::tempdir().expect("a folder");
        let seed = seed.to_string();
        run(kessel, folder.path(), &["new", name, "--seed", &seed, "-o", "game.kessel"]);
        run(kessel, folder.path(), &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit"]);
        let text = std::fs::read_to_string(folder.path().join("game.kessel")).expect("a journal");
        Course { name: name.into(), lines: text.lines().map(str::to_owned).collect() }
    }

    /// The first of several games with so many actions, or the longest of them.
    fn long(kessel: &Path, name: &str, length: usize) -> Course {
        let mut longest: Option<Course> = None;
        for seed in 1..=8 {
            let next = Course::play(kessel, name, seed);
            if longest.as_ref().is_none_or(|best| best.len() < next.len()) {
                longest = Some(next);
            }
            if longest.as_ref().is_some_and(|best| best.len() > length) {
                break;
            }
        }
        longest.expect("a game")
    }

    fn len(&self) -> usize {
        self.lines.len() - 1
    }

    /// The journal after so many actions.
    fn after(&self, n: usize) -> String {
        self.lines[..=n].join("\n") + "\n"
    }

    /// The action that comes after so many.
    fn click(&self, n: usize) -> Option<Click> {
        self.lines.get(n + 1).map(|line| serde_json::from_str(line).expect("an entry"))
    }

    /// The last place up to `n` with something to do that can be taken back by whoever did it.
    fn harmless(&self, n: usize) -> (usize, Click) {
        let quiet = |at: usize| {
            let (click, next) = (self.click(at)?, self.click(at + 1)?);
            let free = click.rolls.is_empty() && !click.revealed && click.plan.is_none();
            (free && click.side == next.side).then_some((at, click))
        };
        (0..=n.min(self.len())).rev().find_map(quiet).expect("something harmless")
    }
}

/// Runs the measured program; what it cost.
fn run(kessel: &Path, folder: &Path, arguments: &[&str]) -> Cost {
    let since = Instant::now();
    let done = std::process::Command::new(kessel).args(arguments).current_dir(folder).output().expect("runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Cost { bytes: done.stdout.len(), time: since.elapsed(), work: None }
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
        let (mut stream, _) = connect_async(format!("ws://{to}/ws")).await.expect("connects");
        stream.send(Message::text(json!({ "type": "enter", "key": key }).to_string())).await.expect("comes in");
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
    async fn ask(&mut self, message: Value) -> Cost {
        self.ask_for(message).await.0
    }

    /// The same, with what kind of thing happened.
    async fn ask_for(&mut self, mut message: Value) -> (Cost, &'static str) {
        message["n"] = json!(self.n);
        message["id"] = json!(1);
        let before = worked(self.server);
        let (since, mut cost, mut accepted) = (Instant::now(), Cost::default(), None);
        let mut happened: Vec<Kind> = Vec::new();
        self.stream.send(Message::text(message.to_string())).await.expect("sends");
        loop {
            let (bytes, mut said) = self.hear().await;
            cost.time = since.elapsed();
            cost.bytes += bytes;
            happened.append(&mut said.events);
            assert!(said.kind != "refused" && said.kind != "error", "{message}: {:?}", said.why);
            if said.kind == "accepted" {
                accepted = Some(said.n);
            }
            if accepted == Some(said.n) && said.shows() {
                self.n = said.n;
                cost.work = self.work_since(before);
                let has = |kind: &str| happened.iter().any(|event| event.kind == kind);
                return (cost, ["battle", "roll", "move"].into_iter().find(|kind| has(kind)).unwrap_or("other"));
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
        measure_clicks(&kessel, &name, clicks);
        measure_long(&kessel, &name, long);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

/// First view, moves, battles: one line each.
fn measure_clicks(kessel: &Path, name: &str, clicks: usize) {
    let game = Course::play(kessel, name, 1);
    let folder = tempfile::tempdir().expect("a folder");
    runtime().block_on(async {
        let server = Server::start(kessel, &folder.path().join("kessel.db")).await;
        let keys = table(server.address, &game.after(BEFORE)).await;
        let mut firsts = Vec::new();
        for _ in 0..TIMES {
            firsts.push(Client::sit(&server, &keys[0]).await.1);
        }
        print("first view", &mut firsts);
        let mut seats = [Client::sit(&server, &keys[0]).await.0, Client::sit(&server, &keys[1]).await.0];
        let mut costs: BTreeMap<&str, Vec<Cost>> = BTreeMap::new();
        for n in BEFORE..BEFORE + clicks {
            let Some(click) = game.click(n) else { break };
            let [axis, soviet] = &mut seats;
            let (seat, other) = if click.side == Side::Axis { (axis, soviet) } else { (soviet, axis) };
            let (cost, kind) = seat.ask_for(json!({ "type": "act", "action": click.sent() })).await;
            costs.entry(kind).or_default().push(cost);
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
fn measure_long(kessel: &Path, name: &str, long: usize) {
    let game = Course::long(kessel, name, long);
    let (at, click) = game.harmless(long);
    let journal = game.after(at);
    println!("  a long game: {at} entries, {} bytes", journal.len());
    measure_room(kessel, &journal, at as u64, &click);
    measure_file(kessel, &game.name, &journal, &click);
}

fn measure_room(kessel: &Path, journal: &str, length: u64, click: &Click) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("kessel.db");
    runtime().block_on(async {
        let server = Server::start(kessel, &database).await;
        let since = Instant::now();
        let keys = table(server.address, journal).await;
        print("import", &mut [Cost { bytes: 0, time: since.elapsed(), work: None }]);
        let key = &keys[click.side.index()];
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
            acts.push(client.ask(json!({ "type": "act", "action": click.sent() })).await);
            undos.push(client.ask(json!({ "type": "undo", "to": n })).await);
            pause().await;
        }
        print("act", &mut acts);
        print("undo", &mut undos);
        for part in 1..=TIMES as u64 {
            seeks.push(seek(&mut client, length / 8 * part).await);
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

fn measure_file(kessel: &Path, name: &str, journal: &str, click: &Click) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.kessel"), journal).expect("writes");
    let run = |arguments: &[&str]| run(kessel, folder.path(), arguments);
    let (side, action) = (click.side.word(), click.action.to_string());
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
    run(&["new", name, "-o", "fresh.kessel"]);
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
    let wanted = json!({ "journal": journal, "seats": { "axis": "me", "soviet": "friend" }, "known_dice": true });
    let made = post(to, "/api/tables/import", &wanted).await;
    let invite = made["seats"]["soviet"].as_str().unwrap_or_else(|| panic!("an invitation: {made}"));
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
