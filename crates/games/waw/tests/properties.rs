//! The promises of a game, kept by this one, on positions of random play.

use kessel_kernel::facets::*;
use kessel_kernel::plan::scope::places;
use kessel_kernel::plan::{Draft, Drafting, Plans, random_plan};
use kessel_kernel::{Dice, Log, Options, Played, Seed, Side, Viewer};
use kessel_officers::Rank;
use kessel_trial::{Chance, Games, Series, Trial, seeds, several};
use kessel_waw::data::Data;
use kessel_waw::state::State;
use kessel_waw::{Slot, Waw, WawPlans};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// How the game is tried: on its first turns, where whole games would take minutes.
fn trial() -> &'static Trial<Waw> {
    static TRIAL: LazyLock<Trial<Waw>> = LazyLock::new(|| {
        let game = Waw::load(&Data::embedded()).expect("the built-in data is sound");
        Trial {
            turns: several(2, usize::MAX),
            kinds: || vec!["planning".into()],
            secrets: Some(|state, side, _| secrets_changed(state, side)),
            orders: [&VERBS, &TARGETS],
            series: series(),
            ..Trial::of(game, &SCENARIOS, |_| "planning".into())
        }
    });
    &TRIAL
}

/// The two small ones first: the seeds of most series are theirs.
const SCENARIOS: [&str; 7] = [
    "to-the-volga",
    "river-too-far",
    "mansteins-solution",
    "quiet-flows-the-don",
    "wintergewitter",
    "rattenkrieg",
    "uranus",
];

kessel_trial::promises!(trial);

/// So many games of the two small scenarios, in turn.
fn small(first: u64, short: u64, in_long: u64) -> Vec<u64> {
    let all = SCENARIOS.len() as u64;
    seeds(0, short, in_long).map(|n| (first + n / 2) * all + n % 2).collect()
}

/// The same with one of each large scenario in `make long`.
fn large(first: u64, short: u64, in_long: u64) -> Vec<u64> {
    let all = SCENARIOS.len() as u64;
    let more = several(0..0, first * all + 2..(first + 1) * all);
    small(first, short, in_long).into_iter().chain(more).collect()
}

fn of(seeds: Vec<u64>, most: usize) -> Games {
    Games { seeds, most }
}

/// Where this game is played otherwise than most: a commit is an action, and two of them are a turn.
fn series() -> Series {
    let staff = several(&["river-too-far"][..], &["to-the-volga", "river-too-far"]);
    let recruits = several(&["to-the-volga"][..], &["to-the-volga", "river-too-far"]);
    let officers = recruits.iter().map(|id| (*id, Rank::Recruit)).chain(staff.iter().map(|id| (*id, Rank::Staff)));
    Series {
        kinds: small(0, 2, 4),
        asked: small(41, 1, 4),
        officers: officers.map(|(id, rank)| (id, 90, [rank; 2])).collect(),
        silence: small(4, 1, 4),
        journals: of(large(100, 2, 4), several(6, 24)),
        undo: vec![(770, 5), (771, several(4, 13))],
        written: of(small(80, 2, 4), 3),
        snapshots: of(large(130, 2, 4), several(6, 24)),
        secrets: of(small(6, 2, 4), 2),
        known: of(small(130, 2, 4), 2),
        samples: of(small(8, 2, 4), 2),
        worth: of(small(150, 2, 4), 2),
        ends: small(160, 1, 4),
        patches: of(large(0, 2, 4), 12),
        standing: of(large(0, 2, 4), 12),
        bytes: of(small(0, 2, 4), 12),
        limit: 8_000,
        // Random plans order more than people do.
        plan_limit: 128 * 1024,
        words: of(small(0, 2, 4), 12),
        plans_end: small(0, 1, 8),
        menus: vec![(0, several(1, 3))],
        sequence: vec![(7, several(2, 6))],
        clicks: vec![(0, 1, 1), (1, 1, 1)],
        committed: of(small(300, 2, 4), 2),
        ..Series::default()
    }
}

/// Verbs that orders are tried with, on the menu or not.
const VERBS: [&str; 27] = [
    "tactical",
    "strategic",
    "on",
    "back",
    "auto",
    "probe",
    "all-out",
    "retreat",
    "hold",
    "dig",
    "fortify",
    "replace",
    "fire",
    "on-call",
    "counter-battery",
    "scoot",
    "ride",
    "attach",
    "level",
    "gather",
    "support",
    "recon",
    "resupply",
    "assign",
    "free",
    "give",
    "take-back",
];

