//! The steps of the sequence by the names that files, views and people use (2).

use crate::sequence::{SEQUENCE, Whose};
use crate::state::{State, Step};
use kessel_kernel::Side;

/// The id of a step: `soviet-movement`, `weather`, `opening-1`.
pub(crate) fn phase_word(step: Step, phasing: Side) -> String {
    let (word, whose) = (step.line().word, step.line().whose);
    match (whose, step) {
        (_, Step::Opening(n)) => format!("{word}-{}", n + 1),
        (Whose::Neither, _) => word.to_owned(),
        (Whose::Axis, _) => format!("axis-{word}"),
        (Whose::Soviet, _) => format!("soviet-{word}"),
        (Whose::Both, _) => format!("{}-{word}", phasing.word()),
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
        Whose::Both => side.is_some(),
        Whose::Axis => side == Some(Side::Axis),
        Whose::Soviet => side == Some(Side::Soviet),
        Whose::Neither => side.is_none(),
    };
    let named = |step: &&Step| step.line().word == word && fits(step.line().whose);
    let found = SEQUENCE.iter().filter(|step| !matches!(step, Step::Opening(_))).find(named);
    found.map(|step| (*step, side))
}

/// Every id, for whoever has misspelt one.
pub(crate) fn phase_words() -> String {
    let words = SEQUENCE.iter().flat_map(|step| match step.line().whose {
        Whose::Both => vec![phase_word(*step, Side::Soviet), phase_word(*step, Side::Axis)],
        Whose::Axis | Whose::Soviet | Whose::Neither => vec![phase_word(*step, Side::Axis)],
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Whose player turn it is; nobody's before the first and during the weather.
pub(crate) fn turn_of(state: &State) -> Option<Side> {
    (state.step().line().whose != Whose::Neither).then_some(state.phasing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_found_by_its_word() {
        for known in SEQUENCE {
            for side in Side::BOTH {
                let word = phase_word(*known, side);
                let (step, found) = phase_from_word(&word).expect("it is a phase");
                assert_eq!(step, *known, "{word}");
                assert!(found.is_none_or(|found| phase_word(step, found) == word));
            }
        }
        assert_eq!(phase_from_word("axis-mars"), None);
        assert_eq!(phase_from_word("movement"), None);
    }
}
