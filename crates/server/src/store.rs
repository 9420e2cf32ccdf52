//! The database: SQLite in a file, or PostgreSQL; one writer a process.
//!
//! Every write goes through one task, which takes whatever waits, does it in one transaction, and answers only after the
//! commit. WAL with `synchronous = FULL`: a commit is on the disk even if the power fails, and because one commit serves everybody who
//! waits, many tables cost little more than one. With PostgreSQL several processes write side by side; each write names the last line that it saw, so
//! one of two that collide is refused, and each process tells the others what it has changed.

pub mod files;
// Compiled once for each database, on purpose: see lite.rs.
#[allow(clippy::duplicate_mod)]
pub mod lite;
#[allow(clippy::duplicate_mod)]
pub mod post;
#[cfg(test)]
mod tests;
mod work;

pub use files::Fresh;
pub use work::{
    Account, Ask, Beside, Change, Drafted, Line, Origin, Planned, Proposal, Said, Session, Snapshot, Summary,
    TakebackNote,
};

use crate::clock::Clock;
use crate::config::Database;
use crate::keys::{Grade, KeyHash, Players};
use kessel_kernel::Side;
use kessel_kernel::journal::Mark;
use sqlx::postgres::PgPool;
use sqlx::sqlite::SqlitePool;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};
use work::{Job, Work};

/// A session ends so long after its beginning.
const SESSION: u64 = 180 * 24 * 3600 * 1000;
/// When it was last used is noted as exactly as this.
const USED: u64 = 3600 * 1000;

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
    /// Somebody has this name.
    #[error("the name is taken")]
    Taken,
    /// Somebody sits there.
    #[error("somebody has taken the seat")]
    Held,
    /// Nobody may say anything at this table.
    #[error("nobody may say anything at this table")]
    Silenced,
    /// Nobody writes any more: the server is stopping.
    #[error("the database is closed")]
    Closed,
    /// What is in the database makes no sense.
    #[error("the database is broken: {0}")]
    Broken(String),
    /// A table's journal was changed or torn after it was written.
    #[error("the journal is corrupt: {0}")]
    Corrupt(String),
    /// No random numbers.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
    /// The database failed.
    #[error("database: {0}")]
    Sql(Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(e: sqlx::Error) -> StoreError {
        // SQLITE_CORRUPT and SQLITE_NOTADB.
        match e.as_database_error().and_then(|e| e.code()).as_deref() {
            Some("11" | "267" | "523" | "779") => StoreError::Corrupt(format!("the file is damaged ({e})")),
            Some("26") => StoreError::Corrupt("the file is no database, or its first page is damaged".into()),
            _ => StoreError::Sql(Arc::new(e)),
        }
    }
}

impl StoreError {
    /// Another file has come into the place of the one that was opened.
    pub fn replaced() -> StoreError {
        let why = "the file of the database was replaced by another while the server runs: nothing is read from it or written to it, \
            for the log beside it belongs to the first. Put that one back, or restart the server";
        StoreError::Broken(why.into())
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(e: getrandom::Error) -> StoreError {
        StoreError::Random(e)
    }
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
    /// How it ended, if the rules did not end it. As JSON.
    pub ended: Option<String>,
    /// How far the people have come with their parts of the seed. As JSON.
    pub dice: Option<String>,
    /// Anybody may take the friend's seat.
    pub open: bool,
    /// How long somebody may take for a move.
    pub clock: Clock,
    /// Since when each side is asked to act, or 0.
    pub asked: [u64; 2],
    /// When somebody was last here.
    pub touched: u64,
    /// The address from which it was made.
    pub made_from: Option<String>,
}

/// A journal as it is read: its text, who was told of each action, positions along the way, and what lies beside it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub text: String,
    pub seen: Vec<u8>,
    /// The oldest first.
    pub snapshots: Vec<Snapshot>,
    pub beside: Beside,
    /// What the sides have planned, by [`Side::index`].
    pub drafts: [Option<Drafted>; 2],
}

