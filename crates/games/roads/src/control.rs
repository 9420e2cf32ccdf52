//! 1.10 Control of hexes, and 1.3 losing steps.

use crate::Roads;
use crate::data::{UnitId, UnitKind};
use crate::state::{Place, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, What};

impl Roads {
    /// Puts a unit into a hex: it moves there, or comes onto the map. Control follows at once (1.10.1).
    pub(crate) fn enter_hex(&self, state: &mut State, unit: UnitId, to: SpaceId, case: Case, log: &mut Log) {
        let from = state.field.at(unit);
        // A Bridging Unit stays behind whatever makes its unit go (PA.SUP.bridging).
        if from.is_some_and(|from| from != to) {
            self.leave_bridge(state, unit, log);
        }
        state.field.put(unit, Place::Hex(to));
        log.add(|| {
            let map = self.map(state);
            let info = self.info(unit);
            let (counter, to) = (info.id.clone(), map.board.name(to).to_owned());
            match from {
                Some(from) => {
                    let from = map.board.name(from).to_owned();
                    let text = format!("{} goes from {from} to {to}", info.name);
                    Event::new(case, What::Move { counter, from, to }, text)
                }
                None => {
                    let text = format!("{} appears in {to}", info.name);
                    Event::new(case, What::Place { counter, at: to }, text)
                }
            }
        });
        let side = self.info(unit).side;
        if state.controller(to) != side {
            self.take_hex(state, to, side, Case("1.10.1.a"), log);
        } else if side == Side::Soviet {
            self.fortress_lost_hex(state, to, log);
        }
        if side == Side::Axis {
            self.enter_influence(state, unit, log);
        }
    }

    /// Control of a hex changes, with everything that hangs on it (14.2, 15.2, 16.2, 10.1.5).
    pub(crate) fn take_hex(&self, state: &mut State, hex: SpaceId, by: Side, case: Case, log: &mut Log) {
        match by {
            Side::Axis => state.axis_control.insert(hex),
            Side::Soviet => state.axis_control.remove(hex),
        };
        log.add(|| {
            let name = self.map(state).board.name(hex).to_owned();
            let verb = if by == Side::Axis { "takes" } else { "take" };
            let text = format!("{} {verb} {}", side_word(by), self.hex_name(state, hex));
            Event::new(case, What::Control { at: name, side: Some(by) }, text)
        });
        if by == Side::Soviet && self.space(state, hex).is_city() {
            state.lost_hexes.insert(hex);
        }
        self.captured(state, hex, by, log);
        if by == Side::Soviet && state.fortress.marker == Some(hex) {
            self.fortress_lost_hex(state, hex, log);
        }
        self.victory_now(state, log);
    }

    /// 1.10.1.b: whoever stands in a hex at the end of a phase controls it. Entering has done it already; this is for units that
    /// came without moving.
    pub(crate) fn settle_control(&self, state: &mut State, log: &mut Log) {
        for side in Side::BOTH {
            let held = *state.field.occupied(side);
            let wrong = match side {
                Side::Axis => held - state.axis_control,
                Side::Soviet => held & state.axis_control,
            };
            for hex in wrong.iter() {
                self.take_hex(state, hex, side, Case("1.10.1.b"), log);
            }
        }
    }

    /// 1.3: a unit loses a step. True if it is gone.
    pub(crate) fn lose_step(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) -> bool {
        let steps = state.field.get(unit).steps;
        // 1.3.2: who has one side only has one step.
        let gone = steps <= 1;
        log.add(|| {
            let info = self.info(unit);
            let at = state.field.at(unit).map_or_else(String::new, |hex| self.space_id(state, hex).to_owned());
            let what = What::Loss { counter: info.id.clone(), at, steps: 1, gone };
            let text =
                if gone { format!("{} loses its last step", info.name) } else { format!("{} is reduced", info.name) };
            Event::new(case, what, text)
        });
        // 1.3.1: the first loss turns the counter over, the second takes it away.
        if gone {
            self.kill_unit(state, unit, case, log);
        } else {
            state.field.get_mut(unit).steps = steps - 1;
        }
        gone
    }

    /// 1.3.3, 1.3.4: a unit is eliminated.
    pub(crate) fn kill_unit(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        let info = self.info(unit);
        let lost = match info.kind {
            // 8.15.8.
            UnitKind::ArmoredKampfgruppe | UnitKind::InfantryKampfgruppe => Place::Withdrawn,
            UnitKind::Alarm => Place::Aside,
            // 1.3.4.b: what dies in the pocket is lost for good.
            _ if state.field.get(unit).supply == Supply::Fortress => Place::Withdrawn,
            // 8.15.3, 8.15.6: a division that leaves a Kampfgruppe lies with those that can be rebuilt.
            _ => Place::Eliminated,
        };
        let (hq, side) = (info.is_hq(), info.side);
        self.remove_unit(state, unit, lost, case, log);
        if hq && side == Side::Axis {
            let by = self.data.charts.approval_changes.hq_eliminated;
            self.change_approval(state, by, Case("15.2.1.f"), log);
        }
    }
}

/// A side in words.
pub(crate) const fn side_word(side: Side) -> &'static str {
    match side {
        Side::Axis => "The Axis",
        Side::Soviet => "The Soviets",
    }
}
