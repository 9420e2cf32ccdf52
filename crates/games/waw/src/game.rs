//! What the box says: the scenarios, the rules by number, the data.

use crate::Waw;
use crate::data::{Data, ScenarioId};
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::Printed;
use kessel_kernel::{GameInfo, ScenarioInfo};
use kessel_kit::Word;
use serde_json::Value;

/// Every scenario with a line on it, minutes, difficulty, and whether the computer understands it.
const OFFERED: [(ScenarioId, &str, u32, u8, bool); 7] = [
    (ScenarioId::ToTheVolga, "Five days in October for the factories of Stalingrad, block by block.", 240, 3, true),
    (
        ScenarioId::RiverTooFar,
        "57 Panzer Corps between the Aksai and the Myshkova, the last days of the relief attack.",
        240,
        3,
        true,
    ),
    (
        ScenarioId::MansteinsSolution,
        "A week in November that never was: Manstein strikes at Kalach from both sides.",
        360,
        4,
        false,
    ),
    (
        ScenarioId::Rattenkrieg,
        "A month in the whole city, from the first assault to the eve of the last one.",
        3000,
        5,
        false,
    ),
    (ScenarioId::Wintergewitter, "The relief attack from Kotelnikovo, all seventeen days of it.", 1800, 5, false),
    (
        ScenarioId::QuietFlows,
        "The breakthrough at the Don north-west of Stalingrad: tank corps against Romanian lines.",
        360,
        4,
        false,
    ),
    (
        ScenarioId::Uranus,
        "The campaign: encirclement, airlift, relief and the end of Sixth Army, eleven hundred units.",
        6000,
        5,
        false,
    ),
];

/// What is said of a scenario whose objectives the staff cannot weigh: it plays by the rules and without a plan for the whole.
const NOT_UNDERSTOOD: &str = "The computer does not understand this one yet.";

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    GameInfo {
        id: "waw".into(),
        title: "World at War: Stalingrad".into(),
        blurb: "Both sides plan in secret; then everything happens at once, pulse by pulse.".into(),
        rules: 2,
        scenarios: OFFERED.into_iter().map(|offered| scenario(data, offered)).collect(),
    }
}

fn scenario(
    data: &Data,
    (id, blurb, minutes, difficulty, understood): (ScenarioId, &str, u32, u8, bool),
) -> ScenarioInfo {
    let scenario = data.scenario(id);
    ScenarioInfo {
        id: id.word().into(),
        title: scenario.title.clone(),
        blurb: if understood { blurb.into() } else { format!("{blurb} {NOT_UNDERSTOOD}") },
        turns: scenario.turns.into(),
        minutes,
        difficulty,
        options: crate::setup::options(scenario),
    }
}

impl Printed for Waw {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn ledger(&self) -> &Ledger {
        &self.data.ledger
    }

    fn data(&self) -> Value {
        self.data.as_json()
    }

    fn data_hash(&self) -> &str {
        &self.data.hash
    }
}
