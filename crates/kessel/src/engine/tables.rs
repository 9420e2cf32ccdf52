//! The games that a bot has open.

use super::{Fault, LONGEST_LINE, PROTOCOL, request::Do};
use crate::cli::Officers;
use crate::commands::{Orders, drive, game_lines, random_seed, status, tell_list};
use crate::failure::Failure;
use crate::files::{broken, game_of, thoughts};
use kessel_kernel::journal::{PlayError, Replay};
use kessel_kernel::{ActError, Journal, Log, Seed, Side, Viewer};
use kessel_officers::{Playable, Rank, Registry};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many games may be open at a time.
const MOST_TABLES: usize = 1024;

struct Table {
    game: Arc<dyn Playable>,
    journal: Journal,
}

/// The games that are open, by number.
pub struct Tables {
    registry: Registry,
    open: BTreeMap<u64, Table>,
    last: u64,
}

type Answer = Result<Value, Fault>;

impl Tables {
    /// None yet.
    pub fn new(registry: Registry) -> Tables {
        Tables { registry, open: BTreeMap::new(), last: 0 }
    }

    /// Answers one request.
    pub fn answer(&mut self, asked: Do) -> Answer {
        match asked {
            Do::Hello {} => Ok(json!({
                "kessel": env!("CARGO_PKG_VERSION"),
                "protocol": PROTOCOL,
                "officers": Rank::OPPONENTS,
                "longest_line": LONGEST_LINE,
            })),
            Do::Games {} => Ok(Value::Array(game_lines(&self.registry))),
            Do::New { game, seed, options } => {
                let (rules, scenario) = self.registry.find(&game).map_err(Failure::from)?;
                let (rules, mut log) = (rules.clone(), Log::new());
                let journal =
                    Journal::start(&*rules, scenario, &options, seed_of(seed)?, &mut log).map_err(Failure::from)?;
                self.seat(rules, journal)
            }
            Do::Load { text } => {
                let rules = game_of(&text, &self.registry)?;
                let journal = Journal::from_text(&*rules, &text).map_err(broken)?;
                self.seat(rules, journal)
            }
            Do::Sheet { table } => {
                let t = self.table(table)?.1;
                to_json(&t.game.sheet(t.journal.session().scenario()))
            }
            Do::View { table, viewer } => to_json(&self.table(table)?.1.journal.session().view(viewer)),
            Do::Legal { table, side } => self.legal(table, side),
            Do::Check { table, side, action } => self.check(table, side, &action),
            Do::Act { table, side, action: Some(action), actions: None } => self.act(table, side, &[action], false),
            Do::Act { table, side, action: None, actions: Some(list) } => self.act(table, side, &list, true),
            Do::Act { .. } => Err(Fault::new("malformed", "act has either one action or a list of actions")),
            Do::Why { table, side, action } => {
                let session = self.table(table)?.1.journal.session();
                let consulted = session.why(side, &action).map_err(Failure::from)?;
                Ok(json!({ "allowed": session.check(side, &action).is_ok(), "consulted": consulted }))
            }
            Do::Undo { table, to } => self.undo(table, to),
            Do::Journal { table, public } => {
                let journal = &self.table(table)?.1.journal;
                Ok(json!({ "text": if public { journal.to_public_text() } else { journal.to_text() } }))
            }
            Do::Choose { table, side, officer } => {
                let t = self.table(table)?.1;
                let mut officer = t.game.enlist(officer, &thoughts(&t.journal)?, side).map_err(Failure::from)?;
                let action = officer.choose(t.journal.session(), side);
                Ok(json!({ "action": action.map_err(|e| Fault::new("not-asked", e.to_string()))? }))
            }
            Do::Advise { table, side, officer } => {
                let t = self.table(table)?.1;
                let mut officer = t.game.enlist(officer, &thoughts(&t.journal)?, side).map_err(Failure::from)?;
                let advice = officer.advise(t.journal.session(), side);
                Ok(json!(advice.map_err(|e| Fault::new("not-asked", e.to_string()))?))
            }
            Do::Auto { table, axis, soviet, turns, actions } => {
                let officers = Officers { axis, soviet };
                self.auto(table, Orders { officers, turns, actions })
            }
            Do::Close { table } => {
                let (number, _) = self.table(table)?;
                self.open.remove(&number);
                Ok(json!({ "table": number }))
            }
            Do::Quit {} => Ok(json!({})),
        }
    }

