//! The course of games between officers, turn by turn: `cargo run --release -p kessel-drive --example course -- blue 5 staff recruit 1000`.
//!
//! Prints for each turn the points or the pile, the easternmost supplied Germans, units on the map and those cut off, then the sum of the series.
//! The line of a game lists the Germans cut off whenever the player on move changed. A sixth word `quiet` leaves the turns out, `map` draws them.
//! More words change weights of the staffs, as `feed=50` or `soviet.cordon_firm=80`. A series with a sparring partner (`rush`) is only counted.
//! A player turn is measured in time of the processor that the officers took.

use kessel_drive::Drive;
use kessel_drive::data::Data;
use kessel_drive::state::{Place, Spaces, State};
use kessel_kernel::facets::*;
use kessel_kernel::{Budget, Erased, Event, Officer, Options, Seed, Session, Side, Temperament, Viewer};
use kessel_kit::Word;
use kessel_kit::staff::reweighted;
use kessel_lab::course::{Onlooker, Player, Series, position};
use kessel_officers::{PlayOut, Playable, Rank, Recruit};
use rand_pcg::Pcg32;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, default: &str| args.get(i).cloned().unwrap_or_else(|| default.to_owned());
    let (scenario, games) = (word(0, "blue"), word(1, "3").parse::<u64>().expect("a number of games"));
    let ranks = [word(2, "staff"), word(3, "recruit")];
    let first = word(4, "1000").parse::<u64>().expect("a seed");
    let quiet = word(5, "") == "quiet";
    let map = word(5, "") == "map";
    let changes: Vec<&String> = args.iter().skip(5).filter(|word| word.contains('=')).collect();
    let data = reweighted(Data::embedded(), &changes).expect("weights are written NAME=NUMBER");
    let game = Erased(Arc::new(Drive::load(&data).unwrap_or_else(|faults| panic!("{faults}"))));
    if ranks.iter().any(|rank| !PLANNERS.contains(&rank.as_str())) {
        return spar(&game, &scenario, games, &ranks, first);
    }
    let (mut wins, mut slowest, mut ends, mut piles) = ([0; 2], 0, BTreeMap::new(), Vec::new());
    let (mut ringed, mut rare, mut attacks) = (0, BTreeMap::new(), BTreeMap::new());
    for n in 0..games {
        let notes = Notes {
            game: &game.0,
            quiet,
            map,
            before: Spaces::EMPTY,
            turn: 0,
            pocket: Vec::new(),
            rare: BTreeMap::new(),
            attacks: BTreeMap::new(),
        };
        let course = play(&game, &scenario, &ranks, first + n, notes);
        slowest = slowest.max(course.slowest);
        wins[course.winner.index()] += 1;
        piles.push(course.pile);
        ringed += usize::from(course.pocket >= RINGED);
        *ends.entry(course.text).or_insert(0) += 1;
        for (turn, count) in course.attacks {
            let sum = attacks.entry(turn).or_insert([0; 2]);
            (0..2).for_each(|side| sum[side] += count[side]);
        }
        course.rare.into_iter().for_each(|(verb, count)| *rare.entry(verb).or_insert(0) += count);
    }
    piles.sort_unstable();
    println!("{scenario} {ranks:?}: axis {} soviet {}, slowest player turn {slowest} ms", wins[0], wins[1]);
    println!("  attacks by turn {attacks:?}");
    println!("  piles {piles:?}");
    println!("  median pile {}, games with {RINGED} Germans cut off at once {ringed}", piles[piles.len() / 2]);
    println!("  rare verbs {rare:?}");
    ends.iter().for_each(|(text, count)| println!("  {count:>4}  {text}"));
}

/// Whom a game is followed of; the others are sparring partners.
const PLANNERS: [&str; 4] = ["staff", "staff-cautious", "staff-bold", "recruit"];

/// A series with a sparring partner.
fn spar(game: &Erased<Drive>, scenario: &str, games: u64, ranks: &[String; 2], first: u64) {
    let sides = [0, 1].map(|side: usize| ranks[side].parse::<Rank>().expect("there is such an officer"));
    let mut wins = [0; 2];
    for n in first..first + games {
        let record =
            game.play_out(&PlayOut::of(scenario, Seed::from_number(n)).ranks(sides)).expect("the game is played");
        assert!(record.trouble.is_none(), "seed {n}: {record:?}");
        let winner = record.outcome.and_then(|outcome| outcome.winner).expect("no draws");
        wins[winner.index()] += 1;
    }
    println!("{scenario} {ranks:?} from seed {first}: axis {} soviet {}", wins[0], wins[1]);
}

