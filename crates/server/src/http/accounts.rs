//! Names and passphrases, for those who want one. Links stay enough for a game between friends.

use super::tables::{known, line, new_key, table_id};
use super::{App, Member, Peer, read};
use crate::error::ApiError;
use crate::keys::Key;
use crate::store::{Account, StoreError};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
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
    let name = wanted.name.trim().to_owned();
    let plain = name.chars().all(|c| c.is_alphanumeric() || " -_.'".contains(c));
    if !(2..=32).contains(&name.chars().count()) || !plain {
        return Err(bad("A name has 2 to 32 letters, figures, spaces, points, dashes."));
    }
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
    store.login(session.hash(), &account.id).await?;
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
    // Guessing is rationed like making tables: a few tries a minute.
    app.visitors.may_make(peer.0)?;
    let store = app.rooms.store();
    let found = store.account_by_name(wanted.name.trim()).await?;
    // An unknown name takes as long as a known one.
    let secret = found.as_ref().map_or(NOBODY, |account| &account.secret).to_owned();
    let right = verify(&app, wanted.passphrase, secret).await?;
    let account = found.filter(|_| right);
    let account = account.ok_or_else(|| ApiError::forbidden("The name or the passphrase is not right."))?;
    let session = new_key()?;
    store.login(session.hash(), &account.id).await?;
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
        let days: u64 = list.iter().map(|(from, to)| to.saturating_sub(*from) / DAY).sum();
        if list.len() > MOST_HOLIDAYS || days > MOST_DAYS || list.iter().any(|(from, to)| from >= to) {
            return Err(bad("Holidays: at most twenty, of sixty days together."));
        }
        account.holidays = list;
    }
    if let Some(new) = wanted.passphrase {
        app.visitors.may_make(std::net::Ipv4Addr::UNSPECIFIED.into())?;
        if !verify(&app, wanted.old.unwrap_or_default(), account.secret.clone()).await? {
            return Err(ApiError::forbidden("The old passphrase is not right."));
        }
        account.secret = hash(&app, new).await?;
    }
    app.rooms.store().settle(account).await?;
    Ok(StatusCode::NO_CONTENT)
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

async fn hash(app: &App, passphrase: String) -> Result<String, ApiError> {
    if passphrase.chars().count() < SHORTEST || passphrase.len() > LONGEST {
        return Err(bad("A passphrase has at least ten characters: a few words, for instance."));
    }
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(ApiError::fault)?;
    let salt = SaltString::encode_b64(&salt).map_err(ApiError::fault)?;
    let _turn = app.trials.acquire().await.map_err(ApiError::fault)?;
    let work = move || Argon2::default().hash_password(passphrase.as_bytes(), &salt).map(|hash| hash.to_string());
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
