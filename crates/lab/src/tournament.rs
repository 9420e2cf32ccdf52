//! Everybody against everybody: the officers of some ranks on both sides of some scenarios.

use crate::elo::{Meeting, bounds, strengths};
use crate::{Report, SimulateError, Spec, simulate};
use kessel_officers::{Rank, Registry};
use kessel_table::{Seed, Side};
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
    /// How many games.
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

/// Meetings of the ranks, by their places in the bill.
type Meetings = Vec<Vec<Meeting>>;

/// Plays a tournament. A rank meets itself too, which tells how even a scenario is; that says nothing of strength and is not counted for it.
///
/// # Errors
/// As [`simulate`].
pub fn tournament(registry: &Registry, bill: &Bill) -> Result<Standings, SimulateError> {
    let mut all = blank(bill);
    let mut scenarios = Vec::new();
    for path in &bill.paths {
        let mut here = blank(bill);
        let mut pairings = Vec::new();
        for (a, axis) in bill.ranks.iter().enumerate() {
            for (s, soviet) in bill.ranks.iter().enumerate() {
                let spec = Spec { ranks: [*axis, *soviet], ..Spec::of(path.clone(), bill.seed.clone()) };
                let report = simulate(registry, &spec, bill.games, bill.jobs)?;
                for table in [&mut here, &mut all] {
                    count(table, (a, s), &report);
                }
                pairings.push(pairing(*axis, *soviet, &report));
            }
        }
        scenarios.push(ScenarioStandings { scenario: path.clone(), pairings, ranks: lines(bill, &here) });
    }
    Ok(Standings { scenarios, overall: lines(bill, &all) })
}

fn blank(bill: &Bill) -> Meetings {
    vec![vec![Meeting::default(); bill.ranks.len()]; bill.ranks.len()]
}

/// The points of a side in a series; games that the rules as coded spoilt count for nobody.
fn points(report: &Report, side: Side) -> f64 {
    let won = match side {
        Side::Axis => report.wins.axis,
        Side::Soviet => report.wins.soviet,
    };
    won as f64 + report.wins.draw as f64 / 2.0
}

fn ended(report: &Report) -> f64 {
    (report.wins.axis + report.wins.soviet + report.wins.draw) as f64
}

fn count(table: &mut Meetings, (a, s): (usize, usize), report: &Report) {
    for (mine, other, side) in [(a, s, Side::Axis), (s, a, Side::Soviet)] {
        if mine != other {
            table[mine][other].points += points(report, side);
            table[mine][other].games += ended(report);
        }
    }
}

fn pairing(axis: Rank, soviet: Rank, report: &Report) -> Pairing {
    let (points, games) = (points(report, Side::Axis), ended(report));
    Pairing {
        axis,
        soviet,
        games: report.games,
        axis_share: if games > 0.0 { points / games } else { 0.0 },
        bounds: bounds(points, games),
        faults: report.refusals + report.panics + report.dead_ends + report.unfinished,
    }
}

fn lines(bill: &Bill, table: &Meetings) -> Vec<RankLine> {
    let found = strengths(table);
    let mut lines: Vec<RankLine> =
        bill.ranks.iter().zip(found).map(|(rank, s)| RankLine { rank: *rank, elo: s.elo, within: s.within }).collect();
    lines.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    lines
}
