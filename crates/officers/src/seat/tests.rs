//! Lines are followed as long as they fit.

use super::*;
use kessel_kernel::facets::*;
use kessel_kernel::toy::{Action, State, Toy};
use kessel_kernel::{Answer, Options, Seen};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Answers with one line whenever he is asked, and counts how often that is.
struct Liner {
    line: Vec<Action>,
    asked: Arc<AtomicUsize>,
}

impl Officer<Toy> for Liner {
    fn choose(
        &mut self,
        _: &Toy,
        _: &Seen<State>,
        _: Side,
        _: &[Action],
        budget: Budget,
        _: &mut Pcg32,
    ) -> Answer<Action> {
        assert_eq!(budget, Budget::Nodes(7), "he is told how much thought it is worth");
        self.asked.fetch_add(1, Ordering::Relaxed);
        Answer::Line(self.line.clone())
    }
}

struct Table {
    toy: Toy,
    state: State,
    seat: Seat<Toy>,
    asked: Arc<AtomicUsize>,
}

impl Table {
    fn new(line: &[&str]) -> Table {
        let toy = Toy::new();
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let state = toy.setup("skirmish", &Options::default(), &mut dice, &mut Log::silent());
        let read =
            |text: &&str| toy.read_action(&state, &serde_json::from_str(text).expect("JSON")).expect("an action");
        let (line, asked) = (line.iter().map(read).collect(), Arc::<AtomicUsize>::default());
        let mut seat = Seat::with(Some(Box::new(Liner { line, asked: asked.clone() })), Pcg32::new(1, 0));
        seat.allow(Budget::Nodes(7));
        Table { toy, state, seat, asked }
    }

    /// The officer's next action is done; how often he has been asked so far.
    fn step(&mut self) -> usize {
        let mut offers = Vec::new();
        self.toy.offers(&self.state, Side::Axis, &mut offers);
        let action = self.seat.choose(&self.toy, &self.state, Side::Axis, &offers);
        self.act(action);
        self.asked.load(Ordering::Relaxed)
    }

    fn act(&mut self, action: Action) {
        let mut dice = Dice::seeded(&Seed::from_number(2), 0);
        self.toy.apply(&mut self.state, Side::Axis, action, &mut dice, &mut Log::silent()).expect("offered");
    }
}

const MARCH: [&str; 4] = [r#"{"select": "A3"}"#, r#"{"step": "ford"}"#, "\"done\"", r#"{"select": "A1"}"#];

#[test]
fn a_line_is_followed_without_asking_again() {
    let mut table = Table::new(&MARCH);
    assert_eq!([table.step(), table.step(), table.step(), table.step()], [1, 1, 1, 1]);
    assert_eq!(table.step(), 2, "it is used up");
}

#[test]
fn a_line_that_is_no_longer_offered_is_dropped() {
    let mut table = Table::new(&[r#"{"select": "A3"}"#, r#"{"step": "east"}"#, "\"done\""]);
    assert_eq!([table.step(), table.step()], [1, 2]);
}

#[test]
fn a_line_is_dropped_when_the_position_is_another_one() {
    let mut table = Table::new(&MARCH);
    assert_eq!(table.step(), 1);
    let down = table.toy.read_action(&table.state, &serde_json::json!("done")).expect("an action");
    table.act(down);
    assert_eq!(table.step(), 2);
}

#[test]
fn a_line_ends_where_dice_are_rolled() {
    let mut table = Table::new(&[
        r#"{"select": "A3"}"#,
        r#"{"step": "ford"}"#,
        "\"done\"",
        "\"done\"",
        r#"{"attack": "hill", "from": "ford"}"#,
        r#"{"lose": "A3"}"#,
    ]);
    assert_eq!([0; 5].map(|_| table.step()), [1; 5]);
    assert_eq!(table.step(), 2, "the loss was foreseen, the dice were not");
}
