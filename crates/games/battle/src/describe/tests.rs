//! Labels, previews and reminders.

use crate::state::State;
use crate::testing::{arranged, game};
use crate::{Action, Battle};
use kessel_kernel::event::BattleReport;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Log, Offer, OfferKind, Played, Seed, Session, Side, What, Wish};
use serde_json::{Value, json};
use std::sync::Arc;

fn example(game: &Battle) -> State {
    arranged(
        game,
        json!({
            "empty": true, "turn": 5, "phase": "axis-attack",
            "put": { "G-24Pz": "0408", "G-48Pz": "0408", "S-65": "0408", "SA-140": "S-65", "SA-AT1": "S-65" },
            "set": {
                "G-24Pz": { "assets": ["GA-9", "GA-11"] }, "G-48Pz": { "assets": ["GA-24", "GA-13"] },
                "marker": { "0408": { "from": "0508", "river": true } },
            },
        }),
    )
}

#[test]
fn a_preview_knows_its_own_sum_and_a_range_of_the_enemy() {
    let game = game();
    let state = example(&game);
    let at = game.data.board.space("0408").expect("a hex");
    let offer = game.describe(&game.see(&state, Side::Axis.into()), Side::Axis, Action::Attack { at });
    assert_eq!((offer.kind, offer.group.as_str()), (OfferKind::Attack, "Compulsory attacks"));
    let preview = offer.preview.expect("an attack has one");
    // 12 basic, and 32 of tanks: halved for the river, halved again if guns are there.
    assert_eq!((preview.forces[0].total, preview.forces[0].most), (20, 28));
    // One to five basic, one slot: the 140th brigade is the only other asset in play.
    assert_eq!((preview.forces[1].total, preview.forces[1].most), (1, 7));
    assert_eq!(preview.column, "2:1 or more");
    assert!(preview.results.is_empty());
    assert!(!preview.chances.is_empty());
    // Both dice have their bars; the enemy's tells what his range may cost.
    let answers: Vec<_> = preview.chances.iter().filter(|chance| chance.text.starts_with("the enemy's roll")).collect();
    assert!(answers.iter().any(|chance| chance.text.ends_with("you lose 1")), "{answers:?}");
    let sum = answers.iter().map(|chance| chance.permille).sum::<u32>();
    assert!((990..=1000).contains(&sum), "{sum}: {answers:?}");
}

#[test]
fn a_preview_does_not_change_with_what_the_enemy_hides() {
    let game = game();
    let one = example(&game);
    let mut two = one.clone();
    two.units[game.data.unit("S-65").expect("65 Army").index()].strength = 1;
    let at = game.data.board.space("0408").expect("a hex");
    let offer = |state: &State| game.describe(&game.see(state, Side::Axis.into()), Side::Axis, Action::Attack { at });
    assert_eq!(offer(&one), offer(&two));
}

#[test]
fn compulsory_attacks_are_mandatory_reminders() {
    let game = game();
    let prompt = game.prompt(&game.see(&example(&game), Side::Axis.into()), Side::Axis);
    assert_eq!(prompt.reminders.len(), 1);
    assert!(prompt.reminders[0].mandatory);
    assert_eq!(prompt.reminders[0].at.as_deref(), Some("0408"));
}

#[test]
fn guns_sudden_death_and_points_are_remembered() {
    let game = game();
    let state = arranged(
        &game,
        json!({
            "empty": true, "turn": 8, "phase": "soviet-movement",
            "put": { "S-62": "0605", "SA-AT1": "S-62", "G-8": "0606", "G-51": "0607", "G-17": "0608" },
        }),
    );
    let cases: Vec<&str> = game
        .prompt(&game.see(&state, Side::Soviet.into()), Side::Soviet)
        .reminders
        .iter()
        .map(|r| r.case.id())
        .collect();
    assert_eq!(cases, ["7.0.g", "10.1.b"]);
    let state = arranged(&game, json!({ "turn": 4, "phase": "soviet-replacement" }));
    let prompt = game.prompt(&game.see(&state, Side::Soviet.into()), Side::Soviet);
    assert_eq!(prompt.reminders[0].case.id(), "9.1.3.c");
    assert_eq!(
        game.describe(&game.see(&state, Side::Soviet.into()), Side::Soviet, Action::Done).label,
        "End replacements, 15 points lapse"
    );
}

