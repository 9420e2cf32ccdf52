//! The same game twice, the same seed, another secret choice: whoever may not know it is sent the same bytes, then and later.
//!
//! A secret is met where a side has two choices after which everybody else sees the same table though it is not the same, or two plans that it can commit. Each game is played at random
//! until it has met some, early and late; then one table is played with the one choice and one with the other, and both go on alike as long as the difference stays hidden.

use crate::common::postgres::Postgres;
use crate::common::{self, Client, Luck, all_games, config, http};
use kessel_kernel::plan::Draft;
use kessel_kernel::{AnyGame, Dice, Journal, Log, Options, Seed, Session, Side, Viewer};
use kessel_server::{Config, Database, Server};
use kessel_trial::several;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

/// Secrets of a game that are compared: the first, the last and some between.
fn compared() -> usize {
    several(3, 4)
}

/// Choices that are tried at one position.
const TRIED: usize = 16;
/// How far both tables go on after the choice.
const ON: usize = 8;

/// A game to look for secrets in.
struct Course {
    game: &'static str,
    scenario: &'static str,
    /// In `make long`; the first `short` of them with every change.
    seeds: std::ops::Range<u8>,
    short: u8,
    /// Entries after which a game is left.
    longest: u64,
    /// The verb that is preferred, because secrets come of it.
    verb: &'static str,
}

impl Course {
    fn asked(&self) -> std::ops::Range<u8> {
        several(self.seeds.start..self.seeds.start + self.short, self.seeds.clone())
    }

    /// One of the offers, of the preferred verb now and then.
    fn next(&self, offers: &[Value], luck: &mut Luck) -> Value {
        let wanted = offers.iter().find(|offer| offer.get(self.verb).is_some() && luck.below(2) == 0);
        wanted.unwrap_or_else(|| luck.pick(offers)).clone()
    }
}

/// A moment at which a side can choose in secret: after how many entries of a game, who, two choices, and what both tables do after either without showing the difference.
struct Secret {
    game: Arc<str>,
    n: u64,
    side: Side,
    choices: [Choice; 2],
    on: Vec<(Side, Value)>,
}