/// Whoever has taken a seat.
#[derive(Copy, Clone, Debug, Default)]
pub struct Hand {
    /// When he was last at the table.
    pub seen: u64,
}

/// What another process has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// A table has changed.
    Changed(String),
    /// A side has planned something.
    Drafts(String),
    /// A seat was given away.
    Seats(String),
    /// A table was deleted.
    Deleted(String),
    /// The line was cut: anything may have happened.
    Anything,
}

/// The database.
#[derive(Clone)]
pub struct Store {
    readers: Readers,
    writer: mpsc::Sender<Job>,
    origin: String,
    hold: files::Hold,
    /// Which file was opened: another one in its place is not read with the log of the first.
    file: Option<(lite::Options, lite::Identity)>,
}

#[derive(Clone)]
enum Readers {
    Lite(SqlitePool),
    Post(PgPool),
}

/// Reads with whichever database it is. A reading that failed may not have ended: nobody else is to read in it.
macro_rules! read {
    ($store:expr, $name:ident ( $($argument:expr),* )) => {
        match &$store.readers {
            Readers::Lite(pool) => {
                $store.same()?;
                let mut connection = pool.acquire().await?;
                let read = lite::reading::$name(&mut connection, $($argument),*).await;
                if matches!(read, Err(StoreError::Sql(_))) {
                    connection.close_on_drop();
                }
                read
            }
            Readers::Post(pool) => {
                let mut connection = pool.acquire().await?;
                let read = post::reading::$name(&mut connection, $($argument),*).await;
                if matches!(read, Err(StoreError::Sql(_))) {
                    connection.close_on_drop();
                }
                read
            }
        }
    };
}

impl Store {
    /// Opens the database, or makes it if that is allowed.
    pub async fn open(database: &Database, fresh: Fresh, most_tables: u64) -> Result<Store, StoreError> {
        match database {
            Database::File(path) => {
                files::look(path, fresh)?;
                if fresh == Fresh::Never {
                    // Whoever only looks changes nothing: not the schema, and not the file of somebody else.
                    lite::known(path).await?;
                    return Store::open_file(lite::options(path), most_tables).await;
                }
                let hold = files::Hold::take(path)?;
                lite::not_foreign(path).await?;
                files::keep_private(path).map_err(|e| StoreError::Broken(e.to_string()))?;
                let store = Store::open_file(lite::options(path), most_tables).await?;
                files::leave_word(path);
                Ok(Store { hold, ..store })
            }
            Database::Postgres(url) => {
                let options: post::Options = url.parse().map_err(StoreError::from)?;
                if fresh == Fresh::Never {
                    post::known(&options).await?;
                }
                let (connection, readers) = post::open(&options).await?;
                let (origin, (writer, jobs)) = (origin()?, mpsc::channel(1024));
                let pen = post::pen::Pen::new(options, connection, most_tables, origin.clone());
                tokio::spawn(post::pen::run(pen, jobs));
                Ok(Store { readers: Readers::Post(readers), writer, origin, hold: files::Hold::none(), file: None })
            }
        }
    }

    pub(crate) async fn open_file(options: lite::Options, most_tables: u64) -> Result<Store, StoreError> {
        let (connection, readers) = lite::open(&options).await?;
        let (origin, (writer, jobs)) = (origin()?, mpsc::channel(1024));
        let options = options.create_if_missing(false);
        let file = lite::identity(&options)?.map(|identity| (options.clone(), identity));
        tokio::spawn(lite::pen::run(lite::pen::Pen::new(options, connection, most_tables, origin.clone()), jobs));
        Ok(Store { readers: Readers::Lite(readers), writer, origin, hold: files::Hold::none(), file })
    }

