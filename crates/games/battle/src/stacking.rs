//! 3.1 Stacking: slots and asset limits of the Caucasus boxes, the one place in TCF.

use crate::Battle;
use crate::data::{AssetClass, AssetSize, UnitId};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{AssetSet, State};
use kessel_board::SpaceId;
use kessel_table::{Case, Side};

impl Battle {
    /// How many of a side's units are more than a Caucasus box has slots for (3.1.2.a, R-76).
    pub(crate) fn overstack(&self, state: &State, space: SpaceId, side: Side) -> u8 {
        match &self.data.spaces[space].caucasus {
            Some(info) => self.units_in(state, space, side).len().saturating_sub(info.slots[side.index()]),
            None => 0,
        }
    }

    /// 3.1.2: may this unit, with these assets, move into the box?
    pub(crate) fn box_rules(
        &self,
        state: &State,
        unit: UnitId,
        assets: AssetSet,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(info) = &self.data.spaces[to].caucasus else { return Ok(()) };
        let side = self.side(unit);
        if let Some(only) = info.only_unit {
            let case = if to == self.data.places.kerch { Case("3.1.2.j") } else { Case("3.1.2.i") };
            c.ask(case, if unit == only { Ok(()) } else { Err(Why::OnlyFor(only, to)) })?;
        }
        let full = self.units_in(state, to, side).len() >= info.slots[side.index()];
        c.ask(Case("3.1.2.c"), if full { Err(Why::BoxFull(to)) } else { Ok(()) })?;
        match side {
            Side::Axis => {
                // What a retreat left above the limit stays and keeps nobody out who adds nothing to it.
                let brought = assets.iter().filter(|a| !self.is_anti_tank(*a)).count();
                let over = brought > self.axis_asset_room(state, to);
                let elbrus = to == self.data.places.elbrus;
                let case = if elbrus { Case("3.1.2.i") } else { Case("3.1.2.g") };
                let why = if elbrus { Why::NoAssetsThere(unit, to) } else { Why::TooManyAssets(unit, to) };
                c.ask(case, if over { Err(why) } else { Ok(()) })?;
            }
            Side::Soviet => {
                let large = assets.iter().find(|a| self.too_large(*a));
                c.ask(Case("3.1.2.h"), large.map_or(Ok(()), |a| Err(Why::AssetTooLarge(a, to))))?;
            }
        }
        Ok(())
    }

    /// 3.1.1.b: TCF holds one unit.
    pub(crate) fn room_in_front(&self, state: &State, to: SpaceId) -> Result<(), Why> {
        match self.data.spaces[to].capacity {
            Some(most) if state.all_in(to).len() >= most => Err(Why::BoxFull(to)),
            _ => Ok(()),
        }
    }

    /// 3.1.2.g: how many more Axis assets a space takes: no end of them outside the boxes that have a limit, none in a box
    /// that a retreat has filled beyond it. Those assigned to units there count, anti-tank ones included.
    pub(crate) fn axis_asset_room(&self, state: &State, space: SpaceId) -> usize {
        let limit = self.data.spaces[space].caucasus.and_then(|info| info.axis_asset_limit);
        let Some(limit) = limit else { return usize::MAX };
        let there: usize =
            self.units_in(state, space, Side::Axis).iter().map(|u| usize::from(state.assets_of(u).len())).sum();
        usize::from(limit).saturating_sub(there)
    }

    /// 3.1.2.h: Soviet corps and divisions do not serve in the Caucasus boxes.
    pub(crate) fn too_large(&self, asset: crate::data::AssetId) -> bool {
        matches!(self.data.assets[asset.index()].size, AssetSize::Corps | AssetSize::Division)
    }

    /// Does it go into the anti-tank slot?
    pub(crate) fn is_anti_tank(&self, asset: crate::data::AssetId) -> bool {
        matches!(self.data.assets[asset.index()].class, AssetClass::AntiTank { .. })
    }
}
