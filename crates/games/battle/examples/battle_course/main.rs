//! Plays games of the campaign and tells how they went: `cargo run --profile lab -p kessel-battle --example battle_course -- 20 1 staff staff`
//! (games, first seed, Axis, Soviet). Beside the ranks of the laboratory there are two players made for finding holes: `kharkov` sends every
//! unit to Kharkov and attacks there, `decline` plays as staff and makes no attack that it need not make.
//!
//! Of each game: the result, the turn in which the Axis came to Stalingrad, the turn of Operation Uranus, how many Axis units were cut off at
//! most in the three turns from then on, attacks by quotient. `TRACE=1` prints the position of every player turn, `LOG=1` every event; files of the
//! folder that `DATA` names replace the built-in ones.

mod sparring;

use kessel_battle::Battle;
use kessel_battle::data::{AssetClass, Data, UnitId};
use kessel_battle::state::{Frame, Phase, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::{Erased, Options, Session, Side};
use kessel_lab::course::{self, Onlooker, Player, Series, position};
use serde_json::Value;
use sparring::Sparring;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// So many Axis units without supply are an encirclement.
const ENCIRCLED: u32 = 3;
/// And so many turns from the launch of Operation Uranus on it may take.
const FOLLOWS: u32 = 2;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, default: &str| words.get(n).cloned().unwrap_or_else(|| default.to_owned());
    let games: u64 = word(0, "3").parse().expect("a number of games");
    let first: u64 = word(1, "1").parse().expect("a seed");
    let names = [word(2, "staff"), word(3, "staff")];
    let game = Erased(Arc::new(Battle::load(&course::data(Data::embedded())).expect("the data is sound")));
    let mut sum = Sum::default();
    for seed in first..first + games {
        let one = play(&game, seed, &names);
        println!("{seed}: {}", one.line());
        sum.add(one);
    }
    sum.print(&names, games);
}

/// How one game went.
#[derive(Default)]
struct One {
    level: String,
    winner: Option<Side>,
    score: i32,
    turns: u32,
    /// The turn in which an Axis unit first stood in Stalingrad, and the one in which it first stood beside it.
    city: Option<u32>,
    gates: Option<u32>,
    uranus: Option<u32>,
    /// Most Axis units without supply before the launch of Operation Uranus and after it.
    cut: [u32; 2],
    /// Attacks by side and quotient; in major cities apart.
    attacks: [[u32; 6]; 2],
    city_attacks: [[u32; 6]; 2],
    dead: [u32; 2],
    slowest: [Duration; 2],
}

impl One {
    fn line(&self) -> String {
        let winner = self.winner.map_or("nobody".into(), |side| side.to_string());
        format!(
            "{winner} {} ({}) turn {}, Stalingrad {:?} {:?}, Uranus {:?}, cut {:?}, dead {:?}, attacks {:?}, in cities {:?}",
            self.level,
            self.score,
            self.turns,
            self.gates,
            self.city,
            self.uranus,
            self.cut,
            self.dead,
            self.attacks,
            self.city_attacks
        )
    }
}

/// A series.
#[derive(Default)]
struct Sum {
    levels: BTreeMap<String, u32>,
    halves: u32,
    cities: BTreeMap<u32, u32>,
    gates: BTreeMap<u32, u32>,
    launches: BTreeMap<u32, u32>,
    rings: u32,
    attacks: [[u32; 6]; 2],
    city_attacks: [[u32; 6]; 2],
    slowest: [Duration; 2],
}

