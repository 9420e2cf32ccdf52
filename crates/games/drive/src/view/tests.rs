use crate::Drive;
use crate::action::Action;
use crate::state::{Frame, Place, State};
use crate::supply::Supplied;
use crate::testing::opened;
use crate::view::WAITING;
use kessel_board::SpaceId;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Log, Seed, Side, Viewer};

fn hex(game: &Drive, id: &str) -> SpaceId {
    game.data.map.board.hexes().find(|hex| game.hex_id(*hex) == id).expect("a hex of the map")
}

/// 7.12: every supplied stack has a chain of links of at most seven hexes that ends in an ultimate source.
#[test]
fn chains_lead_link_by_link_to_an_ultimate_source() {
    for scenario in ["blue", "uranus"] {
        let (game, state) = opened(scenario);
        let view = game.view(&game.see(&state, Viewer::Umpire));
        for side in Side::BOTH {
            let layer = view.layers.iter().find(|l| l.id == format!("supply-{}", side.word())).expect("a layer");
            let ultimate = match side {
                Side::Axis => game.ground.axis_sources,
                Side::Soviet => game.ground.soviet_north[state.scenario as usize] | game.ground.soviet_south,
            };
            for at in state.layout.held[side.index()].iter() {
                if game.supply_in(&state, side, at) != Supplied::Regular || game.ground.east_of_volga.contains(at) {
                    continue;
                }
                let line = layer.lines.iter().find(|l| l.kind == "chain" && l.path[0] == game.hex_id(at));
                let line = line.unwrap_or_else(|| panic!("{} has no chain", game.hex_id(at)));
                let path: Vec<SpaceId> = line.path.iter().map(|id| hex(&game, id)).collect();
                assert!(path.windows(2).all(|w| game.ground.between(w[0], w[1]).is_some()), "{line:?}");
                assert!(path.last().is_some_and(|end| ultimate.contains(*end)), "{line:?}");
                let stops = line.path.iter().enumerate().filter(|(_, id)| line.stops.contains(id)).map(|(i, _)| i);
                let ends: Vec<usize> = std::iter::once(0).chain(stops).collect();
                let most = usize::from(game.data.charts.supply.link);
                assert!(ends.windows(2).all(|w| w[1] - w[0] <= most), "{line:?}");
            }
        }
    }
}

/// A stack that is cut off is told where its way is barred.
#[test]
fn a_broken_chain_names_the_hex_that_bars_it() {
    let (game, mut state) = opened("blue");
    let (alone, around) = (hex(&game, "N1431"), game.data.unit("11PD").expect("a unit"));
    game.lift(&mut state, around, Place::Setup);
    game.put(&mut state, around, alone);
    let view = game.view(&game.see(&state, Viewer::Umpire));
    let line = view.layers[0].lines.iter().find(|l| l.path[0] == "N1431").expect("a line");
    assert_eq!(line.kind, "broken");
    assert!(!line.stops.is_empty(), "{line:?}");
    assert!(line.text.contains("barred in"), "{line:?}");
}

/// 3.2: the areas of the armies that wait are shaded, those of the others are not.
#[test]
fn frozen_armies_are_shaded_until_they_are_free() {
    let (game, state) = opened("blue");
    let view = game.view(&game.see(&state, Viewer::Axis));
    let layer = |id: &str| view.layers.iter().find(|l| l.id == id).expect("a layer");
    let has = |id: &str, hex: &str| layer(id).spaces.iter().any(|s| s == hex);
    assert!(has("frozen-soviet", "N2239") && !has("frozen-soviet", "N1141"));
    assert!(has("frozen-axis", "N2044") && !has("frozen-axis", "N1243"));
    assert_eq!(layer("frozen-soviet").half.len(), 4);
}

/// 8.5: once Rostov has fallen the rifle divisions of the south lie beside the map, as many as may come in this turn.
#[test]
fn southern_rifle_divisions_wait_beside_the_map() {
    let (game, mut state) = opened("blue");
    let waiting = |state: &State, viewer: Viewer| {
        let view = game.view(&game.see(state, viewer));
        view.counters.iter().filter(|c| c.at == WAITING && c.side == Some(Side::Soviet)).count()
    };
    let before = waiting(&state, Viewer::Soviet);
    state.south.open = true;
    assert_eq!(waiting(&state, Viewer::Soviet), before + 2);
    assert_eq!(waiting(&state, Viewer::Axis), 0, "the enemy does not see who is held back");
    state.south.this_turn = 1;
    assert_eq!(waiting(&state, Viewer::Soviet), before + 1);
    state.south.came = 10;
    assert_eq!(waiting(&state, Viewer::Soviet), before);
}

/// Plays the first assault that can be made, until its defender is asked for support.
fn assault_that_waits_for_its_defender() -> (Drive, State) {
    let (game, mut state) = opened("blue");
    let mut dice = Dice::seeded(&Seed::from_number(5), 0);
    let mut offers = Vec::new();
    while !(*state.frames.top() == Frame::Reply && state.fight().is_some()) {
        let side = game.to_act(&state).first().expect("nobody has won yet");
        offers.clear();
        game.offers(&state, side, &mut offers);
        let rank = |action: &&Action| match action {
            Action::Fight => 4,
            Action::Join { .. } => 3,
            Action::Attack { .. } => 2,
            Action::Done => 1,
            _ => 0,
        };
        let action = *offers.iter().max_by_key(rank).expect("something can be done");
        game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
    }
    (game, state)
}

/// 11.25: whoever decides on support sees the odds and bars of the enemy's roll as the attacker does, from what he may know himself.
#[test]
fn the_roll_of_an_enemy_who_attacks_has_the_same_bars() {
    let (game, state) = assault_that_waits_for_its_defender();
    let attacker = state.fight().expect("a fight").attacker;
    assert!(game.to_act(&state).includes(attacker.other()), "the defender is asked");
    for side in Side::BOTH {
        let report = game.view(&game.see(&state, side.into())).battle.expect("a battle");
        let all: u32 = report.chances.iter().map(|chance| chance.permille).sum();
        assert_eq!(report.attacker, Some(attacker));
        assert!((990..=1000).contains(&all), "{side}: {:?}", report.chances);
        let forecast = report.forecast.expect("a forecast");
        let clears: u32 =
            report.chances.iter().filter(|chance| chance.text.starts_with("DR, ")).map(|chance| chance.permille).sum();
        assert!(forecast.clears >= clears, "{side}: {forecast:?}, {:?}", report.chances);
        assert!(report.rung.is_some() && !report.column.is_empty(), "{side}: {}", report.column);
    }
}
