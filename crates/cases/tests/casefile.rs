//! Case files, played on the toy game.

use kessel_cases::coverage::Coverage;
use kessel_cases::{CaseFile, Verdict};
use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Erased};
use std::sync::Arc;

const FILES: [(&str, &str); 4] = [
    ("movement.toml", include_str!("cases/movement.toml")),
    ("battle.toml", include_str!("cases/battle.toml")),
    ("setup.toml", include_str!("cases/setup.toml")),
    ("victory.toml", include_str!("cases/victory.toml")),
];

fn games(id: &str) -> Option<Arc<dyn AnyGame>> {
    (id == "toy").then(|| Arc::new(Erased::new(Toy::new())) as Arc<dyn AnyGame>)
}

fn check(text: &str) -> Verdict {
    CaseFile::check("test.toml", text, &games)
}

/// The faults of a text that cannot be read.
fn faults(text: &str) -> Vec<String> {
    CaseFile::parse("test.toml", text).expect_err("has faults").iter().map(|f| f.to_string()).collect()
}

/// The failures of a test on the position of `[given]` with `play` and `then`.
fn failures(body: &str) -> Vec<String> {
    let head = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\n";
    let given = "given = { empty = true, phase = 'axis-attack', put = { A1 = 'mill', S1 = 'ford' }, \
                 set = { A1 = { strength = 3 }, S1 = { strength = 4 } } }\n";
    let mut failures = check(&format!("{head}{given}{body}")).failures;
    failures.iter_mut().for_each(|f| *f = f.replace("test.toml: \"T\": ", ""));
    failures
}

#[test]
fn the_case_files_of_the_toy_hold_and_prove_its_whole_ledger() {
    let verdicts = FILES.map(|(name, text)| CaseFile::check(name, text, &games));
    for verdict in &verdicts {
        assert_eq!(verdict.failures, [""; 0]);
    }
    let toy = games("toy").expect("is there");
    let coverage = Coverage::of("toy", toy.ledger(), &verdicts);
    assert_eq!(coverage.missing, [""; 0]);
    assert_eq!(verdicts[1].cases, ["5.3", "6.1", "6.2", "6.3", "5.1", "5.2"]);
}

#[test]
fn a_misspelt_key_is_named_with_its_line_and_the_known_ones() {
    let found = faults("title = 'T'\ngame = 'toy'\ncases = ['4.1']\n[givn]\nempty = true\n[then]\nturns = 1\n");
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(
        found.iter().any(|f| f.starts_with("test.toml:4: there is no key `givn` here; known are title, note, game"))
    );
    assert!(found.iter().any(|f| f.starts_with("test.toml:7: there is no key `turns` here; known are counters, gone")));
    assert!(found.iter().any(|f| f.contains("asserts nothing")), "{found:#?}");
}

#[test]
fn keys_are_known_or_not_at_every_depth() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\ngiven = { puts = {} }\n\
                [[play]]\nside = 'axis'\ndo = 'done'\nrefuse = '1'\nthen = { lgo = [] }\n\
                [[play]]\nauto = 'done'\nuntil = { phases = 'x' }\n[then]\nsees.german = {}\nturn = 1\n";
    let found = faults(text).join("\n");
    for word in ["puts", "refuse", "lgo", "phases", "german"] {
        assert!(found.contains(&format!("there is no key `{word}` here")), "{word}: {found}");
    }
    assert!(found.contains("known are axis, soviet, spectator, umpire"), "{found}");
}

#[test]
fn a_test_that_asserts_nothing_is_a_fault() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\n[[play]]\nside = 'axis'\ndo = 'done'\n";
    assert!(faults(text)[0].contains("the test asserts nothing"));
    assert!(faults(&format!("{text}[then]\nspare_dice = true\n"))[0].contains("the test asserts nothing"));
    let several = "game = 'toy'\ntitle = 'F'\n[[test]]\ntitle = 'T'\ncases = ['4.1']\n";
    assert!(faults(several)[0].starts_with("test.toml:3: the test asserts nothing"), "{:?}", faults(several));
}

#[test]
fn wrong_kinds_of_values_are_faults() {
    let text = "title = 'T'\ngame = 'toy'\ncases = []\n[[play]]\nside = 'german'\ndo = 5\nwhy = 'x'\n[then]\nturn = -1\n\
                outcome = 'axis'\ngone = 'A1'\n";
    let found = faults(text).join("\n");
    for part in [
        "`cases` is empty",
        "`side` is \"german\", not \"axis\" or \"soviet\"",
        "`do` is no action",
        "`why` goes with `refused`",
        "`turn` is -1",
        "`outcome` is \"none\" or a table",
        "`gone` is not a list",
    ] {
        assert!(found.contains(part), "{part}: {found}");
    }
}

