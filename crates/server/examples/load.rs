//! How long it takes until the other seat is shown an action, with many tables at once.
//!
//! `cargo run --release -p kessel-server --features jemalloc --example load -- [GAMES] [SECONDS] [toy|battle|roads|drive] [IDLE] [COMPUTERS]`
//!
//! Two WebSocket clients a game, on loopback; in each game one action a second. IDLE connections sit at other tables and do nothing, COMPUTERS games are played by
//! two officers. The server is a process of its own, so its memory can be told: of tables at which somebody has just come in, of the same when they sleep because
//! nothing happens, and how long one that sleeps takes to answer. Bounded: at most 1000 games, 120 seconds, 6000 idle connections, 60 computers.

use futures_util::{SinkExt, StreamExt};
use kessel_kernel::{Erased, Journal, Log, Options, Seed, Side};
use kessel_officers::{Listed, Registry};
use kessel_server::{Config, Server};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// As the program itself has it.
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Set in the process that serves: the folder of its database.
const CHILD: &str = "KESSEL_LOAD_FOLDER";
/// After this long a table at which nothing happens sleeps: sooner than usual, so that nobody has to wait for it here.
const DOZE: Duration = Duration::from_secs(4);

/// What a client needs of a message; the rest is skipped without being built.
#[derive(Deserialize)]
struct Light {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    n: u64,
    #[serde(default)]
    why: Option<Value>,
}

/// What one seat heard, and when.
struct Heard {
    seat: usize,
    at: Instant,
    message: Light,
}

/// What both seats do, one after the other: the same in every game, because all begin with the same journal and so the same dice.
struct Script {
    journal: String,
    /// By whom, and what.
    acts: Vec<(Side, Value)>,
}

static BYTES: AtomicU64 = AtomicU64::new(0);

fn main() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    if let Ok(folder) = std::env::var(CHILD) {
        return runtime.block_on(serve(&folder));
    }
    let word = |nth| std::env::args().nth(nth);
    let number = |nth, usual: u64, most: u64| word(nth).and_then(|w| w.parse().ok()).unwrap_or(usual).min(most);
    let (games, seconds) = (number(1, 100, 1000), number(2, 20, 120));
    let (idle, computers) = (number(4, 0, 6000), number(5, 0, 60));
    let scenario = match word(3).as_deref() {
        Some("toy") => ("toy", "skirmish"),
        Some("roads") => ("roads", "wintergewitter"),
        Some("drive") => ("drive", "blue"),
        _ => ("battle", "campaign"),
    };
    let script = Arc::new(script(scenario, seconds));
    println!(
        "each game begins with {} entries; {} open actions follow",
        script.journal.lines().count() - 1,
        script.acts.len()
    );
    runtime.block_on(run(scenario.0, (games, seconds), (idle, computers), script));
}

async fn serve(folder: &str) {
    let mut config = Config::new(std::path::Path::new(folder).join("kessel.db"));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    config.limits.sockets = 20_000;
    config.limits.doze = DOZE;
    let server = Server::start(config, registry()).await.expect("starts");
    println!("listening {}", server.address());
    server.stopped().await.expect("runs until it is killed");
}

struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    async fn start(folder: &std::path::Path) -> Process {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .env(CHILD, folder)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let line = lines.next_line().await.expect("its output").expect("it says where it listens");
        let address = line.strip_prefix("listening ").and_then(|a| a.parse().ok()).expect("an address");
        Process { child, address }
    }

    /// Kilobytes of memory.
    fn memory(&self) -> u64 {
        let id = self.child.id().expect("it runs");
        let text = std::fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
        text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4
    }
}

fn registry() -> Registry {
    let battle = kessel_battle::Battle::load(&kessel_battle::data::Data::embedded()).expect("the built-in data");
    let roads = kessel_roads::Roads::load(&kessel_roads::data::Data::embedded()).expect("the built-in data");
    let drive = kessel_drive::Drive::load(&kessel_drive::data::Data::embedded()).expect("the built-in data");
    let mut games = Registry::new();
    games.add(Listed::built(Arc::new(Erased::new(kessel_kernel::toy::Toy::new())), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(battle)), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(roads)), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(drive)), Vec::new()));
    games
}

