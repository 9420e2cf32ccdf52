//! From HTTP to a WebSocket.
//!
//! Not axum's own: that one keeps, for each connection and for good, as much memory as the largest message that was ever sent over it. Here a large message is sent in
//! pieces (RFC 6455, 5.4), so that thousands of connections that say nothing hold a few kilobytes each and not the first view of their table.

use crate::error::ApiError;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{
    CONNECTION, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode};
use futures_util::{Sink, SinkExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// Bytes that are read at once from a connection. A client says little: a large buffer would only be held by each of thousands that say nothing.
const READ_BUFFER: usize = 4096;
/// A message is sent in pieces of so many bytes.
const PIECE: usize = 16 * 1024;

/// A connection after it was upgraded.
pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Somebody who wants a WebSocket, and may have one.
pub struct Upgrade {
    accept: String,
    line: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, ApiError> {
        let headers = &parts.headers;
        let asks = has(headers, &CONNECTION, "upgrade") && has(headers, &UPGRADE, "websocket");
        let key = headers.get(SEC_WEBSOCKET_KEY).map(|key| derive_accept_key(key.as_bytes()));
        let (true, true, Some(accept)) = (asks, has(headers, &SEC_WEBSOCKET_VERSION, "13"), key) else {
            return Err(ApiError::bad_request("This address is for WebSockets (version 13)."));
        };
        let line = parts.extensions.remove::<OnUpgrade>();
        let line = line.ok_or_else(|| ApiError::bad_request("This connection cannot become a WebSocket."))?;
        Ok(Upgrade { accept, line })
    }
}

/// Is a word in the list of a header?
fn has(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// Answers, and serves the socket when the line is free. A message may have `most` bytes.
    pub fn serve<F: Future<Output = ()> + Send>(
        self,
        most: usize,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response<Body> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            // What a client does not read waits in the queue, where it is counted, and not here.
            .write_buffer_size(0)
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        let line = self.line;
        tokio::spawn(async move {
            // A client that has gone meanwhile is no fault of ours.
            let Ok(line) = line.await else { return };
            serve(WebSocketStream::from_raw_socket(TokioIo::new(line), Role::Server, Some(config)).await).await;
        });
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        for (name, value) in [(CONNECTION, "upgrade"), (UPGRADE, "websocket"), (SEC_WEBSOCKET_ACCEPT, &self.accept)] {
            let value = value.parse().expect("printable letters make a header");
            answer.headers_mut().insert(name, value);
        }
        answer
    }
}

/// Sends a text, a large one in pieces.
pub async fn send_text(sink: &mut (impl Sink<Message, Error = Error> + Unpin), text: Utf8Bytes) -> Result<(), Error> {
    if text.len() <= PIECE {
        return sink.send(Message::Text(text)).await;
    }
    let mut rest = Bytes::from(text);
    let mut kind = Data::Text;
    while !rest.is_empty() {
        let piece = rest.split_to(PIECE.min(rest.len()));
        sink.send(Message::Frame(Frame::message(piece, OpCode::Data(kind), rest.is_empty()))).await?;
        kind = Data::Continue;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_large_text_is_sent_in_pieces_that_make_the_whole() {
        // Pieces end within letters of two bytes, too.
        for text in ["a".repeat(PIECE), "ä".repeat(PIECE), "xä".repeat(3 * PIECE)] {
            let mut sent: Vec<Message> = Vec::new();
            let mut sink = Box::pin(futures_util::sink::unfold(&mut sent, |list, message| async move {
                Vec::push(list, message);
                Ok::<_, Error>(list)
            }));
            send_text(&mut sink, text.clone().into()).await.expect("sent");
            drop(sink);
            let pieces: Vec<Vec<u8>> = sent.into_iter().map(|message| message.into_data().to_vec()).collect();
            assert!(pieces.iter().all(|piece| piece.len() <= PIECE));
            assert_eq!(pieces.len(), text.len().div_ceil(PIECE));
            assert_eq!(pieces.concat(), text.as_bytes());
        }
    }

    #[test]
    fn only_who_asks_for_a_socket_gets_one() {
        let mut headers = HeaderMap::new();
        headers.insert(CONNECTION, "keep-alive, Upgrade".parse().expect("a header"));
        assert!(has(&headers, &CONNECTION, "upgrade"));
        assert!(!has(&headers, &CONNECTION, "close") && !has(&headers, &UPGRADE, "websocket"));
    }
}
