//! Journals that come from the database or from somebody: read, and marked with who was told what.

use super::told;
use crate::audit::is_older;
use crate::store::StoreError;
use kessel_kernel::Journal;
use kessel_kernel::journal::{JournalError, Replay, Snapshots, parse};
use kessel_officers::Playable;

/// Who is told of each action of a journal.
pub(super) fn marks(game: &dyn Playable, journal: &Journal) -> Result<Vec<u8>, JournalError> {
    let mut replay = Replay::new(game, journal.header(), journal.entries())?.unchecked();
    let mut all = Vec::with_capacity(journal.entries().len());
    loop {
        let before = replay.session().fork();
        let Some((entry, events)) = replay.next()? else { return Ok(all) };
        all.push(told(entry.side, &events, |viewer| !replay.session().looks_like(&*before, viewer)));
    }
}

/// Reads a journal; one of older rules is taken into the present ones if they allow all of it. Says whether it was.
pub(super) fn read(game: &dyn Playable, text: &str, snapshots: Snapshots) -> Result<(Journal, bool), JournalError> {
    let older = || parse(text).is_ok_and(|(header, _)| is_older(game, header.rules));
    match Journal::open(game, text, snapshots) {
        Err(JournalError::Mismatch { n: 0, field: "rules", .. }) if older() => {
            let carried = Journal::carry_over(game, text)?;
            carried.stopped.map_or(Ok((carried.journal, true)), Err)
        }
        read => read.map(|journal| (journal, false)),
    }
}

/// A journal of other rules or data is whole; one whose lines or links do not hold was changed after it was written.
pub(super) fn unreadable(e: JournalError) -> StoreError {
    match &e {
        JournalError::Mismatch { field: "link" | "n" | "seed" | "shared" | "root", .. }
        | JournalError::Unreadable { .. }
        | JournalError::NotAJournal(_) => StoreError::Corrupt(e.to_string()),
        _ => StoreError::Broken(e.to_string()),
    }
}
