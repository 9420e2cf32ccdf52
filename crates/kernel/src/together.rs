//! Losses that are taken one by one, taken in one go: a list of a game's own actions, spread as evenly as it can be.
//!
//! As in [`explore`](crate::Reach), a game's own actions are followed on a copy: of the losses that are offered the one whose counter has had fewest so
//! far is taken, until no more are asked for, or dice, a revelation or another question come in. Done as one entry of the
//! journal, it is taken back as one.

use crate::explore::Explorer;
use crate::{Game, OfferKind, Side};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// More losses than these are taken in several goes.
const MOST: usize = 60;

/// Several actions that can be done in one go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Together {
    /// What it does, in a few words for a button.
    pub label: String,
    /// The actions, in order: they are sent as one list.
    #[cfg_attr(feature = "types", ts(type = "(string | Record<string, unknown>)[]"))]
    pub actions: Vec<Value>,
}

/// Is it a loss that a counter takes?
pub(crate) fn is_loss(kind: OfferKind, counter: Option<&str>) -> bool {
    kind == OfferKind::Loss && counter.is_some()
}

/// The losses that are asked for now, in one go; nothing if there is only one, or none. Whoever has the offers at hand asks only where there is one.
pub(crate) fn losses<G: Game>(game: &G, state: &G::State, side: Side) -> Option<Together> {
    let explorer = Explorer::new(game, state, side);
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let (mut actions, mut now) = (Vec::new(), state.clone());
    while actions.len() < MOST && game.to_act(&now).includes(side) {
        let offered: Vec<(G::Action, String)> = explorer
            .aimed(&now)
            .into_iter()
            .filter(|(_, aim)| is_loss(aim.kind, aim.counter.as_deref()))
            .filter_map(|(action, aim)| Some((action, aim.counter?)))
            .collect();
        // Where nobody is asked who was asked before, it is for something else.
        if !actions.is_empty() && offered.iter().all(|(_, counter)| !taken.contains_key(counter)) {
            break;
        }
        for (_, counter) in &offered {
            taken.entry(counter.clone()).or_default();
        }
        let fewest = offered.into_iter().min_by_key(|(_, counter)| taken.get(counter).copied());
        let Some((action, counter)) = fewest else { break };
        actions.push(game.write_action(&now, action));
        *taken.entry(counter).or_default() += 1;
        let Some(next) = explorer.tried(&now, action) else { break };
        now = next;
    }
    let several = taken.values().filter(|losses| **losses > 0).count() > 1;
    let label = if several {
        format!("Spread {} losses evenly", actions.len())
    } else {
        format!("All {} losses", actions.len())
    };
    (actions.len() > 1).then_some(Together { label, actions })
}
