//! Every promise of the kit by name: each game is asked all of them, by default.

use crate::Trial;
use kessel_kernel::Game;
use std::fmt::Write as _;

/// The list of all promises: what is added here is asked of every game.
#[doc(hidden)]
#[macro_export]
macro_rules! every_promise {
    ([$($then:tt)*] $($with:tt)*) => {
        $($then)*! { [$($with)*]
            /// Random play meets every kind of decision.
            random_play_meets_every_kind_of_decision,
            /// Every scenario of the game is among those that are tried, begins and can be played.
            every_scenario_is_tried,
            /// Somebody is asked until there is an outcome, and then nobody.
            somebody_is_asked_until_there_is_an_outcome,
            /// Officers play whole games without a refusal.
            officers_play_whole_games_by_the_rules,
            /// A silent log changes nothing, and what is told stands in the ledger.
            a_silent_log_changes_nothing_but_the_text,
            /// An action is offered if and only if it is allowed.
            an_action_is_offered_if_and_only_if_it_is_allowed,
            /// `why` agrees with `check` whatever is asked.
            why_agrees_with_check_whatever_is_asked,
            /// Every action reads back as it was written.
            every_action_reads_back_as_it_was_written,
            /// A journal replays to the same hashes and dice.
            a_journal_replays_to_the_same_hashes_and_dice,
            /// Undo stops at rolls and revelations, and what is done again gives the same journal.
            undo_then_redo_is_identity,
            /// A position read back plays on the same.
            a_position_read_back_plays_on_the_same,
            /// A list of actions is its actions one by one as one entry.
            a_list_of_actions_is_its_actions_one_by_one_as_one_entry,
            /// A snapshot plays on the same.
            a_snapshot_plays_on_the_same,
            /// Positions that differ in secrets are the same to whoever may not know them.
            positions_that_differ_in_secrets_are_the_same_to_whoever_may_not_know_them,
            /// Offers with their words come from what a side knows.
            offers_with_their_words_come_from_what_a_side_knows,
            /// Samples agree with what a side knows.
            samples_agree_with_what_a_side_knows,
            /// What one side gains the other loses, and a win is worth something.
            what_one_side_gains_the_other_loses_and_a_win_is_worth_something,
            /// Patches lead from view to view.
            patches_lead_from_view_to_view,
            /// Counters stand where the view says.
            counters_stand_where_the_view_says,
            /// What is shown as reachable can be gone to.
            what_is_shown_as_reachable_can_be_gone_to,
            /// Two levels are all offers.
            two_levels_are_all_offers,
            /// What a click sends to a seat is small.
            what_a_click_sends_to_a_seat_is_small,
            /// States have words.
            states_have_words,
            /// Every counter has a mark that the page knows.
            every_counter_has_a_mark,
            /// Random plans end.
            random_plans_end,
            /// An order is on the menu if and only if it is allowed.
            menus_are_what_is_allowed,
            /// The sequence of orders does not matter.
            the_sequence_of_orders_does_not_matter,
            /// What a click on a plan sends is small.
            what_a_click_on_a_plan_sends_is_small,
            /// A committed plan changes nothing that the others see.
            a_committed_plan_changes_nothing_that_the_others_see,
        }
    };
}

