//! The page, embedded in the program.

use crate::error::ApiError;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// What `npm run build` made of web/. (A debug build reads the files from the disk, so the page can be worked on without compiling.)
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown when the program was built without Node.
const WITHOUT: &str = include_str!("page/without.html");

/// Any path that is not the API's.
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("ws/") {
        return ApiError::new(StatusCode::NOT_FOUND, "not-found", "There is nothing at this address.").into_response();
    }
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Files::get(path) else {
        return match path {
            "index.html" => ([(CONTENT_TYPE, "text/html; charset=utf-8")], WITHOUT).into_response(),
            _ => (StatusCode::NOT_FOUND, "There is nothing at this address.\n").into_response(),
        };
    };
    let tag = tag(&file.metadata.sha256_hash());
    // Vite puts a hash into the names under assets/: what is there never changes.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, keep.into())]).into_response();
    }
    let head = [(CONTENT_TYPE, content_type(path).to_owned()), (CACHE_CONTROL, keep.into()), (ETAG, tag)];
    (head, file.data.into_owned()).into_response()
}

/// A fingerprint as an entity tag.
pub fn tag(hash: &[u8]) -> String {
    let digits: String = hash.iter().take(12).map(|b| format!("{b:02x}")).collect();
    format!("\"{digits}\"")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