    fn seat(&mut self, game: Arc<dyn Playable>, journal: Journal) -> Answer {
        if self.open.len() >= MOST_TABLES {
            return Err(Fault::new("full", format!("{MOST_TABLES} games are open; close one first")));
        }
        self.last += 1;
        self.open.insert(self.last, Table { game, journal });
        let (number, table) = self.table(None)?;
        Ok(told(number, table))
    }

    fn table(&mut self, number: Option<u64>) -> Result<(u64, &mut Table), Fault> {
        let number = number.unwrap_or(self.last);
        let none = || Fault::new("no-table", format!("no game {number} is open; open one with new or load"));
        self.open.get_mut(&number).map(|t| (number, t)).ok_or_else(none)
    }

    fn legal(&mut self, table: Option<u64>, side: Option<Side>) -> Answer {
        let session = self.table(table)?.1.journal.session();
        match side.or(session.to_act().first()) {
            Some(side) => {
                let offers = session.offers(side);
                Ok(json!({ "side": side, "prompt": offers.prompt, "list": offers.list }))
            }
            None => Ok(json!({ "side": null, "prompt": null, "list": [], "outcome": session.outcome() })),
        }
    }

    fn check(&mut self, table: Option<u64>, side: Side, action: &Value) -> Answer {
        match self.table(table)?.1.journal.session().check(side, action) {
            Ok(()) => Ok(json!({ "allowed": true })),
            Err(ActError::Refused(no)) => Ok(json!({ "allowed": false, "case": no.case, "why": no.why })),
            Err(e) => Err(Failure::from(e).into()),
        }
    }

    fn act(&mut self, table: Option<u64>, side: Side, actions: &[Value], is_list: bool) -> Answer {
        let (number, t) = self.table(table)?;
        let done = t.journal.act_all(side, actions).map_err(|e| {
            let at = if let PlayError::List(e) = &e { Some(e.at) } else { None };
            Fault { at: at.filter(|_| is_list), ..Failure::from(e).into() }
        })?;
        let mut answer = told(number, t);
        if is_list {
            tell_list(&mut answer, &done);
        }
        answer["events"] = json!(Replay::visible(done.events, Viewer::from(side)));
        Ok(answer)
    }

    fn undo(&mut self, table: Option<u64>, to: Option<u64>) -> Answer {
        let (number, t) = self.table(table)?;
        let back = t.journal.len().checked_sub(1);
        let to = to.or(back).ok_or_else(|| Fault::new("undo", "there is nothing to take back"))?;
        t.journal.undo(&*t.game, to).map_err(Failure::from)?;
        Ok(told(number, t))
    }

    fn auto(&mut self, table: Option<u64>, orders: Orders) -> Answer {
        let (number, t) = self.table(table)?;
        let before = t.journal.len();
        let stopped = drive(&*t.game, &mut t.journal, orders)?;
        let mut answer = told(number, t);
        answer["actions"] = json!(t.journal.len() - before);
        answer["stopped"] = json!(stopped);
        Ok(answer)
    }
}

fn told(number: u64, table: &Table) -> Value {
    let mut answer = json!({ "table": number });
    if let (Value::Object(to), Value::Object(from)) = (&mut answer, status(&table.journal)) {
        to.extend(from);
    }
    answer
}

fn seed_of(seed: Option<Value>) -> Result<Seed, Fault> {
    match seed {
        None | Some(Value::Null) => Ok(random_seed()?),
        Some(Value::Number(n)) if n.is_u64() => Ok(Seed::from_number(n.as_u64().unwrap_or_default())),
        Some(Value::String(word)) => Seed::from_word(&word).ok_or_else(bad_seed),
        Some(_) => Err(bad_seed()),
    }
}

fn bad_seed() -> Fault {
    Fault::new("malformed", "a seed is a number or 64 hexadecimal digits")
}

fn to_json<T: serde::Serialize>(value: &T) -> Answer {
    serde_json::to_value(value).map_err(|e| Fault::new("fault", e.to_string()))
}