    /// Is the file the one that was opened?
    fn same(&self) -> Result<(), StoreError> {
        match &self.file {
            Some((options, first)) if lite::identity(options)? != Some(*first) => Err(StoreError::replaced()),
            _ => Ok(()),
        }
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
        self.write_later(Work::Snapshots { table: table.into(), head: head.into(), new, kept });
    }

    fn write_later(&self, work: Work) {
        let (reply, _) = oneshot::channel();
        let _ = self.writer.try_send(Job { work, reply });
    }

    /// Keeps what a side has planned, of a table that ends with `head`, in the place of `old`; when this returns it is on the disk.
    pub async fn keep_draft(
        &self,
        (table, head): (&str, &str),
        side: Side,
        old: Option<Drafted>,
        new: Drafted,
    ) -> Result<(), StoreError> {
        self.write(Work::Draft { table: table.into(), head: head.into(), side, old, new }).await
    }

    /// What the sides have planned.
    pub async fn drafts(&self, table: &str) -> Result<[Option<Drafted>; 2], StoreError> {
        read!(self, drafts(table))
    }

    /// A table without its actions, and what lies beside them.
    pub async fn beside(&self, table: &str) -> Result<(TableRow, Beside), StoreError> {
        read!(self, beside(table))
    }

    /// Do other processes write here too?
    pub fn is_shared(&self) -> bool {
        matches!(self.readers, Readers::Post(_))
    }

    /// Exchanges an invitation for a seat.
    pub async fn claim(&self, invite: KeyHash, seat: KeyHash) -> Result<(), StoreError> {
        self.write(Work::Claim { invite, seat }).await
    }

    /// Takes a seat that is offered to everybody.
    pub async fn take_open(&self, table: &str, seat: KeyHash) -> Result<(), StoreError> {
        self.write(Work::TakeOpen { table: table.into(), seat }).await
    }

    /// Voids every key of a side and makes a new invitation: if nobody sits there, or nobody who was here since that moment.
    pub async fn reinvite(
        &self,
        table: &str,
        side: Side,
        invite: KeyHash,
        gone: Option<(u64, Mark)>,
    ) -> Result<(), StoreError> {
        self.write(Work::Reinvite { table: table.into(), side, invite, gone }).await
    }

    /// Goes a step further with the parts of the seed, if nobody else has meanwhile.
    pub async fn dice(&self, table: &str, old: String, new: String) -> Result<(), StoreError> {
        self.write(Work::Dice { table: table.into(), old, new }).await
    }

    /// Ends a game that the rules have not ended.
    pub async fn end(&self, table: &str, head: &str, outcome: String, mark: Mark) -> Result<(), StoreError> {
        self.write(Work::End { table: table.into(), head: head.into(), outcome, mark }).await
    }

    pub async fn propose(&self, table: &str, proposal: Proposal) -> Result<(), StoreError> {
        self.write(Work::Propose { table: table.into(), proposal }).await
    }

    pub async fn withdraw(&self, table: &str, kind: Ask) -> Result<(), StoreError> {
        self.write(Work::Withdraw { table: table.into(), kind }).await
    }

    pub async fn say(&self, table: &str, side: Side, text: String) -> Result<(), StoreError> {
        self.write(Work::Say { table: table.into(), side, text }).await
    }

    /// Offers the friend's seat to everybody, or no longer.
    pub async fn offer(&self, table: &str, open: bool) -> Result<(), StoreError> {
        self.write(Work::Offer { table: table.into(), open }).await
    }

    /// Notes that somebody was here. Nobody waits for it.
    pub fn seen(&self, key: KeyHash, table: &str) {
        self.write_later(Work::Seen { key, table: table.into() });
    }

    pub async fn add_key(&self, table: &str, key: KeyHash, grade: Grade) -> Result<(), StoreError> {
        self.write(Work::AddKey { table: table.into(), key, grade }).await
    }

