//! Every statement that changes something, once for both databases: the words that they have in common suffice.

use super::super::work::{
    Account, Ask, Change, Drafted, Line, Planned, Proposal, Snapshot, Summary, TakebackNote, Work,
};
use super::super::{StoreError, TableRow, now};
use super::naming::name_seat;
use super::reading::{account_by, drafted, find, mutes, sessions, table};
use super::{Conn, PROBE};
use crate::keys::{Grade, KeyHash};
use crate::words;
use kessel_kernel::Side;
use kessel_kernel::journal::Mark;
use sqlx::error::ErrorKind;

/// How much of what is said at a table is kept.
const CHAT: i64 = 500;

/// Writes one thing. `again`: it may have been written before, by a commit of which nobody knows the end.
pub async fn write(db: &mut Conn, work: &Work, most_tables: u64, again: bool) -> Result<(), StoreError> {
    match work {
        Work::Create { row, lines, keys } => create(db, row, lines, keys, (most_tables, again)).await,
        Work::Change { change, note } => {
            if again && is_done(db, change).await? {
                return Ok(());
            }
            replace(db, change).await?;
            if change.lapses {
                withdraw(db, &change.table, Ask::Takeback).await?;
            }
            match note {
                Some(note) => remember(db, &change.table, note).await,
                None => Ok(()),
            }
        }
        Work::Note { table, note } => {
            withdraw(db, table, Ask::Takeback).await?;
            remember(db, table, note).await
        }
        Work::Snapshots { table, head, new, kept } => keep(db, (table, head), new, kept).await,
        Work::Draft { table, head, side, old, new } => draft(db, (table, head, *side), old.as_ref(), new).await,
        Work::NameSeat { table, holder, name } => name_seat(db, table, *holder, name, again).await,
        Work::Claim { invite, seat } => claim(db, *invite, *seat, again).await,
        Work::TakeOpen { table, seat } => take_open(db, table, *seat).await,
        Work::Reinvite { table, side, invite, gone } => {
            lock(db, table).await?;
            let since = gone.as_ref().map_or(-1, |(since, _)| *since as i64);
            // Whoever has taken the seat in this moment keeps it.
            if held(db, table, Some(*side), since).await? {
                return Err(StoreError::Held);
            }
            vacate(db, table, *side).await?;
            if let Some((_, mark)) = gone {
                add_mark(db, table, mark).await?;
            }
            add_key(db, table, *invite, Grade::Invite(*side)).await
        }
        Work::Dice { table, old, new } => {
            let done = sqlx::query("UPDATE tables SET dice = $1 WHERE id = $2 AND (dice = $3 OR dice = $1)")
                .bind(new)
                .bind(table)
                .bind(old)
                .execute(db)
                .await?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Stale) }
        }
        Work::End { table, head, outcome, mark } => end(db, (table, head), outcome, mark).await,
        Work::Propose { table, proposal } => propose(db, table, proposal).await,
        Work::Withdraw { table, kind } => withdraw(db, table, *kind).await,
        Work::Say { table, side, text } => say(db, table, *side, text).await,
        Work::Offer { table, open } => {
            lock(db, table).await?;
            if *open && held(db, table, None, -1).await? {
                return Err(StoreError::Held);
            }
            let offer = "UPDATE tables SET open_seat = $1 WHERE id = $2";
            sqlx::query(offer).bind(i64::from(*open)).bind(table).execute(db).await?;
            Ok(())
        }
        Work::Seen { key, table } => {
            let at = now() as i64;
            let hash = key.0.as_slice();
            sqlx::query("UPDATE seats SET seen = $1 WHERE hash = $2").bind(at).bind(hash).execute(&mut *db).await?;
            sqlx::query("UPDATE tables SET touched = $1 WHERE id = $2").bind(at).bind(table).execute(db).await?;
            Ok(())
        }
        Work::AddKey { table, key, grade } => add_key(db, table, *key, *grade).await,
        Work::DropKey { key } => {
            sqlx::query("DELETE FROM seats WHERE hash = $1").bind(key.0.as_slice()).execute(db).await?;
            Ok(())
        }
        Work::GiveUp { table, side, mark } => {
            vacate(db, table, *side).await?;
            add_mark(db, table, mark).await
        }
        Work::Delete { table, unless_taken } => {
            lock(db, table).await?;
            if *unless_taken && held(db, table, None, -1).await? {
                return Err(StoreError::Held);
            }
            sqlx::query("DELETE FROM tables WHERE id = $1").bind(table).execute(db).await?;
            Ok(())
        }
        Work::Expire { before, unplayed } => {
            sqlx::query("DELETE FROM tables WHERE touched < $1").bind(*before as i64).execute(&mut *db).await?;
            let unplayed_ones = "DELETE FROM tables WHERE touched < $1 AND length = 0 \
                AND NOT EXISTS (SELECT 1 FROM drafts WHERE table_id = tables.id)";
            sqlx::query(unplayed_ones).bind(*unplayed as i64).execute(db).await?;
            Ok(())
        }
        Work::Register { account } => register(db, account, again).await,
        Work::Settle { account, ends } => {
            sqlx::query("UPDATE accounts SET secret = $1, mail = $2, holidays = $3 WHERE id = $4")
                .bind(&account.secret)
                .bind(&account.mail)
                .bind(holidays(account))
                .bind(&account.id)
                .execute(&mut *db)
                .await?;
            if let Some(but) = ends {
                let but = but.map_or_else(Vec::new, |session| session.0.to_vec());
                let end = "DELETE FROM sessions WHERE account = $1 AND hash <> $2";
                sqlx::query(end).bind(&account.id).bind(but).execute(db).await?;
            }
            Ok(())
        }
        Work::Login { session, account, origin } => {
            sqlx::query(
                "INSERT INTO sessions (hash, account, at, seen, made_from, device) VALUES ($1, $2, $3, $3, $4, $5) \
                 ON CONFLICT (hash) DO NOTHING",
            )
            .bind(session.0.as_slice())
            .bind(account)
            .bind(now() as i64)
            .bind(&origin.address)
            .bind(&origin.device)
            .execute(db)
            .await?;
            Ok(())
        }
        Work::EndSessions { account, id } => {
            for session in sessions(db, account).await? {
                if id.as_ref().is_none_or(|id| *id == session.1.id) {
                    let end = "DELETE FROM sessions WHERE hash = $1";
                    sqlx::query(end).bind(session.0).execute(&mut *db).await?;
                }
            }
            Ok(())
        }
        Work::Used { session } => {
            let used = "UPDATE sessions SET seen = $1 WHERE hash = $2";
            sqlx::query(used).bind(now() as i64).bind(session.0.as_slice()).execute(db).await?;
            Ok(())
        }
        Work::Mute { table, who, on } => {
            let change = match on {
                true => "INSERT INTO mutes (table_id, who) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                false => "DELETE FROM mutes WHERE table_id = $1 AND who = $2",
            };
            sqlx::query(change).bind(table).bind(*who).execute(db).await.map_err(gone)?;
            Ok(())
        }
        Work::Logout { session } => {
            sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(session.0.as_slice()).execute(db).await?;
            Ok(())
        }
        Work::Hold { account, key } => {
            sqlx::query(
                "INSERT INTO holdings (account, table_id, kind, side, since) SELECT $1, table_id, kind, coalesce(side, ''), $3 \
                 FROM seats WHERE hash = $2 AND kind IN ('owner', 'seat') ON CONFLICT DO NOTHING",
            )
            .bind(account)
            .bind(key.0.as_slice())
            .bind(now() as i64)
            .execute(db)
            .await?;
            Ok(())
        }
        Work::Probe => {
            sqlx::query(PROBE).execute(db).await?;
            Ok(())
        }
        Work::Close => Ok(()),
    }
}

