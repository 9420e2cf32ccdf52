//! The server over real sockets. One program, because each costs its linking.

mod advice;
mod club;
mod common;
mod discreet;
mod faults;
mod kill;
mod levels;
mod limits;
mod lists;
mod plans;
mod play;
mod secrets;
mod slots;
mod snapshots;
