//! 3.1 Stacking: slots and asset limits of the Caucasus boxes, the one place in TCF.

use crate::Battle;
use crate::action::Action;
use crate::data::{AssetClass, AssetId, AssetSize, UnitId};
use crate::decision::{Decision, Flow, Then, ask_while, not_now};
use crate::refusal::{Consult, Verdict, Why};
use crate::sets::AssetSet;
use crate::state::{Frame, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Log, Prompt, Side, ToAct, must, unless, unless_found};
use kessel_kit::no;

/// 3.1.2.e: after his movement the owner removes units from a box that holds too many.
pub(crate) const OVERSTACK: Decision = Decision {
    case: Case("3.1.2.e"),
    asks: |_, state| match state.frames.top() {
        Frame::Overstack { side, .. } => (*side).into(),
        _ => ToAct::Nobody,
    },
    check: |game, state, side, action, c| match (action, state.frames.top()) {
        (Action::Remove { unit }, Frame::Overstack { space, .. }) => {
            if !c.gate(Case("3.1.2.e"), game.own_unit(side, unit))? {
                return Ok(());
            }
            let there = game.units_in(state, *space, side).contains(unit);
            c.ask(Case("3.1.2.e"), must(there, no!("{unit} is not in {space}", unit, space = *space)))
        }
        _ => not_now(c, "3.1.2.e"),
    },
    offers: |game, state, side, visit| {
        let Frame::Overstack { space, .. } = state.frames.top() else { return Flow::Continue(()) };
        let units = game.units_in(state, *space, side);
        game.for_units(state, side, units, |unit| Action::Remove { unit }, visit)
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Remove { unit } = action {
            game.apply_remove(state, unit, log);
        }
    },
    settle: |game, state, _, _| {
        let Frame::Overstack { side, space } = *state.frames.top() else { return Then::Ask };
        ask_while(game.overstack(state, space, side) > 0, state)
    },
    prompt: |game, seen, side| {
        let Frame::Overstack { space, .. } = *seen.frames.top() else { return Prompt::default() };
        let slots = game.data.spaces[space].caucasus.map_or(0, |info| info.slots[side.index()]);
        let text = format!("{} has room for {slots} of your units. Remove one.", game.space_name(space));
        Prompt::new(Case("3.1.2.e"), text)
    },
};

impl Battle {
    /// How many of a side's units are more than a Caucasus box has slots for (3.1.2.a, R-76).
    pub(crate) fn overstack(&self, state: &State, space: SpaceId, side: Side) -> u8 {
        match &self.data.spaces[space].caucasus {
            Some(info) => self.units_in(state, space, side).count().saturating_sub(info.slots[side.index()]),
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
            c.ask(case, must(unit == only, no!("only {only} may enter {to}", only, to)))?;
        }
        let full = self.units_in(state, to, side).count() >= info.slots[side.index()];
        c.ask(Case("3.1.2.c"), unless(full, no!("every slot of {to} is taken", to)))?;
        match side {
            Side::Axis => {
                // What a retreat left above the limit stays and keeps nobody out who adds nothing to it.
                let brought = assets.iter().filter(|a| !self.is_anti_tank(*a)).count();
                let over = brought > self.axis_asset_room(state, to);
                c.ask(self.asset_case(to), unless(over, self.no_asset_room(unit, to)))?;
            }
            Side::Soviet => {
                let large = assets.iter().find(|a| self.too_large(*a));
                c.ask(Case("3.1.2.h"), unless_found(large, |asset| too_large_for(asset, to)))?;
            }
        }
        Ok(())
    }

    /// The rule that limits Axis assets in a Caucasus box: in Elbrus (3.1.2.i) or elsewhere (3.1.2.g).
    pub(crate) fn asset_case(&self, space: SpaceId) -> Case {
        if space == self.data.places.elbrus { Case("3.1.2.i") } else { Case("3.1.2.g") }
    }

    /// What that rule says.
    pub(crate) fn no_asset_room(&self, unit: UnitId, space: SpaceId) -> Why {
        if space == self.data.places.elbrus {
            return no!("{unit} may enter {space} only without assets", unit, space);
        }
        no!("{unit} would bring more Axis assets into {space} than it may hold", unit, space)
    }

    /// 3.1.1.b: TCF holds one unit.
    pub(crate) fn room_in_front(&self, state: &State, to: SpaceId) -> Result<(), Why> {
        match self.data.spaces[to].capacity {
            Some(most) if state.all_in(to).count() >= most => Err(no!("every slot of {to} is taken", to)),
            _ => Ok(()),
        }
    }

    /// 3.1.2.g: how many more Axis assets a space takes: no end of them outside the boxes that have a limit, none in a box
    /// that a retreat has filled beyond it. Those assigned to units there count, anti-tank ones included.
    pub(crate) fn axis_asset_room(&self, state: &State, space: SpaceId) -> usize {
        let limit = self.data.spaces[space].caucasus.and_then(|info| info.axis_asset_limit);
        let Some(limit) = limit else { return usize::MAX };
        let there: usize = self.units_in(state, space, Side::Axis).iter().map(|u| state.assets_of(u).len()).sum();
        usize::from(limit).saturating_sub(there)
    }

    /// 3.1.2.h: Soviet corps and divisions do not serve in the Caucasus boxes.
    pub(crate) fn too_large(&self, asset: AssetId) -> bool {
        matches!(self.data.assets[asset.index()].size, AssetSize::Corps | AssetSize::Division)
    }

    /// Does it go into the anti-tank slot?
    pub(crate) fn is_anti_tank(&self, asset: AssetId) -> bool {
        matches!(self.data.assets[asset.index()].class, AssetClass::AntiTank { .. })
    }

    /// 3.1.2.e: the owner removes a unit; R-81: no Don point, a box is no hex.
    fn apply_remove(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let space = state.at(unit);
        self.kill(state, unit, Case("3.1.2.e"), log);
        if let Some(space) = space {
            self.settle_control(state, space, log);
        }
        self.repaint(state);
        // Another box may be overstacked as well.
        let side = self.side(unit);
        if space.is_some_and(|s| self.overstack(state, s, side) == 0)
            && let Some(next) = self.data.board.boxes().find(|s| self.overstack(state, *s, side) > 0)
        {
            *state.frames.top_mut() = Frame::Overstack { side, space: next };
        }
    }
}

/// 3.1.2.h: what a Soviet asset is told at a Caucasus box.
pub(crate) fn too_large_for(asset: AssetId, space: SpaceId) -> Why {
    no!("{asset} is too large for {space}: no Soviet corps or division serves in a Caucasus box", asset, space)
}