/// And targets.
const TARGETS: [&str; 8] = ["012009", "010012", "009013", "001001", "S.62A.HQ", "A.389.HQ", "attack", "none"];

/// Plays some turns of random plans and shows every position.
fn play(scenario: &str, seed: u64, turns: usize, mut look: impl FnMut(&State)) {
    let game = &trial().game;
    let mut dice = Dice::seeded(&Seed::from_number(seed), 0);
    let mut chance = Chance(seed);
    let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
    for _ in 0..turns {
        look(&state);
        if state.over {
            return;
        }
        let plans =
            Side::BOTH.map(|side| random_plan(&**game, &game.see(&state, side.into()), side, 7, |n| chance.below(n)));
        WawPlans::execute(game, &mut state, plans, &mut dice, &mut Log::silent());
        dice.forget_rolls();
    }
    look(&state);
}

/// An order is on the menu if and only if it is allowed, whatever the sequence in which orders are given.
#[test]
fn menus_and_drafts_keep_their_promises() {
    let game = &trial().game;
    let mut chance = Chance(11);
    play("river-too-far", 11, 2, |state| {
        for side in Side::BOTH {
            let seen = game.see(state, side.into());
            let plan = random_plan(&**game, &seen, side, 6, |n| chance.below(n));
            assert!(kessel_kernel::plan::judge(&**game, &seen, side, &plan).is_ok());
            assert!(WawPlans::complete(game, &seen, side, &plan).expect("complete") == plan);
            let mut part = kessel_kernel::plan::PlanOf::<Waw>::new();
            for (slot, order) in plan.iter().rev() {
                let answer = WawPlans::check_order(game, &seen, side, &part, *slot, order);
                assert!(answer.is_ok(), "{slot:?} is refused beside a part of the plan: {answer:?}");
                part.insert(*slot, order.clone());
                let word = WawPlans::write_slot(game, state, *slot);
                assert_eq!(WawPlans::read_slot(game, state, &word), Ok(*slot));
                let value = WawPlans::write_order(game, state, order);
                assert_eq!(WawPlans::read_order(game, state, *slot, &value).as_ref(), Ok(order), "{value}");
            }
            for slot in WawPlans::slots(game, &seen, side).into_iter().step_by(9) {
                for line in WawPlans::menu(game, &seen, side, &plan, slot) {
                    let targets = line.targets.map_or(vec![None], |t| t.into_iter().map(Some).collect::<Vec<_>>());
                    for target in targets.into_iter().step_by(7) {
                        let order = WawPlans::pick(game, &seen, &plan, slot, line.verb, target.as_deref());
                        let order = order.unwrap_or_else(|| panic!("{slot:?}: {} {target:?} means nothing", line.verb));
                        let answer = WawPlans::check_order(game, &seen, side, &plan, slot, &order);
                        assert!(answer.is_ok(), "{slot:?}: on the menu, not allowed: {order:?}: {answer:?}");
                    }
                }
            }
        }
    });
}

/// What is shown as within reach is what the menu has, is allowed, and depends on nothing but what the side knows.
#[test]
fn what_is_shown_as_within_reach_may_be_ordered() {
    let game = &trial().game;
    let sheet = game.sheet("river-too-far");
    let mut chance = Chance(14);
    let mut shown = 0;
    play("river-too-far", 14, 1, |state| {
        for side in Side::BOTH {
            let other = secrets_changed(state, side.other());
            let [seen, alike] = [state, &other].map(|state| game.see(state, side.into()));
            let plan = random_plan(&**game, &seen, side, 2, |n| chance.below(n));
            for slot in WawPlans::slots(game, &seen, side).into_iter().step_by(11) {
                let lines = WawPlans::scope(game, &seen, side, &plan, slot);
                assert_eq!(lines, WawPlans::scope(game, &alike, side, &plan, slot), "{slot:?}");
                let menu = WawPlans::menu(game, &seen, side, &plan, slot);
                for line in lines {
                    let hexes = places(&line.hexes).expect("a set of hexes");
                    let names: BTreeSet<String> = hexes.iter().map(|n| sheet.hexes[*n].id.clone()).collect();
                    let listed = menu.iter().find(|l| l.verb == line.verb).and_then(|l| l.targets.clone());
                    assert_eq!(names, listed.expect("on the menu").into_iter().collect(), "{slot:?}: {}", line.verb);
                    assert_eq!(line.costs.is_empty(), line.verb != "auto");
                    for name in names.iter().step_by(9) {
                        let order =
                            WawPlans::pick(game, &seen, &plan, slot, line.verb, Some(name)).expect("it means one");
                        let answer = WawPlans::check_order(game, &seen, side, &plan, slot, &order);
                        assert!(answer.is_ok(), "{slot:?}: {order:?}: {answer:?}");
                        shown += 1;
                    }
                }
            }
        }
    });
    assert!(shown > 100, "{shown}");
}

