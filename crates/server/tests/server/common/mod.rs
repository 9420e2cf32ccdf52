//! A server on a loopback socket, and clients that speak to it as a browser does.

mod patch;
pub mod postgres;

pub use patch::apply;

use futures_util::{SinkExt, StreamExt};
use kessel_kernel::Erased;
use kessel_kernel::night::Night;
use kessel_kernel::toy::Toy;
use kessel_officers::{Listed, Playable, Registry};
use kessel_server::{Config, Server};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How many requests are sent before the first answer is waited for.
const AT_ONCE: usize = 16;

/// Longer than anything takes: a test that waits so long has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A game: the kernel's two small ones, or one with its built-in data. Each is read once a program, and the machinery of the five is the program's own:
/// compiled here once more it would be neither as fast nor as cheap to build.
pub fn game(id: &'static str) -> Arc<dyn Playable> {
    static READ: Mutex<BTreeMap<&str, Arc<dyn Playable>>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().expect("no game fails to be read");
    let game = read.entry(id).or_insert_with(|| match id {
        "toy" => Arc::new(Erased::new(Toy::new())),
        "night" => Arc::new(Erased::new(Night::new())),
        id => kessel_registry::built_in(id),
    });
    game.clone()
}

fn registry(ids: &[&'static str]) -> Registry {
    let mut games = Registry::new();
    ids.iter().for_each(|id| games.add(Listed::built(game(id), Vec::new())));
    games
}

/// The games of the tests: the small ones, a real one with fog, and one with secret plans besides.
pub fn games() -> Registry {
    registry(&["toy", "battle", "night", "wintergewitter"])
}

/// Every game there is.
pub fn all_games() -> Registry {
    registry(&["toy", "battle", "night", "wintergewitter", "roads", "drive", "waw"])
}

/// A server with its own database.
pub struct Host {
    pub server: Server,
    pub folder: TempDir,
    pub address: SocketAddr,
}

pub fn config(folder: &TempDir) -> Config {
    let mut config = Config::new(folder.path().join("kessel.db"));
    config.listen = "127.0.0.1:0".parse().expect("an address");
    config.pace = Duration::ZERO;
    // The clients of the tests do not wait for people.
    config.limits.rate = 100_000;
    config.limits.burst = 100_000;
    config
}

impl Host {
    pub async fn start() -> Host {
        Host::start_with(|_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Host {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = config(&folder);
        change(&mut config);
        let server = Server::start(config, games()).await.expect("the server starts");
        let address = server.address();
        Host { server, folder, address }
    }

    /// Stops the server and starts another on the same database.
    pub async fn restart(self) -> Host {
        self.server.stop().await.expect("stops");
        let server = Server::start(config(&self.folder), games()).await.expect("starts again");
        let address = server.address();
        Host { server, folder: self.folder, address }
    }

    pub async fn get(&self, path: &str) -> Answer {
        http(self.address, "GET", path, &[], b"").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let head = [("content-type", "application/json")];
        http(self.address, "POST", path, &head, body.to_string().as_bytes()).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        http(self.address, "DELETE", path, &[], b"").await
    }

    /// A new table of the toy.
    pub async fn table(&self, axis: &str, soviet: &str) -> Value {
        self.table_with(json!({ "seats": { "axis": axis, "soviet": soviet } })).await
    }

    pub async fn table_with(&self, mut wanted: Value) -> Value {
        if wanted.get("game").is_none() {
            wanted["game"] = json!("toy");
            wanted["scenario"] = json!("skirmish");
        }
        let answer = self.post("/api/tables", &wanted).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()
    }

    /// Opens a link and sits down.
    pub async fn sit(&self, key: &Value) -> Client {
        let key = self.open(key).await["key"].clone();
        Client::connect(self.address, key.as_str().expect("a key")).await
    }

    pub async fn open(&self, key: &Value) -> Value {
        let path = format!("/api/seats/{}/open", key.as_str().expect("a key"));
        let answer = self.post(&path, &json!({ "accept": true })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }
}

/// An answer over HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    pub fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().expect("an error has a kind").to_owned()
    }
}

/// One request over its own connection.
pub async fn http(to: SocketAddr, method: &str, path: &str, head: &[(&str, &str)], body: &[u8]) -> Answer {
    try_http(to, method, path, head, body).await.expect("an answer")
}

pub async fn try_http(
    to: SocketAddr,
    method: &str,
    path: &str,
    head: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(to).await?;
    // Keys stand in a header: `/api/seats/KEY/what` is how the tests write it.
    let (path, key) = match path.strip_prefix("/api/seats/").map(|rest| rest.split_once('/').unwrap_or((rest, ""))) {
        Some((key, what)) => (format!("/api/seat/{what}").trim_end_matches('/').to_owned(), Some(key)),
        None => (path.to_owned(), None),
    };
    let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if head.iter().all(|(name, _)| *name != "host") {
        text.push_str(&format!("host: {to}\r\n"));
    }
    if let Some(key) = key {
        text.push_str(&format!("authorization: Bearer {key}\r\n"));
    }
    for (name, value) in head {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    stream.write_all(text.as_bytes()).await?;
    // A server that refuses a large body may close before all of it is sent.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let Some((head, body)) = answer.split_once("\r\n\r\n") else {
        read?;
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    };
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
    Ok(Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() })
}

/// A client at a table.
pub struct Client {
    pub ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every message received, in order.
    pub heard: Vec<Value>,
    /// The last state, patches applied.
    pub state: Value,
    /// The bytes of the last `state` or `patch`.
    pub bytes: usize,
    /// How many views were shown.
    v: u64,
    pub hello: Value,
    next_id: u64,
}

/// A connection ended.
#[derive(Debug)]
pub struct Ended(pub Option<u16>);

impl Client {
    /// Connects and reads up to the first state.
    pub async fn connect(to: SocketAddr, key: &str) -> Client {
        Client::try_connect(to, key).await.expect("sits down")
    }

    pub async fn try_connect(to: SocketAddr, key: &str) -> Result<Client, Ended> {
        let (mut ws, _) = connect_async(format!("ws://{to}/ws")).await.map_err(|_| Ended(None))?;
        let enter = json!({ "type": "enter", "key": key }).to_string();
        ws.send(Message::text(enter)).await.map_err(|_| Ended(None))?;
        let mut client =
            Client { ws, heard: Vec::new(), state: Value::Null, bytes: 0, v: 0, hello: Value::Null, next_id: 1 };
        client.hello = client.try_until(|m| m["type"] == "hello").await?;
        client.try_until(|m| m["type"] == "state").await?;
        Ok(client)
    }

    pub async fn send(&mut self, message: Value) {
        self.try_send(message).await.expect("sends");
    }

    pub async fn try_send(&mut self, message: Value) -> Result<(), Ended> {
        self.ws.send(Message::text(message.to_string())).await.map_err(|_| Ended(None))
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        self.try_next().await.expect("the connection holds")
    }

    pub async fn try_next(&mut self) -> Result<Value, Ended> {
        self.try_until(|_| true).await
    }

    /// Waits for the next message and keeps it.
    async fn hear(&mut self) -> Result<&Value, Ended> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.ws.next()).await.expect("the server answers in time");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    let mut message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["type"] == "state" || message["type"] == "patch" {
                        self.bytes = text.len();
                        self.shown(&mut message);
                    }
                    self.heard.push(message);
                    return Ok(self.heard.last().expect("it was kept"));
                }
                Some(Ok(Message::Close(frame))) => return Err(Ended(frame.map(|f| f.code.into()))),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Ended(None)),
            }
        }
    }

    /// A patch becomes the state that it leads to.
    fn shown(&mut self, message: &mut Value) {
        let v = message["v"].as_u64().expect("a number");
        let object = message.as_object_mut().expect("an object");
        object.remove("v");
        if let Some(patch) = object.remove("patch") {
            assert_eq!(v, self.v + 1, "no view is missed");
            assert_eq!(object["as"], self.state["as"], "a patch of one's own view");
            let mut view = self.state["view"].take();
            apply(&mut view, &patch);
            object.insert("view".into(), view);
            object.insert("type".into(), json!("state"));
        }
        self.v = v;
        self.state = message.clone();
    }

    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.try_until(wanted).await.expect("the connection holds")
    }

    pub async fn try_until(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, Ended> {
        loop {
            let message = self.hear().await?;
            if wanted(message) {
                return Ok(message.clone());
            }
        }
    }

    /// Waits for a state with at least this number.
    pub async fn state_at(&mut self, n: u64) -> Value {
        while self.n() < n {
            self.hear().await.expect("the connection holds");
        }
        self.state.clone()
    }

    /// Sends a request and waits for its answer.
    pub async fn ask(&mut self, message: Value) -> Value {
        self.try_ask(message).await.expect("the connection holds")
    }

    pub async fn try_ask(&mut self, mut message: Value) -> Result<Value, Ended> {
        let id = self.next_id;
        self.next_id += 1;
        message["id"] = json!(id);
        self.try_send(message).await?;
        self.try_until(|m| m["id"] == id && m["type"] != "events" && m["last"] != json!(false)).await
    }

    /// Sends many requests, some at a time, and waits for the answer of each.
    pub async fn ask_all(&mut self, messages: &[Value]) -> Vec<Value> {
        let mut answers = Vec::new();
        for some in messages.chunks(AT_ONCE) {
            let first = self.next_id;
            self.next_id += some.len() as u64;
            for (id, message) in (first..).zip(some) {
                let mut message = message.clone();
                message["id"] = json!(id);
                self.ws.feed(Message::text(message.to_string())).await.expect("sends");
            }
            self.ws.flush().await.expect("sends");
            for id in first..self.next_id {
                answers.push(self.until(|m| m["id"] == id && m["type"] != "events" && m["last"] != json!(false)).await);
            }
        }
        answers
    }

    /// Does an action at the position last seen.
    pub async fn act(&mut self, action: &Value) -> Value {
        self.ask(json!({ "type": "act", "n": self.n(), "action": action })).await
    }

    pub fn n(&self) -> u64 {
        self.state["n"].as_u64().unwrap_or(0)
    }

    /// Everything that the state offers; where it names counters and spaces only, one example of each kind.
    pub fn offers(&self) -> Vec<Value> {
        let offers = &self.state["view"]["offers"];
        let part = |name: &str| offers[name].as_array().cloned().unwrap_or_default();
        let sets = part("sets").into_iter().map(|set| set["example"]["action"].clone());
        part("list").into_iter().map(|offer| offer["action"].clone()).chain(sets).collect()
    }

    /// The whole list, with words.
    pub async fn legal(&mut self) -> Vec<Value> {
        let answer = self.ask(json!({ "type": "legal" })).await;
        answer["offers"]["list"].as_array().cloned().unwrap_or_default()
    }

    pub fn over(&self) -> bool {
        !self.state["view"]["outcome"].is_null()
    }

    /// Everything that has been sent so far has been read when the pong is here.
    pub async fn quiet(&mut self) -> Vec<Value> {
        let from = self.heard.len();
        self.ask(json!({ "type": "ping" })).await;
        self.heard[from..self.heard.len() - 1].to_vec()
    }
}

