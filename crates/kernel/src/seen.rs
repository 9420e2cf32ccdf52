//! A position as one viewer may know it, as a type of its own.

use crate::Viewer;
use std::ops::Deref;

/// What [`redact`](crate::facets::Redacts::redact) leaves of a position for one viewer, and who that is.
///
/// Only [`Game::see`](crate::Game::see) makes one. Whatever shows a position (`view`, `facts`, `prompt`, `describe`) and
/// whoever plays it for a computer asks for a `Seen`, so that nobody can hand over the real position by mistake:
///
/// ```
/// use kessel_kernel::{Game, View, Viewer};
///
/// fn shown<G: Game>(game: &G, state: &G::State) -> View {
///     game.view(&game.see(state, Viewer::Axis))
/// }
/// ```
///
/// ```compile_fail,E0308
/// use kessel_kernel::{Game, View, Viewer};
///
/// fn leaked<G: Game>(game: &G, state: &G::State) -> View {
///     game.view(state)
/// }
/// ```
///
/// ```compile_fail,E0624
/// use kessel_kernel::{Game, Seen, Viewer};
///
/// fn forged<G: Game>(state: G::State) -> Seen<G::State> {
///     Seen::new(state, Viewer::Axis)
/// }
/// ```
///
/// Inside a game it reads like the position itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen<S> {
    state: S,
    viewer: Viewer,
}

impl<S> Seen<S> {
    pub(crate) const fn new(state: S, viewer: Viewer) -> Seen<S> {
        Seen { state, viewer }
    }

    /// Whose eyes it is made for.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What he may know.
    pub const fn state(&self) -> &S {
        &self.state
    }
}

impl<S> Deref for Seen<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}
