//! All promises at once, as a game asks them, of both toys; and what is excepted is printed with its reason.

/// The toy that is played by actions.
mod toy {
    use kessel_kernel::Viewer;
    use kessel_kernel::facets::*;
    use kessel_kernel::toy::{Action, State, Toy};
    use kessel_trial::{Ask, Chance, Series, Trial};
    use serde_json::json;

    fn trial() -> Trial<Toy> {
        let series = Series { reach_meets: [1, 1], lists: kessel_trial::games(84, 10, 10, 1000), ..Series::default() };
        let kinds = || ["axis-move", "axis-attack", "losses"].map(str::to_owned).to_vec();
        // Whether the other side has named its losses is drawn with the other secrets.
        let blind = |state: &State| kind_of(state) == "losses";
        Trial { blind, kinds, tried, series, ..Trial::of(Toy::new(), &["skirmish"], kind_of) }
    }

    fn kind_of(state: &State) -> String {
        let toy = Toy::new();
        toy.facts(&toy.see(state, Viewer::Umpire))["phase"].as_str().expect("a word").to_owned()
    }

    fn tried(state: &State, _: &mut Chance, _: Ask) -> Vec<Action> {
        vec![Toy::new().read_action(state, &json!("done")).expect("an action")]
    }

    kessel_trial::promises!(
        trial,
        except(states_have_words = "the toy shows who is spent and has no words for it on its sheet")
    );
}

/// The toy that is planned.
mod night {
    use kessel_kernel::night::Night;
    use kessel_trial::{Series, Trial, games};

    fn trial() -> Trial<Night> {
        let series = Series { clicks: vec![(0, 1, 2)], written: games(80, 4, 4, 2), ..Series::default() };
        let kinds = || vec!["plan".into()];
        Trial { kinds, series, ..Trial::of(Night::new(), &["march"], |_| "plan".into()) }
    }

    kessel_trial::promises!(trial);

    #[test]
    fn what_has_no_actions_is_not_asked_about_them_and_that_is_told() {
        let told = trial().exceptions(&[]);
        let line = "  holds by itself: two_levels_are_all_offers: nothing is done by actions in this game\n";
        assert!(told.contains(line), "{told}");
    }
}

/// A toy with a fault, and exceptions.
mod excepted {
    use crate::toy::broken::{self, Broken, Fault};
    use kessel_officers::guard;
    use kessel_trial::{Exception, Promise, Trial};

    fn trial() -> Trial<Broken> {
        Trial::of(Broken::new(Fault::LogMute), &["skirmish"], broken::phase)
    }

    const SILENCE: Promise = Promise::a_silent_log_changes_nothing_but_the_text;
    const MUTE: Exception = Exception { promise: SILENCE, why: "this toy is broken: its log tells nothing" };

    #[test]
    fn an_exception_is_printed_with_its_reason_and_the_promise_is_not_asked() {
        let told = trial().exceptions(&[MUTE]);
        let line = "  excepted: a_silent_log_changes_nothing_but_the_text: this toy is broken: its log tells nothing\n";
        assert!(told.contains(line), "{told}");
        trial().is_asked(SILENCE, &[MUTE]);
        let asked = guard(|| trial().is_asked(SILENCE, &[])).expect_err("the toy is broken");
        assert!(asked.contains("a log tells"), "{asked}");
    }

    #[test]
    fn what_a_game_lacks_is_told_and_need_not_be_excepted() {
        let told = trial().exceptions(&[]);
        assert!(told.contains("  holds by itself: random_plans_end: nothing is planned in this game\n"), "{told}");
        let idle = Exception { promise: Promise::random_plans_end, why: "nothing is planned in this toy at all" };
        let asked = guard(|| drop(trial().exceptions(&[idle]))).expect_err("it holds by itself");
        assert!(asked.contains("need not be excepted"), "{asked}");
    }

    #[test]
    fn an_exception_has_a_reason_and_stands_there_once() {
        let mute = Exception { why: " ", ..MUTE };
        let asked = guard(|| drop(trial().exceptions(&[mute]))).expect_err("no reason");
        assert!(asked.contains("excepted without a reason"), "{asked}");
        let asked = guard(|| drop(trial().exceptions(&[MUTE, MUTE]))).expect_err("twice");
        assert!(asked.contains("excepted twice"), "{asked}");
    }

    #[test]
    fn a_trial_that_names_no_kinds_or_no_actions_is_told() {
        for (promise, words) in [
            (Promise::random_play_meets_every_kind_of_decision, "names no kind of decision"),
            (Promise::every_action_reads_back_as_it_was_written, "names no actions that are tried"),
        ] {
            let told = guard(|| trial().is_asked(promise, &[])).expect_err("nothing would be asked");
            assert!(told.contains(words), "{told}");
        }
    }
}
