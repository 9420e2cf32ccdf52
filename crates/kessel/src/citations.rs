//! Where the code of a game says which rule it enforces. One truth for the test that wants every mechanic cited (`tests/cited.rs`) and
//! for `kessel rule`.
//!
//! A citation is the whole number of a case, as a word of a line of rules code, in a comment or in code: `8.7` cites no `8.7.a`, and a range
//! cites its two ends. What only shows, words, reads or plays ([`ELSEWHERE`]) does not count, nor do tests, nor the head of a file (`//!`),
//! which says what the file is about.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The rooms that are no rules, as `scripts/rooms.py` has them, and tests.
pub const ELSEWHERE: [&str; 14] = [
    "action", "arrange", "data", "describe", "evaluate", "facts", "redact", "refusal", "sample", "sheet", "staff",
    "tests", "view", "why",
];

/// The mechanics that no line cites, and why not, by game.
const UNCITED: &str = include_str!("../tests/uncited.toml");

/// The folder in which Kessel is built: code, case files and rulings.
pub struct Checkout(PathBuf);

impl Checkout {
    /// The checkout in this folder, if it is one.
    pub fn at(folder: &Path) -> Option<Checkout> {
        folder.join("crates/games").is_dir().then(|| Checkout(folder.to_owned()))
    }

    /// A file or folder of it.
    pub fn path(&self, inner: &str) -> PathBuf {
        self.0.join(inner)
    }

    /// Everything that the rules code of a game cites.
    ///
    /// # Errors
    /// A source cannot be read.
    pub fn citations(&self, game: &str) -> io::Result<Citations> {
        let mut all = Citations::default();
        let folder = format!("crates/games/{game}/src");
        all.folder(&self.path(&folder), &folder)?;
        Ok(all)
    }
}

/// A line that cites a case.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Citation {
    /// The file, from the root of the checkout.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The function, constant or type that it stands in or above.
    pub within: Option<String>,
    /// What it says.
    pub text: String,
}

/// What the rules code of a game cites, by number.
#[derive(Debug, Default)]
pub struct Citations(BTreeMap<String, Vec<Citation>>);

impl Citations {
    /// The lines that cite a case.
    pub fn of(&self, case: &str) -> &[Citation] {
        self.0.get(case).map_or(&[], Vec::as_slice)
    }

    /// Reads a folder of sources, in the order of their names; what is [`ELSEWHERE`] is left out.
    fn folder(&mut self, folder: &Path, name: &str) -> io::Result<()> {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        entries.sort();
        for path in entries {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let inner = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
            if ELSEWHERE.contains(&stem) {
                continue;
            }
            if path.is_dir() {
                self.folder(&path, &inner)?;
            } else if path.extension().is_some_and(|end| end == "rs") {
                self.read(&inner, &std::fs::read_to_string(&path)?);
            }
        }
        Ok(())
    }

    /// Reads a source.
    pub fn read(&mut self, file: &str, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        for n in rules_of(&lines) {
            let mut cases = numbers(lines[n]);
            cases.sort_unstable();
            cases.dedup();
            for case in cases {
                let citation = Citation {
                    file: file.to_owned(),
                    line: n + 1,
                    within: within(&lines, n),
                    text: lines[n].trim().to_owned(),
                };
                self.0.entry(case.to_owned()).or_default().push(citation);
            }
        }
    }
}

/// The words of a text that look like numbers of cases: `8.7.a`, `S2.k`.
pub fn numbers(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').map(|word| word.trim_matches('.'));
    let is_case =
        |word: &&str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
    words.filter(is_case).collect()
}

/// The lines of a source that can cite: not its head, and not its tests.
fn rules_of(lines: &[&str]) -> Vec<usize> {
    let (mut rules, mut tests_end) = (Vec::new(), None);
    for (n, line) in lines.iter().enumerate() {
        if let Some(end) = tests_end {
            if indent(line) == end && line.trim() == "}" {
                tests_end = None;
            }
            continue;
        }
        let begins = |next: &&str| declared(next.trim_start()).is_some() && next.trim_end().ends_with('{');
        if line.trim() == "#[cfg(test)]" && lines.get(n + 1).is_some_and(begins) {
            tests_end = Some(indent(line));
        } else if !line.trim_start().starts_with("//!") {
            rules.push(n);
        }
    }
    rules
}

