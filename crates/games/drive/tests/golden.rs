//! The examples that the rulebook works out, and the corners of its rules that are easy to get wrong.

use kessel_drive::Drive;
use kessel_drive::data::Data;
use kessel_drive::state::State;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Given, Log, Options, Side, Viewer};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

fn game() -> &'static Drive {
    static GAME: LazyLock<Drive> =
        LazyLock::new(|| Drive::load(&Data::embedded()).expect("the built-in data is sound"));
    &GAME
}

/// A position put on the table, with the dice to come.
struct Table {
    state: State,
    dice: Dice,
    log: Log,
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn table(scenario: &str, turn: u32, phase: &str, put: Value, set: Value, dice: &[u8]) -> Table {
    let mut setup = Dice::scripted([]);
    let mut state = game().setup(scenario, &Options::default(), &mut setup, &mut Log::silent());
    let given = Given {
        empty: true,
        turn: Some(turn),
        phase: Some(phase.into()),
        put: object(put),
        set: object(set),
        ..Given::default()
    };
    game().arrange(&mut state, &given).expect("a position");
    Table { state, dice: Dice::scripted(dice.iter().copied()), log: Log::new() }
}

impl Table {
    fn act(&mut self, side: Side, action: Value) -> Result<(), String> {
        let action = game().read_action(&self.state, &action).expect("an action");
        let done = game().apply(&mut self.state, side, action, &mut self.dice, &mut self.log);
        assert_eq!(self.dice.fault(), None);
        done.map_err(|no| no.case.id().to_owned())
    }

    fn axis(&mut self, action: Value) -> &mut Table {
        let done = self.act(Side::Axis, action.clone());
        assert_eq!(done, Ok(()), "{action}");
        self
    }

    fn soviet(&mut self, action: Value) -> &mut Table {
        let done = self.act(Side::Soviet, action.clone());
        assert_eq!(done, Ok(()), "{action}");
        self
    }

    fn refused(&mut self, side: Side, action: Value) -> String {
        self.act(side, action.clone()).expect_err(&action.to_string())
    }

    fn fact(&self, path: &str) -> Value {
        let facts = game().facts(&game().see(&self.state, Viewer::Umpire));
        path.split('.').fold(facts, |value, key| value.get(key).cloned().unwrap_or(Value::Null))
    }

