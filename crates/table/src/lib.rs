//! What every game of Kessel shares.
//!
//! | concept | where |
//! |---|---|
//! | [`Side`], [`Viewer`], [`ToAct`] | who plays, who looks, who is asked |
//! | [`Case`], [`Refusal`], [`Consult`] | rules by number, and how a check asks them |
//! | [`Dice`], [`Seed`], [`Roll`] | the only source of chance |
//! | [`Game`], [`Officer`] | the contract of a game and of a computer player, with his [`Budget`] and his [`Answer`] |
//! | [`Seen`], [`Derived`] | a position as one viewer may know it; what a position keeps beside itself |
//! | [`Lots`] | fair draws for whoever guesses or thinks |
//! | [`Frames`] | nested decisions: losses inside a battle inside a phase |
//! | [`Offers`], [`Prompt`] | what a side may do, with labels |
//! | [`Aim`], [`OfferSet`] | the same in two levels: what a hand can point at first, words when they are asked for |
//! | [`Reach`], [`Way`] | where counters can go and how, by following small actions |
//! | [`Muster`] | what an attack would be, with whom and with what |
//! | [`Event`], [`Log`] | what happened |
//! | [`View`], [`Sheet`] | what a viewer sees |
//! | [`Patch`] | what changed between two views |
//! | [`erased`] | games without their types: [`AnyGame`], [`Session`] |
//! | [`plan`] | decisions made secretly and freely: drafts, commits, one revelation |
//! | [`journal`] | a game as the list of what was done |
//! | [`Arranging`], [`Relief`], [`Words`] | reading the position and the map that a case file gives, and the words that it may use |
//! | [`data`] | data files, faults with line numbers, the ledger of rules |
//!
//! A game is played like this, whatever its rulebook:
//!
//! ```
//! use kessel_table::{AnyGame, Journal, Log, Options, Seed};
//!
//! # fn play(game: &dyn AnyGame) -> Result<(), Box<dyn std::error::Error>> {
//! let mut journal = Journal::start(game, "campaign", &Options::default(), Seed::from_number(7), &mut Log::new())?;
//! while let Some(side) = journal.session().to_act().first() {
//!     let offers = journal.session().offers(side);
//!     println!("{}: {}", side, offers.prompt.text);
//!     let action = offers.list[0].action.clone(); // a person or an officer picks
//!     journal.act(side, &action)?;
//! }
//! println!("{:?}", journal.session().outcome());
//! # Ok(()) }
//! ```

mod arrange;
mod asked;
mod case;
pub mod data;
mod derived;
mod dice;
pub mod erased;
pub mod event;
mod explore;
mod frames;
mod game;
pub mod journal;
mod levels;
mod lots;
mod muster;
#[cfg(any(test, feature = "toy"))]
pub mod night;
mod offers;
mod officer;
mod patch;
pub mod plan;
mod relief;
mod seen;
mod side;
#[cfg(any(test, feature = "suspend"))]
pub mod suspend;
#[cfg(any(test, feature = "toy"))]
pub mod toy;
pub mod view;
mod words;

pub use arrange::Arranging;
pub use asked::Asked;
pub use case::{Case, Consult, Consulted, No, Refusal, must, unless};
pub use derived::Derived;
pub use dice::{Dice, DiceFault, Roll, Seed};
pub use erased::{ActError, AnyGame, Erased, ListDone, ListError, Played, RestoreError, Session, StartError, Stopped};
pub use event::{Event, Log, What};
pub use explore::{Goal, Marching, Reach, Way, Wish};
pub use frames::Frames;
pub use game::{Game, GameInfo, Given, OptionInfo, Options, ScenarioInfo};
pub use journal::Journal;
pub use levels::{Aim, Example, OfferSet, Wanted, Worded};
pub use lots::Lots;
pub use muster::{Choice, Intent, Muster, Party};
pub use offers::{Offer, OfferKind, OfferNote, Offers, Prompt, Reminder};
pub use officer::{Answer, Budget, OFTEN, Officer};
pub use patch::{CounterPatch, ListPatch, Patch};
pub use relief::Relief;
pub use seen::Seen;
pub use side::{Side, ToAct, Viewer};
pub use view::{
    Badge, Beside, Briefing, CalendarView, Chart, CounterView, FaceView, FactorNote, FactorView, LayerView, LegendLine,
    LineView, Lit, MarkerView, Outcome, Sheet, SheetBox, SheetHex, SheetSide, SpaceView, TrackRole, TrackView,
    TurnView, View,
};
pub use words::{Verb, Words};