/// Numbers that look random.
pub struct Luck(pub u64);

impl Luck {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Two clients play to the end, whoever is asked.
pub async fn play_out(a: &mut Client, b: &mut Client, luck: &mut Luck) {
    loop {
        a.quiet().await;
        b.quiet().await;
        if a.over() {
            return;
        }
        let player = if a.offers().is_empty() { &mut *b } else { &mut *a };
        let offers = player.offers();
        assert!(!offers.is_empty(), "somebody can act: {}", player.state);
        let answer = player.act(luck.pick(&offers)).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
    }
}

/// A journal as an older version of the rules would have written it: the same actions, every link made anew.
pub fn aged(text: &str) -> String {
    forged(text, |header| header.rules -= 1)
}

/// The journal with another header, its chain whole again.
pub fn forged(text: &str, change: impl FnOnce(&mut kessel_kernel::journal::Header)) -> String {
    let (mut header, mut entries) = kessel_kernel::journal::parse(text).expect("a journal");
    let plain = |value: &str| blake3::hash(value.as_bytes()).to_hex().to_string();
    let json = |value: &dyn Fn() -> serde_json::Result<String>| value().expect("plain data");
    change(&mut header);
    let (seed, salt, root) = (header.seed.take(), header.salt.take(), header.root.take());
    header.link.clear();
    header.link = plain(&json(&|| serde_json::to_string(&header)));
    let mut link = header.link.clone();
    (header.seed, header.salt, header.root) = (seed, salt, root);
    let mut text = json(&|| serde_json::to_string(&header)) + "\n";
    for entry in &mut entries {
        entry.link.clear();
        link = plain(&(link + &json(&|| serde_json::to_string(entry))));
        entry.link.clone_from(&link);
        text += &(json(&|| serde_json::to_string(entry)) + "\n");
    }
    text
}
