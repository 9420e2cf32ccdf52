//! The table in the browser: HTTP for lists and files, a WebSocket for play, SQLite or PostgreSQL for what must not be lost.
//!
//! | concept | where |
//! |---|---|
//! | what can be set | [`Config`], [`Limits`] |
//! | starting and stopping | [`Server`], [`run`] |
//! | secret links | `keys` |
//! | what is said over the wire | `wire`; in full in docs/web-protocol.md |
//! | one game: rules, numbers that each viewer counts by, undo | `table` |
//! | who sits at it, who is told what, the computer's moves | `room`, `rooms` |
//! | what people settle beside the game: dice, chat, draws, clocks | `room::affairs`, `agreement` |
//! | looking back | `frames` |
//! | the computer's threads | `thinkers` |
//! | the database, SQLite or PostgreSQL | `store` |
//! | the routes | `http`, `socket`, `page` |
//! | who may ask at all, and how much | `guard`, `visitors`, `outbox` |
//! | what whoever runs it needs | [`Admin`], [`log`], `ops`, `mail` |
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

mod admin;
mod agreement;
mod audit;
mod clock;
mod computer;
mod config;
mod error;
mod frames;
mod guard;
mod http;
mod keys;
mod mail;
mod ops;
mod outbox;
mod page;
mod room;
mod rooms;
mod server;
mod socket;
mod store;
mod table;
mod thinkers;
mod upgrade;
mod visitors;
mod wire;
mod words;

pub use admin::{Admin, AdminError, Checked, Listing, Person, Seen};
pub use config::{Config, Database, Limits, MailConfig, default_database};
pub use ops::log;
pub use server::{Server, ServerError, run};
