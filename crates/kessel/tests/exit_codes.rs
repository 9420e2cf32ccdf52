//! Every exit code that docs/command-line.md promises.

use crate::common::{SCENARIO, fails, fresh, offers, ok, other, ready, run, text_of};
use std::fs;

#[test]
fn a_command_that_is_not_understood_is_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    for args in [
        &["march"][..],
        &["new"],
        &["new", "battle"],
        &["new", SCENARIO, "--seed", "seven"],
        &["new", SCENARIO, "--set", "fog"],
        &["show", "game.kessel", "--as", "neutral"],
        &["act", "game.kessel", "--as", "umpire", "done"],
        &["act", "game.kessel", "done"],
        &["auto", "game.kessel"],
        &["auto", "game.kessel", "--axis", "general"],
        &["simulate", SCENARIO],
        &["serve", "--listen", "nowhere"],
        &["serve", "--db", "mysql://somewhere"],
    ] {
        let answer = fails(folder.path(), 2, args);
        assert!(!answer.err.is_empty(), "{args:?}");
    }
    let answer = fails(folder.path(), 2, &["auto", "game.kessel", "--axis", "general"]);
    assert!(answer.err.contains("recruit, staff"), "{}", answer.err);
}

#[test]
fn a_refused_action_says_case_and_why_and_leaves_the_file_alone() {
    let (folder, file) = ready();
    let before = text_of(&file);
    let (side, list) = offers(folder.path());
    let answer = fails(folder.path(), 3, &["act", "game.kessel", "--as", other(&side), &list[0]]);
    let json = answer.json();
    assert!(json["case"].is_string() && json["why"].is_string(), "{json}");
    assert_eq!(text_of(&file), before);
    // Several actions are all done or none: the first alone would be allowed.
    let answer = run(folder.path(), &["act", "game.kessel", "--as", &side, &list[0], "{\"no-such-verb\":1}"]);
    assert_eq!(answer.code, 7, "{}", answer.err);
    assert!(answer.err.contains("action 2 of 2") && answer.err.contains("none was done"), "{}", answer.err);
    assert_eq!(text_of(&file), before);
}

#[test]
fn a_file_that_is_not_there_or_would_be_overwritten_is_a_file_error() {
    let (folder, file) = fresh();
    let before = text_of(&file);
    for args in [
        &["show", "nowhere.kessel"][..],
        &["legal", "nowhere.kessel"],
        &["act", "nowhere.kessel", "--as", "axis", "done"],
        &["undo", "nowhere.kessel"],
        &["replay", "nowhere.kessel"],
        &["show", "."],
        &["check", "nowhere.toml"],
        &["new", SCENARIO, "-o", "game.kessel"],
        &["new", SCENARIO, "-o", "no/such/folder/game.kessel"],
    ] {
        let answer = fails(folder.path(), 4, args);
        assert!(answer.err.starts_with("kessel: "), "{}", answer.err);
    }
    assert_eq!(text_of(&file), before);
}

#[test]
fn a_broken_journal_is_told_from_a_missing_one() {
    let (folder, file) = fresh();
    ok(folder.path(), &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "1"]);
    let good = text_of(&file);
    let lines: Vec<&str> = good.lines().collect();
    let without_second = [&lines[..2], &lines[3..]].concat().join("\n") + "\n";
    let changed = good.replacen("\"side\":\"", "\"side\":\"x", 1);
    for broken in ["", "hello\n", "{}\n", "\u{0}\u{1}\n", &without_second, &changed] {
        fs::write(&file, broken).expect("writes");
        let answer = fails(folder.path(), 5, &["show", "game.kessel"]);
        assert!(!answer.err.is_empty());
        fails(folder.path(), 5, &["replay", "game.kessel", "--verify"]);
        fails(folder.path(), 5, &["undo", "game.kessel"]);
        assert_eq!(text_of(&file), broken, "a broken file is left as it is");
    }
    // A write that a crash cut short leaves a last line without its end: it is dropped, the rest stands.
    let cut = &good[..good.len() - 5];
    fs::write(&file, cut).expect("writes");
    ok(folder.path(), &["show", "game.kessel"]);
}

#[test]
fn unknown_games_scenarios_options_and_officers_have_their_code() {
    let (folder, _) = fresh();
    for args in [
        &["new", "chess/campaign"][..],
        &["new", "battle/opening"],
        &["new", "waw/leningrad"],
        &["new", SCENARIO, "--set", "no-such-option=1", "-o", "other.kessel"],
        &["simulate", "chess/campaign", "-n", "1"],
        &["cases", "chess"],
    ] {
        let answer = fails(folder.path(), 6, args);
        assert!(!answer.err.is_empty(), "{args:?}");
    }
    assert!(!folder.path().join("other.kessel").exists());
}

