//! 24.0 Weather: the sky of every turn, what lies on the ground, and what is foretold.

use crate::data::{Ground, Sky};
use crate::fix::mix;
use crate::state::{Lying, State};
use crate::theater::Stage;
use kessel_kernel::{Case, Dice};

/// What a sky brings down an hour, in ten-thousandths of an inch (24.2.e).
const fn falls(sky: Sky) -> i64 {
    match sky {
        Sky::Storm => 300,
        Sky::Heavy => 80,
        _ => 0,
    }
}

/// The forecast looks so many days ahead (24.4).
pub const FORECAST_DAYS: u16 = 5;

impl Stage<'_> {
    /// 2.2.d: the sky and the temperature (in quarter degrees) of every turn. Random weather is drawn whole before the first turn, because
    /// the forecast shows five days of it.
    pub fn whole_weather(&self, realistic: bool, dice: &mut Dice) -> (Vec<u8>, Vec<i16>) {
        let scenario = self.scenario;
        let six = scenario.turns_per_day() == 6;
        let (mut skies, mut heat) = (Vec::new(), Vec::new());
        let (mut sky, mut warmer) = (None::<Sky>, 0);
        for turn in 1..=scenario.turns {
            let part = scenario.part_of_day(turn);
            let (historical, degrees) =
                self.data.weather.turn(scenario.date(turn), part, six).unwrap_or((Sky::Clear, 4 * 40));
            let now = match (realistic, sky) {
                (false, _) => historical,
                (true, before) => {
                    let mut roll = || i32::from(dice.d6(Case("2.2.d"))) + i32::from(dice.d6(Case("2.2.d")));
                    if part == 0 {
                        warmer = (roll() - 7) * 6;
                    }
                    before.map_or(historical, |before| wandering(before, historical, roll()))
                }
            };
            sky = Some(now);
            skies.push(now as u8);
            heat.push((degrees + warmer) as i16);
        }
        (skies, heat)
    }

    /// 24.2: the turn's rain, snow, frost and thaw, and the condition that follows. Called once a turn, before it is planned.
    pub fn weather_turn(&self, state: &mut State) {
        let (sky, degrees) = (Sky::ALL[usize::from(state.sky()).min(4)], i64::from(state.temperature()));
        let hours = if self.scenario.turns_per_day() == 6 { 4 } else { 8 };
        settle(&mut state.lying, hours, falls(sky) * hours, degrees);
        state.ground = self.conditions(state);
    }

    /// The conditions on both sides of the Weather Line (24.2.a, 24.2.b).
    pub fn conditions(&self, state: &State) -> [Ground; 2] {
        let degrees = i64::from(state.temperature());
        let north = condition(&state.lying, degrees);
        let mud = degrees > 28 * 4 && self.theater.south.iter().any(|south| *south);
        [north, if mud { Ground::LightMud } else { north }]
    }

    /// 24.4: what is foretold: for a day k days ahead each turn may be a step off, with a chance of 10k in a hundred, when the weather is
    /// random. Nothing is told of the days beyond.
    pub fn foretell(&self, state: &mut State) {
        if state.forecast {
            return;
        }
        let today = self.scenario.day(state.turn.max(1));
        for turn in state.turn + 1..=self.scenario.turns {
            let ahead = self.scenario.day(turn) - today;
            let place = turn as usize - 1;
            if ahead >= FORECAST_DAYS {
                (state.sky[place], state.temperature[place]) = (0, 0);
                continue;
            }
            let chance = mix(state.key, 0x0F0E_0000 + u64::from(turn));
            if state.setup.realistic && chance % 100 < u64::from(ahead) * 10 {
                let step = if chance & 0x1000 == 0 { 1 } else { -1 };
                state.sky[place] = Sky::ALL[usize::from(state.sky[place]).min(4)].shifted(step) as u8;
            }
        }
        state.forecast = true;
    }
}

/// Random weather wanders from the sky before, and comes back when it is more than two steps from the real one.
fn wandering(before: Sky, historical: Sky, roll: i32) -> Sky {
    let sky = before.shifted(match roll {
        ..=3 => -2,
        4..=5 => -1,
        6..=8 => 0,
        9..=10 => 1,
        _ => 2,
    });
    let off = sky as i32 - historical as i32;
    if off.abs() > 2 { sky.shifted(-off.signum()) } else { sky }
}

/// One turn of `hours` with `fall` in all.
fn settle(lying: &mut Lying, hours: i64, fall: i64, degrees: i64) {
    let quarter = hours / 4;
    let over = degrees - 32 * 4;
    if over > 0 {
        let melt = lying.snow.min(125 * quarter * over);
        lying.snow -= melt;
        lying.water = (lying.water + 3 * fall + melt / 8 - 200 * hours).max(0);
        lying.ice = (lying.ice - 60 * quarter * over).max(0);
    } else {
        lying.snow = (lying.snow + 8 * fall - 100 * hours).max(0);
        lying.ice += 28 * quarter * -over;
        let freezes = lying.water.min(500 * hours);
        lying.water -= freezes;
        lying.ice += freezes;
    }
}

/// 24.2.a: the thresholds.
fn condition(lying: &Lying, degrees: i64) -> Ground {
    if lying.snow > 200_000 {
        Ground::DeepSnow
    } else if lying.ice > 120_000 {
        Ground::HardFreeze
    } else if lying.ice > 40_000 {
        Ground::LightFreeze
    } else if lying.water > 40_000 && degrees > 32 * 4 {
        Ground::LightMud
    } else {
        Ground::Normal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Waw;
    use crate::data::{Data, ScenarioId};
    use crate::state::State;
    use kessel_kernel::facets::*;
    use kessel_kernel::{Log, Options};
    use kessel_kit::Word;

    /// The condition and what lies there in every turn with the real weather.
    fn history(id: ScenarioId) -> Vec<(Ground, Lying)> {
        let game = Waw::load(&Data::embedded()).expect("the built-in data is sound");
        let mut dice = Dice::seeded(&kessel_kernel::Seed::from_number(1), 0);
        let mut state: State = game.setup(id.word(), &Options::default(), &mut dice, &mut Log::silent());
        let stage = game.stage(&state);
        let mut all = vec![(state.ground[0], state.lying)];
        while state.turn < stage.scenario.turns {
            state.turn += 1;
            stage.weather_turn(&mut state);
            all.push((state.ground[0], state.lying));
        }
        all
    }

    #[test]
    fn the_ground_of_the_campaign_is_as_worked_out_by_hand() {
        let all = history(ScenarioId::Uranus);
        let first = |ground| all.iter().position(|(g, _)| *g == ground).map(|n| n + 1);
        assert_eq!(all[0].0, Ground::LightFreeze);
        // 27 November 12PM is the second turn of the ninth day; 29 December 4AM the first of the 41st.
        assert_eq!((first(Ground::HardFreeze), first(Ground::DeepSnow)), (Some(8 * 3 + 2), Some(40 * 3 + 1)));
        assert_eq!((all[187].1.snow, all[187].1.ice), (280_360, 955_883));
    }

    #[test]
    fn the_city_stays_dry_and_the_river_frozen() {
        assert!(history(ScenarioId::ToTheVolga).iter().all(|(ground, _)| *ground == Ground::Normal));
        assert!(history(ScenarioId::RiverTooFar).iter().all(|(ground, _)| *ground == Ground::HardFreeze));
        let manstein = history(ScenarioId::MansteinsSolution);
        assert_eq!(manstein.iter().position(|(g, _)| *g == Ground::HardFreeze), Some(3 * 3 + 1));
    }
}