#[test]
fn a_file_with_tests_has_no_play_of_its_own() {
    let text =
        "title = 'F'\ngame = 'toy'\nthen = { turn = 1 }\n[[test]]\ntitle = 'T'\ncases = ['4.1']\nthen = { turn = 1 }\n";
    assert_eq!(faults(text), ["test.toml:3: `then` belongs into a [[test]], since this file has such"]);
}

#[test]
fn expected_and_found_are_told_in_words_with_the_step() {
    let body = "[[play]]\nside = 'axis'\ndo = { attack = 'ford', from = 'mill' }\ndice = [6, 1]\n\
                then = { counters = { A1 = { at = 'west' } }, to_act = 'axis' }\n\
                [then]\ncounters = { S1 = { strength = 1 }, S9 = { at = 'ford' } }\ngone = ['A1', 'A9']\nturn = 2\n\
                phase = 'soviet-move'\noutcome = { winner = 'axis' }\nlog = ['7']\nnot_log = ['5.3']\n";
    assert_eq!(
        failures(body),
        [
            "step 1 (line 5): counter A1: at: expected \"west\", found \"mill\"",
            "step 1 (line 5): who is asked: expected the Axis, found both",
            "then: counter S1: strength: expected 1, found 4",
            "then: counter S9: expected at \"ford\", but there is no counter S9 now",
            "then: counter A1: expected that it is gone, found it at \"mill\"",
            "then: there never was a counter A9 in this test, so it cannot be gone",
            "then: the turn: expected 2, found 1",
            "then: the phase: expected \"soviet-move\", found \"losses\"",
            "then: the outcome: expected winner \"axis\", found that the game goes on",
            "then: the log: expected something under 7, found 5.3",
            "then: the log: expected nothing under 5.3, found: Axis rolls 6 (5.3)",
        ]
    );
}

#[test]
fn a_refusal_must_come_and_come_under_its_case() {
    let one = |step: &str| failures(&format!("play = [{{ side = 'axis', {step} }}]\n"));
    assert_eq!(one("do = { attack = 'hill', from = 'mill' }, refused = '5.1'"), [""; 0]);
    assert_eq!(one("do = { attack = 'hill', from = 'mill' }, refused = '5'"), [""; 0]);
    let found = one("do = { attack = 'hill', from = 'mill' }, refused = '5.2', why = 'tired'");
    assert_eq!(
        found,
        [
            "step 1 (line 5): expected \"attack hill, from mill\" to be refused under 5.2, found 5.1: hill is not next to mill",
            "step 1 (line 5): expected the refusal of \"attack hill, from mill\" to say \"tired\", found \"hill is not next to mill\"",
        ]
    );
    let found = one("do = 'done', refused = '1.3'");
    assert_eq!(found, ["step 1 (line 5): expected \"done\" to be refused under 1.3, found it allowed"]);
    let found = one("do = { fly = 'ford' }, refused = '1.3'");
    assert!(found[0].contains("not an action: the verbs are"), "{found:?}");
    let found = one("do = { attack = 'hill', from = 'mill' }, then = { turn = 1 }");
    assert!(found[0].contains("may do \"attack hill, from mill\", found it refused under 5.1"), "{found:?}");
}

#[test]
fn dice_must_suffice_and_be_used() {
    let attack =
        "play = [{ side = 'axis', do = { attack = 'ford', from = 'mill' }, dice = DICE }]\nthen = { turn = 1 EXTRA }\n";
    let with = |dice: &str, extra: &str| failures(&attack.replace("DICE", dice).replace("EXTRA", extra));
    assert_eq!(with("[1, 2]", ""), [""; 0]);
    assert!(with("[1]", "")[0].contains("the script of dice is used up: case 5.3 asks for one more d6"));
    assert!(with("[1, 9]", "")[0].contains("cannot show 9"));
    assert_eq!(with("[1, 2, 3, 4]", ""), ["then: scripted dice that nobody rolled: 3, 4"]);
    assert_eq!(with("[1, 2, 3]", ", spare_dice = true"), [""; 0]);
    assert_eq!(with("[1, 2, 3]", ", dice_left = 1"), [""; 0]);
    assert_eq!(with("[1, 2, 3]", ", dice_left = 2"), ["then: scripted dice left: expected 2, found 1"]);
}

