//! Snapshots are a cache: used where they belong to the journal, thrown away where they do not, never believed.

use crate::common::{begin, played, toy};
use kessel_kernel::journal::{self, JournalError, Snapshots};
use kessel_kernel::{AnyGame, Journal};
use serde_json::{Value, json};

const END: u64 = u64::MAX;

/// A whole game, and the snapshots that were made on the way.
fn whole() -> Journal {
    (0..).map(|seed| played(&toy(), seed, END)).find(|j| j.snapshots().all().len() >= 3).expect("a long game")
}

/// One snapshot alone.
fn only(n: u64, bytes: &[u8]) -> Snapshots {
    let snapshots = Snapshots::new();
    snapshots.put(n, bytes);
    snapshots
}

/// A journal of which the first action is nonsense, with every link made anew: it can be opened only by whoever does not play it again.
fn with_nonsense(journal: &Journal) -> String {
    let mut link = String::new();
    let lines = journal.to_text().leak().lines().enumerate().map(|(n, text)| {
        let mut object: Value = serde_json::from_str(text).expect("an object");
        if n == 0 {
            link = object["link"].as_str().expect("a link").to_owned();
            return text.to_owned();
        }
        if n == 1 {
            object["action"] = json!({ "fly": "ford" });
        }
        object["link"] = json!("");
        let entry: journal::Entry = serde_json::from_value(object.clone()).expect("an entry");
        let plain = link.clone() + &serde_json::to_string(&entry).expect("plain");
        link = blake3::hash(plain.as_bytes()).to_hex().to_string();
        object["link"] = json!(link);
        object.to_string()
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn opening_begins_with_the_last_snapshot_that_belongs_to_the_journal() {
    let (game, journal) = (toy(), whole());
    let nonsense = with_nonsense(&journal);
    assert!(matches!(Journal::from_text(&game, &nonsense), Err(JournalError::Mismatch { n: 1, field: "action", .. })));
    for (n, bytes) in journal.snapshots().all() {
        let opened = Journal::open(&game, &nonsense, only(n, &bytes)).expect("what came before is not played again");
        assert_eq!(opened.session().hash(), journal.session().hash(), "{n}");
        let honest = Journal::open(&game, &journal.to_text(), only(n, &bytes)).expect("opens");
        assert_eq!(honest.to_text(), journal.to_text());
    }
}

#[test]
fn a_forged_snapshot_is_not_believed() {
    let (game, journal) = (toy(), whole());
    let other =
        (100..).map(|seed| played(&game, seed, END)).find(|j| j.snapshots().newest() > 0).expect("another game");
    let (n, honest) = journal.snapshots().all().swap_remove(1);
    let mut changed = honest.to_vec();
    *changed.last_mut().expect("bytes") ^= 1;
    let forgeries = [
        (n, other.session().save()),
        (n, begin(&game, 1).session().save()),
        (n, journal.session().save()),
        (n + 1, honest.to_vec()),
        (n, changed),
        (n, honest[..honest.len() - 1].to_vec()),
        (n, [&*honest, &[0]].concat()),
        (n, Vec::new()),
        (0, honest.to_vec()),
        (u64::MAX, honest.to_vec()),
    ];
    for (nth, (n, bytes)) in forgeries.into_iter().enumerate() {
        let snapshots = only(n, &bytes);
        assert!(Journal::open(&game, &with_nonsense(&journal), only(n, &bytes)).is_err(), "{nth} was believed");
        let opened = Journal::open(&game, &journal.to_text(), snapshots.clone()).expect("it is only thrown away");
        assert_eq!(opened.session().hash(), journal.session().hash(), "{nth}");
        assert!(snapshots.all().iter().all(|(at, kept)| *at != n || **kept != *bytes), "{nth} is still there");
        assert!(snapshots.newest() > 0, "others were made anew");
    }
}

#[test]
fn undo_begins_with_a_snapshot_and_takes_the_later_ones_away() {
    let (game, journal) = (toy(), whole());
    let (n, bytes) = journal.snapshots().all().swap_remove(1);
    for (text, works) in [(with_nonsense(&journal), true), (with_nonsense(&journal), false)] {
        let mut opened = Journal::open(&game, &text, only(n, &bytes)).expect("opens");
        if !works {
            opened.snapshots().forget();
        }
        let cut = opened.cut(&game, n + 1);
        assert_eq!(cut.is_ok(), works);
        if works {
            assert_eq!((opened.len(), opened.snapshots().newest()), (n + 1, n));
            assert_eq!(opened.session().hash(), journal.entries()[n as usize].state);
        } else {
            assert_eq!(opened.len(), journal.len(), "nothing has changed");
        }
    }
}

#[test]
fn what_was_cut_can_be_mended() {
    let (game, mut journal) = (toy(), whole());
    let (text, hash) = (journal.to_text(), journal.session().hash());
    let cut = journal.cut(&game, 3).expect("cut");
    assert_eq!(journal.len(), 3);
    let entry = &cut.entries()[0].clone();
    journal.act_all(entry.side, entry.actions()).expect("it was allowed before");
    journal.mend(cut);
    assert_eq!((journal.to_text(), journal.session().hash()), (text, hash));
    // The dice go on where they were.
    let mut journal = played(&game, 9, 20);
    let text = journal.to_text();
    let cut = journal.cut(&game, 2).expect("cut");
    for entry in cut.entries() {
        journal.act_all(entry.side, entry.actions()).expect("it was allowed before");
    }
    assert_eq!(journal.to_text(), text);
}

#[test]
fn no_more_snapshots_are_kept_than_are_good() {
    let snapshots = Snapshots::new();
    for n in 1..10_000_u64 {
        snapshots.put(n, &n.to_le_bytes()[..]);
        assert!(snapshots.all().len() <= 64);
    }
    let kept: Vec<u64> = snapshots.all().iter().map(|(n, _)| *n).collect();
    assert_eq!(kept.last(), Some(&9999));
    assert!(kept[0] < 200, "some are old: {kept:?}");
    assert!(kept[kept.len() - 16..].windows(2).all(|w| w[1] - w[0] == 1), "the newest are close: {kept:?}");
}

#[test]
fn bytes_that_are_no_position_are_an_error() {
    let (game, journal) = (toy(), whole());
    let bytes = journal.session().save();
    let back = game.restore("skirmish", &bytes).expect("reads back");
    assert_eq!((back.hash(), back.scenario()), (journal.session().hash(), "skirmish"));
    assert!(game.restore("war", &bytes).is_err());
    for end in 0..bytes.len() {
        assert!(game.restore("skirmish", &bytes[..end]).is_err());
    }
    assert!(game.restore("skirmish", &[&bytes[..], &[7]].concat()).is_err());
    for at in 0..bytes.len() {
        for flip in [1, 0x40, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            if let Ok(other) = game.restore("skirmish", &changed) {
                assert_eq!(other.save(), changed);
                assert_ne!(other.hash(), journal.session().hash());
            }
        }
    }
}

#[test]
fn snapshots_as_bytes_read_back_and_damaged_ones_do_no_harm() {
    let (game, journal) = (toy(), whole());
    let whole = journal.snapshots().to_bytes(4);
    let read = Snapshots::from_bytes(&whole);
    assert!(read.all().len() <= 4 && read.newest() == journal.snapshots().newest());
    let opened = Journal::open(&game, &with_nonsense(&journal), read).expect("they belong to it");
    assert_eq!(opened.session().hash(), journal.session().hash());
    for end in 0..whole.len() {
        let opened = Journal::open(&game, &journal.to_text(), Snapshots::from_bytes(&whole[..end])).expect("opens");
        assert_eq!(opened.session().hash(), journal.session().hash());
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        let opened = Journal::open(&game, &journal.to_text(), Snapshots::from_bytes(&changed)).expect("opens");
        assert_eq!(opened.session().hash(), journal.session().hash(), "byte {at}");
    }
}
