//! The contract of a game, facet by facet.
//!
//! A facet is a room: every game implements it in the file of its name, with the body there. A game that has nothing to say to a facet whose
//! functions all have an answer implements it empty (`impl Thinks for Bridge {}`); one that is only planned gets the facets of actions by
//! [`only_plans!`](crate::only_plans).
//!
//! | facet | file in every game | what it is asked |
//! |---|---|---|
//! | [`Printed`] | `game.rs` | what the box says: title, scenarios, rules by number, data |
//! | [`Rules`] | `sequence.rs` | what a position is, how it begins, how far it has come, how it ended |
//! | [`Acts`] | `decision.rs` | who is asked, what may be done, doing it: made of [`Decides`](crate::Decides) for every game of actions |
//! | [`Refuses`] | `refusal.rs` | why the rules say no, in words (not part of [`Game`](crate::Game): rules write it, `check` reads it) |
//! | [`Writes`] | `action.rs` | actions as files and the network have them |
//! | [`Redacts`] | `redact.rs` | what a viewer may know |
//! | [`Shows`] | `view.rs` | what he sees |
//! | [`Sheets`] | `sheet.rs` | the printed sheet |
//! | [`Asks`] | `describe/prompt.rs` | what a side is asked |
//! | [`Says`] | `describe.rs` | what an action is about, in words and without |
//! | [`Plays`] | `playing.rs` | what people who move counters want to know |
//! | [`Arranges`] | `arrange.rs` | positions and maps of case files |
//! | [`Facts`] | `facts.rs` | the position in the words of case files |
//! | [`Samples`] | `sample.rs` | what may be hidden |
//! | [`Evaluates`] | `evaluate.rs` | what a position is worth |
//! | [`Thinks`] | `staff/mod.rs` | the game's own computer player |
//!
//! Whoever calls a game of his own knowledge (tests, the game's other files) brings the facets into scope with `use kessel_kernel::facets::*`;
//! whoever is given some `G: Game` has them all.

use crate::data::Ledger;
use crate::event::Forecast;
use crate::plan::Plans;
use crate::{
    Aim, Asked, Case, Consulted, Dice, FactorNote, GameInfo, Given, Log, Marching, No, Offer, Officer, Options,
    Outcome, Prompt, Refusal, Seen, Sheet, Side, Temperament, ToAct, View, Viewer, Words,
};
use rand_pcg::Pcg32;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;

#[doc(no_inline)]
pub use crate::Game;

/// What the box says.
pub trait Printed {
    /// What the game is, and which scenarios it has.
    fn info(&self) -> &GameInfo;

    /// Every rule of the rulebook.
    fn ledger(&self) -> &Ledger;

    /// The game's data as one tree, for `data` assertions of case files (`units.S-65.max`).
    fn data(&self) -> Value;

    /// A fingerprint of the data: journals name it.
    fn data_hash(&self) -> &str;
}

/// The course of a game: what a position is, how it begins, how far it has come, how it ended.
pub trait Rules: Send + Sync + Sized + 'static {
    /// A position, with everything needed to go on from it.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A verb and one or two nouns. Small, because every decision is small. [`Never`](crate::plan::Never) where nothing is done by actions.
    type Action: Copy + Eq + Debug + Send + Sync + 'static;
    /// How secret and simultaneous decisions are planned; [`NoPlans`](crate::plan::NoPlans) where there are none.
    type Plans: Plans<Self>;

    /// The first position of a scenario. `scenario` and `options` have been checked against [`Printed::info`].
    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> Self::State;

    /// The turn being played, from 1: statistics and `--turns` count it.
    fn turn(&self, state: &Self::State) -> u32;

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
}

/// Who may do what, and doing it. A game of actions is a stack of [`Decision`](crate::Decision)s and has this from
/// [`Decides`](crate::Decides).
pub trait Acts: Rules {
    /// Who is asked to decide. [`ToAct::Nobody`] means that the game is over.
    fn to_act(&self, state: &Self::State) -> ToAct;

    /// May `side` do this now? The one truth of legality: offers, highlights, officers and network follow from it.
    /// Must answer for every action that can be written down, never panic.
    fn check(&self, state: &Self::State, side: Side, action: Self::Action) -> Result<(), Refusal>;

    /// Every rule that [`check`](Acts::check) consults about this action, with its answer.
    fn why(&self, state: &Self::State, side: Side, action: Self::Action) -> Vec<Consulted>;

    /// Does it. The caller promises that `check` allows it (offers do); what happens otherwise is unspecified but not a data race:
    /// the state may become one that no play reaches. Others ask [`Game::apply`].
    fn apply_unchecked(
        &self,
        state: &mut Self::State,
        side: Side,
        action: Self::Action,
        dice: &mut Dice,
        log: &mut Log,
    );

