//! Where the Soviets mass for Operation Uranus: what the staff does, and what the program suggests.

use crate::Drive;
use crate::data::{UnitId, UnitKind};
use crate::state::State;
use kessel_board::SpaceId;

/// Where the Soviets stand in Uranus: hex, rifle divisions, and one mobile or heavy unit of each kind named.
/// Two fists before the Romanians on the Don and south of Stalingrad; a guard in every town that must not fall (4.9).
const FISTS: [(&str, usize, &[UnitKind]); 27] = [
    ("N2626", 7, &[UnitKind::TankCorps, UnitKind::Artillery]),
    ("N2725", 7, &[UnitKind::TankCorps, UnitKind::Artillery]),
    ("N2724", 7, &[UnitKind::TankCorps, UnitKind::Artillery]),
    ("N2723", 6, &[UnitKind::TankCorps]),
    ("N2526", 1, &[UnitKind::CavalryCorps]),
    ("N2823", 5, &[UnitKind::TankCorps]),
    ("N3520", 6, &[UnitKind::MechanisedCorps, UnitKind::CavalryCorps]),
    ("N3421", 6, &[UnitKind::MechanisedCorps]),
    ("N3321", 4, &[UnitKind::CavalryCorps]),
    ("N3620", 3, &[]),
    ("N1333", 6, &[UnitKind::FortifiedArea]),
    ("N1732", 6, &[UnitKind::FortifiedArea]),
    ("N2032", 6, &[UnitKind::FortifiedArea]),
    ("N1634", 1, &[UnitKind::FortifiedArea]),
    ("N2821", 1, &[UnitKind::FortifiedArea]),
    ("N2820", 1, &[UnitKind::FortifiedArea]),
    ("N2822", 2, &[UnitKind::FortifiedArea]),
    ("N2030", 3, &[]),
    ("N1831", 3, &[]),
    ("N1431", 3, &[]),
    ("N2722", 5, &[]),
    ("N2423", 2, &[]),
    ("N2323", 2, &[]),
    ("N1727", 1, &[]),
    ("N1526", 1, &[]),
    ("N3120", 1, &[]),
    ("N1434", 1, &[]),
];

impl Drive {
    /// Does the place of an attack, or of a guard, still lack a unit of this kind? Only Uranus has such places.
    pub(crate) fn is_wanted(&self, state: &State, unit: UnitId, at: SpaceId) -> bool {
        let (name, kind) = (self.data.map.board.name(at), self.card(unit).kind);
        let Some((_, rifles, others)) = FISTS.iter().find(|(hex, _, _)| *hex == name) else { return false };
        let here = state.units_at(at).filter(|u| self.card(*u).kind == kind).count();
        let wanted = if kind == UnitKind::Rifle { *rifles } else { others.iter().filter(|k| **k == kind).count() };
        !state.is_blue() && here < wanted
    }
}
