//! The promises of a game, kept by this one, on positions of random play.
//!
//! Positions are taken from whole games between players who pick at random, a few of every kind of decision, so that rare
//! ones (an overstacked box, a city that need not be left) are met as surely as common ones.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;
#[path = "properties/legality.rs"]
mod legality;
#[path = "properties/records.rs"]
mod records;

use kessel_battle::data::Data;
use kessel_battle::state::{Frame, Kind, Phase, State};
use kessel_battle::{Action, Battle};
use kessel_table::{Dice, Game, Given, Log, Options, Seed, Side};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The game with its built-in data.
fn game() -> &'static Arc<Battle> {
    static GAME: LazyLock<Arc<Battle>> =
        LazyLock::new(|| Arc::new(Battle::load(&Data::embedded()).expect("the built-in data is sound")));
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

/// Plays a whole game at random; `look` is shown every position with the side that acts, its offers and the one it picks.
fn random_game(seed: u64, mut look: impl FnMut(&State, Side, &[Action], Action)) -> State {
    let (game, seed) = (game(), Seed::from_number(seed));
    let mut chance = Chance(seed.for_thoughts());
    let mut dice = Dice::seeded(&seed, 0);
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    if chance.once_in(3) {
        crowd(&mut state, &mut chance);
    }
    let mut offers = Vec::new();
    loop {
        let asked: Vec<Side> = Side::BOTH.into_iter().filter(|s| game.to_act(&state).includes(*s)).collect();
        let Some(side) = chance.pick(&asked) else { return state };
        offers.clear();
        game.offers(&state, side, &mut offers);
        let action = chance.pick(&offers).expect("whoever is asked can act");
        look(&state, side, &offers, action);
        game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        dice.forget_rolls();
    }
}

/// The middle of a campaign with both sides crowded into cities and boxes, where the rare rules are.
fn crowd(state: &mut State, chance: &mut Chance) {
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

/// Every phase but the end can ask something, and every frame but a fight in between.
#[test]
fn random_play_meets_every_kind_of_decision() {
    let met: std::collections::BTreeSet<String> = positions(0..16, 1).iter().map(kind_of).collect();
    let frames = [
        "a strategic march",
        "a tactical march",
        "an overstacked box",
        "naming",
        "losses",
        "standing in a city",
        "a retreat",
    ];
    let phases = Phase::ALL.into_iter().filter(|phase| *phase != Phase::Over).map(Phase::word);
    let missing: Vec<&str> = frames.into_iter().chain(phases).filter(|kind| !met.contains(*kind)).collect();
    assert!(missing.is_empty(), "never met: {missing:?}; met: {met:?}");
}

/// Every action that can be written down.
fn universe() -> &'static [Action] {
    static ALL: LazyLock<Vec<Action>> = LazyLock::new(|| {
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
        all
    });
    &ALL
}

/// A word for the verb, so that a sample can take some of each.
fn verb(action: Action) -> &'static str {
    match action {
        Action::Strength { .. } => "strength",
        Action::Historical => "historical",
        Action::Assign { .. } => "assign",
        Action::Place { .. } => "place",
        Action::Withdraw { .. } => "withdraw",
        Action::Surrender { .. } => "surrender",
        Action::Buy { .. } => "buy",
        Action::RebuildUnit { .. } => "rebuild unit",
        Action::RebuildStep { .. } => "rebuild step",
        Action::March { .. } => "move",
        Action::Step { .. } => "step",
        Action::Halt => "halt",
        Action::Transfer { .. } => "transfer",
        Action::Attempt { .. } => "attempt",
        Action::Remove { .. } => "remove",
        Action::Attack { .. } => "attack",
        Action::Exclude { .. } => "exclude",
        Action::LoseStrength { .. } => "lose strength",
        Action::LoseStep { .. } => "lose step",
        Action::Leave { .. } => "leave",
        Action::Retreat { .. } => "retreat",
        Action::Launch => "launch",
        Action::Deploy { .. } => "deploy",
        Action::Done => "done",
    }
}

/// So many actions of every verb, at random.
fn sample(chance: &mut Chance, each: usize) -> Vec<Action> {
    static BY_VERB: LazyLock<BTreeMap<&str, Vec<Action>>> = LazyLock::new(|| {
        let mut by_verb: BTreeMap<&str, Vec<Action>> = BTreeMap::new();
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
