//! What each viewer was shown last, so that everybody who looks through the same eyes can be sent what changed: a patch is made once
//! per viewer and action, not once per guest. A view is kept as its viewer may know it, and is never compared with another viewer's.

use crate::table::Table;
use crate::wire::{Message, TakebackView};
use kessel_kernel::{Patch, Side, View, Viewer};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The last view of every viewer who is here.
#[derive(Default)]
pub struct Shown(Vec<Last>);

struct Last {
    viewer: Viewer,
    /// The journal that it shows, by its last link.
    head: String,
    /// How many views this viewer was shown, so that a client sees whether it has missed one.
    v: u64,
    n: u64,
    undo: u64,
    /// Nothing while the table sleeps.
    view: Option<View>,
}

/// A take-back asked for: by whom, and to which length of the journal.
pub type Asked = Option<(Side, u64)>;

impl Shown {
    /// Forgets the views of those who have gone.
    pub fn keep(&mut self, viewers: &[Viewer]) {
        self.0.retain(|last| viewers.contains(&last.viewer));
    }

    /// Forgets the view of one of them.
    pub fn forget(&mut self, viewer: Viewer) {
        self.0.retain(|last| last.viewer != viewer);
    }

    /// Drops the views themselves: they can be made anew from the position. One that could not, because it does not show the position as it is, is forgotten:
    /// its viewer is shown the whole table when there is something to tell him.
    pub fn sleep(&mut self, table: &Table) {
        self.0.retain_mut(|last| {
            let shows =
                last.view.take().is_some_and(|view| last.head == table.head() || view == table.glance(last.viewer));
            debug_assert!(!shows || last.head != table.head() || last.n == table.count(last.viewer));
            shows
        });
        self.0.shrink_to_fit();
    }

    /// Those whose view was dropped.
    pub fn asleep(&self) -> Vec<Viewer> {
        self.0.iter().filter(|last| last.view.is_none()).map(|last| last.viewer).collect()
    }

    /// Takes in views that were made anew, of the position that they were dropped at.
    pub fn remember(&mut self, views: Vec<(Viewer, View)>) {
        for (viewer, view) in views {
            if let Some(last) = self.0.iter_mut().find(|last| last.viewer == viewer) {
                last.view = Some(view);
            }
        }
    }

    /// Brings everybody up to date who was shown the last view of `viewer`. Nothing if there is nothing new for him: that the other side
    /// has done something in secret must not show.
    pub fn renew(&mut self, table: &Table, viewer: Viewer, asked: Asked) -> Option<Utf8Bytes> {
        let Some(last) = self.0.iter_mut().find(|last| last.viewer == viewer) else {
            return Some(self.whole(table, viewer, asked));
        };
        if last.head == table.head() {
            return None;
        }
        let view = table.glance(viewer);
        let Some(before) = &last.view else {
            self.forget(viewer);
            return Some(self.whole(table, viewer, asked));
        };
        let patch = Patch::between(before, &view);
        let (n, undo) = numbers(table, viewer);
        last.head = table.head().to_owned();
        if (last.n, last.undo) == (n, undo) && patch == Patch::default() {
            return None;
        }
        (last.v, last.n, last.undo, last.view) = (last.v + 1, n, undo, Some(view));
        let takeback = takeback(table, viewer, asked);
        Some(Message::Patch { viewer, v: last.v, n, undo, patch: Box::new(patch), takeback }.text())
    }

    /// The whole table as `viewer` sees it. Whoever has an older view must be brought up to date first.
    pub fn whole(&mut self, table: &Table, viewer: Viewer, asked: Asked) -> Utf8Bytes {
        let at = self.0.iter().position(|last| last.viewer == viewer).unwrap_or_else(|| {
            let (n, undo) = numbers(table, viewer);
            self.0.push(Last { viewer, head: table.head().to_owned(), v: 1, n, undo, view: None });
            self.0.len() - 1
        });
        let Last { v, n, undo, ref mut view, .. } = self.0[at];
        let view = &*view.get_or_insert_with(|| table.glance(viewer));
        Message::State { viewer, v, n, undo, view, takeback: takeback(table, viewer, asked) }.text()
    }
}

/// How many actions the viewer was told of, and how far back he may go by himself.
fn numbers(table: &Table, viewer: Viewer) -> (u64, u64) {
    let n = table.count(viewer);
    (n, viewer.side().map_or(n, |side| table.undo_floor(side)))
}

fn takeback(table: &Table, viewer: Viewer, asked: Asked) -> Option<TakebackView> {
    asked.map(|(by, keep)| TakebackView { status: "asked", by, to: table.number_of(viewer, keep) })
}
