//! What the box says: title, scenarios, options, rules by number, data.

use crate::Winter;
use crate::data::{Data, ScenarioId};
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::Printed;
use kessel_kernel::{GameInfo, OptionInfo, ScenarioInfo};
use serde_json::Value;

impl Printed for Winter {
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

fn option(key: &str, text: &str, values: &[&str]) -> OptionInfo {
    OptionInfo { key: key.into(), text: text.into(), values: values.iter().map(|v| (*v).to_owned()).collect() }
}

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    let scenario = |id: ScenarioId, blurb: &str, minutes| {
        let scenario = data.scenario(id);
        let mut options = vec![
            option("setup", "Who sets up: the players, or everybody where history had him", &["players", "historical"]),
            option("fog", "Fog of war (18)", &["on", "off"]),
            option("thunderclap", "Operation Thunderclap may be tried (5.0)", &["on", "off"]),
        ];
        options.extend(scenario.groups.iter().map(|group| option(&group.key, &group.name, &["no", "yes"])));
        ScenarioInfo {
            id: id.word().into(),
            title: scenario.name.clone(),
            blurb: blurb.into(),
            turns: u32::from(scenario.last - scenario.first) + 1,
            minutes,
            difficulty: 4,
            options,
        }
    };
    GameInfo {
        id: "wintergewitter".into(),
        title: "Wintergewitter".into(),
        blurb: "57 Panzer Corps tries to reach Sixth Army, battalion by battalion, in turns of twelve hours.".into(),
        rules: 2,
        scenarios: vec![
            scenario(ScenarioId::WeAreComing, "The first three days: over the Aksai to Verkhne-Kumsky.", 180),
            scenario(ScenarioId::LastGasp, "16 to 19 December: over the Myshkova or not at all.", 240),
            scenario(ScenarioId::WinterStorm, "The whole relief attack, 12 to 23 December.", 900),
            scenario(ScenarioId::MaximumEffort, "The same with forces that might have been there.", 1000),
        ],
    }
}
