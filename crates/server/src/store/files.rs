//! The files of the database, before they are opened.

use super::StoreError;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError, canonicalize, metadata};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

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
    if let Ok(mut file) = create_like(&beside, path) {
        let _ = file.write_all(word.as_bytes());
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
    OpenOptions::new().create(true).append(true).mode(0o600).open(path).map(drop)
}

#[cfg(not(unix))]
pub fn keep_private(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// A new file for whoever owns another, and for nobody else: what is written out of the database is as secret as it is, and whoever serves it must be able to open it.
/// `like` may be a folder, or be missing.
pub fn create_like(new: &Path, like: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(new)?;
    own_like(new, like)?;
    Ok(file)
}

/// A folder for the same eyes, if it is not there.
pub fn create_folder_like(new: &Path, like: &Path) -> std::io::Result<()> {
    if new.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(new)?;
    own_like(new, like)
}

/// Gives a file to the owner of another.
#[cfg(unix)]
pub fn own_like(path: &Path, like: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let (Ok(now), Ok(wanted)) = (metadata(path), metadata(like)) else { return Ok(()) };
    if (now.uid(), now.gid()) == (wanted.uid(), wanted.gid()) {
        return Ok(());
    }
    chown(path, Some(wanted.uid()), Some(wanted.gid()))
}

#[cfg(not(unix))]
pub fn own_like(_path: &Path, _like: &Path) -> std::io::Result<()> {
    Ok(())
}

/// One server has a file. The system forgets it when the process ends, however it ends.
#[derive(Clone, Debug)]
pub struct Hold(Arc<Mutex<Option<File>>>);

impl Hold {
    /// Nobody has anything.
    pub fn none() -> Hold {
        Hold(Arc::default())
    }

    /// Takes the file; refuses if another server has it.
    pub fn take(path: &Path) -> Result<Hold, StoreError> {
        let lock = beside(path, "-lock");
        let broken = |e: std::io::Error| StoreError::Broken(format!("{}: {e}", lock.display()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&lock).map_err(broken)?;
        match file.try_lock() {
            Ok(()) => Ok(Hold(Arc::new(Mutex::new(Some(file))))),
            Err(TryLockError::WouldBlock) => Err(StoreError::Broken(
                "another server has this file open. One process serves a file; several share a PostgreSQL".into(),
            )),
            // Some file systems of networks know no locks.
            Err(TryLockError::Error(e)) if e.kind() == ErrorKind::Unsupported => {
                tracing::warn!("{}: {e}; nothing keeps a second server from this file", lock.display());
                Ok(Hold::none())
            }
            Err(TryLockError::Error(e)) => Err(broken(e)),
        }
    }

    /// Lets others have it.
    pub fn let_go(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
