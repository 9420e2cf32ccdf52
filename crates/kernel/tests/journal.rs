//! The promises of the journal, on the toy game.

use crate::common::{begin, played, toy};
use kessel_kernel::data::DataDir;
use kessel_kernel::journal::{Entry, Header, JournalError, PlayError, Replay, audit, parse};
use kessel_kernel::toy::Toy;
use kessel_kernel::{ActError, AnyGame, Dice, Erased, Journal, Log, Seed, Side};
use serde_json::{Value, json};

const END: u64 = u64::MAX;

fn replayed(text: &str) -> Result<Journal, JournalError> {
    Journal::from_text(&toy(), text)
}

/// The error of a text that must not be accepted.
fn error(text: &str) -> JournalError {
    match replayed(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error,
    }
}

/// A game of which some actions roll, some reveal, and some do neither.
fn rich() -> Journal {
    let game = toy();
    let journal = (0..).map(|seed| played(&game, seed, END)).find(|j| {
        j.entries().iter().any(|e| e.revealed && e.rolls.is_empty()) && j.entries().iter().any(|e| !e.rolls.is_empty())
    });
    journal.expect("some game has a battle")
}

#[test]
fn replay_reproduces_every_state_hash() {
    let game = toy();
    for seed in 0..30 {
        let journal = played(&game, seed, END);
        assert!(journal.session().outcome().is_some());
        let (header, entries) = parse(&journal.to_text()).expect("reads back");
        assert_eq!(header.state, begin(&game, seed).session().hash());
        let mut replay = Replay::new(&game, &header, &entries).expect("starts");
        while let Some((entry, _)) = replay.next().expect("fits") {
            assert_eq!(entry.state, replay.session().hash());
        }
        assert_eq!(replay.session().hash(), journal.session().hash());
        assert_eq!(replayed(&journal.to_text()).expect("replays").to_text(), journal.to_text());
    }
}

#[test]
fn the_same_seed_gives_the_same_journal_and_another_seed_other_dice() {
    let game = toy();
    assert_eq!(played(&game, 3, END).to_text(), played(&game, 3, END).to_text());
    assert_ne!(begin(&game, 1).header().rolls, begin(&game, 2).header().rolls);
}

#[test]
fn undo_then_redo_is_identity() {
    let game = toy();
    for seed in 0..30 {
        let mut journal = played(&game, seed, 1 + seed);
        let (text, floor) = (journal.to_text(), journal.undo_floor());
        let done: Vec<Entry> = journal.entries()[floor as usize..].to_vec();
        for back in (floor..journal.len()).rev() {
            journal.undo(&game, back).expect("nothing bars it");
            let state = if back == 0 { &journal.header().state } else { &journal.entries()[back as usize - 1].state };
            assert_eq!(journal.session().hash(), *state);
        }
        for entry in &done {
            journal.act(entry.side, &entry.action).expect("was allowed before");
        }
        assert_eq!(journal.to_text(), text);
    }
}

#[test]
fn undo_stops_at_rolls_and_revelations() {
    let (game, journal) = (toy(), rich());
    let bar = |rolls: bool| journal.entries().iter().find(|e| e.bars_undo() && e.rolls.is_empty() != rolls);
    for (rolls, why) in [(true, "dice were rolled"), (false, "it revealed something")] {
        let n = bar(rolls).expect("a rich game has both").n;
        let lines: Vec<&str> = journal.to_text().leak().lines().take(n as usize + 1).collect();
        let mut cut = replayed(&(lines.join("\n") + "\n")).expect("a shorter journal is one");
        assert_eq!(cut.undo_floor(), n);
        let before = cut.to_text();
        assert_eq!(cut.undo(&game, n - 1), Err(JournalError::CannotUndo { n, why: why.into() }));
        assert_eq!(cut.to_text(), before, "a refused undo changes nothing");
    }
    let mut journal = rich();
    let have = journal.len();
    assert_eq!(journal.undo(&game, have + 1), Err(JournalError::NoSuchAction { n: have + 1, have }));
}

