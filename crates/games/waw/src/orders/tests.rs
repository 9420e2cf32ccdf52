//! What can be ordered, drawn and read of a plan.

use super::{DUTIES, Order, Plan, Slot, WawPlans};
use crate::Waw;
use crate::data::Data;
use crate::state::{Mission, Secondary, Stance, State};
use kessel_kernel::facets::*;
use kessel_kernel::plan::Plans;
use kessel_kernel::{Dice, Log, Options, Seed, Side};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static GAME: LazyLock<Waw> = LazyLock::new(|| Waw::load(&Data::embedded()).expect("the built-in data is sound"));

fn first(scenario: &str) -> State {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    GAME.setup(scenario, &Options::default(), &mut dice, &mut Log::silent())
}

fn duty(word: &str) -> Slot {
    Slot::Duty(DUTIES.iter().position(|duty| *duty == word).expect("a duty") as u8)
}

/// 9.32, 23.2.b, 26.2.b: any stance, with anything beside it that the unit may do.
#[test]
fn every_stance_goes_with_every_work() {
    let mut state = first("river-too-far");
    let stage = GAME.stage(&state);
    let unit = stage.unit("A.6Pz.pgr1").expect("a battalion");
    let hex = stage.hex("003038").expect("open ground in the rear");
    let now = &mut state.units[unit as usize];
    (now.at, now.defence) = (hex, now.defence / 3);
    // Whoever is no engineer goes on with what engineers have begun.
    state.set_works(hex, Some((true, 1)));
    state.pools[Side::Axis.index()] = [9; 6];
    let seen = GAME.see(&state, Side::Axis.into());
    let menu = WawPlans::menu(&GAME, &seen, Side::Axis, &Plan::new(), Slot::Unit(unit));
    for also in [Secondary::Dig, Secondary::Fortify, Secondary::Replace] {
        for stance in [Stance::Retreat, Stance::Defend, Stance::Hold] {
            let wanted = Order::Defend(stance, also);
            let means = |verb: &str| WawPlans::pick(&GAME, &seen, &Plan::new(), Slot::Unit(unit), verb, None);
            let lines = menu.iter().filter(|line| means(line.verb).as_ref() == Some(&wanted)).count();
            assert_eq!(lines, 1, "{wanted:?}");
        }
    }
    for verb in ["defend-dig", "hold-nothing", "nothing"] {
        assert_eq!(WawPlans::pick(&GAME, &seen, &Plan::new(), Slot::Unit(unit), verb, None), None, "{verb}");
    }
}

/// 17.11.d, 17.13: interdiction and reconnaissance are flown to where nobody is known, too.
#[test]
fn a_flight_can_be_aimed_at_a_hex_in_which_nobody_is_known() {
    let state = first("river-too-far");
    let seen = GAME.see(&state, Side::Axis.into());
    let stage = GAME.stage(&seen);
    let known: BTreeSet<u16> = GAME.air_targets(&seen, Side::Axis).into_iter().collect();
    let empty = (0..stage.theater.hexes as u16).find(|hex| !known.contains(hex)).expect("the steppe is wide");
    let name = stage.hex_name(empty).to_owned();
    for (squadron, verb) in [("1/StG2", "support"), ("1(F)/122", "recon")] {
        let n = stage.squadrons.iter().position(|s| s.name == squadron).expect("it flies") as u8;
        let menu = WawPlans::menu(&GAME, &seen, Side::Axis, &Plan::new(), Slot::Squadron(n));
        let line = menu.iter().find(|line| line.verb == verb).expect("its mission");
        assert!(line.targets.as_ref().is_some_and(|targets| targets.contains(&name)), "{squadron}");
    }
}

/// 3.3.a: whoever gives everything away reads in the plan and on the menu that his own orders are not carried out.
#[test]
fn the_duty_for_everything_says_that_own_orders_are_not_carried_out() {
    let mut state = first("river-too-far");
    let words = |state: &State, plan: &Plan| {
        let seen = GAME.see(state, Side::Axis.into());
        WawPlans::describe(&GAME, &seen, plan, duty("all")).text
    };
    let told = |on: bool| -> Plan { [(duty("all"), Order::Duty(on))].into_iter().collect() };
    assert_eq!(words(&state, &Plan::new()), "not delegated");
    assert_eq!(words(&state, &told(true)), "each turn: your own orders are not carried out");
    state.duties[Side::Axis.index()] = 1 << 4;
    assert_eq!(words(&state, &Plan::new()), "each turn: your own orders are not carried out");
    assert_eq!(words(&state, &told(false)), "not delegated");
    let seen = GAME.see(&state, Side::Axis.into());
    let label = |word| {
        let menu = WawPlans::menu(&GAME, &seen, Side::Axis, &Plan::new(), duty(word));
        menu.into_iter().find(|line| line.verb == "give").expect("it can be given").label
    };
    assert!(label("all").contains("your own orders are not carried out"));
    assert!(!label("ground").contains("not carried out"));
}

