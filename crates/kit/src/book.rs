//! What the data of every game has beside its own: the rules, the player aids, the briefings.

use crate::open_all;
use crate::staff::STAFF_FILE;
use kessel_kernel::data::{
    AIDS_FILE, Aids, BRIEFING_FILE, Briefings, DataDir, Doc, Faults, LEDGER_FILE, Ledger, Reading, TableSource,
};

/// The files that stay out of the fingerprint of the data: they say nothing about play.
pub const ASIDE: [&str; 4] = [LEDGER_FILE, AIDS_FILE, BRIEFING_FILE, STAFF_FILE];

/// What the data of every game has beside its own.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Every rule.
    pub ledger: Ledger,
    /// The player aids, in words.
    pub aids: Aids,
    /// What the players should know before the first turn.
    pub briefings: Briefings,
    /// Where the values of each table come from.
    pub sources: Vec<TableSource>,
    /// A fingerprint of everything but the files [`ASIDE`].
    pub hash: String,
}

impl Book {
    /// Reads and checks a set of files: the book, and with `read` the files that are the game's own. `scenarios` each have a briefing.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line. A file that is no TOML hides what may be wrong beyond it.
    pub fn load<T, const N: usize>(
        dir: &DataDir,
        files: [&str; N],
        scenarios: &[&str],
        read: impl FnOnce(&[Doc<'_>; N], &Reading<'_>) -> Option<T>,
    ) -> Result<(T, Book), Faults> {
        Ledger::load_with(dir, |inspection, ledger| {
            let docs = open_all(dir, inspection, files)?;
            let ledger = ledger?;
            let briefings = Briefings::read(dir, inspection, &ledger, scenarios);
            let aids = Aids::read(dir, &ledger, inspection);
            let reading = Reading::new(&ledger);
            let data = read(&docs, &reading);
            let sources = reading.into_sources();
            let hash = dir.hash_without(&ASIDE);
            Some((data?, Book { aids: aids?, briefings: briefings?, sources, hash, ledger }))
        })
    }
}

/// The files of a game's folder, built into the program: `data_files!("battle", "../../../../data/battle/", ["map.toml", "units.toml"])`; the book
/// is among them without being named.
#[macro_export]
macro_rules! data_files {
    ($label:literal, $folder:literal, [$($name:literal),* $(,)?]) => {
        $crate::DataDir::embedded(
            $label,
            &[
                $(($name, include_str!(concat!($folder, $name))),)*
                ("aids.toml", include_str!(concat!($folder, "aids.toml"))),
                ("briefings.toml", include_str!(concat!($folder, "briefings.toml"))),
                ("rules.toml", include_str!(concat!($folder, "rules.toml"))),
            ],
        )
    };
}
