//! Whole games that are kept in `games/`, played again: the rules of today lead where they led when the games were recorded.
//!
//! A game begun by people breaks in the same way as one of these, so a difference is never silenced by making the game anew: games/README.md.

use crate::common::{fails, ok, text_of};
use kessel::built_in;
use kessel::facts::{Facts, change, changes, flat};
use kessel_kernel::journal::{self, Entry, Header, JournalError, Replay};
use kessel_kernel::{AnyGame, Dice, Event, Journal, Log, Session, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How the name of a recorded game ends.
const RECORDED: &str = ".kessel.gz";
/// How many words of the position a message quotes, and how many events.
const QUOTED: usize = 12;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The games kept of one rulebook, by name: `campaign`, `campaign-recruits`.
fn kept(game: &str) -> Vec<String> {
    let Ok(files) = std::fs::read_dir(folder().join(game)) else { return Vec::new() };
    let names = files.flatten().filter_map(|f| f.file_name().to_str()?.strip_suffix(RECORDED).map(str::to_owned));
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// What was noted beside a recorded game: what every action changed, in the words of case files, and the end.
struct Course {
    lines: Vec<Value>,
}

impl Course {
    fn read(path: &Path) -> Result<Course, String> {
        let text = kessel::read_game(path).map_err(|e| e.to_string())?;
        let lines = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
        Ok(Course { lines: lines.map_err(|e| format!("{}: {e}", path.display()))? })
    }

    /// How many actions were noted.
    fn len(&self) -> usize {
        self.lines.len().saturating_sub(2)
    }

    /// The position after so many actions; of a very long game only the first part is noted.
    fn after(&self, n: usize) -> Option<Facts> {
        let mut facts = Facts::new();
        for line in &self.lines[..=n] {
            change(&mut facts, serde_json::from_value(line.get("facts")?.clone()).ok()?);
        }
        Some(facts)
    }

    fn outcome(&self) -> Value {
        self.lines.last().map_or(Value::Null, |line| line["outcome"].clone())
    }
}

/// One recorded game.
struct Recorded {
    /// As people name it: `battle/campaign-recruits`.
    name: String,
    text: String,
    header: Header,
    entries: Vec<Entry>,
}

impl Recorded {
    fn read(game: &str, name: &str) -> Result<Recorded, String> {
        let path = folder().join(game).join(format!("{name}{RECORDED}"));
        let text = kessel::read_game(&path).map_err(|e| e.to_string())?;
        let (header, entries) = journal::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Recorded { name: format!("{game}/{name}"), text, header, entries })
    }

    fn course(&self) -> Result<Course, String> {
        let course = Course::read(&folder().join(format!("{}.facts.gz", self.name)))?;
        let (noted, done) = (course.len(), self.entries.len());
        let other =
            format!("{0}.facts.gz notes {noted} actions and {0}{RECORDED} has {done}: make both anew", self.name);
        if noted == done { Ok(course) } else { Err(other) }
    }

    /// What is wrong with it, in words for whoever has changed a rule; nothing if it is as it was.
    fn fault(&self, game: &dyn AnyGame) -> Option<String> {
        let (was, is) = (self.header.rules, game.info().rules);
        if was < is {
            return self.not_carried(game);
        }
        if was > is {
            return Some(format!("{}: it is kept under rules {was}, and GameInfo::rules is {is}", self.name));
        }
        if let Err(why) = self.audited() {
            return Some(format!("{}: {why}\nThe same seed has to give the same dice for ever: mend that.", self.name));
        }
        match self.course() {
            Ok(course) => self.difference(game, &course),
            Err(why) => Some(format!("{}: {why}\n`scripts/games.py {}` notes it anew", self.name, self.name)),
        }
    }

    /// Its seed gives the dice that fell: replaying would not notice if it gave others.
    fn audited(&self) -> Result<(), JournalError> {
        let seed = self.header.committed_seed()?.ok_or(JournalError::NoSeed)?;
        journal::audit(&seed, &self.header, &self.entries)
    }

    /// A game of older rules has to go on under the present ones.
    fn not_carried(&self, game: &dyn AnyGame) -> Option<String> {
        let (name, was, is) = (&self.name, self.header.rules, game.info().rules);
        let why = match Journal::carry_over(game, &self.text).map(|carried| (carried.stopped, carried.journal)) {
            Ok((None, journal)) if journal.session().outcome().is_some() => return None,
            Ok((None, _)) => "it is carried over whole, and is not over any more".to_owned(),
            Ok((Some(why), _)) | Err(why) => why.to_string(),
        };
        Some(format!(
            "{name}: it is kept under rules {was}; these are rules {is}, and it is not carried over to its end:\n  {why}\n\
             If the rules have to refuse that now, make it anew with `scripts/games.py {name}`; if not, mend them."
        ))
    }

    /// Where the rules of today lead elsewhere.
    fn difference(&self, game: &dyn AnyGame, course: &Course) -> Option<String> {
        // Files of data may change as long as the game goes on as it did.
        let header = Header { data: game.data_hash().into(), ..self.header.clone() };
        let mut replay = match Replay::new(game, &header, &self.entries) {
            Ok(replay) => replay,
            Err(why) => return Some(self.another_beginning(game, course, &why)),
        };
        loop {
            match replay.next() {
                Ok(Some(_)) => {}
                Ok(None) => return self.another_end(replay.session(), course),
                Err(why) => return Some(self.told(game, &header, course, (replay.done() as usize, &why))),
            }
        }
    }

    fn another_beginning(&self, game: &dyn AnyGame, course: &Course, why: &JournalError) -> String {
        let mut dice = Dice::recorded(self.header.rolls.iter().cloned());
        let mut log = Log::silent();
        let started = game.start(&self.header.scenario, &self.header.options, &mut dice, &mut log);
        let differs = started.map_or(String::new(), |s| differences(course.after(0), &Facts::new(), &*s));
        format!("{}: the game does not begin as it did: {why}\n{differs}{}", self.name, self.what_to_do())
    }

    fn another_end(&self, session: &dyn Session, course: &Course) -> Option<String> {
        let (was, is) = (course.outcome(), serde_json::to_value(session.outcome()).expect("plain data"));
        if was == is && !is.is_null() {
            return None;
        }
        let name = &self.name;
        Some(format!(
            "{name}: every position is as it was, and the result is not.\n  recorded: {was}\n  now:      {is}\n{}",
            self.what_to_do()
        ))
    }

    /// The first action that leads elsewhere, after `done` that do not.
    fn told(
        &self,
        game: &dyn AnyGame,
        header: &Header,
        course: &Course,
        (done, why): (usize, &JournalError),
    ) -> String {
        let entry = &self.entries[done];
        let why = if let JournalError::Mismatch { why, .. } = why { why.clone() } else { why.to_string() };
        let mut replay = Replay::new(game, header, &self.entries).expect("it began").unchecked();
        while replay.done() < done as u64 {
            replay.next().expect("it held before");
        }
        let now = flat(&replay.session().facts(Viewer::Umpire));
        let before = course.after(done).map(|was| changes(&was, &now)).unwrap_or_default();
        let turn = replay.session().view(Viewer::Umpire).turn;
        let words = words_of(replay.session(), entry);
        let events = replay.next().ok().flatten().map_or_else(Vec::new, |(_, events)| events);
        let (name, n, of) = (&self.name, entry.n, self.entries.len());
        let mut text = format!("{name}: action {n} of {of} does not lead where it led.\n");
        let phase = format!("{} ({})", turn.phase_name, turn.phase);
        let _ = writeln!(text, "  where:  turn {}, {}, {phase}, rule {}", turn.number, entry.side, turn.case);
        let _ = writeln!(text, "  action: {words}");
        let _ = writeln!(text, "  fault:  {why}");
        text += &differences(course.after(done + 1), &before, replay.session());
        text + &happened(&events) + &self.what_to_do()
    }

    fn what_to_do(&self) -> String {
        format!(
            "A rule or a number of {} leads elsewhere, and games that people have begun break as this one does (games/README.md):\n\
             raise GameInfo::rules with a carry, or mend",
            self.header.game
        )
    }
}

/// An action as the table calls it, and as it is written; of a plan the orders that were sealed.
fn words_of(session: &dyn Session, entry: &Entry) -> String {
    if let Some(plan) = &entry.plan {
        return shortened(&format!("commits a plan   {}", serde_json::to_string(&plan.orders).expect("plain data")));
    }
    let offers = session.offers(entry.side).list;
    let offer = offers.iter().find(|offer| entry.actions().first() == Some(&offer.action));
    let label = offer.map_or("not offered any more".to_owned(), |o| format!("{}: {}", o.group, o.label));
    shortened(&format!("{label}   {}", entry.action))
}

fn shortened(text: &str) -> String {
    let short: String = text.chars().take(300).collect();
    if short.len() < text.len() { short + " ..." } else { short }
}

/// Where the position is another one, in the words of case files. What `before` names differed before it, while the position was the same: there
/// only the words are others.
fn differences(was: Option<Facts>, before: &Facts, session: &dyn Session) -> String {
    let Some(was) = was else { return "  The fields are not noted so far into this game.\n".into() };
    let is = flat(&session.facts(Viewer::Umpire));
    let differ: Vec<_> = changes(&was, &is).into_keys().filter(|word| !before.contains_key(word)).collect();
    if differ.is_empty() {
        return "  No word of the case files tells a difference: a field of the position was added, taken away or is kept otherwise.\n".into();
    }
    let mut text = "  fields of the position, recorded -> now:\n".to_owned();
    let said = |facts: &Facts, word| facts.get(word).map_or("nothing".to_owned(), Value::to_string);
    for word in differ.iter().take(QUOTED) {
        let _ = writeln!(text, "    {word}: {} -> {}", said(&was, word), said(&is, word));
    }
    text + &and_more(differ.len())
}

fn happened(events: &[Event]) -> String {
    if events.is_empty() {
        return String::new();
    }
    let lines: String = events.iter().take(QUOTED).map(|e| format!("    [{}] {}\n", e.case, e.text)).collect();
    format!("  what it does now:\n{lines}{}", and_more(events.len()))
}

fn and_more(count: usize) -> String {
    if count > QUOTED { format!("    and {} more\n", count - QUOTED) } else { String::new() }
}

/// Plays every game again that is kept of one rulebook.
fn are_as_they_were(id: &str) {
    let game = built_in(id);
    let names = kept(id);
    assert!(!names.is_empty(), "no game of {id} is kept");
    let fault = |name: &String| Recorded::read(id, name).map_or_else(Some, |recorded| recorded.fault(&*game));
    let faults: Vec<_> = names.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "\n\n{}\n", faults.join("\n\n"));
}

