//! A game from the command line: started, looked at, played, taken back, told again.

use crate::common::{SCENARIO, fails, fresh, kessel, offers, ok, ready, text_of};
use kessel::built_in;
use kessel_kernel::{Journal, Log, Options, Seed, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn games_lists_five_rulebooks_in_the_promised_shape() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = ok(folder.path(), &["games", "--json"]).json();
    let games = games.as_array().expect("a list");
    let ids: Vec<_> = games.iter().map(|g| g["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["battle", "drive", "roads", "wintergewitter", "waw"]);
    for game in games {
        assert!(game["title"].is_string());
        assert!(game["ledger"]["mechanic"]["total"].as_u64() > Some(0), "{game}");
        let count = game["ledger"]["mechanic"].as_object().expect("a count");
        assert!(count["proven"].is_null(), "no case files here, so nothing is said: {game}");
        for scenario in game["scenarios"].as_array().expect("a list") {
            assert!(scenario["id"].is_string() && scenario["title"].is_string(), "{scenario}");
            assert!(scenario["turns"].is_u64() && scenario["playable"].is_boolean(), "{scenario}");
        }
    }
    let scenarios = games.iter().flat_map(|game| game["scenarios"].as_array().expect("a list"));
    assert_eq!(scenarios.filter(|scenario| scenario["playable"] == true).count(), 19, "every scenario of every book");
    assert!(!ok(folder.path(), &["games"]).out.contains("not yet"));
    let battle = &games[0]["scenarios"][0];
    assert_eq!((&battle["turns"], &battle["playable"]), (&Value::from(14), &Value::from(true)));
    let told = ok(folder.path(), &["games"]).out;
    assert!(told.contains("battle/campaign") && told.contains(" rules, "), "{told}");
    assert!(!told.contains("proven"), "outside a checkout nobody knows what is proven: {told}");
}

#[test]
fn games_says_what_is_proven_where_case_files_are() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("cases")).expect("a folder");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/battle/5-supply.toml");
    fs::copy(file, folder.path().join("cases/5-supply.toml")).expect("copies");
    let games = ok(folder.path(), &["games", "--json"]).json();
    let proven = |n: usize| games[n]["ledger"]["mechanic"]["proven"].as_u64();
    assert!(proven(0) > Some(5) && proven(1) == Some(0), "{games}");
    let told = ok(folder.path(), &["games"]).out;
    assert_eq!(told.matches(" proven, ").count(), 5, "{told}");
}

#[test]
fn cases_says_that_it_found_no_case_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = ok(folder.path(), &["cases", "battle"]);
    assert!(answer.err.contains("no case files at cases"), "{}", answer.err);
}

#[test]
fn cases_counts_every_kind_and_lists_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = ok(folder.path(), &["cases", "--json"]).json();
    for id in ["battle", "drive", "roads", "wintergewitter", "waw"] {
        let mechanic = &cases[id]["mechanic"];
        assert!(mechanic["total"].is_u64() && mechanic["proven"] == 0 && mechanic["moot"].is_u64(), "{cases}");
        assert!(!cases[id]["missing"].as_array().expect("a list").is_empty());
    }
    let one = ok(folder.path(), &["cases", "battle", "--json"]).json();
    assert_eq!(one.as_object().expect("an object").len(), 1);
    let listed = ok(folder.path(), &["cases", "battle", "--missing"]).out;
    let first = one["battle"]["missing"][0].as_str().expect("a case");
    assert!(listed.contains(first), "{listed}");
}

#[test]
fn new_names_the_file_after_the_scenario_and_prints_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = ok(folder.path(), &["new", SCENARIO, "--json"]).json();
    assert_eq!(answer["file"], SCENARIO.replace('/', "-") + ".kessel");
    let a = ok(folder.path(), &["new", SCENARIO, "-o", "-"]).out;
    let b = ok(folder.path(), &["new", SCENARIO, "-o", "-"]).out;
    assert_ne!(a, b, "without a seed every game is another");
    let c = ok(folder.path(), &["new", SCENARIO, "-o", "-", "--seed", "7"]).out;
    assert_eq!(c, ok(folder.path(), &["new", SCENARIO, "-o", "-", "--seed", "7"]).out);
}

