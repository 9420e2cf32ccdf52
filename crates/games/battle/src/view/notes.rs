//! Numbers that do not count as printed, and why: for whoever looks at the space.

use crate::Battle;
use crate::data::{AssetClass, AssetId, City, UnitId};
use crate::state::State;
use kessel_kernel::{FactorNote, OfferNote};
use kessel_kit::show::{because, note};

impl Battle {
    pub(super) fn unit_notes(&self, seen: &State, unit: UnitId) -> Vec<FactorNote> {
        let info = &self.data.units[unit.index()];
        let mut notes = Vec::new();
        if !self.supplied(seen, unit) {
            let (now, case) = if info.attempts { ("an attempt at one space", "7.7.b") } else { ("0", "5.1.a") };
            notes.push(note(&info.id, "movement", info.tactical, now, vec![because(case, "out of supply")]));
        }
        let idle = if seen.refugees.contains(unit) {
            Some(because("8.3.g", "has retreated here in this player turn"))
        } else {
            seen.named.contains(unit).then(|| because("3.1.2.f", "too many in one space: takes no part"))
        };
        let strength = seen.units[unit.index()].strength;
        notes.extend(idle.map(|reason| note(&info.id, "strength", strength, 0, vec![reason])));
        notes.extend(self.tank_notes(seen, unit));
        notes
    }

    /// 8.1.d, 8.1.g: what the ground takes from the tanks of a unit where it stands.
    fn tank_notes(&self, seen: &State, unit: UnitId) -> Vec<FactorNote> {
        let Some(space) = seen.at(unit) else { return Vec::new() };
        let mut reasons = Vec::new();
        let side = self.data.units[unit.index()].side;
        let attacks = seen.phase().side() == Some(side);
        if attacks && seen.marker(space).is_some_and(|marker| marker.river) {
            reasons.push((because("8.1.d", "assault across a river"), self.data.charts.combat.river_assault));
        }
        if self.data.spaces[space].city == City::Major {
            reasons.push((because("8.1.g", "in a major city"), self.data.charts.combat.major_city));
        }
        if reasons.is_empty() {
            return Vec::new();
        }
        let fractions: Vec<String> = reasons.iter().map(|(_, fraction)| format!("x{}", fraction.text())).collect();
        let reasons: Vec<OfferNote> = reasons.into_iter().map(|(reason, _)| reason).collect();
        let tanks = seen.assets_of(unit).iter().filter(|a| self.data.assets[a.index()].class == AssetClass::Tank);
        let tank = |asset: AssetId| {
            let info = &self.data.assets[asset.index()];
            let printed = info.factors[usize::from(seen.assets[asset.index()].steps)];
            note(&info.id, "tank strength", printed, fractions.join(" "), reasons.clone())
        };
        tanks.map(tank).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;
    use kessel_kernel::facets::*;
    use kessel_kernel::{Dice, Given, Log, Options, Seed, Viewer};
    use serde_json::json;

    fn notes(given: serde_json::Value, viewer: Viewer, space: &str) -> Vec<String> {
        let game = Battle::load(&Data::embedded()).expect("the built-in data is sound");
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
        let given: Given = serde_json::from_value(given).expect("a given part");
        game.arrange(&mut state, &given).expect("understood");
        let notes = game.factor_notes(&game.see(&state, viewer), space);
        notes
            .iter()
            .map(|n| format!("{} {} {} of {} {}", n.counter, n.factor, n.now, n.printed, n.because[0].case))
            .collect()
    }

    #[test]
    fn a_corps_out_of_supply_says_how_it_moves_and_only_to_its_own_side() {
        let given =
            json!({ "turn": 3, "phase": "axis-movement", "empty": true, "put": { "H-2": "0101", "S-63": "0202" } });
        assert_eq!(notes(given.clone(), Viewer::Axis, "0101"), ["H-2 movement 0 of 2 5.1.a"]);
        assert!(notes(given, Viewer::Soviet, "0101").is_empty());
    }
}