impl Sum {
    fn add(&mut self, one: One) {
        self.halves += match one.winner {
            Some(Side::Axis) => 2,
            Some(Side::Soviet) => 0,
            None => 1,
        };
        let winner = one.winner.map_or(String::new(), |side| format!("{side} "));
        *self.levels.entry(winner + &one.level).or_default() += 1;
        *self.cities.entry(one.city.unwrap_or(0)).or_default() += 1;
        *self.gates.entry(one.gates.unwrap_or(0)).or_default() += 1;
        *self.launches.entry(one.uranus.unwrap_or(0)).or_default() += 1;
        self.rings += u32::from(one.uranus.is_some() && one.cut[1] >= ENCIRCLED);
        for side in 0..2 {
            self.slowest[side] = self.slowest[side].max(one.slowest[side]);
            for quotient in 0..6 {
                self.attacks[side][quotient] += one.attacks[side][quotient];
                self.city_attacks[side][quotient] += one.city_attacks[side][quotient];
            }
        }
    }

    fn print(&self, names: &[String; 2], games: u64) {
        println!("{names:?} {games} games: Axis {}%", u64::from(self.halves) * 50 / games.max(1));
        println!("  levels {:?}", self.levels);
        println!("  Stalingrad reached in turn {:?}, entered in turn {:?} (0: never)", self.gates, self.cities);
        println!("  Uranus in turn {:?}, followed by an encirclement in {}", self.launches, self.rings);
        println!("  attacks by quotient {:?}, in major cities {:?}", self.attacks, self.city_attacks);
        println!("  slowest turn {:?}", self.slowest);
    }
}

/// The player of a name.
fn player(game: &Erased<Battle>, name: &str, seed: u64, side: Side) -> Box<dyn Player<Battle>> {
    match Sparring::named(&game.0, name) {
        Some(sparring) => Box::new(sparring),
        None => course::officer(game, name.parse().expect("there is such an officer"), seed, side),
    }
}

impl Player<Battle> for Sparring {
    fn choose(&mut self, game: &Erased<Battle>, session: &dyn Session, side: Side) -> Value {
        self.pick(&game.0, position::<Battle>(session), side)
    }
}

/// What is noted while a game is played.
struct Notes<'a> {
    game: &'a Battle,
    one: One,
    phase: Option<Phase>,
    fought: Option<(u8, Side, u32)>,
}

impl Onlooker<Battle> for Notes<'_> {
    /// A turn of both players.
    type Turn = u8;

    fn turn_of(&self, state: &State) -> u8 {
        state.turn
    }

    fn after(&mut self, state: &State, _: Side) {
        count_attack(self.game, state, &mut self.fought, &mut self.one);
        if self.phase != Some(state.phase()) {
            self.phase = Some(state.phase());
            look(self.game, state, &mut self.one);
            if matches!(state.phase(), Phase::SovietMovement | Phase::AxisMovement) {
                trace(self.game, state);
            }
        }
    }
}

fn play(game: &Erased<Battle>, seed: u64, names: &[String; 2]) -> One {
    let mut players = Side::BOTH.map(|side| player(game, &names[side.index()], seed, side));
    let mut notes = Notes { game: &game.0, one: One::default(), phase: None, fought: None };
    let series = Series { game, scenario: "campaign", options: &Options::default() };
    let course = series.play(seed, &mut players, &mut notes);
    let mut one = notes.one;
    let end = course.outcome;
    (one.winner, one.level, one.score) = (end.winner, end.level, end.score.unwrap_or(0));
    (one.turns, one.slowest) = (course.turns, course.slowest);
    trace(&game.0, &course.state);
    look(&game.0, &course.state, &mut one);
    one
}

/// Counts the attack that is being fought, once.
fn count_attack(game: &Battle, state: &State, fought: &mut Option<(u8, Side, u32)>, one: &mut One) {
    let fight = state.frames.iter().find_map(|frame| match frame {
        Frame::Fight(fight) if fight.stage >= Stage::Losses => Some(*fight),
        _ => None,
    });
    let Some(fight) = fight else { return };
    let key = (state.turn, fight.attacker, game.data.board.name(fight.space).parse().unwrap_or(0));
    if *fought == Some(key) {
        return;
    }
    *fought = Some(key);
    let (own, enemy) = (fight.attacker.index(), fight.attacker.other().index());
    let quotient = usize::from(fight.sums[own] / fight.sums[enemy].max(1)).min(5);
    let city = game.data.spaces[fight.space].city == kessel_battle::data::City::Major;
    if city {
        one.city_attacks[own][quotient] += 1;
    } else {
        one.attacks[own][quotient] += 1;
    }
}