#[test]
fn a_game_is_shown_played_and_taken_back() {
    let (folder, file) = ready();
    let folder = folder.path();
    let before = text_of(&file);
    let (side, list) = offers(folder);
    let view = ok(folder, &["show", "game.kessel", "--json"]).json();
    assert_eq!((view["viewer"].as_str(), view["n"].as_u64()), (Some(side.as_str()), Some(2)));
    assert_eq!(view["offers"]["list"].as_array().map(Vec::len), Some(list.len()));
    for viewer in ["axis", "soviet", "spectator", "umpire"] {
        assert!(ok(folder, &["show", "game.kessel", "--as", viewer]).out.contains("Turn 1 of"));
    }
    assert!(ok(folder, &["legal", "game.kessel"]).out.contains(&list[0]));
    let why = ok(folder, &["why", "game.kessel", "--as", &side, &list[0], "--json"]).json();
    assert_eq!(why["allowed"], true);
    assert!(!why["consulted"].as_array().expect("a list").is_empty());
    let why = ok(folder, &["why", "game.kessel", "--as", crate::common::other(&side), &list[0]]);
    assert!(why.out.starts_with("refused") && why.out.contains("no "), "{}", why.out);
    let done = ok(folder, &["act", "game.kessel", "--as", &side, &list[0], "--json"]).json();
    assert_eq!(done["n"], 3);
    assert!(done["events"].is_array() && done["to_act"].is_string() && done["hash"].is_string());
    assert!(done["undo_floor"].as_u64() < Some(3), "nothing was rolled or revealed");
    assert_eq!(ok(folder, &["undo", "game.kessel", "--json"]).json()["n"], 2);
    assert_eq!(text_of(&file), before);
}

#[test]
fn officers_play_for_the_sides_they_are_given() {
    let (folder, file) = ready();
    let folder = folder.path();
    let (side, _) = offers(folder);
    let flag = format!("--{side}");
    let one = ok(folder, &["auto", "game.kessel", &flag, "recruit", "--json"]).json();
    assert_eq!(one["stopped"], "player");
    assert_eq!(one["to_act"], crate::common::other(&side));
    let both = ["--axis", "recruit", "--soviet", "recruit"];
    let turn = ok(folder, &[&["auto", "game.kessel", "--turns", "1", "--json"][..], &both].concat()).json();
    assert_eq!((turn["stopped"].as_str(), turn["turn"].as_u64()), (Some("turns"), Some(2)));
    let end = ok(folder, &[&["auto", "game.kessel", "--json"][..], &both].concat()).json();
    assert_eq!((end["stopped"].as_str(), end["to_act"].as_str()), (Some("over"), Some("nobody")));
    assert!(end["outcome"]["level"].is_string());
    let idle = ok(folder, &[&["auto", "game.kessel", "--json"][..], &both].concat()).json();
    assert_eq!(idle["actions"], 0);
    let verified = ok(folder, &["replay", "game.kessel", "--verify", "--json"]).json();
    assert_eq!((&verified["verified"], &verified["n"]), (&Value::from(true), &end["n"]));
    let told = ok(folder, &["replay", "game.kessel", "--to", "3", "--json"]).out;
    assert_eq!(told.lines().count(), 4, "{told}");
    assert!(ok(folder, &["show", "game.kessel"]).out.contains("Over: "));
    assert_eq!(ok(folder, &["legal", "game.kessel", "--json"]).json()["list"], serde_json::json!([]));
    let lines = text_of(&file).lines().count() as u64;
    assert_eq!(Some(lines), end["n"].as_u64().map(|n| n + 1));
}

#[test]
fn where_a_plan_is_asked_legal_names_the_action_that_commits_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let new = ["new", "wintergewitter/we-are-coming", "--set", "setup=historical", "--seed", "1", "-o", "game.kessel"];
    ok(folder, &new);
    let told = ok(folder, &["legal", "game.kessel", "--as", "soviet"]).out;
    assert!(told.contains(r#"{"commit":{}}"#) && told.contains(r#"{"fly":"ground-attack"}"#), "{told}");
    let legal = ok(folder, &["legal", "game.kessel", "--as", "soviet", "--json"]).json();
    assert_eq!(legal["plan"]["action"], serde_json::json!({ "commit": {} }));
    let slots = legal["plan"]["slots"].as_array().expect("slots");
    let slot = slots.iter().find(|slot| slot["slot"] == "226SHAD").expect("an air unit");
    let order = slot["orders"].as_array().expect("orders").first().expect("an order").clone();
    let plan = serde_json::json!({ "commit": { "226SHAD": order } }).to_string();
    ok(folder, &["act", "game.kessel", "--as", "soviet", &plan]);
    let after = ok(folder, &["legal", "game.kessel", "--as", "soviet", "--json"]).json();
    assert!(after.get("plan").is_none(), "who has committed is asked for no plan: {after}");
}

#[test]
fn a_replay_shows_a_viewer_only_what_he_may_see() {
    let (folder, _) = fresh();
    let folder = folder.path();
    ok(folder, &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "1"]);
    let told = |viewer| ok(folder, &["replay", "game.kessel", "--as", viewer, "--json"]).out;
    for line in told("axis").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(line["side"] != "soviet" || line["action"].is_null(), "{line}");
    }
    assert!(told("umpire").len() > told("spectator").len());
}

