//! Actions that nobody offered, orders that are on no menu, and journals that somebody has changed: none may be accepted, nothing may panic, memory stays flat.
//!
//! `cargo run --release -p kessel-server --example forge -- [ACTIONS] [JOURNALS] [GAME] [SEED]`
//!
//! Bounded: at most 2,000,000 actions and 200,000 journals for each game. What is asked is the table itself, as a room asks it, and the audit of an import, as the
//! route does it: a socket between would measure the socket.

use kessel_kernel::journal::{self, parse};
use kessel_kernel::plan::Draft;
use kessel_kernel::{AnyGame, Erased, Journal, Log, Options, Seed, Side};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Forgeries that are tried at one position.
const TRIES: usize = 200;
/// Positions of one game at which they are tried.
const POSITIONS: usize = 400;
/// Slots that get an order in a plan made at random.
const ORDERED: usize = 12;

struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 8) as usize % n.max(1)
    }
}

/// How it went.
#[derive(Default)]
struct Count {
    tried: u64,
    accepted: u64,
    /// Another way to write what is allowed, or something else that is allowed: no forgery.
    allowed: u64,
}

fn main() {
    let word = |nth| std::env::args().nth(nth);
    let number = |nth, usual: u64, most: u64| word(nth).and_then(|w| w.parse().ok()).unwrap_or(usual).min(most);
    let (actions, journals) = (number(1, 10_000, 2_000_000), number(2, 1000, 200_000));
    let (only, seed) = (word(3), number(4, 1, 1 << 40));
    for (id, scenario, load) in GAMES {
        if only.as_ref().is_some_and(|only| only != id) {
            continue;
        }
        let game = load();
        let (since, before) = (Instant::now(), resident());
        let count = forge(&*game, scenario, actions, seed);
        println!(
            "{id}: {} forged actions or orders in {} s, {} accepted ({} more were allowed after all), memory {before} to {} MB",
            count.tried,
            since.elapsed().as_secs(),
            count.accepted,
            count.allowed,
            resident()
        );
        assert_eq!(count.accepted, 0);
        let (since, before) = (Instant::now(), resident());
        let (tried, accepted) = mutate(&*game, scenario, journals, seed);
        println!(
            "{id}: {tried} changed journals in {} s, {accepted} accepted, memory {before} to {} MB",
            since.elapsed().as_secs(),
            resident()
        );
        assert_eq!(accepted, 0);
    }
}

type Load = fn() -> Box<dyn AnyGame>;

const FAULTLESS: &str = "the built-in data";
const GAMES: [(&str, &str, Load); 5] = [
    ("battle", "campaign", || {
        Box::new(Erased::new(kessel_battle::Battle::load(&kessel_battle::data::Data::embedded()).expect(FAULTLESS)))
    }),
    ("roads", "wintergewitter", || {
        Box::new(Erased::new(kessel_roads::Roads::load(&kessel_roads::data::Data::embedded()).expect(FAULTLESS)))
    }),
    ("drive", "blue", || {
        Box::new(Erased::new(kessel_drive::Drive::load(&kessel_drive::data::Data::embedded()).expect(FAULTLESS)))
    }),
    ("wintergewitter", "we-are-coming", || {
        let data = kessel_wintergewitter::data::Data::embedded();
        Box::new(Erased::new(kessel_wintergewitter::Winter::load(&data).expect(FAULTLESS)))
    }),
    ("waw", "to-the-volga", || {
        Box::new(Erased::new(kessel_waw::Waw::load(&kessel_waw::data::Data::embedded()).expect(FAULTLESS)))
    }),
];

/// Actions and orders made of the words of real ones, and of nonsense. What happens to be allowed is no forgery and is not counted.
fn forge(game: &dyn AnyGame, scenario: &str, wanted: u64, seed: u64) -> Count {
    let mut luck = Luck(0x9e37_79b9_7f4a_7c15 ^ seed);
    let mut count = Count::default();
    let mut nth = seed * 1000;
    while count.tried < wanted {
        nth += 1;
        let seeded = Seed::from_number(nth);
        let mut journal =
            Journal::start(game, scenario, &Options::default(), seeded, &mut Log::silent()).expect("starts");
        let mut words: Vec<Value> =
            vec![json!(null), json!(0), json!(-1), json!(""), json!("done"), json!([]), json!({}), json!("9999")];
        for _ in 0..POSITIONS {
            let Some(side) = journal.session().to_act().first() else { break };
            let offers: Vec<Value> = journal.session().offers(side).list.into_iter().map(|o| o.action).collect();
            let next = match offers.is_empty() {
                true => {
                    let Some(draft) = plan(&journal, side, &mut luck) else { break };
                    forge_orders(&journal, side, &draft, &mut words, &mut luck, &mut count);
                    json!({ "commit": draft })
                }
                false => {
                    forge_actions(game, &mut journal, side, &offers, &mut words, &mut luck, &mut count);
                    offers[luck.below(offers.len())].clone()
                }
            };
            if count.tried >= wanted {
                break;
            }
            journal.act(side, &next).expect("offered");
        }
    }
    count
}

