//! The game in memory, and what the database has of it.
//!
//! In memory the table ends with the line `row.head`, but for the moment between a step and its [`Kept::commit`]; a step that cannot be written drops the table. While it is not
//! in memory, `past` is what people were told of it, or nothing where that is not known. `stored` are the snapshots that the database has of this journal.

use super::count_panic;
use crate::agreement;
use crate::rooms::Rooms;
use crate::store::{Beside, Change, Drafted, Planned, Snapshot, Store, StoreError, TableRow, TakebackNote, now};
use crate::table::{Past, Refused, Since, Step, Table, header_text};
use crate::wire::DiceView;
use kessel_kernel::{Side, Viewer};
use kessel_officers::guard;
use serde_json::Value;
use tokio::task::spawn_blocking;

/// The table, its row in the database, and how it ended.
pub struct Kept {
    row: TableRow,
    table: Option<Table>,
    outcome: Option<Value>,
    past: Option<Past>,
    stored: Vec<Snapshot>,
}

/// What is written together with a step.
#[derive(Default)]
pub struct Along {
    /// A take-back that is answered by it.
    pub note: Option<TakebackNote>,
    /// A take-back that was asked for lapses.
    pub lapses: bool,
    /// The plan that is committed by it.
    pub draft: Option<Planned>,
    /// Everybody sees it.
    pub open: bool,
}

impl Kept {
    pub fn new(row: TableRow) -> Kept {
        Kept { row, table: None, outcome: None, past: None, stored: Vec::new() }
    }

    pub fn row(&self) -> &TableRow {
        &self.row
    }

