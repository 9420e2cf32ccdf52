//! A game by itself, without a room.

use super::*;
use kessel_kernel::Erased;
use kessel_kernel::toy::Toy;

fn text_of(header: &Header, entries: &[Entry]) -> String {
    let lines = entries.iter().map(|entry| serde_json::to_string(entry).expect("plain data") + "\n");
    header_text(header) + "\n" + &lines.collect::<String>()
}

fn table(seed: u64) -> Table {
    let toy: Arc<dyn Playable> = Arc::new(Erased::new(Toy::new()));
    Table::start(toy, "skirmish", &Options::default(), Seed::from_number(seed)).expect("starts")
}

fn first_offer(table: &Table, side: Side) -> Wanted {
    Wanted::One(table.session().offers(side).list[0].action.clone())
}

#[test]
fn an_action_for_another_number_is_stale_and_changes_nothing() {
    let mut table = table(1);
    let action = first_offer(&table, Side::Axis);
    assert_eq!(table.act(Side::Axis, 1, &action).unwrap_err(), Refused::Stale);
    table.act(Side::Axis, 0, &action).expect("done");
    assert_eq!(table.act(Side::Axis, 0, &action).unwrap_err(), Refused::Stale);
    assert_eq!(table.entries().len(), 1);
}

#[test]
fn own_actions_are_undone_and_the_head_returns() {
    let mut table = table(1);
    let head = table.head().to_owned();
    let action = first_offer(&table, Side::Axis);
    table.act(Side::Axis, 0, &action).expect("done");
    assert_eq!(table.undo_floor(Side::Axis), 0);
    let step = table.undo(Side::Axis, 1, 0).expect("undone");
    assert_eq!(table.head(), head);
    assert_eq!(table.news(&step, Viewer::Axis).undone, Some(0));
    assert!(matches!(table.undo(Side::Axis, 0, 0), Err(Refused::Undo(_))));
}

/// Plays first offers until both sides are asked at once.
fn at_simultaneous_losses() -> Table {
    for seed in 0..200 {
        let mut table = table(seed);
        for nth in 0..400 {
            let Some(side) = table.session().to_act().first() else { break };
            if table.session().to_act() == kessel_kernel::ToAct::Both {
                return table;
            }
            let offers = table.session().offers(side).list;
            let attack = offers.iter().find(|o| o.action.get("attack").is_some());
            let action = attack.unwrap_or(&offers[(nth * 7 + seed as usize) % offers.len()]).action.clone();
            let n = table.count(side.into());
            table.act(side, n, &Wanted::One(action)).expect("offered");
        }
    }
    panic!("no seed leads to simultaneous losses");
}

#[test]
fn a_secret_choice_is_not_counted_by_the_other_side_and_survives_being_done_again() {
    let mut table = at_simultaneous_losses();
    let (axis, soviet) = (table.count(Viewer::Axis), table.count(Viewer::Soviet));
    let before = serde_json::to_string(&table.view(Viewer::Soviet)).expect("json");
    let action = first_offer(&table, Side::Axis);
    let step = table.act(Side::Axis, axis, &action).expect("picks");
    assert!(table.news(&step, Viewer::Soviet).is_empty(), "the Soviets are told nothing");
    assert!(table.news(&step, Viewer::Spectator).is_empty());
    assert_eq!(table.count(Viewer::Soviet), soviet);
    assert_eq!(table.count(Viewer::Axis), axis + 1);
    assert_eq!(serde_json::to_string(&table.view(Viewer::Soviet)).expect("json"), before);
    // The other side's undo does it again, which nobody notices.
    let pick = table.entries().last().cloned().expect("the pick");
    let step = table.cut(pick.n - 1, &[pick]).expect("done again");
    for viewer in COUNTING {
        assert!(table.news(&step, viewer).is_empty(), "{viewer:?}");
    }
    assert_eq!(table.count(Viewer::Axis), axis + 1);
}

#[test]
fn an_imported_journal_has_the_same_marks_as_the_game_that_was_played() {
    let mut table = at_simultaneous_losses();
    let action = first_offer(&table, Side::Soviet);
    let n = table.count(Viewer::Soviet);
    table.act(Side::Soviet, n, &action).expect("picks");
    let text = text_of(table.header(), table.entries());
    let again = Table::import(table.game().clone(), &text).expect("imports");
    assert_eq!(again.marks(), table.marks());
    for viewer in COUNTING {
        for n in 0..=table.count(viewer) {
            let length = table.length_at(viewer, n).expect("told of so many");
            assert_eq!(table.number_of(viewer, length), n);
        }
        assert_eq!(table.length_at(viewer, table.count(viewer) + 1), None);
    }
}

#[test]
fn a_take_back_crosses_rolls() {
    let mut table = at_simultaneous_losses();
    assert!(table.entries().iter().any(Entry::bars_undo));
    let step = table.take_back(0).expect("goes back");
    assert!(table.entries().is_empty());
    assert_eq!(table.news(&step, Viewer::Soviet).undone, Some(0));
}
