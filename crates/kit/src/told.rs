//! One description of a position for both directions of a case file: what it asserts is told by it, what it sets up is set by it.
//!
//! A value that is written whole (a number, a side, a unit, a set of hexes) is [`Spelled`]; a part of the position that has fields of its own is
//! [`told!`](crate::told) field by field; and the position is one table of [`things!`](crate::things). `N` is whoever knows the names of things:
//! the game, or the game with the map that is played on.

mod plain;

use crate::Word;
use kessel_board::SpaceId;
use kessel_kernel::{Arranging, Side};
pub use serde_json::{Map, Value, json};

/// What stands for a fact that the viewer may not know.
pub const UNKNOWN: &str = "?";

/// A fact; a question mark where the viewer may not know it.
pub fn known(knows: bool, fact: impl serde::Serialize) -> Value {
    if knows { json!(fact) } else { json!(UNKNOWN) }
}

/// What was not understood of a case file.
#[derive(Debug, Default)]
pub struct Faults(pub Vec<String>);

impl Arranging for Faults {
    fn fault(&mut self, text: String) {
        self.0.push(text);
    }
}

impl Faults {
    /// All of it, if anything.
    pub fn result(self) -> Result<(), Vec<String>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }

    /// The turn that a case file gives, if the track has it.
    pub fn turn(&mut self, turn: Option<u32>, last: usize) -> Option<u8> {
        let turn = turn?;
        let found = u8::try_from(turn).ok().filter(|turn| (1..=last).contains(&usize::from(*turn)));
        if found.is_none() {
            self.fault(format!("there is no turn {turn}; there are turns 1 to {last}"));
        }
        found
    }

    /// The phase that a case file gives.
    pub fn phase<P>(&mut self, word: Option<&str>, find: impl Fn(&str) -> Option<P>, known: String) -> Option<P> {
        let word = word?;
        let found = find(word);
        if found.is_none() {
            self.fault(format!("there is no phase {word:?}; there are {known}"));
        }
        found
    }

    /// Whose spaces a case file says are whose.
    pub fn control<N>(&mut self, control: &Map<String, Value>, names: &N) -> Vec<(Side, SpaceId)>
    where
        SpaceId: Spelled<N>,
    {
        let mut all = Vec::new();
        for (word, list) in control {
            let Some(side) = Side::from_word(word) else {
                self.fault(format!("control: {word:?} is no side; there are axis and soviet"));
                continue;
            };
            let path = format!("control {word}");
            for name in self.list(&path, list) {
                match SpaceId::read(names, &name) {
                    Some(space) => all.push((side, space)),
                    None => self.fault(format!("{path}: there is no space {name}")),
                }
            }
        }
        all
    }
}

/// What a case file wants a thing to be.
pub struct Wish<'a> {
    /// Where it stands: `set duty.panzers`.
    pub path: &'a str,
    /// What is wanted.
    pub value: &'a Value,
    /// What was not understood so far.
    pub faults: &'a mut Faults,
}

