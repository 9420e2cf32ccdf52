//! The only source of chance.
//!
//! Every roll says which rule it is for. It comes from a seed (play), from a script (case files)
//! or from a record (replay), and it is noted, so that the journal can keep it.

use crate::Case;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;

/// One roll as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The rule that asked for the roll.
    pub case: String,
    /// How many faces the die has.
    pub die: u8,
    /// What it showed, from 1.
    pub value: u8,
}

/// The secret from which seeded dice come.
///
/// A small number (`--seed 7`) is handy in the laboratory; a game for two people gets 32 random bytes, of
/// which the journal's header publishes only the [`commitment`](Seed::commitment) while the game lasts.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    key: [u8; 32],
    word: String,
    /// What keeps the commitment to a small number from being guessed.
    salt: Option<String>,
}

impl Seed {
    /// The seed that stands for a number.
    pub fn from_number(n: u64) -> Seed {
        Seed { key: *blake3::hash(format!("kessel seed {n}").as_bytes()).as_bytes(), word: n.to_string(), salt: None }
    }

    /// A seed from 32 random bytes.
    pub fn from_bytes(key: [u8; 32]) -> Seed {
        Seed { key, word: blake3::Hash::from_bytes(key).to_hex().to_string(), salt: None }
    }

    /// The same dice under another commitment: whoever tries all small numbers does not find the seed without the salt.
    pub fn salted(self, salt: impl Into<String>) -> Seed {
        Seed { salt: Some(salt.into()), ..self }
    }

    /// What the commitment was salted with.
    pub fn salt(&self) -> Option<&str> {
        self.salt.as_deref()
    }

    /// The 32 bytes that the dice come from.
    pub(crate) fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// Reads what [`Seed::word`] wrote: a decimal number, or 64 hexadecimal digits.
    pub fn from_word(word: &str) -> Option<Seed> {
        if word.len() == 64 {
            return blake3::Hash::from_hex(word).ok().map(|h| Seed::from_bytes(*h.as_bytes()));
        }
        word.parse().ok().map(Seed::from_number)
    }

    /// The seed as text. Whoever knows it can foretell the dice.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// A promise that binds whoever made the dice without foretelling them.
    pub fn commitment(&self) -> String {
        let mut h = blake3::Hasher::new();
        h.update(b"kessel commitment ");
        h.update(&self.key);
        if let Some(salt) = &self.salt {
            h.update(b" salted ");
            h.update(salt.as_bytes());
        }
        h.finalize().to_hex().to_string()
    }

    /// What roll number `nth` (from 0) of this seed shows on a die with `die` faces.
    pub fn roll(&self, nth: u64, die: u8) -> u8 {
        nth_roll(&mut ChaCha8Rng::from_seed(self.key), nth, die)
    }

    /// A different seed for each game of a series.
    pub fn child(&self, n: u64) -> Seed {
        let mut h = blake3::Hasher::new();
        h.update(&self.key);
        h.update(&n.to_le_bytes());
        Seed::from_bytes(*h.finalize().as_bytes())
    }

    /// Sixteen bytes for generators that only shuffle ideas, not dice (computer players).
    pub fn for_thoughts(&self) -> u64 {
        u64::from_le_bytes(self.key[8..16].try_into().expect("eight bytes"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({}…)", &self.commitment()[..8])
    }
}

/// Why dice could not do what was asked. The roll then showed 1, and whoever applied the action must not keep it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceFault {
    /// The case file scripts fewer rolls than the play needs.
    #[error("the script of dice is used up: case {case} asks for one more d{die}")]
    ScriptUsedUp {
        /// The rule that asked.
        case: String,
        /// The faces of the die.
        die: u8,
    },
    /// A scripted or recorded number that the die does not have.
    #[error("a d{die} for case {case} cannot show {value}")]
    NoSuchFace {
        /// The rule that asked.
        case: String,
        /// The faces of the die.
        die: u8,
        /// The number scripted.
        value: u8,
    },
    /// The record holds another roll at this place: the journal does not belong to these rules.
    #[error("the record has a d{found_die} for case {found}, the rules ask for a d{die} for case {case}")]
    OtherRoll {
        /// The rule that asked.
        case: String,
        /// The faces of the die asked for.
        die: u8,
        /// The rule in the record.
        found: String,
        /// The faces in the record.
        found_die: u8,
    },
}

enum Source {
    Seeded { rng: Box<ChaCha8Rng>, next: u64 },
    Script(VecDeque<u8>),
    Record(VecDeque<Roll>),
}

/// The dice of one game.
pub struct Dice {
    source: Source,
    rolled: Vec<(Case, u8, u8)>,
    fault: Option<DiceFault>,
}

impl Dice {
    /// Dice from a seed, of which `already` rolls have been made.
    ///
    /// Roll number n of a seed is always the same, whatever was asked before: nothing but a count is
    /// needed to go on with a game, and undo cannot shop for better dice.
    pub fn seeded(seed: &Seed, already: u64) -> Dice {
        let rng = Box::new(ChaCha8Rng::from_seed(seed.key));
        Dice::from_source(Source::Seeded { rng, next: already })
    }

    /// Dice that show the numbers of a script, in order.
    pub fn scripted(values: impl IntoIterator<Item = u8>) -> Dice {
        Dice::from_source(Source::Script(values.into_iter().collect()))
    }

    /// Dice that repeat a record.
    pub fn recorded(rolls: impl IntoIterator<Item = Roll>) -> Dice {
        Dice::from_source(Source::Record(rolls.into_iter().collect()))
    }

    fn from_source(source: Source) -> Dice {
        Dice { source, rolled: Vec::new(), fault: None }
    }

