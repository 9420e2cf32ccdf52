//! The table in the browser: HTTP for lists and files, a WebSocket for play, SQLite for what must not be lost.
//!
//! | concept | where |
//! |---|---|
//! | what can be set | [`Config`], [`Limits`] |
//! | starting and stopping | [`Server`], [`run`] |
//! | secret links | `keys` |
//! | what is said over the wire | `wire`; in full in docs/web-protocol.md |
//! | one game: rules, numbers that each viewer counts by, undo | `table` |
//! | who sits at it, who is told what, the computer's moves | `room`, `rooms` |
//! | looking back | `frames` |
//! | the database | `store` |
//! | the routes | `http`, `socket`, `page` |
//! | who may ask at all | `guard` |
//!
//! Two promises, both tested with real sockets: an action that was acknowledged is on the disk, and a seat is sent what its side may
//! see and nothing else, not even a number from which it could count the enemy's secret actions.
//!
//! ```no_run
//! use kessel_server::{Config, Server};
//!
//! # async fn run(games: kessel_officers::Registry) -> Result<(), kessel_server::ServerError> {
//! let server = Server::start(Config::new("kessel.db"), games).await?;
//! println!("http://{}/", server.address());
//! server.stopped().await
//! # }
//! ```

mod audit;
mod computer;
mod config;
mod error;
mod frames;
mod guard;
mod http;
mod keys;
mod page;
mod room;
mod rooms;
mod server;
mod socket;
mod store;
mod table;
mod wire;

pub use config::{Config, Limits, default_database};
pub use server::{Server, ServerError, run};
