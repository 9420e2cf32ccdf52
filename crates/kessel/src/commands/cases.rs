//! Case files: run, and joined with the ledgers.

use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use kessel_cases::coverage::Coverage;
use kessel_cases::{CaseFile, Setups, Test, TestVerdict, Verdict};
use kessel_officers::{Registry, guard};
use rayon::prelude::*;
use serde_json::{Map, json};
use std::path::{Path, PathBuf};

/// `kessel check`.
pub fn check(data: Option<&Path>, paths: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    let verdicts = run(&kessel_registry::load(data, None)?, &files, None)?;
    let passed = verdicts.iter().flat_map(|v| &v.tests).filter(|t| t.passed()).count();
    let failed = verdicts.iter().map(failed_tests).sum::<usize>();
    if as_json {
        say_json(&json!({ "passed": passed, "failed": failed, "files": verdicts }))?;
    } else {
        for failure in verdicts.iter().flat_map(|v| &v.failures) {
            say(failure)?;
        }
        say(&format!("{passed} passed, {failed} failed"))?;
    }
    if failed == 0 { Ok(()) } else { Err(Failure::new(Code::CheckFailed, "")) }
}

/// A file that cannot be read as a case file counts as one failed test.
fn failed_tests(v: &Verdict) -> usize {
    let tests = v.tests.iter().filter(|t| !t.passed()).count();
    if v.passed() { 0 } else { tests.max(1) }
}

/// `kessel cases`.
pub fn cases(
    data: Option<&Path>,
    game: Option<&str>,
    folder: &Path,
    missing: bool,
    as_json: bool,
) -> Result<(), Failure> {
    let registry = kessel_registry::load(data, None)?;
    if let Some(id) = game {
        registry.listed(id)?;
    }
    let coverage = coverage(&registry, folder, game)?;
    if !folder.exists() {
        eprintln!("kessel: there are no case files at {}, so nothing here is proven: --cases DIR", folder.display());
    }
    if as_json {
        let object: Map<_, _> = coverage.iter().map(|(id, c)| ((*id).to_owned(), c.to_json())).collect();
        return say_json(&object);
    }
    for (id, c) in &coverage {
        say(&format!("{id}: {}", registry.listed(id)?.title))?;
        for (kind, n) in c.kinds.iter().filter(|(_, n)| n.total > 0) {
            let word = kind.word();
            say(&format!("  {word:9}  {:4} rules  {:4} proven  {:4} moot", n.total, n.proven, n.moot))?;
        }
        say(&format!("  {} to be proven, {} without help", c.missing.len(), c.without_help.len()))?;
        if missing {
            let ledger = registry.listed(id)?.ledger();
            for case in &c.missing {
                say(&format!("    {case:10}  {}", ledger.get(case).map_or("", |c| c.title.as_str())))?;
            }
        }
    }
    Ok(())
}

/// What the case files under `folder` prove, by game. A folder that is not there proves nothing.
pub fn coverage<'r>(
    registry: &'r Registry,
    folder: &Path,
    game: Option<&str>,
) -> Result<Vec<(&'r str, Coverage)>, Failure> {
    let mut files = Vec::new();
    if folder.exists() {
        collect(folder, &mut files)?;
    }
    let verdicts = run(registry, &files, game)?;
    let wanted = registry.list().iter().filter(|l| game.is_none_or(|g| g == l.id));
    Ok(wanted.map(|l| (l.id.as_str(), Coverage::of(&l.id, l.ledger(), &verdicts))).collect())
}

/// The file, or every `.toml` file below the folder, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |e: std::io::Error| Failure::new(Code::File, format!("cannot read {}: {e}", path.display()));
    if !std::fs::metadata(path).map_err(fail)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries: Result<Vec<_>, _> = std::fs::read_dir(path).map_err(fail)?.collect();
    let mut inside: Vec<PathBuf> = entries.map_err(fail)?.into_iter().map(|e| e.path()).collect();
    inside.sort();
    for inner in inside {
        // A link to a folder is not followed: it could lead back here.
        let folder = inner.symlink_metadata().is_ok_and(|m| m.is_dir());
        let case_file = inner.extension().is_some_and(|e| e == "toml") && inner.is_file();
        if folder || case_file {
            collect(&inner, files)?;
        }
    }
    Ok(())
}

/// The case files of a game below a folder.
pub(super) fn files_of(id: &str, folder: &Path) -> Result<Vec<CaseFile>, Failure> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    let mut files = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let text =
            std::fs::read_to_string(&path).map_err(|e| Failure::new(Code::File, format!("cannot read {name}: {e}")))?;
        let file = CaseFile::parse(&name, &text).map_err(|faults| {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            Failure::new(Code::CheckFailed, faults.join("\n"))
        })?;
        files.push(file);
    }
    files.retain(|file| file.game == id);
    Ok(files)
}

/// Runs case files on all cores, test by test; the verdicts come in the order of the files. With `game`, only those of that game.
fn run(registry: &Registry, paths: &[PathBuf], game: Option<&str>) -> Result<Vec<Verdict>, Failure> {
    let files: Result<Vec<_>, Failure> = paths.par_iter().map(|path| read(path)).collect();
    let wanted = |file: &Result<CaseFile, Verdict>| file.as_ref().map_or(true, |f| game.is_none_or(|g| g == f.game));
    let files: Vec<_> = files?.into_iter().filter(wanted).collect();
    let setups = Setups::default();
    let tests: Vec<_> =
        files.iter().flatten().flat_map(|file| file.tests.iter().map(move |test| (file, test))).collect();
    // Tests of a file cost about the same: handed out one by one, no core gets all the long ones.
    let played = tests.par_iter().with_max_len(1).map(|(file, test)| play(registry, &setups, file, test));
    let mut played = played.collect::<Vec<_>>().into_iter();
    let verdict = |file: Result<CaseFile, Verdict>| match file {
        Ok(file) => Verdict::of(&file.name, &file.game, played.by_ref().take(file.tests.len()).collect()),
        Err(unreadable) => unreadable,
    };
    Ok(files.into_iter().map(verdict).collect())
}

/// A text that cannot be read as a case file is a verdict already.
fn read(path: &Path) -> Result<Result<CaseFile, Verdict>, Failure> {
    let name = path.display().to_string();
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::new(Code::File, format!("cannot read {name}: {e}")))?;
    Ok(CaseFile::parse(&name, &text).map_err(|faults| {
        let failures = faults.iter().map(ToString::to_string).collect();
        Verdict { name, failures, ..Verdict::default() }
    }))
}

fn play(registry: &Registry, setups: &Setups, file: &CaseFile, test: &Test) -> TestVerdict {
    let played = guard(|| match registry.any(&file.game) {
        Some(game) => file.play_from(setups, test, game.as_ref()),
        None => file.unknown_game(test),
    });
    played.unwrap_or_else(|panic| TestVerdict {
        title: test.title.clone(),
        line: test.line,
        cases: test.cases.clone(),
        failures: vec![format!("{}: the rules fail: {panic}", file.name)],
    })
}

#[cfg(test)]
mod words;
