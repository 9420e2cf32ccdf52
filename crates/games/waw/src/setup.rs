//! 2.0, 19.2.b, 29.0, 30.0 The first position of a scenario.

#[cfg(test)]
mod tests;

use crate::Waw;
use crate::data::{AirLevel, Start, UnitId, Variant};
use crate::field::Field;
use crate::fix::{shift, times};
use crate::intelligence::{NAME, SEEN, TYPE};
use crate::state::{Bits, Life, Lying, NONE, Score, Setup, Squadron, State, Unit};
use crate::theater::Stage;
use kessel_kernel::{Case, Dice, Log, OptionInfo, Options, Side};
use kessel_kit::Word;

/// Points that a handicap can be (27.11).
pub(crate) const HANDICAPS: [&str; 9] = ["0", "10", "25", "50", "100", "250", "500", "1000", "2500"];

fn option(key: &str, text: &str, values: &[&str]) -> OptionInfo {
    OptionInfo { key: key.into(), text: text.into(), values: values.iter().map(|v| (*v).to_owned()).collect() }
}

/// 2.0: what the start screen lists for a scenario.
pub(crate) fn options(scenario: &crate::data::Scenario) -> Vec<OptionInfo> {
    let mut all = vec![
        option("limited-intelligence", "Limited Intelligence (2.3)", &["on", "off"]),
        option("fog-of-war", "Fog of War over one's own units (2.3)", &["off", "on"]),
        option("weather", "The weather as it was, or random but like it (2.2)", &["historical", "realistic"]),
        option("air", "Air superiority (2.2)", AirLevel::words()),
        option("reports", "After Action Battle Reports (3.2)", &["on", "off"]),
        option("save", "What a saved game keeps: all, or what the printed save kept (32.0)", &["full", "printed"]),
        option("axis-handicap", "Points for the Axis at the start (27.11)", &HANDICAPS),
        option("soviet-handicap", "Points for the Soviets at the start (27.11)", &HANDICAPS),
    ];
    for (side, key) in [(Side::Axis, "random-axis"), (Side::Soviet, "random-soviet")] {
        if scenario.variants.iter().any(|v| v.side() == side) {
            all.push(option(key, &format!("A {side} variant drawn in secret (2.2)"), &["no", "yes"]));
        }
    }
    all.extend(
        scenario
            .variants
            .iter()
            .map(|v| option(v.word(), &format!("Variant: {} (30)", v.word().replace('-', " ")), &["no", "yes"])),
    );
    all
}

impl Waw {
    /// What was chosen; random variants are drawn here (2.2.b).
    fn chosen(&self, scenario: usize, options: &Options, dice: &mut Dice) -> Setup {
        let is = |key: &str, value: &str| options.get(key) == Some(value);
        let handicap = |key: &str| options.get(key).and_then(|v| v.parse().ok()).unwrap_or(0);
        let mut setup = Setup {
            limited: !is("limited-intelligence", "off"),
            fog: is("fog-of-war", "on"),
            realistic: is("weather", "realistic"),
            air: options.get("air").and_then(AirLevel::from_word).unwrap_or_default(),
            handicap: [handicap("axis-handicap"), handicap("soviet-handicap")],
            reports: !is("reports", "off"),
            printed_save: is("save", "printed"),
            ..Setup::default()
        };
        let offered = &self.data.scenarios[scenario].variants;
        for variant in offered.iter().filter(|v| is(v.word(), "yes")) {
            setup.take(*variant, false);
        }
        for (side, key) in [(Side::Axis, "random-axis"), (Side::Soviet, "random-soviet")] {
            if !is(key, "yes") {
                continue;
            }
            let mut left: Vec<Variant> =
                offered.iter().copied().filter(|v| v.side() == side && !setup.has(*v)).collect();
            let first = usize::from(dice.roll(Case("2.2.b"), left.len().max(1) as u8)) - 1;
            if left.is_empty() {
                continue;
            }
            setup.take(left.remove(first), true);
            // One chance in ten that a second one is drawn.
            if dice.roll(Case("2.2.b"), 100) <= 10 && !left.is_empty() {
                let second = usize::from(dice.roll(Case("2.2.b"), left.len() as u8)) - 1;
                setup.take(left.remove(second), true);
            }
        }
        setup
    }