#[test]
fn a_malformed_action_has_its_code() {
    let (folder, file) = fresh();
    let before = text_of(&file);
    for bad in ["{\"step\":", "{\"no-such-verb\":1}", "no-such-verb", "17", "null", "[]", ""] {
        fails(folder.path(), 7, &["act", "game.kessel", "--as", "axis", bad]);
        fails(folder.path(), 7, &["why", "game.kessel", "--as", "axis", bad]);
    }
    assert_eq!(text_of(&file), before);
}

#[test]
fn undo_stops_at_a_roll_and_says_how_far_it_goes() {
    let (folder, file) = fresh();
    fails(folder.path(), 8, &["undo", "game.kessel"]);
    fails(folder.path(), 8, &["undo", "game.kessel", "--to", "5"]);
    ok(folder.path(), &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit"]);
    let before = text_of(&file);
    assert!(before.contains("\"rolls\":[{"), "a whole game has rolls");
    let answer = fails(folder.path(), 8, &["undo", "game.kessel", "--to", "0"]);
    assert!(answer.err.contains("undo goes back to action"), "{}", answer.err);
    assert_eq!(text_of(&file), before);
}

#[test]
fn faults_in_data_files_are_all_told_with_their_lines() {
    let (folder, _) = fresh();
    let own = folder.path().join("mine/battle");
    fs::create_dir_all(&own).expect("a folder");
    fs::write(own.join("units.toml"), "[[unit]\nid = 7\n").expect("writes");
    let answer = fails(folder.path(), 9, &["--data", "mine", "new", SCENARIO, "-o", "mine.kessel"]);
    assert!(answer.err.contains("units.toml:"), "{}", answer.err);
    fails(folder.path(), 9, &["games", "--data", "mine"]);
    fails(folder.path(), 9, &["games", "--data", "nowhere"]);
    // The same file given flat, for the game at hand.
    let answer = fails(folder.path(), 9, &["new", SCENARIO, "-o", "mine.kessel", "--data", "mine/battle"]);
    assert!(answer.err.contains("units.toml:"), "{}", answer.err);
    assert!(!folder.path().join("mine.kessel").exists());
}

#[test]
fn a_failing_case_file_fails_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = folder.path().join("cases/battle");
    fs::create_dir_all(&cases).expect("a folder");
    let answer = ok(folder.path(), &["check", "cases"]);
    assert_eq!(answer.out.lines().last(), Some("0 passed, 0 failed"));
    fs::write(cases.join("broken.toml"), "title = ").expect("writes");
    fs::write(cases.join("notes.txt"), "not a case file").expect("writes");
    let answer = fails(folder.path(), 1, &["check", "cases"]);
    assert!(answer.out.contains("broken.toml:1"), "{}", answer.out);
    assert_eq!(answer.out.lines().last(), Some("0 passed, 1 failed"));
}

#[test]
fn a_roll_that_is_not_the_seeds_fails_the_verification() {
    let (folder, file) = fresh();
    // The header's seed is outside the chain, but the commitment is not: another seed does not fit.
    let forged = text_of(&file).replacen("\"seed\":\"7\"", "\"seed\":\"8\"", 1);
    fs::write(&file, forged).expect("writes");
    fails(folder.path(), 5, &["replay", "game.kessel", "--verify"]);
}

#[test]
fn a_game_is_carried_over_into_a_new_file_or_not_at_all() {
    let (folder, file) = ready();
    let before = text_of(&file);
    let answer = ok(folder.path(), &["carry", "game.kessel", "new.kessel", "--json"]).json();
    assert_eq!(answer["actions"], answer["of"], "{answer}");
    assert!(answer["actions"].as_u64() > Some(0) && answer["stopped"].is_null(), "{answer}");
    assert_eq!(text_of(&folder.path().join("new.kessel")), before);
    // It overwrites nothing, and takes nothing that was changed.
    fails(folder.path(), 4, &["carry", "game.kessel", "new.kessel"]);
    fails(folder.path(), 4, &["carry", "nowhere.kessel", "other.kessel"]);
    fs::write(&file, before.replacen("\"n\":1", "\"n\":2", 1)).expect("written");
    fails(folder.path(), 5, &["carry", "game.kessel", "other.kessel"]);
    assert!(!folder.path().join("other.kessel").exists());
}