#[test]
fn a_changed_byte_anywhere_is_found() {
    let text = played(&toy(), 1, 12).to_text();
    for at in 0..text.len() - 1 {
        for new in [b' ', b'0', b'7', b'x', b'"', b'}', b'\n', text.as_bytes()[at] ^ 1] {
            let mut bytes = text.clone().into_bytes();
            if std::mem::replace(&mut bytes[at], new) == new {
                continue;
            }
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            match error(&changed) {
                JournalError::Mismatch { field, why, .. } => assert!(!field.is_empty() && !why.is_empty()),
                JournalError::Unreadable { line, .. } => {
                    // A line break torn open shows on the line itself or on the one it makes.
                    let own = text[..at].matches('\n').count() + 1;
                    assert!(line == own || line == own + 1, "byte {at}: {line} is not {own}");
                }
                JournalError::NotAJournal(why) => assert!(!why.is_empty()),
                other => panic!("byte {at}: {other}"),
            }
        }
    }
}

/// The text with one value replaced and every link made anew, as a forger would.
fn forged(journal: &Journal, line: usize, key: &str, value: Value) -> String {
    let mut link = String::new();
    let lines = journal.to_text().leak().lines().enumerate().map(|(n, text)| {
        let mut object: Value = serde_json::from_str(text).expect("a line is an object");
        if n == line {
            object[key] = value.clone();
        }
        let mut bare = object.clone();
        bare["link"] = "".into();
        let plain = if n == 0 {
            bare.as_object_mut().expect("an object").shift_remove("seed");
            let header: Header = serde_json::from_value(bare).expect("still a header");
            serde_json::to_string(&header).expect("plain")
        } else {
            let entry: Entry = serde_json::from_value(bare).expect("still an entry");
            link.clone() + &serde_json::to_string(&entry).expect("plain")
        };
        link = blake3::hash(plain.as_bytes()).to_hex().to_string();
        object["link"] = link.clone().into();
        object.to_string()
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn a_forger_who_makes_every_link_anew_is_told_which_field_does_not_fit() {
    let journal = rich();
    let roll = journal.entries().iter().position(|e| !e.rolls.is_empty()).expect("has rolls") + 1;
    let reveal = journal.entries().iter().position(|e| e.revealed).expect("reveals") + 1;
    assert_eq!(forged(&journal, 0, "game", json!("toy")), journal.to_text(), "an honest forger changes nothing");
    let zero = "0".repeat(64);
    let mut rolls = serde_json::to_value(&journal.entries()[roll - 1].rolls).expect("plain");
    rolls[0]["value"] = 9.into();
    for (line, key, value, n, field) in [
        (0, "state", json!(zero), 0, "state"),
        (0, "rolls", json!([]), 0, "rolls"),
        (0, "commitment", json!(zero), 0, "seed"),
        (1, "n", json!(2), 1, "n"),
        (1, "state", json!(zero), 1, "state"),
        (1, "side", json!("soviet"), 1, "action"),
        (1, "action", json!({"fly": "ford"}), 1, "action"),
        (1, "revealed", json!(true), 1, "revealed"),
        (1, "rolls", json!([{"case": "5.3", "die": 6, "value": 1}]), 1, "rolls"),
        (roll, "rolls", json!([]), roll as u64, "rolls"),
        (roll, "rolls", rolls, roll as u64, "rolls"),
        (reveal, "revealed", json!(false), reveal as u64, "revealed"),
    ] {
        match error(&forged(&journal, line, key, value)) {
            JournalError::Mismatch { n: found, field: named, .. } => assert_eq!((found, named), (n, field), "{key}"),
            other => panic!("{key}: {other}"),
        }
    }
}

#[test]
fn a_seed_that_was_not_committed_to_is_found() {
    let text = begin(&toy(), 41).to_text();
    for word in ["42", "x", ""] {
        let error = error(&text.replace(r#""seed":"41""#, &format!(r#""seed":"{word}""#)));
        assert!(matches!(error, JournalError::Mismatch { n: 0, field: "seed", .. }), "{word}: {error}");
    }
}

#[test]
fn dice_that_the_committed_seed_does_not_give_are_found() {
    // Rolls of seed 2 under the name of seed 1: everything fits, only the dice are not those promised.
    let (honest, other) = (begin(&toy(), 1), begin(&toy(), 2));
    let text = forged(&other, 0, "commitment", json!(honest.header().commitment));
    let (header, entries) = parse(&text).expect("the chain is whole");
    assert_eq!(audit(&Seed::from_number(2), &header, &entries), Ok(()));
    let found = audit(&Seed::from_number(1), &header, &entries).expect_err("other dice");
    assert!(
        matches!(&found, JournalError::Mismatch { n: 0, field: "rolls", why } if why.contains("the seed gives")),
        "{found}"
    );
}

#[test]
fn a_torn_last_line_is_dropped() {
    let journal = played(&toy(), 5, 9);
    let text = journal.to_text();
    let last = text[..text.len() - 1].rfind('\n').expect("several lines") + 1;
    for end in last..text.len() {
        let cut = replayed(&text[..end]).expect("a torn line is no harm");
        assert_eq!(cut.len(), 8, "cut at {end}");
        assert_eq!(cut.to_text(), text[..last]);
    }
    assert!(matches!(error("{\"kessel\":"), JournalError::NotAJournal(_)));
    assert!(matches!(error(""), JournalError::NotAJournal(_)));
}

#[test]
fn a_line_lost_swapped_or_doubled_is_found() {
    let text = played(&toy(), 5, 6).to_text();
    let lines: Vec<&str> = text.lines().collect();
    let join = |order: &[usize]| order.iter().map(|n| format!("{}\n", lines[*n])).collect::<String>();
    for order in [&[0, 1, 3, 4][..], &[0, 2, 1, 3], &[0, 1, 1, 2], &[0, 1, 0, 2]] {
        assert!(
            matches!(error(&join(order)), JournalError::Mismatch { .. } | JournalError::Unreadable { .. }),
            "{order:?}"
        );
    }
}

#[test]
fn another_game_other_rules_and_other_data_are_named() {
    let journal = played(&toy(), 2, 4);
    let other = error(&forged(&journal, 0, "game", json!("chess")));
    assert_eq!(other, JournalError::OtherGame { found: "chess".into(), wanted: "toy".into() });
    for (key, value) in [("rules", json!(99)), ("data", json!("0"))] {
        let found = error(&forged(&journal, 0, key, value));
        assert!(matches!(&found, JournalError::Mismatch { n: 0, field, .. } if *field == key), "{found}");
    }
    let found = error(&forged(&journal, 0, "scenario", json!("war")));
    assert!(found.to_string().contains("no scenario war"), "{found}");
    let data = Toy::files().text("ford.toml").expect("is there").replace("turns = 3", "turns = 4");
    let longer: DataDir = Toy::files().with("ford.toml", data);
    let longer = Erased::new(Toy::load(&longer).expect("good data"));
    let found = Journal::from_text(&longer, &journal.to_text()).err().expect("other data");
    assert!(matches!(found, JournalError::Mismatch { field: "data", .. }), "{found}");
    assert_eq!(longer.info().rules, toy().info().rules);
}

#[test]
fn a_game_of_older_rules_is_carried_over_and_goes_on() {
    let journal = rich();
    let old = forged(&journal, 0, "rules", json!(journal.header().rules - 1));
    assert!(matches!(error(&old), JournalError::Mismatch { n: 0, field: "rules", .. }));
    let carried = Journal::carry_over(&toy(), &old).expect("every action is still allowed");
    assert_eq!((carried.had, carried.journal.len(), carried.stopped), (journal.len(), journal.len(), None));
    assert_eq!(carried.journal.to_text(), journal.to_text(), "as if it had been played under these rules");
}

#[test]
fn a_game_is_carried_over_up_to_what_the_rules_forbid_now() {
    let journal = rich();
    let roll = journal.entries().iter().position(|e| !e.rolls.is_empty()).expect("has rolls") + 1;
    for (line, key, value, field) in [
        (3, "action", json!({"fly": "ford"}), "action"),
        (3, "side", json!(journal.entries()[2].side.other()), "action"),
        (roll, "rolls", json!([]), "rolls"),
    ] {
        let carried = Journal::carry_over(&toy(), &forged(&journal, line, key, value)).expect("the chain holds");
        let Some(JournalError::Mismatch { n, field: named, .. }) = carried.stopped else { panic!("{key}") };
        assert_eq!((n, named, carried.had), (line as u64, field, journal.len()));
        // What is left is a journal like any other.
        let kept = replayed(&carried.journal.to_text()).expect("replays");
        assert_eq!(kept.len(), line as u64 - 1);
        assert_eq!(kept.session().hash(), journal.entries()[line - 2].state);
    }
}

#[test]
fn what_is_no_whole_journal_of_the_game_is_not_carried_over() {
    let journal = rich();
    let not = |text: &str| Journal::carry_over(&toy(), text).map(|_| ()).unwrap_err();
    assert_eq!(not(&journal.to_public_text()), JournalError::NoSeed);
    assert!(matches!(not(&forged(&journal, 0, "game", json!("chess"))), JournalError::OtherGame { .. }));
    assert!(matches!(not(&forged(&journal, 0, "rolls", json!([]))), JournalError::Mismatch { field: "rolls", .. }));
    let changed = journal.to_text().replacen("\"n\":2", "\"n\":3", 1);
    assert!(matches!(not(&changed), JournalError::Mismatch { n: 2, .. }));
}

#[test]
fn a_public_copy_replays_but_cannot_be_played_on() {
    let journal = played(&toy(), 77, 3);
    let public = journal.to_public_text();
    assert!(!public.contains("seed") && public.contains(&journal.header().commitment));
    let mut copy = replayed(&public).expect("replays");
    assert_eq!(copy.session().hash(), journal.session().hash());
    assert_eq!(copy.header().link, journal.header().link);
    let side = copy.session().to_act().first().expect("not over");
    let action = copy.session().offers(side).list[0].action.clone();
    assert_eq!(copy.act(side, &action), Err(PlayError::Journal(JournalError::NoSeed)));
    assert_eq!(copy.to_text(), public);
}

#[test]
fn a_refused_or_unreadable_action_leaves_the_journal_as_it_was() {
    let mut journal = begin(&toy(), 1);
    let before = journal.to_text();
    assert!(journal.act(Side::Soviet, &json!("done")).is_err());
    assert!(journal.act(Side::Axis, &json!({"step": "ford"})).is_err());
    assert!(journal.act(Side::Axis, &json!(null)).is_err());
    assert_eq!(journal.to_text(), before);
    assert_eq!(journal.session().hash(), journal.header().state);
}

#[test]
fn a_journal_goes_on_from_its_text_with_the_same_dice() {
    let game = toy();
    let whole = played(&game, 9, END);
    let half = whole.len() / 2;
    let lines: Vec<&str> = whole.to_text().leak().lines().take(half as usize + 1).collect();
    let mut resumed = replayed(&(lines.join("\n") + "\n")).expect("replays");
    for entry in &whole.entries()[half as usize..] {
        resumed.act(entry.side, &entry.action).expect("was allowed");
    }
    assert_eq!(resumed.to_text(), whole.to_text());
}

/// The toy at a position where the Axis can take up a counter and step, and the actions for it.
fn march(journal: &Journal) -> Vec<Value> {
    let mut session = journal.session().fork();
    let mut list = Vec::new();
    for verb in ["select", "step"] {
        let offers = session.offers(Side::Axis).list;
        let action = offers.iter().map(|o| &o.action).find(|a| a.get(verb).is_some()).expect("can move").clone();
        session.act(Side::Axis, &action, &mut Dice::scripted([]), &mut Log::new()).expect("offered");
        list.push(action);
    }
    list
}

#[test]
fn a_list_is_one_line_that_holds_its_actions_and_reads_back() {
    let game = toy();
    let mut journal = begin(&game, 1);
    let list = march(&journal);
    let done = journal.act_all(Side::Axis, &list).expect("allowed");
    assert_eq!((done.count, done.rest.len(), done.stopped), (2, 0, None));
    assert!(!done.events.is_empty());
    assert_eq!(journal.entries()[0].action, Value::Array(list.clone()));
    assert_eq!(journal.entries()[0].actions(), list);
    assert_eq!(journal.to_text().lines().count(), 2);
    let back = replayed(&journal.to_text()).expect("replays");
    assert_eq!((back.to_text(), back.session().hash()), (journal.to_text(), journal.session().hash()));
    journal.undo(&game, 0).expect("nothing bars it");
    assert_eq!(journal.to_text(), begin(&game, 1).to_text());
}

#[test]
fn a_list_of_one_is_written_as_the_action_itself_and_an_empty_one_is_none() {
    let (mut one, mut list) = (begin(&toy(), 1), begin(&toy(), 1));
    let action = march(&one).remove(0);
    one.act(Side::Axis, &action).expect("allowed");
    list.act_all(Side::Axis, &[action]).expect("allowed");
    assert_eq!(one.to_text(), list.to_text());
    assert!(matches!(list.act_all(Side::Axis, &[]), Err(PlayError::Act(ActError::Unreadable(_)))));
    assert!(matches!(list.act(Side::Axis, &json!([])), Err(PlayError::Act(ActError::Unreadable(_)))));
    assert!(matches!(list.act(Side::Axis, &json!(["done"])), Err(PlayError::Act(ActError::Unreadable(_)))));
    assert_eq!(one.to_text(), list.to_text());
}

#[test]
fn a_list_with_one_action_that_cannot_be_done_changes_nothing() {
    let mut journal = begin(&toy(), 1);
    let before = journal.to_text();
    let march = march(&journal);
    for (bad, at) in [(json!({"fly": "ford"}), 2), (march[0].clone(), 2)] {
        let list = [&march[..], &[bad]].concat();
        let Err(PlayError::List(error)) = journal.act_all(Side::Axis, &list) else { panic!("accepted") };
        assert_eq!(error.at, at, "{error}");
    }
    assert_eq!(journal.to_text(), before);
    assert_eq!(journal.session().hash(), journal.header().state);
}

#[test]
fn a_forged_list_that_goes_on_after_dice_is_found() {
    let journal = rich();
    let roll = journal.entries().iter().position(|e| !e.rolls.is_empty()).expect("has rolls") + 1;
    let attack = &journal.entries()[roll - 1].action;
    for (forgery, words) in [
        (json!([attack, {"lose": "A1"}]), "the list goes on after its action 1: dice were rolled"),
        (json!([]), "an empty list"),
        (json!([attack, "dunno"]), "action 2 of the list"),
        (json!([[attack]]), "not an action"),
    ] {
        let found = error(&forged(&journal, roll, "action", forgery));
        assert!(
            matches!(&found, JournalError::Mismatch { n, field: "action", why } if *n == roll as u64 && why.contains(words)),
            "{found}"
        );
    }
}

#[test]
fn a_list_is_carried_over_as_a_list() {
    let mut journal = begin(&toy(), 1);
    journal.act_all(Side::Axis, &march(&journal)).expect("allowed");
    let old = forged(&journal, 0, "rules", json!(journal.header().rules - 1));
    let carried = Journal::carry_over(&toy(), &old).expect("every action is still allowed");
    assert_eq!((carried.journal.to_text(), carried.stopped), (journal.to_text(), None));
}
