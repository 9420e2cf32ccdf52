//! Marches that only a test makes.

use crate::Roads;
use crate::action::Action;
use crate::data::UnitId;
use crate::march::Outlook;
use crate::state::{Frame, March, Mode, State};
use crate::testing::{arranged, game};
use kessel_board::Neighbor;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Log, Lots, Options, Seed, Side};
use rand_pcg::Pcg32;
use serde_json::json;

/// 7.3.4, R175: a game must end, whoever plays it.
#[test]
fn a_train_does_not_go_to_and_fro_for_ever() {
    let game = game();
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = arranged(
        &game,
        json!({
            "empty": true, "turn": 7, "phase": "axis-movement", "put": { "26TK": "2733", "76ID": "1902" },
            "set": { "weather": "snow", "ice": "open", "cloud": "clear", "superiority": [], "okh": { "now": ["no_supports"] } },
        }),
    );
    let mut act = |action: Action| game.apply(&mut state, Side::Axis, action, &mut dice, &mut Log::silent());
    let unit = game.data.unit("76ID").expect("a unit");
    act(Action::Move { unit, mode: Mode::Rail }).expect("it takes the train");
    let ends = ["1903", "1902"].map(|name| game.data.map.board.space(name).expect("a hex"));
    let stopped = (0..=256).find(|n| act(Action::Step { to: ends[n % 2] }).is_err());
    assert!(stopped.is_some_and(|hexes| hexes > 50), "{stopped:?}");
    assert!(!matches!(state.frames.top(), Frame::March(_)), "it goes no farther by itself");
}

/// Whatever is plain is allowed: after random play every unit is held against the rules, in every mode.
#[test]
fn no_rule_is_against_a_plain_step() {
    let game = game();
    let scenarios = ["uranus", "wintergewitter", "campaign", "star-and-gallop", "backhand-blow"];
    let mut found = 0;
    for (n, scenario) in scenarios.into_iter().enumerate() {
        let mut rng = Pcg32::new(n as u64, 0);
        let (mut dice, mut log) = (Dice::seeded(&Seed::from_number(n as u64), 0), Log::silent());
        let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut log);
        let mut offers = Vec::new();
        for turn in 0..1500 {
            let Some(side) = game.to_act(&state).first() else { break };
            offers.clear();
            game.offers(&state, side, &mut offers);
            let action = rng.pick(&offers).expect("whoever is asked can act");
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut log);
            if turn % 8 == 0 {
                found += game.data.unit_ids().map(|unit| plain_steps(&game, &state, unit)).sum::<usize>();
            }
        }
    }
    assert!(found > 10_000, "most steps are plain, not {found}");
}

/// How many plain steps a unit has, each held against the rules.
fn plain_steps(game: &Roads, state: &State, unit: UnitId) -> usize {
    let Some(at) = state.field.at(unit) else { return 0 };
    let [one, many] = [Outlook::default(), Outlook::of_many()];
    let mut found = 0;
    for mode in [Mode::Normal, Mode::Strategic, Mode::Rail, Mode::Exploitation, Mode::React] {
        let first = game.march_of(state, unit, at, mode);
        let later = March { entered: 1, left: first.left / 2, ..first };
        for march in [first, later] {
            let name = &game.info(unit).name;
            let may = |n: Neighbor| game.may_step(state, &one, march, at, n);
            let plain = |n: Neighbor| game.is_carefree(state, &one, march, at) && game.is_plain(state, &one, march, n);
            for n in game.map(state).board.neighbors(at) {
                assert!(!plain(*n) || may(*n), "{name} {mode:?} to {}", game.hex_name(state, n.space));
                found += usize::from(plain(*n));
            }
            let open = game.map(state).board.neighbors(at).iter().any(|n| may(*n));
            for view in [&one, &many] {
                assert_eq!(game.any_step(state, view, march, at), open, "{name} {mode:?}");
            }
        }
    }
    found
}
