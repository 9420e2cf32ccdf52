//! The files of the database, before they are opened.

use super::StoreError;
use std::ffi::OsString;
use std::fs::{canonicalize, metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// May a database be begun?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fresh {
    /// Only where nothing tells that there was one.
    IfNew,
    /// Whatever was there before: somebody has said so.
    Asked,
    /// Never: somebody wants to look at the one that is there.
    Never,
}

/// Refuses to begin afresh where games were: beside a write-ahead log (what it holds cannot be read without the file that it
/// belongs to, and SQLite would throw it away), or beside the word that an earlier server has left.
pub fn look(path: &Path, fresh: Fresh) -> Result<(), StoreError> {
    let found = |e: std::io::Error| StoreError::Broken(e.to_string());
    let what = match metadata(path) {
        Ok(file) if file.len() > 0 => return Ok(()),
        Ok(_) => "is empty",
        Err(e) if e.kind() == ErrorKind::NotFound => "is missing",
        Err(e) => return Err(found(e)),
    };
    if fresh == Fresh::Never {
        return Err(StoreError::Broken(format!("the file {what}")));
    }
    let log = beside(path, "-wal");
    match metadata(&log) {
        Ok(file) => {
            let (log, bytes) = (log.display(), file.len());
            return Err(StoreError::Broken(format!(
                "the file {what}, but its log {log} ({bytes} bytes) is there. Games would be lost by beginning afresh: put the \
                 file back beside its log, or restore a copy of it; to begin afresh all the same move the log away and say --new"
            )));
        }
        Err(e) if e.kind() == ErrorKind::NotFound => {}
        Err(e) => return Err(found(e)),
    }
    let word = beside(path, WORD);
    if fresh == Fresh::IfNew && metadata(&word).is_ok() {
        return Err(StoreError::Broken(format!(
            "the file {what}, but games were kept in it before ({} tells so). Put it back, or restore a copy (`kessel admin \
             restore`); to begin afresh say --new",
            word.display()
        )));
    }
    Ok(())
}

/// What tells that there was a database: a file with this ending beside it.
const WORD: &str = "-kept";

/// Leaves word that games are kept here. If that fails a missing file is noticed less well, and that is all.
pub fn leave_word(path: &Path) {
    let word = "Kessel keeps games in the file beside this one. If that file is missing, this one keeps the server from beginning afresh.\n";
    let beside = beside(path, WORD);
    if metadata(&beside).is_err() {
        let _ = std::fs::write(beside, word);
    }
}

/// SQLite keeps its files beside the file itself, not beside a link to it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(canonicalize(path).unwrap_or_else(|_| path.to_owned()));
    name.push(ending);
    name.into()
}

/// The file holds the secrets of every game: it is made for its user alone.
#[cfg(unix)]
pub fn keep_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new().create(true).append(true).mode(0o600).open(path).map(drop)
}

#[cfg(not(unix))]
pub fn keep_private(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
