//! The sums of a series of games.

use kessel_kernel::{Seed, Side};
use kessel_officers::GameRecord;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many troubles a report describes; all are counted.
const TROUBLES_TOLD: usize = 10;

/// What came of a series. The names are those that scripts rely on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many games.
    pub games: u64,
    /// Who won.
    pub wins: Wins,
    /// Winner and level of victory (`axis decisive`, `draw …`) to how many games ended so.
    pub levels: BTreeMap<String, u64>,
    /// The mean score, over the games that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_score: Option<f64>,
    /// The mean of the turn in which games ended.
    pub mean_turns: f64,
    /// All actions.
    pub actions: u64,
    /// How long the series took.
    pub seconds: f64,
    /// Actions a second, all threads together.
    pub actions_per_s: f64,
    /// Games a second, all threads together.
    pub games_per_s: f64,
    /// The mean number of offers at a decision.
    pub mean_offers: f64,
    /// Actions offered and then refused: 0 unless the rules as coded have a fault.
    pub refusals: u64,
    /// Games in which the rules panicked: likewise 0.
    pub panics: u64,
    /// Games in which nobody could go on: likewise 0.
    pub dead_ends: u64,
    /// Games that did not end: likewise 0.
    pub unfinished: u64,
    /// A hash over the last positions of all games, in order: same seed, same digest.
    pub digest: String,
    /// The first troubles in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<Trouble>,
}

/// How many games each side won.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wins {
    /// By the Axis.
    pub axis: u64,
    /// By the Soviets.
    pub soviet: u64,
    /// By nobody. (Games without an outcome are counted as unfinished, dead ends or panics.)
    pub draw: u64,
}

/// A game in which the rules as coded failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// Its number in the series, from 0.
    pub game: u64,
    /// Its seed, with which `kessel new` starts the same game.
    pub seed: String,
    /// What went wrong.
    pub text: String,
}

impl Report {
    /// Did the rules as coded fail anywhere?
    pub fn is_clean(&self) -> bool {
        self.refusals == 0 && self.panics == 0 && self.dead_ends == 0 && self.unfinished == 0
    }
}

/// A report in the making. Games are added in their order.
#[derive(Default)]
pub(crate) struct Tally {
    games: u64,
    wins: Wins,
    levels: BTreeMap<String, u64>,
    score_sum: i64,
    scored: u64,
    turns: u64,
    actions: u64,
    offers: u64,
    refusals: u64,
    panics: u64,
    dead_ends: u64,
    unfinished: u64,
    digest: blake3::Hasher,
    troubles: Vec<Trouble>,
}

impl Tally {
    pub(crate) fn add(&mut self, game: u64, seed: &Seed, record: GameRecord) {
        self.games += 1;
        self.turns += u64::from(record.turns);
        self.actions += record.actions;
        self.offers += record.offers_sum;
        self.refusals += record.refusals;
        self.panics += u64::from(record.panicked);
        self.dead_ends += u64::from(record.dead_end);
        self.unfinished += u64::from(record.unfinished);
        self.digest.update(record.final_hash.as_bytes());
        self.digest.update(b"\n");
        if let Some(outcome) = record.outcome {
            let winner = match outcome.winner {
                Some(Side::Axis) => &mut self.wins.axis,
                Some(Side::Soviet) => &mut self.wins.soviet,
                None => &mut self.wins.draw,
            };
            *winner += 1;
            let word = outcome.winner.map_or("draw", Side::word);
            let level = if outcome.level == word || outcome.level.is_empty() {
                word.to_owned()
            } else {
                format!("{word} {}", outcome.level)
            };
            *self.levels.entry(level).or_default() += 1;
            if let Some(score) = outcome.score {
                self.score_sum += i64::from(score);
                self.scored += 1;
            }
        }
        if let Some(text) = record.trouble
            && self.troubles.len() < TROUBLES_TOLD
        {
            self.troubles.push(Trouble { game, seed: seed.word().into(), text });
        }
    }

    pub(crate) fn report(self, seconds: f64) -> Report {
        Report {
            games: self.games,
            wins: self.wins,
            levels: self.levels,
            mean_score: (self.scored > 0).then(|| self.score_sum as f64 / self.scored as f64),
            mean_turns: ratio(self.turns, self.games as f64),
            actions: self.actions,
            seconds,
            actions_per_s: ratio(self.actions, seconds),
            games_per_s: ratio(self.games, seconds),
            mean_offers: ratio(self.offers, self.actions as f64),
            refusals: self.refusals,
            panics: self.panics,
            dead_ends: self.dead_ends,
            unfinished: self.unfinished,
            digest: self.digest.finalize().to_hex().to_string(),
            troubles: self.troubles,
        }
    }
}

/// A quotient that is 0 where there is nothing to divide by.
fn ratio(sum: u64, by: f64) -> f64 {
    if by > 0.0 { sum as f64 / by } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_series_has_zeros_and_no_nonsense() {
        let report = Tally::default().report(0.0);
        assert_eq!((report.games, report.mean_turns, report.actions_per_s), (0, 0.0, 0.0));
        assert!(report.is_clean());
    }

    #[test]
    fn troubles_are_counted_and_told() {
        let mut tally = Tally::default();
        let record = GameRecord { panicked: true, trouble: Some("panic: no".into()), ..GameRecord::default() };
        for i in 0..20 {
            tally.add(i, &Seed::from_number(i), record.clone());
        }
        let report = tally.report(1.0);
        assert_eq!((report.panics, report.troubles.len()), (20, TROUBLES_TOLD));
        assert_eq!(report.troubles[3].seed, "3");
        assert!(!report.is_clean());
    }
}
