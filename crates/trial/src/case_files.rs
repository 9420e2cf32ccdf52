//! The case files of a game pass, and what they leave unproven is told.

use kessel_cases::CaseFile;
use kessel_kernel::data::CaseKind;
use kessel_kernel::{AnyGame, Erased, Game};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every case file of `cases/<game>` passes; `-- --nocapture` tells what they leave unproven. `CASES=march` takes only the files with that in
/// their names.
pub fn every_case_file_passes<G: Game>(game: G) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(&game.info().id);
    every_case_file_in(&folder, game);
}

/// The same for another folder.
pub fn every_case_file_in<G: Game>(folder: &Path, game: G) {
    let game = Arc::new(game);
    let erased: Arc<dyn AnyGame> = Arc::new(Erased(game.clone()));
    let only = std::env::var("CASES").unwrap_or_default();
    let (mut proven, mut troubles) = (BTreeSet::new(), Vec::new());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    assert!(!files.is_empty(), "there are no case files in {}", folder.display());
    files.sort();
    for path in files.iter().filter(|path| path.to_string_lossy().contains(&only)) {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("a text file");
        let file = match CaseFile::parse(&name, &text) {
            Ok(file) => file,
            Err(faults) => {
                troubles.extend(faults.iter().map(ToString::to_string));
                continue;
            }
        };
        let verdict = file.run(&|id| (id == game.info().id).then(|| erased.clone()));
        troubles.extend(verdict.failures.iter().map(ToString::to_string));
        let passed = file.tests.iter().zip(&verdict.tests).filter(|(_, v)| v.passed());
        proven.extend(passed.flat_map(|(test, _)| test.cases.clone()));
    }
    let counts = |kind: CaseKind| !matches!(kind, CaseKind::Note | CaseKind::Component);
    let cases = game.ledger().cases().iter().filter(|case| counts(case.kind));
    let open: Vec<&str> = cases.filter(|case| !proven.contains(&case.id)).map(|case| case.id.as_str()).collect();
    println!("{} proven; {} open: {}", proven.len(), open.len(), open.join(" "));
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}
