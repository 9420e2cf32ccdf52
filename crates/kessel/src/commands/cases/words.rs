//! The table of words in docs/case-files.md is what the code says, and what a case file asks for is a part of all facts.

use kessel_cases::vocabulary;
use kessel_kernel::{Asked, Dice, Log, Options, Seed, Side, Viewer};
use serde_json::Value;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/case-files.md");
const BEGIN: &str = "<!-- The table below is written by `KESSEL_WRITE=1 cargo test -p kessel words`. -->\n";
const END: &str = "<!-- End of the table. -->";

#[test]
fn the_table_of_words_is_up_to_date() {
    let registry = kessel_registry::load(None, None).unwrap_or_else(|_| panic!("the built-in data load"));
    let games = registry.list().iter().filter_map(|listed| registry.any(&listed.id));
    let table = games.map(|game| vocabulary(game.as_ref())).collect::<Vec<_>>().join("\n");
    let page = std::fs::read_to_string(PAGE).expect("the page is there");
    let (head, rest) = page.split_once(BEGIN).expect("the table begins somewhere");
    let (old, tail) = rest.split_once(END).expect("the table ends somewhere");
    if std::env::var_os("KESSEL_WRITE").is_some() {
        std::fs::write(PAGE, format!("{head}{BEGIN}\n{table}\n{END}{tail}")).expect("the page can be written");
        return;
    }
    assert_eq!(old.trim(), table.trim(), "stale: KESSEL_WRITE=1 cargo test -p kessel words");
}

#[test]
fn what_is_asked_for_is_a_part_of_all_facts() {
    let registry = kessel_registry::load(None, None).unwrap_or_else(|_| panic!("the built-in data load"));
    for game in registry.list().iter().filter_map(|listed| registry.any(&listed.id)) {
        for scenario in &game.info().scenarios {
            let mut dice = Dice::seeded(&Seed::from_number(0), 0);
            let started = game.start(&scenario.id, &Options::default(), &mut dice, &mut Log::silent());
            let session = started.expect("a scenario of the game");
            for viewer in [Viewer::Umpire, Side::Axis.into(), Side::Soviet.into()] {
                let all = session.facts(viewer);
                assert_eq!(session.facts_asked(viewer, &Asked::everything()), all, "{}", scenario.id);
                let (counter, space) = (last(&all["counters"]), last(&all["spaces"]));
                let asked = Asked::default().counters([counter]).spaces([space]).tracks(true);
                let some = session.facts_asked(viewer, &asked);
                assert_eq!(some["counters"][counter], all["counters"][counter], "{}", scenario.id);
                assert_eq!(some["spaces"][space], all["spaces"][space], "{}", scenario.id);
                assert_eq!(some["tracks"], all["tracks"], "{}", scenario.id);
                for key in ["turn", "phase", "to_act"] {
                    assert_eq!(some[key], all[key], "{}", scenario.id);
                }
            }
        }
    }
}

/// The last name in a table of things.
fn last(things: &Value) -> &str {
    things.as_object().and_then(|map| map.keys().next_back()).expect("there is something")
}
