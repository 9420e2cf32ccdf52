//! The kernel: what every game of Kessel shares.
//!
//! A *game* is a rulebook that can be played: a value with the [`facets`] of a [`Game`], pure functions over a small state. Everything else is
//! made from it: the table in the browser, computer players, case files, replay, the laboratory. The kernel in between is this crate.
//!
//! ```text
//!   page (web/)      bots, terminal      laboratory          who plays, looks, tries
//!        │                 │                  │
//!   server           kessel (binary)        lab              rooms, storage; commands; many games
//!        │                 │                  │
//!        └───────────  officers  ─────────────┘              computer players; Playable, Registry
//!                          │
//!   ┌──────────────────  kernel  ─────────────────┐          this crate
//!   │ Journal ─ Session ─ Erased<G>               │          a game as what was done; games without their types
//!   │ Offers, Prompt, View, Patch, Reach, Muster  │          what a side may do and see
//!   │ Game ─ Consult ─ Frames ─ Dice ─ Log ─ Seen │          the contract, and what rules are written with
//!   └──────▲───────────▲───────────▲──────────────┘
//!      battle        roads       drive …                     one crate a rulebook, one file a chapter
//!          └───────────┴───────────┘
//!                    board                                   hexes, boxes, hexsides; no rules
//! ```
//!
//! # A whole game on one page
//!
//! *The Bridge*: ten planks; a side takes one or two in its turn; whoever takes the last one has the bridge. It is asked rule by rule
//! ([`Consult`]), so that a refusal names the rule, `why` lists them all, and offers are what the check allows.
//!
//! ```
//! use kessel_kernel::data::{DataDir, LEDGER_FILE, Ledger};
//! use kessel_kernel::{facets::*, plan::NoPlans, *};
//! use serde_json::{Value, json};
//!
//! struct Bridge(GameInfo, Ledger);
//!
//! #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
//! struct Planks { left: u8, side: Side }
//!
//! impl Bridge {
//!     fn ask(&self, s: &Planks, side: Side, take: u8, c: &mut Consult<&'static str>) -> Result<(), No<&'static str>> {
//!         c.ask(Case("1.1"), must(s.left > 0 && side == s.side, "it is not your turn"))?;
//!         c.ask(Case("1.2"), must((1..=2).contains(&take), "take one plank, or two"))?;
//!         c.ask(Case("1.3"), must(take <= s.left, "there are not so many left"))
//!     }
//! }
//!
//! // What the box says, and how the game goes.
//! impl Printed for Bridge {
//!     fn info(&self) -> &GameInfo { &self.0 }
//!     fn ledger(&self) -> &Ledger { &self.1 }
//!     fn data(&self) -> Value { json!({ "planks": 10 }) }
//!     fn data_hash(&self) -> &str { "none" }
//! }
//! impl Rules for Bridge {
//!     type State = Planks;
//!     type Action = u8;
//!     type Plans = NoPlans;
//!     fn setup(&self, _: &str, _: &Options, _: &mut Dice, _: &mut Log) -> Planks { Planks { left: 10, side: Side::Axis } }
//!     fn turn(&self, _: &Planks) -> u32 { 1 }
//!     fn outcome(&self, s: &Planks) -> Option<Outcome> {
//!         let winner = (s.left == 0).then_some(s.side.other())?;
//!         let (level, text) = ("won".into(), format!("{winner} has the bridge"));
//!         Some(Outcome { winner: Some(winner), level, score: None, case: Case("1.4"), text })
//!     }
//! }
//!
//! // What may be done. (A larger game is a stack of `Decision`s and has this facet from `Decides`.)
//! impl Acts for Bridge {
//!     fn to_act(&self, s: &Planks) -> ToAct { if s.left == 0 { ToAct::Nobody } else { s.side.into() } }
//!     fn check(&self, s: &Planks, side: Side, take: u8) -> Result<(), Refusal> {
//!         self.ask(s, side, take, &mut Consult::strict()).map_err(|no| Refusal::new(no.case, no.why))
//!     }
//!     fn why(&self, s: &Planks, side: Side, take: u8) -> Vec<Consulted> {
//!         Consult::told(|c| self.ask(s, side, take, c), |_, why| why.into())
//!     }
//!     fn apply_unchecked(&self, s: &mut Planks, side: Side, take: u8, _: &mut Dice, log: &mut Log) {
//!         (s.left, s.side) = (s.left - take, side.other());
//!         log.add(|| Event::note(Case("1.2"), format!("{side} takes {take}, {} left", s.left)));
//!     }
//!     fn offers(&self, s: &Planks, side: Side, out: &mut Vec<u8>) {
//!         out.extend((1..=2).filter(|take| self.check(s, side, *take).is_ok()));
//!     }
//! }
//! impl Writes for Bridge {
//!     fn read_action(&self, _: &Planks, value: &Value) -> Result<u8, String> {
//!         value["take"].as_u64().and_then(|n| u8::try_from(n).ok()).ok_or_else(|| "say {\"take\": 1}".into())
//!     }
//!     fn write_action(&self, _: &Planks, take: u8) -> Value { json!({ "take": take }) }
//! }
//!
//! // What people see and are told. Nothing is hidden, so there is nothing to redact or to guess.
//! impl Redacts for Bridge {
//!     fn redact(&self, s: &Planks, _: Viewer) -> Planks { s.clone() }
//! }
//! impl Shows for Bridge {
//!     fn view(&self, s: &Seen<Planks>) -> View { View { to_act: self.to_act(s), ..View::new("bridge", "ten", s.viewer()) } }
//! }
//! impl Sheets for Bridge {
//!     fn sheet(&self, _: &str) -> Sheet { Sheet::default() }
//! }
//! impl Asks for Bridge {
//!     fn prompt(&self, s: &Seen<Planks>, _: Side) -> Prompt { Prompt::new(Case("1.2"), format!("{} planks left", s.left)) }
//! }
//! impl Says for Bridge {
//!     fn describe(&self, _: &Seen<Planks>, _: Side, take: u8) -> Offer { Offer { label: format!("Take {take}"), ..Offer::default() } }
//! }
//! impl Plays for Bridge {}
//!
//! // What case files and computer players ask of it.
//! impl Facts for Bridge {
//!     fn facts(&self, s: &Seen<Planks>) -> Value { json!({ "left": s.left }) }
//! }
//! impl Arranges for Bridge {
//!     fn arrange(&self, _: &mut Planks, _: &Given) -> Result<(), Vec<String>> { Err(vec!["there is nothing to arrange".into()]) }
//! }
//! impl Samples for Bridge {
//!     fn sample(&self, s: &Seen<Planks>, _: Side, _: &mut rand_pcg::Pcg32) -> Planks { Planks::clone(s) }
//! }
//! impl Evaluates for Bridge {
//!     fn evaluate(&self, s: &Seen<Planks>, side: Side) -> i32 {
//!         let good = i32::from(s.left % 3 != 0);
//!         if side == s.side { 2 * good - 1 } else { 1 - 2 * good }
//!     }
//! }
//! impl Thinks for Bridge {}
//!
//! // Its ledger and scenarios, as data files would give them.
//! let rule = |n| format!("[[case]]\nid = '1.{n}'\ntitle = 'Rule {n} of the bridge'\nkind = 'mechanic'\n");
//! let rules: String = (1..=4).map(rule).collect();
//! let ledger = Ledger::load(&DataDir::embedded("bridge", &[]).with(LEDGER_FILE, rules)).expect("a sound ledger");
//! let ten = ScenarioInfo { id: "ten".into(), title: "Ten planks".into(), blurb: String::new(), turns: 1, minutes: 1, difficulty: 1, options: vec![] };
//! let info = GameInfo { id: "bridge".into(), title: "The Bridge".into(), blurb: String::new(), rules: 1, scenarios: vec![ten] };
//!
//! // Played like every other game: offers, an action, the next offers; every action goes into a journal.
//! let game = Erased::new(Bridge(info, ledger));
//! let mut journal = Journal::start(&game, "ten", &Options::default(), Seed::from_number(7), &mut Log::new())?;
//! assert_eq!(journal.act(Side::Axis, &json!({ "take": 3 })).unwrap_err().to_string(), "refused under 1.2: take one plank, or two");
//! while let Some(side) = journal.session().to_act().first() {
//!     let offers = journal.session().offers(side);
//!     let last = offers.list.last().expect("whoever is asked can act").action.clone();
//!     journal.act(side, &last)?;
//! }
//! assert_eq!(journal.session().outcome().and_then(|end| end.winner), Some(Side::Axis));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Then a game grows: data files ([`data`]), decisions with a home each ([`decision`]) and nested in each other ([`Frames`]), what is hidden ([`Seen`]), secret plans ([`plan`]), proof
//! ([`casefile`]). docs/adding-a-game.md is the checklist; `toy.rs` is a game with all of it that is still small.
//!
//! # Where things are
//!
//! | concept | where |
//! |---|---|
//! | [`Side`], [`Viewer`], [`ToAct`] | who plays, who looks, who is asked |
//! | [`Case`], [`Refusal`], [`Consult`] | rules by number, and how a check asks them |
//! | [`Dice`], [`Seed`], [`Roll`] | the only source of chance |
//! | [`facets`], [`Game`] | the contract of a game, a trait for each of its rooms, and all of them together |
//! | [`Decision`], [`Decides`] | one home for a decision, and the loop around it |
//! | [`Officer`] | the contract of a computer player, with his [`Budget`], his [`Answer`] and his [`Temperament`] |
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

