//! The server as a club runs it: people, operators, several processes, and what nobody may know.

mod accounts;
mod admin;
mod chat;
mod clocks;
mod files;
mod fog;
mod names;
mod operations;
mod people;
mod processes;
