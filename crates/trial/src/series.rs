//! How much of each promise is asked of a game: which games are played, and how far.

use crate::{seeds, several};
use kessel_officers::Rank;

/// Games by their seeds, and how much of them: so many actions of each, or so many positions of every kind of decision in all of them.
#[derive(Clone, Debug)]
pub struct Games {
    /// The seeds.
    pub seeds: Vec<u64>,
    /// How many actions, or positions of a kind.
    pub most: usize,
}

/// The games of so many seeds from `first` (`in_long` of them in `make long`), and how much of them.
pub fn games(first: u64, short: u64, in_long: u64, most: usize) -> Games {
    Games { seeds: seeds(first, short, in_long).collect(), most }
}

/// What is played for each promise. The defaults are enough for a game of some thousand actions; one that is shorter, longer or slower says
/// otherwise where it must.
#[derive(Clone, Debug)]
pub struct Series {
    /// Games that meet every kind of decision.
    pub kinds: Vec<u64>,
    /// Positions where offers are held against `check`.
    pub offers: Games,
    /// Positions where `why` is held against `check`.
    pub why: Games,
    /// For so many offers of each of them.
    pub why_offers: usize,
    /// Games in which somebody is asked until there is an outcome.
    pub asked: Vec<u64>,
    /// Positions where actions are written down and read back; in the first ones of these games, all that there are.
    pub reads: Games,
    /// Games of officers: scenario, seed, ranks. None: two recruits and, in a game that has one, two of the staff in every scenario.
    pub officers: Vec<(&'static str, u64, [Rank; 2])>,
    /// Games that are played once aloud and once in silence.
    pub silence: Vec<u64>,
    /// Journals of so many actions that are replayed.
    pub journals: Games,
    /// Journals in which is undone and done again: seed and number of actions.
    pub undo: Vec<(u64, u64)>,
    /// Positions that are written down and read back.
    pub written: Games,
    /// Journals of so many actions that are done in lists.
    pub lists: Games,
    /// Journals of so many actions that are opened from snapshots.
    pub snapshots: Games,
    /// Positions whose secrets are changed.
    pub secrets: Games,
    /// So often for each side.
    pub secrets_each: usize,
    /// Positions whose offers are held against those of what a side knows.
    pub known: Games,
    /// Positions of which samples are drawn.
    pub samples: Games,
    /// Positions whose worth is asked.
    pub worth: Games,
    /// Games whose end is.
    pub ends: Vec<u64>,
    /// Games of so many actions that are sent to a table.
    pub patches: Games,
    /// Games of so many actions in which counters stand where the view says.
    pub standing: Games,
    /// Positions in which is gone to what is shown as reachable.
    pub reach: Games,
    /// At least so many goals and attacks are met in them.
    pub reach_meets: [usize; 2],
    /// Positions whose offers are found in two levels.
    pub levels: Games,
    /// Games of so many actions in which is counted what a seat is sent.
    pub bytes: Games,
    /// At most so many bytes are sent.
    pub limit: usize,
    /// And so many when the plans of both sides are carried out: that is no click, but a part of a turn.
    pub plan_limit: usize,
    /// Games of so many actions whose states have words.
    pub words: Games,
    /// Games of random plans that end.
    pub plans_end: Vec<u64>,
    /// Games of so many plans whose menus are held against `check_order`.
    pub menus: Vec<(u64, usize)>,
    /// Games of so many plans whose orders are given in other sequences.
    pub sequence: Vec<(u64, usize)>,
    /// Games of so many plans each in which is clicked on every so-many-th slot: seed, plans, step.
    pub clicks: Vec<(u64, usize, usize)>,
    /// Positions in which one side commits a plan.
    pub committed: Games,
}

impl Default for Series {
    fn default() -> Series {
        let list = |first, short, in_long| seeds(first, short, in_long).collect::<Vec<u64>>();
        Series {
            kinds: list(0, 16, 32),
            offers: games(0, 16, 32, 2),
            why: games(20, 12, 24, 6),
            why_offers: 200,
            asked: list(40, 4, 16),
            reads: games(50, 1, 5, 1),
            officers: Vec::new(),
            silence: list(4, 2, 8),
            journals: games(100, 2, 8, 900),
            undo: several(vec![(110, 200), (111, 350), (112, 500)], (110..122).zip((200..).step_by(150)).collect()),
            written: games(80, 8, 16, 3),
            lists: games(120, 2, 8, 150),
            snapshots: games(130, 2, 8, 400),
            secrets: games(120, 12, 24, 4),
            secrets_each: 1,
            known: games(130, 8, 16, 4),
            samples: games(150, 4, 12, 2),
            worth: games(150, 6, 12, 1),
            ends: list(160, 8, 16),
            patches: games(0, 2, 8, 120),
            standing: games(0, 2, 8, 120),
            reach: games(150, 4, 12, 2),
            reach_meets: [60, 4],
            levels: games(150, 4, 12, 2),
            bytes: games(0, 2, 8, 160),
            limit: 8 * 1024,
            plan_limit: 64 * 1024,
            words: games(0, 2, 8, 150),
            plans_end: list(0, 2, 8),
            menus: vec![(0, several(4, usize::MAX))],
            sequence: vec![(1, several(8, usize::MAX))],
            clicks: vec![(0, 4, 1)],
            committed: games(300, 3, 8, 4),
        }
    }
}
