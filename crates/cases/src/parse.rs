//! Reading the text of a case file.

use crate::{CaseFault, CaseFile, Checks, Deed, Doing, Refused, Stands, Test, Wording};
use kessel_kernel::data::{DataDir, Doc, Inspection, Item, Table};
use kessel_kernel::{Given, Options, Side, ToAct, Viewer};
use serde_json::{Map, Value};

const FILE: &[&str] = &["title", "note", "game", "scenario", "options", "given", "test"];
const TEST: &[&str] = &["title", "note", "cases", "options", "given", "before", "play", "then"];
const GIVEN: &[&str] = &[
    "empty",
    "turn",
    "phase",
    "put",
    "set",
    "control",
    "dice",
    "setup_dice",
    "seed",
    "quiet",
    "hold",
    "terrain",
    "hexsides",
    "options",
];
const ACT: &[&str] = &["side", "do", "refused", "why", "dice", "then", "note"];
const EXECUTE: &[&str] = &["execute", "dice", "then", "note"];
const AUTO: &[&str] = &["auto", "until", "dice", "then", "note"];
const UNTIL: &[&str] = &["turn", "phase", "to_act", "outcome"];
const THEN: &[&str] = &[
    "counters",
    "gone",
    "battle",
    "spaces",
    "tracks",
    "turn",
    "phase",
    "to_act",
    "outcome",
    "offered",
    "not_offered",
    "offered_exactly",
    "offered_to",
    "label",
    "preview",
    "reminder",
    "not_reminder",
    "log",
    "not_log",
    "forgotten",
    "sees",
    "hidden_from",
    "data",
    "dice_left",
    "spare_dice",
    "note",
];
const LABEL: &[&str] = &["do", "has", "lacks", "group", "cost", "notes"];
const PREVIEW: &[&str] = &[
    "do",
    "at",
    "attacker",
    "column",
    "attack",
    "defence",
    "most",
    "attack_lines",
    "defence_lines",
    "shifts",
    "chances",
    "from",
];
const BATTLE: &[&str] = &[
    "at",
    "attacker",
    "column",
    "attack",
    "defence",
    "most",
    "attack_lines",
    "defence_lines",
    "attack_sum",
    "defence_sum",
    "brief",
    "shifts",
    "die",
    "cell",
    "results",
    "from",
];
const VIEWERS: &[&str] = &["axis", "soviet", "spectator", "umpire"];
const ASKED: &[(&str, ToAct)] =
    &[("axis", ToAct::Axis), ("soviet", ToAct::Soviet), ("both", ToAct::Both), ("nobody", ToAct::Nobody)];

pub(crate) fn parse(name: &str, text: &str) -> Result<CaseFile, Vec<CaseFault>> {
    let dir = DataDir::embedded("case file", &[]).with(name, text);
    let inspection = Inspection::new();
    let file = Doc::open(&dir, name, &inspection).map(|doc| file(name, &doc.root()));
    match inspection.finish(file) {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(vec![CaseFault { file: name.into(), line: 0, why: "it cannot be read".into() }]),
        Err(faults) => Err(twice(name, text).into_iter().chain(faults.iter().cloned()).collect()),
    }
}

/// A test whose play is a list and has entries of its own besides: TOML only says that it cannot be extended.
fn twice(name: &str, text: &str) -> Option<CaseFault> {
    let mut list = None;
    for (line, words) in (1..).zip(text.lines().map(str::trim)) {
        let header = words.strip_prefix("[[").and_then(|rest| rest.split("]]").next()).map(str::trim);
        match header {
            Some("test") => list = None,
            Some(header @ ("play" | "test.play")) => {
                if let Some(first) = list {
                    let why = format!(
                        "`play` stands here as [[{header}]] and in line {first} as a list: write all of it in one of the two ways"
                    );
                    return Some(CaseFault { file: name.into(), line, why });
                }
            }
            _ => {}
        }
        if words.strip_prefix("play").is_some_and(|rest| rest.trim_start().starts_with('=')) {
            list = Some(line);
        }
    }
    None
}

