//! How long somebody may take for a move.

use crate::store::TableRow;

const MINUTE: u64 = 60 * 1000;
const DAY: u64 = 24 * 60 * MINUTE;

/// The longest time for a move in a game by days, in days.
const MOST_DAYS: u32 = 60;
/// The shortest and the longest time for a move in a game of one evening, in minutes.
const EVENING: std::ops::RangeInclusive<u32> = 5..=180;

/// The clock of a table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// As long as it takes.
    #[default]
    None,
    /// So many days for a move. Holidays stop it.
    Days(u32),
    /// So many minutes for a move: both are here, so it waits until they are, and holidays do not stop it.
    Minutes(u32),
}

impl Clock {
    /// The clock that somebody wants, or why there is no such clock.
    pub fn wanted(days: u32, minutes: u32, between_people: bool) -> Result<Clock, String> {
        let clock = match (days, minutes) {
            (0, 0) => return Ok(Clock::None),
            _ if !between_people => return Err("A clock is for a game between people.".into()),
            (days, 0) if days <= MOST_DAYS => Clock::Days(days),
            (_, 0) => return Err(format!("A clock gives {MOST_DAYS} days for a move at most.")),
            (0, minutes) if EVENING.contains(&minutes) => Clock::Minutes(minutes),
            (0, _) => {
                let (least, most) = EVENING.into_inner();
                return Err(format!("A clock for an evening gives {least} to {most} minutes for a move."));
            }
            _ => return Err("A clock counts in days or in minutes, not in both.".into()),
        };
        Ok(clock)
    }

    pub fn days(self) -> u32 {
        if let Clock::Days(days) = self { days } else { 0 }
    }

    pub fn minutes(self) -> u32 {
        if let Clock::Minutes(minutes) = self { minutes } else { 0 }
    }

    /// When the time of somebody is up who is asked to move since a moment.
    pub fn deadline(self, asked: u64, holidays: &[(u64, u64)]) -> Option<u64> {
        match self {
            Clock::None => None,
            Clock::Days(days) => Some(stretched(asked, asked + u64::from(days) * DAY, holidays)),
            Clock::Minutes(minutes) => Some(asked + u64::from(minutes) * MINUTE),
        }
    }
}

impl TableRow {
    /// Since when a side is asked to move as its clock counts it; nothing if it does not run. An evening begins when the last seat is taken.
    pub fn counts_from(&self, asked: u64, begun: u64) -> Option<u64> {
        match self.clock {
            _ if asked == 0 => None,
            Clock::None => None,
            Clock::Days(_) => Some(asked),
            Clock::Minutes(_) if begun == 0 => None,
            Clock::Minutes(_) => Some(asked.max(begun)),
        }
    }
}

/// As much later as holidays fall into the time.
fn stretched(asked: u64, mut until: u64, holidays: &[(u64, u64)]) -> u64 {
    let mut sorted = holidays.to_vec();
    sorted.sort_unstable();
    let mut counted = asked;
    for (from, to) in sorted {
        let from = from.max(counted);
        if from < until && to > from {
            until += to - from;
            counted = to;
        }
    }
    until
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holidays_stop_the_clock_and_count_once() {
        let deadline = |asked, holidays: &[_]| Clock::Days(3).deadline(asked, holidays);
        assert_eq!(deadline(0, &[]), Some(3 * DAY));
        assert_eq!(deadline(0, &[(DAY, 2 * DAY)]), Some(4 * DAY));
        // Before it began, and after it has ended: no difference.
        assert_eq!(deadline(10 * DAY, &[(DAY, 2 * DAY), (14 * DAY, 20 * DAY)]), Some(13 * DAY));
        // Two that overlap, and one that only the first delay brings into reach.
        assert_eq!(deadline(0, &[(2 * DAY, 4 * DAY), (DAY, 3 * DAY), (5 * DAY, 6 * DAY)]), Some(7 * DAY));
    }

    #[test]
    fn an_evening_counts_minutes_and_no_holidays() {
        assert_eq!(Clock::Minutes(15).deadline(DAY, &[(0, 9 * DAY)]), Some(DAY + 15 * MINUTE));
    }

    #[test]
    fn a_clock_is_of_one_kind_and_within_its_bounds() {
        assert_eq!(Clock::wanted(0, 0, false), Ok(Clock::None));
        assert_eq!(Clock::wanted(60, 0, true), Ok(Clock::Days(60)));
        assert_eq!(Clock::wanted(0, 5, true), Ok(Clock::Minutes(5)));
        assert_eq!(Clock::wanted(0, 180, true), Ok(Clock::Minutes(180)));
        for (days, minutes, people) in
            [(61, 0, true), (0, 4, true), (0, 181, true), (1, 15, true), (3, 0, false), (0, 15, false)]
        {
            assert!(Clock::wanted(days, minutes, people).is_err(), "{days} {minutes} {people}");
        }
    }
}