async fn create(
    db: &mut Conn,
    row: &TableRow,
    lines: &[Line],
    keys: &[(KeyHash, Grade)],
    (most_tables, again): (u64, bool),
) -> Result<(), StoreError> {
    if again && table(db, &row.id).await?.is_some() {
        return Ok(());
    }
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM tables").fetch_one(&mut *db).await?;
    if count as u64 >= most_tables {
        return Err(StoreError::Full);
    }
    sqlx::query(
        "INSERT INTO tables (id, game, scenario, header, length, head, turn, to_act, outcome, axis, soviet, imported, created, \
         dice, open_seat, clock_days, clock_minutes, asked_axis, asked_soviet, touched, made_from) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
    )
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
    .bind(i64::from(row.imported))
    .bind(row.created as i64)
    .bind(&row.dice)
    .bind(i64::from(row.open))
    .bind(i64::from(row.clock.days()))
    .bind(i64::from(row.clock.minutes()))
    .bind(row.asked[0] as i64)
    .bind(row.asked[1] as i64)
    .bind(row.created as i64)
    .bind(&row.made_from)
    .execute(&mut *db)
    .await?;
    add_lines(db, &row.id, lines).await?;
    for (key, grade) in keys {
        add_key(db, &row.id, *key, *grade).await?;
    }
    Ok(())
}

