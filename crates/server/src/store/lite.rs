//! The embedded database: one SQLite file.

use super::StoreError;
pub use sqlx::sqlite::{SqliteConnectOptions as Options, SqliteConnection as Conn, SqliteRow as Row};
use sqlx::sqlite::{SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::time::Duration;

// The statements and the writing task are the same text for both databases; it is compiled once for the types of each.
#[path = "naming.rs"]
pub mod naming;
#[path = "pen.rs"]
pub mod pen;
#[path = "reading.rs"]
pub mod reading;
#[path = "writing.rs"]
pub mod writing;

/// Whoever is going to write says so at once: a reading that turns into a writing could be refused.
pub const BEGIN: &str = "BEGIN IMMEDIATE";
/// All of one reading sees the same moment.
pub const READ: &str = "BEGIN";

/// The version of the schema that this program writes.
pub const SCHEMA: i64 = 4;

/// Writes the first page of the file as it is.
pub const PROBE: &str = "PRAGMA user_version = 4";
const _: () = assert!(SCHEMA == 4, "the probe writes the version");

/// How the file is opened: a commit is on the disk when it returns.
pub fn options(path: &Path) -> Options {
    Options::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
}

/// Opens the file, makes it if it is new, and brings it up to date.
pub async fn open(options: &Options) -> Result<(Conn, SqlitePool), StoreError> {
    let mut connection = options.connect().await?;
    migrate(&mut connection).await?;
    // From here on the file is there: if it goes away that is a fault, not a reason to begin afresh.
    let options = options.clone().create_if_missing(false);
    let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
    Ok((connection, readers))
}

/// Brings the schema up to date, a version at a time, each whole or not at all.
pub async fn migrate(connection: &mut Conn) -> Result<i64, StoreError> {
    let version = version(connection).await?;
    if !(0..=SCHEMA).contains(&version) {
        let why = format!("it is of version {version}; this program writes version {SCHEMA}");
        return Err(StoreError::Broken(why));
    }
    if !is_ours(connection, version).await? {
        return Err(StoreError::Broken("it holds something else and nothing of Kessel".into()));
    }
    if version < 1 {
        let first = concat!("BEGIN IMMEDIATE;", include_str!("schema.sql"), "COMMIT;");
        sqlx::raw_sql(first).execute(&mut *connection).await?;
    }
    // Only a cache, so it is no part of the schema: a program that does not know it loses nothing.
    sqlx::raw_sql(include_str!("snapshots.sql")).execute(&mut *connection).await?;
    sqlx::raw_sql(include_str!("drafts.sql")).execute(&mut *connection).await?;
    if version < 2 {
        let second = concat!("BEGIN IMMEDIATE;", include_str!("second.sql"), "COMMIT;");
        sqlx::raw_sql(second).execute(&mut *connection).await?;
    }
    if version < 3 {
        let third = concat!("BEGIN IMMEDIATE;", include_str!("third.sql"), "PRAGMA user_version = 3;COMMIT;");
        sqlx::raw_sql(third).execute(&mut *connection).await?;
    }
    if version < 4 {
        let fourth = concat!("BEGIN IMMEDIATE;", include_str!("fourth.sql"), "PRAGMA user_version = 4;COMMIT;");
        sqlx::raw_sql(fourth).execute(&mut *connection).await?;
    }
    Ok(version)
}

/// Are the tables in it those of this program, or none yet?
async fn is_ours(connection: &mut Conn, version: i64) -> Result<bool, StoreError> {
    let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let all: i64 = sqlx::query_scalar(tables).fetch_one(&mut *connection).await?;
    let ours = format!("{tables} AND name IN ('tables', 'entries', 'seats', 'takebacks')");
    let ours: i64 = sqlx::query_scalar(&ours).fetch_one(&mut *connection).await?;
    Ok(if version == 0 { all == 0 } else { ours == 4 })
}

/// Is this a database of this program, and up to date? Nothing in it is changed.
pub async fn known(path: &Path) -> Result<(), StoreError> {
    let (version, ours) = look(path).await?;
    judge(version, ours)
}

/// Refuses the file of somebody else, before anything of it is changed.
pub async fn not_foreign(path: &Path) -> Result<(), StoreError> {
    if std::fs::metadata(path).map_or(0, |file| file.len()) == 0 {
        return Ok(());
    }
    let mut connection = Options::new().filename(path).connect().await?;
    let version = version(&mut connection).await?;
    let ours = is_ours(&mut connection, version).await;
    connection.close().await?;
    if ours? { Ok(()) } else { judge(version, false) }
}

/// The same for a copy that is put back: it may be of an older version, which is brought up to date then.
pub async fn usable(path: &Path) -> Result<(), StoreError> {
    let (version, ours) = look(path).await?;
    judge(version.max(if ours { SCHEMA } else { 0 }), ours)
}

async fn look(path: &Path) -> Result<(i64, bool), StoreError> {
    let mut connection = Options::new().filename(path).connect().await?;
    let version = version(&mut connection).await?;
    let ours = is_ours(&mut connection, version).await;
    connection.close().await?;
    Ok((version, ours? && version > 0))
}

/// What a tool says of a database that it is not to change.
pub fn judge(version: i64, ours: bool) -> Result<(), StoreError> {
    let why = match version {
        _ if !ours => "it holds no tables of Kessel".to_owned(),
        SCHEMA => return Ok(()),
        older if older < SCHEMA => format!("it is of version {older}; `kessel admin migrate` brings it to {SCHEMA}"),
        newer => format!("it is of version {newer}; this program knows {SCHEMA}"),
    };
    Err(StoreError::Broken(why))
}

/// The version of the schema in the file; 0 if there is none yet.
pub async fn version(connection: &mut Conn) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?)
}

/// Which file a connection writes to, as the system knows it: a name can come to lead elsewhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Identity(u64, u64);

/// The file that the name leads to now; nothing where the system cannot tell.
#[cfg(unix)]
pub fn identity(options: &Options) -> Result<Option<Identity>, StoreError> {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::metadata(options.get_filename())
        .map_err(|e| StoreError::Broken(format!("the file of the database is not there any more ({e})")))?;
    Ok(Some(Identity(file.dev(), file.ino())))
}

#[cfg(not(unix))]
pub fn identity(_: &Options) -> Result<Option<Identity>, StoreError> {
    Ok(None)
}

/// Nobody else listens: one process has the file.
pub async fn tell_others(_: &mut Conn, _: &str) -> Result<(), StoreError> {
    Ok(())
}
