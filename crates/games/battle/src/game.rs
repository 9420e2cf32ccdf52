//! What the box says: title, scenarios, rules by number, data. The other facets of the game stand in the rooms of their names.

use crate::Battle;
use crate::data::Data;
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::Printed;
use kessel_kernel::{GameInfo, ScenarioInfo};
use serde_json::Value;

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    GameInfo {
        id: "battle".into(),
        title: "The Battle of Stalingrad".into(),
        blurb: "Corps and armies with hidden strengths fight for the Don, the Caucasus and the Volga.".into(),
        rules: 2,
        scenarios: vec![ScenarioInfo {
            id: data.scenario.id.clone(),
            title: data.scenario.title.clone(),
            blurb: "July 1942 to January 1943: the German summer offensive and the Soviet answer to it.".into(),
            turns: data.turns.len() as u32,
            minutes: 240,
            difficulty: 2,
            options: Vec::new(),
        }],
    }
}

impl Printed for Battle {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn ledger(&self) -> &Ledger {
        &self.data.book.ledger
    }

    fn data(&self) -> Value {
        self.data.as_json()
    }

    fn data_hash(&self) -> &str {
        &self.data.book.hash
    }
}
