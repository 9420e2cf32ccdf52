//! What people write: names that nobody mistakes for another, and sentences that say something.

/// Characters that are not seen: they fill a name or a sentence with nothing, or turn the direction of what stands around it.
fn is_unseen(c: char) -> bool {
    let turns = is_turn(c);
    turns
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Characters that turn the direction of writing: with them a sentence reads otherwise than it was written.
fn is_turn(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters and figures that are forms of others: full width, mathematical, circled, raised.
fn is_form(c: char) -> bool {
    matches!(c,
        '\u{aa}' | '\u{b2}' | '\u{b3}' | '\u{b9}'..='\u{be}' | '\u{2b0}'..='\u{36f}' | '\u{1d2c}'..='\u{1d7f}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{2070}'..='\u{218f}' | '\u{2460}'..='\u{24ff}' | '\u{3200}'..='\u{33ff}' | '\u{f900}'..='\u{faff}' | '\u{fb00}'..='\u{fdff}'
        | '\u{fe20}'..='\u{ffef}' | '\u{1d400}'..='\u{1d7ff}' | '\u{1e00}'..='\u{1eff}' | '\u{1f100}'..='\u{1f2ff}')
}

/// Which of the scripts whose letters look like each other's.
fn script(c: char) -> Option<u8> {
    match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Some(0),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        c if c.is_alphabetic() => Some(3),
        _ => None,
    }
}

/// A name as it is kept, or why it is none.
pub fn name(text: &str) -> Result<String, &'static str> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = name.chars().all(|c| c.is_alphanumeric() && !is_unseen(c) && !is_form(c) || " -_.'".contains(c));
    let letters = name.chars().filter(|c| c.is_alphanumeric()).count();
    if !(2..=32).contains(&name.chars().count()) || letters < 2 || !plain {
        return Err("A name has 2 to 32 letters, figures, spaces, points, dashes.");
    }
    let mut scripts: Vec<u8> = name.chars().filter_map(script).collect();
    scripts.dedup();
    if scripts.iter().any(|one| *one != scripts[0]) {
        return Err("A name is written in the letters of one script.");
    }
    Ok(name)
}

/// What a name looks like: two that look alike have the same.
pub fn likeness(name: &str) -> String {
    let letters = name.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric() && !is_unseen(*c));
    letters.map(looks_like).collect::<String>().replace("rn", "m").replace("vv", "w")
}

/// The plain letter or figure that one looks like.
fn looks_like(c: char) -> char {
    match c {
        '\u{e0}'..='\u{e5}' | '\u{101}' | '\u{103}' | '\u{105}' | 'а' | 'α' | 'ά' => 'a',
        'в' | 'β' | 'ß' => 'b',
        '\u{e7}' | '\u{107}'..='\u{10d}' | 'с' | 'ϲ' => 'c',
        '\u{10f}' | '\u{111}' | 'ԁ' => 'd',
        '\u{e8}'..='\u{eb}' | '\u{113}'..='\u{11b}' | 'е' | 'ё' | 'ѐ' | 'ε' | 'έ' => 'e',
        '\u{11d}'..='\u{123}' => 'g',
        '\u{125}' | '\u{127}' | 'н' | 'η' | 'һ' => 'h',
        '\u{ec}'..='\u{ef}'
        | '\u{129}'..='\u{131}'
        | 'l'
        | '1'
        | 'і'
        | 'ї'
        | 'ι'
        | 'ί'
        | 'ӏ'
        | '|'
        | '\u{13a}'..='\u{142}' => 'i',
        '\u{135}' | 'ј' | 'ϳ' => 'j',
        '\u{137}' | 'к' | 'κ' => 'k',
        'м' | 'μ' | 'µ' => 'm',
        '\u{f1}' | '\u{144}'..='\u{148}' | 'п' | 'ν' => 'n',
        '\u{f2}'..='\u{f6}' | '\u{f8}' | '\u{14d}'..='\u{151}' | '0' | 'о' | 'ο' | 'ό' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        '\u{155}'..='\u{159}' | 'г' => 'r',
        '\u{15b}'..='\u{161}' | '5' | 'ѕ' => 's',
        '\u{163}'..='\u{167}' | 'т' | 'τ' => 't',
        '\u{f9}'..='\u{fc}' | '\u{169}'..='\u{173}' | 'υ' | 'ύ' => 'u',
        'ѵ' => 'v',
        '\u{175}' | 'ѡ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        '\u{fd}' | '\u{ff}' | '\u{177}' | 'у' | 'ү' | 'γ' => 'y',
        '\u{17a}'..='\u{17e}' | 'ζ' => 'z',
        'з' => '3',
        'б' => '6',
        _ => c,
    }
}

/// The longest thing that can be said, in bytes.
const LONGEST: usize = 1000;

/// What somebody says at a table, or why it is not said.
pub fn said(text: &str) -> Result<String, &'static str> {
    if text.chars().any(is_turn) {
        return Err("This would be read otherwise than it is written: it turns the direction of writing.");
    }
    let text: String = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    let text = text.trim();
    if text.len() > LONGEST || text.chars().all(|c| c.is_whitespace() || is_unseen(c)) {
        return Err("Say something, in a thousand bytes at most.");
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_likeness() {
        let vasily = likeness("Vasily");
        for alike in ["vasily", "VASILY", "Vasi1y", "Va sily", "Vási-ly", "Vasιly"] {
            assert_eq!(likeness(alike), vasily, "{alike}");
        }
        assert_eq!(likeness("сосо"), likeness("coco"), "one Cyrillic, one Latin");
        assert_eq!(likeness("Arnold"), likeness("Amo1d"));
        assert_ne!(likeness("Vasil"), vasily);
    }

    #[test]
    fn a_name_is_seen_and_is_of_one_script() {
        for good in ["Vasily", "Ivan 2", "Jürgen", "Ждуков", "O'Neill", "山本五十六", "  two  words "] {
            assert!(name(good).is_ok(), "{good}");
        }
        assert_eq!(name("  two   words ").as_deref(), Ok("two words"));
        for bad in [
            "Vаsily",
            "ㅤㅤㅤ",
            "a\u{200b}b",
            "ab\u{202e}cd",
            "ｆｕｌｌ",
            "𝐕asily",
            "..",
            "a",
            "",
            "\u{2800}\u{2800}",
            "a\u{301}bc",
        ] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn what_is_said_can_be_seen_and_reads_as_it_is_written() {
        assert_eq!(said("  Good\u{7} evening \n").as_deref(), Ok("Good evening"));
        assert!(said("well 👩\u{200d}🚀 done").is_ok(), "what joins pictures may stay");
        for bad in ["", " \n ", "\u{200b}\u{2060}", "\u{3164}", "\u{2800}", "draw \u{202e}sgniht", "\u{2066}x"] {
            assert!(said(bad).is_err(), "{bad:?}");
        }
        assert!(said(&"x".repeat(1001)).is_err());
    }
}