fn file(name: &str, root: &Table<'_>) -> CaseFile {
    let several = root.has("test");
    if several {
        for key in ["cases", "before", "play", "then"].into_iter().filter(|key| root.has(key)) {
            if let Some(item) = root.get(key) {
                item.fault(format!("`{key}` belongs into a [[test]], since this file has such"));
            }
        }
        only(root, &[FILE, &["cases", "before", "play", "then"]].concat());
    } else {
        only(root, &[FILE, TEST].concat());
    }
    let game = root.text("game").to_owned();
    let scenario = root.get("scenario").and_then(|item| item.text()).map(str::to_owned);
    let tests = if several {
        root.tables("test").iter().map(|table| test(table, Some(root))).collect()
    } else {
        vec![test(root, None)]
    };
    CaseFile { name: name.into(), game, scenario, tests }
}

/// Reads one test; what the file gives for all its tests comes first, and the test's own words over it.
fn test<'d>(table: &Table<'d>, shared: Option<&Table<'d>>) -> Test {
    if shared.is_some() {
        only(table, TEST);
    }
    let mut test = Test {
        title: table.text("title").to_owned(),
        line: table.line().max(1),
        cases: table.need("cases").map(texts).unwrap_or_default(),
        options: Options::default(),
        setup_dice: None,
        given: Given::default(),
        stands: Stands { line: table.line().max(1), words: Vec::new() },
        before: Checks::default(),
        play: Vec::new(),
        then: Checks::default(),
    };
    if test.cases.is_empty() && table.has("cases") {
        table.fault("`cases` is empty: a test proves at least one case");
    }
    for table in shared.into_iter().chain([table]) {
        options(table, &mut test);
        if let Some(given) = table.get("given").and_then(|item| item.table()) {
            read_given(&given, &mut test);
        }
    }
    test.given.options = test.options.clone();
    test.play = table.items("play").iter().filter_map(Item::table).flat_map(|t| steps(&t)).collect();
    test.before = table.get("before").and_then(|item| item.table()).map(|t| checks(&t, THEN)).unwrap_or_default();
    test.then = table.get("then").and_then(|item| item.table()).map(|t| checks(&t, THEN)).unwrap_or_default();
    let steps =
        test.play.iter().any(|step| !step.then.is_empty() || matches!(&step.what, Doing::Act { refused: Some(_), .. }));
    if !steps && test.then.is_empty() && test.before.is_empty() {
        table.fault("the test asserts nothing: it has neither a `refused` nor a `then`");
    }
    test
}

fn read_given(table: &Table<'_>, test: &mut Test) {
    only(table, GIVEN);
    options(table, test);
    stands(table, &mut test.stands);
    let given = &mut test.given;
    if table.has("empty") {
        given.empty = table.flag("empty");
    }
    for (key, flag) in [("quiet", &mut given.quiet), ("hold", &mut given.hold)] {
        if table.has(key) {
            *flag = table.flag(key);
        }
    }
    given.turn = number(table, "turn").or(given.turn);
    given.phase = text(table, "phase").or(given.phase.take());
    given.seed = number(table, "seed").or(given.seed);
    for (key, map) in [
        ("put", &mut given.put),
        ("set", &mut given.set),
        ("control", &mut given.control),
        ("terrain", &mut given.terrain),
        ("hexsides", &mut given.hexsides),
    ] {
        map.extend(object(table, key));
    }
    if table.has("dice") {
        given.dice = faces(table, "dice");
    }
    if table.has("setup_dice") {
        test.setup_dice = Some(faces(table, "setup_dice"));
    }
}

/// Notes on which line each word of the position stands.
fn stands(table: &Table<'_>, stands: &mut Stands) {
    stands.line = table.line().max(1);
    for item in table.entries() {
        stands.words.push((String::new(), item.key().to_owned(), item.line()));
        let several = ["put", "set", "control", "terrain", "hexsides"].contains(&item.key()) && item.is_table();
        let inner = if several { item.table() } else { None };
        for word in inner.iter().flat_map(Table::entries) {
            stands.words.push((item.key().to_owned(), word.key().to_owned(), word.line()));
        }
    }
}

/// Options are written as texts, numbers or true and false; the game reads texts.
fn options(table: &Table<'_>, test: &mut Test) {
    for (key, value) in object(table, "options") {
        let word = match &value {
            Value::String(word) => word.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                table.fault(format!("the option `{key}` is neither a text nor a number nor true or false"));
                continue;
            }
        };
        test.options.0.insert(key, word);
    }
}

