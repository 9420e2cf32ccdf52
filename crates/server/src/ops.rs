//! What whoever runs the server looks at: is it alive, is it ready, how does it do, what has it done.

use crate::http::{App, Peer};
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tracing_subscriber::EnvFilter;

/// How long things take, in seconds: the bounds of the histograms.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The figures of this process.
pub fn figures() -> Option<PrometheusHandle> {
    static FIGURES: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || PrometheusBuilder::new().set_buckets(&BOUNDS).ok()?.install_recorder().ok();
    FIGURES.get_or_init(install).clone()
}

/// Writes what happens to standard error: as text, or as JSON a line. `KESSEL_LOG` says how much (`info`, `kessel_server=debug`, `warn,kessel::access=info`).
pub fn log(json: bool) {
    let filter = EnvFilter::try_from_env("KESSEL_LOG").unwrap_or_else(|_| EnvFilter::new("warn,kessel_server=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Whoever embeds the server may have a log of his own already.
    let _ = if json { log.json().try_init() } else { log.compact().try_init() };
}

/// For whoever runs the server, on an address of its own.
pub fn router(app: Arc<App>, figures: Option<PrometheusHandle>) -> Router {
    let metrics = move |State(app): State<Arc<App>>| async move {
        let (rooms, people) = app.rooms.count();
        metrics::gauge!("kessel_rooms").set(rooms as f64);
        metrics::gauge!("kessel_people").set(people as f64);
        if let Some(bytes) = resident() {
            metrics::gauge!("process_resident_memory_bytes").set(bytes as f64);
        }
        figures.as_ref().map_or_else(String::new, PrometheusHandle::render)
    };
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .with_state(app)
}

/// `GET /healthz`: the process answers.
pub async fn healthy() -> &'static str {
    "alive\n"
}

/// `GET /readyz`: the database answers too, and the server is not stopping.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    let asked = tokio::time::timeout(std::time::Duration::from_secs(2), app.rooms.store().ready()).await;
    match asked {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(e)) => {
            tracing::warn!("not ready: {e}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer in time\n").into_response(),
    }
}

/// Notes every request: its route, not its address, and no header. Keys stand in neither.
pub async fn note(State(app): State<Arc<App>>, peer: Peer, request: Request, next: Next) -> Response {
    let since = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let asked = route.starts_with("/api/").then(|| app.visitors.may_ask(peer.0));
    let response = match asked {
        Some(Err(error)) => error.into_response(),
        _ => next.run(request).await,
    };
    let (status, took) = (response.status().as_u16(), since.elapsed());
    metrics::counter!("kessel_requests_total", "route" => route.clone(), "status" => status.to_string()).increment(1);
    metrics::histogram!("kessel_request_seconds", "route" => route.clone()).record(took);
    let ms = took.as_millis() as u64;
    tracing::info!(target: "kessel::access", %method, route, status, ms, from = %peer.0);
    response
}

/// The memory that the process has, in bytes.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * 4096)
}
