//! Every statement that only reads, once for both databases.

use super::super::work::{Account, Ask, Beside, Drafted, Mutes, Proposal, Said, Session, Summary};
use super::super::{Hand, Loaded, StoreError, TableRow};
pub use super::naming::guests;
use super::{Conn, READ, Row};
use crate::clock::Clock;
use crate::keys::{Grade, KeyHash, Player};
use kessel_kernel::Side;
use kessel_kernel::journal::Mark;
use sqlx::{Connection, Row as _};

/// What a key opens.
pub async fn find(db: &mut Conn, key: KeyHash) -> Result<(Grade, TableRow), StoreError> {
    let row = sqlx::query(
        "SELECT s.kind AS key_kind, s.side AS key_side, t.* FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.hash = $1",
    )
    .bind(key.0.as_slice())
    .fetch_optional(db)
    .await?
    .ok_or(StoreError::NoSuchKey)?;
    let kind: String = row.try_get("key_kind")?;
    if kind == "used" {
        return Err(StoreError::Claimed);
    }
    Ok((grade(&row, &kind, "key_side")?, table_row(&row)?))
}

fn grade(row: &Row, kind: &str, column: &str) -> Result<Grade, StoreError> {
    let side: Option<String> = row.try_get(column)?;
    let side = side.as_deref().filter(|side| !side.is_empty());
    Grade::read(kind, side).ok_or_else(|| StoreError::Broken(format!("a key of kind {kind:?}")))
}

/// A table without its actions.
pub async fn table(db: &mut Conn, id: &str) -> Result<Option<TableRow>, StoreError> {
    let row = sqlx::query("SELECT * FROM tables WHERE id = $1").bind(id).fetch_optional(db).await?;
    row.as_ref().map(table_row).transpose()
}

/// A table and its journal, as one reading.
pub async fn load(db: &mut Conn, id: &str) -> Result<(TableRow, Loaded), StoreError> {
    let mut reading = db.begin_with(READ).await?;
    let row = table(&mut reading, id).await?.ok_or(StoreError::Gone)?;
    // One row instead of thousands: the lines as the text that they make, the marks (0 to 7) as a digit each.
    let lines = sqlx::query(
        "SELECT coalesce(string_agg(line || $2, '' ORDER BY n), '') AS text, \
         coalesce(string_agg(CAST(seen AS TEXT), '' ORDER BY n), '') AS seen FROM entries WHERE table_id = $1",
    )
    .bind(id)
    .bind("\n")
    .fetch_one(&mut *reading)
    .await?;
    let (lines, seen): (String, String) = (lines.try_get("text")?, lines.try_get("seen")?);
    let snapshots = sqlx::query("SELECT n, bytes FROM snapshots WHERE table_id = $1 ORDER BY n")
        .bind(id)
        .fetch_all(&mut *reading)
        .await?;
    let snapshots = snapshots.iter().map(|row| Ok((number(row, "n")?, row.try_get::<Vec<u8>, _>("bytes")?.into())));
    let loaded = Loaded {
        text: format!("{}\n{lines}", row.header),
        seen: seen.bytes().map(|digit| digit.wrapping_sub(b'0')).collect(),
        snapshots: snapshots.collect::<Result<_, StoreError>>()?,
        beside: beside_of(&mut reading, id).await?,
        drafts: drafts(&mut reading, id).await?,
    };
    reading.commit().await?;
    Ok((row, loaded))
}

async fn marks(db: &mut Conn, table: &str) -> Result<Vec<Mark>, StoreError> {
    let rows = sqlx::query("SELECT n, at, side, kind, text FROM marks WHERE table_id = $1 ORDER BY nth")
        .bind(table)
        .fetch_all(db)
        .await?;
    let mark = |row: &Row| {
        let side: Option<String> = row.try_get("side")?;
        Ok(Mark {
            n: number(row, "n")?,
            at: number(row, "at")?,
            side: side.as_deref().and_then(Side::from_word),
            kind: row.try_get("kind")?,
            text: row.try_get("text")?,
        })
    };
    rows.iter().map(mark).collect()
}