fn learn(words: &mut Vec<Value>, action: &Value, luck: &mut Luck) {
    leaves(action, words);
    // The newest words take the place of others: those of a bygone phase stay for a while.
    while words.len() > 600 {
        words.swap_remove(luck.below(words.len()));
    }
}

fn forge_actions(
    game: &dyn AnyGame,
    journal: &mut Journal,
    side: Side,
    offers: &[Value],
    words: &mut Vec<Value>,
    luck: &mut Luck,
    count: &mut Count,
) {
    for _ in 0..20 {
        learn(words, &offers[luck.below(offers.len())], luck);
    }
    let listed = |side: Side, journal: &Journal| -> HashSet<String> {
        journal.session().offers(side).list.into_iter().map(|o| o.action.to_string()).collect()
    };
    let legal: HashSet<String> = offers.iter().map(Value::to_string).collect();
    let other = listed(side.other(), journal);
    let length = journal.len();
    for _ in 0..TRIES {
        let forged = twist(&offers[luck.below(offers.len())], words, luck);
        let by = if luck.below(4) == 0 { side.other() } else { side };
        let known = if by == side { &legal } else { &other };
        if known.contains(&forged.to_string()) {
            continue;
        }
        count.tried += 1;
        match catch_unwind(AssertUnwindSafe(|| journal.act(by, &forged))) {
            Ok(Err(_)) => {}
            // The same action written in another way is allowed, and taken back.
            Ok(Ok(_)) => {
                let written = journal.entries().last().map(|e| e.action.to_string()).unwrap_or_default();
                match known.contains(&written) {
                    true => count.allowed += 1,
                    false => {
                        println!("accepted: {by} {forged}");
                        count.accepted += 1;
                    }
                }
                journal.cut(game, length).map(drop).expect("goes back");
            }
            Err(_) => panic!("a panic of the rules: {by} {forged}"),
        }
    }
}

/// Orders for slots that are not the side's, orders that no menu has, orders of somebody who is not asked.
fn forge_orders(
    journal: &Journal,
    side: Side,
    draft: &Draft,
    words: &mut Vec<Value>,
    luck: &mut Luck,
    count: &mut Count,
) {
    let session = journal.session();
    let own: Vec<String> = slots(journal, side);
    let theirs: Vec<String> = slots(journal, side.other());
    for (slot, order) in &draft.0 {
        words.push(json!(slot));
        learn(words, order, luck);
    }
    let real: Vec<(&String, &Value)> = draft.0.iter().collect();
    for _ in 0..TRIES {
        let (slot, order) = match real.is_empty() {
            true => (own[luck.below(own.len())].clone(), words[luck.below(words.len())].clone()),
            false => {
                let (slot, order) = real[luck.below(real.len())];
                (slot.clone(), order.clone())
            }
        };
        let (by, slot, order) = match luck.below(5) {
            0 if !theirs.is_empty() => (side, theirs[luck.below(theirs.len())].clone(), order),
            1 => (side.other(), slot, order),
            2 => (side, words[luck.below(words.len())].as_str().unwrap_or("x").to_owned(), order),
            _ => (side, slot, twist(&order, words, luck)),
        };
        if by == side && draft.0.get(&slot) == Some(&order) {
            continue;
        }
        count.tried += 1;
        let asked = session.planners().includes(by);
        let mine = if by == side { &own } else { &theirs };
        // Now and then the whole plan is committed with it; that must not be let through either.
        let whole = luck.below(50) == 0;
        let edits = [(slot.clone(), Some(order.clone()))];
        let done = catch_unwind(AssertUnwindSafe(|| match whole {
            true => {
                let mut forged = draft.clone();
                forged.0.insert(slot.clone(), order.clone());
                session.complete(by, &forged)
            }
            false => session.edit(by, if by == side { draft } else { &EMPTY }, &edits),
        }));
        match done {
            Ok(Err(_)) => {}
            Ok(Ok(_)) => {
                // Allowed beside everything else it is allowed alone, and on an own slot: so the promises of plans say.
                let alone = session.edit(by, &EMPTY, &edits).is_ok();
                match asked && alone && mine.contains(&slot) {
                    true => count.allowed += 1,
                    false => {
                        println!("accepted: {by} orders {slot} {order}");
                        count.accepted += 1;
                    }
                }
            }
            Err(_) => panic!("a panic of the rules: {by} orders {slot} {order}"),
        }
    }
}