    /// Appends every action that `check` allows `side` now, in a fixed order. Builds no text.
    fn offers(&self, state: &Self::State, side: Side, out: &mut Vec<Self::Action>);
}

/// Why the rules say no, in words. A reason is a small value until a person reads it; the kit's `nouns!` writes this.
pub trait Refuses: Rules {
    /// Why not: small and `Copy`-like, for search asks thousands of times a second what is legal.
    type Why: 'static;

    /// The sentence of a 'no' under this case.
    fn sentence(&self, state: &Self::State, case: Case, why: Self::Why) -> String;

    /// A 'no' in words.
    fn refusal(&self, state: &Self::State, no: No<Self::Why>) -> Refusal {
        Refusal::new(no.case, self.sentence(state, no.case, no.why))
    }
}

/// Actions as files and the network have them.
pub trait Writes: Rules {
    /// Reads an action as files and the network write it. The error is a sentence for a person.
    /// The state tells which scenario's map the spaces are of, and nothing else.
    fn read_action(&self, state: &Self::State, value: &Value) -> Result<Self::Action, String>;

    /// Writes an action as [`Writes::read_action`] reads it: an object with the verb as first key, or a bare verb.
    fn write_action(&self, state: &Self::State, action: Self::Action) -> Value;
}

/// What a viewer may know.
pub trait Redacts: Rules {
    /// The state as `viewer` may know it: hidden facts are replaced by fixed neutral values.
    /// To hide twice hides no more. Everybody but the game itself asks [`Game::see`].
    fn redact(&self, state: &Self::State, viewer: Viewer) -> Self::State;

    /// Takes away what players forget when a turn is over, as they forget the events that fade ([`Event::fades`](crate::Event::fades)): a
    /// position of an earlier turn is shown without it, until the game is over. Most rules let everybody remember everything.
    fn fade(&self, _state: &mut Self::State) {}
}

/// What a viewer sees.
pub trait Shows: Rules {
    /// What the viewer sees, without offers (the kernel adds them).
    fn view(&self, seen: &Seen<Self::State>) -> View;

    /// The view without what is looked at on demand ([`View::without_extras`]), which is made after every action: a game whose layers cost
    /// time makes it without them ([`Detail`](crate::view::Detail)).
    fn glance(&self, seen: &Seen<Self::State>) -> View {
        self.view(seen).without_extras()
    }

    /// The spaces where counters of `side` lie, as the viewer knows, once for each counter: for whoever wants nothing else of the view. Agrees
    /// with [`Shows::view`]. A game whose view costs time writes its own.
    fn standing(&self, seen: &Seen<Self::State>, side: Side) -> Vec<String> {
        let counters = self.glance(seen).counters.into_iter();
        counters.filter(|counter| counter.side == Some(side)).map(|counter| counter.at).collect()
    }

    /// The numbers of the counters in a space that do not count as printed, and why: halved movement, strength out of supply. Only of counters
    /// whose numbers the viewer knows. Asked for when somebody looks at the space.
    fn factor_notes(&self, _seen: &Seen<Self::State>, _space: &str) -> Vec<FactorNote> {
        Vec::new()
    }
}

/// The printed sheet.
pub trait Sheets {
    /// The printed sheet of a scenario: map, counters, charts.
    fn sheet(&self, scenario: &str) -> Sheet;
}

/// What a side is asked.
pub trait Asks: Rules {
    /// The question, its rule, and what is still undone. `seen` was made for `side`.
    fn prompt(&self, seen: &Seen<Self::State>, side: Side) -> Prompt;
}

/// What an action is about.
pub trait Says: Writes {
    /// Label, group and place of a legal action; `Offer::action` is filled in by the caller.
    /// `seen` was made for `side`.
    fn describe(&self, seen: &Seen<Self::State>, side: Side, action: Self::Action) -> Offer;

    /// What a legal action is about, without a word of text: a table with many offers sorts them by it, and has only those described that
    /// somebody looks at. Agrees with [`Says::describe`]. A game whose decisions have many offers writes its own.
    fn aim(&self, seen: &Seen<Self::State>, side: Side, action: Self::Action) -> Aim {
        Aim::of(&self.describe(seen, side, action), &self.write_action(seen, action))
    }
}

/// What people who move counters want to know of a position, beyond what may be done.
pub trait Plays: Says {
    /// Who is in the middle of a march, and what they have left; nothing if the game moves counters otherwise. With it the kernel finds out
    /// where counters can go, by the game's own actions ([`Reach`](crate::Reach)).
    fn marching(&self, _state: &Self::State) -> Option<Marching> {
        None
    }

    /// What may be expected of the fight that this step runs into, as far as the viewer may know: of ways into it that leave the same to
    /// spend the better one is taken. By its preview, unless the game says otherwise.
    fn prospect(&self, seen: &Seen<Self::State>, side: Side, action: Self::Action) -> Option<Forecast> {
        self.describe(seen, side, action).preview?.forecast
    }