#[test]
fn a_replay_does_not_even_count_what_a_viewer_may_not_see() {
    let (folder, _) = fresh();
    let folder = folder.path();
    ok(folder, &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "1"]);
    let told = |viewer: &str| -> Vec<Value> {
        let out = ok(folder, &["replay", "game.kessel", "--as", viewer, "--json"]).out;
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let all = told("umpire");
    for viewer in ["axis", "soviet", "spectator"] {
        let lines = told(viewer);
        let (end, lines) = lines.split_last().expect("a last line");
        assert!(lines.len() + 1 < all.len(), "{viewer} misses something");
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(line["n"], i as u64 + 1, "{viewer}: {line}");
            let shown = line["events"].as_array().is_some_and(|events| !events.is_empty());
            assert!(line["side"] == viewer || shown, "{viewer}: {line}");
        }
        assert_eq!(end["n"], lines.len() as u64);
    }
    let text = ok(folder, &["replay", "game.kessel", "--as", "axis"]).out;
    assert!(
        !text.contains("Soviet\n\n")
            && !text.lines().zip(text.lines().skip(1)).any(|(a, b)| { a.ends_with(" Soviet") && !b.starts_with("  ") })
    );
}

#[test]
fn of_losses_named_blindly_a_viewer_does_not_learn_who_has_finished() {
    let (folder, _) = fresh();
    let folder = folder.path();
    ok(folder, &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "4"]);
    let out = ok(folder, &["replay", "game.kessel", "--as", "umpire", "--json"]).out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let loses = |line: &Value, side: &str| line["side"] == side && line["action"].get("lose").is_some();
    // The Axis officer names his losses first: after his last one the Soviet player does not know that he has finished.
    let place = lines.windows(2).position(|pair| loses(&pair[0], "axis") && loses(&pair[1], "soviet"));
    let n = (place.expect("a battle that costs both sides") + 1).to_string();
    let to_act = |viewer: &str| {
        let out = ok(folder, &["replay", "game.kessel", "--to", &n, "--as", viewer, "--json"]).out;
        let last: Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
        last["to_act"].as_str().expect("a word").to_owned()
    };
    assert_eq!((to_act("umpire").as_str(), to_act("axis").as_str()), ("soviet", "soviet"));
    assert_eq!((to_act("soviet").as_str(), to_act("spectator").as_str()), ("both", "both"));
    let text = ok(folder, &["replay", "game.kessel", "--to", &n, "--as", "soviet"]).out;
    assert!(text.trim_end().ends_with("Both sides to act"), "{text}");
}

#[test]
fn who_acts_is_told_who_is_asked_as_he_sees_it() {
    let (folder, file) = fresh();
    let folder = folder.path();
    ok(folder, &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "4"]);
    let out = ok(folder, &["replay", "game.kessel", "--as", "umpire", "--json"]).out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let loses = |line: &Value, side: &str| line["side"] == side && line["action"].get("lose").is_some();
    let blind = |three: &[Value]| loses(&three[0], "axis") && loses(&three[1], "soviet") && loses(&three[2], "soviet");
    let n = lines.windows(3).position(blind).expect("a battle that costs the Soviets two") + 1;
    // The game up to the last loss of the Axis: a line for the heading, then one for each entry.
    let kept: Vec<_> = text_of(&file).lines().take(n + 1).map(str::to_owned).collect();
    fs::write(&file, kept.join("\n") + "\n").expect("written");
    let lose = lines[n]["action"].to_string();
    let done = ok(folder, &["act", "game.kessel", "--as", "soviet", &lose, "--json"]).json();
    assert_eq!(done["to_act"], "both", "that the Axis has finished is not for the Soviet player to know");
    assert_eq!(ok(folder, &["show", "game.kessel", "--as", "umpire", "--json"]).json()["to_act"], "soviet");
}

