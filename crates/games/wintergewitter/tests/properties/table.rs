//! The table: marches by two clicks, attacks planned from the map, words that people read.

use super::{game, trial};
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Given, Intent, Log, Options, Played, Seed, Session, Side, Wish};
use kessel_wintergewitter::state::{Frame, State};
use serde_json::{Value, json};

/// A position of We Are Coming: a phase of its first turn, and what stands where.
fn position(phase: &str, put: &[(&str, &str)], set: Value) -> State {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game().setup("we-are-coming", &Options::default(), &mut dice, &mut Log::silent());
    let given = Given {
        empty: true,
        turn: Some(1),
        phase: Some(phase.into()),
        put: put.iter().map(|(unit, hex)| ((*unit).to_owned(), (*hex).into())).collect(),
        set: set.as_object().cloned().unwrap_or_default(),
        ..Given::default()
    };
    game().arrange(&mut state, &given).expect("a sound position");
    state
}

fn session(state: &State) -> Played<kessel_wintergewitter::Winter> {
    Played::new(trial().game.clone(), "we-are-coming", state.clone())
}

fn wish(counters: &[&str], via: &[&str]) -> Wish {
    let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect();
    Wish { counters: names(counters), verb: Some("move".into()), via: names(via) }
}

fn act(session: &mut Played<kessel_wintergewitter::Winter>, actions: &[Value]) {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let done = session.act_all(Side::Axis, actions, &mut dice, &mut Log::silent()).expect("allowed");
    assert!(done.stopped.is_none(), "{done:?}");
}

/// A division in two hexes goes to a third by one wish; the second party does not find the first in its way.
#[test]
fn a_division_marches_together_by_two_clicks() {
    let state = position("first-mech-movement", &[("I/11", "3148"), ("II/11", "3148"), ("I/4", "3149")], json!({}));
    let mut table = session(&state);
    let all = ["I/11", "II/11", "I/4"];
    let reaches = table.reach(Side::Axis, &wish(&all, &[]));
    assert_eq!(reaches.len(), 2, "who stands together goes together");
    assert!(reaches.iter().all(|reach| reach.goals.len() > 20 && reach.parts == 2), "{reaches:?}");
    let way = table.way(Side::Axis, &wish(&all, &["3046"]));
    assert_eq!((way.come.len(), way.stay.len()), (3, 0), "{way:?}");
    act(&mut table, &way.actions);
    for unit in all {
        assert_eq!(table.state.at(game().data.unit(unit).unwrap()), game().data.map.board.space("3046"), "{unit}");
    }
}

/// 8.4: a hasty attack is a goal with its odds, is not begun by the march to it alone, and can be taken back before it is made.
#[test]
fn a_hasty_attack_is_a_goal_with_its_odds() {
    let state = position("first-mech-movement", &[("I/11", "3049"), ("II/11", "3049"), ("302/823", "3047")], json!({}));
    let mut table = session(&state);
    let both = ["I/11", "II/11"];
    let reaches = table.reach(Side::Axis, &wish(&both, &[]));
    let goal = reaches[0].goals.iter().find(|goal| goal.space == "3047").expect("in reach");
    assert!(goal.fight && goal.battle && !goal.chance, "{goal:?}");
    let beyond = |goal: &kessel_kernel::Goal| goal.via.is_some_and(|via| reaches[0].goals[via].fight);
    assert!(!reaches[0].goals.iter().any(beyond), "nobody is shown a way through a fight");
    let way = table.way(Side::Axis, &wish(&both, &["3047"]));
    let offer = way.fight.clone().expect("a fight");
    let preview = offer.preview.expect("its odds");
    let forecast = preview.forecast.expect("what to expect");
    assert!(preview.chances.iter().map(|chance| chance.permille).sum::<u32>() == 1000 && forecast.losses[1] > 0);
    assert_eq!(way.actions.last(), Some(&json!({ "hasty": "3047" })));
    act(&mut table, &way.actions);
    assert_eq!(*table.state.frames.top(), Frame::Muster, "the attack is drawn up, not made");
    act(&mut table, &[json!("call-off")]);
    assert_eq!(*table.state.frames.top(), Frame::March);
}

