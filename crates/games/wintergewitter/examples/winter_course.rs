//! Plays games and tells how they went, one line each and a sum: `cargo run --release -p kessel-wintergewitter --example winter_course -- we-are-coming 5 1 staff meek`.
//! Beside who won: attacks left unmade, the closest that Germans came to the Pocket, the points that each side lost in whose phases, the longest turn of an officer in
//! time of the processor.
//! `TRACE=1` prints the position of every turn, `LOG=1` every event; files of the folder that `DATA` names replace the built-in ones, for trying out reconstructed values.

use kessel_officers::{AnyOfficer, Playable, Rank};
use kessel_table::data::DataDir;
use kessel_table::{AnyGame, Dice, Erased, Log, Options, Played, Seed, Session, Side, ToAct};
use kessel_wintergewitter::Winter;
use kessel_wintergewitter::data::{Data, Nation};
use kessel_wintergewitter::state::{Place, State};
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
    let game = Erased(Arc::new(Winter::load(&data()).expect("the data is sound")));
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

/// The built-in data, with the files of the folder `DATA` in place of their own.
fn data() -> DataDir {
    let mut data = Data::embedded();
    let Some(folder) = std::env::var_os("DATA") else { return data };
    let names: Vec<String> = data.names().map(str::to_owned).collect();
    for name in names {
        if let Ok(text) = std::fs::read_to_string(std::path::Path::new(&folder).join(&name)) {
            data = data.with(&name, text);
        }
    }
    data
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
    let seed = Seed::from_number(seed);
    let (mut dice, mut log) =
        (Dice::seeded(&seed, 0), if std::env::var_os("LOG").is_some() { Log::new() } else { Log::silent() });
    let mut session = game.start(scenario, options, &mut dice, &mut log).expect("the game starts");
    let mut seats: Vec<Box<dyn AnyOfficer>> = Side::BOTH
        .iter()
        .map(|side| game.enlist(ranks[side.index()], &seed, *side).expect("there is such an officer"))
        .collect();
    let mut one = One { closest: u8::MAX, ..One::default() };
    let (mut spent, mut turn) = ([Duration::ZERO; 2], 0);
    loop {
        let planners = session.planners();
        let asked = if planners == ToAct::Nobody { session.to_act() } else { planners };
        let Some(side) = asked.first() else { break };
        let began = processor();
        let action = seats[side.index()].choose(&*session, side).expect("he chooses");
        spent[side.index()] += processor() - began;
        let before = points(&game.0, &*session);
        match action.get("commit") {
            Some(orders) => {
                let draft = serde_json::from_value(orders.clone()).expect("a draft");
                let plan = session.complete(side, &draft).expect("a sound plan");
                session.commit(side, &plan, &mut dice, &mut log).expect("it is his to plan");
            }
            None => drop(session.act(side, &action, &mut dice, &mut log).expect("what he chooses is allowed")),
        }
        dice.forget_rolls();
        log.take().iter().for_each(|event| println!("  {} {} {}", session.turn(), event.case, event.text));
        one.actions += 1;
        let after = points(&game.0, &*session);
        let phase = phasing(&*session).unwrap_or(side);
        for loser in 0..2 {
            one.toll[loser][phase.index()] += before[loser].saturating_sub(after[loser]);
        }
        let played = session.as_any().downcast_ref::<Played<Winter>>().expect("it is Wintergewitter");
        look(&game.0, &played.state, &mut one);
        if session.turn() != turn {
            turn = session.turn();
            if std::env::var_os("TRACE").is_some() {
                trace(&game.0, &played.state);
            }
            for (slowest, spent) in one.slowest.iter_mut().zip(&mut spent) {
                *slowest = (*slowest).max(std::mem::take(spent));
            }
        }
    }
    let end = session.outcome().expect("a game that nobody plays on is over");
    one.halves = match end.winner {
        Some(Side::Axis) => 2,
        Some(Side::Soviet) => 0,
        None => 1,
    };
    (one.level, one.score) = (end.level, end.score.unwrap_or(0));
    one
}

/// The time of the processor that this thread has had; none where the system does not tell.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The strength points of both sides.
fn points(game: &Winter, session: &dyn Session) -> [u32; 2] {
    let played = session.as_any().downcast_ref::<Played<Winter>>().expect("it is Wintergewitter");
    let mut sum = [0; 2];
    for unit in game.data.unit_ids() {
        sum[game.data.info(unit).side.index()] += u32::from(played.state.unit(unit).points);
    }
    sum
}

/// Whose phase it is.
fn phasing(session: &dyn Session) -> Option<Side> {
    session.as_any().downcast_ref::<Played<Winter>>().map(|played| played.state.phasing)
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
