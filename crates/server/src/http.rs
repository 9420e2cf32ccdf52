//! The routes. What they answer is in docs/web-protocol.md.

pub mod accounts;
mod games;
mod tables;

use crate::config::Config;
use crate::error::ApiError;
use crate::guard::{Door, protect};
use crate::keys::Key;
use crate::ops;
use crate::page::page;
use crate::rooms::Rooms;
use crate::socket::socket;
use crate::store::{Account, Store};
use crate::visitors::Visitors;
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use kessel_officers::Registry;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::timeout::RequestBodyTimeoutLayer;

/// What the routes share.
pub struct App {
    pub rooms: Arc<Rooms>,
    /// Connections left.
    pub sockets: Arc<Semaphore>,
    /// Those of them that people who only look on may have.
    pub chairs: Arc<Semaphore>,
    pub visitors: Arc<Visitors>,
    pub door: Door,
    /// How long the holder of a seat may stay away before it can be given to somebody else.
    gone: std::time::Duration,
    /// Passphrases are tried a few at a time: it costs memory and time, as it should.
    trials: Semaphore,
    games: games::Shelf,
    /// Whether something could be written, and when.
    pub ready: tokio::sync::Mutex<Option<(std::time::Instant, &'static str)>>,
    /// Journals are checked one at a time.
    imports: Semaphore,
}

impl App {
    pub fn new(store: Store, games: Arc<Registry>, config: &Config, address: SocketAddr) -> App {
        let limits = &config.limits;
        let door = Door { local: address.ip().is_loopback(), behind_proxy: config.behind_proxy };
        App {
            rooms: Arc::new(Rooms::new(store, games.clone(), config)),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            chairs: Arc::new(Semaphore::new(limits.sockets / 2)),
            visitors: Visitors::new(limits, config.behind_proxy),
            door,
            gone: config.gone,
            trials: Semaphore::new(2),
            games: games::Shelf::new(games, door.local && !door.behind_proxy),
            ready: tokio::sync::Mutex::default(),
            imports: Semaphore::new(1),
        }
    }
}

/// Everything the server answers.
pub fn router(app: Arc<App>) -> Router {
    let limits = app.rooms.limits().clone();
    let import = post(tables::import).layer(DefaultBodyLimit::max(limits.journal));
    let worth = SizeAbove::new(1024).and(NotForContentType::IMAGES);
    let account = get(accounts::look).post(accounts::register).put(accounts::settle);
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{game}/{scenario}/sheet", get(games::sheet))
        .route("/api/games/{game}/rules", get(games::rules))
        .route("/api/tables", post(tables::create))
        .route("/api/status", post(tables::status))
        .route("/api/seat", delete(tables::remove))
        .route("/api/seat/open", post(tables::open))
        .route("/api/seat/invite", post(tables::invite))
        .route("/api/seat/journal", get(tables::journal))
        .route("/api/seat/offer", post(tables::offer))
        .route("/api/open", get(tables::open_seats).post(tables::take))
        .route("/api/account", account)
        .route("/api/account/keep", post(accounts::keep))
        .route("/api/account/key", post(accounts::key))
        .route("/api/session", post(accounts::login).delete(accounts::logout))
        .route("/api/sessions", get(accounts::sessions).delete(accounts::logout_everywhere))
        .route("/api/sessions/{id}", delete(accounts::end_session))
        .layer(DefaultBodyLimit::max(limits.body))
        .route("/api/tables/import", import)
        .route("/healthz", get(ops::healthy))
        .route("/readyz", get(ops::ready))
        .route("/ws", get(socket))
        .fallback(page)
        .layer(from_fn_with_state(app.clone(), ops::note))
        .layer(RequestBodyTimeoutLayer::new(limits.body_time))
        .layer(CompressionLayer::new().compress_when(worth))
        .layer(from_fn_with_state(app.door, protect))
        .with_state(app)
}

/// From where a connection comes, as the system says.
#[derive(Copy, Clone, Debug)]
pub struct PeerAddress(pub IpAddr);

/// From where a request comes, as far as it can be known.
#[derive(Copy, Clone, Debug)]
pub struct Peer(pub IpAddr);

impl FromRequestParts<Arc<App>> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Peer, Infallible> {
        let peer = parts.extensions.get().map_or(IpAddr::from(Ipv4Addr::UNSPECIFIED), |PeerAddress(ip)| *ip);
        Ok(Peer(app.door.address(&parts.headers, peer)))
    }
}

/// What is said in `Authorization: Bearer …`: a key or a session. It does not stand in the address, which proxies write down.
fn bearer(parts: &Parts) -> Option<Key> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    Key::read(value.strip_prefix("Bearer ")?.trim())
}

/// The key with which somebody comes.
pub struct Bearer(pub Key);

impl FromRequestParts<Arc<App>> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Bearer, ApiError> {
        bearer(parts).map(Bearer).ok_or_else(ApiError::no_such_key)
    }
}

/// Whoever has logged in.
pub struct Member {
    pub account: Account,
    pub session: Key,
}

impl FromRequestParts<Arc<App>> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Member, ApiError> {
        let session = bearer(parts).ok_or_else(ApiError::unauthorized)?;
        let account = app.rooms.store().account_of(session.hash()).await?.ok_or_else(ApiError::unauthorized)?;
        Ok(Member { account, session })
    }
}

/// The body of a request as JSON. Asking for the content type keeps forms of other sites out.
fn read<T: DeserializeOwned>(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<T, ApiError> {
    let body = body.map_err(|e| match e.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "This request is too large.")
        }
        _ => ApiError::bad_request("The request was cut off."),
    })?;
    let kind = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    if !kind.trim_start().to_ascii_lowercase().starts_with("application/json") {
        return Err(ApiError::bad_request("The body must be application/json."));
    }
    serde_json::from_slice(&body).map_err(|e| ApiError::bad_request(format!("This request cannot be read: {e}.")))
}
