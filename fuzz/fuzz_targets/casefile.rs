//! Any text is a case file or is refused; whatever it says, running it ends in a verdict.
#![no_main]

use kessel_kernel::toy::Toy;
use kessel_cases::CaseFile;
use kessel_kernel::{AnyGame, Erased};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};

static TOY: LazyLock<Arc<Toy>> = LazyLock::new(|| Arc::new(Toy::new()));

fuzz_target!(|text: &str| {
    let games = |id: &str| (id == "toy").then(|| Arc::new(Erased(TOY.clone())) as Arc<dyn AnyGame>);
    let verdict = CaseFile::check("fuzz.toml", text, &games);
    assert!(!verdict.failures.iter().any(|f| f.contains("the game broke down")), "{:?}", verdict.failures);
});
