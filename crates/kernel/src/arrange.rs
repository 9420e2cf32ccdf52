//! Reading the values of a case file's `[given]`: whatever is not understood is told, and the reading goes on.

use serde_json::{Map, Value};

/// A hand that puts things on the table as `[given]` says.
pub trait Arranging {
    /// Notes what was not understood.
    fn fault(&mut self, text: String);

    /// Tells of `quiet` or `hold` in a game that has no such word.
    fn lacks(&mut self, word: &str, asked: bool, instead: &str) {
        if asked {
            self.fault(format!("this game does not know `{word}`: {instead}"));
        }
    }

    /// A table; an empty one if it is none.
    fn table(&mut self, key: &str, value: &Value) -> Map<String, Value> {
        if let Some(table) = value.as_object() {
            return table.clone();
        }
        self.fault(format!("set {key}: a table is wanted, not {value}"));
        Map::new()
    }

    /// A list; an empty one if it is none.
    fn list(&mut self, key: &str, value: &Value) -> Vec<Value> {
        if let Some(list) = value.as_array() {
            return list.clone();
        }
        self.fault(format!("{key}: a list is wanted, not {value}"));
        Vec::new()
    }

    /// A whole number that fits where it is put; 0 if it does not.
    fn number<N: TryFrom<i64> + Default>(&mut self, key: &str, value: &Value) -> N {
        let number = value.as_i64().and_then(|number| N::try_from(number).ok());
        if number.is_none() {
            self.fault(format!("set {key}: a whole number is wanted, not {value}, or it is out of range"));
        }
        number.unwrap_or_default()
    }

    /// A whole number from 0 to the most that makes sense.
    fn up_to(&mut self, most: u64, key: &str, value: &Value) -> Option<u64> {
        let number = value.as_u64().filter(|n| *n <= most);
        if number.is_none() {
            self.fault(format!("set {key}: a whole number from 0 to {most} is wanted, not {value}"));
        }
        number
    }

    /// Yes or no; no if it is neither.
    fn truth(&mut self, key: &str, value: &Value) -> bool {
        if !value.is_boolean() {
            self.fault(format!("set {key}: true or false is wanted, not {value}"));
        }
        value.as_bool().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Default)]
    struct Hand(Vec<String>);

    impl Arranging for Hand {
        fn fault(&mut self, text: String) {
            self.0.push(text);
        }
    }

    #[test]
    fn what_fits_is_taken_without_a_word() {
        let mut hand = Hand::default();
        assert_eq!(hand.table("a", &json!({ "b": 1 })).len(), 1);
        assert_eq!(hand.list("a", &json!([1, 2])), [1, 2]);
        assert_eq!(hand.number::<i8>("a", &json!(-128)), -128);
        assert_eq!(hand.up_to(9, "a", &json!(9)), Some(9));
        assert!(hand.truth("a", &json!(true)));
        assert!(hand.0.is_empty(), "{:?}", hand.0);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let mut hand = Hand::default();
        hand.lacks("quiet", true, "it is loud");
        hand.lacks("hold", false, "it goes on");
        assert!(hand.table("a", &json!([])).is_empty());
        assert!(hand.list("set b", &json!({})).is_empty());
        assert_eq!(hand.number::<u8>("c", &json!(256)), 0);
        assert_eq!(hand.number::<u8>("c", &json!("one")), 0);
        assert_eq!(hand.up_to(9, "d", &json!(10)), None);
        assert!(!hand.truth("e", &json!(1)));
        assert_eq!(
            hand.0,
            [
                "this game does not know `quiet`: it is loud",
                "set a: a table is wanted, not []",
                "set b: a list is wanted, not {}",
                "set c: a whole number is wanted, not 256, or it is out of range",
                "set c: a whole number is wanted, not \"one\", or it is out of range",
                "set d: a whole number from 0 to 9 is wanted, not 10",
                "set e: true or false is wanted, not 1",
            ]
        );
    }
}
