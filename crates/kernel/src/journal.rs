//! A game as the list of what was done: JSON lines, each hashed onto the one before.
//!
//! The first line is the [`Header`]: game, scenario, options, version of the rules, fingerprint of the data, and a
//! commitment to the seed. Every further line is an [`Entry`]: who did what (one action, or a list of them), the rolls it made, and the hash
//! of the state after it.
//! Replay needs no generator: the rolls are in the lines. It stops at the first mismatch and names the field.
//!
//! Save, undo, spectate, mail play, bug reports and the audit of the dice are all readings of this.

mod carry;
mod commit;
mod replay;
mod shared;
mod snapshots;

pub use carry::Carried;
pub use commit::Unsealed;
pub use replay::Replay;
pub use shared::{Share, SharedDice, SharedError};
pub use snapshots::Snapshots;

use crate::plan::PlanError;
use crate::{
    ActError, AnyGame, Dice, Event, ListDone, ListError, Log, Options, Roll, Seed, Session, Side, StartError, Stopped,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the journal's format.
pub const FORMAT: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `journal`: tells such a file from any other.
    pub kessel: String,
    /// The version of the format.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The options chosen.
    pub options: Options,
    /// The version of the rules as coded.
    pub rules: u32,
    /// The fingerprint of the data.
    pub data: String,
    /// The seed, in a file from which one goes on playing; absent in a copy given away, where it would foretell the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What the commitment to a number was salted with; absent wherever the seed is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// The server's own part of a seed that two people had a part in; absent wherever the seed is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// What binds whoever made the dice.
    pub commitment: String,
    /// The parts that two people had in the seed, and what everybody was bound to before they were told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedDice>,
    /// The rolls of the set-up.
    pub rolls: Vec<Roll>,
    /// The hash of the first position.
    pub state: String,
    /// What whoever kept the game noted beside it. The link does not cover it: it comes later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The hash of this line.
    #[serde(default)]
    pub link: String,
}

/// Something that happened at the table and not on it: a seat given to somebody else, a game given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// After how many entries.
    pub n: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Whom it concerns.
    pub side: Option<Side>,
    /// What it is, for programs.
    pub kind: String,
    /// What it is, for people.
    pub text: String,
}

/// One action, or one list of actions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number, from 1.
    pub n: u64,
    /// Who.
    pub side: Side,
    /// What: an action as the game writes it, or an array of several that were done as one. (An action itself is never an array.)
    pub action: Value,
    /// The rolls it made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// It told a side something new: undo may not cross it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
    /// The hash of the position after it.
    pub state: String,
    /// The plan that was committed; absent in a copy given away before the plans were carried out. The link does not cover it: the seal does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Unsealed>,
    /// The hash of this line and the one before.
    #[serde(default)]
    pub link: String,
}

impl Entry {
    /// The actions, in order: one, or those of a list.
    pub fn actions(&self) -> &[Value] {
        match &self.action {
            Value::Array(list) => list,
            one => std::slice::from_ref(one),
        }
    }

    /// May undo take this back?
    pub fn bars_undo(&self) -> bool {
        self.revealed || !self.rolls.is_empty()
    }
}

/// A game and how it came to stand as it does.
pub struct Journal {
    header: Header,
    entries: Vec<Entry>,
    seed: Option<Seed>,
    /// How many rolls were made so far: where the seeded dice go on.
    rolls: u64,
    session: Box<dyn Session>,
    snapshots: Snapshots,
    /// The turn of the position, to know when one begins.
    turn: u32,
    /// Where positions are written down to be hashed.
    buffer: Vec<u8>,
}

/// What is wrong with a journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// A line is not what it should be.
    #[error("line {line} cannot be read: {why}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// It is not a journal of this program.
    #[error("this is not a journal: {0}")]
    NotAJournal(String),
    /// The game is another one.
    #[error("the journal is of {found}, not of {wanted}")]
    OtherGame {
        /// The game in the header.
        found: String,
        /// The game at hand.
        wanted: String,
    },
    /// A hash, a roll or an action does not fit.
    #[error("action {n} does not fit: {field}: {why}")]
    Mismatch {
        /// The action; 0 for the header.
        n: u64,
        /// The field that does not fit.
        field: &'static str,
        /// How.
        why: String,
    },
    /// The set-up is impossible.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Undo would cross a roll or a revelation.
    #[error("action {n} cannot be undone: {why}")]
    CannotUndo {
        /// The action.
        n: u64,
        /// The reason.
        why: String,
    },
    /// There is no such action.
    #[error("there is no action {n}; the journal has {have}")]
    NoSuchAction {
        /// The action asked for.
        n: u64,
        /// How many there are.
        have: u64,
    },
    /// The journal has no seed, so nobody can roll for it here.
    #[error("this copy of the journal carries no seed; it can be replayed but not played on")]
    NoSeed,
}