fn previewed(game: &Battle, state: &State, side: Side, at: &str) -> BattleReport {
    let at = game.data.board.space(at).expect("a space");
    *game.describe(&game.see(state, side.into()), side, Action::Attack { at }).preview.expect("an attack has one")
}

fn line<'a>(report: &'a BattleReport, force: usize, case: &str) -> Option<&'a str> {
    report.forces[force].lines.iter().find(|line| line.case.id() == case).map(|line| line.value.as_str())
}

#[test]
fn a_preview_knows_both_kinds_of_guns_that_the_enemy_may_have() {
    let game = game();
    let state = arranged(
        &game,
        json!({
            "empty": true, "turn": 9, "phase": "soviet-attack",
            "put": { "S-5T": "1017", "S-1T": "1017", "G-17": "1017", "G-4": "0420", "GA-88": "G-4", "GA-Pak": "G-4" },
            "set": {
                "S-5T": { "strength": 1, "assets": ["SA-17", "SA-18", "SA-2"] },
                "S-1T": { "strength": 2, "assets": ["SA-23", "SA-140", "SA-6G"] },
            },
        }),
    );
    let preview = previewed(&game, &state, Side::Soviet, "1017");
    // 3 basic and 24 of tanks: all of them, half of them or a third.
    assert_eq!((preview.forces[0].total, preview.forces[0].most), (11, 27));
    assert_eq!(line(&preview, 0, "8.1.e"), Some("x1/3 or x1/2"));
    // Only 15, against the weaker kind, comes to this row.
    assert!(preview.chances.iter().any(|chance| chance.text.contains("row 12-24")), "{:?}", preview.chances);
}

#[test]
fn a_preview_counts_that_a_box_too_full_names_some_of_its_units() {
    let game = game();
    let state = arranged(
        &game,
        json!({
            "empty": true, "turn": 6, "phase": "axis-attack",
            "put": { "G-3Pz": "Kalmykia", "GA-16": "G-3Pz", "G-49": "Kalmykia", "S-51": "Kalmykia", "S-44": "Kalmykia", "S-47": "Kalmykia" },
        }),
    );
    let preview = previewed(&game, &state, Side::Axis, "Kalmykia");
    // One of two: 49 Korps with 6, or 3 Panzer Korps with 6 and 8. Two of three armies, of 4 to 5 points at most.
    assert_eq!((preview.forces[0].total, preview.forces[0].most), (6, 14));
    assert_eq!((preview.forces[1].total, preview.forces[1].most), (2, 9));
    assert_eq!((line(&preview, 0, "3.1.2.f"), line(&preview, 1, "3.1.2.f")), (Some("1"), Some("1")));
    // Somebody who came by retreat may be the one that is named; then all the others fight.
    let mut state = state;
    state.refugees.insert(game.data.unit("G-3Pz").expect("a corps"));
    let preview = previewed(&game, &state, Side::Axis, "Kalmykia");
    assert_eq!((preview.forces[0].total, preview.forces[0].most), (6, 6));
}

#[test]
fn a_preview_counts_assets_that_only_a_retreat_can_have_brought() {
    let game = game();
    let given = |side: &str, put: Value| json!({ "empty": true, "turn": 6, "phase": side, "put": put });
    // Kalmykia takes two Axis assets by march or assignment; a corps with three slots may have retreated into it.
    let put = json!({ "G-3Pz": "Kalmykia", "GA-16": "G-3Pz", "GA-14": "G-3Pz", "GA-24": "G-3Pz", "S-51": "Kalmykia" });
    let state = arranged(&game, given("soviet-attack", put));
    assert_eq!(previewed(&game, &state, Side::Soviet, "Kalmykia").forces[1].most, 6 + 24);
    // Nor does a tank corps serve there, unless it came with a beaten army.
    let put = json!({ "G-3Pz": "Kalmykia", "S-21": "Kalmykia", "SA-23": "S-21" });
    let state = arranged(&game, given("axis-attack", put));
    assert_eq!(previewed(&game, &state, Side::Axis, "Kalmykia").forces[1].most, 5 + 5);
}

