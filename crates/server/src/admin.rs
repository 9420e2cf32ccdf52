//! What whoever runs the server does with its database: look, check, copy, put back, bring up to date, clear out.

mod people;

pub use people::{Person, Seen};

use crate::config::Database;
use crate::store::{Fresh, Store, StoreError, TableRow, files, lite, now, post};
use kessel_kernel::journal::{Header, JournalError, parse};
use kessel_officers::{Playable, Registry};
use serde::Serialize;
use sqlx::{ConnectOptions, Connection};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database does not do it.
    #[error("{0}")]
    Database(String),
    /// A file cannot be read or written, or is in the way.
    #[error("{0}")]
    File(String),
    /// It is not possible with this database.
    #[error("{0}")]
    NotHere(String),
}

impl From<StoreError> for AdminError {
    fn from(e: StoreError) -> AdminError {
        AdminError::Database(e.to_string())
    }
}

/// One table, as it is listed.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// Its id.
    pub table: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// How many entries its journal has.
    pub entries: u64,
    /// The turn.
    pub turn: u32,
    /// Is it over?
    pub finished: bool,
    /// Who plays.
    pub seats: [&'static str; 2],
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When somebody was last there.
    pub touched: u64,
    /// The address from which it was made, if that was noted.
    pub made_from: Option<String>,
}

/// What a check has found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Checked {
    /// Tables looked at.
    pub tables: u64,
    /// Entries of their journals.
    pub entries: u64,
    /// Tables that were played with other rules or data than this program's: whole, but not played again.
    pub other_rules: u64,
    /// What is wrong, a line each.
    pub faults: Vec<String>,
}

/// A database in hand.
pub struct Admin {
    database: Database,
    runtime: tokio::runtime::Runtime,
}

