//! The map of a case file: `terrain` and `hexsides` of its `[given]`, read against a board.

use crate::Given;
use kessel_board::{Board, EdgeId, SpaceId};
use serde_json::{Map, Value};

/// What a case file lays on spaces and hexsides instead of what is printed there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relief {
    /// Words for spaces.
    pub terrain: Vec<(SpaceId, Vec<String>)>,
    /// Words for hexsides: everything that lies there; `none` for nothing.
    pub hexsides: Vec<(EdgeId, Vec<String>)>,
}

impl Relief {
    /// Reads `terrain = { "0813" = "forest" }` and `hexsides = { "0813|0814" = ["river", "bridge"] }`.
    ///
    /// # Errors
    /// Every place that is not on the board, and every value that is no word.
    pub fn read(given: &Given, board: &Board) -> Result<Relief, Vec<String>> {
        let mut faults = Vec::new();
        let terrain = read(&given.terrain, "terrain", &mut faults, |name| {
            board.space(name).ok_or_else(|| format!("there is no space {name}"))
        });
        let hexsides = read(&given.hexsides, "hexsides", &mut faults, |name| {
            let Some((one, other)) = name.split_once('|') else {
                return Err(format!("\"{name}\" is no hexside: write two spaces with a bar between them"));
            };
            let find = |name: &str| board.space(name).ok_or_else(|| format!("there is no space {name}"));
            board.edge(find(one)?, find(other)?).ok_or_else(|| format!("{one} and {other} are not neighbours"))
        });
        if faults.is_empty() { Ok(Relief { terrain, hexsides }) } else { Err(faults) }
    }

    /// The fingerprint of data that were changed like this: another for every change.
    pub fn mark(&self, hash: &str) -> String {
        format!("{hash}, changed: {self:?}")
    }

    /// What is said of a word that the game does not have.
    pub fn unknown(key: &str, word: &str, known: &str) -> String {
        format!("{key}: there is no {word:?}; there are {known}")
    }
}

fn read<T>(
    places: &Map<String, Value>,
    key: &str,
    faults: &mut Vec<String>,
    find: impl Fn(&str) -> Result<T, String>,
) -> Vec<(T, Vec<String>)> {
    let mut out = Vec::new();
    for (name, value) in places {
        match (find(name), words(value)) {
            (Ok(place), Some(words)) => out.push((place, words)),
            (Err(why), _) => faults.push(format!("{key}: {why}")),
            (_, None) => faults.push(format!("{key} {name}: a word or a list of words is wanted, not {value}")),
        }
    }
    out
}

fn words(value: &Value) -> Option<Vec<String>> {
    let word = |value: &Value| value.as_str().map(str::to_owned);
    match value {
        Value::Array(list) => list.iter().map(word).collect(),
        one => Some(vec![word(one)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kessel_board::BoardBuilder;
    use serde_json::json;

    fn given(terrain: Value, hexsides: Value) -> Given {
        let map = |value: Value| value.as_object().cloned().unwrap_or_default();
        Given { terrain: map(terrain), hexsides: map(hexsides), ..Given::default() }
    }

    fn board() -> Board {
        let numbering = toml::from_str(
            "orientation = 'pointy-top'\norder = 'row-column'\ndigits = 2\nrows-grow = 'south'\n\
             columns-grow = 'east'\nshifted = 'even'\nshifted-to = 'east'\n",
        )
        .unwrap();
        let mut builder = BoardBuilder::new(numbering);
        for name in ["0101", "0102", "0103"] {
            builder.add_hex(name);
        }
        builder.build().unwrap()
    }

    #[test]
    fn words_are_read_one_by_one_or_as_a_list() {
        let board = board();
        let wish = given(json!({ "0101": "forest" }), json!({ "0102|0101": ["river", "bridge"] }));
        let relief = Relief::read(&wish, &board).unwrap();
        assert_eq!(relief.terrain, [(board.space("0101").unwrap(), vec!["forest".to_owned()])]);
        let side = board.edge(board.space("0101").unwrap(), board.space("0102").unwrap()).unwrap();
        assert_eq!(relief.hexsides, [(side, vec!["river".to_owned(), "bridge".to_owned()])]);
        let other = Relief::read(&given(json!({ "0101": "marsh" }), json!({})), &board).unwrap();
        assert_ne!(relief.mark("data"), other.mark("data"));
        assert_ne!(relief.mark("data"), "data");
    }

    #[test]
    fn what_is_not_on_the_map_is_told() {
        let wish = given(
            json!({ "0104": "forest", "0102": 3 }),
            json!({ "0101|0103": "river", "0101-0102": "river", "0101|0105": "none" }),
        );
        let mut faults = Relief::read(&wish, &board()).unwrap_err();
        faults.sort();
        assert_eq!(
            faults,
            [
                "hexsides: \"0101-0102\" is no hexside: write two spaces with a bar between them",
                "hexsides: 0101 and 0103 are not neighbours",
                "hexsides: there is no space 0105",
                "terrain 0102: a word or a list of words is wanted, not 3",
                "terrain: there is no space 0104",
            ]
        );
    }
}