#[test]
fn where_dice_do_not_matter_a_seed_will_do() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['5.3']\n\
                given = { empty = true, phase = 'axis-attack', put = { A1 = 'mill', S1 = 'ford' }, seed = 7 }\n\
                play = [{ side = 'axis', do = { attack = 'ford', from = 'mill' } }]\nthen = { log = ['5.3'] }\n";
    assert_eq!(check(text).failures, [""; 0]);
}

#[test]
fn offers_name_the_reason_when_they_are_missing() {
    let found =
        failures("[then]\noffered = [{ attack = 'hill', from = 'mill' }, { fly = 'x' }]\nnot_offered = ['done']\n");
    assert!(found[0].ends_with("but it is not: it is refused under 5.1: hill is not next to mill"), "{found:#?}");
    assert!(found[1].contains("\"fly x\" is not an action of this game"), "{found:#?}");
    assert_eq!(found[2], "then: expected that \"done\" is not offered to the Axis side, but it is");
}

#[test]
fn a_fact_that_the_game_does_not_know_is_not_none_but_an_error() {
    let found = failures(
        "[then]\ncounters = { A1 = { at = 'mill', stregnth = 'none' } }\nspaces = { ford = { batle = 'none' } }\n\
         sees.umpire = { wether = 'none', counters = { A1 = { strenght = '?' } } }\n",
    );
    let absent = |path: &str| found.iter().filter(|f| f.contains(path) && f.contains("toy has no such fact")).count();
    for path in ["counters: A1: stregnth", "spaces: ford: batle", "wether", "counters: A1: strenght"] {
        assert_eq!(absent(path), 1, "{path}: {found:#?}");
    }
    assert_eq!(failures("[then]\ncounters = { A1 = { at = 'mill' } }\nturn = 1\n"), [""; 0]);
}

#[test]
fn hiding_must_hide_something() {
    let found = failures(
        "[then]\nsees.soviet = { counters = { S1 = { strength = '?' }, A9 = { strength = '?' } } }\n\
         hidden_from.soviet = ['ford', 'Moscow']\n",
    );
    assert_eq!(
        found,
        [
            "then: what the Soviet player sees: counters: S1: strength: expected ? (hidden), found 4",
            "then: what the Soviet player sees: counters: A9: expected strength ? (hidden), found nothing",
            "then: counters: A9: strength: the umpire sees nothing there either, so \"?\" proves nothing",
            "then: the Soviet player must not see \"ford\", but does",
            "then: the umpire does not see \"Moscow\" either, so hiding it proves nothing",
        ]
    );
}

#[test]
fn cases_must_stand_in_the_ledger() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4', '9.9']\n\
                play = [{ side = 'soviet', do = 'done', refused = '9.8' }]\nthen = { log = ['9.7'] }\n";
    let found = check(text).failures.join("\n");
    assert!(found.contains("cases: 4 is a section of the ledger; name its cases: 4.1, 4.2, 4.3, 4.4, 4.5"), "{found}");
    for case in ["9.9", "9.8", "9.7"] {
        assert!(found.contains(&format!("the ledger of toy has no case {case}")), "{found}");
    }
}

#[test]
fn data_is_found_by_path_id_number_and_count() {
    let found =
        failures("[then.data]\n\"spaces.0.id\" = 'west'\n\"spaces.#\" = 6\n\"counters.A9.start\" = 'x'\nturns = '3'\n");
    assert_eq!(
        found,
        [
            "then: the data at spaces.#: expected 6, found 5",
            "then: the data has nothing at counters.A9.start",
            "then: the data at turns: expected \"3\", found 3",
        ]
    );
}

#[test]
fn given_reports_what_the_game_does_not_know() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\ngiven = { phase = 'noon', put = { A1 = 'moon', B1 = 'ford' } }\n\
                then = { turn = 1 }\n";
    let found = check(text).failures;
    assert_eq!(found.len(), 3, "{found:#?}");
    assert_eq!(found[0], "test.toml: \"T\": given (line 4): there is no phase noon");
}

