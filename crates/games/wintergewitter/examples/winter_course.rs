//! Plays games and tells how they went, one line each and a sum: `cargo run --profile lab -p kessel-wintergewitter --example winter_course -- we-are-coming 5 1 staff meek`.
//! Beside who won: attacks left unmade, the closest that Germans came to the Pocket, the points that each side lost in whose phases, the longest turn of an officer in
//! time of the processor.
//! `TRACE=1` prints the position of every turn, `LOG=1` every event; files of the folder that `DATA` names replace the built-in ones, for trying out reconstructed values.

use kessel_kernel::{Erased, Options, Side};
use kessel_lab::course::{self, Onlooker, Series};
use kessel_officers::Rank;
use kessel_wintergewitter::Winter;
use kessel_wintergewitter::data::{Data, Nation};
use kessel_wintergewitter::state::{Place, State};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, default: &str| words.get(n).cloned().unwrap_or_else(|| default.to_owned());
    let scenario = word(0, "we-are-coming");
    let games: u64 = word(1, "3").parse().unwrap_or(3);
    let first: u64 = word(2, "1").parse().unwrap_or(1);
    let ranks = [word(3, "recruit"), word(4, "recruit")].map(|rank| rank.parse::<Rank>().unwrap_or_default());
    let chosen = words.iter().skip(5).filter_map(|word| word.split_once('='));
    let options = Options(chosen.map(|(key, value)| (key.to_owned(), value.to_owned())).collect());
    let game = Erased(Arc::new(Winter::load(&course::data(Data::embedded())).expect("the data is sound")));
    let mut levels: BTreeMap<String, u32> = BTreeMap::new();
    let (mut unmade, mut closest, mut slowest) = ([0, 0], Vec::new(), [Duration::ZERO; 2]);
    let (mut halves, mut toll) = (0, [[0; 2]; 2]);
    for seed in first..first + games {
        let one = play(&game, &scenario, seed, ranks, &options);
        println!(
            "{scenario} {seed}: {} ({}), unmade {:?}, closest {}, German lost {}, {} actions, toll {:?}",
            one.level, one.score, one.unmade, one.closest, one.lost, one.actions, one.toll
        );
        halves += one.halves;
        (0..4).for_each(|n| toll[n / 2][n % 2] += one.toll[n / 2][n % 2]);
        *levels.entry(one.level).or_default() += 1;
        for side in 0..2 {
            unmade[side] += one.unmade[side];
            slowest[side] = slowest[side].max(one.slowest[side]);
        }
        closest.push(one.closest);
    }
    closest.sort_unstable();
    println!(
        "{scenario} {ranks:?} {games} games: Axis {}%, {levels:?}, unmade {unmade:?}, median closest {}, toll {:?}, slowest turn {slowest:?}",
        u64::from(halves) * 50 / games.max(1),
        closest[closest.len() / 2],
        toll.map(|of| of.map(|points| points / games as u32)),
    );
}

#[derive(Default)]
struct One {
    level: String,
    score: i32,
    unmade: [u16; 2],
    closest: u8,
    lost: u32,
    actions: u32,
    /// What the Axis made of the game: two for a victory, one for a draw.
    halves: u32,
    /// Points lost, by the side that lost them and the side whose phase it was.
    toll: [[u32; 2]; 2],
    slowest: [Duration; 2],
}

fn play(game: &Erased<Winter>, scenario: &str, seed: u64, ranks: [Rank; 2], options: &Options) -> One {
    let mut players: Vec<_> =
        Side::BOTH.map(|side| course::officer(game, ranks[side.index()], seed, side)).into_iter().collect();
    let mut notes = Notes { game: &game.0, before: [0; 2], one: One { closest: u8::MAX, ..One::default() } };
    let ended = Series { game, scenario, options }.play(seed, &mut players, &mut notes);
    One {
        level: ended.outcome.level,
        score: ended.outcome.score.unwrap_or(0),
        halves: ended.halves,
        slowest: ended.slowest,
        ..notes.one
    }
}

/// What is noted while a game is played.
struct Notes<'a> {
    game: &'a Winter,
    /// The strength points of both sides before the action.
    before: [u32; 2],
    one: One,
}

impl Onlooker<Winter> for Notes<'_> {
    type Turn = u8;

    fn turn_of(&self, state: &State) -> u8 {
        state.turn
    }

    fn before(&mut self, state: &State, _: Side, _: &Value) {
        self.before = points(self.game, state);
    }

    fn after(&mut self, state: &State, _: Side) {
        self.one.actions += 1;
        let after = points(self.game, state);
        for (loser, toll) in self.one.toll.iter_mut().enumerate() {
            toll[state.phasing.index()] += self.before[loser].saturating_sub(after[loser]);
        }
        look(self.game, state, &mut self.one);
    }

    fn turned(&mut self, state: &State) {
        if std::env::var_os("TRACE").is_some() {
            trace(self.game, state);
        }
    }
}

/// The strength points of both sides.
fn points(game: &Winter, state: &State) -> [u32; 2] {
    let mut sum = [0; 2];
    for unit in game.data.unit_ids() {
        sum[game.data.info(unit).side.index()] += u32::from(state.unit(unit).points);
    }
    sum
}

/// What is worth knowing of a position.
fn look(game: &Winter, state: &State, one: &mut One) {
    one.unmade = state.score.unmade;
    one.lost = 0;
    for unit in game.data.unit_ids().filter(|u| game.data.info(*u).nation == Nation::German) {
        if matches!(state.unit(unit).place, Place::At(_) | Place::Away(_) | Place::Dead | Place::Lost) {
            one.lost += u32::from(game.data.info(unit).full.strength.saturating_sub(state.unit(unit).points));
        }
        let inside = game.data.scenarios[2].sixth_army.contains(&unit);
        if let Some(hex) = state.at(unit).filter(|_| !inside) {
            one.closest = one.closest.min(game.data.map.to_pocket[hex]);
        }
    }
}

/// The strength of both sides by hex, around what the first scenario is about and at the foremost German units.
fn trace(game: &Winter, state: &State) {
    let mut hexes: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    let mut lost = 0;
    for unit in game.data.unit_ids() {
        let info = game.data.info(unit);
        if info.nation == Nation::German && state.unit(unit).place != Place::Out {
            lost += u32::from(info.full.strength) - u32::from(state.unit(unit).points);
        }
        if let Some(hex) = state.at(unit).filter(|hex| game.data.map.to_pocket[*hex] > 3) {
            hexes.entry(game.data.map.board.name(hex).to_owned()).or_default()[info.side.index()] +=
                u32::from(state.unit(unit).points);
        }
    }
    let of = |side: usize| {
        let some = hexes.iter().filter(|(_, points)| points[side] > 0);
        some.map(|(hex, points)| format!("{hex}:{}", points[side])).collect::<Vec<_>>().join(" ")
    };
    println!(
        "turn {} control {:?} first {:?} streak {} German lost {lost}",
        state.turn, state.control[0], state.initiative.first, state.initiative.streak
    );
    println!("  axis   {}\n  soviet {}", of(0), of(1));
}
