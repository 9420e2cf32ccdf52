//! The promises of a game, kept by this one, on positions of random play.
//!
//! Positions are taken from whole games of both scenarios between players who pick at random, a few of every kind of decision; half of
//! the games begin in crowded positions, so that rare decisions (a mixed stack, the Taman peninsula) are met as surely as common ones.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;

use kessel_board::SpaceId;
use kessel_drive::data::{Data, ScenarioId};
use kessel_drive::state::{Frame, Order, Phase, State};
use kessel_drive::{Action, Drive};
use kessel_kernel::facets::*;
use kessel_kernel::{Given, Side};
use kessel_officers::Rank;
use kessel_trial::{Ask, Chance, Series, Trial, Universe, games, seeds, several};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How the game is tried.
fn trial() -> &'static Trial<Drive> {
    static TRIAL: LazyLock<Trial<Drive>> = LazyLock::new(|| {
        let game = Drive::load(&Data::embedded()).expect("the built-in data is sound");
        Trial {
            begin: crowd,
            pick,
            kinds,
            tried,
            is_listed: is_tried,
            secrets: Some(fog::other_secrets),
            ordinary: |kind| !kind.contains("setup"),
            series: series(),
            ..Trial::of(game, &["blue", "uranus"], kind_of)
        }
    });
    &TRIAL
}

kessel_trial::promises!(trial);

/// Where this game is played otherwise than most.
fn series() -> Series {
    let recruits = seeds(90, 6, 12).flat_map(|seed| ["blue", "uranus"].map(|id| (id, seed, [Rank::Recruit; 2])));
    let staff = ["blue", "uranus"].map(|id| (id, 96, [Rank::Staff; 2]));
    Series {
        kinds: seeds(0, 24, 24).collect(),
        why: games(20, 12, 24, 8),
        why_offers: 300,
        officers: recruits.chain(staff).collect(),
        silence: seeds(4, 4, 8).collect(),
        secrets: games(120, 12, 24, several(1, 4)),
        ..Series::default()
    }
}

/// The game with its built-in data.
fn game() -> &'static Drive {
    &trial().game
}

/// Whoever sets up at random takes long: most let the program do it.
fn pick(offers: &[Action], chance: &mut Chance) -> Option<Action> {
    let suggested = offers.contains(&Action::Suggested) && chance.once_in(20);
    if suggested { Some(Action::Suggested) } else { chance.pick(offers) }
}

/// One time in two: the middle of a campaign with both sides crowded into few hexes, where the rare rules are.
fn crowd(state: &mut State, chance: &mut Chance) {
    if !chance.once_in(2) {
        return;
    }
    let data = &game().data;
    let blue = state.scenario == ScenarioId::Blue;
    let spots: &[(&str, Side)] = if blue {
        &[
            ("N3635", Side::Axis),
            ("S1342", Side::Axis),
            ("S1444", Side::Axis),
            ("S1539", Side::Axis),
            ("N1334", Side::Axis),
            ("N3022", Side::Axis),
            ("N3123", Side::Axis),
            ("S1343", Side::Soviet),
            ("S1643", Side::Soviet),
            ("S2039", Side::Soviet),
            ("N1333", Side::Soviet),
            ("N1434", Side::Soviet),
            ("N3121", Side::Soviet),
            ("N3021", Side::Soviet),
            ("N3122", Side::Soviet),
            ("N2822", Side::Soviet),
        ]
    } else {
        &[
            ("N3021", Side::Axis),
            ("N3121", Side::Axis),
            ("N3122", Side::Axis),
            ("N3022", Side::Axis),
            ("N3626", Side::Axis),
            ("N2935", Side::Axis),
            ("N2920", Side::Axis),
            ("N3023", Side::Soviet),
            ("N3123", Side::Soviet),
            ("N3222", Side::Soviet),
            ("N3223", Side::Soviet),
            ("N2921", Side::Soviet),
            ("N3124", Side::Soviet),
            ("N3120", Side::Soviet),
        ]
    };
    let mut put = serde_json::Map::new();
    let mut heights: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in data.unit_ids() {
        let info = data.info(unit);
        let mine: Vec<&str> = spots.iter().filter(|(_, side)| *side == info.side).map(|(hex, _)| *hex).collect();
        let Some(at) = chance.pick(&mine).filter(|_| chance.once_in(2)) else { continue };
        let pair = data.blue.taman.contains(&unit);
        let height = heights.entry(at).or_default();
        // One too many now and then.
        if *height >= 8 + usize::from(chance.once_in(12)) || pair {
            continue;
        }
        *height += 1;
        put.insert(info.id.clone(), at.into());
    }
    for unit in &data.blue.taman {
        if blue {
            put.insert(data.info(*unit).id.clone(), "turn-track".into());
        }
    }
    let phases =
        ["soviet-movement", "soviet-assault", "axis-movement", "axis-assault", "axis-withdrawal", "soviet-opening"];
    let phase = chance.pick(&phases[..if blue { 6 } else { 4 }]).map(str::to_owned);
    let turn = Some(2 + chance.below(if blue { 6 } else { 3 }) as u32);
    let given = Given { empty: true, turn, phase, put, ..Given::default() };
    game().arrange(state, &given).expect("a position");
}

