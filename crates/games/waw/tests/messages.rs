//! How large the messages are that planning causes: what a click on a unit asks for, and what an order changes.

use kessel_table::plan::{Draft, Drafting, MenuLine};
use kessel_table::{Dice, Game, Log, Options, Played, Seed, Side};
use kessel_trial::Chance;
use kessel_waw::Waw;
use kessel_waw::data::Data;
use std::sync::Arc;

/// What a click may cause, in bytes.
const MOST: usize = 8_000;

/// Walks through the slots of both sides, every `nth` of them: looks at the menu and gives an order of it. Says how large the largest menu and
/// the largest change were.
fn largest(scenario: &str, nth: usize) -> [usize; 2] {
    let game = Arc::new(Waw::load(&Data::embedded()).expect("the built-in data is sound"));
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
    let table = Played::new(game, scenario, state);
    let (mut chance, mut most) = (Chance(3), [0, 0]);
    for side in Side::BOTH {
        let mut draft = Draft::default();
        let mut before = table.draft(side, &draft).expect("it is asked");
        let slots: Vec<String> = before.slots.iter().step_by(nth).map(|slot| slot.slot.clone()).collect();
        for slot in slots {
            let menu = table.menu(side, &draft, &slot).expect("a slot");
            let line = menu.get(chance.below(menu.len().max(1))).cloned();
            let sent: Vec<MenuLine> = menu.into_iter().map(MenuLine::packed).collect();
            most[0] = most[0].max(bytes(&sent));
            let Some(line) = line else { continue };
            let target = line.targets.as_ref().and_then(|all| all.get(chance.below(all.len().max(1))));
            let order = table.pick(side, &draft, &slot, line.verb, target.map(String::as_str)).expect("a slot");
            let Ok(edited) = table.edit(side, &draft, &[(slot.clone(), order)]) else { continue };
            let after = table.draft(side, &edited).expect("it is asked");
            let change = after.since(&before);
            assert!(!change.slots.is_empty() || edited == draft, "{slot}: an order changes its slot");
            most[1] = most[1].max(bytes(&change));
            (draft, before) = (edited, after);
        }
    }
    most
}

fn bytes(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).expect("plain data").len()
}

#[test]
fn a_click_in_a_small_scenario_causes_a_small_message() {
    for scenario in ["to-the-volga", "river-too-far"] {
        let [menu, change] = largest(scenario, 1);
        println!("{scenario}: largest menu {menu} bytes, largest change of a draft {change} bytes");
        assert!(menu <= MOST && change <= MOST, "{scenario}: {menu} {change}");
    }
}

#[test]
fn a_click_in_uranus_causes_a_small_message() {
    let [menu, change] = largest("uranus", 11);
    println!("uranus: largest menu {menu} bytes, largest change of a draft {change} bytes");
    assert!(menu <= MOST && change <= MOST, "{menu} {change}");
}