#[test]
fn a_preview_in_a_major_city_says_that_nobody_has_to_leave() {
    let game = game();
    let put = json!({ "G-24Pz": "0606", "G-48Pz": "0606", "GA-9": "G-24Pz", "GA-24": "G-48Pz", "S-62": "0606" });
    let state = arranged(&game, json!({ "empty": true, "turn": 6, "phase": "axis-attack", "put": put }));
    let report = previewed(&game, &state, Side::Axis, "0606");
    let (chances, forecast) = (report.chances, report.forecast.expect("a preview has one"));
    assert!(chances.iter().any(|chance| chance.text.contains("nobody has to leave the city")), "{chances:?}");
    assert!(chances.iter().all(|chance| !chance.text.contains("retreats")), "{chances:?}");
    assert_eq!((forecast.clears, forecast.losses[1] > 0), (0, true), "{forecast:?}");
}

fn offer_of(game: &Battle, state: &State, side: Side, action: Value) -> Offer {
    let action = Action::read(game, &action).expect("an action");
    game.check(state, side, action).expect("it is allowed");
    game.describe(&game.see(state, side.into()), side, action)
}

fn play(game: &Battle, state: &mut State, side: Side, action: Value) {
    let action = Action::read(game, &action).expect("an action");
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    game.apply(state, side, action, &mut dice, &mut Log::silent()).expect("it is allowed");
}

#[test]
fn a_step_over_the_don_is_a_river_assault_in_the_movement_phase_and_not_in_uranus() {
    let game = game();
    let marching = |phase: &str| {
        let put = json!({ "S-5T": "0408", "R-3": "0508", "G-7": "0517" });
        let mut state = arranged(&game, json!({ "empty": true, "turn": 9, "phase": phase, "put": put }));
        play(&game, &mut state, Side::Soviet, json!({ "move": "S-5T", "by": "tactical" }));
        state
    };
    let label = |state: &State| offer_of(&game, state, Side::Soviet, json!({ "step": "0508" })).label;
    let reminded = |state: &State| {
        game.prompt(&game.see(state, Side::Soviet.into()), Side::Soviet)
            .reminders
            .iter()
            .any(|r| r.case.id() == "7.9.1.c")
    };
    let state = marching("soviet-movement");
    assert_eq!(label(&state), "To 0508, a river assault: your tanks count half");
    assert!(reminded(&state));
    let state = marching("uranus-movement");
    assert_eq!(label(&state), "To 0508, starting a battle; no attack follows now");
    assert!(!reminded(&state));
}

#[test]
fn the_dry_sides_named_are_open_ones() {
    let game = game();
    let dry = |side: Side, put: Value, unit: &str, set: Value| {
        let phase = if side == Side::Axis { "axis-movement" } else { "soviet-movement" };
        let given = json!({ "empty": true, "turn": 6, "phase": phase, "put": put, "set": set });
        let mut state = arranged(&game, given);
        play(&game, &mut state, side, json!({ "move": unit, "by": "tactical" }));
        let reminders = game.prompt(&game.see(&state, side.into()), side).reminders;
        let river: Vec<String> = reminders.into_iter().filter(|r| r.case.id() == "7.9.1.c").map(|r| r.text).collect();
        assert_eq!(river.len(), 1, "{river:?}");
        river[0].clone()
    };
    // Over the Khoper into a hex of the Front's edge: the edge is a dry side for the Soviets, not for the Axis.
    let text = dry(Side::Soviet, json!({ "S-40": "0112", "G-7": "0111" }), "S-40", json!({}));
    assert!(text.contains("dry from") && text.contains("SVF"), "{text}");
    let text = dry(Side::Axis, json!({ "G-7": "0112", "S-40": "0111" }), "G-7", json!({}));
    assert!(text.contains("dry from") && !text.contains("SVF"), "{text}");
    // Over the Don into a hex beside Krasnodarsky: from the box only with last control of it (7.4.d).
    let put = json!({ "G-7": "1011", "S-40": "1111" });
    let text = dry(Side::Axis, put.clone(), "G-7", json!({}));
    assert!(!text.contains("Krasnodarsky"), "{text}");
    let text = dry(Side::Axis, put, "G-7", json!({ "last_control": { "Krasnodarsky": "axis" } }));
    assert!(text.contains("Krasnodarsky"), "{text}");
}

