//! How each promise is asked: with which games, and how far.

use crate::{Ask, Chance, Promise, Trial};
use kessel_kernel::plan::{Never, NoPlans};
use kessel_kernel::{Dice, Game, Log, Options, Seed, Side};
use kessel_officers::{Playable, Rank};
use std::any::TypeId;
use std::collections::BTreeSet;

/// Actions in which a scenario shows that it can be played.
const BEGINNING: usize = 40;

impl<G: Game> Trial<G> {
    /// Why a promise holds by itself: the game has nothing that it is about. Its types say so.
    pub(crate) fn lacks(&self, promise: Promise) -> Option<&'static str> {
        let no_actions = TypeId::of::<G::Action>() == TypeId::of::<Never>();
        let no_plans = TypeId::of::<G::Plans>() == TypeId::of::<NoPlans>();
        match promise {
            Promise::an_action_is_offered_if_and_only_if_it_is_allowed
            | Promise::why_agrees_with_check_whatever_is_asked
            | Promise::every_action_reads_back_as_it_was_written
            | Promise::a_list_of_actions_is_its_actions_one_by_one_as_one_entry
            | Promise::what_is_shown_as_reachable_can_be_gone_to
            | Promise::two_levels_are_all_offers => no_actions.then_some("nothing is done by actions in this game"),
            Promise::random_plans_end
            | Promise::menus_are_what_is_allowed
            | Promise::the_sequence_of_orders_does_not_matter
            | Promise::what_a_click_on_a_plan_sends_is_small
            | Promise::a_committed_plan_changes_nothing_that_the_others_see => {
                no_plans.then_some("nothing is planned in this game")
            }
            _ => None,
        }
    }

    /// Asks it with the series of this game.
    pub(crate) fn keeps(&self, promise: Promise) {
        let s = &self.series;
        let at = |games: &crate::Games| self.positions(games.seeds.clone(), games.most);
        let seeds = |games: &crate::Games| games.seeds.clone();
        match promise {
            Promise::random_play_meets_every_kind_of_decision => {
                self.random_play_meets(s.kinds.clone(), (self.kinds)());
            }
            Promise::every_scenario_is_tried => self.every_scenario_is_tried(),
            Promise::somebody_is_asked_until_there_is_an_outcome => {
                self.somebody_is_asked_until_there_is_an_outcome(s.asked.clone());
            }
            Promise::officers_play_whole_games_by_the_rules => self.officers_play(),
            Promise::a_silent_log_changes_nothing_but_the_text => {
                self.a_silent_log_changes_nothing_but_the_text(s.silence.clone());
            }
            Promise::an_action_is_offered_if_and_only_if_it_is_allowed => {
                let mut chance = Chance(3);
                let all = |state: &_| self.actions(state, &mut chance, Ask::All);
                self.offered_if_and_only_if_allowed(&at(&s.offers), all, self.is_listed);
            }
            Promise::why_agrees_with_check_whatever_is_asked => {
                let mut chance = Chance(7);
                let some = |state: &_| self.actions(state, &mut chance, Ask::Some);
                self.why_agrees_with_check(&at(&s.why), s.why_offers, some);
            }
            Promise::every_action_reads_back_as_it_was_written => self.actions_read_back(),
            Promise::a_journal_replays_to_the_same_hashes_and_dice => {
                self.a_journal_replays_to_the_same_hashes_and_dice(seeds(&s.journals), s.journals.most as u64);
            }
            Promise::undo_then_redo_is_identity => self.undo_then_redo_is_identity(s.undo.clone()),
            Promise::a_position_read_back_plays_on_the_same => self.survives_being_written_down(&at(&s.written)),
            Promise::a_list_of_actions_is_its_actions_one_by_one_as_one_entry => {
                self.a_list_is_its_actions_as_one_entry(seeds(&s.lists), s.lists.most as u64);
            }
            Promise::a_snapshot_plays_on_the_same => {
                self.a_snapshot_plays_on_the_same(seeds(&s.snapshots), s.snapshots.most as u64);
            }
            Promise::positions_that_differ_in_secrets_are_the_same_to_whoever_may_not_know_them => {
                self.secrets_change_nothing(&at(&s.secrets), s.secrets_each);
            }
            Promise::offers_with_their_words_come_from_what_a_side_knows => {
                self.offers_come_from_what_a_side_knows(&at(&s.known));
            }
            Promise::samples_agree_with_what_a_side_knows => {
                self.samples_agree_with_what_a_side_knows(&at(&s.samples), 1);
            }
            Promise::what_one_side_gains_the_other_loses_and_a_win_is_worth_something => {
                self.worth_is_fair(&at(&s.worth), s.ends.clone());
            }
            Promise::patches_lead_from_view_to_view => {
                self.patches_lead_from_view_to_view(seeds(&s.patches), s.patches.most);
            }
            Promise::counters_stand_where_the_view_says => {
                self.counters_stand_where_the_view_says(seeds(&s.standing), s.standing.most);
            }
            Promise::what_is_shown_as_reachable_can_be_gone_to => {
                self.what_is_shown_as_reachable_can_be_gone_to(&at(&s.reach), s.reach_meets);
            }
            Promise::two_levels_are_all_offers => self.two_levels_are_all_offers(&at(&s.levels)),
            Promise::what_a_click_sends_to_a_seat_is_small => {
                self.what_a_seat_is_sent_is_small(
                    seeds(&s.bytes),
                    s.bytes.most,
                    [s.limit, s.plan_limit],
                    self.ordinary,
                );
            }
            Promise::states_have_words => self.states_have_words(seeds(&s.words), s.words.most),
            Promise::every_counter_has_a_mark => self.every_counter_has_a_mark(seeds(&s.words), s.words.most),
            Promise::random_plans_end => self.random_plans_end(s.plans_end.clone()),
            Promise::menus_are_what_is_allowed => {
                self.menus_are_what_is_allowed(s.menus.clone(), self.orders[0], self.orders[1]);
            }
            Promise::the_sequence_of_orders_does_not_matter => {
                self.the_sequence_of_orders_does_not_matter(s.sequence.clone());
            }
            Promise::what_a_click_on_a_plan_sends_is_small => {
                self.what_a_click_on_a_plan_sends_is_small(s.clicks.clone(), s.limit);
            }
            Promise::a_committed_plan_changes_nothing_that_the_others_see => {
                self.a_committed_plan_changes_nothing_that_the_others_see(&at(&s.committed));
            }
        }
    }

    /// Actions of the game's own that are tried in a position: a promise about all of them says nothing if there are none.
    pub(crate) fn actions(&self, state: &G::State, chance: &mut Chance, ask: Ask) -> Vec<G::Action> {
        let all = (self.tried)(state, chance, ask);
        assert!(!all.is_empty(), "{}: the trial names no actions that are tried", self.kind(state));
        all
    }

    /// Every scenario of the game is among those that are tried, begins, and goes on for some actions.
    pub fn every_scenario_is_tried(&self) {
        let tried: BTreeSet<&str> = self.scenarios.iter().copied().collect();
        for scenario in &self.game.info().scenarios {
            let id = scenario.id.as_str();
            assert!(tried.contains(id), "{id} is not tried");
            let at = self.scenarios.iter().position(|tried| *tried == id).expect("just found");
            let mut met = 0;
            self.watched_for(at as u64, [BEGINNING, 1], |session, _| {
                met += usize::from(self.game.outcome(&session.state).is_none());
            });
            assert!(met > 1, "{id} is over as soon as it has begun");
        }
    }

    fn officers_play(&self) {
        let staff = self.erased().enlist(Rank::Staff, &Seed::from_number(96), Side::Axis).is_ok();
        let ranks = [(90, Rank::Recruit), (96, Rank::Staff)].into_iter().take(1 + usize::from(staff));
        let default = self.scenarios.iter().flat_map(|scenario| {
            let ranks = ranks.clone();
            ranks.map(move |(seed, rank)| (*scenario, seed, [rank; 2]))
        });
        let asked = self.series.officers.clone();
        let all = if asked.is_empty() { default.collect() } else { asked };
        for (scenario, seed, ranks) in all {
            self.officers_play_by_the_rules(scenario, seed, ranks);
        }
    }

    /// All actions at the beginning of each scenario that the games have, some in every kind of position.
    fn actions_read_back(&self) {
        let (games, mut chance) = (&self.series.reads, Chance(9));
        let scenarios: BTreeSet<&str> = games.seeds.iter().map(|seed| self.scenario_of(*seed)).collect();
        for scenario in scenarios {
            let (options, mut dice) = (Options::default(), Dice::seeded(&Seed::from_number(0), 0));
            let state = self.game.setup(scenario, &options, &mut dice, &mut Log::silent());
            self.reads_back(&state, self.actions(&state, &mut chance, Ask::All));
        }
        for state in self.positions(games.seeds.clone(), games.most) {
            self.reads_back(&state, self.actions(&state, &mut chance, Ask::Some));
        }
    }
}
