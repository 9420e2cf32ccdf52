//! The case files of this game pass, and what they leave unproven is told: `cargo test --test case_files -- --nocapture`.

use kessel_cases::CaseFile;
use kessel_table::data::CaseKind;
use kessel_table::{AnyGame, Erased, Game};
use kessel_wintergewitter::Winter;
use kessel_wintergewitter::data::Data;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

#[test]
fn every_case_file_passes() {
    let game = Arc::new(Winter::load(&Data::embedded()).expect("the built-in data is sound"));
    let erased: Arc<dyn AnyGame> = Arc::new(Erased(game.clone()));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/wintergewitter");
    let only = std::env::var("CASES").unwrap_or_default();
    let (mut proven, mut troubles) = (BTreeSet::new(), Vec::new());
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
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
        let verdict = file.run(&|id| (id == "wintergewitter").then(|| erased.clone()));
        troubles.extend(verdict.failures.iter().map(ToString::to_string));
        let passed = file.tests.iter().zip(&verdict.tests).filter(|(_, v)| v.passed());
        proven.extend(passed.flat_map(|(test, _)| test.cases.clone()));
    }
    let ledger = game.ledger();
    let counts = |kind: CaseKind| !matches!(kind, CaseKind::Note | CaseKind::Component);
    let open: Vec<&str> =
        ledger.cases().iter().filter(|c| counts(c.kind) && !proven.contains(&c.id)).map(|c| c.id.as_str()).collect();
    println!("{} proven; {} open: {}", proven.len(), open.len(), open.join(" "));
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}
