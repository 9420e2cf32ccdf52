//! The files of the database, before they are opened.

use super::StoreError;
use std::ffi::OsString;
use std::fs::{canonicalize, metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Refuses a database that is gone while its write-ahead log is still there: what the log holds cannot be read without the file that it
/// belongs to, and SQLite would throw it away to begin afresh. (A new database never looks so: its first page is written before
/// there is a log.)
pub fn look(path: &Path) -> Result<(), StoreError> {
    let found = |e: std::io::Error| StoreError::Broken(e.to_string());
    let what = match metadata(path) {
        Ok(file) if file.len() > 0 => return Ok(()),
        Ok(_) => "is empty",
        Err(e) if e.kind() == ErrorKind::NotFound => "is missing",
        Err(e) => return Err(found(e)),
    };
    let log = log_of(path);
    match metadata(&log) {
        Ok(file) => {
            let (log, bytes) = (log.display(), file.len());
            Err(StoreError::Broken(format!(
                "the file {what}, but its log {log} ({bytes} bytes) is there. Games would be lost by beginning afresh: put the \
                 file back beside its log, or restore a copy of it; to begin afresh all the same move the log away"
            )))
        }
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        Err(e) => Err(found(e)),
    }
}

/// SQLite keeps the log beside the file itself, not beside a link to it.
fn log_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(canonicalize(path).unwrap_or_else(|_| path.to_owned()));
    name.push("-wal");
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
