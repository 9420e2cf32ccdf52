//! The examples of the documentation hold.

use kessel_cases::CaseFile;
use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Erased};
use std::sync::Arc;

const CASE_FILES: &str = include_str!("../../../docs/case-files.md");

fn games(id: &str) -> Option<Arc<dyn AnyGame>> {
    (id == "toy").then(|| Arc::new(Erased::new(Toy::new())) as Arc<dyn AnyGame>)
}

/// The texts between fences of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let open = format!("```{kind}\n");
    CASE_FILES.split(open.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_whole_examples_hold() {
    let examples = blocks("toml");
    assert_eq!(examples.len(), 2);
    for text in examples {
        assert_eq!(CaseFile::check("example.toml", text, &games).failures, [""; 0]);
    }
}

#[test]
fn the_walk_through_is_a_case_file() {
    let parts = ["title = ", "[given]", "[[play]]\nside", "[then]"];
    let part = |start: &str| blocks("").into_iter().find(|text| text.starts_with(start)).unwrap_or_default();
    let file = CaseFile::parse("my-first.toml", &parts.map(part).concat()).expect("reads");
    assert_eq!((file.game.as_str(), file.tests[0].play.len()), ("battle", 3));
}
