//! Making, finding, giving away and deleting tables.

use super::games::not_found;
use super::{App, read};
use crate::error::ApiError;
use crate::keys::{Grade, Key, KeyHash, Player, Players, sides_of};
use crate::store::{StoreError, TableRow, now};
use crate::table::{Table, bit, header_text, line_of};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use kessel_officers::{Playable, Rank};
use kessel_table::journal::Header;
use kessel_table::{Options, Seed, Side, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Keys that are looked up at once.
const MOST_KEYS: usize = 100;

type Body = Result<Bytes, BytesRejection>;

/// Who is to play.
#[derive(Deserialize)]
struct Wanted {
    axis: String,
    soviet: String,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { axis: "me".into(), soviet: "me".into() }
    }
}

#[derive(Deserialize)]
struct Create {
    game: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    seats: Wanted,
    seed: Option<Value>,
}

#[derive(Deserialize)]
struct Import {
    journal: String,
    #[serde(default)]
    seats: Wanted,
}

/// `POST /api/tables`.
pub async fn create(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let wanted: Create = read(&headers, body)?;
    if !app.new_tables.take() {
        return Err(ApiError::too_fast());
    }
    let path = format!("{}/{}", wanted.game, wanted.scenario);
    let (game, scenario) = app.rooms.games().find(&path).map_err(not_found)?;
    let (game, scenario) = (game.clone(), scenario.to_owned());
    let players = players(&wanted.seats, &*game)?;
    let seed = seed(wanted.seed.as_ref(), players)?;
    let options = wanted.options;
    let start = move || Table::start(game, &scenario, &options, seed);
    let table = tokio::task::spawn_blocking(start).await.map_err(ApiError::fault)?;
    let table = table.map_err(|e| ApiError::unprocessable("bad-option", format!("{e}.")))?;
    keep(&app, &table, players, false).await
}

/// `POST /api/tables/import`.
pub async fn import(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let wanted: Import = read(&headers, body)?;
    if !app.new_tables.take() {
        return Err(ApiError::too_fast());
    }
    let bad = |why: String| ApiError::unprocessable("bad-journal", why);
    let first = wanted.journal.lines().next().unwrap_or("");
    let header: Header = serde_json::from_str(first)
        .map_err(|e| bad(format!("This is not a journal of Kessel: its first line: {e}.")))?;
    let game = app.rooms.games().get(&header.game).map_err(not_found)?.clone();
    let players = players(&wanted.seats, &*game)?;
    let _turn = app.imports.acquire().await.map_err(ApiError::fault)?;
    let check = move || Table::import(game, &wanted.journal);
    let table = tokio::task::spawn_blocking(check).await.map_err(ApiError::fault)?;
    let table = table.map_err(|e| bad(format!("{e}.")))?;
    keep(&app, &table, players, true).await
}

fn players(wanted: &Wanted, game: &dyn Playable) -> Result<Players, ApiError> {
    let player = |word: &str| {
        let player = Player::read(word).ok_or_else(|| {
            ApiError::unprocessable("no-such-officer", format!("Nobody is called {word:?}: me, friend, or an officer."))
        })?;
        if player.officer() == Some(Rank::Staff) && !game.has_staff() {
            let text = format!("{} has no staff officer yet.", game.info().title);
            return Err(ApiError::unprocessable("no-such-officer", text));
        }
        Ok(player)
    };
    Ok([player(&wanted.axis)?, player(&wanted.soviet)?])
}

/// The seed asked for, or a random one. Whoever picks the seed knows the dice, so not against a friend.
fn seed(wanted: Option<&Value>, players: Players) -> Result<Seed, ApiError> {
    let Some(wanted) = wanted.filter(|v| !v.is_null()) else {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(ApiError::fault)?;
        return Ok(Seed::from_bytes(bytes));
    };
    if players.contains(&Player::Friend) {
        let text = "Whoever picks the seed knows the dice: not in a game against a friend.";
        return Err(ApiError::unprocessable("bad-option", text));
    }
    let word = wanted.as_str().map_or_else(|| wanted.to_string(), str::to_owned);
    Seed::from_word(&word)
        .ok_or_else(|| ApiError::unprocessable("bad-option", "A seed is a number or 64 hexadecimal digits."))
}

