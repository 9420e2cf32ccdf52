//! What is kept is what would be traced anew.

use crate::Roads;
use crate::state::State;
use crate::testing::game;
use kessel_kernel::facets::*;
use kessel_kernel::{Derived, Dice, Log, Lots, Options, Seed, Side};
use rand_pcg::Pcg32;

/// Compares everything that is traced on a position with the same position that has kept nothing.
fn compare(game: &Roads, state: &State) {
    let bare = State { kept: Derived::default(), ..state.clone() };
    for side in Side::BOTH {
        let (kept, anew) = (game.ground(state, side), game.ground(&bare, side));
        for rail_only in [false, true] {
            assert_eq!(game.free_lines(state, &kept, rail_only), game.free_lines(&bare, &anew, rail_only));
        }
        assert_eq!(game.source_reach(state, &kept), game.source_reach(&bare, &anew));
        bridges(game, state, side);
        for (hq, at) in game.hqs(state, side) {
            let name = &game.info(hq).name;
            assert_eq!(
                game.command_reach(state, &kept, hq, at),
                game.command_reach(&bare, &anew, hq, at),
                "{name} of the {side} in turn {}",
                state.turn
            );
            let (without, bare_without) = (game.ground_without(state, hq), game.ground_without(&bare, hq));
            let lines = game.free_lines(&bare, &bare_without, false);
            assert_eq!(game.free_lines(state, &without, false), lines, "{name} gone");
        }
    }
}

/// A river is spanned if one of the crossings joins its banks, and by a unit that leaves as little as by none.
fn bridges(game: &Roads, state: &State, side: Side) {
    let map = game.map(state);
    for (hq, at) in game.hqs(state, side) {
        for gone in [None, Some(hq)] {
            let all = game.crossings(state, side, gone);
            for (from, to) in map.board.neighbors(at).iter().flat_map(|n| [(at, n.space), (n.space, at)]) {
                assert_eq!(game.spanned(state, side, gone, from, to), all.join(from, to));
            }
        }
    }
    for crossing in &game.crossings(state, side, None).0 {
        for to in map.board.neighbors(crossing.at).iter().map(|n| n.space) {
            let joined = crossing.to.is_none_or(|only| only == to);
            assert!(!joined || game.spanned(state, side, None, to, crossing.at));
        }
    }
}

#[test]
fn what_is_kept_is_what_would_be_traced_anew() {
    let game = game();
    for (n, scenario) in ["uranus", "campaign", "star-and-gallop", "backhand-blow"].into_iter().enumerate() {
        let mut rng = Pcg32::new(n as u64, 0);
        let (mut dice, mut log) = (Dice::seeded(&Seed::from_number(n as u64), 0), Log::silent());
        let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut log);
        let mut offers = Vec::new();
        for _ in 0..1500 {
            let Some(side) = game.to_act(&state).first() else { break };
            offers.clear();
            game.offers(&state, side, &mut offers);
            let action = rng.pick(&offers).expect("whoever is asked can act");
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut log);
            compare(&game, &state);
        }
    }
}
