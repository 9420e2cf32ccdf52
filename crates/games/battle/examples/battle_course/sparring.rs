//! Players made for finding holes in staff.

use kessel_battle::data::UnitId;
use kessel_battle::state::{Frame, State};
use kessel_battle::{Action, Battle};
use kessel_board::SpaceId;
use kessel_kernel::facets::*;
use kessel_kernel::{Answer, Budget, Officer, Side, Temperament, Viewer};
use rand_core::SeedableRng;
use rand_pcg::Pcg32;

/// Staff with one idea of its own.
pub(crate) struct Sparring {
    idea: Idea,
    staff: Box<dyn Officer<Battle>>,
    thoughts: Pcg32,
}

#[derive(Copy, Clone, PartialEq)]
enum Idea {
    /// Every unit to Kharkov.
    Kharkov,
    /// No attack that is not compulsory, and none is entered into.
    Decline,
}

impl Sparring {
    pub(crate) fn named(game: &Battle, name: &str) -> Option<Sparring> {
        let idea = match name {
            "kharkov" => Idea::Kharkov,
            "decline" => Idea::Decline,
            _ => return None,
        };
        Some(Sparring { idea, staff: game.staff(Temperament::default())?, thoughts: Pcg32::seed_from_u64(0) })
    }

    pub(crate) fn pick(&mut self, game: &Battle, state: &State, side: Side) -> serde_json::Value {
        let seen = game.see(state, Viewer::from(side));
        let mut offers = Vec::new();
        game.offers(&seen, side, &mut offers);
        let own = match self.idea {
            Idea::Kharkov => kharkov(game, &seen, side, &offers),
            Idea::Decline => decline(&offers),
        };
        let action = own.unwrap_or_else(|| {
            match self.staff.choose(game, &seen, side, &offers, Budget::default(), &mut self.thoughts) {
                Answer::Offer(index) => offers[index],
                Answer::Line(line) => line[0],
            }
        });
        game.write_action(state, action)
    }
}

/// No attack while the phase can be ended without it.
fn decline(offers: &[Action]) -> Option<Action> {
    let attacks = offers.iter().any(|action| matches!(action, Action::Attack { .. }));
    (attacks && offers.contains(&Action::Done)).then_some(Action::Done)
}

/// Everybody goes to Kharkov, around the enemy where there is a way; whoever is there attacks.
fn kharkov(game: &Battle, seen: &State, side: Side, offers: &[Action]) -> Option<Action> {
    let goal = game.data.places.kharkov;
    // Staff would give the armies near Kharkov nothing.
    if offers.contains(&Action::Historical) {
        return Some(Action::Historical);
    }
    match seen.frames.top() {
        Frame::March(march) => Some(step(game, seen, march.unit, goal, offers)),
        Frame::Phase(phase) if phase.is_movement() => {
            let takes = |action: &&Action| match action {
                Action::March { unit, .. } => seen.at(*unit).is_some_and(|at| at != goal),
                _ => false,
            };
            // The last kind offered for a unit is strategic, which goes farther; into the city one goes tactically.
            let near = |unit: UnitId| seen.at(unit).is_some_and(|at| far(game, at, goal) <= 2);
            let fit = |action: &&Action| match action {
                Action::March { unit, kind } => {
                    near(*unit) == (*kind == kessel_battle::state::Kind::Tactical)
                        && useful(game, seen, *unit, goal, side)
                }
                _ => false,
            };
            let marches = offers.iter().filter(takes);
            Some(marches.clone().find(fit).copied().unwrap_or(Action::Done))
        }
        Frame::Phase(_) => offers.iter().find(|action| matches!(action, Action::Attack { at } if *at == goal)).copied(),
        _ => None,
    }
}

/// Is there a step nearer to the goal that is not into another enemy?
fn useful(game: &Battle, seen: &State, unit: UnitId, goal: SpaceId, side: Side) -> bool {
    let Some(at) = seen.at(unit) else { return false };
    let enemy = game.picture(seen).held[side.other().index()];
    let beside = game.data.board.neighbors(at);
    beside
        .iter()
        .any(|n| far(game, n.space, goal) < far(game, at, goal) && (n.space == goal || !enemy.contains(n.space)))
}

fn step(game: &Battle, seen: &State, unit: UnitId, goal: SpaceId, offers: &[Action]) -> Action {
    let side = game.data.units[unit.index()].side;
    let enemy = game.picture(seen).held[side.other().index()];
    let here = seen.at(unit).map_or(u32::MAX, |at| far(game, at, goal));
    let worth = |action: &Action| match action {
        Action::Step { to } if *to == goal || !enemy.contains(*to) => Some(far(game, *to, goal)),
        _ => None,
    };
    let best = offers.iter().filter_map(|action| worth(action).map(|far| (far, *action))).min_by_key(|(far, _)| *far);
    match best {
        Some((far, action)) if far < here || !offers.contains(&Action::Halt) => action,
        _ if offers.contains(&Action::Halt) => Action::Halt,
        _ => offers[0],
    }
}

/// Hexes between two spaces; from a holding box they count as many.
fn far(game: &Battle, from: SpaceId, to: SpaceId) -> u32 {
    game.data.board.distance(from, to).unwrap_or(50)
}