async fn run(game: &str, (games, seconds): (u64, u64), (idle, computers): (u64, u64), script: Arc<Script>) {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path()).await;
    let to = process.address;
    let empty = process.memory();
    let mut seats = Vec::new();
    for nth in 0..games {
        seats.push((nth, table(to, &script.journal).await));
    }
    let mut sockets = Vec::new();
    for (_, keys) in &seats {
        sockets.push([sit(to, &keys[0]).await, sit(to, &keys[1]).await]);
    }
    sleep(Duration::from_secs(2)).await;
    let each = |process: &Process| (process.memory().saturating_sub(empty)) / games.max(1);
    let awake = each(&process);
    // What is freed goes back to the system within ten seconds.
    sleep(DOZE + Duration::from_secs(12)).await;
    let asleep = each(&process);
    let mut woken = Vec::new();
    for [one, _] in sockets.iter_mut().take(200) {
        woken.push(show(one).await);
    }
    println!(
        "{games} games of {game}: memory {empty} kB empty, for each game with its two clients {awake} kB awake, {asleep} kB asleep"
    );
    println!("a table that sleeps is shown after {}", spread(&mut woken));
    // Everybody is awake before it begins.
    for [one, _] in sockets.iter_mut().skip(200) {
        show(one).await;
    }
    let before = process.memory();
    let _idle = idlers(to, &script.journal, idle).await;
    let _computers = officers(to, game, computers).await;
    if idle > 0 {
        sleep(DOZE + Duration::from_secs(1)).await;
    }
    if let Some(each) = process.memory().saturating_sub(before).checked_div(idle) {
        println!("{each} kB for each idle connection");
    }
    let start = Instant::now() + Duration::from_secs(2);
    let end = start + Duration::from_secs(seconds);
    let tasks: Vec<_> = seats
        .into_iter()
        .zip(sockets)
        .map(|((nth, _), sockets)| {
            // Spread over the second.
            let first = start + Duration::from_micros(nth * 1_000_000 / games);
            tokio::spawn(play(sockets, script.clone(), first, end))
        })
        .collect();
    let (mut times, mut late) = (Vec::new(), 0);
    for task in tasks {
        let (played, missed) = task.await.expect("a game");
        times.extend(played);
        late += missed;
    }
    println!(
        "{games} games of {game}, {} clients, {seconds} s, {idle} idle connections, {computers} computer games, load average {}",
        games * 2,
        load_average()
    );
    println!(
        "{} actions seen by the other seat, {late} not yet when the next was due; {} MB received",
        times.len(),
        BYTES.load(Ordering::Relaxed) / 1_000_000
    );
    println!("from action to the other seat's update: {}", spread(&mut times));
}

/// The middle, and the slow ones.
fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |permille: usize| times.get(times.len() * permille / 1000).copied().unwrap_or_default();
    let most = times.last().copied().unwrap_or_default();
    format!("p50 {:.1?}  p90 {:.1?}  p99 {:.1?}  most {most:.1?}", at(500), at(900), at(990))
}

/// How busy the machine is, with everything else that runs on it.
fn load_average() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_default().split(' ').next().unwrap_or("?").to_owned()
}

