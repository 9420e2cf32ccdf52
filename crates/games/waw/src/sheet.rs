//! The printed sheet with what the game adds to it: the states that a counter shows.

use crate::Waw;
use crate::data::ScenarioId;
use kessel_table::view::{Badge, Beside, Sheet};

impl Waw {
    pub(crate) fn sheet_of(&self, scenario: &str) -> Sheet {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::ToTheVolga);
        Sheet {
            badges: badges(),
            beside: vec![
                Beside { id: "later".into(), name: "to come".into(), gone: true },
                Beside { id: "gone".into(), name: "lost".into(), gone: true },
            ],
            ..self.data.scenario(id).sheet()
        }
    }
}

fn badges() -> Vec<Badge> {
    let badge = |flag: &str, text: &str, case: &str, supply| Badge { flag: flag.into(), text: text.into(), case: case.into(), supply };
    vec![
        badge("attack-supply", "Attack supply", "19.1.a", false),
        badge("defensive-supply", "Defensive supply", "19.1.c", true),
        badge("minimal-supply", "Minimal supply", "19.1.d", true),
        badge("no-supply", "No supply", "19.1.e", true),
        badge("tired", "Fatigue of 6 or more", "21.11.b", false),
        badge("disorganized", "Disorganization of 6 or more", "21.21.b", false),
        badge("dug-in", "Dug in", "23.2.d", false),
        badge("fortified", "Fortified", "23.3.c", false),
        badge("moving", "On the move", "14.18", false),
        badge("riding", "Riding on a carrier", "14.64.a", false),
        badge("setting-up", "Guns being set up", "16.21.b", false),
        badge("leader", "A leader is with it", "13.1.a", false),
    ]
}
