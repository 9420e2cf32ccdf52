//! What waits to be sent to one connection, bounded by messages and by bytes.
//!
//! News cannot wait for a slow reader: if they do not fit he has lost his connection, and is shown everything when he comes back. Long answers wait for
//! him: they are built piece by piece, as he reads.

use crate::config::Limits;
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Notify, Semaphore};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What goes to a connection.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The end, with a code and a reason.
    Close(u16, &'static str),
}

impl Out {
    fn bytes(&self) -> usize {
        match self {
            Out::Text(text) => text.len(),
            Out::Close(..) => 0,
        }
    }
}

/// The connection is gone, or does not read.
#[derive(Debug)]
pub struct Lost;

/// The end where messages are put in.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: Sender<(Out, u32)>,
    room: Arc<Semaphore>,
    most: u32,
    /// Called when the connection is given up.
    end: Arc<Notify>,
}

/// The end where they are taken out.
pub struct Waiting {
    queue: Receiver<(Out, u32)>,
    room: Arc<Semaphore>,
}

impl Outbox {
    pub fn new(limits: &Limits) -> (Outbox, Waiting) {
        let (sender, receiver) = channel(limits.backlog);
        let most = limits.backlog_bytes.min(u32::MAX as usize / 2);
        let room = Arc::new(Semaphore::new(most));
        let outbox = Outbox { queue: sender, room: room.clone(), most: most as u32, end: Arc::default() };
        (outbox, Waiting { queue: receiver, room })
    }

    /// A message larger than everything that may wait counts as that: one can always be sent.
    fn cost(&self, out: &Out) -> u32 {
        u32::try_from(out.bytes()).unwrap_or(u32::MAX).min(self.most)
    }

    /// Puts a message in if there is room.
    pub fn try_send(&self, out: Out) -> Result<(), Lost> {
        let cost = self.cost(&out);
        let room = self.room.try_acquire_many(cost).map_err(|_| Lost)?;
        self.queue.try_send((out, cost)).map_err(|_| Lost)?;
        room.forget();
        Ok(())
    }

    /// Puts a message in as soon as there is room.
    pub async fn send(&self, out: Out) -> Result<(), Lost> {
        let cost = self.cost(&out);
        let room = tokio::select! {
            room = self.room.acquire_many(cost) => room.map_err(|_| Lost)?,
            () = self.queue.closed() => return Err(Lost),
        };
        self.queue.send((out, cost)).await.map_err(|_| Lost)?;
        room.forget();
        Ok(())
    }

    /// Gives the connection up: what waits for it is not written any more.
    pub fn hang_up(&self) {
        self.end.notify_one();
    }

    /// Waits until the connection is given up.
    pub async fn hung_up(&self) {
        self.end.notified().await;
    }

    /// Waits until the other end is gone.
    pub async fn closed(&self) {
        self.queue.closed().await;
    }
}

impl Waiting {
    /// The next message, and what it counts.
    pub async fn next(&mut self) -> Option<(Out, u32)> {
        self.queue.recv().await
    }

    /// It has been written: there is room for others.
    pub fn written(&self, cost: u32) {
        self.room.add_permits(cost as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bytes_are_bounded_and_one_message_always_fits() {
        let limits = Limits { backlog: 10, backlog_bytes: 100, ..Limits::default() };
        let (outbox, mut waiting) = Outbox::new(&limits);
        let text = |n: usize| Out::Text("x".repeat(n).into());
        outbox.try_send(text(60)).expect("fits");
        assert!(outbox.try_send(text(60)).is_err(), "too much waits");
        let (_, cost) = waiting.next().await.expect("a message");
        waiting.written(cost);
        outbox.try_send(text(5000)).expect("one always fits");
        assert!(outbox.try_send(text(1)).is_err());
        // Whoever can wait goes on as soon as the reader has read.
        let (sent, read) = tokio::join!(outbox.send(text(80)), async {
            let (_, cost) = waiting.next().await.expect("a message");
            waiting.written(cost);
            waiting.next().await
        });
        assert!(sent.is_ok() && read.is_some());
    }
}