#[test]
fn an_overstacked_box_is_cleared_after_the_next_movement_phase_and_uranus_is_none() {
    let game = game();
    let put = json!({ "S-51": "Batumi", "S-44": "Batumi", "S-47": "Batumi", "G-7": "0420" });
    let reminder = |phase: &str| {
        let state = arranged(&game, json!({ "empty": true, "turn": 9, "phase": phase, "put": put.clone() }));
        let prompt = game.prompt(&game.see(&state, Side::Soviet.into()), Side::Soviet);
        prompt.reminders.into_iter().find(|r| r.case.id() == "3.1.2.d").expect("a reminder").text
    };
    assert!(reminder("soviet-movement").contains("at the end of the phase is removed"));
    assert!(reminder("uranus-movement").contains("at the end of your next movement phase is removed"));
}

/// 8 Korps is cut off in the corner of the map; 62 Army stands in one of the two neighbours, its zone lies in the other.
fn cut_off(game: &Battle, put: Value) -> State {
    let mut all = json!({ "G-8": "0101", "S-62": "0102", "G-7": "0418" });
    for (key, value) in put.as_object().expect("a table") {
        all[key] = value.clone();
    }
    arranged(game, json!({ "empty": true, "turn": 5, "phase": "axis-movement", "put": all }))
}

#[test]
fn an_attempt_destroys_the_guns_that_a_march_sends_to_the_reserve() {
    let game = game();
    let state = cut_off(&game, json!({ "GA-88": "G-8", "GA-Pak": "G-7" }));
    let guns: Vec<(String, String)> = game
        .prompt(&game.see(&state, Side::Axis.into()), Side::Axis)
        .reminders
        .into_iter()
        .filter(|r| ["7.0.g", "7.7.c"].contains(&r.case.id()))
        .map(|r| (r.case.id().to_owned(), r.text))
        .collect();
    assert_eq!(guns.len(), 2, "{guns:?}");
    assert_eq!(guns[0], ("7.0.g".into(), "Heavy Pak group would go to the reserve if 7 Korps moves.".into()));
    assert_eq!(
        guns[1],
        ("7.7.c".into(), "88mm formation is destroyed with all other assets of 8 Korps if it tries to move.".into())
    );
}

#[test]
fn guns_of_a_unit_that_cannot_move_at_all_are_not_spoken_of() {
    let game = game();
    let state = cut_off(&game, json!({ "H-2": "0101", "GA-88": "H-2" }));
    assert!(
        game.prompt(&game.see(&state, Side::Axis.into()), Side::Axis)
            .reminders
            .iter()
            .all(|r| !["7.0.g", "7.7.c"].contains(&r.case.id()))
    );
}

#[test]
fn an_attempt_into_an_enemy_hex_is_shown_as_the_attack_that_it_is() {
    let game = game();
    let state = cut_off(&game, json!({}));
    let offer = |to: &str| offer_of(&game, &state, Side::Axis, json!({ "attempt": "G-8", "to": to }));
    let (quiet, battle) = (offer("0201"), offer("0102"));
    assert_eq!((quiet.kind, quiet.label.as_str()), (OfferKind::Move, "8 Korps tries to reach 0201"));
    assert_eq!(battle.kind, OfferKind::Attack);
    assert_eq!(battle.label, "8 Korps tries to reach 0102, starting a battle");
    // So it is on the table, where one points at the hex: a fight, in these words, before anybody goes.
    let session = Played::new(Arc::new(game), "campaign", state);
    let reach = session.reach(Side::Axis, &Wish { counters: vec!["G-8".into()], ..Wish::default() });
    let goals: Vec<(&str, bool)> = reach[0].goals.iter().map(|goal| (goal.space.as_str(), goal.fight)).collect();
    assert_eq!(goals, [("0201", false), ("0102", true)]);
    let wish = |to: &str| Wish { counters: vec!["G-8".into()], verb: None, via: vec![to.into()] };
    let fight = session.way(Side::Axis, &wish("0102")).fight.expect("a fight");
    assert_eq!(fight.label, battle.label);
    assert_eq!(session.way(Side::Axis, &wish("0201")).fight, None);
}