impl Wish<'_> {
    /// It is not understood: something else is wanted.
    pub fn refuse(&mut self, wanted: &str) {
        let text = format!("{}: {wanted} is wanted, not {}", self.path, self.value);
        self.faults.fault(text);
    }

    /// The value, whole.
    pub fn read<T: Spelled<N>, N>(&mut self, names: &N) -> Option<T> {
        let read = T::read(names, self.value);
        if read.is_none() {
            self.refuse(&T::wanted());
        }
        read
    }

    /// A number from 0 to the most that makes sense.
    pub fn up_to(&mut self, most: u8) -> Option<u8> {
        let number = self.value.as_u64().filter(|number| *number <= most.into());
        if number.is_none() {
            self.refuse(&format!("a whole number from 0 to {most}"));
        }
        number.map(|number| number as u8)
    }

    /// Every key of a table, as a wish of its own.
    pub fn each(&mut self, mut one: impl FnMut(&str, &mut Wish<'_>)) {
        let Some(table) = self.value.as_object() else { return self.refuse("a table") };
        for (key, value) in table {
            let path = format!("{}.{key}", self.path);
            one(key, &mut Wish { path: &path, value, faults: self.faults });
        }
    }

    /// Every entry of a list, as a wish of its own.
    pub fn items(&mut self, mut one: impl FnMut(&mut Wish<'_>)) {
        let Some(list) = self.value.as_array() else { return self.refuse("a list") };
        for value in list {
            one(&mut Wish { path: self.path, value, faults: self.faults });
        }
    }

    /// A list of names, each found by `find` at its place: a bit for each.
    pub fn bits(&mut self, wanted: &str, find: impl Fn(&str) -> Option<usize>) -> u16 {
        let mut bits = 0;
        self.items(|wish| match wish.value.as_str().and_then(&find).filter(|place| *place < 16) {
            Some(place) => bits |= 1 << place,
            None => wish.refuse(wanted),
        });
        bits
    }
}

/// A value that case files write whole.
pub trait Spelled<N>: Sized {
    /// As it is written.
    fn spell(&self, names: &N) -> Value;
    /// What is written.
    fn read(names: &N, value: &Value) -> Option<Self>;
    /// What it is, for whoever wrote something else.
    fn wanted() -> String;
}

/// A thing of the position: facts tell it, `set` changes it.
pub trait Told<N> {
    /// The fact.
    fn tell(&self, names: &N) -> Value;
    /// Makes it what a case file wants.
    fn grant(&mut self, names: &N, wish: &mut Wish<'_>);
}

impl<N, T: Spelled<N>> Told<N> for T {
    fn tell(&self, names: &N) -> Value {
        self.spell(names)
    }

    fn grant(&mut self, names: &N, wish: &mut Wish<'_>) {
        if let Some(read) = wish.read(names) {
            *self = read;
        }
    }
}

/// The variant of a word.
pub fn word<T: Word>(value: &Value) -> Option<T> {
    T::from_word(value.as_str()?)
}

/// Enums with words are spelled by them, in facts, in `set` and in actions: `spelled_words! { Drive: Order, Crossing }`.
#[macro_export]
macro_rules! spelled_words {
    ($names:ty: $($word:ty),+) => {$(
        impl $crate::told::Spelled<$names> for $word {
            fn spell(&self, _: &$names) -> $crate::told::Value {
                $crate::Word::word(*self).into()
            }
            fn read(_: &$names, value: &$crate::told::Value) -> Option<$word> {
                $crate::told::word(value)
            }
            fn wanted() -> String {
                format!("one of {}", <$word as $crate::Word>::known(", "))
            }
        }
        impl $crate::action::Noun<$names> for $word {
            fn read(_: &$names, nouns: &$crate::action::Nouns<'_>, key: &str) -> Result<$word, String> {
                let word = nouns.text(key)?;
                let known = || format!("{key:?} is one of {}, not {word:?}", <$word as $crate::Word>::known(", "));
                $crate::Word::from_word(word).ok_or_else(known)
            }
            fn write(self, _: &$names, _: &str) -> Option<$crate::told::Value> {
                Some($crate::Word::word(self).into())
            }
        }
    )+};
}

/// Things with names, in facts, in `set` and in actions. A line says what such a thing is called, its name in files, and what is found by such a
/// name. An action that names something `as counter` or `as space` is about that:
///
/// ```ignore
/// names! { Drive:
///     UnitId as counter, "unit", |game, unit| game.unit_id(unit), |game, id| game.data.unit(id);
/// }
/// ```
#[macro_export]
macro_rules! names {
    ($names:ty: $(
        $thing:ty $(as $role:ident)?, $what:literal,
        |$game:ident, $it:ident| $spell:expr,
        |$by:ident, $id:ident| $find:expr;
    )+) => {$(
        impl $crate::told::Spelled<$names> for $thing {
            fn spell(&self, $game: &$names) -> $crate::told::Value {
                let $it = *self;
                $spell.into()
            }
            fn read($by: &$names, value: &$crate::told::Value) -> Option<$thing> {
                let $id = value.as_str()?;
                $find
            }
            fn wanted() -> String {
                concat!("a known ", $what).into()
            }
        }
        impl $crate::action::Noun<$names> for $thing {
            fn read($by: &$names, nouns: &$crate::action::Nouns<'_>, key: &str) -> Result<$thing, String> {
                nouns.named(key, $what, |$id| $find)
            }
            fn write(self, $game: &$names, _: &str) -> Option<$crate::told::Value> {
                let $it = self;
                Some($spell.into())
            }
            $(fn aim(self, aim: $crate::action::Aim, $game: &$names) -> $crate::action::Aim {
                let $it = self;
                $crate::names!(@aim $role, aim, $spell)
            })?
        }
    )+};
    (@aim counter, $aim:ident, $id:expr) => { if $aim.counter.is_none() { $aim.with($id) } else { $aim } };
    (@aim space, $aim:ident, $id:expr) => { $aim.at($id) };
}

/// A part of the position, told and set field by field: `told! { Drive: Duty { panzers, infantry } }`. A field that is set in its own way names
/// the function for it: `Okh { approval, manstein: grant_manstein }`.
#[macro_export]
macro_rules! told {
    ($names:ty: $($part:ty { $($field:ident $(: $grant:path)?),+ $(,)? })+) => {$(
        impl $crate::told::Told<$names> for $part {
            fn tell(&self, names: &$names) -> $crate::told::Value {
                let mut all = $crate::told::Map::new();
                $(all.insert(stringify!($field).into(), $crate::told::Told::tell(&self.$field, names));)+
                all.into()
            }
            fn grant(&mut self, names: &$names, wish: &mut $crate::told::Wish<'_>) {
                wish.each(|key, wish| match key {
                    $(stringify!($field) => $crate::told!(@grant self, $field, names, wish $(, $grant)?),)+
                    _ => wish.refuse(&["one of", $(stringify!($field)),+].join(" ")),
                });
            }
        }
    )+};
    (@grant $part:ident, $field:ident, $names:ident, $wish:ident) => {
        $crate::told::Told::grant(&mut $part.$field, $names, $wish)
    };
    (@grant $part:ident, $field:ident, $names:ident, $wish:ident, $grant:path) => { $grant($part, $names, $wish) };
}

/// A line of the table of a position.
pub struct Thing<S, N> {
    /// Its key in case files.
    pub key: &'static str,
    /// The fact; none where it is only set.
    pub tell: Option<fn(&S, &N) -> Value>,
    /// Makes it what a case file wants.
    pub set: fn(&mut S, &N, &mut Wish<'_>),
}

/// Tells everything that the table knows.
pub fn tell<S, N>(things: &[Thing<S, N>], position: &S, names: &N) -> Map<String, Value> {
    let told = things.iter().filter_map(|thing| Some((thing.key.to_owned(), thing.tell?(position, names))));
    told.collect()
}

/// Sets what a case file wants; false if the table has no such key.
pub fn grant<S, N>(things: &[Thing<S, N>], position: &mut S, names: &N, key: &str, wish: &mut Wish<'_>) -> bool {
    let thing = things.iter().find(|thing| thing.key == key);
    thing.is_some_and(|thing| {
        (thing.set)(position, names, wish);
        true
    })
}

/// Makes the table of what case files tell and set of a position, and the list of its keys.
///
/// A line is a field (`order;`), a field under another key (`approval = okh.approval;`), one of both that is only set (`set ruins;`), or something
/// that is told and set in its own way: `ring => |s, _| json!(!s.ring_gone), |s, game, wish| …;`. One that is only set leaves the first out:
/// `join => |s, game, wish| …;`.
#[macro_export]
macro_rules! things {
    ($(#[$doc:meta])* $things:ident, $words:ident: $State:ty as $Names:ident $(<$life:lifetime>)? { $($body:tt)+ }) => {
        $crate::things!(@line [$(#[$doc])* $things, $words: $State, $Names $(<$life>)?] [] [] $($body)+);
    };
    (@line [$($top:tt)+] [$($words:tt)*] [$($made:tt)*] set $key:ident; $($rest:tt)*) => {
        $crate::things!(@line [$($top)+] [$($words)*] [$($made)*] set $key = $key; $($rest)*);
    };
    (@line [$($top:tt)+] [$($words:tt)*] [$($made:tt)*] set $key:ident = $a:ident $(.$b:ident)?; $($rest:tt)*) => {
        $crate::things!(@line [$($top)+] [$($words)* $key]
            [$($made)* { $key, None, $crate::things!(@set $a $(.$b)?) }] $($rest)*);
    };
    (@line [$($top:tt)+] [$($words:tt)*] [$($made:tt)*] $key:ident; $($rest:tt)*) => {
        $crate::things!(@line [$($top)+] [$($words)* $key]
            [$($made)* { $key, Some($crate::things!(@tell $key)), $crate::things!(@set $key) }] $($rest)*);
    };
    (@line [$($top:tt)+] [$($words:tt)*] [$($made:tt)*] $key:ident = $a:ident $(.$b:ident)?; $($rest:tt)*) => {
        $crate::things!(@line [$($top)+] [$($words)* $key]
            [$($made)* { $key, Some($crate::things!(@tell $a $(.$b)?)), $crate::things!(@set $a $(.$b)?) }] $($rest)*);
    };
    (@line [$($top:tt)+] [$($words:tt)*] [$($made:tt)*] $key:ident => $tell:expr, $set:expr; $($rest:tt)*) => {
        $crate::things!(@line [$($top)+] [$($words)* $key] [$($made)* { $key, Some($tell), $set }] $($rest)*);
    };
    (@line [$($top:tt)+] [$($words:tt)*] [$($made:tt)*] $key:ident => $set:expr; $($rest:tt)*) => {
        $crate::things!(@line [$($top)+] [$($words)* $key] [$($made)* { $key, None, $set }] $($rest)*);
    };
    (@line [$(#[$doc:meta])* $things:ident, $words:ident: $State:ty, $Names:ident $(<$life:lifetime>)?] [$first:ident $($word:ident)*] [$({ $key:ident, $tell:expr, $set:expr })+]) => {
        $(#[$doc])*
        pub(crate) fn $things$(<$life>)?() -> Vec<$crate::told::Thing<$State, $Names $(<$life>)?>> {
            vec![$($crate::told::Thing { key: stringify!($key), tell: $tell, set: $set }),+]
        }
        /// Its keys.
        pub(crate) const $words: &str = concat!(stringify!($first) $(, ", ", stringify!($word))*);
    };
    (@tell $($place:ident).+) => { |s, names| $crate::told::Told::tell(&s.$($place).+, names) };
    (@set $($place:ident).+) => { |s, names, wish| $crate::told::Told::grant(&mut s.$($place).+, names, wish) };
}

#[cfg(test)]
mod tests;
