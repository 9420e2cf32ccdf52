//! What games are built with. The rules themselves are never shared: they are the rulebooks. What every game needs to write them down is.
//!
//! | tool | for what |
//! |---|---|
//! | [`Decision`], [`Decides`] | one home for a decision: who is asked, what may be done, offered and done, what follows, how it is asked for; and the loop around it (the kernel's [`decision`](kessel_kernel::decision)) |
//! | [`Step`], [`sequence!`] | the sequence of play as one table in the book's order |
//! | [`actions!`], [`action`] | actions as verbs and nouns: one declaration makes the type, its reader and its writer |
//! | [`no!`], [`nouns!`], [`Sentence`] | why the rules say no: the sentence at the rule, and what sentences can name |
//! | [`told`], [`things!`], [`told!`] | what case files assert and set up, as two directions of one table |
//! | [`show`] | the turn, tracks, the legend, reminders |
//! | [`offer`] | what is said of an action, put beside what it is about |
//! | [`IdSet`], [`DenseId`], [`dense_ids!`] | sets of counters (and, as the board's `SpaceBits`, of spaces) by their dense ids, held in place |
//! | [`Stacks`] | who lies in which space, in order, without allocation |
//! | [`words!`], [`Word`] | the words of an enum as serde knows them, for data files, case files, actions and facts |
//! | [`records!`], [`Read`], [`Fact`], [`Limit`] | a table of a data file declared once: its type, its reader, its facts |
//! | [`Names`], [`named_ids!`] | names of spaces and counters: read into ids, told again in facts |
//! | [`Book`], [`data_files!`] | the way into every game's data: ledger, player aids, briefings, sources, hash |
//! | [`open_all`], [`part`], [`hex_of`], [`hexes_of`], [`places_of`] | opening data files, reading their tables and hexes |
//! | [`staff`] | what computer players are built with: weights, choosing, orders, fields, reach, cuts, forces |
//! | [`tree`] | the tree of facts that `data` assertions of case files look at |
//!
//! A game takes what it can use and writes the rest itself: nothing here knows a rulebook.

pub mod action;
mod book;
mod names;
pub mod offer;
mod reading;
pub mod record;
mod sentence;
mod sequence;
mod set;
pub mod show;
mod stacks;
pub mod staff;
pub mod told;
pub mod tree;
mod word;

// The tests see the crate as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_kit;
#[cfg(test)]
#[path = "../tests/declarations.rs"]
mod declarations;

pub use book::{ASIDE, Book};
pub use kessel_board::{DenseId, IdSet};
pub use kessel_kernel::data::{DataDir, Item, Table};
pub use kessel_kernel::decision::{
    Check, Decides, Decision, Flow, Offering, Then, Verdict, Visit, idle, never, nobody, nothing, wait,
};
#[doc(hidden)]
pub use kessel_kernel::{Case, ToAct, facets::Refuses};
pub use names::Names;
pub use reading::{board_of, hex_of, hexes_of, open_all, part, places_of};
pub use record::{ByName, Each, Faces, Fact, In, Key, Limit, Optional, Or, Read, Reader, Record};
pub use sentence::{NOUNS, Sentence, Template};
pub use sequence::{Course, Step, quietly};
#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde::{Deserialize, Serialize};
#[doc(hidden)]
pub use serde_json::Value;
pub use set::as_bits;
pub use stacks::Stacks;
pub use word::Word;
