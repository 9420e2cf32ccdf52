//! Dice that a server and two people make together. The page does the same sums (web/src/lib/dice.test.ts has the same numbers).
#![cfg(feature = "toy")]

use kessel_kernel::journal::{self, Journal, JournalError, Share, SharedDice, parse};
use kessel_kernel::toy::Toy;
use kessel_kernel::{Erased, Log, Options, Seed};

fn parts() -> (Seed, SharedDice) {
    let root = Seed::from_bytes([0x11; 32]);
    let share = |byte: &str| {
        let value = byte.repeat(32);
        Share { commitment: Share::commitment_to(&value).expect("a part"), value }
    };
    let shared = SharedDice { server: root.commitment(), axis: share("22"), soviet: share("33") };
    (root, shared)
}

#[test]
fn the_page_and_the_rules_do_the_same_sums() {
    let (root, shared) = parts();
    let seed = shared.seed(&root).expect("three parts");
    let rolls = |die| (0..12).map(|nth| seed.roll(nth, die).to_string()).collect::<Vec<_>>().join(", ");
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/dice.test.ts");
    let page = std::fs::read_to_string(page).expect("the page's test");
    for number in [seed.word().to_owned(), root.commitment(), shared.axis.commitment.clone(), rolls(6), rolls(10)] {
        assert!(page.contains(&number), "web/src/lib/dice.test.ts lacks {number}");
    }
}

#[test]
fn a_game_with_shared_dice_reads_back_and_everybody_is_held_to_his_part() {
    let toy = Erased::new(Toy::new());
    let (root, shared) = parts();
    let start =
        |shared| Journal::start_shared(&toy, ("skirmish", &Options::default()), &root, shared, &mut Log::silent());
    let journal = start(shared.clone()).expect("starts");
    let again = Journal::from_text(&toy, &journal.to_text()).expect("reads back");
    assert_eq!(again.header(), journal.header());
    // A copy given away has neither the seed nor the server's part, and the same chain.
    let (public, _) = parse(&journal.to_public_text()).expect("a journal");
    assert_eq!((&public.seed, &public.root, &public.link), (&None, &None, &journal.header().link));
    // Somebody tells another part than the one he was bound to.
    let mut other = shared.clone();
    other.soviet.value = "44".repeat(32);
    assert!(start(other).is_err());
    // The server says that it was bound to something else.
    let mut header = journal.header().clone();
    header.root = Some(Seed::from_bytes([0x55; 32]).word().into());
    assert!(matches!(header.committed_seed(), Err(JournalError::Mismatch { field: "root", .. })));
}

#[test]
fn old_headers_read_and_a_torn_line_is_told() {
    let toy = Erased::new(Toy::new());
    let journal = Journal::start(&toy, "skirmish", &Options::default(), Seed::from_number(7), &mut Log::silent());
    let text = journal.expect("starts").to_text();
    for new in ["salt", "root", "shared", "marks"] {
        assert!(!text.contains(&format!("\"{new}\"")), "a game without it is written as before");
    }
    assert_eq!(journal::torn(&text), None);
    assert_eq!(journal::torn(&format!("{text}{{\"n\":1")), Some(6));
    assert!(Journal::from_text(&toy, &format!("{text}{{\"n\":1")).is_ok());
}
