//! Numbers that do not count as printed, and why: for whoever looks at the hex.

use crate::Roads;
use crate::data::{FortressAttack, FortressDefence, FortressMovement, UnitId, Weather};
use crate::state::{Mode, State, Supply};
use kessel_kernel::{FactorNote, OfferNote};
use kessel_kit::show::{self, because};

impl Roads {
    pub(super) fn unit_notes(&self, seen: &State, unit: UnitId) -> Vec<FactorNote> {
        let piece = seen.field.get(unit);
        let factors = self.info(unit).factors(piece.steps);
        let note = |factor, printed: u8, now: &str, reason| {
            show::note(&self.info(unit).id, factor, printed, now, vec![reason])
        };
        let mut notes = Vec::new();
        let (half_points, hexes) = self.allowance(seen, unit, Mode::Normal);
        let now = hexes.map_or_else(|| (half_points / 2).to_string(), |n| format!("{n} hex"));
        if now != factors.movement.to_string() && piece.pontoon.is_none() {
            notes.push(note("movement", factors.movement, &now, self.movement_reason(seen, unit)));
        }
        let Some(reason) = self.supply_reason(seen, piece.supply) else { return notes };
        let (attack, defence) = match piece.supply {
            Supply::In => return notes,
            Supply::Out => (Some("half"), Some("half")),
            Supply::Fortress => self.pocket_strength(seen),
        };
        if let Some(now) = attack.filter(|_| factors.attack > 0) {
            notes.push(note("attack", factors.attack, now, reason.clone()));
        }
        if let Some(now) = defence {
            notes.push(note("defence", factors.defence, now, reason));
        }
        notes
    }

    /// 10.3.2: what the supply level of the fortress leaves of attack and defence; nothing where it is as printed.
    fn pocket_strength(&self, seen: &State) -> (Option<&'static str>, Option<&'static str>) {
        let row = self.fortress_row(seen);
        let attack = match row.attack {
            FortressAttack::Half => "half",
            FortressAttack::One => "1",
            FortressAttack::OnePerStack => "1 for the stack",
            FortressAttack::None => "0",
        };
        let defence = match row.defence {
            FortressDefence::Full => None,
            FortressDefence::Half => Some("half"),
            FortressDefence::One => Some("1"),
        };
        (Some(attack), defence)
    }

    fn supply_reason(&self, seen: &State, supply: Supply) -> Option<OfferNote> {
        match supply {
            Supply::In => None,
            Supply::Out => Some(because("4.4.2", "out of supply")),
            Supply::Fortress => {
                let case = match self.fortress_row(seen).movement {
                    FortressMovement::Half => "10.3.2.a",
                    FortressMovement::OnePoint => "10.3.2.b",
                    FortressMovement::OneHex => "10.3.2.c",
                    FortressMovement::ThreeUnits => "10.3.2.d",
                };
                let text = format!("in the fortress, supply level {}", seen.fortress.level);
                Some(because(case, text))
            }
        }
    }

    fn movement_reason(&self, seen: &State, unit: UnitId) -> OfferNote {
        let supply = self.supply_reason(seen, seen.field.get(unit).supply);
        let mud = because("3.2.2.a", "mud");
        match supply {
            _ if seen.forecast.weather == Weather::Mud => mud,
            Some(reason) => reason,
            None => because("7.1.4", "as it stands now"),
        }
    }
}
