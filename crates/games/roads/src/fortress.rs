//! 10.1, 10.2 Fortress Stalingrad: declaration, marker, influence, seal. Supply level, garrison and surrender are in `level.rs`, the air
//! bridge is in `airbridge.rs`.

mod level;
#[cfg(test)]
mod tests;

pub(crate) use level::CAPITULATE;

use crate::Roads;
use crate::action::Action;
use crate::approval::ONE_BOX;
use crate::data::{SourceOwner, UnitId};
use crate::decision::{Decides, Decision, Flow, Then, Visit, axis, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, Place, Plane, Spaces, Spot, State, Supply, SupportBox, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must};
use kessel_kit::no;

/// The HQ that goes down with the fortress (10.1.2).
pub(crate) const SIXTH_ARMY: &str = "6A";
/// The supports that the declaration frees (10.1.3).
const ALARM: &str = "alarm-0";

/// 10.1: Fortress Stalingrad may be declared.
pub(crate) const DECLARE: Decision = Decision {
    case: Case("10.1.1.a"),
    asks: phasing,
    check: Roads::check_declare,
    offers: Roads::offer_declare,
    apply: Roads::do_declare,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Declare Fortress Stalingrad? The marker goes within two hexes of the city.".into(),
};

/// 10.1.5: the fortress marker goes to one of the nearest hexes.
pub(crate) const MARKER_MOVES: Decision = Decision {
    case: Case("10.1.5"),
    asks: axis,
    check: Roads::check_marker_moves,
    offers: Roads::offer_marker_moves,
    apply: Roads::do_marker_moves,
    settle: Roads::settle_marker_moves,
    prompt: |game, seen, _| {
        let Frame::MarkerMoves { from } = *seen.frames.top() else { return Prompt::default() };
        let from = game.hex_name(seen, from);
        format!("{from} is lost. Choose the hex that the fortress marker goes to.").into()
    },
};

impl Roads {
    // ------------------------------------------------------------ influence and seal

    /// How far the marker reaches in its hex (10.2.2.a).
    fn influence_radius(&self, state: &State, marker: SpaceId) -> u8 {
        let numbers = &self.data.charts.fortress;
        if self.space(state, marker).airfield { numbers.influence_airfield } else { numbers.influence }
    }

    /// 10.2.2.b: the hexes that the marker reaches, over any terrain but not through enemy units. Ring by ring in place: a search of the board
    /// has buffers, and this is asked for every unit that is looked at.
    pub(crate) fn influence(&self, state: &State) -> Spaces {
        let mut reached = Spaces::EMPTY;
        let Some(marker) = state.fortress.marker else { return reached };
        let board = &self.map(state).board;
        let enemies = state.field.occupied(Side::Soviet);
        reached.insert(marker);
        let mut edge = reached;
        for _ in 0..self.influence_radius(state, marker) {
            let mut next = Spaces::EMPTY;
            for hex in edge.iter() {
                for near in board.neighbors(hex).iter().map(|n| n.space) {
                    if board.is_hex(near) && !enemies.contains(near) && reached.insert(near) {
                        next.insert(near);
                    }
                }
            }
            edge = next;
        }
        reached
    }

    /// 10.2.2: does the marker reach this hex?
    pub(crate) fn in_influence(&self, state: &State, hex: SpaceId) -> bool {
        let Some(marker) = state.fortress.marker else { return false };
        let radius = u32::from(self.influence_radius(state, marker));
        self.distance(state, marker, hex) <= radius && self.influence(state).contains(hex)
    }

    /// The OOS-FS units of a hex, if the marker reaches it (10.4.3.b).
    pub(crate) fn pocket_stack(&self, state: &State, hex: SpaceId) -> UnitSet {
        let mut units: UnitSet =
            state.field.stack(hex).filter(|unit| state.field.get(*unit).supply == Supply::Fortress).collect();
        if !units.is_empty() && !self.in_influence(state, hex) {
            units.clear();
        }
        units
    }

    /// Is there an OOS-FS unit within so many hexes?
    pub(crate) fn near_pocket(&self, state: &State, hex: SpaceId, radius: u8) -> bool {
        let close = |at: &SpaceId| self.distance(state, hex, *at) <= radius.into();
        let pocket = |at: SpaceId| state.field.stack(at).any(|unit| state.field.get(unit).supply == Supply::Fortress);
        state.field.occupied(Side::Axis).iter().filter(close).any(pocket)
    }