#[test]
fn a_transfer_names_the_guns_that_it_leaves_behind() {
    let game = game();
    let put = json!({ "S-63": "SVF", "SA-AT1": "S-63", "S-62": "SVF", "G-7": "0420" });
    let state = arranged(&game, json!({ "empty": true, "turn": 8, "phase": "soviet-movement", "put": put }));
    let cost = |unit: &str| offer_of(&game, &state, Side::Soviet, json!({ "transfer": unit, "to": "DSF" })).cost;
    assert_eq!(
        cost("S-63").as_deref(),
        Some("the whole move; 1st anti-tank brigade group stays behind and goes to the reserve")
    );
    assert_eq!(cost("S-62").as_deref(), Some("the whole move"));
}

#[test]
fn the_report_of_a_battle_shows_no_part_of_a_sum() {
    let game = game();
    let mut state = example(&game);
    let mut log = Log::new();
    let at = game.data.board.space("0408").expect("a hex");
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    game.apply(&mut state, Side::Axis, Action::Attack { at }, &mut dice, &mut log).expect("it is allowed");
    let report = log.take().into_iter().find_map(|event| match event.what {
        What::Battle(report) => Some(*report),
        _ => None,
    });
    let report = report.expect("the battle is reported");
    assert_eq!((report.forces[0].total, report.forces[1].total), (20, 7));
    let values = |n: usize| report.forces[n].lines.iter().map(|l| (l.case.id(), l.value.as_str())).collect::<Vec<_>>();
    assert_eq!(values(0), [("8.1.d", "x1/2"), ("8.1.e", "x1/2")]);
    assert_eq!(values(1), []);
}

#[test]
fn a_way_into_a_fight_that_costs_the_same_keeps_to_the_dry_side() {
    let game = game();
    let state = arranged(
        &game,
        json!({
            "empty": true, "turn": 1, "phase": "axis-movement",
            "put": { "G-14Pz": "0815", "S-9": "0713" },
            "set": { "G-14Pz": { "assets": ["GA-9", "GA-11"] } },
        }),
    );
    let unit = game.data.unit("G-14Pz").expect("a corps");
    let space = |id: &str| game.data.board.space(id).expect("a hex");
    let wet = |from: &str| game.over_river(space(from), space("0713"));
    let chance = |from: &str| {
        let mut there = state.clone();
        there.units[unit.index()].place = crate::state::Place::At(space(from));
        game.preview_of_step(&there, unit, space("0713")).forecast.expect("a forecast").clears
    };
    let session = Played::new(Arc::new(self::game()), "campaign", state.clone());
    let wish = |via: &[&str]| Wish {
        counters: vec!["G-14Pz".into()],
        verb: None,
        via: via.iter().map(|id| (*id).to_owned()).collect(),
    };
    let reach = session.reach(Side::Axis, &wish(&[]));
    let beside = |id: &&str| reach[0].goals.iter().any(|goal| goal.space == *id);
    let sides: Vec<&str> =
        ["0612", "0613", "0614", "0712", "0714", "0812", "0813", "0814"].into_iter().filter(beside).collect();
    let best = sides.iter().map(|id| chance(id)).max().expect("ways in");
    let over = |id: &&&str| {
        session.way(Side::Axis, &wish(&[id, "0713"])).fight.filter(|fight| fight.label.contains("river assault"))
    };
    let river = sides.iter().find(|id| over(id).is_some()).expect("a river side, for whoever wants it");
    assert!(best > chance(river), "the river halves the tanks: {best} and {}", chance(river));
    let last = session.way(Side::Axis, &wish(&["0713"])).fight.expect("a fight");
    assert!(!last.label.contains("river assault"), "{}", last.label);
    let goal = reach[0].goals.iter().find(|goal| goal.space == "0713").expect("it can get there");
    let before = goal.via.map_or(reach[0].from.as_str(), |via| reach[0].goals[via].space.as_str());
    assert_eq!(
        (wet(before), chance(before)),
        (false, best),
        "the way that is drawn is the one that is gone: by {before}"
    );
}
