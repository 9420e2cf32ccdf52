//! Plays games and tells how they went: `cargo run --profile lab -p kessel-roads --example roads_course -- campaign 20 1 staff staff`.
//! Beside who won: when strategic places fell and were retaken, when the ring closed, which operations were declared, the attacks of every turn, the verbs that
//! were used, where the aircraft flew, the longest turn of an officer in time of the processor.
//! `TRACE=1` prints the position of every turn, `LOG=1` every event; files of the folder that `DATA` names replace the built-in ones, for trying out reconstructed values.

use kessel_kernel::{Erased, Options, Side};
use kessel_lab::course::{self, Onlooker, Series};
use kessel_officers::Rank;
use kessel_roads::Roads;
use kessel_roads::data::{Data, Map, Terrain};
use kessel_roads::state::{Manstein, Om, State, Supply};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, default: &str| words.get(n).cloned().unwrap_or_else(|| default.to_owned());
    let scenario = word(0, "campaign");
    let games: u64 = word(1, "3").parse().unwrap_or(3);
    let first: u64 = word(2, "1").parse().unwrap_or(1);
    let ranks = [word(3, "staff"), word(4, "staff")].map(|rank| rank.parse::<Rank>().unwrap_or_default());
    let game = Erased(Arc::new(Roads::load(&course::data(Data::embedded())).expect("the data is sound")));
    let mut sum = Sum::default();
    for seed in first..first + games {
        let one = play(&game, &scenario, seed, ranks);
        if games <= 10 {
            println!(
                "{scenario} {seed}: {} ({:?}), fell {:?}, retaken {:?}",
                one.level, one.score, one.fell, one.retaken
            );
        }
        sum.add(one);
    }
    println!("{scenario} {} - {}, {games} games from seed {first}", ranks[0], ranks[1]);
    sum.print();
}

/// What one game was like.
#[derive(Default)]
struct One {
    level: String,
    score: Option<i32>,
    /// What the Axis made of the game: two for a victory, one for a draw.
    halves: u32,
    /// The turn in which a place first fell to the Soviets, and to the Axis after that.
    fell: BTreeMap<String, u8>,
    retaken: BTreeMap<String, u8>,
    /// The first turn of what happens once.
    events: BTreeMap<&'static str, u8>,
    launches: u32,
    attacks: BTreeMap<u8, [u32; 2]>,
    lost: [u32; 2],
    /// Cities at the end that changed hands: to the Axis, to the Soviets.
    cities: [u32; 2],
    verbs: BTreeMap<String, u32>,
    flights: BTreeMap<String, u32>,
    slowest: [Duration; 2],
}

/// What a series was like.
#[derive(Default)]
struct Sum {
    games: u32,
    halves: u32,
    levels: BTreeMap<String, u32>,
    fell: BTreeMap<String, Vec<u8>>,
    retaken: BTreeMap<String, Vec<u8>>,
    events: BTreeMap<&'static str, Vec<u8>>,
    launches: u32,
    attacks: BTreeMap<u8, [u32; 2]>,
    lost: [u32; 2],
    /// Cities at the end that changed hands: to the Axis, to the Soviets.
    cities: [u32; 2],
    verbs: BTreeMap<String, u32>,
    flights: BTreeMap<String, u32>,
    slowest: [Duration; 2],
}

impl Sum {
    fn add(&mut self, one: One) {
        self.games += 1;
        self.halves += one.halves;
        *self.levels.entry(one.level).or_default() += 1;
        one.fell.into_iter().for_each(|(place, turn)| self.fell.entry(place).or_default().push(turn));
        one.retaken.into_iter().for_each(|(place, turn)| self.retaken.entry(place).or_default().push(turn));
        one.events.into_iter().for_each(|(event, turn)| self.events.entry(event).or_default().push(turn));
        self.launches += one.launches;
        for (turn, made) in one.attacks {
            let all = self.attacks.entry(turn).or_default();
            (0..2).for_each(|side| all[side] += made[side]);
        }
        one.verbs.into_iter().for_each(|(verb, used)| *self.verbs.entry(verb).or_default() += used);
        one.flights.into_iter().for_each(|(hex, flown)| *self.flights.entry(hex).or_default() += flown);
        for side in 0..2 {
            self.lost[side] += one.lost[side];
            self.cities[side] += one.cities[side];
            self.slowest[side] = self.slowest[side].max(one.slowest[side]);
        }
    }

