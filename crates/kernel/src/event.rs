//! What happened, in one vocabulary for all games. The log, the animation and the tests read it.

use crate::{Case, Side, Viewer};
use serde::Serialize;

/// One thing that happened, under the rule it follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Event {
    /// The rule it follows from.
    pub case: Case,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
    /// The sentence for the log. Where the sides may know different things, two events are written, one for each.
    pub text: String,
    /// Players forget it when its turn is over: the rules let nobody keep a book about the enemy. It comes back when the game is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub fades: bool,
    /// Who may know of it.
    #[serde(skip)]
    pub audience: Audience,
}

impl Event {
    /// An event that everybody sees.
    pub fn new(case: Case, what: What, text: impl Into<String>) -> Event {
        Event { case, what, text: text.into(), fades: false, audience: Audience::Everybody }
    }

    /// A remark that everybody sees.
    pub fn note(case: Case, text: impl Into<String>) -> Event {
        Event::new(case, What::Note, text)
    }

    /// Leaves the sums and the chances of a battle out: a log of thousands of actions is read without them.
    pub fn abridge(&mut self) {
        if let What::Battle(report) = &mut self.what {
            let report = report.as_mut();
            (report.forces, report.chances, report.shifts, report.approach) =
                (Vec::new(), Vec::new(), Vec::new(), None);
            report.brief = Vec::new();
        }
    }

    /// The same event, forgotten when its turn is over.
    pub fn fading(mut self) -> Event {
        self.fades = true;
        self
    }

    /// Is it still told to `viewer`? `past` says that its turn is over and the game is not.
    pub fn is_told(&self, viewer: Viewer, past: bool) -> bool {
        self.audience.includes(viewer) && !(past && self.fades && viewer != Viewer::Umpire)
    }

    /// The same event for the eyes of one side.
    pub fn only_for(mut self, side: Side) -> Event {
        self.audience = Audience::Only(side);
        self
    }
}

/// Who may know of an event.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Both sides and spectators.
    #[default]
    Everybody,
    /// One side (and the umpire).
    Only(Side),
}

impl Audience {
    /// May `viewer` know?
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Audience::Everybody => true,
            Audience::Only(side) => viewer.knows(side),
        }
    }
}

/// The kinds of events. Counters and spaces are named by their ids, as in views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum What {
    /// A turn, a phase or a step begins.
    Phase {
        /// The game turn.
        turn: u32,
        /// Whose it is, if it is one side's.
        side: Option<Side>,
        /// The phase's id, as case files write it. Steps in which nobody decides anything are numbered (`pulse-3`): the page shows them
        /// as a film, one after the other.
        phase: String,
    },
    /// Dice were rolled.
    Roll {
        /// Who rolled.
        side: Side,
        /// The faces of the die.
        die: u8,
        /// What it showed.
        value: u8,
    },
    /// A counter went from one space to another.
    Move {
        /// The counter.
        counter: String,
        /// Where it stood.
        from: String,
        /// Where it stands.
        to: String,
    },
    /// A counter appeared.
    Place {
        /// The counter.
        counter: String,
        /// Where.
        at: String,
    },
    /// A counter lost steps.
    Loss {
        /// The counter.
        counter: String,
        /// Where it stood; empty where that is told otherwise (a battle before it, a removal after it) or stood nowhere.
        at: String,
        /// How many.
        steps: u8,
        /// It is gone.
        gone: bool,
    },
    /// A counter left the table (eliminated, withdrawn).
    Remove {
        /// The counter.
        counter: String,
        /// Where it stood.
        from: String,
    },
    /// A counter was turned over or changed its state.
    Flip {
        /// The counter.
        counter: String,
        /// Its new state.
        to: String,
    },
    /// A marker was placed on, changed on, or taken from a space.
    Marker {
        /// The marker.
        marker: String,
        /// The space.
        at: String,
        /// Placed (true) or removed.
        placed: bool,
    },
    /// A number on a track changed.
    Track {
        /// The track.
        track: String,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// Control of a space changed.
    Control {
        /// The space.
        at: String,
        /// Who controls it now.
        side: Option<Side>,
    },
    /// A battle was resolved.
    Battle(Box<BattleReport>),
    /// The game ended.
    End {
        /// Who won; nobody in a draw.
        winner: Option<Side>,
        /// The level of victory.
        level: String,
    },
    /// Anything else.
    Note,
}

/// A battle, before (as a preview) or after it was fought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BattleReport {
    /// Where.
    pub at: String,
    /// Who attacks.
    pub attacker: Option<Side>,
    /// The two forces: attacker, defender.
    pub forces: Vec<Force>,
    /// The odds or the column, in the words of the game's chart.
    pub column: String,
    /// The cells read, attacker's roll first; empty in a preview.
    pub results: Vec<BattleResult>,
    /// The chances of each outcome, in a preview.
    pub chances: Vec<Chance>,
    /// What may be expected of it, in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub forecast: Option<Forecast>,
    /// In a preview: the column that decides, counted in the attacker's favour as far as the table goes, and its word; the likely one where
    /// strengths are hidden. Whoever plans an attack asks with whom it stays the same.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub rung: Option<(i16, String)>,
    /// Shifts of the column, one by one, in a game that has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub shifts: Vec<ForceLine>,
    /// From where the attack comes, in a game in which that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub approach: Option<Approach>,
    /// The first page of a report that has two: what happened, each line under its heading. The second page is the sums.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub brief: Vec<ForceLine>,
}

