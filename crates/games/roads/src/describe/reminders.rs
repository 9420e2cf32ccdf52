//! Things still undone: the mandatory, and what would be lost without a word.

use crate::Roads;
use crate::data::{SupportClass, UnitId};
use crate::decision::Flow;
use crate::state::{Frame, Manstein, Om, Place, State, Step, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::{Reminder, Side};
use kessel_kit::show::{insist, remind, there, warn};

/// An enemy so near to an empty goal is a danger that one should hear of.
const NEAR: u32 = 2;

impl Roads {
    pub(crate) fn reminders(&self, seen: &State, side: Side) -> Vec<Reminder> {
        let mut out = Vec::new();
        let Frame::Step(step) = *seen.frames.top() else {
            if let Frame::March(march) = seen.frames.top() {
                self.hq_reminders(seen, march.unit, &mut out);
            }
            return out;
        };
        match step {
            Step::PlaceMinor | Step::Lift | Step::Launch => self.offensive_reminders(seen, step, &mut out),
            Step::Strike | Step::Deploy => self.deployment_reminders(seen, side, &mut out),
            Step::Movement => {
                self.guard_reminders(seen, side, &mut out);
                self.stacking_reminders(seen, side, &mut out);
                self.movement_reminders(seen, side, &mut out);
                self.crisis_reminders(seen, side, &mut out);
            }
            Step::Combat | Step::ExploitCombat => {
                self.stacking_reminders(seen, side, &mut out);
                self.crisis_reminders(seen, side, &mut out);
            }
            Step::ExploitMovement => {
                self.stacking_reminders(seen, side, &mut out);
                self.exploit_reminders(seen, side, &mut out);
            }
            Step::Withdrawals => self.withdrawal_reminders(seen, &mut out),
            Step::Replacements if seen.points[0] > 0 => {
                out.push(warn("17.3.4", format!("Points not spent are lost: {}.", seen.points[0])));
            }
            Step::Arrivals => {
                self.stacking_reminders(seen, side, &mut out);
                self.arrival_reminders(seen, side, &mut out);
            }
            Step::Return => self.return_reminders(seen, side, &mut out),
            _ => {}
        }
        self.garrison_reminder(seen, side, &mut out);
        self.politics_reminders(seen, side, step, &mut out);
        out
    }

    fn offensive_reminders(&self, seen: &State, step: Step, out: &mut Vec<Reminder>) {
        if self.stalingrad_owed(seen) {
            let text = "While the Axis holds a hex of Stalingrad one Offensive Marker must lie within a hex of it.";
            let free = [Om::MinorA, Om::MinorB].into_iter().any(|om| self.om_available(seen, om));
            out.push(Reminder { mandatory: step == Step::PlaceMinor && free, ..warn("11.1.2.b", text) });
        }
        if step == Step::Launch {
            let real = self.box_of(seen, SupportBox::Stavka).iter().filter(|marker| self.is_real(*marker)).count();
            let needed = self.data.charts.offensives.launch_supports;
            out.push(remind("11.4.1.a", format!("Supports in the STAVKA box without Shortages: {real} of {needed}.")));
            if self.may_launch(seen).is_ok() && self.launch_forced(seen) {
                out.push(insist("11.4.2.i", "A supplied Axis unit in Stalingrad makes the launch compulsory."));
            }
        }
    }

    fn deployment_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let pressed = counted(seen.pressed.iter().map(|marker| self.support(marker).name.as_str()));
        if !pressed.is_empty() {
            let case = if side == Side::Soviet { self.special(seen, "S2.m").0 } else { "16.3.1.g" };
            out.push(warn(case, format!("To be used this turn: {pressed}.")));
        }
        if self.offer_transfer(seen, side, &mut |_| Flow::Break(())).is_break() {
            out.push(warn("5.5.6.d", "One support marked O may still go from the STAVKA box to an offensive."));
        }
        let rules = &self.scenario(seen).rules;
        if let (Side::Soviet, Some(row), true) =
            (side, rules.opening_split_row, seen.turn == self.scenario(seen).first_turn.0 && rules.opening)
        {
            let text = format!("Artillery and Katyushas: half of them on row {row} or north of it, the odd one too.");
            out.push(remind(self.special(seen, "S2.n").0, text));
        }
        let blizzard = seen.forecast.cloud == crate::data::Cloud::Blizzard;
        let air = self.supports().any(|marker| {
            let kind = self.support(marker);
            kind.side == side
                && matches!(kind.class, SupportClass::Air | SupportClass::Goering)
                && matches!(seen.spot(marker), crate::state::Spot::Box(_))
        });
        if blizzard && air {
            out.push(remind("3.3.c", "In a blizzard air supports stay in their box."));
        }
    }

    /// 10.2.4: units that guard the pocket.
    fn guard_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let guards = seen.fortress.guards.len();
        if side == Side::Soviet && guards > 0 {
            out.push(remind("10.2.4.a", format!("Units that guard the pocket and stay where they are: {guards}.")));
        }
        let stacks = seen.fortress.guarded.len();
        if side == Side::Soviet && stacks > 0 {
            out.push(remind("10.2.4.b", format!("Stacks of three at the pocket that one unit may leave: {stacks}.")));
        }
    }

    /// 1.11.2.a: who stands in a crowded hex when the phase ends is lost.
    fn stacking_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        for hex in seen.field.occupied(side).iter().filter(|hex| self.overfull(seen, *hex, side)) {
            let text = format!(
                "{} is overstacked; what is too many at the end of the phase is eliminated.",
                self.hex_name(seen, hex)
            );
            out.push(there(self.space_id(seen, hex), warn("1.11.2.a", text)));
        }
    }

    fn movement_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        for (hq, hex) in self.hqs(seen, side) {
            if !self.has_line(seen, hq) {
                let text = format!("{} has no line of supply.", self.info(hq).name);
                out.push(there(self.space_id(seen, hex), warn("4.1.2.a", text)));
            }
        }
        if side == Side::Axis && seen.rail > 0 {
            out.push(warn("7.3.1.b", format!("Rail points left: {}; what is not used is lost.", seen.rail)));
        }
        self.open_goal_reminder(seen, side, out);
    }

    /// The major cities and the hexes that score, if they stand empty with an enemy near enough to walk in.
    fn open_goal_reminder(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let (map, scenario) = (self.map(seen), self.scenario(seen));
        let cities = map.cities.iter().flat_map(|city| city.hexes.iter().copied());
        let scored = scenario.victory.scores.iter().flat_map(|score| score.hexes.iter().copied());
        let enemy = *seen.field.occupied(side.other());
        let near = |hex: SpaceId| enemy.iter().any(|at| map.board.distance(at, hex).is_some_and(|far| far <= NEAR));
        let open = |hex: &SpaceId| seen.controller(*hex) == side && seen.field.holder(*hex).is_none() && near(*hex);
        let mut goals: Vec<SpaceId> = cities.chain(scored).filter(open).collect();
        goals.dedup();
        if let Some(first) = goals.first() {
            let names: Vec<String> = goals.iter().map(|hex| self.hex_name(seen, *hex)).collect();
            let text = format!("Goals that stand empty with an enemy near: {}.", names.join(", "));
            out.push(there(self.space_id(seen, *first), warn("1.10.1.a", text)));
        }
    }

    /// What an HQ on the move should know (12.1, 15.2.1).
    fn hq_reminders(&self, seen: &State, unit: UnitId, out: &mut Vec<Reminder>) {
        let info = self.info(unit);
        if !info.is_hq() {
            return;
        }
        out.push(remind("7.1.10", "An HQ must stop where it has a line of supply."));
        if info.side == Side::Soviet && self.uses(seen, "12") {
            out.push(remind("12.1.a", "Moving an HQ adds a Supply Shortage to the pool."));
        }
        if self.fortress_watches(seen, unit) {
            let change = self.data.charts.approval_changes.hq_moves_away;
            let text = format!("Ending farther from the fortress: Führer Approval {change}; not if that makes it 0.");
            out.push(remind("15.2.1.g", text));
        }
    }

    fn exploit_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let waiting = |unit: &UnitId| {
            let piece = seen.field.get(*unit);
            piece.side == side && piece.exploiting && !seen.moved.contains(*unit)
        };
        let count = self.data.unit_ids().filter(waiting).count();
        if count > 0 {
            out.push(warn("8.14.4", format!("Units with Exploitation markers that have not moved: {count}.")));
        }
    }

    fn withdrawal_reminders(&self, seen: &State, out: &mut Vec<Reminder>) {
        let owed: u8 = seen.owed.iter().sum();
        if owed > 0 {
            out.push(insist("18.1.1.a", format!("Divisions that must still leave: {owed}.")));
        }
    }

    fn arrival_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let due = |unit: &UnitId| {
            let piece = seen.field.get(*unit);
            piece.side == side && matches!(piece.place, Place::Due(turn) if turn <= seen.turn)
        };
        let names: Vec<&str> = self.data.unit_ids().filter(due).map(|unit| self.info(unit).name.as_str()).collect();
        if !names.is_empty() {
            out.push(warn("S0.a", format!("Still to arrive: {}.", names.join(", "))));
        }
    }

    fn return_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let gone = |unit: &UnitId| {
            let piece = seen.field.get(*unit);
            piece.side == side && piece.place == Place::Removed
        };
        for unit in self.data.unit_ids().filter(gone) {
            out.push(remind("4.1.2.b", format!("{} returns if there is a place for it.", self.info(unit).name)));
        }
    }

    /// 10.2.6: the ring must be manned at the end of the Soviet turn.
    fn garrison_reminder(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let Some(marker) = seen.fortress.marker.filter(|_| side == Side::Soviet && seen.phasing == side) else {
            return;
        };
        if let Some((needed, present)) = self.garrison(seen)
            && present < needed.into()
        {
            let text = format!(
                "Divisions within four hexes of the fortress: {present} of {needed}; too few cost all supports."
            );
            out.push(there(self.space_id(seen, marker), warn("10.2.6.c", text)));
        }
    }

    /// 15.3: what the crisis asks for and forbids.
    fn crisis_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        if side != Side::Axis || !seen.okh.used {
            return;
        }
        if seen.okh.duty {
            let row = self.data.charts.okh_crisis.get(seen.okh.rolled.clamp(2, 12).into());
            let text = format!("Armored attacks since the crisis: {} of {}.", seen.okh.attacks, row.attacks);
            out.push(warn("EX13.d", text));
        }
        if seen.okh.now.cities {
            out.push(remind("EX13.e", "Units in cities may not move in this turn."));
        }
        if seen.okh.now.hqs {
            out.push(remind("PA.OKH", "HQs may not move in this turn."));
        }
    }

    fn politics_reminders(&self, seen: &State, side: Side, step: Step, out: &mut Vec<Reminder>) {
        let axis = side == Side::Axis && seen.okh.used;
        if axis && seen.okh.manstein == Manstein::Track && seen.okh.prestige == 0 && step == Step::Movement {
            out.push(warn("16.2.4.a", "Manstein stands in box 0: at the end of the turn he is dismissed."));
        }
        if axis && !seen.okh.locked && seen.okh.approval == 1 && step == Step::Movement {
            out.push(remind("15.3.a", "One box more, and there is an OKH crisis."));
        }
    }
}

/// `5 × Katyusha [1], Maskirovka`: names with their number, in the order in which they first come.
fn counted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => found.push((name, 1)),
        }
    }
    let words = found.iter().map(|(name, n)| if *n == 1 { (*name).to_owned() } else { format!("{n} × {name}") });
    words.collect::<Vec<_>>().join(", ")
}
