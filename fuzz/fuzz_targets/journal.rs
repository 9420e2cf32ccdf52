//! Any text is a journal or is refused; a journal that was accepted writes itself back and is accepted again.
#![no_main]

use kessel_kernel::toy::Toy;
use kessel_kernel::{Erased, Journal, journal};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};

static TOY: LazyLock<Arc<Toy>> = LazyLock::new(|| Arc::new(Toy::new()));

fuzz_target!(|text: &str| {
    let parsed = journal::parse(text);
    let game = Erased(TOY.clone());
    if let Ok(journal) = Journal::from_text(&game, text) {
        assert!(parsed.is_ok(), "what replays can be parsed");
        let again = Journal::from_text(&game, &journal.to_text());
        assert!(again.is_ok_and(|again| again.session().hash() == journal.session().hash()));
    }
});
