//! Names and passphrases, for those who want one. Links stay enough for a game between friends.

use super::tables::{known, line, new_key, table_id};
use super::{App, Member, Peer, read};
use crate::error::ApiError;
use crate::keys::Key;
use crate::store::{Account, Origin, StoreError, now};
use crate::words;
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

type Body = Result<Bytes, BytesRejection>;

/// A passphrase has at least so many characters, and at most so many bytes.
const SHORTEST: usize = 10;
const LONGEST: usize = 200;
/// Keys that are kept at once.
const MOST_KEYS: usize = 100;
/// Holidays: how many, and how many days in all.
const MOST_HOLIDAYS: usize = 20;
const MOST_DAYS: u64 = 60;
const DAY: u64 = 24 * 3600 * 1000;
const YEAR: u64 = 365 * DAY;

#[derive(Deserialize)]
struct Entrance {
    name: String,
    passphrase: String,
    mail: Option<String>,
}

#[derive(Deserialize)]
struct Settings {
    /// Left out: stays as it is. Null: none.
    #[serde(default, deserialize_with = "given")]
    mail: Option<Option<String>>,
    holidays: Option<Vec<(u64, u64)>>,
    /// A new one, with the old one.
    passphrase: Option<String>,
    old: Option<String>,
}

fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(from).map(Some)
}

fn bad(text: &str) -> ApiError {
    ApiError::unprocessable("bad-account", text)
}

/// `POST /api/account`: a new name.
pub async fn register(
    State(app): State<Arc<App>>,
    peer: Peer,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let wanted: Entrance = read(&headers, body)?;
    app.visitors.may_make(peer.0)?;
    let name = words::name(&wanted.name).map_err(bad)?;
    let account = Account {
        id: table_id()?,
        name,
        secret: hash(&app, wanted.passphrase).await?,
        mail: mail(wanted.mail)?,
        holidays: Vec::new(),
    };
    let store = app.rooms.store();
    store.register(account.clone()).await?;
    let session = new_key()?;
    store.login(session.hash(), &account.id, origin(peer, &headers)).await?;
    Ok((StatusCode::CREATED, Json(json!({ "session": session.text(), "name": account.name }))))
}

