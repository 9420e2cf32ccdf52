//! What both sides plan in secret: where the aircraft go (4.2) and how many attacks are made (6.1).

use super::fog::with_other_secrets;
use super::{game, pick, trial};
use kessel_table::plan::{Draft, Drafting, PlanOf, Plans, SlotOf, random_plan};
use kessel_table::{Dice, Game, Log, OFTEN, Options, Played, Seed, Session, Side, ToAct, Viewer};
use kessel_trial::Chance;
use kessel_wintergewitter::state::State;
use kessel_wintergewitter::{Step, Winter};

type Told = <Winter as Game>::Plans;

/// Positions of a random game in which both sides plan, from the first morning on.
fn planned(seed: u64, scenario: &str, most: usize) -> Vec<State> {
    let options = Options([("setup".to_owned(), "historical".to_owned())].into());
    let seed = Seed::from_number(seed);
    let mut chance = Chance(seed.for_thoughts());
    let mut dice = Dice::seeded(&seed, 0);
    let mut state = game().setup(scenario, &options, &mut dice, &mut Log::silent());
    let mut found = Vec::new();
    while found.len() < most && game().outcome(&state).is_none() {
        if Told::planners(game(), &state) == ToAct::Both {
            let plans = Side::BOTH.map(|side| some_plan(&state, side, &mut chance));
            found.push(state.clone());
            Told::execute(game(), &mut state, plans, &mut dice, &mut Log::silent());
        } else {
            let side = game().to_act(&state).first().expect("somebody is asked");
            let action = pick(&trial().offers(&state, side), &mut chance).expect("whoever is asked can act");
            game().apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        }
        dice.forget_rolls();
    }
    found
}

fn some_plan(state: &State, side: Side, chance: &mut Chance) -> PlanOf<Winter> {
    random_plan(game(), &game().see(state, side.into()), side, OFTEN, |n| chance.below(n))
}

/// The plan as a server keeps it.
fn written(state: &State, plan: &PlanOf<Winter>) -> Draft {
    let write = |(slot, order): (&SlotOf<Winter>, _)| {
        (Told::write_slot(game(), state, *slot), Told::write_order(game(), state, order))
    };
    Draft(plan.iter().map(write).collect())
}

/// Everything that a viewer can look at.
fn shown(table: &Played<Winter>, viewer: Viewer) -> [String; 4] {
    let draft = viewer.side().map(|side| table.draft(side, &Draft::default()));
    [
        serde_json::to_string(&table.view(viewer)).expect("plain data"),
        format!("{:?}", table.facts(viewer)),
        table.seen_hash(viewer),
        format!("{draft:?}"),
    ]
}

#[test]
fn a_committed_plan_changes_nothing_that_the_others_see() {
    let mut chance = Chance(5);
    let (mut air, mut bids) = (0, 0);
    for (seed, scenario) in [(300, "we-are-coming"), (301, "last-gasp"), (302, "winter-storm")] {
        for state in planned(seed, scenario, 4) {
            for side in Side::BOTH {
                let plan = some_plan(&state, side, &mut chance);
                let table = Played::new(trial().game.clone(), scenario, state.clone());
                let mut planned = Played::new(trial().game.clone(), scenario, state.clone());
                let draft = planned.complete(side, &written(&state, &plan)).expect("a lawful plan");
                let (mut dice, mut log) = (Dice::scripted([]), Log::new());
                let executed = planned.commit(side, &draft, &mut dice, &mut log).expect("it is asked for");
                assert!(!executed && dice.rolled() == 0 && log.take().is_empty(), "the first plan waits in silence");
                for viewer in [side.other().into(), Viewer::Spectator] {
                    assert_eq!(shown(&table, viewer), shown(&planned, viewer), "{scenario}: {viewer:?}");
                }
                let counter = if state.step() == Step::Initiative { &mut bids } else { &mut air };
                *counter += usize::from(plan != some_plan(&state, side, &mut chance));
            }
        }
    }
    assert!(air > 4 && bids > 4, "plans differ: {air} of aircraft, {bids} of attacks");
}

#[test]
fn what_lies_hidden_in_stacks_changes_no_plan() {
    let (mut chance, mut differing) = (Chance(9), 0);
    for (seed, scenario) in [(310, "we-are-coming"), (311, "last-gasp")] {
        for state in planned(seed, scenario, 6) {
            for side in Side::BOTH {
                let other = with_other_secrets(&state, side, &mut chance);
                differing += usize::from(other != state);
                trial().plans_alike(side, [&state, &other], &some_plan(&state, side, &mut chance));
            }
        }
    }
    assert!(differing > 4, "few positions have secrets: {differing}");
}
