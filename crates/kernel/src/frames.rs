//! Nested decisions: a stack of typed frames inside the state.
//!
//! A battle inside an attack phase asks for losses, then for retreats, then goes on. Each of these is a
//! *frame*: a small value that says who decides what. The frame on top asks; when it is answered it is popped
//! and the frame below goes on. 'Take losses' is thus written once and used from battle, bombardment and attrition.
//!
//! The pattern, which all games share:
//!
//! 1. The state holds `frames: Frames<Frame, N>` with N the deepest nesting the rulebook allows.
//! 2. `to_act`, `offers` and `check` look at the top frame only.
//! 3. `apply` changes the top frame by the player's answer, then calls the game's `settle`: a loop that, while the top
//!    frame needs no decision, does what it does by itself (rolls, removes, advances the phase) and pops or pushes.
//!    The loop ends when the top frame asks somebody something, or the game is over.
//! 4. A frame never reaches into the frame below. What it has to hand back it leaves in the state proper, or as a
//!    field that the frame below reads after the pop.
//!
//! ```
//! use kessel_kernel::Frames;
//!
//! #[derive(Copy, Clone, Debug, PartialEq)]
//! enum Frame {
//!     AttackPhase,
//!     Battle { rolled: bool },
//!     Losses { left: u8 },
//! }
//!
//! /// Goes on by itself until somebody must decide.
//! fn settle(frames: &mut Frames<Frame, 4>, dice: u8) {
//!     loop {
//!         match *frames.top() {
//!             Frame::AttackPhase => return,                       // the player picks a battle
//!             Frame::Battle { rolled: false } => {
//!                 *frames.top_mut() = Frame::Battle { rolled: true };
//!                 frames.push(Frame::Losses { left: dice });      // the loser decides first
//!             }
//!             Frame::Battle { rolled: true } => frames.pop(),     // losses are taken: the battle is over
//!             Frame::Losses { left: 0 } => frames.pop(),
//!             Frame::Losses { .. } => return,                     // the owner picks a counter
//!         }
//!     }
//! }
//!
//! let mut frames: Frames<Frame, 4> = Frames::new(Frame::AttackPhase);
//! frames.push(Frame::Battle { rolled: false });                   // the player attacks
//! settle(&mut frames, 1);
//! assert_eq!(*frames.top(), Frame::Losses { left: 1 });
//! *frames.top_mut() = Frame::Losses { left: 0 };                  // the owner takes the loss
//! settle(&mut frames, 1);
//! assert_eq!(*frames.top(), Frame::AttackPhase);
//! ```

use crate::Derived;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A stack of at most `N` frames that is never empty. It lives in the state: flat, cheap to clone, serialised with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(serialize = "F: Serialize", deserialize = "F: Deserialize<'de>"))]
pub struct Frames<F, const N: usize> {
    frames: ArrayVec<F, N>,
    /// A case file keeps the phase open. Nobody who plays can tell: it is no part of a position.
    held: Derived<bool>,
}

impl<F, const N: usize> Frames<F, N> {
    /// A stack of one.
    pub fn new(bottom: F) -> Self {
        let mut frames = ArrayVec::new();
        frames.push(bottom);
        Frames { frames, held: Derived(false) }
    }

    /// The frame that asks now.
    #[inline]
    pub fn top(&self) -> &F {
        self.frames.last().expect("a stack of frames is never empty")
    }

    /// The frame that asks now, to be changed.
    #[inline]
    pub fn top_mut(&mut self) -> &mut F {
        self.frames.last_mut().expect("a stack of frames is never empty")
    }

    /// Opens a decision inside the present one.
    ///
    /// # Panics
    /// If the nesting is deeper than the game said it could be.
    pub fn push(&mut self, frame: F) {
        self.frames.push(frame);
    }

    /// Closes the decision on top; the one below goes on.
    ///
    /// # Panics
    /// On the last frame: a state always has one.
    pub fn pop(&mut self) {
        assert!(self.frames.len() > 1, "the bottom frame stays");
        self.frames.pop();
    }

    /// How deep we are, from 1.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// `hold` of a case file: the phase at the bottom does not pass by itself, until its side ends it.
    pub fn hold(&mut self) {
        self.held = Derived(true);
    }

    /// The phase is ended: from here on phases without a choice pass as ever.
    pub fn release(&mut self) {
        self.held = Derived(false);
    }

    /// Does the phase wait for its side to end it, even if there is nothing to do?
    #[inline]
    pub fn is_held(&self) -> bool {
        self.held.0
    }

    /// From the bottom to the top.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &F> {
        self.frames.iter()
    }

    /// From the bottom to the top, to be changed (redaction).
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut F> {
        self.frames.iter_mut()
    }
}
