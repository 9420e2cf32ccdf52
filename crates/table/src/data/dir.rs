//! The set of text files that a game's data is read from.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A named set of text files.
///
/// The files are built into the program; [`DataDir::overlay`] puts a folder of one's own over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataDir {
    label: String,
    files: BTreeMap<String, Cow<'static, str>>,
}

/// A folder that cannot be laid over the built-in data.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct DataDirError {
    /// The folder or file.
    pub path: PathBuf,
    /// What the system says.
    #[source]
    pub why: io::Error,
}

impl DataDir {
    /// Files that are built into the program. `label` says whose they are (`battle`).
    pub fn embedded(label: &str, files: &[(&str, &'static str)]) -> DataDir {
        let files = files.iter().map(|&(name, text)| (name.to_owned(), Cow::Borrowed(text)));
        DataDir { label: label.to_owned(), files: files.collect() }
    }

    /// `base`, with every file replaced that `folder` holds under the same name. Other files of the folder are ignored.
    ///
    /// # Errors
    /// If the folder, or a file of that name in it, cannot be read as text.
    pub fn overlay(folder: &Path, base: &DataDir) -> Result<DataDir, DataDirError> {
        let at = |path: &Path, why| DataDirError { path: path.to_owned(), why };
        fs::read_dir(folder).map_err(|why| at(folder, why))?;
        let mut dir = base.clone();
        for (name, text) in &mut dir.files {
            let path = folder.join(name);
            match fs::read_to_string(&path) {
                Ok(own) => *text = Cow::Owned(own),
                Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                Err(why) => return Err(at(&path, why)),
            }
        }
        dir.label = format!("{} with {}", base.label, folder.display());
        Ok(dir)
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
    fn a_folder_replaces_files_of_the_same_name_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("units.toml"), "c = 4\n").unwrap();
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let dir = DataDir::overlay(folder.path(), &base()).unwrap();
        assert_eq!(dir.text("units.toml"), Some("c = 4\n"));
        assert_eq!(dir.text("map.toml"), base().text("map.toml"));
        assert_eq!(dir.names().collect::<Vec<_>>(), ["map.toml", "units.toml"]);
        assert_ne!(dir.hash(), base().hash());
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let fault = DataDir::overlay(&folder.path().join("nowhere"), &base()).unwrap_err();
        assert!(fault.to_string().contains("nowhere"), "{fault}");
    }

    #[test]
    fn a_file_that_is_not_text_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("map.toml"), [0xff, 0xfe, 0x00]).unwrap();
        let fault = DataDir::overlay(folder.path(), &base()).unwrap_err();
        assert!(fault.to_string().contains("map.toml"), "{fault}");
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