/// Stores a new table and hands out its keys.
async fn keep(app: &App, table: &Table, players: Players, imported: bool) -> Result<Response, ApiError> {
    let row = TableRow {
        id: table_id()?,
        game: table.header().game.clone(),
        scenario: table.header().scenario.clone(),
        header: header_text(table.header()),
        length: table.entries().len() as u64,
        head: table.head().to_owned(),
        summary: table.summary(),
        players,
        imported,
        created: now(),
    };
    let lines = table.entries().iter().zip(table.marks()).map(|(e, seen)| line_of(e, *seen)).collect();
    let (owner, watch) = (key()?, key()?);
    let mut keys: Vec<(KeyHash, Grade)> = vec![(owner.hash(), Grade::Owner), (watch.hash(), Grade::Watch)];
    let mut invites = [None, None];
    for side in Side::BOTH.into_iter().filter(|s| players[s.index()] == Player::Friend) {
        let invite = key()?;
        keys.push((invite.hash(), Grade::Invite(side)));
        invites[side.index()] = Some(invite.text().to_owned());
    }
    let id = row.id.clone();
    let store = app.rooms.store();
    store.create(row, lines, keys).await?;
    let snapshots = table.snapshots().all();
    let kept = snapshots.iter().map(|(n, _)| *n).collect();
    store.keep_snapshots(&id, table.head(), snapshots, kept);
    let [axis, soviet] = invites;
    let seats = json!({ "axis": axis, "soviet": soviet, "watch": watch.text() });
    let answer = json!({ "table": id, "owner": owner.text(), "seats": seats });
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

fn key() -> Result<Key, ApiError> {
    Key::random().map_err(ApiError::fault)
}

fn table_id() -> Result<String, ApiError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(ApiError::fault)?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}

fn read_key(text: &str) -> Result<Key, ApiError> {
    Key::read(text).ok_or_else(ApiError::no_such_key)
}

/// `POST /api/seats/{key}/open`.
pub async fn open(State(app): State<Arc<App>>, Path(text): Path<String>) -> Result<Json<Value>, ApiError> {
    let given = read_key(&text)?;
    let store = app.rooms.store();
    let (grade, row) = store.find(given.hash()).await?;
    let Grade::Invite(side) = grade else { return Ok(Json(line(&app, &given, grade, &row).await?)) };
    let seat = key()?;
    store.claim(given.hash(), seat.hash()).await?;
    Ok(Json(line(&app, &seat, Grade::Seat(side), &row).await?))
}

#[derive(Deserialize)]
struct Invite {
    side: Side,
}

