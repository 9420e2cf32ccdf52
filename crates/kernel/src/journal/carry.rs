//! A game that was begun under older rules or with older data goes on under the present ones.

use super::replay::{check_dice, redo};
use super::{Entry, Header, Journal, JournalError, Replay, Snapshots, header_link, parse};
use crate::{AnyGame, Dice, Log};

/// A game carried over.
pub struct Carried {
    /// The game as far as the present rules allow it, in a journal of its own.
    pub journal: Journal,
    /// How many actions the old journal has.
    pub had: u64,
    /// What stands against the first action that was not carried over, if one was not.
    pub stopped: Option<JournalError>,
}

impl Journal {
    /// Plays a journal again under the present rules with the dice that it recorded, up to the first action that they refuse or that
    /// wants other dice. The chain of the old journal must hold; its rules, data and positions may be others.
    ///
    /// Whoever goes on from an action in the middle knows what the next dice showed before: they are those of the same seed.
    ///
    /// # Errors
    /// If it is no whole journal of this game, carries no seed, or its first position cannot be set up with the dice recorded.
    pub fn carry_over(game: &dyn AnyGame, text: &str) -> Result<Carried, JournalError> {
        let (old, entries) = parse(text)?;
        let info = game.info();
        if old.game != info.id {
            return Err(JournalError::OtherGame { found: old.game, wanted: info.id.clone() });
        }
        let seed = old.committed_seed()?.ok_or(JournalError::NoSeed)?;
        let mut dice = Dice::recorded(old.rolls.iter().cloned());
        let session = game.start(&old.scenario, &old.options, &mut dice, &mut Log::silent())?;
        check_dice(0, &dice)?;
        let rolls = old.rolls.len() as u64;
        let mut header = Header {
            rules: info.rules,
            data: game.data_hash().into(),
            state: session.hash(),
            link: String::new(),
            ..old
        };
        header.link = header_link(&header);
        let mut journal = Journal::of(header, Vec::new(), Some(seed), rolls, (session, Snapshots::new()));
        let stopped = entries.iter().find_map(|entry| journal.carry(entry).err());
        if stopped.is_some() {
            // The action that failed may have left something on the table.
            journal.session = Replay::near(game, &journal.header, &journal.entries, journal.len(), &journal.snapshots)?
                .to(journal.len())?;
        }
        Ok(Carried { journal, had: entries.len() as u64, stopped })
    }

    /// Does one old action with its old dice.
    fn carry(&mut self, old: &Entry) -> Result<(), JournalError> {
        let mut dice = Dice::recorded(old.rolls.iter().cloned());
        let mut log = Log::new();
        let action = redo(&mut *self.session, old, &mut dice, &mut log)?;
        check_dice(old.n, &dice)?;
        self.note(old.side, action, old.rolls.clone(), log.revealed(), old.plan.clone());
        Ok(())
    }
}
