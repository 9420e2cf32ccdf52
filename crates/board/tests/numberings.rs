//! Printed numbers and places on the grid translate into each other, for all five games.

use crate::common::{GAMES, numbering};
use kessel_board::numbering::{NumberFault, Prefix, Side};
use kessel_board::{Coord, Numbering, NumberingDraft, NumberingError};
use proptest::prelude::*;
use std::collections::HashSet;

#[test]
fn every_numbering_file_loads_with_its_orientation() {
    for (game, orientation) in GAMES {
        assert_eq!(numbering(game).orientation(), orientation, "{game}");
    }
}

#[test]
fn a_numbering_survives_being_written_and_read() {
    for (game, _) in GAMES {
        let text = toml::to_string(&numbering(game)).unwrap();
        assert_eq!(toml::from_str::<Numbering>(&text).unwrap(), numbering(game));
    }
}

#[test]
fn every_number_prints_as_it_was_read_and_no_two_share_a_place() {
    for (game, _) in GAMES {
        let numbering = numbering(game);
        let (width, letters) = match game {
            "waw" => (3, ""),
            "drive" => (2, "N"),
            _ => (2, ""),
        };
        let rows = if game == "drive" { 10..43 } else { 0..100 };
        let mut places = HashSet::new();
        for first in rows {
            for second in 0..100 {
                let text = format!("{letters}{first:0width$}{second:0width$}");
                let coord = numbering.parse(&text).unwrap();
                assert_eq!(numbering.print(coord), Some(text));
                assert!(places.insert(coord));
            }
        }
    }
}

#[test]
fn texts_that_are_no_numbers_are_refused_with_the_reason() {
    let reason = |game: &str, text: &str| numbering(game).parse(text).unwrap_err().reason;
    assert_eq!(reason("battle", ""), NumberFault::Digits(4));
    assert_eq!(reason("battle", "115"), NumberFault::Digits(4));
    assert_eq!(reason("battle", "01155"), NumberFault::Digits(4));
    assert_eq!(reason("battle", "01-15"), NumberFault::Digits(4));
    assert_eq!(reason("battle", "0115 "), NumberFault::Digits(4));
    assert_eq!(reason("battle", "N0115"), NumberFault::Prefix);
    assert_eq!(reason("battle", "٠١١٥"), NumberFault::Digits(4));
    assert_eq!(reason("waw", "0115"), NumberFault::Digits(6));
    assert_eq!(reason("drive", "X3021"), NumberFault::Prefix);
    assert_eq!(reason("drive", "n3021"), NumberFault::Prefix);
    assert_eq!(reason("drive", "N4311"), NumberFault::Row(10, 42));
    assert_eq!(reason("drive", "S0911"), NumberFault::Row(10, 28));
}

#[test]
fn a_refusal_reads_like_a_sentence() {
    let text = numbering("drive").parse("S3710").unwrap_err().to_string();
    assert_eq!(text, "\"S3710\" is no hex number of this map: that sheet has the rows 10 to 28");
}

#[test]
fn drafts_that_cannot_be_are_refused() {
    let broken = |change: &dyn Fn(&mut NumberingDraft)| {
        let mut draft = numbering("drive").draft().clone();
        change(&mut draft);
        Numbering::new(draft).unwrap_err()
    };
    let prefix = |name: &str, first_row, last_row| Prefix { name: name.into(), first_row, last_row, row_offset: 0 };
    assert_eq!(broken(&|draft| draft.digits = 0), NumberingError::Digits(0));
    assert_eq!(broken(&|draft| draft.digits = 4), NumberingError::Digits(4));
    assert!(matches!(broken(&|draft| draft.shifted_to = Side::North), NumberingError::Shift(..)));
    assert_eq!(broken(&|draft| draft.prefixes.push(prefix("N", 1, 2))), NumberingError::DuplicatePrefix("N".into()));
    assert_eq!(broken(&|draft| draft.prefixes.push(prefix("A1", 1, 2))), NumberingError::DigitInPrefix("A1".into()));
    assert_eq!(broken(&|draft| draft.prefixes.push(prefix("Q", 2, 1))), NumberingError::EmptyPrefix("Q".into()));
}

#[test]
fn a_file_with_an_unknown_or_impossible_field_does_not_load() {
    let text = toml::to_string(&numbering("battle")).unwrap();
    assert!(toml::from_str::<Numbering>(&format!("{text}\ncolour = \"red\"")).is_err());
    let error = toml::from_str::<Numbering>(&text.replace("\"pointy-top\"", "\"flat-top\"")).unwrap_err();
    assert!(error.to_string().contains("shifted north or south"), "{error}");
}

proptest! {
    #[test]
    fn whatever_prints_reads_back_as_the_same_place(game in 0..5_usize, along in -300..300, line in -120..120) {
        let numbering = numbering(GAMES[game].0);
        let coord = Coord::new(along, line);
        if let Some(text) = numbering.print(coord) {
            prop_assert_eq!(numbering.parse(&text), Ok(coord));
        }
    }

    #[test]
    fn reading_never_panics(game in 0..5_usize, text in ".{0,8}") {
        let _ = numbering(GAMES[game].0).parse(&text);
    }
}
