//! 14.4, 14.22 The ways that the staff plots for whoever is only told where to go.

use super::check::LONGEST;
use super::{Plan, Slot};
use crate::arrivals::replaces;
use crate::data::{Kind, UnitId};
use crate::field::contacts_at;
use crate::fix::holds;
use crate::movement::Danger;
use crate::state::{Assault, Mode, NONE, Secondary, Standing, State};
use crate::theater::Stage;
use kessel_kernel::Case;

impl Stage<'_> {
    /// Did the unit start the game under German Sixth Army?
    pub(crate) fn of_sixth_army(&self, unit: u16) -> bool {
        let mut at = Some(UnitId(unit));
        for _ in 0..8 {
            let Some(id) = at else { return false };
            if self.scenario.unit(id).id == "A.6A.HQ" {
                return true;
            }
            at = self.scenario.unit(id).superior;
        }
        false
    }

    /// 14.22.c, 15.1.e: a unit that is sent a single hex, onto a known enemy, assaults it; without advance where it could not follow.
    pub(crate) fn dragged(&self, seen: &State, unit: u16, mode: Option<Mode>, to: u16, over: bool) -> Option<Assault> {
        let (info, at) = (self.info(unit), seen.units[unit as usize].at);
        let enemy = (to as usize) < self.theater.hexes && !contacts_at(self, seen, to).is_empty();
        let fights = !matches!(info.kind, Kind::Hq | Kind::Artillery) && seen.units[unit as usize].attack > 0;
        let beside = at != NONE && self.theater.toward(at, to).is_some();
        if over || !enemy || !fights || !beside || mode == Some(Mode::Strategic) || !holds(Case("14.22.c"), true) {
            return None;
        }
        let open = self.step_cost(seen, info.side, info.movement, Mode::Tactical, at, to).is_ok();
        Some(if open || !holds(Case("15.1.e"), true) { Assault::Assault } else { Assault::NoAdvance })
    }

    /// 14.4, 14.22, 3.19: the way and the mode that the Executive Officer plots.
    pub(crate) fn plot(
        &self,
        seen: &State,
        unit: u16,
        mode: Option<Mode>,
        to: u16,
        over: bool,
    ) -> Option<(Mode, Vec<u16>)> {
        let danger = if over { None } else { Some(Danger::of(self, seen)) };
        self.plot_with(seen, unit, mode, to, danger.as_ref())
    }

    /// The same with the dangers at hand.
    pub(crate) fn plot_with(
        &self,
        seen: &State,
        unit: u16,
        mode: Option<Mode>,
        to: u16,
        danger: Option<&Danger>,
    ) -> Option<(Mode, Vec<u16>)> {
        if to as usize >= self.theater.hexes {
            return None;
        }
        let find =
            // 14.22.a: around known enemies and their zones; 14.42.b: of others he knows nothing.
            |mode| self.find_way(seen, unit, mode, to, |hex| danger.is_some_and(|d| holds(Case("14.42.a"), d.at(hex))));
        let path = match mode {
            Some(mode) => (mode, find(mode)?),
            None => {
                // 3.19: tactical within its range or near known enemies, strategic otherwise.
                let tactical = find(Mode::Tactical)?;
                let info = self.info(unit);
                let mut from = seen.units[unit as usize].at;
                let mut cost = 0;
                for hex in &tactical {
                    cost += self.step_cost(seen, info.side, info.movement, Mode::Tactical, from, *hex).unwrap_or(0);
                    from = *hex;
                }
                let near = tactical.iter().any(|hex| danger.is_some_and(|d| d.near(*hex)));
                if near || cost <= self.allowance(seen, unit, false) {
                    (Mode::Tactical, tactical)
                } else {
                    (Mode::Strategic, find(Mode::Strategic)?)
                }
            }
        };
        Some(path).filter(|(_, way)| way.len() <= LONGEST)
    }

    /// Is the unit doing something that it was told, and not only standing there?
    pub(crate) fn is_ordered(&self, state: &State, plan: &Plan, unit: u16) -> bool {
        plan.contains_key(&Slot::Unit(unit))
            || match state.units[unit as usize].order {
                Standing::Defend(_, also) => also != Secondary::Nothing,
                _ => true,
            }
            || replaces(state.units[unit as usize].order)
    }
}
