//! What can be set.

use crate::store::Fresh;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Where the games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// An SQLite file; one process has it.
    File(PathBuf),
    /// A PostgreSQL, by its address; any number of processes share it.
    Postgres(String),
}

impl Database {
    /// As people may read it: without a password.
    pub fn name(&self) -> String {
        match self {
            Database::File(path) => path.display().to_string(),
            Database::Postgres(url) => match (url.find("://"), url.rfind('@')) {
                (Some(scheme), Some(at)) => format!("{}{}", &url[..scheme + 3], &url[at + 1..]),
                _ => url.clone(),
            },
        }
    }
}

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 takes a free one. Where systemd hands over a socket, that is listened on instead.
    pub listen: SocketAddr,
    /// Where the figures for Prometheus are served, if anywhere: for whoever runs the server, not for guests.
    pub metrics: Option<SocketAddr>,
    /// The database.
    pub database: Database,
    /// A missing or empty database is begun even where games were before.
    pub begin_afresh: bool,
    /// A proxy before the server tells who asks and how (`X-Forwarded-For`, `X-Forwarded-Proto`). Only where nobody else reaches the server.
    pub behind_proxy: bool,
    /// The address under which people know the server, for links in mail.
    pub public_url: Option<String>,
    /// Where mail goes, if anywhere.
    pub mail: Option<MailConfig>,
    /// How much of anything there may be.
    pub limits: Limits,
    /// How long the computer waits after each of its actions, until somebody says otherwise.
    pub pace: Duration,
    /// Tables that nobody has touched for so long are deleted; never unless told.
    pub expire: Option<Duration>,
    /// Tables at which nothing was done are deleted when nobody has touched them for so long.
    pub unplayed: Duration,
    /// A seat whose holder was not at the table for so long may be given to somebody else.
    pub gone: Duration,
}

/// Where mail goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailConfig {
    /// `smtp://host`, `smtps://user:password@host` and the like.
    pub server: String,
    /// From whom it comes.
    pub from: String,
}

impl Config {
    /// Loopback only, port 8042.
    pub fn new(database: impl Into<PathBuf>) -> Config {
        Config::with(Database::File(database.into()))
    }

    /// The same with any database.
    pub fn with(database: Database) -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8042)),
            metrics: None,
            database,
            begin_afresh: false,
            behind_proxy: false,
            public_url: None,
            mail: None,
            limits: Limits::default(),
            pace: Duration::from_millis(600),
            expire: None,
            unplayed: Duration::from_secs(14 * 24 * 3600),
            gone: Duration::from_secs(14 * 24 * 3600),
        }
    }

    pub(crate) fn fresh(&self) -> Fresh {
        if self.begin_afresh { Fresh::Asked } else { Fresh::IfNew }
    }
}

/// How much of anything there may be. The defaults suit one machine and a circle of friends.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request, an imported journal apart.
    pub body: usize,
    /// Bytes of an imported journal.
    pub journal: usize,
    /// Bytes of a message from a client.
    pub message: usize,
    /// Messages a second from a connection, on average.
    pub rate: u32,
    /// Messages that a connection may send at once.
    pub burst: u32,
    /// Messages waiting for a connection that does not read; one more and it is closed.
    pub backlog: usize,
    /// Bytes waiting for it, beyond one message; more and it is closed.
    pub backlog_bytes: usize,
    /// Requests of one connection that wait for the table at once; more are not read yet.
    pub pending: usize,
    /// Connections of one seat; when one more comes the oldest goes.
    pub connections: usize,
    /// Connections of people who only look on, at one table.
    pub watchers: usize,
    /// Connections in all. Those who only look on get half of them at most.
    pub sockets: usize,
    /// Connections from one address, HTTP and WebSocket together; from loopback without a proxy there is no such limit.
    pub sockets_each: usize,
    /// Tables that one address holds open.
    pub rooms_each: usize,
    /// Requests a minute from one address, beyond those for the page.
    pub requests_each: u32,
    /// Tables made or imported a minute by one address.
    pub new_tables_each: u32,
    /// Guesses at the passphrase of one account a minute, from wherever.
    pub guesses_each: u32,
    /// How long a client may take to send a request's head, and how long its body; and how long a connection may idle.
    pub header_time: Duration,
    /// See `header_time`.
    pub body_time: Duration,
    /// How long a socket may say nothing, not even a pong.
    pub silence: Duration,
    /// Officers who think at once.
    pub officers: usize,
    /// Tables in the database.
    pub tables: u64,
    /// Tables in memory.
    pub rooms: usize,
    /// How long a table without connections stays in memory.
    pub idle: Duration,
    /// How long a table at which nothing happens stays in memory though people are there; then it is read again when somebody asks something.
    pub doze: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 * 1024,
            journal: 16 * 1024 * 1024,
            message: 64 * 1024,
            rate: 60,
            burst: 240,
            backlog: 256,
            backlog_bytes: 2 * 1024 * 1024,
            pending: 8,
            connections: 8,
            watchers: 32,
            sockets: 8000,
            sockets_each: 256,
            rooms_each: 64,
            requests_each: 600,
            new_tables_each: 30,
            guesses_each: 10,
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(30),
            silence: Duration::from_secs(80),
            officers: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            tables: 20_000,
            rooms: 2000,
            idle: Duration::from_secs(120),
            doze: Duration::from_secs(15),
        }
    }
}

/// Where the database is unless told otherwise: `kessel/kessel.db` in the user's data folder.
pub fn default_database() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("kessel").join("kessel.db"))
}

#[cfg(windows)]
fn data_folder() -> Option<PathBuf> {
    std::env::var_os("APPDATA").map(PathBuf::from)
}

#[cfg(target_os = "macos")]
fn data_folder() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join("Library").join("Application Support"))
}

/// XDG: `$XDG_DATA_HOME` if it is absolute, else `~/.local/share`.
#[cfg(not(any(windows, target_os = "macos")))]
fn data_folder() -> Option<PathBuf> {
    let told = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    told.or_else(|| std::env::home_dir().map(|home| home.join(".local").join("share")))
}
