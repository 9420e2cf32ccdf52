//! Enums whose variants have words: in data files, in case files, in actions, in facts.

use kessel_kernel::data::{Item, Table};
use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// An enum of plain variants. Serde knows their words (`rename_all`, `rename`), and everybody reads and writes them as it does: there is no second
/// list of them. For speaking and reading, not for search: a word is looked up each time.
///
/// ```
/// use kessel_kit::Word;
///
/// #[derive(Copy, Clone, Debug, PartialEq, serde::Deserialize)]
/// #[serde(rename_all = "kebab-case")]
/// enum Order {
///     AssaultMove,
///     MoveMove,
/// }
/// impl Word for Order {}
///
/// assert_eq!(Order::MoveMove.word(), "move-move");
/// assert_eq!(Order::from_word("assault-move"), Some(Order::AssaultMove));
/// assert_eq!(Order::known(", "), "assault-move, move-move");
/// ```
pub trait Word: Copy + PartialEq + DeserializeOwned {
    /// All words, in the order of the variants.
    fn words() -> &'static [&'static str] {
        Listening::names::<Self>()
    }

    /// All variants, in order.
    fn every() -> Vec<Self> {
        Self::words().iter().filter_map(|word| Self::from_word(word)).collect()
    }

    /// The variant of a word.
    fn from_word(word: &str) -> Option<Self> {
        let reader: StrDeserializer<'_, Error> = word.into_deserializer();
        Self::deserialize(reader).ok()
    }

    /// The word of a variant; empty only for one that serde skips.
    fn word(self) -> &'static str {
        Self::words().iter().find(|word| Self::from_word(word) == Some(self)).copied().unwrap_or_default()
    }

    /// All words with something between, for whoever wrote another.
    fn known(between: &str) -> String {
        Self::words().join(between)
    }

    /// A value of a data file that must be one of the words.
    fn of(item: &Item<'_>) -> Option<Self> {
        Self::among(item, &Self::every())
    }

    /// A value of a data file that must be the word of one of these.
    fn among(item: &Item<'_>, these: &[Self]) -> Option<Self> {
        let words: Vec<_> = these.iter().map(|&one| (one.word(), one)).collect();
        item.word(&words)
    }

    /// One of the words under a key that must be there, or the first.
    fn need(table: &Table<'_>, key: &str) -> Self {
        let every = Self::every();
        table.need(key).and_then(|item| Self::among(&item, &every)).unwrap_or(every[0])
    }

    /// One of the words under a key that may be left out.
    fn get(table: &Table<'_>, key: &str) -> Option<Self> {
        Self::of(&table.get(key)?)
    }

    /// The same where the first variant means 'none': it is left out, never written.
    fn get_some(table: &Table<'_>, key: &str) -> Option<Self> {
        Self::among(&table.get(key)?, &Self::every()[1..])
    }

    /// One of the words under a key that must be there, but not the first, which means 'none'.
    fn need_some(table: &Table<'_>, key: &str) -> Self {
        let some = &Self::every()[1..];
        table.need(key).and_then(|item| Self::among(&item, some)).unwrap_or(some[0])
    }
}

/// Hears which variants an enum has, or which fields a struct: it names them before it asks for one, and none is given.
pub(crate) struct Listening<'a>(&'a mut &'static [&'static str]);

impl Listening<'_> {
    /// The names of the variants or fields of a type.
    pub(crate) fn names<T: DeserializeOwned>() -> &'static [&'static str] {
        let mut names: &'static [&'static str] = &[];
        let _ = T::deserialize(Listening(&mut names));
        names
    }
}

impl<'de> Deserializer<'de> for Listening<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("nothing is given"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// Enums whose variants are words: `Clear` is written `clear`, `SovietNorth` is `soviet-north`, and `Panzer = "PD"` is `PD`.
///
/// ```
/// use kessel_kit::{Word, words};
///
/// words! {
///     /// What a unit is.
///     pub enum Kind {
///         /// A panzer division.
///         Panzer = "PD",
///         /// On foot.
///         Infantry,
///     }
/// }
/// assert_eq!(Kind::ALL.map(Word::word), ["PD", "infantry"]);
/// ```
#[macro_export]
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident { $($(#[$of:meta])* $Variant:ident $(= $word:literal)?,)* }
    )*) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::Serialize, $crate::Deserialize)]
        #[serde(rename_all = "kebab-case", crate = "kessel_kit::serde")]
        $vis enum $Name {
            $($(#[$of])* $(#[serde(rename = $word)])? $Variant,)*
        }

        impl $Name {
            /// All of them, in order.
            #[allow(dead_code)]
            $vis const ALL: [$Name; [$(stringify!($Variant)),*].len()] = [$($Name::$Variant),*];
        }

        impl $crate::Word for $Name {}
    )*};
}