/// What may be expected of a battle, from what its attacker knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Forecast {
    /// Steps lost on average, in hundredths: attacker, defender.
    pub losses: [u32; 2],
    /// How likely it is that the defenders must leave their place or all die, in thousandths.
    pub clears: u32,
    /// What failing costs: the attacker's mean losses where the defenders stay, in hundredths.
    pub failure: u32,
    /// The result that is most likely, in words; nothing if two are as likely.
    pub likely: String,
    /// The best that can come of it, in words.
    pub best: String,
    /// Nothing about it is guessed.
    pub sure: bool,
}

impl Forecast {
    /// How often the defenders give way, in words. What rests on a guess about what is hidden is never certain.
    pub fn often(&self) -> String {
        times(self.clears / 10, self.sure)
    }
}

/// So many times in a hundred, in words; a guess at hidden strength says that it is one, and is never certain.
pub fn times(percent: u32, sure: bool) -> String {
    match (sure, percent) {
        (true, 100) => "every time".into(),
        (true, percent) => format!("{percent} times in 100"),
        (false, 0..=1) => "hardly ever, by a guess at hidden strength".into(),
        (false, percent) => format!("about {} times in 100, by a guess at hidden strength", percent.min(99)),
    }
}

/// The one that is met most often; nothing if two are met as often.
pub fn most_likely<T>(met: &[(T, u32)]) -> Option<&T> {
    let most = met.iter().map(|(_, times)| *times).max()?;
    let mut first = met.iter().filter(|(_, times)| *times == most);
    let found = first.next().map(|(one, _)| one);
    found.filter(|_| first.next().is_none())
}

/// The spaces from which a battle is fought: the diagram of the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Approach {
    /// The spaces of the attackers around the one attacked.
    pub from: Vec<String>,
    /// Those of them that make it an attack from several sides; empty if it is none.
    pub counts: Vec<String>,
    /// The rule.
    pub case: String,
    /// What follows, in words.
    pub text: String,
}

/// One side of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Force {
    /// Whose.
    pub side: Option<Side>,
    /// The lines of the sum, in order.
    pub lines: Vec<ForceLine>,
    /// The total; where the viewer may not know it, the least it can be.
    pub total: i32,
    /// The most it can be; equal to `total` where it is known.
    pub most: i32,
    /// The total as the game writes it, where strengths are no whole numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub sum: Option<String>,
}

/// One contribution to, or modifier of, a force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ForceLine {
    /// The rule.
    pub case: Case,
    /// In words: the counter, or the modifier.
    pub text: String,
    /// What it adds, as the game writes it (`+6`, `x1/2`, `2-5`).
    pub value: String,
}

/// A cell of the chart that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BattleResult {
    /// Whose roll.
    pub side: Side,
    /// The row or column read, in words.
    pub line: String,
    /// The die.
    pub die: u8,
    /// The cell.
    pub cell: String,
    /// The whole row or column it stands in, one cell a face of the die, so that the chart can be shown with the cell lit.
    pub cells: Vec<String>,
}

/// How likely an outcome is, in thousandths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chance {
    /// The outcome in words.
    pub text: String,
    /// Thousandths.
    pub permille: u32,
}

/// Where a game writes what happens while it applies an action.
///
/// A silent log (playouts, search) builds no text: events are given as closures.
#[derive(Debug, Default)]
pub struct Log {
    silent: bool,
    revealed: bool,
    events: Vec<Event>,
}

impl Log {
    /// A log that keeps events.
    pub fn new() -> Log {
        Log::default()
    }

    /// A log that keeps nothing.
    pub fn silent() -> Log {
        Log { silent: true, ..Log::default() }
    }

    /// Notes an event; the closure runs only if somebody listens.
    #[inline]
    pub fn add(&mut self, event: impl FnOnce() -> Event) {
        if !self.silent {
            self.events.push(event());
        }
    }

    /// Does anybody listen? What only an event needs has not to be worked out otherwise.
    pub fn listens(&self) -> bool {
        !self.silent
    }

    /// Says that a side has learnt something it did not know: undo may not cross this action.
    /// (Rolls bar undo by themselves.)
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Was anything revealed?
    pub fn revealed(&self) -> bool {
        self.revealed
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Hands the events over and starts afresh.
    pub fn take(&mut self) -> Vec<Event> {
        self.revealed = false;
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_never_certain() {
        let often = |clears, sure| Forecast { clears, sure, ..Forecast::default() }.often();
        assert_eq!((often(1000, true).as_str(), often(830, true).as_str()), ("every time", "83 times in 100"));
        assert_eq!(often(1000, false), "about 99 times in 100, by a guess at hidden strength");
        assert_eq!(often(0, false), "hardly ever, by a guess at hidden strength");
    }

    #[test]
    fn of_two_that_are_as_likely_neither_is_the_most_likely() {
        assert_eq!(most_likely(&[("a", 2), ("b", 3), ("c", 1)]), Some(&"b"));
        assert_eq!(most_likely(&[("a", 3), ("b", 3), ("c", 1)]), None);
        assert_eq!(most_likely::<&str>(&[]), None);
    }
}
