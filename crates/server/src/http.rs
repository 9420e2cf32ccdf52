//! The routes. What they answer is in docs/web-protocol.md.

mod games;
mod tables;

use crate::config::Config;
use crate::error::ApiError;
use crate::guard::{Bucket, protect};
use crate::page::page;
use crate::rooms::Rooms;
use crate::socket::socket;
use crate::store::Store;
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::BytesRejection;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use kessel_officers::Registry;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// What the routes share.
pub struct App {
    pub rooms: Arc<Rooms>,
    /// Connections left.
    pub sockets: Arc<Semaphore>,
    games: games::Shelf,
    new_tables: Bucket,
    /// Journals are checked one at a time.
    imports: Semaphore,
}

impl App {
    pub fn new(store: Store, games: Arc<Registry>, config: &Config) -> App {
        let limits = &config.limits;
        App {
            rooms: Arc::new(Rooms::new(store, games.clone(), config)),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            games: games::Shelf::new(games, config.listen.ip().is_loopback()),
            new_tables: Bucket::new(limits.new_tables, limits.new_tables),
            imports: Semaphore::new(1),
        }
    }
}

/// Everything the server answers.
pub fn router(app: Arc<App>, local: bool) -> Router {
    let limits = app.rooms.limits().clone();
    let import = post(tables::import).layer(DefaultBodyLimit::max(limits.journal));
    let worth = SizeAbove::new(1024).and(NotForContentType::IMAGES);
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{game}/{scenario}/sheet", get(games::sheet))
        .route("/api/games/{game}/rules", get(games::rules))
        .route("/api/tables", post(tables::create))
        .route("/api/status", post(tables::status))
        .route("/api/seats/{key}/open", post(tables::open))
        .route("/api/seats/{key}/invite", post(tables::invite))
        .route("/api/seats/{key}/journal", get(tables::journal))
        .route("/api/seats/{key}", delete(tables::remove))
        .layer(DefaultBodyLimit::max(limits.body))
        .route("/api/tables/import", import)
        .route("/ws/{key}", get(socket))
        .fallback(page)
        .with_state(app)
        .layer(CompressionLayer::new().compress_when(worth))
        .layer(from_fn_with_state(local, protect))
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
