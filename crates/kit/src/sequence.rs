//! The sequence of play as one table.

use kessel_kernel::decision::{Decides, Decision};
use kessel_kernel::facets::Rules;
use kessel_kernel::{Case, Dice, Log, Side};

/// What the game does by itself at a turning point.
pub type Course<G> = fn(&G, &mut <G as Rules>::State, &mut Dice, &mut Log);

/// A line of the table: a phase with its home, what begins it and what follows it.
pub struct Step<G: Decides, P, W = Option<Side>> {
    /// Which phase.
    pub phase: P,
    /// Whose.
    pub side: W,
    /// Its id, as case files write it.
    pub id: &'static str,
    /// Its rule.
    pub case: Case,
    /// Its name.
    pub name: &'static str,
    /// Its home.
    pub decision: &'static Decision<G>,
    /// What happens by itself when it begins.
    pub begins: Course<G>,
    /// What follows when it ends.
    pub then: Course<G>,
}

/// Makes the table of a game's phases, and what a phase knows by it: `step`, `all`, `side`, `word`, `from_word`.
///
/// The lines stand in the book's order, which is that of the type: phase, side, id, case, name, decision, what follows.
/// `kessel_kernel::{Case, Side}` must be in scope.
///
/// Where most phases belong to both players, each in his own turn, the table is written `by turns`: the second column is the
/// [`ToAct`](kessel_kernel::ToAct) of those in whose turns a phase stands, `begins` and `then` are told where there is something to tell, a phase
/// may count (`Opening(0)`), and it knows its `line`.
#[macro_export]
macro_rules! sequence {
    (@course) => { $crate::quietly };
    (@course $course:expr) => { $course };
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
                begins: $crate::quietly,
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
    ($(#[$doc:meta])* $game:ty, $phases:ident by turns {
        $($phase:ident $(($number:literal))?, $side:expr, $id:literal, $case:literal, $name:literal, $decision:expr
            $(, begins $begins:expr)? $(, then $then:expr)?;)*
    }) => {
        $(#[$doc])*
        const SEQUENCE: &[$phases] = &[$($phases::$phase $(($number))?),*];

        impl $phases {
            /// Its line in the table.
            #[inline]
            pub(crate) fn line(self) -> &'static $crate::Step<$game, $phases, $crate::ToAct> {
                match self {
                    $($phases::$phase { .. } => {
                        static LINE: $crate::Step<$game, $phases, $crate::ToAct> = $crate::Step {
                            phase: $phases::$phase $(($number))?,
                            side: $side,
                            id: $id,
                            case: Case($case),
                            name: $name,
                            decision: &$decision,
                            begins: $crate::sequence!(@course $($begins)?),
                            then: $crate::sequence!(@course $($then)?),
                        };
                        &LINE
                    })*
                }
            }

            /// Every phase, in the order of the table.
            pub(crate) fn all() -> impl Iterator<Item = $phases> {
                SEQUENCE.iter().copied()
            }
        }
    };
}

/// Nothing happens.
pub fn quietly<G: Decides>(_: &G, _: &mut G::State, _: &mut Dice, _: &mut Log) {}
