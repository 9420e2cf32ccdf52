//! What both sides plan in secret: where the aircraft go (4.2) and how many attacks are made (6.1).

use super::fog::with_other_secrets;
use super::{game, pick, trial};
use kessel_kernel::facets::*;
use kessel_kernel::plan::{PlanOf, Plans, random_plan};
use kessel_kernel::{Dice, Log, OFTEN, Options, Seed, Side, ToAct};
use kessel_trial::Chance;
use kessel_wintergewitter::Winter;
use kessel_wintergewitter::state::State;

type Told = <Winter as Rules>::Plans;

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