/// So many Germans cut off at the same time are a ring.
const RINGED: usize = 10;

/// What came of a game.
struct Course {
    winner: Side,
    text: String,
    pile: u16,
    /// How often the verbs were used that are seldom of use.
    rare: BTreeMap<String, usize>,
    /// Most Germans cut off when a player turn ended.
    pocket: usize,
    /// Attacks of either side, prepared and mobile, by turn.
    attacks: BTreeMap<u8, [usize; 2]>,
    /// The longest player turn, in milliseconds of the processor.
    slowest: u128,
}

/// An officer with thoughts of his own.
struct Seat {
    officer: Box<dyn Officer<Drive>>,
    thoughts: Pcg32,
}

impl Player<Drive> for Seat {
    fn choose(&mut self, game: &Erased<Drive>, session: &dyn Session, side: Side) -> Value {
        let (game, state) = (&*game.0, position::<Drive>(session));
        let mut offers = Vec::new();
        game.offers(state, side, &mut offers);
        let seen = game.see(state, side.into());
        let answer = self.officer.choose(game, &seen, side, &offers, Budget::default(), &mut self.thoughts);
        game.write_action(state, answer.split(&offers).0)
    }
}

/// What is noted while a game is played.
struct Notes<'a> {
    game: &'a Drive,
    quiet: bool,
    map: bool,
    /// Control before the action.
    before: Spaces,
    turn: u8,
    /// The Germans cut off whenever the player on move changed.
    pocket: Vec<usize>,
    rare: BTreeMap<String, usize>,
    /// Attacks of either side, prepared and mobile, by turn.
    attacks: BTreeMap<u8, [usize; 2]>,
}

impl Onlooker<Drive> for Notes<'_> {
    type Turn = (u8, Option<Side>);

    fn turn_of(&self, state: &State) -> Self::Turn {
        (state.turn, state.phase().side())
    }

    fn turned(&mut self, state: &State) {
        self.pocket.push(germans_cut_off(self.game, state));
        if state.turn != self.turn && !self.quiet {
            report(self.game, state);
        }
        if self.map {
            draw(self.game, state);
        }
        self.turn = state.turn;
    }

    fn before(&mut self, state: &State, side: Side, action: &Value) {
        self.before = state.axis_control;
        let attack = ["attack", "assault"].iter().any(|verb| action.get(verb).is_some());
        self.attacks.entry(state.turn).or_insert([0; 2])[side.index()] += usize::from(attack);
        if let Some(verb) = rare_verb(action) {
            *self.rare.entry(verb.to_owned()).or_insert(0) += 1;
        }
    }

    fn after(&mut self, state: &State, side: Side) {
        if self.map {
            let taken = (state.axis_control - self.before) | (self.before - state.axis_control);
            for hex in taken.iter().filter(|hex| self.game.data.map.spaces[*hex].is_settled()) {
                println!("    {side} takes {}", self.game.data.map.board.name(hex));
            }
        }
    }

    fn listens(&self) -> bool {
        self.map
    }

    fn heard(&mut self, _: u32, side: Side, event: &Event) {
        if event.text.starts_with("Battle for") {
            println!("    {side} {}", event.text);
        }
    }
}

fn play(game: &Erased<Drive>, scenario: &str, ranks: &[String; 2], seed: u64, mut notes: Notes<'_>) -> Course {
    let mut players = Side::BOTH.map(|side| -> Box<dyn Player<Drive>> {
        let officer: Box<dyn Officer<Drive>> = match ranks[side.index()].as_str() {
            "staff" => game.0.staff(Temperament::Balanced).expect("there is a staff"),
            "staff-cautious" => game.0.staff(Temperament::Cautious).expect("there is a staff"),
            "staff-bold" => game.0.staff(Temperament::Bold).expect("there is a staff"),
            _ => Box::new(Recruit),
        };
        Box::new(Seat { officer, thoughts: Pcg32::new(seed, side.index() as u64) })
    });
    let course = Series { game, scenario, options: &Options::default() }.play(seed, &mut players, &mut notes);
    let (state, outcome, pocket) = (course.state, course.outcome, notes.pocket);
    if !notes.quiet {
        report(&game.0, &state);
    }
    println!("seed {seed}: Germans cut off {pocket:?}, pile {}: turn {}: {}", state.pile, course.turns, outcome.text);
    Course {
        winner: outcome.winner.expect("no draws"),
        text: outcome.text,
        pile: state.pile,
        rare: notes.rare,
        attacks: notes.attacks,
        pocket: pocket.into_iter().max().unwrap_or(0),
        slowest: course.slowest.into_iter().max().unwrap_or_default().as_millis(),
    }
}

