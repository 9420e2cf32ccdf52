//! What the box says: title, scenarios, rules by number, data. The other facets of the game stand in the rooms of their names.

use crate::Drive;
use crate::data::{Data, ScenarioId};
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::Printed;
use kessel_kernel::{GameInfo, ScenarioInfo};
use serde_json::Value;

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    let scenario = |id: ScenarioId, blurb: &str, minutes| {
        let scenario = data.scenario(id);
        ScenarioInfo {
            id: id.word().into(),
            title: scenario.name.clone(),
            blurb: blurb.into(),
            turns: scenario.last_turn().into(),
            minutes,
            difficulty: 3,
            options: Vec::new(),
        }
    };
    GameInfo {
        id: "drive".into(),
        title: "Drive on Stalingrad".into(),
        blurb: "Divisions of untried worth fight for the Don, the Volga and the Caucasus on two joined maps.".into(),
        rules: 4,
        scenarios: vec![
            scenario(
                ScenarioId::Blue,
                "June to September 1942: eleven weeks in which the German must take six victory points.",
                600,
            ),
            scenario(
                ScenarioId::Uranus,
                "November and December 1942: the Red Army closes the ring, Manstein tries to open it.",
                300,
            ),
        ],
    }
}

impl Printed for Drive {
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