/// The item that a line declares, stands above as a comment, or stands in.
fn within(lines: &[&str], n: usize) -> Option<String> {
    let remark = |line: &str| line.starts_with("//") || line.starts_with("#[");
    let below = lines[n..].iter().find(|line| !remark(line.trim_start()))?;
    if indent(below) == indent(lines[n])
        && let Some(name) = declared(below.trim_start())
    {
        return Some(name);
    }
    let mut least = indent(lines[n]);
    for line in lines[..n].iter().rev() {
        let text = line.trim_start();
        // The end of a list of parameters is no deeper than the function it belongs to.
        let goes_on = [")", "]", "}", "{", "where"].iter().any(|start| text.starts_with(start));
        if text.is_empty() || remark(text) || goes_on || indent(line) >= least {
            continue;
        }
        least = indent(line);
        if let Some(name) = declared(text) {
            return Some(name);
        }
    }
    None
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name of the item that begins on this line.
fn declared(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().peekable();
    let mut word = words.next()?;
    loop {
        let modifier = word.starts_with("pub") || ["async", "unsafe", "in"].contains(&word);
        let of_function = word == "const" && words.peek().is_some_and(|next| ["fn", "unsafe", "async"].contains(next));
        if !modifier && !of_function {
            break;
        }
        word = words.next()?;
    }
    let name = match word {
        "fn" | "const" | "static" | "struct" | "enum" | "trait" | "type" | "mod" => words.next()?,
        // A table that a macro reads.
        _ if indent(line) == 0 && word.ends_with('!') && line.ends_with(['{', '(']) => return Some(word.to_owned()),
        _ => return None,
    };
    let name: String = name.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// Why no line cites a mechanic, by game and number, as `tests/uncited.toml` has it: `"2.0.c" = "reason"` under `[game]`.
///
/// # Panics
/// A line of that file is neither a game nor a number with its reason.
pub fn uncited() -> BTreeMap<&'static str, BTreeMap<&'static str, &'static str>> {
    let (mut all, mut game) = (BTreeMap::<_, BTreeMap<_, _>>::new(), "");
    for line in UNCITED.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[') {
            game = name.trim_end_matches(']');
        } else {
            let (case, reason) = line.split_once(" = ").expect("a case and its reason");
            let twice = all.entry(game).or_default().insert(case.trim_matches('"'), reason.trim_matches('"'));
            assert!(twice.is_none(), "{game} {case} is excused twice");
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"//! 1.1: what the file is about.

/// 2.1: a constant.
const LIMIT: u8 = 3;

impl Game {
    /// 3.1.a, S2.k: 4.1 to 4.9.
    #[inline]
    pub(crate) fn check(
        &self,
        c: &mut Consult,
    ) -> Verdict {
        c.ask(Case("5.1"), Ok(()))?;
        match 0..9 {
            // 6.1.
            _ => self.0.1,
        }
    }

    pub(crate) const fn next() {} // 7.1
}

kit::steps! {
    Opening, "opening", "8.1";
}

#[cfg(test)]
mod tests {
    fn about() {
        // 9.1
    }
}

/// 9.2.
enum Last {
    /// 9.3: a field.
    A,
}
"#;

    fn read() -> Citations {
        let mut citations = Citations::default();
        citations.read("a.rs", SOURCE);
        citations
    }

    #[test]
    fn a_citation_is_the_number_itself_in_a_line_of_rules() {
        let citations = read();
        let places = |case| citations.of(case).iter().map(|c| c.line).collect::<Vec<_>>();
        assert_eq!(places("3.1.a"), [7]);
        assert_eq!(places("S2.k"), [7]);
        assert_eq!((places("4.1"), places("4.5"), places("4.9")), (vec![7], vec![], vec![7]), "a range cites its ends");
        for case in ["1.1", "3.1", "3.1.b", "9.1", "0.1"] {
            assert_eq!(places(case), [0; 0], "{case}");
        }
        assert_eq!(places("9.2"), [34], "what comes after the tests");
    }

    #[test]
    fn a_citation_says_what_it_stands_in() {
        let citations = read();
        let item = |case| citations.of(case)[0].within.clone().expect("an item");
        for (case, expected) in [
            ("2.1", "LIMIT"),
            ("3.1.a", "check"),
            ("5.1", "check"),
            ("6.1", "check"),
            ("7.1", "next"),
            ("8.1", "kit::steps!"),
            ("9.2", "Last"),
            ("9.3", "Last"),
        ] {
            assert_eq!(item(case), expected, "{case}");
        }
    }
}