/// An entry of the play. `execute` holds the plans of both sides and is their two commits: dice before the first, `then` after both.
fn steps(table: &Table<'_>) -> Vec<Deed> {
    let Some(item) = table.get("execute") else { return vec![step(table)] };
    only(table, EXECUTE);
    let plans = item.table().map(|plans| {
        only(&plans, &Side::BOTH.map(Side::word));
        Side::BOTH.map(|side| Value::Object(object(&plans, side.word())))
    });
    let then = table.get("then").and_then(|item| item.table()).map(|t| checks(&t, THEN)).unwrap_or_default();
    let commit = |side: Side, dice: Vec<u8>, then: Checks| {
        let plan = plans.as_ref().map_or(Value::Null, |plans| plans[side.index()].clone());
        let action = serde_json::json!({ "commit": plan });
        Deed { line: table.line(), what: Doing::Act { side, action, refused: None }, dice, then }
    };
    vec![commit(Side::Axis, faces(table, "dice"), Checks::default()), commit(Side::Soviet, Vec::new(), then)]
}

fn step(table: &Table<'_>) -> Deed {
    let what = if table.has("auto") || table.has("until") {
        only(table, AUTO);
        let actions = table.need("auto").and_then(|item| item.read::<Value>());
        let actions = match actions {
            Some(Value::Array(list)) => list,
            Some(one) => vec![one],
            None => Vec::new(),
        };
        let until = Box::new(table.table("until").map(|t| checks(&t, UNTIL)).unwrap_or_default());
        if until.is_empty() && table.has("until") {
            table.fault("`until` is empty");
        }
        Doing::Auto { actions, until }
    } else {
        only(table, ACT);
        let refused =
            table.get("refused").and_then(refused_under).map(|case| Refused { case, why: text(table, "why") });
        if refused.is_none() && table.has("why") {
            table.fault("`why` goes with `refused`: it is what the refusal must say");
        }
        Doing::Act {
            side: table.word("side", &Side::BOTH.map(|side| (side.word(), side))),
            action: table.need("do").and_then(action).unwrap_or(Value::Null),
            refused,
        }
    };
    let then = table.get("then").and_then(|item| item.table()).map(|t| checks(&t, THEN)).unwrap_or_default();
    Deed { line: table.line(), what, dice: faces(table, "dice"), then }
}

fn checks(table: &Table<'_>, known: &[&str]) -> Checks {
    only(table, known);
    let sides = Side::BOTH.map(|side| (side.word(), side));
    Checks {
        counters: object(table, "counters"),
        spaces: object(table, "spaces"),
        tracks: object(table, "tracks"),
        battle: table.get("battle").and_then(|item| report(&item)),
        gone: table.get("gone").map(texts).unwrap_or_default(),
        turn: number(table, "turn"),
        phase: text(table, "phase"),
        to_act: table.get("to_act").and_then(|item| item.word(ASKED)),
        outcome: table.get("outcome").and_then(outcome),
        offered: table.items("offered").into_iter().filter_map(action).collect(),
        not_offered: table.items("not_offered").into_iter().filter_map(action).collect(),
        offered_exactly: table
            .has("offered_exactly")
            .then(|| table.items("offered_exactly").into_iter().filter_map(action).collect()),
        label: wordings(table, "label", LABEL),
        preview: wordings(table, "preview", PREVIEW),
        reminder: table.items("reminder").iter().filter_map(reminder).collect(),
        not_reminder: table.items("not_reminder").iter().filter_map(reminder).collect(),
        offered_to: table.get("offered_to").and_then(|item| item.word(&sides)),
        log: table.get("log").map(texts).unwrap_or_default(),
        not_log: table.get("not_log").map(texts).unwrap_or_default(),
        forgotten: table.get("forgotten").map(texts).unwrap_or_default(),
        sees: by_viewer(table, "sees", |item| item.table().and_then(|_| item.read())),
        hidden_from: by_viewer(table, "hidden_from", |item| Some(texts(item))),
        data: object(table, "data"),
        dice_left: table.get("dice_left").and_then(|item| item.int(0..=usize::MAX)),
        spare_dice: table.flag("spare_dice"),
    }
}

/// An action is a bare verb or a table whose first key is the verb.
fn action(item: Item<'_>) -> Option<Value> {
    let value: Value = item.read()?;
    let good = match &value {
        Value::String(_) => true,
        Value::Object(map) => !map.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
    };
    if !good {
        item.fault(format!("`{}` is no action: write \"done\", or {{ step = \"0508\" }}", item.key()));
    }
    good.then_some(value)
}

