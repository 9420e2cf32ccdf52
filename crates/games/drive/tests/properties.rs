//! The promises of a game, kept by this one, on positions of random play.
//!
//! Positions are taken from whole games of both scenarios between players who pick at random, a few of every kind of decision; a third of
//! the games begin in crowded positions, so that rare decisions (a mixed stack, the Taman peninsula) are met as surely as common ones.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;
#[path = "properties/legality.rs"]
mod legality;
#[path = "properties/records.rs"]
mod records;

use kessel_board::SpaceId;
use kessel_drive::data::{Data, ScenarioId};
use kessel_drive::state::{Frame, Order, Phase, State};
use kessel_drive::{Action, Drive};
use kessel_table::{Dice, Game, Given, Log, Options, Seed, Side};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The game with its built-in data.
fn game() -> &'static Arc<Drive> {
    static GAME: LazyLock<Arc<Drive>> =
        LazyLock::new(|| Arc::new(Drive::load(&Data::embedded()).expect("the built-in data is sound")));
    &GAME
}

/// A small fixed generator: the same positions on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }

    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The scenario of a seed: both in turn.
fn scenario_of(seed: u64) -> &'static str {
    ScenarioId::ALL[(seed % 2) as usize].word()
}

/// Plays a whole game at random; `look` is shown every position with the side that acts, its offers and the one it picks.
fn random_game(seed: u64, mut look: impl FnMut(&State, Side, &[Action], Action)) -> State {
    let (game, number) = (game(), seed);
    let seed = Seed::from_number(seed);
    let mut chance = Chance(seed.for_thoughts());
    let mut dice = Dice::seeded(&seed, 0);
    let mut state = game.setup(scenario_of(number), &Options::default(), &mut dice, &mut Log::silent());
    if chance.once_in(2) {
        crowd(&mut state, &mut chance);
    }
    let mut offers = Vec::new();
    loop {
        let Some(side) = game.to_act(&state).first() else { return state };
        offers.clear();
        game.offers(&state, side, &mut offers);
        // Whoever sets up at random takes long: most let the program do it.
        let suggested = offers.contains(&Action::Suggested) && chance.once_in(20);
        let action =
            if suggested { Action::Suggested } else { chance.pick(&offers).expect("whoever is asked can act") };
        look(&state, side, &offers, action);
        game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        dice.forget_rolls();
    }
}

/// The middle of a campaign with both sides crowded into few hexes, where the rare rules are.
fn crowd(state: &mut State, chance: &mut Chance) {
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

/// At most `most` positions of every kind of decision, spread over the games of these seeds.
fn positions(seeds: std::ops::Range<u64>, most: usize) -> Vec<State> {
    let mut found: BTreeMap<String, Vec<State>> = BTreeMap::new();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut chance = Chance(seeds.start);
    for seed in seeds {
        random_game(seed, |state, _, _, _| {
            let kind = kind_of(state);
            let met = met.entry(kind.clone()).or_default();
            *met += 1;
            let list = found.entry(kind).or_default();
            // Every position met is kept with the same chance.
            if list.len() < most {
                list.push(state.clone());
            } else if let Some(slot) = list.get_mut(chance.below(*met)) {
                *slot = state.clone();
            }
        });
    }
    found.into_values().flatten().collect()
}

/// Every phase can ask something, and every frame but a fight in between.
#[test]
fn random_play_meets_every_kind_of_decision() {
    let met: std::collections::BTreeSet<String> = positions(0..24, 1).iter().map(kind_of).collect();
    let frames = ["a march", "a muster", "a reply", "a retreat", "losses", "an advance", "an unlawful stack", "Taman"];
    let frames = frames.into_iter().map(str::to_owned);
    let only_blue = [Phase::AxisAnnouncements, Phase::AxisWithdrawal];
    let phases = Phase::ALL.into_iter().filter(|phase| *phase != Phase::Over).flat_map(|phase| {
        let both = ScenarioId::ALL.into_iter().filter(move |id| *id == ScenarioId::Blue || !only_blue.contains(&phase));
        both.map(move |id| format!("{} of {}", phase.word(), id.word()))
    });
    let missing: Vec<String> = frames.chain(phases).filter(|kind| !met.contains(kind)).collect();
    assert!(missing.is_empty(), "never met: {missing:?}; met: {met:?}");
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
fn universe() -> &'static [Action] {
    static ALL: LazyLock<Vec<Action>> = LazyLock::new(|| {
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
        all
    });
    &ALL
}

/// A word for the verb, so that a sample can take some of each.
fn verb(action: Action) -> String {
    let state = format!("{action:?}");
    state.split([' ', '{']).next().unwrap_or_default().to_owned()
}

/// So many actions of every verb, at random.
fn sample(chance: &mut Chance, each: usize) -> Vec<Action> {
    static BY_VERB: LazyLock<BTreeMap<String, Vec<Action>>> = LazyLock::new(|| {
        let mut by_verb: BTreeMap<String, Vec<Action>> = BTreeMap::new();
        universe().iter().for_each(|a| by_verb.entry(verb(*a)).or_default().push(*a));
        by_verb
    });
    let mut some = Vec::new();
    for list in BY_VERB.values() {
        if list.len() <= each {
            some.extend(list);
        } else {
            some.extend((0..each).filter_map(|_| chance.pick(list)));
        }
    }
    some
}
