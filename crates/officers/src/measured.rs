//! How strong officers are, measured: the games that they have played against each other, as `kessel tournament` keeps them.

use crate::Rank;
use serde::{Deserialize, Serialize};

/// Series of games, one for each scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// In the order of the registry.
    pub scenarios: Vec<Series>,
}

/// Everybody against everybody in one scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// `GAME/SCENARIO`.
    pub path: String,
    /// How many games each pairing has.
    pub games: u64,
    /// The seed of the series.
    pub seed: String,
    /// What came of each pairing.
    pub pairings: Vec<Score>,
}

/// One officer as the Axis against one as the Soviets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Who played the Axis.
    pub axis: Rank,
    /// Who played the Soviets.
    pub soviet: Rank,
    /// Won by the Axis.
    pub won: u64,
    /// Won by the Soviets.
    pub lost: u64,
    /// Won by nobody.
    pub drawn: u64,
    /// Games in which the rules as coded failed: 0. They count for nobody.
    #[serde(default, skip_serializing_if = "is_none")]
    pub faults: u64,
}

fn is_none(faults: &u64) -> bool {
    *faults == 0
}

/// What an officer took of another, on both sides together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The other.
    pub against: Rank,
    /// How many games they ended.
    pub games: u64,
    /// His share in percent, a draw counting half.
    pub percent: u64,
}

impl Measured {
    /// What this build knows of its own officers.
    pub fn built_in() -> Measured {
        Measured::read(include_str!("../../../data/tournament.json")).expect("the built-in file is one that we wrote")
    }

    /// Reads what [`Measured::text`] wrote. The error is a sentence for a person.
    pub fn read(text: &str) -> Result<Measured, String> {
        serde_json::from_str(text).map_err(|e| format!("this is no table of a tournament: {e}"))
    }

    /// As a file: a line for each pairing, so that a change can be read.
    pub fn text(&self) -> String {
        let line = |score: &Score| format!("    {}", serde_json::to_string(score).expect("plain data"));
        let series = |s: &Series| {
            let head = serde_json::json!([s.path, s.games, s.seed]);
            let pairings: Vec<String> = s.pairings.iter().map(line).collect();
            format!(
                "  {{\"path\":{},\"games\":{},\"seed\":{},\"pairings\":[\n{}\n  ]}}",
                head[0],
                head[1],
                head[2],
                pairings.join(",\n")
            )
        };
        let scenarios: Vec<String> = self.scenarios.iter().map(series).collect();
        format!("{{\"scenarios\":[\n{}\n]}}\n", scenarios.join(",\n"))
    }

    /// Takes newer series in the place of older ones of the same scenario; `order` is how scenarios are listed.
    pub fn renew(&mut self, newer: Vec<Series>, order: &[String]) {
        for series in newer {
            self.scenarios.retain(|known| known.path != series.path);
            self.scenarios.push(series);
        }
        let place = |series: &Series| order.iter().position(|path| *path == series.path).unwrap_or(usize::MAX);
        self.scenarios.sort_by_key(place);
    }

    /// What `rank` took of `against` in a scenario; nothing if they have not met there.
    pub fn record(&self, path: &str, rank: Rank, against: Rank) -> Option<Record> {
        let series = self.scenarios.iter().find(|series| series.path == path)?;
        let (mut halves, mut games) = (0, 0);
        for score in &series.pairings {
            let won = match (score.axis, score.soviet) {
                (axis, soviet) if axis == rank && soviet == against => score.won,
                (axis, soviet) if axis == against && soviet == rank => score.lost,
                _ => continue,
            };
            halves += 2 * won + score.drawn;
            games += score.won + score.lost + score.drawn;
        }
        (games > 0).then(|| Record { against, games, percent: (100 * halves + games) / (2 * games) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(path: &str, won: u64) -> Series {
        let score = |axis, soviet, won, lost| Score { axis, soviet, won, lost, drawn: 2, faults: 0 };
        let pairings = vec![score(Rank::Staff, Rank::Recruit, won, 8 - won), score(Rank::Recruit, Rank::Staff, 0, 8)];
        Series { path: path.into(), games: 10, seed: "1".into(), pairings }
    }

    #[test]
    fn a_table_reads_back_as_it_was_written() {
        let measured = Measured { scenarios: vec![series("toy/ford", 8), series("toy/siege", 5)] };
        assert_eq!(Measured::read(&measured.text()), Ok(measured));
        assert_eq!(Measured::read(&Measured::built_in().text()), Ok(Measured::built_in()));
    }

    #[test]
    fn a_record_counts_both_sides_and_halves_for_draws() {
        let measured = Measured { scenarios: vec![series("toy/ford", 6)] };
        let record = |rank, against| measured.record("toy/ford", rank, against);
        // Six and two halves of ten as the Axis, eight and two halves as the Soviets.
        assert_eq!(record(Rank::Staff, Rank::Recruit), Some(Record { against: Rank::Recruit, games: 20, percent: 80 }));
        assert_eq!(record(Rank::Recruit, Rank::Staff).map(|r| r.percent), Some(20));
        assert_eq!(record(Rank::Rush, Rank::Staff), None);
    }

    #[test]
    fn newer_series_take_the_place_of_older_ones() {
        let mut measured = Measured { scenarios: vec![series("toy/siege", 5)] };
        let order = ["toy/ford".to_owned(), "toy/siege".to_owned()];
        measured.renew(vec![series("toy/ford", 1), series("toy/siege", 2)], &order);
        assert_eq!(measured, Measured { scenarios: vec![series("toy/ford", 1), series("toy/siege", 2)] });
    }
}
