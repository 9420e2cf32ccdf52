//! A case file says nothing that no game reads: an unknown word is refused at every level, in every game, with its line.

use kessel_cases::{CaseFile, TestVerdict};
use kessel_kernel::{AnyGame, Asked, Dice, Log, Options, Seed, Viewer};
use std::fmt::Write;
use std::sync::Arc;

/// A word that no game knows.
const ALIEN: &str = "zebra";

/// What stands in the file for one test: what is tried, and the lines of the test.
type Trial = (String, String);

fn games() -> Vec<Arc<dyn AnyGame>> {
    let ids = ["battle", "drive", "roads", "wintergewitter", "waw"];
    ids.map(|id| kessel::built_in(id) as Arc<dyn AnyGame>).into()
}

/// Plays a file of all trials: what came of each.
fn verdicts(game: &Arc<dyn AnyGame>, trials: &[Trial]) -> Vec<TestVerdict> {
    let case = game.ledger().cases().first().map(|case| case.id.clone()).expect("a ledger has a case");
    let mut text = format!("title = 'F'\ngame = '{}'\n", game.info().id);
    for (what, lines) in trials {
        write!(text, "[[test]]\ntitle = '''{what}'''\ncases = ['{case}']\n{lines}\n").expect("a text");
    }
    let file = CaseFile::parse("words.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"));
    file.run(&|_| Some(game.clone())).tests
}

/// A counter and a space of a game's first position.
fn things(game: &dyn AnyGame) -> (String, String) {
    let mut dice = Dice::seeded(&Seed::from_number(0), 0);
    let scenario = &game.info().scenarios[0].id;
    let session = game.start(scenario, &Options::default(), &mut dice, &mut Log::silent()).expect("it starts");
    let facts = session.facts_asked(Viewer::Umpire, &Asked::everything());
    let first = |key: &str| {
        facts[key].as_object().and_then(|all| all.keys().next().cloned()).unwrap_or_else(|| panic!("no {key}"))
    };
    (first("counters"), first("spaces"))
}

#[test]
fn an_unknown_word_of_the_position_is_refused_with_its_line() {
    for game in games() {
        let (unit, space) = things(game.as_ref());
        let given = |words: &str| format!("given = {{ {words} }}\nthen = {{ turn = 1 }}");
        let mut trials: Vec<Trial> = [
            ("phase", format!("phase = '{ALIEN}'")),
            ("put a counter", format!("put = {{ {ALIEN} = '{space}' }}")),
            ("put somewhere", format!("put = {{ '{unit}' = '{ALIEN}' }}")),
            ("put with a word", format!("put = {{ '{unit}' = {{ at = '{space}', {ALIEN} = 1 }} }}")),
            ("put out with a word", format!("put = {{ '{unit}' = {{ at = 'out', {ALIEN} = 1 }} }}")),
            ("set", format!("set = {{ {ALIEN} = 1 }}")),
            ("set of a unit", format!("set = {{ '{unit}' = {{ {ALIEN} = 1 }} }}")),
            ("control of a side", format!("control = {{ {ALIEN} = ['{space}'] }}")),
            ("control of a space", format!("control = {{ axis = ['{ALIEN}'] }}")),
            ("terrain of a space", format!("terrain = {{ {ALIEN} = 'clear' }}")),
            ("terrain", format!("terrain = {{ '{space}' = '{ALIEN}' }}")),
            ("hexsides", format!("hexsides = {{ {ALIEN} = 'none' }}")),
        ]
        .map(|(what, words)| (what.to_owned(), given(&words)))
        .into();
        // Every word that the game lists, with something in it that it does not have.
        let words = game.words();
        assert!(!words.set.is_empty() && !words.counters.is_empty(), "{} lists its words", game.info().id);
        for word in words.set.split(", ") {
            for value in [format!("{{ {ALIEN} = 1 }}"), format!("['{ALIEN}']"), format!("{{ axis = ['{ALIEN}'] }}")] {
                trials.push((format!("set {word} = {value}"), given(&format!("set = {{ {word} = {value} }}"))));
            }
        }
        let mut line = 3;
        for ((what, lines), verdict) in trials.iter().zip(verdicts(&game, &trials)) {
            let given = format!("words.toml: \"{}\": given (line {}): ", verdict.title, line + 3);
            let said = verdict.failures.first().cloned().unwrap_or_else(|| "nothing".into());
            let id = &game.info().id;
            assert!(said.starts_with(&given), "{id}: {what} is dropped, or its line is not told: {said}\n{lines}");
            line += 3 + lines.lines().count();
        }
    }
}