/// Has the change been written already? Links name everything before them, so equal ends are equal journals.
async fn is_done(db: &mut Conn, change: &Change) -> Result<bool, StoreError> {
    let there = "SELECT count(*) FROM tables WHERE id = $1 AND head = $2 AND length = $3 AND head <> $4";
    let count: i64 = sqlx::query_scalar(there)
        .bind(&change.table)
        .bind(&change.new_head)
        .bind((change.keep + change.lines.len() as u64) as i64)
        .bind(&change.head)
        .fetch_one(db)
        .await?;
    Ok(count == 1)
}

async fn replace(db: &mut Conn, change: &Change) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE tables SET header = coalesce($1, header), length = $2, head = $3, turn = $4, to_act = $5, outcome = $6, \
         asked_axis = $7, asked_soviet = $8, touched = coalesce($9, touched) WHERE id = $10 AND head = $11 AND length >= $12 AND ended IS NULL",
    )
    .bind(&change.header)
    .bind((change.keep + change.lines.len() as u64) as i64)
    .bind(&change.new_head)
    .bind(i64::from(change.summary.turn))
    .bind(to_act(&change.summary))
    .bind(&change.summary.outcome)
    .bind(change.asked[0] as i64)
    .bind(change.asked[1] as i64)
    .bind(change.open.then(|| now() as i64))
    .bind(&change.table)
    .bind(&change.head)
    .bind(change.keep as i64)
    .execute(&mut *db)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    if let Some(Planned { side, stored, now }) = &change.draft {
        if drafted(db, &change.table, *side).await? != *stored {
            return Err(StoreError::Stale);
        }
        if let Some(now) = now {
            put_draft(db, &change.table, *side, now).await?;
        }
    }
    for cut in
        ["DELETE FROM entries WHERE table_id = $1 AND n > $2", "DELETE FROM snapshots WHERE table_id = $1 AND n > $2"]
    {
        sqlx::query(cut).bind(&change.table).bind(change.keep as i64).execute(&mut *db).await?;
    }
    add_lines(db, &change.table, &change.lines).await
}

async fn add_lines(db: &mut Conn, table: &str, lines: &[Line]) -> Result<(), StoreError> {
    let at = now() as i64;
    for line in lines {
        sqlx::query("INSERT INTO entries (table_id, n, line, seen, at) VALUES ($1, $2, $3, $4, $5)")
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

/// The table may have been deleted meanwhile.
fn gone(e: sqlx::Error) -> StoreError {
    match e.as_database_error().map(|e| e.kind()) {
        Some(ErrorKind::ForeignKeyViolation) => StoreError::Gone,
        _ => e.into(),
    }
}

/// Whatever else is written to this table waits until this is done.
async fn lock(db: &mut Conn, table: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE tables SET head = head WHERE id = $1").bind(table).execute(db).await?;
    Ok(())
}

/// Has somebody taken a seat (of this side) who was here after that moment?
async fn held(db: &mut Conn, table: &str, side: Option<Side>, since: i64) -> Result<bool, StoreError> {
    let count: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM seats WHERE table_id = $1 AND kind = 'seat' AND side = coalesce($2, side) AND seen > $3",
    )
    .bind(table)
    .bind(side.map(Side::word))
    .bind(since)
    .fetch_one(db)
    .await?;
    Ok(count > 0)
}

/// Nobody holds this side any more.
async fn vacate(db: &mut Conn, table: &str, side: Side) -> Result<(), StoreError> {
    for end in [
        "DELETE FROM seats WHERE table_id = $1 AND side = $2",
        "DELETE FROM holdings WHERE table_id = $1 AND side = $2",
    ] {
        sqlx::query(end).bind(table).bind(side.word()).execute(&mut *db).await?;
    }
    // Nobody's time runs out against an empty seat.
    sqlx::query("UPDATE tables SET begun = 0 WHERE id = $1").bind(table).execute(db).await?;
    Ok(())
}

async fn add_key(db: &mut Conn, table: &str, key: KeyHash, grade: Grade) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO seats (hash, table_id, kind, side, seen) VALUES ($1, $2, $3, $4, $5)")
        .bind(key.0.as_slice())
        .bind(table)
        .bind(grade.word())
        .bind(grade.side().map(Side::word))
        .bind(now() as i64)
        .execute(db)
        .await
        .map_err(gone)?;
    Ok(())
}

