//! What whoever runs the server does about tables and people: close, delete, silence; names, sessions, forgotten passphrases.

use super::{Admin, AdminError};
use crate::http::accounts::secret_of;
use crate::keys::Key;
use crate::store::{Account, Store, StoreError, TableRow, now};
use kessel_kernel::journal::Mark;
use kessel_kernel::{Case, Outcome};
use serde::Serialize;
use std::path::Path;

/// Somebody with a name.
#[derive(Clone, Debug, Serialize)]
pub struct Person {
    /// The name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// Has he left an address for mail?
    pub mail: bool,
    /// How many tables he holds.
    pub tables: usize,
    /// Where he is logged in.
    pub sessions: Vec<Seen>,
}

/// A device on which somebody is logged in.
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// Its name in the list, which opens nothing.
    pub id: String,
    /// When he logged in.
    pub since: u64,
    /// When it was last used, to an hour.
    pub seen: u64,
    /// As his browser calls itself.
    pub device: Option<String>,
    /// From where he logged in.
    pub address: Option<String>,
}

impl Admin {
    /// Deletes a table with everything, after writing its journal to a folder if one is given.
    ///
    /// # Errors
    /// If there is no such table, or the journal cannot be written: then nothing is deleted.
    pub fn delete(&self, table: &str, archive: Option<&Path>) -> Result<(), AdminError> {
        self.with(async |store| {
            let row = found(store, table).await?;
            if let Some(folder) = archive {
                self.archive(store, &row, folder).await?;
            }
            Ok(store.delete(&row.id).await?)
        })
    }

    /// Ends the game at a table: nobody has won, nobody can go on, and both sides can have the journal.
    ///
    /// # Errors
    /// If there is no such table, or its game is over.
    pub fn close(&self, table: &str) -> Result<(), AdminError> {
        self.with(async |store| {
            let row = found(store, table).await?;
            let text = "Whoever runs the server has closed this game.".to_owned();
            let outcome =
                Outcome { winner: None, level: "closed".into(), score: None, case: Case(""), text: text.clone() };
            let outcome = serde_json::to_string(&outcome).expect("an outcome is plain data");
            let mark = Mark { n: row.length, at: now(), side: None, kind: "closed".into(), text };
            match store.end(&row.id, &row.head, outcome, mark).await {
                Err(StoreError::Stale) if row.summary.outcome.is_some() => {
                    Err(AdminError::Database("the game is over already".into()))
                }
                done => Ok(done?),
            }
        })
    }

    /// Lets nobody speak at a table, or lets them again.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn mute(&self, table: &str, on: bool) -> Result<(), AdminError> {
        self.with(async |store| {
            let row = found(store, table).await?;
            Ok(store.mute(&row.id, "all", on).await?)
        })
    }

    /// Everybody with a name, or those who have logged in from one address.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn people(&self, from: Option<&str>) -> Result<Vec<Person>, AdminError> {
        self.with(async |store| {
            let mut people = Vec::new();
            for (account, created) in store.accounts().await? {
                let sessions: Vec<Seen> =
                    store.sessions(&account.id).await?.into_iter().map(|(_, s)| s.into()).collect();
                if from.is_some_and(|from| sessions.iter().all(|s| s.address.as_deref() != Some(from))) {
                    continue;
                }
                let tables = store.holdings(&account.id).await?.len();
                people.push(Person { name: account.name, created, mail: account.mail.is_some(), tables, sessions });
            }
            Ok(people)
        })
    }

    /// Gives somebody who has forgotten his passphrase a new one, which is told once, and logs him out everywhere.
    ///
    /// # Errors
    /// If nobody has this name.
    pub fn reset(&self, name: &str) -> Result<String, AdminError> {
        self.with(async |store| {
            let account = named(store, name).await?;
            let random = |e: getrandom::Error| AdminError::Database(format!("no random numbers: {e}"));
            let words = Key::random().map_err(random)?.text()[..20].to_owned();
            let secret = secret_of(&words).map_err(AdminError::Database)?;
            store.secure(Account { secret, ..account }, None).await?;
            Ok(words)
        })
    }

    /// Logs somebody out everywhere, or on one device.
    ///
    /// # Errors
    /// If nobody has this name.
    pub fn end_sessions(&self, name: &str, id: Option<&str>) -> Result<usize, AdminError> {
        self.with(async |store| {
            let account = named(store, name).await?;
            let before = store.sessions(&account.id).await?.len();
            store.end_sessions(&account.id, id.map(str::to_owned)).await?;
            Ok(before - store.sessions(&account.id).await?.len())
        })
    }
}

async fn found(store: &Store, table: &str) -> Result<TableRow, AdminError> {
    match store.beside(table).await {
        Ok((row, _)) => Ok(row),
        Err(StoreError::Gone) => {
            Err(AdminError::Database(format!("there is no table {table}; `kessel admin tables` lists them")))
        }
        Err(e) => Err(e.into()),
    }
}

async fn named(store: &Store, name: &str) -> Result<Account, AdminError> {
    let found = store.account_by_name(name).await?;
    found.ok_or_else(|| AdminError::Database(format!("nobody is called {name}; `kessel admin people` lists them")))
}

impl From<crate::store::Session> for Seen {
    fn from(s: crate::store::Session) -> Seen {
        Seen { id: s.id, since: s.since, seen: s.seen, device: s.device, address: s.address }
    }
}
