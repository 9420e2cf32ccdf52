//! The steps of the sequence by the names that files, views and people use (2).

use crate::state::{State, Step};
use kessel_table::{Case, Side};

/// Whose a step can be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Whose {
    /// Either player's, in his own turn.
    Both,
    /// The Axis player's only.
    Axis,
    /// The Soviet player's only.
    Soviet,
    /// No player turn's.
    Neither,
}

/// A step, whose it is, its name, its rule.
struct Line(Step, Whose, &'static str, &'static str);

use Whose::{Axis, Both, Neither, Soviet};

const LINES: [Line; 33] = [
    Line(Step::ChooseEffects, Neither, "Set-up: German Superiority", "S4.f"),
    Line(Step::Opening(0), Neither, "Set-up: supports", "S2.k"),
    Line(Step::Weather, Neither, "Weather", "3.1.1"),
    Line(Step::Backhand, Axis, "Backhand Blow", "16.3.2.a"),
    Line(Step::Dismantle, Both, "Supply: pontoons taken up", "4.1.4"),
    Line(Step::Pontoons, Both, "Supply: pontoons built", "4.1.3.a"),
    Line(Step::Declare, Axis, "Stalingrad Supply: the fortress", "10.1.1.a"),
    Line(Step::AirBridge, Axis, "Stalingrad Supply: the air bridge", "10.4.2.a"),
    Line(Step::Landing, Axis, "Stalingrad Supply: the Ju 52 land", "10.4.3.a"),
    Line(Step::Maskirovka, Soviet, "Offensives: Maskirovka", "PA.SUP.maskirovka"),
    Line(Step::Lift, Soviet, "Offensives: markers taken up", "11.2.1"),
    Line(Step::Launch, Soviet, "Offensives: Major Offensive", "11.4.2.a"),
    Line(Step::Spend, Soviet, "Offensives: supports of the launch", "11.4.2.h"),
    Line(Step::PlaceMinor, Soviet, "Offensives: Minor markers", "11.1.2.e"),
    Line(Step::Wintergewitter, Axis, "Support: Wintergewitter", "16.3.1.a"),
    Line(Step::Transfer, Both, "Support: a transfer", "5.5.6.d"),
    Line(Step::Strike, Both, "Support: first deployments", "5.5.7.b"),
    Line(Step::Deploy, Both, "Support: deployment", "5.5.7.c"),
    Line(Step::Shortages, Soviet, "Support: Supply Shortages", "12.2.c"),
    Line(Step::Mars, Soviet, "Operation Mars", "6.1.1.a"),
    Line(Step::Release, Soviet, "STAVKA: release", "13.1.1.a"),
    Line(Step::Enter, Soviet, "STAVKA: into the reserve", "13.1.3.a"),
    Line(Step::Movement, Both, "Movement", "7.1.1.a"),
    Line(Step::Combat, Both, "Combat", "8.1.1"),
    Line(Step::ExploitMovement, Both, "Exploitation: movement", "9.2.1"),
    Line(Step::ExploitCombat, Both, "Exploitation: combat", "9.3.1"),
    Line(Step::Arrivals, Both, "Reinforcements", "S0.a"),
    Line(Step::Upgrades, Both, "Upgrades", "18.2.1.a"),
    Line(Step::Withdrawals, Both, "Withdrawals", "18.1.1.a"),
    Line(Step::FreeDivision, Axis, "The free division", "17.2.3"),
    Line(Step::Replacements, Both, "Replacements", "17.3.a"),
    Line(Step::Return, Both, "HQs return", "4.1.2.b"),
    Line(Step::Over, Neither, "The game is over", "S0.h"),
];

fn line(step: Step) -> &'static Line {
    let step = if matches!(step, Step::Opening(_)) { Step::Opening(0) } else { step };
    LINES.iter().find(|line| line.0 == step).unwrap_or(&LINES[0])
}

/// The id of a step: `soviet-movement`, `weather`, `opening-1`.
pub(crate) fn phase_word(step: Step, phasing: Side) -> String {
    let word = step.word();
    match (line(step).1, step) {
        (_, Step::Opening(n)) => format!("{word}-{}", n + 1),
        (Neither, _) => word.to_owned(),
        (Axis, _) => format!("axis-{word}"),
        (Soviet, _) => format!("soviet-{word}"),
        (Both, _) => format!("{}-{word}", phasing.word()),
    }
}

/// The step and the player whose turn it is in; nobody's if it belongs to no player turn.
pub(crate) fn phase_from_word(text: &str) -> Option<(Step, Option<Side>)> {
    if let Some(number) = text.strip_prefix("opening-") {
        let number = number.parse::<u8>().ok().filter(|number| *number > 0)?;
        return Some((Step::Opening(number - 1), None));
    }
    let (side, word) = match (text.strip_prefix("axis-"), text.strip_prefix("soviet-")) {
        (Some(word), _) => (Some(Side::Axis), word),
        (_, Some(word)) => (Some(Side::Soviet), word),
        _ => (None, text),
    };
    let fits = |whose: Whose| match whose {
        Both => side.is_some(),
        Axis => side == Some(Side::Axis),
        Soviet => side == Some(Side::Soviet),
        Neither => side.is_none(),
    };
    let found = LINES.iter().find(|line| line.0.word() == word && fits(line.1) && !matches!(line.0, Step::Opening(_)));
    found.map(|line| (line.0, side))
}

/// Every id, for whoever has misspelt one.
pub(crate) fn phase_words() -> String {
    let words = LINES.iter().flat_map(|line| match line.1 {
        Both => vec![phase_word(line.0, Side::Soviet), phase_word(line.0, Side::Axis)],
        Axis | Soviet | Neither => vec![phase_word(line.0, Side::Axis)],
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A step in words.
pub(crate) fn phase_name(step: Step) -> &'static str {
    line(step).2
}

/// The rule of a step.
pub(crate) fn phase_case(step: Step) -> Case {
    Case(line(step).3)
}

/// Whose player turn it is; nobody's before the first and during the weather.
pub(crate) fn turn_of(state: &State) -> Option<Side> {
    let step = state.step();
    (line(step).1 != Neither).then_some(state.phasing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_found_by_its_word() {
        for line in &LINES {
            for side in Side::BOTH {
                let word = phase_word(line.0, side);
                let (step, found) = phase_from_word(&word).expect("it is a phase");
                assert_eq!(step, line.0, "{word}");
                assert!(found.is_none_or(|found| phase_word(step, found) == word));
            }
        }
        assert_eq!(phase_from_word("axis-mars"), None);
        assert_eq!(phase_from_word("movement"), None);
    }
}