#[test]
fn the_kept_games_of_battle_are_as_they_were() {
    are_as_they_were("battle");
}

#[test]
fn the_kept_games_of_drive_are_as_they_were() {
    are_as_they_were("drive");
}

#[test]
fn the_kept_games_of_roads_are_as_they_were() {
    are_as_they_were("roads");
}

#[test]
fn the_kept_games_of_wintergewitter_are_as_they_were() {
    are_as_they_were("wintergewitter");
}

#[test]
fn the_kept_games_of_waw_are_as_they_were() {
    are_as_they_were("waw");
}

/// The scenarios offered, GAME/SCENARIO, as `kessel games` lists them.
fn offered() -> BTreeSet<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let games = ok(folder.path(), &["games", "--json"]).json();
    let text = |value: &Value| value.as_str().expect("a word").to_owned();
    let all = games.as_array().expect("a list").iter().flat_map(|game| {
        let scenarios = game["scenarios"].as_array().expect("a list").iter().filter(|s| s["playable"] == true);
        scenarios.map(|s| format!("{}/{}", text(&game["id"]), text(&s["id"])))
    });
    all.collect()
}

/// What is missing among the kept games, and what should not be there. Each is its name and the scenario that its header names.
fn gaps(offered: &BTreeSet<String>, kept: &[(String, String)]) -> Vec<String> {
    let unknown = kept.iter().filter(|(_, of)| !offered.contains(of));
    let unknown =
        unknown.map(|(name, of)| format!("games/{name}{RECORDED} is of {of}, which is not offered: take it away"));
    let misnamed = kept.iter().filter(|(name, of)| name != of && !name.starts_with(&format!("{of}-")));
    let misnamed = misnamed.map(|(name, of)| format!("games/{name}{RECORDED} is of {of}, and is not called so"));
    let missing = offered.iter().filter(|of| kept.iter().all(|(name, _)| name != *of));
    let missing = missing.map(|of| format!("{of} is offered, and no game of it is kept: `make games` records it"));
    unknown.chain(misnamed).chain(missing).collect()
}