/// What kind of decision is open: the frame on top, and the phase if that matters.
fn kind_of(state: &State) -> String {
    match state.frames.top() {
        Frame::Phase(phase) => format!("{} of {}", phase.word(), state.scenario.word()),
        Frame::March(_) => "a march".into(),
        Frame::Muster(_) => "a muster".into(),
        Frame::Fight(_) => "a fight".into(),
        Frame::Reply => "a reply".into(),
        Frame::Retreat(_) => "a retreat".into(),
        Frame::Losses(_) => "losses".into(),
        Frame::Advance => "an advance".into(),
        Frame::Excess { .. } => "an unlawful stack".into(),
        Frame::Taman => "Taman".into(),
    }
}

/// Every phase can ask something, and every frame but a fight in between.
fn kinds() -> Vec<String> {
    let frames = ["a march", "a muster", "a reply", "a retreat", "losses", "an advance", "an unlawful stack", "Taman"];
    let frames = frames.into_iter().map(str::to_owned);
    let only_blue = [Phase::AxisAnnouncements, Phase::AxisWithdrawal];
    let phases = Phase::all().filter(|phase| *phase != Phase::Over).flat_map(|phase| {
        let both = ScenarioId::ALL.into_iter().filter(move |id| *id == ScenarioId::Blue || !only_blue.contains(&phase));
        both.map(move |id| format!("{} of {}", phase.word(), id.word()))
    });
    frames.chain(phases).collect()
}

/// Is the action always among those that are tried?
fn is_tried(action: Action) -> bool {
    match action {
        Action::Place { at, .. } | Action::Enter { at, .. } => hexes().contains(&at),
        Action::Sail { to, .. } | Action::Retreat { to, .. } => hexes().contains(&to),
        _ => true,
    }
}

/// All actions there are, or some of every verb.
fn tried(_: &State, chance: &mut Chance, ask: Ask) -> Vec<Action> {
    match ask {
        Ask::All => universe().all.clone(),
        Ask::Some => universe().sample(chance, 6),
        Ask::Secret => universe().sample(chance, 4),
    }
}

/// Hexes that actions with two nouns are tried on: every place with a name, and the front of both scenarios.
fn hexes() -> &'static [SpaceId] {
    static SOME: LazyLock<Vec<SpaceId>> = LazyLock::new(|| {
        let map = &game().data.map;
        let named = map.board.spaces().filter(|hex| map.names[*hex].is_some());
        let mut some: Vec<SpaceId> = named.chain(map.uranus_line.iter().copied()).collect();
        some.extend(["N2044", "N2920", "N1040", "N3636", "S1342"].iter().filter_map(|hex| map.board.space(hex)));
        some.sort_unstable();
        some.dedup();
        some
    });
    &SOME
}

/// Every action that can be written down, but those of a unit and a hex only with [`hexes`].
fn universe() -> &'static Universe<Action> {
    static ALL: LazyLock<Universe<Action>> = LazyLock::new(|| {
        let data = &game().data;
        let mut all = vec![
            Action::Suggested,
            Action::Flood,
            Action::BlockSea,
            Action::Schwerpunkt,
            Action::Halt,
            Action::Support,
            Action::Manstein,
            Action::Fight,
            Action::Done,
        ];
        all.extend(Order::ALL.map(|order| Action::Order { order }));
        for at in data.map.board.spaces() {
            all.extend([Action::SixtySecond { at }, Action::Supply { at }, Action::Step { to: at }]);
            all.extend([false, true].map(|manstein| Action::Assault { at, manstein }));
            all.extend([Action::Airlift { at }, Action::Attack { at }, Action::RetreatAll { to: at }]);
        }
        for unit in data.unit_ids() {
            all.extend([Action::Top { unit }, Action::Withdraw { unit }, Action::Move { unit }, Action::With { unit }]);
            all.extend([Action::Drop { unit }, Action::Join { unit }, Action::Lose { unit }, Action::Advance { unit }]);
            all.extend([Action::Remove { unit }, Action::Taman { unit }]);
            for &hex in hexes() {
                all.extend([Action::Place { unit, at: hex }, Action::Enter { unit, at: hex }]);
                all.extend([Action::Sail { unit, to: hex }, Action::Retreat { unit, to: hex }]);
            }
        }
        Universe::of(all)
    });
    &ALL
}