/// The name of a verb that is seldom of use.
fn rare_verb(action: &Value) -> Option<&str> {
    let order =
        action.get("order").and_then(Value::as_str).filter(|order| ["move-move", "assault-assault"].contains(order));
    let rare = ["sail", "sixty-second", "block-sea", "flood"];
    order.or_else(|| rare.into_iter().find(|verb| action == verb || action.get(verb).is_some()))
}

/// German units without overland or coastal supply.
fn germans_cut_off(game: &Drive, state: &State) -> usize {
    let facts = game.facts(&game.see(state, Viewer::Umpire));
    let cut = |id: &str| matches!(facts["counters"][id]["supply"].as_str(), Some("out" | "aerial"));
    let units = game.data.unit_ids().map(|unit| game.data.info(unit));
    units.filter(|info| info.nation == kessel_drive::data::Nation::German && cut(&info.id)).count()
}

/// A line on the position.
fn report(game: &Drive, state: &State) {
    let facts = game.facts(&game.see(state, Viewer::Umpire));
    let mut lines: [Vec<(u8, String)>; 2] = Default::default();
    let (mut alive, mut cut, mut germans_cut) = ([0, 0], [0, 0], 0);
    let mut soviets_cut: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in game.data.unit_ids() {
        let Place::At(hex) = state.units[unit.index()].place else { continue };
        let info = game.data.info(unit);
        let supply = facts["counters"][&info.id]["supply"].as_str().unwrap_or("out").to_owned();
        alive[info.side.index()] += 1;
        let out = supply == "out" || supply == "aerial";
        cut[info.side.index()] += usize::from(out);
        if out && info.side == Side::Soviet {
            *soviets_cut.entry(game.data.map.board.name(hex)).or_default() += 1;
        }
        germans_cut += usize::from(out && info.side == Side::Axis && info.nation == kessel_drive::data::Nation::German);
        if info.side == Side::Axis && supply == "regular" {
            let space = &game.data.map.spaces[hex];
            let south = usize::from(space.sheet == kessel_drive::data::Sheet::South);
            lines[south].push((space.column, game.data.map.board.name(hex).to_owned()));
        }
    }
    let mut east: Vec<String> = Vec::new();
    for line in &mut lines {
        line.sort();
        line.dedup();
        east.extend(line.iter().take(5).map(|(_, name)| name.clone()));
    }
    let held: Vec<&str> = game
        .data
        .map
        .board
        .hexes()
        .filter(|hex| game.data.map.spaces[*hex].victory && state.axis_control.contains(*hex))
        .map(|hex| game.data.map.names[hex].as_deref().unwrap_or("?"))
        .collect();
    println!(
        "  turn {:>2}: VP hexes {held:?} pile {} units {alive:?} cut {cut:?} (German {germans_cut}, Soviet {soviets_cut:?}) order {} east {}",
        state.turn,
        state.pile,
        state.order.word(),
        east.join(" ")
    );
}

/// The north map: units in each hex, Axis `a`, Soviet `s`, capital letters if cut off; towns by control.
fn draw(game: &Drive, state: &State) {
    let facts = game.facts(&game.see(state, Viewer::Umpire));
    let map = &game.data.map;
    println!("turn {} {}", state.turn, state.phase().word());
    for row in 10..=42u8 {
        let mut line = String::new();
        if row % 2 == 0 {
            line.push_str("  ");
        }
        for column in (11..=44u8).rev() {
            let cell = map.board.space(&format!("N{row}{column}")).map_or("    ".to_owned(), |hex| {
                let here: Vec<_> =
                    game.data.unit_ids().filter(|u| state.units[u.index()].place == Place::At(hex)).collect();
                let axis = state.axis_control.contains(hex);
                let Some(first) = here.first() else {
                    let town = map.spaces[hex].is_settled();
                    return match (town, axis) {
                        (true, true) => " +a ".to_owned(),
                        (true, false) => " +s ".to_owned(),
                        (false, true) => " -  ".to_owned(),
                        (false, false) => " .  ".to_owned(),
                    };
                };
                let out = facts["counters"][&game.data.info(*first).id]["supply"] != "regular";
                let letter = match (game.data.info(*first).side, out) {
                    (Side::Axis, false) => "a",
                    (Side::Axis, true) => "A",
                    (Side::Soviet, false) => "s",
                    (Side::Soviet, true) => "S",
                };
                let mech = if here.iter().any(|u| game.data.info(*u).is_mechanised()) { "*" } else { " " };
                format!("{letter}{}{mech} ", here.len())
            });
            line.push_str(&cell);
        }
        println!("{row} {line}");
    }
}