async fn claim(db: &mut Conn, invite: KeyHash, seat: KeyHash, again: bool) -> Result<(), StoreError> {
    if again && find(db, seat).await.is_ok() {
        return Ok(());
    }
    // An invitation is taken or replaced, not both.
    sqlx::query("UPDATE tables SET head = head WHERE id = (SELECT table_id FROM seats WHERE hash = $1)")
        .bind(invite.0.as_slice())
        .execute(&mut *db)
        .await?;
    let done = sqlx::query("UPDATE seats SET kind = 'used' WHERE hash = $1 AND kind = 'invite'")
        .bind(invite.0.as_slice())
        .execute(&mut *db)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Claimed);
    }
    sqlx::query(
        "INSERT INTO seats (hash, table_id, kind, side, seen) SELECT $1, table_id, 'seat', side, $3 FROM seats WHERE hash = $2",
    )
    .bind(seat.0.as_slice())
    .bind(invite.0.as_slice())
    .bind(now() as i64)
    .execute(&mut *db)
    .await?;
    // A seat that is taken is offered to nobody; with the last the clock of an evening begins.
    sqlx::query(
        "UPDATE tables SET open_seat = 0, begun = CASE WHEN EXISTS \
         (SELECT 1 FROM seats f WHERE f.table_id = tables.id AND f.kind = 'invite') THEN 0 ELSE $2 END \
         WHERE id = (SELECT table_id FROM seats WHERE hash = $1)",
    )
    .bind(seat.0.as_slice())
    .bind(now() as i64)
    .execute(db)
    .await?;
    Ok(())
}

async fn take_open(db: &mut Conn, table: &str, seat: KeyHash) -> Result<(), StoreError> {
    // Whoever comes second finds the seat no longer open.
    let open = "UPDATE tables SET open_seat = 0 WHERE id = $1 AND open_seat = 1";
    if sqlx::query(open).bind(table).execute(&mut *db).await?.rows_affected() == 0 {
        return Err(StoreError::Claimed);
    }
    let hash: Option<Vec<u8>> =
        sqlx::query_scalar("SELECT hash FROM seats WHERE table_id = $1 AND kind = 'invite' LIMIT 1")
            .bind(table)
            .fetch_optional(&mut *db)
            .await?;
    let invite = hash.and_then(|hash| hash.try_into().ok()).ok_or(StoreError::Claimed)?;
    claim(db, KeyHash(invite), seat, false).await
}

async fn end(db: &mut Conn, (table, head): (&str, &str), outcome: &str, mark: &Mark) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE tables SET ended = $1, outcome = $1, to_act = 'nobody', asked_axis = 0, asked_soviet = 0, touched = $2 \
         WHERE id = $3 AND head = $4 AND outcome IS NULL",
    )
    .bind(outcome)
    .bind(now() as i64)
    .bind(table)
    .bind(head)
    .execute(&mut *db)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    sqlx::query("DELETE FROM proposals WHERE table_id = $1").bind(table).execute(&mut *db).await?;
    add_mark(db, table, mark).await
}

async fn add_mark(db: &mut Conn, table: &str, mark: &Mark) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO marks (table_id, nth, n, at, side, kind, text) \
         SELECT $1, coalesce(max(nth), 0) + 1, $2, $3, $4, $5, $6 FROM marks WHERE table_id = $1",
    )
    .bind(table)
    .bind(mark.n as i64)
    .bind(mark.at as i64)
    .bind(mark.side.map(Side::word))
    .bind(&mark.kind)
    .bind(&mark.text)
    .execute(db)
    .await
    .map_err(gone)?;
    Ok(())
}

async fn propose(db: &mut Conn, table: &str, proposal: &Proposal) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO proposals (table_id, kind, side, keep, at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (table_id, kind) DO UPDATE SET side = excluded.side, keep = excluded.keep, at = excluded.at",
    )
    .bind(table)
    .bind(proposal.kind.word())
    .bind(proposal.by.word())
    .bind(proposal.keep as i64)
    .bind(now() as i64)
    .execute(db)
    .await
    .map_err(gone)?;
    Ok(())
}

async fn say(db: &mut Conn, table: &str, side: Side, text: &str) -> Result<(), StoreError> {
    if mutes(db, table).await?.all {
        return Err(StoreError::Silenced);
    }
    sqlx::query(
        "INSERT INTO chat (table_id, n, at, side, text) \
         SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4 FROM chat WHERE table_id = $1",
    )
    .bind(table)
    .bind(now() as i64)
    .bind(side.word())
    .bind(text)
    .execute(&mut *db)
    .await
    .map_err(gone)?;
    sqlx::query("DELETE FROM chat WHERE table_id = $1 AND n <= (SELECT max(n) FROM chat WHERE table_id = $1) - $2")
        .bind(table)
        .bind(CHAT)
        .execute(db)
        .await?;
    Ok(())
}