    fn print(mut self) {
        let games = self.games.max(1);
        println!("  Axis {}%, {:?}", share(self.halves * 50, games), self.levels);
        for (what, turns) in [("fell", &mut self.fell), ("retaken", &mut self.retaken)] {
            let told = turns.iter_mut().map(|(place, turns)| told(place, turns, games));
            println!("  {what}: {}", told.collect::<Vec<_>>().join(", "));
        }
        let events = self.events.iter_mut().map(|(event, turns)| told(event, turns, games));
        println!("  {}; {} launches a game", events.collect::<Vec<_>>().join(", "), share(self.launches, games));
        let attacks = self
            .attacks
            .iter()
            .map(|(turn, made)| format!("{turn}: {}/{}", share(made[0], games), share(made[1], games)));
        println!("  attacks of Axis/Soviet by turn: {}", attacks.collect::<Vec<_>>().join(", "));
        println!("  steps lost by Axis {}, by Soviets {}", share(self.lost[0], games), share(self.lost[1], games));
        println!(
            "  cities to the Axis {}, to the Soviets {}",
            share(self.cities[0], games),
            share(self.cities[1], games)
        );
        println!("  verbs: {:?}", self.verbs);
        let mut flights: Vec<_> = self.flights.into_iter().collect();
        flights.sort_by_key(|(hex, flown)| (std::cmp::Reverse(*flown), hex.clone()));
        println!("  flights over {} hexes, most {:?}", flights.len(), &flights[..flights.len().min(6)]);
        println!("  slowest turn {:?}", self.slowest);
    }
}

/// How many a game, in tenths: the workspace knows no fractions.
fn share(of: u32, games: u32) -> String {
    format!("{}.{}", of / games, of * 10 / games % 10)
}

/// A place or an event, in how many games of a hundred, and the middle turn of those.
fn told(name: &str, turns: &mut [u8], games: u32) -> String {
    turns.sort_unstable();
    let often = turns.len() * 100 / games as usize;
    format!("{name} {often}% in turn {} ({}-{})", turns[turns.len() / 2], turns[0], turns[turns.len() - 1])
}

/// What is noted while a game is played.
struct Notes<'a> {
    game: &'a Roads,
    one: One,
    /// The position at the start.
    start: Option<State>,
}

impl Onlooker<Roads> for Notes<'_> {
    type Turn = (u8, Side);

    fn turn_of(&self, state: &State) -> (u8, Side) {
        (state.turn, state.phasing)
    }

    fn turned(&mut self, state: &State) {
        self.start.get_or_insert_with(|| state.clone());
        if std::env::var_os("TRACE").is_some() {
            trace(self.game, state);
        }
    }

    fn before(&mut self, state: &State, side: Side, action: &serde_json::Value) {
        note(state, side, action, &mut self.one);
    }

    fn after(&mut self, state: &State, _: Side) {
        if let Some(start) = &self.start {
            look(self.game, start, state, &mut self.one);
        }
    }
}

fn play(game: &Erased<Roads>, scenario: &str, seed: u64, ranks: [Rank; 2]) -> One {
    let mut players = Side::BOTH.map(|side| course::officer(game, ranks[side.index()], seed, side));
    let mut notes = Notes { game: &game.0, one: One::default(), start: None };
    let course = Series { game, scenario, options: &Options::default() }.play(seed, &mut players, &mut notes);
    let winner = course.outcome.winner.map_or_else(String::new, |side| format!("{side} "));
    let (level, score) = (winner + &course.outcome.level, course.outcome.score);
    One { halves: course.halves, level, score, slowest: course.slowest, ..notes.one }
}

