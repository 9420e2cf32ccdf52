//! An offer is what an action is about, and what is said of it. A game tells the first in its [`Aim`], so that words are all that is left to say.

use kessel_kernel::{Aim, Offer};

/// What is said of an action: its label, and the heading under which it is listed.
pub fn said(label: impl Into<String>, group: &str) -> Offer {
    Offer { label: label.into(), group: group.into(), ..Offer::default() }
}

/// The same with its cost.
pub fn at_cost(said: Offer, cost: impl Into<String>) -> Offer {
    Offer { cost: Some(cost.into()), ..said }
}

/// The offer of an action: what it is about, and what is said of it.
pub fn about(aim: Aim, said: Offer) -> Offer {
    Offer { kind: aim.kind, counter: aim.counter, space: aim.space, all: aim.all, ..said }
}
