//! What games are built with. The rules themselves are never shared: they are the rulebooks. What every game needs to write them down is.
//!
//! | tool | for what |
//! |---|---|
//! | [`Decision`], [`Decides`] | one home for a decision: who is asked, what may be done, offered and done, what follows, how it is asked for; and the loop around it |
//! | [`Step`], [`sequence!`] | the sequence of play as one table in the book's order |
//! | [`actions!`], [`action`] | actions as verbs and nouns: one declaration makes the type, its reader and its writer |
//! | [`IdSet`], [`DenseId`] | sets of counters by their dense ids, held in place |
//! | [`Stacks`] | who lies in which space, in order, without allocation |
//! | [`hex_of`], [`hexes_of`] | reading hexes from data files |
//! | [`tree`] | the tree of facts that `data` assertions of case files look at |
//!
//! A game takes what it can use and writes the rest itself: nothing here knows a rulebook.

pub mod action;
mod decision;
mod reading;
mod sequence;
mod set;
mod stacks;
pub mod tree;

pub use decision::{
    Check, Decides, Decision, Flow, Offering, Then, Verdict, Visit, idle, never, nobody, nothing, wait,
};
pub use reading::{hex_of, hexes_of};
pub use sequence::Step;
pub use set::{DenseId, IdSet};
pub use stacks::Stacks;
