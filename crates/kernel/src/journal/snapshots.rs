//! Positions kept along the way, so that going back, looking back and opening cost the actions since the last one and never the whole game.
//!
//! A snapshot is a cache. It is only ever used after its bytes were hashed and the hash was found in the journal, at the entry after which it was
//! taken; a wrong or old one is thrown away, and the game is played again from an earlier one or from the start.

use super::Entry;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A position is kept after so many entries, and whenever a turn begins.
const EVERY: u64 = 32;

/// How many are kept at most. Beyond it every other one of the older half goes, so those that are left lie further apart the older they are.
const MOST: usize = 64;

/// What snapshots as bytes begin with.
const MARK: &[u8; 20] = b"kessel snapshots 1\0\n";

/// Positions of one game as bytes, by how many entries lead to them. A copy is the same collection.
#[derive(Clone, Debug, Default)]
pub struct Snapshots(Arc<Mutex<BTreeMap<u64, Arc<[u8]>>>>);

impl Snapshots {
    /// None yet.
    pub fn new() -> Snapshots {
        Snapshots::default()
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<[u8]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is a position after `n` entries to be kept?
    pub(super) fn wants(n: u64, new_turn: bool) -> bool {
        n > 0 && (new_turn || n.is_multiple_of(EVERY))
    }

    /// Keeps the position after `n` entries. It need not be to be trusted: it is held against the journal when it is used.
    pub fn put(&self, n: u64, bytes: impl Into<Arc<[u8]>>) {
        let mut kept = self.kept();
        kept.insert(n, bytes.into());
        if kept.len() > MOST {
            let older: Vec<u64> = kept.keys().copied().take(MOST / 2).collect();
            older.iter().skip(1).step_by(2).for_each(|n| drop(kept.remove(n)));
        }
    }

    /// The last one that `to` entries or fewer lead to, and to how many. Those that do not belong to this journal are thrown away.
    pub fn last(&self, entries: &[Entry], to: u64) -> Option<(u64, Arc<[u8]>)> {
        let mut kept = self.kept();
        loop {
            let (n, bytes) = kept.range(..=to).next_back().map(|(n, bytes)| (*n, bytes.clone()))?;
            let entry = (n as usize).checked_sub(1).and_then(|at| entries.get(at));
            if entry.is_some_and(|entry| belongs(&bytes, entry)) {
                return Some((n, bytes));
            }
            kept.remove(&n);
        }
    }

    /// Throws all of them away.
    pub fn forget(&self) {
        self.kept().clear();
    }

    /// All of them, the oldest first.
    pub fn all(&self) -> Vec<(u64, Arc<[u8]>)> {
        self.kept().iter().map(|(n, bytes)| (*n, bytes.clone())).collect()
    }

    /// To how many entries the last one belongs; 0 if there is none.
    pub fn newest(&self) -> u64 {
        self.kept().keys().next_back().copied().unwrap_or(0)
    }

    /// The newest `most` as bytes, to be kept beside a journal.
    pub fn to_bytes(&self, most: usize) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        for (n, position) in self.all().iter().rev().take(most).rev() {
            bytes.extend_from_slice(&n.to_le_bytes());
            bytes.extend_from_slice(&(position.len() as u64).to_le_bytes());
            bytes.extend_from_slice(position);
        }
        bytes
    }

    /// Those that [`Snapshots::to_bytes`] wrote. Whatever cannot be read is left out.
    pub fn from_bytes(bytes: &[u8]) -> Snapshots {
        let snapshots = Snapshots::new();
        let Some(mut rest) = bytes.strip_prefix(MARK) else { return snapshots };
        while let Some((head, after)) = rest.split_first_chunk::<16>() {
            let number = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"));
            let Some((position, next)) = usize::try_from(number(8)).ok().and_then(|size| after.split_at_checked(size))
            else {
                break;
            };
            snapshots.put(number(0), position);
            rest = next;
        }
        snapshots
    }

    /// Throws away those after `n` entries.
    pub fn cut(&self, n: u64) {
        self.kept().split_off(&(n + 1));
    }
}

/// Is this the position after the entry?
fn belongs(bytes: &[u8], entry: &Entry) -> bool {
    blake3::hash(bytes).to_hex().as_str() == entry.state
}
