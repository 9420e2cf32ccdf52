//! Actions as verbs and nouns: one declaration makes the type, its reader and its writer.

pub use kessel_kernel::{Aim, OfferKind, Verb};
use serde_json::Map;
pub use serde_json::Value;

/// A thing that an action names, as files and the network write it.
pub trait Noun<G>: Copy {
    /// Reads it from under a key. The error is a sentence for a person.
    fn read(game: &G, nouns: &Nouns<'_>, key: &str) -> Result<Self, String>;

    /// Writes it as the value of a key; `None` where it is left out.
    fn write(self, game: &G, key: &str) -> Option<Value>;

    /// What an action is about if it names this: a counter and a space say so.
    fn aim(self, aim: Aim, _: &G) -> Aim {
        aim
    }
}

/// The keys of an action that is being read.
pub struct Nouns<'a>(&'a Map<String, Value>);

impl<'a> Nouns<'a> {
    /// A name.
    pub fn text(&self, key: &str) -> Result<&'a str, String> {
        match self.0.get(key) {
            Some(Value::String(text)) => Ok(text),
            Some(other) => Err(format!("{key:?} must be a name in quotes, not {other}")),
            None => Err(format!("{key:?} is missing")),
        }
    }

    /// What a name means, found by `find`; otherwise `there is no … called …`.
    pub fn named<T>(&self, key: &str, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let name = self.text(key)?;
        find(name).ok_or_else(|| format!("there is no {what} called {name:?}"))
    }

    /// A whole number.
    pub fn number(&self, key: &str) -> Result<u8, String> {
        match self.0.get(key).map(Value::as_u64) {
            Some(Some(n)) => u8::try_from(n).map_err(|_| format!("{key:?} cannot be {n}")),
            Some(None) => Err(format!("{key:?} must be a whole number")),
            None => Err(format!("{key:?} is missing")),
        }
    }

    /// Yes or no; left out means no.
    pub fn flag(&self, key: &str) -> Result<bool, String> {
        match self.0.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(format!("{key:?} must be true or false, not {other}")),
        }
    }

    /// Is the key there?
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }
}

/// Yes or no; no is left out.
impl<G> Noun<G> for bool {
    fn read(_: &G, nouns: &Nouns<'_>, key: &str) -> Result<bool, String> {
        nouns.flag(key)
    }

    fn write(self, _: &G, _: &str) -> Option<Value> {
        self.then(|| true.into())
    }
}

/// One form of an action with nouns: its verb, a word that stands for the first noun, and its keys.
pub type Form = (&'static str, Option<&'static str>, &'static [&'static str]);

/// The verbs with the further keys that go with them, each once.
pub fn verbs(forms: &[Form]) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for (verb, _, keys) in forms {
        if all.iter().all(|(known, _)| known != verb) {
            all.push((verb, keys.iter().copied().filter(|key| key != verb).collect()));
        }
    }
    all
}

