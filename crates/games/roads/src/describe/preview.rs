//! A combat in numbers: both totals line by line, the column with what made it, the row of the table and the chances (8.5, 8.7).

use crate::Roads;
use crate::data::{AttackerResult, CrtCell, DefenderResult, Odds, Weather};
use crate::decision::Decides;
use crate::deployment::kind_case;
use crate::odds::{Sum, Term, raw_word};
use crate::state::{AttackerWord, Fight, FightKind, Frame, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::event::{BattleReport, BattleResult, Chance, Force, ForceLine, Forecast, most_likely};
use kessel_kit::show::line;

impl Roads {
    /// A combat that is about to be fought, by the attackers named so far.
    pub(crate) fn preview_of(&self, seen: &State, fight: &Fight) -> BattleReport {
        let mut there = seen.clone();
        let fight = self.drawn_up(seen, fight);
        let sum = self.odds_of(seen, &fight);
        there.fight = Some(fight.clone());
        let forces = self.forces(&there, &fight, sum, true);
        let chances = sum.odds().map_or_else(Vec::new, |odds| self.chances(seen, &fight, odds));
        BattleReport {
            at: self.space_id(seen, fight.hex).into(),
            attacker: Some(fight.attacker),
            forces,
            column: self.column_words(sum),
            rung: sum.odds().map(|odds| (sum.column.into(), odds.word().to_owned())),
            shifts: self.shift_lines(&fight),
            chances,
            forecast: sum.odds().map(|odds| self.forecast(&there, &fight, odds)),
            ..BattleReport::default()
        }
    }

    /// Is nothing left that the defender may bring in: a support that lies ready (5.5.4.a), an event of the Ju 52, which may call one from
    /// his box (10.4.3.b)?
    fn is_sure(&self, there: &State, fight: &Fight) -> bool {
        let ready = self.combat_supports(there, fight.defender());
        ready.is_subset(&fight.supports) && !self.ju52_may_come(there, fight)
    }

    /// Mean losses of the column, and how often the defenders go back or have no step left.
    fn forecast(&self, seen: &State, fight: &Fight, odds: Odds) -> Forecast {
        let each = |roll: u8| 6 - u32::from(roll.abs_diff(7));
        let whole: u32 = fight.defenders.iter().map(|unit| u32::from(seen.field.get(unit).steps)).sum();
        let mut forecast = Forecast { sure: self.is_sure(seen, fight), ..Forecast::default() };
        let mut outcomes: Vec<(String, u32)> = Vec::new();
        let mut best = (0, String::new());
        for roll in 2..=12 {
            let cell = self.data.charts.crt.cell(odds, roll);
            forecast.losses[0] += each(roll) * u32::from(cell.attacker_losses);
            forecast.losses[1] += each(roll) * u32::from(cell.defender_losses).min(whole);
            let comes_to = self.defender_comes_to(seen, fight, cell.defender);
            let back = match comes_to {
                DefenderResult::Retreat => 1,
                DefenderResult::Retreat2 => 2,
                DefenderResult::Retreat3 => 3,
                _ => 0,
            };
            let goes = back > 0;
            let text = format!("they lose {}; {}", steps(cell.defender_losses), defender_words(comes_to));
            match outcomes.iter_mut().find(|(known, _)| *known == text) {
                Some((_, ways)) => *ways += each(roll),
                None => outcomes.push((text.clone(), each(roll))),
            }
            let worth = u32::from(cell.defender_losses) * 4 + back;
            if worth >= best.0 {
                best = (worth, text);
            }
            if goes || u32::from(cell.defender_losses) >= whole {
                forecast.clears += each(roll);
            } else {
                forecast.failure += each(roll) * u32::from(cell.attacker_losses);
            }
        }
        forecast.losses = forecast.losses.map(|sum| sum * 100 / 36);
        forecast.failure = forecast.failure * 100 / (36 - forecast.clears).max(1);
        forecast.clears = forecast.clears * 1000 / 36;
        forecast.likely = most_likely(&outcomes).cloned().unwrap_or_default();
        forecast.best = best.1;
        forecast
    }

    /// The combat as it was rolled: the row of the table with both results explained.
    pub(crate) fn report(&self, seen: &State, fight: &Fight) -> BattleReport {
        let sum =
            Sum { attack: fight.attack, defence: fight.defence, column: fight.column, ..self.odds_of(seen, fight) };
        let odds = usize::try_from(fight.column).ok().and_then(|column| Odds::ALL.get(column).copied());
        BattleReport {
            at: self.space_id(seen, fight.hex).into(),
            attacker: Some(fight.attacker),
            forces: self.forces(seen, fight, sum, false),
            column: odds.map_or_else(|| "called off".to_owned(), |odds| odds.word().to_owned()),
            shifts: self.shift_lines(fight),
            results: odds.map_or_else(Vec::new, |odds| self.results(fight, odds)),
            ..BattleReport::default()
        }
    }

    /// 5.5.4.d, 8.5.6: the columns to the right, support by support.
    fn shift_lines(&self, fight: &Fight) -> Vec<ForceLine> {
        let serving = fight.supports.iter().filter(|marker| self.support(*marker).side == fight.attacker);
        let shifts = serving.map(|marker| (self.support(marker), self.shift_of(fight, marker)));
        let told = shifts.filter(|(_, columns)| *columns > 0);
        told.map(|(kind, columns)| ForceLine {
            case: kind_case(kind),
            text: kind.name.clone(),
            value: format!("+{columns}"),
        })
        .collect()
    }

    /// Who stands against whom, as the declaration will have it.
    fn drawn_up(&self, seen: &State, fight: &Fight) -> Fight {
        let mut fight = fight.clone();
        if fight.from.is_empty() {
            fight.defenders = self.stack_of(seen, fight.hex);
            for from in fight.attackers.iter().filter_map(|unit| seen.field.at(unit)) {
                if !fight.from.contains(&from) && !fight.from.is_full() {
                    fight.from.push(from);
                }
            }
        }
        fight
    }

    /// The attack on a hex with everybody who may join.
    pub(super) fn full_attack(&self, seen: &State, side: Side, at: SpaceId) -> Fight {
        // EX4.b: only the stack under the marker makes a Surprise Attack.
        if let Frame::Surprise(surprise) = seen.frames.top() {
            let mut fight = Fight::new(FightKind::Surprise, side, at);
            fight.attackers = surprise.units;
            return self.drawn_up(seen, &fight);
        }
        let mut there = seen.clone();
        let kind = match seen.step() {
            crate::state::Step::ExploitCombat => FightKind::Exploitation,
            _ => FightKind::Combat,
        };
        there.fight = Some(Fight::new(kind, side, at));
        there.frames.push(Frame::Muster);
        for hex in self.around(seen, at) {
            for unit in seen.field.stack(hex) {
                if self.allows(&there, side, crate::Action::Join { unit })
                    && let Some(fight) = &mut there.fight
                {
                    fight.attackers.insert(unit);
                }
            }
        }
        let fight = there.fight.unwrap_or_else(|| Fight::new(kind, side, at));
        self.drawn_up(seen, &fight)
    }

    fn forces(&self, there: &State, fight: &Fight, sum: Sum, before: bool) -> Vec<Force> {
        let terms = self.odds_terms(there, fight);
        let of = |attack: bool| {
            let side = if attack { fight.attacker } else { fight.attacker.other() };
            let total = i32::from(if attack { sum.attack } else { sum.defence });
            let own = || terms.iter().filter(move |term| term.attack == attack);
            let counted: i32 = own().map(|term| i32::from(term.value)).sum();
            let mut lines: Vec<ForceLine> = if counted == total {
                own().map(term_line).collect()
            } else {
                vec![line("8.5.4", "when the odds were counted", total.to_string())]
            };
            let most = if before { total + self.at_hand(there, fight, side, &mut lines) } else { total };
            Force { side: Some(side), lines, total, most, sum: None }
        };
        vec![of(true), of(false)]
    }

    /// Supports that lie ready for this combat: they are open once deployed. Gives what they can add to the total.
    fn at_hand(&self, there: &State, fight: &Fight, side: Side, lines: &mut Vec<ForceLine>) -> i32 {
        let mut most = 0;
        for marker in self.combat_supports(there, side).iter().filter(|marker| !fight.supports.contains(*marker)) {
            let kind = self.support(marker);
            let value = if side == fight.attacker {
                let shift = self.shift_of(fight, marker);
                most += i32::from(kind.attack);
                match (shift, kind.attack) {
                    (0, 0) => "at hand".to_owned(),
                    (0, attack) => format!("at hand, +{attack}"),
                    (shift, 0) => format!("at hand, {shift} to the right"),
                    (shift, attack) => format!("at hand, {shift} to the right, +{attack}"),
                }
            } else {
                let defence = self.defence_of(fight, marker);
                most += i32::from(defence);
                if defence > 0 { format!("at hand, +{defence}") } else { "at hand".to_owned() }
            };
            lines.push(line("5.5.4.a", &kind.name, value));
        }
        most
    }

    /// The column, then what made it: the raw odds, the shift, and what is missing for the next one.
    fn column_words(&self, sum: Sum) -> String {
        let raw = if sum.attack == 0 { "no attack".to_owned() } else { raw_word(sum.raw) };
        let shift = if sum.shift > 0 { format!(", {} to the right", sum.shift) } else { String::new() };
        let Some(odds) = sum.odds() else {
            return format!("{raw}{shift}: below the table, the attack would be called off");
        };
        let next = (1..=5).contains(&sum.raw) && sum.column < Odds::ALL.len() as i8 - 1;
        let missing = (u32::from(sum.raw.unsigned_abs()) + 1) * u32::from(sum.defence);
        let missing = missing.saturating_sub(u32::from(sum.attack));
        let mut made = Vec::new();
        if raw != odds.word() || sum.shift > 0 {
            made.push(format!("odds {raw}{shift}"));
        }
        if next {
            let factors = if missing == 1 { "factor" } else { "factors" };
            made.push(format!("next column: {missing} {factors} more"));
        }
        if made.is_empty() { odds.word().into() } else { format!("{} ({})", odds.word(), made.join("; ")) }
    }

    fn results(&self, fight: &Fight, odds: Odds) -> Vec<BattleResult> {
        let crt = &self.data.charts.crt;
        let rolled = fight.roll.clamp(2, 12);
        let cell = crt.cell(odds, rolled);
        // One cell for each sum; there is none for 1.
        let row = |word: fn(&CrtCell) -> String| {
            let cells = (2..=12).map(|roll| word(&crt.cell(odds, roll)));
            std::iter::once(String::new()).chain(cells).collect::<Vec<_>>()
        };
        let one = |side: Side, what: String, word: fn(&CrtCell) -> String| BattleResult {
            side,
            line: format!("column {}, {what}", odds.word()),
            die: rolled,
            cell: word(&cell),
            cells: row(word),
        };
        let (attacker, defender) = (fight.attacker, fight.attacker.other());
        let lost =
            format!("losses: attacker {}, defender {}", steps(cell.attacker_losses), steps(cell.defender_losses));
        vec![
            one(attacker, lost, |cell| cell.losses()),
            one(attacker, format!("A: {}", attacker_words(cell.attacker)), |cell| cell.attacker.word().to_owned()),
            one(defender, format!("D: {}", defender_words(cell.defender)), |cell| cell.defender.word().to_owned()),
        ]
    }

    /// Losses and results in words, then every row of the column. Results in words are what the rules make of them (8.10.2).
    fn chances(&self, seen: &State, fight: &Fight, odds: Odds) -> Vec<Chance> {
        let crt = &self.data.charts.crt;
        let each = |roll: u8| 6 - u32::from(roll.abs_diff(7));
        let mut sums: Vec<(String, u32)> = Vec::new();
        for roll in 2..=12 {
            let cell = crt.cell(odds, roll);
            let lines = [
                format!("attacker loses: {}", steps(cell.attacker_losses)),
                format!("defender loses: {}", steps(cell.defender_losses)),
                format!("attacker's result: {}", self.attacker_comes_to(seen, fight, cell.attacker)),
                format!("defender's result: {}", defender_words(self.defender_comes_to(seen, fight, cell.defender))),
            ];
            for line in lines {
                match sums.iter_mut().find(|(known, _)| *known == line) {
                    Some((_, ways)) => *ways += each(roll),
                    None => sums.push((line, each(roll))),
                }
            }
        }
        sums.sort_by(|a, b| title(&a.0).cmp(title(&b.0)).then(b.1.cmp(&a.1)));
        let in_words = sums.into_iter().map(|(text, ways)| Chance { text, permille: ways * 1000 / 36 });
        let mut chances: Vec<Chance> = in_words.collect();
        for roll in 2..=12 {
            let cell = crt.cell(odds, roll);
            let (attacker, defender) = (cell.attacker.word(), cell.defender.word());
            let text = format!("column {}: {roll}, {} {attacker} {defender}", odds.word(), cell.losses());
            chances.push(Chance { text, permille: each(roll) * 1000 / 36 });
        }
        chances
    }

    /// What the rules will make of the defender's result, by the very function that will (8.10.2, 10.2.3.g).
    fn defender_comes_to(&self, seen: &State, fight: &Fight, result: DefenderResult) -> DefenderResult {
        let mut fight = fight.clone();
        fight.defender_result = result.into();
        self.modify_defender(seen, &mut fight);
        fight.defender_result.result()
    }

    /// The same for the attacker's: terrain, supports, weak allies, mud. German Superiority comes on top (8.9).
    fn attacker_comes_to(&self, seen: &State, fight: &Fight, result: AttackerResult) -> String {
        if fight.kind == FightKind::Exploitation {
            return "no result in exploitation combat".into();
        }
        let mut fight = fight.clone();
        (fight.attacker_result, fight.level) = (result.into(), result.level());
        fight.weak_allies = self.weak_allies(seen, fight.attacker, fight.defenders).is_some();
        self.modify_attacker(seen, &mut fight, seen.forecast.weather == Weather::Mud);
        let mut words = Vec::new();
        match fight.attacker_result {
            AttackerWord::Retreat => words.push(attacker_words(AttackerResult::Retreat).to_owned()),
            AttackerWord::Loss => words.push(attacker_words(AttackerResult::Loss).to_owned()),
            AttackerWord::Engagement => words.push(attacker_words(AttackerResult::Engagement).to_owned()),
            AttackerWord::None => {}
        }
        // 3.2.2.e; an Eng that the table prints costs both, with it or without (3.2.2.f).
        if fight.one_sided && fight.attacker_result != AttackerWord::Engagement {
            words.push("engagement by mud, dice again for the attacker's losses only".into());
        }
        if fight.level > 0 {
            words.push(exploits(fight.level));
        }
        match (words.is_empty(), result.level()) {
            (true, 0) => "no result".into(),
            (true, _) => exploits(0),
            (false, _) => words.join("; "),
        }
    }
}

/// The words before the colon.
fn title(text: &str) -> &str {
    text.split(": ").next().unwrap_or(text)
}

fn steps(n: u8) -> String {
    match n {
        0 => "nothing".into(),
        1 => "one step".into(),
        n => format!("{n} steps"),
    }
}

fn exploits(level: u8) -> String {
    match level {
        0 => "no exploitation".into(),
        1 => "one unit may exploit".into(),
        n => format!("{n} units may exploit"),
    }
}

fn term_line(term: &Term) -> ForceLine {
    let case = match (term.unit, term.attack, term.text.as_str()) {
        (Some(_), true, _) => "8.5.3",
        (Some(_), false, _) => "8.5.2",
        (None, _, text) if text.starts_with("supply") => "4.4.2",
        (None, _, text) if text.contains("river") => "PA.TEC.river",
        (None, true, _) => "5.5.4.a",
        (None, false, _) => "PA.TEC.def",
    };
    let mut letters = term.text.chars();
    let text: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    line(case, &text, format!("{:+}", term.value))
}

/// What the attacker's result means.
pub(super) const fn attacker_words(result: AttackerResult) -> &'static str {
    match result {
        AttackerResult::None => "no result",
        AttackerResult::Retreat => "attackers go back one hex, or lose two steps",
        AttackerResult::Loss => "the defender loses one step more",
        AttackerResult::Engagement => "engagement, dice again for losses only",
        AttackerResult::Exploit => "one unit may exploit",
        AttackerResult::Exploit2 => "two units may exploit",
        AttackerResult::Exploit3 => "three units may exploit",
    }
}

/// What the defender's result means.
pub(super) const fn defender_words(result: DefenderResult) -> &'static str {
    match result {
        DefenderResult::None => "no result",
        DefenderResult::React => "a unit nearby may react",
        DefenderResult::FallBack => "stay, or go back one hex with one loss less",
        DefenderResult::StandFast => "stay with one more loss, or go back one hex",
        DefenderResult::Engagement => "engagement, dice again for losses only",
        DefenderResult::Retreat => "goes back one hex",
        DefenderResult::Retreat2 => "goes back two hexes",
        DefenderResult::Retreat3 => "goes back three hexes",
    }
}