#[test]
fn unknown_games_scenarios_and_options_fail() {
    let text = "title = 'T'\ngame = 'chess'\ncases = ['1']\nthen = { turn = 1 }\n";
    assert_eq!(check(text).failures, ["test.toml: \"T\": there is no game chess"]);
    let text = "title = 'T'\ngame = 'toy'\nscenario = 'war'\ncases = ['4.1']\nthen = { turn = 1 }\n";
    assert!(check(text).failures[0].contains("toy has no scenario war; it has skirmish"));
    let text = "title = 'T'\ngame = 'toy'\noptions = { fog = true }\ncases = ['4.1']\nthen = { turn = 1 }\n";
    assert!(check(text).failures[0].contains("has no options, so fog cannot be set"));
}

#[test]
fn auto_says_where_it_got_stuck() {
    let found = failures("play = [{ auto = { step = 'west' }, until = { turn = 2 } }]\nthen = { turn = 2 }\n");
    assert_eq!(
        found,
        ["step 1 (line 5): the Axis side is asked: Attack, or end your turn. (5.1); \"step west\" is not offered"]
    );
    let found = failures("play = [{ auto = 'done', until = { turn = 9 } }]\nthen = { turn = 9 }\n");
    assert_eq!(found, ["step 1 (line 5): the game ended before `until` held"]);
}

#[test]
fn a_test_of_its_own_replaces_what_the_file_gives() {
    let text = "title = 'F'\ngame = 'toy'\ngiven = { empty = true, phase = 'axis-attack', put = { A1 = 'mill', S1 = 'ford' }, \
                dice = [1, 1] }\n\
                [[test]]\ntitle = 'T'\ncases = ['4.1']\ngiven = { put = { A1 = 'west' }, dice = [] }\n\
                then = { counters = { A1 = { at = 'west' }, S1 = { at = 'ford' } }, phase = 'axis-attack' }\n";
    assert_eq!(check(text).failures, [""; 0]);
}

#[test]
fn text_that_is_no_toml_is_a_fault_with_its_line() {
    let verdict = check("title = 'T'\ngame = \n");
    assert!(verdict.failures[0].starts_with("test.toml:2: "), "{:?}", verdict.failures);
    assert!(!verdict.passed());
}

const ATTACK: &str = "[[play]]\nside = 'axis'\ndo = { attack = 'ford', from = 'mill' }\ndice = [6, 1]\n";

#[test]
fn the_last_battle_stays_readable() {
    let losses = "[[play]]\nside = 'axis'\ndo = { lose = 'A1' }\n[[play]]\nside = 'soviet'\ndo = { lose = 'S1' }\n";
    let good = "[then]\nbattle = { at = 'ford', attacker = 'axis', column = 'higher sum', die = 6, cell = '1', \
                results = [{ side = 'axis', die = 6 }, { side = 'soviet', die = 1, cell = '2' }] }\n\
                sees.soviet = { battle = { die = 6 } }\n";
    assert_eq!(failures(&format!("{ATTACK}{losses}{good}")), [""; 0]);
    let bad = failures(&format!("{ATTACK}{losses}[then]\nbattle = {{ die = 5, cell = '2' }}\n"));
    assert_eq!(
        bad,
        ["then: the last battle: die: expected 5, found 6", "then: the last battle: cell: expected \"2\", found \"1\""]
    );
    let none = failures("[then]\nbattle = { die = 5 }\n");
    assert_eq!(none, ["then: the last battle: expected die 5, found nothing"]);
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\nthen = { battle = { dice = 5 } }\n";
    assert!(faults(text)[0].contains("there is no key `dice` here; known are at, attacker, column"), "{text}");
}

#[test]
fn before_is_about_the_given_position() {
    let with = |before: &str| failures(&format!("before = {{ {before} }}\n{ATTACK}then = {{ phase = 'losses' }}\n"));
    assert_eq!(with("phase = 'axis-attack', counters = { A1 = { at = 'mill' } }"), [""; 0]);
    assert_eq!(with("phase = 'losses'"), ["before: the phase: expected \"losses\", found \"axis-attack\""]);
    assert_eq!(failures("before = { turn = 2 }\n"), ["before: the turn: expected 2, found 1"]);
}

#[test]
fn refused_true_is_refused_under_any_rule() {
    let one = |step: &str| failures(&format!("play = [{{ side = 'axis', {step} }}]\n"));
    assert_eq!(one("do = { attack = 'hill', from = 'mill' }, refused = true"), [""; 0]);
    assert_eq!(one("do = { attack = 'hill', from = 'mill' }, refused = true, why = 'not next to'"), [""; 0]);
    assert_eq!(
        one("do = 'done', refused = true"),
        ["step 1 (line 5): expected \"done\" to be refused, found it allowed"]
    );
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\nplay = [{ side = 'axis', do = 'done', refused = false }]\n";
    let found = faults(text).join("\n");
    assert!(found.contains("`refused` is the case under which it is refused, or true for any"), "{found}");
}

