//! The printed sheet with what the player aids add to it: charts, the states that a counter shows, the places beside the map, the briefing.

use crate::Waw;
use crate::data::ScenarioId;
use kessel_table::view::Sheet;

impl Waw {
    pub(crate) fn sheet_of(&self, scenario: &str) -> Sheet {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::ToTheVolga);
        Sheet {
            charts: self.data.aids.charts(id.word()),
            badges: self.data.aids.badges.clone(),
            beside: self.data.aids.beside.clone(),
            briefing: self.data.briefings.of(id.word()),
            ..self.data.scenario(id).sheet()
        }
    }
}
