//! The historical weather (24) and the moon.

use super::scenario::Date;
use kessel_kernel::data::{Item, Reading, Table};
use kessel_kit::words;
use serde::Serialize;

words! {
    /// The sky, best first (24.1).
    #[allow(missing_docs)]
    pub enum Sky {
        Clear,
        Light,
        Moderate,
        Heavy,
        Storm,
    }
}

impl Sky {
    /// The sky of a number, as positions keep it.
    pub fn at(number: u8) -> Sky {
        Sky::ALL[usize::from(number).min(4)]
    }

    /// A step nearer to storm (positive) or to a clear sky, as far as there is one.
    #[must_use]
    pub fn shifted(self, steps: i32) -> Sky {
        Sky::ALL[(self as i32 + steps).clamp(0, 4) as usize]
    }
}

words! {
    /// The ground (24.2), in the order of the cost charts.
    #[allow(missing_docs)]
    pub enum Ground {
        Normal,
        LightMud,
        LightFreeze,
        HardFreeze,
        DeepSnow,
    }
}

/// The weather of a day.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Day {
    /// Which day.
    pub date: Date,
    /// Morning, midday and night.
    pub sky: [Sky; 3],
    /// The highest temperature, in degrees Fahrenheit.
    pub high: i16,
    /// The lowest.
    pub low: i16,
}

/// The historical weather of every day that a scenario touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Weather {
    /// By date.
    pub days: Vec<Day>,
    /// Nights with a full moon: first and last evening.
    pub moons: Vec<(Date, Date)>,
}

impl Weather {
    /// A day.
    pub fn day(&self, date: Date) -> Option<&Day> {
        self.days.binary_search_by_key(&date, |day| day.date).ok().map(|place| &self.days[place])
    }

    /// Is the moon full in the night that begins on this evening?
    pub fn full_moon(&self, date: Date) -> bool {
        self.moons.iter().any(|&(first, last)| first <= date && date <= last)
    }

    /// Sky and temperature (in quarter degrees) of a part of a day: of 6 turns if `six`, else of 3.
    pub fn turn(&self, date: Date, part: u16, six: bool) -> Option<(Sky, i32)> {
        let day = self.day(date)?;
        let (high, low) = (i32::from(day.high) * 4, i32::from(day.low) * 4);
        let mean = half(high + low);
        Some(match (six, part) {
            (false, 0) => (day.sky[0], mean),
            (false, 1) => (day.sky[1], high),
            (false, _) => (day.sky[2], low),
            (true, 0) => (day.sky[0], low),
            (true, 1) => (day.sky[0], mean),
            (true, 2) => (day.sky[1], high),
            (true, 3) => (day.sky[2], mean),
            (true, 4) => (day.sky[2], half(mean + low)),
            (true, _) => (day.sky[2], low),
        })
    }
}

/// The half, rounded half up.
const fn half(sum: i32) -> i32 {
    (sum + 1).div_euclid(2)
}

const SKIES: [(char, Sky); 5] =
    [('C', Sky::Clear), ('L', Sky::Light), ('M', Sky::Moderate), ('H', Sky::Heavy), ('S', Sky::Storm)];

/// Reads `weather.toml`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Weather {
    let mut weather = Weather::default();
    if let Some(table) = root.table("days").map(|table| table.called("days")) {
        reading.source(&table, "weather.toml days");
        for row in table.tables("list") {
            let (date, sky) = (date(&row, "date"), skies(&row));
            let high = row.int("high", -60..=110);
            let low = row.int("low", -60..=high);
            weather.days.push(Day { date, sky, high, low });
            row.finish();
        }
        if !weather.days.is_sorted_by_key(|day| day.date) {
            table.fault("the days are not in order");
        }
        table.finish();
    }
    if let Some(table) = root.table("moon").map(|table| table.called("moon")) {
        reading.source(&table, "weather.toml moon");
        for row in table.tables("full") {
            weather.moons.push((date(&row, "from"), date(&row, "to")));
            row.finish();
        }
        table.finish();
    }
    root.finish();
    weather
}

fn skies(row: &Table<'_>) -> [Sky; 3] {
    let text = row.text("sky");
    let read: Vec<_> =
        text.chars().filter_map(|sign| SKIES.iter().find(|(known, _)| *known == sign)).map(|&(_, sky)| sky).collect();
    let skies = (read.len() == text.chars().count()).then(|| read.try_into().ok()).flatten();
    skies.unwrap_or_else(|| {
        row.fault(format!("`sky` is \"{text}\", not three of C, L, M, H, S"));
        [Sky::Clear; 3]
    })
}

/// Reads a date: `"1942-11-19"`.
pub(super) fn date(row: &Table<'_>, key: &str) -> Date {
    let none = Date { year: 1942, month: 1, day: 1 };
    let Some(item) = row.need(key) else { return none };
    read_date(&item).unwrap_or(none)
}

fn read_date(item: &Item<'_>) -> Option<Date> {
    let text = item.text()?;
    let mut parts = text.splitn(3, '-');
    let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok());
    let date = match (part(), part(), part()) {
        (Some(year @ 1942..=1943), Some(month @ 1..=12), Some(day @ 1..=31)) => {
            Some(Date { year, month: month as u8, day: day as u8 })
        }
        _ => None,
    };
    if date.is_none() {
        item.fault(format!("`{}` is \"{text}\", not a day like \"1942-11-19\"", item.key()));
    }
    date
}
