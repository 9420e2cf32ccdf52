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
use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
    let filter = heard(std::env::var("KESSEL_LOG").ok().as_deref());
    let discreet = filter_fn(|told| may_tell(told.target(), *told.level()));
    let log = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_writer(std::io::stderr);
    // Whoever embeds the server may have a log of his own already.
    let _ = if json {
        log.json().finish().with(filter).with(discreet).try_init()
    } else {
        log.compact().finish().with(filter).with(discreet).try_init()
    };
}

/// What others than Kessel tell in detail is what goes over the wire: keys, and what people say to each other. That is never written down, whatever is asked for.
fn may_tell(target: &str, level: Level) -> bool {
    level <= Level::INFO || target == "kessel" || ["kessel_", "kessel::"].iter().any(|own| target.starts_with(own))
}

/// Whom the log hears, and from which level on: a level for all, or `target=level`, with commas between. What cannot be read is as if it were
/// not set.
fn heard(asked: Option<&str>) -> Targets {
    let usual = || Targets::new().with_default(LevelFilter::WARN).with_target("kessel_server", LevelFilter::INFO);
    asked.filter(|text| !text.is_empty()).and_then(|text| text.parse().ok()).unwrap_or_else(usual)
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

/// So long an answer of [`ready`] holds.
const FRESH: std::time::Duration = std::time::Duration::from_millis(500);

/// `GET /readyz`: the database answers too, and something can be written to it.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    // Whoever asks often does not write often.
    let mut last = app.ready.lock().await;
    let word = match *last {
        Some((at, word)) if at.elapsed() < FRESH => word,
        _ => {
            let word = probe(&app).await;
            *last = Some((Instant::now(), word));
            word
        }
    };
    match word {
        "ready\n" => word.into_response(),
        word => (StatusCode::SERVICE_UNAVAILABLE, word).into_response(),
    }
}

async fn probe(app: &App) -> &'static str {
    let asked = tokio::time::timeout(std::time::Duration::from_secs(2), app.rooms.store().ready()).await;
    match asked {
        Ok(Ok(())) => "ready\n",
        Ok(Err(e)) => {
            tracing::warn!("not ready: {e}");
            "the database does not answer, or nothing can be written to it\n"
        }
        Err(_) => "the database does not answer in time\n",
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

#[cfg(test)]
mod tests {
    use super::{heard, may_tell};
    use tracing::Level;

    #[test]
    fn nobody_but_kessel_itself_tells_details() {
        for target in ["tungstenite::protocol", "hyper::proto", "sqlx::query", "lettre::transport", "kesselring"] {
            assert!(
                may_tell(target, Level::INFO) && !may_tell(target, Level::DEBUG) && !may_tell(target, Level::TRACE)
            );
        }
        assert!(may_tell("kessel_server::room", Level::TRACE) && may_tell("kessel::access", Level::DEBUG));
    }

    #[test]
    fn the_log_hears_what_kessel_log_says() {
        for unset in [None, Some(""), Some("kessel_server=loud")] {
            let usual = heard(unset);
            assert!(usual.would_enable("kessel_server::room", &Level::INFO), "{unset:?}");
            assert!(!usual.would_enable("kessel::access", &Level::INFO), "{unset:?}");
            assert!(usual.would_enable("sqlx::query", &Level::WARN), "{unset:?}");
        }
        assert!(heard(Some("info")).would_enable("kessel::access", &Level::INFO));
        let access = heard(Some("warn,kessel::access=info"));
        assert!(access.would_enable("kessel::access", &Level::INFO));
        assert!(!access.would_enable("kessel_server", &Level::INFO));
        let debug = heard(Some("kessel_server=debug"));
        assert!(debug.would_enable("kessel_server::store", &Level::DEBUG));
        assert!(!debug.would_enable("hyper", &Level::ERROR));
    }
}
