//! What goes wrong, as JSON for programs and a sentence for people.

use crate::store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An answer that is not what was asked for.
#[derive(Clone, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub kind: &'static str,
    pub text: String,
}

impl ApiError {
    pub fn new(status: StatusCode, kind: &'static str, text: impl Into<String>) -> ApiError {
        ApiError { status, kind, text: text.into() }
    }

    pub fn bad_request(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", text)
    }

    pub fn forbidden(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", text)
    }

    pub fn no_such_key() -> ApiError {
        let text = "This link leads nowhere: the table was deleted, or the link is incomplete.";
        ApiError::new(StatusCode::NOT_FOUND, "no-such-key", text)
    }

    pub fn unprocessable(kind: &'static str, text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, kind, text)
    }

    pub fn conflict(kind: &'static str, text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, kind, text)
    }

    pub fn unauthorized() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", "Say who you are first.")
    }

    pub fn full(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "full", text)
    }

    pub fn too_fast() -> ApiError {
        let text = "Too many requests at once; try again in a moment.";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", text)
    }

    /// A fault of ours. The details go to the server's own output, not over the wire.
    pub fn fault(detail: impl std::fmt::Display) -> ApiError {
        tracing::error!("{detail}");
        let text = "The server has a fault; nothing was changed.";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", text)
    }
}

impl From<StoreError> for ApiError {
    fn from(e: StoreError) -> ApiError {
        match e {
            // Deleted between two looks.
            StoreError::NoSuchKey | StoreError::Gone => ApiError::no_such_key(),
            StoreError::Claimed => {
                let text = "Somebody has taken this seat already. If it was you, use the link that your browser shows since then; \
                    otherwise ask for a new invitation.";
                ApiError::new(StatusCode::GONE, "claimed", text)
            }
            StoreError::Full => ApiError::full("There are too many tables here; delete old ones first."),
            StoreError::Held => ApiError::conflict("taken", "Somebody has taken this seat just now."),
            StoreError::Silenced => ApiError::forbidden("Nobody may say anything at this table."),
            StoreError::Taken => {
                ApiError::conflict("taken", "Somebody has this name already, or one that looks like it.")
            }
            StoreError::Corrupt(_) => {
                tracing::error!("{e}");
                let text = "This table is corrupt: what the database has of it was changed after it was written.";
                ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "corrupt", text)
            }
            StoreError::Stale => ApiError::conflict("stale", "The table has changed meanwhile; look again."),
            StoreError::Broken(_) | StoreError::Random(_) | StoreError::Sql(_) | StoreError::Closed => {
                ApiError::fault(e)
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": { "kind": self.kind, "text": self.text } }))).into_response()
    }
}
