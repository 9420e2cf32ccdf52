//! What can be set.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// The database file. It is made if it is not there.
    pub database: PathBuf,
    /// How much of anything there may be.
    pub limits: Limits,
    /// How long the computer waits after each of its actions, until somebody says otherwise.
    pub pace: Duration,
}

impl Config {
    /// Loopback only, port 8042.
    pub fn new(database: impl Into<PathBuf>) -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8042)),
            database: database.into(),
            limits: Limits::default(),
            pace: Duration::from_millis(600),
        }
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
    /// Connections at one table.
    pub connections: usize,
    /// Connections in all.
    pub sockets: usize,
    /// Tables in the database.
    pub tables: u64,
    /// Tables in memory.
    pub rooms: usize,
    /// How long a table without connections stays in memory.
    pub idle: Duration,
    /// Tables made or imported a minute, by everybody together.
    pub new_tables: u32,
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
            connections: 16,
            sockets: 2000,
            tables: 20_000,
            rooms: 400,
            idle: Duration::from_secs(120),
            new_tables: 240,
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
