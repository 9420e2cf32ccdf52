//! Random and damaged text never brings the decoders down.

use crate::common::{played, toy};
use kessel_kernel::journal::parse;
use kessel_kernel::{ActError, AnyGame, Dice, Journal, Log, Options, Seed, Side};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A change to some bytes of a text.
#[derive(Clone, Debug)]
enum Damage {
    Set(usize, u8),
    Cut(usize, usize),
    Repeat(usize, usize),
    Insert(usize, String),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>();
    prop_oneof![
        (at, any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (at, 0..40_usize).prop_map(|(at, n)| Damage::Cut(at, n)),
        (at, 0..200_usize).prop_map(|(at, n)| Damage::Repeat(at, n)),
        (at, "[\\[\\]{}=\"'#0-9a-z\\n.,:-]{1,12}").prop_map(|(at, text)| Damage::Insert(at, text)),
    ]
}

fn damaged(text: &str, all: &[Damage]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for damage in all {
        let len = bytes.len();
        if len == 0 {
            break;
        }
        match damage {
            Damage::Set(at, byte) => bytes[at % len] = *byte,
            Damage::Cut(at, n) => drop(bytes.drain(at % len..(at % len + n).min(len))),
            Damage::Repeat(at, n) => {
                let piece = bytes[at % len..(at % len + n).min(len)].to_vec();
                bytes.splice(at % len..at % len, piece);
            }
            Damage::Insert(at, text) => drop(bytes.splice(at % len..at % len, text.bytes())),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn words() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("select"),
        Just("step"),
        Just("attack"),
        Just("from"),
        Just("lose"),
        Just("done"),
        Just("A1"),
        Just("S1"),
        Just("ford"),
        Just("mill"),
        Just(""),
        Just("?"),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word.clone().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::vec((word.clone(), inner), 0..3)
                .prop_map(|list| list.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_text_is_no_journal(text in any::<String>()) {
        prop_assert!(parse(&text).is_err());
        prop_assert!(Journal::from_text(&toy(), &text).is_err());
    }

    #[test]
    fn a_damaged_journal_is_refused_or_shorter(seed in 0_u64..20, all in proptest::collection::vec(damage(), 1..4)) {
        let whole = played(&toy(), seed, 20);
        if let Ok(read) = Journal::from_text(&toy(), &damaged(&whole.to_text(), &all)) {
            prop_assert!(read.entries() == &whole.entries()[..read.entries().len()]);
        }
    }

    #[test]
    fn any_json_is_an_action_or_is_not_and_then_nothing_changes(
        seed in 0_u64..50, actions in 0_u64..30, value in words(), axis in any::<bool>(),
    ) {
        let journal = played(&toy(), seed, actions);
        let mut session = journal.session().fork();
        let side = if axis { Side::Axis } else { Side::Soviet };
        let before = session.hash();
        let allowed = session.check(side, &value);
        let mut dice = Dice::seeded(&Seed::from_number(seed), 0);
        let done = session.act(side, &value, &mut dice, &mut Log::new()).map(drop);
        prop_assert_eq!(&allowed, &done);
        prop_assert_eq!(done.is_err(), session.hash() == before);
        prop_assert!(!matches!(done, Err(ActError::Dice(_))));
        prop_assert_eq!(session.why(side, &value).is_err(), matches!(done, Err(ActError::Unreadable(_))));
    }
}

#[test]
fn deeply_nested_text_is_refused_without_harm() {
    assert!(parse(&format!("{}\n", "[".repeat(100_000))).is_err());
    let game = toy();
    let mut dice = Dice::seeded(&Seed::from_number(0), 0);
    let session = game.start("skirmish", &Options::default(), &mut dice, &mut Log::new()).expect("starts");
    assert!(session.check(Side::Axis, &json!([[[[{}]]]])).is_err());
}
