//! 3 Weather.

use crate::Roads;
use crate::action::Action;
use crate::data::{Cloud, Forecast, Ice, River, Weather};
use crate::decision::{Decision, not_now, nothing, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// The turn whose mud weakens the frost of the next one (3.4.g).
const LATE_FEBRUARY: &str = "FEB IV";

/// 3.1.1: the weather is rolled; nobody is asked.
pub(crate) const WEATHER: Decision = Decision {
    case: Case("3.1.1"),
    asks: phasing,
    check: Roads::check_weather,
    offers: nothing,
    apply: |game, state, _, _, dice, log| game.end_step(state, dice, log),
    settle: Roads::settle_step,
    prompt: |_, _, _| "The weather is rolled.".into(),
};

impl Roads {
    /// 3.1: the weather of the turn, by its column of the table; the first turn's is given by the scenario.
    pub(crate) fn enter_weather(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let scenario = self.scenario(state);
        let opening = scenario.weather;
        let first = state.turn == scenario.first_turn.0;
        let given = Forecast { weather: opening.weather, ice: opening.ice, cloud: opening.cloud.unwrap_or_default() };
        state.forecast = if opening.constant || first && opening.cloud.is_some() {
            given
        } else {
            let side = if first { scenario.first_side } else { Side::Soviet };
            let roll = self.roll_two(Case("3.1.1"), side, "Weather", dice, log);
            let column = self.data.charts.weather.get(usize::from(state.turn) - 1).and_then(Option::as_ref);
            let rolled = column.map_or(given, |column| column[usize::from(roll) - 2]);
            // S4.c, S5.c: only the sky is rolled on the first turn.
            if first { Forecast { cloud: rolled.cloud, ..given } } else { self.after_mud(state, rolled) }
        };
        if self.data.turn(LATE_FEBRUARY).is_some_and(|turn| turn.0 == state.turn) {
            state.february_mud = state.forecast.weather == Weather::Mud;
        }
        let forecast = state.forecast;
        log.add(|| Event::note(Case("3.1.2"), format!("The weather: {}", forecast_words(forecast))));
    }

    /// 3.4.g: after a muddy end of February major rivers do not freeze in the next turn.
    fn after_mud(&self, state: &State, rolled: Forecast) -> Forecast {
        let next = self.data.turn(LATE_FEBRUARY).is_some_and(|turn| turn.0 + 1 == state.turn);
        if next && state.february_mud && rolled.ice == Ice::MajorFrozen {
            Forecast { ice: Ice::MinorFrozen, ..rolled }
        } else {
            rolled
        }
    }

    pub(crate) fn check_weather(&self, _: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        if action == Action::Done { Ok(()) } else { not_now(c, Case("3.1.1")) }
    }

    /// Two dice for a rule, and their sum.
    pub(crate) fn roll_two(&self, case: Case, side: Side, what: &str, dice: &mut Dice, log: &mut Log) -> u8 {
        let pair = [dice.d6(case), dice.d6(case)];
        let sum = pair[0] + pair[1];
        for (value, word) in pair.into_iter().zip(["first", "second"]) {
            let text = || format!("{what}: the {word} die shows {value}");
            log.add(|| Event::new(case, What::Roll { side, die: 6, value }, text()));
        }
        sum
    }

    /// One die for a rule.
    pub(crate) fn roll_one(&self, case: Case, side: Side, what: &str, dice: &mut Dice, log: &mut Log) -> u8 {
        let value = dice.d6(case);
        log.add(|| Event::new(case, What::Roll { side, die: 6, value }, format!("{what}: a roll of {value}")));
        value
    }

    /// 3.2.2.b: there is no strategic movement in mud.
    pub(crate) fn firm_roads(&self, state: &State, c: &mut Consult) -> Verdict {
        let mud = state.forecast.weather == Weather::Mud;
        c.ask(Case("3.2.2.b"), must(!mud, no!("there is no strategic movement in mud")))
    }

    /// 3.2.2.j: in mud nobody attacks across a river without a bridge; a ferry is none (3.2.2.m). The answer, for whoever asks under that case.
    pub(crate) fn dry_attack(&self, state: &State, side: Side, from: SpaceId, to: SpaceId) -> Result<(), Why> {
        let bank = self.bank(state, side, from, to);
        let barred = state.forecast.weather == Weather::Mud && bank.river != River::None && !bank.bridge;
        let why = no!("in mud nobody attacks across the river from {from} to {to} without a bridge", from, to);
        must(!barred, why)
    }
}

/// The weather in words.
pub(crate) fn forecast_words(forecast: Forecast) -> String {
    let weather = match forecast.weather {
        Weather::Snow => "snow",
        Weather::Mud => "mud",
    };
    let ice = match forecast.ice {
        Ice::Open => "no river frozen",
        Ice::MinorFrozen => "minor rivers frozen",
        Ice::MajorFrozen => "all rivers frozen",
    };
    let cloud = match forecast.cloud {
        Cloud::Clear => "clear sky",
        Cloud::Overcast => "overcast sky",
        Cloud::Blizzard => "blizzard",
    };
    format!("{weather}, {ice}, {cloud}")
}