/// What an action tells.
fn note(state: &State, side: Side, action: &serde_json::Value, one: &mut One) {
    // The verb is the first key.
    let verb = action.as_str().or(action.as_object().and_then(|map| map.keys().next()).map(String::as_str));
    let verb = verb.unwrap_or("?");
    *one.verbs.entry(verb.to_owned()).or_default() += 1;
    match verb {
        "attack" => one.attacks.entry(state.turn).or_default()[side.index()] += 1,
        "launch" => one.launches += 1,
        "wintergewitter" | "backhand" => {
            let event = if verb == "backhand" { "Backhand Blow" } else { "Wintergewitter" };
            one.events.entry(event).or_insert(state.turn);
        }
        "fly" => {
            let hex = action.get("to").or(action.get("at")).and_then(|hex| hex.as_str()).unwrap_or("?");
            *one.flights.entry(format!("{side} {hex}")).or_default() += 1;
        }
        _ => {}
    }
}

/// Places whose fall is worth telling: major cities by name, and the hexes that rules name.
fn places(game: &Roads, state: &State) -> Vec<(String, Vec<kessel_board::SpaceId>)> {
    let map: &Map = &game.data.scenarios[usize::from(state.scenario)].map;
    let mut all: Vec<(String, Vec<kessel_board::SpaceId>)> =
        map.cities.iter().map(|city| (city.name.clone(), city.hexes.to_vec())).collect();
    let named = [
        ("Kalach", map.places.kalach),
        ("Kotelnikovo", map.places.kotelnikovo),
        ("Morozovsk", map.places.morozovsk),
        ("Tatsinskaya", map.places.tatsinskaya),
        ("Pitomnik", map.places.pitomnik),
    ];
    all.extend(named.into_iter().filter_map(|(name, hex)| hex.map(|hex| (name.to_owned(), vec![hex]))));
    all
}

/// What is worth knowing of a position.
fn look(game: &Roads, start: &State, state: &State, one: &mut One) {
    for (name, hexes) in places(game, state) {
        let held = |state: &State, side: Side| hexes.iter().all(|hex| state.controller(*hex) == side);
        if held(state, Side::Soviet) && (!held(start, Side::Soviet) || one.retaken.contains_key(&name)) {
            one.fell.entry(name.clone()).or_insert(state.turn);
        }
        let lost = held(start, Side::Soviet) || one.fell.contains_key(&name);
        if lost && held(state, Side::Axis) {
            one.retaken.entry(name).or_insert(state.turn);
        }
    }
    if state.fortress.marker.is_some() {
        one.events.entry("fortress declared").or_insert(state.turn);
    }
    if matches!(state.okh.manstein, Manstein::Dismissed) {
        one.events.entry("Manstein dismissed").or_insert(state.turn);
    }
    let map = &game.data.scenarios[usize::from(state.scenario)].map;
    one.cities = [0, 0];
    for hex in map.board.hexes().filter(|hex| map.spaces[*hex].terrain == Terrain::City) {
        if start.controller(hex) != state.controller(hex) {
            one.cities[state.controller(hex).index()] += 1;
        }
    }
    one.lost = [0, 0];
    for unit in game.data.unit_ids() {
        let piece = state.field.get(unit);
        let gone = matches!(piece.place, kessel_roads::state::Place::Eliminated);
        let info = &game.data.units[unit.index()];
        if gone || state.field.at(unit).is_some() {
            let left = if gone { 0 } else { piece.steps };
            one.lost[info.side.index()] += u32::from(info.steps().saturating_sub(left));
        }
    }
}

/// The units of both sides by hex.
fn trace(game: &Roads, state: &State) {
    let map = &game.data.scenarios[usize::from(state.scenario)].map;
    println!(
        "turn {} {} {:?}, fortress {:?}, markers {:?}, supports {:?}",
        state.turn,
        state.phasing,
        state.forecast,
        state.fortress.level,
        state.offensives[Om::Major as usize],
        state.okh
    );
    for side in Side::BOTH {
        let mut line = String::new();
        for hex in state.field.occupied(side).iter() {
            line += &format!(
                " {}{}:",
                map.board.name(hex),
                if map.spaces[hex].terrain == Terrain::MajorCity { "*" } else { "" }
            );
            let stack = state.field.stack(hex).map(|unit| {
                let piece = state.field.get(unit);
                let out = if piece.supply == Supply::In { "" } else { "!" };
                format!("{}{}{out}", game.data.units[unit.index()].id, if piece.steps == 1 { "'" } else { "" })
            });
            line += &stack.collect::<Vec<_>>().join("+");
        }
        println!("  {side}:{line}");
    }
}