    fn reports(&self) -> Vec<String> {
        let battles = self.log.events().iter().filter(|e| matches!(e.what, kessel_kernel::What::Battle(_)));
        battles.map(|e| e.text.clone()).collect()
    }
}

/// 11.8, 11.28, 5.6: sums, concentric shift and the bonus of assaulting first.
#[test]
fn a_german_assault_from_opposite_hexes() {
    let put = json!({ "45ID": "N1142", "88ID": "N1140", "RD-001": "N1141", "RD-100": "N1931" });
    let set = json!({ "RD-001": { "face": "13G RD" } });
    let mut t = table("blue", 2, "axis-assault", put, set, &[4]);
    t.axis(json!({ "attack": "N1141" })).axis(json!({ "join": "45ID" })).axis(json!({ "join": "88ID" }));
    t.axis(json!("fight"));
    // 13 to 5 is 2:1; 2R and 1R make 5:1; a 4 is DE there.
    assert_eq!(t.reports(), ["Battle for N1141: 13 to 5, 5:1, die 4: DE"]);
    assert_eq!(t.fact("counters.RD-001.at"), json!("dead"));
    assert_eq!(t.fact("frame.kind"), json!("advance"));
}

/// 11.22: cities.
#[test]
fn a_city_halves_panzers_and_turns_retreats_into_losses() {
    let put = json!({ "9PD": "N1334", "45ID": "N1238", "RD-001": "N1333", "RD-100": "N1431" });
    let set = json!({ "RD-001": { "face": "1 RD" }, "join": { "axis": ["N1238"] }, "order": "move-assault" });
    let mut t = table("blue", 5, "axis-assault", put, set, &[6]);
    t.axis(json!({ "attack": "N1333" })).axis(json!({ "join": "9PD" })).axis(json!("fight"));
    // 12 halved for the city and again for the river, 3 to 4: 1:2, 2L: 1:4, AL1 without a die.
    assert_eq!(t.reports(), ["Battle for Voronezh East (N1333): 3 to 4, 1:4, no die: AL1"]);
    assert_eq!(t.fact("counters.9PD.steps"), json!(1));
    assert_eq!(t.fact("crossing"), json!("made"));
}

/// 9.24, 9.25, 9.30: a mobile assault costs double, takes 2L and goes on.
#[test]
fn a_mobile_assault_clears_a_hex_and_goes_on() {
    let put = json!({ "9PD": "N1142", "11PD": "N1142", "RD-001": "N1141", "RD-002": "N1241", "RD-100": "N1931" });
    let set = json!({ "RD-001": { "face": "2 RD" } });
    let mut t = table("blue", 2, "axis-movement", put, set, &[]);
    t.axis(json!({ "move": "9PD" })).axis(json!({ "with": "11PD" })).axis(json!({ "assault": "N1141" }));
    // 24 to 1, 2L: 22:1, DE without a die.
    assert_eq!(t.reports(), ["Battle for N1141: 24 to 1, 22:1, no die: DE"]);
    assert_eq!(t.fact("counters.9PD.at"), json!("N1141"));
    assert_eq!(t.fact("frame.left"), json!(8));
    assert_eq!(t.refused(Side::Axis, json!({ "assault": "N1241" })), "9.30.c");
}

/// 9.29, 11.32: a repulse costs a panzer step and ends the move.
#[test]
fn a_repulsed_mobile_assault_stops() {
    let put = json!({ "9PD": "N1142", "GD": "N1142", "3PD": "N2044", "RD-001": "N1141", "RD-002": "N1141", "RD-100": "N1931" });
    let set = json!({ "RD-001": { "face": "13G RD" }, "RD-002": { "face": "14G RD" } });
    let mut t = table("blue", 2, "axis-movement", put, set, &[1]);
    t.axis(json!({ "move": "9PD" })).axis(json!({ "with": "GD" })).axis(json!({ "assault": "N1141" }));
    assert_eq!(t.reports(), ["Battle for N1141: 25 to 10, 1:2, die 1: AL1"]);
    assert_eq!(t.fact("counters.9PD.steps"), json!(1));
    assert_eq!(t.fact("counters.GD.steps"), json!(2));
    assert_eq!(t.fact("counters.9PD.at"), json!("N1142"));
    assert_eq!(t.refused(Side::Axis, json!({ "move": "GD" })), "9.29.a");
}

/// 9.21: costs add up; 9.3: one hex is always possible.
#[test]
fn movement_costs_and_the_one_hex_guarantee() {
    let put = json!({ "9PD": "N1742", "44ID": "N1742" });
    let mut t = table("blue", 4, "axis-movement", put, json!({}), &[]);
    t.axis(json!({ "move": "9PD" })).axis(json!({ "step": "N1741" }));
    assert_eq!(t.fact("counters.9PD.spent"), json!(3), "clear over a river, mechanised");
    t.axis(json!("halt")).axis(json!({ "move": "44ID" })).axis(json!({ "step": "N1741" }));
    assert_eq!(t.fact("counters.44ID.spent"), json!(2), "clear over a river, on foot");
}

/// 7.3, 7.12, 7.4: links of seven, Rostov for the south.
#[test]
fn supply_reaches_seven_hexes_and_the_south_through_rostov() {
    let put = json!({ "9PD": "N3635", "11PD": "S1135" });
    let t = table("blue", 5, "axis-movement", put.clone(), json!({}), &[]);
    assert_eq!(t.fact("counters.9PD.supply"), json!("regular"), "Taganrog is within seven");
    assert_eq!(t.fact("counters.11PD.supply"), json!("out"), "too far for a plain hex of a link");
    let joined = table("blue", 5, "axis-movement", put, json!({ "join": { "axis": ["N3635"] } }), &[]);
    assert_eq!(joined.fact("counters.11PD.supply"), json!("regular"), "seven hexes from Rostov");
    assert_eq!(joined.fact("spaces.S1235.axis_supply"), json!("out"), "eight hexes");
}

/// 6.3: nations.
#[test]
fn nations_stack_apart_but_tanks_join_german_mechanised_units() {
    let put = json!({ "9PD": "N2044", "1RPD": "N2043", "1HPD": "N2043", "45ID": "N2143" });
    let mut t = table("blue", 5, "axis-movement", put, json!({}), &[]);
    t.axis(json!({ "move": "1RPD" })).axis(json!({ "step": "N2044" })).axis(json!("halt"));
    t.axis(json!({ "move": "1HPD" }));
    assert_eq!(t.refused(Side::Axis, json!({ "step": "N2044" })), "6.3.d");
}

/// 8.7.
#[test]
fn turn_six_takes_two_panzers_an_infantry_division_and_gross_deutschland() {
    let put =
        json!({ "9PD": "N2044", "11PD": "N2044", "23PD": "N2044", "GD": "N2044", "44ID": "N2043", "68ID": "N2043" });
    let mut t = table("blue", 6, "axis-withdrawal", put, json!({}), &[]);
    assert_eq!(t.refused(Side::Axis, json!({ "withdraw": "68ID" })), "8.7.d");
    t.axis(json!({ "withdraw": "9PD" })).axis(json!({ "withdraw": "11PD" }));
    assert_eq!(t.refused(Side::Axis, json!({ "withdraw": "23PD" })), "8.7.a");
    t.axis(json!({ "withdraw": "GD" })).axis(json!({ "withdraw": "44ID" }));
    assert_eq!(t.fact("phase"), json!("axis-opening"));
}

/// 4.6.
#[test]
fn a_soviet_unit_in_kharkhov_ends_the_game() {
    let put = json!({ "RD-001": "N2043" });
    let mut t = table("blue", 3, "soviet-movement", put, json!({}), &[]);
    t.soviet(json!({ "move": "RD-001" })).soviet(json!({ "step": "N2044" }));
    assert_eq!(t.fact("outcome.case"), json!("4.6"));
}

/// 11.33, 11.34: retreat, and the stand of those who cannot.
#[test]
fn defenders_retreat_toward_supply_or_suffer_where_they_stand() {
    let put = json!({ "45ID": "N1142", "88ID": "N1142", "299ID": "N1142", "RD-001": "N1141", "RD-100": "N1931" });
    let set = json!({ "RD-001": { "face": "13G RD" }, "order": "move-assault" });
    let mut t = table("blue", 2, "axis-assault", put, set, &[3]);
    t.axis(json!({ "attack": "N1141" }));
    for unit in ["45ID", "88ID", "299ID"] {
        t.axis(json!({ "join": unit }));
    }
    t.axis(json!("fight"));
    assert_eq!(t.reports(), ["Battle for N1141: 19 to 5, 3:1, die 3: DR"]);
    assert_eq!(t.fact("frame.kind"), json!("retreat"));
    assert_eq!(t.refused(Side::Soviet, json!({ "retreat": "all", "to": "N1041" })), "11.33.c");
    t.soviet(json!({ "retreat": "all", "to": "N1140" }));
    assert_eq!(t.fact("counters.RD-001.at"), json!("N1140"));
    t.axis(json!({ "advance": "45ID" })).axis(json!("done"));
    assert_eq!(t.fact("spaces.N1141.control"), json!("axis"));
}

/// 2.15, 7.15: a question mark is rolled, then halved.
#[test]
fn a_romanian_out_of_supply_rolls_and_is_halved() {
    let put = json!({
        "6R": "N2626", "RD-001": "N2526", "RD-002": "N2625", "RD-003": "N2627", "RD-004": "N2726", "RD-005": "N2725",
        "RD-006": "N2525",
    });
    let mut set = json!({ "leave": { "axis": ["N2626"] } });
    for (unit, face) in [("RD-001", "13G RD"), ("RD-002", "14G RD"), ("RD-003", "15G RD"), ("RD-004", "24G RD")] {
        set[unit] = json!({ "face": face });
    }
    let mut t = table("uranus", 2, "soviet-assault", put, set, &[5, 3]);
    t.soviet(json!({ "attack": "N2626" })).soviet(json!({ "join": "RD-003" })).soviet(json!("fight"));
    if t.fact("frame.kind") == json!("reply") {
        t.axis(json!("done"));
    }
    let report = t.reports().join(" ");
    assert!(report.contains("4 to 2") || report.contains("2 to 2"), "{report}");
}

/// 11.40: garrisons.
#[test]
fn a_garrison_defends_an_empty_town() {
    let put = json!({ "RD-001": "N2529", "RD-002": "N2333" });
    let set = json!({ "RD-002": { "face": "13G RD" } });
    let mut t = table("uranus", 2, "soviet-assault", put, set, &[]);
    assert_eq!(t.fact("spaces.N2433.garrison"), json!(true));
    t.soviet(json!({ "attack": "N2433" })).soviet(json!({ "join": "RD-002" }));
    let mut dice = Dice::scripted([6]);
    std::mem::swap(&mut t.dice, &mut dice);
    t.soviet(json!("fight"));
    assert_eq!(t.reports().len(), 1);
    assert_eq!(t.fact("frame.kind"), json!("advance"));
    t.soviet(json!({ "advance": "RD-002" }));
    assert_eq!(t.fact("spaces.N2433.control"), json!("soviet"));
}

/// 8.4, 8.6: reserve armies.
#[test]
fn reserve_armies_wait_for_the_enemy_or_for_moscow() {
    let put = json!({ "9PD": "N3229", "RD-001": "N3022", "RD-002": "N1827" });
    let set = json!({
        "reserved": ["7RA", "6RA"], "RD-001": { "army": "7RA" }, "RD-002": { "army": "6RA" }, "boxes": 3, "second": true,
    });
    let mut t = table("blue", 3, "axis-movement", put, set, &[2]);
    t.axis(json!("done"));
    assert_eq!(t.fact("reserved"), json!(["6RA"]), "7RA is within eight, 6RA rolled a 2");
    assert_eq!(t.fact("phase"), json!("soviet-opening"));
}

/// 11.26: artillery counts up to the factors beside it.
#[test]
fn artillery_is_capped_by_its_company() {
    let put = json!({ "AD-1": "N3023", "AD-2": "N3023", "RD-001": "N3023", "44ID": "N2923", "RD-100": "N3120" });
    let set = json!({ "RD-001": { "face": "13G RD" } });
    let mut t = table("uranus", 2, "soviet-assault", put, set, &[1]);
    t.soviet(json!({ "attack": "N2923" }));
    assert_eq!(t.refused(Side::Soviet, json!({ "join": "AD-1" })), "11.26.a");
    t.soviet(json!({ "join": "RD-001" })).soviet(json!({ "join": "AD-1" })).soviet(json!({ "join": "AD-2" }));
    t.soviet(json!("fight"));
    if t.fact("frame.kind") == json!("reply") {
        t.axis(json!("done"));
    }
    // Over the Don: 4 halved is 2; the guns' 12 count 2.
    assert!(t.reports().join(" ").contains(": 4 to "), "{:?}", t.reports());
}

/// The stacks of both set-ups, as the program suggests them, are lawful and supplied.
#[test]
fn suggested_set_ups_can_be_played() {
    for scenario in ["blue", "uranus"] {
        let mut dice = Dice::scripted([]);
        let mut state = game().setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
        for _ in 0..2 {
            let side = game().to_act(&state).first().expect("somebody sets up");
            for word in ["suggested", "done"] {
                let action = game().read_action(&state, &json!(word)).expect("a word");
                game().apply(&mut state, side, action, &mut dice, &mut Log::silent()).expect("allowed");
            }
        }
        let facts = game().facts(&game().see(&state, Viewer::Umpire));
        let counters = facts["counters"].as_object().expect("counters");
        let out: Vec<_> = counters.iter().filter(|(_, c)| c["supply"] == json!("out")).map(|(id, _)| id).collect();
        assert!(out.is_empty(), "{scenario}: {out:?} out of supply");
        assert!(counters.values().all(|c| c["at"] != json!("setup")));
    }
}

/// What the player is told of an action before he does it.
impl Table {
    fn offer(&self, side: Side, action: Value) -> kessel_kernel::Offer {
        let action = game().read_action(&self.state, &action).expect("an action");
        game().describe(&game().see(&self.state, Viewer::Umpire), side, action)
    }

