//! How large the messages are that planning causes in the largest scenario; those that are offered are asked by the kit.

use kessel_kernel::Seed;
use kessel_kernel::facets::*;
use kessel_kernel::plan::{Draft, Drafting};
use kessel_kernel::{Dice, Log, Options, Played, Side};
use kessel_trial::{Chance, most_sent};
use kessel_waw::Waw;
use kessel_waw::data::Data;
use std::sync::Arc;

/// What a click may cause, in bytes.
const MOST: usize = 8_000;

#[test]
fn a_click_in_uranus_causes_a_small_message() {
    let game = Arc::new(Waw::load(&Data::embedded()).expect("the built-in data is sound"));
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let state = game.setup("uranus", &Options::default(), &mut dice, &mut Log::silent());
    let (table, mut chance) = (Played::new(game, "uranus", state), Chance(3));
    for side in Side::BOTH {
        let [menu, change] = most_sent(&table, side, 11, &mut chance);
        println!("uranus: largest menu {menu} bytes, largest change of a draft {change} bytes");
        assert!(menu <= MOST && change <= MOST, "{menu} {change}");
        let slots = table.draft(side, &Draft::default()).expect("asked").slots;
        let scope = |slot: &str| table.scope(side, &Draft::default(), slot).expect("one of its own");
        let bytes = |slot: &str| serde_json::to_string(&scope(slot)).expect("plain data").len();
        let most = slots.iter().step_by(11).map(|slot| bytes(&slot.slot)).max().unwrap_or_default();
        println!("uranus: largest reach {most} bytes");
        assert!(most > 100 && most <= MOST, "{most}");
    }
}