async fn proposals(db: &mut Conn, table: &str) -> Result<Vec<Proposal>, StoreError> {
    let rows =
        sqlx::query("SELECT kind, side, keep FROM proposals WHERE table_id = $1").bind(table).fetch_all(db).await?;
    let proposal = |row: &Row| {
        let kind: String = row.try_get("kind")?;
        let kind = Ask::read(&kind).ok_or_else(|| StoreError::Broken(format!("a proposal {kind:?}")))?;
        Ok(Proposal { kind, by: side(row)?, keep: number(row, "keep")? })
    };
    rows.iter().map(proposal).collect()
}

/// A table without its actions, and what lies beside them, as one reading.
pub async fn beside(db: &mut Conn, id: &str) -> Result<(TableRow, Beside), StoreError> {
    let mut reading = db.begin_with(READ).await?;
    let row = table(&mut reading, id).await?.ok_or(StoreError::Gone)?;
    let beside = beside_of(&mut reading, id).await?;
    reading.commit().await?;
    Ok((row, beside))
}

async fn beside_of(db: &mut Conn, id: &str) -> Result<Beside, StoreError> {
    let (marks, proposals) = (marks(db, id).await?, proposals(db, id).await?);
    Ok(Beside { marks, proposals, mutes: mutes(db, id).await?, takebacks: takebacks(db, id).await? })
}

/// Who does not want to hear what is said.
pub async fn mutes(db: &mut Conn, table: &str) -> Result<Mutes, StoreError> {
    let list: Vec<String> =
        sqlx::query_scalar("SELECT who FROM mutes WHERE table_id = $1").bind(table).fetch_all(db).await?;
    let is_in = |who: &str| list.iter().any(|one| one == who);
    Ok(Mutes { sides: Side::BOTH.map(|side| is_in(side.word())), all: is_in("all") })
}

/// Where an account is logged in: the hash of each session, and what is told of it.
pub async fn sessions(db: &mut Conn, account: &str) -> Result<Vec<(Vec<u8>, Session)>, StoreError> {
    let rows = sqlx::query("SELECT * FROM sessions WHERE account = $1 ORDER BY seen DESC, at DESC")
        .bind(account)
        .fetch_all(db)
        .await?;
    let session = |row: &Row| {
        let hash: Vec<u8> = row.try_get("hash")?;
        let id = hash.iter().take(8).map(|b| format!("{b:02x}")).collect();
        let (since, seen) = (number(row, "at")?, number(row, "seen")?);
        let (device, address) = (row.try_get("device")?, row.try_get("made_from")?);
        Ok((hash, Session { id, since, seen: seen.max(since), device, address }))
    };
    rows.iter().map(session).collect()
}

/// Everybody with a name, and since when.
pub async fn accounts(db: &mut Conn) -> Result<Vec<(Account, u64)>, StoreError> {
    let rows = sqlx::query("SELECT * FROM accounts ORDER BY folded").fetch_all(db).await?;
    rows.iter().map(|row| Ok((account_row(row)?, number(row, "created")?))).collect()
}

/// How many requests for a take-back were answered, and whether the last was granted.
async fn takebacks(db: &mut Conn, table: &str) -> Result<(u64, bool), StoreError> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM takebacks WHERE table_id = $1")
        .bind(table)
        .fetch_one(&mut *db)
        .await?;
    let last: Option<i64> =
        sqlx::query_scalar("SELECT granted FROM takebacks WHERE table_id = $1 ORDER BY at DESC LIMIT 1")
            .bind(table)
            .fetch_optional(db)
            .await?;
    Ok((count as u64, last == Some(1)))
}

