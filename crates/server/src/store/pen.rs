//! The one task that writes.

use super::super::StoreError;
use super::super::work::{Job, Work};
use super::{BEGIN, Conn, Identity, Options, identity, tell_others, writing};
use sqlx::error::ErrorKind;
use sqlx::{ConnectOptions, Connection};
use tokio::sync::mpsc;

/// How many writes share one commit at most.
const BATCH: usize = 128;

type Answer = Result<(), StoreError>;

/// The connection that writes. After any failure of the database it is opened anew: the database may have ended the transaction by itself, and the
/// driver, which counts transactions, would then never begin another.
pub struct Pen {
    options: Options,
    connection: Option<Conn>,
    /// What it is connected to. A file that was deleted or replaced takes what is written with it, and nothing fails.
    connected: Option<Identity>,
    most_tables: u64,
    /// Which process this is, so that it does not listen to itself.
    origin: String,
}

/// The database failed, and nothing of the batch is known to be written.
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
    pub fn new(options: Options, connection: Conn, most_tables: u64, origin: String) -> Pen {
        // The first stays the one: what another file holds does not belong to the log beside it.
        let connected = identity(&options).ok().flatten();
        Pen { options, connection: Some(connection), connected, most_tables, origin }
    }

    /// An answer to each job, by the same index.
    async fn write(&mut self, batch: &[Job]) -> Vec<Answer> {
        let since = std::time::Instant::now();
        let answers = match self.commit(batch, false).await {
            Ok(answers) => answers,
            // What one job asks for may be more than the disk has room for: the others go on without it. And a line that was cut in
            // the middle of a commit leaves open whether it was done: each job looks for itself.
            Err(Failure { begun, why }) if begun || is_cut(&why) => {
                let mut answers = Vec::with_capacity(batch.len());
                for job in batch {
                    let alone = self.commit(std::slice::from_ref(job), true).await;
                    answers.extend(alone.unwrap_or_else(|failure| vec![Err(failure.why)]));
                }
                answers
            }
            Err(Failure { why, .. }) => vec![Err(why); batch.len()],
        };
        metrics::histogram!("kessel_commit_seconds").record(since.elapsed());
        metrics::counter!("kessel_writes_total").increment(batch.len() as u64);
        answers
    }

    async fn commit(&mut self, batch: &[Job], again: bool) -> Result<Vec<Answer>, Failure> {
        let mut begun = false;
        let (most_tables, origin) = (self.most_tables, self.origin.clone());
        let answers = match self.open().await {
            Ok(connection) => commit(connection, batch, (most_tables, &origin, again), &mut begun).await,
            Err(why) => Err(why),
        };
        // Nothing is acknowledged that went into a file which is not there any more.
        let answers = answers.and_then(|answers| self.same().map(|()| answers));
        if let Err(why) = &answers {
            metrics::counter!("kessel_database_failures_total").increment(1);
            tracing::error!("{why}; the database is opened anew");
            if let Some(connection) = self.connection.take() {
                let _ = tokio::time::timeout(std::time::Duration::from_secs(2), connection.close()).await;
            }
        }
        answers.map_err(|why| Failure { why, begun })
    }

    /// Is it still connected to what the name leads to?
    fn same(&self) -> Result<(), StoreError> {
        match identity(&self.options)? {
            now if now == self.connected => Ok(()),
            _ => Err(StoreError::replaced()),
        }
    }

    async fn open(&mut self) -> Result<&mut Conn, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) if self.same().is_ok() => connection,
            _ => {
                self.same()?;
                self.options.connect().await?
            }
        };
        Ok(self.connection.insert(connection))
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
    connection: &mut Conn,
    batch: &[Job],
    (most_tables, origin, again): (u64, &str, bool),
    begun: &mut bool,
) -> Result<Vec<Answer>, StoreError> {
    let mut tx = connection.begin_with(BEGIN).await?;
    *begun = true;
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        let mut point = tx.begin().await?;
        let answer = writing::write(&mut point, &job.work, most_tables, again).await;
        match &answer {
            Ok(()) => {
                if let Some((table, what)) = job.work.concerns() {
                    tell_others(&mut point, &format!("{origin} {what} {table}")).await?;
                }
                point.commit().await?;
            }
            Err(StoreError::Sql(e)) if !is_refusal(e) => return Err(StoreError::Sql(e.clone())),
            Err(_) => point.rollback().await?,
        }
        answers.push(answer);
    }
    tx.commit().await?;
    Ok(answers)
}

/// Was the line cut before anything was begun? A new one may stand.
fn is_cut(e: &StoreError) -> bool {
    let StoreError::Sql(e) = e else { return false };
    let ended = e.as_database_error().and_then(|e| e.code()).is_some_and(|code| code.starts_with("57P"));
    ended || matches!(**e, sqlx::Error::Io(_) | sqlx::Error::Protocol(_))
}

/// Was only this one statement refused, because the tables do not allow it? Anything else is a failure of the database.
fn is_refusal(e: &sqlx::Error) -> bool {
    e.as_database_error().is_some_and(|e| !matches!(e.kind(), ErrorKind::Other))
}