#[test]
fn a_game_is_kept_of_every_scenario_and_of_no_other() {
    let folders = std::fs::read_dir(folder()).expect("games/ is there").flatten().filter(|f| f.path().is_dir());
    let games = folders.map(|f| f.file_name().to_string_lossy().into_owned());
    let all = games.flat_map(|game| kept(&game).into_iter().map(move |name| (game.clone(), name)));
    let named = all.map(|(game, name)| {
        let header = Recorded::read(&game, &name).unwrap_or_else(|why| panic!("{why}")).header;
        (format!("{game}/{name}"), format!("{}/{}", header.game, header.scenario))
    });
    let gaps = gaps(&offered(), &named.collect::<Vec<_>>());
    assert!(gaps.is_empty(), "\n\n{}\n", gaps.join("\n"));
}

#[test]
fn a_scenario_without_a_game_and_a_game_without_its_scenario_are_named() {
    let words = |list: &[&str]| list.iter().map(|w| w.to_string()).collect::<BTreeSet<_>>();
    let kept = |list: &[(&str, &str)]| list.iter().map(|(n, of)| (n.to_string(), of.to_string())).collect::<Vec<_>>();
    let offered = words(&["battle/campaign", "waw/uranus"]);
    let whole = [("battle/campaign", "battle/campaign"), ("waw/uranus", "waw/uranus")];
    assert_eq!(gaps(&offered, &kept(&[whole[0], ("battle/campaign-recruits", "battle/campaign"), whole[1]])), [""; 0]);
    let missing = gaps(&offered, &kept(&[whole[0], ("waw/uranus-recruits", "waw/uranus")]));
    assert!(missing.len() == 1 && missing[0].starts_with("waw/uranus is offered"), "{missing:?}");
    let unknown = gaps(&offered, &kept(&[whole[0], whole[1], ("battle/siege", "battle/siege")]));
    assert!(unknown.len() == 1 && unknown[0].contains("battle/siege, which is not offered"), "{unknown:?}");
    let misnamed = gaps(&offered, &kept(&[whole[0], whole[1], ("waw/volga", "waw/uranus")]));
    assert!(misnamed.len() == 1 && misnamed[0].contains("is not called so"), "{misnamed:?}");
}