    /// 10.2.5.a: no Axis unit in Stalingrad has a path of hexes, of any length, over rivers and past enemies but not through them, to an
    /// Axis supply source. In the introductory scenario a unit with the marker counts too. In place, as the influence.
    pub(crate) fn sealed(&self, state: &State) -> bool {
        let map = self.map(state);
        let works = |source: &&crate::data::SupplySource| {
            source.owner != SourceOwner::Side(Side::Soviet)
                && source.from.0 <= state.turn
                && state.controller(source.hex) == Side::Axis
        };
        let sources: Spaces = map.sources.iter().filter(works).map(|source| source.hex).collect();
        let enemies = state.field.occupied(Side::Soviet);
        let own = state.field.occupied(Side::Axis);
        let marker = state.fortress.marker.filter(|_| state.fortress.fixed);
        let starts = map.stalingrad_hexes().iter().copied().chain(marker);
        let mut reached: Spaces = starts.filter(|hex| own.contains(*hex)).collect();
        let mut open: ArrayVec<SpaceId, { Spaces::CAPACITY }> = reached.iter().collect();
        while let Some(hex) = open.pop() {
            if sources.contains(hex) {
                return false;
            }
            for near in self.around(state, hex) {
                // 10.2.5.b: rivers, and enemies beside it, do not stop it.
                if !enemies.contains(near) && reached.insert(near) {
                    open.push(near);
                }
            }
        }
        true
    }

    /// R87: the fortress is on the map and its pocket is not sealed.
    pub(crate) fn fortress_open(&self, state: &State) -> bool {
        state.fortress.marker.is_some() && !self.sealed(state)
    }

    // ------------------------------------------------------------ OOS-FS markers

    fn mark_fortress(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        state.field.get_mut(unit).supply = Supply::Fortress;
        log.add(|| {
            let info = self.info(unit);
            let what = What::Flip { counter: info.id.clone(), to: "oos-fs".into() };
            Event::new(case, what, format!("{} is OOS-FS", info.name))
        });
    }

    /// 10.2.3.a: OOS Axis units that the marker reaches are OOS-FS.
    fn mark_pocket(&self, state: &mut State, log: &mut Log) {
        for hex in (self.influence(state) & *state.field.occupied(Side::Axis)).iter() {
            for unit in self.stack_of(state, hex).iter() {
                if state.field.get(unit).supply == Supply::Out {
                    self.mark_fortress(state, unit, Case("10.2.3.a"), log);
                }
            }
        }
    }

    /// 10.2.3.i: an OOS unit that comes into the influence is OOS-FS at once.
    pub(crate) fn enter_influence(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let piece = state.field.get(unit);
        if state.fortress.marker.is_none() || piece.side != Side::Axis || piece.supply != Supply::Out {
            return;
        }
        if state.field.at(unit).is_some_and(|hex| self.in_influence(state, hex)) {
            self.mark_fortress(state, unit, Case("10.2.3.i"), log);
        }
    }

    /// 10.2.3.h: at the beginning of the Axis Supply phase OOS-FS units outside the influence die, unless they are supplied.
    pub(crate) fn fortress_deaths(&self, state: &mut State, log: &mut Log) {
        let reached = self.influence(state);
        let lost = |unit: &UnitId| {
            let piece = state.field.get(*unit);
            piece.supply == Supply::Fortress && state.field.at(*unit).is_some_and(|hex| !reached.contains(hex))
        };
        let outside: UnitSet = self.data.unit_ids().filter(lost).collect();
        if outside.is_empty() {
            return;
        }
        // All are judged before any of them goes.
        let saved: UnitSet = outside.iter().filter(|unit| self.in_supply(state, *unit)).collect();
        for unit in saved.iter() {
            state.field.get_mut(unit).supply = Supply::In;
        }
        for unit in (outside - saved).iter() {
            self.kill_unit(state, unit, Case("10.2.3.h"), log);
        }
    }

    // ------------------------------------------------------------ the marker

    /// The marker leaves the map; units that are still unsupplied are plainly OOS (R89, R90).
    fn remove_fortress(&self, state: &mut State, case: Case, log: &mut Log) {
        let Some(marker) = state.fortress.marker.take() else { return };
        state.fortress.level = 0;
        for unit in self.data.unit_ids() {
            let piece = state.field.get_mut(unit);
            if piece.supply == Supply::Fortress {
                piece.supply = Supply::Out;
            }
        }
        for plane in state.ju52.iter_mut().filter(|plane| matches!(plane, Plane::Held | Plane::Hex(_))) {
            *plane = Plane::Pool;
        }
        log.add(|| {
            let at = self.map(state).board.name(marker).to_owned();
            let what = What::Marker { marker: "fs".into(), at, placed: false };
            Event::new(case, what, "Fortress Stalingrad is no more")
        });
    }

