//! Journals on disk: read whole, written whole, never half.

use super::Snapshots;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The largest journal that is read: far above any real game, far below what would hurt.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// It is too large to be a journal.
    #[error("{path} is too large to be a journal")]
    TooLarge {
        /// The file.
        path: String,
    },
    /// It cannot be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
}

/// Reads a whole file as text. Bytes that are not UTF-8 become marks that no parser accepts.
pub fn load(path: &Path) -> Result<String, FileError> {
    let read = |source| FileError::Read { path: path.display().to_string(), source };
    let meta = std::fs::metadata(path).map_err(read)?;
    if meta.len() > LARGEST {
        return Err(FileError::TooLarge { path: path.display().to_string() });
    }
    let bytes = std::fs::read(path).map_err(read)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a whole file so that at every instant either the old or the new content is there:
/// a temporary file beside it, flushed to the disk, then renamed over it.
pub fn save(path: &Path, text: &str) -> Result<(), FileError> {
    let write = |source| FileError::Write { path: path.display().to_string(), source };
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    // Always the same name: what a kill leaves behind is overwritten by the next save and cannot pile up.
    let beside = beside(path, "new");
    let mut file = fresh(&beside, path).map_err(write)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(write)?;
    std::fs::rename(&beside, path).map_err(write)?;
    // The rename itself must reach the disk too.
    File::open(folder).and_then(|f| f.sync_all()).map_err(write)
}

/// What a file of snapshots begins with.
const SNAPSHOTS: &[u8; 20] = b"kessel snapshots 1\0\n";

/// How many snapshots are kept beside a journal: the newest, so that undo has one to begin with.
const BESIDE: usize = 4;

/// The largest file of snapshots that is read.
const LARGEST_SNAPSHOTS: u64 = 16 * 1024 * 1024;

/// Where the snapshots of a journal are: `FILE.snapshots` beside it.
pub fn snapshots_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".snapshots");
    name.into()
}

/// The snapshots beside a journal. Whatever cannot be read is left out: they are a cache, and are held against the journal when they are used.
pub fn load_snapshots(path: &Path) -> Snapshots {
    let (snapshots, path) = (Snapshots::new(), snapshots_path(path));
    let small = std::fs::metadata(&path).is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST_SNAPSHOTS);
    let Some(bytes) = small.then(|| std::fs::read(&path).ok()).flatten() else { return snapshots };
    let Some(mut rest) = bytes.strip_prefix(SNAPSHOTS) else { return snapshots };
    while let Some((head, after)) = rest.split_first_chunk::<16>() {
        let number = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"));
        let Some((position, next)) = usize::try_from(number(8)).ok().and_then(|size| after.split_at_checked(size))
        else {
            break;
        };
        snapshots.put(number(0), position);
        rest = next;
    }
    snapshots
}

/// Writes the newest snapshots beside a journal, whole or not at all. They are a cache, so no failure is one.
pub fn save_snapshots(path: &Path, snapshots: &Snapshots) {
    let mut bytes = SNAPSHOTS.to_vec();
    for (n, position) in snapshots.all().iter().rev().take(BESIDE).rev() {
        bytes.extend_from_slice(&n.to_le_bytes());
        bytes.extend_from_slice(&(position.len() as u64).to_le_bytes());
        bytes.extend_from_slice(position);
    }
    let (kept, new) = (snapshots_path(path), beside(path, "snapshots-new"));
    // They tell as much as the journal: they get its rights. No flush to the disk: after a crash what is torn is thrown away.
    let written = fresh(&new, path).and_then(|mut file| file.write_all(&bytes));
    let _ = written.and_then(|()| std::fs::rename(&new, &kept));
}

/// Where what is to replace a file is written first: `.FILE.new` beside it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{ending}"))
}

/// An empty file that gets the rights of the file it is to replace, or those of any new file.
fn fresh(path: &Path, replaces: &Path) -> std::io::Result<File> {
    let file = File::create(path)?;
    if let Ok(old) = std::fs::metadata(replaces) {
        file.set_permissions(old.permissions())?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_reads_back_and_replaces_the_old_one_whole() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("game.kessel");
        save(&path, "one\n").expect("writes");
        save(&path, "two\n").expect("writes");
        assert_eq!(load(&path).expect("reads"), "two\n");
        assert_eq!(std::fs::read_dir(dir.path()).expect("lists").count(), 1, "no litter");
    }

    #[test]
    fn a_missing_file_is_named_in_the_error() {
        let error = load(Path::new("no/such/file")).expect_err("missing").to_string();
        assert!(error.contains("no/such/file"), "{error}");
    }
}
