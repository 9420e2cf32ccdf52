//! The server is killed at random instants while a client plays, and started again on the same database: no acknowledged action is
//! missing, and the journal is whole.

use crate::common::{Client, Ended, Luck, games, try_http};
use kessel_trial::several;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout_at};

/// Set in the process that serves and is killed; the folder of its database.
const CHILD: &str = "KESSEL_TEST_SERVE";

/// Not a test by itself: the process that the other one kills.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_that_is_killed() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let mut config = kessel_server::Config::new(Path::new(&folder).join("kessel.db"));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    config.pace = Duration::ZERO;
    config.limits.rate = 100_000;
    config.limits.burst = 100_000;
    // On a line of its own: the harness has begun one.
    let said = |address| println!("\nlistening {address}");
    // It ends when it is told to (SIGTERM), or is killed.
    tokio::task::spawn_blocking(move || kessel_server::run(&config, games(), &said))
        .await
        .expect("runs")
        .expect("ends");
}

struct Victim {
    child: Child,
    address: SocketAddr,
    /// Held open: a process that cannot say that it has ended does not end well.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Victim {
    async fn start(folder: &Path) -> Victim {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["kill::the_server_that_is_killed", "--exact", "--nocapture", "--test-threads=1"])
            .env(CHILD, folder)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        loop {
            let line = lines.next_line().await.expect("its output").expect("the server says where it listens");
            if let Some(address) = line.strip_prefix("listening ") {
                return Victim { child, address: address.parse().expect("an address"), _output: lines };
            }
        }
    }

    /// `kill -9`.
    async fn kill(mut self) {
        self.child.kill().await.expect("killed");
    }
}

/// What the client knows to be done.
#[derive(Default)]
struct Notes {
    /// Actions acknowledged at this table, in order.
    done: Vec<Value>,
    /// Sent, and not yet answered.
    open: Option<Sent>,
}

#[derive(Clone)]
enum Sent {
    Act(Value),
    Undo,
}

impl Notes {
    /// The request under way is done.
    fn close(&mut self) {
        match self.open.take() {
            Some(Sent::Act(action)) => self.done.push(action),
            Some(Sent::Undo) => {
                self.done.pop();
            }
            None => {}
        }
    }
}

/// Plays until the connection breaks or the time is up. Undoes now and then.
async fn play(client: &mut Client, notes: &mut Notes, luck: &mut Luck) -> Result<(), Ended> {
    loop {
        let offers = client.offers();
        if offers.is_empty() {
            if client.over() {
                return Ok(());
            }
            let side = if client.state["as"] == "axis" { "soviet" } else { "axis" };
            client.try_ask(json!({ "type": "sit", "side": side })).await?;
            client.try_until(|m| m["type"] == "state").await?;
            continue;
        }
        let n = client.n();
        let undo = client.state["undo"].as_u64().is_some_and(|floor| floor < n) && luck.below(5) == 0;
        let request = if undo {
            notes.open = Some(Sent::Undo);
            json!({ "type": "undo", "n": n, "to": n - 1 })
        } else {
            let action = luck.pick(&offers).clone();
            notes.open = Some(Sent::Act(action.clone()));
            json!({ "type": "act", "n": n, "action": action })
        };
        let answer = client.try_ask(request).await?;
        assert_eq!(answer["type"], "accepted", "{answer}");
        notes.close();
        while client.state["n"] != answer["n"] {
            client.try_next().await?;
        }
    }
}

/// The actions of the journal as the server gives it after it was started again.
async fn journal(address: SocketAddr, key: &str) -> Vec<Value> {
    let answer = try_http(address, "GET", &format!("/api/seats/{key}/journal"), &[], b"").await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let game = games().get("toy").expect("the toy").clone();
    kessel_kernel::Journal::from_text(&*game, &answer.body).expect("the journal is whole and replays");
    let (_, entries) = kessel_kernel::journal::parse(&answer.body).expect("a journal");
    entries.into_iter().map(|e| e.action).collect()
}

async fn new_table(address: SocketAddr) -> String {
    let wanted = json!({ "game": "toy", "scenario": "skirmish", "seats": { "axis": "me", "soviet": "me" } });
    let head = [("content-type", "application/json")];
    let answer = try_http(address, "POST", "/api/tables", &head, wanted.to_string().as_bytes()).await;
    answer.expect("an answer").json()["owner"].as_str().expect("a key").to_owned()
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn whoever_ends_the_process_closes_every_socket_with_a_reason_and_loses_no_click() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut victim = Victim::start(folder.path()).await;
    let key = new_table(victim.address).await;
    let mut client = Client::connect(victim.address, &key).await;
    let offer = client.offers()[0].clone();
    client.send(json!({ "type": "act", "id": 1, "n": 0, "action": offer })).await;
    client.until(|m| m["type"] == "accepted").await;
    let id = victim.child.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().await.expect("kill").success());
    client.until(|m| m["type"] == "error" && m["kind"] == "restart").await;
    assert_eq!(client.try_next().await.expect_err("closed").0, Some(1012));
    let ended = tokio::time::timeout(Duration::from_secs(20), victim.child.wait()).await;
    assert!(ended.expect("within seconds").expect("ends").success(), "in good order");
    let next = Victim::start(folder.path()).await;
    assert_eq!(journal(next.address, &key).await, [offer]);
    next.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_kill_loses_an_acknowledged_action() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut luck = Luck(std::process::id().into());
    let mut victim = Victim::start(folder.path()).await;
    let mut key = new_table(victim.address).await;
    let mut notes = Notes::default();
    let (mut acknowledged, mut unanswered, mut kept) = (0, 0, 0);
    // How long a life is that sees some actions depends on how busy the machine is.
    let mut life = Duration::from_millis(60);
    let kills = several(12, 50);
    for _ in 0..kills {
        let mut client = Client::connect(victim.address, &key).await;
        // The instant is random; nothing waits for it.
        let instant = Instant::now() + Duration::from_micros(500 + luck.below(life.as_micros() as usize) as u64);
        let before = notes.done.len();
        let mut finished = 0;
        while let Ok(ended) = timeout_at(instant, play(&mut client, &mut notes, &mut luck)).await {
            ended.expect("the server lives until it is killed");
            // The game is over: on to the next table.
            finished += 1;
            assert_eq!(journal(victim.address, &key).await, notes.done);
            acknowledged += notes.done.len();
            notes = Notes::default();
            key = new_table(victim.address).await;
            client = Client::connect(victim.address, &key).await;
        }
        if notes.done.len() == before && finished == 0 {
            life = (life * 2).min(Duration::from_secs(2));
        }
        victim.kill().await;
        // Whatever was sent may have been answered before the end.
        while let Ok(message) = client.try_next().await {
            if message["type"] == "accepted" {
                notes.close();
            }
        }
        victim = Victim::start(folder.path()).await;
        let found = journal(victim.address, &key).await;
        // What was under way may have been done or not: killed before the answer. Nothing else may differ.
        if found != notes.done && notes.open.is_some() {
            notes.close();
            kept += 1;
        }
        assert_eq!(found, notes.done, "{before} actions before, {finished} games finished meanwhile");
        unanswered += usize::from(notes.open.take().is_some());
    }
    acknowledged += notes.done.len();
    assert!(acknowledged > kills, "{acknowledged} actions");
    println!(
        "{kills} kills, {acknowledged} actions acknowledged, {kept} more done but not answered, {unanswered} sent but not done"
    );
    victim.kill().await;
}
