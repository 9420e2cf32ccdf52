//! Dice that nobody made alone: the server and both people have a part in the seed.
//!
//! First the server is bound to its part by a commitment, then each person to his, and only when all three are bound do the people tell their parts.
//! The seed is made of the three. So whoever keeps his own part to himself until he has seen the other commitments
//! knows that nobody chose the dice, not even the other two together; and when the server's part is told after the game
//! everybody can see for himself that each roll is the one that the three parts give.

use super::{Header, Journal, JournalError, header_link, mismatch};
use crate::{AnyGame, Log, Options, Seed, Side, StartError};
use serde::{Deserialize, Serialize};

/// The part of one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// What he was bound to before anybody told anything.
    pub commitment: String,
    /// His part: 64 hexadecimal digits.
    pub value: String,
}

impl Share {
    /// What binds somebody to a part without telling it; nothing if it is no part.
    pub fn commitment_to(value: &str) -> Option<String> {
        let mut h = blake3::Hasher::new();
        h.update(b"kessel share ");
        h.update(&bytes(value)?);
        Some(h.finalize().to_hex().to_string())
    }

    /// Is it the part that he was bound to?
    pub fn holds(&self) -> bool {
        Share::commitment_to(&self.value).is_some_and(|c| c == self.commitment)
    }
}

/// What everybody was bound to, and the parts of the people. The server's part is told after the game (`root` of the header).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedDice {
    /// The commitment to the server's part.
    pub server: String,
    /// The Axis player's part.
    pub axis: Share,
    /// The Soviet player's part.
    pub soviet: Share,
}

impl SharedDice {
    /// The part of a side.
    pub fn share(&self, side: Side) -> &Share {
        match side {
            Side::Axis => &self.axis,
            Side::Soviet => &self.soviet,
        }
    }

    /// The seed that the three parts make; nothing if a part cannot be read.
    pub fn seed(&self, root: &Seed) -> Option<Seed> {
        let mut h = blake3::Hasher::new();
        h.update(b"kessel seed of three ");
        h.update(root.key());
        h.update(&bytes(&self.axis.value)?);
        h.update(&bytes(&self.soviet.value)?);
        Some(Seed::from_bytes(*h.finalize().as_bytes()))
    }

    /// Are the people's parts those that they were bound to?
    pub(super) fn check(&self) -> Result<(), JournalError> {
        match Side::BOTH.into_iter().find(|side| !self.share(*side).holds()) {
            Some(side) => Err(mismatch(0, "shared", &format!("the {side} part is not the one that was committed to"))),
            None => Ok(()),
        }
    }

    /// Is this the seed that the three made?
    pub(super) fn check_seed(&self, root: Option<&str>, seed: &Seed) -> Result<(), JournalError> {
        let fault = |why: &str| Err(mismatch(0, "root", why));
        let Some(root) = root.and_then(Seed::from_word) else { return fault("the server's part is missing") };
        if root.commitment() != self.server {
            return fault("it is not the part that the server committed to");
        }
        if self.seed(&root).is_none_or(|made| made != *seed) {
            return fault("the seed is not made of the three parts");
        }
        Ok(())
    }
}

impl Journal {
    /// Starts a game with dice that the server (its part is `root`) and both people made.
    ///
    /// # Errors
    /// If the set-up is impossible, or somebody's part is not the one that he was bound to.
    pub fn start_shared(
        game: &dyn AnyGame,
        (scenario, options): (&str, &Options),
        root: &Seed,
        shared: SharedDice,
        log: &mut Log,
    ) -> Result<Journal, SharedError> {
        shared.check()?;
        let seed = shared.seed(root).ok_or_else(|| mismatch(0, "shared", "a part cannot be read"))?;
        shared.check_seed(Some(root.word()), &seed)?;
        let mut journal = Journal::start(game, scenario, options, seed, log)?;
        let header =
            Header { root: Some(root.word().into()), shared: Some(shared), link: String::new(), ..journal.header };
        journal.header = Header { link: header_link(&header), ..header };
        Ok(journal)
    }
}

/// Why a game with shared dice cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SharedError {
    /// The set-up is impossible.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A part is not the one that somebody was bound to.
    #[error(transparent)]
    Part(#[from] JournalError),
}

fn bytes(word: &str) -> Option<[u8; 32]> {
    let right = word.len() == 64;
    right.then(|| blake3::Hash::from_hex(word).ok().map(|h| *h.as_bytes())).flatten()
}
