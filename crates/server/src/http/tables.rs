//! Making, finding, giving away and deleting tables.

use super::games::not_found;
use super::{App, Bearer, Peer, read};
use crate::agreement::Agreement;
use crate::clock::Clock;
use crate::error::ApiError;
use crate::keys::{Grade, Key, KeyHash, Player, Players, sides_of};
use crate::store::{Loaded, StoreError, TableRow, now};
use crate::table::{Table, bit, header_text, line_of};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use kessel_kernel::journal::{Header, Mark, torn};
use kessel_kernel::{Options, Seed, Side, Viewer};
use kessel_officers::Playable;
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
    /// `shared`: the players have a part in the dice.
    dice: Option<String>,
    /// Anybody may take the friend's seat.
    #[serde(default)]
    open: bool,
    /// Days for a move.
    #[serde(default)]
    clock_days: u32,
    /// Or minutes, for an evening.
    #[serde(default)]
    clock_minutes: u32,
}

/// How a table is to be kept.
#[derive(Default)]
struct Manner {
    imported: bool,
    dice: Option<Agreement>,
    open: bool,
    clock: Clock,
    made_from: String,
}

#[derive(Deserialize)]
struct Import {
    journal: String,
    #[serde(default)]
    seats: Wanted,
    /// Against a person: that the dice of a journal which somebody has had in his hands may be known to him.
    #[serde(default)]
    known_dice: bool,
    #[serde(default)]
    clock_days: u32,
    #[serde(default)]
    clock_minutes: u32,
}

