//! A plan made whole, and both plans carried out.

use super::{Order, Plan, Slot};
use crate::Waw;
use crate::arrivals::REPLACING;
use crate::data::UnitId;
use crate::execution::{AirMission, PULSES, Sortie};
use crate::fix::{holds, shift};
use crate::movement::Danger;
use crate::state::{Mission, NONE, Secondary, Stance, Standing, State};
use kessel_board::SpaceId;
use kessel_kernel::facets::Refuses;
use kessel_kernel::{Case, Dice, Log, No, Refusal, Side};
use kessel_kit::no;
use std::cell::OnceCell;

impl Waw {
    /// Ways are found, gatherings sent off, and the staff does what it was told to do each turn (3.3).
    pub(super) fn complete_of(&self, seen: &State, side: Side, plan: &Plan) -> Result<Plan, Refusal> {
        let mut whole = plan.clone();
        let danger = OnceCell::new();
        let gather: Vec<u16> =
            plan.keys().filter_map(|slot| if let Slot::Gather(hq) = slot { Some(*hq) } else { None }).collect();
        for hq in gather {
            let to = match whole.get(&Slot::Unit(hq)) {
                Some(Order::Move(_, path)) => path.last().copied(),
                Some(Order::Go(_, to, _)) => Some(*to),
                _ if seen.units[hq as usize].order.moves() => seen.path(hq).last().copied(),
                _ => None,
            };
            let to = to.unwrap_or(seen.units[hq as usize].at);
            for unit in 0..seen.units.len() as u16 {
                let now = &seen.units[unit as usize];
                if now.here() && now.hq == hq && now.at != to && !whole.contains_key(&Slot::Unit(unit)) {
                    // 14.51: as if it had been ordered, so that it can be ordered otherwise.
                    let order = self.sent(seen, unit, to, &danger);
                    let order = order.filter(|o| self.allows(seen, side, &whole, Slot::Unit(unit), o));
                    if let Some(order) = order {
                        whole.insert(Slot::Unit(unit), order);
                    }
                }
            }
        }
        self.find_ways(seen, &mut whole, &danger)?;
        scrub(&mut whole);
        // 3.3.c: he works on what his player commits, so never before the player has come to planning.
        if !whole.contains_key(&Slot::Worked) && self.staff_duties(seen, side, &mut whole) {
            whole.insert(Slot::Worked, Order::Worked);
            self.find_ways(seen, &mut whole, &danger)?;
        }
        Ok(whole)
    }

    /// What a unit that is to go to its headquarters does: it attacks an enemy beside it who stands there, or takes the way that there is.
    fn sent(&self, seen: &State, unit: u16, to: u16, danger: &OnceCell<Danger>) -> Option<Order> {
        let stage = self.stage(seen);
        if let Some(kind) = stage.dragged(seen, unit, None, to, false) {
            return Some(Order::Attack(kind, to));
        }
        let danger = danger.get_or_init(|| Danger::of(&stage, seen));
        stage.plot_with(seen, unit, None, to, Some(danger)).map(|(mode, path)| Order::Move(mode, path))
    }

    /// 14.4, 14.22.c: destinations become ways, or attacks.
    fn find_ways(&self, seen: &State, plan: &mut Plan, danger: &OnceCell<Danger>) -> Result<(), Refusal> {
        let stage = self.stage(seen);
        for (slot, order) in plan {
            if let (Slot::Unit(unit), Order::Go(mode, to, over)) = (slot, &*order) {
                if let Some(kind) = stage.dragged(seen, *unit, *mode, *to, *over) {
                    *order = Order::Attack(kind, *to);
                    continue;
                }
                // What is known of the enemy is the same for all of them.
                let danger = (!*over).then(|| danger.get_or_init(|| Danger::of(&stage, seen)));
                let Some((mode, path)) = stage.plot_with(seen, *unit, *mode, *to, danger) else {
                    let (unit, to) = (UnitId(*unit), SpaceId(*to));
                    let why = no!("there is no way for {unit} to {to} any more", unit, to);
                    return Err(self.refusal(seen, No { case: Case("14.42.a"), why }));
                };
                *order = Order::Move(mode, path);
            }
        }
        Ok(())
    }

    /// Puts the orders into the position and plays the turn.
    pub(super) fn carry_out(&self, state: &mut State, plans: &[Plan; 2], dice: &mut Dice, log: &mut Log) {
        let mut sorties = Vec::new();
        for (side, plan) in Side::BOTH.into_iter().zip(plans) {
            for (slot, order) in plan {
                self.give(state, side, *slot, order, &mut sorties);
            }
        }
        sorties.sort_by_key(|sortie| sortie.squadron);
        let last = std::mem::replace(&mut state.stop_after, PULSES);
        self.play_turn(state, &sorties, last, dice, log);
    }

