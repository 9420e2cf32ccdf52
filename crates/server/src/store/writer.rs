//! The one task that writes.

use super::{Change, Line, Snapshot, StoreError, Summary, TableRow, TakebackNote, now};
use crate::keys::{Grade, KeyHash};
use kessel_table::Side;
use sqlx::error::ErrorKind;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};

/// Something to write.
pub enum Work {
    Create { row: Box<TableRow>, lines: Vec<Line>, keys: Vec<(KeyHash, Grade)> },
    Change { change: Box<Change>, note: Option<TakebackNote> },
    Note { table: String, note: TakebackNote },
    Snapshots { table: String, head: String, new: Vec<Snapshot>, kept: Vec<u64> },
    Draft { table: String, side: Side, step: u64, text: String },
    Claim { invite: KeyHash, seat: KeyHash },
    Reinvite { table: String, side: Side, invite: KeyHash },
    DropKey { key: KeyHash },
    Delete { table: String },
    Close,
}

/// Something to write, and who waits for it.
pub struct Job {
    pub work: Work,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// How many writes share one commit at most.
const BATCH: usize = 128;

type Answer = Result<(), StoreError>;

/// The connection that writes. After any failure of the database it is opened anew: SQLite may have ended the transaction by itself, and the
/// driver, which counts transactions, would then never begin another.
pub struct Pen {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    most_tables: u64,
}

/// The database failed, and nothing of the batch is written.
struct Failure {
    why: StoreError,
    /// It failed on the way, so that one of the jobs may be to blame.
    begun: bool,
}

/// Takes what waits, writes it in one transaction, answers after the commit.
pub async fn run(mut pen: Pen, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut closing = Vec::new();
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let answers = pen.write(&batch).await;
        for (job, answer) in batch.drain(..).zip(answers) {
            match job.work {
                Work::Close => closing.push(job.reply),
                // Whoever asked may have gone.
                _ => drop(job.reply.send(answer)),
            }
        }
        if !closing.is_empty() {
            break;
        }
    }
    let closed = pen.close().await;
    for reply in closing {
        let _ = reply.send(closed.clone());
    }
}

impl Pen {
    pub fn new(options: SqliteConnectOptions, connection: SqliteConnection, most_tables: u64) -> Pen {
        Pen { options, connection: Some(connection), most_tables }
    }

    /// An answer to each job, by the same index.
    async fn write(&mut self, batch: &[Job]) -> Vec<Answer> {
        match self.commit(batch).await {
            Ok(answers) => answers,
            // What one job asks for may be more than the disk has room for: the others go on without it.
            Err(Failure { begun: true, .. }) if batch.len() > 1 => {
                let mut answers = Vec::with_capacity(batch.len());
                for job in batch {
                    let alone = self.commit(std::slice::from_ref(job)).await;
                    answers.extend(alone.unwrap_or_else(|failure| vec![Err(failure.why)]));
                }
                answers
            }
            Err(Failure { why, .. }) => vec![Err(why); batch.len()],
        }
    }

    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<Answer>, Failure> {
        let mut begun = false;
        let answers = match self.open().await {
            Ok((connection, most_tables)) => commit(connection, batch, most_tables, &mut begun).await,
            Err(why) => Err(why),
        };
        if let Err(why) = &answers {
            eprintln!("kessel: {why}; the database is opened anew");
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
        }
        answers.map_err(|why| Failure { why, begun })
    }

    async fn open(&mut self) -> Result<(&mut SqliteConnection, u64), StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok((self.connection.insert(connection), self.most_tables))
    }

    async fn close(self) -> Answer {
        match self.connection {
            Some(connection) => Ok(connection.close().await?),
            None => Ok(()),
        }
    }
}

