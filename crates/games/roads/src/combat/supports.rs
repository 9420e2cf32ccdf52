//! 5.5.4 Which supports serve a combat.

use crate::Roads;
use crate::data::{Cloud, SupportClass, SupportId, UnitId};
use crate::refusal::Why;
use crate::state::{Fight, Spot, State, Supply, SupportSet, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Side, must};
use kessel_kit::no;

impl Roads {
    /// The markers that may serve the present combat for a side and do not yet, in exploitation too (5.5.5).
    pub(crate) fn combat_supports(&self, state: &State, side: Side) -> SupportSet {
        let Some(fight) = &state.fight else { return SupportSet::EMPTY };
        // Most markers lie in their pools and boxes.
        let on_map = self.supports().filter(|m| matches!(state.spot(*m), Spot::Unit(_) | Spot::Hex(_)));
        on_map.filter(|m| self.may_serve(state, fight, side, *m).is_ok()).collect()
    }

    /// May a marker serve the combat for a side?
    pub(crate) fn may_serve(&self, state: &State, fight: &Fight, side: Side, marker: SupportId) -> Result<(), Why> {
        let (spot, kind) = (state.spot(marker), self.support(marker));
        self.own_marker(side, marker)?;
        let played = matches!(spot, Spot::Unit(_) | Spot::Hex(_));
        must(played, no!("{marker} is not on the map and cannot serve this combat", marker))?;
        let attacks = side == fight.attacker;
        let helps = if attacks { kind.shift > 0 || kind.attack > 0 || kind.levels > 0 } else { kind.defence > 0 };
        let why = if attacks {
            no!("{marker} does not help an attack", marker)
        } else {
            no!("{marker} does not help a defence", marker)
        };
        must(helps, why)?;
        self.alone_of_class(fight, side, marker)?;
        let spent = self.has_served(state, marker, attacks);
        must(!spent, no!("{marker} has served its combat in this turn", marker))?;
        match spot {
            Spot::Unit(unit) => self.serves_with(state, fight, attacks, marker, unit),
            Spot::Hex(hex) => self.air_serves(state, fight, side, marker, hex),
            _ => Ok(()),
        }
    }

    /// Artillery (PA.SUP.art2, PA.SUP.art3) serves one attack and one defence, a Breakthrough (PA.SUP.breakthrough) one attack, aircraft one combat.
    fn has_served(&self, state: &State, marker: SupportId, attacks: bool) -> bool {
        let [attack, defence] = [0, 1].map(|role: usize| state.served[role].contains(marker));
        match self.support(marker).class {
            SupportClass::Artillery | SupportClass::Breakthrough => {
                if attacks {
                    attack
                } else {
                    defence
                }
            }
            SupportClass::Air => attack || defence,
            _ => false,
        }
    }

    /// 5.5.4.b, 5.5.4.c: two of one class, leaders included, never serve together.
    pub(crate) fn alone_of_class(&self, fight: &Fight, side: Side, marker: SupportId) -> Result<(), Why> {
        let class = self.support(marker).class;
        let same = |other: SupportId| self.support(other).side == side && self.support(other).class == class;
        let twice = fight.supports.iter().any(same);
        must(!twice, no!("{marker} cannot serve together with another of its class", marker))
    }

    /// R120: with a unit that attacks or stands in the attacked hex. 10.2.3.b: in the pocket only what was flown in.
    fn serves_with(
        &self,
        state: &State,
        fight: &Fight,
        attacks: bool,
        marker: SupportId,
        unit: UnitId,
    ) -> Result<(), Why> {
        let part = if attacks { fight.attackers } else { fight.defenders };
        must(part.contains(unit), no!("{marker} is with a unit that takes no part in this combat", marker))?;
        let pocket = state.field.get(unit).supply == Supply::Fortress;
        let flown_in = self.support(marker).class == SupportClass::Pak;
        must(!pocket || flown_in, no!("{marker} does not help units of the pocket", marker))
    }

    /// Aircraft reach the neighbouring hexes under a clear sky, their own under clouds, nothing in a blizzard.
    fn air_serves(&self, state: &State, fight: &Fight, side: Side, marker: SupportId, hex: SpaceId) -> Result<(), Why> {
        let part = if side == fight.attacker { fight.attackers } else { fight.defenders };
        let (reach, why) = match state.forecast.cloud {
            Cloud::Blizzard => return Err(no!("no aircraft fly in a blizzard")),
            // 3.3.b.
            Cloud::Overcast => {
                (0, no!("{marker} is over another hex: under clouds it serves only where it is", marker))
            }
            // 3.3.a: nothing lessens their radius.
            Cloud::Clear => {
                let reach = self.support(marker).radius.max(self.air_extension(state, fight, side, part));
                (reach, no!("{marker} is too far away from the hex that is attacked", marker))
            }
        };
        // 10.2.3.b: the pocket has no help from the air.
        let helped = part.iter().any(|unit| state.field.get(unit).supply != Supply::Fortress);
        must(helped, no!("{marker} does not help units of the pocket", marker))?;
        must(self.distance(state, hex, fight.hex) <= u32::from(reach), why)?;
        must(!self.flak(state, fight, side), no!("anti-aircraft guns keep {marker} away", marker))
    }

    /// PA.SUP.novikov: with him one air support reaches farther; no other may serve beside it (5.5.4.b).
    fn air_extension(&self, state: &State, fight: &Fight, side: Side, part: UnitSet) -> u8 {
        let with = |m: &SupportId| matches!(state.spot(*m), Spot::Unit(unit) if part.contains(unit));
        let leaders = self.supports().filter(|m| self.support(*m).extends_air > 0 && self.support(*m).side == side);
        // 5.5.4.c: not where another leader serves.
        let other = |m: &SupportId| {
            let rival =
                |s: SupportId| s != *m && self.support(s).class == SupportClass::Leader && self.support(s).side == side;
            !fight.supports.iter().any(rival)
        };
        leaders.filter(with).filter(other).map(|m| self.support(m).extends_air).max().unwrap_or(0)
    }

    /// PA.SUP.aa: anti-aircraft guns with the enemy's units in the combat keep aircraft away.
    fn flak(&self, state: &State, fight: &Fight, side: Side) -> bool {
        let enemies = if side == fight.attacker { fight.defenders } else { fight.attackers };
        self.supports().any(|m| {
            let kind = self.support(m);
            kind.class == SupportClass::Aa
                && kind.side != side
                && matches!(state.spot(m), Spot::Unit(unit) if enemies.contains(unit))
        })
    }
}