impl Journal {
    /// Starts a game.
    pub fn start(
        game: &dyn AnyGame,
        scenario: &str,
        options: &Options,
        seed: Seed,
        log: &mut Log,
    ) -> Result<Journal, StartError> {
        let mut dice = Dice::seeded(&seed, 0);
        let session = game.start(scenario, options, &mut dice, log)?;
        let mut header = Header {
            kessel: "journal".into(),
            format: FORMAT,
            game: game.info().id.clone(),
            scenario: scenario.into(),
            options: options.clone(),
            rules: game.info().rules,
            data: game.data_hash().into(),
            seed: Some(seed.word().into()),
            salt: seed.salt().map(str::to_owned),
            root: None,
            commitment: seed.commitment(),
            shared: None,
            rolls: dice.take_rolls(),
            state: session.hash(),
            marks: Vec::new(),
            link: String::new(),
        };
        header.link = header_link(&header);
        let rolls = header.rolls.len() as u64;
        Ok(Journal::of(header, Vec::new(), Some(seed), rolls, (session, Snapshots::new())))
    }

    fn of(
        header: Header,
        entries: Vec<Entry>,
        seed: Option<Seed>,
        rolls: u64,
        (session, snapshots): (Box<dyn Session>, Snapshots),
    ) -> Journal {
        let turn = session.turn();
        Journal { header, entries, seed, rolls, session, snapshots, turn, buffer: Vec::new() }
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The actions.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many actions were done.
    pub fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Has nothing been done yet?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The position.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// Positions kept along the way.
    pub fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// Does an action and notes it. On an error nothing has changed.
    pub fn act(&mut self, side: Side, action: &Value) -> Result<Vec<Event>, PlayError> {
        let done = self.act_all(side, std::slice::from_ref(action)).map_err(|e| match e {
            PlayError::List(ListError { why, .. }) => PlayError::Act(why),
            other => other,
        })?;
        Ok(done.events)
    }

    /// Does a list of actions and notes it as one entry, whole or, if dice or a revelation come in its middle, up to there: the rest
    /// is given back. On an error nothing has changed.
    pub fn act_all(&mut self, side: Side, actions: &[Value]) -> Result<Done, PlayError> {
        if actions.is_empty() {
            return Err(PlayError::Act(ActError::Unreadable("a list of actions has at least one".into())));
        }
        if let [action] = actions
            && let Some(orders) = commit::orders_of(action)
        {
            return self.commit(side, &orders?);
        }
        let seed = self.seed.as_ref().ok_or(JournalError::NoSeed)?;
        let mut dice = Dice::seeded(seed, self.rolls);
        let mut log = Log::new();
        let ListDone { mut done, stopped } = self.session.act_all(side, actions, &mut dice, &mut log)?;
        let rest = actions[done.len()..].to_vec();
        let count = done.len();
        self.note(side, written(&mut done), dice.take_rolls(), log.revealed(), None);
        Ok(Done { count, rest, stopped, events: log.take() })
    }

    /// Writes down what was just done.
    fn note(&mut self, side: Side, action: Value, rolls: Vec<Roll>, revealed: bool, plan: Option<Unsealed>) {
        let n = self.len() + 1;
        self.session.save_to(&mut self.buffer);
        let state = blake3::hash(&self.buffer).to_hex().to_string();
        let turn = std::mem::replace(&mut self.turn, self.session.turn());
        // A plan that waits is no part of the position: a snapshot would lose it.
        if Snapshots::wants(n, turn != self.turn) && !self.session.plan_waits() {
            self.snapshots.put(n, &*self.buffer);
        }
        let mut entry = Entry { n, side, action, rolls, revealed, state, plan, link: String::new() };
        let before = self.entries.last().map_or(&self.header.link, |e| &e.link);
        entry.link = entry_link(before, &entry, &mut self.buffer).to_string();
        self.rolls += entry.rolls.len() as u64;
        self.entries.push(entry);
    }

    /// The first number that undo may go back to: the number of the last action that bars it.
    pub fn undo_floor(&self) -> u64 {
        self.entries.iter().rev().find(|e| e.bars_undo()).map_or(0, |e| e.n)
    }

    /// Takes back every action after number `to`. Undo is a shorter journal; it stops at the last roll or revelation.
    pub fn undo(&mut self, game: &dyn AnyGame, to: u64) -> Result<(), JournalError> {
        if to > self.len() {
            return Err(JournalError::NoSuchAction { n: to, have: self.len() });
        }
        if let Some(bar) = self.entries[to as usize..].iter().rev().find(|e| e.bars_undo()) {
            let why = if bar.rolls.is_empty() { "it revealed something" } else { "dice were rolled" };
            return Err(JournalError::CannotUndo { n: bar.n, why: why.into() });
        }
        self.cut(game, to).map(drop)
    }

    /// Takes back every entry after number `to`, whatever was rolled or revealed. What is handed back can be mended with
    /// [`Journal::mend`].
    pub fn cut(&mut self, game: &dyn AnyGame, to: u64) -> Result<Cut, JournalError> {
        let session = Replay::near(game, &self.header, &self.entries, to, &self.snapshots)?.to(to)?;
        let entries = self.entries.split_off(to as usize);
        self.snapshots.cut(to);
        self.rolls -= entries.iter().map(|e| e.rolls.len() as u64).sum::<u64>();
        self.turn = session.turn();
        Ok(Cut { session: std::mem::replace(&mut self.session, session), keep: to, entries })
    }

    /// Puts everything back as it was before a cut.
    pub fn mend(&mut self, cut: Cut) {
        let rolls = |entries: &[Entry]| entries.iter().map(|e| e.rolls.len() as u64).sum::<u64>();
        self.snapshots.cut(cut.keep);
        self.rolls -= rolls(&self.entries[cut.keep as usize..]);
        self.rolls += rolls(&cut.entries);
        self.entries.truncate(cut.keep as usize);
        self.entries.extend(cut.entries);
        self.turn = cut.session.turn();
        self.session = cut.session;
    }

    /// The whole journal as text: one JSON object a line.
    pub fn to_text(&self) -> String {
        self.text_with(self.header.clone())
    }

    /// A copy to give away: without the seed, which would foretell the dice, and without plans that are not carried out yet.
    pub fn to_public_text(&self) -> String {
        let header = Header { seed: None, salt: None, root: None, ..self.header.clone() };
        let open = self.last_revelation();
        let sealed = self.entries.iter().filter(|e| e.n > open && e.plan.is_some()).count();
        if sealed == 0 {
            return self.text_with(header);
        }
        let mut text = line(&header);
        for e in &self.entries {
            text.push('\n');
            text.push_str(&if e.n > open { line(&Entry { plan: None, ..e.clone() }) } else { line(e) });
        }
        text.push('\n');
        text
    }

    fn text_with(&self, header: Header) -> String {
        let mut text = line(&header);
        for e in &self.entries {
            text.push('\n');
            text.push_str(&line(e));
        }
        text.push('\n');
        text
    }

    /// Reads a journal, checks its chain, and replays it to its end. (Its dice are another question: [`audit`].)
    pub fn from_text(game: &dyn AnyGame, text: &str) -> Result<Journal, JournalError> {
        Journal::open(game, text, Snapshots::new())
    }

    /// Reads a journal and checks its chain and its first position; replays what comes after the last snapshot that belongs to it.
    pub fn open(game: &dyn AnyGame, text: &str, snapshots: Snapshots) -> Result<Journal, JournalError> {
        let (header, entries) = parse(text)?;
        let seed = header.committed_seed()?;
        let end = entries.len() as u64;
        snapshots.cut(end);
        let first = Replay::new(game, &header, &entries)?;
        let session = first.skip(game, &header, end, &snapshots).keeping(&snapshots).to(end)?;
        let rolls = header.rolls.len() + entries.iter().map(|e| e.rolls.len()).sum::<usize>();
        Ok(Journal::of(header, entries, seed, rolls as u64, (session, snapshots)))
    }
}

/// What was taken back.
pub struct Cut {
    session: Box<dyn Session>,
    keep: u64,
    entries: Vec<Entry>,
}

impl Cut {
    /// The entries taken back.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// What came of a list of actions.
#[derive(Debug)]
pub struct Done {
    /// How many were done: at least one.
    pub count: usize,
    /// Those that were not, as they were given.
    pub rest: Vec<Value>,
    /// Why they were not; nothing if all were done.
    pub stopped: Option<Stopped>,
    /// What happened.
    pub events: Vec<Event>,
}

/// Why [`Journal::act`] or [`Journal::act_all`] did nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The action was unreadable or refused.
    #[error(transparent)]
    Act(#[from] ActError),
    /// An action of the list was.
    #[error(transparent)]
    List(#[from] ListError),
    /// The plan was.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The journal cannot be played on.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Splits a text into header and entries and checks the chain of hashes. Does not know the rules.
///
/// A last line without a line break is what a crash in the middle of a write leaves: it is dropped.
pub fn parse(text: &str) -> Result<(Header, Vec<Entry>), JournalError> {
    let whole = match text.rfind('\n') {
        Some(end) => &text[..end],
        None => return Err(JournalError::NotAJournal("it has no complete line".into())),
    };
    let mut lines = whole.lines().enumerate();
    let (_, first) = lines.next().ok_or_else(|| JournalError::NotAJournal("it is empty".into()))?;
    let header: Header =
        serde_json::from_str(first).map_err(|e| JournalError::NotAJournal(format!("its first line: {e}")))?;
    if header.kessel != "journal" {
        return Err(JournalError::NotAJournal("its first line does not say so".into()));
    }
    if header.format != FORMAT {
        return Err(JournalError::NotAJournal(format!("its format is {}, not {FORMAT}", header.format)));
    }
    if header_link(&header) != header.link {
        return Err(mismatch(0, "link", "the header was changed"));
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(text.len() / 256);
    let mut buffer = Vec::new();
    for (i, text) in lines {
        let entry: Entry =
            serde_json::from_str(text).map_err(|e| JournalError::Unreadable { line: i + 1, why: e.to_string() })?;
        let n = entries.len() as u64 + 1;
        if entry.n != n {
            return Err(mismatch(n, "n", &format!("the line says {}", entry.n)));
        }
        let before = entries.last().map_or(&header.link, |e: &Entry| &e.link);
        if entry_link(before, &entry, &mut buffer).as_str() != entry.link {
            return Err(mismatch(n, "link", "the line was changed, or one before it is missing"));
        }
        entries.push(entry);
    }
    Ok((header, entries))
}

/// The bytes of a last line that a crash tore, which [`parse`] drops; nothing if the text ends as it should.
pub fn torn(text: &str) -> Option<usize> {
    let rest = text.rfind('\n').map_or(text, |end| &text[end + 1..]);
    (!rest.is_empty()).then_some(rest.len())
}

impl Header {
    /// The seed, if it is here and is the one committed to, and if it is what the server and both people made of it together.
    ///
    /// # Errors
    /// If somebody is not held to what he was bound to.
    pub fn committed_seed(&self) -> Result<Option<Seed>, JournalError> {
        if let Some(shared) = &self.shared {
            shared.check()?;
        }
        let Some(word) = self.seed.as_deref() else { return Ok(None) };
        let seed = Seed::from_word(word).ok_or_else(|| mismatch(0, "seed", "it is no seed"))?;
        let seed = match &self.salt {
            Some(salt) => seed.salted(salt.as_str()),
            None => seed,
        };
        if seed.commitment() != self.commitment {
            return Err(mismatch(0, "seed", "it is not the seed that was committed to"));
        }
        if let Some(shared) = &self.shared {
            shared.check_seed(self.root.as_deref(), &seed)?;
        }
        Ok(Some(seed))
    }
}

/// Are the rolls recorded those that the seed gives? Whoever learns the seed after the game can ask this.
pub fn audit(seed: &Seed, header: &Header, entries: &[Entry]) -> Result<(), JournalError> {
    let first = header.rolls.iter().map(|roll| (0, roll));
    let others = entries.iter().flat_map(|entry| entry.rolls.iter().map(move |roll| (entry.n, roll)));
    for (nth, (n, roll)) in (0..).zip(first.chain(others)) {
        let given = seed.roll(nth, roll.die);
        if given != roll.value {
            let why = format!("the seed gives {given} on the d{} for {}, not {}", roll.die, roll.case, roll.value);
            return Err(mismatch(n, "rolls", &why));
        }
    }
    Ok(())
}

fn mismatch(n: u64, field: &'static str, why: &str) -> JournalError {
    JournalError::Mismatch { n, field, why: why.into() }
}

/// What was done as an entry keeps it.
fn written(done: &mut Vec<Value>) -> Value {
    if done.len() == 1 { done.remove(0) } else { Value::Array(std::mem::take(done)) }
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a journal line is plain data")
}

/// The header's hash covers everything but the seed with what belongs to it, so that a copy without it has the same chain, and the marks.
fn header_link(header: &Header) -> String {
    let bare = Header { seed: None, salt: None, root: None, marks: Vec::new(), link: String::new(), ..header.clone() };
    blake3::hash(line(&bare).as_bytes()).to_hex().to_string()
}

/// The hash of an entry without its link, and of the link before. The buffer is where it is written down.
fn entry_link(previous: &str, entry: &Entry, buffer: &mut Vec<u8>) -> arrayvec::ArrayString<64> {
    #[derive(Serialize)]
    struct Bare<'a> {
        n: u64,
        side: Side,
        action: &'a Value,
        #[serde(skip_serializing_if = "<[Roll]>::is_empty")]
        rolls: &'a [Roll],
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        revealed: bool,
        state: &'a str,
        link: &'static str,
    }
    let Entry { n, side, action, rolls, revealed, state, plan: _, link: _ } = entry;
    let bare = Bare { n: *n, side: *side, action, rolls, revealed: *revealed, state, link: "" };
    buffer.clear();
    buffer.extend_from_slice(previous.as_bytes());
    serde_json::to_writer(&mut *buffer, &bare).expect("a journal line is plain data");
    blake3::hash(buffer).to_hex()
}