/// Each job has a savepoint, so that one which is refused leaves the others standing; a failure of the database undoes all of them.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Job],
    most_tables: u64,
    begun: &mut bool,
) -> Result<Vec<Answer>, StoreError> {
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
    *begun = true;
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        let mut point = tx.begin().await?;
        let answer = write(&mut point, &job.work, most_tables).await;
        match &answer {
            Ok(()) => point.commit().await?,
            Err(StoreError::Sql(e)) if !is_refusal(e) => return Err(StoreError::Sql(e.clone())),
            Err(_) => point.rollback().await?,
        }
        answers.push(answer);
    }
    tx.commit().await?;
    Ok(answers)
}

/// Was only this one statement refused, because the tables do not allow it? Anything else is a failure of the database.
fn is_refusal(e: &sqlx::Error) -> bool {
    e.as_database_error().is_some_and(|e| !matches!(e.kind(), ErrorKind::Other))
}

async fn write(db: &mut SqliteConnection, work: &Work, most_tables: u64) -> Result<(), StoreError> {
    match work {
        Work::Create { row, lines, keys } => create(db, row, lines, keys, most_tables).await,
        Work::Change { change, note } => {
            replace(db, change).await?;
            match note {
                Some(note) => remember(db, &change.table, note).await,
                None => Ok(()),
            }
        }
        Work::Note { table, note } => remember(db, table, note).await,
        Work::Snapshots { table, head, new, kept } => keep(db, (table, head), new, kept).await,
        Work::Draft { table, side, step, text } => {
            let kept = sqlx::query(
                "INSERT OR REPLACE INTO drafts (table_id, side, step, text) SELECT id, ?, ?, ? FROM tables WHERE id = ?",
            )
            .bind(side.word())
            .bind(*step as i64)
            .bind(text)
            .bind(table)
            .execute(db)
            .await?;
            if kept.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Gone) }
        }
        Work::Claim { invite, seat } => claim(db, *invite, *seat).await,
        Work::Reinvite { table, side, invite } => {
            sqlx::query("DELETE FROM seats WHERE table_id = ? AND side = ?")
                .bind(table)
                .bind(side.word())
                .execute(&mut *db)
                .await?;
            add_key(db, table, *invite, Grade::Invite(*side)).await
        }
        Work::DropKey { key } => {
            sqlx::query("DELETE FROM seats WHERE hash = ?").bind(key.0.as_slice()).execute(db).await?;
            Ok(())
        }
        Work::Delete { table } => {
            sqlx::query("DELETE FROM tables WHERE id = ?").bind(table).execute(db).await?;
            Ok(())
        }
        Work::Close => Ok(()),
    }
}

async fn create(
    db: &mut SqliteConnection,
    row: &TableRow,
    lines: &[Line],
    keys: &[(KeyHash, Grade)],
    most_tables: u64,
) -> Result<(), StoreError> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM tables").fetch_one(&mut *db).await?;
    if count as u64 >= most_tables {
        return Err(StoreError::Full);
    }
    sqlx::query("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(&row.id)
        .bind(&row.game)
        .bind(&row.scenario)
        .bind(&row.header)
        .bind(row.length as i64)
        .bind(&row.head)
        .bind(i64::from(row.summary.turn))
        .bind(to_act(&row.summary))
        .bind(&row.summary.outcome)
        .bind(row.players[0].word())
        .bind(row.players[1].word())
        .bind(row.imported)
        .bind(row.created as i64)
        .execute(&mut *db)
        .await?;
    add_lines(db, &row.id, lines).await?;
    for (key, grade) in keys {
        add_key(db, &row.id, *key, *grade).await?;
    }
    Ok(())
}

