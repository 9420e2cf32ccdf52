//! The kernel's promises, by subject, on the toy game.

mod common;

mod decode;
mod explore;
mod journal;
mod shared;
mod snapshots;
mod toy;
mod wire;
