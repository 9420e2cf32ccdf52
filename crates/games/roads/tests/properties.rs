//! The promises of a game, kept by this one, on positions of random play.
//!
//! Positions are taken from whole games between players who pick at random, a few of every kind of decision, so that rare
//! ones (a Kampfgruppe, a surrender) are met as surely as common ones.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;
#[path = "properties/legality.rs"]
mod legality;
#[path = "properties/records.rs"]
mod records;

use kessel_board::SpaceId;
use kessel_roads::data::{Data, Effect, SupportId, UnitId};
use kessel_roads::state::{Frame, Mode, Om, State, SupportBox};
use kessel_roads::{Action, PlaneId, ResultWord, Roads};
use kessel_table::{Dice, Game, Log, Options, Seed, Side};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The scenarios, the short ones first.
const SCENARIOS: [&str; 5] = ["wintergewitter", "uranus", "backhand-blow", "star-and-gallop", "campaign"];

/// The game with its built-in data.
fn game() -> &'static Arc<Roads> {
    static GAME: LazyLock<Arc<Roads>> =
        LazyLock::new(|| Arc::new(Roads::load(&Data::embedded()).expect("the built-in data is sound")));
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
fn random_game(scenario: &str, seed: u64, mut look: impl FnMut(&State, Side, &[Action], Action)) -> State {
    let (game, seed) = (game(), Seed::from_number(seed));
    let mut chance = Chance(seed.for_thoughts());
    let mut dice = Dice::seeded(&seed, 0);
    let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
    let mut offers = Vec::new();
    loop {
        let Some(side) = game.to_act(&state).first() else { return state };
        offers.clear();
        game.offers(&state, side, &mut offers);
        let action = chance.pick(&offers).unwrap_or_else(|| panic!("whoever is asked can act: {}", kind_of(&state)));
        look(&state, side, &offers, action);
        game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        dice.forget_rolls();
    }
}

/// What kind of decision is open: the frame on top, and the step or stage if that matters.
fn kind_of(state: &State) -> String {
    match state.frames.top() {
        Frame::Step(step) => format!("{:?} of {:?}", step, state.phasing),
        Frame::Fight => format!("fight: {:?}", state.fight.as_ref().map(|fight| fight.stage)),
        Frame::March(march) => format!("a {:?} march", march.mode),
        other => format!("{other:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned(),
    }
}

/// At most `most` positions of every kind of decision, spread over games of all scenarios.
fn positions(seeds: std::ops::Range<u64>, most: usize) -> Vec<State> {
    let mut found: BTreeMap<String, Vec<State>> = BTreeMap::new();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut chance = Chance(seeds.start);
    for seed in seeds {
        let scenario = SCENARIOS[seed as usize % SCENARIOS.len()];
        random_game(scenario, seed, |state, _, _, _| {
            let kind = kind_of(state);
            let met = met.entry(kind.clone()).or_default();
            *met += 1;
            let list = found.entry(kind).or_default();
            if list.len() < most {
                list.push(state.clone());
            } else if let Some(slot) = list.get_mut(chance.below(*met)) {
                *slot = state.clone();
            }
        });
    }
    found.into_values().flatten().collect()
}

/// An action of every verb with nouns at random, most of them near to what is on the map.
fn guesses(state: &State, chance: &mut Chance) -> Vec<Action> {
    let data = &game().data;
    let map = &data.scenarios[usize::from(state.scenario)].map;
    let on_map: Vec<UnitId> = data.unit_ids().filter(|unit| state.field.at(*unit).is_some()).collect();
    let all: Vec<UnitId> = data.unit_ids().collect();
    let hexes: Vec<SpaceId> = map.board.spaces().collect();
    let unit = if chance.once_in(4) { chance.pick(&all) } else { chance.pick(&on_map) }.expect("there are units");
    let other = chance.pick(&all).expect("there are units");
    let near = state.field.at(unit).map(|at| map.board.neighbors(at).iter().map(|n| n.space).collect::<Vec<_>>());
    let hex = match near {
        Some(near) if !chance.once_in(3) => chance.pick(&near),
        _ => chance.pick(&hexes),
    };
    let hex = hex.unwrap_or(hexes[0]);
    let marker = SupportId(chance.below(data.supports.markers.len()) as u8);
    let planes: u8 = data.charts.ju52.iter().map(|kind| kind.count).sum();
    let plane = PlaneId(chance.below(planes.into()) as u8);
    let effect = Effect::ALL[chance.below(4)];
    let om = Om::ALL[chance.below(3)];
    let to = SupportBox::ALL[chance.below(5)];
    let mode = Mode::ALL[chance.below(5)];
    let result = if chance.once_in(2) {
        ResultWord::Attacker(chance.below(7) as u8)
    } else {
        ResultWord::Defender(chance.below(8) as u8)
    };
    vec![
        Action::Choose { marker },
        Action::Activate { effect },
        Action::Deactivate { effect },
        Action::Pontoon { unit, to: hex },
        Action::Dismantle { unit },
        Action::Maskirovka { marker },
        Action::Shift { marker, to },
        Action::Lift { om },
        Action::Launch { at: hex },
        Action::Keep { marker },
        Action::Trade { marker },
        Action::Place { om, at: hex },
        Action::Transfer { marker, to },
        Action::Surprise { marker, at: hex },
        Action::Attach { marker, unit },
        Action::Fly { marker, to: hex },
        Action::Raid { marker, on: hex },
        Action::Demand { marker, at: hex },
        Action::Alarm { marker, at: hex },
        Action::GiveBack { marker },
        Action::Mark { at: hex },
        Action::Pay { marker },
        Action::Consume { unit },
        Action::Solicit { unit },
        Action::Roll,
        Action::Release { unit: other, to: hex },
        Action::Reserves { marker, hq: unit },
        Action::Enter { unit, hq: other },
        Action::Strategic { marker },
        Action::Move { unit, mode },
        Action::Step { to: hex },
        Action::Halt,
        Action::Attack { at: hex },
        Action::Join { unit },
        Action::Fight,
        Action::Use { marker },
        Action::Elite { unit },
        Action::Armored,
        Action::Take { result },
        Action::River,
        Action::Terrain,
        Action::Stay,
        Action::GoBack,
        Action::Lose { unit },
        Action::Absorb { marker },
        Action::Kampfgruppe,
        Action::Retreat { unit, to: hex },
        Action::Advance { unit, to: hex },
        Action::Exploit { unit },
        Action::Backhand,
        Action::Wintergewitter,
        Action::Fortress { at: hex },
        Action::Goering,
        Action::Land { plane, at: hex },
        Action::Play { plane },
        Action::Resist { plane, unit },
        Action::Sortie { at: hex },
        Action::Evacuate { unit },
        Action::Capitulate { unit },
        Action::Arrive { unit: other, at: hex },
        Action::Upgrade { unit, into: other },
        Action::Withdraw { unit },
        Action::Restore { unit },
        Action::Rebuild { unit: other, at: hex },
        Action::Return { unit: other, at: hex },
        Action::Eliminate { unit },
        Action::Done,
    ]
}
