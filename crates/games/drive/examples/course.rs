//! The course of games between officers, turn by turn: `cargo run --release -p kessel-drive --example course -- blue 5 staff recruit 1000`.
//!
//! Prints for each turn the points or the pile, the easternmost supplied Germans, units on the map and those cut off, then the sum of the series.
//! The line of a game lists the Germans cut off whenever the player on move changed. A sixth word `quiet` leaves the turns out, `map` draws them.
//! More words change weights of a staff, as `axis:feed=50` or `soviet:cordon_firm=80`.
//! Staffs of another temperament (`staff-bold`) play with the weights as they are; a series with a sparring partner (`rush`) is only counted.
//! A player turn is measured in time of the processor that the officers took.

use kessel_drive::data::Data;
use kessel_drive::state::{Order, Place, Spaces, State};
use kessel_drive::{Action, Drive};
use kessel_kit::Word;
use kessel_officers::{PlayOut, Playable, Rank, Recruit};
use kessel_table::{Budget, Dice, Erased, Event, Game, Log, Officer, Options, Seed, Side, Temperament, Viewer};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, default: &str| args.get(i).cloned().unwrap_or_else(|| default.to_owned());
    let (scenario, games) = (word(0, "blue"), word(1, "3").parse::<u64>().expect("a number of games"));
    let ranks = [word(2, "staff"), word(3, "recruit")];
    let first = word(4, "1000").parse::<u64>().expect("a seed");
    let quiet = word(5, "") == "quiet";
    let map = word(5, "") == "map";
    let changes = [changes(&args, "axis:"), changes(&args, "soviet:")];
    let game = Drive::load(&Data::embedded()).expect("the data are sound");
    if ranks.iter().any(|rank| !PLANNERS.contains(&rank.as_str())) {
        return spar(game, &scenario, games, &ranks, first);
    }
    let (mut wins, mut slowest, mut ends, mut piles) = ([0; 2], 0, BTreeMap::new(), Vec::new());
    let (mut ringed, mut rare, mut attacks) = (0, BTreeMap::new(), BTreeMap::new());
    for n in 0..games {
        let course = play(&game, &scenario, enlist(&game, &ranks, &changes), first + n, [quiet, map]);
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
fn spar(game: Drive, scenario: &str, games: u64, ranks: &[String; 2], first: u64) {
    let game = Erased::new(game);
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

/// The weights that the words change for a side.
fn changes(args: &[String], side: &str) -> Vec<(String, i32)> {
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').expect("name=value");
        (name.to_owned(), value.parse().expect("a number"))
    };
    args.iter().filter_map(|word| word.strip_prefix(side)).map(pair).collect()
}

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
    attacks: BTreeMap<u32, [usize; 2]>,
    /// The longest player turn, in milliseconds of the processor.
    slowest: u128,
}

/// The officers of both sides.
type Officers = Vec<Box<dyn Officer<Drive>>>;

fn enlist(game: &Drive, ranks: &[String; 2], changes: &[Vec<(String, i32)>; 2]) -> Officers {
    ranks
        .iter()
        .zip(changes)
        .map(|(rank, changes)| match rank.as_str() {
            "staff" => game.staff_with(changes).expect("the weights are known"),
            "staff-cautious" => game.staff(Temperament::Cautious).expect("there is a staff"),
            "staff-bold" => game.staff(Temperament::Bold).expect("there is a staff"),
            _ => Box::new(Recruit),
        })
        .collect()
}

fn play(game: &Drive, scenario: &str, mut officers: Officers, seed: u64, [quiet, map]: [bool; 2]) -> Course {
    let mut thoughts = [0, 1].map(|side| Pcg32::new(seed, side));
    let mut dice = Dice::seeded(&Seed::from_number(seed), 0);
    let mut log = if map { Log::new() } else { Log::silent() };
    let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut log);
    let mut offers: Vec<Action> = Vec::new();
    let (mut turn, mut slowest, mut spent) = ((0, None), 0, [Duration::ZERO; 2]);
    let mut attacks = BTreeMap::new();
    let mut pocket: Vec<usize> = Vec::new();
    let mut rare = BTreeMap::new();
    while let Some(side) = game.to_act(&state).first() {
        let now = (game.turn(&state), state.phase().side());
        if now != turn {
            slowest = slowest.max(spent.iter().max().map_or(0, Duration::as_millis));
            pocket.push(germans_cut_off(game, &state));
            spent = [Duration::ZERO; 2];
            if now.0 != turn.0 && !quiet {
                report(game, &state);
            }
            if map {
                draw(game, &state);
            }
            turn = now;
        }
        offers.clear();
        game.offers(&state, side, &mut offers);
        let seen = game.see(&state, side.into());
        let (officer, thoughts) = (&mut officers[side.index()], &mut thoughts[side.index()]);
        let before = state.axis_control;
        let asked = processor();
        let (action, _) = officer.choose(game, &seen, side, &offers, Budget::default(), thoughts).split(&offers);
        spent[side.index()] += processor().saturating_sub(asked);
        let attack = matches!(action, Action::Attack { .. } | Action::Assault { .. });
        attacks.entry(now.0).or_insert([0; 2])[side.index()] += usize::from(attack);
        if let Some(verb) = rare_verb(action) {
            *rare.entry(verb).or_insert(0) += 1;
        }
        game.apply_unchecked(&mut state, side, action, &mut dice, &mut log);
        dice.forget_rolls();
        if map {
            tell(game, side, before, &state, &log.take());
        }
    }
    if !quiet {
        report(game, &state);
    }
    let outcome = game.outcome(&state).expect("the game is over");
    let (last, pile) = (game.turn(&state), state.pile);
    println!("seed {seed}: Germans cut off {pocket:?}, pile {pile}: turn {last}: {}", outcome.text);
    Course {
        winner: outcome.winner.expect("no draws"),
        text: outcome.text,
        pile,
        rare,
        pocket: pocket.into_iter().max().unwrap_or(0),
        attacks,
        slowest,
    }
}

/// The towns taken and the battles fought by an action.
fn tell(game: &Drive, side: Side, before: Spaces, state: &State, events: &[Event]) {
    let taken = (state.axis_control - before).iter().chain((before - state.axis_control).iter()).collect::<Vec<_>>();
    for hex in taken.into_iter().filter(|hex| game.data.map.spaces[*hex].is_settled()) {
        println!("    {side} takes {}", game.data.map.board.name(hex));
    }
    for event in events.iter().filter(|event| event.text.starts_with("Battle for")) {
        println!("    {side} {}", event.text);
    }
}

/// The time of the processor that this thread has had; none where the system does not tell.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The name of a verb that is seldom of use.
fn rare_verb(action: Action) -> Option<String> {
    match action {
        Action::Sail { .. } => Some("sail".to_owned()),
        Action::SixtySecond { .. } => Some("sixty-second".to_owned()),
        Action::BlockSea => Some("block-sea".to_owned()),
        Action::Flood => Some("flood".to_owned()),
        Action::Order { order: order @ (Order::MoveMove | Order::AssaultAssault) } => Some(order.word().to_owned()),
        _ => None,
    }
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
