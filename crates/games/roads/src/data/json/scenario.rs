//! The tree of a scenario.

use super::super::scenario::{OffensiveStart, Scenario};
use super::super::schedule::EntrySpaces;
use super::super::{Data, KindId, LevelId, Turn};
use kessel_kit::{Fact, tree};
use serde_json::{Map as Tree, Value, json};

impl Data {
    pub(super) fn scenario_tree(&self, scenario: &Scenario) -> Value {
        let (map, names) = (&scenario.map, &self.names(&scenario.map));
        let turn = |turn: Turn| self.turn_value(turn);
        let offensive = |start: OffensiveStart| match start {
            OffensiveStart::None => "none".into(),
            OffensiveStart::InBox => "box".into(),
            OffensiveStart::Turn(at) => turn(at),
            OffensiveStart::Hex(hex) => Value::from(map.board.name(hex)),
        };
        let [major, minor_a, minor_b] = scenario.offensives;
        let tree = json!({
            "title": scenario.title,
            "columns": scenario.columns,
            "hexes": map.board.hexes().len(),
            "turns": scenario.turns(),
            "first_turn": turn(scenario.first_turn),
            "last_turn": turn(scenario.last_turn),
            "first_side": scenario.first_side,
            "weather": scenario.weather.fact(names),
            "tracks": scenario.tracks,
            "rules": scenario.rules.fact(names),
            "offensives": { "major": offensive(major), "minor_a": offensive(minor_a), "minor_b": offensive(minor_b) },
            "sources": self.sources_of(map),
        });
        let more = json!({
            "points": scenario.points.fact(names),
            "supports": self.openings_tree(scenario),
            "setup": self.setup_tree(scenario),
            "control": controls(scenario),
            "arrivals": self.arrivals_tree(scenario),
            "upgrades": self.upgrades_tree(&scenario.upgrades),
            "withdrawal": scenario.stalingrad_withdrawal.as_ref().map(|(turn, groups)| self.withdrawal_tree(*turn, groups)),
            "victory": self.victory_tree(scenario),
        });
        tree::with(&tree, more)
    }

    fn openings_tree(&self, scenario: &Scenario) -> Value {
        let supports = &scenario.supports;
        let kinds = |kinds: &[KindId]| -> Vec<String> {
            kinds.iter().map(|kind| self.supports.kinds[kind.index()].id.clone()).collect()
        };
        let steps = supports.steps.iter().map(|step| {
            json!({
                "side": step.side,
                "choose": step.chosen.then_some(step.count),
                "draw": (!step.chosen).then_some(step.count),
                "to": scenario.map.board.name(step.to),
                "except": kinds(&step.except),
                "least": step.least.as_ref().map(|(least, _)| least),
                "of": step.least.as_ref().map(|(_, of)| of),
            })
        });
        json!({
            "test": supports.test,
            "shortages": supports.shortages,
            "axis_each_turn": supports.axis_each_turn,
            "fixed": kinds(&supports.fixed),
            "opening": steps.collect::<Vec<_>>(),
        })
    }

    fn setup_tree(&self, scenario: &Scenario) -> Value {
        tree::by_name(&scenario.setup, |placement| {
            let tree = json!({ "hex": scenario.map.board.name(placement.hex), "reduced": placement.reduced });
            (self.units[placement.unit.index()].id.clone(), tree)
        })
    }

    fn arrivals_tree(&self, scenario: &Scenario) -> Tree<String, Value> {
        let mut tree = Tree::new();
        for arrival in &scenario.arrivals {
            let at = match &arrival.at {
                EntrySpaces::Stavka => json!(["STAVKA"]),
                EntrySpaces::Hexes(hexes) => tree::spaces(&scenario.map.board, hexes.iter().copied()),
                EntrySpaces::WestEdge { .. } => json!(["west-edge"]),
            };
            for unit in &arrival.units {
                let line = json!({ "turn": self.turn_name(arrival.turn), "at": at, "optional": arrival.optional });
                tree.insert(self.units[unit.index()].id.clone(), line);
            }
        }
        tree
    }

    fn victory_tree(&self, scenario: &Scenario) -> Value {
        let victory = &scenario.victory;
        let level = |level: LevelId| victory.levels[level.index()].id.clone();
        let turn = |turn: Option<Turn>| turn.map(|turn| self.turn_value(turn));
        let levels = victory.levels.iter().map(|level| {
            let points = level.points.map(|band| band.to_string());
            (level.id.clone(), json!({ "name": level.name, "winner": level.winner, "points": points }))
        });
        let events = victory.events.iter().map(|event| {
            let tree = json!({ "level": level(event.level), "at_once": event.at_once, "turn": turn(event.turn), "row": event.row });
            (event.id.clone(), tree)
        });
        let scores = victory.scores.iter().map(|score| {
            let hexes = tree::spaces(&scenario.map.board, score.hexes.iter().copied());
            let tree = json!({
                "points": score.points, "oos": score.oos, "most": score.most, "hexes": hexes,
                "region": score.region, "after": turn(score.after), "case": score.case,
            });
            (score.id.clone(), tree)
        });
        let cities = victory.cities.iter().map(|row| {
            json!({ "majors": row.majors.to_string(), "cities": row.cities.to_string(), "level": level(row.level) })
        });
        json!({
            "levels": levels.collect::<Tree<_, _>>(),
            "events": events.collect::<Tree<_, _>>(),
            "scores": scores.collect::<Tree<_, _>>(),
            "cities": cities.collect::<Vec<_>>(),
        })
    }
}

fn controls(scenario: &Scenario) -> Value {
    let board = &scenario.map.board;
    let hexes = board.hexes().filter_map(|hex| Some((hex, scenario.control(hex)?)));
    tree::by_name(hexes, |(hex, side)| (board.name(hex).to_owned(), json!(side)))
}
