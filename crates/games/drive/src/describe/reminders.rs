//! Things still undone, and what should be known before one goes on.

use crate::Drive;
use crate::action::Action;
use crate::data::{Region, UnitId};
use crate::decision::Decides;
use crate::state::{Crossing, Frame, Order, Phase, Place, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::{Reminder, Side};
use kessel_kit::show::{insist, remind, there, warn};

/// An enemy so near to an empty goal is a danger that one should hear of.
const NEAR: u32 = 3;

impl Drive {
    pub(super) fn reminders(&self, seen: &State, side: Side) -> Vec<Reminder> {
        let mut out = Vec::new();
        match seen.frames.top() {
            Frame::March(_) => self.march_reminders(seen, side, &mut out),
            Frame::Muster(_) => self.muster_reminders(seen, side, &mut out),
            Frame::Phase(phase) => match phase {
                Phase::SovietSetup | Phase::AxisSetup => {
                    let left = self.to_place(seen, side).count();
                    if left > 0 {
                        out.push(insist("3.1", format!("Units still to be set up: {left}")));
                    }
                }
                Phase::AxisWithdrawal => {
                    let d = seen.duty;
                    let left = d.panzers + d.infantry + d.motorised + u8::from(d.gross_deutschland);
                    out.push(insist("8.7.a", format!("Divisions still to be withdrawn: {left}")));
                }
                Phase::AxisOpening | Phase::SovietOpening => self.opening_reminders(seen, side, &mut out),
                Phase::AxisMovement | Phase::SovietMovement => self.movement_reminders(seen, side, &mut out),
                Phase::AxisAssault | Phase::SovietAssault => self.assault_reminders(seen, side, &mut out),
                _ => {}
            },
            _ => {}
        }
        out
    }

    fn opening_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let towns = self.addable(seen, side);
        if let Some(first) = towns.first().filter(|_| !seen.added) {
            let text = format!("Towns that can join the network, one in this player turn: {}.", towns.len());
            out.push(there(self.hex_id(*first), warn("7.14.c", text)));
        }
        if seen.is_blue() && side == Side::Axis && seen.turn == 1 {
            out.push(remind("5.4.c", "On turn 1 prepared assaults come before movement."));
        }
        if seen.is_blue() && side == Side::Axis && seen.uses.double_assault {
            out.push(remind("5.5.b", "The two phases of assaults have been used."));
        }
        if seen.is_blue() && side == Side::Soviet {
            out.push(remind("5.4.b", "In Blue the Soviets attack before they move."));
            if seen.uses.double_move {
                out.push(remind("5.5.e", "The two phases of movement have been used."));
            }
            let asleep = seen.reserved.count_ones();
            if asleep > 0 {
                out.push(remind("8.4.f", format!("Reserve armies that Moscow has not released: {asleep}.")));
            }
        }
        if !seen.is_blue() && side == Side::Soviet && seen.turn == 1 {
            out.push(remind("5.4.d", "On turn 1 the Soviets attack before they move."));
        }
        if !seen.is_blue() && side == Side::Axis && seen.turn == 1 {
            out.push(remind("3.3.i", "On turn 1 the Axis does not attack at all."));
        }
    }

    /// The towns that may join now (7.14).
    fn addable(&self, seen: &State, side: Side) -> Vec<SpaceId> {
        let towns = self.ground.towns - seen.network[side.index()];
        towns.iter().filter(|at| self.allows(seen, side, Action::Supply { at: *at })).collect()
    }

    fn movement_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let waiting = self.ground.own[side.index()].iter().filter(|u| {
            let place = seen.units[u.index()].place;
            let due = self.arrival(seen.scenario, *u).is_some_and(|turn| turn <= seen.turn);
            place == Place::Waiting || (place == Place::ToCome && side == Side::Axis && due)
        });
        let waiting = waiting.count();
        if waiting > 0 {
            out.push(warn("8.1.b", format!("Reinforcements waiting: {waiting}.")));
        }
        self.frozen_reminder(seen, side, out);
        let cut = self.ground.own[side.index()].iter().filter(|u| seen.at(*u).is_some());
        let cut: Vec<UnitId> = cut.filter(|u| self.supply_of(seen, *u) == Supplied::Out).collect();
        if let Some(hex) = cut.first().and_then(|unit| seen.at(*unit)) {
            let text = format!("Units out of supply: {}.", cut.len());
            out.push(there(self.hex_id(hex), warn("7.15.a", text)));
        }
        let across = side == Side::Axis && seen.is_blue() && seen.crossing == Crossing::NotYet;
        if across && seen.layout.held[0].iter().any(|hex| self.near_the_don(hex)) {
            out.push(remind(
                "8.6.a",
                "Whoever crosses the Don or the Voronezh brings the Soviet track forward a turn.",
            ));
        }
        if seen.order == Order::MoveMove && !seen.second {
            out.push(remind("5.5.e", "A second movement phase follows."));
        }
        self.open_goal_reminders(seen, side, out);
    }

    /// 4.2, 4.6, 4.9: goals that stand empty with an enemy near enough to walk in.
    fn open_goal_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let board = &self.data.map.board;
        let (own, enemy) = (seen.layout.held[side.index()], seen.layout.held[side.other().index()]);
        let near = |hex: SpaceId| enemy.iter().any(|at| board.distance(at, hex).is_some_and(|far| far <= NEAR));
        let open = |hex: &SpaceId| seen.control(*hex) == side && !own.contains(*hex) && near(*hex);
        let deadly = if seen.is_blue() { Region::SuddenDeathBlue } else { Region::SuddenDeathUranus };
        let fatal = board.hexes().filter(|hex| side == Side::Axis && self.data.map.is_in(*hex, deadly));
        let case = if seen.is_blue() { "4.6" } else { "4.9.a" };
        for hex in fatal.filter(open) {
            let text =
                format!("{} stands empty with an enemy near: one Soviet unit there ends the game.", self.hex_name(hex));
            out.push(there(self.hex_id(hex), warn(case, text)));
        }
        let points: Vec<SpaceId> = self.ground.victory.iter().filter(|hex| seen.is_blue() && open(hex)).collect();
        if let Some(first) = points.first() {
            let names: Vec<String> = points.iter().map(|hex| self.hex_name(*hex)).collect();
            let text = format!("Victory hexes that stand empty with an enemy near: {}.", names.join(", "));
            out.push(there(self.hex_id(*first), warn("4.2.b", text)));
        }
    }

    fn near_the_don(&self, hex: SpaceId) -> bool {
        self.ground.around(hex).iter().any(|near| self.ground.east_of_don.contains(near.to))
    }

    fn frozen_reminder(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let waits = |u: &UnitId| self.is_frozen(seen, *u) || self.held_army(seen, *u).is_some();
        let count = self.ground.own[side.index()].iter().filter(|u| seen.at(*u).is_some()).filter(waits).count();
        if count > 0 {
            let (case, text) = match side {
                Side::Axis => ("3.2.k", "that neither attack nor leave their army's area"),
                Side::Soviet => ("3.2.o", "that are frozen"),
            };
            out.push(remind(case, format!("Units {text}: {count}; a layer shows where.")));
        }
    }

    fn assault_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let planes = self.aircraft_left(seen, side);
        if planes > 0 {
            out.push(warn("11.25.d", format!("Aircraft unused: {planes}.")));
        }
        if side == Side::Axis && !seen.is_blue() && !seen.uses.manstein {
            out.push(warn("8.9.a", "Manstein has not led an assault in this player turn."));
        }
        self.frozen_reminder(seen, side, out);
    }

    /// 9.23 to 9.30: what a group on the move should know of mobile assaults.
    fn march_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let Frame::March(march) = seen.frames.top() else { return };
        if side == Side::Soviet {
            return;
        }
        if !march.moved {
            let others = seen.units_at(march.hex).filter(|unit| self.allows(seen, side, Action::With { unit: *unit }));
            let others: Vec<UnitId> = others.collect();
            if !others.is_empty() {
                let who = self.names(seen, others.into_iter());
                out.push(remind("9.28", format!("May still join, now or never: {who}.")));
            }
        }
        if self.open_assaults(seen, march).next().is_none() {
            return;
        }
        let text = format!(
            "Launch hex of a mobile assault: {}. If the hex is cleared the group goes on from there; if not, it is back here and stops.",
            self.hex_name(march.hex)
        );
        out.push(there(self.hex_id(march.hex), remind("9.29.a", text)));
    }

    fn muster_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let Some(muster) = seen.muster() else { return };
        let approach = self.approach_of(seen, &self.mustered(seen, side, muster));
        if !muster.units.is_empty() {
            out.push(remind("11.28.a", approach.text));
        }
        if self.aircraft_left(seen, side) > 0 {
            out.push(remind("11.25.d", format!("Aircraft unused: {}.", self.aircraft_left(seen, side))));
        }
    }
}
