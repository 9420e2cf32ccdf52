//! PostgreSQL: any number of processes side by side. What one of them writes the others hear of by `NOTIFY`, which is sent with the commit.

use super::StoreError;
pub use sqlx::postgres::{PgConnectOptions as Options, PgConnection as Conn, PgRow as Row};
use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};

#[path = "naming.rs"]
pub mod naming;
#[path = "pen.rs"]
pub mod pen;
#[path = "reading.rs"]
pub mod reading;
#[path = "writing.rs"]
pub mod writing;

pub const BEGIN: &str = "BEGIN";
pub const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// What the processes call to each other on.
const CHANNEL: &str = "kessel";
/// Writes one row as it is.
pub const PROBE: &str = "UPDATE kessel_schema SET version = version";

/// Two processes that start at once on an empty database: one makes the tables, the other waits.
const LOCK: i64 = 0x006b_6573_7365_6c00;

/// Connects, and makes the tables if there are none.
pub async fn open(options: &Options) -> Result<(Conn, PgPool), StoreError> {
    let mut connection = options.connect().await?;
    migrate(&mut connection).await?;
    let readers = PgPoolOptions::new().max_connections(8).connect_with(options.clone()).await?;
    Ok((connection, readers))
}

/// Makes the tables if there are none; says which version was there.
pub async fn migrate(connection: &mut Conn) -> Result<i64, StoreError> {
    let mut tx = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *tx).await?;
    let there: Option<String> =
        sqlx::query_scalar("SELECT to_regclass('kessel_schema')::text").fetch_one(&mut *tx).await?;
    let version: i64 = match there {
        Some(_) => {
            let version: i64 = sqlx::query_scalar("SELECT version FROM kessel_schema").fetch_one(&mut *tx).await?;
            if version == 2 {
                sqlx::raw_sql(include_str!("postgres-third.sql")).execute(&mut *tx).await?;
            }
            if (2..4).contains(&version) {
                sqlx::raw_sql(include_str!("postgres-fourth.sql")).execute(&mut *tx).await?;
            }
            version
        }
        None => {
            sqlx::raw_sql(include_str!("postgres.sql")).execute(&mut *tx).await?;
            0
        }
    };
    if version > super::lite::SCHEMA {
        let why = format!("it is of version {version}; this program writes version {}", super::lite::SCHEMA);
        return Err(StoreError::Broken(why));
    }
    tx.commit().await?;
    Ok(version)
}

/// Is this a database of this program, and up to date? Nothing in it is changed.
pub async fn known(options: &Options) -> Result<(), StoreError> {
    let mut connection = options.connect().await?;
    let there: Option<String> =
        sqlx::query_scalar("SELECT to_regclass('kessel_schema')::text").fetch_one(&mut connection).await?;
    let version: i64 = match there {
        Some(_) => sqlx::query_scalar("SELECT version FROM kessel_schema").fetch_one(&mut connection).await?,
        None => 0,
    };
    connection.close().await?;
    super::lite::judge(version, version > 0)
}

/// A server stays the same whatever happens to its files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Identity;

pub fn identity(_: &Options) -> Result<Option<Identity>, StoreError> {
    Ok(Some(Identity))
}

/// Calls to the other processes, when the transaction commits.
pub async fn tell_others(connection: &mut Conn, word: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(word).execute(connection).await?;
    Ok(())
}

/// Hears what the other processes call.
pub async fn listen(pool: &PgPool) -> Result<PgListener, StoreError> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}
