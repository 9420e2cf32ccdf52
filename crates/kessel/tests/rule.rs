//! `kessel rule`, and the page of rules that were looked up with it.

use crate::cited::{checkout, mechanics};
use crate::common::{fails, ok};
use kessel::citations::uncited;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn a_rule_is_told_with_its_code_its_case_files_and_its_rulings() {
    let told = ok(Path::new(ROOT), &["rule", "battle", "8.2.h"]).out;
    assert!(told.starts_with("battle 8.2.h: "), "{told}");
    for part in
        ["Cited in\n  crates/games/battle/src/losses.rs:", "  check_lose_strength\n", "Proven by\n  cases/battle/"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let rule = ok(Path::new(ROOT), &["rule", "battle", "9.1.2.d", "--json"]).json();
    assert_eq!((&rule["game"], &rule["id"], &rule["checkout"]), (&"battle".into(), &"9.1.2.d".into(), &true.into()));
    assert!(rule["help"].is_string() && rule["uncited"].is_null(), "{rule}");
    for list in ["cited", "cases"] {
        let first = &rule[list][0];
        let text = std::fs::read_to_string(Path::new(ROOT).join(first["file"].as_str().expect("a file")));
        let line = first["line"].as_u64().expect("a line") as usize;
        assert!(text.expect("it is there").lines().count() >= line && line > 0, "{first}");
    }
    let cited = rule["cited"].as_array().expect("lines");
    assert!(cited.iter().all(|c| c["text"].as_str().is_some_and(|text| text.contains("9.1.2.d"))), "{rule}");
}

#[test]
fn a_ruling_is_found_by_the_printed_number_of_the_rule_too() {
    let rulings = |number| ok(Path::new(ROOT), &["rule", "waw", number, "--json"]).json()["rulings"].clone();
    let file = "docs/rulings-waw.md";
    for (number, named) in [("15.42.d", "15.42.d"), ("14.13.b", "14.13")] {
        let found = rulings(number);
        let found = found.as_array().expect("a list");
        assert!(!found.is_empty(), "{number}");
        assert!(found.iter().all(|r| r["file"] == file && r["text"].as_str().is_some_and(|t| t.contains(named))));
    }
}

#[test]
fn a_rule_that_no_line_cites_is_told_with_the_reason() {
    let uncited = uncited();
    let (number, why) = uncited["drive"].first_key_value().expect("an excuse");
    let folder = tempfile::tempdir().expect("a folder");
    for place in [Path::new(ROOT), folder.path()] {
        let told = ok(place, &["rule", "drive", number]).out;
        assert!(told.contains(&format!("No line cites it: {why}")) && !told.contains("Cited in"), "{told}");
    }
}

#[test]
fn outside_a_checkout_a_rule_is_told_and_where_the_rest_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = ok(folder.path(), &["rule", "roads", "1.2.4"]).out;
    assert!(told.starts_with("roads 1.2.4: ") && told.contains("looked up in a checkout"), "{told}");
    assert!(!told.contains("Cited in") && !told.contains("No line"), "{told}");
    let rule = ok(folder.path(), &["rule", "roads", "1.2.4", "--json"]).json();
    assert!(rule["checkout"] == false && rule["cited"].is_null() && rule["cases"].is_null(), "{rule}");
    let told = ok(folder.path(), &["rule", "roads", "1.2.4", "--checkout", ROOT]).out;
    assert!(told.contains("Cited in"), "{told}");
}

#[test]
fn a_number_that_is_not_in_the_ledger_is_answered_with_those_near_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, near) in [("8.2.zz", "8.2.a"), ("8.2", "8.2.a"), ("8.2.h.i", "8.2.h"), ("77.1", "goes from")] {
        let answer = fails(folder.path(), 6, &["rule", "battle", number]);
        let err = answer.err;
        assert!(answer.out.is_empty() && err.contains(number) && err.contains(near), "{err}");
    }
    fails(folder.path(), 6, &["rule", "chess", "1.1"]);
    fails(folder.path(), 2, &["rule", "battle"]);
}

/// The rows of a table of the page, by columns; the first row names the columns.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(head).unwrap_or_else(|| panic!("the page has a table {head}"));
    let rows = rest.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What stands between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn page() -> String {
    std::fs::read_to_string(Path::new(ROOT).join("docs/finding-rules.md")).expect("the page")
}

/// The page is drawn anew with `scripts/finding-rules.py`. Lines move and rules are cited in further places, so it is held to what it names.
#[test]
fn what_the_page_of_found_rules_names_is_there() {
    let (page, checkout, excused) = (page(), checkout(), uncited());
    let rows = table(&page, "| game | rule | cited in | proven by |\n");
    assert!(rows.len() >= 50, "ten mechanics of each game");
    for game in ["battle", "drive", "roads", "wintergewitter", "waw"] {
        let (citations, mechanics) = (checkout.citations(game).expect("sources"), mechanics(game));
        let of_game: Vec<_> = rows.iter().filter(|row| row[0] == game).collect();
        assert_eq!(of_game.len(), 10, "{game}");
        for row in of_game {
            let number = row[1].split(' ').next().expect("a number");
            assert!(mechanics.iter().any(|case| case == number), "{game} {number}: no mechanic any more");
            let prefix = format!("crates/games/{game}/src/");
            for place in quoted(&row[2]) {
                let (file, item) = place.split_once(": ").map_or((place, None), |(file, item)| (file, Some(item)));
                let there = citations
                    .of(number)
                    .iter()
                    .any(|c| c.file.strip_prefix(&prefix) == Some(file) && c.within.as_deref() == item);
                assert!(there, "{game} {number}: {place} does not cite it: draw the page anew");
            }
            let why = excused.get(game).and_then(|excused| excused.get(number));
            assert_eq!(quoted(&row[2]).next().is_none(), why.is_some(), "{game} {number}: cited or excused");
            assert!(why.is_none_or(|why| row[2].contains(why)), "{game} {number}: {}", row[2]);
            for file in quoted(&row[3]) {
                let text =
                    std::fs::read_to_string(checkout.path(&format!("cases/{game}/{file}"))).expect("a case file");
                assert!(text.contains(&format!("\"{number}\"")), "{game} {number}: {file} does not prove it");
            }
            assert!(quoted(&row[3]).next().is_some(), "{game} {number}: proven by nothing");
        }
    }
}

/// Each step names the table it stands in, then the file and the constant that plays it.
#[test]
fn what_the_page_of_found_rules_says_of_steps_is_so() {
    let (page, checkout) = (page(), checkout());
    let rows = table(&page, "| game | step | found in |\n");
    assert!(rows.len() >= 16);
    for row in &rows {
        let source = |file: &str| {
            let path = checkout.path(&format!("crates/games/{}/src/{file}", row[0]));
            std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{row:?}: {file}: {e}"))
        };
        let mut places = quoted(&row[2]);
        let first = source(places.next().expect("the table"));
        let number = row[1].rsplit_once('(').expect("a number").1.trim_end_matches(')');
        for place in places {
            let (file, item) = place.split_once(": ").expect("a file and a constant");
            let module = file.trim_end_matches(".rs").replace('/', "::");
            let text = source(file);
            for item in item.split(", ") {
                assert!(text.contains(&format!(" {item}: Decision = ")), "{row:?}: {file} has no {item}");
                assert!(
                    first.contains(&format!("{module}::{item}")),
                    "{row:?}: the table does not name {module}::{item}"
                );
            }
            assert!(
                text.contains(number) || first.contains(&format!("\"{number}\"")),
                "{row:?}: {number} stands nowhere"
            );
        }
    }
}