    /// The table, while it is in memory.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// How it ended: by the rules, or because people said so.
    pub fn outcome(&self) -> Option<&Value> {
        self.outcome.as_ref()
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// How many entries the journal has.
    pub fn length(&self) -> u64 {
        self.table().map_or(0, |table| table.entries().len() as u64)
    }

    /// The number of the last entry that revealed something.
    pub fn revelation(&self) -> u64 {
        self.table().map_or(0, Table::last_revelation)
    }

    /// Reads the journal from the database and plays it; gives what lies beside it, and what the sides have planned. If it cannot be read, everything is as before.
    pub async fn load(&mut self, rooms: &Rooms) -> Result<(Beside, [Option<Drafted>; 2]), StoreError> {
        let (mut row, mut loaded) = rooms.store().load(&self.row.id).await?;
        let game = rooms.games().get(&row.game).map_err(|e| StoreError::Broken(e.to_string()))?.clone();
        let stored = loaded.snapshots.clone();
        let beside = (std::mem::take(&mut loaded.beside), std::mem::take(&mut loaded.drafts));
        let played = spawn_blocking(move || Table::load(game, loaded)).await;
        let (table, carried) = played.unwrap_or_else(|e| Err(StoreError::Broken(format!("the rules failed: {e}"))))?;
        if carried {
            let change = table.rewritten(&row, row.asked);
            rooms.store().change(change, None).await?;
            (row.header, row.head) = (header_text(table.header()), table.head().to_owned());
        }
        (self.row, self.table) = (row, Some(table));
        self.stored = if carried { Vec::new() } else { stored };
        self.look_for_the_end();
        self.store_snapshots(rooms.store());
        Ok(beside)
    }

    /// The row as another process has left it. False if it tells of another journal: then the table is dropped.
    pub fn take_row(&mut self, row: TableRow) -> bool {
        if row.head != self.row.head || row.header != self.row.header {
            self.drop_table();
            return false;
        }
        self.row = row;
        true
    }

    /// Works with the game on a thread that may take its time. A panic of the rules loses nothing: the journal is on the disk, and is read again. Nobody is told of it but
    /// whoever asked.
    pub async fn with<R: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Table) -> R + Send + 'static,
    ) -> Result<R, Refused> {
        let Some(mut table) = self.table.take() else {
            return Err(Refused::Fault("the table is not loaded".into()));
        };
        let done = spawn_blocking(move || {
            let result = guard(|| work(&mut table));
            (table, result)
        });
        match done.await {
            Ok((table, Ok(result))) => {
                self.table = Some(table);
                Ok(result)
            }
            Ok((table, Err(panic))) => {
                count_panic();
                self.table = Some(table);
                self.drop_table();
                Err(Refused::Fault(format!("the rules failed: {panic}")))
            }
            Err(e) => Err(Refused::Fault(format!("the rules failed: {e}"))),
        }
    }

    /// Puts a step on the disk; says which sides are asked to act since then. If that fails the table in memory is wrong, and is dropped.
    pub async fn commit(&mut self, store: &Store, step: &Step, along: Along) -> Result<Vec<Side>, Refused> {
        let Some(table) = &self.table else { return Err(Refused::Fault("the table is not loaded".into())) };
        let asked = asked_since(self.row.asked, table, step);
        let newly = Side::BOTH.into_iter().filter(|s| self.row.asked[s.index()] == 0 && asked[s.index()] > 0).collect();
        let change = Change {
            table: self.row.id.clone(),
            head: step.head.clone(),
            header: None,
            keep: step.keep,
            lines: step.lines.clone(),
            new_head: table.head().to_owned(),
            summary: table.summary(),
            asked,
            lapses: along.lapses,
            draft: along.draft,
            open: along.open,
        };
        let (summary, head) = (change.summary.clone(), change.new_head.clone());
        match store.change(change, along.note).await {
            Ok(()) => {
                (self.row.summary, self.row.head, self.row.asked) = (summary, head, asked);
                metrics::counter!("kessel_actions_total").increment(step.lines.len() as u64);
                self.stored.retain(|(n, _)| *n <= step.keep);
                self.store_snapshots(store);
                Ok(newly)
            }
            Err(e) => {
                self.past = self.table.take().map(|table| table.past_before(step));
                match e {
                    StoreError::Stale => Err(Refused::Stale),
                    e => Err(Refused::Fault(e.to_string())),
                }
            }
        }
    }

    /// Has the database keep the snapshots that it lacks. Nobody waits for it, and a failure costs nothing but time later on.
    fn store_snapshots(&mut self, store: &Store) {
        let Some(table) = &self.table else { return };
        let all = table.snapshots().all();
        if all == self.stored {
            return;
        }
        let new = all.iter().filter(|one| !self.stored.contains(one)).cloned().collect();
        let kept = all.iter().map(|(n, _)| *n).collect();
        self.stored = all;
        store.keep_snapshots(&self.row.id, table.head(), new, kept);
    }

    /// Drops the table: what people were told of it is known, so that they are told the rest when it has been read again.
    pub fn drop_table(&mut self) {
        if let Some(table) = self.table.take() {
            self.past = table.past_at(&self.row.head);
        }
    }

    /// Hands the table over, to be dropped. Where nobody else writes it will be as it is when it is read again.
    pub fn sleep(&mut self, shared: bool) -> Option<Table> {
        let table = self.table.take()?;
        self.past = shared.then(|| table.past());
        self.stored = Vec::new();
        Some(table)
    }

    /// What was done since people were last told something, before `head`, with the views of some from before. Nothing if that cannot be said.
    pub async fn since(&mut self, head: &str, wanted: Vec<Viewer>) -> Option<Since> {
        let (past, same) = (self.past.take(), self.row.head == head);
        let since = self.with(move |table| match past {
            Some(past) => table.since(&past, &wanted),
            None if same => table.since(&table.past(), &wanted),
            None => Ok(None),
        });
        match since.await {
            Ok(Ok(since)) => since,
            Ok(Err(e)) => {
                tracing::error!(table = self.row.id, "{e}");
                None
            }
            Err(_) => None,
        }
    }

    /// Nobody knows what people were told.
    pub fn forget_past(&mut self) {
        self.past = None;
    }

    /// Looks whether it is over: by the rules, or because people said so; says whether it was not before.
    pub fn look_for_the_end(&mut self) -> bool {
        let before = self.is_over();
        let by_the_rules = self.table().and_then(|table| table.session().outcome());
        let by_the_rules = by_the_rules.map(|o| serde_json::to_value(o).expect("an outcome is plain data"));
        self.outcome = by_the_rules.or_else(|| serde_json::from_str(self.row.ended.as_deref()?).ok());
        !before && self.is_over()
    }

    /// People have ended it; the database knows.
    pub fn end(&mut self, outcome: &Value) {
        self.row.ended = Some(outcome.to_string());
        self.row.asked = [0, 0];
        self.outcome = Some(outcome.clone());
    }

    /// Are the dice still to be agreed on?
    pub fn dice_open(&self) -> bool {
        self.row.dice.is_some() && self.table().is_some_and(|t| t.header().shared.is_none())
    }

    /// How it stands with the dice of a table in memory.
    pub fn dice_view(&self) -> DiceView {
        let table = self.table().expect("a loaded table");
        agreement::view(table.header(), self.row.dice.as_deref())
    }

    /// People have come so far with their dice; the database knows.
    pub fn dice(&mut self, agreement: String) {
        self.row.dice = Some(agreement);
    }

    /// The game is set up anew, with the dice that were agreed on; the database knows.
    pub fn begin_anew(&mut self, table: Table, asked: [u64; 2]) {
        (self.row.header, self.row.head) = (header_text(table.header()), table.head().to_owned());
        self.row.asked = asked;
        self.table = Some(table);
    }
}

/// Since when each side is asked to act: since it was not, or since it last acted itself. What the other side does or takes back in secret changes nothing: whoever is asked would
/// see it by his clock.
fn asked_since(before: [u64; 2], table: &Table, step: &Step) -> [u64; 2] {
    let to_act = table.session().to_act();
    Side::BOTH.map(|side| {
        let news = table.news(step, side.into());
        let acted = news.undone.is_some() || news.told.iter().any(|(_, told)| told.side == side);
        match before[side.index()] {
            _ if !to_act.includes(side) => 0,
            since if since > 0 && !acted => since,
            _ => now(),
        }
    })
}
