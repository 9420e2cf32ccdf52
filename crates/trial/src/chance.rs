//! Chance for tests, and the actions it picks from.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// A small fixed generator: the same positions on every machine.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    /// One of a list, if there is any.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }

    /// Some of a list, `n` times one, if there is any.
    pub fn some<T: Copy>(&mut self, list: &[T], n: usize) -> Vec<T> {
        (0..n).filter_map(|_| self.pick(list)).collect()
    }

    /// Yes, one time in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Every action that can be written down, or as many as a game lists.
pub struct Universe<A> {
    /// All of them, none twice.
    pub all: Vec<A>,
    by_verb: BTreeMap<String, Vec<A>>,
}

impl<A: Copy + Debug> Universe<A> {
    /// Sorts them by verb: the name of the variant.
    pub fn of(all: Vec<A>) -> Universe<A> {
        let mut by_verb: BTreeMap<String, Vec<A>> = BTreeMap::new();
        for action in &all {
            let text = format!("{action:?}");
            let verb = text.split([' ', '{', '(']).next().unwrap_or_default();
            by_verb.entry(verb.to_owned()).or_default().push(*action);
        }
        Universe { all, by_verb }
    }

    /// So many actions of every verb, at random.
    pub fn sample(&self, chance: &mut Chance, each: usize) -> Vec<A> {
        let few = |list: &Vec<A>| if list.len() <= each { list.clone() } else { chance.some(list, each) };
        self.by_verb.values().flat_map(few).collect()
    }
}
