//! Random and damaged text never brings the reader of case files down.

use kessel_cases::CaseFile;
use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Erased};
use proptest::prelude::*;
use std::sync::Arc;

/// Case files that hold, to be damaged.
const FILES: [&str; 4] = [
    include_str!("cases/movement.toml"),
    include_str!("cases/battle.toml"),
    include_str!("cases/setup.toml"),
    include_str!("cases/victory.toml"),
];

/// A change to some bytes of a text.
#[derive(Clone, Debug)]
enum Damage {
    Set(usize, u8),
    Cut(usize, usize),
    Insert(usize, String),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>();
    prop_oneof![
        (at, any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (at, 0..40_usize).prop_map(|(at, n)| Damage::Cut(at, n)),
        (at, "[\\[\\]{}=\"'#0-9a-z\\n.,:-]{1,12}").prop_map(|(at, text)| Damage::Insert(at, text)),
    ]
}

fn damaged(text: &str, all: &[Damage]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for damage in all.iter().filter(|_| !text.is_empty()) {
        let len = bytes.len().max(1);
        match damage {
            Damage::Set(at, byte) => bytes.iter_mut().skip(at % len).take(1).for_each(|b| *b = *byte),
            Damage::Cut(at, n) => drop(bytes.drain((at % len).min(bytes.len())..(at % len + n).min(bytes.len()))),
            Damage::Insert(at, text) => {
                let at = (at % len).min(bytes.len());
                drop(bytes.splice(at..at, text.bytes()));
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn games(id: &str) -> Option<Arc<dyn AnyGame>> {
    (id == "toy").then(|| Arc::new(Erased::new(Toy::new())) as Arc<dyn AnyGame>)
}

/// A verdict turns a panic of the game into a failure; here that is one.
fn case_file_holds_up(text: &str) {
    let verdict = CaseFile::check("fuzz.toml", text, &games);
    assert!(!verdict.failures.iter().any(|f| f.contains("the game broke down")), "{:?}", verdict.failures);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_text_is_no_case_file(text in any::<String>()) {
        prop_assert!(CaseFile::parse("fuzz.toml", &text).is_err());
    }

    #[test]
    fn a_damaged_case_file_runs_or_is_refused(n in 0..FILES.len(), all in proptest::collection::vec(damage(), 1..5)) {
        case_file_holds_up(&damaged(FILES[n], &all));
    }
}

#[test]
fn deeply_nested_text_is_refused_without_harm() {
    let deep = format!("title = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(CaseFile::parse("fuzz.toml", &deep).is_err());
    assert!(CaseFile::parse("fuzz.toml", &format!("{}\n", "[a.".repeat(50_000))).is_err());
}
