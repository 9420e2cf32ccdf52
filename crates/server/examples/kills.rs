//! Kills servers at random instants while clients play, and looks whether an acknowledged action is missing.
//!
//! `cargo run --release -p kessel-server --example kills -- [KILLS] [SCENARIO,…] [sqlite|postgres|full|writes|lost]`
//!
//! Every scenario is played by a client of its own, all at once, so one kill meets all of them. A table is played to some length, then the next is begun: short journals
//! keep a kill cheap.
//!
//! - `sqlite`: one process on a file.
//! - `postgres`: two processes on one PostgreSQL (which must be installed), of which one is killed while the other goes on; its players move to the other.
//! - `full`: no kill but a full disk: the file lies on a small file system (made with `mount -t tmpfs`, so only root can) that is filled up and emptied again.
//! - `writes`: no kill but writes that fail: the log of the database is made immutable (`chattr +i`, so only root can) and let go again.
//! - `lost`: no kill but a database that is gone: PostgreSQL is stopped and started again under the running server.
//!
//! After a fault the same server must go on by itself: each round begins with an action that has to be accepted. Bounded: at most 2,000 kills. After each kill and
//! each fault every journal is verified.

#[path = "../tests/server/common/postgres.rs"]
mod postgres;

use futures_util::{SinkExt, StreamExt};
use kessel_kernel::{Erased, Journal};
use kessel_officers::{Listed, Registry};
use kessel_server::{Config, Database, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Set in the process that serves: the database.
const CHILD: &str = "KESSEL_KILLS_DB";
/// How many entries a table gets before the next one is begun.
const LENGTH: usize = 150;
/// The longest life of a process after everybody has come in, in milliseconds.
const LIFE: usize = 250;
/// How long a fault lasts.
const FAULT: Duration = Duration::from_millis(120);
/// Who waits longer than this for the service to come back by itself has lost it.
const PATIENCE: Duration = Duration::from_secs(20);

/// The games, loaded once.
static GAMES: LazyLock<Registry> = LazyLock::new(registry);

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

/// What is done to the server.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum How {
    Kill,
    Full,
    Writes,
    Lost,
}