/// What the sides have planned, by [`Side::index`]. Whether it can be read is another question: a draft is never in the way of its game.
pub async fn drafts(db: &mut Conn, table: &str) -> Result<[Option<Drafted>; 2], StoreError> {
    let mut drafts = <[Option<Drafted>; 2]>::default();
    for side in Side::BOTH {
        drafts[side.index()] = drafted(db, table, side).await?;
    }
    Ok(drafts)
}

/// What a side has planned.
pub async fn drafted(db: &mut Conn, table: &str, side: Side) -> Result<Option<Drafted>, StoreError> {
    let row = sqlx::query("SELECT step, text FROM drafts WHERE table_id = $1 AND side = $2")
        .bind(table)
        .bind(side.word())
        .fetch_optional(db)
        .await?;
    row.as_ref().map(|row| Ok(Drafted { step: number(row, "step")?, text: row.try_get("text")? })).transpose()
}

/// What was said at a table after number `after` and before another: the last `most` of it.
pub async fn chat(db: &mut Conn, table: &str, (after, before): (u64, u64), most: u32) -> Result<Vec<Said>, StoreError> {
    let mut rows = sqlx::query(
        "SELECT n, at, side, text FROM chat WHERE table_id = $1 AND n > $2 AND n < $3 ORDER BY n DESC LIMIT $4",
    )
    .bind(table)
    .bind(after as i64)
    .bind(i64::try_from(before).unwrap_or(i64::MAX))
    .bind(i64::from(most))
    .fetch_all(db)
    .await?;
    rows.reverse();
    let said = |row: &Row| {
        Ok(Said { n: number(row, "n")?, at: number(row, "at")?, side: side(row)?, text: row.try_get("text")? })
    };
    rows.iter().map(said).collect()
}

/// When a viewer (by his bit) was last told of an action.
pub async fn last_seen(db: &mut Conn, table: &str, bit: u8) -> Result<Option<u64>, StoreError> {
    let at: Option<i64> =
        sqlx::query_scalar("SELECT at FROM entries WHERE table_id = $1 AND (seen & $2) <> 0 ORDER BY n DESC LIMIT 1")
            .bind(table)
            .bind(i64::from(bit))
            .fetch_optional(db)
            .await?;
    Ok(at.map(|at| at as u64))
}

/// Who has taken which side's invitation, and when he was last here.
pub async fn begun(db: &mut Conn, table: &str) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT begun FROM tables WHERE id = $1").bind(table).fetch_optional(db).await?;
    row.map_or(Err(StoreError::Gone), |row| number(&row, "begun"))
}

pub async fn taken(db: &mut Conn, table: &str) -> Result<[Option<Hand>; 2], StoreError> {
    let rows = sqlx::query("SELECT side, seen FROM seats WHERE table_id = $1 AND kind = 'seat'")
        .bind(table)
        .fetch_all(&mut *db)
        .await?;
    let mut taken: [Option<Hand>; 2] = [None, None];
    for row in &rows {
        let seen = number(row, "seen")?;
        let hand = taken[side(row)?.index()].get_or_insert_default();
        hand.seen = hand.seen.max(seen);
    }
    Ok(taken)
}

/// The accounts that hold a table: as what, and who; of his holidays those since he has it. Who has it longest comes first.
pub async fn holders(db: &mut Conn, table: &str) -> Result<Vec<(Grade, Account)>, StoreError> {
    let rows = sqlx::query(
        "SELECT h.kind AS kind, h.side AS side, h.since AS since, a.* FROM holdings h JOIN accounts a ON a.id = h.account \
         WHERE h.table_id = $1 ORDER BY h.since, a.id",
    )
    .bind(table)
    .fetch_all(db)
    .await?;
    let holder = |row: &Row| {
        let kind: String = row.try_get("kind")?;
        let (since, mut account) = (number(row, "since")?, account_row(row)?);
        account.holidays.retain_mut(|(from, to)| {
            *from = since.max(*from);
            *from < *to
        });
        Ok((grade(row, &kind, "side")?, account))
    };
    rows.iter().map(holder).collect()
}

