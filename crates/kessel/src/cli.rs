//! The words of the command line. Stable: scripts and bots rely on them.

use clap::{Args, Parser, Subcommand};
use kessel_kernel::{Options, Seed, Side, Viewer};
use kessel_officers::Rank;
use std::path::PathBuf;

/// Plays wargames on the Stalingrad campaign by their rulebooks.
#[derive(Debug, Parser)]
#[command(name = "kessel", version, about, after_help = EXIT_CODES)]
pub struct Cli {
    /// Read data files from this folder (DIR/GAME/*.toml, or DIR/*.toml for the game at hand) instead of the built-in ones
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// What to do; without a command, the table in the browser
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 a check failed, 2 usage, 3 refused by the rules, 4 file cannot be read or \
written, 5 broken journal, 6 unknown game, scenario, option, officer or rule, 7 malformed action, 8 undo refused, 9 faults in data \
files, 70 a fault of Kessel itself.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List games, scenarios, turns and how much of each rulebook is proven
    Games {
        /// Case files that prove rules
        #[arg(long, value_name = "DIR", default_value = "cases")]
        cases: PathBuf,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Start a game
    New {
        /// The scenario: GAME/SCENARIO
        scenario: String,
        /// The seed of the dice (a number, or 64 hexadecimal digits); random unless given
        #[arg(long, value_name = "N", value_parser = seed)]
        seed: Option<Seed>,
        /// An option of the scenario
        #[arg(long = "set", value_name = "K=V", value_parser = option)]
        set: Vec<(String, String)>,
        /// The file to write, or - to print it; GAME-SCENARIO.kessel unless given
        #[arg(short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Show a position
    Show {
        /// The game
        file: PathBuf,
        /// Whose eyes (axis, soviet, spectator, umpire); unless given, the side that has to act
        #[arg(long = "as", value_name = "VIEWER", value_parser = viewer)]
        viewer: Option<Viewer>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// List what a side may do
    Legal {
        /// The game
        file: PathBuf,
        /// The side; unless given, the one that has to act
        #[arg(long = "as", value_name = "SIDE", value_parser = side)]
        side: Option<Side>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Do one or more actions: all of them or none
    Act {
        /// The game
        file: PathBuf,
        /// The side
        #[arg(long = "as", value_name = "SIDE", value_parser = side)]
        side: Side,
        /// The actions as `kessel legal` writes them; a bare verb needs no quotes
        #[arg(required = true, value_name = "JSON")]
        actions: Vec<String>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Take actions back, as far as no die was rolled and nothing was revealed
    Undo {
        /// The game
        file: PathBuf,
        /// Keep the first N actions; unless given, take one back
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Let computer players play
    Auto {
        /// The game
        file: PathBuf,
        /// The officers
        #[command(flatten)]
        officers: Officers,
        /// Stop after so many turns; unless given, at the end of the game
        #[arg(long, value_name = "N")]
        turns: Option<u32>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Tell a game again from its journal
    Replay {
        /// The game
        file: PathBuf,
        /// Only verify it: every hash, every position, and the dice against the seed
        #[arg(long)]
        verify: bool,
        /// Tell with every entry what it changed, in the words of case files
        #[arg(long, requires = "json", conflicts_with = "verify")]
        facts: bool,
        /// Stop after action N
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        /// Whose eyes (axis, soviet, spectator, umpire); unless given, the side that has to act
        #[arg(long = "as", value_name = "VIEWER", value_parser = viewer)]
        viewer: Option<Viewer>,
        /// JSON for scripts: one line an action
        #[arg(long)]
        json: bool,
    },
    /// Check a downloaded game: the chain, the seed and everybody's part in it, every roll and every position
    Audit {
        /// The game
        file: PathBuf,
        /// What the server was bound to when you sat down, as your browser noted it
        #[arg(long, value_name = "HEX")]
        server: Option<String>,
        /// What the Axis player was bound to
        #[arg(long, value_name = "HEX")]
        axis: Option<String>,
        /// What the Soviet player was bound to
        #[arg(long, value_name = "HEX")]
        soviet: Option<String>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Look after the database of a server
    Admin {
        /// The database: a file, or postgres://…; in the user's data folder unless given
        #[arg(long, value_name = "URL", global = true)]
        db: Option<String>,
        /// JSON for scripts
        #[arg(long, global = true)]
        json: bool,
        /// What to do
        #[command(subcommand)]
        task: AdminTask,
    },
    /// Take a game that was begun under older rules into the present ones
    Carry {
        /// The game; it is left as it is
        file: PathBuf,
        /// The new file
        new: PathBuf,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Play many games and sum up
    Simulate {
        /// The scenario: GAME/SCENARIO
        scenario: String,
        /// How many games
        #[arg(short, value_name = "N")]
        n: u64,
        /// The officers
        #[command(flatten)]
        officers: Officers,
        /// The seed of the series; random unless given
        #[arg(long, value_name = "N", value_parser = seed)]
        seed: Option<Seed>,
        /// Threads; unless given, one a core
        #[arg(long, value_name = "J", default_value_t = 0)]
        jobs: usize,
        /// An option of the scenario
        #[arg(long = "set", value_name = "K=V", value_parser = option)]
        set: Vec<(String, String)>,
        /// A weight of the staffs, as their data file calls it, or of one side's: NAME=NUMBER, axis.NAME=NUMBER
        #[arg(long = "weight", value_name = "NAME=NUMBER")]
        weights: Vec<String>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Let officers play everybody against everybody, and say how strong each is
    Tournament {
        /// The scenarios: GAME/SCENARIO, or GAME for all of its scenarios; all of all games unless given
        #[arg(value_name = "SCENARIO")]
        scenarios: Vec<String>,
        /// How many games each pair plays of each scenario on each side; 0 plays nothing and tells what is kept
        #[arg(short, value_name = "N", default_value_t = 20)]
        n: u64,
        /// Who takes part, with commas between; unless given, those that people play against
        #[arg(long, value_name = "OFFICERS", value_delimiter = ',')]
        officers: Vec<Rank>,
        /// The sparring partners take part, too
        #[arg(long)]
        sparring: bool,
        /// Keep the results in this file, in the place of older ones of the same scenarios
        #[arg(long, value_name = "FILE")]
        keep: Option<PathBuf>,
        /// Write the tables into this file, between its marks, instead of to the screen
        #[arg(long, value_name = "FILE")]
        markdown: Option<PathBuf>,
        /// The seed of the tournament; random unless given
        #[arg(long, value_name = "N", value_parser = seed)]
        seed: Option<Seed>,
        /// Threads; unless given, one a core
        #[arg(long, value_name = "J", default_value_t = 0)]
        jobs: usize,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Run case files (folders with all files below them)
    Check {
        /// Files and folders
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Say which rules of the rulebooks are proven by case files
    Cases {
        /// The game; all unless given
        game: Option<String>,
        /// List the rules that are neither proven nor moot
        #[arg(long)]
        missing: bool,
        /// List the rules that no case file misses when they are suspended (debug builds)
        #[arg(long, requires = "game", conflicts_with = "missing")]
        suspend: bool,
        /// Case files that prove rules
        #[arg(long, value_name = "DIR", default_value = "cases")]
        cases: PathBuf,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Say what a rule is, and where it is enforced, proven and interpreted
    Rule {
        /// The game
        game: String,
        /// The number of the rule, as the ledger, refusals and the log have it
        number: String,
        /// The folder with the code, the case files and the rulings
        #[arg(long, value_name = "DIR", default_value = ".")]
        checkout: PathBuf,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Say why an action is allowed or not: every rule consulted
    Why {
        /// The game
        file: PathBuf,
        /// The side
        #[arg(long = "as", value_name = "SIDE", value_parser = side)]
        side: Side,
        /// The action as `kessel legal` writes it
        #[arg(value_name = "JSON")]
        action: String,
        /// JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Speak JSON lines on stdin and stdout, for bots in any language
    Engine,
    /// Serve the table in the browser
    Serve(Serve),
}

/// How to serve.
#[derive(Debug, Default, Args)]
pub struct Serve {
    /// Where to listen: ADDRESS:PORT, a port, or an address; this machine only unless given
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// The database: a file, sqlite:FILE, or postgres://USER:PASSWORD@HOST/NAME; in the user's data folder unless given
    #[arg(long, value_name = "URL", env = "KESSEL_DB", hide_env_values = true)]
    pub db: Option<String>,
    /// Begin a database where games were kept before
    #[arg(long)]
    pub new: bool,
    /// A proxy before the server says who asks (X-Forwarded-For, X-Forwarded-Proto)
    #[arg(long)]
    pub proxy: bool,
    /// Where figures for Prometheus are served: ADDRESS:PORT or a port
    #[arg(long, value_name = "ADDR")]
    pub metrics: Option<String>,
    /// The address under which people know the server, for links in mail
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Where mail goes: smtp://HOST:25, smtps://USER:PASSWORD@HOST
    #[arg(long, value_name = "URL", env = "KESSEL_SMTP", hide_env_values = true)]
    pub smtp: Option<String>,
    /// From whom mail comes
    #[arg(long, value_name = "ADDRESS", default_value = "kessel@localhost")]
    pub mail_from: String,
    /// Delete tables that nobody has touched for so many days
    #[arg(long, value_name = "DAYS")]
    pub expire_days: Option<u64>,
    /// Write the log as JSON
    #[arg(long)]
    pub log_json: bool,
}

/// What can be done with the database of a server.
#[derive(Debug, Subcommand)]
pub enum AdminTask {
    /// Look whether it is whole, and play every journal again
    Check,
    /// Write a whole copy to a new file, while the server runs or not
    Backup {
        /// The copy
        to: PathBuf,
    },
    /// Put a copy in its place; what was there is moved aside. The server must be stopped
    Restore {
        /// The copy
        from: PathBuf,
    },
    /// Bring it up to date (the server does it by itself too)
    Migrate,
    /// List the tables
    Tables {
        /// Only those that were made from this address
        #[arg(long, value_name = "ADDRESS")]
        from: Option<String>,
    },
    /// End the game at a table: nobody has won, and both sides can have the journal
    Close {
        /// The table, as `tables` names it
        table: String,
    },
    /// Delete a table with everything
    Delete {
        /// The table, as `tables` names it
        table: String,
        /// Write its journal to this folder first
        #[arg(long, value_name = "DIR")]
        archive: Option<PathBuf>,
    },
    /// Let nobody speak at a table
    Mute {
        /// The table, as `tables` names it
        table: String,
        /// Let them again
        #[arg(long)]
        off: bool,
    },
    /// List those who have a name, and where they are logged in
    People {
        /// Only those who have logged in from this address
        #[arg(long, value_name = "ADDRESS")]
        from: Option<String>,
    },
    /// Give somebody who has forgotten his passphrase a new one, and log him out everywhere
    Reset {
        /// The name
        name: String,
    },
    /// Log somebody out everywhere, or on one device
    Logout {
        /// The name
        name: String,
        /// The device, as `people` names it
        #[arg(long, value_name = "ID")]
        session: Option<String>,
    },
    /// Delete tables that nobody has touched for so many days
    Expire {
        /// The days
        #[arg(long)]
        days: u64,
        /// Write their journals to this folder first
        #[arg(long, value_name = "DIR")]
        archive: Option<PathBuf>,
        /// Only say which
        #[arg(long)]
        look: bool,
    },
}

/// Who plays.
#[derive(Copy, Clone, Debug, Args)]
pub struct Officers {
    /// The officer who plays the Axis
    #[arg(long, value_name = "OFFICER")]
    pub axis: Option<Rank>,
    /// The officer who plays the Soviets
    #[arg(long, value_name = "OFFICER")]
    pub soviet: Option<Rank>,
}

fn side(word: &str) -> Result<Side, String> {
    Side::from_word(word).ok_or_else(|| "a side is axis or soviet".into())
}

fn viewer(word: &str) -> Result<Viewer, String> {
    Viewer::from_word(word).ok_or_else(|| "a viewer is axis, soviet, spectator or umpire".into())
}

fn seed(word: &str) -> Result<Seed, String> {
    Seed::from_word(word).ok_or_else(|| "a seed is a number or 64 hexadecimal digits".into())
}

fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.into(), value.into())),
        _ => Err("an option is written KEY=VALUE".into()),
    }
}

/// The options given with `--set`; the last of a key wins.
pub fn options(set: Vec<(String, String)>) -> Options {
    Options(set.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_option_needs_a_key() {
        assert!(option("=x").is_err() && option("x").is_err());
        assert_eq!(option("fog=off=on"), Ok(("fog".into(), "off=on".into())));
    }
}
