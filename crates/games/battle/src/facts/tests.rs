//! Hidden facts are question marks.

use crate::Battle;
use crate::data::Data;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Log, Options, Seed, Viewer};

#[test]
fn the_enemy_display_is_question_marks() {
    let game = Battle::load(&Data::embedded()).expect("the built-in data is sound");
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    let axis = game.facts(&game.see(&state, Viewer::Axis));
    assert_eq!(axis["counters"]["S-37"]["at"], "0814");
    assert_eq!(axis["counters"]["S-37"]["strength"], "?");
    assert_eq!(axis["counters"]["S-37"]["assets"], "?");
    assert_eq!(axis["counters"]["S-51"]["at"], "?");
    assert_eq!(axis["counters"]["SA-140"]["at"], "?");
    assert_eq!(axis["counters"]["SA-AT1"]["at"], "turn-track");
    assert_eq!(axis["purse"]["soviet"], "?");
    let soviet = game.facts(&game.see(&state, Viewer::Soviet));
    assert_eq!(soviet["counters"]["S-51"]["at"], "TCF");
    assert_eq!(soviet["counters"]["G-7"]["strength"], "?");
    assert_eq!(soviet["directives"], "?");
    assert_eq!(soviet["tracks"]["score"], "?");
    assert_eq!(soviet["counters"]["G-42"]["supplied"], false);
    assert_eq!(soviet["spaces"]["1102"]["control"], "soviet");
}
