//! What a side may not know changes nothing that it sees, is offered, is refused or is told.

use super::{Chance, game, kind_of, positions, sample};
use kessel_drive::Action;
use kessel_drive::data::UnitId;
use kessel_drive::state::{Frame, Stage, State};
use kessel_table::journal::Replay;
use kessel_table::{Dice, Event, Game, Log, Offers, Played, Seed, Session, Side, Viewer};

/// The same position with other secrets of `side`: buried units of equal standing have changed places.
fn other_secrets(state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let data = &game().data;
    let open = |unit: UnitId| {
        state.tops.contains(unit)
            || state.frames.iter().any(|frame| match frame {
                Frame::Fight(fight) => {
                    fight.stage > Stage::Resolve && (fight.units.contains(unit) || fight.defenders.contains(unit))
                }
                Frame::Excess { hex, .. } => state.at(unit) == Some(*hex),
                _ => false,
            })
    };
    // Marks that count in each hex stay with the hex: only unmarked units change places.
    let marked = |unit: UnitId| {
        let in_frame = state.frames.iter().any(|frame| match frame {
            Frame::March(march) => march.units.contains(&unit),
            Frame::Muster(muster) => muster.units.contains(unit),
            Frame::Fight(fight) => {
                fight.units.contains(unit) || fight.defenders.contains(unit) || fight.guests.contains(unit)
            }
            _ => false,
        });
        in_frame || state.defended.contains(unit) || state.refugees.contains(unit)
    };
    let buried: Vec<UnitId> = data
        .unit_ids()
        .filter(|u| data.info(*u).side == side && state.at(*u).is_some() && !open(*u) && !marked(*u))
        .collect();
    for _ in 0..buried.len() {
        let (Some(a), Some(b)) = (chance.pick(&buried), chance.pick(&buried)) else { break };
        let (ia, ib) = (a.index(), b.index());
        let (pa, pb) = (other.units[ia].place, other.units[ib].place);
        other.units[ia].place = pb;
        other.units[ib].place = pa;
    }
    for unit in &buried {
        let now = &mut other.units[unit.index()];
        now.steps = 1 + chance.below(usize::from(data.info(*unit).steps())) as u8;
        now.spent = chance.below(3) as u8;
    }
    // What is worked out from where the units stand is worked out anew.
    let bytes = postcard::to_allocvec(&other).expect("a state is plain data");
    postcard::from_bytes(&bytes).expect("reads back")
}

fn session(state: &State) -> Played<kessel_drive::Drive> {
    Played { game: game().clone(), scenario: state.scenario.word().into(), state: state.clone() }
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// Everything that `viewer` can see without acting.
fn looks_the_same(one: &State, two: &State, viewer: Viewer) {
    let game = game();
    assert_eq!(game.redact(one, viewer), game.redact(two, viewer), "{}", kind_of(one));
    let (a, b) = (session(one), session(two));
    assert_eq!(text(&a.view(viewer)), text(&b.view(viewer)), "{}", kind_of(one));
    assert_eq!(a.facts(viewer), b.facts(viewer), "{}", kind_of(one));
    assert_eq!(a.seen_hash(viewer), b.seen_hash(viewer), "{}", kind_of(one));
}

/// What an action does, as its own side is told of it.
struct Done {
    state: State,
    told: Vec<Event>,
    /// The side may have learnt something: dice or a revelation.
    barred: bool,
}

fn done(state: &State, side: Side, action: Action) -> Done {
    let (mut state, mut log) = (state.clone(), Log::new());
    let mut dice = Dice::seeded(&Seed::from_number(3), 0);
    game().apply(&mut state, side, action, &mut dice, &mut log).expect("offered");
    let barred = dice.rolled() > 0 || log.revealed();
    Done { state, told: Replay::visible(log.take(), side.into()), barred }
}

/// An action that neither rolls nor reveals tells its side nothing: otherwise undo could be used to spy.
fn tells_nothing(one: &State, two: &State, side: Side, action: Action) {
    let (a, b) = (done(one, side, action), done(two, side, action));
    assert!(a.barred == b.barred, "{}: {action:?}: undo tells", kind_of(one));
    if a.barred || b.barred {
        return;
    }
    assert_eq!(text(&a.told), text(&b.told), "{}: {action:?}", kind_of(one));
    looks_the_same(&a.state, &b.state, side.into());
}

#[test]
fn positions_that_differ_in_secrets_are_the_same_to_whoever_may_not_know_them() {
    let mut chance = Chance(11);
    for state in positions(120..132, 4) {
        for side in Side::BOTH {
            let other = other_secrets(&state, side.other(), &mut chance);
            looks_the_same(&state, &other, side.into());
            looks_the_same(&state, &other, Viewer::Spectator);
            for action in sample(&mut chance, 4) {
                let (a, b) = (game().check(&state, side, action), game().check(&other, side, action));
                assert_eq!(a, b, "{}: {action:?}", kind_of(&state));
                let (a, b) = (game().why(&state, side, action), game().why(&other, side, action));
                assert_eq!(a, b, "{}: {action:?}", kind_of(&state));
            }
            let mut offers = Vec::new();
            game().offers(&state, side, &mut offers);
            let some: Vec<Action> = (0..4).filter_map(|_| chance.pick(&offers)).collect();
            for &action in &some {
                tells_nothing(&state, &other, side, action);
            }
        }
    }
}

#[test]
fn offers_with_their_words_come_from_what_a_side_knows() {
    let game = game();
    for state in positions(130..138, 4) {
        for side in Side::BOTH {
            let seen = game.redact(&state, side.into());
            assert_eq!(seen, game.redact(&seen, side.into()), "to hide twice hides no more");
            let offers = |state: &State| text(&Offers::of(&**game, state, side));
            assert_eq!(offers(&state), offers(&seen), "{}", kind_of(&state));
        }
    }
}