impl Admin {
    /// Takes a database in hand; nothing is opened yet.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(database: Database) -> Result<Admin, AdminError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        Ok(Admin { database, runtime: runtime.map_err(|e| AdminError::File(e.to_string()))? })
    }

    fn with<R>(&self, work: impl AsyncFnOnce(&Store) -> Result<R, AdminError>) -> Result<R, AdminError> {
        self.runtime.block_on(async {
            let store = Store::open(&self.database, Fresh::Never, u64::MAX).await?;
            let done = work(&store).await;
            store.close().await;
            done
        })
    }

    /// Every table, or those that were made from one address; the one that nobody has touched for longest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn tables(&self, from: Option<&str>) -> Result<Vec<Listing>, AdminError> {
        self.with(async |store| {
            let rows = store.tables().await?;
            Ok(rows
                .into_iter()
                .filter(|row| from.is_none_or(|from| row.made_from.as_deref() == Some(from)))
                .map(|row| Listing {
                    table: row.id,
                    game: row.game,
                    scenario: row.scenario,
                    entries: row.length,
                    turn: row.summary.turn,
                    finished: row.summary.outcome.is_some(),
                    seats: [row.players[0].word(), row.players[1].word()],
                    created: row.created,
                    touched: row.touched,
                    made_from: row.made_from,
                })
                .collect())
        })
    }

    /// Looks whether the file is whole, and plays every journal again: chain, seed, rolls, positions.
    ///
    /// # Errors
    /// If the database cannot be read at all.
    pub fn check(&self, games: &Registry) -> Result<Checked, AdminError> {
        let mut checked = Checked::default();
        if let Database::File(path) = &self.database {
            match self.runtime.block_on(lite::known(path)) {
                Ok(()) | Err(StoreError::Corrupt(_)) => {}
                Err(e) => return Err(e.into()),
            }
            checked.faults = self.runtime.block_on(integrity(path))?;
        }
        let tables = self.with(async |store| Ok(store.tables().await?))?;
        for row in tables {
            checked.tables += 1;
            let loaded = self.with(async |store| Ok(store.load(&row.id).await?));
            let text = match loaded {
                Ok((_, loaded)) => loaded.text,
                Err(e) => {
                    checked.faults.push(format!("table {}: {e}", row.id));
                    continue;
                }
            };
            match verify(games.get(&row.game).ok(), &text, &row.head) {
                Ok((entries, played)) => {
                    checked.entries += entries;
                    checked.other_rules += u64::from(!played);
                }
                Err(e) => checked.faults.push(format!("table {}: {e}", row.id)),
            }
        }
        Ok(checked)
    }

    /// Writes a whole copy of the database to a new file, while the server runs or not.
    ///
    /// # Errors
    /// If the copy cannot be written, or a file of that name is there.
    pub fn backup(&self, to: &Path) -> Result<u64, AdminError> {
        let Database::File(path) = &self.database else {
            return Err(AdminError::NotHere("a PostgreSQL is copied with its own tools: pg_dump".into()));
        };
        if to.exists() {
            return Err(AdminError::File(format!("{} is there already, and is left as it is", to.display())));
        }
        let name = to.to_str().ok_or_else(|| AdminError::File("the name is not plain text".into()))?;
        self.runtime.block_on(async {
            lite::usable(path).await?;
            // As secret as the database, and its server's own.
            files::create_like(to, path).map_err(|e| AdminError::File(format!("{}: {e}", to.display())))?;
            let mut db = existing(path).connect().await.map_err(StoreError::from)?;
            sqlx::query("VACUUM INTO ?").bind(name).execute(&mut db).await.map_err(StoreError::from)?;
            db.close().await.map_err(StoreError::from)?;
            // On the disk before anybody relies on it.
            let copy = std::fs::File::open(to).and_then(|file| file.sync_all().and_then(|()| file.metadata()));
            let faults = integrity(to).await?;
            match faults.first() {
                Some(fault) => Err(AdminError::Database(format!("the copy is not whole: {fault}"))),
                None => copy.map(|file| file.len()).map_err(|e| AdminError::File(e.to_string())),
            }
        })
    }

    /// Puts a copy in the place of the database, which is moved aside and not deleted. The server must be stopped.
    ///
    /// # Errors
    /// If the copy is not whole, the database is in use, or a file cannot be moved.
    pub fn restore(&self, from: &Path) -> Result<Option<PathBuf>, AdminError> {
        let Database::File(path) = &self.database else {
            return Err(AdminError::NotHere("a PostgreSQL is put back with its own tools: pg_restore".into()));
        };
        let file = |e: std::io::Error| AdminError::File(e.to_string());
        if let Some(fault) = self.runtime.block_on(integrity(from))?.first() {
            return Err(AdminError::Database(format!("{} is not whole: {fault}", from.display())));
        }
        if path.exists() {
            self.runtime.block_on(alone(path))?;
        }
        self.runtime.block_on(lite::usable(from))?;
        let new = with_ending(path, "-restoring");
        // For whoever had the one before; where there was none, for whoever has the folder.
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let like = if path.exists() { path } else { folder };
        let _ = std::fs::remove_file(&new);
        let mut copy = files::create_like(&new, like).map_err(file)?;
        std::io::copy(&mut std::fs::File::open(from).map_err(file)?, &mut copy).map_err(file)?;
        copy.sync_all().map_err(file)?;
        let aside = with_ending(path, &format!("-before-{}", now()));
        let mut moved = None;
        for ending in ["", "-wal", "-shm"] {
            let old = with_ending(path, ending);
            if old.exists() {
                std::fs::rename(&old, with_ending(&aside, ending)).map_err(file)?;
                moved = Some(aside.clone());
            }
        }
        std::fs::rename(&new, path).map_err(file)?;
        self.migrate()?;
        self.with(async |store| Ok(store.ready().await?))?;
        // What was made beside it on the way belongs to the same owner.
        for ending in ["-wal", "-shm"] {
            files::own_like(&with_ending(path, ending), path).map_err(file)?;
        }
        Ok(moved)
    }

    /// Brings the schema up to date, which the server does by itself too. Says which version was there and which is now.
    ///
    /// # Errors
    /// If the database is not there or newer than this program.
    pub fn migrate(&self) -> Result<(i64, i64), AdminError> {
        let before = self.runtime.block_on(async {
            match &self.database {
                Database::File(path) => {
                    lite::not_foreign(path).await?;
                    let mut db = existing(path).connect().await?;
                    let before = lite::migrate(&mut db).await?;
                    db.close().await?;
                    Ok::<i64, StoreError>(before)
                }
                Database::Postgres(url) => {
                    let options: post::Options = url.parse()?;
                    let mut db = options.connect().await?;
                    let before = post::migrate(&mut db).await?;
                    db.close().await?;
                    Ok(before)
                }
            }
        })?;
        Ok((before, lite::SCHEMA))
    }

    /// Deletes the tables that nobody has touched for so long, after writing their journals to a folder if one is given. Says which;
    /// with `look` only that.
    ///
    /// # Errors
    /// If the database fails, or a journal cannot be written: then nothing is deleted.
    pub fn expire(&self, after: Duration, archive: Option<&Path>, look: bool) -> Result<Vec<String>, AdminError> {
        let before = now().saturating_sub(after.as_millis() as u64);
        self.with(async |store| {
            let old: Vec<_> = store.tables().await?.into_iter().filter(|row| row.touched < before).collect();
            if look {
                return Ok(old.into_iter().map(|row| row.id).collect());
            }
            for row in &old {
                if let Some(folder) = archive {
                    self.archive(store, row, folder).await?;
                }
            }
            for row in &old {
                store.delete(&row.id).await?;
            }
            Ok(old.into_iter().map(|row| row.id).collect())
        })
    }
}