/// The tables that an account holds, and as what.
pub async fn holdings(db: &mut Conn, account: &str) -> Result<Vec<(Grade, TableRow)>, StoreError> {
    let rows = sqlx::query(
        "SELECT h.kind AS key_kind, h.side AS key_side, t.* FROM holdings h JOIN tables t ON t.id = h.table_id \
         WHERE h.account = $1 ORDER BY t.touched DESC LIMIT 500",
    )
    .bind(account)
    .fetch_all(db)
    .await?;
    let held = |row: &Row| {
        let kind: String = row.try_get("key_kind")?;
        Ok((grade(row, &kind, "key_side")?, table_row(row)?))
    };
    rows.iter().map(held).collect()
}

/// Tables with a seat that anybody may take.
pub async fn open_tables(db: &mut Conn) -> Result<Vec<TableRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM tables WHERE open_seat = 1 ORDER BY created DESC LIMIT 100").fetch_all(db);
    rows.await?.iter().map(table_row).collect()
}

/// Every table, the one that nobody has touched for longest first.
pub async fn tables(db: &mut Conn) -> Result<Vec<TableRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM tables ORDER BY touched, id").fetch_all(db);
    rows.await?.iter().map(table_row).collect()
}

/// Somebody, by a column that names one.
pub async fn account_by(db: &mut Conn, column: &'static str, value: &str) -> Result<Option<Account>, StoreError> {
    let query = format!("SELECT * FROM accounts WHERE {column} = $1");
    let row = sqlx::query(&query).bind(value).fetch_optional(db).await?;
    row.as_ref().map(account_row).transpose()
}

/// Whose session it is.
pub async fn account_of(db: &mut Conn, session: KeyHash, since: u64) -> Result<Option<(Account, u64)>, StoreError> {
    let row =
        sqlx::query("SELECT s.seen AS used, a.* FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = $1 AND s.at >= $2")
            .bind(session.0.as_slice())
            .bind(since as i64)
            .fetch_optional(db)
            .await?;
    row.as_ref().map(|row| Ok((account_row(row)?, number(row, "used")?))).transpose()
}

fn account_row(row: &Row) -> Result<Account, StoreError> {
    let holidays: String = row.try_get("holidays")?;
    Ok(Account {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        secret: row.try_get("secret")?,
        mail: row.try_get("mail")?,
        holidays: serde_json::from_str(&holidays).map_err(|e| StoreError::Broken(e.to_string()))?,
    })
}

fn table_row(row: &Row) -> Result<TableRow, StoreError> {
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
        imported: number(row, "imported")? != 0,
        created: number(row, "created")?,
        ended: row.try_get("ended")?,
        dice: row.try_get("dice")?,
        open: number(row, "open_seat")? != 0,
        clock: clock(row)?,
        asked: [number(row, "asked_axis")?, number(row, "asked_soviet")?],
        touched: number(row, "touched")?,
        made_from: row.try_get("made_from")?,
    })
}

fn clock(row: &Row) -> Result<Clock, StoreError> {
    Ok(match (number(row, "clock_days")? as u32, number(row, "clock_minutes")? as u32) {
        (0, 0) => Clock::None,
        (days, 0) => Clock::Days(days),
        (_, minutes) => Clock::Minutes(minutes),
    })
}

fn side(row: &Row) -> Result<Side, StoreError> {
    let word: String = row.try_get("side")?;
    Side::from_word(&word).ok_or_else(|| StoreError::Broken(format!("a side {word:?}")))
}

fn number(row: &Row, column: &str) -> Result<u64, StoreError> {
    let value: i64 = row.try_get(column)?;
    u64::try_from(value).map_err(|_| StoreError::Broken(format!("{column} is {value}")))
}