    /// 10.1.4, 16.2.3.d: units have been judged in the Axis Supply phase; is Stalingrad back in supply?
    pub(crate) fn fortress_relieved(&self, state: &mut State, log: &mut Log) {
        if !state.fortress.ever || state.fortress.fixed {
            return;
        }
        let fed = |unit: UnitId| {
            let piece = state.field.get(unit);
            piece.side == Side::Axis && piece.supply == Supply::In
        };
        let stacks = || self.map(state).stalingrad_hexes().iter().flat_map(|hex| state.field.stack(*hex));
        let any = stacks().any(fed);
        let german = stacks().any(|unit| fed(unit) && self.is_german(unit));
        if any {
            self.change_manstein(state, ONE_BOX, Case("16.2.3.d"), log);
        }
        if german {
            self.remove_fortress(state, Case("10.1.4.a"), log);
        }
    }

    /// Where the marker goes when its hex is lost: the nearest Axis units that are nearer to Stalingrad (R89). From one hex of the city it
    /// goes to the other.
    fn marker_goals(&self, state: &State, from: SpaceId) -> Spaces {
        let city = || self.map(state).stalingrad_hexes().iter().filter(|hex| **hex != from);
        let away = |hex: SpaceId| city().map(|goal| self.distance(state, hex, *goal)).min().unwrap_or(u32::MAX);
        let limit = away(from);
        let (mut goals, mut nearest) = (Spaces::EMPTY, u32::MAX);
        for hex in state.field.occupied(Side::Axis).iter().filter(|hex| away(*hex) < limit) {
            let distance = self.distance(state, from, hex);
            if distance < nearest {
                (goals, nearest) = (Spaces::EMPTY, distance);
            }
            if distance == nearest {
                goals.insert(hex);
            }
        }
        goals
    }

    /// 10.1.5: the Soviets have taken the hex of the marker, or entered it where it was theirs already (10.1.2 wants no enemy there).
    pub(crate) fn fortress_lost_hex(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        if state.fortress.marker != Some(hex) {
            return;
        }
        let goals = self.marker_goals(state, hex);
        match (goals.len(), goals.first()) {
            (1, Some(to)) => self.move_marker(state, to, log),
            (_, Some(_)) => state.frames.push(Frame::MarkerMoves { from: hex }),
            (_, None) => self.remove_fortress(state, Case("10.1.5"), log),
        }
    }

    fn move_marker(&self, state: &mut State, to: SpaceId, log: &mut Log) {
        state.fortress.marker = Some(to);
        log.add(|| self.marker_event(state, Case("10.1.5"), to, "The fortress marker moves to"));
        self.mark_pocket(state, log);
    }

    fn marker_event(&self, state: &State, case: Case, to: SpaceId, text: &str) -> Event {
        let at = self.map(state).board.name(to).to_owned();
        let what = What::Marker { marker: "fs".into(), at, placed: true };
        Event::new(case, what, format!("{text} {}", self.hex_name(state, to)))
    }

    /// 10.1.5: one of several hexes that are as near.
    pub(crate) fn check_marker_moves(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let (Frame::MarkerMoves { from }, Action::Fortress { at }) = (*state.frames.top(), action) else {
            return c.ask(Case("10.1.5"), Err(no!("the fortress marker must move towards Stalingrad")));
        };
        let goal = self.marker_goals(state, from).contains(at);
        let why = no!("{at} does not hold the nearest Axis units on the way to Stalingrad", at);
        c.ask(Case("10.1.5"), must(goal, why))
    }

    /// The hexes that it may move to.
    pub(crate) fn offer_marker_moves(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::MarkerMoves { from } = *state.frames.top() else { return Flow::Continue(()) };
        self.marker_goals(state, from).iter().try_for_each(|at| visit(Action::Fortress { at }))
    }

    /// Moves it.
    pub(crate) fn do_marker_moves(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        if let Action::Fortress { at } = action {
            state.frames.pop();
            self.move_marker(state, at, log);
        }
    }

    /// Moves by itself when there is nothing to choose.
    pub(crate) fn settle_marker_moves(&self, state: &mut State, _: &mut Dice, log: &mut Log) -> Then {
        let Frame::MarkerMoves { from } = *state.frames.top() else { return Then::Ask };
        if self.marker_goals(state, from).len() > 1 {
            return Then::Ask;
        }
        state.frames.pop();
        self.fortress_lost_hex(state, from, log);
        Then::Again
    }

    // ------------------------------------------------------------ declaration

    /// Units stand in the hex, Axis ones, and all of them are out of supply.
    pub(crate) fn all_cut_off(&self, state: &State, hex: SpaceId) -> bool {
        state.field.occupied(Side::Axis).contains(hex)
            && state.field.stack(hex).all(|unit| state.field.get(unit).supply != Supply::In)
    }

    /// 10.1.1.b: German units among them.
    fn germans_cut_off(&self, state: &State, hex: SpaceId) -> bool {
        self.all_cut_off(state, hex) && state.field.stack(hex).any(|unit| self.is_german(unit))
    }