impl Secret {
    /// The journal up to there.
    fn journal(&self) -> String {
        self.game.split_inclusive('\n').take(1 + self.n as usize).collect()
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Act(Value),
    Plan(Draft),
}

impl Choice {
    /// As an action of the journal.
    fn action(&self) -> Value {
        match self {
            Choice::Act(action) => action.clone(),
            Choice::Plan(draft) => json!({ "commit": draft }),
        }
    }
}

/// Plays at random and notes where somebody could choose in secret.
fn secrets(game: &dyn AnyGame, course: &Course, seed: u8) -> Vec<Secret> {
    let seeded = Seed::from_bytes([seed; 32]);
    let started = Journal::start(game, course.scenario, &Options::default(), seeded, &mut Log::silent());
    let mut journal = started.expect("starts");
    let mut luck = Luck(u64::from(seed) * 977 + 5);
    let mut found = Vec::new();
    while journal.len() < course.longest {
        let to_act = journal.session().to_act();
        let asked: Vec<Side> = Side::BOTH.into_iter().filter(|side| to_act.includes(*side)).collect();
        if asked.is_empty() {
            break;
        }
        let side = *luck.pick(&asked);
        let offers: Vec<Value> = journal.session().offers(side).list.into_iter().map(|o| o.action).collect();
        let pair = match offers.is_empty() {
            true => Some([plan(&journal, side, &mut luck), plan(&journal, side, &mut luck)].map(Choice::Plan)),
            false => {
                (asked.len() > 1 || luck.below(3) == 0).then(|| alike(&journal, side, &offers, &mut luck)).flatten()
            }
        };
        let next = match &pair {
            Some([Choice::Plan(one), _]) => json!({ "commit": one }),
            _ => course.next(&offers, &mut luck),
        };
        // The last to commit reveals both plans with it: his is no secret any more.
        let secret = !offers.is_empty() || asked.len() > 1;
        if let Some(choices) = pair.filter(|[one, two]| secret && one != two) {
            found.push((journal.len(), side, choices));
        }
        journal.act(side, &next).expect("offered");
    }
    let game: Arc<str> = journal.to_text().into();
    let secret = |(n, side, choices)| Secret { game: game.clone(), n, side, choices, on: Vec::new() };
    found.into_iter().map(secret).collect()
}

/// Everybody but the side that chooses.
fn others(side: Side) -> [Viewer; 2] {
    [Viewer::from(side.other()), Viewer::Spectator]
}

/// Positions that one of the others cannot tell apart, and what was chosen for each.
type Alike = Vec<(Box<dyn Session>, Value)>;

/// Two choices without dice that lead to different positions in which the others see the same.
fn alike(journal: &Journal, side: Side, offers: &[Value], luck: &mut Luck) -> Option<[Choice; 2]> {
    let [first, second] = others(side);
    // By what the first of the others sees; what the second sees is asked where that is the same.
    let mut seen: BTreeMap<String, Alike> = BTreeMap::new();
    for _ in 0..TRIED.min(offers.len() * 2) {
        let action = luck.pick(offers);
        let (mut copy, mut dice, mut log) = (journal.session().fork(), Dice::scripted([]), Log::new());
        let done = copy.act_all(side, std::slice::from_ref(action), &mut dice, &mut log);
        // What is laid open by being done (a support that is spent) is no secret, even where nobody keeps a book about it.
        if done.is_err() || dice.rolled() > 0 || log.revealed() {
            continue;
        }
        let same = seen.entry(copy.seen_hash(first)).or_default();
        match same.iter_mut().find(|(other, _)| copy.looks_like(&**other, second)) {
            Some((other, choice)) if !copy.looks_like(&**other, Viewer::Umpire) => {
                return Some([Choice::Act(choice.clone()), Choice::Act(action.clone())]);
            }
            Some(last) => *last = (copy, action.clone()),
            None => same.push((copy, action.clone())),
        }
    }
    None
}

/// A plan of some orders from the menus; the empty one where these cannot be completed.
fn plan(journal: &Journal, side: Side, luck: &mut Luck) -> Draft {
    let (session, empty) = (journal.session(), Draft::default());
    let view = session.draft(side, &empty).expect("it is asked for a plan");
    let slots: Vec<String> = view.slots.into_iter().map(|slot| slot.slot).collect();
    let mut draft = empty.clone();
    for _ in 0..6.min(slots.len()) {
        let slot = luck.pick(&slots);
        let menu = session.menu(side, &draft, slot).expect("a slot of its own");
        if menu.is_empty() {
            continue;
        }
        let line = luck.pick(&menu);
        let target = line.targets.as_ref().map(|targets| luck.pick(targets).as_str());
        let picked = session.pick(side, &draft, slot, line.verb, target).expect("it is on the menu");
        if let Some(Ok(edited)) = picked.map(|order| session.edit(side, &draft, &[(slot.clone(), Some(order))])) {
            draft = edited;
        }
    }
    if session.complete(side, &draft).is_ok() { draft } else { empty }
}

/// How both tables can go on so that the others still see the same. What is planned is revealed with the next commit: there it ends.
fn go_on(game: &dyn AnyGame, secret: &mut Secret) {
    let text = secret.journal();
    let read = || Journal::from_text(game, &text).expect("a journal");
    let (mut one, mut two) = (read(), read());
    let mut luck = Luck(secret.n + 3);
    for (journal, choice) in [(&mut one, &secret.choices[0]), (&mut two, &secret.choices[1])] {
        journal.act(secret.side, &choice.action()).expect("offered");
    }
    'on: while secret.on.len() < ON {
        let length = one.len();
        let Some(side) = one.session().to_act().first() else { return };
        let offers: Vec<Value> = one.session().offers(side).list.into_iter().map(|o| o.action).collect();
        for _ in 0..6.min(offers.len()) {
            let action = luck.pick(&offers);
            let done = [one.act(side, action).is_ok(), two.act(side, action).is_ok()];
            let same = done == [true; 2]
                && others(secret.side).iter().all(|viewer| one.session().looks_like(two.session(), *viewer))
                && one.entries().last().map(|e| &e.rolls) == two.entries().last().map(|e| &e.rolls)
                && [&one, &two].iter().all(|journal| journal.entries().last().is_some_and(|e| !e.revealed));
            if same {
                secret.on.push((side, action.clone()));
                continue 'on;
            }
            for journal in [&mut one, &mut two] {
                journal.cut(game, length).map(drop).expect("goes back");
            }
        }
        return;
    }
}

