//! A battle in numbers before it is fought: both sums line by line, every shift explained, from where the attack comes, the chances.
//!
//! What is not known is guessed as a player at the table would: an untried unit is one of those of its kind that have not been seen, a
//! question mark is a die, a unit under the top one any of those that are nowhere to be seen. Chances over such guesses come from a
//! fixed number of trials with a generator of their own, the same for the same position; no die of the game is touched.

use super::order::columns;
use crate::Drive;
use crate::action::Action;
use crate::data::{CombatResult, Factor, Nation, Odds, UnitId};
use crate::decision::Decides;
use crate::odds::{Shifts, Values};
use crate::sets::UnitSet;
use crate::state::{Fight, Frame, Muster, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::event::{BattleReport, Chance, Force, ForceLine, Forecast, most_likely};
use kessel_kernel::{Case, Offer, Side};
use kessel_kit::Word;
use kessel_kit::offer::said;
use kessel_kit::show::line;

/// The column met most often, and how many times in a hundred it was.
type Likely = Option<(Odds, u32)>;

/// Trials where something is unknown.
const TRIALS: u32 = 180;

/// What a factor can be, each value as likely as it occurs.
type Guess = Vec<u8>;

impl Drive {
    /// The assault that is being put together.
    pub(crate) fn mustered(&self, seen: &State, side: Side, muster: &Muster) -> Fight {
        self.drawn_up(seen, side, muster.target, None, muster.units, muster.aircraft, muster.manstein)
    }

    /// The mobile assault of the group on the move (9.24).
    pub(super) fn describe_assault(&self, seen: &State, at: SpaceId, manstein: bool) -> Offer {
        let label = format!("Mobile assault on {}{}", self.hex_name(at), if manstein { " under Manstein" } else { "" });
        let Some(march) = seen.march() else { return said(label, "Mobile assault") };
        let units = march.units.iter().copied().collect();
        let fight = self.drawn_up(seen, Side::Axis, at, Some(march.hex), units, 0, manstein);
        let near = self.ground.between(march.hex, at);
        let cost = near.and_then(|near| self.assault_cost(seen, &march.units, &near));
        let left = self.points_left(seen, &march.units);
        let preview = self.preview_of(seen, &fight);
        let cost = cost.map(|cost| format!("{cost} of {left} points; {}", preview.column));
        Offer { cost, preview: Some(Box::new(preview)), ..said(label, "Mobile assault") }
    }

    /// What everybody who may join would make of an attack on this hex.
    pub(super) fn attack_forecast(&self, seen: &State, side: Side, at: SpaceId) -> String {
        let mut there = seen.clone();
        let mut muster = Muster { target: at, units: UnitSet::EMPTY, aircraft: 0, manstein: false };
        let near: Vec<UnitId> = self.candidates(seen, at, side).collect();
        // Twice, because artillery joins others only.
        for unit in near.iter().chain(&near) {
            there.frames.push(Frame::Muster(muster));
            if self.allows(&there, side, Action::Join { unit: *unit }) {
                muster.units.insert(*unit);
            }
            there.frames.pop();
        }
        let fight = self.mustered(seen, side, &muster);
        let concentric = if self.is_concentric(seen, &fight) { ", concentric" } else { "" };
        let [low, likely, high] = self.odds_range(seen, &fight);
        let odds = if low == high { low.to_string() } else { format!("between {low} and {high}, about {likely}") };
        format!("with all {} that can: {odds}{concentric}", muster.units.len())
    }

    /// Everything that can be foreseen of a battle.
    pub(crate) fn preview_of(&self, seen: &State, fight: &Fight) -> BattleReport {
        let shifts = self.shifts(seen, fight);
        let guesses = self.guesses(seen, fight);
        let forces = vec![
            self.force(seen, fight, &guesses, fight.units, fight.attacker),
            self.force(seen, fight, &guesses, fight.defenders, fight.attacker.other()),
        ];
        let (results, likely, sure) = self.foreseen(seen, fight, &guesses, &shifts);
        BattleReport {
            at: self.hex_id(fight.target).into(),
            attacker: Some(fight.attacker),
            column: self.column_words(&forces, &shifts, likely),
            rung: likely.map(|(odds, _)| self.data.charts.crt.within(odds)).map(|odds| (odds.0, odds.to_string())),
            forces,
            forecast: Some(self.forecast(seen, fight, &results, sure)).filter(|_| !results.is_empty()),
            chances: chances(results, fight.launch.is_some()),
            shifts: self.shift_lines(seen, fight, &shifts),
            approach: Some(self.approach_of(seen, fight)),
            ..BattleReport::default()
        }
    }

    /// What each unit's factor can be.
    fn guesses(&self, seen: &State, fight: &Fight) -> Vec<(UnitId, Guess)> {
        let attackers = fight.units.iter().take(80).map(|unit| (unit, self.guess(seen, unit, true)));
        let defenders = fight.defenders.iter().map(|unit| (unit, self.guess(seen, unit, false)));
        attackers.chain(defenders).take(96).collect()
    }

    fn guess(&self, seen: &State, unit: UnitId, attack: bool) -> Guess {
        if seen.veiled.contains(unit) {
            // Under the top: any of those that nobody sees (11.7).
            let unseen = seen.veiled.iter().filter(|other| self.side(*other) == self.side(unit));
            let mut all: Guess = unseen.flat_map(|other| self.printed_guess(seen, other, attack)).collect();
            all.sort_unstable();
            // A sample is enough, evenly spread.
            let step = (all.len() / 60).max(1);
            return all.into_iter().step_by(step).collect();
        }
        self.printed_guess(seen, unit, attack)
    }

    fn printed_guess(&self, seen: &State, unit: UnitId, attack: bool) -> Guess {
        let factor = if attack { self.attack_factor(seen, unit) } else { self.defence_factor(seen, unit) };
        match factor {
            Factor::Number(n) => vec![n],
            Factor::Die => (1..=6).collect(),
            Factor::Untried => {
                let pool = self.data.pool(self.card(unit).kind);
                let mut taken = [false; 256];
                pool.unit_ids().filter_map(|u| seen.units[u.index()].face).for_each(|face| taken[face.index()] = true);
                let left = pool.face_ids().filter(|face| !taken[face.index()]);
                let values = left.map(|face| {
                    let info = &self.data.faces[face.index()];
                    if attack { info.attack } else { info.defence }
                });
                let mut values: Guess = values.collect();
                values.sort_unstable();
                if values.is_empty() { vec![1] } else { values }
            }
        }
    }

    fn sum(&self, seen: &State, fight: &Fight, values: &Values, attack: bool) -> u16 {
        if attack { self.attack_sum(seen, fight, values) } else { self.defence_sum(seen, fight, values) }
    }

    fn force(&self, seen: &State, fight: &Fight, guesses: &[(UnitId, Guess)], units: UnitSet, side: Side) -> Force {
        let attack = side == fight.attacker;
        let own = || guesses.iter().filter(|(unit, _)| units.contains(*unit));
        let mut lines: Vec<ForceLine> = own().map(|(unit, guess)| self.unit_line(seen, fight, *unit, guess)).collect();
        if !attack && fight.defenders.is_empty() {
            let value = format!("+{}", self.data.charts.defence.garrison);
            lines.push(line("11.40", "garrison", value));
        }
        if !fight.guests.is_empty() && !attack {
            let text = format!("units that retreated hither and do not count: {}", fight.guests.len());
            lines.push(line("11.35.a", text, "+0"));
        }
        let extreme =
            |pick: fn(&Guess) -> u8| -> Values { guesses.iter().map(|(unit, guess)| (*unit, pick(guess))).collect() };
        let weak = extreme(|guess| guess.first().copied().unwrap_or(1));
        let strong = extreme(|guess| guess.last().copied().unwrap_or(1));
        let surplus = |values: &Values| self.surplus(seen, fight, values, attack);
        lines.extend(self.surplus_line(surplus(&weak), surplus(&strong)));
        let empty = attack && units.is_empty();
        let total = i32::from(self.sum(seen, fight, &weak, attack));
        let most = i32::from(self.sum(seen, fight, &strong, attack));
        Force {
            side: Some(side),
            lines,
            total: if empty { 0 } else { total },
            most: if empty { 0 } else { most },
            sum: None,
        }
    }

    /// One unit of a sum, with what halves it.
    fn unit_line(&self, seen: &State, fight: &Fight, unit: UnitId, guess: &Guess) -> ForceLine {
        let attacks = fight.units.contains(unit);
        // 11.27: flak without company shows what it counts.
        let alone = self.is_lone_flak(seen, fight, unit).then_some(self.data.charts.defence.lone_flak);
        let (least, most) = match (alone, guess.first(), guess.last()) {
            (None, Some(least), Some(most)) => (*least, *most),
            (alone, _, _) => (alone.unwrap_or(1), alone.unwrap_or(1)),
        };
        let value = if least == most { format!("+{least}") } else { format!("{least} to {most}") };
        let reasons =
            if attacks { self.attack_reasons(seen, fight, unit) } else { self.defence_reasons(seen, fight, unit) };
        let value = match reasons.len() {
            0 => value,
            1 => format!("{value}, halved"),
            n => format!("{value}, halved {n} times"),
        };
        let hidden = seen.veiled.contains(unit);
        let name = if hidden { "a unit under the top" } else { self.shown_name(seen, unit) };
        let name = if alone.is_some() { format!("{name}, without company") } else { name.to_owned() };
        let text = if reasons.is_empty() { name } else { format!("{name}: {}", reasons.join(", ")) };
        let untried = !hidden && seen.units[unit.index()].face.is_none() && self.card(unit).kind.is_regular();
        let case = if hidden {
            "11.7.a"
        } else if untried {
            "2.14.c"
        } else if least != most {
            "2.15.a"
        } else {
            "11.8.a"
        };
        line(case, text, value)
    }

    fn attack_reasons(&self, seen: &State, fight: &Fight, unit: UnitId) -> Vec<&'static str> {
        let halvings = usize::from(self.attack_halvings(seen, fight, unit));
        let supply = (self.supply_of(seen, unit) != Supplied::Regular).then_some("not in overland supply");
        let city = self.data.map.spaces[fight.target].is_city()
            && self.card(unit).kind == crate::data::UnitKind::Panzer
            && self.side(unit) == Side::Axis;
        let city = city.then_some("panzers in a city");
        let mut reasons: Vec<&str> = supply.into_iter().chain(city).collect();
        if reasons.len() < halvings {
            reasons.push("over a river");
        }
        reasons.truncate(halvings);
        reasons
    }

    fn defence_reasons(&self, seen: &State, fight: &Fight, unit: UnitId) -> Vec<&'static str> {
        let out = self.supply_in(seen, self.side(unit), fight.target) == Supplied::Out;
        out.then_some("out of supply").into_iter().collect()
    }

    /// 11.11: every shift in words.
    pub(crate) fn shift_lines(&self, seen: &State, fight: &Fight, shifts: &Shifts) -> Vec<ForceLine> {
        let lines = shifts.iter().map(|&(case, n)| ForceLine {
            case,
            text: self.shift_words(seen, fight, case, n).into(),
            value: columns(n),
        });
        lines.collect()
    }

    fn shift_words(&self, seen: &State, fight: &Fight, case: Case, n: i8) -> &'static str {
        match case.id() {
            "5.6.a" => "Prepared assaults before movement",
            "5.6.b" => "The Soviets moved first",
            "8.9.a" => "Manstein leads",
            "9.27.a" => "Mobile assault: the defender is ready",
            "11.14.a" => "Forest, and the attacker moved first",
            "11.15" => "Hills",
            "11.16.a" => "Mountains",
            "11.17.b" => "Marsh",
            "11.18" => "Desert steppe",
            "11.22.b" => "City",
            "11.23.b" => "Don-Volga line",
            "11.24.a" => "Every attacker comes over the O-Ring",
            "11.25.b" if n > 0 => "Aircraft of the attacker",
            "11.25.b" => "Aircraft of the defender",
            "11.28.b" => "Concentric, Germans only",
            "11.28.c" if self.has_satellites(fight) => "Concentric, with satellites",
            "11.28.c" => "Concentric",
            _ if seen.frozen => "Frozen ground",
            _ => "Ground",
        }
    }

    fn has_satellites(&self, fight: &Fight) -> bool {
        fight.attacker == Side::Axis && fight.units.iter().any(|unit| self.card(unit).nation != Nation::German)
    }

    /// The odds before and after the shifts.
    fn column_words(&self, forces: &[Force], shifts: &Shifts, likely: Likely) -> String {
        let [attack, defence] = forces else { return String::new() };
        if attack.most == 0 {
            return "nobody attacks yet".into();
        }
        let factors = |n: i32| u16::try_from(n).unwrap_or(1);
        let low = Odds::of(factors(attack.total), factors(defence.most));
        let high = Odds::of(factors(attack.most), factors(defence.total));
        let net: i16 = shifts.iter().map(|(_, n)| i16::from(*n)).sum();
        let moved = match net {
            0 => String::new(),
            n => format!(", {} in all", columns(n as i8)),
        };
        if low == high {
            let after = low.shifted(net);
            return if net == 0 { after.to_string() } else { format!("{low}{moved}: {after}") };
        }
        // What is met more often than all others together is likely; the first of many is not.
        let likely = likely.filter(|(_, percent)| *percent > 50);
        let likely = likely.map(|(odds, _)| format!(", most likely {odds}")).unwrap_or_default();
        let (low, high) = (low.shifted(net), high.shifted(net));
        format!("between {low} and {high} after shifts{moved}{likely}")
    }

    /// The odds after all shifts at their worst, in the middle and at their best.
    fn odds_range(&self, seen: &State, fight: &Fight) -> [Odds; 3] {
        let shifts = self.shifts(seen, fight);
        let net: i16 = shifts.iter().map(|(_, n)| i16::from(*n)).sum();
        let guesses = self.guesses(seen, fight);
        let sum = |attack: bool, share: usize| {
            let pick = |guess: &Guess| guess.get(guess.len().saturating_sub(1) * share / 2).copied().unwrap_or(1);
            let values: Values = guesses.iter().map(|(unit, guess)| (*unit, pick(guess))).collect();
            self.sum(seen, fight, &values, attack)
        };
        [0, 1, 2].map(|share| Odds::of(sum(true, share), sum(false, 2 - share)).shifted(net))
    }

    /// How often each result comes, the column met most often with how many times in a hundred it was, and whether nothing had to be guessed.
    fn foreseen(
        &self,
        seen: &State,
        fight: &Fight,
        guesses: &[(UnitId, Guess)],
        shifts: &Shifts,
    ) -> (Vec<(CombatResult, u32)>, Likely, bool) {
        if fight.units.is_empty() {
            return (Vec::new(), None, false);
        }
        let net: i16 = shifts.iter().map(|(_, n)| i16::from(*n)).sum();
        let known = guesses.iter().all(|(_, guess)| guess.first() == guess.last());
        let trials = if known { 1 } else { TRIALS };
        let mut luck = Luck(u64::from(fight.target.0) + 7);
        let mut results: Vec<(CombatResult, u32)> = Vec::new();
        let mut met: Vec<(Odds, u32)> = Vec::new();
        for _ in 0..trials {
            let draw = |luck: &mut Luck, guess: &Guess| guess.get(luck.below(guess.len())).copied().unwrap_or(1);
            let values: Values = guesses.iter().map(|(unit, guess)| (*unit, draw(&mut luck, guess))).collect();
            let odds = Odds::of(self.attack_sum(seen, fight, &values), self.defence_sum(seen, fight, &values));
            let odds = odds.shifted(net);
            count(&mut met, odds);
            for die in 1..=6 {
                let printed = self.data.charts.crt.result(odds, die);
                count(&mut results, self.in_city(seen, fight, printed));
            }
        }
        results.sort_by_key(|(result, _)| std::cmp::Reverse(*result));
        let likely = met.iter().max_by_key(|(odds, n)| (*n, *odds)).map(|(odds, n)| (*odds, n * 100 / trials));
        (results, likely, known)
    }

    /// Mean losses, and how often the defenders go back or have no step left (11.32, 11.37).
    fn forecast(&self, seen: &State, fight: &Fight, results: &[(CombatResult, u32)], sure: bool) -> Forecast {
        let all: u32 = results.iter().map(|(_, n)| n).sum::<u32>().max(1);
        let steps = |unit: UnitId| u32::from(seen.units[unit.index()].steps);
        let defenders = fight.defenders.iter().count() as u32;
        let weak = defenders > 0 && fight.defenders.iter().all(|unit| steps(unit) <= 1);
        let most: u32 = fight.units.iter().map(steps).sum();
        let mut forecast = Forecast { sure, ..Forecast::default() };
        for (result, n) in results {
            let (attacker, defender, goes) = match result {
                CombatResult::AttackerLosesOne => (1, 0, false),
                CombatResult::AttackStalled => (0, 0, false),
                CombatResult::DefenderRetreats => (0, 0, true),
                CombatResult::Exchange => (defenders.min(most), defenders, weak),
                CombatResult::DefenderEliminated => (0, defenders, weak),
            };
            forecast.losses[0] += n * attacker;
            forecast.losses[1] += n * defender;
            if goes {
                forecast.clears += n;
            } else {
                forecast.failure += n * attacker;
            }
        }
        forecast.losses = forecast.losses.map(|sum| sum * 100 / all);
        forecast.failure = forecast.failure * 100 / (all - forecast.clears).max(1);
        forecast.clears = forecast.clears * 1000 / all;
        let means = |result: CombatResult| result_means(result, fight.launch.is_some()).to_owned();
        forecast.likely = most_likely(results).map_or_else(String::new, |result| means(*result));
        forecast.best = results.iter().map(|(result, _)| *result).max().map_or_else(String::new, means);
        forecast
    }

    /// `attack 12, 10 points`: what a unit brings.
    pub(super) fn factor_words(&self, seen: &State, unit: UnitId) -> String {
        match self.attack_factor(seen, unit) {
            Factor::Number(n) => format!("attack {n}"),
            Factor::Die => "attack by a die".into(),
            Factor::Untried => "untried".into(),
        }
    }
}