/// `POST /api/tables`.
pub async fn create(
    State(app): State<Arc<App>>,
    peer: Peer,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let wanted: Create = read(&headers, body)?;
    app.visitors.may_make(peer.0)?;
    let path = format!("{}/{}", wanted.game, wanted.scenario);
    let (game, scenario) = app.rooms.games().find(&path).map_err(not_found)?;
    let (game, scenario) = (game.clone(), scenario.to_owned());
    let players = players(&wanted.seats, &*game)?;
    let seed = seed(wanted.seed.as_ref(), players)?;
    let dice = shared(wanted.dice.as_deref(), &seed, players)?;
    let friends = players.iter().filter(|p| **p == Player::Friend).count();
    if wanted.open && friends != 1 {
        return Err(ApiError::unprocessable("bad-option", "One seat is offered to everybody: the friend's."));
    }
    let clock = clock(wanted.clock_days, wanted.clock_minutes, players)?;
    let options = wanted.options;
    let start = move || Table::start(game, &scenario, &options, seed);
    let table = tokio::task::spawn_blocking(start).await.map_err(ApiError::fault)?;
    let table = table.map_err(|e| ApiError::unprocessable("bad-option", format!("{e}.")))?;
    let manner = Manner { imported: false, dice, open: wanted.open, clock, made_from: peer.0.to_string() };
    let made = keep(&app, &table, players, manner).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

fn clock(days: u32, minutes: u32, players: Players) -> Result<Clock, ApiError> {
    let clock = Clock::wanted(days, minutes, players.contains(&Player::Friend));
    clock.map_err(|why| ApiError::unprocessable("bad-option", why))
}

/// The agreement on dice that a game between people begins with, if it is to have one.
fn shared(word: Option<&str>, root: &Seed, players: Players) -> Result<Option<Agreement>, ApiError> {
    let people = players.iter().all(|p| p.officer().is_none()) && players.contains(&Player::Friend);
    match word {
        None | Some("server") => Ok(None),
        Some("shared") if people => Ok(Some(Agreement::begin(root))),
        Some("shared") => Err(ApiError::unprocessable("bad-option", "Only people have a part in the dice.")),
        Some(_) => Err(ApiError::unprocessable("bad-option", "The dice are \"server\" or \"shared\".")),
    }
}

/// `POST /api/tables/import`.
pub async fn import(
    State(app): State<Arc<App>>,
    peer: Peer,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let wanted: Import = read(&headers, body)?;
    app.visitors.may_make(peer.0)?;
    let bad = |why: String| ApiError::unprocessable("bad-journal", why);
    let first = wanted.journal.lines().next().unwrap_or("");
    let header: Header = serde_json::from_str(first)
        .map_err(|e| bad(format!("This is not a journal of Kessel: its first line: {e}.")))?;
    let game = app.rooms.games().get(&header.game).map_err(not_found)?.clone();
    let players = players(&wanted.seats, &*game)?;
    if players.contains(&Player::Friend) && !wanted.known_dice {
        let text = "Whoever has had this journal in his hands can know its dice. Against a person it goes on only if both of you accept that.";
        return Err(ApiError::conflict("known-dice", text));
    }
    let clock = clock(wanted.clock_days, wanted.clock_minutes, players)?;
    let torn = torn(&wanted.journal);
    let _turn = app.imports.acquire().await.map_err(ApiError::fault)?;
    let check = move || Table::import(game, &wanted.journal);
    let table = tokio::task::spawn_blocking(check).await.map_err(ApiError::fault)?;
    let table = table.map_err(|e| bad(format!("{e}.")))?;
    let manner = Manner { imported: true, clock, made_from: peer.0.to_string(), ..Manner::default() };
    let mut made = keep(&app, &table, players, manner).await?;
    if let Some(bytes) = torn {
        made["torn"] = json!(bytes);
    }
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

fn players(wanted: &Wanted, game: &dyn Playable) -> Result<Players, ApiError> {
    let player = |word: &str| {
        let player = Player::read(word).ok_or_else(|| {
            ApiError::unprocessable("no-such-officer", format!("Nobody is called {word:?}: me, friend, or an officer."))
        })?;
        if player.officer().is_some_and(|rank| rank.temperament().is_some()) && !game.has_staff() {
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
    let seed = Seed::from_word(&word)
        .ok_or_else(|| ApiError::unprocessable("bad-option", "A seed is a number or 64 hexadecimal digits."))?;
    // Somebody who looks on could try all small numbers against the commitment.
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(ApiError::fault)?;
    Ok(seed.salted(salt.iter().map(|b| format!("{b:02x}")).collect::<String>()))
}

/// Stores a new table and hands out its keys.
async fn keep(app: &App, table: &Table, players: Players, manner: Manner) -> Result<Value, ApiError> {
    let to_act = table.session().to_act();
    let asked = Side::BOTH.map(|side| if to_act.includes(side) { now() } else { 0 });
    let row = TableRow {
        id: table_id()?,
        game: table.header().game.clone(),
        scenario: table.header().scenario.clone(),
        header: header_text(table.header()),
        length: table.entries().len() as u64,
        head: table.head().to_owned(),
        summary: table.summary(),
        players,
        imported: manner.imported,
        created: now(),
        ended: None,
        dice: manner.dice.map(|dice| dice.text()),
        open: manner.open,
        clock: manner.clock,
        asked,
        touched: now(),
        made_from: Some(manner.made_from),
    };
    let lines = table.entries().iter().zip(table.marks()).map(|(e, seen)| line_of(e, *seen)).collect();
    let (owner, watch) = (new_key()?, new_key()?);
    let mut keys: Vec<(KeyHash, Grade)> = vec![(owner.hash(), Grade::Owner), (watch.hash(), Grade::Watch)];
    let mut invites = [None, None];
    for side in Side::BOTH.into_iter().filter(|s| players[s.index()] == Player::Friend) {
        let invite = new_key()?;
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
    Ok(json!({ "table": id, "owner": owner.text(), "seats": seats }))
}

pub(super) fn new_key() -> Result<Key, ApiError> {
    Key::random().map_err(ApiError::fault)
}

pub(super) fn table_id() -> Result<String, ApiError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(ApiError::fault)?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}

#[derive(Default, Deserialize)]
struct Open {
    /// That the dice of an imported game may be known to somebody.
    #[serde(default)]
    accept: bool,
}

/// `POST /api/seat/open`: an invitation becomes a seat, once.
pub async fn open(
    State(app): State<Arc<App>>,
    Bearer(key): Bearer,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, ApiError> {
    let wanted: Open = match &body {
        Ok(bytes) if !bytes.is_empty() => read(&headers, body)?,
        _ => Open::default(),
    };
    let store = app.rooms.store();
    let (grade, row) = store.find(key.hash()).await?;
    let Grade::Invite(side) = grade else { return Ok(Json(line(&app, &key, grade, &row).await?)) };
    if row.imported && !wanted.accept {
        let text = "This game was begun elsewhere and brought here: whoever did that can know the dice that are to come. Take the seat only if you trust him.";
        return Err(ApiError::conflict("imported", text));
    }
    let seat = new_key()?;
    store.claim(key.hash(), seat.hash()).await?;
    Ok(Json(line(&app, &seat, Grade::Seat(side), &row).await?))
}

/// `GET /api/open`: seats that anybody may take.
pub async fn open_seats(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    let store = app.rooms.store();
    let mut list = Vec::new();
    for row in store.open_tables().await? {
        let Some(side) = Side::BOTH.into_iter().find(|s| row.players[s.index()] == Player::Friend) else { continue };
        let info = app.rooms.games().get(&row.game).ok().map(|g| g.info());
        let scenario = info.and_then(|i| i.scenario(&row.scenario));
        let holders = store.holders(&row.id).await?;
        let by = holders.iter().find(|(grade, _)| *grade == Grade::Owner).map(|(_, account)| account.name.as_str());
        list.push(json!({
            "table": row.id, "game": row.game, "game_title": info.map_or(row.game.as_str(), |i| &i.title),
            "scenario": row.scenario, "title": scenario.map_or(row.scenario.as_str(), |s| &s.title), "side": side,
            "by": by, "here": app.rooms.present(&row.id) > 0, "clock_days": row.clock.days(), "clock_minutes": row.clock.minutes(), "created": row.created,
            "shared_dice": row.dice.is_some(),
        }));
    }
    Ok(Json(json!({ "list": list })))
}

#[derive(Deserialize)]
struct Take {
    table: String,
}

/// `POST /api/open`: takes one of them.
pub async fn take(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Result<Json<Value>, ApiError> {
    let wanted: Take = read(&headers, body)?;
    let (store, seat) = (app.rooms.store(), new_key()?);
    store.take_open(&wanted.table, seat.hash()).await?;
    let (grade, row) = store.find(seat.hash()).await?;
    Ok(Json(line(&app, &seat, grade, &row).await?))
}

#[derive(Deserialize)]
struct Offer {
    open: bool,
}

/// `POST /api/seat/offer`: the owner offers the friend's seat to everybody, or no longer.
pub async fn offer(
    State(app): State<Arc<App>>,
    Bearer(key): Bearer,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ApiError> {
    let wanted: Offer = read(&headers, body)?;
    let store = app.rooms.store();
    let (grade, row) = store.find(key.hash()).await?;
    let friends: Vec<Side> = Side::BOTH.into_iter().filter(|s| row.players[s.index()] == Player::Friend).collect();
    let [_] = friends[..] else { return Err(ApiError::forbidden("No seat of this table can be offered.")) };
    if grade != Grade::Owner || row.imported {
        return Err(ApiError::forbidden(
            "Only whoever made the table offers its seat, and no seat of an imported game.",
        ));
    }
    store.offer(&row.id, wanted.open).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Invite {
    side: Side,
    /// The seat is to be given away though somebody has taken it, who has not been here for long.
    #[serde(default)]
    give: bool,
}

/// `POST /api/seat/invite`. A seat that somebody has taken is his, with everything that he sees there: it is given to somebody else only when
/// he gives it up or is gone, and then everybody can see that it was.
pub async fn invite(
    State(app): State<Arc<App>>,
    Bearer(key): Bearer,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, ApiError> {
    let wanted: Invite = read(&headers, body)?;
    let store = app.rooms.store();
    let (grade, row) = store.find(key.hash()).await?;
    if grade != Grade::Owner {
        return Err(ApiError::forbidden("Only whoever made the table invites."));
    }
    if row.players[wanted.side.index()] != Player::Friend {
        return Err(ApiError::forbidden("This seat is not for a friend."));
    }
    let gone = match store.taken(&row.id).await?[wanted.side.index()] {
        None => None,
        Some(hand) => {
            let days = app.gone.as_secs() / (24 * 3600);
            if hand.seen + app.gone.as_millis() as u64 > now() {
                let text = format!(
                    "Somebody has taken this seat. He can give it up himself; if he does not come for {days} days it can be given to \
                     somebody else."
                );
                return Err(ApiError::conflict("taken", text));
            }
            if !wanted.give {
                let text = "Whoever sat there has not been here for long. If the seat is given to somebody else, both of you and the journal keep a mark of it.";
                return Err(ApiError::conflict("gone", text));
            }
            let text = format!(
                "The {} seat was given to somebody else: its holder had not come for {days} days.",
                wanted.side
            );
            let mark = Mark { n: row.length, at: now(), side: Some(wanted.side), kind: "seat".into(), text };
            Some((now().saturating_sub(app.gone.as_millis() as u64), mark))
        }
    };
    let invite = new_key()?;
    store.reinvite(&row.id, wanted.side, invite.hash(), gone).await?;
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
pub(super) async fn line(app: &App, key: &Key, grade: Grade, row: &TableRow) -> Result<Value, ApiError> {
    let mut line = known(app, grade, row).await?;
    line["key"] = json!(key.text());
    Ok(line)
}

/// A table as whoever holds this grade may know it.
pub(super) async fn known(app: &App, grade: Grade, row: &TableRow) -> Result<Value, ApiError> {
    let store = app.rooms.store();
    let info = app.rooms.games().get(&row.game).ok().map(|g| g.info());
    let scenario = info.and_then(|i| i.scenario(&row.scenario));
    let sides = sides_of(grade, row.players);
    let bits = match sides.as_slice() {
        [] => bit(Viewer::Spectator),
        sides => sides.iter().fold(0, |bits, side| bits | bit((*side).into())),
    };
    let taken = store.taken(&row.id).await?;
    let joined = Side::BOTH.map(|s| row.players[s.index()] != Player::Friend || taken[s.index()].is_some());
    let outcome: Value =
        row.summary.outcome.as_deref().and_then(|o| serde_json::from_str(o).ok()).unwrap_or(Value::Null);
    let seen = store.last_seen(&row.id, bits).await?;
    let playable = info.is_some() && header_of(row).is_some_and(|h| h.seed.is_some());
    Ok(json!({
        "kind": grade.word(), "table": row.id,
        "game": row.game, "game_title": info.map_or(row.game.as_str(), |i| &i.title),
        "scenario": row.scenario, "title": scenario.map_or(row.scenario.as_str(), |s| &s.title),
        "sides": sides, "seats": { "axis": row.players[0].public(), "soviet": row.players[1].public() },
        "hot_seat": row.players == [Player::Me; 2], "joined": { "axis": joined[0], "soviet": joined[1] },
        "turn": row.summary.turn, "turns": scenario.map_or(0, |s| s.turns),
        "your_move": playable && sides.iter().any(|s| row.summary.to_act.includes(*s)),
        "finished": !outcome.is_null(), "outcome": outcome, "imported": row.imported, "playable": playable,
        "open": row.open, "clock_days": row.clock.days(), "clock_minutes": row.clock.minutes(),
        "expires": app.rooms.expires(row, seen.is_some()), "here": app.rooms.present(&row.id),
        "created": row.created, "updated": seen.unwrap_or(row.created),
    }))
}

fn header_of(row: &TableRow) -> Option<Header> {
    serde_json::from_str(&row.header).ok()
}

/// `GET /api/seat/journal`.
///
/// A journal holds both sides' secrets: while the game lasts it is only for somebody who has no opponent to keep them from.
pub async fn journal(State(app): State<Arc<App>>, Bearer(key): Bearer) -> Result<Response, ApiError> {
    let store = app.rooms.store();
    let (grade, found) = store.find(key.hash()).await?;
    // As one reading: a game could end, or be taken back from its end, between two.
    let (row, loaded) = store.load(&found.id).await?;
    let alone = grade == Grade::Owner && !row.players.contains(&Player::Friend);
    if row.summary.outcome.is_none() && !alone {
        let text = "A journal tells the secrets of both sides; it can be had when the game is over.";
        return Err(ApiError::forbidden(text));
    }
    let name = format!("attachment; filename=\"{}-{}-{}.kessel\"", row.game, row.scenario, row.id);
    let head = [(CONTENT_TYPE, "application/x-ndjson".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((head, with_marks(loaded)).into_response())
}

/// The journal with what was noted beside it.
fn with_marks(loaded: Loaded) -> String {
    let (first, rest) = loaded.text.split_once('\n').unwrap_or((&loaded.text, ""));
    match serde_json::from_str::<Header>(first) {
        Ok(header) if !loaded.beside.marks.is_empty() => {
            let marks = header.marks.iter().cloned().chain(loaded.beside.marks).collect();
            header_text(&Header { marks, ..header }) + "\n" + rest
        }
        _ => loaded.text,
    }
}

/// `DELETE /api/seat`.
pub async fn remove(State(app): State<Arc<App>>, Bearer(key): Bearer) -> Result<StatusCode, ApiError> {
    let store = app.rooms.store();
    let (grade, row) = store.find(key.hash()).await?;
    match grade {
        Grade::Owner => {
            match store.delete_alone(&row.id).await {
                Err(StoreError::Held) => {
                    let text = "Two people play here: the table is closed when both want it. Ask for it at the table.";
                    return Err(ApiError::conflict("both", text));
                }
                done => done?,
            }
            app.rooms.deleted(&row.id).await;
        }
        Grade::Seat(side) => {
            let text = format!("Whoever held the {side} seat has given it up.");
            let mark = Mark { n: row.length, at: now(), side: Some(side), kind: "seat".into(), text };
            store.give_up(&row.id, side, mark).await?;
            app.rooms.evict(&row.id, side).await;
        }
        Grade::Invite(_) => store.drop_key(key.hash()).await?,
        Grade::Watch => return Err(ApiError::forbidden("Only whoever made the table deletes it.")),
    }
    Ok(StatusCode::NO_CONTENT)
}
