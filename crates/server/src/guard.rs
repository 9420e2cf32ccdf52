//! Who may ask at all, how often, and what every answer says to the browser.

use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Nothing from anywhere but here, no inline script, no inline style, no frame, no form.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// What is known of whoever asks before he has said anything.
#[derive(Copy, Clone, Debug)]
pub struct Door {
    /// The server listens on loopback only.
    pub local: bool,
    /// A proxy tells who asks and how.
    pub behind_proxy: bool,
}

impl Door {
    /// How whoever asks reached us, as far as he can be known.
    fn scheme(self, headers: &HeaderMap) -> &str {
        let told = headers.get("x-forwarded-proto").and_then(|v| v.to_str().ok());
        match told.and_then(|list| list.split(',').next()).map(str::trim) {
            Some(scheme) if self.behind_proxy => scheme,
            _ => "http",
        }
    }

    /// From where he asks. Behind a proxy the last address that the proxy itself has noted.
    pub fn address(self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        let noted = headers.get_all("x-forwarded-for").iter().next_back().and_then(|v| v.to_str().ok());
        let told = noted.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
        if self.behind_proxy { told.unwrap_or(peer) } else { peer }
    }
}

/// Refuses what comes from another site, and sets the headers.
///
/// A server on loopback answers only to loopback's names, so that a foreign page cannot reach it under a name that it has pointed here.
pub async fn protect(State(door): State<Door>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = match refuse(door, &request) {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn refuse(door: Door, request: &Request) -> Option<ApiError> {
    let headers = request.headers();
    let host = host(headers).or_else(|| request.uri().authority().map(|a| a.as_str()));
    if door.local && !door.behind_proxy && !host.is_some_and(is_loopback) {
        return Some(ApiError::forbidden("This server answers on this machine only."));
    }
    let asks = matches!(*request.method(), Method::GET | Method::HEAD);
    let socket = request.uri().path() == "/ws";
    ((socket || !asks) && !same_origin(headers, door.scheme(headers), host))
        .then(|| ApiError::forbidden("This came from another site."))
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(HOST)?.to_str().ok()
}

/// Programs send no origin and are welcome: a key is what opens a table. Browsers always send one.
fn same_origin(headers: &HeaderMap, scheme: &str, host: Option<&str>) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let (Some(origin), Some(host)) = (origin.to_str().ok(), host) else { return false };
    origin.eq_ignore_ascii_case(&format!("{scheme}://{host}"))
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost") || name == "[::1]" || name.starts_with("127.") && is_ipv4(name)
}

fn is_ipv4(name: &str) -> bool {
    name.parse::<std::net::Ipv4Addr>().is_ok()
}

/// So many at once, and so many a while after that.
pub struct Bucket {
    state: Mutex<(u64, Instant)>,
    /// In thousandths.
    most: u64,
    /// Thousandths a second.
    rate: u64,
}

impl Bucket {
    /// Full at first.
    pub fn new(burst: u32, per_minute: u32) -> Bucket {
        let most = u64::from(burst) * 1000;
        Bucket { state: Mutex::new((most, Instant::now())), most, rate: u64::from(per_minute) * 1000 / 60 }
    }

    /// Takes one; false if there is none.
    pub fn take(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = *state;
        let now = Instant::now();
        let gained = (now - since).as_micros() as u64 * self.rate / 1_000_000;
        // Time too short to gain anything is not lost.
        let since = if gained > 0 { now } else { since };
        let left = (left + gained).min(self.most);
        let enough = left >= 1000;
        *state = (if enough { left - 1000 } else { left }, since);
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_several_names() {
        for yes in ["localhost:4242", "127.0.0.1", "127.0.0.1:80", "[::1]:4242", "LOCALHOST"] {
            assert!(is_loopback(yes), "{yes}");
        }
        for no in ["example.org", "127.0.0.1.example.org", "localhost.example.org:4242", "", "::1x"] {
            assert!(!is_loopback(no), "{no}");
        }
    }

    #[test]
    fn another_site_is_not_the_same_origin() {
        let with = |origin: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ORIGIN, origin.parse().expect("a header"));
            same_origin(&headers, "http", Some("127.0.0.1:4242"))
        };
        assert!(with("http://127.0.0.1:4242"));
        assert!(!with("https://127.0.0.1:4242"), "the scheme counts");
        assert!(!with("http://example.org"));
        assert!(!with("http://127.0.0.1:4243"));
        assert!(!with("null"));
        assert!(same_origin(&HeaderMap::new(), "http", None));
    }

    #[test]
    fn only_behind_a_proxy_is_its_word_taken() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 10.1.2.3".parse().expect("a header"));
        headers.insert("x-forwarded-proto", "https".parse().expect("a header"));
        let peer: IpAddr = "127.0.0.1".parse().expect("an address");
        let [open, behind] = [false, true].map(|behind_proxy| Door { local: true, behind_proxy });
        assert_eq!((open.address(&headers, peer), open.scheme(&headers)), (peer, "http"));
        // The first address is what the guest says of himself; the last is what the proxy saw.
        assert_eq!(behind.address(&headers, peer).to_string(), "10.1.2.3");
        assert_eq!(behind.scheme(&headers), "https");
    }

    #[test]
    fn a_bucket_gives_its_burst_and_then_no_more() {
        let bucket = Bucket::new(3, 1);
        assert_eq!((0..5).filter(|_| bucket.take()).count(), 3);
    }
}