static EMPTY: Draft = Draft(std::collections::BTreeMap::new());

fn slots(journal: &Journal, side: Side) -> Vec<String> {
    let view = journal.session().draft(side, &EMPTY);
    view.map_or_else(|_| Vec::new(), |view| view.slots.into_iter().map(|slot| slot.slot).collect())
}

/// A plan of some orders from the menus; nothing where the side is not asked for one.
fn plan(journal: &Journal, side: Side, luck: &mut Luck) -> Option<Draft> {
    let session = journal.session();
    if !session.planners().includes(side) {
        return None;
    }
    let slots = slots(journal, side);
    let mut draft = EMPTY.clone();
    for _ in 0..ORDERED.min(slots.len()) {
        let slot = &slots[luck.below(slots.len())];
        for _ in 0..=luck.below(3) {
            let menu = session.menu(side, &draft, slot).ok()?;
            let Some(line) = (!menu.is_empty()).then(|| &menu[luck.below(menu.len())]) else { break };
            let target = line.targets.as_ref().map(|t| t[luck.below(t.len())].as_str());
            let Ok(Some(order)) = session.pick(side, &draft, slot, line.verb, target) else { break };
            let Ok(edited) = session.edit(side, &draft, &[(slot.clone(), Some(order))]) else { break };
            draft = edited;
        }
    }
    Some(if session.complete(side, &draft).is_ok() { draft } else { EMPTY.clone() })
}

/// What somebody does next at random.
fn next(journal: &Journal, luck: &mut Luck) -> Option<(Side, Value)> {
    let side = journal.session().to_act().first()?;
    let list = journal.session().offers(side).list;
    match list.is_empty() {
        true => Some((side, json!({ "commit": plan(journal, side, luck)? }))),
        false => Some((side, list[luck.below(list.len())].action.clone())),
    }
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
fn mutate(game: &dyn AnyGame, scenario: &str, count: u64, seed: u64) -> (u64, u64) {
    let mut luck = Luck(0x2545_f491_4f6c_dd1d ^ seed);
    let mut text = played(game, scenario, &mut luck);
    let (mut tried, mut accepted) = (0, 0);
    while tried < count {
        // Not always the same game.
        if tried % 2000 == 1999 {
            text = played(game, scenario, &mut luck);
        }
        let lines: Vec<&str> = text.lines().collect();
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
    let (at, other) = (luck.below(entries.len()), luck.below(entries.len()));
    let entry = &mut entries[at];
    match luck.below(7) {
        0 => {
            let roll = entry.rolls.first_mut()?;
            roll.value = roll.value % roll.die + 1;
        }
        1 => entry.side = entry.side.other(),
        2 => entry.revealed = !entry.revealed,
        3 => entry.state = blake3::hash(entry.state.as_bytes()).to_hex().to_string(),
        4 => {
            let word = entries[other].action.clone();
            let words: Vec<Value> = Some(word).into_iter().flat_map(|word| words_of(&word)).collect();
            let twisted = twist(&entries[at].action, &words, luck);
            if twisted == entries[at].action {
                return None;
            }
            entries[at].action = twisted;
        }
        5 => header.rolls.first_mut().map(|roll| roll.value = roll.value % roll.die + 1)?,
        _ => {
            header.commitment = blake3::hash(header.commitment.as_bytes()).to_hex().to_string();
        }
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
    let seed = Seed::from_bytes([luck.below(250) as u8; 32]);
    let mut journal = Journal::start(game, scenario, &Options::default(), seed, &mut Log::silent()).expect("starts");
    while journal.len() < 120 {
        let Some((side, action)) = next(&journal, luck) else { break };
        journal.act(side, &action).expect("offered");
    }
    journal.to_text()
}

fn words_of(action: &Value) -> Vec<Value> {
    let mut words = vec![json!(null), json!(0), json!("x")];
    leaves(action, &mut words);
    words
}

/// Megabytes that the process has.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|p| p.parse::<u64>().ok()).unwrap_or(0) * 4096 / 1_000_000
}
