//! A game as somebody has got it, checked; and what a kill leaves behind.

use crate::common::{fails, fresh, kessel, offers, ok, ready, text_of};
use std::time::Duration;

#[test]
fn a_sound_game_is_called_sound_and_a_changed_one_is_not() {
    let (folder, file) = ready();
    ok(folder.path(), &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "1"]);
    let sound = ok(folder.path(), &["audit", "game.kessel", "--json"]).json();
    assert_eq!((sound["sound"].as_bool(), sound["dice"].as_str()), (Some(true), Some("server")));
    let commitment = sound["commitment"].as_str().expect("a commitment").to_owned();
    ok(folder.path(), &["audit", "game.kessel", "--server", &commitment]);
    // Somebody noted something else when the game began.
    fails(folder.path(), 1, &["audit", "game.kessel", "--server", &"0".repeat(64)]);
    // A torn last line is mentioned; a changed one is found.
    let text = text_of(&file);
    std::fs::write(&file, format!("{text}{{\"n\":")).expect("writes");
    assert!(ok(folder.path(), &["show", "game.kessel"]).err.contains("torn"));
    std::fs::write(&file, text.replacen("\"n\":3", "\"n\":4", 1)).expect("writes");
    fails(folder.path(), 5, &["audit", "game.kessel"]);
}

#[test]
fn a_kill_leaves_no_litter_that_stays() {
    let (folder, file) = fresh();
    let (side, list) = offers(folder.path());
    for nth in 0..12 {
        let mut child = kessel(folder.path(), &["act", "game.kessel", "--as", &side, &list[0]]).spawn().expect("runs");
        std::thread::sleep(Duration::from_millis(nth * 3));
        let _ = child.kill();
        let _ = child.wait();
    }
    // The next command cleans up after all of them, and the game is whole.
    ok(folder.path(), &["undo", "game.kessel", "--to", "0"]);
    ok(folder.path(), &["act", "game.kessel", "--as", &side, &list[0]]);
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("lists").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, [file.file_name().expect("a name")], "{left:?}");
}

#[test]
fn the_database_is_looked_after_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fails(folder.path(), 4, &["admin", "tables", "--db", "none.db"]);
    fails(folder.path(), 2, &["admin", "backup", "copy.db", "--db", "postgres://nobody@localhost:1/x"]);
}
