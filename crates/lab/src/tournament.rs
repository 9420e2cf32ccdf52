//! Everybody against everybody: the officers of some ranks on both sides of some scenarios.

use crate::elo::{Meeting, Strength, bounds, strengths};
use crate::{SimulateError, Spec, Wins, simulate};
use kessel_kernel::Seed;
use kessel_officers::{Rank, Registry, Score, Series};
use serde::Serialize;

/// What to play.
#[derive(Clone, Debug)]
pub struct Bill {
    /// The scenarios, `GAME/SCENARIO`.
    pub paths: Vec<String>,
    /// Who takes part.
    pub ranks: Vec<Rank>,
    /// How many games each pair plays of each scenario on each side.
    pub games: u64,
    /// The seed; every pairing of a scenario has the same dice.
    pub seed: Seed,
    /// Threads, as for [`simulate`].
    pub jobs: usize,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// One for each scenario.
    pub scenarios: Vec<ScenarioStandings>,
    /// Strength over all scenarios, the strongest first.
    pub overall: Vec<RankLine>,
}

/// What came of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioStandings {
    /// `GAME/SCENARIO`.
    pub scenario: String,
    /// How many games each pairing was to have.
    pub games: u64,
    /// The seed of the series.
    pub seed: String,
    /// Every pairing, by the ranks' order: first the Axis', then the Soviets'.
    pub pairings: Vec<Pairing>,
    /// Strength in this scenario, the strongest first.
    pub ranks: Vec<RankLine>,
}

/// One officer as the Axis against one as the Soviets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// Who played the Axis.
    pub axis: Rank,
    /// Who played the Soviets.
    pub soviet: Rank,
    /// How many games were ended.
    pub games: u64,
    /// The share of the Axis, a draw counting half.
    pub axis_share: f64,
    /// Within which it truly lies, 95 times of 100.
    pub bounds: (f64, f64),
    /// Games in which the rules as coded failed: 0.
    pub faults: u64,
}

/// How strong a rank is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankLine {
    /// The rank.
    pub rank: Rank,
    /// Its strength in Elo's points, 0 being the mean of those who took part.
    pub elo: f64,
    /// Within which it truly lies, 95 times of 100.
    pub within: f64,
}

/// Meetings of the ranks, by their places in a list.
type Meetings = Vec<Vec<Meeting>>;

/// Plays a tournament: every rank against every rank on both sides. A rank meets itself too, which tells how even a scenario is.
///
/// # Errors
/// As [`simulate`].
pub fn tournament(registry: &Registry, bill: &Bill) -> Result<Vec<Series>, SimulateError> {
    let mut played = Vec::new();
    for path in &bill.paths {
        let mut pairings = Vec::new();
        for axis in &bill.ranks {
            for soviet in &bill.ranks {
                let spec = Spec { ranks: [*axis, *soviet], ..Spec::of(path.clone(), bill.seed.clone()) };
                let report = simulate(registry, &spec, bill.games, bill.jobs)?;
                let faults = report.refusals + report.panics + report.dead_ends + report.unfinished;
                let Wins { axis: won, soviet: lost, draw: drawn } = report.wins;
                pairings.push(Score { axis: *axis, soviet: *soviet, won, lost, drawn, faults });
            }
        }
        let seed = bill.seed.word().to_owned();
        played.push(Series { path: path.clone(), games: bill.games, seed, pairings });
    }
    Ok(played)
}

impl Standings {
    /// What these series tell of those who played them. Games of a rank against itself say nothing of its strength.
    pub fn of(series: &[Series]) -> Standings {
        let scenarios = series.iter().map(|series| ScenarioStandings {
            scenario: series.path.clone(),
            games: series.games,
            seed: series.seed.clone(),
            pairings: series.pairings.iter().map(pairing).collect(),
            ranks: lines(series.pairings.iter()),
        });
        Standings { scenarios: scenarios.collect(), overall: lines(series.iter().flat_map(|s| &s.pairings)) }
    }
}

/// The points of the Axis and the games that ended.
fn points(score: &Score) -> (f64, f64) {
    let games = (score.won + score.lost + score.drawn) as f64;
    (score.won as f64 + score.drawn as f64 / 2.0, games)
}

fn pairing(score: &Score) -> Pairing {
    let (points, games) = points(score);
    Pairing {
        axis: score.axis,
        soviet: score.soviet,
        games: score.won + score.lost + score.drawn,
        axis_share: if games > 0.0 { points / games } else { 0.0 },
        bounds: bounds(points, games),
        faults: score.faults,
    }
}

/// The strength of everybody who takes part in these pairings, the strongest first.
fn lines<'a>(scores: impl Iterator<Item = &'a Score> + Clone) -> Vec<RankLine> {
    let mut ranks: Vec<Rank> = scores.clone().flat_map(|score| [score.axis, score.soviet]).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let place = |rank: Rank| ranks.iter().position(|known| *known == rank).expect("everybody is listed");
    let mut table: Meetings = vec![vec![Meeting::default(); ranks.len()]; ranks.len()];
    for score in scores.filter(|score| score.axis != score.soviet) {
        let (a, s) = (place(score.axis), place(score.soviet));
        let (points, games) = points(score);
        for (mine, other, points) in [(a, s, points), (s, a, games - points)] {
            table[mine][other].points += points;
            table[mine][other].games += games;
        }
    }
    let found = strengths(&table);
    let line = |(rank, s): (&Rank, Strength)| RankLine { rank: *rank, elo: s.elo, within: s.within };
    let mut lines: Vec<RankLine> = ranks.iter().zip(found).map(line).collect();
    lines.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    lines
}
