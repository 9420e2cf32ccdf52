//! The printed sheet with the player aids.

use crate::Waw;
use crate::data::ScenarioId;
use kessel_kernel::Sheet;
use kessel_kernel::facets::Sheets;
use kessel_kit::Word;

impl Sheets for Waw {
    fn sheet(&self, scenario: &str) -> Sheet {
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
