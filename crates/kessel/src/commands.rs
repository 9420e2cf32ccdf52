//! The commands, one file each or a few that belong together.

mod admin;
mod audit;
mod auto;
mod carry;
mod cases;
mod games;
mod play;
mod replay;
mod rule;
mod simulate;
#[cfg(debug_assertions)]
mod suspend;
mod tournament;

pub use admin::admin;
pub use audit::{Noted, audit};
pub use auto::{Orders, auto, drive};
pub use carry::carry;
pub use cases::{cases, check};
pub use games::{game_lines, games};
pub use play::{act, legal, new, random_seed, show, status, tell_list, undo, why};
pub use replay::{Telling, replay};
pub use rule::rule;
pub use simulate::{Series, simulate};
#[cfg(debug_assertions)]
pub use suspend::suspend;
pub use tournament::{Entry, tournament};
