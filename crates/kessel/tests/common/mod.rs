//! The binary as scripts run it.

#![allow(dead_code)] // each test file uses its part

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a command answered.
pub struct Answer {
    /// The exit code.
    pub code: i32,
    /// Stdout.
    pub out: String,
    /// Stderr.
    pub err: String,
}

impl Answer {
    /// The answer as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("not JSON ({e}): {}\n{}", self.out, self.err))
    }
}

impl From<Output> for Answer {
    fn from(o: Output) -> Answer {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Answer { code: o.status.code().unwrap_or(-1), out: text(&o.stdout), err: text(&o.stderr) }
    }
}

/// The binary, to be run in `folder`.
pub fn kessel(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kessel"));
    command.current_dir(folder).args(args);
    command
}

/// Runs the binary.
pub fn run(folder: &Path, args: &[&str]) -> Answer {
    kessel(folder, args).output().expect("the binary runs").into()
}

/// Runs the binary, which must succeed.
pub fn ok(folder: &Path, args: &[&str]) -> Answer {
    let answer = run(folder, args);
    assert_eq!(answer.code, 0, "kessel {args:?}: {}{}", answer.out, answer.err);
    answer
}

/// Runs the binary, which must fail with `code`, say why in words on stderr, and not panic.
pub fn fails(folder: &Path, code: i32, args: &[&str]) -> Answer {
    let answer = run(folder, args);
    assert_eq!(answer.code, code, "kessel {args:?}: {}{}", answer.out, answer.err);
    assert!(!answer.err.contains("panic") && !answer.err.contains("RUST_BACKTRACE"), "{}", answer.err);
    answer
}

/// The scenario that the tests play.
pub const SCENARIO: &str = "battle/campaign";

/// A fresh game, `game.kessel` in a fresh folder.
pub fn fresh() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.kessel");
    ok(folder.path(), &["new", SCENARIO, "--seed", "7", "-o", "game.kessel"]);
    (folder, file)
}

/// The set-up that both sides take over from the scenario: afterwards one side has to act.
pub const SET_UP: [(&str, &str); 4] =
    [("axis", "historical"), ("axis", "done"), ("soviet", "historical"), ("soviet", "done")];

/// A game with its set-up done.
pub fn ready() -> (tempfile::TempDir, PathBuf) {
    let (folder, file) = fresh();
    for side in SET_UP.chunks(2) {
        ok(folder.path(), &["act", "game.kessel", "--as", side[0].0, side[0].1, side[1].1]);
    }
    (folder, file)
}

/// The side to act in `game.kessel` and what it is offered.
pub fn offers(folder: &Path) -> (String, Vec<String>) {
    let legal = ok(folder, &["legal", "game.kessel", "--json"]).json();
    let list = legal["list"].as_array().expect("a list").iter().map(|o| o["action"].to_string()).collect();
    (legal["side"].as_str().expect("a side").to_owned(), list)
}

/// The other side.
pub fn other(side: &str) -> &'static str {
    if side == "axis" { "soviet" } else { "axis" }
}

/// The whole file.
pub fn text_of(file: &Path) -> String {
    std::fs::read_to_string(file).expect("the file is there")
}
