use super::*;
use kessel_kernel::facets::*;
use kessel_kernel::toy::{Action, State, Toy};
use kessel_kernel::{Answer, Options, Seed};

/// Does what his notes say, one action after the other; then the first offer.
struct Reader {
    notes: Vec<Action>,
    reason: Option<String>,
}

impl Officer<Toy> for Reader {
    fn choose(
        &mut self,
        _: &Toy,
        _: &Seen<State>,
        _: Side,
        offers: &[Action],
        _: Budget,
        _: &mut Pcg32,
    ) -> Answer<Action> {
        let next = if self.notes.is_empty() { offers[0] } else { self.notes.remove(0) };
        Answer::Line(vec![next])
    }

    fn reason(&self, _: &Toy, _: &Seen<State>, _: Side, _: Action) -> Option<String> {
        self.reason.clone()
    }
}

/// The advice of somebody who would act so, at the beginning of the toy or after some actions of the Axis.
fn advice(done: &[&str], notes: &[&str], reason: Option<&str>) -> Advice {
    let toy = Toy::new();
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = toy.setup("skirmish", &Options::default(), &mut dice, &mut Log::silent());
    let read = |text: &&str| toy.read_action(&state, &serde_json::from_str(text).expect("JSON")).expect("an action");
    let notes: Vec<Action> = notes.iter().map(read).collect();
    for action in done.iter().map(read).collect::<Vec<_>>() {
        toy.apply(&mut state, Side::Axis, action, &mut dice, &mut Log::silent()).expect("allowed");
    }
    let mut officer = Reader { notes, reason: reason.map(str::to_owned) };
    let mut thoughts = Pcg32::new(1, 0);
    let seen = toy.see(&state, Side::Axis.into());
    let adviser = Adviser { game: &toy, officer: &mut officer, budget: Budget::default(), thoughts: &mut thoughts };
    adviser.advise(&seen, Side::Axis).expect("the Axis is asked")
}

#[test]
fn a_march_is_one_piece_of_advice_with_its_way() {
    let march = [r#"{"select": "A3"}"#, r#"{"step": "ford"}"#, "\"done\"", r#"{"select": "A1"}"#];
    let told = advice(&[], &march, None);
    assert_eq!(told.actions.len(), 3, "the next counter is another piece: {told:?}");
    assert_eq!((told.kind, &told.counters), (OfferKind::Move, &vec!["A3".to_owned()]), "{told:?}");
    assert_eq!(told.path.last().map(String::as_str), Some("ford"), "{told:?}");
    assert!(!told.why.is_empty() && told.lines.len() == 3, "{told:?}");
}

#[test]
fn advice_ends_where_dice_are_rolled() {
    let done = [r#"{"select": "A3"}"#, r#"{"step": "ford"}"#, "\"done\"", "\"done\""];
    let told = advice(&done, &[r#"{"attack": "hill", "from": "ford"}"#, r#"{"lose": "A3"}"#], None);
    assert_eq!((told.actions.len(), told.kind), (1, OfferKind::Attack), "{told:?}");
}

#[test]
fn what_the_officer_says_himself_goes_before_what_the_offer_says() {
    let told = advice(&[], &[r#""done""#], Some("The ford is held already."));
    assert_eq!(told.why, "The ford is held already.");
    let told = advice(&[], &[r#""done""#], None);
    assert_eq!((told.actions.len(), told.kind), (1, OfferKind::Done));
    assert!(told.why.contains("worth its price"), "{told:?}");
}