    /// Rolls one die with `die` faces for the rule `case`.
    pub fn roll(&mut self, case: Case, die: u8) -> u8 {
        let value = match self.draw(case, die) {
            Ok(v) => v,
            Err(fault) => {
                self.fault.get_or_insert(fault);
                1
            }
        };
        self.rolled.push((case, die, value));
        value
    }

    /// Rolls a six-sided die.
    pub fn d6(&mut self, case: Case) -> u8 {
        self.roll(case, 6)
    }

    fn draw(&mut self, case: Case, die: u8) -> Result<u8, DiceFault> {
        let value = match &mut self.source {
            Source::Seeded { rng, next } => {
                *next += 1;
                return Ok(nth_roll(rng, *next - 1, die));
            }
            Source::Script(values) => {
                values.pop_front().ok_or_else(|| DiceFault::ScriptUsedUp { case: case.0.into(), die })?
            }
            Source::Record(rolls) => {
                let roll = rolls.pop_front().ok_or_else(|| DiceFault::ScriptUsedUp { case: case.0.into(), die })?;
                if roll.case != case.0 || roll.die != die {
                    return Err(DiceFault::OtherRoll {
                        case: case.0.into(),
                        die,
                        found: roll.case,
                        found_die: roll.die,
                    });
                }
                roll.value
            }
        };
        if value == 0 || value > die {
            return Err(DiceFault::NoSuchFace { case: case.0.into(), die, value });
        }
        Ok(value)
    }

    /// How many rolls were made since the last [`Dice::take_rolls`].
    pub fn rolled(&self) -> usize {
        self.rolled.len()
    }

    /// Hands over the rolls made since the last call.
    pub fn take_rolls(&mut self) -> Vec<Roll> {
        self.rolled.drain(..).map(|(case, die, value)| Roll { case: case.0.into(), die, value }).collect()
    }

    /// Forgets the rolls made, for playouts that keep no journal.
    pub fn forget_rolls(&mut self) {
        self.rolled.clear();
    }

    /// Scripted or recorded rolls that nobody asked for yet.
    pub fn left(&self) -> usize {
        match &self.source {
            Source::Seeded { .. } => 0,
            Source::Script(v) => v.len(),
            Source::Record(v) => v.len(),
        }
    }

    /// What went wrong, if anything did.
    pub fn fault(&self) -> Option<&DiceFault> {
        self.fault.as_ref()
    }
}

/// One block of the stream per roll, so that rejection never shifts later rolls.
fn nth_roll(rng: &mut ChaCha8Rng, nth: u64, die: u8) -> u8 {
    rng.set_word_pos(u128::from(nth) * 16);
    fair(rng, die)
}

/// A fair value from 1 to `die`, by rejection.
fn fair(rng: &mut ChaCha8Rng, die: u8) -> u8 {
    let faces = u32::from(die.max(1));
    let limit = u32::MAX - u32::MAX % faces;
    loop {
        let word = rng.next_u32();
        if word < limit {
            return (word % faces) as u8 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: Case = Case("8.0.5");

    #[test]
    fn roll_number_n_of_a_seed_is_always_the_same() {
        let seed = Seed::from_number(7);
        let mut all = Dice::seeded(&seed, 0);
        let first: Vec<u8> = (0..50).map(|_| all.d6(CASE)).collect();
        for (n, value) in first.iter().enumerate() {
            assert_eq!(Dice::seeded(&seed, n as u64).d6(CASE), *value);
            assert_eq!(seed.roll(n as u64, 6), *value);
        }
    }

    #[test]
    fn seeded_dice_are_fair_enough() {
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let mut seen = [0u32; 7];
        for _ in 0..60_000 {
            seen[dice.d6(CASE) as usize] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
    }

    #[test]
    fn a_used_up_script_is_a_fault_that_names_the_rule() {
        let mut dice = Dice::scripted([6]);
        assert_eq!(dice.d6(CASE), 6);
        assert_eq!(dice.fault(), None);
        dice.d6(CASE);
        assert_eq!(dice.fault(), Some(&DiceFault::ScriptUsedUp { case: "8.0.5".into(), die: 6 }));
    }

    #[test]
    fn a_script_cannot_show_a_face_that_the_die_lacks() {
        let mut dice = Dice::scripted([7]);
        dice.d6(CASE);
        assert!(matches!(dice.fault(), Some(DiceFault::NoSuchFace { value: 7, .. })));
    }

    #[test]
    fn a_record_of_another_roll_is_a_fault() {
        let mut dice = Dice::recorded([Roll { case: "7.7.d".into(), die: 6, value: 3 }]);
        dice.d6(CASE);
        assert!(matches!(dice.fault(), Some(DiceFault::OtherRoll { .. })));
    }

    #[test]
    fn a_seed_reads_back_from_its_word_and_commits_without_telling() {
        for seed in [Seed::from_number(42), Seed::from_bytes([9; 32])] {
            let back = Seed::from_word(seed.word()).expect("reads back");
            assert_eq!(back, seed);
            assert_eq!(back.commitment(), seed.commitment());
            assert_ne!(seed.commitment(), seed.word());
        }
        assert_eq!(Seed::from_word("seven"), None);
    }

    #[test]
    fn a_salt_changes_the_commitment_and_not_the_dice() {
        let (plain, salted) = (Seed::from_number(7), Seed::from_number(7).salted("a"));
        assert_eq!(plain.roll(3, 6), salted.roll(3, 6));
        assert_ne!(plain.commitment(), salted.commitment());
        assert_ne!(salted.commitment(), Seed::from_number(7).salted("b").commitment());
    }
}
