//! Which facts of a position somebody asks for.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What is asked of [`facts_asked`](crate::facets::Facts::facts_asked). To write a whole position down costs more than to play a turn of it, and a
/// case file looks at two counters.
///
/// Turn, phase, side and who is asked are always told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked<'a> {
    counters: Names<'a>,
    spaces: Names<'a>,
    tracks: bool,
    rest: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Names<'a> {
    All,
    Only(BTreeSet<&'a str>),
}

impl Default for Names<'_> {
    fn default() -> Self {
        Names::Only(BTreeSet::new())
    }
}

impl<'a> Names<'a> {
    fn has(&self, id: &str) -> bool {
        match self {
            Names::All => true,
            Names::Only(names) => names.contains(id),
        }
    }

    fn add(&mut self, ids: impl IntoIterator<Item = &'a str>) {
        if let Names::Only(names) = self {
            names.extend(ids);
        }
    }
}

impl<'a> Asked<'a> {
    /// Everything.
    pub fn everything() -> Asked<'static> {
        Asked { counters: Names::All, spaces: Names::All, tracks: true, rest: true }
    }

    /// The facts that `expected` names: a table as facts are.
    pub fn by(expected: &'a Value) -> Asked<'a> {
        let mut asked = Asked::default();
        let Some(table) = expected.as_object() else { return Asked::everything() };
        for (key, value) in table {
            match key.as_str() {
                "counters" => asked.counters = names(value),
                "spaces" => asked.spaces = names(value),
                "tracks" => asked.tracks = true,
                "turn" | "phase" | "side" | "to_act" => {}
                _ => asked.rest = true,
            }
        }
        asked
    }

    /// These counters, too.
    pub fn counters(mut self, ids: impl IntoIterator<Item = &'a str>) -> Asked<'a> {
        self.counters.add(ids);
        self
    }

    /// These spaces, too.
    pub fn spaces(mut self, ids: impl IntoIterator<Item = &'a str>) -> Asked<'a> {
        self.spaces.add(ids);
        self
    }

    /// The tracks, too, if `yes`.
    pub fn tracks(mut self, yes: bool) -> Asked<'a> {
        self.tracks |= yes;
        self
    }

    /// Whatever else the game has, too, if `yes`.
    pub fn rest(mut self, yes: bool) -> Asked<'a> {
        self.rest |= yes;
        self
    }

    /// Is this counter asked for?
    pub fn has_counter(&self, id: &str) -> bool {
        self.counters.has(id)
    }

    /// Is this space asked for?
    pub fn has_space(&self, id: &str) -> bool {
        self.spaces.has(id)
    }

    /// Puts the facts together: `head` is always told, `tracks` and `rest` are made only if they are asked for.
    pub fn collect(
        &self,
        head: Value,
        counters: Map<String, Value>,
        spaces: Map<String, Value>,
        tracks: impl FnOnce() -> Map<String, Value>,
        rest: impl FnOnce() -> Value,
    ) -> Value {
        let mut facts = match head {
            Value::Object(map) => map,
            other => Map::from_iter([("head".to_owned(), other)]),
        };
        facts.insert("counters".into(), Value::Object(counters));
        facts.insert("spaces".into(), Value::Object(spaces));
        if self.tracks {
            facts.insert("tracks".into(), Value::Object(tracks()));
        }
        if self.rest
            && let Value::Object(rest) = rest()
        {
            facts.extend(rest);
        }
        Value::Object(facts)
    }
}

fn names(value: &Value) -> Names<'_> {
    value.as_object().map_or(Names::All, |map| Names::Only(map.keys().map(String::as_str).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(asked: &Asked<'_>) -> Value {
        let of = |ids: [&str; 2], has: &dyn Fn(&str) -> bool| {
            ids.into_iter().filter(|id| has(id)).map(|id| (id.to_owned(), json!(1))).collect()
        };
        let counters = of(["A", "B"], &|id| asked.has_counter(id));
        let spaces = of(["x", "y"], &|id| asked.has_space(id));
        asked.collect(json!({"turn": 1}), counters, spaces, || of(["vp", "rail"], &|_| true), || json!({"mud": true}))
    }

    #[test]
    fn only_what_is_asked_for_is_told() {
        assert_eq!(told(&Asked::default()), json!({"turn": 1, "counters": {}, "spaces": {}}));
        let some = Asked::default().counters(["B"]).spaces(["x"]).tracks(true);
        let tracks = json!({"vp": 1, "rail": 1});
        assert_eq!(told(&some), json!({"turn": 1, "counters": {"B": 1}, "spaces": {"x": 1}, "tracks": tracks}));
        let all =
            json!({"turn": 1, "counters": {"A": 1, "B": 1}, "spaces": {"x": 1, "y": 1}, "tracks": tracks, "mud": true});
        assert_eq!(told(&Asked::everything()), all);
    }

    #[test]
    fn an_expectation_asks_for_what_it_names() {
        let asked = |value: Value| told(&Asked::by(&value));
        assert_eq!(asked(json!({"counters": {"A": {}}, "phase": "x"}))["counters"], json!({"A": 1}));
        assert_eq!(asked(json!({"counters": "?"}))["counters"], json!({"A": 1, "B": 1}));
        assert_eq!(asked(json!({"mud": true}))["mud"], json!(true));
        assert_eq!(asked(json!({"phase": "x"}))["mud"], Value::Null);
    }
}
