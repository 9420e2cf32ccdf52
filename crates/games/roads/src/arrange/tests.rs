//! What a case file gives is what the facts then say.

use crate::Roads;
use crate::testing::{game, start};
use kessel_kernel::facets::*;
use kessel_kernel::{Given, Viewer};
use serde_json::{Value, json};

fn given(value: Value) -> Given {
    serde_json::from_value(value).expect("the given part of a case file")
}

fn facts(game: &Roads, value: Value) -> Value {
    let mut state = start(game, "campaign");
    game.arrange(&mut state, &given(value)).expect("everything is understood");
    game.facts(&game.see(&state, Viewer::Umpire))
}

#[test]
fn an_attack_of_the_example_can_be_put_on_the_table() {
    let facts = facts(
        &game(),
        json!({
            "empty": true, "turn": 1, "phase": "soviet-combat",
            "put": {
                "26TK": "1528", "4TK": "1729", "51G": { "at": "1729", "steps": 1, "supply": "oos" },
                "R6": "1628", "R15GL": { "at": "1628", "steps": 1 }, "1GMK": "STAVKA", "R1": "eliminated",
                "23SD": { "at": "turn-track", "due": 4 },
                "katyusha-1": "26TK", "vvs-2": "1628", "surprise-1": "major", "mobility": "1333", "minor-a": "1334",
            },
            "set": {
                "26TK": { "exploiting": true, "moved": true }, "weather": "mud", "ice": "minor-frozen", "cloud": "clear",
                "approval": 4, "manstein": 3, "superiority": ["human-waves"], "fortress": { "marker": "1333", "level": 9 },
                "mars": { "at": -1 }, "rail": 3, "points": [2, 1], "struck": ["1628"], "attacked": ["4TK"], "score": -4,
                "lost_hexes": ["0729"], "successes": ["Rostov"], "okh": { "next": ["cities"], "duty": true },
                "stavka": { "left": 2 }, "banned": [true, false],
            },
            "control": { "soviet": ["1331"] },
        }),
    );
    assert_eq!((&facts["phase"], &facts["to_act"]), (&json!("soviet-combat"), &json!("soviet")));
    let guards = &facts["counters"]["51G"];
    assert_eq!((&guards["at"], &guards["steps"], &guards["supply"]), (&json!("1729"), &json!(1), &json!("oos")));
    let tanks = &facts["counters"]["26TK"];
    assert_eq!((&tanks["exploiting"], &tanks["supports"]), (&json!(true), &json!(["katyusha-1"])));
    assert_eq!(facts["counters"]["1GMK"]["at"], "STAVKA");
    assert_eq!(facts["counters"]["R1"]["at"], "eliminated");
    assert_eq!(facts["counters"]["23SD"], json!({ "at": "turn-track", "due": 4, "steps": 0, "max": 2 }));
    assert_eq!(facts["counters"]["vvs-2"]["at"], "1628");
    assert_eq!(facts["counters"]["mobility"]["at"], "1333");
    assert_eq!(facts["spaces"]["major"], json!({ "supports": 1, "markers": ["surprise-1"] }));
    assert_eq!(facts["spaces"]["1628"]["control"], "axis");
    assert_eq!(facts["spaces"]["1331"]["control"], "soviet");
    assert_eq!(facts["offensives"]["minor-a"], "1334");
    assert_eq!(
        (&facts["weather"], &facts["ice"], &facts["cloud"]),
        (&json!("mud"), &json!("minor-frozen"), &json!("clear"))
    );
    assert_eq!(facts["tracks"]["approval"], 4);
    assert_eq!(facts["tracks"]["manstein"], 3);
    assert_eq!(facts["superiority"], json!(["human-waves"]));
    assert_eq!(facts["fortress"]["level"], 9);
    assert_eq!(facts["successes"], json!(["Rostov"]));
    assert_eq!(facts["okh"]["next"]["cities"], true);
    assert_eq!(facts["score"], -4);
    assert_eq!(facts["memory"]["struck"], json!(["1628"]));
}

#[test]
fn combats_and_decisions_can_be_opened() {
    let game = game();
    let opened = facts(
        &game,
        json!({
            "empty": true, "turn": 1, "phase": "soviet-combat",
            "put": { "26TK": "1528", "4TK": "1729", "R6": "1628" },
            "set": { "fight": { "hex": "1628", "attackers": ["26TK", "4TK"], "stage": "attacker-elite", "armored": true } },
        }),
    );
    assert_eq!(opened["frame"]["kind"], "fight");
    assert_eq!((&opened["fight"]["attack"], &opened["fight"]["column"]), (&json!(14), &json!("4/1")));
    assert_eq!(opened["fight"]["defenders"], json!(["R6"]));
    let opened = facts(
        &game,
        json!({
            "empty": true, "turn": 1, "phase": "axis-movement", "put": { "16Pz": "1331", "Don": "1733" },
            "set": { "frame": { "kind": "superiority", "on": true }, "Don": { "pontoon": "1734" } },
        }),
    );
    assert_eq!(opened["frame"], json!({ "kind": "superiority", "on": true }));
    assert_eq!(opened["counters"]["Don"]["pontoon"], "1734");
}

#[test]
fn everything_not_understood_is_reported() {
    let game = game();
    let mut state = start(&game, "campaign");
    let wrong = given(json!({
        "turn": 18, "phase": "lunch",
        "put": { "X-1": "0101", "26TK": "9999", "vvs-1": "nowhere" },
        "set": {
            "26TK": { "steps": 9, "mood": 1 }, "weather": "hot", "moral": 1, "fortress": { "mood": 1 },
            "frame": { "kind": "lunch" }, "fight": { "hex": "9999" }, "superiority": ["luck"],
        },
        "control": { "neutral": [], "axis": ["9999"] },
    }));
    let faults = game.arrange(&mut state, &wrong).expect_err("all of it is wrong");
    assert_eq!(faults.len(), 15, "{faults:#?}");
}
