//! The promises of a game, kept by this one, on positions of random play.
//!
//! Positions are taken from whole games between players who pick at random, a few of every kind of decision, so that rare
//! ones (an overstacked box, a city that need not be left) are met as surely as common ones.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;

use kessel_battle::data::Data;
use kessel_battle::state::{Frame, Kind, Phase, State};
use kessel_battle::{Action, Battle};
use kessel_kernel::Given;
use kessel_kernel::facets::*;
use kessel_officers::Rank;
use kessel_trial::{Ask, Chance, Series, Trial, Universe, games, seeds, several};
use std::sync::LazyLock;

/// How the game is tried.
fn trial() -> &'static Trial<Battle> {
    static TRIAL: LazyLock<Trial<Battle>> = LazyLock::new(|| {
        let game = Battle::load(&Data::embedded()).expect("the built-in data is sound");
        // Whoever names his last loss sees whether the other has finished; that much is known at any table.
        let blind = |state: &State| matches!(state.frames.top(), Frame::Losses(_));
        let risky = |a: &Action| matches!(a, Action::Done | Action::Retreat { .. } | Action::Leave { .. });
        Trial {
            begin: crowd,
            blind,
            kinds,
            tried,
            is_listed: |_| true,
            secrets: Some(fog::other_secrets),
            risky,
            series: series(),
            ..Trial::of(game, &["campaign"], kind_of)
        }
    });
    &TRIAL
}

kessel_trial::promises!(trial);

/// Where this game is played otherwise than most.
fn series() -> Series {
    let ranks = [[Rank::Staff, Rank::Recruit], [Rank::Recruit, Rank::Staff], [Rank::Staff, Rank::Staff]];
    Series {
        offers: games(0, 16, 32, 3),
        why: games(20, 12, 24, 12),
        why_offers: usize::MAX,
        officers: (90..).zip(ranks).map(|(seed, ranks)| ("campaign", seed, ranks)).collect(),
        journals: games(100, 2, 8, 1500),
        written: games(80, 4, 16, 4),
        secrets: games(120, 12, 24, several(2, 6)),
        secrets_each: 3,
        known: games(130, 4, 16, 6),
        samples: games(150, 3, 12, 2),
        ends: seeds(160, 10, 20).collect(),
        reach: games(150, 4, 12, 3),
        levels: games(150, 4, 12, 3),
        ..Series::default()
    }
}

/// The game with its built-in data.
fn game() -> &'static Battle {
    &trial().game
}

/// One time in three: the middle of a campaign with both sides crowded into cities and boxes, where the rare rules are.
fn crowd(state: &mut State, chance: &mut Chance) {
    if !chance.once_in(3) {
        return;
    }
    let data = &game().data;
    let only: Vec<_> = data.spaces.iter().filter_map(|(_, info)| info.caucasus.and_then(|c| c.only_unit)).collect();
    let crowded = ["0606", "0617", "1112", "Baku", "Batumi", "Dagestan", "Kalmykia", "Maikop", "0115", "1001"];
    let mut put = serde_json::Map::new();
    for unit in data.unit_ids().filter(|unit| !only.contains(unit)) {
        let at = chance.pick(&crowded).expect("there are some");
        put.insert(data.units[unit.index()].id.clone(), at.into());
    }
    let phase = chance.pick(&["soviet-movement", "soviet-attack", "axis-movement", "axis-attack"]);
    let given =
        Given { turn: Some(4 + chance.below(8) as u32), phase: phase.map(str::to_owned), put, ..Given::default() };
    game().arrange(state, &given).expect("a position");
}

/// What kind of decision is open: the frame on top, and the phase if that matters.
fn kind_of(state: &State) -> String {
    match state.frames.top() {
        Frame::Phase(phase) => phase.word().to_owned(),
        Frame::March(march) if march.kind == Kind::Strategic => "a strategic march".into(),
        Frame::March(_) => "a tactical march".into(),
        Frame::Overstack { .. } => "an overstacked box".into(),
        Frame::Fight(_) => "a fight".into(),
        Frame::Naming { .. } => "naming".into(),
        Frame::Losses(_) => "losses".into(),
        Frame::Standing { .. } => "standing in a city".into(),
        Frame::Retreat { .. } => "a retreat".into(),
    }
}

/// Every phase but the end can ask something, and every frame but a fight in between.
fn kinds() -> Vec<String> {
    let frames = [
        "a strategic march",
        "a tactical march",
        "an overstacked box",
        "naming",
        "losses",
        "standing in a city",
        "a retreat",
    ];
    let phases = Phase::all().filter(|phase| *phase != Phase::Over).map(Phase::word);
    frames.into_iter().chain(phases).map(str::to_owned).collect()
}

/// Actions that are tried: all there are, or some of every verb and, where secrets are changed, some about boxes off the map.
fn tried(_: &State, chance: &mut Chance, ask: Ask) -> Vec<Action> {
    match ask {
        Ask::All => universe().all.clone(),
        Ask::Some => universe().sample(chance, 6),
        Ask::Secret => [universe().sample(chance, 4), chance.some(fog::about_boxes(), 60)].concat(),
    }
}

/// Every action that can be written down.
fn universe() -> &'static Universe<Action> {
    static ALL: LazyLock<Universe<Action>> = LazyLock::new(|| {
        let data = &game().data;
        let spaces: Vec<_> = data.board.spaces().collect();
        let mut all = vec![Action::Historical, Action::Halt, Action::Launch, Action::Done];
        for unit in data.unit_ids() {
            all.extend([Kind::Tactical, Kind::Strategic].map(|kind| Action::March { unit, kind }));
            all.extend([Action::Remove { unit }, Action::Exclude { unit }]);
            all.extend([Action::LoseStrength { unit }, Action::Leave { unit }]);
            all.extend(data.asset_ids().map(|asset| Action::Assign { asset, unit }));
            for n in 0..=u8::MAX {
                all.push(Action::Strength { unit, points: n });
                all.push(Action::Buy { unit, minor: n });
                all.push(Action::RebuildUnit { unit, minor: n });
            }
            for &space in &spaces {
                all.push(Action::Place { unit, at: space });
                all.push(Action::Transfer { unit, to: space });
                all.push(Action::Attempt { unit, to: space });
                all.push(Action::Retreat { unit, to: space });
                all.push(Action::Deploy { unit, at: space });
            }
        }
        for asset in data.asset_ids() {
            all.extend([Action::Withdraw { asset }, Action::Surrender { asset }, Action::LoseStep { asset }]);
            all.extend((0..=u8::MAX).map(|minor| Action::RebuildStep { asset, minor }));
        }
        all.extend(spaces.iter().flat_map(|&at| [Action::Step { to: at }, Action::Attack { at }]));
        Universe::of(all)
    });
    &ALL
}
