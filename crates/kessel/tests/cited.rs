//! Every mechanic of a ledger that a game enforces is cited, by its own number, by a line of its rules code, or `uncited.toml` says why not.
//! What a citation is stands in `kessel::citations`.

use kessel::citations::{Checkout, Citations, ELSEWHERE, uncited};
use kessel_kernel::data::CaseKind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const GAMES: [&str; 5] = ["battle", "drive", "roads", "wintergewitter", "waw"];

/// Words that put a reason off instead of giving one.
const PUT_OFF: [&str; 9] =
    ["not stated", "not yet", "to be cited", "to be explained", "todo", "tbd", "fixme", "later", "unknown"];

/// The root of the checkout.
pub(crate) fn checkout() -> Checkout {
    Checkout::at(Path::new("../..")).expect("tests run in a checkout")
}

/// The mechanics of a game that are not moot.
pub(crate) fn mechanics(game: &str) -> Vec<String> {
    let game = kessel::built_in(game);
    let enforced = game.ledger().cases().iter().filter(|case| case.kind == CaseKind::Mechanic && case.moot.is_none());
    enforced.map(|case| case.id.clone()).collect()
}

/// A reason says in some words of its own why no line cites a mechanic.
fn is_reason(why: &str) -> bool {
    let lower = why.to_lowercase();
    why.split_whitespace().count() >= 4 && !PUT_OFF.iter().any(|word| lower.contains(word))
}

/// What is wrong with the citations of a game and its excuses.
fn faults(mechanics: &[String], citations: &Citations, excused: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut faults = Vec::new();
    for case in mechanics {
        match (citations.of(case).first(), excused.get(case.as_str())) {
            (None, None) => {
                faults.push(format!("{case}: no line of rules code cites it, and uncited.toml has no reason"))
            }
            (Some(c), Some(_)) => faults.push(format!("{case}: excused, but {}:{} cites it", c.file, c.line)),
            _ => {}
        }
    }
    for (case, why) in excused {
        if !mechanics.iter().any(|known| known == case) {
            faults.push(format!("{case}: excused, but no mechanic of the ledger"));
        }
        if !is_reason(why) {
            faults.push(format!("{case}: {why:?} is no reason"));
        }
    }
    faults
}

#[test]
fn every_enforced_mechanic_is_cited_by_rules_code_or_excused() {
    let (checkout, excused) = (checkout(), uncited());
    let mut wrong = Vec::new();
    for game in GAMES {
        let (citations, mechanics) = (checkout.citations(game).expect("sources"), mechanics(game));
        let excused = excused.get(game).cloned().unwrap_or_default();
        let cited = mechanics.iter().filter(|case| !citations.of(case).is_empty()).count();
        println!("{game}: {} mechanics, {cited} cited, {} excused", mechanics.len(), excused.len());
        wrong.extend(faults(&mechanics, &citations, &excused).into_iter().map(|fault| format!("{game} {fault}")));
    }
    let games: Vec<&str> = excused.keys().copied().filter(|game| !GAMES.contains(game)).collect();
    assert_eq!((wrong.as_slice(), games.as_slice()), (&[] as &[String], &[] as &[&str]));
}

/// A game of four mechanics, of which the code cites two.
fn tried(excused: &[(&'static str, &'static str)]) -> Vec<String> {
    let mut citations = Citations::default();
    citations.read("rules.rs", "//! 3.3: the chapter.\n// 3.1.a, 3.2.\nfn rule() {} // 3.0 to 3.4\n");
    let mechanics = ["3.1.a", "3.1.b", "3.2", "3.3"].map(str::to_owned);
    faults(&mechanics, &citations, &excused.iter().copied().collect())
}

#[test]
fn a_section_a_range_and_the_head_of_a_file_cite_no_case() {
    let why = "no line of rules code cites it, and uncited.toml has no reason";
    assert_eq!(tried(&[]), [format!("3.1.b: {why}"), format!("3.3: {why}")]);
    let sound = [("3.1.b", "the map's data hold it"), ("3.3", "nothing in the code does it")];
    assert_eq!(tried(&sound), [""; 0]);
}

#[test]
fn an_excuse_is_refused_if_it_is_cited_unknown_or_no_reason() {
    let sound = [("3.1.b", "the map's data hold it"), ("3.3", "nothing in the code does it")];
    let also = |case, why| tried(&[sound[0], sound[1], (case, why)]);
    assert_eq!(also("3.2", "the map's data hold it"), ["3.2: excused, but rules.rs:2 cites it"]);
    assert_eq!(also("3.9", "the map's data hold it"), ["3.9: excused, but no mechanic of the ledger"]);
    for why in ["", "data", "not stated yet: to be cited where it is enforced, or explained", "TODO say why it is so"] {
        assert_eq!(tried(&[sound[0], ("3.3", why)]), [format!("3.3: {why:?} is no reason")]);
    }
}

#[test]
fn what_is_no_rules_code_is_what_the_count_of_rooms_says() {
    let script = std::fs::read_to_string("../../scripts/rooms.py").expect("the script");
    let (_, rooms) = script.split_once("ROOMS = {").expect("the rooms");
    let (rooms, _) = rooms.split_once("\n}").expect("their end");
    let lists =
        rooms.lines().filter(|line| !line.trim_start().starts_with('#')).filter_map(|line| line.split_once('['));
    let rooms: BTreeSet<&str> = lists.flat_map(|(_, names)| names.split('"').skip(1).step_by(2)).collect();
    assert_eq!(rooms, ELSEWHERE.into_iter().filter(|name| *name != "tests").collect());
}