/// Reads an action: a word that stands alone, or an object whose verb and keys are known. `read` makes an action of one form.
pub fn read<A: Copy>(
    value: &Value,
    alone: &[(&'static str, A)],
    forms: &[Form],
    read: impl Fn(usize, &Nouns<'_>) -> Result<A, String>,
) -> Result<A, String> {
    let words = || alone.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
    if let Some(word) = value.as_str() {
        let action = alone.iter().find(|(known, _)| *known == word).map(|(_, action)| *action);
        return action.ok_or_else(|| format!("there is no verb {word:?} that stands alone; there are {}", words()));
    }
    let Some(object) = value.as_object() else {
        return Err("an action is a word, or an object with a verb as its first key".into());
    };
    let verbs = verbs(forms);
    let Some((verb, keys)) = verbs.iter().find(|(verb, _)| object.contains_key(*verb)) else {
        let known: Vec<&str> = verbs.iter().map(|(verb, _)| *verb).collect();
        return Err(format!("no verb found; there are {}, and alone {}", known.join(", "), words()));
    };
    if let Some(extra) = object.keys().find(|key| key != verb && !keys.contains(&key.as_str())) {
        let keys = if keys.is_empty() { "no other key".into() } else { keys.join(", ") };
        return Err(format!("{extra:?} does not go with {verb:?}; that takes {keys}"));
    }
    let nouns = Nouns(object);
    let mut why = None;
    for (at, (known, fixed, _)) in forms.iter().enumerate().filter(|(_, form)| form.0 == *verb) {
        if fixed.is_some_and(|word| object.get(*known).and_then(Value::as_str) != Some(word)) {
            continue;
        }
        match read(at, &nouns) {
            Ok(action) => return Ok(action),
            Err(fault) => why = why.or(Some(fault)),
        }
    }
    Err(why.unwrap_or_else(|| format!("{verb:?} cannot be read")))
}

/// Declares the actions of a game: the type, and how files and the network write it.
///
/// `Place: "place" { unit: UnitId = "place", at: SpaceId = "in" }` is written `{"place": "3PD", "in": "N2044"}`; with a word after the verb
/// (`RetreatAll: "retreat" "all" { … }`) that word stands where the first noun would. Forms of one verb are tried in order. Every noun implements
/// [`Noun`] for the game. `as Place` says which kind of offer it makes. The type gets `ALONE`, `FORMS`, `read`, `write`, `verb` and `aim`.
#[macro_export]
macro_rules! actions {
    ($(#[$top:meta])* $game:ty, $action:ident {
        $($(#[$doc:meta])* $name:ident: $verb:literal $($fixed:literal)? {
            $($field:ident: $ty:ty = $key:literal),*
        } $(as $kind:ident)?,)*
    }
    alone { $($(#[$bare_doc:meta])* $bare:ident: $word:literal $(as $bare_kind:ident)?,)* }) => {
        $(#[$top])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum $action {
            $($(#[$doc])* $name { $($field: $ty),* },)*
            $($(#[$bare_doc])* $bare,)*
        }

        impl $action {
            /// The verbs that stand alone.
            pub(crate) const ALONE: &[(&'static str, $action)] = &[$(($word, $action::$bare)),*];

            /// The others, with the keys of their nouns.
            pub(crate) const FORMS: &[$crate::action::Form] =
                &[$(($verb, $crate::actions!(@fixed $($fixed)?), &[$($key),*])),*];

            /// Reads an action. The error is a sentence for a person.
            pub(crate) fn read(game: &$game, value: &$crate::action::Value) -> Result<$action, String> {
                type Read = fn(&$game, &$crate::action::Nouns<'_>) -> Result<$action, String>;
                const READERS: &[Read] = &[$(|game, nouns| {
                    Ok($action::$name { $($field: <$ty as $crate::action::Noun<$game>>::read(game, nouns, $key)?),* })
                }),*];
                $crate::action::read(value, $action::ALONE, $action::FORMS, |at, nouns| READERS[at](game, nouns))
            }

            /// Writes it.
            pub(crate) fn write(self, game: &$game) -> $crate::action::Value {
                match self {
                    $($action::$name { $($field),* } => {
                        let mut object = $crate::action::Object::new();
                        $(object.insert($verb.to_owned(), $fixed.into());)?
                        $(if let Some(noun) = <$ty as $crate::action::Noun<$game>>::write($field, game, $key) {
                            object.insert($key.to_owned(), noun);
                        })*
                        $crate::action::Value::Object(object)
                    })*
                    $($action::$bare => $crate::action::Value::from($word),)*
                }
            }

            /// Its verb.
            #[allow(dead_code)] // Not every game asks.
            pub(crate) const fn verb(self) -> &'static str {
                match self {
                    $($action::$name { .. } => $verb,)*
                    $($action::$bare => $word,)*
                }
            }

            /// What it is about: its verb, its kind, the counter and the space that it names.
            #[allow(dead_code)] // Not every game asks.
            pub(crate) fn aim(self, game: &$game) -> $crate::action::Aim {
                match self {
                    $($action::$name { $($field),* } => {
                        let aim = $crate::action::Aim::new($verb, $crate::actions!(@kind $($kind)?));
                        $(let aim = <$ty as $crate::action::Noun<$game>>::aim($field, aim, game);)*
                        aim
                    })*
                    $($action::$bare => $crate::action::Aim::new($word, $crate::actions!(@kind $($bare_kind)?)),)*
                }
            }

            /// The verbs, for the words of case files.
            pub(crate) fn verbs() -> Vec<$crate::action::Verb> {
                let forms = $crate::action::verbs($action::FORMS);
                let with = forms.iter().map(|(verb, keys)| $crate::action::Verb::with(verb, keys));
                with.chain($action::ALONE.iter().map(|(word, _)| $crate::action::Verb::alone(word))).collect()
            }
        }
    };
    (@kind) => { $crate::action::OfferKind::Other };
    (@kind $kind:ident) => { $crate::action::OfferKind::$kind };
    (@fixed) => { None };
    (@fixed $fixed:literal) => { Some($fixed) };
}

/// The object that an action is written as.
pub type Object = Map<String, Value>;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    pub(crate) struct Game;

    impl Noun<Game> for u8 {
        fn read(_: &Game, nouns: &Nouns<'_>, key: &str) -> Result<u8, String> {
            nouns.number(key)
        }
        fn write(self, _: &Game, _: &str) -> Option<Value> {
            Some(self.into())
        }
    }

    crate::actions! {
        /// What can be done.
        Game, Action {
            Go: "go" { who: u8 = "go", to: u8 = "to", fast: bool = "fast" } as Move,
            AllGo: "send" "all" { to: u8 = "to" },
            Send: "send" { who: u8 = "send", to: u8 = "to" },
        }
        alone { Done: "done", }
    }

    #[test]
    fn what_is_written_reads_back_and_the_verb_is_the_first_key() {
        for (action, form) in [
            (Action::Go { who: 3, to: 4, fast: false }, r#"{"go":3,"to":4}"#),
            (Action::Go { who: 3, to: 4, fast: true }, r#"{"go":3,"to":4,"fast":true}"#),
            (Action::AllGo { to: 4 }, r#"{"send":"all","to":4}"#),
            (Action::Send { who: 1, to: 4 }, r#"{"send":1,"to":4}"#),
            (Action::Done, r#""done""#),
        ] {
            assert_eq!(action.write(&Game).to_string(), form);
            assert_eq!(Action::read(&Game, &action.write(&Game)), Ok(action));
        }
    }

    #[test]
    fn what_cannot_be_read_is_a_sentence() {
        let why = |value: Value| Action::read(&Game, &value).expect_err("unreadable");
        assert_eq!(why(json!("stop")), "there is no verb \"stop\" that stands alone; there are done");
        assert_eq!(why(json!({ "x": 1 })), "no verb found; there are go, send, and alone done");
        assert_eq!(why(json!({ "send": 1, "by": 2 })), "\"by\" does not go with \"send\"; that takes to");
        assert_eq!(why(json!({ "send": 1 })), "\"to\" is missing");
        assert_eq!(Action::verbs().len(), 3);
        assert_eq!(Action::Go { who: 1, to: 2, fast: false }.aim(&Game), Aim::new("go", OfferKind::Move));
        assert_eq!(Action::Done.aim(&Game), Aim::new("done", OfferKind::Other));
    }
}