    /// Is this counter out of supply where it stands, as far as the viewer knows? Marks the goals of a march.
    fn is_unsupplied(&self, _seen: &Seen<Self::State>, _counter: &str) -> bool {
        false
    }
}

/// Positions and maps of case files.
pub trait Arranges: Rules {
    /// Changes a position as the `[given]` part of a case file says. Reports everything it does not understand.
    fn arrange(&self, state: &mut Self::State, given: &Given) -> Result<(), Vec<String>>;

    /// The same game on a map changed as the `[given]` part of a case file says, by its `terrain` and `hexsides` ([`Relief`](crate::Relief)
    /// reads them), with another [`Printed::data_hash`]. Reports everything it does not understand.
    fn on_ground(&self, _scenario: &str, _given: &Given) -> Result<Self, Vec<String>> {
        Err(vec!["this game does not know `terrain` and `hexsides`: its map cannot be changed".into()])
    }

    /// The words that its readers know in case files, for the table in docs/case-files.md.
    fn words(&self) -> Words {
        Words::default()
    }
}

/// The position in the words of case files.
pub trait Facts: Rules {
    /// The position in words, for the `[then]` part of case files and for `kessel show`:
    /// `turn`, `phase`, `counters`, `spaces`, `tracks` and whatever else the game has. Hidden facts are absent
    /// or `"?"` for a viewer who may not know them.
    fn facts(&self, seen: &Seen<Self::State>) -> Value;

    /// Those of the [`facts`](Facts::facts) that are asked for; it may tell more. A game with hundreds of counters leaves out what nobody asks
    /// for: case files ask after every step.
    fn facts_asked(&self, seen: &Seen<Self::State>, _asked: &Asked<'_>) -> Value {
        self.facts(seen)
    }
}

/// What may be hidden.
pub trait Samples: Rules {
    /// A whole position that agrees with everything `side` knows; `seen` was made for it. What is hidden is drawn by its real odds: what is
    /// in a pool, what can be where. Seen by `side`, it is `seen` again, and offers `side` the same; it can be played on by both.
    fn sample(&self, seen: &Seen<Self::State>, side: Side, rng: &mut Pcg32) -> Self::State;
}

/// What a position is worth.
pub trait Evaluates: Rules {
    /// What the position is worth to `side`, from what the viewer of `seen` knows: the expected final score of the scenario, in a unit that the
    /// game documents; more is better for `side`. What one side gains the other loses: for the same `seen` the two values sum to nothing.
    /// Of a finished game it has the sign of the outcome; a draw is 0.
    fn evaluate(&self, seen: &Seen<Self::State>, side: Side) -> i32;
}

/// The game's own computer player.
pub trait Thinks: Rules {
    /// Its planner, if it has one. [`Temperament::Balanced`] is the planner as it was made.
    fn staff(&self, _temperament: Temperament) -> Option<Box<dyn Officer<Self>>> {
        None
    }
}

/// The facets of actions, for a game that is only planned: nothing is done in it, so nothing is checked, written or described, and whoever is
/// asked at all is asked for a plan.
///
/// ```ignore
/// only_plans!(Waw);
/// ```
#[macro_export]
macro_rules! only_plans {
    ($Game:ty) => {
        impl $crate::facets::Acts for $Game {
            fn to_act(&self, state: &Self::State) -> $crate::ToAct {
                <Self::Plans as $crate::plan::Plans<Self>>::planners(self, state)
            }

            fn check(&self, _: &Self::State, _: $crate::Side, action: Self::Action) -> Result<(), $crate::Refusal> {
                match action {}
            }

            fn why(&self, _: &Self::State, _: $crate::Side, action: Self::Action) -> Vec<$crate::Consulted> {
                match action {}
            }

            fn apply_unchecked(
                &self,
                _: &mut Self::State,
                _: $crate::Side,
                action: Self::Action,
                _: &mut $crate::Dice,
                _: &mut $crate::Log,
            ) {
                match action {}
            }

            fn offers(&self, _: &Self::State, _: $crate::Side, _: &mut Vec<Self::Action>) {}
        }

        impl $crate::facets::Writes for $Game {
            fn read_action(&self, _: &Self::State, _: &$crate::Value) -> Result<Self::Action, String> {
                Err("this game is planned: commit a plan".into())
            }

            fn write_action(&self, _: &Self::State, action: Self::Action) -> $crate::Value {
                match action {}
            }
        }

        impl $crate::facets::Says for $Game {
            fn describe(&self, _: &$crate::Seen<Self::State>, _: $crate::Side, action: Self::Action) -> $crate::Offer {
                match action {}
            }
        }
    };
}
