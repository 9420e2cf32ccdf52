//! The database: SQLite, one writer.
//!
//! Every write goes through one task, which takes whatever waits, does it in one transaction, and answers only after the
//! commit. WAL with `synchronous = FULL`: a commit is on the disk even if the power fails, and because one commit serves everybody who
//! waits, many tables cost little more than one.

mod files;
#[cfg(test)]
mod tests;
mod writer;

use crate::keys::{Grade, KeyHash, Player, Players};
use kessel_table::plan::Draft;
use kessel_table::{Side, ToAct};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Connection, Row};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};
use writer::{Job, Pen, Work};

/// The version of the schema that this program writes.
const SCHEMA: i64 = 1;

/// Why the database did not do it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// No such key.
    #[error("there is no such key")]
    NoSuchKey,
    /// The invitation was used.
    #[error("the invitation was used")]
    Claimed,
    /// Too many tables.
    #[error("there are too many tables")]
    Full,
    /// Somebody else has written to the table meanwhile.
    #[error("the table has changed meanwhile")]
    Stale,
    /// The table is gone.
    #[error("the table is gone")]
    Gone,
    /// Nobody writes any more: the server is stopping.
    #[error("the database is closed")]
    Closed,
    /// What is in the database makes no sense.
    #[error("the database is broken: {0}")]
    Broken(String),
    /// No random numbers.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
    /// The database failed.
    #[error("database: {0}")]
    Sql(Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(e: sqlx::Error) -> StoreError {
        StoreError::Sql(Arc::new(e))
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(e: getrandom::Error) -> StoreError {
        StoreError::Random(e)
    }
}

/// What lists show of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub turn: u32,
    pub to_act: ToAct,
    /// As JSON.
    pub outcome: Option<String>,
}

/// One action as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub n: u64,
    pub text: String,
    pub seen: u8,
}

/// A table without its actions.
#[derive(Clone, Debug)]
pub struct TableRow {
    pub id: String,
    pub game: String,
    pub scenario: String,
    pub header: String,
    pub length: u64,
    pub head: String,
    pub summary: Summary,
    pub players: Players,
    pub imported: bool,
    pub created: u64,
}

/// A journal as it is read: its text, who was told of each action, and positions along the way.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub text: String,
    pub seen: Vec<u8>,
    /// The oldest first.
    pub snapshots: Vec<Snapshot>,
}

/// A position as bytes, and how many entries lead to it.
pub type Snapshot = (u64, Arc<[u8]>);

/// A change of a table's journal: keep the first lines, then add some.
#[derive(Clone, Debug)]
pub struct Change {
    pub table: String,
    /// The link that the journal ends with now; another one and the change is stale.
    pub head: String,
    /// Another header: the game was taken over from older rules.
    pub header: Option<String>,
    pub keep: u64,
    pub lines: Vec<Line>,
    pub new_head: String,
    pub summary: Summary,
}

/// A take-back, asked for and answered.
#[derive(Clone, Debug)]
pub struct TakebackNote {
    pub side: Side,
    pub length: u64,
    pub to: u64,
    pub granted: bool,
}

/// The database.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
}

impl Store {
    /// Opens the file, or makes it.
    pub async fn open(path: &Path, most_tables: u64) -> Result<Store, StoreError> {
        files::look(path)?;
        files::keep_private(path).map_err(|e| StoreError::Broken(e.to_string()))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        Store::open_with(options, most_tables).await
    }

    async fn open_with(options: SqliteConnectOptions, most_tables: u64) -> Result<Store, StoreError> {
        let mut connection = sqlx::ConnectOptions::connect(&options).await?;
        let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await?;
        match version {
            0 => {
                sqlx::raw_sql(concat!("BEGIN IMMEDIATE;", include_str!("store/schema.sql"), "COMMIT;"))
                    .execute(&mut connection)
                    .await?;
            }
            SCHEMA => {}
            other => {
                let why = format!("it is of version {other}; this program writes version {SCHEMA}");
                return Err(StoreError::Broken(why));
            }
        }
        // Only a cache, so it is no part of the schema: a program that does not know it loses nothing.
        sqlx::raw_sql(include_str!("store/snapshots.sql")).execute(&mut connection).await?;
        // New, and nothing that a program without plans needs.
        sqlx::raw_sql(include_str!("store/drafts.sql")).execute(&mut connection).await?;
        // From here on the file is there: if it goes away that is a fault, not a reason to begin afresh.
        let options = options.create_if_missing(false);
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await?;
        let (writer, jobs) = mpsc::channel(1024);
        tokio::spawn(writer::run(Pen::new(options, connection, most_tables), jobs));
        Ok(Store { readers, writer })
    }