impl Admin {
    /// Writes the journal of a table to a folder: for whoever has the database, because it tells the secrets of both sides.
    async fn archive(&self, store: &Store, row: &TableRow, folder: &Path) -> Result<(), AdminError> {
        let (_, loaded) = store.load(&row.id).await?;
        let name = folder.join(format!("{}-{}-{}.kessel", row.game, row.scenario, row.id));
        let like = match &self.database {
            Database::File(path) => path,
            Database::Postgres(_) => folder,
        };
        let write = || {
            files::create_folder_like(folder, like)?;
            // One of before, which was not whole or is the same.
            let _ = std::fs::remove_file(&name);
            let mut file = files::create_like(&name, like)?;
            file.write_all(loaded.text.as_bytes())?;
            file.sync_all()
        };
        write().map_err(|e| AdminError::File(format!("{}: {e}", name.display())))
    }
}

fn existing(path: &Path) -> lite::Options {
    lite::options(path).create_if_missing(false)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// What SQLite itself finds wrong with a file.
async fn integrity(path: &Path) -> Result<Vec<String>, StoreError> {
    // As it is: not even its way of keeping a log is changed.
    let mut db = lite::Options::new().filename(path).connect().await?;
    let lines: Result<Vec<String>, _> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut db).await;
    let broken: Vec<(String,)> =
        sqlx::query_as("SELECT \"table\" FROM pragma_foreign_key_check").fetch_all(&mut db).await?;
    let _ = db.close().await;
    let mut faults: Vec<String> = match lines.map_err(StoreError::from) {
        Ok(lines) => lines.into_iter().filter(|line| line != "ok").collect(),
        Err(e) => vec![e.to_string()],
    };
    faults.extend(broken.into_iter().map(|(table,)| format!("a row of {table} belongs to nothing")));
    Ok(faults)
}

/// Nobody else has the database open, and its log is written into it. A damaged file can be in nobody's use that matters.
async fn alone(path: &Path) -> Result<(), AdminError> {
    match lock(path).await {
        Ok(()) | Err(StoreError::Corrupt(_)) => Ok(()),
        Err(e) => Err(AdminError::Database(format!("the database is in use: stop the server first ({e})"))),
    }
}

async fn lock(path: &Path) -> Result<(), StoreError> {
    let options = existing(path).busy_timeout(Duration::from_millis(200));
    let mut db = options.connect().await?;
    let locked = sqlx::raw_sql("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;").execute(&mut db).await;
    let _ = db.close().await;
    locked.map(drop).map_err(StoreError::from)
}

/// Plays a journal again. Says how many entries it has, and whether the rules of this program could play it.
fn verify(game: Option<&Arc<dyn Playable>>, text: &str, head: &str) -> Result<(u64, bool), JournalError> {
    let (header, entries) = parse(text)?;
    let last = entries.last().map_or(&header.link, |e| &e.link);
    if last != head {
        let why = format!("the table says that its last line is {head}, and it is {last}");
        return Err(JournalError::Mismatch { n: entries.len() as u64, field: "link", why });
    }
    crate::audit::audit(text)?;
    let Some(game) = game else { return Ok((entries.len() as u64, false)) };
    let other = |header: &Header| header.rules != game.info().rules || header.data != game.data_hash();
    if other(&header) {
        return Ok((entries.len() as u64, false));
    }
    kessel_kernel::Journal::from_text(&**game, text)?;
    Ok((entries.len() as u64, true))
}