#[test]
fn an_unknown_word_of_the_play_or_of_what_must_follow_is_refused() {
    for game in games() {
        let (unit, space) = things(game.as_ref());
        let play = |action: &str| format!("play = [{{ side = 'axis', do = {action}, then = {{ turn = 1 }} }}]");
        let then = |words: &str| format!("then = {{ {words} }}");
        let mut trials: Vec<Trial> = vec![
            ("a verb".into(), play(&format!("{{ {ALIEN} = '{unit}' }}"))),
            ("a verb alone".into(), play(&format!("'{ALIEN}'"))),
            (
                "auto".into(),
                format!("play = [{{ auto = ['{ALIEN}', 'done'], until = {{ turn = 2 }} }}]\nthen = {{ turn = 2 }}"),
            ),
            ("a slot of a plan".into(), play(&format!("{{ commit = {{ {ALIEN} = 'stay' }} }}"))),
            ("a counter".into(), then(&format!("counters = {{ {ALIEN} = {{ at = 'out' }} }}"))),
            ("a fact of a counter".into(), then(&format!("counters = {{ '{unit}' = {{ {ALIEN} = 1 }} }}"))),
            ("a space".into(), then(&format!("spaces = {{ {ALIEN} = {{ control = 'axis' }} }}"))),
            ("a fact of a space".into(), then(&format!("spaces = {{ '{space}' = {{ {ALIEN} = 1 }} }}"))),
            ("a track".into(), then(&format!("tracks = {{ {ALIEN} = 1 }}"))),
            ("a fact by itself".into(), then(&format!("sees.umpire = {{ {ALIEN} = 1 }}"))),
            ("a counter that is gone".into(), then(&format!("gone = ['{ALIEN}']"))),
            ("an offer".into(), then(&format!("offered_to = 'axis', not_offered = [{{ {ALIEN} = '{unit}' }}]"))),
            ("a case of the log".into(), then(&format!("not_log = ['{ALIEN}']"))),
            ("data".into(), then(&format!("data = {{ {ALIEN} = 1 }}"))),
        ];
        for verb in game.words().verbs.iter().filter(|verb| !verb.alone) {
            trials.push((
                format!("a noun of {}", verb.word),
                play(&format!("{{ {} = '{unit}', {ALIEN} = 1 }}", verb.word)),
            ));
        }
        for (what, verdict) in trials.iter().map(|(what, _)| what).zip(verdicts(&game, &trials)) {
            let said = verdict.failures.join("\n");
            assert!(said.contains(ALIEN), "{}: {what} is dropped without a word: {said:?}", game.info().id);
        }
    }
}

#[test]
fn orders_of_a_plan_have_no_unknown_words() {
    let orders = [
        ("wintergewitter", "202SHAD", "fly = 'ground-attack'", "{\"fly\": box}"),
        ("waw", "A.305.inf1", "defend = 'normal'", "does not go with \"defend\"; that takes also"),
        ("waw", "A.305.inf1", "attack = 'normal', at = '016018'", "does not go with \"attack\"; that takes at"),
        ("waw", "A.305.inf1", "ride = 'A.305.inf2'", "does not go with \"ride\"; that takes no other key"),
        (
            "waw",
            "A.305.inf1",
            "move = 'auto', to = '016018'",
            "does not go with \"move\"; that takes path, to, override",
        ),
    ];
    for (id, slot, order, known) in orders {
        let game = kessel::built_in(id) as Arc<dyn AnyGame>;
        let (side, given) = match id {
            "wintergewitter" => ("soviet", "given = { empty = true, turn = 1, phase = 'air-allocation' }\n"),
            _ => ("axis", ""),
        };
        let commit = format!("{{ commit = {{ '{slot}' = {{ {order}, {ALIEN} = 1 }} }} }}");
        let play = format!("{given}play = [{{ side = '{side}', do = {commit} }}]");
        let trial = (order.to_owned(), format!("{play}\nthen = {{ turn = 1 }}"));
        let said = verdicts(&game, &[trial])[0].failures.join("\n");
        assert!(said.contains(known), "{id}: {order} with a word too many: {said:?}");
    }
}

/// The keys of the grammar are the same for every game: each place names those that it knows.
#[test]
fn an_unknown_key_of_the_grammar_is_refused_with_its_line_and_the_known_ones() {
    let head = "title = 'T'\ngame = 'drive'\ncases = ['1.1']\n";
    let places = [
        format!("{ALIEN} = 1\nthen = {{ turn = 1 }}"),
        format!("given = {{ {ALIEN} = 1 }}\nthen = {{ turn = 1 }}"),
        format!("play = [{{ side = 'axis', do = 'done', {ALIEN} = 1 }}]\nthen = {{ turn = 1 }}"),
        format!("play = [{{ auto = 'done', until = {{ {ALIEN} = 1 }} }}]\nthen = {{ turn = 1 }}"),
        format!("play = [{{ execute = {{ {ALIEN} = {{}} }} }}]\nthen = {{ turn = 1 }}"),
        format!("before = {{ {ALIEN} = 1 }}\nthen = {{ turn = 1 }}"),
        format!("then = {{ {ALIEN} = 1 }}"),
        format!("then = {{ sees.{ALIEN} = {{ turn = 1 }} }}"),
        format!("then = {{ hidden_from.{ALIEN} = ['x'] }}"),
        format!("then = {{ battle = {{ {ALIEN} = 1 }} }}"),
        format!("then = {{ label = [{{ do = 'done', {ALIEN} = 'x' }}] }}"),
        format!("then = {{ preview = [{{ do = 'done', {ALIEN} = 'x' }}] }}"),
        format!("then = {{ reminder = [{{ has = 'x', {ALIEN} = 'x' }}] }}"),
    ];
    for place in places {
        let faults = CaseFile::parse("words.toml", &format!("{head}{place}\n")).expect_err(&place);
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let named = |fault: &String| {
            fault.starts_with("words.toml:4: there is no key `zebra` here; known are ") && fault.len() > 60
        };
        assert!(said.iter().any(named), "{place}: {said:?}");
    }
    let wanted = CaseFile::parse("words.toml", &format!("{head}then = {{ label = [{{ do = 'done', cost = 2 }}] }}\n"));
    let said: Vec<String> = wanted.expect_err("a number").iter().map(ToString::to_string).collect();
    assert_eq!(said, ["words.toml:4: `cost` is a text, or a list of texts"]);
}
