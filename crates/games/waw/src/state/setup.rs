//! 2.0 What is chosen before the game.

use crate::data::{AirLevel, Variant};
use serde::{Deserialize, Serialize};

/// What was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// 2.3.b.
    pub limited: bool,
    /// 2.3.c.
    pub fog: bool,
    /// 2.2.d: random weather instead of the real one.
    pub realistic: bool,
    /// 2.2.c.
    pub air: AirLevel,
    /// 2.2, 30.0.a: the variants in force, as many as were chosen, to the end of the game.
    pub(crate) variants: u16,
    /// Those of them that were drawn in secret (2.2.b).
    pub(crate) secret: u16,
    /// 27.11: points added at the start, by side.
    pub handicap: [i32; 2],
    /// 3.2: After Action Battle Reports are on.
    pub reports: bool,
    /// Rebuilds paths when a game is resumed, as the printed save does (32.0).
    pub printed_save: bool,
}

impl Setup {
    /// Is this variant in force?
    pub fn has(&self, variant: Variant) -> bool {
        self.variants & bit(variant) != 0
    }

    /// Puts it in force.
    pub fn take(&mut self, variant: Variant, secret: bool) {
        self.variants |= bit(variant);
        if secret {
            self.secret |= bit(variant);
        }
    }

    /// Was it drawn in secret?
    pub fn is_secret(&self, variant: Variant) -> bool {
        self.secret & bit(variant) != 0
    }

    /// What everybody may know: variants drawn at random are hidden from both.
    pub fn open(&self) -> Setup {
        Setup { variants: self.variants & !self.secret, secret: 0, ..self.clone() }
    }
}

const fn bit(variant: Variant) -> u16 {
    1 << variant as u16
}