/// What many are offered at once each of them may be told.
#[test]
fn what_many_are_offered_each_may_be_told() {
    let game = &trial().game;
    play("to-the-volga", 15, 1, |state| {
        let table = Played::new(game.clone(), "to-the-volga", state.clone());
        let seen = game.see(state, Side::Axis.into());
        let draft = Draft::default();
        let slots: Vec<String> = WawPlans::slots(game, &seen, Side::Axis)
            .into_iter()
            .filter(|slot| matches!(slot, Slot::Unit(_)))
            .step_by(9)
            .map(|slot| WawPlans::write_slot(game, state, slot))
            .collect();
        let shared = table.shared_menu(Side::Axis, &draft, &slots).expect("asked");
        assert!(shared.iter().any(|line| line.slots == slots), "all of them can do something");
        for line in shared {
            let target = line.targets.map(|targets| targets.first().cloned());
            if target == Some(None) {
                continue;
            }
            for slot in &line.slots {
                let target = target.clone().flatten();
                let order = table.pick(Side::Axis, &draft, slot, line.verb, target.as_deref()).expect("asked");
                let edit = [(slot.clone(), Some(order.expect("it means something")))];
                table.edit(Side::Axis, &draft, &edit).expect("it is allowed");
            }
        }
    });
}

/// 11.0, 11.1.a: no hex is over its limit, and nobody stands with an enemy.
#[test]
fn stacks_stay_within_their_limit() {
    for (scenario, seed) in [("to-the-volga", 3), ("river-too-far", 4)] {
        play(scenario, seed, 12, |state| {
            let scenario = &trial().game.data.scenarios[usize::from(state.scenario)];
            let mut hexes: std::collections::BTreeMap<u16, (u8, Vec<Side>)> = Default::default();
            for (unit, info) in state.units.iter().zip(&scenario.units) {
                if unit.here() {
                    let entry = hexes.entry(unit.at).or_default();
                    entry.0 += info.points;
                    entry.1.push(info.side);
                    assert!(
                        unit.fatigue <= 15 && unit.disorder <= 15 && unit.tons >= 0 && unit.defence > 0,
                        "{}",
                        info.id
                    );
                }
            }
            for (hex, (points, sides)) in hexes {
                assert!(points <= 9, "hex {hex} holds {points}");
                assert!(sides.iter().all(|side| *side == sides[0]), "hex {hex} is shared");
            }
        });
    }
}

/// To hide twice hides no more, and a position can be written down and read again.
#[test]
fn hiding_is_done_once_and_positions_survive_being_written_down() {
    play("river-too-far", 5, 6, |state| {
        for viewer in [Viewer::Axis, Viewer::Soviet, Viewer::Spectator] {
            let once = trial().game.redact(state, viewer);
            assert!(trial().game.redact(&once, viewer) == once, "{viewer:?}");
        }
        let text = serde_json::to_string(state).expect("plain data");
        let back: State = serde_json::from_str(&text).expect("reads back");
        assert!(back == *state);
    });
}

