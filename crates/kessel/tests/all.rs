//! The command line, the engine protocol, and what is promised of every game.

mod asides;
mod audit;
mod case_words;
mod cited;
mod common;
mod deploy;
mod engine;
mod exit_codes;
mod in_one_go;
mod kept;
mod lines;
mod linked;
mod officers;
mod play;
mod registry;
mod rule;
mod suspend;