#[test]
fn a_simulation_sums_up_and_the_same_seed_gives_the_same_digest() {
    let folder = tempfile::tempdir().expect("a folder");
    let run =
        |jobs| ok(folder.path(), &["simulate", SCENARIO, "-n", "4", "--seed", "7", "--jobs", jobs, "--json"]).json();
    let (a, b) = (run("1"), run("2"));
    assert_eq!(a["digest"], b["digest"]);
    assert_eq!(a["games"], 4);
    for key in ["wins", "levels"] {
        assert!(a[key].is_object(), "{key}");
    }
    for key in ["mean_turns", "actions", "seconds", "actions_per_s", "games_per_s", "mean_offers"] {
        assert!(a[key].is_number(), "{key}");
    }
    for key in ["refusals", "panics", "dead_ends", "unfinished"] {
        assert_eq!(a[key], 0, "{key}");
    }
}

#[test]
fn a_game_of_a_simulation_can_be_played_again_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = ok(folder.path(), &["simulate", SCENARIO, "-n", "1", "--seed", "7", "--json"]).json();
    let seed = Seed::from_number(7).child(0);
    ok(folder.path(), &["new", SCENARIO, "--seed", seed.word(), "-o", "game.kessel"]);
    let played =
        ok(folder.path(), &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--json"]).json();
    assert_eq!(played["actions"], one["actions"]);
}

#[test]
fn several_actions_are_one_entry_and_one_undo() {
    let (folder, file) = fresh();
    let folder = folder.path();
    let act = ["act", "game.kessel", "--as", "axis", "historical", "done", "--json"];
    let answer = ok(folder, &act).json();
    assert_eq!((&answer["n"], &answer["done"], &answer["rest"]), (&1.into(), &2.into(), &serde_json::json!([])));
    assert!(answer["stopped"].is_null() && answer["events"].is_array(), "{answer}");
    assert_eq!(text_of(&file).lines().count(), 2);
    assert_eq!(ok(folder, &["undo", "game.kessel", "--json"]).json()["n"], 0);
    let one = ok(folder, &["act", "game.kessel", "--as", "axis", "historical", "--json"]).json();
    assert!(one.get("done").is_none() && one.get("rest").is_none(), "{one}");
}

#[test]
fn dice_end_a_list_and_the_rest_is_given_back() {
    let (folder, file) = ready();
    let folder = folder.path();
    let mut list = Vec::new();
    // Offers are taken until one rolls or reveals: from there on the list has to end.
    let (stopped, rest) = loop {
        let (side, offers) = offers(folder);
        let action = offers.last().expect("an offer").clone();
        let before = text_of(&file);
        ok(folder, &["act", "game.kessel", "--as", &side, &action]);
        let last: Value = serde_json::from_str(text_of(&file).lines().last().expect("a line")).expect("JSON");
        if last.get("rolls").is_some() || last.get("revealed").is_some() {
            fs::write(&file, before).expect("writes");
            let act = ["act", "game.kessel", "--as", &side, &action, "done", "done", "--json"];
            let answer = ok(folder, &act).json();
            assert_eq!(answer["done"], 1, "{answer}");
            break (answer["stopped"].clone(), answer["rest"].clone());
        }
        list.push(action);
        assert!(list.len() < 1000, "nothing rolls");
    };
    assert!(stopped == "dice" || stopped == "revealed", "{stopped}");
    assert_eq!(rest, serde_json::json!(["done", "done"]));
    ok(folder, &["replay", "game.kessel", "--verify"]);
}

