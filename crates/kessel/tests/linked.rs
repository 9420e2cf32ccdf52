//! Every file of tests is part of a program. Cargo is told not to look for them (`autotests = false`), so one that nobody names would never run.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of all crates.
fn crates() -> Vec<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let below = |folder: PathBuf| fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    below(above.clone()).chain(below(above.join("games"))).filter(|path| path.join("Cargo.toml").exists()).collect()
}

#[test]
fn every_file_of_tests_is_named_by_its_program_or_its_crate() {
    let (mut looked_at, mut forgotten) = (0, Vec::new());
    for krate in crates() {
        let manifest = fs::read_to_string(krate.join("Cargo.toml")).expect("a manifest");
        if !manifest.contains("autotests = false") {
            continue;
        }
        let beginnings = ["tests/all.rs", "src/lib.rs"].map(|file| fs::read_to_string(krate.join(file)));
        let beginnings: String = beginnings.into_iter().flatten().collect();
        for path in fs::read_dir(krate.join("tests")).expect("tests").flatten().map(|entry| entry.path()) {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if path.extension().is_none_or(|end| end != "rs") || name == "all" {
                continue;
            }
            looked_at += 1;
            if !beginnings.lines().any(|line| line == format!("mod {name};")) {
                forgotten.push(path);
            }
        }
    }
    assert!(looked_at > 30, "{looked_at} files of tests");
    assert!(forgotten.is_empty(), "no program names {forgotten:?}");
}

#[test]
fn every_example_and_bench_is_compiled_with_the_tests() {
    let inside = |krate: &Path| {
        let folders = ["examples", "benches"].map(|folder| krate.join(folder));
        let within = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        within.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let programs: Vec<PathBuf> = crates().iter().flat_map(|krate| inside(krate)).collect();
    assert!(programs.len() > 10, "{} programs", programs.len());
    let named: Vec<PathBuf> = crate::asides::FILES
        .iter()
        .filter_map(|file| {
            let below = file.strip_prefix("../../").expect("beside this crate");
            Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(below).canonicalize().ok()
        })
        .collect();
    let forgotten = programs.iter().filter(|path| {
        let path = path.canonicalize().expect("is there");
        !named.iter().any(|named| *named == path || named.parent() == Some(&path))
    });
    assert_eq!(forgotten.collect::<Vec<_>>(), Vec::<&PathBuf>::new(), "crates/kessel/tests/asides.rs names all");
}

#[test]
fn every_game_is_asked_the_promises_of_the_kit() {
    let games = crates().into_iter().filter(|krate| krate.parent().is_some_and(|above| above.ends_with("games")));
    let mut looked_at = 0;
    for krate in games {
        looked_at += 1;
        let tests = fs::read_to_string(krate.join("tests/properties.rs")).expect("properties");
        assert!(tests.contains("\nkessel_trial::promises!(trial"), "{} is not asked", krate.display());
    }
    assert!(looked_at >= 5, "{looked_at} games");
}
