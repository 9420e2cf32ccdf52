//! The set of text files that a game's data is read from.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A named set of text files.
///
/// The files are built into the program; [`DataDir::with`] puts one of one's own in the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataDir {
    label: String,
    files: BTreeMap<String, Cow<'static, str>>,
}

impl DataDir {
    /// Files that are built into the program. `label` says whose they are (`battle`).
    pub fn embedded(label: &str, files: &[(&str, &'static str)]) -> DataDir {
        let files = files.iter().map(|&(name, text)| (name.to_owned(), Cow::Borrowed(text)));
        DataDir { label: label.to_owned(), files: files.collect() }
    }

    /// The same set under another label.
    #[must_use]
    pub fn labelled(mut self, label: String) -> DataDir {
        self.label = label;
        self
    }

    /// The same set with one file replaced, or added.
    #[must_use]
    pub fn with(mut self, name: &str, text: impl Into<String>) -> DataDir {
        self.files.insert(name.to_owned(), Cow::Owned(text.into()));
        self
    }

    /// Whose files these are, for messages.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The names of the files, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(Cow::as_ref)
    }

    /// A fingerprint of all names and contents, in hexadecimal.
    ///
    /// The same files give the same hash on every machine: line ends are counted as `\n` however a checkout wrote them.
    pub fn hash(&self) -> String {
        self.hash_without(&[])
    }

    /// [`DataDir::hash`], some files left out: those that say nothing about play, such as the ledger.
    pub fn hash_without(&self, left_out: &[&str]) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &str| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        };
        for (name, text) in self.files.iter().filter(|(name, _)| !left_out.contains(&name.as_str())) {
            add(name);
            add(&text.replace("\r\n", "\n"));
        }
        hasher.finalize().to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> DataDir {
        DataDir::embedded("test", &[("map.toml", "a = 1\nb = 2\n"), ("units.toml", "c = 3\n")])
    }

    #[test]
    fn the_hash_knows_names_and_contents_but_not_line_ends() {
        let hash = base().hash();
        assert_eq!(hash.len(), 64);
        assert_eq!(base().with("map.toml", "a = 1\r\nb = 2\r\n").hash(), hash);
        assert_ne!(base().with("map.toml", "a = 1\nb = 3\n").hash(), hash);
        assert_ne!(base().with("more.toml", "").hash(), hash);
        let moved = DataDir::embedded("test", &[("map.toml", "a = 1\nb = 2\nc = 3\n"), ("units.toml", "")]);
        assert_ne!(moved.hash(), hash);
    }

    #[test]
    fn files_can_be_left_out_of_the_hash() {
        let without = base().hash_without(&["units.toml"]);
        assert_eq!(base().with("units.toml", "anything").hash_without(&["units.toml"]), without);
        assert_ne!(base().with("map.toml", "anything").hash_without(&["units.toml"]), without);
    }
}