async fn post(to: SocketAddr, path: &str, body: &Value) -> Value {
    let answer = http(to, "POST", path, &[("content-type", "application/json")], body.to_string().as_bytes()).await;
    assert!(answer.status < 300, "{}", answer.body);
    answer.json()
}

/// Does what was chosen, as a browser does it.
async fn choose(actor: &mut Client, choice: &Choice) {
    let answer = match choice {
        Choice::Act(action) => actor.act(action).await,
        Choice::Plan(draft) => {
            let ordered = actor.ask(json!({ "type": "order", "orders": draft })).await;
            assert_eq!(ordered["type"], "draft", "{ordered}");
            actor.ask(json!({ "type": "commit", "n": actor.n() })).await
        }
    };
    assert_eq!(answer["type"], "accepted", "{answer}");
}

/// Whatever one can ask, about the table and about both choices.
fn questions(client: &Client, choices: &[Choice; 2]) -> Vec<Value> {
    let view = &client.state["view"];
    let ids = |of: &str, field: &str| -> Vec<Value> {
        view[of].as_array().into_iter().flatten().map(|one| one[field].clone()).filter(Value::is_string).collect()
    };
    let layers: serde_json::Map<String, Value> =
        ids("layers", "id").iter().map(|id| (id.as_str().unwrap_or("").to_owned(), Value::Null)).collect();
    let mut all = vec![
        json!({ "type": "show" }),
        json!({ "type": "replay", "views": "last" }),
        json!({ "type": "calendar" }),
        json!({ "type": "legal" }),
        json!({ "type": "draft" }),
        json!({ "type": "layers", "layers": layers }),
    ];
    all.extend(choices.iter().map(|choice| json!({ "type": "why", "action": choice.action() })));
    let counters = ids("counters", "id");
    all.extend(
        counters
            .iter()
            .step_by(counters.len().div_ceil(3).max(1))
            .map(|id| json!({ "type": "targets", "counter": id })),
    );
    let spaces = ids("counters", "space");
    all.extend(
        spaces.iter().step_by(spaces.len().div_ceil(3).max(1)).map(|id| json!({ "type": "lines", "space": id })),
    );
    all
}

/// A table with its guests, at one process or at two: whoever chooses sits at the first, the others at the last. Each side has a browser at both, by which is seen
/// when a process knows of what was done at the other.
struct Sitting {
    /// By [`Side::index`]: at the first process, and at the last.
    browsers: [[Client; 2]; 2],
    watcher: Client,
    keys: Value,
}

impl Sitting {
    async fn down(to: [SocketAddr; 2], secret: &Secret) -> Sitting {
        let (mine, theirs) = (secret.side.word(), secret.side.other().word());
        let mut seats = json!({});
        seats[mine] = json!("me");
        seats[theirs] = json!("friend");
        let wanted = json!({ "journal": secret.journal(), "seats": seats, "known_dice": true, "clock_days": 3 });
        let made = post(to[0], "/api/tables/import", &wanted).await;
        let key = |value: &Value| value.as_str().expect("a key").to_owned();
        let path = format!("/api/seats/{}/open", key(&made["seats"][theirs]));
        let seat = post(to[0], &path, &json!({ "accept": true })).await;
        let mut browsers = Vec::new();
        for side in Side::BOTH {
            let key = key(if side == secret.side { &made["owner"] } else { &seat["key"] });
            let first = Client::connect(to[0], &key).await;
            browsers.push([first, Client::connect(to[1], &key).await]);
        }
        let browsers = browsers.try_into().ok().expect("two sides");
        let watcher = Client::connect(to[1], &key(&made["seats"]["watch"])).await;
        Sitting { browsers, watcher, keys: json!({ "keys": [seat["key"], made["seats"]["watch"]] }) }
    }

    /// Whoever may not know of it: the other seat and somebody who looks on, at the last process.
    fn others(&mut self, side: Side) -> [&mut Client; 2] {
        [&mut self.browsers[side.other().index()][1], &mut self.watcher]
    }

    /// Waits until both processes know of what a side has done at the first (the chooser) or at the last (the other).
    async fn everywhere(&mut self, side: Side, n: u64) {
        for browser in &mut self.browsers[side.index()] {
            browser.state_at(n).await;
        }
        for browser in self.browsers.iter_mut().flatten() {
            browser.quiet().await;
        }
    }
}

