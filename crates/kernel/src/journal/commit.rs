//! Committed plans in a journal: sealed where they are not yet to be known.
//!
//! The entry of a commit holds a *seal*, a salted hash of the plan, as its action; the chain of hashes covers the seal. The plan itself
//! stands beside it and is bound by the seal, so that a copy given away before the plans are carried out can leave it out and has the same
//! chain. The salt comes from the seed: without it a short plan could be guessed from its hash.

use super::{Done, Entry, Journal, JournalError, PlayError, mismatch};
use crate::plan::{COMMIT, Draft};
use crate::{ActError, Dice, Log, Seed, Session, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a seal binds its side to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsealed {
    /// What makes the seal hard to guess.
    pub salt: String,
    /// The completed plan.
    pub orders: Draft,
}

impl Unsealed {
    fn new(seed: &Seed, n: u64, orders: Draft) -> Unsealed {
        let salt = blake3::hash(format!("plan {n} {}", seed.word()).as_bytes()).to_hex().to_string();
        Unsealed { salt, orders }
    }

    /// The seal: 64 hexadecimal digits.
    pub fn seal(&self) -> String {
        let orders = serde_json::to_string(&self.orders).expect("a plan is plain data");
        blake3::hash(format!("{}\n{orders}", self.salt).as_bytes()).to_hex().to_string()
    }
}

impl Entry {
    /// The seal, if this is the commit of a plan.
    pub fn seal(&self) -> Option<&str> {
        self.action.as_object().filter(|o| o.len() == 1)?.get(COMMIT)?.as_str()
    }
}

impl Journal {
    /// Completes a draft, commits it and notes it as one entry. If everybody has committed, the plans are carried out: then `events` tells of
    /// it. On an error nothing has changed.
    pub fn commit(&mut self, side: Side, draft: &Draft) -> Result<Done, PlayError> {
        let seed = self.seed.as_ref().ok_or(JournalError::NoSeed)?;
        let orders = self.session.complete(side, draft)?;
        let plan = Unsealed::new(seed, self.len() + 1, orders);
        let (mut dice, mut log) = (Dice::seeded(seed, self.rolls), Log::new());
        self.session.commit(side, &plan.orders, &mut dice, &mut log)?;
        let action = json!({ COMMIT: plan.seal() });
        self.note(side, action, dice.take_rolls(), log.revealed(), Some(plan));
        Ok(Done { count: 1, rest: Vec::new(), stopped: None, events: log.take() })
    }

    /// The number of the last entry that revealed something. Commits after it are not carried out yet.
    pub fn last_revelation(&self) -> u64 {
        self.entries.iter().rev().find(|entry| entry.revealed).map_or(0, |entry| entry.n)
    }
}

/// The orders that an action commits, if it is one that does.
pub(super) fn orders_of(action: &Value) -> Option<Result<Draft, ActError>> {
    let orders = action.as_object().filter(|o| o.len() == 1)?.get(COMMIT)?;
    Some(serde_json::from_value(orders.clone()).map_err(|e| ActError::Unreadable(format!("not a plan: {e}"))))
}

/// Commits again what an entry says, or notes the seal where the plan is not here.
pub(super) fn redo(
    session: &mut dyn Session,
    entry: &Entry,
    seal: &str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Value, JournalError> {
    let fault = |why: &str| mismatch(entry.n, "plan", why);
    match &entry.plan {
        Some(plan) if plan.seal() != seal => return Err(fault("it is not the plan that was sealed")),
        Some(plan) => drop(session.commit(entry.side, &plan.orders, dice, log).map_err(|e| fault(&e.to_string()))?),
        None => session.seal(entry.side).map_err(|e| fault(&e.to_string()))?,
    }
    Ok(entry.action.clone())
}