    /// The first position, opened for planning.
    pub(crate) fn first_position(&self, scenario: usize, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let setup = self.chosen(scenario, options, dice);
        let data = &self.data.scenarios[scenario];
        let hexes = self.theaters[scenario].hexes;
        let [water, snow, ice] = data.ground.map(i64::from);
        let mut state = State {
            scenario: scenario as u8,
            setup,
            turn: 1,
            over: false,
            key: 0,
            key_fixed: false,
            odds_key: [0; 2],
            units: vec![Unit::default(); data.units.len()],
            paths: Vec::new(),
            soviet: Bits::none(hexes),
            belief: [Bits::none(hexes), Bits::none(hexes)],
            rubble: Bits::none(hexes),
            works: Vec::new(),
            squadrons: Vec::new(),
            leaders: vec![NONE; data.leaders.len()],
            pools: [[0; 6]; 2],
            duties: [0; 2],
            sky: Vec::new(),
            temperature: Vec::new(),
            forecast: false,
            lying: Lying { water, snow, ice },
            ground: [crate::data::Ground::Normal; 2],
            score: Score::default(),
            lost: Vec::new(),
            airfields: vec![0; data.map.airfields.len()],
            used: vec![0; data.units.len()],
            dummies: [Vec::new(), Vec::new()],
            contacts: Vec::new(),
            contacts_of: None,
            stop_after: crate::execution::PULSES,
            battles: [[0; 2]; 2],
            lost_strength: [0; 2],
        };
        let stage = self.stage(&state);
        state.squadrons = vec![Squadron::default(); stage.squadrons.len()];
        (state.sky, state.temperature) = stage.whole_weather(state.setup.realistic, dice);
        for hex in 0..hexes as u16 {
            let soviet = data.owner[kessel_board::SpaceId(hex)] == Side::Soviet;
            state.soviet.set(hex, soviet);
            state.belief.iter_mut().for_each(|belief| belief.set(hex, soviet));
        }
        for unit in 0..data.units.len() as u16 {
            state.units[unit as usize] = stage.first_unit(&state, unit);
        }
        stage.first_works(&mut state);
        stage.first_stocks(&mut state);
        stage.first_knowledge(&mut state);
        self.open_turn(&mut state, dice, log);
        state
    }
}

impl Stage<'_> {
    fn first_unit(&self, state: &State, unit: u16) -> Unit {
        let info = self.info(unit);
        let id = UnitId::at(unit as usize);
        let changed = self.scenario.variant_places.iter().filter(|p| p.unit == id && state.setup.has(p.variant));
        let changed = changed.min_by_key(|p| match p.place {
            Start::Hex(_) => 0,
            Start::Turn(turn, _) => turn,
            Start::Variant => u16::MAX,
        });
        let place = changed.map_or(info.place, |p| p.place);
        let superior = changed.and_then(|p| p.superior).or(info.superior);
        let (life, at, due) = match place {
            Start::Hex(hex) => (Life::Map, hex.0, 0),
            Start::Turn(turn, _) => (Life::Later, NONE, turn),
            Start::Variant => (Life::Out, NONE, 0),
        };
        let purge = info.side == Side::Soviet && state.setup.has(Variant::NoPurge);
        let quality = (i64::from(info.quality) + shift(Case("30.1.a"), i64::from(purge))).min(8) as u8;
        Unit {
            life,
            at,
            due,
            attack: info.start.attack,
            defence: info.start.defence,
            quality,
            hq: superior.map_or(NONE, |hq| hq.0),
            still: 9,
            drew: true,
            ..Unit::default()
        }
    }

    /// Where a unit enters: its place in the order of battle, or the variant's.
    pub(crate) fn entry(&self, state: &State, unit: u16) -> u16 {
        let id = UnitId::at(unit as usize);
        let changed = self.scenario.variant_places.iter().filter(|p| p.unit == id && state.setup.has(p.variant));
        let places = changed.map(|p| p.place).chain([self.info(unit).place]);
        places
            .filter_map(|p| if let Start::Turn(turn, hex) = p { Some((turn, hex.0)) } else { None })
            .min()
            .map_or(NONE, |(_, hex)| hex)
    }

    /// Positions that units start in.
    fn first_works(&self, state: &mut State) {
        for unit in 0..state.units.len() as u16 {
            let (at, size) = (state.units[unit as usize].at, self.info(unit).dug_in);
            if at != NONE && size > 0 {
                let there = state.works_at(at).map_or(0, |w| w.size);
                state.set_works(at, Some((false, there + size)));
            }
        }
    }

    /// 19.2.b, 5.1.c: a day at the default level for units, two days of their own units for headquarters.
    pub(crate) fn first_stocks(&self, state: &mut State) {
        for unit in 0..state.units.len() as u16 {
            let level = self.default_level(state, unit);
            let now = &mut state.units[unit as usize];
            (now.level, now.morning) = (level, level);
            if self.info(unit).hq.is_none() {
                state.units[unit as usize].tons = self.at_level(self.daily(state, unit), level);
            }
        }
        for hq in 0..state.units.len() as u16 {
            if self.info(hq).hq.is_some() {
                let own: i64 = (0..state.units.len() as u16)
                    .filter(|u| state.units[*u as usize].hq == hq && self.info(*u).hq.is_none())
                    .map(|u| state.units[u as usize].tons)
                    .sum();
                state.units[hq as usize].tons = times(own, 2, 1);
            }
        }
    }

    /// Both sides have faced each other before the first turn: who stands in contact is known by name, who is in sight by type.
    fn first_knowledge(&self, state: &mut State) {
        let field = Field::of(self, state);
        for unit in 0..state.units.len() as u16 {
            if !state.units[unit as usize].here() {
                continue;
            }
            let (at, enemy) = (state.units[unit as usize].at, self.side(unit).other());
            let near = |reach: u16| self.theater.within(at, reach).any(|hex| field.held_by(self, hex, enemy));
            state.units[unit as usize].known = if !state.setup.limited {
                1000
            } else if near(1) {
                NAME
            } else if near(self.sight()) {
                TYPE
            } else if near(2 * self.sight()) {
                SEEN
            } else {
                0
            };
        }
    }
}