/// `POST /api/session`: logs in. Whether the name or the passphrase is wrong is not told.
pub async fn login(
    State(app): State<Arc<App>>,
    peer: Peer,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, ApiError> {
    let wanted: Entrance = read(&headers, body)?;
    // Guessing is rationed like making tables: a few tries a minute from one address, and a few for one name from all of them.
    app.visitors.may_make(peer.0)?;
    app.visitors.may_guess(&words::likeness(&wanted.name.chars().take(LONGEST).collect::<String>()))?;
    let store = app.rooms.store();
    let found = store.account_by_name(wanted.name.trim()).await?;
    // An unknown name takes as long as a known one.
    let secret = found.as_ref().map_or(NOBODY, |account| &account.secret).to_owned();
    let right = verify(&app, wanted.passphrase, secret).await?;
    let account = found.filter(|_| right);
    let account = account.ok_or_else(|| ApiError::forbidden("The name or the passphrase is not right."))?;
    let session = new_key()?;
    store.login(session.hash(), &account.id, origin(peer, &headers)).await?;
    Ok(Json(json!({ "session": session.text(), "name": account.name })))
}

/// `DELETE /api/session`: logs out.
pub async fn logout(State(app): State<Arc<App>>, member: Member) -> Result<StatusCode, ApiError> {
    app.rooms.store().logout(member.session.hash()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/account`: oneself and one's games.
pub async fn look(State(app): State<Arc<App>>, member: Member) -> Result<Json<Value>, ApiError> {
    let mut games = Vec::new();
    for (grade, row) in app.rooms.store().holdings(&member.account.id).await? {
        games.push(known(&app, grade, &row).await?);
    }
    let Account { name, mail, holidays, .. } = &member.account;
    let can_mail = app.rooms.mailer().is_on();
    Ok(Json(json!({ "name": name, "mail": mail, "holidays": holidays, "games": games, "can_mail": can_mail })))
}

/// `PUT /api/account`: mail, holidays, another passphrase.
pub async fn settle(
    State(app): State<Arc<App>>,
    peer: Peer,
    member: Member,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ApiError> {
    let wanted: Settings = read(&headers, body)?;
    let mut account = member.account;
    if let Some(address) = wanted.mail {
        account.mail = mail(address)?;
    }
    if let Some(list) = wanted.holidays {
        account.holidays = holidays(&account.holidays, &list, now())
            .ok_or_else(|| bad("Holidays: at most twenty, of sixty days together in a year."))?;
    }
    let Some(new) = wanted.passphrase else {
        app.rooms.store().settle(account).await?;
        return Ok(StatusCode::NO_CONTENT);
    };
    {
        app.visitors.may_make(peer.0)?;
        app.visitors.may_guess(&words::likeness(&account.name))?;
        if !verify(&app, wanted.old.unwrap_or_default(), account.secret.clone()).await? {
            return Err(ApiError::forbidden("The old passphrase is not right."));
        }
        account.secret = hash(&app, new).await?;
    }
    // Whoever knew the old one is not to stay.
    app.rooms.store().secure(account, Some(member.session.hash())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Holidays as they are kept. What is past is past: a clock that was lost stays lost, so nothing is entered or taken away before `now`.
fn holidays(old: &[(u64, u64)], wanted: &[(u64, u64)], now: u64) -> Option<Vec<(u64, u64)>> {
    let length =
        |list: &[(u64, u64)]| list.iter().map(|(from, to)| to.saturating_sub(*from)).fold(0, u64::saturating_add);
    if wanted.len() > MOST_HOLIDAYS || wanted.iter().any(|(from, to)| from >= to) || length(wanted) > MOST_DAYS * DAY {
        return None;
    }
    let past = old.iter().map(|(from, to)| (*from, now.min(*to)));
    let to_come = wanted.iter().map(|(from, to)| (now.max(*from), *to));
    let mut all: Vec<(u64, u64)> = past.chain(to_come).filter(|(from, to)| from < to).collect();
    all.sort_unstable();
    let mut kept: Vec<(u64, u64)> = Vec::new();
    for (from, to) in all {
        match kept.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => kept.push((from, to)),
        }
    }
    // No clock reaches back further.
    kept.retain(|(_, to)| to + YEAR > now);
    (length(&kept) <= MOST_DAYS * DAY).then_some(kept)
}

/// `GET /api/sessions`: where one is logged in.
pub async fn sessions(State(app): State<Arc<App>>, member: Member) -> Result<Json<Value>, ApiError> {
    let this = member.session.hash().0;
    let list = app.rooms.store().sessions(&member.account.id).await?;
    let list = list.into_iter().map(|(hash, session)| {
        json!({
            "id": session.id, "since": session.since, "seen": session.seen,
            "device": session.device, "this": hash == this,
        })
    });
    Ok(Json(json!({ "list": list.collect::<Vec<_>>() })))
}

/// `DELETE /api/sessions`: logs out everywhere, here too.
pub async fn logout_everywhere(State(app): State<Arc<App>>, member: Member) -> Result<StatusCode, ApiError> {
    app.rooms.store().end_sessions(&member.account.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/sessions/{id}`: logs out on one device.
pub async fn end_session(
    State(app): State<Arc<App>>,
    member: Member,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.rooms.store().end_sessions(&member.account.id, Some(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// From where somebody logs in, and on which device, as his browser calls itself.
fn origin(peer: Peer, headers: &HeaderMap) -> Origin {
    let agent = headers.get(USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or("");
    Origin { address: peer.0.to_string(), device: agent.chars().take(160).collect() }
}

#[derive(Deserialize)]
struct Keep {
    keys: Vec<String>,
}

/// `POST /api/account/keep`: what these keys open is the account's too, on any device.
pub async fn keep(
    State(app): State<Arc<App>>,
    member: Member,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ApiError> {
    let wanted: Keep = read(&headers, body)?;
    if wanted.keys.len() > MOST_KEYS {
        return Err(ApiError::bad_request(format!("At most {MOST_KEYS} keys at once.")));
    }
    for key in wanted.keys.iter().filter_map(|text| Key::read(text)) {
        app.rooms.store().hold(&member.account.id, key.hash()).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Recover {
    table: String,
}

/// `POST /api/account/key`: a fresh key for a table that the account holds.
pub async fn key(
    State(app): State<Arc<App>>,
    member: Member,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, ApiError> {
    let wanted: Recover = read(&headers, body)?;
    let store = app.rooms.store();
    let held = store.holdings(&member.account.id).await?;
    let found = held.into_iter().find(|(_, row)| row.id == wanted.table);
    let (grade, row) = found.ok_or(StoreError::NoSuchKey)?;
    let fresh = new_key()?;
    store.add_key(&row.id, fresh.hash(), grade).await?;
    Ok(Json(line(&app, &fresh, grade, &row).await?))
}

fn mail(address: Option<String>) -> Result<Option<String>, ApiError> {
    let address = address.map(|a| a.trim().to_owned()).filter(|a| !a.is_empty());
    match &address {
        Some(a) if a.len() > 200 || a.parse::<lettre::Address>().is_err() => Err(bad("This is no address for mail.")),
        _ => Ok(address),
    }
}

/// What nobody's passphrase gives.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGF0IGFsbCBoZXJl$pZQnXKIEbFSCxSZ2wI6S6tKcbvfMJpJ0LGg1rBd0Jxk";

/// A passphrase as it is kept, for whoever runs the server.
pub fn secret_of(passphrase: &str) -> Result<String, String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|e| e.to_string())?;
    let salt = SaltString::encode_b64(&salt).map_err(|e| e.to_string())?;
    Argon2::default()
        .hash_password(passphrase.as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(|e| e.to_string())
}

async fn hash(app: &App, passphrase: String) -> Result<String, ApiError> {
    if passphrase.chars().count() < SHORTEST || passphrase.len() > LONGEST {
        return Err(bad("A passphrase has at least ten characters: a few words, for instance."));
    }
    let _turn = app.trials.acquire().await.map_err(ApiError::fault)?;
    let work = move || secret_of(&passphrase);
    tokio::task::spawn_blocking(work).await.map_err(ApiError::fault)?.map_err(ApiError::fault)
}

async fn verify(app: &App, passphrase: String, secret: String) -> Result<bool, ApiError> {
    if passphrase.len() > LONGEST {
        return Ok(false);
    }
    let _turn = app.trials.acquire().await.map_err(ApiError::fault)?;
    let work = move || {
        let hash = PasswordHash::new(&secret).ok();
        hash.is_some_and(|hash| Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_ok())
    };
    tokio::task::spawn_blocking(work).await.map_err(ApiError::fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_past_is_past() {
        let now = 1000 * DAY;
        let soon = (now + 3 * DAY, now + 5 * DAY);
        assert_eq!(holidays(&[], &[(now - 9 * DAY, now - DAY)], now), Some(vec![]), "nothing is entered afterwards");
        assert_eq!(holidays(&[], &[(now - 9 * DAY, now + DAY)], now), Some(vec![(now, now + DAY)]));
        let taken = [(now - 9 * DAY, now - DAY)];
        assert_eq!(holidays(&taken, &[soon], now), Some(vec![taken[0], soon]), "nothing is taken away afterwards");
        let under_way = [(now - 2 * DAY, now + 2 * DAY)];
        assert_eq!(holidays(&under_way, &under_way, now), Some(under_way.to_vec()), "the same again");
        assert_eq!(holidays(&under_way, &[], now), Some(vec![(now - 2 * DAY, now)]), "over from now on");
        // Sixty days a year, by the hour.
        let hours: Vec<_> = (0..20).map(|n| (now + n * 4 * DAY, now + n * 4 * DAY + 3 * DAY + DAY / 2)).collect();
        assert_eq!(holidays(&[], &hours, now), None);
        let spent = [(now - 40 * DAY, now - 10 * DAY)];
        assert_eq!(holidays(&spent, &[(now, now + 31 * DAY)], now), None);
        assert!(holidays(&spent, &[(now, now + 30 * DAY)], now).is_some());
        assert_eq!(holidays(&[(0, 60 * DAY)], &[soon], now), Some(vec![soon]), "of last year nothing is left");
    }
}