    async fn write(&self, work: Work) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.writer.send(Job { work, reply }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// A new table with its lines and keys.
    pub async fn create(&self, row: TableRow, lines: Vec<Line>, keys: Vec<(KeyHash, Grade)>) -> Result<(), StoreError> {
        self.write(Work::Create { row: Box::new(row), lines, keys }).await
    }

    /// Changes a journal; when this returns the change is on the disk.
    pub async fn change(&self, change: Change, note: Option<TakebackNote>) -> Result<(), StoreError> {
        self.write(Work::Change { change: Box::new(change), note }).await
    }

    /// Notes a take-back that was refused.
    pub async fn note(&self, table: &str, note: TakebackNote) -> Result<(), StoreError> {
        self.write(Work::Note { table: table.into(), note }).await
    }

    /// Keeps some snapshots of a journal that ends with the link `head`, and of the others only those of `kept`. Does not wait: they
    /// are a cache, and if the writer has too much to do they are left out.
    pub fn keep_snapshots(&self, table: &str, head: &str, new: Vec<Snapshot>, kept: Vec<u64>) {
        let (reply, _) = oneshot::channel();
        let work = Work::Snapshots { table: table.into(), head: head.into(), new, kept };
        let _ = self.writer.try_send(Job { work, reply });
    }

    /// Keeps what a side has planned; when this returns it is on the disk. `step` tells which plans it is for.
    pub async fn keep_draft(&self, table: &str, side: Side, step: u64, text: String) -> Result<(), StoreError> {
        self.write(Work::Draft { table: table.into(), side, step, text }).await
    }

    /// What the sides have planned, by [`Side::index`], and for which step.
    pub async fn drafts(&self, table: &str) -> Result<[(u64, Draft); 2], StoreError> {
        let rows = sqlx::query("SELECT side, step, text FROM drafts WHERE table_id = ?")
            .bind(table)
            .fetch_all(&self.readers)
            .await?;
        let mut drafts = <[(u64, Draft); 2]>::default();
        for row in &rows {
            let (side, text): (String, String) = (row.try_get("side")?, row.try_get("text")?);
            let side = Side::from_word(&side).ok_or_else(|| StoreError::Broken(format!("a side {side:?}")))?;
            let draft = serde_json::from_str(&text).map_err(|e| StoreError::Broken(e.to_string()))?;
            drafts[side.index()] = (number(row, "step")?, draft);
        }
        Ok(drafts)
    }

    /// Exchanges an invitation for a seat.
    pub async fn claim(&self, invite: KeyHash, seat: KeyHash) -> Result<(), StoreError> {
        self.write(Work::Claim { invite, seat }).await
    }

    /// Voids every key of a side and makes a new invitation.
    pub async fn reinvite(&self, table: &str, side: Side, invite: KeyHash) -> Result<(), StoreError> {
        self.write(Work::Reinvite { table: table.into(), side, invite }).await
    }

    /// Forgets one key.
    pub async fn drop_key(&self, key: KeyHash) -> Result<(), StoreError> {
        self.write(Work::DropKey { key }).await
    }

    /// Deletes a table with everything.
    pub async fn delete(&self, table: &str) -> Result<(), StoreError> {
        self.write(Work::Delete { table: table.into() }).await
    }

    /// What a key opens.
    pub async fn find(&self, key: KeyHash) -> Result<(Grade, TableRow), StoreError> {
        let row = sqlx::query(
            "SELECT s.kind AS key_kind, s.side AS key_side, t.* FROM seats s JOIN tables t ON t.id = s.table_id \
             WHERE s.hash = ?",
        )
        .bind(key.0.as_slice())
        .fetch_optional(&self.readers)
        .await?
        .ok_or(StoreError::NoSuchKey)?;
        let kind: String = row.try_get("key_kind")?;
        if kind == "used" {
            return Err(StoreError::Claimed);
        }
        let side: Option<String> = row.try_get("key_side")?;
        let grade =
            Grade::read(&kind, side.as_deref()).ok_or_else(|| StoreError::Broken(format!("a key of kind {kind:?}")))?;
        Ok((grade, table_row(&row)?))
    }

    /// A table and its journal, as one reading.
    pub async fn load(&self, table: &str) -> Result<(TableRow, Loaded), StoreError> {
        let mut connection = self.readers.acquire().await?;
        let read = read(&mut connection, table).await;
        if matches!(read, Err(StoreError::Sql(_))) {
            // A reading that failed may not have ended: nobody else is to read in it.
            connection.close_on_drop();
        }
        read
    }

    /// When a viewer (by his bit) was last told of an action.
    pub async fn last_seen(&self, table: &str, bit: u8) -> Result<Option<u64>, StoreError> {
        let at: Option<i64> =
            sqlx::query_scalar("SELECT at FROM entries WHERE table_id = ? AND (seen & ?) != 0 ORDER BY n DESC LIMIT 1")
                .bind(table)
                .bind(i64::from(bit))
                .fetch_optional(&self.readers)
                .await?;
        Ok(at.map(|at| at as u64))
    }

    /// Which sides' invitations were taken.
    pub async fn taken(&self, table: &str) -> Result<[bool; 2], StoreError> {
        let sides: Vec<String> = sqlx::query_scalar("SELECT side FROM seats WHERE table_id = ? AND kind = 'seat'")
            .bind(table)
            .fetch_all(&self.readers)
            .await?;
        Ok(Side::BOTH.map(|side| sides.iter().any(|s| s == side.word())))
    }

    /// Closes the file in good order.
    pub async fn close(&self) {
        self.readers.close().await;
        let _ = self.write(Work::Close).await;
    }
}

async fn read(connection: &mut SqliteConnection, table: &str) -> Result<(TableRow, Loaded), StoreError> {
    let mut reading = connection.begin().await?;
    let row = sqlx::query("SELECT * FROM tables WHERE id = ?")
        .bind(table)
        .fetch_optional(&mut *reading)
        .await?
        .ok_or(StoreError::Gone)?;
    let row = table_row(&row)?;
    // One row instead of thousands: the lines as the text that they make, the marks (0 to 7) as a digit each.
    let lines = sqlx::query(
        "SELECT coalesce(group_concat(line || char(10), '' ORDER BY n), '') AS text, \
         coalesce(group_concat(seen, '' ORDER BY n), '') AS seen FROM entries WHERE table_id = ?",
    )
    .bind(table)
    .fetch_one(&mut *reading)
    .await?;
    let (lines, seen): (String, String) = (lines.try_get("text")?, lines.try_get("seen")?);
    let snapshots = sqlx::query("SELECT n, bytes FROM snapshots WHERE table_id = ? ORDER BY n")
        .bind(table)
        .fetch_all(&mut *reading)
        .await?;
    let snapshots = snapshots.iter().map(|row| Ok((number(row, "n")?, row.try_get::<Vec<u8>, _>("bytes")?.into())));
    let loaded = Loaded {
        text: format!("{}\n{lines}", row.header),
        seen: seen.bytes().map(|digit| digit.wrapping_sub(b'0')).collect(),
        snapshots: snapshots.collect::<Result<_, StoreError>>()?,
    };
    reading.commit().await?;
    Ok((row, loaded))
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
}

fn table_row(row: &SqliteRow) -> Result<TableRow, StoreError> {
    let player = |column: &str| -> Result<Player, StoreError> {
        let word: String = row.try_get(column)?;
        Player::read(&word).ok_or_else(|| StoreError::Broken(format!("a player {word:?}")))
    };
    let to_act: String = row.try_get("to_act")?;
    let to_act = serde_json::from_value(to_act.into()).map_err(|e| StoreError::Broken(e.to_string()))?;
    Ok(TableRow {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        scenario: row.try_get("scenario")?,
        header: row.try_get("header")?,
        length: number(row, "length")?,
        head: row.try_get("head")?,
        summary: Summary { turn: number(row, "turn")? as u32, to_act, outcome: row.try_get("outcome")? },
        players: [player("axis")?, player("soviet")?],
        imported: row.try_get("imported")?,
        created: number(row, "created")?,
    })
}

fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let value: i64 = row.try_get(column)?;
    u64::try_from(value).map_err(|_| StoreError::Broken(format!("{column} is {value}")))
}
