//! Journals on disk: read whole, written whole, never half.

use kessel_kernel::journal::Snapshots;
use std::fs::File;
use std::io::{Read, Write};
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

/// How a file that gzip packed begins; no text of ours does.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// Reads a whole file as text, one that gzip packed as what was packed. Bytes that are not UTF-8 become marks that no parser accepts.
///
/// # Errors
/// If it cannot be read or unpacked, or is too large to be a journal, packed or unpacked.
pub fn load(path: &Path) -> Result<String, FileError> {
    load_up_to(LARGEST, path)
}

fn load_up_to(largest: u64, path: &Path) -> Result<String, FileError> {
    let read = |source| FileError::Read { path: path.display().to_string(), source };
    let too_large = || FileError::TooLarge { path: path.display().to_string() };
    let meta = std::fs::metadata(path).map_err(read)?;
    if meta.len() > largest {
        return Err(too_large());
    }
    let mut bytes = std::fs::read(path).map_err(read)?;
    if bytes.starts_with(&PACKED) {
        bytes = unpacked(&bytes, largest).map_err(read)?.ok_or_else(too_large)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What gzip packed; nothing if it is larger than it may be. A few bytes can claim to be a mountain: no more than that is ever unpacked.
fn unpacked(bytes: &[u8], largest: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut plain = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).take(largest + 1).read_to_end(&mut plain)?;
    Ok((plain.len() as u64 <= largest).then_some(plain))
}

/// Did gzip pack this file? Such a file is read, never changed.
pub fn is_packed(path: &Path) -> bool {
    let mut beginning = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok() && beginning == PACKED
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
    let path = snapshots_path(path);
    let small = std::fs::metadata(&path).is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST_SNAPSHOTS);
    let bytes = small.then(|| std::fs::read(&path).ok()).flatten();
    bytes.map_or_else(Snapshots::new, |bytes| Snapshots::from_bytes(&bytes))
}

/// Writes the newest snapshots beside a journal, whole or not at all. They are a cache, so no failure is one.
pub fn save_snapshots(path: &Path, snapshots: &Snapshots) {
    let (kept, new) = (snapshots_path(path), beside(path, "snapshots-new"));
    // They tell as much as the journal: they get its rights. No flush to the disk: after a crash what is torn is thrown away.
    let written = fresh(&new, path).and_then(|mut file| file.write_all(&snapshots.to_bytes(BESIDE)));
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

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut pack = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        pack.write_all(plain).and_then(|()| pack.finish()).expect("packs")
    }

    fn written(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("writes");
        file
    }

    #[test]
    fn a_packed_file_reads_as_what_was_packed() {
        let file = written(&packed(b"one\ntwo\n"));
        assert_eq!(load(file.path()).expect("reads"), "one\ntwo\n");
        assert!(is_packed(file.path()) && !is_packed(written(b"one\n").path()) && !is_packed(written(b"").path()));
    }

    #[test]
    fn what_would_unpack_to_a_mountain_is_left_packed() {
        let file = written(&packed(&[b'x'; 100_000]));
        assert!(std::fs::metadata(file.path()).expect("is there").len() < 1000);
        assert_eq!(load_up_to(100_000, file.path()).expect("just fits").len(), 100_000);
        assert!(matches!(load_up_to(99_999, file.path()), Err(FileError::TooLarge { .. })));
    }

    #[test]
    fn a_packed_file_that_is_torn_or_changed_is_an_error_that_names_it() {
        let whole = packed("a line like any other\n".repeat(50).as_bytes());
        let mut changed = whole.clone();
        *changed.last_mut().expect("bytes") ^= 1;
        let followed = [&whole[..], b"rubbish"].concat();
        for bytes in [&whole[..whole.len() - 9], &whole[..3], &changed, &followed] {
            let file = written(bytes);
            let error = load(file.path()).expect_err("broken").to_string();
            assert!(error.contains(&file.path().display().to_string()), "{error}");
        }
    }

    #[test]
    fn a_missing_file_is_named_in_the_error() {
        let error = load(Path::new("no/such/file")).expect_err("missing").to_string();
        assert!(error.contains("no/such/file"), "{error}");
    }

    #[test]
    fn snapshots_stand_beside_their_journal_and_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("game.kessel");
        assert_eq!(load_snapshots(&file).newest(), 0, "none yet");
        let snapshots = Snapshots::new();
        snapshots.put(32, [1, 2, 3]);
        save_snapshots(&file, &snapshots);
        assert_eq!(snapshots_path(&file), Path::new(&format!("{}.snapshots", file.display())));
        assert_eq!(load_snapshots(&file).all(), snapshots.all());
    }
}
