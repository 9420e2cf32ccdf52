//! Kills servers at random instants while clients play, and looks whether an acknowledged action is missing.
//!
//! `cargo run --release -p kessel-server --example kills -- [KILLS] [SCENARIO,…] [sqlite|postgres|full]`
//!
//! `sqlite`: one process on a file. `postgres`: two processes on one PostgreSQL (which must be installed), of which one is killed while the other goes on.
//! `full`: the file lies on a small file system (made with `mount -t tmpfs`, so only root can) that is filled up and emptied again instead of a kill.
//! Bounded: at most 2,000 kills. After each kill and at the end every journal is verified.

#[path = "../tests/common/postgres.rs"]
mod postgres;

use futures_util::{SinkExt, StreamExt};
use kessel_officers::{Listed, Registry};
use kessel_server::{Config, Database, Server};
use kessel_table::{Erased, Journal};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Set in the process that serves: the database.
const CHILD: &str = "KESSEL_KILLS_DB";

fn registry() -> Registry {
    let mut games = Registry::new();
    let battle = kessel_battle::Battle::load(&kessel_battle::data::Data::embedded()).expect("the built-in data");
    let roads = kessel_roads::Roads::load(&kessel_roads::data::Data::embedded()).expect("the built-in data");
    let drive = kessel_drive::Drive::load(&kessel_drive::data::Data::embedded()).expect("the built-in data");
    games.add(Listed::built(Arc::new(Erased::new(battle)), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(roads)), Vec::new()));
    games.add(Listed::built(Arc::new(Erased::new(drive)), Vec::new()));
    games
}

#[tokio::main]
async fn main() {
    if let Ok(database) = std::env::var(CHILD) {
        return serve(&database).await;
    }
    let word = |nth| std::env::args().nth(nth);
    let kills = word(1).and_then(|w| w.parse().ok()).unwrap_or(30u64).min(2000);
    let scenarios = word(2).unwrap_or_else(|| "battle/campaign,roads/wintergewitter,drive/blue".into());
    let how = word(3).unwrap_or_else(|| "sqlite".into());
    let folder = tempfile::tempdir().expect("a folder");
    let postgres = (how == "postgres").then(|| postgres::Postgres::start().expect("a PostgreSQL"));
    let small = (how == "full").then(|| Small::mount(folder.path()));
    let database = postgres.as_ref().map_or_else(|| folder.path().join("kessel.db").display().to_string(), |p| p.url());
    let mut sums = Sums::default();
    let list: Vec<&str> = scenarios.split(',').collect();
    for (nth, scenario) in list.iter().enumerate() {
        let share = kills / list.len() as u64 + u64::from((nth as u64) < kills % list.len() as u64);
        run(scenario, share, &database, postgres.is_some(), small.as_ref(), &mut sums).await;
    }
    println!(
        "{how}: {} kills or faults over {scenarios}: {} actions acknowledged, {} done without an answer, {} sent and not done; {} journals verified, none lost an action",
        sums.kills, sums.acknowledged, sums.unanswered, sums.undone, sums.journals
    );
}

async fn serve(database: &str) {
    let database = match database.starts_with("postgres:") {
        true => Database::Postgres(database.into()),
        false => Database::File(database.into()),
    };
    let mut config = Config::with(database);
    config.listen = "127.0.0.1:0".parse().expect("an address");
    (config.limits.rate, config.limits.burst) = (100_000, 100_000);
    let server = Server::start(config, registry()).await.expect("starts");
    println!("listening {}", server.address());
    server.stopped().await.expect("runs until it is killed");
}

#[derive(Default)]
struct Sums {
    kills: u64,
    acknowledged: u64,
    unanswered: u64,
    undone: u64,
    journals: u64,
}

struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    async fn start(database: &str) -> Process {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .env(CHILD, database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        loop {
            let line = lines.next_line().await.expect("its output").expect("it says where it listens");
            if let Some(address) = line.strip_prefix("listening ") {
                return Process { child, address: address.parse().expect("an address") };
            }
        }
    }
}

/// A file system that can be filled up.
struct Small(PathBuf);

impl Small {
    fn mount(folder: &Path) -> Small {
        let done = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=24m", "tmpfs"])
            .arg(folder)
            .status()
            .expect("mount");
        assert!(done.success(), "only root can mount");
        Small(folder.into())
    }

    fn fill(&self) {
        let block = vec![0; 1 << 16];
        let mut file = std::fs::File::create(self.0.join("filler")).expect("a file");
        while std::io::Write::write_all(&mut file, &block).is_ok() {}
    }