/// `POST /api/seats/{key}/invite`.
pub async fn invite(
    State(app): State<Arc<App>>,
    Path(text): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, ApiError> {
    let wanted: Invite = read(&headers, body)?;
    let (grade, row) = app.rooms.store().find(read_key(&text)?.hash()).await?;
    if grade != Grade::Owner {
        return Err(ApiError::forbidden("Only whoever made the table invites."));
    }
    if row.players[wanted.side.index()] != Player::Friend {
        return Err(ApiError::forbidden("This seat is not for a friend."));
    }
    let invite = key()?;
    app.rooms.store().reinvite(&row.id, wanted.side, invite.hash()).await?;
    app.rooms.evict(&row.id, wanted.side).await;
    Ok(Json(json!({ "invite": invite.text() })))
}

#[derive(Deserialize)]
struct Keys {
    keys: Vec<String>,
}

/// `POST /api/status`.
pub async fn status(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Result<Json<Value>, ApiError> {
    let wanted: Keys = read(&headers, body)?;
    if wanted.keys.len() > MOST_KEYS {
        return Err(ApiError::bad_request(format!("At most {MOST_KEYS} keys at once.")));
    }
    let mut list = Vec::with_capacity(wanted.keys.len());
    for text in &wanted.keys {
        let gone = json!({ "key": text, "gone": true });
        list.push(match Key::read(text) {
            None => gone,
            Some(key) => match app.rooms.store().find(key.hash()).await {
                Ok((grade, row)) => line(&app, &key, grade, &row).await?,
                Err(StoreError::NoSuchKey | StoreError::Claimed) => gone,
                Err(e) => return Err(e.into()),
            },
        });
    }
    Ok(Json(json!({ "list": list })))
}

/// A table as one key may know it.
async fn line(app: &App, key: &Key, grade: Grade, row: &TableRow) -> Result<Value, ApiError> {
    let store = app.rooms.store();
    let info = app.rooms.games().get(&row.game).ok().map(|g| g.info());
    let scenario = info.and_then(|i| i.scenario(&row.scenario));
    let sides = sides_of(grade, row.players);
    let bits = match sides.as_slice() {
        [] => bit(Viewer::Spectator),
        sides => sides.iter().fold(0, |bits, side| bits | bit((*side).into())),
    };
    let taken = store.taken(&row.id).await?;
    let joined = Side::BOTH.map(|s| row.players[s.index()] != Player::Friend || taken[s.index()]);
    let outcome: Value =
        row.summary.outcome.as_deref().and_then(|o| serde_json::from_str(o).ok()).unwrap_or(Value::Null);
    let playable = info.is_some() && header_of(row).is_some_and(|h| h.seed.is_some());
    Ok(json!({
        "key": key.text(), "kind": grade.word(), "table": row.id,
        "game": row.game, "game_title": info.map_or(row.game.as_str(), |i| &i.title),
        "scenario": row.scenario, "title": scenario.map_or(row.scenario.as_str(), |s| &s.title),
        "sides": sides, "seats": { "axis": row.players[0].public(), "soviet": row.players[1].public() },
        "hot_seat": row.players == [Player::Me; 2], "joined": { "axis": joined[0], "soviet": joined[1] },
        "turn": row.summary.turn, "turns": scenario.map_or(0, |s| s.turns),
        "your_move": playable && sides.iter().any(|s| row.summary.to_act.includes(*s)),
        "finished": !outcome.is_null(), "outcome": outcome, "imported": row.imported, "playable": playable,
        "created": row.created, "updated": store.last_seen(&row.id, bits).await?.unwrap_or(row.created),
    }))
}

fn header_of(row: &TableRow) -> Option<Header> {
    serde_json::from_str(&row.header).ok()
}

/// `GET /api/seats/{key}/journal`.
///
/// A journal holds both sides' secrets: while the game lasts it is only for somebody who has no opponent to keep them from.
pub async fn journal(State(app): State<Arc<App>>, Path(text): Path<String>) -> Result<Response, ApiError> {
    let store = app.rooms.store();
    let (grade, found) = store.find(read_key(&text)?.hash()).await?;
    // As one reading: a game could end, or be taken back from its end, between two.
    let (row, loaded) = store.load(&found.id).await?;
    let alone = grade == Grade::Owner && !row.players.contains(&Player::Friend);
    if row.summary.outcome.is_none() && !alone {
        let text = "A journal tells the secrets of both sides; it can be had when the game is over.";
        return Err(ApiError::forbidden(text));
    }
    let name = format!("attachment; filename=\"{}-{}-{}.kessel\"", row.game, row.scenario, row.id);
    let head = [(CONTENT_TYPE, "application/x-ndjson".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((head, loaded.text).into_response())
}

/// `DELETE /api/seats/{key}`.
pub async fn remove(State(app): State<Arc<App>>, Path(text): Path<String>) -> Result<StatusCode, ApiError> {
    let key = read_key(&text)?;
    let store = app.rooms.store();
    let (grade, row) = store.find(key.hash()).await?;
    match grade {
        Grade::Owner => {
            store.delete(&row.id).await?;
            app.rooms.deleted(&row.id).await;
        }
        Grade::Seat(side) => {
            store.drop_key(key.hash()).await?;
            app.rooms.evict(&row.id, side).await;
        }
        Grade::Invite(_) => store.drop_key(key.hash()).await?,
        Grade::Watch => return Err(ApiError::forbidden("Only whoever made the table deletes it.")),
    }
    Ok(StatusCode::NO_CONTENT)
}
