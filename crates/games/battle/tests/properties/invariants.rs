//! What holds after every action of a game.

use super::{game, kind_of, trial};
use kessel_battle::data::{AssetClass, SpaceKind};
use kessel_battle::state::{Frame, Phase, Place, Post, State};
use kessel_kernel::Side;

/// Units in play have strength, the others none; nobody stands where he may not.
fn units_are_sound(state: &State) {
    let data = &game().data;
    for unit in data.unit_ids() {
        let (info, now) = (&data.units[unit.index()], state.units[unit.index()]);
        let Place::At(space) = now.place else {
            assert_eq!(now.strength, 0, "{} is not in play", info.id);
            continue;
        };
        assert!((1..=info.max).contains(&now.strength), "{} has {}", info.id, now.strength);
        let ground = &data.spaces[space];
        match ground.kind {
            SpaceKind::Reserve(side) => assert_eq!(side, info.side, "{}", info.id),
            SpaceKind::Front => assert_eq!(Side::Soviet, info.side, "{}", info.id),
            SpaceKind::Hex | SpaceKind::Caucasus => {}
        }
        if let Some(only) = ground.caucasus.and_then(|info| info.only_unit) {
            assert_eq!(only, unit, "{} in {}", info.id, data.board.name(space));
        }
        if let Some(most) = ground.capacity {
            assert!(state.all_in(space).count() <= most, "{} is too full", data.board.name(space));
        }
    }
}

/// Assets are with living units that have a slot for them, or lie somewhere else with as many steps as fit there.
fn assets_are_sound(state: &State) {
    let data = &game().data;
    for asset in data.asset_ids() {
        let (info, now) = (&data.assets[asset.index()], state.assets[asset.index()]);
        let steps = match now.post {
            Post::With(_) | Post::Reserve => 1..=info.max_steps,
            Post::ToCome | Post::Dead | Post::Withdrawn => 0..=0,
        };
        assert!(steps.contains(&now.steps), "{} has {} steps", info.id, now.steps);
        let Post::With(unit) = now.post else { continue };
        let host = &data.units[unit.index()];
        assert!(state.at(unit).is_some(), "{} is with {}, which is not in play", info.id, host.id);
        assert_eq!(info.side, host.side);
        assert!(info.only_unit.is_none_or(|only| only == unit), "{} with {}", info.id, host.id);
        assert!(info.only_group.as_ref().is_none_or(|group| *group == host.group), "{} with {}", info.id, host.id);
    }
    for unit in data.unit_ids() {
        let gun = |asset: usize| matches!(data.assets[asset].class, AssetClass::AntiTank { .. });
        let guns = state.assets_of(unit).iter().filter(|asset| gun(asset.index())).count();
        let others = state.assets_of(unit).len() - guns;
        let info = &data.units[unit.index()];
        assert!(guns <= 1 && others <= usize::from(info.slots), "{} has {guns} and {others}", info.id);
    }
}

/// Whoever is alone in a space controls it, and what was worked out is what would be worked out anew.
fn the_map_is_sound(state: &State) {
    let (game, data) = (game(), &game().data);
    let picture = game.picture(state);
    for space in data.board.spaces() {
        let alone = match picture.held.map(|held| held.contains(space)) {
            [true, false] => Side::Axis,
            [false, true] => Side::Soviet,
            _ => continue,
        };
        if matches!(data.spaces[space].kind, SpaceKind::Hex | SpaceKind::Caucasus) {
            assert_eq!(game.control(state, space), Some(alone), "{}", data.board.name(space));
            if data.spaces[space].caucasus.is_some_and(|info| info.last_control) {
                assert_eq!(state.axis_last.contains(space), alone == Side::Axis, "{}", data.board.name(space));
            }
        }
    }
    let bytes = postcard::to_allocvec(state).expect("a state is plain data");
    let back: State = postcard::from_bytes(&bytes).expect("reads back");
    assert_eq!(game.picture(&back), picture, "the picture is not up to date");
}

/// Markers and the memory of a player turn end with it.
fn the_turn_is_sound(state: &State, before: Option<Phase>) {
    let changed = before.is_some_and(|before| before.side() != state.phase().side());
    if changed {
        assert!(state.markers.is_empty() && state.fought.is_empty(), "left from the last player turn");
        assert!(state.refugees.is_empty() && !state.tcf_used);
    }
    let in_fight = state.frames.iter().any(|frame| matches!(frame, Frame::Fight(_)));
    assert!(in_fight || state.named.is_empty(), "nobody is named between battles");
    let attacks = matches!(state.phase(), Phase::SovietAttack | Phase::AxisAttack);
    let battle = game().picture(state).battle;
    let open = |space| battle.contains(space) || attacks || state.phase() > Phase::AxisAttack;
    let uranus = matches!(state.phase(), Phase::Uranus | Phase::UranusMovement);
    assert!(uranus || state.markers.iter().all(|m| open(m.space)), "a marker without a battle");
    assert!((1..=14).contains(&state.turn));
}

#[test]
fn every_position_of_a_game_is_sound() {
    for seed in 60..72 {
        let mut before = None;
        let mut look = |state: &State| {
            units_are_sound(state);
            assets_are_sound(state);
            the_map_is_sound(state);
            the_turn_is_sound(state, before);
            before = Some(state.phase());
        };
        let last = trial().play(seed, |state| look(state));
        look(&last);
        assert_eq!(kind_of(&last), "over");
    }
}