    /// The least of both sums, every line of the second and every result that can come, as the preview of a battle has them.
    fn preview(&self, side: Side, action: Value) -> ([i32; 2], Vec<String>, Vec<String>) {
        let preview = self.offer(side, action).preview.expect("a preview");
        let lines = preview.forces[1].lines.iter().map(|line| format!("{} {}", line.text, line.value)).collect();
        let word = |text: &str| text.split(',').next().unwrap_or_default().to_owned();
        let results = preview.chances.iter().map(|chance| word(&chance.text)).collect();
        ([preview.forces[0].total, preview.forces[1].total], lines, results)
    }
}

/// 11.22, R49: the preview knows that a garrison in a supplied city does not give way on AS and DR.
#[test]
fn the_preview_converts_results_against_the_garrison_of_a_supplied_city() {
    let put = json!({ "RD-001": "N2043", "RD-002": "N2043" });
    let faces = json!({ "RD-001": { "face": "13G RD" }, "RD-002": { "face": "14G RD" }, "uses": { "airlift": true } });
    let mut t = table("uranus", 3, "soviet-assault", put, faces, &[]);
    t.soviet(json!({ "attack": "N2044" })).soviet(json!({ "join": "RD-001" })).soviet(json!({ "join": "RD-002" }));
    let (sums, _, results) = t.preview(Side::Soviet, json!("fight"));
    assert_eq!(sums, [4, 1]);
    assert_eq!(results, ["EX", "AL1"]);
}

/// 1.3, 11.26, R15: the preview adds, cuts and halves as the battle will.
#[test]
fn the_preview_halves_guns_and_divisions_together() {
    let put = json!({ "44ID": "N2731", "RD-001": "N2730", "AD-1": "N2730" });
    let set = json!({ "RD-001": { "face": "2 RD" }, "network": { "soviet": [] }, "uses": { "aircraft": 1, "airlift": true } });
    let mut t = table("uranus", 3, "axis-assault", put, set, &[]);
    t.axis(json!({ "attack": "N2730" })).axis(json!({ "join": "44ID" }));
    let (sums, lines, _) = t.preview(Side::Axis, json!("fight"));
    assert_eq!(sums, [8, 1]);
    assert!(lines.iter().any(|line| line == "guns beyond the other factors of their hex -1"), "{lines:?}");
    t.axis(json!("fight"));
    assert_eq!(t.fact("fight.sums"), json!([8, 1]));
}

/// 1.3, R15: units halved unequally often are one sum in the preview too.
#[test]
fn the_preview_rounds_halved_attackers_once() {
    let put = json!({ "45ID": "N2143", "57ID": "N2243", "RD-001": "N2142" });
    let set = json!({ "RD-001": { "face": "2 RD" }, "network": { "axis": [] }, "uses": { "airlift": true } });
    let mut t = table("blue", 5, "axis-assault", put, set, &[]);
    t.axis(json!({ "attack": "N2142" })).axis(json!({ "join": "45ID" })).axis(json!({ "join": "57ID" }));
    assert_eq!(t.preview(Side::Axis, json!("fight")).0, [5, 1]);
}

/// 9.3: whoever goes one hex for all that he has is told so.
#[test]
fn a_step_beyond_the_points_costs_all_of_them() {
    let mut t = table("blue", 5, "soviet-movement", json!({ "NG-Tuapse": "S2038" }), json!({}), &[]);
    t.soviet(json!({ "move": "NG-Tuapse" }));
    assert_eq!(t.offer(Side::Soviet, json!({ "step": "S2037" })).cost.as_deref(), Some("all 2 points"));
    assert_eq!(t.offer(Side::Soviet, json!({ "step": "S2039" })).cost.as_deref(), Some("2 of 2 points"));
}

/// 9.24: the label of a mobile assault names the price that is paid.
#[test]
fn a_mobile_assault_is_offered_at_the_price_that_is_paid() {
    let put = json!({ "3PD": "N2042", "RD-001": "N2041" });
    let set = json!({ "RD-001": { "face": "2 RD" }, "uses": { "airlift": true } });
    let mut t = table("blue", 5, "axis-movement", put, set, &[]);
    t.axis(json!({ "move": "3PD" }));
    let cost = t.offer(Side::Axis, json!({ "assault": "N2041" })).cost.expect("a cost");
    assert!(cost.starts_with("2 of 10 points"), "{cost}");
    t.axis(json!({ "assault": "N2041" }));
    assert_eq!(t.fact("counters.3PD.spent"), json!(2));
}
