//! What people do in one gesture: losses spread in one go, and an attack that is thought about with as few as are enough.

use kessel_kernel::{AnyGame, Dice, Given, Intent, Log, Options, Seed, Session, Side};
use serde_json::{Value, json};
use std::sync::Arc;

/// A position as a case file gives it.
fn position(id: &str, scenario: &str, given: Value) -> Box<dyn Session> {
    let game = kessel::built_in(id) as Arc<dyn AnyGame>;
    let mut dice = Dice::seeded(&Seed::from_number(0), 0);
    let started = game.start(scenario, &Options::default(), &mut dice, &mut Log::silent());
    let mut session = started.expect("a scenario of the game");
    let given: Given = serde_json::from_value(given).expect("a position");
    session.arrange(&given).expect("everything is understood");
    session
}

fn act(session: &mut dyn Session, side: Side, action: Value, dice: &[u8]) {
    let mut dice = Dice::scripted(dice.iter().copied());
    session.act(side, &action, &mut dice, &mut Log::silent()).unwrap_or_else(|error| panic!("{action}: {error}"));
}

/// The losses that a side is offered in one go, and what is left to be asked of it when they are done.
fn spread(session: &mut dyn Session, side: Side) -> (String, Vec<Value>) {
    let offers = session.offers(side);
    let [together] = offers.prompt.together.as_slice() else { panic!("one list of losses: {:?}", offers.prompt) };
    let (label, actions) = (together.label.clone(), together.actions.clone());
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let listed = session.act_all(side, &actions, &mut dice, &mut Log::silent()).expect("what is offered is allowed");
    assert_eq!((listed.done, listed.stopped), (actions.clone(), None));
    assert_eq!(session.glance(side.into()).offers.prompt.together, []);
    (label, actions)
}

#[test]
fn an_exchange_of_drive_is_spread_over_the_divisions() {
    let mut session = position(
        "drive",
        "blue",
        json!({
            "empty": true, "turn": 7, "phase": "axis-assault", "control": { "axis": ["N2536"] },
            "put": { "45ID": "N2336", "57ID": "N2336", "62ID": "N2336", "RD-001": "N2335", "RD-002": "N2335" },
            "set": {
                "order": "move-assault", "second": true, "join": { "axis": ["N2536"] }, "uses": { "aircraft": 2, "airlift": true },
                "RD-001": { "face": "1 RD" }, "RD-002": { "face": "24 RD" },
            },
        }),
    );
    for action in
        [json!({ "attack": "N2335" }), json!({ "join": "45ID" }), json!({ "join": "57ID" }), json!({ "join": "62ID" })]
    {
        act(&mut *session, Side::Axis, action, &[]);
    }
    act(&mut *session, Side::Axis, json!("fight"), &[6]);
    let (label, actions) = spread(&mut *session, Side::Axis);
    assert_eq!(label, "Spread 2 losses evenly");
    assert_eq!(actions, [json!({ "lose": "45ID" }), json!({ "lose": "57ID" })]);
}

#[test]
fn losses_of_roads_are_spread_in_the_order_of_its_rules() {
    let mut session = position(
        "roads",
        "campaign",
        json!({
            "empty": true, "turn": 7, "phase": "soviet-combat", "put": { "26TK": "2435", "44ID": "2436", "76ID": "2436", "6A": "2437" },
            "set": {
                "superiority": [], "fight": { "hex": "2436", "attackers": ["26TK"], "stage": "end" },
                "frame": { "kind": "losses", "side": "axis", "left": 2 },
            },
        }),
    );
    let (label, actions) = spread(&mut *session, Side::Axis);
    assert_eq!((label.as_str(), actions.len()), ("Spread 2 losses evenly", 2));
    assert_ne!(actions[0], actions[1], "one of each");
}

#[test]
fn losses_of_battle_are_spread_over_units_and_guns() {
    let mut session = position(
        "battle",
        "campaign",
        json!({
            "empty": true, "turn": 3, "phase": "axis-attack",
            "put": {
                "G-24Pz": "0514", "GA-9": "G-24Pz", "GA-11": "G-24Pz", "S-21": "0514", "SA-140": "S-21", "S-28": "0514", "SA-6G": "S-28",
            },
            "set": { "S-21": { "strength": 1 }, "S-28": { "strength": 1 } },
        }),
    );
    act(&mut *session, Side::Axis, json!({ "attack": "0514" }), &[2, 1]);
    let (label, actions) = spread(&mut *session, Side::Soviet);
    assert_eq!((label.as_str(), actions.len()), ("Spread 3 losses evenly", 3));
}

/// 11.8, 11.9: eight divisions against one weak one; the table ends long before all of them are counted.
#[test]
fn an_assault_is_thought_about_with_as_few_as_are_enough() {
    let divisions = ["45ID", "57ID", "62ID", "75ID", "82ID", "88ID", "95ID", "168ID"];
    let hexes = ["N2336", "N2336", "N2336", "N2334", "N2334", "N2235", "N2235", "N2436"];
    let mut put: serde_json::Map<String, Value> =
        divisions.iter().zip(hexes).map(|(unit, hex)| ((*unit).to_owned(), json!(hex))).collect();
    put.insert("RD-001".into(), json!("N2335"));
    let session = position(
        "drive",
        "blue",
        json!({
            "empty": true, "turn": 7, "phase": "axis-assault", "control": { "axis": ["N2536"] }, "put": put,
            "set": {
                "order": "move-assault", "second": true, "join": { "axis": ["N2536"] }, "uses": { "aircraft": 2, "airlift": true },
                "RD-001": { "face": "13G RD" },
            },
        }),
    );
    let intent = |join: Option<Vec<String>>| Intent { space: "N2335".into(), join, ..Intent::default() };
    let column = |join: Option<Vec<String>>| {
        let muster = session.muster(Side::Axis, &intent(join)).expect("it can be attacked");
        muster.preview.expect("its sums").rung.expect("a column")
    };
    let muster = session.muster(Side::Axis, &intent(None)).expect("it can be attacked");
    let few: Vec<String> =
        muster.parties.iter().filter(|party| party.joined).map(|party| party.counter.clone()).collect();
    assert_eq!(muster.parties.len(), divisions.len(), "everybody who can is named");
    assert!(muster.parties.is_sorted_by(|one, other| one.space <= other.space), "stack by stack");
    assert!(few.len() < divisions.len(), "not everybody is ticked: {few:?}");
    let all = column(Some(muster.parties.iter().map(|party| party.counter.clone()).collect()));
    assert_eq!(column(Some(few.clone())), all, "those are enough");
    assert_eq!(muster.enough, Some(format!("Enough for {}", all.1)));
    for left in 0..few.len() {
        let fewer: Vec<String> =
            few.iter().enumerate().filter(|(n, _)| *n != left).map(|(_, one)| one.clone()).collect();
        assert!(column(Some(fewer)).0 < all.0, "nobody can be spared, not even {}", few[left]);
    }
    assert!(!muster.actions.is_empty());
}