/// Dossier 6: what a side may not know changes nothing that it is shown or offered.
#[test]
fn enemy_secrets_change_nothing_that_is_shown() {
    let mut chance = Chance(6);
    play("to-the-volga", 6, 5, |state| {
        let game = &trial().game;
        for side in Side::BOTH {
            let other = secrets_changed(state, side.other());
            let [one, two] = [state, &other].map(|s| game.see(s, side.into()));
            assert!(one == two, "the {side} side is shown a secret");
            assert!(game.view(&one) == game.view(&two));
            let slots = WawPlans::slots(game, &one, side);
            let plan = random_plan(&**game, &one, side, 2, |n| chance.below(n));
            trial().plans_alike(side, [state, &other], &plan);
            for slot in slots.into_iter().step_by(17) {
                assert_eq!(
                    WawPlans::menu(game, &one, side, &plan, slot),
                    WawPlans::menu(game, &two, side, &plan, slot)
                );
            }
        }
    });
}

/// The same during Execution and in After Action: what stays hidden (stocks, replacement points, what was used) changes nothing that a side is
/// told of a turn, nor what it sees after it.
#[test]
fn what_stays_hidden_changes_nothing_that_is_told_of_an_execution() {
    let mut chance = Chance(12);
    for scenario in ["to-the-volga", "river-too-far"] {
        play(scenario, 12, 4, |state| {
            let game = &trial().game;
            let plans = Side::BOTH
                .map(|side| random_plan(&**game, &game.see(state, side.into()), side, 5, |n| chance.below(n)));
            for side in Side::BOTH {
                let mut other = state.clone();
                let units = &game.data.scenarios[usize::from(state.scenario)].units;
                for (unit, _) in other.units.iter_mut().zip(units).filter(|(_, info)| info.side != side) {
                    unit.tons += 777;
                }
                other.pools[side.other().index()] = [9; 6];
                other.used.iter_mut().zip(units).filter(|(_, u)| u.side != side).for_each(|(used, _)| *used += 5);
                let [one, two] = [state, &other].map(|before| {
                    let mut after = before.clone();
                    let (mut dice, mut log) = (Dice::seeded(&Seed::from_number(9), 0), Log::new());
                    WawPlans::execute(game, &mut after, plans.clone(), &mut dice, &mut log);
                    let viewer = Viewer::from(side);
                    let told: Vec<_> = log.take().into_iter().filter(|event| event.is_told(viewer, false)).collect();
                    (serde_json::to_string(&told).expect("plain data"), game.see(&after, viewer))
                });
                assert_eq!(one.0, two.0, "the {side} side is told a secret");
                assert!(one.1 == two.1 && game.view(&one.1) == game.view(&two.1), "{side}");
            }
        });
    }
}

/// The same position with other secrets of a side: orders, tonnage, readiness, stocks, units that nobody has seen.
fn secrets_changed(state: &State, side: Side) -> State {
    let mut other = state.clone();
    let scenario = &trial().game.data.scenarios[usize::from(state.scenario)];
    for (n, info) in scenario.units.iter().enumerate().filter(|(_, info)| info.side == side) {
        let unit = &mut other.units[n];
        unit.tons += 777;
        unit.still = 0;
        unit.work = (1, 4);
        unit.hq = u16::MAX;
        unit.path = (0, 0);
        unit.order = Default::default();
        if unit.here() && unit.known < 100 {
            (unit.fatigue, unit.attack) = (9, unit.attack / 2);
        }
        let _ = info;
    }
    other.pools[side.index()] = [3; 6];
    other.duties[side.index()] = 7;
    for leader in &mut other.leaders {
        let led = *leader as usize;
        if scenario.units.get(led).is_some_and(|info| info.side == side) {
            *leader = u16::MAX;
        }
    }
    other
}

/// A guess agrees with everything that its side knows, and can be played on.
#[test]
fn guesses_agree_with_what_is_known() {
    use rand_pcg::Pcg32;
    let mut rng = Pcg32::new(7, 7);
    play("river-too-far", 8, 5, |state| {
        let game = &trial().game;
        for side in Side::BOTH {
            let seen = game.see(state, side.into());
            let mut guess = game.sample(&seen, side, &mut rng);
            assert!(game.see(&guess, side.into()) == seen, "{side}");
            let mut dice = Dice::seeded(&Seed::from_number(9), 0);
            let plans = Side::BOTH.map(|_| Default::default());
            if !guess.over {
                WawPlans::execute(game, &mut guess, plans, &mut dice, &mut Log::silent());
            }
            let [a, b] = Side::BOTH.map(|s| game.evaluate(&seen, s));
            assert_eq!(a + b, 0);
        }
    });
}