/// What the other seat and somebody who looks on are sent, whatever they ask, when the side chooses so.
async fn told(to: [SocketAddr; 2], secret: &Secret, choice: &Choice) -> Vec<String> {
    let mut sitting = Sitting::down(to, secret).await;
    for browser in sitting.browsers.iter_mut().flatten() {
        browser.quiet().await;
    }
    for client in sitting.others(secret.side) {
        client.quiet().await;
    }
    let before = sitting.others(secret.side).map(|client| client.heard.len());
    let actor = &mut sitting.browsers[secret.side.index()][0];
    choose(actor, choice).await;
    let n = actor.n() + 1;
    sitting.everywhere(secret.side, n).await;
    if matches!(choice, Choice::Plan(_)) {
        // Two plans that are told alike would be equal, too: nothing is told of a plan.
        for (client, before) in sitting.others(secret.side).into_iter().zip(before) {
            client.quiet().await;
            let told = client.heard[before..].iter().find(|m| m["type"] != "pong" && m["type"] != "presence");
            assert_eq!(told, None, "after {} entries {} planned in secret", secret.n, secret.side);
        }
    }
    for nth in 0..=secret.on.len() {
        for client in sitting.others(secret.side) {
            client.quiet().await;
            // Everything is asked after the choice and at the end; between, only what comes by itself is heard.
            if nth == 0 || nth == secret.on.len() {
                for ask in questions(client, &secret.choices) {
                    client.ask(ask).await;
                }
            }
            client.quiet().await;
        }
        let Some((side, action)) = secret.on.get(nth) else { break };
        let player = &mut sitting.browsers[side.index()][usize::from(*side != secret.side)];
        player.quiet().await;
        assert_eq!(player.act(action).await["type"], "accepted", "{action}");
        let n = player.heard.last().and_then(|m| m["n"].as_u64()).expect("a number");
        sitting.everywhere(*side, n).await;
    }
    let mut sent = Vec::new();
    for message in sitting.others(secret.side).into_iter().flat_map(|client| &mut client.heard) {
        // Each process counts its own guests.
        if message["type"] == "presence" {
            continue;
        }
        // Names of the table itself, which are random; and when one is out of time oneself.
        if let Some(hello) = message.as_object_mut() {
            hello.remove("table");
            if hello.get("deadline").is_some_and(Value::is_u64) {
                hello.insert("deadline".into(), json!("some time"));
            }
        }
        sent.push(message.to_string());
    }
    for line in post(to[1], "/api/status", &sitting.keys).await["list"].as_array_mut().expect("a list") {
        for random in ["key", "table", "created", "updated", "here"] {
            line.as_object_mut().expect("a line").remove(random);
        }
        sent.push(line.to_string());
    }
    sent
}

/// What was met and compared: how many, after how many entries the first and the last, and for how many steps the tables went on.
struct Met {
    compared: usize,
    plans: usize,
    first: u64,
    last: u64,
    on: usize,
}

/// The first of a list, the last, and some between.
fn some(list: Vec<Secret>) -> Vec<Secret> {
    let (step, last) = (list.len().div_ceil(compared()).max(1), list.len().saturating_sub(1));
    let chosen = list.into_iter().enumerate().filter(|(nth, _)| nth % step == 0 || *nth == last);
    chosen.map(|(_, secret)| secret).collect()
}

/// At one process.
async fn compare(course: Course) -> Met {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(config(&folder), all_games()).await.expect("starts");
    let met = compare_at([server.address(); 2], course).await;
    server.stop().await.expect("stops");
    met
}

