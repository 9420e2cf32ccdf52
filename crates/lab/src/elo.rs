//! How strong players are beside each other, from the games between them.
//!
//! The strength of a player is a number such that the chance to win of one over another depends on the difference alone (Bradley and
//! Terry's model, as Elo writes it: 400 points more are ten times the chance). A draw is half a win for both.

/// What one player won of another: points, and how many games.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Meeting {
    /// A win is 1, a draw a half.
    pub points: f64,
    /// How many games they played.
    pub games: f64,
}

/// A player's strength.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Strength {
    /// In Elo's points; the mean over all players is 0.
    pub elo: f64,
    /// About 95% of the time the true one is not farther away than this.
    pub within: f64,
}

/// Elo's points in one natural logarithm of the odds.
const PER_LOG: f64 = 400.0 / std::f64::consts::LN_10;
/// Every pair that has met is given this much of a drawn game more: somebody who has won everything would be infinitely strong.
const PRIOR: f64 = 1.0;
/// Far more than the iteration needs.
const ROUNDS: usize = 2_000;

/// The strengths that explain the meetings best. `meetings[i][j]` is what `i` won of `j`; the games of a pair stand on both sides.
///
/// ```
/// use kessel_lab::{Meeting, strengths};
/// let (won, lost) = (Meeting { points: 75.0, games: 100.0 }, Meeting { points: 25.0, games: 100.0 });
/// let found = strengths(&[vec![Meeting::default(), won], vec![lost, Meeting::default()]]);
/// assert!((found[0].elo - found[1].elo - 190.0).abs() < 5.0, "three to one is about 190 points");
/// ```
pub fn strengths(meetings: &[Vec<Meeting>]) -> Vec<Strength> {
    let n = meetings.len();
    let padded = |i: usize, j: usize| {
        let m = meetings[i][j];
        if i == j || m.games == 0.0 {
            Meeting::default()
        } else {
            Meeting { points: m.points + PRIOR / 2.0, games: m.games + PRIOR }
        }
    };
    let mut worth = vec![1.0_f64; n];
    for _ in 0..ROUNDS {
        for i in 0..n {
            let points: f64 = (0..n).map(|j| padded(i, j).points).sum();
            let weight: f64 = (0..n).map(|j| padded(i, j).games / (worth[i] + worth[j])).sum();
            if weight > 0.0 {
                worth[i] = points / weight;
            }
        }
        let mean = worth.iter().map(|w| w.ln()).sum::<f64>() / n.max(1) as f64;
        worth.iter_mut().for_each(|w| *w /= mean.exp());
    }
    let strength = |i: usize| {
        // What the games tell of i (Fisher's information of its logarithm of the odds).
        let told: f64 = (0..n)
            .map(|j| {
                let p = worth[i] / (worth[i] + worth[j]);
                padded(i, j).games * p * (1.0 - p)
            })
            .sum();
        let within = if told > 0.0 { 1.96 * PER_LOG / told.sqrt() } else { f64::INFINITY };
        Strength { elo: worth[i].ln() * PER_LOG, within }
    };
    (0..n).map(strength).collect()
}

/// The bounds within which the true share lies about 95% of the time (Wilson's interval), for `points` of `games`.
pub fn bounds(points: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let z = 1.96_f64;
    let (share, z2) = (points / games, z * z / games);
    let middle = share + z2 / 2.0;
    let reach = z * (share * (1.0 - share) / games + z2 / games / 4.0).sqrt();
    (((middle - reach) / (1.0 + z2)).max(0.0), ((middle + reach) / (1.0 + z2)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(points: f64) -> Meeting {
        Meeting { points, games: 100.0 }
    }

    #[test]
    fn equal_players_are_equal() {
        let found = strengths(&[vec![Meeting::default(), met(50.0)], vec![met(50.0), Meeting::default()]]);
        assert!(found.iter().all(|s| s.elo.abs() < 0.01), "{found:?}");
        assert!(found[0].within > 40.0 && found[0].within < 80.0, "{found:?}");
    }

    #[test]
    fn who_wins_everything_is_strong_but_not_infinitely() {
        let found = strengths(&[vec![Meeting::default(), met(100.0)], vec![met(0.0), Meeting::default()]]);
        assert!(found[0].elo > 300.0 && found[0].elo.is_finite(), "{found:?}");
    }

    #[test]
    fn strength_carries_over_from_one_opponent_to_the_next() {
        // a beats b, b beats c, a and c never met.
        let none = Meeting::default();
        let found =
            strengths(&[vec![none, met(75.0), none], vec![met(25.0), none, met(75.0)], vec![none, met(25.0), none]]);
        assert!(found[0].elo > found[1].elo + 150.0 && found[1].elo > found[2].elo + 150.0, "{found:?}");
    }

    #[test]
    fn bounds_hold_the_share_and_narrow_with_more_games() {
        let (few, many) = (bounds(6.0, 10.0), bounds(600.0, 1000.0));
        assert!(few.0 < 0.6 && 0.6 < few.1 && few.0 < many.0 && many.1 < few.1);
        assert_eq!(bounds(0.0, 0.0), (0.0, 1.0));
        assert!(bounds(10.0, 10.0).1 <= 1.0 && bounds(10.0, 10.0).0 > 0.6);
    }
}