    fn give(&self, state: &mut State, side: Side, slot: Slot, order: &Order, sorties: &mut Vec<Sortie>) {
        match (slot, order) {
            (Slot::Unit(unit), order) => self.tell(state, unit, order),
            (Slot::Attach(unit), Order::Attach(hq)) => state.units[unit as usize].hq = *hq,
            (Slot::Level(hq), Order::Level(level)) => self.set_level(state, hq, *level),
            (Slot::Squadron(squadron), Order::Fly(mission, hex)) => {
                sorties.push(Sortie { squadron, mission: *mission, hex: *hex });
            }
            (Slot::Leader(n), Order::Assign(unit)) => state.leaders[n as usize] = *unit,
            (Slot::Leader(n), Order::Free) => state.leaders[n as usize] = NONE,
            (Slot::Duty(n), Order::Duty(on)) => {
                let duties = &mut state.duties[side.index()];
                *duties = *duties & !(1 << n) | u8::from(*on) << n;
            }
            _ => {}
        }
    }

    /// 9.31: one primary action a turn; whatever a rider is told gets it off (14.63.a).
    fn tell(&self, state: &mut State, unit: u16, order: &Order) {
        let before = state.units[unit as usize].order;
        if state.units[unit as usize].carrier != NONE && holds(Case("14.63.a"), true) {
            state.units[unit as usize].carrier = NONE;
        }
        let standing = match order {
            Order::Move(mode, path) => {
                state.set_path(unit, path);
                Standing::Move(*mode)
            }
            Order::Attack(kind, hex) => Standing::Attack(*kind, *hex),
            // 9.32.a, 9.32.c: with what it does beside it.
            Order::Defend(stance, also) => Standing::Defend(*stance, *also),
            Order::Fire(mission) => Standing::Fire(*mission),
            Order::Ride(carrier) => {
                state.units[unit as usize].carrier = *carrier;
                Standing::Ride
            }
            _ => return,
        };
        let stage = self.stage(state);
        if !standing.moves() {
            state.units[unit as usize].path = (0, 0);
        }
        let works = |order: Standing| match order {
            Standing::Defend(_, also @ (Secondary::Dig | Secondary::Fortify)) => Some(also),
            _ => None,
        };
        state.units[unit as usize].order = standing;
        match (works(before), works(standing)) {
            (Some(old), Some(new)) if old == new => {}
            (_, Some(new)) => {
                // 23.2.e: another order interrupts; turns already worked are kept until the hex is left.
                let turns = stage.work_turns(state, unit, new);
                let done = state.units[unit as usize].work.0;
                state.units[unit as usize].work = (if works(before).is_none() && done < 200 { done } else { 0 }, turns);
            }
            (_, None) => {}
        }
        if let Standing::Defend(_, Secondary::Replace) = standing
            && let Some(kind) = stage.replacement_kind(unit)
        {
            let pool = &mut state.pools[stage.side(unit).index()][kind as usize];
            *pool = pool.saturating_sub(shift(Case("28.4.a"), 1) as u16);
            state.units[unit as usize].work = REPLACING;
        } else if state.units[unit as usize].work == REPLACING {
            state.units[unit as usize].work = (0, 0);
        }
    }

    /// 19.3.c: a new level moves tonnage between the headquarters and its units at once.
    fn set_level(&self, state: &mut State, hq: u16, level: crate::data::SupplyLevel) {
        let stage = self.stage(state);
        let old = state.units[hq as usize].level;
        let units: Vec<u16> = stage.drawers(state, hq).collect();
        for unit in units {
            let daily = stage.daily(state, unit);
            let by = stage.at_level(daily, level) - stage.at_level(daily, old);
            let has = state.units[unit as usize].tons;
            let by = shift(Case("19.3.c"), by.max(-has));
            state.units[unit as usize].tons += by;
            state.units[hq as usize].tons -= by;
            let now = &mut state.units[unit as usize];
            if now.drew {
                (now.level, now.morning) = (level, level);
            }
        }
        state.units[hq as usize].level = level;
    }
}

/// 15.3.f: attackers of a hex whose attack was called off defend; fire and flights aimed at it are dropped.
fn scrub(plan: &mut Plan) {
    let hexes: Vec<u16> =
        plan.values().filter_map(|order| if let Order::Scrub(hex) = order { Some(*hex) } else { None }).collect();
    for hex in hexes {
        let called_off = holds(Case("15.3.f"), true);
        for order in plan.values_mut() {
            let attacks = called_off && matches!(order, Order::Attack(_, at) if *at == hex);
            if attacks || *order == Order::Scrub(hex) {
                *order = Order::Defend(Stance::Defend, Secondary::Nothing);
            }
        }
        let aimed = |order: &Order| matches!(order, Order::Fire(Mission::Target(at) | Mission::Scoot(at)) | Order::Fly(AirMission::Support, at) if *at == hex);
        plan.retain(|_, order| !(called_off && aimed(order)));
    }
}
