//! Journals on disk: opened, locked while they are changed, saved whole.

use crate::disk;
use crate::failure::{Code, Failure};
use kessel_kernel::journal::{self, Header, JournalError};
use kessel_kernel::{Journal, Seed};
use kessel_officers::{Playable, Registry};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game of so many entries is kept with snapshots.
const LONG: u64 = 200;

/// A game read from a file.
pub struct Opened {
    /// The game's rules.
    pub game: Arc<dyn Playable>,
    /// The game.
    pub journal: Journal,
    path: PathBuf,
    /// The snapshots beside the file.
    beside: Vec<(u64, Arc<[u8]>)>,
    _lock: Option<File>,
}

impl Opened {
    /// Reads a game, to look at it.
    pub fn to_read(path: &Path, data: Option<&Path>) -> Result<Opened, Failure> {
        Opened::read(path.to_owned(), data, None)
    }

    /// Reads a game, to change it: nobody else can until this value is dropped.
    pub fn to_change(path: &Path, data: Option<&Path>) -> Result<Opened, Failure> {
        if disk::is_packed(path) {
            let why = format!("{} is packed: it can be read, and changed when it is unpacked (gunzip)", path.display());
            return Err(Failure::new(Code::File, why));
        }
        let (path, lock) = lock(path)?;
        Opened::read(path, data, Some(lock))
    }

    fn read(path: PathBuf, data: Option<&Path>, lock: Option<File>) -> Result<Opened, Failure> {
        let text = disk::load(&path)?;
        let game = game_of(&text, &kessel_registry::load(data, game_id(&text).as_deref())?)?;
        if let Some(bytes) = journal::torn(&text) {
            eprintln!("kessel: {}: a torn last line of {bytes} bytes is left out: a write was cut off", path.display());
        }
        let snapshots = disk::load_snapshots(&path);
        let beside = snapshots.all();
        let journal = Journal::open(&*game, &text, snapshots).map_err(broken)?;
        let mut opened = Opened { game, journal, path, beside, _lock: lock };
        opened.keep_snapshots();
        Ok(opened)
    }

    /// Writes the game back.
    pub fn save(&mut self) -> Result<(), Failure> {
        disk::save(&self.path, &self.journal.to_text())?;
        self.keep_snapshots();
        Ok(())
    }

    /// Keeps snapshots of a long game beside its file. They are a cache: where they cannot be written the next command only takes longer.
    fn keep_snapshots(&mut self) {
        let all = self.journal.snapshots().all();
        let has_the_newest = !self.beside.is_empty() && all.ends_with(&self.beside);
        if self.journal.len() >= LONG && !has_the_newest && !disk::is_packed(&self.path) {
            disk::save_snapshots(&self.path, self.journal.snapshots());
            self.beside = disk::load_snapshots(&self.path).all();
        }
    }
}

/// What officers who go on from here think with. At the start it is the game's own seed, as in a simulation, so that
/// a game of a series can be played again in a file.
pub fn thoughts(journal: &Journal) -> Result<Seed, Failure> {
    let seed = journal.header().seed.as_deref().and_then(Seed::from_word);
    let seed = seed.ok_or(JournalError::NoSeed)?;
    Ok(if journal.is_empty() { seed } else { seed.child(journal.len()) })
}

/// Writes a new file whole, and only if there is none of that name.
pub fn create(path: &Path, text: &str) -> Result<(), Failure> {
    let fail = |e: std::io::Error| {
        let why = match e.kind() {
            ErrorKind::AlreadyExists => "it is there already, and is left as it is".to_owned(),
            _ => e.to_string(),
        };
        Failure::new(Code::File, format!("cannot write {}: {why}", path.display()))
    };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temp = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
    temp.write_all(text.as_bytes()).and_then(|()| temp.as_file().sync_all()).map_err(fail)?;
    temp.persist_noclobber(path).map_err(|e| fail(e.error))?;
    Ok(())
}

/// A journal that does not replay is broken, whatever the reason; one of older rules can be taken into the present ones.
pub fn broken(e: JournalError) -> Failure {
    let old = matches!(e, JournalError::Mismatch { n: 0, field: "rules" | "data", .. });
    let hint = if old { "; `kessel carry` takes it into the present ones" } else { "" };
    Failure::new(Code::Journal, format!("{e}{hint}"))
}

/// The game that a journal says it is of, if it says so.
pub fn game_id(text: &str) -> Option<String> {
    let header: Header = serde_json::from_str(text.lines().next()?).ok()?;
    Some(header.game)
}

/// The rules that a journal was played by.
pub fn game_of(text: &str, registry: &Registry) -> Result<Arc<dyn Playable>, Failure> {
    match game_id(text) {
        Some(id) => Ok(registry.get(&id)?.clone()),
        None => {
            let why = journal::parse(text).err().map_or("it names no game".into(), |e| e.to_string());
            Err(Failure::new(Code::Journal, why))
        }
    }
}

/// Holds a file against other writers. A save replaces the file, so the lock counts only if the path still leads to the
/// file that was locked; otherwise somebody saved meanwhile, and the new file is locked in its turn.
#[cfg(unix)]
fn lock(path: &Path) -> Result<(PathBuf, File), Failure> {
    use std::os::unix::fs::MetadataExt;
    let fail = |e: std::io::Error| Failure::new(Code::File, format!("cannot read {}: {e}", path.display()));
    let real = path.canonicalize().map_err(fail)?;
    loop {
        let file = File::open(&real).map_err(fail)?;
        file.lock().map_err(fail)?;
        let (held, there) = (file.metadata().map_err(fail)?, std::fs::metadata(&real).map_err(fail)?);
        if (held.dev(), held.ino()) == (there.dev(), there.ino()) {
            return Ok((real, file));
        }
    }
}

/// Holds a file against other writers, by a file beside it: elsewhere a locked file could not be replaced.
#[cfg(not(unix))]
fn lock(path: &Path) -> Result<(PathBuf, File), Failure> {
    let fail = |e: std::io::Error| Failure::new(Code::File, format!("cannot read {}: {e}", path.display()));
    let real = path.canonicalize().map_err(fail)?;
    let mut beside = real.clone().into_os_string();
    beside.push(".lock");
    let file = File::create(beside).map_err(fail)?;
    file.lock().map_err(fail)?;
    Ok((real, file))
}
