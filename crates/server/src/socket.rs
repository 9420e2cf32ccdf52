//! One WebSocket: reads what a client says, with limits, and writes what the room tells.

use crate::error::ApiError;
use crate::guard::Bucket;
use crate::http::App;
use crate::keys::{Grade, Key};
use crate::room::{Command, Out};
use crate::rooms::Place;
use crate::store::TableRow;
use crate::wire::{Message, Request};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{interval, timeout};

/// How long a client may take to read a message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often we ask whether it is still there, and how long we wait for a sign.
const KNOCK: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(80);
/// A client that goes on so long after being told that it is too fast is closed.
const STUBBORN: u32 = 200;

/// `GET /ws/{key}`.
pub async fn socket(State(app): State<Arc<App>>, Path(key): Path<String>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = app.sockets.clone().try_acquire_owned() else {
        return ApiError::full("Too many people are connected.").into_response();
    };
    // Somewhat above the limit, so that a message a little too long can be answered.
    let most = app.rooms.limits().message;
    upgrade
        .max_message_size(most * 4)
        .max_frame_size(most * 4)
        .on_upgrade(move |socket| serve(app, key, socket, permit))
}

async fn serve(app: Arc<App>, key: String, socket: WebSocket, _permit: OwnedSemaphorePermit) {
    let (sink, stream) = socket.split();
    let (out, queue) = channel(app.rooms.limits().backlog);
    let writer = tokio::spawn(write(sink, queue));
    match enter(&app, &key, &out).await {
        Ok(place) => {
            let end = tokio::select! {
                end = read(&app, stream, &place, &out) => end,
                () = out.closed() => None,
            };
            let _ = place.commands.send(Command::Leave(place.guest)).await;
            if let Some((code, reason)) = end {
                let _ = out.try_send(Out::Close(code, reason));
            }
        }
        Err(error) => {
            let code = match error.kind {
                "no-such-key" => 4404,
                "claimed" | "unclaimed" => 4403,
                "full" => 4429,
                _ => 1011,
            };
            let message = Message::Error { id: None, kind: error.kind, text: error.text };
            let _ = out.try_send(Out::Text(message.text()));
            let _ = out.try_send(Out::Close(code, error.kind));
        }
    }
    drop(out);
    let _ = writer.await;
}

async fn enter(app: &App, key: &str, out: &Sender<Out>) -> Result<Place, ApiError> {
    let key = Key::read(key).ok_or_else(ApiError::no_such_key)?;
    let (grade, row) = look_up(app, &key).await?;
    let place = app.rooms.join(&row, grade, out.clone()).await?;
    // The seat may have been given away between looking and coming in.
    if let Err(error) = look_up(app, &key).await {
        let _ = place.commands.send(Command::Leave(place.guest)).await;
        return Err(error);
    }
    Ok(place)
}

async fn look_up(app: &App, key: &Key) -> Result<(Grade, TableRow), ApiError> {
    let (grade, row) = app.rooms.store().find(key.hash()).await?;
    match grade {
        Grade::Invite(_) => {
            let text = "This is an invitation: it has to be taken first.";
            Err(ApiError { kind: "unclaimed", ..ApiError::forbidden(text) })
        }
        Grade::Owner | Grade::Seat(_) | Grade::Watch => Ok((grade, row)),
    }
}

/// Reads until the client goes, or must go: then the code and the reason.
async fn read(
    app: &App,
    mut stream: SplitStream<WebSocket>,
    place: &Place,
    out: &Sender<Out>,
) -> Option<(u16, &'static str)> {
    let limits = app.rooms.limits();
    let bucket = Bucket::new(limits.burst, limits.rate * 60);
    let mut stubborn = 0;
    loop {
        let text = match timeout(SILENCE, stream.next()).await {
            Err(_) | Ok(None) => return None,
            Ok(Some(Err(_))) => return Some((1009, "too large or broken")),
            Ok(Some(Ok(Frame::Text(text)))) => text,
            Ok(Some(Ok(Frame::Binary(_)))) => return Some((1003, "text only")),
            Ok(Some(Ok(Frame::Close(_)))) => return None,
            Ok(Some(Ok(Frame::Ping(_) | Frame::Pong(_)))) => {
                if !bucket.take() {
                    stubborn += 1;
                }
                continue;
            }
        };
        let error = if !bucket.take() {
            stubborn += 1;
            if stubborn > STUBBORN {
                return Some((1008, "too fast"));
            }
            (None, "too-fast", "Too many messages at once; this one was not read.".to_owned())
        } else if text.len() > limits.message {
            (None, "too-large", format!("A message may have {} bytes.", limits.message))
        } else {
            match Request::read(&text) {
                Ok(request) => {
                    place.commands.send(Command::Said(place.guest, request)).await.ok()?;
                    continue;
                }
                Err((id, why)) => (id, "bad-request", why),
            }
        };
        let (id, kind, text) = error;
        out.send(Out::Text(Message::Error { id, kind, text }.text())).await.ok()?;
    }
}

/// Writes until the queue ends or the client does not read.
async fn write(mut sink: SplitSink<WebSocket, Frame>, mut queue: Receiver<Out>) {
    let mut knock = interval(KNOCK);
    knock.tick().await;
    loop {
        let frame = tokio::select! {
            out = queue.recv() => match out {
                Some(Out::Text(text)) => Frame::Text(text),
                Some(Out::Close(code, reason)) => {
                    Frame::Close(Some(CloseFrame { code, reason: reason.into() }))
                }
                None => break,
            },
            _ = knock.tick() => Frame::Ping(Vec::new().into()),
        };
        let last = matches!(frame, Frame::Close(_));
        if !matches!(timeout(PATIENCE, sink.send(frame)).await, Ok(Ok(()))) || last {
            break;
        }
    }
    let _ = timeout(PATIENCE, sink.close()).await;
}