    fn empty(&self) {
        let _ = std::fs::remove_file(self.0.join("filler"));
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

async fn run(scenario: &str, kills: u64, database: &str, two: bool, small: Option<&Small>, sums: &mut Sums) {
    let (game, scenario) = scenario.split_once('/').expect("GAME/SCENARIO");
    let mut luck = Luck(std::process::id().into());
    let mut process = Process::start(database).await;
    let mut other = if two { Some(Process::start(database).await) } else { None };
    let wanted = json!({ "game": game, "scenario": scenario, "seats": { "axis": "me", "soviet": "me" } });
    let made = post(process.address, "/api/tables", "", &wanted).await;
    let key = made["owner"].as_str().expect("a key").to_owned();
    // What is known to be done, and what is under way.
    let mut done: Vec<Value> = Vec::new();
    for _ in 0..kills {
        let instant = Instant::now() + Duration::from_millis(20 + luck.below(400) as u64);
        let mut open = None;
        let mut guest = Guest::connect(process.address, &key).await;
        let fill = instant - Duration::from_millis(15);
        let mut filled = false;
        loop {
            if let Some(small) = small.filter(|_| Instant::now() >= fill && !filled) {
                small.fill();
                filled = true;
            }
            match timeout_at(instant, guest.step(&mut luck, &mut done, &mut open)).await {
                Ok(Step::Done) => {}
                // The server says that nothing was changed: then it must not stand in the journal.
                Ok(Step::Refused) if filled => open = None,
                Ok(Step::Refused | Step::Cut) | Err(_) => break,
            }
        }
        match small {
            Some(small) => {
                small.empty();
                // With room again it goes on by itself: no restart. What is under way still comes to its end, and must be waited for.
                if let Some(action) = open.take() {
                    match guest.answer().await {
                        Some(true) => done.push(action),
                        Some(false) => {}
                        None => open = Some(action),
                    }
                }
                drop(guest);
            }
            None => {
                process.child.kill().await.expect("killed");
                while let Some(message) = guest.hear().await {
                    if message["type"] == "accepted"
                        && let Some(action) = open.take()
                    {
                        done.push(action);
                    }
                }
                // The other process, if there is one, has the table at once; otherwise the next one.
                process = match other.take() {
                    Some(living) => {
                        other = Some(Process::start(database).await);
                        living
                    }
                    None => Process::start(database).await,
                };
            }
        }
        sums.kills += 1;
        if two && open.is_some() {
            // PostgreSQL may be about to carry out what the killed process has sent it.
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        let found = journal(process.address, &key, game).await;
        sums.journals += 1;
        match open.take() {
            Some(action) if found.len() == done.len() + 1 && found.last() == Some(&action) => {
                done.push(action);
                sums.unanswered += 1;
            }
            Some(_) => sums.undone += 1,
            None => {}
        }
        assert_eq!(found.len(), done.len(), "an acknowledged action is missing, or one too many is there");
        assert!(found == done, "the journal is another one");
    }
    sums.acknowledged += done.len() as u64;
    println!("{game}/{scenario}: {kills} kills or faults, {} actions in its journal", done.len());
}

/// How an action went.
enum Step {
    Done,
    /// Answered, but not accepted.
    Refused,
    /// The line is cut.
    Cut,
}

struct Guest {
    ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Guest {
    async fn connect(to: SocketAddr, key: &str) -> Guest {
        let (mut ws, _) = connect_async(format!("ws://{to}/ws")).await.expect("connects");
        ws.send(Message::text(json!({ "type": "enter", "key": key }).to_string())).await.expect("comes in");
        Guest { ws, next: 1 }
    }

    async fn hear(&mut self) -> Option<Value> {
        loop {
            match self.ws.next().await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    async fn ask(&mut self, mut message: Value) -> Option<Value> {
        self.next += 1;
        let id = self.next;
        message["id"] = json!(id);
        self.ws.send(Message::text(message.to_string())).await.ok()?;
        loop {
            let heard = self.hear().await?;
            if heard["id"] == id {
                return Some(heard);
            }
        }
    }

    /// Whether the last thing asked was accepted, if that is answered at all.
    async fn answer(&mut self) -> Option<bool> {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let heard = timeout_at(until, self.hear()).await.ok()??;
            if heard["id"] == self.next {
                return Some(heard["type"] == "accepted");
            }
        }
    }

    /// One action of whichever side is asked.
    async fn step(&mut self, luck: &mut Luck, done: &mut Vec<Value>, open: &mut Option<Value>) -> Step {
        for side in ["axis", "soviet"] {
            let Some(_) = self.ask(json!({ "type": "sit", "side": side })).await else { return Step::Cut };
            let Some(legal) = self.ask(json!({ "type": "legal", "as": side })).await else { return Step::Cut };
            let Some(list) = legal["offers"]["list"].as_array().filter(|list| !list.is_empty()) else { continue };
            let action = list[luck.below(list.len())]["action"].clone();
            *open = Some(action.clone());
            let act = json!({ "type": "act", "n": legal["n"], "as": side, "action": action });
            let Some(answer) = self.ask(act).await else { return Step::Cut };
            match answer["type"].as_str() {
                Some("accepted") => {
                    done.push(action);
                    *open = None;
                    return Step::Done;
                }
                _ => return Step::Refused,
            }
        }
        Step::Done
    }
}

/// The actions of the journal, verified.
async fn journal(to: SocketAddr, key: &str, game: &str) -> Vec<Value> {
    let mut tries = 0;
    let text = loop {
        let (status, text) = request(to, "GET", "/api/seat/journal", key, "").await;
        if status == 200 {
            break text;
        }
        tries += 1;
        assert!(tries < 50, "no journal: {status} {text}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let game = registry().get(game).expect("a game").clone();
    Journal::from_text(&*game, &text).expect("the journal is whole and replays");
    let (header, entries) = kessel_table::journal::parse(&text).expect("a journal");
    let seed = header.committed_seed().expect("the seed committed to").expect("a seed");
    kessel_table::journal::audit(&seed, &header, &entries).expect("every roll is the seed's");
    entries.into_iter().map(|e| e.action).collect()
}

async fn post(to: SocketAddr, path: &str, key: &str, body: &Value) -> Value {
    let (_, text) = request(to, "POST", path, key, &body.to_string()).await;
    serde_json::from_str(&text).expect("JSON")
}

async fn request(to: SocketAddr, method: &str, path: &str, key: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(to).await.expect("connects");
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\nauthorization: Bearer {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.expect("sends");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("answers");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
    (status, body.to_owned())
}
