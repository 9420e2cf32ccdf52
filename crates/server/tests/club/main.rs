//! The server as a club runs it: people, operators, several processes, and what nobody may know. One program, because each costs its linking.

#[path = "../common/mod.rs"]
mod common;
mod fog;
mod operations;
mod people;
#[path = "../common/postgres.rs"]
mod postgres;
mod processes;