macro_rules! names {
    ([] $($(#[$doc:meta])* $name:ident,)+) => {
        /// A promise of the kit, named as the test that asks it.
        #[allow(non_camel_case_types, reason = "the names of the tests")]
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub enum Promise {
            $($(#[$doc])* $name,)+
        }

        impl Promise {
            /// All of them.
            pub const ALL: &'static [Promise] = &[$(Promise::$name,)+];
        }
    };
}
every_promise!([names]);

/// A test for each promise of the kit, and one that tells what is excepted and why. `trial` is a function that hands out the [`Trial`] of the game.
///
/// ```
/// # use kessel_kernel::toy::Toy;
/// # use kessel_trial::Trial;
/// fn trial() -> Trial<Toy> {
///     Trial::of(Toy::new(), &["skirmish"], |_| "a decision".into())
/// }
/// kessel_trial::promises!(trial, except(states_have_words = "nobody reads them"));
/// # fn main() {}
/// ```
///
/// What the kit does not promise cannot be excepted:
///
/// ```compile_fail
/// # use kessel_kernel::toy::Toy;
/// # use kessel_trial::Trial;
/// # fn trial() -> Trial<Toy> {
/// #     Trial::of(Toy::new(), &["skirmish"], |_| "a decision".into())
/// # }
/// kessel_trial::promises!(trial, except(states_have_music = "nobody hears it"));
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! promises {
    ($trial:path $(, except($($name:ident = $why:literal),+ $(,)?))? $(,)?) => {
        /// What this game is not asked, and why.
        const EXCEPTED: &[$crate::Exception] =
            &[$($($crate::Exception { promise: $crate::Promise::$name, why: $why }),+)?];
        $crate::every_promise!([$crate::tests_of_promises] $trial);
    };
}

/// The tests that [`promises!`] makes.
#[doc(hidden)]
#[macro_export]
macro_rules! tests_of_promises {
    ([$trial:path] $($(#[$doc:meta])* $name:ident,)+) => {
        $($(#[$doc])* #[test] fn $name() { $trial().is_asked($crate::Promise::$name, EXCEPTED); })+

        /// What is excepted is printed with its reason, and so is what holds because the game has no such thing.
        #[test]
        fn what_is_excepted_is_told() {
            $crate::tell(&$trial().exceptions(EXCEPTED));
        }
    };
}

/// A promise that a game is not asked, and why.
#[derive(Copy, Clone, Debug)]
pub struct Exception {
    /// Which.
    pub promise: Promise,
    /// Why, for whoever runs the tests.
    pub why: &'static str,
}

/// Prints although the test passes: past the capture of the test program, not past that of nextest, which is told to show it (`.config/nextest.toml`).
#[doc(hidden)]
pub fn tell(text: &str) {
    use std::io::Write as _;
    std::io::stdout().write_all(text.as_bytes()).expect("standard output");
}

impl<G: Game> Trial<G> {
    /// Asks a promise of the game, unless it is excepted or the game has nothing that it is about; then that is printed.
    pub fn is_asked(&self, promise: Promise, excepted: &[Exception]) {
        let exception = excepted.iter().find(|exception| exception.promise == promise);
        if let Some(why) = exception.map(|exception| exception.why).or_else(|| self.lacks(promise)) {
            println!("{promise:?} is not asked: {why}");
            return;
        }
        self.keeps(promise);
    }

    /// What is excepted and why, and what holds by itself and why, a line each after a line of figures.
    ///
    /// # Panics
    /// If an exception gives no reason, is given twice, or is of something that the game has not.
    pub fn exceptions(&self, excepted: &[Exception]) -> String {
        for (n, exception) in excepted.iter().enumerate() {
            let promise = exception.promise;
            assert!(exception.why.trim().len() > 20, "{promise:?} is excepted without a reason");
            assert!(excepted[..n].iter().all(|other| other.promise != promise), "{promise:?} is excepted twice");
            let lacks = self.lacks(promise);
            assert!(lacks.is_none(), "{promise:?} need not be excepted: {}", lacks.unwrap_or_default());
        }
        let empty: Vec<_> = Promise::ALL.iter().filter_map(|promise| Some((promise, self.lacks(*promise)?))).collect();
        let (id, all) = (&self.game.info().id, Promise::ALL.len());
        let asked = all - excepted.len() - empty.len();
        let mut text = format!("{id}: {asked} of {all} promises asked\n");
        for Exception { promise, why } in excepted {
            let _ = writeln!(text, "  excepted: {promise:?}: {why}");
        }
        for (promise, why) in empty {
            let _ = writeln!(text, "  holds by itself: {promise:?}: {why}");
        }
        text
    }
}