/// What is worth knowing of a position.
fn look(game: &Battle, state: &State, one: &mut One) {
    let turn = u32::from(state.turn);
    let axis = Side::Axis.index();
    if game.picture(state).held[axis].contains(game.data.places.stalingrad) {
        one.city = one.city.or(Some(turn));
    }
    let beside = game.data.board.neighbors(game.data.places.stalingrad);
    if one.city.is_some() || beside.iter().any(|n| game.picture(state).held[axis].contains(n.space)) {
        one.gates = one.gates.or(Some(turn));
    }
    one.uranus = state.uranus.map(u32::from);
    let cut = cut_off(game, state).len() as u32;
    match one.uranus {
        None => one.cut[0] = one.cut[0].max(cut),
        Some(launch) if turn <= launch + FOLLOWS => one.cut[1] = one.cut[1].max(cut),
        Some(_) => {}
    }
    for side in Side::BOTH {
        let dead = game.own(side).iter().filter(|u| state.units[u.index()].place == kessel_battle::state::Place::Dead);
        one.dead[side.index()] = dead.count() as u32;
    }
}

/// Axis units on the map without supply; the corps that begins without it is left out while it stands there.
fn cut_off(game: &Battle, state: &State) -> Vec<UnitId> {
    let fed = game.picture(state).fed[Side::Axis.index()];
    let cut = |unit: &UnitId| state.at(*unit).is_some_and(|at| !fed.contains(at) && at != game.data.places.kerch);
    game.own(Side::Axis).iter().filter(cut).collect()
}

/// With `TRACE` who stands where, with the factors of each stack.
fn trace(game: &Battle, state: &State) {
    if std::env::var_os("TRACE").is_none() {
        return;
    }
    println!("turn {} {:?} points {:?} cut {}", state.turn, state.phase(), state.points, cut_off(game, state).len());
    for side in Side::BOTH {
        let (mut stacks, mut all): (BTreeMap<String, (u32, u32)>, u32) = (BTreeMap::new(), 0);
        for unit in game.own(side).iter() {
            let Some(at) = state.at(unit) else { continue };
            let assets = state.assets_of(unit);
            let factors = assets.iter().map(|asset| {
                let info = &game.data.assets[asset.index()];
                let gun = matches!(info.class, AssetClass::AntiTank { .. });
                if gun { 0 } else { u32::from(info.factors[usize::from(state.assets[asset.index()].steps)]) }
            });
            let force = u32::from(state.units[unit.index()].strength) + factors.sum::<u32>();
            let stack = stacks.entry(game.data.board.name(at).to_owned()).or_default();
            *stack = (stack.0 + 1, stack.1 + force);
            all += force;
        }
        let fed = game.picture(state).fed[side.index()];
        let word = |(at, (units, force)): (&String, &(u32, u32))| {
            let cut = game.data.board.space(at).is_some_and(|space| !fed.contains(space));
            format!("{at}{}:{units}/{force}", if cut { "!" } else { "" })
        };
        println!("  {side} {all}: {}", stacks.iter().map(word).collect::<Vec<_>>().join(" "));
    }
    let picture = game.picture(state);
    let [axis, soviet] = picture.held;
    let held = |s: &SpaceId| game.data.spaces[*s].volga && axis.contains(*s) && !soviet.contains(*s);
    let volga = game.data.board.hexes().filter(held).map(|s| game.data.board.name(s).to_owned());
    println!("  Axis on the Volga: {}", volga.collect::<Vec<_>>().join(" "));
}
