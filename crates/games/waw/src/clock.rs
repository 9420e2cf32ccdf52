//! 5.0, 10.4 The turns of a day; 24.0 what the sky and the ground are in a turn.

use crate::data::{Date, Ground, Scenario, Sky, Terrain};
use crate::state::State;
use crate::theater::Stage;

/// The hours at which turns begin (10.4).
const SIX: [&str; 6] = ["6AM", "10AM", "2PM", "6PM", "10PM", "2AM"];
const THREE: [&str; 3] = ["4AM", "12PM", "8PM"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A turn of the day and its light.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Hour {
    /// From 0.
    pub part: u16,
    /// 5.0.a.
    pub night: bool,
    /// 14.17.d: a full-moon night under a sky that lets the light through.
    pub moonlit: bool,
    /// The first turn of the day (19.3).
    pub morning: bool,
    /// How many turns of the day are left, this one included.
    pub left: u16,
    /// The sky.
    pub sky: Sky,
}

/// When a turn begins, in words.
pub fn hour_word(scenario: &Scenario, turn: u16) -> &'static str {
    let part = scenario.part_of_day(turn) as usize;
    if scenario.turns_per_day() == 6 { SIX[part] } else { THREE[part] }
}

/// `19 November, 4AM`.
pub fn turn_label(scenario: &Scenario, turn: u16) -> String {
    let date = scenario.date(turn);
    format!("{} {}, {}", date.day, MONTHS[usize::from(date.month) - 1], hour_word(scenario, turn))
}

/// 5.0.a: three day and three night turns, or two and one.
pub fn is_night(scenario: &Scenario, turn: u16) -> bool {
    let part = scenario.part_of_day(turn);
    if scenario.turns_per_day() == 6 { part >= 3 } else { part >= 2 }
}

impl Stage<'_> {
    /// The turn of a position.
    pub fn hour(&self, state: &State) -> Hour {
        let turn = state.turn.min(self.scenario.turns).max(1);
        let (part, per_day) = (self.scenario.part_of_day(turn), self.scenario.turns_per_day());
        let night = is_night(self.scenario, turn);
        let sky = Sky::at(state.sky());
        let moon = night && self.data.weather.full_moon(self.scenario.date(turn));
        Hour { part, night, moonlit: moon && sky <= Sky::Moderate, morning: part == 0, left: per_day - part, sky }
    }

    /// 24.2: the ground condition that holds in a hex.
    #[inline]
    pub fn condition(&self, state: &State, hex: u16) -> Ground {
        state.ground[usize::from(self.theater.south[hex as usize])]
    }

    /// 24.2.d: are rivers and marsh frozen here? A hexside belongs to the hex that is entered or attacked.
    #[inline]
    pub fn frozen(&self, state: &State, hex: u16) -> bool {
        let thawed = self.theater.south[hex as usize] && state.ground[0] != state.ground[1];
        state.lying.ice > 120_000 && !thawed
    }

    /// 24.2.c: have the Volga and the lakes frozen?
    pub fn volga_frozen(&self, state: &State) -> bool {
        let date = self.scenario.date(state.turn.max(1));
        date >= Date { year: 1942, month: 12, day: 19 }
    }

    /// The ground of a hex: rubble where there was a town (7.e).
    #[inline]
    pub fn terrain(&self, state: &State, hex: u16) -> Terrain {
        if state.rubble.has(hex) { Terrain::Rubble } else { self.theater.terrain[hex as usize] }
    }

    /// Marsh that is not frozen (7.k).
    #[inline]
    pub fn soft_marsh(&self, state: &State, hex: u16) -> bool {
        self.terrain(state, hex) == Terrain::Marsh && !self.frozen(state, hex)
    }

    /// Open ground under a sky: what counts as clear for fire and for the retreat of attackers.
    pub fn open(&self, state: &State, hex: u16) -> bool {
        match self.terrain(state, hex) {
            Terrain::Clear => true,
            Terrain::Marsh => self.frozen(state, hex),
            Terrain::Water => self.volga_frozen(state),
            _ => false,
        }
    }
}