#[tokio::main]
async fn main() {
    if let Ok(database) = std::env::var(CHILD) {
        return serve(&database).await;
    }
    let word = |nth| std::env::args().nth(nth);
    let kills = word(1).and_then(|w| w.parse().ok()).unwrap_or(30u64).min(2000);
    let scenarios = word(2).unwrap_or_else(|| "battle/campaign,roads/wintergewitter,drive/blue".into());
    let name = word(3).unwrap_or_else(|| "sqlite".into());
    let how = match name.as_str() {
        "sqlite" | "postgres" => How::Kill,
        "full" => How::Full,
        "writes" => How::Writes,
        "lost" => How::Lost,
        _ => panic!("sqlite, postgres, full, writes or lost"),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let postgres =
        matches!(name.as_str(), "postgres" | "lost").then(|| postgres::Postgres::start().expect("a PostgreSQL"));
    let small = (how == How::Full).then(|| Small::mount(folder.path()));
    let file = folder.path().join("kessel.db");
    let database = postgres.as_ref().map_or_else(|| file.display().to_string(), |p| p.url());
    let fault = Fault { how, small, log: folder.path().join("kessel.db-wal"), postgres };
    let since = Instant::now();
    let sums = run(&scenarios, kills, &database, fault).await;
    println!(
        "{name}: {} kills or faults over {scenarios} in {} s: {} actions acknowledged, {} kills met one under way ({} of those done, {} not done), {} refused in a fault; {} journals of {} tables verified, none lost an action",
        sums.kills,
        since.elapsed().as_secs(),
        sums.acknowledged,
        sums.unanswered + sums.undone,
        sums.unanswered,
        sums.undone,
        sums.refused,
        sums.journals,
        sums.tables
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
    refused: u64,
    journals: u64,
    tables: u64,
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
            .stderr(Stdio::inherit())
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

/// What goes wrong, and how it is set right again.
struct Fault {
    how: How,
    small: Option<Small>,
    log: PathBuf,
    postgres: Option<postgres::Postgres>,
}

impl Fault {
    fn begin(&self) {
        match self.how {
            How::Kill => {}
            How::Full => self.small.as_ref().expect("a small file system").fill(),
            How::Writes => self.frozen("+i"),
            How::Lost => self.postgres.as_ref().expect("a PostgreSQL").stop(),
        }
    }

    fn end(&self) {
        match self.how {
            How::Kill => {}
            How::Full => self.small.as_ref().expect("a small file system").empty(),
            How::Writes => self.frozen("-i"),
            How::Lost => self.postgres.as_ref().expect("a PostgreSQL").go_on(),
        }
    }

    fn frozen(&self, flag: &str) {
        let done = std::process::Command::new("chattr").arg(flag).arg(&self.log).status().expect("chattr");
        assert!(done.success(), "only root can");
    }
}

struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// One table and the client that plays both sides of it.
struct Player {
    game: String,
    scenario: String,
    key: String,
    /// Which process he plays at.
    at: usize,
    guest: Option<Guest>,
    luck: Luck,
    /// What is known to be done, and what is under way.
    done: Vec<Value>,
    open: Option<Value>,
    /// What a killed process had sent to the database and was not there when the journal was read: it may still come, as long as nothing else has been appended.
    late: Option<Value>,
    /// Nobody is asked any more, or the table is long enough.
    finished: bool,
    refused: u64,
}

impl Player {
    async fn begin(scenario: &str, to: SocketAddr, luck: u64) -> Player {
        let (game, scenario) = scenario.split_once('/').expect("GAME/SCENARIO");
        let mut player = Player {
            game: game.into(),
            scenario: scenario.into(),
            key: String::new(),
            at: 0,
            guest: None,
            luck: Luck(luck),
            done: Vec::new(),
            open: None,
            late: None,
            finished: false,
            refused: 0,
        };
        player.new_table(to).await;
        player
    }

    async fn new_table(&mut self, to: SocketAddr) {
        let seats = json!({ "axis": "me", "soviet": "me" });
        let wanted = json!({ "game": self.game, "scenario": self.scenario, "seats": seats });
        let until = Instant::now() + PATIENCE;
        self.key = loop {
            let (status, text) = request(to, "POST", "/api/tables", "", &wanted.to_string()).await;
            let made: Value = serde_json::from_str(&text).unwrap_or_default();
            if let Some(key) = made["owner"].as_str() {
                break key.to_owned();
            }
            assert!(Instant::now() < until, "no new table: {status} {text}");
            sleep(Duration::from_millis(50)).await;
        };
        (self.done, self.guest, self.finished) = (Vec::new(), None, false);
    }

    /// Comes in if he is not there; after a fault the service has to come back by itself.
    async fn come_in(&mut self, to: SocketAddr) {
        let until = Instant::now() + PATIENCE;
        while self.guest.is_none() {
            self.guest = Guest::connect(to, &self.key).await;
            assert!(self.guest.is_some() || Instant::now() < until, "nobody is let in at {}", self.game);
        }
    }

    /// Does one action that is accepted: the service is there.
    async fn warm_up(&mut self, to: SocketAddr) {
        let until = Instant::now() + PATIENCE;
        loop {
            self.come_in(to).await;
            let Some(guest) = &mut self.guest else { continue };
            match guest.step(&mut self.luck, &mut self.done, &mut self.open).await {
                Step::Done => return,
                Step::Over => {
                    self.finished = true;
                    return;
                }
                // Still in trouble: what is under way is looked for in the journal.
                Step::Refused | Step::Cut => {
                    self.guest = None;
                    self.settle(to, &mut Sums::default()).await;
                }
            }
            assert!(Instant::now() < until, "the service does not come back for {}", self.game);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Plays until the instant, or until something is wrong.
    async fn play(&mut self, until: Instant) {
        while !self.finished {
            let Some(guest) = &mut self.guest else { return };
            match timeout_at(until, guest.step(&mut self.luck, &mut self.done, &mut self.open)).await {
                Ok(Step::Done) => self.finished |= self.done.len() >= LENGTH,
                Ok(Step::Over) => self.finished = true,
                Ok(Step::Refused) => {
                    // It is answered; whether it was done all the same is seen in the journal.
                    guest.acts = false;
                    self.refused += 1;
                    return;
                }
                Ok(Step::Cut) => {
                    self.guest = None;
                    return;
                }
                Err(_) => return,
            }
        }
    }

    /// His process is dead: what was answered before is read.
    async fn drain(&mut self) {
        let Some(mut guest) = self.guest.take() else { return };
        while let Some(message) = guest.hear().await {
            if message["type"] == "accepted"
                && message["id"] == guest.next
                && let Some(action) = guest.acts.then(|| self.open.take()).flatten()
            {
                self.done.push(action);
            }
        }
    }

    /// His process lives: the answer is waited for.
    async fn answered(&mut self) {
        let Some(guest) = self.guest.as_mut().filter(|guest| guest.acts && self.open.is_some()) else { return };
        match guest.answer().await {
            Some(true) => self.done.extend(self.open.take()),
            Some(false) => self.refused += 1,
            None => self.guest = None,
        }
    }

    /// Holds the journal against what is known.
    async fn settle(&mut self, to: SocketAddr, sums: &mut Sums) {
        let found = journal(to, &self.key, &self.game).await;
        sums.journals += 1;
        let (open, late) = (self.open.take(), self.late.take());
        let more = (found.len() == self.done.len() + 1).then(|| found.last()).flatten();
        match (more, open) {
            (Some(more), open) if open.as_ref() == Some(more) || late.as_ref() == Some(more) => {
                self.done.push(more.clone());
                sums.unanswered += 1;
            }
            (_, Some(open)) => {
                sums.undone += 1;
                self.late = Some(open);
            }
            (_, None) => {}
        }
        let what = format!("{}: an acknowledged action is missing, or one too many is there", self.game);
        assert_eq!(found.len(), self.done.len(), "{what}");
        assert!(found == self.done, "{}: the journal is another one", self.game);
    }
}

async fn run(scenarios: &str, kills: u64, database: &str, fault: Fault) -> Sums {
    let two = fault.how == How::Kill && fault.postgres.is_some();
    let mut luck = Luck(u64::from(std::process::id()) * 7919 + 11);
    let mut processes = vec![Process::start(database).await];
    if two {
        processes.push(Process::start(database).await);
    }
    let mut players = Vec::new();
    for (nth, scenario) in scenarios.split(',').enumerate() {
        players.push(Player::begin(scenario, processes[0].address, nth as u64 + luck.0).await);
    }
    let mut sums = Sums { tables: players.len() as u64, ..Sums::default() };
    for _ in 0..kills {
        for player in &mut players {
            let to = processes[player.at].address;
            if player.finished {
                sums.acknowledged += player.done.len() as u64;
                sums.tables += 1;
                player.new_table(to).await;
            }
            player.warm_up(to).await;
        }
        let instant = Instant::now() + Duration::from_millis(luck.below(LIFE) as u64);
        each(&mut players, async |player| player.play(instant).await).await;
        let victim = players[luck.below(players.len())].at;
        match fault.how {
            How::Kill => processes[victim].child.kill().await.expect("killed"),
            _ => {
                fault.begin();
                let end = Instant::now() + FAULT;
                each(&mut players, async |player| {
                    // What is sent into the fault is answered or not; nothing more is sent then.
                    player.answered().await;
                    if player.open.is_none() {
                        player.play(end).await;
                    }
                })
                .await;
                fault.end();
            }
        }
        let mut doubtful = false;
        for player in &mut players {
            match fault.how == How::Kill && player.at == victim {
                true => player.drain().await,
                false => player.answered().await,
            }
            doubtful |= player.open.is_some();
        }
        if fault.how == How::Kill {
            processes[victim] = Process::start(database).await;
        }
        // The players of the killed process go over to the one that lives, if there is one.
        players.iter_mut().filter(|p| two && p.at == victim).for_each(|p| p.at = 1 - victim);
        if doubtful && fault.postgres.is_some() {
            // PostgreSQL may be about to carry out what the killed process has sent it.
            sleep(Duration::from_millis(300)).await;
        }
        for player in &mut players {
            player.settle(processes[player.at].address, &mut sums).await;
        }
        sums.kills += 1;
        if sums.kills.is_multiple_of(50) {
            println!("{} of {kills}", sums.kills);
        }
    }
    sums.acknowledged += players.iter().map(|p| p.done.len() as u64).sum::<u64>();
    sums.refused = players.iter().map(|p| p.refused).sum();
    sums
}

/// All of them at once.
async fn each(players: &mut [Player], what: impl AsyncFn(&mut Player)) {
    futures_util::future::join_all(players.iter_mut().map(|player| what(player))).await;
}

/// How an action went.
enum Step {
    Done,
    /// Answered, but not accepted.
    Refused,
    /// The line is cut.
    Cut,
    /// Nobody is asked any more.
    Over,
}

struct Guest {
    ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// Was the last thing asked an action?
    acts: bool,
    side: &'static str,
}

impl Guest {
    async fn connect(to: SocketAddr, key: &str) -> Option<Guest> {
        let (mut ws, _) = connect_async(format!("ws://{to}/ws")).await.ok()?;
        ws.send(Message::text(json!({ "type": "enter", "key": key }).to_string())).await.ok()?;
        let mut guest = Guest { ws, next: 1, acts: false, side: "" };
        loop {
            match guest.hear().await?["type"].as_str() {
                Some("state") => return Some(guest),
                Some("error") => return None,
                _ => {}
            }
        }
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
        self.acts = message["type"] == "act";
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
        let order = if self.side == "soviet" { ["soviet", "axis"] } else { ["axis", "soviet"] };
        for side in order {
            let Some(legal) = self.ask(json!({ "type": "legal", "as": side })).await else { return Step::Cut };
            let Some(list) = legal["offers"]["list"].as_array() else { return Step::Refused };
            if list.is_empty() {
                continue;
            }
            if self.side != side {
                let Some(_) = self.ask(json!({ "type": "sit", "side": side })).await else { return Step::Cut };
                self.side = side;
            }
            let action = list[luck.below(list.len())]["action"].clone();
            *open = Some(action.clone());
            let act = json!({ "type": "act", "n": legal["n"], "as": side, "action": action });
            let Some(answer) = self.ask(act).await else { return Step::Cut };
            if answer["type"] != "accepted" {
                return Step::Refused;
            }
            done.push(action);
            *open = None;
            return Step::Done;
        }
        Step::Over
    }
}

/// The actions of the journal, verified.
async fn journal(to: SocketAddr, key: &str, game: &str) -> Vec<Value> {
    let until = Instant::now() + PATIENCE;
    let text = loop {
        let (status, text) = request(to, "GET", "/api/seat/journal", key, "").await;
        if status == 200 {
            break text;
        }
        assert!(Instant::now() < until, "no journal: {status} {text}");
        sleep(Duration::from_millis(50)).await;
    };
    let game = GAMES.get(game).expect("a game");
    Journal::from_text(&**game, &text).expect("the journal is whole and replays");
    let (header, entries) = kessel_kernel::journal::parse(&text).expect("a journal");
    let seed = header.committed_seed().expect("the seed committed to").expect("a seed");
    kessel_kernel::journal::audit(&seed, &header, &entries).expect("every roll is the seed's");
    entries.into_iter().map(|e| e.action).collect()
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