/// `refused = "7.3"` names the case; `refused = true` means any.
fn refused_under(item: Item<'_>) -> Option<Option<String>> {
    match item.read::<Value>()? {
        Value::String(case) => Some(Some(case)),
        Value::Bool(true) => Some(None),
        _ => {
            item.fault("`refused` is the case under which it is refused, or true for any");
            None
        }
    }
}

/// Facts of a battle.
fn report(item: &Item<'_>) -> Option<Value> {
    only(&item.table()?, BATTLE);
    let value: Value = item.read()?;
    if value.as_object().is_some_and(Map::is_empty) {
        item.fault("`battle` is empty");
    }
    Some(value)
}

/// What is said of offers: each names its action by `do`.
fn wordings(table: &Table<'_>, key: &str, known: &[&str]) -> Vec<Wording> {
    let read = |table: Table<'_>| {
        only(&table, known);
        let action = table.need("do").and_then(action)?;
        let said = table.entries().into_iter().filter(|item| item.key() != "do");
        let said: Map<String, Value> = said.filter_map(|item| Some((item.key().to_owned(), item.read()?))).collect();
        if known == LABEL {
            plain_words(&table);
        }
        if said.is_empty() {
            table.fault(format!("`{key}` says nothing of its action"));
        }
        Some(Wording { action, expected: Value::Object(said) })
    };
    table.items(key).iter().filter_map(Item::table).filter_map(read).collect()
}

/// What is said of a label are texts: anything else would be compared with nothing.
fn plain_words(table: &Table<'_>) {
    for item in table.entries().into_iter().filter(|item| item.key() != "do") {
        let texts =
            |value: &Value| value.is_string() || value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
        if item.read::<Value>().is_some_and(|value| !texts(&value)) {
            item.fault(format!("`{}` is a text, or a list of texts", item.key()));
        }
    }
}

/// Words of a reminder, or a table of its facts.
fn reminder(item: &Item<'_>) -> Option<Value> {
    let value: Value = item.read()?;
    if value.is_object() {
        only(&item.table()?, &["case", "has", "mandatory", "stake", "at"]);
    } else if !value.is_string() {
        item.fault(format!("`{}` is a list of words, or of tables with case, has, mandatory, stake, at", item.key()));
        return None;
    }
    Some(value)
}

fn outcome(item: Item<'_>) -> Option<Value> {
    let value: Value = item.read()?;
    let good = value == "none" || value.as_object().is_some_and(|map| !map.is_empty());
    if !good {
        item.fault("`outcome` is \"none\" or a table such as { winner = \"axis\" }");
    }
    good.then_some(value)
}

fn by_viewer<T>(table: &Table<'_>, key: &str, read: impl Fn(Item<'_>) -> Option<T>) -> Vec<(Viewer, T)> {
    let Some(inner) = table.get(key).and_then(|item| item.table()) else { return Vec::new() };
    only(&inner, VIEWERS);
    let entries = inner.entries().into_iter();
    entries.filter_map(|item| Some((Viewer::from_word(item.key())?, read(item)?))).collect()
}

fn texts(item: Item<'_>) -> Vec<String> {
    item.items().iter().filter_map(Item::text).map(str::to_owned).collect()
}

fn text(table: &Table<'_>, key: &str) -> Option<String> {
    table.get(key)?.text().map(str::to_owned)
}

fn number<T>(table: &Table<'_>, key: &str) -> Option<T>
where
    T: TryFrom<i64> + TryFrom<u32> + PartialOrd + std::fmt::Display,
{
    let bounds = (T::try_from(0_u32).ok()?, T::try_from(u32::MAX).ok()?);
    table.get(key)?.int(bounds.0..=bounds.1)
}

fn faces(table: &Table<'_>, key: &str) -> Vec<u8> {
    table.items(key).iter().filter_map(|item| item.int(1..=100)).collect()
}

fn object(table: &Table<'_>, key: &str) -> Map<String, Value> {
    let item = table.get(key).filter(|item| item.table().is_some());
    item.and_then(|item| item.read()).unwrap_or_default()
}

/// Reports every key that the grammar does not have, with those that it has.
fn only(table: &Table<'_>, known: &[&str]) {
    for item in table.entries().iter().filter(|item| !known.contains(&item.key())) {
        let mut list: Vec<&str> = Vec::new();
        known.iter().for_each(|word| {
            if !list.contains(word) {
                list.push(word)
            }
        });
        item.fault(format!("there is no key `{}` here; known are {}", item.key(), list.join(", ")));
    }
}
