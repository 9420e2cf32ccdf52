//! The database of a server, in the hands of whoever runs it.

use crate::cli::AdminTask;
use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use crate::serve::database;
use kessel_server::{Admin, AdminError, Listing, Person};
use serde_json::json;
use std::path::Path;
use std::time::Duration;

impl From<AdminError> for Failure {
    fn from(e: AdminError) -> Failure {
        let code = match e {
            AdminError::NotHere(_) => Code::Usage,
            AdminError::Database(_) | AdminError::File(_) => Code::File,
        };
        Failure::new(code, e.to_string())
    }
}

/// `kessel admin`.
pub fn admin(data: Option<&Path>, db: Option<&str>, task: &AdminTask, as_json: bool) -> Result<(), Failure> {
    let admin = Admin::new(database(db)?)?;
    match task {
        AdminTask::Check => check(&admin, data, as_json),
        AdminTask::Backup { to } => {
            let bytes = admin.backup(to)?;
            tell(as_json, json!({ "bytes": bytes }), || format!("{} written, {bytes} bytes, whole", to.display()))
        }
        AdminTask::Restore { from } => {
            let aside = admin.restore(from)?;
            tell(as_json, json!({ "aside": aside }), || match &aside {
                Some(aside) => format!("{} is in its place; what was there is {} now", from.display(), aside.display()),
                None => format!("{} is in its place; nothing was there", from.display()),
            })
        }
        AdminTask::Migrate => {
            let (before, now) = admin.migrate()?;
            tell(as_json, json!({ "before": before, "now": now }), || {
                format!("version {before} was there; it is {now} now")
            })
        }
        AdminTask::Tables { from } => {
            let tables = admin.tables(from.as_deref())?;
            tell(as_json, json!(tables), || tables.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
        AdminTask::Close { table } => {
            admin.close(table)?;
            tell(as_json, json!({ "closed": table }), || format!("the game at {table} is over; nobody has won"))
        }
        AdminTask::Delete { table, archive } => {
            admin.delete(table, archive.as_deref())?;
            tell(as_json, json!({ "deleted": table }), || format!("{table} is deleted"))
        }
        AdminTask::Mute { table, off } => {
            admin.mute(table, !off)?;
            let what = if *off { "everybody may speak again" } else { "nobody may speak" };
            tell(as_json, json!({ "table": table, "mute": !off }), || format!("{what} at {table}"))
        }
        AdminTask::People { from } => {
            let people = admin.people(from.as_deref())?;
            tell(as_json, json!(people), || people.iter().map(person).collect::<Vec<_>>().join("\n"))
        }
        AdminTask::Reset { name } => {
            let words = admin.reset(name)?;
            tell(as_json, json!({ "name": name, "passphrase": words }), || {
                format!("the passphrase of {name} is {words} now; whoever was logged in is logged out")
            })
        }
        AdminTask::Logout { name, session } => {
            let ended = admin.end_sessions(name, session.as_deref())?;
            tell(as_json, json!({ "name": name, "ended": ended }), || format!("{ended} sessions of {name} are ended"))
        }
        AdminTask::Expire { days, archive, look } => {
            let gone = admin.expire(Duration::from_secs(days * 24 * 3600), archive.as_deref(), *look)?;
            let what = if *look { "would be deleted" } else { "deleted" };
            tell(as_json, json!({ "tables": gone, "deleted": !look }), || format!("{} tables {what}", gone.len()))
        }
    }
}

fn check(admin: &Admin, data: Option<&Path>, as_json: bool) -> Result<(), Failure> {
    let found = admin.check(&kessel_registry::load(data, None)?)?;
    let mut text = format!("{} tables, {} entries", found.tables, found.entries);
    if found.other_rules > 0 {
        text.push_str(&format!("; {} of other rules or data: whole, not played again", found.other_rules));
    }
    found.faults.iter().for_each(|fault| text.push_str(&format!("\n{fault}")));
    tell(as_json, json!(found), || text)?;
    if found.faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(Code::CheckFailed, format!("{} faults", found.faults.len())))
}

fn line(l: &Listing) -> String {
    let end = if l.finished { ", over" } else { "" };
    let from = l.made_from.as_ref().map_or_else(String::new, |from| format!(", from {from}"));
    let [axis, soviet] = l.seats;
    format!(
        "{}  {}/{}  {axis} against {soviet}, {} entries, turn {}{end}{from}",
        l.table, l.game, l.scenario, l.entries, l.turn
    )
}

fn person(p: &Person) -> String {
    let mut text = format!("{}  {} tables, {} sessions", p.name, p.tables, p.sessions.len());
    for s in &p.sessions {
        let (address, device) = (s.address.as_deref().unwrap_or("?"), s.device.as_deref().unwrap_or(""));
        text.push_str(&format!("\n    {}  from {address}  {device}", s.id));
    }
    text
}

fn tell(as_json: bool, json: serde_json::Value, text: impl FnOnce() -> String) -> Result<(), Failure> {
    if as_json { say_json(&json) } else { say(&text()) }
}