#[test]
fn offered_exactly_is_neither_more_nor_less() {
    let attack = "{ attack = 'ford', from = 'mill' }";
    assert_eq!(failures(&format!("then = {{ offered_exactly = [{attack}, 'done'] }}\n")), [""; 0]);
    assert_eq!(
        failures(&format!("then = {{ offered_exactly = [{attack}] }}\n")),
        ["then: expected that nothing else is offered to the Axis side, found \"done\""]
    );
    let more = failures(&format!("then = {{ offered_exactly = [{attack}, 'done', {{ step = 'ford' }}] }}\n"));
    assert!(
        more[0].starts_with("then: expected that \"step ford\" is offered to the Axis side, but it is not"),
        "{more:?}"
    );
    assert_eq!(more.len(), 1);
}

#[test]
fn labels_say_what_they_must() {
    let label = |words: &str| {
        failures(&format!("then = {{ label = [{{ do = {{ attack = 'ford', from = 'mill' }}, {words} }}] }}\n"))
    };
    assert_eq!(label("has = 'ford from mill', lacks = 'hill'"), [""; 0]);
    assert_eq!(
        label("has = 'hill', lacks = 'mill', cost = '2'"),
        [
            "then: expected the label of \"attack ford, from mill\" to say \"hill\", found \"attack ford from mill\"",
            "then: expected the label of \"attack ford, from mill\" not to say \"mill\", found \"attack ford from mill\"",
            "then: expected the cost of \"attack ford, from mill\" to say \"2\", found \"none\"",
        ]
    );
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\nthen = { label = [{ do = 'done' }] }\n";
    assert!(faults(text)[0].contains("`label` says nothing of its action"), "{:?}", faults(text));
}

#[test]
fn previews_tell_what_the_side_may_know() {
    let preview = |words: &str| {
        failures(&format!("then = {{ preview = [{{ do = {{ attack = 'ford', from = 'mill' }}, {words} }}] }}\n"))
    };
    // S1 has 4, but it lies face down: 2 to 4.
    assert_eq!(preview("column = 'higher sum', attack = 3, defence = 2, most = [3, 4]"), [""; 0]);
    let found = preview("defence = 4");
    assert_eq!(found, ["then: the preview of \"attack ford, from mill\": defence: expected 4, found 2"]);
    let found = failures("then = { preview = [{ do = 'done', attack = 1 }] }\n");
    assert_eq!(found, ["then: expected a preview of \"done\", found none"]);
}

#[test]
fn reminders_are_found_by_their_words_or_facts() {
    let then = |words: &str| failures(&format!("{ATTACK}[then]\noffered_to = 'axis'\n{words}\n"));
    assert_eq!(
        then("reminder = [\"before the attacks\", { case = '6.1', has = 'each side', mandatory = true }]"),
        [""; 0]
    );
    assert_eq!(then("not_reminder = ['tea', { case = '7.1' }]"), [""; 0]);
    let found = then("reminder = [{ case = '6.1', mandatory = false }]\nnot_reminder = ['attacks go on']");
    assert!(
        found[0].starts_with("then: expected a reminder case \"6.1\", mandatory no, found case \"6.1\""),
        "{found:#?}"
    );
    assert!(found[1].starts_with("then: expected no reminder \"attacks go on\", found "), "{found:#?}");
    assert!(failures("then = { reminder = ['x'] }\n")[0].ends_with("found none"));
}

#[test]
fn an_until_that_holds_already_is_an_error() {
    let found = failures("play = [{ auto = 'done', until = { phase = 'axis-attack' } }]\nthen = { turn = 1 }\n");
    assert_eq!(
        found,
        [
            "step 1 (line 5): `until` holds already, so nothing would be done: name what is to come, or leave the entry out"
        ]
    );
}