/// 11.2.1: who attacks, which guns, which dive bombers and who leads are all planned before the first action, and closed by `done`.
#[test]
fn a_prepared_attack_is_planned_from_the_map() {
    let put = [("I/11", "3048"), ("II/11", "3148"), ("I/76", "3149"), ("302/823", "3047"), ("I/STG2", "withheld")];
    let state = position("first-mech-combat", &put, json!({}));
    let table = session(&state);
    let everybody = Intent { space: "3047".into(), ..Intent::default() };
    let plan = table.muster(Side::Axis, &everybody).expect("an attack");
    assert_eq!(plan.actions.first(), Some(&json!({ "attack": "3047" })));
    assert_eq!(plan.actions.last(), Some(&json!("done")), "{plan:?}");
    let joined = |plan: &kessel_kernel::Muster| -> Vec<String> {
        plan.parties.iter().filter(|party| party.joined).map(|party| party.counter.clone()).collect()
    };
    assert!(plan.parties.iter().any(|party| party.counter == "I/76"), "guns are among them: {:?}", plan.parties);
    assert!(!joined(&plan).contains(&"I/76".to_owned()), "what fires apart is left to whoever wants it");
    assert!(plan.preview.as_ref().is_some_and(|preview| preview.rung.is_some() && preview.forces.len() == 2));
    // Ticked by hand: both and the gun, under the second of them.
    let by_hand = Intent {
        join: Some(vec!["I/11".into(), "II/11".into(), "I/76".into()]),
        spend: vec![json!({ "lead": "II/11" })],
        ..everybody
    };
    let plan = table.muster(Side::Axis, &by_hand).expect("an attack");
    assert_eq!(joined(&plan).len(), 3, "{plan:?}");
    assert!(plan.choices.iter().any(|choice| choice.taken && choice.action == json!({ "lead": "II/11" })));
    let mut fought = session(&state);
    act(&mut fought, &plan.actions);
    let fight = fought.state.fight.as_ref().expect("a fight");
    assert_eq!(fight.leads[0], game().data.unit("II/11"), "it is not asked for again");
}

/// 12.3.1: a bombardment is planned like an attack, and told apart from it where a hex can have both.
#[test]
fn a_bombardment_is_planned_from_the_map() {
    let put = [("I/11", "3048"), ("I/76", "3149"), ("302/823", "3047")];
    let table = session(&position("first-mech-combat", &put, json!({})));
    let shelled = Intent { space: "3047".into(), verb: Some("bombard".into()), ..Intent::default() };
    let plan = table.muster(Side::Axis, &shelled).expect("a bombardment");
    let ways: Vec<(&str, bool)> = plan.ways.iter().map(|way| (way.verb.as_str(), way.taken)).collect();
    assert_eq!(ways, [("attack", false), ("bombard", true)]);
    assert_eq!(plan.actions.first(), Some(&json!({ "bombard": "3047" })));
    assert_eq!(plan.actions.last(), Some(&json!({ "fire": "3047", "aim": "top" })), "{plan:?}");
    assert!(plan.preview.is_some_and(|preview| !preview.chances.is_empty()));
}

/// Step ids are for files: none is a word of the game.
#[test]
fn no_internal_name_is_read_by_people() {
    let ids = ["axis ready", "first mech", "second mech", "soviet setup", "axis setup", "first foot", "second foot"];
    let ids: Vec<String> = ids.iter().flat_map(|id| [(*id).to_owned(), id.replace(' ', "-")]).collect();
    let clean = |what: &str, text: &str| {
        assert!(!ids.iter().any(|id| text.contains(id)), "{what}: {text}");
        assert!(text != "done" && text != "Done", "{what}: {text}");
    };
    let mut read = 0;
    for state in trial().positions(160..166, 3) {
        for side in Side::BOTH {
            let seen = game().see(&state, side.into());
            clean("a prompt", &game().prompt(&seen, side).text);
            clean("a phase", &game().view(&seen).turn.phase_name);
            let mut offers = Vec::new();
            game().offers(&state, side, &mut offers);
            for action in offers.into_iter().step_by(7) {
                clean("a label", &game().describe(&seen, side, action).label);
                let (mut next, mut log) = (state.clone(), Log::new());
                let mut dice = Dice::seeded(&Seed::from_number(2), 0);
                game().apply_unchecked(&mut next, side, action, &mut dice, &mut log);
                log.events().iter().for_each(|event| clean("a line of the log", &event.text));
                read += log.events().len();
            }
        }
    }
    assert!(read > 200, "few lines were read: {read}");
}
