//! What an imported journal must hold up to before anything of it is kept.

use kessel_kernel::AnyGame;
use kessel_kernel::journal::{self, JournalError, parse};

/// Was it played with rules that this program knows to be older ones? Version 0 was never published: whoever writes it wants
/// to be spared the checks.
pub fn is_older(game: &dyn AnyGame, rules: u32) -> bool {
    (1..game.info().rules).contains(&rules)
}

/// Asks of every journal what `kessel replay --verify` asks beyond playing it again: that its chain holds, that the seed is the one committed
/// to, and that every roll is the one that the seed gives. So it also is asked of a journal of older rules, whose positions cannot be
/// compared any more. A copy without a seed cannot be asked; it can be looked at, not played on.
pub fn audit(text: &str) -> Result<(), JournalError> {
    let (header, entries) = parse(text)?;
    match header.committed_seed()? {
        Some(seed) => journal::audit(&seed, &header, &entries),
        None => Ok(()),
    }
}