#[test]
fn a_play_that_is_written_twice_is_told_as_such() {
    let text = "title = 'F'\ngame = 'toy'\n[[test]]\ntitle = 'T'\ncases = ['4.1']\nplay = []\n\
                [[test.play]]\nside = 'axis'\ndo = 'done'\n[test.then]\nturn = 1\n";
    let found = faults(text);
    assert_eq!(
        found[0],
        "test.toml:7: `play` stands here as [[test.play]] and in line 6 as a list: write all of it in one of the two ways"
    );
    let apart =
        text.replace("[[test.play]]", "[[test]]\ntitle = 'U'\ncases = ['4.1']\nthen = { turn = 1 }\n[[test.play]]");
    let apart = apart.replace("[test.then]\nturn = 1\n", "");
    assert!(!faults(&apart).iter().any(|f| f.contains("`play` stands here")), "another test may write it otherwise");
}

#[test]
fn a_game_says_that_it_has_no_quiet_or_hold() {
    let given = |word: &str| {
        check(&format!(
            "title = 'T'\ngame = 'toy'\ncases = ['4.1']\ngiven = {{ {word} = true }}\nthen = {{ turn = 1 }}\n"
        ))
        .failures
    };
    assert_eq!(given("quiet"), ["test.toml: \"T\": given (line 4): this game does not know `quiet`"]);
    assert_eq!(given("hold"), ["test.toml: \"T\": given (line 4): this game does not know `hold`"]);
}

#[test]
fn tests_that_share_a_set_up_do_not_see_each_other() {
    let text = "title = 'F'\ngame = 'toy'\ngiven = { seed = 7 }\n\
                [[test]]\ntitle = 'T'\ncases = ['4.2']\n\
                play = [{ side = 'axis', do = { select = 'A1' } }, { side = 'axis', do = { step = 'mill' } }]\n\
                then = { counters = { A1 = { at = 'mill' } } }\n\
                [[test]]\ntitle = 'U'\ncases = ['4.2']\nthen = { counters = { A1 = { at = 'west' } }, log = ['3.2'] }\n";
    assert_eq!(check(text).failures, [""; 0]);
}

#[test]
fn counters_are_found_by_what_is_printed_on_them() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\n\
                given = { put = { 'Axis 2' = 'mill' }, set = { 'Axis 2' = { strength = 7 } } }\n\
                then = { counters = { A2 = { at = 'mill' }, 'Axis 2' = { strength = STRENGTH } } }\n";
    assert_eq!(check(&text.replace("STRENGTH", "7")).failures, [""; 0]);
    assert_eq!(
        check(&text.replace("STRENGTH", "8")).failures,
        ["test.toml: \"T\": then: counter Axis 2: strength: expected 8, found 7"]
    );
    let nobody = check(&text.replace("STRENGTH", "7").replace("Axis 2", "Axis 9")).failures;
    assert_eq!(nobody[0], "test.toml: \"T\": given (line 4): there is no counter \"Axis 9\"");
}

#[test]
fn counters_are_gone_and_act_by_what_is_printed_on_them() {
    let text = "title = 'T'\ngame = 'toy'\ncases = ['4.2']\n\
                given = { empty = true, phase = 'axis-move', put = { A1 = 'west', S1 = 'hill' } }\n\
                play = [{ side = 'axis', do = { select = 'AXIS' }, then = { offered = [{ step = 'mill' }] } }]\n\
                then = { gone = ['SOVIET'] }\n";
    let with = |axis: &str, soviet: &str| check(&text.replace("AXIS", axis).replace("SOVIET", soviet)).failures;
    let here = "test.toml: \"T\": then: counter Soviet 1: expected that it is gone, found it at \"hill\"";
    assert_eq!(with("Axis 1", "Soviet 1"), [here]);
    assert_eq!(
        with("Axis 1", "Soviet 9"),
        ["test.toml: \"T\": then: there never was a counter Soviet 9 in this test, so it cannot be gone"]
    );
    let nobody = with("Axis 9", "Soviet 1");
    assert!(nobody[0].contains("the Axis side's \"select Axis 9\": not an action"), "{nobody:?}");
}

#[test]
fn a_game_says_that_its_map_cannot_be_changed() {
    let given = |words: &str| {
        let text = "title = 'T'\ngame = 'toy'\ncases = ['4.1']\ngiven = { WORDS }\nthen = { turn = 1 }\n";
        check(&text.replace("WORDS", words)).failures
    };
    let why =
        "test.toml: \"T\": given (line 4): this game does not know `terrain` and `hexsides`: its map cannot be changed";
    assert_eq!(given("terrain = { mill = 'forest' }"), [why]);
    assert_eq!(given("hexsides = { 'mill|ford' = 'river' }"), [why]);
}