    /// Forgets one key.
    pub async fn drop_key(&self, key: KeyHash) -> Result<(), StoreError> {
        self.write(Work::DropKey { key }).await
    }

    /// Whoever held a side gives it up.
    pub async fn give_up(&self, table: &str, side: Side, mark: Mark) -> Result<(), StoreError> {
        self.write(Work::GiveUp { table: table.into(), side, mark }).await
    }

    /// Deletes a table with everything.
    pub async fn delete(&self, table: &str) -> Result<(), StoreError> {
        self.write(Work::Delete { table: table.into(), unless_taken: false }).await
    }

    /// The same if nobody has taken a seat.
    pub async fn delete_alone(&self, table: &str) -> Result<(), StoreError> {
        self.write(Work::Delete { table: table.into(), unless_taken: true }).await
    }

    /// Deletes the tables that nobody has touched since, and sooner those at which nothing was done.
    pub async fn expire(&self, before: u64, unplayed: u64) -> Result<(), StoreError> {
        self.write(Work::Expire { before, unplayed }).await
    }

    pub async fn register(&self, account: Account) -> Result<(), StoreError> {
        self.write(Work::Register { account: Box::new(account) }).await
    }

    /// Keeps what has changed of an account.
    pub async fn settle(&self, account: Account) -> Result<(), StoreError> {
        self.write(Work::Settle { account: Box::new(account), ends: None }).await
    }

    /// The same with another passphrase: every session ends but one, if one is named.
    pub async fn secure(&self, account: Account, but: Option<KeyHash>) -> Result<(), StoreError> {
        self.write(Work::Settle { account: Box::new(account), ends: Some(but) }).await
    }

    pub async fn login(&self, session: KeyHash, account: &str, origin: Origin) -> Result<(), StoreError> {
        self.write(Work::Login { session, account: account.into(), origin }).await
    }

    /// Ends all sessions of an account, or one.
    pub async fn end_sessions(&self, account: &str, id: Option<String>) -> Result<(), StoreError> {
        self.write(Work::EndSessions { account: account.into(), id }).await
    }

    /// Where an account is logged in: the hash of each session, and what is told of it.
    pub async fn sessions(&self, account: &str) -> Result<Vec<(Vec<u8>, Session)>, StoreError> {
        read!(self, sessions(account))
    }

    /// Everybody with a name, and since when.
    pub async fn accounts(&self) -> Result<Vec<(Account, u64)>, StoreError> {
        read!(self, accounts())
    }

    /// A side does not want to hear what is said, or wants to again; `all`: nobody can say anything.
    pub async fn mute(&self, table: &str, who: &'static str, on: bool) -> Result<(), StoreError> {
        self.write(Work::Mute { table: table.into(), who, on }).await
    }

    pub async fn logout(&self, session: KeyHash) -> Result<(), StoreError> {
        self.write(Work::Logout { session }).await
    }

    /// An account has what a key opens.
    pub async fn hold(&self, account: &str, key: KeyHash) -> Result<(), StoreError> {
        self.write(Work::Hold { account: account.into(), key }).await
    }

    /// What a key opens.
    pub async fn find(&self, key: KeyHash) -> Result<(Grade, TableRow), StoreError> {
        read!(self, find(key))
    }

    /// A table and its journal, as one reading.
    pub async fn load(&self, table: &str) -> Result<(TableRow, Loaded), StoreError> {
        read!(self, load(table))
    }

    /// What was said between two numbers: the last `most` of it.
    pub async fn chat(&self, table: &str, between: (u64, u64), most: u32) -> Result<Vec<Said>, StoreError> {
        read!(self, chat(table, between, most))
    }

    /// When a viewer (by his bit) was last told of an action.
    pub async fn last_seen(&self, table: &str, bit: u8) -> Result<Option<u64>, StoreError> {
        read!(self, last_seen(table, bit))
    }

    /// Since when all seats of a table are taken; 0 while one is free.
    pub async fn begun(&self, table: &str) -> Result<u64, StoreError> {
        read!(self, begun(table))
    }

