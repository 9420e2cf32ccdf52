//! The printed sheet with the player aids.

use crate::Waw;
use crate::data::ScenarioId;
use kessel_kernel::view::Sheet;
use kessel_kit::Word;

impl Waw {
    pub(crate) fn sheet_of(&self, scenario: &str) -> Sheet {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::ToTheVolga);
        Sheet {
            charts: self.data.aids.charts(scenario),
            badges: self.data.aids.badges.clone(),
            beside: self.data.aids.beside.clone(),
            briefing: self.data.briefings.of(scenario),
            ..self.data.scenario(id).sheet()
        }
    }
}