#[test]
fn a_long_game_has_snapshots_beside_it_that_are_only_a_cache() {
    let (folder, file) = fresh();
    let folder = folder.path();
    let beside = folder.join("game.kessel.snapshots");
    ok(folder, &["show", "game.kessel"]);
    assert!(!beside.exists(), "a short game has none");
    ok(folder, &["auto", "game.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "3"]);
    let (text, good) = (text_of(&file), fs::read(&beside).expect("a long one has"));
    let shown = ok(folder, &["show", "game.kessel", "--as", "umpire", "--json"]).out;
    for bad in [&b""[..], b"nonsense", &good[..good.len() / 2], &[&good[..good.len() - 1], &[7]].concat()] {
        fs::write(&beside, bad).expect("writes");
        assert_eq!(ok(folder, &["show", "game.kessel", "--as", "umpire", "--json"]).out, shown);
        assert_ne!(fs::read(&beside).expect("made anew"), bad);
    }
    // Snapshots of another game are not believed either.
    ok(folder, &["new", SCENARIO, "--seed", "8", "-o", "other.kessel"]);
    ok(folder, &["auto", "other.kessel", "--axis", "recruit", "--soviet", "recruit", "--turns", "3"]);
    fs::copy(folder.join("other.kessel.snapshots"), &beside).expect("copies");
    assert_eq!(ok(folder, &["show", "game.kessel", "--as", "umpire", "--json"]).out, shown);
    // The file alone is the game.
    fs::remove_file(&beside).expect("removes");
    assert_eq!(ok(folder, &["show", "game.kessel", "--as", "umpire", "--json"]).out, shown);
    assert_eq!(text_of(&file), text);
    ok(folder, &["replay", "game.kessel", "--verify"]);
}

#[test]
fn two_writers_at_once_lose_no_action() {
    let (folder, file) = fresh();
    let folder = folder.path();
    // Each writer takes what is offered first; those who come too late are refused or fail, and are not counted.
    let writer = || {
        let mut done = 0u64;
        for _ in 0..12 {
            let (side, list) = offers(folder);
            let act = kessel(folder, &["act", "game.kessel", "--as", &side, &list[0]]).output().expect("runs");
            match act.status.code() {
                Some(0) => done += 1,
                Some(3) => {}
                code => panic!("{code:?}: {}", String::from_utf8_lossy(&act.stderr)),
            }
        }
        done
    };
    let done: u64 = std::thread::scope(|s| {
        let writers: Vec<_> = (0..4).map(|_| s.spawn(writer)).collect();
        writers.into_iter().map(|w| w.join().expect("a writer ends")).sum()
    });
    let verified = ok(folder, &["replay", "game.kessel", "--verify", "--json"]).json();
    assert_eq!(verified["n"].as_u64(), Some(done));
    let litter: BTreeSet<_> = fs::read_dir(folder).expect("lists").map(|e| e.expect("reads").path()).collect();
    assert_eq!(litter, BTreeSet::from([file]));
}

#[test]
fn own_data_files_make_another_game_that_needs_them_again() {
    let (folder, _) = fresh();
    let folder = folder.path();
    let own = folder.join("mine/battle");
    fs::create_dir_all(&own).expect("a folder");
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/battle/units.toml");
    let text = fs::read_to_string(built_in).expect("reads");
    fs::write(own.join("units.toml"), format!("# my own\n{text}")).expect("writes");
    ok(folder, &["--data", "mine", "new", SCENARIO, "-o", "mine.kessel"]);
    ok(folder, &["--data", "mine", "show", "mine.kessel"]);
    ok(folder, &["--data", "mine/battle", "show", "mine.kessel"]);
    let answer = fails(folder, 5, &["show", "mine.kessel"]);
    assert!(answer.err.contains("other maps, counters or charts"), "{}", answer.err);
}

/// A counter lies in a space or on another counter: what it names must be one thing.
#[test]
fn counters_have_ids_of_their_own_in_every_scenario() {
    let mut seen = 0;
    for id in ["battle", "drive", "roads", "wintergewitter", "waw"] {
        let game = built_in(id);
        for scenario in &game.info().scenarios {
            let name = format!("{id}/{}", scenario.id);
            let journal =
                Journal::start(&*game, &scenario.id, &Options::default(), Seed::from_number(1), &mut Log::silent());
            let journal = journal.expect("starts");
            for viewer in [Viewer::Axis, Viewer::Soviet, Viewer::Spectator, Viewer::Umpire] {
                let view = journal.session().view(viewer);
                let spaces: BTreeSet<_> = view.spaces.iter().map(|space| space.id.as_str()).collect();
                let mut ids = BTreeSet::new();
                for counter in &view.counters {
                    let id = counter.id.as_str();
                    assert!(!spaces.contains(id), "{name}, {viewer:?}: {id} is a space");
                    assert_ne!(counter.at, id, "{name}, {viewer:?}: it would lie on itself");
                    assert!(ids.insert(id), "{name}, {viewer:?}: {id} twice");
                }
                seen += ids.len();
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_weight_changes_the_staff_of_one_side_and_an_unknown_one_is_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |weights: &[&str]| {
        let mut args = vec!["simulate", "roads/wintergewitter", "-n", "1", "--seed", "7", "--axis", "staff", "--json"];
        weights.iter().for_each(|weight| args.extend(["--weight", weight]));
        ok(folder.path(), &args).json()["digest"].clone()
    };
    let plain = run(&[]);
    // The Soviets are recruits here, who weigh nothing.
    assert_eq!(run(&["soviet.bold=900"]), plain);
    assert_ne!(run(&["axis.bold=900", "axis.wary=900"]), plain);
    for (weight, why) in [("courage=1", "courage"), ("axis.bold=9999", "0 to 1000"), ("bold", "NAME=NUMBER")] {
        let answer = fails(folder.path(), 9, &["simulate", "roads/wintergewitter", "-n", "1", "--weight", weight]);
        assert!(answer.err.contains(why), "{}", answer.err);
    }
}
