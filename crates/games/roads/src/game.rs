//! What the box says: the game, its scenarios, its rules by number, its data.

use crate::Roads;
use crate::data::Data;
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::Printed;
use kessel_kernel::{GameInfo, ScenarioInfo};
use serde_json::Value;

/// A line on each scenario, about how long two people need, and how hard it is to learn.
const BLURBS: [(&str, &str, u32, u8); 5] = [
    (
        "wintergewitter",
        "December 1942: the relief attack from the south, with the basic rules only. To learn the game.",
        75,
        2,
    ),
    ("uranus", "November 1942: three turns in which the ring around Stalingrad closes, or does not.", 180, 3),
    ("campaign", "November 1942 to March 1943: from the first breakthrough to the Donets, with every rule.", 1500, 5),
    ("backhand-blow", "February and March 1943: Manstein strikes back at armies that have run too far.", 420, 4),
    (
        "star-and-gallop",
        "February and March 1943: two Soviet offensives race for the Dnieper against the thaw.",
        600,
        4,
    ),
];

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    let scenarios = data.scenarios.iter().map(|scenario| {
        let known = BLURBS.iter().find(|blurb| blurb.0 == scenario.id);
        let (blurb, minutes, difficulty) = known.map_or(("", 240, 3), |blurb| (blurb.1, blurb.2, blurb.3));
        ScenarioInfo {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            blurb: blurb.into(),
            turns: scenario.turns().into(),
            minutes,
            difficulty,
            options: Vec::new(),
        }
    });
    GameInfo {
        id: "roads".into(),
        title: "Stalingrad Roads".into(),
        blurb: "Divisions on the roads of headquarters, with supports, offensives and a fortress fed from the air."
            .into(),
        rules: 3,
        scenarios: scenarios.collect(),
    }
}

impl Printed for Roads {
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
