//! Actions that nobody offered, and journals that somebody has changed: none may be accepted, nothing may panic, memory stays flat.
//!
//! `cargo run --release -p kessel-server --example forge -- [ACTIONS] [JOURNALS] [GAME]`
//!
//! Bounded: at most 2,000,000 actions and 200,000 journals for each game. What is asked is the table itself, as a room asks it, and the audit of an import, as the
//! route does it: a socket between would measure the socket.

use kessel_table::journal::{self, parse};
use kessel_table::{AnyGame, Erased, Journal, Log, Options, Seed};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 8) as usize % n.max(1)
    }
}

fn main() {
    let word = |nth| std::env::args().nth(nth);
    let number = |nth, usual: u64, most: u64| word(nth).and_then(|w| w.parse().ok()).unwrap_or(usual).min(most);
    let (actions, journals) = (number(1, 10_000, 2_000_000), number(2, 1000, 200_000));
    let only = word(3);
    let battle = kessel_battle::Battle::load(&kessel_battle::data::Data::embedded()).expect("the built-in data");
    let roads = kessel_roads::Roads::load(&kessel_roads::data::Data::embedded()).expect("the built-in data");
    let drive = kessel_drive::Drive::load(&kessel_drive::data::Data::embedded()).expect("the built-in data");
    let games: [(Box<dyn AnyGame>, &str); 3] = [
        (Box::new(Erased::new(battle)), "campaign"),
        (Box::new(Erased::new(roads)), "wintergewitter"),
        (Box::new(Erased::new(drive)), "blue"),
    ];
    for (game, scenario) in games.iter().filter(|(game, _)| only.as_ref().is_none_or(|only| *only == game.info().id)) {
        let id = &game.info().id;
        let before = resident();
        let (tried, accepted) = forge(&**game, scenario, actions);
        println!("{id}: {tried} forged actions, {accepted} accepted, memory {} to {} MB", before, resident());
        let before = resident();
        let (tried, accepted) = mutate(&**game, scenario, journals);
        println!("{id}: {tried} changed journals, {accepted} accepted, memory {} to {} MB", before, resident());
        assert_eq!(accepted, 0);
    }
}

/// Actions made of the words of real ones, and of nonsense. One that happens to be offered is no forgery and is not counted.
fn forge(game: &dyn AnyGame, scenario: &str, count: u64) -> (u64, u64) {
    let mut luck = Luck(0x9e37_79b9_7f4a_7c15);
    let (mut tried, mut accepted) = (0, 0);
    let mut seed = 1;
    while tried < count {
        let seeded = Seed::from_number(seed);
        seed += 1;
        let mut journal =
            Journal::start(game, scenario, &Options::default(), seeded, &mut Log::silent()).expect("starts");
        let mut words: Vec<Value> =
            vec![json!(null), json!(0), json!(-1), json!(""), json!("done"), json!([]), json!({}), json!("9999")];
        for _ in 0..400 {
            let Some(side) = journal.session().to_act().first() else { break };
            let offers: Vec<Value> = journal.session().offers(side).list.into_iter().map(|o| o.action).collect();
            let Some(next) = offers.get(luck.below(offers.len())).cloned() else { break };
            offers.iter().take(20).for_each(|action| leaves(action, &mut words));
            words.truncate(600);
            let legal: HashSet<String> = offers.iter().map(Value::to_string).collect();
            for _ in 0..40 {
                let forged = twist(&offers[luck.below(offers.len())], &words, &mut luck);
                let by = if luck.below(4) == 0 { side.other() } else { side };
                if by == side && legal.contains(&forged.to_string()) {
                    continue;
                }
                tried += 1;
                let other: HashSet<String> = match by == side {
                    true => HashSet::new(),
                    false => journal.session().offers(by).list.into_iter().map(|o| o.action.to_string()).collect(),
                };
                let length = journal.len();
                let done = catch_unwind(AssertUnwindSafe(|| journal.act(by, &forged)));
                match done {
                    Ok(Err(_)) => {}
                    // The same action written in another way, or one that the other side may do too: legal, and taken back.
                    Ok(Ok(_)) => {
                        let written = journal.entries().last().map(|e| e.action.to_string()).unwrap_or_default();
                        if !legal.contains(&written) && !other.contains(&written) {
                            println!("accepted: {by} {forged}");
                            accepted += 1;
                        }
                        journal.cut(game, length).map(drop).expect("goes back");
                    }
                    Err(_) => panic!("a panic of the rules: {by} {forged}"),
                }
                if tried >= count {
                    return (tried, accepted);
                }
            }
            journal.act(side, &next).expect("offered");
        }
    }
    (tried, accepted)
}

fn leaves(value: &Value, out: &mut Vec<Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|v| leaves(v, out)),
        Value::Object(map) => map.iter().for_each(|(key, v)| {
            out.push(json!(key));
            leaves(v, out);
        }),
        leaf => out.push(leaf.clone()),
    }
}