/// Asks to be shown the table: how long that takes.
async fn show(ws: &mut Socket) -> Duration {
    let since = Instant::now();
    ws.send(Message::text(json!({ "type": "show", "id": 9 }).to_string())).await.expect("asks");
    while let Some(Ok(frame)) = ws.next().await {
        let Message::Text(text) = frame else { continue };
        let message: Light = serde_json::from_str(&text).expect("a message");
        if message.kind == "state" {
            break;
        }
    }
    since.elapsed()
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Comes in and reads up to the first whole table.
async fn sit(to: SocketAddr, key: &str) -> Socket {
    let (mut ws, _) = connect_async(format!("ws://{to}/ws")).await.expect("connects");
    ws.send(Message::text(json!({ "type": "enter", "key": key }).to_string())).await.expect("comes in");
    while let Some(Ok(frame)) = ws.next().await {
        let Message::Text(text) = frame else { continue };
        let message: Light = serde_json::from_str(&text).expect("a message");
        assert!(message.kind != "error", "{text}");
        if message.kind == "state" {
            break;
        }
    }
    ws
}

/// Connections that do nothing, each reading what comes.
async fn idlers(to: SocketAddr, journal: &str, count: u64) -> Vec<tokio::task::JoinHandle<()>> {
    let mut all = Vec::new();
    while (all.len() as u64) < count {
        let wanted = json!({ "journal": journal, "seats": { "axis": "me", "soviet": "me" } });
        let made = post(to, "/api/tables/import", "", &wanted).await;
        let key = |name: &str| made[name].as_str().or(made["seats"][name].as_str()).expect("a key").to_owned();
        let (owner, watch) = (key("owner"), key("watch"));
        for nth in 0..32.min(count - all.len() as u64) {
            let mut ws = sit(to, if nth < 8 { &owner } else { &watch }).await;
            all.push(tokio::spawn(async move { while let Some(Ok(_)) = ws.next().await {} }));
        }
    }
    all
}

/// Games of two officers, each with somebody who looks on.
async fn officers(to: SocketAddr, game: &str, count: u64) -> Vec<tokio::task::JoinHandle<()>> {
    let scenario = match game {
        "toy" => "skirmish",
        "roads" => "wintergewitter",
        "drive" => "blue",
        _ => "campaign",
    };
    let mut all = Vec::new();
    for _ in 0..count {
        let mut wanted = json!({ "game": game, "scenario": scenario, "seats": { "axis": "staff", "soviet": "staff" } });
        let mut made = post(to, "/api/tables", "", &wanted).await;
        if made["owner"].is_null() {
            wanted["seats"] = json!({ "axis": "recruit", "soviet": "recruit" });
            made = post(to, "/api/tables", "", &wanted).await;
        }
        let mut ws = sit(to, made["owner"].as_str().expect("a key")).await;
        all.push(tokio::spawn(async move { while let Some(Ok(_)) = ws.next().await {} }));
    }
    all
}

/// One game: each second the next action of the script; measured until the other seat is shown the table after it.
async fn play(sockets: [Socket; 2], script: Arc<Script>, mut next: Instant, end: Instant) -> (Vec<Duration>, u64) {
    let (told, mut heard) = unbounded_channel();
    let mut says = Vec::new();
    for (seat, ws) in sockets.into_iter().enumerate() {
        says.push(talk(ws, seat, told.clone()));
    }
    let (mut times, mut late) = (Vec::new(), 0);
    let mut numbers: [Option<u64>; 2] = [None; 2];
    for say in &says {
        let _ = say.send(json!({ "type": "show", "id": 1 }).to_string());
    }
    let mut sent: Option<(usize, Instant)> = None;
    let mut acts = script.acts.iter();
    loop {
        tokio::select! {
            news = heard.recv() => {
                let Some(Heard { seat, at, message }) = news else { return (times, late) };
                assert!(message.kind != "refused" && message.kind != "error", "{}: {:?}", message.kind, message.why);
                if matches!(message.kind.as_str(), "state" | "patch" | "events" | "accepted") {
                    numbers[seat] = Some(numbers[seat].unwrap_or(0).max(message.n));
                }
                if let Some((actor, since)) = sent && seat != actor && matches!(message.kind.as_str(), "state" | "patch") {
                    times.push(at - since);
                    sent = None;
                }
            }
            () = sleep_until(next) => {
                next += Duration::from_secs(1);
                if next > end {
                    return (times, late);
                }
                // Whoever is late is waited for: what comes next would be meant for another table.
                if sent.is_some() {
                    late += 1;
                    continue;
                }
                let Some((side, action)) = acts.next() else { return (times, late) };
                let seat = side.index();
                let Some(n) = numbers[seat] else { continue };
                let message = json!({ "type": "act", "id": 2, "n": n, "action": action }).to_string();
                sent = Some((seat, Instant::now()));
                let _ = says[seat].send(message);
            }
        }
    }
}

/// A client: what it is told to say, it says; what it hears, it passes on with the time.
fn talk(ws: Socket, seat: usize, told: UnboundedSender<Heard>) -> UnboundedSender<String> {
    let (mut sink, mut stream) = ws.split();
    let (says, mut said): (UnboundedSender<String>, UnboundedReceiver<String>) = unbounded_channel();
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
            if told.send(Heard { seat, at, message }).is_err() {
                break;
            }
        }
    });
    says
}

/// A game under way, played at random until it has left its secret phases, and what is done next. Secret actions would measure nothing.
fn script((game, scenario): (&str, &str), seconds: u64) -> Script {
    let games = registry();
    let game = games.get(game).expect("a game");
    let mut luck = 88_172_645_463_325_252;
    for seed in 1..200 {
        let seed = Seed::from_bytes([seed; 32]);
        let mut journal =
            Journal::start(&**game, scenario, &Options::default(), seed, &mut Log::silent()).expect("starts");
        let (mut begun, mut acts) = (None, Vec::new());
        while journal.len() < 3000 && (acts.len() as u64) < seconds + 2 {
            let Some(side) = journal.session().to_act().first() else { break };
            let list = journal.session().offers(side).list;
            let action = list[pick(&mut luck, list.len())].action.clone();
            let before = journal.session().seen_hash(side.other().into());
            let text = (acts.is_empty()).then(|| journal.to_text());
            journal.act(side, &action).expect("offered");
            if journal.session().seen_hash(side.other().into()) == before {
                acts.clear();
                continue;
            }
            if let Some(text) = text {
                begun = Some(text);
            }
            acts.push((side, action));
        }
        if acts.len() as u64 >= seconds + 2
            && let Some(journal) = begun
        {
            return Script { journal, acts };
        }
    }
    panic!("no game has so many open actions in a row");
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
    let made = post(to, "/api/tables/import", "", &wanted).await;
    let invite = made["seats"]["soviet"].as_str().expect("an invitation");
    let seat = post(to, "/api/seat/open", invite, &json!({ "accept": true })).await;
    [made["owner"].as_str().expect("a key").into(), seat["key"].as_str().expect("a key").into()]
}

async fn post(to: SocketAddr, path: &str, key: &str, body: &Value) -> Value {
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