    /// Which sides' invitations were taken.
    pub async fn taken(&self, table: &str) -> Result<[Option<Hand>; 2], StoreError> {
        read!(self, taken(table))
    }

    /// What whoever holds a table without an account calls himself.
    pub async fn guests(&self, table: &str) -> Result<Vec<(Grade, String)>, StoreError> {
        read!(self, guests(table))
    }

    pub async fn name_seat(&self, table: &str, holder: (KeyHash, Grade), name: String) -> Result<(), StoreError> {
        self.write(Work::NameSeat { table: table.into(), holder, name }).await
    }

    pub async fn holders(&self, table: &str) -> Result<Vec<(Grade, Account)>, StoreError> {
        read!(self, holders(table))
    }

    pub async fn holdings(&self, account: &str) -> Result<Vec<(Grade, TableRow)>, StoreError> {
        read!(self, holdings(account))
    }

    pub async fn open_tables(&self) -> Result<Vec<TableRow>, StoreError> {
        read!(self, open_tables())
    }

    /// Every table, the one that nobody has touched for longest first.
    pub async fn tables(&self) -> Result<Vec<TableRow>, StoreError> {
        read!(self, tables())
    }

    pub async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let folded = name.to_lowercase();
        read!(self, account_by("folded", &folded))
    }

    pub async fn account_of(&self, session: KeyHash) -> Result<Option<Account>, StoreError> {
        let found = read!(self, account_of(session, now().saturating_sub(SESSION)))?;
        Ok(found.map(|(account, used)| {
            if used + USED < now() {
                self.write_later(Work::Used { session });
            }
            account
        }))
    }

    /// Is the database there, does it answer, and can something be written?
    pub async fn ready(&self) -> Result<(), StoreError> {
        read!(self, open_tables()).map(drop)?;
        self.write(Work::Probe).await
    }

    /// What other processes do, as long as anybody listens. Nothing for a file: one process has it.
    pub fn elsewhere(&self) -> Option<mpsc::Receiver<Elsewhere>> {
        let Readers::Post(pool) = &self.readers else { return None };
        let (pool, origin, (heard, news)) = (pool.clone(), self.origin.clone(), mpsc::channel(1024));
        tokio::spawn(async move {
            while !heard.is_closed() && !pool.is_closed() {
                if let Err(e) = hear(&pool, &origin, &heard).await {
                    tracing::warn!("the line to the other processes is cut: {e}");
                }
                if heard.send(Elsewhere::Anything).await.is_err() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        Some(news)
    }

    /// Closes the file in good order.
    pub async fn close(&self) {
        match &self.readers {
            Readers::Lite(pool) => pool.close().await,
            Readers::Post(pool) => pool.close().await,
        }
        let _ = self.write(Work::Close).await;
        self.hold.let_go();
    }
}

async fn hear(pool: &PgPool, origin: &str, heard: &mpsc::Sender<Elsewhere>) -> Result<(), StoreError> {
    let mut listener = post::listen(pool).await?;
    // What happened before the line stood.
    let _ = heard.send(Elsewhere::Anything).await;
    loop {
        let Some(notice) = listener.try_recv().await? else { return Ok(()) };
        let mut words = notice.payload().splitn(3, ' ');
        let (from, what, table) = (words.next(), words.next(), words.next().unwrap_or("").to_owned());
        if from == Some(origin) {
            continue;
        }
        let news = match what {
            Some("deleted") => Elsewhere::Deleted(table),
            Some("seats") => Elsewhere::Seats(table),
            Some("drafts") => Elsewhere::Drafts(table),
            _ => Elsewhere::Changed(table),
        };
        if heard.send(news).await.is_err() {
            return Ok(());
        }
    }
}

/// A name for this process that no other has.
fn origin() -> Result<String, StoreError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
}
