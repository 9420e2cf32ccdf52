//! Why the rules say no: a reason and its sentence in one declaration.

use kessel_kernel::Side;

/// What a sentence calls a thing that a reason speaks of.
pub trait Named<G> {
    /// The name for people.
    fn named(self, game: &G) -> String;
}

impl<G> Named<G> for u8 {
    fn named(self, _: &G) -> String {
        self.to_string()
    }
}

impl<G> Named<G> for Side {
    fn named(self, _: &G) -> String {
        self.to_string()
    }
}

/// The reasons of a game: a small value for search, and a sentence for whoever asks why.
///
/// A reason lists what it speaks of; the sentence names these things in braces as [`Named`] calls them. What else a sentence tells is made after
/// `where`, from the game, the position and the case that refused:
///
/// ```ignore
/// reasons! {
///     /// Why this game says no.
///     pub enum Why in (game: Battle, state: State, case) {
///         NotInPlay(unit: UnitId) => "{unit} is not in play";
///         NotAdjacent(from: SpaceId, to: SpaceId) => "{to} does not touch {from}";
///         Unsupplied(unit: UnitId) => "{unit} at {at} is unsupplied" where at = game.whereabouts(state, unit);
///     }
/// }
/// ```
///
/// It makes the enum and the game's facet [`Refuses`](kessel_kernel::facets::Refuses).
#[macro_export]
macro_rules! reasons {
    (
        $(#[$doc:meta])*
        pub enum $Why:ident in ($game:ident: $Game:ty, $state:ident: $State:ty, $case:ident) {
            $($Reason:ident $(($($noun:ident: $Noun:ty),+))? => $sentence:literal $(where $($part:ident = $made:expr),+)?;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub enum $Why {
            $(#[doc = $sentence] $Reason $(($($Noun),+))?,)*
        }

        impl $crate::Refuses for $Game {
            type Why = $Why;

            #[allow(unused_variables)] // A sentence need not name everything that its reason carries.
            fn sentence(&self, $state: &$State, $case: $crate::Case, why: $Why) -> String {
                let $game = self;
                match why {
                    $($Why::$Reason $(($($noun),+))? => {
                        $($(let $part = $made;)+)?
                        $($(let $noun = $crate::Named::named($noun, $game);)+)?
                        format!($sentence)
                    })*
                }
            }
        }
    };
}
