//! The words of a game in case files.

/// The words that a game reads in case files. Its readers name them in their refusals, so they are lists in its code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The verbs: a verb, and the keys that go with it; a verb that stands alone is marked so.
    pub verbs: Vec<Verb>,
    /// The words of `set` for kinds of counters: `("a unit", "strength, assets")`.
    pub counters: Vec<(&'static str, &'static str)>,
    /// The other words of `set`, with commas between.
    pub set: &'static str,
    /// The words of `terrain` in `[given]`, with commas between.
    pub terrain: &'static str,
    /// The words of `hexsides` in `[given]`, with commas between.
    pub hexsides: &'static str,
}

/// A verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verb {
    /// The verb.
    pub word: &'static str,
    /// It is written without nouns: `"done"`.
    pub alone: bool,
    /// The keys of further nouns.
    pub keys: Vec<&'static str>,
}

impl Verb {
    /// A verb that stands alone.
    pub fn alone(word: &'static str) -> Verb {
        Verb { word, alone: true, keys: Vec::new() }
    }

    /// A verb with a noun, and keys of further ones.
    pub fn with(word: &'static str, keys: &[&'static str]) -> Verb {
        Verb { word, alone: false, keys: keys.to_vec() }
    }

    /// How it is written: `{ step, with }`.
    pub fn form(&self) -> String {
        if self.alone {
            return format!("`\"{}\"`", self.word);
        }
        let all: Vec<&str> = [self.word].into_iter().chain(self.keys.iter().copied()).collect();
        format!("`{{ {} }}`", all.join(", "))
    }
}
