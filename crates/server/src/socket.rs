//! One WebSocket: reads what a client says, with limits, and writes what the room tells.

use crate::error::ApiError;
use crate::guard::Bucket;
use crate::http::{App, Peer};
use crate::keys::{Grade, Key};
use crate::outbox::{Out, Outbox, Waiting};
use crate::room::{Comer, Command};
use crate::rooms::Place;
use crate::store::TableRow;
use crate::upgrade::{Socket, Upgrade, send_text};
use crate::visitors::Pass;
use crate::wire::{Message, Request};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, timeout};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// How long a client may take to read a message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often we ask whether it is still there.
const KNOCK: Duration = Duration::from_secs(25);
/// A client that goes on so long after being told that it is too fast is closed.
const STUBBORN: u32 = 200;

/// The first message: the key. It does not stand in the address, which proxies write down.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum First {
    Enter { key: String },
}

/// `GET /ws`.
pub async fn socket(State(app): State<Arc<App>>, peer: Peer, upgrade: Upgrade) -> Response {
    let Ok(permit) = app.sockets.clone().try_acquire_owned() else {
        return ApiError::full("Too many people are connected.").into_response();
    };
    let Some(pass) = app.visitors.connect(peer.0) else {
        return ApiError::full("Too many connections come from your address.").into_response();
    };
    // Somewhat above the limit, so that a message a little too long can be answered.
    let most = app.rooms.limits().message;
    upgrade.serve(most * 4, move |socket| serve(app, socket, pass, permit))
}

async fn serve(app: Arc<App>, socket: Socket, mut pass: Pass, permit: OwnedSemaphorePermit) {
    let _permit = permit;
    let (sink, mut stream) = socket.split();
    let (out, queue) = Outbox::new(app.rooms.limits());
    let writer = tokio::spawn(write(sink, queue));
    metrics::gauge!("kessel_sockets").increment(1.0);
    match enter(&app, &mut stream, &mut pass, &out).await {
        Ok((place, _chair)) => {
            let end = tokio::select! {
                end = read(&app, stream, &place, &out) => end,
                () = out.closed() => None,
                // He does not read: what waits for him is thrown away with the line.
                () = out.hung_up() => {
                    writer.abort();
                    None
                }
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
                "bad-request" => 1008,
                _ => 1011,
            };
            let message = Message::Error { id: None, kind: error.kind, text: error.text };
            let _ = out.try_send(Out::Text(message.text()));
            let _ = out.try_send(Out::Close(code, error.kind));
        }
    }
    drop(out);
    let _ = writer.await;
    metrics::gauge!("kessel_sockets").decrement(1.0);
}

/// A place at the table, and for those who only look on one of the chairs for them.
async fn enter(
    app: &App,
    stream: &mut SplitStream<Socket>,
    pass: &mut Pass,
    out: &Outbox,
) -> Result<(Place, Option<OwnedSemaphorePermit>), ApiError> {
    let said = async {
        while let Some(Ok(frame)) = stream.next().await {
            if let Frame::Text(text) = frame {
                return Some(text);
            }
        }
        None
    };
    let first = timeout(app.rooms.limits().header_time, said).await.ok().flatten();
    let First::Enter { key } = first
        .and_then(|text| serde_json::from_str(&text).ok())
        .ok_or_else(|| ApiError::bad_request("The first message says {\"type\": \"enter\", \"key\": …}."))?;
    let key = Key::read(&key).ok_or_else(ApiError::no_such_key)?;
    let (grade, row) = look_up(app, &key).await?;
    // Those who only look on leave half of the places to those who play.
    let chair = match grade {
        Grade::Watch => {
            Some(app.chairs.clone().try_acquire_owned().map_err(|_| ApiError::full("Too many people look on."))?)
        }
        _ => None,
    };
    pass.enter(&row.id)?;
    let comer = || Comer { grade, key: key.hash(), address: pass.name(), out: out.clone() };
    let place = app.rooms.join(&row, comer).await?;
    // The seat may have been given away between looking and coming in.
    if let Err(error) = look_up(app, &key).await {
        let _ = place.commands.send(Command::Leave(place.guest)).await;
        return Err(error);
    }
    Ok((place, chair))
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
async fn read(app: &App, mut stream: SplitStream<Socket>, place: &Place, out: &Outbox) -> Option<(u16, &'static str)> {
    let limits = app.rooms.limits();
    let bucket = Bucket::new(limits.burst, limits.rate * 60);
    // What one connection asks does not fill the table's queue: the next is read when there is room.
    let pending = Arc::new(Semaphore::new(limits.pending));
    let mut stubborn = 0;
    loop {
        let frame = match timeout(limits.silence, stream.next()).await {
            Err(_) | Ok(None) => return None,
            Ok(Some(Err(_))) => return Some((1009, "too large or broken")),
            Ok(Some(Ok(frame))) => frame,
        };
        let free = bucket.take();
        stubborn += u32::from(!free);
        if stubborn > STUBBORN {
            return Some((1008, "too fast"));
        }
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Binary(_) => return Some((1003, "text only")),
            Frame::Close(_) => return None,
            Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_) => continue,
        };
        let error = if !free {
            (Request::id_of(&text), "too-fast", "Too many messages at once; nothing was done.".to_owned())
        } else if text.len() > limits.message {
            (Request::id_of(&text), "too-large", format!("A message may have {} bytes.", limits.message))
        } else {
            match Request::read(&text) {
                Ok(request) => {
                    let permit = pending.clone().acquire_owned().await.ok()?;
                    place.commands.send(Command::Said(place.guest, request, permit)).await.ok()?;
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
async fn write(mut sink: SplitSink<Socket, Frame>, mut queue: Waiting) {
    let mut knock = interval(KNOCK);
    knock.tick().await;
    loop {
        let next = tokio::select! {
            out = queue.next() => match out {
                Some(out) => Some(out),
                None => break,
            },
            _ = knock.tick() => None,
        };
        let (last, cost) = next.as_ref().map_or((false, 0), |(out, cost)| (matches!(out, Out::Close(..)), *cost));
        let sent = async {
            match next.map(|(out, _)| out) {
                Some(Out::Text(text)) => {
                    metrics::counter!("kessel_sent_bytes_total").increment(text.len() as u64);
                    send_text(&mut sink, text).await
                }
                Some(Out::Close(code, reason)) => {
                    sink.send(Frame::Close(Some(CloseFrame { code: code.into(), reason: reason.into() }))).await
                }
                None => sink.send(Frame::Ping(Vec::new().into())).await,
            }
        };
        if !matches!(timeout(PATIENCE, sent).await, Ok(Ok(()))) || last {
            break;
        }
        queue.written(cost);
    }
    let _ = timeout(PATIENCE, sink.close()).await;
}