/// The smallest game that is kept, to be forged.
fn forged(forge: impl FnOnce(&mut Recorded, &mut Course)) -> String {
    let mut recorded = Recorded::read("roads", "wintergewitter-recruits").expect("is kept");
    let mut course = recorded.course().expect("is noted");
    forge(&mut recorded, &mut course);
    let game = built_in("roads");
    recorded.difference(&*game, &course).expect("a difference")
}

#[test]
fn a_difference_names_the_action_its_words_and_the_fields() {
    let told = forged(|recorded, course| {
        recorded.entries[40].state = "0".repeat(64);
        course.lines[41]["facts"]["counters.invented.at"] = "1215".into();
    });
    for part in [
        "action 41 of",
        "where:  turn 2, Soviet, Movement (soviet-movement)",
        "counters.invented.at: \"1215\" -> nothing",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(told.ends_with("raise GameInfo::rules with a carry, or mend"), "{told}");
}

#[test]
fn a_difference_that_no_word_tells_is_said_to_be_one() {
    let told = forged(|recorded, _| recorded.entries[40].state = "0".repeat(64));
    assert!(told.contains("No word of the case files tells a difference"), "{told}");
    let told = forged(|recorded, _| recorded.header.state = "0".repeat(64));
    assert!(told.contains("does not begin as it did"), "{told}");
}

#[test]
fn an_action_that_is_refused_now_and_another_result_are_told() {
    let told = forged(|recorded, _| recorded.entries[40].action = Value::from("nonsense"));
    assert!(told.contains("action 41 of") && told.contains("not offered any more"), "{told}");
    let told =
        forged(|_, course| *course.lines.last_mut().expect("a line") = serde_json::json!({ "outcome": "a draw" }));
    assert!(told.contains("the result is not") && told.contains("a draw"), "{told}");
}

#[test]
fn dice_that_the_seed_does_not_give_are_told() {
    let mut recorded = Recorded::read("battle", "campaign").expect("is kept");
    let rolled = recorded.entries.iter_mut().find(|entry| !entry.rolls.is_empty()).expect("dice were rolled");
    rolled.rolls[0].value = rolled.rolls[0].value % 6 + 1;
    let told = recorded.fault(&*built_in("battle")).expect("a fault");
    assert!(told.contains("the seed gives") && told.contains("mend that"), "{told}");
}

#[test]
fn games_of_older_rules_are_kept_and_carried_over() {
    let older = ["battle", "drive", "roads"].into_iter().filter(|id| {
        let game = built_in(id);
        let all = kept(id).into_iter().map(|name| Recorded::read(id, &name).expect("reads"));
        let older: Vec<_> = all.filter(|recorded| recorded.header.rules < game.info().rules).collect();
        let faults: Vec<_> = older.iter().filter_map(|recorded| recorded.not_carried(&*game)).collect();
        assert!(faults.is_empty(), "\n\n{}\n", faults.join("\n\n"));
        !older.is_empty()
    });
    assert!(older.count() > 0, "no game of older rules is kept: nothing holds what `kessel carry` promises");
}

#[test]
fn a_packed_game_is_read_by_the_commands_and_changed_by_none() {
    let here = tempfile::tempdir().expect("a folder");
    let (here, file) = (here.path(), folder().join("roads/wintergewitter-recruits.kessel.gz"));
    std::fs::copy(&file, here.join("game.kessel.gz")).expect("copies");
    let verified = ok(here, &["replay", "game.kessel.gz", "--verify", "--json"]).json();
    assert_eq!(verified["verified"], true);
    assert!(ok(here, &["show", "game.kessel.gz"]).out.contains("Turn "));
    assert!(ok(here, &["audit", "game.kessel.gz", "--json"]).json()["sound"] == true);
    ok(here, &["carry", "game.kessel.gz", "plain.kessel"]);
    assert_eq!(text_of(&here.join("plain.kessel")), kessel::read_game(&file).expect("reads"));
    for change in [&["undo", "game.kessel.gz"][..], &["auto", "game.kessel.gz", "--axis", "recruit"]] {
        assert!(fails(here, 4, change).err.contains("gunzip"));
    }
    assert_eq!(std::fs::read(here.join("game.kessel.gz")).expect("is there"), std::fs::read(&file).expect("is there"));
    assert_eq!(std::fs::read_dir(here).expect("lists").count(), 2, "no snapshots beside it");
    std::fs::write(here.join("torn.kessel.gz"), &std::fs::read(&file).expect("is there")[..2000]).expect("writes");
    fails(here, 4, &["replay", "torn.kessel.gz", "--verify"]);
}

#[test]
fn a_replay_with_facts_tells_what_every_action_changed() {
    let here = tempfile::tempdir().expect("a folder");
    let file = folder().join("roads/wintergewitter-recruits.kessel.gz").display().to_string();
    let lines = |args: &[&str]| -> Vec<Value> {
        let out = ok(here.path(), args).out;
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let told = lines(&["replay", &file, "--json", "--facts", "--as", "umpire"]);
    let plain = lines(&["replay", &file, "--json", "--as", "umpire"]);
    assert_eq!((told.len(), &told[0]["n"]), (plain.len() + 1, &Value::from(0)));
    let mut facts = Facts::new();
    for line in &told[..told.len() - 1] {
        change(&mut facts, serde_json::from_value(line["facts"].clone()).expect("facts"));
    }
    let end: Facts = flat(
        &Journal::from_text(&*built_in("roads"), &kessel::read_game(Path::new(&file)).expect("reads"))
            .expect("replays")
            .session()
            .facts(Viewer::Umpire),
    );
    assert_eq!(facts, end);
    fails(here.path(), 2, &["replay", &file, "--facts"]);
}
