//! What holds after every action of a game.

use super::{Chance, SCENARIOS, game, kind_of, random_game};
use kessel_officers::{PlayOut, Playable, Rank};
use kessel_roads::state::{Frame, Place, Spot, State, Supply};
use kessel_table::{Dice, Erased, Game, Log, Options, Seed, Side};

/// Units on the map have steps and stand on land that their side controls; the others have neither steps nor markers.
fn units_are_sound(state: &State) {
    let data = &game().data;
    let map = &data.scenarios[usize::from(state.scenario)].map;
    for unit in data.unit_ids() {
        let (info, now) = (&data.units[unit.index()], state.field.get(unit));
        assert_eq!(now.side, info.side);
        match now.place {
            Place::Hex(hex) => {
                assert!((1..=info.steps()).contains(&now.steps), "{} has {} steps", info.id, now.steps);
                assert!(map.board.is_hex(hex) && !map.spaces[hex].is_water(), "{} in {}", info.id, map.board.name(hex));
                assert_eq!(state.controller(hex), info.side, "{} in {}", info.id, map.board.name(hex));
                assert_eq!(state.field.holder(hex), Some(info.side), "{}", map.board.name(hex));
            }
            Place::Reserve => assert_eq!((info.side, now.steps), (Side::Soviet, info.steps()), "{}", info.id),
            _ => assert_eq!(
                (now.steps, now.supply, now.exploiting),
                (0, Supply::In, false),
                "{} is off the map",
                info.id
            ),
        }
        assert!(now.supply != Supply::Fortress || info.side == Side::Axis, "{}", info.id);
    }
}

/// Supports lie with units of their own side that are there.
fn supports_are_sound(state: &State) {
    let data = &game().data;
    for (marker, spot) in data.supports.markers.iter().zip(&state.markers) {
        let side = data.supports.kinds[marker.kind.index()].side;
        match *spot {
            Spot::Unit(unit) => {
                assert!(state.field.at(unit).is_some(), "{} is with nobody", marker.id);
                assert_eq!(data.units[unit.index()].side, side, "{}", marker.id);
            }
            Spot::Box(at) => assert_eq!(at.side(), side, "{}", marker.id),
            _ => {}
        }
    }
}

/// Between combats nothing of one is left.
fn the_frames_are_sound(state: &State) {
    let fighting = state.frames.iter().any(|frame| matches!(frame, Frame::Fight | Frame::Muster));
    assert_eq!(fighting, state.fight.is_some(), "{}", kind_of(state));
    assert!(!state.closing || state.frames.depth() > 1, "{}", kind_of(state));
}

#[test]
fn every_position_of_a_game_is_sound() {
    for seed in 60..70 {
        let scenario = SCENARIOS[seed as usize % SCENARIOS.len()];
        let look = |state: &State| {
            units_are_sound(state);
            supports_are_sound(state);
            the_frames_are_sound(state);
        };
        let last = random_game(scenario, seed, |state, _, _, _| look(state));
        look(&last);
    }
}

#[test]
fn a_state_survives_being_written_down() {
    for state in super::positions(80..85, 2) {
        let bytes = postcard::to_allocvec(&state).expect("a state is plain data");
        assert!(postcard::from_bytes::<State>(&bytes).expect("reads back") == state);
        let text = serde_json::to_string(&state).expect("a state is plain data");
        assert!(serde_json::from_str::<State>(&text).expect("reads back") == state);
    }
}

#[test]
fn the_staff_officer_plays_whole_games_by_the_rules() {
    let game = Erased(game().clone());
    for (n, scenario) in ["wintergewitter", "uranus", "backhand-blow"].into_iter().enumerate() {
        for ranks in [[Rank::Staff, Rank::Recruit], [Rank::Recruit, Rank::Staff]] {
            let order = PlayOut::of(scenario, Seed::from_number(90 + n as u64)).ranks(ranks);
            let record = game.play_out(&order).expect("the game starts");
            assert_eq!(record.trouble, None);
            assert!(record.outcome.is_some() && record.refusals == 0, "{record:?}");
        }
    }
}

#[test]
fn a_silent_log_changes_nothing_but_the_text() {
    let game = game();
    for scenario in ["uranus", "star-and-gallop"] {
        let play = |log: &mut Log| {
            let mut dice = Dice::seeded(&Seed::from_number(4), 0);
            let mut state = game.setup(scenario, &Options::default(), &mut dice, log);
            let (mut offers, mut chance) = (Vec::new(), Chance(4));
            while let Some(side) = game.to_act(&state).first() {
                offers.clear();
                game.offers(&state, side, &mut offers);
                let action = chance.pick(&offers).expect("whoever is asked can act");
                game.apply_unchecked(&mut state, side, action, &mut dice, log);
            }
            state
        };
        let (mut loud, mut silent) = (Log::new(), Log::silent());
        assert!(play(&mut loud) == play(&mut silent), "the log has a say");
        assert!(!loud.events().is_empty() && silent.events().is_empty());
        for event in loud.events() {
            assert!(game.data.ledger.get(event.case.id()).is_some(), "{} is not in the ledger", event.case);
        }
    }
}
