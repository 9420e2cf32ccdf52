//! What `check` allows, as a list: candidates of each frame, filtered by `check`.

use crate::Drive;
use crate::action::Action;
use crate::data::{Region, UnitId};
use crate::ground::Load;
use crate::refusal::Consult;
use crate::sets::{Spaces, UnitSet};
use crate::setup::Room;
use crate::state::{Frame, March, Order, Phase, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_table::Side;
use std::ops::ControlFlow;

type Flow = ControlFlow<()>;

/// What the rules of the set-up ask of a unit: its group, what it adds to a stack, whether it is mechanised.
type Alike = (Option<u8>, Load, bool);

impl Drive {
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
            Frame::March(march) => self.march_offers(state, march, side, visit),
            Frame::Muster(muster) => {
                let near = self.candidates(state, muster.target, side);
                self.for_units(state, side, near, |unit| Action::Join { unit }, visit)?;
                self.offer(state, side, Action::Support, visit)?;
                self.offer(state, side, Action::Manstein, visit)?;
                self.offer(state, side, Action::Fight, visit)
            }
            Frame::Reply => {
                self.offer(state, side, Action::Support, visit)?;
                self.airlift_offers(state, side, visit)?;
                visit(Action::Done)
            }
            Frame::Retreat(units) => self.retreat_offers(state, *units, visit),
            Frame::Losses(_) => {
                let losers = state.fight().map_or(UnitSet::EMPTY, |fight| self.losers(state, fight));
                self.for_units(state, side, losers.iter(), |unit| Action::Lose { unit }, visit)
            }
            Frame::Advance => {
                let units = state.fight().map_or(UnitSet::EMPTY, |fight| fight.units);
                self.for_units(state, side, units.iter(), |unit| Action::Advance { unit }, visit)?;
                visit(Action::Done)
            }
            Frame::Excess { hex, .. } => {
                self.for_units(state, side, state.units_at(*hex), |unit| Action::Remove { unit }, visit)
            }
            Frame::Taman => {
                let pair = self.data.blue.taman.iter().copied();
                self.for_units(state, side, pair, |unit| Action::Taman { unit }, visit)?;
                visit(Action::Done)
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
        mut units: impl Iterator<Item = UnitId>,
        action: impl Fn(UnitId) -> Action,
        visit: &mut impl FnMut(Action) -> Flow,
    ) -> Flow {
        units.try_for_each(|unit| self.offer(state, side, action(unit), visit))
    }

    /// Is there anything to do in this phase but to end it? Ordering one's stacks alone is nothing to wait for.
    pub(crate) fn has_choice(&self, state: &State, side: Side) -> bool {
        let Frame::Phase(phase) = state.frames.top() else { return true };
        let mut look = |action| match action {
            Action::Top { .. } => Flow::Continue(()),
            _ => Flow::Break(()),
        };
        self.phase_offers(state, *phase, side, &mut look).is_break()
    }

    /// The offers of a phase, without `done`.
    fn phase_offers(&self, state: &State, phase: Phase, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        match phase {
            Phase::SovietSetup | Phase::AxisSetup => self.setup_offers(state, side, visit),
            Phase::SovietAnnouncements => {
                self.offer(state, side, Action::Flood, visit)?;
                let city = self.data.map.region(Region::Stalingrad);
                city.iter().try_for_each(|at| self.offer(state, side, Action::SixtySecond { at }, visit))
            }
            Phase::AxisAnnouncements => {
                self.offer(state, side, Action::BlockSea, visit)?;
                self.airlift_offers(state, side, visit)
            }
            Phase::AxisWithdrawal => {
                let own = self.ground.own[0];
                self.for_units(state, side, own.iter(), |unit| Action::Withdraw { unit }, visit)
            }
            Phase::AxisOpening | Phase::SovietOpening => {
                if !state.added {
                    let mine = match side {
                        Side::Axis => self.ground.towns & state.axis_control,
                        Side::Soviet => self.ground.towns - state.axis_control,
                    };
                    let new = mine - state.network[side.index()];
                    new.iter().try_for_each(|at| self.offer(state, side, Action::Supply { at }, visit))?;
                }
                self.offer(state, side, Action::Schwerpunkt, visit)?;
                Order::ALL.into_iter().try_for_each(|order| self.offer(state, side, Action::Order { order }, visit))
            }
            Phase::AxisMovement | Phase::SovietMovement => self.movement_offers(state, side, visit),
            Phase::AxisAssault | Phase::SovietAssault => {
                self.attack_offers(state, side, visit)?;
                if side == Side::Axis {
                    self.airlift_offers(state, side, visit)?;
                }
                self.top_offers(state, side, visit)
            }
            Phase::Over => Flow::Continue(()),
        }
    }

    fn setup_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        let room = Room::new(self, state);
        // Where units that the set-up does not tell apart may stand.
        let mut known: ArrayVec<(Alike, Spaces), 32> = ArrayVec::new();
        let mut last = None;
        for unit in self.to_place(state, side) {
            let index = self.ground.groups[state.scenario as usize][unit.index()];
            let card = self.card(unit);
            // Soviet counters of one pile come in order: only the first can be placed.
            if side == Side::Soviet && last.replace((index, card.kind)) == Some((index, card.kind)) {
                continue;
            }
            let Some(group) = self.group_of(state, unit) else { continue };
            let alike = (index, card.load, card.mechanised);
            let lawful = match known.iter().position(|(a, _)| *a == alike) {
                Some(found) => &known[found].1,
                None => {
                    let lawful =
                        |at: &SpaceId| self.place_rules(&room, side, unit, *at, &mut Consult::strict()).is_ok();
                    if known.is_full() {
                        known.clear();
                    }
                    known.push((alike, group.hexes.iter().copied().filter(lawful).collect()));
                    &known[known.len() - 1].1
                }
            };
            for &at in group.hexes.iter().filter(|at| lawful.contains(**at)) {
                visit(Action::Place { unit, at })?;
            }
        }
        self.offer(state, side, Action::Suggested, visit)?;
        self.top_offers(state, side, visit)
    }

    fn top_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        let hidden = self.ground.own[side.index()] - state.tops - state.shown;
        for unit in hidden.iter().filter(|u| state.at(*u).is_some()) {
            visit(Action::Top { unit })?;
        }
        Flow::Continue(())
    }

    fn movement_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        let mobile = self.ground.own[side.index()] - state.stopped - state.settled - state.rooted;
        for unit in mobile.iter() {
            if state.at(unit).is_some() && self.check_move(state, side, unit, &mut Consult::strict()).is_ok() {
                visit(Action::Move { unit })?;
            }
        }
        self.entry_offers(state, side, visit)?;
        match side {
            Side::Axis => self.airlift_offers(state, side, visit)?,
            Side::Soviet if state.is_blue() && !state.uses.sea_blocked => self.sea_offers(state, side, visit)?,
            Side::Soviet => {}
        }
        self.top_offers(state, side, visit)
    }

    /// 9.18.c: units in port, and southern reinforcements.
    fn sea_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        let ports = self.ground.ports;
        let in_port = ports.iter().flat_map(|from| state.units_at(from)).filter(|u| self.side(*u) == side);
        let arrivals = self.arrivals(state, side);
        for unit in in_port.chain(arrivals.iter().filter(|u| self.is_south_rifle(state, *u))) {
            for to in ports.iter() {
                self.offer(state, side, Action::Sail { unit, to }, visit)?;
            }
        }
        Flow::Continue(())
    }

    fn entry_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        for unit in self.arrivals(state, side).iter() {
            let entry = self.entry_hexes(state, unit);
            for at in entry.1.iter() {
                if self.enter_rules(state, side, unit, &entry, at, &mut Consult::strict()).is_ok() {
                    visit(Action::Enter { unit, at })?;
                }
            }
        }
        Flow::Continue(())
    }

    fn airlift_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        if side != Side::Axis || state.uses.airlift {
            return Flow::Continue(());
        }
        self.airlift_hexes(state).iter().try_for_each(|at| self.offer(state, side, Action::Airlift { at }, visit))
    }

    fn march_offers(&self, state: &State, march: &March, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        if !march.moved {
            self.for_units(state, side, state.units_at(march.hex), |unit| Action::With { unit }, visit)?;
        }
        for to in self.open_steps(state, &march.units, side, march.hex) {
            visit(Action::Step { to })?;
        }
        if side == Side::Axis {
            for at in self.open_assaults(state, march) {
                visit(Action::Assault { at, manstein: false })?;
                self.offer(state, side, Action::Assault { at, manstein: true }, visit)?;
            }
        }
        self.for_units(state, side, march.units.iter().copied(), |unit| Action::Drop { unit }, visit)?;
        self.offer(state, side, Action::Halt, visit)
    }

    fn attack_offers(&self, state: &State, side: Side, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        let mut targets = state.layout.held[side.other().index()];
        if side == Side::Soviet {
            targets |= self.garrisoned(state);
        }
        let near = |at| self.ground.around(at).iter().any(|n| state.holds(side, n.to));
        let targets: Spaces = targets.iter().filter(|at| near(*at)).collect();
        targets.iter().try_for_each(|at| self.offer(state, side, Action::Attack { at }, visit))
    }

    fn retreat_offers(&self, state: &State, units: UnitSet, visit: &mut impl FnMut(Action) -> Flow) -> Flow {
        for to in self.retreat_hexes(state, units).iter() {
            visit(Action::RetreatAll { to })?;
        }
        for unit in units.iter() {
            for to in self.retreat_hexes_of(state, units, unit).iter() {
                visit(Action::Retreat { unit, to })?;
            }
        }
        Flow::Continue(())
    }
}
