//! What holds for each of the seven scenarios (29.0).

use crate::Waw;
use crate::data::{Data, ScenarioId};
use crate::orders::{Plan, WawPlans};
use kessel_kernel::facets::*;
use kessel_kernel::plan::Plans;
use kessel_kernel::{Budget, Dice, Log, Options, Seed, Side, Temperament};
use kessel_kit::Word;
use rand_pcg::Pcg32;
use std::sync::LazyLock;

static GAME: LazyLock<Waw> = LazyLock::new(|| Waw::load(&Data::embedded()).expect("the built-in data is sound"));

/// 29.0: all of them can be begun; of those whose objectives the computer cannot weigh the lobby says so.
#[test]
fn all_seven_are_offered_and_five_say_that_the_computer_does_not_understand_them() {
    let scenarios = &GAME.info().scenarios;
    let known: Vec<&str> = GAME.data.scenarios.iter().map(|s| s.id.word()).collect();
    assert_eq!(scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), known);
    let understood = scenarios.iter().filter(|s| !s.blurb.contains("does not understand"));
    assert_eq!(understood.map(|s| s.id.as_str()).collect::<Vec<_>>(), ["to-the-volga", "river-too-far"]);
    for scenario in scenarios {
        assert!(GAME.data.briefings.of(&scenario.id).is_some(), "{}: nobody is told what it is about", scenario.id);
    }
}

/// 18.6.b: ground closes in behind lone units; no objective lies so at the start that it is lost where nobody moves. Zhutovo alone does: it is
/// the Soviets' if they go there in the first turn, as the staffs do by whose games the scenario is balanced.
#[test]
fn no_objective_changes_hands_in_a_turn_in_which_nobody_does_anything() {
    for scenario in &GAME.data.scenarios {
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let mut state = GAME.setup(scenario.id.word(), &Options::default(), &mut dice, &mut Log::silent());
        WawPlans::execute(&GAME, &mut state, [Plan::new(), Plan::new()], &mut dice, &mut Log::silent());
        for place in &scenario.objectives {
            let open = scenario.id == ScenarioId::RiverTooFar && place.name == "Zhutovo Station";
            assert_eq!(state.owner(place.hex.0) == place.owner, !open, "{}: {}", scenario.id.word(), place.name);
        }
    }
}

/// A staff gives a plan that is allowed order by order, by day and by night, in each of them.
#[test]
fn staffs_plan_the_first_day_of_each_without_a_refusal() {
    let mut staff = GAME.staff(Temperament::default()).expect("the game has one");
    let mut thoughts = Pcg32::new(1, 1);
    for scenario in &GAME.data.scenarios {
        let mut dice = Dice::seeded(&Seed::from_number(2), 0);
        let mut state = GAME.setup(scenario.id.word(), &Options::default(), &mut dice, &mut Log::silent());
        for turn in 1..=scenario.turns_per_day() {
            let plans = Side::BOTH.map(|side| {
                let seen = GAME.see(&state, side.into());
                let plan = staff.plan(&GAME, &seen, side, Budget::default(), &mut thoughts);
                let judged = kessel_kernel::plan::judge(&*GAME, &seen, side, &plan);
                assert!(judged.is_ok(), "{}, turn {turn}, {side}: {judged:?}", scenario.id.word());
                assert!(!plan.is_empty(), "{}, turn {turn}, {side}", scenario.id.word());
                plan
            });
            WawPlans::execute(&GAME, &mut state, plans, &mut dice, &mut Log::silent());
            dice.forget_rolls();
        }
        assert_eq!(state.turn, scenario.turns_per_day() + 1);
    }
}
