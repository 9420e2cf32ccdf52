//! Kessel plays wargames on the Stalingrad campaign by their rulebooks. This is its command line.
//!
//! The program is [`main`]; it stands in a library so that tests and the fuzzer reach the engine protocol ([`Engine`])
//! without starting a process for every line.
//!
//! | concept | where |
//! |---|---|
//! | the words of the command line | [`cli`] |
//! | the commands | [`commands`] |
//! | the engine protocol, for bots | [`engine`] |
//! | exit codes | [`failure`] |
//! | what an action changed, in the words of case files | [`facts`] |
//! | games in files | [`files`], on [`disk`] |
//! | where code says which rule it enforces | [`citations`] |
//! | which games there are | [`kessel_registry`] |
//! | the table in the browser | [`serve`] |
//! | how positions are written in a terminal | [`text`] |

pub mod citations;
mod cli;
mod commands;
mod disk;
mod engine;
pub mod facts;
mod failure;
mod files;
mod output;
mod serve;
mod text;

pub use disk::load as read_game;
pub use engine::Engine;
pub use kessel_registry::built_in;

use clap::Parser;
use cli::{Cli, Command, options};
use failure::{Code, Failure};
use std::process::ExitCode;

/// The program: reads the command line, does what it says, and gives the exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    kessel_officers::hush_panics();
    let done = kessel_officers::guard(|| run(cli))
        .unwrap_or_else(|panic| Err(Failure::new(Code::Fault, format!("a fault of Kessel itself: {panic}"))));
    let Err(failure) = done else { return ExitCode::SUCCESS };
    if let Some(answer) = &failure.answer {
        // Nothing more can be done if stdout is gone.
        let _ = output::say(&answer.to_string());
    }
    if !failure.text.is_empty() {
        eprintln!("kessel: {}", failure.text);
    }
    ExitCode::from(failure.code as u8)
}

fn run(cli: Cli) -> Result<(), Failure> {
    let data = cli.data.as_deref();
    let Some(command) = cli.command else {
        return serve::serve(data, &cli::Serve::default(), true);
    };
    match command {
        Command::Games { cases, json } => commands::games(data, &cases, json),
        Command::New { scenario, seed, set, output, json } => {
            commands::new(data, &scenario, &options(set), seed, output, json)
        }
        Command::Show { file, viewer, json } => commands::show(data, &file, viewer, json),
        Command::Legal { file, side, json } => commands::legal(data, &file, side, json),
        Command::Act { file, side, actions, json } => commands::act(data, &file, side, &actions, json),
        Command::Undo { file, to, json } => commands::undo(data, &file, to, json),
        Command::Auto { file, officers, turns, json } => commands::auto(data, &file, officers, turns, json),
        Command::Replay { file, verify, facts, to, viewer, json } => {
            commands::replay(data, &file, &commands::Telling { verify, to, viewer, as_json: json, facts })
        }
        Command::Audit { file, server, axis, soviet, json } => {
            commands::audit(data, &file, &commands::Noted { server, axis, soviet }, json)
        }
        Command::Admin { db, json, task } => commands::admin(data, db.as_deref(), &task, json),
        Command::Carry { file, new, json } => commands::carry(data, &file, &new, json),
        Command::Simulate { scenario, n, officers, seed, jobs, set, weights, json } => {
            let series = commands::Series { scenario, n, officers, options: options(set), weights, seed, jobs };
            commands::simulate(data, series, json)
        }
        Command::Tournament { scenarios, n, officers, sparring, keep, markdown, seed, jobs, json } => {
            let entry = commands::Entry { scenarios, n, officers, sparring, seed, jobs, keep, markdown };
            commands::tournament(data, entry, json)
        }
        Command::Check { paths, json } => commands::check(data, &paths, json),
        #[cfg(debug_assertions)]
        Command::Cases { game: Some(game), suspend: true, cases, json, .. } => {
            commands::suspend(data, &game, &cases, json)
        }
        #[cfg(not(debug_assertions))]
        Command::Cases { suspend: true, .. } => {
            Err(Failure::new(Code::Usage, "rules can be suspended in a debug build only: target/debug/kessel"))
        }
        Command::Cases { game, missing, cases, json, .. } => {
            commands::cases(data, game.as_deref(), &cases, missing, json)
        }
        Command::Rule { game, number, checkout, json } => commands::rule(data, &game, &number, &checkout, json),
        Command::Why { file, side, action, json } => commands::why(data, &file, side, &action, json),
        Command::Engine => engine::engine(data),
        Command::Serve(how) => serve::serve(data, &how, false),
    }
}
