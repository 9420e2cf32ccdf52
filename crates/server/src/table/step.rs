//! What was wanted, what became of it, and what each viewer is to be told of it.

use super::past::{Short, Trace};
use crate::store::Line;
use kessel_kernel::plan::{COMMIT, Draft};
use kessel_kernel::{Event, Side, Stopped};
use serde::Deserialize;
use serde_json::Value;

/// What changed, before it is on the disk.
#[derive(Debug)]
pub struct Step {
    /// The link before.
    pub head: String,
    /// How many actions stay.
    pub keep: u64,
    /// The actions added, ready to be stored.
    pub lines: Vec<Line>,
    /// The same as they are told, by the same index.
    pub told: Vec<Told>,
    /// The entries taken back: who, what, and who knew.
    pub gone: Vec<Trace>,
    /// How far a list of actions came.
    pub list: Option<ListAnswer>,
}

/// How far a list of actions came.
#[derive(Clone, Debug)]
pub struct ListAnswer {
    /// How many were done.
    pub done: usize,
    /// Those that were not.
    pub rest: Vec<Value>,
    /// Why they were not.
    pub stopped: Option<Stopped>,
}

/// What a side wants to do.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// One action.
    One(Value),
    /// Several as one, all or none.
    List(Vec<Value>),
}

impl Wanted {
    /// The orders of the plan that it commits, if it does; or why they cannot be read.
    pub fn plan(&self) -> Option<Result<Draft, String>> {
        let [action] = self.actions() else { return None };
        let orders = action.as_object().filter(|verbs| verbs.len() == 1)?.get(COMMIT)?;
        Some(Draft::deserialize(orders).map_err(|e| format!("not a plan: {e}")))
    }

    pub(super) fn actions(&self) -> &[Value] {
        match self {
            Wanted::One(action) => std::slice::from_ref(action),
            Wanted::List(list) => list,
        }
    }
}

/// An action, or a list done as one, as it is told.
#[derive(Debug)]
pub struct Told {
    pub side: Side,
    /// The action, as [`what`](super::past::what) tells it from others.
    pub what: Short,
    pub seen: u8,
    pub turn: u32,
    pub events: Vec<Event>,
}

/// What one viewer is to be told of a [`Step`].
pub struct News<'a> {
    /// The number to which his count falls first, if it falls.
    pub undone: Option<u64>,
    /// The actions he is told of, with his number after each.
    pub told: Vec<(u64, &'a Told)>,
}

impl News<'_> {
    /// Is there nothing to tell?
    pub fn is_empty(&self) -> bool {
        self.undone.is_none() && self.told.is_empty()
    }
}
