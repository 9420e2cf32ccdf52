//! Why the rules say no: the sentence stands at the rule, and becomes words only when somebody reads it.

/// What a sentence says with gaps, and which gap stands where.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// The sentence; a gap is a name in braces.
    pub text: &'static str,
    /// The names of its gaps, in the order of the nouns that fill them.
    pub gaps: &'static [&'static str],
}

/// The most nouns that a sentence can name.
pub const NOUNS: usize = 4;

/// A sentence and the nouns that fill its gaps, as [`no!`](crate::no!) writes it: small and `Copy`, because search asks thousands of times a
/// second what is legal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sentence<N> {
    template: &'static Template,
    nouns: [Option<N>; NOUNS],
}

impl<N: Copy> Sentence<N> {
    /// A sentence with its nouns.
    #[inline(always)]
    pub const fn new<const COUNT: usize>(template: &'static Template, nouns: [N; COUNT]) -> Sentence<N> {
        const { assert!(COUNT <= NOUNS, "a sentence names at most four nouns") };
        let mut all = [None; NOUNS];
        let mut at = 0;
        while at < COUNT {
            all[at] = Some(nouns[at]);
            at += 1;
        }
        Sentence { template, nouns: all }
    }

    /// A sentence that names nothing.
    #[inline(always)]
    pub const fn plain(template: &'static Template) -> Sentence<N> {
        Sentence { template, nouns: [None; NOUNS] }
    }

    /// The sentence in words, each noun as `say` calls it.
    pub fn told(self, say: impl Fn(N) -> String) -> String {
        let Template { text, gaps } = self.template;
        let filled = gaps.iter().zip(self.nouns.into_iter().flatten());
        filled.fold((*text).to_owned(), |text, (gap, noun)| text.replace(&format!("{{{gap}}}"), &say(noun)))
    }
}

/// Why not: a sentence with the nouns that it names, written where the rule is asked.
///
/// A gap is filled by the variable of its name, or by what is given for it; a gap that nothing fills, or a noun that fills none, does not
/// compile. What can be named is the game's list ([`nouns!`](crate::nouns!)).
///
/// ```ignore
/// c.ask(Case("8.3.d"), unless(self.interdicted(state, hex), no!("{unit} would enter {hex}, which is interdicted", unit, hex)))?;
/// c.ask(Case("7.1.a"), must(fed, no!("{unit} at {at} is unsupplied", unit, at = Noun::Whereabouts(unit))))?;
/// ```
#[macro_export]
macro_rules! no {
    ($text:literal) => {{
        $crate::no!(@fits $text;);
        $crate::Sentence::plain(&$crate::Template { text: $text, gaps: &[] })
    }};
    // The same in a constant, where a noun must be said to be one.
    (const $text:literal, $($gap:ident = $noun:expr),+) => {{
        $crate::no!(@fits $text; $($gap)+);
        $crate::Sentence::new(&$crate::Template { text: $text, gaps: &[$(stringify!($gap)),+] }, [$($noun),+])
    }};
    ($text:literal, $($rest:tt)+) => { $crate::no!(@nouns $text; []; $($rest)+ ,) };
    (@nouns $text:literal; [$($gap:ident = $noun:expr;)+]; $(,)?) => {{
        $crate::no!(@fits $text; $($gap)+);
        $crate::Sentence::new(
            const { &$crate::Template { text: $text, gaps: &[$(stringify!($gap)),+] } },
            [$(::std::convert::Into::into($noun)),+],
        )
    }};
    (@nouns $text:literal; [$($done:tt)*]; $gap:ident = $noun:expr, $($rest:tt)*) => {
        $crate::no!(@nouns $text; [$($done)* $gap = $noun;]; $($rest)*)
    };
    (@nouns $text:literal; [$($done:tt)*]; $gap:ident, $($rest:tt)*) => {
        $crate::no!(@nouns $text; [$($done)* $gap = $gap;]; $($rest)*)
    };
    // In an item of its own the sentence sees no variable, so that each of its gaps must be filled by one of these.
    (@fits $text:literal; $($gap:ident)*) => {
        const _: () = {
            #[allow(dead_code)]
            fn fits() {
                let _ = format_args!($text $(, $gap = "")*);
            }
        };
    };
}

/// What the sentences of a game name, and how each is said: its `Noun`, its `Why`, and the game's facet
/// [`Refuses`](kessel_kernel::facets::Refuses).
///
/// What stands under `by id` is made from the id alone; what stands under `by name` is said outright. Whatever needs the position, or the case
/// that refused, has them at hand.
///
/// ```ignore
/// nouns! {
///     /// What the sentences of this game name.
///     pub enum Noun in (game: Battle, state: State, case) {
///         by id {
///             /// A unit.
///             Unit(unit: UnitId) => game.unit_name(unit).into(),
///         }
///         by name {
///             /// Where a unit is.
///             Whereabouts(unit: UnitId) => game.whereabouts(state, unit),
///             /// What is asked instead.
///             Now => game.now(state),
///         }
///     }
/// }
/// ```
#[macro_export]
macro_rules! nouns {
    (
        $(#[$doc:meta])*
        $vis:vis enum $Noun:ident in ($game:ident: $Game:ty, $state:ident: $State:ty, $case:ident) {
            by id { $($(#[$id_doc:meta])* $Id:ident($id:ident: $IdType:ty) => $id_said:expr,)* }
            by name { $($(#[$name_doc:meta])* $Name:ident $(($($part:ident: $PartType:ty),+))? => $name_said:expr,)* }
        }
    ) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        $vis enum $Noun {
            $($(#[$id_doc])* $Id($IdType),)*
            $($(#[$name_doc])* $Name $(($($PartType),+))?,)*
        }

        $(impl From<$IdType> for $Noun {
            #[inline(always)]
            fn from($id: $IdType) -> $Noun {
                $Noun::$Id($id)
            }
        })*

        /// Why the rules say no.
        $vis type Why = $crate::Sentence<$Noun>;

        impl $crate::Refuses for $Game {
            type Why = Why;

            fn sentence(&self, state: &$State, case: $crate::Case, why: Why) -> String {
                why.told(|noun| self.noun(state, case, noun))
            }
        }

        impl $Game {
            #[allow(unused_variables)] // Not every list of nouns needs the position or the case.
            fn noun(&self, $state: &$State, $case: $crate::Case, noun: $Noun) -> String {
                let $game = self;
                match noun {
                    $($Noun::$Id($id) => $id_said,)*
                    $($Noun::$Name $(($($part),+))? => $name_said,)*
                }
            }
        }
    };
}
