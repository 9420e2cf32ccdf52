//! What `check` allows, as a list: candidates of each frame, filtered by `check`.

use crate::Battle;
use crate::action::Action;
use crate::data::{AssetId, SpaceKind, UnitId};
use crate::refusal::Consult;
use crate::state::{AssetSet, Frame, Kind, Phase, Place, Post, State, UnitSet};
use kessel_table::Side;
use std::ops::ControlFlow;

type Flow = ControlFlow<()>;

impl Battle {
    /// Calls `visit` with every legal action of `side`, in a fixed order, until it breaks.
    pub(crate) fn each_offer(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        if state.ended.is_some() || !self.asked(state).includes(side) {
            return Flow::Continue(());
        }
        match state.frames.top() {
            Frame::Phase(phase) => {
                self.phase_offers(state, *phase, side, visit)?;
                self.offer(state, side, Action::Done, visit)
            }
            Frame::March(march) => {
                let view = self.outlook(state, march.unit);
                for to in self.open_steps(state, &view, *march) {
                    visit(Action::Step { to })?;
                }
                self.offer(state, side, Action::Halt, visit)
            }
            Frame::Overstack { space, .. } => {
                let units = self.units_in(state, *space, side);
                self.for_units(state, side, units, |unit| Action::Remove { unit }, visit)
            }
            Frame::Naming { .. } => {
                let units = self.fight(state).map_or_else(UnitSet::default, |f| self.units_in(state, f.space, side));
                self.for_units(state, side, units, |unit| Action::Exclude { unit }, visit)
            }
            Frame::Losses(losses) => {
                let units = self.sufferers(state, losses.space, side);
                self.for_units(state, side, units, |unit| Action::LoseStrength { unit }, visit)?;
                for unit in units.iter() {
                    for asset in state.assets_of(unit).iter() {
                        self.offer(state, side, Action::LoseStep { asset }, visit)?;
                    }
                }
                Flow::Continue(())
            }
            Frame::Standing { .. } => {
                let units = self.fight(state).map_or_else(UnitSet::default, |f| self.sufferers(state, f.space, side));
                self.for_units(state, side, units, |unit| Action::Leave { unit }, visit)?;
                self.offer(state, side, Action::Done, visit)
            }
            Frame::Retreat { units, .. } => {
                for unit in units.iter() {
                    for to in self.retreat_spaces(state, unit).iter() {
                        visit(Action::Retreat { unit, to })?;
                    }
                }
                Flow::Continue(())
            }
            Frame::Fight(_) => Flow::Continue(()),
        }
    }

    fn offer(&self, state: &State, side: Side, action: Action, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.allows(state, side, action) { visit(action) } else { Flow::Continue(()) }
    }

    fn for_units(
        &self,
        state: &State,
        side: Side,
        units: UnitSet,
        action: impl Fn(UnitId) -> Action,
        visit: &mut impl FnMut(Action) -> Flow,
    ) -> Flow {
        units.iter().try_for_each(|unit| self.offer(state, side, action(unit), visit))
    }

    /// Is there anything to do in this phase but to end it?
    pub(crate) fn has_choice(&self, state: &State, side: Side) -> bool {
        let Frame::Phase(phase) = state.frames.top() else { return true };
        self.phase_offers(state, *phase, side, &mut |_| Flow::Break(())).is_break()
    }

    /// The offers of a phase, without `done`.
    fn phase_offers(&self, state: &State, phase: Phase, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        match phase {
            Phase::Setup => self.setup_offers(state, side, visit),
            Phase::SovietAssignment => {
                self.place_offers(state, side, self.waiting_units(state, side), visit)?;
                self.assign_offers(state, side, self.waiting_assets(state, side), visit)
            }
            Phase::AxisAssignment => self.assign_offers(state, side, self.waiting_assets(state, side), visit),
            Phase::SovietWithdrawal | Phase::AxisWithdrawal => {
                for asset in self.surrenders(state).iter() {
                    self.offer(state, side, Action::Surrender { asset }, visit)?;
                }
                self.own_assets(side).try_for_each(|asset| self.offer(state, side, Action::Withdraw { asset }, visit))
            }
            Phase::SovietReplacement => {
                self.purchase_offers(state, side, visit)?;
                self.place_offers(state, side, state.fresh_units, visit)?;
                self.assign_offers(state, side, state.fresh_assets, visit)
            }
            Phase::AxisReplacement => self.purchase_offers(state, side, visit),
            Phase::SovietMovement | Phase::AxisMovement | Phase::UranusMovement => {
                self.movement_offers(state, side, visit)
            }
            Phase::SovietAttack | Phase::AxisAttack => {
                let battles = self.picture(state).battle;
                battles.iter().try_for_each(|at| self.offer(state, side, Action::Attack { at }, visit))
            }
            Phase::Uranus => self.offer(state, side, Action::Launch, visit),
            Phase::AxisDetachments => {
                let Some(unit) = self.detachment_due(state) else { return Flow::Continue(()) };
                let cities = self.landing_cities(state, unit);
                cities.iter().try_for_each(|at| self.offer(state, side, Action::Deploy { unit, at }, visit))
            }
            Phase::Over => Flow::Continue(()),
        }
    }