async fn withdraw(db: &mut Conn, table: &str, kind: Ask) -> Result<(), StoreError> {
    let end = "DELETE FROM proposals WHERE table_id = $1 AND kind = $2";
    sqlx::query(end).bind(table).bind(kind.word()).execute(db).await?;
    Ok(())
}

/// A draft is for the position that its writer knows and takes the place of the one that he knows: like a line of the journal it is refused where something else has come between.
async fn draft(
    db: &mut Conn,
    (table, head, side): (&str, &str, Side),
    old: Option<&Drafted>,
    new: &Drafted,
) -> Result<(), StoreError> {
    // As it is; but nobody else writes to this table until the commit.
    let locked = "UPDATE tables SET head = head WHERE id = $1 AND head = $2";
    if sqlx::query(locked).bind(table).bind(head).execute(&mut *db).await?.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    let there = drafted(db, table, side).await?;
    if there.as_ref() == Some(new) {
        return Ok(());
    }
    if there.as_ref() != old {
        return Err(StoreError::Stale);
    }
    put_draft(db, table, side, new).await
}

async fn put_draft(db: &mut Conn, table: &str, side: Side, new: &Drafted) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO drafts (table_id, side, step, text) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (table_id, side) DO UPDATE SET step = excluded.step, text = excluded.text",
    )
    .bind(table)
    .bind(side.word())
    .bind(new.step as i64)
    .bind(&new.text)
    .execute(db)
    .await
    .map_err(gone)?;
    Ok(())
}

async fn remember(db: &mut Conn, table: &str, note: &TakebackNote) -> Result<(), StoreError> {
    // The table may have been deleted meanwhile: then there is nothing to remember.
    sqlx::query(
        "INSERT INTO takebacks (table_id, at, side, length, back_to, granted) SELECT id, $1, $2, $3, $4, $5 FROM tables WHERE id = $6",
    )
    .bind(now() as i64)
    .bind(note.side.word())
    .bind(note.length as i64)
    .bind(note.to as i64)
    .bind(i64::from(note.granted))
    .bind(table)
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps snapshots of a journal that still ends with this link; if it does not, others will come.
async fn keep(db: &mut Conn, (table, head): (&str, &str), new: &[Snapshot], kept: &[u64]) -> Result<(), StoreError> {
    for (n, bytes) in new {
        sqlx::query(
            "INSERT INTO snapshots (table_id, n, bytes) SELECT id, $1, $2 FROM tables WHERE id = $3 AND head = $4 \
             ON CONFLICT (table_id, n) DO UPDATE SET bytes = excluded.bytes",
        )
        .bind(*n as i64)
        .bind(&**bytes)
        .bind(table)
        .bind(head)
        .execute(&mut *db)
        .await?;
    }
    // Numbers of our own; no text of anybody gets in here.
    let kept: String = kept.iter().map(|n| format!(",{n}")).collect();
    let rest = format!("DELETE FROM snapshots WHERE table_id = $1 AND n NOT IN (-1{kept})");
    sqlx::query(&rest).bind(table).execute(db).await?;
    Ok(())
}

async fn register(db: &mut Conn, account: &Account, again: bool) -> Result<(), StoreError> {
    if again && account_by(db, "id", &account.id).await?.is_some() {
        return Ok(());
    }
    // No two that people would take for one.
    let likeness = words::likeness(&account.name);
    let names: Vec<String> = sqlx::query_scalar("SELECT name FROM accounts").fetch_all(&mut *db).await?;
    if names.iter().any(|name| words::likeness(name) == likeness) {
        return Err(StoreError::Taken);
    }
    sqlx::query(
        "INSERT INTO accounts (id, name, folded, secret, mail, holidays, created) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&account.id)
    .bind(&account.name)
    .bind(account.name.to_lowercase())
    .bind(&account.secret)
    .bind(&account.mail)
    .bind(holidays(account))
    .bind(now() as i64)
    .execute(db)
    .await
    .map_err(|e| match e.as_database_error().map(|e| e.kind()) {
        Some(ErrorKind::UniqueViolation) => StoreError::Taken,
        _ => e.into(),
    })?;
    Ok(())
}

fn holidays(account: &Account) -> String {
    serde_json::to_string(&account.holidays).expect("numbers are plain data")
}

fn to_act(summary: &Summary) -> String {
    match serde_json::to_value(summary.to_act) {
        Ok(serde_json::Value::String(word)) => word,
        _ => unreachable!("a ToAct is a word"),
    }
}

// What is read.