mod advice;
mod arrange;
mod asked;
mod case;
pub mod data;
pub mod decision;
mod derived;
mod dice;
pub mod erased;
pub mod event;
mod explore;
pub mod facets;
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
#[cfg(debug_assertions)]
pub mod suspend;
mod symbol;
mod together;
#[cfg(any(test, feature = "toy"))]
pub mod toy;
pub mod view;
mod words;

pub use advice::Advice;
pub use arrange::Arranging;
pub use asked::Asked;
pub use case::{Case, Consult, Consulted, No, Refusal, in_force, must, unless, unless_found};
pub use decision::{Decides, Decision};
pub use derived::Derived;
pub use dice::{Dice, DiceFault, Roll, Seed};
pub use erased::{ActError, AnyGame, Erased, ListDone, ListError, Played, RestoreError, Session, StartError, Stopped};
pub use event::{Event, Log, What};
pub use explore::{Dearer, Goal, Marching, Reach, Way, Wish};
pub use frames::Frames;
pub use game::{Game, GameInfo, Given, OptionInfo, Options, ScenarioInfo};
pub use journal::Journal;
pub use levels::{Aim, Example, OfferSet, Wanted, Worded};
pub use lots::Lots;
pub use muster::{AttackWay, Choice, Intent, Muster, Party};
pub use offers::{Offer, OfferKind, OfferNote, Offers, Prompt, Reminder};
pub use officer::{Answer, Budget, OFTEN, Officer, Temperament};
pub use patch::{CounterPatch, ListPatch, Patch};
pub use relief::Relief;
pub use seen::Seen;
#[doc(hidden)]
pub use serde_json::Value;
pub use side::{Side, ToAct, Viewer};
pub use symbol::UnitSymbol;
pub use together::Together;
pub use view::{
    Badge, Beside, Briefing, CalendarView, Chart, CounterView, FaceView, FactorNote, FactorView, LayerView, LegendLine,
    LineView, Lit, MarkerView, Outcome, Sheet, SheetBox, SheetHex, SheetSide, SpaceView, TrackRole, TrackView,
    TurnView, View,
};
pub use words::{Verb, Words};
