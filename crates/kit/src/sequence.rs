//! The sequence of play as one table.

use kessel_kernel::decision::{Decides, Decision};
use kessel_kernel::{Case, Dice, Log, Side};

/// A line of the table: a phase with its home and what follows it.
pub struct Step<G: Decides, P> {
    /// Which phase.
    pub phase: P,
    /// Whose.
    pub side: Option<Side>,
    /// Its id, as case files write it.
    pub id: &'static str,
    /// Its rule.
    pub case: Case,
    /// Its name.
    pub name: &'static str,
    /// Its home.
    pub decision: &'static Decision<G>,
    /// What follows when it ends.
    pub then: fn(&G, &mut G::State, &mut Dice, &mut Log),
}

/// Makes the table of a game's phases, and what a phase knows by it: `step`, `all`, `side`, `word`, `from_word`.
///
/// The lines stand in the book's order, which is that of the type: phase, side, id, case, name, decision, what follows.
/// `kessel_kernel::{Case, Side}` must be in scope.
#[macro_export]
macro_rules! sequence {
    ($(#[$doc:meta])* $game:ty, $phases:ident {
        $($phase:ident, $side:expr, $id:literal, $case:literal, $name:literal, $decision:expr, $then:expr;)*
    }) => {
        $(#[$doc])*
        const SEQUENCE: &[$crate::Step<$game, $phases>] = &[
            $($crate::Step {
                phase: $phases::$phase,
                side: $side,
                id: $id,
                case: Case($case),
                name: $name,
                decision: &$decision,
                then: $then,
            },)*
        ];

        const _: () = {
            // A phase finds its line by its place in the type.
            let order = [$($phases::$phase as usize,)*];
            let mut at = 0;
            while at < order.len() {
                assert!(order[at] == at, "the table lists every phase in the order of the type");
                at += 1;
            }
        };

        impl $phases {
            /// Its line in the table.
            pub(crate) fn step(self) -> &'static $crate::Step<$game, $phases> {
                &SEQUENCE[self as usize]
            }

            /// Every phase, in the order of the table.
            pub fn all() -> impl Iterator<Item = $phases> {
                SEQUENCE.iter().map(|step| step.phase)
            }

            /// Whose phase it is.
            pub fn side(self) -> Option<Side> {
                self.step().side
            }

            /// The word used in files.
            pub fn word(self) -> &'static str {
                self.step().id
            }

            /// All words, for whoever wrote another.
            pub(crate) fn known() -> String {
                $phases::all().map($phases::word).collect::<Vec<_>>().join(", ")
            }

            /// Reads the word.
            pub fn from_word(word: &str) -> Option<$phases> {
                $phases::all().find(|phase| phase.word() == word)
            }
        }
    };
}
