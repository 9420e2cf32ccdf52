//! How people without an account call themselves at a seat, once for both databases.

use super::super::StoreError;
use super::reading::mutes;
use super::{Conn, Row};
use crate::keys::{Grade, KeyHash};
use crate::words;
use sqlx::Row as _;

/// What whoever holds a table with these grades calls himself.
pub async fn guests(db: &mut Conn, table: &str) -> Result<Vec<(Grade, String)>, StoreError> {
    let rows = sqlx::query(
        "SELECT kind, side, name FROM seats WHERE table_id = $1 AND name IS NOT NULL AND kind IN ('owner', 'seat')",
    )
    .bind(table)
    .fetch_all(db)
    .await?;
    let guest = |row: &Row| {
        let (kind, side): (String, Option<String>) = (row.try_get("kind")?, row.try_get("side")?);
        let grade = Grade::read(&kind, side.as_deref());
        let grade = grade.ok_or_else(|| StoreError::Broken(format!("a key of kind {kind:?}")))?;
        Ok((grade, row.try_get("name")?))
    };
    rows.iter().map(guest).collect()
}

/// Gives a seat a name, once: whoever is not listened to would else speak by new ones.
pub async fn name_seat(
    db: &mut Conn,
    table: &str,
    (key, grade): (KeyHash, Grade),
    name: &str,
    again: bool,
) -> Result<(), StoreError> {
    // Two who want one name at once: the other waits, and is refused.
    sqlx::query("UPDATE tables SET head = head WHERE id = $1").bind(table).execute(&mut *db).await?;
    if mutes(db, table).await?.all {
        return Err(StoreError::Silenced);
    }
    let named = guests(db, table).await?;
    if let Some((_, old)) = named.iter().find(|(of, _)| *of == grade) {
        return if again && old == name { Ok(()) } else { Err(StoreError::Held) };
    }
    let likeness = words::likeness(name);
    let accounts: Vec<String> = sqlx::query_scalar("SELECT name FROM accounts").fetch_all(&mut *db).await?;
    if accounts.iter().chain(named.iter().map(|(_, name)| name)).any(|other| words::likeness(other) == likeness) {
        return Err(StoreError::Taken);
    }
    let done =
        sqlx::query("UPDATE seats SET name = $1 WHERE hash = $2 AND table_id = $3 AND kind IN ('owner', 'seat')")
            .bind(name)
            .bind(key.0.as_slice())
            .bind(table)
            .execute(db)
            .await?;
    if done.rows_affected() == 0 { Err(StoreError::NoSuchKey) } else { Ok(()) }
}