    fn setup_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.offer(state, side, Action::Historical, visit)?;
        if side == Side::Soviet {
            for unit in self.unset(state).iter() {
                for points in 0..=self.data.units[unit.index()].max {
                    self.offer(state, side, Action::Strength { unit, points }, visit)?;
                }
            }
        }
        self.assign_offers(state, side, self.waiting_assets(state, side), visit)
    }

    fn own_assets(&self, side: Side) -> impl Iterator<Item = AssetId> + '_ {
        self.data.asset_ids().filter(move |a| self.data.assets[a.index()].side == side)
    }

    /// Assets of a side in its reserve.
    fn waiting_assets(&self, state: &State, side: Side) -> AssetSet {
        self.own_assets(side).filter(|a| state.assets[a.index()].post == Post::Reserve).collect()
    }

    /// Units of a side in its reserve.
    fn waiting_units(&self, state: &State, side: Side) -> UnitSet {
        self.units_in(state, self.reserve(side), side)
    }

    fn place_offers(&self, state: &State, side: Side, units: UnitSet, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        for unit in units.iter() {
            for at in self.data.board.boxes() {
                if self.data.spaces[at].kind == SpaceKind::Front {
                    self.offer(state, side, Action::Place { unit, at }, visit)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Every assignment, by the three parts of its check.
    fn assign_offers(
        &self,
        state: &State,
        side: Side,
        assets: AssetSet,
        visit: &mut impl FnMut(Action) -> Flow,
    ) -> Flow {
        let assets: AssetSet =
            assets.iter().filter(|a| self.assigned_rules(state, side, *a, &mut Consult::strict()).is_ok()).collect();
        if assets.is_empty() {
            return Flow::Continue(());
        }
        let hosts = [false, true].map(|anti_tank| -> UnitSet {
            let open = |u: &UnitId| self.host_rules(state, side, *u, anti_tank, &mut Consult::strict()).is_ok();
            self.own(side).iter().filter(open).collect()
        });
        for asset in assets.iter() {
            for unit in hosts[usize::from(self.is_anti_tank(asset))].iter() {
                if self.pair_rules(state, asset, unit, &mut Consult::strict()).is_ok() {
                    visit(Action::Assign { asset, unit })?;
                }
            }
        }
        Flow::Continue(())
    }

    fn purchase_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        if state.purse == [0; 2] {
            return Flow::Continue(());
        }
        let costs = &self.data.charts.costs;
        for unit in self.own(side).iter() {
            let minors = |cost: u8| 0..=cost.min(state.purse[1]);
            match state.units[unit.index()].place {
                Place::At(_) => {
                    for minor in minors(costs.strength) {
                        self.offer(state, side, Action::Buy { unit, minor }, visit)?;
                    }
                }
                Place::Dead => {
                    for minor in minors(costs.unit) {
                        self.offer(state, side, Action::RebuildUnit { unit, minor }, visit)?;
                    }
                }
                Place::ToCome => {}
            }
        }
        for asset in self.own_assets(side) {
            if matches!(state.assets[asset.index()].post, Post::Dead | Post::Reserve) {
                for minor in 0..=costs.asset_step.min(state.purse[1]) {
                    self.offer(state, side, Action::RebuildStep { asset, minor }, visit)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn movement_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        let fed = self.picture(state).fed[side.index()];
        for unit in (self.own(side) - state.moved).iter() {
            let Some(from) = state.at(unit) else { continue };
            if fed.contains(from) {
                for kind in [Kind::Tactical, Kind::Strategic] {
                    self.offer(state, side, Action::March { unit, kind }, visit)?;
                }
                if self.data.spaces[from].kind == SpaceKind::Front {
                    for near in self.data.board.neighbors(from) {
                        self.offer(state, side, Action::Transfer { unit, to: near.space }, visit)?;
                    }
                }
            } else if self.data.units[unit.index()].attempts {
                for near in self.data.board.neighbors(from) {
                    self.offer(state, side, Action::Attempt { unit, to: near.space }, visit)?;
                }
            }
        }
        Flow::Continue(())
    }
}