async fn compare_at(to: [SocketAddr; 2], course: Course) -> Met {
    let game = course.game;
    let chosen = tokio::task::spawn_blocking(move || {
        let rules = common::game(game);
        let mut found: Vec<Secret> = course.asked().flat_map(|seed| secrets(&*rules, &course, seed)).collect();
        found.sort_by_key(|secret| secret.n);
        let (plans, acts): (Vec<Secret>, Vec<Secret>) =
            found.into_iter().partition(|secret| matches!(secret.choices[0], Choice::Plan(_)));
        let mut chosen: Vec<Secret> = some(plans).into_iter().chain(some(acts)).collect();
        chosen.iter_mut().for_each(|secret| go_on(&*rules, secret));
        chosen.sort_by_key(|secret| secret.n);
        chosen
    });
    let chosen = chosen.await.expect("plays");
    let mut met = Met { compared: chosen.len(), plans: 0, first: 0, last: 0, on: 0 };
    for secret in &chosen {
        let (one, two) = (told(to, secret, &secret.choices[0]).await, told(to, secret, &secret.choices[1]).await);
        for (one, two) in one.iter().zip(&two) {
            assert_eq!(one, two, "{game}: after {} entries {} chose in secret", secret.n, secret.side);
        }
        assert_eq!(one.len(), two.len(), "{game}: after {} entries {} chose in secret", secret.n, secret.side);
        met.plans += usize::from(matches!(secret.choices[0], Choice::Plan(_)));
        met.on += secret.on.len();
    }
    (met.first, met.last) = (chosen.first().map_or(0, |s| s.n), chosen.last().map_or(0, |s| s.n));
    println!(
        "{game}: {} secrets compared, {} of them plans, after {} to {} entries, {} steps further",
        met.compared, met.plans, met.first, met.last, met.on
    );
    met
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_in_secret_at_one_process_is_told_to_nobody_at_another() {
    let Some(postgres) = Postgres::start() else { return };
    let serve = async || {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { database: Database::Postgres(postgres.url()), ..config(&folder) };
        Server::start(config, all_games()).await.expect("starts")
    };
    let (one, two) = (serve().await, serve().await);
    for (course, least) in [
        (Course { game: "night", scenario: "march", seeds: 1..3, short: 2, longest: 20, verb: "" }, 2),
        (Course { game: "toy", scenario: "skirmish", seeds: 1..40, short: 39, longest: 400, verb: "attack" }, 1),
        (Course { game: "battle", scenario: "campaign", seeds: 1..2, short: 1, longest: 120, verb: "" }, 1),
        (
            Course { game: "wintergewitter", scenario: "we-are-coming", seeds: 1..2, short: 1, longest: 150, verb: "" },
            1,
        ),
    ] {
        let game = course.game;
        let met = compare_at([one.address(), two.address()], course).await;
        assert!(met.compared >= least, "{game}: {} secrets", met.compared);
    }
    one.stop().await.expect("stops");
    two.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_toy_and_the_night_tell_nobody_of_a_secret_choice() {
    let toy =
        compare(Course { game: "toy", scenario: "skirmish", seeds: 1..40, short: 39, longest: 400, verb: "attack" })
            .await;
    assert!(toy.compared > 1, "losses are named blindly");
    let night =
        compare(Course { game: "night", scenario: "march", seeds: 1..4, short: 1, longest: 40, verb: "" }).await;
    assert!(night.plans > 1 && night.last > 2, "it is all plans");
}

#[tokio::test(flavor = "multi_thread")]
async fn battle_tells_nobody_of_a_secret_choice() {
    let met =
        compare(Course { game: "battle", scenario: "campaign", seeds: 1..3, short: 1, longest: 400, verb: "" }).await;
    assert!(met.compared > 2 && met.first < 50 && met.last > 200, "Battle has secrets early and late");
}

#[tokio::test(flavor = "multi_thread")]
async fn drive_tells_nobody_of_a_secret_choice() {
    let met = compare(Course { game: "drive", scenario: "blue", seeds: 1..3, short: 1, longest: 400, verb: "" }).await;
    assert!(met.compared > 2 && met.last > 200, "stacks are put in order in secret");
}

#[tokio::test(flavor = "multi_thread")]
async fn roads_tells_nobody_of_a_secret_choice() {
    for scenario in ["campaign", "star-and-gallop"] {
        let met = compare(Course { game: "roads", scenario, seeds: 2..5, short: 1, longest: 900, verb: "" }).await;
        assert!(
            met.compared > 2 && met.on > 10 && met.last > 300,
            "{scenario}: supports lie face down, months later too"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wintergewitter_tells_nobody_of_a_secret_choice() {
    let met = compare(Course {
        game: "wintergewitter",
        scenario: "we-are-coming",
        seeds: 1..3,
        short: 1,
        longest: 400,
        verb: "",
    })
    .await;
    assert!(met.compared > 2 && met.plans > 0 && met.last > 100, "aircraft are planned and bids are made in secret");
}

#[tokio::test(flavor = "multi_thread")]
async fn waw_tells_nobody_of_a_secret_plan() {
    let met =
        compare(Course { game: "waw", scenario: "to-the-volga", seeds: 1..2, short: 1, longest: 9, verb: "" }).await;
    assert!(met.plans > 2 && met.last > 5, "every turn is planned in secret");
}