async fn replace(db: &mut SqliteConnection, change: &Change) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE tables SET header = coalesce(?, header), length = ?, head = ?, turn = ?, to_act = ?, outcome = ? \
         WHERE id = ? AND head = ? AND length >= ?",
    )
    .bind(&change.header)
    .bind((change.keep + change.lines.len() as u64) as i64)
    .bind(&change.new_head)
    .bind(i64::from(change.summary.turn))
    .bind(to_act(&change.summary))
    .bind(&change.summary.outcome)
    .bind(&change.table)
    .bind(&change.head)
    .bind(change.keep as i64)
    .execute(&mut *db)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    for cut in
        ["DELETE FROM entries WHERE table_id = ? AND n > ?", "DELETE FROM snapshots WHERE table_id = ? AND n > ?"]
    {
        sqlx::query(cut).bind(&change.table).bind(change.keep as i64).execute(&mut *db).await?;
    }
    add_lines(db, &change.table, &change.lines).await
}

async fn add_lines(db: &mut SqliteConnection, table: &str, lines: &[Line]) -> Result<(), StoreError> {
    let at = now() as i64;
    for line in lines {
        sqlx::query("INSERT INTO entries VALUES (?, ?, ?, ?, ?)")
            .bind(table)
            .bind(line.n as i64)
            .bind(&line.text)
            .bind(i64::from(line.seen))
            .bind(at)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn add_key(db: &mut SqliteConnection, table: &str, key: KeyHash, grade: Grade) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO seats VALUES (?, ?, ?, ?)")
        .bind(key.0.as_slice())
        .bind(table)
        .bind(grade.word())
        .bind(grade.side().map(Side::word))
        .execute(db)
        .await
        .map_err(|e| match e.as_database_error().map(|e| e.kind()) {
            // The table was deleted meanwhile.
            Some(ErrorKind::ForeignKeyViolation) => StoreError::Gone,
            _ => e.into(),
        })?;
    Ok(())
}

async fn claim(db: &mut SqliteConnection, invite: KeyHash, seat: KeyHash) -> Result<(), StoreError> {
    let done = sqlx::query("UPDATE seats SET kind = 'used' WHERE hash = ? AND kind = 'invite'")
        .bind(invite.0.as_slice())
        .execute(&mut *db)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Claimed);
    }
    sqlx::query("INSERT INTO seats SELECT ?, table_id, 'seat', side FROM seats WHERE hash = ?")
        .bind(seat.0.as_slice())
        .bind(invite.0.as_slice())
        .execute(db)
        .await?;
    Ok(())
}

async fn remember(db: &mut SqliteConnection, table: &str, note: &TakebackNote) -> Result<(), StoreError> {
    // The table may have been deleted meanwhile: then there is nothing to remember.
    sqlx::query("INSERT INTO takebacks SELECT id, ?, ?, ?, ?, ? FROM tables WHERE id = ?")
        .bind(now() as i64)
        .bind(note.side.word())
        .bind(note.length as i64)
        .bind(note.to as i64)
        .bind(note.granted)
        .bind(table)
        .execute(db)
        .await?;
    Ok(())
}

/// Keeps snapshots of a journal that still ends with this link; if it does not, others will come.
async fn keep(
    db: &mut SqliteConnection,
    (table, head): (&str, &str),
    new: &[Snapshot],
    kept: &[u64],
) -> Result<(), StoreError> {
    for (n, bytes) in new {
        sqlx::query("INSERT OR REPLACE INTO snapshots SELECT id, ?, ? FROM tables WHERE id = ? AND head = ?")
            .bind(*n as i64)
            .bind(&**bytes)
            .bind(table)
            .bind(head)
            .execute(&mut *db)
            .await?;
    }
    let kept = serde_json::to_string(kept).expect("numbers are plain data");
    sqlx::query("DELETE FROM snapshots WHERE table_id = ? AND n NOT IN (SELECT value FROM json_each(?))")
        .bind(table)
        .bind(kept)
        .execute(db)
        .await?;
    Ok(())
}

fn to_act(summary: &Summary) -> String {
    match serde_json::to_value(summary.to_act) {
        Ok(serde_json::Value::String(word)) => word,
        _ => unreachable!("a ToAct is a word"),
    }
}