    /// 10.1.1, 10.1.2: may the fortress be declared, with its marker there?
    pub(crate) fn check_declare(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let at = match action {
            Action::Fortress { at } => at,
            // 10.1.1.c: he may wait.
            Action::Done => return Ok(()),
            _ => return not_now(c, Case("10.1.1.a")),
        };
        let hexes = self.map(state).stalingrad_hexes();
        let played = !hexes.is_empty() && self.uses(state, "10.1");
        if !c.gate(Case("10.1.1.a"), must(played, no!("this scenario knows no declaration of the fortress")))? {
            return Ok(());
        }
        let free = state.fortress.marker.is_none();
        c.ask(Case("10.1.4.b"), must(free, no!("Fortress Stalingrad is declared already")))?;
        for &hex in hexes {
            let cut = self.germans_cut_off(state, hex);
            c.ask(Case("10.1.1.b"), must(cut, no!("{hex} must hold German units, all of them out of supply", hex)))?;
        }
        let reach = u32::from(self.data.charts.fortress.marker_distance);
        let near = hexes.iter().any(|hex| self.distance(state, *hex, at) <= reach) && !self.space(state, at).is_water();
        c.ask(
            Case("10.1.2.a"),
            must(near, no!("{at} is too far from Stalingrad: the marker goes within two hexes of it", at)),
        )?;
        let enemy = state.field.occupied(Side::Soviet).contains(at);
        // Whose the hex is does not matter.
        c.ask(Case("10.1.2.a"), must(!enemy, no!("enemy units stand in {at}", at)))
    }

    /// Hexes for the marker.
    pub(crate) fn offer_declare(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let map = self.map(state);
        let hexes = map.stalingrad_hexes();
        if state.fortress.marker.is_some() || !hexes.iter().all(|hex| self.germans_cut_off(state, *hex)) {
            return Flow::Continue(());
        }
        let reach = u32::from(self.data.charts.fortress.marker_distance);
        let near: Spaces = hexes.iter().flat_map(|hex| map.board.within(*hex, reach)).collect();
        for at in near.iter() {
            self.offer(state, side, Action::Fortress { at }, visit)?;
        }
        Flow::Continue(())
    }

    /// Declares the fortress with all that follows (10.1.2, 10.1.3, 10.3.1).
    pub(crate) fn do_declare(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Fortress { at } = action else { return self.end_step(state, dice, log) };
        let numbers = &self.data.charts.fortress;
        let level = if self.sealed(state) { numbers.start } else { numbers.start_unsealed };
        // 14.2.1.c.
        let first = !state.fortress.ever;
        state.fortress.marker = Some(at);
        state.fortress.level = level;
        state.fortress.declared = state.turn;
        state.fortress.ever = true;
        log.add(|| self.marker_event(state, Case("10.1.1.a"), at, "Fortress Stalingrad is declared in"));
        let case = if level == numbers.start { Case("10.3.1.a") } else { Case("10.3.1.b") };
        log.add(|| self.track_event(case, "fs-supply", 0, level.into(), format!("Its supply level is {level}")));
        self.mark_pocket(state, log);
        self.lose_sixth_army(state, log);
        self.free_alarms(state, log);
        // R8: only the first declaration is a major success.
        if first {
            self.major_success(state, Case("10.1.3.a"), log);
        }
    }

    /// 10.1.2: the 6th Army HQ is eliminated for good, even if it has just been removed for lack of supply (R40).
    fn lose_sixth_army(&self, state: &mut State, log: &mut Log) {
        let Some(hq) = self.data.unit(SIXTH_ARMY) else { return };
        let place = state.field.get(hq).place;
        match place {
            Place::Hex(_) | Place::Removed => {
                self.remove_unit(state, hq, Place::Withdrawn, Case("10.1.2.b"), log);
                let by = self.data.charts.approval_changes.hq_eliminated;
                self.change_approval(state, by, Case("15.2.1.f"), log);
            }
            // 10.1.2.c: it cannot be rebuilt.
            Place::Eliminated => state.field.put(hq, Place::Withdrawn),
            _ => {}
        }
    }

    /// 10.1.3.b: the weak Alarm units come from the pool.
    fn free_alarms(&self, state: &mut State, log: &mut Log) {
        let kind = self.data.supports.kind(ALARM);
        let mut count = 0;
        for marker in self.supports().filter(|marker| Some(self.kind_id(*marker)) == kind) {
            if state.spot(marker) == Spot::Pool {
                self.set_spot(state, marker, Spot::Box(SupportBox::Axis));
                count += 1;
            }
        }
        log.add(|| Event::note(Case("10.1.3.b"), format!("Alarm markers from the pool for the Axis box: {count}")));
    }
}