/// Another word in one place of an action, or another shape.
fn twist(action: &Value, words: &[Value], luck: &mut Luck) -> Value {
    let word = words[luck.below(words.len())].clone();
    match action {
        Value::Object(map) if !map.is_empty() && luck.below(6) > 0 => {
            let mut map = map.clone();
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = &keys[luck.below(keys.len())];
            match luck.below(3) {
                0 => {
                    let value = map.remove(key).unwrap_or_default();
                    map.insert(word.as_str().unwrap_or("x").into(), value);
                }
                _ => {
                    let inner = twist(&map[key], words, luck);
                    map.insert(key.clone(), inner);
                }
            }
            Value::Object(map)
        }
        Value::Array(list) if !list.is_empty() && luck.below(6) > 0 => {
            let mut list = list.clone();
            let at = luck.below(list.len());
            list[at] = twist(&list[at], words, luck);
            Value::Array(list)
        }
        _ => word,
    }
}

/// A journal with one thing changed, its chain made whole again where that is possible: what an import asks must find it.
fn mutate(game: &dyn AnyGame, scenario: &str, count: u64) -> (u64, u64) {
    let mut luck = Luck(0x2545_f491_4f6c_dd1d);
    let text = played(game, scenario, &mut luck);
    let lines: Vec<&str> = text.lines().collect();
    let (mut tried, mut accepted) = (0, 0);
    while tried < count {
        let mut bytes = text.clone().into_bytes();
        match luck.below(5) {
            0 => {
                let at = luck.below(bytes.len());
                bytes[at] ^= 1 << luck.below(7);
            }
            1 => {
                let at = luck.below(bytes.len());
                bytes[at] = b"0123456789\"{}[],:ax"[luck.below(19)];
            }
            2 => {
                let mut changed = lines.clone();
                changed.remove(luck.below(lines.len()));
                bytes = (changed.join("\n") + "\n").into_bytes();
            }
            3 => {
                let mut changed = lines.clone();
                let (a, b) = (luck.below(lines.len()), luck.below(lines.len()));
                changed.swap(a, b);
                bytes = (changed.join("\n") + "\n").into_bytes();
            }
            _ => {
                let Some(forged) = relinked(&text, &mut luck) else { continue };
                bytes = forged.into_bytes();
            }
        }
        if bytes == text.as_bytes() {
            continue;
        }
        tried += 1;
        let text_now = String::from_utf8_lossy(&bytes).into_owned();
        let asked = catch_unwind(AssertUnwindSafe(|| import(game, &text_now)));
        match asked {
            Ok(Err(_)) => {}
            Ok(Ok(same)) => {
                // A copy that only lost its last lines, or its seed, is a shorter journal and no forgery; so is other white space.
                if !text.starts_with(&same) && !is_same(&text, &same) {
                    println!("accepted a changed journal");
                    accepted += 1;
                }
            }
            Err(_) => panic!("a panic at import"),
        }
    }
    (tried, accepted)
}

fn import(game: &dyn AnyGame, text: &str) -> Result<String, String> {
    let (header, entries) = parse(text).map_err(|e| e.to_string())?;
    if let Some(seed) = header.committed_seed().map_err(|e| e.to_string())? {
        journal::audit(&seed, &header, &entries).map_err(|e| e.to_string())?;
    }
    let journal = Journal::from_text(game, text).map_err(|e| e.to_string())?;
    Ok(journal.to_text())
}

/// The same actions and rolls as the first lines of the whole one.
fn is_same(whole: &str, part: &str) -> bool {
    let (Ok((a, all)), Ok((b, some))) = (parse(whole), parse(part)) else { return false };
    a.link == b.link && some.len() <= all.len() && some == all[..some.len()]
}

/// A roll or an action is another one, and every link is made anew: only the rules and the seed can find it.
fn relinked(text: &str, luck: &mut Luck) -> Option<String> {
    let (mut header, mut entries) = parse(text).ok()?;
    let at = luck.below(entries.len());
    let entry = &mut entries[at];
    match luck.below(3) {
        0 => {
            let roll = entry.rolls.first_mut()?;
            roll.value = roll.value % roll.die + 1;
        }
        1 => entry.side = entry.side.other(),
        _ => entry.revealed = !entry.revealed,
    }
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    let seed = header.seed.take();
    header.link.clear();
    header.link = hash(&serde_json::to_string(&header).ok()?);
    let mut link = header.link.clone();
    header.seed = seed;
    let mut text = serde_json::to_string(&header).ok()? + "\n";
    for entry in &mut entries {
        entry.link.clear();
        let plan = entry.plan.take();
        link = hash(&(link + &serde_json::to_string(entry).ok()?));
        entry.link.clone_from(&link);
        entry.plan = plan;
        text += &(serde_json::to_string(entry).ok()? + "\n");
    }
    Some(text)
}

/// A game under way, played at random.
fn played(game: &dyn AnyGame, scenario: &str, luck: &mut Luck) -> String {
    let seed = Seed::from_bytes([7; 32]);
    let mut journal = Journal::start(game, scenario, &Options::default(), seed, &mut Log::silent()).expect("starts");
    while journal.len() < 120 {
        let Some(side) = journal.session().to_act().first() else { break };
        let list = journal.session().offers(side).list;
        journal.act(side, &list[luck.below(list.len())].action).expect("offered");
    }
    journal.to_text()
}

/// Megabytes that the process has.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|p| p.parse::<u64>().ok()).unwrap_or(0) * 4096 / 1_000_000
}