/// Results as chances, in words.
fn chances(results: Vec<(CombatResult, u32)>, mobile: bool) -> Vec<Chance> {
    let all: u32 = results.iter().map(|(_, n)| n).sum::<u32>().max(1);
    let one = |(result, n): (CombatResult, _)| Chance {
        text: format!("{}, {}", result.word(), result_means(result, mobile)),
        permille: n * 1000 / all,
    };
    results.into_iter().map(one).collect()
}

/// What a result means.
pub(crate) const fn result_means(result: CombatResult, mobile: bool) -> &'static str {
    match (result, mobile) {
        (CombatResult::AttackerLosesOne, false) => "the attacker loses a step, the defender holds",
        (CombatResult::AttackerLosesOne, true) => "a panzer division loses a step, the group is back in its launch hex",
        (CombatResult::AttackStalled, false) => "the attack is stalled, nothing happens",
        (CombatResult::AttackStalled, true) => "the attack is stalled, the group is back in its launch hex",
        (CombatResult::DefenderRetreats, _) => "the defender retreats",
        (CombatResult::Exchange, _) => "exchange, every defender loses a step and the attacker as many",
        (CombatResult::DefenderEliminated, _) => "every defender loses a step, the attacker none",
    }
}

fn count<T: PartialEq>(list: &mut Vec<(T, u32)>, what: T) {
    match list.iter_mut().find(|(known, _)| *known == what) {
        Some((_, n)) => *n += 1,
        None => list.push((what, 1)),
    }
}

/// A small fixed generator for trials.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}