/// 3.3.a, 3.3.i: by night the duties for everything and for ground units give units the same orders.
#[test]
fn by_night_all_and_ground_do_the_same() {
    for scenario in ["to-the-volga", "river-too-far"] {
        let mut state = first(scenario);
        state.turn = 4;
        for side in Side::BOTH {
            let seen = GAME.see(&state, side.into());
            let [all, ground] = ["all", "ground"].map(|word| {
                let plan = [(duty(word), Order::Duty(true))].into_iter().collect();
                let mut whole = WawPlans::complete(&GAME, &seen, side, &plan).expect("it can be completed");
                whole.retain(|slot, _| matches!(slot, Slot::Unit(_)));
                whole
            });
            assert!(!all.is_empty() && all == ground, "{scenario}, {side}");
            assert!(!all.values().any(|order| matches!(order, Order::Attack(..))), "nobody attacks by night");
        }
    }
}

/// A recruit draws what the menu has, and the same from the same lots.
#[test]
fn what_is_drawn_is_on_the_menu() {
    let state = first("to-the-volga");
    for side in Side::BOTH {
        let seen = GAME.see(&state, side.into());
        let slots = WawPlans::slots(&GAME, &seen, side);
        let mut drawn = 0;
        for (n, slot) in slots.into_iter().enumerate().step_by(7) {
            let draw = || {
                let mut lot = n;
                let mut below = |most: usize| {
                    lot = lot.wrapping_mul(25_173).wrapping_add(13_849) % 65_536;
                    lot % most
                };
                WawPlans::draw(&GAME, &seen, side, &Plan::new(), slot, &mut below)
            };
            let (order, again) = (draw(), draw());
            assert_eq!(order, again);
            let Some(order) = order else { continue };
            drawn += 1;
            let menu = WawPlans::menu(&GAME, &seen, side, &Plan::new(), slot);
            let means = |verb: &str, target: Option<&str>| {
                WawPlans::pick(&GAME, &seen, &Plan::new(), slot, verb, target).as_ref() == Some(&order)
            };
            let listed = menu.iter().any(|line| match &line.targets {
                None => means(line.verb, None),
                Some(targets) => targets.iter().any(|target| means(line.verb, Some(target))),
            });
            assert!(listed, "{slot:?}: {order:?}");
        }
        assert!(drawn >= 10, "{side}: {drawn}");
    }
}

/// Every rule that is broken is named, not only the first; of a unit of the other side nothing is said but that it is one.
#[test]
fn whoever_asks_why_is_told_every_rule_that_forbids_it() {
    let mut state = first("river-too-far");
    let stage = GAME.stage(&state);
    let gun = (0..state.units.len() as u16)
        .find(|u| state.units[*u as usize].here() && stage.side(*u) == Side::Axis && stage.info(*u).is_artillery())
        .expect("it has guns");
    let stranger = (0..state.units.len() as u16)
        .find(|u| state.units[*u as usize].here() && stage.side(*u) == Side::Soviet)
        .expect("it has an enemy");
    (state.units[gun as usize].still, state.units[gun as usize].tons) = (0, 0);
    let seen = GAME.see(&state, Side::Axis.into());
    let stage = GAME.stage(&seen);
    let far = (0..stage.theater.hexes as u16)
        .find(|hex| stage.theater.distance(state.units[gun as usize].at, *hex) > u16::from(stage.info(gun).range))
        .expect("the map is wide");
    let told = |unit: u16| {
        let order = Order::Fire(Mission::Target(far));
        let lines = WawPlans::why_order(&GAME, &seen, Side::Axis, &Plan::new(), Slot::Unit(unit), &order);
        let answer = WawPlans::check_order(&GAME, &seen, Side::Axis, &Plan::new(), Slot::Unit(unit), &order);
        let no: Vec<_> = lines.into_iter().filter(|line| !line.allows).collect();
        assert_eq!(answer.err().map(|refusal| refusal.why), no.first().map(|line| line.why.clone()));
        no.into_iter().map(|line| (line.case.id(), line.why)).collect::<Vec<_>>()
    };
    let cases: Vec<&str> = told(gun).iter().map(|(case, _)| *case).collect();
    assert_eq!(cases, ["16.21.b", "16.2.a", "16.1"]);
    assert!(told(gun).iter().all(|(_, why)| why.contains(&stage.info(gun).name) && !why.contains('{')));
    assert_eq!(told(stranger), [("5.1.a", "that unit is not yours".to_owned())]);
}
